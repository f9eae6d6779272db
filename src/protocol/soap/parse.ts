/**
 * Reading SOAP calls, answers and faults, as all kinds of toolkits write them.
 *
 * What is taken (interface document G-SOAP-04): any prefixes; values with xsi:type, without, and with a wrong one, for the text
 * counts as it was written; `href` to an element anywhere in the body, on anything, one behind the other; xsi:nil, which is the
 * same as absent; accessors without namespace or in that of the operation; any order; parts that are not there; encodingStyle
 * wherever it stands. Accessors that are not known are passed over, for newer clients have more of them.
 *
 * On top of that, four ways to write what the WSDL says in another:
 *
 *   lists as arrays of SOAP's encoding, whatever their members are called (SOAP 1.1 section 5.4.2): .NET, PHP without WSDL
 *   structures as the maps of Apache SOAP: PHP without WSDL
 *   text or hex as base64, when its type says so: SOAP::Lite, for text that is not ASCII
 *   the parts of an answer as one structure: servers of .NET, of Axis, of PHP without WSDL
 *
 * Sources: the gateway interface document, section 9; SOAP 1.1 sections 4.4, 5 and 7.
 * @module
 */

import { decodeBase64 } from '../../bytes/base64.js';
import { toHex } from '../../bytes/hex.js';
import { Reading } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { decodeUtf8 } from '../../bytes/utf8.js';
import { DecodeError, type Limits } from '../../errors.js';
import { isBlank } from '../../xml/characters.js';
import { readText } from '../../xml/octets.js';
import { type Accessor, elementsOf, listParts, type SimpleType } from './schema.js';
import { checkExpansion, type Element, meantBy, NAMESPACES, readEnvelope } from './tree.js';
import { type Answer, type Call, SOAP_OPERATIONS, type SoapFault, type SoapOperation } from './types.js';

/** Options for parsing an envelope. */
export interface ParseSoapOptions {
  /** Values for `soapCharacters`, `soapDepth` and `soapElements` in place of those of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Options for parsing an answer. */
export interface ParseAnswerOptions extends ParseSoapOptions {
  /**
   * The operation that was called; its answer may then have any element name (SOAP 1.1 section 7.1). By default the name determines the operation.
   */
  readonly operation?: SoapOperation | undefined;
}

/** An answer that is a fault. */
export interface FaultAnswer {
  /** The fault: code and reason. */
  readonly fault: SoapFault;
  /** Absent: a fault does not name its operation. */
  readonly operation?: undefined;
}

/**
 * Reads a call. Parts without a value are absent; texts are verbatim, also empty ones.
 * @param xml the envelope: text, or octets in UTF-8 or UTF-16.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as
 *   `Envelope/Body/SubmitMessage/Recipient/SendTo` and the index of the element in the text, or its offset in the octets;
 *   LimitError above the limits, with references followed. {@link faultOf} converts these errors to the fault that a server answers with.
 */
export function parseCall(xml: string | Uint8Array, options?: ParseSoapOptions): Call {
  return readBody(xml, options, (root) => {
    const operation = operationOf(root.name);
    if (operation === undefined || root.namespace === NAMESPACES.envelope) {
      throw new DecodeError('bad-value', 'Envelope/Body', root.at, `calls none of ${SOAP_OPERATIONS.join(', ')}`);
    }
    const path = `Envelope/Body/${operation}`;
    return { operation, parts: readStruct(meantBy(root), listParts(operation, 'call'), root.namespace, path) } as Call;
  });
}

/** Reads an answer, or a fault. @throws DecodeError, LimitError as {@link parseCall}. */
export function parseAnswer(xml: string | Uint8Array, options?: ParseAnswerOptions): Answer | FaultAnswer {
  const expected = options?.operation;
  return readBody(xml, options, (root) => {
    // Some servers write it without namespace.
    if (root.name === 'Fault') return { fault: readFault(root) };
    const named = root.name.endsWith('Response') ? operationOf(root.name.slice(0, -'Response'.length)) : undefined;
    const operation = expected ?? named;
    if (operation === undefined || (named !== undefined && named !== operation)) {
      const wanted = expected === undefined ? 'an operation of this interface' : expected;
      throw new DecodeError('bad-value', 'Envelope/Body', root.at, `is no answer to ${wanted}`);
    }
    const path = `Envelope/Body/${operation}Response`;
    const accessors = listParts(operation, 'answer');
    return { operation, parts: readStruct(resultIn(meantBy(root), accessors), accessors, root.namespace, path) } as Answer;
  });
}

/** Reads an envelope up to the one element of its body that is not there for others to refer to. */
function readBody<T>(xml: string | Uint8Array, options: ParseSoapOptions | undefined, read: (root: Element) => T): T {
  const reading = Reading.of(options);
  const { limits } = reading;
  return readText(xml, limits.soapCharacters, (text) => {
    const root = rootOf(readEnvelope(text, reading));
    checkExpansion(root, limits);
    return read(root);
  });
}

/**
 * The serialization root of a body (SOAP 1.1 section 5.6): what says so; else what no reference could mean, for it has no id;
 * else the first that none means.
 */
function rootOf(body: Element): Element {
  const candidates = body.children.filter(({ isRoot }) => isRoot !== false);
  const said = candidates.filter(({ isRoot }) => isRoot === true);
  const nameless = candidates.filter(({ id }) => id === undefined);
  const [root, second] = said.length > 0 ? said : nameless.length > 0 ? nameless : candidates.filter((each) => !each.isTarget);
  if (root === undefined) throw new DecodeError('bad-value', 'Envelope/Body', body.at, 'holds no call and no answer');
  if (second !== undefined && second.id === undefined) {
    throw new DecodeError('bad-value', 'Envelope/Body', second.at, 'holds more than one call or answer');
  }
  return root;
}

/**
 * The element whose accessors are the parts of an answer: the answer; or, when it has nothing but one accessor that is none of
 * them, that one, for a server may return them as one structure, whatever its name (SOAP 1.1 section 7.1).
 */
function resultIn(answer: Element, accessors: readonly Accessor[]): Element {
  const [only, second] = answer.children;
  if (only === undefined || second !== undefined || accessors.some(({ name }) => name === only.name)) return answer;
  const result = meantBy(only);
  return result.children.length > 0 ? result : answer;
}

function operationOf(name: string): SoapOperation | undefined {
  return SOAP_OPERATIONS.find((operation) => operation === name);
}

/** A structure by the names of its schema. */
type Struct = { [name: string]: Value | Value[] };
type Value = string | Struct;

function readStruct(element: Element, accessors: readonly Accessor[], namespace: string, path: string): Struct {
  const struct: Struct = {};
  const children = element.isMap ? mapEntries(element, path) : element.children;
  const listed = listedIn(element, accessors);
  for (const child of children) {
    const { at } = child;
    const isOwn = child.namespace === '' || child.namespace === namespace;
    // The names are those of the schema, and so are the keys.
    const accessor = listed ?? (isOwn ? accessors.find(({ name }) => name === child.name) : undefined);
    if (accessor === undefined) continue;
    const { name, isRepeated } = accessor;
    const childPath = `${path}/${name}`;
    if (isRepeated === true) {
      const values = (struct[name] as Value[] | undefined) ?? [];
      readRepeated(child, accessor, namespace, childPath, values);
      if (values.length > 0) struct[name] = values;
      continue;
    }
    const value = readValue(child, accessor, namespace, childPath);
    if (value === undefined) continue;
    if (struct[name] !== undefined) throw new DecodeError('bad-value', childPath, at, 'is there twice');
    struct[name] = value;
  }
  if (!isBlank(element.text)) throw new DecodeError('bad-value', path, element.at, 'is a text where elements are expected');
  return struct;
}

/** Adds the values of one accessor of a list: one, or those of an array. */
function readRepeated(child: Element, accessor: Accessor, namespace: string, path: string, values: Value[]): void {
  const meant = meantBy(child);
  const isList = isListOf(meant, accessor) && !meant.isNil;
  for (const member of isList ? meant.children : [child]) {
    const value = readValue(member, accessor, namespace, `${path}[${values.length}]`);
    if (value !== undefined) values.push(value);
  }
}

/**
 * Whether an element is an array of values of its accessor, whatever its members are called. An array of what the value itself
 * lists (items in an info) is one value.
 */
function isListOf(element: Element, { type }: Accessor): boolean {
  if (!element.isArray && element.itemType === undefined) return false;
  return listedIn(element, elementsOf(type) ?? []) === undefined;
}

/** The accessor that all members of an array are, when its items have the type of one of these. */
function listedIn({ itemType }: Element, accessors: readonly Accessor[]): Accessor | undefined {
  if (itemType === undefined) return undefined;
  return accessors.find(({ type, isRepeated }) => isRepeated === true && type === itemType);
}

function readValue(child: Element, { type }: Accessor, namespace: string, path: string): Value | undefined {
  const element = meantBy(child);
  if (child.isNil || element.isNil) {
    const isEmpty = element.children.length === 0 && isBlank(element.text) && (child === element || !child.isNil);
    if (!isEmpty) throw new DecodeError('bad-value', path, child.at, 'is nil, and not empty');
    return undefined;
  }
  const elements = elementsOf(type);
  if (elements !== undefined) return readStruct(element, elements, namespace, path);
  if (element.children.length > 0)
    throw new DecodeError('bad-value', path, element.at, 'is an element where a text is expected');
  return child.isBase64 || element.isBase64 ? fromBase64(element.text, type as SimpleType) : element.text;
}

/** Octets that were sent as base64, in the form that the WSDL has; as they were written when they have none. */
function fromBase64(text: string, type: SimpleType): string {
  const octets = base64Octets(text);
  if (octets === undefined || (type !== 'hexBinary' && type !== 'string')) return text;
  if (type === 'hexBinary') return toHex(octets);
  return tryDecode(() => decodeUtf8(octets)) ?? text;
}

/** Octets of base64, white space left out; undefined for what is not base64 or lacks its padding. */
function base64Octets(text: string): Uint8Array | undefined {
  const digits = text.replace(/[ \t\r\n]+/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  return decodeBase64(digits, { onFault: () => undefined });
}

/** The entries of a map, each as the accessor that its key names. */
function mapEntries(map: Element, path: string): Element[] {
  return map.children.map((child) => {
    const item = meantBy(child);
    const key = item.children.find(({ name }) => name === 'key');
    const value = item.children.find(({ name }) => name === 'value');
    if (key === undefined || value === undefined) {
      throw new DecodeError('bad-value', path, child.at, 'an entry of a map has a key and a value');
    }
    return { ...value, name: meantBy(key).text, namespace: '' };
  });
}

/** A fault: its accessors have no namespace, but some write that of the envelope (SOAP 1.1 section 4.4). */
function readFault(fault: Element): SoapFault {
  const textOf = (name: string): string | undefined => {
    const child = fault.children.find((each) => each.name === name);
    return child === undefined ? undefined : meantBy(child).text.trim();
  };
  const code = textOf('faultcode')?.replace(/^[^:]*:/, '');
  if (code === undefined) throw new DecodeError('bad-value', 'Envelope/Body/Fault/faultcode', fault.at, 'is missing');
  const detail = fault.children.find(({ name }) => name === 'detail');
  const text = detail === undefined ? '' : textBelow(detail);
  return { code, reason: textOf('faultstring') ?? '', ...(text === '' ? {} : { detail: text }) };
}

/** All text of an element, the pieces of its elements parted by blanks. */
function textBelow(element: Element): string {
  const pieces: string[] = [];
  const open = [element];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const text = each.text.trim();
    if (text !== '') pieces.push(text);
    for (let i = each.children.length - 1; i >= 0; i--) open.push(each.children[i] as Element);
  }
  return pieces.join(' ');
}
