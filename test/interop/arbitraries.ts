/**
 * Generated messages. Everything is drawn with `fc.sample` from a fixed seed, so that a run can be repeated.
 * @module
 */
import fc from 'fast-check';
import type {
  AddressInput,
  CommandInput,
  DeliverInput,
  DeliverReportInput,
  InformationElement,
  StatusReportInput,
  SubmitDatagramOptions,
  SubmitInput,
  SubmitReportInput,
  SubmitTextOptions,
  Timestamp,
  ValidityPeriod,
} from '../../src/sms/index.js';
import { DEFAULT_ALPHABET, EXTENSION, repertoire, septetsOf, type Tables, tablePairs } from './alphabets.js';
import { alphabetOf, headerOf, tablesOf } from './expected.js';

/** The seed of every sample. */
export const SEED = 20261121;

/** `count` values, the same in every run. */
export function draw<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { seed: SEED, numRuns: count });
}

const octet = fc.nat({ max: 255 });
const port = fc.oneof(
  fc.constantFrom(2948, 2948, 9200, 5505, 5506, 5507, 5514, 9200, 9204, 9205, 49999, 0, 65535),
  fc.nat({ max: 65535 }),
);

// ---- addresses ----

const decimalDigits = (least: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: 20 });
const anyDigits = fc.string({ unit: fc.constantFrom(...'0123456789*#abc'), minLength: 0, maxLength: 20 });
const plainCharacters = [...DEFAULT_ALPHABET].filter((character) => character !== '\u001b');

/** At most 11 septets of the default alphabet and its extension. */
const name = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...plainCharacters) }, fc.constantFrom(...Object.values(EXTENSION))),
    {
      minLength: 1,
      maxLength: 11,
    },
  )
  .map((characters) => {
    let text = '';
    for (const character of characters) if (septetsOf(text + character, {}).length <= 11) text += character;
    return text;
  });

/** Numbers of every type and plan, names, and the two short forms. */
export const address: fc.Arbitrary<AddressInput> = fc.oneof(
  { weight: 3, arbitrary: decimalDigits(3).map((digits) => `+${digits}`) },
  { weight: 1, arbitrary: decimalDigits(3) },
  {
    weight: 4,
    arbitrary: fc.record({
      ton: fc.constantFrom(0, 1, 2, 3, 4, 6, 7),
      npi: fc.constantFrom(0, 1, 3, 4, 8, 9, 10),
      digits: fc.oneof(decimalDigits(0), anyDigits),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ton: fc.constant(5 as const), npi: fc.constantFrom(0, 1), text: name }) },
);

// ---- times ----

const quarters = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -48, max: 56 }) },
  { weight: 1, arbitrary: fc.integer({ min: -79, max: 79 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 22, -22, 8, -8) },
);

/** Any second from 1990 to 2089 in local time, any zone. */
export const timestamp: fc.Arbitrary<Timestamp> = fc
  .tuple(fc.integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2089, 11, 31, 23, 59, 59) / 1000 }), quarters)
  .map(([local, quarter]) => ({ at: new Date((local - quarter * 900) * 1000), offsetMinutes: quarter * 15 }));

const relativeMinutes = octet.map((value) => {
  if (value <= 143) return (value + 1) * 5;
  if (value <= 167) return 720 + (value - 143) * 30;
  return value <= 196 ? (value - 166) * 1440 : (value - 192) * 10080;
});

const enhanced = fc.tuple(fc.boolean(), relativeMinutes, octet, fc.nat({ max: 99 }), fc.nat({ max: 59 }), fc.nat({ max: 59 }));

/** Every form of TP-VP, and none. */
export const validity: fc.Arbitrary<ValidityPeriod | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: relativeMinutes.map((minutes) => ({ kind: 'relative' as const, minutes })) },
  { weight: 3, arbitrary: timestamp.map((time) => ({ kind: 'absolute' as const, ...time })) },
  {
    weight: 2,
    arbitrary: enhanced.chain(([singleShot, minutes, seconds, hours, minute, second]) =>
      fc.constantFrom<ValidityPeriod>(
        { kind: 'enhanced', format: 'none', singleShot },
        { kind: 'enhanced', format: 'relative', singleShot, minutes },
        { kind: 'enhanced', format: 'seconds', singleShot, seconds },
        { kind: 'enhanced', format: 'time', singleShot, hours, minutes: minute, seconds: second },
        { kind: 'enhanced', format: 'time', singleShot, hours, minutes: minute, seconds: second },
      ),
    ),
  },
);

// ---- headers ----

const part = fc.tuple(fc.integer({ min: 1, max: 255 }), fc.nat()).map(([total, n]) => ({ total, sequence: (n % total) + 1 }));

const concat: fc.Arbitrary<InformationElement> = fc.oneof(
  fc.tuple(part, octet).map(([parts, reference]) => ({ kind: 'concat8' as const, reference, ...parts })),
  fc.tuple(part, fc.nat({ max: 65535 })).map(([parts, reference]) => ({ kind: 'concat16' as const, reference, ...parts })),
);

/** The default tables in two messages of three. */
const shiftTables = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...tablePairs()) },
);

const ports: fc.Arbitrary<InformationElement> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ports16' as const), destination: port, source: port }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ports8' as const), destination: octet, source: octet }) },
);

const data = (most: number) => fc.uint8Array({ minLength: 0, maxLength: most });

const other: fc.Arbitrary<InformationElement> = fc.oneof(
  fc.record({ kind: fc.constant('specialMessage' as const), indication: octet, count: octet }),
  fc.record({ kind: fc.constant('smscControl' as const), parameters: octet }),
  fc.record({ kind: fc.constant('sourceIndicator' as const), source: octet }),
  fc.record({ kind: fc.constant('textFormatting' as const), position: octet, length: octet, mode: octet }),
  fc.record({ kind: fc.constant('textFormatting' as const), position: octet, length: octet, mode: octet, colour: octet }),
  fc.record({ kind: fc.constant('predefinedSound' as const), position: octet, sound: fc.nat({ max: 9 }) }),
  fc.record({ kind: fc.constant('predefinedAnimation' as const), position: octet, animation: fc.nat({ max: 14 }) }),
  fc.record({ kind: fc.constant('userSound' as const), position: octet, data: data(40) }),
  fc.record({
    kind: fc.constant('smallPicture' as const),
    position: octet,
    data: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  }),
  fc.record({ kind: fc.constant('userPrompt' as const), objects: octet }),
  fc.record({ kind: fc.constant('objectDistribution' as const), objects: octet, attributes: octet }),
  fc.record({ kind: fc.constant('emailHeaderLength' as const), lengthOctets: octet }),
  fc.record({
    kind: fc.constant('hyperlink' as const),
    position: fc.nat({ max: 65535 }),
    titleLength: octet,
    urlLength: octet,
  }),
  fc.record({
    kind: fc.constant('raw' as const),
    iei: fc.constantFrom(0x09, 0x22, 0x23, 0x30, 0x70, 0x7f, 0x80, 0x9f, 0xa5, 0xc0, 0xdf),
    data: data(12),
  }),
);

/** No header, or one with up to four elements and room for text behind it. */
const header: fc.Arbitrary<InformationElement[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<InformationElement[]>([]) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.option(ports, { nil: undefined, freq: 2 }),
        fc.option(concat, { nil: undefined, freq: 2 }),
        fc.array(other, { maxLength: 2 }),
      )
      .chain(([ports, concat, rest]) =>
        fc.shuffledSubarray(
          [ports, concat, ...rest].filter((element) => element !== undefined),
          {
            minLength: [ports, concat, ...rest].filter((element) => element !== undefined).length,
          },
        ),
      ),
  },
);

// ---- contents ----

const GSM7_CODINGS = [
  0x00, 0x10, 0x11, 0x12, 0x13, 0x40, 0x50, 0x52, 0xc0, 0xc1, 0xc8, 0xcb, 0xd0, 0xd9, 0xda, 0xf0, 0xf1, 0xf2, 0xf3,
];
const UCS2_CODINGS = [0x08, 0x18, 0x19, 0x1a, 0x1b, 0x48, 0x58, 0xe0, 0xe8, 0xea];
const OCTET_CODINGS = [0x04, 0x14, 0x15, 0x16, 0x17, 0x44, 0x55, 0xf4, 0xf5, 0xf6, 0xf7];

/** Letters of many scripts, symbols, and characters outside of the basic plane; single characters, none that combine. */
const ucs2Character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'ЖдλאşğĄ中文字한글कखタ') },
  { weight: 2, arbitrary: fc.constantFrom(...'abc XYZ.,€[]\n') },
  { weight: 2, arbitrary: fc.constantFrom(...'😀🎉🚀𝄞𠮷') },
  { weight: 1, arbitrary: fc.integer({ min: 0xa0, max: 0xd7ff }).map((code) => String.fromCharCode(code)) },
);

const ucs2Text = (least: number, most: number) =>
  fc.array(ucs2Character, { minLength: least, maxLength: most }).map((all) => all.join(''));

function gsm7Text(tables: Tables, least: number, most: number): fc.Arbitrary<string> {
  const characters = repertoire(tables);
  // Characters that the last tables of the list bring are rare among all, so they are drawn by themselves too.
  return fc
    .array(fc.oneof(fc.constantFrom(...characters), fc.constantFrom(...characters.slice(-9))), {
      minLength: least,
      maxLength: most,
    })
    .map((all) => all.join(''));
}

/** The longest beginning of a text, in whole characters, that `fits`. */
function cut(text: string, fits: (part: string) => boolean): string {
  const characters = [...text];
  while (characters.length > 0 && !fits(characters.join(''))) characters.length--;
  return characters.join('');
}

interface GeneratedContent {
  readonly tpDcs: number;
  readonly udh: InformationElement[];
  readonly text?: string;
  readonly data?: Uint8Array;
}

/** User data of every coding behind every header; it always fits, and often fills the message to the last unit. */
export const content: fc.Arbitrary<GeneratedContent> = fc
  .tuple(header, fc.constantFrom(...GSM7_CODINGS, ...GSM7_CODINGS, ...UCS2_CODINGS, ...OCTET_CODINGS), shiftTables)
  .chain(([elements, tpDcs, wanted]): fc.Arbitrary<GeneratedContent> => {
    const alphabet = alphabetOf(tpDcs);
    const tables = alphabet === 'gsm7' ? wanted : undefined;
    const udh = [...elements];
    if (tables?.locking !== undefined) udh.push({ kind: 'lockingShift', language: tables.locking });
    if (tables?.single !== undefined) udh.push({ kind: 'singleShift', language: tables.single });
    const used = headerOf(udh).length;
    if (alphabet === '8bit') return data(140 - used).map((octets) => ({ tpDcs, udh, data: octets }));
    const longest = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 40 }) }, { weight: 1, arbitrary: fc.constant(170) });
    return longest
      .chain((most) => (alphabet === 'ucs2' ? ucs2Text(0, most) : gsm7Text(tablesOf(udh), most === 170 ? 160 : 0, most)))
      .map((long) => ({
        tpDcs,
        udh,
        text: cut(long, (text) =>
          alphabet === 'ucs2'
            ? used + 2 * text.length <= 140
            : Math.ceil((8 * used) / 7) + septetsOf(text, tablesOf(udh)).length <= 160,
        ),
      }));
  });

// ---- messages ----

const PIDS = [
  0x00, 0x00, 0x00, 0x20, 0x21, 0x24, 0x32, 0x38, 0x3f, 0x40, 0x41, 0x47, 0x5e, 0x5f, 0x7c, 0x7d, 0x7e, 0x7f, 0x80, 0xc5, 0xff,
];
const pid = fc.constantFrom(...PIDS);

/** SMS-SUBMITs given field by field. */
export const submit: fc.Arbitrary<SubmitInput> = fc
  .tuple(
    fc.record({
      tpMr: octet,
      tpDa: address,
      tpPid: pid,
      tpVp: validity,
      tpSrr: fc.boolean(),
      tpRd: fc.boolean(),
      tpRp: fc.boolean(),
    }),
    content,
  )
  .map(([fields, body]) => ({ ...fields, ...body }));

/** SMS-DELIVERs. */
export const deliver: fc.Arbitrary<DeliverInput> = fc
  .tuple(
    fc.record({
      tpOa: address,
      tpPid: pid,
      tpScts: timestamp,
      tpMms: fc.option(fc.boolean(), { nil: undefined }),
      tpLp: fc.boolean(),
      tpSri: fc.boolean(),
      tpRp: fc.boolean(),
    }),
    content,
  )
  .map(([fields, body]) => ({ ...fields, ...body }));

/** Optional fields that TP-PI announces, or none. */
const announced = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ tpPid: pid }),
  fc.record({ tpPid: pid, tpDcs: fc.constantFrom(0x00, 0x08, 0x04) }),
  content.filter(({ text, data }) => (text ?? data)?.length !== 0),
  fc.tuple(pid, content).map(([tpPid, body]) => ({ tpPid, ...body })),
);

/** SMS-STATUS-REPORTs, some with the optional fields. */
export const statusReport: fc.Arbitrary<StatusReportInput> = fc
  .tuple(
    fc.record({
      tpMr: octet,
      tpRa: address,
      tpScts: timestamp,
      tpDt: timestamp,
      tpSt: octet,
      tpMms: fc.option(fc.boolean(), { nil: undefined }),
      tpLp: fc.boolean(),
      tpSrq: fc.boolean(),
    }),
    announced,
  )
  .map(([fields, optional]) => ({ ...fields, ...optional }));

/** SMS-COMMANDs. */
export const command: fc.Arbitrary<CommandInput> = fc.record(
  {
    tpMr: octet,
    tpSrr: fc.boolean(),
    tpPid: pid,
    tpCt: octet,
    tpMn: octet,
    tpDa: address,
    data: fc.uint8Array({ maxLength: 157 }),
  },
  { requiredKeys: ['tpMr', 'tpCt', 'tpMn', 'tpDa'] },
);

/** SMS-DELIVER-REPORTs, acknowledgements and refusals. */
export const deliverReport: fc.Arbitrary<DeliverReportInput> = fc
  .tuple(fc.option(fc.integer({ min: 0x80, max: 0xff }), { nil: undefined }), announced)
  .map(([tpFcs, optional]) => ({ ...(tpFcs !== undefined && { tpFcs }), ...optional }));

/** SMS-SUBMIT-REPORTs, acknowledgements and refusals. */
export const submitReport: fc.Arbitrary<SubmitReportInput> = fc
  .tuple(timestamp, deliverReport)
  .map(([tpScts, report]) => ({ ...report, tpScts }));

const common = {
  to: address,
  tpMr: octet,
  tpPid: pid,
  tpVp: validity,
  tpSrr: fc.boolean(),
  tpRd: fc.boolean(),
  tpRp: fc.boolean(),
};

/** Texts of one part and of several for `submitText`. */
export const textJob: fc.Arbitrary<{ readonly text: string; readonly options: SubmitTextOptions }> = fc
  .tuple(
    fc.record({ ...common, flash: fc.boolean(), concat: fc.constantFrom(8 as const, 16 as const), reference: octet }),
    fc.oneof({ weight: 3, arbitrary: shiftTables }, { weight: 1, arbitrary: fc.constant('ucs2' as const) }),
    fc.constantFrom(30, 160, 200, 420),
  )
  .chain(([options, alphabet, most]) =>
    alphabet === 'ucs2'
      ? ucs2Text(1, Math.ceil(most / 2)).map((text) => ({ text: `Ж${text}`, options }))
      : gsm7Text(alphabet ?? {}, most >> 1, most).map((text) => ({ text, options: { ...options, ...alphabet } })),
  );

/** Clusters of several code points: marks, flags, skin tones, families, Indic syllables. */
const cluster = fc.constantFrom('e\u0301', 'A\u030a\u0323', '🇿🇦', '👍🏽', '👨‍👩‍👧‍👦', 'क्षि', '한', '❤️');

/** A text for gammu: GSM 7-bit, UCS-2 in single characters, or UCS-2 with clusters. */
export const gammuText: fc.Arbitrary<{
  readonly text: string;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly concat: 8 | 16;
  readonly messageClass: -1 | 0 | 1;
}> = fc
  .record({
    alphabet: fc.constantFrom('gsm7' as const, 'gsm7' as const, 'ucs2' as const, 'clusters' as const),
    most: fc.constantFrom(20, 160, 161, 310, 480),
    concat: fc.constantFrom(8 as const, 16 as const),
    messageClass: fc.constantFrom(-1 as const, -1 as const, 0 as const, 1 as const),
  })
  .chain(({ alphabet, most, concat, messageClass }) => {
    const text =
      alphabet === 'gsm7'
        ? gsm7Text({}, most === 20 ? 1 : most >> 1, most)
        : alphabet === 'ucs2'
          ? ucs2Text(most >> 2, most >> 1)
          : fc
              .array(fc.oneof({ weight: 3, arbitrary: ucs2Character }, cluster), { minLength: most >> 2, maxLength: most >> 1 })
              .map((all) => all.join(''));
    return text.map((body) => ({
      text: alphabet === 'gsm7' ? body : `Ж${body}`,
      encoding: alphabet === 'gsm7' ? ('gsm7' as const) : ('ucs2' as const),
      concat,
      messageClass,
    }));
  });

/** Datagrams of one part and of several for `submitDatagram`. */
export const datagramJob: fc.Arbitrary<{
  readonly destinationPort: number;
  readonly sourcePort: number;
  readonly data: Uint8Array;
  readonly options: SubmitDatagramOptions;
}> = fc.constantFrom(8 as const, 16 as const).chain((portBits) => {
  const number = portBits === 8 ? octet : port;
  return fc.record({
    destinationPort: number,
    sourcePort: number,
    data: fc.oneof(data(140), data(500)),
    options: fc.record({
      ...common,
      portBits: fc.constant(portBits),
      concat: fc.constantFrom(8 as const, 16 as const),
      reference: octet,
      tpDcs: fc.constantFrom(0x04, 0x15, 0xf5),
    }),
  });
});
