/**
 * Message identifiers of cell broadcast: what a message is about, and which of them are alerts.
 *
 * Source: 3GPP TS 23.041 section 9.4.1.2.2; ETSI TS 102 900 for the names of EU-Alert.
 * @module
 */

/** An alert to the public, as the message identifier names it (TS 23.041 section 9.4.1.2.2). */
export interface CbsAlert {
  /** The warning system: ETWS for earthquakes and tsunamis, or CMAS, which WEA and EU-Alert use. */
  readonly system: 'ETWS' | 'CMAS';
  /** The kind of alert. */
  readonly kind:
    | 'earthquake'
    | 'tsunami'
    | 'earthquake and tsunami'
    | 'test'
    | 'other'
    | 'presidential'
    | 'threat'
    | 'child abduction'
    | 'monthly test'
    | 'exercise'
    | 'operator defined'
    | 'public safety'
    | 'state or local test'
    | 'geo-fencing';
  /** Severity of a threat. */
  readonly severity?: 'extreme' | 'severe';
  /** Urgency of a threat. */
  readonly urgency?: 'immediate' | 'expected';
  /** Certainty of a threat. */
  readonly certainty?: 'observed' | 'likely';
  /** Whether the text is in an additional language, not in the country's own. */
  readonly isTranslation: boolean;
  /** The name of the alert in EU-Alert, such as `EU-Alert level 2`. */
  readonly euAlert?: string;
}

const ETWS_FIRST = 4352;
const ETWS_KINDS = ['earthquake', 'tsunami', 'earthquake and tsunami', 'test', 'other'] as const;
const CMAS_FIRST = 4370;
/** The thirteen of CMAS, first in the language of the country, then in others. */
const CMAS_KINDS = [
  { kind: 'presidential', euAlert: 'EU-Alert level 1' },
  ...(['extreme', 'severe'] as const).flatMap((severity) =>
    (['immediate', 'expected'] as const).flatMap((urgency) =>
      (['observed', 'likely'] as const).map((certainty) => ({
        kind: 'threat' as const,
        severity,
        urgency,
        certainty,
        euAlert: severity === 'extreme' && urgency === 'immediate' ? 'EU-Alert level 2' : 'EU-Alert level 3',
      })),
    ),
  ),
  { kind: 'child abduction', euAlert: 'EU-Amber' },
  { kind: 'monthly test', euAlert: 'EU-Monthly Test' },
  { kind: 'exercise', euAlert: 'EU-Exercise' },
  { kind: 'operator defined' },
] as const;
const LATER_FIRST = CMAS_FIRST + 2 * CMAS_KINDS.length;
const LATER_KINDS = [
  { kind: 'public safety', euAlert: 'EU-Alert level 4' },
  { kind: 'state or local test', euAlert: 'EU-Test' },
] as const;
const GEO_FENCING = 4400;

/** Finds the alert that a message identifier names (TS 23.041 section 9.4.1.2.2); undefined if it does not name one. */
export function findCbsAlert(messageIdentifier: number): CbsAlert | undefined {
  const etws = ETWS_KINDS[messageIdentifier - ETWS_FIRST];
  if (etws !== undefined) return { system: 'ETWS', kind: etws, isTranslation: false };
  const cmas = messageIdentifier - CMAS_FIRST;
  if (cmas >= 0 && cmas < 2 * CMAS_KINDS.length) {
    const kind = CMAS_KINDS[cmas % CMAS_KINDS.length] as (typeof CMAS_KINDS)[number];
    return { system: 'CMAS', ...kind, isTranslation: cmas >= CMAS_KINDS.length };
  }
  const later = messageIdentifier - LATER_FIRST;
  const kind = LATER_KINDS[later >> 1];
  if (kind !== undefined) return { system: 'CMAS', ...kind, isTranslation: later % 2 === 1 };
  return messageIdentifier === GEO_FENCING ? { system: 'CMAS', kind: 'geo-fencing', isTranslation: false } : undefined;
}

/** Whether a message identifier is one of ETWS (TS 23.041 section 9.4.1.2.2). */
export function isEtws(messageIdentifier: number): boolean {
  return messageIdentifier >= ETWS_FIRST && messageIdentifier < ETWS_FIRST + 8;
}

/** Ranges up to their last identifier, in order. */
const RANGES: readonly (readonly [last: number, name: string])[] = [
  [999, 'assigned by the GSM Association'],
  [1000, 'location services: E-OTD assistance data'],
  [1001, 'location services: DGPS corrections'],
  [1002, 'location services: GPS ephemeris and clock'],
  [1003, 'location services: GPS almanac and other data'],
  [4095, 'reserved'],
  [4223, 'data for the SIM, in clear'],
  [4351, 'data for the SIM, secured'],
  [4359, 'ETWS, reserved'],
  [6399, 'public warning, reserved'],
  [6400, 'EU-Info'],
  [40959, 'reserved'],
  [45055, 'assigned by the operator'],
  [61439, 'for operators, reserved'],
  [65534, 'assigned by the operator'],
];

/** Describes a message identifier, 0 to 65535, in words (TS 23.041 section 9.4.1.2.2): an alert by its name, another by its range. */
export function describeMessageIdentifier(messageIdentifier: number): string {
  const alert = findCbsAlert(messageIdentifier);
  if (alert !== undefined) return describeAlert(alert);
  return RANGES.find(([last]) => messageIdentifier <= last)?.[1] ?? 'none';
}

/** `CMAS extreme, immediate, observed (EU-Alert level 2)`. */
export function describeAlert({ system, kind, severity, urgency, certainty, isTranslation, euAlert }: CbsAlert): string {
  const words = kind === 'threat' ? [severity, urgency, certainty] : [kind === 'other' ? 'other emergency' : kind];
  const said = [...words, ...(isTranslation ? ['in another language'] : [])].join(', ');
  return `${system} ${said}${euAlert === undefined ? '' : ` (${euAlert})`}`;
}
