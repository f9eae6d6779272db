/**
 * The contents of a listing of PDUs: lines of hex, or AT commands and a modem's answers.
 * @module
 */
import { DEFAULT_LIMITS, DecodeError, FormatError, LimitError } from '../errors.js';
import { tpduForm } from '../inspect/formats.js';
import { identify } from '../inspect/identify.js';
import { readPromptedHex, readText } from '../inspect/texts.js';
import { type Content, readContent, readSubmits } from '../message/index.js';
import { type DecodeOptions, decodeTpdu, formatAddress, Reassembler, type Tpdu } from '../sms/index.js';

type Message = Extract<Tpdu, { readonly type: 'SMS-SUBMIT' | 'SMS-DELIVER' }>;

/** How a listing is read. */
export interface ListingOptions {
  readonly lenient: boolean;
  /** Takes what is not a message, and what is missing. @param index of the line of hex, from 0; undefined for the whole listing */
  readonly onIssue?: (message: string, index?: number) => void;
  /** Runs what reads the content of a message, for callers that name its line in errors. */
  readonly inLine?: <T>(index: number, read: () => T) => T;
}

/**
 * Contents of the messages that a listing holds, in the order in which they are whole; undefined for octets that are no listing of
 * messages.
 * @throws FormatError whatever the readers of messages and contents throw.
 */
export function readListing(octets: Uint8Array, options: ListingOptions): Content[] | undefined {
  const { lenient, onIssue, inLine = (_, read) => read() } = options;
  const text = octets.length > DEFAULT_LIMITS.inspectOctets ? undefined : readText(octets);
  if (text === undefined) return undefined;
  const lines = text.split(/\r\n|[\r\n]/).flatMap((line) => readPromptedHex(line) ?? []);
  if (lines.length > DEFAULT_LIMITS.inspectItems) {
    throw new LimitError('limit-exceeded', 'lines', undefined, `more than ${DEFAULT_LIMITS.inspectItems} lines of hex`);
  }
  const messages = lines.map((line, i) => {
    return readMessage(line, { lenient, onIssue: ({ message }: { message: string }) => onIssue?.(message, i) });
  });
  if (messages.every((message) => message === undefined)) return undefined;
  const one = readAsOne(messages, lenient);
  if (one !== undefined) return [one];
  const incomplete: string[] = [];
  const reassembler = new Reassembler({
    maxPending: lines.length,
    onDiscard: ({ parts, total }) => incomplete.push(`${parts.length} of ${total} parts of a message`),
  });
  const contents: Content[] = [];
  for (const [index, message] of messages.entries()) {
    if (message === undefined) {
      onIssue?.(`line ${index + 1} of hex is no message`);
      continue;
    }
    const { udh, text: words, data, tpDcs, tpPid } = message;
    const from = formatAddress(message.type === 'SMS-SUBMIT' ? message.tpDa : message.tpOa);
    const part = { udh, tpDcs, ...(words !== undefined && { text: words }), ...(data !== undefined && { data }) };
    const whole = reassembler.add(part, { from, at: 0 });
    if (whole === undefined) continue;
    contents.push(inLine(index, () => readContent(whole, tpDcs, tpPid, { lenient })));
  }
  reassembler.expire(Number.POSITIVE_INFINITY);
  for (const fault of incomplete) onIssue?.(fault);
  if (contents.length === 0) throw new DecodeError('truncated', 'messages', undefined, 'none is whole');
  return contents;
}

/** The content when the messages carry one; blocks that number themselves (SEO) are joined only here. */
function readAsOne(messages: readonly (Message | undefined)[], lenient: boolean): Content | undefined {
  if (messages.includes(undefined)) return undefined;
  try {
    return readSubmits(messages as readonly Message[], { lenient });
  } catch (error) {
    if (error instanceof FormatError && error.field === 'parts') return undefined;
    throw error;
  }
}

/** The likeliest reading as a message from or to a handset; undefined for everything else. */
function readMessage(octets: Uint8Array, options: DecodeOptions): Message | undefined {
  const form = tpduForm(identify(octets)[0]?.format);
  if (form === undefined) return undefined;
  const tpdu = decodeTpdu(octets, { ...form, ...options });
  return tpdu.type === 'SMS-SUBMIT' || tpdu.type === 'SMS-DELIVER' ? tpdu : undefined;
}
