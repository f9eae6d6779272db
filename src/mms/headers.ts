/**
 * The header fields of MMS: code, name and form of each, and which of them a PDU type requires.
 *
 * Fields stand here in the order in which they are written: that of most senders. Readers take any order, but the type in front and
 * Content-Type, which the body follows, at the end.
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6, 7.3 and 7.4. Its tables of the send, notification, retrieval, acknowledgement and forward
 * PDUs, the codes of all fields and the address forms were read in an excerpt. For the reports: PduParser of Android and MmsPduHelper of
 * Firefox OS; for the network mailbox and deletion: the encoder of Symbian and Mbuni. What M-Cancel must have is unconfirmed.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { codeOfContentType, contentTypeOfCode } from '../push/content-types.js';
import { readInteger, TOKEN } from '../push/wsp-values.js';
import { formatMmsAddress } from './address.js';
import {
  CANCEL_STATUSES,
  type Counted,
  type ElementDescriptor,
  type MboxCount,
  MESSAGE_CLASSES,
  MM_STATES,
  MMS_CONTENT_CLASSES,
  MMS_PRIORITIES,
  MMS_STATUSES,
  type MmFlag,
  type MmsHeaders,
  type MmsPduType,
  type PreviousDate,
  type PreviousSender,
  READ_STATUSES,
  REPLY_CHARGINGS,
  RESPONSE_STATUSES,
  RETRIEVAL_MODES,
  RETRIEVE_STATUSES,
  SENDER_VISIBILITIES,
  STORE_STATUSES,
} from './pdu.js';
import {
  type Fault,
  readDate,
  readEncodedString,
  readFrom,
  readLong,
  readNamed,
  readSized,
  readTextString,
  readTime,
  readToken,
  requireCount,
  writeCount,
  writeDate,
  writeEncodedString,
  writeFrom,
  writeLong,
  writeNamed,
  writeSized,
  writeTextString,
  writeTime,
} from './values.js';

/** Codes of the fields that have places of their own. */
export const FIELD = {
  ContentType: 0x04,
  From: 0x09,
  MessageType: 0x0c,
  MmsVersion: 0x0d,
  TransactionId: 0x18,
} as const;

/** How the values of a field are written and read. */
export interface Form {
  /** @throws EncodeError `bad-value` or `unencodable`; TypeError for a value of the wrong type. */
  write(writer: ByteWriter, value: never, field: string): void;
  /**
   * Reads a value; undefined for a legal one that has no model.
   * @throws DecodeError; a fault that leaves a meaning goes to `fault`.
   */
  read(reader: ByteReader, field: string, fault: Fault): unknown;
}

/** A header field. */
export interface HeaderField {
  /** 0 to 63. */
  readonly code: number;
  readonly name: string;
  readonly property: string;
  readonly form: Form;
  /** Whether it may stand there many times. */
  readonly isList: boolean;
}

/** What a PDU type asks for. */
export interface PduRules {
  /** Properties that must be there, in the order in which they are missed. */
  readonly required: readonly string[];
  readonly body: 'required' | 'optional' | 'none';
  /** At least one of to, cc and bcc must be there. */
  readonly hasRecipients: boolean;
  /** From must be there; without an address it asks the MMSC to put one there. */
  readonly insertsFrom: boolean;
}

/** Names by code (7.4); those without a property carry no value that MMS describes, or are read apart. */
const FIELD_NAMES =
  'Bcc Cc X-Mms-Content-Location Content-Type Date X-Mms-Delivery-Report X-Mms-Delivery-Time X-Mms-Expiry From X-Mms-Message-Class ' +
  'Message-ID X-Mms-Message-Type X-Mms-MMS-Version X-Mms-Message-Size X-Mms-Priority X-Mms-Read-Report X-Mms-Report-Allowed ' +
  'X-Mms-Response-Status X-Mms-Response-Text X-Mms-Sender-Visibility X-Mms-Status Subject To X-Mms-Transaction-Id ' +
  'X-Mms-Retrieve-Status X-Mms-Retrieve-Text X-Mms-Read-Status X-Mms-Reply-Charging X-Mms-Reply-Charging-Deadline ' +
  'X-Mms-Reply-Charging-ID X-Mms-Reply-Charging-Size X-Mms-Previously-Sent-By X-Mms-Previously-Sent-Date X-Mms-Store X-Mms-MM-State ' +
  'X-Mms-MM-Flags X-Mms-Store-Status X-Mms-Store-Status-Text X-Mms-Stored X-Mms-Attributes X-Mms-Totals X-Mms-Mbox-Totals X-Mms-Quotas ' +
  'X-Mms-Mbox-Quotas X-Mms-Message-Count Content X-Mms-Start Additional-headers X-Mms-Distribution-Indicator ' +
  'X-Mms-Element-Descriptor X-Mms-Limit X-Mms-Recommended-Retrieval-Mode X-Mms-Recommended-Retrieval-Mode-Text X-Mms-Status-Text ' +
  'X-Mms-Applic-ID X-Mms-Reply-Applic-ID X-Mms-Aux-Applic-Info X-Mms-Content-Class X-Mms-DRM-Content X-Mms-Adaptation-Allowed ' +
  'X-Mms-Replace-ID X-Mms-Cancel-ID X-Mms-Cancel-Status';

/** The name of a field's code (0 to 127), or undefined when it has none. */
export function fieldName(code: number): string | undefined {
  fieldNames ??= FIELD_NAMES.split(' ');
  return fieldNames[code - 1];
}

let fieldNames: readonly string[] | undefined;

const TEXT: Form = { write: writeTextString, read: readTextString };
const ENCODED: Form = { write: writeEncodedString, read: readEncodedString };
const DATE: Form = { write: writeDate, read: readDate };
const TIME: Form = { write: writeTime, read: readTime };
const LONG: Form = { write: writeLong, read: readLong };
const COUNT: Form = { write: writeCount, read: (reader, field) => readInteger(reader, field) };

const ADDRESS: Form = {
  write: (writer, value: string, field) => writeEncodedString(writer, formatMmsAddress(value, field), field),
  read: readAddress,
};

const FROM: Form = {
  write: (writer, value: string, field) => writeFrom(writer, formatMmsAddress(value, field), field),
  read: (reader, field, fault) => requireAddress(reader.offset, readFrom(reader, field, fault), field),
};

function readAddress(reader: ByteReader, field: string, fault: Fault): string {
  return requireAddress(reader.offset, readEncodedString(reader, field, fault), field);
}

/** A writer refuses the empty address, so that a reader may not let it pass. */
function requireAddress<Text extends string | null>(at: number, address: Text, field: string): Text {
  if (address === '') throw new DecodeError('bad-value', field, at, 'an address is not empty');
  return address;
}

const YES_NO: Form = {
  write: (writer, value: boolean, field) => {
    if (typeof value !== 'boolean') throw new TypeError(`${field} is not a boolean`);
    writer.u8(value ? 0x80 : 0x81);
  },
  read: (reader, field) => readToken(reader, field, ['yes', 'no']) === 0,
};

const VERSION: Form = {
  write: (writer, value: string, field) => {
    // The number 1.0 would come out as 1, a version without its minor part.
    if (typeof value !== 'string') throw new TypeError(`${field} is not a string`);
    const [, major, minor] = /^([1-7])(?:\.(\d|1[0-4]))?$/.exec(value) ?? [];
    if (major === undefined) {
      throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is not 1 to 7, with .0 to .14 or without`);
    }
    writer.u8(0x80 | (Number(major) << 4) | Number(minor ?? NO_MINOR));
  },
  read: (reader, field) => {
    const at = reader.offset;
    const octet = reader.u8(field);
    const minor = octet & 15;
    if (octet < 0x90) throw new DecodeError('bad-value', field, at, `${octet} is not a version`);
    const version = minor === NO_MINOR ? `${(octet >> 4) & 7}` : `${(octet >> 4) & 7}.${minor}`;
    if (reader.trace !== undefined) reader.trace.mean(version);
    return version;
  },
};
/** In the low half of a version: it has no minor part. */
const NO_MINOR = 15;

/** A form of one octet with names. */
function named(codes: Readonly<Record<string, number>>): Form {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  return {
    write: (writer, value: unknown, field) => writeNamed(writer, value, codes, field),
    read: (reader, field) => readNamed(reader, field, names),
  };
}

/** A form of one octet with names from 80 hex on. */
function listed(names: readonly string[]): Form {
  return named(Object.fromEntries(names.map((name, index) => [name, 0x80 + index])));
}

/** A class by code, or the token of one's own. */
function messageClass(): Form {
  const known = listed(MESSAGE_CLASSES);
  return {
    write: (writer, value: string | number, field) => {
      if (typeof value === 'number' || (MESSAGE_CLASSES as readonly string[]).includes(value)) {
        known.write(writer, value as never, field);
        return;
      }
      if (!TOKEN.test(value)) {
        throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is not a name of a class`);
      }
      writeTextString(writer, value, field);
    },
    read: (reader, field, fault) => {
      const at = reader.offset;
      if (reader.remaining === 0 || (reader.octets[at] as number) >= 0x80) return known.read(reader, field, fault);
      const text = readTextString(reader, field, fault);
      if (!TOKEN.test(text)) {
        fault(new DecodeError('bad-value', field, at, `${JSON.stringify(text.slice(0, 40))} is not a name of a class`));
      }
      const lower = text.toLowerCase();
      return (MESSAGE_CLASSES as readonly string[]).includes(lower) ? lower : text;
    },
  };
}

const FLAG_ACTIONS = ['add', 'remove', 'filter'] as const;

const MM_FLAG: Form = {
  write: (writer, { action, keyword }: MmFlag, field) =>
    writeSized(writer, (value) => {
      writeIndex(value, FLAG_ACTIONS, action, `${field}.action`);
      writeEncodedString(value, keyword, `${field}.keyword`);
    }),
  read: (reader, field, fault) => {
    const value = readSized(reader, field);
    const action = FLAG_ACTIONS[readToken(value, `${field}/token`, FLAG_ACTIONS)];
    const keyword = readEncodedString(value, `${field}/keyword`, fault);
    value.expectEnd(field);
    return { action, keyword };
  },
};

const BOX_UNITS = ['messages', 'octets'] as const;

const MBOX_COUNT: Form = {
  write: (writer, { unit, count }: MboxCount, field) =>
    writeSized(writer, (value) => {
      writeIndex(value, BOX_UNITS, unit, `${field}.unit`);
      writeCount(value, count, `${field}.count`);
    }),
  read: (reader, field) => {
    const value = readSized(reader, field);
    const unit = BOX_UNITS[readToken(value, `${field}/token`, BOX_UNITS)];
    const count = readInteger(value, `${field}/count`);
    value.expectEnd(field);
    return { unit, count };
  },
};

const PREVIOUS_SENDER: Form = {
  write: (writer, { forwardedCount, address }: PreviousSender, field) =>
    writeSized(writer, (value) => {
      writeCount(value, forwardedCount, `${field}.forwardedCount`);
      ADDRESS.write(value, address as never, `${field}.address`);
    }),
  read: (reader, field, fault) => {
    const value = readSized(reader, field);
    const forwardedCount = readInteger(value, `${field}/count`);
    const address = readAddress(value, `${field}/address`, fault);
    value.expectEnd(field);
    return { forwardedCount, address };
  },
};

const PREVIOUS_DATE: Form = {
  write: (writer, { forwardedCount, date }: PreviousDate, field) =>
    writeSized(writer, (value) => {
      writeCount(value, forwardedCount, `${field}.forwardedCount`);
      writeDate(value, date, `${field}.date`);
    }),
  read: (reader, field) => {
    const value = readSized(reader, field);
    const forwardedCount = readInteger(value, `${field}/count`);
    const date = readDate(value, `${field}/date`);
    value.expectEnd(field);
    return { forwardedCount, date };
  },
};

/** A field's code as value. */
const ATTRIBUTE: Form = {
  write: (writer, value: string | number, field) => {
    const code = typeof value === 'number' ? value : codeOfField(value);
    if (code === undefined || !Number.isInteger(code) || code < 0 || code > 0x7f) {
      throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is neither a header field nor 0 to 127`);
    }
    writer.u8(code | 0x80);
  },
  read: (reader, field) => {
    const at = reader.offset;
    const octet = reader.u8(field);
    if (octet < 0x80) throw new DecodeError('bad-value', field, at, `${octet} is not the code of a field`);
    const name = fieldName(octet & 0x7f);
    if (reader.trace !== undefined) reader.trace.mean(name ?? 'not registered');
    return name ?? octet & 0x7f;
  },
};

/** The only parameter of an element with a code (table 27). */
const TYPE_PARAMETER = 0x82;

const ELEMENT: Form = {
  write: (writer, { contentReference, parameters = [] }: ElementDescriptor, field) =>
    writeSized(writer, (value) => {
      writeTextString(value, contentReference, `${field}.contentReference`);
      parameters.forEach((parameter, index) => {
        writeElementParameter(value, parameter, `${field}.parameters[${index}]`);
      });
    }),
  read: (reader, field, fault) => {
    const value = readSized(reader, field);
    const contentReference = readTextString(value, `${field}/reference`, fault);
    const parameters: { name: string; value: string | number }[] = [];
    while (value.remaining > 0) {
      const parameter = readElementParameter(value, `${field}/parameter`, fault);
      if (parameter === undefined) return undefined;
      parameters.push(parameter);
    }
    return { contentReference, ...(parameters.length === 0 ? {} : { parameters }) };
  },
};

/** A value and which of many messages it is for. */
function counted(form: Form): Form {
  return {
    write: (writer, { statusCount, value }: Counted<unknown>, field) =>
      writeSized(writer, (sized) => {
        writeCount(sized, statusCount, `${field}.statusCount`);
        form.write(sized, value as never, `${field}.value`);
      }),
    read: (reader, field, fault) => {
      const sized = readSized(reader, field);
      const statusCount = readInteger(sized, `${field}/count`);
      const value = form.read(sized, field, fault);
      sized.expectEnd(field);
      return { statusCount, value };
    },
  };
}

/** A row for each property, in the order of writing. */
type Row = readonly [code: number, property: Exclude<keyof MmsHeaders, 'otherHeaders'>, form: Form, isList?: 'list'];

function rows(): readonly Row[] {
  const responseStatus = named(RESPONSE_STATUSES);
  return [
    [0x18, 'transactionId', TEXT],
    [0x0d, 'mmsVersion', VERSION],
    [0x0b, 'messageId', TEXT],
    [0x05, 'date', DATE],
    [0x09, 'from', FROM],
    [0x17, 'to', ADDRESS, 'list'],
    [0x02, 'cc', ADDRESS, 'list'],
    [0x01, 'bcc', ADDRESS, 'list'],
    [0x16, 'subject', ENCODED],
    [0x0a, 'messageClass', messageClass()],
    [0x0e, 'messageSize', LONG],
    [0x08, 'expiry', TIME],
    [0x07, 'deliveryTime', TIME],
    [0x0f, 'priority', listed(MMS_PRIORITIES)],
    [0x14, 'senderVisibility', listed(SENDER_VISIBILITIES)],
    [0x06, 'deliveryReport', YES_NO],
    [0x10, 'readReport', YES_NO],
    [0x11, 'reportAllowed', YES_NO],
    [0x12, 'responseStatus', responseStatus],
    [0x13, 'responseText', ENCODED],
    [0x15, 'status', listed(MMS_STATUSES)],
    [0x36, 'statusText', ENCODED],
    [0x19, 'retrieveStatus', named(RETRIEVE_STATUSES)],
    [0x1a, 'retrieveText', ENCODED],
    [0x1b, 'readStatus', listed(READ_STATUSES)],
    [0x1c, 'replyCharging', listed(REPLY_CHARGINGS)],
    [0x1d, 'replyChargingDeadline', TIME],
    [0x1e, 'replyChargingId', TEXT],
    [0x1f, 'replyChargingSize', LONG],
    [0x20, 'previouslySentBy', PREVIOUS_SENDER, 'list'],
    [0x21, 'previouslySentDate', PREVIOUS_DATE, 'list'],
    [0x22, 'store', YES_NO],
    [0x23, 'mmState', listed(MM_STATES)],
    [0x24, 'mmFlags', MM_FLAG, 'list'],
    [0x25, 'storeStatus', named(STORE_STATUSES)],
    [0x26, 'storeStatusText', ENCODED],
    [0x27, 'stored', YES_NO],
    [0x28, 'attributes', ATTRIBUTE, 'list'],
    [0x29, 'totals', YES_NO],
    [0x2a, 'mboxTotals', MBOX_COUNT, 'list'],
    [0x2b, 'quotas', YES_NO],
    [0x2c, 'mboxQuotas', MBOX_COUNT, 'list'],
    [0x2d, 'messageCount', COUNT],
    [0x2f, 'startIndex', COUNT],
    [0x33, 'limit', COUNT],
    [0x31, 'distributionIndicator', YES_NO],
    [0x32, 'elementDescriptor', ELEMENT, 'list'],
    [0x34, 'recommendedRetrievalMode', listed(RETRIEVAL_MODES)],
    [0x35, 'recommendedRetrievalModeText', ENCODED],
    [0x37, 'applicId', TEXT],
    [0x38, 'replyApplicId', TEXT],
    [0x39, 'auxApplicInfo', TEXT],
    [0x3a, 'contentClass', listed(MMS_CONTENT_CLASSES)],
    [0x3b, 'drmContent', YES_NO],
    [0x3c, 'adaptationAllowed', YES_NO],
    [0x3d, 'replaceId', TEXT],
    [0x3e, 'cancelId', TEXT],
    [0x3f, 'cancelStatus', listed(CANCEL_STATUSES)],
    [0x03, 'contentLocation', TEXT],
  ];
}

/** What stands in place of the fields of other PDUs in those that name many messages. */
function otherRows(type: MmsPduType): Readonly<Record<number, readonly [property: string, form: Form]>> {
  switch (type) {
    case 'M-Mbox-View.req':
    case 'M-Mbox-View.conf':
      return { 3: ['contentLocations', TEXT], 35: ['mmStates', listed(MM_STATES)] };
    case 'M-Mbox-Delete.req':
    case 'M-Delete.req':
      return { 3: ['contentLocations', TEXT] };
    case 'M-Mbox-Delete.conf':
    case 'M-Delete.conf':
      return {
        3: ['contentLocations', counted(TEXT)],
        18: ['responseStatuses', counted(named(RESPONSE_STATUSES))],
        19: ['responseTexts', counted(ENCODED)],
      };
    default:
      return {};
  }
}

/** The header fields of a PDU type by code; iterates in the order of writing. */
export function fieldsOf(type: MmsPduType): ReadonlyMap<number, HeaderField> {
  let fields = fieldTables.get(type);
  if (fields === undefined) {
    fields = new Map(tableOf(type).map((field) => [field.code, field]));
    fieldTables.set(type, fields);
  }
  return fields;
}

const fieldTables = /* @__PURE__ */ new Map<MmsPduType, ReadonlyMap<number, HeaderField>>();

function tableOf(type: MmsPduType): HeaderField[] {
  sharedRows ??= rows();
  const others = otherRows(type);
  return sharedRows.map(([code, property, form, isList]) => {
    const name = fieldName(code) as string;
    const other = others[code];
    return other === undefined
      ? { code, name, property, form, isList: isList === 'list' }
      : { code, name, property: other[0], form: other[1], isList: true };
  });
}

let sharedRows: readonly Row[] | undefined;

const TRANSACTION = ['transactionId', 'mmsVersion'] as const;

/** What each PDU type requires (section 6, fields marked mandatory). */
const RULES: Readonly<
  Record<MmsPduType, readonly [required: readonly string[], ...flags: ('body' | 'maybe body' | 'to' | 'from')[]]>
> = {
  'M-Send.req': [TRANSACTION, 'body', 'to', 'from'],
  'M-Send.conf': [[...TRANSACTION, 'responseStatus']],
  'M-Notification.ind': [[...TRANSACTION, 'messageClass', 'messageSize', 'expiry', 'contentLocation']],
  'M-NotifyResp.ind': [[...TRANSACTION, 'status']],
  'M-Retrieve.conf': [['mmsVersion', 'date'], 'body'],
  'M-Acknowledge.ind': [TRANSACTION],
  'M-Delivery.ind': [['mmsVersion', 'messageId', 'to', 'date', 'status']],
  'M-Read-Rec.ind': [['mmsVersion', 'messageId', 'to', 'readStatus'], 'from'],
  'M-Read-Orig.ind': [['mmsVersion', 'messageId', 'to', 'from', 'date', 'readStatus']],
  'M-Forward.req': [[...TRANSACTION, 'contentLocation'], 'to', 'from'],
  'M-Forward.conf': [[...TRANSACTION, 'responseStatus']],
  'M-Mbox-Store.req': [[...TRANSACTION, 'contentLocation']],
  'M-Mbox-Store.conf': [[...TRANSACTION, 'storeStatus']],
  'M-Mbox-View.req': [TRANSACTION],
  'M-Mbox-View.conf': [[...TRANSACTION, 'responseStatus'], 'maybe body'],
  'M-Mbox-Upload.req': [TRANSACTION, 'body'],
  'M-Mbox-Upload.conf': [[...TRANSACTION, 'storeStatus']],
  'M-Mbox-Delete.req': [[...TRANSACTION, 'contentLocations']],
  'M-Mbox-Delete.conf': [[...TRANSACTION, 'responseStatuses']],
  // Symbian writes neither version nor transaction; Mbuni writes the version.
  'M-Mbox-Descr': [[], 'maybe body'],
  'M-Delete.req': [[...TRANSACTION, 'contentLocations']],
  'M-Delete.conf': [[...TRANSACTION, 'responseStatuses']],
  'M-Cancel.req': [[...TRANSACTION, 'cancelId']],
  'M-Cancel.conf': [[...TRANSACTION, 'cancelStatus']],
};

/** What a PDU type requires. */
export function rulesOf(type: MmsPduType): PduRules {
  const [required, ...flags] = RULES[type];
  return {
    required,
    body: flags.includes('body') ? 'required' : flags.includes('maybe body') ? 'optional' : 'none',
    hasRecipients: flags.includes('to'),
    insertsFrom: flags.includes('from'),
  };
}

/** The name of a property's field. */
export function nameOfProperty(type: MmsPduType, property: string): string {
  for (const field of fieldsOf(type).values()) if (field.property === property) return field.name;
  return property;
}

function codeOfField(name: string): number | undefined {
  const wanted = name.toLowerCase();
  const index = FIELD_NAMES.toLowerCase().split(' ').indexOf(wanted);
  return index < 0 ? undefined : index + 1;
}

function writeIndex(writer: ByteWriter, names: readonly string[], value: string, field: string): void {
  const index = names.indexOf(value);
  if (index < 0) {
    throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is none of ${names.join(', ')}`);
  }
  writer.u8(0x80 + index);
}

function writeElementParameter(
  writer: ByteWriter,
  { name, value }: { readonly name: string; readonly value: string | number },
  field: string,
): void {
  if (name.toLowerCase() === 'type') writer.u8(TYPE_PARAMETER);
  else if (TOKEN.test(name)) writeTextString(writer, name, `${field}.name`);
  else throw new EncodeError('bad-value', `${field}.name`, undefined, 'a name is made of letters, digits and signs');
  const code = typeof value === 'number' ? value : codeOfContentType(value);
  if (typeof value === 'string' && (code === undefined || code > 0x7f)) {
    writeTextString(writer, value, `${field}.value`);
    return;
  }
  requireCount(code as number, `${field}.value`);
  if ((code as number) > 0x7f) throw new EncodeError('bad-value', `${field}.value`, undefined, `${code} is more than 127`);
  writer.u8((code as number) | 0x80);
}

/** A parameter of an element; undefined when nobody says what its code means. */
function readElementParameter(
  reader: ByteReader,
  field: string,
  fault: Fault,
): { name: string; value: string | number } | undefined {
  const { octets, offset: at } = reader;
  const first = octets[at] as number;
  let name = 'type';
  if (first >= 0x80) {
    reader.u8(`${field}/name`);
    if (first !== TYPE_PARAMETER) return undefined;
    if (reader.trace !== undefined) reader.trace.mean(name);
  } else {
    name = readTextString(reader, `${field}/name`, fault).toLowerCase();
    if (!TOKEN.test(name)) {
      throw new DecodeError('bad-value', `${field}/name`, at, `${JSON.stringify(name.slice(0, 40))} is not a name`);
    }
  }
  if (reader.remaining === 0) throw new DecodeError('truncated', `${field}/value`, reader.offset, 'the value is missing');
  if ((octets[reader.offset] as number) < 0x80) return { name, value: readTextString(reader, `${field}/value`, fault) };
  const code = reader.u8(`${field}/value`) & 0x7f;
  const value = contentTypeOfCode(code) ?? code;
  if (reader.trace !== undefined) reader.trace.mean(String(value));
  return { name, value };
}
