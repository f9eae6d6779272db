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

/** Digits of ids. */
export type CentreIdForm = 'decimal' | 'hex';

/** A receipt for a message, with its state. */
export interface CentreReceipt {
  /** State, as the text of the receipt has it. */
  readonly state: ReceiptState;
  /** Milliseconds after the answer to the request; 0 by default. */
  readonly afterMs?: number;
  /** Sent before the answer. */
  readonly beforeAnswer?: boolean;
  /** How often it is sent; 1 by default. */
  readonly times?: number;
  /** Whether it is sent though registered_delivery does not ask for it. */
  readonly always?: boolean;
  /** Error code, three digits; 000 by default. */
  readonly error?: string;
  /** Where the receipt says it: in its text, in optional parameters, or in both, as by default. */
  readonly form?: 'text' | 'parameters' | 'both';
}

/** A rule: its conditions, and the actions. A rule without conditions holds for every message. */
export interface CentreRule {
  /** Requests that it is about; submit_sm, submit_multi and data_sm by default. */
  readonly commands?: readonly CentreCommand[];
  /** The account. */
  readonly systemId?: string;
  /** What the recipient begins with. */
  readonly to?: string;
  /** What the sender begins with. */
  readonly from?: string;
  /** Milliseconds after the centre was started, from which on it holds. */
  readonly afterMs?: number;
  /** Milliseconds after the centre was started, until which it holds. */
  readonly untilMs?: number;
  /** Only the nth request of those for which all of the above holds, from 1. */
  readonly nth?: number;
  /** Only every nth of them. */
  readonly every?: number;
  /** Only those of them that are more than so many in a second. */
  readonly overPerSecond?: number;
  /** How likely it is, from 0 to 1. */
  readonly probability?: number;
  /** How often it decides at most. */
  readonly times?: number;

  /** command_status of the answer, by name or number: a message is refused with any but ESME_ROK. */
  readonly status?: SmppStatus | number;
  /** Milliseconds until the answer. */
  readonly answerAfterMs?: number;
  /** No answer is given. */
  readonly silent?: boolean;
  /** The connection is dropped, before the answer or after it. */
  readonly close?: 'before' | 'after';
  /** What becomes of the message, in place of the script's `receipts`. */
  readonly receipts?: readonly CentreReceipt[];
}

/** A message that every session gets that can receive. */
export interface CentreIncoming {
  /** Sender. */
  readonly from: string;
  /** Recipient. */
  readonly to: string;
  /** Text. */
  readonly text: string;
  /** Milliseconds after the bind; 0 by default. */
  readonly afterMs?: number;
  /** How often it is sent; 1 by default. */
  readonly times?: number;
  /** Milliseconds between two of them; 1,000 by default. */
  readonly everyMs?: number;
}

/** The script of a test service centre: how it answers messages and which receipts it sends. */
export interface CentreScript {
  /** Seed of the generator for `probability`; 1 by default. */
  readonly seed?: number;
  /** The first id; 1 by default. */
  readonly firstId?: number;
  /** Form of ids in answers, and in the texts of receipts; decimal by default. */
  readonly ids?: { readonly answer?: CentreIdForm; readonly receipt?: CentreIdForm };
  /** Passwords by system_id; without it everybody may bind. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** What becomes of a message: delivered at once by default. */
  readonly receipts?: readonly CentreReceipt[];
  /** What goes wrong. */
  readonly rules?: readonly CentreRule[];
  /** Messages that the centre sends. */
  readonly incoming?: readonly CentreIncoming[];
}

const MESSAGES = ['submit_sm', 'submit_multi', 'data_sm'] as const satisfies readonly SmppCommand[];
const BINDS = ['bind_transmitter', 'bind_receiver', 'bind_transceiver'] as const satisfies readonly SmppCommand[];
const COMMANDS = [...MESSAGES, ...BINDS, 'query_sm', 'cancel_sm', 'replace_sm'] as const;

/** A request that a rule can be about. */
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
export type CheckedScript = ReturnType<typeof readFields>;

/** Checks a script that a program gives. @throws DecodeError `bad-value` that names the field. */
export function checkCentreScript(script: CentreScript): CheckedScript {
  return readFields(script, 'script');
}

/**
 * Reads a script from its JSON.
 * @throws DecodeError for text that is not JSON, and `bad-value` that names the field; LimitError for more than 100,000 values.
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
