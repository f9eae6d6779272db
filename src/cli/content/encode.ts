/**
 * `handset encode`: content to messages, in the form that a modem or gateway takes.
 * @module
 */
import { type Command, Option } from 'commander';
import { type Content, MESSAGE_FORMS } from '../../message/index.js';
import { inputOptions } from '../files/recognise.js';
import type { Session } from '../io.js';
import type { WholeProgram } from '../whole.js';
import { addRows, type DoorOptions, givenOf, type Row } from './row.js';
import { handsetOptions, warnOfUnknown } from './sending-options.js';
import { type CommonOptions, common, writeMessages } from './submits.js';
import { ROWS } from './table.js';

/** Adds the command. */
export function addEncode(encode: Command, session: Session, whole: WholeProgram): void {
  const rows = ROWS.filter(({ door }) => door !== 'send');
  addRows(encode, 'encode', rows, whole, (command, row) => addRow(command, session, row));
}

function addRow(command: Command, session: Session, row: Row): void {
  common(command);
  if (row.isRead) inputOptions(command);
  if (row.isByMake) {
    handsetOptions(command, true).addOption(
      new Option('--bearer <form>', 'a form in place of the usual one of the make').choices(
        MESSAGE_FORMS.filter((form) => form !== 'text' && form !== 'pdu' && form !== 'wap-push'),
      ),
    );
  }
  if (row.group !== undefined) command.optionsGroup(row.group);
  row.options(command, 'encode');
  command.action(async (...args) => {
    const given = givenOf(session, 'encode', args);
    const { content, build } = await row.read(given);
    const { make, model, bearer, ...options }: CommonOptions & DoorOptions = given.options;
    if (model !== undefined && bearer === undefined) await warnOfUnknown(session, `${make} ${model}`);
    writeMessages(session, content as Content, options, { make, model, form: bearer, ...build });
  });
}
