/**
 * Files of push documents, cards and calendars, and drawings of `#` and `.`: what each holds, whatever its form.
 * @module
 */
import type { Bitmap } from '../bitmap/index.js';
import { decodeUtf8 } from '../bytes/index.js';
import type { Issue } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { PICTURE_FILES } from '../inspect/formats/picture-files.js';
import { readText } from '../inspect/texts.js';
import { decodeWbxml, type PushDocument } from '../push/binary.js';
import { parsePushXml } from '../push/si-sl-co/xml-parse.js';
import {
  decodeVObjectText,
  identifyVObject,
  parseVCalendar,
  parseVCard,
  type VCalendar,
  type VCard,
  type VObjectIssue,
} from '../vobject/index.js';

/** A card or a calendar. */
export type VObject =
  | { readonly kind: 'vcard'; readonly card: VCard }
  | { readonly kind: 'vcalendar'; readonly calendar: VCalendar };

/** The card or calendar of a file; its extension decides where its text does not. @throws FormatError as its parser */
export function loadVObject(
  octets: Uint8Array,
  extension: string,
  options: { readonly lenient?: boolean; readonly onIssue?: (issue: VObjectIssue) => void },
): VObject {
  const text = decodeVObjectText(octets);
  const kind = identifyVObject(text) ?? (extension === '.vcf' ? 'vcard' : 'vcalendar');
  return kind === 'vcard' ? { kind, card: parseVCard(text, options) } : { kind, calendar: parseVCalendar(text, options) };
}

/** The push document of a file. @throws FormatError as its decoder */
export function loadPush(
  octets: Uint8Array,
  extension: string,
  options: { readonly lenient?: boolean; readonly onIssue?: (issue: Issue) => void },
): PushDocument {
  return isWbxml(extension) ? decodeWbxml(octets, options) : parsePushXml(decodeUtf8(octets));
}

/** Whether files of an extension hold WBXML, not XML. */
export function isWbxml(extension: string): boolean {
  return extension === '.sic' || extension === '.slc' || extension === '.wbxml';
}

/** Octets of a drawing at most: a character for each pixel of a large screen. */
const MAX_DRAWING = 65_536;

/** The picture of a text that is a drawing, `#` for black and `.` for white; undefined for all others. */
export function readDrawing(octets: Uint8Array): Bitmap | undefined {
  const text = octets.length > MAX_DRAWING ? undefined : readText(octets);
  // Dots alone are punctuation, a line alone is a rule.
  if (text === undefined || !/^[#. ]{2,}\r?\n[#. ]{2,}[#. \r\n]*$/.test(text) || !text.includes('#')) return undefined;
  return tryDecode(() => PICTURE_FILES['.rows'].load(octets, {}).frames[0]);
}
