/**
 * A content as a page on a phone's screen: what stands there, and what its key does.
 * @module
 */
import type { Bitmap } from '../bitmap/index.js';
import type { Tune } from '../ringtone/index.js';
import type { Fact } from './facts.js';

/** Something on a page. */
export type Block =
  | { readonly kind: 'bitmap'; readonly bitmap: Bitmap }
  | { readonly kind: 'text'; readonly text: string; readonly isCentred?: boolean }
  /** A line across the screen. */
  | { readonly kind: 'rule' };

/** A page. */
export interface ContentPage {
  readonly kind: 'standby' | 'list';
  /** That of its sender where there is none. */
  readonly title?: string;
  readonly blocks: readonly Block[];
  /** What the key below the screen does. */
  readonly softKey: string;
  /** What the key would do on a handset, where it does that with what is on the page. */
  readonly note?: string;
  readonly sound?: { readonly kind: 'tune'; readonly tune: Tune };
}

/** The sign of a tune, 16 x 16. */
export const NOTE: Bitmap = {
  widthPx: 16,
  heightPx: 16,
  rows: /* @__PURE__ */ Uint8Array.of(
    ...[0x00, 0x00, 0x07, 0xfc, 0x07, 0xfc, 0x07, 0xfc, 0x06, 0x0c, 0x06, 0x0c, 0x06, 0x0c, 0x06, 0x0c],
    ...[0x06, 0x0c, 0x06, 0x0c, 0x1e, 0x3c, 0x3e, 0x7c, 0x3e, 0x7c, 0x3c, 0x78, 0x18, 0x30, 0x00, 0x00],
  ),
};

/** A page of a list, with more than blocks and a key where it has that. */
export function listPage(
  blocks: readonly Block[],
  softKey: string,
  more: Pick<ContentPage, 'title' | 'note' | 'sound'> = {},
): ContentPage {
  return { kind: 'list', blocks, softKey, ...more };
}

/** A text of a page. */
export function text(words: string, isCentred = false): Block {
  return { kind: 'text', text: words, isCentred };
}

/** A picture of a page. */
export function picture(bitmap: Bitmap): Block {
  return { kind: 'bitmap', bitmap };
}

/** Facts as lines of a page. */
export function blocksOf(facts: readonly Fact[]): Block[] {
  return facts.map(({ name, value }) => text(`${name}: ${value}`));
}
