import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { encodeUdh, parseSckl, submitDatagram } from '../../src/sms/index.js';
import { encodeGsm7 } from '../../src/text/index.js';
import {
  formatVObjectSckl,
  identifyVObject,
  parseVCard,
  parseVObjectSckl,
  VOBJECT_PORTS,
  vobjectKindOfPort,
} from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';
import { vobjectVectors } from '../support/vobjects.js';

const transports = vobjectVectors('transport');

describe('published vectors', () => {
  it.each(transports.filter(({ id }) => id.startsWith('udh')))('$id', ({ input, expect: expected }) => {
    const datagram = {
      destinationPort: VOBJECT_PORTS[input.object as 'vcard'],
      sourcePort: 0,
      data: new Uint8Array(input.octets),
    };
    const submits = submitDatagram(datagram, {
      to: '447700900123',
      ...(input.ref8 !== undefined && { reference: input.ref8 }),
    });
    expect(submits).toHaveLength(expected.parts);
    expect(submits.map(({ udh }) => toHex(encodeUdh(udh ?? [])))).toEqual(expected.udh);
    if (expected.octetsPerPart !== undefined) expect(submits.map(({ data }) => data?.length)).toEqual(expected.octetsPerPart);
  });

  it.each(transports.filter(({ id }) => id === 'sckl-short'))('$id', ({ input, expect: expected }) => {
    expect(formatVObjectSckl(input.text, { kind: input.object })).toEqual([expected.text]);
    expect(parseVObjectSckl(expected.text)).toEqual({ kind: 'vcard', port: 0x23f4, text: input.text });
  });

  it.each(transports.filter(({ id }) => id === 'sckl-long-parse'))('$id', ({ input, expect: expected }) => {
    const { destinationPort, sourcePort, reference, total, sequence } = parseSckl(input.text);
    const hex = (port: number | undefined) => port?.toString(16).toUpperCase().padStart(4, '0');
    expect({ dest: hex(destinationPort), orig: hex(sourcePort), ref: reference, total, seq: sequence }).toEqual(expected);
    expect(parseVCard(parseVObjectSckl(input.text).text)).toMatchObject({ family: 'Smith', tel: [{ value: '+55512345' }] });
  });

  it('ports: IANA wap-vcard and wap-vcal, and the older calendar port of Nokia', () => {
    expect([9204, 9205, 228, 9200].map(vobjectKindOfPort)).toEqual(['vcard', 'vcalendar', 'vcalendar', undefined]);
    expect(formatVObjectSckl('x', { kind: 'vcalendar', port: VOBJECT_PORTS.nokiaCalendar })).toEqual(['//SCKL00E4\r\nx']);
  });

  it('tells the objects apart', () => {
    const texts = ['begin:vcard\n', '\ufeff\r\n BEGIN:VCALENDAR', 'BEGIN:VCARDS', 'BEGIN:VCARD ', 'x BEGIN:VCARD', ''];
    expect(texts.map(identifyVObject)).toEqual(['vcard', 'vcalendar', undefined, 'vcard', undefined, undefined]);
    const folded = ['BEG\r\n IN:VCARD\r\nVERSION:3.0', 'BEGIN:\n\tVCALEN\n DAR\n', 'BEGIN:VCARD\r\n S'];
    expect(folded.map(identifyVObject)).toEqual(['vcard', 'vcalendar', undefined]);
  });
});

describe('properties', () => {
  const gsm = fc
    .array(fc.constantFrom('a', 'Z', '\r\n', '€', '[', ' ', 'é', ':', '0'), { maxLength: 700, size: 'max' })
    .map((list) => list.join(''));

  it('the messages joined in any order give the text back, each of 160 septets at most', () => {
    fc.assert(
      fc.property(gsm, fc.nat({ max: 255 }), fc.func(fc.nat()), (text, reference, order) => {
        const messages = formatVObjectSckl(text, { kind: 'vcalendar', reference });
        for (const message of messages) expect(encodeGsm7(message).length).toBeLessThanOrEqual(160);
        const shuffled = messages.toSorted((a, b) => order(a, b) - order(b, a));
        expect(parseVObjectSckl([...shuffled, messages[0]!])).toEqual({ kind: 'vcalendar', port: 0x23f5, text });
      }),
    );
  });
});

describe('refusals', () => {
  const part = (rest: string) => `//SCKL23F40000${rest} x`;
  it.each<[string, string[], object]>([
    ['nothing', [], { code: 'truncated', field: 'messages', offset: 0 }],
    ['no head', ['hello'], { code: 'bad-value', field: 'messages[0]/SCKL', offset: 0 }],
    ['another port', ['//SCKL1581 x'], { code: 'bad-value', field: 'messages[0]/SCKL/destinationPort', offset: 6 }],
    ['a part missing', [part('010201')], { code: 'truncated', field: 'messages', offset: 0 }],
    ['another object', [part('010201'), part('020202')], { code: 'bad-value', field: 'messages[1]', offset: 0 }],
    ['a part twice', [part('010201'), `${part('010201')}y`], { code: 'bad-value', field: 'messages[1]', offset: 0 }],
  ])('%s', (_, messages, expected) => {
    expect(refusal(() => parseVObjectSckl(messages))).toEqual(expected);
  });

  it('lenient reading leaves out what is not of the object', () => {
    const fields: string[] = [];
    const messages = [part('010301'), 'hello', part('020302'), `${part('010301')}y`, `${part('010303')}z`];
    const read = parseVObjectSckl(messages, { lenient: true, onIssue: ({ field }) => fields.push(field) });
    expect(read).toEqual({ kind: 'vcard', port: 0x23f4, text: 'xxz' });
    expect(fields).toEqual(['messages[1]/SCKL', 'messages[2]', 'messages[3]', 'messages']);
  });

  it('what the text form cannot carry', () => {
    expect(refusal(() => formatVObjectSckl('中', { kind: 'vcard' }))).toMatchObject({ code: 'unencodable', offset: 0 });
    expect(refusal(() => formatVObjectSckl('x'.repeat(255 * 139 + 1), { kind: 'vcard' }))).toMatchObject({
      code: 'too-long',
      field: 'SCKL',
    });
    expect(formatVObjectSckl('x'.repeat(255 * 139), { kind: 'vcard' })).toHaveLength(255);
    expect(refusal(() => formatVObjectSckl('x'.repeat(200), { kind: 'vcard', reference: 256 }))).toMatchObject({
      code: 'bad-value',
    });
  });
});
