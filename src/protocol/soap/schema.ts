/**
 * The schema of the gateway's WSDL as data: what reads and writes envelopes goes by it, and the WSDL is made of it. The same as types of
 * TypeScript is in soap-types.ts.
 *
 * Source: the gateway interface document, section 9, and its WSDL.
 * @module
 */
import type { SoapOperation } from './types.js';

/** Simple types of the schema; those with a list are restricted to it. */
export const SIMPLE_TYPES = {
  string: undefined,
  int: undefined,
  positiveInteger: undefined,
  unsignedShort: undefined,
  dateTime: undefined,
  hexBinary: undefined,
  anyURI: undefined,
  NMTOKEN: undefined,
  DataFormat: ['FORMAT-UNDEFINED', 'RTTTL', 'OTA'],
  action: ['signal-medium', 'signal-none', 'signal-low', 'signal-high', 'signal-delete'],
} as const;

/** Name of a simple type. */
export type SimpleType = keyof typeof SIMPLE_TYPES;

/** An accessor: a part of a message, or an element of a complex type. */
export interface Accessor {
  readonly name: string;
  readonly type: SimpleType | ComplexType;
  /** May be left out; parts of messages never are. */
  readonly isOptional?: true;
  readonly isNillable?: true;
  /** May be there any number of times. */
  readonly isRepeated?: true;
}

/** Complex types of the schema, each with its elements in order. */
export const COMPLEX_TYPES = {
  Reserved: [
    { name: 'Field1', type: 'string', isNillable: true },
    { name: 'Field2', type: 'string', isNillable: true },
    { name: 'Field3', type: 'string', isNillable: true },
    { name: 'Field4', type: 'string', isNillable: true },
  ],
  SmartMessage: [
    { name: 'LibraryNumber', type: 'positiveInteger', isOptional: true },
    { name: 'Data', type: 'hexBinary', isOptional: true, isNillable: true },
    { name: 'Format', type: 'DataFormat', isOptional: true },
  ],
  'SMS-SUBMIT-PDU': [
    { name: 'DataCodingScheme', type: 'hexBinary', isNillable: true },
    { name: 'ProtocolIdentifier', type: 'hexBinary', isNillable: true },
    { name: 'UserDataHeader', type: 'hexBinary', isNillable: true },
    { name: 'UserData', type: 'hexBinary', isNillable: true },
  ],
  item: [
    { name: 'pcdata', type: 'string', isNillable: true },
    { name: 'class', type: 'NMTOKEN', isNillable: true },
  ],
  info: [{ name: 'item', type: 'item', isOptional: true, isRepeated: true }],
  indication: [
    { name: 'href', type: 'anyURI', isNillable: true },
    { name: 'si-id', type: 'string', isOptional: true },
    { name: 'created', type: 'dateTime', isOptional: true },
    { name: 'si-expires', type: 'dateTime', isOptional: true },
    { name: 'action', type: 'action', isOptional: true },
    { name: 'content', type: 'string', isOptional: true },
  ],
  si: [
    { name: 'indication', type: 'indication' },
    { name: 'info', type: 'info', isOptional: true, isRepeated: true },
  ],
  SimplePush: [
    { name: 'LibraryNumber', type: 'positiveInteger' },
    { name: 'Message', type: 'string', isOptional: true },
  ],
  WAPPush: [
    { name: 'SimplePush', type: 'SimplePush', isOptional: true },
    { name: 'si', type: 'si', isOptional: true },
  ],
  Message: [
    { name: 'TextMessage', type: 'string', isOptional: true, isNillable: true },
    { name: 'FlashMessage', type: 'string', isOptional: true, isNillable: true },
    { name: 'Ringtone', type: 'SmartMessage', isOptional: true, isNillable: true },
    { name: 'OperatorLogo', type: 'SmartMessage', isOptional: true, isNillable: true },
    { name: 'PictureMessage', type: 'SmartMessage', isOptional: true, isNillable: true },
    { name: 'GroupGraphic', type: 'SmartMessage', isOptional: true, isNillable: true },
    { name: 'SmsSubmitPdu', type: 'SMS-SUBMIT-PDU', isOptional: true, isNillable: true },
    { name: 'WAPPush', type: 'WAPPush', isOptional: true, isNillable: true },
  ],
  SendOptions: [
    { name: 'SendTimeAbsolute', type: 'dateTime', isOptional: true },
    { name: 'SendTimeDelay', type: 'unsignedShort', isOptional: true },
  ],
  Recipient: [
    { name: 'SendTo', type: 'string' },
    { name: 'PhoneMake', type: 'string', isOptional: true },
    { name: 'PhoneModel', type: 'string', isOptional: true },
    { name: 'MCC', type: 'int', isOptional: true },
    { name: 'MNC', type: 'int', isOptional: true },
    { name: 'SendOptions', type: 'SendOptions', isOptional: true },
  ],
} as const satisfies Readonly<Record<string, readonly (Omit<Accessor, 'type'> & { readonly type: string })[]>>;

/** Name of a complex type that elements have. */
export type ComplexType = keyof typeof COMPLEX_TYPES;

/** Whether a type is of the gateway's own schema, not one of XML Schema. */
export function isOwnType(type: SimpleType | ComplexType): boolean {
  return elementsOf(type) !== undefined || SIMPLE_TYPES[type as SimpleType] !== undefined;
}

/** The elements of a complex type; undefined for a simple one. */
export function elementsOf(type: SimpleType | ComplexType): readonly Accessor[] | undefined {
  return (COMPLEX_TYPES as Readonly<Partial<Record<string, readonly Accessor[]>>>)[type];
}

const REPORT: readonly Accessor[] = [
  { name: 'MessageIdentifier', type: 'string' },
  { name: 'Report', type: 'int' },
  { name: 'Text', type: 'string', isOptional: true },
];
const CREDENTIALS: readonly Accessor[] = [
  { name: 'Username', type: 'string' },
  { name: 'PIN', type: 'string' },
];
const RESERVED: Accessor = { name: 'Reserved', type: 'Reserved', isOptional: true };

/** What goes in and what comes out, in order. Of the parts of an answer, its type in the schema has some as optional. */
export const MESSAGES: {
  readonly [O in SoapOperation]: { readonly call: readonly Accessor[]; readonly answer: readonly Accessor[] };
} = {
  SubmitMessage: {
    call: [
      ...CREDENTIALS,
      { name: 'Recipient', type: 'Recipient' },
      { name: 'Message', type: 'Message' },
      { name: 'ReplyTo', type: 'string' },
      { name: 'MessageIdentifier', type: 'string' },
      { name: 'Reserved', type: 'Reserved' },
    ],
    answer: [...REPORT, RESERVED],
  },
  SubmitDeliveryReceipt: {
    call: [
      ...CREDENTIALS,
      { name: 'Timestamp1', type: 'dateTime' },
      { name: 'SentTo', type: 'string' },
      { name: 'MessageIdentifier', type: 'string' },
      { name: 'Report', type: 'int' },
    ],
    answer: REPORT,
  },
  DeliverMessage: {
    call: [
      ...CREDENTIALS,
      { name: 'Recipient', type: 'Recipient' },
      { name: 'Message', type: 'Message' },
      { name: 'ReplyTo', type: 'string' },
    ],
    answer: REPORT,
  },
  AvailableMessages: { call: CREDENTIALS, answer: [{ name: 'Messages', type: 'string' }, RESERVED] },
  AvailableCredit: {
    call: CREDENTIALS,
    answer: [{ name: 'Currency', type: 'string' }, { name: 'Credit', type: 'string' }, RESERVED],
  },
};
