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

/** A bitmap in gammu's own words: an XPM of one bit. */
export interface GammuBitmap {
  /** `OperatorLogo`, `CallerGroupLogo`, `StartupLogo` or `PictureImage`. */
  readonly Type: string;
  readonly XPM: readonly string[];
  readonly Text: string;
  /** python-gammu drops `Text` where this is missing. */
  readonly Sender: string;
  /** Such as `234 10`. */
  readonly NetworkCode: string;
}

/** One thing in a message. */
export interface GammuEntry {
  readonly ID: string;
  readonly Buffer: string | null;
  readonly Number: number;
  readonly Bitmap: readonly GammuBitmap[] | null;
  readonly File: { readonly Name: string; readonly Buffer: { readonly hex: string } } | null;
  readonly [format: string]: unknown;
}

/** What gammu reads in the messages of one content; `unread` when it finds nothing that it knows. */
export type GammuContent = { readonly Unknown: number; readonly Entries: readonly GammuEntry[] } | { readonly unread: true };

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

/** What the command line program takes for its configuration when there is no phone. */
export const GAMMU_RC = '[gammu]\nconnection=none\nmodel=dummy\n';

/** The interpreter that Debian's python3-gammu belongs to, whatever other python3 stands first in PATH. */
const PYTHON = '/usr/bin/python3';
const WORKER = fileURLToPath(new URL('gammu_worker.py', import.meta.url));

/** Fields that gammu never sets then are 0, instead of what the memory held: glibc fills what malloc gives with the complement. */
const CLEAN_MEMORY = { MALLOC_PERTURB_: '255' };

async function work(jobs: readonly object[]): Promise<{ version: string; answers: unknown[] }> {
  const { stdout } = await run(PYTHON, [WORKER], { input: JSON.stringify(jobs), env: CLEAN_MEMORY });
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

/** The user data headers of the messages that gammu makes of `info`, hex: also those that are too long to send. */
export async function gammuObjects(
  jobs: readonly Pick<EncodeJob, 'info'>[],
): Promise<{ version: string; answers: ({ readonly headers: readonly string[] } | GammuError)[] }> {
  const { version, answers } = await work(jobs.map((job) => ({ op: 'objects', ...job })));
  return { version, answers: answers as ({ readonly headers: readonly string[] } | GammuError)[] };
}

/** The TPDUs that gammu built, without the empty service centre's address in front. @throws Error when it refused. */
export function pdusOf(answer: GammuParts | GammuError): string[] {
  if ('error' in answer) throw new Error(`gammu: ${answer.error} ${answer.text}`);
  return answer.parts.map(({ pdu }) => {
    if (!pdu.startsWith('0181')) throw new Error(`no empty address in front: ${pdu}`);
    return pdu.slice(4);
  });
}

/** Reads what messages hold; each job lists the TPDUs of one content, in order. */
export async function gammuRead(
  jobs: readonly { readonly pdus: readonly string[] }[],
): Promise<{ version: string; answers: (GammuContent | GammuError)[] }> {
  const { version, answers } = await work(jobs.map((job) => ({ op: 'read', ...job })));
  return { version, answers: answers as (GammuContent | GammuError)[] };
}

/** The tunes of messages to port 5505, one message each. */
export async function gammuRingtones(
  jobs: readonly DecodeJob[],
): Promise<{ version: string; answers: (GammuTune | GammuError)[] }> {
  const { version, answers } = await work(jobs.map((job) => ({ op: 'ringtone', ...job })));
  return { version, answers: answers as (GammuTune | GammuError)[] };
}
