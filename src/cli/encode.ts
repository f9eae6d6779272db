/**
 * `handset encode`: content to messages, in the form that a modem or gateway takes.
 * @module
 */
import { type Command, Option } from 'commander';
import { addForHandsets } from './encode-handsets.js';
import { addMmsNotification } from './encode-mms.js';
import { addPushes } from './encode-pushes.js';
import { addVObjects } from './encode-vobjects.js';
import { type Session, UsageError } from './io.js';
import { headerOption, hexOption, numberOption, octetOption } from './options.js';
import { type CommonOptions, common, send } from './submits.js';

interface TextOptions extends CommonOptions {
  encoding?: 'gsm7' | 'ucs2';
  locking?: number;
  single?: number;
  transliterate?: boolean;
}

/** Adds the command. */
export function addEncode(program: Command, session: Session): void {
  const encode = program
    .command('encode')
    .description('turn a text, tune, picture, card or push into messages: PDUs, AT commands, SMPP fields, Kannel URLs');

  for (const [kind, what] of [
    ['text', 'a text message'],
    ['flash', 'a text shown at once and not stored (class 0)'],
  ] as const) {
    common(encode.command(`${kind} [text]`))
      .description(`${what}; TEXT is a file where there is one of that name, else the text itself; stdin when left out`)
      .addOption(new Option('--encoding <name>', 'force an alphabet').choices(['gsm7', 'ucs2']))
      .option('--locking <language>', 'national locking shift table, 1 to 13', numberOption('locking', 0, 13))
      .option('--single <language>', 'national single shift table, 1 to 13', numberOption('single', 0, 13))
      .option('--transliterate', 'use look-alikes where that keeps the text in GSM 7-bit')
      .action(async (argument: string | undefined, options: TextOptions) => {
        const text = await session.readText(argument);
        const { encoding, locking, single, transliterate } = options;
        send(session, { kind, text }, options, { encoding, locking, single, transliterate });
      });
  }

  addForHandsets(encode, session);
  addPushes(encode, session);
  addVObjects(encode, session);
  addMmsNotification(encode, session);

  common(encode.command('pdu [text]'))
    .description('user data as given: --data for 8-bit codings, TEXT (or stdin) for the others')
    .option('--dcs <octet>', 'TP-DCS in hex; F5 with --data and 00 with TEXT when left out', octetOption('dcs'))
    .option('--udh <hex>', 'user data header in hex, its length octet included')
    .option('--data <hex>', 'user data in hex')
    .action(async (argument: string | undefined, options: CommonOptions & { dcs?: number; udh?: string; data?: string }) => {
      const udh = options.udh === undefined ? undefined : headerOption(options.udh);
      if (argument !== undefined && options.data !== undefined) throw new UsageError('give TEXT or --data, not both');
      const body =
        options.data === undefined ? { text: await session.readText(argument) } : { data: hexOption('data', options.data) };
      send(
        session,
        {
          kind: 'pdu',
          tpDcs: options.dcs ?? (options.data === undefined ? 0x00 : 0xf5),
          tpPid: options.pid,
          udh: udh?.elements ?? [],
          ...body,
        },
        options,
        {},
      );
    });
}
