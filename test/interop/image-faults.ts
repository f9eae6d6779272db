/**
 * Where ImageMagick and sharp read picture files in another way than we do, rule by rule (see ledger.ts).
 * @module
 */
import type { Fields } from './expected.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';

const MAGICK = 'ImageMagick 6.9.11-60';
const SHARP = 'sharp 0.35.5 (libvips 8.18.7)';

/** A file of fixtures/images. */
export interface FileCase {
  /** Its path there. */
  readonly file: string;
  readonly octets: Uint8Array;
}

/** What a program shows of a file of which we read nothing. */
const READ: Fields = Object.fromEntries(
  ['format', 'size', 'delaysMs', 'pixels', 'colours', 'plays'].map((name) => [name, UNPREDICTABLE]),
);

const refusing = (_: FileCase, expected: Fields): Fields => ({
  ...Object.fromEntries(Object.keys(expected).map((name) => [name, undefined])),
  refused: true,
});

const has16Bits = ({ file, octets }: FileCase) => file.endsWith('.png') && octets[24] === 16;

const rounded: KnownFault<FileCase> = {
  id: 'magick-rounds-16-bits',
  oracle: MAGICK,
  fault: 'no fault: rounds samples of 16 bits to the nearest of 8, where we and sharp take the upper octet',
  applies: has16Bits,
  shows: (_, __, { pixels }) => ({ pixels: pixels === 'apart by up to 1' ? pixels : 'equal' }),
};

const inks: KnownFault<FileCase> = {
  id: 'magick-inks',
  oracle: MAGICK,
  fault: 'no fault: rounds the product of an ink and black in another way',
  applies: ({ file }) => /cmyk|ycck/.test(file),
  shows: () => ({ pixels: 'apart by up to 1' }),
};

/** No fault of an oracle, but a choice of ours, kept in this list so that it is counted. */
const plainInks: KnownFault<FileCase> = {
  id: 'handset-plain-inks',
  oracle: 'handset',
  fault: "takes 0 for no ink where Adobe's marker is missing, as libjpeg does; others turn the inks round in any file",
  applies: ({ file }) => file === 'jpeg/cmyk-plain.jpg',
  shows: () => ({ pixels: UNPREDICTABLE, colours: 'far' }),
};

/** No fault of an oracle, but a choice of ours, kept in this list so that it is counted. */
const arithmetic: KnownFault<FileCase> = {
  id: 'handset-arithmetic',
  oracle: 'handset',
  fault: 'refuses a JPEG that is coded arithmetically',
  applies: ({ file }) => file === 'jpeg/arithmetic.jpg',
  shows: () => ({ ...READ, refused: undefined }),
};

const linesBehind: KnownFault<FileCase> = {
  id: 'libjpeg-lines-behind',
  oracle: `${MAGICK}, ${SHARP}`,
  fault: 'refuses a JPEG whose lines are counted behind the first scan (DNL)',
  applies: ({ file }) => file === 'jpeg/lines-behind.jpg',
  shows: refusing,
};

const endsEarly: KnownFault<FileCase> = {
  id: 'magick-cut-jpeg',
  oracle: MAGICK,
  fault: 'reads a JPEG that ends in its first scan, with a warning',
  applies: ({ file }) => file === 'truncated.jpg',
  shows: () => ({ ...READ, refused: undefined }),
};

/** For ImageMagick. */
export const MAGICK_READ_FAULTS: readonly KnownFault<FileCase>[] = [
  rounded,
  inks,
  plainInks,
  arithmetic,
  linesBehind,
  endsEarly,
];

const noWbmp: KnownFault<FileCase> = {
  id: 'sharp-no-wbmp',
  oracle: SHARP,
  fault: 'no fault: reads no WBMP',
  applies: ({ file }) => file.endsWith('.wbmp'),
  shows: refusing,
};

const inkProfile: KnownFault<FileCase> = {
  id: 'sharp-ink-profile',
  oracle: SHARP,
  fault: 'no fault: makes inks lights by the colour profile of a press',
  applies: ({ file }) => /cmyk|ycck/.test(file),
  shows: () => ({ pixels: UNPREDICTABLE }),
};

const enlarged: KnownFault<FileCase> = {
  id: 'sharp-frame-outside',
  oracle: SHARP,
  fault: 'makes the screen of a GIF larger for a first frame that reaches out of it',
  applies: ({ file }) => file === 'frame-outside.gif',
  shows: () => ({ size: '46x46', pixels: 'of different sizes', colours: UNPREDICTABLE }),
};

const keptInside: KnownFault<FileCase> = {
  id: 'sharp-frame-beside',
  oracle: SHARP,
  fault: 'shows something of a frame that lies wholly beside the screen of a GIF',
  applies: ({ file }) => file === 'gif/outside.gif',
  shows: () => ({ pixels: 'apart by up to 255, equal' }),
};

const cutGif: KnownFault<FileCase> = {
  id: 'sharp-cut-gif',
  oracle: SHARP,
  fault: 'reads the whole frames of a GIF that is cut off, and says nothing of the rest',
  applies: ({ file }) => file === 'truncated.gif',
  shows: () => ({ ...READ, refused: undefined }),
};

/** For sharp. */
export const SHARP_READ_FAULTS: readonly KnownFault<FileCase>[] = [
  noWbmp,
  inkProfile,
  plainInks,
  arithmetic,
  linesBehind,
  enlarged,
  keptInside,
  cutGif,
];
