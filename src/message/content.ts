/**
 * What a message is to the people who send and receive it.
 * @module
 */

import type { Bitmap } from '../bitmap/index.js';
import { requireText } from '../bytes/check.js';
import type { MNotificationInd } from '../mms/binary.js';
import { PUSH_PORTS, type ServiceIndication, type ServiceLoading } from '../push/binary.js';
import type { Tune } from '../ringtone/index.js';
import type { InformationElement } from '../sms/index.js';
import { type VCalendar, type VCard, VOBJECT_PORTS } from '../vobject/index.js';

/** Content of a message. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  /** Text shown at once and not stored (class 0). */
  | { readonly kind: 'flash'; readonly text: string }
  | { readonly kind: 'ringtone'; readonly tune: Tune }
  /** Picture shown instead of the network's name; the network as digits, MCC of three, MNC of two. */
  | { readonly kind: 'operatorLogo'; readonly mcc: string; readonly mnc: string; readonly bitmap: Bitmap }
  /** Picture shown when somebody of a group of callers rings. */
  | { readonly kind: 'groupGraphic'; readonly bitmap: Bitmap }
  /** Picture with a text below; an empty text is not sent. */
  | { readonly kind: 'pictureMessage'; readonly bitmap: Bitmap; readonly text?: string | undefined }
  /** Text with an address to open (WAP Push). */
  | { readonly kind: 'serviceIndication'; readonly si: ServiceIndication }
  /** Address that the handset opens without asking (WAP Push). */
  | { readonly kind: 'serviceLoading'; readonly sl: ServiceLoading }
  /** Announces a multimedia message and its address (WAP Push). */
  | { readonly kind: 'mmsNotification'; readonly notification: MNotificationInd }
  /** Business card, in `card`. Reading gives this kind; building takes `vCard` too. */
  | { readonly kind: 'vcard'; readonly card: VCard }
  /** Appointments and tasks, in `calendar`. Reading gives this kind; building takes `vCalendar` too. */
  | { readonly kind: 'vcalendar'; readonly calendar: VCalendar }
  | PduContent;

/** Cards and calendars with their kinds spelled as the functions spell them (`parseVCard`); reading gives `vcard` and `vcalendar`. */
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

/** User data as the sender sets it: `data` for 8-bit codings, `text` for the others. */
export interface PduContent {
  /** User data of a message. */
  readonly kind: 'pdu';
  /** TP-DCS, 0 to 255. */
  readonly tpDcs: number;
  /** 0 when absent. */
  readonly tpPid?: number | undefined;
  /** Elements of the user data header, without those that concatenation adds. */
  readonly udh: readonly InformationElement[];
  /** The text, when TP-DCS names a text coding. */
  readonly text?: string | undefined;
  /** The octets, when TP-DCS names 8-bit data. */
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

/** The makes of handset that the gateway interface names (its parameter PhoneMake). */
export const PHONE_MAKES = ['Alcatel', 'Ericsson', 'Motorola', 'Nokia', 'Sagem', 'Siemens', 'EMS'] as const;

/** A make of handset, as the gateway interface spells it. */
export type PhoneMake = (typeof PHONE_MAKES)[number];

/** Parses the name of a make, in any case. */
export function parsePhoneMake(text: string): PhoneMake | undefined {
  requireText(text, 'text');
  const wanted = text.trim().toLowerCase();
  return PHONE_MAKES.find((make) => make.toLowerCase() === wanted);
}

/** Destination ports of the handset's own applications (Nokia Smart Messaging 3.0, and those registered with IANA for WAP). */
export const PORTS = {
  /** 1581 hex. */
  ringtone: 5505,
  /** 1582 hex. */
  operatorLogo: 5506,
  /** 1583 hex. */
  groupGraphic: 5507,
  /** 158A hex; profiles and screen savers too. */
  pictureMessage: 5514,
  /** 0B84 hex, 2948: pushes, from port 9200. */
  wapPush: PUSH_PORTS.Push,
  /** 23F4 hex: 9204. */
  vcard: VOBJECT_PORTS.vcard,
  /** 23F5 hex: 9205. */
  vcalendar: VOBJECT_PORTS.vcalendar,
  /** E4 hex: 228, calendars of older Nokia handsets. */
  nokiaCalendar: VOBJECT_PORTS.nokiaCalendar,
} as const;
