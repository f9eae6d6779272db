/**
 * The dialogue with a modem as a state machine: octets in, octets out, one command at a time. Time is given from outside.
 *
 *   idle ── command ──► answering ── final result ──► idle
 *   idle ── command with a PDU ──► prompting ── prompt ──► submitting ── final result ──► idle
 *   any of them ── too late ──► late: ESC and AT, what comes now may still be the answer ──► settling ──► idle
 *   idle, answering ── prompt that nobody waits for ──► ESC, as if it were too late
 *
 * A modem that did not answer in time may do so later, and then the answer must not be taken for that of the next command: the
 * session probes with AT, and goes on when the modem has been quiet for a while after its answer. A modem that does not answer
 * is given up after 3 seconds, after a PDU 30: what it says later than that counts as the answer to the next command.
 * Source: ITU-T V.250 section 5; 3GPP TS 27.005 section 3.5.1.
 * @module
 */
import { checkInteger, requireObject } from '../bytes/check.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { LimitError } from '../errors.js';
import { checkCommand } from './commands.js';
import { ModemError } from './modem-error.js';
import { type ModemItem, ModemReader } from './reader.js';
import type { FinalResult } from './result-codes.js';
import type { ShownLines } from './stored.js';
import type { Unsolicited } from './unsolicited.js';

/** How a command ended: with a final result, or without one. */
export type Ending =
  | FinalResult
  /** There was no answer in time. */
  | { readonly kind: 'silent' }
  /** The session was closed. */
  | { readonly kind: 'closed'; readonly reason: string };

/** The answer to a command. */
export interface ModemAnswer {
  /** How the command ended. */
  readonly ending: Ending;
  /** Lines of the answer, at most `modemAnswerLines` of them. */
  readonly lines: readonly ShownLines[];
  /** Whether the whole PDU was written, after which the modem may have sent it. */
  readonly isSubmitted: boolean;
}

/** A command to run. */
export interface ModemCommand {
  /** The command line, such as `AT+CSQ`, without its end. */
  readonly command: string;
  /** A PDU in hex, which is written after the prompt. */
  readonly pdu?: string | undefined;
  /** Time limit for the answer in milliseconds, with a PDU from its end on; `commandMs` of the session by default. */
  readonly timeoutMs?: number | undefined;
}

/** An event of a session, a union on `kind`. */
export type ModemSessionEvent =
  /** The command with this number from `run` has ended. Each command has exactly one such event. */
  | ({ readonly kind: 'answer'; readonly number: number } & ModemAnswer)
  /** The modem has sent an unsolicited line. */
  | { readonly kind: 'unsolicited'; readonly event: Unsolicited };

/** Options of a {@link ModemSession}. */
export interface ModemSessionOptions extends Pick<DecodeOptions, 'limits'> {
  /** Default time limit for an answer in milliseconds, 1 to 2,147,483,647; 10,000 by default. */
  readonly commandMs?: number | undefined;
}

/** The longest time that timers of the platform take, in milliseconds: past it they are due at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
const ESC = '\x1b';
const CTRL_Z = '\x1a';
/** How long the answer to a probe may take, and how long the modem is to be quiet after it, in milliseconds. */
const [LATE_MS, SETTLE_MS] = [3_000, 500];
/** Probes after a PDU. */
const SUBMITTED_PROBES = 10;
/** How long a prompt may take. */
const PROMPT_MS = 10_000;

interface Numbered extends ModemCommand {
  readonly number: number;
}

type State = 'idle' | 'answering' | 'prompting' | 'submitting' | 'late' | 'settling';

/**
 * Runs the AT commands of a modem one at a time, as a state machine: octets in, events and octets out. Times are milliseconds of the caller's clock; write the
 * octets of `takeOutput` after every call. Source: ITU-T V.250, 3GPP TS 27.005.
 */
export class ModemSession {
  readonly #reader: ModemReader;
  readonly #commandMs: number;
  readonly #maxLines: number;
  readonly #maxWaiting: number;
  readonly #waiting: Numbered[] = [];
  #events: ModemSessionEvent[] = [];
  #output = '';
  #number = 0;
  #state: State = 'idle';
  #current: Numbered | undefined;
  #lines: ShownLines[] = [];
  #isSubmitted = false;
  /** Probes since the command was written. */
  #probes = 0;
  #deadline: number | undefined;
  #closed: string | undefined;

  /** Creates a session, without writing anything. @throws EncodeError for a `commandMs` outside 1 to 2,147,483,647. */
  constructor(options: ModemSessionOptions = {}) {
    requireObject(options, 'options');
    const { limits } = Reading.of(options);
    const { commandMs = 10_000 } = options;
    checkInteger(commandMs, 'commandMs', 1, MAX_TIMER_MS);
    this.#commandMs = commandMs;
    this.#reader = new ModemReader({ lenient: true, limits });
    this.#maxLines = limits.modemAnswerLines;
    this.#maxWaiting = limits.modemWaiting;
  }

  /** Returns when to call {@link tick}, in milliseconds of the caller's clock; undefined for never. */
  get nextTimeMs(): number | undefined {
    return this.#deadline;
  }

  /** Returns the number of commands that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs a command after those before it, and returns the number that its `answer` event will have.
   * @throws EncodeError for characters that would end the command, and for a `timeoutMs` outside 1 to 2,147,483,647; LimitError above
   * `modemWaiting`; ModemError `closed` after the end; TypeError for a PDU that is not hex.
   */
  run(command: ModemCommand, nowMs: number): number {
    checkCommand(command.command);
    if (command.timeoutMs !== undefined) checkInteger(command.timeoutMs, 'timeoutMs', 1, MAX_TIMER_MS);
    if (command.pdu !== undefined && !/^(?:[0-9A-F]{2})+$/i.test(command.pdu)) throw new TypeError('pdu is hex');
    if (this.#closed !== undefined) throw new ModemError('closed', this.#closed);
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new LimitError(
        'limit-exceeded',
        'command',
        undefined,
        `${this.#maxWaiting} commands are already waiting (modemWaiting)`,
      );
    }
    const number = ++this.#number;
    this.#waiting.push({ ...command, number });
    this.#next(nowMs);
    return number;
  }

  /** Processes octets from the modem, and returns the events. */
  receive(octets: Uint8Array, nowMs: number): readonly ModemSessionEvent[] {
    if (this.#closed === undefined) for (const item of this.#reader.read(octets)) this.#take(item, nowMs);
    return this.#takeEvents();
  }

  /** Runs due timers, and returns the events. */
  tick(nowMs: number): readonly ModemSessionEvent[] {
    if (this.#deadline === undefined || nowMs < this.#deadline) return [];
    this.#deadline = undefined;
    switch (this.#state) {
      case 'late':
        // A PDU may take a network longer, and a modem that is deaf meanwhile answers the PDU before it answers AT.
        if (this.#isSubmitted && this.#probes < SUBMITTED_PROBES) {
          this.#probe(nowMs);
          break;
        }
        this.#end({ kind: 'silent' });
        this.#rest(nowMs);
        break;
      case 'settling':
        this.#end({ kind: 'silent' });
        this.#rest(nowMs);
        break;
      default:
        this.#probe(nowMs);
    }
    return this.#takeEvents();
  }

  /** Returns the octets to write to the modem; undefined if there are none. Call it after every other call. */
  takeOutput(): Uint8Array | undefined {
    if (this.#output === '') return undefined;
    const octets = encodeLatin1(this.#output, 'command');
    this.#output = '';
    return octets;
  }

  /** Closes the session: every pending command ends as `closed` with the reason. */
  close(reason: string): readonly ModemSessionEvent[] {
    if (this.#closed !== undefined) return [];
    this.#closed = reason;
    this.#deadline = undefined;
    this.#state = 'idle';
    this.#end({ kind: 'closed', reason });
    for (const { number } of this.#waiting.splice(0)) {
      this.#events.push({ kind: 'answer', number, ending: { kind: 'closed', reason }, lines: [], isSubmitted: false });
    }
    return this.#takeEvents();
  }

  #takeEvents(): readonly ModemSessionEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #write(text: string): void {
    this.#output += text;
  }

  #next(nowMs: number): void {
    if (this.#state !== 'idle') return;
    const command = this.#waiting.shift();
    if (command === undefined) return;
    this.#current = command;
    this.#lines = [];
    this.#isSubmitted = false;
    this.#probes = 0;
    const isPdu = command.pdu !== undefined;
    this.#state = isPdu ? 'prompting' : 'answering';
    this.#deadline = nowMs + (isPdu ? PROMPT_MS : this.#timeoutOf(command));
    this.#reader.expect(command.command);
    this.#reader.awaitPrompt(isPdu);
    this.#write(`${command.command}\r`);
  }

  #timeoutOf({ timeoutMs }: ModemCommand): number {
    return timeoutMs ?? this.#commandMs;
  }

  #take(item: ModemItem, nowMs: number): void {
    switch (item.kind) {
      case 'echo':
        return;
      case 'unsolicited':
        this.#events.push(item);
        return;
      case 'prompt':
        this.#takePrompt(nowMs);
        return;
      case 'answer': {
        const { line, pdu } = item;
        if (this.#current === undefined) this.#events.push({ kind: 'unsolicited', event: { kind: 'unknown', text: line } });
        else if (this.#lines.length < this.#maxLines) this.#lines.push(pdu === undefined ? { line } : { line, pdu });
        return;
      }
      default:
        this.#takeFinal(item.result, nowMs);
    }
  }

  #takePrompt(nowMs: number): void {
    if (this.#state !== 'prompting' || this.#current?.pdu === undefined) {
      this.#leavePrompt(nowMs);
      return;
    }
    const { pdu } = this.#current;
    this.#state = 'submitting';
    this.#isSubmitted = true;
    this.#deadline = nowMs + this.#timeoutOf(this.#current);
    this.#reader.awaitPrompt(false);
    this.#reader.expectEcho(pdu);
    this.#write(`${pdu}${CTRL_Z}`);
  }

  /** Frees a modem whose prompt nobody waits for: it takes everything for a PDU until ESC, and answers that with OK. */
  #leavePrompt(nowMs: number): void {
    switch (this.#state) {
      case 'answering':
        // The command was taken for a PDU, or its answer has a line that looks like a prompt: then the rest of it comes yet.
        this.#probe(nowMs);
        return;
      case 'late':
        this.#deadline = nowMs + LATE_MS;
        break;
      case 'idle':
      case 'settling':
        this.#state = 'settling';
        this.#deadline = nowMs + SETTLE_MS;
        break;
      default:
    }
    this.#write(ESC);
  }

  #takeFinal(result: FinalResult, nowMs: number): void {
    switch (this.#state) {
      case 'idle':
        return;
      case 'late':
      case 'settling':
        // An answer that came late, or a refusal, is the command's; a bare OK may be that of the probe.
        if (this.#lines.length > 0 || result.kind === 'cms' || result.kind === 'cme') this.#end(result);
        this.#state = 'settling';
        this.#deadline = nowMs + SETTLE_MS;
        return;
      default:
        this.#end(result);
        this.#rest(nowMs);
    }
  }

  /** Gives up waiting, and probes with AT. */
  #probe(nowMs: number): void {
    // A prompt that comes yet is to be left.
    this.#reader.awaitPrompt(this.#state === 'prompting');
    this.#state = 'late';
    this.#deadline = nowMs + LATE_MS;
    this.#probes++;
    this.#reader.reset();
    this.#reader.expectEcho('AT');
    // Where a prompt was lost the modem takes everything for a PDU until ESC; where there was none it passes ESC over.
    this.#write(`${ESC}AT\r`);
  }

  /** Answers the command that is under way. */
  #end(ending: Ending): void {
    const current = this.#current;
    if (current === undefined) return;
    const { number } = current;
    this.#events.push({ kind: 'answer', number, ending, lines: this.#lines, isSubmitted: this.#isSubmitted });
    this.#current = undefined;
    this.#lines = [];
  }

  #rest(nowMs: number): void {
    this.#state = 'idle';
    this.#deadline = undefined;
    this.#reader.expect('');
    this.#next(nowMs);
  }
}
