/**
 * The stream behind a modem's name: a serial port by the optional package serialport, or a TCP server of one.
 *
 *   /dev/ttyUSB0  COM3        a serial port
 *   tcp:127.0.0.1:4000        a server that passes octets on, such as ser2net
 *
 * @module
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Command } from 'commander';
import { ModemError, type ModemStatus } from '../../modem/index.js';
import { modemFacts } from '../../show/modem.js';
import { EXIT, type ExitCode, reasonOf, type Session, UsageError } from '../io.js';
import { numberOption } from '../options.js';

/** Options of all that speaks to a modem. */
export interface DeviceOptions {
  readonly baud: number;
}

/** Adds what {@link DeviceOptions} holds. */
export function deviceOptions(command: Command): Command {
  return command.option('--baud <rate>', 'speed of a serial port', numberOption('baud', 300, 4_000_000), 115_200);
}

/** What is used of the package serialport. */
export interface SerialPackage {
  readonly SerialPort: new (options: {
    path: string;
    baudRate: number;
    autoOpen: false;
  }) => Duplex & {
    open(done: (error: Error | null) => void): void;
  };
}

const MODULE = 'serialport';
const CONNECT_MS = 10_000;

const load = async () => createRequire(import.meta.url)(MODULE) as SerialPackage;

/** What it says to a user that the package is missing. */
function missingOrThrow(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
  throw new UsageError(`a serial port needs the package ${MODULE}: npm install ${MODULE}; tcp:HOST:PORT needs none`);
}

/**
 * Opens a device.
 * @throws UsageError for a name that is not a device's, and without the package; ModemError `closed` for what cannot be opened.
 */
export async function openDevice(name: string, { baud }: DeviceOptions, loadSerial = load): Promise<Duplex> {
  if (name.startsWith('tcp:')) return openTcp(name);
  if (name === '' || name.startsWith('-'))
    throw new UsageError('a modem is a device such as /dev/ttyUSB0 or COM3, or tcp:HOST:PORT');
  const { SerialPort } = await loadSerial().catch(missingOrThrow);
  const port = new SerialPort({ path: name, baudRate: baud, autoOpen: false });
  await new Promise<void>((resolve, reject) => {
    port.open((error) => {
      if (error === null) resolve();
      else reject(new ModemError('closed', `${name} cannot be opened: ${serialReason(error)}`));
    });
  });
  return port;
}

/** What the package says of a port, in words: its errors have no codes. */
function serialReason({ message }: Error): string {
  if (/no such file|file not found/i.test(message)) return 'there is no such device';
  if (/permission|access denied/i.test(message)) return 'that is not allowed';
  if (/busy|lock/i.test(message)) return 'another program has it';
  return message.replace(/^(?:Error: )+/, '');
}

async function openTcp(name: string): Promise<Duplex> {
  const [, bracketed, plain, port] = /^tcp:(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(name) ?? [];
  const host = bracketed ?? plain;
  const isHost = host !== undefined && (bracketed === undefined || isIPv6(bracketed));
  if (!isHost || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError('tcp: is followed by HOST:PORT, such as tcp:127.0.0.1:4000');
  const socket = connect({ host, port: Number(port) });
  socket.setNoDelay(true);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
  } catch (error) {
    socket.destroy();
    const reasons = {
      ECONNREFUSED: 'nothing listens there',
      ENOTFOUND: 'there is no such host',
      ABORT_ERR: 'it does not answer',
    };
    throw new ModemError('closed', `${name} cannot be opened: ${reasonOf(error, reasons)}`);
  }
  return socket;
}

/** Exit codes of what goes wrong with a modem. */
const EXITS: Readonly<Record<ModemError['code'], ExitCode>> = {
  refused: EXIT.refused,
  cancelled: EXIT.refused,
  unsupported: EXIT.refused,
  pin: EXIT.refused,
  damaged: EXIT.unknown,
  unclear: EXIT.unknown,
  silent: EXIT.unreachable,
  closed: EXIT.unreachable,
};

/** Tells what went wrong with the modem, and ends with its exit code; other errors are thrown again. */
export function showModemFailure(session: Session, error: unknown): void {
  if (!(error instanceof ModemError)) throw error;
  const hint = error.code === 'pin' ? '; HANDSET_SIM_PIN has the PIN of the SIM' : '';
  session.note(`handset: ${error.message}${hint}`);
  session.exit = EXITS[error.code];
}

/** The PIN of the SIM: never among the arguments, where every process of the machine can read it. */
export function pinOf(session: Session): string | undefined {
  return session.streams.env.HANDSET_SIM_PIN;
}

/** What a modem says of itself, line by line. */
export function describeModem(status: ModemStatus): string {
  return modemFacts(status)
    .map(({ name, value }) => `${name.toLowerCase().padEnd(8)} ${value}\n`)
    .join('');
}
