/**
 * Arbitrary calls and answers of the SOAP port, and envelopes that say the same in other ways: references, prefixes, orders,
 * types, nils.
 *
 * The writer knows the order of nothing and the types of nothing but what the value shows; it shares no code with the library's
 * own.
 */
import fc from 'fast-check';
import { type Accessor, elementsOf, listParts, SIMPLE_TYPES, type SimpleType } from '../../src/protocol/soap/schema.js';
import { type Answer, type Call, SOAP_OPERATIONS } from '../../src/protocol/soap/types.js';

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ019 .-/&<>"\'\t\n\r];:#') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('é', 'ß', '日', '\u00a0', '\ud7ff', '\ufffd', '\ufeff', '😀', '\u{10ffff}', '\x85', '\u2028'),
  },
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'ANOther.12345',
    '00123456',
    '447700900123,447700900124',
    '<![CDATA[x]]>',
    '&amp;',
    '&#13;',
    ']]>',
    '-->',
  ),
  fc.array(character, { maxLength: 30 }).map((characters) => characters.join('')),
);
const hex = fc.array(fc.constantFrom('00', '7f', 'A0', 'fF', '4a'), { maxLength: 20 }).map((octets) => octets.join(''));
const zeros = fc.constantFrom('', '0', '00', '+', '+0');

const SIMPLE: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string: text,
  anyURI: text,
  int: fc.oneof(
    fc.constantFrom('0', '-2', '2147483647', '-2147483648', '-0'),
    fc.tuple(zeros, fc.nat(999)).map(([front, value]) => `${front}${value}`),
  ),
  positiveInteger: fc.tuple(zeros, fc.integer({ min: 1, max: 99_999 })).map(([front, value]) => `${front}${value}`),
  unsignedShort: fc.tuple(zeros, fc.nat(65_535)).map(([front, value]) => `${front}${value}`),
  dateTime: fc
    .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.constantFrom('', 'Z', '+00:00', '-05:30', '+14:00', '.125Z'))
    .map(([seconds, zone]) => new Date(seconds * 1000).toISOString().slice(0, 19) + zone),
  hexBinary: hex,
  NMTOKEN: fc.stringMatching(/^[-.:_a-zA-Z0-9é]{1,10}$/),
};

function simple(type: SimpleType): fc.Arbitrary<string> {
  const choices: readonly string[] | undefined = SIMPLE_TYPES[type];
  return choices === undefined ? (SIMPLE[type] as fc.Arbitrary<string>) : fc.constantFrom(...choices);
}

function value({ type, isRepeated }: Accessor): fc.Arbitrary<unknown> {
  const elements = elementsOf(type);
  const one: fc.Arbitrary<unknown> = elements === undefined ? simple(type as SimpleType) : struct(elements, false);
  return isRepeated === true ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
}

/** Any accessor may be missing, but for elements that must be there. Parts of a message may all be missing. */
function struct(accessors: readonly Accessor[], areParts: boolean): fc.Arbitrary<object> {
  const requiredKeys = accessors
    .filter(({ isOptional, isNillable }) => !areParts && isOptional !== true && isNillable !== true)
    .map(({ name }) => name);
  return fc.record(Object.fromEntries(accessors.map((accessor) => [accessor.name, value(accessor)])), {
    noNullPrototype: true,
    requiredKeys,
  });
}

export const anyCall = fc.oneof(
  ...SOAP_OPERATIONS.map((operation) => struct(listParts(operation, 'call'), true).map((parts) => ({ operation, parts }))),
) as fc.Arbitrary<Call>;

export const anyAnswer = fc.oneof(
  ...SOAP_OPERATIONS.map((operation) => struct(listParts(operation, 'answer'), true).map((parts) => ({ operation, parts }))),
) as fc.Arbitrary<Answer>;

/** What an envelope leaves to its writer. */
export interface Style {
  /** Taken in turn wherever there is a choice. */
  readonly choices: readonly number[];
}

export const style: fc.Arbitrary<Style> = fc.record({
  choices: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 50 }),
});

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const OPERATIONS = 'urn:x-test:ops';

/** The envelope of a structure in a style. */
export function writeInStyle(root: string, accessors: readonly Accessor[], parts: object, { choices }: Style): string {
  let turn = 0;
  const choose = (below: number): number => (choices[turn++ % choices.length]! + turn) % below;
  const pick = <T>(...of: readonly T[]): T => of[choose(of.length)] as T;
  const env = pick('soapenv', 'SOAP-ENV', 'S', 'e-1.x');
  const xsi = pick('xsi', 'i', 'xs_i');
  const enc = pick('soapenc', 'SOAP-ENC', 'multi');
  const own = pick('ns1', 'm', 'tns');
  const isQualified = choose(3) === 0;
  const areDefault = isQualified && choose(2) === 0;
  const encodingAt = choose(4);
  const encodingStyle = (at: number) => (encodingAt === at ? ` ${env}:encodingStyle="${ENCODING}"` : '');
  const siblings: string[] = [];
  /** Texts that have an element with an id, so that others may refer to it. */
  const shared = new Map<string, string>();
  let ids = 0;

  const space = () => pick('', '', '', ' ', '\n  ', '\t', '<!-- c -->', '<?p i?>');
  const named = (name: string) => (isQualified && !areDefault ? `${own}:${name}` : name);
  const typed = (each: unknown): string => {
    if (choose(2) === 0) return '';
    const wrong = pick('xsd:int', 'xsd:string', `${own}:Whatever`, 'xsd:long', `${enc}:Struct`);
    return ` ${xsi}:type="${typeof each === 'string' ? wrong : `${own}:Some`}"`;
  };
  const escapedText = (plain: string): string =>
    [...plain]
      .map((each) => {
        const code = each.codePointAt(0) as number;
        if (each === '\r' || choose(12) === 0) return choose(2) === 0 ? `&#${code};` : `&#x${code.toString(16)};`;
        if (each === '&') return '&amp;';
        if (each === '<') return choose(2) === 0 ? '&lt;' : '<![CDATA[<]]>';
        if (each === '>') return '&gt;';
        return choose(25) === 0 ? `<!-- - -->${each}` : each;
      })
      .join('');
  const contentOf = (each: unknown, inner: readonly Accessor[] | undefined): string =>
    typeof each === 'string' ? escapedText(each) : membersOf(each as object, inner as readonly Accessor[]) + space();
  const element = (name: string, attributes: string, content: string): string =>
    content === '' && choose(2) === 0 ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;

  /** One accessor: in place, or as a reference to a sibling of the call, to another accessor or to a sibling that refers on. */
  const accessor = (name: string, each: unknown, inner: readonly Accessor[] | undefined): string => {
    const tag = named(name);
    const known = typeof each === 'string' ? shared.get(each) : undefined;
    if (known !== undefined && choose(2) === 0) return `<${tag} href="#${known}"/>`;
    const how = choose(5);
    if (how > 1) return element(tag, typed(each), contentOf(each, inner));
    const id = `${pick('id', 'ref-', '_')}${ids++}`;
    if (how === 1 && typeof each === 'string') {
      const here = element(tag, `${typed(each)} id="${id}"`, contentOf(each, inner));
      shared.set(each, id);
      return here;
    }
    let target = id;
    for (let hops = choose(3); hops > 0; hops--) {
      const hop = `h${ids++}`;
      siblings.push(`<multiRef id="${hop}" href="#${target}"/>`);
      target = hop;
    }
    const sibling = pick('multiRef', `${own}:Some`, 'id', 'SubmitMessage');
    const content = contentOf(each, inner);
    const root = choose(2) === 0 ? ` ${enc}:root="0"` : '';
    siblings.push(element(sibling, `${typed(each)} id="${id}"${root}`, content));
    return `<${tag} href="#${target}"${pick('', '/').replace('/', ' ')}></${tag}>`;
  };

  const membersOf = (values: object, inner: readonly Accessor[]): string => {
    const pieces: string[] = [];
    for (const { name, type } of inner) {
      const each = (values as Readonly<Record<string, unknown>>)[name];
      const below = elementsOf(type);
      if (each === undefined) {
        if (choose(2) === 0) pieces.push(`${space()}<${named(name)} ${xsi}:nil="${pick('true', '1')}"/>`);
      } else if (Array.isArray(each)) {
        if (choose(3) === 0) {
          const members = each.map((one) => accessor(pick('item', 'info', 'x'), one, below)).join(space());
          const array = ` ${xsi}:type="${enc}:Array" ${enc}:arrayType="${own}:${type}[${each.length}]"`;
          pieces.push(space() + element(named(name), array, members));
          // The order among themselves counts.
        } else pieces.push(each.map((one) => space() + accessor(name, one, below)).join(''));
      } else pieces.push(space() + accessor(name, each, below));
    }
    // Unknown accessors, and known names of other namespaces, say nothing.
    if (choose(4) === 0)
      pieces.push(`<x:SendTo xmlns:x="urn:other">1</x:SendTo><${named('Unknown')}><a/>b</${named('Unknown')}>`);
    for (let i = pieces.length - 1; i > 0; i--) {
      const j = choose(i + 1);
      [pieces[i], pieces[j]] = [pieces[j] as string, pieces[i] as string];
    }
    return pieces.join('');
  };

  const members = membersOf(parts, accessors);
  // Siblings take the default namespace from the body, or accessors in them would have none; the body's own name has a prefix.
  const bodyDefault = areDefault ? ` xmlns="${OPERATIONS}"` : '';
  const root_ = choose(3) === 0 ? ` ${enc}:root="1"` : '';
  const call = element(`${own}:${root}`, `${encodingStyle(2)}${root_}`, `${members}${space()}`);
  const isLast = root_ !== '' && choose(2) === 0;
  const inBody = (isLast ? [...siblings, call] : [call, ...siblings]).join(space());
  const header = pick(
    '',
    '',
    `<${env}:Header/>`,
    `<${env}:Header><t:x xmlns:t="urn:t" ${env}:mustUnderstand="0"/></${env}:Header>`,
  );
  const front = pick('', '<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8'?>\r\n", '\ufeff<?xml version="1.0"?>');
  return `${front}<${env}:Envelope xmlns:${env}="${ENVELOPE}" xmlns:${enc}="${ENCODING}" xmlns:${xsi}="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:${own}="${OPERATIONS}"${encodingStyle(0)}>${space()}${header}<${env}:Body${encodingStyle(1)}${bodyDefault}>${space()}${inBody}${space()}</${env}:Body></${env}:Envelope>${space()}`;
}

/** An envelope with an element cut out, written twice or moved, or a reference redirected. */
export function mutated(envelope: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(envelope, fc.constantFrom('cut', 'double', 'open', 'close', 'redirect', 'rename', 'nil'), fc.nat(), fc.nat())
    .map(([xml, how, where, other]) => {
      const tags = [...xml.matchAll(/<\/?[A-Za-z][^<>]*>/g)];
      if (tags.length === 0) return xml;
      const tag = tags[where % tags.length]!;
      const [whole] = tag;
      const end = tag.index + whole.length;
      const [before, after] = [xml.slice(0, tag.index), xml.slice(end)];
      switch (how) {
        case 'cut': {
          // The element with all that is in it, as far as that can be told without a parser.
          const name = /^<([^\s/>]+)/.exec(whole)?.[1];
          const close = whole.endsWith('/>') || name === undefined ? -1 : after.indexOf(`</${name}>`);
          return before + (close < 0 ? after : after.slice(close + `</${name}>`.length));
        }
        case 'double':
          return before + whole + whole + after;
        case 'open':
          return `${before}<a>${whole}${after}`;
        case 'close':
          return before + after;
        case 'redirect': {
          const ids = [...xml.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
          const target = ids.length === 0 ? 'none' : ids[other % ids.length];
          return xml.includes(' href="')
            ? xml.replace(/ href="[^"]*"/, ` href="#${target}"`)
            : `${before}${whole.replace(/\/?>$/, ` href="#${target}"$&`)}${after}`;
        }
        case 'rename':
          return before + whole.replace(/[A-Za-z]/, 'q') + after;
        default:
          return `${before}${whole.replace(/\/?>$/, ' xsi:nil="true"$&')}${after}`;
      }
    });
}
