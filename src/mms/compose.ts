/**
 * Composing a multimedia message of files: of a ZIP archive, or of parts.
 *
 *   files -> types, texts as UTF-8 -> order -> names -> SMIL -> M-Retrieve.conf (what a .mms file holds) or M-Send.req
 *
 * From the paths of an archive a single common top folder is removed. Order: that of `manifest`, else of the SMIL, else of the
 * archive. A SMIL file (.smil, .smi, .sml) is used verbatim, its references replaced by the parts' names; without one, slides
 * are made from names and order (see `groupSlides`). Limits apply to the size of the encoded message.
 *
 * No standard says how a ZIP becomes a message. The rules follow two gateways of the time (a manifest of name=type lines that gives the
 * order; a .smil among the parts is used, else slides in the order of the parts); the limits and refusals are ours.
 * @module
 */

import { checkChoice, requireList, requireObject, requireText, wrongArgument } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { quote } from '../bytes/quote.js';
import { limitOf } from '../bytes/reading.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError, LimitError, type Limits } from '../errors.js';
import type { HandsetProfile } from '../profile/profile.js';
import { readZip } from '../zip/read.js';
import type { Part } from './body.js';
import { partText } from './charsets.js';
import {
  type ComposeFile,
  type ComposeWarning,
  compareNaturally,
  FileFinder,
  type FreshInput,
  type PartInput,
  partField,
  prepareFile,
  type UnknownTypes,
  type Warn,
  withoutCommonFolder,
} from './compose-files.js';
import {
  checkSize,
  isImage,
  type PictureBudget,
  pictureBudget,
  refuseForeign,
  type SizeLimit,
  sizeLimit,
  warnUnsupported,
} from './compose-limits.js';
import type { ContentClassName } from './content-class.js';
import { toRetrieveConf } from './convert.js';
import { mmsSize } from './encode.js';
import { isManifestName, type ManifestEntry, parseManifest } from './manifest.js';
import { agreesWithSignature, classifyMedia, extensionsOfType, mediaTypeOfName, plainType } from './media-types.js';
import { MIXED, RELATED } from './multipart.js';
import { baseName, safeNames, withExtension } from './names.js';
import { type OwnSmil, readOwnSmil } from './own-smil.js';
import type { MmsHeaders, MRetrieveConf, MSendReq } from './pdu.js';
import { buildPresentation, groupSlides } from './slides.js';
import { SMIL_TYPE } from './smil.js';
import { formatSmil } from './smil-format.js';

/**
 * Resizes the pictures of a message to a budget: returns a part for each, in the same order, with the same or new `data` and `contentType`. It is
 * called once, with all pictures.
 */
export type FitImages = (images: readonly Part[], budget: PictureBudget) => Promise<readonly Part[]>;

/** Options of {@link composeMms}. */
export interface ComposeOptions
  extends Pick<
    MmsHeaders,
    | 'from'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'subject'
    | 'messageClass'
    | 'priority'
    | 'deliveryReport'
    | 'readReport'
    | 'senderVisibility'
    | 'expiry'
    | 'deliveryTime'
    | 'messageId'
    | 'transactionId'
  > {
  /** Date of the message; the current time by default. */
  readonly date?: Date | undefined;
  /**
   * Whether to make a SMIL if the files have none: `add` does, `none` does not, `auto`, the default, does unless the profile lists the types that
   * the handset accepts in messages and SMIL is not among them. A SMIL among the files is always used.
   */
  readonly smil?: 'auto' | 'add' | 'none' | undefined;
  /** The handset to compose for: slides are laid out for its screen, and its limits apply. */
  readonly profile?: Pick<HandsetProfile, 'screen' | 'mms'> | undefined;
  /** The content class to conform to: its size is a limit, and a part that it does not allow gives a warning. */
  readonly contentClass?: ContentClassName | undefined;
  /** Maximum size of the encoded message in octets. */
  readonly maxOctets?: number | undefined;
  /** Whether to place the text above or left of the picture; false by default. */
  readonly textFirst?: boolean | undefined;
  /** The order of files without manifest and SMIL: as given (the default), or natural: 1, 2, 10. */
  readonly order?: 'given' | 'natural' | undefined;
  /**
   * What to do with a file of unknown type, or a picture of a format that few handsets show: `refuse`, the default, throws; `carry` includes it, an
   * unknown file as application/octet-stream.
   */
  readonly unknownTypes?: UnknownTypes | undefined;
  /** Called once with all pictures, even if they fit, to resize them or, for example, to rotate them upright; see `fitImagesFor`. */
  readonly fitImages?: FitImages | undefined;
  /** Called with each warning. */
  readonly onWarning?: ((warning: ComposeWarning) => void) | undefined;
  /** Values that replace `mmsSubjectCharacters`, `mmsParts` and those whose names begin with `zip` or `smil` in `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Subjects that handsets show in full, in characters. */
const SUBJECT_SHOWN = 40;

/** Octets that the headers of a part may grow by when its type and length change. */
const HEADER_SLACK = 24;

/**
 * Composes a multimedia message of files, for `encodeMms`: builds the slides, corrects names and types, and checks the size.
 * @param source the octets of a ZIP archive, or files by name, such as those of `readZip`. A manifest among them is used (see `parseManifest`).
 * @throws DecodeError, LimitError for an unsafe or damaged archive (see `readZip`), and a manifest or SMIL that cannot be read.
 * @throws EncodeError `bad-value` for no parts, a part that is a message or an archive, two SMILs, a reference to no part or to more than
 *   one, an invalid option, an M-Send.req without recipients; `unencodable` for an unknown type, and for a picture of a
 *   format that few handsets show (WebP, AVIF, HEIC, TIFF, SVG, JPEG 2000, JPEG XL), unless the profile lists it or `fitImages` converts it.
 * @throws LimitError `limit-exceeded` for a message that is too large, with the sizes of the parts and the class that it
 *   fits; for more than 256 parts; for a subject of more than 50 characters.
 * @example
 * ```ts
 * import { composeMms, encodeMms, mmsSize } from 'handset/mms';
 *
 * const parts = [{ name: 'hello.txt', data: 'Grüße' }];
 * const message = await composeMms(parts, { as: 'M-Send.req', to: ['+447700900123'], smil: 'add' });
 * message.parts.map(({ name }) => name); // -> ['slides.smil', 'hello.txt']
 * mmsSize(message) === encodeMms(message).length; // -> true
 * ```
 */
export async function composeMms(
  source: Uint8Array | readonly PartInput[],
  options: ComposeOptions & { readonly as: 'M-Send.req' },
): Promise<MSendReq>;
export async function composeMms(
  source: Uint8Array | readonly PartInput[],
  options?: ComposeOptions & { readonly as?: 'M-Retrieve.conf' | undefined },
): Promise<MRetrieveConf>;
export async function composeMms(
  source: Uint8Array | readonly PartInput[],
  options: ComposeOptions & { readonly as?: 'M-Retrieve.conf' | 'M-Send.req' | undefined } = {},
): Promise<MRetrieveConf | MSendReq> {
  requireObject(options, 'options');
  if (options.profile !== undefined) {
    requireObject(options.profile, 'options.profile');
    requireList(options.profile.mms?.types ?? [], 'options.profile.mms.types', requireText);
  }
  const warn: Warn = (code, part, message) =>
    options.onWarning?.(part === undefined ? { code, message } : { code, part, message });
  for (const [name, choices] of CHOICES) {
    if (options[name] !== undefined) checkChoice<string>(options[name], name, choices);
  }
  checkSubject(options, warn);
  const limit = sizeLimit(options);
  const files = await readFiles(source, options, warn);
  const { smil, media } = splitSmil(files);
  const own = smil && readOwnSmil(smil, media.files, media.folder, options.limits, warn);
  const ordered = orderFiles(media, own, options);
  for (const { name } of own === undefined ? [] : ordered.filter((file) => !own.files.includes(file))) {
    warn('not-in-smil', name, 'the SMIL does not show it; handsets may hide it');
  }
  const draft: Draft = { files: ordered, own, smil, options };
  if (smil === undefined && options.smil === 'add' && groupSlides(ordered).slides.length === 0) {
    warn('nothing-to-show', undefined, 'no picture, text, sound or video for a slide');
  }
  const message = await fitPictures(draft, limit, options);
  partsOfFiles(message, ordered).forEach((part, i) => {
    const { name } = ordered[i] as ComposeFile;
    refuseForeign(part, name, options, warn);
    warnUnsupported(part, name, options, warn);
  });
  checkSize(message, limit, limitOf(options.limits, 'mmsParts'));
  return message;
}

/** The options that are one of a few words. */
const CHOICES = [
  ['smil', ['auto', 'add', 'none']],
  ['as', ['M-Retrieve.conf', 'M-Send.req']],
  ['order', ['given', 'natural']],
  ['unknownTypes', ['refuse', 'carry']],
] as const;

/** A message in the making. */
interface Draft {
  readonly files: readonly ComposeFile[];
  /** The same with pictures that fit. */
  readonly fitted?: readonly ComposeFile[];
  readonly smil: ComposeFile | undefined;
  readonly own: OwnSmil | undefined;
  readonly options: ComposeOptions & { readonly as?: 'M-Retrieve.conf' | 'M-Send.req' | undefined };
}

function checkSubject({ subject, limits }: ComposeOptions, warn: Warn): void {
  if (subject === undefined) return;
  requireText(subject, 'options.subject');
  const most = limitOf(limits, 'mmsSubjectCharacters');
  const characters = [...subject].length;
  if (characters > most) {
    throw new LimitError('limit-exceeded', 'MMS/Subject', undefined, `${characters} characters, the limit is ${most}`);
  }
  if (characters > SUBJECT_SHOWN) {
    warn('long-subject', undefined, `the subject has ${characters} characters; handsets may show ${SUBJECT_SHOWN}`);
  }
}

/** Files with their types, and whether a manifest has put them in order. */
interface Listed {
  readonly files: readonly ComposeFile[];
  readonly isOrdered: boolean;
  /** The folder that was removed from their paths. */
  readonly folder: string;
}

async function readFiles(source: Uint8Array | readonly PartInput[], options: ComposeOptions, warn: Warn): Promise<Listed> {
  const { limits, unknownTypes = 'refuse' } = options;
  if (Array.isArray(source)) {
    if (source.length === 0) throw EncodeError.badValue('MMS/parts', 'no parts');
    // What `readZip` gives is as good as the archive: with a manifest among the files it is read as that.
    const unpacked = withoutCommonFolder<PartInput>(source.filter(isPart));
    if (!unpacked.files.some(isManifest)) {
      return { files: source.map((input: PartInput) => prepareFile(input, unknownTypes, warn)), isOrdered: false, folder: '' };
    }
    return listFiles(unpacked, unknownTypes, warn);
  }
  requireOctets(source, 'a ZIP archive');
  const { files, folder } = withoutCommonFolder(await readZip(source, { limits }));
  // What was unpacked belongs to the message alone.
  const inputs = files.map((entry) => ({ ...entry, isFresh: entry.data.buffer !== source.buffer }));
  return listFiles({ files: inputs, folder }, unknownTypes, warn);
}

/** Whether it has a name; what has none is refused with the files. */
function isPart(input: unknown): input is PartInput {
  return typeof (Object(input) as Partial<PartInput>).name === 'string';
}

/** Whether a file is the manifest; one that was given a type of its own is a part. */
function isManifest({ name, contentType }: PartInput): boolean {
  return contentType === undefined && isManifestName(name);
}

/** Files of an archive, in the order of their manifest where there is one. */
function listFiles(
  { files: entries, folder }: { readonly files: readonly FreshInput[]; readonly folder: string },
  unknownTypes: UnknownTypes,
  warn: Warn,
): Listed {
  const manifest = entries.find(isManifest);
  const inputs = entries.filter((entry) => entry !== manifest);
  if (inputs.length === 0) throw EncodeError.badValue('MMS/parts', 'no files in the archive');
  if (manifest === undefined) {
    return { files: inputs.map((input) => prepareFile(input, unknownTypes, warn)), isOrdered: false, folder };
  }
  const finder = new FileFinder(inputs, folder);
  const files = orderByManifest(
    inputs,
    finder,
    parseManifest(typeof manifest.data === 'string' ? manifest.data : partText({ ...manifest, data: manifest.data })),
    unknownTypes,
    warn,
  );
  return { files, isOrdered: true, folder };
}

/** Files in the order of a manifest, then the others. */
function orderByManifest(
  inputs: readonly FreshInput[],
  finder: FileFinder<FreshInput>,
  manifest: readonly ManifestEntry[],
  unknownTypes: UnknownTypes,
  warn: Warn,
): ComposeFile[] {
  const rest = new Set(inputs);
  const files = manifest.map(({ name, contentType, charset }) => {
    const found = finder.find(name);
    const fault = 'fault' in found ? found.fault : rest.delete(found.file) ? undefined : 'is named twice';
    if (fault !== undefined) throw EncodeError.badValue('MMS/manifest', `${quote(name)} ${fault}`);
    return prepareFile({ ...(found as { file: FreshInput }).file, contentType, charset }, unknownTypes, warn);
  });
  for (const input of rest) {
    warn('not-in-manifest', input.name, 'not in the manifest; placed last');
    files.push(prepareFile(input, unknownTypes, warn));
  }
  return files;
}

function splitSmil({ files, ...rest }: Listed): { smil: ComposeFile | undefined; media: Listed } {
  const [smil, second] = files.filter(({ contentType }) => classifyMedia(contentType) === 'presentation');
  if (second !== undefined) throw EncodeError.badValue(partField(second.name), 'a second SMIL');
  return { smil, media: { ...rest, files: files.filter((file) => file !== smil) } };
}

function orderFiles({ files, isOrdered }: Listed, own: OwnSmil | undefined, { order }: ComposeOptions): readonly ComposeFile[] {
  if (isOrdered) return files;
  const sorted = order === 'natural' ? [...files].sort((a, b) => compareNaturally(a.name, b.name)) : files;
  if (own === undefined) return sorted;
  return [...own.files, ...sorted.filter((file) => !own.files.includes(file))];
}

/** The message, its pictures made to fit by `fitImages`. */
async function fitPictures(
  draft: Draft,
  limit: SizeLimit | undefined,
  options: ComposeOptions,
): Promise<MRetrieveConf | MSendReq> {
  const message = build(draft);
  const { fitImages } = options;
  const parts = partsOfFiles(message, draft.files);
  const images = parts.filter(isImage);
  if (fitImages === undefined || images.length === 0) return message;
  const size = mmsSize(message);
  const most = limit?.octets ?? Number.POSITIVE_INFINITY;
  const octets = images.reduce((sum, { data }) => sum + data.length, 0);
  // Pictures that fit may stay unchanged.
  const maxOctets = Math.max(size <= most ? octets : 0, most - (size - octets) - images.length * HEADER_SLACK);
  const budget = { ...pictureBudget(options), maxOctets };
  // Where no octets are left for pictures, the error about the size of the message is clearer; a class without pictures is a warning.
  if (budget.maxOctets <= 0 || budget.maxWidthPx <= 0) return message;
  if (typeof fitImages !== 'function') throw wrongArgument(fitImages, 'options.fitImages', 'a function');
  const results: readonly Part[] = await fitImages(images, budget);
  if (!Array.isArray(results) || results.length !== images.length)
    throw new TypeError('fitImages gives a part for each picture');
  const fittedImages = new Map(images.map((image, i) => [image, results[i] as Part]));
  const files = draft.files.map((file, i): ComposeFile => {
    const image = fittedImages.get(parts[i] as Part);
    if (image === undefined) return file;
    requireOctets(image.data, `the data of the picture that fitImages gives for ${quote(file.name)}`);
    return { ...file, data: image.data, contentType: image.contentType };
  });
  return build({ ...draft, fitted: files });
}

/** The parts made of the files, in their order: all but a SMIL before them. */
function partsOfFiles({ parts }: Pick<MSendReq, 'parts'>, files: readonly ComposeFile[]): readonly Part[] {
  return parts.slice(parts.length - files.length);
}

function build({ files: given, fitted: files = given, smil, own, options }: Draft): MRetrieveConf | MSendReq {
  const { slides } = groupSlides(files);
  const generates = own === undefined && slides.length > 0 && wantsSmil(options);
  const [rootName] = safeNames([own === undefined ? 'slides.smil' : nameFor(smil as ComposeFile)]) as [string];
  const partNames = safeNames(files.map(nameFor), [rootName]);
  // The SMIL refers to the files that were given.
  const byFile = new Map([given, files].flatMap((list) => list.map((file, i) => [file, partNames[i] as string])));
  const findName = (file: ComposeFile) => byFile.get(file) as string;
  const parts = files.map((file) => makePart(file, findName(file)));
  const { profile, textFirst } = options;
  const xml =
    own?.rewrite(findName) ??
    (generates
      ? encodeUtf8(formatSmil(buildPresentation(slides, (file) => `cid:${findName(file)}`, profile, { textFirst })))
      : undefined);
  if (xml === undefined) return makeMessage({ contentType: MIXED, parts }, options);
  const root = makePart({ name: rootName, contentType: SMIL_TYPE, data: xml, charset: 'utf-8' }, rootName);
  return makeMessage({ contentType: RELATED, start: rootName, startType: SMIL_TYPE, parts: [root, ...parts] }, options);
}

/** Whether to make slides for files without SMIL. */
function wantsSmil({ smil = 'auto', profile }: ComposeOptions): boolean {
  if (smil !== 'auto') return smil === 'add';
  const types = profile?.mms?.types.map(plainType) ?? [];
  return !types.includes(MIXED) || types.includes(SMIL_TYPE) || types.includes(RELATED);
}

/** The file name, with an extension of the type. */
function nameFor({ name: path, contentType }: ComposeFile): string {
  const name = baseName(path);
  const [extension] = extensionsOfType(contentType);
  if (extension === undefined) return name;
  const byName = mediaTypeOfName(name);
  if (byName === undefined) return `${name}.${extension}`;
  return agreesWithSignature(byName, contentType) ? name : withExtension(name, extension);
}

function makePart({ contentType, data, charset }: ComposeFile, name: string): Part {
  const part = { name, contentType, data, contentId: name, contentLocation: name };
  return charset === undefined ? part : { ...part, charset };
}

function makeMessage(
  body: Pick<MSendReq, 'contentType' | 'start' | 'startType' | 'parts'>,
  options: Draft['options'],
): MRetrieveConf | MSendReq {
  const { as, date = new Date(), messageClass = 'personal', messageId, transactionId } = options;
  // Also one of another realm, or of a clock that a test has set.
  if (Object.prototype.toString.call(date) !== '[object Date]') throw wrongArgument(date, 'options.date', 'a Date');
  const { from, to, cc, bcc, subject, priority, deliveryReport, readReport, senderVisibility, expiry, deliveryTime } = options;
  const headers = { date, from, to, cc, bcc, subject, messageClass, priority, deliveryReport, readReport, senderVisibility };
  const sent: MSendReq = {
    type: 'M-Send.req',
    transactionId: transactionId ?? makeTransactionId(date),
    mmsVersion: '1.2',
    ...omitUndefined({ ...headers, expiry, deliveryTime }),
    ...body,
  };
  if (as === 'M-Send.req') return sent;
  const { transactionId: _id, ...stored } = toRetrieveConf(sent);
  return { ...stored, ...omitUndefined({ transactionId, messageId }) };
}

/** A transaction id for callers that give none: the time, to the millisecond. */
function makeTransactionId(date: Date): string {
  return `T${date.getTime().toString(36).toUpperCase()}`;
}
