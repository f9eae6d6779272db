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
 * Takes a message: it is accepted when nothing is thrown, and what is returned resolves. The modem is given too, for an answer:
 * messages come before `openModem` has given it.
 */
export type OnMessage = (message: ModemMessage, modem: Modem) => void | Promise<void>;

/** Options of a modem, with its clock and handlers. */
export interface ModemOptions extends StartOptions {
  /** Octets for the modem. */
  readonly onOutput: (octets: Uint8Array) => void;
  /** Time. */
  readonly clock: ModemClock;
  /** Takes messages. Without it none are fetched, and all stay stored. */
  readonly onMessage?: OnMessage | undefined;
  /** Takes status reports. */
  readonly onReport?: ((report: Report) => void) | undefined;
  /** Takes everything that the modem says of its own accord, as it comes. */
  readonly onEvent?: ((event: Unsolicited) => void) | undefined;
  /** Takes what the modem or the reader made difficult, in words. */
  readonly onNotice?: OnNotice | undefined;
  /** Whether messages stay stored although they were accepted; false by default. */
  readonly keep?: boolean | undefined;
  /** How often all that is stored is looked at, in milliseconds, whatever the modem says; 5 minutes by default, 0 for never. */
  readonly pollMs?: number | undefined;
  /** How long a message that was not accepted waits, in milliseconds; 1 minute by default. */
  readonly retryMs?: number | undefined;
  /** How long an answer may take where the command does not say, in milliseconds; 10 seconds by default. */
  readonly commandMs?: number | undefined;
  /** Other values for the limits of modems, and of reassembly. */
  readonly limits?: Partial<Limits> | undefined;
}

/** The state of a modem; members that it does not report are absent. */
export interface ModemStatus {
  /** The maker. */
  readonly manufacturer?: string;
  /** The model. */
  readonly model?: string;
  /** The network's name. */
  readonly operator?: string;
  /** Signal in dBm. */
  readonly signalDbm?: number;
  /** Registration with the network. */
  readonly registration?: Registration;
  /** Number of the service centre. */
  readonly serviceCentre?: string;
  /** The storages of reading, of writing and of what comes. */
  readonly storages?: readonly Storage[];
}

/** How long a service may take, in milliseconds. */
const USSD_MS = 60_000;
/**
 * What a modem says when it has started, and so has forgotten what it was told. Not `^BOOT`: Huawei's say that now and then
 * while they run.
 */
const GREETING = /^(?:RDY|\^SYSSTART|\+CPIN: ?READY)$/;

/** Sends and receives messages through a GSM modem, and uses its services: octets in, octets out. */
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
  /** Resolves when the modem was closed, by whomever, with the reason. */
  readonly closed: Promise<string>;
  #resolveClosed!: (reason: string) => void;

  /** Creates a session with a modem; it writes nothing yet. */
  constructor(options: ModemOptions) {
    requireObject(options, 'options');
    const { clock, onOutput, commandMs, keep = false, retryMs = 60_000, pollMs = 300_000, onMessage } = options;
    checkInteger(pollMs, 'pollMs', 0, MAX_TIMER_MS);
    checkInteger(retryMs, 'retryMs', 1, MAX_TIMER_MS);
    const limits: Limits = inheritLimits(omitUndefined(options.limits ?? {}));
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

  /** Takes octets of the modem. */
  receive(octets: Uint8Array): void {
    this.#channel.receive(octets);
  }

  /** Ends everything: what is under way fails with the reason. */
  close(reason = 'the modem was closed'): void {
    this.#cancelPoll?.();
    this.#channel.close(reason);
    this.#services?.(new ModemError('closed', reason));
    this.#resolveClosed(reason);
  }

  /**
   * Sets the modem up, and begins to fetch messages when there is a reader for them. Called again it gives what the first call
   * gives, and tries again when that has failed.
   * @throws ModemError `pin` when the SIM asks for a code, `unsupported` without PDU mode, `silent` without an answer;
   * EncodeError for an option.
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
   * Looks at all that is stored now, when there is a reader: resolves when everything was read, not when it was accepted. A
   * modem that refuses its list is set up again: it may have been switched off meanwhile.
   * @throws ModemError when it cannot be set up again.
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

  /** Returns the number of messages that wait for the reader. */
  get waiting(): number {
    return this.#inbox.waiting;
  }

  /**
   * Sends the parts of one message, as `submitText` and `buildSubmits` make them.
   * @throws ModemSendError for a part that is not sent, with the code `unclear` where it may be; EncodeError for what cannot be
   * written, and for parts to several recipients.
   */
  async send(submits: readonly SubmitInput[], options?: ModemSendOptions): Promise<SentMessage> {
    this.#requireStarted();
    const onPart = options?.onPart;
    if (onPart === undefined) return this.#outbox.send(submits, options);
    return this.#outbox.send(submits, { ...options, onPart: (...part) => this.#tell('part', () => onPart(...part)) });
  }

  /**
   * Asks a service, such as `*100#`, or answers one that asks.
   * @param coding how the modem takes the text; as it is, and packed when that is refused, when left out
   * @throws ModemError `refused`, or `silent` when the network does not answer within a minute; EncodeError for a text that
   * cannot be asked.
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

  /** Ends a service that waits for an answer. */
  async cancelService(): Promise<void> {
    await this.#channel.exclusive(() => this.#channel.ask('AT+CUSD=2'));
  }

  /** Asks the modem for its state and that of the network. */
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
   * Runs a command of the caller's own and gives the lines of its answer.
   * @throws EncodeError for characters that would end it; ModemError when it does not succeed.
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
