/**
 * `handset/modem`: sends and receives through a GSM modem, with AT commands in PDU mode.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export type { Storage } from './answers.js';
export type { ModemClock } from './channel.js';
export { type CommandValue, formatCommand } from './commands.js';
export { Modem, type ModemOptions, type ModemStatus, type OnMessage } from './modem.js';
export { ModemError, type ModemErrorCode } from './modem-error.js';
export { type ModemStream, type OpenModemOptions, openModem } from './open-modem.js';
export { type ModemItem, ModemReader } from './reader.js';
export type { ModemMessage, OnNotice, StoredPlace } from './receiving.js';
export type { DeliveryState, Report, SentMessage, SentPart } from './reports.js';
export {
  describeCmeError,
  describeCmsError,
  describeResult,
  type FinalResult,
  type Outlook,
  outlookOf,
  parseFinalResult,
} from './result-codes.js';
export { ModemSendError, type ModemSendOptions } from './sending.js';
export {
  type Ending,
  type ModemAnswer,
  type ModemCommand,
  ModemSession,
  type ModemSessionEvent,
  type ModemSessionOptions,
} from './session.js';
export type { Started, StartOptions } from './starting.js';
export {
  parseStoredMessage,
  type ShownLines,
  type ShownPdu,
  STORED_STATES,
  type StoredMessage,
  type StoredState,
} from './stored.js';
export { REGISTRATION_STATES, type Registration, type RegistrationState, type Unsolicited } from './unsolicited.js';
export { formatUssdLine, parseUssdLine, USSD_STATES, type UssdCoding, type UssdMessage, type UssdState } from './ussd.js';
