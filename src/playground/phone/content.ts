/**
 * What a phone makes of a content of short messages: pages for its screen, the same in words, and what it cannot show. No DOM here.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { KINDS } from '../../content/kinds.js';
import type { Content } from '../../message/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { count, describeContent, type Fact, findCardName, findPictures, pickFacts } from '../../show/facts.js';
import { nameHandset, type PhoneScreen } from '../../show/handsets.js';
import { type Block, viewHeight } from '../../show/phone-screen.js';
import { blocksOf, NO_MENU, type Showing, type ShownPage, text } from './showing.js';

/** The sign of a tune, 16 x 16. */
const NOTE: Bitmap = {
  widthPx: 16,
  heightPx: 16,
  rows: Uint8Array.of(
    ...[0x00, 0x00, 0x07, 0xfc, 0x07, 0xfc, 0x07, 0xfc, 0x06, 0x0c, 0x06, 0x0c, 0x06, 0x0c, 0x06, 0x0c],
    ...[0x06, 0x0c, 0x06, 0x0c, 0x1e, 0x3c, 0x3e, 0x7c, 0x3e, 0x7c, 0x3c, 0x78, 0x18, 0x30, 0x00, 0x00],
  ),
};

/** What was in short messages. */
export function showingOfContent(
  content: Content,
  from: string | undefined,
  profile: HandsetProfile,
  screen: PhoneScreen,
): Showing {
  const { title, plural, isTaken } = KINDS[content.kind];
  const { facts, bitmap } = describeContent(content);
  const page = pageOf(content, facts);
  const isStandby = page.kind === 'standby';
  return {
    title: `${title}${WHERE[content.kind] ?? ''}`,
    pages: [isStandby ? page : { ...page, title: page.title ?? from ?? title }],
    facts: [...pickFacts([['From', from]]), ...facts],
    warnings: [
      ...(isTaken?.(profile) === false ? [`${nameHandset(profile)} is said not to take ${plural}`] : []),
      ...(bitmap === undefined ? [] : overhang(bitmap, screen, isStandby)),
    ],
  };
}

/** What else there is to say of a kind in a heading. */
const WHERE: { readonly [K in Content['kind']]?: string } = {
  flash: ', shown at once and not stored',
  operatorLogo: ', in place of the network’s name',
  groupGraphic: ', shown when one of the group rings',
  pdu: ' that no application of the phone is known to take',
};

/** The page of a content; without a title it has that of its sender. */
function pageOf(content: Content, facts: readonly Fact[]): ShownPage {
  const list = (blocks: readonly Block[], softKey: string, more: Partial<ShownPage> = {}): ShownPage => ({
    ...{ kind: 'list', blocks, softKey },
    ...more,
  });
  switch (content.kind) {
    case 'text':
      return list([text(content.text)], 'Back');
    case 'flash':
      return list([text(content.text)], 'OK', { title: 'Message' });
    case 'ringtone': {
      const { tune } = content;
      const blocks = [text('Tone received', true), picture(NOTE), text(tune.title, true)];
      const notes = text(count(tune.notes.length, 'note'), true);
      return list([...blocks, notes], 'Play', { title: 'Ringing tone', sound: { kind: 'tune', tune } });
    }
    case 'operatorLogo':
      return { kind: 'standby', blocks: [picture(content.bitmap)], softKey: 'Menu', note: NO_MENU };
    case 'groupGraphic':
      return list([picture(content.bitmap), text('Anna', true), text('calling', true)], 'Answer', {
        title: 'Call',
        note: 'A handset would take the call now.',
      });
    case 'pictureMessage':
      return list([picture(content.bitmap), text(content.text ?? '')], 'Back');
    case 'serviceIndication': {
      const { text: words = 'Service message', href } = content.si;
      const load = `A handset would load ${href} now. This page loads nothing.`;
      return list([text(words), { kind: 'rule' }, text(href ?? '')], 'Load', {
        title: 'Service message',
        note: href === undefined ? 'There is no address to load.' : load,
      });
    }
    case 'serviceLoading': {
      const { href } = content.sl;
      const note = `A handset would load ${href} by itself. This page loads nothing.`;
      return list([text('Loading'), text(href)], 'Quit', { note });
    }
    case 'mmsNotification': {
      const { from: sent = '', subject = '', messageSize, contentLocation } = content.notification;
      const lines = ['Multimedia message waits', subject, `${Math.ceil(messageSize / 1024)} kB`, sent];
      const note = `A handset would fetch ${contentLocation}. This page loads nothing.`;
      return list(
        lines.map((line) => text(line)),
        'Fetch',
        { note },
      );
    }
    case 'vcard': {
      const name = findCardName(content.card) ?? content.card.tel?.[0]?.value ?? 'a card without a name';
      const rest = facts.filter((fact) => fact.name !== 'Name');
      const note = 'A handset would keep it in its phone book now.';
      return list([text(name), { kind: 'rule' }, ...blocksOf(rest)], 'Save', { note });
    }
    case 'vcalendar':
      return list(facts.length === 0 ? [text('Nothing in it')] : blocksOf(facts), 'Save', {
        title: 'Calendar note',
        note: 'A handset would keep it in its calendar now.',
      });
    case 'pdu': {
      const octets = facts.find(({ name }) => name === 'Octets')?.value ?? '';
      return list([...findPictures(content.udh).map(picture), text(content.text ?? ''), text(octets)], 'Back');
    }
  }
}

function picture(bitmap: Bitmap): Block {
  return { kind: 'bitmap', bitmap };
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
