/**
 * Where the gateway takes requests: its page says so in its head, since it comes from another port.
 * @module
 */

/** The gateway that is started here, for a page that is of none. */
const GATEWAY = 'http://127.0.0.1:8080';

const told = () => document.querySelector<HTMLMetaElement>('meta[name="gateway"]')?.content ?? '';

/** Whether a gateway has served the page. */
export function isFromGateway(): boolean {
  return told() !== '';
}

/** The address that requests go to, without a slash at its end. */
export function gatewayAddress(): string {
  return (told() || GATEWAY).replace(/\/+$/, '');
}
