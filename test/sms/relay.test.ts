/** The layers that carry TPDUs. The octets of a gateway are those that magma's SMS server makes and takes. */
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import {
  type CpMessage,
  decodeCp,
  decodeRp,
  decodeTpdu,
  describeCpCause,
  describeRpCause,
  encodeCp,
  encodeRp,
  type RpMessage,
  type RpMessageInput,
} from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

/** TS 24.011 7.3.1.2: an SMS-SUBMIT to +1234 of "A", by way of +447700900001. */
const SUBMIT = '01 05 04 91 21 43 00 00 01 41';
const TO_CENTRE = '07 91 44 77 00 09 00 10';
const DATA_MO = `00 2A 00 ${TO_CENTRE} 0A ${SUBMIT}`;
/** A message to a handset, as magma makes it: a service centre of two digits, of a type that nobody has. */
const MAGMA_TPDU = '24 0B 91 81 56 68 57 03 F9 00 00 02 90 41 61 03 05 00 0E C8 B2 BC 7C 9A 83 C2 20 7A 79 4E 77 01';
const MAGMA_RP = `01 07 02 B9 11 00 20 ${MAGMA_TPDU}`;

const CENTRE = { ton: 1, npi: 1, digits: '447700900001' };

describe('the relay layer (TS 24.011 section 7.3)', () => {
  it.each<[string, string, RpMessage]>([
    ['RP-DATA from the handset', DATA_MO, { type: 'RP-DATA', direction: 'MO', rpMr: 42, rpDa: CENTRE, rpUd: hex(SUBMIT) }],
    [
      'RP-DATA to the handset',
      MAGMA_RP,
      { type: 'RP-DATA', direction: 'MT', rpMr: 7, rpOa: { ton: 3, npi: 9, digits: '11' }, rpUd: hex(MAGMA_TPDU) },
    ],
    ['RP-ACK of the handset', '02 01 41 02 00 00', { type: 'RP-ACK', direction: 'MO', rpMr: 1, rpUd: hex('00 00') }],
    ['RP-ACK of the network', '03 2A', { type: 'RP-ACK', direction: 'MT', rpMr: 42 }],
    ['RP-ERROR of the handset', '04 04 01 60', { type: 'RP-ERROR', direction: 'MO', rpMr: 4, rpCause: 96 }],
    [
      'RP-ERROR of the network, with a diagnostic and a report',
      '05 04 02 16 07 41 04 01 D3 00 00',
      { type: 'RP-ERROR', direction: 'MT', rpMr: 4, rpCause: 22, diagnostic: hex('07'), rpUd: hex('01 D3 00 00') },
    ],
    ['RP-SMMA', '06 FF', { type: 'RP-SMMA', direction: 'MO', rpMr: 255 }],
  ])('%s', (_, octets, message) => {
    expect(decodeRp(hex(octets))).toStrictEqual(message);
    expect(encodeRp(message)).toEqual(hex(octets));
  });

  it('its user data is a TPDU that goes the same way', () => {
    const { direction, ...rest } = decodeRp(hex(MAGMA_RP));
    expect(decodeTpdu((rest as { rpUd: Uint8Array }).rpUd, { direction })).toMatchObject({
      type: 'SMS-DELIVER',
      tpOa: { digits: '18658675309' },
      text: "Here's a test.",
    });
  });

  it.each([
    ['truncated', 'RP-MTI', 0, ''],
    ['truncated', 'RP-MR', 1, '00'],
    ['bad-value', 'RP-MTI', 0, '07 00'],
    ['truncated', 'RP-OA/length', 2, '00 00'],
    ['bad-value', 'RP-OA/length', 2, '01 00 0D 91 11 11 11 11 11 11 11 11 11 11 11 11 00 00'],
    ['truncated', 'RP-UD', 5, '00 00 00 00 02 01'],
    ['bad-value', 'RP-UD/length', 4, `00 00 00 00 E9 ${'00'.repeat(0xe9)}`],
    ['truncated', 'RP-Cause/length', 2, '04 00'],
    ['bad-value', 'RP-Cause/length', 2, '04 00 00'],
    ['truncated', 'RP-Cause', 3, '04 00 02 16'],
    ['bad-value', 'RP-Cause/length', 2, '04 00 03 16 07 08'],
    ['trailing-bytes', 'RP-ACK', 2, '03 00 42'],
    ['trailing-bytes', 'RP-SMMA', 2, '06 00 00'],
  ] as const)('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeRp(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it('reads leniently what is too long, and what follows', () => {
    const issues: Issue[] = [];
    const long = decodeRp(hex(`00 00 00 00 E9 ${'00'.repeat(0xe9)} 01`), {
      lenient: true,
      onIssue: (issue) => issues.push(issue),
    });
    expect(long).toMatchObject({ rpUd: new Uint8Array(0xe9) });
    expect(issues.map(({ code, field }) => [code, field])).toEqual([
      ['bad-value', 'RP-UD/length'],
      ['trailing-bytes', 'RP-DATA'],
    ]);
    const cause = decodeRp(hex('04 00 03 16 07 08'), { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(cause).toMatchObject({ rpCause: 22, diagnostic: hex('07 08') });
    expect(issues.at(-1)).toMatchObject({ code: 'bad-value', field: 'RP-Cause/length', offset: 2 });
  });

  const data = { type: 'RP-DATA', direction: 'MT', rpMr: 0, rpOa: '447700900001', rpUd: hex('00 00') } as const;
  it.each<[string, string, RpMessageInput]>([
    ['bad-value', 'rpMr', { ...data, rpMr: 256 }],
    ['bad-value', 'rpOa', { ...data, rpOa: 'x' }],
    ['bad-value', 'rpOa', { ...data, rpOa: { ton: 5, npi: 0, text: 'Shop' } }],
    ['too-long', 'rpDa', { ...data, rpDa: '1'.repeat(21) }],
    ['too-long', 'rpUd', { ...data, rpUd: new Uint8Array(233) }],
    ['bad-value', 'rpCause', { type: 'RP-ERROR', direction: 'MT', rpMr: 0, rpCause: 128 }],
    ['too-long', 'diagnostic', { type: 'RP-ERROR', direction: 'MT', rpMr: 0, rpCause: 1, diagnostic: new Uint8Array(2) }],
    ['bad-value', 'direction', { type: 'RP-SMMA', direction: 'MT' as 'MO', rpMr: 0 }],
  ])('does not write with %s in %s', (code, field, message) => {
    expect(refusal(() => encodeRp(message))).toMatchObject({ code, field });
  });

  it('takes no other types and directions', () => {
    expect(() => encodeRp({ ...data, type: 'RP-NACK' as 'RP-DATA' })).toThrow(TypeError);
    expect(() => encodeRp({ ...data, direction: 'up' as 'MO' })).toThrow(TypeError);
  });

  it('names causes (table 8.4)', () => {
    expect([22, 96, 127, 2].map(describeRpCause)).toEqual([
      'memory capacity exceeded',
      'invalid mandatory information',
      'interworking error',
      'reserved 2',
    ]);
  });
});

describe('the connection layer (TS 24.011 section 7.2)', () => {
  it.each<[string, string, CpMessage]>([
    ['CP-DATA', 'D9 01 06 02 01 41 02 00 00', { type: 'CP-DATA', ti: 5, tiFlag: true, cpUd: hex('02 01 41 02 00 00') }],
    ['CP-ACK', '29 04', { type: 'CP-ACK', ti: 2, tiFlag: false }],
    ['CP-ERROR', '89 10 51', { type: 'CP-ERROR', ti: 0, tiFlag: true, cpCause: 81 }],
    ['CP-ACK with an extended TI', '79 87 04', { type: 'CP-ACK', ti: 7, tiFlag: false }],
    ['CP-DATA with the last TI', 'F9 FF 01 00', { type: 'CP-DATA', ti: 127, tiFlag: true, cpUd: new Uint8Array(0) }],
  ])('%s', (_, octets, message) => {
    expect(decodeCp(hex(octets))).toStrictEqual(message);
    expect(encodeCp(message)).toEqual(hex(octets));
  });

  it.each([
    ['truncated', 'transaction and protocol', 0, ''],
    ['bad-value', 'protocol', 0, '05 01 00'],
    ['truncated', 'TI extension', 1, '79'],
    ['bad-value', 'TI extension', 1, '79 04'],
    ['bad-value', 'TI extension', 1, '79 86 04'],
    ['truncated', 'message type', 1, '09'],
    ['bad-value', 'message type', 1, '09 02'],
    ['truncated', 'CP-UD/length', 2, '09 01'],
    ['truncated', 'CP-UD', 3, '09 01 02 00'],
    ['bad-value', 'CP-UD/length', 2, `09 01 F9 ${'00'.repeat(0xf9)}`],
    ['truncated', 'CP-Cause', 2, '09 10'],
    ['trailing-bytes', 'CP-ACK', 2, '09 04 00'],
  ] as const)('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeCp(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it('reads leniently a TI of 7 without an extension octet, as magma writes it', () => {
    const issues: Issue[] = [];
    const octets = hex(`79 01 27 ${MAGMA_RP}`);
    const message = decodeCp(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(message).toStrictEqual({ type: 'CP-DATA', ti: 7, tiFlag: false, cpUd: hex(MAGMA_RP) });
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([['bad-value', 'TI extension', 1]]);
    expect(refusal(() => decodeCp(octets))).toMatchObject({ code: 'bad-value', field: 'TI extension', offset: 1 });
  });

  it.each<[string, string, CpMessage]>([
    ['bad-value', 'ti', { type: 'CP-ACK', ti: 128, tiFlag: false }],
    ['bad-value', 'cpCause', { type: 'CP-ERROR', ti: 0, tiFlag: false, cpCause: 256 }],
    ['too-long', 'cpUd', { type: 'CP-DATA', ti: 0, tiFlag: false, cpUd: new Uint8Array(249) }],
  ])('does not write with %s in %s', (code, field, message) => {
    expect(refusal(() => encodeCp(message))).toMatchObject({ code, field });
  });

  it('names causes (table 8.2)', () => {
    expect([17, 111, 1].map(describeCpCause)).toEqual(['network failure', 'protocol error', 'reserved 1']);
    expect(() => encodeCp({ type: 'CP-NACK' as 'CP-ACK', ti: 0, tiFlag: false })).toThrow(TypeError);
  });
});
