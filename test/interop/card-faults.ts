/**
 * Where python3-vobject and gammu are wrong about cards and calendars, rule by rule (see ledger.ts).
 * @module
 */
import type { VCard, VEvent } from '../../src/vobject/index.js';
import type { Fields } from './expected.js';
import type { KnownFault } from './ledger.js';

const VOBJECT = 'python3-vobject 0.9.6.1';
const GAMMU = 'gammu 1.42.0';

/** A card of ours in one of its versions. */
export interface CardCase {
  readonly card: VCard;
  /** 2.1. */
  readonly old: boolean;
}

/** An event of ours in one of its versions. */
export interface EventCase {
  readonly event: VEvent;
  /** vCalendar 1.0. */
  readonly old: boolean;
}

// ---- vobject ----

/** The values between commas; the last one is left out when it is empty, and a single one is not a list. */
function listed(text: string): string | string[] {
  const values = text.split(',');
  if (values.length > 1 && values.at(-1) === '') values.pop();
  return values.length === 1 ? (values[0] as string) : values;
}

/** Those of the named fields that hold a text, cut at its first comma. */
function cut(expected: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = expected[name];
      return typeof text === 'string' ? [[name, text.split(',')[0]]] : [];
    }),
  );
}

const commaInParts: KnownFault<CardCase> = {
  id: 'vobject-comma-in-parts',
  oracle: VOBJECT,
  fault: 'takes a comma in N, ADR and ORG of 2.1 for a separator',
  applies: ({ old }) => old,
  shows: (_, { n, adr, org }) => ({
    n: (n as string[]).map(listed),
    ...(org !== undefined && { org: (org as string[]).map(listed) }),
    adr: (adr as { value: string[] }[]).map((each) => ({ ...each, value: each.value.map(listed) })),
  }),
};

const commaInText: KnownFault<CardCase> = {
  id: 'vobject-comma-in-text',
  oracle: VOBJECT,
  fault: 'ends a text of 2.1 at its first comma',
  applies: ({ old }) => old,
  shows: (_, expected) => cut(expected, ['fn', 'title', 'note']),
};

const commaInUrl: KnownFault<CardCase> = {
  id: 'vobject-comma-in-url',
  oracle: VOBJECT,
  fault: 'ends a URL at its first comma, in both versions',
  applies: ({ card }) => card.url?.includes(',') === true,
  shows: (_, expected) => cut(expected, ['url']),
};

/** What vobject gets wrong in our cards. */
export const VOBJECT_CARD_FAULTS: readonly KnownFault<CardCase>[] = [commaInParts, commaInText, commaInUrl];

const commaInEvent: KnownFault<EventCase> = {
  id: 'vobject-comma-in-event',
  oracle: VOBJECT,
  fault: 'ends a text of vCalendar 1.0 at its first comma',
  applies: ({ old }) => old,
  shows: (_, expected) => cut(expected, ['summary', 'description', 'location']),
};

/** What vobject gets wrong in our calendars. */
export const VOBJECT_EVENT_FAULTS: readonly KnownFault<EventCase>[] = [commaInEvent];

// ---- gammu reads ----

const escapedSemicolon: KnownFault<CardCase> = {
  id: 'gammu-escaped-semicolon',
  oracle: GAMMU,
  fault: 'parts a name at a semicolon that is escaped',
  applies: ({ card }) => `${card.family}${card.given}`.includes(';'),
  shows: ({ card }) => {
    const [last, first] = `${card.family};${card.given}`.split(';');
    return { Text_LastName: last === '' ? undefined : [last], Text_FirstName: [first] };
  },
};

/** What gammu gets wrong in our cards. */
export const GAMMU_CARD_FAULTS: readonly KnownFault<CardCase>[] = [escapedSemicolon];

const lostAlarm: KnownFault<EventCase> = {
  id: 'gammu-valarm',
  oracle: GAMMU,
  fault: 'does not read the time of a VALARM, and takes its text for another description of the event',
  applies: ({ event, old }) => !old && event.alarm !== undefined,
  shows: ({ event }, { DESCRIPTION = [] }) => ({
    SILENT_ALARM_DATETIME: undefined,
    DESCRIPTION: [...(DESCRIPTION as string[]), event.summary],
  }),
};

/** What gammu gets wrong in our calendars. */
export const GAMMU_EVENT_FAULTS: readonly KnownFault<EventCase>[] = [lostAlarm];

// ---- gammu writes ----

const bareSemicolon: KnownFault<VCard> = {
  id: 'gammu-bare-semicolon',
  oracle: GAMMU,
  fault: 'does not escape a semicolon in a name',
  applies: ({ family, given }) => `${family}${given}`.includes(';'),
  shows: ({ family, given }) => {
    const parts = `${family};${given}`.split(';');
    return Object.fromEntries(
      ['family', 'given', 'additional', 'prefix', 'suffix'].map((name, at) => [name, parts[at] === '' ? undefined : parts[at]]),
    );
  },
};

const bareOrganization: KnownFault<VCard> = {
  id: 'gammu-bare-organization',
  oracle: GAMMU,
  fault: 'does not escape a semicolon in an organization',
  applies: ({ organization }) => organization?.includes(';') === true,
  shows: ({ organization = '' }) => {
    const [name, ...units] = organization.split(';');
    while (units.at(-1) === '') units.pop();
    return { organization: name === '' ? undefined : name, organizationUnits: units.length === 0 ? undefined : units };
  },
};

/** What gammu gets wrong when it writes a card. */
export const GAMMU_WRITING_FAULTS: readonly KnownFault<VCard>[] = [bareSemicolon, bareOrganization];
