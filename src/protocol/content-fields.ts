/**
 * What a multimedia request carries, by its parameters: just one kind, a row of the table for each.
 *
 * Where the document is silent: copies and Message are refused with a kind that has no place for them, since they would be lost, while MCC, MNC,
 * AddSMIL and options of files are passed over. Source: the gateway interface document, section 4.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { DecodeError, EncodeError, type FormatError } from '../errors.js';
import { PHONE_MAKES, parsePhoneMake } from '../message/content.js';
import { SI_FIELDS } from '../push/si-sl-co/gateway-fields.js';
import type { FormFields } from './form.js';
import {
  addFile,
  addObject,
  addOta,
  addPdu,
  addRingtone,
  addSi,
  checkNetwork,
  MMS_PARAMETERS,
  PDU_PARAMETERS,
  readFile,
  readObject,
  readOta,
  readPdu,
  readRingtone,
  readSi,
  WAP_PUSH_PARAMETERS,
} from './item-fields.js';
import type { FileOptions, MmsContent, MultimediaContent, MultimediaKind, SendMultimediaRequest } from './model.js';
import {
  addFields,
  addText,
  bad,
  type Fault,
  fieldTable,
  flagField,
  type Mutable,
  missing,
  notAllowed,
  numberField,
  type Parameters,
  type RequestOptions,
  readFields,
  requiredOf,
  requireText,
  textField,
  valueIn,
} from './parameters.js';
import { addSending, bookField, checkSubject, numbersField, readSending, requireRecipients } from './sending.js';

type OfKind<K extends MultimediaKind> = Extract<MultimediaContent, { kind: K }>;

/** The parameters of a kind in a form. */
interface ContentFields<K extends MultimediaKind> {
  /** Parameters that say that it is this kind, the one that carries it first. */
  readonly parameters: readonly [string, ...string[]];
  /** Whether it looks different on handsets of different makes. */
  readonly needsMake?: true;
  /** Whether it has a text of its own. */
  readonly takesMessage?: true;
  /** @param name the parameter that carries it. @throws EncodeError, TypeError */
  readonly add: (parameters: Parameters, content: OfKind<K>, name: string) => void;
}

/** What goes with a file. */
const FILE_OPTIONS = /* @__PURE__ */ fieldTable<FileOptions>(() => ({
  message: textField('Message', checkSubject),
  contentType: textField('ContentType', checkContentType),
  disableRepurposing: flagField('DisableRepurposing'),
  disableWalledGardenRule: flagField('DisableWalledGardenRule'),
}));

/** Copies of a multimedia message, in the order of writing. */
const COPIES = /* @__PURE__ */ fieldTable<Pick<MmsContent, 'sendCc' | 'sendCcAddressBook' | 'sendBcc' | 'sendBccAddressBook'>>(
  () => ({
    sendCc: numbersField('SendCc'),
    sendCcAddressBook: bookField('SendCcAddressBook'),
    sendBcc: numbersField('SendBcc'),
    sendBccAddressBook: bookField('SendBccAddressBook'),
  }),
);

const SMIL = /* @__PURE__ */ fieldTable<Pick<MmsContent, 'addSmil'>>(() => ({ addSmil: numberField('AddSMIL', [0, 1, 2]) }));

const FIELDS: { readonly [K in MultimediaKind]: ContentFields<K> } = {
  pictureMessage: /* @__PURE__ */ picture('pictureMessage', 'PictureMessage'),
  groupGraphic: /* @__PURE__ */ picture('groupGraphic', 'GroupGraphic'),
  operatorLogo: {
    parameters: ['OperatorLogo'],
    needsMake: true,
    add(parameters, content, name) {
      const { kind, mcc, mnc } = content;
      addOta(parameters, name, content, kind);
      requireText(mcc, 'MCC');
      requireText(mnc, 'MNC');
      checkNetwork(mcc, mnc, EncodeError);
      parameters.push(['MCC', mcc], ['MNC', mnc]);
    },
  },
  ringtone: {
    parameters: ['Ringtone'],
    needsMake: true,
    add: (parameters, content, name) => addRingtone(parameters, name, content),
  },
  vcard: {
    parameters: ['vCard'],
    needsMake: true,
    add: (parameters, { text }, name) => addObject(parameters, name, text),
  },
  vcalendar: {
    parameters: ['vCal'],
    needsMake: true,
    add: (parameters, { text }, name) => addObject(parameters, name, text),
  },
  mms: {
    parameters: MMS_PARAMETERS,
    takesMessage: true,
    add(parameters, content) {
      addFile(parameters, content, content.kind);
      addFields(parameters, FILE_OPTIONS, content);
      addFields(parameters, SMIL, content);
    },
  },
  wapPush: {
    parameters: WAP_PUSH_PARAMETERS,
    takesMessage: true,
    add(parameters, content) {
      addFile(parameters, content, content.kind);
      addFields(parameters, FILE_OPTIONS, content);
    },
  },
  serviceIndication: {
    parameters: SI_FIELDS,
    add: (parameters, { si }) => addSi(parameters, si),
  },
  pdu: {
    parameters: PDU_PARAMETERS,
    takesMessage: true,
    add: addPdu,
  },
};

/** How each kind is read. By itself, so that what only writes requests carries no readers. @throws DecodeError, LimitError */
const READERS: { readonly [K in MultimediaKind]: (fields: FormFields, name: string, options: RequestOptions) => OfKind<K> } = {
  pictureMessage: (fields, name) => ({ kind: 'pictureMessage', ...readOta(fields, name, 'pictureMessage') }),
  groupGraphic: (fields, name) => ({ kind: 'groupGraphic', ...readOta(fields, name, 'groupGraphic') }),
  operatorLogo(fields, name) {
    const mcc = requiredOf(fields, 'MCC');
    const mnc = requiredOf(fields, 'MNC');
    checkNetwork(mcc, mnc, DecodeError);
    return { kind: 'operatorLogo', mcc, mnc, ...readOta(fields, name, 'operatorLogo') };
  },
  ringtone: (fields, name, options) => ({ kind: 'ringtone', ...readRingtone(fields, name, options) }),
  vcard: (fields, name) => ({ kind: 'vcard', text: readObject(fields, name) }),
  vcalendar: (fields, name) => ({ kind: 'vcalendar', text: readObject(fields, name) }),
  mms(fields, _name, options) {
    const content: Mutable<MmsContent> = { kind: 'mms', ...readFile(fields, 'mms') };
    readFields(fields, FILE_OPTIONS, content);
    readFields(fields, COPIES, content, options);
    readFields(fields, SMIL, content);
    return content;
  },
  wapPush(fields) {
    const content: Mutable<OfKind<'wapPush'>> = { kind: 'wapPush', ...readFile(fields, 'wapPush') };
    readFields(fields, FILE_OPTIONS, content);
    return content;
  },
  serviceIndication: (fields) => ({ kind: 'serviceIndication', si: readSi(fields) }),
  pdu: (fields) => ({ kind: 'pdu', ...readPdu(fields) }),
};

function picture<K extends 'pictureMessage' | 'groupGraphic'>(kind: K, name: string): ContentFields<K> {
  return {
    parameters: [name],
    needsMake: true,
    add: (parameters, content) => addOta(parameters, name, content, kind),
  };
}

/** A row that writes contents of some kind or other. */
interface AnyFields {
  readonly add: (parameters: Parameters, content: MultimediaContent, name: string) => void;
}

const KINDS = /* @__PURE__ */ Object.keys(FIELDS) as readonly MultimediaKind[];

/** The parameter that carries a kind, or the number of an item of it. */
export function findParameter(kind: MultimediaKind): string {
  return FIELDS[kind].parameters[0];
}

/** Whether a request of a kind has to name the handset's make; no kind but those of {@link MultimediaKind} does. */
export function needsMake(kind: string): boolean {
  return KINDS.includes(kind as MultimediaKind) && FIELDS[kind as MultimediaKind].needsMake === true;
}

/** Adds the parameters of a request, content last. @throws EncodeError, TypeError */
export function addMultimedia(parameters: Parameters, request: SendMultimediaRequest): void {
  const { content, phoneMake, phoneModel } = request;
  requireObject(content, 'content');
  const { kind } = content;
  if (!KINDS.includes(kind)) throw notAllowed(EncodeError, 'kind', kind, KINDS.join(', '));
  const copies: Parameters = [];
  if (content.kind === 'mms') addFields(copies, COPIES, content);
  addSending(parameters, request, copies.length > 0);
  if (phoneMake !== undefined && !PHONE_MAKES.includes(phoneMake)) throw noMake(EncodeError, phoneMake);
  checkMake(kind, phoneMake, EncodeError);
  addText(parameters, 'PhoneMake', phoneMake);
  addText(parameters, 'PhoneModel', phoneModel);
  (FIELDS[kind] as AnyFields).add(parameters, content, findParameter(kind));
  parameters.push(...copies);
}

/** Reads a request. @throws DecodeError, LimitError */
export function readMultimedia(fields: FormFields, options: RequestOptions): SendMultimediaRequest {
  const sending = readSending(fields, options);
  const kind = findKind(fields);
  const content = READERS[kind](fields, findParameter(kind), options);
  if (!COPIES.some(({ key }) => content.kind === 'mms' && content[key] !== undefined)) requireRecipients(sending);
  const request: Mutable<SendMultimediaRequest> = { operation: 'sendMultimedia', ...sending, content };
  const make = valueIn(fields, 'PhoneMake');
  if (make !== undefined) {
    const phoneMake = parsePhoneMake(make);
    if (phoneMake === undefined) throw noMake(DecodeError, make);
    request.phoneMake = phoneMake;
  }
  checkMake(kind, request.phoneMake, DecodeError);
  const model = valueIn(fields, 'PhoneModel');
  if (model !== undefined) request.phoneModel = model;
  return request;
}

/** The one kind whose parameters are there. */
function findKind(fields: FormFields): MultimediaKind {
  const given = KINDS.flatMap((kind) => {
    const name = FIELDS[kind].parameters.find((parameter) => valueIn(fields, parameter) !== undefined);
    return name === undefined ? [] : [{ kind, name }];
  });
  const [first, second] = given;
  if (first === undefined) throw missing(DecodeError, 'content', 'is missing: no parameter of any kind of content is there');
  if (second !== undefined) throw bad(DecodeError, second.name, `is given together with ${first.name}`);
  const { kind, name } = first;
  const lost = kind === 'mms' ? [] : ['SendCc', 'SendBcc', 'SendCcAddressBook', 'SendBccAddressBook'];
  if (FIELDS[kind].takesMessage !== true) lost.push('Message');
  for (const parameter of lost) {
    if (valueIn(fields, parameter) !== undefined) throw bad(DecodeError, parameter, `is given together with ${name}`);
  }
  return kind;
}

function checkMake(kind: MultimediaKind, make: string | undefined, Fault: Fault): void {
  if (make === undefined && needsMake(kind)) throw missing(Fault, 'PhoneMake');
  if (kind === 'groupGraphic' && make !== 'Nokia') throw notAllowed(Fault, 'PhoneMake', make, 'Nokia, for a group graphic');
}

function noMake(Fault: Fault, make: string): FormatError {
  return notAllowed(Fault, 'PhoneMake', make, PHONE_MAKES.join(', '));
}

/** Type and subtype of RFC 2045, and parameters as long as they stay on the line. */
function checkContentType(value: string, Fault: Fault): void {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+ *(?:;[\x20-\x7e]*)?$/.test(value)) return;
  throw notAllowed(Fault, 'ContentType', value, 'type/subtype');
}
