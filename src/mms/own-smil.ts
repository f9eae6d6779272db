/**
 * A sender's own SMIL in a message that is composed: read, checked, and given the names that the parts get.
 *
 * Only the values of `src` change, and what is not XML (an ampersand that is not escaped). What OMA's subset does not have
 * (a transition, a third region) is reported and kept: handsets that know it use it, others ignore it.
 * @module
 */

import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError, type Limits } from '../errors.js';
import { type ComposeFile, FileFinder, type Found, type Warn } from './compose-files.js';
import { withoutBrackets } from './multipart.js';
import { baseName } from './names.js';
import { decodeReference } from './part-finder.js';
import { readSmil } from './smil-parse.js';
import { smilText } from './smil-text.js';

/** A reference to a file in a text. */
interface Reference {
  readonly start: number;
  readonly end: number;
  readonly file: ComposeFile;
}

/** SMIL whose references were resolved. */
export interface OwnSmil {
  /** The files that it shows, each once, in the order of the first reference. */
  readonly files: readonly ComposeFile[];
  /** Its octets with other references. */
  rewrite(nameOf: (file: ComposeFile) => string): Uint8Array;
}

/**
 * Reads SMIL and finds the files that it shows: by path from its own folder, by path from the top, by name.
 * @param commonFolder the folder that was removed from the start of all paths.
 * @throws DecodeError for XML that is not well-formed, with the index in the text; LimitError past `smilCharacters`, `smilDepth` or
 *   `smilElements`; EncodeError `bad-value` for a reference to no file, or to more than one.
 */
export function readOwnSmil(
  smil: ComposeFile,
  files: readonly ComposeFile[],
  commonFolder: string,
  limits: Partial<Limits> | undefined,
  warn: Warn,
): OwnSmil {
  const { sources, text } = readSmil(smilText(smil), {
    lenient: true,
    limits,
    onIssue: ({ message }) => warn('smil', smil.name, message),
  });
  const finder = new FileFinder(files, commonFolder);
  const folder = smil.name.slice(0, smil.name.length - baseName(smil.name).length);
  const references: Reference[] = sources.map(({ src, field, index, start, end }) => {
    const found = fileOfReference(finder, src, folder);
    if ('fault' in found)
      throw new EncodeError('bad-value', field, index, `${JSON.stringify(src.slice(0, 80))} ${found.fault}`);
    return { start, end, file: found.file };
  });
  return {
    files: [...new Set(references.map(({ file }) => file))],
    rewrite: (nameOf) => {
      const pieces: string[] = [];
      let at = 0;
      for (const { start, end, file } of references) {
        pieces.push(text.slice(at, start), `cid:${nameOf(file)}`);
        at = end;
      }
      pieces.push(text.slice(at));
      return encodeUtf8(pieces.join(''));
    },
  };
}

/**
 * The file of a reference. `cid:` and brackets are for Content-IDs, which files do not have yet; escapes are for addresses, but a file may
 * have one in its name.
 */
function fileOfReference(finder: FileFinder<ComposeFile>, src: string, folder: string): Found<ComposeFile> {
  const written = withoutBrackets(src.replace(/^cid:/i, ''));
  const path = withoutBrackets(decodeReference(written));
  if (ADDRESS.test(path)) return { fault: 'is an address outside the message' };
  const found = finder.find(path, folder);
  if ('file' in found || path === written) return found;
  const literal = finder.find(written, folder);
  return 'file' in literal ? literal : found;
}

/** An address of the network; a single letter and a colon are a drive, a word, a colon and a blank are words. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:\S/i;
