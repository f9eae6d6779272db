/**
 * A request as it goes out, to be shown: with the PIN, without it, or without anything private.
 * @module
 */
import { percentDecode, percentEncode } from '../bytes/percent.js';
import { maskNumber } from '../protocol/numbers.js';
import { FORM_HEADERS } from './exchange.js';
import type { PreparedRequest, PrepareOptions } from './options.js';

/** Stands for what is not shown. It is as long as it is whatever it stands for. */
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
