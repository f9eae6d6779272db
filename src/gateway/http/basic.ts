/**
 * Name and PIN of an account in a request's headers.
 * @module
 */
import { decodeBase64 } from '../../bytes/base64.js';
import { type Credentials, credentialsOf, FormFields } from '../../protocol/index.js';
import type { Asked } from './app.js';

/** Name and PIN of HTTP Basic (RFC 7617); undefined for what no gateway could have issued. */
export function findLogin(asked: Asked): Credentials | undefined {
  const written = /^basic +([A-Za-z0-9+/=_-]{1,200}) *$/i.exec(asked.header('Authorization') ?? '')?.[1];
  if (written === undefined) return undefined;
  let isBase64 = true;
  const octets = decodeBase64(written, {
    onFault: () => {
      isBase64 = false;
    },
  });
  const login = isBase64 ? Buffer.from(octets).toString('latin1') : '';
  const colon = login.indexOf(':');
  if (colon < 0) return undefined;
  return credentialsOf(
    new FormFields([
      ['Username', login.slice(0, colon)],
      ['PIN', login.slice(colon + 1)],
    ]),
  );
}
