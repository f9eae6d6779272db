/**
 * python-gammu over a batch of jobs: one process, JSON in and out.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

/** Decode a TPDU. */
export interface DecodeJob {
  readonly pdu: string;
  /** A service centre's address stands in front. */
  readonly smsc?: boolean;
}

/** Let gammu build the messages of `info`, in its own terms (see `gammu.EncodeSMS`). */
export interface EncodeJob {
  readonly number: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** What gammu reads in a TPDU; its own names. Octets are `{ hex }`. */
export interface GammuMessage {
  readonly Type: string;
  readonly Number: string;
  readonly Text: string | { readonly hex: string };
  readonly Coding: string;
  readonly Class: number;
  readonly MessageReference: number;
  readonly ReplaceMessage: number;
  readonly UDH: {
    readonly Type: string;
    readonly Text: { readonly hex: string };
    readonly ID8bit: number;
    readonly ID16bit: number;
    readonly PartNumber: number;
    readonly AllParts: number;
  };
}

/** A note in gammu's own words. */
export interface GammuNote {
  readonly Type: 'Note';
  readonly Note: string;
  /** Hertz of the A in the octave: 440, 880, 1760, 3520. */
  readonly Scale: number;
  readonly Duration: string;
  readonly DurationSpec: string;
  readonly Style: string;
  readonly Tempo: number;
}

/** A tune that gammu read. */
export interface GammuTune {
  readonly name: string;
  readonly notes: readonly GammuNote[];
}

/** gammu's refusal. */
export interface GammuError {
  readonly error: string;
  readonly text: string;
}

/** The messages that gammu built: a service centre's address in front of each TPDU. */
export interface GammuParts {
  readonly parts: readonly { readonly pdu: string; readonly text: string | { readonly hex: string } }[];
}

/** The interpreter that Debian's python3-gammu belongs to, whatever other python3 stands first in PATH. */
const PYTHON = '/usr/bin/python3';
const WORKER = fileURLToPath(new URL('gammu_worker.py', import.meta.url));

async function work(jobs: readonly object[]): Promise<{ version: string; answers: unknown[] }> {
  const { stdout } = await run(PYTHON, [WORKER], { input: JSON.stringify(jobs) });
  const [head, ...answers] = JSON.parse(stdout) as [{ version: string }, ...unknown[]];
  if (answers.length !== jobs.length) throw new Error(`gammu answered ${answers.length} of ${jobs.length} jobs`);
  return { version: head.version, answers };
}

/** Decodes TPDUs; a refusal is an answer too. */
export async function gammuDecode(
  jobs: readonly DecodeJob[],
): Promise<{ version: string; answers: (GammuMessage | GammuError)[] }> {
  const { version, answers } = await work(jobs.map((job) => ({ op: 'decode', ...job })));
  return { version, answers: answers as (GammuMessage | GammuError)[] };
}

/** Builds messages. */
export async function gammuEncode(
  jobs: readonly EncodeJob[],
): Promise<{ version: string; answers: (GammuParts | GammuError)[] }> {
  const { version, answers } = await work(jobs.map((job) => ({ op: 'encode', ...job })));
  return { version, answers: answers as (GammuParts | GammuError)[] };
}

/** The tunes of messages to port 5505, one message each. */
export async function gammuRingtones(
  jobs: readonly DecodeJob[],
): Promise<{ version: string; answers: (GammuTune | GammuError)[] }> {
  const { version, answers } = await work(jobs.map((job) => ({ op: 'ringtone', ...job })));
  return { version, answers: answers as (GammuTune | GammuError)[] };
}
