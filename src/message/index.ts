/**
 * `handset/message`: content and a handset to SMS, and back.
 * @module
 */
export { type BuildOptions, buildSubmits } from './build.js';
export {
  type Content,
  type ContentKind,
  type PduContent,
  PHONE_MAKES,
  type PhoneMake,
  PORTS,
  parsePhoneMake,
} from './content.js';
export {
  chooseForm,
  type FormChoice,
  type Handset,
  MAKES,
  type MakeRow,
  MESSAGE_FORMS,
  type MessageForm,
} from './makes.js';
export { lintNotification, type NotificationWarning } from './notification.js';
export { contentOf, type ReadOptions, type ReceivedPart, readSubmits } from './read.js';
