/**
 * Multimedia messages whose fields tshark shows as texts: one of each type, its headers drawn, its parts of types that tshark does not look into.
 * @module
 */
import fc from 'fast-check';
import type { MmsPdu, MmsPduType, Part } from '../../src/mms/binary.js';
import { headers, PDU_NEEDS } from '../support/mms.js';

/** The same value with other texts. */
function tamed<T>(value: T, tame: (text: string) => string): T {
  if (typeof value === 'string') return tame(value) as T;
  if (Array.isArray(value)) return value.map((each) => tamed(each, tame)) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tamed(each, tame)])) as T;
}

/** A name as a path, a part and a slide have it. */
export const word = fc.stringMatching(/^[a-z0-9._-]{1,12}$/);
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

/** @param tame makes a text one that tshark shows as it is. */
export function messageOf(type: MmsPduType, tame: (text: string) => string): fc.Arbitrary<MmsPdu> {
  const head = headers(type).map((each) => tamed(each, tame));
  return (PDU_NEEDS[type].body === undefined ? head : fc.tuple(head, body).map((both) => Object.assign({}, ...both))).map(
    (rest) => ({ ...rest, type }) as unknown as MmsPdu,
  );
}
