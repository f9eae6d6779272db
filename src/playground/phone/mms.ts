/**
 * What a phone makes of a multimedia message: a page for each slide, and what this handset cannot show. No DOM here.
 * @module
 */
import { tryDecode } from '../../bytes/try-decode.js';
import { describeSize, pickFacts } from '../../content/facts.js';
import { blocksOf, text } from '../../content/page.js';
import { DEFAULT_LIMITS } from '../../errors.js';
import { type MmsPdu, mmsSize, type Part, parseMmsAddress, partText, pictureSize } from '../../mms/binary.js';
import { warnUnsupported } from '../../mms/compose-limits.js';
import { type ResolvedMessage, type ResolvedSlide, resolveSlides } from '../../mms/slides.js';
import type { HandsetProfile } from '../../profile/index.js';
import { decodeMidi, decodeNokiaRingtone } from '../../ringtone/index.js';
import { count, describePart, headerFacts, slideFacts } from '../../show/facts.js';
import { nameHandset, type PhoneScreen } from '../../show/handsets.js';
import { type Block, viewHeight } from '../../show/phone-screen.js';
import { type Showing, type ShownPage, type Sound, showingOfContent } from './showing.js';

/** A multimedia message with its slides; a PDU without parts in words, a notification as the content that it is. */
export function showingOfMms(message: MmsPdu, profile: HandsetProfile, screen: PhoneScreen): Showing {
  if (message.type === 'M-Notification.ind') {
    return showingOfContent({ kind: 'mmsNotification', notification: message }, undefined, profile, screen);
  }
  const { subject } = message;
  const from = message.from === undefined ? undefined : parseMmsAddress(message.from).value;
  const title = subject || from || 'Multimedia message';
  const { parts } = message;
  if (parts === undefined) {
    const facts = headerFacts(message);
    return {
      title: message.type,
      pages: [{ kind: 'list', title, blocks: blocksOf(facts), softKey: 'Back' }],
      facts,
      warnings: [],
    };
  }
  const warnings: string[] = [];
  if (profile.mms === null || profile.mms.receives === false) {
    warnings.push(`${nameHandset(profile)} is not known to take multimedia messages`);
  }
  const sizeOctets = tryDecode(() => mmsSize(message)) ?? parts.reduce((sum, { data }) => sum + data.length, 0);
  const most = profile.mms?.maxBytes ?? undefined;
  if (most !== undefined && sizeOctets > most) warnings.push(`the message has ${sizeOctets} octets, the handset takes ${most}`);
  for (const part of parts)
    warnUnsupported(part, part.name, { profile }, (_, name, reason) => warnings.push(`${name ?? 'a part'}: ${reason}`));
  const resolved = resolveSlides({ parts, start: message.start }, { onIssue: (error) => warnings.push(error.message) });
  const pages = resolved.slides.map((slide, i) => slidePage(slide, i, resolved, title, screen, warnings));
  const facts = [
    ...pickFacts([
      ['From', from],
      ['Subject', subject],
      ['Size', count(sizeOctets, 'octet')],
    ]),
    ...slideFacts(resolved.slides, partText),
    ...resolved.attachments.map((part) => ({ name: 'Attachment', value: describePart(part) })),
  ];
  const nothing: ShownPage = { kind: 'list', title, blocks: [text('Nothing to show')], softKey: 'Back' };
  return { title: 'Multimedia message', pages: pages.length === 0 ? [nothing] : pages, facts, warnings };
}

function slidePage(
  slide: ResolvedSlide,
  index: number,
  { slides, presentation }: ResolvedMessage,
  title: string,
  screen: PhoneScreen,
  warnings: string[],
): ShownPage {
  const { image, video, text: words, sound, durationMs } = slide;
  const seen: Block[] = [];
  if (image !== undefined) seen.push(imageBlock(image, screen, warnings));
  if (video !== undefined) seen.push(text(`[${video.name}]`, true));
  const read = words === undefined ? [] : [text(partText(words))];
  const place = (id: string) => presentation.regions.find((region) => region.id.toLowerCase() === id);
  const isTextFirst = isAbove(place('text'), place('image'));
  const number = slides.length === 1 ? '' : `${index + 1}/${slides.length} `;
  return {
    kind: 'list',
    title: `${number}${title}`,
    blocks: isTextFirst ? [...read, ...seen] : [...seen, ...read],
    softKey: sound === undefined ? 'Back' : 'Play',
    durationMs,
    sound: sound === undefined ? undefined : soundOf(sound),
  };
}

type Place = ResolvedMessage['presentation']['regions'][number];

/** Whether one region begins above another: in pixels, or in shares. */
function isAbove(one: Place | undefined, other: Place | undefined): boolean {
  return one !== undefined && other !== undefined && Number.parseFloat(String(one.top)) < Number.parseFloat(String(other.top));
}

function imageBlock(part: Part, screen: PhoneScreen, warnings: string[]): Block {
  const size = pictureSize(part.data, part.contentType);
  if (size === undefined) return text(`[${part.name}]`, true);
  const limit = DEFAULT_LIMITS.sourcePixels;
  if (size.widthPx * size.heightPx > limit) {
    warnings.push(`${part.name} says that it is ${describeSize(size)}: at most ${limit} pixels are read`);
    return text(`[${part.name}]`, true);
  }
  const room = { widthPx: screen.widthPx, heightPx: viewHeight(screen) };
  const scale = Math.min(1, room.widthPx / size.widthPx, room.heightPx / size.heightPx);
  const widthPx = Math.max(1, Math.round(size.widthPx * scale));
  const heightPx = Math.max(1, Math.round(size.heightPx * scale));
  if (scale < 1) warnings.push(`${part.name} is ${describeSize(size)}, shown at ${describeSize({ widthPx, heightPx })}`);
  return { kind: 'image', part, widthPx, heightPx };
}

/** Notes where the library reads them, else the file. */
function soundOf(part: Part): Sound {
  const type = part.contentType.toLowerCase();
  const tune = /midi|\bmid\b/.test(type)
    ? tryDecode(() => decodeMidi(part.data, { lenient: true }))
    : type.includes('nokia-ringing-tone')
      ? tryDecode(() => decodeNokiaRingtone(part.data, { lenient: true }))
      : undefined;
  return tune === undefined ? { kind: 'file', part } : { kind: 'tune', tune };
}
