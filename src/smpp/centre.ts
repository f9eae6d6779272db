/**
 * A message centre for tests, for Node: `handset/smpp/centre`. Applications bind to it; it records what they send, sends receipts
 * and messages of its own, and produces the faults of its script.
 *
 *   request ─► rules decide ─► kept in `messages` ─► answer ─► state by state: receipts to the account's sessions
 *
 * There is no network: messages are not delivered anywhere. Distribution lists, scheduled delivery and replace_if_present_flag are not supported.
 * @module
 */

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { requireObject } from '../bytes/check.js';
import { tryDecode } from '../bytes/try-decode.js';
import { encodeGsm7, encodeUcs2 } from '../text/index.js';
import { type CentreMessage, type CentreSentReceipt, numberField, textField, userDataOf } from './centre-message.js';
import {
  type CentreIdForm,
  type CentreIncoming,
  type CentreReceipt,
  type CentreRule,
  CentreRules,
  type CentreScript,
  type CheckedScript,
  checkCentreScript,
  seededRandom,
} from './centre-script.js';
import type { SmppParameterInput } from './encode.js';
import { listenSmpp, type SmppConnection, type SmppListenOptions, type SmppReply, type SmppServer } from './node.js';
import type { SmppFields, SmppPdu } from './pdus.js';
import { isAskedFor, isFinal, messageStateOf, type ReceiptState, receiptBody } from './receipt.js';
import type { SmppRequest } from './session.js';
import { type SmppStatus, statusNumber } from './status.js';
import { formatAbsoluteTime } from './time.js';

export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export type { CentreMessage, CentreSentReceipt, CentreUserData } from './centre-message.js';
export {
  type CentreCommand,
  type CentreIdForm,
  type CentreIncoming,
  type CentreReceipt,
  type CentreRule,
  type CentreScript,
  readCentreScript,
} from './centre-script.js';
export { SmppNoAnswerError } from './node.js';
export type { ReceiptState as CentreState } from './receipt.js';
export { SmppSessionError } from './session.js';

/** Options of {@link createTestCentre}. */
export interface TestCentreOptions extends Omit<SmppListenOptions, 'onBind' | 'onRequest' | 'onFault'> {
  /** The script; by default every bind is accepted, and every message is delivered at once. */
  readonly script?: CentreScript | undefined;
  /** Called with each message when its answer is known. */
  readonly onMessage?: ((message: CentreMessage) => void) | undefined;
  /** Maximum number of messages that are kept, and of PDUs that wait for a session; the oldest are dropped. 10,000 by default. */
  readonly maxMessages?: number | undefined;
  /** Returns the time in milliseconds since 1970; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Returns a number from 0 to 1 for `probability`; by default from a generator with the script's seed. */
  readonly random?: (() => number) | undefined;
  /** Resolves after a time in milliseconds, and rejects when the signal is aborted; by default with Node's timers. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** A message from the test centre to an application. */
export interface CentreSend {
  /** Sender: a number or a name. */
  readonly from: string;
  /** Recipient. */
  readonly to: string;
  /** Text: GSM 7-bit, one septet per octet, if possible, otherwise UCS-2. Empty by default. */
  readonly text?: string | undefined;
  /** system_id of the session that gets it; any session by default. */
  readonly systemId?: string | undefined;
  /** Fields of the deliver_sm, which replace those made from the members above. */
  readonly fields?: SmppFields | undefined;
  /** Optional parameters of the deliver_sm. */
  readonly parameters?: readonly SmppParameterInput[] | undefined;
}

type Kept = { -readonly [K in keyof CentreMessage]: CentreMessage[K] } & {
  readonly number: number;
  readonly connection: SmppConnection;
  readonly sent: CentreSentReceipt[];
  registeredDelivery: number;
  readonly ending: AbortController;
};

interface Waiting {
  readonly systemId: string | undefined;
  readonly send: (connection: SmppConnection) => void;
  readonly drop: () => void;
}

const DELIVERED: readonly CentreReceipt[] = [{ state: 'DELIVRD' }];
const MAX_MESSAGES = 10_000;
/** Requests of a session that a script leaves without an answer at once. */
const PEER_WINDOW = 10_000;
/** How long applications have to take leave. */
const LEAVE_MS = 1_000;
/** Octets of short_message in version 3.4. */
const SHORT_MESSAGE = 254;
/** Digits of an international number; what is shorter is a number of the network's own. */
const MIN_INTERNATIONAL = 7;
const VERSION_3_4 = 0x34;

/**
 * Starts a message centre for tests.
 * @throws DecodeError `bad-value` naming the field for an invalid script; otherwise as `listenSmpp`.
 * @example
 * ```ts
 * import { encodeUtf8 } from 'handset/bytes';
 * import { createTestCentre } from 'handset/smpp/centre';
 * import { connectSmpp } from 'handset/smpp/node';
 *
 * const centre = await createTestCentre({ port: 0, script: { rules: [{ nth: 1, status: 'ESME_RTHROTTLED' }] } });
 * const { port } = centre;
 * const session = await connectSmpp({ host: '127.0.0.1', port, bind: { system_id: 'shop', password: 'secret' } });
 * const fields = { destination_addr: '447700900123', short_message: encodeUtf8('Hi') };
 * (await session.request('submit_sm', { fields })).status; // -> 0x58
 * await session.unbind();
 * await centre.close();
 * ```
 */
export async function createTestCentre(options: TestCentreOptions = {}): Promise<TestCentre> {
  requireObject(options, 'options');
  return TestCentre.start(options, checkCentreScript(options.script ?? {}));
}

/** A message centre for tests, which applications bind to over SMPP 3.4; {@link createTestCentre} starts one. */
export class TestCentre {
  /** The received messages, also refused ones, oldest first; one for each recipient. */
  readonly messages: readonly CentreMessage[] = [];
  readonly #options: TestCentreOptions;
  readonly #script: CheckedScript;
  readonly #rules: CentreRules;
  readonly #clock: () => number;
  readonly #startMs: number;
  readonly #maxMessages: number;
  readonly #closing = new AbortController();
  /** Messages that `nextMessage` has not given yet. */
  readonly #unread: Kept[] = [];
  readonly #readers = new Set<(message: Kept) => void>();
  /** What waits for somebody who can receive. */
  readonly #waiting = new Set<Waiting>();
  #nextId: number;
  #server!: SmppServer;

  private constructor(options: TestCentreOptions, script: CheckedScript) {
    this.#options = options;
    this.#script = script;
    this.#clock = options.clock ?? Date.now;
    this.#startMs = this.#clock();
    this.#maxMessages = options.maxMessages ?? MAX_MESSAGES;
    this.#nextId = script.firstId ?? 1;
    this.#rules = new CentreRules(script.rules ?? [], options.random ?? seededRandom(script.seed ?? 1));
  }

  /** @internal */
  static async start(options: TestCentreOptions, script: CheckedScript): Promise<TestCentre> {
    const centre = new TestCentre(options, script);
    centre.#server = await listenSmpp({
      peerWindow: PEER_WINDOW,
      ...options,
      onBind: (pdu, connection) => centre.#bind(pdu, connection),
      onSession: (connection) => {
        options.onSession?.(connection);
        centre.#welcome(connection);
      },
      onRequest: (pdu, connection) => centre.#take(pdu, connection),
    });
    options.signal?.addEventListener('abort', () => void centre.close(), { once: true });
    return centre;
  }

  /** Its port number. */
  get port(): number {
    return this.#server.port;
  }

  /** The bound sessions; `destroy` of one drops its connection. */
  get sessions(): readonly SmppConnection[] {
    return [...this.#server.connections].filter(({ isBound }) => isBound);
  }

  /** Returns the next message, waiting if there is none; each is returned once. @throws the signal's reason. */
  nextMessage({ signal }: { readonly signal?: AbortSignal } = {}): Promise<CentreMessage> {
    const unread = this.#unread.shift();
    if (unread !== undefined) return Promise.resolve(unread);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const give = (message: Kept) => {
        this.#readers.delete(give);
        signal?.removeEventListener('abort', abort);
        resolve(message);
      };
      const abort = () => {
        this.#readers.delete(give);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#readers.add(give);
    });
  }

  /**
   * Sends a message to a session that can receive, as soon as there is one, and resolves with the answer; with undefined if it was dropped before.
   * @throws SmppNoAnswerError without an answer; EncodeError for fields that cannot be encoded.
   */
  sendMessage({ from, to, text = '', systemId, fields = {}, parameters = [] }: CentreSend): Promise<SmppPdu | undefined> {
    const septets = tryDecode(() => encodeGsm7(text));
    const octets = septets ?? encodeUcs2(text);
    const isShort = octets.length <= SHORT_MESSAGE;
    return this.#deliver(systemId, {
      fields: {
        ...addressFields(from, to),
        data_coding: septets === undefined ? 8 : 0,
        ...(isShort && { short_message: octets }),
        ...fields,
      },
      parameters: [...(isShort ? [] : [{ name: 'message_payload', value: octets } as const]), ...parameters],
    });
  }

  /** Sends a receipt for a message, in addition to those of the script, and gives the message its state. Resolves and rejects as {@link sendMessage}. */
  sendReceipt(message: CentreMessage, receipt: CentreReceipt): Promise<SmppPdu | undefined> {
    return this.#send(message as Kept, receipt);
  }

  /** Unbinds and closes all sessions, and closes the port. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    for (const { ending } of this.messages as readonly Kept[]) ending.abort();
    for (const waiting of this.#waiting) waiting.drop();
    // Answers that a script holds back, and those in hand, go before the unbind.
    await nextTurn();
    const closed = this.#server.close();
    const late = setTimeout(() => {
      for (const connection of this.#server.connections) connection.destroy('the centre is closed');
    }, LEAVE_MS);
    await closed;
    clearTimeout(late);
  }

  // ---- sessions ----

  async #bind(pdu: SmppPdu, connection: SmppConnection): Promise<SmppReply> {
    const systemId = textField(pdu.fields, 'system_id');
    const rule = this.#decide(pdu, systemId, '');
    const { accounts } = this.#script;
    const password = accounts?.get(systemId);
    const given: SmppStatus | number =
      accounts === undefined || password === textField(pdu.fields, 'password')
        ? 'ESME_ROK'
        : password === undefined
          ? 'ESME_RINVSYSID'
          : 'ESME_RINVPASWD';
    const status = numberOf(rule.status ?? given);
    const knowsParameters = numberField(pdu.fields, 'interface_version') >= VERSION_3_4;
    return this.#answer(connection, [rule], {
      status,
      ...(status === 0 && { fields: { system_id: 'handset' } }),
      ...(status === 0 && knowsParameters && { parameters: [{ name: 'sc_interface_version', value: VERSION_3_4 }] as const }),
    });
  }

  #welcome(connection: SmppConnection): void {
    if (!canReceive(connection)) return;
    const systemId = systemIdOf(connection);
    for (const waiting of this.#waiting) {
      if (waiting.systemId === undefined || waiting.systemId === systemId) waiting.send(connection);
    }
    const ended = new AbortController();
    void connection.ended.then(() => ended.abort());
    for (const incoming of this.#script.incoming ?? []) void this.#sendAgain(connection, incoming, ended.signal);
  }

  async #sendAgain(connection: SmppConnection, incoming: CentreIncoming, signal: AbortSignal): Promise<void> {
    const { from, to, text, afterMs = 0, times = 1, everyMs = 1_000 } = incoming;
    const systemId = systemIdOf(connection);
    for (let sent = 0; sent < times; sent++) {
      if (!(await this.#wait(sent === 0 ? afterMs : everyMs, signal))) return;
      // The next one is not sent before this one was answered; an application that gives no answer loses it.
      await this.sendMessage({ from, to, text, systemId }).catch(() => undefined);
    }
  }

  /** Gives a request to a session that can receive. */
  #deliver(systemId: string | undefined, request: SmppRequest, preferred?: SmppConnection): Promise<SmppPdu | undefined> {
    const isOne = (connection: SmppConnection) =>
      canReceive(connection) && (systemId === undefined || systemIdOf(connection) === systemId);
    const connection = preferred !== undefined && isOne(preferred) ? preferred : this.sessions.find(isOne);
    if (connection !== undefined) return connection.request('deliver_sm', request);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        systemId,
        send: (found) => {
          this.#waiting.delete(waiting);
          found.request('deliver_sm', request).then(resolve, reject);
        },
        drop: () => {
          this.#waiting.delete(waiting);
          resolve(undefined);
        },
      };
      this.#waiting.add(waiting);
      const [oldest] = this.#waiting;
      if (this.#waiting.size > this.#maxMessages || this.#closing.signal.aborted) oldest?.drop();
    });
  }

  // ---- requests ----

  async #take(pdu: SmppPdu, connection: SmppConnection): Promise<SmppReply> {
    switch (pdu.command) {
      case 'submit_sm':
      case 'data_sm':
        return this.#submit(pdu, connection, [textField(pdu.fields, 'destination_addr')]);
      case 'submit_multi': {
        const list = (pdu.fields?.dest_address ?? []) as readonly SmppFields[];
        if (list.length === 0) return 'ESME_RINVNUMDESTS';
        if (list.some((one) => one.dest_flag !== 1)) return 'ESME_RINVDLNAME';
        return this.#submit(
          pdu,
          connection,
          list.map((one) => textField(one, 'destination_addr')),
        );
      }
      case 'query_sm':
      case 'cancel_sm':
      case 'replace_sm': {
        const rule = this.#decide(pdu, systemIdOf(connection), textField(pdu.fields, 'destination_addr'));
        const status = numberOf(rule.status ?? 0);
        const reply = status === 0 ? this.#change(pdu, connection) : status;
        return this.#answer(connection, [rule], reply);
      }
      default:
        return 'ESME_RINVCMDID';
    }
  }

  #decide(pdu: SmppPdu, systemId: string, to: string): CentreRule {
    const from = withoutPlus(textField(pdu.fields, 'source_addr'));
    const atMs = this.#clock() - this.#startMs;
    return this.#rules.decide({ command: String(pdu.command), systemId, from, to: withoutPlus(to), atMs });
  }

  async #submit(pdu: SmppPdu, connection: SmppConnection, recipients: readonly string[]): Promise<SmppReply> {
    const number = this.#nextId;
    const id = formatId(number, this.#script.ids?.answer);
    const systemId = systemIdOf(connection);
    const rules = recipients.map((to) => this.#decide(pdu, systemId, to));
    const kept = recipients.map((to, i) => {
      const status = numberOf(rules[i]?.status ?? (to === '' ? 'ESME_RINVDSTADR' : 0));
      return this.#keep(pdu, connection, { to, status, number, id: status === 0 ? id : '' });
    });
    const accepted = kept.filter(({ status }) => status === 0);
    if (accepted.length > 0) this.#nextId++;
    const receiptsOf = (message: Kept) => rules[kept.indexOf(message)]?.receipts ?? this.#script.receipts ?? DELIVERED;
    for (const message of accepted) {
      for (const receipt of receiptsOf(message)) if (receipt.beforeAnswer === true) void this.#tell(message, receipt);
    }
    const refused = kept.filter(({ status }) => status !== 0);
    const failed = accepted.length > 0 ? 0 : pdu.command === 'submit_multi' ? 'ESME_RSUBMITFAIL' : (refused[0]?.status ?? 0);
    const isMulti = pdu.command === 'submit_multi';
    const reply = {
      status: numberOf(failed),
      ...((accepted.length > 0 || isMulti) && {
        fields: { message_id: accepted.length > 0 ? id : '', ...(isMulti && { unsuccess_sme: refused.map(failureOf) }) },
      }),
    };
    const answer = this.#answer(connection, rules, reply);
    const isSilent = rules.some(({ silent }) => silent === true);
    void (isSilent ? Promise.resolve() : answer).then(() => {
      for (const message of accepted) void this.#runStates(message, receiptsOf(message));
    });
    return answer;
  }

  /** The answer, when and as the rules have it. */
  async #answer(connection: SmppConnection, rules: readonly CentreRule[], reply: SmppReply): Promise<SmppReply> {
    if (rules.some(({ close }) => close === 'before')) {
      connection.destroy('dropped by the script');
      return reply;
    }
    if (rules.some(({ silent }) => silent === true)) return new Promise<never>(() => {});
    const afterMs = Math.max(0, ...rules.map((rule) => rule.answerAfterMs ?? 0));
    if (afterMs > 0) await this.#wait(afterMs, this.#closing.signal);
    if (rules.some(({ close }) => close === 'after')) setImmediate(() => connection.destroy('dropped by the script'));
    return reply;
  }

  #keep(pdu: SmppPdu, connection: SmppConnection, facts: Pick<Kept, 'to' | 'status' | 'id' | 'number'>): Kept {
    const userData = userDataOf(pdu);
    const sent: CentreSentReceipt[] = [];
    const message: Kept = {
      ...facts,
      command: String(pdu.command),
      systemId: systemIdOf(connection),
      from: textField(pdu.fields, 'source_addr'),
      at: new Date(this.#clock()),
      text: userData.text,
      userData,
      pdu,
      state: facts.status === 0 ? 'ENROUTE' : 'REJECTD',
      doneAt: undefined,
      receipts: sent,
      sent,
      connection,
      registeredDelivery: numberField(pdu.fields, 'registered_delivery'),
      ending: new AbortController(),
    };
    const messages = this.messages as Kept[];
    messages.push(message);
    if (messages.length > this.#maxMessages) messages.shift()?.ending.abort();
    const [reader] = this.#readers;
    if (reader !== undefined) reader(message);
    else if (this.#unread.push(message) > this.#maxMessages) this.#unread.shift();
    this.#options.onMessage?.(message);
    return message;
  }

  // ---- what becomes of a message ----

  async #runStates(message: Kept, receipts: readonly CentreReceipt[]): Promise<void> {
    // The answer goes first.
    await nextTurn();
    let passedMs = 0;
    const later = receipts.filter(({ beforeAnswer }) => beforeAnswer !== true);
    for (const receipt of later.sort((a, b) => (a.afterMs ?? 0) - (b.afterMs ?? 0))) {
      const { afterMs = 0 } = receipt;
      if (!(await this.#wait(afterMs - passedMs, message.ending.signal))) return;
      passedMs = afterMs;
      void this.#tell(message, receipt);
    }
  }

  /** Changes the state, and sends the receipt where it is asked for. */
  async #tell(message: Kept, receipt: CentreReceipt): Promise<void> {
    this.#setState(message, receipt.state);
    if (receipt.always !== true && !isAskedFor(receipt.state, message.registeredDelivery)) return;
    for (let i = 0; i < (receipt.times ?? 1); i++) void this.#send(message, receipt).catch(() => undefined);
  }

  async #send(message: Kept, { state, error = '000', form = 'both' }: CentreReceipt): Promise<SmppPdu | undefined> {
    this.#setState(message, state);
    const { fields, parameters } = receiptBody({
      ...{ state, error, form, text: message.text ?? '' },
      textId: formatId(message.number, this.#script.ids?.receipt),
      answerId: message.id,
      submittedAt: message.at,
      doneAt: message.doneAt ?? new Date(this.#clock()),
    });
    // From the recipient, to the sender.
    const place = message.sent.push({ state, status: undefined }) - 1;
    const body = { fields: { ...addressFields(message.to, message.from), ...fields }, parameters };
    const answer = await this.#deliver(message.systemId, body, message.connection);
    message.sent[place] = { state, status: answer?.status };
    return answer;
  }

  #setState(message: Kept, state: ReceiptState): void {
    message.state = state;
    if (isFinal(state)) message.doneAt ??= new Date(this.#clock());
  }

  /** query_sm, cancel_sm and replace_sm. */
  #change(pdu: SmppPdu, connection: SmppConnection): SmppReply {
    const { fields } = pdu;
    const id = textField(fields, 'message_id');
    const isMeant = (name: string, value: string) => ['', value].includes(textField(fields, name));
    const found = (this.messages as readonly Kept[]).filter(
      (message) =>
        message.status === 0 &&
        message.systemId === systemIdOf(connection) &&
        (id === '' || message.id === id) &&
        isMeant('source_addr', message.from) &&
        isMeant('destination_addr', message.to) &&
        isMeant('service_type', textField(message.pdu.fields, 'service_type')),
    );
    const open = found.filter(({ state }) => !isFinal(state));
    const isCancel = pdu.command === 'cancel_sm';
    // Only cancel_sm is about all messages between two addresses; without an id and one of them it is about none.
    const needsId = !isCancel || textField(fields, 'destination_addr') === '';
    if (found[0] === undefined || (id === '' && needsId)) return id === '' && isCancel ? 'ESME_RCANCELFAIL' : 'ESME_RINVMSGID';
    if (pdu.command === 'query_sm') return { fields: queryFields(found[0]) };
    if (open.length === 0) return isCancel ? 'ESME_RCANCELFAIL' : 'ESME_RREPLACEFAIL';
    for (const message of open) {
      if (isCancel) {
        message.ending.abort();
        void nextTurn().then(() => this.#tell(message, { state: 'DELETED' }));
        this.#setState(message, 'DELETED');
      } else this.#replace(message, pdu);
    }
    return 0;
  }

  /** The content changes, and whether a receipt is asked for; coding and header stay. */
  #replace(message: Kept, { fields }: SmppPdu): void {
    const short_message = fields?.short_message ?? new Uint8Array(0);
    const changed = { ...message.pdu, fields: { ...message.pdu.fields, short_message } };
    message.userData = userDataOf(changed);
    message.text = message.userData.text;
    message.registeredDelivery = numberField(fields, 'registered_delivery');
  }

  /** Whether the time has come: false when the signal came first. */
  async #wait(ms: number, signal: AbortSignal): Promise<boolean> {
    const { sleep = (time, ended) => pause(time, undefined, { signal: ended }) } = this.#options;
    try {
      if (ms > 0 && !signal.aborted) await sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return !signal.aborted;
  }
}

function canReceive({ isBound, state }: SmppConnection): boolean {
  return isBound && state !== 'bound_tx';
}

function systemIdOf({ bind }: SmppConnection): string {
  return textField(bind?.fields, 'system_id');
}

function withoutPlus(address: string): string {
  return address.replace(/^\+/, '');
}

function numberOf(status: SmppStatus | number): number {
  return typeof status === 'number' ? status : statusNumber(status);
}

function formatId(number: number, form: CentreIdForm = 'decimal'): string {
  return form === 'hex' ? number.toString(16).toUpperCase() : String(number);
}

function queryFields(message: Kept): SmppFields {
  return {
    message_id: message.id,
    final_date: message.doneAt === undefined ? '' : formatAbsoluteTime(message.doneAt),
    message_state: messageStateOf(message.state),
  };
}

/** Of a recipient that was refused. */
function failureOf({ to, status }: Kept): SmppFields {
  return { ...prefixed('dest_addr', to), destination_addr: to, error_status_code: status };
}

function addressFields(from: string, to: string): SmppFields {
  return {
    ...prefixed('source_addr', from),
    source_addr: withoutPlus(from),
    ...prefixed('dest_addr', to),
    destination_addr: withoutPlus(to),
  };
}

/** Type and plan: an international number, a short number, or letters. */
function prefixed(prefix: string, address: string): SmppFields {
  const isNumber = /^\+?\d+$/.test(address);
  const isInternational = isNumber && address.length >= MIN_INTERNATIONAL;
  return { [`${prefix}_ton`]: isInternational ? 1 : isNumber ? 0 : 5, [`${prefix}_npi`]: isNumber ? 1 : 0 };
}
