import type { Pixels } from '../../src/bitmap/from-pixels.js';
import type { Source } from '../../src/bitmap/luminance.js';

/** A picture of a colour for each place, opaque unless it has four numbers. */
export function paint(
  widthPx: number,
  heightPx: number,
  colour: (x: number, y: number) => readonly number[],
): Pixels & { readonly rgba: Uint8Array } {
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let i = 0; i < widthPx * heightPx; i++) rgba.set(colour(i % widthPx, Math.floor(i / widthPx)), i * 4);
  return { rgba, widthPx, heightPx };
}

/** All of a picture, over white. */
export function sourceOf({ rgba, widthPx, heightPx }: ReturnType<typeof paint>): Source {
  return { samples: rgba, channels: 4, pitchPx: widthPx, x: 0, y: 0, widthPx, heightPx, background: [255, 255, 255] };
}

/** The same as a source. */
export function paintSource(...colours: Parameters<typeof paint>): Source {
  return sourceOf(paint(...colours));
}

/** An opaque picture of greys, row by row from the top. */
export function greySource(greys: ArrayLike<number>, widthPx: number, heightPx: number): Source {
  return paintSource(widthPx, heightPx, (x, y) => new Array<number>(3).fill(greys[y * widthPx + x]!));
}

/** The weight of each pixel of a line for each of a scaled one: Lanczos with three lobes, of the pixels there are. */
export function lanczosWeights(from: number, to: number): number[][] {
  const sinc = (t: number) => (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t));
  const stretch = Math.max(1, from / to);
  return Array.from({ length: to }, (_, x) => {
    const distances = Array.from({ length: from }, (_, pixel) => (pixel + 0.5 - ((x + 0.5) * from) / to) / stretch);
    const weights = distances.map((t) => (Math.abs(t) < 3 ? sinc(t) * sinc(t / 3) : 0));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}
