/**
 * `handset/protocol`: encodes and decodes a gateway's requests, answers and receipts, as forms and as SOAP.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';

// What needs no XML, one by one.
export * from './forms.js';
export type { FormatSoapOptions } from './soap/format.js';
export * as soap from './soap/index.js';
export type {
  FaultAnswer as SoapFaultAnswer,
  ParseAnswerOptions as ParseSoapAnswerOptions,
  ParseSoapOptions,
} from './soap/parse.js';
export type {
  Answer as SoapAnswer,
  AnswerOf as SoapAnswerOf,
  AnswerParts as SoapAnswerParts,
  Call as SoapCall,
  CallOf as SoapCallOf,
  CallParts as SoapCallParts,
  DeliverMessageParts as SoapDeliverMessageParts,
  FaultCode as SoapFaultCode,
  Recipient as SoapRecipient,
  ReportParts as SoapReportParts,
  Reserved as SoapReserved,
  SendOptions as SoapSendOptions,
  SimplePush as SoapSimplePush,
  SmartMessage as SoapSmartMessage,
  SmsSubmitPdu as SoapSmsSubmitPdu,
  SoapCredentials,
  SoapFault,
  SoapIndication,
  SoapInfo,
  SoapItem,
  SoapMessage,
  SoapOperation,
  SoapSi,
  SubmitDeliveryReceiptParts as SoapSubmitDeliveryReceiptParts,
  SubmitMessageParts as SoapSubmitMessageParts,
  WapPush as SoapWapPush,
} from './soap/types.js';
export type { WsdlOptions } from './soap/wsdl.js';
