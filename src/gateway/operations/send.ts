/**
 * What the gateway does with a send request: recipients, originator, content, parts, charge and queue; a result for each recipient.
 *
 *   request -> recipientsOf, replyToOf, onAirOf -> buildSubmits -> Store.accept -> results, in the order in which recipients were named
 *
 * Everything that concerns the whole request is refused as a whole, before anything is charged; a number that is none fails alone (G-GEN-10, G-SMS-15).
 * @module
 */

import { buildSubmits, type Content } from '../../message/index.js';
import { REPORT, type Result, type SendMultimediaRequest, type SendSmsRequest } from '../../protocol/index.js';
import { isAccepted } from '../../protocol/reports.js';
import { encodeUdh, type Submit } from '../../sms/index.js';
import type { AcceptedRecipient, AcceptJob, AcceptOutcome, Account, LibraryEntry, OutboundPart } from '../store/types.js';
import { type ContentSources, type Envelope, type OnAir, onAirOf } from './contents.js';
import { onAir, originatorNumber, replyToOf } from './originator.js';
import { type NamedRecipient, type RecipientLists, type Recipients, recipientsOf } from './recipients.js';
import type { WalledGarden } from './walled-garden.js';

/** Requests that put something on air. */
export type SendRequest = SendSmsRequest | SendMultimediaRequest;

/** What of the store is needed. */
export interface ProcessorStore {
  accept(job: AcceptJob): Promise<AcceptOutcome>;
  addressBook(username: string, book: string, group?: string): Promise<readonly string[] | undefined>;
  libraryItem(username: string, number: number): Promise<LibraryEntry | undefined>;
}

/** How requests are processed. */
export interface ProcessorOptions {
  readonly store: ProcessorStore;
  readonly clock: () => number;
  readonly serviceDomain: string;
  readonly serviceName: string;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
  readonly newToken: () => string;
  /** A number from 0 to 255, for concatenated messages. */
  readonly newReference: () => number;
  readonly walledGarden: WalledGarden;
  readonly recipients: number;
  readonly mmsOctets: number;
  readonly hostedMs: number;
}

const MINUTE = 60_000;

/** Any number does: parts are built once and go to every recipient. */
const ANYBODY = '447700900000';

/** Processes send requests. */
export class Processor {
  readonly #options: ProcessorOptions;

  constructor(options: ProcessorOptions) {
    this.#options = options;
  }

  /**
   * Takes a request of an account whose credentials are good. Comes back when every accepted message is durable.
   * @throws Refusal for the whole request, FormatError of a content that cannot be carried.
   */
  async send(account: Account, request: SendRequest): Promise<Result[]> {
    const { store, clock, serviceDomain } = this.#options;
    const { username } = account;
    const replyTo = replyToOf(request.replyTo, account.replyTo, serviceDomain);
    const recipients = await recipientsOf(
      listsOf(request),
      async (book, group) => store.addressBook(username, book, group),
      this.#options.recipients,
    );
    const carried = await this.#carried(account, request, recipients, replyTo);
    const now = clock();
    const dueAt = dueAtOf(request, now);
    const job = {
      username,
      originator: onAir(replyTo),
      contentKind:
        request.operation === 'sendMultimedia' ? request.content.kind : request.message === undefined ? 'flash' : 'text',
      service: request.deliveryServiceOption,
      dueAt,
    };
    return this.#accept(job, carried, [...recipients.to, ...recipients.cc, ...recipients.bcc], request);
  }

  async #carried(account: Account, request: SendRequest, recipients: Recipients, replyTo: string): Promise<OnAir> {
    const { store, publicUrl, newToken, clock, hostedMs, mmsOctets } = this.#options;
    const sources: ContentSources = {
      libraryItem: (number) => store.libraryItem(account.username, number),
      publicUrl: publicUrl(),
      newToken,
      now: clock(),
      hostedMs,
      mmsOctets,
    };
    return onAirOf(request, envelopeOf(recipients, replyTo), sources);
  }

  /** Recipients of one form after those of the other; the results are in the order of the request. */
  async #accept(
    job: Omit<AcceptJob, 'parts' | 'recipients'>,
    carried: OnAir,
    recipients: readonly NamedRecipient[],
    request: SendRequest,
  ): Promise<Result[]> {
    const { walledGarden, store } = this.#options;
    const results: Result[] = recipients.map(({ isNumber }) => (isNumber ? undefined : BAD_RECIPIENT) as Result);
    const { inWalledGarden } = carried;
    const isInside = (number: string) => inWalledGarden !== undefined && walledGarden.has(number);
    const groups = [
      { content: carried.content, isTaken: (number: string) => !isInside(number) },
      ...(inWalledGarden === undefined ? [] : [{ content: inWalledGarden, isTaken: isInside }]),
    ];
    let libraryNumber: number | undefined;
    let isKept = false;
    for (const { content, isTaken } of groups) {
      const places = recipients.flatMap(({ recipient, isNumber }, place) => (isNumber && isTaken(recipient) ? [place] : []));
      if (places.length === 0) continue;
      const outcome = await store.accept({
        ...job,
        parts: this.#parts(content, request),
        recipients: places.map((place) => (recipients[place] as NamedRecipient).recipient),
        ...(!isKept && carried.file !== undefined && { file: carried.file }),
        ...(!isKept && carried.hosted !== undefined && { hosted: [carried.hosted] }),
      });
      isKept ||= outcome.recipients.some(({ report }) => isAccepted(report));
      libraryNumber ??= outcome.libraryNumber;
      places.forEach((place, i) => {
        results[place] = this.#result(outcome.recipients[i] as AcceptedRecipient);
      });
    }
    return libraryNumber === undefined ? results : results.map((result) => ({ ...result, libraryNumber }));
  }

  #parts(content: Content, request: SendRequest): OutboundPart[] {
    const { phoneMake, phoneModel } =
      request.operation === 'sendSms' ? { phoneMake: undefined, phoneModel: undefined } : request;
    const submits = buildSubmits(content, {
      to: ANYBODY,
      make: phoneMake,
      model: phoneModel,
      reference: this.#options.newReference(),
      anySize: true,
    });
    return submits.map(partOf);
  }

  #result({ messageIdentifier, report, units }: AcceptedRecipient): Result {
    return { messageIdentifier, report, accepted: isAccepted(report), text: this.#text(report), units };
  }

  #text(report: AcceptedRecipient['report']): string {
    switch (report) {
      case REPORT.queued:
        return `Accepted by ${this.#options.serviceName}: queued`;
      case REPORT.scheduled:
        return `Accepted by ${this.#options.serviceName}: scheduled`;
      case REPORT.outOfCredit:
        return 'Out of credit';
      default:
        return 'Invalid Login';
    }
  }
}

const BAD_RECIPIENT: Result = {
  messageIdentifier: '-1',
  report: REPORT.badRecipient,
  accepted: false,
  text: 'Bad recipient number',
  units: 0,
};

function listsOf(request: SendRequest): RecipientLists {
  if (request.operation === 'sendSms' || request.content.kind !== 'mms') return request;
  const { sendTo, sendToAddressBook } = request;
  const { sendCc, sendBcc, sendCcAddressBook, sendBccAddressBook } = request.content;
  return { sendTo, sendToAddressBook, sendCc, sendBcc, sendCcAddressBook, sendBccAddressBook };
}

/** Those who got a copy openly are shown, and then those who got the message too; else recipients do not see each other. */
function envelopeOf({ to, cc }: Recipients, replyTo: string): Envelope {
  const numbers = (named: readonly NamedRecipient[]) =>
    named.flatMap(({ recipient, isNumber }) => (isNumber ? [`+${recipient}/TYPE=PLMN`] : []));
  const number = originatorNumber(replyTo);
  const from = number === undefined ? replyTo : `+${number}/TYPE=PLMN`;
  return { from, to: cc.length === 0 ? [] : numbers(to), cc: numbers(cc) };
}

/** When a message is due; undefined when that is now: a time that is past counts as now (G-TIME-01). */
function dueAtOf({ sendTimeDelay, sendTimeAbsolute }: SendRequest, now: number): number | undefined {
  if (sendTimeDelay !== undefined) return now + sendTimeDelay * MINUTE;
  const at = sendTimeAbsolute?.getTime();
  return at === undefined || at <= now ? undefined : at;
}

function partOf({ tpDcs, tpPid, udh, text, data }: Submit): OutboundPart {
  return {
    tpDcs,
    tpPid,
    udh: udh.length === 0 ? new Uint8Array(0) : encodeUdh(udh),
    userData: data === undefined ? { text: text as string } : { data },
  };
}
