/** Requests to give a transport, and what it rejects with. */
import { expect } from 'vitest';
import { TransportFailure, type TransportRequest } from '../../src/sender/transport.js';

/** What must never be shown. */
export const SECRETS = { pin: '90417362', text: 'meet me at dawn', to: '447700900123' } as const;

/** A send, with all of {@link SECRETS} in it. */
export const BODY = `Username=someone.12345&PIN=${SECRETS.pin}&SendTo=${SECRETS.to}&Message=meet%20me%20at%20dawn`;

/** A POST of a send; the times are long, so that a test which waits for them fails. */
export function postTo(origin: string, other: Partial<TransportRequest> = {}): TransportRequest {
  return {
    url: `${origin}/webservices/http/sendsms`,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: BODY,
    connectTimeoutMs: 20_000,
    timeoutMs: 30_000,
    maxResponseOctets: 1_048_576,
    keepAlive: false,
    ...other,
  };
}

/** The failure of a request, in its facts. */
export async function failureOf(promise: Promise<unknown>): Promise<Pick<TransportFailure, 'phase' | 'reason' | 'isSent'>> {
  const error = await errorOf(promise);
  if (!(error instanceof TransportFailure)) throw error;
  const { phase, reason, isSent } = error;
  return { phase, reason, isSent };
}

/** What a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return expect.fail('nothing was rejected');
}
