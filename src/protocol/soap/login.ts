/**
 * The login of a call, from the beginning of its envelope: what a server looks at before it reads the rest.
 * @module
 */
import { Reading } from '../../bytes/reading.js';
import { decodeUtf8 } from '../../bytes/utf8.js';
import { FormatError } from '../../errors.js';
import { parseXml, type XmlHandler } from '../../xml/parse.js';
import type { Credentials } from '../model.js';
import { credentialsOf } from './request.js';
import { type Call, SOAP_OPERATIONS, type SoapOperation } from './types.js';

/** What the beginning of an envelope says. */
export interface EarlyLogin {
  readonly operation: SoapOperation;
  /** Undefined when the name or the PIN is none that a gateway could have issued. */
  readonly credentials: Credentials | undefined;
}

/** Octets that are looked at. */
const HEAD_OCTETS = 16_384;

/**
 * Finds operation and login near the beginning of an envelope in UTF-8, where all toolkits in use write them.
 * @returns undefined when they are not there, or not in plain words (by reference, as base64, in a map): then all of the envelope has to be read.
 */
export function findLogin(envelope: Uint8Array): EarlyLogin | undefined {
  const head = new HeadReader();
  try {
    parseXml(decodeUtf8(headOf(envelope)), head, Reading.of({}), { depth: 'soapDepth' });
  } catch (error) {
    if (error === FOUND) return head.login;
    // Not XML, or no UTF-8: whoever reads all of it tells more.
    if (!(error instanceof FormatError) && error !== UNCLEAR) throw error;
  }
  return undefined;
}

/** The first octets, without a byte order mark and without a character that is cut. */
function headOf(envelope: Uint8Array): Uint8Array {
  let end = Math.min(HEAD_OCTETS, envelope.length);
  while (end > 0 && ((envelope[end] ?? 0) & 0xc0) === 0x80) end--;
  const [first, second, third] = envelope;
  return envelope.subarray(first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0, end);
}

const FOUND = /* @__PURE__ */ new Error('found');
const UNCLEAR = /* @__PURE__ */ new Error('not clear');

/** Attributes that make an element mean another one, or nothing. */
const REFERRING: ReadonlySet<string> = /* @__PURE__ */ new Set(['id', 'href', 'nil', 'null', 'root', 'arrayType']);
const ENCODED_TYPE = /(?:^|:)(?:Map|Array|base64|base64Binary)\s*$/;

/** Reads as far as the login; then, or when it is not clear, it throws. */
class HeadReader implements XmlHandler {
  readonly path = 'XML';
  #depth = 0;
  #isInBody = false;
  #operation: SoapOperation | undefined;
  readonly #parts: { Username?: string; PIN?: string } = {};
  /** The part that is being read. */
  #part: 'Username' | 'PIN' | undefined;

  get login(): EarlyLogin {
    const operation = this.#operation as SoapOperation;
    return { operation, credentials: credentialsOf({ operation, parts: this.#parts } as Call) };
  }

  doctype(): void {
    throw UNCLEAR;
  }

  open(qualified: string): void {
    const name = qualified.slice(qualified.indexOf(':') + 1);
    this.#depth++;
    if (this.#depth === 1 && name !== 'Envelope') throw UNCLEAR;
    if (this.#depth === 2) this.#isInBody = name === 'Body';
    if (!this.#isInBody) return;
    if (this.#depth === 3) {
      this.#operation = SOAP_OPERATIONS.find((operation) => operation === name);
      if (this.#operation === undefined) throw UNCLEAR;
    }
    if (this.#part !== undefined) throw UNCLEAR;
    if (this.#depth === 4 && (name === 'Username' || name === 'PIN')) {
      if (this.#parts[name] !== undefined) throw UNCLEAR;
      this.#parts[name] = '';
      this.#part = name;
    }
  }

  attribute(qualified: string, value: string): void {
    if (!this.#isInBody || this.#depth > 4 || (this.#depth === 4 && this.#part === undefined)) return;
    const name = qualified.slice(qualified.indexOf(':') + 1);
    const isReference = REFERRING.has(name) && !qualified.startsWith('xmlns:');
    if (isReference || (name === 'type' && ENCODED_TYPE.test(value))) throw UNCLEAR;
  }

  text(text: string): void {
    if (this.#part !== undefined) this.#parts[this.#part] += text;
  }

  close(): void {
    this.#depth--;
    if (this.#depth === 2 && this.#isInBody) throw UNCLEAR;
    if (this.#part === undefined) return;
    this.#part = undefined;
    if (this.#parts.Username !== undefined && this.#parts.PIN !== undefined) throw FOUND;
  }
}
