/**
 * The schema of the gateway's WSDL as data: what reads and writes envelopes goes by it, and the WSDL and the types of TypeScript are made
 * of it.
 *
 *   SubmitMessage            send a message              customer -> gateway
 *   AvailableMessages        how many can be paid        customer -> gateway
 *   AvailableCredit          what is left                customer -> gateway
 *   SubmitDeliveryReceipt    what became of a message    gateway -> customer
 *   DeliverMessage           a message from a handset    gateway -> customer
 *
 * Source: the gateway interface document, section 9, and its WSDL.
 * @module
 */

/** Operations of the SOAP port. */
export const SOAP_OPERATIONS = [
  'SubmitMessage',
  'SubmitDeliveryReceipt',
  'DeliverMessage',
  'AvailableMessages',
  'AvailableCredit',
] as const;

/** One of {@link SOAP_OPERATIONS}. */
export type SoapOperation = (typeof SOAP_OPERATIONS)[number];

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

/** What an accessor may be. */
interface Shape<Type> {
  readonly type: Type;
  /** May be left out; parts of messages never are. */
  readonly isOptional?: true;
  readonly isNillable?: true;
  /** May be there any number of times. */
  readonly isRepeated?: true;
}

/** Accessors by their names, in order. */
type Shapes<Type> = Readonly<Record<string, Shape<Type>>>;

/** Complex types of the schema, each with its elements in order. */
export const COMPLEX_TYPES = {
  Reserved: {
    /** Reserved by the interface document. */
    Field1: { type: 'string', isNillable: true },
    /** Reserved by the interface document. */
    Field2: { type: 'string', isNillable: true },
    /** Reserved by the interface document. */
    Field3: { type: 'string', isNillable: true },
    /** Reserved by the interface document. */
    Field4: { type: 'string', isNillable: true },
  },
  SmartMessage: {
    /** Number of a library item, in place of data. */
    LibraryNumber: { type: 'positiveInteger', isOptional: true },
    /** The octets in hex. */
    Data: { type: 'hexBinary', isOptional: true, isNillable: true },
    /** `FORMAT-UNDEFINED`, `RTTTL` or `OTA`. */
    Format: { type: 'DataFormat', isOptional: true },
  },
  'SMS-SUBMIT-PDU': {
    /** TP-DCS, one octet in hex. */
    DataCodingScheme: { type: 'hexBinary', isNillable: true },
    /** TP-PID, one octet in hex. */
    ProtocolIdentifier: { type: 'hexBinary', isNillable: true },
    /** User data header in hex, including its length octet. */
    UserDataHeader: { type: 'hexBinary', isNillable: true },
    /** User data in hex. */
    UserData: { type: 'hexBinary', isNillable: true },
  },
  item: {
    /** Value of the item. */
    pcdata: { type: 'string', isNillable: true },
    /** Name of the item. */
    class: { type: 'NMTOKEN', isNillable: true },
  },
  info: {
    /** The items. */
    item: { type: 'item', isOptional: true, isRepeated: true },
  },
  indication: {
    /** URL of the indication. */
    href: { type: 'anyURI', isNillable: true },
    /** Identifier of the indication. */
    'si-id': { type: 'string', isOptional: true },
    /** Time of creation (dateTime). */
    created: { type: 'dateTime', isOptional: true },
    /** Time of expiry (dateTime). */
    'si-expires': { type: 'dateTime', isOptional: true },
    /** `signal-medium`, `signal-none`, `signal-low`, `signal-high` or `signal-delete`. */
    action: { type: 'action', isOptional: true },
    /** Text of the indication. */
    content: { type: 'string', isOptional: true },
  },
  si: {
    /** The indication itself. */
    indication: { type: 'indication' },
    /** Additional information items. */
    info: { type: 'info', isOptional: true, isRepeated: true },
  },
  SimplePush: {
    /** Number of the library item. */
    LibraryNumber: { type: 'positiveInteger' },
    /** Text shown to the user. */
    Message: { type: 'string', isOptional: true },
  },
  WAPPush: {
    /** A library item to push. */
    SimplePush: { type: 'SimplePush', isOptional: true },
    /** A service indication. */
    si: { type: 'si', isOptional: true },
  },
  Message: {
    /** A text message. */
    TextMessage: { type: 'string', isOptional: true, isNillable: true },
    /** A text that is shown at once. */
    FlashMessage: { type: 'string', isOptional: true, isNillable: true },
    /** A ringtone: RTTTL or OTA data, or a library item. */
    Ringtone: { type: 'SmartMessage', isOptional: true, isNillable: true },
    /** An OTA bitmap, or a library item. */
    OperatorLogo: { type: 'SmartMessage', isOptional: true, isNillable: true },
    /** An OTA bitmap, or a library item. */
    PictureMessage: { type: 'SmartMessage', isOptional: true, isNillable: true },
    /** An OTA bitmap, or a library item. */
    GroupGraphic: { type: 'SmartMessage', isOptional: true, isNillable: true },
    /** The user data of an SMS-SUBMIT. */
    SmsSubmitPdu: { type: 'SMS-SUBMIT-PDU', isOptional: true, isNillable: true },
    /** A WAP push: a service indication or a library item. */
    WAPPush: { type: 'WAPPush', isOptional: true, isNillable: true },
  },
  SendOptions: {
    /** Time of sending (dateTime). */
    SendTimeAbsolute: { type: 'dateTime', isOptional: true },
    /** Minutes to wait before sending. */
    SendTimeDelay: { type: 'unsignedShort', isOptional: true },
  },
  Recipient: {
    /** Numbers, separated by commas. */
    SendTo: { type: 'string' },
    /** Make of the handset. */
    PhoneMake: { type: 'string', isOptional: true },
    /** Model of the handset. */
    PhoneModel: { type: 'string', isOptional: true },
    /** Mobile country code, for an operator logo. */
    MCC: { type: 'int', isOptional: true },
    /** Mobile network code, for an operator logo. */
    MNC: { type: 'int', isOptional: true },
    /** Time of sending. */
    SendOptions: { type: 'SendOptions', isOptional: true },
  },
} as const satisfies Readonly<Record<string, Shapes<string>>>;

/** Name of a complex type that elements have. */
export type ComplexType = keyof typeof COMPLEX_TYPES;

const CREDENTIALS = {
  /** User name of the account. */
  Username: { type: 'string' },
  /** PIN of the account. */
  PIN: { type: 'string' },
} as const;
const REPORT = {
  /** The gateway's identifier of the message. */
  MessageIdentifier: { type: 'string' },
  /** Report code. */
  Report: { type: 'int' },
  /** A text for people. */
  Text: { type: 'string', isOptional: true },
} as const;
const RESERVED = { Reserved: { type: 'Reserved', isOptional: true } } as const;

/** What goes in and what comes out, in order. Of the parts of an answer, its type in the schema has some as optional. */
export const MESSAGES = {
  SubmitMessage: {
    call: {
      ...CREDENTIALS,
      /** The recipients. */
      Recipient: { type: 'Recipient' },
      /** The content. */
      Message: { type: 'Message' },
      /** Originator, one of the account's permitted values. */
      ReplyTo: { type: 'string' },
      /** Unused in a call. */
      MessageIdentifier: { type: 'string' },
      /** Reserved fields. */
      Reserved: { type: 'Reserved' },
    },
    answer: { ...REPORT, ...RESERVED },
  },
  SubmitDeliveryReceipt: {
    call: {
      ...CREDENTIALS,
      /** When the state was recorded (dateTime). */
      Timestamp1: { type: 'dateTime' },
      /** Number of the recipient. */
      SentTo: { type: 'string' },
      /** The gateway's identifier of the message. */
      MessageIdentifier: { type: 'string' },
      /** Report code. */
      Report: { type: 'int' },
    },
    answer: REPORT,
  },
  DeliverMessage: {
    call: {
      ...CREDENTIALS,
      /** The two-way number that received the message. */
      Recipient: { type: 'Recipient' },
      /** The content. */
      Message: { type: 'Message' },
      /** Number or name of the handset. */
      ReplyTo: { type: 'string' },
    },
    answer: REPORT,
  },
  AvailableMessages: {
    call: CREDENTIALS,
    answer: { Messages: { type: 'string' }, ...RESERVED },
  },
  AvailableCredit: {
    call: CREDENTIALS,
    answer: { Currency: { type: 'string' }, Credit: { type: 'string' }, ...RESERVED },
  },
} as const satisfies Readonly<Record<SoapOperation, Readonly<Record<'call' | 'answer', Shapes<SimpleType | ComplexType>>>>>;

/** An accessor: a part of a message, or an element of a complex type. */
export interface Accessor extends Shape<SimpleType | ComplexType> {
  readonly name: string;
}

const listed = /* @__PURE__ */ new WeakMap<object, readonly Accessor[]>();

/** Accessors as a list, in order. */
export function listAccessors(shapes: Shapes<SimpleType | ComplexType>): readonly Accessor[] {
  let accessors = listed.get(shapes);
  if (accessors === undefined) {
    accessors = Object.entries(shapes).map(([name, shape]) => ({ name, ...shape }));
    listed.set(shapes, accessors);
  }
  return accessors;
}

/** The parts of a call of an operation, or of the answer to it, in order. */
export function listParts(operation: SoapOperation, direction: 'call' | 'answer'): readonly Accessor[] {
  return listAccessors(MESSAGES[operation][direction]);
}

/** The elements of a complex type, in order; undefined for a simple one. */
export function elementsOf(type: SimpleType | ComplexType): readonly Accessor[] | undefined {
  const shapes = (COMPLEX_TYPES as Readonly<Partial<Record<string, Shapes<SimpleType | ComplexType>>>>)[type];
  return shapes && listAccessors(shapes);
}

/** Whether a type is of the gateway's own schema, not one of XML Schema. */
export function isOwnType(type: SimpleType | ComplexType): boolean {
  return elementsOf(type) !== undefined || SIMPLE_TYPES[type as SimpleType] !== undefined;
}
