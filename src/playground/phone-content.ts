/**
 * What a phone makes of what was sent to it: pages for its screen, the same in words, and what it cannot show. No DOM here.
 * @module
 */
import { type Bitmap, bitmapToRows, decodeEmsPicture } from '../bitmap/index.js';
import { attempt } from '../bytes/attempt.js';
import { toHex } from '../bytes/index.js';
import { DEFAULT_LIMITS } from '../errors.js';
import type { Content, PduContent } from '../message/index.js';
import { type MmsPdu, mmsSize, type Part, parseMmsAddress, partText, pictureSize } from '../mms/binary.js';
import { tellFaults } from '../mms/compose-limits.js';
import { type ResolvedMessage, type ResolvedSlide, resolveSlides } from '../mms/slides.js';
import type { HandsetProfile } from '../profile/index.js';
import { decodeMidi, decodeNokiaRingtone, type Tune } from '../ringtone/index.js';
import type { InformationElement } from '../sms/index.js';
import type { Shown } from './composed.js';
import {
  calendarFacts,
  cardFacts,
  cardName,
  count,
  describeTune,
  type Fact,
  factsOf,
  indicationFacts,
  notificationFacts,
  pduFacts,
} from './phone-facts.js';
import { nameOf, type PhoneScreen, screenOf } from './phone-profile.js';
import { type Block, type Page, viewHeight } from './phone-screen.js';

/** A sound that can be played: notes, or a file for the browser. */
export type Sound = { readonly kind: 'tune'; readonly tune: Tune } | { readonly kind: 'file'; readonly part: Part };

/** A page, and how long it stays and what is heard. */
export interface ShownPage extends Page {
  /** Of a slide that others follow. */
  readonly durationMs?: number | undefined;
  readonly sound?: Sound | undefined;
  /** What the key would do on a handset; without one, and without a sound to play, it leads back to standby. */
  readonly note?: string | undefined;
}

/** What stands on the phone. */
export interface Showing {
  /** What it is: `Picture message`. */
  readonly title: string;
  /** At least one. */
  readonly pages: readonly ShownPage[];
  /** Everything that is on the screen, in words. */
  readonly facts: readonly Fact[];
  /** What this handset cannot show, or is said not to take. */
  readonly warnings: readonly string[];
}

/** A picture's sides in words. */
export function sizeText({ widthPx, heightPx }: Pick<Bitmap, 'widthPx' | 'heightPx'>): string {
  return `${widthPx} x ${heightPx}`;
}

const MENU = 'This phone has no menu: it shows what is sent to it.';

/** What a phone without news shows. */
export function standbyShowing(): Showing {
  const block: Block = { kind: 'text', text: 'handset', isCentred: true };
  return {
    title: 'Standby',
    pages: [{ kind: 'standby', blocks: [block], softKey: 'Menu', note: MENU }],
    facts: [{ name: 'Network', value: 'handset' }],
    warnings: [],
  };
}

/** What a handset shows of something. */
export function showingOf(shown: Shown, profile: HandsetProfile): Showing {
  const screen = screenOf(profile);
  const showing =
    shown.kind === 'mms' ? ofMessage(shown.message, profile, screen) : ofContent(shown.content, shown.from, profile, screen);
  const assumed = screen.isAssumed ? [`the screen of ${nameOf(profile)} is not known: ${sizeText(screen)} is assumed`] : [];
  return { ...showing, warnings: [...assumed, ...showing.warnings] };
}

function ofContent(content: Content, from: string | undefined, profile: HandsetProfile, screen: PhoneScreen): Showing {
  const sender: Fact[] = factsOf([['From', from]]);
  const refused = refusal(content.kind, profile);
  const warnings = refused === undefined ? [] : [`${nameOf(profile)} is said not to take ${refused}`];
  const list = (
    title: string,
    blocks: readonly Block[],
    softKey: string,
    facts: readonly Fact[],
    more: Partial<ShownPage> = {},
  ) => ({
    title,
    pages: [{ kind: 'list', title: from ?? title, blocks, softKey, ...more } as const],
    facts: [...sender, ...facts],
    warnings,
  });
  switch (content.kind) {
    case 'text':
      return list('Text message', [text(content.text)], 'Back', [{ name: 'Text', value: content.text }]);
    case 'flash':
      return list(
        'Flash message, shown at once and not stored',
        [text(content.text)],
        'OK',
        [{ name: 'Text', value: content.text }],
        {
          title: 'Message',
        },
      );
    case 'ringtone': {
      const { tune } = content;
      const facts = factsOf([
        ['Name', tune.title || 'without a name'],
        ['Tune', describeTune(tune)],
      ]);
      const blocks = [
        { kind: 'bitmap', bitmap: NOTE },
        text(tune.title, true),
        text(count(tune.notes.length, 'note'), true),
      ] as const;
      return list('Ringing tone', [text('Tone received', true), ...blocks], 'Play', facts, {
        title: 'Ringing tone',
        sound: { kind: 'tune', tune },
      });
    }
    case 'operatorLogo': {
      const { mcc, mnc, bitmap } = content;
      const facts = [{ name: 'Network', value: `${mcc} ${mnc}` }, ...pictureFacts(bitmap)];
      return {
        title: 'Operator logo, in place of the network’s name',
        pages: [{ kind: 'standby', blocks: [{ kind: 'bitmap', bitmap }], softKey: 'Menu', note: MENU }],
        facts: [...sender, ...facts],
        warnings: [...warnings, ...overhang(bitmap, screen, true)],
      };
    }
    case 'groupGraphic': {
      const { bitmap } = content;
      const blocks = [{ kind: 'bitmap', bitmap }, text('Anna', true), text('calling', true)] as const;
      const showing = list('Group graphic, shown when one of the group rings', blocks, 'Answer', pictureFacts(bitmap), {
        title: 'Call',
        note: 'A handset would take the call now.',
      });
      return { ...showing, warnings: [...warnings, ...overhang(bitmap, screen, false)] };
    }
    case 'pictureMessage': {
      const { bitmap, text: words = '' } = content;
      const facts = [...pictureFacts(bitmap), ...factsOf([['Text', words]])];
      const showing = list('Picture message', [{ kind: 'bitmap', bitmap }, text(words)], 'Back', facts);
      return { ...showing, warnings: [...warnings, ...overhang(bitmap, screen, false)] };
    }
    case 'serviceIndication': {
      const { si } = content;
      const blocks: Block[] = [text(si.text ?? 'Service message'), { kind: 'rule' }, text(si.href ?? '')];
      const note =
        si.href === undefined
          ? 'There is no address to load.'
          : `A handset would load ${si.href} now. This page loads nothing.`;
      return list('Service indication', blocks, 'Load', indicationFacts(si), { title: 'Service message', note });
    }
    case 'serviceLoading': {
      const { href, action = 'execute-low' } = content.sl;
      const note = `A handset would load ${href} by itself. This page loads nothing.`;
      const facts = factsOf([
        ['Address', href],
        ['Action', action],
      ]);
      return list('Service loading', [text('Loading'), text(href)], 'Quit', facts, { note });
    }
    case 'mmsNotification': {
      const { notification } = content;
      const { from: sent, subject, messageSize } = notification;
      const lines = [
        text('Multimedia message waits'),
        text(subject ?? ''),
        text(`${Math.ceil(messageSize / 1024)} kB`),
        text(sent ?? ''),
      ];
      const note = `A handset would fetch ${notification.contentLocation}. This page loads nothing.`;
      return list('Notification of a multimedia message', lines, 'Fetch', notificationFacts(notification), { note });
    }
    case 'vcard':
      return list(
        'Business card',
        [text(cardName(content.card)), { kind: 'rule' }, ...blocksOf(cardFacts(content.card).slice(1))],
        'Save',
        cardFacts(content.card),
        { note: 'A handset would keep it in its phone book now.' },
      );
    case 'vcalendar': {
      const facts = calendarFacts(content.calendar);
      const blocks = facts.length === 0 ? [text('Nothing in it')] : blocksOf(facts);
      return list('Calendar', blocks, 'Save', facts, {
        title: 'Calendar note',
        note: 'A handset would keep it in its calendar now.',
      });
    }
    case 'pdu':
      return ofUserData(content, list);
  }
}

type List = (title: string, blocks: readonly Block[], softKey: string, facts: readonly Fact[]) => Showing;

/** Pictures of the header, then the text, or the octets. */
function ofUserData({ tpDcs, udh, text: words, data }: PduContent, list: List): Showing {
  const pictures = udh.flatMap(picturesOf);
  const hex = data === undefined ? '' : toHex(data).replace(/..(?=.)/g, '$& ');
  const facts = [
    ...factsOf([
      ['Header', udh.map(({ kind }) => kind).join(', ')],
      ['Data coding', toHex(Uint8Array.of(tpDcs))],
    ]),
    ...pictures.flatMap(pictureFacts),
    ...factsOf([
      ['Text', words],
      ['Octets', hex],
    ]),
  ];
  const blocks = [...pictures.map((bitmap): Block => ({ kind: 'bitmap', bitmap })), text(words ?? ''), text(hex)];
  return list('User data that no application of the phone is known to take', blocks, 'Back', facts);
}

function picturesOf(element: InformationElement): Bitmap[] {
  if (element.kind !== 'smallPicture' && element.kind !== 'largePicture' && element.kind !== 'variablePicture') return [];
  return attempt(() => [decodeEmsPicture(element).bitmap]) ?? [];
}

function text(words: string, isCentred = false): Block {
  return { kind: 'text', text: words, isCentred };
}

function blocksOf(facts: readonly Fact[]): Block[] {
  return facts.map(({ name, value }) => text(`${name}: ${value}`));
}

function pictureFacts(bitmap: Bitmap): Fact[] {
  const black = bitmapToRows(bitmap).reduce((sum, row) => sum + row.split('#').length - 1, 0);
  return [{ name: 'Picture', value: `${sizeText(bitmap)} pixels, ${count(black, 'pixel')} dark` }];
}

/** What of a picture is not on the screen; lists scroll, but not sideways. */
function overhang({ widthPx, heightPx }: Bitmap, screen: PhoneScreen, isStandby: boolean): string[] {
  const warnings: string[] = [];
  if (widthPx > screen.widthPx) warnings.push(`the picture is ${widthPx} wide, the screen has ${screen.widthPx}`);
  if (isStandby && heightPx > screen.heightPx)
    warnings.push(`the picture is ${heightPx} high, the screen has ${screen.heightPx}`);
  else if (!isStandby && heightPx > viewHeight(screen)) {
    warnings.push(`the picture is ${heightPx} high, ${viewHeight(screen)} are seen at once: it scrolls`);
  }
  return warnings;
}

/** What a handset is said not to take; undefined when it takes it, or nobody says. */
function refusal(kind: Content['kind'], { sms, push }: HandsetProfile): string | undefined {
  const hasOther = sms?.ems === true || sms?.siemensOta === true;
  switch (kind) {
    case 'ringtone':
      return sms?.nokiaRingtone === false && sms.emsImelody !== true && !hasOther ? 'ringing tones' : undefined;
    case 'operatorLogo':
      return sms?.operatorLogo === false && sms.largeOperatorLogo !== true && !hasOther ? 'operator logos' : undefined;
    case 'groupGraphic':
      return sms?.groupGraphic === false ? 'group graphics' : undefined;
    case 'pictureMessage':
      return sms?.pictureMessage === false && !hasOther ? 'picture messages' : undefined;
    case 'vcard':
      return sms?.vcard === false ? 'cards' : undefined;
    case 'vcalendar':
      return sms?.vcalendar === false ? 'calendar notes' : undefined;
    case 'serviceIndication':
      return push?.supported === false || push?.si === false ? 'service indications' : undefined;
    case 'serviceLoading':
      return push?.supported === false || push?.sl === false ? 'service loadings' : undefined;
    default:
      return undefined;
  }
}

// ---- multimedia messages ----

function ofMessage(message: MmsPdu, profile: HandsetProfile, screen: PhoneScreen): Showing {
  if (message.type === 'M-Notification.ind') {
    return ofContent({ kind: 'mmsNotification', notification: message }, undefined, profile, screen);
  }
  const { subject } = message;
  const from = message.from === undefined ? undefined : parseMmsAddress(message.from).value;
  const title = subject || from || 'Multimedia message';
  const { parts } = message;
  if (parts === undefined) {
    const facts = pduFacts(message);
    return {
      title: message.type,
      pages: [{ kind: 'list', title, blocks: blocksOf(facts), softKey: 'Back' }],
      facts,
      warnings: [],
    };
  }
  const warnings: string[] = [];
  if (profile.mms === null || profile.mms.receives === false) {
    warnings.push(`${nameOf(profile)} is not known to take multimedia messages`);
  }
  const sizeOctets = attempt(() => mmsSize(message)) ?? parts.reduce((sum, { data }) => sum + data.length, 0);
  const most = profile.mms?.maxBytes ?? undefined;
  if (most !== undefined && sizeOctets > most) warnings.push(`the message has ${sizeOctets} octets, the handset takes ${most}`);
  for (const part of parts)
    tellFaults(part, part.name, { profile }, (_, name, reason) => warnings.push(`${name ?? 'a part'}: ${reason}`));
  const resolved = resolveSlides({ parts, start: message.start }, { onIssue: (error) => warnings.push(error.message) });
  const pages = resolved.slides.map((slide, i) => slidePage(slide, i, resolved, title, screen, warnings));
  const facts = [
    ...factsOf([
      ['From', from],
      ['Subject', subject],
      ['Size', count(sizeOctets, 'octet')],
    ]),
    ...resolved.slides.flatMap((slide, i) => slideFacts(slide, `Slide ${i + 1}`)),
    ...resolved.attachments.map(({ name, contentType }) => ({ name: 'Attachment', value: `${name} (${contentType})` })),
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
    warnings.push(`${part.name} says that it is ${sizeText(size)}: at most ${limit} pixels are read`);
    return text(`[${part.name}]`, true);
  }
  const room = { widthPx: screen.widthPx, heightPx: viewHeight(screen) };
  const scale = Math.min(1, room.widthPx / size.widthPx, room.heightPx / size.heightPx);
  const widthPx = Math.max(1, Math.round(size.widthPx * scale));
  const heightPx = Math.max(1, Math.round(size.heightPx * scale));
  if (scale < 1) warnings.push(`${part.name} is ${sizeText(size)}, shown at ${sizeText({ widthPx, heightPx })}`);
  return { kind: 'image', part, widthPx, heightPx };
}

/** Notes where the library reads them, else the file. */
function soundOf(part: Part): Sound {
  const type = part.contentType.toLowerCase();
  const tune = /midi|\bmid\b/.test(type)
    ? attempt(() => decodeMidi(part.data, { lenient: true }))
    : type.includes('nokia-ringing-tone')
      ? attempt(() => decodeNokiaRingtone(part.data, { lenient: true }))
      : undefined;
  return tune === undefined ? { kind: 'file', part } : { kind: 'tune', tune };
}

function slideFacts({ image, text: words, sound, video, durationMs }: ResolvedSlide, name: string): Fact[] {
  const named = (kind: string, part: Part | undefined) => {
    if (part === undefined) return undefined;
    const size = kind === 'picture' ? pictureSize(part.data, part.contentType) : undefined;
    return `${kind} ${part.name}${size === undefined ? '' : ` (${sizeText(size)})`}`;
  };
  const media = [named('picture', image), named('video', video), named('sound', sound)].filter((item) => item !== undefined);
  return factsOf([
    [name, [...media, `${durationMs / 1000} s`].join(', ')],
    [`${name}, text`, words === undefined ? undefined : partText(words)],
  ]);
}

/** The sign of a tune, 16 x 16. */
const NOTE: Bitmap = {
  widthPx: 16,
  heightPx: 16,
  rows: Uint8Array.of(
    ...[0x00, 0x00, 0x07, 0xfc, 0x07, 0xfc, 0x07, 0xfc, 0x06, 0x0c, 0x06, 0x0c, 0x06, 0x0c, 0x06, 0x0c],
    ...[0x06, 0x0c, 0x06, 0x0c, 0x1e, 0x3c, 0x3e, 0x7c, 0x3e, 0x7c, 0x3c, 0x78, 0x18, 0x30, 0x00, 0x00],
  ),
};
