/**
 * `handset/message`: converts content to SMS messages for a handset, and back.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { buildSubmits } from './build.js';
export type { BuildOptions } from './build-options.js';
export { chooseForm, type FormChoice, type Handset } from './choose-form.js';
export {
  type Content,
  type ContentKind,
  type ObjectContentAlias,
  type PduContent,
  PHONE_MAKES,
  type PhoneMake,
  parsePhoneMake,
} from './content.js';
export {
  type EffectMessage,
  findPhoneEffects,
  findPushEffects,
  PHONE_EFFECTS,
  type PhoneEffect,
  type PhoneEffectId,
  type WaitingMessages,
} from './effects.js';
export { findSmppEffects } from './effects-smpp.js';
export {
  MAKES,
  type MakeRow,
  MESSAGE_FORMS,
  type MessageForm,
} from './makes.js';
export { lintNotification, type NotificationWarning } from './notification.js';
export { PORTS } from './ports.js';
export { type ReadOptions, type ReceivedPart, readContent, readSubmits } from './read.js';
