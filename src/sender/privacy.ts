/**
 * What may be shown: a request with the PIN, without it, or without anything private; and of a refusal, an error without what was sent.
 * @module
 */

import { toHex } from '../bytes/hex.js';
import { percentDecode, percentEncode } from '../bytes/percent.js';
import { excerptOf } from '../protocol/errors.js';
import type { GatewayRequest, MultimediaContent, Result } from '../protocol/model.js';
import { maskNumber } from '../protocol/numbers.js';
import { REPORT } from '../protocol/reports.js';
import { GatewayError, LoginError } from './errors.js';
import { FORM_HEADERS } from './exchange.js';
import type { PreparedRequest, PrepareOptions } from './options.js';

/** Replaces what is not shown. It is as long as it is whatever it stands for. */
const MASK = '******';

/** Parameters that say what a message says, or whom an account belongs to. */
const PRIVATE: ReadonlySet<string> = new Set([
  ...['Message', 'FlashMessage', 'vCard', 'vCal', 'si-href', 'si-content', 'si-info-pcdata', 'SmsSubmitPduUserData'],
  ...['PictureMessage', 'GroupGraphic', 'OperatorLogo', 'Ringtone', 'MMSNotificationFileData1', 'WAPPushFileData1'],
  ...[
    'CreateChildAccountEmail',
    'CreateChildAccountGivenName',
    'CreateChildAccountFamilyName',
    'CreateChildAccountCompanyName',
  ],
]);

/** Parameters that hold a number, or several with commas between them. */
const NUMBERS: ReadonlySet<string> = new Set(['SendTo', 'SendCc', 'SendBcc', 'ReplyTo', 'CreateChildAccountMobileNumber']);

/** Library numbers stay: they are no secret. */
const LIBRARY_NUMBER = /^\d{5}$/;

/**
 * A request with a form body, or with GET in its address. Host, Content-Length and Connection are what Node's transport adds; the length is that of
 * the body as it is sent, whatever the mask.
 */
export function preparedRequest(
  url: string,
  method: 'POST' | 'GET',
  form: string,
  isKept: boolean,
  mask: PrepareOptions['mask'] = 'pin',
): PreparedRequest {
  const shown = mask === 'none' ? form : maskForm(form, mask);
  const { host } = new URL(url);
  const connection = isKept ? 'keep-alive' : 'close';
  if (method === 'GET') return { url: `${url}?${shown}`, method, headers: { Host: host, Connection: connection }, body: '' };
  // A form is ASCII.
  const headers = { Host: host, ...FORM_HEADERS, 'Content-Length': String(form.length), Connection: connection };
  return { url, method, headers, body: shown };
}

/** A form body without its PIN, or without all that is private. */
function maskForm(form: string, mask: 'pin' | 'all'): string {
  const pairs = form.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (name === 'PIN') return `${name}=${MASK}`;
    if (mask === 'pin') return pair;
    const value = pair.slice(at + 1);
    if (NUMBERS.has(name)) return `${name}=${maskNumbers(value)}`;
    return PRIVATE.has(name) && !LIBRARY_NUMBER.test(value) ? `${name}=${MASK}` : pair;
  });
  return pairs.join('&');
}

function maskNumbers(value: string): string {
  const numbers = percentDecode(value).split(',');
  return numbers.map((number) => percentEncode(maskNumber(number)).replaceAll('%2A', '*')).join('%2C');
}

// ---- refusals as errors ----

/** Whether a report says that the user name or the PIN is wrong, in whatever form. */
export function isLoginReport(report: number): boolean {
  return report === REPORT.invalidLogin || report === REPORT.lineInvalidLogin;
}

/** The error of a refusal. The gateway's words may repeat what it was sent. */
export function refusalError(refusal: Pick<Result, 'report' | 'text'>, secrets: readonly string[]): GatewayError {
  const { report } = refusal;
  const text = refusal.text === undefined ? undefined : excerptOf(refusal.text, secrets);
  return isLoginReport(report) ? new LoginError(report, text) : new GatewayError(report, text);
}

/** What no error may show, should an answer repeat it. Numbers are masked in any case. */
export function secretsOf(request: GatewayRequest): string[] {
  return [request.pin, ...textsOf(request)].filter((secret) => secret !== undefined && secret !== '') as string[];
}

function textsOf(request: GatewayRequest): (string | undefined)[] {
  switch (request.operation) {
    case 'sendSms':
      return [request.message, request.flashMessage];
    case 'sendMultimedia':
      return contentTexts(request.content);
    case 'createChildAccount':
      return [request.email, request.givenName, request.familyName, request.companyName];
    default:
      return [];
  }
}

/** Pictures and files are none: what an error shows of an answer is too short for what they say. */
function contentTexts(content: MultimediaContent): (string | undefined)[] {
  switch (content.kind) {
    case 'vcard':
    case 'vcalendar':
    case 'ringtone':
      return [content.text];
    case 'mms':
    case 'wapPush':
      return [content.message];
    case 'pdu':
      return [content.message, ...hexOf(content.userData)];
    case 'serviceIndication': {
      const { text, href, info = [] } = content.si;
      return [text, href, ...info.map(({ pcdata }) => pcdata)];
    }
    default:
      return [];
  }
}

/** In either case, since hex may be echoed in either. */
function hexOf(octets: Uint8Array | undefined): string[] {
  if (octets === undefined) return [];
  const hex = toHex(octets);
  return [hex, hex.toLowerCase()];
}
