/**
 * Envelopes: what a handset hands to the toolkit of a SIM, such as a message that is meant for the card.
 *
 *   [ CLA C2 00 00 Lc ]   the command ENVELOPE, as traces of a card have it
 *   tag | length | items  D1: an SMS that came; D2: a page of cell broadcast
 *     tag | length | value, each; bit 8 of a tag: comprehension required
 *
 * They are read, never written. Source: ETSI TS 102 223 annex D, sections 7 and 8; 3GPP TS 31.111 sections 7.1, 8 and 9; TS 51.014 for older cards.
 * @module
 */

import { readBerLength } from '../bytes/ber.js';
import { checkInteger } from '../bytes/check.js';
import { copyOctets, octetHex } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { readDigits, TYPE_OF_NUMBER } from './numbers.js';

/** One item of an envelope. */
export interface EnvelopeItem {
  /** The tag without bit 8; see {@link ENVELOPE_TAGS}. */
  readonly tag: number;
  /** Bit 8 of the tag, comprehension required: a card that does not know the item rejects the envelope. */
  readonly isRequired: boolean;
  /** Its value. */
  readonly value: Uint8Array;
}

/** An envelope that was read: data that a handset hands to the toolkit of a SIM. */
export interface Envelope {
  /** Tag: 0xD1 for an SMS to the card, 0xD2 for a cell broadcast page; see {@link describeEnvelope}. */
  readonly tag: number;
  /** Its items, in order. */
  readonly items: readonly EnvelopeItem[];
}

const SPEC = '102 223';
/** Tags of the items of an envelope with a message, without bit 8 (TS 102 223 section 9.3, TS 31.111). */
export const ENVELOPE_TAGS = { deviceIdentities: 0x02, address: 0x06, tpdu: 0x0b, cbPage: 0x0c } as const;
const ENVELOPE_INS = 0xc2;

const KINDS: Readonly<Record<number, string>> = {
  209: 'SMS-PP download',
  210: 'cell broadcast download',
  211: 'menu selection',
  212: 'call control',
  213: 'control of a message that is sent',
  214: 'event download',
  215: 'timer expiration',
  217: 'USSD download',
  218: 'MMS transfer status',
  219: 'MMS notification download',
  220: 'terminal application',
  221: 'geographical location reporting',
  222: 'envelope container',
  223: 'ProSe report',
};

const ITEMS: Readonly<Record<number, string>> = {
  2: 'device identities',
  5: 'alpha identifier',
  6: 'address',
  10: 'USSD string',
  11: 'SMS TPDU',
  12: 'cell broadcast page',
  16: 'item identifier',
  19: 'location information',
  21: 'help request',
  25: 'event list',
  36: 'timer identifier',
  37: 'timer value',
};

const DEVICES: Readonly<Record<number, string>> = {
  1: 'keypad',
  2: 'display',
  3: 'earpiece',
  129: 'SIM',
  130: 'handset',
  131: 'network',
};

/** Describes the purpose of an envelope by its tag. @throws EncodeError `bad-value` for a tag that is not 0 to 255 */
export function describeEnvelope(tag: number): string {
  checkInteger(tag, 'tag', 0, 255);
  return KINDS[tag] ?? `envelope ${octetHex(tag)}`;
}

function hasCommand(octets: Uint8Array, at: number): boolean {
  const [cla = 0, ins, first, second] = octets.subarray(at, at + 4);
  return (cla === 0xa0 || cla >> 4 === 8) && ins === ENVELOPE_INS && first === 0 && second === 0;
}

/**
 * Decodes an envelope to the SIM toolkit (TS 102 223 section 7 and annex D; TS 31.111), with or without the header of the command ENVELOPE.
 * @param options.lenient accept an item that is cut off, and skip octets after the envelope.
 * @throws DecodeError `truncated`, `bad-value` for a tag that no envelope has or a length of an unknown form, `trailing-bytes`.
 */
export function decodeEnvelope(octets: Uint8Array, options?: DecodeOptions): Envelope {
  return readEnvelope(new ByteReader(octets), options);
}

/** {@link decodeEnvelope} on a cursor, which is left at the end. */
export function readEnvelope(reader: ByteReader, options?: DecodeOptions): Envelope {
  const reading = Reading.of(options);
  if (reader.remaining >= 5 && hasCommand(reader.octets, reader.offset)) {
    reader.open('command', '102 221 11.2.2');
    reader.u8('CLA');
    reader.u8('INS');
    reader.trace?.mean('ENVELOPE');
    reader.take(2, 'P1 P2');
    const at = reader.offset;
    const length = reader.u8('Lc');
    // A trace may have Le after the data.
    if (length !== reader.remaining && length !== reader.remaining - 1)
      reading.fault('bad-value', 'Lc', at, `counts ${length} octets, ${reader.remaining} follow`);
    reader.close();
    if (length < reader.remaining) return withLe(reader, readData(reader.sub(length, 'ENVELOPE'), reading), reading);
  }
  return readData(reader, reading);
}

function withLe(reader: ByteReader, envelope: Envelope, reading: Reading): Envelope {
  reader.u8('Le');
  skipTrailing(reader, reading);
  return envelope;
}

function skipTrailing(reader: ByteReader, reading: Reading): void {
  const { remaining, offset } = reader;
  if (remaining === 0) return;
  reading.fault('trailing-bytes', 'envelope', offset, `${remaining} octets follow the last item`);
  reader.take(remaining, 'trailing octets');
}

function readData(reader: ByteReader, reading: Reading): Envelope {
  const at = reader.offset;
  const tag = reader.u8('envelope/tag', `${SPEC} 9.2`);
  if (KINDS[tag] === undefined)
    throw new DecodeError('bad-value', 'envelope/tag', at, `no envelope has the tag ${octetHex(tag)}`);
  reader.trace?.mean(describeEnvelope(tag));
  const length = readBerLength(reader, 'envelope/length', `${SPEC} annex C`);
  const body = reader.subToCut(length, 'envelope');
  const items: EnvelopeItem[] = [];
  while (body.remaining > 0) items.push(readItem(body, reading));
  skipTrailing(reader, reading);
  return { tag, items };
}

function readItem(body: ByteReader, reading: Reading): EnvelopeItem {
  const first = body.octets[body.offset] as number;
  const name = ITEMS[first & 0x7f] ?? `item ${octetHex(first & 0x7f)}`;
  body.open(name, `${SPEC} 8`);
  const tag = body.u8(`${name}/tag`, `${SPEC} 9.3`);
  body.trace?.mean(tag >= 0x80 ? `${name}, required` : name);
  const length = readBerLength(body, `${name}/length`, `${SPEC} annex C`);
  const part = body.subToCut(length, name);
  const value = copyOctets(part.octets.subarray(part.offset, part.end));
  if ((tag & 0x7f) === ENVELOPE_TAGS.deviceIdentities && length === 2) {
    for (const role of ['source', 'destination']) {
      const device = part.u8(role, `${SPEC} 8.7`);
      const words = DEVICES[device];
      if (words !== undefined) part.trace?.mean(words);
    }
  } else if ((tag & 0x7f) === ENVELOPE_TAGS.address && part.remaining > 0) {
    part.octet(TYPE_OF_NUMBER);
    readDigits(part, part.remaining, `${name}/digits`, reading);
  } else if (part.remaining > 0) part.take(part.remaining, ITEM_CONTENTS[tag & 0x7f] ?? 'value');
  body.close();
  return { tag: tag & 0x7f, isRequired: tag >= 0x80, value };
}

/** What the value of an item is called, where it is opened. */
const ITEM_CONTENTS: Readonly<Record<number, string>> = { [ENVELOPE_TAGS.tpdu]: 'TPDU', [ENVELOPE_TAGS.cbPage]: 'page' };
