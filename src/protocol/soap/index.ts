/**
 * SOAP 1.1 of the gateway: calls and answers of its five operations, faults, the WSDL, and the way to and from the requests and
 * callbacks of the form interface.
 *
 *   envelope  <->  Call, Answer  <->  request, callback, result
 *
 * Source: the gateway interface document, section 9; SOAP 1.1 sections 4, 5 and 7.
 *
 * Values only: `handset/protocol` has them as the namespace `soap`, and the types beside it, for the bundler of declarations takes types in a namespace for
 * values.
 * @module
 */
export { callbackOf, callOfCallback } from './callback.js';
export { faultOf, formatAnswer, formatCall, formatFault } from './format.js';
export { parseAnswer, parseCall } from './parse.js';
export { callOf, credentialsOf, requestOf } from './request.js';
export { answerOf, EMPTY_RESERVED, resultOf } from './result.js';
export { FAULT_CODES, SOAP_NAMESPACE, SOAP_OPERATIONS } from './types.js';
export { wsdl } from './wsdl.js';
