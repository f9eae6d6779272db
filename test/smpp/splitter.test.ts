import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { beginsAsSmpp } from '../../src/smpp/decode.js';
import { encodeSmppPdu, findSmppPdu, SmppSplitter } from '../../src/smpp/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { smppPdu } from '../support/smpp.js';

const LINK = encodeSmppPdu({ command: 'enquire_link', sequence: 1 });
const joined = (all: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(all));

describe('a stream', () => {
  it('gives its PDUs however it is cut', () => {
    const rows = fc.array(
      smppPdu.map((pdu) => encodeSmppPdu(pdu)),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(rows, fc.array(fc.nat(), { maxLength: 12 }), (pdus, places) => {
        const stream = joined(pdus);
        const cuts = [0, ...places.map((place) => place % (stream.length + 1)).sort((a, b) => a - b), stream.length];
        const splitter = new SmppSplitter();
        const found = cuts.slice(1).flatMap((end, i) => [...splitter.split(stream.subarray(cuts[i], end))]);
        expect(found.map(toHex)).toEqual(pdus.map(toHex));
        expect(splitter.pending).toBe(0);
      }),
    );
  });

  it('octet by octet keeps what came, and no more', () => {
    const splitter = new SmppSplitter();
    for (const [i, octet] of LINK.entries()) {
      expect(splitter.pending).toBe(i);
      expect([...splitter.split(Uint8Array.of(octet))].map(toHex)).toEqual(i === 15 ? [toHex(LINK)] : []);
    }
  });

  it('gives octets of its own', () => {
    const chunk = Uint8Array.from(LINK);
    const [pdu] = new SmppSplitter().split(chunk);
    chunk.fill(0);
    expect(toHex(pdu as Uint8Array)).toBe(toHex(LINK));
  });

  it('with a length below a header gives what came before it, and then the error at its place', () => {
    const splitter = new SmppSplitter();
    const found: string[] = [];
    const error = refusal(() => {
      for (const pdu of splitter.split(joined([LINK, LINK, hex('0000000F')]))) found.push(toHex(pdu));
    });
    expect(found).toEqual([toHex(LINK), toHex(LINK)]);
    expect(error).toEqual({ code: 'bad-value', field: 'SMPP/command_length', offset: 32 });
  });

  it('with a length past the limit is refused at its fourth octet', () => {
    const most = DEFAULT_LIMITS.smppOctets;
    const announce = (length: number, options = {}) => [
      ...new SmppSplitter(options).split(hex(length.toString(16).padStart(8, '0'))),
    ];
    expect(announce(most)).toEqual([]);
    expect(refusal(() => announce(most + 1))).toEqual({ code: 'limit-exceeded', field: 'SMPP/command_length', offset: 0 });
    expect(refusal(() => announce(17, { limits: { smppOctets: 16 } }))).toMatchObject({ code: 'limit-exceeded' });
  });
});

describe('the first PDU of octets', () => {
  it('is a view, once it is whole', () => {
    const two = joined([LINK, LINK]);
    for (let end = 0; end < 16; end++) expect(findSmppPdu(two.subarray(0, end))).toBeUndefined();
    const found = findSmppPdu(two) as Uint8Array;
    expect([found.buffer, found.byteOffset, found.length]).toEqual([two.buffer, 0, 16]);
  });

  it('has a length that can be', () => {
    expect(refusal(() => findSmppPdu(hex('0000000F')))).toMatchObject({ code: 'bad-value', offset: 0 });
    expect(refusal(() => findSmppPdu(LINK, { limits: { smppOctets: 15 } }))).toMatchObject({ code: 'limit-exceeded' });
  });

  it('is told from other octets by its header, as far as it goes', () => {
    expect([4, 8, 10, 12, 16].map((end) => beginsAsSmpp(LINK.subarray(0, end)))).toEqual([false, true, true, true, true]);
    const answer = encodeSmppPdu({ command: 'submit_sm_resp', status: 0x4ff, sequence: 1 });
    expect(beginsAsSmpp(answer)).toBe(true);
    expect(beginsAsSmpp(encodeSmppPdu({ command: 'submit_sm_resp', status: 0x500, sequence: 1 }))).toBe(false);
    for (const [at, value] of [
      [3, 15],
      [1, 2],
      [7, 0x7f],
      [11, 1],
    ] as const) {
      expect(beginsAsSmpp(LINK.map((octet, i) => (i === at ? value : octet)))).toBe(false);
    }
  });
});
