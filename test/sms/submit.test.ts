import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSubmit, encodeSubmit, type SubmitInput } from '../../src/sms/index.js';
import { submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const TO = { ton: 1, npi: 1, digits: '27381000015' };
const base = { tpMr: 0, tpDa: TO, tpPid: 0, tpSrr: false, tpRd: false, tpRp: false };

describe('worked examples (sms-pdu.md)', () => {
  it('hello [€] of section 1', () => {
    const octets = hex('01 00 0B 91 72 83 01 00 10 F5 00 00 0C E8 32 9B FD 06 6D 78 9B F2 C6 07');
    expect(encodeSubmit({ tpDa: '+27381000015', text: 'hello [€]' })).toEqual(octets);
    expect(decodeSubmit(octets)).toStrictEqual({ ...base, tpDcs: 0, udh: [], text: 'hello [€]' });
  });

  it('the ring tone of section 7', () => {
    const octets = hex('41 00 0B 91 72 83 01 00 10 F5 00 F5 0A 06 05 04 15 81 00 00 02 4A 3A');
    const value = {
      ...base,
      tpDcs: 0xf5,
      udh: [{ kind: 'ports16' as const, destination: 5505, source: 0 }],
      data: hex('02 4A 3A'),
    };
    expect(encodeSubmit(value)).toEqual(octets);
    expect(decodeSubmit(octets)).toStrictEqual(value);
  });

  it('each flag is a bit of the first octet (section 1)', () => {
    const first = (flags: Partial<SubmitInput>) => encodeSubmit({ tpDa: '1', text: '', ...flags })[0];
    expect([first({}), first({ tpRd: true }), first({ tpSrr: true }), first({ tpRp: true })]).toEqual([0x01, 0x05, 0x21, 0x81]);
    expect(first({ udh: [{ kind: 'userPrompt', objects: 1 }] })).toBe(0x41);
    expect(first({ tpSrr: true, tpVp: { kind: 'relative', minutes: 5 }, udh: [{ kind: 'userPrompt', objects: 1 }] })).toBe(
      0x71,
    );
  });

  it('7-bit coding with a header and no text: TP-UDL counts its septets, and both lengths are read', () => {
    // A header of 5 octets takes ceil(40 / 7) = 6 septets in ceil(42 / 8) = 6 octets: one octet of fill bits.
    const udh = [{ kind: 'ports8' as const, destination: 226, source: 0 }];
    const octets = hex('41 00 00 91 00 00 06 04 04 02 E2 00 00');
    expect(encodeSubmit({ tpDa: { ton: 1, npi: 1, digits: '' }, udh, text: '' })).toEqual(octets);
    expect(decodeSubmit(octets)).toMatchObject({ udh, text: '' });
    expect(decodeSubmit(octets.slice(0, -1))).toMatchObject({ udh, text: '' });
  });

  it('UCS-2 text follows a header at an odd octet', () => {
    const octets = hex('41 00 00 91 00 08 08 05 00 03 07 02 01 04 16');
    expect(decodeSubmit(octets)).toMatchObject({ text: 'Ж' });
    expect(encodeSubmit(decodeSubmit(octets))).toEqual(octets);
  });

  it('header elements select the tables, and one that names none changes nothing', () => {
    const read = (header: string, text: string) => decodeSubmit(hex(`41 00 00 91 00 00 ${header} ${text}`)).text;
    // 4 octets of header take 5 septets; the text begins 3 bits into the next octet. 1B 63 is ESC c: ç in Turkish single shift.
    const body = encodeSubmit({ tpDa: '1', udh: [{ kind: 'singleShift', language: 1 }], text: 'ç' }).slice(-3);
    const octets = Array.from(body, (octet) => octet.toString(16).padStart(2, '0')).join('');
    expect(read('07 03 24 01 01', octets)).toBe('ç');
    expect(read('07 03 24 01 63', octets)).toBe('c');
  });
});

describe('tables of national languages', () => {
  it('an element selects the table that it names, and no other (TS 23.038 section 6.2.1.2)', () => {
    // In the extension table of Turkish the code 63 is a c with cedilla; in the default one it is nothing.
    const textAfter = (header: string) => decodeSubmit(hex(`41 00 00 91 00 00 07 ${header} D8 8C 01`), { lenient: true }).text;
    expect(textAfter('03 24 01 01')).toBe('ç');
    expect(textAfter('03 25 01 01')).not.toContain('ç');
  });
});

describe('properties', () => {
  it('no submit is longer than the link takes', () => {
    fc.assert(
      fc.property(submit, (value) => {
        expect(encodeSubmit(value).length).toBeLessThanOrEqual(2 + 12 + 2 + 7 + 1 + 140);
      }),
    );
  });

  it('each encoding is fresh: a later one changes nothing', () => {
    const first = encodeSubmit({ tpDa: '1', text: 'first' });
    const copy = first.slice();
    encodeSubmit({ tpDa: '987654321', text: 'something longer than before' });
    expect(first).toEqual(copy);
    expect(first.buffer.byteLength).toBe(first.length);
  });
});

describe('refusals', () => {
  const octets = '01 00 04 91 21 43 00 00 04 D4 E2 94 0A';
  it.each([
    ['', 'truncated', 'first octet', 0],
    ['00', 'bad-value', 'TP-MTI', 0],
    ['01', 'truncated', 'TP-MR', 1],
    ['01 00', 'truncated', 'TP-DA/length', 2],
    ['01 00 04 91 21', 'truncated', 'TP-DA/digits', 4],
    ['01 00 04 91 21 43', 'truncated', 'TP-PID', 6],
    ['01 00 04 91 21 43 00', 'truncated', 'TP-DCS', 7],
    ['01 00 04 91 21 43 00 00', 'truncated', 'TP-UDL', 8],
    ['01 00 04 91 21 43 00 00 04 D4 E2 94', 'truncated', 'TP-UD', 9],
    [`${octets} FF`, 'trailing-bytes', 'TPDU', 13],
    ['01 00 00 91 00 00 A1', 'bad-value', 'TP-UDL', 6],
    ['01 00 00 91 00 04 8D', 'bad-value', 'TP-UDL', 6],
    ['01 00 00 91 00 08 8D', 'bad-value', 'TP-UDL', 6],
    ['01 00 00 91 00 08 03 00 41 04', 'truncated', 'text', 9],
    ['01 00 00 91 00 08 02 D8 3D', 'bad-value', 'text', 7],
    ['01 00 00 91 00 00 01 1B', 'truncated', 'septet', 7],
    ['41 00 00 91 00 00 00', 'truncated', 'UDH/UDHL', 7],
    ['41 00 00 91 00 04 02 05 00', 'truncated', 'UDH', 8],
    ['41 00 00 91 00 00 08 06 05 04 15 81 00', 'truncated', 'UDH', 8],
    ['41 00 00 91 00 00 01 00', 'bad-value', 'TP-UDL', 6],
  ])('%s', (text, code, field, offset) => {
    expect(refusal(() => decodeSubmit(hex(text)))).toEqual({ code, field, offset });
  });

  it.each([
    [`${octets} FF FF`, 'TEST', 'trailing-bytes TPDU 13'],
    ['01 00 00 91 00 08 03 00 41 04', 'A', 'truncated text 9'],
    ['01 00 00 91 00 08 02 D8 3D', '\ud83d', 'bad-value text 7'],
    ['01 00 00 91 00 00 01 1B', '\u001b', 'truncated septet 7'],
    [`01 00 00 91 00 00 A8 ${'41'.repeat(147)}`, undefined, 'bad-value TP-UDL 6'],
    [`01 00 00 91 00 04 8D ${'41'.repeat(141)}`, undefined, 'bad-value TP-UDL 6'],
  ])('%s is read leniently', (text, expected, issue) => {
    const issues: string[] = [];
    const read = decodeSubmit(hex(text), {
      lenient: true,
      onIssue: ({ code, field, offset }) => issues.push(`${code} ${field} ${offset}`),
    });
    if (expected !== undefined) expect(read.text).toBe(expected);
    expect(issues).toEqual([issue]);
    expect(decodeSubmit(hex(text), { lenient: true })).toEqual(read);
  });

  it.each<[Partial<SubmitInput>, string, string, number | undefined]>([
    [{ tpMr: 256, text: '' }, 'bad-value', 'tpMr', undefined],
    [{ tpPid: -1, text: '' }, 'bad-value', 'tpPid', undefined],
    [{ tpDcs: 0.5, text: '' }, 'bad-value', 'tpDcs', undefined],
    [{ tpDcs: Number.NaN, text: '' }, 'bad-value', 'tpDcs', undefined],
    [{}, 'bad-value', 'text', undefined],
    [{ text: '', data: hex('') }, 'bad-value', 'text', undefined],
    [{ data: hex('') }, 'bad-value', 'text', undefined],
    [{ tpDcs: 4, text: '' }, 'bad-value', 'data', undefined],
    [{ tpDcs: 8, data: hex('') }, 'bad-value', 'text', undefined],
    [{ tpDcs: 0x20, text: '' }, 'bad-value', 'data', undefined],
    [{ text: 'aЖ' }, 'unencodable', 'text', 1],
    [{ tpDcs: 8, text: 'Ж\ud83d' }, 'unencodable', 'text', 1],
    [{ text: 'x'.repeat(161) }, 'too-long', 'text', 160],
    [{ tpDcs: 8, text: 'Ж'.repeat(71) }, 'too-long', 'text', undefined],
    [{ tpDcs: 4, data: new Uint8Array(141) }, 'too-long', 'data', undefined],
    [{ text: 'x'.repeat(154), udh: [{ kind: 'concat8', reference: 0, total: 2, sequence: 1 }] }, 'too-long', 'text', 153],
    [{ text: '', udh: [{ kind: 'raw', iei: 0x80, data: new Uint8Array(138) }] }, 'too-long', 'udh', undefined],
    // Half a pair stands at the border of a part only, not inside it and not in a whole message.
    [{ text: 'a\u001b' }, 'unencodable', 'text', 1],
    [{ text: '\u001ba', udh: [{ kind: 'concat8', reference: 0, total: 2, sequence: 1 }] }, 'unencodable', 'text', 0],
    [{ tpDcs: 8, text: 'a\ude00', udh: [{ kind: 'concat8', reference: 0, total: 2, sequence: 1 }] }, 'unencodable', 'text', 1],
    [{ tpDcs: 8, text: '\ude00', udh: [{ kind: 'concat8', reference: 0, total: 1, sequence: 1 }] }, 'unencodable', 'text', 0],
  ])('%o cannot be written', (fields, code, field, offset) => {
    expect(refusal(() => encodeSubmit({ tpDa: '1', ...fields }))).toEqual({ code, field, offset });
  });
});

describe('limits', () => {
  it('160 septets, 70 units, 140 octets, and a header of 140 octets', () => {
    expect(encodeSubmit({ tpDa: { ...TO, digits: '' }, text: 'x'.repeat(160) })).toHaveLength(7 + 140);
    expect(encodeSubmit({ tpDa: { ...TO, digits: '' }, tpDcs: 8, text: 'Ж'.repeat(70) })).toHaveLength(7 + 140);
    expect(encodeSubmit({ tpDa: { ...TO, digits: '' }, tpDcs: 4, data: new Uint8Array(140) })).toHaveLength(7 + 140);
    for (const [tpDcs, content] of [
      [0, { text: '' }],
      [4, { data: hex('') }],
      [8, { text: '' }],
    ] as const) {
      const value = { ...base, tpDcs, udh: [{ kind: 'raw' as const, iei: 0x80, data: new Uint8Array(137) }], ...content };
      expect(decodeSubmit(encodeSubmit(value))).toStrictEqual(value);
    }
  });
});
