/**
 * The header fields of MMS: code, property and form of each, and which of them a PDU type requires.
 *
 * Fields stand here in the order in which they are written: that of most senders. Readers take any order, but the type in front and
 * Content-Type, which the body follows, at the end.
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6, 7.3 and 7.4. Its tables of the send, notification, retrieval, acknowledgement and forward
 * PDUs, the codes of all fields and the address forms were read in an excerpt. For the reports: PduParser of Android and MmsPduHelper of
 * Firefox OS; for the network mailbox and deletion: the encoder of Symbian and Mbuni. What M-Cancel must have is unconfirmed.
 * @module
 */
import {
  ADDRESS,
  ATTRIBUTE,
  COUNT,
  counted,
  DATE,
  ELEMENT,
  ENCODED,
  type Form,
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
  YES_NO,
} from './header-forms.js';
import { fieldName } from './header-names.js';
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

/** Codes of the fields that have places of their own. */
export const FIELD = {
  ContentType: 0x04,
  From: 0x09,
  MessageType: 0x0c,
  MmsVersion: 0x0d,
  TransactionId: 0x18,
} as const;

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
