/** Arbitraries of the vobject module: texts that matter to it, cards and calendars that both versions can hold, and the vectors. */
import fc from 'fast-check';
import type {
  ParsedVCalendar,
  ParsedVCard,
  RawProperty,
  VCalendar,
  VCalendarItem,
  VCard,
  VCardAddress,
  VCardEntry,
} from '../../src/vobject/index.js';
import { fixture } from './vectors.js';

export interface VObjectVector {
  id: string;
  kind: 'parse' | 'emit' | 'transport';
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the vector's kind
  input: any;
  version: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the vector's kind
  model: any;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the vector's kind
  expect: any;
  expectText: string;
}

/** The vectors of fixtures/vectors/vobjects.json of one kind; never none. */
export function vobjectVectors(kind: VObjectVector['kind']): VObjectVector[] {
  const vectors = (fixture('vectors/vobjects.json') as { cases: VObjectVector[] }).cases.filter(
    (vector) => vector.kind === kind,
  );
  if (vectors.length === 0) throw new Error(`no vectors of kind ${kind}`);
  return vectors;
}

/** What tells structure from text, in every version. */
export const PIECES = [
  '\r\n',
  '\n',
  '\r',
  ';',
  ',',
  '\\',
  '\\n',
  '\\;',
  ':',
  '=',
  '=0D=0A',
  '=\r\n',
  '"',
  '.',
  ' ',
  '\t',
  'é',
  '中',
  '😀',
];
export const WORDS = [
  'BEGIN:VCARD',
  'END:VCARD',
  'END:VEVENT',
  'TEL:666',
  'N',
  'a',
  'Ω',
  '\u0085',
  '\u2028',
  '\u00a0',
  'x'.repeat(80),
];

/** Any text, most often one made to break out of its line. */
export const wildText = (maxLength = 12) =>
  fc.oneof(
    fc.array(fc.constantFrom(...PIECES, ...WORDS), { maxLength }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'grapheme', maxLength: maxLength * 4 }),
    fc.string({ unit: 'binary', maxLength: maxLength * 2 }),
  );

/** A text as a reader gives it: line ends are `\n`, and neither controls nor nothing at all. */
export const text = (maxLength = 8) =>
  wildText(maxLength)
    .map((wild) => wild.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '?'))
    .filter((clean) => clean !== '');

/** One line without blanks at its ends. */
export const line = text(4)
  .map((several) => several.replace(/[\t\n]/g, '-').trim())
  .filter((one) => one !== '');

const token = fc
  .stringMatching(/^[A-Z][A-Z0-9-]{0,7}$/)
  .filter((name) => !/^(?:B|7BIT|8BIT|BASE64|QUOTED-PRINTABLE)$/.test(name));
const types = fc.array(fc.oneof(fc.constantFrom('CELL', 'HOME', 'WORK', 'PREF', 'VOICE', 'FAX'), token), { maxLength: 3 });

const optional = <T extends object>(
  model: { [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> },
  required: (keyof T)[],
) => fc.record(model, { requiredKeys: required as never, noNullPrototype: true }) as unknown as fc.Arbitrary<T>;

const further = fc.array(
  fc.record(
    { name: fc.constantFrom('X-A', 'LANGUAGE', 'VALUE'), value: fc.constantFrom('en', '"a;b:c"', 'a,b', '') },
    { noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 2 },
);
const head = { types, group: fc.constantFrom('item1', 'A-2'), params: further };

const entry = optional<VCardEntry>({ value: line, ...head }, ['value', 'types']);
const address = optional<VCardAddress>(
  {
    ...{ postOfficeBox: text(), extended: text(), street: text(), locality: text(), region: text(), postalCode: text() },
    ...{ country: text(), ...head },
  },
  ['types', 'street'],
);
const day = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

/** Names that no reader has a place for. */
const rawName = fc.stringMatching(/^X-[A-Z0-9-]{1,8}$/);
export const raw: fc.Arbitrary<RawProperty> = optional<RawProperty>(
  {
    name: rawName,
    group: fc.constantFrom('item1'),
    params: fc.array(fc.constantFrom({ name: 'X-B', value: '"q:r"' }, { name: 'TYPE', value: 'home' }), {
      minLength: 1,
      maxLength: 2,
    }),
    value: text(6).map((value) => value.replace(/\n/g, '\\n')),
    component: fc.constant({ name: 'X', properties: [], components: [] }),
  },
  ['name', 'value'],
).map(({ component: _, ...property }) => property);

/** A card with a name, as a reader gives it, without its version. */
export const card: fc.Arbitrary<VCard> = optional<VCard>(
  {
    ...{
      version: fc.constant('2.1' as const),
      family: text(),
      given: text(),
      additional: text(),
      prefix: text(),
      suffix: text(),
    },
    ...{ formattedName: text(), organization: text(), title: text(), role: text(), note: text(20), url: line, birthday: day },
    organizationUnits: fc.array(text(), { minLength: 1, maxLength: 3 }),
    tel: fc.array(entry, { maxLength: 3 }),
    email: fc.array(entry, { maxLength: 2 }),
    address: fc.array(address, { maxLength: 2 }),
    other: fc.array(raw, { maxLength: 3 }),
  },
  ['family', 'formattedName', 'tel', 'email', 'address', 'other'],
).map(({ version: _, ...rest }) => rest);

const instant = fc
  .integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

/** Rules that both grammars have, as a reader of the older one gives them. */
export const rule = fc
  .tuple(
    fc.constantFrom(
      ...['FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY', 'FREQ=WEEKLY/BYDAY=MO,FR', 'FREQ=MONTHLY/BYDAY=1SU,-2MO'],
      ...['FREQ=MONTHLY/BYMONTHDAY=15,-1', 'FREQ=YEARLY/BYMONTH=1,12', 'FREQ=YEARLY/BYYEARDAY=1,366'],
    ),
    fc.constantFrom('', ';INTERVAL=2', ';INTERVAL=12'),
    fc.constantFrom('', ';COUNT=1', ';COUNT=10', ';UNTIL=20270101T000000Z', ';UNTIL=20270101T120000'),
  )
  .map(
    ([what, interval, end]) => `${what.split('/')[0]}${interval}${what.includes('/') ? `;${what.split('/')[1]}` : ''}${end}`,
  );

const detail = fc
  .record(
    {
      type: fc.constant('audio' as const),
      content: line,
      snooze: fc.constantFrom('PT5M', 'P1D', 'PT1H30M'),
      repeat: fc.nat({ max: 99 }),
    },
    { requiredKeys: ['type'], noNullPrototype: true },
  )
  .filter(({ content }) => content === undefined || !/[;,\\]/.test(content));

const item = optional<VCalendarItem>(
  {
    ...{
      summary: text(),
      description: text(20),
      location: text(),
      start: instant,
      startKind: fc.constant('floating' as const),
    },
    ...{
      rrule: rule,
      alarm: instant,
      alarmKind: fc.constant('floating' as const),
      alarmDetail: detail,
      uid: line,
      stamp: instant,
    },
    exceptions: fc.array(
      fc.oneof(fc.record({ at: instant }), fc.record({ at: instant, kind: fc.constant('floating' as const) })) as fc.Arbitrary<{
        at: Date;
      }>,
      { minLength: 1, maxLength: 3 },
    ),
    categories: fc.array(line, { maxLength: 3 }),
    other: fc.array(raw, { maxLength: 2 }),
    components: fc.constant([]),
  },
  ['summary', 'start', 'categories', 'other', 'components', 'uid', 'stamp'],
)
  .map(({ alarmKind: _, startKind, ...rest }) => ({
    ...rest,
    ...(startKind !== undefined && { startKind }),
    ...(rest.alarm !== undefined && startKind !== undefined && { alarmKind: startKind }),
  }))
  .map(({ alarmDetail, ...rest }) => ({
    ...rest,
    ...(rest.alarm !== undefined && alarmDetail !== undefined && { alarmDetail }),
  }));

/** A calendar that both versions hold, as a reader gives it, without its version. */
export const calendar: fc.Arbitrary<VCalendar> = fc.record(
  {
    productId: line,
    events: fc.array(
      fc.tuple(item, fc.option(instant)).map(([common, end]) => (end === null ? common : { ...common, end })),
      { maxLength: 3 },
    ),
    todos: fc.array(
      fc
        .tuple(
          item,
          fc.record(
            { due: instant, priority: fc.nat({ max: 9 }), status: fc.constant('NEEDS-ACTION') },
            { requiredKeys: [], noNullPrototype: true },
          ),
        )
        .map(([common, todo]) => ({ ...common, ...todo })),
      { maxLength: 2 },
    ),
    other: fc.array(raw, { maxLength: 2 }),
    components: fc.constant([]),
  },
  { noNullPrototype: true },
) as fc.Arbitrary<VCalendar>;

/** A card, and a calendar, of either version. */
export const versionedCard: fc.Arbitrary<ParsedVCard> = fc
  .tuple(fc.constantFrom('2.1', '3.0'), card)
  .map(([version, rest]) => ({ version, ...rest }) as ParsedVCard);
export const versionedCalendar: fc.Arbitrary<ParsedVCalendar> = fc
  .tuple(fc.constantFrom('1.0', '2.0'), calendar)
  .map(([version, rest]) => ({ version, ...rest }) as ParsedVCalendar);

/** Text with the pieces that matter to a reader. */
export const objectLikeText = fc
  .array(
    fc.constantFrom(
      ...[
        'BEGIN:VCARD',
        'END:VCARD',
        'VERSION:2.1',
        'VERSION:3.0',
        'VERSION:1.0',
        'VERSION:2.0',
        'N:a;b',
        'AGENT:',
        'BDAY:19900515',
      ],
      ...[
        'TEL;CELL:1',
        'TEL;TYPE=a,b:1',
        'NOTE;ENCODING=QUOTED-PRINTABLE:=C3=',
        '=BC',
        ' x',
        '\tx',
        'PHOTO;BASE64:AAAA',
        '  AAAA',
        'AAAA',
      ],
      ...[
        'BEGIN:VCALENDAR',
        'END:VCALENDAR',
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VALARM',
        'END:VALARM',
        'TRIGGER:-PT5M',
        'DTSTART:20260102T030405Z',
      ],
      ...[
        'DTSTART;TZID=Europe/London:20260702T100000',
        'RRULE:D1 #5',
        'RRULE:FREQ=DAILY',
        'DALARM:20260102T030405Z;;;x',
        'DURATION:P1D',
        '',
        'x',
      ],
      ...[
        'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FC;\ud800',
        'X;A="b:c',
        'X;=:',
        '\0',
        '\ufeff',
        'BEGIN:',
        'END:',
        'ADR:;;;;;;;;x',
      ],
    ),
    { maxLength: 25 },
  )
  .chain((lines) => fc.constantFrom('\r\n', '\n', '\r').map((end) => lines.join(end)));

/** An event or task of lines of which many are at fault. */
export const faultyCalendar = fc
  .tuple(
    fc.constantFrom('1.0', '2.0'),
    fc.constantFrom('VEVENT', 'VTODO'),
    fc.array(
      fc.constantFrom(
        ...[
          'DTSTART:20260102T030405Z',
          'DTSTART:20260230T000000',
          'DTSTART:2026-01-02T03:04:05Z',
          'DTSTART;TZID=Nowhere:20260102T030405',
        ],
        ...['DTEND:x', 'DUE;TZID=Europe/London:20260702T100000', 'RRULE:FREQ=DAILY', 'RRULE:D1 #5', 'RRULE:FREQ=DAILY;UNTIL=x'],
        ...[
          'RRULE;ENCODING=QUOTED-PRINTABLE:FREQ=3DDAILY',
          'DURATION:1H',
          'DURATION:PT1H',
          'EXDATE:20260102T030405Z,x',
          'EXDATE:20260103',
        ],
        ...[
          'DALARM:soon',
          'AALARM:20260102T030405Z;PT5M;2;a',
          'SUMMARY;ENCODING=QUOTED-PRINTABLE:=4',
          'SUMMARY;ENCODING=ROT13:a',
        ],
        ...[
          'DESCRIPTION;ENCODING=BASE64:A',
          'CATEGORIES;CHARSET=KLINGON;QUOTED-PRINTABLE:=FC',
          'LOCATION;ENCODING=B:YQ==',
          'X-A;ENCODING=B:A',
        ],
        ...[
          'BEGIN:VALARM\r\nTRIGGER:soon\r\nEND:VALARM',
          'BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nREPEAT:x\r\nEND:VALARM',
          'PRIORITY:x',
        ],
        ...[
          'BEGIN:VALARM\r\nTRIGGER;RELATED=END:-P9999999W\r\nEND:VALARM',
          'BEGIN:X\r\nRRULE:x\r\nEND:X',
          'UID:1',
          'DTSTAMP:x',
          'STATUS:a b c',
        ],
      ),
      { maxLength: 8 },
    ),
  )
  .map(([version, name, lines]) =>
    ['BEGIN:VCALENDAR', `VERSION:${version}`, `BEGIN:${name}`, ...lines, `END:${name}`, 'END:VCALENDAR', ''].join('\r\n'),
  );

/** Where to fold a text, and how. */
export const folds = fc.array(fc.tuple(fc.nat(), fc.constantFrom('\r\n ', '\n\t')), { maxLength: 6 });

/** A text folded at some places. */
export function foldAt(whole: string, places: readonly (readonly [number, string])[]): string {
  let text = whole;
  for (const [where, fold] of places) {
    const at = where % text.length;
    // A line end, with the blank after it, is in one piece.
    if (text[at] !== '\n' && text[at - 1] !== '\n') text = text.slice(0, at) + fold + text.slice(at);
  }
  return text;
}
