/**
 * python3-vobject and python-gammu over a batch of cards and calendars: one process, JSON in and out.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

/** What to read, or what gammu is to write: its entries by type, times in ISO form. */
export type CardJob =
  | {
      readonly op: 'vobject-card' | 'vobject-calendar' | 'gammu-card' | 'gammu-vcs' | 'gammu-ics';
      readonly text: string;
    }
  | { readonly op: 'gammu-write-card'; readonly entries: readonly (readonly [type: string, value: string])[] }
  | {
      readonly op: 'gammu-write-calendar';
      readonly type: string;
      readonly entries: readonly (readonly [type: string, value: string])[];
    };

/** An answer in the program's own names; `error` when it refused. */
export type CardAnswer = Readonly<Record<string, unknown>>;

/** The interpreter that Debian's packages belong to, whatever other python3 stands first in PATH. */
const PYTHON = '/usr/bin/python3';
const WORKER = fileURLToPath(new URL('cards_worker.py', import.meta.url));

/** Works through the jobs. @returns one answer each, in order. */
export async function cardAnswers(jobs: readonly CardJob[]): Promise<CardAnswer[]> {
  const { stdout } = await run(PYTHON, [WORKER], { input: JSON.stringify(jobs) });
  const answers = JSON.parse(stdout) as CardAnswer[];
  if (answers.length !== jobs.length) throw new Error(`${answers.length} answers to ${jobs.length} jobs`);
  return answers;
}
