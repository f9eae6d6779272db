/**
 * What the commands read and write, so that tests can run them without a process.
 * @module
 */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Option } from 'commander';
import { decodeUtf8 } from '../bytes/index.js';

/** Exit codes of the command line. */
export const EXIT = {
  ok: 0,
  /** The input cannot be read, or cannot be carried. */
  invalid: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** There were warnings, under --strict. */
  warnings: 3,
} as const;

/** The command line is wrong, or names a file that is not there. */
export class UsageError extends Error {}

/** A process's streams, or a test's. */
export interface Streams {
  readonly stdout: (output: string | Uint8Array) => void;
  readonly stderr: (text: string) => void;
  readonly stdin: () => Promise<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal that shows colours. */
  readonly color: boolean;
}

/** What a command works with: its streams, and the warnings that decide about the exit code under --strict. */
export class Session {
  readonly streams: Streams;
  readonly warnings: string[] = [];

  constructor(streams: Streams) {
    this.streams = streams;
  }

  /** A note for people, on stderr. */
  note(text: string): void {
    this.streams.stderr(`${text}\n`);
  }

  /** A note that --strict counts. */
  warn(text: string): void {
    this.warnings.push(text);
    this.note(`warning: ${text}`);
  }

  /** Results go to stdout, or to the file of -o; `-` is stdout. */
  write(result: string | Uint8Array, outputPath: string | undefined): void {
    if (outputPath === undefined || outputPath === '-') this.streams.stdout(result);
    else writeTo(outputPath, result);
  }

  /** Octets of a file; `-` is stdin. */
  async read(path: string): Promise<Uint8Array> {
    if (path === '-') return this.streams.stdin();
    try {
      return new Uint8Array(await readFile(path));
    } catch (error) {
      throw new UsageError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? error}`);
    }
  }

  /**
   * Text of an argument: stdin for none or `-`, a file's content where there is such a file, else the argument itself. One line break at the
   * end of a file or of stdin is an editor's, not the message's.
   */
  async readText(argument: string | undefined): Promise<string> {
    if (argument !== undefined && argument !== '-' && !isFile(argument)) return argument;
    return decodeUtf8(await this.read(argument ?? '-')).replace(/\r?\n$/, '');
  }
}

/** Whether there is something to read under this name: a file, or a pipe. */
function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

function writeTo(path: string, result: string | Uint8Array): void {
  try {
    writeFileSync(path, result);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code ?? error}`);
  }
}

/** Extension of a path, in lower case, with its dot. */
export function extensionOf(path: string): string {
  return extname(path).toLowerCase();
}

/** JSON with a line break at its end; octets as upper-case hex. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, (_, part) => (part instanceof Uint8Array ? Buffer.from(part).toString('hex').toUpperCase() : part), 2)}\n`;
}

/** An option's number. */
export function numberOption(name: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new UsageError(`--${name} takes a number from ${least} to ${most}, not ${JSON.stringify(value)}`);
    }
    return number;
  };
}

/** `--concat`, which two commands take. */
export function concatOption(): Option {
  return new Option('--concat <bits>', 'bits of the concatenation reference: 8 or 16').argParser((value) => {
    if (value !== '8' && value !== '16') throw new UsageError(`--concat is 8 or 16, not ${JSON.stringify(value)}`);
    return Number(value);
  });
}

/** An option's octet in hex, with or without 0x. */
export function octetOption(name: string): (value: string) => number {
  return (value) => {
    const digits = /^(?:0x)?([0-9A-Fa-f]{1,2})$/.exec(value)?.[1];
    if (digits === undefined) throw new UsageError(`--${name} takes an octet in hex, not ${JSON.stringify(value)}`);
    return Number.parseInt(digits, 16);
  };
}
