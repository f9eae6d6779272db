/**
 * Payloads in the values of forms and documents, in hex: of the parameters that are known to hold them, and of all others that can
 * hardly be anything else.
 * @module
 */
import { type Field, fromHex } from '../bytes/index.js';
import { type Opening, SURE } from './nested-payloads.js';

/** Parameters of the gateway, of Kannel and their like, and values in logs that hold payloads; lower case, without hyphens and underscores. */
const PAYLOADS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'binary',
  'body',
  'data',
  'hex',
  'message',
  'messagepayload',
  'msg',
  'octets',
  'payload',
  'pdu',
  'raw',
  'rawpdu',
  'shortmessage',
  'sms',
  'smspdu',
  'smssubmitpduuserdata',
  'smssubmitpduuserdataheader',
  'text',
  'tpdu',
  'ud',
  'udh',
  'userdata',
  'userdataheader',
]);

/** Parameters whose digits are a number, whatever they look like. */
const NUMBERS = /^(?:from|msisdn|n|number|pin|recipient|replyto|sendto|to|un|username|(?:source|destination|dest)_?addr)$/i;

/** Octets that a value of any other name has to have. */
const MIN_OCTETS = 8;
/** The same of the names that hold payloads. */
const MIN_KNOWN = 3;

/** A payload, and the octets that its tree counts in. */
export interface Opened {
  readonly field: Field;
  readonly octets: Uint8Array;
}

/** Whether a parameter or value of this name holds a payload. */
export function isPayloadName(name: string): boolean {
  return PAYLOADS.has(name.toLowerCase().replace(/[-_]/g, ''));
}

/** Undefined for a value that holds none. @param value decoded */
export function openedHex(name: string, value: string, opening: Opening): Opened | undefined {
  if (NUMBERS.test(name)) return undefined;
  const isKnown = isPayloadName(name);
  if (value.length < 2 * (isKnown ? MIN_KNOWN : MIN_OCTETS) || value.length % 2 !== 0) return undefined;
  if (!/^[0-9A-Fa-f]+$/.test(value) || !(isKnown || /[A-Fa-f]/.test(value))) return undefined;
  const octets = fromHex(value);
  const [best] = opening.identify(octets);
  if (best === undefined || best.confidence < SURE) return undefined;
  return { field: opening.inspect(octets, best.format).field, octets };
}
