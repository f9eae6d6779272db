/**
 * `handset send KIND --modem DEVICE`: the same contents, as messages that go through a modem.
 * @module
 */

import type { Duplex } from 'node:stream';
import { type Command, Option } from 'commander';
import { pluralize } from '../../bytes/file-fields.js';
import { KINDS } from '../../content/kinds.js';
import { type BuildOptions, buildSubmits, type Content } from '../../message/index.js';
import { type Modem, type ModemError, ModemSendError, openModem, type Report, type SentMessage } from '../../modem/index.js';
import { formatSubmits } from '../../show/carrier.js';
import type { Submit } from '../../sms/index.js';
import type { Made, Row } from '../content/row.js';
import type { SendingOptions } from '../content/sending-options.js';
import { byOption } from '../content/submits.js';
import { EXIT, type Session, toJson, UsageError } from '../io.js';
import { smscOption } from '../number-options.js';
import { numberOption } from '../options.js';
import { type DeviceOptions, deviceOptions, openDevice, pinOf, showModemFailure } from './device.js';

/** How a modem sends. */
export interface ModemSendingOptions extends DeviceOptions {
  readonly modem?: string;
  readonly report?: boolean;
  readonly wait: number;
  readonly smsc?: string;
  readonly validity?: number;
}

/** Adds what {@link ModemSendingOptions} holds. */
export function modemSendingOptions(command: Command): Command {
  command.optionsGroup('Modem:');
  command
    .option('--modem <device>', 'send through a modem in place of a gateway: /dev/ttyUSB0, COM3, or tcp:HOST:PORT')
    .option('--report', 'ask for status reports, and wait for them')
    .addOption(
      new Option('--wait <seconds>', 'how long to wait for status reports')
        .argParser(numberOption('wait', 1, 86_400))
        .default(60),
    )
    .option('--smsc <number>', 'service centre; the one of the SIM when left out', smscOption)
    .option('--validity <minutes>', 'relative validity period', numberOption('validity', 1, 635_040));
  return deviceOptions(command);
}

/** Options of a gateway that a modem has nothing for, by their names in commander. */
const OF_GATEWAYS = {
  server: '--server',
  secondary: '--secondary',
  config: '--config',
  timeout: '--timeout',
  addressBook: '--address-book',
  replyTo: '--reply-to',
  delay: '--delay',
  at: '--at',
  service: '--service',
  split: '--split',
  libraryNumber: '--library-number',
} as const;

/** @throws UsageError for a content or an option that only a gateway has. */
export function checkForModem({ kind, door }: Row, options: object): void {
  if (door === 'send')
    throw new UsageError(`${KINDS[kind].commands[0]} goes by way of a gateway, which keeps the file: no --modem`);
  for (const [name, option] of Object.entries(OF_GATEWAYS)) {
    if ((options as Record<string, unknown>)[name] !== undefined)
      throw new UsageError(`${option} goes with a gateway, not with --modem`);
  }
}

/** Options of a modem that a gateway has nothing for. */
const OF_MODEMS = { report: '--report', smsc: '--smsc', validity: '--validity' } as const;

/** @throws UsageError for an option that only a modem has. */
export function checkForGateway(options: ModemSendingOptions): void {
  for (const [name, option] of Object.entries(OF_MODEMS)) {
    if (options[name as keyof typeof OF_MODEMS] !== undefined) throw new UsageError(`${option} goes with --modem`);
  }
}

/** What became of the message to one recipient; with neither of them it was not tried. */
interface Result {
  readonly to: string;
  readonly sent?: SentMessage;
  readonly error?: ModemError;
}

/** Sends a content to each recipient. */
export async function sendByModem(
  session: Session,
  options: SendingOptions & ModemSendingOptions,
  { content, build }: Made,
  handset: Partial<BuildOptions>,
  recipients: readonly string[],
): Promise<void> {
  const messages = recipients.map((to) => ({
    to,
    submits: submitsFor(session, content as Content, to, options, { ...handset, ...build }),
  }));
  const [first] = messages;
  if (first !== undefined)
    session.note(
      `${KINDS[content.kind].name}: ${pluralize(first.submits.length, 'message')} to ${pluralize(messages.length, 'recipient')}`,
    );
  if (options.dryRun === true) {
    for (const { submits } of messages) session.write(formatSubmits(submits, 'at', { smsc: options.smsc }), undefined);
    return;
  }
  const reports = new Reports();
  let stream: Duplex | undefined;
  let modem: Modem | undefined;
  const results: Result[] = [];
  try {
    stream = await openDevice(options.modem as string, options);
    modem = await openModem(stream, {
      pin: pinOf(session),
      onNotice: (notice) => session.note(notice),
      onReport: (report) => reports.take(report),
    });
    for (const { to, submits } of session.counted(messages, 'recipients')) await sendTo(modem, to, submits, options, results);
    const wanted = results.flatMap(({ sent }) => sent ?? []);
    if (options.report === true) await reports.wait(wanted, options.wait * 1000, modem.closed);
    showResults(session, results, options);
  } catch (error) {
    try {
      showModemFailure(session, error);
    } finally {
      const untried = recipients.slice(results.length).map((to) => ({ to }));
      if (modem !== undefined) showResults(session, [...results, ...untried], options);
    }
  } finally {
    modem?.close();
    stream?.destroy();
  }
}

function submitsFor(
  session: Session,
  content: Content,
  to: string,
  { report, validity }: ModemSendingOptions,
  build: Partial<BuildOptions>,
): Submit[] {
  const onChoice: NonNullable<BuildOptions['onChoice']> = ({ warnings }) => {
    for (const warning of warnings) if (!session.warnings.includes(warning)) session.warn(warning);
  };
  return byOption(() =>
    buildSubmits(content, {
      ...build,
      onChoice,
      to,
      tpSrr: report,
      ...(validity !== undefined && { tpVp: { kind: 'relative', minutes: validity } }),
    }),
  );
}

/** Sends to one recipient, and notes what came of it. Only a modem that has gone ends the others' turn. */
async function sendTo(
  modem: Modem,
  to: string,
  submits: readonly Submit[],
  { smsc }: ModemSendingOptions,
  results: Result[],
): Promise<void> {
  try {
    results.push({ to, sent: await modem.send(submits, { smsc }) });
  } catch (error) {
    if (!(error instanceof ModemSendError)) throw error;
    const hasGone = error.code === 'closed';
    if (!hasGone || error.sent.parts.length > 0) results.push({ to, sent: error.sent, error });
    if (hasGone) throw error;
  }
}

/** Waits for what is said of messages. */
class Reports {
  readonly #final = new Map<SentMessage, string>();
  #onReport: (() => void) | undefined;

  take({ message, whole }: Report): void {
    if (message === undefined || whole === undefined || whole === 'waiting') return;
    this.#final.set(message, whole);
    this.#onReport?.();
  }

  /** Resolves when every message has its last report, when the time is over, or when the modem has gone. */
  async wait(messages: readonly SentMessage[], ms: number, closed: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const isDone = () => messages.every((message) => this.#final.has(message));
    const done = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.#onReport = () => isDone() && resolve();
      this.#onReport();
    });
    await Promise.race([done, closed]);
    clearTimeout(timer);
  }
}

function showResults(
  session: Session,
  results: readonly Result[],
  { json, report }: SendingOptions & ModemSendingOptions,
): void {
  const rows = results.map(({ to, sent, error }) => {
    const parts = sent?.parts ?? [];
    const references = parts.map(({ reference }) => reference ?? null);
    const state =
      report === true && error === undefined && sent !== undefined ? whole(parts.map((part) => part.state)) : undefined;
    return { to, outcome: outcomeOf(sent, error), references, state, reason: error?.message };
  });
  if (json === true) session.write(toJson({ results: rows }), undefined);
  else {
    const lines = rows.map(({ to, outcome, references, state, reason }) => {
      const named = references.filter((reference) => reference !== null).join(', ');
      const details = [named && `reference ${named}`, state, reason].filter((one) => one);
      return `${to}  ${outcome}${details.length === 0 ? '' : `  ${details.join('; ')}`}\n`;
    });
    session.write(lines.join(''), undefined);
  }
  const hasSent = rows.some(({ references }) => references.length > 0);
  // A modem that has gone has set its own code, which says that nothing was sent.
  if (session.exit === EXIT.ok || hasSent) {
    if (rows.some(({ outcome }) => outcome !== 'sent')) session.exit = EXIT.refused;
  }
  if (rows.some(({ state }) => state === 'failed')) session.exit = EXIT.refused;
  if (rows.some(({ outcome }) => outcome === 'unclear')) session.exit = EXIT.unknown;
}

function outcomeOf(sent: SentMessage | undefined, error: ModemError | undefined): 'sent' | 'not tried' | 'refused' | 'unclear' {
  if (error === undefined) return sent === undefined ? 'not tried' : 'sent';
  return error.code === 'unclear' ? 'unclear' : 'refused';
}

function whole(states: readonly (string | undefined)[]): string {
  if (states.includes('failed')) return 'failed';
  return states.every((state) => state === 'delivered') ? 'delivered' : 'no report yet';
}
