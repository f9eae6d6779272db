/**
 * Files of pictures of one bit a pixel: how each is read and written, by extension. Apart from the rows, so that what only inspects carries no
 * encoder.
 * @module
 */
import {
  type Bitmap,
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
  formatOtaHex,
  type NlmKind,
  type Packing,
  parseOtaHex,
} from '../../bitmap/index.js';
import { decodeUtf8 } from '../../bytes/index.js';
import { DEFAULT_LIMITS, LimitError } from '../../errors.js';
import type { PictureFormat } from './pictures.js';

/** A network by its mobile country and network codes. */
export interface Network {
  readonly mcc: string;
  readonly mnc: string;
}

/** What a file holds. */
export interface PictureContent {
  /** One bitmap, or the pictures of an animation. */
  readonly frames: readonly Bitmap[];
  /** Text of a picture message. */
  readonly text?: string | undefined;
  /** Network of an operator logo. */
  readonly network?: Network | undefined;
  /** What the pictures of an .nlm are for. */
  readonly use?: NlmKind;
}

/** How a file is read. */
export interface LoadPictureOptions {
  readonly lenient?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each decoder has its own kind of issue, all of them with a message
  readonly onIssue?: (issue: any) => void;
}

/** How a file is written. */
export interface WritePictureOptions {
  /** Rows of an OTA bitmap. */
  readonly packing?: Packing;
  /** The network of an operator logo. @throws what it likes where there is none */
  readonly networkOf: () => Network;
}

/** A file of a picture. */
export interface PictureFile {
  /** What the inspector calls it; undefined for forms that only the command line knows. */
  readonly format: PictureFormat | undefined;
  /** @throws FormatError as its decoder */
  readonly load: (octets: Uint8Array, options: LoadPictureOptions) => PictureContent;
  /** Writes the first picture; an .nlm all of them. @throws EncodeError as its encoder */
  readonly write: (picture: PictureContent, options: WritePictureOptions) => string | Uint8Array;
}

/** Extensions of pictures of one bit. `.hex` is an OTA bitmap as gateways take it, `.rows` a drawing of `#` and `.`. */
export type BitmapExtension = '.otb' | '.nol' | '.ngg' | '.nlm' | '.npm' | '.wbmp' | '.bmp' | '.hex' | '.rows';

/** The files of pictures of one bit. */
export const PICTURE_FILES: Readonly<Record<BitmapExtension, PictureFile>> = /* @__PURE__ */ pictureFiles();

function pictureFiles(): typeof PICTURE_FILES {
  const pickPacking = ({ packing }: WritePictureOptions) => (packing === undefined ? {} : { packing });
  return {
    '.otb': {
      format: 'ota-bitmap',
      load: one((...call) => decodeOtb(...call)),
      write: ({ frames: [bitmap] }, options) => encodeOtb(bitmap as Bitmap, pickPacking(options)),
    },
    '.nol': {
      format: 'nol',
      load: (octets, options) => {
        const { bitmap, mcc, mnc } = decodeNol(octets, options);
        return { frames: [bitmap], network: { mcc, mnc } };
      },
      write: ({ frames: [bitmap] }, { networkOf }) => encodeNol({ ...networkOf(), bitmap: bitmap as Bitmap }),
    },
    '.ngg': {
      format: 'ngg',
      load: one((octets, options) => decodeNgg(octets, options).bitmap),
      write: ({ frames: [bitmap] }) => encodeNgg({ bitmap: bitmap as Bitmap }),
    },
    '.nlm': {
      format: 'nlm',
      load: (octets, options) => {
        const { kind, frames } = decodeNlm(octets, options);
        return { frames, use: kind };
      },
      write: ({ frames, use }) => encodeNlm({ kind: use ?? chooseUse(frames[0] as Bitmap), frames }),
    },
    '.npm': {
      format: 'npm',
      load: (octets, options) => {
        const { bitmap, text } = decodeNpm(octets, options);
        return { frames: [bitmap], text };
      },
      write: ({ frames: [bitmap], text }) => encodeNpm({ bitmap: bitmap as Bitmap, ...(text !== undefined && { text }) }),
    },
    '.wbmp': {
      format: 'wbmp',
      load: one((...call) => decodeWbmp(...call)),
      write: ({ frames: [bitmap] }) => encodeWbmp(bitmap as Bitmap),
    },
    '.bmp': {
      format: 'bmp',
      load: one((...call) => decodeBmp(...call)),
      write: ({ frames: [bitmap] }) => encodeBmp(bitmap as Bitmap),
    },
    '.hex': {
      format: undefined,
      load: (octets, options) => loadHex(decodeUtf8(octets), options),
      write: ({ frames: [bitmap] }, options) => `${formatOtaHex(bitmap as Bitmap, pickPacking(options))}\n`,
    },
    '.rows': {
      format: undefined,
      load: one((octets) => bitmapFromRows(splitLines(decodeUtf8(octets).replace(/^\uFEFF/, '')))),
      write: ({ frames: [bitmap] }) => `${bitmapToRows(bitmap as Bitmap).join('\n')}\n`,
    },
  };
}

/** By way of a function, so that CommonJS loads the decoder when a file is read. */
function one(decode: (octets: Uint8Array, options: LoadPictureOptions) => Bitmap): PictureFile['load'] {
  return (octets, options) => ({ frames: [decode(octets, options)] });
}

function loadHex(text: string, options: LoadPictureOptions): PictureContent {
  const found = parseOtaHex(text.replace(/\s+/g, ''), options);
  const frames = [found.bitmap];
  switch (found.form) {
    case 'operatorLogo':
      return { frames, network: { mcc: found.mcc, mnc: found.mnc } };
    case 'pictureMessage':
      return { frames, text: found.text };
    default:
      return { frames };
  }
}

/**
 * Lines of a drawing; blanks that an editor took from their ends are white pixels again.
 * @throws LimitError past `bitmapPixels`, before a short file becomes a large picture.
 */
function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const { bitmapPixels } = DEFAULT_LIMITS;
  if (width * lines.length > bitmapPixels) {
    throw new LimitError('limit-exceeded', 'rows', undefined, `${width}x${lines.length} pixels, at most ${bitmapPixels}`);
  }
  return lines.map((line) => line.padEnd(width, '.'));
}

/** What a picture of this size is for: Nokia's own sizes, and a start-up logo for the others. */
function chooseUse({ widthPx, heightPx }: Bitmap): NlmKind {
  if (heightPx <= 21 && widthPx <= 78) return 'operatorLogo';
  return widthPx === 72 && heightPx === 28 ? 'picture' : 'startupLogo';
}
