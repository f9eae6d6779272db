/**
 * What a service centre delivers, given to the gateway: receipts as they come, messages of handsets when all their parts are there.
 *
 * The service centre gets its answer after the gateway has taken what it sent, so that it sends it again when the gateway could not. Parts of
 * a message whose others are missing are answered at once and kept in memory: those are lost when the process ends.
 * @module
 */
import { u32be } from '../../../bytes/octets.js';
import { tryDecode } from '../../../bytes/try-decode.js';
import { LimitError } from '../../../errors.js';
import { findPduType } from '../../../smpp/pdus.js';
import { statusNumber } from '../../../smpp/status.js';
import { encodeUdh, type ReassembledMessage, Reassembler } from '../../../sms/index.js';
import { type DeliveryEvents, formatFault, type IncomingMessage, type OnNotice } from '../delivery.js';
import {
  type DeliverSm,
  isAboutMessage,
  isOtherReport,
  partKey,
  type Receipt,
  readDeliverSm,
  readReceipt,
  readUserDataOf,
} from './deliver-sm.js';

/** A notation of message ids: `decimal` and `hex` are compared as numbers, `text` verbatim. */
export type IdForm = 'text' | 'decimal' | 'hex';

/** The address field of a receipt that has the recipient of its message; `destination` for service centres that swap the two. */
export type ReceiptNumber = 'source' | 'destination';

/** How incoming frames are read. */
export interface IncomingOptions {
  /** In submit_sm_resp, and in the parameter receipted_message_id. */
  readonly submitIds: IdForm;
  /** In the text of receipts: some service centres answer in hex and report in decimal. */
  readonly receiptIds: IdForm;
  readonly receiptNumber: ReceiptNumber;
  readonly clock: () => number;
  readonly onNotice: OnNotice;
}

/** What takes it. */
type IncomingEvents = Pick<DeliveryEvents, 'onReceipt' | 'onIncoming'>;

const ESME_ROK = statusNumber('ESME_ROK');
/** Not now: to be sent again. */
const ESME_RX_T_APPN = statusNumber('ESME_RX_T_APPN');
/** Never. */
const ESME_RX_P_APPN = statusNumber('ESME_RX_P_APPN');

/** Octets of a part of a message; only a message in one part may have more. */
const MAX_PART_OCTETS = 255;
/** Joined messages that the gateway has not taken, until their last part comes again. */
const MAX_JOINED = 1_000;

/** See the module. */
export class SmppIncoming {
  readonly #options: IncomingOptions;
  readonly #events: IncomingEvents;
  readonly #reassembler: Reassembler;
  /** How messages that were joined, and are not taken yet, are given to the gateway; by their last part. */
  readonly #joined = new Map<string, () => Promise<void>>();

  constructor(options: IncomingOptions, events: IncomingEvents) {
    this.#options = options;
    this.#events = events;
    this.#reassembler = new Reassembler({
      onDiscard: ({ parts, total }) => options.onNotice({ kind: 'incomplete', parts: parts.length, total }),
    });
  }

  /** Takes a deliver_sm or a data_sm. @returns the command_status to answer with. Never throws. */
  async take(frame: Uint8Array): Promise<number> {
    const command = findPduType(u32be(frame, 4))?.name ?? 'PDU';
    let accept: (() => unknown) | undefined;
    try {
      const deliver = readDeliverSm(frame);
      accept = isAboutMessage(deliver) ? this.#receipt(deliver, command) : this.#message(deliver);
    } catch (error) {
      return this.#unreadable(`${command}: ${formatFault(error)}`);
    }
    try {
      await accept?.();
      return ESME_ROK;
    } catch (error) {
      // Its name alone: a message may quote what was to be stored.
      this.#options.onNotice({ kind: 'refused', reason: error instanceof Error ? error.name : 'not taken' });
      return ESME_RX_T_APPN;
    }
  }

  #unreadable(reason: string): number {
    this.#options.onNotice({ kind: 'unreadable', reason });
    return ESME_RX_P_APPN;
  }

  #receipt(deliver: DeliverSm, command: string): (() => unknown) | undefined {
    if (isOtherReport(deliver)) return undefined;
    const receipt = readReceipt(deliver);
    if (receipt === undefined) {
      this.#options.onNotice({ kind: 'unreadable', reason: `${command}: a receipt without id or state` });
      return undefined;
    }
    const { status } = receipt;
    if (status === undefined) return undefined;
    const recipient = this.#options.receiptNumber === 'source' ? deliver.from : deliver.to;
    return () => this.#events.onReceipt(this.#idOf(receipt), recipient, status, this.#options.clock());
  }

  #idOf({ id, isNamed }: Receipt): string {
    return uniformId(id, isNamed ? this.#options.submitIds : this.#options.receiptIds);
  }

  #message(deliver: DeliverSm): (() => unknown) | undefined {
    const { from, to, message } = deliver;
    const at = this.#options.clock();
    const part = readUserDataOf(deliver);
    const key = partKey(from, to, part);
    if (key !== undefined && message.length > MAX_PART_OCTETS)
      throw new LimitError('limit-exceeded', 'short_message', undefined, 'more than a part holds');
    const whole = this.#reassembler.add(part, { from: `${from} ${to}`, at });
    // One without a key is whole at once.
    if (whole === undefined) return this.#joined.get(key as string);
    const incoming = { from, to, at, ...contentOf(whole) };
    return key === undefined ? () => this.#events.onIncoming(incoming) : this.#keep(key, incoming);
  }

  /**
   * The Reassembler is done with the message; should the gateway not take it, only this has it until the last part is sent again. When that comes while
   * the gateway is still at it, both wait for the same end.
   */
  #keep(key: string, message: IncomingMessage): () => Promise<void> {
    let underWay: Promise<void> | undefined;
    const give = async () => {
      await this.#events.onIncoming(message);
      if (this.#joined.get(key) === again) this.#joined.delete(key);
    };
    const again = () => {
      underWay ??= give().finally(() => {
        underWay = undefined;
      });
      return underWay;
    };
    this.#joined.delete(key);
    if (this.#joined.size >= MAX_JOINED) this.#joined.delete(this.#joined.keys().next().value as string);
    this.#joined.set(key, again);
    return again;
  }
}

/** Text or octets, and the header without what numbers the parts: all of it for octets, the ports alone for a text. */
function contentOf({
  text = '',
  data,
  udh,
}: Pick<ReassembledMessage, 'text' | 'data' | 'udh'>): Pick<IncomingMessage, 'text' | 'data' | 'udh'> {
  const elements = data === undefined ? udh.filter(({ kind }) => kind === 'ports8' || kind === 'ports16') : udh;
  // Elements of many parts may be more than a header holds.
  const header = elements.length === 0 ? undefined : tryDecode(() => encodeUdh(elements));
  return { ...(data === undefined ? { text } : { data }), ...(header !== undefined && { udh: header }) };
}

/** An id in a form in which those of answers and of receipts can be compared. */
export function uniformId(id: string, form: IdForm): string {
  if (form === 'hex' && /^[0-9a-f]{1,64}$/i.test(id)) return BigInt(`0x${id}`).toString();
  if (form === 'decimal' && /^\d{1,64}$/.test(id)) return BigInt(id).toString();
  return id;
}
