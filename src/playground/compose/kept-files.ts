/**
 * Files that somebody chose, beside the states of the forms, which have their ids: octets do not go through JSON. No DOM here.
 * @module
 */

/** A file, or what was made of it: what takes more than memory is closed in the end. */
export interface KeptFile {
  readonly name: string;
  close?(): void;
}

/** The files of a form. */
export class KeptFiles<T extends KeptFile> {
  readonly #files = new Map<string, T>();
  readonly #most: number;
  #count = 0;

  /** @param most how many are kept: the one that was chosen longest ago goes first */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Keeps a file in the place of another one, whose id may be empty. @returns its id */
  replace(before: string, file: T): string {
    this.forget(before);
    return this.keep(file);
  }

  /** Keeps a file beside those that there are. @returns its id */
  keep(file: T): string {
    const [oldest] = this.#files.keys();
    if (this.#files.size >= this.#most && oldest !== undefined) this.forget(oldest);
    this.#count++;
    const id = `${this.#count} ${file.name}`;
    this.#files.set(id, file);
    return id;
  }

  /** The file of an id; undefined for an empty one, and for a file of another session. */
  get(id: string): T | undefined {
    return this.#files.get(id);
  }

  /** Lets a file go that nothing shows any more. */
  forget(id: string): void {
    this.#files.get(id)?.close?.();
    this.#files.delete(id);
  }
}
