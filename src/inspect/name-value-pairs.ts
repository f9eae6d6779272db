/**
 * Text of `name=value` pairs taken apart: form bodies, and addresses with a query, a line each.
 *
 *   http://host/path?name=value&name=value        name=value&name=value
 *
 * Source: URL standard, application/x-www-form-urlencoded.
 * @module
 */
import { encodeUtf8 } from '../bytes/index.js';
import { DEFAULT_LIMITS, LimitError } from '../errors.js';
import { LINES, readText } from './texts.js';

/** A name and its value. */
export interface Pair {
  /** Decoded. */
  readonly name: string;
  /** The value with its escapes. */
  readonly written: string;
  /** The value without its escapes. */
  readonly octets: Uint8Array;
  /** The octets as text; undefined where they are not text. */
  readonly text: string | undefined;
  /** Whether a `%` is not followed by two hex digits. */
  readonly isBroken: boolean;
  /** Characters of the pair, with its `&` and the end of the line or address. */
  readonly length: number;
}

/** A line of pairs. */
export interface PairLine {
  /** The address before the pairs, with its question mark; may be empty. */
  readonly address: string;
  readonly pairs: readonly Pair[];
  /** Characters of the whole line, with its end. */
  readonly length: number;
}

const ADDRESS = /^\s{0,8}(?:GET\s|POST\s)?(?:[a-z][a-z+.-]{1,15}:\/\/|\/)[^\s?]*\?/i;
/** A name is a short word. */
const NAME = /^[A-Za-z_][\w.\-[\]]{0,63}$/;

/** Pairs of all lines together. */
const MAX_PAIRS = 10_000;

/**
 * Lines of pairs; undefined when one of them is anything else. Blanks are allowed at the ends of a line only.
 * @throws LimitError past `maxFields` in a line, or ten thousand in all.
 */
export function readPairLines(text: string, maxFields: number = DEFAULT_LIMITS.formFields): PairLine[] | undefined {
  const lines: PairLine[] = [];
  let count = 0;
  for (const [line] of text.matchAll(LINES)) {
    if (line === '') continue;
    const read = readLine(line, lines.length === 0, Math.min(maxFields, MAX_PAIRS - count));
    if (read === undefined) return undefined;
    count += read.pairs.length;
    lines.push(read);
  }
  return lines.length === 0 || lines.every(({ pairs }) => pairs.length === 0) ? undefined : lines;
}

function readLine(line: string, isFirst: boolean, most: number): PairLine | undefined {
  const { length } = line;
  const body = line.trimEnd();
  if (body === '') return isFirst ? undefined : { address: line, pairs: [], length };
  const address = ADDRESS.exec(body)?.[0] ?? /^\ufeff/.exec(body)?.[0] ?? '';
  const written = body.slice(address.length).replace(/\sHTTP\/\d\.\d$/, '');
  // What follows `#` in an address is not part of its query.
  const query = address.includes('?') ? written.replace(/#.*$/, '') : written;
  if (query === '' || /[\s<>"]/.test(query)) return undefined;
  const pairs: Pair[] = [];
  const fields = query.split('&');
  if (fields.length > most) throw new LimitError('limit-exceeded', 'form', 0, `more than ${most} fields`);
  const tail = length - address.length - query.length;
  for (const [i, each] of fields.entries()) {
    const equals = each.indexOf('=');
    const name = unescaped(equals < 0 ? each : each.slice(0, equals));
    // A body may end with `&`, which leaves an empty field.
    if (each !== '' && !NAME.test(name.text ?? '')) return undefined;
    // Words joined by & have no values: Tom&Jerry.
    if (equals < 0 && i === 0) return undefined;
    const value = equals < 0 ? '' : each.slice(equals + 1);
    const isLast = i === fields.length - 1;
    pairs.push({ name: name.text ?? '', written: value, ...unescaped(value), length: each.length + (isLast ? tail : 1) });
  }
  return { address, pairs, length };
}

type Unescaped = Pick<Pair, 'octets' | 'text' | 'isBroken'>;

/** Octets of a value: `+` is a blank, `%HH` an octet; a `%` without two digits is itself. */
function unescaped(written: string): Unescaped {
  const octets = encodeUtf8(written);
  if (!/[%+]/.test(written)) return { octets, text: written, isBroken: false };
  let isBroken = false;
  let count = 0;
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] as number;
    const high = octet === 0x25 ? digit(octets[i + 1]) : -1;
    const low = high < 0 ? -1 : digit(octets[i + 2]);
    if (octet === 0x25 && low < 0) isBroken = true;
    octets[count++] = low >= 0 ? high * 16 + low : octet === 0x2b ? 0x20 : octet;
    if (low >= 0) i += 2;
  }
  const value = octets.slice(0, count);
  return { octets: value, text: count === 0 ? '' : readText(value), isBroken };
}

function digit(octet: number | undefined): number {
  if (octet === undefined) return -1;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x41 + 10 : -1;
}
