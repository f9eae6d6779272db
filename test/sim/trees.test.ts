/** What a trace of the records of a SIM, of packets and of envelopes shows: every field by its name, with what it means. */
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import type { DecodeOptions } from '../../src/bytes/reading.js';
import { readAdn } from '../../src/sim/adn.js';
import { readAlpha } from '../../src/sim/alpha.js';
import { readEnvelope } from '../../src/sim/envelope.js';
import { readExt1 } from '../../src/sim/ext1.js';
import { readCommandPacket, readResponsePacket } from '../../src/sim/secured-packet.js';
import { readSimSms } from '../../src/sim/sms-record.js';
import { readSmsParameters } from '../../src/sim/smsp.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

const FF = (count: number) => 'FF'.repeat(count);

type Read = (reader: ByteReader, options?: DecodeOptions) => unknown;

function fieldsOf(read: Read, octets: string, options?: DecodeOptions): readonly Field[] {
  const whole = hex(octets);
  const trace = new Trace('input');
  read(new ByteReader(whole, trace), options);
  const root = trace.finish(whole.length);
  expectTiling(root);
  return root.children;
}

const tree = (read: Read, octets: string, options?: DecodeOptions) => linesOf(fieldsOf(read, octets, options));

/** The sections of fields and of what they hold. */
const sections = (fields: readonly Field[]): (string | undefined)[][] =>
  fields.flatMap(({ name, spec, children }) => [[name, spec], ...sections(children)]);

const NUMBER_TYPE = ['extension 1', 'type of number 1: international', 'numbering plan 1: ISDN/E.164'];
const indent = (depth: number, lines: readonly string[]) => lines.map((line) => ' '.repeat(depth) + line);

describe('alpha identifiers (TS 51.011 annex B)', () => {
  const read: Read = (reader, options) => readAlpha(reader, reader.remaining, options);

  it.each([
    ['4D756DFF', ['"Mum"', 'text Mum', 'unused FF']],
    ['FFFF', ['""', 'unused FFFF']],
    ['80 4E2D FFFF', ['"中"', 'coding 128: UCS-2', 'text 中', 'unused FFFF']],
    [
      '81 03 08 90 BD 31 FF',
      [
        ...['"Ан1"', 'coding 129: GSM 7-bit and a page of 128 characters'],
        ...['count 3', 'page 8: 128 characters from U+0400 on', 'text Ан1', 'unused FF'],
      ],
    ],
    [
      '82 02 0A80 85 2D',
      [
        ...['"અ-"', 'coding 130: GSM 7-bit and 128 characters from a base on'],
        ...['count 2', 'base 2688: 128 characters from U+0A80 on', 'text અ-'],
      ],
    ],
  ])('%s', (octets, [meaning, ...fields]) => {
    expect(tree(read, octets)).toEqual([`alpha identifier: ${meaning}`, ...indent(2, fields)]);
  });
});

describe('EF_ADN (TS 51.011 section 10.5.1)', () => {
  it.each([
    [
      'a name, a number and a capability',
      `4D756DFF 06 91 2143658709 ${FF(5)} 01 FF`,
      [
        ...['alpha identifier: "Mum"', '  text Mum', '  unused FF'],
        ...['number: +1234567890', '  length 6', '  TON and NPI 145', ...indent(4, NUMBER_TYPE)],
        ...['  digits 2143658709: 1234567890', '  unused FFFFFFFFFF'],
        ...['capability 1', 'extension 255: none'],
      ],
    ],
    [
      'no name, all digits and an extension',
      `0B 91 ${'11'.repeat(10)} FF 02`,
      [
        ...[`number: +${'1'.repeat(20)}`, '  length 11', '  TON and NPI 145', ...indent(4, NUMBER_TYPE)],
        ...[`  digits ${'1'.repeat(20)}: ${'1'.repeat(20)}`, 'capability 255: none', 'extension 2'],
      ],
    ],
    [
      'a type of number without digits',
      `01 91 ${FF(12)}`,
      [
        ...['number: +', '  length 1', '  TON and NPI 145', ...indent(4, NUMBER_TYPE), `  unused ${FF(10)}`],
        ...['capability 255: none', 'extension 255: none'],
      ],
    ],
    [
      'no number',
      FF(14),
      ['number', '  length 255: no number', `  unused ${FF(11)}`, 'capability 255: none', 'extension 255: none'],
    ],
  ])('%s', (_, octets, lines) => {
    expect(tree(readAdn, octets)).toEqual(lines);
  });
});

describe('EF_EXT1 (TS 51.011 section 10.5.10)', () => {
  it.each([
    ['free', `00 ${FF(12)}`, ['type 0: free', `data ${FF(11)}`, 'next 255: none']],
    ['digits', `02 03 2143F5 ${FF(7)} 04`, ['type 2: digits', 'count 3', 'digits 2143F5: 12345', `unused ${FF(7)}`, 'next 4']],
    [
      'a subaddress',
      `01 05 50 31323334 ${FF(5)} FF`,
      ['type 1: called party subaddress', `data 055031323334${FF(5)}`, 'next 255: none'],
    ],
    [
      'a reserved type, and octets that follow',
      `03 41 ${FF(11)} 4142`,
      ['type 3: reserved', `data 41${FF(10)}`, 'next 255: none', 'trailing octets 4142'],
    ],
  ])('%s', (_, octets, lines) => {
    expect(tree(readExt1, octets, { lenient: true })).toEqual(lines);
  });
});

describe('EF_SMSP (TS 51.011 section 10.5.6)', () => {
  const indicators = (value: number, [validity, dcs, pid, centre, recipient]: readonly (0 | 1)[]) => {
    const line = (name: string, bit: 0 | 1 = 0) => `${name} ${bit}: ${bit === 0 ? 'present' : 'absent'}`;
    const names = [line('validity period', validity), line('TP-DCS', dcs), line('TP-PID', pid)];
    const addresses = [line('service centre', centre), line('TP-DA', recipient)];
    return [`indicators ${value}`, ...indent(2, ['reserved 7', ...names, ...addresses])];
  };

  it('every parameter', () => {
    const lines = tree(readSmsParameters, `E0 04912143${FF(8)} 0791947112122721${FF(4)} 00 00 A9`);
    expect(lines).toEqual([
      ...indicators(0xe0, [0, 0, 0, 0, 0]),
      ...['TP-DA', '  TP-DA: +1234', '    length 4', '    type of address 145', ...indent(6, NUMBER_TYPE)],
      ...['    digits 2143: 1234', `  unused ${FF(8)}`],
      ...['service centre', '  SMSC: +491721217212', '    length 7', '    type of address 145', ...indent(6, NUMBER_TYPE)],
      ...['    digits 947112122721: 491721217212', '  unused FFFFFFFF'],
      ...['TP-PID 0: ordinary message', '  format 0: protocol or device', '  telematic interworking 0: no', '  protocol 0'],
      ...['TP-DCS 0: GSM 7-bit, no class', '  coding group 0: general', '  compression 0: not compressed'],
      ...['  class given 0: no', '  alphabet 0: GSM 7-bit', '  reserved 0'],
      // TS 23.040 section 9.2.3.12.1: 167 to 196 are days from 1 on less 166; A9 hex is 169, three days.
      'validity period 169: 4320 minutes',
    ]);
  });

  it('no parameter: what the card keeps in their octets means nothing', () => {
    expect(tree(readSmsParameters, `FF 04912143${FF(8)} ${FF(12)} 01 02 03`)).toEqual([
      ...indicators(0xff, [1, 1, 1, 1, 1]),
      ...['TP-DA', `  absent 04912143${FF(8)}`, 'service centre', `  absent ${FF(12)}`],
      ...['TP-PID 1: absent', 'TP-DCS 2: absent', 'validity period 3: absent'],
    ]);
  });
});

describe('EF_SMS (TS 51.011 section 10.5.3)', () => {
  const record = (octets: string) => octets.replace(/ /g, '').padEnd(2 * 176, 'F');
  const status = (first: string, report: string, use: string) => [
    first,
    '  reserved 0',
    `  status report ${report}`,
    `  use ${use}`,
  ];
  const free = status('status 0: free', '0: not asked for', '0: free');
  const read = status('status 1: read', '0: not asked for', '1: received and read');

  it.each([
    [
      'a message that was sent',
      '0D 0791447758100650 01000491214300000141',
      [
        ...status('status 13: sent, report awaited', '1: awaited', '5: sent'),
        ...['SMSC: +447785016005', '  length 7', '  type of address 145', ...indent(4, NUMBER_TYPE)],
        ...['  digits 447758100650: 447785016005', 'TPDU 01000491214300000141', `unused ${FF(157)}`],
      ],
    ],
    ['nothing', '00', [...free, `unused ${FF(175)}`]],
    ['what is no message', '00 0012', [...free, 'remains 0012', `unused ${FF(173)}`]],
    ['no TPDU', '01 00', [...read, 'SMSC', '  length 0', `unused ${FF(174)}`]],
  ])('%s', (_, octets, lines) => {
    expect(tree(readSimSms, record(octets), { lenient: true })).toEqual(lines);
  });

  it('octets after a record', () => {
    expect(tree(readSimSms, `${record('00')} 4142`, { lenient: true }).at(-1)).toBe('trailing octets 4142');
  });
});

describe('secured packets (TS 102 225 section 5)', () => {
  const HEADER = [
    // 12 hex is 00 0 10 0 10: the counter is higher, no cipher, a checksum; 19 hex 00 0 1 10 01.
    ...['  for the command 18', '    reserved 0', '    counter 2: is higher'],
    ...['    ciphering 0: no', '    check 2: cryptographic checksum', '  for the response 25', '    reserved 0'],
    ...['    sent as 0: SMS-DELIVER-REPORT', '    ciphering 1: yes', '    check 2: cryptographic checksum'],
    '    response 1: always',
  ];
  const KEYS = ['KIc', 'KID'].flatMap((name) => [
    ...[`${name} 53`, '  key 3', '  mode 1: triple DES with two keys', '  algorithm 1: DES'],
  ]);
  const TAR = 'TAR B00011: remote file management';

  it('a command with a check', () => {
    const octets = '0014 11 1219 35 35 B00011 0000000102 00 01020304 4142';
    expect(tree(readCommandPacket, octets)).toEqual([
      ...['CPL 20', 'CHL 17', 'SPI: cryptographic checksum, not ciphered, counter is higher, a response', ...HEADER, ...KEYS],
      ...[TAR, 'CNTR 0000000102: 258', 'PCNTR 0', 'RC/CC/DS 01020304', 'secured data 4142'],
    ]);
  });

  it('a command that is ciphered, and has nothing to open', () => {
    const lines = tree(readCommandPacket, '0008 0D 0600 00 00 123456');
    expect(lines.slice(0, 3)).toEqual(['CPL 8', 'CHL 13', 'SPI: cryptographic checksum, ciphered, counter none, no response']);
    expect(lines.at(-1)).toMatch(/^TAR 123456/);
  });

  it.each([
    ['a redundancy check', '01', ['known to both sides', 'CRC', 'reserved', 'of a maker']],
    ['a checksum', '02', ['known to both sides', 'DES', 'AES', 'of a maker']],
  ])('algorithms of %s', (_, spi, algorithms) => {
    const found = [0, 1, 2, 3].map((octet) => {
      const fields = fieldsOf(readCommandPacket, `000E 0D ${spi}00 0${octet}0${octet} B00011 0000000000 00`);
      return linesOf(fields.filter(({ name }) => name === 'KID').flatMap(({ children }) => children)).at(-1);
    });
    expect(found).toEqual(algorithms.map((name, i) => `algorithm ${i}: ${name}`));
  });

  it('a response with its status and nothing else, and octets that follow', () => {
    expect(tree(readResponsePacket, '000B 0A 123456 0000000000 00 04 FF', { lenient: true })).toEqual([
      ...['RPL 11', 'RHL 10', 'TAR 123456', 'CNTR 0000000000: 0', 'PCNTR 0', 'status 4: counter is blocked'],
      'trailing octets FF',
    ]);
  });

  it('a response that is ciphered', () => {
    expect(tree(readResponsePacket, '000C 0A B00011 8BB98949 2C632529')).toEqual([
      ...['RPL 12', 'RHL 10', TAR],
      'ciphered 8BB989492C632529: counter, padding, check and data, which only the keys open',
    ]);
  });

  it('sections of the keys', () => {
    const fields = fieldsOf(readCommandPacket, '000E 0D 0000 00 00 B00011 0000000000 00');
    expect(sections(fields).filter(([name]) => name?.startsWith('K'))).toEqual([
      ['KIc', '102 225 5.1.2'],
      ['KID', '102 225 5.1.3'],
    ]);
  });
});

describe('envelopes (TS 102 223 sections 7 and 8)', () => {
  it('items of every kind, in the command ENVELOPE', () => {
    const items = '82028381 0603912143 8600 8B0141 0C0142 82021083 820110 7E024344 8000';
    expect(tree(readEnvelope, `80C2000020 D11E ${items} 00`)).toEqual([
      ...['command', '  CLA 128', '  INS 194: ENVELOPE', '  P1 P2 0000', '  Lc 32'],
      ...['tag 209: SMS-PP download', 'length 30'],
      ...['device identities', '  tag 130: device identities, required', '  length 2'],
      ...['  source 131: network', '  destination 129: SIM'],
      ...['address', '  tag 6: address', '  length 3', '  TON and NPI 145', ...indent(4, NUMBER_TYPE), '  digits 2143: 1234'],
      ...['address', '  tag 134: address, required', '  length 0'],
      ...['SMS TPDU', '  tag 139: SMS TPDU, required', '  length 1', '  TPDU 41'],
      ...['cell broadcast page', '  tag 12: cell broadcast page', '  length 1', '  page 42'],
      // A card reader, 10 hex, has no name here.
      ...[
        'device identities',
        '  tag 130: device identities, required',
        '  length 2',
        '  source 16',
        '  destination 131: network',
      ],
      ...['device identities', '  tag 130: device identities, required', '  length 1', '  value 10'],
      ...['item 7E', '  tag 126: item 7E', '  length 2', '  value 4344'],
      ...['item 00', '  tag 128: item 00, required', '  length 0'],
      'Le 0',
    ]);
  });

  it('sections of the command, the lengths and the items', () => {
    expect(sections(fieldsOf(readEnvelope, 'A0C2000006 D104 82028381'))).toEqual([
      ['command', '102 221 11.2.2'],
      ...['CLA', 'INS', 'P1 P2', 'Lc'].map((name) => [name, undefined]),
      ['tag', '102 223 9.2'],
      ['length', '102 223 annex C'],
      ['device identities', '102 223 8'],
      ['tag', '102 223 9.3'],
      ['length', '102 223 annex C'],
      ['source', '102 223 8.7'],
      ['destination', '102 223 8.7'],
    ]);
  });
});
