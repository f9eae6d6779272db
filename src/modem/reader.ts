/**
 * What a modem says, item by item, whatever command is under way.
 *
 *   AT+CMGL=4                 echo of the command, when it is on
 *   +CMGL: 1,0,,36            answer: begins with the command's name
 *   +CMTI: "SM",2             unsolicited, in the middle of an answer
 *   07911326040000F0040B...   the PDU that the answer announced
 *   OK                        final result
 *
 * The reader knows the command, and nothing of time. ModemSession asks it; on its own it reads the log of a session.
 * Source: ITU-T V.250 section 5.7, 3GPP TS 27.005 sections 3 and 4.
 * @module
 */
import type { DecodeOptions } from '../bytes/reading.js';
import { type FinalResult, parseFinalResult } from './result-codes.js';
import { LineSplitter, type ModemPiece } from './splitter.js';
import type { ShownLines } from './stored.js';
import { announcesPdu, isUnsolicitedName, readUnsolicited, type Unsolicited } from './unsolicited.js';
import { findName } from './values.js';

/** An item of a modem's output, a union on `kind`. */
export type ModemItem =
  /** The echo of a command or a PDU. */
  | { readonly kind: 'echo'; readonly text: string }
  /** The modem waits for a PDU. */
  | { readonly kind: 'prompt' }
  /** A line of the answer to the command, with the PDU after it. */
  | ({ readonly kind: 'answer' } & ShownLines)
  /** The final result of the command. */
  | { readonly kind: 'final'; readonly result: FinalResult }
  | { readonly kind: 'unsolicited'; readonly event: Unsolicited };

/** Commands whose answers are lines without a name. */
const PLAIN = /(?:^AT|;)(?:I\d*|\+C?G(?:MI|MM|MR|SN)|\+CIMI|\+GCAP|\+CLAC|\+CCID|\^ICCID|\+QCCID)\b/i;
/** Names of the commands of a line: `AT+CSQ;+CREG?` has two. */
const COMMAND_NAMES = /(?:^AT|;)([+^*$%#&][A-Z0-9]+)/gi;
/** Commands after which a call's words are a final result. */
const CALLS = /^AT(?:D|A|O|H)/i;
const HEX_LINE = /^[0-9A-F]{4,}\x1a?$/i;

/**
 * Splits the output of a modem into answers, unsolicited lines and final results. A line has at most
 * `modemLineOctets` octets. Source: ITU-T V.250 section 5.7, 3GPP TS 27.005 sections 3 and 4.
 */
export class ModemReader {
  readonly #splitter: LineSplitter;
  readonly #options: DecodeOptions | undefined;
  #command = '';
  /** Whether the command's answers have lines without a name. */
  #isPlain = false;
  /** Names that begin the command's answers. */
  #names: readonly string[] = [];
  /** What the modem may still repeat of what was written. */
  #echo = '';
  /** Whether a line of the answer came: then nothing is an echo any more. */
  #hasAnswered = false;
  /** Lines whose PDU has not come. */
  #answer: string | undefined;
  #unsolicited: string | undefined;

  /**
   * Creates a reader.
   * @param options with `lenient`, faults in PDUs of unsolicited lines are tolerated; see `parseStoredMessage`.
   */
  constructor(options?: DecodeOptions) {
    this.#splitter = new LineSplitter(options);
    this.#options = options;
  }

  /** Sets the command that was written, to recognise its echo and its answers; '' for none. */
  expect(command: string): void {
    this.#command = command;
    this.#echo = command;
    this.#hasAnswered = false;
    this.#answer = undefined;
    const bare = command.replace(/"[^"]*"/g, '');
    this.#isPlain = PLAIN.test(bare);
    this.#names = Array.from(bare.matchAll(COMMAND_NAMES), ([, name = '']) => name.toUpperCase());
    this.#splitter.awaitsPrompt = false;
  }

  /** Sets whether a prompt for a PDU is expected. */
  awaitPrompt(isAwaited: boolean): void {
    this.#splitter.awaitsPrompt = isAwaited;
  }

  /** Sets the PDU that was written, to recognise its echo. */
  expectEcho(text: string): void {
    this.#echo = text;
    this.#hasAnswered = false;
  }

  /**
   * Discards the unfinished part of an answer, and an unfinished text in quotation marks. An unfinished unsolicited line is
   * kept.
   */
  reset(): void {
    this.#answer = undefined;
    const name = findName(this.#splitter.begun)?.name;
    const isOwn = name !== undefined && name !== '+CUSD' && isUnsolicitedName(name) && !this.#names.includes(name);
    if (this.#unsolicited === undefined && !isOwn) this.#splitter.reset();
  }

  /** The items that the next octets complete. Take them all before the next call. */
  *read(chunk: Uint8Array): Generator<ModemItem, void> {
    for (const piece of this.#splitter.split(chunk)) yield* this.#take(piece);
  }

  *#take(piece: ModemPiece): Generator<ModemItem, void> {
    if (piece.kind === 'prompt') {
      yield piece;
      return;
    }
    const text = piece.text.trimEnd();
    if (piece.isCut) {
      yield unknown(text);
      return;
    }
    if (this.#isEcho(text)) {
      yield { kind: 'echo', text };
      return;
    }
    if (HEX_LINE.test(text) && (this.#unsolicited !== undefined || this.#answer !== undefined)) {
      yield this.#endWithPdu(text);
      return;
    }
    const name = findName(text)?.name;
    const result = parseFinalResult(text);
    if (result !== undefined && (result.kind !== 'call' || CALLS.test(this.#command))) {
      yield* this.#endWithout();
      yield { kind: 'final', result };
      return;
    }
    if (name !== undefined && this.#isAnswer(name, text)) {
      yield* this.#giveUp('answer');
      this.#hasAnswered = true;
      if (name === '+CMGL' || name === '+CMGR') this.#answer = text;
      else yield { kind: 'answer', line: text };
      return;
    }
    if (name !== undefined && announcesPdu(name)) {
      yield* this.#giveUp('unsolicited');
      this.#unsolicited = text;
      return;
    }
    const isPlain = name === undefined || !isUnsolicitedName(name);
    if (isPlain && this.#isPlain && text !== 'RING') {
      this.#hasAnswered = true;
      yield { kind: 'answer', line: text };
      return;
    }
    // What is not hex where a PDU was announced has taken its place.
    if (name === undefined && text !== 'RING') yield* this.#giveUp('unsolicited', text);
    else yield { kind: 'unsolicited', event: readUnsolicited({ line: text }, this.#options) };
  }

  /** Whether a line is the echo, or the beginning of it that something unsolicited has cut in two. */
  #isEcho(text: string): boolean {
    if (this.#echo === '' || this.#hasAnswered) return false;
    const plain = text.replace(/^\x1b|\x1a$/g, '');
    // Before an answer that is as long as a PDU nothing else begins like one.
    if (plain === '' || !this.#echo.startsWith(plain)) return false;
    this.#echo = this.#echo.slice(plain.length);
    return true;
  }

  #isAnswer(name: string, text: string): boolean {
    if (!this.#names.includes(name)) return false;
    // Registration is answered with two values at least, and told with one, or with a code in quotation marks behind it.
    if (/^\+C(?:|G|E)REG$/.test(name)) return /^[^,]*, ?\d{1,2}(?:,|$)/.test(text);
    // A service answers of its own accord; the command itself ends at once.
    return name !== '+CUSD' || /\+CUSD\?/i.test(this.#command);
  }

  #endWithPdu(text: string): ModemItem {
    const pdu = text.replace(/\x1a$/, '');
    if (this.#unsolicited !== undefined) {
      const line = this.#unsolicited;
      this.#unsolicited = undefined;
      return { kind: 'unsolicited', event: readUnsolicited({ line, pdu }, this.#options) };
    }
    const line = this.#answer as string;
    this.#answer = undefined;
    return { kind: 'answer', line, pdu };
  }

  /** An answer whose PDU did not come before the final result. */
  *#endWithout(): Generator<ModemItem, void> {
    yield* this.#giveUp('answer');
    this.#echo = '';
  }

  /** Gives out a line whose PDU did not come. @param instead the line in its place */
  *#giveUp(which: 'answer' | 'unsolicited', instead?: string): Generator<ModemItem, void> {
    const line = which === 'answer' ? this.#answer : this.#unsolicited;
    if (which === 'answer') this.#answer = undefined;
    else this.#unsolicited = undefined;
    if (line === undefined) {
      if (instead !== undefined) yield unknown(instead);
    } else if (which === 'answer') {
      yield { kind: 'answer', line };
    } else {
      const pdu = instead === undefined ? {} : { pdu: instead };
      yield { kind: 'unsolicited', event: readUnsolicited({ line, ...pdu }, this.#options) };
    }
  }
}

function unknown(text: string): ModemItem {
  return { kind: 'unsolicited', event: { kind: 'unknown', text } };
}
