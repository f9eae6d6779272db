/**
 * What a message is to the people who send and receive it.
 * @module
 */

import type { Bitmap } from '../bitmap/index.js';
import { requireText } from '../bytes/check.js';
import type { MNotificationInd } from '../mms/binary.js';
import type { ServiceIndication, ServiceLoading } from '../push/binary.js';
import type { Tune } from '../ringtone/index.js';
import type { InformationElement } from '../sms/index.js';
import type { VCalendar, VCard } from '../vobject/index.js';

/** The content of a message, for `buildSubmits`, and as `readSubmits` and `readContent` return it. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  /** Text that is shown at once and not stored (class 0). */
  | { readonly kind: 'flash'; readonly text: string }
  | { readonly kind: 'ringtone'; readonly tune: Tune }
  /** Picture that is shown instead of the network's name; `mcc` has three digits, `mnc` two. */
  | { readonly kind: 'operatorLogo'; readonly mcc: string; readonly mnc: string; readonly bitmap: Bitmap }
  /** Picture that is shown for calls of a caller group. */
  | { readonly kind: 'groupGraphic'; readonly bitmap: Bitmap }
  /** Picture with a text below it; an empty text is not sent. */
  | { readonly kind: 'pictureMessage'; readonly bitmap: Bitmap; readonly text?: string | undefined }
  /** Text with a URI to open (WAP Push). */
  | { readonly kind: 'serviceIndication'; readonly si: ServiceIndication }
  /** URI that the handset opens without asking (WAP Push). */
  | { readonly kind: 'serviceLoading'; readonly sl: ServiceLoading }
  /** Notification of a multimedia message (WAP Push). */
  | { readonly kind: 'mmsNotification'; readonly notification: MNotificationInd }
  /** Business card. Building also accepts the kind `vCard`. */
  | { readonly kind: 'vcard'; readonly card: VCard }
  /** Appointments and tasks. Building also accepts the kind `vCalendar`. */
  | { readonly kind: 'vcalendar'; readonly calendar: VCalendar }
  | PduContent;

/** A card or calendar with the spelling `vCard` or `vCalendar`, which building accepts too; reading gives `vcard` and `vcalendar`. */
export type ObjectContentAlias =
  | { readonly kind: 'vCard'; readonly card: VCard }
  | { readonly kind: 'vCalendar'; readonly calendar: VCalendar };

/** A content whose kind may be spelled `vCard` or `vCalendar`, with the kind as {@link Content} has it. */
export function withUsualKind<T extends { readonly kind: string }>(
  content: T,
): Exclude<T, { readonly kind: 'vCard' | 'vCalendar' }> {
  const { kind } = content;
  const usual = kind === 'vCard' || kind === 'vCalendar' ? { ...content, kind: kind.toLowerCase() } : content;
  return usual as Exclude<T, { readonly kind: 'vCard' | 'vCalendar' }>;
}

/** User data of a message, given in full: the coding, the header, and a text or octets. */
export interface PduContent {
  /** Kind of content. */
  readonly kind: 'pdu';
  /** TP-DCS, 0 to 255. */
  readonly tpDcs: number;
  /** TP-PID, 0 to 255; 0 by default. */
  readonly tpPid?: number | undefined;
  /** Elements of the user data header, without those of concatenation. */
  readonly udh: readonly InformationElement[];
  /** The text, if TP-DCS names a text coding. */
  readonly text?: string | undefined;
  /** The octets, if TP-DCS names another coding. */
  readonly data?: Uint8Array | undefined;
}

/** Kinds of content. */
export type ContentKind = Content['kind'];

/** What kinds of content are called, in prose: `an operator logo`. */
export const CONTENT_NAMES: Readonly<Record<ContentKind, string>> = {
  text: 'text',
  flash: 'flash text',
  ringtone: 'ringtone',
  operatorLogo: 'operator logo',
  groupGraphic: 'group graphic',
  pictureMessage: 'picture message',
  serviceIndication: 'service indication',
  serviceLoading: 'service loading',
  mmsNotification: 'MMS notification',
  vcard: 'card',
  vcalendar: 'calendar',
  pdu: 'PDU',
};

/** `an operator logo`, `a PDU`. */
export function nameWithArticle(kind: ContentKind): string {
  const name = CONTENT_NAMES[kind];
  return `${/^(?:[aeio]|MMS)/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Sizes in pixels that handsets show of Nokia's pictures, the usual one first (Nokia Smart Messaging; 78x21 for larger screens). */
export const PICTURE_SIZES = {
  operatorLogo: [
    [72, 14],
    [78, 21],
  ],
  groupGraphic: [[72, 14]],
  pictureMessage: [[72, 28]],
} as const satisfies { readonly [K in ContentKind]?: readonly (readonly [widthPx: number, heightPx: number])[] };

/** Kinds of content that are a picture of one bit. */
export type PictureKind = keyof typeof PICTURE_SIZES;

/** The makes of handsets that have forms of their own, as the gateway interface spells them (parameter PhoneMake); `EMS` for any handset with EMS. */
export const PHONE_MAKES = ['Alcatel', 'Ericsson', 'Motorola', 'Nokia', 'Sagem', 'Siemens', 'EMS'] as const;

/** A make in {@link PHONE_MAKES}. */
export type PhoneMake = (typeof PHONE_MAKES)[number];

/** Parses the name of a make, in any letter case; undefined for an unknown one. */
export function parsePhoneMake(text: string): PhoneMake | undefined {
  requireText(text, 'text');
  const wanted = text.trim().toLowerCase();
  return PHONE_MAKES.find((make) => make.toLowerCase() === wanted);
}
