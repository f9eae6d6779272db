/**
 * Files that somebody chose, beside the states of the forms, which have their ids: octets do not go through JSON. No DOM here.
 * @module
 */

/** A file, or what was made of it: what takes more than memory is closed in the end. */
export interface KeptFile {
  readonly name: string;
  close?(): void;
}

/** The name of the file that an id was given for. */
export function fileNameOf(id: string): string {
  return id.slice(id.indexOf(' ') + 1);
}

/** What is told of a file that is not kept any more. */
export function missingFile(id: string): string {
  return `${fileNameOf(id)} is not here any more: choose it again.`;
}

/** Of this visit of the page alone. */
const VISIT = Math.random().toString(36).slice(2, 10);

/** The files of a form. */
export class KeptFiles<T extends KeptFile> {
  readonly #files = new Map<string, T>();
  readonly #most: number;
  #count = 0;

  /** @param most how many are kept: the one that was chosen longest ago goes first */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Keeps a file beside those that there are. @returns its id */
  keep(file: T): string {
    const [oldest] = this.#files.keys();
    if (this.#files.size >= this.#most && oldest !== undefined) this.forget(oldest);
    this.#count++;
    // A draft may name a file of another day.
    const id = `${VISIT}-${this.#count} ${file.name}`;
    this.#files.set(id, file);
    return id;
  }

  /** The file of an id; undefined for an empty one, and for a file of another session. */
  get(id: string): T | undefined {
    return this.#files.get(id);
  }

  /** Keeps the files of these ids alone, and of more than `most` the first. */
  keepOnly(ids: Iterable<string>, most: number): void {
    const used = new Set([...ids].filter((id) => this.#files.has(id)).slice(0, most));
    for (const id of [...this.#files.keys()]) if (!used.has(id)) this.forget(id);
  }

  /** Lets a file go that nothing shows any more. */
  forget(id: string): void {
    this.#files.get(id)?.close?.();
    this.#files.delete(id);
  }
}
