/**
 * `handset send text`, `flash`, `si`: contents that every handset takes.
 * @module
 */
import type { Command } from 'commander';
import { hrefOption, type IndicationOptions, indicationOptions, readIndication } from './encode-pushes.js';
import { isFile, type Session, UsageError } from './io.js';
import { type HandsetOptions, handsetOptions, type SendingOptions, sendingOptions } from './send-options.js';
import { sendRequest } from './send-request.js';
import { inputOptions } from './submits.js';

/** Adds the commands of texts. */
export function addSendTexts(send: Command, session: Session): void {
  for (const [kind, what, parameter] of [
    ['text', 'a text message', 'Message'],
    ['flash', 'a text shown at once and not stored', 'FlashMessage'],
  ] as const) {
    sendingOptions(send.command(`${kind} [text]`))
      .description(`${what}; TEXT is a file where there is one of that name, else the text itself; stdin when left out`)
      .action(async (argument: string | undefined, options: SendingOptions) => {
        const text = await readMessage(session, argument);
        const optionOf = { [parameter]: 'TEXT' };
        await sendRequest(session, options, { content: { kind, text }, optionOf });
      });
  }
}

/**
 * The text to send. @throws UsageError for what looks like the name of a file that is not there: nobody wants to send that, and who does has
 * standard input.
 */
export async function readMessage(session: Session, argument: string | undefined): Promise<string> {
  if (argument !== undefined && /^\S+\.te?xt$/i.test(argument) && !isFile(argument)) {
    throw new UsageError('TEXT looks like the name of a file, and there is none of that name; standard input takes any text');
  }
  return session.readText(argument);
}

/** Adds the command of service indications. */
export function addSendIndication(send: Command, session: Session): void {
  const command = hrefOption(handsetOptions(inputOptions(send.command('si [file]')), false));
  sendingOptions(indicationOptions(command)).action(
    async (file: string | undefined, options: IndicationOptions & HandsetOptions & SendingOptions) => {
      const si = await readIndication(session, file, options);
      const { make, model } = options;
      await sendRequest(session, options, {
        content: { kind: 'serviceIndication', si },
        given: { make, model },
        optionOf: {},
      });
    },
  );
}
