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

/** The details of an alarm. */
export interface VAlarmDetail {
  /** DALARM or AALARM of vCalendar; display when absent. */
  readonly type?: 'display' | 'audio' | undefined;
  /** The text to show, or where the sound is. */
  readonly content?: string | undefined;
  /** The pause before it goes off again, as a duration such as `PT5M`. */
  readonly snooze?: string | undefined;
  /** How often it goes off again. */
  readonly repeat?: number | undefined;
}

/** The common properties of events and tasks. A Date is an instant unless the `...Kind` beside it says otherwise. */
export interface VCalendarItem {
  /** SUMMARY: what handsets list. */
  readonly summary?: string | undefined;
  /** DESCRIPTION: more of it. */
  readonly description?: string | undefined;
  /** LOCATION: where. */
  readonly location?: string | undefined;
  /** DTSTART: when it begins. */
  readonly start?: Date | undefined;
  /** What `start` means; `utc` when absent. */
  readonly startKind?: TimeKind | undefined;
  /** A rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`, whatever the version. */
  readonly rrule?: string | undefined;
  /** Starts that the rule gives and that are cancelled. */
  readonly exceptions?: readonly Moment[] | undefined;
  /** CATEGORIES, such as MEETING. */
  readonly categories?: readonly string[] | undefined;
  /** When the handset reminds. */
  readonly alarm?: Date | undefined;
  /** What `alarm` means; `utc` when absent. */
  readonly alarmKind?: TimeKind | undefined;
  /** The details of the reminder. */
  readonly alarmDetail?: VAlarmDetail | undefined;
  /** UID: the same for later versions of the entry. */
  readonly uid?: string | undefined;
  /** When the object was made (DTSTAMP). */
  readonly stamp?: Date | undefined;
  /** All other properties, verbatim and in order. */
  readonly other?: readonly RawProperty[] | undefined;
  /** Further alarms and the like, verbatim. */
  readonly components?: readonly RawComponent[] | undefined;
}

/** An event. */
export interface VEvent extends VCalendarItem {
  /** The end, itself not included; a duration is read as the end it leads to. */
  readonly end?: Date | undefined;
  /** What `end` means; `utc` when absent. */
  readonly endKind?: TimeKind | undefined;
}

/** A task. */
export interface VTodo extends VCalendarItem {
  /** DUE: when it must be done. */
  readonly due?: Date | undefined;
  /** What `due` means; `utc` when absent. */
  readonly dueKind?: TimeKind | undefined;
  /** COMPLETED: when it was done. */
  readonly completed?: Date | undefined;
  /** What `completed` means; `utc` when absent. */
  readonly completedKind?: TimeKind | undefined;
  /** 0 (none) to 9 (lowest); vCalendar leaves the highest number open. */
  readonly priority?: number | undefined;
  /** Such as NEEDS-ACTION, IN-PROCESS, COMPLETED: iCalendar's words, whatever the version. */
  readonly status?: string | undefined;
}

/** A calendar. */
export interface VCalendar {
  /** The version it was read from; what is kept verbatim is in its form. */
  readonly version?: VCalendarVersion | undefined;
  /** PRODID: the program that wrote it. */
  readonly productId?: string | undefined;
  /** TZ of vCalendar 1.0: the offset of the sender's clock, `+01:00`. It does not change floating times. */
  readonly timeZone?: string | undefined;
  /** Its events. */
  readonly events?: readonly VEvent[] | undefined;
  /** Its tasks. */
  readonly todos?: readonly VTodo[] | undefined;
  /** Properties without a model, in their order. */
  readonly other?: readonly RawProperty[] | undefined;
  /** Components without a model, in their order. */
  readonly components?: readonly RawComponent[] | undefined;
}

/** A parsed calendar: the lists are always there. */
export interface ReadVCalendar extends VCalendar {
  readonly version: VCalendarVersion;
  /** Its events. */
  readonly events: readonly (VEvent & ReadLists)[];
  /** Its tasks. */
  readonly todos: readonly (VTodo & ReadLists)[];
  /** Properties without a model, in their order. */
  readonly other: readonly RawProperty[];
  /** Components without a model, in their order. */
  readonly components: readonly RawComponent[];
}

/** The lists of a parsed event or task. */
export interface ReadLists {
  /** CATEGORIES; empty without any. */
  readonly categories: readonly string[];
  /** Properties without a model, in their order. */
  readonly other: readonly RawProperty[];
  /** Components without a model, in their order. */
  readonly components: readonly RawComponent[];
}

/** The versions that are read and written. */
export type VCalendarVersion = '1.0' | '2.0';

/** Options for formatting a calendar. */
export interface VCalendarFormat extends OldTextOptions {
  /** vCalendar 1.0, or iCalendar 2.0. */
  readonly version: VCalendarVersion;
  /** Properties to keep when iCalendar is written as vCalendar 1.0, out of those left out by default. */
  readonly keep?: readonly string[] | undefined;
  /** Called with the path of everything that the version written leaves out. */
  readonly onDrop?: ((path: string) => void) | undefined;
  /** DTSTAMP of 2.0 where the model has none; the start by default, so that the same calendar gives the same text. */
  readonly stamp?: Date | undefined;
  /**
   * Called with each value of the text that strict reading refuses: one that was read leniently and kept unchanged. Its index is one in
   * the text written. Without a listener the text is not read.
   */
  readonly onIssue?: ((issue: VObjectIssue) => void) | undefined;
}

/** A duration of an alarm or an event (RFC 5545 section 3.3.6; ISO 8601 in vCalendar), its numbers bounded. */
export const DURATION = /^[+-]?P(?:\d{1,6}W|\d{1,6}D|(?:\d{1,6}D)?T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)$/;
/** The offset of a clock, as TZ of vCalendar 1.0 has it. */
export const OFFSET = /^[+-]\d{2}(?::?\d{2})?$/;
