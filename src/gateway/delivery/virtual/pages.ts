/**
 * Pages for whoever sits at the machine: the inboxes of virtual handsets.
 *
 *   GET /virtual/handsets                      the numbers that have messages
 *   GET /virtual/handsets/{number}/inbox       messages as JSON; ?last=100 the last ones
 *   DELETE                                     empties it
 *   GET /virtual/events                        which inbox has changed, as it happens
 *
 * Anybody else is told that there is no such page; see local-clients.
 * @module
 */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { InboxMessage } from '../../store/types.js';
import { type HandsetStore, type InboxEvents, listHandsets } from './events.js';
import { readInbox } from './virtual.js';

/** What of the store is needed. */
export interface InboxStore extends HandsetStore {
  inbox(number: string): Promise<InboxMessage[]>;
  clearInbox(number: string): Promise<void>;
}

/** What the pages stand on. */
export interface VirtualPagesOptions {
  readonly store: InboxStore;
  readonly clock: () => number;
  readonly events: InboxEvents;
  readonly publicUrl: () => string;
  /** Whether the one who asks may see them. */
  readonly admits: (context: Context) => boolean;
}

/** Browsers that do not say which site asks keep the answer from its page at least. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The inboxes. */
export function virtualPages(options: VirtualPagesOptions): Hono {
  const { store, clock, events, admits } = options;
  const app = new Hono();
  app.get('/virtual/handsets', async (context) => {
    if (!admits(context)) return context.notFound();
    return context.json(await listHandsets(options), 200, HEADERS);
  });
  app.get('/virtual/handsets/:number{\\d{1,20}}/inbox', async (context) => {
    if (!admits(context)) return context.notFound();
    const number = context.req.param('number');
    const last = context.req.query('last');
    if (last !== undefined && !/^[1-9]\d{0,5}$/.test(last)) return context.text('last has to be 1 to 999999', 400);
    const arrived = await store.inbox(number);
    const view = readInbox(number, arrived, { now: clock(), ...(last !== undefined && { last: Number(last) }) });
    return context.json(view, 200, HEADERS);
  });
  app.delete('/virtual/handsets/:number{\\d{1,20}}/inbox', async (context) => {
    if (!admits(context)) return context.notFound();
    await store.clearInbox(context.req.param('number'));
    events.wake();
    return context.body(null, 204);
  });
  app.get('/virtual/events', (context) => {
    if (!admits(context)) return context.notFound();
    // Its answer would have no body that anybody could cancel.
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const { incoming, outgoing }: Partial<HttpBindings> = context.env ?? {};
    // The connection may be silent for longer than that of a request.
    incoming?.socket.setTimeout(0);
    return events.open(outgoing && (() => outgoing.destroy()));
  });
  return app;
}
