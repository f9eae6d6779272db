/**
 * UTF-8, strictly: no lone surrogates out, no invalid sequences in. The platform's encoder and decoder do the work, which on
 * their own would put U+FFFD in place of what they cannot carry.
 * @module
 */

import { DecodeError, EncodeError } from '../errors.js';
import { requireOctets } from './octets.js';
import { loneSurrogateIndex } from './utf16.js';

// Kept, since making either takes longer than a short text.
let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;

/** Encodes a text as UTF-8. @param field the field that an error names. @throws EncodeError `unencodable` with the index of a lone surrogate. */
export function encodeUtf8(text: string, field = 'text'): Uint8Array {
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new EncodeError('unencodable', field, lone, 'a lone surrogate has no UTF-8 form');
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/**
 * Decodes UTF-8, strictly; a byte order mark stays in the text.
 * @param field the field that an error names.
 * @throws DecodeError with the offset of the faulty sequence: `bad-value`, or `truncated` when the octets end inside it.
 */
export function decodeUtf8(octets: Uint8Array, field = 'text'): string {
  requireOctets(octets, 'octets');
  try {
    decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(octets);
  } catch (cause) {
    const { at, short } = utf8Fault(octets) as Utf8Fault;
    throw new DecodeError(short ? 'truncated' : 'bad-value', field, at, 'not valid UTF-8', { cause });
  }
}

/** A sequence that is none of UTF-8: where it begins, and whether the octets end inside of it. */
export interface Utf8Fault {
  /** Offset of its first octet. */
  readonly at: number;
  /** Whether octets after the end could make it one. */
  readonly short: boolean;
}

/** The first sequence that {@link decodeUtf8} refuses (Unicode 15, table 3-7); undefined when all are well-formed. */
export function utf8Fault(octets: Uint8Array): Utf8Fault | undefined {
  const { length } = octets;
  for (let at = 0; at < length; ) {
    const lead = octets[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const more = lead >= 0xc2 && lead < 0xe0 ? 1 : (lead & 0xf0) === 0xe0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : -1;
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
  return undefined;
}
