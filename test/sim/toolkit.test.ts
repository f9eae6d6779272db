/**
 * What goes to the toolkit of a card. Packets are those of pySim's tests; the envelopes are that of TS 31.124 section 27.22.5.1.4.1, as the tests of Android
 * have it, and one that pySim's manual shows.
 */
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import { Trace } from '../../src/bytes/trace.js';
import {
  decodeCommandPacket,
  decodeEnvelope,
  decodeResponsePacket,
  describeEnvelope,
  describeResponseStatus,
  describeSpi,
  describeTar,
} from '../../src/sim/index.js';
import { readCommandPacket } from '../../src/sim/secured-packet.js';
import { decodeTpdu } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

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
    expect(decodeCommandPacket(hex('0015 0D00193535B00000 0000000102 00 00A40000023F00'))).toMatchObject({
      counter: 0x102,
      data: hex('00A40000023F00'),
    });
  });

  it.each([
    ['truncated', 'CPL', 0, '00'],
    ['truncated', 'CPL', 2, '0020 15'],
    ['truncated', 'TAR', 7, '0006 0D 0000 00 00 B0'],
    ['bad-value', 'CHL', 2, '000E 0C 0000 00 00 B00000 0000000000 00'],
    ['truncated', 'RC/CC/DS', 16, '0010 15 0200 00 00 B00000 0000000000 00 0102'],
    ['trailing-bytes', 'CPL', 16, '000E 0D 0000 00 00 B00000 0000000000 00 01'],
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeCommandPacket(hex(octets)))).toMatchObject({ code, field, offset });
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
  ])('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeEnvelope(hex(octets)))).toMatchObject({ code, field, offset });
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
