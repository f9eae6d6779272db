/**
 * The faults of npm's packages that verdicts name.
 * @module
 */
import type { Fault } from './oracles/oracle.js';
import type { BareCase, JsonObject } from './pack/shape.js';

type Rule = Omit<Fault, 'oracle'>;

const expectedOf = ({ expected }: BareCase): JsonObject => ('value' in expected ? expected.value : {});
const textOf = ({ input }: BareCase): string => ('text' in input ? input.text : '');
const commandsOf = (bare: BareCase): string => textOf(bare).split(':')[2] ?? '';
const elementsOf = (bare: BareCase) => (expectedOf(bare).UDH ?? []) as unknown as readonly { readonly IEI: number }[];
const dcsOf = (bare: BareCase) => Number(expectedOf(bare)['TP-DCS'] ?? 0);
/** The group of coding schemes that tell of waiting messages. */
const isWaiting = (bare: BareCase) => dcsOf(bare) >= 0xc0 && dcsOf(bare) < 0xf0;
/** A coding scheme whose alphabet is the fourth, which is reserved. */
const isReservedAlphabet = (bare: BareCase) => (dcsOf(bare) & 0x0c) === 0x0c;
/** The groups of coding schemes that are reserved, and the last one with its reserved bit. */
const isReservedGroup = (bare: BareCase) => (dcsOf(bare) >= 0x80 && dcsOf(bare) < 0xc0) || (dcsOf(bare) & 0xf8) === 0xf8;
const addressOf = (members: JsonObject) => (members['TP-OA'] ?? {}) as { readonly TON?: number; readonly address?: string };
/** A number with the signs and letters that a digit of 10 to 14 is. */
const hasSigns = (bare: BareCase) => {
  const { TON, address = '' } = addressOf(expectedOf(bare));
  return TON !== 5 && /[*#abc]/.test(address);
};
/** A validity period whose first octet says which form it has. */
const isEnhanced = (bare: BareCase) => (expectedOf(bare)['TP-VP'] as JsonObject | undefined)?.format === 'enhanced';
const enhanced = (id: string): Rule => ({
  id,
  fault: 'refuses a validity period in the enhanced format',
  members: ['refuses'],
  applies: isEnhanced,
});
const endsWith = (pattern: RegExp) => (bare: BareCase) => pattern.test(bare.id);

/** A package that reads what has to be refused, in cases of these ids, or for this reason. */
const accepts = (id: string, fault: string, cases: RegExp | 'truncated' | 'trailing'): Rule => ({
  id,
  fault,
  members: ['accepts'],
  applies: ({ id: name, expected }) =>
    typeof cases === 'string' ? 'refused' in expected && expected.refused.reason === cases : cases.test(name),
});

/** Ids of short messages with values that the specification does not have. */
const VALUES = /^sms-deliver\/(?:address|time-bad)-|^sms-deliver\/length-(?:161|octets-141)$/;

const NODE_PDU: readonly Rule[] = [
  accepts('node-pdu-cut', 'accepts PDUs that are truncated', 'truncated'),
  accepts('node-pdu-trailing', 'accepts octets after the last field', 'trailing'),
  accepts('node-pdu-values', 'accepts times that do not exist, and wrong lengths of addresses and texts', VALUES),
  enhanced('node-pdu-enhanced'),
  {
    id: 'node-pdu-pid',
    fault: 'shows the two high bits of TP-PID',
    members: ['TP-PID'],
    applies: (bare, shows) => shows['TP-PID'] === Number(expectedOf(bare)['TP-PID']) >> 6,
  },
  {
    id: 'node-pdu-signs',
    fault: 'shows *, #, a, b and c of a number as hexadecimal digits',
    members: ['TP-OA'],
    applies: hasSigns,
  },
  {
    id: 'node-pdu-name-end',
    fault: 'trims blanks at the end of an alphanumeric address',
    members: ['TP-OA'],
    applies: (bare, shows) => addressOf(expectedOf(bare)).address?.trimEnd() === addressOf(shows).address,
  },
  {
    id: 'node-pdu-backticks',
    fault: 'shows a section sign and a form feed as `',
    members: ['text'],
    applies: (bare, { text }) => String(expectedOf(bare).text).replaceAll(/[§\f]/g, '`') === text,
  },
  {
    id: 'node-pdu-reserved-alphabet',
    fault: 'refuses the reserved alphabet of a coding scheme, which is to be read as the default one',
    members: ['refuses'],
    applies: isReservedAlphabet,
  },
  {
    id: 'node-pdu-reserved-groups',
    fault: 'reads text of reserved coding groups as octets or UCS-2, where the default alphabet is to be taken',
    members: ['text'],
    applies: isReservedGroup,
  },
  {
    id: 'node-pdu-header-alone',
    fault: 'shows an @ after a header that fills the message',
    members: ['text'],
    applies: (bare, { text }) => text === '@' && expectedOf(bare).text === '' && elementsOf(bare).length > 0,
  },
  {
    id: 'node-pdu-waiting',
    fault: 'reads the text of a message-waiting indication as UCS-2, whatever its coding scheme',
    members: ['text'],
    applies: isWaiting,
  },
  {
    id: 'node-pdu-odd-ucs2',
    fault: 'shows the last octet of an odd number of UCS-2 octets as a character',
    members: ['text'],
    applies: (bare) => bare.format === 'sms-submit' && dcsOf(bare) === 8 && endsWith(/\/lenient$/)(bare),
  },
  {
    id: 'node-pdu-national-tables',
    fault: 'ignores the elements that select national tables',
    members: ['text'],
    applies: (bare) => elementsOf(bare).some(({ IEI }) => IEI === 0x24 || IEI === 0x25),
  },
  {
    id: 'node-pdu-empty-address',
    fault: 'skips no type of address where the address has no digits: later fields are read an octet early',
    members: ['TP-SCTS', 'TP-DT', 'TP-ST'],
    applies: (bare) => (expectedOf(bare)['TP-RA'] as JsonObject | undefined)?.address === '',
  },
];

const NODE_SMS_PDU: readonly Rule[] = [
  accepts('node-sms-pdu-values', 'accepts times that do not exist, and wrong lengths of addresses and texts', VALUES),
  accepts('node-sms-pdu-header', 'accepts an element that goes on past the header', /bad-element-over-last$/),
  enhanced('node-sms-pdu-enhanced'),
  {
    id: 'node-sms-pdu-zones',
    fault: 'takes the sign of a time zone west of Greenwich for part of the hours, or shows aN:aN',
    members: ['TP-SCTS'],
    applies: (bare, shows) => {
      const [shown, expected] = [String(shows['TP-SCTS']), String(expectedOf(bare)['TP-SCTS'])];
      return /-\d\d:\d\d$/.test(expected) && shown.slice(0, 19) === expected.slice(0, 19);
    },
  },
  {
    id: 'node-sms-pdu-years',
    fault: 'shows years after the current one a century too early',
    members: ['TP-SCTS'],
    applies: (bare, shows) => String(shows['TP-SCTS']).replace(/^19/, '20') === expectedOf(bare)['TP-SCTS'],
  },
  {
    id: 'node-sms-pdu-signs',
    fault: 'shows *, #, a, b and c of a number as hexadecimal digits',
    members: ['TP-OA'],
    applies: hasSigns,
  },
  {
    id: 'node-sms-pdu-last-at',
    fault: 'loses an @ at the end of a text or an alphanumeric address',
    members: ['text', 'TP-OA'],
    applies: (bare, shows) => {
      const expected = expectedOf(bare);
      return `${String(shows.text)}@` === expected.text || `${addressOf(shows).address}@` === addressOf(expected).address;
    },
  },
  {
    id: 'node-sms-pdu-cedilla',
    fault: 'shows Ç as ç',
    members: ['text'],
    applies: (bare, { text }) => String(expectedOf(bare).text).replaceAll('Ç', 'ç') === text,
  },
  {
    id: 'node-sms-pdu-reserved-codings',
    fault: 'refuses reserved coding schemes, which are to be read as the default alphabet',
    members: ['refuses'],
    applies: (bare) => isReservedAlphabet(bare) || isReservedGroup(bare),
  },
  {
    id: 'node-sms-pdu-waiting-alphabet',
    fault: 'shows no text of a message-waiting indication in UCS-2 whose reserved bit is set',
    members: ['text'],
    applies: (bare, { text }) => text === '' && isWaiting(bare) && isReservedAlphabet(bare),
  },
  {
    id: 'node-sms-pdu-elements',
    fault: 'refuses a header with any element but concatenation with an eight-bit reference',
    members: ['refuses'],
    applies: (bare) => elementsOf(bare).some(({ IEI }) => IEI !== 0),
  },
  {
    id: 'node-sms-pdu-waiting',
    fault: 'refuses the coding schemes of message-waiting indications',
    members: ['refuses'],
    applies: isWaiting,
  },
];

const PDU: readonly Rule[] = [
  accepts('pdu-cut', 'accepts PDUs that are truncated', 'truncated'),
  accepts('pdu-trailing', 'accepts octets after the last field', 'trailing'),
  accepts('pdu-values', 'accepts times that do not exist, and wrong lengths of addresses and texts', VALUES),
  {
    id: 'pdu-nuls',
    fault: 'shows a NUL after a text in UCS-2, or in GSM 7-bit if bits are left in its last octet',
    members: ['text'],
    applies: (bare, { text }) => String(text).endsWith('\0') && String(text).replace(/\0+$/, '') === expectedOf(bare).text,
  },
  {
    id: 'pdu-headers',
    fault: 'shows a user data header other than that of a concatenation in UCS-2 as text',
    members: ['text'],
    applies: (bare) => elementsOf(bare).length > 0,
  },
  {
    id: 'pdu-ascii',
    fault: 'does not know the default alphabet and its extension table: shows septets as ASCII',
    members: ['text'],
    applies: (bare) => (dcsOf(bare) & 0x0c) === 0 && /[^\n\r !"#%-?A-Za-z]/.test(String(expectedOf(bare).text)),
  },
  {
    id: 'pdu-signs',
    fault: 'shows *, #, a, b and c of a number as 10 to 14',
    members: ['TP-OA'],
    applies: hasSigns,
  },
  {
    id: 'pdu-names',
    fault: 'shows an alphanumeric address as digits',
    members: ['TP-OA'],
    applies: (bare) => (expectedOf(bare)['TP-OA'] as JsonObject | undefined)?.TON === 5,
  },
  {
    id: 'pdu-coding-schemes',
    fault: 'shows no text of coding schemes from 40 on, and of the reserved alphabet',
    members: ['text'],
    applies: (bare, { text }) => text === '' && (dcsOf(bare) >= 0x40 || isReservedAlphabet(bare)),
  },
];

const GSM7: readonly Rule[] = [
  {
    id: 'gsm7-no-count',
    fault:
      'keeps no count of septets: with seven in the last octets it writes a CR as filler, and reads an eighth septet; it takes a CR in the eighth for a filler',
    members: ['septets', '$hex'],
    applies: ({ options, origin }) => Number(options?.septets) % 8 === 7 || origin.id === 'gsm7/pack-return-8',
  },
];

const RTTTL_PARSE: readonly Rule[] = [
  accepts(
    'rtttl-parse-values',
    'accepts octaves, durations, tempos and notes that the grammar does not have',
    /^tunes\/text\/(?:default-(?:octave|tempo)|duration|octave|sharp|tempo)/,
  ),
  {
    id: 'rtttl-parse-dots',
    fault: 'loses a dot after the octave, or before the note',
    members: ['totalMs'],
    applies: (bare) => /[4-7]\.|\d\.[a-hp]/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-blanks',
    fault: 'ignores defaults after a blank',
    members: ['totalMs'],
    applies: (bare) => / [dob]=/.test(textOf(bare)),
  },
  {
    id: 'rtttl-parse-inline',
    fault: 'takes a tempo between notes for the note b, and refuses a style there',
    members: ['totalMs', 'refuses'],
    applies: (bare) => /,(?:b=|s=|SN)/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-capitals',
    fault: 'refuses capital letters',
    members: ['refuses'],
    applies: (bare) => /[A-HP]/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-last-comma',
    fault: 'refuses a comma after the last note',
    members: ['refuses'],
    applies: (bare) => /,\s*$/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-no-title',
    fault: 'gives a tune without a title the title Unknown',
    members: ['title'],
    applies: (_, { title }) => title === 'Unknown',
  },
];

const trailing = (id: string): Rule => ({
  id,
  fault: 'no fault, but strict: refuses a PNG with octets after its end',
  members: ['refuses'],
  applies: endsWith(/trailing-png$/),
});

const PNGJS: readonly Rule[] = [
  accepts('pngjs-zero-width', 'accepts a picture without a pixel', /zero-width-png$/),
  trailing('pngjs-trailing'),
];

const JIMP: readonly Rule[] = [
  accepts('jimp-zero-width', 'accepts a picture without a pixel', /zero-width-png$/),
  trailing('jimp-trailing'),
  {
    id: 'jimp-interlaced',
    fault: 'shows other pixels of an interlaced GIF of 2, 3 or 4 rows',
    members: ['framesRgbaSha256'],
    applies: endsWith(/interlaced-[234]-gif$/),
  },
  {
    id: 'jimp-extensions',
    fault: 'refuses a GIF with comments, a plain text and the extension ANIMEXTS1.0',
    members: ['refuses'],
    applies: endsWith(/extensions-gif$/),
  },
  {
    id: 'jimp-core-header',
    fault: 'refuses bitmaps with the header of 12 octets, of OS/2',
    members: ['refuses'],
    applies: ({ format, input }) => format === 'bmp' && 'hex' in input && input.hex.startsWith('0C000000', 28),
  },
];

const SHARP: readonly Rule[] = [
  accepts('sharp-truncated', 'accepts a truncated GIF, also with failOn: warning', /truncated-gif$/),
  {
    id: 'sharp-outside',
    fault: 'shows other pixels of GIF frames that reach out of the screen',
    members: ['framesRgbaSha256'],
    applies: endsWith(/outside-gif$/),
  },
];

const ICAL_JS: readonly Rule[] = [
  accepts('ical-js-versions', 'accepts versions of vCard that do not exist', /refused\/version$/),
];

const of = (oracle: string, list: readonly Rule[]): Fault[] => list.map((fault) => ({ ...fault, oracle }));

/** All of them. */
export const NPM_FAULTS: readonly Fault[] = [
  ...of('node-pdu', NODE_PDU),
  ...of('node-sms-pdu', NODE_SMS_PDU),
  ...of('pdu', PDU),
  ...of('gsm7', GSM7),
  ...of('rtttl-parse', RTTTL_PARSE),
  ...of('sharp', SHARP),
  ...of('jimp', JIMP),
  ...of('pngjs', PNGJS),
  ...of('ical-js', ICAL_JS),
];
