/**
 * A client of the gateway's form interface.
 *
 *   content + options  ->  request  ->  checks  ->  form body  ->  exchange  ->  answer  ->  results
 *                        content module  `handset/protocol`         exchange.ts  `handset/protocol`
 *
 * Whatever would be refused for its form is refused before anything is sent, as an EncodeError that names the parameter (G-CLI-04). A refusal by the
 * gateway is a result, of a wrong PIN too, when something was to be sent; queries and management reject with a LoginError or GatewayError. Nothing
 * is ever sent twice (G-CLI-01, G-CLI-02), and no error, log or picture of a sender holds the PIN, a text or a number (G-CLI-05).
 *
 * Source: the gateway interface document, sections 1 to 8 and 12.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import type {
  BitmapInput,
  ContentOptions,
  ContentWarning,
  FileInput,
  MmsInput,
  Network,
  ObjectInputAlias,
  PduInput,
  RingtoneInput,
  SendContent,
  UnsignedSend,
} from '../content/model.js';
import { requestOf } from '../content/request.js';
import { EncodeError } from '../errors.js';
import {
  type Credit,
  type ManagementAnswer,
  parseCredit,
  parseManagement,
  parseMessageCount,
  parsePermittedReplyTo,
} from '../protocol/answers.js';
import { ProtocolError } from '../protocol/errors.js';
import type {
  CreateChildAccountRequest,
  Credentials,
  GatewayOperation,
  GatewayRequest,
  MmsContent,
  QueryRequest,
  Result,
  SendMultimediaRequest,
  SendSmsRequest,
} from '../protocol/model.js';
import { formatRequest } from '../protocol/request.js';
import { parseResponse } from '../protocol/response.js';
import type { AnswerOptions } from '../protocol/tags.js';
import type { ServiceIndication } from '../push/binary.js';
import type { VCalendar, VCard } from '../vobject/index.js';
import { adviseOn, Connection, INSPECT } from './connection.js';
import { FORM_HEADERS } from './exchange.js';
import {
  ADVISED_RECIPIENTS,
  type CallOptions,
  type FileSendOptions,
  type HandsetSendOptions,
  type MmsSendOptions,
  type OperatorLogoInput,
  type OperatorLogoSendOptions,
  type PictureInput,
  type PictureSendOptions,
  type PreparedRequest,
  type PrepareOptions,
  type RequestOptions,
  type SenderOptions,
  type SendOptions,
  type UnsignedRequest,
  type VCalendarSendOptions,
  type VCardSendOptions,
} from './options.js';
import { preparedRequest, refusalError, secretsOf } from './privacy.js';
import { countOf, isRefusalOfAll, sendParts, splitRequest } from './split.js';

/** A child account to create below the sender's own account. */
export type ChildAccount = Omit<CreateChildAccountRequest, 'operation' | keyof Credentials>;

/** Credit to transfer to the account `to`: an amount of money with two decimals (`12.50`), or the price of a number of messages. */
export type Transfer =
  | { readonly to: string; readonly amount: string; readonly messages?: undefined }
  | { readonly to: string; readonly messages: number; readonly amount?: undefined };

type Send = SendSmsRequest | SendMultimediaRequest;
type Form = ReturnType<typeof formatRequest>;

/**
 * Sends messages through a gateway's form interface, and queries and manages the account.
 *
 * Every send takes the content and its options ({@link SendOptions}). It resolves with a result for each recipient, in order, or
 * with a single result that refuses the whole request; with `responseFormat` 0 and 1 there is one for all. It rejects with
 *
 * - EncodeError, TypeError: nothing was sent, the content or an option is invalid;
 * - ConnectError: nothing was sent, no server could be reached;
 * - the signal's reason: nothing was sent (with `split`, SplitAbortedError);
 * - OutcomeUnknownError, ProtocolError: it was sent, and may have been carried out.
 *
 * An answer with another number of results is returned unchanged, with a warning `result-count`: they cannot be assigned to recipients. With `split`,
 * see also {@link splitProgress}. Source: the gateway interface document, sections 1 to 8 and 12.
 * @example
 * ```ts
 * import { Sender } from 'handset/sender';
 *
 * const sender = new Sender({
 *   primary: 'https://sms.example.com',
 *   username: 'ANOther.12345',
 *   pin: '01234567',
 *   // In place of a network, for this example; leave it out.
 *   transport: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('MessageIdentifier=A1&Report=-2') }),
 * });
 * await sender.sendText('On my way', { to: '+447700900123' }); // -> [{ messageIdentifier: 'A1', report: -2, accepted: true }]
 * ```
 */
export class Sender {
  readonly #connection: Connection;
  readonly #method: 'POST' | 'GET';

  /**
   * @throws EncodeError `bad-value` with field `Username`, `PIN`, `primary`, `secondary`, `method`, or that of a number out of its range.
   * @throws TypeError for an argument of a wrong type.
   */
  constructor(options: SenderOptions) {
    this.#connection = new Connection(options);
    this.#method = options.method ?? 'POST';
    checkMethod(this.#method);
  }

  // ---- messages ----

  /** Sends a text. */
  sendText(text: string, options: SendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'text', text }, options);
  }

  /** Sends a text that is shown at once and not stored. */
  sendFlash(text: string, options: SendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'flash', text }, options);
  }

  /** Sends a ringtone: a `Tune`, RTTTL or RTX text, or a library item. It is sent as RTTTL. */
  sendRingtone(tune: RingtoneInput, options: HandsetSendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'ringtone', tune }, options);
  }

  /** Sends a picture message: a `Bitmap`, an OTA bitmap as octets or hex, or a library item. Nokia handsets show 72x28 pixels. */
  sendPictureMessage(content: PictureInput, options: PictureSendOptions): Promise<Result[]> {
    return this.sendContent({ ...asPicture(content), kind: 'pictureMessage' }, options);
  }

  /** Sends a picture that replaces the network's name, given as for {@link sendPictureMessage}; requires `mcc` and `mnc`. Nokia handsets show 72x14 pixels. */
  sendOperatorLogo(content: OperatorLogoInput, options: OperatorLogoSendOptions): Promise<Result[]> {
    return this.sendContent({ ...asPicture(content), kind: 'operatorLogo' }, options);
  }

  /** Sends a picture for a group of callers, given as for {@link sendPictureMessage}. Only Nokia handsets support it: 72x14 pixels. */
  sendGroupGraphic(content: PictureInput, options: PictureSendOptions): Promise<Result[]> {
    return this.sendContent({ ...asPicture(content), kind: 'groupGraphic' }, options);
  }

  /** Sends a business card: a `VCard`, or the text of one. */
  sendVCard(card: VCard | string, options: VCardSendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'vcard', card }, options && { ...options, cardVersion: options.version });
  }

  /** Sends appointments and tasks: a `VCalendar`, or the text of one. */
  sendVCalendar(calendar: VCalendar | string, options: VCalendarSendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'vcalendar', calendar }, options && { ...options, calendarVersion: options.version });
  }

  /** Sends a service indication: a text with a URL to open. Give each one its own id: handsets may drop a second one with the same URL (G-SI-07). */
  sendServiceIndication(si: ServiceIndication, options: SendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'serviceIndication', si }, options);
  }

  /** Uploads a file, or names a library item, and sends the handset its URL. `libraryNumber` of the results is the number of an uploaded file. */
  sendWapPush(file: FileInput, options: FileSendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'wapPush', file }, options);
  }

  /** Sends a multimedia message: an `MmsPdu`, the octets of a `.mms` or of a ZIP of its files, a file of either, or a library item. */
  sendMms(message: MmsInput, options: MmsSendOptions): Promise<Result[]> {
    return this.sendContent({ kind: 'mms', message }, options);
  }

  /** Sends the user data of one SMS-SUBMIT verbatim. */
  async sendPdu(content: PduInput, options: SendOptions): Promise<Result[]> {
    requireObject(content, 'a PDU');
    return this.sendContent({ ...content, kind: 'pdu' }, options);
  }

  /**
   * Sends content of any kind; each of the methods above calls this with one kind.
   * @example
   * ```ts
   * import { Sender } from 'handset/sender';
   *
   * // In place of a network, for this example; leave it out.
   * const transport = async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('MessageIdentifier=A1&Report=-2') });
   * const sender = new Sender({ primary: 'https://sms.example.com', username: 'u', pin: '0', transport });
   * const card = { family: 'Smith', given: 'Mike', tel: [{ value: '+447700900123' }] };
   * const [result] = await sender.sendContent({ kind: 'vCard', card }, { to: '447700900123', make: 'Nokia' });
   * result?.accepted; // -> true
   * ```
   */
  async sendContent(content: SendContent | ObjectInputAlias, options: SendOptions & ContentOptions): Promise<Result[]> {
    requireObject(options, 'the options');
    const onWarning = (warning: ContentWarning) => this.#connection.warn(warning, options);
    return this.send(requestOf(content, { ...options, onWarning }), options);
  }

  /**
   * Sends a request without credentials; `requestOf` of `handset/content` makes one from content. `responseFormat` is 3 by default.
   * @throws EncodeError naming the parameter, before anything is sent; for other rejections see the class.
   */
  async send(request: UnsignedSend, options: RequestOptions = {}): Promise<Result[]> {
    const whole = this.#signed(request);
    // All of it: a fault among later recipients must not come up when the earlier ones have their message.
    const form = formatRequest(whole);
    this.#advise(whole, options);
    if (options.split !== true || countOf(whole) <= ADVISED_RECIPIENTS) return this.#exchangeSend(whole, form, options);
    const send = (part: Send) => this.#exchangeSend(part, formatRequest(part), options);
    return sendParts(splitRequest(whole), send, secretsOf(whole), options.signal);
  }

  // ---- the account ----

  /**
   * Queries the credit of the account: currency and amount as decimal text.
   * @throws LoginError, GatewayError for a refusal; ConnectError, OutcomeUnknownError, ProtocolError without an answer.
   */
  async availableCredit(options: CallOptions = {}): Promise<Credit> {
    const answer = await this.#query('availableCredit', options, parseCredit);
    return { currency: answer.currency, amount: answer.amount };
  }

  /**
   * Queries the approximate number of messages that the credit pays for, at the price of the premier service.
   * @throws as {@link availableCredit}.
   */
  async availableMessages(options: CallOptions = {}): Promise<number> {
    return (await this.#query('availableMessages', options, parseMessageCount)).messages;
  }

  /** Queries the originators permitted as `replyTo`. @throws as {@link availableCredit}. */
  async permittedReplyTo(options: CallOptions = {}): Promise<string[]> {
    return [...(await this.#query('permittedReplyTo', options, parsePermittedReplyTo)).permittedReplyTo];
  }

  /**
   * Creates a child account; this account must be permitted to manage.
   * @returns its user name and PIN, which cannot be queried later.
   * @throws as {@link availableCredit}; also ProtocolError if the answer names no account, and EncodeError for an invalid member.
   */
  async createChildAccount(account: ChildAccount, options: CallOptions = {}): Promise<Credentials> {
    requireObject(account, 'an account');
    const { username, pin } = await this.#manage({ ...account, operation: 'createChildAccount' }, options);
    if (username === undefined || pin === undefined) {
      throw new ProtocolError('unreadable', 'the account was made, and the answer does not name it', { status: 200 });
    }
    return { username, pin };
  }

  /** Deletes a child account. @throws as {@link availableCredit}; EncodeError for an invalid name. */
  async deleteChildAccount(username: string, options: CallOptions = {}): Promise<void> {
    await this.#manage({ operation: 'deleteChildAccount', childUsername: username }, options);
  }

  /** Transfers credit to a child account or to the parent. @throws as {@link availableCredit}; EncodeError for an invalid amount. */
  async transferFunds(transfer: Transfer, options: CallOptions = {}): Promise<void> {
    requireObject(transfer, 'a transfer');
    await this.#manage({ ...transfer, operation: 'transferFunds' }, options);
  }

  // ---- without sending ----

  /**
   * Returns the request as it would be sent, byte for byte except what `mask` hides. A send with `split` consists of several requests:
   * `splitRequest(request)` returns them; when they are sent, the later ones refer to a file by the library number from the first answer.
   * @throws EncodeError, TypeError as when sending it.
   */
  prepare(request: UnsignedRequest, options: PrepareOptions = {}): PreparedRequest {
    requireObject(options, 'options');
    const signed = this.#signed(request);
    const method = isSend(signed) ? this.#method : 'POST';
    const { server = 'primary' } = options;
    const { path, body } = formatRequest(signed);
    if (isSend(signed)) this.#advise(signed, {});
    const { isKept } = this.#connection;
    return preparedRequest(this.#connection.urlOf(server, path), method, body, isKept, options.mask);
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
    return `Sender(${Object.values(this.toJSON()).join(', ')})`;
  }

  /** Returns what Node's `console.log` shows: as {@link toString}. */
  [INSPECT](): string {
    return this.toString();
  }

  // ---- inside ----

  #signed<R extends UnsignedSend>(request: R): R & Credentials & Send;
  #signed(request: UnsignedRequest): GatewayRequest;
  #signed(request: UnsignedRequest): GatewayRequest {
    requireObject(request, 'a request');
    const signed = { ...request, ...this.#connection.credentials } as GatewayRequest;
    return isSend(signed) ? { ...signed, responseFormat: signed.responseFormat ?? 3 } : signed;
  }

  #advise(request: Send, options: RequestOptions): void {
    for (const warning of adviseOn(request, this.#connection.now(), options.split)) this.#connection.warn(warning, options);
  }

  async #exchangeSend(request: Send, form: Form, options: RequestOptions): Promise<Result[]> {
    const secrets = secretsOf(request);
    const answer = await this.#ask(request, form, secrets, options);
    const results = parseResponse(answer, request.responseFormat ?? 0, this.#reading(secrets, options));
    const wanted = wantedResults(request);
    if (wanted !== undefined && results.length !== wanted && !isRefusalOfAll(results, request)) {
      const message = `${results.length} results for ${wanted} recipients`;
      this.#connection.warn({ code: 'result-count', message }, options);
    }
    return results;
  }

  async #query<A extends { readonly refusal?: undefined }>(
    operation: QueryRequest['operation'],
    options: CallOptions,
    parse: (body: string, reading: AnswerOptions) => A | { readonly refusal: Result },
  ): Promise<A> {
    const request = this.#signed({ operation });
    const secrets = secretsOf(request);
    const text = await this.#ask(request, formatRequest(request), secrets, options);
    const answer = parse(text, this.#reading(secrets, options));
    if (answer.refusal !== undefined) throw refusalError(answer.refusal, secrets);
    return answer;
  }

  async #manage(request: UnsignedRequest, options: CallOptions): Promise<ManagementAnswer> {
    const signed = this.#signed(request);
    const secrets = secretsOf(signed);
    const text = await this.#ask(signed, formatRequest(signed), secrets, options);
    const answer = parseManagement(text, this.#reading(secrets, options));
    if (!answer.accepted) throw refusalError(answer, secrets);
    return answer;
  }

  /** Sends a request and gives the answer's text. */
  async #ask(request: GatewayRequest, { path, body }: Form, secrets: readonly string[], options: CallOptions): Promise<string> {
    const common = { recipients: isSend(request) ? recipientsOf(request) : 0, secrets };
    const { text } =
      this.#method === 'GET' && isSend(request)
        ? await this.#connection.ask({ ...common, method: 'GET', path: `${path}?${body}`, body: '' }, options)
        : await this.#connection.ask({ ...common, path, body, headers: FORM_HEADERS }, options);
    return text;
  }

  #reading(secrets: readonly string[], options: CallOptions): AnswerOptions {
    return {
      secrets,
      status: 200,
      onWarning: ({ tag, message }) => this.#connection.warn({ code: 'response', field: tag, message }, options),
    };
  }
}

/** A picture as a content has it: with what stands beside it, such as the network. */
function asPicture(picture: OperatorLogoInput): Partial<Network> & { readonly bitmap: BitmapInput } {
  if (typeof picture !== 'object' || picture === null) return { bitmap: picture };
  if ('bitmap' in picture) return picture;
  const { mcc, mnc } = picture;
  return { bitmap: picture, ...omitUndefined({ mcc, mnc }) };
}

const SENDS: ReadonlySet<GatewayOperation> = new Set(['sendSms', 'sendMultimedia']);

function isSend(request: GatewayRequest): request is Send {
  return SENDS.has(request.operation);
}

/** Numbers of a request, those of copies included; what address books hold is not known here. */
function recipientsOf(request: Send): number {
  const { sendCc = [], sendBcc = [] } = copiesOf(request);
  return countOf(request) + sendCc.length + sendBcc.length;
}

/** How many results an answer has; undefined where nobody can know: books, and copies, of which the document does not say that they have results. */
function wantedResults(request: Send): number | undefined {
  const { sendCc, sendBcc, sendCcAddressBook, sendBccAddressBook } = copiesOf(request);
  const unknown = request.sendToAddressBook ?? sendCc ?? sendBcc ?? sendCcAddressBook ?? sendBccAddressBook;
  return request.responseFormat === 3 && unknown === undefined ? countOf(request) : undefined;
}

function copiesOf(request: Send): Partial<MmsContent> {
  return request.operation === 'sendMultimedia' && request.content.kind === 'mms' ? request.content : {};
}

function checkMethod(method: unknown): void {
  if (method === 'POST' || method === 'GET') return;
  throw EncodeError.badValue('method', 'allowed: POST, GET');
}
