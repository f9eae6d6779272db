/**
 * Pictures as hex text, as gateways take them in a parameter: an OTA bitmap, bare, or with what belongs around it.
 *
 *   00480E01...                                OTA bitmap
 *   32F401 00480E01...   30 32F401 0A 0048...  operator logo, short and version 3
 *   30 02 0100 00481C01... 00 0005 ...         picture message
 *   06050415820000 ...                         a user data header with a port in front of any of these
 *
 * Upper case out, any case in. What it is the octets tell; with a header its port does.
 * Source: the gateways' manuals for the bare form (Kannel takes header and payload apart); Nokia Smart Messaging for the rest.
 * @module
 */
import { fromHex, toHex } from '../bytes/hex.js';
import { ByteReader } from '../bytes/reader.js';
import { Issue, Reading } from '../bytes/reading.js';
import { DecodeError, type FormatErrorCode } from '../errors.js';
import { concatOf, IEI, portsOf } from '../sms/information-element.js';
import { readUdh } from '../sms/udh.js';
import type { Bitmap } from './bitmap.js';
import { readGroupGraphic } from './group-graphic.js';
import { looksLikeItems } from './multipart.js';
import { logoHeaderOctets, readOperatorLogo, VERSION } from './operator-logo.js';
import { encodeOtaBitmap, INFOFIELD, type OtaDecodeOptions, type OtaOptions } from './ota.js';
import { readPictureMessage } from './picture-message.js';
import { packedOctets } from './pixels.js';

/** What a hex text held. `port` is the destination port of the header in front of it, when there was one. */
export type OtaHex =
  | { readonly form: 'bitmap'; readonly bitmap: Bitmap; readonly port?: number }
  | {
      readonly form: 'operatorLogo';
      readonly mcc: string;
      readonly mnc: string;
      readonly bitmap: Bitmap;
      readonly port?: number;
    }
  | { readonly form: 'pictureMessage'; readonly bitmap: Bitmap; readonly text?: string | undefined; readonly port?: number };

type Form = OtaHex['form'];

/** Forms by port; a group graphic is a bitmap alone. */
const FORMS: Readonly<Record<number, Form>> = { 5506: 'operatorLogo', 5507: 'bitmap', 5514: 'pictureMessage' };

/** Other things that people paste, by how they begin. */
const OTHERS: readonly (readonly [beginning: string, name: string])[] = [
  ['89504E47', 'a PNG file'],
  ['47494638', 'a GIF file'],
  ['FFD8FF', 'a JPEG file'],
  ['424D', 'a BMP file'],
  ['4E4F4C', 'a .nol file'],
  ['4E4747', 'an .ngg file'],
  ['4E4C4D', 'an .nlm file'],
  ['4E504D', 'an .npm file'],
  ['024A3A', 'a Nokia ringing tone'],
];

/** Hex of a bare OTA bitmap, upper case. @throws EncodeError `bad-value` naming the field. */
export function formatOtaHex(bitmap: Bitmap, options: OtaOptions = {}): string {
  return toHex(encodeOtaBitmap(bitmap, options));
}

/**
 * The picture in a hex text, and what came with it. Errors give the index of the character.
 *
 * Lenient: white space between the digits, and what the reader of each form takes.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value`: for a character that is no digit, a header of something else or of one
 *   part of several, and for another file, which the message names.
 */
export function parseOtaHex(text: string, options?: OtaDecodeOptions): OtaHex {
  if (typeof text !== 'string') throw new TypeError('the hex is not a string');
  const { lenient, onIssue, limits, packing } = options ?? {};
  const { digits, indexOf } = lenient === true ? withoutSpace(text, Reading.of(options)) : { digits: text, indexOf: undefined };
  const octets = inText(() => fromHex(digits), 1, indexOf);
  const toText = ({ code, severity, field, offset, reason }: Issue) => {
    onIssue?.(new Issue(code as FormatErrorCode, severity, field, indexInText(offset, 2, indexOf), reason));
  };
  const inner = { lenient, limits, packing, onIssue: onIssue && toText };
  return inText(() => readForm(octets, inner), 2, indexOf);
}

function readForm(octets: Uint8Array, options: OtaDecodeOptions): OtaHex {
  const reader = new ByteReader(octets);
  const port = hasHeader(octets) ? readPort(reader) : undefined;
  const form = port === undefined ? formOf(octets) : (FORMS[port] as Form);
  const withPort = port === undefined ? undefined : { port };
  switch (form) {
    case 'operatorLogo':
      return { form, ...readOperatorLogo(reader, options), ...withPort };
    case 'pictureMessage':
      return { form, ...readPictureMessage(reader, options), ...withPort };
    default:
      return { form, ...readGroupGraphic(reader, options), ...withPort };
  }
}

/** Whether a user data header that names a port stands in front. No infofield or network code begins like one. */
function hasHeader(octets: Uint8Array): boolean {
  const [lengthOctets = 0, iei, iedl] = octets;
  if (lengthOctets < 6) return false;
  const isConcat = (iei === IEI.Concat8 && iedl === 3) || (iei === IEI.Concat16 && iedl === 4);
  const at = isConcat ? 3 + iedl : 1;
  return octets[at] === IEI.Ports16 && octets[at + 1] === 4;
}

/** Reads the header, and returns a port with a form. */
function readPort(reader: ByteReader): number {
  const { elements } = readUdh(reader);
  const concat = concatOf(elements);
  if (concat !== undefined && concat.total > 1) {
    const message = `is part ${concat.sequence} of ${concat.total}; the parts have to be joined first`;
    throw new DecodeError('bad-value', 'UDH', 0, message);
  }
  const port = portsOf(elements)?.destination;
  if (port === undefined || FORMS[port] === undefined) {
    const message = `is for port ${port}, allowed: ${Object.keys(FORMS).join(', ')}`;
    throw new DecodeError('bad-value', 'UDH', 0, message);
  }
  return port;
}

function formOf(octets: Uint8Array): Form {
  const isVersioned = octets[0] === VERSION;
  const header = logoHeaderOctets(octets, 0);
  if (isWholeBitmap(octets, 0)) return 'bitmap';
  if (header !== undefined && isWholeBitmap(octets, header)) return 'operatorLogo';
  // netpbm leaves the version octet out, which only the lenient reading takes.
  if (looksLikeItems(octets, isVersioned ? 1 : 0)) return 'pictureMessage';
  const beginning = toHex(octets.subarray(0, 4));
  const other = OTHERS.find(([start]) => beginning.startsWith(start))?.[1] ?? (isWbmp(octets) ? 'a WBMP file' : undefined);
  if (other !== undefined) throw new DecodeError('bad-value', 'ota', 0, `is ${other}, not an OTA bitmap`);
  // What is left is damaged, or too long; the reader of what it begins like says how.
  if (pixelsAt(octets, 0) !== undefined) return 'bitmap';
  if (header !== undefined) return 'operatorLogo';
  return isVersioned && pixelsAt(octets, 1) === undefined ? 'pictureMessage' : 'bitmap';
}

/** Where the pixels of an OTA bitmap begin; undefined when infofield or depth are not those of one. */
function pixelsAt(octets: Uint8Array, at: number): number | undefined {
  const infofield = octets[at] ?? 0xff;
  if ((infofield & ~(INFOFIELD.LargeSizes | INFOFIELD.AnimationImages)) !== 0) return undefined;
  const depthAt = at + ((infofield & INFOFIELD.LargeSizes) === 0 ? 3 : 5);
  return octets[depthAt] === 1 ? depthAt + 1 : undefined;
}

/** Whether an OTA bitmap takes all octets from here on. */
function isWholeBitmap(octets: Uint8Array, at: number): boolean {
  const start = pixelsAt(octets, at);
  if (start === undefined) return false;
  const { widthPx, heightPx } = readOtaSizes(octets, at);
  const left = octets.length - start;
  return packedOctets(widthPx, heightPx, 'continuous') === left || packedOctets(widthPx, heightPx, 'padded') === left;
}

/** Sizes of a header that was found to be one. */
function readOtaSizes(octets: Uint8Array, at: number): { readonly widthPx: number; readonly heightPx: number } {
  const [infofield = 0, a = 0, b = 0, c = 0, d = 0] = octets.subarray(at, at + 5);
  const isLarge = (infofield & INFOFIELD.LargeSizes) !== 0;
  return isLarge ? { widthPx: (a << 8) | b, heightPx: (c << 8) | d } : { widthPx: a, heightPx: b };
}

/** Whether these are the type and the fixed header of a WBMP; an OTA bitmap would be 0 pixels wide. */
function isWbmp(octets: Uint8Array): boolean {
  return octets.length > 4 && octets[0] === 0 && octets[1] === 0 && octets[2] !== 0;
}

/** The digits, and where each one stood. */
function withoutSpace(
  text: string,
  reading: Reading,
): { readonly digits: string; readonly indexOf: readonly number[] | undefined } {
  const first = text.search(/\s/);
  if (first < 0) return { digits: text, indexOf: undefined };
  reading.fault('bad-value', 'hex', first, 'white space between the digits');
  const pieces = text.split(/\s+/);
  const indexOf: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    at = text.indexOf(piece, at);
    for (const end = at + piece.length; at < end; at++) indexOf.push(at);
  }
  indexOf.push(text.length);
  return { digits: pieces.join(''), indexOf };
}

function inText<T>(read: () => T, unitsPerOffset: number, indexOf: readonly number[] | undefined): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof DecodeError ? moved(error, unitsPerOffset, indexOf) : error;
  }
}

/** The same error at the character. */
function moved(error: DecodeError, unitsPerOffset: number, indexOf: readonly number[] | undefined): DecodeError {
  const { code, field, offset, reason } = error;
  return new DecodeError(code, field, indexInText(offset, unitsPerOffset, indexOf), reason, { cause: error });
}

/** Index of the character at an offset in the octets or digits. */
function indexInText(offset = 0, unitsPerOffset: number, indexOf: readonly number[] | undefined): number | undefined {
  const digit = offset * unitsPerOffset;
  return indexOf === undefined ? digit : indexOf[digit];
}
