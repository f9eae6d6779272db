/**
 * Writing SOAP calls, answers and faults: RPC style, each value with its type, in the order of the WSDL.
 *
 *   <SOAP-ENV:Envelope xmlns:...>
 *     <SOAP-ENV:Body>
 *       <ns1:AvailableCredit SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">
 *         <Username xsi:type="xsd:string">ANOther.12345</Username>
 *         ...
 *
 * A part that is not given is written as nil, for some toolkits count parts; an element that is not given is left out, or nil
 * where the WSDL requires it. There are no references: every toolkit reads a tree. Envelopes stand in one line.
 *
 * Sources: the gateway interface document, section 9; SOAP 1.1 sections 4.4, 5 and 7; XML Schema part 2; XML 1.0 sections 2.4
 * and 2.11.
 * @module
 */
import { quote } from '../../bytes/quote.js';
import { EncodeError, type FormatError } from '../../errors.js';
import { escapeText, illegalIndex, requireXmlText } from '../../xml/characters.js';
import { formatElement } from '../../xml/format.js';
import { type Accessor, elementsOf, isOwnType, listParts, SIMPLE_TYPES, type SimpleType } from './schema.js';
import { NAMESPACES } from './tree.js';
import {
  type AnswerParts,
  type CallParts,
  FAULT_CODES,
  SOAP_NAMESPACE,
  SOAP_OPERATIONS,
  type SoapFault,
  type SoapOperation,
} from './types.js';

/** Options for writing an envelope. */
export interface FormatSoapOptions {
  /** Namespace URI of the operations; {@link SOAP_NAMESPACE} by default. */
  readonly namespace?: string | undefined;
}

const START = `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="${NAMESPACES.envelope}" xmlns:SOAP-ENC="${NAMESPACES.encoding}" xmlns:xsd="${NAMESPACES.schema}" xmlns:xsi="${NAMESPACES.instance}"><SOAP-ENV:Body>`;
const END = '</SOAP-ENV:Body></SOAP-ENV:Envelope>';

/**
 * Writes a call as a SOAP 1.1 envelope. Integers may be given as numbers if the WSDL has a numeric type.
 * @throws EncodeError `bad-value` with a field such as `SubmitMessage/Recipient/MCC` for a value that its type does not allow, or
 *   an unknown part; `unencodable` for a character that XML cannot represent.
 * @throws TypeError for an unknown operation, or parts that are not an object.
 */
export function formatCall<O extends SoapOperation>(
  operation: O,
  parts: CallParts<string | number>[O],
  options?: FormatSoapOptions,
): string {
  const accessors = listParts(checkOperation(operation), 'call');
  return formatBody(operation, accessors, parts, options);
}

/** Writes an answer as a SOAP 1.1 envelope. @throws EncodeError, TypeError as {@link formatCall}. */
export function formatAnswer<O extends SoapOperation>(
  operation: O,
  parts: AnswerParts<string | number>[O],
  options?: FormatSoapOptions,
): string {
  const accessors = listParts(checkOperation(operation), 'answer');
  return formatBody(`${operation}Response`, accessors, parts, options);
}

/**
 * Writes a fault as a SOAP 1.1 envelope. A server sends it with status 500 (SOAP 1.1 section 6.2).
 * @throws EncodeError `bad-value` for a code that SOAP 1.1 does not define, `unencodable` for a character that XML cannot represent.
 */
export function formatFault({ code, reason, detail }: SoapFault): string {
  if (
    typeof code !== 'string' ||
    !FAULT_CODES.some((known) => code === known || code.startsWith(`${known}.`)) ||
    /[^\w.-]/.test(code)
  ) {
    throw EncodeError.badValue('Fault/faultcode', `is none of ${FAULT_CODES.join(', ')}`);
  }
  const textElement = (name: string, text: unknown, path: string) => formatElement(name, {}, escapeText(textOf(text, path)));
  const what = formatElement('faultcode', {}, `SOAP-ENV:${code}`) + textElement('faultstring', reason, 'Fault/faultstring');
  // The text is in an element of its own: entries of a detail are elements (SOAP 1.1 section 4.4).
  const more = detail === undefined ? '' : formatElement('detail', {}, textElement('text', detail, 'Fault/detail'));
  return START + formatElement('SOAP-ENV:Fault', {}, what + more) + END;
}

/**
 * Returns the fault with which a server answers an envelope that {@link parseCall} refused: `VersionMismatch` for another version of
 * SOAP, `MustUnderstand` for an unsupported mandatory header entry, otherwise `Client`.
 */
export function faultOf(error: FormatError): SoapFault {
  const { field, reason } = error;
  if (field === 'Envelope/namespace') return { code: 'VersionMismatch', reason: 'the envelope is not of SOAP 1.1' };
  if (field.startsWith('Envelope/Header/'))
    return { code: 'MustUnderstand', reason: 'a header entry must be understood, and is not' };
  return { code: 'Client', reason: `${field}: ${reason}` };
}

function checkOperation(operation: SoapOperation): SoapOperation {
  if (!SOAP_OPERATIONS.includes(operation)) throw new TypeError(`the operation is none of ${SOAP_OPERATIONS.join(', ')}`);
  return operation;
}

function formatBody(
  name: string,
  accessors: readonly Accessor[],
  parts: unknown,
  options: FormatSoapOptions | undefined,
): string {
  const namespace = namespaceOf(options?.namespace);
  const values = structOf(parts, name, accessors);
  if (values === undefined) throw new TypeError('the parts are no object');
  let content = '';
  for (const accessor of accessors) {
    const value = values[accessor.name];
    content += value === undefined || value === null ? nil(accessor) : elementOf(accessor, value, `${name}/${accessor.name}`);
  }
  const attributes = { 'xmlns:ns1': namespace, 'SOAP-ENV:encodingStyle': NAMESPACES.encoding };
  return START + formatElement(`ns1:${name}`, attributes, content) + END;
}

/** Requires a namespace that an attribute can hold. @throws EncodeError `bad-value` */
export function namespaceOf(namespace: string | undefined): string {
  if (namespace === undefined) return SOAP_NAMESPACE;
  if (typeof namespace !== 'string') throw new TypeError('the namespace is not a string');
  if (namespace === '' || /[\0-\x20\x7f"<>\\^`{|}]/.test(namespace) || illegalIndex(namespace) >= 0) {
    throw EncodeError.badValue('namespace', 'is no URI');
  }
  return namespace;
}

/** The element of a value. Calls itself for what is inside; the types are six deep. */
function elementOf(accessor: Accessor, value: unknown, path: string): string {
  const { type } = accessor;
  const elements = elementsOf(type);
  if (elements === undefined) return wrap(accessor, escapeText(textOf(value, path, type as SimpleType)));
  const values = structOf(value, path, elements);
  if (values === undefined) throw EncodeError.badValue(path, 'is no object with the elements of its type');
  let content = '';
  for (const inner of elements) {
    const innerPath = `${path}/${inner.name}`;
    const innerValue = values[inner.name];
    if (innerValue === undefined || innerValue === null) {
      if (inner.isOptional === true) continue;
      if (inner.isNillable !== true) throw EncodeError.badValue(innerPath, 'is missing');
      content += nil(inner);
    } else if (inner.isRepeated === true) {
      if (!Array.isArray(innerValue)) throw EncodeError.badValue(innerPath, 'is no list');
      for (let i = 0; i < innerValue.length; i++) content += elementOf(inner, innerValue[i], `${innerPath}[${i}]`);
    } else content += elementOf(inner, innerValue, innerPath);
  }
  return wrap(accessor, content);
}

/**
 * The values of a structure by name; undefined for what is none. @throws EncodeError `bad-value` for a name that it does not
 * have.
 */
function structOf(value: unknown, path: string, elements: readonly Accessor[]): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const values = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(values)) {
    if (values[key] === undefined || elements.some(({ name }) => name === key)) continue;
    const names = elements.map(({ name }) => name).join(', ');
    throw EncodeError.badValue(path, `has no ${quote(key)}; it has ${names}`);
  }
  return values;
}

function nil(accessor: Accessor): string {
  return `${startOf(accessor)} xsi:nil="true"/>`;
}

function wrap(accessor: Accessor, content: string): string {
  const start = startOf(accessor);
  return content === '' ? `${start}/>` : `${start}>${content}</${accessor.name}>`;
}

/** Start tags of the schema's accessors without the end of the tag: they are the same in every envelope. */
const starts = /* @__PURE__ */ new WeakMap<Accessor, string>();

function startOf(accessor: Accessor): string {
  let start = starts.get(accessor);
  if (start === undefined) {
    const { name, type } = accessor;
    start = `<${name} xsi:type="${isOwnType(type) ? 'ns1' : 'xsd'}:${type}"`;
    starts.set(accessor, start);
  }
  return start;
}

const INT_LIMITS: Readonly<Partial<Record<SimpleType, readonly [least: number, most: number]>>> = {
  int: [-0x8000_0000, 0x7fff_ffff],
  positiveInteger: [1, Number.MAX_SAFE_INTEGER],
  unsignedShort: [0, 0xffff],
};

const FORMS: Readonly<Partial<Record<SimpleType, readonly [form: RegExp, allowed: string]>>> = {
  dateTime: [
    /^-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:[0-5]\d)?$/,
    'YYYY-MM-DDThh:mm:ss, with Z or an offset or without',
  ],
  hexBinary: [/^(?:[0-9A-Fa-f]{2})*$/, 'pairs of hex digits'],
  NMTOKEN: [/^[^\s!-,/;-@[-^`{-\xa0]+$/, 'letters, digits, . - _ :'],
};

/** The text of a value, which its type can have. */
function textOf(value: unknown, path: string, type: SimpleType = 'string'): string {
  const range = INT_LIMITS[type];
  if (range !== undefined) return wholeOf(value, path, range);
  if (typeof value !== 'string') throw EncodeError.badValue(path, 'is not a string');
  const choices: readonly string[] | undefined = SIMPLE_TYPES[type];
  if (choices?.includes(value) === false) {
    throw EncodeError.badValue(path, `is none of ${choices.join(', ')}`);
  }
  const form = FORMS[type];
  if (form?.[0].test(value) === false) throw EncodeError.badValue(path, `is not of the form ${form[1]}`);
  requireXmlText(value, path);
  return value;
}

/** A whole number, given as one or as its text, which stays as it is. */
function wholeOf(value: unknown, path: string, [least, most]: readonly [number, number]): string {
  const isText = typeof value === 'string' && /^[+-]?\d{1,20}$/.test(value);
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  if (Number.isInteger(number) && number >= least && number <= most) return isText ? value : String(number);
  throw EncodeError.badValue(path, `is no whole number from ${least} to ${most}`);
}
