/**
 * Options of the commands that take a picture: how it becomes a bitmap, and what a file says beside it.
 * @module
 */
import { type Command, Option } from 'commander';
import type { FromPixelsOptions, Packing } from '../../bitmap/index.js';
import { UsageError } from '../io.js';
import { codeOption, numberOption } from '../options.js';

/** How pictures are read, and made into bitmaps. */
export interface PictureOptions {
  readonly lenient?: boolean;
  readonly size?: { readonly widthPx?: number; readonly heightPx?: number };
  readonly crop?: NonNullable<FromPixelsOptions['crop']>;
  readonly fit?: NonNullable<FromPixelsOptions['fit']>;
  readonly scale?: NonNullable<FromPixelsOptions['scale']>;
  readonly dither?: NonNullable<FromPixelsOptions['dither']>;
  readonly strength?: number;
  readonly threshold?: number | 'auto' | 'adaptive';
  readonly keepMargins?: boolean;
  readonly invert?: boolean;
}

/** What files say beside the picture, and how their pixels are packed. */
export interface PictureFileOptions extends PictureOptions {
  readonly mcc?: string;
  readonly mnc?: string;
  readonly text?: string;
  readonly packing?: Packing;
}

/** Adds what {@link PictureOptions} holds, but --lenient, which tunes have too. */
export function addPictureOptions(command: Command): Command {
  return command
    .option('--size <WxH>', 'size of the bitmap; Wx or xH leaves the other side to the picture', sizeOption)
    .option('--crop <WxH+X+Y>', 'the part of the picture to take', cropOption)
    .addOption(new Option('--fit <how>', 'how the picture fills --size').choices(['contain', 'cover', 'stretch']))
    .addOption(new Option('--scale <filter>', 'how it is made smaller').choices(['area', 'lanczos']))
    .addOption(
      new Option(
        '--dither <how>',
        'how greys become black and white; by default none for two tones, else floyd-steinberg',
      ).choices(['floyd-steinberg', 'atkinson', 'ordered', 'none']),
    )
    .option('--strength <share>', 'share of the error that is passed on, 0 to 1', strengthOption)
    .option(
      '--threshold <level>',
      'black is darker than this, 0 to 255; auto; or adaptive, for text in uneven light',
      thresholdOption,
    )
    .option('--keep-margins', 'scale a logo with the even margins around it')
    .option('--invert', 'black for white and white for black');
}

/** Adds what a network's logo needs. */
export function addNetworkOptions(command: Command): Command {
  return command
    .option('--mcc <digits>', 'mobile country code of an operator logo', codeOption('mcc', /^\d{3}$/, '3 digits, such as 234'))
    .option(
      '--mnc <digits>',
      'mobile network code of an operator logo',
      codeOption('mnc', /^\d{2,3}$/, '2 or 3 digits, such as 10'),
    );
}

function sizeOption(value: string): { widthPx?: number; heightPx?: number } {
  const [, width = '', height = ''] = /^(\d*)x(\d*)$/.exec(value) ?? [];
  if (width + height === '') throw new UsageError(`--size takes WxH, such as 72x14, not ${JSON.stringify(value)}`);
  const side = (digits: string) => numberOption('size', 1, 65_535)(digits);
  return { ...(width !== '' && { widthPx: side(width) }), ...(height !== '' && { heightPx: side(height) }) };
}

function cropOption(value: string): NonNullable<PictureOptions['crop']> {
  const found = /^(\d{1,5})x(\d{1,5})\+(\d{1,5})\+(\d{1,5})$/.exec(value);
  if (found === null) throw new UsageError(`--crop takes WxH+X+Y, such as 72x28+10+0, not ${JSON.stringify(value)}`);
  const [widthPx, heightPx, x, y] = found.slice(1).map(Number) as [number, number, number, number];
  return { widthPx, heightPx, x, y };
}

function strengthOption(value: string): number {
  const share = Number(value);
  if (!/^[\d.]+$/.test(value) || !(share >= 0 && share <= 1)) {
    throw new UsageError(`--strength takes a number from 0 to 1, not ${JSON.stringify(value)}`);
  }
  return share;
}

function thresholdOption(value: string): number | 'auto' | 'adaptive' {
  return value === 'auto' || value === 'adaptive' ? value : numberOption('threshold', 0, 255)(value);
}
