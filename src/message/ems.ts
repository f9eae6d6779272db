/**
 * EMS objects and text as SMS-SUBMITs.
 *
 *   one object, and text that fits beside it       one message
 *   several objects                                a part each, whole; the user prompt indicator in front of the first
 *   text that does not fit beside the last object  in further parts
 *
 * An object is never cut, and no part passes 140 octets. Positions count characters of the part that the object stands in: here they are 0,
 * and the text follows the objects.
 * Source: 3GPP TS 23.040 section 9.2.3.24.10.
 * @module
 */
import { EncodeError } from '../errors.js';
import { type CutPart, shiftElements, submitParts } from '../sms/build.js';
import { encodeUdh, type InformationElement, type Submit, type SubmitTextOptions } from '../sms/index.js';
import { MAX_SEPTETS, MAX_USER_DATA } from '../sms/user-data.js';
import { type Measure, measureText, segmentsOf } from '../text/segment.js';

/**
 * SMS-SUBMITs of the elements that an EMS encoder gave, and of a text behind them: TP-DCS 00, or 08 where the text needs it.
 * @throws EncodeError `too-long` for an object that fits in no part and past 255 parts, and as `submitText` for the text.
 */
export function submitEms(elements: readonly InformationElement[], text: string, options: SubmitTextOptions): Submit[] {
  const objects = inParts(elements);
  const measure = measureText(text, options);
  const shifts = text === '' ? [] : shiftElements(measure.encoding, options);
  const parts: CutPart[] = objects.map((udh) => ({ udh, text: '' }));
  const last = objects.at(-1) ?? [];
  if (measure.units <= roomBeside([...last, ...shifts], measure, objects.length > 1, options)) {
    parts[parts.length - 1] = { udh: [...last, ...shifts], text: measure.text };
  } else {
    for (const segment of segmentsOf(measure, options)) parts.push({ udh: shifts, text: segment.text });
  }
  for (const { udh } of parts) checkHeader(udh, parts.length > 1, options);
  return submitParts(parts, measure.encoding === 'ucs2' ? 0x08 : 0x00, options);
}

/** Elements of each part: an object, behind what announces it. */
function inParts(elements: readonly InformationElement[]): InformationElement[][] {
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

/** Septets or UTF-16 units that fit behind a header; below 0 when not even the header fits. */
function roomBeside(
  udh: readonly InformationElement[],
  { encoding }: Measure,
  isPart: boolean,
  options: SubmitTextOptions,
): number {
  const header = headerOctets(udh, isPart, options);
  if (encoding === 'ucs2') return Math.floor((MAX_USER_DATA - header) / 2);
  return MAX_SEPTETS - Math.ceil((header * 8) / 7);
}

function headerOctets(udh: readonly InformationElement[], isPart: boolean, { concat }: SubmitTextOptions): number {
  return encodeUdh(udh).length + (isPart ? (concat === 16 ? 6 : 5) : 0);
}

function checkHeader(udh: readonly InformationElement[], isPart: boolean, options: SubmitTextOptions): void {
  const octets = headerOctets(udh, isPart, options);
  if (octets <= MAX_USER_DATA) return;
  throw new EncodeError('too-long', 'udh', undefined, `${octets} octets of header, at most ${MAX_USER_DATA}`);
}
