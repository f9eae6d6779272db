/**
 * `handset/cbs`: cell broadcast of GSM and UMTS, with ETWS and CMAS alerts, and USSD strings, which share its data coding scheme.
 * @module
 */

export type { DecodeOptions } from '../bytes/reading.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { CbsAssembler, type CbsAssemblerOptions, type DiscardedPages, type PageArrival } from './assembler.js';
export { type CellBroadcast, decodeCbs, describeCbs, describeCbsDetails, encodeCbs } from './broadcast.js';
export type { CbsContent } from './content.js';
export {
  alphabetOfCbsDcs,
  type CbsAlphabet,
  type CbsClass,
  type CbsDcs,
  decodeCbsDcs,
  describeCbsDcs,
  encodeCbsDcs,
} from './dcs.js';
export { describeWarningType, type EtwsPrimary } from './etws.js';
export {
  type CbsHeader,
  findEtwsFlags,
  GEOGRAPHICAL_SCOPES,
  type GeographicalScope,
  type SerialNumber,
} from './fields.js';
export { type CbsAlert, describeMessageIdentifier, findCbsAlert } from './identifiers.js';
export { type CbsMessage, splitCbsMessage } from './message.js';
export type { CbsPage } from './page.js';
export {
  decodeUssdArgument,
  decodeUssdString,
  encodeUssdArgument,
  encodeUssdString,
  type UssdArgument,
  type UssdString,
} from './ussd.js';
