/**
 * A callback as a webhook: JSON, signed as Standard Webhooks has it. `verifyWebhook` of `handset/sender` is the other end.
 * @module
 */
import { createHmac } from 'node:crypto';
import type { DueCallback } from '../store/types.js';

/** What is posted. */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Writes and signs a callback, with a signature for each secret.
 * @param now epoch milliseconds of this post
 */
export function signWebhook(
  { payload, createdAt }: Pick<DueCallback, 'payload' | 'createdAt'>,
  secrets: readonly string[],
  now: number,
): SignedWebhook {
  const body = JSON.stringify(eventOf(payload));
  // The same whenever it is posted again, and another when a message that was queued again ends once more.
  const id = `${payload.messageIdentifier}-${createdAt}`;
  const timestamp = Math.floor(now / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    },
  };
}

function eventOf(payload: DueCallback['payload']): object {
  const timestamp = new Date(payload.at).toISOString().replace('.000Z', 'Z');
  const { messageIdentifier: id } = payload;
  if (payload.kind === 'receipt') {
    const { recipient, state } = payload;
    return { type: `message.${state}`, timestamp, data: { id, recipient, state } };
  }
  const { from, to, text, isData = false } = payload;
  const content = isData ? { data: Buffer.from(text, 'hex').toString('base64') } : { text };
  return { type: 'message.received', timestamp, data: { id, from, to, ...content } };
}
