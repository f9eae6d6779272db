import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  encodeBmp,
  encodeGroupGraphic,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtb,
  encodePictureMessage,
  encodeWbmp,
} from '../../src/bitmap/index.js';
import { encodeUtf8, fromHex, toHex } from '../../src/bytes/index.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import { buildSubmits, type Content, type PhoneMake, PORTS } from '../../src/message/index.js';
import { encodeMms, type Part } from '../../src/mms/index.js';
import { encodePush, encodeSi, formatSi } from '../../src/push/index.js';
import {
  decodeMidi,
  encodeMidi,
  encodeNokiaRingtone,
  formatEmelody,
  formatImelody,
  formatMotorola,
  formatRtttl,
  parseRtttl,
  renderWav,
  type Tune,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { openOne } from '../../src/show/readings.js';
import { type Exhibition, exhibit, MAX_EXHIBITS, MAX_SOUND_MS, SAMPLE_RATE } from '../../src/show/report/exhibits.js';
import type { Exhibit } from '../../src/show/report/model.js';
import { encodeSubmit, encodeUdh } from '../../src/sms/index.js';
import { formatVCard } from '../../src/vobject/index.js';
import { damaged } from '../support/hostile.js';
import { image, pngPixels } from '../support/png-files.js';
import { costly } from '../support/runs.js';
import { fixture, smsVectors } from '../support/vectors.js';
import { readText, shared } from './support.js';

const tune = parseRtttl('Bell:d=4,o=5,b=125:c,8d,e6,p,g');
const picture = bitmapFromRows(Array.from({ length: 14 }, (_, y) => (y % 3 === 0 ? '#..#' : '.#.#').repeat(18)));
const large = bitmapFromRows(Array.from({ length: 28 }, (_, y) => (y % 3 === 0 ? '#..#' : '.#.#').repeat(18)));

/** What is shown of octets that are what they look like. */
function shown(octets: Uint8Array, format?: Format): Exhibition {
  const opened = openOne(octets, format === undefined ? {} : { as: format });
  return exhibit(format ?? identify(opened.octets)[0]?.format, opened.octets, opened.tree);
}

/** Rows of the frames of a picture, read back from their PNGs. */
function rowsOf(one: Exhibit | undefined): string[][] {
  if (one?.kind !== 'picture') return expect.fail(`${one?.kind} is no picture`);
  return one.frames.map(({ file, widthPx, heightPx }) => {
    const pixels = pngPixels(file);
    expect([pixels.widthPx, pixels.heightPx]).toEqual([widthPx, heightPx]);
    return Array.from({ length: heightPx }, (_, y) =>
      Array.from({ length: widthPx }, (_, x) => (pixels.rgba[(y * widthPx + x) * 4] === 0 ? '#' : '.')).join(''),
    );
  });
}

const kinds = ({ exhibits }: Exhibition) => exhibits.map(({ kind }) => kind);
const texts = ({ exhibits }: Exhibition) => exhibits.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
const listing = (content: Content, make?: PhoneMake) =>
  encodeUtf8(
    buildSubmits(content, { to: '447700900123', ...(make && { make }) })
      .map((submit) => `${toHex(encodeSubmit(submit))}\n`)
      .join(''),
  );

describe('pictures', () => {
  const files: [format: Format, octets: Uint8Array, bitmap: Bitmap, name: string][] = [
    ['ota-bitmap', encodeOtb(picture), picture, 'picture'],
    ['wbmp', encodeWbmp(picture), picture, 'picture'],
    ['bmp', encodeBmp(picture), picture, 'picture'],
    ['nol', encodeNol({ mcc: '234', mnc: '10', bitmap: picture }), picture, 'operator logo 234-10'],
    ['ngg', encodeNgg({ bitmap: picture }), picture, 'group graphic'],
    ['npm', encodeNpm({ bitmap: large, text: 'Hi' }), large, 'picture message'],
    ['operator-logo', encodeOperatorLogo({ mcc: '234', mnc: '10', bitmap: picture }), picture, 'operator logo 234-10'],
    ['picture-message', encodePictureMessage({ bitmap: large, text: 'Hi' }), large, 'picture'],
  ];

  it.each(files)('of %s become PNGs, pixel for pixel', (format, octets, bitmap, name) => {
    const one = shown(octets);
    expect(identify(octets)[0]?.format).toBe(format);
    expect(one.faults).toEqual([]);
    const [first] = one.exhibits.filter(({ kind }) => kind === 'picture');
    expect(first).toMatchObject({ name, isOneBit: true });
    expect(rowsOf(first)).toEqual([bitmapToRows(bitmap)]);
    expect(texts(one)).toEqual(format === 'npm' || format === 'picture-message' ? ['Hi'] : []);
  });

  it('of several frames are one exhibit', () => {
    const frames = [picture, bitmapFromRows(bitmapToRows(picture).reverse())];
    const { exhibits } = shown(encodeNlm({ kind: 'operatorLogo', frames }));
    expect(exhibits).toHaveLength(1);
    expect(rowsOf(exhibits[0])).toEqual(frames.map(bitmapToRows));
  });

  it('of many frames are the first sixteen, and the fault says so', () => {
    const frames = Array.from({ length: 17 }, () => picture);
    const { exhibits, faults } = shown(encodeNlm({ kind: 'operatorLogo', frames }));
    expect(rowsOf(exhibits[0])).toHaveLength(16);
    expect(faults).toEqual(['16 of 17 pictures are shown']);
  });

  it.each([
    ['png', 'palette-trns.png', '.png'],
    ['jpeg', 'photo-422.jpg', '.jpg'],
    ['gif', 'gif87.gif', '.gif'],
  ] as const)('a %s is shown as it is', (format, name, extension) => {
    const octets = new Uint8Array(readFileSync(image(name)));
    const { exhibits, faults } = exhibit(format, octets, inspect(octets));
    const { items } = fixture('images/index.json') as { items: { file: string; width: number; height: number }[] };
    const { width: widthPx, height: heightPx } = items.find(({ file }) => file === name) as (typeof items)[0];
    expect(faults).toEqual([]);
    expect(exhibits).toMatchObject([
      { kind: 'picture', isOneBit: false, frames: [{ file: octets, extension, widthPx, heightPx }] },
    ]);
  });

  it('that a browser would choke on, or that end in their first octets, are not shown', () => {
    const bomb = new Uint8Array(readFileSync(image('bomb-pixels.png')));
    const { exhibits, faults } = exhibit('png', bomb, inspect(bomb));
    expect(exhibits).toEqual([]);
    expect(faults).toEqual([expect.stringMatching(/^\d+x\d+ pixels are not shown: at most 24000000$/)]);
    const cut = bomb.slice(0, 12);
    expect(exhibit('png', cut, inspect(cut))).toMatchObject({ exhibits: [], faults: [] });
  });
});

describe('tunes', () => {
  const text = (form: string) => encodeUtf8(form);
  const files: [format: Format, octets: Uint8Array][] = [
    ['nokia-ringtone', encodeNokiaRingtone(tune)],
    ['rtttl', text(formatRtttl(tune))],
    ['imelody', text(formatImelody(tune))],
    ['emelody', text(formatEmelody(tune))],
    ['motorola', text(formatMotorola(tune, { onIssue: () => {} }))],
    ['midi', encodeMidi(tune)],
  ];

  it.each(files)('of %s become WAV and MIDI', (format, octets) => {
    expect(identify(octets)[0]?.format).toBe(format);
    const { exhibits, faults } = shown(octets);
    expect(faults).toEqual([]);
    const [one] = exhibits;
    if (one?.kind !== 'sound' || one.midi === undefined) return expect.fail('no sound');
    expect(exhibits).toHaveLength(1);
    const pitches = (notes: Tune['notes']) => notes.map(({ pitch }) => pitch);
    const midi = decodeMidi(one.midi, { lenient: true });
    expect(pitches(midi.notes)).toEqual(pitches(tune.notes));
    // Rate and length from the WAV's own header.
    const view = new DataView((one.wav as Uint8Array).buffer);
    expect(view.getUint32(24, true)).toBe(SAMPLE_RATE);
    const seconds = view.getUint32(40, true) / 2 / SAMPLE_RATE;
    expect(seconds).toBeCloseTo(tuneDurationMs(midi) / 1000, 1);
    if (format === 'rtttl') expect(one.wav).toEqual(renderWav(tune, { sampleRate: SAMPLE_RATE }));
    if (format === 'midi') expect(one.midi).toEqual(octets);
  });

  it('are named by their titles', () => {
    expect(shown(encodeUtf8('\u202eX:d=4,o=5,b=125:c,d,e')).exhibits).toMatchObject([{ name: '"\u202eX"' }]);
    expect(shown(encodeMidi({ ...tune, title: '' })).exhibits).toMatchObject([{ name: 'tune without a title' }]);
  });

  it('of many minutes are heard in part', () => {
    const long = {
      ...tune,
      tempoBpm: 25,
      notes: Array.from({ length: 200 }, () => ({ ...tune.notes[0], duration: 1 })),
    } as Tune;
    const { exhibits, faults } = shown(encodeUtf8(formatRtttl(long)));
    // A whole note at 25 bpm takes 9.6 s.
    expect(faults).toEqual([`the sound is that of the first ${Math.floor(MAX_SOUND_MS / 9600)} notes`]);
    expect(exhibits).toMatchObject([{ kind: 'sound', wav: expect.any(Uint8Array), midi: expect.any(Uint8Array) }]);
  });

  it('as a WAV are played as they are', () => {
    const wav = renderWav(tune, { sampleRate: 8000 });
    const { exhibits } = exhibit('wav', wav, inspect(wav));
    expect(exhibits).toEqual([{ kind: 'sound', name: 'sound', description: 'WAV, 2.2 s', wav }]);
  });
});

describe('messages', () => {
  const [vector] = smsVectors('submit') as unknown as [{ in: { text: string }; out: { tpdu: string; atPdu: string } }];

  it('say what they say', () => {
    expect(texts(shown(fromHex(vector.out.tpdu)))).toEqual([expect.stringContaining('hello')]);
    expect(texts(shown(encodeUtf8(vector.out.tpdu)))).toEqual(texts(shown(fromHex(vector.out.tpdu))));
    expect(texts(shown(fromHex(vector.out.atPdu)))).toEqual(texts(shown(fromHex(vector.out.tpdu))));
  });

  it('of several parts are joined', () => {
    const words = 'All of it, from the beginning to the end. '.repeat(10).trim();
    expect(texts(shown(listing({ kind: 'text', text: words })))).toEqual([words]);
  });

  it('with a part missing show what is there', () => {
    const words = 'All of it, from the beginning to the end. '.repeat(10).trim();
    const lines = new TextDecoder().decode(listing({ kind: 'text', text: words })).split('\n');
    const found = texts(shown(encodeUtf8(lines.slice(1).join('\n'))));
    expect(found.length).toBeGreaterThan(0);
    for (const text of found) expect(words).toContain(text);
  });

  it.each(['Nokia', 'EMS', 'Siemens', 'Motorola'] as const)('to a %s show pictures and play tunes', (make) => {
    const sounds = shown(listing({ kind: 'ringtone', tune }, make));
    expect(kinds(sounds)).toEqual(['sound']);
    expect(sounds.faults).toEqual([]);
    const pictures = shown(listing({ kind: 'pictureMessage', bitmap: large, text: 'Hi' }, make));
    expect(pictures.exhibits[0]?.kind).toBe('picture');
    expect(texts(pictures)).toContain('Hi');
    expect(rowsOf(pictures.exhibits[0])).toEqual([bitmapToRows(large)]);
  });

  it('with an address show it', () => {
    const si = { text: 'News', href: 'http://www.example.com/', id: 'n1' };
    for (const octets of [listing({ kind: 'serviceIndication', si }), encodeSi(si), encodeUtf8(formatSi(si))]) {
      expect(texts(shown(octets))).toEqual([expect.stringMatching(/^text +News\naddress +http:\/\/www\.example\.com\/\n/)]);
    }
  });

  it('as pushes without a message around them are opened', () => {
    const si = { text: 'News', href: 'http://www.example.com/', id: 'n1' };
    const [submit] = buildSubmits({ kind: 'serviceIndication', si }, { to: '447700900123' });
    const push = (submit as { data?: Uint8Array }).data as Uint8Array;
    expect(identify(push)[0]?.format).toBe('wsp-push');
    expect(texts(shown(push))).toEqual([expect.stringContaining('http://www.example.com/')]);
    // A document that no content here is, a card above all, is found in the tree.
    const card = encodeUtf8(formatVCard({ formattedName: 'Jo Doe' }, { version: '2.1' }));
    const pushed = encodePush({ contentType: 'text/x-vcard', body: card, transactionId: 0 } as never);
    expect(texts(shown(pushed, 'wsp-push'))).toEqual(['name         Jo Doe']);
    const xml = encodeUtf8(formatSi({ href: 'http://www.example.com/', text: 'Hi' }));
    const indication = encodePush({ contentType: 'text/vnd.wap.si', body: xml, transactionId: 0 } as never);
    expect(texts(shown(indication, 'wsp-push'))).toEqual([expect.stringContaining('http://www.example.com/')]);
  });

  it('of all other kinds are shown', () => {
    const notification = {
      type: 'M-Notification.ind',
      transactionId: 'T1',
      mmsVersion: '1.2',
      messageClass: 'personal',
      messageSize: 30_000,
      expiry: { kind: 'relative', seconds: 3600 },
      contentLocation: 'http://mms.example.com/1',
    } as const;
    expect(texts(shown(listing({ kind: 'mmsNotification', notification })))).toEqual([
      expect.stringContaining('http://mms.example.com/1'),
    ]);
    expect(texts(shown(listing({ kind: 'flash', text: 'Fire!' })))).toEqual(['Fire!']);
    const loading = shown(listing({ kind: 'serviceLoading', sl: { href: 'http://www.example.com/' } }));
    expect(loading.exhibits).toMatchObject([{ name: 'service loading' }]);
    for (const content of [
      { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: picture },
      { kind: 'groupGraphic', bitmap: picture },
    ] as const) {
      expect(rowsOf(shown(listing(content, 'Nokia')).exhibits[0])).toEqual([bitmapToRows(picture)]);
    }
  });

  it('as cards and calendars are listed', () => {
    const card = encodeUtf8(formatVCard({ formattedName: 'Jo Doe', tel: [{ value: '+4477' }] }, { version: '2.1' }));
    expect(texts(shown(card))).toEqual(['name         Jo Doe\ntelephone    +4477']);
    expect(texts(shown(encodeUtf8(readText(shared('meeting.ics')))))).toEqual([expect.stringContaining('Team meeting')]);
  });

  it('behind a bare header are opened', () => {
    const header = (destination: number) => encodeUdh([{ kind: 'ports16', destination, source: 0 } as never]);
    const ported = (port: number, data: Uint8Array) => Uint8Array.of(...header(port), ...data);
    expect(kinds(shown(ported(PORTS.ringtone, encodeNokiaRingtone(tune)), 'udh'))).toEqual(['sound']);
    const graphic = shown(ported(PORTS.groupGraphic, encodeGroupGraphic({ bitmap: picture })), 'udh');
    expect(graphic.exhibits).toMatchObject([{ kind: 'picture', name: 'group graphic' }]);
  });
});

describe('multimedia messages', () => {
  const part = (name: string, contentType: string, data: Uint8Array): Part => ({ name, contentType, data }) as Part;
  const gif = new Uint8Array(readFileSync(image('gif87.gif')));
  const message = (parts: readonly Part[]) =>
    encodeMms({ type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(0), subject: 'Hello', parts } as never);

  it('are listed, and their pictures and sounds shown', () => {
    const octets = message([
      part('a.gif', 'image/gif', gif),
      part('b.txt', 'text/plain', encodeUtf8('Words')),
      part('c.mid', 'audio/midi', encodeMidi(tune)),
      part('d.wbmp', 'image/vnd.wap.wbmp', encodeWbmp(large)),
    ]);
    const one = shown(octets);
    expect(one.faults).toEqual([]);
    expect(texts(one)).toEqual([expect.stringMatching(/^type +M-Retrieve\.conf[\s\S]*subject +Hello[\s\S]*Words/)]);
    expect(kinds(one)).toEqual(['text', 'picture', 'sound', 'picture']);
    expect(one.exhibits[1]).toMatchObject({ frames: [{ file: gif, extension: '.gif' }] });
  });

  it('of very many parts are shown in part', () => {
    const parts = Array.from({ length: MAX_EXHIBITS + 2 }, (_, i) => part(`${i}.gif`, 'image/gif', gif));
    const { exhibits, faults } = shown(message(parts));
    expect(exhibits).toHaveLength(MAX_EXHIBITS);
    expect(faults).toEqual([`only the first ${MAX_EXHIBITS} things in it are shown`]);
  });
});

describe('what carries something', () => {
  it('is searched: a form with user data', () => {
    const udh = toHex(encodeUdh([{ kind: 'ports16', destination: PORTS.ringtone, source: 0 } as never]));
    const data = toHex(encodeNokiaRingtone(tune));
    const form = `Username=jo&PIN=4711&SendTo=4477&SmsSubmitPduDataCodingScheme=F5&SmsSubmitPduUserDataHeader=${udh}&SmsSubmitPduUserData=${data}`;
    const one = shown(encodeUtf8(form));
    // Once, although it stands in the tree as the field's value and behind the header.
    expect(one.exhibits.filter(({ kind }) => kind === 'sound')).toMatchObject([{ name: '"Bell"' }]);
    expect(texts(one)).toEqual([expect.stringContaining('Username: jo\nPIN: •••\nSendTo: 4477')]);
  });

  it('by what it is, not by what a parameter or an element is called', () => {
    const card = formatVCard({ formattedName: 'John Doe' }, { version: '2.1' });
    const form = `Username=jo&PIN=4711&vCard=${encodeURIComponent(card)}&UDH=050003010201&RTTTL=none`;
    const one = shown(encodeUtf8(form));
    expect(texts(one)).toEqual([expect.stringContaining('John Doe'), expect.stringContaining('UDH: 050003010201')]);
    expect(one.faults).toEqual([]);
    const xml = shown(encodeUtf8('<?xml version="1.0"?><a><calendar>May</calendar><vCard>Doe</vCard></a>'));
    expect([kinds(xml), xml.faults]).toEqual([['text'], []]);
  });

  it('an SMPP session', () => {
    const pdu = (esmClass: number, dataCoding: number, shortMessage: Uint8Array) => {
      const ascii = (text: string) => [...encodeUtf8(text), 0];
      const addresses = [1, 1, ...ascii('1234'), 1, 1, ...ascii('447700900123')];
      const body = [0, ...addresses, esmClass, 0, 0, 0, 0, 0, 0, dataCoding, 0, shortMessage.length, ...shortMessage];
      return [0, 0, 0, 16 + body.length, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, ...body];
    };
    const header = encodeUdh([{ kind: 'ports16', destination: PORTS.ringtone, source: 0 } as never]);
    const ringtone = pdu(0x40, 0xf5, Uint8Array.of(...header, ...encodeNokiaRingtone(tune)));
    const one = shown(Uint8Array.from([...pdu(0, 0, encodeUtf8('Hello')), ...ringtone]));
    expect(kinds(one)).toEqual(['text', 'sound']);
    expect(texts(one)).toEqual(['Hello']);
  });

  it('a SOAP envelope, without its PIN', () => {
    const one = shown(encodeUtf8(readText(new URL('../../fixtures/soap/php-submit-text.xml', import.meta.url).pathname)));
    expect(texts(one).join('\n')).toContain('>•••</PIN>');
    expect(texts(one).join('\n')).not.toContain('123456');
  });

  it('lines of hex that are no messages', () => {
    const one = shown(encodeUtf8(`${toHex(encodeOtb(picture))}\n${toHex(encodeNokiaRingtone(tune))}\n`));
    expect(kinds(one)).toEqual(['picture', 'sound']);
  });
});

describe('everything else', () => {
  it('that is text shows its beginning', () => {
    expect(texts(shown(encodeUtf8('One\r\ntwo\n')))).toEqual(['One\ntwo']);
    const long = texts(shown(encodeUtf8('x'.repeat(3000))));
    expect(long).toEqual([`${'x'.repeat(1000)}…`]);
    const [lines = ''] = texts(shown(encodeUtf8('y\n'.repeat(99))));
    expect(lines).toBe(`${'y\n'.repeat(30).trimEnd()}…`);
  });

  it('that is none shows nothing', () => {
    expect(shown(Uint8Array.of(0xff, 0xfe, 0x00))).toMatchObject({ exhibits: [], faults: [] });
    expect(shown(new Uint8Array(0))).toMatchObject({ exhibits: [], faults: [] });
  });

  it('with faults tells them, and is shown as text when it is one', () => {
    const { exhibits, faults } = shown(encodeUtf8('BEGIN:IMELODY\nnonsense\n'), 'imelody');
    expect(faults).toEqual([expect.stringMatching(/^cannot be shown: /)]);
    expect(exhibits).toMatchObject([{ kind: 'text' }]);
  });
});

describe('whatever comes in', () => {
  const sound = [
    encodeOtb(picture),
    encodeNlm({ kind: 'operatorLogo', frames: [picture] }),
    encodePictureMessage({ bitmap: large, text: 'Hi' }),
    encodeNokiaRingtone(tune),
    encodeMidi(tune),
    encodeUtf8(formatRtttl(tune)),
    encodeSi({ text: 'News', href: 'http://www.example.com/' }),
    listing({ kind: 'ringtone', tune }, 'EMS'),
    listing({ kind: 'pictureMessage', bitmap: large, text: 'Hi' }, 'Nokia'),
    encodeUtf8(readText(shared('mueller.vcf'))),
    new Uint8Array(readFileSync(image('gif87.gif'))),
  ];

  it('is shown, if only as nothing', { timeout: 120_000 }, () => {
    const octets = fc.oneof(
      { weight: 6, arbitrary: damaged(fc.constantFrom(...sound)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
      { weight: 1, arbitrary: fc.string({ maxLength: 200 }).map((text) => encodeUtf8(text.replace(/\p{Cs}/gu, '?'))) },
    );
    fc.assert(
      fc.property(octets, (input) => {
        const { exhibits } = shown(input);
        expect(exhibits.length).toBeLessThanOrEqual(MAX_EXHIBITS);
        for (const one of exhibits) if (one.kind === 'text') expect(one.text.length).toBeLessThanOrEqual(1001);
      }),
      costly(300),
    );
  });
});
