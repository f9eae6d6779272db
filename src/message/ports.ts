/**
 * The ports of contents. They are written out: a program that asks for one of them needs no codec of pushes or cards.
 * @module
 */

/** The destination ports of contents on the handset (Nokia Smart Messaging 3.0, and IANA for WAP). */
export const PORTS = {
  /** 0x1581. */
  ringtone: 5505,
  /** 0x1582. */
  operatorLogo: 5506,
  /** 0x1583. */
  groupGraphic: 5507,
  /** 0x158A: also profiles and screen savers. */
  pictureMessage: 5514,
  /** 0x0B84: WAP pushes, which come from port 9200. */
  wapPush: 2948,
  /** 0x23F4. */
  vcard: 9204,
  /** 0x23F5. */
  vcalendar: 9205,
  /** 0x00E4: calendars of older Nokia handsets. */
  nokiaCalendar: 228,
} as const;
