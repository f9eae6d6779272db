/**
 * The colour profile of a JPEG, which is cut in segments, and of a PNG, which is packed; and what is said of a broken one: it is passed, and
 * the picture shown as if it had none.
 *
 *   APP2   "ICC_PROFILE" 00 number(1) count(1) part        numbers from 1 on, in any order
 *   iCCP   name(1 to 79) 00 method(1) zlib stream
 *
 * Sources: ICC.1:2022 annex B.4; PNG section 11.3.2.3.
 * @module
 */
import { InflateFault, Inflater } from '../../bytes/inflate.js';
import { u32be } from '../../bytes/octets.js';
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { type ColourTransform, type Components, MAX_PROFILE_OCTETS, openProfile } from './profile.js';

/** A part of a profile in a JPEG. */
export interface ProfilePart {
  readonly number: number;
  readonly count: number;
  readonly octets: Uint8Array;
  /** Where its segment begins in the file. */
  readonly at: number;
}

/** Parts of a profile, at most: their numbers are octets. */
export const MAX_PARTS = 255;

/** The transform of a JPEG's profile; undefined where there is none, or none that is of use, of which a broken one is reported. */
export function findJpegTransform(
  parts: readonly ProfilePart[],
  components: Components,
  reading: Reading,
): ColourTransform | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  return report('JPEG/APP2', first.at, reading, () => openProfile(joinParts(parts), components));
}

function joinParts(parts: readonly ProfilePart[]): Uint8Array {
  const { count, at } = parts[0] as ProfilePart;
  const found = new Map(parts.map((part) => [part.number, part]));
  const whole: Uint8Array[] = [];
  let length = 0;
  for (let number = 1; number <= count; number++) {
    const part = found.get(number);
    if (part === undefined)
      throw new DecodeError('truncated', 'JPEG/APP2', at, `part ${number} of ${count} of the profile is missing`);
    whole.push(part.octets);
    length += part.octets.length;
  }
  if (length > MAX_PROFILE_OCTETS) throw tooLong('JPEG/APP2', at, length);
  const [one] = whole;
  if (whole.length === 1) return one as Uint8Array;
  const joined = new Uint8Array(length);
  let to = 0;
  for (const part of whole) {
    joined.set(part, to);
    to += part.length;
  }
  return joined;
}

/** A profile in a PNG. */
export interface PackedProfile {
  readonly octets: Uint8Array;
  /** Where its chunk begins in the file. */
  readonly at: number;
}

/** The same of a PNG's profile. @param octets the data of its chunk. */
export function findPngTransform(
  { octets, at }: PackedProfile,
  components: Components,
  reading: Reading,
): ColourTransform | undefined {
  return report('PNG/iCCP', at, reading, () => openProfile(unpack(octets, at), components));
}

function unpack(octets: Uint8Array, at: number): Uint8Array {
  const name = octets.indexOf(0);
  if (name < 1 || name > 79 || octets[name + 1] !== 0) {
    throw new DecodeError('bad-value', 'PNG/iCCP', at, 'has no name, or a method of compression that is not 0');
  }
  const inflater = new Inflater(octets.subarray(name + 2));
  // It says its own length.
  if (inflater.fill(4) < 4) throw new DecodeError('truncated', 'PNG/iCCP', at, 'is empty');
  const length = u32be(inflater.octets, inflater.take(4));
  if (length > MAX_PROFILE_OCTETS || length < 4) throw tooLong('PNG/iCCP', at, length);
  const profile = new Uint8Array(length);
  const start = inflater.take(length - 4);
  profile.set(inflater.octets.subarray(start, start + length - 4), 4);
  return profile;
}

function tooLong(field: string, at: number, length: number): DecodeError {
  return new DecodeError('bad-value', field, at, `the profile has ${length} octets, at most ${MAX_PROFILE_OCTETS}`);
}

/** What was found; a fault is noted, with the place of the profile in the file. */
function report<T>(field: string, at: number, reading: Reading, find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof InflateFault)) throw error;
    const code = error instanceof DecodeError ? error.code : error.isTruncated ? 'truncated' : 'bad-value';
    const reason =
      error instanceof DecodeError && error.field.startsWith('ICC')
        ? error.message
        : error instanceof DecodeError
          ? error.reason
          : error.message;
    reading.note(code, field, at, `the colour profile is broken and not applied: ${reason}`);
    return undefined;
  }
}
