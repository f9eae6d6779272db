/**
 * Limits of a message that is being composed: what its content class and its handset accept, and how large it may become.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { EncodeError, LimitError } from '../errors.js';
import { findForeignType } from '../media/signatures.js';
import type { HandsetProfile } from '../profile/profile.js';
import type { Part } from './body.js';
import { partField, type UnknownTypes, type Warn } from './compose-files.js';
import {
  CONTENT_CLASSES,
  type ContentClass,
  type ContentClassName,
  classFault,
  contentClassNamed,
  oversize,
} from './content-class.js';
import { mmsSize } from './encode.js';
import { classifyMedia, plainType } from './media-types.js';
import type { MRetrieveConf, MSendReq } from './pdu.js';

/** What a message is composed for. */
export interface ComposeTarget {
  readonly contentClass?: ContentClassName | undefined;
  readonly profile?: Pick<HandsetProfile, 'mms'> | undefined;
  readonly maxOctets?: number | undefined;
}

/** The limits for the pictures of a message. */
export interface PictureBudget {
  /** Maximum size of all pictures together in octets; Infinity without a limit. */
  readonly maxOctets: number;
  /** Maximum width of a picture in pixels; Infinity without a limit. */
  readonly maxWidthPx: number;
  /** Maximum height of a picture in pixels; Infinity without a limit. */
  readonly maxHeightPx: number;
  /** Accepted content types, in lower case; empty for any. */
  readonly types: readonly string[];
}

/** Whether a part is a picture. */
export function isImage({ contentType }: Part): boolean {
  return classifyMedia(contentType) === 'image';
}

/** Whether a handset's list of types is complete; one of pictures and sounds alone says nothing of the rest. */
function isWholeList(types: readonly string[]): boolean {
  return types.includes('text/plain') || types.includes('application/vnd.wap.multipart.mixed');
}

/** The size and types of pictures that the class and the handset accept. */
export function pictureBudget({ contentClass, profile }: ComposeTarget): Omit<PictureBudget, 'maxOctets'> {
  const ofClass = findClass(contentClass);
  const mms = profile?.mms ?? undefined;
  const handsetTypes = (mms?.types ?? []).map(plainType).filter((type) => type.startsWith('image/'));
  const classTypes = (ofClass?.types ?? []).filter((type) => type.startsWith('image/'));
  const both = classTypes.filter((type) => handsetTypes.includes(type));
  const types = both.length > 0 ? both : handsetTypes.length > 0 ? handsetTypes : classTypes;
  return {
    maxWidthPx: Math.min(ofClass?.maxWidthPx ?? Number.POSITIVE_INFINITY, mms?.maxWidth ?? Number.POSITIVE_INFINITY),
    maxHeightPx: Math.min(ofClass?.maxHeightPx ?? Number.POSITIVE_INFINITY, mms?.maxHeight ?? Number.POSITIVE_INFINITY),
    types: [...new Set(types)],
  };
}

/** @throws EncodeError `bad-value` for a class that is not known. */
function findClass(name: ContentClassName | undefined): ContentClass | undefined {
  if (name === undefined) return undefined;
  const contentClass = contentClassNamed(name);
  if (contentClass !== undefined) return contentClass;
  const names = CONTENT_CLASSES.map((known) => known.name).join(', ');
  throw EncodeError.badValue('contentClass', `${quote(name)}, allowed: ${names}`);
}

/** Warns of a part that the class or the handset may not accept; `name` is that of its file. */
export function warnUnsupported(part: Part, name: string, { contentClass, profile }: ComposeTarget, warn: Warn): void {
  const ofClass = findClass(contentClass);
  const classReason = ofClass && classFault(ofClass, part);
  if (classReason !== undefined) warn('content-class', name, classReason);
  const types = (profile?.mms?.types ?? []).map(plainType);
  const type = plainType(part.contentType);
  // A list of pictures alone says nothing of sounds.
  const isListed =
    types.includes(type) || !(isWholeList(types) || types.some((listed) => classifyMedia(listed) === classifyMedia(type)));
  if (!isListed) {
    warn('handset', name, `the handset does not list ${part.contentType}`);
    return;
  }
  const budget = pictureBudget({ profile });
  const larger = oversize(part, budget);
  if (larger !== undefined)
    warn('handset', name, `a picture of ${larger}, the handset accepts ${budget.maxWidthPx}x${budget.maxHeightPx}`);
}

/**
 * Requires that a picture is of a format that handsets show, or that the profile lists: nobody has read the others.
 * @throws EncodeError `unencodable`
 */
export function refuseForeign(
  { contentType, data }: Part,
  name: string,
  { profile, unknownTypes }: ComposeTarget & { readonly unknownTypes?: UnknownTypes | undefined },
  warn: Warn,
): void {
  const foreign = classifyMedia(contentType) === 'image' ? findForeignType(data) : undefined;
  if (foreign === undefined) return;
  if (profile?.mms?.types.some((type) => plainType(type) === plainType(foreign.contentType))) return;
  const reason = `is ${foreign.name}, which few handsets show`;
  if (unknownTypes === 'carry') {
    warn('foreign-picture', name, `${reason}; carried as it is`);
    return;
  }
  const remedy = 'fit it to the handset (fitImages, or --fit-pictures), or make it a JPEG';
  throw new EncodeError('unencodable', partField(name), undefined, `${reason}: ${remedy}`);
}

/** Octets that an encoded message may have. */
export interface SizeLimit {
  readonly octets: number;
  /** The source of the limit, such as `the handset`. */
  readonly of: string;
}

/** The least of the limits. @throws EncodeError `bad-value` */
export function sizeLimit({ maxOctets, contentClass, profile }: ComposeTarget): SizeLimit | undefined {
  if (maxOctets !== undefined && !(maxOctets > 0)) {
    throw EncodeError.badValue('maxOctets', `${String(maxOctets)} is not a number of octets above 0`);
  }
  const limits: SizeLimit[] = [];
  const ofClass = findClass(contentClass);
  const ofHandset = profile?.mms?.maxBytes ?? undefined;
  if (ofClass !== undefined) limits.push({ octets: ofClass.maxOctets, of: `class ${ofClass.name}` });
  if (ofHandset !== undefined) limits.push({ octets: ofHandset, of: 'the handset' });
  if (maxOctets !== undefined) limits.push({ octets: maxOctets, of: 'the option maxOctets' });
  return limits.sort((a, b) => a.octets - b.octets)[0];
}

/** Requires that a message can be encoded, and is not too large. @throws EncodeError; LimitError */
export function checkSize(message: MRetrieveConf | MSendReq, limit: SizeLimit | undefined, maxParts: number): void {
  // Also without a limit: a message that cannot be encoded is refused here.
  const size = mmsSize(message);
  const count = message.parts.length;
  if (count > maxParts) throw new LimitError('limit-exceeded', 'MMS/parts', undefined, `${count}, the limit is ${maxParts}`);
  if (limit === undefined || size <= limit.octets) return;
  const parts = message.parts.map(({ name, data }) => `${name} ${data.length}`).join(', ');
  throw new LimitError(
    'limit-exceeded',
    'MMS',
    undefined,
    `${size} octets, the limit of ${limit.of} is ${limit.octets} (${parts}); ${suggestClass(size, message.parts)}`,
  );
}

/** The class that a message fits, or why it does not fit the largest. */
function suggestClass(size: number, parts: readonly Part[]): string {
  const faults = CONTENT_CLASSES.filter(({ maxOctets }) => maxOctets >= size).map((contentClass) => {
    const reason = parts.map((part) => classFault(contentClass, part)).find((fault) => fault !== undefined);
    return { name: contentClass.name, reason };
  });
  const taking = faults.find(({ reason }) => reason === undefined);
  if (taking !== undefined) return `it fits class ${taking.name}`;
  const reason = faults.at(-1)?.reason;
  return `it fits no content class${reason === undefined ? '' : `: ${reason}`}`;
}
