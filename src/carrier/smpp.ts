/**
 * A message as the fields of SMPP's submit_sm, under the names of the specification.
 * Source: SMPP Protocol Specification v3.4 section 4.4.1; validity_period: section 7.1.1.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import { formatAbsoluteTime, formatRelativeTime } from '../smpp/time.js';
import { REPLY_PATH, UDHI } from '../smpp/values.js';
import { toAddress } from '../sms/address.js';
import { alphabetOfDcs, type SubmitInput, type ValidityPeriod } from '../sms/index.js';
import { writeHead } from '../sms/submit.js';
import { octet, tpduScratch } from '../sms/tpdu-fields.js';
import { hasElements, writeUserData } from '../sms/user-data.js';
import { unpackSeptets } from '../text/index.js';

/** Mandatory fields of submit_sm that follow from a message. The source address is the caller's to add. */
export interface SubmitSmFields {
  /** Type of number of the recipient, as in its address. */
  readonly dest_addr_ton: number;
  /** Numbering plan of the recipient, as in its address. */
  readonly dest_addr_npi: number;
  /** The recipient's digits. */
  readonly destination_addr: string;
  /** Bit field: 0x40 short_message begins with a header, 0x80 reply path. Test its bits, do not compare it. */
  readonly esm_class: number;
  /** TP-PID. */
  readonly protocol_id: number;
  /** `YYMMDDhhmmsstnnp`, or empty for the service centre's default. */
  readonly validity_period: string;
  /** 1 asks for a receipt. */
  readonly registered_delivery: number;
  /** TP-DCS. */
  readonly data_coding: number;
  /** Octets of short_message. */
  readonly sm_length: number;
  /**
   * Header and content. GSM 7-bit is one septet an octet, without fill bits: the service centre packs. The package `smpp` takes them as they are, as
   * if they were a Buffer.
   */
  readonly short_message: Uint8Array;
}

/**
 * Octets that the package `smpp` takes for a message, and otherwise a Uint8Array like any other. Of what is no Buffer the package asks for a `message`,
 * and has that copied to a Buffer by itself: neither does a Uint8Array know.
 */
const MessageOctets = /* @__PURE__ */ messageOctets();

function messageOctets(): new (octets: Uint8Array) => Uint8Array {
  const Octets = class extends Uint8Array {
    get message(): this {
      return this;
    }

    copy(target: Uint8Array, at: number): void {
      target.set(this, at);
    }
  };
  // What is made of them, by `slice` and its like, is plain.
  Object.defineProperty(Octets.prototype, 'constructor', { value: Uint8Array });
  return Octets;
}

/** Options for converting a message to SMPP. */
export interface SubmitSmOptions {
  /** Carry GSM 7-bit text packed, as in a TPDU, for service centres that want it so. */
  readonly packed?: boolean | undefined;
}

/**
 * Builds the fields of submit_sm. TP-MR has no counterpart: the service centre answers with a message_id of its own.
 * @throws EncodeError as `encodeSubmit`, and `unencodable` for what submit_sm cannot say: TP-RD, a single-shot validity, a name as recipient.
 * @example
 * ```ts
 * import { toSubmitSm } from 'handset/carrier';
 *
 * toSubmitSm({ tpDa: '447700900123', text: 'x', tpVp: { kind: 'relative', minutes: 1440 } });
 * // -> { destination_addr: '447700900123', validity_period: '000001000000000R', short_message: Uint8Array.of(0x78), ... }
 * ```
 */
export function toSubmitSm(submit: SubmitInput, options?: SubmitSmOptions): SubmitSmFields {
  requireObject(submit, 'submit');
  const short_message = new MessageOctets(encodeUserData(submit, options?.packed === true));
  const tpDa = toAddress(submit.tpDa, 'tpDa');
  if ('text' in tpDa) throw new EncodeError('unencodable', 'tpDa', undefined, 'a name cannot be a destination_addr');
  if (submit.tpRd === true) throw new EncodeError('unencodable', 'tpRd', undefined, 'submit_sm has no field for it');
  return {
    dest_addr_ton: tpDa.ton,
    dest_addr_npi: tpDa.npi,
    destination_addr: tpDa.digits,
    esm_class: (submit.udh?.length ? UDHI : 0) | (submit.tpRp === true ? REPLY_PATH : 0),
    protocol_id: submit.tpPid ?? 0,
    validity_period: validityPeriod(submit.tpVp),
    registered_delivery: submit.tpSrr === true ? 1 : 0,
    data_coding: submit.tpDcs ?? 0,
    sm_length: short_message.length,
    short_message,
  };
}

/** TP-UD with its header; GSM 7-bit text after it unpacked, unless asked otherwise. @throws EncodeError for whatever an SMS-SUBMIT cannot carry. */
function encodeUserData(submit: SubmitInput, packed: boolean): Uint8Array {
  const { tpDa, tpMr = 0 } = submit;
  const tpDcs = octet(submit.tpDcs ?? 0, 'tpDcs');
  const tpdu = tpduScratch();
  const lengthAt = writeHead(submit, tpDa, tpMr, tpDcs, hasElements(submit), tpdu);
  const end = writeUserData(submit, tpDcs, tpdu, lengthAt);
  const userData = tpdu.subarray(lengthAt + 1, end);
  if (packed || alphabetOfDcs(tpDcs) !== 'gsm7') return userData;
  const headerOctets = !hasElements(submit) ? 0 : (userData[0] as number) + 1;
  const headerSeptets = Math.ceil((headerOctets * 8) / 7);
  const count = (tpdu[lengthAt] as number) - headerSeptets;
  const unpacked = new Uint8Array(headerOctets + count);
  unpacked.set(userData.subarray(0, headerOctets));
  if (count > 0) {
    const fillBits = headerSeptets * 7 - headerOctets * 8;
    unpacked.set(unpackSeptets(userData.subarray(headerOctets), count, fillBits), headerOctets);
  }
  return unpacked;
}

function validityPeriod(validity: ValidityPeriod | undefined): string {
  if (validity === undefined) return '';
  if (validity.kind === 'absolute') return formatAbsoluteTime(validity.at, validity.offsetMinutes);
  if (validity.kind === 'relative') return formatRelativeTime(validity.minutes * 60);
  if (validity.format === 'raw' || validity.singleShot) {
    throw new EncodeError('unencodable', 'tpVp', undefined, 'submit_sm has no field for it');
  }
  switch (validity.format) {
    case 'relative':
      return formatRelativeTime(validity.minutes * 60);
    case 'seconds':
      return formatRelativeTime(validity.seconds);
    case 'time':
      return formatRelativeTime((validity.hours * 60 + validity.minutes) * 60 + validity.seconds);
    default:
      return '';
  }
}
