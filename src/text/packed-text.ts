/**
 * GSM 7-bit text of a message: characters to packed septets and back in one pass, after fill bits.
 *
 * The same as `encodeGsm7` and `packSeptets` one after the other, without the octets in between.
 * Source: 3GPP TS 23.038 sections 6.1.2.1 and 6.2.1.
 * @module
 */
import { BitReader } from '../bytes/bits.js';
import type { Reading } from '../bytes/reading.js';
import {
  pieceToScratch,
  putUnit,
  SCRATCH_UNITS,
  textOfScratch,
  textScratch,
  unitAtOctet,
  utf8Scratch,
  utf8ToScratch,
  utf8Words,
} from '../bytes/scratch.js';
import type { Trace } from '../bytes/trace.js';
import { unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { type Alphabet, ESCAPE, faultEscapeAtEnd, faultReserved, NONE, notInAlphabet } from './alphabet.js';
import { MAX_SEPTETS } from './part-sizes.js';

/**
 * Encodes and packs a text in one pass into `target` from octet `at` on, after `fillBits` zero bits of that octet.
 *
 * `maxSeptets` guards the target's size. With `splitEscape` a U+001B that ends the text is written as a bare escape: the first half of
 * a pair that another sender cut in two.
 * @returns the count of septets; the octets written are ceil((fillBits + 7 * count) / 8).
 * @throws EncodeError `unencodable` or `too-long` with the index in the text.
 */
export function packText(
  text: string,
  alphabet: Alphabet,
  target: Uint8Array,
  at: number,
  fillBits: number,
  maxSeptets: number,
  splitEscape = false,
): number {
  // A character takes a septet at least, so the reason to refuse a longer text lies within this many.
  const end = text.length > maxSeptets ? pieceToScratch(text, 0, maxSeptets + 1) : utf8ToScratch(text);
  const count = packScratch(alphabet, 0, end, target, at, fillBits, maxSeptets);
  if (stoppedAt === end) return count;
  const index = new TextDecoder().decode(utf8Scratch().subarray(0, stoppedAt)).length;
  const unit = unitAt(text, index);
  const isEscape = splitEscape && unit === ESCAPE && index === text.length - 1;
  if (isEscape && count < maxSeptets) {
    putSeptet(ESCAPE, target, at, fillBits + 7 * count);
    return count + 1;
  }
  const { codes } = alphabet;
  if (!isEscape && (unit >= codes.length || codes[unit] === NONE)) throw notInAlphabet(text, index);
  throw new EncodeError('too-long', 'text', index, `does not fit in ${maxSeptets} septets`);
}

/** {@link packText} of at most 160 characters on an octet border, without an error: -1 for what is not in the alphabet or does not fit. */
export function tryPackText(text: string, alphabet: Alphabet, target: Uint8Array, at: number): number {
  const end = utf8ToScratch(text);
  const count = packScratch(alphabet, 0, end, target, at, 0, MAX_SEPTETS);
  return stoppedAt === end ? count : -1;
}

/**
 * Encodes and packs units `from` to `to` of a text, which are a part of a message and known to be in the alphabet and to fit. A text of ASCII
 * characters that fits in the scratch is written there once for all of its parts.
 */
export function packPart(
  text: string,
  from: number,
  to: number,
  alphabet: Alphabet,
  target: Uint8Array,
  at: number,
  fillBits: number,
): void {
  const { length } = text;
  if (length <= SCRATCH_UNITS && utf8ToScratch(text) === length) {
    packScratch(alphabet, from, to, target, at, fillBits, MAX_SEPTETS);
  } else packScratch(alphabet, 0, pieceToScratch(text, from, to), target, at, fillBits, MAX_SEPTETS);
}

/** Where {@link packScratch} stopped. */
let stoppedAt = 0;

/**
 * Packs octets `from` to `to` of the scratch, up to the first character that is not in the alphabet or does not fit in `maxSeptets`.
 * @returns the count of septets.
 */
function packScratch(
  { codes, ascii }: Alphabet,
  from: number,
  to: number,
  target: Uint8Array,
  start: number,
  fillBits: number,
  maxSeptets: number,
): number {
  const octets = utf8Scratch();
  if (fillBits > 0) target[start] = 0;
  let count = 0;
  for (let i = from; ; ) {
    stoppedAt = packRun(ascii, i, Math.min(to, i + maxSeptets - count), target, start, fillBits + 7 * count);
    count += stoppedAt - i;
    i = stoppedAt;
    if (i === to) return count;
    // As `codeAtOctet` does it; written out, a text of mixed characters is packed in a tenth less time.
    let unit = octets[i] as number;
    if (unit < 0x80) i++;
    else {
      unit = unitAtOctet(octets, i);
      i += unit < 0x800 ? 2 : 3;
    }
    const code = unit < codes.length ? (codes[unit] as number) : NONE;
    if (code === NONE || count + (code < 0x80 ? 1 : 2) > maxSeptets) return count;
    if (code >= 0x80) putSeptet(ESCAPE, target, start, fillBits + 7 * count++);
    putSeptet(code & 0x7f, target, start, fillBits + 7 * count++);
  }
}

/** Writes a septet `bit` bits after the start of an octet; all that was written is before it. */
function putSeptet(septet: number, target: Uint8Array, start: number, bit: number): void {
  const at = start + (bit >> 3);
  const shifted = septet << (bit & 7);
  target[at] = (bit & 7) === 0 ? shifted : (target[at] as number) | shifted;
  if ((bit & 7) > 1) target[at + 1] = shifted >> 8;
}

/**
 * Packs characters of the scratch, up to the first that is not an ASCII character of the main table, `bit` bits after the start of an octet.
 * Three simple loops take four fifths of the time of one that does it all.
 * @returns where they end.
 */
function packRun(ascii: Uint8Array, from: number, to: number, target: Uint8Array, start: number, bit: number): number {
  // As many septets as there are bits in the octet end with one.
  const aligned = from + (bit & 7);
  let i = from;
  let at = start + (bit >> 3);
  if (i < aligned) {
    i = packSingles(ascii, i, Math.min(to, aligned), target, at, bit & 7);
    if (i < aligned) return i;
    at = start + ((bit + 7 * (i - from)) >> 3);
  }
  const eights = packEights(ascii, i, to, target, at);
  return packSingles(ascii, eights, to, target, at + ((eights - i) >> 3) * 7, 0);
}

/** Eight characters in seven octets at a time. */
function packEights(ascii: Uint8Array, from: number, to: number, target: Uint8Array, start: number): number {
  const words = utf8Words();
  let at = start;
  let i = from;
  for (; i + 8 <= to; i += 8) {
    const first = words.getInt32(i, true);
    const second = words.getInt32(i + 4, true);
    const a = ascii[first & 255] as number;
    const b = ascii[(first >> 8) & 255] as number;
    const c = ascii[(first >> 16) & 255] as number;
    const d = ascii[first >>> 24] as number;
    const e = ascii[second & 255] as number;
    const f = ascii[(second >> 8) & 255] as number;
    const g = ascii[(second >> 16) & 255] as number;
    const h = ascii[second >>> 24] as number;
    if ((a | b | c | d | e | f | g | h) >= 0x80) break;
    target[at] = a | (b << 7);
    target[at + 1] = (b >> 1) | (c << 6);
    target[at + 2] = (c >> 2) | (d << 5);
    target[at + 3] = (d >> 3) | (e << 4);
    target[at + 4] = (e >> 4) | (f << 3);
    target[at + 5] = (f >> 5) | (g << 2);
    target[at + 6] = (g >> 6) | (h << 1);
    at += 7;
  }
  return i;
}

function packSingles(ascii: Uint8Array, from: number, to: number, target: Uint8Array, start: number, bit: number): number {
  const octets = utf8Scratch();
  let at = start;
  let bits = bit;
  let pending = bits === 0 ? 0 : (target[at] as number);
  let i = from;
  for (; i < to; i++) {
    const septet = ascii[octets[i] as number] as number;
    if (septet >= 0x80) break;
    pending |= septet << bits;
    bits += 7;
    if (bits >= 8) {
      target[at++] = pending;
      pending >>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) target[at] = pending;
  return i;
}

/**
 * Unpacks and decodes `count` septets that begin `fillBits` bits into octet `start`; the caller has checked that they are there.
 *
 * Lenient: a reserved cell is read as a blank, an escape at the end as U+001B. With `splitEscape` the latter is no fault: it is the first half
 * of a pair that its sender cut in two.
 * @throws DecodeError `bad-value` or `truncated`, with the octet in which the septet begins.
 */
export function unpackText(
  octets: Uint8Array,
  start: number,
  fillBits: number,
  count: number,
  alphabet: Alphabet,
  reading: Reading,
  splitEscape = false,
): string {
  const { main } = alphabet;
  const utf8 = textScratch();
  const most = utf8.length - 3;
  let text = '';
  let at = start;
  let pending = 0;
  let bits = 0;
  if (fillBits > 0) {
    pending = (octets[at++] as number) >> fillBits;
    bits = 8 - fillBits;
  }
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (bits === 0 && length + count - i <= most) {
      const run = unpackEights(octets, at, count - i, alphabet.shown, utf8, length);
      i += run;
      length += run;
      at += (run >> 3) * 7;
      if (i === count) break;
    }
    if (bits < 7) {
      pending |= (octets[at++] as number) << bits;
      bits += 8;
    }
    const septet = pending & 127;
    pending >>= 7;
    bits -= 7;
    let unit = main[septet] as number;
    if (unit === 0) {
      let code = septet;
      const isEnd = septet === ESCAPE && ++i === count;
      if (isEnd && splitEscape) unit = ESCAPE;
      else if (septet === ESCAPE && !isEnd) {
        if (bits < 7) {
          pending |= (octets[at++] as number) << bits;
          bits += 8;
        }
        code = pending & 127;
        pending >>= 7;
        bits -= 7;
        unit = alphabet.escaped[code] as number;
      }
      if (unit === 0) {
        // onIssue may encode or decode, which takes the scratch.
        text += textOfScratch(length);
        length = 0;
        const offset = start + ((fillBits + 7 * (isEnd ? i - 1 : i)) >> 3);
        unit = isEnd ? faultEscapeAtEnd(reading, offset) : faultReserved(reading, code, offset);
      }
    }
    if (length > most) {
      text += textOfScratch(length);
      length = 0;
    }
    length = putUnit(utf8, length, unit);
  }
  return text + textOfScratch(length);
}

/**
 * Unpacks seven octets to eight characters at a time, up to the first eight that are not all ASCII characters of the main table.
 * @returns how many characters were written.
 */
function unpackEights(
  octets: Uint8Array,
  start: number,
  count: number,
  shown: Uint8Array,
  target: Uint8Array,
  from: number,
): number {
  const end = from + (count & ~7);
  let to = from;
  for (let at = start; to < end; at += 7, to += 8) {
    const first =
      (octets[at] as number) |
      ((octets[at + 1] as number) << 8) |
      ((octets[at + 2] as number) << 16) |
      ((octets[at + 3] as number) << 24);
    const second = (octets[at + 4] as number) | ((octets[at + 5] as number) << 8) | ((octets[at + 6] as number) << 16);
    const a = shown[first & 127] as number;
    const b = shown[(first >> 7) & 127] as number;
    const c = shown[(first >> 14) & 127] as number;
    const d = shown[(first >> 21) & 127] as number;
    const e = shown[(first >>> 28) | ((second & 7) << 4)] as number;
    const f = shown[(second >> 3) & 127] as number;
    const g = shown[(second >> 10) & 127] as number;
    const h = shown[second >> 17] as number;
    if ((a | b | c | d | e | f | g | h) >= 0x80) break;
    target[to] = a;
    target[to + 1] = b;
    target[to + 2] = c;
    target[to + 3] = d;
    target[to + 4] = e;
    target[to + 5] = f;
    target[to + 6] = g;
    target[to + 7] = h;
  }
  return to - from;
}

/** Records the septets of a text as fields, one a character; an escape and its code are one. */
export function traceText(
  trace: Trace,
  octets: Uint8Array,
  start: number,
  fillBits: number,
  count: number,
  alphabet: Alphabet,
): void {
  const from = start * 8 + fillBits;
  const reader = new BitReader(octets, 'lsb', undefined, from, from + 7 * count);
  while (reader.remaining > 0) {
    const begin = reader.position;
    let septet = reader.read(7, 'septet');
    let unit = alphabet.main[septet] as number;
    if (septet === ESCAPE && reader.remaining > 0) {
      const code = reader.read(7, 'septet');
      unit = alphabet.escaped[code] as number;
      septet = (ESCAPE << 8) | code;
    }
    const name = septet > 127 ? 'escape pair' : 'septet';
    trace.leaf(name, septet, begin, reader.position, '23.038 6.2.1', 'lsb');
    trace.mean(septet === ESCAPE ? 'escape' : unit === 0 ? 'reserved' : JSON.stringify(String.fromCharCode(unit)));
  }
}
