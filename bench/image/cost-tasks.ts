/**
 * The conversions whose cost is drawn against the size of the picture. As in tasks.ts, but without scores: their outputs differ in nothing
 * from those there but in what they came from.
 * @module
 */
import { expand, type ImageContender, jimp, otaOf, ours, packed, sharp } from './contenders.js';
import { screen } from './tasks.js';

export interface CostTask {
  readonly name: string;
  /** Format of the files. */
  readonly format: 'jpeg' | 'png' | 'gif';
  readonly contenders: readonly ImageContender[];
}

/** The largest files are larger than what is taken by default. */
const limits = { imageOctets: 100_000_000 } as const;

/** Inside 72x28, with sides of 4 to 3. */
const [WIDTH, HEIGHT] = [37, 28];

export const COST_TASKS: readonly CostTask[] = [
  {
    name: 'JPEG to JPEG within 176x132',
    format: 'jpeg',
    contenders: [
      ours(screen(176, 132, 65_536, { jpg: true, gif: true, png: true }), { maxOctets: 30_000, limits }),
      jimp((image) => image.scaleToFit({ w: 176, h: 132 }).getBuffer('image/jpeg', { quality: 85 })),
      sharp((image) => image.resize(176, 132, { fit: 'inside' }).jpeg({ quality: 85 }).toBuffer()),
    ],
  },
  {
    name: 'PNG to PNG of 256 colours, 128x96',
    format: 'png',
    contenders: [
      ours(screen(128, 96, 65_536, { png: true }), { format: 'png', limits }),
      jimp((image) => image.resize({ w: 128, h: 96 }).quantize({ colors: 256 }).getBuffer('image/png')),
      sharp((image) => image.resize(128, 96).png({ palette: true, colours: 256 }).toBuffer()),
    ],
  },
  {
    name: 'GIF to WBMP within 96x65',
    format: 'gif',
    contenders: [
      ours(screen(96, 65, 2, { wbmp: true }), { limits }),
      jimp((image) => packed(image.resize({ w: 87, h: 65 }).greyscale().dither().bitmap.data, 87, 65, [0, 0, 87, 65])),
      sharp(async (image) =>
        packed(expand(await image.resize(87, 65).toColourspace('b-w').raw().toBuffer()), 87, 65, [0, 0, 87, 65]),
      ),
    ],
  },
  {
    name: 'PNG to an OTA bitmap of 72x28',
    format: 'png',
    contenders: [
      ours(screen(84, 48, 2, { wbmp: true }), { format: 'ota', limits }),
      jimp((image) => otaOf(image.resize({ w: WIDTH, h: HEIGHT }).greyscale().dither().bitmap.data, WIDTH)),
      sharp(async (image) => otaOf(expand(await image.resize(WIDTH, HEIGHT).toColourspace('b-w').raw().toBuffer()), WIDTH)),
    ],
  },
];
