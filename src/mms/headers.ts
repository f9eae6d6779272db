/**
 * The header fields of MMS, a row each: name, code, property and form. The row decides how it is written, read and shown in a trace.
 *
 * Fields are in the order in which they are written: that of most senders. Readers take any order, but the type first and Content-Type,
 * which the body follows, last.
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6, 7.3 and 7.4. Its tables of the send, notification, retrieval, acknowledgement and forward
 * PDUs, the codes of all fields and the address forms were read in an excerpt. For the reports: PduParser of Android and MmsPduHelper of
 * Firefox OS; for the network mailbox and deletion: the encoder of Symbian and Mbuni. The mandatory fields of M-Cancel are unconfirmed.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { Form } from '../wsp/headers.js';
import {
  ADDRESS,
  COUNT,
  counted,
  DATE,
  ELEMENT,
  ENCODED,
  FROM,
  LONG,
  listed,
  MBOX_COUNT,
  MM_FLAG,
  messageClass,
  named,
  PREVIOUS_DATE,
  PREVIOUS_SENDER,
  TEXT,
  TIME,
  VERSION,
  writeInsertAddress,
  YES_NO,
} from './forms.js';
import { type HeaderField, type HeaderTable, headerTable } from './header-codec.js';
import {
  CANCEL_STATUSES,
  MM_STATES,
  MMS_CONTENT_CLASSES,
  MMS_PRIORITIES,
  MMS_STATUSES,
  READ_STATUSES,
  REPLY_CHARGINGS,
  RESPONSE_STATUSES,
  RETRIEVAL_MODES,
  RETRIEVE_STATUSES,
  SENDER_VISIBILITIES,
  STORE_STATUSES,
} from './header-values.js';
import type { MmsHeaders, MmsPduType } from './pdu.js';

/** Codes of the fields that have a fixed place. */
export const FIELD = { ContentType: 0x04, MessageType: 0x0c, TransactionId: 0x18 } as const;

/** Where the forms of headers are specified. */
export const HEADER_SPEC = 'MMS_ENC 7.3';

type Property = Exclude<keyof MmsHeaders, 'otherHeaders'>;

/** A field; one without a property has no value that MMS describes, or is read on its own. */
type Row = readonly [name: string, code: number, property?: Property, form?: Form, isList?: 'list'];

/** A field's code as value. */
const ATTRIBUTE: Form = {
  write: (writer, value: string | number, field) => {
    const code = typeof value === 'number' ? value : codeOfField(value);
    if (code === undefined || !Number.isInteger(code) || code < 0 || code > 0x7f) {
      throw EncodeError.badValue(field, `${quote(value)} is neither a header field nor 0 to 127`);
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

/** In the order of writing. */
function rows(): readonly Row[] {
  return [
    ['X-Mms-Message-Type', 0x0c],
    ['X-Mms-Transaction-Id', 0x18, 'transactionId', TEXT],
    ['X-Mms-MMS-Version', 0x0d, 'mmsVersion', VERSION],
    ['Message-ID', 0x0b, 'messageId', TEXT],
    ['Date', 0x05, 'date', DATE],
    ['From', 0x09, 'from', FROM],
    ['To', 0x17, 'to', ADDRESS, 'list'],
    ['Cc', 0x02, 'cc', ADDRESS, 'list'],
    ['Bcc', 0x01, 'bcc', ADDRESS, 'list'],
    ['Subject', 0x16, 'subject', ENCODED],
    ['X-Mms-Message-Class', 0x0a, 'messageClass', messageClass()],
    ['X-Mms-Message-Size', 0x0e, 'messageSize', LONG],
    ['X-Mms-Expiry', 0x08, 'expiry', TIME],
    ['X-Mms-Delivery-Time', 0x07, 'deliveryTime', TIME],
    ['X-Mms-Priority', 0x0f, 'priority', listed(MMS_PRIORITIES)],
    ['X-Mms-Sender-Visibility', 0x14, 'senderVisibility', listed(SENDER_VISIBILITIES)],
    ['X-Mms-Delivery-Report', 0x06, 'deliveryReport', YES_NO],
    ['X-Mms-Read-Report', 0x10, 'readReport', YES_NO],
    ['X-Mms-Report-Allowed', 0x11, 'reportAllowed', YES_NO],
    ['X-Mms-Response-Status', 0x12, 'responseStatus', named(RESPONSE_STATUSES)],
    ['X-Mms-Response-Text', 0x13, 'responseText', ENCODED],
    ['X-Mms-Status', 0x15, 'status', listed(MMS_STATUSES)],
    ['X-Mms-Status-Text', 0x36, 'statusText', ENCODED],
    ['X-Mms-Retrieve-Status', 0x19, 'retrieveStatus', named(RETRIEVE_STATUSES)],
    ['X-Mms-Retrieve-Text', 0x1a, 'retrieveText', ENCODED],
    ['X-Mms-Read-Status', 0x1b, 'readStatus', listed(READ_STATUSES)],
    ['X-Mms-Reply-Charging', 0x1c, 'replyCharging', listed(REPLY_CHARGINGS)],
    ['X-Mms-Reply-Charging-Deadline', 0x1d, 'replyChargingDeadline', TIME],
    ['X-Mms-Reply-Charging-ID', 0x1e, 'replyChargingId', TEXT],
    ['X-Mms-Reply-Charging-Size', 0x1f, 'replyChargingSize', LONG],
    ['X-Mms-Previously-Sent-By', 0x20, 'previouslySentBy', PREVIOUS_SENDER, 'list'],
    ['X-Mms-Previously-Sent-Date', 0x21, 'previouslySentDate', PREVIOUS_DATE, 'list'],
    ['X-Mms-Store', 0x22, 'store', YES_NO],
    ['X-Mms-MM-State', 0x23, 'mmState', listed(MM_STATES)],
    ['X-Mms-MM-Flags', 0x24, 'mmFlags', MM_FLAG, 'list'],
    ['X-Mms-Store-Status', 0x25, 'storeStatus', named(STORE_STATUSES)],
    ['X-Mms-Store-Status-Text', 0x26, 'storeStatusText', ENCODED],
    ['X-Mms-Stored', 0x27, 'stored', YES_NO],
    ['X-Mms-Attributes', 0x28, 'attributes', ATTRIBUTE, 'list'],
    ['X-Mms-Totals', 0x29, 'totals', YES_NO],
    ['X-Mms-Mbox-Totals', 0x2a, 'mboxTotals', MBOX_COUNT, 'list'],
    ['X-Mms-Quotas', 0x2b, 'quotas', YES_NO],
    ['X-Mms-Mbox-Quotas', 0x2c, 'mboxQuotas', MBOX_COUNT, 'list'],
    ['X-Mms-Message-Count', 0x2d, 'messageCount', COUNT],
    ['X-Mms-Start', 0x2f, 'startIndex', COUNT],
    ['X-Mms-Limit', 0x33, 'limit', COUNT],
    ['X-Mms-Distribution-Indicator', 0x31, 'distributionIndicator', YES_NO],
    ['X-Mms-Element-Descriptor', 0x32, 'elementDescriptor', ELEMENT, 'list'],
    ['X-Mms-Recommended-Retrieval-Mode', 0x34, 'recommendedRetrievalMode', listed(RETRIEVAL_MODES)],
    ['X-Mms-Recommended-Retrieval-Mode-Text', 0x35, 'recommendedRetrievalModeText', ENCODED],
    ['X-Mms-Applic-ID', 0x37, 'applicId', TEXT],
    ['X-Mms-Reply-Applic-ID', 0x38, 'replyApplicId', TEXT],
    ['X-Mms-Aux-Applic-Info', 0x39, 'auxApplicInfo', TEXT],
    ['X-Mms-Content-Class', 0x3a, 'contentClass', listed(MMS_CONTENT_CLASSES)],
    ['X-Mms-DRM-Content', 0x3b, 'drmContent', YES_NO],
    ['X-Mms-Adaptation-Allowed', 0x3c, 'adaptationAllowed', YES_NO],
    ['X-Mms-Replace-ID', 0x3d, 'replaceId', TEXT],
    ['X-Mms-Cancel-ID', 0x3e, 'cancelId', TEXT],
    ['X-Mms-Cancel-Status', 0x3f, 'cancelStatus', listed(CANCEL_STATUSES)],
    ['X-Mms-Content-Location', 0x03, 'contentLocation', TEXT],
    ['Content-Type', 0x04],
    ['Content', 0x2e],
    ['Additional-headers', 0x30],
  ];
}

/** The fields that differ in PDUs about many messages. */
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

let allRows: readonly Row[] | undefined;
let namesByCode: ReadonlyMap<number, string> | undefined;
let codesByName: ReadonlyMap<string, number> | undefined;

/** The name of a field's code (0 to 127), or undefined when it has none. */
export function fieldName(code: number): string | undefined {
  allRows ??= rows();
  namesByCode ??= new Map(allRows.map(([name, known]) => [known, name]));
  return namesByCode.get(code);
}

/** The code of a field by its name, in any letter case; undefined for an unknown name. */
function codeOfField(name: string): number | undefined {
  allRows ??= rows();
  codesByName ??= new Map(allRows.map(([known, code]) => [known.toLowerCase(), code]));
  return codesByName.get(name.toLowerCase());
}

/** A PDU type: its header fields, and what it must have. */
export interface PduModel extends HeaderTable {
  readonly type: MmsPduType;
  /** Properties that must be there, in the order in which they are missed. */
  readonly required: readonly string[];
  readonly body: 'required' | 'optional' | 'none';
  /** At least one of to, cc and bcc must be there. */
  readonly hasRecipients: boolean;
  /** From must be there; without an address it asks the MMSC to insert one. */
  readonly insertsFrom: boolean;
}

const models = /* @__PURE__ */ new Map<MmsPduType, PduModel>();

/** The model of a PDU type. */
export function findModel(type: MmsPduType): PduModel {
  let model = models.get(type);
  if (model === undefined) {
    const [required, ...flags] = RULES[type];
    const insertsFrom = flags.includes('from');
    model = {
      ...headerTable(listFields(type, insertsFrom), fieldName, HEADER_SPEC),
      type,
      required,
      body: flags.includes('body') ? 'required' : flags.includes('maybe body') ? 'optional' : 'none',
      hasRecipients: flags.includes('to'),
      insertsFrom,
    };
    models.set(type, model);
  }
  return model;
}

function listFields(type: MmsPduType, insertsFrom: boolean): HeaderField[] {
  allRows ??= rows();
  const others = otherRows(type);
  return allRows.flatMap(([, code, property, form, isList]): HeaderField[] => {
    const other = others[code];
    if (other !== undefined) return [{ code, property: other[0], form: other[1], isList: true }];
    if (property === undefined || form === undefined) return [];
    if (form !== FROM) return [{ code, property, form, isList: isList === 'list' }];
    return [
      insertsFrom ? { code, property, form, writeAbsent: writeInsertAddress } : { code, property, form: presentFrom(type) },
    ];
  });
}

/** The sender in a PDU without one for the MMSC to insert. */
function presentFrom(type: MmsPduType): Form {
  return {
    ...FROM,
    read: (reader, field, reading) => {
      const at = reader.offset;
      const address = FROM.read(reader, field, reading);
      if (address !== null) return address;
      throw new DecodeError('bad-value', field, at, `${type} has no address for the MMSC to insert`);
    },
  };
}

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

/** The name of a property's field. */
export function fieldOfProperty({ written }: PduModel, property: string): string {
  const field = written.find((one) => one.property === property);
  return (field && fieldName(field.code)) ?? property;
}
