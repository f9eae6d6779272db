/** A store's file beside the store, by the driver that the store has here. */
import { loadSqlite, type OpenOptions, type SqliteFile } from '../../src/gateway/store/sqlite-drivers.js';

const { open } = await loadSqlite();

/** A file that a test looks into or changes. */
export class RawFile {
  readonly #file: SqliteFile;

  /** @param path of a file, or `:memory:`; it is made when it is not there, unless it is only read. */
  constructor(path: string, options?: OpenOptions) {
    this.#file = open(path, options);
  }

  exec(sql: string): this {
    this.#file.exec(sql);
    return this;
  }

  /** The rows; none of a statement that only changes. */
  all(sql: string, ...parameters: unknown[]): unknown[] {
    const statement = this.#file.prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  /** The columns of the first row. */
  row(sql: string, ...parameters: unknown[]): unknown[] {
    return Object.values(this.all(sql, ...parameters)[0] ?? {});
  }

  close(): void {
    this.#file.close();
  }
}
