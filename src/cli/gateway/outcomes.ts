/**
 * What became of a request to a gateway: shown as a table or as JSON, and as an exit code. A dry run shows the request itself.
 *
 *   4  refused         the gateway said no, if only for one of several recipients
 *   5  unreachable     no connection to either server: nothing was sent
 *   6  unknown         sent, and no readable answer: it may have been carried out
 *
 * Standard error gets neither the PIN nor texts nor numbers; standard output, where the gateway's own words go, no PIN either.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { percentDecode } from '../../bytes/index.js';
import { printable } from '../../inspect/printable.js';
import { ProtocolError } from '../../protocol/errors.js';
import type { ResponseFormat, Result } from '../../protocol/model.js';
import { type ReportCode, reportOf } from '../../protocol/reports.js';
import { type Attempt, ConnectError, GatewayError, OutcomeUnknownError } from '../../sender/errors.js';
import type { PreparedRequest, SenderOptions, SenderWarning } from '../../sender/options.js';
import { Sender } from '../../sender/sender.js';
import { splitProgress } from '../../sender/split.js';
import { formatTable } from '../../show/facts.js';
import { EXIT, type ExitCode, type Session, toJson } from '../io.js';
import { underOption } from '../options.js';
import { type GatewayOptions, readAccount } from './credentials.js';

/** How a command ends, in a word. */
type Outcome = 'accepted' | 'refused' | 'unreachable' | 'unknown';

/** A gateway that is asked once, and what trying it gave. */
export interface Gateway {
  readonly sender: Sender;
  readonly attempts: Attempt[];
  /** Address of the second server, where there is one. */
  readonly secondary: string | undefined;
  /** The gateway's words, which may repeat what it was sent, without the PIN. */
  readonly withoutPin: (words: string) => string;
}

/** In place of a PIN that a dry run does without. */
const NO_PIN = '000000';

/**
 * The gateway that the options name. Fail-over is noted, what the sender warns of becomes a warning.
 * @param requests how many will be sent: it is shown how many were answered
 */
export async function openGateway(session: Session, options: GatewayOptions, requests = 1): Promise<Gateway> {
  const { server, secondary, username, pin } = await readAccount(session, options);
  if (pin === undefined) session.note(`no PIN is set: Content-Length counts ${NO_PIN.length} octets for it`);
  const attempts: Attempt[] = [];
  let answered = 0;
  const settings = {
    primary: server,
    secondary,
    username,
    pin: pin ?? NO_PIN,
    timeoutMs: options.timeout,
    onAttempt: (attempt) => {
      attempts.push(attempt);
      if (attempt.reason === 'answered') session.showProgress(++answered, requests, 'requests answered');
    },
    onFailover: ({ from, to, reason }) => session.note(`no connection to ${from} (${reason}): ${to} is asked`),
    onWarning: (warning) => warnOf(session, warning),
  } satisfies SenderOptions;
  const sender = await byParameter({}, () => new Sender(settings));
  return { sender, attempts, secondary, withoutPin: (words) => words.replaceAll(settings.pin, '***') };
}

/** Tells a warning of the sender's, under the name of the option that it is about. */
export function warnOf(session: Session, { code, field, message }: SenderWarning): void {
  const isAnswer = code === 'response' || code === 'result-count';
  const about = isAnswer ? 'the answer' : field === undefined ? undefined : (OPTION_OF[field] ?? field);
  session.warn(about === undefined ? message : `${about}: ${message}`);
}

// ---- Dry run ----

/** Shows requests as they would go out, the PIN masked. */
export function showRequests(
  session: Session,
  { secondary }: Pick<Gateway, 'secondary'>,
  requests: readonly PreparedRequest[],
  { json }: GatewayOptions,
): void {
  if (json === true) {
    const shown = requests.map(({ method, url, headers, body }) => ({ method, url, headers, parameters: parametersOf(body) }));
    session.write(toJson({ outcome: 'dry-run', secondary, requests: shown, warnings: session.warnings }), undefined);
    return;
  }
  session.write(requests.map(requestText).join('\n'), undefined);
  if (secondary !== undefined) session.note(`where no connection comes about, ${new URL(secondary).origin} is asked the same`);
}

function requestText({ method, url, headers, body }: PreparedRequest): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body];
  return `${printable(lines.join('\n'), true)}\n`;
}

function parametersOf(body: string): { readonly name: string; readonly value: string }[] {
  return body.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return { name: percentDecode(pair.slice(0, at)), value: percentDecode(pair.slice(at + 1)) };
  });
}

// ---- Results ----

/** Whom results are for. */
export interface Addressees {
  /** Numbers as they were given, in order. */
  readonly numbers: readonly string[];
  /** Whether there are others whose numbers only the gateway knows, or whose place among the results is not told. */
  readonly hasOthers: boolean;
  readonly responseFormat: ResponseFormat;
}

/** Shows the results of a send, and ends with 4 when one of them is a refusal. */
export function showResults(
  session: Session,
  results: readonly Result[],
  addressees: Addressees,
  { json }: GatewayOptions,
  gateway: Gateway,
): void {
  const refused = results.filter(({ accepted }) => !accepted);
  const isRefused = refused.length > 0;
  if (isRefused) {
    const whom =
      results.length === 1
        ? 'the gateway refused'
        : `refused for ${refused.length} of ${pluralize(results.length, 'recipient')}`;
    fail(session, EXIT.refused, `${whom}: report ${reportsText(refused)}`);
  }
  const shown = resultsOf(results, gateway);
  if (json === true)
    tell(session, isRefused ? 'refused' : 'accepted', { results: listed(shown, addressees) }, gateway.attempts);
  else session.write(tableOf(shown, addressees), undefined);
}

/** Results as they may be shown. */
function resultsOf(results: readonly Result[], { withoutPin }: Gateway): Result[] {
  return results.map((result) => (result.text === undefined ? result : { ...result, text: withoutPin(result.text) }));
}

/** Codes with what they mean, each one once. */
function reportsText(results: readonly Result[]): string {
  const codes = [...new Set(results.map(({ report }) => report))];
  return codes.map((code) => withMeaning(reportOf(code))).join(', ');
}

function withMeaning({ code, meaning }: ReportCode): string {
  return meaning === undefined ? String(code) : `${code} (${meaning})`;
}

/**
 * Whom each result is for; undefined for a result of all, and where it is not known. Numbers come before what address books and copies add. One
 * refusal, where there are others, is most often that of the whole request.
 */
function recipientsOf(results: readonly Result[], { numbers, hasOthers, responseFormat }: Addressees): (string | undefined)[] {
  const isOfAll = hasOthers && results.length === 1 && results[0]?.accepted === false;
  const isComplete = hasOthers ? results.length >= numbers.length : results.length === numbers.length;
  const isByRecipient = responseFormat === 3 && isComplete && !isOfAll;
  return results.map((_, i) => (isByRecipient ? numbers[i] : undefined));
}

function listed(results: readonly Result[], addressees: Addressees): object[] {
  const recipients = recipientsOf(results, addressees);
  return results.map(({ accepted, report, text, messageIdentifier, units, libraryNumber }, i) => ({
    recipient: recipients[i],
    accepted,
    report,
    meaning: reportOf(report).meaning,
    ...{ text, messageIdentifier, units, libraryNumber },
  }));
}

const COLUMNS = ['recipient', 'outcome', 'report', 'meaning', 'identifier', 'units', 'library'] as const;

/** A line for each result; columns without a value are left out. */
function tableOf(results: readonly Result[], addressees: Addressees): string {
  const recipients = recipientsOf(results, addressees);
  const isForAll = addressees.responseFormat !== 3 || results.length === 1;
  const other = isForAll ? 'all' : addressees.hasOthers ? 'another' : 'unknown';
  const rows = results.map((result, i) => [
    recipients[i] ?? other,
    result.accepted ? 'accepted' : 'refused',
    String(result.report),
    meaningOf(result),
    result.messageIdentifier === '-1' ? '' : (result.messageIdentifier ?? ''),
    String(result.units ?? ''),
    String(result.libraryNumber ?? ''),
  ]);
  const isShown = COLUMNS.map((_, i) => rows.some((row) => row[i] !== ''));
  return formatTable([[...COLUMNS], ...rows].map((row) => row.filter((_, i) => isShown[i])));
}

/** What the document or clients say of a code, else the gateway itself: its text may be any words. */
function meaningOf({ report, text }: Result): string {
  const { meaning = '', knownFrom } = reportOf(report);
  const isKnown = knownFrom === 'document' || knownFrom === 'clients';
  return isKnown || text === undefined || text === '' ? meaning : printable(text);
}

// ---- Failures ----

/** The options behind the interface's parameters. */
const OPTION_OF: Readonly<Record<string, string | undefined>> = {
  Username: 'the user name',
  PIN: 'the PIN',
  SendTo: '--to',
  SendToAddressBook: '--address-book',
  ReplyTo: '--reply-to',
  SendTimeDelay: '--delay',
  SendTimeAbsolute: '--at',
  PhoneMake: '--make',
  PhoneModel: '--model',
  Ringtone: 'the tune',
  OperatorLogo: 'the picture',
  PictureMessage: 'the picture',
  GroupGraphic: 'the picture',
  vCard: 'the card',
  vCal: 'the calendar',
  MMSNotificationFileData1: 'the message',
  WAPPushFileData1: 'the file',
  MCC: '--mcc',
  MNC: '--mnc',
  SendCc: '--cc',
  SendBcc: '--bcc',
  SendCcAddressBook: '--cc-address-book',
  SendBccAddressBook: '--bcc-address-book',
  ContentType: '--content-type',
  MMSNotificationFileName1: '--name',
  WAPPushFileName1: '--name',
  MMSFileMMS: '--library-number',
  MMSFileWAP: '--library-number',
  SmsSubmitPduUserDataHeader: '--udh',
  SmsSubmitPduUserData: '--data',
  'si-href': '--href',
  'si-id': '--id',
  'si-content': '--text',
  'si-created': '--created',
  'si-expires': '--expires',
  'si-action': '--action',
  'si-info-class': '--info',
  'si-info-pcdata': '--info',
  CreateChildAccountEmail: '--email',
  CreateChildAccountTelephoneCountryCode: '--country-code',
  CreateChildAccountMobileNumber: '--mobile',
  CreateChildAccountGivenName: '--given-name',
  CreateChildAccountFamilyName: '--family-name',
  CreateChildAccountCompanyName: '--company',
  DeleteChildAccountUsername: 'USERNAME',
  TransferToAccountUsername: '--to',
  TransferCurrencyAmount: '--amount',
  TransferMessagesAmount: '--messages',
};

/** Work whose errors name the option that is to blame. @param more options behind parameters that differ from command to command. */
export async function byParameter<T>(more: Readonly<Record<string, string>>, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw underOption(error, { ...OPTION_OF, ...more });
  }
}

/**
 * Tells that no answer came, or that it refuses. What a split send had got before counts.
 * @throws the error itself when it is of another kind.
 */
export function showFailure(
  session: Session,
  error: unknown,
  addressees: Addressees | undefined,
  { json }: GatewayOptions,
  gateway: Gateway,
): void {
  const [outcome, exit] = outcomeOf(error);
  fail(session, exit, failureText(error as Error));
  const { attempts } = gateway;
  if (addressees === undefined) {
    const report =
      error instanceof GatewayError ? { report: error.report, meaning: reportOf(error.report).meaning, text: error.text } : {};
    if (json === true) tell(session, outcome, report, attempts);
    return;
  }
  const { results: all = [], unknown, notTried } = splitProgress(error) ?? {};
  const results = resultsOf(all, gateway);
  const done = { ...addressees, numbers: addressees.numbers.slice(0, results.length) };
  if (json === true) tell(session, outcome, { results: listed(results, done), ...{ unknown, notTried } }, attempts);
  else if (results.length > 0) session.write(tableOf(results, done), undefined);
}

function failureText(error: Error): string {
  if (error instanceof GatewayError) return refusalText(error);
  // Whoever reads this alone should not send it again.
  return error instanceof ProtocolError ? `${error.message}; the request was sent, and is not sent again` : error.message;
}

function refusalText({ report, text }: GatewayError): string {
  const words = text === undefined || text === '' ? '' : `; it says ${JSON.stringify(text)}`;
  return `the gateway refused: report ${withMeaning(reportOf(report))}${words}`;
}

function outcomeOf(error: unknown): readonly [Outcome, ExitCode] {
  if (error instanceof ConnectError) return ['unreachable', EXIT.unreachable];
  if (error instanceof OutcomeUnknownError || error instanceof ProtocolError) return ['unknown', EXIT.unknown];
  if (error instanceof GatewayError) return ['refused', EXIT.refused];
  throw error;
}

function fail(session: Session, exit: ExitCode, message: string): void {
  session.exit = exit;
  session.note(`handset: ${message}`);
}

/** Writes JSON that is the same for every command: how it ended, what came of it, what was tried, what there is to say. */
export function tell(session: Session, outcome: Outcome, values: object, attempts: readonly Attempt[]): void {
  session.write(toJson({ outcome, ...values, attempts, warnings: session.warnings }), undefined);
}
