/**
 * The operation `send`: recipients, originator, content, parts, charge and queue; a result for each recipient.
 *
 *   request -> findReplyTo, findRecipients, buildOutgoing -> buildSubmits -> Store.accept -> results, in the order in which recipients were named
 *
 * Everything that concerns the whole request is refused as a whole, before anything is charged; a number that is none fails
 * alone (G-GEN-10, G-SMS-15).
 * @module
 */
import { randomInt } from 'node:crypto';
import { buildSubmits, type Content } from '../../message/index.js';
import { isAccepted, parseAddressBook, parseNumber, REPORT, type Result, type Sending } from '../../protocol/index.js';
import { encodeUdh, type Submit } from '../../sms/index.js';
import { ANYBODY } from '../delivery/delivery.js';
import { NO_ROUTE } from '../delivery/lanes.js';
import type { GatewayLimits } from '../settings/limits.js';
import { newToken } from '../store/accept.js';
import { originatorNumber } from '../store/accounts.js';
import type { Replacement } from '../store/replace.js';
import type { Store } from '../store/store.js';
import type {
  AcceptedRecipient,
  AcceptJob,
  AcceptOnce,
  AcceptOutcome,
  Account,
  KeptAnswer,
  OutboundPart,
  OwnMessage,
  RoutedMessage,
} from '../store/types.js';
import { buildOutgoing, type ContentSources, type Envelope, type Outgoing, picturesOf, type SendRequest } from './contents.js';
import { badParameter, notPermitted, Refusal } from './refusal.js';

/** What of the store is needed. */
export type SendStore = Pick<Store, 'accept' | 'acceptOnce' | 'addressBook' | 'findOptedOut' | 'libraryItem'>;

/** What sends are made with. */
export interface SendService {
  readonly store: SendStore;
  readonly clock: () => number;
  /** Always permitted as ReplyTo (G-RID-01). */
  readonly serviceDomain: string;
  /** Service name shown in answers to accepted messages (G-ERR-02). */
  readonly serviceName: string;
  /** Where clients and handsets reach the gateway, without a slash at its end; known once the server listens. */
  readonly publicUrl: () => string;
  readonly walledGarden: WalledGarden;
  readonly limits: Pick<GatewayLimits, 'recipients' | 'mmsOctets' | 'hostedMs'>;
  /** The lane that a message waits in, where the delivery has several links; undefined when none of them takes it. */
  readonly findLane?: ((message: RoutedMessage) => string | undefined) | undefined;
  /** A token for hosted content. */
  readonly newToken?: (() => string) | undefined;
  /** A number from 0 to 255, for concatenated messages. */
  readonly newReference?: (() => number) | undefined;
}

/** How a request is accepted once, whatever comes again with its key. */
export interface SendOnce extends Pick<AcceptOnce, 'key' | 'fingerprint' | 'expiresAt'> {
  /** The answer, as it is kept for those that come again. */
  readonly answer: (results: readonly SendResult[]) => string;
}

/** How a request is taken. */
export interface SendOptions {
  /** At most once. */
  readonly once?: SendOnce | undefined;
  /** An answer to a message: who has opted out is told so. */
  readonly isReply?: boolean | undefined;
  /** Of a message that came over SMPP: which receipts its sender wants, as registered_delivery says it. */
  readonly registeredDelivery?: number | undefined;
  /** Of a text that came over SMPP: in which coding, as data_coding says it. */
  readonly dataCoding?: number | undefined;
  /** Until when the message is of use, in epoch milliseconds; as long as the gateway tries when absent. */
  readonly validUntil?: number | undefined;
}

/** A request with this key was accepted before. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
  readonly kept: KeptAnswer;

  constructor(kept: KeptAnswer) {
    super('a request with this key was accepted before');
    this.kept = kept;
  }
}

/** What became of a message, for one recipient. */
export interface SendResult extends Result {
  /** Digits, or what was written in place of a number. */
  readonly recipient: string;
}

const MINUTE = 60_000;

/**
 * Takes a request of an account whose credentials are good. Comes back when every accepted message is durable.
 * @throws Refusal for the whole request, FormatError of a content that cannot be carried, Repeated where it was accepted before.
 */
export async function send(
  service: SendService,
  account: Account,
  request: SendRequest,
  options: SendOptions = {},
): Promise<SendResult[]> {
  const replyTo = findReplyTo(request.replyTo, account.replyTo, service.serviceDomain);
  const recipients = await findRecipients(service, account, request);
  const carried = await buildContent(service, account, request, recipients, replyTo);
  const dueAt = dueAtOf(request, service.clock());
  const job = {
    username: account.username,
    originator: onAir(replyTo),
    contentKind: contentKindOf(request),
    service: request.deliveryServiceOption,
    dueAt,
    registeredDelivery: options.registeredDelivery,
    dataCoding: options.dataCoding,
    validUntil: options.validUntil,
  };
  return accept(service, job, carried, [...recipients.to, ...recipients.cc, ...recipients.bcc], request, options);
}

/** What a request sends, in the words of listings and counts. */
export function contentKindOf(request: SendRequest): string {
  if (request.operation !== 'sendSms') return request.content.kind;
  return request.message === undefined ? 'flash' : 'text';
}

async function buildContent(
  { store, publicUrl, clock, limits, newToken: token = newToken }: SendService,
  account: Account,
  request: SendRequest,
  recipients: Recipients,
  replyTo: string,
): Promise<Outgoing> {
  const sources: ContentSources = {
    libraryItem: (number) => store.libraryItem(account.username, number),
    publicUrl: publicUrl(),
    newToken: token,
    now: clock(),
    hostedMs: limits.hostedMs,
    mmsOctets: limits.mmsOctets,
    pictures: picturesOf(account),
  };
  // Multimedia messages alone show who sent them to whom.
  return buildOutgoing(request, request.operation === 'sendSms' ? NOBODY : envelopeOf(recipients, replyTo), sources);
}

/** A request whose content goes on air whole: nothing of it is fetched from here. */
export type ReplacingSend = Extract<SendRequest, { readonly operation: 'sendSms' | 'sendContent' }>;

/**
 * What takes the place of a message of an account's own, made as {@link send} makes it. Its recipient and originator stay.
 * @throws Refusal where the recipient opted out since, or no link takes it; FormatError of a content that cannot be carried.
 */
export async function replacementOf(
  service: SendService,
  account: Account,
  { recipient, originator }: Pick<OwnMessage, 'recipient' | 'originator'>,
  request: ReplacingSend,
): Promise<Replacement> {
  const contentKind = contentKindOf(request);
  if ((await service.store.findOptedOut(originator, [recipient])).has(recipient)) throw notPermitted(HAS_OPTED_OUT);
  const lane = laneFinder(service, { username: account.username, contentKind });
  const found = lane?.(recipient);
  if (lane !== undefined && found === undefined) throw new Refusal(REPORT.badRecipient, NO_LINK_TAKES_IT);
  const to = [{ recipient, isNumber: true }];
  const { content } = await buildContent(service, account, request, { to, cc: [], bcc: [] }, originator);
  const now = service.clock();
  const isTimed = request.sendTimeDelay !== undefined || request.sendTimeAbsolute !== undefined;
  return {
    ...{ parts: buildParts(service, content, request), contentKind },
    ...(isTimed && { dueAt: dueAtOf(request, now) ?? now }),
    ...(found !== undefined && { lane: found }),
  };
}

/** Recipients of one form after those of the other; the results are in the order of the request. */
async function accept(
  service: SendService,
  job: Omit<AcceptJob, 'parts' | 'recipients'>,
  carried: Outgoing,
  recipients: readonly NamedRecipient[],
  request: SendRequest,
  { once, isReply = false }: SendOptions,
): Promise<SendResult[]> {
  const { walledGarden, store } = service;
  const findLane = laneFinder(service, job);
  const numbers = recipients.flatMap(({ recipient, isNumber }) => (isNumber ? [recipient] : []));
  const optedOut = isReply ? NOBODY_OUT : await store.findOptedOut(job.originator, numbers);
  const results = recipients.map(({ recipient, isNumber }): SendResult | undefined => {
    if (!isNumber) return { recipient, ...BAD_RECIPIENT };
    if (optedOut.has(recipient)) return { recipient, ...OPTED_OUT };
    return findLane !== undefined && findLane(recipient) === undefined ? { recipient, ...NO_LINK } : undefined;
  });
  const { inWalledGarden } = carried;
  const isInside = (number: string) => inWalledGarden !== undefined && walledGarden.has(number);
  const groups = [
    { content: carried.content, isTaken: (number: string) => !isInside(number) },
    ...(inWalledGarden === undefined ? [] : [{ content: inWalledGarden, isTaken: isInside }]),
  ];
  const placed = groups
    .map(({ content, isTaken }) => ({
      content,
      places: recipients.flatMap(({ recipient }, place) => (results[place] === undefined && isTaken(recipient) ? [place] : [])),
    }))
    .filter(({ places }) => places.length > 0);
  const jobs = placed.map(
    ({ content, places }): AcceptJob => ({
      ...job,
      parts: buildParts(service, content, request),
      recipients: places.map((place) => (recipients[place] as NamedRecipient).recipient),
      ...(findLane !== undefined && { findLane: (recipient) => findLane(recipient) ?? NO_ROUTE }),
    }),
  );
  const { file, hosted } = carried;
  const kept = { ...(file !== undefined && { file }), ...(hosted !== undefined && { hosted: [hosted] }) };
  const resultsFrom = (outcomes: readonly AcceptOutcome[]): SendResult[] => {
    const all = [...results];
    for (const [index, { places }] of placed.entries()) {
      for (const [i, place] of places.entries()) {
        all[place] = resultOf(service, outcomes[index]?.recipients[i] as AcceptedRecipient);
      }
    }
    const libraryNumber = outcomes.find((outcome) => outcome.libraryNumber !== undefined)?.libraryNumber;
    const whole = all as SendResult[];
    return libraryNumber === undefined ? whole : whole.map((result) => ({ ...result, libraryNumber }));
  };
  if (once === undefined || jobs.length === 0) return resultsFrom(await acceptInTurn(store, jobs, kept));
  const outcomes = await store.acceptOnce(
    jobs.map((each) => ({ ...each, ...kept })),
    { ...once, username: job.username, answer: (outcomes) => once.answer(resultsFrom(outcomes)) },
  );
  if (!('length' in outcomes)) throw new Repeated(outcomes);
  return resultsFrom(outcomes);
}

/** One job after the other; what handsets fetch is kept with the first of them that is accepted. */
async function acceptInTurn(
  store: Pick<SendStore, 'accept'>,
  jobs: readonly AcceptJob[],
  kept: Pick<AcceptJob, 'file' | 'hosted'>,
): Promise<AcceptOutcome[]> {
  const outcomes: AcceptOutcome[] = [];
  let isKept = false;
  for (const job of jobs) {
    const outcome = await store.accept(isKept ? job : { ...job, ...kept });
    isKept ||= outcome.recipients.some(({ report }) => isAccepted(report));
    outcomes.push(outcome);
  }
  return outcomes;
}

function buildParts({ newReference }: SendService, content: Content, request: SendRequest): OutboundPart[] {
  const { phoneMake, phoneModel } = request.operation === 'sendSms' ? { phoneMake: undefined, phoneModel: undefined } : request;
  const submits = buildSubmits(content, {
    to: ANYBODY,
    make: phoneMake,
    model: phoneModel,
    reference: newReference?.() ?? randomInt(256),
    anySize: true,
  });
  return submits.map(partOf);
}

/** What is answered for a recipient. */
export function resultOf(service: SendService, { recipient, messageIdentifier, report, units }: AcceptedRecipient): SendResult {
  return { recipient, messageIdentifier, report, accepted: isAccepted(report), text: textOf(service, report), units };
}

function textOf({ serviceName }: SendService, report: AcceptedRecipient['report']): string {
  switch (report) {
    case REPORT.queued:
      return `Accepted by ${serviceName}: queued`;
    case REPORT.scheduled:
      return `Accepted by ${serviceName}: scheduled`;
    case REPORT.outOfCredit:
      return 'Out of credit';
    default:
      return 'Invalid Login';
  }
}

/** Of what was named and is no number. */
export const BAD_RECIPIENT: Result = {
  messageIdentifier: '-1',
  report: REPORT.badRecipient,
  accepted: false,
  text: 'Bad recipient number',
  units: 0,
};

const NOBODY_OUT: ReadonlySet<string> = new Set();

const HAS_OPTED_OUT = 'The recipient has opted out of messages from this originator';
const NO_LINK_TAKES_IT = 'No link takes this message to this number';

/** A recipient who wants nothing from the originator. */
export const OPTED_OUT: Result = {
  messageIdentifier: '-1',
  report: REPORT.notPermitted,
  accepted: false,
  text: HAS_OPTED_OUT,
  units: 0,
};

/** No route of the delivery's table takes such messages to this number. */
export const NO_LINK: Result = {
  messageIdentifier: '-1',
  report: REPORT.badRecipient,
  accepted: false,
  text: NO_LINK_TAKES_IT,
  units: 0,
};

/** The lane of each recipient, found once; undefined where the delivery has no lanes. */
export function laneFinder(
  { findLane }: SendService,
  { username, contentKind }: Pick<AcceptJob, 'username' | 'contentKind'>,
): ((recipient: string) => string | undefined) | undefined {
  if (findLane === undefined) return undefined;
  const found = new Map<string, string | undefined>();
  return (recipient) => {
    if (!found.has(recipient)) found.set(recipient, findLane({ recipient, username, contentKind }));
    return found.get(recipient);
  };
}

/** When a message is due; undefined when that is now: a time that is past counts as now (G-TIME-01). */
function dueAtOf({ sendTimeDelay, sendTimeAbsolute }: SendRequest, now: number): number | undefined {
  if (sendTimeDelay !== undefined) return now + sendTimeDelay * MINUTE;
  const at = sendTimeAbsolute?.getTime();
  return at === undefined || at <= now ? undefined : at;
}

/** A part as the store keeps it. */
export function partOf({ tpDcs, tpPid, udh, text, data }: Submit): OutboundPart {
  return {
    tpDcs,
    tpPid,
    udh: udh.length === 0 ? new Uint8Array(0) : encodeUdh(udh),
    userData: data === undefined ? { text: text as string } : { data },
  };
}

// ---- Recipients ----

/** Somebody who was named. What is no number fails alone. */
interface NamedRecipient {
  /** Digits, or what was written. */
  readonly recipient: string;
  readonly isNumber: boolean;
}

/** Recipients by how they were named; together they are the request's, in this order. */
interface Recipients {
  readonly to: readonly NamedRecipient[];
  readonly cc: readonly NamedRecipient[];
  readonly bcc: readonly NamedRecipient[];
}

/** How a recipient of a multimedia message was named. */
interface RecipientLists extends Pick<Sending, 'sendTo' | 'sendToAddressBook'> {
  readonly sendCc?: readonly string[] | undefined;
  readonly sendBcc?: readonly string[] | undefined;
  readonly sendCcAddressBook?: string | undefined;
  readonly sendBccAddressBook?: string | undefined;
}

/**
 * To whom a request goes: numbers of its lists, then those of its address books, in order, each once per mention (G-SMS-15,
 * G-BOOK-01).
 * @throws Refusal `badParameter` for a book or group that the account has not, or nobody at all; `badRecipient` for more
 * recipients than are taken.
 */
async function findRecipients({ store, limits }: SendService, account: Account, request: SendRequest): Promise<Recipients> {
  const gather = async (numbers: readonly string[] = [], book: string | undefined, field: string) => {
    const inBook = book === undefined ? [] : await readBook(store, account, book, field);
    return [...numbers, ...inBook].map(named);
  };
  const lists = listsOf(request);
  const to = await gather(lists.sendTo, lists.sendToAddressBook, 'SendToAddressBook');
  const cc = await gather(lists.sendCc, lists.sendCcAddressBook, 'SendCcAddressBook');
  const bcc = await gather(lists.sendBcc, lists.sendBccAddressBook, 'SendBccAddressBook');
  const count = to.length + cc.length + bcc.length;
  if (count === 0) throw badParameter('SendTo', 'names nobody');
  if (count > limits.recipients) {
    throw new Refusal(REPORT.badRecipient, `${count} recipients, at most ${limits.recipients} in one request`);
  }
  return { to, cc, bcc };
}

function listsOf(request: SendRequest): RecipientLists {
  if (request.operation !== 'sendMultimedia' || request.content.kind !== 'mms') return request;
  const { sendTo, sendToAddressBook } = request;
  const { sendCc, sendBcc, sendCcAddressBook, sendBccAddressBook } = request.content;
  return { sendTo, sendToAddressBook, sendCc, sendBcc, sendCcAddressBook, sendBccAddressBook };
}

async function readBook(store: SendStore, { username }: Account, name: string, field: string): Promise<readonly string[]> {
  const { book, group } = parseAddressBook(name);
  const numbers = await store.addressBook(username, book, group);
  if (numbers === undefined) throw badParameter(field, 'the account has no such address book or group');
  return numbers;
}

function named(written: string): NamedRecipient {
  const number = parseNumber(written);
  return number === undefined ? { recipient: written, isNumber: false } : { recipient: number, isNumber: true };
}

const NOBODY: Envelope = { from: '', to: [], cc: [] };

/** Those who got a copy openly are shown, and then those who got the message too; else recipients do not see each other. */
function envelopeOf({ to, cc }: Recipients, replyTo: string): Envelope {
  const numbers = (named: readonly NamedRecipient[]) =>
    named.flatMap(({ recipient, isNumber }) => (isNumber ? [`+${recipient}/TYPE=PLMN`] : []));
  const number = originatorNumber(replyTo);
  const from = number === undefined ? replyTo : `+${number}/TYPE=PLMN`;
  return { from, to: cc.length === 0 ? [] : numbers(to), cc: numbers(cc) };
}

/**
 * Networks that let multimedia messages of others in only as WAP pushes, by the beginning of a number with country code, such as
 * `44778` (G-MMS-36).
 */
export class WalledGarden {
  readonly #prefixes: ReadonlySet<string>;
  readonly #lengths: readonly number[];

  constructor(prefixes: readonly string[] = []) {
    this.#prefixes = new Set(prefixes);
    this.#lengths = [...new Set(prefixes.map(({ length }) => length))];
  }

  /** Whether a number belongs to one of the networks. */
  has(number: string): boolean {
    return this.#lengths.some((length) => this.#prefixes.has(number.slice(0, length)));
  }
}

// ---- Originator ----

/** Characters of a name on air. */
const NAME_ON_AIR = 11;

/** What an account may put into ReplyTo: its own values, and always the service's domain (G-RID-01). */
export function permittedReplyTo(own: readonly string[], serviceDomain: string): string[] {
  return own.includes(serviceDomain) ? [...own] : [...own, serviceDomain];
}

/** An originator as it goes on air: digits, or the first characters of a name, as many as fit. */
export function onAir(replyTo: string): string {
  return parseNumber(replyTo) ?? [...replyTo].slice(0, NAME_ON_AIR).join('');
}

/** The originator on air of the value that a request names. @throws Refusal `replyToNotPermitted` */
export function originatorOf(asked: string | undefined, own: readonly string[], serviceDomain: string): string {
  return onAir(findReplyTo(asked, own, serviceDomain));
}

/**
 * The permitted value that a request names; numbers may be written in any way. Without one, the account's default, else the
 * service's domain.
 * @throws Refusal `replyToNotPermitted`
 */
function findReplyTo(asked: string | undefined, own: readonly string[], serviceDomain: string): string {
  if (asked === undefined) return own[0] ?? serviceDomain;
  const number = parseNumber(asked);
  const found = permittedReplyTo(own, serviceDomain).find(
    (value) => value === asked || (number !== undefined && parseNumber(value) === number),
  );
  if (found === undefined) throw new Refusal(REPORT.replyToNotPermitted, 'ReplyTo is not permitted for this account');
  return found;
}
