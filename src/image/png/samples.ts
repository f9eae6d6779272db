/**
 * Samples of a PNG as rows hold them, of 1 to 16 bits or numbers of a palette, made those of a raster, of 8 bits. Samples of 16 bits give
 * their high octet.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 7.2, 11.2.2, 11.3.1.1 and 13.12.
 * @module
 */
import type { Reading } from '../../bytes/reading.js';
import { GREY, PALETTE } from '../../media/png-chunks.js';
import type { PngFile } from './file.js';
import { readSamples } from './rows.js';

/** Turns samples as they are stored into those of the raster. */
type Expand = (line: Uint8Array, at: number, pixels: number, to: Uint8Array, toAt: number) => void;

/** How samples are turned; undefined where both are the same. */
export function expander(file: PngFile, reading: Reading): Expand | undefined {
  const { header, transparent } = file;
  const { bitDepth, colorType, channels } = header;
  if (
    colorType === PALETTE ||
    (colorType === GREY && bitDepth < 8) ||
    (colorType === GREY && bitDepth === 8 && channels === 4)
  ) {
    return byTable(file, reading);
  }
  const samples = readSamples(header);
  if (bitDepth === 8 && samples === channels) return undefined;
  const octets = bitDepth >> 3;
  const key = readKey(transparent, octets);
  return (line, at, pixels, to, toAt) => expandSamples(line, at, pixels, to, toAt, samples, octets, channels, key);
}

/** The colour that counts as transparent, in the octets of a pixel: tRNS has two for each sample, of which the low one counts. */
function readKey(transparent: Uint8Array | undefined, octets: number): Uint8Array | undefined {
  return octets === 2 || transparent === undefined ? transparent : transparent.filter((_, i) => i % 2 === 1);
}

function expandSamples(
  line: Uint8Array,
  lineAt: number,
  pixels: number,
  to: Uint8Array,
  toAt: number,
  samples: number,
  octets: number,
  channels: number,
  key: Uint8Array | undefined,
): void {
  const pixelOctets = samples * octets;
  const isGrey = samples < 3;
  const alphaAt = samples === 2 || samples === 4 ? pixelOctets - octets : -1;
  let at = lineAt;
  let out = toAt;
  for (let x = 0; x < pixels; x++, at += pixelOctets, out += channels) {
    const first = line[at] as number;
    to[out] = first;
    if (channels === 1) continue;
    to[out + 1] = isGrey ? first : (line[at + octets] as number);
    to[out + 2] = isGrey ? first : (line[at + 2 * octets] as number);
    if (channels === 3) continue;
    let alpha = 0xff;
    if (alphaAt >= 0) alpha = line[at + alphaAt] as number;
    else if (key !== undefined) {
      alpha = 0;
      for (let i = 0; i < pixelOctets; i++) if (line[at + i] !== key[i]) alpha = 0xff;
    }
    to[out + 3] = alpha;
  }
}

/** Looks each sample up, a palette's index or a grey: 1, 2, 4 or 8 bits. */
function byTable({ header, palette, transparent, places }: PngFile, reading: Reading): Expand {
  const { bitDepth, colorType, channels } = header;
  const size = 1 << bitDepth;
  const mask = size - 1;
  const isPalette = colorType === PALETTE;
  const table = new Uint8Array(size * channels);
  // Where tRNS ends, and for indices without a colour, the pixel is opaque.
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < Math.min(3, channels); c++) {
      table[i * channels + c] = isPalette ? (palette?.[i * 3 + c] ?? 0) : (i * 255) / mask;
    }
    if (channels !== 4) continue;
    // Bits of the key above those of a sample do not count.
    if (isPalette) table[i * 4 + 3] = transparent?.[i] ?? 0xff;
    else table[i * 4 + 3] = ((transparent?.[1] as number) & mask) === i ? 0 : 0xff;
  }
  const colors = isPalette ? (palette as Uint8Array).length / 3 : size;
  let mayLack = colors < size;
  return (line, lineAt, pixels, to, toAt) => {
    let out = toAt;
    let highest = 0;
    for (let x = 0; x < pixels; x++) {
      let index = line[lineAt + x] as number;
      if (bitDepth < 8) {
        const bit = x * bitDepth;
        index = ((line[lineAt + (bit >> 3)] as number) >> (8 - bitDepth - (bit & 7))) & mask;
      }
      if (index > highest) highest = index;
      let from = index * channels;
      to[out++] = table[from++] as number;
      if (channels === 1) continue;
      to[out++] = table[from++] as number;
      to[out++] = table[from++] as number;
      if (channels === 4) to[out++] = table[from] as number;
    }
    if (!mayLack || highest < colors) return;
    mayLack = false;
    const message = `has a pixel of colour ${highest}, the palette has ${colors}`;
    reading.fault('bad-value', 'PNG/IDAT', places[0]?.at as number, message);
  };
}
