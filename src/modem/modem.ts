/**
 * A modem: set up, sending, receiving, services. Octets in, octets out; time by a clock that is given.
 * @module
 */

import { checkInteger, requireObject } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { inheritLimits } from '../bytes/reading.js';
import type { Limits } from '../errors.js';
import type { Deliver, StatusReport, SubmitInput } from '../sms/index.js';
import { readOperator, readServiceCentre, readSignal, readStorages, type Storage } from './answers.js';
import { failureOf, ModemChannel, type ModemClock } from './channel.js';
import { checkCommand, checkUssd, formatCommand } from './commands.js';
import { ModemError } from './modem-error.js';
import { Inbox, type ModemMessage, type OnNotice } from './receiving.js';
import { type Report, ReportBook, type SentMessage } from './reports.js';
import { type ModemSendOptions, Outbox } from './sending.js';
import { MAX_TIMER_MS, type ModemAnswer } from './session.js';
import { type HeldPin, type Started, type StartOptions, startModem } from './starting.js';
import { type Registration, readRegistrationAnswer, type Unsolicited } from './unsolicited.js';
import { type UssdCoding, type UssdMessage, writeUssd } from './ussd.js';

/**
 * Handles a message. It is accepted when the function returns, or its promise resolves; otherwise it is offered again. The modem is passed for replies,
 * because messages may arrive before `openModem` resolves.
 */
export type OnMessage = (message: ModemMessage, modem: Modem) => void | Promise<void>;

/** Options of a {@link Modem}. */
export interface ModemOptions extends StartOptions {
  /** Called with octets to write to the modem. */
  readonly onOutput: (octets: Uint8Array) => void;
  /** The clock and its timers. */
  readonly clock: ModemClock;
  /** Called with each message. Without it none are fetched, and all stay stored. */
  readonly onMessage?: OnMessage | undefined;
  /** Called with each status report. */
  readonly onReport?: ((report: Report) => void) | undefined;
  /** Called with each unsolicited line of the modem. */
  readonly onEvent?: ((event: Unsolicited) => void) | undefined;
  /** Called with problems of the modem, and errors of the other handlers, as text. */
  readonly onNotice?: OnNotice | undefined;
  /** Whether accepted messages stay stored; by default they are deleted. */
  readonly keep?: boolean | undefined;
  /** Interval at which all stored messages are listed, in milliseconds; 300,000 by default, 0 for never. */
  readonly pollMs?: number | undefined;
  /** Time after which a message that was not accepted is offered again, in milliseconds; 60,000 by default. */
  readonly retryMs?: number | undefined;
  /** Default time limit for an answer in milliseconds; 10,000 by default. */
  readonly commandMs?: number | undefined;
  /** Values for the limits of modems and of reassembly in place of those of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** The state of a modem; members that it does not report are absent. */
export interface ModemStatus {
  /** The manufacturer. */
  readonly manufacturer?: string;
  /** The model. */
  readonly model?: string;
  /** Name of the network. */
  readonly operator?: string;
  /** Signal strength in dBm. */
  readonly signalDbm?: number;
  /** Registration with the network. */
  readonly registration?: Registration;
  /** Number of the service centre. */
  readonly serviceCentre?: string;
  /** The storages for reading, for writing, and for received messages. */
  readonly storages?: readonly Storage[];
}

/** How long a service may take, in milliseconds. */
const USSD_MS = 60_000;
/**
 * What a modem says when it has started, and so has forgotten what it was told. Not `^BOOT`: Huawei's say that now and then
 * while they run.
 */
const GREETING = /^(?:RDY|\^SYSSTART|\+CPIN: ?READY)$/;

/**
 * Sends and receives messages through a GSM modem, and uses network services: octets in, octets out. {@link openModem} runs it on a stream.
 * Source: 3GPP TS 27.005, TS 27.007; ITU-T V.250.
 */
export class Modem {
  readonly #channel: ModemChannel;
  readonly #inbox: Inbox;
  readonly #reports: ReportBook;
  readonly #outbox: Outbox;
  readonly #options: ModemOptions;
  readonly #pin: HeldPin;
  readonly #pollMs: number;
  #starting: Promise<Started> | undefined;
  #started: Started | undefined;
  /** The next set-up of a modem that has lost the one before, until it begins. */
  #renewing: Promise<Started> | undefined;
  /** Whether a service is asked, and who takes what it says. */
  #isAsking = false;
  #services: ((message: UssdMessage | Error) => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  /** Resolves when the modem is closed, with the reason. */
  readonly closed: Promise<string>;
  #resolveClosed!: (reason: string) => void;

  /** Creates a session with a modem, without writing anything. @throws EncodeError for an invalid `pollMs` or `retryMs`; TypeError for options of a wrong type. */
  constructor(options: ModemOptions) {
    requireObject(options, 'options');
    const { clock, onOutput, commandMs, keep = false, retryMs = 60_000, pollMs = 300_000, onMessage } = options;
    checkInteger(pollMs, 'pollMs', 0, MAX_TIMER_MS);
    checkInteger(retryMs, 'retryMs', 1, MAX_TIMER_MS);
    const limits: Limits = inheritLimits(options.limits);
    this.#options = options;
    this.#pin = { code: options.pin };
    this.#pollMs = pollMs;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#channel = new ModemChannel({
      clock,
      onOutput,
      commandMs,
      limits,
      onEvent: (event) => this.#tell(event.kind, () => this.#take(event)),
    });
    this.#reports = new ReportBook(limits.modemWaiting, (report) =>
      this.#tell('report', () => this.#options.onReport?.(report)),
    );
    this.#outbox = new Outbox(this.#channel, this.#reports);
    this.#inbox = new Inbox({
      channel: this.#channel,
      keep,
      retryMs,
      onMessage: (message) => onMessage?.(message, this),
      onNotice: (notice) => this.#notice(notice),
      onReport: ({ tpdu }) => this.#reports.take(tpdu as StatusReport),
      // The modem has stopped showing what comes, and stores it (TS 27.005 section 3.4.4).
      onUnacknowledged: () => this.#later(() => this.#renew()),
    });
  }

  /** Processes octets from the modem. */
  receive(octets: Uint8Array): void {
    this.#channel.receive(octets);
  }

  /** Closes the session; calls in progress reject with a ModemError `closed` and the reason. */
  close(reason = 'the modem was closed'): void {
    this.#cancelPoll?.();
    this.#channel.close(reason);
    this.#services?.(new ModemError('closed', reason));
    this.#resolveClosed(reason);
  }

  /**
   * Sets the modem up, and starts to fetch messages if there is `onMessage`. A repeated call returns the result of the first, or tries again after a failure.
   * @throws ModemError `pin` if the SIM asks for a code, `unsupported` without PDU mode, `silent` without an answer;
   * EncodeError for an invalid option.
   */
  start(): Promise<Started> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<Started> {
    const started = await this.#setUp();
    if (!started.isTold) this.#notice('the modem does not say that a message came: the list is looked at now and then');
    if (this.#options.onMessage !== undefined) await this.#poll(() => this.#list());
    return started;
  }

  #setUp(): Promise<Started> {
    return this.#channel.exclusive(async () => {
      this.#renewing = undefined;
      const started = await startModem(this.#channel, this.#options, this.#pin, this.#options.onMessage !== undefined);
      this.#started = started;
      this.#inbox.isAcknowledged = started.isAcknowledged;
      const [reading] = started.storages;
      if (reading !== undefined) this.#inbox.memory = reading.memory;
      return started;
    });
  }

  /** Sets a modem up that has lost what it was told, and finds what came meanwhile. */
  async #renew(): Promise<void> {
    this.#renewing ??= this.#setUp();
    try {
      await this.#renewing;
    } catch (error) {
      this.#renewing = undefined;
      throw error;
    }
    if (this.#options.onMessage !== undefined) await this.#list();
  }

  /**
   * Fetches all stored messages now, if there is `onMessage`. Resolves when they were read, not when they were accepted. A
   * modem that refuses the list is set up again, because it may have restarted.
   * @throws ModemError if it was not set up, or cannot be set up again.
   */
  async list(): Promise<void> {
    this.#requireStarted();
    if (this.#options.onMessage === undefined) return;
    if (!(await this.#list())) await this.#renew();
  }

  /** Whether the modem gave its lists. */
  async #list(): Promise<boolean> {
    const storages = this.#started?.storages ?? [];
    const memories = new Set([storages[0]?.memory, storages[2]?.memory].filter((memory) => memory));
    let isListed = true;
    for (const memory of memories.size === 0 ? [''] : memories) isListed = (await this.#inbox.list(memory)) && isListed;
    return isListed;
  }

  /** Resolves when every message that was read has been offered, and what was accepted is deleted. */
  async idle(): Promise<void> {
    await this.#inbox.idle();
  }

  /** Returns the number of messages that wait for `onMessage`. */
  get waiting(): number {
    return this.#inbox.waiting;
  }

  /**
   * Sends the parts of one message, such as the result of `submitText` of `handset/sms` or `buildSubmits` of `handset/message`.
   * @throws ModemSendError if a part was not sent, with code `unclear` if it may have been; EncodeError for parts that cannot be
   * encoded, or for different recipients; ModemError `unsupported` before {@link start}.
   */
  async send(submits: readonly SubmitInput[], options?: ModemSendOptions): Promise<SentMessage> {
    this.#requireStarted();
    const onPart = options?.onPart;
    if (onPart === undefined) return this.#outbox.send(submits, options);
    return this.#outbox.send(submits, { ...options, onPart: (...part) => this.#tell('part', () => onPart(...part)) });
  }

  /**
   * Sends a USSD request, such as `*100#`, or the answer to a service that asks, and resolves with the network's answer.
   * @param coding the coding of the text; by default `text`, then `packed` if the modem refuses that.
   * @throws ModemError `refused`, also during another request, or `silent` if the network does not answer within a minute; EncodeError for an invalid text.
   */
  async askService(text: string, coding?: UssdCoding): Promise<UssdMessage> {
    checkUssd(text);
    if (this.#isAsking) throw new ModemError('refused', 'another service is under way');
    this.#isAsking = true;
    let cancel = () => {};
    let take: (message: UssdMessage | Error) => void = () => {};
    const answered = new Promise<UssdMessage | Error>((resolve) => {
      take = resolve;
    });
    const dial = (one: UssdCoding): Promise<ModemAnswer> => {
      const command = formatCommand('+CUSD', [1, writeUssd(text, one), 15]);
      // What the network says before is no answer, and its time begins now.
      this.#services = take;
      cancel();
      cancel = this.#channel.clock.after(USSD_MS, () => {
        take(new ModemError('silent', 'AT+CUSD: the network does not answer'));
      });
      return this.#channel.run(command, { timeoutMs: USSD_MS });
    };
    try {
      await this.#channel.exclusive(async () => {
        let answer = await dial(coding ?? 'text');
        if (coding === undefined && refusesText(answer)) answer = await dial('packed');
        if (answer.ending.kind !== 'ok') throw failureOf(answer, 'AT+CUSD');
      });
      const message = await answered;
      if (message instanceof Error) throw message;
      return message;
    } finally {
      cancel();
      this.#services = undefined;
      this.#isAsking = false;
    }
  }

  /** Cancels the USSD dialogue of a service that waits for an answer. @throws ModemError if the modem refuses. */
  async cancelService(): Promise<void> {
    await this.#channel.exclusive(() => this.#channel.ask('AT+CUSD=2'));
  }

  /** Queries the state of the modem and of the network. @throws ModemError `silent` or `closed` without an answer. */
  async status(): Promise<ModemStatus> {
    return this.#channel.exclusive(async () => {
      const channel = this.#channel;
      return omitUndefined({
        manufacturer: await channel.find('AT+CGMI'),
        model: await channel.find('AT+CGMM'),
        operator: await channel.read('AT+COPS?', readOperator),
        signalDbm: await channel.read('AT+CSQ', readSignal),
        registration: await channel.read('AT+CREG?', readRegistrationAnswer),
        serviceCentre: await channel.read('AT+CSCA?', readServiceCentre),
        storages: await channel.read('AT+CPMS?', readStorages),
      }) as ModemStatus;
    });
  }

  /**
   * Runs an AT command, and returns the lines of its answer. `timeoutMs` is `commandMs` by default.
   * @throws EncodeError for characters that would end the command; ModemError if it does not succeed.
   */
  async command(command: string, timeoutMs?: number): Promise<readonly string[]> {
    checkCommand(command);
    const lines = await this.#channel.exclusive(() => this.#channel.ask(command, timeoutMs));
    return lines.flatMap(({ line, pdu }) => (pdu === undefined ? [line] : [line, pdu]));
  }

  #requireStarted(): void {
    if (this.#started === undefined) throw new ModemError('unsupported', 'the modem is not set up: call start() first');
  }

  #notice(notice: string): void {
    try {
      this.#options.onNotice?.(notice);
    } catch {
      // There is nobody else to tell.
    }
  }

  async #poll(list: () => Promise<unknown>): Promise<void> {
    try {
      await list();
    } finally {
      this.#cancelPoll?.();
      if (this.#pollMs > 0 && this.#channel.closed === undefined) {
        this.#cancelPoll = this.#channel.clock.after(this.#pollMs, () => this.#later(() => this.#poll(() => this.list())));
      }
    }
  }

  /** Work without a waiting caller. */
  #later(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      if (this.#channel.closed === undefined) this.#notice((error as Error).message);
    });
  }

  /** A reader that fails is no reason to lose what comes after it. */
  #tell(kind: string, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#notice(`a reader of ${kind} failed: ${(error as Error).message}`);
    }
  }

  #take(event: Unsolicited): void {
    this.#options.onEvent?.(event);
    const isReading = this.#options.onMessage !== undefined && this.#started !== undefined;
    switch (event.kind) {
      case 'stored':
        if (isReading && event.what !== 'broadcast') this.#later(() => this.#inbox.fetch(event));
        break;
      case 'message':
        if (this.#options.onMessage !== undefined) this.#inbox.takeShown(event.tpdu as Deliver, event.octets);
        break;
      case 'report':
        this.#reports.take(event.tpdu as StatusReport);
        if (this.#inbox.isAcknowledged) this.#later(() => this.#inbox.acknowledge(true));
        break;
      case 'ussd':
        this.#services?.(event);
        break;
      case 'full':
        if (isReading) this.#later(() => this.list());
        break;
      case 'damaged':
        this.#notice(`a line of the modem cannot be read: ${event.error.message}`);
        break;
      case 'unknown':
        if (this.#started !== undefined && GREETING.test(event.text)) this.#later(() => this.#renew());
        break;
      default:
    }
  }
}

/** Numbers of +CME ERROR that say something of the command; others are the network's, which had the request then. */
const REFUSES_TEXT: ReadonlySet<number | undefined> = /* @__PURE__ */ new Set([3, 4, 25, 27, 50, 58]);

/** Whether a modem may want the text of a service packed. */
function refusesText({ ending }: ModemAnswer): boolean {
  return ending.kind === 'error' || (ending.kind === 'cme' && REFUSES_TEXT.has(ending.number));
}
