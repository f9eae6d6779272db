/** Records of SIM cards at random, and octets that are like them. */
import fc from 'fast-check';
import type { AdnRecord, Ext1Record, SimSms, SmsParameters } from '../../src/sim/index.js';
import { decodeSimSms, encodeSimSms, SIM_SMS_STATUSES, type SimSmsStatus } from '../../src/sim/sms-record.js';
import { encodeDeliver, encodeStatusReport, encodeSubmit } from '../../src/sms/index.js';
import { relativeMinutes } from '../../src/sms/time.js';
import { address, deliver, statusReport, submit, u8 } from './arbitraries.js';

const GSM = 'abc XYZ 0189@£$èòÄÖñüà[]{}€~^|\\';
const CYRILLIC = 'АБВгдежзийЯ';
const GREEK = 'αβγδέήίό';

/** A name in one of the four codings of an alpha identifier, or empty. */
export const alpha: fc.Arbitrary<string> = fc.oneof(
  ...[GSM, `${GSM}${CYRILLIC}`, `${CYRILLIC}09`, `${GREEK}ab`, 'aé中文字Ж', 'Hi 😀', '\u047f\u0480a'].map((characters) =>
    fc.array(fc.constantFrom(...characters), { maxLength: 30 }).map((list) => list.join('')),
  ),
);

const recordNumber = fc.nat({ max: 254 });
const digits = fc.array(fc.constantFrom(...'0123456789*#p?e'), { maxLength: 20 }).map((list) => list.join(''));

export const dialled = fc.record({ ton: fc.nat({ max: 7 }), npi: fc.nat({ max: 15 }), digits });

export const adn: fc.Arbitrary<AdnRecord> = fc.record(
  { alpha, number: dialled, capability: recordNumber, extension: recordNumber },
  { requiredKeys: ['alpha'] },
);

export const ext1: fc.Arbitrary<Ext1Record> = fc.oneof(
  fc.constant({ kind: 'free' as const }),
  fc.record({ kind: fc.constant('digits' as const), digits, next: recordNumber }, { requiredKeys: ['kind', 'digits'] }),
  fc.record(
    { kind: fc.constant('subaddress' as const), data: fc.uint8Array({ minLength: 11, maxLength: 11 }), next: recordNumber },
    { requiredKeys: ['kind', 'data'] },
  ),
);

const centre = address.filter(({ ton }) => ton !== 5);

export const smsParameters: fc.Arbitrary<SmsParameters> = fc.record(
  { alpha, tpDa: address, smsc: centre, tpPid: u8, tpDcs: u8, validityMinutes: u8.map(relativeMinutes) },
  { requiredKeys: ['alpha'] },
);

const tpdus = {
  MT: fc.oneof(deliver.map(encodeDeliver), statusReport.map(encodeStatusReport)).filter(({ length }) => length <= 150),
  MO: submit.map(encodeSubmit).filter(({ length }) => length <= 150),
};

const used = fc.constantFrom(...(Object.keys(SIM_SMS_STATUSES) as SimSmsStatus[])).chain((status) => {
  const direction = status === 'read' || status === 'unread' ? ('MT' as const) : ('MO' as const);
  return fc.record(
    { status: fc.constant(status), direction: fc.constant(direction), smsc: centre, tpdu: tpdus[direction] },
    { requiredKeys: ['status', 'direction', 'tpdu'] },
  );
});

/** Records as they are read: of a free one the direction is what its octets look like. */
export const simSms: fc.Arbitrary<SimSms> = fc.oneof(
  { weight: 6, arbitrary: used.filter(({ status }) => status !== 'free') },
  fc.constant({ status: 'free' as const }),
  used.filter(({ status }) => status === 'free').map((record) => decodeSimSms(encodeSimSms(record))),
);

/** Octets of which a record has so many after its name. */
export const likeRecord = (fixedOctets: number) =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom(
          [],
          [0x4d, 0x75, 0x6d, 0xff],
          [0x80, 4, 0x10, 0xff, 0xff],
          [0x81, 2, 8, 0x90, 0x41, 0xff],
          [0x82, 1, 4, 0x10, 0x80],
        ),
        fc.uint8Array({ maxLength: 20 }),
      ),
      fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(0xff) }, u8), { minLength: fixedOctets, maxLength: fixedOctets }),
    )
    .map(([name, fixed]) => Uint8Array.from([...name, ...fixed]));

/** Octets of a record of EF_SMS with whatever in it. */
export const likeSimSms = fc
  .tuple(
    fc.oneof(fc.constantFrom(...Object.values(SIM_SMS_STATUSES)), u8),
    fc.oneof(fc.constantFrom([0], [7, 0x91, 0x44, 0x77, 0x58, 0x10, 0x06, 0x50]), fc.uint8Array({ maxLength: 4 })),
    fc.oneof(tpdus.MT, tpdus.MO, fc.uint8Array({ maxLength: 150 })),
  )
  .map(([status, smsc, tpdu]) => {
    const octets = new Uint8Array(176).fill(0xff);
    octets.set([status, ...smsc, ...tpdu]);
    return octets;
  });

/** Octets of a packet whose lengths fit or nearly do. */
export const likePacket = fc
  .tuple(fc.nat({ max: 24 }), u8, fc.uint8Array({ maxLength: 60 }), fc.integer({ min: -1, max: 2 }))
  .map(([header, spi, rest, off]) => {
    const length = Math.max(0, rest.length + 2 + off);
    return Uint8Array.of(length >> 8, length, header, spi & 0x1f, ...rest);
  });

/** Octets of an envelope with items. */
export const likeEnvelope = fc
  .tuple(
    fc.constantFrom([], [0xa0, 0xc2, 0, 0, 40], [0x80, 0xc2, 0, 0, 9]),
    fc.constantFrom(0xd1, 0xd2, 0xd3, 0xd6, 0xd0),
    fc.array(fc.tuple(fc.constantFrom(0x82, 0x02, 0x86, 0x8b, 0x8c, 0x99, 0x13), fc.uint8Array({ maxLength: 20 })), {
      maxLength: 6,
    }),
    fc.uint8Array({ maxLength: 3 }),
  )
  .map(([command, tag, items, rest]) => {
    const body = items.flatMap(([item, value]) => [item, value.length, ...value]);
    return Uint8Array.from([
      ...command,
      tag,
      ...(body.length < 0x80 ? [body.length] : [0x81, body.length & 255]),
      ...body,
      ...rest,
    ]);
  });
