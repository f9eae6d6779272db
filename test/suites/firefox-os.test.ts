/**
 * Inputs of the tests of Firefox OS, as the repository Floorp-Projects/Floorp keeps them: dom/system/gonk/tests (test_ril_worker_sms*, cellbroadcast*, smsc_address,
 * icc_ICCPDUHelper), dom/mobilemessage/tests (test_mms_pdu_helper, test_wsp_pdu_helper*, test_sms_segment_helper, test_mt_sms_concatenation, test_message_classes)
 * and dom/wappush/tests. Each of these files is dedicated to the public domain (CC0). Numbers of subscribers are replaced. Where Firefox OS says something
 * else, the rule is in docs/decisions.md, "public test suites".
 */
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { ByteWriter } from '../../src/bytes/writer.js';
import { alphabetOfCbsDcs, decodeCbs, decodeCbsDcs } from '../../src/cbs/index.js';
import { charsetMib, charsetName } from '../../src/mms/charsets.js';
import { decodeMms, encodeMms, formatMmsAddress, parseMmsAddress } from '../../src/mms/index.js';
import {
  decodeProvisioning,
  decodePush,
  decodeSi,
  decodeSl,
  formatProvisioning,
  parseProvisioning,
  parseSi,
  parseSl,
  provisioningMac,
} from '../../src/push/index.js';
import { decodeAdn, decodeAlpha, encodeAdn, encodeAlpha, formatDialled } from '../../src/sim/index.js';
import {
  alphabetOfDcs,
  decodeDcs,
  decodeTpdu,
  encodeServiceCentre,
  messageClassOfDcs,
  Reassembler,
} from '../../src/sms/index.js';
import { chooseShiftTables, countSegments, decodeGsm7, encodeGsm7, packSeptets, unpackSeptets } from '../../src/text/index.js';
import { readContentType, writeContentType } from '../../src/wsp/content-type.js';
import {
  LATIN1,
  readInteger,
  readText,
  readValueLength,
  writeInteger,
  writeText,
  writeValueLength,
} from '../../src/wsp/values.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const ascii = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const octetsOf = (write: (writer: ByteWriter) => unknown) => {
  const writer = new ByteWriter();
  write(writer);
  return Buffer.from(writer.finish()).toString('hex');
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('data coding schemes (sms_gsmpduhelper, cellbroadcast_gsm)', () => {
  it.each([
    ['00 01 02 03 0C 8F 9F AF BF', 'gsm7', undefined],
    ['04', '8bit', undefined],
    ['08', 'ucs2', undefined],
    ['10 50 F0 F8', 'gsm7', 0],
    ['11 F1', 'gsm7', 1],
    ['12 F2', 'gsm7', 2],
    ['13 F3', 'gsm7', 3],
    ['F4', '8bit', 0],
    ['F5', '8bit', 1],
    ['F6', '8bit', 2],
    ['F7', '8bit', 3],
  ])('of messages: %s', (octets, alphabet, messageClass) => {
    for (const dcs of hex(octets)) {
      expect([dcs, alphabetOfDcs(dcs), messageClassOfDcs(dcs)]).toEqual([dcs, alphabet, messageClass]);
      expect(decodeDcs(dcs).group).not.toBe('waiting');
    }
  });

  it.each([
    ['C0', { alphabet: 'gsm7', active: false, store: false }],
    ['C8 CC', { alphabet: 'gsm7', active: true, store: false }],
    ['D0', { alphabet: 'gsm7', active: false, store: true }],
    ['D8 DC', { alphabet: 'gsm7', active: true, store: true }],
    ['E0', { alphabet: 'ucs2', active: false, store: true }],
    ['E8 EC', { alphabet: 'ucs2', active: true, store: true }],
  ])('of waiting indications: %s', (octets, expected) => {
    for (const dcs of hex(octets)) expect(decodeDcs(dcs)).toMatchObject({ group: 'waiting', ...expected });
  });

  const LANGUAGES = ['de', 'en', 'it', 'fr', 'es', 'nl', 'sv', 'da', 'pt', 'fi', 'no', 'el', 'tr', 'hu', 'pl'];
  it('of cell broadcast: languages', () => {
    const language = (dcs: number) => {
      const found = decodeCbsDcs(dcs);
      return found.group === 'language' ? found.language : undefined;
    };
    expect(range(0, 15).map(language)).toEqual([...LANGUAGES, undefined]);
    expect(range(0x20, 0x2f).map(language)).toEqual(['cs', 'he', 'ar', 'ru', 'is', ...Array(11).fill(undefined)]);
    for (const dcs of [...range(0, 15), ...range(0x20, 0x2f)]) expect(alphabetOfCbsDcs(dcs)).toBe('gsm7');
    expect([0x10, 0x11].map(alphabetOfCbsDcs)).toEqual(['gsm7', 'ucs2']);
  });

  it('of cell broadcast: alphabets and classes', () => {
    const alphabets = ['gsm7', '8bit', 'ucs2', 'gsm7'];
    for (const dcs of [...range(0x40, 0x5f), ...range(0xf0, 0xff)]) {
      const expected = dcs < 0xf0 ? alphabets[(dcs >> 2) & 3] : alphabets[(dcs >> 2) & 1];
      expect([dcs, alphabetOfCbsDcs(dcs)]).toEqual([dcs, expected]);
    }
    for (const dcs of [0x30, 0x80, 0xa0, 0xb0, 0xc0].flatMap((group) => range(group, group + 15)))
      expect(alphabetOfCbsDcs(dcs)).toBe('gsm7');
    expect(range(0xf0, 0xf3).map((dcs) => decodeCbsDcs(dcs))).toEqual(
      [{}, { messageClass: 1 }, { messageClass: 2 }, { messageClass: 3 }].map((some) => ({
        group: 'data',
        alphabet: 'gsm7',
        ...some,
      })),
    );
  });

  it('rule cbs-octets: compressed text, I1 and WAP are octets where Firefox OS refuses them, and group 9 is a user data header', () => {
    for (const dcs of [0x60, 0x70, 0x90, 0xd0, 0xe0].flatMap((group) => range(group, group + 15)))
      expect(alphabetOfCbsDcs(dcs)).toBe('8bit');
    expect(decodeCbsDcs(0x99)).toEqual({ group: 'header', alphabet: 'ucs2', messageClass: 1 });
  });
});

describe('addresses (sms_gsmpduhelper, smsc_address)', () => {
  const sender = (octets: string) => {
    const message = decodeTpdu(hex(`00 ${octets} 0000 60101010000000 00`), { direction: 'MT' });
    return message.type === 'SMS-DELIVER' ? message.tpOa : undefined;
  };

  it.each([
    ['04D0 1100', { ton: 5, npi: 0, text: '_@' }],
    ['04D0 1000', { ton: 5, npi: 0, text: 'Δ@' }],
    ['0B91 4151550581F6', { ton: 1, npi: 1, digits: '14155550186' }],
    ['0E91 4151550581B633', { ton: 1, npi: 1, digits: '14155550186#33' }],
    ['0BA1 4151550581F6', { ton: 2, npi: 1, digits: '14155550186' }],
  ])('%s', (octets, address) => {
    expect(sender(octets)).toEqual(address);
  });

  it.each([
    ['0791 3121139418F0', { ton: 1, npi: 1, digits: '13123149810' }],
    ['0791 448720003023', { ton: 1, npi: 1, digits: '447802000332' }],
    ['0681 4070844555', { ton: 0, npi: 1, digits: '0407485455' }],
  ] as const)('of a service centre: %s', (octets, address) => {
    expect(encodeServiceCentre(address)).toEqual(hex(octets));
    expect(decodeTpdu(hex(`${octets} 00 0181F1 0000 60101010000000 00`), { direction: 'MT', smsc: true }).smsc).toEqual(
      address,
    );
  });

  it('rule empty-centre: an empty service centre is one octet of 0, not twelve of FF', () => {
    expect(encodeServiceCentre(undefined)).toEqual(hex('00'));
    expect(refusal(() => decodeTpdu(hex('FF'.repeat(12)), { direction: 'MT', smsc: true }))).toMatchObject({
      code: 'bad-value',
    });
  });
});

describe('national tables and segments (sms, sms_nl_tables, sms_segment_helper)', () => {
  const TABLES = range(0, 13);
  it('every letter of every pair of tables comes back', () => {
    // Spanish (2) has no locking shift table: Firefox OS has the default alphabet there.
    for (const locking of TABLES.filter((table) => table !== 2))
      for (const single of TABLES) {
        const tables = { locking, single };
        const codes = range(0, 127).filter((code) => code !== 0x1b);
        const septets = [...codes, ...codes.flatMap((code) => [0x1b, code])];
        const read = (some: Iterable<number>) =>
          decodeGsm7(Uint8Array.from(some), { ...tables, lenient: true }).replaceAll('\ufffd', '');
        const text = read(septets);
        expect(decodeGsm7(encodeGsm7(text, tables), tables)).toBe(text);
        const plain = read(codes);
        expect(encodeGsm7(plain, tables)).toHaveLength(plain.length);
      }
  });

  it('octets of packed septets after fill bits', () => {
    for (const length of range(0, 7))
      for (const fill of range(0, 6)) {
        const packed = packSeptets(encodeGsm7('A'.repeat(length)), fill);
        expect(packed).toHaveLength(Math.ceil((length * 7 + fill) / 8));
        expect(unpackSeptets(packed, length, fill)).toEqual(encodeGsm7('A'.repeat(length)));
      }
  });

  it.each([
    ['A', {}, 1],
    [' ', {}, 1],
    ['^', {}, 2],
    ['A', { locking: 1, single: 1 }, 1],
    ['^', { single: 1 }, 2],
    ['ç', { locking: 1 }, 1],
    ['\u09fa', { single: 4 }, 2],
    ['\\'.repeat(7), {}, 14],
  ] as const)('%s with %o takes %i septets', (text, tables, units) => {
    expect(countSegments(text, tables)).toMatchObject({ encoding: 'gsm7', units, segments: 1 });
  });

  it.each([
    ['ç', [1, 2], { locking: 1 }],
    ['\u09fa', [2, 4], { single: 4 }],
    ['\\'.repeat(7), [1], {}],
  ])('the best tables for %s of %o', (text, languages, tables) => {
    expect(chooseShiftTables(text, languages)).toEqual(tables);
  });

  it.each([
    ['A', 160, {}, 1],
    ['A', 161, {}, 2],
    ['A', 153, {}, 1],
    ['A', 306, {}, 2],
    ['A', 459, {}, 3],
    ['{', 80, {}, 1],
    ['{', 81, {}, 2],
    ['{', 153, {}, 3],
    ['\ua2db', 70, {}, 1],
    ['\ua2db', 71, {}, 2],
    ['\ua2db', 133, { concat: 16 }, 3],
  ] as const)('%s %i times with %o', (letter, times, options, segments) => {
    expect(countSegments(letter.repeat(times), options).segments).toBe(segments);
  });

  it('rule nothing-replaced: GSM 7-bit is always at hand, and no letter becomes an asterisk', () => {
    expect(countSegments('A', {}).encoding).toBe('gsm7');
    expect(countSegments('\ua2db'.repeat(71), { transliterate: true })).toMatchObject({ encoding: 'ucs2', segments: 2 });
  });
});

describe('messages (mt_sms_concatenation, message_classes)', () => {
  const received = (octets: string) => decodeTpdu(hex(octets), { direction: 'MT', smsc: true });

  it.each(['08', '18'])('three parts of UCS-2 of DCS %s', (dcs) => {
    const reassembler = new Reassembler();
    const arrivals = [1, 2, 3].map((part) => {
      const message = received(`00 40 0A91 2143658709 00 ${dcs} 00101000000000 08 05 000301030${part} 00 4${part}`);
      if (message.type !== 'SMS-DELIVER') throw new TypeError('no message');
      return reassembler.add(message, { from: '+1234567890', at: new Date(0) });
    });
    expect(arrivals.at(-1)).toMatchObject({ text: 'ABC' });
  });

  it.each(['04', '14'])('a notification in two parts of DCS %s', (dcs) => {
    const head = `00 40 0A91 2143658709 00 ${dcs} 00101000000000`;
    const first = `C1 06 31 ${ascii('application/vnd.wap.mms-message')}00 B1${ascii('10.8.130.18')}00 AF84 B481 8C82 98${ascii('kD0YU8YSGwFNDAAkHvslX01AAAAAAAAA')}00
      8D90 8903803100 9605EA${ascii('MMS')}00 8A80 8E020241 88058103015F90 83${ascii('http://mms.e')}`;
    const second = `${ascii('mome.net:8002/kD0YU8YSGwFNDAAkHvslX01AAAAAAAAA')}00`;
    const data = [first, second].map((part, at) => {
      const ud = hex(`0B 0504 0B84 23F0 0003 03 02 0${at + 1} ${part}`);
      const message = received(`${head} ${ud.length.toString(16).padStart(2, '0')} ${Buffer.from(ud).toString('hex')}`);
      expect(message).toMatchObject({
        udh: [
          { kind: 'ports16', destination: 2948 },
          { kind: 'concat8', sequence: at + 1 },
        ],
      });
      return message.data as Uint8Array;
    });
    expect(decodeMms(decodePush(Buffer.concat(data)).body)).toMatchObject({
      type: 'M-Notification.ind',
      subject: 'MMS',
      contentLocation: 'http://mms.emome.net:8002/kD0YU8YSGwFNDAAkHvslX01AAAAAAAAA',
    });
  });

  it.each(['10', '50', 'F0', '11', '51', 'F1', '12', '52', 'F2', '13', '53', 'F3'])('class of DCS %s', (dcs) => {
    for (const pid of ['00', '7C', '7F']) {
      const message = received(`00 00 0191F1 ${pid} ${dcs} 00101000000000 01 41`);
      expect(message).toMatchObject({ text: 'A', tpOa: { digits: '1' } });
      expect(messageClassOfDcs(Number.parseInt(dcs, 16))).toBe(Number(dcs.at(-1)));
    }
  });
});

describe('cell broadcast (cellbroadcast_umts)', () => {
  it.each([1, 5, 15])('%i pages', (pages) => {
    const message = (dcs: string, page: string) =>
      decodeCbs(hex(`01 0000 0000 ${dcs} ${pages.toString(16).padStart(2, '0')} ${page.repeat(pages)}`));
    expect(message('44', `${'FF'.repeat(82)}52`)).toMatchObject({ data: new Uint8Array(82 * pages).fill(0xff) });
    expect(message('00', `${'00'.repeat(82)}52`)).toMatchObject({ text: '@'.repeat(93 * pages) });
  });
});

describe('fields of cards (icc_ICCPDUHelper)', () => {
  it.each([
    ['80 0054004500530054 FFFF', 'TEST'],
    ['81 08D24D6F7A696C6C61CAFFFF', 'Mozilla\u694a'],
    ['82 0869004D6F7A696C6C61CAFFFF', 'Mozilla\u694a'],
    ['1B1B', ' '],
    ['1B0D', '\r'],
    ['1B0A1B65A3'.slice(0, 8), '\f€'],
    ['FFFFFFFF', ''],
  ])('%s', (octets, text) => {
    expect(decodeAlpha(hex(octets))).toBe(text);
  });

  it.each(['Mozilla', 'Mozilla\u694a', '\f€', '\f€£', '\u694a'])('%s, written and read', (text) => {
    expect(decodeAlpha(encodeAlpha(text, { alphaOctets: text.length * 2 + 4 }))).toBe(text);
  });

  it.each([
    ['Mozilla', '1234567890', 0],
    ['火狐', '1234567890', 1],
    ['', '123456', 1],
    ['', '9876543', 0],
  ])('a contact %s %s', (alpha, digits, ton) => {
    const record = decodeAdn(encodeAdn({ alpha, number: { ton, npi: 1, digits } }, { alphaOctets: 18 }));
    expect(record).toEqual({ alpha, number: { ton, npi: 1, digits } });
    expect(record.number && formatDialled(record.number)).toBe(ton === 1 ? `+${digits}` : digits);
  });

  it('rule nothing-replaced: a name or a number that is too long is refused, not cut', () => {
    const digits = '123456789012345678901234567890';
    expect(refusal(() => encodeAdn({ alpha: 'A'.repeat(27) }, { alphaOctets: 18 }))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => encodeAdn({ alpha: '', number: { ton: 0, npi: 1, digits } }))).toMatchObject({ code: 'too-long' });
  });
});

describe('values of WSP (test_wsp_pdu_helper)', () => {
  const integer = (octets: string) => readInteger(new ByteReader(hex(octets)), 'value');
  const uintvar = (octets: string) => new ByteReader(hex(octets)).uintvar('value');
  const text = (octets: string) => readText(new ByteReader(hex(octets)), 'value', LATIN1);

  it('integers', () => {
    for (const octet of range(0x80, 0xff)) expect(integer(octet.toString(16))).toBe(octet & 0x7f);
    expect(['0180', '028002', '03800203', '0480020304', '058002030405', '06800203040506'].map(integer)).toEqual([
      0x80, 0x8002, 0x800203, 0x80020304, 0x8002030405, 0x800203040506,
    ]);
    for (const value of [0, 1, 0x7f, 0x80, 0x8002, 0x800203, 0x80020304, 0x8002030405, 0x800203040506])
      expect(integer(octetsOf((writer) => writeInteger(writer, value, 'value')))).toBe(value);
    for (const octets of ['0000', '1F', '0780020304050607']) expect(() => integer(octets)).toThrow('value at ');
  });

  it('numbers of variable length', () => {
    expect(['7F', 'FF7F', 'FFFF7F', 'FFFFFF7F', '0102', '800102', '8080800102'].map(uintvar)).toEqual([
      0x7f, 0x3fff, 0x1fffff, 0xfffffff, 1, 1, 1,
    ]);
    expect(refusal(() => uintvar('80'))).toMatchObject({ code: 'truncated' });
  });

  it('rule uintvar-32: a number of variable length has 32 bits (WAP-230 section 8.1.2), not 53', () => {
    for (const octets of ['FFFFFFFF7F', 'FFFFFFFFFF7F', '8FFFFFFFFFFFFF7F'])
      expect(refusal(() => uintvar(octets))).toMatchObject({ code: 'bad-value' });
  });

  it('lengths of values', () => {
    for (const length of range(0, 255)) {
      const octets = octetsOf((writer) => writeValueLength(writer, length));
      expect(readValueLength(new ByteReader(hex(octets)), 'length')).toBe(length);
      expect(octets.length).toBe(length < 31 ? 2 : length < 128 ? 4 : 6);
    }
    expect(readValueLength(new ByteReader(hex('1F8F7F')), 'length')).toBe(0x7ff);
    for (const first of range(32, 255)) {
      const octets = hex(`${first.toString(16)}8F7F`);
      expect(refusal(() => readValueLength(new ByteReader(octets), 'length'))).toMatchObject({ code: 'bad-value' });
    }
  });

  it('texts', () => {
    expect(['7F8000', '2000', '4100', '00'].map(text)).toEqual(['\u0080', ' ', 'A', '']);
    for (const unit of range(0x20, 0xff).filter((each) => each !== 0x7f)) {
      const letter = String.fromCharCode(unit);
      expect(text(octetsOf((writer) => writeText(writer, letter, 'value', LATIN1)))).toBe(letter);
    }
    expect(octetsOf((writer) => writeText(writer, '\u0080', 'value', LATIN1))).toBe('7f8000');
    expect(refusal(() => text('20'))).toMatchObject({ code: 'truncated' });
    for (const octets of ['200A00', '0A00']) expect(() => text(octets)).toThrow('value at ');
  });

  it('rule no-folding: CR LF and blanks inside of a text are refused, not folded; octets past 7F need no quote', () => {
    expect(text('8000')).toBe('\u0080');
    expect(refusal(() => text(`${ascii('A\r\n \t \t \tB')}00`))).toMatchObject({ code: 'bad-value' });
  });

  it('charsets, by number', () => {
    expect([3, 4, 5, 12, 13, 17, 18, 38, 39, 85, 106, 1000, 1015, 2025, 2026, 2084, 2252].map(charsetName)).toEqual([
      'us-ascii',
      'iso-8859-1',
      'iso-8859-2',
      'iso-8859-9',
      'iso-8859-10',
      'shift_JIS',
      'euc-jp',
      'euc-kr',
      'iso-2022-jp',
      'iso-8859-8-i',
      'utf-8',
      'iso-10646-ucs-2',
      'utf-16',
      'gb2312',
      'big5',
      'koi8-r',
      'windows-1252',
    ]);
    // No decoder of text knows these; Firefox OS has names for them.
    expect([37, 40, 81, 82, 84].map(charsetName)).toEqual(['mib-37', 'mib-40', 'mib-81', 'mib-82', 'mib-84']);
    expect(['UTF-8', 'iso-8859-1'].map(charsetMib)).toEqual([106, 4]);
  });

  it('content types', () => {
    const read = (octets: string) => readContentType(new ByteReader(hex(octets)), LATIN1);
    const written = (contentType: string) =>
      octetsOf((writer) => writeContentType(writer, { contentType, charset: null, parameters: [] }, LATIN1));
    expect(read('B3')).toMatchObject({ contentType: 'application/vnd.wap.multipart.related' });
    expect(read(`0E BE 010A ${ascii('<smil>')}00 4100 4200`)).toMatchObject({
      contentType: 'application/vnd.wap.mms-message',
      parameters: [
        { name: 'start', value: '<smil>' },
        { name: 'a', value: 'B' },
      ],
    });
    expect(['application/vnd.wap.multipart.related', 'image/gif', 'no/such.type'].map(written)).toEqual([
      'b3',
      '9d',
      `${ascii('no/such.type')}00`,
    ]);
    expect(['TexT/X-hdml', 'appLication/*'].map(written)).toEqual(['84', '90']);
    // Firefox OS refuses a code without a name; here it is a number.
    expect(read('D9')).toMatchObject({ contentType: 0x59 });
  });
});

describe('multimedia messages (test_mms_pdu_helper)', () => {
  const NOTIFICATION = `8C82 98${ascii('T')}00 8D92 8A80 8E0101 8803810101 83${ascii('u')}00`;
  const header = (octets: string) => decodeMms(hex(`${NOTIFICATION} ${octets}`));

  it.each([
    ['PLMN', '+123.456-789/TYPE=PLMN', { value: '+123.456-789', type: 'PLMN' }],
    ['IPv4', '1.2.3.4/TYPE=IPv4', { value: '1.2.3.4', type: 'IPv4' }],
    [
      'IPv6',
      '1111:AAAA:bbbb:CdEf:1ABC:2cde:3Def:0000/TYPE=IPv6',
      { value: '1111:AAAA:bbbb:CdEf:1ABC:2cde:3Def:0000', type: 'IPv6' },
    ],
    ['IPv6', '::2:3:4:5:6:7:8/TYPE=IPv6', { value: '::2:3:4:5:6:7:8', type: 'IPv6' }],
    ['another', '+H-e.1%l_o/TYPE=W0r1d_', { value: '+H-e.1%l_o', type: 'W0r1d_' }],
    ['mail', 'Joe User <joe@user.org>', { value: 'Joe User <joe@user.org>' }],
    ['mail', "a-z.A-.Z.0-9!#$.%&.'*+./=?^._`{|}~-@a-.zA-Z.0-9!.#$%&'.*+/=?.^_`.{|}~-", {}],
    ['short', '123', { value: '123' }],
    ['short', '*123', { value: '*123' }],
    ['short', 'H0w_D0_Y0u_Turn_Th1s_0n', { value: 'H0w_D0_Y0u_Turn_Th1s_0n' }],
  ])('an address: %s, %s', (_, written, parts) => {
    expect(parseMmsAddress(written)).toMatchObject(parts);
    expect(formatMmsAddress(parseMmsAddress(written))).toBe(written);
  });

  it('rule network-names: what is before /TYPE= is not judged by its network, but a network has a name', () => {
    for (const value of ['a23456789/TYPE=PLMN', '1.2.3.256/TYPE=IPv4', '1::3:4::6:7:8/TYPE=IPv6', '@@@@@'])
      expect(formatMmsAddress(parseMmsAddress(value))).toBe(value);
    expect(refusal(() => formatMmsAddress({ value: 'addr', type: 'type!' }))).toMatchObject({ code: 'bad-value' });
  });

  it.each([
    ['priority', '8F', ['low', 'normal', 'high']],
    ['replyCharging', '9C', ['requested', 'requested-text-only', 'accepted', 'accepted-text-only']],
    ['recommendedRetrievalMode', 'B4', ['manual']],
    ['stored', 'A7', [true, false]],
  ])('%s', (property, code, names) => {
    const values = range(0x80, 0x7f + names.length).map((value) => header(`${code} ${value.toString(16)}`));
    expect(values.map((value) => value[property as keyof typeof value])).toEqual(names);
    for (const value of ['00', '01', '7F']) expect(() => header(`${code} ${value}`)).toThrow('MMS/');
  });

  it('rule unnamed-codes: a code without a name is kept as a number, but for yes and no', () => {
    expect(header('8F 83')).toMatchObject({ priority: 0x83 });
    expect(header('9C FF')).toMatchObject({ replyCharging: 0xff });
    expect(refusal(() => header('A7 82'))).toMatchObject({ code: 'bad-value' });
  });

  it.each([
    ['8800', 'truncated'],
    ['8A 4100', 'given twice'],
  ])('a header that is wrong: %s', (octets) => {
    expect(() => header(octets)).toThrow('MMS/');
  });

  it('texts with a charset', () => {
    const wide = '\uff2d\uff4f\uff5a\uff49\uff4c\uff4c\uff41';
    const utf8 = Buffer.from(wide, 'utf8').toString('hex');
    expect(header('96 48656C6C6F00')).toMatchObject({ subject: 'Hello' });
    expect(header(`96 18 EA 7F ${utf8} 00`)).toMatchObject({ subject: wide });
    const [subject] = [wide, 'Ñü'].map((text) =>
      decodeMms(encodeMms({ ...header(''), subject: text } as Parameters<typeof encodeMms>[0])),
    );
    expect(subject).toMatchObject({ subject: wide });
  });

  it('who and when', () => {
    expect(decodeMms(hex(`8C80 98${ascii('asdf')}00 8D93 890181 97${ascii('+456')}00 84B3 00`))).not.toHaveProperty('from');
    expect(header(`89 10 80 ${ascii('+123/TYPE=PLMN')}00`)).toMatchObject({ from: '+123/TYPE=PLMN' });
    const expiry = (octets: string) => decodeMms(hex(NOTIFICATION.replace('8803810101', `88 ${octets}`)));
    expect(expiry('03 80 0180')).toMatchObject({ expiry: { kind: 'absolute', at: new Date(0x80 * 1000) } });
    expect(expiry('02 81 80')).toMatchObject({ expiry: { kind: 'relative', seconds: 0 } });
  });

  it('M-Send.req as Firefox OS writes it', () => {
    const octets = hex(`8C80 98${ascii('asdf')}00 8D93 890181 97${ascii('+123/TYPE=PLMN')}00 97${ascii('+456')}00 84B3 00`);
    expect(decodeMms(octets)).toMatchObject({
      type: 'M-Send.req',
      transactionId: 'asdf',
      mmsVersion: '1.3',
      to: ['+123/TYPE=PLMN', '+456'],
    });
  });
});

describe('push (si_pdu_helper, sl_pdu_helper)', () => {
  const LINE = 'Check this website';
  const EMAIL = {
    href: 'http://www.xyz.com/email/123/abc.wml',
    created: new Date('1999-06-25T15:23:15Z'),
    expires: new Date('1999-06-30T00:00:00Z'),
    text: 'You have 4 new emails',
  };
  const TIMES = '0A C307 19990625152315 10 C304 19990630 01';

  it.each([
    [`02056A00 45C6 0D03${ascii('oreilly')}0085 01 03${ascii(LINE)}00 01 01`, { href: 'http://www.oreilly.com/', text: LINE }],
    [
      `02056A00 45C6 0D03${ascii('oreilly')}0085 03${ascii('foo&bar')}00 01 03${ascii(LINE)}00 01 01`,
      { href: 'http://www.oreilly.com/foo&bar', text: LINE },
    ],
    [`02056A00 45C6 0D03${ascii('xyz')}0085 03${ascii('email/123/abc.wml')}00 ${TIMES} 03${ascii(EMAIL.text)}00 01 01`, EMAIL],
    [
      `02056A28 ${ascii('email/123/abc.wml')}00 ${ascii(EMAIL.text)}00 45C6 0D03${ascii('xyz')}0085 8300 ${TIMES} 8312 01 01`,
      EMAIL,
    ],
  ])('SI: %s', (octets, expected) => {
    expect(decodeSi(hex(octets))).toMatchObject(expected);
  });

  it.each(['03066A00', `0300006A1C ${ascii('-//WAPFORUM//DTD SL 1.0//EN')}00`])('SL: %s', (head) => {
    expect(decodeSl(hex(`${head} 850A 03${ascii('oreilly')}00 85 01`))).toMatchObject({ href: 'http://www.oreilly.com/' });
  });

  it('SL with a string table, and both as texts', () => {
    expect(decodeSl(hex(`03066A08 ${ascii('oreilly')}00 850A 8300 85 01`))).toMatchObject({ href: 'http://www.oreilly.com/' });
    expect(parseSl("<?xml version='1.0'?>\n<sl href='http://www.oreilly.com'/>")).toMatchObject({
      href: 'http://www.oreilly.com',
    });
    expect(
      parseSi(`<?xml version='1.0'?>\n<si><indication href='http://www.oreilly.com'>${LINE}</indication></si>`),
    ).toMatchObject({ href: 'http://www.oreilly.com', text: LINE });
  });

  it('rule whole-documents: an SI without an indication, which the DTD forbids, is refused', () => {
    for (const octets of ['02056A00 05', `0200006A1C ${ascii('-//WAPFORUM//DTD SI 1.0//EN')}00 05`])
      expect(refusal(() => decodeSi(hex(octets)))).toMatchObject({ code: 'bad-value', field: 'SI/indication' });
  });
});

describe('client provisioning (cp_pdu_helper)', () => {
  const parm = (code: string, value: string) => `87 ${code} 06 03${ascii(value)}00 01`;
  const token = (code: string, value: string) => `87 ${code} 06 ${value} 01`;
  /** Of a proxy, the last octets of whose name and port are given. */
  const proxy = (id: string, name: string, page: string, physical: string) =>
    `C6 51 01 ${parm('15', id)} ${parm('07', name)} ${page} C6 52 01 ${parm('2F', physical)} ${parm('20', '10.1.1.1')} ${token('21', '85')}
     ${parm('22', name)} C6 53 01 ${parm('23', '8080')} 01 01 01`;
  const access = (name: string) =>
    `C6 55 01 ${parm('11', name)} ${parm('07', name)} ${token('10', 'AB')} ${parm('08', 'emome')} ${token('09', '89')} 01`;
  const PAGE = 'http://wap.emome.net/';
  const CODE_PAGES = hex(`030B6A00 45 C6 56 01 ${parm('07', 'CHT_emome')} 01
    C6 00 01 55 01 87 36 0000 06 03${ascii('w2')}00 01 87 0001 39 0000 06 03${ascii('WPROXY')}00 01 ${parm('07', 'CHT_emome')}
      C6 0001 59 01 87 3A 0000 06 03${ascii(PAGE)}00 01 ${parm('07', 'CHT_emome')} 87 1C 01 01 01
    C6 0001 55 01 87 36 0000 06 03${ascii('w4')}00 01 87 0001 39 0000 06 03${ascii('MPROXY')}00 01 87 0001 34 0000 06 03${ascii('http://mms:8002')}00 01 01
    ${proxy('WPROXY', 'CHT_emome', parm('1C', PAGE), 'PROXY1')} ${proxy('MPROXY', 'CHT_MMS', '', 'PROXY2')} ${access('CHT_emome')} ${access('CHT_MMS')} 01`);

  it('the example of WAP-ProvCont appendix C', () => {
    const octets =
      hex(`030B6A05 4E41503100 C54601 C65101 ${parm('15', '170.187.51.4')} ${parm('3E', 'proxypasswd')} ${token('3F', '9C')}
      ${parm('07', 'BankMainProxy')} ${parm('1C', 'http://www.bank.com/startpage.wml')} ${parm('47', '1')}
      C65901 ${token('19', '9C')} ${parm('1A', 'pxusername')} ${parm('1B', 'pxuserpasswd')} 01
      C65201 ${parm('2F', 'PROXY 1')} ${parm('17', 'www.bank.com/')} ${parm('20', '170.187.51.3')} ${token('21', '85')} ${parm('3D', 'proxy1.operator.com')}
        ${parm('22', 'INTERNET')} ${token('22', '8300')} C65301 ${parm('23', '9203')} 01 01 01
      C65501 ${token('11', '8300')} ${token('10', 'AA')} ${parm('07', 'MY ISP CSD')} ${parm('08', '+35808124002')} ${token('09', '87')} ${parm('48', '170.187.51.2')}
        ${token('0A', '90')} ${parm('49', '3')} ${parm('4A', '6')} ${parm('4B', '30')} 874C01
        C65A01 ${token('0C', '9A')} ${parm('0D', 'wwwmmmuser')} ${parm('0E', 'wwwmmmsecret')} ${token('4E', 'E1')} ${parm('4F', 'FEDCBA98')} 01
        C65401 ${parm('12', '228')} ${parm('13', '001')} 01 01
      C65B01 01 01`);
    const document = decodeProvisioning(octets);
    const xml = formatProvisioning(document);
    for (const part of [
      '<parm name="PPGAUTH-TYPE" value="HTTP-BASIC"/>',
      '<parm name="TO-NAPID" value="NAP1"/>',
      '<parm name="BEARER" value="GSM-CSD"/>',
      '<parm name="CALLTYPE" value="ANALOG-MODEM"/>',
      '<parm name="T-BIT"/>',
      '<parm name="AUTH-ENTITY" value="HA"/>',
      '<parm name="NETWORK" value="001"/>',
    ])
      expect(xml).toContain(part);
    expect(xml.match(/<parm /g)).toHaveLength(35);
    expect(parseProvisioning(xml)).toEqual(document);
  });

  it('codes of the second page, and the code of a user PIN', () => {
    const xml = formatProvisioning(decodeProvisioning(CODE_PAGES));
    for (const part of [
      '<parm name="APPID" value="w2"/>',
      '<parm name="TO-PROXY" value="MPROXY"/>',
      '<parm name="ADDR" value="http://mms:8002"/>',
    ])
      expect(xml).toContain(part);
    expect(xml.match(/<parm /g)).toHaveLength(35);
    expect(provisioningMac(CODE_PAGES, 'USERPIN', { pin: '0000' })).toBe('AA2DC41FC48AEEF3FED7351B1EE704461A8894D4');
  });

  it('the code of a network PIN', () => {
    const octets = hex('030B6A00 45 01');
    expect(provisioningMac(octets, 'NETWPIN', { imsi: '466923103145252' })).toBe('1AF545FE2823DC9347064450F90FF1BBF957E146');
  });

  it('rule whole-documents: a document that breaks off is refused, not passed on', () => {
    expect(refusal(() => decodeProvisioning(hex('030B6A05 4E41503100 C54601 C65701 01')))).toMatchObject({ code: 'truncated' });
  });
});
