/**
 * A modem: set up, sending, receiving, services. Octets in, octets out; time by a clock that is given.
 * @module
 */

import { omitUndefined } from '../bytes/omit-undefined.js';
import { inheritLimits } from '../bytes/reading.js';
import type { Limits } from '../errors.js';
import type { Deliver, StatusReport, SubmitInput } from '../sms/index.js';
import { readOperator, readServiceCentre, readSignal, readStorages, type Storage } from './answers.js';
import { failureOf, ModemChannel, type ModemClock } from './channel.js';
import { checkCommand, checkUssd, formatCommand } from './commands.js';
import { ModemError } from './modem-error.js';
import { Inbox, type OnMessage, type OnNotice } from './receiving.js';
import { type Report, ReportBook, type SentMessage } from './reports.js';
import { type ModemSendOptions, Outbox } from './sending.js';
import type { ModemAnswer } from './session.js';
import { type Started, type StartOptions, startModem } from './starting.js';
import { type Registration, readRegistrationAnswer, type Unsolicited } from './unsolicited.js';
import { type UssdCoding, type UssdMessage, writeUssd } from './ussd.js';

/** What a modem needs from outside, and how it is used. */
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

/** What a modem says of itself; members that it does not say are absent. */
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

/** See the module. */
export class Modem {
  readonly #channel: ModemChannel;
  readonly #inbox: Inbox;
  readonly #reports: ReportBook;
  readonly #outbox: Outbox;
  readonly #options: ModemOptions;
  #started: Started | undefined;
  #services: ((message: UssdMessage | Error) => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  /** Resolves when the modem was closed, by whomever, with the reason. */
  readonly closed: Promise<string>;
  #resolveClosed!: (reason: string) => void;

  /** A modem that has not been spoken to. */
  constructor(options: ModemOptions) {
    const { clock, onOutput, commandMs, keep = false, retryMs = 60_000 } = options;
    const limits: Limits = inheritLimits(omitUndefined(options.limits ?? {}));
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#channel = new ModemChannel({ clock, onOutput, commandMs, limits, onEvent: (event) => this.#takeSafely(event) });
    this.#reports = new ReportBook(limits.modemWaiting, (report) => this.#takeReport(report));
    this.#outbox = new Outbox(this.#channel, this.#reports);
    this.#inbox = new Inbox({
      channel: this.#channel,
      keep,
      retryMs,
      onMessage: options.onMessage ?? (() => {}),
      onNotice: (notice) => this.#notice(notice),
      onReport: ({ tpdu }) => this.#reports.take(tpdu as StatusReport),
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
   * Sets the modem up, and begins to fetch messages when there is a reader for them.
   * @throws ModemError `pin` when the SIM asks for a code, `unsupported` without PDU mode, `silent` without an answer;
   * EncodeError for an option.
   */
  async start(): Promise<Started> {
    const started = await this.#channel.exclusive(() =>
      startModem(this.#channel, this.#options, this.#options.onMessage !== undefined),
    );
    this.#started = started;
    this.#inbox.isAcknowledged = started.isAcknowledged;
    const [reading] = started.storages;
    if (reading !== undefined) this.#inbox.memory = reading.memory;
    if (!started.isTold) this.#notice('the modem does not say that a message came: the list is looked at now and then');
    if (this.#options.onMessage !== undefined) await this.#poll();
    return started;
  }

  /** Looks at all that is stored now: resolves when everything was read, not when it was accepted. */
  async list(): Promise<void> {
    this.#requireStarted();
    const storages = this.#started?.storages ?? [];
    const memories = new Set([storages[0]?.memory, storages[2]?.memory].filter((memory) => memory));
    if (memories.size === 0) await this.#inbox.list();
    for (const memory of memories) await this.#inbox.list(memory);
  }

  /** Resolves when every message that was read has been offered, and what was accepted is deleted. */
  async idle(): Promise<void> {
    await this.#inbox.idle();
  }

  /** Messages that wait for the reader. */
  get waiting(): number {
    return this.#inbox.waiting;
  }

  /**
   * Sends the parts of one message, as `submitText` and `buildSubmits` make them.
   * @throws ModemSendError for a part that is not sent, with the code `unclear` where it may be; EncodeError for what cannot be
   * written.
   */
  async send(submits: readonly SubmitInput[], options?: ModemSendOptions): Promise<SentMessage> {
    this.#requireStarted();
    return this.#outbox.send(submits, options);
  }

  /**
   * Asks a service, such as `*100#`, or answers one that asks.
   * @param coding how the modem takes the text; as it is, and packed when that is refused, when left out
   * @throws ModemError `refused`, or `silent` when the network does not answer within a minute; EncodeError for a text that
   * cannot be asked.
   */
  async askService(text: string, coding?: UssdCoding): Promise<UssdMessage> {
    checkUssd(text);
    if (this.#services !== undefined) throw new ModemError('refused', 'another service is under way');
    const answered = new Promise<UssdMessage | Error>((resolve) => {
      this.#services = resolve;
    });
    const cancel = this.#channel.clock.after(USSD_MS, () => {
      this.#services?.(new ModemError('silent', 'AT+CUSD: the network does not answer'));
    });
    try {
      await this.#channel.exclusive(async () => {
        const codings: readonly UssdCoding[] = coding === undefined ? ['text', 'packed'] : [coding];
        let answer: ModemAnswer | undefined;
        for (const one of codings) {
          answer = await this.#channel.run(formatCommand('+CUSD', [1, writeUssd(text, one), 15]), { timeoutMs: USSD_MS });
          if (answer.ending.kind !== 'error' && answer.ending.kind !== 'cme') break;
        }
        if (answer !== undefined && answer.ending.kind !== 'ok') throw failureOf(answer, 'AT+CUSD');
      });
      const message = await answered;
      if (message instanceof Error) throw message;
      return message;
    } finally {
      cancel();
      this.#services = undefined;
    }
  }

  /** Ends a service that waits for an answer. */
  async cancelService(): Promise<void> {
    await this.#channel.exclusive(() => this.#channel.ask('AT+CUSD=2'));
  }

  /** What the modem says of itself and of the network. */
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
    this.#options.onNotice?.(notice);
  }

  async #poll(): Promise<void> {
    const { pollMs = 300_000 } = this.#options;
    try {
      await this.list();
    } finally {
      if (pollMs > 0 && this.#channel.closed === undefined) {
        this.#cancelPoll = this.#channel.clock.after(pollMs, () => this.#later(() => this.#poll()));
      }
    }
  }

  /** Work that nobody waits for. */
  #later(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      if (this.#channel.closed === undefined) this.#notice((error as Error).message);
    });
  }

  /** A reader that fails is no reason to lose what comes after it. */
  #takeSafely(event: Unsolicited): void {
    try {
      this.#take(event);
    } catch (error) {
      this.#notice(`a reader of ${event.kind} failed: ${(error as Error).message}`);
    }
  }

  #takeReport(report: Report): void {
    try {
      this.#options.onReport?.(report);
    } catch (error) {
      this.#notice(`a reader of report failed: ${(error as Error).message}`);
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
      default:
    }
  }
}
