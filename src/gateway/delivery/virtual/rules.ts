/**
 * What a handset does with messages in view of others that it has: replacing and forgetting.
 *
 * Messages whose TP-PID is a replace type (41 to 47) take the place of the one that is there from the same originator with the same type
 * (TS 23.040 section 9.2.3.9). Type 0 (40) is acknowledged and not shown. Flash messages are not stored, so that none takes part in this.
 *
 * Service indications follow WAP-167 section 6.2 in the order of the clients that are known: one that has expired is dropped; of one
 * identity (si-id, or href where there is none) the one created later stays, and of two created at the same time the first; action delete
 * removes those of its si-id and is never shown. Of two that do not both say when they were created, both stay: clients differ there, some
 * drop the second in silence. signal-none is kept without a signal.
 * @module
 */
import type { ServiceIndication } from '../../../push/binary.js';
import { messageClassOfDcs } from '../../../sms/index.js';
import type { HandsetMessage } from './inbox.js';

const PID_TYPE_0 = 0x40;
const PID_REPLACE_FIRST = 0x41;
const PID_REPLACE_LAST = 0x47;

/** Sets `dropped` of every message that the handset no longer has. @param messages in order of arrival. @param now in milliseconds. */
export function applyRules(messages: readonly HandsetMessage[], now: number): void {
  const replaceable = new Map<string, HandsetMessage>();
  const indications = new Indications();
  for (const message of messages) {
    const { tpPid, tpDcs, originator, content, messageIdentifier } = message;
    if (tpPid === PID_TYPE_0) {
      message.dropped = { reason: 'type-0' };
      continue;
    }
    if (content.kind === 'serviceIndication') indications.add(message, content.si);
    if (tpPid < PID_REPLACE_FIRST || tpPid > PID_REPLACE_LAST || messageClassOfDcs(tpDcs) === 0) continue;
    const key = `${tpPid} ${originator}`;
    const before = replaceable.get(key);
    if (before !== undefined) before.dropped ??= { reason: 'replaced', by: messageIdentifier };
    replaceable.set(key, message);
  }
  indications.expire(now);
}

interface Indication {
  readonly message: HandsetMessage;
  readonly si: ServiceIndication;
}

/** What the handset has of one identity: of those that say when they were created one at most, since two of them never stay together. */
interface Same {
  dated?: Indication | undefined;
  undated: Indication[];
}

/** The service indications that the handset has. */
class Indications {
  readonly #byIdentity = new Map<string, Same>();
  readonly #withoutIdentity: Indication[] = [];

  add(message: HandsetMessage, si: ServiceIndication): void {
    const { messageIdentifier: by, receivedAt } = message;
    const identity = si.id ?? si.href;
    const same = (identity === undefined ? undefined : this.#byIdentity.get(identity)) ?? { undated: [] };
    const dated = isThere(same.dated, receivedAt) ? same.dated : undefined;
    if (hasExpired(si, receivedAt)) {
      message.dropped = { reason: 'si-expired' };
    } else if (dated !== undefined && isOlder(si, dated.si)) {
      message.dropped = { reason: 'si-older', by: dated.message.messageIdentifier };
    } else if (si.action === 'delete') {
      message.dropped = { reason: 'si-delete' };
      // Clients delete by si-id alone.
      if (si.id === undefined) return;
      for (const stored of [...same.undated, ...(dated === undefined ? [] : [dated])]) {
        if (isThere(stored, receivedAt)) stored.message.dropped = { reason: 'si-deleted', by };
      }
      this.#byIdentity.delete(si.id);
    } else if (identity === undefined) {
      this.#withoutIdentity.push({ message, si });
    } else {
      // So either came without its time of creation.
      if (dated !== undefined ? si.created === undefined : isThere(same.undated.at(-1), receivedAt)) {
        message.warnings.push('an SI of the same identity is there: some handsets drop this one in silence');
      }
      if (si.created === undefined) same.undated.push({ message, si });
      else {
        if (dated !== undefined) dated.message.dropped = { reason: 'si-replaced', by };
        same.dated = { message, si };
      }
      this.#byIdentity.set(identity, same);
    }
  }

  /** Drops what has expired. */
  expire(now: number): void {
    for (const { dated, undated } of this.#byIdentity.values()) {
      isThere(dated, now);
      for (const stored of undated) isThere(stored, now);
    }
    for (const stored of this.#withoutIdentity) isThere(stored, now);
  }
}

/** Whether the handset has it at a time; drops it when it has expired by then. */
function isThere(stored: Indication | undefined, at: number): boolean {
  // One that a message of a replace type took the place of is no longer there.
  if (stored === undefined || stored.message.dropped !== undefined) return false;
  if (hasExpired(stored.si, at)) stored.message.dropped = { reason: 'si-expired' };
  return stored.message.dropped === undefined;
}

function hasExpired({ expires }: ServiceIndication, at: number): boolean {
  return expires !== undefined && expires.getTime() <= at;
}

/** Whether the first was created before the second or together with it; never when one of them does not say. */
function isOlder({ created }: ServiceIndication, other: ServiceIndication): boolean {
  return created !== undefined && other.created !== undefined && created.getTime() <= other.created.getTime();
}
