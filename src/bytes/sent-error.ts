/**
 * Errors from one thread to another: as their fields, for their classes would not arrive.
 * @module
 */
import { DecodeError, EncodeError, FormatError, type FormatErrorCode, LimitError } from '../errors.js';

/** An error on its way. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  /** Of a FormatError. */
  readonly fault?: {
    readonly code: FormatErrorCode;
    readonly field: string;
    readonly offset: number | undefined;
    readonly reason: string;
  };
}

/** An error to send. */
export function sentError(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof FormatError)) return { name, message };
  const { code, field, offset, reason } = error;
  return { name, message, fault: { code, field, offset, reason } };
}

const CLASSES: Readonly<Record<string, typeof FormatError | undefined>> = { FormatError, DecodeError, EncodeError, LimitError };

/** The error that was sent. */
export function errorFrom({ name, message, fault }: SentError): Error {
  if (fault === undefined) return name === 'TypeError' ? new TypeError(message) : new Error(message);
  const FaultClass = CLASSES[name] ?? FormatError;
  return new FaultClass(fault.code, fault.field, fault.offset, fault.reason);
}
