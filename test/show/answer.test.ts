/** What a payload says in one sentence: of PDUs whose texts others published, of every sample of the page, of what is cut, damaged, or anything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/index.js';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { type CbsPage, encodeCbs, splitCbsMessage } from '../../src/cbs/index.js';
import { FORMATS, type Format, identify, inspect } from '../../src/inspect/index.js';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { type Answer, describeAnswer, type FoundPayload, listPayloads } from '../../src/show/answer.js';
import type { Inspected } from '../../src/show/carried.js';
import { encodeDeliver } from '../../src/sms/index.js';
import { PADDED, USSD_ARGUMENT } from '../support/cbs.js';
import { hex } from '../support/hex.js';

// The example of an SMS-DELIVER that tutorials on PDUs have: hellohello of 29 March 1999. Its sender is a subscriber's number, without a plus.
const HELLO = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
const SAYS = 'SMS from 27838890001, 29 Mar 1999 15:16 +02:00';

function inspected(octets: Uint8Array, as?: Format): readonly [Inspected, string | undefined] {
  const readings = identify(octets);
  const format = as ?? readings[0]?.format;
  const reason = readings.find((reading) => reading.format === format)?.reason;
  return [{ octets, format, field: inspect(octets, { as: format }) }, reason];
}

const answerTo = (octets: Uint8Array, as?: Format): Answer => describeAnswer(...inspected(octets, as));
const foundIn = (text: string): FoundPayload[] => listPayloads(inspected(encodeUtf8(text))[0], 100);
const sentences = (found: readonly FoundPayload[]) => found.map((each) => describeAnswer(each).sentence);

/** Two parts of one message, a line each. */
const PARTS = new TextDecoder().decode(SAMPLES.find(({ format }) => format === 'hex')?.make());

describe('messages', () => {
  it('say from whom, when and what', () => {
    expect(answerTo(hex(HELLO)).sentence).toBe(`${SAYS}: hellohello`);
    expect(answerTo(hex('01000B917283010010F500000AE8329BFD4697D9EC37')).sentence).toBe('SMS to +27381000015: hellohello');
  });

  it('a status report says what became of which', () => {
    const report = hex('0006D60B911326880736F4111011719551401110117195714000');
    expect(answerTo(report, 'pdu-mt').sentence).toBe(
      'Status report on an SMS to +31628870634 of 11 Jan 2011 17:59 +01:00: completed: delivered',
    );
  });

  it('a part says which of how many it is, and what is in it', () => {
    const [, , part] = foundIn(PARTS);
    expect(describeAnswer(part as FoundPayload).sentence).toBe(
      'Part 1 of 2 of an SMS from Bistro, 21 Nov 2026 09:00 +01:00: Your table for two',
    );
  });

  it('one that is shown at once says so', () => {
    const flash = encodeDeliver({
      ...{ tpOa: '447700900456', tpScts: { at: new Date(Date.UTC(2026, 10, 21, 18, 30)), offsetMinutes: 60 } },
      ...{ text: 'Fire drill', tpDcs: 0x10 },
    });
    expect(answerTo(flash).sentence).toBe('Flash SMS from +447700900456, 21 Nov 2026 19:30 +01:00: Fire drill');
  });

  it('a text is one line of the sentence; a long one, and one of several lines, is there as well', () => {
    const text = `First line\r\n${'word '.repeat(60)}`;
    const { sentence, shown } = answerTo(encodeUtf8(text), 'text');
    expect(sentence).toMatch(/^Text: First line word .*…$/);
    expect(shown).toEqual([{ kind: 'text', name: 'text', text }]);
    expect(answerTo(encodeUtf8('Hello'), 'text').shown).toEqual([]);
  });
});

describe('cell broadcast and USSD', () => {
  const page = hex(`C00000324011${PADDED}`);

  it('say what kind of message it is, what it says, and how it is coded', () => {
    const { sentence, facts } = answerTo(page);
    expect(sentence).toBe(
      'Cell broadcast 50 (assigned by the GSM Association): A GSM default alphabet message with carriage return padding',
    );
    expect(facts).toEqual([
      { name: 'Message identifier', value: 'assigned by the GSM Association' },
      { name: 'Geographical scope', value: 'cell' },
      { name: 'Message code', value: '0' },
      { name: 'Update number', value: '0' },
      { name: 'Data coding scheme', value: 'GSM 7-bit, no class' },
    ]);
    expect(answerTo(hex(`7001 1102 0580 ${'00'.repeat(50)}`)).sentence).toBe(
      'Primary notification of ETWS: earthquake and tsunami',
    );
    expect(answerTo(hex(USSD_ARGUMENT)).sentence).toBe('USSD: **321#');
    expect(answerTo(hex('300904014404043400FFEE')).sentence).toBe('USSD');
  });

  it('pages in a log of a modem are joined, as +CBM announces them', () => {
    const pages = splitCbsMessage({
      serialNumber: { geographicalScope: 'area', messageCode: 17, updateNumber: 0 },
      messageIdentifier: 4371,
      ...{ dcs: 1, text: `Severe storm until 21:00. ${'Stay indoors and away from windows. '.repeat(2)}Call nobody.` },
    });
    const text = pages.map((each) => `12:00:01 <- +CBM: 88\n12:00:01 <- ${toHex(encodeCbs(each))}\n`).join('');
    const [joined, first] = foundIn(text);
    expect(describeAnswer(joined as FoundPayload).sentence).toMatch(
      /^Joined from 2 parts: Severe storm until .* Call nobody\.$/,
    );
    expect(describeAnswer(first as FoundPayload).sentence).toMatch(
      /^Emergency alert \(CMAS extreme, immediate, observed; EU-Alert level 2\), page 1 of 2: Severe storm/,
    );
    const short = `+CBM: 88\n${toHex(encodeCbs(pages[0] as CbsPage)).slice(0, -4)}\n`;
    expect(foundIn(short)[0]?.holder.warnings).toEqual(['+CBM announces 88 octets, 86 are there']);
  });
});

describe('what is not whole', () => {
  it.each([1, 2, 3, 4, 5])('%i octets of the text that are missing', (missing) => {
    const { sentence, faults } = answerTo(hex(HELLO).slice(0, -missing), 'pdu-mt');
    // Seven bits a character (3GPP TS 23.038 section 6.1.2.1): as many as the octets hold.
    const count = Math.floor(((9 - missing) * 8) / 7);
    expect(sentence).toBe(`${SAYS}: ${'hellohello'.slice(0, count)}`);
    expect(faults).toContain(`cut: ${count} of 10 septets`);
  });

  it('UCS-2 that is cut', () => {
    const whole = encodeDeliver({
      ...{ tpOa: '447700900456', tpScts: { at: new Date(Date.UTC(2026, 10, 21, 18, 30)), offsetMinutes: 60 } },
      ...{ text: 'Доброе утро', tpDcs: 8 },
    });
    const { sentence, faults } = answerTo(whole.slice(0, -9), 'tpdu-mt');
    expect(sentence).toMatch(/: Доброе$/);
    expect(faults).toContain('cut: 6 of 11 characters');
  });

  it('a digit', () => {
    const { sentence, faults } = answerTo(encodeUtf8(HELLO.slice(0, -1)));
    expect(sentence).toBe(`${SAYS}: hellohell`);
    expect(faults[0]).toContain('71 hex digits, an odd number: one is missing in TP-UD');
  });

  it('an MMS notification without all that it should have', () => {
    // X-Mms-Message-Type, M-Notification.ind.
    expect(answerTo(hex('8C82'), 'mms').sentence).toBe('MMS notification');
  });

  it('a picture without its last rows is refused for the phone, and says why', () => {
    const logo = SAMPLES.find(({ format }) => format === 'picture-message')?.make() as Uint8Array;
    const { carried, refusal, faults } = answerTo(logo.slice(0, 60), 'picture-message');
    expect(carried).toBeUndefined();
    expect(refusal).toMatch(/\d/);
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('several payloads in a text', () => {
  it('are a list, each by itself and with its place', () => {
    const text = `12:00 INFO [smsc] PDU: ${HELLO} len=36\n12:01 INFO nothing\n12:02 DEBUG pdu=${HELLO.slice(0, -1)}\n`;
    const found = foundIn(text);
    expect(found.map(({ where, format }) => [where, format])).toEqual([
      ['line 1, columns 24-95', 'pdu-mt'],
      ['line 3, columns 17-87', 'pdu-mt'],
    ]);
    expect(sentences(found)).toEqual([`${SAYS}: hellohello`, `${SAYS}: hellohell`]);
  });

  it('a dialogue with a modem', () => {
    const text = `AT+CMGL=4\r\r\n+CMGL: 1,1,,28\r\n${HELLO}\r\n+CMGL: 2,1,,28\r\n${HELLO}\r\n\r\nOK\r\n`;
    expect(sentences(foundIn(text))).toEqual([`${SAYS}: hellohello`, `${SAYS}: hellohello`]);
  });

  it('the parts of one message: first what they say together', () => {
    const [joined, ...parts] = foundIn(PARTS);
    expect(joined?.where).toBe('joined from 2 parts');
    expect(sentences([joined as FoundPayload])).toEqual([
      'SMS from Bistro, 21 Nov 2026 09:00 +01:00: Your table for two is booked: 8 pm, 12 €.',
    ]);
    expect(parts).toHaveLength(2);
  });

  it('no more than are asked for, and none of a payload by itself', () => {
    expect(listPayloads(inspected(encodeUtf8(`${HELLO}\n`.repeat(20)))[0], 7)).toHaveLength(7);
    expect(listPayloads(inspected(hex(HELLO))[0], 7)).toEqual([]);
  });
});

describe('samples', () => {
  const SENTENCES: { readonly [F in Format]?: string } = {
    udh: 'Operator logo, 234 10, 16 x 7 pixels',
    rtttl: 'Ringtone text (RTTTL), 125 bpm, 15 notes, 7.7 s: OdeToJoy',
    imelody: 'iMelody tune, 125 bpm, 15 notes, 7.7 s: OdeToJoy',
    'picture-message': 'Picture message, 72 x 28 pixels: Wish you were here',
    wbmp: 'WBMP picture, 72 x 28 pixels',
    png: 'PNG picture, 16x16, 1 bit grey',
    'wsp-push': 'Service indication: You have 4 new messages',
    'push-xml': 'XML of a service indication: You have 4 new messages',
    wbxml: 'Service loading: http://wap.example.com/menu.wml',
    mms: 'Multimedia message from +447700900456, 2026-11-21 18:30:00 UTC: Hello',
    vcard: 'Business card: Jürgen Müller',
    vcalendar: 'Calendar, 2026-12-02 14:00:00 UTC: Team meeting',
    smpp: 'Operator logo, 234 10, 16 x 7 pixels; submit_sm to 447700900001',
    kannel: "Operator logo, 234 10, 72 x 14 pixels; a request to Kannel's sendsms",
    base64: 'Base64 of 97 octets: PNG picture, 16x16, 1 bit grey',
    text: 'Text: Hello, world',
  };

  it.each(SAMPLES)('$format: $name', ({ format, make }) => {
    const { sentence, faults } = answerTo(make(), format);
    expect(sentence).toBe(SENTENCES[format] ?? sentence);
    expect(sentence).toMatch(/^[^\n]{4,300}$/);
    // A tune of Motorola has speeds, which are read as beats a minute.
    if (format !== 'motorola') expect(faults).toEqual([]);
  });

  it('every format has one', () => {
    expect(SAMPLES.map(({ format }) => format).sort()).toEqual([...FORMATS].sort());
  });

  it('show what they carry', () => {
    const kindsOf = (format: Format) => {
      const { shown, file, carried } = answerTo(
        SAMPLES.find((sample) => sample.format === format)?.make() as Uint8Array,
        format,
      );
      return [...shown.map(({ kind }) => kind), file?.type, carried?.kind].filter((kind) => kind !== undefined);
    };
    expect(kindsOf('udh')).toEqual(['picture', 'content']);
    expect(kindsOf('midi')).toEqual(['tune', 'content']);
    expect(kindsOf('jpeg')).toEqual(['image/jpeg']);
    expect(kindsOf('base64')).toEqual(['image/png']);
    expect(kindsOf('wav')).toEqual(['audio/wav']);
    expect(kindsOf('mms')).toEqual(['mms']);
    expect(kindsOf('json')).toEqual([]);
    const [logo] = answerTo(hex('0605041582000032F40100100701000045C844887C88448045C80000')).shown;
    expect(logo?.kind === 'picture' && logo.frames[0] && bitmapToRows(logo.frames[0])[0]).toMatch(/^[.#]{16}$/);
  });
});

describe('anything', () => {
  it('is said in one line, whatever it is read as', () => {
    const samples = SAMPLES.map(({ make }) => make());
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .tuple(fc.constantFrom(...samples), fc.nat(), fc.integer({ min: 0, max: 255 }))
        .map(([sample, at, value]) => sample.map((octet, i) => (i === at % sample.length ? value : octet))),
      fc.tuple(fc.constantFrom(...samples), fc.nat()).map(([sample, end]) => sample.slice(0, end % (sample.length + 1))),
    );
    fc.assert(
      fc.property(octets, fc.option(fc.constantFrom(...FORMATS), { nil: undefined }), (any, as) => {
        const [payload, reason] = inspected(any, as);
        const { sentence } = describeAnswer(payload, reason);
        expect(sentence).not.toMatch(/[\r\n]/);
        expect(sentence.length).toBeLessThan(1_000);
        for (const found of listPayloads(payload, 5)) describeAnswer(found);
      }),
    );
  });
});
