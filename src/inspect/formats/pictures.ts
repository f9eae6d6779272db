/**
 * Pictures: bitmaps of one bit a pixel, known by a mark or by pixels that fill them exactly, and the files of other systems.
 * @module
 */
import { readAlcatelPicture } from '../../bitmap/alcatel.js';
import { BMP_HEADERS } from '../../bitmap/bmp-header.js';
import { readGroupGraphic } from '../../bitmap/group-graphic.js';
import { type Bitmap, decodeOtaBitmap, type MultipartItem } from '../../bitmap/index.js';
import { ITEM_TYPE, readMultipartMessage } from '../../bitmap/multipart.js';
import { readNgg, readNlm, readNol, readNpm } from '../../bitmap/nokia-files.js';
import { logoHeaderOctets, type OperatorLogo, readOperatorLogo } from '../../bitmap/operator-logo.js';
import { readOtaBitmap } from '../../bitmap/ota.js';
import { readWbmp } from '../../bitmap/wbmp.js';
import type { FileSummary } from '../../bytes/file-fields.js';
import type { ByteReader, Field } from '../../bytes/index.js';
import type { DecodeOptions } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { readGif } from '../../media/gif.js';
import { readJpeg } from '../../media/jpeg.js';
import { readPng } from '../../media/png.js';
import { type FileKind, findFileKind } from '../../media/signatures.js';
import { readWav } from '../../media/wav.js';
import { pictureSize } from '../../mms/picture-size.js';
import { readBmpFile } from '../images-bmp.js';
import { NAMES, type Names } from './names.js';
import {
  ascii,
  type Decoding,
  type Mark,
  marked,
  type OctetRow,
  octetPayload,
  octetRow,
  type Reads,
  type Source,
} from './octets.js';
import type { Evidence, Input, Payload, Row } from './row.js';
import { TUNES } from './tunes.js';

/** Names of the formats here. */
export type PictureFormat =
  | 'nol'
  | 'ngg'
  | 'nlm'
  | 'npm'
  | 'bmp'
  | FileKind
  | 'ota-bitmap'
  | 'wbmp'
  | 'operator-logo'
  | 'picture-message';

/** A group graphic is an OTA bitmap: only its port gives it that name. */
export const GROUP_GRAPHIC: Payload = /* @__PURE__ */ octetPayload({
  root: 'group graphic',
  read: (reader, options) => readGroupGraphic(reader, options),
});

/** The picture after an Alcatel element of a header. */
export const ALCATEL_PICTURE: Payload = /* @__PURE__ */ octetPayload({
  root: 'Alcatel picture',
  read: (reader, options) => readAlcatelPicture(reader, options),
});

/** The rows of pictures, and of the sounds that are known in the same way. What has no mark comes last. */
export const PICTURES: Readonly<Record<PictureFormat, Row & Payload>> = /* @__PURE__ */ pictureRows();

function pictureRows() {
  return {
    nol: markedRow('Nokia operator logo file', 'NOL', NAMES.nol, ascii('NOL', 0), (...call) => readNol(...call)),
    ngg: markedRow('Nokia group graphic file', 'NGG', NAMES.ngg, ascii('NGG', 0), (...call) => readNgg(...call)),
    nlm: markedRow('Nokia logo manager file', 'NLM', NAMES.nlm, ascii('NLM ', 1), (...call) => readNlm(...call)),
    npm: markedRow('Nokia picture message file', 'NPM', NAMES.npm, ascii('NPM', 0), (...call) => readNpm(...call)),
    bmp: octetRow(
      {
        label: 'BMP picture',
        ...NAMES.bmp,
        sniff: sniffBmp,
      },
      { root: 'BMP', read: readBmpFile, describe: ({ words }) => words },
    ),
    png: fileRow('png', 'PNG', 'PNG picture', NAMES.png, readPng),
    jpeg: fileRow('jpeg', 'JPEG', 'JPEG picture', NAMES.jpeg, readJpeg),
    gif: fileRow('gif', 'GIF', 'GIF picture', NAMES.gif, readGif),
    wav: fileRow('wav', 'WAVE', 'WAVE sound', NAMES.wav, readWav),
    'ota-bitmap': octetRow(
      { label: 'OTA bitmap', ...NAMES['ota-bitmap'], sniff: sniffOta },
      { root: 'OTA bitmap', read: (reader, options) => readOtaBitmap(reader, options) },
    ),
    wbmp: octetRow<Bitmap>(
      {
        label: 'WBMP picture',
        ...NAMES.wbmp,
        sniff: (input, reads) => (input.octets[0] === 0x00 && input.octets[1] === 0x00 ? exactly(input, reads) : undefined),
      },
      { root: 'WBMP', read: (reader, options) => readWbmp(reader, options) },
    ),
    'operator-logo': octetRow<OperatorLogo>(
      {
        label: 'operator logo',
        kind: 'picture',
        sniff: (input, { strict }) => {
          const logo = logoHeaderOctets(input.octets, 0) === undefined ? undefined : strict(input);
          return logo && fills(logo.bitmap, `network ${logo.mcc} ${logo.mnc}, `);
        },
      },
      { root: 'operator logo', read: (reader, options) => readOperatorLogo(reader, options) },
    ),
    'picture-message': octetRow<MultipartItem[]>(
      {
        label: 'picture message',
        kind: 'picture',
        sniff: (input, { strict }) => {
          const { octets } = input;
          return octets[0] === 0x30 ? evidenceOfItems(octets, holdsItems(octets) ? strict(input) : undefined) : undefined;
        },
      },
      {
        root: 'picture message',
        read: (reader, options) => readMultipartMessage(reader, options),
        complete: (tree, _, source) => withRingtones(tree, source),
      },
    ),
  } as const;
}

/** A file that begins with its name. */
function markedRow(label: string, root: string, names: Names, mark: Mark, read: Decoding<unknown>['read']): Row & Payload {
  return octetRow({ label, ...names, sniff: marked(`${root} file`, [mark]) }, { root, read });
}

const [LETTER_B, LETTER_M] = [0x42, 0x4d];

function sniffBmp(input: Input, reads: Reads<unknown>): Evidence | undefined {
  const [first, second] = input.octets;
  return first === LETTER_B && second === LETTER_M ? marked('BMP file', bmpMarks())(input, reads) : undefined;
}

/** Two letters are little: the four reserved octets of a BMP are 0, and its header has a length that was in use. */
function bmpMarks(): Mark[] {
  const any = [undefined, undefined, undefined, undefined];
  return [...BMP_HEADERS].map((length) => [...ascii('BM'), ...any, 0, 0, 0, 0, ...any, length, 0, 0, 0]);
}

/** A file with a mark, which is what it begins as even where it is damaged. */
function fileRow(
  format: FileKind,
  root: string,
  label: string,
  names: Names,
  read: (reader: ByteReader, options: DecodeOptions) => FileSummary,
): Row & Payload {
  const sniff: OctetRow<FileSummary>['sniff'] = (input, { twice }) => {
    const { octets } = input;
    if (input.once(fileKindOfInput) !== format) return undefined;
    const { value, issues, fault, refusal } = twice(input);
    if (value === undefined) {
      const size = pictureSize(octets, names.contentTypes?.[0] ?? '');
      const shown = size === undefined ? label : `${label}, ${size.widthPx}x${size.heightPx}`;
      return { confidence: 0.7, reason: `begins as a ${shown}, but ${refusal?.message}` };
    }
    const wrong = (fault ?? issues[0])?.message;
    const name = value.words === '' ? label : `${label}, ${value.words}`;
    if (wrong === undefined) return { confidence: 0.99, reason: name };
    return { confidence: 0.95, reason: `${name}, with faults: ${wrong}` };
  };
  const decoding: Decoding<FileSummary> = { root, read, describe: ({ words }) => words, showsIssues: true };
  return octetRow({ label, ...names, sniff }, decoding);
}

function fileKindOfInput({ octets }: Input): FileKind | undefined {
  return findFileKind(octets);
}

// ---- Without a mark: sizes, and pixels that fill the octets to the last one ----

/** Octets of an OTA bitmap of 255x255, whose rows may be padded. */
const MAX_OTB = 4 + 32 * 255 + 1;

function sniffOta(input: Input, reads: Reads<Bitmap>): Evidence | undefined {
  const { octets } = input;
  const [first, , , fourth] = octets;
  // A side of 0 and another depth are what most octets that begin so have: found out without an error.
  if (first === 0x00) return octets[1] === 0 || octets[2] === 0 || fourth !== 1 ? undefined : exactly(input, reads);
  if (first === 0x10) return octets[5] === 1 ? exactly(input, reads) : undefined;
  // gnokii's files announce an image that is not there.
  if (first !== 0x01 || fourth !== 0x01 || octets.length >= MAX_OTB) return undefined;
  const bitmap = tryDecode(() => decodeOtaBitmap(Uint8Array.of(0, ...octets.subarray(1))));
  return bitmap && { ...fills(bitmap), confidence: 0.7 };
}

function exactly(input: Input, { strict }: Reads<Bitmap>): Evidence | undefined {
  const bitmap = strict(input);
  return bitmap && fills(bitmap);
}

/** Sizes that phones and services used. */
const USUAL_SIZES: ReadonlySet<string> = /* @__PURE__ */ new Set(['72x14', '72x28', '78x21', '84x48', '96x60', '96x65']);

/** A message that happens to fit, its address and time included, is likelier than a picture of unusual size. */
function fills({ widthPx, heightPx }: Bitmap, network = ''): Evidence {
  const size = `${widthPx}x${heightPx}`;
  const [usual, other, tiny] = network === '' ? [0.97, 0.9, 0.6] : [0.97, 0.95, 0.7];
  const confidence = USUAL_SIZES.has(size) ? usual : widthPx * heightPx >= 64 ? other : tiny;
  return { confidence, reason: `${network}${size}, and exactly as many pixels` };
}

/** Items that a reason names. */
const MAX_SHOWN = 8;

/** Whether items fill octets to their end, which most texts that begin with the digit 0 do not: found out without an error. */
function holdsItems(octets: Uint8Array): boolean {
  let at = 1;
  while (at + 3 <= octets.length) at += 3 + ((octets[at + 1] as number) << 8) + (octets[at + 2] as number);
  return at === octets.length;
}

/** Items by their lengths, to the last octet; a message that is cut shows it by a picture whose length is right. */
function evidenceOfItems(octets: Uint8Array, items: readonly MultipartItem[] | undefined): Evidence | undefined {
  if (items === undefined) {
    const picture = octets.length > 8 && octets[1] === 0x02 && octets[4] === 0x00 && octets[7] === 0x01;
    const [, , high = 0, low = 0, , widthPx = 0, heightPx = 0] = octets;
    if (!picture || (high << 8) + low !== 4 + Math.ceil((widthPx * heightPx) / 8)) return undefined;
    return { confidence: 0.7, reason: `begins with a picture of ${widthPx}x${heightPx}, and is cut` };
  }
  const known = items.filter(({ kind }) => kind !== 'raw');
  if (known.length === 0) return undefined;
  const isVisible = known.some(({ kind }) => kind === 'picture' || kind === 'screenSaver');
  const shown = items.slice(0, MAX_SHOWN).map(({ kind }) => kind);
  const more = items.length - shown.length;
  return { confidence: isVisible ? 0.97 : 0.8, reason: `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}` };
}

/** A picture message may carry a ringtone, which its own reader leaves as octets. */
function withRingtones(field: Field, { octets, bounds }: Source): Field {
  const opened = (data: Field): Field =>
    data.name === 'data' && !bounds.fields.isSpent
      ? { ...data, value: undefined, children: [TUNES['nokia-ringtone'].tree(octets, data.start, data.end, bounds)] }
      : data;
  const children = field.children.map((item) =>
    item.children[0]?.value === ITEM_TYPE.Ringtone ? { ...item, children: item.children.map(opened) } : item,
  );
  return { ...field, children };
}
