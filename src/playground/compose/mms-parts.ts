/**
 * A multimedia message of slides that were filled in: parts with safe names, SMIL in front, M-Retrieve.conf and M-Send.req. No DOM here.
 *
 *   slides.smil | slide-1.jpg | slide-1.txt | slide-1.mid | slide-2.txt ...
 *
 * The layout and the order of parts are those of `composeMms`.
 * @module
 */
import { encodeUtf8 } from '../../bytes/index.js';
import { DEFAULT_LIMITS, EncodeError, LimitError } from '../../errors.js';
import {
  classifyMedia,
  extensionsOfType,
  findContentClass,
  type MRetrieveConf,
  type MSendReq,
  mediaTypeOfName,
  mmsSize,
  type Part,
  plainType,
  safeNames,
  sniffMediaType,
  toSendReq,
} from '../../mms/binary.js';
import { buildPresentation, type SlideGroup } from '../../mms/slides.js';
import { SMIL_TYPE } from '../../mms/smil.js';
import { formatSmil } from '../../mms/smil-format.js';
import type { HandsetProfile } from '../../profile/index.js';

/** A file on a slide. */
export interface MediaFile {
  readonly name: string;
  /** Media type. */
  readonly contentType: string;
  readonly data: Uint8Array;
}

/** A slide as it was filled in; without anything on it, it is none. */
export interface FilledSlide {
  readonly text?: string | undefined;
  readonly image?: MediaFile | undefined;
  readonly sound?: MediaFile | undefined;
  /** Milliseconds; the sound's length, and 5000 at least for what is seen, when absent. */
  readonly durationMs?: number | undefined;
}

/** A message as it was filled in. */
export interface FilledMessage {
  readonly slides: readonly FilledSlide[];
  readonly subject?: string | undefined;
  /** A telephone number or an e-mail address. */
  readonly from?: string | undefined;
  readonly date: Date;
  /** The handset whose screen lays the slides out. */
  readonly profile?: HandsetProfile | undefined;
}

const RELATED = 'application/vnd.wap.multipart.related';
const SMIL_NAME = 'slides.smil';

/**
 * The message as a handset fetches it, and as files hold it.
 * @throws EncodeError `bad-value` for a message without slides; `unencodable` for what XML cannot hold. LimitError past
 * `mmsSubjectCharacters`.
 */
export function messageOf({ slides, subject = '', from = '', date, profile }: FilledMessage): MRetrieveConf {
  const most = DEFAULT_LIMITS.mmsSubjectCharacters;
  const characters = [...subject].length;
  if (characters > most) {
    throw new LimitError('limit-exceeded', 'MMS/Subject', undefined, `${characters} characters, the limit is ${most}`);
  }
  const { parts, durations, groups } = groupsOf(slides);
  if (groups.length === 0) throw EncodeError.badValue('MMS/parts', 'there are none: fill in a slide');
  const laidOut = buildPresentation(groups, ({ name }) => `cid:${name}`, profile);
  const slidesOf = laidOut.slides.map((slide, i) => ({ ...slide, durationMs: durations[i] ?? slide.durationMs }));
  const smil = partOf(SMIL_NAME, SMIL_TYPE, encodeUtf8(formatSmil({ ...laidOut, slides: slidesOf })), 'utf-8');
  return {
    type: 'M-Retrieve.conf',
    mmsVersion: '1.2',
    date,
    ...(from !== '' && { from }),
    ...(subject !== '' && { subject }),
    contentType: RELATED,
    start: SMIL_NAME,
    startType: SMIL_TYPE,
    parts: [smil, ...parts],
  };
}

/** The same message as a handset submits it. */
export function submissionOf(message: MRetrieveConf, to: readonly string[]): MSendReq {
  return toSendReq(message, { transactionId: 'handset-1', to });
}

interface Groups {
  readonly parts: readonly Part[];
  readonly groups: readonly SlideGroup<Part>[];
  readonly durations: readonly (number | undefined)[];
}

function groupsOf(slides: readonly FilledSlide[]): Groups {
  const parts: Part[] = [];
  const groups: SlideGroup<Part>[] = [];
  const durations: (number | undefined)[] = [];
  for (const { text = '', image, sound, durationMs } of slides) {
    if (text === '' && image === undefined && sound === undefined) continue;
    const stem = `slide-${groups.length + 1}`;
    const group: SlideGroup<Part> = {};
    const add = (part: Part) => {
      parts.push(part);
      return part;
    };
    if (image !== undefined) group.image = add(mediaPart(stem, image));
    if (text !== '') group.text = add(partOf(`${stem}.txt`, 'text/plain', encodeUtf8(text, 'text'), 'utf-8'));
    if (sound !== undefined) group.sound = add(mediaPart(stem, sound));
    groups.push(group);
    durations.push(durationMs);
  }
  return { parts, groups, durations };
}

function mediaPart(stem: string, { name, contentType, data }: MediaFile): Part {
  const [given = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(name) ?? [];
  const [extension] = extensionsOfType(contentType);
  const [safe] = safeNames([`${stem}${extension === undefined ? given : `.${extension}`}`]) as [string];
  return partOf(safe, contentType, data);
}

function partOf(name: string, contentType: string, data: Uint8Array, charset?: string): Part {
  return { name, contentType, data, contentId: name, contentLocation: name, ...(charset !== undefined && { charset }) };
}

/**
 * A file's type, by its octets or else its name.
 * @throws EncodeError `bad-value` for a type that has no place on a slide as `kind`.
 */
export function mediaFile(name: string, data: Uint8Array, kind: 'image' | 'sound'): MediaFile {
  const type = sniffMediaType(data) ?? mediaTypeOfName(name);
  if (type !== undefined && classifyMedia(type) === kind) return { name, contentType: plainType(type), data };
  const what = type === undefined ? 'of a type that nobody knows' : `of type ${type}`;
  const wanted = kind === 'image' ? 'a picture' : 'a sound';
  throw EncodeError.badValue(kind, `${JSON.stringify(name)} is ${what}, allowed: ${wanted}`);
}

// ---- what it weighs ----

/** How large a message is, and for whom. */
export interface MessageWeight {
  readonly octets: number;
  /** The handset's own limit. */
  readonly most: number | undefined;
  /** The smallest content class that takes it. */
  readonly contentClass: string | undefined;
}

/** Weighs a message. @throws EncodeError for what cannot be encoded */
export function weigh(message: MRetrieveConf, profile: HandsetProfile): MessageWeight {
  const octets = mmsSize(message);
  return { octets, most: profile.mms?.maxBytes ?? undefined, contentClass: findContentClass(message) };
}

/** Pixels that every handset with MMS takes (class image-basic of OMA-MMS-CONF). */
const BASIC_BOX = { widthPx: 160, heightPx: 120 } as const;

/** Pixels that a picture may have on a handset: what its messages take, else its screen, else what all take. */
export function findPictureBox({ mms, screen }: HandsetProfile): { readonly widthPx: number; readonly heightPx: number } {
  if (mms === null) return BASIC_BOX;
  const { widthPx, heightPx } = BASIC_BOX;
  return { widthPx: mms.maxWidth ?? screen.width ?? widthPx, heightPx: mms.maxHeight ?? screen.height ?? heightPx };
}

/** The size of a picture within an area; one that is smaller stays. */
export function fitInto(
  size: { readonly widthPx: number; readonly heightPx: number },
  box: { readonly widthPx: number; readonly heightPx: number },
): { readonly widthPx: number; readonly heightPx: number } {
  const scale = Math.min(1, box.widthPx / size.widthPx, box.heightPx / size.heightPx);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { widthPx: side(size.widthPx), heightPx: side(size.heightPx) };
}
