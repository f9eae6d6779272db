/**
 * Messages as AT commands in PDU mode.
 *
 *   AT+CMGF=0
 *   AT+CMGS=<n>          n: octets of the TPDU, without the service centre's address
 *   <hex>^Z              service centre's address (00: the stored one) and TPDU
 *
 * Source: 3GPP TS 27.005 sections 3.2.3 and 4.3.
 * @module
 */
import { requireList, requireText } from '../bytes/check.js';
import { fromHex, toHex } from '../bytes/index.js';
import { DecodeError, FormatError } from '../errors.js';
import {
  type AddressInput,
  decodeSubmit,
  encodeServiceCentre,
  encodeSubmit,
  type Submit,
  type SubmitInput,
} from '../sms/index.js';

/** Options of {@link toAtCommands}. */
export interface AtOptions {
  /** Address of the service centre; by default the one stored in the modem. */
  readonly smsc?: AddressInput | undefined;
  /** Keep the radio link open between messages (`AT+CMMS=1`, TS 27.005 section 3.5.6); false by default. Modems without the command answer ERROR. */
  readonly keepLink?: boolean | undefined;
}

/** Ends a PDU on the line. */
const CTRL_Z = '\x1a';

/**
 * Formats the AT commands that send messages in PDU mode, in order (TS 27.005 section 4.3). Send each command with a carriage return after it, wait
 * for the prompt `> `, then send the line of hex, which already ends with Ctrl-Z.
 * @throws EncodeError as `encodeSubmit` and `encodeServiceCentre`.
 * @example
 * ```ts
 * import { toAtCommands } from 'handset/carrier';
 *
 * toAtCommands([{ tpDa: '27381000015', text: 'hellohello' }]);
 * // -> ['AT+CMGF=0', 'AT+CMGS=22', '0001000B917283010010F500000AE8329BFD4697D9EC37\x1A']
 * ```
 */
export function toAtCommands(submits: readonly SubmitInput[], options?: AtOptions): string[] {
  requireList(submits, 'submits');
  const prefix = toHex(encodeServiceCentre(options?.smsc));
  const lines = ['AT+CMGF=0'];
  if (options?.keepLink === true) lines.push('AT+CMMS=1');
  for (const submit of submits) {
    const tpdu = encodeSubmit(submit);
    lines.push(`AT+CMGS=${tpdu.length}`, `${prefix}${toHex(tpdu)}${CTRL_Z}`);
  }
  return lines;
}

/**
 * Parses the messages in lines of AT commands, as {@link toAtCommands} formats them; other lines are skipped.
 * @throws DecodeError `bad-value` when a length does not match its PDU, `truncated` when a PDU is missing; offsets count in the line.
 * @example
 * ```ts
 * import { parseAtCommands } from 'handset/carrier';
 *
 * const lines = ['AT+CMGF=0', 'AT+CMGS=22', '0001000B917283010010F500000AE8329BFD4697D9EC37\x1A'];
 * parseAtCommands(lines).map(({ text }) => text); // -> ['hellohello']
 * ```
 */
export function parseAtCommands(lines: readonly string[]): Submit[] {
  requireList(lines, 'lines', requireText);
  const submits: Submit[] = [];
  for (let i = 0; i < lines.length; i++) {
    const length = /^AT\+CMGS *= *(\d+)$/i.exec((lines[i] as string).trim())?.[1];
    if (length === undefined) continue;
    // A transcript has the prompt, or nothing, on a line of its own.
    do i++;
    while (/^[ \t>]*$/.test(lines[i] ?? 'end'));
    submits.push(readPduLine(lines[i] ?? '', Number(length)));
  }
  return submits;
}

/** Reads `[> ]hex[^Z]`; what is wrong is told by its index in the line. */
function readPduLine(line: string, length: number): Submit {
  const afterPrompt = line.replace(/^[ \t]*(?:>[ \t]*)?/, '');
  const start = line.length - afterPrompt.length;
  let hex = afterPrompt.trimEnd();
  if (hex.endsWith(CTRL_Z)) hex = hex.slice(0, -1).trimEnd();
  if (hex === '') throw new DecodeError('truncated', 'AT+CMGS', undefined, 'no PDU follows the command');
  const octets = inLine(() => fromHex(hex), start, 1);
  const tpduAt = 1 + (octets[0] as number);
  const tpdu = octets.subarray(tpduAt);
  if (tpdu.length !== length) {
    throw new DecodeError('bad-value', 'AT+CMGS', start, `says ${length} octets, the TPDU has ${tpdu.length}`);
  }
  return inLine(() => decodeSubmit(tpdu), start + 2 * tpduAt, 2);
}

/** Runs a reader, and gives its errors' offsets in characters of the line. */
function inLine<T>(read: () => T, start: number, charactersPerUnit: number): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError) || error.offset === undefined) throw error;
    const offset = start + charactersPerUnit * error.offset;
    throw new DecodeError(error.code, error.field, offset, error.reason, { cause: error });
  }
}
