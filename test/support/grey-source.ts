import type { Source } from '../../src/bitmap/luminance.js';

/** An opaque grey picture, row by row from the top, as the modules of pictures take it. */
export function greySource(greys: ArrayLike<number>, widthPx: number, heightPx: number): Source {
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let i = 0; i < greys.length; i++) rgba.fill(greys[i]!, i * 4, i * 4 + 3);
  return { rgba, pitchPx: widthPx, x: 0, y: 0, widthPx, heightPx, background: [255, 255, 255] };
}
