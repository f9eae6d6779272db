/**
 * Service indications, loadings and cache operations as WBXML: each token of the attributes and their values, dates of each length, the string
 * table, entities, character sets, and documents that end inside of a token.
 * @module
 */
import type { BareCase, JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, latinHex, sizeOf, uintvar, utf8Hex } from './wire.js';

const SPECIFICATIONS = {
  si: 'WAP-167-ServiceInd-20010731 section 8',
  sl: 'WAP-168-ServiceLoad-20010731 section 8',
  co: 'WAP-175-CacheOp-20010731 section 8',
} as const;
const WBXML = 'WAP-192-WBXML-20010725 section 5';

type Kind = keyof typeof SPECIFICATIONS;

/** STR_I with UTF-8. */
const string = (text: string) => (text === '' ? '' : `03${utf8Hex(text)}00`);

/** Tokens of the beginnings of an address, the longest first. */
const PREFIXES: Readonly<Record<Kind, readonly (readonly [code: number, prefix: string])[]>> = {
  si: [
    [0x0f, 'https://www.'],
    [0x0e, 'https://'],
    [0x0d, 'http://www.'],
    [0x0c, 'http://'],
    [0x0b, ''],
  ],
  sl: [
    [0x0c, 'https://www.'],
    [0x0b, 'https://'],
    [0x0a, 'http://www.'],
    [0x09, 'http://'],
    [0x08, ''],
  ],
  co: [
    [0x09, 'https://www.'],
    [0x08, 'https://'],
    [0x07, 'http://www.'],
    [0x06, 'http://'],
    [0x05, ''],
  ],
};
const SUFFIXES: readonly (readonly [code: number, suffix: string])[] = [
  [0x85, '.com/'],
  [0x86, '.edu/'],
  [0x87, '.net/'],
  [0x88, '.org/'],
];

/** An address by the longest prefix, and a token for each suffix. */
function addressHex(kind: Kind, address: string): string {
  const [code, prefix] = PREFIXES[kind].find(([, each]) => address.startsWith(each)) as readonly [number, string];
  const pieces = address.slice(prefix.length).split(/(\.(?:com|edu|net|org)\/)/);
  const hex = pieces.map((piece) => {
    const token = SUFFIXES.find(([, suffix]) => suffix === piece)?.[0];
    return token === undefined ? string(piece) : hexOf(token);
  });
  return hexOf(code) + hex.join('');
}

const PUBLIC_IDS: Readonly<Record<Kind, string>> = { si: '05', sl: '06', co: '07' };

/** A document after the head of WBXML 1.2, UTF-8, no string table. */
const document = (kind: Kind, body: string) => `02${PUBLIC_IDS[kind]}6A00${body}`;

/** An indication with attributes and a text. */
const indication = (attributes: string, content = string('t')) =>
  `45${content === '' ? '86' : 'C6'}${attributes}01${content}${content === '' ? '' : '01'}01`;
const HREF = { document: 'si', href: 'http://a.com/' } as const;
const HREF_HEX = '0C03610085';

function read(
  kind: Kind,
  id: string,
  title: string,
  hex: string,
  value: JsonObject,
  more: { readonly direction?: BareCase['direction']; readonly specification?: string } = {},
): FamilyCase {
  const { direction = 'decode', specification = SPECIFICATIONS[kind] } = more;
  return { id, format: `${kind}-wbxml`, title, direction, input: { hex }, expected: { value }, specification };
}

const both = (kind: Kind, id: string, title: string, hex: string, value: JsonObject) =>
  read(kind, id, title, hex, value, { direction: 'both' });

function refused(
  kind: Kind,
  id: string,
  title: string,
  hex: string,
  reason: Refusal['reason'],
  specification = WBXML,
): FamilyCase {
  return {
    id,
    format: `${kind}-wbxml`,
    title,
    direction: 'decode',
    input: { hex },
    expected: { refused: { reason } },
    specification,
  };
}

/** What stands around an address in the document of a kind. */
function around(kind: Kind, address: string): readonly [hex: string, value: JsonObject] {
  const start = addressHex(kind, address);
  if (kind === 'si') return [document(kind, indication(start)), { document: kind, href: address, text: 't' }];
  if (kind === 'sl') return [document(kind, `85${start}01`), { document: kind, href: address }];
  return [
    document(kind, `4587${start}0101`),
    { document: kind, operations: [{ element: 'invalidate-service', uri: address }] },
  ];
}

/** Each beginning with each end, where the ends are, and what only looks like one. */
function addresses(kind: Kind): FamilyCase[] {
  const list = PREFIXES[kind].flatMap(([, prefix]) =>
    SUFFIXES.map(([, suffix]) => `${prefix === '' ? 'ftp://' : prefix}h1${suffix}p`),
  );
  const more = [
    'http://a.com',
    'http://a.com/b.net/c.org/',
    'http://.com/',
    'http://.com/.edu/',
    'http://a.company/x',
    'http://www2.a.org/',
    'http://www.',
    'HTTP://a.com/',
    'httpx://a.com/',
    'https:/a',
    'a',
  ];
  return [...list, ...more].map((address, index) => {
    const [hex, value] = around(kind, address);
    return both(kind, `documents/${kind}/address-${String(index).padStart(2, '0')}`, `the address ${address}`, hex, value);
  });
}

/** Seven octets of two digits each, without zeros at the end. */
const dateHex = (text: string) => text.replaceAll(/\D/g, '').replace(/(?:00)+$/, '');

const dateOf = (hex: string) => `C3${hexOf(sizeOf(hex))}${hex}`;

/** Dates whose octets end in zeros, and days at the ends of months. */
function dates(): FamilyCase[] {
  const good = [
    '2001-01-01T00:00:00Z',
    '2010-10-10T00:00:00Z',
    '2024-02-29T10:00:00Z',
    '2000-02-29T00:00:01Z',
    '1999-12-31T23:59:59Z',
    '2023-11-30T00:01:00Z',
    '2023-04-30T20:00:10Z',
    '2023-01-31T00:10:00Z',
    '1970-01-01T00:00:00Z',
    '2038-01-19T03:14:08Z',
    '2099-12-31T09:09:09Z',
    '1900-02-28T01:02:03Z',
  ];
  const bad: readonly (readonly [hex: string, title: string])[] = [
    ['202402', 'a date of three octets'],
    ['', 'a date without octets'],
    ['2024022910203000', 'a date of eight octets'],
    ['20240001', 'month 00'],
    ['20241301', 'month 13'],
    ['20240200', 'day 00'],
    ['20240230', 'February 30'],
    ['20230229', 'February 29 in a year of 365 days'],
    ['19000229', 'February 29 of 1900'],
    ['20240431', 'April 31'],
    ['2024020124', 'hour 24'],
    ['202402011060', 'minute 60'],
    ['20240201105960', 'second 60'],
    ['2024020A', 'a digit A'],
    ['2024F201', 'a digit F'],
  ];
  const specification = 'WAP-167-ServiceInd-20010731 section 8.2.2';
  return [
    ...good.flatMap((date, index) => {
      const hex = dateOf(dateHex(date));
      const id = `documents/si/date-${String(index).padStart(2, '0')}`;
      return [
        both('si', `${id}/created`, `created ${date}`, document('si', indication(`${HREF_HEX}0A${hex}`)), {
          ...HREF,
          created: date,
          text: 't',
        }),
        both('si', `${id}/expires`, `si-expires ${date}`, document('si', indication(`${HREF_HEX}10${hex}`)), {
          ...{ ...HREF, 'si-expires': date, text: 't' },
        }),
      ];
    }),
    read(
      'si',
      'documents/si/date-zeros',
      'a date with its zeros',
      document('si', indication(`${HREF_HEX}0AC30720240307000000`)),
      {
        ...{ ...HREF, created: '2024-03-07T00:00:00Z', text: 't' },
      },
    ),
    ...bad.map(([hex, title], index) =>
      refused(
        'si',
        `documents/si/date-bad-${String(index).padStart(2, '0')}`,
        title,
        document('si', indication(`${HREF_HEX}0A${dateOf(hex)}`)),
        'bad-value',
        specification,
      ),
    ),
  ];
}

/** Actions, with and without what else an indication has. */
function actions(): FamilyCase[] {
  const si = ['signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete'].map((action, index) =>
    both(
      'si',
      `documents/si/action-${action}`,
      `action ${action} after an si-id`,
      document('si', indication(`${HREF_HEX}11036900${hexOf(5 + index)}`, '')),
      {
        ...{ ...HREF, 'si-id': 'i', action },
      },
    ),
  );
  const sl = ['execute-low', 'execute-high', 'cache'].map((action, index) =>
    both('sl', `documents/sl/action-${action}`, `action ${action}`, document('sl', `850903610085${hexOf(5 + index)}01`), {
      ...{ document: 'sl', href: 'http://a.com/', action },
    }),
  );
  const first = read('sl', 'documents/sl/action-first', 'the action before the address', document('sl', '8506090361008501'), {
    ...{ document: 'sl', href: 'http://a.com/', action: 'execute-high' },
  });
  const items = (...list: readonly (readonly [name: string, text: string])[]) =>
    `47${list.map(([name, text]) => `C812${string(name)}01${string(text)}01`).join('')}01`;
  const told = (...list: readonly (readonly [name: string, text: string])[]) =>
    list.map(([name, pcdata]) => ({ class: name, pcdata }));
  const info = [
    [['a', 'b']],
    [
      ['price', '10 p'],
      ['size', '2 kB'],
      ['x-1.2:3', '\u20ac'],
    ],
  ] as const;
  const infos = info.map((list, index) =>
    both(
      'si',
      `documents/si/info-${index}`,
      `info with ${list.length} items`,
      document('si', `45C6${HREF_HEX}01${string('t')}01${items(...list)}01`),
      {
        ...{ ...HREF, text: 't', info: told(...list) },
      },
    ),
  );
  const operations = [
    ['invalidate-object', 'http://a.com/b'],
    ['invalidate-service', 'https://www.a.org/'],
    ['invalidate-object', 'x'],
  ] as const;
  const co = [1, 2, 3].flatMap((count) => {
    const list = operations.slice(3 - count);
    const hex = list
      .map(([element, uri]) => `${element === 'invalidate-object' ? '86' : '87'}${addressHex('co', uri)}01`)
      .join('');
    const value = { document: 'co', operations: list.map(([element, uri]) => ({ element, uri })) };
    return count === 3 || count === 2
      ? [both('co', `documents/co/operations-${count}`, `${count} operations`, document('co', `45${hex}01`), value)]
      : [];
  });
  const object = both('co', 'documents/co/object', 'an object alone', document('co', '458606036100850362000101'), {
    ...{ document: 'co', operations: [{ element: 'invalidate-object', uri: 'http://a.com/b' }] },
  });
  return [...si, ...sl, first, ...infos, ...co, object];
}

/** Heads: versions, identifiers, character sets, integers of several octets. */
function heads(): FamilyCase[] {
  const body = indication(HREF_HEX, string('Hi'));
  const value = { ...HREF, text: 'Hi' };
  const name = latinHex('-//WAPFORUM//DTD SI 1.0//EN');
  const of = (id: string, title: string, hex: string, more = value) =>
    read('si', `documents/si/head-${id}`, title, hex, more, { specification: WBXML });
  const text = (charset: string, octets: string) => `0205${charset}00${indication(HREF_HEX, `03${octets}00`)}`;
  return [
    of('public-id-long', 'the public identifier in two octets', `0280056A00${body}`),
    of('charset-long', 'the charset in three octets', `020580806A00${body}`),
    of('table-long', 'the length of the string table in two octets', `02056A8000${body}`),
    of('table-unused', 'a string table that nothing refers to', `02056A054142434400${body}`),
    of(
      'public-id-middle',
      'the identifier is inside the string table',
      `0200046A${uintvar(4 + sizeOf(name) + 1)}61626300${name}00${body}`,
    ),
    of('ascii', 'US-ASCII', text('03', latinHex('Hi'))),
    of('utf-8-4', 'UTF-8 of four octets a character', text('6A', utf8Hex('\u{1f600}')), { ...HREF, text: '\u{1f600}' }),
    of('page-0', 'a switch to the code page that is set', `02056A0045C600000C03610085010000${string('Hi')}0101`),
    refused('si', 'documents/si/head-version-4', 'WBXML 1.4, which does not exist', `04056A00${body}`, 'bad-value'),
    refused('si', 'documents/si/head-public-id-1', 'an identifier that says nothing', `02016A00${body}`, 'bad-value'),
    refused(
      'si',
      'documents/si/head-public-id-outside',
      'the identifier is after the string table',
      `0200056A0461626300${body}`,
      'bad-value',
    ),
    refused('si', 'documents/si/head-charset', 'a charset that is not registered', `02058F7F00${body}`, 'bad-value'),
    refused('si', 'documents/si/head-table-past', 'a string table longer than the document', `02056A7F${body}`, 'truncated'),
    refused('si', 'documents/si/head-integer', 'an integer of six octets', `028080808080056A00${body}`, 'bad-value'),
    refused('si', 'documents/si/head-integer-33', 'an integer of 33 bits', `0290808080056A00${body}`, 'bad-value'),
    refused(
      'si',
      'documents/si/utf-8-cut',
      'half a character of UTF-8',
      document('si', indication(HREF_HEX, '03C300')),
      'bad-value',
    ),
    refused(
      'si',
      'documents/si/utf-8-long',
      'a NUL of two octets',
      document('si', indication(HREF_HEX, '03C08000')),
      'bad-value',
    ),
    refused(
      'si',
      'documents/si/utf-8-surrogate',
      'half of a surrogate pair',
      document('si', indication(HREF_HEX, '03EDA08000')),
      'bad-value',
    ),
    refused(
      'si',
      'documents/si/utf-8-ff',
      'an octet that UTF-8 does not have',
      document('si', indication(HREF_HEX, '0341FF00')),
      'bad-value',
    ),
  ];
}

/** The string table, entities, and texts in pieces. */
function strings(): FamilyCase[] {
  const table = `${latinHex('http://a.com/')}00${latinHex('Hello')}00`;
  const withTable = (attribute: string, content: string) =>
    `02056A${hexOf(sizeOf(table))}${table}${indication(attribute, content)}`;
  const of = (id: string, title: string, hex: string, more: JsonObject) =>
    read('si', `documents/si/string-${id}`, title, hex, more, { specification: WBXML });
  const entity = (code: number) => `02${uintvar(code)}`;
  const entities = [0x09, 0x20, 0x26, 0x7f, 0x80, 0xe9, 0x3fff, 0x4000, 0xfffd, 0x10000, 0x1f600, 0x10ffff].filter(
    (code) => code !== 0x7f,
  );
  const bad = [0x00, 0x01, 0xd800, 0xdfff, 0x110000];
  return [
    of('table-middle', 'a reference into the middle of a string', withTable('0B8300', '8310'), { ...HREF, text: 'llo' }),
    of('table-prefix', 'a string of the table after a prefix', withTable('0C8307', string('x')), {
      document: 'si',
      href: 'http://a.com/',
      text: 'x',
    }),
    of('table-long', 'a reference in two octets', withTable('0B838000', string('x')), { ...HREF, text: 'x' }),
    of('table-end', 'an empty string at the end of the table', withTable('0B8300', `8313${string('x')}`), {
      ...HREF,
      text: 'x',
    }),
    of('pieces', 'a text in three pieces', document('si', indication(HREF_HEX, `${string('a')}${string('b')}${string('c')}`)), {
      ...HREF,
      text: 'abc',
    }),
    of('pieces-empty', 'an empty piece', document('si', indication(HREF_HEX, `${string('a')}0300${string('c')}`)), {
      ...HREF,
      text: 'ac',
    }),
    of(
      'address-pieces',
      'an address in four pieces',
      document('si', indication(`0B${string('http:')}${string('//')}${string('a')}85`)),
      { ...HREF, text: 't' },
    ),
    of('address-suffixes', 'an address of suffixes alone', document('si', indication('0B8586')), {
      document: 'si',
      href: '.com/.edu/',
      text: 't',
    }),
    of('mixed', 'a string, an entity, a string of the table', withTable('0B8300', `${string('<')}${entity(0x263a)}830E`), {
      ...HREF,
      text: '<\u263aHello',
    }),
    ...entities.map((code) =>
      of(
        `entity-${code.toString(16)}`,
        `the entity U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
        document('si', indication(HREF_HEX, `${string('a')}${entity(code)}${string('z')}`)),
        {
          ...{ ...HREF, text: `a${String.fromCodePoint(code)}z` },
        },
      ),
    ),
    of('entity-address', 'an entity in an address', document('si', indication(`${HREF_HEX}0226${string('x')}`)), {
      document: 'si',
      href: 'http://a.com/&x',
      text: 't',
    }),
    ...bad.map((code) =>
      refused(
        'si',
        `documents/si/entity-bad-${code.toString(16)}`,
        `the entity ${code.toString(16).toUpperCase()} hex, which is no character`,
        document('si', indication(HREF_HEX, entity(code))),
        'bad-value',
      ),
    ),
    refused(
      'si',
      'documents/si/table-outside',
      'a reference past the end of the table',
      withTable('0B8300', '8314'),
      'bad-value',
    ),
    refused('si', 'documents/si/table-none', 'a reference without a table', document('si', indication('0B8300')), 'bad-value'),
    refused(
      'si',
      'documents/si/table-no-nul',
      'a string of the table without its NUL',
      `02056A03616263${indication('0B8300')}`,
      'truncated',
    ),
  ];
}

/** Literal names, tokens that mean nothing here, and documents that are cut. */
function structure(): FamilyCase[] {
  const names = `${latinHex('indication')}00${latinHex('href')}00`;
  const head = `02056A${hexOf(sizeOf(names))}${names}`;
  const whole = document('si', `45C6${HREF_HEX}0AC304202403070801${string('Hi')}0101`);
  const cutAt: readonly (readonly [octets: number, title: string])[] = [
    [1, 'ends after the version'],
    [2, 'ends before the charset'],
    [3, 'ends before the string table'],
    [4, 'ends before the root'],
    [5, 'ends before the indication'],
    [6, 'ends before its attributes'],
    [7, 'ends after a start'],
    [9, 'ends inside a string'],
    [11, 'ends after a value'],
    [12, 'ends after created'],
    [13, 'ends before the length of a date'],
    [16, 'ends inside a date'],
    [18, 'ends after a date'],
    [19, 'ends after an action'],
    [20, 'ends before the content'],
    [23, 'ends before the NUL of a text'],
    [24, 'ends before the end of the indication'],
    [25, 'ends before the end of the root'],
  ];
  const bad: readonly (readonly [id: string, title: string, hex: string])[] = [
    ['twice', 'an attribute twice', indication(`${HREF_HEX}${HREF_HEX}`)],
    ['start-unknown', 'an attribute that an indication does not have', indication(`${HREF_HEX}13`)],
    ['value-first', 'a value before an attribute', indication(`85${HREF_HEX}`)],
    ['value-unknown', 'a value without a meaning', indication('0C8C85')],
    ['element-unknown', 'an element that an indication does not have', '450901'],
    ['order', 'an item outside of info', `45C812${string('a')}01${string('b')}0101`],
    ['indications', 'two indications', `45${indication(HREF_HEX).slice(2, -2).repeat(2)}01`],
    ['root', 'an indication as the root', `C6${HREF_HEX}01${string('t')}01`],
    ['root-text', 'a text in si', `45${string('t')}${indication(HREF_HEX).slice(2)}`],
    ['page-1', 'a code page that is not defined', `45C60001${HREF_HEX}01${string('t')}0101`],
    ['extension', 'an extension token', indication(HREF_HEX, '406100')],
    ['extension-byte', 'an extension of one octet', indication(HREF_HEX, 'C0')],
    ['opaque', 'opaque data in a text', indication(HREF_HEX, 'C30141')],
    ['empty', 'si without an indication', '05'],
    ['class', 'an item without its class', `45C6${HREF_HEX}01${string('t')}01${`4748${string('b')}0101`}01`],
  ];
  return [
    read(
      'si',
      'documents/si/literal-element',
      'an element by its name in the string table',
      `${head}45C400${HREF_HEX}01${string('t')}0101`,
      { ...HREF, text: 't' },
      { specification: WBXML },
    ),
    read(
      'si',
      'documents/si/literal-attribute',
      'an attribute by its name in the string table',
      `${head}${indication(`040B${string('http://a.com/')}`)}`,
      { ...HREF, text: 't' },
      { specification: WBXML },
    ),
    ...cutAt.map(([octets, title]) =>
      refused('si', `documents/si/cut-${String(octets).padStart(2, '0')}`, title, whole.slice(0, 2 * octets), 'truncated'),
    ),
    ...bad.map(([id, title, hex]) =>
      refused('si', `documents/si/bad-${id}`, title, document('si', hex), 'bad-value', SPECIFICATIONS.si),
    ),
    refused('si', 'documents/si/trailing', 'an octet after the document', `${whole}00`, 'trailing'),
    refused('sl', 'documents/sl/no-address', 'sl without an address', document('sl', '850501'), 'bad-value', SPECIFICATIONS.sl),
    refused(
      'sl',
      'documents/sl/content',
      'sl with content',
      document('sl', `C50903610001${string('t')}01`),
      'bad-value',
      SPECIFICATIONS.sl,
    ),
    refused('sl', 'documents/sl/twice', 'two actions', document('sl', '850903610085050601'), 'bad-value', SPECIFICATIONS.sl),
    refused(
      'sl',
      'documents/sl/start-unknown',
      'an attribute that sl does not have',
      document('sl', '850D03610001'),
      'bad-value',
      SPECIFICATIONS.sl,
    ),
    ...[4, 5, 6, 8, 9, 10].map((octets) =>
      refused(
        'sl',
        `documents/sl/cut-${octets}`,
        `ends after ${octets} octets`,
        document('sl', '85090361008501').slice(0, 2 * octets),
        'truncated',
      ),
    ),
    refused('co', 'documents/co/empty', 'co without an operation', document('co', '05'), 'bad-value', SPECIFICATIONS.co),
    refused(
      'co',
      'documents/co/no-address',
      'an operation without an address',
      document('co', '450601'),
      'bad-value',
      SPECIFICATIONS.co,
    ),
    refused(
      'co',
      'documents/co/element-unknown',
      'an operation that is not defined',
      document('co', '4588060361000101'),
      'bad-value',
      SPECIFICATIONS.co,
    ),
    refused(
      'co',
      'documents/co/start-unknown',
      'an attribute that an operation does not have',
      document('co', '45860A0361000101'),
      'bad-value',
      SPECIFICATIONS.co,
    ),
    ...[4, 5, 6, 8, 10, 11].map((octets) =>
      refused(
        'co',
        `documents/co/cut-${octets}`,
        `ends after ${octets} octets`,
        document('co', '458606036100850101').slice(0, 2 * octets),
        'truncated',
      ),
    ),
  ];
}

/** All of it. */
export function documentsFamily(): FamilyCase[] {
  return [
    ...(['si', 'sl', 'co'] as const).flatMap(addresses),
    ...actions(),
    ...dates(),
    ...heads(),
    ...strings(),
    ...structure(),
  ];
}
