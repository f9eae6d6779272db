import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import type { Issue } from '../../src/bytes/reading.js';
import { Trace } from '../../src/bytes/trace.js';
import { EncodeError, FormatError } from '../../src/errors.js';
import { decodeMms, encodeMms, type MmsPdu, mmsSize, type Part } from '../../src/mms/binary.js';
import { readMms } from '../../src/mms/decode.js';
import { damaged, expectValueOrFormatError } from '../support/hostile.js';
import { inFull, PDU_NEEDS, PDU_TYPES, pdu, pduOf, withoutNestedData } from '../support/mms.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';

/** The same with objects that have a prototype, which those of fast-check lack. */
const plain = (value: MmsPdu): MmsPdu => structuredClone(value);

const octets = pdu.map((message) => encodeMms(message));

describe('what is written is what is read', () => {
  it.each(PDU_TYPES)('%s', (type) => {
    fc.assert(
      fc.property(pduOf(type), (message) => {
        const wire = encodeMms(message);
        expect(mmsSize(message)).toBe(wire.length);
        const read = decodeMms(wire);
        // Strictly: what is absent is not a property.
        expect(plain(withoutNestedData(read))).toStrictEqual(plain(message));
        expect(encodeMms(read)).toEqual(wire);
      }),
      costly(250),
    );
  });

  it('gives parts as views of the input, wherever in a buffer it lies', () => {
    fc.assert(
      fc.property(pduOf('M-Retrieve.conf'), fc.nat({ max: 9 }), (message, before) => {
        const wire = encodeMms(message);
        const pool = Buffer.alloc(before + wire.length + 3, 0x99);
        pool.set(wire, before);
        const input = pool.subarray(before, before + wire.length);
        const read = decodeMms(input);
        expect(withoutNestedData(read)).toEqual(message);
        const check = (parts: readonly Part[]): void => {
          for (const { data, parts: nested } of parts) {
            expect(data.buffer).toBe(input.buffer);
            expect(data).toBeInstanceOf(Uint8Array);
            expect(data).not.toBeInstanceOf(Buffer);
            check(nested ?? []);
          }
        };
        check(read.parts ?? []);
      }),
    );
  });
});

describe('what is read leniently', () => {
  it.each(PDU_TYPES.filter((type) => PDU_NEEDS[type].body === undefined))(
    '%s with a 00 at the end of its headers is read as without',
    (type) => {
      fc.assert(
        fc.property(pduOf(type), fc.integer({ min: 1, max: 3 }), (message, count) => {
          const wire = encodeMms(message);
          const padded = Uint8Array.of(...wire, ...new Uint8Array(count));
          const issues: Issue[] = [];
          expect(decodeMms(padded, { lenient: true, onIssue: (error) => issues.push(error) })).toEqual(decodeMms(wire));
          expect(issues).toMatchObject([{ offset: wire.length }]);
        }),
        costly(250),
      );
    },
  );

  it('is written again, but for what it must have, and reads the same', () => {
    fc.assert(
      fc.property(fc.oneof(damaged(octets), damaged(damaged(octets))), (wire) => {
        const missing: string[] = [];
        const onIssue = ({ reason }: Issue) => missing.push(...(/^\S+ needs \S+/.exec(reason) ?? []));
        const read = expectValueOrFormatError(() => decodeMms(wire, { lenient: true, onIssue }), wire.length);
        if (read instanceof FormatError) return;
        let again: Uint8Array;
        try {
          again = encodeMms(read);
        } catch (error) {
          if (!(error instanceof EncodeError)) throw error;
          expect(missing).toContain(error.reason.replace('a recipient', 'To'));
          return;
        }
        expect(inFull(decodeMms(again, { lenient: true }))).toEqual(inFull(read));
      }),
    );
  });
});

describe('the trace', () => {
  it('hands the data of each part to a reader of the caller', () => {
    fc.assert(
      fc.property(octets, (wire) => {
        const seen: Part[] = [];
        const trace = new Trace('MMS');
        const message = readMms(new ByteReader(wire, trace), undefined, (data, part) => {
          expect(data.octets.subarray(data.offset, data.end)).toEqual(part.data);
          if (data.remaining > 1) data.u8('first');
          seen.push(part);
        });
        expectTiling(trace.finish(wire.length));
        const flat = (parts: readonly Part[]): Part[] =>
          parts.flatMap((part) => (part.parts === undefined ? [part] : flat(part.parts)));
        expect(seen).toEqual(flat(message.parts ?? []));
      }),
    );
  });
});
