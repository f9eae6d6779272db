/**
 * `handset/vobject`: business cards (vCard 2.1 and 3.0) and calendars (vCalendar 1.0, iCalendar 2.0), their sizes in messages, and `//SCKL` texts.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export type { RawComponent, RawParameter, RawProperty } from './content-line.js';
export type { VObjectIssue, VObjectIssueCode, VObjectOptions } from './issues.js';
export type { Moment, TimeKind } from './moment.js';
export type { OldTextOptions } from './old-text.js';
export {
  type FitOptions,
  type FittedVCard,
  fitVCard,
  measureVCard,
  measureVObject,
  VCARD_DROP_ORDER,
  type VCardField,
  type VObjectSize,
} from './size.js';
export {
  decodeVObjectText,
  formatVObjectSckl,
  identifyVObject,
  parseVObjectSckl,
  VOBJECT_PORTS,
  type VObjectKind,
  type VObjectScklOptions,
  vobjectKindOfPort,
} from './transport.js';
export type {
  ParsedLists,
  ParsedVCalendar,
  VAlarmDetail,
  VCalendar,
  VCalendarFormat,
  VCalendarItem,
  VCalendarVersion,
  VEvent,
  VTodo,
} from './vcalendar.js';
export { formatVCalendar } from './vcalendar-format.js';
export { parseVCalendar } from './vcalendar-parse.js';
export type { ParsedVCard, VCard, VCardAddress, VCardEntry, VCardFormat, VCardVersion } from './vcard.js';
export { formatVCard } from './vcard-format.js';
export { extractBinary, parseVCard, parseVCards } from './vcard-parse.js';
