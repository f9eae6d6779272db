/**
 * What a modem on a serial port says, and what goes wrong with it, in words. No DOM here.
 * @module
 */
import { ModemError, ModemSendError } from '../../modem/index.js';
import { NO_PIN } from '../../modem/modem-error.js';

/** Speeds that modems have. */
export const SPEEDS: readonly string[] = ['9600', '19200', '38400', '57600', '115200', '230400', '460800', '921600'];

/** The usual one. */
export const USUAL_SPEED = '115200';

/** The number of +CME ERROR for a wrong password. */
const WRONG_PIN = 16;

/** Why there are no ports. */
export const NO_SERIAL = {
  browser: 'This browser gives pages no serial ports. Chrome, Edge, Opera and other Chromium browsers on a computer do.',
  insecure:
    'This page came over plain HTTP from another machine: browsers give serial ports to pages over HTTPS, from this machine, or opened as a file.',
} as const;

/** Whether the SIM asks for its PIN, or for another one than it was given. A PUK, or the code of a phone, is another matter. */
export function asksForPin(error: unknown): boolean {
  if (!(error instanceof ModemError)) return false;
  const { code, message, result } = error;
  return (code === 'pin' && message === NO_PIN) || (result?.kind === 'cme' && result.number === WRONG_PIN);
}

/** Why a port was not opened; undefined when the user chose none. */
export function portWords(error: unknown): string | undefined {
  const { name, message } = error as Error;
  switch (name) {
    case 'NotFoundError':
      return undefined;
    case 'NetworkError':
      return 'The port cannot be opened: another program may have it (ModemManager, a terminal), or it is gone.';
    case 'InvalidStateError':
      return 'This page has the port open already.';
    case 'SecurityError':
      return 'The browser or the policy of the page allows no serial port here.';
    default:
      return `The port cannot be opened: ${message}`;
  }
}

/** What went wrong with a modem. */
export function modemWords(error: unknown): string {
  if (!(error instanceof ModemError)) return (error as Error).message;
  if (error instanceof ModemSendError) return sendWords(error);
  if (error.code === 'silent')
    return `The modem does not answer (${error.message}): is it the right port, and the right speed?`;
  return sentence(error.message);
}

/** What became of a message that was not sent as a whole. */
function sendWords({ code, message, sent, part }: ModemSendError): string {
  const before = sent.parts.length;
  const went = before === 0 ? '' : ` ${before === 1 ? 'One part' : `${before} parts`} went before.`;
  if (code === 'cancelled') return `Cancelled before part ${part + 1}.${went}`;
  return `Part ${part + 1} was not sent: ${message}.${went}`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
