/**
 * Inputs of the tests of the Android Open Source Project (Apache License 2.0): GsmSmsTest, SmsMessageBodyTest, GsmAlphabetTest, AdnRecordTest, SMSDispatcherTest,
 * UsimDataDownloadTest, UsimDataDownloadHandlerTest, ImsSmsDispatcherTest, WapPushOverSmsTest and Wap230WspContentTypeTest of frameworks/opt/telephony (2024-06-15),
 * GsmSmsCbMessageTest, GsmCellBroadcastHandlerTest and SmsHeaderTest of packages/modules/CellBroadcastService (2020-07-08). Octets are written here in hex, and
 * numbers of subscribers are replaced. Where Android says something else, the rule is in docs/decisions.md, "public test suites".
 */
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { decodeCbs } from '../../src/cbs/index.js';
import { decodeMms } from '../../src/mms/index.js';
import { decodePush } from '../../src/push/index.js';
import {
  decodeAdn,
  decodeAlpha,
  decodeEnvelope,
  decodeExt1,
  decodeSimSms,
  encodeAlpha,
  formatDialled,
  joinAdn,
} from '../../src/sim/index.js';
import {
  decodeDeliver,
  decodeDeliverReport,
  decodeTpdu,
  decodeUdh,
  encodeUdh,
  type InformationElement,
} from '../../src/sms/index.js';
import { countSegments, decodeGsm7, encodeGsm7, segmentText } from '../../src/text/index.js';
import { readContentType } from '../../src/wsp/content-type.js';
import { contentTypeOfCode } from '../../src/wsp/registers.js';
import { LATIN1 } from '../../src/wsp/values.js';
import { FULL, PADDED, SWEDISH, UCS2 } from '../support/cbs.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const ascii = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const delivered = (octets: string, lenient = false) => decodeTpdu(hex(octets), { direction: 'MT', smsc: true, lenient });
const number = (digits: string) => ({ ton: 1, npi: 1, digits });
const EXTENDED = '{|}\\[~]\f€';

describe('messages (GsmSmsTest, SMSDispatcherTest, UsimDataDownloadTest)', () => {
  it.each([
    ['0791 4151551512F2 04 0B91 6105551511F1 0000 60606051 30308A 04 D4F29C0E', { tpOa: number('16505551111'), text: 'Test' }],
    [
      '0791 4151551512F2 04 0B91 6105551511F1 0003 60609241 80008A 0D A8695DAC2E8FE9296A794E07',
      { smsc: number('14155551212'), text: '(Subject)Test' },
    ],
    [
      '0791 4151551512F2 04 09E1 BADCBE5AF1 0000 60606051 30308A 04 D4F29C0E',
      { tpOa: { ton: 6, npi: 1, digits: '*#abc#*51' } },
    ],
    [
      '0791 2160130300F4 04 0B91 4151550581F6 0008 70108071 21352B 10 2122 00A9 00AE 00680065006C006C006F',
      { text: '™©®hello' },
    ],
    [
      `0791 6163838408F6 44 0B81 6105550531F7 0000 70602171 75830A A0 05 0003000201 ${'62B1582C168BC5'.repeat(19)}62`,
      { udh: [{ kind: 'concat8', reference: 0, total: 2, sequence: 1 }], text: '1'.repeat(153) },
    ],
    [
      '0791 6163838408F6 44 0B81 6105550531F7 0000 70602171 85000A 23 05 0003000202 62B1582C168BC96432994C2693C96432994C2693C96432990C',
      { text: '1111111222222222222222222222' },
    ],
    [
      `0791 4151551512F2 04 0B91 6105551511F1 0000 60806151 31728A 44 D4F29C0E2AE3E96537B94C068DD16179784C2FCB41F4B0985D06B958ADD0
       0FB0E94536AF974974DA6D281BA00E95E26D509B946FC3DBF87A25D56A04`,
      { text: 'Test extended character table .,-!?@~_\\/&"\';^|:()<{}>[]=%*+#' },
    ],
    [
      '09 9111223344556677F8 04 0491 2143 7F16 89101000000000 0D 546573744D6573736167652031',
      { tpPid: 0x7f, data: hex('546573744D6573736167652031'.slice(0, 26)) },
    ],
    [
      '09 9111223344556677F8 44 0491 2143 7FF6 89101000000000 1E 02 7000 0019000D00000000BFFF00000000000100DCDCDCDCDCDCDCDCDCDC',
      { udh: [{ kind: 'raw', iei: 0x70, data: new Uint8Array(0) }] },
    ],
    [
      '00 06 00 0681 214365 91906180000063 91906180000063 00',
      { type: 'SMS-STATUS-REPORT', tpRa: { ton: 0, npi: 1, digits: '123456' }, tpSt: 0 },
    ],
  ])('%s', (octets, expected) => {
    expect(delivered(octets)).toMatchObject(expected);
  });

  it.each([
    ['42', 42, 'RNE9U0Jmq5QAABflAAAAMwAAB6QAAAAA', '15125550183', '2B91', '06977F', ['60802071 30138A', '60802071 30238A']],
    ['85', 85, 'RO4x9wouGQMAABL6AAAASgAAZKUAAAAA', '16505550179', '8000', '093A80', ['60804261 01748A', '60804261 01848A']],
  ] as const)('a notification in two parts, reference %s', (_, reference, id, from, size, seconds, [first, second]) => {
    const head = '0791 4140279510F6 44 0A81 1111301000 3BF5';
    const header = `0B 0504 0B84 23F0 0003 ${reference.toString(16).padStart(2, '0')} 02`;
    const begin = `010627 ${ascii('application/vnd.wap.mms-message')}00 AF84 8D0185 B484 8C82 98${ascii(id)}00 8D90
      8918802B${ascii(`${from}/TYPE=PLMN`)}00 8A80 8E02${size} 88058103${seconds} 83${ascii('http://6')}`;
    const messages = [
      delivered(`${head} ${first} 8C ${header} 01 ${begin}`),
      delivered(`${head} ${second} 3B ${header} 02 ${ascii(`6.102.171.150/${id}`)}00`),
    ];
    expect(messages.map(({ udh }) => udh)).toEqual(
      [1, 2].map((sequence) => [
        { kind: 'ports16', destination: 2948, source: 9200 },
        { kind: 'concat8', reference, total: 2, sequence },
      ]),
    );
    const push = decodePush(Buffer.concat(messages.map(({ data }) => data as Uint8Array)));
    expect(push).toMatchObject({ contentType: 'application/vnd.wap.mms-message' });
    expect(decodeMms(push.body)).toMatchObject({
      type: 'M-Notification.ind',
      transactionId: id,
      from: `+${from}/TYPE=PLMN`,
      messageSize: Number.parseInt(size, 16),
      contentLocation: `http://66.102.171.150/${id}`,
    });
  });

  it.each([
    [
      '0791 2160130310F2 04 04D0 1100 4100 60606271 71118A 01 20',
      { tpPid: 0x41, tpOa: { ton: 5, npi: 0, text: '_@' }, text: ' ' },
    ],
    [
      '0791 2160130310F2 04 04D0 1000 4100 60219241 93352B 01 20',
      { tpPid: 0x41, tpOa: { ton: 5, npi: 0, text: 'Δ@' }, text: ' ' },
    ],
    [
      '0791 4151551512F2 04 0381 05F3 0000 70111031 64638A 28 E6F71B50C687DB7076D9357EB7412F7A794E07CDEB6275794C07BDE8E5391D247E93F3',
      { text: 'foo@example.com /test subject /test body' },
    ],
    [
      '0791 4151551512F2 04 0381 05F4 0000 70111031 05458A 29 E6F71B50C687DB7076D9357EB741AF0D0A442FCFE9C23739BFE16D289BDEE6B5F1813629',
      { text: 'foo@example.com /{ testBody[^~\\] }' },
    ],
  ])('rules cphs and mail-in-text: %s', (octets, expected) => {
    expect(delivered(octets)).toMatchObject(expected);
  });

  it('a record of EF_SMS (SMSDispatcherTest)', () => {
    const record = decodeSimSms(
      hex(`03 029111 00 0C91 447700091032 00F2 69206190022000 A0
        53E4534A05358BD369F05804259DA0219418A40641536A110A0AEA408080604028180E888462C150341C0F484432A1542C174C46B3E1743C9F9068442A994EA8946AC56AB95E
        B0986C46ABD96EB89C6EC7EBF97EC0A070482C1A8FC8A472C96C3A9FD0A8744AAD5AAFD8AC76CBED7ABFE0B0784C2E9BCFE8B47ACD6EBBDFF0B87C4EAFDBEFF8BC7ECFEFFB
        ${'FF'.repeat(14)}`),
    );
    expect(record).toMatchObject({ status: 'unread', direction: 'MT' });
    expect(decodeDeliver(record.tpdu as Uint8Array).text).toMatch(/^SHORT MESSAGE IN CPDATA STEP A: @£\$¥èé/);
  });

  it('sent ones', () => {
    expect(
      decodeTpdu(hex('0891 683108200505F0 11 00 0D91 683100000000F0 0000 00 06 C8329BFD0E01'), { direction: 'MO', smsc: true }),
    ).toMatchObject({ smsc: number('8613800250500'), tpDa: number('8613000000000'), text: 'Hello!' });
    expect(
      decodeTpdu(hex('0791 4151551512F2 21 11 0A81 7856341210 0000 06 66B2996C2603'), { direction: 'MO', smsc: true }),
    ).toMatchObject({ type: 'SMS-SUBMIT', tpMr: 0x11, text: 'fdfdfd' });
  });

  it('answers of a card to data download', () => {
    expect(decodeDeliverReport(hex('0007 7F16 05 0123456789'))).toMatchObject({
      tpPid: 0x7f,
      tpDcs: 0x16,
      data: hex('0123456789'),
    });
    expect(decodeDeliverReport(hex('00D5 07 7F16 08 0123456789ABCDEF'))).toMatchObject({
      tpFcs: 0xd5,
      data: hex('0123456789ABCDEF'),
    });
    expect(decodeDeliverReport(hex('0007 7FF6 05 9876543210'))).toMatchObject({ tpDcs: 0xf6, data: hex('9876543210') });
  });

  it('the envelope of UsimDataDownloadHandlerTest', () => {
    expect(decodeEnvelope(hex('D115 02028281 060591896745F3 0606819920126923 1300')).items.map(({ tag }) => tag)).toEqual([
      2, 6, 6, 0x13,
    ]);
  });

  it('rule filler-f: a number whose filler is 0 is refused; lenient reading skips it', () => {
    for (const [dcs, udh] of [
      ['C8', '01020002'],
      ['C0', '01020000'],
    ]) {
      const octets = `0791 2180958750F8 44 0180 05 00${dcs} 70200261957 02B 06 04 ${udh} 00`;
      expect(refusal(() => delivered(octets))).toMatchObject({ code: 'bad-value', field: 'TP-OA/digits' });
      expect(delivered(octets, true)).toMatchObject({ tpOa: { digits: '5' }, udh: [{ kind: 'specialMessage' }] });
    }
  });
});

describe('lengths of texts (GsmSmsTest, SmsMessageBodyTest)', () => {
  const ASCII = '@$_ !"#%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\n\r';
  const UNICODE = '一丁丂七ぁあアィ０１ｰｱЀЁ¢©®™';
  const times = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

  it.each([
    [0, 1, 160],
    [1, 1, 159],
    [2, 1, 158],
    [80, 1, 80],
    [159, 1, 1],
    [160, 1, 0],
    [161, 2, 145],
    [240, 2, 66],
    [305, 2, 1],
    [306, 2, 0],
    [307, 3, 152],
    [320, 3, 139],
  ])('%i septets are %i messages', (units, segments, unitsLeft) => {
    expect(countSegments(times(ASCII, units))).toMatchObject({ encoding: 'gsm7', units, segments, unitsLeft });
  });

  it.each([
    [1, 1, 69],
    [2, 1, 68],
    [35, 1, 35],
    [69, 1, 1],
    [70, 1, 0],
    [71, 2, 63],
    [100, 2, 34],
    [133, 2, 1],
    [134, 2, 0],
    [135, 3, 66],
    [160, 3, 41],
  ])('%i units of UCS-2 are %i messages', (units, segments, unitsLeft) => {
    expect(countSegments(times(UNICODE, units))).toMatchObject({ encoding: 'ucs2', units, segments, unitsLeft });
  });

  it.each([
    [77, 154, [77]],
    [78, 156, [74, 4]],
    [160, 320, [74, 74, 12]],
  ])('%i Turkish letters of the single shift table', (length, units, parts) => {
    const text = times('ĞŞİğşı', length);
    const options = { single: 1 } as const;
    expect(countSegments(text, options)).toMatchObject({ encoding: 'gsm7', units });
    expect(segmentText(text, options).map((part) => part.text.length)).toEqual(parts);
  });
});

describe('GSM 7-bit (GsmAlphabetTest)', () => {
  it('all letters, and those of the extension', () => {
    const letters = decodeGsm7(Uint8Array.from({ length: 128 }, (_, code) => code).filter((code) => code !== 0x1b));
    expect(encodeGsm7(letters)).toHaveLength(127);
    expect(encodeGsm7('@à')).toEqual(Uint8Array.of(0, 0x7f));
    expect(encodeGsm7(EXTENDED)).toHaveLength(2 * EXTENDED.length);
    expect(decodeGsm7(encodeGsm7(letters + EXTENDED))).toBe(letters + EXTENDED);
  });

  it('escapes that lead nowhere: a blank for two, else the letter of the default alphabet', () => {
    expect(['1B1B', '1B00', '1B7F'].map((septets) => decodeGsm7(hex(septets)))).toEqual([' ', '@', 'à']);
    expect(['1B1B', '1B00', '1B7F'].map((octets) => decodeAlpha(hex(octets)))).toEqual([' ', '@', 'à']);
  });

  it('unpacked, in fields of a card', () => {
    expect(decodeAlpha(hex('566F696365204D61696C'))).toBe('Voice Mail');
    expect(decodeAlpha(encodeAlpha(EXTENDED))).toBe(EXTENDED);
    expect(encodeAlpha('a', { alphaOctets: 3 })).toEqual(hex('61FFFF'));
    expect(encodeAlpha('{', { alphaOctets: 3 })).toEqual(hex('1B28FF'));
    expect(decodeAlpha(hex('61626320646566FF'))).toBe('abc def');
  });

  it('rules nothing-replaced and name-charset: no blank for a letter, no cut, no guess at EUC-KR', () => {
    expect(refusal(() => encodeGsm7('¢'))).toMatchObject({ code: 'unencodable' });
    for (const text of ['abcd', 'a{cd', EXTENDED])
      expect(refusal(() => encodeAlpha(text, { alphaOctets: 3 }))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => decodeAlpha(hex('00001B')))).toMatchObject({ code: 'bad-value', offset: 2 });
    expect(decodeAlpha(hex('00001B'), { lenient: true })).toBe('@@\ufffd');
    expect(refusal(() => decodeAlpha(hex('C5D7BDBAC6AEFF')))).toMatchObject({ code: 'bad-value', offset: 0 });
  });

  it('elements of a header (SmsHeaderTest)', () => {
    const rest = [
      { kind: 'specialMessage', indication: 1, count: 2 },
      { kind: 'raw', iei: 0x26, data: hex('0001020304') },
    ];
    for (const elements of [
      [{ kind: 'ports8', destination: 80, source: 80 }, { kind: 'concat8', reference: 2, total: 3, sequence: 1 }, ...rest],
      [{ kind: 'ports16', destination: 80, source: 80 }, { kind: 'concat16', reference: 2, total: 3, sequence: 1 }, ...rest],
      [{ kind: 'singleShift', language: 0x24 }, { kind: 'lockingShift', language: 0x25 }, ...rest],
    ] as InformationElement[][])
      expect(decodeUdh(encodeUdh(elements)).elements).toEqual(elements);
  });
});

describe('EF_ADN (AdnRecordTest)', () => {
  const NAME = '566F696365204D61696C';
  it.each([
    ['0791 8150367742F3', '+18056377243'],
    ['07FF 8150367742F3', '18056377243'],
    ['0781 8150367742F3', '18056377243'],
    ['0291 FF50367742F3', '+'],
    ['0291 F150367742F3', '+1'],
  ])('%s', (octets, dialled) => {
    const { alpha, number: found } = decodeAdn(hex(`${NAME} ${octets} FFFFFFFFFFFF`));
    expect(alpha).toBe('Voice Mail');
    expect(found && formatDialled(found)).toBe(dialled);
  });

  it('an empty record', () => {
    expect(decodeAdn(hex('FF'.repeat(24)))).toEqual({ alpha: '' });
  });

  it.each(['00', '0F'])('rule record-length: a number of %s octets is refused; lenient reading takes its digits', (count) => {
    const record = hex(`${NAME} ${count}91 8150367742F3 FFFFFFFFFFFF`);
    expect(refusal(() => decodeAdn(record))).toMatchObject({ code: 'bad-value', field: 'number/length', offset: 10 });
    expect(decodeAdn(record, { lenient: true }).number).toEqual(number('18056377243'));
  });

  it('rule record-length: a record of one octet is refused', () => {
    expect(refusal(() => decodeAdn(hex('FF')))).toMatchObject({ code: 'truncated' });
  });

  it('an extension', () => {
    const record = decodeAdn(hex(`4164676A6D${'FF'.repeat(11)}0B918188551512C221436587FF01`));
    expect(record).toMatchObject({ alpha: 'Adgjm', number: number('18885551212p12345678'), extension: 1 });
    expect(joinAdn(record, [decodeExt1(hex('0206092143658709FFFFFFFFFF'))])?.digits).toBe('18885551212p12345678901234567890');
    expect(decodeExt1(hex('0106092143658709FFFFFFFFFF'))).toMatchObject({ kind: 'subaddress' });
    expect(refusal(() => decodeExt1(hex('020B092143658709FFFFFFFFFF')))).toMatchObject({
      code: 'bad-value',
      field: 'data/count',
    });
  });
});

describe('cell broadcast (GsmSmsCbMessageTest, GsmCellBroadcastHandlerTest)', () => {
  const LINE = 'A GSM default alphabet message with carriage return padding';
  const FULL_LINE = 'A GSM default alphabet message being exactly 93 characters long, meaning there is no padding!';
  const UCS2_LINE = 'A UCS2 message containing a д character';
  const cell = { geographicalScope: 'cell', messageCode: 0, updateNumber: 0 };
  const other = { geographicalScope: 'cell, immediate', messageCode: 682, updateNumber: 5 };

  it.each([
    [`C000 0032 40 11 ${PADDED}`, { serialNumber: cell, messageIdentifier: 50, text: LINE }],
    [`01 0032 C000 40 01 ${PADDED} 34`, { serialNumber: cell, messageIdentifier: 50, text: LINE }],
    [`C000 0032 40 11 ${FULL}`, { text: FULL_LINE }],
    [`01 0032 C000 40 01 ${FULL} 52`, { text: FULL_LINE }],
    [`C000 0032 04 11 ${PADDED}`, { text: LINE, language: 'es' }],
    [`C000 0032 10 11 ${SWEDISH}`, { text: LINE, language: 'sv' }],
    [`01 0032 C000 10 01 ${SWEDISH} 37`, { text: LINE, language: 'sv' }],
    [`C000 0032 44 11 ${'41424344454647'.repeat(11)}4142434445`, { data: hex(`${'41424344454647'.repeat(11)}4142434445`) }],
    [`C000 0032 48 11 ${UCS2}000D000D`, { text: UCS2_LINE }],
    [`01 0032 C000 48 01 ${UCS2}000D000D 4E`, { text: UCS2_LINE }],
    [`C000 0032 11 11 783C${UCS2}000D`, { text: UCS2_LINE, language: 'xx' }],
    [`01 0032 C000 11 01 783C${UCS2}000D 50`, { text: UCS2_LINE, language: 'xx' }],
    [
      `01 0032 C000 48 02 ${'0041'.repeat(3)}${'0D'.repeat(76)} 06 ${'0042'.repeat(3)}${'0D'.repeat(76)} 06`,
      { text: 'AAABBB' },
    ],
    [`C000 3039 40 11 ${PADDED}`, { messageIdentifier: 12_345 }],
    [`01 3039 2AA5 40 01 ${PADDED} 34`, { serialNumber: other, messageIdentifier: 12_345 }],
    [`2AA5 3039 40 11 ${PADDED}`, { serialNumber: other }],
    [
      `01 0001 C000 40 02 C6B47C4E07C1C3E7F2AA${'D168341A8D46A3'.repeat(10)}D100 0A D3F2F8ED2683E0E173B9${'D168341A8D46A3'.repeat(10)}D100 0A`,
      { text: 'First page+Second page' },
    ],
    [`01 111B 4011 01 01 C366701A093685456924 08${'00'.repeat(71)} 0B`, { messageIdentifier: 0x111b, text: 'CMAS_AMBER_A' }],
  ])('%s', (octets, expected) => {
    expect(decodeCbs(hex(octets))).toMatchObject(expected);
  });

  it.each([
    ['00', 'cell, immediate'],
    ['40', 'network'],
    ['80', 'area'],
    ['C0', 'cell'],
  ])('scope %s is %s', (octet, geographicalScope) => {
    expect(decodeCbs(hex(`${octet}00 0032 40 11 ${PADDED}`))).toMatchObject({ serialNumber: { geographicalScope } });
  });

  it('rule whole-pages: a page of ETWS that lacks its last octets is read leniently', () => {
    const page = hex(
      `0000 1100 11 01 0D0A5148307B3069002800310030003A003500320029306E7DCA602557309707901F5831309253D66D883057307E3059FF086C178C615E81FF09
       ${'00'.repeat(22)}`,
    );
    expect(refusal(() => decodeCbs(page))).toMatchObject({ code: 'truncated', field: 'content' });
    expect(decodeCbs(page, { lenient: true })).toMatchObject({ text: '先ほど(10:52)の緊急地震速報を取消します（気象庁）' });
  });

  const AREAS = '0200 1234';
  it.each([
    [
      'areas after the pages',
      `01 1113 0F6A 01 01 C366701A093685456924 08${'00'.repeat(71)} 0B ${AREAS}`,
      'trailing-bytes',
      'CBS message',
    ],
    ['the trigger of geo-fencing', '0001 1130 01 01 0010C0111204D2', 'truncated', 'content'],
  ])('rule areas: %s, of ATIS-0700041, are not read', (_, octets, code, field) => {
    expect(refusal(() => decodeCbs(hex(octets)))).toMatchObject({ code, field });
  });
});

describe('content types of WSP (Wap230WspContentTypeTest, WapPushOverSmsTest)', () => {
  const TYPE = 'application/vnd.wap.rollover-certificate';
  const domain = ascii('wdstechnology.com\0');
  const read = (octets: string) => {
    const reader = new ByteReader(hex(octets));
    return { ...readContentType(reader, LATIN1), octets: reader.offset };
  };

  it.each([
    [`${ascii('application/wibble')}00`, { contentType: 'application/wibble', octets: 19 }],
    ['01 BF', { contentType: TYPE, octets: 2 }],
    ['01 E0', { contentType: 0x60, octets: 2 }],
    ['03 02 0314', { contentType: 'application/oma-directory+xml', octets: 4 }],
    ['03 02 052C', { contentType: 0x52c, octets: 4 }],
    ['1F01 BF', { contentType: TYPE, octets: 3 }],
    ['1F01 E0', { contentType: 0x60, octets: 3 }],
    ['1F03 02 0314', { contentType: 'application/oma-directory+xml', octets: 5 }],
    ['1F03 02 052C', { contentType: 0x52c, octets: 5 }],
    [`1F13 ${ascii('application/wibble')}00`, { contentType: 'application/wibble', octets: 21 }],
    ['03 BF 9C 00', { parameters: [{ name: 'domain', value: '' }] }],
    [`14 BF 9C ${domain}`, { parameters: [{ name: 'domain', value: 'wdstechnology.com' }] }],
    [`15 BF 011C ${domain}`, { parameters: [{ name: 'domain', value: 'wdstechnology.com' }], octets: 22 }],
    [`15 BF 9C 22${domain}`, { parameters: [{ name: 'domain', value: 'wdstechnology.com' }], octets: 22 }],
    ['03 BF 91 81', { parameters: [{ code: 0x11, value: hex('81') }], octets: 4 }],
    [`0B BF 91 81 92 22${ascii('imapc')}00`, { parameters: [{ code: 0x11 }, { code: 0x12 }], octets: 12 }],
    [`0A BF ${ascii('MYPARAM')}00 C5`, { parameters: [{ name: 'myparam', value: 69 }], octets: 11 }],
    [`0C BF ${ascii('MYPARAM')}00 024269`, { parameters: [{ name: 'myparam', value: 17_001 }], octets: 13 }],
    [`0A BF ${ascii('MYPARAM')}00 00`, { parameters: [{ name: 'myparam', value: '' }], octets: 11 }],
    [`11 BF ${ascii('MYPARAM')}00 ${ascii('myvalue')}00`, { parameters: [{ name: 'myparam', value: 'myvalue' }], octets: 18 }],
    [`14 BF C2 ${domain}`, { parameters: [{ code: 0x42, value: hex(domain) }], octets: 21 }],
    [`15 BF 0142 ${domain}`, { parameters: [{ code: 0x42, value: hex(domain) }], octets: 22 }],
  ])('%s', (octets, expected) => {
    expect(read(octets)).toMatchObject(expected);
  });

  it.each([
    ['nothing but 00', '00', 'truncated'],
    ['a parameter without a value', `09 BF ${ascii('MYPARAM')}00`, 'truncated'],
    ['a value without its end', `15 BF 0142 ${domain.slice(0, -2)}`, 'truncated'],
    ['rule media-type: a type without a slash', `1E ${ascii('12345678901234567890123456789')}00`, 'bad-value'],
    ['rule media-type: a type that begins with a blank', `${ascii(' application/wibble')}00`, 'bad-value'],
    [
      'rule wsp-lengths: a value that is longer than its header',
      `11 BF ${ascii('MYPARAM')}00 22${ascii('myvalue')}00`,
      'truncated',
    ],
    ['rule wsp-lengths: the code of a parameter without its high bit', '04 BF 00 8331', 'bad-value'],
  ])('refuses %s', (_, octets, code) => {
    expect(refusal(() => read(octets))).toMatchObject({ code });
  });

  it('registered types, by code', () => {
    expect([0x00, 0x06, 0x1e, 0x33, 0x3e, 0x54, 0x0201, 0x020c, 0x0303, 0x031b].map(contentTypeOfCode)).toEqual([
      '*/*',
      'text/x-vCalendar',
      'image/jpeg',
      'application/vnd.wap.multipart.related',
      'application/vnd.wap.mms-message',
      'application/vnd.oma.dcdc',
      'application/vnd.uplanet.cacheop-wbxml',
      'image/x-up-wpng',
      'application/vnd.syncml+wbxml',
      'application/vnd.oma.bcast.provisioningtrigger',
    ]);
    // Android's list says byterantes.
    expect(contentTypeOfCode(0x0e)).toBe('multipart/byteranges');
  });

  it('rule wsp-lengths: a version without its high bit and a sender that passes its length are refused', () => {
    const pdu = hex(`8C82 98${ascii('MmsTransactionID')}00 8D12 890880${ascii('16175550168/TYPE=PLMN')}00 8A80 8E0203E8 88038103
      03F4 8096${ascii('Test Mms Subject')}00 83${ascii('http://www.google.com/sadfdd')}00`);
    expect(refusal(() => decodeMms(pdu))).toMatchObject({ code: 'bad-value', field: 'MMS/X-Mms-MMS-Version' });
    expect(decodeMms(pdu, { lenient: true })).toMatchObject({ transactionId: 'MmsTransactionID', type: 'M-Notification.ind' });
  });
});
