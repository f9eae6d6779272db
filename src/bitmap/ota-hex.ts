/**
 * Pictures as hex text, as in a parameter of a gateway: an OTA bitmap, bare, or as part of a whole message.
 *
 *   00480E01...                                OTA bitmap
 *   32F401 00480E01...   30 32F401 0A 0048...  operator logo, short and version 3
 *   30 02 0100 00481C01... 00 0005 ...         picture message
 *   06050415820000 ...                         a user data header with a port before any of these
 *
 * Upper case out, any case in. The octets tell the form; with a header, its port does.
 * Source: the gateways' manuals for the bare form (Kannel takes header and payload apart); Nokia Smart Messaging for the rest.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { fromHex, toHex } from '../bytes/hex.js';
import { ByteReader } from '../bytes/reader.js';
import { Issue, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { fileTypeBySignature } from '../media/signatures.js';
import { findConcat, findPorts, IEI } from '../sms/information-element.js';
import { readUdh } from '../sms/udh.js';
import type { Bitmap } from './bitmap.js';
import { readGroupGraphic } from './group-graphic.js';
import { looksLikeItems } from './multipart.js';
import { logoHeaderOctets, readOperatorLogo, VERSION } from './operator-logo.js';
import { encodeOtaBitmap, type OtaDecodeOptions, type OtaOptions, probeOta } from './ota.js';
import { readPictureMessage } from './picture-message.js';

/** The content of a hex text: a picture, with its network or text. `port` is the destination port, if the text begins with a user data header. */
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

/** Forms by port. */
const FORMS: Readonly<Record<number, Form>> = { 5506: 'operatorLogo', 5507: 'bitmap', 5514: 'pictureMessage' };

/**
 * Formats a bitmap as an OTA bitmap in upper-case hex, as gateways take it.
 * @throws EncodeError `bad-value` naming the field.
 * @example
 * ```ts
 * import { bitmapFromRows, formatOtaHex } from 'handset/bitmap';
 *
 * formatOtaHex(bitmapFromRows(['..#..', '.###.', '#.#.#'])); // -> '0005030123AA'
 * ```
 */
export function formatOtaHex(bitmap: Bitmap, options: OtaOptions = {}): string {
  requireObject(bitmap, 'bitmap');
  return toHex(encodeOtaBitmap(bitmap, options));
}

/**
 * Parses a hex text: an OTA bitmap, an operator logo or a picture message, bare or after a user data header. Offsets of errors are indexes in the
 * text.
 * @param options.lenient accept white space between the digits, and what the decoder of each form accepts.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value`: for a character that is not a digit, a header for another port or of one
 *   part of several, and for another file, whose type the reason names.
 * @example
 * ```ts
 * import { parseOtaHex } from 'handset/bitmap';
 *
 * parseOtaHex('0605041582000032f40100080101aa'); // -> { form: 'operatorLogo', mcc: '234', mnc: '10', port: 5506, ... }
 * ```
 */
export function parseOtaHex(text: string, options?: OtaDecodeOptions): OtaHex {
  if (typeof text !== 'string') throw new TypeError('the hex is not a string');
  const indexes = options?.lenient === true ? indexDigits(text, Reading.of(options)) : undefined;
  let digitsPerOffset = 1;
  try {
    const octets = fromHex(indexes === undefined ? text : text.replace(/\s/g, ''));
    digitsPerOffset = 2;
    return readForm(octets, options?.onIssue === undefined ? options : withIndexes(options, options.onIssue, indexes));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { code, field, offset, reason } = error;
    throw new DecodeError(code, field, findIndex(offset, digitsPerOffset, indexes), reason, { cause: error });
  }
}

/** Readers of the forms; a group graphic is a bitmap alone. */
const READERS = { bitmap: readGroupGraphic, operatorLogo: readOperatorLogo, pictureMessage: readPictureMessage } as const;

function readForm(octets: Uint8Array, options: OtaDecodeOptions | undefined): OtaHex {
  const reader = new ByteReader(octets);
  const port = hasHeader(octets) ? readPort(reader) : undefined;
  const form = port === undefined ? findForm(octets) : (FORMS[port] as Form);
  const picture = READERS[form](reader, options);
  return { form, ...picture, ...(port === undefined ? undefined : { port }) } as OtaHex;
}

/**
 * Whether a user data header with a port comes first. No network code begins like one, but bitmaps may (10 0504 is one of 1284 pixels):
 * octets that are a whole bitmap have no header.
 */
function hasHeader(octets: Uint8Array): boolean {
  const [lengthOctets = 0, iei, iedl] = octets;
  if (lengthOctets < 6 || probeOta(octets, 0) === 'whole') return false;
  const isConcat = (iei === IEI.Concat8 && iedl === 3) || (iei === IEI.Concat16 && iedl === 4);
  const at = isConcat ? 3 + iedl : 1;
  return octets[at] === IEI.Ports16 && octets[at + 1] === 4;
}

/** Reads a header with a port, and returns the port. @throws DecodeError `bad-value` for a port without a form, and for one part of several. */
function readPort(reader: ByteReader): number {
  const { elements } = readUdh(reader);
  const concat = findConcat(elements);
  if (concat !== undefined && concat.total > 1) {
    const message = `is part ${concat.sequence} of ${concat.total}; the parts have to be joined first`;
    throw new DecodeError('bad-value', 'UDH', 0, message);
  }
  const { destination: port } = findPorts(elements) as { readonly destination: number };
  if (FORMS[port] === undefined) {
    const message = `is for port ${port}, allowed: ${Object.keys(FORMS).join(', ')}`;
    throw new DecodeError('bad-value', 'UDH', 0, message);
  }
  return port;
}

function findForm(octets: Uint8Array): Form {
  const isVersioned = octets[0] === VERSION;
  const header = logoHeaderOctets(octets, 0);
  const bare = probeOta(octets, 0);
  if (bare === 'whole') return 'bitmap';
  if (header !== undefined && probeOta(octets, header) === 'whole') return 'operatorLogo';
  // netpbm leaves the version octet out, which only lenient reading accepts.
  if (looksLikeItems(octets, isVersioned ? 1 : 0)) return 'pictureMessage';
  const type = fileTypeBySignature(octets) ?? (isWbmp(octets) ? 'image/vnd.wap.wbmp' : undefined);
  if (type !== undefined) throw new DecodeError('bad-value', 'ota', 0, `is a file of type ${type}, not an OTA bitmap`);
  // What is left is damaged, or too long; the reader of what it begins like says how.
  if (bare !== undefined) return 'bitmap';
  if (header !== undefined) return 'operatorLogo';
  return isVersioned && probeOta(octets, 1) === undefined ? 'pictureMessage' : 'bitmap';
}

/** Whether these are the type and the fixed header of a WBMP; an OTA bitmap would be 0 pixels wide. */
function isWbmp(octets: Uint8Array): boolean {
  return octets.length > 4 && octets[0] === 0 && octets[1] === 0 && octets[2] !== 0;
}

/** By digit: its index in the text, and last the text's length; undefined without white space, where they are the same. */
function indexDigits(text: string, reading: Reading): readonly number[] | undefined {
  const first = text.search(/\s/);
  if (first < 0) return undefined;
  reading.fault('bad-value', 'hex', first, 'white space between the digits');
  return [...Array.from(text.matchAll(/\S/g), ({ index }) => index), text.length];
}

/** Index of the character at an offset in the digits or octets. */
function findIndex(offset = 0, digitsPerOffset: number, indexes: readonly number[] | undefined): number | undefined {
  const digit = offset * digitsPerOffset;
  return indexes === undefined ? digit : indexes[digit];
}

/** Options whose issues have the index of the character. */
function withIndexes(
  options: OtaDecodeOptions,
  onIssue: NonNullable<OtaDecodeOptions['onIssue']>,
  indexes: readonly number[] | undefined,
): OtaDecodeOptions {
  return {
    ...options,
    onIssue: ({ code, severity, field, offset, reason }) =>
      onIssue(new Issue(code, severity, field, findIndex(offset, 2, indexes), reason)),
  };
}
