/**
 * SMS-DELIVER by the tables of TS 23.038 and TS 23.040: every group of codings, protocol identifiers, zones, types of addresses, lengths at their
 * limits, and messages that end before each field.
 * @module
 */
import type { BareCase, JsonObject } from '../shape.js';
import type { FamilyCase } from './family.js';
import {
  type Alphabet,
  addressHex,
  type Clock,
  DEFAULT_ALPHABET,
  type Element,
  EXTENSION,
  headerValue,
  timeHex,
  timeText,
  ucs2Hex,
  userDataHex,
} from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const TS = '3GPP TS 23.040 section';

/** The fields of a message; those left out are as in most cases. */
interface Fields {
  readonly flags?: { readonly MMS?: number; readonly LP?: number; readonly SRI?: number; readonly RP?: number };
  readonly from?: readonly [TON: number, NPI: number, address: string];
  readonly pid?: number;
  readonly dcs?: number;
  readonly time?: Clock;
  readonly quarters?: number;
  readonly alphabet?: Alphabet;
  readonly content?: string;
  readonly header?: readonly Element[];
}

const NUMBER = [1, 1, '27381000015'] as const;
const TIME: Clock = [2026, 11, 28, 6, 30, 15];

/** The fields on the wire, one by one and in their order. */
function fieldsOf(fields: Fields): readonly (readonly [name: string, hex: string])[] {
  const { flags = {}, from = NUMBER, pid = 0, dcs = 0, time = TIME, quarters = 8 } = fields;
  const { alphabet = 'gsm7', content = 'Text', header = [] } = fields;
  const { MMS = 1, LP = 0, SRI = 0, RP = 0 } = flags;
  const first = (MMS << 2) | (LP << 3) | (SRI << 5) | ((header.length > 0 ? 1 : 0) << 6) | (RP << 7);
  const userData = userDataHex(alphabet, content, header);
  return [
    ['first octet', hexOf(first)],
    ['TP-OA', addressHex(...from)],
    ['TP-PID', hexOf(pid)],
    ['TP-DCS', hexOf(dcs)],
    ['TP-SCTS', timeHex(time, quarters)],
    ['TP-UDL', userData.slice(0, 2)],
    ['TP-UD', userData.slice(2)],
  ];
}

const wireOf = (fields: Fields) =>
  fieldsOf(fields)
    .map(([, hex]) => hex)
    .join('');

function fieldValues(fields: Fields): JsonObject {
  const { flags = {}, from = NUMBER, pid = 0, dcs = 0, time = TIME, quarters = 8 } = fields;
  const { alphabet = 'gsm7', content = 'Text', header = [] } = fields;
  const { MMS = 1, LP = 0, SRI = 0, RP = 0 } = flags;
  const [TON, NPI, address] = from;
  return {
    ...{ 'TP-MTI': 'SMS-DELIVER', 'TP-MMS': MMS, 'TP-LP': LP, 'TP-SRI': SRI, 'TP-RP': RP },
    ...{ 'TP-OA': { TON, NPI, address }, 'TP-PID': pid, 'TP-DCS': dcs, 'TP-SCTS': timeText(time, quarters) },
    ...(header.length > 0 && { UDH: headerValue(header) }),
    ...(alphabet === 'data' ? { data: content } : { text: content }),
  };
}

const told = (
  id: string,
  title: string,
  specification: string,
  fields: Fields,
  direction: BareCase['direction'] = 'both',
): FamilyCase => ({
  ...{ id: `sms-deliver/${id}`, format: 'sms-deliver', title, direction, specification },
  ...{ input: { hex: wireOf(fields) }, expected: { value: fieldValues(fields) } },
});

function refused(
  id: string,
  title: string,
  specification: string,
  hex: string,
  reason: 'truncated' | 'bad-value' | 'trailing',
  field?: string,
): FamilyCase {
  const expected = { refused: { reason, ...(field !== undefined && { field }) } };
  return {
    id: `sms-deliver/${id}`,
    format: 'sms-deliver',
    title,
    direction: 'decode',
    specification,
    input: { hex },
    expected,
  };
}

const CONTENT: Readonly<Record<Alphabet, string>> = {
  gsm7: 'Größe: 3 Ω, £5',
  ucs2: 'Ждём 10 ₽',
  data: '00FF10A5',
};

/** A coding with what its octets are (TS 23.038 section 4). */
function codings(): FamilyCase[] {
  const list: [dcs: number, alphabet: Alphabet, title: string][] = [];
  const alphabets: readonly (readonly [Alphabet, string])[] = [
    ['gsm7', 'GSM 7-bit'],
    ['data', '8-bit data'],
    ['ucs2', 'UCS-2'],
    ['gsm7', 'the reserved alphabet, read as GSM 7-bit'],
  ];
  for (const [group, name] of [
    [0x00, 'general'],
    [0x40, 'marked for automatic deletion'],
  ] as const) {
    alphabets.forEach(([alphabet, words], index) => {
      list.push([group | (index << 2), alphabet, `${name}: ${words}, no class`]);
      for (const level of [0, 1, 2, 3])
        list.push([group | 0x10 | (index << 2) | level, alphabet, `${name}: ${words}, class ${level}`]);
    });
    for (const low of [1, 2, 3])
      list.push([group | low, 'gsm7', `${name}: bits of a class that bit 4 does not announce, ${low}`]);
    list.push([group | 0x09, 'ucs2', `${name}: UCS-2 with bits of a class that is not announced`]);
    list.push([group | 0x20, 'data', `${name}: compressed text is octets`]);
    list.push([group | 0x24, 'data', `${name}: compressed data`]);
    list.push([group | 0x38, 'data', `${name}: compressed UCS-2, class 0`]);
  }
  for (const dcs of [0x80, 0x8f, 0x94, 0x98, 0xa4, 0xa8, 0xb0, 0xbf])
    list.push([dcs, 'gsm7', 'a reserved group, read as GSM 7-bit']);
  const kinds = ['voicemail', 'fax', 'electronic mail', 'other'];
  for (const [group, alphabet, name] of [
    [0xc0, 'gsm7', 'discard'],
    [0xd0, 'gsm7', 'store'],
    [0xe0, 'ucs2', 'store, UCS-2'],
  ] as const) {
    kinds.forEach((kind, low) => {
      for (const active of [0, 8]) {
        list.push([group | active | low, alphabet, `waiting, ${name}: ${kind}, ${active === 8 ? 'active' : 'inactive'}`]);
      }
    });
    list.push([group | 0x0c, alphabet, `waiting, ${name}: the reserved bit is set`]);
  }
  for (const level of [0, 1, 2, 3]) {
    list.push([0xf0 | level, 'gsm7', `data coding and class: GSM 7-bit, class ${level}`]);
    list.push([0xf4 | level, 'data', `data coding and class: 8-bit data, class ${level}`]);
  }
  list.push([0xf8, 'gsm7', 'data coding and class: the reserved bit is set, GSM 7-bit']);
  list.push([0xfd, 'data', 'data coding and class: the reserved bit is set, 8-bit data']);
  return list.map(([dcs, alphabet, title]) =>
    told(`dcs-${hexOf(dcs)}`, title, '3GPP TS 23.038 section 4', { dcs, alphabet, content: CONTENT[alphabet] }),
  );
}

/** Protocol identifiers by name (TS 23.040 section 9.2.3.9). */
const PROTOCOLS: readonly (readonly [pid: number, name: string])[] = [
  [0x01, 'a protocol between two entities'],
  [0x1f, 'the last protocol between two entities'],
  [0x20, 'telematic, the kind implied by the address'],
  [0x21, 'telex'],
  [0x22, 'telefax of group 3'],
  [0x23, 'telefax of group 4'],
  [0x24, 'speech'],
  [0x25, 'ERMES'],
  [0x26, 'a national paging system'],
  [0x27, 'videotex'],
  [0x28, 'teletex, carrier unspecified'],
  [0x29, 'teletex in a PSPDN'],
  [0x2a, 'teletex in a CSPDN'],
  [0x2b, 'teletex in an analogue PSTN'],
  [0x2c, 'teletex in a digital ISDN'],
  [0x2d, 'UCI'],
  [0x2e, 'a reserved telematic device'],
  [0x30, 'a message handling facility'],
  [0x31, 'X.400'],
  [0x32, 'electronic mail'],
  [0x38, 'specific to the centre, the first'],
  [0x3e, 'specific to the centre, the last'],
  [0x3f, 'a mobile station of GSM or UMTS'],
  [0x40, 'type 0'],
  ...[1, 2, 3, 4, 5, 6, 7].map((type): readonly [number, string] => [0x40 | type, `replace short message type ${type}`]),
  [0x48, 'device triggering'],
  [0x5e, 'enhanced message service, obsolete'],
  [0x5f, 'return call'],
  [0x7c, 'ANSI-136 R-DATA'],
  [0x7d, 'ME data download'],
  [0x7e, 'ME depersonalization'],
  [0x7f, 'SIM data download'],
  [0x80, 'the reserved group'],
  [0xc0, 'specific to the centre: the last group'],
  [0xff, 'all bits'],
];

/** Quarters of an hour. */
const ZONES: readonly (readonly [quarters: number, name: string])[] = [
  [0, 'UTC'],
  [1, 'one quarter of an hour'],
  [-1, 'one quarter of an hour to the west: the sign bit and a one'],
  [4, '+01:00'],
  [-4, '-01:00'],
  [10, '+02:30: the first that needs two digits and a half hour'],
  [-10, '-02:30'],
  [14, '+03:30'],
  [-14, '-03:30'],
  [22, '+05:30'],
  [23, '+05:45'],
  [-16, '-04:00'],
  [-20, '-05:00'],
  [-28, '-07:00'],
  [-32, '-08:00'],
  [35, '+08:45'],
  [-38, '-09:30'],
  [40, '+10:00: the tens reach bit 3 of the digit'],
  [-40, '-10:00: the sign beside a digit of four'],
  [-48, '-12:00'],
  [51, '+12:45'],
  [56, '+14:00'],
  [79, '+19:45: the most that seven and nine can say'],
  [-79, '-19:45'],
];

const TIMES: readonly (readonly [time: Clock, name: string])[] = [
  [[2000, 1, 1, 0, 0, 0], 'all zeros but day and month'],
  [[2000, 2, 29, 12, 0, 0], 'a leap day of a century'],
  [[2024, 2, 29, 23, 59, 59], 'a leap day'],
  [[2026, 12, 31, 23, 59, 59], 'the last second of a year'],
  [[2027, 1, 1, 0, 0, 0], 'midnight at the turn of a year'],
  [[2019, 9, 9, 9, 9, 9], 'nines with zeros before them'],
  [[2010, 10, 10, 10, 10, 10], 'tens, which are ones when the halves are not swapped'],
  [[2012, 11, 12, 13, 14, 15], 'another value in each octet'],
  [[2069, 6, 30, 21, 43, 56], 'the year 69'],
];

function times(): FamilyCase[] {
  const section = `${TS} 9.2.3.11`;
  const at = (parts: string) => wireOf({}).replace(timeHex(TIME, 8), parts);
  return [
    ...ZONES.map(([quarters, name]) =>
      told(`zone${quarters < 0 ? '-west' : ''}-${Math.abs(quarters)}`, `a zone: ${name}`, section, { quarters }),
    ),
    ...TIMES.map(([time, name]) => told(`time-${time.join('-')}`, `a time: ${name}`, section, { time })),
    ...([-48, 56] as const).map((quarters) =>
      told(`time-day-changes${quarters < 0 ? '-west' : '-east'}`, 'the day of the zone is another than that of UTC', section, {
        time: quarters < 0 ? [2026, 2, 28, 23, 30, 0] : [2026, 3, 1, 0, 30, 0],
        quarters,
      }),
    ),
    ...(
      [
        ['month-0', '62001282031580', 'month 0'],
        ['month-13', '62311282031580', 'month 13'],
        ['day-0', '62110060031580', 'day 0'],
        ['day-31', '62111360031580', 'the thirty-first of November'],
        ['leap-day', '62209260031580', '29 February of a year without it'],
        ['hour-24', '62118242031580', 'hour 24'],
        ['minute-60', '62118260061580', 'minute 60'],
        ['second-60', '62118260030680', 'second 60'],
      ] as const
    ).map(([id, hex, title]) => refused(`time-bad-${id}`, `not a time: ${title}`, section, at(hex), 'bad-value', 'TP-SCTS')),
  ];
}

function addresses(): FamilyCase[] {
  const section = `${TS} 9.1.2.5`;
  const names = Array.from({ length: 11 }, (_, index) => 'Tele-Shop 7'.slice(0, index + 1));
  const types: readonly (readonly [id: string, title: string, TON: number, NPI: number, address: string])[] = [
    ['unknown-short', 'a short code', 0, 1, '72555'],
    ['unknown-one', 'one digit', 0, 1, '7'],
    ['unknown-plan', 'neither type nor plan', 0, 0, '118118'],
    ['international-even', 'an even count of digits', 1, 1, '447700900123'],
    ['international-odd', 'an odd count of digits, and a filler', 1, 1, '4915112345678'],
    ['international-zeros', 'zeros at the start and the end', 1, 1, '00100'],
    ['international-15', 'fifteen digits, the most of E.164', 1, 1, '123456789012345'],
    ['international-19', 'nineteen digits', 1, 1, '1234567890123456789'],
    ['international-20', 'twenty digits, the most of a TPDU', 1, 1, '12345678901234567890'],
    ['national', 'a national number', 2, 1, '07700900123'],
    ['network', 'a number specific to the network', 3, 1, '4711'],
    ['subscriber', 'a number of a subscriber', 4, 1, '5551234'],
    ['abbreviated', 'an abbreviated number', 6, 1, '99'],
    ['reserved', 'the type kept for extension', 7, 1, '123'],
    ['plan-data', 'the plan of data, X.121', 1, 3, '26245'],
    ['plan-telex', 'the plan of telex', 1, 4, '41886'],
    ['plan-centre', 'a plan of the service centre', 0, 5, '1234'],
    ['plan-national', 'a national plan', 2, 8, '0123'],
    ['plan-private', 'a private plan', 0, 9, '4001'],
    ['plan-ermes', 'the plan of ERMES', 0, 10, '12'],
    ['plan-reserved', 'the plan kept for extension', 0, 15, '12'],
    ['signs', 'an asterisk and a number sign', 0, 1, '*100#'],
    ['letters', 'the letters a, b and c', 0, 1, '1a2b3c'],
    ['signs-even', 'an even count that ends with c, the code before the filler', 0, 1, '*#ac'],
  ];
  const odd = (hex: string) => `04${hex}0000${timeHex(TIME, 8)}00`;
  return [
    ...names.map((name) =>
      told(
        `name-${name.length}`,
        `a name of ${name.length} septets, ${Math.ceil((7 * name.length) / 4)} semi-octets`,
        section,
        { from: [5, 0, name] },
      ),
    ),
    told('name-escape', 'a name with a character of the extension table', section, { from: [5, 0, 'A|B'] }),
    told('name-escape-11', 'a name of nine characters that takes all eleven septets', section, { from: [5, 0, '[Shop 24]'] }),
    told('name-letters', 'a name with letters beyond ASCII', section, { from: [5, 0, 'Ñandù'] }),
    told('name-at', 'a name that ends with the commercial at, seven zero bits', section, { from: [5, 0, 'mail@'] }),
    told('name-at-7', 'a name of seven that begins with it', section, { from: [5, 0, '@office'] }),
    told('name-plan', 'a name with the plan of telephones', section, { from: [5, 1, 'Bank'] }),
    ...types.map(([id, title, TON, NPI, address]) =>
      told(`address-${id}`, `an address: ${title}`, section, { from: [TON, NPI, address] }),
    ),
    refused(
      'address-filler-inside',
      'an address with a filler before its last digit',
      section,
      odd('0691F22143'),
      'bad-value',
      'TP-OA',
    ),
    refused('address-no-filler', 'an odd count of digits without a filler', section, odd('0591214365'), 'bad-value', 'TP-OA'),
    refused(
      'address-21',
      'an address of 21 digits',
      section,
      odd(addressHex(1, 1, '123456789012345678901')),
      'bad-value',
      'TP-OA',
    ),
    refused(
      'address-no-extension',
      'a type of address whose first bit is zero',
      section,
      odd('04112143'),
      'bad-value',
      'TP-OA',
    ),
  ];
}

const pattern = (length: number) => 'The quick brown fox jumps over the lazy dog 0123456789. '.repeat(4).slice(0, length);

function lengths(): FamilyCase[] {
  const section = `${TS} 9.2.3.16`;
  const septets = [0, 1, 2, 6, 7, 8, 9, 14, 15, 16, 17, 63, 64, 80, 127, 128, 151, 152, 153, 158, 159, 160];
  const octets = [0, 1, 2, 7, 8, 127, 128, 133, 134, 139, 140];
  const units = [0, 1, 2, 34, 35, 63, 64, 66, 67, 69, 70];
  const hex = (length: number) => Array.from({ length }, (_, index) => hexOf((index * 37 + 11) % 256)).join('');
  const cyrillic = (length: number) => 'Съешь ещё этих мягких французских булок, да выпей чаю. '.repeat(2).slice(0, length);
  const fields = fieldsOf({});
  const before = fields
    .slice(0, 5)
    .map(([, each]) => each)
    .join('');
  return [
    ...septets.map((length) => told(`septets-${length}`, `${length} septets`, section, { content: pattern(length) })),
    ...[7, 8, 15, 16, 160].map((length) =>
      told(`septets-${length}-at`, `${length} septets, the last of them zero`, section, { content: `${pattern(length - 1)}@` }),
    ),
    ...[7, 15, 159].map((length) =>
      told(
        `septets-${length}-return`,
        `${length} septets, the last a carriage return, which is text in a short message`,
        section,
        {
          content: `${pattern(length - 1)}\r`,
        },
      ),
    ),
    told('septets-escape-160', 'the last character is a pair of septets, 160 in all', section, { content: `${pattern(158)}€` }),
    told('septets-escape-first', 'the first character is a pair of septets', section, { content: '€5' }),
    told('septets-escapes-80', 'eighty pairs of septets', section, { content: '{}[]~|^\\'.repeat(10) }),
    ...octets.map((length) =>
      told(`octets-${length}`, `${length} octets of data`, section, { dcs: 4, alphabet: 'data', content: hex(length) }),
    ),
    ...units.map((length) =>
      told(`units-${length}`, `${length} units of UCS-2`, section, { dcs: 8, alphabet: 'ucs2', content: cyrillic(length) }),
    ),
    ...(
      [
        ['pair', 'a surrogate pair', 'a😀b'],
        ['pairs-35', 'thirty-five surrogate pairs in 140 octets', '😀'.repeat(35)],
        ['joined', 'an emoji of several, joined', '👩‍👩‍👧'],
        ['bom', 'a zero-width no-break space, which is text and no mark of the order', '\ufeffabc'],
        ['latin', 'letters of Latin-1 in two octets each', 'ÄÖÜß'],
        ['controls', 'a tabulator and line ends', 'a\tb\r\nc'],
        ['arabic', 'letters from right to left', 'مرحبا'],
        ['last', 'the last character, of a private plane', '\u{10fffd}'],
      ] as const
    ).map(([id, title, content]) =>
      told(`ucs2-${id}`, `UCS-2: ${title}`, '3GPP TS 23.038 section 6.2.3', { dcs: 8, alphabet: 'ucs2', content }),
    ),
    refused(
      'length-161',
      '161 septets announced, and there',
      section,
      `${before}A1${userDataHex('gsm7', pattern(161)).slice(2)}`,
      'bad-value',
      'TP-UDL',
    ),
    refused(
      'length-one-more',
      'one octet fewer than the septets need',
      section,
      `${before}09${userDataHex('gsm7', pattern(8)).slice(2)}`,
      'truncated',
      'TP-UD',
    ),
    refused(
      'length-octets-one-more',
      'one octet of data fewer than announced',
      section,
      wireOf({ dcs: 4, alphabet: 'data', content: hex(9) }).slice(0, -2),
      'truncated',
      'TP-UD',
    ),
    refused(
      'length-octets-141',
      '141 octets of data',
      section,
      wireOf({ dcs: 4, alphabet: 'data', content: hex(141) }),
      'bad-value',
      'TP-UDL',
    ),
    refused('length-trailing', 'an octet after the text', section, `${wireOf({})}00`, 'trailing'),
    refused(
      'length-septets-as-octets',
      'four septets announced, and eight octets there, which are UCS-2',
      section,
      `${before}04${ucs2Hex('Text')}`,
      'trailing',
    ),
  ];
}

/** A header of so many octets, its length included: an element for the centre's own use fills it. */
const headerOf = (octets: number): readonly Element[] => [[0x80, '5A'.repeat(octets - 3)]];

function headers(): FamilyCase[] {
  const section = `${TS} 9.2.3.24`;
  const fills = [3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 20, 21, 139];
  return [
    ...fills.map((octets) => {
      const fill = (7 - ((8 * octets) % 7)) % 7;
      return told(`fill-${fill}-${octets}`, `a header of ${octets} octets, ${fill} fill bits`, section, {
        header: headerOf(octets),
        content: octets > 130 ? '' : 'Fill bits, then text@',
      });
    }),
    ...[0, 1, 2, 3, 4, 5, 6].map((fill) => {
      const octets = [7, 6, 5, 4, 10, 9, 8][fill] as number;
      const left = 160 - Math.ceil((8 * octets) / 7);
      return told(
        `fill-${fill}-full`,
        `a header of ${octets} octets, ${fill} fill bits, and all ${left} septets that are left`,
        section,
        {
          header: headerOf(octets),
          content: pattern(left),
        },
      );
    }),
    ...[3, 6, 7].map((octets) =>
      told(`header-data-${octets}`, `a header of ${octets} octets before data: no fill bits`, section, {
        ...{ dcs: 4, alphabet: 'data', header: headerOf(octets), content: 'A1B2C3' },
      }),
    ),
    ...[3, 6, 7].map((octets) =>
      told(
        `header-ucs2-${octets}`,
        `a header of ${octets} octets before UCS-2, on an ${octets % 2 === 1 ? 'odd' : 'even'} boundary`,
        section,
        {
          ...{ dcs: 8, alphabet: 'ucs2', header: headerOf(octets), content: 'Где вы?' },
        },
      ),
    ),
    told('header-ucs2-full', 'a header of 6 octets and 67 units of UCS-2', section, {
      ...{ dcs: 8, alphabet: 'ucs2', header: headerOf(6), content: 'ю'.repeat(67) },
    }),
    told('header-data-only', 'a header and no data after it', section, {
      dcs: 4,
      alphabet: 'data',
      header: headerOf(140),
      content: '',
    }),
  ];
}

const FLAGS: readonly (readonly [id: string, title: string, section: string, flags: NonNullable<Fields['flags']>])[] = [
  ['mms-0', 'more messages wait', '9.2.3.2', { MMS: 0 }],
  ['lp', 'the loop prevention', '9.2.3.28', { LP: 1 }],
  ['sri', 'a status report will be returned', '9.2.3.4', { SRI: 1 }],
  ['rp', 'a reply path', '9.2.3.17', { RP: 1 }],
  ['all', 'all flags', '9.2.2.1', { MMS: 1, LP: 1, SRI: 1, RP: 1 }],
];

function flags(): FamilyCase[] {
  return [
    ...FLAGS.map(([id, title, section, each]) => told(`flags-${id}`, title, `${TS} ${section}`, { flags: each })),
    told('flags-none-header', 'more messages wait, and a header', `${TS} 9.2.3.23`, { flags: { MMS: 0 }, header: headerOf(5) }),
  ];
}

/** The message ends before each field, and inside those of several octets. */
function cuts(): FamilyCase[] {
  const fields = fieldsOf({ content: 'cut off' });
  return fields.slice(1).flatMap(([name, hex], index) => {
    const before = fields
      .slice(0, index + 1)
      .map(([, each]) => each)
      .join('');
    const inside = sizeOf(hex) > 1 ? Array.from({ length: sizeOf(hex) - 1 }, (_, octets) => octets + 1) : [];
    return [
      refused(`cut-before-${name}`, `ends before ${name}`, `${TS} 9.2.2.1`, before, 'truncated', name),
      ...inside.map((octets) =>
        refused(
          `cut-${name}-${octets}`,
          `ends inside ${name}, after ${octets} of its octets`,
          `${TS} 9.2.2.1`,
          before + hex.slice(0, 2 * octets),
          'truncated',
          name,
        ),
      ),
    ];
  });
}

function characters(): FamilyCase[] {
  const plain = [...DEFAULT_ALPHABET].filter((character) => character !== '\0');
  const groups = Array.from({ length: 16 }, (_, index) => plain.slice(8 * index, 8 * index + 8).join(''));
  return [
    ...groups.map((content, index) =>
      told(
        `characters-${index}`,
        `characters of the default alphabet: ${JSON.stringify(content)}`,
        '3GPP TS 23.038 section 6.2.1',
        { content: `<${content}>` },
      ),
    ),
    ...EXTENSION.map(([code, character]) =>
      told(
        `extension-${hexOf(code)}`,
        `a character of the extension table: ${JSON.stringify(character)}`,
        '3GPP TS 23.038 section 6.2.1.1',
        {
          content: `a${character}b`,
        },
      ),
    ),
  ];
}

/** All of it. */
export function smsDeliverFamily(): FamilyCase[] {
  return [
    ...codings(),
    ...PROTOCOLS.map(([pid, name]) => told(`pid-${hexOf(pid)}`, `a protocol: ${name}`, `${TS} 9.2.3.9`, { pid })),
    ...times(),
    ...addresses(),
    ...lengths(),
    ...headers(),
    ...flags(),
    ...cuts(),
    ...characters(),
  ];
}
