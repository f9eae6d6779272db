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

/** The fields of an SMPP submit_sm that follow from a message, by their names in SMPP 3.4 (section 4.4.1). The caller adds the source address. */
export interface SubmitSmFields {
  /** Type of number of the recipient, 0 to 7. */
  readonly dest_addr_ton: number;
  /** Numbering plan of the recipient, 0 to 15. */
  readonly dest_addr_npi: number;
  /** Digits of the recipient. */
  readonly destination_addr: string;
  /** Bits: 0x40 if `short_message` begins with a user data header, 0x80 for a reply path. Test the bits, do not compare the value. */
  readonly esm_class: number;
  /** TP-PID, 0 to 255. */
  readonly protocol_id: number;
  /** Validity period as `YYMMDDhhmmsstnnp`; empty for the service centre's default. */
  readonly validity_period: string;
  /** 1 to request a delivery receipt, otherwise 0. */
  readonly registered_delivery: number;
  /** TP-DCS, 0 to 255. */
  readonly data_coding: number;
  /** Length of `short_message` in octets. */
  readonly sm_length: number;
  /**
   * User data header and content. GSM 7-bit text has one septet per octet, without fill bits, unless `packed` is set: the service centre packs it.
   * The npm package `smpp` takes the value as if it were a Buffer.
   */
  readonly short_message: Uint8Array;
}

/**
 * Octets that the package `smpp` takes for a message, and otherwise a Uint8Array like any other. Of what is no Buffer the package asks for a
 * `message`, and has that copied to a Buffer by itself: neither does a Uint8Array know.
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

/** Options of {@link toSubmitSm}. */
export interface SubmitSmOptions {
  /** Pack GSM 7-bit text as in a TPDU, for service centres that expect it; false by default. */
  readonly packed?: boolean | undefined;
}

/**
 * Converts a message to the fields of an SMPP submit_sm (SMPP 3.4 section 4.4.1). `tpMr` is ignored: the service centre answers with a message_id.
 * @throws EncodeError as `encodeSubmit`; `unencodable` for what submit_sm cannot express: TP-RD, a single-shot validity, a name as recipient.
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
