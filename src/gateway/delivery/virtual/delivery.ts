/**
 * Delivery to virtual handsets: messages are written into inboxes, which operators can look at.
 *
 *   GET /virtual/handsets                      the numbers that have messages
 *   GET /virtual/handsets/{number}/inbox       messages as JSON; ?last=100 the last ones
 *   DELETE                                     empties it
 *   GET /virtual/events                        which inbox has changed, as it happens
 *
 * The inboxes are in the store, and a message gets there in the transaction that settles it: each arrives once, whatever happens to the process.
 * @module
 */

import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { requireObject } from '../../../bytes/check.js';
import { fields } from '../../../bytes/json-fields.js';
import type { OutboundMessage, Settlement } from '../../store/types.js';
import { type DeliveryHost, deliveryKind, type OpenDelivery } from '../delivery.js';
import { InboxEvents, listHandsets } from './events.js';
import { readInboxPortions, toDeliver } from './virtual.js';

/** Creates the delivery to virtual handsets, the default of {@link createGateway}: every number is a handset that accepts everything at once. */
export const virtualDelivery: OpenDelivery = (host) => {
  requireObject(host, 'host');
  requireObject(host.closing, 'host.closing');
  const { store } = host;
  const events = new InboxEvents(host);
  // A stream of events is a request that does not end by itself.
  host.closing.addEventListener('abort', () => void events.close());
  const deliverInStore = async (messages: readonly OutboundMessage[]): Promise<readonly Settlement[]> => {
    const settlements = await store.deliverVirtual(messages, toDeliver);
    events.wake();
    return settlements;
  };
  return {
    capacity: Number.POSITIVE_INFINITY,
    deliver: async (message) => (await deliverInStore([message]))[0]?.outcome ?? { kind: 'delivered' },
    deliverInStore,
    operatorRoutes: inboxRoutes(host, events),
    close: () => events.close(),
  };
};

/** In settings: `"virtual"`. */
export const virtual = deliveryKind(fields({}), (_options, _environment, host) => virtualDelivery(host));

/** Browsers that do not say which site asks keep the answer from its page at least. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function inboxRoutes(host: DeliveryHost, events: InboxEvents): Hono {
  const { store, clock } = host;
  const app = new Hono();
  app.get('/virtual/handsets', async (context) => {
    return context.json(await listHandsets(host), 200, HEADERS);
  });
  app.get('/virtual/handsets/:number{\\d{1,20}}/inbox', async (context) => {
    const number = context.req.param('number');
    const last = context.req.query('last');
    if (last !== undefined && !/^[1-9]\d{0,5}$/.test(last)) return context.text('last has to be 1 to 999999', 400);
    const options = { now: clock(), ...(last !== undefined && { last: Number(last) }) };
    const view = await readInboxPortions(number, store.inboxPortions(number), await store.countInbox(number), options);
    return context.json(view, 200, HEADERS);
  });
  app.delete('/virtual/handsets/:number{\\d{1,20}}/inbox', async (context) => {
    await store.clearInbox(context.req.param('number'));
    events.wake();
    return context.body(null, 204);
  });
  app.get('/virtual/events', (context) => {
    // Its answer would have no body that anybody could cancel.
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const { incoming, outgoing }: Partial<HttpBindings> = context.env ?? {};
    // The connection may be silent for longer than that of a request.
    incoming?.socket.setTimeout(0);
    return events.open(outgoing && (() => outgoing.destroy()));
  });
  return app;
}
