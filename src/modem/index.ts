/**
 * `handset/modem`: the AT dialogue of a GSM modem in PDU mode.
 * @module
 */
export { type CommandValue, formatCommand } from './commands.js';
export { type ModemItem, ModemReader } from './reader.js';
export {
  describeCmeError,
  describeCmsError,
  describeResult,
  type FinalResult,
  type Outlook,
  outlookOf,
  parseFinalResult,
} from './result-codes.js';
export {
  parseStoredMessage,
  type ShownLines,
  type ShownPdu,
  STORED_STATES,
  type StoredMessage,
  type StoredState,
} from './stored.js';
export { REGISTRATION_STATES, type Registration, type RegistrationState, type Unsolicited } from './unsolicited.js';
export { USSD_STATES, type UssdCoding, type UssdMessage, type UssdState } from './ussd.js';
