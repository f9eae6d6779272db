/**
 * What the commands read and write, so that tests can run them without a process.
 * @module
 */
import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { decodeUtf8 } from '../bytes/index.js';
import { DecodeError, FormatError } from '../errors.js';
import { printable } from '../inspect/printable.js';

export { formatJson as toJson } from '../show/json.js';

/** Exit codes of the command line. */
export const EXIT = {
  ok: 0,
  /** The input cannot be read, or cannot be carried. */
  invalid: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** There were warnings, under --strict. */
  warnings: 3,
  /** The gateway refused, if only for one of several recipients. */
  refused: 4,
  /** Neither server could be reached: nothing was sent. */
  unreachable: 5,
  /** Sent, and no readable answer came: it may have happened or not. */
  unknown: 6,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong, or names a file that is not there. */
export class UsageError extends Error {}

/** What a file holds is wrong. */
export class FileError extends Error {
  readonly format: FormatError;

  constructor(path: string, format: FormatError) {
    super(`${inputName(path)}: ${format.message}`, { cause: format });
    this.format = format;
  }
}

/** A process's streams, or a test's. */
export interface Streams {
  readonly stdout: (output: string | Uint8Array) => void;
  readonly stderr: (text: string) => void;
  /** Standard input, piece by piece as it comes; asked for once. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  /** Whether standard input is a terminal, at which somebody types. */
  readonly isTyped?: boolean;
  /** Resolves when stdout takes more; without it, it always does. */
  readonly drained?: () => Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout shows colours where nobody says otherwise: a terminal. */
  readonly color: boolean;
  /** Shows how far a long work is, in place of what it showed before; there where stderr is a terminal. */
  readonly progress?: ((line: string) => void) | undefined;
}

/** Milliseconds for which a progress stays as it is. */
const PROGRESS_MS = 100;

/** What a command works with: its streams, and the warnings that decide about the exit code under --strict. */
export class Session {
  readonly streams: Streams;
  readonly warnings: string[] = [];
  /** How a command ends that did what it was told; it counts more than warnings. */
  exit: ExitCode = EXIT.ok;
  /** Whether results on stdout have colours, and those in files. */
  color = { stdout: false, files: false };
  #isStdinRead = false;
  /** When the progress was shown; undefined where none is. */
  #shownAt: number | undefined;

  constructor(streams: Streams) {
    this.streams = streams;
  }

  /** A note for people, on stderr. */
  note(text: string): void {
    this.endProgress();
    this.streams.stderr(`${printable(text)}\n`);
  }

  /** A note that --strict counts. */
  warn(text: string): void {
    this.warnings.push(text);
    this.note(`warning: ${text}`);
  }

  /** Shows how far work on several items is, every tenth of a second at most. @param unit of what, in the plural */
  showProgress(done: number, total: number, unit: string): void {
    const now = performance.now();
    if (total < 2 || (this.#shownAt !== undefined && now < this.#shownAt + PROGRESS_MS)) return;
    this.#shownAt = now;
    this.streams.progress?.(`${done} of ${total} ${unit}`);
  }

  /** Removes what {@link showProgress} shows. */
  endProgress(): void {
    if (this.#shownAt !== undefined) this.streams.progress?.('');
    this.#shownAt = undefined;
  }

  /** The items in turn, while it is shown how far the loop over them is. */
  *counted<T>(items: readonly T[], unit: string): Generator<T> {
    try {
      for (const [i, item] of items.entries()) {
        this.showProgress(i, items.length, unit);
        yield item;
      }
    } finally {
      this.endProgress();
    }
  }

  /** Whether a result has colours that goes to a file, or with `-` or nothing to stdout. */
  isColored(output: string | undefined): boolean {
    return output === undefined || output === '-' ? this.color.stdout : this.color.files;
  }

  /** Results go to stdout, or to the file of -o; `-` is stdout. */
  write(result: string | Uint8Array, outputPath: string | undefined): void {
    if (outputPath === undefined || outputPath === '-') this.streams.stdout(result);
    else writeTo(outputPath, result);
  }

  /** Octets of a file; `-` is stdin. */
  async read(path: string): Promise<Uint8Array> {
    if (path === '-') {
      const pieces: Uint8Array[] = [];
      for await (const piece of this.open(path)) pieces.push(piece);
      return new Uint8Array(Buffer.concat(pieces));
    }
    try {
      return new Uint8Array(await readFile(path));
    } catch (error) {
      throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
    }
  }

  /** The same, piece by piece. @param typed what a prompt at a terminal asks for */
  open(path: string, typed = 'the input'): AsyncIterable<Uint8Array> {
    if (path !== '-') return readPieces(path);
    if (this.#isStdinRead) throw new UsageError('standard input is asked for twice: it can be read once');
    this.#isStdinRead = true;
    if (this.streams.isTyped === true) this.note(`reading standard input: type or paste ${typed}, and end it with Ctrl-D`);
    return this.streams.stdin();
  }

  /** Opens the output of {@link write} for pieces. */
  openOutput(outputPath: string | undefined): Output {
    if (outputPath !== undefined && outputPath !== '-') {
      writeTo(outputPath, '');
      return {
        write: async (text) => writeTo(outputPath, text, 'a'),
      };
    }
    return {
      write: async (text) => {
        this.streams.stdout(text);
        await this.streams.drained?.();
      },
    };
  }

  /**
   * Text of an argument: stdin for none or `-`, a file's content where there is such a file, else the argument itself. One line break at the
   * end of a file or of stdin is an editor's, and so is a byte order mark at its beginning: neither is part of the message.
   */
  async readText(argument: string | undefined): Promise<string> {
    if (argument !== undefined && argument !== '-' && !isFile(argument)) {
      if (/^\S+\.te?xt$/i.test(argument)) this.warn(`there is no file ${argument}: its name is taken for the text`);
      return argument;
    }
    const path = argument ?? '-';
    const octets = await this.read(path);
    return inFile(path, () => textOf(octets)).replace(/\r?\n$/, '');
  }
}

/** The text of a file as editors save it. @throws DecodeError */
function textOf(octets: Uint8Array): string {
  const [first, second] = octets;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new DecodeError('bad-value', 'text', 0, 'begins with the byte order mark of UTF-16: save it as UTF-8');
  }
  return decodeUtf8(octets).replace(/^\uFEFF/, '');
}

/** Where a long result goes, piece by piece. */
export interface Output {
  /** Resolves when more can be written. */
  readonly write: (text: string) => Promise<void>;
}

async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path)) yield piece as Buffer;
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** Whether there is something to read under this name: a file, or a pipe. */
export function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

/** Whether there is a folder under this name; `-` is standard input. */
export function isFolder(path: string): boolean {
  return path !== '-' && existsSync(path) && statSync(path).isDirectory();
}

function writeTo(path: string, result: string | Uint8Array, flag: 'w' | 'wx' | 'a' = 'w'): void {
  try {
    writeFileSync(path, result, { flag });
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reasonOf(error, { ENOENT: 'there is no such directory' })}`);
  }
}

/** What the system says of a file, in words. */
const REASONS: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is no directory',
  EACCES: 'that is not allowed',
  EPERM: 'that is not allowed',
  ENOSPC: 'the disk is full',
};

/** Why the system does not read or write, in words. */
export function reasonOf(error: unknown, otherwise: Readonly<Record<string, string>> = {}): string {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return otherwise[code] ?? REASONS[code] ?? code;
}

/** What reads or writes a file of the user's: an error of the format then says which file it was. */
export function inFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FileError(path, error);
  }
}

/** The same for work that takes its time. */
export async function inFileAsync<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return inFile(path, () => {
      throw error;
    });
  }
}

/**
 * Makes a folder with files in it.
 * @throws UsageError when there is something of that name already: nothing is ever written over.
 */
export function writeNewFolder(path: string, files: readonly { readonly name: string; readonly data: Uint8Array }[]): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const reasons = { EEXIST: 'there is something of that name already', ENOENT: 'there is no such directory' };
    throw new UsageError(`cannot make ${path}: ${reasonOf(error, reasons)}`);
  }
  for (const { name, data } of files) writeTo(join(path, name), data, 'wx');
}

/** A zlib stream, as small as it gets: that of a PNG. */
export function deflate(octets: Uint8Array): Uint8Array {
  return deflateSync(octets, { level: 9 });
}

/** A name for `-` where input is meant. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** Extension of a path, in lower case, with its dot; one that a format has besides its usual one counts for that. */
export function extensionOf(path: string): string {
  return usualExtension(extname(path).toLowerCase());
}

/** `.mid` for `.midi`. */
export function usualExtension(extension: string): string {
  return extension === '.midi' ? '.mid' : extension;
}

/** JSON in one line, of a value without octets. */
export function toJsonLine(value: unknown): string {
  return `${printable(JSON.stringify(value))}\n`;
}
