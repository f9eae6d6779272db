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
