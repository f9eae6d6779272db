/**
 * command_status: what became of a request.
 * Source: SMPP Protocol Specification v3.4 section 5.1.3; v5.0 section 4.7.6, which has those from 100 hex on and other names for C0 to C4.
 * @module
 */
import { wrongArgument } from '../bytes/check.js';

/** Numbers by name, with what they mean. */
const STATUSES = {
  ESME_ROK: [0x00, 'no error'],
  ESME_RINVMSGLEN: [0x01, 'the length of the message is invalid'],
  ESME_RINVCMDLEN: [0x02, 'the length of the command is invalid'],
  ESME_RINVCMDID: [0x03, 'the command is unknown'],
  ESME_RINVBNDSTS: [0x04, 'the command does not go with the state of the session'],
  ESME_RALYBND: [0x05, 'bound already'],
  ESME_RINVPRTFLG: [0x06, 'invalid priority_flag'],
  ESME_RINVREGDLVFLG: [0x07, 'invalid registered_delivery'],
  ESME_RSYSERR: [0x08, 'a fault of the system'],
  ESME_RINVSRCADR: [0x0a, 'invalid source address'],
  ESME_RINVDSTADR: [0x0b, 'invalid destination address'],
  ESME_RINVMSGID: [0x0c, 'invalid message_id'],
  ESME_RBINDFAIL: [0x0d, 'the bind failed'],
  ESME_RINVPASWD: [0x0e, 'invalid password'],
  ESME_RINVSYSID: [0x0f, 'invalid system_id'],
  ESME_RCANCELFAIL: [0x11, 'cancel_sm failed'],
  ESME_RREPLACEFAIL: [0x13, 'replace_sm failed'],
  ESME_RMSGQFUL: [0x14, 'the queue is full'],
  ESME_RINVSERTYP: [0x15, 'invalid service_type'],
  ESME_RINVNUMDESTS: [0x33, 'invalid number of destinations'],
  ESME_RINVDLNAME: [0x34, 'invalid name of a distribution list'],
  ESME_RINVDESTFLAG: [0x40, 'invalid dest_flag'],
  ESME_RINVSUBREP: [0x42, 'invalid request to replace'],
  ESME_RINVESMCLASS: [0x43, 'invalid esm_class'],
  ESME_RCNTSUBDL: [0x44, 'cannot submit to the distribution list'],
  ESME_RSUBMITFAIL: [0x45, 'the submission failed'],
  ESME_RINVSRCTON: [0x48, 'invalid source_addr_ton'],
  ESME_RINVSRCNPI: [0x49, 'invalid source_addr_npi'],
  ESME_RINVDSTTON: [0x50, 'invalid dest_addr_ton'],
  ESME_RINVDSTNPI: [0x51, 'invalid dest_addr_npi'],
  ESME_RINVSYSTYP: [0x53, 'invalid system_type'],
  ESME_RINVREPFLAG: [0x54, 'invalid replace_if_present_flag'],
  ESME_RINVNUMMSGS: [0x55, 'invalid number of messages'],
  ESME_RTHROTTLED: [0x58, 'too many messages in this time'],
  ESME_RINVSCHED: [0x61, 'invalid schedule_delivery_time'],
  ESME_RINVEXPIRY: [0x62, 'invalid validity_period'],
  ESME_RINVDFTMSGID: [0x63, 'the predefined message is invalid or unknown'],
  ESME_RX_T_APPN: [0x64, 'a temporary fault of the receiver'],
  ESME_RX_P_APPN: [0x65, 'a permanent fault of the receiver'],
  ESME_RX_R_APPN: [0x66, 'refused by the receiver'],
  ESME_RQUERYFAIL: [0x67, 'query_sm failed'],
  ESME_RINVOPTPARSTREAM: [0xc0, 'a fault in the optional parameters'],
  ESME_ROPTPARNOTALLWD: [0xc1, 'an optional parameter is not allowed'],
  ESME_RINVPARLEN: [0xc2, 'invalid length of a parameter'],
  ESME_RMISSINGOPTPARAM: [0xc3, 'an optional parameter is missing'],
  ESME_RINVOPTPARAMVAL: [0xc4, 'invalid value of an optional parameter'],
  ESME_RDELIVERYFAILURE: [0xfe, 'the delivery failed'],
  ESME_RUNKNOWNERR: [0xff, 'an unknown error'],
  ESME_RSERTYPUNAUTH: [0x100, 'the service_type is not allowed to this ESME'],
  ESME_RPROHIBITED: [0x101, 'the operation is not allowed to this ESME'],
  ESME_RSERTYPUNAVAIL: [0x102, 'the service_type is not available'],
  ESME_RSERTYPDENIED: [0x103, 'the service_type is denied for this message'],
  ESME_RINVDCS: [0x104, 'invalid data_coding'],
  ESME_RINVSRCADDRSUBUNIT: [0x105, 'invalid source_addr_subunit'],
  ESME_RINVDSTADDRSUBUNIT: [0x106, 'invalid dest_addr_subunit'],
  ESME_RINVBCASTFREQINT: [0x107, 'invalid broadcast_frequency_interval'],
  ESME_RINVBCASTALIAS_NAME: [0x108, 'invalid alias of a broadcast area'],
  ESME_RINVBCASTAREAFMT: [0x109, 'invalid format of a broadcast area'],
  ESME_RINVNUMBCAST_AREAS: [0x10a, 'invalid number of broadcast areas'],
  ESME_RINVBCASTCNTTYPE: [0x10b, 'invalid broadcast_content_type'],
  ESME_RINVBCASTMSGCLASS: [0x10c, 'invalid broadcast_message_class'],
  ESME_RBCASTFAIL: [0x10d, 'broadcast_sm failed'],
  ESME_RBCASTQUERYFAIL: [0x10e, 'query_broadcast_sm failed'],
  ESME_RBCASTCANCELFAIL: [0x10f, 'cancel_broadcast_sm failed'],
  ESME_RINVBCAST_REP: [0x110, 'invalid broadcast_rep_num'],
  ESME_RINVBCASTSRVGRP: [0x111, 'invalid broadcast_service_group'],
  ESME_RINVBCASTCHANIND: [0x112, 'invalid broadcast_channel_indicator'],
} as const;

/** Names that version 5.0 gave to numbers of version 3.4. */
const RENAMED = {
  ESME_RINVTLVSTREAM: 0xc0,
  ESME_RTLVNOTALLWD: 0xc1,
  ESME_RINVTLVLEN: 0xc2,
  ESME_RMISSINGTLV: 0xc3,
  ESME_RINVTLVVAL: 0xc4,
} as const;

/** Name of a command_status in either version of the specification. */
export type SmppStatus = keyof typeof STATUSES | keyof typeof RENAMED;

const BY_NUMBER: ReadonlyMap<number, keyof typeof STATUSES> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ (Object.keys(STATUSES) as (keyof typeof STATUSES)[]).map((name) => [STATUSES[name][0], name]),
);

/** Returns the number of a command_status. @throws TypeError for an unknown name. */
export function statusNumber(name: SmppStatus): number {
  if (Object.hasOwn(STATUSES, name)) return STATUSES[name as keyof typeof STATUSES][0];
  if (Object.hasOwn(RENAMED, name)) return RENAMED[name as keyof typeof RENAMED];
  throw wrongArgument(name, 'status', 'the name of a command_status');
}

/** Returns the name of a command_status, that of version 3.4 if the versions differ; undefined for one that the specification does not define. */
export function findStatusName(status: number): SmppStatus | undefined {
  return BY_NUMBER.get(status);
}

/** Returns a description of a command_status: `ESME_RTHROTTLED: too many messages in this time`. */
export function describeStatus(status: number): string {
  const name = BY_NUMBER.get(status);
  if (name !== undefined) return `${name}: ${STATUSES[name][1]}`;
  return status >= 0x400 && status <= 0x4ff ? 'an error of the service centre’s own' : 'reserved';
}
