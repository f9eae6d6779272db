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
  /** `/sendsms3` when absent. */
  readonly path?: '/sendsms2' | '/sendsms3' | undefined;
  /** Namespace of the service's operations; that of the reference WSDL when absent. */
  readonly namespace?: string | undefined;
  /** `text/xml` when absent. */
  readonly contentType?: 'text/xml' | 'text/soap' | undefined;
}

/** Parts of SubmitMessage by the names of the WSDL; the sender adds Username and PIN. */
export type SubmitMessageInput = Omit<CallParts<string | number>['SubmitMessage'], 'Username' | 'PIN'>;

type Parts = CallParts<string | number>;

/** Codes of faults have no report; -1 is none that the gateway's documents give a meaning. */
const FAULT_REPORT = -1;

/**
 * Calls the gateway's SOAP operations.
 *
 * Errors are those of {@link Sender}; in addition a fault rejects with a GatewayError of report -1, or a LoginError when it says `Invalid Login`.
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
   * Sends a message: a request, as far as SOAP can carry it (no files, cards, address books, copies or delivery service), or the parts themselves.
   * What the gateway would refuse for its form is refused here.
   * @returns the result; a refusal is one too. Of several recipients it is the last failure's, else the last one's.
   * @throws EncodeError naming the parameter or, for parts, the path of an element.
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

  /** Hands over a delivery receipt, as the gateway does; its own port takes them too. */
  async submitDeliveryReceipt(
    receipt: Omit<DeliveryReceipt, 'kind' | keyof Credentials>,
    options: CallOptions = {},
  ): Promise<Result> {
    requireObject(receipt, 'a receipt');
    const { parts } = soap.callOfCallback({ ...receipt, ...this.#connection.credentials, kind: 'receipt' });
    return this.#report('SubmitDeliveryReceipt', parts, [], 1, options);
  }

  /** Hands over a message from a handset, as the gateway does; its own port takes them too. */
  async deliverMessage(message: Omit<IncomingMessage, 'kind' | keyof Credentials>, options: CallOptions = {}): Promise<Result> {
    requireObject(message, 'a message');
    const { parts } = soap.callOfCallback({ ...message, ...this.#connection.credentials, kind: 'message' });
    return this.#report('DeliverMessage', parts, [message.message], 1, options);
  }

  /** Asks for the approximate number of messages that the account pays for. @throws LoginError, GatewayError */
  async availableMessages(options: CallOptions = {}): Promise<number> {
    const { answer, body } = await this.#call('AvailableMessages', this.#credentialParts(), [], 0, options);
    const messages = answer.parts.Messages?.trim() ?? '';
    if (!/^\d{1,15}$/.test(messages)) throw this.#unreadable('Messages is no whole number', body);
    return Number(messages);
  }

  /** Asks for the credit of the account: currency and a decimal amount, as texts. @throws LoginError, GatewayError */
  async availableCredit(options: CallOptions = {}): Promise<Credit> {
    const { answer, body } = await this.#call('AvailableCredit', this.#credentialParts(), [], 0, options);
    const currency = answer.parts.Currency?.trim() ?? '';
    const amount = answer.parts.Credit?.trim() ?? '';
    if (!/^[A-Z]{3}$/.test(currency) || !/^-?\d{1,12}(?:\.\d{1,8})?$/.test(amount)) {
      throw this.#unreadable('Currency and Credit are no amount of money', body);
    }
    return { currency, amount };
  }

  /** Closes connections that `keepAlive` has left open. A transport that was given to the sender is its owner's to close. */
  close(): void {
    this.#connection.close();
  }

  /** Which servers; nothing of the account. */
  toJSON(): { readonly primary: string; readonly secondary?: string } {
    return this.#connection.toJSON();
  }

  /** The class alone: no credentials in a text. */
  toString(): string {
    return `SoapSender(${Object.values(this.toJSON()).join(', ')})`;
  }

  /** What Node's `console.log` shows: no credentials. */
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
