/**
 * What a multimedia request carries, by its parameters: just one kind.
 *
 *   PictureMessage GroupGraphic OperatorLogo    picture-fields.ts
 *   Ringtone vCard vCal                         object-fields.ts
 *   MMSFileMMS ... MMSFileWAP ...               file-fields.ts
 *   si-href si-id ...                           indication-fields.ts
 *   SmsSubmitPdu...                             pdu-fields.ts
 *
 * Where the document is silent: copies and Message are refused with a kind that has no place for them, since they would be lost, while MCC, MNC,
 * AddSMIL and options of files are passed over. Source: the gateway interface document, section 4.
 * @module
 */
import { DecodeError, EncodeError, type FormatError } from '../errors.js';
import { PHONE_MAKES, parsePhoneMake } from '../message/content.js';
import { SI_FIELDS } from '../push/si-sl-co/gateway-fields.js';
import {
  addCopies,
  addFile,
  addFileOptions,
  addSmil,
  COPIES,
  copiesOf,
  FILE_PARAMETERS,
  fileOf,
  fileOptionsOf,
  hasCopies,
} from './file-fields.js';
import type { FormFields } from './form.js';
import { addSi, siOf } from './indication-fields.js';
import type { MultimediaContent, MultimediaKind, SendMultimediaRequest } from './model.js';
import { addObject, addRingtone, objectOf, ringtoneOf } from './object-fields.js';
import { addText, bad, type Fault, missing, notAllowed, type Parameters, valueIn } from './parameters.js';
import { addPdu, PDU_PARAMETERS, pduOf } from './pdu-fields.js';
import { addNetwork, addOta, networkOf, otaOf } from './picture-fields.js';
import { addSending, type Mutable, type RequestOptions, requireRecipients, sendingOf } from './sending.js';

/** Parameters that say which kind it is. */
const PARAMETERS_OF = {
  pictureMessage: ['PictureMessage'],
  groupGraphic: ['GroupGraphic'],
  operatorLogo: ['OperatorLogo'],
  ringtone: ['Ringtone'],
  vcard: ['vCard'],
  vcalendar: ['vCal'],
  mms: FILE_PARAMETERS.mms,
  wapPush: FILE_PARAMETERS.wapPush,
  serviceIndication: SI_FIELDS,
  pdu: PDU_PARAMETERS,
} as const satisfies Record<MultimediaKind, readonly string[]>;

const KINDS = /* @__PURE__ */ Object.keys(PARAMETERS_OF) as readonly MultimediaKind[];

/** Kinds that look different on handsets of different makes. */
const NEED_MAKE: readonly MultimediaKind[] = [
  'ringtone',
  'operatorLogo',
  'pictureMessage',
  'groupGraphic',
  'vcard',
  'vcalendar',
];

/** Kinds with a text of their own. */
const TAKE_MESSAGE: readonly MultimediaKind[] = ['mms', 'wapPush', 'pdu'];

/** Adds the parameters of a request, content last. @throws EncodeError, TypeError */
export function addMultimedia(parameters: Parameters, request: SendMultimediaRequest): void {
  const { content, phoneMake, phoneModel } = request;
  if (typeof content !== 'object' || content === null) throw new TypeError('the content is not an object');
  const { kind } = content;
  if (!KINDS.includes(kind)) throw notAllowed(EncodeError, 'kind', kind, KINDS.join(', '));
  const copies: Parameters = [];
  const areSent = content.kind === 'mms' && addCopies(copies, content);
  addSending(parameters, request, areSent);
  if (phoneMake !== undefined && !PHONE_MAKES.includes(phoneMake)) throw noMake(EncodeError, phoneMake);
  checkMake(kind, phoneMake, EncodeError);
  addText(parameters, 'PhoneMake', phoneMake);
  addText(parameters, 'PhoneModel', phoneModel);
  addContent(parameters, content);
  parameters.push(...copies);
}

/** Reads a request. @throws DecodeError, LimitError */
export function multimediaOf(fields: FormFields, options: RequestOptions): SendMultimediaRequest {
  const sending = sendingOf(fields, options);
  const kind = kindOf(fields);
  const content = contentOf(kind, fields, options);
  if (!(content.kind === 'mms' && hasCopies(content))) requireRecipients(sending);
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
function kindOf(fields: FormFields): MultimediaKind {
  const given = KINDS.flatMap((kind) => {
    const name = PARAMETERS_OF[kind].find((parameter) => valueIn(fields, parameter) !== undefined);
    return name === undefined ? [] : [{ kind, name }];
  });
  const [first, second] = given;
  if (first === undefined) throw missing(DecodeError, 'content', 'is missing: no parameter of any kind of content is there');
  if (second !== undefined) throw bad(DecodeError, second.name, `is given together with ${first.name}`);
  const { kind, name } = first;
  const lost = [...(kind === 'mms' ? [] : COPIES), ...(TAKE_MESSAGE.includes(kind) ? [] : ['Message'])];
  for (const parameter of lost) {
    if (valueIn(fields, parameter) !== undefined) throw bad(DecodeError, parameter, `is given together with ${name}`);
  }
  return kind;
}

function addContent(parameters: Parameters, content: MultimediaContent): void {
  switch (content.kind) {
    case 'pictureMessage':
      addOta(parameters, 'PictureMessage', content, content.kind);
      break;
    case 'groupGraphic':
      addOta(parameters, 'GroupGraphic', content, content.kind);
      break;
    case 'operatorLogo':
      addOta(parameters, 'OperatorLogo', content, content.kind);
      addNetwork(parameters, content);
      break;
    case 'ringtone':
      addRingtone(parameters, content);
      break;
    case 'vcard':
      addObject(parameters, 'vCard', content.text);
      break;
    case 'vcalendar':
      addObject(parameters, 'vCal', content.text);
      break;
    case 'mms':
      addFile(parameters, content, 'mms');
      addFileOptions(parameters, content);
      addSmil(parameters, content);
      break;
    case 'wapPush':
      addFile(parameters, content, 'wapPush');
      addFileOptions(parameters, content);
      break;
    case 'serviceIndication':
      addSi(parameters, content.si);
      break;
    case 'pdu':
      addPdu(parameters, content);
      break;
  }
}

function contentOf(kind: MultimediaKind, fields: FormFields, options: RequestOptions): MultimediaContent {
  switch (kind) {
    case 'pictureMessage':
      return { kind, ...otaOf(fields, 'PictureMessage', kind) };
    case 'groupGraphic':
      return { kind, ...otaOf(fields, 'GroupGraphic', kind) };
    case 'operatorLogo':
      return { kind, ...networkOf(fields), ...otaOf(fields, 'OperatorLogo', kind) };
    case 'ringtone':
      return { kind, ...ringtoneOf(fields, options) };
    case 'vcard':
      return { kind, text: objectOf(fields, 'vCard') };
    case 'vcalendar':
      return { kind, text: objectOf(fields, 'vCal') };
    case 'mms':
      return { kind, ...fileOf(fields, 'mms'), ...fileOptionsOf(fields), ...copiesOf(fields, options) };
    case 'wapPush':
      return { kind, ...fileOf(fields, 'wapPush'), ...fileOptionsOf(fields) };
    case 'serviceIndication':
      return { kind, si: siOf(fields) };
    case 'pdu':
      return { kind, ...pduOf(fields) };
  }
}

// Makes

function checkMake(kind: MultimediaKind, make: string | undefined, Fault: Fault): void {
  if (make === undefined && NEED_MAKE.includes(kind)) throw missing(Fault, 'PhoneMake');
  if (kind === 'groupGraphic' && make !== 'Nokia') throw notAllowed(Fault, 'PhoneMake', make, 'Nokia, for a group graphic');
}

function noMake(Fault: Fault, make: string): FormatError {
  return notAllowed(Fault, 'PhoneMake', make, PHONE_MAKES.join(', '));
}
