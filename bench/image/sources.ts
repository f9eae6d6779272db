/**
 * The pictures that the contenders share: a photograph with the grain of a camera at any size, and an animation.
 * @module
 */
import { fileURLToPath } from 'node:url';

/** A landscape in the way of a photograph: sky, textured hills, a sun, a house, grain. */
function landscape(widthPx: number, heightPx: number, shift = 0): Buffer {
  const rgb = Buffer.alloc(widthPx * heightPx * 3);
  let state = 12_345;
  const bumps = (u: number, v: number): number =>
    Math.sin(u * 31 + Math.sin(v * 23) * 2) * 0.5 +
    Math.sin(u * 73 - v * 57) * 0.3 +
    Math.sin(u * 151 + v * 173 + Math.sin(u * 90)) * 0.2;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 3) {
      const [u, v] = [x / widthPx + shift, y / heightPx];
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const grain = ((state >> 16) & 15) - 7.5;
      const isHill = v > 0.55 + 0.12 * Math.sin(u * 5) + 0.03 * Math.sin(u * 23);
      const isSun = Math.hypot(u - shift * 2 - 0.72, (v - 0.24) * 0.75) < 0.08;
      const isHouse = Math.abs(u - 0.3) < 0.07 && v > 0.45 && v < 0.75;
      const isWindow = isHouse && Math.abs(Math.abs(u - 0.3) - 0.035) < 0.015 && v > 0.52 && v < 0.62;
      const texture = bumps(u * 2, v * 2) * 45;
      const [r, g, b] = isSun
        ? [252, 240, 200]
        : isWindow
          ? [50, 60, 80]
          : isHouse
            ? [165 + texture * 0.4, 90 + texture * 0.3, 70]
            : isHill
              ? [85 + texture, 115 + texture * 0.8, 55 + texture * 0.5]
              : [120 + 90 * v + texture * 0.2, 165 + 50 * v + texture * 0.2, 240 - 40 * v];
      rgb[at] = level(r + grain);
      rgb[at + 1] = level(g + grain);
      rgb[at + 2] = level(b + grain);
    }
  }
  return rgb;
}

function level(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** The test photograph at another size. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const { default: open } = await import('sharp');
  const file = fileURLToPath(new URL('../../fixtures/images/photo-baseline.jpg', import.meta.url));
  return open(file).resize(width, height, { fit: 'fill' }).raw().toBuffer();
}

/** The same with the grain of a camera. */
async function grained(width: number, height: number): Promise<Buffer> {
  const rgb = await photograph(width, height);
  let state = 12_345;
  for (let at = 0; at < rgb.length; at += 3) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const grain = ((state >> 16) & 15) - 7.5;
    for (let i = at; i < at + 3; i++) rgb[i] = level(rgb[i]! + grain);
  }
  return rgb;
}

export async function stillSource(width: number, height: number, format: 'jpeg' | 'png' | 'gif'): Promise<Uint8Array> {
  const { default: open } = await import('sharp');
  const image = open(await grained(width, height), { raw: { width, height, channels: 3 } });
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 90 }).toBuffer();
    case 'png':
      return image.png().toBuffer();
    case 'gif':
      return image.gif().toBuffer();
  }
}

/** Colours of a BMP with a palette: red, green and blue in six, seven and six levels. */
const LEVELS = [6, 7, 6] as const;

/** RGB of the photograph, with a palette in the colours that it has. */
export async function bmpPixels(width: number, height: number, depth: 8 | 24): Promise<Uint8Array> {
  const rgb = await grained(width, height);
  if (depth === 24) return rgb;
  return rgb.map((sample, i) => {
    const steps = LEVELS[i % 3]! - 1;
    return Math.round((Math.round((sample * steps) / 255) * 255) / steps);
  });
}

/** A BMP of the photograph, its rows from the bottom. */
export async function bmpSource(width: number, height: number, depth: 8 | 24): Promise<Uint8Array> {
  const rgb = await bmpPixels(width, height, depth);
  const [red, green, blue] = LEVELS;
  const colours = depth === 24 ? 0 : red * green * blue;
  const [pixelsAt, pitch] = [54 + colours * 4, Math.ceil((width * depth) / 32) * 4];
  const file = Buffer.alloc(pixelsAt + pitch * height);
  file.write('BM', 'latin1');
  for (const [at, value] of [
    [2, file.length],
    [10, pixelsAt],
    [14, 40],
    [18, width],
    [22, height],
    [46, colours],
  ] as const) {
    file.writeUInt32LE(value, at);
  }
  file.set([1, 0, depth, 0], 26);
  const indexOf = (...levels: readonly number[]) => {
    const [r, g, b] = levels.map((level, c) => Math.round((level * (LEVELS[c]! - 1)) / 255)) as [number, number, number];
    return (r * green + g) * blue + b;
  };
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 3) {
      const [r, g, b] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
      const at = pixelsAt + (height - 1 - y) * pitch + (x * depth) / 8;
      if (depth === 24) file.set([b, g, r], at);
      else {
        file[at] = indexOf(r, g, b);
        file.set([b, g, r], 54 + file[at]! * 4);
      }
    }
  }
  return file;
}

/** Twenty whole frames: gifwrap does not compose partial ones. */
export async function animationSource(): Promise<Uint8Array> {
  const { GifUtil, GifCodec, GifFrame, BitmapImage } = (await import('gifwrap')).default;
  const frames = Array.from({ length: 20 }, (_, i) => {
    const rgb = landscape(320, 240, i / 200);
    const data = Buffer.alloc(320 * 240 * 4, 255);
    for (let at = 0, to = 0; at < rgb.length; at += 3, to += 4) rgb.copy(data, to, at, at + 3);
    return new GifFrame(new BitmapImage({ width: 320, height: 240, data }), { delayCentisecs: 10 });
  });
  GifUtil.quantizeWu(frames, 256);
  return (await new GifCodec().encodeGif(frames, { loops: 0 })).buffer;
}
