/**
 * The tabs of the page: their names, and what each is for. No DOM here.
 * @module
 */

/** The tabs, in their order. */
export const TAB_NAMES = ['start', 'inspect', 'files', 'compose', 'phone', 'inbox'] as const;

export type TabName = (typeof TAB_NAMES)[number];

/** What the page says of a tab. */
export interface TabWords {
  readonly title: string;
  /** What it is for, in one line. */
  readonly about: string;
  /** The letter after `g` that goes there. */
  readonly key: string;
}

export const TABS: Readonly<Record<TabName, TabWords>> = {
  start: {
    title: 'Start',
    about:
      "handset decodes and encodes everything a phone's messaging stack understands, for people who debug SMS and MMS, run gateways, test phones, or keep old ringtones and logos.",
    key: 's',
  },
  inspect: { title: 'Inspect', about: 'Says what a payload is, down to its bits.', key: 'i' },
  files: { title: 'Files', about: 'Shows what many files, folders and archives hold, and converts them.', key: 'f' },
  compose: { title: 'Compose', about: 'Makes messages, pictures and tunes to send.', key: 'c' },
  phone: { title: 'Phone', about: 'Shows and plays them as a handset would.', key: 'p' },
  inbox: { title: 'Inbox', about: 'Reads what virtual handsets of a gateway got.', key: 'b' },
};
