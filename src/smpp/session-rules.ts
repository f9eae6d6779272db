/**
 * Who may send what in which state, and the command_status of a request that cannot be read.
 * Source: SMPP Protocol Specification v3.4 sections 2.2, 2.3 and 5.1.3; v5.0 sections 2.3 and 2.4.
 * @module
 */
import type { FormatErrorCode } from '../errors.js';
import { findPduType, isAnswer, PDUS, type PduType, type SmppCommand } from './pdus.js';
import { type SmppStatus, statusNumber } from './status.js';

/** A state of a session, by the specification's names. The states of a message centre are named after the bind of its peer. */
export type SmppSessionState = 'open' | 'outbound' | 'bound_tx' | 'bound_rx' | 'bound_trx' | 'unbound' | 'closed';

/** The side of a session: `esme` is the application, which binds; `mc` is the message centre. */
export type SmppRole = 'esme' | 'mc';

/** What a session becomes by a bind. */
export const STATE_OF_BIND: Readonly<Partial<Record<SmppCommand, SmppSessionState>>> = {
  bind_transmitter: 'bound_tx',
  bind_receiver: 'bound_rx',
  bind_transceiver: 'bound_trx',
};

const UNBOUND: readonly SmppSessionState[] = ['open', 'outbound'];
const TO_CENTRE: readonly SmppSessionState[] = ['bound_tx', 'bound_trx'];
const FROM_CENTRE: readonly SmppSessionState[] = ['bound_rx', 'bound_trx'];
const BOUND: readonly SmppSessionState[] = ['bound_tx', 'bound_rx', 'bound_trx'];
/** Version 3.4 has it in bound states alone. */
const ALWAYS: readonly SmppSessionState[] = [...UNBOUND, ...BOUND, 'unbound'];

type Allowed = Readonly<Partial<Record<SmppCommand, readonly SmppSessionState[]>>>;

/** The states in which either side sends a request. */
const SENT_BY: Readonly<Record<SmppRole, Allowed>> = {
  esme: {
    bind_transmitter: UNBOUND,
    bind_receiver: UNBOUND,
    bind_transceiver: UNBOUND,
    submit_sm: TO_CENTRE,
    submit_multi: TO_CENTRE,
    data_sm: TO_CENTRE,
    query_sm: TO_CENTRE,
    cancel_sm: TO_CENTRE,
    replace_sm: TO_CENTRE,
    broadcast_sm: TO_CENTRE,
    query_broadcast_sm: TO_CENTRE,
    cancel_broadcast_sm: TO_CENTRE,
    unbind: BOUND,
    enquire_link: ALWAYS,
  },
  mc: {
    outbind: ['open'],
    deliver_sm: FROM_CENTRE,
    data_sm: FROM_CENTRE,
    alert_notification: FROM_CENTRE,
    unbind: BOUND,
    enquire_link: ALWAYS,
  },
};

/** The states in which a side sends a request; undefined for one that it never sends. */
export function findStates(role: SmppRole, command: SmppCommand): readonly SmppSessionState[] | undefined {
  return SENT_BY[role][command];
}

/** Answers by the name of their request; alert_notification and outbind have none. */
const ANSWERS: ReadonlyMap<string, PduType> = /* @__PURE__ */ answers();

function answers(): ReadonlyMap<string, PduType> {
  const pairs = PDUS.flatMap(({ id, name }) => {
    const answer = isAnswer(id) ? undefined : findPduType(`${name}_resp`);
    return answer === undefined ? [] : ([[name, answer]] as const);
  });
  return new Map(pairs);
}

/** The answer to a request; undefined for a request that has none. */
export function findAnswer(command: string): PduType | undefined {
  return ANSWERS.get(command);
}

/** What is wrong with a request, by the field that could not be read. */
const STATUS_OF_FIELD: Readonly<Record<string, SmppStatus>> = {
  system_id: 'ESME_RINVSYSID',
  password: 'ESME_RINVPASWD',
  system_type: 'ESME_RINVSYSTYP',
  service_type: 'ESME_RINVSERTYP',
  source_addr: 'ESME_RINVSRCADR',
  destination_addr: 'ESME_RINVDSTADR',
  message_id: 'ESME_RINVMSGID',
  schedule_delivery_time: 'ESME_RINVSCHED',
  validity_period: 'ESME_RINVEXPIRY',
  short_message: 'ESME_RINVMSGLEN',
  number_of_dests: 'ESME_RINVNUMDESTS',
  dest_flag: 'ESME_RINVDESTFLAG',
  dl_name: 'ESME_RINVDLNAME',
};

/** The command_status for a fault of the codec: its kind, and the path of its field. */
export function statusOfFault(code: FormatErrorCode, field: string): number {
  const [, name = '', part] = field.split('/');
  if (part === 'tag' || part === 'length' || name === 'parameters') return statusNumber('ESME_RINVOPTPARSTREAM');
  if (part === 'value') return statusNumber(code === 'truncated' ? 'ESME_RINVOPTPARSTREAM' : 'ESME_RINVPARLEN');
  return statusNumber(STATUS_OF_FIELD[name] ?? 'ESME_RINVCMDLEN');
}

/** Whether a request carries messages, and counts for the window. */
export function isMessage(command: SmppCommand): boolean {
  return command !== 'enquire_link' && command !== 'unbind' && STATE_OF_BIND[command] === undefined;
}
