/**
 * One arbitrary a model type. They know the formats from the references (3GPP TS 23.038, 23.040) and from fixtures/data/gsm7.json, and
 * take no figure from the code under test.
 */
import fc from 'fast-check';
import type {
  Address,
  Command,
  CpMessage,
  Dcs,
  Deliver,
  DeliverReport,
  EnhancedValidity,
  InformationElement,
  RpMessage,
  ScklMessage,
  SeoObject,
  StatusReport,
  Submit,
  SubmitReport,
  Timestamp,
  ValidityPeriod,
} from '../../src/sms/index.js';
import { hex } from './hex.js';
import { fixture } from './vectors.js';

const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { noNullPrototype: true }) as unknown as fc.Arbitrary<T>;

export const u8 = fc.nat({ max: 0xff });
export const u16 = fc.nat({ max: 0xffff });
export const octets = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength });

// --- alphabets ----------------------------------------------------------------------------------------------------------------------

type Cells = (number | null)[];
const TABLES = fixture('data/gsm7.json') as {
  default: { locking: Cells; single: Cells };
  languages: { id: number; locking: Cells | null; single: Cells }[];
};

/** Identifiers with a locking shift table, and with a single shift table; 0 stands for the default tables. */
export const LOCKING = [0, ...TABLES.languages.filter(({ locking }) => locking !== null).map(({ id }) => id)];
export const SINGLE = [0, ...TABLES.languages.map(({ id }) => id)];

export interface Tables {
  locking: number;
  single: number;
}

/** The 128 cells of a table as code points; null where there is none. */
export const cellsOf = (kind: 'locking' | 'single', id: number): Cells =>
  (id === 0 ? TABLES.default : TABLES.languages.find((language) => language.id === id))?.[kind] ?? [];

const septetsOfTables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The characters of a pair of tables with their septets, straight from the published tables. */
export function septetsByCharacter({ locking, single }: Tables): ReadonlyMap<string, readonly number[]> {
  const key = `${locking} ${single}`;
  let septets = septetsOfTables.get(key) as Map<string, readonly number[]> | undefined;
  if (septets === undefined) {
    septets = new Map();
    for (const [code, point] of cellsOf('single', single).entries()) {
      if (point !== null) septets.set(String.fromCodePoint(point), [0x1b, code]);
    }
    for (const [code, point] of cellsOf('locking', locking).entries()) {
      if (point !== null) septets.set(String.fromCodePoint(point), [code]);
    }
    septetsOfTables.set(key, septets);
  }
  return septets;
}

/** Septets that the characters take; undefined when the tables lack one. */
export function naiveSeptets(text: string, tables: Tables = { locking: 0, single: 0 }): number[] | undefined {
  const table = septetsByCharacter(tables);
  const septets: number[] = [];
  for (const character of text) {
    const found = table.get(character);
    if (found === undefined) return undefined;
    septets.push(...found);
  }
  return septets;
}

export const tables: fc.Arbitrary<Tables> = record<Tables>({
  locking: fc.constantFrom(...LOCKING),
  single: fc.constantFrom(...SINGLE),
});

/** One character of the tables: all alike, or those behind the escape more often than their share. */
export function gsm7Character(of: Tables = { locking: 0, single: 0 }): fc.Arbitrary<string> {
  const table = septetsByCharacter(of);
  const all = [...table.keys()];
  const escaped = all.filter((character) => table.get(character)?.length === 2);
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...all) }, { weight: 1, arbitrary: fc.constantFrom(...escaped) });
}

/** Text of the tables that takes at most so many septets. */
export function gsm7Text(of: Tables = { locking: 0, single: 0 }, maxSeptets = 160): fc.Arbitrary<string> {
  const table = septetsByCharacter(of);
  return fc.array(gsm7Character(of), { maxLength: maxSeptets, size: 'max' }).map((characters) => {
    let left = maxSeptets;
    let text = '';
    for (const character of characters) {
      left -= table.get(character)?.length ?? 0;
      if (left < 0) break;
      text += character;
    }
    return text;
  });
}

const GRAPHEMES = [
  'Ж',
  'a',
  '9',
  '\n',
  '你',
  '😀',
  '👍🏽',
  '🇿🇦',
  '🇬🇧',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '1️⃣',
  'e\u0301',
  'ữ',
  'o\u0302\u0323',
  'क्षि',
  'நி',
  '각',
  'กำ',
];

/** Well-formed Unicode, graphemes of many units among it. */
export const unicodeText = (maxLength = 80): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...GRAPHEMES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    ),
    maxLength,
    size: 'max',
  });

/** Well-formed text of at most so many UTF-16 units. */
export function ucs2Text(maxUnits: number): fc.Arbitrary<string> {
  return unicodeText(maxUnits).map((text) => {
    let cut = '';
    for (const character of text) {
      if (cut.length + character.length > maxUnits) break;
      cut += character;
    }
    return cut;
  });
}

// --- fields -------------------------------------------------------------------------------------------------------------------------

const DIGITS = [...'0123456789*#abc'];

/** A name of at most 11 septets. */
export const name: fc.Arbitrary<Address> = record<{ ton: 5; npi: number; text: string }>({
  ton: fc.constant(5 as const),
  npi: fc.nat({ max: 15 }),
  text: gsm7Text(undefined, 11),
});

export const telephoneNumber: fc.Arbitrary<Address> = record<{ ton: number; npi: number; digits: string }>({
  ton: fc.constantFrom(0, 1, 2, 3, 4, 6, 7),
  npi: fc.nat({ max: 15 }),
  digits: fc.string({ unit: fc.constantFrom(...DIGITS), maxLength: 20 }),
});

export const address: fc.Arbitrary<Address> = fc.oneof(telephoneNumber, name);

const FIRST_SECOND = Date.UTC(1990, 0, 1) / 1000;
const LAST_SECOND = Date.UTC(2089, 11, 31, 23, 59, 59) / 1000;
const LEAP_DAYS = [1992, 2000, 2024, 2088].map((year) => Date.UTC(year, 1, 29, 12) / 1000);

export const timestamp: fc.Arbitrary<Timestamp> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }) },
      { weight: 1, arbitrary: fc.constantFrom(FIRST_SECOND, LAST_SECOND, ...LEAP_DAYS) },
    ),
    fc.integer({ min: -79, max: 79 }),
  )
  .map(([localSecond, quarters]) => ({
    at: new Date((localSecond - quarters * 900) * 1000),
    offsetMinutes: quarters * 15,
  }));

/** Minutes of every relative validity octet, as sms-pdu.md section 4 tables them. */
export const RELATIVE_MINUTES: readonly number[] = [
  ...Array.from({ length: 144 }, (_, i) => 5 + 5 * i),
  ...Array.from({ length: 24 }, (_, i) => 12 * 60 + 30 * (i + 1)),
  ...Array.from({ length: 29 }, (_, i) => (i + 2) * 24 * 60),
  ...Array.from({ length: 59 }, (_, i) => (i + 5) * 7 * 24 * 60),
];

const relative = fc.constantFrom(...RELATIVE_MINUTES);
const singleShot = fc.boolean();

/** Seven octets that no model fits: extended, reserved bits or formats, impossible digits, or unused octets in use. */
const rawEnhanced = fc.oneof(
  fc.tuple(fc.constantFrom(0x80, 0x08, 0x10, 0x20), u8, octets(6, 6)).map(([bit, low, rest]) => [bit | low, ...rest]),
  fc.tuple(fc.constantFrom(4, 5, 6, 7), octets(6, 6)).map(([format, rest]) => [format, ...rest]),
  fc
    .tuple(fc.constantFrom(0, 0x41, 2, 0x43), fc.integer({ min: 1, max: 255 }))
    .map(([low, last]) => [low, 0, 0, 0, 0, 0, last]),
  fc.constantFrom([3, 0xa0, 0, 0, 0, 0, 0], [3, 0, 0x06, 0, 0, 0, 0], [3, 0, 0, 0x06, 0, 0, 0], [3, 0, 0, 0xf0, 0, 0, 0]),
);

export const enhancedValidity: fc.Arbitrary<EnhancedValidity> = fc.oneof(
  singleShot.map((shot) => ({ kind: 'enhanced' as const, format: 'none' as const, singleShot: shot })),
  fc
    .tuple(singleShot, relative)
    .map(([shot, minutes]) => ({ kind: 'enhanced' as const, format: 'relative' as const, singleShot: shot, minutes })),
  fc
    .tuple(singleShot, u8)
    .map(([shot, seconds]) => ({ kind: 'enhanced' as const, format: 'seconds' as const, singleShot: shot, seconds })),
  fc
    .tuple(singleShot, fc.nat({ max: 99 }), fc.nat({ max: 59 }), fc.nat({ max: 59 }))
    .map(([shot, hours, minutes, seconds]) => ({
      kind: 'enhanced' as const,
      format: 'time' as const,
      singleShot: shot,
      hours,
      minutes,
      seconds,
    })),
  rawEnhanced.map((raw) => ({ kind: 'enhanced' as const, format: 'raw' as const, octets: Uint8Array.from(raw) })),
);

export const validity: fc.Arbitrary<ValidityPeriod> = fc.oneof(
  relative.map((minutes) => ({ kind: 'relative' as const, minutes })),
  timestamp.map((time) => ({ kind: 'absolute' as const, ...time })),
  enhancedValidity,
);

// --- header elements ----------------------------------------------------------------------------------------------------------------

const parts = fc
  .tuple(fc.integer({ min: 1, max: 255 }), fc.nat())
  .map(([total, any]) => ({ total, sequence: 1 + (any % total) }));

/** Data lengths that the modelled elements have (sms-pdu.md section 6); an element of another length stays raw. */
const MODELLED: Readonly<Record<number, (length: number) => boolean>> = {
  0: (length) => length === 3,
  1: (length) => length === 2,
  4: (length) => length === 2,
  5: (length) => length === 4,
  6: (length) => length === 1,
  7: (length) => length === 1,
  8: (length) => length === 4,
  10: (length) => length === 3 || length === 4,
  11: (length) => length === 2,
  12: (length) => length >= 1,
  13: (length) => length === 2,
  14: (length) => length === 129,
  15: (length) => length === 33,
  16: (length) => length === 129,
  17: (length) => length === 33,
  18: (length) => length >= 3,
  19: (length) => length === 1,
  23: (length) => length === 2,
  32: (length) => length === 1,
  33: (length) => length === 4,
  36: (length) => length === 1,
  37: (length) => length === 1,
};

const raw: fc.Arbitrary<InformationElement> = fc
  .tuple(u8, octets(24))
  .filter(([iei, data]) => MODELLED[iei]?.(data.length) !== true)
  .map(([iei, data]) => ({ kind: 'raw', iei, data }));

/** Concatenation elements that receivers ignore: no parts, part 0, a part past the last (23.040 section 9.2.3.24.1). */
const ignoredConcat: fc.Arbitrary<InformationElement> = fc
  .tuple(fc.boolean(), u16, fc.constantFrom([0, 0], [0, 1], [3, 0], [3, 4], [254, 255]))
  .map(([wide, reference, last]) => ({
    kind: 'raw',
    iei: wide ? 8 : 0,
    data: Uint8Array.of(...(wide ? [reference >> 8, reference & 255] : [reference & 255]), ...last),
  }));

const kind = <K extends InformationElement['kind']>(
  of: K,
  model: { [P in Exclude<keyof Extract<InformationElement, { kind: K }>, 'kind'>]: fc.Arbitrary<unknown> },
  requiredKeys?: string[],
): fc.Arbitrary<InformationElement> =>
  fc
    .record(model as Record<string, fc.Arbitrary<unknown>>, { noNullPrototype: true, ...(requiredKeys && { requiredKeys }) })
    .map((values) => ({ kind: of, ...values }) as unknown as InformationElement);

export const concat8 = fc.tuple(u8, parts).map(([reference, rest]) => ({ kind: 'concat8' as const, reference, ...rest }));
export const concat16 = fc.tuple(u16, parts).map(([reference, rest]) => ({ kind: 'concat16' as const, reference, ...rest }));
export const shifts = fc.oneof(
  fc.oneof(fc.constantFrom(...SINGLE), u8).map((language) => ({ kind: 'singleShift' as const, language })),
  fc.oneof(fc.constantFrom(...LOCKING), u8).map((language) => ({ kind: 'lockingShift' as const, language })),
);

/** Every kind of element. */
export const informationElement: fc.Arbitrary<InformationElement> = fc.oneof(
  { weight: 3, arbitrary: concat8 },
  { weight: 3, arbitrary: concat16 },
  { weight: 4, arbitrary: shifts },
  { weight: 3, arbitrary: raw },
  ignoredConcat,
  kind('specialMessage', { indication: u8, count: u8 }),
  kind('ports8', { destination: u8, source: u8 }),
  { weight: 2, arbitrary: kind('ports16', { destination: u16, source: u16 }) },
  kind('smscControl', { parameters: u8 }),
  kind('sourceIndicator', { source: u8 }),
  kind('textFormatting', { position: u8, length: u8, mode: u8, colour: u8 }, ['position', 'length', 'mode']),
  kind('predefinedSound', { position: u8, sound: u8 }),
  kind('userSound', { position: u8, data: octets(60) }),
  kind('predefinedAnimation', { position: u8, animation: u8 }),
  kind('largeAnimation', { position: u8, data: octets(128, 128) }),
  kind('smallAnimation', { position: u8, data: octets(32, 32) }),
  kind('largePicture', { position: u8, data: octets(128, 128) }),
  kind('smallPicture', { position: u8, data: octets(32, 32) }),
  kind('variablePicture', { position: u8, widthOctets: u8, heightPx: u8, data: octets(60) }),
  kind('userPrompt', { objects: u8 }),
  kind('objectDistribution', { objects: u8, attributes: u8 }),
  kind('emailHeaderLength', { lengthOctets: u8 }),
  kind('hyperlink', { position: u16, titleLength: u8, urlLength: u8 }),
);

const DATA_OCTETS: Readonly<Record<Exclude<InformationElement['kind'], 'raw'>, number>> = {
  concat8: 3,
  concat16: 4,
  specialMessage: 2,
  ports8: 2,
  ports16: 4,
  smscControl: 1,
  sourceIndicator: 1,
  textFormatting: 3,
  predefinedSound: 2,
  userSound: 1,
  predefinedAnimation: 2,
  largeAnimation: 1,
  smallAnimation: 1,
  largePicture: 1,
  smallPicture: 1,
  variablePicture: 3,
  userPrompt: 1,
  objectDistribution: 2,
  emailHeaderLength: 1,
  hyperlink: 4,
  singleShift: 1,
  lockingShift: 1,
};

/** Octets of an element on the wire, IEI and IEDL included. */
export function elementOctets(element: InformationElement): number {
  if (element.kind === 'raw') return 2 + element.data.length;
  const extra =
    'data' in element ? element.data.length : element.kind === 'textFormatting' && element.colour !== undefined ? 1 : 0;
  return 2 + DATA_OCTETS[element.kind] + extra;
}

/** A header that takes at most so many octets, UDHL included; empty in one case of three. */
export function header(maxOctets = 140): fc.Arbitrary<InformationElement[]> {
  const some = fc.array(informationElement, { maxLength: 6 }).map((elements) => {
    let left = maxOctets - 1;
    return elements.filter((element) => {
      const length = elementOctets(element);
      if (length > left) return false;
      left -= length;
      return true;
    });
  });
  return fc.oneof({ weight: 1, arbitrary: fc.constant<InformationElement[]>([]) }, { weight: 2, arbitrary: some });
}

/** Octets of a header, UDHL included; 0 when there is none. */
export const headerOctets = (elements: readonly InformationElement[]): number =>
  elements.length === 0 ? 0 : elements.reduce((sum, element) => sum + elementOctets(element), 1);

/** The tables that a header selects: the last element of each kind that names one. */
export function tablesOf(elements: readonly InformationElement[]): Tables {
  const of = { locking: 0, single: 0 };
  for (const element of elements) {
    if (element.kind === 'lockingShift' && LOCKING.includes(element.language)) of.locking = element.language;
    if (element.kind === 'singleShift' && SINGLE.includes(element.language)) of.single = element.language;
  }
  return of;
}

// --- user data and TPDUs ------------------------------------------------------------------------------------------------------------

/** The alphabet of a data coding scheme as sms-text.md section 8 tables it; compressed text is octets. */
export function naiveAlphabet(dcs: number): 'gsm7' | '8bit' | 'ucs2' {
  const group = dcs >> 4;
  if (group < 8) return (group & 2) !== 0 ? '8bit' : (['gsm7', '8bit', 'ucs2', 'gsm7'] as const)[(dcs >> 2) & 3]!;
  if (group < 14) return 'gsm7';
  if (group === 14) return 'ucs2';
  return (dcs & 4) !== 0 ? '8bit' : 'gsm7';
}

/** Common codings more often than the rest of the 256. */
export const dcs: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(0, 4, 8, 0xf5, 0x10, 0x18), u8);

interface Content {
  udh: InformationElement[];
  text?: string;
  data?: Uint8Array;
}

/** What TP-UD can hold under a data coding scheme. */
export function userData(tpDcs: number): fc.Arbitrary<Content> {
  return header().chain((udh): fc.Arbitrary<Content> => {
    const left = 140 - headerOctets(udh);
    const coding = naiveAlphabet(tpDcs);
    if (coding === '8bit') return octets(left).map((data) => ({ udh, data }));
    const concat = udh.findLast((element) => element.kind === 'concat8' || element.kind === 'concat16');
    const isPart = concat !== undefined && 'total' in concat && concat.total > 1;
    if (coding === 'ucs2') {
      const units = Math.floor(left / 2);
      const whole = ucs2Text(units).map((text) => ({ udh, text }));
      if (!isPart || units < 2) return whole;
      // A sender that cuts pairs in two: the part begins with a low half, or ends with a high one.
      const halves = fc
        .tuple(ucs2Text(units - 2), fc.boolean(), fc.boolean())
        .map(([text, first, last]) => ({ udh, text: (first ? '\ude00' : '') + text + (last ? '\ud83d' : '') }));
      return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: halves });
    }
    const septets = 160 - Math.ceil((8 * headerOctets(udh)) / 7);
    const of = tablesOf(udh);
    const whole = gsm7Text(of, septets).map((text) => ({ udh, text }));
    if (!isPart || septets < 1) return whole;
    const half = gsm7Text(of, septets - 1).map((text) => ({ udh, text: `${text}\u001b` }));
    return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: half });
  });
}

const contentOf = dcs.chain((tpDcs) => userData(tpDcs).map((content) => ({ tpDcs, content })));

export const submit: fc.Arbitrary<Submit> = fc
  .tuple(
    record<Omit<Submit, 'tpDcs' | 'tpVp' | 'udh' | 'text' | 'data'>>({
      tpMr: u8,
      tpDa: address,
      tpPid: u8,
      tpSrr: fc.boolean(),
      tpRd: fc.boolean(),
      tpRp: fc.boolean(),
    }),
    fc.option(validity, { nil: undefined }),
    contentOf,
  )
  .map(([fields, tpVp, { tpDcs, content }]) => ({ ...fields, tpDcs, ...(tpVp !== undefined && { tpVp }), ...content }));

export const deliver: fc.Arbitrary<Deliver> = fc
  .tuple(
    record<Omit<Deliver, 'tpDcs' | 'udh' | 'text' | 'data'>>({
      tpOa: address,
      tpPid: u8,
      tpScts: timestamp,
      tpMms: fc.boolean(),
      tpLp: fc.boolean(),
      tpSri: fc.boolean(),
      tpRp: fc.boolean(),
    }),
    contentOf,
  )
  .map(([fields, { tpDcs, content }]) => ({ ...fields, tpDcs, ...content }));

/** The fields that a parameter indicator announces: any of TP-PID, TP-DCS and TP-UD, with the indicator that says so. */
const announced = fc
  .tuple(fc.boolean(), fc.boolean(), fc.boolean(), u8, dcs, fc.nat({ max: 15 }), fc.uint8Array({ maxLength: 3 }))
  .chain(([hasPid, hasDcs, hasUserData, tpPid, tpDcs, reserved, more]) => {
    const hasMore = more.length > 0;
    // Of each octet the first bit says whether another follows.
    const tpPiExtension = more.map((octet, i) => (octet & 0x7f) | (i < more.length - 1 ? 0x80 : 0));
    const tpPi = (hasMore ? 0x80 : 0) | (reserved << 3) | (hasUserData ? 4 : 0) | (hasDcs ? 2 : 0) | (hasPid ? 1 : 0);
    const fixed = { tpPi, ...(hasMore && { tpPiExtension }), ...(hasPid && { tpPid }), ...(hasDcs && { tpDcs }) };
    if (!hasUserData) return fc.constant(fixed);
    // Without TP-DCS the user data is in the default alphabet.
    return userData(hasDcs ? tpDcs : 0).map((content) => ({ ...fixed, ...content }));
  });

export const statusReport: fc.Arbitrary<StatusReport> = fc
  .tuple(
    record<Omit<StatusReport, 'tpPi' | 'tpPiExtension' | 'tpPid' | 'tpDcs' | 'udh' | 'text' | 'data'>>({
      tpMr: u8,
      tpRa: address,
      tpScts: timestamp,
      tpDt: timestamp,
      tpSt: u8,
      tpMms: fc.boolean(),
      tpLp: fc.boolean(),
      tpSrq: fc.boolean(),
    }),
    fc.option(announced, { nil: undefined }),
  )
  .map(([fields, rest]) => ({ ...fields, ...rest }));

/** Octets of TP-CD, the header included. */
const MAX_COMMAND_OCTETS = 157;

export const command: fc.Arbitrary<Command> = fc
  .tuple(
    record<Omit<Command, 'udh' | 'data'>>({
      tpMr: u8,
      tpSrr: fc.boolean(),
      tpPid: u8,
      tpCt: u8,
      tpMn: u8,
      tpDa: address,
    }),
    header().chain((udh) => octets(MAX_COMMAND_OCTETS - headerOctets(udh)).map((data) => ({ udh: [...udh], data }))),
  )
  .map(([fields, data]) => ({ ...fields, ...data }));

const failureCause = fc.integer({ min: 0x80, max: 0xff });

const answered = announced.filter((rest) => !('tpPiExtension' in rest));

export const deliverReport: fc.Arbitrary<DeliverReport> = fc.oneof(
  answered,
  fc.tuple(failureCause, announced).map(([tpFcs, rest]) => ({ tpFcs, ...rest })),
);

export const submitReport: fc.Arbitrary<SubmitReport> = fc
  .tuple(timestamp, deliverReport)
  .map(([tpScts, report]) => ({ ...report, tpScts }));

const relayedHeader = { direction: fc.constantFrom('MO' as const, 'MT' as const), rpMr: u8 };
const centre = address.filter(({ ton }) => ton !== 5);
const rpUd = octets(232);

export const rpMessage: fc.Arbitrary<RpMessage> = fc.oneof(
  fc.record(
    { type: fc.constant('RP-DATA' as const), ...relayedHeader, rpOa: centre, rpDa: centre, rpUd },
    { requiredKeys: ['type', 'direction', 'rpMr', 'rpUd'] },
  ),
  fc.record({ type: fc.constant('RP-ACK' as const), ...relayedHeader, rpUd }, { requiredKeys: ['type', 'direction', 'rpMr'] }),
  fc.record(
    {
      ...{ type: fc.constant('RP-ERROR' as const), ...relayedHeader, rpCause: fc.nat({ max: 127 }) },
      ...{ diagnostic: fc.uint8Array({ minLength: 1, maxLength: 1 }), rpUd },
    },
    { requiredKeys: ['type', 'direction', 'rpMr', 'rpCause'] },
  ),
  fc.record({ type: fc.constant('RP-SMMA' as const), direction: fc.constant('MO' as const), rpMr: u8 }),
);

/** What begins as a message of the relay layer, and goes on with any octets. */
export const likeRp = fc
  .tuple(fc.nat({ max: 7 }), u8, fc.constantFrom([], [0, 0], [0, 2, 0x91, 0x21], [1, 22], [0x41, 2, 0, 0]), octets(260))
  .map(([mti, mr, fields, rest]) => Uint8Array.of(mti, mr, ...fields, ...rest));

/** What begins as a message of the connection layer, and goes on with any octets. */
export const likeCp = fc
  .tuple(fc.nat({ max: 15 }), fc.constantFrom([], [0x87]), fc.constantFrom(1, 4, 16), octets(260))
  .map(([ti, extension, type, rest]) => Uint8Array.of((ti << 4) | 9, ...extension, type, ...rest));

const transaction = { ti: fc.nat({ max: 127 }), tiFlag: fc.boolean() };

export const cpMessage: fc.Arbitrary<CpMessage> = fc.oneof(
  fc.record({ type: fc.constant('CP-DATA' as const), ...transaction, cpUd: octets(248) }),
  fc.record({ type: fc.constant('CP-ACK' as const), ...transaction }),
  fc.record({ type: fc.constant('CP-ERROR' as const), ...transaction, cpCause: u8 }),
);

/** SMS-COMMAND, SMS-DELIVER-REPORT and SMS-SUBMIT-REPORT by hand. */
export const COMMAND = '22 05 00 02 06 04 91 21 43 03 AA BB CC';
export const COMMAND_WITH_HEADER = '42 05 00 00 06 04 91 21 43 06 03 06 01 41 DE AD';
export const DELIVER_REPORTS = ['00 00', '00 D3 00', '40 03 00 00', '00 07 7F 00 04 D4 E2 94 0A', '00 FF 06 04 02 AA BB'];
export const SUBMIT_REPORTS = [
  '01 00 62 11 12 90 00 00 80',
  '01 C3 01 62 11 12 90 00 00 80 7F',
  '41 06 62 11 12 90 00 00 80 04 05 04 04 02 E2 00',
];

/** TPDUs of those types. */
export const handmadeTpdu = fc.constantFrom(COMMAND, COMMAND_WITH_HEADER, ...DELIVER_REPORTS, ...SUBMIT_REPORTS).map(hex);

/** What begins as a TPDU of some type, and goes on with any octets. */
export const likeTpdu = fc
  .tuple(
    fc.constantFrom(0x00, 0x01, 0x02, 0x11, 0x40, 0x41, 0x42, 0x51, 0x59),
    u8,
    fc.constantFrom([0, 0x91], [2, 0x91, 0x21], [4, 0xd0, 0x41, 0x42]),
    fc.constantFrom(0, 4, 8),
    octets(290),
  )
  .map(([first, mr, digits, coding, rest]) =>
    Uint8Array.of(first, ...((first & 3) === 0 ? [] : [mr]), ...digits, 0, coding, ...rest),
  );

// --- data coding schemes ------------------------------------------------------------------------------------------------------------

const messageClass = fc.constantFrom(0, 1, 2, 3);

/** Every scheme that an octet has (23.038 section 4). */
export const dataCodingScheme = fc.oneof(
  fc
    .tuple(
      fc.record({
        group: fc.constant('general'),
        alphabet: fc.constantFrom('gsm7', '8bit', 'ucs2', 'reserved'),
        compressed: fc.boolean(),
        autoDelete: fc.boolean(),
      }),
      fc.oneof(
        messageClass.map((one) => ({ messageClass: one })),
        fc.constantFrom({}, { reservedBits: 1 }, { reservedBits: 2 }, { reservedBits: 3 }),
      ),
    )
    .map(([scheme, low]) => ({ ...scheme, ...low })),
  fc
    .tuple(
      fc.constantFrom({ alphabet: 'gsm7', store: false }, { alphabet: 'gsm7', store: true }, { alphabet: 'ucs2', store: true }),
      fc.record({ active: fc.boolean(), waiting: fc.constantFrom('voicemail', 'fax', 'email', 'other') }),
      fc.constantFrom({}, { reservedBits: 4 }),
    )
    .map(([scheme, what, bits]) => ({ group: 'waiting', ...scheme, ...what, ...bits })),
  fc
    .tuple(fc.constantFrom('gsm7', '8bit'), messageClass, fc.constantFrom({}, { reservedBits: 8 }))
    .map(([alphabet, one, bits]) => ({ group: 'class', alphabet, messageClass: one, ...bits })),
  fc.integer({ min: 0x80, max: 0xbf }).map((octet) => ({ group: 'reserved', octet })),
) as fc.Arbitrary<Dcs>;

// --- other forms --------------------------------------------------------------------------------------------------------------------

export const seoObject: fc.Arbitrary<SeoObject> = record<SeoObject>({
  type: fc.constantFrom('mid', 'bmp'),
  name: fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 39 }),
  data: octets(900, 1),
});

export const scklMessage: fc.Arbitrary<ScklMessage> = fc
  .tuple(
    u16,
    fc.option(fc.tuple(u16, fc.option(fc.tuple(u8, fc.integer({ min: 1, max: 255 }), fc.nat()), { nil: undefined })), {
      nil: undefined,
    }),
    fc.string({ unit: 'binary' }),
  )
  .map(([destinationPort, source, text]) => {
    const [sourcePort, part] = source ?? [];
    const [reference = 0, total = 0, any = 0] = part ?? [];
    return {
      destinationPort,
      ...(sourcePort !== undefined && { sourcePort }),
      ...(part !== undefined && { reference, total, sequence: 1 + (any % total) }),
      text,
    };
  });

/** What begins as such a message, and goes on with what may be its digits. */
export const likeSckl = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFabcdef 00011  \r\nxЖ'), maxLength: 24 })
  .map((text) => `//SCKL${text}`);
