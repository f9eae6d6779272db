/**
 * The MM1 door: what phones post to their MMSC, and its answers.
 *
 *   POST /mm1    M-Send.req  M-Forward.req                                ─► M-Send.conf, M-Forward.conf
 *                M-NotifyResp.ind  M-Acknowledge.ind  M-Read-Rec.ind      ─► 204
 *                M-Mbox-Store.req and all other requests                  ─► M-Send.conf: unsupported
 *
 * Who sends is told by a proxy that is trusted with it (a WAP gateway: X-MSISDN and its like), else by HTTP Basic with an account's name and PIN. What a
 * phone says of a message needs neither: the message's token is known to its recipient alone. What phones fetch is in hosted/.
 * Sources: OMA-TS-MMS_ENC-V1_3 section 6; OMA-TS-MMS_CTR-V1_3 section 8 for its way over HTTP.
 * @module
 */
import { decodeUtf8 } from '../../bytes/index.js';
import type { Issue } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { decodeMms, encodeMms, MMS_CONTENT_TYPE, MMS_PDU_TYPES, type MmsPdu, type RESPONSE_STATUSES } from '../../mms/index.js';
import { isAccepted } from '../../protocol/index.js';
import type { Answer, Asked, Door } from '../http/app.js';
import { findLogin } from '../http/basic.js';
import type { TrustedProxies } from '../http/proxies.js';
import type { Operations, Phone, RequestRecord } from '../operations/operations.js';
import { LOGIN } from '../operations/refusal.js';
import type { GatewayLimits } from '../settings/limits.js';
import { faultOf, faultOfReport, type MmsFault, statusOf } from './refusal.js';
import { isIndication, type MmsReports } from './reports.js';
import { numberIn, type SubmittedMms } from './submit.js';

/** What phones are answered with. */
export interface Mm1Options {
  readonly operations: Operations;
  readonly limits: GatewayLimits;
  readonly reports: MmsReports;
  /** Proxies that are believed when they tell a phone's number. */
  readonly wapGateways: TrustedProxies;
}

/** Headers in which WAP gateways tell a phone's number; the first that is there counts. */
const NUMBER_HEADERS = ['X-MSISDN', 'X-WAP-Network-Client-MSISDN', 'X-Nokia-MSISDN', 'X-Up-Calling-Line-ID'];
/** The same in the address of the MMSC, for phones in tests. */
const NUMBER_PARAMETER = 'msisdn';

/** X-Mms-Message-Type, X-Mms-Transaction-ID and X-Mms-MMS-Version, which stand first in this order. */
const FIRST_FIELD = 0x8c;
const TRANSACTION_FIELD = 0x98;
const VERSION_FIELD = 0x8d;

/** Octets of a transaction that are looked for in what is no PDU. */
const MAX_TRANSACTION = 64;

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };
const MMS = { 'Content-Type': MMS_CONTENT_TYPE };
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="MMS", charset="UTF-8"' };

/** The path of phones. */
export function mm1Doors(options: Mm1Options): readonly Door[] {
  return [
    {
      paths: ['/mm1'],
      types: [MMS_CONTENT_TYPE],
      // Else a page of another site could have a browser post one.
      isTypeNeeded: true,
      allow: 'POST',
      post: (record, body, asked) => answerPhone(record, body, asked, options),
    },
  ];
}

/** What an answer to a request says besides its status. */
interface Head {
  readonly type: 'M-Send.conf' | 'M-Forward.conf';
  readonly transactionId: string;
  readonly mmsVersion: string;
}

async function answerPhone(record: RequestRecord, body: Uint8Array, asked: Asked, options: Mm1Options): Promise<Answer> {
  const head = findHead(body);
  const { mmsOctets } = options.limits;
  if (head !== undefined && body.length > mmsOctets) {
    return refuse(head, 'not-accepted', `A message of ${body.length} octets, at most ${mmsOctets}`);
  }
  const pdu = readPdu(body, mmsOctets);
  if (pdu !== undefined && isIndication(pdu)) {
    await options.reports.take(pdu);
    return { status: 204, body: '', headers: {} };
  }
  if (head === undefined) return { status: 400, body: 'This path takes requests and indications of MMS', headers: PLAIN };
  if (pdu === undefined) return refuse(head, 'corrupt', 'The message cannot be read');
  if (pdu.type !== 'M-Send.req' && pdu.type !== 'M-Forward.req') {
    return refuse(head, 'unsupported', `${pdu.type} is not supported`);
  }
  if (pdu.transactionId === undefined || (pdu.type === 'M-Forward.req' && pdu.contentLocation === undefined)) {
    return refuse(head, 'corrupt', 'A header that is required is missing');
  }
  return perform(record, pdu, { head, asked }, options);
}

/** Phones have their ways with headers. What was cut off on its way, its body and all, is none of them. */
function readPdu(body: Uint8Array, mmsOctets: number): MmsPdu | undefined {
  let isCut = false;
  const onIssue = ({ code, field }: Issue) => {
    if (code === 'truncated' || field === 'MMS/Content-Type') isCut = true;
  };
  const pdu = tryDecode(() => decodeMms(body, { lenient: true, onIssue, limits: { mmsOctets } }));
  return isCut ? undefined : pdu;
}

async function perform(
  record: RequestRecord,
  pdu: Extract<MmsPdu, { readonly type: 'M-Send.req' | 'M-Forward.req' }>,
  { head, asked }: { readonly head: Head; readonly asked: Asked },
  { operations, wapGateways }: Mm1Options,
): Promise<Answer> {
  const caller = findPhone(asked, wapGateways) ?? findLogin(asked);
  const number = caller !== undefined && 'number' in caller ? caller.number : undefined;
  const request =
    pdu.type === 'M-Send.req'
      ? ({ operation: 'submitMms', message: pdu, number } as const)
      : ({ operation: 'forwardMms', request: pdu, number } as const);
  try {
    const { outcome } = await operations.perform<'submitMms' | 'forwardMms'>(record, {
      credentials: () => caller,
      request: () => request,
    });
    return confirm(head, outcome);
  } catch (error) {
    const refusal = operations.refuse(record, error);
    const refused = refuse(head, faultOf(refusal), refusal.message);
    // A program that could log in is told so; phones take the answer for what it says.
    const isStranger = refusal === LOGIN && caller === undefined;
    return isStranger ? { ...refused, status: 401, headers: { ...refused.headers, ...CHALLENGE } } : refused;
  }
}

function confirm(head: Head, { messageId, recipients, accepted, results = [] }: SubmittedMms): Answer {
  if (accepted === recipients) return answer(head, 'ok', 'Accepted', messageId);
  const refused = results.find(({ report }) => !isAccepted(report));
  if (accepted === 0 && refused !== undefined) return refuse(head, faultOfReport(refused.report), refused.text ?? '');
  const text = `Accepted for ${accepted} of ${recipients} recipients`;
  return answer(head, statusOf('partial', head.mmsVersion), text, messageId);
}

function refuse(head: Head, fault: MmsFault, text: string): Answer {
  return answer(head, statusOf(fault, head.mmsVersion), text);
}

function answer(head: Head, responseStatus: keyof typeof RESPONSE_STATUSES, responseText: string, messageId?: string): Answer {
  const body = encodeMms({ ...head, responseStatus, responseText, ...(messageId !== undefined && { messageId }) } as MmsPdu);
  return { status: 200, body, headers: MMS };
}

/**
 * How a request is answered, as its first octets tell: a request that cannot be read any further is answered, too. Undefined for what is no request.
 */
function findHead(body: Uint8Array): Head | undefined {
  const type = body[0] === FIRST_FIELD ? MMS_PDU_TYPES[(body[1] ?? 0) - 0x80] : undefined;
  if (type?.endsWith('.req') !== true) return undefined;
  let at = 2;
  let transactionId = '';
  if (body[at] === TRANSACTION_FIELD) {
    const end = body.indexOf(0, at);
    if (end < 0 || end > at + MAX_TRANSACTION) return undefined;
    transactionId = tryDecode(() => decodeUtf8(body.subarray(at + 1, end))) ?? '';
    at = end + 1;
  }
  const isFirstVersion = body[at] === VERSION_FIELD && body[at + 1] === 0x90;
  return {
    type: type === 'M-Forward.req' ? 'M-Forward.conf' : 'M-Send.conf',
    ...{ transactionId, mmsVersion: isFirstVersion ? '1.0' : '1.2' },
  };
}

/** The phone, when a proxy that is trusted with it tells its number. */
function findPhone({ header, query, peer }: Asked, wapGateways: TrustedProxies): Phone | undefined {
  if (peer === undefined || !wapGateways.has(peer)) return undefined;
  const told = NUMBER_HEADERS.map(header).find((value) => value !== undefined) ?? query(NUMBER_PARAMETER);
  const number = told === undefined ? undefined : numberIn(told.trim());
  return number === undefined ? undefined : { number };
}
