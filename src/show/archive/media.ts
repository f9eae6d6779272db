/**
 * Parts of messages as files of today: pictures as PNG, tunes as MIDI and WAV, cards as vCard 3.0; what is of today already, and what nothing is made of, as it is.
 * @module
 */
import type { ArchiveMessage, ArchivePart } from '../../archive/index.js';
import { FormatError } from '../../errors.js';
import { extensionsOfType } from '../../mms/media-types.js';
import { modernise } from '../modern.js';
import { SafePaths, splitExtension } from '../safe-path.js';

/** A file of a message. */
export interface MediaFile {
  /** Path in the archive that is written. */
  readonly path: string;
  readonly data: Uint8Array;
  /** What it is called in the message. */
  readonly label: string;
  readonly kind: 'picture' | 'sound' | 'video' | 'file';
  readonly contentType: string;
}

/** What became of the parts of a message. */
export interface MessageMedia {
  readonly files: readonly MediaFile[];
  /** What is not shown, and why. */
  readonly notes: readonly string[];
}

/** Media types of files that are made or kept, by their extensions. */
const TYPES: Readonly<Record<string, readonly [MediaFile['kind'], string]>> = {
  '.png': ['picture', 'image/png'],
  '.jpg': ['picture', 'image/jpeg'],
  '.jpeg': ['picture', 'image/jpeg'],
  '.gif': ['picture', 'image/gif'],
  '.webp': ['picture', 'image/webp'],
  '.bmp': ['picture', 'image/bmp'],
  '.wav': ['sound', 'audio/wav'],
  '.mp3': ['sound', 'audio/mpeg'],
  '.m4a': ['sound', 'audio/mp4'],
  '.mid': ['file', 'audio/midi'],
  '.mp4': ['video', 'video/mp4'],
  '.vcf': ['file', 'text/vcard'],
  '.ics': ['file', 'text/calendar'],
  '.txt': ['file', 'text/plain'],
};

/** Names the files of an archive. */
export class MediaMaker {
  readonly #paths = new SafePaths();

  /** The files of a message but for its texts and its presentation. */
  make(message: ArchiveMessage): MessageMedia {
    const files: MediaFile[] = [];
    const notes: string[] = [];
    for (const [i, part] of message.parts.entries()) {
      if (part.contentType === 'text/plain' || part.contentType === 'application/smil') continue;
      const label = part.fileName ?? part.name ?? part.location ?? part.contentId ?? `part ${i + 1}`;
      if (part.isMissing) notes.push(`${label} (${part.contentType}) is not in the archive`);
      else files.push(...this.#partFiles(part, message.kind === 'sms' ? message.udh : undefined, label, notes));
    }
    return { files, notes };
  }

  #partFiles(part: ArchivePart, udh: Uint8Array | undefined, label: string, notes: string[]): MediaFile[] {
    const octets = udh === undefined ? part.data : joined(udh, part.data);
    let made: ReturnType<typeof modernise> | undefined;
    try {
      made = modernise(octets);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      notes.push(`${label}: ${error.message}`);
    }
    const { stem, extension } = splitExtension(label);
    const usual = `.${extensionsOfType(part.contentType)[0] ?? 'bin'}`;
    const own =
      extension === '' || (TYPES[extension.toLowerCase()] === undefined && TYPES[usual] !== undefined) ? usual : extension;
    if (made?.outcome === 'converted' && made.files.length > 0) {
      const suffixes = made.files.map(({ suffix }) => suffix);
      const paths = this.#paths.files(`media/${stem}`, suffixes);
      return made.files.map(({ data }, i) => toFile(paths[i] as string, data, label, undefined));
    }
    if (made?.outcome === 'unknown' && TYPES[own] === undefined) notes.push(`${label}: ${made.reasons[0] ?? part.contentType}`);
    return [toFile(this.#paths.file(`media/${stem}${own}`), part.data, label, part.contentType)];
  }
}

function toFile(path: string, data: Uint8Array, label: string, contentType: string | undefined): MediaFile {
  const [kind, type] = TYPES[splitExtension(path).extension.toLowerCase()] ?? ['file', 'application/octet-stream'];
  return { path, data, label, kind, contentType: kind === 'file' ? (contentType ?? type) : type };
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}
