/**
 * One picture of 12 megapixels for twenty handsets, of one bit to 24, from 84x48 dots to 1170 pixels across: all at once, one by one, and the
 * one of them alone that takes longest.
 *
 * sharp unpacks the picture once, to the largest size, and makes the others of that: each as JPEG of the same quality, or as levels of grey
 * where we make dots.
 * @module
 */
import type { RepurposeOptions } from '../../src/image/index.js';
import type { HandsetProfile } from '../../src/profile/index.js';
import { type ImageContender, moduleIn, OURS } from './contenders.js';
import type { ImageRow } from './results.js';
import { stillSource } from './sources.js';
import type { ImageTask } from './tasks.js';

const NAMES = [
  ...['Nokia 3310', 'Nokia 3410', 'Nokia 6310i', 'Nokia 1100', 'SonyEricsson T68i', 'Nokia 7650', 'Nokia 6230'],
  ...['SonyEricsson T610', 'Siemens S65', 'Motorola V3', 'Samsung D500', 'SonyEricsson K750i', 'Nokia 6300', 'Nokia N95'],
  ...['Nokia E71', 'Nokia 5800', 'Nokia 8110 4G', 'Samsung Galaxy S21', 'Google Pixel 6', 'Apple iPhone 13'],
] as const;

/** The one whose screen has most pixels. */
const LONGEST = NAMES.at(-1)!;

const [WIDTH, HEIGHT] = [4000, 3000];
const ONE_BY_ONE = 'handset, one by one';
const ONE = 'handset, the longest alone';
const SHARP = 'sharp (native)';
const QUALITY = 90;

const OPTIONS: RepurposeOptions = {};

type Module = Awaited<ReturnType<typeof moduleIn>>;

function contender(
  name: string,
  run: (module: Module, handsets: readonly HandsetProfile[], file: Buffer) => Promise<Uint8Array[]>,
): ImageContender {
  return {
    name,
    load: async (folder) => {
      const module = await moduleIn(folder);
      const handsets = NAMES.map((model) => module.parseHandset(model)!);
      return async (file) => Buffer.concat(await run(module, handsets, file));
    },
  };
}

const CONTENDERS: readonly ImageContender[] = [
  contender(OURS, async ({ repurposeAll }, handsets, file) => {
    const outcomes = await repurposeAll(file, handsets, OPTIONS);
    return outcomes.map((outcome) => {
      if (!outcome.ok) throw outcome.error;
      return outcome.value.octets;
    });
  }),
  contender(ONE_BY_ONE, async ({ repurpose }, handsets, file) => {
    const files: Uint8Array[] = [];
    for (const handset of handsets) files.push((await repurpose(file, handset, OPTIONS)).octets);
    return files;
  }),
  contender(ONE, async ({ repurpose }, handsets, file) => {
    const { octets } = await repurpose(file, handsets[NAMES.indexOf(LONGEST)]!, OPTIONS);
    return [octets];
  }),
  {
    name: SHARP,
    load: async (folder) => {
      const [{ default: open }, { parseHandset }] = await Promise.all([import('sharp'), moduleIn(folder)]);
      const screens = NAMES.map((model) => parseHandset(model)!).map(({ screen, imageArea }) => ({
        width: imageArea.width ?? screen.width!,
        height: imageArea.height ?? screen.height!,
        isGrey: screen.colors === 2,
      }));
      const most = Math.max(...screens.map(({ width }) => width));
      return async (file) => {
        const { data, info } = await open(file)
          .resize(most, most, { fit: 'inside' })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const raw = { width: info.width, height: info.height, channels: 3 } as const;
        const files: Uint8Array[] = [];
        for (const { width, height, isGrey } of screens) {
          const image = open(data, { raw }).resize(width, height, { fit: 'inside' });
          files.push(await (isGrey ? image.toColourspace('b-w').raw() : image.jpeg({ quality: QUALITY })).toBuffer());
        }
        return Buffer.concat(files);
      };
    },
  },
];

const timesOf = (peer: string, share: number) => (rows: ReadonlyMap<string, ImageRow>) =>
  rows.get(OURS)!.runMs / (rows.get(peer)!.runMs * share);

export function manyHandsets(format: 'jpeg' | 'png'): ImageTask {
  return {
    name: `image: a ${format.toUpperCase()} of ${WIDTH}x${HEIGHT} for ${NAMES.length} handsets`,
    source: () => stillSource(WIDTH, HEIGHT, format),
    contenders: CONTENDERS,
    score: async (output) => ({ octets: output.length }),
    wanted: [
      { target: 'times the handset that takes longest', of: timesOf(ONE, 1), must: 2.5, sense: 'at most', unit: 'x' },
      {
        target: 'times one of them, on average',
        of: timesOf(ONE_BY_ONE, 1 / NAMES.length),
        aim: 2.5,
        sense: 'at most',
        unit: 'x',
      },
      { target: 'times sharp', of: timesOf(SHARP, 1), sense: 'at most', unit: 'x' },
    ],
  };
}
