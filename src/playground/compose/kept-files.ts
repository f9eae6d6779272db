/**
 * Files that somebody chose, beside the states of the forms, which have their ids: octets do not go through JSON. No DOM here.
 * @module
 */

/** The files of a form. */
export class KeptFiles<T extends { readonly name: string }> {
  readonly #files = new Map<string, T>();
  #count = 0;

  /** Keeps a file. @returns its id */
  keep(file: T): string {
    this.#count++;
    const id = `${this.#count} ${file.name}`;
    this.#files.set(id, file);
    return id;
  }

  /** The file of an id; undefined for an empty one, and for a file of another session. */
  get(id: string): T | undefined {
    return this.#files.get(id);
  }

  /** Lets a file go that another one has replaced. */
  forget(id: string): void {
    this.#files.delete(id);
  }
}
