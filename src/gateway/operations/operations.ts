/**
 * What the gateway does for its customers: the operations, and the one way to each of them, whatever door a request came in by.
 *
 *   door: octets ─► Call ─► admit the peer ─► verify, if no pause is on ─► admit the account ─► read the request
 *     ─► operation ─► outcome ─► door: octets
 *
 * A door (a form, SOAP) reads requests and writes answers, and nothing else: who may ask, what is done, and how errors become
 * refusals is decided here.
 * A new operation is a row of {@link OPERATIONS}.
 * @module
 */
import {
  type Callback,
  type CreateChildAccountRequest,
  type Credentials,
  type DeleteChildAccountRequest,
  type QueryRequest,
  REPORT,
  type Result,
  type TransferFundsRequest,
} from '../../protocol/index.js';
import { clientOf } from '../addresses.js';
import {
  type ForwardMmsRequest,
  forwardMms,
  type MmsStore,
  numberIn,
  type SubmitMmsRequest,
  type SubmittedMms,
  submitMms,
} from '../mm1/submit.js';
import type { Rates } from '../settings/limits.js';
import { originatorNumber } from '../store/accounts.js';
import { ChangeError } from '../store/changes.js';
import { formatMoney, parseMoney } from '../store/money.js';
import type { OwnFilter, OwnPageOptions } from '../store/own.js';
import type { Store } from '../store/store.js';
import type { Account, IssuedCredentials, OwnMessage } from '../store/types.js';
import type { SendRequest } from './contents.js';
import { type LoginLimits, type LoginPause, Logins } from './logins.js';
import { isSameRate, RateLimiter } from './rates.js';
import {
  badParameter,
  FAULT,
  LOGIN,
  NoMessage,
  notPermitted,
  Refusal,
  refusalOf,
  TOO_OFTEN,
  TooLate,
  TooOften,
} from './refusal.js';
import {
  contentKindOf,
  originatorOf,
  permittedReplyTo,
  type ReplacingSend,
  replacementOf,
  type SendOptions,
  type SendResult,
  type SendService,
  type SendStore,
  send,
} from './send.js';

/** What of the store operations need. */
export type OperationsStore = SendStore &
  MmsStore &
  Pick<
    Store,
    | 'verify'
    | 'login'
    | 'account'
    | 'accountOfNumber'
    | 'createChild'
    | 'deleteChild'
    | 'transfer'
    | 'keepPosted'
    | 'findOwn'
    | 'listOwn'
    | 'cancelWaitingOwn'
    | 'cancelOwn'
    | 'replaceOwn'
  >;

/** What operations are performed with. */
export interface Service extends SendService {
  readonly store: OperationsStore;
  /** How often accounts and addresses may ask; as often as they like when absent. */
  readonly rate?: Rates | undefined;
  /** What failed logins lead to, where it is not the default. */
  readonly logins?: Partial<LoginLimits> | undefined;
  /** Called when a login failed: a name or a PIN was wrong. */
  readonly onLoginFailed?: ((failure: LoginFailure) => void) | undefined;
  /** Called when messages were accepted. */
  readonly onAccepted: () => void;
  /** Called with what is the gateway's own fault; the caller hears of a report 98 alone. */
  readonly onFault: (error: unknown) => void;
}

/** What is known of a request while it is answered, for the log and the counts. No PIN and no text is ever put here. */
export interface RequestRecord {
  /** One of the interface's paths. */
  readonly path: string;
  /** Address of the client, as trusted proxies tell it; undefined for a request that came without a socket. */
  readonly peer?: string | undefined;
  /** Set once the credentials are good: before, a user name may be anything, a PIN in the wrong place too. */
  username?: string;
  operation?: string;
  /** Recipients as they were written. */
  to?: readonly string[];
  /** Of a send. */
  results?: readonly Result[];
  /** What a send was of: `text`, `ringtone`. */
  contentKind?: string;
  /** Of a request that was refused as a whole. */
  refusal?: number;
  /** Whether that was for asking too often, or during a pause. */
  isTooOften?: boolean;
}

/** A login that failed. */
export interface LoginFailure {
  readonly path: string;
  readonly peer: string | undefined;
  /**
   * The account that was asked for; undefined when there is none of that name, which may be anything: a PIN in the wrong place
   * too.
   */
  readonly username: string | undefined;
  /** The pauses that begin. */
  readonly pauses: readonly LoginPause[];
}

/** What operations need to know of who asks. */
interface Asking<Request> {
  readonly service: Service;
  readonly account: Account;
  readonly request: Request;
  readonly record: RequestRecord;
}

/** An operation: what it does once the caller is known and may ask. */
interface Operation<Request, Outcome> {
  readonly perform: (asking: Asking<Request>) => Promise<Outcome> | Outcome;
  /** For accounts alone that may manage others. */
  readonly isManagement?: boolean;
}

function operation<Request, Outcome>(
  perform: Operation<Request, Outcome>['perform'],
  more?: Omit<Operation<Request, Outcome>, 'perform'>,
): Operation<Request, Outcome> {
  return { perform, ...more };
}

/** Receipts and incoming messages that a client posts to its own gateway, to be tested against it (G-DLR-03). */
interface KeepPostedRequest {
  readonly operation: 'keepPosted';
  readonly callback: Callback;
}

/** Every operation by its name, which a request has as `operation`. */
const OPERATIONS = {
  sendSms: operation(sendRecorded),
  sendMultimedia: operation(sendRecorded),
  sendContent: operation(sendRecorded),
  availableCredit: operation(({ account }: Asking<Query>) => ({
    currency: account.currency,
    amount: formatMoney(account.credit),
  })),
  availableMessages: operation(({ account }: Asking<Query>) => countMessages(account)),
  permittedReplyTo: operation(({ account, service }: Asking<Query>) =>
    permittedReplyTo(account.replyTo, service.serviceDomain),
  ),
  createChildAccount: operation(createChild, { isManagement: true }),
  deleteChildAccount: operation(deleteChild, { isManagement: true }),
  transferFunds: operation(transfer, { isManagement: true }),
  keepPosted: operation(keepPosted),
  describeAccount: operation(({ account, service }: Asking<Described<'describeAccount'>>) => ({
    ...account,
    messages: countMessages(account),
    originators: permittedReplyTo(account.replyTo, service.serviceDomain),
  })),
  findMessage: operation(findMessage),
  listMessages: operation(({ account, service, request }: Asking<ListMessagesRequest>) =>
    service.store.listOwn(account.username, request.filter, request.page),
  ),
  cancelMessage: operation(cancelMessage),
  cancelBetween: operation(cancelBetween),
  replaceMessage: operation(replaceMessage),
  submitMms: operation(submitRecorded),
  forwardMms: operation(forwardRecorded),
} as const;

/** A send, which may be accepted just once whatever comes again, and may say what SMPP says of it. */
type KeyedSend = SendRequest & Omit<SendOptions, 'isReply'>;

/** Of an operation that is asked for by its name alone. */
interface Described<N extends string> {
  readonly operation: N;
}

/** A message of the caller's own. */
interface MessageRequest<N extends string> extends Described<N> {
  readonly messageIdentifier: string;
}

/** Another content for a message of the caller's own that waits. */
export interface ReplaceMessageRequest extends MessageRequest<'replaceMessage'> {
  /** Whom the message has to be from, as the caller knows it; anybody when absent. */
  readonly originator?: string | undefined;
  /** The new content, and when it goes: as before when it does not say. Recipients and originators in it count for nothing. */
  readonly send: ReplacingSend;
  /** Of a message that came over SMPP: which receipts are wanted from now on; those of before when absent. */
  readonly registeredDelivery?: number | undefined;
  /** Until when it is of use from now on; as before when absent. */
  readonly validUntil?: number | undefined;
}

/** Messages of the caller's own that wait, from an originator to a recipient. */
interface CancelBetweenRequest extends Described<'cancelBetween'> {
  /** As the message has it; the account's default when absent. */
  readonly originator?: string | undefined;
  readonly recipient: string;
}

interface ListMessagesRequest extends Described<'listMessages'> {
  readonly filter: OwnFilter;
  readonly page: OwnPageOptions;
}

/** Of an operation that needs nothing but the account. */
type Query = Pick<QueryRequest, 'operation'>;

/** Name of an operation. */
export type OperationName = keyof typeof OPERATIONS;

/** What an operation is asked with, and what comes of it. */
export type RequestOf<N extends OperationName> = Parameters<(typeof OPERATIONS)[N]['perform']>[0]['request'];
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[N]['perform']>>;

/** A phone whose number a proxy has told that is trusted with it: its account is the one with that two-way number. */
export interface Phone {
  /** Digits with the country code. */
  readonly number: string;
}

/** An account that has logged in with a session of its own, and has had the same PIN since. */
export interface LoggedIn {
  readonly username: string;
  /** That of the account's login. */
  readonly mark: string;
}

/**
 * A request as a door hands it over. Both parts are asked for when it is their turn: credentials count before what else is wrong
 * (G-AUTH-04).
 */
export interface Call<Request> {
  /** @returns undefined for what no gateway could have issued. */
  readonly credentials: () => Credentials | Phone | LoggedIn | undefined;
  /** Large ones are read elsewhere, so that it may be a promise. @throws FormatError */
  readonly request: () => Request | Promise<Request>;
}

/** Performs operations. */
export class Operations {
  readonly #service: Service;
  #rates: Rates = {};
  #byAddress: RateLimiter | undefined;
  #byAccount: RateLimiter | undefined;
  readonly #logins: Logins;

  constructor(service: Service) {
    this.#service = service;
    this.#logins = new Logins(service.logins);
    this.setRates(service.rate ?? {});
  }

  /**
   * Other rates from now on. What was asked lately counts on where a rate is as it was.
   * @throws RangeError for a rate that is not positive; then all are as they were.
   */
  setRates(rates: Rates): void {
    const { address, account } = rates;
    const limiterOf = (rate: Rates['account'], before: Rates['account'], limiter: RateLimiter | undefined) =>
      isSameRate(rate, before) ? limiter : rate ? new RateLimiter(rate) : undefined;
    const byAddress = limiterOf(address, this.#rates.address, this.#byAddress);
    this.#byAccount = limiterOf(account, this.#rates.account, this.#byAccount);
    this.#byAddress = byAddress;
    this.#rates = rates;
  }

  /** Counts a request for the address that it is from, which it gives. @throws Refusal when that asks too often. */
  admit(record: RequestRecord): string | undefined {
    const client = findClient(record);
    if (client !== undefined && this.#byAddress?.admit(client) === false) throw TOO_OFTEN;
    return client;
  }

  /**
   * Performs what a call asks for, when the caller may ask it; gives the request and what came of it.
   * @throws Refusal, FormatError for what is wrong with the call; anything else is the gateway's own fault. See {@link refuse}.
   */
  async perform<N extends OperationName>(
    record: RequestRecord,
    call: Call<RequestOf<N> & { readonly operation: N }>,
  ): Promise<{ readonly request: RequestOf<N> & { readonly operation: N }; readonly outcome: OutcomeOf<N> }> {
    const service = this.#service;
    const client = this.admit(record);
    const account = await this.#identify(record, client, call.credentials());
    if (account === undefined) throw LOGIN;
    const request = await call.request();
    record.operation ??= request.operation;
    const { perform, isManagement } = OPERATIONS[request.operation] as unknown as Operation<RequestOf<N>, OutcomeOf<N>>;
    if (isManagement === true && !account.mayManage) throw notPermitted('The account may not manage others');
    return { request, outcome: await perform({ service, account, request, record }) };
  }

  async #identify(
    record: RequestRecord,
    client: string | undefined,
    caller: Credentials | Phone | LoggedIn | undefined,
  ): Promise<Account | undefined> {
    if (caller === undefined) return undefined;
    if ('pin' in caller) return this.authenticate(record, caller, client);
    const { store } = this.#service;
    const account = 'number' in caller ? await store.accountOfNumber(caller.number) : await this.#findLoggedIn(caller);
    if (account === undefined) return undefined;
    this.#count(record, account);
    return account;
  }

  async #findLoggedIn({ username, mark }: LoggedIn): Promise<Account | undefined> {
    const login = await this.#service.store.login(username);
    return login?.mark === mark ? login.account : undefined;
  }

  /** Counts a request of an account. @throws Refusal when that asks too often. */
  #count(record: RequestRecord, { username }: Account): void {
    record.username = username;
    if (this.#byAccount?.admit(username) === false) throw TOO_OFTEN;
  }

  /**
   * The account, when name and PIN are right; undefined when they are not. `client` is the address that the attempt counts for,
   * as {@link admit} gives it.
   * @throws Refusal, BusyError when nothing is compared just now, or the account asks too often.
   */
  async authenticate(
    record: RequestRecord,
    { username, pin }: Credentials,
    client: string | undefined,
  ): Promise<Account | undefined> {
    const { store, onLoginFailed } = this.#service;
    const attempt = this.#logins.attempt(username, client);
    const waitMs = attempt.waitMs();
    if (waitMs > 0) throw new TooOften(waitMs);
    const account = await store.verify(username, pin, attempt);
    if (account !== undefined) {
      // What is refused is not remembered either.
      this.#count(record, account);
      attempt.succeeded();
      return account;
    }
    const { path, peer } = record;
    const pauses = attempt.failed();
    if (onLoginFailed !== undefined) onLoginFailed({ path, peer, username: (await store.account(username))?.username, pauses });
    return undefined;
  }

  /**
   * Answers a message from a handset in the name of the account that has its two-way number, unless that is nobody's, or the
   * account is disabled.
   */
  async reply({ from, to }: { readonly from: string; readonly to: string }, text: string): Promise<void> {
    const service = this.#service;
    const account = await service.store.accountOfNumber(to);
    if (account === undefined) return;
    const replyTo = account.replyTo.find((value) => originatorNumber(value) === to);
    const request = { operation: 'sendSms', message: text, sendTo: [from], replyTo } as const;
    await send(service, account, request, { isReply: true });
    service.onAccepted();
  }

  /**
   * What is answered when a call failed: the caller's mistake in words, or report 98 for a fault of the gateway's, which is
   * told.
   */
  refuse(record: RequestRecord, error: unknown): Refusal {
    const refusal = refusalOf(error);
    if (refusal === undefined) this.#service.onFault(error);
    record.refusal = (refusal ?? FAULT).report;
    if (refusal instanceof TooOften) record.isTooOften = true;
    return refusal ?? FAULT;
  }
}

// ---- The operations ----

async function sendRecorded({ service, account, request, record }: Asking<KeyedSend>): Promise<readonly SendResult[]> {
  if (request.sendTo !== undefined) record.to = request.sendTo;
  record.contentKind = contentKindOf(request);
  const { once, registeredDelivery, dataCoding, validUntil } = request;
  const results = await send(service, account, request, { once, registeredDelivery, dataCoding, validUntil });
  record.results = results;
  service.onAccepted();
  return results;
}

async function submitRecorded({ service, account, request, record }: Asking<SubmitMmsRequest>): Promise<SubmittedMms> {
  const { to = [], cc = [], bcc = [] } = request.message;
  return recordSubmitted(service, record, [...to, ...cc, ...bcc], submitMms(service, account, request));
}

async function forwardRecorded({ service, account, request, record }: Asking<ForwardMmsRequest>): Promise<SubmittedMms> {
  const { to = [], cc = [], bcc = [] } = request.request;
  return recordSubmitted(service, record, [...to, ...cc, ...bcc], forwardMms(service, account, request));
}

async function recordSubmitted(
  service: Service,
  record: RequestRecord,
  to: readonly string[],
  submitting: Promise<SubmittedMms>,
): Promise<SubmittedMms> {
  record.to = to.map((address) => numberIn(address) ?? address);
  record.contentKind = 'mms';
  const submitted = await submitting;
  if (submitted.results !== undefined) record.results = submitted.results;
  service.onAccepted();
  return submitted;
}

/** Whole messages that the credit pays for (G-QRY-03); none at all when messages are free, since there is no number for that. */
function countMessages({ credit, pricePerPart }: Account): number {
  return pricePerPart > 0 ? Math.max(0, Math.floor(credit / pricePerPart)) : 0;
}

async function createChild({ service, account, request }: Asking<CreateChildAccountRequest>): Promise<IssuedCredentials> {
  const issued = await service.store.createChild(account.username, request);
  if (issued === 'not-permitted') throw notPermitted('A child has no children');
  return issued;
}

async function deleteChild({ service, account, request }: Asking<DeleteChildAccountRequest>): Promise<void> {
  const outcome = await service.store.deleteChild(account.username, request.childUsername);
  if (outcome === 'not-own') throw notPermitted('The account is no child of yours');
}

/** A number of messages costs what it would cost the account that gives (G-MGT-06). */
async function transfer({ service, account, request }: Asking<TransferFundsRequest>): Promise<void> {
  const amount =
    request.amount === undefined
      ? request.messages * account.pricePerPart
      : parseMoney(request.amount, 'TransferCurrencyAmount');
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw badParameter('TransferMessagesAmount', 'is no amount that can be moved');
  switch (await service.store.transfer(account.username, request.to, amount)) {
    case 'not-related':
      throw notPermitted('The account is neither your parent nor a child of yours');
    case 'shared':
      throw badParameter('TransferToAccountUsername', 'an account of type SHARED has no credit of its own');
    case 'no-credit':
      throw new Refusal(REPORT.outOfCredit, 'Out of credit');
  }
}

async function findMessage({ service, account, request }: Asking<MessageRequest<'findMessage'>>): Promise<OwnMessage> {
  return (await service.store.findOwn(account.username, request.messageIdentifier)) ?? noMessage();
}

/** Takes back what has not left. @throws Refusal `noMessage`, `tooLate` */
async function cancelMessage({ service, account, request }: Asking<MessageRequest<'cancelMessage'>>): Promise<OwnMessage> {
  const { messageIdentifier } = request;
  await changeOwn(() => service.store.cancelOwn(account.username, messageIdentifier));
  return (await service.store.findOwn(account.username, messageIdentifier)) ?? noMessage();
}

/** Replaces what has not left. @throws Refusal `noMessage`, `tooLate`, `outOfCredit`, and as a send for its content. */
async function replaceMessage({ service, account, request, record }: Asking<ReplaceMessageRequest>): Promise<OwnMessage> {
  const { messageIdentifier, originator, send: sent, registeredDelivery, validUntil } = request;
  const { username } = account;
  const before = await service.store.findOwn(username, messageIdentifier);
  if (before === undefined || (originator !== undefined && originator !== before.originator)) return noMessage();
  record.to = [before.recipient];
  record.contentKind = contentKindOf(sent);
  const replacement = await replacementOf(service, account, before, sent);
  const whole = { ...replacement, registeredDelivery, validUntil };
  await changeOwn(() => service.store.replaceOwn(username, messageIdentifier, whole));
  service.onAccepted();
  return (await service.store.findOwn(username, messageIdentifier)) ?? noMessage();
}

/** Changes a message, with refusals in place of what the store throws. */
async function changeOwn(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    if (error.code === 'not-found') noMessage();
    if (error.field === 'credit') throw new Refusal(REPORT.outOfCredit, 'Out of credit');
    throw new TooLate(error.reason);
  }
}

/** Takes back what waits, and gives how many that were. @throws Refusal `tooLate` when that is none */
async function cancelBetween({ service, account, request }: Asking<CancelBetweenRequest>): Promise<number> {
  const { store } = service;
  const originator = originatorOf(request.originator, account.replyTo, service.serviceDomain);
  const cancelled = await store.cancelWaitingOwn(account.username, { originator, recipient: request.recipient });
  if (cancelled === 0) throw new TooLate('No such message waits');
  return cancelled;
}

function noMessage(): never {
  throw new NoMessage();
}

async function keepPosted({ service, account, request, record }: Asking<KeepPostedRequest>): Promise<readonly Result[]> {
  const { callback } = request;
  // The account may have been deleted since.
  if (!(await service.store.keepPosted(account.username, callback))) throw LOGIN;
  record.results = [{ messageIdentifier: callback.messageIdentifier, report: REPORT.success, accepted: true, text: 'OK' }];
  return record.results;
}

/** What a request counts for; undefined for one that came without a socket. */
export function findClient({ peer }: RequestRecord): string | undefined {
  return peer === undefined ? undefined : clientOf(peer);
}
