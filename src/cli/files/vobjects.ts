/**
 * Cards and calendars as files: vCard 2.1 and 3.0, vCalendar 1.0 and iCalendar 2.0.
 * @module
 */

import { pluralize } from '../../bytes/file-fields.js';
import { findCardName } from '../../content/facts.js';
import { loadVObject, type VObject } from '../../show/file-readers.js';
import { formatVCalendar, formatVCard, type VObjectIssue } from '../../vobject/index.js';
import { inFile, inputName, type Session, UsageError } from '../io.js';
import type { FileContent } from './recognise.js';

/** Versions of either. */
export const OBJECT_VERSIONS = ['1.0', '2.0', '2.1', '3.0'] as const;
export type ObjectVersion = (typeof OBJECT_VERSIONS)[number];

/** The card or calendar of a file. Departures from the format become warnings. */
export function readVObject(session: Session, { path, octets, extension }: FileContent, lenient: boolean): VObject {
  const onIssue = ({ offset, reason, assumed }: VObjectIssue) => {
    session.warn(`${inputName(path)} at ${offset}: ${reason}${assumed === '' ? '' : ` (${assumed})`}`);
  };
  return inFile(path, () => loadVObject(octets, extension, { lenient, onIssue }));
}

/** A card or calendar in the form that an extension and a version name; what the version cannot hold becomes a warning. */
export function writeVObject(session: Session, object: VObject, extension: string, version: ObjectVersion | undefined): string {
  const onIssue = ({ field, reason }: VObjectIssue) => session.warn(`${field} is not valid: ${reason}`);
  if (object.kind === 'vcard') return formatVCard(object.card, { version: cardVersion(version) ?? '2.1', onIssue });
  const onDrop = (path: string) => session.warn(`${path} is not written: the version has no place for it`);
  const written = calendarVersion(version) ?? (extension === '.ics' ? '2.0' : '1.0');
  return formatVCalendar(object.calendar, { version: written, onDrop, onIssue });
}

/** @throws UsageError for a version that only calendars have */
export function cardVersion(version: ObjectVersion | undefined): '2.1' | '3.0' | undefined {
  if (version === '1.0' || version === '2.0') throw new UsageError(`--version of a card is 2.1 or 3.0, not ${version}`);
  return version;
}

/** @throws UsageError for a version that only cards have */
export function calendarVersion(version: ObjectVersion | undefined): '1.0' | '2.0' | undefined {
  if (version === '2.1' || version === '3.0') throw new UsageError(`--version of a calendar is 1.0 or 2.0, not ${version}`);
  return version;
}

/** What an object is, in a few words. */
export function describeVObject(object: VObject): string {
  if (object.kind === 'vcard') return `card of ${JSON.stringify(findCardName(object.card) ?? '')}`;
  const { events = [], todos = [] } = object.calendar;
  const counts = [
    [events.length, 'event'],
    [todos.length, 'task'],
  ] as const;
  const parts = counts.flatMap(([count, name]) => (count === 0 ? [] : [pluralize(count, name)]));
  return parts.length === 0 ? 'empty calendar' : `calendar of ${parts.join(' and ')}`;
}
