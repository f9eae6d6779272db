/**
 * From content and a handset to the SMS-SUBMITs that carry it: which bearer, port and coding.
 *
 *   content    make     carried as
 *   text       any      GSM 7-bit, or UCS-2 where the text needs it
 *   flash      any      the same in class 0
 *   ringtone   Nokia    Smart Messaging, 8-bit class 1, port 5505
 *   pdu        any      as given; data that does not fit one message is split
 *
 * @module
 */
import { EncodeError } from '../errors.js';
import { encodeNokiaRingtone, type NokiaRingtoneOptions } from '../ringtone/index.js';
import { splitData } from '../sms/build.js';
import {
  alphabetOfDcs,
  concatOf,
  encodeUdh,
  type Submit,
  type SubmitTextOptions,
  submitDatagram,
  submitText,
} from '../sms/index.js';
import { shiftTablesOf } from '../sms/user-data.js';
import { type Content, type PduContent, type PhoneMake, PORTS, parsePhoneMake } from './content.js';

/** Whom the content is for, and how it is carried. */
export interface BuildOptions extends Omit<SubmitTextOptions, 'flash'> {
  /** Make of the handset, in any case. Needed for content whose form depends on it. */
  readonly make?: PhoneMake | (string & {}) | undefined;
  readonly model?: string | undefined;
  /** How a ringtone is written; see `encodeNokiaRingtone`. */
  readonly ringtone?: NokiaRingtoneOptions | undefined;
}

/**
 * SMS-SUBMITs of a content.
 * @throws EncodeError `unencodable` with field `make` when the content has no form for that make, and whatever the content's encoder throws.
 */
export function buildSubmits(content: Content, options: BuildOptions): Submit[] {
  switch (content.kind) {
    case 'text':
      return submitText(content.text, options);
    case 'flash':
      return submitText(content.text, { ...options, flash: true });
    case 'ringtone': {
      requireNokia(options.make, 'a ringtone');
      const data = encodeNokiaRingtone(content.tune, options.ringtone);
      return submitDatagram({ destinationPort: PORTS.ringtone, data }, options);
    }
    case 'pdu':
      return buildPdu(content, options);
    default:
      throw new EncodeError('bad-value', 'content.kind', undefined, `${(content as { kind: unknown }).kind}`);
  }
}

function requireNokia(make: string | undefined, what: string): void {
  if (make === undefined) {
    throw new EncodeError('unencodable', 'make', undefined, `${what} differs from make to make: name the handset's`);
  }
  const known = parsePhoneMake(make);
  if (known === undefined) throw new EncodeError('bad-value', 'make', undefined, `${JSON.stringify(make)} is no known make`);
  if (known !== 'Nokia') throw new EncodeError('unencodable', 'make', undefined, `${what} has no form for ${known} here`);
}

function buildPdu(content: PduContent, options: BuildOptions): Submit[] {
  const { tpDcs, udh, text, data } = content;
  const carried = { ...options, tpPid: content.tpPid ?? 0 };
  if (alphabetOfDcs(tpDcs) === '8bit') {
    if (data === undefined || text !== undefined) throw wrongContent('data');
    // A header that says which part this is speaks for the caller: one message, or none.
    if (concatOf(udh) === undefined) return splitData(data, udh, tpDcs, carried);
    return splitData(data, udh, tpDcs, carried).map((submit, _, all) => {
      if (all.length > 1) throw new EncodeError('too-long', 'data', undefined, `${data.length} octets do not fit in one part`);
      return submit;
    });
  }
  if (text === undefined || data !== undefined) throw wrongContent('text');
  const submits = submitText(text, { ...carried, ...textOptions(content) });
  if (submits.length > 1 && concatOf(udh) !== undefined) {
    throw new EncodeError('too-long', 'text', undefined, 'does not fit in one part');
  }
  return submits.map((submit) => ({
    ...submit,
    tpDcs,
    udh: [...udh, ...submit.udh.filter(({ kind }) => kind === 'concat8' || kind === 'concat16')],
  }));
}

/** How `submitText` has to cut a text behind the elements that the caller gives. */
function textOptions({ tpDcs, udh }: PduContent): Partial<SubmitTextOptions> & { headerOctets: number } {
  const isGsm7 = alphabetOfDcs(tpDcs) === 'gsm7';
  const { locking, single } = isGsm7 ? shiftTablesOf(udh) : {};
  const shiftOctets = (locking === undefined ? 0 : 3) + (single === undefined ? 0 : 3);
  const headerOctets = udh.length === 0 ? 0 : encodeUdh(udh).length - 1 - shiftOctets;
  return { encoding: isGsm7 ? 'gsm7' : 'ucs2', locking, single, headerOctets };
}

function wrongContent(wanted: string): EncodeError {
  return new EncodeError('bad-value', `content.${wanted}`, undefined, `this TP-DCS takes ${wanted} and nothing else`);
}
