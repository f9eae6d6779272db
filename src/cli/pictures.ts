/**
 * Pictures as files, and how one of many colours or of another size becomes the bitmap that a handset takes.
 * @module
 */
import { type Command, Option } from 'commander';
import {
  type Bitmap,
  bitmapFromPixels,
  bitmapFromRows,
  bitmapToRows,
  decodeBmp,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  decodeOtb,
  decodeWbmp,
  encodeBmp,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOtb,
  encodeWbmp,
  type FromPixelsOptions,
  formatOtaHex,
  type NlmKind,
  type Packing,
  parseOtaHex,
  pixelsFromBitmap,
  type RgbaPixels,
} from '../bitmap/index.js';
import { decodeUtf8 } from '../bytes/index.js';
import { DEFAULT_LIMITS, type DecodeError, EncodeError, LimitError } from '../errors.js';
import { isColourBmp, type ReadOptions, readColours } from './colours.js';
import { type FileContent, isPhoto, type PhotoExtension, type PictureExtension } from './files.js';
import { inFile, inFileAsync, inputName, type Session, UsageError } from './io.js';
import { codeOption, numberOption } from './options.js';
import { writeBitmapPng } from './png.js';

/** A network by its mobile country and network codes. */
export interface Network {
  readonly mcc: string;
  readonly mnc: string;
}

/** A picture as a file holds it. */
export interface Picture {
  readonly extension: PictureExtension | PhotoExtension;
  /** A picture with colours, or those of an animation; of pictures without colours there are frames. */
  readonly colours?: readonly [RgbaPixels, ...RgbaPixels[]];
  /** One bitmap, or the pictures of an animation. */
  readonly frames: readonly Bitmap[];
  /** Text of a picture message. */
  readonly text?: string | undefined;
  /** Network of an operator logo. */
  readonly network?: Network | undefined;
  /** What the pictures of an .nlm are for. */
  readonly use?: NlmKind;
}

/** How pictures are read, and made into bitmaps. */
export interface PictureOptions {
  readonly lenient?: boolean;
  readonly size?: { readonly widthPx?: number; readonly heightPx?: number };
  readonly crop?: NonNullable<FromPixelsOptions['crop']>;
  readonly fit?: NonNullable<FromPixelsOptions['fit']>;
  readonly scale?: NonNullable<FromPixelsOptions['scale']>;
  readonly dither?: NonNullable<FromPixelsOptions['dither']>;
  readonly strength?: number;
  readonly threshold?: number | 'auto';
  readonly invert?: boolean;
}

/** What files say beside the picture, and how their pixels are packed. */
export interface PictureFileOptions extends PictureOptions {
  readonly mcc?: string;
  readonly mnc?: string;
  readonly text?: string;
  readonly packing?: Packing;
}

/** What a picture is made for. */
export interface Target {
  readonly name: string;
  /** Sizes in use, the first one the most. */
  readonly sizes: readonly (readonly [widthPx: number, heightPx: number])[];
  /**
   * - `usual`: a picture that fits in none of the sizes is scaled to the first one; a smaller one stays, with a warning.
   * - `exact`: no other size will do; a smaller picture is put in the middle of the first one.
   * - `limit`: any size up to this one will do.
   */
  readonly rule: 'usual' | 'exact' | 'limit';
}

/** Sizes that handsets take (Nokia Smart Messaging; 78x21 for the larger screens). */
export const TARGETS = {
  operatorLogo: {
    name: 'an operator logo',
    sizes: [
      [72, 14],
      [78, 21],
    ],
    rule: 'usual',
  },
  groupGraphic: {
    name: 'a group graphic',
    sizes: [
      [72, 14],
      [78, 21],
    ],
    rule: 'usual',
  },
  pictureMessage: { name: 'a picture message', sizes: [[72, 28]], rule: 'usual' },
} as const satisfies Record<string, Target>;

const TARGET_OF: Partial<Record<PictureExtension, Target>> = {
  '.nol': TARGETS.operatorLogo,
  '.ngg': TARGETS.groupGraphic,
  '.npm': TARGETS.pictureMessage,
  '.nlm': { name: 'an .nlm', sizes: [[255, 255]], rule: 'limit' },
};

/** Adds what {@link PictureOptions} holds, but --lenient, which tunes have too. */
export function addPictureOptions(command: Command): Command {
  return command
    .option('--size <WxH>', 'size of the bitmap; Wx or xH leaves the other side to the picture', sizeOption)
    .option('--crop <WxH+X+Y>', 'the part of the picture to take', cropOption)
    .addOption(new Option('--fit <how>', 'how the picture fills --size').choices(['contain', 'cover', 'stretch']))
    .addOption(new Option('--scale <filter>', 'how it is made smaller').choices(['area', 'lanczos']))
    .addOption(
      new Option('--dither <how>', 'how greys become black and white; by default none for drawings').choices([
        'floyd-steinberg',
        'atkinson',
        'ordered',
        'none',
      ]),
    )
    .option('--strength <share>', 'share of the error that is passed on, 0 to 1', strengthOption)
    .option('--threshold <level>', 'black is darker than this, 0 to 255; or auto', thresholdOption)
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
  const [, width = '', height = ''] = /^(\d{0,5})x(\d{0,5})$/.exec(value) ?? [];
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

function thresholdOption(value: string): number | 'auto' {
  return value === 'auto' ? value : numberOption('threshold', 0, 255)(value);
}

// ---- Reading ----

/** What a picture is called: an operator logo with its network, a picture message, a group graphic. */
export function pictureName({ extension, network, text }: Picture): string {
  if (network !== undefined) return `operator logo ${network.mcc}-${network.mnc}`;
  if (text !== undefined) return 'picture message';
  return { '.ngg': 'group graphic', '.npm': 'picture message' }[extension as string] ?? 'picture';
}

/** The picture of a file. */
export async function readPicture(session: Session, content: FileContent, lenient: boolean): Promise<Picture> {
  const { path, octets, extension } = content;
  if (!isPhoto(extension) && extension !== '.png' && !(extension === '.bmp' && isColourBmp(octets))) {
    return readOneBit(session, content, lenient);
  }
  const [first, ...others] = await inFileAsync(path, () => readColours(octets, readOptions(session, path, lenient)));
  return { extension, colours: [first as RgbaPixels, ...others], frames: [] };
}

/** The picture of a file that has no colours. */
export function readOneBit(session: Session, content: FileContent, lenient: boolean): Picture {
  const { path } = content;
  return inFile(path, () => decodeOneBit(content, readOptions(session, path, lenient)));
}

function readOptions(session: Session, path: string, lenient: boolean): ReadOptions {
  return { lenient, onIssue: (error: DecodeError) => session.warn(`${inputName(path)}: ${error.message}`) };
}

function decodeOneBit({ octets, extension }: FileContent, options: ReadOptions): Picture {
  const one = (bitmap: Bitmap): Picture => ({ extension: extension as PictureExtension, frames: [bitmap] });
  switch (extension) {
    case '.otb':
      return one(decodeOtb(octets, options));
    case '.nol': {
      const { bitmap, mcc, mnc } = decodeNol(octets, options);
      return { ...one(bitmap), network: { mcc, mnc } };
    }
    case '.ngg':
      return one(decodeNgg(octets, options).bitmap);
    case '.nlm': {
      const { kind, frames } = decodeNlm(octets, options);
      return { extension, frames, use: kind };
    }
    case '.npm': {
      const { bitmap, text } = decodeNpm(octets, options);
      return { ...one(bitmap), text };
    }
    case '.wbmp':
      return one(decodeWbmp(octets, options));
    case '.bmp':
      return one(decodeBmp(octets, options));
    case '.hex':
      return readHex(decodeUtf8(octets), options);
    default:
      return one(bitmapFromRows(linesOf(decodeUtf8(octets))));
  }
}

function readHex(text: string, options: ReadOptions): Picture {
  const found = parseOtaHex(text.replace(/\s+/g, ''), options);
  const picture = { extension: '.hex', frames: [found.bitmap] } as const;
  switch (found.form) {
    case 'operatorLogo':
      return { ...picture, network: { mcc: found.mcc, mnc: found.mnc } };
    case 'pictureMessage':
      return { ...picture, text: found.text };
    default:
      return picture;
  }
}

/**
 * Lines of a drawing; blanks that an editor took from their ends are white pixels again.
 * @throws LimitError past `bitmapPixels`, before a short file becomes a large picture.
 */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const { bitmapPixels } = DEFAULT_LIMITS;
  if (width * lines.length > bitmapPixels) {
    throw new LimitError('limit-exceeded', 'rows', undefined, `${width}x${lines.length} pixels, at most ${bitmapPixels}`);
  }
  return lines.map((line) => line.padEnd(width, '.'));
}

// ---- To bitmaps ----

/** The bitmaps of a picture, at the size that the options or the target ask for. */
export function toBitmaps(session: Session, picture: Picture, options: PictureOptions, target?: Target): Bitmap[] {
  const { colours, frames } = picture;
  const source = options.crop ?? colours?.[0] ?? (frames[0] as Bitmap);
  const size = options.size ?? (target && targetSize(session, source, target));
  const given = { ...size, ...pick(options, ['crop', 'fit', 'scale', 'dither', 'strength', 'threshold', 'invert']) };
  const made =
    colours !== undefined
      ? bitmapsOf(colours, given)
      : Object.keys(given).length === 0
        ? [...frames]
        : frames.map((frame) => bitmapFromPixels(pixelsFromBitmap(frame), { dither: 'none', ...given }));
  const first = made[0] as Bitmap;
  if (target !== undefined && target.rule !== 'limit' && !target.sizes.some((usual) => isOfSize(first, usual))) {
    const size = `${first.widthPx}x${first.heightPx}`;
    if (target.rule === 'exact') {
      const reason = `${size} is no size of ${target.name}: handsets show ${sizesOf(target)}; --any-size sends it`;
      throw new EncodeError('bad-value', '--size', undefined, reason);
    }
    session.warn(`${size} is no usual size of ${target.name}: handsets expect ${sizesOf(target)}`);
  }
  return made;
}

/** All pictures of an animation are made in the way that suits the first. */
function bitmapsOf(colours: NonNullable<Picture['colours']>, given: FromPixelsOptions): Bitmap[] {
  const options = { ...oneBitDefaults(colours[0]), ...given };
  return colours.map((pixels) => bitmapFromPixels(pixels, options));
}

type Sides = Pick<Bitmap, 'widthPx' | 'heightPx'>;

function isOfSize({ widthPx, heightPx }: Sides, [width, height]: Target['sizes'][number]): boolean {
  return widthPx === width && heightPx === height;
}

/** The size that a target asks for; undefined where the picture may stay as it is. */
function targetSize(session: Session, source: Sides, { name, sizes, rule }: Target): PictureOptions['size'] {
  const { widthPx, heightPx } = source;
  const stays =
    rule === 'exact'
      ? sizes.some((size) => isOfSize(source, size))
      : sizes.some(([width, height]) => widthPx <= width && heightPx <= height);
  if (stays) return undefined;
  const [width, height] = sizes[0] as Target['sizes'][number];
  const how = widthPx <= width && heightPx <= height ? 'put in the middle of' : 'scaled to fit';
  const why = rule === 'limit' ? `the most for ${name}` : `the size of ${name}`;
  session.note(`${widthPx}x${heightPx} ${how} ${width}x${height}, ${why}; --size says otherwise`);
  if (rule !== 'limit') return { widthPx: width, heightPx: height };
  // One side alone leaves no margin at the other.
  return widthPx * height > heightPx * width ? { widthPx: width } : { heightPx: height };
}

function sizesOf({ sizes }: Target): string {
  return sizes.map(([width, height]) => `${width}x${height}`).join(' or ');
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) if (from[key] !== undefined) picked[key] = from[key];
  return picked;
}

/** Share of neighbours of one colour from which on a picture is a drawing: photographs have noise, drawings have areas. */
const DRAWING = 0.6;

/** A drawing is parted at the level that suits it; dithering would only spoil its edges. A photograph is dithered. */
function oneBitDefaults({ widthPx, rgba }: RgbaPixels): Pick<PictureOptions, 'dither' | 'threshold'> {
  const { length } = rgba;
  let equal = 0;
  for (let at = 4; at < length; at += 4) {
    const isEqual =
      rgba[at] === rgba[at - 4] &&
      rgba[at + 1] === rgba[at - 3] &&
      rgba[at + 2] === rgba[at - 2] &&
      rgba[at + 3] === rgba[at - 1];
    if (isEqual && at % (widthPx * 4) !== 0) equal++;
  }
  const pairs = (length / 4 / widthPx) * (widthPx - 1);
  return equal >= DRAWING * pairs ? { dither: 'none', threshold: 'auto' } : { dither: 'floyd-steinberg' };
}

// ---- Writing ----

/** A picture in the form that an extension names, and the bitmap that went into it. What it cannot hold becomes a warning. */
export function writePicture(
  session: Session,
  picture: Picture,
  extension: PictureExtension,
  options: PictureFileOptions,
): { readonly file: string | Uint8Array; readonly bitmap: Bitmap } {
  const frames = toBitmaps(session, picture, options, TARGET_OF[extension]);
  const bitmap = frames[0] as Bitmap;
  const text = options.text ?? picture.text;
  if (frames.length > 1 && extension !== '.nlm') session.warn(`only the first of ${frames.length} pictures is written`);
  if (extension !== '.npm') {
    if (options.text !== undefined) throw new UsageError('--text goes with .npm');
    if (text !== undefined && text !== '') session.warn('the text is not written: only .npm holds one');
  }
  if (options.packing !== undefined && extension !== '.otb' && extension !== '.hex') {
    throw new UsageError('--packing goes with .otb and .hex');
  }
  const withText = { ...picture, text, frames };
  return { file: encodeFile(withText, extension, options), bitmap };
}

function encodeFile(picture: Picture, extension: PictureExtension, options: PictureFileOptions): string | Uint8Array {
  const { frames, text } = picture;
  const bitmap = frames[0] as Bitmap;
  const packing = options.packing === undefined ? {} : { packing: options.packing };
  switch (extension) {
    case '.png':
      return writeBitmapPng(bitmap);
    case '.otb':
      return encodeOtb(bitmap, packing);
    case '.nol':
      return encodeNol({ ...networkOf(picture, options, 'a .nol'), bitmap });
    case '.ngg':
      return encodeNgg({ bitmap });
    case '.nlm':
      return encodeNlm({ kind: picture.use ?? useOf(bitmap), frames });
    case '.npm':
      return encodeNpm({ bitmap, ...(text !== undefined && { text }) });
    case '.wbmp':
      return encodeWbmp(bitmap);
    case '.bmp':
      return encodeBmp(bitmap);
    case '.hex':
      return `${formatOtaHex(bitmap, packing)}\n`;
    default:
      return `${bitmapToRows(bitmap).join('\n')}\n`;
  }
}

/** What a picture of this size is for: Nokia's own sizes, and a start-up logo for the others. */
function useOf({ widthPx, heightPx }: Bitmap): NlmKind {
  if (heightPx <= 21 && widthPx <= 78) return 'operatorLogo';
  return widthPx === 72 && heightPx === 28 ? 'picture' : 'startupLogo';
}

/** The network that the options name, else that of the file. */
export function networkOf(picture: Picture, { mcc, mnc }: PictureFileOptions, what: string): Network {
  if ((mcc === undefined) !== (mnc === undefined)) throw new UsageError('--mcc and --mnc go together');
  if (mcc !== undefined && mnc !== undefined) return { mcc, mnc };
  if (picture.network === undefined) throw new UsageError(`${what} names a network: --mcc and --mnc are needed`);
  return picture.network;
}
