/**
 * The options of a message: the handset, and how the content is carried.
 * @module
 */
import type { Push } from '../push/binary.js';
import type { NokiaRingtoneOptions } from '../ringtone/index.js';
import type { SubmitTextOptions } from '../sms/index.js';
import type { VCalendarVersion, VCardVersion } from '../vobject/index.js';
import type { FormChoice, Handset } from './choose-form.js';
import type { Content, ContentKind } from './content.js';
import type { PORTS } from './ports.js';

/** Options of `buildSubmits`: the recipient, the handset, and how to encode the content. */
export interface BuildOptions extends Omit<SubmitTextOptions, 'flash'>, Handset {
  /** Options for a Nokia ringtone, as for `encodeNokiaRingtone`. */
  readonly ringtone?: NokiaRingtoneOptions | undefined;
  /** Allow pictures for a Nokia of sizes that no handset is known to show; false by default. */
  readonly anySize?: boolean | undefined;
  /** Other headers of a push, such as `applicationId`. Some handsets reject headers that they do not need. */
  readonly push?: Omit<Push, 'contentType' | 'body'> | undefined;
  /** Version of a card; `2.1` by default, which every handset with cards reads. */
  readonly cardVersion?: VCardVersion | undefined;
  /** Version of a calendar; `1.0` by default, the only one that most handsets read. */
  readonly calendarVersion?: VCalendarVersion | undefined;
  /** Encoding of a card or calendar: 8 for octets in UTF-8, the default, or 7 for text of the default alphabet, as gammu does. */
  readonly bits?: 7 | 8 | undefined;
  /** Destination port of a calendar: 9205 by default, or 228 for older Nokia handsets. */
  readonly calendarPort?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar | undefined;
  /** Called once with the chosen form, the reason, and warnings, after the messages are built. */
  readonly onChoice?: ((choice: FormChoice) => void) | undefined;
}

/** The contents of some kinds. */
export type ContentOf<K extends ContentKind> = Extract<Content, { kind: K }>;

/** Called with what the sender should know, in words. */
export type Warn = (warning: string) => void;
