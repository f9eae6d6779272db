/** Contents of messages, as `buildSubmits` takes them and `readSubmits` gives them back. */
import fc from 'fast-check';
import { type Content, type PduContent, PHONE_MAKES } from '../../src/message/index.js';
import type { InformationElement } from '../../src/sms/index.js';
import { gsm7Text, octets, u8, u16, unicodeText } from './arbitraries.js';
import { nokiaTune } from './tunes.js';

/** Text of one part or of several, in either alphabet. */
export const messageText: fc.Arbitrary<string> = fc.oneof(gsm7Text(undefined, 500), unicodeText(200));

export const textContent: fc.Arbitrary<Content> = messageText.map((text) => ({ kind: 'text', text }));
export const flashContent: fc.Arbitrary<Content> = messageText.map((text) => ({ kind: 'flash', text }));
export const ringtoneContent: fc.Arbitrary<Content> = nokiaTune().map((tune) => ({ kind: 'ringtone', tune }));

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
