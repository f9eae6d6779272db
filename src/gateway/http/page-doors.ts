/**
 * What the playground sends by: a few requests of the interface on the operators' listener, which the page comes from.
 * So the page asks no other server, and no answer needs CORS.
 *
 *   POST   /send/webservices/http/sendsms  sendmms    the forms, with user name and PIN in them
 *   GET    /send/v1/messages/{id}                     how far a message has come
 *   DELETE /send/v1/messages/{id}                     takes it back while it waits
 *
 * They are the doors of the public port, over the same operations: logins and their pauses, rates, charges, log and audit are
 * the same. Being an operator gives no right to send: the account's own PIN is needed. It comes in the form, and in the header
 * `Handset-Account` in place of `Authorization`, which holds the operators' token. A browser adds neither by itself, so that a
 * page of another site cannot send in anybody's name; the guard of the listener keeps such pages out before that.
 * @module
 */
import { PATHS } from '../../protocol/index.js';
import { API } from '../json/api.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { Answer, Asked, Door } from './app.js';
import { formDoors } from './form.js';
import { type JsonDoorOptions, jsonDoors } from './json.js';

/** The path that they are below. */
export const PAGE_DOORS_PATH = '/send';

/** The header with the account's user name and PIN, in the form of HTTP Basic. */
const ACCOUNT_HEADER = 'Handset-Account';

/** What the doors work with. */
export interface PageDoorOptions extends JsonDoorOptions {
  readonly limits: GatewayLimits;
}

/** The doors of the page. */
export function pageDoors(options: PageDoorOptions): readonly Door[] {
  const { operations, limits, reader } = options;
  const paths: readonly string[] = [PATHS.sendSms, PATHS.sendMultimedia];
  const sends = formDoors(operations, limits, reader).filter((door) => door.paths.includes(PATHS.sendSms));
  const messages = jsonDoors(options).filter((door) => door.paths.includes(API.find.path.replace('{id}', ':id')));
  return [...sends.map((door) => ({ ...postOnly(door), paths })), ...messages.map(byAccountHeader)];
}

/** Without the query, which would write the PIN into logs on the way, and with the media type that forms have. */
function postOnly({ get: _get, ...door }: Door): Door {
  return { ...door, isTypeNeeded: true, allow: 'POST' };
}

/** A door that takes the account from a header of its own, and asks no browser for a login. */
function byAccountHeader({ get, delete: remove, ...door }: Door): Door {
  const asAccount = (asked: Asked): Asked => ({
    ...asked,
    header: (name) => asked.header(name === 'Authorization' ? ACCOUNT_HEADER : name),
  });
  return {
    ...door,
    get: async (record, query, asked) => unchallenged(await get?.(record, query, asAccount(asked))),
    delete: async (record, asked) => unchallenged(await remove?.(record, asAccount(asked))),
  };
}

/** A browser would ask its user for a login, and show it in place of the operators' token. */
function unchallenged(answer: Answer | undefined): Answer | undefined {
  if (answer === undefined) return undefined;
  const { 'WWW-Authenticate': _challenge, ...headers } = answer.headers;
  return { ...answer, headers };
}
