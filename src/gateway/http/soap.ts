/**
 * The SOAP door: an envelope to an operation, its outcome to an answer or a fault (G-SOAP-01 to 12).
 *
 *   POST /sendsms2  /sendsms3     a call
 *   GET  ?wsdl                    what can be called
 *
 * A login error is an answer with report 2; the two queries have no report and answer a fault (G-SOAP-06).
 * @module
 */
import { DecodeError, LimitError } from '../../errors.js';
import { type Credentials, PATHS, type Result, type SoapCall, type SoapFault, soap } from '../../protocol/index.js';
import { type EarlyLogin, findLogin } from '../../protocol/soap/login.js';
import {
  type Call,
  findClient,
  type OperationName,
  type Operations,
  type OutcomeOf,
  type RequestRecord,
} from '../operations/operations.js';
import { FAULT, LOGIN, refusalResult } from '../operations/refusal.js';
import type { CallRequest, ReadCall } from '../reading/read.js';
import { LARGE_OCTETS, type RequestReader } from '../reading/reader.js';
import type { Answer, Door } from './app.js';

const XML = { 'Content-Type': 'text/xml; charset=utf-8' };
const RESERVED = { Field1: '', Field2: '', Field3: '', Field4: '' } as const;

/** How a call is answered. */
interface Row<N extends OperationName> {
  readonly answer: (outcome: OutcomeOf<N>) => string;
  /** Whether a refusal is a result among others; else it is a fault. */
  readonly isReported?: boolean;
}

type AnyRow = Row<OperationName>;

function row<N extends OperationName>(row: Row<N>): AnyRow {
  return row as unknown as AnyRow;
}

function kept(operation: 'SubmitDeliveryReceipt' | 'DeliverMessage'): AnyRow {
  return row<'keepPosted'>({
    answer: (results) => {
      const { Reserved: _reserved, ...parts } = soap.answerOf(results);
      return soap.formatAnswer(operation, parts);
    },
    isReported: true,
  });
}

/** By the name of the call; what it asks for is read by the reader. */
const CALLS: Readonly<Record<SoapCall['operation'], AnyRow>> = {
  AvailableMessages: row<'availableMessages'>({
    answer: (messages) => soap.formatAnswer('AvailableMessages', { Messages: String(messages), Reserved: RESERVED }),
  }),
  AvailableCredit: row<'availableCredit'>({
    answer: ({ currency, amount }) =>
      soap.formatAnswer('AvailableCredit', { Currency: currency, Credit: amount, Reserved: RESERVED }),
  }),
  SubmitMessage: row<'sendSms' | 'sendMultimedia'>({
    answer: (results) => soap.formatAnswer('SubmitMessage', soap.answerOf(results)),
    isReported: true,
  }),
  SubmitDeliveryReceipt: kept('SubmitDeliveryReceipt'),
  DeliverMessage: kept('DeliverMessage'),
};

/** The paths of calls. @param publicUrl where clients reach the gateway, without a slash at its end. */
export function soapDoors(operations: Operations, reader: RequestReader, publicUrl: () => string): readonly Door[] {
  return PATHS.soap.map((path) => ({
    paths: [path],
    types: ['text/soap', 'text/xml', 'application/xml', 'application/soap+xml'],
    allow: 'POST',
    post: (record, envelope) => answerCall(record, envelope, operations, reader),
    get: (_, query) => {
      const names = [...new URLSearchParams(Buffer.from(query).toString('latin1')).keys()];
      if (!names.some((name) => name.toLowerCase() === 'wsdl')) return undefined;
      return answer(200, soap.wsdl({ address: `${publicUrl()}${path}`, namespace: soap.SOAP_NAMESPACE }));
    },
  }));
}

async function answerCall(
  record: RequestRecord,
  envelope: Uint8Array,
  operations: Operations,
  reader: RequestReader,
): Promise<Answer> {
  const login = envelope.length > LARGE_OCTETS ? findLogin(envelope) : undefined;
  const caller = { client: findClient(record) ?? '', isKnown: login !== undefined };
  const read = () => reader.call(envelope, caller);
  try {
    return await (login === undefined
      ? answerRead(record, await read(), operations)
      : answerEarly(record, login, read, operations));
  } catch (error) {
    if (error instanceof DecodeError || error instanceof LimitError) return fault(soap.faultOf(error));
    return fault({ code: 'Server', reason: operations.refuse(record, error).message });
  }
}

/** A call that was read before its login is judged. */
function answerRead(record: RequestRecord, call: ReadCall, operations: Operations): Promise<Answer> {
  return perform(record, call.operation, { credentials: () => call.credentials, request: call.request }, operations);
}

/** A large call: it is read once its login is good. @throws FormatError for what is no envelope */
async function answerEarly(
  record: RequestRecord,
  { operation, credentials }: EarlyLogin,
  read: () => Promise<ReadCall>,
  operations: Operations,
): Promise<Answer> {
  let fault: unknown;
  const request = async () => {
    const call = await read().catch((error: unknown) => {
      fault = error;
      throw error;
    });
    // The login that was found at the beginning may differ from the one that was read.
    const { username, pin } = call.credentials ?? {};
    if (call.operation !== operation || username !== credentials?.username || pin !== credentials?.pin) throw LOGIN;
    return call.request();
  };
  const answer = await perform(record, operation, { credentials: () => credentials, request }, operations);
  if (fault instanceof DecodeError || fault instanceof LimitError) throw fault;
  return answer;
}

/** A call without its name, which tells how it is answered. */
interface Asked {
  readonly credentials: () => Credentials | undefined;
  readonly request: () => CallRequest | Promise<CallRequest>;
}

async function perform(
  record: RequestRecord,
  operation: SoapCall['operation'],
  call: Asked,
  operations: Operations,
): Promise<Answer> {
  record.operation = operation;
  const { answer: format, isReported } = CALLS[operation];
  try {
    const { outcome } = await operations.perform<OperationName>(record, call as Call<never>);
    return answer(200, format(outcome));
  } catch (error) {
    const refusal = operations.refuse(record, error);
    if (isReported === true) return answer(200, format([refusalResult(refusal)] as readonly Result[]));
    return fault({ code: refusal === FAULT ? 'Server' : 'Client', reason: refusal.message });
  }
}

function fault(fault: SoapFault): Answer {
  return answer(500, soap.formatFault(fault));
}

function answer(status: 200 | 500, body: string): Answer {
  return { status, body, headers: XML };
}
