/**
 * Our MMS PDUs read by tshark, as pushes carry them.
 */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { encodeMms, type MmsPdu, type MmsPduType, type Part } from '../../src/mms/binary.js';
import { encodePush } from '../../src/push/index.js';
import { headers, PDU_NEEDS, PDU_TYPES } from '../support/mms.js';
import { draw, SEED } from './arbitraries.js';
import { dissectProtocols, tsharkVersion } from './drivers/tshark.js';
import { judge } from './judge.js';
import { MMS_FAULTS } from './mms-faults.js';
import { expectedMms, type RawHeaders, shownMms } from './mms-shown.js';
import { hex } from './report.js';

/** Messages of each type. */
const OF_EACH = 12;

/** Texts that tshark prints as they are, and two that it does not. */
function tame(text: string): string {
  if (/[^ -~]/.test(text)) return text.length % 2 === 1 ? 'Grüße 你好' : 'über';
  return text.replace(/[\\"'<>&]/g, 'x');
}

function tamed<T>(value: T): T {
  if (typeof value === 'string') return tame(value) as T;
  if (Array.isArray(value)) return value.map(tamed) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tamed(each)])) as T;
}

const word = fc.stringMatching(/^[a-z0-9._-]{1,12}$/);
const part: fc.Arbitrary<Part> = fc.record(
  {
    name: word,
    // Types whose data tshark shows in one tree and does not look into.
    contentType: fc.constantFrom('text/plain', 'audio/amr', 'video/3gpp', 'image/vnd.wap.wbmp', 'application/x-own'),
    data: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    charset: fc.constantFrom('utf-8', 'us-ascii', 'iso-8859-1', 'utf-16'),
    contentId: word,
    contentLocation: word,
    disposition: fc.record(
      { type: fc.constantFrom('attachment', 'inline', 'form-data'), filename: word },
      { requiredKeys: ['type'] },
    ),
  },
  { requiredKeys: ['name', 'contentType', 'data'] },
) as fc.Arbitrary<Part>;

const body = fc.oneof(
  fc.record({
    contentType: fc.constant('application/vnd.wap.multipart.related'),
    start: word,
    startType: fc.constantFrom('application/smil', 'text/plain'),
    parts: fc.array(part, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ contentType: fc.constant('application/vnd.wap.multipart.mixed'), parts: fc.array(part, { maxLength: 5 }) }),
);

function message(type: MmsPduType): fc.Arbitrary<MmsPdu> {
  const head = headers(type).map(tamed);
  return (PDU_NEEDS[type].body === undefined ? head : fc.tuple(head, body).map((both) => Object.assign({}, ...both))).map(
    (rest) => ({ ...rest, type }) as unknown as MmsPdu,
  );
}

const cases = PDU_TYPES.flatMap((type) => draw(message(type), OF_EACH));
const pdus = cases.map(encodeMms);

/** Octets of fields that tshark shows as octets: each of them alone behind an acknowledgement, or a request. */
function rawOf(pdu: MmsPdu): RawHeaders {
  return (property) => {
    const value = (pdu as unknown as Record<string, unknown>)[property];
    // Of several states only a view request tells.
    const type = property === 'mmStates' ? 'M-Mbox-View.req' : 'M-Acknowledge.ind';
    const front = encodeMms({ type, transactionId: '', mmsVersion: '1.2' });
    const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
    return list.map((item) => {
      const ack = {
        type,
        transactionId: '',
        mmsVersion: '1.2',
        [property]: Array.isArray(value) ? [item] : item,
      };
      const octets = encodeMms(ack as unknown as MmsPdu).subarray(front.length);
      return { code: (octets[0] as number) & 0x7f, value: octets.subarray(1) };
    });
  };
}

describe(`MMS, read by tshark (seed ${SEED})`, () => {
  it(`${cases.length} PDUs of all types`, async () => {
    const pushes = pdus.map((data) =>
      encodePush({ transactionId: 1, contentType: 'application/vnd.wap.mms-message', body: data }),
    );
    const protocols = await dissectProtocols(
      pushes.map((octets) => ({ octets, direction: 'MT' })),
      'wsp-cl',
    );
    judge(
      `tshark ${await tsharkVersion()}, MMS`,
      MMS_FAULTS,
      cases.map((input, index) => ({
        input,
        right: expectedMms(input, rawOf(input)),
        shown: shownMms(protocols[index]!),
        label: `${input.type} ${hex(pdus[index]!)}`,
      })),
    );
  });
});
