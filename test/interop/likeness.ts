/**
 * How like a picture is to the best reduction of its source: the mean structural similarity of ssim.js (Wang and others, 2004) to what
 * sharp makes of the source with Lanczos's filter.
 * @module
 */
import sharp from 'sharp';
import { ssim } from 'ssim.js';

/** RGBA, or greys, of a picture. */
export interface Pixels {
  readonly rgba: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A page of a source, upright and over white, at a size: unpacked as it is, then reduced in one step. */
export async function reference(octets: Uint8Array, width: number, height: number, page = 0): Promise<Pixels> {
  const { data } = await sharp(octets, { page })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(width, height, { kernel: 'lanczos3', fit: 'fill', fastShrinkOnLoad: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgba: data, widthPx: width, heightPx: height };
}

/** The same picture, out of focus, in greys. */
async function blurred({ rgba, widthPx: width, heightPx: height }: Pixels, sigma: number): Promise<Pixels> {
  const image = sharp(rgba, { raw: { width, height, channels: 4 } })
    .toColourspace('b-w')
    .blur(sigma);
  const { data } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, widthPx: width, heightPx: height };
}

/** 1 for the same picture. @param sigma with which both are put out of focus first, in pixels; 0: not at all. */
export async function likeness(one: Pixels, other: Pixels, sigma = 0): Promise<number> {
  const [a, b] = sigma === 0 ? [one, other] : [await blurred(one, sigma), await blurred(other, sigma)];
  const imageOf = ({ rgba, widthPx, heightPx }: Pixels) => ({
    data: new Uint8ClampedArray(rgba),
    width: widthPx,
    height: heightPx,
  });
  // Its types are those of a browser.
  return ssim(imageOf(a) as never, imageOf(b) as never).mssim;
}
