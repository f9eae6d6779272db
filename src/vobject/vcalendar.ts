/**
 * Calendars: vCalendar 1.0, which phones with Smart Messaging take, and iCalendar 2.0. The model of a calendar, whatever the version.
 *
 *   BEGIN:VCALENDAR                     BEGIN:VCALENDAR
 *   VERSION:1.0                         VERSION:2.0
 *   BEGIN:VEVENT                        PRODID:-//handset//EN
 *   CATEGORIES:MEETING                  BEGIN:VEVENT
 *   SUMMARY:Team meeting                UID:..., DTSTAMP:...
 *   DTSTART:20260102T030405Z            SUMMARY:Team meeting
 *   DALARM:20260102T025405Z             DTSTART:20260102T030405Z
 *   RRULE:W1 FR #0                      RRULE:FREQ=WEEKLY;BYDAY=FR
 *   END:VEVENT                          BEGIN:VALARM ... END:VALARM
 *   END:VCALENDAR                       END:VEVENT, END:VCALENDAR
 *
 * Written by {@link formatVCalendar} (vcalendar-format), read by {@link parseVCalendar} (vcalendar-parse).
 *
 * Sources: vCalendar 1.0 (versit consortium, 1996), RFC 5545. Choices where they are silent: docs/vobjects.md.
 * @module
 */
import type { RawComponent, RawProperty } from './content-line.js';
import type { VObjectIssue } from './issues.js';
import type { Moment, TimeKind } from './moment.js';
import type { OldTextOptions } from './old-text.js';

/** Details of an alarm. */
export interface VAlarmDetail {
  /** Type: DALARM or AALARM of vCalendar; `display` by default. */
  readonly type?: 'display' | 'audio' | undefined;
  /** The text to show, or the address of the sound. */
  readonly content?: string | undefined;
  /** Time until it repeats, as a duration such as `PT5M`. */
  readonly snooze?: string | undefined;
  /** The number of repetitions. */
  readonly repeat?: number | undefined;
}

/** The common properties of events and tasks. A Date is an instant unless the member `...Kind` beside it says otherwise. */
export interface VCalendarItem {
  /** SUMMARY: the title, which handsets list. */
  readonly summary?: string | undefined;
  /** DESCRIPTION: a longer text. */
  readonly description?: string | undefined;
  /** LOCATION: the place. */
  readonly location?: string | undefined;
  /** DTSTART: the beginning. */
  readonly start?: Date | undefined;
  /** The meaning of `start`; `utc` by default. */
  readonly startKind?: TimeKind | undefined;
  /** RRULE: a recurrence rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`, in both versions. */
  readonly rrule?: string | undefined;
  /** EXDATE: starts of occurrences that are cancelled. */
  readonly exceptions?: readonly Moment[] | undefined;
  /** CATEGORIES, such as MEETING. */
  readonly categories?: readonly string[] | undefined;
  /** Time of the alarm. */
  readonly alarm?: Date | undefined;
  /** The meaning of `alarm`; `utc` by default. */
  readonly alarmKind?: TimeKind | undefined;
  /** Details of the alarm. */
  readonly alarmDetail?: VAlarmDetail | undefined;
  /** UID: the same for later versions of the entry. */
  readonly uid?: string | undefined;
  /** DTSTAMP: when the object was created. */
  readonly stamp?: Date | undefined;
  /** All other properties, verbatim and in order. */
  readonly other?: readonly RawProperty[] | undefined;
  /** All other components, such as a second alarm, verbatim and in order. */
  readonly components?: readonly RawComponent[] | undefined;
}

/** An event. */
export interface VEvent extends VCalendarItem {
  /** DTEND: the end, exclusive; a duration is read as the end that it gives. */
  readonly end?: Date | undefined;
  /** The meaning of `end`; `utc` by default. */
  readonly endKind?: TimeKind | undefined;
}

/** A task. */
export interface VTodo extends VCalendarItem {
  /** DUE: when it must be done. */
  readonly due?: Date | undefined;
  /** The meaning of `due`; `utc` by default. */
  readonly dueKind?: TimeKind | undefined;
  /** COMPLETED: when it was done. */
  readonly completed?: Date | undefined;
  /** The meaning of `completed`; `utc` by default. */
  readonly completedKind?: TimeKind | undefined;
  /** PRIORITY: 0 for none, 1 for the highest to 9 for the lowest; vCalendar does not limit the number. */
  readonly priority?: number | undefined;
  /** STATUS in the terms of iCalendar, such as NEEDS-ACTION, IN-PROCESS, COMPLETED, in both versions. */
  readonly status?: string | undefined;
}

/** A calendar: vCalendar 1.0 (versit, 1996) or iCalendar 2.0 (RFC 5545). */
export interface VCalendar {
  /** The version it was read from, which its verbatim properties have. */
  readonly version?: VCalendarVersion | undefined;
  /** PRODID: the program that wrote it. */
  readonly productId?: string | undefined;
  /** TZ of vCalendar 1.0: the offset of the sender's local time from UTC, such as `+01:00`. It does not change floating times. */
  readonly timeZone?: string | undefined;
  /** Its events. */
  readonly events?: readonly VEvent[] | undefined;
  /** Its tasks. */
  readonly todos?: readonly VTodo[] | undefined;
  /** All other properties, verbatim and in order. */
  readonly other?: readonly RawProperty[] | undefined;
  /** All other components, verbatim and in order. */
  readonly components?: readonly RawComponent[] | undefined;
}

/** A parsed calendar: it has a version and all lists. */
export interface ParsedVCalendar extends VCalendar {
  readonly version: VCalendarVersion;
  /** Its events. */
  readonly events: readonly (VEvent & ParsedLists)[];
  /** Its tasks. */
  readonly todos: readonly (VTodo & ParsedLists)[];
  /** Properties without a model, in their order. */
  readonly other: readonly RawProperty[];
  /** Components without a model, in their order. */
  readonly components: readonly RawComponent[];
}

/** The lists that a parsed event or task always has. */
export interface ParsedLists {
  /** CATEGORIES; empty without any. */
  readonly categories: readonly string[];
  /** Properties without a model, in their order. */
  readonly other: readonly RawProperty[];
  /** Components without a model, in their order. */
  readonly components: readonly RawComponent[];
}

/** A version: `1.0` for vCalendar, `2.0` for iCalendar. */
export type VCalendarVersion = '1.0' | '2.0';

/** Options of `formatVCalendar`. The options of {@link OldTextOptions} apply to version 1.0 only. */
export interface VCalendarFormat extends OldTextOptions {
  /** Version to write: `1.0` for vCalendar, `2.0` for iCalendar. */
  readonly version: VCalendarVersion;
  /** Names of properties of an iCalendar to keep in version 1.0, of those that are omitted by default. */
  readonly keep?: readonly string[] | undefined;
  /** Called with the path of each value that the written version omits. */
  readonly onDrop?: ((path: string) => void) | undefined;
  /** DTSTAMP, in version 2.0, of entries without one; by default their start, so that the same calendar gives the same text. */
  readonly stamp?: Date | undefined;
  /**
   * Called with each value in the written text that strict reading rejects, because lenient reading kept it verbatim. Its offset is an index in the
   * written text. Without this option the text is not checked.
   */
  readonly onIssue?: ((issue: VObjectIssue) => void) | undefined;
}

/** A duration of an alarm or an event (RFC 5545 section 3.3.6; ISO 8601 in vCalendar), its numbers bounded. */
export const DURATION = /^[+-]?P(?:\d{1,6}W|\d{1,6}D|(?:\d{1,6}D)?T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)$/;
/** The offset of a clock, as TZ of vCalendar 1.0 has it. */
export const OFFSET = /^[+-]\d{2}(?::?\d{2})?$/;
