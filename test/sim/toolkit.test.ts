/**
 * What goes to the toolkit of a card. Packets are those of pySim's tests; the envelopes are that of TS 31.124 section 27.22.5.1.4.1, as the tests of Android
 * have it, and one that pySim's manual shows.
 */
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import type { DecodeOptions, Issue } from '../../src/bytes/reading.js';
import { Trace } from '../../src/bytes/trace.js';
import { readEnvelope } from '../../src/sim/envelope.js';
import {
  decodeCommandPacket,
  decodeEnvelope,
  decodeResponsePacket,
  describeEnvelope,
  describeResponseStatus,
  describeSpi,
  describeTar,
} from '../../src/sim/index.js';
import { describePacket, readCommandPacket } from '../../src/sim/secured-packet.js';
import { decodeTpdu } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const ENVELOPE = 'D12D8202838106099111223344556677F88B1C04049121437F16891010000000000D546573744D6573736167652031';
const TO_CARD =
  'D147820283818604001032548B3B400290217FF6227052000000002D02700000281516191212B0000127FA28A5BAC69D3C5E9DF2C7155DFDDE449C826B236215566530787B30E8BE5D';

describe('command packets (TS 102 225 section 5.1)', () => {
  it('ciphered and signed', () => {
    const packet = decodeCommandPacket(hex('00201506193535B00011AE733256918D050B87C94FBFE12E4DC402F262C41CF67F2F'));
    expect(packet).toStrictEqual({
      ...{ spi: 0x0619, kic: 0x35, kid: 0x35, tar: 0xb00011 },
      data: hex('AE733256918D050B87C94FBFE12E4DC402F262C41CF67F2F'),
    });
    expect(describeSpi(packet.spi)).toBe('cryptographic checksum, ciphered, counter none, a response');
    expect(describeTar(packet.tar)).toBe('remote file management');
  });

  it('signed', () => {
    expect(decodeCommandPacket(hex('001D 1502193535B00000 0000000000 00 072EA17BDB72060E 00A40000023F00'))).toStrictEqual({
      ...{ spi: 0x0219, kic: 0x35, kid: 0x35, tar: 0xb00000, counter: 0, paddingOctets: 0 },
      check: hex('072EA17BDB72060E'),
      data: hex('00A40000023F00'),
    });
  });

  it.each([
    ['of the cipher', '06', 'KIc', ['DES in CBC', 'triple DES with two keys', 'triple DES with three keys', 'DES in ECB']],
    ['of a checksum', '06', 'KID', ['DES in CBC', 'triple DES with two keys', 'triple DES with three keys', 'reserved']],
    ['of a redundancy check', '05', 'KID', ['CRC 16', 'CRC 32', 'reserved', 'reserved']],
  ])('modes %s (sections 5.1.2 and 5.1.3)', (_, spi, name, modes) => {
    const found = [1, 5, 9, 13].map((octet) => {
      const trace = new Trace('packet');
      const key = octet.toString(16).padStart(2, '0');
      readCommandPacket(new ByteReader(hex(`000E 0D ${spi}00 ${key}${key} B00011 0000000000 00`), trace));
      const { children = [] } = trace.finish(16);
      return children.find((field) => field.name === name)?.children?.find((field) => field.name === 'mode')?.meaning;
    });
    expect(found).toEqual(modes);
  });

  it('open', () => {
    expect(decodeCommandPacket(hex('0015 0D00193535B00000 0000000102 00 00A40000023F00'))).toStrictEqual({
      ...{ spi: 0x0019, kic: 0x35, kid: 0x35, tar: 0xb00000, counter: 0x102, paddingOctets: 0 },
      data: hex('00A40000023F00'),
    });
  });

  it.each([
    ['truncated', 'CPL', 0, '00'],
    ['truncated', 'CPL', 2, '0020 15'],
    ['truncated', 'CHL', 2, '0000'],
    ['truncated', 'SPI', 3, '0001 0D'],
    ['truncated', 'SPI', 4, '0002 0D 00'],
    ['truncated', 'TAR', 7, '0006 0D 0000 00 00 B0'],
    ['bad-value', 'CHL', 2, '000E 0C 0000 00 00 B00000 0000000000 00'],
    ['truncated', 'RC/CC/DS', 16, '0010 15 0200 00 00 B00000 0000000000 00 0102'],
    ['trailing-bytes', 'CPL', 16, '000E 0D 0000 00 00 B00000 0000000000 00 01'],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeCommandPacket(hex(octets)))).toMatchObject({ code, field, offset });
  });
});

describe('what a packet is, in words', () => {
  const command = (spi: string, tar: string) => () => decodeCommandPacket(hex(`000E 0D ${spi} 00 00 ${tar} 0000000000 00`));
  const response = (tar: string, rest: string) => () => decodeResponsePacket(hex(`000B 0A ${tar} 0000000000 ${rest}`));

  it.each([
    ['remote file management: no check, not ciphered, counter none, no response', command('0000', 'B00010')],
    ['application 00ABCD: redundancy check, not ciphered, counter is higher, a response on errors', command('1102', '00ABCD')],
    ['remote file management: digital signature, ciphered, counter is higher by one, reserved', command('1F03', 'B00010')],
    ['remote file management: counter is blocked', response('B00010', '00 04')],
    ['application 123456: the response follows by USSD', response('123456', '00 0C')],
    // No padding has 16 octets, and there is no status 13.
    ['application 123456: no error', response('123456', '0F 00')],
    ['application 123456: ciphered', response('123456', '10 00')],
    ['application 123456: ciphered', response('123456', '00 0D')],
  ])('%s', (expected, decode) => {
    expect(describePacket(decode())).toBe(expected);
  });

  it('keys of AES have no mode, and an application that is not known no words', () => {
    const octets = hex('000E 0D 0100 12 12 123456 0000000000 00');
    const trace = new Trace('packet');
    readCommandPacket(new ByteReader(octets, trace));
    const root = trace.finish(octets.length);
    expectTiling(root);
    const meanings = (name: string) =>
      root.children.find((field) => field.name === name)?.children.map((bits) => `${bits.name} ${bits.value} ${bits.meaning}`);
    // TS 102 225 5.1.2: the low bits of KIc are the algorithm, 2 is AES; of KID with a redundancy check 2 is reserved.
    expect(meanings('KIc')).toEqual(['key 1 undefined', 'mode 0 undefined', 'algorithm 2 AES']);
    expect(meanings('KID')).toEqual(['key 1 undefined', 'mode 0 undefined', 'algorithm 2 reserved']);
    expect(root.children.find(({ name }) => name === 'TAR')?.meaning).toBeUndefined();
  });
});

describe('lenient reading of packets', () => {
  const issuesOf = (read: (options: DecodeOptions) => unknown) => {
    const issues: Issue[] = [];
    const value = read({ lenient: true, onIssue: (issue) => issues.push(issue) });
    return { value, issues: issues.map(({ severity, code, field, offset }) => [severity, code, field, offset]) };
  };

  it('goes on past a header that is too short for its fields', () => {
    const open = { spi: 0, kic: 0, kid: 0, tar: 0xb00000, counter: 0, paddingOctets: 0 };
    const command = hex('000F 0C 0000 00 00 B00000 0000000000 00 42');
    expect(issuesOf((options) => decodeCommandPacket(command, options))).toEqual({
      value: { ...open, data: hex('42') },
      issues: [['error', 'bad-value', 'CHL', 2]],
    });
    const response = hex('000C 09 B00000 0000000000 00 00 42');
    expect(refusal(() => decodeResponsePacket(response))).toEqual({ code: 'bad-value', field: 'RHL', offset: 2 });
    expect(issuesOf((options) => decodeResponsePacket(response, options))).toEqual({
      value: { tar: 0xb00000, counter: 0, paddingOctets: 0, status: 0, data: hex('42') },
      issues: [['error', 'bad-value', 'RHL', 2]],
    });
  });

  it('skips what follows a packet', () => {
    const response = hex('000B 0A B00000 0000000000 00 00 FFFF');
    expect(refusal(() => decodeResponsePacket(response))).toEqual({ code: 'trailing-bytes', field: 'RPL', offset: 13 });
    expect(issuesOf((options) => decodeResponsePacket(response, options))).toEqual({
      value: { tar: 0xb00000, counter: 0, paddingOctets: 0, status: 0, data: hex('') },
      issues: [['error', 'trailing-bytes', 'RPL', 13]],
    });
  });

  it('a check that the SPI does not announce is noted in both readings', () => {
    const octets = hex('0010 0F 0000 00 00 B00000 0000000000 00 0102');
    const noted = issuesOf((options) => decodeCommandPacket(octets, { ...options, lenient: false }));
    expect(noted.value).toMatchObject({ check: hex('0102'), data: hex('') });
    expect(noted.issues).toEqual([['warning', 'bad-value', 'SPI', 3]]);
    const announced = hex('0010 0F 0100 00 00 B00000 0000000000 00 0102');
    expect(issuesOf((options) => decodeCommandPacket(announced, options)).issues).toEqual([]);
  });

  it.each([
    ['0003 0D 0000', 'KIc', 5],
    ['0004 0D 0000 00', 'KID', 6],
    ['0007 0D 0000 00 00 B000', 'TAR', 7],
    ['000A 0D 0000 00 00 B00000 0000', 'CNTR', 10],
    ['000D 0D 0000 00 00 B00000 0000000000', 'PCNTR', 15],
  ])('%s ends in %s', (octets, field, offset) => {
    expect(refusal(() => decodeCommandPacket(hex(octets)))).toEqual({ code: 'truncated', field, offset });
  });

  it.each([
    ['0000', 'RHL', 2],
    ['0004 0A B00011', 'CNTR', 6],
    ['0009 0A B00011 0000000000', 'PCNTR', 11],
    ['000A 0A B00011 0000000000 00', 'status', 12],
    // No padding has 16 octets, but a block of a cipher has 8 or 16, and here are 6.
    ['000A 0A B00011 0000000000 10', 'status', 12],
    ['000B 0C B00011 0000000000 00 00', 'RC/CC/DS', 13],
  ])('a response %s ends in %s', (octets, field, offset) => {
    expect(refusal(() => decodeResponsePacket(hex(octets)))).toEqual({ code: 'truncated', field, offset });
  });
});

describe('response packets (TS 102 225 section 5.2)', () => {
  it.each([
    ['0016 12 B00011 0000000000 00 00 B5BCD6353A421FAE 016132', { check: hex('B5BCD6353A421FAE'), data: hex('016132') }],
    ['000E 0A B00011 0000000000 00 00 016132', { data: hex('016132') }],
  ])('%s', (octets, rest) => {
    expect(decodeResponsePacket(hex(octets))).toStrictEqual({
      tar: 0xb00011,
      counter: 0,
      paddingOctets: 0,
      status: 0,
      ...rest,
    });
  });

  it('ciphered', () => {
    expect(decodeResponsePacket(hex('001C12B000118BB989492C632529326A2F4681FEB37C825BC9021C9F6D0B'))).toStrictEqual({
      tar: 0xb00011,
      data: hex('8BB989492C632529326A2F4681FEB37C825BC9021C9F6D0B'),
    });
  });

  it('names statuses', () => {
    expect([0, 9, 13].map(describeResponseStatus)).toEqual(['no error', 'TAR unknown', 'reserved 13']);
    expect([0, 0x123456].map(describeTar)).toEqual(['remote application management (issuer security domain)', undefined]);
  });
});

describe('envelopes (TS 102 223 annex D)', () => {
  it('an SMS to the card', () => {
    const { tag, items } = decodeEnvelope(hex(ENVELOPE));
    expect(describeEnvelope(tag)).toBe('SMS-PP download');
    expect(items.map(({ tag: item, isRequired, value }) => [item, isRequired, toHex(value)])).toEqual([
      [2, true, '8381'],
      [6, false, '9111223344556677F8'],
      [11, true, '04049121437F16891010000000000D546573744D6573736167652031'],
    ]);
    expect(decodeTpdu(items[2]?.value as Uint8Array, { direction: 'MT' })).toMatchObject({ type: 'SMS-DELIVER', tpPid: 0x7f });
  });

  it('after the command that carries it, with Le and without', () => {
    // TS 102 221 section 10.1.1: 8X is a class of ENVELOPE, A0 that of TS 51.011.
    for (const cla of ['A0', '8F']) expect(decodeEnvelope(hex(`${cla}C2000002D100`))).toEqual({ tag: 0xd1, items: [] });
    for (const le of ['', '00']) expect(decodeEnvelope(hex(`80C2000049${TO_CARD}${le}`))).toEqual(decodeEnvelope(hex(TO_CARD)));
  });

  it.each([
    ['truncated', 'envelope/tag', 0, ''],
    ['bad-value', 'envelope/tag', 0, 'D000'],
    ['bad-value', 'envelope/length', 1, 'D183'],
    ['truncated', 'envelope', 2, 'D10282'],
    ['truncated', 'device identities', 4, 'D103820283'],
    ['truncated', 'device identities/length', 3, 'D10182'],
    ['trailing-bytes', 'envelope', 2, 'D10000'],
    ['bad-value', 'Lc', 4, `A0C2000005${TO_CARD}`],
    ['trailing-bytes', 'envelope', 7, 'A0C2000003D1000000'],
    ['truncated', 'envelope/tag', 5, 'A0C2000000'],
    // Another class, another command, other parameters, and a header that is cut off.
    ['bad-value', 'envelope/tag', 0, '00C2000002D100'],
    ['bad-value', 'envelope/tag', 0, '90C2000002D100'],
    ['bad-value', 'envelope/tag', 0, 'A0C0000002D100'],
    ['bad-value', 'envelope/tag', 0, 'A0C2010002D100'],
    ['bad-value', 'envelope/tag', 0, 'A0C2000102D100'],
    ['bad-value', 'envelope/tag', 0, 'A0C20000'],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeEnvelope(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it('its tree says which items are required, and which devices they name', () => {
    const octets = hex(ENVELOPE);
    const trace = new Trace('envelope');
    readEnvelope(new ByteReader(octets, trace));
    const root = trace.finish(octets.length);
    expectTiling(root);
    const items = root.children.slice(2);
    expect(items.map(({ name, children }) => [name, children[0]?.meaning])).toEqual([
      ['device identities', 'device identities, required'],
      ['address', 'address'],
      ['SMS TPDU', 'SMS TPDU, required'],
    ]);
    // TS 102 223 section 8.7: 83 is the network, 81 the card.
    expect(items[0]?.children.slice(2).map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['source', 0x83, 'network'],
      ['destination', 0x81, 'SIM'],
    ]);
  });

  it('devices, addresses and items without a value, of any kind', () => {
    // 10 hex is a card reader (TS 102 223 section 8.7), which has no name here; an address may be empty; 7E is an unknown item.
    const octets = hex('D10B 82021083 8600 06019F FE00');
    const { items } = decodeEnvelope(octets);
    expect(items.map(({ tag, isRequired, value }) => [tag, isRequired, toHex(value)])).toEqual([
      [2, true, '1083'],
      [6, true, ''],
      [6, false, '9F'],
      [0x7e, true, ''],
    ]);
  });

  it('what follows an envelope and its command is skipped leniently', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeEnvelope(hex('D10000'), options)).toEqual({ tag: 0xd1, items: [] });
    // Lc counts two octets of four: one is Le, and the other too many.
    expect(decodeEnvelope(hex('A0C2000002D1000000'), options)).toEqual({ tag: 0xd1, items: [] });
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([
      ['trailing-bytes', 'envelope', 2],
      ['bad-value', 'Lc', 4],
      ['trailing-bytes', 'envelope', 8],
    ]);
  });

  it.each([1, 3])('device identities of %i octets are one value', (length) => {
    const value = '838182'.slice(0, 2 * length);
    const { items } = decodeEnvelope(hex(`D1 0${length + 2} 82 0${length} ${value}`));
    expect(items).toEqual([{ tag: 2, isRequired: true, value: hex(value) }]);
  });

  it('describes tags of an octet only', () => {
    for (const tag of [-1, 256]) {
      expect(refusal(() => describeEnvelope(tag))).toEqual({ code: 'bad-value', field: 'tag', offset: undefined });
    }
  });

  it('names what it knows', () => {
    expect([0xd2, 0xd8].map(describeEnvelope)).toEqual(['cell broadcast download', 'envelope D8']);
  });

  it.each([
    ['DA', 'MMS transfer status'],
    ['DB', 'MMS notification download'],
    ['DC', 'terminal application'],
    ['DD', 'geographical location reporting'],
    ['DE', 'envelope container'],
    ['DF', 'ProSe report'],
  ])('%s is %s (TS 31.111 section 9.1)', (tag, name) => {
    const envelope = decodeEnvelope(hex(`${tag}0482028281`));
    expect(describeEnvelope(envelope.tag)).toBe(name);
    expect(envelope.items).toHaveLength(1);
  });
});
