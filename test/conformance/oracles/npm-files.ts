/**
 * Packages of npm on pictures, tunes and cards.
 * @module
 */
import { createHash } from 'node:crypto';
import { wireOf } from '../adapters/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import { load, npmOracle, quietly } from './npm.js';
import type { Oracle, Shown } from './oracle.js';
import { isBomb, overWhite, withoutHidden } from './others.js';

const octetsOf = ({ input }: BareCase) => Buffer.from(wireOf(input) as Uint8Array);
const isPng = (octets: Buffer) => octets.readUInt32BE(0) === 0x89504e47;
/** Samples of 16 bits, which these round to 8 where the pack has the upper octet: no fault. */
const isDeep = (octets: Buffer, { expected }: BareCase) => isPng(octets) && octets[24] === 16 && 'value' in expected;
const ROUNDS: Shown = { cannot: 'it rounds samples of 16 bits, of which the pack has the upper octets' };
const isGif = (octets: Buffer) => octets.toString('latin1', 0, 3) === 'GIF';
const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: readonly Uint8Array[];
}

const BOMB: Shown = { cannot: 'reading a picture that is too large is not asked of it' };

/** What the case asks of the pixels. */
function pixelsOf({ expected }: BareCase, { widthPx, heightPx, frames }: Raster): Shown {
  const wanted: JsonObject = 'value' in expected ? expected.value : {};
  return {
    shows: defined({
      widthPx,
      heightPx,
      framesRgbaSha256: wanted.framesRgbaSha256 && frames.map((frame) => sha256(withoutHidden(frame))),
      rgbOverWhiteSha256: wanted.rgbOverWhiteSha256 && sha256(overWhite(frames[0]!)),
    }),
  };
}

interface Sharp {
  (octets: Buffer, options: object): Sharp;
  ensureAlpha(): Sharp;
  toColourspace(space: string): Sharp;
  raw(): Sharp;
  toBuffer(
    options: object,
  ): Promise<{ data: Buffer; info: { width: number; height: number; pages?: number; pageHeight?: number } }>;
}

export const sharp: Oracle = npmOracle('sharp', 'all frames, failOn: warning, as raw RGBA in sRGB', {
  picture: async (bare) => {
    if (isBomb(bare)) return BOMB;
    const octets = octetsOf(bare);
    if (!isPng(octets) && !isGif(octets)) return { cannot: 'it reads no WBMP' };
    const { data, info } = await load<Sharp>('sharp')(octets, { animated: true, failOn: 'warning' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const heightPx = info.pageHeight ?? info.height;
    const size = info.width * heightPx * 4;
    const frames = Array.from({ length: data.length / size }, (_, index) => data.subarray(size * index, size * (index + 1)));
    return pixelsOf(bare, { widthPx: info.width, heightPx, frames });
  },
});

interface PngJs {
  PNG: { sync: { read(octets: Buffer): { width: number; height: number; data: Buffer } } };
}

export const pngjs: Oracle = npmOracle('pngjs', 'PNG.sync.read', {
  picture: (bare) => {
    if (isBomb(bare)) return BOMB;
    const octets = octetsOf(bare);
    if (!isPng(octets)) return { cannot: 'it reads PNG alone' };
    if (isDeep(octets, bare)) return ROUNDS;
    const { width, height, data } = load<PngJs>('pngjs').PNG.sync.read(octets);
    return pixelsOf(bare, { widthPx: width, heightPx: height, frames: [data] });
  },
});

interface JimpModule {
  Jimp: { fromBuffer(octets: Buffer): Promise<{ bitmap: { width: number; height: number; data: Buffer } }> };
}

/** Black and white rows of RGBA. */
function rowsOf({ width, height, data }: { readonly width: number; readonly height: number; readonly data: Buffer }): string[] {
  const pixel = (at: number) => (data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number) < 383;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => (pixel(4 * (y * width + x)) ? '#' : '.')).join(''),
  );
}

export const jimp: Oracle = npmOracle('jimp', 'Jimp.fromBuffer; of a GIF its first frame', {
  picture: async (bare) => {
    if (isBomb(bare)) return BOMB;
    const octets = octetsOf(bare);
    if (!isPng(octets) && !isGif(octets)) return { cannot: 'it reads no WBMP' };
    if (isDeep(octets, bare)) return ROUNDS;
    const { width, height, data } = (await load<JimpModule>('jimp').Jimp.fromBuffer(octets)).bitmap;
    const { framesRgbaSha256: frames } = ('value' in bare.expected ? bare.expected.value : {}) as {
      framesRgbaSha256?: string[];
    };
    if (frames !== undefined && frames.length > 1) return { cannot: 'it reads the first frame alone' };
    return pixelsOf(bare, { widthPx: width, heightPx: height, frames: [data] });
  },
  bmp: async (bare) => ({ shows: { rows: rowsOf((await load<JimpModule>('jimp').Jimp.fromBuffer(octetsOf(bare))).bitmap) } }),
});

interface Rtttl {
  parse(text: string): { readonly name: string; readonly melody: readonly { readonly duration: number }[] };
}

export const rtttlParse: Oracle = npmOracle('rtttl-parse', 'parse: the title, and the sum of its durations', {
  rtttl: (bare) => {
    const { name, melody } = quietly(() => load<Rtttl>('rtttl-parse').parse((bare.input as { text: string }).text));
    return { shows: { title: name, totalMs: Number(melody.reduce((sum, { duration }) => sum + duration, 0).toFixed(3)) } };
  },
});

type ICalComponent = { getFirstPropertyValue(name: string): unknown; getAllProperties(name: string): ICalProperty[] };
type ICalProperty = { getFirstValue(): unknown };
interface ICal {
  default: { parse(text: string): unknown[]; Component: new (data: unknown) => ICalComponent };
}

/** It reads vCard 3.0 and 4.0, and iCalendar: nothing that is older. */
export const icalJs: Oracle = npmOracle('ical.js', 'parse: what is to be written is read by it', {
  vcard: async (bare) => {
    if (bare.options?.version === '2.1') return { cannot: 'it reads no vCard 2.1' };
    const text = 'text' in bare.input ? bare.input.text : (bare.expected as { text: string }).text;
    if (/VERSION:2\.1/i.test(text)) return { cannot: 'it reads no vCard 2.1' };
    const { default: ical } = (await import('ical.js')) as unknown as ICal;
    const card = new ical.Component(ical.parse(text));
    const name = card.getFirstPropertyValue('n') as string | string[];
    const [family, given] = typeof name === 'string' ? [name] : name;
    const tel = card.getAllProperties('tel').map((property) => ({ value: String(property.getFirstValue()) }));
    return {
      shows: defined({
        version: card.getFirstPropertyValue('version'),
        family: family || undefined,
        given: given || undefined,
        tel,
      }),
    };
  },
});
