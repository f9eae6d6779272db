/**
 * What goes wrong with a modem, as one class.
 * @module
 */
import type { FinalResult } from './result-codes.js';

/**
 * What went wrong: `refused` by the modem or the network; `unclear` whether a message was sent, so that another try may send it
 * twice; `silent`, no answer in time; `closed`, the stream has ended; `cancelled` by the caller; `pin`, the SIM asks for a code;
 * `unsupported` by the modem; `damaged`, the answer cannot be read.
 */
export type ModemErrorCode = 'refused' | 'unclear' | 'silent' | 'closed' | 'cancelled' | 'pin' | 'unsupported' | 'damaged';

/** The words of `pin` for a SIM that asks for its PIN, and not for a PUK or another code. */
export const NO_PIN = 'the SIM asks for its PIN, and none is given';

/** Thrown when a modem refuses a command or does not answer. */
export class ModemError extends Error {
  /** The class in words, the same in both builds of the package. */
  override readonly name: string = 'ModemError';
  /** What went wrong. */
  readonly code: ModemErrorCode;
  /** What the modem said; undefined when it said nothing. */
  readonly result: FinalResult | undefined;

  /** An error with these properties. */
  constructor(code: ModemErrorCode, message: string, result?: FinalResult, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.result = result;
  }
}
