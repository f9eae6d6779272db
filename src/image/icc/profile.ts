/**
 * Colour profiles (ICC) of pictures: what their levels mean, made sRGB.
 *
 *   size(4) .. version(4) class(4) space(4) meeting(4) .. "acsp" at 36 .. | count(4) then name(4) offset(4) size(4) of each tag
 *
 *   RGB    by a curve for each component and a matrix (rTRC, rXYZ and so on); by a table (A2B0) where there is one
 *   grey   by one curve (kTRC)
 *   CMYK   by a table
 *
 * The perceptual rendering is taken, with the darkest colour of a table made black, as other programs do. A profile that is about sRGB costs nothing: it has no transform.
 *
 * Source: ICC.1:2022 sections 7 to 10 and annex F.
 * @module
 */
import { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';
import { type Curve, readCurve, readFixed, readTag, readU32 } from './curves.js';
import { openLut } from './lut.js';
import { D50, labToXyz, makeToSrgb } from './srgb.js';

/** Octets of a profile, at most: those of printers have half a million to two. */
export const MAX_PROFILE_OCTETS = 4 * 1024 * 1024;

/** What pictures are made of: how many components a pixel has, without alpha. */
export type Components = 1 | 3 | 4;

/** Makes pixels sRGB. */
export interface ColourTransform {
  readonly components: Components;
  /** A pixel 0xRRGGBB of the levels of its components, 0 to 255; of inks 255 is all of it. Of a grey the others do not count. */
  readonly pixel: (a: number, b: number, c: number, d: number) => number;
}

/** Where a tag is. */
interface Tag {
  readonly offset: number;
  readonly size: number;
}

const HEADER = 128;
const SIGNATURE_AT = 36;
const SPACE_AT = 16;

/** Tags of a profile, at most. */
const MAX_TAGS = 200;

const SPACES: Readonly<Record<string, Components | undefined>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/**
 * The transform of a profile; undefined where there is nothing to do: it is about sRGB, or for pictures of another kind.
 * @param components of the picture.
 * @throws DecodeError `truncated`, `bad-value`, for a broken profile, or one without the tags that are known; fields begin with `ICC`.
 */
export function openProfile(octets: Uint8Array, components: Components): ColourTransform | undefined {
  const reader = new ByteReader(octets, undefined, SIGNATURE_AT);
  const signature = readTag(reader, 'ICC/signature');
  if (signature !== 'acsp')
    throw new DecodeError('bad-value', 'ICC/signature', SIGNATURE_AT, 'bad ICC signature: acsp expected');
  reader.offset = SPACE_AT;
  const space = readTag(reader, 'ICC/space');
  const meeting = readTag(reader, 'ICC/pcs');
  if (meeting !== 'XYZ ' && meeting !== 'Lab ') {
    throw new DecodeError('bad-value', 'ICC/pcs', SPACE_AT + 4, `is ${JSON.stringify(meeting)}, allowed: XYZ, Lab`);
  }
  if (SPACES[space] !== components) return undefined;
  const tags = readTags(reader);
  const table = tags.get('A2B0') ?? tags.get('A2B1');
  const transform =
    table !== undefined && components !== 1
      ? byTable(bodyOf(octets, table), components, meeting === 'Lab ')
      : components === 1
        ? byCurve(octets, tags)
        : byMatrix(octets, tags);
  return isAboutSrgb(transform) ? undefined : transform;
}

function readTags(reader: ByteReader): ReadonlyMap<string, Tag> {
  reader.offset = HEADER;
  const count = readU32(reader, 'ICC/tags');
  if (count > MAX_TAGS) throw new DecodeError('bad-value', 'ICC/tags', HEADER, `${count} tags, at most ${MAX_TAGS}`);
  const tags = new Map<string, Tag>();
  for (let i = 0; i < count; i++) {
    const name = readTag(reader, 'ICC/tag');
    tags.set(name, { offset: readU32(reader, 'ICC/tag/offset'), size: readU32(reader, 'ICC/tag/size') });
  }
  return tags;
}

/** The octets of a tag; what of them is missing is found by their reader. */
function bodyOf(octets: Uint8Array, { offset, size }: Tag): Uint8Array {
  return octets.subarray(offset, offset + size);
}

function requireTag(octets: Uint8Array, tags: ReadonlyMap<string, Tag>, name: string): ByteReader {
  const tag = tags.get(name);
  if (tag === undefined) throw new DecodeError('bad-value', `ICC/${name}`, HEADER, 'is missing');
  return new ByteReader(bodyOf(octets, tag));
}

/** The light of each of 256 levels: a curve may leave its range, for 0 to a negative power without an end. */
function sampleLevels(curve: Curve): Float64Array {
  return Float64Array.from({ length: 256 }, (_, level) => Math.min(1, Math.max(0, curve(level / 255))));
}

function byCurve(octets: Uint8Array, tags: ReadonlyMap<string, Tag>): ColourTransform {
  const light = sampleLevels(readCurve(requireTag(octets, tags, 'kTRC')));
  const toSrgb = makeToSrgb();
  // A grey is one whatever the white of the profile.
  const pixels = Int32Array.from(light, (y) => ((toSrgb(D50[0] * y, y, D50[2] * y) >> 8) & 0xff) * 0x01_01_01);
  return { components: 1, pixel: (level) => pixels[level] as number };
}

function byMatrix(octets: Uint8Array, tags: ReadonlyMap<string, Tag>): ColourTransform {
  const [red, green, blue] = ['rTRC', 'gTRC', 'bTRC'].map((name) =>
    sampleLevels(readCurve(requireTag(octets, tags, name))),
  ) as [Float64Array, Float64Array, Float64Array];
  const [r, g, b] = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => {
    const reader = requireTag(octets, tags, name);
    reader.skip(8, `ICC/${name}`);
    return Array.from({ length: 3 }, () => readFixed(reader, `ICC/${name}`));
  }) as [number[], number[], number[]];
  const [[rx = 0, ry = 0, rz = 0], [gx = 0, gy = 0, gz = 0], [bx = 0, by = 0, bz = 0]] = [r, g, b];
  const toSrgb = makeToSrgb();
  return {
    components: 3,
    pixel: (one, two, three) => {
      const [x, y, z] = [red[one] as number, green[two] as number, blue[three] as number];
      return toSrgb(rx * x + gx * y + bx * z, ry * x + gy * y + by * z, rz * x + gz * y + bz * z);
    },
  };
}

/** Where 1 of XYZ is among 65535. */
const XYZ_RANGE = 65_535 / 32_768;

/** The lightest that the darkest colour of a device is taken for: half of L*. */
const MAX_BLACK = 0.1842;

function byTable(octets: Uint8Array, components: Components, isLab: boolean): ColourTransform {
  const { inputs, isLegacy, apply } = openLut(octets);
  if (inputs !== components) {
    throw new DecodeError('bad-value', 'ICC/table/inputs', 8, `has ${inputs} inputs, the profile ${components} components`);
  }
  const [whole, shift] = isLegacy ? [6_553_500 / 65_280, 65_535 / 256] : [100, 255];
  const levels = new Float64Array(4);
  const meet = (a: number, b: number, c: number, d: number): void => {
    levels[0] = a / 255;
    levels[1] = b / 255;
    levels[2] = c / 255;
    levels[3] = d / 255;
    apply(levels);
    const [one, two, three] = [levels[0], levels[1] as number, levels[2] as number];
    if (isLab) {
      levels[0] = one * whole;
      levels[1] = two * shift - 128;
      levels[2] = three * shift - 128;
      labToXyz(levels);
    } else for (let i = 0; i < 3; i++) levels[i] = (levels[i] as number) * XYZ_RANGE;
  };
  // Ink is not black: the darkest of it becomes what a screen can show, and the rest is stretched with it.
  const dark = components === 4 ? 255 : 0;
  meet(dark, dark, dark, dark);
  const black = Math.min(MAX_BLACK, Math.max(0, levels[1] as number));
  const [x0, y0, z0] = D50.map((white) => white * black) as [number, number, number];
  const stretch = 1 / (1 - black);
  const toSrgb = makeToSrgb();
  return {
    components,
    pixel: (a, b, c, d) => {
      meet(a, b, c, d);
      const [x, y, z] = [levels[0] as number, levels[1] as number, levels[2] as number];
      return toSrgb((x - x0) * stretch, (y - y0) * stretch, (z - z0) * stretch);
    },
  };
}

/** Levels that are looked at: each 15th, so that 0 and 255 are among them. */
const TRIED_LEVELS: readonly number[] = Array.from({ length: 18 }, (_, i) => i * 15);

/** Whether a transform leaves greys, and the corners and middles of each side of the cube, as they are but for a level. */
function isAboutSrgb({ components, pixel }: ColourTransform): boolean {
  if (components === 4) return false;
  const near = (r: number, g: number, b: number) => {
    const found = pixel(r, g, b, 0);
    return Math.abs((found >> 16) - r) <= 1 && Math.abs(((found >> 8) & 0xff) - g) <= 1 && Math.abs((found & 0xff) - b) <= 1;
  };
  const few = [0, 128, 255];
  return (
    TRIED_LEVELS.every((level) => near(level, level, level)) &&
    (components === 1 || few.every((r) => few.every((g) => few.every((b) => near(r, g, b)))))
  );
}

/** Makes pixels sRGB where they are. @param channels 1, 3 or 4, of which the last is alpha. */
export function convertPixels({ components, pixel }: ColourTransform, samples: Uint8Array, channels: number): void {
  let [last, found] = [-1, 0];
  for (let at = 0; at < samples.length; at += channels) {
    const red = samples[at] as number;
    if (channels === 1) {
      samples[at] = pixel(red, 0, 0, 0) & 0xff;
      continue;
    }
    const here = (red << 16) | ((samples[at + 1] as number) << 8) | (samples[at + 2] as number);
    // Neighbours are often alike. A grey may be there three times.
    if (here !== last) found = components === 1 ? pixel(red, 0, 0, 0) : pixel(red, (here >> 8) & 0xff, here & 0xff, 0);
    last = here;
    samples[at] = found >> 16;
    samples[at + 1] = found >> 8;
    samples[at + 2] = found;
  }
}
