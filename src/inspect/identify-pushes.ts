/**
 * What octets are among pushes, the documents in them, and multimedia messages.
 * @module
 */
import type { Limits } from '../errors.js';
import type { MmsPdu } from '../mms/binary.js';
import type { Identification } from './formats.js';
import { identifyWbxml } from './identify-wbxml.js';
import { beginsAsMms, describeMms, type MmsWithParts, mmsTypeOf } from './mms.js';
import { readPayload } from './payloads.js';
import { announcedContent, nameDocument, type PushWithData } from './push-data.js';

/** Documents of WBXML, bare or pushed. */
export function identifyPushes(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const type = octets[1];
  const found = identifyWbxml(octets, limits);
  return type === 0x06 || type === 0x07 ? [...found, ...identifyPush(octets, limits)] : found;
}

function identifyPush(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'wsp-push';
  const strict = readPayload(format, octets, false, limits);
  const reading = 'error' in strict ? readPayload(format, octets, true, limits) : strict;
  if ('error' in reading) {
    const content = announcedContent(octets);
    if (content === undefined) return [];
    return [{ format, confidence: 0.6, reason: `begins as a push of ${content}, but ${reading.error.message}` }];
  }
  const { push, document, mms } = reading.value as PushWithData;
  const faults = 'error' in strict ? `, with faults: ${strict.error.message}` : '';
  const content = document !== undefined ? nameDocument(document) : mms && `an ${mms.pdu.type}`;
  if (content !== undefined) {
    const reason = `a push of ${content}${faults}`;
    return [{ format, confidence: faults === '' ? 0.98 : 0.95, reason }];
  }
  // Of other contents nothing is read. A type by its name is no chance; one octet that stands for one may be.
  const { contentType, body } = push;
  if (typeof contentType === 'number') return [{ format, confidence: 0.2, reason: `a push of content type ${contentType}` }];
  const shown = contentType.slice(0, MAX_TYPE);
  const confidence = (isSpelt(octets, shown) ? 0.95 : 0.8) - (body.length === 0 || faults !== '' ? 0.3 : 0);
  return [{ format, confidence, reason: `a push of ${shown}${faults}` }];
}

/** Characters of a content type that are looked at. */
const MAX_TYPE = 60;

/** Whether a content type stands at the beginning of a push by its letters. */
function isSpelt(octets: Uint8Array, contentType: string): boolean {
  const beginning = String.fromCharCode(...octets.subarray(0, 16 + MAX_TYPE));
  return beginning.toLowerCase().includes(contentType.toLowerCase());
}

/** The type of a message stands in its first two octets, and all the fields that it requires behind them. */
export function identifyMms(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'mms';
  const type = mmsTypeOf(octets);
  if (type === undefined) return [];
  const strict = readPayload(format, octets, false, limits);
  if (!('error' in strict)) {
    const words = describeMms(strict.value as MmsWithParts);
    return [{ format, confidence: 0.98, reason: `a whole ${type}${words === '' ? '' : `: ${words}`}` }];
  }
  const lenient = readPayload(format, octets, true, limits);
  // Unknown fields are passed over, so that a lenient reading says less than of other formats, and of nothing but those nothing.
  if (!('error' in lenient) && hasVersionOrParts(lenient.value as MmsWithParts)) {
    return [{ format, confidence: 0.85, reason: `an ${type} with faults: ${strict.error.message}` }];
  }
  const confidence = beginsAsMms(octets) ? 0.6 : 0.3;
  return [{ format, confidence, reason: `begins as an ${type}, but ${strict.error.message}` }];
}

/** Every message has a version, and hardly anything else has parts. */
function hasVersionOrParts({ pdu, parts }: MmsWithParts): boolean {
  const { mmsVersion }: Partial<MmsPdu> = pdu;
  return mmsVersion !== undefined || parts.length > 0;
}
