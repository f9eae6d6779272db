/**
 * A message out of its PDU, which some phones put into the body of a VMG.
 * @module
 */
import { fromHex } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeTpdu, encodeUdh, formatAddress, type Tpdu } from '../sms/index.js';
import type { ArchiveMessage } from './model.js';

/** Digits of the shortest PDU with a service centre's address that says anything. */
const MIN_DIGITS = 24;
/** Characters of the longest one, however it is put into lines. */
const MAX_CHARACTERS = 4 * (12 + 176);

/** What lines of hex say as one PDU, a service centre's address first; undefined for any other text. */
export function readPduMessage(text: string, direction: 'in' | 'out' | undefined): ArchiveMessage | undefined {
  if (text.length > MAX_CHARACTERS || !/^[0-9A-Fa-f\r\n]+$/.test(text)) return undefined;
  const digits = text.replace(/[\r\n]/g, '');
  if (digits.length < MIN_DIGITS || digits.length % 2 !== 0) return undefined;
  const octets = fromHex(digits);
  for (const way of ['MT', 'MO'] as const) {
    if (direction !== undefined && (direction === 'in') !== (way === 'MT')) continue;
    const message = tryDecode(() => messageOfTpdu(decodeTpdu(octets, { direction: way, smsc: true })));
    if (message !== undefined) return message;
  }
  return undefined;
}

/** What a TPDU says; undefined for a TPDU that is not a message from a person. */
function messageOfTpdu(tpdu: Tpdu): ArchiveMessage | undefined {
  if (tpdu.type !== 'SMS-DELIVER' && tpdu.type !== 'SMS-SUBMIT') return undefined;
  const { text = '', data, udh, smsc } = tpdu;
  const isIn = tpdu.type === 'SMS-DELIVER';
  const address = formatAddress(isIn ? tpdu.tpOa : tpdu.tpDa);
  return {
    kind: 'sms',
    direction: isIn ? 'in' : 'out',
    addresses: [{ role: isIn ? 'from' : 'to', address }],
    ...(isIn && { time: timeOf(tpdu.tpScts) }),
    text,
    parts: data === undefined ? [] : [{ contentType: 'application/octet-stream', data }],
    ...(udh.length > 0 && { udh: encodeUdh(udh) }),
    ...(smsc !== undefined && { serviceCentre: formatAddress(smsc) }),
  };
}

function timeOf({ at, offsetMinutes }: { readonly at: Date; readonly offsetMinutes: number }): ArchiveMessage['time'] {
  return offsetMinutes === 0 ? { ms: at.getTime() } : { ms: at.getTime(), offsetMinutes };
}
