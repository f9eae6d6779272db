/**
 * `handset send`: contents to handsets, by way of a gateway.
 * @module
 */
import type { Command } from 'commander';
import { gatewayHelp } from './credentials.js';
import type { Session } from './io.js';
import { addSendFiles } from './send-files.js';
import { addSendForHandsets } from './send-handsets.js';
import { addSendPdu } from './send-pdu.js';
import { addSendIndication, addSendTexts } from './send-texts.js';

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
  addSendTexts(send, session);
  addSendForHandsets(send, session);
  addSendIndication(send, session);
  addSendFiles(send, session);
  addSendPdu(send, session);
}
