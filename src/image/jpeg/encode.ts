/**
 * Baseline JPEG files, as the oldest phones read them: one scan, 8 bits, Huffman coding, a JFIF header and nothing else before it.
 *
 *   SOI  APP0 (JFIF 1.01)  DQT (one or two)  SOF0  DHT (two or four)  SOS  scan  EOI
 *
 * Most of the work is the same for every quality: {@link JpegEncoder} does it once. The first quality that is asked for also finds which
 * coefficients are not 0; for that and any lower quality only those are looked at, as quantisation steps do not shrink then. So trying
 * several qualities against a limit costs little more than one.
 *
 * Sources: ITU-T T.81 annex B; JFIF 1.02.
 * @module
 */
import { checkChoice, checkInteger } from '../../bytes/check.js';
import { ByteWriter } from '../../bytes/writer.js';
import { EncodeError } from '../../errors.js';
import { JPEG_MARKER } from '../../media/jpeg-segments.js';
import { type Raster, requireSamples } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { type HuffmanTable, type HuffmanTables, ScanWriter, STANDARD_TABLES } from './huffman.js';
import { buildSteps, codeScan, countNonZeros, type NonZeros, optimalTables, type Steps } from './scan-write.js';
import { BLOCK, type Coefficients, type Subsampling, transform } from './transform.js';

/** How a JPEG is written, beside its quality. */
export interface JpegOptions {
  /** '4:2:0' by default: one chroma sample for four pixels. Of no meaning for a grey picture. */
  readonly subsampling?: Subsampling | undefined;
  /** 'standard' by default: the typical Huffman tables. 'optimised' ones are the picture's own: some per cent shorter, half as fast. */
  readonly tables?: 'standard' | 'optimised' | undefined;
}

/** Quality of {@link encodeJpeg} when none is given. */
export const JPEG_QUALITY = 85;

/**
 * A JPEG file.
 * `quality` is 1 to 100, 85 by default.
 * @throws EncodeError `bad-value` for a raster with alpha (flatten it first), sides over 65535, options that there are not.
 * @throws TypeError when it is not a raster.
 */
export function encodeJpeg(
  raster: Raster,
  { quality = JPEG_QUALITY, ...options }: JpegOptions & { quality?: number } = {},
): Uint8Array {
  return new JpegEncoder(raster, options).encode(quality);
}

/** What a quality gave: the header but for its steps, and octets of the scan. */
interface Coded {
  readonly quality: number;
  readonly steps: Steps;
  readonly header: Uint8Array;
  readonly lengthOctets: number;
}

/** Encodes one picture, at one quality after another: cheapest from the highest down. */
export class JpegEncoder {
  readonly #size: SizePx;
  readonly #tables: 'standard' | 'optimised';
  readonly #picture: Coefficients;
  readonly #isHalved: boolean;
  #listed: { readonly quality: number; readonly list: NonZeros } | undefined;
  #coded: Coded | undefined;
  #header: { readonly tables: HuffmanTables; readonly octets: Uint8Array } | undefined;
  readonly #scan: ScanWriter;

  /**
   * Transforms the picture, whose samples are not needed any more then.
   * @throws EncodeError `bad-value` for a raster with alpha (flatten it first), sides over 65535, options that there are not.
   * @throws TypeError when it is not a raster.
   */
  constructor(raster: Raster, { subsampling = '4:2:0', tables = 'standard' }: JpegOptions = {}) {
    const samples = requireSamples(raster);
    const { widthPx, heightPx, channels } = raster;
    if (channels === 4) {
      throw EncodeError.badValue('raster.channels', 'is 4, JPEG has no alpha: 1 or 3');
    }
    checkChoice(subsampling, 'subsampling', ['4:2:0', '4:4:4']);
    checkChoice(tables, 'tables', ['standard', 'optimised']);
    this.#size = { widthPx, heightPx };
    this.#tables = tables;
    this.#isHalved = channels === 3 && subsampling === '4:2:0';
    this.#picture = transform(samples, raster, subsampling);
    this.#scan = new ScanWriter(samples.length >> 5);
  }

  /** The file at a quality of 1 to 100. @throws EncodeError `bad-value` for another quality. */
  encode(quality: number): Uint8Array {
    const { steps, header, lengthOctets } = this.#code(quality);
    const file = new Uint8Array(header.length + lengthOctets + 2);
    file.set(header);
    for (const kind of listKinds(this.#picture.components)) file.set(steps[kind] as Uint8Array, STEPS_AT + kind * STEPS_PITCH);
    this.#scan.copyTo(file, header.length);
    file.set([0xff, JPEG_MARKER.EOI], header.length + lengthOctets);
    return file;
  }

  /** Octets of what {@link JpegEncoder.encode} gives, which is quick for the quality asked last. @throws as `encode`. */
  size(quality: number): number {
    const { header, lengthOctets } = this.#code(quality);
    return header.length + lengthOctets + 2;
  }

  #code(quality: number): Coded {
    checkInteger(quality, 'quality', 1, 100);
    if (this.#coded?.quality === quality) return this.#coded;
    const steps = buildSteps(quality);
    if (this.#listed === undefined || this.#listed.quality < quality) {
      this.#listed = { quality, list: countNonZeros(this.#picture, steps) };
    }
    const { list } = this.#listed;
    const tables = this.#tables === 'standard' ? STANDARD_TABLES : optimalTables(this.#picture, list, steps);
    this.#scan.clear();
    codeScan(this.#picture, list, steps, tables, this.#scan);
    if (this.#header?.tables !== tables) {
      this.#header = { tables, octets: writeHeader(this.#size, this.#picture.components, this.#isHalved, tables) };
    }
    this.#coded = { quality, steps, header: this.#header.octets, lengthOctets: this.#scan.lengthOctets };
    return this.#coded;
  }
}

// Markers

/** Identifier, version 1.1, no unit of density, a density of 1 by 1, no thumbnail. */
const JFIF = [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0] as const;

/** Where the first table of steps begins: after SOI, APP0 and the front of DQT. The second follows its values and a DQT of its own. */
const STEPS_AT = 25;
const STEPS_PITCH = 69;

/** The kinds of tables that there are: of luma, and of chroma unless the picture is grey. */
function listKinds(components: Uint8Array): readonly (0 | 1)[] {
  return components.length === 1 ? [0] : [0, 1];
}

/** All up to the scan, with steps of 0. */
function writeHeader(
  { widthPx, heightPx }: SizePx,
  components: Uint8Array,
  isHalved: boolean,
  { dc, ac }: HuffmanTables,
): Uint8Array {
  const kinds = listKinds(components);
  const ids = components.length === 1 ? [1] : [1, 2, 3];
  const writer = new ByteWriter(700);
  writer.u8(0xff).u8(JPEG_MARKER.SOI);
  segment(writer, JPEG_MARKER.APP0, JFIF);
  for (const kind of kinds) segment(writer, JPEG_MARKER.DQT, [kind, ...new Uint8Array(BLOCK)]);
  const frame = ids.flatMap((id) => [id, isHalved && id === 1 ? 0x22 : 0x11, id === 1 ? 0 : 1]);
  segment(writer, JPEG_MARKER.SOF0, [8, heightPx >> 8, heightPx & 0xff, widthPx >> 8, widthPx & 0xff, ids.length, ...frame]);
  for (const kind of kinds) {
    const [direct, other] = [dc[kind] as HuffmanTable, ac[kind] as HuffmanTable];
    segment(writer, JPEG_MARKER.DHT, [kind, ...direct.bits, ...direct.symbols]);
    segment(writer, JPEG_MARKER.DHT, [0x10 | kind, ...other.bits, ...other.symbols]);
  }
  segment(writer, JPEG_MARKER.SOS, [ids.length, ...ids.flatMap((id) => [id, id === 1 ? 0x00 : 0x11]), 0, BLOCK - 1, 0]);
  return writer.finish();
}

/** A marker, its length (two octets, counted in) and what is in it. */
function segment(writer: ByteWriter, marker: number, octets: readonly number[]): void {
  writer
    .u8(0xff)
    .u8(marker)
    .u16(octets.length + 2)
    .bytes(new Uint8Array(octets));
}
