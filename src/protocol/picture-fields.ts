/**
 * Pictures of a multimedia request.
 *
 *   PictureMessage GroupGraphic OperatorLogo    hex of an OTA bitmap, or a number of the library
 *   MCC MNC                                     the network of an operator logo
 *
 * Source: the gateway interface document (G-MMS-10 to 13, G-MMS-53, open point 28).
 * @module
 */
import { decodeOtaBitmap } from '../bitmap/ota.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { FormFields } from './form.js';
import { addNumber, isLibraryNumber, numberOf } from './library-fields.js';
import type { OtaItem } from './model.js';
import { type Fault, notAllowed, octetsOf, type Parameters, renamed, requiredOf, requireText } from './parameters.js';

/** Kinds of content that are OTA bitmaps. */
export type OtaKind = 'pictureMessage' | 'groupGraphic' | 'operatorLogo';

/** Adds a picture. @throws EncodeError, TypeError */
export function addOta(parameters: Parameters, name: string, item: OtaItem, kind: OtaKind): void {
  if (addNumber(parameters, item, item.data, kind, name)) return;
  const data = item.data as Uint8Array;
  requireOctets(data, name);
  try {
    decodeOtaBitmap(data, { lenient: true });
  } catch (error) {
    throw renamed(error, EncodeError, name, 1);
  }
  parameters.push([name, copyOctets(data)]);
}

/** Reads a picture. Handsets take what the lenient reading takes: an infofield that announces more pictures, and octets behind the pixels. @throws DecodeError */
export function otaOf(fields: FormFields, name: string, kind: OtaKind): OtaItem {
  const value = requiredOf(fields, name);
  if (isLibraryNumber(value)) return numberOf(value, kind, name);
  const data = octetsOf(value, name);
  try {
    decodeOtaBitmap(data, { lenient: true });
  } catch (error) {
    throw renamed(error, DecodeError, name, 2);
  }
  return { data };
}

/** Adds the network of a logo. @throws EncodeError, TypeError */
export function addNetwork(parameters: Parameters, { mcc, mnc }: { readonly mcc: string; readonly mnc: string }): void {
  requireText(mcc, 'MCC');
  requireText(mnc, 'MNC');
  checkNetwork(mcc, mnc, EncodeError);
  parameters.push(['MCC', mcc], ['MNC', mnc]);
}

/** Reads the network of a logo. @throws DecodeError */
export function networkOf(fields: FormFields): { mcc: string; mnc: string } {
  const mcc = requiredOf(fields, 'MCC');
  const mnc = requiredOf(fields, 'MNC');
  checkNetwork(mcc, mnc, DecodeError);
  return { mcc, mnc };
}

function checkNetwork(mcc: string, mnc: string, Fault: Fault): void {
  if (!/^\d{3}$/.test(mcc)) throw notAllowed(Fault, 'MCC', mcc, 'three digits');
  if (!/^\d{2,3}$/.test(mnc)) throw notAllowed(Fault, 'MNC', mnc, 'two or three digits');
}
