/**
 * `handset send`: contents to handsets, by way of a gateway.
 * @module
 */
import type { Command } from 'commander';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { KINDS } from '../../content/kinds.js';
import type { LibraryReference, SendContent } from '../../content/model.js';
import { gatewayHelp } from '../credentials.js';
import { sendRequest } from '../gateway/send-request.js';
import { type Session, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { type DoorOptions, declare, type Given, givenOf, type Row } from './row.js';
import { handsetOptions, type SendingOptions, sendingOptions } from './sending-options.js';
import { inputOptions } from './submits.js';
import { ROWS } from './table.js';

/** Adds the command. */
export function addSend(program: Command, session: Session): void {
  const send = program.command('send').description('send a content by way of a gateway; --dry-run shows the request');
  send.addHelpText(
    'afterAll',
    gatewayHelp([
      "handset send text 'On my way' --to 447700900123 --config gateway.json --dry-run",
      'handset send ringtone tune.rtttl --make Nokia --to-file numbers.txt --split',
      "handset send mms photo.jpg hello.txt --subject 'The coast' --to 447700900123 --json",
    ]),
  );
  for (const row of ROWS) if (row.door !== 'encode') addRow(send, session, row);
}

function addRow(send: Command, session: Session, row: Row): void {
  const { kind, ofLibrary, isRead, group } = row;
  const { needsMake, parameter = '' } = KINDS[kind];
  const command = declare(send, row, 'send');
  if (ofLibrary !== undefined) {
    command.option(
      '--library-number <number>',
      "in place of a file, an item of the gateway's library: five digits",
      numberOption('library-number', 10_000, 99_999),
    );
  }
  if (isRead) inputOptions(command);
  if (kind !== 'text' && kind !== 'flash') handsetOptions(command, needsMake === true);
  if (group !== undefined) command.optionsGroup(group);
  row.options(command, 'send');
  sendingOptions(command).action(async (...args) => {
    const given = givenOf(session, 'send', args);
    const { make, model, ...options }: SendingOptions & DoorOptions = given.options;
    const item = libraryItem(given);
    const content = item === undefined ? (await row.read(given)).content : ofLibrary?.(item, given.options);
    await sendRequest(session, options, {
      content: content as SendContent,
      given: { ...omitUndefined({ make, model }), ...row.given?.(given) },
      optionOf: { ...row.optionOf, ...(item !== undefined && { [parameter]: '--library-number' }) },
    });
  });
}

/** The item that the options name; undefined for none. @throws UsageError when there is a file, too. */
function libraryItem({ files, options: { libraryNumber } }: Given<DoorOptions>): LibraryReference | undefined {
  if (libraryNumber === undefined) return undefined;
  if (files.length > 0) throw new UsageError('either a file or --library-number');
  return { libraryNumber };
}
