/**
 * What the gateway's SOAP operations consist of, as types: those of the schema's tables.
 *
 * Simple values are texts, as they were written: a PIN keeps its zeros, a number its sign. Whatever may be missing or nil is an
 * optional property; names are those of the WSDL. Source: the gateway interface document, section 9, and its WSDL.
 * @module
 */
import type { COMPLEX_TYPES, ComplexType, MESSAGES, SoapOperation } from './schema.js';

export { SOAP_OPERATIONS, type SoapOperation } from './schema.js';

/** The default namespace of the operations: the placeholder of the reference WSDL. */
export const SOAP_NAMESPACE = 'urn:messaging-gateway:sendsms3';

/** A whole number: read as the text that was written, given to the writers as text or number. */
type Whole = string | number;

/** A structure by the names of its accessors. */
type Struct<Shapes, Int extends Whole> = { readonly [Name in keyof Shapes]?: ValueOf<Shapes[Name], Int> | undefined };

type ValueOf<Shape, Int extends Whole> = Shape extends { readonly type: infer Type }
  ? Shape extends { readonly isRepeated: true }
    ? readonly Single<Type, Int>[]
    : Single<Type, Int>
  : never;

type Single<Type, Int extends Whole> = Type extends ComplexType
  ? Structs<Int>[Type]
  : Type extends 'int' | 'positiveInteger' | 'unsignedShort'
    ? Int
    : string;

type Complex = typeof COMPLEX_TYPES;

/** Complex types by their names in the schema. */
interface Structs<Int extends Whole> {
  readonly Reserved: Reserved;
  readonly SmartMessage: SmartMessage<Int>;
  readonly 'SMS-SUBMIT-PDU': SmsSubmitPdu;
  readonly item: SoapItem;
  readonly info: SoapInfo;
  readonly indication: SoapIndication;
  readonly si: SoapSi;
  readonly SimplePush: SimplePush<Int>;
  readonly WAPPush: WapPush<Int>;
  readonly Message: SoapMessage<Int>;
  readonly SendOptions: SendOptions<Int>;
  readonly Recipient: Recipient<Int>;
}

/** Fields reserved for extensions. */
export interface Reserved extends Struct<Complex['Reserved'], string> {}

/** A ringtone or a bitmap: a library item, or data in hex. */
export interface SmartMessage<Int extends Whole = string> extends Struct<Complex['SmartMessage'], Int> {}

/** User data of an SMS-SUBMIT as hex. */
export interface SmsSubmitPdu extends Struct<Complex['SMS-SUBMIT-PDU'], string> {}

/** One item of an info. */
export interface SoapItem extends Struct<Complex['item'], string> {}

/** Items that go with an indication. */
export interface SoapInfo extends Struct<Complex['info'], string> {}

/** The indication of a Service Indication. */
export interface SoapIndication extends Struct<Complex['indication'], string> {}

/** A Service Indication. */
export interface SoapSi extends Struct<Complex['si'], string> {}

/** A library item to push. */
export interface SimplePush<Int extends Whole = string> extends Struct<Complex['SimplePush'], Int> {}

/** A WAP push: exactly one member is present. */
export interface WapPush<Int extends Whole = string> extends Struct<Complex['WAPPush'], Int> {}

/** The content of a message: exactly one member is present. */
export interface SoapMessage<Int extends Whole = string> extends Struct<Complex['Message'], Int> {}

/** The time of sending: one member, or none to send at once. */
export interface SendOptions<Int extends Whole = string> extends Struct<Complex['SendOptions'], Int> {}

/** The recipients. */
export interface Recipient<Int extends Whole = string> extends Struct<Complex['Recipient'], Int> {}

type PartsOfCall<O extends SoapOperation, Int extends Whole> = Struct<(typeof MESSAGES)[O]['call'], Int>;

/** The credentials in every call. */
export interface SoapCredentials extends PartsOfCall<'AvailableMessages', string> {}

/** Parts of a call of SubmitMessage. */
export interface SubmitMessageParts<Int extends Whole = string> extends PartsOfCall<'SubmitMessage', Int> {}

/** Parts of a call of SubmitDeliveryReceipt. */
export interface SubmitDeliveryReceiptParts<Int extends Whole = string> extends PartsOfCall<'SubmitDeliveryReceipt', Int> {}

/** Parts of a call of DeliverMessage. */
export interface DeliverMessageParts<Int extends Whole = string> extends PartsOfCall<'DeliverMessage', Int> {}

/** Parts of a call of each operation. */
export interface CallParts<Int extends Whole = string> {
  /** A message to send. */
  readonly SubmitMessage: SubmitMessageParts<Int>;
  /** The final state of a message, from the gateway to its customer. */
  readonly SubmitDeliveryReceipt: SubmitDeliveryReceiptParts<Int>;
  /** A message from a handset, from the gateway to its customer. */
  readonly DeliverMessage: DeliverMessageParts<Int>;
  /** A query of the number of messages that the credit pays for. */
  readonly AvailableMessages: SoapCredentials;
  /** A query of the credit. */
  readonly AvailableCredit: SoapCredentials;
}

/** Parts of an answer with a report. */
export interface ReportParts<Int extends Whole = string> extends Struct<(typeof MESSAGES)['DeliverMessage']['answer'], Int> {}

/** Parts of an answer to each operation. */
export interface AnswerParts<Int extends Whole = string> {
  /** The result of the send. */
  readonly SubmitMessage: ReportParts<Int> & { readonly Reserved?: Reserved | undefined };
  /** Whether the receipt was accepted. */
  readonly SubmitDeliveryReceipt: ReportParts<Int>;
  /** Whether the message was accepted. */
  readonly DeliverMessage: ReportParts<Int>;
  /** `Messages` is a whole number. */
  readonly AvailableMessages: { readonly Messages?: string | undefined; readonly Reserved?: Reserved | undefined };
  /** `Currency` is `GBP` or `UKL`, `Credit` has four decimals. */
  readonly AvailableCredit: {
    readonly Currency?: string | undefined;
    readonly Credit?: string | undefined;
    readonly Reserved?: Reserved | undefined;
  };
}

/** A call: a union on `operation`. */
export type Call = { readonly [O in SoapOperation]: { readonly operation: O; readonly parts: CallParts[O] } }[SoapOperation];

/** The call of one operation. */
export type CallOf<O extends SoapOperation> = Extract<Call, { readonly operation: O }>;

/** An answer other than a fault: a union on `operation`. */
export type Answer = {
  readonly [O in SoapOperation]: { readonly operation: O; readonly parts: AnswerParts[O]; readonly fault?: undefined };
}[SoapOperation];

/** The answer to one operation. */
export type AnswerOf<O extends SoapOperation> = Extract<Answer, { readonly operation: O }>;

/** Codes of faults (SOAP 1.1 section 4.4.1); a suffix after a dot specifies one further. */
export const FAULT_CODES = ['VersionMismatch', 'MustUnderstand', 'Client', 'Server'] as const;

/** One of {@link FAULT_CODES}. */
export type FaultCode = (typeof FAULT_CODES)[number];

/** A SOAP fault, in place of an answer. */
export interface SoapFault {
  /** One of {@link FAULT_CODES}, possibly with a suffix after a dot; without a namespace prefix. */
  readonly code: string;
  /** The faultstring: a description for people. */
  readonly reason: string;
  /** The text of the detail, without its elements. */
  readonly detail?: string | undefined;
}
