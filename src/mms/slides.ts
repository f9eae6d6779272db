/**
 * Which parts of a message are shown together: as its SMIL says, or, where it has none, by their names and order.
 *
 * Without SMIL: parts with one base name (`1.jpg`, `1.txt`, `1.amr`) are a slide, as far as a slide can hold them; else a picture and the
 * text after it; else each part is a slide of its own. Cards, calendars and everything else that is not a picture, text, sound or video are
 * attachments. Source: the practice of gateways that composed messages of files; OMA-MMS-CONF 1.2 section 8 for what a slide holds.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { Issue } from '../bytes/reading.js';
import { FormatError, type Limits } from '../errors.js';
import type { Part } from './body.js';
import { clipMs } from './clip-length.js';
import { leafParts } from './content-class.js';
import { classifyMedia } from './media-types.js';
import { withoutBrackets } from './multipart.js';
import { baseName, splitName } from './names.js';
import { addToList, fold, PartFinder } from './part-finder.js';
import type { MRetrieveConf, MSendReq } from './pdu.js';
import {
  IMAGE_REGION,
  type LayoutOptions,
  type LayoutTarget,
  layoutFor,
  type Media,
  type MediaKind,
  type Presentation,
  SLIDE_MS,
  type Slide,
  TEXT_REGION,
} from './smil.js';
import { parseSmil } from './smil-parse.js';
import { smilText } from './smil-text.js';

/** The parts of a slide. A slide with a video has no other sound, unless the sender's SMIL gives one. */
export interface ResolvedSlide {
  /** Duration in milliseconds: that of the SMIL, or else of its sound or video, or else 5000. */
  readonly durationMs: number;
  /** The picture of the slide: `img` in SMIL. */
  readonly image?: Part | undefined;
  /** Its text. */
  readonly text?: Part | undefined;
  /** Its sound: `audio` in SMIL. */
  readonly sound?: Part | undefined;
  /** Its video. */
  readonly video?: Part | undefined;
}

/** The slides and attachments of a message, as a handset shows them. */
export interface ResolvedMessage {
  /** The presentation of the message, or one made from its parts. */
  readonly presentation: Presentation;
  /** The slides, in order. */
  readonly slides: readonly ResolvedSlide[];
  /** Parts that no slide shows, in order. Every part except the SMIL is on a slide or here. */
  readonly attachments: readonly Part[];
}

/** Options of {@link resolveSlides}. */
export interface ResolveOptions {
  /** Called with each fault of the SMIL, and with the error that makes it unusable. */
  readonly onIssue?: ((issue: Issue) => void) | undefined;
  /** Values that replace `smilCharacters`, `smilDepth` and `smilElements` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** The places on a slide. */
const SLOTS = ['image', 'text', 'sound', 'video'] as const;

type Slot = (typeof SLOTS)[number];

/** The name and type of a file, by which {@link groupSlides} groups files. */
export interface SlideFile {
  /** Name of the file. */
  readonly name: string;
  /** Its MIME type. */
  readonly contentType: string;
}

/** The files of a slide, by their role: `image`, `text`, `sound`, `video`. */
export type SlideGroup<File> = { [Name in Slot]?: File };

/**
 * Finds the slides that show the parts of a message. The SMIL is read leniently. A reference is looked up among the
 * Content-IDs (after `cid:`, percent-decoded), then the Content-Locations, then the names, then all of these in any letter case,
 * then by the last component of a path; of several matches, the first part that no slide has yet is taken. Media that do not fit on a
 * slide go to another slide after it. SMIL that cannot be read becomes an attachment, and the message is shown as one without SMIL,
 * also if none of its references matches a part.
 * @example
 * ```ts
 * import { resolveSlides } from 'handset/mms';
 *
 * const text = { name: 'a.txt', contentType: 'text/plain', data: new TextEncoder().encode('Hi') };
 * const { slides, attachments } = resolveSlides({ parts: [text] });
 * [slides[0]?.text?.name, slides[0]?.durationMs, attachments.length]; // -> ['a.txt', 5000, 0]
 * ```
 */
export function resolveSlides(
  message: Pick<MSendReq | MRetrieveConf, 'parts' | 'start'>,
  options: ResolveOptions = {},
): ResolvedMessage {
  requireObject(message, 'message');
  requireList(message.parts, 'message.parts', requireObject);
  const parts = leafParts(message.parts);
  const root = presentationPart(parts, message.start);
  const presentation = root && readPresentation(root, options);
  if (presentation === undefined) return arrangeParts(parts);
  const finder = new PartFinder(parts.filter((part) => part !== root));
  const slides = presentation.slides.flatMap((slide) => resolveSlide(slide, finder, options));
  if (slides.length === 0) return arrangeParts(parts.filter((part) => part !== root));
  return { presentation, slides, attachments: finder.unused() };
}

/** The part that `start` names when it is SMIL; else the first SMIL, which is where most readers look first. */
function presentationPart(parts: readonly Part[], start: string | undefined): Part | undefined {
  const candidates = parts.filter(({ contentType }) => classifyMedia(contentType) === 'presentation');
  if (start === undefined) return candidates[0];
  const id = withoutBrackets(start);
  return candidates.find(({ contentId }) => contentId !== undefined && withoutBrackets(contentId) === id) ?? candidates[0];
}

function readPresentation(root: Part, { onIssue, limits }: ResolveOptions): Presentation | undefined {
  try {
    return parseSmil(smilText(root), { lenient: true, onIssue, limits });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    onIssue?.(new Issue(error.code, 'error', error.field, error.offset, error.reason));
    return undefined;
  }
}

/** Without SMIL. */
function arrangeParts(parts: readonly Part[]): ResolvedMessage {
  const { slides: groups, attachments } = groupSlides(parts);
  const presentation = buildPresentation(groups, ({ contentId, contentLocation, name }) =>
    contentId === undefined ? (contentLocation ?? name) : `cid:${contentId}`,
  );
  const slides = groups.map((group) => ({ durationMs: slideMs(group), ...group }));
  return { presentation, slides, attachments };
}

function resolveSlide(slide: Slide, finder: PartFinder, { onIssue }: ResolveOptions): ResolvedSlide[] {
  const groups: SlideGroup<Part>[] = [];
  for (const { kind, src } of slide.media) {
    const part = finder.find(src);
    if (part === undefined) {
      onIssue?.(new Issue('bad-value', 'error', 'SMIL/src', undefined, `${quote(src, 80)} is not a part of the message`));
      continue;
    }
    const slot = findSlot(part, kind);
    if (slot === undefined) continue;
    finder.use(part);
    const free = groups.find((group) => canHold(group, slot, true));
    if (free === undefined) groups.push({ [slot]: part });
    else free[slot] = part;
  }
  return groups.map((group) => ({ durationMs: slide.durationMs ?? slideMs(group), ...group }));
}

const KIND_SLOTS: Readonly<Record<MediaKind, Slot | undefined>> = {
  img: 'image',
  text: 'text',
  audio: 'sound',
  video: 'video',
  ref: undefined,
};

/** By the part's own type, where it has a slot; else by the element, so that a page can be shown as a text. */
function findSlot({ contentType }: Part, kind: MediaKind): Slot | undefined {
  const mediaClass = classifyMedia(contentType);
  return mediaClass === 'other' || mediaClass === 'presentation' ? KIND_SLOTS[kind] : mediaClass;
}

/**
 * Groups files without SMIL into slides, and returns the remaining files as attachments. Files with the same base name (`1.jpg`, `1.txt`, `1.amr`)
 * share a slide as far as it can hold them; a text after a single picture joins its slide; every other picture, text, sound or video has a slide of
 * its own.
 */
export function groupSlides<File extends SlideFile>(
  files: readonly File[],
): { slides: SlideGroup<File>[]; attachments: File[] } {
  requireList(files, 'files', requireObject);
  const attachments: File[] = [];
  const media: { file: File; slot: Slot; path: string; stem: string }[] = [];
  for (const file of files) {
    const slot = classifyMedia(file.contentType);
    if (slot === 'other' || slot === 'presentation') {
      attachments.push(file);
      continue;
    }
    const path = fold(file.name);
    const folder = path.slice(0, path.length - baseName(path).length);
    const { stem } = splitName(baseName(path));
    media.push({ file, slot, path: folder + stem, stem });
  }
  const byStem = new Map<string, typeof media>();
  for (const item of media) addToList(byStem, item.stem, item);
  const placed = new Set<File>();
  const slides: SlideGroup<File>[] = [];
  /** The slide that a text may join: a single picture, directly before it. */
  let waiting: SlideGroup<File> | undefined;
  for (const { file, slot, path, stem } of media) {
    if (placed.has(file)) continue;
    const group: SlideGroup<File> = { [slot]: file };
    placed.add(file);
    const mates = byStem.get(stem) as typeof media;
    // Those of the same folder first.
    for (const isSameFolder of [true, false]) {
      for (const mate of mates) {
        if ((mate.path === path) !== isSameFolder || placed.has(mate.file) || !canHold(group, mate.slot, false)) continue;
        group[mate.slot] = mate.file;
        placed.add(mate.file);
      }
    }
    const isAlone = Object.keys(group).length === 1;
    if (isAlone && slot === 'text' && waiting !== undefined) {
      waiting.text = file;
      waiting = undefined;
      continue;
    }
    waiting = isAlone && slot === 'image' ? group : undefined;
    slides.push(group);
  }
  return { slides, attachments };
}

/** Whether a slide can hold another part. One from a sender may have a sound with a video. */
function canHold<File>(group: SlideGroup<File>, slot: Slot, isSenders: boolean): boolean {
  if (group[slot] !== undefined) return false;
  if (slot === 'image') return group.video === undefined;
  if (slot === 'video') return group.image === undefined && (isSenders || group.sound === undefined);
  return slot !== 'sound' || isSenders || group.video === undefined;
}

/**
 * How long a slide is shown, in milliseconds: its sound or video's length when that is known, at least 5000 with a picture or text;
 * else 5000.
 */
export function slideMs({ image, text, sound, video }: SlideGroup<Pick<Part, 'data'>>): number {
  const clip = Math.max(0, ...[sound, video].map((part) => (part === undefined ? 0 : (clipMs(part.data) ?? 0))));
  if (clip === 0) return SLIDE_MS;
  return image === undefined && text === undefined ? clip : Math.max(clip, SLIDE_MS);
}

/**
 * Builds the presentation of slides, for `formatSmil`.
 * @param src returns the reference to a part, such as `cid:` and its Content-ID.
 * @param target the screen, or the handset whose screen it is, as for `layoutFor`.
 * @throws EncodeError as `layoutFor`.
 */
export function buildPresentation<File extends Pick<Part, 'data'>>(
  slides: readonly SlideGroup<File>[],
  src: (part: File) => string,
  target?: LayoutTarget,
  options?: Pick<LayoutOptions, 'textFirst'>,
): Presentation {
  requireList(slides, 'slides', requireObject);
  const image = slides.some((slide) => slide.image !== undefined || slide.video !== undefined);
  const text = slides.some((slide) => slide.text !== undefined);
  return {
    ...layoutFor(target, { ...options, image, text }),
    slides: slides.map((slide) => ({ durationMs: slideMs(slide), media: listMedia(slide, src, options?.textFirst === true) })),
  };
}

function listMedia<File>(
  { image, text, sound, video }: SlideGroup<File>,
  src: (part: File) => string,
  textFirst: boolean,
): Media[] {
  const media: Media[] = [];
  if (image !== undefined) media.push({ kind: 'img', src: src(image), region: IMAGE_REGION });
  if (video !== undefined) media.push({ kind: 'video', src: src(video), region: IMAGE_REGION });
  if (text !== undefined) {
    const item: Media = { kind: 'text', src: src(text), region: TEXT_REGION };
    if (textFirst) media.unshift(item);
    else media.push(item);
  }
  if (sound !== undefined) media.push({ kind: 'audio', src: src(sound) });
  return media;
}
