import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { toAtCommands } from '../../src/carrier/index.js';
import { FormatError } from '../../src/errors.js';
import { FORMATS, type Format, identify, inspect } from '../../src/inspect/index.js';
import { buildSubmits, type Content } from '../../src/message/index.js';
import { encodeMms, type MmsPdu } from '../../src/mms/binary.js';
import { SAMPLES, sampleOf } from '../../src/playground/inspect/samples.js';
import { encodeSi } from '../../src/push/binary.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { type Carried, findCarried } from '../../src/show/carried.js';
import { encodeDeliver, encodeStatusReport, encodeSubmit, encodeUdh, formatSckl, submitText } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

function shown(octets: Uint8Array, as?: Format): Carried | undefined {
  const format = as ?? identify(octets)[0]?.format;
  return findCarried({ octets, format, field: inspect(octets, { as: format }) });
}

function content(octets: Uint8Array, as?: Format): Content {
  const found = shown(octets, as);
  if (found?.kind !== 'content') throw new Error(`nothing is shown but ${found?.kind}`);
  return found.content;
}

const TO = { to: '447700900123' } as const;
const TUNE = parseRtttl('Ode:d=4,o=5,b=125:e,e,f,g,g,f,e,d,c,c,d,e,e.,8d,2d');
const ringtone = buildSubmits({ kind: 'ringtone', tune: TUNE }, { ...TO, make: 'Nokia' });
const listing = (tpdus: readonly Uint8Array[]) => utf8(tpdus.map((tpdu) => `${toHex(tpdu)}\n`).join(''));

describe('samples', () => {
  const KINDS: Readonly<Record<string, Content['kind'] | 'mms' | undefined>> = {
    'tpdu-mo': 'text',
    'tpdu-mt': 'text',
    'pdu-mo': 'text',
    'pdu-mt': 'text',
    rp: 'text',
    cp: 'text',
    sip: 'text',
    'sim-sms': 'text',
    'sim-adn': undefined,
    'sim-smsp': undefined,
    'sim-ext1': undefined,
    'sim-envelope': 'pdu',
    cbs: 'text',
    ussd: 'text',
    hex: 'text',
    at: 'text',
    log: 'text',
    text: 'text',
    eml: 'text',
    udh: 'operatorLogo',
    'nokia-ringtone': 'ringtone',
    rtttl: 'ringtone',
    imelody: 'ringtone',
    emelody: 'ringtone',
    motorola: 'ringtone',
    midi: 'ringtone',
    'flipper-music': 'ringtone',
    'arduino-melody': 'ringtone',
    'bluejay-melody': 'ringtone',
    'any-rtttl': 'ringtone',
    sckl: 'ringtone',
    'ota-bitmap': 'pictureMessage',
    'operator-logo': 'operatorLogo',
    'picture-message': 'pictureMessage',
    wbmp: 'pictureMessage',
    bmp: 'pictureMessage',
    seo: 'pictureMessage',
    nol: 'operatorLogo',
    ngg: 'groupGraphic',
    nlm: 'pictureMessage',
    npm: 'pictureMessage',
    'wsp-push': 'serviceIndication',
    wbxml: 'serviceLoading',
    mms: 'mms',
    vcard: 'vcard',
    vcalendar: 'vcalendar',
    smpp: 'operatorLogo',
    'smpp-json': 'operatorLogo',
    kannel: 'operatorLogo',
    form: 'operatorLogo',
  };

  it.each(SAMPLES)('$format: $name', ({ format, make }) => {
    const found = shown(make());
    expect(found?.kind === 'content' ? found.content.kind : found?.kind).toBe(KINDS[format]);
  });

  it('a joined text, with its sender', () => {
    expect(shown((sampleOf('hex') as { make(): Uint8Array }).make())).toEqual({
      kind: 'content',
      content: { kind: 'text', text: 'Your table for two is booked: 8 pm, 12 €.' },
      from: 'Bistro',
    });
  });
});

describe('messages', () => {
  it('several PDUs are one content, in hex and as AT commands', () => {
    const long = { ...TUNE, notes: Array.from({ length: 12 }, () => TUNE.notes).flat() };
    const submits = buildSubmits({ kind: 'ringtone', tune: long }, { ...TO, make: 'Nokia' });
    expect(submits.length).toBeGreaterThan(1);
    expect(content(listing(submits.map(encodeSubmit)))).toMatchObject({ kind: 'ringtone', tune: { title: 'Ode' } });
    expect(content(utf8(toAtCommands(submits).join('\r\n')))).toMatchObject({ kind: 'ringtone' });
    const [first] = submits.map((submit) => encodeSubmit(submit));
    expect(() => shown(first as Uint8Array)).toThrow(/parts/);
  });

  it('of several messages the first', () => {
    const texts = ['one', 'two'].map((text) => encodeSubmit(submitText(text, TO)[0] as never));
    expect(content(listing(texts))).toEqual({ kind: 'text', text: 'one' });
    const long = submitText('x'.repeat(300), { ...TO, reference: 1 }).map((submit) => encodeSubmit(submit));
    expect(content(listing([...long, ...texts]))).toEqual({ kind: 'text', text: 'x'.repeat(300) });
  });

  it('datagrams as text that belong together', () => {
    const text = toHex(encodeNokiaRingtone(TUNE));
    const half = Math.floor(text.length / 4) * 2;
    const pieces = [text.slice(0, half), text.slice(half)];
    const parts = pieces.map((piece, i) => {
      return formatSckl({ destinationPort: 5505, sourcePort: 0, reference: 7, total: 2, sequence: i + 1, text: piece });
    });
    expect(content(utf8(parts.join('\n')))).toMatchObject({ kind: 'ringtone', tune: { title: 'Ode' } });
    expect(content(utf8(`//SCKL23F4 BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith\r\nEND:VCARD\r\n`))).toMatchObject({ kind: 'vcard' });
  });

  it('user data behind a bare header', () => {
    const [submit] = ringtone;
    const octets = Uint8Array.of(...encodeUdh(submit?.udh ?? []), ...(submit?.data ?? []));
    expect(content(octets)).toMatchObject({ kind: 'ringtone' });
  });

  it('a notification and a message of multimedia', () => {
    const notification: MmsPdu = {
      type: 'M-Notification.ind',
      transactionId: 't1',
      mmsVersion: '1.0',
      messageClass: 'personal',
      messageSize: 1000,
      expiry: { kind: 'relative', seconds: 3600 },
      contentLocation: 'http://mmsc.example.com/1',
    };
    expect(content(encodeMms(notification))).toMatchObject({ kind: 'mmsNotification' });
    expect(content(encodeSi({ href: 'http://wap.example.com/', text: 'Hi' }))).toMatchObject({ kind: 'serviceIndication' });
  });

  it('nothing of settings, which a phone only takes', () => {
    expect(shown(hex('030B6A00C54601C651018715060378000101 01'.replace(' ', '')))).toBeUndefined();
  });

  it('nothing of a receipt', () => {
    const at = { at: new Date(Date.UTC(2026, 0, 1)), offsetMinutes: 0 };
    const report = encodeStatusReport({ tpMr: 1, tpRa: '447700900123', tpScts: at, tpDt: at, tpSt: 0 });
    expect(shown(report, 'tpdu-mt')).toBeUndefined();
    expect(shown(encodeMms({ type: 'M-Acknowledge.ind', transactionId: 't', mmsVersion: '1.0' }))).toBeUndefined();
  });

  it('the direction that is given decides', () => {
    const octets = listing([
      encodeDeliver({ tpOa: '447700900123', tpScts: { at: new Date(Date.UTC(2026, 0, 1)), offsetMinutes: 0 }, text: 'Hi' }),
    ]);
    const field = inspect(octets, { direction: 'MT' });
    expect(findCarried({ octets, format: 'hex', direction: 'MT', field })).toMatchObject({
      content: { kind: 'text', text: 'Hi' },
    });
  });
});

it('octets under the name of a format are shown, not shown, or refused', () => {
  const formats = fc.constantFrom(...FORMATS, undefined);
  const octets = fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...SAMPLES.map(({ make }) => make())));
  fc.assert(
    fc.property(octets, formats, (any, format) => {
      try {
        findCarried({ octets: any, format, field: inspect(any, { as: format }) });
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }),
  );
  expect(shown(hex('FFFF'))).toBeUndefined();
});
