/**
 * What differs from make to make: ringtones and pictures, in the form that was chosen for the handset.
 *
 *   smart-messaging   8-bit class 1 to the port of the content
 *   ems               objects in the header, text after them
 *   seo               8-bit class 1, blocks that number themselves
 *   motorola-text     a text
 *   alcatel-picture   8-bit class 1 after a header element of the maker's own
 *
 * @module
 */
import { checkBitmap } from '../bitmap/bitmap.js';
import {
  type Bitmap,
  encodeAlcatelPicture,
  encodeBmp,
  encodeEmsPicture,
  encodeGroupGraphic,
  encodeOperatorLogo,
  encodePictureMessage,
} from '../bitmap/index.js';
import { EncodeError } from '../errors.js';
import { fileTypeBySignature } from '../media/signatures.js';
import { encodeEmsSound, encodeMidi, encodeNokiaRingtone, formatMotorola, type Tune } from '../ringtone/index.js';
import { splitData } from '../sms/build.js';
import { encodeSeo, type InformationElement, type SeoObject, type Submit, submitDatagram, submitText } from '../sms/index.js';
import type { BuildOptions, ContentOf, Warn } from './build-options.js';
import { PICTURE_SIZES, type PictureKind } from './content.js';
import { submitEms } from './ems.js';
import type { MessageForm } from './makes.js';
import { withinMost } from './most-parts.js';
import { PORTS } from './ports.js';

/** TP-DCS of 8-bit data, class 1 (TS 23.038 section 4). */
const DATA_CLASS_1 = 0xf5;

/** A picture of one bit, and its purpose. */
export type PictureContent = ContentOf<PictureKind>;

/** Messages of a ringtone. @throws EncodeError as the form's encoder does. */
export function submitRingtone(
  { tune }: ContentOf<'ringtone'>,
  form: MessageForm,
  options: BuildOptions,
  warn: Warn,
): Submit[] {
  if (form === 'smart-messaging') return nokiaRingtone(tune, options, warn);
  if (form === 'seo') return seoRingtone(tune, options);
  if (form === 'motorola-text') return motorolaRingtone(tune, options, warn);
  return emsRingtone(tune, options, warn);
}

/**
 * Messages of a picture.
 * @throws EncodeError `bad-value` with field `content.bitmap` for an invalid bitmap and for a size that the handset does not show, else as
 * the form's encoder does.
 */
export function submitPicture(content: PictureContent, form: MessageForm, options: BuildOptions, warn: Warn): Submit[] {
  requireBitmap(content.bitmap);
  if (form === 'smart-messaging') return nokiaPicture(content, options, warn);
  if (form === 'seo') return seoPicture(content, options, warn);
  if (form === 'alcatel-picture') return alcatelPicture(content, options, warn);
  return submitEms(encodeEmsPicture(content, { concat: options.concat }), requireText(content), options);
}

// ---- Smart Messaging ----

/** Characters that handsets show below a picture. */
const MAX_PICTURE_TEXT = 120;

function nokiaRingtone(tune: Tune, options: BuildOptions, warn: Warn): Submit[] {
  const data = encodeNokiaRingtone(tune, options.ringtone);
  return withinMost(submitDatagram({ destinationPort: PORTS.ringtone, data }, options), 'ringtone', warn);
}

function nokiaPicture(content: PictureContent, options: BuildOptions, warn: Warn): Submit[] {
  checkNokiaSize(content, options.anySize === true, warn);
  const { length } = requireText(content);
  if (length > MAX_PICTURE_TEXT) warn(`${length} characters of text: handsets show at most ${MAX_PICTURE_TEXT}`);
  return submitDatagram({ destinationPort: PORTS[content.kind], data: encodeNokiaPicture(content) }, options);
}

function encodeNokiaPicture(content: PictureContent): Uint8Array {
  if (content.kind === 'operatorLogo') return encodeOperatorLogo(content);
  return content.kind === 'groupGraphic' ? encodeGroupGraphic(content) : encodePictureMessage(content);
}

function checkNokiaSize({ kind, bitmap }: PictureContent, anySize: boolean, warn: Warn): void {
  const size = `${bitmap.widthPx}x${bitmap.heightPx}`;
  const allowed = PICTURE_SIZES[kind].map(([widthPx, heightPx]) => `${widthPx}x${heightPx}`);
  if (size === allowed[0]) return;
  if (allowed.includes(size)) warn(`${size} needs two messages, and only some models show it`);
  else if (anySize) warn(`${size}: handsets are known to show ${allowed.join(' and ')}`);
  else {
    throw EncodeError.badValue('content.bitmap', `${size}, allowed: ${allowed.join(', ')}; anySize permits others`);
  }
}

// ---- EMS ----

function emsRingtone(tune: Tune, options: BuildOptions, warn: Warn): Submit[] {
  const submits = submitEms(emsSound(tune, options, warn), '', options);
  if (submits.length > 1) warn(`${submits.length} melodies: a handset without the user prompt indicator does not join them`);
  return submits;
}

/** A repeat applies to one object of one tempo and style. Other tunes ring without: a ringing phone repeats them anyhow. */
function emsSound(tune: Tune, options: BuildOptions, warn: Warn): InformationElement[] {
  const how = { concat: options.concat ?? 8 };
  try {
    return encodeEmsSound(tune, how);
  } catch (error) {
    if (!(error instanceof EncodeError) || error.code !== 'unencodable' || !(tune.loops > 0)) throw error;
    const elements = encodeEmsSound({ ...tune, loops: 0 }, how);
    warn('the repeats are not carried: they cannot span several objects, tempos or styles');
    return elements;
  }
}

// ---- Siemens ----

/** The screens of x45 models. */
const SEO_WIDTH = 101;
const SEO_HEIGHT = 80;

function seoRingtone(tune: Tune, options: BuildOptions): Submit[] {
  return submitSeo({ type: 'mid', name: seoName(tune.title), data: encodeMidi(tune) }, options);
}

function seoPicture(content: PictureContent, options: BuildOptions, warn: Warn): Submit[] {
  const { bitmap } = content;
  const { widthPx, heightPx } = bitmap;
  if (widthPx > SEO_WIDTH || heightPx > SEO_HEIGHT) {
    warn(`${widthPx}x${heightPx}: the screens of x45 models have ${SEO_WIDTH}x${SEO_HEIGHT}`);
  }
  const blocks = submitSeo({ type: 'bmp', name: SEO_PICTURE_NAME, data: encodeBmp(bitmap) }, options);
  const text = requireText(content);
  if (text === '') return blocks;
  warn('the text is sent in messages of its own after the picture');
  return [...blocks, ...submitText(text, withTpMrAfter(options, blocks.length))];
}

/** A name for a picture that has none. */
const SEO_PICTURE_NAME = 'picture';
/** A name for a tune that has none. */
export const SEO_TUNE_NAME = 'tune';

/** The characters of a title that a name may have. */
function seoName(title: string): string {
  return title.replace(/[^\x20-\x7e]/g, '').slice(0, 39) || SEO_TUNE_NAME;
}

function submitSeo(object: SeoObject, options: BuildOptions): Submit[] {
  const { reference } = options;
  return encodeSeo(object, { reference }).flatMap((block, i) => splitData(block, [], DATA_CLASS_1, withTpMrAfter(options, i)));
}

/** Options of a message after so many others. */
function withTpMrAfter(options: BuildOptions, messages: number): BuildOptions {
  const { tpMr } = options;
  return tpMr === undefined || messages === 0 ? options : { ...options, tpMr: (tpMr + messages) & 0xff };
}

// ---- Motorola and Alcatel, on request ----

function motorolaRingtone(tune: Tune, options: BuildOptions, warn: Warn): Submit[] {
  const losses = new Set<string>();
  const text = formatMotorola(tune, { onIssue: ({ message }) => losses.add(message) });
  if (losses.size > 0) warn(`not carried in full: ${[...losses].join(', ')}`);
  return submitText(text, { ...options, encoding: 'gsm7', locking: undefined, single: undefined });
}

function alcatelPicture(content: PictureContent, options: BuildOptions, warn: Warn): Submit[] {
  if (requireText(content) !== '') warn('the text is not carried');
  const { element, data } = encodeAlcatelPicture({ bitmap: content.bitmap });
  return splitData(data, [element], DATA_CLASS_1, options);
}

// ---- pictures ----

function requireText(content: PictureContent): string {
  if (content.kind !== 'pictureMessage' || content.text === undefined) return '';
  if (typeof content.text !== 'string') throw new TypeError('content.text is not a string');
  return content.text;
}

/** A file is not a bitmap: its pixels depend on how it is read, so that is not guessed here. */
function requireBitmap(bitmap: Bitmap): void {
  if (ArrayBuffer.isView(bitmap)) {
    const type = fileTypeBySignature(new Uint8Array(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength));
    const found = type === undefined ? 'octets' : `a file of type ${type}`;
    const message = `is ${found}, not a bitmap: read it first (decodeBmp, or bitmapFromPixels for a picture with colours)`;
    throw EncodeError.badValue('content.bitmap', message);
  }
  checkBitmap(bitmap, 'content.bitmap');
}
