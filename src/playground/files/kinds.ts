/**
 * Kinds of files by which a collection is filtered. No DOM here.
 * @module
 */
import type { Kind } from '../../inspect/formats/row.js';

/** What a kind is called, many of it and one, and the sign of files without a picture. */
interface KindWords {
  readonly all: string;
  readonly one: string;
  readonly sign: string;
}

/** The kinds in the order of the page. */
export const FILE_KINDS = {
  picture: { all: 'Pictures', one: 'Picture', sign: '▦' },
  tune: { all: 'Tunes', one: 'Tune', sign: '♪' },
  sound: { all: 'Sounds', one: 'Sound', sign: '♫' },
  message: { all: 'Messages', one: 'Message', sign: '✉' },
  mms: { all: 'Multimedia', one: 'Multimedia', sign: '✉' },
  push: { all: 'Pushes', one: 'Push', sign: '↧' },
  card: { all: 'Cards', one: 'Card', sign: '☺' },
  calendar: { all: 'Calendars', one: 'Calendar', sign: '▤' },
  archive: { all: 'Archives', one: 'Archive', sign: '▣' },
  document: { all: 'Documents', one: 'Document', sign: '≡' },
  text: { all: 'Texts', one: 'Text', sign: '¶' },
  unknown: { all: 'Unknown', one: 'Unknown', sign: '?' },
} as const satisfies Readonly<Record<string, KindWords>>;

/** A kind of file. */
export type FileKind = keyof typeof FILE_KINDS;

/** Kinds of formats that have no name of their own here. */
const PART_OF: { readonly [K in Kind]?: FileKind } = {
  'user data': 'message',
  listing: 'message',
  wrapper: 'document',
};

/** The kind of a file by that of its format. */
export function kindOf(kind: Kind | undefined): FileKind {
  if (kind === undefined) return 'unknown';
  return PART_OF[kind] ?? (kind as FileKind);
}
