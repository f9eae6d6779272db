/**
 * The script of a test centre: accounts, ids, receipts, messages that it sends, and rules, which say what goes wrong and when.
 *
 *   { "rules": [ { "to": "4477009001", "status": "ESME_RINVDSTADR" }, { "every": 10, "status": "ESME_RTHROTTLED" } ] }
 *
 * The first rule that holds decides about a request, alone. Each rule counts and draws for itself, whether or not an earlier one decides.
 * @module
 */
import { parseJson } from '../bytes/json.js';
import {
  fields,
  listOf,
  mapOf,
  matching,
  nonEmpty,
  oneOf,
  type Reader,
  text,
  truth,
  where,
  whole,
} from '../bytes/json-fields.js';
import type { SmppCommand } from './pdus.js';
import { RECEIPT_STATES, type ReceiptState } from './receipt.js';
import { findStatusName, type SmppStatus, statusNumber } from './status.js';

/** A notation of message ids. */
export type CentreIdForm = 'decimal' | 'hex';

/** A state that a message reaches, and the receipt that says so. */
export interface CentreReceipt {
  /** The state. */
  readonly state: ReceiptState;
  /** Milliseconds after the answer to the request; 0 by default. */
  readonly afterMs?: number;
  /** Whether the receipt is sent before the answer; false by default. */
  readonly beforeAnswer?: boolean;
  /** How many times the receipt is sent, 1 to 100; 1 by default. */
  readonly times?: number;
  /** Whether the receipt is sent even if registered_delivery does not request it; false by default. */
  readonly always?: boolean;
  /** Error code, three digits; 000 by default. */
  readonly error?: string;
  /** Whether id and state are in the text, in optional parameters, or in both; both by default. */
  readonly form?: 'text' | 'parameters' | 'both';
}

/** A rule: conditions (up to `times`), and actions. A rule without conditions applies to every message. */
export interface CentreRule {
  /** The commands; submit_sm, submit_multi and data_sm by default. */
  readonly commands?: readonly CentreCommand[];
  /** system_id of the session. */
  readonly systemId?: string;
  /** Prefix of the recipient. */
  readonly to?: string;
  /** Prefix of the sender. */
  readonly from?: string;
  /** Applies from this number of milliseconds after the start of the centre. */
  readonly afterMs?: number;
  /** Applies until this number of milliseconds after the start of the centre. */
  readonly untilMs?: number;
  /** Applies only to the nth request, from 1, that satisfies all conditions above. */
  readonly nth?: number;
  /** Applies only to every nth of them. */
  readonly every?: number;
  /** Applies only to those of them above this number in a second. */
  readonly overPerSecond?: number;
  /** Applies with this probability, 0 to 1. */
  readonly probability?: number;
  /** Applies at most this many times. */
  readonly times?: number;

  /** command_status of the answer, by name or number; any but ESME_ROK refuses the message. */
  readonly status?: SmppStatus | number;
  /** Milliseconds until the answer; 0 by default. */
  readonly answerAfterMs?: number;
  /** Whether there is no answer; false by default. */
  readonly silent?: boolean;
  /** Drops the connection, before or after the answer. */
  readonly close?: 'before' | 'after';
  /** States and receipts of the message, in place of the script's `receipts`. */
  readonly receipts?: readonly CentreReceipt[];
}

/** A message that every session that can receive gets after its bind. */
export interface CentreIncoming {
  /** Sender. */
  readonly from: string;
  /** Recipient. */
  readonly to: string;
  /** Text. */
  readonly text: string;
  /** Milliseconds after the bind; 0 by default. */
  readonly afterMs?: number;
  /** How many times the message is sent, 1 to 1,000,000; 1 by default. */
  readonly times?: number;
  /** Milliseconds between two of them; 1,000 by default. */
  readonly everyMs?: number;
}

/** The script of a test centre: how it answers requests, and what it sends. Times are at most 7 days. */
export interface CentreScript {
  /** Seed of the generator for `probability`; 1 by default. */
  readonly seed?: number;
  /** The first id; 1 by default. */
  readonly firstId?: number;
  /** Notation of ids in answers, and in the texts of receipts; decimal by default. */
  readonly ids?: { readonly answer?: CentreIdForm; readonly receipt?: CentreIdForm };
  /** Passwords by system_id; by default every bind is accepted. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** The states of a message and their receipts; by default it is delivered at once. */
  readonly receipts?: readonly CentreReceipt[];
  /** Rules for faults; the first that applies to a request decides. */
  readonly rules?: readonly CentreRule[];
  /** Messages that the centre sends. */
  readonly incoming?: readonly CentreIncoming[];
}

const MESSAGES = ['submit_sm', 'submit_multi', 'data_sm'] as const satisfies readonly SmppCommand[];
const BINDS = ['bind_transmitter', 'bind_receiver', 'bind_transceiver'] as const satisfies readonly SmppCommand[];
const COMMANDS = [...MESSAGES, ...BINDS, 'query_sm', 'cancel_sm', 'replace_sm'] as const;

/** A command that a rule can apply to. */
export type CentreCommand = (typeof COMMANDS)[number];

const DAY_MS = 86_400_000;
const milliseconds = whole(0, 7 * DAY_MS);
const digitForm = oneOf(['decimal', 'hex']);

/** A list that is not longer than anybody writes. */
function listUpTo<T>(read: Reader<T>, most: number): Reader<T[]> {
  const items = listOf(read);
  const isShort = where<unknown>((value) => !Array.isArray(value) || value.length <= most, `a list of at most ${most}`);
  return (value, path) => items(isShort(value, path), path);
}

const readStatus = where<SmppStatus | number>((value) => {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
  try {
    return typeof value === 'string' && findStatusName(statusNumber(value as SmppStatus)) !== undefined;
  } catch {
    return false;
  }
}, 'the name of a command_status such as ESME_RTHROTTLED, or its number');

const readReceipt = fields({
  state: { read: oneOf(RECEIPT_STATES) },
  afterMs: milliseconds,
  beforeAnswer: truth,
  times: whole(1, 100),
  always: truth,
  error: matching(/^\d{3}$/, 'three digits'),
  form: oneOf(['text', 'parameters', 'both']),
});
const readReceipts = listUpTo(readReceipt, 100);

const readRule = fields({
  commands: listUpTo(oneOf(COMMANDS), COMMANDS.length),
  systemId: text,
  to: text,
  from: text,
  afterMs: milliseconds,
  untilMs: milliseconds,
  nth: whole(1),
  every: whole(1),
  overPerSecond: whole(0),
  probability: where<number>((value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'),
  times: whole(1),
  status: readStatus,
  answerAfterMs: milliseconds,
  silent: truth,
  close: oneOf(['before', 'after']),
  receipts: readReceipts,
});

const address = matching(/^[\x20-\x7e]{1,20}$/, 'an address of 1 to 20 characters');

const readFields = fields({
  seed: whole(0, 0xffffffff),
  firstId: whole(1, 0xffffffff),
  ids: fields({ answer: digitForm, receipt: digitForm }),
  accounts: mapOf(text),
  receipts: readReceipts,
  rules: listUpTo(readRule, 1_000),
  incoming: listUpTo(
    fields({
      from: { read: address },
      to: { read: address },
      text: { read: nonEmpty },
      afterMs: milliseconds,
      times: whole(1, 1_000_000),
      everyMs: milliseconds,
    }),
    1_000,
  ),
});

/** A script that was checked. */
export interface CheckedScript extends Omit<CentreScript, 'accounts'> {
  readonly accounts?: ReadonlyMap<string, string>;
}

/** Checks a script that a program gives. @throws DecodeError `bad-value` that names the field. */
export function checkCentreScript(script: CentreScript): CheckedScript {
  return readFields(script, 'script');
}

/**
 * Reads a script from JSON.
 * @throws DecodeError for text that is not JSON, `bad-value` naming an invalid field; LimitError for more than 100,000 values.
 */
export function readCentreScript(json: string): CentreScript {
  const { accounts, ...script } = readFields(parseJson(json, { values: 100_000 }), '$');
  return { ...script, ...(accounts !== undefined && { accounts: Object.fromEntries(accounts) }) };
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A request as rules see it. */
export interface CentreRequest {
  readonly command: string;
  readonly systemId: string;
  readonly from: string;
  readonly to: string;
  /** Milliseconds since the centre was started. */
  readonly atMs: number;
}

/** Rules with what they have counted. */
export class CentreRules {
  readonly #rules: readonly { readonly rule: CentreRule; seen: number; used: number; second: number; inSecond: number }[];
  readonly #random: () => number;

  constructor(rules: readonly CentreRule[], random: () => number) {
    this.#rules = rules.map((rule) => ({ rule, seen: 0, used: 0, second: -1, inSecond: 0 }));
    this.#random = random;
  }

  /** The rule that decides about a request; one without effects where none does. */
  decide(request: CentreRequest): CentreRule {
    let decided: CentreRule | undefined;
    for (const counted of this.#rules) {
      const { rule } = counted;
      if (!isAbout(rule, request)) continue;
      counted.seen++;
      const second = Math.floor(request.atMs / 1_000);
      counted.inSecond = second === counted.second ? counted.inSecond + 1 : 1;
      counted.second = second;
      const { nth = counted.seen, every = 1, overPerSecond = 0, probability, times = Number.POSITIVE_INFINITY } = rule;
      const isCounted = counted.seen === nth && counted.seen % every === 0 && counted.inSecond > overPerSecond;
      if (!isCounted || (probability !== undefined && this.#random() >= probability)) continue;
      if (decided !== undefined || counted.used >= times) continue;
      counted.used++;
      decided = rule;
    }
    return decided ?? {};
  }
}

function isAbout(rule: CentreRule, { command, systemId, from, to, atMs }: CentreRequest): boolean {
  const { commands = MESSAGES, afterMs = 0, untilMs = Number.POSITIVE_INFINITY } = rule;
  return (
    (commands as readonly string[]).includes(command) &&
    (rule.systemId === undefined || rule.systemId === systemId) &&
    to.startsWith(rule.to ?? '') &&
    from.startsWith(rule.from ?? '') &&
    atMs >= afterMs &&
    atMs < untilMs
  );
}
