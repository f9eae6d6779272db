/**
 * What the gateway and the thread of its SQLite file say to each other: lists of statements, and an answer to each list in turn.
 * @module
 */
import type { SentError } from '../../bytes/sent-error.js';
import type { Step, StepResult } from './sqlite-connection.js';
import type { SqliteDriverName } from './sqlite-drivers.js';

/** What the thread is started with. */
export interface StoreThreadData {
  readonly path: string;
  readonly driver: SqliteDriverName;
}

/** What the thread is asked. */
export type ToStore = { readonly steps: readonly Step[]; readonly isWhole: boolean } | 'close';

/** Rows as a list of names and lists of values: the names of each row would take longer to copy than its values. */
export interface SentResult {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number | bigint;
  readonly insertId: number | bigint;
}

/** What the thread answers; the first of its answers says that the file is open. */
export interface FromStore {
  readonly results: readonly SentResult[];
  readonly error?: SentError & { readonly code: string | undefined };
}

/** A result to send. */
export function sentResult({ rows, changes, insertId }: StepResult): SentResult {
  const names = Object.keys((rows[0] as object | undefined) ?? {});
  return { names, rows: rows.map((row) => Object.values(row as object)), changes, insertId };
}

/** The result that was sent. */
export function resultFrom({ names, rows, changes, insertId }: SentResult): StepResult {
  return { rows: rows.map((values) => rowOf(names, values)), changes, insertId };
}

function rowOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i];
  return row;
}
