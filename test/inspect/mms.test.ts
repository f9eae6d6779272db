import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { FORMATS, formatTree, identify, inspect } from '../../src/inspect/index.js';
import { encodeMms, type MmsPdu, type MNotificationInd, type MRetrieveConf, type Part } from '../../src/mms/binary.js';
import { encodePush, encodeSi, formatSi, PUSH_CONTENT_TYPES } from '../../src/push/index.js';
import { encodeMidi, formatEmelody, formatImelody, parseRtttl } from '../../src/ringtone/index.js';
import { encodeSubmit, submitDatagram } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { pdu } from '../support/mms.js';
import { expectTiling } from '../support/tiling.js';
import { fixture } from '../support/vectors.js';

const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const errorsOf = (tree: Field) => everyField(tree).flatMap(({ error }) => (error === undefined ? [] : [error.message]));
const warningsOf = (tree: Field) => everyField(tree).flatMap(({ warnings = [] }) => warnings);
const best = (octets: Uint8Array) => identify(octets)[0];

interface Vector {
  readonly id: string;
  readonly hex?: string;
  readonly zlibBase64?: string;
  readonly oracles: { readonly 'tshark 4.0.17 mmse': { readonly lines: readonly string[] } };
}
const { vectors } = fixture('vectors/mms.json') as { vectors: Vector[] };
const octetsOf = ({ hex: octets, zlibBase64 = '' }: Vector) =>
  octets === undefined ? new Uint8Array(inflateSync(Buffer.from(zlibBase64, 'base64'))) : hex(octets);
const vector = (wanted: string) => vectors.find(({ id }) => id === wanted) as Vector;

const notification: MNotificationInd = {
  type: 'M-Notification.ind',
  transactionId: 'T1',
  mmsVersion: '1.0',
  messageClass: 'personal',
  messageSize: 8000,
  expiry: { kind: 'relative', seconds: 86_400 },
  contentLocation: 'http://mmsc.example.com/1',
};

const partOf = (contentType: string, data: Uint8Array | string, more: Partial<Part> = {}): Part => ({
  name: 'x',
  contentType,
  data: typeof data === 'string' ? encodeUtf8(data) : data,
  ...more,
});
const holding = (...parts: Part[]): Uint8Array =>
  encodeMms({ type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(0), parts } as MRetrieveConf);

/** The data of the first part of a message with one, in its tree. */
function shownPart(part: Part): Field {
  const tree = inspect(holding(part));
  expectTiling(tree);
  expect(errorsOf(tree)).toEqual([]);
  return named(tree, 'data')[0] as Field;
}

describe('published vectors', () => {
  it.each(vectors)('$id is known first, and read to its end without a fault', (one) => {
    const octets = octetsOf(one);
    const [first, ...others] = identify(octets);
    expect(first).toMatchObject({ format: 'mms', confidence: 0.98 });
    expect(others.every(({ confidence }) => confidence < 0.5)).toBe(true);
    const tree = inspect(octets);
    expectTiling(tree);
    // Of its picture composer-c2 has nothing but the eight octets that a PNG begins with.
    const faults = one.id === 'composer-c2' ? ['PNG at 176: ends before IEND'] : [];
    expect([tree.end, errorsOf(tree), warningsOf(tree)]).toEqual([octets.length, faults, []]);
    const lines = one.oracles['tshark 4.0.17 mmse'].lines;
    const type = /: (m-[a-z-]+) /.exec(lines[0] as string)?.[1] as string;
    expect(tree.name.toLowerCase().replace('.', '-')).toBe(type);
    const parts = lines
      .filter((line) => line.startsWith('Part: '))
      .map((line) => line.replace(/^Part: (\d+), content-type: /, '$1 '));
    const shown = everyField(tree).flatMap(({ name, meaning = '' }) => {
      const number = /^part (\d+)$/.exec(name)?.[1];
      return number === undefined ? [] : [`${number} ${meaning.split(', ').at(-2)}`];
    });
    expect(shown.map((line) => line.toLowerCase())).toEqual(parts.map((line) => line.toLowerCase()));
  });

  it('a message is a tree down to its slides, its text and what its picture is', () => {
    const tree = inspect(octetsOf(vector('send-related')));
    expect(tree).toMatchObject({ name: 'M-Send.req', meaning: '"Hi", to +447700900001/TYPE=PLMN, 3 parts' });
    expect(named(tree, 'par')[0]).toMatchObject({ meaning: 'slide 1, 5000ms' });
    expect(named(tree, 'img')[0]).toMatchObject({ meaning: 'picture, in Image: a.gif, image/gif' });
    const [, gif, text] = named(tree, 'data');
    expect(gif).toMatchObject({ meaning: 'image/gif, 1x1', value: expect.stringMatching(/^474946383961/) });
    expect(gif?.children).toMatchObject([
      { name: 'GIF', meaning: '1x1, 2 colours, 1 frame', start: gif?.start, end: gif?.end },
    ]);
    expect(text).toMatchObject({ value: 'Hello', meaning: 'utf-8', start: 540, end: 545 });
  });

  it.each([
    ['send-loc', 'a.gif, image/gif'],
    ['composer-c1', 'image/gif'],
  ])('%s: what the presentation refers to is found', (id, part) => {
    const tree = inspect(octetsOf(vector(id)));
    expect(named(tree, 'img').map(({ meaning }) => meaning)).toEqual([expect.stringContaining(part)]);
  });

  it('a text in UTF-16', () => {
    expect(named(inspect(octetsOf(vector('send-utf16'))), 'data')[0]).toMatchObject({ value: 'Hé', meaning: 'utf-16' });
  });

  it('a card, a sound and a one-bit picture', () => {
    const tree = inspect(octetsOf(vector('send-vcard-amr')));
    expect(named(tree, 'vCard')[0]).toMatchObject({ meaning: 'vCard 2.1, "J Doe", 0 numbers' });
    expect(named(tree, 'data')[1]).toMatchObject({ meaning: 'audio/amr, 20 ms' });
    expect(named(tree, 'row').map(({ value }) => value)).toContain('.######.');
  });
});

describe('what the headers say', () => {
  it('a notification: enumerations in words, addresses, times', () => {
    const tree = inspect(encodeMms({ ...notification, expiry: { kind: 'absolute', at: new Date('2026-11-21T18:30:00Z') } }));
    expect(tree.meaning).toBe('8000 octets, at http://mmsc.example.com/1');
    const meaning = (name: string) => named(tree, name)[0]?.meaning;
    expect(meaning('X-Mms-Message-Type')).toBe('M-Notification.ind');
    expect(meaning('X-Mms-Message-Class')).toBe('personal');
    expect(meaning('X-Mms-Content-Location')).toBe('http://mmsc.example.com/1');
    expect(meaning('X-Mms-Expiry')).toContain('2026-11-21T18:30:00');
  });

  it('and what handsets may make trouble about', () => {
    const octets = encodeMms({ ...notification, contentLocation: '1', transactionId: 'x'.repeat(41) });
    const expected = [
      'MMS/X-Mms-Content-Location: the address has no scheme; handsets fetch the message from there',
      'MMS/X-Mms-Transaction-Id: 41 octets: handsets have to accept 40',
    ];
    expect(inspect(octets).warnings).toEqual(expected);
    const pushed = inspect(encodePush({ contentType: 'application/vnd.wap.mms-message', body: octets }));
    expect(warningsOf(pushed)).toEqual(expected);
  });

  it.each<[string, MmsPdu]>([
    ['ok', { type: 'M-Send.conf', transactionId: '1', mmsVersion: '1.2', responseStatus: 'ok' }],
    ['status 255', { type: 'M-Send.conf', transactionId: '1', mmsVersion: '1.2', responseStatus: 255 }],
    ['deferred', { type: 'M-NotifyResp.ind', transactionId: '1', mmsVersion: '1.2', status: 'deferred' }],
    [
      'from +441/TYPE=PLMN, to +442/TYPE=PLMN, read',
      {
        type: 'M-Read-Rec.ind',
        mmsVersion: '1.2',
        messageId: 'm',
        from: '+441/TYPE=PLMN',
        to: ['+442/TYPE=PLMN'],
        readStatus: 'read',
      },
    ],
  ])('an answer or report: what came of it, %s', (words, answer) => {
    expect(inspect(encodeMms(answer)).meaning).toBe(words);
  });

  it('of an acknowledgement there is nothing to say', () => {
    const tree = inspect(encodeMms({ type: 'M-Acknowledge.ind', transactionId: '1', mmsVersion: '1.0' }));
    expect([tree.name, tree.meaning]).toEqual(['M-Acknowledge.ind', undefined]);
    expect(formatTree(tree)).not.toContain('()');
  });

  it('many recipients, and a long subject', () => {
    const octets = encodeMms({
      type: 'M-Send.req',
      transactionId: '1',
      mmsVersion: '1.0',
      subject: 'x'.repeat(200),
      to: ['+1/TYPE=PLMN', '+2/TYPE=PLMN'],
      bcc: ['a@b.c'],
      parts: [],
    });
    const { meaning = '' } = inspect(octets);
    expect(meaning).toMatch(/^"x+…", to \+1\/TYPE=PLMN and 2 more, 0 parts$/);
    expect(meaning.length).toBeLessThan(140);
  });

  it('a transaction in front of the type is known, and read', () => {
    const [, , ...rest] = encodeMms(notification);
    const length = 1 + 'T1\0'.length;
    const swapped = Uint8Array.of(...rest.slice(0, length), 0x8c, 0x82, ...rest.slice(length));
    expect(best(swapped)).toMatchObject({ format: 'mms', confidence: 0.98 });
    expect(inspect(swapped)).toMatchObject({ name: 'M-Notification.ind', start: 0, end: swapped.length });
  });
});

describe('parts', () => {
  const tune = parseRtttl('a:d=4,o=5,b=120:c,e,g');
  const text = (lines: string) => lines.replaceAll('\n', '\r\n');
  it.each<[string, Uint8Array | string, string]>([
    ['text/x-vCard', text('BEGIN:VCARD\nVERSION:2.1\nN:A\nEND:VCARD\n'), 'vCard'],
    ['text/calendar', text('BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n'), 'calendar'],
    ['application/vnd.wap.sic', encodeSi({ href: 'http://a.com/', id: '1', text: 'Hi' }), 'WBXML'],
    ['text/vnd.wap.si', formatSi({ href: 'http://a.com/', text: 'Hi' }), 'push XML'],
    ['audio/midi', encodeMidi(tune), 'MIDI'],
    ['audio/sp-midi', encodeMidi(tune), 'MIDI'],
    ['text/x-imelody', formatImelody(tune), 'iMelody'],
    ['text/x-emelody', formatEmelody(tune), 'eMelody'],
    ['image/vnd.wap.wbmp', Uint8Array.of(0, 0, 8, 1, 0x55), 'WBMP'],
    ['application/smil', '<smil><body/></smil>', 'SMIL'],
    ['Application/SMIL', '<smil><body/></smil>', 'SMIL'],
    ['application/vnd.wap.mms-message', encodeMms(notification), 'M-Notification.ind'],
  ])('%s has a tree of its own', (contentType, data, name) => {
    const field = shownPart(partOf(contentType, data));
    expect(field.children.map((child) => child.name)).toEqual([name]);
    expect(field.children[0]?.children.length).toBeGreaterThan(0);
  });

  it.each<[string, Uint8Array, string, string]>([
    ['image/gif', Uint8Array.of(...encodeUtf8('GIF89a'), 0xa0, 0, 0x78, 0), 'image/gif, 160x120', 'GIF'],
    ['image/png', hex('89504E470D0A1A0A0000000D494844520000001000000020'), 'image/png, 16x32', 'PNG'],
    ['image/jpeg', hex('FFD8FFE000040000FFC0000B080078 00A0 01 011100'), 'image/jpeg, 160x120', 'JPEG'],
    ['image/jpg', hex('FFD8FF'), 'image/jpeg', 'JPEG'],
    ['audio/x-wav', hex('52494646FF00000057415645'), 'audio/x-wav', 'WAVE'],
  ])('%s says what it is, and is opened as far as it goes', (contentType, data, meaning, name) => {
    const tree = inspect(holding(partOf(contentType, data)));
    expectTiling(tree);
    const field = named(tree, 'data')[0] as Field;
    expect(field).toMatchObject({ value: toHex(data.subarray(0, 24)), meaning });
    expect(field.children).toMatchObject([{ name, start: field.start, end: field.end, error: { code: 'truncated' } }]);
  });

  it.each<[string, Uint8Array, string]>([
    ['video/3gpp', hex('00000018667479703367703400000000'), 'video/3gpp'],
    ['application/octet-stream', hex('504B0304'), 'application/zip'],
  ])('%s is one field, which says what it is', (contentType, data, meaning) => {
    const shown = { value: toHex(data.subarray(0, 24)), meaning, children: [] };
    expect(shownPart(partOf(contentType, data))).toMatchObject(shown);
  });

  it('of a large file the first octets are shown, of an unknown one no more', () => {
    const data = new Uint8Array(100).fill(0xab);
    const field = shownPart(partOf('application/x-own', data));
    expect(field).toMatchObject({ value: `${'AB'.repeat(24)}…`, children: [], end: field.start + 100 });
    expect(field.meaning).toBeUndefined();
  });

  it('says when a file is of another type than announced', () => {
    const field = shownPart(partOf('image/gif', hex('FFD8FFD9')));
    expect(field.warnings).toEqual(['announced as image/gif, and begins as image/jpeg']);
    expect(shownPart(partOf('*/*', hex('FFD8FFD9'))).warnings).toBeUndefined();
  });

  it('a text without a charset, an empty one, a text that is hostile', () => {
    expect(shownPart(partOf('text/plain', 'Grüße'))).toMatchObject({ value: 'Grüße', meaning: 'no charset', children: [] });
    expect(shownPart(partOf('text/plain', ''))).toMatchObject({ children: [] });
    const tree = inspect(holding(partOf('text/plain', '\x1b[2J\x9b', { charset: 'utf-8' })));
    expect(formatTree(tree)).not.toContain('\x1b');
  });

  it.each([
    ['utf-16', '003C0073006D0069006C002F003E'],
    ['iso-10646-ucs-2', '003C0073006D0069006C002F003E'],
    [undefined, 'FFFE3C0073006D0069006C002F003E00'],
  ])('a presentation in two octets a character (%s) is one text', (charset, data) => {
    const field = shownPart(partOf('application/smil', hex(data), charset === undefined ? {} : { charset }));
    expect(field).toMatchObject({ meaning: charset ?? 'no charset', children: [] });
    expect(String(field.value).replaceAll('\0', '')).toContain('<smil/>');
  });

  it('parts inside of parts', () => {
    const inner = [
      partOf('text/plain', 'inside', { charset: 'utf-8' }),
      partOf('video/3gpp', hex('00000018667479703367703400000000')),
    ];
    const outer = partOf('application/vnd.wap.multipart.alternative', '', { parts: inner });
    const tree = inspect(holding(outer));
    expectTiling(tree);
    expect(errorsOf(tree)).toEqual([]);
    const shown = named(tree, 'data').filter(({ children }) => children.length === 0);
    expect(shown.map(({ value, meaning }) => meaning ?? value)).toEqual(['utf-8', 'video/3gpp']);
  });

  it('messages inside of messages, one below the other, are opened once', () => {
    let octets = encodeMms(notification);
    for (let i = 0; i < 40; i++) octets = holding(partOf('application/vnd.wap.mms-message', octets));
    const tree = inspect(octets);
    expectTiling(tree);
    expect(named(tree, 'M-Retrieve.conf')).toHaveLength(2);
  });

  it('a body that is no multipart', () => {
    const octets = encodeMms({
      type: 'M-Retrieve.conf',
      mmsVersion: '1.0',
      date: new Date(0),
      contentType: 'text/plain',
      parts: [partOf('text/plain', 'alone', { charset: 'utf-8' })],
    });
    const tree = inspect(octets);
    expectTiling(tree);
    expect(everyField(tree).find(({ value }) => value === 'alone')).toMatchObject({ meaning: 'utf-8', end: tree.end });
  });
});

describe('references of a presentation', () => {
  const gif = hex('474946383961');
  const shown = (src: string, part: Partial<Part>) => {
    const smil = partOf('application/smil', `<smil><body><par><img src="${src}"/></par></body></smil>`);
    return named(inspect(holding(smil, partOf('image/gif', gif, part))), 'img')[0] as Field;
  };
  it.each<[string, Partial<Part>]>([
    ['cid:a.gif', { contentId: 'a.gif' }],
    ['CID:a.gif', { contentId: 'a.gif' }],
    ['cid:%3Ca%20b%3E', { contentId: 'a b' }],
    ['a.gif', { contentLocation: 'a.gif' }],
    ['cid:a.gif', { contentLocation: 'a.gif' }],
    ['a.gif', { name: 'a.gif' }],
    ['a.gif', { contentId: 'a.gif' }],
    ['pictures/A.GIF', { contentLocation: 'a.gif' }],
    ['50%.gif', { contentLocation: '50%.gif' }],
    ['a&amp;b.gif', { contentLocation: 'a&b.gif' }],
  ])('%s finds %o', (src, part) => {
    expect(shown(src, part)).toMatchObject({ meaning: expect.stringMatching(/^picture: .*, image\/gif$/) });
    expect(shown(src, part).warnings).toBeUndefined();
  });

  it('one that leads nowhere is a warning', () => {
    expect(shown('cid:b.gif', { contentId: 'a.gif' })).toMatchObject({
      meaning: 'picture',
      warnings: ['no part is "cid:b.gif"'],
    });
  });
});

describe('in a push', () => {
  const push = encodePush({ contentType: 'application/vnd.wap.mms-message', applicationId: 4, body: encodeMms(notification) });

  it('the message is opened, alone and in an SMS', () => {
    expect(best(push)).toMatchObject({ format: 'wsp-push', confidence: 0.98, reason: 'a push of an M-Notification.ind' });
    for (const octets of [
      push,
      encodeSubmit(submitDatagram({ destinationPort: 2948, data: push }, { to: '+447700900123' })[0] as never),
    ]) {
      const tree = inspect(octets);
      expectTiling(tree);
      expect(errorsOf(tree)).toEqual([]);
      expect(named(tree, 'Data')[0]?.children).toMatchObject([
        { name: 'M-Notification.ind', meaning: '8000 octets, at http://mmsc.example.com/1' },
      ]);
      expect(named(tree, 'X-Mms-Message-Class')[0]?.meaning).toBe('personal');
    }
  });

  it('one that is cut, or has a fault, shows as much as can be read', () => {
    const cut = push.subarray(0, push.length - 4);
    expect(best(cut)).toMatchObject({ format: 'wsp-push', reason: expect.stringContaining('M-Notification.ind, with faults') });
    const tree = inspect(cut);
    expectTiling(tree);
    expect(named(tree, 'X-Mms-Message-Class')).not.toEqual([]);
  });

  it('with parts, which are opened as well', () => {
    const body = holding(partOf('text/plain', 'Hello', { charset: 'utf-8' }));
    const tree = inspect(encodePush({ contentType: PUSH_CONTENT_TYPES.si.xml, body: encodeUtf8('<si/>') }));
    expect(named(tree, 'push XML')).toHaveLength(1);
    const pushed = inspect(encodePush({ contentType: 'application/vnd.wap.mms-message', body }));
    expectTiling(pushed);
    expect(named(pushed, 'data')[0]).toMatchObject({ value: 'Hello' });
  });
});

describe('what is no message, or a damaged one', () => {
  it.each<[string, string, string | undefined, number]>([
    ['a type that there is none of', '8CFF985431008D90', undefined, 0],
    ['a transaction alone', '98543100', undefined, 0],
    ['a transaction without an end', `98${'54'.repeat(400)}`, undefined, 0],
    ['a type alone', '8C80', 'mms', 0.3],
    ['a type in front of octets that nothing of a message stands in', `8C84${'81'.repeat(40)}`, 'mms', 0.3],
    ['a message without a version', '8C8485010184A3010501048385740041', 'mms', 0.85],
    ['a version that is not the first of the others', '8C848504000000018D90', 'mms', 0.85],
    ['a header that is cut', '8C829854', 'mms', 0.6],
  ])('%s', (_, octets, format, confidence) => {
    const found = identify(hex(octets)).find((reading) => reading.format === 'mms');
    expect(found?.format).toBe(format);
    if (format !== undefined) expect(found?.confidence).toBe(confidence);
    for (const as of ['mms', undefined] as const) expectTiling(inspect(hex(octets), { as }));
  });

  it('a last part that is cut is an error, and still opened', () => {
    const whole = octetsOf(vector('send-related'));
    const cut = whole.subarray(0, whole.length - 2);
    expect(best(cut)).toMatchObject({ format: 'mms', confidence: 0.85 });
    const tree = inspect(cut);
    expectTiling(tree);
    expect(tree.error).toMatchObject({ code: 'truncated', field: 'MMS/parts[2]/DataLen', offset: 511 });
    expect(tree.warnings).toBeUndefined();
    expect(named(tree, 'data').at(-1)).toMatchObject({ value: 'Hel' });
  });
});

describe('laws', () => {
  const whole = pdu.map((message: MmsPdu) => encodeMms(message));
  const pushes = whole.map((body) => encodePush({ contentType: 'application/vnd.wap.mms-message', body }));

  it('any message is known first, and tiled to its end', () => {
    fc.assert(
      fc.property(whole, (octets) => {
        expect(best(octets)).toMatchObject({ format: 'mms', confidence: 0.98 });
        const tree = inspect(octets);
        expectTiling(tree);
        expect([tree.start, tree.end, tree.error]).toEqual([0, octets.length, undefined]);
      }),
    );
  });

  it('damaged, cut, or anything behind its beginning: tiled all the same, alone and in a push', () => {
    const grafted = fc
      .tuple(whole, fc.nat({ max: 60 }), fc.uint8Array({ maxLength: 60 }))
      .map(([head, at, tail]) => Uint8Array.of(...head.subarray(0, at), ...tail));
    fc.assert(
      fc.property(
        fc.oneof(damaged(whole), damaged(damaged(whole)), damaged(pushes), grafted),
        fc.constantFrom(...FORMATS),
        (octets, other) => {
          identify(octets);
          for (const as of ['mms', other, undefined] as const) {
            const tree = inspect(octets, { as });
            expect([tree.start, tree.end]).toEqual([0, octets.length]);
            expectTiling(tree);
          }
        },
      ),
    );
  });

  it('every cut of the vectors tiles', () => {
    for (const one of vectors) {
      const octets = octetsOf(one);
      const ends = octets.length > 1000 ? [0, 1, 999, octets.length - 1] : octets.keys();
      for (const end of ends) expectTiling(inspect(octets.subarray(0, end), { as: 'mms' }));
    }
  });
});

describe('limits', () => {
  it('fields are counted over all parts together', () => {
    const card = `BEGIN:VCARD\r\nVERSION:2.1\r\nN:A\r\n${'NOTE:x\r\n'.repeat(50)}END:VCARD\r\n`;
    const octets = holding(...Array.from({ length: 10 }, () => partOf('text/x-vCard', card)));
    const all = everyField(inspect(octets)).length;
    expect(all).toBeGreaterThan(600);
    for (let inspectFields = 1; inspectFields < all; inspectFields += 37) {
      const tree = inspect(octets, { as: 'mms', limits: { inspectFields } });
      expectTiling(tree);
      // Errors and what could not be read any more are fields that nobody counts.
      expect(everyField(tree).length).toBeLessThan(inspectFields + 40);
    }
  });

  it('the limits of the reader hold', () => {
    const octets = holding(partOf('text/plain', 'a'), partOf('text/plain', 'b'));
    expect(inspect(octets, { limits: { mmsParts: 1 } }).error).toMatchObject({ code: 'limit-exceeded' });
    const large = holding(partOf('image/gif', new Uint8Array(DEFAULT_LIMITS.inspectOctets)));
    expect(() => inspect(large)).toThrow(/at most/);
    expect(inspect(large, { limits: { inspectOctets: 2 ** 21 } })).toMatchObject({ name: 'M-Retrieve.conf' });
  });
});
