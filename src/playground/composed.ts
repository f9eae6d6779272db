/**
 * What the page's tabs hand each other. No DOM here.
 * @module
 */
import type { BuildOptions, Content } from '../message/index.js';
import type { Carried } from '../show/carried.js';

export type { Carried as Shown } from '../show/carried.js';

/** A file to download. */
export interface NamedFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly octets: Uint8Array;
}

/** What a form has composed: content that goes into short messages, or a file of its own (a multimedia message). */
export interface Composed {
  readonly content?: Content | undefined;
  /** How the content is carried, where that is the form's choice: alphabet and tables of a text, version of a card, sizes of a picture. */
  readonly build?: Partial<Omit<BuildOptions, 'to' | 'make' | 'model' | 'form' | 'onChoice'>> | undefined;
  readonly files: readonly NamedFile[];
  /** What a phone would show of it; by default what is read back from the messages of `content`. */
  readonly shown?: Carried | undefined;
  /** How large it is, in words. */
  readonly size?: string | undefined;
  /** What is to be said of it: what is odd about it, what was done to make it fit. */
  readonly remarks?: readonly string[] | undefined;
  /** What its files leave out, or why there is none. */
  readonly losses?: readonly string[] | undefined;
}
