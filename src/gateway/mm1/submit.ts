/**
 * The operations of MM1: a phone's message to its recipients, and one that it was notified of to others.
 *
 *   M-Send.req ─► sender, recipients ─► M-Retrieve.conf, hosted once ─► a copy with an address and an M-Notification.ind of its own for each recipient
 *
 * Each recipient's copy has its own token, which is all that his handset has to show: who answers is known by it. All of a
 * request is charged and queued in
 * one transaction, and a request that is repeated (the same transaction and content of the same phone) is answered as the first
 * one was.
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6.1, 6.2 and 6.7.
 * @module
 */
import { createHash, randomInt } from 'node:crypto';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { buildSubmits, type Content } from '../../message/index.js';
import {
  buildNotification,
  decodeMms,
  encodeMms,
  MESSAGE_CLASSES,
  type MForwardReq,
  MMS_CONTENT_TYPE,
  type MmsTime,
  type MRetrieveConf,
  type MSendReq,
  parseMmsAddress,
  toRetrieveConf,
  toSendReq,
} from '../../mms/index.js';
import { isAccepted, parseNumber, REPORT, type Result } from '../../protocol/index.js';
import { ANYBODY } from '../delivery/delivery.js';
import { picturesOf } from '../operations/contents.js';
import { Refusal } from '../operations/refusal.js';
import { BAD_RECIPIENT, laneFinder, NO_LINK, OPTED_OUT, partOf, resultOf, type SendService } from '../operations/send.js';
import { newToken } from '../store/accept.js';
import type { Store } from '../store/store.js';
import type { AcceptedRecipient, AcceptJob, Account, HostedContent, OutboundPart } from '../store/types.js';
import { MmsRefusal } from './refusal.js';
import { nameOnAir } from './reports.js';

/** What of the store is needed. */
export type MmsStore = Pick<Store, 'acceptAll' | 'findSentMms' | 'mmsCopy' | 'hosted'>;

/** What phones are served with. */
export interface MmsService extends SendService {
  readonly store: SendService['store'] & MmsStore;
}

/** A message of a phone. */
export interface SubmitMmsRequest {
  readonly operation: 'submitMms';
  readonly message: MSendReq;
  /** The phone's number, where a proxy told it; else it is the message's From, or the account's own. */
  readonly number?: string | undefined;
}

/** A message that a phone sends on without having fetched it. */
export interface ForwardMmsRequest {
  readonly operation: 'forwardMms';
  readonly request: MForwardReq;
  readonly number?: string | undefined;
}

/** What became of a message. */
export interface SubmittedMms {
  /** Message-ID; absent when nobody gets it. */
  readonly messageId?: string | undefined;
  /** Recipients. */
  readonly recipients: number;
  /** Of those, who get it. */
  readonly accepted: number;
  /** A result for each recipient; absent for a request that was repeated. */
  readonly results?: readonly Result[] | undefined;
}

/**
 * Characters of a subject that every handset has to accept in a notification (OMA-TS-MMS-CONF-V1_3 section 10.2.5); the message
 * has all of it.
 */
const MAX_SUBJECT = 40;

/**
 * Recipients of a phone's message: each is a notification of its own to encode, and phones have no lists as long as programs
 * have.
 */
const MAX_RECIPIENTS = 100;

/** What listings and counts call it. */
const CONTENT_KIND = 'mms';

/** How often a message may be sent on: one that goes in circles ends. */
const MAX_FORWARDS = 10;

/** Versions that answer each other: those of one major number (section 7.3.34). */
const IS_FIRST = /^1(?:[.]|$)/;

/**
 * Headers of a phone that its recipients get, with the body. All others are the MMSC's to say: who it is from above all, which a
 * phone must not
 * say a second time.
 */
const PASSED_ON = [
  ...['mmsVersion', 'to', 'cc', 'subject', 'messageClass', 'priority', 'senderVisibility', 'deliveryReport', 'readReport'],
  ...['previouslySentBy', 'previouslySentDate', 'applicId', 'replyApplicId', 'auxApplicInfo', 'contentClass', 'drmContent'],
  ...['distributionIndicator', 'replaceId', 'contentType', 'charset', 'start', 'startType', 'parameters'],
] as const;

/** The address of a copy: scheme and host are whatever the gateway was reached by. */
const COPY_PATH = /\/mm1\/([\w-]{16,64})$/;

/**
 * Takes a phone's message. Comes back when it is durable.
 * @throws Refusal, MmsRefusal for the whole request; FormatError of a content that cannot be carried.
 */
export function submitMms(
  service: MmsService,
  account: Account,
  { message, number }: Pick<SubmitMmsRequest, 'message' | 'number'>,
): Promise<SubmittedMms> {
  // Who had it before is for the MMSC to say.
  return submit(service, account, { ...message, previouslySentBy: undefined, previouslySentDate: undefined }, number);
}

async function submit(service: MmsService, account: Account, message: MSendReq, number?: string): Promise<SubmittedMms> {
  if (!IS_FIRST.test(message.mmsVersion)) throw new MmsRefusal('unsupported', `MMS ${message.mmsVersion} is not supported`);
  if (message.replyCharging !== undefined) throw new MmsRefusal('reply-charging', 'Reply charging is not supported');
  const sender = findSender(account, message.from, number);
  const recipients = findRecipients(service, message);
  const requestKey = keyOf(account, sender, message);
  const known = await service.store.findSentMms(requestKey);
  if (known !== undefined) return { messageId: known.id, recipients: recipients.length, accepted: known.accepted };
  const destinations = await findDestinations(service, account, sender, recipients);
  const { id, jobs } = await buildJobs(service, account, { message, sender, destinations, requestKey });
  try {
    return await acceptJobs(service, id, jobs, destinations);
  } catch (error) {
    // The same request may have come twice at a time, here or at another gateway: the key of the second was refused.
    const first = await service.store.findSentMms(requestKey).catch(() => undefined);
    if (first === undefined) throw error;
    return { messageId: first.id, recipients: recipients.length, accepted: first.accepted };
  }
}

/**
 * Sends a message on that a phone was notified of.
 * @throws as {@link submitMms}; MmsRefusal when there is no such message for this phone, or it was sent on too often.
 */
export async function forwardMms(
  service: MmsService,
  account: Account,
  { request, number }: Pick<ForwardMmsRequest, 'request' | 'number'>,
): Promise<SubmittedMms> {
  const sender = findSender(account, request.from, number);
  const token = COPY_PATH.exec(request.contentLocation)?.[1];
  const copy = token === undefined ? undefined : await service.store.mmsCopy(token);
  // Of other phones' messages it is not told that they are there.
  const content = copy?.recipient === sender ? await service.store.hosted(copy.hostedToken) : undefined;
  if (content === undefined) throw new MmsRefusal('no-message', 'No such message, or it has expired');
  const original = decodeMms(content.data, { limits: { mmsOctets: content.data.length } }) as MRetrieveConf;
  const { previouslySentBy = [], previouslySentDate = [], from } = original;
  const count = previouslySentDate.length + 1;
  if (count > MAX_FORWARDS) throw new MmsRefusal('not-accepted', `Sent on ${MAX_FORWARDS} times already`);
  const { transactionId, to, cc, bcc, expiry, deliveryTime, deliveryReport = false, readReport = false } = request;
  const { to: _to, cc: _cc, ...kept } = original;
  const message: MSendReq = {
    ...toSendReq(kept, { transactionId, to, cc, bcc, expiry, deliveryTime, deliveryReport, readReport }),
    // Whoever wanted to stay hidden does.
    previouslySentBy: [...previouslySentBy, ...(from === undefined ? [] : [{ forwardedCount: count, address: from }])],
    previouslySentDate: [...previouslySentDate, { forwardedCount: count, date: original.date }],
    from: addressOf(sender),
  };
  return submit(service, account, message, sender);
}

// ---- Who, and to whom ----

/**
 * The number that a message is from.
 * @throws Refusal `replyToNotPermitted` for one that is not the account's, or an account without one.
 */
function findSender({ replyTo }: Account, from: string | undefined, told: string | undefined): string {
  if (told !== undefined) return told;
  const own = replyTo.flatMap((value) => parseNumber(value) ?? []);
  const asked = from === undefined ? own[0] : numberIn(from);
  if (asked === undefined || !own.includes(asked)) {
    throw new Refusal(REPORT.replyToNotPermitted, 'From is no number of this account');
  }
  return asked;
}

/** The number of each recipient, once however often it is named; undefined for an address that is not a telephone number. */
type Recipients = readonly (string | undefined)[];

function findRecipients({ limits }: MmsService, { to = [], cc = [], bcc = [] }: MSendReq): Recipients {
  const written = [...to, ...cc, ...bcc];
  const most = Math.min(limits.recipients, MAX_RECIPIENTS);
  if (written.length > most) throw new Refusal(REPORT.badRecipient, `${written.length} recipients, at most ${most} of a phone`);
  const recipients = new Map<string, string | undefined>();
  for (const address of written) {
    const number = numberIn(address);
    recipients.set(number ?? address, number);
  }
  if ([...recipients.values()].every((number) => number === undefined)) {
    throw new Refusal(REPORT.badRecipient, 'No recipient is a telephone number');
  }
  return [...recipients.values()];
}

/** Where a recipient's copy goes, or why he gets none. */
type Destination =
  | { readonly refusal: Result }
  | { readonly refusal?: undefined; readonly number: string; readonly lane: string | undefined };

/** In the order of the recipients. */
async function findDestinations(
  service: MmsService,
  { username }: Account,
  sender: string,
  recipients: Recipients,
): Promise<Destination[]> {
  const numbers = recipients.flatMap((number) => number ?? []);
  const optedOut = await service.store.findOptedOut(sender, numbers);
  const findLane = laneFinder(service, { username, contentKind: CONTENT_KIND });
  return recipients.map((number) => {
    if (number === undefined) return { refusal: BAD_RECIPIENT };
    if (optedOut.has(number)) return { refusal: OPTED_OUT };
    const lane = findLane?.(number);
    return findLane !== undefined && lane === undefined ? { refusal: NO_LINK } : { number, lane };
  });
}

/** The digits of `+447700900001/TYPE=PLMN`. */
export function numberIn(address: string): string | undefined {
  const { value, type } = parseMmsAddress(address);
  return type === undefined || type.toUpperCase() === 'PLMN' ? parseNumber(value) : undefined;
}

function addressOf(number: string): string {
  return `+${number}/TYPE=PLMN`;
}

/** Phones that try again may say another date. Accounts may share a number, and have nothing of each other's. */
function keyOf({ username }: Account, sender: string, message: MSendReq): string {
  const octets = encodeMms({ ...message, date: undefined });
  return createHash('sha256')
    .update(`${JSON.stringify([username, sender])} `)
    .update(octets)
    .digest('base64url');
}

// ---- Jobs ----

interface Submission {
  readonly message: MSendReq;
  readonly sender: string;
  readonly destinations: readonly Destination[];
  readonly requestKey: string;
}

/**
 * A job for each recipient who is a number, the cheap ones first: when the credit is not enough for one, it is for none after
 * it.
 */
async function buildJobs(service: MmsService, account: Account, { message, sender, destinations, requestKey }: Submission) {
  const { clock, limits, publicUrl, serviceDomain, walledGarden } = service;
  const token = service.newToken ?? newToken;
  const now = clock();
  const retrieved = await messageFor(account, message, sender, now);
  const data = encodeMms(retrieved);
  if (data.length > limits.mmsOctets) {
    throw new MmsRefusal('not-accepted', `A message of ${data.length} octets, at most ${limits.mmsOctets}`);
  }
  const { dueAt, availableAt, expiresAt } = timesOf(message, now, limits.hostedMs);
  const hosted: HostedContent = {
    ...{ token: token(), contentType: MMS_CONTENT_TYPE, data, expiresAt },
    // The phone that sends may forbid it.
    ...(message.adaptationAllowed !== false && { adaptation: {} }),
  };
  const id = token();
  const notify = (copyToken: string): Content => ({
    kind: 'mmsNotification',
    notification: notificationOf(message, retrieved, {
      transactionId: copyToken,
      contentLocation: `${publicUrl()}/mm1/${copyToken}`,
      messageSize: data.length,
      // A phone counts from when it is notified.
      expiry: { kind: 'relative', seconds: Math.floor((expiresAt - availableAt) / 1000) },
    }),
  });
  const page = (): Content => ({
    kind: 'serviceIndication',
    si: {
      href: `${publicUrl()}/m/${hosted.token}/`,
      text: message.subject ?? 'Message',
      created: new Date(now - (now % 1000)),
    },
  });
  // Whoever wants to stay hidden does, also as the sender of the SMS.
  const originator = message.senderVisibility === 'hide' ? nameOnAir(serviceDomain) : sender;
  let pageParts: OutboundPart[] | undefined;
  const jobs: (AcceptJob & { readonly place: number })[] = [];
  for (const [place, destination] of destinations.entries()) {
    if (destination.refusal !== undefined) continue;
    const { number, lane } = destination;
    const job = {
      ...{ place, username: account.username, originator, contentKind: CONTENT_KIND, recipients: [number], dueAt },
      ...(lane !== undefined && { findLane: () => lane }),
    };
    if (walledGarden.has(number)) {
      pageParts ??= partsOf(service, page());
      jobs.push({ ...job, parts: pageParts, mmsPageOf: id });
    } else {
      const copyToken = token();
      const mmsCopy = { token: copyToken, messageId: id, expiresAt };
      jobs.push({ ...job, parts: partsOf(service, notify(copyToken)), mmsCopy });
    }
  }
  jobs.sort((one, other) => one.parts.length - other.parts.length);
  const mms = {
    ...{ id, sender, requestKey, hostedToken: hosted.token },
    ...{ wantsDelivery: message.deliveryReport === true, wantsRead: message.readReport === true },
  };
  if (jobs[0] !== undefined) jobs[0] = { ...jobs[0], mms, hosted: [hosted] };
  return { id, jobs };
}

async function acceptJobs(
  service: MmsService,
  id: string,
  jobs: readonly (AcceptJob & { readonly place: number })[],
  destinations: readonly Destination[],
): Promise<SubmittedMms> {
  const outcomes = jobs.length === 0 ? [] : await service.store.acceptAll(jobs);
  const all = destinations.map(({ refusal }) => refusal);
  for (const [index, { place }] of jobs.entries()) {
    all[place] = resultOf(service, outcomes[index]?.recipients[0] as AcceptedRecipient);
  }
  const results = all as Result[];
  const accepted = results.filter(({ report }) => isAccepted(report)).length;
  return { ...(accepted > 0 && { messageId: id }), recipients: results.length, accepted, results };
}

/** The message as recipients fetch it; their own transaction and Message-ID are added when they do. */
async function messageFor(account: Account, message: MSendReq, sender: string, now: number): Promise<MRetrieveConf> {
  const parts = message.adaptationAllowed === false ? message.parts : await picturesOf(account).convertParts(message.parts);
  const given = message as unknown as Readonly<Record<string, unknown>>;
  const passedOn = omitUndefined(Object.fromEntries(PASSED_ON.map((name) => [name, given[name]])));
  const shown = { ...passedOn, type: message.type, transactionId: message.transactionId, from: addressOf(sender), parts };
  return toRetrieveConf(shown as unknown as MSendReq, { date: new Date(now) });
}

/**
 * When a message is due, from when on and until when it can be fetched.
 * @throws MmsRefusal when that is no time at all.
 */
function timesOf({ deliveryTime, expiry }: MSendReq, now: number, hostedMs: number) {
  const dueAt = deliveryTime === undefined ? undefined : atOf(deliveryTime, now);
  const availableAt = Math.max(now, dueAt ?? now);
  if (availableAt > now + hostedMs) throw new MmsRefusal('corrupt', 'X-Mms-Delivery-Time is too late');
  const expiresAt = Math.min(expiry === undefined ? Number.POSITIVE_INFINITY : atOf(expiry, now), availableAt + hostedMs);
  if (expiresAt < availableAt + 1_000) throw new MmsRefusal('corrupt', 'X-Mms-Expiry is before the message could be fetched');
  return { dueAt, availableAt, expiresAt };
}

function atOf(time: MmsTime, now: number): number {
  return time.kind === 'absolute' ? time.at.getTime() : now + time.seconds * 1_000;
}

type NotificationParts = Parameters<typeof buildNotification>[1];

/** What a phone wrote into a message is no longer in a notification than handsets have to accept. */
function notificationOf(message: MSendReq, retrieved: MRetrieveConf, options: NotificationParts) {
  const { subject, messageClass, deliveryReport } = message;
  const isKnownClass = (MESSAGE_CLASSES as readonly unknown[]).includes(messageClass);
  const source = { ...retrieved, messageClass: isKnownClass ? messageClass : 'personal' };
  const shown = subject === undefined ? undefined : [...subject].slice(0, MAX_SUBJECT).join('');
  return buildNotification(source, { ...options, subject: shown, deliveryReport });
}

/** The SMS messages of a content, for any recipient. */
function partsOf({ newReference }: MmsService, content: Content): OutboundPart[] {
  return buildSubmits(content, { to: ANYBODY, reference: newReference?.() ?? randomInt(256) }).map(partOf);
}
