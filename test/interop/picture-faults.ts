/**
 * Where the oracles are wrong about bitmaps, rule by rule (see ledger.ts).
 * @module
 */
import type { Bitmap } from '../../src/bitmap/index.js';
import type { NokiaFormat } from './drivers/images.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';
import { crop, paint, pictureFields, pixelsOf } from './pictures.js';

const NETPBM = 'netpbm 11.1.0';
const GAMMU = 'gammu 1.42.0';
const GNOKII = 'gnokii 0.6.30';

/** A picture for one of the formats of `pbmtonokia`. */
export interface NokiaCase {
  readonly format: NokiaFormat;
  readonly bitmap: Bitmap;
  readonly network: { readonly mcc: string; readonly mnc: string };
  readonly text?: string;
}

/** Octets of rows that follow each other bit by bit, and of rows that begin at an octet. */
const continuousOctets = ({ widthPx, heightPx }: Bitmap) => Math.ceil((widthPx * heightPx) / 8);
const paddedOctets = ({ rows }: Bitmap) => rows.length;

/** Padded rows taken for one stream of bits. */
function asContinuous({ widthPx, heightPx, rows }: Bitmap): Bitmap {
  const bit = (at: number) => (rows[Math.floor(at / 8)]! & (0x80 >> (at % 8))) !== 0;
  return paint(widthPx, heightPx, (x, y) => bit(y * widthPx + x));
}

/** No fault of an oracle, but a choice of ours, kept in this list so that it is counted. */
const packing: KnownFault<NokiaCase> = {
  id: 'handset-packing',
  oracle: 'handset',
  fault: 'takes padded rows for continuous ones where both have the same length: nothing in the message tells them apart',
  applies: ({ format, bitmap }) =>
    format.startsWith('HEX') && bitmap.widthPx % 8 !== 0 && continuousOctets(bitmap) === paddedOctets(bitmap),
  shows: ({ bitmap }) => ({ rows: pictureFields(asContinuous(bitmap)).rows }),
};

const netpbmVersion: KnownFault<NokiaCase> = {
  id: 'netpbm-no-version',
  oracle: NETPBM,
  fault: 'leaves out the version octet 30 of a picture message',
  applies: ({ format }) => format === 'HEX_NPM',
  shows: (_, { octets }) => ({ octets: String(octets).replace(/^(060504158A0000)30/, '$1'), issues: ['multipart/version'] }),
};

const netpbmNetwork: KnownFault<NokiaCase> = {
  id: 'netpbm-network',
  oracle: NETPBM,
  fault: 'writes the network 260 01 into every NOL file',
  applies: ({ format }) => format === 'NOL',
  shows: (_, { octets }) => ({ mcc: '260', mnc: '01', octets: String(octets).replace(/^(.{12}).{8}/, '$104010100') }),
};

const netpbmLength: KnownFault<NokiaCase> = {
  id: 'netpbm-picture-length',
  oracle: NETPBM,
  fault: 'gives a picture message the length of a picture whose rows have no filler, rounded down, though they have one',
  applies: ({ format, bitmap }) => format === 'HEX_NPM' && bitmap.widthPx % 8 !== 0,
  shows: ({ bitmap: { widthPx, heightPx, rows } }, { octets }) => {
    const length = (value: number) => (value + 4).toString(16).toUpperCase().padStart(4, '0');
    const head = (value: number) =>
      `02${length(value)}00${[widthPx, heightPx].map((side) => length(side - 4).slice(2)).join('')}01`;
    return {
      octets: String(octets).replace(head(rows.length), head(Math.floor((widthPx * heightPx) / 8))),
      ...Object.fromEntries(['size', 'rows', 'text', 'issues', 'refused'].map((field) => [field, UNPREDICTABLE])),
    };
  },
};

const netpbmTail: KnownFault<NokiaCase> = {
  id: 'netpbm-tail',
  oracle: NETPBM,
  fault: 'writes one to eight more pixels behind the last one of a NOL or NGG file',
  applies: ({ format }) => format === 'NOL' || format === 'NGG',
  shows: ({ bitmap: { widthPx, heightPx } }, { octets }) => ({ octets: octets + '30'.repeat(8 - ((widthPx * heightPx) % 8)) }),
};

/** For what `pbmtonokia` writes. */
export const NETPBM_NOKIA_FAULTS: readonly KnownFault<NokiaCase>[] = [
  packing,
  netpbmVersion,
  netpbmNetwork,
  netpbmLength,
  netpbmTail,
];

// ---- gammu, files ----

/** A logo, or an animation of them, and what it is for. */
export interface LogoCase {
  readonly kind: 'operator' | 'caller' | 'picture' | 'startup';
  readonly frames: readonly Bitmap[];
}

/** The largest size that gammu keeps of each kind. */
export const GAMMU_SIZES = { operator: [101, 21], caller: [72, 14], picture: [72, 28], startup: [96, 65] } as const;

/** Pixels that are set one after another at `y * width + x` of a bitmap that is smaller than the picture. */
function wrapped(bitmap: Bitmap, widthPx: number, heightPx: number): Bitmap {
  const isBlack = pixelsOf(bitmap);
  const set = new Set<number>();
  for (let y = 0; y < bitmap.heightPx; y++) {
    for (let x = 0; x < bitmap.widthPx; x++) if (isBlack(x, y)) set.add(y * widthPx + x);
  }
  return paint(widthPx, heightPx, (x, y) => set.has(y * widthPx + x));
}

const limited = ({ widthPx, heightPx }: Bitmap, [width, height]: readonly [number, number]) =>
  [Math.min(widthPx, width), Math.min(heightPx, height)] as const;

const isOver = ({ widthPx, heightPx }: Bitmap, [width, height]: readonly [number, number]) =>
  widthPx > width || heightPx > height;

const gammuLogoSize: KnownFault<LogoCase> = {
  id: 'gammu-logo-size',
  oracle: GAMMU,
  fault:
    'takes any NOL or NGG file for a caller logo: what is over 72 columns goes into the next rows, what is over 14 rows is lost',
  applies: ({ frames }) => isOver(frames[0]!, GAMMU_SIZES.caller),
  shows: ({ frames: [bitmap] }) => ({
    ...pictureFields(wrapped(bitmap!, ...limited(bitmap!, GAMMU_SIZES.caller))),
    octets: UNPREDICTABLE,
  }),
};

/** For NOL and NGG files of ours that gammu reads. */
export const GAMMU_LOGO_FILE_FAULTS: readonly KnownFault<LogoCase>[] = [gammuLogoSize];

const gammuKindSize: KnownFault<LogoCase> = {
  id: 'gammu-kind-size',
  oracle: GAMMU,
  fault: 'crops the pictures of an NLM file to the largest size it knows of their kind',
  applies: ({ kind, frames }) => isOver(frames[0]!, GAMMU_SIZES[kind]),
  shows: ({ kind, frames: [bitmap] }) => ({
    ...pictureFields(crop(bitmap!, 0, 0, ...limited(bitmap!, GAMMU_SIZES[kind]))),
    octets: UNPREDICTABLE,
  }),
};

/** For NLM files of ours that gammu reads. */
export const GAMMU_NLM_FAULTS: readonly KnownFault<LogoCase>[] = [gammuKindSize];

const gammuInverted: KnownFault<Bitmap> = {
  id: 'gammu-wbmp-inverted',
  oracle: GAMMU,
  fault: 'writes WBMP with 1 for black',
  applies: () => true,
  shows: ({ widthPx, heightPx, rows }) => {
    const isBlack = pixelsOf({ widthPx, heightPx, rows });
    return { wbmp: pictureFields(paint(widthPx, heightPx, (x, y) => !isBlack(x, y))) };
  },
};

/** For files that gammu writes. */
export const GAMMU_WRITE_FAULTS: readonly KnownFault<Bitmap>[] = [gammuInverted];

const gammuShort: KnownFault<Bitmap> = {
  id: 'gammu-short-file',
  oracle: GAMMU,
  fault: 'refuses a file of fewer than 9 octets',
  applies: ({ rows }) => rows.length < 5,
  shows: () => ({ size: undefined, rows: undefined, refused: UNPREDICTABLE }),
};

const gammuStream: KnownFault<Bitmap> = {
  id: 'gammu-wbmp-stream',
  oracle: GAMMU,
  fault: 'reads the rows of a WBMP as one stream of bits, without the filler at their ends',
  applies: ({ widthPx, heightPx, rows }) => widthPx % 8 !== 0 && heightPx > 1 && rows.length >= 5,
  // The filler is 0, which is black in a WBMP.
  shows: (bitmap) => {
    const isBlack = pixelsOf(bitmap);
    const filled = paint(Math.ceil(bitmap.widthPx / 8) * 8, bitmap.heightPx, (x, y) => x >= bitmap.widthPx || isBlack(x, y));
    return pictureFields(asContinuous({ ...bitmap, rows: filled.rows }));
  },
};

/** For WBMP files of ours that gammu reads. */
export const GAMMU_WBMP_FAULTS: readonly KnownFault<Bitmap>[] = [gammuStream, gammuShort];

// ---- gammu and gnokii, messages ----

/** A picture of Smart Messaging: in the network's place, for a group of callers, or with a text. */
export interface PictureCase {
  readonly kind: 'operator' | 'large operator' | 'caller' | 'picture' | 'screen saver';
  readonly bitmap: Bitmap;
  readonly network: { readonly mcc: string; readonly mnc: string };
  readonly text: string;
  /** The text in UCS-2, whatever it holds. */
  readonly unicode: boolean;
}

const hasText = ({ kind }: PictureCase) => kind === 'picture' || kind === 'screen saver';
const isAscii = (text: string) => /^[ -~]*$/.test(text);
const isLatin = (text: string) => /^[\0-\xff]*$/.test(text);

/** Octets of a picture message in front of its text: the version, the item's head, the picture's head and 72x28. */
const BEFORE_TEXT = 1 + 3 + 4 + 252;

const gammuTextWritten: KnownFault<PictureCase> = {
  id: 'gammu-text-in-utf-8',
  oracle: GAMMU,
  fault: 'writes UTF-8 where the text is ISO 8859-1, and as many octets of it as the text has characters',
  applies: (input) => hasText(input) && !input.unicode && !isAscii(input.text),
  shows: ({ text }, { data, content }) => {
    const octets = Buffer.from(text).subarray(0, text.length);
    const head = Buffer.from([0, octets.length >> 8, octets.length & 255]);
    const all = (data as string).slice(0, 2 * BEFORE_TEXT) + Buffer.concat([head, octets]).toString('hex').toUpperCase();
    const rest = all.length / 2 - 256;
    return {
      data: all,
      sizes: [128, 128, ...(rest > 128 ? [128, rest - 128] : [rest])],
      content: { ...(content as object), text: octets.toString('latin1') },
    };
  },
};

/** For messages that gammu makes. */
export const GAMMU_PICTURE_FAULTS: readonly KnownFault<PictureCase>[] = [gammuTextWritten];

const gammuTextRead: KnownFault<PictureCase> = {
  id: 'gammu-text-cut',
  oracle: GAMMU,
  fault: 'takes ISO 8859-1 for UTF-8, and ends a text at its first letter that is not ASCII',
  applies: (input) =>
    hasText(input) && isLatin(input.text) && !isAscii(input.text) && !(input.kind === 'screen saver' && input.unicode),
  shows: ({ text }) => ({ text: /^[ -~]*/.exec(text)![0] }),
};

const gammuLongLogo: KnownFault<PictureCase> = {
  id: 'gammu-long-logo',
  oracle: GAMMU,
  fault: 'reads no operator logo of more than one message, though it writes them',
  applies: ({ kind }) => kind === 'large operator',
  shows: (_, expected) => ({ ...Object.fromEntries(Object.keys(expected).map((name) => [name, undefined])), unread: true }),
};

/** For messages of ours that gammu reads. */
export const GAMMU_PICTURE_READ_FAULTS: readonly KnownFault<PictureCase>[] = [gammuTextRead, gammuLongLogo];

const gnokiiNetwork: KnownFault<PictureCase> = {
  id: 'gnokii-short-mcc',
  oracle: GNOKII,
  fault: 'loses the leading zeros of the country code in a NOL file, so that the digits of the network move up',
  applies: ({ kind, network: { mcc } }) => kind === 'operator' && mcc.startsWith('0'),
  shows: () => ({ data: UNPREDICTABLE, content: UNPREDICTABLE }),
};

/** For messages that gnokii makes of NOL files and NGG files of ours. */
export const GNOKII_LOGO_FAULTS: readonly KnownFault<PictureCase>[] = [gnokiiNetwork];
