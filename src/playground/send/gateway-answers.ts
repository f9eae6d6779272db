/**
 * What goes to the gateway, and what its answers say, in words. No DOM here.
 * @module
 */

import { pluralize } from '../../bytes/file-fields.js';
import { toHex } from '../../bytes/index.js';
import { DecodeError } from '../../errors.js';
import { formatForm, ProtocolError, parseResponse, REPORT, type Result, reportOf } from '../../protocol/forms.js';
import { count } from '../../show/facts.js';
import type { GatewayPost } from '../result/gateway-requests.js';

/** User name and PIN of an account. */
export interface Login {
  readonly username: string;
  readonly pin: string;
}

/** A field that a refusal is about. */
export type RefusedField = 'username' | 'pin' | 'recipients' | 'from';

/** What became of a recipient, or of all when the request was refused as a whole. */
export interface Outcome {
  readonly recipient: string;
  /** Identifier of the message; undefined where none was accepted. */
  readonly id: string | undefined;
  readonly words: string;
  readonly field?: RefusedField | undefined;
}

// ---- requests ----

/** The body of a request, signed; the answer is asked for recipient by recipient. @throws EncodeError `unencodable` for a lone surrogate */
export function bodyOf({ parameters }: GatewayPost, { username, pin }: Login): string {
  const own: Readonly<Record<string, string>> = { Username: username, PIN: pin };
  return formatForm([...parameters.map(([name, value]) => [name, own[name] ?? value] as const), ['ResponseFormat', '3']]);
}

/** The same request to some of its recipients. */
export function narrowed(post: GatewayPost, recipients: readonly string[]): GatewayPost {
  const sendTo = recipients.join();
  return { ...post, parameters: post.parameters.map(([name, value]) => [name, name === 'SendTo' ? sendTo : value]) };
}

/** Characters of a field that are shown. */
const MAX_SHOWN = 400;

/** A request as text: its path, and a line for each field. The PIN is dots. */
export function listingOf({ path, parameters }: GatewayPost, username: string): string {
  const lines = parameters.map(([name, value]) => {
    if (name === 'Username') return `${name}=${username}`;
    if (name === 'PIN') return `${name}=••••`;
    const text = typeof value === 'string' ? value : toHex(value.subarray(0, MAX_SHOWN));
    const length = typeof value === 'string' ? value.length : 2 * value.length;
    return length <= MAX_SHOWN ? `${name}=${text}` : `${name}=${text.slice(0, MAX_SHOWN)}… (${count(length, 'character')})`;
  });
  return [`POST ${path}`, ...lines].join('\n');
}

// ---- answers to sends ----

/** What a report is about. */
const FIELDS: Readonly<Record<number, RefusedField>> = {
  [REPORT.invalidLogin]: 'pin',
  [REPORT.lineInvalidLogin]: 'pin',
  [REPORT.badRecipient]: 'recipients',
  [REPORT.replyToNotPermitted]: 'from',
  [REPORT.outOfCredit]: 'username',
};

/** What the answer to a send says, in the order of the recipients. @throws ProtocolError for what is no answer of the interface */
export function readOutcomes(body: string, recipients: readonly string[]): Outcome[] {
  const results = parseResponse(body, 3);
  const [first] = results;
  // Who is refused as a whole is told once.
  if (results.length !== recipients.length && first !== undefined) {
    const recipient = recipients.length === 1 ? (recipients[0] as string) : pluralize(recipients.length, 'recipient');
    return [outcomeOf(first, recipient)];
  }
  return results.map((result, index) => outcomeOf(result, recipients[index] as string));
}

function outcomeOf(result: Result, recipient: string): Outcome {
  const { accepted, messageIdentifier: id, units, report } = result;
  if (!accepted) return { recipient, id: undefined, words: refusalWords(result), field: FIELDS[report] };
  const parts = units === undefined || units === 0 ? '' : `, ${pluralize(units, 'part')} charged`;
  return { recipient, id, words: `accepted${report === REPORT.scheduled ? ' for later' : ''}${parts}` };
}

/** Code and meaning of a refusal, and the gateway's own words. */
function refusalWords({ report, text }: Result): string {
  const { meaning } = reportOf(report);
  const isNews = text !== undefined && text.toLowerCase() !== meaning;
  return `refused, code ${report}${meaning === undefined ? '' : ` (${meaning})`}${isNews ? `: ${text}` : ''}`;
}

/** What an answer other than that of the interface says. */
export function faultWords(status: number, body: string): string {
  const problem = readProblem(body);
  if (problem !== undefined) return `${problem} (status ${status})`;
  switch (status) {
    case 401:
      return "the operators' token is needed: load the page again (status 401)";
    case 403:
      return 'the gateway takes no request from this page (status 403)';
    case 404:
      return 'this gateway takes no sends from its page: it is older than the page, or gone (status 404)';
    case 413:
      return 'the request is larger than the gateway takes (status 413)';
    case 429:
      return 'too many requests just now (status 429)';
    default:
      return `the gateway answers ${status}`;
  }
}

function readProblem(body: string): string | undefined {
  try {
    const { detail, title } = JSON.parse(body) as { detail?: unknown; title?: unknown };
    const words = detail ?? title;
    return typeof words === 'string' && words !== '' ? words.slice(0, 300) : undefined;
  } catch {
    return undefined;
  }
}

/** What an error of a request means, or a status of 500 and more: the gateway may have the message. */
export function lostWords(why: unknown): string {
  return `${lossWords(why)}: the gateway may have the message. Look in the inbox before you send it again`;
}

function lossWords(why: unknown): string {
  if (typeof why === 'string') return why;
  if (why instanceof ProtocolError) return `the answer cannot be read (${why.message})`;
  const { name } = why as Error;
  return name === 'AbortError' ? 'stopped' : name === 'TimeoutError' ? 'no answer in time' : 'no answer';
}

// ---- how far a message has come ----

/** How far a message has come. */
export interface Progress {
  readonly state: string;
  readonly words: string;
  /** Whether nothing more will happen. */
  readonly isFinal: boolean;
  /** Whether it can be taken back. */
  readonly isWaiting: boolean;
}

const STATES: Readonly<Record<string, { readonly words: string; readonly isFinal?: true; readonly isWaiting?: true }>> = {
  scheduled: { words: 'waits', isWaiting: true },
  queued: { words: 'in the queue', isWaiting: true },
  sent: { words: 'sent, no receipt yet' },
  unconfirmed: { words: 'sent, and no receipt came' },
  delivered: { words: 'delivered', isFinal: true },
  failed: { words: 'failed', isFinal: true },
  expired: { words: 'expired', isFinal: true },
  cancelled: { words: 'taken back, the charge is back too', isFinal: true },
};

/** How far a message has come, by the gateway's JSON. @throws DecodeError for what is no message */
export function readProgress(json: unknown): Progress {
  const { state, reason, dueAt } = (json ?? {}) as { state?: unknown; reason?: unknown; dueAt?: unknown };
  const known = typeof state === 'string' && Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  if (known === undefined) throw new DecodeError('bad-value', 'state', undefined, 'unknown message state');
  const { words, isFinal = false, isWaiting = false } = known;
  const until = state === 'scheduled' && typeof dueAt === 'string' ? ` until ${dueAt.slice(0, 25)}` : '';
  const why = typeof reason === 'string' && reason !== '' ? `: ${reason.slice(0, 300)}` : '';
  return { state: state as string, words: `${words}${until}${why}`, isFinal, isWaiting };
}
