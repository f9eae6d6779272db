/**
 * A client of the gateway's SOAP port: the five operations of its WSDL, over the same exchange as the form interface.
 *
 *   request or parts  ->  call  ->  envelope  ->  exchange  ->  envelope  ->  result
 *
 * POST to /sendsms3 with an empty SOAPAction (G-SOAP-01). The content type is `text/xml; charset=utf-8`: SOAP 1.1 requires it (section 6) and every
 * toolkit that works from the WSDL sends it; the interface document's example has `text/soap`, which `contentType` chooses (G-SOAP-02). Status 500
 * with a fault is an answer, and a refusal. SOAP has one result for a message, whatever the number of recipients (G-SOAP-07), so nothing is split.
 *
 * Source: the gateway interface document, section 9.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import type { UnsignedSend } from '../content/model.js';
import { EncodeError, FormatError } from '../errors.js';
import type { Credit } from '../protocol/answers.js';
import { ProtocolError } from '../protocol/errors.js';
import type {
  Credentials,
  DeliveryReceipt,
  GatewayRequest,
  IncomingMessage,
  Result,
  SendMultimediaRequest,
  SendSmsRequest,
} from '../protocol/model.js';
import { REPORT } from '../protocol/reports.js';
import { PATHS } from '../protocol/request.js';
import { namespaceOf } from '../protocol/soap/format.js';
import * as soap from '../protocol/soap/index.js';
import type { AnswerOf, CallOf, CallParts, SoapFault, SoapOperation } from '../protocol/soap/types.js';
import { adviseOn, Connection, INSPECT } from './connection.js';
import type { CallOptions, ConnectionOptions } from './options.js';
import { refusalError, secretsOf } from './privacy.js';

/** Options of a {@link SoapSender}. */
export interface SoapSenderOptions extends ConnectionOptions {
  /** Path of the SOAP port; `/sendsms3` by default. */
  readonly path?: '/sendsms2' | '/sendsms3' | undefined;
  /** Namespace URI of the service's operations; that of the reference WSDL by default. */
  readonly namespace?: string | undefined;
  /** Media type of calls; `text/xml` by default (SOAP 1.1 section 6). */
  readonly contentType?: 'text/xml' | 'text/soap' | undefined;
}

/** Parts of SubmitMessage by the names of the WSDL; the sender adds Username and PIN. */
export type SubmitMessageInput = Omit<CallParts<string | number>['SubmitMessage'], 'Username' | 'PIN'>;

type Parts = CallParts<string | number>;

/** Codes of faults have no report; -1 is none that the gateway's documents give a meaning. */
const FAULT_REPORT = -1;

/**
 * Calls the five operations of a gateway's SOAP port.
 *
 * Errors are those of {@link Sender}; in addition, a SOAP fault rejects with a GatewayError with report -1, or with a LoginError if it says
 * `Invalid Login`. Source: the gateway interface document, section 9.
 */
export class SoapSender {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #namespace: string | undefined;
  readonly #contentType: string;

  /**
   * @throws EncodeError `bad-value` with field `Username`, `PIN`, `primary`, `secondary`, `path`, `contentType`, `namespace`, or that of a number out of its range.
   * @throws TypeError for an argument of a wrong type.
   */
  constructor(options: SoapSenderOptions) {
    this.#connection = new Connection(options);
    const { path = PATHS.soap[1], namespace, contentType = 'text/xml' } = options;
    requireChoice('path', path, PATHS.soap);
    requireChoice('contentType', contentType, ['text/xml', 'text/soap']);
    namespaceOf(namespace);
    this.#path = path;
    this.#namespace = namespace;
    this.#contentType = `${contentType}; charset=utf-8`;
  }

  /**
   * Sends a message: a request without credentials, or the parts of the WSDL. SOAP cannot express files, cards, address books, copies and delivery
   * services other than `Default`.
   * @returns one result for all recipients: that of the last failure, or else of the last recipient. A refusal is a result too.
   * @throws EncodeError naming the parameter or, for parts, the path of an element, before anything is sent; `unencodable` for what SOAP cannot express.
   */
  async submitMessage(message: UnsignedSend | SubmitMessageInput, options: CallOptions = {}): Promise<Result> {
    requireObject(message, 'a message');
    if ('operation' in message) {
      const request = { ...message, ...this.#connection.credentials } as GatewayRequest;
      if (request.operation !== 'sendSms' && request.operation !== 'sendMultimedia') {
        throw EncodeError.badValue('operation', 'allowed: sendSms, sendMultimedia');
      }
      const { parts } = soap.callOf(request);
      for (const warning of adviseOn(request, this.#connection.now())) this.#connection.warn(warning, options);
      return this.#report('SubmitMessage', parts, secretsOf(request), request.sendTo?.length ?? 0, options);
    }
    const parts = { ...message, ...this.#credentialParts() };
    const request = readable(parts);
    return this.#report('SubmitMessage', parts, secretsOf(request), request.sendTo?.length ?? 0, options);
  }

  /** Calls SubmitDeliveryReceipt, as a gateway does for its customers; for tests. @throws EncodeError naming the part. */
  async submitDeliveryReceipt(
    receipt: Omit<DeliveryReceipt, 'kind' | keyof Credentials>,
    options: CallOptions = {},
  ): Promise<Result> {
    requireObject(receipt, 'a receipt');
    const { parts } = soap.callOfCallback({ ...receipt, ...this.#connection.credentials, kind: 'receipt' });
    return this.#report('SubmitDeliveryReceipt', parts, [], 1, options);
  }

  /** Calls DeliverMessage with a message from a handset, as a gateway does for its customers; for tests. @throws EncodeError naming the part. */
  async deliverMessage(message: Omit<IncomingMessage, 'kind' | keyof Credentials>, options: CallOptions = {}): Promise<Result> {
    requireObject(message, 'a message');
    const { parts } = soap.callOfCallback({ ...message, ...this.#connection.credentials, kind: 'message' });
    return this.#report('DeliverMessage', parts, [message.message], 1, options);
  }

  /**
   * Queries the approximate number of messages that the credit pays for.
   * @throws LoginError, GatewayError for a fault; ProtocolError for an answer without a whole number.
   */
  async availableMessages(options: CallOptions = {}): Promise<number> {
    const { answer, body } = await this.#call('AvailableMessages', this.#credentialParts(), [], 0, options);
    const messages = answer.parts.Messages?.trim() ?? '';
    if (!/^\d{1,15}$/.test(messages)) throw this.#unreadable('Messages is no whole number', body);
    return Number(messages);
  }

  /**
   * Queries the credit of the account: currency and amount as decimal text.
   * @throws LoginError, GatewayError for a fault; ProtocolError for an answer without an amount.
   */
  async availableCredit(options: CallOptions = {}): Promise<Credit> {
    const { answer, body } = await this.#call('AvailableCredit', this.#credentialParts(), [], 0, options);
    const currency = answer.parts.Currency?.trim() ?? '';
    const amount = answer.parts.Credit?.trim() ?? '';
    if (!/^[A-Z]{3}$/.test(currency) || !/^-?\d{1,12}(?:\.\d{1,8})?$/.test(amount)) {
      throw this.#unreadable('Currency and Credit are no amount of money', body);
    }
    return { currency, amount };
  }

  /** Closes connections kept open by `keepAlive`. A transport given as an option must be closed by its owner. */
  close(): void {
    this.#connection.close();
  }

  /** Returns the URLs of the servers; nothing of the account. */
  toJSON(): { readonly primary: string; readonly secondary?: string } {
    return this.#connection.toJSON();
  }

  /** Returns the class name and the servers; no credentials. */
  toString(): string {
    return `SoapSender(${Object.values(this.toJSON()).join(', ')})`;
  }

  /** Returns what Node's `console.log` shows: as {@link toString}. */
  [INSPECT](): string {
    return this.toString();
  }

  // ---- inside ----

  #credentialParts(): { readonly Username: string; readonly PIN: string } {
    const { username, pin } = this.#connection.credentials;
    return { Username: username, PIN: pin };
  }

  #unreadable(message: string, body: string): ProtocolError {
    return new ProtocolError('unreadable', message, { status: 200, body, secrets: [this.#connection.credentials.pin] });
  }

  /** Calls an operation whose answer is a report. */
  async #report<O extends Reporting>(
    operation: O,
    parts: Parts[O],
    secrets: readonly string[],
    recipients: number,
    options: CallOptions,
  ): Promise<Result> {
    const { answer, body } = await this.#call(operation, parts, secrets, recipients, options);
    return readAnswer(() => soap.resultOf(answer), 200, body, secrets);
  }

  /** Calls an operation. `secrets` are those besides the PIN. */
  async #call<O extends SoapOperation>(
    operation: O,
    parts: Parts[O],
    secrets: readonly string[],
    recipients: number,
    options: CallOptions,
  ): Promise<{ readonly answer: AnswerOf<O>; readonly body: string }> {
    const hidden = [this.#connection.credentials.pin, ...secrets];
    const envelope = soap.formatCall(operation, parts, { namespace: this.#namespace });
    const request = {
      path: this.#path,
      body: envelope,
      headers: { 'Content-Type': this.#contentType, SOAPAction: '""' },
      recipients,
      secrets: hidden,
      // Faults come with it (SOAP 1.1 section 6.2).
      otherStatuses: [500],
    };
    const { status, text: body, body: octets } = await this.#connection.ask(request, options);
    const answer = readAnswer(() => soap.parseAnswer(octets, { operation }), status, body, hidden);
    if (answer.fault !== undefined) throw faultError(answer.fault, hidden);
    if (status !== 200)
      throw new ProtocolError('status', `status ${status} in place of 200`, { status, body, secrets: hidden });
    return { answer: answer as AnswerOf<O>, body };
  }
}

type Reporting = 'SubmitMessage' | 'SubmitDeliveryReceipt' | 'DeliverMessage';

/**
 * The request that parts make, as a server reads them.
 * @throws EncodeError under the parameter's name or the element's path.
 */
function readable(parts: Parts['SubmitMessage']): SendSmsRequest | SendMultimediaRequest {
  const envelope = soap.formatCall('SubmitMessage', parts);
  try {
    return soap.requestOf(soap.parseCall(envelope) as CallOf<'SubmitMessage'>);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EncodeError(error.code, error.field, undefined, error.reason);
  }
}

/** Reads an answer. The error says what is wrong without showing it: an envelope may repeat what was sent. */
function readAnswer<T>(read: () => T, status: number, body: string, secrets: readonly string[]): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (status !== 200) throw new ProtocolError('status', `status ${status} in place of 200`, { status, body, secrets });
    const reason = body.trim() === '' ? 'empty' : 'unreadable';
    const message =
      reason === 'empty'
        ? 'the answer is empty'
        : `the answer is no envelope of this interface (${error.field}: ${error.code})`;
    throw new ProtocolError(reason, message, { status, body, secrets });
  }
}

/** The error of a fault (G-SOAP-06 for the login). */
function faultError({ reason }: SoapFault, secrets: readonly string[]): Error {
  const report = /invalid\s+login/i.test(reason) ? REPORT.invalidLogin : FAULT_REPORT;
  return refusalError({ report, text: reason }, secrets);
}

function requireChoice(field: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value)) throw EncodeError.badValue(field, `allowed: ${choices.join(', ')}`);
}
