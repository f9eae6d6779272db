/**
 * `handset inbox`: what a gateway's virtual handset received.
 *
 *   GET OPERATORS/virtual/handsets/NUMBER/inbox?last=N      JSON, from the operators' port
 *
 * A message is shown from its PDUs, as `handset preview` would show them.
 * @module
 */
import type { Command } from 'commander';
import { encodeUtf8, toHex } from '../../bytes/index.js';
import { formatInstant } from '../../content/facts.js';
import { printable } from '../../inspect/printable.js';
import { readStoredInbox, type Stored } from '../../show/inbox.js';
import { shownContent } from '../../show/shown.js';
import { openListing } from '../files/listing.js';
import { toText } from '../files/preview.js';
import { type Session, toJson, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { readOperators, serverOption } from './credentials.js';
import { askOperators } from './operators.js';

interface Options {
  readonly operators?: string;
  readonly last?: number;
  readonly hex?: boolean;
  readonly dark?: boolean;
  readonly json?: boolean;
}

const NO_INBOXES = "only a gateway's port for operators shows inboxes, those of virtual handsets";

/** Adds the command. */
export function addInbox(command: Command, session: Session): void {
  command
    .option(
      '--operators <url>',
      "the gateway's address for operators; HANDSET_OPERATORS when left out, its token in HANDSET_OPERATORS_TOKEN",
      serverOption('operators'),
    )
    .option('--last <number>', 'only so many messages, the last ones', numberOption('last', 1, 999_999))
    .option('--hex', 'the PDUs alone, a line each, as preview and inspect take them')
    .option('--dark', 'draw light where a picture is dark: for terminals with a dark ground')
    .option('--json', "the gateway's own JSON")
    .action((number: string, options: Options) => showInbox(session, number, options));
}

async function showInbox(session: Session, number: string, options: Options): Promise<void> {
  if (!/^\d{1,20}$/.test(number)) throw new UsageError('NUMBER takes digits with the country code, such as 447700900123');
  const operators = readOperators(session, options);
  const last = options.last === undefined ? '' : `?last=${options.last}`;
  const path = `/virtual/handsets/${number}/inbox${last}`;
  const answer = await askOperators(session, operators, path, { name: 'inbox', refused: NO_INBOXES });
  if (answer === undefined) return;
  const { messages } = readStoredInbox(answer, 'inbox');
  if (options.json === true) session.write(toJson(answer), undefined);
  else if (messages.length === 0) session.note(`nothing has arrived for ${number}`);
  else if (options.hex === true)
    session.write(
      `${messages
        .flatMap(({ tpdus }) => tpdus)
        .map(toHex)
        .join('\n')}\n`,
      undefined,
    );
  else session.write(messages.map((message) => describeStored(session, message, options.dark === true)).join('\n'), undefined);
}

/** A message as the handset shows it, with who it is from and when it came. */
export function describeStored(session: Session, stored: Omit<Stored, 'ids'>, dark: boolean): string {
  const { from, receivedAt, tpdus, warnings } = stored;
  for (const warning of warnings) session.warn(warning);
  const contents = openListing(session, `message from ${from}`, encodeUtf8(tpdus.map(toHex).join('\n')), true) ?? [];
  const shown = contents.flatMap(shownContent).map((one) => toText(one, dark));
  const at = receivedAt === undefined ? '' : `, ${formatInstant(new Date(receivedAt))}`;
  return `from ${printable(from)}${at}\n${shown.join('')}`;
}
