/**
 * Lines out of a stream of a modem that cuts them anywhere.
 *
 *   <CR><LF>+CMGS: 5<CR><LF>      lines end with CR, LF, or both; empty ones are passed over
 *   <CR><LF>> _                   a prompt has no line end; some modems leave its blank out
 *   +CUSD: 1,"Menu<CR><LF>1 Balance",15   a text in quotes goes on after a line end
 *
 * Octets are characters of ISO 8859-1: what they mean is a matter of the character set that the modem was told.
 * Source: ITU-T V.250 section 5.7; 3GPP TS 27.005 section 3.5.1; TS 27.007 section 7.15.
 * @module
 */
import { decodeLatin1 } from '../bytes/latin1.js';
import { requireOctets } from '../bytes/octets.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';

/** A line without its end, or a prompt. */
export type ModemPiece =
  | { readonly kind: 'line'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'prompt' };

const [LF, CR, BLANK] = [0x0a, 0x0d, 0x20];
/** NUL, and the signs of flow control by software. */
const NOISE = /[\0\x11\x13]/g;
/** The one answer whose text may hold line ends. */
const WITH_TEXT = '+CUSD:';
/** Lines that no text is likely to hold: a quotation mark was lost. */
const NOT_TEXT = /^(?:\+C(?:MTI|MT|DS|DSI|BM|USD|MGS|MGL|MGR|M[SE] ERROR):|\^[A-Z]+:|RING$)/;

/** Gives the lines of a stream one by one, as their last octet comes. Of a line past `modemLineOctets` the beginning is kept. */
export class LineSplitter {
  readonly #maxLine: number;
  #held = '';
  #isCut = false;
  #afterCr = false;
  #afterPrompt = false;
  /** Whether a prompt may come, which then needs no blank after its `>`. */
  awaitsPrompt = false;

  /** A splitter that holds nothing yet. @param options `modemLineOctets` of `limits` bounds a line. */
  constructor(options?: DecodeOptions) {
    this.#maxLine = Reading.of(options).limits.modemLineOctets;
  }

  /** The line that has begun. */
  get begun(): string {
    return this.#held;
  }

  /** Forgets the line that has begun. */
  reset(): void {
    this.#held = '';
    this.#isCut = false;
    this.#afterPrompt = false;
  }

  /** The lines and prompts that end in the next octets of the stream. Take them all before the next call. */
  *split(chunk: Uint8Array): Generator<ModemPiece, void> {
    requireOctets(chunk, 'chunk');
    let at = 0;
    while (at < chunk.length) {
      const octet = chunk[at] as number;
      if (this.#afterPrompt) {
        this.#afterPrompt = false;
        if (octet === BLANK) {
          at++;
          continue;
        }
      }
      if (octet === CR || octet === LF) {
        at++;
        const isSecond = octet === LF && this.#afterCr;
        this.#afterCr = octet === CR;
        if (!isSecond) yield* this.#endLine();
        continue;
      }
      this.#afterCr = false;
      // A prompt is acted on before what comes after it is looked at.
      const mayBePrompt = this.#held === '' || this.#held === '>';
      const to = mayBePrompt ? at + 1 : endOfText(chunk, at);
      this.#hold(decodeLatin1(chunk.subarray(at, to)));
      at = to;
      if (mayBePrompt && this.#isPrompt()) {
        this.#afterPrompt = this.#held === '>';
        this.#held = '';
        yield { kind: 'prompt' };
      }
    }
  }

  #isPrompt(): boolean {
    return this.#held === '> ' || (this.#held === '>' && this.awaitsPrompt);
  }

  #hold(text: string): void {
    const clean = text.replace(NOISE, '');
    const room = this.#maxLine - this.#held.length;
    if (clean.length > room) this.#isCut = true;
    this.#held += clean.length > room ? clean.slice(0, room) : clean;
  }

  *#endLine(): Generator<ModemPiece, void> {
    if (!this.#isCut) {
      // Only a text in quotes has line ends before this one.
      const begun = this.#held.lastIndexOf('\n');
      const last = this.#held.slice(begun + 1);
      if (begun >= 0 && NOT_TEXT.test(last)) {
        yield { kind: 'line', text: this.#held.slice(0, begun), isCut: true };
        this.#held = last;
      }
      if (isOpen(this.#held)) {
        this.#hold('\n');
        return;
      }
    }
    const text = this.#held;
    const isCut = this.#isCut;
    this.reset();
    if (text !== '') yield { kind: 'line', text, isCut };
  }
}

/** The end of a text in quotes, with the number of its coding or without. */
const TEXT_END = /"(?: ?, ?\d{0,3})? *$/;

/** Whether a text in quotes has not ended; there may be quotation marks in it. */
function isOpen(line: string): boolean {
  const begun = line.startsWith(WITH_TEXT) ? line.indexOf('"') : -1;
  return begun >= 0 && !TEXT_END.test(line.slice(begun + 1));
}

function endOfText(chunk: Uint8Array, from: number): number {
  let at = from;
  while (at < chunk.length && chunk[at] !== CR && chunk[at] !== LF) at++;
  return at;
}
