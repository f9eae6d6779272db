/**
 * The parts of a multimedia message as the page lists them. No DOM here.
 * @module
 */
import { type Bitmap, decodeWbmp } from '../../bitmap/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { classifyMedia, type MmsPdu, type Part, partText, plainType } from '../../mms/binary.js';
import { BROWSER_PICTURES, BROWSER_SOUNDS } from './browser-types.js';

/** A part of a multimedia message. */
export interface MmsItem {
  readonly name: string;
  readonly type: string;
  readonly octets: Uint8Array;
  /** How the page shows it: by a browser's own means, as text, as pixels, or not at all. */
  readonly shown:
    | { readonly kind: 'picture' | 'sound' | 'none' }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'bitmap'; readonly bitmap: Bitmap };
}

/** Other types are not given to a browser. */
const BROWSER_TYPES: readonly string[] = [...BROWSER_PICTURES, ...BROWSER_SOUNDS];

/** The parts of a multimedia message, its presentation left out. */
export function mmsItems(message: MmsPdu): MmsItem[] {
  const parts = 'parts' in message ? ((message.parts ?? []) as readonly Part[]) : [];
  return parts.flatMap(mmsItem);
}

function mmsItem(part: Part): MmsItem[] {
  if (part.parts !== undefined) return part.parts.flatMap(mmsItem);
  const { name, contentType, data } = part;
  const item = (shown: MmsItem['shown']) => [{ name, type: contentType, octets: data, shown }];
  const type = plainType(contentType);
  switch (classifyMedia(contentType)) {
    case 'presentation':
      return [];
    case 'text':
      return item({ kind: 'text', text: partText(part) });
    default:
      if (type === 'image/vnd.wap.wbmp') return item(wbmp(data));
      if (!BROWSER_TYPES.includes(type)) return item({ kind: 'none' });
      return item({ kind: type.startsWith('image/') ? 'picture' : 'sound' });
  }
}

function wbmp(octets: Uint8Array): MmsItem['shown'] {
  const bitmap = tryDecode(() => decodeWbmp(octets, { lenient: true }));
  return bitmap === undefined ? { kind: 'none' } : { kind: 'bitmap', bitmap };
}
