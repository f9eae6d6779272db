/** Pushes of WSP as a reader gives them. */
import fc from 'fast-check';
import type { PushHeader } from '../../src/push/wsp/headers.js';
import type { Push } from '../../src/push/wsp/push.js';
import type { WspParameter } from '../../src/wsp/content-type.js';
import { hex } from './hex.js';

const chars = 'abcxyzABC012-._';
const token = fc.string({ unit: fc.constantFrom(...chars), minLength: 1, maxLength: 8 });
const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((c) => c !== 0x7f)
    .map((c) => String.fromCharCode(c)),
  maxLength: 12,
});
const words = latin.filter((text) => text !== '');
const octets = fc.uint8Array({ maxLength: 40 });
/** Values that no model changes: an integer, octets with their length, a text. */
const rawValue = fc.oneof(
  fc.integer({ min: 0x80, max: 0xff }).map((octet) => Uint8Array.of(octet)),
  octets.map((data) => (data.length < 31 ? Uint8Array.of(data.length, ...data) : Uint8Array.of(31, data.length, ...data))),
  token.map((text) => Uint8Array.of(...new TextEncoder().encode(text), 0)),
);
const seconds = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => new Date(s * 1000));
const unmodelled = fc
  .integer({ min: 0, max: 127 })
  .filter((code) => ![0x2f, 0x0d, 0x0e, 0x31, 0x30, 0x34, 0x12, 0x14, 0x43].includes(code));
const header: fc.Arbitrary<PushHeader> = fc.oneof(
  fc.record({ name: token, value: latin }),
  fc.record({ code: unmodelled, value: rawValue }),
  fc.record({ page: fc.integer({ min: 2, max: 255 }), code: fc.integer({ min: 0, max: 127 }), value: rawValue }),
);
const parameter: fc.Arbitrary<WspParameter> = fc.oneof(
  fc.record({
    name: fc.constantFrom('name', 'filename', 'start', 'start-info', 'comment', 'domain', 'path'),
    value: fc.oneof(latin, fc.maxSafeNat()),
  }),
  fc.record({ name: fc.constant('type'), value: fc.constantFrom('text/plain', 'application/x-foo', 'image/x-up-wpng') }),
  fc.record({ name: token.map((name) => `x${name.toLowerCase()}`), value: fc.oneof(latin, fc.maxSafeNat()) }),
  fc.record({ code: fc.constantFrom(2, 3, 7, 8, 14, 16, 17, 18, 22, 60, 200, 70000), value: rawValue }),
  fc.record({ code: fc.constant(0), value: fc.constantFrom(hex('0B'), hex('8331')) }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** A push with headers of every kind. */
export const push: fc.Arbitrary<Push> = fc
  .record({
    contentType: fc.constantFrom(
      'application/vnd.wap.sic',
      'application/vnd.wap.slc',
      'text/plain',
      'application/vnd.wap.emn+wbxml',
      'application/x-foo',
      89,
      5000,
    ),
    charset: fc.constantFrom(undefined, null, 'utf-8', 'us-ascii', 'koi8-r', 0, 2252, 1_000_000),
    parameters: maybe(fc.array(parameter, { minLength: 1, maxLength: 4 })),
    body: octets,
    transactionId: fc.integer({ min: 0, max: 255 }),
    confirmed: fc.constantFrom(undefined, true),
    applicationId: maybe(
      fc.oneof(
        fc.nat({ max: 70000 }),
        words.map((text) => `x-wap-other:${text}`),
      ),
    ),
    contentLength: maybe(fc.maxSafeNat()),
    contentLocation: maybe(words),
    initiatorUri: maybe(words),
    contentUri: maybe(words),
    pushFlag: maybe(fc.integer({ min: 0, max: 127 })),
    date: maybe(seconds),
    expires: maybe(seconds),
    encodingVersion: maybe(fc.constantFrom('1', '1.0', '1.3', '7.14')),
    headers: maybe(fc.array(header, { minLength: 1, maxLength: 5 })),
  })
  .map((given) => {
    const { charset, ...rest } = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as unknown as Push;
    // What is usual for the type is not said again by the reader.
    const isUsual =
      charset ===
      (given.contentType === 'application/vnd.wap.sic' || given.contentType === 'application/vnd.wap.slc' ? 'utf-8' : null);
    return charset === undefined || isUsual ? rest : { ...rest, charset };
  });
