/**
 * Where the gateway takes requests: its page says so in its head, since it comes from another port.
 * @module
 */

/** The gateway that is started here, for a page that is of none. */
const GATEWAY = 'http://127.0.0.1:8080';

/** The address that requests go to, without a slash at its end. */
export function gatewayAddress(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="gateway"]')?.content;
  return (told || GATEWAY).replace(/\/+$/, '');
}
