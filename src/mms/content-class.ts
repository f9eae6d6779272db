/**
 * Content classes: what a message may hold so that every handset of the class shows it.
 *
 *   text 30 kB | image-basic 30 kB, 160 x 120 | image-rich 100 kB, 640 x 480, SP-MIDI | video-basic 100 kB, 3GPP
 *   video-rich 300 kB | megapixel 600 kB, 1600 x 1200
 *
 * Each class has the types of those before it. All have cards and calendars too. content-basic and content-rich (1.3) have no size
 * or list that a public source gives, so they are not here. What counts against the size is not clear from the specification: here it is
 * the whole encoded message, as MMSCs measure it. Source: OMA-MMS-CONF 1.2 and 1.3 as Symbian's MmsConformance.h has them.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import type { Part } from './body.js';
import { mmsSize } from './encode.js';
import type { MMS_CONTENT_CLASSES } from './header-values.js';
import { classifyMedia, plainType } from './media-types.js';
import type { MmsPdu } from './pdu.js';
import { pictureSize } from './picture-size.js';

/** The name of a class in {@link CONTENT_CLASSES}. */
export type ContentClassName = Exclude<(typeof MMS_CONTENT_CLASSES)[number], 'content-basic' | 'content-rich'>;

/** A content class: what a message may contain so that every handset of the class can show it (OMA-MMS-CONF 1.2 and 1.3). */
export interface ContentClass {
  /** Name of the class. */
  readonly name: ContentClassName;
  /** Maximum size of the encoded message in octets. */
  readonly maxOctets: number;
  /** Maximum width of a picture in pixels; 0 in the class without pictures. */
  readonly maxWidthPx: number;
  /** Maximum height of a picture in pixels; 0 in the class without pictures. */
  readonly maxHeightPx: number;
  /** Content types of parts besides the presentation, cards and calendars, in lower case. */
  readonly types: readonly string[];
}

const TEXT = ['text/plain'] as const;
const BASIC = [...TEXT, 'image/jpeg', 'image/gif', 'image/vnd.wap.wbmp', 'audio/amr'] as const;
const RICH = [...BASIC, 'audio/sp-midi', 'audio/midi'] as const;
const VIDEO = [...RICH, 'video/3gpp'] as const;

/** The content classes of OMA-MMS-CONF, from the smallest to the largest. */
export const CONTENT_CLASSES: readonly ContentClass[] = [
  { name: 'text', maxOctets: 30 * 1024, maxWidthPx: 0, maxHeightPx: 0, types: TEXT },
  { name: 'image-basic', maxOctets: 30 * 1024, maxWidthPx: 160, maxHeightPx: 120, types: BASIC },
  { name: 'image-rich', maxOctets: 100 * 1024, maxWidthPx: 640, maxHeightPx: 480, types: RICH },
  { name: 'video-basic', maxOctets: 100 * 1024, maxWidthPx: 640, maxHeightPx: 480, types: VIDEO },
  { name: 'video-rich', maxOctets: 300 * 1024, maxWidthPx: 640, maxHeightPx: 480, types: VIDEO },
  { name: 'megapixel', maxOctets: 600 * 1024, maxWidthPx: 1600, maxHeightPx: 1200, types: VIDEO },
];

/** Types that every class has besides. */
const EXTRA_TYPES = ['application/smil', 'text/x-vcard', 'text/x-vcalendar'];

/** The class of a name. */
export function contentClassNamed(name: ContentClassName): ContentClass | undefined {
  return CONTENT_CLASSES.find((contentClass) => contentClass.name === name);
}

/** Whether a class has parts of a type. */
export function classHasType({ types }: ContentClass, contentType: string): boolean {
  const type = plainType(contentType);
  return types.includes(type) || EXTRA_TYPES.includes(type);
}

/** Why a class does not allow a part; undefined when it does. A picture whose size cannot be read is allowed. */
export function classFault(contentClass: ContentClass, part: Pick<Part, 'contentType' | 'data'>): string | undefined {
  const { contentType } = part;
  const { name, maxWidthPx, maxHeightPx } = contentClass;
  if (!classHasType(contentClass, contentType)) {
    const advice = plainType(contentType) === 'image/png' ? '; no class has PNG, JPEG and GIF are in all but text' : '';
    return `${contentType} is not in class ${name}${advice}`;
  }
  const larger = oversize(part, contentClass);
  return larger && `a picture of ${larger}; class ${name} has ${maxWidthPx}x${maxHeightPx}`;
}

/** The size of a picture that is larger than allowed, as `640x480`; undefined for other parts, and when it cannot be read. */
export function oversize(
  { contentType, data }: Pick<Part, 'contentType' | 'data'>,
  { maxWidthPx, maxHeightPx }: Pick<ContentClass, 'maxWidthPx' | 'maxHeightPx'>,
): string | undefined {
  const size = classifyMedia(contentType) === 'image' ? pictureSize(data, contentType) : undefined;
  if (size === undefined || (size.widthPx <= maxWidthPx && size.heightPx <= maxHeightPx)) return undefined;
  return `${size.widthPx}x${size.heightPx}`;
}

/**
 * Finds the smallest content class that a message fits, by its encoded size, the types of its parts and the sizes of its pictures; undefined if
 * it fits none.
 * @throws EncodeError for a PDU that cannot be encoded.
 */
export function findContentClass(pdu: MmsPdu): ContentClassName | undefined {
  requireObject(pdu, 'pdu');
  const parts = leafParts('parts' in pdu ? (pdu.parts ?? []) : []);
  const octets = mmsSize(pdu);
  return CONTENT_CLASSES.find(
    (contentClass) => octets <= contentClass.maxOctets && parts.every((part) => classFault(contentClass, part) === undefined),
  )?.name;
}

/** The parts of a body in order, those of a multipart inside it in its place. */
export function leafParts(parts: readonly Part[]): readonly Part[] {
  return parts.some((part) => part.parts !== undefined)
    ? parts.flatMap((part) => (part.parts === undefined ? [part] : leafParts(part.parts)))
    : parts;
}
