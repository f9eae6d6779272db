/**
 * What the errors of system calls say about a connection. Only their codes are looked at: the words may hold anything.
 * @module
 */
import type { FailureReason } from './errors.js';

/** The part of a runtime's error that is looked at. */
export interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

/** The word for a system call's code. */
export function systemReason(code: string | undefined): FailureReason | undefined {
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}

/** The code of an error, when it looks like one. */
export function codeOf(error: unknown): string | undefined {
  const code = asSystemError(error).code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

/** An error, or those that it stands for: a host with several addresses fails with one for each. */
export function systemErrors(error: unknown): SystemError[] {
  const { errors } = asSystemError(error);
  return Array.isArray(errors) && errors.length > 0 ? errors.map(asSystemError) : [asSystemError(error)];
}

/**
 * Whether connecting failed by a reset. That is no refusal: the connection stood and was ended before it was heard of here. So nothing was sent, but
 * there was a server, and the other one is not asked.
 */
export function isResetAtOnce({ code, syscall }: SystemError): boolean {
  return syscall === 'connect' && code === 'ECONNRESET';
}

function asSystemError(error: unknown): SystemError {
  return typeof error === 'object' && error !== null ? error : {};
}
