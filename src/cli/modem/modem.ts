/**
 * `handset modem`: what a modem has and gets, and what its services say.
 * @module
 */
import type { Duplex } from 'node:stream';
import type { Command } from 'commander';
import { toHex } from '../../bytes/index.js';
import { printable } from '../../inspect/printable.js';
import {
  type Modem,
  ModemError,
  type ModemMessage,
  openModem,
  type Report,
  type Unsolicited,
  type UssdMessage,
} from '../../modem/index.js';
import { formatCbs } from '../../show/cbs.js';
import { describeStatus, formatAddress } from '../../sms/index.js';
import { describeStored } from '../gateway/inbox.js';
import { EXIT, type Session, toJson, toJsonLine, UsageError } from '../io.js';
import { type DeviceOptions, describeModem, deviceOptions, openDevice, pinOf, showModemFailure } from './device.js';

interface Options extends DeviceOptions {
  readonly once?: boolean;
  readonly delete?: boolean;
  readonly ussd?: string;
  readonly status?: boolean;
  readonly storage?: string;
  readonly cellBroadcast?: boolean;
  readonly dark?: boolean;
  readonly json?: boolean;
}

/** Adds the command. */
export function addModem(command: Command, session: Session): void {
  command
    .option('--once', 'show what is stored, and end')
    .option('--delete', 'delete each message from the modem when it was shown; it stays there otherwise')
    .option('--storage <name>', 'which storage: SM (the SIM), ME (the modem), MT (both); as the modem has it when left out')
    .option('--cell-broadcast', 'show pages of cell broadcast, too')
    .option('--ussd <code>', 'ask a service of the network, such as *100#, and end')
    .option('--status', 'show maker, network, signal and storages, and end')
    .option('--dark', 'draw light where a picture is dark: for terminals with a dark ground')
    .option('--json', 'as JSON, a line for each message, report and page');
  deviceOptions(command).action((device: string, options: Options) => useModem(session, device, options));
  command.addHelpText('after', '\nThe PIN of the SIM is in HANDSET_SIM_PIN; it is entered only when the SIM asks.');
}

async function useModem(session: Session, device: string, options: Options): Promise<void> {
  const { ussd, status, once, delete: isDeleting } = options;
  if (ussd !== undefined && status === true) throw new UsageError('either --ussd or --status');
  const isListing = ussd === undefined && status !== true;
  if (!isListing && (once === true || isDeleting === true))
    throw new UsageError('--once and --delete go with the list of messages');
  let stream: Duplex | undefined;
  let modem: Modem | undefined;
  try {
    stream = await openDevice(device, options);
    modem = await openModem(stream, {
      pin: pinOf(session),
      storage: options.storage,
      keep: isDeleting !== true,
      broadcast: options.cellBroadcast,
      onNotice: (notice) => session.warn(notice),
      ...(isListing && {
        onMessage: (message) => showMessage(session, message, options),
        onReport: (report) => showReport(session, report, options),
        onEvent: (event) => showEvent(session, event, options),
      }),
    });
    if (ussd !== undefined) showService(session, await modem.askService(ussd), options);
    else if (status === true) await showStatus(session, modem, options);
    else if (once === true) await modem.idle();
    else {
      session.note('waiting for messages; Ctrl-C ends it');
      throw new ModemError('closed', await modem.closed);
    }
  } catch (error) {
    showModemFailure(session, error);
  } finally {
    modem?.close();
    stream?.destroy();
  }
}

// ---- what is shown ----

/** A message, as the handset would show it. Nothing is accepted that could not be written. */
async function showMessage(session: Session, message: ModemMessage, { json, dark }: Options): Promise<void> {
  const { from, at, text, data, ports, isFlash, missing, places, tpdus } = message;
  const received = Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  const warnings = missing === 0 ? [] : [`${missing} of ${missing + tpdus.length} parts did not come`];
  if (json === true) {
    const octets = data && { data: toHex(data) };
    const rest = { isFlash, missing, places, pdus: tpdus.map((tpdu) => toHex(tpdu)) };
    session.write(toJsonLine({ kind: 'message', from, at: received, text, ...octets, ports, ...rest }), undefined);
  } else {
    session.write(`${describeStored(session, { from, receivedAt: received, tpdus, warnings }, dark === true)}\n`, undefined);
  }
  await session.streams.drained?.();
}

function showReport(session: Session, { report, state }: Report, { json }: Options): void {
  const to = formatAddress(report.tpRa);
  const at = Number.isNaN(report.tpDt.at.getTime()) ? undefined : report.tpDt.at.toISOString();
  if (json === true) session.write(toJsonLine({ kind: 'report', to, reference: report.tpMr, state, at }), undefined);
  else session.write(`report on ${report.tpMr} to ${printable(to)}: ${describeStatus(report.tpSt)}\n`, undefined);
}

function showEvent(session: Session, event: Unsolicited, { json }: Options): void {
  if (event.kind !== 'broadcast') return;
  const { broadcast, octets } = event;
  if (json !== true) {
    session.write(`${printable(formatCbs(broadcast))}\n`, undefined);
    return;
  }
  const hexed = Object.entries(broadcast).map(([name, value]) => [name, value instanceof Uint8Array ? toHex(value) : value]);
  session.write(
    toJsonLine({ kind: 'broadcast', page: octets && toHex(octets), broadcast: Object.fromEntries(hexed) }),
    undefined,
  );
}

function showService(session: Session, { state, text, dcs, shown }: UssdMessage, { json }: Options): void {
  if (json === true) session.write(toJson({ state, text, dcs, shown }), undefined);
  else session.write(`${printable(text ?? shown, true)}\n`, undefined);
  if (state === 'asks') session.note('the service waits for an answer, which ends with this command');
  if (state !== 'done' && state !== 'asks') {
    session.note(`handset: the service says: ${state}`);
    session.exit = EXIT.refused;
  }
}

async function showStatus(session: Session, modem: Modem, { json }: Options): Promise<void> {
  const status = await modem.status();
  session.write(json === true ? toJson(status) : printable(describeModem(status), true), undefined);
}
