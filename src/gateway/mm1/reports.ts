/**
 * What handsets say of messages that they were notified of, and the reports that senders get of it.
 *
 *   M-NotifyResp.ind  M-Acknowledge.ind ─► status of the copy ─► M-Delivery.ind   where the sender asked and the recipient allows it
 *   M-Read-Rec.ind ──────────────────────► read, once ────────► M-Read-Orig.ind
 *   nobody fetched it in time ───────────► expired ───────────► M-Delivery.ind
 *
 * A report goes to the sender's handset as a notification does, and costs nobody anything. There is one of each kind for a copy
 * at most, whatever is said
 * and how often; what is said of tokens that nobody has is forgotten. Source: OMA-TS-MMS_ENC-V1_3 sections 6.2 to 6.6.
 * @module
 */
import { randomInt } from 'node:crypto';
import { PORTS } from '../../message/index.js';
import {
  encodeMms,
  type MAcknowledgeInd,
  type MDeliveryInd,
  MMS_CONTENT_TYPE,
  type MmsPdu,
  type MNotifyRespInd,
  type MReadOrigInd,
  type MReadRecInd,
} from '../../mms/index.js';
import { encodePush, PUSH_PORTS } from '../../push/index.js';
import { submitDatagram } from '../../sms/index.js';
import { ANYBODY } from '../delivery/delivery.js';
import { partOf } from '../operations/send.js';
import type { Store } from '../store/store.js';
import type { MmsReport, OutboundPart } from '../store/types.js';
import { WorkLoop } from '../work.js';

/** A PDU with which a handset reports on a message. */
export type Indication = MNotifyRespInd | MAcknowledgeInd | MReadRecInd;

/** Their types. */
export const INDICATIONS: readonly MmsPdu['type'][] = ['M-NotifyResp.ind', 'M-Acknowledge.ind', 'M-Read-Rec.ind'];

/** Whether a PDU says something of a message. */
export function isIndication(pdu: MmsPdu): pdu is Indication {
  return INDICATIONS.includes(pdu.type);
}

/** How reports are made. */
export interface ReportsOptions {
  readonly store: Pick<
    Store,
    'accept' | 'mmsCopy' | 'recordMmsStatus' | 'recordMmsRead' | 'claimMmsReports' | 'removeMmsReport' | 'nextMmsReportAt'
  >;
  readonly clock: () => number;
  /** Whom reports are from. */
  readonly serviceDomain: string;
  /** Called when reports were queued. */
  readonly onQueued: () => void;
  readonly onFault: (error: unknown) => void;
}

const TOKEN = /^[\w-]{16,64}$/;
/** Reports in a row. */
const BATCH = 50;
const LEASE_MS = 60_000;
const IDLE_MS = 60_000;
/** Characters of a name on air. */
const NAME_ON_AIR = 11;
/** Number of the application that multimedia messages are for, in the OMNA register. */
const MMS_APPLICATION = 'mms.ua';

/** The service as the originator of an SMS. */
export function nameOnAir(serviceDomain: string): string {
  return [...serviceDomain].slice(0, NAME_ON_AIR).join('');
}

/** Takes what handsets say, and makes the reports that are due. */
export class MmsReports {
  readonly #options: ReportsOptions;
  readonly #loop: WorkLoop;

  constructor(options: ReportsOptions) {
    const { store, clock, onFault } = options;
    this.#options = options;
    const nextAt = () => store.nextMmsReportAt();
    this.#loop = new WorkLoop({ work: () => this.#work(), nextAt, clock, idleMs: IDLE_MS, onFault });
  }

  /** Looks for reports now. */
  wake(): void {
    this.#loop.wake();
  }

  /** Ends after the reports in hand. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  /**
   * Takes what a handset says of a message. What it says of one that is not there, or that has come to its end, changes nothing.
   */
  async take(pdu: Indication): Promise<void> {
    const { store } = this.#options;
    const token = pdu.type === 'M-Read-Rec.ind' ? pdu.messageId : pdu.transactionId;
    if (token === undefined || !TOKEN.test(token)) return;
    const copy = await store.mmsCopy(token);
    if (copy === undefined) return;
    if (pdu.type === 'M-Read-Rec.ind') {
      if (!copy.wantsRead || typeof pdu.readStatus !== 'string') return;
      if (await store.recordMmsRead(token, pdu.readStatus)) this.wake();
      return;
    }
    const status = pdu.type === 'M-Acknowledge.ind' ? 'retrieved' : pdu.status;
    if (status !== 'retrieved' && status !== 'rejected' && status !== 'deferred') return;
    if (copy.status !== undefined && copy.status !== 'deferred') return;
    if (await store.recordMmsStatus(token, status, pdu.reportAllowed !== false)) this.wake();
  }

  async #work(): Promise<boolean> {
    const { store, onQueued, onFault } = this.#options;
    const reports = await store.claimMmsReports(BATCH, LEASE_MS);
    let failures = 0;
    let isQueued = false;
    try {
      for (const report of reports) {
        // One that cannot be made comes again after its lease, and holds no other up. Two in a row: the store takes nothing, and
        // each further one might wait as long for that.
        try {
          await this.#make(report);
          failures = 0;
          isQueued = true;
        } catch (error) {
          if (++failures > 1) throw error;
          onFault(error);
        }
      }
    } finally {
      if (isQueued) onQueued();
    }
    return reports.length === BATCH;
  }

  async #make(report: MmsReport): Promise<void> {
    const { store, serviceDomain } = this.#options;
    await store.accept({
      username: report.copy.username,
      originator: nameOnAir(serviceDomain),
      parts: partsOf(pduOf(report)),
      recipients: [report.copy.sender],
      unitsPerRecipient: 0,
      contentKind: 'mmsReport',
    });
    await store.removeMmsReport(report);
  }
}

function pduOf({ kind, status, at, copy }: MmsReport): MDeliveryInd | MReadOrigInd {
  const { messageId, recipient, sender } = copy;
  const about = { mmsVersion: '1.2', messageId, date: new Date(at) } as const;
  return kind === 'delivery'
    ? { type: 'M-Delivery.ind', ...about, to: [recipient], status: status as 'retrieved' }
    : { type: 'M-Read-Orig.ind', ...about, to: [sender], from: recipient, readStatus: status as 'read' };
}

function partsOf(pdu: MDeliveryInd | MReadOrigInd): OutboundPart[] {
  const data = encodePush({ contentType: MMS_CONTENT_TYPE, body: encodeMms(pdu), applicationId: MMS_APPLICATION });
  const datagram = { destinationPort: PORTS.wapPush, sourcePort: PUSH_PORTS.Source, data };
  return submitDatagram(datagram, { to: ANYBODY, reference: randomInt(256) }).map(partOf);
}
