/** Colour profiles, built by ICC.1:2022 section 7; and files with one in them. */
import { crc32, deflateSync } from 'node:zlib';

const tag4 = (text: string) => Buffer.from(text.padEnd(4), 'latin1');
const u32 = (value: number) => {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value >>> 0);
  return octets;
};
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const fixed = (value: number) => u32(Math.round(value * 65_536));

export const curv = (...values: number[]) => Buffer.concat([tag4('curv'), u32(0), u32(values.length), ...values.map(u16)]);
export const para = (kind: number, ...values: number[]) =>
  Buffer.concat([tag4('para'), u32(0), u16(kind), u16(0), ...values.map(fixed)]);
export const xyz = (...values: number[]) => Buffer.concat([tag4('XYZ'), u32(0), ...values.map(fixed)]);

export interface ProfileParts {
  readonly space: 'RGB' | 'GRAY' | 'CMYK';
  readonly pcs?: 'XYZ' | 'Lab';
  readonly version?: number;
  readonly kind?: string;
  readonly tags: Readonly<Record<string, Uint8Array>>;
}

export function buildProfile({ space, pcs = 'XYZ', version = 2, kind = 'mntr', tags }: ProfileParts): Buffer {
  const all = {
    wtpt: xyz(0.9642, 1, 0.8249),
    desc: DESCRIPTION,
    cprt: Buffer.concat([tag4('text'), u32(0), Buffer.from('none\0')]),
    ...tags,
  };
  const names = Object.keys(all) as (keyof typeof all)[];
  const table: Buffer[] = [u32(names.length)];
  const bodies: Buffer[] = [];
  let at = 128 + 4 + names.length * 12;
  for (const name of names) {
    const body = Buffer.from(all[name]!);
    table.push(tag4(name), u32(at), u32(body.length));
    bodies.push(body, Buffer.alloc(-body.length & 3));
    at += (body.length + 3) & ~3;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header[8] = version;
  for (const [place, text] of [
    [12, kind],
    [16, space],
    [20, pcs],
    [36, 'acsp'],
  ] as const)
    tag4(text).copy(header, place);
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) fixed(value).copy(header, 68 + 4 * i);
  return Buffer.concat([header, ...table, ...bodies]);
}

const DESCRIPTION = Buffer.concat([tag4('desc'), u32(0), u32(5), Buffer.from('made\0'), Buffer.alloc(4 + 4 + 2 + 1 + 67)]);

/** The primaries of Adobe RGB (1998) under D50, and its curve. */
export const ADOBE_RGB: ProfileParts = {
  space: 'RGB',
  tags: {
    rXYZ: xyz(0.60974, 0.31111, 0.01947),
    gXYZ: xyz(0.20528, 0.62567, 0.06087),
    bXYZ: xyz(0.14919, 0.06322, 0.74457),
    rTRC: curv(563),
    gTRC: curv(563),
    bTRC: curv(563),
  },
};

/** A table of `mft1` or `mft2`. @param grid the values at each point, 0 to 1. */
export function mft(
  wide: boolean,
  inputs: number,
  side: number,
  grid: (point: readonly number[]) => readonly number[],
): Buffer {
  const value = (x: number) => (wide ? u16(Math.round(x * 65_535)) : Buffer.from([Math.round(x * 255)]));
  const straight = Array.from({ length: wide ? 2 : 256 }, (_, i) => value(i / (wide ? 1 : 255)));
  const curves = (count: number) => Array.from({ length: count }, () => straight).flat();
  const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].map(fixed);
  const counts = wide ? [u16(2), u16(2)] : [];
  const head = [tag4(wide ? 'mft2' : 'mft1'), u32(0), Buffer.from([inputs, 3, side, 0]), ...matrix, ...counts];
  return Buffer.concat([
    ...head,
    ...curves(inputs),
    ...pointsOf(inputs, side).flatMap((point) => grid(point).map(value)),
    ...curves(3),
  ]);
}

/** A table of `mAB` with all that it may have. */
export function mab(inputs: number, side: number, grid: (point: readonly number[]) => readonly number[]): Buffer {
  const stages: Buffer[] = [];
  let at = 32;
  const add = (...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const place = at;
    stages.push(body, Buffer.alloc(-body.length & 3));
    at += (body.length + 3) & ~3;
    return place;
  };
  const b = add(para(0, 1), para(0, 1), para(0, 1));
  const matrix = add(...[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].map(fixed));
  const m = add(para(0, 1), para(0, 1), para(0, 1));
  const sides = Buffer.alloc(16);
  sides.fill(side, 0, inputs);
  const values = pointsOf(inputs, side).flatMap((point) => grid(point).map((x) => u16(Math.round(x * 65_535))));
  const clut = add(sides, Buffer.from([2, 0, 0, 0]), ...values);
  const a = add(...Array.from({ length: inputs }, () => para(0, 1.2)));
  return Buffer.concat([tag4('mAB'), u32(0), Buffer.from([inputs, 3, 0, 0]), ...[b, matrix, m, clut, a].map(u32), ...stages]);
}

/** The points of a grid, 0 to 1 each, the last direction first. */
function pointsOf(inputs: number, side: number): number[][] {
  return Array.from({ length: side ** inputs }, (_, index) =>
    Array.from({ length: inputs }, (_unused, i) => (Math.floor(index / side ** (inputs - 1 - i)) % side) / (side - 1)),
  );
}

/** A JPEG with a profile after SOI, in parts of so many octets. @param order of the parts, from the first on. */
export function withJpegProfile(
  file: Uint8Array,
  profile: Uint8Array,
  partOctets = 65_519,
  order = (parts: Buffer[]) => parts,
): Uint8Array {
  const count = Math.ceil(profile.length / partOctets);
  const parts = Array.from({ length: count }, (_, i) => {
    const part = profile.subarray(i * partOctets, (i + 1) * partOctets);
    const head = Buffer.from('ICC_PROFILE\0', 'latin1');
    return Buffer.concat([Buffer.from([0xff, 0xe2]), u16(part.length + 16), head, Buffer.from([i + 1, count]), part]);
  });
  return new Uint8Array(Buffer.concat([file.subarray(0, 2), ...order(parts), file.subarray(2)]));
}

/** A PNG with a chunk after IHDR. */
export function withPngChunk(file: Uint8Array, type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return new Uint8Array(Buffer.concat([file.subarray(0, 33), u32(data.length), body, u32(crc32(body)), file.subarray(33)]));
}

/** A PNG with a profile. */
export function withPngProfile(file: Uint8Array, profile: Uint8Array): Uint8Array {
  return withPngChunk(file, 'iCCP', Buffer.concat([Buffer.from('made\0\0', 'latin1'), deflateSync(profile)]));
}
