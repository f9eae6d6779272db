/**
 * What a modem's commands and answers say of the PDU that follows them.
 *
 *   AT+CMGS=22    AT+CMGW=22,1              length of the TPDU, to be sent
 *   +CMGL: 1,1,,36    +CMGR: 1,,36    +CMT: ,36    +CDS: 25
 *   +CBM: 88                                length of all that follows: cell broadcast has no service centre
 *
 * Source: 3GPP TS 27.005 sections 3.4.1 and 3.5.1 and 4.1 to 4.4.
 * @module
 */

/** A PDU that is announced. */
export interface Announced {
  /** The command or answer: `AT+CMGS`, `+CMGL`. */
  readonly command: string;
  /** Whether the handset is to send it: an SMS-SUBMIT. */
  readonly isSent: boolean;
  /** Whether it is cell broadcast. */
  readonly isBroadcast: boolean;
  /** Octets of the TPDU, the service centre's address not counted, or of cell broadcast; undefined when they are not given. */
  readonly octets: number | undefined;
}

const COMMAND = /\+(CMG[SW])(?:=\s{0,2}(\d{1,3})|(?![\w:]))/gi;
/** Up to three values, then the length. */
const ANSWER = /\+(CMG[LR]|CMT|CDS|CBM):\s{0,2}(?:(?:\d{0,5}|"[^",]{0,40}"),){0,3}(\d{1,4})(?![\d,"])/gi;

/** The last announcement in a text. */
export function findAnnounced(text: string): Announced | undefined {
  if (!/\+C/i.test(text)) return undefined;
  let found: Announced | undefined;
  let at = -1;
  for (const [pattern, isSent] of [
    [COMMAND, true],
    [ANSWER, false],
  ] as const) {
    for (const { 1: name = '', 2: length, index } of text.matchAll(pattern)) {
      if (index < at) continue;
      at = index;
      const command = `${isSent ? 'AT' : ''}+${name.toUpperCase()}`;
      found = { command, isSent, isBroadcast: command === '+CBM', octets: length === undefined ? undefined : Number(length) };
    }
  }
  return found;
}
