/**
 * Generated pictures, their plain form, and the forms in which other programs take them; all with this folder's own arithmetic.
 * @module
 */
import fc from 'fast-check';
import type { Bitmap } from '../../src/bitmap/index.js';
import type { GammuBitmap } from './drivers/gammu.js';
import type { Fields } from './expected.js';
import { hex } from './report.js';

/** Whether a pixel is black. */
export type IsBlack = (x: number, y: number) => boolean;

/** A bitmap from a function of its pixels. */
export function paint(widthPx: number, heightPx: number, isBlack: IsBlack): Bitmap {
  const stride = Math.ceil(widthPx / 8);
  const rows = new Uint8Array(stride * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (isBlack(x, y)) rows[y * stride + Math.floor(x / 8)]! |= 0x80 >> (x % 8);
    }
  }
  return { widthPx, heightPx, rows };
}

/** The function of a bitmap's pixels; white outside of it. */
export function pixelsOf({ widthPx, heightPx, rows }: Bitmap): IsBlack {
  const stride = Math.ceil(widthPx / 8);
  return (x, y) =>
    x >= 0 && y >= 0 && x < widthPx && y < heightPx && (rows[y * stride + Math.floor(x / 8)]! & (0x80 >> (x % 8))) !== 0;
}

/** A piece of a bitmap; white where it reaches out of it. */
export function crop(bitmap: Bitmap, left: number, top: number, widthPx: number, heightPx: number): Bitmap {
  const isBlack = pixelsOf(bitmap);
  return paint(widthPx, heightPx, (x, y) => isBlack(x + left, y + top));
}

/** A bitmap in the middle of an area; what hangs over is cut off on both sides. */
export function centre(bitmap: Bitmap, widthPx: number, heightPx: number): Bitmap {
  const start = (room: number) => -Math.trunc(room / 2);
  return crop(bitmap, start(widthPx - bitmap.widthPx), start(heightPx - bitmap.heightPx), widthPx, heightPx);
}

/** Fields to compare. */
export function pictureFields({ widthPx, heightPx, rows }: Bitmap): Fields {
  return { size: `${widthPx}x${heightPx}`, rows: hex(rows) };
}

/** A bitmap as one line, for a list. */
export function pictureText({ widthPx, heightPx, rows }: Bitmap): string {
  return `${widthPx}x${heightPx} ${hex(rows)}`;
}

// ---- portable bitmap, raw (netpbm's P4) ----

export function writePbm({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  return Uint8Array.from(Buffer.concat([Buffer.from(`P4\n${widthPx} ${heightPx}\n`), rows]));
}

/** @throws Error when it is no raw portable bitmap of just the right length. */
export function readPbm(octets: Uint8Array): Bitmap {
  const [head, width, height] = /^P4\s+(\d+)\s+(\d+)\s/.exec(Buffer.from(octets).toString('latin1')) ?? [];
  if (head === undefined) throw new Error('no raw portable bitmap');
  const [widthPx, heightPx] = [Number(width), Number(height)];
  const rows = octets.slice(head.length);
  if (rows.length !== Math.ceil(widthPx / 8) * heightPx) throw new Error(`${widthPx}x${heightPx} in ${rows.length} octets`);
  return { widthPx, heightPx, rows };
}

// ---- gammu's form ----

/** A bitmap for `gammu.EncodeSMS`. */
export function toGammuBitmap(bitmap: Bitmap, type: string, more: Partial<GammuBitmap> = {}): GammuBitmap {
  const isBlack = pixelsOf(bitmap);
  const { widthPx, heightPx } = bitmap;
  const line = (y: number) => Array.from({ length: widthPx }, (_, x) => (isBlack(x, y) ? '#' : ' ')).join('');
  const XPM = [`${widthPx} ${heightPx} 2 1`, '# c Black', '  c None', ...Array.from({ length: heightPx }, (_, y) => line(y))];
  return { Type: type, XPM, Text: '', Sender: '', NetworkCode: '', ...more };
}

/** The other way round. */
export function fromGammuBitmap({ XPM }: GammuBitmap): Bitmap {
  const [widthPx, heightPx] = XPM[0]!.split(' ').map(Number) as [number, number];
  return paint(widthPx, heightPx, (x, y) => XPM[3 + y]![x] === '#');
}

/** gammu's XPM file, in which a dot is black. */
export function readXpm(text: string): Bitmap {
  const [head, , , ...lines] = [...text.matchAll(/"([^"]*)"/g)].map(([, line]) => line as string);
  const [widthPx, heightPx] = (head ?? '').split(' ').map(Number) as [number, number];
  return paint(widthPx, heightPx, (x, y) => lines[y]![x] === '.');
}

// ---- generators ----

/** Pictures of a width and a height: mostly noise, some in one colour, some with a frame. */
export function picture(widthPx: fc.Arbitrary<number>, heightPx: fc.Arbitrary<number>): fc.Arbitrary<Bitmap> {
  return fc
    .tuple(widthPx, heightPx, fc.constantFrom('noise', 'noise', 'noise', 'noise', 'white', 'black', 'frame'))
    .chain(([width, height, kind]) => {
      if (kind === 'noise') {
        const length = Math.ceil(width / 8) * height;
        return fc
          .uint8Array({ minLength: length, maxLength: length })
          .map((rows) => paint(width, height, pixelsOf({ widthPx: width, heightPx: height, rows })));
      }
      const onEdge: IsBlack = (x, y) => x === 0 || y === 0 || x === width - 1 || y === height - 1;
      return fc.constant(paint(width, height, kind === 'frame' ? onEdge : () => kind === 'black'));
    });
}

/** A side of any length, most often a short one or one next to a multiple of 8. */
export const side: fc.Arbitrary<number> = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(7, 8, 9, 14, 15, 16, 17, 21, 28, 48, 63, 64, 65, 72, 78, 96, 101, 127, 128, 129) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 132 }) },
);

/** Pictures for a logo: half of just its size, the others smaller. */
export function logo(widthPx: number, heightPx: number): fc.Arbitrary<Bitmap> {
  return fc.oneof(
    picture(fc.constant(widthPx), fc.constant(heightPx)),
    picture(fc.integer({ min: 1, max: widthPx }), fc.integer({ min: 1, max: heightPx })),
  );
}

/** Digits of a network's code. */
export const network = fc.record({
  mcc: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 3 }),
  mnc: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2, maxLength: 2 }),
});
