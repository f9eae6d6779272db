/**
 * Requests of the gateway's form interface, as a client writes them and a server reads them.
 *
 *   POST /webservices/http/sendsms       text messages
 *   POST /webservices/http/sendmms       everything else that goes to a handset: content-fields.ts
 *   POST /webservices/http/queryaccount  credit and permitted originators: accounts.ts
 *   POST /webservices/http/manageaccount accounts below the caller's
 *   POST /sendsms                        text messages and account queries
 *
 * Both directions apply the same rules, so that a server reads whatever a client may write. An empty optional parameter counts as absent.
 * Source: the gateway interface document, sections 1 to 8.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { DecodeError } from '../errors.js';
import { addAccountRequest, hasQuery, managementOf, queryOf } from './accounts.js';
import { addMultimedia, readMultimedia } from './content-fields.js';
import { FormFields, formatForm, parseForm } from './form.js';
import type { GatewayOperation, GatewayRequest, SendSmsRequest } from './model.js';
import { bad, type Parameters, type RequestOptions } from './parameters.js';
import { addMessageText, addSending, messageTextOf, readSending, requireRecipients } from './sending.js';

/** The paths of a gateway's interface. */
export const PATHS = {
  sendSms: '/webservices/http/sendsms',
  sendMultimedia: '/webservices/http/sendmms',
  queryAccount: '/webservices/http/queryaccount',
  manageAccount: '/webservices/http/manageaccount',
  /** Text messages, and queries when one of their operations is there. */
  variant: '/sendsms',
  soap: ['/sendsms2', '/sendsms3'],
} as const;

const PATH_OF: Readonly<Record<GatewayOperation, string>> = {
  sendSms: PATHS.sendSms,
  sendMultimedia: PATHS.sendMultimedia,
  availableCredit: PATHS.queryAccount,
  availableMessages: PATHS.queryAccount,
  permittedReplyTo: PATHS.queryAccount,
  createChildAccount: PATHS.manageAccount,
  deleteChildAccount: PATHS.manageAccount,
  transferFunds: PATHS.manageAccount,
};

/**
 * Writes a request: returns the path to post to, and the form body.
 * @throws EncodeError `bad-value`, `too-long` or `unencodable` for a value that the gateway would refuse; `field` is the parameter's name, such as
 *   `SendTimeDelay`. Messages contain no PIN and no text.
 * @throws TypeError for a value of a wrong type.
 * @example
 * ```ts
 * import { formatRequest } from 'handset/protocol';
 *
 * const credentials = { username: 'ANOther.12345', pin: '01234567' };
 * formatRequest({ operation: 'sendSms', ...credentials, sendTo: ['447700900123'], message: 'Hi' });
 * // -> { path: '/webservices/http/sendsms', body: 'Username=ANOther.12345&PIN=01234567&SendTo=447700900123&Message=Hi' }
 * ```
 */
export function formatRequest(request: GatewayRequest): { path: string; body: string } {
  const parameters = parametersOf(request);
  return { path: PATH_OF[request.operation], body: formatForm(parameters) };
}

/** Checks a request without writing it. @throws EncodeError, TypeError as {@link formatRequest}. */
export function checkRequest(request: GatewayRequest): void {
  formatRequest(request);
}

/** Parameters of a request by the document's names, content last; octets are written as hex. @throws EncodeError, TypeError as {@link formatRequest} */
export function parametersOf(request: GatewayRequest): Parameters {
  requireObject(request, 'request');
  const parameters: Parameters = [];
  switch (request.operation) {
    case 'sendSms':
      addSending(parameters, request);
      addMessageText(parameters, request);
      return parameters;
    case 'sendMultimedia':
      addMultimedia(parameters, request);
      return parameters;
    default:
      addAccountRequest(parameters, request);
      return parameters;
  }
}

/**
 * Reads a request. Names of parameters are case-insensitive, and unknown parameters are ignored.
 *
 * A request written by {@link formatRequest} reads back equal, except that numbers are normalised, milliseconds dropped, and empty texts absent.
 * @param path one of {@link PATHS}, except those of SOAP.
 * @param body the form body, or its fields if the server has checked the credentials first.
 * @throws DecodeError `truncated` for a missing parameter, without an offset, or `bad-value` with the index in the parameter's value; what
 *   {@link parseForm} refuses has the offset in the body.
 * @throws LimitError past `formOctets`, `formFields`, `recipients` and those of tunes.
 * @example
 * ```ts
 * import { parseRequest } from 'handset/protocol';
 *
 * parseRequest('/webservices/http/sendsms', 'UN=u&pin=1&n=447700900123,,abc&m=a+b%');
 * // -> { operation: 'sendSms', username: 'u', pin: '1', sendTo: ['447700900123', 'abc'], message: 'a b%' }
 * ```
 */
export function parseRequest(
  path: string,
  body: string | Uint8Array | FormFields,
  options: RequestOptions = {},
): GatewayRequest {
  const fields = body instanceof FormFields ? body : parseForm(body, options);
  switch (path) {
    case PATHS.sendSms:
      return readSms(fields, options);
    case PATHS.variant:
      return hasQuery(fields) ? queryOf(fields) : readSms(fields, options);
    case PATHS.sendMultimedia:
      return readMultimedia(fields, options);
    case PATHS.queryAccount:
      return queryOf(fields);
    case PATHS.manageAccount:
      return managementOf(fields);
    default:
      // A query may hold the PIN.
      throw bad(DecodeError, 'path', `${quote(String(path).split(/[?#]/, 1)[0])} takes no form`);
  }
}

function readSms(fields: FormFields, options: RequestOptions): SendSmsRequest {
  const sending = readSending(fields, options);
  requireRecipients(sending);
  return { operation: 'sendSms', ...sending, ...messageTextOf(fields) };
}
