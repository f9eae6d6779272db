/** Service indications, service loadings, cards and calendars as messages: where they go, what is said of them, what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { type BuildOptions, buildSubmits, type Content, type FormChoice, readSubmits } from '../../src/message/index.js';
import { encodePush, encodeSi, fromGatewayFields } from '../../src/push/binary.js';
import { encodeUdh, type InformationElement } from '../../src/sms/index.js';
import type { VCalendar, VCard } from '../../src/vobject/index.js';
import { calendarContent, cardContent, indication, loading } from '../support/contents.js';
import { hex } from '../support/hex.js';
import { damaged, refusal } from '../support/hostile.js';
import { fixture } from '../support/vectors.js';
import { vobjectVectors } from '../support/vobjects.js';

const to = '+447700900123';
const si = { href: 'http://a.com/', id: 'n-1', text: 'Hi' };
const card: VCard = { family: 'Smith', tel: [{ value: '+447700900123', types: ['CELL'] }] };
const calendar: VCalendar = { events: [{ summary: 'Tea', start: new Date('2026-07-02T15:00:00Z') }] };

/** The messages, and what was said of them. */
function built(content: Content, options: Partial<BuildOptions> = {}) {
  let choice: FormChoice | undefined;
  const submits = buildSubmits(content, { to, reference: 0x39, ...options, onChoice: (chosen) => (choice = chosen) });
  return { submits, choice: choice as FormChoice };
}

const to16 = (destination: number, source = 0): InformationElement => ({ kind: 'ports16', destination, source });
const read = (port: number, content: { data: Uint8Array } | { text: string }, lenient = false) =>
  readSubmits([{ udh: [to16(port)], tpDcs: 0, tpPid: 0, ...content }], { lenient });

describe('messages of others', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the shape of the vectors
  const vectors = (fixture('vectors/wap-push.json') as { vectors: any[] }).vectors.flatMap((vector) => {
    const segments = vector.oracles?.['kannel 1.4.5 PPG']?.segments as { udh: string; ud: string }[] | undefined;
    return vector.kind === 'si' && segments !== undefined && vector.oracles['kannel 1.4.5 PPG'].sameWbxmlAsXml2wbxml === true
      ? [{ id: vector.id as string, input: vector.input as Record<string, string>, segments }]
      : [];
  });

  it('finds vectors', () => {
    expect(vectors.length).toBeGreaterThan(3);
  });

  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    '%s of Kannel: read, and the same document and ports',
    (_, vector) => {
      const parts = vector.segments.map(({ udh, ud }) => {
        const header = hex(udh);
        const elements: InformationElement[] = [to16(2948, 9200)];
        if (header.length > 7) {
          const [reference = 0, total = 0, sequence = 0] = header.subarray(9);
          elements.push({ kind: 'concat8', reference, total, sequence });
        }
        expect(encodeUdh(elements)).toEqual(header);
        return { udh: elements, data: hex(ud), tpDcs: 0x04, tpPid: 0 };
      });
      const content = readSubmits(parts);
      const { submits } = built(content);
      const body = (all: readonly { data?: Uint8Array | undefined }[]) =>
        all.map(({ data }) => toHex(data as Uint8Array)).join('');
      // Behind the headers, whose length Kannel gives in its third octet.
      const theirs = body(parts);
      const from = 2 * (3 + Number.parseInt(theirs.slice(4, 6), 16));
      expect(body(submits).slice(14)).toBe(theirs.slice(from));
      expect(submits[0]?.udh[0]).toEqual(to16(2948, 9200));
    },
  );

  it.each(
    vobjectVectors('transport')
      .filter(({ expect: wanted }) => wanted.udh !== undefined)
      .map((vector) => [vector.id, vector] as const),
  )('%s: headers and parts', (_, { input, expect: wanted }) => {
    // An object of so many octets: what it has around its only text is measured first.
    const wrap = buildSubmits({ kind: 'vcard', card: { family: 'x' } }, { to })[0]?.data?.length ?? 0;
    const empty = buildSubmits({ kind: 'vcalendar', calendar: { events: [{ summary: 'x' }] } }, { to })[0]?.data?.length ?? 0;
    const { object, octets, ref8 } = input;
    const content: Content =
      object === 'vcard'
        ? { kind: 'vcard', card: { family: 'x'.repeat(octets - wrap + 1) } }
        : { kind: 'vcalendar', calendar: { events: [{ summary: 'x'.repeat(octets - empty + 1) }] } };
    const { submits } = built(content, { reference: ref8 });
    expect(submits.map(({ udh }) => toHex(encodeUdh(udh)))).toEqual(wanted.udh);
    if (wanted.octetsPerPart) expect(submits.map(({ data }) => data?.length)).toEqual(wanted.octetsPerPart);
  });

  it('a push with other headers, other source ports or class 1 is an indication all the same', () => {
    const data = encodePush({
      contentType: 'application/vnd.wap.sic',
      body: encodeSi(si),
      charset: null,
      encodingVersion: '1.3',
      applicationId: 2,
    });
    const parts = [{ udh: [to16(2948, 0xc002)], data, tpDcs: 0xf5, tpPid: 0 }];
    expect(readSubmits(parts)).toEqual({ kind: 'serviceIndication', si });
  });

  it('an indication that leaves its charset to the push is read in that', () => {
    const body = encodeSi({ href: 'http://wap.example/', text: 'Caf_' });
    // WBXML: version, public identifier, charset. 0 says that the transport knows; 4 is ISO-8859-1.
    body[2] = 0;
    body[body.lastIndexOf(0x5f)] = 0xe9;
    const push = (charset: number | null) => encodePush({ contentType: 'application/vnd.wap.sic', body, charset });
    expect(read(2948, { data: push(4) })).toMatchObject({ kind: 'serviceIndication', si: { text: 'Café' } });
    // Without one it is UTF-8, where the octet means nothing; its place is counted in the push.
    const data = push(null);
    expect(refusal(() => read(2948, { data }))).toMatchObject({ code: 'bad-value', offset: data.indexOf(0xe9) });
  });

  it('a push in a charset without a name here is read where the document names its own', () => {
    const body = encodeSi(si);
    const data = encodePush({ contentType: 'application/vnd.wap.sic', body, charset: 9999 });
    expect(read(2948, { data })).toEqual({ kind: 'serviceIndication', si });
    body[2] = 0;
    const unnamed = encodePush({ contentType: 'application/vnd.wap.sic', body, charset: 9999 });
    expect(refusal(() => read(2948, { data: unnamed }))).toMatchObject({ code: 'bad-value', field: 'WBXML/charset' });
  });

  // The document begins at octet 7, after `00 06 04 03 AE 81 EA`; a notification at 4, after `00 06 01 BE`.
  it.each([
    ['an indication that is cut', '00 06 04 03 AE 81 EA 02', 'DecodeError', 8, 1],
    ['a charset that is none', '00 06 04 03 AE 81 EA 02 05 02 00', 'DecodeError', 9, 2],
    // An address of 1,025 characters, where DEFAULT_LIMITS has 1,024; it begins at octet 8 of the document.
    [
      'an address past the limit',
      `00 06 04 03 AE 81 EA 02 05 6A 00 45 C6 0B 03 ${'61'.repeat(1025)} 00 01 01 01`,
      'LimitError',
      15,
      8,
    ],
    ['a notification without a type', '00 06 01 BE', 'DecodeError', 4, 0],
    ['a notification without an identifier', '00 06 01 BE 8C82', 'DecodeError', 6, 2],
  ])('%s: its offset counts in the push', (_, octets, name, offset, inBody) => {
    const cause = expect.objectContaining({ name, offset: inBody });
    expect(() => read(2948, { data: hex(octets) })).toThrow(expect.objectContaining({ name, offset, cause }));
  });

  it('a card in ISO-8859-1 that does not say so', () => {
    const text = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Mller\r\nEND:VCARD\r\n';
    const octets = Uint8Array.from(text.replace('Mller', 'M\xfcller'), (character) => character.charCodeAt(0));
    expect(read(9204, { data: octets })).toMatchObject({ kind: 'vcard', card: { family: 'Müller' } });
  });

  it.each([9205, 0x00e4])('a calendar to port %i, as octets and as text', (port) => {
    const text = 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VTODO\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n';
    const expected = { kind: 'vcalendar', calendar: { todos: [{ summary: 'Milk' }] } };
    expect(read(port, { data: new TextEncoder().encode(text) })).toMatchObject(expected);
    expect(read(port, { text })).toMatchObject(expected);
  });

  it.each([
    ['another document', 2948, encodePush({ contentType: 'application/vnd.wap.wmlc', body: hex('8C82'), applicationId: 4 })],
    ['an indication as XML', 2948, encodePush({ contentType: 'text/vnd.wap.si', body: hex('3C73692F3E') })],
    ['a push inside WTLS', 2949, encodePush({ contentType: 'application/vnd.wap.sic', body: encodeSi(si) })],
  ])('%s stays as it is', (_, port, data) => {
    expect(read(port, { data })).toEqual({ kind: 'pdu', tpDcs: 0, tpPid: 0, udh: [to16(port)], data });
  });

  it('text to the port of pushes is no push', () => {
    expect(read(2948, { text: 'x' }).kind).toBe('pdu');
  });
});

describe('what is said', () => {
  it('of an indication: form, port, coding', () => {
    const { submits, choice } = built({ kind: 'serviceIndication', si });
    expect(choice).toEqual({
      form: 'wap-push',
      port: 2948,
      tpDcs: 0x04,
      reason: expect.any(String),
      confirmed: true,
      warnings: [],
    });
    expect(submits).toMatchObject([{ tpDcs: 0x04, tpPid: 0, udh: [to16(2948, 9200)] }]);
    expect(toHex(submits[0]?.data?.subarray(0, 7) as Uint8Array)).toBe('00060403AE81EA');
  });

  it('of an indication of four messages: nothing', () => {
    const { submits, choice } = built({ kind: 'serviceIndication', si: { ...si, text: 'x'.repeat(450) } });
    expect(submits).toHaveLength(4);
    expect(choice.warnings).toEqual([]);
  });

  it.each([
    [8, ''],
    [9, ' and 1 more'],
    [10, ' and 2 more'],
  ])('of %i properties that are lost: the first eight', (count, more) => {
    const events = Array.from({ length: count }, (_, i) => ({ summary: 'x', uid: `${i}` }));
    const { choice } = built({ kind: 'vcalendar', calendar: { version: '2.0', events } });
    const listed = Array.from({ length: 8 }, (_, i) => `events[${i}].uid`).join(', ');
    expect(choice.warnings[0]).toBe(`not carried: ${listed}${more}`);
  });

  it.each<[string, Content, string]>([
    ['no id', { kind: 'serviceIndication', si: { href: 'http://a.com/', text: 'x' } }, 'SI/indication/si-id: '],
    ['no text', { kind: 'serviceIndication', si: { href: 'http://a.com/', id: '1' } }, 'SI/indication: '],
    ['another scheme', { kind: 'serviceIndication', si: { ...si, href: 'tel:1' } }, 'SI/indication/href: '],
    ['a relative address', { kind: 'serviceLoading', sl: { href: 'a.wml' } }, 'SL/href: '],
    [
      'a card of four parts',
      { kind: 'vcard', card: { ...card, note: 'x'.repeat(400) } },
      '4 messages: most handsets accept a card',
    ],
    [
      'a calendar of four parts',
      { kind: 'vcalendar', calendar: { events: [{ summary: 'x'.repeat(400) }] } },
      '4 messages: most handsets accept a calendar',
    ],
    [
      'what vCalendar cannot hold',
      { kind: 'vcalendar', calendar: { version: '2.0', events: [{ summary: 'x', uid: '1', stamp: new Date(0) }] } },
      'not carried: events[0].uid, events[0].stamp',
    ],
    [
      'a rule that is none',
      { kind: 'vcalendar', calendar: { events: [{ summary: 'x', other: [{ name: 'RRULE', value: 'FREQ=X' }] }] } },
      'not valid, and refused by strict readers: VEVENT/RRULE ("FREQ=X" does not begin a rule)',
    ],
    [
      'a name of six parts',
      {
        kind: 'vcard',
        card: { formattedName: 'x', other: [{ name: 'TITLE', params: [{ name: 'ENCODING', value: 'X' }], value: 'a' }] },
      },
      'refused by strict readers: VCARD/TITLE (encoding "X")',
    ],
    [
      'much of it',
      { kind: 'vcalendar', calendar: { version: '2.0', events: Array(12).fill({ summary: 'x', uid: '1' }) } },
      'events[7].uid and 4 more',
    ],
  ])('%s', (_, content, warning) => {
    const warnings = built(content).choice.warnings.join('\n');
    expect(warnings).toContain(warning);
  });

  it('of a card that fits three messages: nothing', () => {
    expect(built({ kind: 'vcard', card: { ...card, note: 'x'.repeat(250) } })).toMatchObject({
      submits: { length: 3 },
      choice: { form: 'smart-messaging', port: 9204, tpDcs: 0xf5, warnings: [] },
    });
  });

  it('of a calendar: it is not confirmed, and goes where it is sent', () => {
    expect(built({ kind: 'vcalendar', calendar }).choice).toMatchObject({ port: 9205, confirmed: false });
    expect(built({ kind: 'vcalendar', calendar }, { calendarPort: 228 })).toMatchObject({
      choice: { port: 228 },
      submits: [{ udh: [to16(228)] }],
    });
  });

  it('of text: coding 00, ports in each part, 152 and 146 septets', () => {
    const single = built({ kind: 'vcard', card }, { bits: 7, tpPid: 7 });
    expect(single).toMatchObject({ choice: { tpDcs: 0x00 }, submits: [{ tpDcs: 0x00, tpPid: 7, udh: [to16(9204)] }] });
    const { submits } = built({ kind: 'vcard', card: { ...card, note: 'x'.repeat(200) } }, { bits: 7 });
    expect(submits.map(({ udh }) => udh[0])).toEqual([to16(9204), to16(9204)]);
    expect(submits[0]?.text).toHaveLength(146);
  });

  it('versions change the text', () => {
    const text = (options: Partial<BuildOptions>, content: Content) =>
      built(content, { bits: 7, ...options })
        .submits.map((submit) => submit.text)
        .join('');
    expect(text({ cardVersion: '3.0' }, { kind: 'vcard', card })).toContain('VERSION:3.0\r\n');
    expect(text({}, { kind: 'vcard', card })).toContain('VERSION:2.1\r\n');
    expect(text({ calendarVersion: '2.0' }, { kind: 'vcalendar', calendar })).toContain('VERSION:2.0\r\n');
    expect(text({}, { kind: 'vcalendar', calendar })).toContain('VERSION:1.0\r\n');
  });

  it("the gateway's fields become the same indication", () => {
    const fields = { 'si-href': 'http://a.com/', 'si-id': 'n-1', 'si-content': 'Hi' };
    const content = { kind: 'serviceIndication', si: fromGatewayFields(fields) } as const;
    expect(readSubmits(built(content).submits)).toEqual({ kind: 'serviceIndication', si });
  });
});

describe('refusals', () => {
  it.each<[string, Content, Partial<BuildOptions>, string, string]>([
    ['a control character', { kind: 'serviceIndication', si: { href: 'http://a\n' } }, {}, 'bad-value', 'SI/indication/href'],
    ['a loading of nothing', { kind: 'serviceLoading', sl: {} as never }, {}, 'bad-value', 'SL/href'],
    [
      'an application below 0',
      { kind: 'serviceIndication', si },
      { push: { applicationId: -1 } },
      'bad-value',
      'applicationId',
    ],
    ['another number of bits', { kind: 'vcard', card }, { bits: 16 as never }, 'bad-value', 'bits'],
    ['another port', { kind: 'vcalendar', calendar }, { calendarPort: 9204 as never }, 'bad-value', 'calendarPort'],
    ['a card of nobody', { kind: 'vcard', card: {} }, {}, 'bad-value', 'formattedName'],
    ['over 255 parts', { kind: 'vcard', card: { family: 'x'.repeat(33_000) } }, {}, 'too-long', 'data'],
    ['over 255 parts of text', { kind: 'vcard', card: { family: 'x'.repeat(38_000) } }, { bits: 7 }, 'too-long', 'text'],
    ['a character without septets', { kind: 'vcard', card: { family: '`' } }, { bits: 7 }, 'unencodable', 'text'],
  ])('%s', (_, content, options, code, field) => {
    expect(refusal(() => built(content, options))).toMatchObject({ code, field });
  });

  it.each<[string, number, string, string, string]>([
    ['a push cut in its header', 2948, '000604', 'truncated', 'WSP/Headers'],
    ['a document behind which something stands', 2948, `00060403AE81EA${toHex(encodeSi(si))}00`, 'trailing-bytes', 'WBXML'],
    ['a loading that is an indication', 2948, `00060403B081EA${toHex(encodeSi(si))}`, 'bad-value', 'WBXML/publicid'],
    ['a card that is none', 9204, '78', 'bad-value', 'vObject'],
  ])('%s', (_, port, octets, code, field) => {
    expect(refusal(() => read(port, { data: hex(octets) }))).toMatchObject({ code, field });
  });

  it('a document with a fault, with the place in the push', () => {
    const push = `00060403AE81EA${toHex(encodeSi(si))}`;
    expect(refusal(() => read(2948, { data: hex(`${push}00`) })).offset).toBe(push.length / 2);
  });

  it('a card cut short, with the place in its text; leniently it is read', () => {
    const text = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith';
    expect(refusal(() => read(9204, { text }))).toEqual({ code: 'truncated', field: 'VCARD', offset: 33 });
    expect(read(9204, { text }, true)).toMatchObject({ kind: 'vcard', card: { family: 'Smith' } });
  });

  it('damaged data to any of the ports give a content or a FormatError', () => {
    const octets = fc.oneof(indication, loading, cardContent, calendarContent).map((content) => {
      const [first] = buildSubmits(content as Content, { to });
      return first?.data as Uint8Array;
    });
    fc.assert(
      fc.property(fc.constantFrom(2948, 9204, 9205, 228), damaged(octets), fc.boolean(), (port, data, lenient) => {
        try {
          expect(read(port, { data }, lenient).kind).toBeTypeOf('string');
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.offset ?? 0).toBeLessThanOrEqual(data.length);
        }
      }),
    );
  });
});
