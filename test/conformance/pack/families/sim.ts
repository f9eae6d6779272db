/**
 * Records of a SIM by TS 51.011: names, the phone book and its extensions, parameters of messages, messages.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import {
  addressHex,
  DEFAULT_ALPHABET,
  octetsHex,
  semiOctets,
  septetsOf,
  timeHex,
  typeAndDigits,
  ucs2Hex,
  userDataHex,
} from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const TS = '3GPP TS 51.011 section';
const ALPHA = '3GPP TS 51.011 annex B';

interface Told {
  readonly format: string;
  readonly id: string;
  readonly title: string;
  readonly specification: string;
}

const both = ({ id, ...rest }: Told, hex: string, value: JsonObject, alphaOctets?: number): FamilyCase => ({
  ...{ id: `sim-files/${id}`, ...rest, direction: 'both' },
  ...(alphaOctets !== undefined && { options: { alphaOctets } }),
  ...{ input: { hex }, expected: { value } },
});
const read = ({ id, ...rest }: Told, hex: string, value: JsonObject): FamilyCase => ({
  ...{ id: `sim-files/${id}`, ...rest, direction: 'decode', input: { hex }, expected: { value } },
});
const refused = ({ id, ...rest }: Told, hex: string, refusal: Refusal): FamilyCase => ({
  ...{ id: `sim-files/${id}`, ...rest, direction: 'decode', input: { hex }, expected: { refused: refusal } },
});
const unwritten = ({ id, ...rest }: Told, value: JsonObject, refusal: Refusal, alphaOctets?: number): FamilyCase => ({
  ...{ id: `sim-files/${id}`, ...rest, direction: 'encode' },
  ...(alphaOctets !== undefined && { options: { alphaOctets } }),
  ...{ input: { value }, expected: { refused: refusal } },
});

/** With FF up to so many octets. */
const filled = (hex: string, octets: number): string => hex.padEnd(2 * octets, 'F');

/** Codes of the default alphabet, an octet each. */
const gsmName = (text: string): string => octetsHex(septetsOf(text));
/** Coding 80: units of UCS-2. */
const unitName = (text: string): string => `80${ucs2Hex(text)}`;
/** An octet of a character: with bit 8 from the base on, without it of the default alphabet. */
const offsetFrom = (base: number, text: string): string =>
  octetsHex(
    [...text].flatMap((character) => {
      const offset = character.charCodeAt(0) - base;
      return offset >= 0 && offset < 0x80 ? [0x80 | offset] : septetsOf(character);
    }),
  );
/** Coding 81: the base is bits 15 to 8 of an octet, times 128. */
const pageName = (text: string, page: number): string => `81${hexOf(text.length)}${hexOf(page)}${offsetFrom(page << 7, text)}`;
/** Coding 82: a base of two octets. */
const baseName = (text: string, base: number): string => `82${hexOf(text.length)}${hexOf(base, 2)}${offsetFrom(base, text)}`;

function names(): FamilyCase[] {
  const of = (id: string, title: string): Told => ({ format: 'sim-alpha', id: `alpha-${id}`, title, specification: ALPHA });
  const characters = DEFAULT_ALPHABET.replaceAll('\0', '');
  return [
    ...[0, 1, 2, 3].map((quarter) => {
      const text = characters.slice(32 * quarter, 32 * quarter + 32);
      return both(of(`default-${quarter + 1}`, `the default alphabet, part ${quarter + 1} of 4`), gsmName(text), { text });
    }),
    ...['^', '{', '}', '\\', '[', '~', ']', '|', '€'].map((character) =>
      both(of(`escape-${hexOf(character.charCodeAt(0), 2)}`, `the extension table: ${character}`), gsmName(`A${character}`), {
        text: `A${character}`,
      }),
    ),
    ...[4, 5, 10, 20, 241].map((octets) =>
      both(
        of(`padded-${octets}`, `a name of four characters in ${octets} octets`),
        filled(gsmName('Mama'), octets),
        { text: 'Mama' },
        octets,
      ),
    ),
    both(
      of('long', 'a name of 241 characters, the most that a record holds'),
      gsmName('Grandmother!'.repeat(21).slice(0, 241)),
      {
        text: 'Grandmother!'.repeat(21).slice(0, 241),
      },
    ),
    ...['Ж', 'Λάμδα', '中文电话', 'עברית', 'हिन्दी', 'Zoë, Łódź'].map((text, index) =>
      read(of(`units-${index + 1}`, `coding 80: ${text}`), unitName(text), { text }),
    ),
    ...[1, 2, 7].map((padding): FamilyCase => {
      const hex = unitName('Ωμέγα') + 'FF'.repeat(padding);
      return {
        ...read(of(`units-padded-${padding}`, `coding 80, and ${padding} octets that are not in use`), hex, { text: 'Ωμέγα' }),
        options: { alphaOctets: sizeOf(hex) },
      };
    }),
    read(of('units-pair', 'coding 80 with a surrogate pair'), unitName('a😀b'), { text: 'a😀b' }),
    ...(
      [
        ['cyrillic', 'Мама', 0x08],
        ['cyrillic-mixed', 'Дом 1-2', 0x08],
        ['greek', 'Ελένη', 0x07],
        ['hebrew', 'אמא', 0x0b],
        ['arabic', 'ماما', 0x0c],
        ['first', '\u0400\u047f', 0x08],
        ['thai', 'แม่', 0x1c],
      ] as const
    ).map(([id, text, page]) =>
      read(of(`page-${id}`, `coding 81 with the page ${hexOf(page)}`), pageName(text, page), { text }),
    ),
    ...(
      [
        ['armenian', 'Մայր', 0x0530],
        ['between', '\u04ff\u0500\u057e', 0x04ff],
        ['mixed', 'Ա-1 Բ', 0x0531],
        ['high', 'ꙀꙂ', 0xa640],
      ] as const
    ).map(([id, text, base]) =>
      read(of(`base-${id}`, `coding 82 with the base ${hexOf(base, 2)}`), baseName(text, base), { text }),
    ),
    ...[0x83, 0x90, 0xc0, 0xfe].map((octet) =>
      refused(
        of(`octet-${hexOf(octet)}`, `an octet that is no coding and no character: ${hexOf(octet)}`),
        `${hexOf(octet)}4142`,
        {
          ...{ reason: 'bad-value', field: 'alpha', offset: 0 },
        },
      ),
    ),
    ...[1, 2, 9].map((at) =>
      refused(
        of(`octet-at-${at}`, `an octet of eight bits after ${at} characters`),
        `${gsmName('Grandmother'.slice(0, at))}E9`,
        {
          ...{ reason: 'bad-value', field: 'alpha', offset: at },
        },
      ),
    ),
    ...(
      [
        ['81-1', '81', 1],
        ['81-2', '8103', 2],
        ['82-2', '8203', 2],
        ['82-3', '820304', 2],
      ] as const
    ).map(([id, hex, offset]) =>
      refused(of(`cut-${id}`, `coding ${id.slice(0, 2)} ends after ${sizeOf(hex)} octets`), hex, {
        reason: 'truncated',
        field: 'alpha',
        offset,
      }),
    ),
    ...(
      [
        ['page', pageName('Мама', 0x08).slice(0, -2)],
        ['base', baseName('Մայր', 0x0530).slice(0, -2)],
        ['page-none', '810508'],
      ] as const
    ).map(([id, hex]) =>
      refused(of(`count-${id}`, 'more characters are counted than there are octets'), hex, {
        reason: 'truncated',
        field: 'alpha',
        offset: 1,
      }),
    ),
    ...(
      [
        ['low', '80DE000041', 1],
        ['high', '800041D83D', 3],
        ['turned', '80DE00D83D', 1],
      ] as const
    ).map(([id, hex, offset]) =>
      refused(of(`half-${id}`, 'coding 80 with half of a surrogate pair'), hex, {
        reason: 'bad-value',
        field: 'alpha',
        offset,
      }),
    ),
    unwritten(
      of('unwritten-long', 'five characters in four octets'),
      { text: 'Mamas' },
      { reason: 'too-long', field: 'alpha' },
      4,
    ),
    unwritten(
      of('unwritten-escape', 'an escape that the last octet has no place for'),
      { text: 'Eur€' },
      { reason: 'too-long', field: 'alpha' },
      4,
    ),
    unwritten(
      of('unwritten-units', 'two characters of UCS-2 in four octets'),
      { text: '中文' },
      { reason: 'too-long', field: 'alpha' },
      4,
    ),
    unwritten(of('unwritten-242', '242 characters'), { text: 'a'.repeat(242) }, { reason: 'too-long', field: 'alpha' }),
  ];
}

/** Octets of the digits of a record. */
const DIGIT_OCTETS = 10;

interface Adn {
  readonly alpha?: string;
  readonly alphaHex?: string;
  readonly alphaOctets?: number;
  readonly number?: readonly [TON: number, NPI: number, digits: string];
  readonly CCP?: number;
  readonly EXT1?: number;
}

const optionalHex = (value: number | undefined) => (value === undefined ? 'FF' : hexOf(value));
/** Digits of a dialling number: p is a pause, ? any digit, e what is reserved (section 10.5.1, table 12). */
const dialledHex = (digits: string): string =>
  semiOctets(digits.replaceAll('p', 'a').replaceAll('?', 'b').replaceAll('e', 'c'));

function adnHex({ alpha = 'Home', alphaHex = gsmName(alpha), alphaOctets = 6, number, CCP, EXT1 }: Adn): string {
  const [TON = 0, NPI = 0, digits = ''] = number ?? [];
  const dialled = dialledHex(digits);
  const length = number === undefined ? 'FF' : hexOf(1 + sizeOf(dialled));
  const type = number === undefined ? '' : hexOf(0x80 | (TON << 4) | NPI);
  const fields = length + filled(type + dialled, 1 + DIGIT_OCTETS);
  return filled(alphaHex, alphaOctets) + fields + optionalHex(CCP) + optionalHex(EXT1);
}

function adnValue({ alpha = 'Home', number, CCP, EXT1 }: Adn): JsonObject {
  return {
    alpha,
    ...(number !== undefined && { number: { TON: number[0], NPI: number[1], address: number[2] } }),
    ...(CCP !== undefined && { CCP }),
    ...(EXT1 !== undefined && { EXT1 }),
  };
}

function phoneBook(): FamilyCase[] {
  const of = (id: string, title: string): Told => ({
    ...{ format: 'sim-adn', id: `adn-${id}`, title, specification: `${TS} 10.5.1` },
  });
  const record = (id: string, title: string, fields: Adn) =>
    both(of(id, title), adnHex(fields), adnValue(fields), fields.alphaOctets ?? 6);
  const digits = '12345678901234567890';
  const whole = adnHex({ number: [1, 1, '447700900123'], alphaOctets: 4 });
  return [
    ...Array.from({ length: 20 }, (_, index) => index + 1).map((length) =>
      record(`digits-${length}`, `a number of ${length} digits`, { number: [1, 1, digits.slice(0, length)] }),
    ),
    ...[0, 1, 2, 3, 4, 6, 7].map((TON) => record(`type-${TON}`, `type of number ${TON}`, { number: [TON, 1, '112233'] })),
    ...[0, 3, 4, 8, 9, 10, 15].map((NPI) => record(`plan-${NPI}`, `numbering plan ${NPI}`, { number: [0, NPI, '112233'] })),
    ...['*123#', '**21*1#', '#', '*'].map((code, index) =>
      record(`code-${index + 1}`, `a number to dial: ${code}`, { number: [0, 1, code] }),
    ),
    ...(
      [
        ['pause', '0123p45', 'a pause before the tones'],
        ['wild', '12??', 'digits that the user is asked for'],
        ['expansion', '12e', 'the code that is reserved'],
      ] as const
    ).map(([id, number, title]) => record(id, title, { number: [0, 1, number] })),
    ...[0, 1, 254].map((CCP) => record(`capability-${CCP}`, `capability record ${CCP}`, { number: [0, 1, '1'], CCP })),
    ...[1, 5, 254].map((EXT1) => record(`extension-${EXT1}`, `extension record ${EXT1}`, { number: [0, 1, digits], EXT1 })),
    ...[4, 5, 32, 241].map((alphaOctets) =>
      record(`alpha-${alphaOctets}`, `a name of four characters in ${alphaOctets} octets`, {
        alphaOctets,
        number: [0, 1, '112'],
      }),
    ),
    record('alpha-none', 'a record without a name', { alpha: '', alphaOctets: 0, number: [0, 1, '112'] }),
    record('alpha-empty', 'an empty name', { alpha: '', alphaOctets: 8, number: [0, 1, '112'] }),
    record('alpha-escape', 'a name with characters of the extension table', {
      alpha: '[€]',
      alphaOctets: 8,
      number: [0, 1, '112'],
    }),
    record('number-none', 'a name without a number', {}),
    ...(
      [
        ['units', 'Α中', unitName('Α中')],
        ['page', 'Мама', pageName('Мама', 0x08)],
        ['base', 'Մայր', baseName('Մայր', 0x0530)],
      ] as const
    ).map(([id, alpha, alphaHex]) => {
      const fields: Adn = { alpha, alphaHex, alphaOctets: 10, number: [1, 1, '37410123456'] };
      return read(of(`alpha-${id}`, `a name in coding ${alphaHex.slice(0, 2)}`), adnHex(fields), adnValue(fields));
    }),
    read(
      of('remains', 'digits of an older number after the end of this one'),
      `${filled(gsmName('Home'), 6)}0381214321436587FFFFFFFFFFFF`,
      { alpha: 'Home', number: { TON: 0, NPI: 1, address: '1234' } },
    ),
    ...[12, 13, 128, 254].map((length) =>
      refused(of(`length-${length}`, `a number of ${length} octets`), whole.slice(0, 8) + hexOf(length) + whole.slice(10), {
        ...{ reason: 'bad-value', field: 'number', offset: 4 },
      }),
    ),
    refused(of('length-0', 'a number of no octets, and digits after it'), `${whole.slice(0, 8)}00${whole.slice(10)}`, {
      ...{ reason: 'bad-value', field: 'number', offset: 4 },
    }),
    ...[0x01, 0x11, 0x7f].map((type) =>
      refused(
        of(`type-octet-${hexOf(type)}`, 'a type whose highest bit is not set'),
        whole.slice(0, 10) + hexOf(type) + whole.slice(12),
        {
          ...{ reason: 'bad-value', field: 'number', offset: 5 },
        },
      ),
    ),
    ...(
      [
        ['same', '1F', 3],
        ['next', 'F121', 4],
        ['gap', '21FF43', 5],
      ] as const
    ).map(([id, hex, offset]) =>
      refused(
        of(`digit-after-${id}`, 'a digit after the filler that ends the number'),
        `48${hexOf(1 + sizeOf(hex))}81${filled(hex, DIGIT_OCTETS)}FFFF`,
        { reason: 'bad-value', field: 'number', offset },
      ),
    ),
    ...[0, 1, 13].map((octets) =>
      refused(of(`cut-${octets}`, `a record of ${octets} octets`), 'FF'.repeat(octets), {
        reason: 'truncated',
        field: 'EF_ADN',
        offset: 0,
      }),
    ),
    refused(of('long', 'a record of 256 octets'), filled('', 256), { reason: 'bad-value', field: 'EF_ADN', offset: 0 }),
    refused(of('alpha-octet', 'a name with an octet of eight bits'), `41E9${whole.slice(8)}`, {
      reason: 'bad-value',
      field: 'alpha',
      offset: 1,
    }),
    ...['12-34', '+44', '0a', 'P'].map((number, index) =>
      unwritten(
        of(`unwritten-digit-${index + 1}`, `a number with what is no digit: ${number}`),
        { alpha: '', number: { TON: 0, NPI: 1, address: number } },
        { reason: 'bad-value', field: 'number' },
        0,
      ),
    ),
    ...(
      [
        ['TON', 8, 1],
        ['NPI', 0, 16],
      ] as const
    ).map(([id, TON, NPI]) =>
      unwritten(
        of(`unwritten-${id}`, `${id} out of its range`),
        { alpha: '', number: { TON, NPI, address: '1' } },
        { reason: 'bad-value', field: 'number' },
        0,
      ),
    ),
    unwritten(of('unwritten-CCP', 'capability record 255'), { alpha: '', CCP: 255 }, { reason: 'bad-value' }, 0),
    unwritten(
      of('unwritten-alpha', 'seven characters in six octets'),
      { alpha: 'Grandma' },
      { reason: 'too-long', field: 'alpha' },
      6,
    ),
  ];
}

function extensions(): FamilyCase[] {
  const of = (id: string, title: string): Told => ({
    ...{ format: 'sim-ext1', id: `ext1-${id}`, title, specification: `${TS} 10.5.10` },
  });
  const digitsHex = (digits: string, next?: number) => {
    const hex = dialledHex(digits);
    return `02${hexOf(sizeOf(hex))}${filled(hex, DIGIT_OCTETS)}${optionalHex(next)}`;
  };
  return [
    ...[1, 2, 3, 10, 19].map((length) => {
      const digits = '98765432109876543210'.slice(0, length);
      return both(of(`digits-${length}`, `${length} more digits`), digitsHex(digits), { type: 'digits', digits });
    }),
    ...[1, 254].map((next) =>
      both(of(`next-${next}`, `digits that go on in record ${next}`), digitsHex('12p3', next), {
        type: 'digits',
        digits: '12p3',
        next,
      }),
    ),
    both(of('subaddress', 'half of a subaddress'), `0115${'A1'.repeat(10)}02`, {
      type: 'subaddress',
      data: `15${'A1'.repeat(10)}`,
      next: 2,
    }),
    ...[3, 127, 254].map((type) =>
      refused(of(`type-${type}`, `a record of type ${type}, which is reserved`), hexOf(type) + 'FF'.repeat(12), {
        ...{ reason: 'bad-value', field: 'type', offset: 0 },
      }),
    ),
    ...[11, 128, 255].map((count) =>
      refused(of(`count-${count}`, `${count} octets of digits`), `02${hexOf(count)}${'11'.repeat(10)}FF`, {
        ...{ reason: 'bad-value', field: 'data', offset: 1 },
      }),
    ),
    refused(of('digit-after', 'a digit after the filler that ends them'), `020321FF43${'FF'.repeat(7)}FF`, {
      ...{ reason: 'bad-value', field: 'data', offset: 4 },
    }),
    ...[0, 1, 12].map((octets) =>
      refused(of(`cut-${octets}`, `a record of ${octets} octets`), digitsHex('12').slice(0, 2 * octets), {
        ...{ reason: 'truncated', offset: octets },
      }),
    ),
    refused(of('trailing', 'an octet after the record'), `${digitsHex('12')}00`, {
      reason: 'trailing',
      field: 'EF_EXT1',
      offset: 13,
    }),
  ];
}

type PlainNumber = readonly [TON: number, NPI: number, digits: string];

interface Smsp {
  readonly alpha?: string;
  readonly alphaOctets?: number;
  readonly destination?: PlainNumber;
  readonly centre?: PlainNumber;
  readonly pid?: number;
  readonly dcs?: number;
  readonly validity?: readonly [octet: number, minutes: number];
}

const ADDRESS_OCTETS = 12;
/** The length of a centre's address counts octets, its type among them (TS 24.011 section 8.2.5.1). */
const centreHex = ([TON, NPI, digits]: PlainNumber): string => {
  const hex = typeAndDigits(TON, NPI, digits);
  return hexOf(sizeOf(hex)) + hex;
};
const plainNumber = ([TON, NPI, address]: PlainNumber): JsonObject => ({ TON, NPI, address });

function smspHex({ alpha = 'SMS', alphaOctets = 4, destination, centre, pid, dcs, validity }: Smsp): string {
  const absent = [destination, centre, pid, dcs, validity].reduce<number>(
    (bits, each, bit) => bits | (each === undefined ? 1 << bit : 0),
    0xe0,
  );
  const slot = (hex: string) => filled(hex, ADDRESS_OCTETS);
  return [
    filled(gsmName(alpha), alphaOctets) + hexOf(absent),
    slot(destination === undefined ? '' : addressHex(...destination)),
    slot(centre === undefined ? '' : centreHex(centre)),
    optionalHex(pid) + optionalHex(dcs) + optionalHex(validity?.[0]),
  ].join('');
}

function smspValue({ alpha = 'SMS', destination, centre, pid, dcs, validity }: Smsp): JsonObject {
  return {
    alpha,
    ...(destination !== undefined && { 'TP-DA': plainNumber(destination) }),
    ...(centre !== undefined && { SMSC: plainNumber(centre) }),
    ...(pid !== undefined && { 'TP-PID': pid }),
    ...(dcs !== undefined && { 'TP-DCS': dcs }),
    ...(validity !== undefined && { validityMinutes: validity[1] }),
  };
}

const [DAY, WEEK] = [24 * 60, 7 * 24 * 60];
/** Octets at the edges of the four ranges (TS 23.040 section 9.2.3.12.1). */
const VALIDITIES: readonly (readonly [octet: number, minutes: number])[] = [
  [0, 5],
  [1, 10],
  [143, 12 * 60],
  [144, 12 * 60 + 30],
  [167, DAY],
  [168, 2 * DAY],
  [196, 30 * DAY],
  [197, 5 * WEEK],
  [254, 62 * WEEK],
];

const CENTRE: PlainNumber = [1, 1, '447785016005'];
const DESTINATION: PlainNumber = [1, 1, '27381000015'];

function parameters(): FamilyCase[] {
  const of = (id: string, title: string): Told => ({
    ...{ format: 'sim-smsp', id: `smsp-${id}`, title, specification: `${TS} 10.5.6` },
  });
  const record = (id: string, title: string, fields: Smsp) =>
    both(of(id, title), smspHex(fields), smspValue(fields), fields.alphaOctets ?? 4);
  const digits = '12345678901234567890';
  const whole = smspHex({ alphaOctets: 4, destination: DESTINATION, centre: CENTRE, pid: 0, dcs: 0, validity: [167, DAY] });
  /** The record with other octets from one on. */
  const changed = (at: number, hex: string) => whole.slice(0, 2 * at) + hex + whole.slice(2 * at + hex.length);
  const [toDestination, toCentre] = [5, 5 + ADDRESS_OCTETS];
  return [
    ...Array.from({ length: 31 }, (_, index) => index + 1).map((bits) => {
      const fields: Smsp = {
        ...((bits & 1) !== 0 && { destination: DESTINATION }),
        ...((bits & 2) !== 0 && { centre: CENTRE }),
        ...((bits & 4) !== 0 && { pid: 0x24 }),
        ...((bits & 8) !== 0 && { dcs: 0xf1 }),
        ...((bits & 16) !== 0 && { validity: [167, DAY] as const }),
      };
      return record(`indicators-${hexOf(bits)}`, `parameters by the bits ${bits.toString(2).padStart(5, '0')}`, fields);
    }),
    ...Array.from({ length: 20 }, (_, index) => index + 1).map((length) =>
      record(`destination-${length}`, `a destination of ${length} digits`, { destination: [1, 1, digits.slice(0, length)] }),
    ),
    ...Array.from({ length: 20 }, (_, index) => index + 1).map((length) =>
      record(`centre-${length}`, `a service centre of ${length} digits`, { centre: [1, 1, digits.slice(0, length)] }),
    ),
    ...[0, 2, 3, 4, 6].map((TON) =>
      record(`types-${TON}`, `numbers of type ${TON}`, { destination: [TON, 1, '778899'], centre: [TON, 1, '112233'] }),
    ),
    record('name', 'a destination in letters', { destination: [5, 0, 'Bank'] }),
    ...[0x01, 0x12, 0x40, 0x7f, 0xff].map((pid) => record(`pid-${hexOf(pid)}`, `TP-PID ${hexOf(pid)}`, { pid })),
    ...[0x00, 0x08, 0x11, 0xf4].map((dcs) => record(`dcs-${hexOf(dcs)}`, `TP-DCS ${hexOf(dcs)}`, { dcs })),
    ...VALIDITIES.map((validity) => record(`validity-${validity[0]}`, `a validity of ${validity[1]} minutes`, { validity })),
    ...[3, 12, 227].map((alphaOctets) =>
      record(`alpha-${alphaOctets}`, `a name of three characters in ${alphaOctets} octets`, { alphaOctets, centre: CENTRE }),
    ),
    read(of('values-left', 'values that the indicators call absent'), changed(4, 'FF'), { alpha: 'SMS' }),
    ...[21, 64, 255].map((length) =>
      refused(of(`destination-length-${length}`, `a destination of ${length} digits`), changed(toDestination, hexOf(length)), {
        ...{ reason: 'bad-value', field: 'TP-DA', offset: toDestination },
      }),
    ),
    refused(of('destination-type', 'a destination whose type has its highest bit not set'), changed(toDestination + 1, '11'), {
      ...{ reason: 'bad-value', field: 'TP-DA', offset: toDestination + 1 },
    }),
    refused(of('destination-filler', 'a filler among the digits of a destination'), changed(toDestination + 3, 'F8'), {
      ...{ reason: 'bad-value', field: 'TP-DA', offset: toDestination + 3 },
    }),
    refused(of('destination-odd', 'an odd count of digits without a filler'), changed(toDestination, '09'), {
      ...{ reason: 'bad-value', field: 'TP-DA', offset: toDestination + 6 },
    }),
    ...[12, 13, 200].map((length) =>
      refused(of(`centre-length-${length}`, `a service centre of ${length} octets`), changed(toCentre, hexOf(length)), {
        ...{ reason: 'bad-value', field: 'SMSC', offset: toCentre },
      }),
    ),
    refused(of('centre-type', 'a service centre whose type has its highest bit not set'), changed(toCentre + 1, '11'), {
      ...{ reason: 'bad-value', field: 'SMSC', offset: toCentre + 1 },
    }),
    refused(of('centre-filler', 'a filler among the digits of a service centre'), changed(toCentre + 2, '4F'), {
      ...{ reason: 'bad-value', field: 'SMSC', offset: toCentre + 2 },
    }),
    ...[0, 1, 27].map((octets) =>
      refused(of(`cut-${octets}`, `a record of ${octets} octets`), 'FF'.repeat(octets), {
        reason: 'truncated',
        field: 'EF_SMSP',
        offset: 0,
      }),
    ),
    refused(of('long', 'a record of 256 octets'), filled('', 256), { reason: 'bad-value', field: 'EF_SMSP', offset: 0 }),
    unwritten(
      of('unwritten-validity-0', 'a validity of no minutes'),
      { alpha: '', validityMinutes: 0 },
      {
        ...{ reason: 'bad-value', field: 'validityMinutes' },
      },
      0,
    ),
    unwritten(
      of('unwritten-validity-635041', 'a validity of a minute more than 63 weeks'),
      { alpha: '', validityMinutes: 635041 },
      {
        ...{ reason: 'too-long', field: 'validityMinutes' },
      },
      0,
    ),
    unwritten(of('unwritten-pid', 'TP-PID 256'), { alpha: '', 'TP-PID': 256 }, { reason: 'bad-value' }, 0),
    unwritten(of('unwritten-dcs', 'TP-DCS -1'), { alpha: '', 'TP-DCS': -1 }, { reason: 'bad-value' }, 0),
    unwritten(
      of('unwritten-digits', 'a destination of 21 digits'),
      { alpha: '', 'TP-DA': { TON: 1, NPI: 1, address: `${digits}1` } },
      {
        ...{ reason: 'too-long', field: 'TP-DA' },
      },
      0,
    ),
    unwritten(
      of('unwritten-228', 'a name of 228 octets'),
      { alpha: 'a'.repeat(228) },
      { reason: 'too-long', field: 'alpha' },
      228,
    ),
  ];
}

const RECORD_OCTETS = 176;
const TIME = timeHex([2026, 11, 28, 9, 30, 0], 8);

/** Messages to the handset and from it, in the order of their fields (TS 23.040 section 9.2.2). */
const deliverHex = (userData: string, dcs: number, isHeader = false): string =>
  `${isHeader ? '44' : '04'}${addressHex(1, 1, '447700900123')}00${hexOf(dcs)}${TIME}${userData}`;
const submitHex = (
  userData: string,
  dcs: number,
  validity: { readonly vpf: number; readonly hex: string } = { vpf: 0, hex: '' },
): string => `${hexOf(1 | (validity.vpf << 3))}07${addressHex(1, 1, '447700900123')}00${hexOf(dcs)}${validity.hex}${userData}`;

interface Stored {
  readonly status: string;
  readonly octet: number;
  readonly centre?: PlainNumber;
  readonly tpdu: string;
}

function storedHex({ octet, centre, tpdu }: Stored): string {
  return filled(hexOf(octet) + (centre === undefined ? '00' : centreHex(centre)) + tpdu, RECORD_OCTETS);
}

const storedValue = ({ status, centre, tpdu }: Stored): JsonObject => ({
  ...{ status, TPDU: tpdu },
  ...(centre !== undefined && { SMSC: plainNumber(centre) }),
});

const STATUSES: readonly (readonly [status: string, octet: number, isReceived: boolean])[] = [
  ['read', 0x01, true],
  ['unread', 0x03, true],
  ['unsent', 0x07, false],
  ['sent', 0x05, false],
  ['sent, report awaited', 0x0d, false],
  ['sent, report received', 0x15, false],
  ['sent, report stored', 0x1d, false],
];

function messages(): FamilyCase[] {
  const of = (id: string, title: string): Told => ({
    ...{ format: 'sim-sms', id: `sms-${id}`, title, specification: `${TS} 10.5.3` },
  });
  const record = (id: string, title: string, fields: Stored) => both(of(id, title), storedHex(fields), storedValue(fields));
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(4);
  const received = (id: string, title: string, tpdu: string) =>
    record(`received-${id}`, `received: ${title}`, { status: 'read', octet: 1, centre: CENTRE, tpdu });
  const sent = (id: string, title: string, tpdu: string) =>
    record(`sent-${id}`, `to be sent: ${title}`, { status: 'unsent', octet: 7, centre: CENTRE, tpdu });
  const digits = '12345678901234567890';
  const whole = storedHex({ status: 'read', octet: 1, centre: CENTRE, tpdu: deliverHex(userDataHex('gsm7', 'Hello'), 0) });
  const changed = (at: number, hex: string) => whole.slice(0, 2 * at) + hex + whole.slice(2 * at + hex.length);
  const report = (status: string) => `0607${addressHex(1, 1, '447700900123')}${TIME}${TIME}${status}`;
  return [
    ...STATUSES.flatMap(([status, octet, isReceived]) => {
      const tpdu = isReceived ? deliverHex(userDataHex('gsm7', 'See you'), 0) : submitHex(userDataHex('gsm7', 'See you'), 0);
      return [undefined, [0, 1, '1234567'] as const].map((centre, index) =>
        record(
          `status-${hexOf(octet)}-${index === 0 ? 'none' : 'centre'}`,
          `${status}, ${index === 0 ? 'no' : 'a national'} service centre`,
          {
            ...{ status, octet, tpdu },
            ...(centre !== undefined && { centre }),
          },
        ),
      );
    }),
    ...[0, 1, 7, 8, 9, 80, 159, 160].flatMap((length) => {
      const userData = userDataHex('gsm7', text.slice(0, length));
      return [
        received(`septets-${length}`, `${length} septets`, deliverHex(userData, 0)),
        sent(`septets-${length}`, `${length} septets`, submitHex(userData, 0)),
      ];
    }),
    ...[1, 2, 70].map((length) =>
      received(
        `units-${length}`,
        `${length} units of UCS-2`,
        deliverHex(userDataHex('ucs2', 'Привет, как дела? '.repeat(4).slice(0, length)), 8),
      ),
    ),
    ...[1, 139, 140].map((octets) =>
      received(`octets-${octets}`, `${octets} octets of data`, deliverHex(userDataHex('data', 'A5'.repeat(octets)), 4)),
    ),
    received('filler', 'data that end in octets of FF', deliverHex(userDataHex('data', '01FFFFFF'), 4)),
    received(
      'part',
      'a part of a message, with its header',
      deliverHex(userDataHex('gsm7', 'part two', [[0, '2A0202']]), 0, true),
    ),
    sent('relative', 'a relative validity period', submitHex(userDataHex('gsm7', 'Hello'), 0, { vpf: 2, hex: 'A7' })),
    sent('absolute', 'an absolute validity period', submitHex(userDataHex('gsm7', 'Hello'), 0, { vpf: 3, hex: TIME })),
    received('report-00', 'a status report: delivered', report('00')),
    received('report-46', 'a status report: expired', report('46')),
    ...[1, 2, 9, 10, 19, 20].map((length) =>
      record(`centre-${length}`, `a service centre of ${length} digits`, {
        ...{ status: 'unread', octet: 3, centre: [1, 1, digits.slice(0, length)] as const },
        tpdu: deliverHex(userDataHex('gsm7', 'Hello'), 0),
      }),
    ),
    both(of('free-remains', 'a free record with octets that are no message'), filled('005A5A5A', RECORD_OCTETS), {
      ...{ status: 'free', remains: '5A5A5A' },
    }),
    ...[0x09, 0x0b, 0x0f, 0x25, 0x45, 0x81, 0xe3].map((octet) =>
      refused(of(`status-${hexOf(octet)}`, `a status with reserved bits: ${hexOf(octet)}`), changed(0, hexOf(octet)), {
        ...{ reason: 'bad-value', field: 'status', offset: 0 },
      }),
    ),
    ...[12, 13, 127].map((length) =>
      refused(of(`centre-length-${length}`, `a service centre of ${length} octets`), changed(1, hexOf(length)), {
        ...{ reason: 'bad-value', field: 'SMSC', offset: 1 },
      }),
    ),
    refused(of('centre-type', 'a service centre whose type has its highest bit not set'), changed(2, '11'), {
      ...{ reason: 'bad-value', field: 'SMSC', offset: 2 },
    }),
    refused(of('centre-filler', 'a filler among the digits of a service centre'), changed(4, 'F7'), {
      ...{ reason: 'bad-value', field: 'SMSC', offset: 4 },
    }),
    ...[1, 2, 100, 175].map((octets) =>
      refused(of(`cut-${octets}`, `a record of ${octets} octets`), whole.slice(0, 2 * octets), {
        reason: 'truncated',
        field: 'EF_SMS',
        offset: 1,
      }),
    ),
    refused(of('cut-0', 'no octets'), '', { reason: 'truncated', field: 'status', offset: 0 }),
    ...[1, 176].map((octets) =>
      refused(of(`trailing-${octets}`, `octets after the record: ${octets}`), whole + 'FF'.repeat(octets), {
        ...{ reason: 'trailing', field: 'EF_SMS', offset: RECORD_OCTETS },
      }),
    ),
    unwritten(
      of('unwritten-status', 'a status that is not defined'),
      { status: 'lost', TPDU: submitHex(userDataHex('gsm7', 'a'), 0) },
      {
        ...{ reason: 'bad-value', field: 'status' },
      },
    ),
    unwritten(
      of('unwritten-none', 'a message that is to be sent, and is not there'),
      { status: 'unsent' },
      { reason: 'bad-value' },
    ),
    unwritten(
      of('unwritten-remains', 'more remains than the record holds'),
      { status: 'free', remains: '5A'.repeat(176) },
      {
        ...{ reason: 'too-long', field: 'remains' },
      },
    ),
  ];
}

/** All of it. */
export function simFamily(): FamilyCase[] {
  return [...names(), ...phoneBook(), ...extensions(), ...parameters(), ...messages()];
}
