/**
 * `handset/carrier`: messages in the forms that modems and gateways take.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { type AtOptions, parseAtCommands, toAtCommands } from './at.js';
export { parseGatewayForm, toGatewayForm } from './gateway-form.js';
export { type KannelOptions, toKannelUrl } from './kannel.js';
export { type SubmitSmFields, type SubmitSmOptions, toSubmitSm } from './smpp.js';
