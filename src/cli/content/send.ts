/**
 * `handset send`: contents to handsets, by way of a gateway.
 * @module
 */
import type { Command } from 'commander';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { KINDS } from '../../content/kinds.js';
import type { ContentOptions, ContentWarning, LibraryReference, SendContent } from '../../content/model.js';
import { requestOf } from '../../content/request.js';
import type { BuildOptions } from '../../message/index.js';
import { needsMake } from '../../protocol/content-fields.js';
import { splitRequest } from '../../sender/split.js';
import { inputOptions } from '../files/recognise.js';
import { gatewayHelp } from '../gateway/credentials.js';
import {
  type Addressees,
  byParameter,
  openGateway,
  showFailure,
  showRequests,
  showResults,
  warnOf,
} from '../gateway/outcomes.js';
import { type Session, UsageError } from '../io.js';
import { checkForGateway, checkForModem, type ModemSendingOptions, modemSendingOptions, sendByModem } from '../modem/send.js';
import { numberOption } from '../options.js';
import type { WholeProgram } from '../whole.js';
import { addRows, type DoorOptions, type Given, givenOf, type Row } from './row.js';
import { handsetOptions, type SendingOptions, sendingOf, sendingOptions, warnOfUnknown } from './sending-options.js';
import { ROWS } from './table.js';

/** Adds the command. */
export function addSend(send: Command, session: Session, whole: WholeProgram): void {
  send.addHelpText(
    'afterAll',
    gatewayHelp([
      "handset send text 'On my way' --to 447700900123 --config gateway.json --dry-run",
      'handset send ringtone tune.rtttl --make Nokia --to-file numbers.txt --split',
      "handset send mms photo.jpg hello.txt --subject 'The coast' --to 447700900123 --json",
      "handset send text 'On my way' --to 447700900123 --modem /dev/ttyUSB0 --report",
    ]),
  );
  const rows = ROWS.filter(({ door }) => door !== 'encode');
  addRows(send, 'send', rows, whole, (command, row) => addRow(command, session, row));
}

function addRow(command: Command, session: Session, row: Row): void {
  const { kind, ofLibrary, isRead, group } = row;
  const { parameter = '' } = KINDS[kind];
  if (ofLibrary !== undefined) {
    command.option(
      '--library-number <number>',
      "in place of a file, an item of the gateway's library: five digits",
      numberOption('library-number', 10_000, 99_999),
    );
  }
  if (isRead) inputOptions(command);
  if (kind !== 'text' && kind !== 'flash') handsetOptions(command, needsMake(kind));
  if (group !== undefined) command.optionsGroup(group);
  row.options(command, 'send');
  modemSendingOptions(sendingOptions(command)).action(async (...args) => {
    const given = givenOf(session, 'send', args);
    const { make, model, ...options }: SendingOptions & DoorOptions & ModemSendingOptions = given.options;
    if (options.modem !== undefined) {
      checkForModem(row, given.options);
      // A gateway may know others.
      if (model !== undefined) await warnOfUnknown(session, `${make} ${model}`);
      const to = [(await sendingOf(session, options)).to ?? []].flat();
      const made = await row.read({ ...given, door: 'encode', isSent: true });
      await sendByModem(session, options, made, omitUndefined({ make, model }) as Partial<BuildOptions>, to);
      return;
    }
    checkForGateway(options);
    const item = libraryItem(given);
    // What the options say is wrong is told before anything is read.
    const more = row.given?.(given);
    const content = item === undefined ? (await row.read(given)).content : ofLibrary?.(item, given.options);
    await sendRequest(session, options, {
      content: content as SendContent,
      given: { ...omitUndefined({ make, model }), ...more },
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

// ---- The request ----

/** What is sent. */
interface Sending {
  readonly content: SendContent;
  /** Options of the content. */
  readonly given?: ContentOptions;
  /** Options behind parameters that mean something else for other kinds. */
  readonly optionOf: Readonly<Record<string, string>>;
}

/** Sends a content as the options say. */
async function sendRequest(
  session: Session,
  options: SendingOptions,
  { content, given = {}, optionOf }: Sending,
): Promise<void> {
  const { cc, bcc, ccAddressBook, bccAddressBook } = given;
  const hasCopies = [cc, bcc, ccAddressBook, bccAddressBook].some((list) => list !== undefined);
  const sending = await sendingOf(session, options, hasCopies);
  const onWarning = (warning: ContentWarning) => warnOf(session, warning);
  const unsigned = await byParameter(optionOf, () => requestOf(content, { ...sending, ...given, onWarning }));
  const { split } = options;
  const requests = split === true ? splitRequest(unsigned) : [unsigned];
  const gateway = await openGateway(session, options, requests.length);
  const { sender } = gateway;
  if (options.dryRun === true) {
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
    session.showProgress(0, requests.length, 'requests answered');
    const results = await byParameter(optionOf, () => sender.send(unsigned, { split }));
    session.endProgress();
    showResults(session, results, addressees, options, gateway);
  } catch (error) {
    session.endProgress();
    showFailure(session, error, addressees, options, gateway);
  }
}
