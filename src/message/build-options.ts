/**
 * The options of a message: the handset, and how the content is carried.
 * @module
 */
import type { Push } from '../push/binary.js';
import type { NokiaRingtoneOptions } from '../ringtone/index.js';
import type { SubmitTextOptions } from '../sms/index.js';
import type { VCalendarVersion, VCardVersion } from '../vobject/index.js';
import type { FormChoice, Handset } from './choose-form.js';
import type { Content, ContentKind, PORTS } from './content.js';

/** The handset, and how the content is carried. */
export interface BuildOptions extends Omit<SubmitTextOptions, 'flash'>, Handset {
  /** How a ringtone for a Nokia is written; see `encodeNokiaRingtone`. */
  readonly ringtone?: NokiaRingtoneOptions | undefined;
  /** Let pictures for a Nokia have sizes that no handset is known to show. */
  readonly anySize?: boolean | undefined;
  /** What else the header of a push says, such as `applicationId`; some handsets refuse fields that they do not need. */
  readonly push?: Omit<Push, 'contentType' | 'body'> | undefined;
  /** Version of a card; `2.1` when absent, which every handset with cards reads. */
  readonly cardVersion?: VCardVersion | undefined;
  /** Version of a calendar; `1.0` when absent, as handsets without a computer's calendar know no other. */
  readonly calendarVersion?: VCalendarVersion | undefined;
  /** How a card or calendar is carried: as octets in UTF-8 (8, the default), or as text of the default alphabet (7), which is what gammu does. */
  readonly bits?: 7 | 8 | undefined;
  /** Destination port of a calendar: 9205, or 228 for older Nokia handsets. */
  readonly calendarPort?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar | undefined;
  /** Called once, when the messages are made: the form, why it was chosen, and what the sender should know. */
  readonly onChoice?: ((choice: FormChoice) => void) | undefined;
}

/** The contents of some kinds. */
export type ContentOf<K extends ContentKind> = Extract<Content, { kind: K }>;

/** Called with what the sender should know, in words. */
export type Warn = (warning: string) => void;
