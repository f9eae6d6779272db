/**
 * `handset encode mms-notification`: tells a handset by SMS that a multimedia message waits.
 * @module
 */
import { type Command, Option } from 'commander';
import { buildNotification, MESSAGE_CLASSES, type MNotificationInd } from '../mms/index.js';
import { notA, recogniseFile } from './files.js';
import { type Session, UsageError } from './io.js';
import { messageOf, readMms } from './mms.js';
import { numberOption } from './options.js';
import { dateOption } from './pushes.js';
import { type CommonOptions, common, inputOptions, send } from './submits.js';

interface NotificationOptions extends CommonOptions {
  url: string;
  size?: number;
  transactionId?: string;
  sender?: string;
  subject?: string;
  class?: (typeof MESSAGE_CLASSES)[number];
  expires?: Date;
  expiresAfter?: number;
  as?: string;
  lenient?: boolean;
}

const THREE_DAYS = 3 * 24 * 60 * 60;

/** Adds the command. */
export function addMmsNotification(encode: Command, session: Session): void {
  inputOptions(common(encode.command('mms-notification [file]')))
    .alias('notification')
    .description(
      'a notification (M-Notification.ind) of a message: its size, sender, subject and class are those of an .mms, or of options',
    )
    .requiredOption('--url <address>', 'where the handset fetches the message')
    .option('--size <octets>', 'size of the message', numberOption('size', 0, 0xffff_ffff))
    .option('--sender <address>', 'who sent the message')
    .option('--subject <text>', 'its subject')
    .addOption(new Option('--class <name>', 'its class; personal when neither gives one').choices(MESSAGE_CLASSES))
    .option('--expires <time>', 'until when it can be fetched, in UTC: 2026-11-21T18:30:00Z', dateOption('expires'))
    .option(
      '--expires-after <seconds>',
      'the same, in seconds; three days when left out',
      numberOption('expires-after', 1, 0xffff_ffff),
    )
    .option('--transaction-id <id>', 'ties the answers of the handset to it; the last part of the address when left out')
    .action(async (file: string | undefined, options: NotificationOptions) => {
      const { expires, expiresAfter = THREE_DAYS } = options;
      if (expires !== undefined && options.expiresAfter !== undefined)
        throw new UsageError('either --expires or --expires-after');
      const expiry: MNotificationInd['expiry'] =
        expires === undefined ? { kind: 'relative', seconds: expiresAfter } : { kind: 'absolute', at: expires };
      const notification = await notificationFor(session, file, options, expiry);
      send(session, { kind: 'mmsNotification', notification }, options, {});
    });
}

async function notificationFor(
  session: Session,
  file: string | undefined,
  options: NotificationOptions,
  expiry: MNotificationInd['expiry'],
): Promise<MNotificationInd> {
  const { url, size, sender, subject, class: messageClass } = options;
  const transactionId = options.transactionId ?? idOf(url);
  const given = { ...(sender !== undefined && { from: sender }), ...(subject !== undefined && { subject }) };
  if (file === undefined) {
    if (size === undefined) throw new UsageError('a notification gives the size of the message: --size, or the .mms itself');
    const mmsVersion = '1.2';
    return {
      type: 'M-Notification.ind',
      transactionId,
      mmsVersion,
      messageClass: messageClass ?? 'personal',
      messageSize: size,
      expiry,
      contentLocation: url,
      ...given,
    };
  }
  const content = recogniseFile(file, await session.read(file), options.as);
  if (content.extension !== '.mms') throw notA('a multimedia message', content);
  const message = messageOf(readMms(session, content, options.lenient === true), file);
  const notification = buildNotification(message, { transactionId, contentLocation: url, expiry, messageSize: size, ...given });
  return messageClass === undefined ? notification : { ...notification, messageClass };
}

/** The last part of an address, which services make different for each message; handsets take 40 characters. */
function idOf(url: string): string {
  const last =
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? url;
  return last.replace(/[^A-Za-z0-9._-]/g, '').slice(-40) || 'T1';
}
