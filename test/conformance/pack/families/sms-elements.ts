/**
 * Information elements of TS 23.040 that came after EMS 4: extended objects and their reuse, compression, vector graphics, enhanced voice mail, and
 * single shift tables that a text does not need.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import {
  type Alphabet,
  addressHex,
  type Clock,
  type Element,
  headerValue,
  timeHex,
  timeText,
  userDataHex,
} from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const TS = '3GPP TS 23.040 section';
const NUMBER = [1, 1, '27381000015'] as const;
const TIME: Clock = [2026, 11, 28, 9, 30, 0];
const QUARTERS = 8;

interface Message {
  readonly alphabet?: Alphabet;
  readonly content?: string;
  readonly header: readonly Element[];
}

const coding = (alphabet: Alphabet): number => (alphabet === 'data' ? 4 : 0);

/** What both kinds have after their address. */
function fieldsOf({ alphabet = 'data', content = 'CAFE01', header }: Message): {
  readonly value: JsonObject;
  readonly userData: string;
} {
  return {
    value: {
      ...{ 'TP-PID': 0, 'TP-DCS': coding(alphabet), UDH: headerValue(header) },
      ...(alphabet === 'data' ? { data: content } : { text: content }),
    },
    userData: userDataHex(alphabet, content, header),
  };
}

const plainNumber = { TON: NUMBER[0], NPI: NUMBER[1], address: NUMBER[2] };

function submit(id: string, title: string, section: string, message: Message): FamilyCase {
  const { value, userData } = fieldsOf(message);
  return {
    ...{ id: `sms-elements/submit-${id}`, format: 'sms-submit', title, direction: 'both', specification: `${TS} ${section}` },
    input: { hex: `4100${addressHex(...NUMBER)}00${hexOf(coding(message.alphabet ?? 'data'))}${userData}` },
    expected: {
      value: { 'TP-MTI': 'SMS-SUBMIT', 'TP-MR': 0, 'TP-RD': 0, 'TP-SRR': 0, 'TP-RP': 0, 'TP-DA': plainNumber, ...value },
    },
  };
}

function deliver(id: string, title: string, section: string, message: Message): FamilyCase {
  const { value, userData } = fieldsOf(message);
  const flags = { 'TP-MTI': 'SMS-DELIVER', 'TP-MMS': 1, 'TP-LP': 0, 'TP-SRI': 0, 'TP-RP': 0 };
  return {
    ...{ id: `sms-elements/deliver-${id}`, format: 'sms-deliver', title, direction: 'both', specification: `${TS} ${section}` },
    input: {
      hex: `44${addressHex(...NUMBER)}00${hexOf(coding(message.alphabet ?? 'data'))}${timeHex(TIME, QUARTERS)}${userData}`,
    },
    expected: { value: { ...flags, 'TP-OA': plainNumber, 'TP-SCTS': timeText(TIME, QUARTERS), ...value } },
  };
}

/** Types of extended objects (section 9.2.3.24.10.1.11). */
const OBJECTS: readonly (readonly [type: number, data: string, words: string])[] = [
  [0x00, '03', 'a predefined sound'],
  [0x01, '424547494E3A494D454C4F4459', 'an iMelody'],
  [0x02, '0804FF8181FF', 'a black and white bitmap'],
  [0x03, '0402E41B', 'a grey bitmap of two bits a pixel'],
  [0x04, '02020C3F00', 'a colour bitmap of six bits a pixel'],
  [0x05, '02', 'a predefined animation'],
  [0x06, '08080101FF818181818181FF', 'a black and white animation'],
  [0x07, '04020101E41B', 'a grey animation'],
  [0x08, '020201010C3F00', 'a colour animation'],
  [0x09, '424547494E3A5643415244', 'a vCard'],
  [0x0a, '424547494E3A5643414C454E444152', 'a vCalendar'],
  [0x0b, '0102030405', 'a vector graphic'],
  [0x0c, '4D546864', 'a polyphonic melody'],
  [0x1f, '00', 'a type that is reserved'],
];

/** An extended object: reference, length of its data, control, type, position, data. */
function objectHex({
  reference = 1,
  control = 0,
  type = 0x09,
  position = 0,
  data = '424547494E',
  length = sizeOf(data),
}: {
  readonly reference?: number;
  readonly control?: number;
  readonly type?: number;
  readonly position?: number;
  readonly data?: string;
  readonly length?: number;
}): string {
  return hexOf(reference) + hexOf(length, 2) + hexOf(control) + hexOf(type) + hexOf(position, 2) + data;
}

function extendedObjects(): FamilyCase[] {
  const section = '9.2.3.24.10.1.11';
  const of = (id: string, title: string, data: string) => submit(`object-${id}`, title, section, { header: [[0x14, data]] });
  return [
    ...OBJECTS.map(([type, data, words]) =>
      of(`type-${hexOf(type)}`, `an extended object: ${words}`, objectHex({ type, data })),
    ),
    ...[0, 255].map((reference) =>
      of(`reference-${reference}`, `an extended object with the reference ${reference}`, objectHex({ reference })),
    ),
    ...[1, 2, 3].map((control) =>
      of(`control-${control}`, `an extended object with the control bits ${control}`, objectHex({ control })),
    ),
    ...[1, 255, 256, 65535].map((position) =>
      of(`position-${position}`, `an extended object after ${position} characters`, objectHex({ position })),
    ),
    of('empty', 'an extended object without data', objectHex({ data: '' })),
    of('long', 'an extended object that fills a message', objectHex({ data: '5A'.repeat(120) })),
    ...[0, 1, 6].map((octets) =>
      of(`short-${octets}`, `the element of an extended object with ${octets} octets`, '01'.repeat(octets)),
    ),
    ...[[1, objectHex({ data: '5A'.repeat(100), length: 150 })] as const, [2, '5A'.repeat(50)] as const].map(([part, data]) =>
      submit(`object-part-${part}`, `part ${part} of two of an extended object`, section, {
        header: [
          [0x00, `2A020${part}`],
          [0x14, data],
        ],
        content: '01',
      }),
    ),
    submit('object-two', 'two extended objects in one message', section, {
      header: [
        [0x14, objectHex({ reference: 1, type: 0x00, data: '01' })],
        [0x14, objectHex({ reference: 2, type: 0x05, data: '02', position: 3 })],
      ],
    }),
    submit('object-text', 'an extended object before a text', section, {
      ...{ alphabet: 'gsm7', content: 'See this card', header: [[0x14, objectHex({ position: 3 })]] },
    }),
    deliver('object', 'an extended object that is received', section, { header: [[0x14, objectHex({ type: 0x09 })]] }),
  ];
}

/** Elements with data of their own: identifier, data, words, section. */
const OTHERS: readonly (readonly [iei: number, data: string, words: string, section: string])[] = [
  [0x15, '010000', 'an extended object again, at the beginning', '9.2.3.24.10.1.12'],
  [0x15, 'FF00FF', 'an extended object again, after 255 characters', '9.2.3.24.10.1.12'],
  [0x15, '02FFFF', 'an extended object again, after 65535 characters', '9.2.3.24.10.1.12'],
  [0x15, '01', 'an extended object again, without a position', '9.2.3.24.10.1.12'],
  [0x16, '000003414243', 'compression control: three octets', '9.2.3.24.10.1.13'],
  [0x16, '10012C5A5A', 'compression control: 300 octets, of which these are the first', '9.2.3.24.10.1.13'],
  [0x16, 'FFFFFF', 'compression control: the highest values, and no octets', '9.2.3.24.10.1.13'],
  [0x16, '', 'compression control without data', '9.2.3.24.10.1.13'],
  [0x18, '0012345678', 'a vector graphic at the beginning', '9.2.3.24.10.1.14'],
  [0x18, 'FF80', 'a vector graphic after 255 characters', '9.2.3.24.10.1.14'],
  [0x18, '03', 'a vector graphic without data', '9.2.3.24.10.1.14'],
  [0x19, '00A5', 'a vector graphic of the size of a character', '9.2.3.24.10.1.15'],
  [0x19, '05A5A5A5A5', 'a vector graphic of the size of a character after five characters', '9.2.3.24.10.1.15'],
  [0x1a, '01', 'a request for extended objects', '9.2.3.24.10.1.16'],
  [0x1a, '', 'a request for extended objects without data', '9.2.3.24.10.1.16'],
  [0x23, '000B917283010010F50300', 'enhanced voice mail: a mailbox with three messages', '9.2.3.24.13'],
  [0x23, '010B917283010010F50000', 'enhanced voice mail: a deletion', '9.2.3.24.13'],
  [0x23, '00', 'enhanced voice mail, cut after its first octet', '9.2.3.24.13'],
];

function others(): FamilyCase[] {
  const ids = OTHERS.map(([iei, data]) => `${hexOf(iei)}-${data.slice(0, 8).toLowerCase() || 'empty'}`);
  return OTHERS.flatMap(([iei, data, words, section], index) => [
    submit(`${ids[index]}`, `an element: ${words}`, section, { header: [[iei, data]] }),
    deliver(`${ids[index]}`, `an element: ${words}`, section, { header: [[iei, data]] }),
    ...(sizeOf(data) < 4
      ? [
          submit(`text-${ids[index]}`, `an element before GSM 7-bit text: ${words}`, section, {
            ...{ alphabet: 'gsm7', content: 'Hello', header: [[iei, data]] },
          }),
        ]
      : []),
  ]);
}

/** Single shift tables by their numbers; those of 0 and from 14 on there are not. */
const LANGUAGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255];

function shifts(): FamilyCase[] {
  const section = '9.2.3.24.15';
  return [
    ...LANGUAGES.map((language) =>
      submit(`shift-${language}`, `a text without escapes, with the single shift table ${language}`, section, {
        ...{ alphabet: 'gsm7', content: 'Room 12', header: [[0x24, hexOf(language)]] },
      }),
    ),
    ...[1, 6, 13].map((language) =>
      deliver(`shift-${language}`, `a received text without escapes, with the single shift table ${language}`, section, {
        ...{ alphabet: 'gsm7', content: 'Room 12', header: [[0x24, hexOf(language)]] },
      }),
    ),
    submit('shift-part', 'a part of a message with a single shift table', section, {
      alphabet: 'gsm7',
      content: 'part two',
      header: [
        [0x00, '2A0202'],
        [0x24, '01'],
      ],
    }),
    submit('shift-data', 'a single shift table before data, which have no characters', section, { header: [[0x24, '01']] }),
    ...['', '0102'].map((data) =>
      submit(`shift-octets-${sizeOf(data)}`, `the element of a single shift table with ${sizeOf(data)} octets`, section, {
        ...{ alphabet: 'gsm7', content: 'Room 12', header: [[0x24, data]] },
      }),
    ),
  ];
}

/** Where TP-UD begins in an SMS-SUBMIT without a validity period: after TP-MTI, TP-MR, TP-DA, TP-PID, TP-DCS and TP-UDL. */
const USER_DATA = 1 + 1 + sizeOf(addressHex(...NUMBER)) + 3;

function refusals(): FamilyCase[] {
  const bad = (id: string, title: string, section: string, userData: string, refusal: Refusal): FamilyCase => ({
    ...{ id: `sms-elements/bad-${id}`, format: 'sms-submit', title, direction: 'decode', specification: `${TS} ${section}` },
    ...{
      input: { hex: `4100${addressHex(...NUMBER)}0004${hexOf(sizeOf(userData))}${userData}` },
      expected: { refused: refusal },
    },
  });
  const elements = [0x14, 0x15, 0x16, 0x18, 0x19, 0x1a, 0x23, 0x24];
  return elements.flatMap((iei) => [
    bad(
      `over-${hexOf(iei)}`,
      `an element ${hexOf(iei)} that goes on past the header`,
      '9.2.3.24',
      `05${hexOf(iei)}04010203FF`,
      {
        // After UDHL, IEI and IEDL.
        ...{ reason: 'truncated', field: 'UDH', offset: USER_DATA + 3 },
      },
    ),
    bad(`no-length-${hexOf(iei)}`, `an element ${hexOf(iei)} without a length`, '9.2.3.24', `01${hexOf(iei)}`, {
      ...{ reason: 'truncated', field: 'UDH', offset: USER_DATA + 2 },
    }),
    bad(
      `second-${hexOf(iei)}`,
      `an element ${hexOf(iei)} after another goes on past the header`,
      '9.2.3.24',
      `07A00101${hexOf(iei)}030102FF`,
      {
        ...{ reason: 'truncated', field: 'UDH', offset: USER_DATA + 6 },
      },
    ),
    bad(
      `header-${hexOf(iei)}`,
      `a header with an element ${hexOf(iei)} that goes on past the user data`,
      '9.2.3.24',
      `06${hexOf(iei)}0101`,
      {
        ...{ reason: 'truncated', field: 'UDH', offset: USER_DATA + 1 },
      },
    ),
  ]);
}

/** All of it. */
export function smsElementsFamily(): FamilyCase[] {
  return [...extendedObjects(), ...others(), ...shifts(), ...refusals()];
}
