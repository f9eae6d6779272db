/**
 * Pages for whoever sits at the machine: the inboxes of virtual handsets.
 *
 *   GET /virtual/handsets/{number}/inbox       messages as JSON
 *   DELETE                                     empties it
 *
 * Anybody else is told that there is no such page. A request that a proxy passed on comes from somewhere else, whatever its socket says.
 * @module
 */
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import type { InboxMessage } from './store-types.js';
import { readInbox } from './virtual.js';

/** What of the store is needed. */
export interface InboxStore {
  inbox(number: string): Promise<InboxMessage[]>;
  clearInbox(number: string): Promise<void>;
}

/** Address of the client; undefined for a request that came without a socket. */
export function peerOf(context: Context): string | undefined {
  return context.env?.incoming === undefined ? undefined : getConnInfo(context).remote.address;
}

/** Headers that proxies add. */
const FORWARDING: readonly string[] = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'];

/** Whether a request was made on this machine; one without a socket was made in this process. */
export function isLocal(context: Context): boolean {
  if (context.env?.incoming === undefined) return true;
  if (FORWARDING.some((name) => context.req.header(name) !== undefined)) return false;
  const address = peerOf(context);
  return address !== undefined && /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/i.test(address);
}

/** The inboxes. */
export function virtualPages({ store, clock }: { readonly store: InboxStore; readonly clock: () => number }): Hono {
  const app = new Hono();
  app.get('/virtual/handsets/:number{\\d{1,20}}/inbox', async (context) => {
    if (!isLocal(context)) return context.notFound();
    const number = context.req.param('number');
    const arrived = await store.inbox(number);
    return context.json(readInbox(number, arrived, { now: clock() }));
  });
  app.delete('/virtual/handsets/:number{\\d{1,20}}/inbox', async (context) => {
    if (!isLocal(context)) return context.notFound();
    await store.clearInbox(context.req.param('number'));
    return context.body(null, 204);
  });
  return app;
}
