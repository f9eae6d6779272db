/**
 * `handset/archive`: reads and writes the message archives of phones and back-up programs.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';

export { type Conversation, groupConversations } from './conversations.js';
export { type EmlOptions, encodeEml } from './eml-format.js';
export { decodeEml } from './eml-parse.js';
export { formatGammuBackup } from './gammu-format.js';
export { parseGammuBackup } from './gammu-parse.js';
export { joinMessages } from './join.js';
export {
  ARCHIVE_FORMATS,
  type Archive,
  type ArchiveAddress,
  type ArchiveFormat,
  type ArchiveFormatOptions,
  type ArchiveLoss,
  type ArchiveMessage,
  type ArchiveOptions,
  type ArchivePart,
  type ArchiveState,
  type ArchiveTime,
  messageText,
  partText as archivePartText,
  type RestFamily,
  type RestField,
  type UnknownPiece,
} from './model.js';
export { type ArchiveFile, formatArchive, identifyArchive, readArchive, unpackArchive } from './read.js';
export { formatSmsBackupRestore } from './sms-backup-restore-format.js';
export { parseSmsBackupRestore } from './sms-backup-restore-parse.js';
export { encodeSmsIe, formatSmsIe, type SmsIeText } from './sms-ie-format.js';
export { parseSmsIe, type SmsIeFiles, type SmsIeOptions } from './sms-ie-parse.js';
export { formatVmg } from './vmg-format.js';
export { parseVmg } from './vmg-parse.js';
