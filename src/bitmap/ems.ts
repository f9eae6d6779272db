/**
 * EMS pictures and animations: elements of the user data header, each shown at a place in the message's text.
 *
 *   picture 32x32            10 81  position  128 octets
 *   picture 16x16            11 21  position  32 octets
 *   variable picture         12 nn  position  width/8  height  at most 128 octets of pixels
 *   animation 16x16          0E 81  position  4 pictures of 32 octets
 *   animation 8x8            0F 21  position  4 pictures of 8 octets
 *   prompt for what follows  13 01  number of objects
 *   extended object          14 nn  reference(1) length(2) control(1) type(1) position(2)  data
 *
 * Rows go from top to bottom, most significant bit left, 1 is black; a variable picture is a multiple of 8 pixels wide. A picture of more
 * than 128 octets is sent as columns of equal height, each in a part of its own, after a user prompt indicator with their number; the
 * handset joins them again. The first column is narrower where the indicator leaves less room in its part of 140 octets.
 *
 * Source: 3GPP TS 23.040 section 9.2.3.24.10; annex E.3 for the bitmap in an extended object, which has no second source. gammu 1.42.0
 * agrees on the elements 0E to 13, but puts all columns in one header, which no message carries, and leaves out the frames that an animation
 * lacks.
 * @module
 */
import { checkChoice, checkInteger, requireList, requireObject } from '../bytes/check.js';
import { copyOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { DecodeError, EncodeError } from '../errors.js';
import { IEI, type InformationElement } from '../sms/index.js';
import { concatOctets, MAX_USER_DATA } from '../text/part-sizes.js';
import { type Bitmap, checkBitmap, clearFiller, MAX_SIDE, rowOctets } from './bitmap.js';
import { readPixels } from './pixels.js';

/** An EMS picture, and its place in the text of its message. */
export interface EmsPicture {
  /** The picture: 16 by 16, 32 by 32, or of another size whose width is a multiple of 8. */
  readonly bitmap: Bitmap;
  /** The number of characters before it in the text of its own message, 0 to 255. */
  readonly position: number;
}

/** An EMS animation, and its place in the text of its message. */
export interface EmsAnimation {
  /** Its four frames in order, all of 8 by 8 or all of 16 by 16 pixels. */
  readonly frames: readonly Bitmap[];
  /** The number of characters before it in the text of its own message, 0 to 255. */
  readonly position: number;
}

/** The input of {@link encodeEmsPicture}; the position is 0 by default. */
export type EmsPictureInput = Omit<EmsPicture, 'position'> & Partial<Pick<EmsPicture, 'position'>>;

/** The input of {@link encodeEmsAnimation}: one to four frames; the position is 0 by default. */
export type EmsAnimationInput = Omit<EmsAnimation, 'position'> & Partial<Pick<EmsAnimation, 'position'>>;

/** Options of {@link encodeEmsPicture}. */
export interface EmsPictureOptions {
  /** `auto`, the default, uses the elements for 16 by 16 and 32 by 32 pixels for pictures of these sizes; `variable` never does. */
  readonly form?: 'auto' | 'variable' | undefined;
  /** Bits of the concatenation reference of messages with a column, 8 by default; 16 leave one octet less. */
  readonly concat?: 8 | 16 | undefined;
}

/** An extended object that is complete in one element (TS 23.040 section 9.2.3.24.10.1.11). */
export interface ExtendedObject {
  /** Reference, 0 to 255, by which another element can show the object again. */
  readonly reference: number;
  /** Control bits, 0 to 255: bit 0 forbids forwarding; bit 1 has the effect of a user prompt indicator. */
  readonly control: number;
  /** Type, 0 to 255; see {@link EXTENDED_OBJECT}. */
  readonly type: number;
  /** The number of characters before it in the text, 0 to 65535. */
  readonly position: number;
  /** The object itself, without its header. */
  readonly data: Uint8Array;
}

/** Types of extended objects (TS 23.040 section 9.2.3.24.10.1.11). */
export const EXTENDED_OBJECT = {
  PredefinedSound: 0x00,
  IMelody: 0x01,
  BlackAndWhiteBitmap: 0x02,
  GreyBitmap: 0x03,
  ColourBitmap: 0x04,
  PredefinedAnimation: 0x05,
  BlackAndWhiteAnimation: 0x06,
} as const;

export { PREDEFINED_ANIMATIONS } from '../sms/ems-names.js';

/** The most octets of pixels in one element. */
const MAX_PIXEL_OCTETS = 128;
/** The most octets of a row: a variable picture is a multiple of 8 pixels wide. */
const MAX_STRIDE = MAX_SIDE >> 3;
/** Octets of a part beside the pixels of a column. */
const UDHL_OCTETS = 1;
const PROMPT_OCTETS = 3;
const VARIABLE_HEAD_OCTETS = 5;
/** One octet of the user prompt indicator counts them. */
const MAX_COLUMNS = 255;
const FRAMES = 4;
/** Sides of square pictures and frames, by the kind of their element. */
const SIDES = { smallPicture: 16, largePicture: 32, smallAnimation: 8, largeAnimation: 16 } as const;

/**
 * Encodes an EMS picture as header elements (TS 23.040 section 9.2.3.24.10): one, or a user prompt indicator and several columns, each for a message
 * of its own. A width that is not a multiple of 8 is padded with white.
 * @throws EncodeError `bad-value` naming the field for an invalid bitmap, another form or a position out of range; `too-long` in the field
 * `bitmap.heightPx` for columns of more pixels than a message holds, in `bitmap.widthPx` for more than 255 columns or 65528 pixels.
 * @example
 * ```ts
 * import { bitmapFromRows, encodeEmsPicture } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 * import { encodeUdh } from 'handset/sms';
 *
 * const bitmap = bitmapFromRows(['...##...', '..####..', '.######.', '########']);
 * toHex(encodeUdh(encodeEmsPicture({ bitmap }))); // -> '091207000104183C7EFF'
 * ```
 */
export function encodeEmsPicture(picture: EmsPictureInput, options: EmsPictureOptions = {}): InformationElement[] {
  requireObject(picture, 'picture');
  const { bitmap, position = 0 } = picture;
  const { form = 'auto', concat = 8 } = options;
  checkBitmap(bitmap);
  checkInteger(position, 'position', 0, 255);
  checkChoice(form, 'form', ['auto', 'variable']);
  checkChoice(concat, 'concat', [8, 16]);
  const { widthPx, heightPx } = bitmap;
  if (form === 'auto' && widthPx === heightPx && (widthPx === 16 || widthPx === 32)) {
    return [{ kind: widthPx === 16 ? 'smallPicture' : 'largePicture', position, data: copyOctets(bitmap.rows) }];
  }
  const stride = rowOctets(widthPx);
  if (stride > MAX_STRIDE) throw tooLong('bitmap.widthPx', `${widthPx}, at most ${8 * MAX_STRIDE}`);
  if (stride * heightPx <= MAX_PIXEL_OCTETS) return [column(bitmap, 0, stride, position)];
  return [...columns(bitmap, stride, position, concat)];
}

function columns(bitmap: Bitmap, stride: number, position: number, concat: 8 | 16): InformationElement[] {
  const { widthPx, heightPx } = bitmap;
  const room = MAX_USER_DATA - UDHL_OCTETS - concatOctets(concat) - VARIABLE_HEAD_OCTETS;
  const firstRoom = Math.min(MAX_PIXEL_OCTETS, room - PROMPT_OCTETS);
  const first = Math.floor(firstRoom / heightPx);
  if (first < 1) throw tooLong('bitmap.heightPx', `${heightPx}: columns have at most ${firstRoom} pixels here`);
  const other = Math.floor(Math.min(MAX_PIXEL_OCTETS, room) / heightPx);
  const count = 1 + Math.ceil((stride - first) / other);
  if (count > MAX_COLUMNS) throw tooLong('bitmap.widthPx', `${widthPx} makes ${count} columns, at most ${MAX_COLUMNS}`);
  const elements: InformationElement[] = [{ kind: 'userPrompt', objects: count }];
  for (let from = 0; from < stride; ) {
    const to = Math.min(stride, from + (from === 0 ? first : other));
    elements.push(column(bitmap, from, to, position));
    from = to;
  }
  return elements;
}

/** The octets `from` to `to` of every row as a variable picture. */
function column({ widthPx, heightPx, rows }: Bitmap, from: number, to: number, position: number): InformationElement {
  const stride = rowOctets(widthPx);
  const widthOctets = to - from;
  const data = new Uint8Array(widthOctets * heightPx);
  for (let y = 0; y < heightPx; y++) data.set(rows.subarray(y * stride + from, y * stride + to), y * widthOctets);
  if (to === stride) clearFiller(data, widthPx - 8 * from);
  return { kind: 'variablePicture', position, widthOctets, heightPx, data };
}

/**
 * Decodes the picture of one element: 0x10, 0x11, 0x12 (TS 23.040 sections 9.2.3.24.10.1.7 to 9.2.3.24.10.1.9), or an extended object (0x14) with a
 * black and white bitmap.
 * @throws DecodeError `bad-value` for another element or a size of 0, `truncated` and `trailing-bytes` if there are fewer or more octets than the
 * size needs.
 */
export function decodeEmsPicture(element: InformationElement): EmsPicture {
  requireObject(element, 'element');
  switch (element.kind) {
    case 'smallPicture':
    case 'largePicture': {
      const { position, data } = element;
      const sidePx = SIDES[element.kind];
      checkLength(data, (sidePx * sidePx) / 8);
      return { bitmap: { widthPx: sidePx, heightPx: sidePx, rows: copyOctets(data) }, position };
    }
    case 'variablePicture': {
      const { position, widthOctets, heightPx, data } = element;
      checkSize(widthOctets, 'widthOctets');
      checkSize(heightPx, 'heightPx');
      checkLength(data, widthOctets * heightPx);
      return { bitmap: { widthPx: 8 * widthOctets, heightPx, rows: copyOctets(data) }, position };
    }
    default:
      if (extendedOctets(element) !== undefined) return extendedPicture(decodeExtendedObject(element));
      throw isNot('a picture', element);
  }
}

/** Width and height in pixels, then one stream of bits without filler between the rows (annex E.3). */
function extendedPicture({ type, position, data }: ExtendedObject): EmsPicture {
  if (type !== EXTENDED_OBJECT.BlackAndWhiteBitmap) {
    throw new DecodeError('bad-value', 'UDH/IE/type', undefined, `extended object ${type} is not a black and white bitmap`);
  }
  if (data.length < 2) throw new DecodeError('truncated', 'UDH/IE/data', undefined, 'ends before the sizes of the bitmap');
  const [widthPx, heightPx] = data as unknown as readonly [number, number];
  checkSize(widthPx, 'widthPx');
  checkSize(heightPx, 'heightPx');
  checkLength(data, 2 + Math.ceil((widthPx * heightPx) / 8));
  return { bitmap: readPixels(new ByteReader(data.subarray(2)), widthPx, heightPx, 'continuous', 'UDH/IE/data'), position };
}

/**
 * Joins the pictures among some elements as columns of one picture, from left to right in order of the elements; a single picture is returned as it
 * is. Other elements are skipped, but a user prompt indicator must give the number of pictures. The position is that of the first column, in the
 * text of its own message.
 * @throws DecodeError `truncated` for no picture, or fewer than announced; `trailing-bytes` for more than announced;
 * `bad-value` if their heights differ, or their widths add up to more than 65528; otherwise as {@link decodeEmsPicture}.
 */
export function joinEmsPictures(elements: readonly InformationElement[]): EmsPicture {
  requireList(elements, 'elements');
  const pictures = elements.filter(isPicture).map(decodeEmsPicture);
  const [first] = pictures;
  if (first === undefined) throw new DecodeError('truncated', 'pictures', undefined, 'no pictures');
  const prompt = elements.find((element) => element.kind === 'userPrompt');
  const announced = prompt?.objects ?? pictures.length;
  if (announced !== pictures.length) {
    const code = announced > pictures.length ? 'truncated' : 'trailing-bytes';
    throw new DecodeError(code, 'pictures', undefined, `${pictures.length} of ${announced}`);
  }
  if (pictures.length === 1) return first;
  const { heightPx } = first.bitmap;
  const odd = pictures.findIndex(({ bitmap }) => bitmap.heightPx !== heightPx || bitmap.widthPx % 8 !== 0);
  if (odd >= 0) {
    const { bitmap } = pictures[odd] as EmsPicture;
    const wanted = `columns have a height of ${heightPx} and widths of whole octets`;
    throw new DecodeError('bad-value', `pictures[${odd}]`, undefined, `${bitmap.widthPx}x${bitmap.heightPx}: ${wanted}`);
  }
  const stride = pictures.reduce((sum, { bitmap }) => sum + rowOctets(bitmap.widthPx), 0);
  const widthPx = 8 * stride;
  if (stride > MAX_STRIDE) {
    throw new DecodeError('bad-value', 'pictures', undefined, `are ${widthPx} pixels wide in all, at most ${8 * MAX_STRIDE}`);
  }
  const rows = new Uint8Array(stride * heightPx);
  let from = 0;
  for (const { bitmap } of pictures) {
    const width = rowOctets(bitmap.widthPx);
    for (let y = 0; y < heightPx; y++) rows.set(bitmap.rows.subarray(y * width, (y + 1) * width), y * stride + from);
    from += width;
  }
  return { bitmap: { widthPx, heightPx, rows }, position: first.position };
}

/** Whether an element holds a picture that {@link decodeEmsPicture} may read. */
export function isPicture(element: InformationElement): boolean {
  const { kind } = element;
  if (kind === 'smallPicture' || kind === 'largePicture' || kind === 'variablePicture') return true;
  return isExtendedObject(element, EXTENDED_OBJECT.BlackAndWhiteBitmap);
}

/** Whether an element is an extended object of a type, by its octets alone. */
export function isExtendedObject(element: InformationElement, type: number): boolean {
  return extendedOctets(element)?.[4] === type;
}

/** The octets of an extended object, its head included; undefined for another element. */
function extendedOctets(element: InformationElement): Uint8Array | undefined {
  return element.kind === 'raw' && element.iei === IEI.ExtendedObject ? element.data : undefined;
}

/**
 * Encodes an EMS animation as its header element (TS 23.040 sections 9.2.3.24.10.1.5 and 9.2.3.24.10.1.6). The format has four frames: one frame is
 * repeated four times, two alternate, and of three the last is repeated.
 * @throws EncodeError `bad-value` naming the field for no frames, frames that are not all of 8 by 8 or all of 16 by 16 pixels, and a position
 * out of range; `too-long` for more than four frames.
 */
export function encodeEmsAnimation(animation: EmsAnimationInput): InformationElement[] {
  requireObject(animation, 'animation');
  const { frames, position = 0 } = animation;
  if (!Array.isArray(frames)) throw new TypeError('frames are an array of bitmaps');
  checkInteger(position, 'position', 0, 255);
  const count = frames.length;
  if (count === 0) throw EncodeError.badValue('frames', 'no frames');
  if (count > FRAMES) throw tooLong('frames', `${count}, an animation has ${FRAMES}`);
  const sidePx = (frames[0] as Bitmap)?.widthPx;
  for (let i = 0; i < count; i++) checkFrame(frames[i] as Bitmap, `frames[${i}]`, sidePx);
  const length = (sidePx * sidePx) / 8;
  const data = new Uint8Array(FRAMES * length);
  for (let i = 0; i < FRAMES; i++) {
    const frame = frames[count === 3 ? Math.min(i, 2) : i % count] as Bitmap;
    data.set(frame.rows, i * length);
  }
  return [{ kind: sidePx === 16 ? 'largeAnimation' : 'smallAnimation', position, data }];
}

function checkFrame(frame: Bitmap, field: string, sidePx: number): void {
  checkBitmap(frame, field);
  const { widthPx, heightPx } = frame;
  if (widthPx !== heightPx || widthPx !== sidePx || (widthPx !== 8 && widthPx !== 16)) {
    throw EncodeError.badValue(field, `${widthPx}x${heightPx}, allowed: all 8x8 or all 16x16`);
  }
}

/**
 * Decodes the four frames of an EMS animation (TS 23.040 sections 9.2.3.24.10.1.5 and 9.2.3.24.10.1.6).
 * @throws DecodeError `bad-value` for another element, `truncated` and `trailing-bytes` if there are not the octets of four frames
 * (gammu writes fewer frames; such an element is read as `raw`).
 */
export function decodeEmsAnimation(element: InformationElement): EmsAnimation {
  requireObject(element, 'element');
  if (element.kind !== 'largeAnimation' && element.kind !== 'smallAnimation') throw isNot('an animation', element);
  const { position, data } = element;
  const sidePx = SIDES[element.kind];
  const length = (sidePx * sidePx) / 8;
  checkLength(data, FRAMES * length);
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    return { widthPx: sidePx, heightPx: sidePx, rows: copyOctets(data.subarray(i * length, (i + 1) * length)) };
  });
  return { frames, position };
}

/** Octets before an extended object's data. */
const EXTENDED_HEAD_OCTETS = 7;

/**
 * Decodes an extended object that is complete in one element (TS 23.040 section 9.2.3.24.10.1.11); its length is assumed to count the data. One that
 * continues in other elements is rejected, since no source shows their order.
 * @throws DecodeError `bad-value` for another element, `truncated` if it is shorter than its head or its length, `trailing-bytes` if it is longer.
 */
export function decodeExtendedObject(element: InformationElement): ExtendedObject {
  requireObject(element, 'element');
  const octets = extendedOctets(element);
  if (octets === undefined) throw isNot('an extended object', element);
  if (octets.length < EXTENDED_HEAD_OCTETS) {
    const message = `${octets.length} octets, the head has ${EXTENDED_HEAD_OCTETS}`;
    throw new DecodeError('truncated', 'UDH/IE/data', undefined, message);
  }
  const reader = new ByteReader(octets);
  const reference = reader.u8('reference');
  const length = reader.u16('length');
  const control = reader.u8('control');
  const type = reader.u8('type');
  const position = reader.u16('position');
  const data = copyOctets(octets.subarray(EXTENDED_HEAD_OCTETS));
  checkLength(data, length);
  return { reference, control, type, position, data };
}

function tooLong(field: string, reason: string): EncodeError {
  return new EncodeError('too-long', field, undefined, reason);
}

function checkSize(size: number, name: string): void {
  if (size === 0) throw new DecodeError('bad-value', `UDH/IE/${name}`, undefined, 'is 0');
}

function checkLength(data: Uint8Array, wanted: number): void {
  if (data.length === wanted) return;
  const code = data.length < wanted ? 'truncated' : 'trailing-bytes';
  throw new DecodeError(code, 'UDH/IE/data', undefined, `${data.length} octets, the size says ${wanted}`);
}

function isNot(what: string, element: InformationElement): DecodeError {
  const found = element.kind === 'raw' ? `element ${element.iei}` : element.kind;
  return new DecodeError('bad-value', 'UDH/IEI', undefined, `${found} is not ${what}`);
}
