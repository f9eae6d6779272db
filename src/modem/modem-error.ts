/**
 * What goes wrong with a modem, as one class.
 * @module
 */
import type { FinalResult } from './result-codes.js';

/**
 * The kind of error: `refused` by the modem or the network; `unclear` whether a message was sent, so that another attempt may send it
 * twice; `silent`, no answer in time; `closed`, the session has ended; `cancelled` by the caller; `pin`, the SIM asks for a code;
 * `unsupported` by the modem; `damaged`, the answer cannot be decoded.
 */
export type ModemErrorCode = 'refused' | 'unclear' | 'silent' | 'closed' | 'cancelled' | 'pin' | 'unsupported' | 'damaged';

/** The words of `pin` for a SIM that asks for its PIN, and not for a PUK or another code. */
export const NO_PIN = 'the SIM asks for its PIN, and none is given';

/** Thrown when a modem refuses a command or does not answer. */
export class ModemError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name: string = 'ModemError';
  /** The kind of error. */
  readonly code: ModemErrorCode;
  /** The final result of the command; undefined if there is none. */
  readonly result: FinalResult | undefined;

  /** Creates an error. */
  constructor(code: ModemErrorCode, message: string, result?: FinalResult, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.result = result;
  }
}
