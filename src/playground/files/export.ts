/**
 * What goes into an exported archive, under which names, and the summary that is in it. No DOM here.
 * @module
 */
import { crc32 } from '../../bytes/crc32.js';
import { pluralize } from '../../bytes/file-fields.js';
import { SafePaths, splitExtension } from '../../show/safe-path.js';
import { type LeftOut, moreThanNamed } from './collection.js';
import type { Converted } from './work.js';

/** A file of the archive. */
export interface PlannedFile {
  readonly name: string;
  readonly blob: Blob;
  readonly crc32: number;
}

/** The name of the summary. */
const SUMMARY = 'summary.txt';

/** Puts an archive together. */
export class ArchivePlan {
  readonly #paths = new SafePaths();
  readonly #summary: string;
  readonly #files: PlannedFile[] = [];
  readonly #lines: string[] = [];
  readonly #counts = { converted: 0, kept: 0, unknown: 0, unread: 0 };

  constructor() {
    this.#summary = this.#paths.file(SUMMARY);
  }

  /** Adds what became of a file. What is not understood, in full or in part, goes in as it is, too. */
  add(path: string, blob: Blob, { outcome, files, reasons, own }: Converted): void {
    this.#counts[outcome]++;
    const names = this.#paths.files(
      splitExtension(path).stem,
      files.map(({ suffix }) => suffix),
    );
    for (const [i, { blob: made, crc32: sum }] of files.entries()) {
      this.#files.push({ name: names[i] as string, blob: made, crc32: sum });
    }
    const written = [...names];
    if (own !== undefined) {
      const name = this.#paths.file(path);
      this.#files.push({ name, blob, crc32: own });
      written.push(name);
    }
    const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
    this.#lines.push(oneLine(`${path}: ${OUTCOMES[outcome]}: ${written.join(', ')}${why}`));
  }

  /** Names a file that has no octets to put in: a damaged entry of an archive, or one that is gone. */
  miss(path: string, reason: string): void {
    this.#counts.unread++;
    this.#lines.push(oneLine(`${path}: not read, not in the archive (${reason})`));
  }

  /** All files, and the summary in words. */
  finish(leftOut: LeftOut): { readonly files: readonly PlannedFile[]; readonly words: string } {
    const { converted, kept, unknown, unread } = this.#counts;
    const words = [
      `${pluralize(converted, 'file')} converted`,
      `${kept} kept, which programs of today read`,
      `${unknown} not understood, or not all of it: in the archive unchanged`,
      ...(unread === 0 ? [] : [`${unread} not read: not in the archive`]),
      ...(leftOut.count === 0 ? [] : [`${leftOut.count} left out of the collection`]),
    ].join('; ');
    const left = leftOut.names.map((path) => oneLine(`${path}: left out: the collection had its largest size`));
    const more = moreThanNamed(leftOut);
    const octets = new TextEncoder().encode([words, '', ...this.#lines, ...left, ...more, ''].join('\n'));
    return { files: [{ name: this.#summary, blob: new Blob([octets]), crc32: crc32(octets) }, ...this.#files], words };
  }
}

const OUTCOMES = { converted: 'converted', kept: 'kept', unknown: 'not understood in full' } as const;

/** Names come from anybody. */
function oneLine(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');
}
