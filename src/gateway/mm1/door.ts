/**
 * The MM1 door: what phones post to their MMSC, and its answers.
 *
 *   POST /mm1    M-Send.req  M-Forward.req                                ─► M-Send.conf, M-Forward.conf
 *                M-NotifyResp.ind  M-Acknowledge.ind  M-Read-Rec.ind      ─► 204
 *                M-Mbox-Store.req and all other requests                  ─► M-Send.conf: unsupported
 *
 * Who sends is told by a proxy that is trusted with it (a WAP gateway, in the one header that it sets), else by HTTP Basic with
 * an account's name and PIN.
 * What a phone says of a message needs neither: the message's token is known to its recipient alone. What phones fetch is in
 * hosted/.
 * Sources: OMA-TS-MMS_ENC-V1_3 section 6; OMA-TS-MMS_CTR-V1_3 section 8 for its way over HTTP.
 * @module
 */
import { decodeUtf8, encodeUtf8 } from '../../bytes/index.js';
import type { Issue } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import {
  decodeMms,
  encodeMms,
  type MForwardReq,
  MMS_CONTENT_TYPE,
  MMS_PDU_TYPES,
  type MmsPdu,
  type MmsPduType,
  type RESPONSE_STATUSES,
} from '../../mms/index.js';
import { isAccepted } from '../../protocol/index.js';
import type { Answer, Asked, Door } from '../http/app.js';
import { findLogin } from '../http/basic.js';
import type { TrustedProxies } from '../http/proxies.js';
import type { Operations, Phone, RequestRecord } from '../operations/operations.js';
import { LOGIN } from '../operations/refusal.js';
import { isHeaderName } from '../settings/hosts.js';
import type { GatewayLimits } from '../settings/limits.js';
import { faultOf, faultOfReport, type MmsFault, MmsRefusal, statusOf } from './refusal.js';
import { INDICATIONS, isIndication, type MmsReports } from './reports.js';
import { type ForwardMmsRequest, numberIn, type SubmitMmsRequest, type SubmittedMms } from './submit.js';

/** What phones are answered with. */
export interface Mm1Options {
  readonly operations: Operations;
  readonly limits: GatewayLimits;
  readonly reports: MmsReports;
  /** Proxies that are believed when they tell a phone's number. */
  readonly wapGateways: TrustedProxies;
  /** The one header in which they tell it: any other is a phone's own. `X-MSISDN` by default. */
  readonly wapGatewayHeader?: string | undefined;
  /** Whether phones may say their number in the address of the MMSC, too: in tests. */
  readonly isNumberInQuery?: boolean | undefined;
}

const NUMBER_HEADER = 'X-MSISDN';
/** The same in the address of the MMSC, for phones in tests. */
const NUMBER_PARAMETER = 'msisdn';

/** X-Mms-Message-Type, X-Mms-Transaction-ID and X-Mms-MMS-Version, which stand first in this order. */
const FIRST_FIELD = 0x8c;
const TRANSACTION_FIELD = 0x98;
const VERSION_FIELD = 0x8d;

/** What phones say of a message is short. */
const INDICATION_OCTETS = 4_096;

/** Octets of a transaction that an answer repeats. */
const MAX_TRANSACTION = 256;
/** Before a text that begins with an octet of 0x80 and more (OMA-WAP-TS-WSP section 8.4.2.1). */
const QUOTE = 0x7f;

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };
const MMS = { 'Content-Type': MMS_CONTENT_TYPE };
const NOTHING: Answer = { status: 400, body: 'This path takes requests and indications of MMS', headers: PLAIN };
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="MMS", charset="UTF-8"' };

/**
 * The path of phones.
 * @throws TypeError for a header that cannot be called so.
 */
export function mm1Doors(options: Mm1Options): readonly Door[] {
  const { wapGatewayHeader = NUMBER_HEADER } = options;
  if (!isHeaderName(wapGatewayHeader)) throw new TypeError(`wapGatewayHeader: ${wapGatewayHeader} is not the name of a header`);
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
  const type = findType(body);
  if (INDICATIONS.some((each) => each === type)) return takeIndication(record, body, options);
  const first = type === undefined ? undefined : findHead(type, body);
  if (type === undefined || first === undefined) return NOTHING;
  let head = first;
  const { mmsOctets } = options.limits;
  if (!isRequest(type)) return refuse(head, 'unsupported', `${type} is not supported`);
  if (body.length > mmsOctets) {
    return refuse(head, 'not-accepted', `A message of ${body.length} octets, at most ${mmsOctets}`);
  }
  const caller = findPhone(asked, options) ?? findLogin(asked);
  const number = caller !== undefined && 'number' in caller ? caller.number : undefined;
  try {
    // It is read once it is known who sent it.
    const { outcome } = await options.operations.perform<'submitMms' | 'forwardMms'>(record, {
      credentials: () => caller,
      request: () => {
        const request = readRequest(body, mmsOctets, number);
        const { transactionId } = request.operation === 'submitMms' ? request.message : request.request;
        head = { ...first, transactionId: repeatable(transactionId) };
        return request;
      },
    });
    return confirm(head, outcome);
  } catch (error) {
    const refusal = options.operations.refuse(record, error);
    const refused = refuse(head, faultOf(refusal), refusal.message);
    // A program that could log in is told so; phones take the answer for what it says.
    const isStranger = refusal === LOGIN && caller === undefined;
    return isStranger ? { ...refused, status: 401, headers: { ...refused.headers, ...CHALLENGE } } : refused;
  }
}

/** It asks for no login, so that it counts for the address alone. */
async function takeIndication(record: RequestRecord, body: Uint8Array, { operations, reports }: Mm1Options): Promise<Answer> {
  try {
    operations.admit(record);
  } catch (error) {
    // What a phone says has no answer of MMS: it says it again.
    const { message } = operations.refuse(record, error);
    return { status: 429, body: message, headers: { ...PLAIN, 'Retry-After': '1' } };
  }
  const pdu = tryDecode(() => decodeMms(body, { lenient: true, limits: { mmsOctets: INDICATION_OCTETS } }));
  if (pdu === undefined || !isIndication(pdu)) return NOTHING;
  await reports.take(pdu);
  return { status: 204, body: '', headers: {} };
}

function isRequest(type: MmsPduType): type is 'M-Send.req' | 'M-Forward.req' {
  return type === 'M-Send.req' || type === 'M-Forward.req';
}

/**
 * Phones have their ways with headers. What was cut off on its way, its body and all, is none of them.
 * @throws MmsRefusal
 */
function readRequest(body: Uint8Array, mmsOctets: number, number: string | undefined): SubmitMmsRequest | ForwardMmsRequest {
  let isCut = false;
  const onIssue = ({ code, field }: Issue) => {
    if (code === 'truncated' || field === 'MMS/Content-Type') isCut = true;
  };
  const pdu = tryDecode(() => decodeMms(body, { lenient: true, onIssue, limits: { mmsOctets } }));
  // What is missing is absent then, whatever the type says.
  const { transactionId, mmsVersion, contentLocation } = (pdu ?? {}) as Partial<MForwardReq>;
  if (pdu === undefined || isCut || transactionId === undefined || mmsVersion === undefined) {
    throw new MmsRefusal('corrupt', 'The message cannot be read');
  }
  if (pdu.type === 'M-Send.req') return { operation: 'submitMms', message: pdu, number };
  if (pdu.type === 'M-Forward.req' && contentLocation !== undefined) return { operation: 'forwardMms', request: pdu, number };
  throw new MmsRefusal('corrupt', 'X-Mms-Content-Location is missing');
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

/** The type of a PDU, which its first two octets tell. */
function findType(body: Uint8Array): MmsPduType | undefined {
  return body[0] === FIRST_FIELD ? MMS_PDU_TYPES[(body[1] ?? 0) - 0x80] : undefined;
}

/**
 * How a request is answered, as its first octets tell: a request that cannot be read any further is answered, too. Undefined for
 * what is no request.
 */
function findHead(type: MmsPduType, body: Uint8Array): Head | undefined {
  if (!type.endsWith('.req')) return undefined;
  let at = 2;
  let transactionId = '';
  if (body[at] === TRANSACTION_FIELD) {
    const end = body.indexOf(0, at);
    const start = body[at + 1] === QUOTE ? at + 2 : at + 1;
    if (end < 0 || end - start > MAX_TRANSACTION) return undefined;
    transactionId = repeatable(tryDecode(() => decodeUtf8(body.subarray(start, end))) ?? '');
    at = end + 1;
  }
  const isFirstVersion = body[at] === VERSION_FIELD && body[at + 1] === 0x90;
  return {
    type: type === 'M-Forward.req' ? 'M-Forward.conf' : 'M-Send.conf',
    ...{ transactionId, mmsVersion: isFirstVersion ? '1.0' : '1.2' },
  };
}

/** A transaction as an answer says it again; one that no answer could have stays without. */
function repeatable(transactionId: string): string {
  return /\p{C}/u.test(transactionId) || encodeUtf8(transactionId).length > MAX_TRANSACTION ? '' : transactionId;
}

/** The phone, when a proxy that is trusted with it tells its number. */
function findPhone({ header, query, peer }: Asked, options: Mm1Options): Phone | undefined {
  const { wapGateways, wapGatewayHeader = NUMBER_HEADER, isNumberInQuery = false } = options;
  if (peer === undefined || !wapGateways.has(peer)) return undefined;
  const told = header(wapGatewayHeader) ?? (isNumberInQuery ? query(NUMBER_PARAMETER) : undefined);
  const number = told === undefined ? undefined : numberIn(told.trim());
  return number === undefined ? undefined : { number };
}
