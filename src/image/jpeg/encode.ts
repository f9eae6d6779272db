/**
 * Baseline JPEG files, as the oldest phones read them: one scan, 8 bits, Huffman coding, a JFIF header and nothing else before it.
 *
 *   SOI  APP0 (JFIF 1.01)  DQT (one or two)  SOF0  DHT (two or four)  SOS  scan  EOI
 *
 * The Huffman tables are the picture's own, which is 4 to 9 % shorter than with the typical ones.
 *
 * Most of the work is the same for every quality: {@link JpegEncoder} does it once. The first quality that is asked for also finds which
 * coefficients are not 0; for that and any lower quality only those are looked at, as quantisation steps do not shrink then, and for a much
 * lower one those of them that are not 0 there. How many bits a
 * quality takes is known when its symbols were counted, before one is written: trying several against a limit costs little more than one.
 *
 * Sources: ITU-T T.81 annex B; JFIF 1.02.
 * @module
 */
import { checkChoice, checkInteger, requireObject } from '../../bytes/check.js';
import { ByteWriter } from '../../bytes/writer.js';
import { EncodeError } from '../../errors.js';
import { JPEG_MARKER } from '../../media/jpeg-segments.js';
import { type Raster, requireSamples } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { type HuffmanTable, type HuffmanTables, ScanWriter } from './huffman.js';
import {
  buildSteps,
  codeScan,
  countBits,
  countNonZeros,
  countSymbols,
  filterNonZeros,
  findScale,
  type NonZeros,
  optimalTables,
  type Steps,
} from './scan-write.js';
import { BLOCK, type Coefficients, type Subsampling, transform } from './transform.js';
import { chooseLevels } from './trellis.js';

/** Options of {@link encodeJpeg}. */
export interface JpegOptions {
  /** Chroma subsampling; `4:2:0` by default. No effect on a grey picture. */
  readonly subsampling?: Subsampling | undefined;
}

/** Quality of {@link encodeJpeg} when none is given. */
export const JPEG_QUALITY = 85;

/** How coefficients become levels: to the nearest, or to what is worth its bits, which takes four to seven times as long. */
export type Rounding = 'nearest' | 'thrifty';

/**
 * Encodes a raster as a baseline JPEG.
 * @param options.quality 1 to 100; 85 by default.
 * @throws EncodeError `bad-value` for a raster with alpha (flatten it first), more than 65535 pixels a side, and invalid options.
 * @throws TypeError when `raster` is not a raster.
 * @example
 * ```ts
 * import { encodeJpeg, probe } from 'handset/image';
 *
 * const octets = encodeJpeg({ widthPx: 16, heightPx: 8, channels: 3, samples: new Uint8Array(16 * 8 * 3) }, { quality: 80 });
 * probe(octets); // -> { contentType: 'image/jpeg', widthPx: 16, heightPx: 8, ... }
 * ```
 */
export function encodeJpeg(raster: Raster, options: JpegOptions & { quality?: number } = {}): Uint8Array {
  requireObject(options, 'options');
  const { quality = JPEG_QUALITY, ...how } = options;
  checkInteger(quality, 'quality', 1, 100);
  return new JpegEncoder(raster, how).encode(quality);
}

/** What is known of a file before its scan is written. */
interface Plan {
  readonly quality: number;
  readonly rounding: Rounding;
  readonly steps: Steps;
  readonly list: NonZeros;
  readonly tables: HuffmanTables;
  readonly headerOctets: number;
  /** Octets of the scan before a 0 is put after each FF. */
  readonly scanOctets: number;
}

/** How much larger steps are than those that coefficients were listed for, from which on choosing levels is worth a list of its own. */
const MUCH_COARSER = 1.5;

/** Encodes one picture, at one quality after another: cheapest from the highest down. */
export class JpegEncoder {
  readonly #size: SizePx;
  readonly #picture: Coefficients;
  readonly #isHalved: boolean;
  /** Coefficients that are not 0, from the highest quality down. */
  readonly #listed: { readonly quality: number; readonly list: NonZeros }[] = [];
  #planned: Plan | undefined;
  /** What is in the writer. */
  #written: Plan | undefined;
  readonly #scan: ScanWriter;

  /**
   * Transforms the picture, whose samples are not needed any more then.
   * @throws EncodeError `bad-value` for a raster with alpha (flatten it first), sides over 65535, options that there are not.
   * @throws TypeError when it is not a raster.
   */
  constructor(raster: Raster, { subsampling = '4:2:0' }: JpegOptions = {}) {
    const samples = requireSamples(raster);
    const { widthPx, heightPx, channels } = raster;
    if (channels === 4) {
      throw EncodeError.badValue('raster.channels', 'is 4, JPEG has no alpha: 1 or 3');
    }
    checkChoice(subsampling, 'subsampling', ['4:2:0', '4:4:4']);
    this.#size = { widthPx, heightPx };
    this.#isHalved = channels === 3 && subsampling === '4:2:0';
    this.#picture = transform(samples, raster, subsampling);
    this.#scan = new ScanWriter(samples.length >> 5);
  }

  /** The file at a quality of 1 to 100, which may be between two whole ones. @throws EncodeError `bad-value` for another quality. */
  encode(quality: number, rounding: Rounding = 'nearest'): Uint8Array {
    const { steps, tables } = this.#write(quality, rounding);
    const { lengthOctets } = this.#scan;
    const header = writeHeader(this.#size, this.#picture.components, this.#isHalved, tables);
    const file = new Uint8Array(header.length + lengthOctets + 2);
    file.set(header);
    for (const kind of listKinds(this.#picture.components)) file.set(steps[kind] as Uint8Array, STEPS_AT + kind * STEPS_PITCH);
    this.#scan.copyTo(file, header.length);
    file.set([0xff, JPEG_MARKER.EOI], header.length + lengthOctets);
    return file;
  }

  /** Octets of what {@link JpegEncoder.encode} gives, which is quick for the quality asked last. @throws as `encode`. */
  size(quality: number, rounding: Rounding = 'nearest'): number {
    const { headerOctets } = this.#write(quality, rounding);
    return headerOctets + this.#scan.lengthOctets + 2;
  }

  /**
   * {@link JpegEncoder.size} but for the octets of 0 after each FF of the scan, some in a thousand: at most that, and found without writing
   * a bit. @throws as `encode`.
   */
  leastSize(quality: number, rounding: Rounding = 'nearest'): number {
    const { headerOctets, scanOctets } = this.#plan(quality, rounding);
    return headerOctets + scanOctets + 2;
  }

  #plan(quality: number, rounding: Rounding): Plan {
    if (!(quality >= 1 && quality <= 100)) throw EncodeError.badValue('quality', `${String(quality)} is not 1 to 100`);
    if (this.#planned?.quality === quality && this.#planned.rounding === rounding) return this.#planned;
    const picture = this.#picture;
    const steps = buildSteps(quality);
    let list = this.#list(quality, steps, rounding === 'thrifty' ? MUCH_COARSER : Number.POSITIVE_INFINITY);
    let symbols = countSymbols(picture, list, steps);
    let tables = optimalTables(symbols);
    if (rounding === 'thrifty') {
      list = chooseLevels(picture, list, steps, tables);
      symbols = countSymbols(picture, list, steps);
      tables = optimalTables(symbols);
    }
    const headerOctets = countHeader(picture.components, tables);
    const scanOctets = Math.ceil(countBits(symbols, tables) / 8);
    this.#planned = { quality, rounding, steps, list, tables, headerOctets, scanOctets };
    return this.#planned;
  }

  /** What is not 0 at a quality, and others. @param most how much larger its steps may be than those that others were listed for. */
  #list(quality: number, steps: Steps, most: number): NonZeros {
    const listed = this.#listed;
    const higher = listed.filter((one) => one.quality >= quality).at(-1);
    if (higher === undefined) {
      const list = countNonZeros(this.#picture, steps);
      listed.unshift({ quality, list });
      return list;
    }
    if (higher.quality === quality || findScale(quality) < most * findScale(higher.quality)) return higher.list;
    const list = filterNonZeros(this.#picture, higher.list, steps);
    listed.splice(listed.indexOf(higher) + 1, 0, { quality, list });
    return list;
  }

  #write(quality: number, rounding: Rounding): Plan {
    const plan = this.#plan(quality, rounding);
    if (this.#written === plan) return plan;
    this.#scan.clear();
    codeScan(this.#picture, plan.list, plan.steps, plan.tables, this.#scan);
    this.#written = plan;
    return plan;
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

/** Octets of {@link writeHeader}. */
function countHeader(components: Uint8Array, { dc, ac }: HuffmanTables): number {
  const kinds = listKinds(components);
  const count = components.length === 1 ? 1 : 3;
  // SOI; APP0; SOF0 and SOS with three and two octets for each component; then tables of each kind.
  let octets = 2 + (4 + JFIF.length) + (10 + 3 * count) + (8 + 2 * count);
  for (const kind of kinds) {
    octets += STEPS_PITCH;
    for (const { bits, symbols } of [dc[kind], ac[kind]]) octets += 5 + bits.length + symbols.length;
  }
  return octets;
}

/** A marker, its length (two octets, counted in) and what is in it. */
function segment(writer: ByteWriter, marker: number, octets: readonly number[]): void {
  writer
    .u8(0xff)
    .u8(marker)
    .u16(octets.length + 2)
    .bytes(new Uint8Array(octets));
}
