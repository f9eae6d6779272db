/** Arbitraries of the bitmap module: bitmaps, their rows as text, networks; and the vectors of fixtures/vectors/bitmaps.json. */
import fc from 'fast-check';
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  type MultipartItem,
  type NetworkCode,
  type Packing,
} from '../../src/bitmap/index.js';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import type { InformationElement } from '../../src/sms/index.js';
import { informationElement } from './arbitraries.js';
import { fixture } from './vectors.js';

/** A part of a message as gammu gives it; all in hex. */
export interface GammuPart {
  udh: string;
  ud: string;
  coding: string;
  class: number;
}

/** A picture of fixtures/vectors/bitmaps.json. What a program did not make is not there. */
export interface BitmapVector {
  id: string;
  why: string;
  width: number;
  height: number;
  rows: string[];
  otaContinuous: string;
  otaRowPadded: string;
  files: { otbImageMagick: string; wbmpImageMagick: string; wbmpNetpbm: string };
  checks: Record<string, boolean>;
  mcc?: string;
  mnc?: string;
  networkCodeHex?: string;
  cliIconGammu?: GammuPart[];
  operatorLogoGammu?: GammuPart[];
  operatorLogoNetpbm?: string;
  nolNetpbm?: string;
  groupGraphicNetpbm?: string;
  nggGammu?: string;
  nolGammuNoNetwork?: string;
  nlmGammuOperator?: string;
  nlmGammuPicture?: string;
  text?: string;
  pictureGammu?: GammuPart[];
  pictureGammuUnicode?: GammuPart[];
  pictureNetpbm?: string;
  emsFixedGammu?: GammuPart[];
  emsVariableGammu?: GammuPart[];
  emsVariableGammuNote?: string;
}

/** Everything in fixtures/vectors/bitmaps.json. */
export interface BitmapVectors {
  vectors: BitmapVector[];
  animations: { id: string; why: string; frames: string[][]; emsAnimationGammu: GammuPart[] }[];
  published: { id: string; hex?: string; mcc?: string; mnc?: string; networkCodeHex?: string; provenance: string }[];
}

export function bitmapVectors(): BitmapVectors {
  return fixture('vectors/bitmaps.json') as BitmapVectors;
}

/** The vectors that have a field; never none. */
export function vectorsWith<K extends keyof BitmapVector>(
  field: K,
): (BitmapVector & { [P in K]-?: NonNullable<BitmapVector[P]> })[] {
  const found = bitmapVectors().vectors.filter((vector) => vector[field] !== undefined);
  if (found.length === 0) throw new Error(`no vectors with ${field}`);
  return found as (BitmapVector & { [P in K]-?: NonNullable<BitmapVector[P]> })[];
}

/** Rows of `#` and `.`, all of one length. */
export function textRows(maxWidth = 40, maxHeight = 12): fc.Arbitrary<string[]> {
  return fc.tuple(fc.integer({ min: 1, max: maxWidth }), fc.integer({ min: 1, max: maxHeight })).chain(([width, height]) => {
    const stride = Math.ceil(width / 8);
    return fc.uint8Array({ minLength: stride * height, maxLength: stride * height }).map((octets) => {
      const pixels = Array.from(octets, (octet) => octet.toString(2).padStart(8, '0').replace(/0/g, '.').replace(/1/g, '#'));
      return Array.from({ length: height }, (_, y) =>
        pixels
          .slice(y * stride, (y + 1) * stride)
          .join('')
          .slice(0, width),
      );
    });
  });
}

/** Bitmaps; widths that are no multiple of 8 are the rule. */
export function anyBitmap(maxWidth = 40, maxHeight = 12): fc.Arbitrary<Bitmap> {
  return textRows(maxWidth, maxHeight).map(bitmapFromRows);
}

/** Long bitmaps, to sizes that one octet cannot say: wide or tall. */
export function largeBitmap(maxSide = 300): fc.Arbitrary<Bitmap> {
  return fc
    .tuple(fc.integer({ min: 1, max: maxSide }), fc.integer({ min: 1, max: 12 }), fc.boolean(), fc.integer())
    .map(([long, short, isWide, seed]) => (isWide ? noise(long, short, seed) : noise(short, long, seed)));
}

/** A bitmap of pixels that look random. */
export function noise(widthPx: number, heightPx: number, seed = 1): Bitmap {
  let state = seed | 0;
  const octet = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return state >>> 13;
  };
  const stride = Math.ceil(widthPx / 8);
  const mask = widthPx % 8 === 0 ? 0xff : 0xff00 >> (widthPx % 8);
  const rows = Uint8Array.from({ length: stride * heightPx }, (_, i) => octet() & ((i + 1) % stride === 0 ? mask : 0xff));
  return { widthPx, heightPx, rows };
}

/** The same picture with the bits behind its rows set, as a careless caller may leave them. */
export function withDirtyFiller(bitmap: Bitmap): Bitmap {
  const stride = Math.ceil(bitmap.widthPx / 8);
  const dirt = bitmap.widthPx % 8 === 0 ? 0 : 0xff >> (bitmap.widthPx % 8);
  return { ...bitmap, rows: bitmap.rows.map((octet, i) => ((i + 1) % stride === 0 ? octet | dirt : octet)) };
}

/** The pixels as a string of bits, spelled out from the text rows: what the wire should hold. */
export function bitsOf(bitmap: Bitmap, how: Packing, filler: '0' | '1' = '0'): string {
  const rows = bitmapToRows(bitmap).map((row) => row.replace(/#/g, '1').replace(/\./g, '0'));
  const fill = (bits: string) => bits.padEnd(Math.ceil(bits.length / 8) * 8, filler);
  return how === 'padded' ? rows.map(fill).join('') : fill(rows.join(''));
}

/** Octets as a string of bits. */
export function asBits(octets: Uint8Array): string {
  return [...octets].map((octet) => octet.toString(2).padStart(8, '0')).join('');
}

/** Networks that an operator logo can name. */
export function networkCode(): fc.Arbitrary<NetworkCode> {
  const digits = (count: number) =>
    fc.integer({ min: 0, max: 10 ** count - 1 }).map((value) => String(value).padStart(count, '0'));
  return fc.record({ mcc: digits(3), mnc: digits(2) });
}

/** What a reader records, whether it ends with a value or a FormatError. */
export function traceOf(octets: Uint8Array, read: (reader: ByteReader) => unknown): Field {
  const trace = new Trace('payload');
  try {
    read(new ByteReader(octets, trace));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return trace.fail(error, octets.length);
  }
  return trace.finish(octets.length);
}

/** The fields of a name below a field, in order. */
export function fieldsNamed(root: Field, name: string): Field[] {
  return root.children.flatMap((field) => [...(field.name === name ? [field] : []), ...fieldsNamed(field, name)]);
}

const octets = fc.uint8Array({ maxLength: 12 });
const latin1 = fc.array(fc.nat(255), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
const unicode = fc.string({ unit: 'grapheme', maxLength: 8 });
const item: fc.Arbitrary<MultipartItem> = fc.oneof(
  latin1.map((text) => ({ kind: 'text', text, encoding: 'latin1' }) as const),
  unicode.map((text) => ({ kind: 'text', text, encoding: 'ucs2' }) as const),
  anyBitmap().map((picture) => ({ kind: 'picture', bitmap: picture }) as const),
  octets.map((data) => ({ kind: 'ringtone', data }) as const),
  unicode.map((text) => ({ kind: 'profileName', text }) as const),
  anyBitmap().map((picture) => ({ kind: 'screenSaver', bitmap: picture }) as const),
  fc.tuple(fc.constantFrom(5, 7, 255), octets).map(([type, data]) => ({ kind: 'raw', type, data }) as const),
);

/** Items of a multipart message. */
export const multipartItems = fc.array(item, { minLength: 1, maxLength: 5 });

/** Elements of EMS, those of pictures with sizes that their data does not have among them. */
export const emsElement: fc.Arbitrary<InformationElement> = fc.oneof(
  informationElement,
  fc.uint8Array({ maxLength: 40 }).map((data): InformationElement => ({ kind: 'raw', iei: 0x14, data })),
  fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 }), fc.uint8Array({ maxLength: 64 })).map(
    ([widthOctets, heightPx, data]): InformationElement => ({
      kind: 'variablePicture',
      position: 0,
      widthOctets,
      heightPx,
      data,
    }),
  ),
);

/** Names of Alcatel pictures. A last @ that just fills an octet cannot be told from filler. */
export const alcatelName = fc
  .array(fc.constantFrom('a', 'Z', '@', '\u00e4', '\u20ac', ' ', '1'), { maxLength: 20 })
  .map((characters) => characters.join('').replace(/@+$/, ''));
