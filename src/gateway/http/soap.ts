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
import { PATHS, type Result, type SoapCall, type SoapCallOf, type SoapFault, soap } from '../../protocol/index.js';
import type { OperationName, Operations, OutcomeOf, RequestOf, RequestRecord } from '../operations/operations.js';
import { FAULT, refusalResult } from '../operations/refusal.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { Answer, Door } from './app.js';

const XML = { 'Content-Type': 'text/xml; charset=utf-8' };
const RESERVED = { Field1: '', Field2: '', Field3: '', Field4: '' } as const;

/** How a call asks for an operation, and how it is answered. */
interface Row<O extends SoapCall['operation'], N extends OperationName> {
  readonly request: (call: SoapCallOf<O>, limits: GatewayLimits) => RequestOf<N> & { readonly operation: N };
  readonly answer: (outcome: OutcomeOf<N>) => string;
  /** Whether a refusal is a result among others; else it is a fault. */
  readonly isReported?: boolean;
}

type AnyRow = Row<SoapCall['operation'], OperationName>;

function row<O extends SoapCall['operation'], N extends OperationName>(row: Row<O, N>): AnyRow {
  return row as unknown as AnyRow;
}

function kept(operation: 'SubmitDeliveryReceipt' | 'DeliverMessage'): AnyRow {
  return row<typeof operation, 'keepPosted'>({
    request: (call) => ({ operation: 'keepPosted', callback: soap.callbackOf(call) }),
    answer: (results) => {
      const { Reserved: _reserved, ...parts } = soap.answerOf(results);
      return soap.formatAnswer(operation, parts);
    },
    isReported: true,
  });
}

const CALLS: Readonly<Record<SoapCall['operation'], AnyRow>> = {
  AvailableMessages: row<'AvailableMessages', 'availableMessages'>({
    request: () => ({ operation: 'availableMessages' }),
    answer: (messages) => soap.formatAnswer('AvailableMessages', { Messages: String(messages), Reserved: RESERVED }),
  }),
  AvailableCredit: row<'AvailableCredit', 'availableCredit'>({
    request: () => ({ operation: 'availableCredit' }),
    answer: ({ currency, amount }) =>
      soap.formatAnswer('AvailableCredit', { Currency: currency, Credit: amount, Reserved: RESERVED }),
  }),
  SubmitMessage: row<'SubmitMessage', 'sendSms' | 'sendMultimedia'>({
    request: (call, limits) => soap.requestOf(call, { limits }),
    answer: (results) => soap.formatAnswer('SubmitMessage', soap.answerOf(results)),
    isReported: true,
  }),
  SubmitDeliveryReceipt: kept('SubmitDeliveryReceipt'),
  DeliverMessage: kept('DeliverMessage'),
};

/** The paths of calls. @param publicUrl where clients reach the gateway, without a slash at its end. */
export function soapDoors(operations: Operations, limits: GatewayLimits, publicUrl: () => string): readonly Door[] {
  return PATHS.soap.map((path) => ({
    paths: [path],
    types: ['text/soap', 'text/xml', 'application/xml', 'application/soap+xml'],
    allow: 'POST',
    post: (record, envelope) => answerCall(record, envelope, operations, limits),
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
  limits: GatewayLimits,
): Promise<Answer> {
  let call: SoapCall;
  try {
    call = soap.parseCall(envelope, { limits });
  } catch (error) {
    if (error instanceof DecodeError || error instanceof LimitError) return fault(soap.faultOf(error));
    return fault({ code: 'Server', reason: operations.refuse(record, error).message });
  }
  record.operation = call.operation;
  const { request, answer: format, isReported } = CALLS[call.operation];
  try {
    const { outcome } = await operations.perform(record, {
      credentials: () => soap.credentialsOf(call),
      request: () => request(call, limits),
    });
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
