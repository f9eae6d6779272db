/**
 * A bitmap as the files that people keep. No DOM here.
 * @module
 */
import {
  type Bitmap,
  bitmapToRows,
  encodeBmp,
  encodeNgg,
  encodeNol,
  encodeNpm,
  encodeOtb,
  encodeWbmp,
} from '../../bitmap/index.js';
import { encodeUtf8 } from '../../bytes/index.js';
import { FormatError } from '../../errors.js';
import { encodeBitmapPng } from '../../show/png.js';
import type { NamedFile } from '../composed.js';

/** What a file may hold besides. */
export interface PictureFilesOptions {
  /** Name in front of the endings. */
  readonly name: string;
  readonly network?: { readonly mcc: string; readonly mnc: string } | undefined;
  readonly text?: string | undefined;
}

/** A bitmap in every form that has a place for it: one that has none (a side or a text that is too long) is left out. */
export function pictureFiles(bitmap: Bitmap, { name, network, text }: PictureFilesOptions): NamedFile[] {
  const files: NamedFile[] = [];
  const add = (ending: string, type: string, encode: () => Uint8Array) => {
    try {
      files.push({ name: `${name}.${ending}`, type, octets: encode() });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  };
  add('otb', 'image/x-ota-bitmap', () => encodeOtb(bitmap));
  if (network !== undefined) add('nol', 'application/octet-stream', () => encodeNol({ ...network, bitmap }));
  add('ngg', 'application/octet-stream', () => encodeNgg({ bitmap }));
  if (text !== undefined) add('npm', 'application/octet-stream', () => encodeNpm({ bitmap, text }));
  add('wbmp', 'image/vnd.wap.wbmp', () => encodeWbmp(bitmap));
  add('bmp', 'image/bmp', () => encodeBmp(bitmap));
  add('png', 'image/png', () => encodeBitmapPng(bitmap));
  add('txt', 'text/plain', () => encodeUtf8(`${bitmapToRows(bitmap).join('\n')}\n`));
  return files;
}
