/**
 * Delivery to a service centre over SMPP 3.4: one submit_sm per part, receipts and incoming messages back on the same connection.
 *
 * What comes of an answer:
 *
 *   ESME_ROK                                            sent
 *   ESME_RTHROTTLED, ESME_RMSGQFUL                      again later, after a pause for all messages, twice as long each time
 *   ESME_RSYSERR, ESME_RX_T_APPN, ESME_RINVBNDSTS       again later
 *   any other                                           failed
 *   none: no connection                                 again once there is one
 *   none: lost, or too late, after submit_sm            again later, although the part may have been taken: the recipient may get it twice;
 *                                                       a pause for all messages when no other was answered meanwhile
 *
 * A message lost is worse than one that comes twice, and SMPP has no way to ask. An answer that comes after its time still counts when the
 * part was not sent again before.
 * Source: SMPP Protocol Specification v3.4 sections 4.4, 5.1.3.
 * @module
 */
import { requireObject } from '../../../bytes/check.js';
import { fields, matching, oneOf, type Reader, required, truth, whole, wrong } from '../../../bytes/json-fields.js';
import { decodeLatin1 } from '../../../bytes/latin1.js';
import { toSubmitSm } from '../../../carrier/index.js';
import { EncodeError } from '../../../errors.js';
import type { SmppFields, SmppPdu } from '../../../smpp/pdus.js';
import { type SmppStatus, statusNumber } from '../../../smpp/status.js';
import { formatAbsoluteTime, formatRelativeTime } from '../../../smpp/time.js';
import {
  ANSWER_MS,
  ANYBODY,
  ascii,
  type Delivery,
  type DeliveryEnvironment,
  type DeliveryEvents,
  type DeliveryLink,
  type DeliveryNotice,
  deliveryKind,
  formatFault,
  JITTER,
  MILLISECONDS,
  type OutboundMessage,
  type OutboundPart,
  type Outcome,
  oncePerPart,
  originatorAddress,
  type PartOutcome,
  PartSender,
  priorityOf,
  RATE,
  remainingMs,
  submitOf,
  WINDOW,
} from '../delivery.js';
import { type IdForm, type ReceiptNumber, SmppIncoming, uniformId } from './incoming.js';
import { type Answer, ESME_RINVBNDSTS, findPort, RECONNECT_MAX_MS, type SmppAccount, SmppLink, statusName } from './link.js';

/** Options of {@link smppDelivery}: the service centre, the account there, and its peculiarities. */
export interface SmppOptions extends SmppAccount {
  /** Maximum number of unanswered messages; 10 by default. */
  readonly window?: number | undefined;
  /** Maximum number of parts per second; no limit by default. */
  readonly rate?: number | undefined;
  /** First pause in milliseconds when the service centre is busy or does not answer; 1,000 by default. */
  readonly throttleMs?: number | undefined;
  /** Longest such pause in milliseconds; 30,000 by default. */
  readonly throttleMaxMs?: number | undefined;
  /** service_type of every submit_sm; empty by default. */
  readonly serviceType?: string | undefined;
  /** Whether GSM 7-bit text is packed; by default each septet is an octet. */
  readonly packed?: boolean | undefined;
  /** How validity_period gives the rest of a message's validity: as a period, as a time in UTC, or not at all; `relative` by default. */
  readonly validity?: ValidityForm | undefined;
  /** Notation of ids in submit_sm_resp; `text` by default. */
  readonly submitIds?: IdForm | undefined;
  /** Notation of the same ids in the text of receipts; `text` by default. */
  readonly receiptIds?: IdForm | undefined;
  /** The address field of a receipt with the recipient of its message: `source` (default), as in the specification, or `destination`. */
  readonly receiptNumber?: ReceiptNumber | undefined;
}

/** Pauses when the service centre asks for them: the first, and the longest. */
const THROTTLE_MS = 1_000;
const THROTTLE_MAX_MS = 30_000;

/** A form of validity_period: a period, a time in UTC, or an empty field. */
export type ValidityForm = 'relative' | 'absolute' | 'none';

const ID_FORM = oneOf(['text', 'decimal', 'hex'], 'text, decimal or hex');

/** A service centre that is asked for signs of life more often has less time for messages. */
const MIN_ENQUIRE_MS = 1_000;

const readFields = fields({
  host: required(matching(/^[\x21-\x7e]{1,253}$/, '1 to 253 characters of ASCII without spaces')),
  port: whole(1, 65_535),
  tls: truth,
  systemId: required(ascii(1, 64)),
  password: required(ascii(0, 64)),
  systemType: ascii(0, 64),
  serviceType: ascii(0, 64),
  window: WINDOW,
  rate: RATE,
  packed: truth,
  validity: oneOf(['relative', 'absolute', 'none'], 'relative, absolute or none'),
  submitIds: ID_FORM,
  receiptIds: ID_FORM,
  receiptNumber: oneOf(['source', 'destination'], 'source or destination'),
  timeoutMs: ANSWER_MS,
  enquireLinkMs: whole(MIN_ENQUIRE_MS, 86_400_000),
  reconnectMs: MILLISECONDS,
  reconnectMaxMs: MILLISECONDS,
  throttleMs: MILLISECONDS,
  throttleMaxMs: MILLISECONDS,
} satisfies { readonly [K in keyof SmppOptions]-?: unknown });

/** Former names, which files may still have. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['reconnectMostMs', 'reconnectMaxMs'],
  ['throttleMostMs', 'throttleMaxMs'],
]);

const readOptions: Reader<SmppOptions> = (given, path) => {
  for (const [former, name] of RENAMED) {
    if (Object.hasOwn(given as object, former) && Object.hasOwn(given as object, name))
      wrong(`${path}.${former}`, `is ${name} as well`);
  }
  const renamed = Object.entries(given as object).map(([name, value]) => [RENAMED.get(name) ?? name, value]);
  const options = readFields(Object.fromEntries(renamed), path);
  // The first pause that is not given is no longer than the longest.
  const { reconnectMs = 0, reconnectMaxMs = RECONNECT_MAX_MS } = options;
  if (reconnectMs > reconnectMaxMs) wrong(`${path}.reconnectMs`, `is past reconnectMaxMs, ${reconnectMaxMs}`);
  const { throttleMs = 0, throttleMaxMs = THROTTLE_MAX_MS } = options;
  if (throttleMs > throttleMaxMs) wrong(`${path}.throttleMs`, `is past throttleMaxMs, ${throttleMaxMs}`);
  return options;
};

/** In settings: `{ "kind": "smpp", ... }`. */
export const smpp = deliveryKind(readOptions, smppDelivery);

/** Octets of a message_id without its NUL. */
const MAX_ID = 64;

const numbersOf = (...names: readonly SmppStatus[]): readonly number[] => names.map(statusNumber);
const THROTTLES = numbersOf('ESME_RTHROTTLED', 'ESME_RMSGQFUL');
const RETRYABLE = numbersOf('ESME_RSYSERR', 'ESME_RX_T_APPN', 'ESME_RINVBNDSTS');

/**
 * Creates a delivery to a service centre over SMPP 3.4, which connects when the gateway starts it. It checks options less strictly than settings; see {@link openDelivery}.
 * @throws TypeError if the options are not an object.
 */
export function smppDelivery(options: SmppOptions, environment?: DeliveryEnvironment): Delivery {
  requireObject(options, 'options');
  return new SmppDelivery(options, environment);
}

class SmppDelivery implements Delivery {
  readonly #options: SmppOptions;
  readonly #environment: { [K in 'clock' | 'random' | 'onNotice']: NonNullable<DeliveryEnvironment[K]> };
  readonly #parts: PartSender;
  #link: SmppLink | undefined;

  constructor(options: SmppOptions, environment: DeliveryEnvironment | undefined) {
    this.#options = options;
    const { clock = Date.now, random = Math.random, onNotice = () => undefined } = environment ?? {};
    this.#environment = { clock, random, onNotice };
    const { window = 10, rate, throttleMs = THROTTLE_MS, throttleMaxMs = THROTTLE_MAX_MS } = options;
    this.#parts = new PartSender({
      ...{ window, rate, pause: { firstMs: throttleMs, maxMs: throttleMaxMs, jitter: JITTER }, random, onNotice },
      send: (message, index) => this.#send(message, index),
    });
  }

  async start(events: DeliveryEvents): Promise<void> {
    const { clock, random, onNotice } = this.#environment;
    const { submitIds = 'text', receiptIds = 'text', receiptNumber = 'source' } = this.#options;
    const incoming = new SmppIncoming({ submitIds, receiptIds, receiptNumber, clock, onNotice }, events);
    const onLinkNotice = (notice: DeliveryNotice) => {
      onNotice(notice);
      if (notice.kind === 'connected' && !this.#parts.isPaused) events.onReady();
      else if (notice.kind === 'disconnected' && notice.retryInMs !== undefined) events.onAway(notice.reason);
    };
    await this.#parts.start({
      onReady: () => this.#link?.isBound && events.onReady(),
      onAway: (reason) => events.onAway(reason),
    });
    this.#link = new SmppLink(this.#options, {
      ...{ random, onNotice: onLinkNotice },
      onDeliver: (frame) => incoming.take(frame),
    });
    this.#link.start();
  }

  get capacity(): number {
    return this.#link?.isBound === true ? this.#parts.capacity : 0;
  }

  get links(): readonly DeliveryLink[] {
    const isUp = this.#link?.isBound === true && !this.#parts.isPaused;
    return [{ name: `smpp ${this.#options.host}:${findPort(this.#options)}`, isUp, ...this.#parts.load }];
  }

  async deliver(message: OutboundMessage): Promise<Outcome> {
    return this.#link?.isBound === true ? this.#parts.deliver(message) : { kind: 'unsent', reason: 'not connected' };
  }

  setRate(rate: number | undefined): void {
    this.#parts.setRate(rate);
  }

  async close(): Promise<void> {
    await this.#parts.close();
    await this.#link?.close();
  }

  async #send(message: OutboundMessage, index: number): Promise<PartOutcome> {
    const link = this.#link as SmppLink;
    try {
      const fields = this.#fieldsOf(message, message.parts[index] as OutboundPart);
      const late = (pdu: SmppPdu) => {
        if (pdu.status === 0) this.#parts.late(message, index, this.#idOf(pdu));
      };
      return this.#outcomeOf(await link.request('submit_sm', fields, late));
    } catch (error) {
      return { kind: 'failed', reason: formatFault(error) };
    }
  }

  /** What a part goes out as, whoever gets it. */
  readonly #partFields = oncePerPart((part) => {
    const { packed, serviceType = '' } = this.#options;
    const submit = toSubmitSm(submitOf(part, ANYBODY, { receipt: true }), { packed });
    const { short_message, sm_length: _, ...fields } = submit;
    return { ...fields, service_type: serviceType, short_message };
  });

  #fieldsOf(message: OutboundMessage, part: OutboundPart): SmppFields {
    const { recipient, originator } = message;
    const source = originatorAddress(originator);
    return {
      ...this.#partFields(part),
      priority_flag: priorityOf(message),
      validity_period: this.#validityOf(message),
      destination_addr: checkNumber(recipient),
      source_addr_ton: source.ton,
      source_addr_npi: source.npi,
      // The field is ASCII.
      source_addr: 'text' in source ? source.text.replace(/[^\x20-\x7e]/g, '?') : source.digits,
    };
  }

  #validityOf(message: OutboundMessage): string {
    const { validity = 'relative' } = this.#options;
    if (validity === 'none') return '';
    const now = this.#environment.clock();
    const ms = remainingMs(message, now);
    return validity === 'absolute' ? formatAbsoluteTime(new Date(now + ms)) : formatRelativeTime(ms / 1_000);
  }

  #outcomeOf(answer: Answer): PartOutcome {
    if (answer.kind !== 'answer') return answer;
    const { status, pdu } = answer;
    if (status === 0) return { kind: 'sent', id: this.#idOf(pdu) };
    const reason = statusName(status);
    if (status === ESME_RINVBNDSTS) this.#link?.reconnect(reason);
    if (THROTTLES.includes(status)) return { kind: 'busy', reason };
    return { kind: RETRYABLE.includes(status) ? 'retry' : 'failed', reason };
  }

  #idOf({ fields, rest }: SmppPdu): string {
    // Some leave its NUL out: what could not be decoded is the id then.
    const id = fields?.message_id ?? (rest === undefined ? '' : decodeLatin1(rest.subarray(0, MAX_ID)));
    return uniformId(String(id), this.#options.submitIds ?? 'text');
  }
}

/** @throws EncodeError */
function checkNumber(recipient: string): string {
  if (!/^\d{1,20}$/.test(recipient)) throw EncodeError.badValue('recipient', 'is not a number of 1 to 20 digits');
  return recipient;
}
