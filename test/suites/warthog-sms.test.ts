/**
 * Inputs of the tests of warthog618/sms (Go, MIT License, Copyright 2018 Kent Gibson), version of 2024-11-27, written here in hex. Numbers of subscribers are
 * replaced. Where the library says something else, the rule is in docs/decisions.md, "public test suites".
 */
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { Reading } from '../../src/bytes/reading.js';
import { decodeUssdString, encodeUssdString } from '../../src/cbs/index.js';
import {
  alphabetOfDcs,
  decodeDcs,
  decodeDeliver,
  decodeDeliverReport,
  decodeSubmitReport,
  decodeTpdu,
  decodeUdh,
  encodeCommand,
  encodeDeliver,
  encodeServiceCentre,
  encodeStatusReport,
  encodeSubmit,
  encodeUdh,
  findConcat,
  messageClassOfDcs,
  type ValidityPeriod,
} from '../../src/sms/index.js';
import { readValidity, writeValidity } from '../../src/sms/time.js';
import {
  decodeGsm7,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  packSeptets,
  segmentText,
  unpackSeptets,
} from '../../src/text/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const to = { ton: 1, npi: 1, digits: '6391' };
const SCTS = '51507132200523';
const septets = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('TPDUs (tpdu_test.go)', () => {
  it.each([
    [
      'MO',
      '0242AB893404913619096120636F6D6D616E64',
      { tpMr: 0x42, tpPid: 0xab, tpCt: 0x89, tpMn: 0x34, tpDa: to, data: hex('6120636F6D6D616E64') },
    ],
    [
      'MT',
      `040491361900 00 ${SCTS} 08C8303A8C0EA3C3`,
      { tpOa: to, text: 'Hahahaha', tpScts: { at: new Date('2015-05-17T15:02:50Z'), offsetMinutes: 480 } },
    ],
    [
      'MT',
      `0242 04913619 ${SCTS} 51408132200542 AB`,
      { tpMr: 0x42, tpRa: to, tpDt: { at: new Date('2015-04-18T17:02:50Z'), offsetMinutes: 360 }, tpSt: 0xab },
    ],
    ['MT', `0242 04913619 ${SCTS} 51408132200542 AB 01 89`, { tpPid: 0x89 }],
    ['MT', `0242 04913619 ${SCTS} 51408132200542 AB 02 04`, { tpDcs: 4 }],
    ['MT', `0242 04913619 ${SCTS} 51408132200542 AB 06 04 06 7265706F7274`, { tpDcs: 4, data: hex('7265706F7274') }],
    [
      'MT',
      `0642 04913619 ${SCTS} 51408132200542 AB 07 89 04 06 7265706F7274`,
      { tpPid: 0x89, tpDcs: 4, data: hex('7265706F7274') },
    ],
    ['MO', '0123 04913619 34 00 08C8303A8C0EA3C3', { tpMr: 0x23, tpDa: to, tpPid: 0x34, text: 'Hahahaha' }],
    ['MO', '1123 04913619 34 00 45 08C8303A8C0EA3C3', { tpVp: { kind: 'relative', minutes: 350 }, text: 'Hahahaha' }],
    ['MO', '0100 04913619 00 00 08C8303A8C0EA3C3', { tpMr: 0, text: 'Hahahaha' }],
  ] as const)('%s %s', (direction, octets, expected) => {
    const message = decodeTpdu(hex(octets), { direction });
    expect(message).toMatchObject(expected);
    const written =
      message.type === 'SMS-COMMAND'
        ? encodeCommand(message)
        : message.type === 'SMS-DELIVER'
          ? encodeDeliver(message)
          : message.type === 'SMS-STATUS-REPORT'
            ? encodeStatusReport(message)
            : message.type === 'SMS-SUBMIT'
              ? encodeSubmit(message)
              : undefined;
    expect(written).toEqual(hex(octets));
  });

  it.each([
    ['MT', ''],
    ['MT', '03'],
    ['MO', '02'],
    ['MO', '0242'],
    ['MO', '0242AB'],
    ['MO', '0242AB89'],
    ['MO', '0242AB8934049136F909'],
    ['MO', '0242AB893404913619'],
    ['MT', '04049136F90000'],
    ['MT', '0404913619'],
    ['MT', '040491361900'],
    ['MT', '0404913619000051'],
    ['MT', '040491361900005150F132200523'],
    ['MT', '040491361900005150713220052308'],
    ['MO', '00'],
    ['MO', '0012'],
    ['MT', '02'],
    ['MT', '0242'],
    ['MT', '024204913619'],
    ['MT', '02420491361951507132200523'],
    ['MT', '0242049136195150F132200523'],
    ['MT', '024204913619515071322005235140C132200542'],
    ['MT', '0242049136195150713220052351408132200542'],
    ['MT', '0242049136195150713220052351408132200542AB01'],
    ['MT', '0242049136195150713220052351408132200542AB02'],
    ['MT', '0242049136195150713220052351408132200542AB04'],
    ['MO', '01'],
    ['MO', '0123'],
    ['MO', '0123049136F900'],
    ['MO', '012304913619'],
    ['MO', '01230491361900'],
    ['MO', '1123049136193400'],
    ['MO', '19230491361934004508C8303A8C0EA3C3'],
    ['MO', '01230491361900005150713220052308'],
    ['MT', '01'],
    ['MT', '0112'],
    ['MT', '011200'],
    ['MT', '0112005150F132200523'],
    ['MT', '01120151507132200523'],
    ['MT', '01120251507132200523'],
    ['MT', '0112065150713220052304'],
  ] as const)('is refused: %s %s', (direction, octets) => {
    expect(['truncated', 'bad-value']).toContain(refusal(() => decodeTpdu(hex(octets), { direction })).code);
  });

  it('rule failure-cause: a cause below 80, which is reserved, is no cause: the octet is TP-PI', () => {
    for (const octets of ['001201AB', '00120204', '00120604067265706F7274'])
      expect(refusal(() => decodeDeliverReport(hex(octets)))).toMatchObject({ code: 'trailing-bytes' });
    expect(decodeDeliverReport(hex('00920604067265706F7274'))).toMatchObject({
      tpFcs: 0x92,
      tpDcs: 4,
      data: hex('7265706F7274'),
    });
    expect(refusal(() => decodeSubmitReport(hex(`011200${SCTS}`)))).toMatchObject({ code: 'bad-value', field: 'TP-SCTS' });
    expect(decodeSubmitReport(hex(`019207${SCTS}AB04067265706F7274`))).toMatchObject({
      tpFcs: 0x92,
      tpPid: 0xab,
      data: hex('7265706F7274'),
    });
  });

  it('rule vpf: what the first octet does not announce is not there', () => {
    expect(refusal(() => decodeTpdu(hex('01000491361900001308C8303A8C0EA3C3'), { direction: 'MO' }))).toMatchObject({
      field: 'TP-UD',
    });
  });

  it('rule default-coding: user data without a TP-DCS are GSM 7-bit', () => {
    const report = decodeTpdu(hex(`0642 04913619 ${SCTS} 51408132200542 AB 05 89 06 7265706F7274`), { direction: 'MT' });
    expect(report).toMatchObject({ tpPi: 5, tpPid: 0x89, text: expect.any(String) });
    expect(report).not.toHaveProperty('data');
  });
});

describe('addresses (address_test.go, smscaddress_test.go)', () => {
  const sender = (octets: string) => decodeDeliver(hex(`00 ${octets} 0000 ${SCTS} 00`)).tpOa;

  it.each([
    ['0B91 1604550581F9', { ton: 1, npi: 1, digits: '61405550189' }],
    ['0F91 1032547698BADCFE', { ton: 1, npi: 1, digits: '0123456789*#abc' }],
    ['0ED1 EDF27C1E3E97E7', { ton: 5, npi: 1, text: 'messages' }],
    ['0DD1 EDF27C1E3E9701', { ton: 5, npi: 1, text: 'message' }],
    ['0ED0 D637396C7EBBCB', { ton: 5, npi: 0, text: 'Vodafone' }],
  ] as const)('%s', (octets, address) => {
    expect(sender(octets)).toEqual(address);
    const written = encodeDeliver({ ...decodeDeliver(hex(`00 ${octets} 0000 ${SCTS} 00`)), tpOa: address });
    expect(written).toEqual(hex(`00 ${octets} 0000 ${SCTS} 00`));
  });

  it.each([
    ['0B91 160455058109', 'bad-value'],
    ['0C91 1604550581F7', 'bad-value'],
  ])('is refused: %s', (octets, code) => {
    expect(refusal(() => sender(octets))).toMatchObject({ code });
  });

  it('letters that a name or a number cannot have', () => {
    const message = decodeDeliver(hex(`00 0B91 1604550581F9 0000 ${SCTS} 00`));
    for (const tpOa of [{ ton: 1, npi: 1, digits: '6140f98656' } as const, { ton: 5, npi: 1, text: 'mes⌘sages' } as const])
      expect(['bad-value', 'unencodable']).toContain(refusal(() => encodeDeliver({ ...message, tpOa })).code);
  });

  it('rule name-escapes: a name may have letters of the extension table', () => {
    const message = decodeDeliver(hex(`00 0B91 1604550581F9 0000 ${SCTS} 00`));
    for (const text of ['a euro €', 'a bar | '])
      expect(decodeDeliver(encodeDeliver({ ...message, tpOa: { ton: 5, npi: 1, text } })).tpOa).toMatchObject({ text });
  });

  it('of a service centre', () => {
    expect(encodeServiceCentre(undefined)).toEqual(hex('00'));
    expect(encodeServiceCentre({ ton: 1, npi: 1, digits: '0123456789*#abc' })).toEqual(hex('09911032547698BADCFE'));
    expect(encodeServiceCentre({ ton: 1, npi: 1, digits: '639170000293' })).toEqual(hex('0791361907002039'));
  });
});

describe('times (validityperiod_test.go, timestamp_test.go)', () => {
  const read = (octets: string, vpf: number) => readValidity(new ByteReader(hex(octets)), vpf, Reading.of(undefined));
  const HOUR = 60;

  it.each([
    [3, '71801311124523', { kind: 'absolute', at: new Date('2017-08-31T03:21:54Z'), offsetMinutes: 480 }],
    [2, '83', { kind: 'relative', minutes: 11 * HOUR }],
    [2, 'A5', { kind: 'relative', minutes: 23 * HOUR }],
    [2, 'C3', { kind: 'relative', minutes: 29 * 24 * HOUR }],
    [2, 'FE', { kind: 'relative', minutes: 62 * 7 * 24 * HOUR }],
    [2, 'FF', { kind: 'relative', minutes: 63 * 7 * 24 * HOUR }],
    [1, '00000000000000', { kind: 'enhanced' }],
    [1, '01000000000000', { kind: 'enhanced' }],
    [1, '01010000000000', { kind: 'enhanced' }],
    [1, '02FF0000000000', { kind: 'enhanced' }],
    [1, '03302154000000', { kind: 'enhanced' }],
  ])('a validity of format %i, %s', (vpf, octets, expected) => {
    const validity = read(octets, vpf) as ValidityPeriod;
    expect(validity).toMatchObject(expected);
    const target = new Uint8Array(octets.length / 2);
    writeValidity(validity, target, 0);
    expect(target).toEqual(hex(octets));
  });

  it.each([
    [2, ''],
    [1, '0001'],
  ])('a validity of format %i that is wrong: %s', (vpf, octets) => {
    expect(['truncated', 'bad-value']).toContain(refusal(() => read(octets, vpf)).code);
  });

  it.each(['03302D54000000', '07012D54000000', '00010000000000', '01000100000000'])(
    'rule raw-validity: octets of an enhanced validity without a meaning are kept: %s',
    (octets) => {
      expect(read(octets, 1)).toEqual({ kind: 'enhanced', format: 'raw', octets: hex(octets) });
    },
  );

  it.each([
    ['07101010203000', '2007', 0],
    ['99211332959518', '1999-12-31T23:59:59', -15],
    ['00211332959510', '2000-12-31T23:59:59', 15],
    ['71801311124523', '2017-08-31T11:21:54', 480],
  ])('%s', (octets, local, offsetMinutes) => {
    const { tpScts } = decodeDeliver(hex(`00 0181F1 0000 ${octets.startsWith('07') ? `70${octets.slice(2)}` : octets} 00`));
    expect(tpScts.offsetMinutes).toBe(offsetMinutes);
    expect(new Date((tpScts.at as Date).getTime() + offsetMinutes * 60_000).toISOString()).toContain(local);
  });

  it('rule century: years of two digits are 1990 to 2089', () => {
    const { tpScts } = decodeDeliver(hex('00 0181F1 0000 07101010203000 00'));
    expect(tpScts.at).toEqual(new Date('2070-01-01T01:02:03Z'));
  });
});

describe('headers (userdata_test.go)', () => {
  it.each([
    ['05 0103010203', [{ kind: 'raw', iei: 1 }]],
    ['0F 0103010203 0103050607 0203010203', [{ iei: 1 }, { iei: 1 }, { iei: 2 }]],
  ])('%s', (octets, elements) => {
    const read = decodeUdh(hex(octets));
    expect(read.elements).toMatchObject(elements);
    expect(encodeUdh(read.elements)).toEqual(hex(octets));
  });

  it.each(['', '05 01030102', '01 01', '03 01030102'])('is refused: %s', (octets) => {
    expect(refusal(() => decodeUdh(hex(octets)))).toMatchObject({ code: 'truncated' });
  });

  it.each([
    ['05 0003030201', { reference: 3, total: 2, sequence: 1 }],
    ['06 080404030201', { reference: 1027, total: 2, sequence: 1 }],
    ['02 0000', undefined],
    ['05 0103030201', undefined],
    ['04 00020201', undefined],
    ['05 0803030201', undefined],
  ])('concatenation of %s', (octets, expected) => {
    const found = findConcat(decodeUdh(hex(octets)).elements);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });
});

describe('alphabets (dcs_test.go, gsm7_test.go, 7bit_test.go, ucs2_test.go)', () => {
  it('of every TP-DCS', () => {
    for (let dcs = 0; dcs < 0x100; dcs++) {
      const alphabet = ['gsm7', '8bit', 'ucs2', 'gsm7'][(dcs >> 2) & 3];
      const compressed = dcs < 0x80 && (dcs & 0x20) !== 0;
      const expected =
        dcs < 0x80 ? (compressed ? '8bit' : alphabet) : dcs < 0xe0 ? 'gsm7' : dcs < 0xf0 ? 'ucs2' : dcs & 4 ? '8bit' : 'gsm7';
      expect([dcs, alphabetOfDcs(dcs)]).toEqual([dcs, expected]);
      const hasClass = (dcs < 0x80 && (dcs & 0x10) !== 0) || dcs >= 0xf0;
      expect([dcs, messageClassOfDcs(dcs)]).toEqual([dcs, hasClass ? dcs & 3 : undefined]);
      const read = decodeDcs(dcs);
      expect([dcs, read.group === 'general' && read.compressed]).toEqual([dcs, compressed]);
    }
  });

  it.each([
    ['', 0, ''],
    ['0D', 0, '\r'],
    ['31', 0, '1'],
    ['3019', 0, '02'],
    ['EDF27C1E3E9701', 0, 'message'],
    ['F0309D5E96BB01', 0, 'pattern'],
    ['F0309D5E96BB7F', 0, 'pattern?'],
    ['F0309D5E96BB4321', 0, 'pattern!!'],
    ['6190BD2CCF83D86FF719442FCFE92078984E2FCBDD', 0, 'a very long test pattern'],
    ['E6349B5D96FF00', 0, 'filler?'],
    ['FE', 1, '\x7f'],
    ['FC01', 2, '\x7f'],
    ['F803', 3, '\x7f'],
    ['F007', 4, '\x7f'],
    ['E00F', 5, '\x7f'],
    ['C01F', 6, '\x7f'],
  ])('packed: %s after %i bits', (octets, fill, text) => {
    expect(unpackSeptets(hex(octets), text.length, fill)).toEqual(septets(text));
    expect(packSeptets(septets(text), fill)).toEqual(hex(octets));
  });

  it.each([
    ['0D', '\r'],
    ['31', '1'],
    ['3019', '02'],
    ['EDF27C1E3E971B', 'message'],
    ['F0309D5E96BB1B', 'pattern'],
    ['F0309D5E96BB7F', 'pattern?'],
    ['F0309D5E96BB4321', 'pattern!!'],
    ['F0309D5E96BB1B0D', 'pattern\r'],
    ['E6349B5D96FF1A', 'filler?'],
  ])('a string of USSD: %s', (octets, text) => {
    expect(encodeUssdString({ text }, 15)).toEqual(hex(octets));
    expect(decodeUssdString(hex(octets), 15).text?.replace(/\r\r$/, '\r')).toBe(text);
  });

  it.each([
    ['message', 'message'],
    ['\x1b(\x1b)', '{}'],
    ['mes\x1b@sage', 'mes|sage'],
    ['mes\x1b\x1b@sage', 'mes ¡sage'],
    ['message\x10', 'messageΔ'],
    ['\x1be', '€'],
  ])('GSM 7-bit: %j', (codes, text) => {
    expect(decodeGsm7(septets(codes))).toBe(text);
    if (!codes.includes('\x1b\x1b')) expect(encodeGsm7(text)).toEqual(septets(codes));
  });

  it.each([
    ['\x01\x02\x03', { locking: 7 }, '\u0c82\u0c83\u0c85'],
    ['\x1b\x1e\x1b\x1f\x1b ', { single: 7 }, '\u0ce8\u0ce9\u0cea'],
    ['hello \x07', { locking: 13 }, 'hello ت'],
    ['hello \x03', { locking: 13 }, 'hello ٻ'],
    ['hello \x1b*', { single: 13 }, 'hello ؎'],
    ['hello \x1b+', { single: 13 }, 'hello ؏'],
    ['hello \x07\x1b*', { locking: 13, single: 13 }, 'hello ت؎'],
  ])('national: %j with %o', (codes, tables, text) => {
    expect(decodeGsm7(septets(codes), tables)).toBe(text);
    expect(encodeGsm7(text, tables)).toEqual(septets(codes));
  });

  it('rule last-escape: an escape at the end is refused; lenient reading leaves a replacement character or nothing', () => {
    expect(refusal(() => decodeGsm7(septets('message\x1b')))).toMatchObject({ code: 'truncated' });
    expect(decodeGsm7(septets('message\x1b'), { lenient: true }).startsWith('message')).toBe(true);
  });

  it('UCS-2', () => {
    const HOWDY = '4F60597DFF0100480 06F007700640079'.replace(' ', '');
    expect(decodeUcs2(hex(HOWDY))).toBe('你好！Howdy');
    expect(encodeUcs2('你好！Howdy')).toEqual(hex(HOWDY));
    expect(encodeUcs2('😁')).toEqual(hex('D83DDE01'));
    expect(decodeUcs2(hex('D83DDE01'))).toBe('😁');
    expect(refusal(() => decodeUcs2(hex('0102030405')))).toMatchObject({ code: 'truncated' });
    expect(refusal(() => decodeUcs2(hex('0048D83D'))).code).toBeDefined();
  });

  it('a text in two segments (sms_test.go)', () => {
    const text =
      'this is a very long message that does not fit in a single SMS message, at least it will if I keep adding more to it as 160 characters is more than you might think';
    expect(segmentText(text).map((part) => part.text)).toEqual([text.slice(0, 153), text.slice(153)]);
    for (const grin of ['hello 😁', '😁😁😁']) expect(segmentText(grin)).toMatchObject([{ encoding: 'ucs2', text: grin }]);
  });
});
