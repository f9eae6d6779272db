/**
 * The curves of colour profiles: what a level of a device means in light, or a value of a table.
 *
 *   curv   count(4) then values of 16 bits; none is a straight line, one is an exponent in 8.8
 *   para   kind(2) 0000 then one to seven parameters in 15.16
 *
 * Source: ICC.1:2022 sections 10.6 and 10.18.
 * @module
 */
import { u16be, u32be } from '../../bytes/octets.js';
import type { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';

/** Takes and gives 0 to 1. */
export type Curve = (x: number) => number;

const STRAIGHT: Curve = (x) => x;

/** Parts of a number with 16 bits after its point. */
const FIXED = 65_536;

/** A number of 32 bits with a sign, 16 of them after the point. */
export function readFixed(reader: ByteReader, field: string): number {
  return (readU32(reader, field) | 0) / FIXED;
}

/** The curve that is there; the cursor is after it. @throws DecodeError `truncated`, `bad-value`. */
export function readCurve(reader: ByteReader): Curve {
  const at = reader.offset;
  const kind = readTag(reader, 'ICC/curve');
  reader.skip(4, 'ICC/curve');
  if (kind === 'curv') return readSampled(reader);
  if (kind === 'para') return readParametric(reader);
  throw new DecodeError('bad-value', 'ICC/curve', at, `is ${JSON.stringify(kind)}, allowed: curv, para`);
}

/** A number of 32 bits. */
export function readU32(reader: ByteReader, field: string): number {
  return u32be(reader.take(4, field), 0);
}

/** Four characters. */
export function readTag(reader: ByteReader, field: string): string {
  return String.fromCharCode(...reader.take(4, field));
}

function readSampled(reader: ByteReader): Curve {
  const count = readU32(reader, 'ICC/curve/count');
  if (count === 0) return STRAIGHT;
  if (count === 1) {
    const exponent = reader.u16('ICC/curve/gamma') / 256;
    return (x) => x ** exponent;
  }
  if (2 * count > reader.remaining) {
    throw new DecodeError('truncated', 'ICC/curve', reader.offset, `needs ${count} values, ${reader.remaining >> 1} left`);
  }
  const octets = reader.take(2 * count, 'ICC/curve/value');
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = u16be(octets, 2 * i) / 65_535;
  return sampled(values);
}

/** Straight between values that are evenly apart. */
export function sampled(values: Float64Array): Curve {
  const last = values.length - 1;
  return (x) => {
    const place = Math.min(1, Math.max(0, x)) * last;
    const low = Math.floor(place);
    const from = values[low] as number;
    return low === last ? from : from + ((values[low + 1] as number) - from) * (place - low);
  };
}

/** How many parameters each kind has. */
const PARAMETERS = [1, 3, 4, 5, 7] as const;

function readParametric(reader: ByteReader): Curve {
  const at = reader.offset;
  const kind = reader.u16('ICC/curve/kind');
  reader.skip(2, 'ICC/curve');
  const count = PARAMETERS[kind];
  if (count === undefined) throw new DecodeError('bad-value', 'ICC/curve/kind', at, `is ${kind}, allowed: 0 to 4`);
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, () =>
    readFixed(reader, 'ICC/curve/parameter'),
  );
  const power: Curve = (x) => Math.max(0, a * x + b) ** g;
  switch (kind) {
    case 0:
      return (x) => x ** g;
    case 1:
      return (x) => (a * x + b >= 0 ? power(x) : 0);
    case 2:
      return (x) => (a * x + b >= 0 ? power(x) : 0) + c;
    case 3:
      return (x) => (x >= d ? power(x) : c * x);
    default:
      return (x) => (x >= d ? power(x) + e : c * x + f);
  }
}
