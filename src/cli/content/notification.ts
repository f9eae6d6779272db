/**
 * The notification of a multimedia message: tells a handset by SMS that one waits.
 * @module
 */
import { Option } from 'commander';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { buildNotification, MESSAGE_CLASSES, type MNotificationInd } from '../../mms/index.js';
import { messageOf, readMms } from '../files/mms.js';
import { dateOption } from '../files/pushes.js';
import { openFile } from '../files/recognise.js';
import { UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { type DoorOptions, type Given, type Row, row } from './row.js';

interface Options {
  readonly url: string;
  readonly size?: number;
  readonly transactionId?: string;
  readonly sender?: string;
  readonly subject?: string;
  readonly class?: (typeof MESSAGE_CLASSES)[number];
  readonly expires?: Date;
  readonly expiresAfter?: number;
}

const THREE_DAYS = 3 * 24 * 60 * 60;

/** A notification, which a gateway makes by itself. */
export const NOTIFICATION: Row = row<Options>({
  kind: 'mmsNotification',
  door: 'encode',
  argument: '[file]',
  what: 'a notification (M-Notification.ind) of a message',
  source: ': its size, sender, subject and class are those of an .mms, or of options',
  alias: 'notification',
  isRead: true,
  options: (command) =>
    command
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
      .option('--transaction-id <id>', 'ties the answers of the handset to it; the last part of the address when left out'),
  async read(given) {
    const { expires, expiresAfter } = given.options;
    if (expires !== undefined && expiresAfter !== undefined) throw new UsageError('either --expires or --expires-after');
    const expiry: MNotificationInd['expiry'] =
      expires === undefined ? { kind: 'relative', seconds: expiresAfter ?? THREE_DAYS } : { kind: 'absolute', at: expires };
    return { content: { kind: 'mmsNotification', notification: await notificationFor(given, expiry) } };
  },
  examples: ['handset encode mms-notification show.mms --url http://mms.example.com/4711 --to 447700900123'],
});

async function notificationFor(
  { session, argument: file, options }: Given<Options & DoorOptions>,
  expiry: MNotificationInd['expiry'],
): Promise<MNotificationInd> {
  const { url, size, sender, subject, class: messageClass } = options;
  const transactionId = options.transactionId ?? idOf(url);
  const given = omitUndefined({ from: sender, subject });
  if (file === undefined) {
    if (size === undefined) throw new UsageError('a notification gives the size of the message: --size, or the .mms itself');
    const head = { type: 'M-Notification.ind', transactionId, mmsVersion: '1.2' } as const;
    return {
      ...head,
      messageClass: messageClass ?? 'personal',
      messageSize: size,
      expiry,
      contentLocation: url,
      ...given,
    };
  }
  const content = await openFile(session, file, options.as, 'a multimedia message', 'mms');
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
