/**
 * A message as a request to Kannel's sendsms service.
 * Source: Kannel 1.4.5 User's Guide, "SMS Push (SendSMS)".
 * @module
 */

import { requireObject, requireText } from '../bytes/check.js';
import { percentEncode, percentEncodeOctets } from '../bytes/index.js';
import { EncodeError } from '../errors.js';
import { toAddress } from '../sms/address.js';
import { WAITING_KINDS } from '../sms/dcs.js';
import { type Dcs, decodeDcs, encodeSubmit, encodeUdh, formatAddress, type SubmitInput } from '../sms/index.js';

/** Options of {@link toKannelUrl}: the service, the account, and parameters. */
export interface KannelOptions {
  /** URL of the service, such as `http://127.0.0.1:13013/cgi-bin/sendsms`. */
  readonly baseUrl: string;
  /** User name of the sendsms service. */
  readonly username: string;
  /** Password. It becomes part of the URL: keep the URL out of logs. */
  readonly password: string;
  /** Sender; by default that of the service. */
  readonly from?: string | undefined;
  /** Identifier of the `smsc` to route through; Kannel chooses by default. */
  readonly smsc?: string | undefined;
  /** Kannel's `priority`, 0 to 3; none by default. */
  readonly priority?: number | undefined;
  /** Kannel's bit mask of the receipts to request for a message with `tpSrr`; by default 3, delivered and not delivered. */
  readonly dlrMask?: number | undefined;
  /** URL that Kannel requests for each receipt; Kannel replaces its escape codes by values. */
  readonly dlrUrl?: string | undefined;
}

/**
 * Builds the URL that submits a message through Kannel's sendsms service. Each part of a long message has a URL of its own, with its user data
 * header.
 * @throws EncodeError as `encodeSubmit`; `unencodable` for what the service has no parameter for: TP-RD, absolute and enhanced validity,
 * national tables, codings that it cannot express (reserved, compressed, automatic deletion, some waiting indications), and a name or a national
 * number as recipient.
 * @example
 * ```ts
 * import { toKannelUrl } from 'handset/carrier';
 *
 * const service = { baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'u', password: 'p' };
 * const url = new URL(toKannelUrl({ tpDa: '447700900123', text: 'On my way' }, service));
 * url.searchParams.get('text'); // -> 'On my way'
 * ```
 */
export function toKannelUrl(submit: SubmitInput, options: KannelOptions): string {
  requireObject(submit, 'submit');
  requireObject(options, 'options');
  requireText(options.baseUrl, 'options.baseUrl');
  encodeSubmit(submit);
  const tpDa = toAddress(submit.tpDa, 'tpDa');
  if ('text' in tpDa || tpDa.ton > 1 || tpDa.npi !== 1) {
    throw new EncodeError('unencodable', 'tpDa', undefined, 'Kannel takes a number with country code, or a short one');
  }
  if (submit.tpRd === true) throw new EncodeError('unencodable', 'tpRd', undefined, 'Kannel has no parameter for it');
  const udh = submit.udh ?? [];
  if (udh.some(({ kind }) => kind === 'lockingShift' || kind === 'singleShift')) {
    throw new EncodeError('unencodable', 'udh', undefined, 'Kannel encodes text by the default tables');
  }

  const query: string[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) query.push(`${name}=${percentEncode(String(value))}`);
  };
  add('username', options.username);
  add('password', options.password);
  add('smsc', options.smsc);
  add('from', options.from);
  add('to', formatAddress(tpDa));
  for (const [name, value] of codingParameters(decodeDcs(submit.tpDcs ?? 0))) add(name, value);
  if (udh.length > 0) query.push(`udh=${percentEncodeOctets(encodeUdh(udh))}`);
  if (submit.data !== undefined) query.push(`text=${percentEncodeOctets(submit.data)}`);
  else {
    add('charset', 'UTF-8');
    add('text', submit.text);
  }
  if (submit.tpPid) add('pid', submit.tpPid);
  if (submit.tpRp === true) add('rpi', 1);
  if (submit.tpVp !== undefined) {
    if (submit.tpVp.kind !== 'relative') throw new EncodeError('unencodable', 'tpVp', undefined, 'Kannel takes minutes only');
    add('validity', Math.ceil(submit.tpVp.minutes));
  }
  add('priority', options.priority);
  if (submit.tpSrr === true) {
    add('dlr-mask', options.dlrMask ?? 3);
    add('dlr-url', options.dlrUrl);
  }
  return `${options.baseUrl}${options.baseUrl.includes('?') ? '&' : '?'}${query.join('&')}`;
}

const CODING = { gsm7: 0, '8bit': 1, ucs2: 2 } as const;

/**
 * `alt-dcs` asks for the form 1x or Fx of a coding with a class. Kannel 1.4.5 writes Fx for GSM 7-bit and 8-bit data in any case,
 * which means the same. It switches waiting indications on with storing, and off without.
 */
function codingParameters(dcs: Dcs): [string, number][] {
  const isPlain = dcs.group === 'general' && !dcs.compressed && !dcs.autoDelete && dcs.reservedBits === undefined;
  if (isPlain && dcs.alphabet !== 'reserved') {
    const parameters: [string, number][] = [['coding', CODING[dcs.alphabet]]];
    if (dcs.messageClass !== undefined) parameters.push(['mclass', dcs.messageClass], ['alt-dcs', 0]);
    return parameters;
  }
  if (dcs.group === 'class' && dcs.reservedBits === undefined) {
    return [
      ['coding', CODING[dcs.alphabet]],
      ['mclass', dcs.messageClass],
      ['alt-dcs', 1],
    ];
  }
  if (dcs.group === 'waiting' && dcs.store === dcs.active && dcs.reservedBits === undefined) {
    return [
      ['coding', CODING[dcs.alphabet]],
      // 0 to 3 switch an indication on, 4 to 7 off.
      ['mwi', WAITING_KINDS.indexOf(dcs.waiting) + (dcs.active ? 0 : 4)],
    ];
  }
  throw new EncodeError('unencodable', 'tpDcs', undefined, 'Kannel cannot be asked for this coding');
}
