/**
 * What a file of the user's holds: its first octets say so where they can, else its name.
 * @module
 */
import type { Command } from 'commander';
import type { Issue } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { findForeignPicture } from '../../image/foreign/formats.js';
import { describeKind, type FileKind, findExtension, findFileType, listExtensions } from '../../show/files.js';
import { extensionOf, inputName, type Session, UsageError, usualExtension } from '../io.js';

/** A file's octets, and the extension that tells how to read them. */
export interface FileContent {
  readonly path: string;
  readonly octets: Uint8Array;
  readonly extension: string;
  readonly kind: FileKind;
}

/** A file that holds something else than the command takes; what is `held` defaults to what its extension says. */
export function notA(wanted: string, { path, kind }: FileContent, held: string = describeKind(kind)): UsageError {
  return new UsageError(`${inputName(path)} holds ${held}, not ${wanted}`);
}

/** `PNG` and `.png` of an option. */
export function extensionOption(value: string): string {
  return usualExtension(`.${value.replace(/^\./, '').toLowerCase()}`);
}

/** Adds how an input file is read. */
export function inputOptions(command: Command): Command {
  return command
    .option('--as <extension>', 'format of the input, where neither its octets nor its name tell', extensionOption)
    .option('--lenient', 'read input with faults, and report what was assumed');
}

/** The file that a command was given. @throws as {@link recogniseFile}; UsageError for one that holds something else */
export async function openFile(
  session: Session,
  path: string,
  as: string | undefined,
  wanted: string,
  ...kinds: readonly FileKind[]
): Promise<FileContent> {
  const content = recogniseFile(path, await session.read(path), as);
  if (kinds.includes(content.kind)) return content;
  throw notA(wanted, content);
}

/**
 * What octets hold.
 * @param path where they come from, for messages; its extension says how to read octets that leave a doubt.
 * @param as what the user says that it is; it counts more than the file's name.
 * @throws DecodeError `bad-value` for a picture of a format that is known but not read, `truncated` for no octets.
 * @throws UsageError for a name that says nothing.
 */
export function recogniseFile(path: string, octets: Uint8Array, as: string | undefined): FileContent {
  const named = as ?? extensionOf(path);
  if (as !== undefined && findFileType(as) === undefined) throw unknownExtension(as);
  const name = inputName(path);
  if (octets.length === 0) throw new DecodeError('truncated', name, 0, 'is empty');
  const foreign = findForeignPicture(octets);
  const extension = foreign === undefined ? (findExtension(octets, named, as) ?? named) : `.${foreign.format}`;
  const type = findFileType(extension === '.tiff' ? '.tif' : extension);
  if (type?.isRead) return { path, octets, extension: type.extension, kind: type.kind };
  if (type !== undefined) throw new UsageError(`${name}: a WAV holds sound, not notes: it can be written, not read`);
  const how = `--as tells what it is: ${listExtensions().join(' ')}`;
  if (named === '') throw new DecodeError('bad-value', name, 0, `is nothing known here; ${how}`);
  throw new UsageError(`${name} is nothing known here, and there is no form for ${named}; ${how}`);
}

/** An extension that no file here has. */
export function unknownExtension(name: string): UsageError {
  return new UsageError(`no form for ${name}: known are ${listExtensions().join(' ')} .wav`);
}

/** How a file is read: its faults become warnings that name it. */
export function readingOptions(session: Session, path: string, lenient: boolean) {
  return { lenient, onIssue: ({ message }: Issue) => session.warn(`${inputName(path)}: ${message}`) };
}
