/**
 * Sends one request of `handset send`, or shows it, and tells what became of it.
 * @module
 */
import type { ContentOptions, ContentWarning, SendContent } from '../../content/model.js';
import { requestOf } from '../../content/request.js';
import { splitRequest } from '../../sender/split.js';
import { type SendingOptions, sendingOf } from '../content/sending-options.js';
import type { Session } from '../io.js';
import { type Addressees, byParameter, openGateway, showFailure, showRequests, showResults, warnOf } from './outcomes.js';

/** What is sent. */
export interface Sending {
  readonly content: SendContent;
  /** Options of the content. */
  readonly given?: ContentOptions;
  /** Options behind parameters that mean something else for other kinds. */
  readonly optionOf: Readonly<Record<string, string>>;
}

/** Sends a content as the options say. */
export async function sendRequest(
  session: Session,
  options: SendingOptions,
  { content, given = {}, optionOf }: Sending,
): Promise<void> {
  const { cc, bcc, ccAddressBook, bccAddressBook } = given;
  const hasCopies = [cc, bcc, ccAddressBook, bccAddressBook].some((list) => list !== undefined);
  const sending = await sendingOf(session, options, hasCopies);
  const onWarning = (warning: ContentWarning) => warnOf(session, warning);
  const unsigned = await byParameter(optionOf, () => requestOf(content, { ...sending, ...given, onWarning }));
  const gateway = await openGateway(session, options);
  const { sender } = gateway;
  const { split } = options;
  if (options.dryRun === true) {
    const requests = split === true ? splitRequest(unsigned) : [unsigned];
    if (requests.length > 1 && 'content' in unsigned && 'file' in unsigned.content) {
      session.note('only the first request has the file: the others name it by the number that the answer gives');
    }
    const prepared = await byParameter(optionOf, () => requests.map((one) => sender.prepare(one)));
    showRequests(session, gateway, prepared, options);
    return;
  }
  const addressees: Addressees = {
    numbers: unsigned.sendTo ?? [],
    hasOthers: unsigned.sendToAddressBook !== undefined || hasCopies,
    responseFormat: options.responseFormat,
  };
  try {
    const results = await byParameter(optionOf, () => sender.send(unsigned, { split }));
    showResults(session, results, addressees, options, gateway);
  } catch (error) {
    showFailure(session, error, addressees, options, gateway);
  }
}
