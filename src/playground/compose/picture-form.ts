/**
 * The forms for pictures: picture message, operator logo, group graphic. A file or a sample becomes a bitmap of the size that a handset
 * takes, which can be drawn on. No DOM here.
 * @module
 */
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  type Dither,
  encodeNetworkCode,
  type Fit,
  type Rectangle,
} from '../../bitmap/index.js';
import { matching, oneOf, where } from '../../bytes/json-fields.js';
import { KINDS } from '../../content/kinds.js';
import type { Content } from '../../message/index.js';
import { field, type Options, optional, type Row, select } from '../ui/fields.js';
import { orFault } from './form.js';
import type { FormShape } from './form-state.js';
import type { KeptFiles } from './kept-files.js';
import { PICTURE_ENDINGS, type PictureFile, pictureFiles } from './picture-file.js';
import { MAX_SIDE, type PictureSource, parseCrop, parseSize, renderPicture } from './picture-render.js';
import { PICTURE_SAMPLES } from './picture-samples.js';
import type { PictureUse } from './picture-sizes.js';

/** What a form for pictures holds. */
export interface PictureState {
  /** Id of the sample that is shown; empty for a file. */
  readonly sample: string;
  /** Id of the file that is shown. */
  readonly file: string;
  /** `72x28`, or {@link OTHER_SIZE}. */
  readonly size: string;
  readonly otherSize: string;
  /** Whether somebody chose the size; else it is the one that suits the handset. */
  readonly isOwnSize: boolean;
  readonly dither: DitherChoice;
  readonly fit: Fit;
  readonly thresholdBy: 'default' | 'auto' | 'own';
  readonly threshold: string;
  readonly invert: boolean;
  readonly crop: string;
  /** The bitmap in rows of `#` and `.` once something was drawn on it; empty while it is as it was made. */
  readonly pixels: readonly string[];
  /** Below a picture message. */
  readonly text: string;
  /** Network of an operator logo. */
  readonly mcc: string;
  readonly mnc: string;
}

/** A picture that somebody chose, as it was read. */
export interface KeptPicture {
  readonly name: string;
  readonly octets: Uint8Array;
  readonly source: PictureSource;
  /** `photo.jpg, image/jpeg`. */
  readonly words: string;
}

/** A kind of picture: what its form asks for besides. */
export interface PictureForm {
  readonly id: string;
  readonly use: PictureUse;
  /** The sample that it begins with. */
  readonly sample: string;
  readonly text?: string;
  readonly rows: readonly Row<PictureState>[];
  /** What goes with the bitmap. @throws EncodeError as `encodeNetworkCode` */
  readonly with: (state: PictureState) => {
    readonly text?: string;
    readonly network?: { readonly mcc: string; readonly mnc: string };
  };
}

const CODE = { size: 4, maxlength: 3, inputmode: 'numeric' } as const;

export const PICTURE_FORMS: readonly PictureForm[] = [
  {
    id: 'picture',
    use: 'pictureMessage',
    sample: 'hills',
    text: 'Greetings from the hills!',
    rows: [
      field('text', 'Text below', {
        control: 'textarea',
        attributes: { maxlength: 1000 },
        hint: 'Handsets show about 120 characters.',
      }),
    ],
    with: (state) => ({ text: state.text }),
  },
  {
    id: 'logo',
    use: 'operatorLogo',
    sample: 'name',
    rows: [
      {
        row: [
          field('mcc', 'Country (MCC)', { attributes: CODE, hint: 'three digits: 234 is the United Kingdom' }),
          field('mnc', 'Network (MNC)', { attributes: CODE, hint: 'two digits: the logo shows in this network alone' }),
        ],
      },
    ],
    with(state) {
      const network = { mcc: state.mcc.trim(), mnc: state.mnc.trim() };
      encodeNetworkCode(network);
      return { network };
    },
  },
  { id: 'group', use: 'groupGraphic', sample: 'heart', rows: [], with: () => ({}) },
];

/** The choice of a size that is typed. */
export const OTHER_SIZE = 'other';

/** A way of dithering, or the one that suits the picture. */
export type DitherChoice = Dither | 'auto';

/** The ways of dithering in words. */
export const DITHERS: Readonly<Record<DitherChoice, string>> = {
  auto: 'automatic',
  none: 'none: logos, letters',
  'floyd-steinberg': 'Floyd-Steinberg: photographs',
  atkinson: 'Atkinson: more contrast',
  ordered: 'ordered: patterns',
};

const FITS: Readonly<Record<Fit, string>> = {
  contain: 'whole picture, white margins',
  cover: 'fill, cut what hangs over',
  stretch: 'stretch',
};

const THRESHOLDS: Readonly<Record<PictureState['thresholdBy'], string>> = {
  default: 'as usual',
  auto: 'found from the picture',
  own: 'set here',
};

/** Samples as a choice; `none` stands for what is none of them. */
export function sampleOptions(none: string): Options {
  return optional(none, Object.fromEntries(PICTURE_SAMPLES.map(({ id, words }) => [id, words])));
}

/** The fields of a form. */
export function pictureRows({ id, rows }: PictureForm): readonly Row<PictureState>[] {
  return [
    {
      row: [
        field('file', 'Picture', {
          control: 'file',
          attributes: { accept: `image/*,${PICTURE_ENDINGS}` },
          hint: 'PNG, JPEG, GIF, BMP, WebP; OTB, NOL, NGG, NPM, NLM, WBMP; hex, or rows of # and . — or drop it here',
        }),
        select('sample', 'or a sample', sampleOptions('a file')),
      ],
      within: 'drop',
    },
    ...['missing', 'tools', 'glass', 'about', 'actions', 'fault'].map((slot) => ({ slot })),
    {
      row: [
        select('size', 'Size', []),
        {
          ...field('otherSize', 'Width x height', { attributes: { id: `${id}-other-size`, size: 9 } }),
          shownWhen: ({ size }) => size === OTHER_SIZE,
        },
        select('fit', 'Fit', Object.entries(FITS)),
      ],
    },
    { row: [{ slot: 'reason' }, { slot: 'handset' }] },
    { slot: 'dithers' },
    {
      summary: 'Threshold, inverting, a part of the picture',
      rows: [
        {
          row: [
            select('thresholdBy', 'Black from white', Object.entries(THRESHOLDS), { attributes: { id: `${id}-threshold-by` } }),
            {
              ...field('threshold', 'Level', { control: 'range', attributes: { min: 0, max: 255, step: 1 } }),
              enabledWhen: ({ thresholdBy }) => thresholdBy === 'own',
            },
            field('invert', 'Invert', { control: 'checkbox' }),
            field('crop', 'Part', {
              attributes: { size: 16, placeholder: 'all of it' },
              hint: 'width x height + left + top, such as 72x28+10+0',
              faults: /^crop/,
            }),
          ],
        },
        { row: [{ slot: 'frame' }, { slot: 'result' }], as: 'picture-compare' },
      ],
    },
    ...rows,
  ];
}

/** What a form begins with. */
export function initialPicture({ use, sample, text = '' }: PictureForm): PictureState {
  const size = KINDS[use].sizes?.[0]?.join('x') ?? OTHER_SIZE;
  return {
    ...{ sample, file: '', size, otherSize: size, isOwnSize: false, pixels: [] },
    ...{ dither: 'auto', fit: 'contain', thresholdBy: 'default', threshold: '128', invert: false, crop: '' },
    ...{ text, mcc: '234', mnc: '10' },
  };
}

/** What the state of a form may be. */
export function pictureShape(form: PictureForm): FormShape {
  return {
    rows: pictureRows(form),
    initial: () => initialPicture(form),
    readers: {
      dither: oneOf(Object.keys(DITHERS)),
      size: (value, path) =>
        value === OTHER_SIZE ? value : matching(/^\d{1,3}x\d{1,3}$/, 'a size such as 72x28')(value, path),
      pixels: where(isDrawn, `rows of # and . of the same length, at most ${MAX_SIDE} each way`),
    },
    files: ['file'],
  };
}

function isDrawn(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_SIDE) return false;
  const [first] = value;
  const isRow = (row: unknown) => typeof row === 'string' && /^[#.]{1,255}$/.test(row) && row.length === first.length;
  return value.every(isRow);
}

/** The picture that a form shows, and what it is in words; undefined for a file that is not there any more. */
export function sourceOf(state: PictureState, kept: KeptFiles<KeptPicture>): Pick<KeptPicture, 'source' | 'words'> | undefined {
  const sample = PICTURE_SAMPLES.find(({ id }) => id === state.sample);
  if (sample === undefined) return kept.get(state.file);
  const { widthPx, heightPx } = wantedSize(state);
  return { source: { kind: 'pixels', pixels: sample.draw(widthPx, heightPx) }, words: 'sample' };
}

/** The size that is wanted, as it is typed. */
export function typedSize({ size, otherSize }: PictureState): string {
  return size === OTHER_SIZE ? otherSize : size;
}

function wantedSize(state: PictureState) {
  return parseSize(typedSize(state));
}

/**
 * The bitmap of a form's picture, as it was made or with what was drawn on it since.
 * @throws EncodeError `bad-value` with the field `size` or `crop`; LimitError
 */
export function bitmapOf(state: PictureState, kept: KeptFiles<KeptPicture>): Bitmap | undefined {
  if (state.pixels.length > 0) return bitmapFromRows(state.pixels);
  const { source } = sourceOf(state, kept) ?? {};
  return source && makeBitmapOf(state, source, parseCrop(state.crop));
}

/** The bitmap of a source by what a form holds. @throws EncodeError as {@link bitmapOf} */
export function makeBitmapOf(state: PictureState, source: PictureSource, crop: Rectangle | undefined): Bitmap {
  const { dither, fit, thresholdBy, threshold, invert, sample } = state;
  return renderPicture(source, {
    ...wantedSize(state),
    ...{ fit, dither, invert, crop },
    threshold: { default: undefined, auto: 'auto' as const, own: Number(threshold) }[thresholdBy],
    enlarge: fit !== 'contain' || sample !== '',
  });
}

/** How many pixels of a form's bitmap are not as it was made. @throws EncodeError as {@link bitmapOf} */
export function countDrawn(state: PictureState, kept: KeptFiles<KeptPicture>): number {
  if (state.pixels.length === 0) return 0;
  const made = bitmapOf({ ...state, pixels: [] }, kept);
  // Of a file that is not here nobody knows.
  if (made === undefined) return 0;
  const before = bitmapToRows(made).join('');
  return [...state.pixels.join('')].filter((pixel, i) => pixel !== before[i]).length;
}

/** What comes of a bitmap and what else the form holds. */
export const composeBitmap = orFault((form: PictureForm, state: PictureState, bitmap: Bitmap | undefined) => {
  if (bitmap === undefined) return undefined;
  const more = form.with(state);
  const content = { kind: form.use, bitmap, ...(more.text !== undefined && { text: more.text }), ...more.network };
  return {
    content: content as Content,
    build: { anySize: true },
    files: pictureFiles(bitmap, { name: form.id, ...more }),
  };
});

/** What comes of a form. */
export const composePicture = orFault((form: PictureForm, state: PictureState, kept: KeptFiles<KeptPicture>) => {
  const made = composeBitmap(form, state, bitmapOf(state, kept));
  if (made instanceof Error) throw made;
  return made;
});

/** What a form takes from a file of a bitmap: a text, a network, and the size where it is offered. */
export function takenFrom(file: PictureFile, form: PictureForm, sizes: readonly string[]): Partial<PictureState> {
  if (file.kind !== 'bitmap') return {};
  const { text, network, bitmap } = file;
  const size = `${bitmap.widthPx}x${bitmap.heightPx}`;
  return {
    ...(text !== undefined && form.text !== undefined && { text }),
    ...network,
    ...(sizes.includes(size) && { size, isOwnSize: true }),
  };
}
