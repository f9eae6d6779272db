import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { FORMATS, identify, inspect } from '../../src/inspect/index.js';
import { encodePush, encodeSi, encodeWbxml, formatCo, formatSi, formatSl, PUSH_CONTENT_TYPES } from '../../src/push/index.js';
import { encodeSubmit, encodeUdh, formatSckl, submitDatagram } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { pushDocument, serviceIndication, style, writeInStyle } from '../support/push-documents.js';
import { expectTiling } from '../support/tiling.js';
import { fixture } from '../support/vectors.js';

const to = '+447700900123';
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const errorsOf = (tree: Field) => everyField(tree).flatMap(({ error }) => (error === undefined ? [] : [error.message]));
const listing = (octets: readonly Uint8Array[]) => encodeUtf8(octets.map((each) => `${toHex(each)}\n`).join(''));
const best = (octets: Uint8Array) => identify(octets)[0];

interface Vector {
  readonly id: string;
  readonly op: string;
  readonly verdict?: 'accept' | 'reject';
  readonly xml?: string;
  readonly hex?: string;
  readonly wbxmlHex?: string;
}
const { vectors } = fixture('vectors/wap-push.json') as { vectors: Vector[] };
const vector = (wanted: string) => vectors.find(({ id }) => id === wanted) as Vector;
const push = hex(vector('w-appid2').hex as string);

describe('published vectors', () => {
  const sound = vectors.flatMap(({ id, op, verdict, hex: octets, wbxmlHex }) => {
    const format = op === 'wsp-push-decode' ? 'wsp-push' : 'wbxml';
    const whole = wbxmlHex ?? (verdict === 'accept' ? octets : undefined);
    return whole === undefined ? [] : [{ id, format, whole }];
  });

  it('are there', () => expect(sound.length).toBeGreaterThan(35));

  it.each(sound)('$id is known first, alone, and read without an error', ({ format, whole }) => {
    const octets = hex(whole);
    expect(identify(octets).map((reading) => [reading.format, reading.confidence > 0.94])).toEqual([[format, true]]);
    const tree = inspect(octets);
    expectTiling(tree);
    expect([tree.end, errorsOf(tree)]).toEqual([octets.length, []]);
  });

  it.each(vectors.filter(({ verdict }) => verdict === 'reject'))('$id shows where it ends', ({ hex: octets = '', op }) => {
    const format = op === 'wsp-push-decode' ? 'wsp-push' : 'wbxml';
    const reading = best(hex(octets));
    expect(reading).toMatchObject({ format });
    expect(reading?.confidence).toBeLessThan(0.8);
    const tree = inspect(hex(octets));
    expectTiling(tree);
    expect(tree.error).toBeDefined();
  });

  it.each(vectors.filter(({ xml }) => xml !== undefined))('$id as XML', ({ xml = '' }) => {
    const octets = encodeUtf8(xml);
    expect(best(octets)).toMatchObject({ format: 'push-xml', confidence: 0.98 });
    const tree = inspect(octets);
    expectTiling(tree);
    expect([tree.warnings, tree.children.map(({ value }) => value).join('').length > 0]).toEqual([undefined, true]);
  });
});

describe('tokens', () => {
  it('are the leaves of a push in a message, under headers under headers', () => {
    const [submit] = submitDatagram({ destinationPort: 2948, sourcePort: 9200, data: push }, { to });
    const tree = inspect(encodeSubmit(submit as never));
    expectTiling(tree);
    const whole = named(tree, 'WSP push')[0] as Field;
    const at = whole.start;
    expect(everyField(whole).map(({ name, value, meaning, start }) => [name, value, meaning, start - at])).toEqual([
      ['WSP push', undefined, undefined, 0],
      ['TID', 0xdc, undefined, 0],
      ['Type', 6, 'Push', 1],
      ['HeadersLen', 6, undefined, 2],
      ['Headers', undefined, 'application/vnd.wap.sic; charset=utf-8', 3],
      ['Content-Type', undefined, 'application/vnd.wap.sic; charset=utf-8', 3],
      ['length', 3, undefined, 3],
      ['type', 0x2e, 'application/vnd.wap.sic', 4],
      ['parameter', undefined, undefined, 5],
      ['name', 1, 'charset', 5],
      ['value', 106, 'utf-8', 6],
      ['header', undefined, 'X-Wap-Application-Id', 7],
      ['code', 0xaf, 'X-Wap-Application-Id', 7],
      ['X-Wap-Application-Id', 2, 'x-wap-application:wml.ua', 8],
      ['Data', undefined, undefined, 9],
      ['version', 2, 'WBXML 1.2', 9],
      ['publicid', 5, '-//WAPFORUM//DTD SI 1.0//EN', 10],
      ['charset', 106, 'UTF-8', 11],
      ['strtbl-length', 0, undefined, 12],
      ['SI', undefined, undefined, 13],
      ['tag', 0x45, '<si>, content', 13],
      ['indication', undefined, '"Hi"', 14],
      ['tag', 0xc6, '<indication>, attributes, content', 14],
      ['href', undefined, 'http://a.com/', 15],
      ['start', 0x0c, 'href="http://"', 15],
      ['STR_I', 'a', undefined, 16],
      ['value', 0x85, '.com/', 19],
      ['END', 1, undefined, 20],
      ['STR_I', 'Hi', undefined, 21],
      ['END', 1, undefined, 25],
      ['END', 1, undefined, 26],
    ]);
  });

  it('say the date in opaque octets, and what handsets make trouble about', () => {
    const created = new Date('1999-06-25T15:23:15Z');
    const tree = inspect(encodeSi({ href: 'http://a.com/', text: 'Hi', created }));
    expectTiling(tree);
    expect(named(tree, 'created')[0]).toMatchObject({ meaning: '1999-06-25T15:23:15Z' });
    expect(named(tree, 'OPAQUE')[0]?.children.map(({ name, value }) => [name, value])).toEqual([
      ['token', 0xc3],
      ['length', 7],
      ['octets', '19990625152315'],
    ]);
    const warnings = named(tree, 'SI')[0]?.warnings;
    expect(warnings).toEqual([expect.stringContaining('SI/indication/si-id: a second SI with the same href')]);
    const silent = inspect(encodeSi({ href: 'http://a.com/', id: '1', text: 'Hi' }));
    expect(everyField(silent).flatMap((field) => field.warnings ?? [])).toEqual([]);
  });

  it('an MMS notification is opened, whose content type is spelt out', () => {
    const tree = inspect(hex(vector('w-mms').hex as string));
    expect(tree.children.at(-1)).toMatchObject({ name: 'Data', children: [{ name: 'M-Notification.ind', end: tree.end }] });
    expect(named(tree, 'X-Mms-Content-Location')[0]?.meaning).toBe('http://mmsc.example.com/1');
  });

  it('what nothing here reads stays octets under its name', () => {
    const tree = inspect(encodePush({ contentType: 'application/vnd.wap.wmlscriptc', body: hex('03040506') }));
    expect(tree.children.at(-1)).toMatchObject({
      name: 'Data',
      children: [{ name: 'octets', value: '03040506', meaning: 'application/vnd.wap.wmlscriptc' }],
    });
  });

  it('octets after the document are a warning', () => {
    const octets = Uint8Array.of(...encodeSi({ href: 'http://a.com/', id: '1', text: 'Hi' }), 0, 0);
    expect(best(octets)).toMatchObject({ format: 'wbxml', confidence: 0.95 });
    const tree = inspect(octets);
    expectTiling(tree);
    expect([tree.error, tree.warnings]).toEqual([undefined, [expect.stringContaining('2 octets after the document')]]);
    const pushed = encodePush({ contentType: PUSH_CONTENT_TYPES.si.wbxml, body: octets });
    expect(best(pushed)).toMatchObject({ format: 'wsp-push', confidence: 0.95 });
    expect(inspect(pushed).error).toBeUndefined();
  });

  it('what is cut in the document of a push is an error in its tree', () => {
    const cut = push.subarray(0, push.length - 3);
    expect(best(cut)).toMatchObject({ format: 'wsp-push', confidence: 0.6 });
    const tree = inspect(cut);
    expectTiling(tree);
    expect(tree.error).toMatchObject({ code: 'truncated' });
    expect(named(tree, 'href')[0]?.meaning).toBe('http://a.com/');
  });

  it.each([
    ['a card', 'text/x-vCard', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:A\r\nEND:VCARD\r\n', 'vCard', 4],
    ['a calendar', 'text/x-vCalendar', 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nEND:VCALENDAR\r\n', 'calendar', 3],
    ['XML', 'text/vnd.wap.sl', formatSl({ href: 'http://a.com/' }), 'push XML', 3],
  ])('%s in a push has its lines', (_, contentType, text, name, lines) => {
    const octets = encodePush({ contentType, body: encodeUtf8(text) });
    expect(best(octets)?.format).toBe('wsp-push');
    const tree = inspect(octets);
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'Data', children: [{ name }] });
    expect(named(tree, name)[0]?.children).toHaveLength(lines);
    expect(errorsOf(tree)).toEqual([]);
  });
});

describe('the application of a port reads the push', () => {
  it.each([2948, 9200])('%i: alone, in several messages joined, behind bare headers', (destinationPort) => {
    const long = encodePush({
      contentType: PUSH_CONTENT_TYPES.si.wbxml,
      body: encodeSi({ href: 'http://www.example.com/', id: 'x', text: 'word '.repeat(60) }),
    });
    for (const [data, parts] of [
      [push, 1],
      [long, 3],
    ] as const) {
      const octets = submitDatagram({ destinationPort, sourcePort: 9200, data }, { to, reference: 1 }).map(encodeSubmit);
      expect(octets).toHaveLength(parts);
      const tree = inspect(parts === 1 ? (octets[0] as Uint8Array) : listing([...octets].reverse()));
      expectTiling(tree);
      expect(errorsOf(tree)).toEqual([]);
      expect(named(tree, 'indication')).toHaveLength(1);
      if (parts > 1) expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 3 parts', octets: data });
    }
    const udh = encodeUdh([{ kind: 'ports16', destination: destinationPort, source: 9200 }]);
    const bare = Uint8Array.of(...udh, ...push);
    expect(best(bare)).toMatchObject({ format: 'udh', confidence: 0.95 });
    expect(named(inspect(bare), 'indication')).toHaveLength(1);
  });

  it('and in the text transport, alone and in parts', () => {
    const one = inspect(encodeUtf8(`//SCKL0B84 ${toHex(push)}`));
    expectTiling(one);
    expect(named(one, 'indication')).toHaveLength(1);
    const parts = [push.subarray(0, 9), push.subarray(9)].map((part, i) =>
      formatSckl({
        destinationPort: 2948,
        sourcePort: 9200,
        reference: 1,
        total: 2,
        sequence: i + 1,
        text: toHex(part),
      }),
    );
    const joined = inspect(encodeUtf8(parts.join('\r\n')));
    expectTiling(joined);
    expect(joined.children.at(-1)).toMatchObject({ name: 'joined from 2 parts', children: [{ name: 'WSP push' }] });
  });

  it('2949 keeps its octets, as only keys open them', () => {
    const udh = encodeUdh([{ kind: 'ports16', destination: 2949, source: 9202 }]);
    const octets = Uint8Array.of(...udh, ...push);
    expect(best(octets)).toMatchObject({ format: 'udh', confidence: 0.6 });
    const tree = inspect(octets);
    expectTiling(tree);
    expect(named(tree, 'WTLS records')[0]?.children).toMatchObject([
      { name: 'octets', value: toHex(push), meaning: expect.stringContaining('inside WTLS') },
    ]);
    expectTiling(inspect(udh));
  });

  it('another WSP message at the port is an error that names its type', () => {
    const udh = encodeUdh([{ kind: 'ports16', destination: 2948, source: 9200 }]);
    const tree = inspect(Uint8Array.of(...udh, 1, 4, 0x20, 0));
    expectTiling(tree);
    expect(named(tree, 'WSP push')[0]?.error?.message).toContain('PDU type 4');
  });
});

describe('XML', () => {
  it('is shown element by element', () => {
    const octets = encodeUtf8('<?xml version="1.0"?>\n<sl href="http://a.com/ü"/>\n');
    const tree = inspect(octets);
    expectTiling(tree);
    expect(tree).toMatchObject({ name: 'push XML', meaning: 'a service loading', end: octets.length });
    expect(tree.children.map(({ name, value, start }) => [name, value, start])).toEqual([
      ['instruction', '<?xml version="1.0"?>', 0],
      ['sl', '<sl href="http://a.com/ü"/>', 22],
    ]);
    const co = inspect(encodeUtf8(formatCo({ operations: [{ kind: 'object', uri: 'http://a.com/' }] })));
    expect(co.meaning).toBe('a cache operation');
  });

  it.each([
    ['<si><indication href="http://a.com/">Hi</indication></si>', 'push-xml', 0.98],
    ['\ufeff<!-- a - b -->\n<co><invalidate-object uri="a"/></co>', 'push-xml', 0.98],
    ['<si><indication href="http://a.com/">Hi', 'push-xml', 0.7],
    ['<si>units</si>', 'push-xml', 0.5],
    ['<svg></svg>', 'text', 0.2],
    ['<si', 'text', 0.2],
    ['<!DOCTYPE si [<!ENTITY a "b">]><si><indication/></si>', 'text', 0.2],
  ])('%j is %s by %f', (text, format, confidence) => {
    expect(best(encodeUtf8(text))).toMatchObject({ format, confidence });
  });

  it('that is cut, no such document or no UTF-8 says so', () => {
    expect(inspect(encodeUtf8('<si><indication href="a">Hi')).warnings).toEqual(['ends without </si>']);
    expect(inspect(encodeUtf8('<svg/>'), { as: 'push-xml' }).warnings).toEqual(['does not begin as push XML']);
    const latin = inspect(Uint8Array.of(...encodeUtf8('<sl href="a'), 0xff, ...encodeUtf8('"/>')), { as: 'push-xml' });
    expect(latin).toMatchObject({ warnings: ['not UTF-8; read as ISO-8859-1'], children: [{ value: '<sl href="aÿ"/>' }] });
    expect(inspect(Uint8Array.of(...encodeUtf8('<si>'), 0), { as: 'push-xml' }).warnings).toEqual(['ends without </si>']);
    const broken = inspect(Uint8Array.of(...encodeUtf8('<si>'), 0xff, 0), { as: 'push-xml' });
    expect(broken).toMatchObject({ error: { code: 'bad-value', reason: 'is not text' } });
    const many = inspect(encodeUtf8('<si>'.repeat(9)), { as: 'push-xml', limits: { inspectFields: 8 } });
    expect(many).toMatchObject({ children: [], error: { code: 'limit-exceeded' } });
  });
});

describe('laws', () => {
  const documents = pushDocument.map((document) => ({ document, wbxml: encodeWbxml(document) }));
  const pushes = documents.map(({ document, wbxml }) =>
    encodePush({ contentType: PUSH_CONTENT_TYPES[document.kind].wbxml, body: wbxml }),
  );
  const styled = fc.tuple(serviceIndication, style).map(([si, how]) => writeInStyle(si, how));
  const xml = fc.tuple(serviceIndication).map(([si]) => encodeUtf8(formatSi(si)));
  const whole = {
    wbxml: fc.oneof(
      documents.map(({ wbxml }) => wbxml),
      styled,
    ),
    'wsp-push': pushes,
    'push-xml': xml,
  } as const;
  const names = Object.keys(whole) as (keyof typeof whole)[];

  it.each(names)('%s: known first, and tiled to its end', (format) => {
    fc.assert(
      fc.property(whole[format], (octets) => {
        expect(best(octets)).toMatchObject({ format, confidence: 0.98 });
        const tree = inspect(octets);
        expectTiling(tree);
        expect([tree.start, tree.end, errorsOf(tree)]).toEqual([0, octets.length, []]);
      }),
    );
  });

  it.each(names)('%s: damaged, cut, or anything behind its beginning', (format) => {
    const grafted = fc
      .tuple(whole[format], fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 60 }))
      .map(([head, at, tail]) => Uint8Array.of(...head.subarray(0, at), ...tail));
    fc.assert(
      fc.property(
        fc.oneof(damaged(whole[format]), grafted, fc.uint8Array({ maxLength: 40 })),
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
    );
  });

  it('every cut of the vectors tiles', () => {
    for (const { hex: octets, wbxmlHex, op } of vectors) {
      const each = hex(octets ?? wbxmlHex ?? '');
      const as = op === 'wsp-push-decode' ? 'wsp-push' : 'wbxml';
      for (let end = 0; end <= each.length; end++) expectTiling(inspect(each.subarray(0, end), { as }));
    }
  });
});

describe('limits', () => {
  it('of the WBXML reader hold, as errors in the tree', () => {
    const si = encodeSi({ href: 'http://a.com/', id: '1', text: 'Hi' });
    expect(inspect(si, { limits: { wbxmlOctets: 9 } }).error).toMatchObject({ code: 'limit-exceeded' });
    expect(inspect(push, { as: 'wsp-push', limits: { wbxmlOctets: 9 } }).error).toMatchObject({ code: 'limit-exceeded' });
  });
});
