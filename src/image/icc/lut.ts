/**
 * Colours by a table of many dimensions, as profiles of printers have them: curves in, a grid with a point for each mixture, curves out.
 *
 *   mft1, mft2   in(1) out(1) grid(1) 00, a matrix that means nothing here (36), tables of 8 or 16 bits: in, grid, out
 *   mAB          in(1) out(1) 0000, offsets(4 each) of: B curves, matrix, M curves, grid, A curves; a colour goes through them from the last
 *                to the first
 *
 * Between the points of a grid a colour is a mixture of all those about it.
 *
 * Source: ICC.1:2022 sections 10.10 to 10.12.
 * @module
 */
import { u16be } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';
import { type Curve, readCurve, readFixed, readTag, readU32, sampled } from './curves.js';

/** Turns levels of a device, 0 to 1 each, into three values of the space that profiles meet in, put in the place of the first three. */
export interface Lut {
  readonly inputs: number;
  /** How L*, a* and b* are written in it: with 100 at 65280 of 65535, or at the end. */
  readonly isLegacy: boolean;
  readonly apply: (levels: Float64Array) => void;
}

/** Points of a grid, at most: 17 for each of four inks is 83,521. */
const MAX_POINTS = 1_000_000;

const OUTPUTS = 3;

/** The table that is there. @param octets of its tag. @throws DecodeError `truncated`, `bad-value`. */
export function openLut(octets: Uint8Array): Lut {
  const reader = new ByteReader(octets);
  const kind = readTag(reader, 'ICC/table');
  if (kind !== 'mft1' && kind !== 'mft2' && kind !== 'mAB ') {
    throw new DecodeError('bad-value', 'ICC/table', 0, `is ${JSON.stringify(kind)}, allowed: mft1, mft2, mAB`);
  }
  reader.skip(4, 'ICC/table');
  const inputs = reader.u8('ICC/table/inputs');
  const outputs = reader.u8('ICC/table/outputs');
  if ((inputs !== 1 && inputs !== 3 && inputs !== 4) || outputs !== OUTPUTS) {
    throw new DecodeError(
      'bad-value',
      'ICC/table/inputs',
      8,
      `has ${inputs} inputs and ${outputs} outputs, allowed: 1, 3 or 4 and 3`,
    );
  }
  const apply = kind === 'mAB ' ? openStages(reader, inputs) : openTables(reader, inputs, kind === 'mft2');
  return { inputs, isLegacy: kind === 'mft2', apply };
}

function openTables(reader: ByteReader, inputs: number, isWide: boolean): Lut['apply'] {
  const sides = new Array<number>(inputs).fill(reader.u8('ICC/table/grid'));
  reader.skip(1 + 36, 'ICC/table/matrix');
  const inCount = isWide ? reader.u16('ICC/table/entries') : 256;
  const outCount = isWide ? reader.u16('ICC/table/entries') : 256;
  if (inCount < 2 || outCount < 2) throw new DecodeError('bad-value', 'ICC/table/entries', 48, 'less than 2, at least 2');
  const value = () => (isWide ? reader.u16('ICC/table/value') / 65_535 : reader.u8('ICC/table/value') / 255);
  const curves = (count: number, entries: number) => {
    requireOctets(reader, count * entries * (isWide ? 2 : 1));
    return Array.from({ length: count }, () => sampled(Float64Array.from({ length: entries }, value)));
  };
  const before = curves(inputs, inCount);
  const grid = openGrid(reader, sides, isWide ? 2 : 1);
  const after = curves(OUTPUTS, outCount);
  return (levels) => {
    applyCurves(before, levels);
    grid(levels);
    applyCurves(after, levels);
  };
}

function openStages(reader: ByteReader, inputs: number): Lut['apply'] {
  reader.skip(2, 'ICC/table');
  const { octets, end } = reader;
  const [bAt = 0, matrixAt = 0, mAt = 0, gridAt = 0, aAt = 0] = Array.from({ length: 5 }, () =>
    readU32(reader, 'ICC/table/offset'),
  );
  const at = (offset: number) => new ByteReader(octets, undefined, Math.min(offset, end));
  const curvesAt = (offset: number, count: number) => {
    const curves = at(offset);
    return Array.from({ length: count }, () => {
      const curve = readCurve(curves);
      curves.offset = Math.min(end, (curves.offset + 3) & ~3);
      return curve;
    });
  };
  const stages: Lut['apply'][] = [];
  const addCurves = (offset: number, count: number) => {
    if (offset === 0) return;
    const curves = curvesAt(offset, count);
    stages.push((levels) => applyCurves(curves, levels));
  };
  if (gridAt === 0 && inputs !== OUTPUTS)
    throw new DecodeError('bad-value', 'ICC/table/grid', 24, `is missing with ${inputs} inputs`);
  addCurves(aAt, inputs);
  if (gridAt !== 0) {
    const grid = at(gridAt);
    const sides = [...grid.take(16, 'ICC/table/grid').subarray(0, inputs)];
    const precision = grid.u8('ICC/table/precision');
    grid.skip(3, 'ICC/table/precision');
    if (precision !== 1 && precision !== 2)
      throw new DecodeError('bad-value', 'ICC/table/precision', gridAt + 16, `is ${precision}`);
    stages.push(openGrid(grid, sides, precision));
  }
  addCurves(mAt, OUTPUTS);
  if (matrixAt !== 0) {
    const matrix = at(matrixAt);
    const factors = Array.from({ length: 12 }, () => readFixed(matrix, 'ICC/table/matrix'));
    stages.push((levels) => applyMatrix(factors, levels));
  }
  addCurves(bAt, OUTPUTS);
  return (levels) => {
    for (const stage of stages) stage(levels);
  };
}

function applyCurves(curves: readonly Curve[], levels: Float64Array): void {
  for (let i = 0; i < curves.length; i++) {
    levels[i] = Math.min(1, Math.max(0, (curves[i] as Curve)(levels[i] as number)));
  }
}

function applyMatrix(factors: readonly number[], levels: Float64Array): void {
  const [x = 0, y = 0, z = 0] = levels;
  for (let i = 0; i < OUTPUTS; i++) {
    const [a = 0, b = 0, c = 0] = factors.slice(3 * i);
    levels[i] = a * x + b * y + c * z + (factors[9 + i] as number);
  }
}

function requireOctets(reader: ByteReader, octets: number): void {
  if (octets <= reader.remaining) return;
  throw new DecodeError('truncated', 'ICC/table', reader.offset, `needs ${octets} octets, ${reader.remaining} left`);
}

/** The grid that is there. @param sides its points in each direction. */
function openGrid(reader: ByteReader, sides: readonly number[], precision: 1 | 2): Lut['apply'] {
  const points = sides.reduce((product, side) => product * side, 1);
  if (sides.some((side) => side < 2) || points > MAX_POINTS) {
    throw new DecodeError(
      'bad-value',
      'ICC/table/grid',
      reader.offset,
      `${sides.join('x')} points, at least 2 a side and at most ${MAX_POINTS}`,
    );
  }
  requireOctets(reader, points * OUTPUTS * precision);
  const octets = reader.take(points * OUTPUTS * precision, 'ICC/table/grid');
  const values = new Float32Array(points * OUTPUTS);
  if (precision === 1) for (let i = 0; i < values.length; i++) values[i] = (octets[i] as number) / 255;
  else for (let i = 0; i < values.length; i++) values[i] = u16be(octets, 2 * i) / 65_535;
  // From one point to the next in each direction, the last of which is next to it.
  const pitches = sides.map((_, i) => sides.slice(i + 1).reduce((product, side) => product * side, OUTPUTS));
  return makeMixer(values, sides, pitches);
}

/** Mixes the points about a place, of which there are two for each direction. */
function makeMixer(values: Float32Array, sides: readonly number[], pitches: readonly number[]): Lut['apply'] {
  const corners = 1 << sides.length;
  const offsets = new Int32Array(corners);
  const weights = new Float64Array(corners);
  return (levels) => {
    let count = 1;
    offsets[0] = 0;
    weights[0] = 1;
    for (let i = 0; i < sides.length; i++) {
      const place = (levels[i] as number) * ((sides[i] as number) - 1);
      const low = Math.min((sides[i] as number) - 2, Math.floor(place));
      const share = place - low;
      const pitch = pitches[i] as number;
      for (let corner = 0; corner < count; corner++) {
        const from = (offsets[corner] as number) + low * pitch;
        const weight = weights[corner] as number;
        offsets[corner] = from;
        offsets[count + corner] = from + pitch;
        weights[corner] = weight * (1 - share);
        weights[count + corner] = weight * share;
      }
      count *= 2;
    }
    let [one, two, three] = [0, 0, 0];
    for (let corner = 0; corner < corners; corner++) {
      const at = offsets[corner] as number;
      const weight = weights[corner] as number;
      one += weight * (values[at] as number);
      two += weight * (values[at + 1] as number);
      three += weight * (values[at + 2] as number);
    }
    levels[0] = one;
    levels[1] = two;
    levels[2] = three;
  };
}
