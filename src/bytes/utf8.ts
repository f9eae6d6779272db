/**
 * UTF-8, strictly: no lone surrogates out, no invalid sequences in. The platform's encoder and decoder do the work, which on
 * their own would put U+FFFD in place of what they cannot carry.
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import { loneSurrogateIndex } from './utf16.js';

/** UTF-8 octets of a text. @throws EncodeError `unencodable` with the index of a lone surrogate. */
export function encodeUtf8(text: string, field = 'text'): Uint8Array {
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new EncodeError('unencodable', field, lone, 'a lone surrogate has no UTF-8 form');
  return new TextEncoder().encode(text);
}

/** Text of UTF-8 octets (a byte order mark stays in the text). @throws DecodeError `bad-value` or `truncated` with the offset of the faulty sequence. */
export function decodeUtf8(octets: Uint8Array, field = 'text'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch (cause) {
    const { at, short } = firstFault(octets);
    throw new DecodeError(short ? 'truncated' : 'bad-value', field, at, 'not valid UTF-8', { cause });
  }
}

/** Finds the sequence that the platform's decoder refused (Unicode 15, table 3-7). */
function firstFault(octets: Uint8Array): { at: number; short: boolean } {
  let at = 0;
  while (at < octets.length) {
    const lead = octets[at] as number;
    const more =
      lead < 0x80 ? 0 : lead >= 0xc2 && lead < 0xe0 ? 1 : (lead & 0xf0) === 0xe0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : -1;
    if (more < 0) return { at, short: false };
    for (let i = 1; i <= more; i++) {
      const octet = octets[at + i];
      if (octet === undefined) return { at, short: true };
      const low = i > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const high = i > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      if (octet < low || octet > high) return { at, short: false };
    }
    at += more + 1;
  }
  return { at, short: false };
}
