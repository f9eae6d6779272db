/**
 * How a command ended, and what the numbers of errors mean.
 *
 *   OK, ERROR, NO CARRIER, BUSY ...     final result codes
 *   +CMS ERROR: 500                     message service: numbers of TS 24.011, TS 23.040 and TS 27.005
 *   +CME ERROR: 10                      equipment: TS 27.007; after AT+CMEE=2 words in place of the number
 *
 * Source: 3GPP TS 27.005 section 3.2.5, TS 27.007 section 9.2, TS 24.011 Annex E, TS 23.040 section 9.2.3.22; ITU-T V.250
 * section 5.7.1.
 * @module
 */
import { requireObject } from '../bytes/check.js';

/** The final result of a command, a union on `kind`. */
export type FinalResult =
  | { readonly kind: 'ok' }
  /** `ERROR`, or the words that some manufacturers use instead, verbatim. */
  | { readonly kind: 'error'; readonly words: string }
  /** `+CMS ERROR`, a failure of the message service, with its number or its words. */
  | { readonly kind: 'cms'; readonly number?: number; readonly words: string }
  /** `+CME ERROR`, a failure of the equipment, with its number or its words. */
  | { readonly kind: 'cme'; readonly number?: number; readonly words: string }
  /** The result of a call: `NO CARRIER`, `BUSY`, `NO ANSWER`, `NO DIALTONE`, `CONNECT`. */
  | { readonly kind: 'call'; readonly words: string };

/** Causes of the relay layer for messages from the handset, and of the connection below it (TS 24.011 Annex E). */
const RELAY_CAUSES: Readonly<Record<number, string | undefined>> = {
  1: 'unassigned number',
  8: 'operator determined barring',
  10: 'call barred',
  17: 'network failure',
  21: 'short message transfer rejected',
  22: 'congestion, or memory capacity exceeded',
  27: 'destination out of service',
  28: 'unidentified subscriber',
  29: 'facility rejected',
  30: 'unknown subscriber',
  38: 'network out of order',
  41: 'temporary failure',
  42: 'congestion',
  47: 'resources unavailable, unspecified',
  50: 'requested facility not subscribed',
  69: 'requested facility not implemented',
  81: 'invalid short message transfer reference value',
  95: 'invalid message, unspecified',
  96: 'invalid mandatory information',
  97: 'message type non-existent or not implemented',
  98: 'message not compatible with the protocol state',
  99: 'information element non-existent or not implemented',
  111: 'protocol error, unspecified',
  127: 'interworking, unspecified',
};

/** Failure causes TP-FCS (TS 23.040 section 9.2.3.22). */
const TRANSFER_CAUSES: Readonly<Record<number, string | undefined>> = {
  128: 'telematic interworking not supported',
  129: 'short message type 0 not supported',
  130: 'cannot replace the short message',
  143: 'unspecified TP-PID error',
  144: 'data coding scheme not supported',
  145: 'message class not supported',
  159: 'unspecified TP-DCS error',
  160: 'command cannot be actioned',
  161: 'command unsupported',
  175: 'unspecified TP-Command error',
  176: 'TPDU not supported',
  192: 'service centre busy',
  193: 'no service centre subscription',
  194: 'service centre system failure',
  195: 'invalid address of the recipient',
  196: 'recipient barred',
  197: 'rejected as a duplicate',
  198: 'TP-VPF not supported',
  199: 'TP-VP not supported',
  208: 'SIM message storage full',
  209: 'no message storage in the SIM',
  210: 'error in the handset',
  211: 'memory capacity exceeded',
  212: 'SIM application toolkit busy',
  213: 'SIM data download error',
  255: 'unspecified error cause',
};

/** Numbers of TS 27.005 itself. */
const SERVICE_ERRORS: Readonly<Record<number, string | undefined>> = {
  300: 'ME failure',
  301: 'SMS service of the ME reserved',
  302: 'operation not allowed',
  303: 'operation not supported',
  304: 'invalid PDU mode parameter',
  305: 'invalid text mode parameter',
  310: 'SIM not inserted',
  311: 'SIM PIN required',
  312: 'PH-SIM PIN required',
  313: 'SIM failure',
  314: 'SIM busy',
  315: 'SIM wrong',
  316: 'SIM PUK required',
  317: 'SIM PIN2 required',
  318: 'SIM PUK2 required',
  320: 'memory failure',
  321: 'invalid memory index',
  322: 'memory full',
  330: 'SMSC address unknown',
  331: 'no network service',
  332: 'network timeout',
  340: 'no +CNMA acknowledgement expected',
  500: 'unknown error',
};

/** Numbers of +CME ERROR. */
const EQUIPMENT_ERRORS: Readonly<Record<number, string | undefined>> = {
  0: 'phone failure',
  1: 'no connection to phone',
  2: 'phone adaptor link reserved',
  3: 'operation not allowed',
  4: 'operation not supported',
  5: 'PH-SIM PIN required',
  6: 'PH-FSIM PIN required',
  7: 'PH-FSIM PUK required',
  10: 'SIM not inserted',
  11: 'SIM PIN required',
  12: 'SIM PUK required',
  13: 'SIM failure',
  14: 'SIM busy',
  15: 'SIM wrong',
  16: 'incorrect password',
  17: 'SIM PIN2 required',
  18: 'SIM PUK2 required',
  20: 'memory full',
  21: 'invalid index',
  22: 'not found',
  23: 'memory failure',
  24: 'text string too long',
  25: 'invalid characters in text string',
  26: 'dial string too long',
  27: 'invalid characters in dial string',
  30: 'no network service',
  31: 'network timeout',
  32: 'network not allowed, emergency calls only',
  40: 'network personalization PIN required',
  41: 'network personalization PUK required',
  42: 'network subset personalization PIN required',
  43: 'network subset personalization PUK required',
  44: 'service provider personalization PIN required',
  45: 'service provider personalization PUK required',
  46: 'corporate personalization PIN required',
  47: 'corporate personalization PUK required',
  48: 'hidden key required',
  49: 'EAP method not supported',
  50: 'incorrect parameters',
  51: 'command implemented but currently disabled',
  52: 'command aborted by user',
  53: 'not attached to the network, for the functions that are switched off',
  54: 'modem not allowed, emergency calls only',
  55: 'operation not allowed, for the functions that are switched off',
  56: 'fixed dial numbers only',
  57: 'temporarily out of service for another use',
  58: 'language or alphabet not supported',
  59: 'unexpected data value',
  60: 'system failure',
  61: 'data missing',
  62: 'call barred',
  63: 'message waiting indication subscription failure',
  100: 'unknown',
  103: 'illegal MS',
  106: 'illegal ME',
  107: 'GPRS services not allowed',
  108: 'GPRS and other services not allowed',
  111: 'PLMN not allowed',
  112: 'location area not allowed',
  113: 'roaming not allowed in this location area',
  114: 'GPRS services not allowed in this PLMN',
  115: 'no suitable cells in location area',
  122: 'congestion',
  125: 'not authorized for this CSG',
  126: 'insufficient resources',
  127: 'missing or unknown APN',
  128: 'unknown PDP address or PDP type',
  129: 'user authentication failed',
  130: 'activation rejected by the gateway',
  131: 'activation rejected, unspecified',
  132: 'service option not supported',
  133: 'requested service option not subscribed',
  134: 'service option temporarily out of order',
  140: 'feature not supported',
  148: 'unspecified GPRS error',
  149: 'PDP authentication failure',
  150: 'invalid mobile class',
  151: 'VBS/VGCS not supported by the network',
  152: 'no service subscription on SIM',
  160: 'no access rights for SIM file',
  162: 'operation not applicable or not possible',
  172: 'semantically incorrect message',
  173: 'mandatory information element error',
  174: 'information element non-existent or not implemented',
  175: 'conditional IE error',
  176: 'protocol error, unspecified',
  177: 'operator determined barring',
};

/** Returns a description of the number of a +CMS ERROR, such as `memory full` (TS 27.005 section 3.2.5). */
export function describeCmsError(number: number): string {
  const words = SERVICE_ERRORS[number] ?? RELAY_CAUSES[number] ?? TRANSFER_CAUSES[number];
  return words ?? (number >= 512 || (number >= 224 && number < 255) ? "of the maker's own" : 'reserved');
}

/** Returns a description of the number of a +CME ERROR (TS 27.007 section 9.2). */
export function describeCmeError(number: number): string {
  return EQUIPMENT_ERRORS[number] ?? (number >= 512 ? "of the maker's own" : 'reserved');
}

/** Returns a description of a result in one line: `+CMS ERROR: 322 (memory full)`. */
export function describeResult(result: FinalResult): string {
  requireObject(result, 'result');
  switch (result.kind) {
    case 'ok':
      return 'OK';
    case 'cms':
    case 'cme': {
      const name = result.kind === 'cms' ? '+CMS ERROR' : '+CME ERROR';
      return result.number === undefined ? `${name}: ${result.words}` : `${name}: ${result.number} (${result.words})`;
    }
    default:
      return result.words;
  }
}

/**
 * Whether another attempt after a refusal may succeed: `temporary`, it may; `permanent`, it will not; `unclear`, the
 * modem does not say, or the service centre may have the message although there was no answer.
 */
export type Outlook = 'temporary' | 'permanent' | 'unclear';

const TEMPORARY_CMS: ReadonlySet<number> = /* @__PURE__ */ new Set([17, 22, 27, 38, 41, 42, 47, 192, 194, 212, 301, 314, 331]);
const UNCLEAR_CMS: ReadonlySet<number> = /* @__PURE__ */ new Set([111, 127, 210, 255, 300, 332, 500]);
const TEMPORARY_CME: ReadonlySet<number> = /* @__PURE__ */ new Set([2, 14, 30, 57, 122, 126, 134]);
const UNCLEAR_CME: ReadonlySet<number> = /* @__PURE__ */ new Set([0, 1, 31, 60, 100]);

/**
 * Returns whether a refusal is temporary, permanent or unclear. Words are looked up; a manufacturer-specific number and a bare ERROR are
 * unclear.
 */
export function outlookOf(result: FinalResult): Outlook {
  requireObject(result, 'result');
  if (result.kind !== 'cms' && result.kind !== 'cme') return 'unclear';
  const { number } = result;
  if (number === undefined || number >= 512) return 'unclear';
  const [temporary, unclear] = result.kind === 'cms' ? [TEMPORARY_CMS, UNCLEAR_CMS] : [TEMPORARY_CME, UNCLEAR_CME];
  return temporary.has(number) ? 'temporary' : unclear.has(number) ? 'unclear' : 'permanent';
}

const FAILURE = /^\+CM([SE]) ERROR: ?(.*)$/i;
const CALL = /^(?:NO CARRIER|NO ANSWER|NO DIAL ?TONE|BUSY|CONNECT(?: .*)?)$/;
/** Words of makers in place of ERROR: Huawei, Qualcomm. */
const ERRORS = /^(?:ERROR|COMMAND NOT SUPPORT(?:ED)?|TOO MANY PARAMETERS|MODEM BUSY)$/;

/** Parses a line as a final result; undefined for any other line. */
export function parseFinalResult(line: string): FinalResult | undefined {
  if (line === 'OK') return { kind: 'ok' };
  const failure = FAILURE.exec(line);
  if (failure !== null) {
    const isService = failure[1]?.toUpperCase() === 'S';
    const [kind, describe, find] = isService
      ? (['cms', describeCmsError, findCmsError] as const)
      : (['cme', describeCmeError, findCmeError] as const);
    const words = (failure[2] as string).trim();
    const number = /^\d{1,5}$/.test(words) ? Number(words) : find(words);
    return number === undefined ? { kind, words } : { kind, number, words: describe(number) };
  }
  if (ERRORS.test(line)) return { kind: 'error', words: line };
  return CALL.test(line) ? { kind: 'call', words: line } : undefined;
}

/** The number of an error in words, which makers write with and without the U of USIM, in any case. */
function findNumber(tables: readonly Readonly<Record<number, string | undefined>>[], words: string): number | undefined {
  const wanted = plainWords(words);
  for (const table of tables) {
    for (const [number, known] of Object.entries(table)) if (plainWords(known as string) === wanted) return Number(number);
  }
  return undefined;
}

const findCmsError = (words: string) => findNumber([SERVICE_ERRORS, RELAY_CAUSES, TRANSFER_CAUSES], words);
const findCmeError = (words: string) => findNumber([EQUIPMENT_ERRORS], words);

function plainWords(words: string): string {
  return words
    .toLowerCase()
    .replace(/\(u\)sim|\busim/g, 'sim')
    .replace(/\bof the me\b/g, 'of me')
    .replace(/[^a-z0-9]/g, '');
}
