/**
 * The SOAP interface: an envelope to an answer or a fault (G-SOAP-01 to 12).
 *
 * A login error is an answer with report 2; the two queries have no report and answer a fault (G-SOAP-06). Receipts and incoming messages are taken and
 * kept, so that a client can be tested against its own gateway (G-DLR-03, open point 27).
 * @module
 */
import { DecodeError, LimitError } from '../../errors.js';
import {
  type Callback,
  REPORT,
  type Result,
  type SoapCall,
  type SoapCallOf,
  type SoapFault,
  soap,
} from '../../protocol/index.js';
import type { RequestRecord } from '../operations/record.js';
import { refusalOf, refusalResult } from '../operations/refusal.js';
import { formatMoney } from '../store/money.js';
import type { Account } from '../store/types.js';
import { FAULT, LOGIN, messagesFor, type PortOptions, TOO_OFTEN } from './form.js';

/** What answers calls. */
export interface SoapPortOptions extends PortOptions {
  /** Keeps what a client handed over as if it were the gateway. */
  readonly keepPosted: (username: string, callback: Callback) => Promise<boolean>;
  /** Characters of an envelope. */
  readonly soapCharacters: number;
}

/** An answer of the SOAP port. */
export interface SoapAnswer {
  readonly status: 200 | 500;
  readonly xml: string;
}

const RESERVED = { Field1: '', Field2: '', Field3: '', Field4: '' } as const;

/** Answers a call. Never throws. */
export async function answerSoap(record: RequestRecord, envelope: Uint8Array, options: SoapPortOptions): Promise<SoapAnswer> {
  try {
    const call = soap.parseCall(envelope, { limits: { soapCharacters: options.soapCharacters } });
    return { status: 200, xml: await answer(record, call, options) };
  } catch (error) {
    if (error instanceof SoapRefusal) return faulty({ code: 'Client', reason: error.message });
    if (error instanceof DecodeError || error instanceof LimitError) return faulty(soap.faultOf(error));
    options.onFault(error);
    return faulty({ code: 'Server', reason: FAULT.message });
  }
}

/** A call whose answer has no report, refused. */
class SoapRefusal extends Error {}

function faulty(fault: SoapFault): SoapAnswer {
  return { status: 500, xml: soap.formatFault(fault) };
}

async function answer(record: RequestRecord, call: SoapCall, options: SoapPortOptions): Promise<string> {
  record.operation = call.operation;
  switch (call.operation) {
    case 'AvailableMessages': {
      const account = await queriedAccount(record, call, options);
      return soap.formatAnswer('AvailableMessages', { Messages: String(messagesFor(account)), Reserved: RESERVED });
    }
    case 'AvailableCredit': {
      const { currency, credit } = await queriedAccount(record, call, options);
      return soap.formatAnswer('AvailableCredit', { Currency: currency, Credit: formatMoney(credit), Reserved: RESERVED });
    }
    case 'SubmitMessage': {
      const results = await reported(record, options, () => submit(record, call, options));
      return soap.formatAnswer('SubmitMessage', soap.answerOf(results));
    }
    case 'SubmitDeliveryReceipt':
    case 'DeliverMessage': {
      const results = await reported(record, options, () => keep(record, call, options));
      const { Reserved: _reserved, ...parts } = soap.answerOf(results);
      return soap.formatAnswer(call.operation, parts);
    }
  }
}

/** The account that asks. @throws Refusal */
async function accountOf(record: RequestRecord, call: SoapCall, options: SoapPortOptions): Promise<Account> {
  if (!options.admitPeer(record)) throw TOO_OFTEN;
  const credentials = soap.credentialsOf(call);
  const account = credentials && (await options.store.verify(credentials.username, credentials.pin));
  if (account === undefined) throw LOGIN;
  record.username = account.username;
  if (!options.admitAccount(account)) throw TOO_OFTEN;
  return account;
}

/** The same for a call whose answer has no report. @throws SoapRefusal */
async function queriedAccount(record: RequestRecord, call: SoapCall, options: SoapPortOptions): Promise<Account> {
  try {
    return await accountOf(record, call, options);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    record.refusal = refusal.report;
    throw new SoapRefusal(refusal.message);
  }
}

async function submit(
  record: RequestRecord,
  call: SoapCallOf<'SubmitMessage'>,
  options: SoapPortOptions,
): Promise<readonly Result[]> {
  const account = await accountOf(record, call, options);
  const request = soap.requestOf(call, { limits: options.limits });
  if (request.sendTo !== undefined) record.to = request.sendTo;
  return options.send(account, request);
}

async function keep(
  record: RequestRecord,
  call: SoapCallOf<'SubmitDeliveryReceipt'> | SoapCallOf<'DeliverMessage'>,
  options: SoapPortOptions,
): Promise<readonly Result[]> {
  const { username } = await accountOf(record, call, options);
  const callback = soap.callbackOf(call);
  // The account may have been deleted since.
  if (!(await options.keepPosted(username, callback))) throw LOGIN;
  return [{ messageIdentifier: callback.messageIdentifier, report: REPORT.success, accepted: true, text: 'OK' }];
}

/** What goes wrong is a report too. */
async function reported(
  record: RequestRecord,
  { onFault }: SoapPortOptions,
  work: () => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  try {
    const results = await work();
    record.results = results;
    return results;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) onFault(error);
    record.refusal = (refusal ?? FAULT).report;
    return [refusalResult(refusal ?? FAULT)];
  }
}
