/**
 * Records of SIM cards. Octets of EF_ADN, EF_MSISDN and EF_SMSP are those that pySim's tests read and write; the codings of names those of TS 102 221 annex A.
 */
import { describe, expect, it } from 'vitest';
import { ByteReader, Trace, toHex } from '../../src/bytes/index.js';
import type { DecodeOptions, Issue } from '../../src/bytes/reading.js';
import { readAdn } from '../../src/sim/adn.js';
import { readAlpha } from '../../src/sim/alpha.js';
import { readExt1 } from '../../src/sim/ext1.js';
import {
  type AdnRecord,
  decodeAdn,
  decodeAlpha,
  decodeExt1,
  decodeSimSms,
  decodeSmsParameters,
  type Ext1Record,
  encodeAdn,
  encodeAlpha,
  encodeExt1,
  encodeSimSms,
  encodeSmsParameters,
  formatDialled,
  joinAdn,
  type SmsParameters,
  type SmsParametersInput,
  splitAdn,
} from '../../src/sim/index.js';
import { encodeServiceCentre, encodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const FF = (count: number) => 'FF'.repeat(count);

/** What lenient reading gives, and what it reports. */
function readLeniently<T>(decode: (octets: Uint8Array, options: DecodeOptions) => T, octets: string) {
  const issues: Issue[] = [];
  const value = decode(hex(octets), { lenient: true, onIssue: (issue) => issues.push(issue) });
  return { value, issues: issues.map(({ severity, code, field, offset }) => [severity, code, field, offset]) };
}

describe('alpha identifiers (TS 51.011 annex B)', () => {
  it.each([
    ['GSM 7-bit', 'Mum', '4D 75 6D'],
    ['GSM 7-bit with an escape', '[1]€', '1B3C 31 1B3E 1B65'],
    ['a half page', 'Анна', '81 04 08 90 BD BD B0'],
    ['a half page with GSM 7-bit', 'Анна @1', '81 07 08 90 BD BD B0 20 00 31'],
    ['a base', 'ѿҀҀҀҀ1', '82 06 047F 80 81 81 81 81 31'],
    ['UCS-2', '中文', '80 4E2D 6587'],
    ['UCS-2 with a surrogate pair', 'Hi 😀', '80 0048 0069 0020 D83D DE00'],
    ['UCS-2 where a page is as long', 'Жи', '80 0416 0438'],
    ['U+0000', '\0\0\0\0', '81 04 00 80 80 80 80'],
    // All units of these are within 128, and are not read as characters.
    ['UCS-2 with surrogate pairs side by side', '\u{10FC00}\u{10FC01}\u{10FC02}', '80 DBFF DC00 DBFF DC01 DBFF DC02'],
    // 81 has a page in an octet, so the last one ends with U+7FFF.
    ['the last page', '\u7f80\u7f81\u7f82', '81 03 FF 80 81 82'],
    ['a base after the last page', '\u8000\u8001\u8002\u8003', '82 04 8000 80 81 82 83'],
    ['the first and the last character of a base', '\u0470\u0470\u0470\u04ef', '82 04 0470 80 80 80 FF'],
    ['UCS-2 where a base lacks the last character', '\u0470\u0470\u0470\u04f0', '80 0470 0470 0470 04F0'],
    // In GSM 7-bit no character is past the euro sign, U+20AC.
    ['the character after the euro sign', '\u20ad', '80 20AD'],
    ['UCS-2 with units that begin with FF', 'ＡＢ', '80 FF21 FF22'],
    ['nothing', '', ''],
  ])('%s', (_, text, octets) => {
    expect(encodeAlpha(text)).toEqual(hex(octets));
    expect(decodeAlpha(hex(octets))).toBe(text);
    const padded = hex(`${octets} ${FF(6)}`);
    expect(encodeAlpha(text, { alphaOctets: padded.length })).toEqual(padded);
    expect(decodeAlpha(padded)).toBe(text);
  });

  it.each([
    // ETSI TS 102 221 annex A: the examples of the two codings with a base.
    ['81 03 13 53 95 A6 FF FF', 'Sকদ'],
    ['82 05 05 30 2D 82 D3 2D 31', '-Բփ-1'],
  ])('reads %s', (octets, text) => {
    expect(decodeAlpha(hex(octets))).toBe(text);
  });

  it('ends at the first FF, and reports what follows it', () => {
    const issues: Issue[] = [];
    expect(decodeAlpha(hex('41 FF 42 FF'), { onIssue: (issue) => issues.push(issue) })).toBe('A');
    expect(issues).toMatchObject([{ severity: 'warning', code: 'bad-value', field: 'alpha', offset: 2 }]);
  });

  it.each([
    ['bad-value', 'alpha', 1, '41 90'],
    ['bad-value', 'alpha', 1, '41 1B'],
    ['truncated', 'alpha/count', 1, '81 04 08 90'],
    ['truncated', 'alpha/count', 1, '82'],
    ['bad-value', 'alpha', 1, '80 D83D 0041'],
    ['truncated', 'alpha/page', 2, '81 01'],
    ['truncated', 'alpha/base', 2, '82 01 04'],
    ['bad-value', 'alpha', 3, '80 0041 D83D 0041'],
    ['bad-value', 'alpha', 4, '82 01 D800 80'],
    // U+FFFF is what unused octets are.
    ['bad-value', 'alpha', 4, '82 01 FF80 FF'],
    // The count ends before the octet that would follow the escape.
    ['bad-value', 'alpha', 3, '81 01 08 1B 65'],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeAlpha(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it('reads leniently octets that mean nothing', () => {
    expect(readLeniently(decodeAlpha, '41 90 42')).toEqual({
      value: 'A\ufffdB',
      issues: [['error', 'bad-value', 'alpha', 1]],
    });
    expect(readLeniently(decodeAlpha, '81 04 08 90')).toEqual({
      value: 'А',
      issues: [['error', 'truncated', 'alpha/count', 1]],
    });
  });

  it.each(['80', '90'])('an escape before %s means no character, and the octet is read by itself', (octet) => {
    expect(readLeniently(decodeAlpha, `81 02 08 1B ${octet}`)).toEqual({
      value: `\ufffd${String.fromCharCode(0x400 + Number.parseInt(octet, 16) - 0x80)}`,
      issues: [['error', 'bad-value', 'alpha', 3]],
    });
  });

  it('a count past the end says what it counts and what is left', () => {
    expect(() => decodeAlpha(hex('81 04 08 90 91'))).toThrow('counts 4 characters, 2 octets left');
  });

  it('on a cursor has as many octets as it is told', () => {
    expect(refusal(() => readAlpha(new ByteReader(hex('41')), 2))).toEqual({ code: 'truncated', field: 'alpha', offset: 0 });
  });

  it.each([
    ['too-long', undefined, 'Kundenbetreuung', 14],
    ['too-long', undefined, 'Анна', 6],
    ['unencodable', 0, '\ud83dA', 14],
    ['unencodable', 0, '\uffff', 14],
    ['unencodable', 1, 'A\ud83d', 14],
    ['unencodable', 2, 'AB\uffff', 14],
  ])('does not write with %s', (code, offset, text, alphaOctets) => {
    expect(refusal(() => encodeAlpha(text, { alphaOctets }))).toMatchObject({ code, field: 'alpha', offset });
  });

  it.each([
    ['Kundenbetreuung', 14, 'takes 15 characters, limit is 14 octets'],
    ['Анна', 6, 'takes 7 octets, limit is 6 octets'],
  ])('%s in %i octets: %s', (text, alphaOctets, words) => {
    expect(() => encodeAlpha(text, { alphaOctets })).toThrow(words);
  });

  it.each([-1, 0.5, 242, Number.NaN])('has no length of %d octets', (alphaOctets) => {
    expect(refusal(() => encodeAlpha('', { alphaOctets }))).toMatchObject({ code: 'bad-value', field: 'alphaOctets' });
  });

  it('has 241 octets at most', () => {
    expect(decodeAlpha(new Uint8Array(241).fill(0x41))).toBe('A'.repeat(241));
    expect(refusal(() => decodeAlpha(new Uint8Array(242)))).toEqual({ code: 'bad-value', field: 'alpha', offset: 0 });
    expect(refusal(() => encodeAlpha('x'.repeat(242)))).toMatchObject({ code: 'too-long' });
  });
});

describe('EF_ADN (TS 51.011 section 10.5.1)', () => {
  it.each<[string, number, AdnRecord]>([
    [
      `4220484120312053 6963${FF(6)}06810628560810${FF(7)}`,
      16,
      { alpha: 'B HA 1 Sic', number: { ton: 0, npi: 1, digits: '6082658001' } },
    ],
    [
      `4B756E64656E626574726575756E67FF0791947112122721${FF(6)}`,
      16,
      { alpha: 'Kundenbetreuung', number: { ton: 1, npi: 1, digits: '491721217212' } },
    ],
    [`${FF(20)}04B12143F5${FF(9)}`, 20, { alpha: '', number: { ton: 3, npi: 1, digits: '12345' } }],
    [
      `456967656E65205275666E756D6D6572${FF(4)}0891947172199181F3${FF(5)}`,
      20,
      { alpha: 'Eigene Rufnummer', number: { ton: 1, npi: 1, digits: '4917279119183' } },
    ],
    [`${FF(20)}06B121436587F9${FF(7)}`, 20, { alpha: '', number: { ton: 3, npi: 1, digits: '123456789' } }],
    [FF(24), 10, { alpha: '' }],
    [
      '0B81 A0B0C0D0E0 1111111111 0102',
      0,
      { alpha: '', number: { ton: 0, npi: 1, digits: '0*0#0p0?0e1111111111' }, capability: 1, extension: 2 },
    ],
    // The length is 1 where there is a type of number and no digit.
    [`01 80 ${FF(10)} 00 FE`, 0, { alpha: '', number: { ton: 0, npi: 0, digits: '' }, capability: 0, extension: 254 }],
    [`02 FF F1 ${FF(11)}`, 0, { alpha: '', number: { ton: 7, npi: 15, digits: '1' } }],
    [FF(255), 241, { alpha: '' }],
  ])('%s', (octets, alphaOctets, record) => {
    expect(decodeAdn(hex(octets))).toStrictEqual(record);
    expect(encodeAdn(record, { alphaOctets })).toEqual(hex(octets));
  });

  it.each([
    ['truncated', 'EF_ADN', 0, FF(13)],
    ['bad-value', 'EF_ADN', 0, FF(256)],
    ['bad-value', 'number/length', 1, `41 00 ${FF(13)}`],
    ['bad-value', 'number/length', 1, `41 0C 81 ${FF(12)}`],
    ['bad-value', 'number/TON and NPI', 1, `02 01 21 ${FF(11)}`],
    ['bad-value', 'number/digits', 3, `03 81 F1 21 ${FF(10)}`],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeAdn(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it('reads leniently a length out of range: no number where all its octets are FF', () => {
    const issues = [['error', 'bad-value', 'number/length', 1]];
    expect(readLeniently(decodeAdn, `41 00 ${FF(13)}`)).toStrictEqual({ value: { alpha: 'A' }, issues });
    expect(readLeniently(decodeAdn, `41 0C 81 21 F3 ${FF(10)}`)).toStrictEqual({
      value: { alpha: 'A', number: { ton: 0, npi: 1, digits: '123' } },
      issues,
    });
  });

  it.each([
    ['a type without its extension bit', `02 01 21 ${FF(11)}`, '12', 'number/TON and NPI', 1],
    ['digits up to the F before others', `04 81 21 F3 54 ${FF(9)}`, '123', 'number/digits', 4],
  ])('reads leniently %s', (_, octets, digits, field, offset) => {
    expect(readLeniently(decodeAdn, octets)).toStrictEqual({
      value: { alpha: '', number: { ton: 0, npi: 1, digits } },
      issues: [['error', 'bad-value', field, offset]],
    });
  });

  it('has no number where the length is FF, whatever the card keeps after it', () => {
    expect(readLeniently(decodeAdn, `FF 81 21 F3 ${FF(10)}`)).toStrictEqual({
      value: { alpha: '' },
      issues: [['warning', 'bad-value', 'number', 1]],
    });
  });

  it.each<[string, string, AdnRecord]>([
    ['bad-value', 'number', { alpha: '', number: { ton: 8, npi: 1, digits: '1' } }],
    ['bad-value', 'number', { alpha: '', number: { ton: 1, npi: 16, digits: '1' } }],
    ['bad-value', 'number', { alpha: '', number: { ton: 1, npi: 1, digits: '+1' } }],
    ['too-long', 'number', { alpha: '', number: { ton: 1, npi: 1, digits: '1'.repeat(21) } }],
    ['bad-value', 'capability', { alpha: '', capability: 255 }],
    ['bad-value', 'capability', { alpha: '', capability: -1 }],
    ['bad-value', 'extension', { alpha: '', extension: 0.5 }],
  ])('does not write with %s in %s', (code, field, record) => {
    expect(refusal(() => encodeAdn(record))).toMatchObject({ code, field });
  });

  it('shows a number', () => {
    expect([1, 0].map((ton) => formatDialled({ ton, npi: 1, digits: '447' }))).toEqual(['+447', '447']);
  });
});

describe('a tree of EF_ADN', () => {
  const treeOf = (octets: string) => {
    const trace = new Trace('EF_ADN');
    readAdn(new ByteReader(hex(octets), trace));
    const root = trace.finish(hex(octets).length);
    expectTiling(root);
    return root.children.map(({ name, meaning }) => [name, meaning]);
  };

  it('has the name and the number in words', () => {
    const tree = treeOf(`4D756D 06 91 2143658709 ${FF(5)} FF FF`);
    expect(tree[0]).toEqual(['alpha identifier', '"Mum"']);
    expect(tree.map(([, meaning]) => meaning)).toContain('+1234567890');
  });

  it('without a number has none', () => {
    const words = treeOf(`4D756D ${FF(14)}`).map(([, meaning]) => meaning);
    expect(words[0]).toBe('"Mum"');
    expect(words.filter((word) => word?.startsWith('+') || /\d/.test(word ?? ''))).toEqual([]);
  });
});

describe('EF_EXT1 (TS 51.011 section 10.5.10)', () => {
  it.each<[string, Ext1Record]>([
    [`00 ${FF(12)}`, { kind: 'free' }],
    [`02 03 2143F5 ${FF(7)} FF`, { kind: 'digits', digits: '12345' }],
    [`02 0A 2143658709 2143658709 04`, { kind: 'digits', digits: '12345678901234567890', next: 4 }],
    [`02 00 ${FF(10)} 00`, { kind: 'digits', digits: '', next: 0 }],
    ['01 0750 3132 3334 FFFFFFFFFF FF', { kind: 'subaddress', data: hex('0750313233 34FFFFFFFFFF') }],
  ])('%s', (octets, record) => {
    expect(decodeExt1(hex(octets))).toStrictEqual(record);
    expect(encodeExt1(record)).toEqual(hex(octets));
  });

  it('is free where all octets are FF', () => {
    expect(decodeExt1(hex(FF(13)))).toStrictEqual({ kind: 'free' });
  });

  it('is not free for octets FF past its end', () => {
    const part = new ByteReader(hex(FF(13)), undefined, 0, 12);
    expect(refusal(() => readExt1(part))).toEqual({ code: 'bad-value', field: 'type', offset: 0 });
  });

  it('that is free leads to no other, whatever its last octet is', () => {
    expect(decodeExt1(hex(`00 ${FF(11)} 05`))).toStrictEqual({ kind: 'free' });
  });

  it.each<[string, Ext1Record, string, string, string, number]>([
    [`03 41 ${FF(10)} 05`, { kind: 'free' }, 'error', 'bad-value', 'type', 0],
    [`02 0B ${'21'.repeat(10)} FF`, { kind: 'digits', digits: '12'.repeat(10) }, 'error', 'bad-value', 'data/count', 1],
    [`02 02 F1 21 ${FF(9)}`, { kind: 'digits', digits: '1' }, 'error', 'bad-value', 'data/digits', 3],
    [`02 01 21 FF 43 ${FF(8)}`, { kind: 'digits', digits: '12' }, 'warning', 'bad-value', 'data', 4],
    [`00 ${FF(12)} 41`, { kind: 'free' }, 'error', 'trailing-bytes', 'EF_EXT1', 13],
  ])('reads leniently %s', (octets, value, ...issue) => {
    expect(readLeniently(decodeExt1, octets)).toStrictEqual({ value, issues: [issue] });
  });

  it.each([
    ['truncated', 'data', 1, '02 03'],
    ['bad-value', 'type', 0, `03 ${FF(12)}`],
    ['bad-value', 'data/count', 1, `02 0B ${FF(11)}`],
    ['bad-value', 'data/digits', 3, `02 02 F1 21 ${FF(9)}`],
    ['trailing-bytes', 'EF_EXT1', 13, `00 ${FF(13)}`],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeExt1(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it.each<[string, string, Ext1Record]>([
    ['too-long', 'digits', { kind: 'digits', digits: '1'.repeat(21) }],
    ['bad-value', 'digits', { kind: 'digits', digits: '1+' }],
    ['bad-value', 'data', { kind: 'subaddress', data: new Uint8Array(10) }],
    ['bad-value', 'next', { kind: 'digits', digits: '1', next: 255 }],
  ])('does not write with %s in %s', (code, field, record) => {
    expect(refusal(() => encodeExt1(record))).toMatchObject({ code, field });
    expect(() => encodeExt1({ kind: 'other' as 'free' })).toThrow(TypeError);
  });

  const number = { ton: 1, npi: 1, digits: '1234567890'.repeat(5), subaddress: hex('50 313233343536373839303132') };

  it('a number of 50 digits with a subaddress takes four records, and comes back', () => {
    const { record, extensions } = splitAdn({ alpha: 'Far', number }, 3);
    expect(record).toStrictEqual({ alpha: 'Far', number: { ton: 1, npi: 1, digits: '1234567890'.repeat(2) }, extension: 3 });
    expect(extensions.map(({ kind }) => kind)).toEqual(['digits', 'digits', 'subaddress', 'subaddress']);
    const records: Ext1Record[] = [{ kind: 'free' }, { kind: 'free' }, ...extensions];
    const file = records.map((each) => decodeExt1(encodeExt1(each)));
    expect(joinAdn(decodeAdn(encodeAdn(record)), file)).toStrictEqual(number);
  });

  it.each([
    [20, []],
    [21, ['1']],
    [40, ['1'.repeat(20)]],
    [41, ['1'.repeat(20), '1']],
  ])('%i digits: each record has 20, the first is number 1', (count, rest) => {
    const { record, extensions } = splitAdn({ alpha: '', number: { ton: 1, npi: 1, digits: '1'.repeat(count) } });
    expect(extensions.map((each) => each.kind === 'digits' && each.digits)).toEqual(rest);
    expect(record.extension).toBe(rest.length === 0 ? undefined : 1);
  });

  it.each([
    [10, [`0A${'41'.repeat(10)}`]],
    [11, [`0B${'41'.repeat(10)}`, `41${FF(10)}`]],
    [21, [`15${'41'.repeat(10)}`, '41'.repeat(11)]],
  ])('a subaddress of %i octets follows its length, 11 octets a record', (count, data) => {
    const far = { ton: 1, npi: 1, digits: '1', subaddress: new Uint8Array(count).fill(0x41) };
    const { record, extensions } = splitAdn({ alpha: '', number: far });
    expect(extensions.map((each) => each.kind === 'subaddress' && toHex(each.data))).toEqual(data);
    expect(joinAdn(record, extensions)).toStrictEqual(far);
  });

  it('its records may be the last four of a file, 251 to 254', () => {
    const { record, extensions } = splitAdn({ alpha: '', number }, 251);
    expect([record, ...extensions].map((each) => ('extension' in each ? each.extension : 'next' in each && each.next))).toEqual(
      [251, 252, 253, 254, false],
    );
  });

  it('a short number takes none', () => {
    const short = { ton: 1, npi: 1, digits: '123' };
    // A first record out of range is not asked for.
    expect(splitAdn({ alpha: 'Near', number: short }, 0).extensions).toEqual([]);
    expect(splitAdn({ alpha: 'Near', number: short })).toStrictEqual({
      record: { alpha: 'Near', number: short },
      extensions: [],
    });
    expect(joinAdn({ alpha: 'Near', number: short }, [])).toStrictEqual(short);
    expect(joinAdn({ alpha: '' }, [])).toBeUndefined();
  });

  it('refuses a subaddress of which a half is missing, and reads it leniently', () => {
    const record = { alpha: '', number: { ton: 0, npi: 1, digits: '1' }, extension: 1 };
    const half: Ext1Record[] = [{ kind: 'subaddress', data: hex('0B 50 313233343536373839') }];
    expect(refusal(() => joinAdn(record, half))).toMatchObject({ code: 'truncated', field: 'subaddress' });
    expect(joinAdn(record, half, { lenient: true })?.subaddress).toEqual(hex('50 313233343536373839'));
    const whole: Ext1Record[] = [{ kind: 'subaddress', data: hex('0A 50 313233343536373839') }];
    expect(joinAdn(record, whole)?.subaddress).toEqual(hex('50 313233343536373839'));
  });

  it('refuses a chain that leads nowhere or back', () => {
    const record = { alpha: '', number: { ton: 0, npi: 1, digits: '1' }, extension: 1 };
    const loop: Ext1Record[] = [{ kind: 'digits', digits: '2', next: 1 }];
    for (const file of [[], loop]) {
      expect(refusal(() => joinAdn(record, file))).toMatchObject({ code: 'bad-value', field: 'extension' });
    }
    const issues: Issue[] = [];
    expect(joinAdn(record, loop, { lenient: true, onIssue: (issue) => issues.push(issue) })?.digits).toBe('12');
    expect(issues).toMatchObject([{ severity: 'error', code: 'bad-value', field: 'extension', offset: undefined }]);
    expect(refusal(() => splitAdn({ alpha: '', number }, 252))).toMatchObject({ code: 'bad-value', field: 'firstExtension' });
    for (const first of [0, -1, 1.5])
      expect(refusal(() => splitAdn({ alpha: '', number }, first))).toMatchObject({ field: 'firstExtension' });
    const long = { ...number, subaddress: new Uint8Array(22) };
    expect(refusal(() => splitAdn({ alpha: '', number: long }))).toMatchObject({ code: 'too-long', field: 'subaddress' });
  });
});

describe('EF_SMSP (TS 51.011 section 10.5.6)', () => {
  const smsc = { ton: 1, npi: 1, digits: '4915790109999' };
  const centre = { ton: 1, npi: 1, digits: '49301234567' };
  const set: SmsParameters = { alpha: '', smsc, tpPid: 0, tpDcs: 0, validityMinutes: 4320 };
  it.each<[string, number, SmsParameters]>([
    [`534D5343${FF(12)}E1${FF(12)}0891945197109099F9FFFFFF0000A9`, 16, { ...set, alpha: 'SMSC' }],
    [`E1${FF(12)}0891945197109099F9FFFFFF0000A9`, 0, set],
    [`${FF(24)}FD${FF(12)}07919403214365F7${FF(7)}`, 24, { alpha: '', smsc: centre }],
    [`${FF(24)}FC0B919403214365F7${FF(4)}07919403214365F7${FF(7)}`, 24, { alpha: '', tpDa: centre, smsc: centre }],
    [FF(44), 16, { alpha: '' }],
    [FF(255), 227, { alpha: '' }],
  ])('%s', (octets, alphaOctets, record) => {
    expect(decodeSmsParameters(hex(octets))).toStrictEqual(record);
    expect(encodeSmsParameters(record, { alphaOctets })).toEqual(hex(octets));
  });

  it('has a name of 227 octets at most, for a record has 255', () => {
    const record = { alpha: 'Centre', smsc: '447785016005' };
    expect(encodeSmsParameters(record, { alphaOctets: 227 })).toHaveLength(255);
    expect(refusal(() => encodeSmsParameters(record, { alphaOctets: 228 }))).toMatchObject({
      code: 'too-long',
      field: 'alpha',
    });
  });

  it('passes over values of absent parameters, and a service centre that is announced and not there', () => {
    // Of a card in use.
    const issues: Issue[] = [];
    const octets = hex(`454E6574776F726B73${FF(7)}F1${FF(24)}0000A7`);
    const found = decodeSmsParameters(octets, { onIssue: (issue) => issues.push(issue) });
    expect(found).toStrictEqual({ alpha: 'ENetworks', tpPid: 0, tpDcs: 0 });
    expect(issues).toMatchObject([{ severity: 'warning', code: 'bad-value', field: 'service centre', offset: 29 }]);
  });

  it('notes what follows an address in its twelve octets', () => {
    expect(readLeniently(decodeSmsParameters, `FE 04912143 FF 41 ${FF(21)}`)).toStrictEqual({
      value: { alpha: '', tpDa: { ton: 1, npi: 1, digits: '1234' } },
      issues: [['warning', 'bad-value', 'TP-DA', 6]],
    });
  });

  it.each<[string, string, Partial<SmsParametersInput>]>([
    ['bad-value', 'tpDa', { tpDa: 'x' }],
    ['bad-value', 'smsc', { smsc: 'x' }],
    ['bad-value', 'tpPid', { tpPid: 256 }],
    ['bad-value', 'tpDcs', { tpDcs: -1 }],
    ['bad-value', 'validityMinutes', { validityMinutes: 0 }],
    ['too-long', 'validityMinutes', { validityMinutes: 635_041 }],
  ])('does not write with %s in %s', (code, field, record) => {
    expect(refusal(() => encodeSmsParameters({ alpha: '', ...record }))).toMatchObject({ code, field });
  });

  it.each([
    ['truncated', 'EF_SMSP', 0, FF(27)],
    ['bad-value', 'SMSC/length', 13, `FD ${FF(12)} 0D 91 ${FF(13)}`],
    ['bad-value', 'TP-DA/length', 1, `FE 15 91 ${FF(25)}`],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeSmsParameters(hex(octets)))).toMatchObject({ code, field, offset });
  });
});

describe('EF_SMS (TS 51.011 section 10.5.3)', () => {
  const DELIVER = '040B917283010010F50000621112900000800AE8329BFD0689C3E335';
  const CENTRE = '0791447758100650';
  const smsc = { ton: 1, npi: 1, digits: '447785016005' };
  const record = (status: string, content: string) => {
    const octets = new Uint8Array(176).fill(0xff);
    octets.set(hex(`${status}${content}`));
    return octets;
  };
  it.each([
    ['01', 'read', 'MT'],
    ['03', 'unread', 'MT'],
    ['07', 'unsent', 'MO'],
    ['05', 'sent', 'MO'],
    ['0D', 'sent, report awaited', 'MO'],
    ['15', 'sent, report received', 'MO'],
    ['1D', 'sent, report stored', 'MO'],
  ] as const)('status %s is %s', (octet, status, direction) => {
    const tpdu = direction === 'MT' ? hex(DELIVER) : hex('01000B917283010010F500000AE8329BFD4697D9EC37');
    const octets = record(octet, `${CENTRE}${Buffer.from(tpdu).toString('hex')}`);
    const value = { status, direction, smsc, tpdu };
    expect(decodeSimSms(octets)).toStrictEqual(value);
    expect(encodeSimSms(value)).toEqual(octets);
  });

  it('a TPDU ends where its fields say, also with octets FF', () => {
    const tpdu = encodeSubmit({ tpDa: '1234', tpDcs: 4, data: hex('41 FF FF FF') });
    const value = { status: 'unsent' as const, direction: 'MO' as const, tpdu };
    expect(decodeSimSms(encodeSimSms(value))).toStrictEqual(value);
  });

  it('a free record is empty, or has what was deleted', () => {
    expect(decodeSimSms(record('00', ''))).toStrictEqual({ status: 'free' });
    expect(encodeSimSms({ status: 'free' })).toEqual(record('00', ''));
    const left = record('00', `${CENTRE}${DELIVER}`);
    expect(decodeSimSms(left)).toStrictEqual({ status: 'free', direction: 'MT', smsc, tpdu: hex(DELIVER) });
    expect(encodeSimSms(decodeSimSms(left))).toEqual(left);
    const other = record('00', '0012');
    expect(decodeSimSms(other)).toStrictEqual({ status: 'free', remains: hex('0012') });
    expect(encodeSimSms(decodeSimSms(other))).toEqual(other);
  });

  describe('the longest TPDU after the longest address', () => {
    const address = { ton: 1, npi: 1, digits: '12345678901234567890' };
    const tpVp = { kind: 'absolute', at: new Date('2026-11-21T07:00:00Z'), offsetMinutes: 0 } as const;
    const texts = { 0: 'x'.repeat(160), 8: 'Ж'.repeat(70) };

    it.each([
      ['octets', encodeSubmit({ tpDa: address, tpVp, tpDcs: 4, data: new Uint8Array(140).fill(0x41) })],
      ['GSM 7-bit', encodeSubmit({ tpDa: address, tpVp, text: texts[0] })],
      ['UCS-2', encodeSubmit({ tpDa: address, tpVp, tpDcs: 8, text: texts[8] })],
    ])('is stored without its last octet: %s', (_, tpdu) => {
      expect([tpdu.length, encodeServiceCentre(address).length]).toEqual([164, 12]);
      for (const status of ['unsent', 'free'] as const) {
        const octets = encodeSimSms({ status, smsc: address, tpdu });
        expect(octets).toHaveLength(176);
        expect(octets.subarray(13)).toEqual(tpdu.subarray(0, 163));
        const value = { status, direction: 'MO', smsc: address, tpdu: tpdu.subarray(0, 163) };
        expect(decodeSimSms(octets)).toStrictEqual(value);
      }
    });

    it('a TPDU that ends in the record is stored whole, with FF behind it', () => {
      const tpdu = encodeSubmit({ tpDa: address, tpDcs: 4, data: new Uint8Array(140).fill(0x41) });
      expect(tpdu).toHaveLength(157);
      const octets = encodeSimSms({ status: 'unsent', smsc: address, tpdu });
      expect(octets.subarray(170)).toEqual(hex(FF(6)));
      expect(decodeSimSms(octets).tpdu).toEqual(tpdu);
    });

    it('no other TPDU may lack an octet', () => {
      const tpdu = encodeSubmit({ tpDa: address, tpVp, tpDcs: 4, data: new Uint8Array(140) });
      const shorter = { ton: 1, npi: 1, digits: '123456789012345678' };
      const cut = { status: 'unsent', smsc: shorter, tpdu: tpdu.subarray(0, 163) } as const;
      expect(refusal(() => encodeSimSms(cut))).toMatchObject({ code: 'bad-value', field: 'tpdu' });
      expect(decodeSimSms(encodeSimSms({ ...cut, tpdu })).tpdu).toEqual(tpdu);
    });
  });

  it.each([
    ['truncated', 'status', 0, ''],
    ['truncated', 'EF_SMS', 1, `01 ${FF(100)}`],
    ['bad-value', 'status', 0, `09 00 ${DELIVER} ${FF(146)}`],
    ['bad-value', 'TPDU', 2, `01 00 03 ${FF(173)}`],
    // With the octet that the record has no place for it is no TPDU either.
    ['bad-value', 'TPDU', 13, `05 0B91 ${'21'.repeat(10)} 03 ${'41'.repeat(162)}`],
    ['trailing-bytes', 'EF_SMS', 176, `00 ${FF(176)}`],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeSimSms(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it('reads leniently a status with reserved bits', () => {
    expect(readLeniently(decodeSimSms, toHex(record('E3', `00${DELIVER}`)))).toStrictEqual({
      value: { status: 'unread', direction: 'MT', tpdu: hex(DELIVER) },
      issues: [['error', 'bad-value', 'status', 0]],
    });
    expect(decodeSimSms(record('02', ''), { lenient: true })).toStrictEqual({ status: 'free' });
    // Bits 4 and 3 are those of a report, which only a sent message has (low bits 101).
    const sent = '0001000B917283010010F500000AE8329BFD4697D9EC37';
    expect(decodeSimSms(record('2D', sent), { lenient: true }).status).toBe('sent, report awaited');
    expect(decodeSimSms(record('0F', sent), { lenient: true }).status).toBe('unsent');
  });

  it('reads leniently a TPDU that cannot be read, up to the last octet that is not FF', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeSimSms(record('01', '00 03 12 FF 34'), options)).toStrictEqual({
      status: 'read',
      direction: 'MT',
      tpdu: hex('03 12 FF 34'),
    });
    expect(decodeSimSms(record('01', '00'), options)).toMatchObject({ status: 'read', tpdu: hex('') });
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([
      ['bad-value', 'TPDU', 2],
      ['bad-value', 'TPDU', 2],
    ]);
  });

  it('notes what follows a TPDU in the record', () => {
    expect(readLeniently(decodeSimSms, toHex(record('01', `00${DELIVER}FF41`)))).toStrictEqual({
      value: { status: 'read', direction: 'MT', tpdu: hex(DELIVER) },
      issues: [['warning', 'bad-value', 'EF_SMS', 2 + hex(DELIVER).length + 1]],
    });
  });

  it('a free record whose address of a service centre is too long has no message', () => {
    // From the status on its octets would be an SMS-DELIVER, from a number of 12 digits and without text.
    const octets = '0C 91 214365870921 00 00 62111290000080 00';
    expect(decodeSimSms(record('00', octets))).toStrictEqual({ status: 'free', remains: hex(octets) });
  });

  it('a status report ends at the last octet that is not FF, or after a TP-ST of FF', () => {
    const report = '06 0A 0B 91 72 83 01 00 10 F5 62 11 12 90 00 00 80 62 11 12 90 00 10 80';
    for (const tpdu of [`${report} 00`, `${report} 00 01 7F`, `${report} FF`].map(hex)) {
      const value = { status: 'read' as const, direction: 'MT' as const, smsc, tpdu };
      expect(decodeSimSms(encodeSimSms(value))).toStrictEqual(value);
    }
  });

  it.each([
    ['bad-value', 'status', { status: 'new' as 'read' }],
    ['bad-value', 'tpdu', { status: 'read' as const }],
    ['bad-value', 'tpdu', { status: 'read' as const, tpdu: hex('03') }],
    ['bad-value', 'tpdu', { status: 'free' as const, tpdu: hex('03') }],
    ['bad-value', 'tpdu', { status: 'sent' as const, tpdu: hex('03') }],
    ['bad-value', 'tpdu', { status: 'read' as const, tpdu: hex(`${DELIVER}00`) }],
    ['too-long', 'tpdu', { status: 'read' as const, tpdu: new Uint8Array(165) }],
    ['too-long', 'remains', { status: 'free' as const, remains: new Uint8Array(176) }],
    ['bad-value', 'smsc', { status: 'read' as const, smsc: 'x', tpdu: hex(DELIVER) }],
  ])('does not write with %s in %s', (code, field, value) => {
    expect(refusal(() => encodeSimSms(value))).toMatchObject({ code, field });
  });

  it.each([
    ['read', '01000B917283010010F500000AE8329BFD4697D9EC37', 'is not a TPDU to the handset, whose own fields'],
    ['unread', '03', 'is not a TPDU to the handset, whose own fields'],
    ['sent', DELIVER, 'is not a TPDU from the handset, whose own fields'],
    ['free', '03', 'is not a TPDU, whose own fields'],
  ] as const)('a record that is %s does not take %s', (status, tpdu, words) => {
    expect(() => encodeSimSms({ status, tpdu: hex(tpdu) })).toThrow(words);
  });
});

describe('arguments', () => {
  it.each<[string, () => unknown]>([
    ['text is 5, not a string', () => encodeAlpha(5 as never)],
    ['record is 5, not an object', () => encodeAdn(5 as never)],
    ['number is 5, not an object', () => encodeAdn({ alpha: '', number: 5 as never })],
    ['number.digits is 5, not a string', () => encodeAdn({ alpha: '', number: { ton: 1, npi: 1, digits: 5 as never } })],
    ['dialledNumber is 5, not an object', () => formatDialled(5 as never)],
    ['record is 5, not an object', () => encodeExt1(5 as never)],
    ['data is 5, not a Uint8Array', () => encodeExt1({ kind: 'subaddress', data: 5 as never })],
    ['record is 5, not an object', () => joinAdn(5 as never, [])],
    ['extensions is 5, not an array', () => joinAdn({ alpha: '' }, 5 as never)],
    ['record is 5, not an object', () => splitAdn(5 as never)],
    ['record.number is 5, not an object', () => splitAdn({ alpha: '', number: 5 as never })],
    ['record is 5, not an object', () => encodeSmsParameters(5 as never)],
    ['record is 5, not an object', () => encodeSimSms(5 as never)],
    ['tpdu is 5, not a Uint8Array', () => encodeSimSms({ status: 'read', tpdu: 5 as never })],
    ['remains is 5, not a Uint8Array', () => encodeSimSms({ status: 'free', remains: 5 as never })],
  ])('%s', (message, call) => {
    expect(call).toThrow(new TypeError(message));
  });
});
