/**
 * Messages of SIP and HTTP in a stream or a datagram: a first line, header lines, an empty line, a body.
 * Source: RFC 3261 sections 7 and 18.3, RFC 9112 sections 2 to 7.
 * @module
 */
import { decodeLatin1 } from '../bytes/latin1.js';

/** A message with its body. */
export interface TextMessage {
  readonly protocol: 'SIP' | 'HTTP';
  /** The method of a request; empty for an answer. */
  readonly method: string;
  /** In lower case, without parameters; empty when there is none. */
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Where the message begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** A first line: a request's, or an answer's. */
const FIRST_LINE = /^(?:([A-Z]{3,16}) \S{1,2048} (SIP\/2\.0|HTTP\/1\.[01])|(SIP\/2\.0|HTTP\/1\.[01]) ([1-6]\d\d)(?: .*)?)$/;
/** Octets that a first line may have, of which as many are looked at. */
const MAX_LINE = 2_100;
/** Octets of a header. */
const MAX_HEADER = 65_536;
/** Answers of HTTP without a body whatever their header says. */
const EMPTY_ANSWER = /^(?:1\d\d|204|304)$/;

/** Whether octets begin as a message of SIP or HTTP. */
export function beginsAsTextMessage(octets: Uint8Array, at = 0): boolean {
  return matchFirstLine(octets, at) !== null;
}

function matchFirstLine(octets: Uint8Array, at: number): RegExpExecArray | null {
  // Most streams are told by their first octet.
  const first = octets[at] as number;
  return first >= 0x41 && first <= 0x5a ? FIRST_LINE.exec(readLine(octets, at)) : null;
}

function readLine(octets: Uint8Array, at: number): string {
  const window = octets.subarray(at, at + MAX_LINE);
  const end = window.indexOf(LINE_FEED);
  return end < 0 ? '' : decodeLatin1(window.subarray(0, end)).replace(/\r$/, '');
}

const LINE_FEED = 0x0a;

/**
 * The messages of a stream. After a gap, or a message that cannot be delimited, the next one begins at the next first line.
 * @param isDatagram whether a message without a length goes on to the end
 * @param endsInGap whether the end is not that of the stream, so that a body up to it is not whole
 */
export function* textMessages(octets: Uint8Array, isDatagram: boolean, endsInGap = false): Generator<TextMessage> {
  for (let at = 0; at < octets.length; ) {
    const firstLine = matchFirstLine(octets, at);
    if (firstLine !== null) {
      const found = readMessage(octets, at, firstLine, isDatagram, endsInGap);
      if (found.body !== undefined) yield found;
      at = found.end;
      continue;
    }
    at = findLine(octets, at);
  }
}

/** Where the next line begins. */
function findLine(octets: Uint8Array, at: number): number {
  const feed = octets.indexOf(LINE_FEED, at);
  return feed < 0 ? octets.length : feed + 1;
}

/** What is not whole: where to look for the next message. No octet is looked at twice. */
interface Broken {
  readonly body?: undefined;
  readonly end: number;
}

function readMessage(
  octets: Uint8Array,
  start: number,
  [, method = '', requested, answered, status = '']: RegExpExecArray,
  isDatagram: boolean,
  endsInGap: boolean,
): TextMessage | Broken {
  const bodyAt = findBody(octets, start);
  if (bodyAt === undefined) return { end: findLine(octets, start + MAX_HEADER - 1) };
  const protocol = (requested ?? answered) === 'SIP/2.0' ? 'SIP' : 'HTTP';
  // A line that begins with a space goes on with the one before; after the first line it has no meaning.
  const [, ...lines] = decodeLatin1(octets.subarray(start, bodyAt))
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/);
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const type = fields.get('content-type') ?? (protocol === 'SIP' ? fields.get('c') : undefined) ?? '';
  const contentType = (type.split(';')[0] as string).trim().toLowerCase();
  const length = fields.get('content-length') ?? (protocol === 'SIP' ? fields.get('l') : undefined);
  const isChunked = protocol === 'HTTP' && /chunked$/i.test(fields.get('transfer-encoding') ?? '');
  const message = { protocol, method, contentType, start } as const;
  if (protocol === 'HTTP' && EMPTY_ANSWER.test(status))
    return { ...message, body: octets.subarray(bodyAt, bodyAt), end: bodyAt };
  if (isChunked) return { ...message, ...readChunks(octets, bodyAt) };
  const isOpen = length === undefined && (isDatagram || (protocol === 'HTTP' && method === ''));
  if (isOpen && endsInGap) return { end: bodyAt };
  const size = isOpen ? octets.length - bodyAt : /^0*\d{1,9}$/.test(length ?? '0') ? Number(length ?? 0) : Number.NaN;
  const end = bodyAt + size;
  return end <= octets.length ? { ...message, body: octets.subarray(bodyAt, end), end } : { end: bodyAt };
}

/** Where the body begins: after the first empty line. */
function findBody(octets: Uint8Array, start: number): number | undefined {
  const limit = start + MAX_HEADER;
  for (let at = octets.indexOf(LINE_FEED, start); at >= 0 && at < limit; at = octets.indexOf(LINE_FEED, at + 1)) {
    if (octets[at + 1] === LINE_FEED) return at + 2;
    if (octets[at + 1] === 0x0d && octets[at + 2] === LINE_FEED) return at + 3;
  }
  return undefined;
}

/** A body in chunks, each after its length in hex. */
function readChunks(octets: Uint8Array, from: number): { readonly body: Uint8Array; readonly end: number } | Broken {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let at = from; ; ) {
    const feed = octets.indexOf(LINE_FEED, at);
    if (feed < 0 || feed - at > MAX_LINE) return { end: at };
    const digits = /^0*[0-9A-Fa-f]{1,7}(?=[;\s]|$)/.exec(decodeLatin1(octets.subarray(at, feed)))?.[0];
    if (digits === undefined) return { end: at };
    const size = Number.parseInt(digits, 16);
    if (size === 0) {
      // Trailers, up to an empty line, which may come at once.
      const end = findBody(octets, feed);
      if (end === undefined) return { end: at };
      const body = new Uint8Array(length);
      let to = 0;
      for (const piece of pieces) {
        body.set(piece, to);
        to += piece.length;
      }
      return { body, end };
    }
    const next = octets.indexOf(LINE_FEED, feed + 1 + size);
    if (next < 0 || next - (feed + 1 + size) > 1) return { end: at };
    pieces.push(octets.subarray(feed + 1, feed + 1 + size));
    length += size;
    at = next + 1;
  }
}
