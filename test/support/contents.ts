/** Contents of messages, as `buildSubmits` takes them and `readSubmits` gives them back. */
import fc from 'fast-check';
import type { Bitmap } from '../../src/bitmap/index.js';
import { type Content, type PduContent, PHONE_MAKES } from '../../src/message/index.js';
import type { MNotificationInd } from '../../src/mms/binary.js';
import type { InformationElement } from '../../src/sms/index.js';
import { gsm7Text, octets, u8, u16, unicodeText } from './arbitraries.js';
import { networkCode, noise } from './bitmaps.js';
import { pduOf } from './mms.js';
import { serviceIndication, serviceLoading } from './push-documents.js';
import { nokiaTune } from './tunes.js';
import { calendar, card } from './vobjects.js';

/** A bitmap of at most so many pixels a side. */
export const sizedBitmap = (maxWidth: number, maxHeight: number): fc.Arbitrary<Bitmap> =>
  fc
    .tuple(fc.integer({ min: 1, max: maxWidth }), fc.integer({ min: 1, max: maxHeight }), fc.integer())
    .map(([widthPx, heightPx, seed]) => noise(widthPx, heightPx, seed));

/** A bitmap of a size. */
const bitmapOf = (widthPx: number, heightPx: number): fc.Arbitrary<Bitmap> =>
  fc.integer().map((seed) => noise(widthPx, heightPx, seed));

/** Text of one part or of several, in either alphabet. */
export const messageText: fc.Arbitrary<string> = fc.oneof(gsm7Text(undefined, 500), unicodeText(200));

/** Text that is not empty. */
const words = messageText.filter((text) => text !== '');

type Of<K extends Content['kind']> = Extract<Content, { kind: K }>;

export const textContent: fc.Arbitrary<Content> = messageText.map((text) => ({ kind: 'text', text }));
export const flashContent: fc.Arbitrary<Content> = messageText.map((text) => ({ kind: 'flash', text }));
export const ringtoneContent: fc.Arbitrary<Content> = nokiaTune().map((tune) => ({ kind: 'ringtone', tune }));

/** Pictures of the sizes that a Nokia shows. */
export const nokiaLogo: fc.Arbitrary<Of<'operatorLogo'>> = fc
  .tuple(networkCode(), fc.oneof(bitmapOf(72, 14), bitmapOf(78, 21)))
  .map(([code, bitmap]) => ({ kind: 'operatorLogo', ...code, bitmap }));
export const groupGraphic: fc.Arbitrary<Of<'groupGraphic'>> = bitmapOf(72, 14).map((bitmap) => ({
  kind: 'groupGraphic',
  bitmap,
}));
export const nokiaPicture: fc.Arbitrary<Of<'pictureMessage'>> = fc
  .tuple(bitmapOf(72, 28), fc.option(words, { nil: undefined }))
  .map(([bitmap, text]) =>
    text === undefined ? { kind: 'pictureMessage', bitmap } : { kind: 'pictureMessage', bitmap, text },
  );

/** A picture of any size that columns can carry, with a text or without. */
export const picture: fc.Arbitrary<Of<'pictureMessage'>> = fc
  .tuple(sizedBitmap(130, 125), fc.option(words, { nil: undefined }))
  .map(([bitmap, text]) =>
    text === undefined ? { kind: 'pictureMessage', bitmap } : { kind: 'pictureMessage', bitmap, text },
  );
/** A logo of any such size. */
export const logo: fc.Arbitrary<Of<'operatorLogo'>> = fc
  .tuple(networkCode(), sizedBitmap(130, 125))
  .map(([code, bitmap]) => ({ kind: 'operatorLogo', ...code, bitmap }));

export const indication: fc.Arbitrary<Of<'serviceIndication'>> = serviceIndication.map((si) => ({
  kind: 'serviceIndication',
  si,
}));
export const loading: fc.Arbitrary<Of<'serviceLoading'>> = serviceLoading.map((sl) => ({ kind: 'serviceLoading', sl }));
/** A notification in the form in which it is read. */
export const notification: fc.Arbitrary<Of<'mmsNotification'>> = pduOf('M-Notification.ind').map((pdu) => ({
  kind: 'mmsNotification',
  notification: pdu as MNotificationInd,
}));
export const cardContent: fc.Arbitrary<Of<'vcard'>> = card.map((one) => ({ kind: 'vcard', card: one }));
/** A calendar as vCalendar 1.0 holds it. */
export const calendarContent: fc.Arbitrary<Of<'vcalendar'>> = calendar.map((one) => ({ kind: 'vcalendar', calendar: one }));

/** Ports that no application here reads, so that the data stay data. */
const ports: fc.Arbitrary<InformationElement> = fc
  .tuple(fc.integer({ min: 16000, max: 16999 }), u16)
  .map(([destination, source]) => ({ kind: 'ports16', destination, source }));

const indicator: fc.Arbitrary<InformationElement> = fc
  .tuple(u8, u8)
  .map(([indication, count]) => ({ kind: 'specialMessage', indication, count }));

/** Octets that fit in one message, with or without ports. */
export const pduData: fc.Arbitrary<PduContent> = fc
  .tuple(fc.constantFrom(0x04, 0x15, 0xf4, 0xf5, 0xf6), u8, fc.option(ports, { nil: undefined }), octets(133))
  .map(([tpDcs, tpPid, port, data]) => ({ kind: 'pdu', tpDcs, tpPid, udh: port === undefined ? [] : [port], data }));

/** Octets that take several messages. */
export const longPduData: fc.Arbitrary<PduContent> = fc
  .tuple(u8, fc.option(ports, { nil: undefined }), octets(600, 141))
  .map(([tpPid, port, data]) => ({ kind: 'pdu', tpDcs: 0xf5, tpPid, udh: port === undefined ? [] : [port], data }));

/** Text behind an element, in one message. */
export const pduText: fc.Arbitrary<PduContent> = fc.oneof(
  fc
    .tuple(fc.constantFrom(0x00, 0x11, 0xf2, 0xd8), u8, indicator, gsm7Text(undefined, 150))
    .map(([tpDcs, tpPid, element, text]) => ({ kind: 'pdu' as const, tpDcs, tpPid, udh: [element], text })),
  fc
    .tuple(
      fc.constantFrom(0x08, 0x1a),
      u8,
      indicator,
      unicodeText(30).filter((text) => text.length <= 60),
    )
    .map(([tpDcs, tpPid, element, text]) => ({ kind: 'pdu' as const, tpDcs, tpPid, udh: [element], text })),
);

/** A word in upper and lower case at random. */
export const inAnyCase = (word: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) => [...word].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter.toLowerCase())).join(''));

export const otherMake = fc.constantFrom(...PHONE_MAKES.filter((make) => make !== 'Nokia'));
