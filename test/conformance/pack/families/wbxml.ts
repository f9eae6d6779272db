/**
 * WBXML of documents that are not pushes, by the cards of WML: extension tokens, which are variables there, processing instructions, and tags by
 * their names.
 * @module
 */
import type { Json, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, latinHex, nulHex, sizeOf, uintvar, utf8Hex } from './wire.js';

const WBXML = 'WAP-192-WBXML-20010725 section';
const WML = 'WAP-191-WML-20000219 section 14';

/** Tags of WML 1.1 (WAP-191-WML section 14.3.3). */
const TAGS = {
  a: 0x1c,
  td: 0x1d,
  tr: 0x1e,
  table: 0x1f,
  p: 0x20,
  b: 0x24,
  big: 0x25,
  br: 0x26,
  card: 0x27,
  do: 0x28,
  em: 0x29,
  go: 0x2b,
  i: 0x2d,
  img: 0x2e,
  small: 0x38,
  strong: 0x39,
  timer: 0x3c,
  u: 0x3d,
  wml: 0x3f,
} as const;
type Tag = keyof typeof TAGS;

const [CONTENT, ATTRIBUTES, END] = [0x40, 0x80, '01'];
/** Starts of attributes: of an address, with `http://` before it, of a title. */
const [HREF, HREF_HTTP, TITLE, ID] = ['4A', '4B', '36', '55'];
const PUBLIC_ID = '04';

const string = (text: string): string => `03${utf8Hex(text)}00`;
const tag = (name: Tag, content: string, attributes = ''): string =>
  hexOf(TAGS[name] | (content === '' ? 0 : CONTENT) | (attributes === '' ? 0 : ATTRIBUTES)) +
  (attributes === '' ? '' : attributes + END) +
  (content === '' ? '' : content + END);

/** A string table with its length. */
const table = (...texts: readonly string[]): string => {
  const hex = texts.map(nulHex).join('');
  return uintvar(sizeOf(hex)) + hex;
};

/** WBXML 1.3, WML 1.1, UTF-8. */
const head = (strings = '00', publicId = PUBLIC_ID): string => `03${publicId}6A${strings}`;
const card = (content: string): string => tag('wml', tag('card', tag('p', content)));
/** A paragraph that is not ended. */
const OPEN = (['wml', 'card', 'p'] as const).map((name) => hexOf(TAGS[name] | CONTENT)).join('');
const cardTree = (...children: readonly Json[]): Json[] => [
  { element: 'wml', children: [{ element: 'card', children: [{ element: 'p', ...(children.length > 0 && { children }) }] }] },
];

const read = (id: string, title: string, specification: string, hex: string, tree: readonly Json[]): FamilyCase => ({
  ...{ id: `wbxml/${id}`, format: 'wbxml-tree', title, direction: 'decode', specification },
  ...{ input: { hex }, expected: { value: { tree } } },
});
const refused = (id: string, title: string, specification: string, hex: string, refusal: Refusal): FamilyCase => ({
  ...{ id: `wbxml/${id}`, format: 'wbxml-tree', title, direction: 'decode', specification },
  ...{ input: { hex }, expected: { refused: refusal } },
});

/** How a variable goes into a text, by the number of its token (WAP-191-WML section 14.3.1). */
const CONVERSIONS = ['escape', 'unesc', 'noesc'];

/** Octets before what a paragraph holds, after a head without strings. */
const BEFORE_CONTENT = sizeOf(head()) + 3;

function extensions(): FamilyCase[] {
  const section = `${WBXML} 5.8.4.2; ${WML}.3.1`;
  return [
    ...CONVERSIONS.flatMap((conversion, number) => {
      const [inline, indexed] = [hexOf(0x40 + number), hexOf(0x80 + number)];
      const told = `$(X:${conversion})`;
      const address = (hex: string) => card(tag('a', string('go'), hex));
      const withAddress = (value: string) =>
        cardTree({ element: 'a', attributes: [{ name: 'href', value }], children: ['go'] });
      return [
        read(
          `variable-inline-${number}`,
          `EXT_I_${number} alone`,
          section,
          head() + card(`${inline}${nulHex('X')}`),
          cardTree(told),
        ),
        read(
          `variable-inline-${number}-text`,
          `EXT_I_${number} between strings`,
          section,
          head() + card(`${string('a ')}${inline}${nulHex('X')}${string(' b')}`),
          cardTree(`a ${told} b`),
        ),
        read(
          `variable-table-${number}`,
          `EXT_T_${number} with a name of the string table`,
          section,
          head(table('other', 'X')) + card(`${string('a ')}${indexed}06`),
          cardTree(`a ${told}`),
        ),
        read(
          `variable-table-${number}-inside`,
          `EXT_T_${number} with an index inside of a string`,
          section,
          head(table('otherX')) + card(`${indexed}05${string('!')}`),
          cardTree(`${told}!`),
        ),
        read(
          `variable-attribute-${number}`,
          `EXT_I_${number} in an address`,
          section,
          head() + address(`${HREF}${string('http://a.com/?x=')}${inline}${nulHex('X')}${string('&y')}`),
          withAddress(`http://a.com/?x=${told}&y`),
        ),
        read(
          `variable-attribute-table-${number}`,
          `EXT_T_${number} in an address, after the start of one`,
          section,
          head(table('X')) + address(`${HREF_HTTP}${indexed}00`),
          withAddress(`http://${told}`),
        ),
        refused(
          `variable-inline-${number}-cut`,
          `EXT_I_${number} whose name has no NUL`,
          section,
          `${head()}${OPEN}${inline}${latinHex('Xyz')}`,
          { reason: 'truncated' },
        ),
        refused(`variable-table-${number}-cut`, `EXT_T_${number} without its index`, section, `${head()}${OPEN}${indexed}`, {
          reason: 'truncated',
          offset: BEFORE_CONTENT + 1,
        }),
        refused(
          `variable-table-${number}-outside`,
          `EXT_T_${number} with an index after the table`,
          section,
          head(table('X')) + card(`${indexed}02`),
          { reason: 'bad-value', offset: BEFORE_CONTENT + 2 + 1 },
        ),
        refused(`reserved-${number}`, `EXT_${number}, which is reserved`, section, head() + card(hexOf(0xc0 + number)), {
          reason: 'bad-value',
          offset: BEFORE_CONTENT,
        }),
      ];
    }),
    read(
      'variables',
      'three variables in a row',
      section,
      head() + card(CONVERSIONS.map((_, number) => `${hexOf(0x40 + number)}${nulHex(`V${number}`)}`).join('')),
      cardTree('$(V0:escape)$(V1:unesc)$(V2:noesc)'),
    ),
    read(
      'variable-wml-1.3',
      'a variable in WML 1.3',
      section,
      head('00', '0A') + card(`40${nulHex('X')}`),
      cardTree('$(X:escape)'),
    ),
  ];
}

function instructions(): FamilyCase[] {
  const section = `${WBXML} 5.8.4.4`;
  const strings = table('app', 'more');
  const [APP, MORE] = ['0400', '0404'];
  const pi = (start: string, value: string) => `43${start}${value}${END}`;
  const app = (text: string) => ({ instruction: 'app', ...(text !== '' && { text }) });
  const root = cardTree('Hi');
  const body = card(string('Hi'));
  const of = (id: string, title: string, hex: string, tree: readonly Json[]) =>
    read(`instruction-${id}`, title, section, head(strings) + hex, tree);
  const before = sizeOf(head(strings));
  const bad = (id: string, title: string, hex: string, refusal: Refusal) =>
    refused(`instruction-${id}`, title, section, head(strings) + hex, refusal);
  return [
    of('before', 'an instruction before the root', pi(APP, string('x="1"')) + body, [app('x="1"'), ...root]),
    of('after', 'an instruction after the root', body + pi(APP, string('x="1"')), [...root, app('x="1"')]),
    of(
      'inside',
      'an instruction in a paragraph',
      card(string('a') + pi(APP, string('do')) + string('b')),
      cardTree('a', app('do'), 'b'),
    ),
    of('two', 'two instructions before the root', pi(APP, string('1')) + pi(MORE, string('2')) + body, [
      ...[app('1'), { instruction: 'more', text: '2' }],
      ...root,
    ]),
    of('bare', 'an instruction without a value', pi(APP, '') + body, [app(''), ...root]),
    of(
      'pieces',
      'a value in three pieces: a string, an entity, a string of the table',
      pi(APP, `${string('a')}02268304`) + body,
      [...[app('a&more'), ...root]],
    ),
    of('variable', 'a variable in the value', pi(APP, `40${nulHex('X')}`) + body, [app('$(X:escape)'), ...root]),
    of('code', 'a name by the code of an attribute', pi(HREF, string('a')) + body, [
      { instruction: 'href', text: 'a' },
      ...root,
    ]),
    bad('two-names', 'a second name in place of the end', `43${APP}${string('x')}${MORE}${string('y')}01${body}`, {
      // After PI, the name and its index, and a string of three octets.
      ...{ reason: 'bad-value', offset: before + 6 },
    }),
    bad('no-name', 'an instruction without a name', `4301${body}`, { reason: 'bad-value', offset: before + 1 }),
    bad('cut-name', 'ends after PI', '43', { reason: 'truncated', offset: before + 1 }),
    bad('cut-value', 'ends after the name', `43${APP}`, { reason: 'truncated', offset: before + 3 }),
    bad('cut-end', 'ends before the end of an instruction', `43${APP}${string('x')}`, {
      reason: 'truncated',
      offset: before + 6,
    }),
    bad('no-root', 'an instruction and no root', pi(APP, string('x')), { reason: 'truncated', offset: before + 7 }),
    bad('trailing', 'an octet after the instruction after the root', `${body}${pi(APP, string('x'))}01`, {
      ...{ reason: 'trailing', offset: before + sizeOf(body) + 7 },
    }),
  ];
}

/** Tags and attributes by their names in the string table, and by their codes. */
function tags(): FamilyCase[] {
  const section = `${WBXML} 5.8.4.5`;
  const strings = table('own', 'key');
  const own = (...children: readonly Json[]): Json => ({ element: 'own', ...(children.length > 0 && { children }) });
  const withKey = (...children: readonly Json[]): Json => ({
    ...{ element: 'own', attributes: [{ name: 'key', value: 'v' }] },
    ...(children.length > 0 && { children }),
  });
  const key = `0404${string('v')}01`;
  const of = (id: string, title: string, hex: string, tree: readonly Json[]) =>
    read(`literal-${id}`, title, section, head(strings) + hex, tree);
  const pieces = ['b', 'big', 'em', 'i', 'small', 'strong', 'u'] as const;
  return [
    of('empty', 'LITERAL: a tag by its name', card('0400'), cardTree(own())),
    of('content', 'LITERAL_C: a tag by its name, with content', card(`4400${string('x')}01`), cardTree(own('x'))),
    of('attributes', 'LITERAL_A: a tag by its name, with an attribute', card(`8400${key}`), cardTree(withKey())),
    of('both', 'LITERAL_AC: a tag by its name, with both', card(`C400${key}${string('x')}01`), cardTree(withKey('x'))),
    of('nested', 'a tag by its name in another', card('440044000101'), cardTree(own(own()))),
    refused('literal-outside', 'a name after the table', section, head(strings) + card('0409'), {
      ...{ reason: 'bad-value', offset: sizeOf(head(strings)) + 3 + 1 },
    }),
    ...pieces.map((name) =>
      read(
        `tag-${name}`,
        `the tag ${name}`,
        `${WML}.3.3`,
        head() + card(`${string('a')}${tag(name, string('b'))}${string('c')}`),
        [...cardTree('a', { element: name, children: ['b'] }, 'c')],
      ),
    ),
    read(
      'tag-br',
      'a tag without content',
      `${WML}.3.3`,
      head() + card(`${string('a')}${tag('br', '')}${string('b')}`),
      cardTree('a', { element: 'br' }, 'b'),
    ),
    read(
      'table',
      'a table of two rows',
      `${WML}.3.3`,
      head() + card(tag('table', ['1', '2'].map((row) => tag('tr', tag('td', string(row)))).join(''))),
      cardTree({
        element: 'table',
        children: ['1', '2'].map((row) => ({ element: 'tr', children: [{ element: 'td', children: [row] }] })),
      }),
    ),
    read(
      'attributes',
      'a card with an identifier and a title',
      `${WML}.3.4`,
      head() + tag('wml', tag('card', tag('p', string('x')), `${ID}${string('c1')}${TITLE}${string('A "card"')}`)),
      [
        {
          element: 'wml',
          children: [
            {
              element: 'card',
              attributes: [
                { name: 'id', value: 'c1' },
                { name: 'title', value: 'A "card"' },
              ],
              children: [{ element: 'p', children: ['x'] }],
            },
          ],
        },
      ],
    ),
    ...[1, 2, 3, 4, 5, 6].map((octets) =>
      refused(
        `cut-${octets}`,
        `ends after ${octets} octets`,
        `${WBXML} 5.3`,
        (head() + card(string('x'))).slice(0, 2 * octets),
        {
          reason: 'truncated',
        },
      ),
    ),
    refused('trailing', 'an octet after the root', `${WBXML} 5.3`, `${head()}${card(string('x'))}00`, {
      ...{ reason: 'trailing', offset: sizeOf(head() + card(string('x'))) },
    }),
    refused('tag-unknown', 'a tag that WML does not have', `${WML}.3.3`, head() + card('05'), {
      reason: 'bad-value',
      offset: BEFORE_CONTENT,
    }),
    refused(
      'start-unknown',
      'an attribute that WML does not have',
      `${WML}.3.4`,
      head() + card(`${hexOf(TAGS.br | ATTRIBUTES)}7F01`),
      {
        ...{ reason: 'bad-value', offset: BEFORE_CONTENT + 1 },
      },
    ),
  ];
}

/** All of it. */
export function wbxmlFamily(): FamilyCase[] {
  return [...extensions(), ...instructions(), ...tags()];
}
