/** What sessions of accounts are sent: PDUs held against the specification's octets, our own client's reader and the joining of parts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeliverSm, readReceipt, readUserDataOf } from '../../src/gateway/delivery/smpp/deliver-sm.js';
import { deliverRequests, judgeAnswer } from '../../src/gateway/smpp-door/outgoing.js';
import type { CallbackPayload } from '../../src/gateway/store/types.js';
import { encodeSmppPdu } from '../../src/smpp/encode.js';
import type { SmppRequest } from '../../src/smpp/session.js';
import { statusNumber } from '../../src/smpp/status.js';
import { Reassembler } from '../../src/sms/index.js';

const RECEIPT = {
  kind: 'receipt',
  messageIdentifier: 'ABCDEFGHIJKLMN1',
  recipient: '447700900201',
  state: 'delivered',
  at: Date.UTC(2026, 2, 4, 5, 8, 59),
  originator: '447700900001',
  acceptedAt: Date.UTC(2026, 2, 4, 5, 6, 7),
} as const satisfies CallbackPayload;

const MESSAGE = {
  kind: 'message',
  messageIdentifier: 'ABCDEFGHIJKLMN2',
  from: '447700900777',
  to: '60777',
  text: 'hi',
  at: 1,
} as const satisfies CallbackPayload;

const requests = (payload: CallbackPayload, id = 7) => deliverRequests({ id, payload });
const fieldsOf = (request: SmppRequest | undefined) => request?.fields ?? {};
const latin1 = (octets: unknown) => Buffer.from(octets as Uint8Array).toString('latin1');
const octetsOf = (request: SmppRequest) => encodeSmppPdu({ command: 'deliver_sm', sequence: 1, ...request });

/** What our own client makes of the PDUs. */
function join(given: readonly SmppRequest[]) {
  const reassembler = new Reassembler();
  const whole = given.flatMap((request) => {
    const part = readUserDataOf(readDeliverSm(octetsOf(request)));
    return reassembler.add(part, { from: 'x', at: 0 }) ?? [];
  });
  expect(whole).toHaveLength(1);
  return whole[0];
}

describe('a receipt', () => {
  it('SMPP 3.4 appendix B: says the same in its text and in its parameters', () => {
    expect(requests(RECEIPT)).toEqual([
      {
        fields: {
          source_addr_ton: 1,
          source_addr_npi: 1,
          source_addr: '447700900201',
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: '447700900001',
          esm_class: 0x04,
          short_message: expect.any(Uint8Array),
        },
        parameters: [
          { name: 'receipted_message_id', value: 'ABCDEFGHIJKLMN1' },
          { name: 'message_state', value: 2 },
        ],
      },
    ]);
    expect(latin1(fieldsOf(requests(RECEIPT)[0]).short_message)).toBe(
      'id:ABCDEFGHIJKLMN1 sub:001 dlvrd:001 submit date:2603040506 done date:2603040508 stat:DELIVRD err:000 text:',
    );
  });

  it.each([
    ['delivered', false, 'DELIVRD', 2, '001'],
    ['expired', false, 'EXPIRED', 3, '000'],
    ['failed', true, 'DELETED', 4, '000'],
    ['failed', false, 'UNDELIV', 5, '000'],
  ] as const)('SMPP 3.4 5.2.28: %s, cancelled %s: %s, %i', (state, isCancelled, word, number, delivered) => {
    const [request] = requests({ ...RECEIPT, state, isCancelled });
    expect(latin1(fieldsOf(request).short_message)).toContain(` dlvrd:${delivered} `);
    expect(latin1(fieldsOf(request).short_message)).toContain(` stat:${word} `);
    expect(request?.parameters?.at(1)).toEqual({ name: 'message_state', value: number });
    expect(readReceipt(readDeliverSm(octetsOf(request as SmppRequest)))).toEqual({
      id: 'ABCDEFGHIJKLMN1',
      isNamed: true,
      status: state,
    });
  });

  it.each([
    ['60777', 0, 1, '60777'],
    ['MyShop', 5, 0, 'MyShop'],
    ['Café ☕', 5, 0, 'Caf? ?'],
    ['a.very.long.domain.example.net', 5, 0, 'a.very.long.domain.e'],
    ['', 0, 0, ''],
  ])('is for the sender %j: type %i, plan %i', (originator, ton, npi, address) => {
    expect(fieldsOf(requests({ ...RECEIPT, originator })[0])).toMatchObject({
      dest_addr_ton: ton,
      dest_addr_npi: npi,
      destination_addr: address,
    });
  });

  it('of which little is known has the time of its end alone', () => {
    const { originator: _, acceptedAt: __, ...little } = RECEIPT;
    expect(latin1(fieldsOf(requests(little)[0]).short_message)).toContain('submit date:2603040508 done date:2603040508');
  });
});

describe('a message', () => {
  it('in the default alphabet has a septet an octet', () => {
    expect(requests({ ...MESSAGE, text: 'hi @ £' })).toEqual([
      {
        fields: {
          source_addr_ton: 1,
          source_addr_npi: 1,
          source_addr: '447700900777',
          dest_addr_ton: 0,
          dest_addr_npi: 1,
          destination_addr: '60777',
          esm_class: 0,
          data_coding: 0,
          // @ is 00, £ is 01 (TS 23.038 6.2.1).
          short_message: Uint8Array.of(0x68, 0x69, 0x20, 0x00, 0x20, 0x01),
        },
      },
    ]);
  });

  it('with other characters is UCS-2; half a pair of them is U+FFFD', () => {
    const [request] = requests({ ...MESSAGE, text: 'Жa\ud83d' });
    expect(fieldsOf(request)).toMatchObject({
      esm_class: 0,
      data_coding: 8,
      short_message: Uint8Array.of(0x04, 0x16, 0x00, 0x61, 0xff, 0xfd),
    });
  });

  it('of 161 septets, and of 71 characters of UCS-2, has two parts with a header each', () => {
    const [first, second, ...others] = requests({ ...MESSAGE, text: 'a'.repeat(161) }, 0x1fe);
    expect(others).toEqual([]);
    expect([first, second].map((request) => fieldsOf(request).esm_class)).toEqual([0x40, 0x40]);
    // UDHL, IEI 00, IEDL, reference, parts, number (TS 23.040 9.2.3.24.1).
    expect([...(fieldsOf(first).short_message as Uint8Array).subarray(0, 7)]).toEqual([5, 0, 3, 0xfe, 2, 1, 0x61]);
    expect([...(fieldsOf(second).short_message as Uint8Array).subarray(0, 7)]).toEqual([5, 0, 3, 0xfe, 2, 2, 0x61]);
    expect([first, second].map((request) => (fieldsOf(request).short_message as Uint8Array).length)).toEqual([6 + 153, 6 + 8]);
    expect(requests({ ...MESSAGE, text: 'a'.repeat(160) })).toHaveLength(1);
    const wide = requests({ ...MESSAGE, text: 'Ж'.repeat(71) });
    expect(wide.map((request) => (fieldsOf(request).short_message as Uint8Array).length)).toEqual([6 + 134, 6 + 8]);
  });

  it('of more parts than a header counts goes as message_payload', () => {
    const text = 'a'.repeat(255 * 153 + 1);
    const [request, ...others] = requests({ ...MESSAGE, text });
    expect(others).toEqual([]);
    expect(fieldsOf(request)).not.toHaveProperty('short_message');
    expect(request?.parameters).toEqual([{ name: 'message_payload', value: new TextEncoder().encode(text) }]);
    expect(requests({ ...MESSAGE, text: text.slice(1) })).toHaveLength(255);
  });

  it('of octets keeps the header that it came with, in every part', () => {
    const ports = '0605040B8423F0';
    const [request, ...others] = requests({ ...MESSAGE, text: 'DEADBEEF', isData: true, udh: ports });
    expect(others).toEqual([]);
    expect(fieldsOf(request)).toMatchObject({
      esm_class: 0x40,
      data_coding: 4,
      short_message: Uint8Array.from(Buffer.from(`${ports}DEADBEEF`, 'hex')),
    });
    const long = requests({ ...MESSAGE, text: 'AB'.repeat(300), isData: true, udh: ports }, 9);
    expect(long.map((one) => (fieldsOf(one).short_message as Uint8Array).length)).toEqual([140, 140, 12 + 300 - 2 * 128]);
    const joined = join(long);
    expect(joined).toMatchObject({ ports: { destination: 0x0b84, source: 0x23f0 } });
    expect(joined?.data).toEqual(new Uint8Array(300).fill(0xab));
    const bare = requests({ ...MESSAGE, text: 'AB'.repeat(140), isData: true });
    expect(fieldsOf(bare[0])).toMatchObject({ esm_class: 0, data_coding: 4, short_message: new Uint8Array(140).fill(0xab) });
  });

  it('of no octets at all is one PDU', () => {
    expect(requests({ ...MESSAGE, text: '' }).map((one) => fieldsOf(one).short_message)).toEqual([new Uint8Array(0)]);
    expect(requests({ ...MESSAGE, text: '', isData: true })).toHaveLength(1);
  });

  it('whatever it is, and whatever its header leaves of a part, a client reads it as it was', () => {
    const element = fc.record({
      kind: fc.constant('raw'),
      id: fc.integer({ min: 0x70, max: 0x7f }),
      octets: fc.uint8Array({ maxLength: 130 }),
    });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), fc.option(element), (data, extra) => {
        const hex = Buffer.from(data).toString('hex').toUpperCase();
        const header =
          extra === null
            ? ''
            : Buffer.from([2 + extra.octets.length, extra.id, extra.octets.length, ...extra.octets]).toString('hex');
        const given = requests({ ...MESSAGE, text: hex, isData: true, ...(header !== '' && { udh: header }) });
        expect(join(given)?.data).toEqual(data);
        for (const request of given) {
          const { short_message } = fieldsOf(request);
          if (short_message !== undefined) expect((short_message as Uint8Array).length).toBeLessThanOrEqual(140);
        }
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 700 }), (text) => {
        expect(join(requests({ ...MESSAGE, text }))?.text ?? '').toBe(text);
      }),
    );
  });
});

describe('an answer', () => {
  it.each([
    ['ESME_ROK', 'done'],
    ['ESME_RX_T_APPN', 'failed'],
    ['ESME_RTHROTTLED', 'failed'],
    ['ESME_RMSGQFUL', 'failed'],
    ['ESME_RSYSERR', 'failed'],
    ['ESME_RX_P_APPN', 'refused'],
    ['ESME_RX_R_APPN', 'refused'],
    ['ESME_RINVCMDID', 'refused'],
    ['ESME_RUNKNOWNERR', 'refused'],
  ] as const)('%s: %s', (status, result) => {
    expect(judgeAnswer(statusNumber(status))).toBe(result);
  });

  it('that did not come is to be asked for again; one of the vendor is a refusal', () => {
    expect(judgeAnswer('unanswered')).toBe('unanswered');
    expect(judgeAnswer('unsent')).toBe('unsent');
    expect(judgeAnswer(0x4ff)).toBe('refused');
  });
});
