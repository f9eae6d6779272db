/** JPEG files of fixtures/, and their octets changed. */
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';

/** Markers that tests look for. */
export const SEGMENT = { SOF0: 0xc0, SOF2: 0xc2, DHT: 0xc4, SOS: 0xda, DQT: 0xdb, DRI: 0xdd, APP14: 0xee } as const;

/** What fixtures/images/index.json says of a file. */
export interface ImageItem {
  file: string;
  kind: string;
  width?: number;
  height?: number;
  storedWidth?: number;
  storedHeight?: number;
  orientation?: number;
  meanRGB?: number[];
}

export function imageItems(kind: string): ImageItem[] {
  const { items } = JSON.parse(readFileSync('fixtures/images/index.json', 'utf8')) as { items: ImageItem[] };
  return items.filter((item) => item.kind === kind);
}

export function fixtureImage(file: string): Uint8Array {
  return new Uint8Array(readFileSync(`fixtures/images/${file}`));
}

/** A file of fixtures/images/jpeg/. */
export function jpegFile(name: string): Uint8Array {
  return fixtureImage(`jpeg/${name}.jpg`);
}

/** What another decoder makes of it, as RGB. */
export function expectedPixels(name: string): { widthPx: number; heightPx: number; rgb: Uint8Array } {
  const { width, height, data } = PNG.sync.read(Buffer.from(fixtureImage(`jpeg/${name}.png`)));
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3);
  return { widthPx: width, heightPx: height, rgb };
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A copy with other octets at an offset. */
export function patched(octets: Uint8Array, at: number, values: readonly number[]): Uint8Array {
  const copy = new Uint8Array(octets);
  copy.set(values, at);
  return copy;
}

/** Offset of the FF of the first, or a later, segment with a marker. */
export function segmentAt(octets: Uint8Array, marker: number, which = 0): number {
  let left = which;
  for (let at = 2; at < octets.length; ) {
    if (octets[at + 1] === marker && left-- === 0) return at;
    at += 2 + octets[at + 2]! * 256 + octets[at + 3]!;
    // Behind a scan's header its data follow, up to the next marker.
    while (octets[at] !== 0xff || octets[at + 1] === 0 || (octets[at + 1]! >= 0xd0 && octets[at + 1]! <= 0xd7)) at++;
  }
  throw new Error(`no segment ${marker}`);
}

/** A component of {@link shortestJpeg}: its number and sampling factors. */
export type Sampling = readonly [id: number, horizontal: number, vertical: number];

/** Sampling factors of most pictures. */
export const HALVED: readonly Sampling[] = [
  [1, 2, 2],
  [2, 1, 1],
  [3, 1, 1],
];

/**
 * A JPEG of one scan whose codes are all one bit, 0: no difference of DC, and the end of a block. No picture of its size takes less.
 * @param scanned numbers of the components in the scan; a progressive one has DC alone.
 */
export function shortestJpeg(
  process: 'baseline' | 'progressive',
  [widthPx, heightPx]: readonly [number, number],
  components: readonly Sampling[],
  scanned: readonly number[],
  dataOctets: number,
): Uint8Array {
  const isProgressive = process === 'progressive';
  const segment = (marker: number, ...body: number[]) => [
    0xff,
    marker,
    (body.length + 2) >> 8,
    (body.length + 2) & 0xff,
    ...body,
  ];
  const oneCode = (table: number) => segment(SEGMENT.DHT, table, 1, ...new Array<number>(15).fill(0), 0);
  const sides = [heightPx >> 8, heightPx & 0xff, widthPx >> 8, widthPx & 0xff];
  const sampling = components.flatMap(([id, horizontal, vertical]) => [id, (horizontal << 4) | vertical, 0]);
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(SEGMENT.DQT, 0, ...new Array<number>(64).fill(1)),
    ...segment(isProgressive ? SEGMENT.SOF2 : SEGMENT.SOF0, 8, ...sides, components.length, ...sampling),
    ...oneCode(0),
    ...oneCode(0x10),
    ...segment(SEGMENT.SOS, scanned.length, ...scanned.flatMap((id) => [id, 0]), 0, isProgressive ? 0 : 63, 0),
    ...new Array<number>(dataOctets).fill(0),
    ...[0xff, 0xd9],
  ]);
}
