/** WBXML of every document type, written by its table in fixtures/data, with the XML tree that it means. */
import fc from 'fast-check';
import { encodeUtf8 } from '../../src/bytes/utf8.js';
import { fixture } from './vectors.js';
import type { XmlNode } from './xml-trees.js';

/** A code page of the table: names by their code in hex. */
interface TablePage {
  readonly tags?: Readonly<Record<string, string>>;
  readonly attributeStarts?: Readonly<Record<string, { readonly name: string; readonly value?: string }>>;
  readonly attributeValues?: Readonly<Record<string, string>>;
}

/** A document type of the table. */
export interface TableKind {
  readonly publicIdNumber: number | null;
  readonly publicId: string | null;
  readonly publicIdAliases?: readonly string[];
  readonly systemId: string | null;
  readonly root: string;
  readonly contentTypes: readonly { readonly type: string }[];
  readonly namespaces?: Readonly<Record<string, string>>;
  readonly extensionTokensT0?: Readonly<Record<string, string>>;
  readonly codePages: Readonly<Record<string, TablePage>>;
}

/** The document types by their names in the table, such as `emn-1.0`. */
export const { kinds: WBXML_KINDS } = fixture('data/wbxml-tables.json') as {
  readonly kinds: Readonly<Record<string, TableKind>>;
};

/** A document, and what it means. */
export interface WbxmlSample {
  readonly kind: string;
  readonly octets: Uint8Array;
  readonly root: XmlNode;
}

/** One row of a table of codes. */
interface Code<T> {
  readonly page: number;
  readonly code: number;
  readonly means: T;
}

/** What a document of a kind is written with. */
interface Codes {
  readonly tags: readonly Code<string>[];
  readonly starts: readonly Code<{ readonly name: string; readonly value?: string }>[];
  readonly values: readonly Code<string>[];
}

const GLOBAL = (code: number) => (code & 0x3f) < 5;

export function codesOf({ codePages }: TableKind): Codes {
  const rows = <T>(pick: (page: TablePage) => Readonly<Record<string, T>> | undefined): Code<T>[] =>
    Object.entries(codePages).flatMap(([page, codes]) =>
      Object.entries(pick(codes) ?? {})
        .map(([code, means]) => ({ page: Number(page), code: Number.parseInt(code, 16), means }))
        .filter(({ code, means }) => !GLOBAL(code) && !String(means).startsWith('Unknown_')),
    );
  return {
    tags: rows(({ tags }) => tags),
    starts: rows(({ attributeStarts }) => attributeStarts),
    values: rows(({ attributeValues }) => attributeValues),
  };
}

/** A multi-byte integer. */
export function multiByte(value: number): number[] {
  const octets = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) octets.unshift(0x80 | (rest & 0x7f));
  return octets;
}

/** How a piece of text is written. */
type Piece =
  | { readonly how: 'inline' | 'table'; readonly text: string }
  | { readonly how: 'entity'; readonly code: number }
  | { readonly how: 'variable'; readonly text: string; readonly conversion: number; readonly isInTable: boolean }
  | { readonly how: 'value' | 'extension'; readonly index: number };

/** What a document is grown from: numbers that choose among what its kind has. */
interface Plan {
  readonly tag: number;
  readonly isLiteral: boolean;
  readonly attributes: readonly { readonly start: number; readonly isLiteral: boolean; readonly pieces: readonly Piece[] }[];
  readonly children: readonly (Plan | Piece)[];
}

const CONVERSIONS = ['escape', 'unesc', 'noesc'];

/** Attributes that hold a date. */
const DATES = ['created', 'si-expires', 'timestamp'];

/** Puts a document together. */
class Writer {
  readonly #kind: TableKind;
  readonly #codes: Codes;
  readonly #body: number[] = [];
  readonly #table: number[] = [];
  #tagPage = 0;
  #attributePage = 0;

  constructor(kind: TableKind) {
    this.#kind = kind;
    this.#codes = codesOf(kind);
  }

  document(plan: Plan, version: number, isByName: boolean): { octets: Uint8Array; root: XmlNode } {
    const { publicIdNumber, publicId } = this.#kind;
    const usesName = publicIdNumber === null || (isByName && publicId !== null);
    const head = usesName ? [0, ...this.#index(publicId as string)] : multiByte(publicIdNumber);
    const root = this.#element(plan, undefined, this.#root());
    const charset = version === 0 ? [] : [0x6a];
    const octets = [version, ...head, ...charset, ...multiByte(this.#table.length), ...this.#table, ...this.#body];
    return { octets: Uint8Array.from(octets), root };
  }

  #root(): Code<string> {
    return this.#codes.tags.find(({ means }) => means.toLowerCase() === this.#kind.root.toLowerCase()) as Code<string>;
  }

  #index(text: string): number[] {
    const at = this.#table.length;
    this.#table.push(...encodeUtf8(text), 0);
    return multiByte(at);
  }

  #element(plan: Plan, outer: string | undefined, forced?: Code<string>): XmlNode {
    const { tags, starts } = this.#codes;
    const tag = forced ?? (tags[plan.tag % tags.length] as Code<string>);
    const isLiteral = plan.isLiteral && forced === undefined;
    if (!isLiteral && tag.page !== this.#tagPage) {
      this.#body.push(0x00, tag.page);
      this.#tagPage = tag.page;
    }
    const attributes: Record<string, string> = {};
    const namespace = (isLiteral ? undefined : this.#kind.namespaces?.[String(tag.page)]) ?? outer;
    if (namespace !== undefined && namespace !== outer) attributes.xmlns = namespace;
    const wanted = plan.attributes
      .map((one) => ({ ...one, start: starts[one.start % starts.length] }))
      .filter(({ start }, i, all) => start && all.findIndex((other) => other.start?.means.name === start.means.name) === i);
    const flags = (wanted.length > 0 ? 0x80 : 0) | (plan.children.length > 0 ? 0x40 : 0);
    this.#body.push((isLiteral ? 0x04 : tag.code) | flags, ...(isLiteral ? this.#index(tag.means) : []));
    for (const { start, isLiteral: isNamed, pieces } of wanted) {
      attributes[start!.means.name] = this.#attribute(start!, isNamed, pieces);
    }
    if (wanted.length > 0) this.#body.push(0x01);
    const children: (XmlNode | string)[] = [];
    for (const child of plan.children) {
      const grown = 'how' in child ? this.#piece(child, false) : this.#element(child, namespace);
      const last = children.at(-1);
      if (typeof grown === 'string' && typeof last === 'string') children[children.length - 1] = last + grown;
      else if (grown !== '') children.push(grown);
    }
    if (plan.children.length > 0) this.#body.push(0x01);
    return { name: tag.means, attributes, children };
  }

  #attribute(start: Codes['starts'][number], isLiteral: boolean, pieces: readonly Piece[]): string {
    const { name } = start.means;
    let value = '';
    // libwbxml reads a date by the token of its attribute alone.
    if (isLiteral && !DATES.includes(name)) this.#body.push(0x04, ...this.#index(name));
    else {
      this.#turnAttributes(start.page);
      this.#body.push(start.code);
      value = start.means.value ?? '';
    }
    if (DATES.includes(name)) return this.#date(pieces.length);
    return value + pieces.map((piece) => this.#piece(piece, true)).join('');
  }

  /** A %Datetime with so many zeros left out that it is shorter by as many octets. */
  #date(zeros: number): string {
    const digits = '20240229235958'.slice(0, 14 - 2 * zeros);
    this.#body.push(0xc3, digits.length / 2, ...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
    const [year, month, day, hour, minute, second] = [
      digits.slice(0, 4),
      ...(digits.slice(4).padEnd(10, '0').match(/../g) ?? []),
    ];
    return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  }

  #turnAttributes(page: number): void {
    if (page !== this.#attributePage) this.#body.push(0x00, page);
    this.#attributePage = page;
  }

  /** Writes a piece and gives its text. */
  #piece(piece: Piece, isInAttribute: boolean): string {
    switch (piece.how) {
      case 'inline':
        this.#body.push(0x03, ...encodeUtf8(piece.text), 0);
        return piece.text;
      case 'table':
        this.#body.push(0x83, ...this.#index(piece.text));
        return piece.text;
      case 'entity':
        this.#body.push(0x02, ...multiByte(piece.code));
        return String.fromCodePoint(piece.code);
      case 'variable': {
        if (!/^(?:wml|wta-wml)$/i.test(this.#kind.root)) return '';
        if (piece.isInTable) this.#body.push(0x80 + piece.conversion, ...this.#index(piece.text));
        else this.#body.push(0x40 + piece.conversion, ...encodeUtf8(piece.text), 0);
        return `$(${piece.text}:${CONVERSIONS[piece.conversion]})`;
      }
      case 'value': {
        const { values } = this.#codes;
        if (!isInAttribute || values.length === 0) return '';
        const value = values[piece.index % values.length]!;
        this.#turnAttributes(value.page);
        this.#body.push(value.code);
        return value.means;
      }
      case 'extension': {
        const all = Object.entries(this.#kind.extensionTokensT0 ?? {});
        if (all.length === 0) return '';
        const [code, text] = all[piece.index % all.length]!;
        this.#body.push(0x80, ...multiByte(Number.parseInt(code, 16)));
        return text;
      }
    }
  }
}

/** Text of the characters that are given. */
const textOf = (characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((letters) => letters.join(''));

/** Characters that XML escapes, that an XML parser would change, and that take several octets. */
export const ANY_CHARACTERS = [...'abcXYZ019.-/ &<>"\'\t\n\r]', 'é', '你', '\ufffd', '😀'];

/** What documents hold. */
export interface WbxmlDocumentOptions {
  /** Characters of their texts; {@link ANY_CHARACTERS} without it. */
  readonly characters?: readonly string[];
  /** Whether some names are in the string table, though they have a token; true without it. */
  readonly hasLiterals?: boolean;
}

/** Documents of a kind. */
export function wbxmlDocument(
  kind: string,
  { characters = ANY_CHARACTERS, hasLiterals = true }: WbxmlDocumentOptions = {},
): fc.Arbitrary<WbxmlSample> {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
  const codes = characters.map((character) => character.codePointAt(0) as number);
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    fc.record({ how: fc.constantFrom('inline', 'table'), text: textOf(characters) }),
    fc.record({ how: fc.constant('entity'), code: fc.constantFrom(...codes) }),
    fc.record({ how: fc.constant('variable'), text: name, conversion: fc.nat({ max: 2 }), isInTable: fc.boolean() }),
    fc.record({ how: fc.constantFrom('value', 'extension'), index: fc.nat() }),
  );
  const attribute = fc.record({
    start: fc.nat(),
    isLiteral: hasLiterals ? fc.boolean() : fc.constant(false),
    pieces: fc.array(piece, { maxLength: 3 }),
  });
  const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
    plan: fc.record({
      tag: fc.nat(),
      isLiteral: fc.integer({ min: 0, max: 5 }).map((dice) => hasLiterals && dice === 0),
      attributes: fc.array(attribute, { maxLength: 3 }),
      children: fc.oneof(
        { depthSize: 'small' },
        fc.array(piece, { maxLength: 2 }),
        fc.array(fc.oneof(piece, tie('plan')), { maxLength: 4 }),
      ),
    }),
  }));
  return fc.tuple(plan, fc.constantFrom(0, 1, 2, 3), fc.boolean()).map(([grown, version, isByName]) => ({
    kind,
    ...new Writer(WBXML_KINDS[kind]!).document(grown, version, isByName),
  }));
}

/** Documents of all kinds. */
export const anyWbxmlDocument: fc.Arbitrary<WbxmlSample> = fc.oneof(
  ...Object.keys(WBXML_KINDS).map((kind) => wbxmlDocument(kind)),
);
