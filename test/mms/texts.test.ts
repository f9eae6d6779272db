import { describe, expect, it } from 'vitest';
import { decodeMms, encodeMms, formatMmsAddress, type MSendReq, parseMmsAddress, partText } from '../../src/mms/binary.js';
import { charsetMib, charsetName, decodeText } from '../../src/mms/charsets.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

describe('the text of a part', () => {
  it.each([
    ['ASCII', undefined, '4869', 'Hi'],
    ['UTF-8 without a charset', undefined, 'C3A9', 'é'],
    ['no UTF-8 without a charset', undefined, 'E9', 'é'],
    ['a byte order mark', undefined, 'EFBBBF 61', 'a'],
    ['utf-8', 'utf-8', 'EFBBBF C3A9', 'é'],
    ['utf-8 with a fault', 'utf-8', '61 FF', 'a\ufffd'],
    ['us-ascii that is UTF-8', 'us-ascii', 'C3A9', 'é'],
    ['iso-8859-1', 'iso-8859-1', 'C3A9', 'Ã©'],
    ['iso-8859-2', 'iso-8859-2', 'B1', 'ą'],
    ['ucs-2', 'iso-10646-ucs-2', '0048 00E9', 'Hé'],
    ['utf-16 with its mark', 'utf-16', 'FEFF 0048 00E9', 'Hé'],
    ['utf-16, low octet first', 'utf-16', 'FFFE 4800 E900', 'Hé'],
    ['utf-16 without a mark', 'UTF-16', '0048', 'H'],
    ['utf-16 with half a unit', 'utf-16', '0048 00', 'H\ufffd'],
    ['utf-16le', 'utf-16le', '4800', 'H'],
    ['big5', 'big5', 'A440', '一'],
    ['shift_JIS', 'shift_JIS', '82A0', 'あ'],
    ['windows-1251', 'windows-1251', 'E0', 'а'],
    ['windows-1252', 'windows-1252', '93 80 94 E9', '“€”é'],
    ['iso-8859-1 as Windows has it', 'iso-8859-1', '93 80 94', '“€”'],
    ['a number without a name', 'mib-1004', 'C3A9', 'é'],
    ['a charset that nobody knows', 'x-own', 'E9', 'é'],
  ])('%s', (_, charset, octets, text) => {
    expect(partText({ data: hex(octets), ...(charset === undefined ? {} : { charset }) })).toBe(text);
  });

  it('takes no text for octets', () => {
    expect(() => partText({ data: 'Hi' as never })).toThrow(/^data is "Hi"/);
    expect(() => partText(5 as never)).toThrow(new TypeError('part is 5, not an object'));
  });

  // The order of octets is that of a whole mark; without one the high octet comes first.
  it.each(['utf-16', 'UTF-16', 'iso-10646-ucs-2', 'ISO-10646-UCS-2'])('%s by its byte order mark', (charset) => {
    const read = (octets: string) => partText({ data: hex(octets), charset });
    expect(read('FFFE 6100')).toBe('a');
    expect(read('FEFF 0061')).toBe('a');
    expect(read('FF00 0061')).toBe('\uff00a');
    expect(read('00FE 0061')).toBe('\u00fea');
    expect(read('FF')).toBe('\ufffd');
  });

  it.each<[charset: string | undefined, octets: string, strict: string | undefined, text: string | undefined]>([
    [undefined, '61FF', 'aÿ', 'aÿ'],
    ['us-ascii', '61FF', 'aÿ', 'aÿ'],
    ['US-ASCII', '61FF', 'aÿ', 'aÿ'],
    ['mib-0', '61FF', 'aÿ', 'aÿ'],
    ['utf-8', '61FF', undefined, 'a\ufffd'],
    ['UTF-8', 'C3A9', 'é', 'é'],
    ['utf-8', 'EFBBBF61', '\ufeffa', 'a'],
    ['utf-16', 'FEFF0061', 'a', 'a'],
    ['utf-16', '0061D8', undefined, 'a\ufffd'],
    ['utf-16le', 'FFFE6100', 'a', 'a'],
    ['shift_jis', '82', undefined, '\ufffd'],
    ['windows-1252', '8061', '€a', '€a'],
    ['x-own', '61', undefined, undefined],
    ['mib-1004', '61', undefined, undefined],
  ])('%s with fatal faults: %s', (charset, octets, strict, text) => {
    expect(decodeText(hex(octets), charset, true)).toBe(strict);
    expect(decodeText(hex(octets), charset)).toBe(text);
  });
});

describe('charsets', () => {
  // IANA character sets, by MIBenum.
  it.each([
    [3, 'us-ascii'],
    [4, 'iso-8859-1'],
    [17, 'shift_JIS'],
    [18, 'euc-jp'],
    [38, 'euc-kr'],
    [106, 'utf-8'],
    [109, 'iso-8859-13'],
    [111, 'iso-8859-15'],
    [113, 'gbk'],
    [114, 'gb18030'],
    [1000, 'iso-10646-ucs-2'],
    [1013, 'utf-16be'],
    [1014, 'utf-16le'],
    [1015, 'utf-16'],
    [2025, 'gb2312'],
    [2026, 'big5'],
    [2084, 'koi8-r'],
    [2088, 'koi8-u'],
    [2250, 'windows-1250'],
    [2252, 'windows-1252'],
    [2258, 'windows-1258'],
    [1004, 'mib-1004'],
    [0, 'mib-0'],
  ])('%i is %s', (mib, name) => {
    expect(charsetName(mib)).toBe(name);
    expect(charsetMib(name)).toBe(mib);
    expect(charsetMib(name.toUpperCase())).toBe(mib);
  });

  it.each([
    ['ascii', 3],
    ['latin1', 4],
    ['Latin-1', 4],
    ['utf8', 106],
    ['UTF16', 1015],
    ['ucs2', 1000],
    ['UCS-2', 1000],
    ['sjis', 17],
    ['Shift-JIS', 17],
    ['mib-9999999999', 9_999_999_999],
    ['mib-', undefined],
    ['mib-12345678901', undefined],
    ['xmib-3', undefined],
    ['mib-3x', undefined],
    ['toString', undefined],
    ['x-own', undefined],
  ])('%s is %s', (name, mib) => {
    expect(charsetMib(name)).toBe(mib);
  });
});

describe('addresses', () => {
  it.each([
    ['+447700900001', '+447700900001/TYPE=PLMN'],
    ['447700900001', '+447700900001/TYPE=PLMN'],
    ['7000/TYPE=PLMN', '7000/TYPE=PLMN'],
    ['7000', '7000'],
    ['+7000', '+7000'],
    ['123456', '123456'],
    ['6834000', '+6834000/TYPE=PLMN'],
    ['123456789012345', '+123456789012345/TYPE=PLMN'],
    ['1234567890123456', '1234567890123456'],
    ['07700900001', '07700900001'],
    ['00447700900001', '00447700900001'],
    ['user@example.com', 'user@example.com'],
    ['Zoë <z@example.com>', 'Zoë <z@example.com>'],
    ['SHOP', 'SHOP'],
    ['+44-7700.900', '+44-7700.900'],
    [{ value: '195.153.199.30', type: 'IPv4' }, '195.153.199.30/TYPE=IPv4'],
    [{ value: '7000' }, '7000'],
  ])('%j is written %s', (address, text) => {
    expect(formatMmsAddress(address)).toBe(text);
  });

  it.each([
    ['+447700900001/TYPE=PLMN', { value: '+447700900001', type: 'PLMN' }],
    ['FEDC:BA98::1/type=IPv6', { value: 'FEDC:BA98::1', type: 'IPv6' }],
    ['user@example.com', { value: 'user@example.com' }],
    ['a/b/TYPE=X_1', { value: 'a/b', type: 'X_1' }],
    ['a/TYPE=', { value: 'a/TYPE=' }],
    ['', { value: '' }],
  ])('%s is read', (text, address) => {
    expect(parseMmsAddress(text)).toEqual(address);
  });

  it('refuses what is none', () => {
    expect(refusal(() => formatMmsAddress(''))).toEqual({ code: 'bad-value', field: 'address', offset: undefined });
    expect(refusal(() => formatMmsAddress({ value: '' }, 'to'))).toMatchObject({ field: 'to' });
    expect(refusal(() => formatMmsAddress({ value: 'a', type: 'a b' }))).toMatchObject({ code: 'bad-value' });
  });

  it.each([
    [5, undefined],
    [null, undefined],
    [undefined, undefined],
    [{}, undefined],
    [{ value: 5 }, 'to[1]'],
  ])('takes no value of the wrong type: %j', (address, field) => {
    const call = () => (field === undefined ? formatMmsAddress(address as never) : formatMmsAddress(address as never, field));
    expect(call).toThrow(new TypeError(`${field ?? 'address'} is not an address`));
  });

  it.each([{ value: 'a', type: '' }, { value: 'a', type: 'A-B' }, { value: 'a', type: 'é' }, { value: '' }, ''])(
    'refuses %j by its field',
    (address) => {
      const bad = { code: 'bad-value', offset: undefined };
      expect(refusal(() => formatMmsAddress(address))).toEqual({ ...bad, field: 'address' });
      expect(refusal(() => formatMmsAddress(address, 'cc[2]'))).toEqual({ ...bad, field: 'cc[2]' });
    },
  );

  it('keeps short codes that were read', () => {
    // To: 7000 and From: 07700900001, both without a type.
    const wire = hex('8C 80 98 54 00 8D 92 89 0D 80 3037373030393030303031 00 97 37303030 00 84 A3 00');
    expect(decodeMms(wire)).toMatchObject({ from: '07700900001', to: ['7000'] });
    expect(encodeMms(decodeMms(wire))).toEqual(wire);
  });

  it('completes numbers wherever an address may stand', () => {
    const pdu: MSendReq = {
      type: 'M-Send.req',
      transactionId: 'T',
      mmsVersion: '1.2',
      from: '447700900001',
      to: ['447700900002', 'a@b.example'],
      cc: ['+447700900003'],
      previouslySentBy: [{ forwardedCount: 1, address: '447700900004' }],
      parts: [],
    };
    expect(decodeMms(encodeMms(pdu))).toMatchObject({
      from: '+447700900001/TYPE=PLMN',
      to: ['+447700900002/TYPE=PLMN', 'a@b.example'],
      cc: ['+447700900003/TYPE=PLMN'],
      previouslySentBy: [{ forwardedCount: 1, address: '+447700900004/TYPE=PLMN' }],
    });
  });
});
