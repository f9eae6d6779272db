/**
 * The operator logo of Smart Messaging, sent to port 1582 hex (5506).
 *
 *   short        network code(3) | OTA bitmap
 *   version 3    30 | network code(3) | 0A | OTA bitmap
 *
 * gammu, netpbm and GSM::SMS write the short form, which fills one message with 72x14 (133 octets); version 3.0 of the specification asks
 * for the other, which needs two. Both are read: the second octet tells, since its high half is F in the short form only.
 * Source: Nokia Smart Messaging 3.0; gammu and netpbm for the short form, smsj and a Kannel list post for the other.
 * @module
 */
import { checkChoice, requireObject } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import type { Bitmap } from './bitmap.js';
import { required } from './file-fields.js';
import { encodeNetworkCode, NETWORK_CODE_OCTETS, type NetworkCode, readNetworkCode } from './network-code.js';
import { encodeOtaBitmap, type OtaDecodeOptions, type OtaOptions, readOtaBitmap } from './ota.js';

/** An operator logo: a picture that a handset shows instead of the name of its network. */
export interface OperatorLogo extends NetworkCode {
  /** The picture: 72 by 14 pixels on all handsets, 78 by 21 on some. */
  readonly bitmap: Bitmap;
}

/** Options of {@link encodeOperatorLogo}. */
export interface OperatorLogoOptions extends OtaOptions {
  /** `short`, the default, fits 72 by 14 pixels in one message; `version3` is the form of Smart Messaging 3.0, with a version octet. */
  readonly form?: 'short' | 'version3' | undefined;
}

/** First octet of the version 3 form. */
export const VERSION = 0x30;

/** Between network code and bitmap in the version 3 form. */
const LINE_FEED = 0x0a;

const SPEC = 'Smart Messaging, operator logo';

/**
 * Encodes an operator logo, for port 5506 (Nokia Smart Messaging 3.0).
 * @throws EncodeError `bad-value` naming the field, `unencodable` for a network code of three digits.
 * @example
 * ```ts
 * import { bitmapFromRows, encodeOperatorLogo } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 *
 * const bitmap = bitmapFromRows(['#.#.#.#.']);
 * toHex(encodeOperatorLogo({ mcc: '234', mnc: '10', bitmap })); // -> '32F40100080101AA'
 * ```
 */
export function encodeOperatorLogo(logo: OperatorLogo, options: OperatorLogoOptions = {}): Uint8Array {
  requireObject(logo, 'logo');
  const { form = 'short' } = options;
  checkChoice(form, 'form', ['short', 'version3']);
  const network = encodeNetworkCode(logo);
  const picture = encodeOtaBitmap(logo.bitmap, options);
  const writer = new ByteWriter(network.length + picture.length + 2);
  if (form === 'version3') writer.u8(VERSION);
  writer.bytes(network);
  if (form === 'version3') writer.u8(LINE_FEED);
  return writer.bytes(picture).finish();
}

/**
 * Decodes an operator logo and its network, in either form (Nokia Smart Messaging 3.0).
 * @param options.lenient accept what {@link decodeOtaBitmap} accepts.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`.
 * @example
 * ```ts
 * import { decodeOperatorLogo } from 'handset/bitmap';
 * import { fromHex } from 'handset/bytes';
 *
 * decodeOperatorLogo(fromHex('3032F4010A00080101AA'));
 * // -> { mcc: '234', mnc: '10', bitmap: { widthPx: 8, heightPx: 1, rows: Uint8Array.of(170) } }
 * ```
 */
export function decodeOperatorLogo(octets: Uint8Array, options?: OtaDecodeOptions): OperatorLogo {
  return readOperatorLogo(new ByteReader(octets), options);
}

/** {@link decodeOperatorLogo} of all that a cursor has left. */
export function readOperatorLogo(reader: ByteReader, options?: OtaDecodeOptions): OperatorLogo {
  const { trace } = reader;
  const isVersion3 = startsVersion3(reader);
  if (isVersion3) {
    reader.u8('operator-logo/version', SPEC);
    if (trace !== undefined) trace.mean('version 3.0');
  }
  const { mcc, mnc } = readNetworkCode(reader);
  if (isVersion3) required(reader, 'operator-logo/line-feed', 'u8', LINE_FEED, SPEC);
  reader.open('bitmap', SPEC);
  const bitmap = readOtaBitmap(reader, options);
  reader.close();
  return { mcc, mnc, bitmap };
}

/** Octets before the bitmap, when these begin a logo with a network code; else undefined. */
export function logoHeaderOctets(octets: Uint8Array, at: number): number | undefined {
  const hasFiller = (offset: number) => (octets[at + offset] ?? 0) >> 4 === 0xf;
  if (hasFiller(1)) return NETWORK_CODE_OCTETS;
  const isVersion3 = octets[at] === VERSION && hasFiller(2) && octets[at + 4] === LINE_FEED;
  return isVersion3 ? NETWORK_CODE_OCTETS + 2 : undefined;
}

/** In the short form 30 begins the country code 03x, which no country has, and F follows it. */
function startsVersion3(reader: ByteReader): boolean {
  const { octets, offset, end } = reader;
  if (offset >= end || octets[offset] !== VERSION) return false;
  return offset + 1 >= end || (octets[offset + 1] as number) >> 4 !== 0xf;
}
