/**
 * WBXML of any document type as a tree of elements, read only. Names come from the tables of languages.ts; of a type that is not known,
 * and leniently of a code that a type lacks, they are made of the numbers: `tag-0-2A`, `attribute-1-07`, `{value-0-85}`, page and code.
 *
 *   opaque data   a document of WBXML itself, as a SyncML message holds DevInf: its elements
 *                 dates of SI and EMN, numbers and dates of CSP, keys: as XML writes them
 *                 octets that are text: the text; else base64
 *   extensions    variables of WML, $(name:escape); values of CSP
 *
 * Sources: WAP-192-WBXML-20010725 section 5; WAP-191-WML section 14.3; OMA-TS-IMPS_CSP_WBXML-V1_3 sections 5 and 6.
 * @module
 */

import { toBase64 } from '../../bytes/base64.js';
import { octetHex } from '../../bytes/octets.js';
import { nestPath, quote, shorten } from '../../bytes/quote.js';
import { ByteReader } from '../../bytes/reader.js';
import { Reading } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DecodeError, FormatError } from '../../errors.js';
import { charsetOfMib } from '../../wsp/registers.js';
import { illegalIndex } from '../../xml/characters.js';
import { formatDateTime, readDateTime } from '../si-sl-co/datetime.js';
import { type CodeKind, type ExtendedSink, readBody, type TableString, type WbxmlSink } from './body.js';
import { isDateAttribute } from './document-tokens.js';
import { type Charset, readHead, UNKNOWN_PUBLIC_ID } from './head.js';
import { findLanguage, type WbxmlLanguage } from './language.js';
import { languageOfType, otaSettings, wbxmlLanguages } from './languages.js';
import type { WbxmlOptions } from './read.js';
import { CHARSETS, decodeString, ISO_8859_1, type Strings, UCS2 } from './strings.js';
import { TOKEN_NAMES, type WbxmlVersion } from './tokens.js';

/** An element, or a processing instruction: that has its data as its one attribute, and its target for a name. */
export interface WbxmlElement {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly attributes: readonly WbxmlAttribute[];
  readonly children: readonly (WbxmlElement | string)[];
  readonly isInstruction: boolean;
}

/** An attribute. */
export interface WbxmlAttribute {
  readonly name: string;
  readonly value: string;
}

/** A document. */
export interface WbxmlTree {
  readonly version: WbxmlVersion;
  /** The public identifier as a number, or as a text. */
  readonly publicId: number | string;
  /** The document type; undefined for one that is not known. */
  readonly language: WbxmlLanguage | undefined;
  /** The root element, and the processing instructions around it. */
  readonly children: readonly WbxmlElement[];
}

/**
 * Options of functions that read WBXML documents of any type. Of `limits` they use `wbxmlTreeOctets`, `wbxmlTreeCharacters`,
 * `wbxmlTreeElements` and `wbxmlTreeDepth`.
 */
export interface WbxmlTreeOptions extends WbxmlOptions {
  /** Content type of the document, if the document does not name its type. */
  readonly contentType?: string | undefined;
}

/**
 * Reads one document up to the end of the reader.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet, LimitError past the limits.
 */
export function readWbxmlTree(reader: ByteReader, options?: WbxmlTreeOptions): WbxmlTree {
  const reading = Reading.of(options);
  return readTree(reader, reading, new Budget(reading), options);
}

/**
 * {@link readWbxmlTree}, which leniently gives what was read before a fault.
 * @throws DecodeError, LimitError as there.
 */
export function readWbxmlBeginning(reader: ByteReader, options?: WbxmlTreeOptions): WbxmlTree {
  const reading = Reading.of(options);
  return readTree(reader, reading, new Budget(reading), options, false, true);
}

function readTree(
  reader: ByteReader,
  reading: Reading,
  budget: Budget,
  options?: WbxmlTreeOptions,
  isNested = false,
  takesBeginning = false,
): WbxmlTree {
  budget.octets(reader);
  const onFault = (error: DecodeError) => reading.reportOrThrow(error);
  const head = readHead(reader, { charset: options?.charset, describePublicId, findCharset, onFault });
  const { version, publicId, strings } = head;
  const language =
    findLanguage(wbxmlLanguages(), publicId) ??
    (publicId === UNKNOWN_PUBLIC_ID ? untoldType(reader, strings, budget.renewed(), options) : undefined);
  const sink = new TreeSink(language, strings, budget, onFault, isNested);
  try {
    readBody(reader, strings, language, sink);
  } catch (error) {
    if (!takesBeginning || !(error instanceof DecodeError) || !sink.isBegun) throw error;
    onFault(error);
    return { version, publicId, language, children: sink.children };
  }
  if (reader.remaining > 0) {
    onFault(new DecodeError('trailing-bytes', 'WBXML', reader.offset, `${reader.remaining} octets after the document`));
    reader.take(reader.remaining, 'WBXML/trailing');
  }
  return { version, publicId, language, children: sink.children };
}

/** The type of a document that leaves it to its content type: without one, settings when it, or what is there of it, can be that. */
function untoldType(
  { octets, offset, end }: ByteReader,
  strings: Strings,
  budget: Budget,
  options: WbxmlTreeOptions | undefined,
): WbxmlLanguage | undefined {
  if (options?.contentType !== undefined) return languageOfType(options.contentType);
  const settings = otaSettings();
  const refuse = (error: DecodeError): never => {
    throw error;
  };
  // Its opaque data stay closed, or documents inside of each other would be tried to any depth.
  const sink = new TreeSink(settings, strings, budget, refuse, true);
  try {
    readBody(new ByteReader(octets, undefined, offset, end), strings, settings, sink);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (error.code !== 'truncated') return undefined;
  }
  const root = sink.children.find((child) => !child.isInstruction);
  // Tags alone fit any small document type.
  return root?.name === settings.root && hasAttributes(root) ? settings : undefined;
}

function hasAttributes({ attributes, children }: WbxmlElement): boolean {
  return attributes.length > 0 || children.some((child) => typeof child !== 'string' && hasAttributes(child));
}

/** The public identifier of the document that a reader is at, which does not move; 1, unknown, where no head is. */
export function peekPublicId({ octets, offset, end }: ByteReader): number | string {
  const reader = new ByteReader(octets, undefined, offset, end);
  const head = tryDecode(() => readHead(reader, { describePublicId, findCharset, onFault: () => {} }));
  return head?.publicId ?? UNKNOWN_PUBLIC_ID;
}

/** The number of a public identifier in words. */
function describePublicId(publicId: number): string {
  const found = findLanguage(wbxmlLanguages(), publicId);
  if (found !== undefined) return found.publicIdText ?? found.name;
  return publicId === UNKNOWN_PUBLIC_ID
    ? 'unknown'
    : `0x${publicId.toString(16).toUpperCase().padStart(2, '0')}, not known here`;
}

/** Whether a charset may be one that is read. */
export function mayBeCharset(mib: number): boolean {
  return CHARSETS[mib] !== undefined || WIDE.includes(mib) || charsetOfMib(mib) !== undefined;
}

/** What characters of UTF-16 are read as. */
const WIDE: readonly number[] = [1013, 1015];

/** Charsets that WSP lists and the platform reads. */
function findCharset(mib: number): Charset | undefined {
  if (WIDE.includes(mib)) return { charset: UCS2, name: 'UTF-16' };
  const name = charsetOfMib(mib);
  if (name === undefined) return undefined;
  try {
    return { charset: mib, name, decoder: new TextDecoder(name, { fatal: true, ignoreBOM: true }) };
  } catch {
    return undefined;
  }
}

/** What documents inside of each other may hold together. */
class Budget {
  readonly #reading: Reading;
  readonly #maxCharacters: number;
  readonly #maxElements: number;
  readonly #maxDepth: number;
  #characters = 0;
  #elements = 0;

  constructor(reading: Reading) {
    const { wbxmlTreeCharacters, wbxmlTreeElements, wbxmlTreeDepth } = reading.limits;
    this.#reading = reading;
    // Compared with for each token: by its name a limit takes longer to find.
    this.#maxCharacters = wbxmlTreeCharacters;
    this.#maxElements = wbxmlTreeElements;
    this.#maxDepth = wbxmlTreeDepth;
  }

  /** The same limits, and nothing counted. */
  renewed(): Budget {
    return new Budget(this.#reading);
  }

  octets({ offset, remaining }: ByteReader): void {
    const { wbxmlTreeOctets } = this.#reading.limits;
    this.#reading.limit('wbxmlTreeOctets', remaining, 'WBXML', offset + wbxmlTreeOctets);
  }

  characters(count: number, field: string, at: number): void {
    this.#characters += count;
    if (this.#characters > this.#maxCharacters) this.#reading.limit('wbxmlTreeCharacters', this.#characters, field, at);
  }

  element(field: string, at: number): void {
    this.#elements++;
    if (this.#elements > this.#maxElements) this.#reading.limit('wbxmlTreeElements', this.#elements, field, at);
  }

  depth(depth: number, field: string, at: number): void {
    if (depth > this.#maxDepth) this.#reading.limit('wbxmlTreeDepth', depth, field, at);
  }
}

/** An element that is read. */
interface OpenElement extends WbxmlElement {
  readonly path: string;
  readonly attributes: WbxmlAttribute[];
  readonly children: (WbxmlElement | string)[];
  /** Names of its attributes: there may be many. */
  readonly names: Set<string>;
}

/** A name that XML has. */
const NAME = /^[A-Za-z_:\x80-\uffff][\w.:\x80-\uffff-]*$/;

/** Attributes that hold a %Datetime. */
const DATE_OF_EMN = 'timestamp';

/** Elements whose octets XML writes as base64, whatever they look like. */
const KEYS: readonly string[] = ['ds:KeyValue', 'NextNonce'];

/** The element of CSP whose opaque data are neither a number nor a date. */
const CONTENT = 'ContentData';

/** How a variable of WML goes into a text, by the number of its token. */
const CONVERSIONS = ['escape', 'unesc', 'noesc'] as const;

/** Characters of what an element holds that are told beside it. */
const MAX_SHOWN = 80;

/** Puts the tree together. */
class TreeSink implements WbxmlSink<OpenElement>, ExtendedSink {
  readonly extended = this;
  readonly children: WbxmlElement[] = [];
  readonly #language: WbxmlLanguage | undefined;
  readonly #strings: Strings;
  readonly #budget: Budget;
  readonly #onFault: (error: DecodeError) => void;
  readonly #isNested: boolean;
  readonly #open: OpenElement[] = [];
  #hasRoot = false;
  #attribute = '';

  constructor(
    language: WbxmlLanguage | undefined,
    strings: Strings,
    budget: Budget,
    onFault: (error: DecodeError) => void,
    isNested: boolean,
  ) {
    this.#language = language;
    this.#strings = strings;
    this.#budget = budget;
    this.#onFault = onFault;
    this.#isNested = isNested;
  }

  get path(): string {
    return this.#open.at(-1)?.path ?? 'WBXML';
  }

  get depth(): number {
    return this.#open.length;
  }

  get isComplete(): boolean {
    return this.#hasRoot && this.#open.length === 0;
  }

  /** Whether the root is there. */
  get isBegun(): boolean {
    return this.#hasRoot;
  }

  open(name: string, at: number, page: number | undefined): string {
    const checked = this.#checkName(name, at);
    const namespace = page === undefined ? undefined : this.#language?.pages[page]?.namespace;
    this.#begin(checked, nestPath(this.path, checked), namespace, at);
    this.#hasRoot = true;
    return checked;
  }

  instruction(at: number): void {
    this.#begin('', `${this.path}/PI`, undefined, at);
  }

  #begin(name: string, path: string, namespace: string | undefined, at: number): void {
    this.#budget.depth(this.#open.length + 1, path, at);
    this.#budget.element(path, at);
    const isInstruction = name === '';
    const element = { name, namespace, path, attributes: [], children: [], names: new Set<string>(), isInstruction };
    const siblings = this.#open.at(-1)?.children ?? this.children;
    siblings.push(element);
    this.#open.push(element);
  }

  close(): OpenElement {
    return this.#open.pop() as OpenElement;
  }

  describe({ attributes, children }: OpenElement): string | undefined {
    const text = children.filter((child) => typeof child === 'string').join('');
    if (text.trim() !== '') return quote(text, MAX_SHOWN);
    return attributes.length === 0
      ? undefined
      : shorten(attributes.map(({ name, value }) => `${name}="${value}"`).join(' '), MAX_SHOWN);
  }

  attribute(name: string, at: number): string {
    const { path, names } = this.#open.at(-1) as OpenElement;
    const checked = this.#checkName(name, at);
    this.#budget.element(path, at);
    const own = nestPath(path, checked);
    if (names.has(checked)) this.fault(new DecodeError('bad-value', own, at, 'is given twice'));
    this.#attribute = checked;
    return own;
  }

  value(_name: string, value: string | Date): void {
    const { attributes, names } = this.#open.at(-1) as OpenElement;
    // Of an attribute that is given twice the first one counts.
    if (names.has(this.#attribute)) return;
    names.add(this.#attribute);
    attributes.push({ name: this.#attribute, value: value as string });
  }

  doubt(): undefined {
    return undefined;
  }

  text(text: string): void {
    const { children } = this.#open.at(-1) as OpenElement;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else if (text !== '') children.push(text);
  }

  count(characters: number, _before: number | undefined, field: string, at: number): void {
    this.#budget.characters(characters, field, at);
  }

  opaque(reader: ByteReader, length: number, before: number | undefined, field: string, at: number): string {
    if (before === undefined && this.#readNested(reader, length)) return '';
    const start = reader.offset;
    reader.take(length, `${field}/octets`);
    const name = before === undefined ? this.#open.at(-1)?.name : this.#attribute;
    const isDate = before !== undefined && (name === DATE_OF_EMN || isDateAttribute(name as string));
    const text =
      (isDate ? this.#readDate(start, start + length, field) : undefined) ?? this.#readData(name, start, start + length);
    reader.trace?.mean(shorten(text, MAX_SHOWN));
    this.count(text.length, before, field, at);
    return text;
  }

  /** Opens a document that the next octets are. What is inside of that one stays closed. */
  #readNested(reader: ByteReader, length: number): boolean {
    const { octets, offset: start } = reader;
    if (this.#isNested || length < 4 || length > reader.remaining) return false;
    const own = new ByteReader(octets, undefined, start, start + length);
    const found = tryDecode(() => readTree(own, Reading.of(undefined), this.#budget, undefined, true));
    if (found?.language === undefined) return false;
    (this.#open.at(-1) as OpenElement).children.push(...found.children);
    if (reader.trace === undefined) reader.skip(length, 'octets');
    else {
      reader.open('octets');
      readTree(reader.sub(length, 'octets'), Reading.of(undefined), this.#budget.renewed(), undefined, true);
      reader.close();
      reader.trace.mean(`${found.language.name} in WBXML`);
    }
    return true;
  }

  #readDate(start: number, end: number, field: string): string | undefined {
    try {
      return formatDateTime(readDateTime(this.#strings.octets, start, end, field));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.fault(error);
      return undefined;
    }
  }

  #readData(name: string | undefined, start: number, end: number): string {
    const octets = this.#strings.octets.subarray(start, end);
    if (this.#language !== undefined && isCsp(this.#language) && name !== CONTENT) {
      if (octets.length > 0 && octets.length <= 4) return String(octets.reduce((number, octet) => number * 256 + octet, 0));
      if (octets.length === 6) return formatCspDate(octets);
    }
    const text = KEYS.includes(name as string) ? undefined : tryDecode(() => decodeString(this.#strings, start, end, 'octets'));
    return text !== undefined && illegalIndex(text) < 0 ? text : toBase64(octets);
  }

  extension(token: number, argument: string | number | undefined, index: TableString, field: string, at: number): string {
    const { extensions } = this.#language ?? {};
    const number = token & 3;
    if (extensions === 'variables' && argument !== undefined) {
      const name = typeof argument === 'number' ? index(argument) : argument;
      return `$(${name}:${CONVERSIONS[number]})`;
    }
    const value = token === EXT_T_0 && typeof extensions === 'object' ? extensions[argument as number] : undefined;
    if (value !== undefined) return value;
    const shown = `${TOKEN_NAMES[token]}${argument === undefined ? '' : ` ${argument}`}`;
    if (this.#language !== undefined) {
      this.fault(new DecodeError('bad-value', field, at, `${shorten(shown)} means nothing in ${this.#language.name}`));
    }
    return `{${shown}}`;
  }

  unnamed(kind: CodeKind, page: number, code: number, error: () => DecodeError): string {
    // Of a type that is not known every code lacks a name, and nothing is wrong with it.
    if (this.#language !== undefined) this.fault(error());
    const name = `${kind}-${page}-${octetHex(code)}`;
    return kind === 'value' ? `{${name}}` : name;
  }

  fault(error: DecodeError): void {
    this.#onFault(error);
  }

  repaired(error: DecodeError, start: number, end: number): string {
    this.fault(error);
    const text = tryDecode(() => decodeString(this.#strings, start, end, error.field));
    const loose = text ?? decodeString({ ...this.#strings, charset: ISO_8859_1, decoder: undefined }, start, end, error.field);
    return loose.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  }

  #checkName(name: string, at: number): string {
    if (NAME.test(name)) return name;
    this.fault(new DecodeError('bad-value', this.path, at, `${quote(name)} is not a name of XML`));
    return 'literal';
  }
}

const EXT_T_0 = 0x80;

/** Whether a document type is one of Wireless Village's and IMPS's. */
function isCsp({ extensions }: WbxmlLanguage): boolean {
  return typeof extensions === 'object';
}

/**
 * A date of CSP: `20020416T064000Z`.
 *
 *   00YYYYYY YYYYYYMM MMDDDDDh hhhhmmmm mmssssss zone      zone: the letter of a time zone, Z for UTC
 */
function formatCspDate([a, b, c, d, e, zone]: Uint8Array): string {
  const [first, second, third, fourth, fifth] = [a, b, c, d, e] as [number, number, number, number, number];
  const numbers: [number: number, digits: number][] = [
    [((first & 0x3f) << 6) | (second >> 2), 4],
    [((second & 3) << 2) | (third >> 6), 2],
    [(third >> 1) & 0x1f, 2],
    [((third & 1) << 4) | (fourth >> 4), 2],
    [((fourth & 15) << 2) | (fifth >> 6), 2],
    [fifth & 0x3f, 2],
  ];
  const [year, month, day, hour, minute, seconds] = numbers.map(([number, digits]) => String(number).padStart(digits, '0'));
  const letter = String.fromCharCode(zone as number);
  return `${year}${month}${day}T${hour}${minute}${seconds}${/[A-Z]/.test(letter) ? letter : ''}`;
}
