/**
 * From the space that colour profiles meet in (CIE XYZ or L*a*b* under D50) to sRGB, in which handsets and web pages show pictures. Colours
 * that sRGB does not have become the nearest by each component.
 *
 * Sources: ICC.1:2022 section 6.3 and annex D; IEC 61966-2-1 (the curve), its primaries adapted to D50 by Bradford's matrix.
 * @module
 */

/** Steps that light is told apart by: a fifth of a level where the curve is steepest. */
const STEPS = 16_384;

let levels: Uint8Array | undefined;

/** The level of each step of light. */
function buildLevels(): Uint8Array {
  levels ??= Uint8Array.from({ length: STEPS }, (_, i) => {
    const light = i / (STEPS - 1);
    return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
  return levels;
}

/** Makes a pixel 0xRRGGBB of X, Y and Z. */
export type ToSrgb = (x: number, y: number, z: number) => number;

/** Made once for many pixels. */
export function makeToSrgb(): ToSrgb {
  const table = buildLevels();
  const level = (light: number): number =>
    table[light <= 0 ? 0 : light >= 1 ? STEPS - 1 : (light * (STEPS - 1) + 0.5) | 0] as number;
  return (x, y, z) =>
    (level(3.1338561 * x - 1.6168667 * y - 0.4906146 * z) << 16) |
    (level(-0.9787684 * x + 1.9161415 * y + 0.033454 * z) << 8) |
    level(0.0719453 * x - 0.2289914 * y + 1.4052427 * z);
}

/** The white of that space. */
export const D50 = [0.9642, 1, 0.8249] as const;

/** X, Y and Z of L*, a* and b*, put in their place. */
export function labToXyz(values: Float64Array): void {
  const middle = ((values[0] as number) + 16) / 116;
  values.set([
    D50[0] * cubed(middle + (values[1] as number) / 500),
    cubed(middle),
    D50[2] * cubed(middle - (values[2] as number) / 200),
  ]);
}

/** Straight below (6/29)^3. */
function cubed(f: number): number {
  return f > 6 / 29 ? f * f * f : (f - 16 / 116) * (108 / 841);
}
