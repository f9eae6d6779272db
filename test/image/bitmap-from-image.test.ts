import { describe, expect, it } from 'vitest';
import { bitmapFromPixels, bitmapToRows, encodeBmp, encodeWbmp } from '../../src/bitmap/index.js';
import { readColours } from '../../src/cli/files/pictures.js';
import { DecodeError, EncodeError, LimitError } from '../../src/errors.js';
import { bitmapFromImage, decodeImage, encodePng, type Raster } from '../../src/image/index.js';
import { FAULTS, image, vectors } from './images.js';

/** Black ink on white, as rows. */
const ROWS = ['........', '.##..##.', '.######.', '..####..', '...##...', '........'];
const heart = (channels: 1 | 3 | 4): Raster => {
  const samples = new Uint8Array(8 * 6 * channels).fill(255);
  for (const [y, row] of ROWS.entries())
    for (const [x, dot] of [...row].entries())
      if (dot === '#') samples.fill(0, (y * 8 + x) * channels, (y * 8 + x) * channels + Math.min(3, channels));
  return { widthPx: 8, heightPx: 6, channels, samples };
};

describe('a picture file as a bitmap', () => {
  it.each([1, 3, 4] as const)('a PNG of %i channels, dot for dot', async (channels) => {
    expect(bitmapToRows(await bitmapFromImage(encodePng(heart(channels))))).toEqual(ROWS);
  });

  it('BMP and WBMP', async () => {
    const bitmap = await bitmapFromImage(encodePng(heart(3)));
    expect(await bitmapFromImage(encodeBmp(bitmap))).toEqual(bitmap);
    expect(await bitmapFromImage(encodeWbmp(bitmap), { name: 'heart.wbmp' })).toEqual(bitmap);
  });

  it.each(vectors.filter(({ file }) => FAULTS[file] === undefined))(
    '$file: the dots that the command line makes',
    async ({ file }) => {
      const size = { widthPx: 72, heightPx: 28 } as const;
      const options = { lenient: false, onIssue: () => {} };
      const [pixels] = await readColours(image(file), options);
      expect(await bitmapFromImage(image(file), { ...size, name: file })).toEqual(bitmapFromPixels(pixels!, size));
    },
  );

  it('options go on to the bitmap', async () => {
    const file = encodePng(heart(3));
    const options = { widthPx: 24, heightPx: 12, fit: 'stretch', invert: true, dither: 'none', trim: false } as const;
    const { raster } = (await decodeImage(file)).frames[0]!;
    const made = await bitmapFromImage(file, options);
    expect([made.widthPx, made.heightPx]).toEqual([24, 12]);
    expect(made).toEqual(bitmapFromPixels(raster, options));
  });

  it('a broken file, a wrong option, too many pixels', async () => {
    const file = encodePng(heart(3));
    await expect(bitmapFromImage(file.slice(0, 40))).rejects.toThrow(DecodeError);
    await expect(bitmapFromImage(new Uint8Array())).rejects.toMatchObject({ code: 'truncated', field: 'image' });
    await expect(bitmapFromImage(file, { sharpen: 3 })).rejects.toMatchObject({ code: 'bad-value', field: 'sharpen' });
    await expect(bitmapFromImage(file, { widthPx: 0 })).rejects.toThrow(EncodeError);
    await expect(bitmapFromImage(file, { limits: { sourcePixels: 47 } })).rejects.toThrow(LimitError);
    await expect(bitmapFromImage(file, { widthPx: 9, limits: { bitmapPixels: 4 } })).rejects.toThrow(LimitError);
    await expect(bitmapFromImage('logo.png' as never)).rejects.toThrow('file is "logo.png", not a Uint8Array');
    await expect(bitmapFromImage(file, 72 as never)).rejects.toThrow('options is 72, not an object such as { widthPx: 72');
  });

  it('what lenient reading passed is reported once', async () => {
    const file = encodePng(heart(3));
    const found: string[] = [];
    const onIssue = ({ code }: { code: string }) => found.push(code);
    await bitmapFromImage(Uint8Array.of(...file, 1, 2, 3), { onIssue });
    expect(found).toEqual(['trailing-bytes']);
  });
});

describe('bitmapFromPixels of a raster', () => {
  it.each([1, 3, 4] as const)('%i channels', (channels) => {
    expect(bitmapToRows(bitmapFromPixels(heart(channels)))).toEqual(ROWS);
  });

  it('names what does not fit', () => {
    const raster = heart(3);
    const wrong = (change: object) => () => bitmapFromPixels({ ...raster, ...change } as Raster);
    expect(wrong({ channels: 2 })).toThrow('pixels.channels: is 2, allowed: 1, 3, 4');
    expect(wrong({ channels: 4 })).toThrow('pixels.samples: 144 octets, 8x6 needs 192');
    expect(wrong({ samples: undefined })).toThrow('pixels.samples is undefined, not a Uint8Array');
  });
});
