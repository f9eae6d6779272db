/** Arbitraries of the push documents, and WBXML that says the same in other tokens. */
import fc from 'fast-check';
import { encodeUtf8 } from '../../src/bytes/utf8.js';
import type { CacheOperation, PushDocument, ServiceIndication, ServiceLoading, SiItem } from '../../src/push/index.js';

/** A character of XML. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ019 .-/&<>"\'\t\n\r]') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('é', 'ß', '–', '你', '\u00a0', '\ud7ff', '\ue000', '\ufffd', '\ufeff', '😀', '\u{10ffff}'),
  },
);
const text = fc.array(character, { maxLength: 40 }).map((characters) => characters.join(''));
const trimmed = text.map((value) => value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));

/** What the tokens of an address are made of, so that they meet, overlap and end it. */
export const href = fc
  .tuple(
    fc.constantFrom(
      'http://',
      'http://www.',
      'https://',
      'https://www.',
      'HTTP://',
      'http:/',
      'ftp://www.',
      '',
      'http://ww',
      'https://www',
    ),
    fc.array(
      fc.constantFrom(
        'a',
        'example',
        '.com/',
        '.org/',
        '.net/',
        '.edu/',
        '.com',
        '.COM/',
        '.',
        '/',
        '.org.com/',
        'ü',
        '?x=1&y=2',
      ),
      {
        maxLength: 6,
      },
    ),
  )
  .map(([prefix, pieces]) => prefix + pieces.join(''));

const second = fc
  .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));
/** Dates, many of them with zeros at their end. */
export const date = fc.oneof(
  second,
  second.map((day) => new Date(Math.floor(day.getTime() / 86_400_000) * 86_400_000)),
  second.map((hour) => new Date(Math.floor(hour.getTime() / 3_600_000) * 3_600_000)),
);

const item: fc.Arbitrary<SiItem> = fc.record({ pcdata: trimmed, class: fc.stringMatching(/^[-.:_a-zA-Z0-9é]{1,10}$/) });

/** An SI as the reader gives it: nothing undefined, no empty text, no empty info. */
export const serviceIndication: fc.Arbitrary<ServiceIndication> = fc
  .record(
    {
      href,
      id: fc.oneof(text, href),
      created: date,
      expires: date,
      action: fc.constantFrom('signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete'),
      text: trimmed.filter((value) => value !== ''),
      info: fc.array(item, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: [] },
  )
  .map((si) => si as ServiceIndication);

export const serviceLoading: fc.Arbitrary<ServiceLoading> = fc.record(
  { href, action: fc.constantFrom('execute-low', 'execute-high', 'cache') },
  { requiredKeys: ['href'] },
) as fc.Arbitrary<ServiceLoading>;

export const cacheOperation: fc.Arbitrary<CacheOperation> = fc.record({
  operations: fc.array(fc.record({ kind: fc.constantFrom('object', 'service'), uri: href }), { minLength: 1, maxLength: 6 }),
});

export const pushDocument: fc.Arbitrary<PushDocument> = fc.oneof(
  { weight: 3, arbitrary: serviceIndication.map((si) => ({ kind: 'si' as const, si })) },
  serviceLoading.map((sl) => ({ kind: 'sl' as const, sl })),
  cacheOperation.map((co) => ({ kind: 'co' as const, co })),
);

/** What WBXML leaves to its writer. */
export interface Style {
  readonly version: number;
  readonly charset: 3 | 4 | 106 | 1000 | 0;
  /** Taken in turn wherever there is a choice. */
  readonly choices: readonly number[];
}

export const style: fc.Arbitrary<Style> = fc.record({
  version: fc.integer({ min: 0, max: 3 }),
  charset: fc.constantFrom(3, 4, 106, 1000, 0),
  choices: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 40 }),
});

/**
 * WBXML of an SI in a style: literal names, strings from the table, entities, pieces of strings, switches to page 0, the public
 * identifier as text. Not the library's writer, and none of its tables.
 */
export function writeInStyle(si: ServiceIndication, { version, charset, choices }: Style): Uint8Array {
  const table: number[] = [];
  const body: number[] = [];
  let turn = 0;
  const choose = (below: number): number => (choices[turn++ % choices.length]! + turn) % below;
  // Version 1.0 does not name its charset.
  const used = version === 0 || charset === 0 ? 106 : charset;
  const inCharset = (value: string): number[] | undefined => {
    if (used === 106) return [...encodeUtf8(value)];
    const units = [...value].flatMap((c) => (c.length === 2 ? [c.charCodeAt(0), c.charCodeAt(1)] : [c.charCodeAt(0)]));
    if (used === 1000) return units.flatMap((unit) => [unit >> 8, unit & 255]);
    return units.every((unit) => unit < (used === 4 ? 256 : 128)) ? units : undefined;
  };
  const nul = used === 1000 ? [0, 0] : [0];
  const number = (value: number): number[] => {
    const groups = [value & 0x7f];
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) groups.unshift((rest & 0x7f) | 0x80);
    // Zeros in front are allowed.
    return choose(5) === 0 && groups.length < 5 ? [0x80, ...groups] : groups;
  };
  const inTable = (value: string): number[] => {
    const at = table.length;
    table.push(...(inCharset(value) as number[]), ...nul);
    return number(at);
  };
  const string = (value: string): void => {
    const characters = [...value];
    while (characters.length > 0) {
      if (choose(6) === 0) body.push(0x00, 0x00);
      const piece = characters.splice(0, 1 + choose(12)).join('');
      const octets = inCharset(piece);
      if (octets === undefined || choose(4) === 0) {
        for (const c of piece) body.push(0x02, ...number(c.codePointAt(0)!));
      } else if (choose(3) === 0) body.push(0x83, ...inTable(piece));
      else body.push(0x03, ...octets, ...nul);
    }
  };
  const tag = (code: number, name: string, hasAttributes: boolean, hasContent: boolean): void => {
    const flags = (hasAttributes ? 0x80 : 0) | (hasContent ? 0x40 : 0);
    if (choose(3) === 0) body.push(0x04 | flags, ...inTable(name));
    else body.push(code | flags);
  };
  const attribute = (code: number, name: string): void => {
    if (choose(3) === 0) body.push(0x04, ...inTable(name));
    else body.push(code);
  };
  const datum = (value: Date): void => {
    const digits = value.toISOString().replace(/\D/g, '').slice(0, 14);
    const octets = Array.from({ length: 7 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
    while (octets.at(-1) === 0 && choose(4) !== 0) octets.pop();
    body.push(0xc3, octets.length, ...octets);
  };
  const { href: address, id, created, expires, action, text: content, info } = si;
  const attributes: (() => void)[] = [];
  if (action !== undefined) {
    attributes.push(() => {
      if (choose(2) === 0)
        body.push({ 'signal-none': 5, 'signal-low': 6, 'signal-medium': 7, 'signal-high': 8, delete: 9 }[action]);
      else {
        body.push(0x04, ...inTable('action'));
        string(action);
      }
    });
  }
  if (expires !== undefined) attributes.push(() => [attribute(0x10, 'si-expires'), datum(expires)]);
  if (id !== undefined) attributes.push(() => [attribute(0x11, 'si-id'), string(id)]);
  if (address !== undefined) attributes.push(() => [attribute(0x0b, 'href'), string(address)]);
  if (created !== undefined) attributes.push(() => [attribute(0x0a, 'created'), datum(created)]);

  if (choose(4) === 0) body.push(0x00, 0x00);
  tag(0x05, 'si', false, true);
  const hasContent = content !== undefined || choose(2) === 0;
  tag(0x06, 'indication', attributes.length > 0, hasContent);
  for (const write of attributes) write();
  if (attributes.length > 0) body.push(0x01);
  if (content !== undefined) string(content);
  if (hasContent) body.push(0x01);
  if (info !== undefined) {
    tag(0x07, 'info', false, true);
    for (const { pcdata, class: name } of info) {
      tag(0x08, 'item', true, true);
      attribute(0x12, 'class');
      string(name);
      body.push(0x01);
      string(pcdata);
      body.push(0x01);
    }
    body.push(0x01);
  }
  body.push(0x01);
  const publicId = choose(3) === 0 ? [0, ...inTable('-//WAPFORUM//DTD SI 1.0//EN')] : [5];
  const named = version === 0 ? [] : number(charset);
  return Uint8Array.of(version, ...publicId, ...named, ...number(table.length), ...table, ...body);
}
