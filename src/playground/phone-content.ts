/**
 * What a phone makes of a content of short messages: pages for its screen, the same in words, and what it cannot show. No DOM here.
 * @module
 */
import { type Bitmap, bitmapToRows, decodeEmsPicture } from '../bitmap/index.js';
import { toHex } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { Content, PduContent } from '../message/index.js';
import type { HandsetProfile } from '../profile/index.js';
import type { InformationElement } from '../sms/index.js';
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
} from './phone-facts.js';
import { nameOf, type PhoneScreen } from './phone-profile.js';
import { type Block, viewHeight } from './phone-screen.js';
import { blocksOf, NO_MENU, type Showing, type ShownPage, sizeText, text } from './phone-showing.js';

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
        pages: [{ kind: 'standby', blocks: [{ kind: 'bitmap', bitmap }], softKey: 'Menu', note: NO_MENU }],
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
  return tryDecode(() => [decodeEmsPicture(element).bitmap]) ?? [];
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
