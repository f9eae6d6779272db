/**
 * What a report says: the contents of an archive by format, each with what is shown of it.
 * @module
 */
import type { Format } from '../../inspect/index.js';
import type { LocatedEffect } from '../effects.js';

/** What an index says of itself. */
export const REPORT_MARK = 'handset inspect --report';

/** What a page says of itself, in its first characters. */
export const PAGE_MARK = `<meta name="generator" content="${REPORT_MARK}">`;

/** The file that lists the others. */
export const INDEX = 'index.json';

/** Something that was not read, and why. */
export interface Unread {
  readonly name: string;
  readonly reason: string;
}

/** Formats, and drawings of `#` and `.`, which are texts to all but a report. */
export type ShownFormat = Format | 'rows';

/** A picture as a browser shows it. */
export interface PictureFile<File> {
  readonly file: File;
  /** Until it is written. */
  readonly extension?: '.png' | '.jpg' | '.gif';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Something that a page can show: with its files' octets, or their names once they are written. */
export type Exhibit<File = Uint8Array> =
  | {
      readonly kind: 'picture';
      readonly name: string;
      readonly frames: readonly PictureFile<File>[];
      /** Black and white, one bit a pixel: made larger in squares. */
      readonly isOneBit: boolean;
    }
  | {
      readonly kind: 'sound';
      readonly name: string;
      readonly description: string;
      readonly wav?: File | undefined;
      readonly midi?: File | undefined;
    }
  | { readonly kind: 'text'; readonly name: string; readonly text: string };

/** An exhibit whose files are written. */
export type Displayed = Exhibit<string>;

/** Warnings or errors: how many, and the first ones. */
export interface Findings {
  readonly count: number;
  readonly first: readonly string[];
}

/** One content, by whatever names it was found. */
export interface ReportEntry {
  readonly sha256: string;
  readonly octets: number;
  /** Undefined for octets that nothing here reads. */
  readonly format: ShownFormat | undefined;
  /** What the payload is written in: hex or base64. */
  readonly within: readonly Format[];
  /** 0 to 1; 0 for unknown octets. */
  readonly confidence: number;
  readonly reason: string;
  readonly names: readonly string[];
  readonly warnings: Findings;
  readonly errors: Findings;
  readonly exhibits: readonly Displayed[];
  /** What its messages do to a phone, each finding once: how many, and the first ones. */
  readonly effects: { readonly count: number; readonly first: readonly LocatedEffect[] };
  /** What is not shown, or only in part. */
  readonly faults: readonly string[];
  /** Name of the JSON of its tree; undefined when there was no room for it. */
  readonly json: string | undefined;
}

/** How much of an archive is in one format. */
export interface FormatCount {
  readonly format: ShownFormat | undefined;
  readonly files: number;
  readonly contents: number;
  /** Of all files. */
  readonly octets: number;
}

/** All that the page shows. */
export interface Report {
  /** What was looked at, as it was named. */
  readonly source: string;
  /** The folder with the conversions, beside the page. */
  readonly folder: string;
  readonly files: number;
  readonly octets: number;
  readonly formats: readonly FormatCount[];
  /** In the order of their formats, unknown ones last, then of their first names. */
  readonly entries: readonly ReportEntry[];
  readonly unread: readonly Unread[];
}
