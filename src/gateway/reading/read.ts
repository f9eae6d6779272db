/**
 * Octets of large requests to what they ask for. It needs nothing of the gateway, so that a thread can do it.
 * @module
 */
import {
  type Credentials,
  type GatewayRequest,
  parseForm,
  parseRequest,
  type SoapCall,
  type SoapCallOf,
  soap,
} from '../../protocol/index.js';
import type { GatewayLimits } from '../settings/limits.js';

/** A call of SOAP that was read. */
export interface ReadCall {
  readonly operation: SoapCall['operation'];
  readonly credentials: Credentials | undefined;
  /** What is asked for. @throws FormatError for what is wrong with the parts */
  readonly request: () => CallRequest;
}

/** What calls ask for. */
export type CallRequest =
  | ReturnType<typeof soap.requestOf>
  | { readonly operation: 'availableMessages' | 'availableCredit' }
  | { readonly operation: 'keepPosted'; readonly callback: ReturnType<typeof soap.callbackOf> };

/** The request of a form. @throws FormatError */
export function readFormRequest(path: string, body: Uint8Array, limits: GatewayLimits): GatewayRequest {
  const fields = parseForm(body, { limits: { formOctets: limits.bodyOctets, formFields: limits.formFields } });
  return parseRequest(path, fields, { limits });
}

/** A call. @throws FormatError for what is no envelope */
export function readCall(envelope: Uint8Array, limits: GatewayLimits): ReadCall {
  const call = soap.parseCall(envelope, { limits });
  return {
    operation: call.operation,
    credentials: soap.credentialsOf(call),
    request: () => requestOf(call, limits),
  };
}

function requestOf(call: SoapCall, limits: GatewayLimits): CallRequest {
  switch (call.operation) {
    case 'AvailableMessages':
      return { operation: 'availableMessages' };
    case 'AvailableCredit':
      return { operation: 'availableCredit' };
    case 'SubmitMessage':
      return soap.requestOf(call as SoapCallOf<'SubmitMessage'>, { limits });
    case 'SubmitDeliveryReceipt':
    case 'DeliverMessage':
      return { operation: 'keepPosted', callback: soap.callbackOf(call as SoapCallOf<'DeliverMessage'>) };
  }
}
