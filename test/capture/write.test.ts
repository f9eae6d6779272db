/** The octets of messages that are written: headers of IP, UDP, TCP and GSMTAP, frames of LAPDm, and the layers around a TPDU. */
import { describe, expect, it } from 'vitest';
import { decodeCapture, encodeMessageCapture, findMessages, type MessageToCapture } from '../../src/capture/index.js';
import { decodeCp, decodeRp } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const SUBMIT = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
const DELIVER = hex('040B917283010010F500000111211290000005E8329BFD06');
const packetsOf = (...messages: readonly MessageToCapture[]) =>
  decodeCapture(encodeMessageCapture(messages)).packets.map(({ octets }) => octets);
const u16 = (octets: Uint8Array, at: number) => new DataView(octets.buffer, octets.byteOffset).getUint16(at);
const u32 = (octets: Uint8Array, at: number) => new DataView(octets.buffer, octets.byteOffset).getUint32(at);
/** A message of the connection layer of so many octets: its length alone tells how many frames it takes. */
const cpOf = (length: number) => Uint8Array.of(...hex('9901'), length - 3, ...Array(length - 3).fill(0x55));
/** A PDU of SMPP: a command, a sequence number, octets of a body. */
const pdu = (command: number, sequence: number, body = 0) => {
  const octets = new Uint8Array(16 + body);
  const view = new DataView(octets.buffer);
  view.setUint32(0, octets.length);
  view.setUint32(4, command);
  view.setUint32(12, sequence);
  return octets;
};

describe('headers of IP', () => {
  it('say the length of the packet, and number the packets', () => {
    const packets = packetsOf({ format: 'cp', octets: cpOf(30) }, { format: 'smpp', octets: pdu(4, 1) });
    expect(packets.map((octets) => [u16(octets, 2) - octets.length, u16(octets, 4)])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });

  it('of UDP, to the port of GSMTAP, without a checksum', () => {
    const [octets] = packetsOf({ format: 'cp', octets: hex('9904') }) as [Uint8Array];
    // 20 octets of IP, 8 of UDP, 16 of GSMTAP, 23 of a frame.
    expect(octets).toHaveLength(67);
    expect(octets.subarray(20, 28)).toEqual(hex('1279 1279 002F 0000'));
  });
});

describe('frames of LAPDm (TS 44.006 2 and 3)', () => {
  /** What precedes the frame in GSMTAP, with the bit of the uplink; address, control and length of the frame. */
  const framesOf = (...messages: readonly MessageToCapture[]) =>
    packetsOf(...messages).map((octets) => [u16(octets, 32), ...octets.subarray(44, 47)]);
  const MO = { format: 'cp', octets: hex('9904'), direction: 'MO' } as const;
  const MT = { ...MO, direction: 'MT' } as const;

  it('a frame on an SDCCH/8: what is not the message is filled up with 2B', () => {
    const [octets] = packetsOf(MO) as [Uint8Array];
    expect(octets.subarray(28)).toEqual(hex(`02040100 4001 0000 00000000 08 00 00 00 0D 00 09 9904 ${'2B'.repeat(18)}`));
  });

  // A control field has the number of the frame in bits 2 to 4, and that of the next frame from the other side in bits 6 to 8.
  it('count in each direction, and acknowledge what came from the other', () => {
    expect(framesOf(MO, MT, MT, MO, MT)).toEqual([
      [0x4001, 0x0d, 0x00, 0x09],
      [0x0001, 0x0f, 0x20, 0x09],
      [0x0001, 0x0f, 0x22, 0x09],
      [0x4001, 0x0d, 0x42, 0x09],
      [0x0001, 0x0f, 0x44, 0x09],
    ]);
  });

  it('count to 7, then from 0', () => {
    const [, , , , , , , eighth, ninth, answer] = framesOf(...Array<MessageToCapture>(9).fill(MT), MO);
    expect([eighth?.[2], ninth?.[2], answer?.[2]]).toEqual([0x0e, 0x00, 0x20]);
  });

  it.each<[length: number, lengths: readonly number[]]>([
    [19, [0x4d]],
    [20, [0x51]],
    [21, [0x53, 0x05]],
    [40, [0x53, 0x51]],
    [41, [0x53, 0x53, 0x05]],
  ])('a message of %i octets, 20 to a frame; all but the last say that more follow', (length, lengths) => {
    const messages = [{ format: 'cp', octets: cpOf(length) }] as const;
    expect(framesOf(...messages).map((frame) => frame[3])).toEqual(lengths);
    expect(findMessages(decodeCapture(encodeMessageCapture(messages))).messages[0]?.octets).toEqual(cpOf(length));
  });

  it('a message of no octets is a frame without a message', () => {
    expect(framesOf({ format: 'cp', octets: new Uint8Array() }).map((frame) => frame[3])).toEqual([0x01]);
  });

  it.each<[direction: 'MO' | 'MT', message: MessageToCapture]>([
    ['MO', { format: 'tpdu-mo', octets: SUBMIT, direction: 'MT' }],
    ['MT', { format: 'tpdu-mt', octets: DELIVER, direction: 'MO' }],
    ['MT', { format: 'pdu-mt', octets: Uint8Array.of(0, ...DELIVER), direction: 'MO' }],
    // As a message of the connection layer, this deliver from the address 2 would come from the handset.
    ['MT', { format: 'tpdu-mt', octets: hex('040181F200001121112900000000') }],
    ['MO', { format: 'rp', octets: hex('0205') }],
    ['MT', { format: 'rp', octets: hex('0305') }],
    ['MO', { format: 'cp', octets: hex('9901020205') }],
    ['MT', { format: 'cp', octets: hex('9901020305') }],
    ['MT', { format: 'cp', octets: hex('990100') }],
    ['MT', { format: 'cp', octets: hex('9904') }],
    ['MO', { format: 'cp', octets: hex('99106F'), direction: 'MO' }],
    ['MT', { format: 'cp', octets: hex('99046F02') }],
  ])('are %s for %o', (direction, message) => {
    expect(framesOf(message)[0]?.slice(0, 2)).toEqual(direction === 'MO' ? [0x4001, 0x0d] : [1, 0x0f]);
    // The next frame from the same side counts on.
    const frames = framesOf(message, direction === 'MO' ? MO : MT);
    expect(frames.map((frame) => frame[2])).toEqual(frames.map((_, number) => number << 1));
  });
});

describe('layers around a message', () => {
  const connected = (...messages: readonly MessageToCapture[]) =>
    findMessages(decodeCapture(encodeMessageCapture(messages))).messages.map(({ octets }) => decodeCp(octets));

  it('a message of the connection layer stays as it is', () => {
    const [message] = findMessages(decodeCapture(encodeMessageCapture([{ format: 'cp', octets: hex('9904') }]))).messages;
    expect(message?.octets).toEqual(hex('9904'));
  });

  // TS 24.011 8.2.2 has the types; TS 24.007 11.2.3.1.3 the flag, which is 0 from the side that began the transaction.
  it.each<[what: string, octets: Uint8Array, tiFlag: boolean]>([
    ['RP-DATA from the handset', hex('0005 00 00 00'), false],
    ['RP-DATA to the handset', hex('0105 00 00 00'), false],
    ['RP-ACK from the handset', hex('0205'), true],
    ['RP-ACK to the handset', hex('0305'), true],
    ['RP-ERROR from the handset', hex('0405 01 6F'), true],
    ['RP-ERROR to the handset', hex('0505 01 6F'), true],
    ['RP-SMMA', hex('0605'), false],
  ])('the flag of the transaction: %s', (_, octets, tiFlag) => {
    expect(connected({ format: 'rp', octets })).toMatchObject([{ type: 'CP-DATA', tiFlag, cpUd: octets }]);
  });

  it('a transaction for each message, 0 to 6, and a message reference', () => {
    const messages = connected(...Array<MessageToCapture>(9).fill({ format: 'tpdu-mo', octets: SUBMIT }));
    expect(messages.map(({ ti }) => ti)).toEqual([0, 1, 2, 3, 4, 5, 6, 0, 1]);
    const references = messages.map((message) => decodeRp((message as { cpUd: Uint8Array }).cpUd).rpMr);
    expect(references).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('the service centre is the destination of what comes from the handset, and the originator of what goes to it', () => {
    const centre = hex('07914477000900F1');
    const messages = connected(
      { format: 'pdu-mo', octets: Uint8Array.of(...centre, ...SUBMIT) },
      { format: 'pdu-mt', octets: Uint8Array.of(...centre, ...DELIVER) },
    );
    const relayed = messages.map((message) => decodeRp((message as { cpUd: Uint8Array }).cpUd));
    expect(relayed).toMatchObject([
      { type: 'RP-DATA', direction: 'MO', rpDa: { digits: '44770090001' }, rpUd: SUBMIT },
      { type: 'RP-DATA', direction: 'MT', rpOa: { digits: '44770090001' }, rpUd: DELIVER },
    ]);
  });
});

describe('segments of TCP', () => {
  const [SUBMIT_SM, ANSWER, GENERIC_NACK] = [4, 0x80000004, 0x80000000];
  /** Ports, sequence number, number that is acknowledged. */
  const numbersOf = (octets: Uint8Array) => [u16(octets, 20), u16(octets, 22), u32(octets, 24), u32(octets, 28)];

  it('count the octets of each side, and acknowledge those of the other', () => {
    const packets = packetsOf(
      { format: 'smpp', octets: pdu(SUBMIT_SM, 1, 4) },
      { format: 'smpp', octets: pdu(ANSWER, 1, 1) },
      { format: 'smpp', octets: pdu(SUBMIT_SM, 2) },
    );
    expect(packets.map(numbersOf)).toEqual([
      [50_000, 2775, 1, 1],
      [2775, 50_000, 1, 21],
      [50_000, 2775, 21, 18],
    ]);
  });

  it('count on over 65,536 octets', () => {
    const messages = [66_000 - 16, 0].map((body, i) => ({ format: 'smpp', octets: pdu(SUBMIT_SM, i, body) }) as const);
    expect(numbersOf(packetsOf(...messages).at(-1) as Uint8Array)).toEqual([50_000, 2775, 66_001, 1]);
  });

  it.each([
    [1400, [1440]],
    [1401, [1440, 41]],
    [2800, [1440, 1440]],
  ])('a PDU of %i octets, 1,400 to a segment', (length, lengths) => {
    const packets = packetsOf({ format: 'smpp', octets: pdu(SUBMIT_SM, 1, length - 16) });
    expect(packets.map((octets) => octets.length)).toEqual(lengths);
  });

  it('generic_nack answers what an ESME sent', () => {
    expect(packetsOf({ format: 'smpp', octets: pdu(GENERIC_NACK, 1) }).map(numbersOf)).toEqual([[2775, 50_000, 1, 1]]);
  });

  it('a checksum that comes to 0', () => {
    const checksumOf = (sequence: number) => {
      const [octets] = packetsOf({ format: 'smpp', octets: pdu(SUBMIT_SM, sequence) }) as [Uint8Array];
      return u16(octets, 36);
    };
    // The sequence number is two pairs of octets of the sum, so one that is as much as is left to FFFF completes it.
    const left = checksumOf(0);
    expect(left).toBeGreaterThan(0);
    expect([checksumOf(left - 1), checksumOf(left)]).toEqual([1, 0]);
  });
});

describe('arguments', () => {
  it.each<[name: string, messages: unknown, options?: unknown]>([
    ['messages', 'none'],
    ['messages[1]', [{ format: 'rp', octets: hex('0205') }, 'none']],
    ['messages[0].octets', [{ format: 'rp', octets: '0205' }]],
    ['options', [], 'pcap'],
  ])('%s of another type', (name, messages, options) => {
    const call = () => encodeMessageCapture(messages as MessageToCapture[], options as object | undefined);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(new RegExp(`^${name.replace(/[[\].]/g, '\\$&')} is `));
  });

  it('an address of a service centre may not go past the end', () => {
    const written = (octets: Uint8Array) => encodeMessageCapture([{ format: 'pdu-mt', octets }], { link: 'user' });
    expect(refusal(() => written(hex('07914477000900')))).toMatchObject({ code: 'bad-value', field: 'SMSC' });
    const whole = Uint8Array.of(...hex('07914477000900F1'), ...DELIVER);
    expect(decodeCapture(written(whole)).packets[0]?.octets).toEqual(DELIVER);
  });
});
