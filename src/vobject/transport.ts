/**
 * How messages carry cards and calendars: ports, the `//SCKL` text form, and the text of octets.
 *
 *   //SCKL23F4 CRLF object                       one message, the head that gammu writes
 *   //SCKL 23F4 0000 rr tt nn blank piece        part nn of tt, written without the blanks inside
 *
 * Sources: port numbers registered with IANA (wap-vcard, wap-vcal); Nokia Smart Messaging 3.0, narrow-band sockets; gammu 1.42, which
 * sends calendar notes to 0x00E4.
 * @module
 */

import { requireList, requireObject, requireText } from '../bytes/check.js';
import { decodeUtf8 } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { requireOctets } from '../bytes/octets.js';
import { type DecodeOptions, type Issue, Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError, EncodeError, type FormatErrorCode } from '../errors.js';
import { formatSckl, parseSckl } from '../sms/index.js';
import { encodeGsm7 } from '../text/index.js';
import { MAX_PARTS, MAX_SEPTETS } from '../text/part-sizes.js';

/** The destination ports of cards and calendars (IANA: 9204 wap-vcard, 9205 wap-vcal). */
export const VOBJECT_PORTS = {
  vcard: 0x23f4,
  vcalendar: 0x23f5,
  /** The port 228 of calendar notes on older Nokia phones: read, but written only on request. */
  nokiaCalendar: 0x00e4,
} as const;

/** The kinds of objects: a card, or a calendar. */
export type VObjectKind = 'vcard' | 'vcalendar';

/** Characters in which the first line of an object ends, blank lines before it counted. */
const MAX_BEGINNING = 1_024;

/** Returns the kind of object that is sent to a port of {@link VOBJECT_PORTS}; undefined for other ports. */
export function vobjectKindOfPort(port: number): VObjectKind | undefined {
  if (port === VOBJECT_PORTS.vcard) return 'vcard';
  return port === VOBJECT_PORTS.vcalendar || port === VOBJECT_PORTS.nokiaCalendar ? 'vcalendar' : undefined;
}

/**
 * Identifies whether a text begins with a card or a calendar, after blank lines and a byte order mark; undefined for other texts.
 */
export function identifyVObject(text: string): VObjectKind | undefined {
  requireText(text, 'text');
  const beginning = text.slice(0, MAX_BEGINNING).replace(/(?:\r\n?|\n)[ \t]/g, '');
  const [, name] = /^\ufeff?\s{0,100}BEGIN:(VCARD|VCALENDAR)[ \t]*(?:[\r\n]|$)/i.exec(beginning) ?? [];
  return name?.toLowerCase() as VObjectKind | undefined;
}

/**
 * Decodes the text of a card or calendar from 8-bit user data: as UTF-8 if it is valid, otherwise as ISO-8859-1, which phones of the nineties send
 * without a label.
 */
export function decodeVObjectText(octets: Uint8Array): string {
  requireOctets(octets, 'octets');
  return tryDecode(() => decodeUtf8(octets)) ?? decodeLatin1(octets);
}

/** Options of {@link formatVObjectSckl}. */
export interface VObjectScklOptions {
  /** The kind of object, which gives the port. */
  readonly kind: VObjectKind;
  /** Destination port; by default that of the kind in {@link VOBJECT_PORTS}. */
  readonly port?: number | undefined;
  /** Reference of an object in several messages, 0 to 255; 0 by default. */
  readonly reference?: number | undefined;
}

/** The septets of a message after the head of a part: `//SCKL`, 14 digits, a blank. */
const PART_SEPTETS = MAX_SEPTETS - 21;

/**
 * Formats the text of a card or calendar as `//SCKL` text messages in the default alphabet (Nokia Smart Messaging 3.0): one if it fits 160 septets
 * with its header, otherwise parts of at most 160.
 * @throws EncodeError `unencodable` for a character that the alphabet lacks, `too-long` above 255 parts, `bad-value` for the port or reference.
 */
export function formatVObjectSckl(text: string, options: VObjectScklOptions): string[] {
  requireText(text, 'text');
  requireObject(options, 'options');
  const destinationPort = options.port ?? VOBJECT_PORTS[options.kind];
  const head = formatSckl({ destinationPort, text: '' }).trimEnd();
  const septets = encodeGsm7(text).length;
  if (head.length + 2 + septets <= MAX_SEPTETS) return [`${head}\r\n${text}`];
  const pieces: string[] = [];
  let from = 0;
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    // The characters of the alphabet are single units, of one septet or two.
    const size = encodeGsm7(text[i] as string).length;
    if (used + size > PART_SEPTETS) {
      pieces.push(text.slice(from, i));
      from = i;
      used = 0;
    }
    used += size;
  }
  pieces.push(text.slice(from));
  if (pieces.length > MAX_PARTS)
    throw new EncodeError('too-long', 'SCKL', undefined, `${pieces.length} parts, the limit is ${MAX_PARTS}`);
  const { reference = 0 } = options;
  const total = pieces.length;
  return pieces.map((piece, i) =>
    formatSckl({ destinationPort, sourcePort: 0, reference, total, sequence: i + 1, text: piece }),
  );
}

/**
 * Joins the `//SCKL` text messages of a card or calendar, in any order, to its text.
 * @param options.lenient skip messages without the header or of another object, keep the first of two parts that differ, and read a missing part as
 *   empty.
 * @throws DecodeError `bad-value` for a message of another form, port, reference or total, or a part that comes twice and differs;
 *   `truncated` for a missing part. Its field names the message, such as `messages[1]`, its offset is an index in that message.
 */
export function parseVObjectSckl(
  messages: string | readonly string[],
  options?: DecodeOptions,
): {
  readonly kind: VObjectKind;
  readonly port: number;
  readonly text: string;
} {
  if (typeof messages !== 'string') requireList(messages, 'messages');
  const reading = Reading.of(options);
  const { lenient, limits } = reading;
  const list = typeof messages === 'string' ? [messages] : messages;
  const parts = list.flatMap((message, index) => {
    const path = `messages[${index}]`;
    const onIssue = ({ code, field, offset, reason }: Issue<FormatErrorCode>) =>
      reading.fault(code, `${path}/${field}`, offset, reason);
    try {
      return [{ path, ...parseSckl(message, { lenient, limits, onIssue }) }];
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      reading.reportOrThrow(
        new DecodeError(error.code, `${path}/${error.field}`, error.offset, error.reason, { cause: error }),
      );
      return [];
    }
  });
  const [first] = parts;
  if (first === undefined) throw new DecodeError('truncated', 'messages', 0, 'no messages');
  const { destinationPort: port, reference, total = 1 } = first;
  const kind = vobjectKindOfPort(port);
  if (kind === undefined) {
    const field = `${first.path}/SCKL/destinationPort`;
    throw new DecodeError('bad-value', field, 6, `port ${port} carries neither cards nor calendars`);
  }
  const pieces = new Map<number, string>();
  for (const { path, destinationPort, reference: other, total: count = 1, sequence = 1, text } of parts) {
    if (destinationPort !== port || other !== reference || count !== total) {
      reading.fault('bad-value', path, 0, 'belongs to another object');
    } else if ((pieces.get(sequence) ?? text) !== text) {
      reading.fault('bad-value', path, 0, `part ${sequence} comes twice and differs`);
    } else pieces.set(sequence, text);
  }
  let text = '';
  for (let sequence = 1; sequence <= total; sequence++) {
    const piece = pieces.get(sequence);
    if (piece === undefined) reading.fault('truncated', 'messages', 0, `part ${sequence} of ${total} is missing`);
    text += piece ?? '';
  }
  return { kind, port, text };
}
