/**
 * EMS objects and text as SMS-SUBMITs.
 *
 *   one object, and text that fits beside it       one message
 *   several objects                                a part each, whole; the user prompt indicator before the first
 *   text that does not fit beside the last object  in further parts
 *
 * An object is never split, and no part exceeds 140 octets. Positions count characters of the object's part: here they are 0,
 * and the text follows the objects.
 * Source: 3GPP TS 23.040 section 9.2.3.24.10.
 * @module
 */
import { EncodeError } from '../errors.js';
import { type CutPart, shiftElements, submitParts } from '../sms/build.js';
import { encodeUdh, type InformationElement, type Submit, type SubmitTextOptions } from '../sms/index.js';
import { concatOctets, MAX_USER_DATA, unitsAfterHeader } from '../text/part-sizes.js';
import { cutSegments, measureText } from '../text/segment.js';

/**
 * SMS-SUBMITs of the elements of an EMS encoder, and of a text after them: TP-DCS 00, or 08 where the text needs it.
 * @throws EncodeError `too-long` for an object that fits in no part and past 255 parts, and as `submitText` for the text.
 */
export function submitEms(elements: readonly InformationElement[], text: string, options: SubmitTextOptions): Submit[] {
  const objects = splitIntoParts(elements);
  const measure = measureText(text, options);
  const shifts = text === '' ? [] : shiftElements(measure.encoding, options);
  const parts: CutPart[] = objects.map((udh) => ({ udh, text: '' }));
  const last = objects.at(-1) ?? [];
  const beside = headerOctets([...last, ...shifts], objects.length > 1, options);
  if (measure.units <= unitsAfterHeader(measure.encoding, beside)) {
    parts[parts.length - 1] = { udh: [...last, ...shifts], text: measure.text };
  } else {
    for (const segment of cutSegments(measure, options)) parts.push({ udh: shifts, text: segment.text });
  }
  for (const { udh } of parts) checkHeader(udh, parts.length > 1, options);
  return submitParts(parts, measure.encoding === 'ucs2' ? 0x08 : 0x00, options);
}

/** Elements of each part: an object, after its announcement. */
function splitIntoParts(elements: readonly InformationElement[]): InformationElement[][] {
  const parts: InformationElement[][] = [];
  let part: InformationElement[] = [];
  for (const element of elements) {
    part.push(element);
    if (element.kind === 'userPrompt') continue;
    parts.push(part);
    part = [];
  }
  return parts;
}

function headerOctets(udh: readonly InformationElement[], isPart: boolean, { concat }: SubmitTextOptions): number {
  return encodeUdh(udh).length + (isPart ? concatOctets(concat) : 0);
}

function checkHeader(udh: readonly InformationElement[], isPart: boolean, options: SubmitTextOptions): void {
  const octets = headerOctets(udh, isPart, options);
  if (octets <= MAX_USER_DATA) return;
  throw new EncodeError('too-long', 'udh', undefined, `${octets} octets of header, at most ${MAX_USER_DATA}`);
}
