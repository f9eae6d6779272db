import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { FORMATS, identify, inspect } from '../../src/inspect/index.js';
import { encodeSubmit, encodeUdh, type InformationElement, submitDatagram, submitText } from '../../src/sms/index.js';
import { formatVCalendar, formatVCard, formatVObjectSckl } from '../../src/vobject/index.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';
import { calendar, card, objectLikeText, vobjectVectors } from '../support/vobjects.js';

const to = '+447700900123';
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const best = (octets: Uint8Array) => identify(octets)[0];
const listing = (octets: readonly Uint8Array[]) => encodeUtf8(octets.map((each) => `${toHex(each)}\n`).join(''));
const CARD = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith;Mike\r\nTEL;CELL:+447700900123\r\nEND:VCARD\r\n';
const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

describe('published vectors', () => {
  it.each(vobjectVectors('parse'))('$id is known first, and its lines tile', ({ input }) => {
    const octets = encodeUtf8(input as unknown as string);
    const format = String(input).includes('VCARD') ? 'vcard' : 'vcalendar';
    expect(best(octets)).toMatchObject({ format, confidence: 0.98 });
    const tree = inspect(octets);
    expectTiling(tree);
    expect([tree.end, tree.error]).toEqual([octets.length, undefined]);
    expect(tree.children).toHaveLength(String(input).trimEnd().split('\r\n').length);
  });
});

it('a card is known by a first line that is folded', () => {
  const folded = encodeUtf8('BEG\r\n IN:VCARD\r\nVERSION\r\n :3.0\r\nFN:A\\,B\r\nEND:VCARD\r\n');
  expect(best(folded)).toMatchObject({ format: 'vcard', confidence: 0.98 });
  expect(inspect(folded).meaning).toBe('vCard 3.0, "A,B", 0 numbers');
});

describe('lines', () => {
  it('say what quoted-printable, folds and BASE64 hide', () => {
    const text =
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=\r\n=C3=BCrgen\r\n' +
      'PHOTO;ENCODING=BASE64:AAAA\r\n BBBB\r\n\r\nTEL:1234\r\nEND:VCARD\r\n';
    const tree = inspect(encodeUtf8(text));
    expectTiling(tree);
    expect(tree).toMatchObject({ name: 'vCard', meaning: 'vCard 2.1, "Jürgen Müller", 1 number' });
    expect(tree.children.map(({ name, value, meaning, start }) => [name, value, meaning, start])).toEqual([
      ['BEGIN', 'VCARD', undefined, 0],
      ['VERSION', '2.1', undefined, 13],
      ['N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE', 'M=C3=BCller;J=', 'Müller;Jürgen', 26],
      ['line', '=C3=BCrgen', 'goes on with N', 84],
      ['PHOTO;ENCODING=BASE64', 'AAAA', '6 octets', 96],
      ['line', ' BBBB', 'goes on with PHOTO', 124],
      ['line', undefined, undefined, 131],
      ['TEL', '1234', undefined, 133],
      ['END', 'VCARD', undefined, 143],
    ]);
  });

  it('of a calendar, whose folds lose a blank', () => {
    const tree = inspect(
      encodeUtf8('BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nSUMMARY;X-A="b:\n c":a\n  é\nEND:VTODO\nEND:VCALENDAR'),
    );
    expectTiling(tree);
    expect(tree.meaning).toBe('iCalendar 2.0, 0 events, 1 to-do');
    // The colon of a folded head stands in another line.
    expect(named(tree, 'SUMMARY')[0]).toMatchObject({ value: 'SUMMARY;X-A="b:', meaning: 'a é' });
    expect(named(inspect(encodeUtf8(CALENDAR)), 'calendar')[0]?.meaning).toBe('vCalendar 1.0, 1 event, 0 to-dos');
  });

  it('carry what the parser found beside them', () => {
    const tree = inspect(encodeUtf8(CARD.replace('TEL', 'what\r\nTEL')));
    expectTiling(tree);
    expect([tree.error, tree.warnings]).toEqual([undefined, undefined]);
    expect(named(tree, 'line')[0]).toMatchObject({
      value: 'what',
      warnings: ['at 40: a line without a colon; read as nothing'],
    });
    expect(named(tree, 'line')[0]?.meaning).toBeUndefined();
    const open = inspect(encodeUtf8(CARD.slice(0, -11)));
    expect(open.children.at(-1)?.warnings).toEqual([expect.stringContaining('END:VCARD')]);
  });

  it('of several cards, of cards in ISO 8859-1, and of a card in a card', () => {
    expect(inspect(encodeUtf8(CARD + CARD))).toMatchObject({ meaning: '2 cards, vCard 2.1', children: { length: 10 } });
    const latin = Uint8Array.from(CARD.replace('Smith', 'M\u00fcller'), (c) => c.charCodeAt(0));
    expect(best(latin)).toMatchObject({ format: 'vcard', confidence: 0.98 });
    const tree = inspect(latin);
    expectTiling(tree);
    expect(named(tree, 'N')[0]?.value).toBe('M\u00fcller;Mike');
    const agent = inspect(encodeUtf8(CARD.replace('TEL', 'AGENT:\r\nBEGIN:VCARD\r\nNOTE:x\r\nEND:VCARD\r\nTEL')));
    expectTiling(agent);
    expect(named(agent, 'NOTE')[0]?.value).toBe('x');
  });

  it('that nothing can read stand under the error', () => {
    const tree = inspect(encodeUtf8('BEGIN:VCARD\nN:1\nN:2\nEND:VCARD\n'), { limits: { vobjectProperties: 2 } });
    expectTiling(tree);
    expect(tree).toMatchObject({ name: 'vCard', error: { code: 'limit-exceeded' }, children: { length: 4 } });
    const many = inspect(encodeUtf8(CARD), { limits: { inspectFields: 3 } });
    expect(many).toMatchObject({ error: { code: 'limit-exceeded' }, children: [] });
    expect(inspect(new Uint8Array(0), { as: 'vcard' })).toMatchObject({ start: 0, end: 0, children: [] });
  });
});

describe('likelihood', () => {
  it.each([
    [CARD, 'vcard', 0.98],
    [`\r\n${CALENDAR}`, 'vcalendar', 0.98],
    [CARD.replace('END', 'ENDE'), 'vcard', 0.9],
    [`\ufeff${CARD}`, 'vcard', 0.98],
    ['BEGIN:VNOTE\r\nEND:VNOTE\r\n', 'text', 0.2],
    ['see BEGIN:VCARD', 'text', 0.2],
  ])('%j is %s by %f', (text, format, confidence) => {
    expect(best(encodeUtf8(text))).toMatchObject({ format, confidence });
  });

  it('a card past a limit only begins as one', () => {
    expect(identify(encodeUtf8(CARD), { vobjectCharacters: 20 })[0]).toMatchObject({ format: 'vcard', confidence: 0.7 });
  });
});

describe('the application of a port reads the object', () => {
  const long = (text: string) => text.replace('VERSION', `X-A:${'y'.repeat(200)}\r\nVERSION`);

  it.each([
    ['vCard', 9204, CARD],
    ['calendar', 9205, CALENDAR],
    ['calendar', 228, CALENDAR],
  ])('%s at port %i: in one message, in several, behind a bare header', (name, destinationPort, text) => {
    for (const whole of [text, long(text)]) {
      const data = encodeUtf8(whole);
      const octets = submitDatagram({ destinationPort, sourcePort: 0, data }, { to, reference: 1 }).map(encodeSubmit);
      const tree = inspect(octets.length === 1 ? (octets[0] as Uint8Array) : listing([...octets].reverse()));
      expectTiling(tree);
      expect(named(tree, name)).toHaveLength(1);
      expect(named(tree, name)[0]?.children).toHaveLength(whole.trimEnd().split('\r\n').length);
      if (octets.length > 1) expect(tree.children.at(-1)).toMatchObject({ name: `joined from ${octets.length} parts` });
    }
    const header = encodeUdh([{ kind: 'ports16', destination: destinationPort, source: 0 }]);
    const bare = Uint8Array.of(...header, ...encodeUtf8(text));
    expect(best(bare)).toMatchObject({ format: 'udh', confidence: 0.95 });
    const tree = inspect(bare);
    expectTiling(tree);
    expect(named(tree, name)).toMatchObject([{ start: 7, end: bare.length }]);
    const faulty = Uint8Array.of(...header, ...encodeUtf8(text.replace('VERSION', 'what\r\nVERSION')));
    expect(best(faulty)).toMatchObject({ format: 'udh', confidence: 0.9 });
  });

  it.each([
    ['vcard', 'vCard', CARD],
    ['vcalendar', 'calendar', CALENDAR],
  ] as const)('%s in the text transport, bare and in messages', (kind, name, text) => {
    for (const whole of [text, long(text)]) {
      const messages = formatVObjectSckl(whole, { kind });
      const bare = inspect(encodeUtf8(messages.join('\r\n')));
      const sent = inspect(
        listing(messages.flatMap((message) => submitText(message, { to })).map((each) => encodeSubmit(each))),
      );
      for (const tree of [bare, sent]) {
        expectTiling(tree);
        expect(named(tree, name), `${messages.length} messages`).toHaveLength(1);
      }
    }
  });

  it('7-bit text behind the header, as gammu sends it, is shown once more behind the text', () => {
    const udh: InformationElement[] = [{ kind: 'ports16', destination: 9204, source: 0 }];
    const tree = inspect(encodeSubmit({ tpDa: to, tpDcs: 0, udh, text: CARD }));
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'text as vCard', octets: encodeUtf8(CARD) });
    const parts = submitText(long(CARD), { to }).map(encodeSubmit);
    const joined = inspect(listing(parts));
    expectTiling(joined);
    expect(joined.children.at(-1)).toMatchObject({ value: long(CARD), children: [{ name: 'vCard' }] });
  });
});

describe('laws', () => {
  const written = (write: () => string) => {
    try {
      return encodeUtf8(write());
    } catch {
      return undefined;
    }
  };
  const sound = (octets: fc.Arbitrary<Uint8Array | undefined>) => octets.filter((each) => each !== undefined);
  const whole = {
    vcard: sound(
      fc.tuple(card, fc.constantFrom('2.1', '3.0')).map(([each, version]) => written(() => formatVCard(each, { version }))),
    ),
    vcalendar: sound(
      fc
        .tuple(calendar, fc.constantFrom('1.0', '2.0'))
        .map(([each, version]) => written(() => formatVCalendar(each, { version }))),
    ),
  } as const;
  const names = Object.keys(whole) as (keyof typeof whole)[];

  it.each(names)('%s: known first, read without a fault, and tiled', (format) => {
    fc.assert(
      fc.property(whole[format], (octets) => {
        expect(best(octets)).toMatchObject({ format, confidence: 0.98 });
        const tree = inspect(octets);
        expectTiling(tree);
        expect([tree.start, tree.end, tree.error]).toEqual([0, octets.length, undefined]);
      }),
      costly(300),
    );
  });

  it.each(names)('%s: damaged, cut, or anything like it', (format) => {
    const like = objectLikeText.map((text) => encodeUtf8(text.replace(/[\ud800-\udfff]/g, '?')));
    const grafted = fc
      .tuple(whole[format], fc.nat({ max: 80 }), fc.uint8Array({ maxLength: 40 }))
      .map(([head, at, tail]) => Uint8Array.of(...head.subarray(0, at), ...tail));
    fc.assert(
      fc.property(
        fc.oneof(damaged(whole[format]), like, grafted, fc.uint8Array({ maxLength: 40 })),
        fc.constantFrom(...FORMATS),
        (octets, other) => {
          identify(octets);
          for (const as of [format, other, undefined]) {
            const tree = inspect(octets, { as });
            expect([tree.start, tree.end]).toEqual([0, octets.length]);
            expectTiling(tree);
          }
        },
      ),
      costly(500),
    );
  });
});
