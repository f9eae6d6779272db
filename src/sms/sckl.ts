/**
 * The `//SCKL` text transport: a datagram written as text, for phones and networks without binary messages.
 *
 *   //SCKL dddd                          blank text      one message
 *   //SCKL dddd ssss                     blank text      with a source port
 *   //SCKL dddd ssss rr tt nn            blank text      part nn of tt, reference rr
 *
 * written without the blanks inside; all numbers hex. The text is hex for binary payloads, and a card or calendar as it is.
 * Source: Nokia Smart Messaging 3.0, narrow-band sockets.
 * @module
 */
import { requireObject, requireText } from '../bytes/check.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';

/** A message of the `//SCKL` text transport: a datagram written as text, for phones and networks without binary messages. */
export interface ScklMessage {
  /** Port of the application, 0 to 65535. */
  readonly destinationPort: number;
  /** Port of the sender, 0 to 65535. */
  readonly sourcePort?: number | undefined;
  /** Reference of a message in several parts, 0 to 255. Reference, total and sequence come together; the source port is then 0 by default. */
  readonly reference?: number | undefined;
  /** The number of parts, 1 to 255. */
  readonly total?: number | undefined;
  /** The number of this part, from 1. */
  readonly sequence?: number | undefined;
  /** The text after the header, usually hex. */
  readonly text: string;
}

const PREFIX = '//SCKL';
/** Digits of each number in their order. */
const NUMBERS = [
  ['destinationPort', 4],
  ['sourcePort', 4],
  ['reference', 2],
  ['total', 2],
  ['sequence', 2],
] as const;

/**
 * Parses a message of the `//SCKL` text transport.
 * @param options.lenient accept a header without a space after it.
 * @throws DecodeError `bad-value` or `truncated` with the index in the text.
 * @example
 * ```ts
 * import { parseSckl } from 'handset/sms';
 *
 * parseSckl('//SCKL158100000A0201 024A3A');
 * // -> { destinationPort: 5505, sourcePort: 0, reference: 10, total: 2, sequence: 1, text: '024A3A' }
 * ```
 */
export function parseSckl(text: string, options?: DecodeOptions): ScklMessage {
  requireText(text, 'text');
  return readSckl(text, options).message;
}

/** {@link parseSckl}, and where the text begins. */
export function readSckl(text: string, options?: DecodeOptions): { readonly message: ScklMessage; readonly textAt: number } {
  if (!text.startsWith(PREFIX)) throw new DecodeError('bad-value', 'SCKL', 0, `does not begin with ${PREFIX}`);
  const numbers: { -readonly [K in keyof ScklMessage]?: ScklMessage[K] } = {};
  let at = PREFIX.length;
  for (const [name, digits] of NUMBERS) {
    const hex = text.slice(at, at + digits);
    // The header may end after the first port, after the second, and after the last number.
    if (/^[ \r\n]/.test(hex) && (name === 'sourcePort' || name === 'reference')) break;
    if (hex.length < digits) throw new DecodeError('truncated', `SCKL/${name}`, at, `needs ${digits} hex digits`);
    if (!/^[0-9A-Fa-f]+$/.test(hex))
      throw new DecodeError('bad-value', `SCKL/${name}`, at, `${JSON.stringify(hex)} is not hex`);
    numbers[name] = Number.parseInt(hex, 16);
    at += digits;
  }
  const { destinationPort = 0, total = 1, sequence = 1 } = numbers;
  if (sequence < 1 || sequence > total) {
    throw new DecodeError('bad-value', 'SCKL/sequence', at - 2, `part ${sequence} of ${total}`);
  }
  const separator = /^(?:\r\n|[ \r\n])/.exec(text.slice(at, at + 2))?.[0];
  if (separator === undefined) {
    const code = at >= text.length ? 'truncated' : 'bad-value';
    Reading.of(options).fault(code, 'SCKL/separator', at, 'no blank after the header');
  }
  const textAt = at + (separator ?? '').length;
  return { message: { ...numbers, destinationPort, text: text.slice(textAt) }, textAt };
}

/**
 * Formats a message of the `//SCKL` text transport (Smart Messaging specification), with one space before the text.
 * @throws EncodeError `bad-value` in the field `SCKL/` and the name of the number, or `SCKL` when reference, total and sequence do not come together.
 * @example
 * ```ts
 * import { formatSckl } from 'handset/sms';
 *
 * formatSckl({ destinationPort: 5505, text: '024A3A' }); // -> '//SCKL1581 024A3A'
 * ```
 */
export function formatSckl(message: ScklMessage): string {
  requireObject(message, 'message');
  requireText(message.text, 'message.text');
  const parts = [message.reference, message.total, message.sequence].filter((value) => value !== undefined);
  if (parts.length !== 0 && parts.length !== 3) {
    throw EncodeError.badValue('SCKL', 'reference, total and sequence come together');
  }
  const { total = 1, sequence = 1 } = message;
  if (sequence < 1 || sequence > total) {
    throw EncodeError.badValue('SCKL/sequence', `part ${sequence} of ${total}`);
  }
  let header = PREFIX;
  for (const [name, digits] of NUMBERS) {
    const value = message[name] ?? (name === 'sourcePort' && parts.length > 0 ? 0 : undefined);
    if (value === undefined && name !== 'destinationPort') break;
    if (value === undefined || !Number.isInteger(value) || value < 0 || value >= 16 ** digits) {
      throw EncodeError.badValue(`SCKL/${name}`, `${value} does not fit in ${digits} hex digits`);
    }
    header += value.toString(16).toUpperCase().padStart(digits, '0');
  }
  return `${header} ${message.text}`;
}
