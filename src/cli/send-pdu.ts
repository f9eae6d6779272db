/**
 * `handset send pdu`: user data of an SMS-SUBMIT as given.
 * @module
 */
import type { Command } from 'commander';
import type { SendContent } from '../content/model.js';
import { EncodeError } from '../errors.js';
import { type Session, UsageError } from './io.js';
import { headerOption, hexOption, octetOption } from './options.js';
import { type HandsetOptions, handsetOptions, type SendingOptions, sendingOptions } from './send-options.js';
import { sendRequest } from './send-request.js';
import { readMessage } from './send-texts.js';

interface PduOptions extends SendingOptions, HandsetOptions {
  readonly dcs?: number;
  readonly pid: number;
  readonly udh?: string;
  readonly data?: string;
}

/** Octets of one message's user data, header included (3GPP TS 23.040, 9.2.3.24). */
const MOST_OCTETS = 140;

/** Adds the command. */
export function addSendPdu(send: Command, session: Session): void {
  const command = handsetOptions(send.command('pdu [text]'), false)
    .description('user data as given: --data for 8-bit codings, TEXT (or stdin) for the others')
    .option('--dcs <octet>', 'TP-DCS in hex; F5 with --data and 00 with TEXT when left out', octetOption('dcs'))
    .option('--pid <octet>', 'TP-PID in hex', octetOption('pid'), 0)
    .option('--udh <hex>', 'user data header in hex, its length octet included')
    .option('--data <hex>', 'user data in hex');
  sendingOptions(command).action(async (argument: string | undefined, options: PduOptions) => {
    const { dcs, pid, make, model } = options;
    const userDataHeader = options.udh === undefined ? new Uint8Array() : headerOption(options.udh).octets;
    if (argument !== undefined && options.data !== undefined) throw new UsageError('give TEXT or --data, not both');
    const isData = options.data !== undefined;
    const head = {
      kind: 'pdu',
      dataCodingScheme: dcs ?? (isData ? 0xf5 : 0x00),
      protocolIdentifier: pid,
      userDataHeader,
    } as const;
    const content: SendContent =
      options.data === undefined
        ? { ...head, message: await readMessage(session, argument) }
        : { ...head, userData: userDataOf(options.data, userDataHeader.length) };
    await sendRequest(session, options, {
      content,
      given: { make, model },
      optionOf: { Message: 'TEXT' },
    });
  });
}

function userDataOf(hex: string, headerOctets: number): Uint8Array {
  const data = hexOption('data', hex);
  const octets = headerOctets + data.length;
  if (octets <= MOST_OCTETS) return data;
  const reason = `${octets} octets with the header, a message has at most ${MOST_OCTETS}`;
  throw new EncodeError('too-long', '--data', undefined, reason);
}
