import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Issue, toHex } from '../../src/bytes/index.js';
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
    const folded = ['BEG\r\n IN:VCARD\r\nVERSION:3.0', 'BEGIN:\n\tVCALEN\n DAR\n', 'BEGIN:VCARD\r\n S', 'BEG\r IN:VCARD\r'];
    expect(folded.map(identifyVObject)).toEqual(['vcard', 'vcalendar', undefined, 'vcard']);
    const ends = [
      'BEGIN:VCARD',
      'BEGIN:VCARD\r',
      'BEGIN:VCARD \t\nx',
      'BEGIN:VCARD x',
      'BEGIN:VCARD:',
      'BEGIN: VCARD',
      'XBEGIN:VCARD',
    ];
    expect(ends.map(identifyVObject)).toEqual(['vcard', 'vcard', 'vcard', ...Array(4).fill(undefined)]);
  });

  it('an object begins in its first 1024 characters, after a hundred blanks at most', () => {
    const begin = 'BEGIN:VCARD\n';
    const folds = (count: number) => '\n '.repeat(count);
    expect(identifyVObject(`${folds(506)}${begin}`)).toBe('vcard');
    expect(identifyVObject(`${folds(507)}${begin}`)).toBeUndefined();
    expect(identifyVObject(`${' '.repeat(100)}${begin}`)).toBe('vcard');
    expect(identifyVObject(`${' '.repeat(101)}${begin}`)).toBeUndefined();
    expect(() => identifyVObject(new Uint8Array(1) as never)).toThrow(/^text is /);
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

  it.each<[string, string[], string]>([
    ['another port', [part('010201'), `//SCKL23F50000010202 x`], 'messages[1]'],
    ['another reference', [part('010201'), part('020202')], 'messages[1]'],
    ['another total', [part('010201'), part('010302')], 'messages[1]'],
    ['a message alone', [part('010101'), '//SCKL23F4 x'], 'messages[1]'],
    ['a part twice, and not the same', [part('010201'), part('010202'), `${part('010202')}y`], 'messages[2]'],
  ])('%s is left out leniently, and reported', (_, messages, field) => {
    const issues: Issue[] = [];
    expect(refusal(() => parseVObjectSckl(messages))).toEqual({ code: 'bad-value', field, offset: 0 });
    const { text } = parseVObjectSckl(messages, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(text).toMatch(/^x+$/);
    expect(issues[0]).toMatchObject({ code: 'bad-value', severity: 'error', field, offset: 0 });
    for (const issue of issues.slice(1)) expect(issue).toMatchObject({ code: 'truncated', field: 'messages', offset: 0 });
  });

  it('a missing part is empty leniently, and reported', () => {
    const issues: Issue[] = [];
    const read = parseVObjectSckl([part('010303'), part('010301')], { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(read.text).toBe('xx');
    const reason = 'part 2 of 3 is missing';
    expect(issues).toEqual([{ code: 'truncated', severity: 'error', field: 'messages', offset: 0, reason }]);
  });

  it('what has no head is reported with the place in its message', () => {
    const issues: Issue[] = [];
    parseVObjectSckl(['//SCKL23F4 x', 'hello'], { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(issues).toMatchObject([{ code: 'bad-value', severity: 'error', field: 'messages[1]/SCKL', offset: 0 }]);
    expect(refusal(() => parseVObjectSckl(['hello'], { lenient: true }))).toEqual({
      ...{ code: 'truncated', field: 'messages', offset: 0 },
    });
    const call = () => parseVObjectSckl(['hello']);
    expect(call).toThrow(expect.objectContaining({ cause: expect.objectContaining({ field: 'SCKL' }) }));
  });

  it('a head that does not end as it should is read leniently, and reported', () => {
    const message = `${part('010101').slice(0, -2)}x`;
    const issues: Issue[] = [];
    const error = { code: 'bad-value', field: 'messages[0]/SCKL/separator', offset: 20 };
    expect(refusal(() => parseVObjectSckl(message))).toEqual(error);
    expect(parseVObjectSckl(message, { lenient: true, onIssue: (issue) => issues.push(issue) }).text).toBe('x');
    expect(issues).toMatchObject([{ ...error, severity: 'error' }]);
  });

  it('the port of another object is at its place in the first message, leniently too', () => {
    const error = { code: 'bad-value', field: 'messages[1]/SCKL/destinationPort', offset: 6 };
    expect(refusal(() => parseVObjectSckl(['x', '//SCKL1581 x'], { lenient: true }))).toEqual(error);
  });

  it('arguments of a wrong type', () => {
    expect(() => parseVObjectSckl(7 as never)).toThrow(/^messages is 7/);
    expect(() => formatVObjectSckl(7 as never, { kind: 'vcard' })).toThrow(/^text is 7/);
    expect(() => formatVObjectSckl('x', undefined as never)).toThrow(/^options is undefined/);
  });

  it('one message has 160 septets with its head of twelve, a part 139 after its head of 21', () => {
    expect(formatVObjectSckl('x'.repeat(148), { kind: 'vcard' })).toEqual([`//SCKL23F4\r\n${'x'.repeat(148)}`]);
    expect(formatVObjectSckl('x'.repeat(149), { kind: 'vcard' })).toEqual([
      `//SCKL23F40000000201 ${'x'.repeat(139)}`,
      `//SCKL23F40000000202 ${'x'.repeat(10)}`,
    ]);
    // An escape counts two, and stays with its character.
    const pieces = formatVObjectSckl(`${'x'.repeat(138)}€${'y'.repeat(137)}z`, { kind: 'vcalendar', reference: 255 });
    expect(pieces).toEqual([
      `//SCKL23F50000FF0301 ${'x'.repeat(138)}`,
      `//SCKL23F50000FF0302 €${'y'.repeat(137)}`,
      '//SCKL23F50000FF0303 z',
    ]);
    expect(formatVObjectSckl('€'.repeat(74), { kind: 'vcard' })).toHaveLength(1);
    expect(formatVObjectSckl('€'.repeat(75), { kind: 'vcard' })).toHaveLength(2);
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
