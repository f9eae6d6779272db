/**
 * The gateway's log: JSON lines without PINs, texts and complete numbers.
 * @module
 */
import { checkChoice } from '../bytes/check.js';
import type { FormatError } from '../errors.js';
import { isAccepted, maskNumber, parseNumber, type Result } from '../protocol/index.js';
import type { LoginPause } from './operations/logins.js';
import type { LoginFailure, RequestRecord } from './operations/operations.js';
import { missingPackage } from './packages.js';
import { LOG_LEVELS, type LogLevel } from './settings/limits.js';

/** Receives log entries, such as a logger of pino. */
export interface GatewayLog {
  /** Logs details for debugging. */
  debug(fields: object, message: string): void;
  /** Logs normal operation, and mistakes of clients. */
  info(fields: object, message: string): void;
  /** Logs a condition that an operator should look into. */
  warn(fields: object, message: string): void;
  /** Logs a condition that an operator should act on now. */
  error(fields: object, message: string): void;
}

/** A log that discards everything. */
export const NO_LOG: GatewayLog = { debug() {}, info() {}, warn() {}, error() {} };

/** The log of {@link openLog}, with a level that can change. */
export interface OpenedLog extends GatewayLog {
  /** Changes the level. */
  setLevel(level: LogLevel): void;
  /** Writes buffered lines; call it before the process ends. */
  flush(): void;
}

/**
 * Opens a log of JSON lines, written by pino. Lines are buffered for up to 50 ms.
 * @param write receives one or more lines; standard error by default.
 * @throws EncodeError `bad-value` for an unknown level; Error naming the package to install if pino is missing.
 */
export async function openLog(level: LogLevel = 'info', write?: (lines: string) => void): Promise<OpenedLog> {
  checkChoice(level, 'level', LOG_LEVELS);
  const { default: pino } = await import('pino').catch(missingPackage('pino', 'the log'));
  const gathered = new GatheredLines(write ?? ((lines) => process.stderr.write(lines)));
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, gathered);
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    setLevel: (next) => {
      logger.level = next;
    },
    flush: () => gathered.flush(),
  };
}

/** How long lines are gathered: a call of the system for each would cost more than the line. */
const BATCH_DELAY_MS = 50;
/** Characters that are gathered at most. */
const MAX_BATCH_CHARACTERS = 65_536;

class GatheredLines {
  readonly #out: (lines: string) => void;
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(out: (lines: string) => void) {
    this.#out = out;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= MAX_BATCH_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_DELAY_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#out(lines);
  }
}

/** Recipients of a request that an entry shows, masked. */
const SHOWN_RECIPIENTS = 3;

/** A request as an entry. */
export function requestFields(record: RequestRecord, status: number, ms: number): object {
  const { path, peer, username, operation, to, results, refusal } = record;
  return {
    path,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(peer !== undefined && { peer }),
    ...(username !== undefined && { username }),
    ...(operation !== undefined && { operation }),
    ...(to !== undefined && { to: to.slice(0, SHOWN_RECIPIENTS).map(masked) }),
    ...(results !== undefined && outcomeFields(results)),
    ...(refusal !== undefined && { refusal }),
  };
}

/**
 * A failed login as an entry, in a form that programs that watch the log can rely on. An account's name is shown, letters, digits and dots; what is the
 * name of none is not, for it may be a PIN.
 */
export function loginFailureFields({ peer = '-', username = '-', path }: LoginFailure): object {
  return { peer, username, path };
}

/** The pause that follows, as an entry. */
export function loginPauseFields({ peer, username }: LoginFailure, { scope, failures, pauseMs }: LoginPause): object {
  return {
    scope,
    ...(scope !== 'account' && { peer }),
    ...(scope !== 'address' && username !== undefined && { username }),
    failures,
    pauseMs,
  };
}

/** What is no number may be anything: a text that went into the wrong parameter. */
function masked(recipient: string): string {
  const number = parseNumber(recipient);
  return number === undefined ? '(no number)' : maskNumber(number);
}

function outcomeFields(results: readonly Result[]): object {
  const failures = results.filter(({ report }) => !isAccepted(report));
  const last = failures.at(-1) ?? results.at(-1);
  return { recipients: results.length, failed: failures.length, report: last?.report };
}

/** What could not be read, as an entry: without a stack, since nobody has to mend the gateway. */
export function refusalFields({ code, field, offset }: FormatError): object {
  return { code, field, ...(offset !== undefined && { offset }) };
}

/** Lines of a stack that an entry shows. */
const STACK_LINES = 8;

/**
 * An error as an entry. Of the message runs of digits are taken out, which may be numbers; the stack is without the message.
 */
export function faultFields(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as { code?: unknown };
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(typeof code === 'string' && { code }),
    reason: error.message.slice(0, 200).replace(/\d{5,}/g, '*****'),
    stack: stack.slice(0, STACK_LINES).map((line) => line.trim()),
  };
}
