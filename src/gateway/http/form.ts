/**
 * The form interface: a path and the fields of a request to the body of an answer.
 *
 * Credentials are looked at before anything else, and what the answer says of a refusal has the form of the endpoint it was asked on:
 *
 *   sends           a line, or tags                  G-RES-01 to 11
 *   queryaccount    tags with an identifier of -1    G-RES-12, G-QRY-01
 *   manageaccount   tags without one                 G-RES-13
 *
 * Every outcome is a body; what is thrown is the gateway's own fault, and answered as report 98.
 * @module
 */
import { LimitError } from '../../errors.js';
import {
  type CreateChildAccountRequest,
  credentialsOf,
  type FormFields,
  formatCredit,
  formatManagement,
  formatMessageCount,
  formatPermittedReplyTo,
  formatResponse,
  type GatewayRequest,
  PATHS,
  parseRequest,
  REPORT,
  type Result,
  responseFormatOf,
  type TransferFundsRequest,
} from '../../protocol/index.js';
import { permittedReplyTo } from '../operations/originator.js';
import type { SendRequest } from '../operations/processor.js';
import type { RequestRecord } from '../operations/record.js';
import { badParameter, Refusal, refusalOf, refusalResult } from '../operations/refusal.js';
import { formatMoney, type Money, parseMoney } from '../store/money.js';
import type { Account, ChildDetails, IssuedCredentials } from '../store/types.js';

/** What of the store account requests need. */
export interface AccountStore {
  verify(username: string, pin: string): Promise<Account | undefined>;
  createChild(parent: string, details: ChildDetails): Promise<IssuedCredentials | 'not-permitted'>;
  deleteChild(parent: string, child: string): Promise<'ok' | 'not-own'>;
  transfer(from: string, to: string, amount: Money): Promise<'ok' | 'not-related' | 'no-credit' | 'shared'>;
}

/** What answers requests. */
export interface PortOptions {
  readonly store: AccountStore;
  readonly send: (account: Account, request: SendRequest) => Promise<readonly Result[]>;
  readonly serviceDomain: string;
  /** Of numbers in a list. */
  readonly limits: { readonly recipients: number };
  /** Whether a client, or an account, may ask once more just now. */
  readonly admitPeer: (record: RequestRecord) => boolean;
  readonly admitAccount: (account: Account) => boolean;
  /** Called with what went wrong in here; the caller hears of a report 98 alone. */
  readonly onFault: (error: unknown) => void;
}

/** Kinds of answers to a refusal. */
type Endpoint = 'send' | 'query' | 'manage';

/** Refusals of any request. */
export const LOGIN = new Refusal(REPORT.invalidLogin, 'Invalid Login');
export const FAULT = new Refusal(REPORT.internalError, 'Internal error');
/** Open point 15: not status 429. */
export const TOO_OFTEN = new Refusal(REPORT.internalError, 'Too many requests');

/**
 * Answers a request. Never throws.
 * @param fault why the form could not be read; the fields are then those that could, and the answer is the fault or a login error.
 */
export async function answerForm(
  record: RequestRecord,
  fields: FormFields,
  options: PortOptions,
  fault?: unknown,
): Promise<string> {
  try {
    return await answer(record, fields, options, fault);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) options.onFault(error);
    record.refusal = (refusal ?? FAULT).report;
    return formatRefusal(endpointOf(record.path, fields), fields, refusal ?? FAULT);
  }
}

async function answer(record: RequestRecord, fields: FormFields, options: PortOptions, fault: unknown): Promise<string> {
  if (!options.admitPeer(record)) throw TOO_OFTEN;
  // Past a limit nothing was read, credentials neither.
  if (fault instanceof LimitError) throw fault;
  const credentials = credentialsOf(fields);
  const account = credentials && (await options.store.verify(credentials.username, credentials.pin));
  if (account === undefined) throw LOGIN;
  record.username = account.username;
  if (!options.admitAccount(account)) throw TOO_OFTEN;
  if (fault !== undefined) throw fault;
  const request = parseRequest(record.path, fields, { limits: options.limits });
  record.operation = request.operation;
  switch (request.operation) {
    case 'sendSms':
    case 'sendMultimedia':
      if (request.sendTo !== undefined) record.to = request.sendTo;
      record.results = await options.send(account, request);
      return formatResponse(record.results, request.responseFormat ?? 0);
    case 'availableCredit':
      return formatCredit({ currency: account.currency, amount: formatMoney(account.credit) });
    case 'availableMessages':
      return formatMessageCount(messagesFor(account));
    case 'permittedReplyTo':
      return formatPermittedReplyTo(permittedReplyTo(account.replyTo, options.serviceDomain));
    default:
      if (!account.mayManage) throw notPermitted('The account may not manage others');
      return manage(account, request, options.store);
  }
}

/** Whole messages that the credit pays for (G-QRY-03); none at all when messages are free, since there is no number for that. */
export function messagesFor({ credit, pricePerPart }: Account): number {
  return pricePerPart > 0 ? Math.max(0, Math.floor(credit / pricePerPart)) : 0;
}

type ManagementRequest = Extract<GatewayRequest, { operation: 'createChildAccount' | 'deleteChildAccount' | 'transferFunds' }>;

async function manage(account: Account, request: ManagementRequest, store: AccountStore): Promise<string> {
  switch (request.operation) {
    case 'createChildAccount':
      return create(account, request, store);
    case 'deleteChildAccount': {
      const outcome = await store.deleteChild(account.username, request.childUsername);
      if (outcome === 'not-own') throw notPermitted('The account is no child of yours');
      return formatManagement({ report: REPORT.success });
    }
    case 'transferFunds':
      return transfer(account, request, store);
  }
}

async function create(account: Account, request: CreateChildAccountRequest, store: AccountStore): Promise<string> {
  const issued = await store.createChild(account.username, request);
  if (issued === 'not-permitted') throw notPermitted('A child has no children');
  return formatManagement({ report: REPORT.success, ...issued });
}

/** A number of messages costs what it would cost the account that gives (G-MGT-06). */
async function transfer(account: Account, request: TransferFundsRequest, store: AccountStore): Promise<string> {
  const amount =
    request.amount === undefined
      ? request.messages * account.pricePerPart
      : parseMoney(request.amount, 'TransferCurrencyAmount');
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw badParameter('TransferMessagesAmount', 'is no amount that can be moved');
  switch (await store.transfer(account.username, request.to, amount)) {
    case 'not-related':
      throw notPermitted('The account is neither your parent nor a child of yours');
    case 'shared':
      throw badParameter('TransferToAccountUsername', 'an account of type SHARED has no credit of its own');
    case 'no-credit':
      throw new Refusal(REPORT.outOfCredit, 'Out of credit');
    case 'ok':
      return formatManagement({ report: REPORT.success });
  }
}

function notPermitted(text: string): Refusal {
  return new Refusal(REPORT.notPermitted, text);
}

function endpointOf(path: string, fields: FormFields): Endpoint {
  if (path === PATHS.queryAccount) return 'query';
  if (path === PATHS.manageAccount) return 'manage';
  const isQuery = path === PATHS.variant && (fields.has('AvailableCredit') || fields.has('AvailableMessages'));
  return isQuery ? 'query' : 'send';
}

function formatRefusal(endpoint: Endpoint, fields: FormFields, refusal: Refusal): string {
  if (endpoint === 'manage') return formatManagement({ report: refusal.report, text: refusal.message });
  const { units: _units, ...result } = refusalResult(refusal);
  if (endpoint === 'query') return formatResponse([result], 1);
  const format = responseFormatOf(fields.get('ResponseFormat'));
  // A line is shown as HTML: what it quotes of the request must be no markup there, and no tags to a client.
  const text = format === 0 ? refusal.message.replace(/[<>&]/g, '?') : refusal.message;
  return formatResponse([{ ...result, text, units: 0 }], format);
}
