import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/bytes/index.js';
import { ByteReader } from '../../../src/bytes/reader.js';
import type { Issue } from '../../../src/bytes/reading.js';
import { type Field, Trace } from '../../../src/bytes/trace.js';
import { DecodeError, FormatError } from '../../../src/errors.js';
import { encodeSi, type PushDocument, type ServiceIndication } from '../../../src/push/index.js';
import { readWbxml } from '../../../src/push/wbxml/read.js';
import { PUSH_FLAG, type PushDecodeOptions } from '../../../src/push/wsp/headers.js';
import { type DecodedPush, decodePush, encodePush, PUSH_PORTS, type Push, readPush } from '../../../src/push/wsp/push.js';
import { hex } from '../../support/hex.js';
import { refusal } from '../../support/hostile.js';
import { expectTiling } from '../../support/tiling.js';
import { fixture } from '../../support/vectors.js';

interface PushVector {
  id: string;
  op: string;
  hex: string;
  wbxmlHex?: string;
  verdict: 'accept' | 'reject';
  oracles: Record<string, { segments?: { ud: string }[] } | string[] | null>;
}

const { vectors } = fixture('vectors/wap-push.json') as { vectors: PushVector[] };
const SIC = 'application/vnd.wap.sic';
const body = hex('02056a0045c60c0361008501034869000101');

function traced(octets: Uint8Array, options?: PushDecodeOptions): { field: Field; push?: DecodedPush } {
  const trace = new Trace('push');
  try {
    const push = readPush(new ByteReader(octets, trace), options);
    return { push, field: trace.finish(octets.length) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { field: trace.fail(error, octets.length) };
  }
}

function leaves(field: Field): string[] {
  return field.children.length === 0
    ? [`${field.name}=${field.value ?? ''}${field.meaning === undefined ? '' : ` (${field.meaning})`}`]
    : field.children.flatMap(leaves);
}

describe('vectors of tshark, Kannel and the field', () => {
  it.each(vectors.filter(({ op }) => op === 'wsp-push-decode'))('$id: $verdict', ({ hex: wire, verdict }) => {
    const read = () => decodePush(hex(wire));
    if (verdict === 'accept') expect(read().body.length).toBeGreaterThan(0);
    else expect(read).toThrow(DecodeError);
  });

  it('reads what tshark reads', () => {
    const of = (id: string) => decodePush(hex(vectors.find((vector) => vector.id === id)?.hex ?? ''));
    expect(of('w-min')).toEqual({ transactionId: 1, contentType: SIC, charset: null, body });
    expect(of('w-charset')).toEqual({ transactionId: 0x29, contentType: SIC, contentLength: 74, body });
    expect(of('w-appid2')).toEqual({ transactionId: 0xdc, contentType: SIC, applicationId: 2, body });
    expect(of('w-slc')).toMatchObject({ transactionId: 7, contentType: 'application/vnd.wap.slc' });
    expect(of('w-mms')).toMatchObject({
      transactionId: 0x5a,
      contentType: 'application/vnd.wap.mms-message',
      applicationId: 4,
    });
    expect(refusal(() => of('w-appid'))).toEqual({ code: 'truncated', field: 'WSP/Content-Length', offset: 10 });
  });

  const kannel = vectors.filter(({ oracles }) => {
    const found = oracles['kannel 1.4.5 PPG'];
    return found !== null && found !== undefined && 'segments' in found && found.segments?.length === 1;
  });
  it.each(kannel)('writes the octets of Kannel: $id', ({ oracles }) => {
    const { segments } = oracles['kannel 1.4.5 PPG'] as { segments: { ud: string }[] };
    const wire = hex(segments[0]?.ud ?? '');
    const read = decodePush(wire);
    expect(read).toMatchObject({ charset: null, contentLength: read.body.length, encodingVersion: '1.3' });
    expect(toHex(encodePush({ ...read, contentLength: true }))).toBe(toHex(wire));
  });

  it.each([
    ['the default', { contentType: SIC }, '07060403AE81EA'],
    ['plain', { contentType: SIC, charset: null }, '070601AE'],
    ['application id', { contentType: SIC, applicationId: 'x-wap-application:wml.ua' }, '07060603AE81EAAF82'],
    ['short application id', { contentType: SIC, applicationId: 'wml.ua' }, '07060603AE81EAAF82'],
    ['length', { contentType: SIC, contentLength: 74 }, '07060603AE81EA8DCA'],
    ['long length', { contentType: SIC, charset: null, contentLength: 218 }, '070604AE8D01DA'],
    ['Kannel', { contentType: SIC, charset: null, contentLength: 68, encodingVersion: '1.3' }, '070605AE8DC4C393'],
    ['a charset past 127', { contentType: SIC, charset: 'iso-10646-ucs-2' }, '07060605AE810203E8'],
    ['a type past 127', { contentType: 'application/vnd.wap.emn+wbxml' }, '0706040302030A'],
    ['a type without code', { contentType: 'a/b' }, '070604612F6200'],
    ['flags', { contentType: 'text/plain', pushFlag: PUSH_FLAG.LastPush | PUSH_FLAG.ContentTrusted }, '07060383B486'],
    ['a date to the second', { contentType: 'text/plain', date: new Date(5999) }, '07060483920105'],
    ['confirmed', { contentType: 'text/plain', confirmed: true }, '07070183'],
  ] as const)('writes the header: %s', (_, given, wire) => {
    expect(toHex(encodePush({ ...given, transactionId: 7, body }))).toBe(wire + toHex(body));
  });

  it('reads every modelled header as tshark 4.0.17 shows it', () => {
    const wire = hex(
      '00 06 52 03AE81EA AF782D666F6F3A62617200 8D92 8E687474703A2F2F622F00 B1687474703A2F2F692F00 B0687474703A2F2F632F00 B487' +
        '920465E90380 940465EA5500 C393 582D466F6F0062617200 BD80 8802829002056A0045C60C0361008501034869000101',
    );
    const shown = {
      transactionId: 0,
      contentType: SIC,
      applicationId: 'x-foo:bar',
      contentLength: 18,
      contentLocation: 'http://b/',
      initiatorUri: 'http://i/',
      contentUri: 'http://c/',
      pushFlag: PUSH_FLAG.InitiatorAuthenticated | PUSH_FLAG.ContentTrusted | PUSH_FLAG.LastPush,
      date: new Date('2024-03-07T00:00:00Z'),
      expires: new Date('2024-03-08T00:00:00Z'),
      encodingVersion: '1.3',
      headers: [
        { name: 'X-Foo', value: 'bar' },
        { code: 0x3d, value: hex('80') },
        { code: 0x08, value: hex('028290') },
      ],
      body,
    };
    expect(decodePush(wire)).toEqual(shown);
    expect(toHex(encodePush(shown))).toBe(toHex(wire));
  });

  it('reads parameters as tshark 4.0.17 shows them', () => {
    const wire = hex(
      '00 06 2D 1F2B 6170706C69636174696F6E2F782D666F6F00 810203E8 856E2E74787400 78002261206200 790002012C 899D 00',
    );
    const shown = {
      transactionId: 0,
      contentType: 'application/x-foo',
      charset: 'iso-10646-ucs-2',
      parameters: [
        { name: 'name', value: 'n.txt' },
        { name: 'x', value: 'a b' },
        { name: 'y', value: 300 },
        { name: 'type', value: 'image/gif' },
      ],
      body: hex('00'),
    };
    expect(decodePush(wire)).toEqual(shown);
    expect(toHex(encodePush(shown))).toBe(toHex(wire));
  });

  it('names ports', () => {
    expect(PUSH_PORTS).toEqual({ Push: 0x0b84, Source: 0x23f0, SecurePush: 0x0b85, SecureSource: 0x23f2 });
  });
});

describe('properties', () => {
  it('reads views and gives copies', () => {
    const wire = encodePush({ contentType: SIC, body });
    const larger = new Uint8Array(wire.length + 7);
    larger.set(wire, 3);
    const view = larger.subarray(3, 3 + wire.length);
    const read = decodePush(view);
    larger.fill(0);
    expect(read.body).toEqual(body);
    expect(decodePush(Buffer.from(wire)).body.buffer.byteLength).toBe(body.length);
  });
});

describe('reading', () => {
  it('keeps headers of other pages and names', () => {
    const { headers, ...rest } = decodePush(hex('0106 12 83 8880 05 A182 7F42 B502ABCD 582D4100 6200'));
    expect(rest).toEqual({ transactionId: 1, contentType: 'text/plain', body: new Uint8Array(0) });
    expect(headers).toEqual([
      { code: 8, value: hex('80') },
      { page: 5, code: 0x21, value: hex('82') },
      { page: 0x42, code: 0x35, value: hex('02abcd') },
      { name: 'X-A', value: 'b' },
    ]);
  });

  it('reads older and newer codes and long forms of parameters as the same', () => {
    const typed = decodePush(hex('0106 12 11 83 97 226100 85 6200 89 9D 78 00 82 8181 8A00'));
    expect(typed.parameters).toEqual([
      { name: 'name', value: 'a' },
      { name: 'name', value: 'b' },
      { name: 'type', value: 'image/gif' },
      { name: 'x', value: 2 },
      { code: 10, value: hex('00') },
    ]);
    expect(typed.charset).toBe(1);
    expect(decodePush(hex('0106 11 1F0F 83 63686172736574 00 7574662D3800')).charset).toBe('utf-8');
    expect(decodePush(hex('0106 0B 544558542F504C41494E00')).contentType).toBe('text/plain');
    expect(decodePush(hex('0106 02 01AE')).charset).toBe(null);
  });

  it('passes over a 00 between headers leniently', () => {
    const wire = hex('0106 08 AE 0000 B487 0000 00 61');
    const issues: Issue[] = [];
    expect(refusal(() => decodePush(wire))).toEqual({ code: 'bad-value', field: 'WSP/header', offset: 4 });
    const read = decodePush(wire, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(read).toEqual({ transactionId: 1, contentType: SIC, charset: null, pushFlag: 7, body: hex('61') });
    expect(issues.map(({ offset }) => offset)).toEqual([4, 8]);
  });

  it('refuses a modelled header twice or with another kind of value; lenient reading keeps it among the others', () => {
    const issues: Issue[] = [];
    const wire = hex('0106 0E AE AF82 AF84 8D6100 B400 928A C39F');
    expect(refusal(() => decodePush(wire))).toEqual({ code: 'bad-value', field: 'WSP/X-Wap-Application-Id', offset: 7 });
    expect(decodePush(wire, { lenient: true, onIssue: (issue) => issues.push(issue) })).toEqual({
      transactionId: 1,
      contentType: SIC,
      charset: null,
      applicationId: 2,
      encodingVersion: '1',
      headers: [
        { code: 0x2f, value: hex('84') },
        { code: 0x0d, value: hex('6100') },
        { code: 0x34, value: hex('00') },
        { code: 0x12, value: hex('8A') },
      ],
      body: new Uint8Array(0),
    });
    expect(issues.map(({ field, offset }) => [field, offset])).toEqual([
      ['WSP/X-Wap-Application-Id', 7],
      ['WSP/Content-Length', 9],
      ['WSP/Push-Flag', 12],
      ['WSP/Date', 14],
    ]);
  });

  it('keeps the forms of Encoding-Version that have no model', () => {
    expect(decodePush(hex('0106 05 AE C3 02 81 93')).headers).toEqual([{ code: 0x43, value: hex('028193') }]);
  });

  it('says in the trace what it read', () => {
    const { field } = traced(hex('2906 0F 03AE81EA AF82 8DCA BD80 B483 9401 05 02'));
    expect(leaves(field)).toEqual([
      'TID=41',
      'Type=6 (Push)',
      'HeadersLen=15',
      'length=3',
      `type=46 (${SIC})`,
      'name=1 (charset)',
      'value=106 (utf-8)',
      'code=175 (X-Wap-Application-Id)',
      'X-Wap-Application-Id=2 (x-wap-application:wml.ua)',
      'code=141 (Content-Length)',
      'Content-Length=74',
      'code=189 (Cache-Control)',
      'Cache-Control=80 (no-cache)',
      'code=180 (Push-Flag)',
      'Push-Flag=3 (initiator authenticated, content trusted)',
      'code=148 (Expires)',
      'Expires=5 (1970-01-01T00:00:05.000Z)',
      'Data=02',
    ]);
    expect(field.children[3]?.meaning).toBe(`${SIC}; charset=utf-8`);
    expect(field.children[3]?.warnings).toEqual(['Content-Length says 74, but 1 octets follow']);
  });

  it('says in the trace which page a header is of, and what kind of push it is', () => {
    const { field } = traced(hex('0107 13 612F6200 05 A182 7F42 B502ABCD 582D4100 6200'));
    expect(field.children[1]?.meaning).toBe('ConfirmedPush');
    const headers = field.children.find(({ name }) => name === 'Headers')?.children ?? [];
    expect(headers.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['Content-Type', 'a/b'],
      ['shift', 'codes of page 5'],
      ['header', 'header of page 5'],
      ['shift', 'codes of page 66'],
      ['header', 'header of page 66'],
      ['header', 'X-A'],
    ]);
  });

  it('hands the data to another reader', () => {
    const trace = new Trace('push');
    const wire = encodePush({ contentType: SIC, body });
    let type: unknown;
    readPush(new ByteReader(wire, trace), undefined, (data, { contentType }) => {
      type = contentType;
      data.u8('WBXML/version');
    });
    const field = trace.finish(wire.length);
    expectTiling(field);
    expect(type).toBe(SIC);
    expect(field.children.at(-1)?.children.map(({ name, start }) => [name, start])).toEqual([
      ['version', 7],
      ['rest', 8],
    ]);
  });
});

describe('an SI in a push', () => {
  it('is one tree, down to each token', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^https?:\/\/[a-z.]{1,9}[.]com\/[a-z?&=]{0,9}$/),
        fc.string({ maxLength: 20 }),
        (href, id) => {
          const given = { href, id };
          fc.pre(isEncodable(given));
          const wire = encodePush({ contentType: SIC, body: encodeSi(given) });
          const trace = new Trace('push');
          let document: PushDocument | undefined;
          readPush(new ByteReader(wire, trace), undefined, (data) => {
            document = readWbxml(data);
          });
          const field = trace.finish(wire.length);
          expectTiling(field);
          expect(document).toEqual({ kind: 'si', si: given });
          expect(field.children.at(-1)?.name).toBe('Data');
          expect(field.children.at(-1)?.children.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

function isEncodable(si: ServiceIndication): boolean {
  try {
    encodeSi(si);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

describe('refusals', () => {
  it.each([
    ['nothing', '', 'truncated', 'WSP/TID', 0],
    ['no type', '01', 'truncated', 'WSP/Type', 1],
    ['another PDU type', '0140', 'bad-value', 'WSP/Type', 1],
    ['no length', '0106', 'truncated', 'WSP/HeadersLen', 2],
    ['a length of six octets', '0106818181818101', 'bad-value', 'WSP/HeadersLen', 2],
    ['headers past the end', '010602AE', 'truncated', 'WSP/Headers', 3],
    ['no content type', '010600AE', 'truncated', 'Content-Type', 3],
    ['a content type without its end', '010602612F', 'truncated', 'Content-Type/type', 3],
    ['a content type that is none', '0106026100', 'bad-value', 'Content-Type/type', 3],
    ['a control character', '010605612F0D6200', 'bad-value', 'Content-Type/type', 5],
    ['a value length past the headers', '01060204AE81EA', 'truncated', 'Content-Type', 4],
    ['a value length of nothing', '01060100', 'truncated', 'Content-Type/type', 4],
    ['a type that is no integer', '0106020100', 'bad-value', 'Content-Type/type', 4],
    ['an integer past 2^53', '01060A0908FFFFFFFFFFFFFFFF', 'bad-value', 'Content-Type/type', 4],
    ['a parameter without value', '01060302AE81', 'truncated', 'Content-Type/parameter/value', 6],
    ['charset twice', '01060605AE81EA8183', 'bad-value', 'Content-Type/charset', 7],
    ['a charset that is none', '01060403AE8100', 'bad-value', 'Content-Type/charset', 6],
    ['a parameter with a length', '01060706AE78001F01AA', 'bad-value', 'Content-Type/parameter/value', 7],
    ['a parameter that is no name', '01060605AE28000081', 'bad-value', 'Content-Type/parameter/name', 5],
    ['a header of 00', '010602AE00', 'bad-value', 'WSP/header', 4],
    ['page 0', '010603AE7F00', 'bad-value', 'WSP/shift/page', 5],
    ['a shift to nowhere', '010602AE7F', 'truncated', 'WSP/shift/page', 5],
    ['a header name with blanks', '010605AE20610000', 'bad-value', 'WSP/header/name', 4],
    ['a header text without end', '010605AE610062AA', 'truncated', 'WSP/header/value', 6],
    ['a header without value', '010602AE88', 'truncated', 'WSP/Cache-Control', 5],
    ['a value past the headers', '010604AE880501', 'truncated', 'WSP/Cache-Control', 5],
    ['an uintvar cut off', '010604AE881F81', 'truncated', 'WSP/Cache-Control', 6],
    ['a length that is a text', '010604AE8D6100', 'bad-value', 'WSP/Content-Length', 5],
    ['a URI that is a number', '010603AEB081', 'bad-value', 'WSP/X-Wap-Content-URI', 5],
    ['a URI with a line end', '010605AEB0610D00', 'bad-value', 'WSP/X-Wap-Content-URI', 6],
    ['an application of nothing', '010603AEAF00', 'bad-value', 'WSP/X-Wap-Application-Id', 5],
    ['a date past all dates', '01060AAE9407FFFFFFFFFFFFFF', 'bad-value', 'WSP/Expires', 5],
    ['a flag in two octets', '010604AEB40101', 'bad-value', 'WSP/Push-Flag', 5],
  ] as const)('%s', (_, wire, code, field, offset) => {
    expect(refusal(() => decodePush(hex(wire)))).toEqual({ code, field, offset });
  });

  it.each([
    [{ contentType: 'text/plain; charset=utf-8' }, 'contentType'],
    [{ contentType: -1 }, 'contentType'],
    [{ charset: 'utf 8' }, 'charset'],
    [{ charset: -1 }, 'charset'],
    [{ parameters: [{ name: 'charset', value: 'utf-8' }] }, 'parameters[0].name'],
    [{ parameters: [{ name: 'a b', value: 1 }] }, 'parameters[0].name'],
    [{ parameters: [{ code: 2, value: new Uint8Array(0) }] }, 'parameters[0].value'],
    [{ parameters: [{ code: 2, value: hex('8182') }] }, 'parameters[0].value'],
    [{ parameters: [{ code: -2, value: hex('81') }] }, 'parameters[0].code'],
    [{ transactionId: 256 }, 'transactionId'],
    [{ transactionId: -1 }, 'transactionId'],
    [{ transactionId: 0.5 }, 'transactionId'],
    [{ encodingVersion: '8' }, 'encodingVersion'],
    [{ headers: [{ code: -1, value: hex('80') }] }, 'headers[0].code'],
    [{ headers: [{ code: 0.5, value: hex('80') }] }, 'headers[0].code'],
    [{ headers: [{ code: 1, page: 256, value: hex('80') }] }, 'headers[0].page'],
    [{ headers: [{ code: 1, page: 1.5, value: hex('80') }] }, 'headers[0].page'],
    [{ applicationId: 'nobody' }, 'applicationId'],
    [{ applicationId: 1.5 }, 'applicationId'],
    [{ contentLength: -1 }, 'contentLength'],
    [{ contentUri: '' }, 'contentUri'],
    [{ pushFlag: 128 }, 'pushFlag'],
    [{ date: new Date(-1000) }, 'date'],
    [{ expires: new Date(Number.NaN) }, 'expires'],
    [{ encodingVersion: '1.15' }, 'encodingVersion'],
    [{ headers: [{ name: 'X A', value: '' }] }, 'headers[0].name'],
    [{ headers: [{ code: 128, value: hex('80') }] }, 'headers[0].code'],
    [{ headers: [{ code: 1, page: 0, value: hex('80') }] }, 'headers[0].page'],
    [{ headers: [{ code: 1, value: hex('80AF82') }] }, 'headers[0].value'],
    [{ headers: [{ code: 1, value: hex('05AF') }] }, 'headers[0].value'],
  ])('cannot write %j', (given, field) => {
    expect(refusal(() => encodePush({ contentType: SIC, body, ...given } as Push))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });

  it('a text cannot begin another header or line', () => {
    for (const [text, offset] of [
      ['a\r\nb', 1],
      ['a\0', 1],
      ['\u20ac', 0],
    ] as const) {
      expect(refusal(() => encodePush({ contentType: SIC, body, contentUri: text }))).toEqual({
        code: 'unencodable',
        field: 'contentUri',
        offset,
      });
      expect(refusal(() => encodePush({ contentType: SIC, body, headers: [{ name: 'a', value: text }] }))).toMatchObject({
        offset,
      });
    }
  });

  it('arguments of the wrong type are TypeErrors', () => {
    expect(() => encodePush(undefined as never)).toThrow(/^push is /);
    expect(() => encodePush({ contentType: SIC, body: 'x' as never })).toThrow(/^body /);
    expect(() => encodePush({ contentType: SIC, body, headers: [{ code: 1, value: 'x' as never }] })).toThrow(TypeError);
    expect(() => decodePush('x' as never)).toThrow(TypeError);
  });
});

describe('limits', () => {
  it('lengths that lie cost nothing', () => {
    expect(refusal(() => decodePush(hex('01068FFFFFFF7FAE')))).toEqual({ code: 'truncated', field: 'WSP/Headers', offset: 7 });
    expect(refusal(() => decodePush(hex('010608AE881F8FFFFFFF7F')))).toEqual({
      code: 'truncated',
      field: 'WSP/Cache-Control',
      offset: 5,
    });
  });
});
