/** What a service centre delivers, in bounds. The frames are written by the specification. */
import { describe, expect, it } from 'vitest';
import type { DeliveryNotice, IncomingMessage } from '../../src/gateway/delivery/delivery.js';
import { SmppIncoming } from '../../src/gateway/delivery/smpp/incoming.js';
import { hex } from '../support/hex.js';

const ESME_ROK = 0;
const ESME_RX_T_APPN = 0x64;
const ESME_RX_P_APPN = 0x65;

const AT = Date.UTC(2026, 2, 4, 5, 6, 7);

/** A deliver_sm from 44 to 80. */
function frame(esmClass: string, shortMessage: string, parameters = ''): Uint8Array {
  const addresses = `00 01 01 343400 00 01 383000`;
  const length = (shortMessage.length / 2).toString(16).padStart(2, '0');
  const digits = `00000000 00000005 00000000 00000001 ${addresses} ${esmClass} 00 00 00 00 00 00 04 00 ${length} ${shortMessage} ${parameters}`;
  const octets = hex(digits.replaceAll(' ', ''));
  new DataView(octets.buffer).setUint32(0, octets.length);
  return octets;
}

/** A part of a message of two octets, one in each part. */
function part(reference: number, sequence: number): Uint8Array {
  return frame('40', `06080 4${reference.toString(16).padStart(4, '0')}02 0${sequence} 0${sequence}`.replaceAll(' ', ''));
}

function incoming(onIncoming: (message: IncomingMessage) => unknown) {
  const notices: DeliveryNotice[] = [];
  const onNotice = (notice: DeliveryNotice) => notices.push(notice);
  const events = { onReceipt: () => undefined, onIncoming };
  const options = { submitIds: 'text', receiptIds: 'text', receiptNumber: 'source', clock: () => AT, onNotice } as const;
  return { notices, take: new SmppIncoming(options, events) };
}

describe('incoming messages', () => {
  it('of a thousand and one that the gateway did not take the oldest is forgotten', async () => {
    const taken: IncomingMessage[] = [];
    let isReady = false;
    const { take } = incoming((message) => {
      if (!isReady) throw new Error('not now');
      taken.push(message);
    });
    for (let reference = 0; reference <= 1_000; reference++) {
      expect(await take.take(part(reference, 1))).toBe(ESME_ROK);
      expect(await take.take(part(reference, 2))).toBe(ESME_RX_T_APPN);
    }
    isReady = true;
    for (const reference of [0, 1, 1_000]) expect(await take.take(part(reference, 2))).toBe(ESME_ROK);
    expect(taken).toEqual(Array(2).fill({ from: '44', to: '80', at: AT, data: Uint8Array.of(1, 2) }));
  });

  it('one that was refused gives way to another under its reference', async () => {
    const taken: IncomingMessage[] = [];
    const free: ((isTaken: boolean) => void)[] = [];
    const { take } = incoming(async (message) => {
      if (await new Promise<boolean>((resolve) => free.push(resolve))) taken.push(message);
      else throw new Error('not now');
    });
    const other = (sequence: number) => frame('40', `050003090201${'41'.repeat(sequence)}`.replace('0201', `020${sequence}`));
    const one = (sequence: number) => frame('40', `050003090201${'42'.repeat(sequence)}`.replace('0201', `020${sequence}`));
    await take.take(one(1));
    const first = take.take(one(2));
    // The same reference, while the gateway has not answered: another message.
    await take.take(other(1));
    const second = take.take(other(2));
    for (const go of free) go(true);
    expect([await first, await second]).toEqual([ESME_ROK, ESME_ROK]);
    expect(taken.map(({ data }) => data)).toEqual([hex('424242'), hex('414141')]);
  });

  it('keep of their header what is no matter of a part: octets all of it, a text its ports', async () => {
    const taken: IncomingMessage[] = [];
    const { take } = incoming((message) => taken.push(message));
    // Ports 0B84 and 23F0, and concatenation of two.
    for (const sequence of [1, 2])
      await take.take(frame('40', `0B 0504 0B8423F0 0003 0902 0${sequence} 4${sequence}`.replaceAll(' ', '')));
    // An element of its own kind.
    await take.take(frame('40', '0370010542'));
    const text = frame('40', '0A 0504 0B8423F0 7002 0102 41'.replaceAll(' ', ''));
    // data_coding: before sm_default_msg_id and sm_length.
    text[text.length - 15] = 0;
    await take.take(text);
    expect(taken).toEqual([
      { from: '44', to: '80', at: AT, data: hex('4142'), udh: hex('0605040B8423F0') },
      { from: '44', to: '80', at: AT, data: hex('42'), udh: hex('03700105') },
      { from: '44', to: '80', at: AT, text: 'A', udh: hex('0605040B8423F0') },
    ]);
  });

  it('in parts of more octets than a part holds are refused for good', async () => {
    const payload = `0500030902 01`.replaceAll(' ', '') + '41'.repeat(250);
    const taken: IncomingMessage[] = [];
    const { take, notices } = incoming((message) => taken.push(message));
    expect(await take.take(frame('40', '', `0424 0100 ${payload}`))).toBe(ESME_RX_P_APPN);
    expect(notices).toEqual([{ kind: 'unreadable', reason: 'deliver_sm: limit-exceeded in short_message' }]);
    // In one part they may be long.
    expect(await take.take(frame('00', '', `0424 0100 ${'41'.repeat(256)}`))).toBe(ESME_ROK);
    expect(taken.map(({ data }) => data?.length)).toEqual([256]);
  });

  it('say no more of an error than its name', async () => {
    const { take, notices } = incoming(() => {
      throw 'the text of a message';
    });
    expect(await take.take(frame('00', '41'))).toBe(ESME_RX_T_APPN);
    expect(notices).toEqual([{ kind: 'refused', reason: 'not taken' }]);
  });
});
