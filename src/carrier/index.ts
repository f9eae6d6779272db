/**
 * `handset/carrier`: encodes messages for modems and gateways: AT commands, SMPP fields, Kannel URLs, forms.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { type AtOptions, parseAtCommands, toAtCommands } from './at.js';
export { parseGatewayForm, toGatewayForm } from './gateway-form.js';
export { type KannelOptions, toKannelUrl } from './kannel.js';
export { type SubmitSmFields, type SubmitSmOptions, toSubmitSm } from './smpp.js';
