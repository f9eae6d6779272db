/** What is fuzzed of handset/sim: records of cards, and what goes to their toolkit. */
import fc from 'fast-check';
import { decodeAdn, encodeAdn, readAdn } from '../../src/sim/adn.js';
import { decodeAlpha, encodeAlpha, readAlpha } from '../../src/sim/alpha.js';
import { decodeEnvelope, readEnvelope } from '../../src/sim/envelope.js';
import { decodeExt1, encodeExt1, joinAdn, readExt1, splitAdn } from '../../src/sim/ext1.js';
import {
  decodeCommandPacket,
  decodeResponsePacket,
  readCommandPacket,
  readResponsePacket,
} from '../../src/sim/secured-packet.js';
import { decodeSimSms, encodeSimSms, readSimSms } from '../../src/sim/sms-record.js';
import { decodeSmsParameters, encodeSmsParameters, readSmsParameters } from '../../src/sim/smsp.js';
import * as sim from '../support/sim-records.js';
import { expectEqual, octetCodec, type Target } from './target.js';

const ENVELOPES = [
  'D12D8202838106099111223344556677F88B1C04049121437F16891010000000000D546573744D6573736167652031',
  'A0C20000 09 D307820201819001 0500',
];
const PACKETS = [
  '00201506193535B00011AE733256918D050B87C94FBFE12E4DC402F262C41CF67F2F',
  '001D1502193535B00000000000000000072EA17BDB72060E00A40000023F00',
  '001612B00011000000000000 00B5BCD6353A421FAE016132',
];
const octetsOf = (list: readonly string[]) =>
  list.map((digits) => Uint8Array.from(Buffer.from(digits.replaceAll(' ', ''), 'hex')));

/**
 * A full alpha identifier may not fit when it is written again: with a page or a base, a character of the extension table is two octets to a
 * reader, and is not written so, since some handsets count characters. All units of UCS-2 take more.
 */
const LONGER = /^alpha$/;

export const SIM: readonly Target[] = [
  octetCodec('sim.decodeAlpha', {
    read: (octets, options) => decodeAlpha(octets, options),
    write: (text) => encodeAlpha(text),
    unwritable: LONGER,
    writers: [(text) => encodeAlpha(text), (text) => encodeAlpha(text, { alphaOctets: 241 })],
    values: sim.alpha,
    inputs: sim.likeRecord(3),
    trace: (reader, options) => readAlpha(reader, reader.remaining, options),
    lenient: true,
  }),
  octetCodec('sim.decodeAdn', {
    read: (octets, options) => decodeAdn(octets, options),
    write: (record) => encodeAdn(record),
    unwritable: LONGER,
    values: sim.adn,
    inputs: sim.likeRecord(14),
    trace: readAdn,
    lenient: true,
  }),
  octetCodec(
    'sim.decodeExt1',
    {
      read: (octets, options) => decodeExt1(octets, options),
      write: encodeExt1,
      values: sim.ext1,
      inputs: fc.uint8Array({ minLength: 13, maxLength: 14 }),
      trace: readExt1,
      lenient: true,
      consume: (record) => {
        const number = { ton: 1, npi: 1, digits: record.kind === 'digits' ? record.digits.repeat(9) : '' };
        const split = splitAdn({ alpha: '', number });
        expectEqual(joinAdn(split.record, split.extensions), number, 'a number that was split');
      },
    },
    { covers: ['sim.joinAdn'] },
  ),
  octetCodec('sim.decodeSmsParameters', {
    read: (octets, options) => decodeSmsParameters(octets, options),
    write: (record) => encodeSmsParameters(record),
    unwritable: /^smsc$/,
    values: sim.smsParameters,
    inputs: sim.likeRecord(28),
    trace: readSmsParameters,
    lenient: true,
  }),
  octetCodec('sim.decodeSimSms', {
    read: (octets, options) => decodeSimSms(octets, options),
    write: encodeSimSms,
    unwritable: /^(?:smsc|tpdu)$/,
    values: sim.simSms,
    inputs: sim.likeSimSms,
    trace: readSimSms,
    lenient: true,
  }),
  octetCodec(
    'sim.decodeCommandPacket',
    {
      read: (octets, options) => decodeCommandPacket(octets, options),
      inputs: sim.likePacket,
      trace: readCommandPacket,
      lenient: true,
      remarks: true,
    },
    { seeds: () => octetsOf(PACKETS) },
  ),
  octetCodec(
    'sim.decodeResponsePacket',
    {
      read: (octets, options) => decodeResponsePacket(octets, options),
      inputs: sim.likePacket,
      trace: readResponsePacket,
      lenient: true,
    },
    { seeds: () => octetsOf(PACKETS) },
  ),
  octetCodec(
    'sim.decodeEnvelope',
    {
      read: (octets, options) => decodeEnvelope(octets, options),
      inputs: sim.likeEnvelope,
      trace: readEnvelope,
      lenient: true,
    },
    { seeds: () => octetsOf(ENVELOPES) },
  ),
];
