/**
 * A modem over a duplex stream: a serial port, a socket, standard input and output.
 * @module
 */
import { wrongArgument } from '../bytes/check.js';
import type { ModemClock } from './channel.js';
import { Modem, type ModemOptions } from './modem.js';

/** The required members of a stream, such as a Duplex of Node or a port of the package serialport. */
export interface ModemStream {
  /** Adds a listener for received octets. */
  on(event: 'data', listener: (octets: Uint8Array) => void): unknown;
  /** Adds a listener for a failure. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Adds a listener for the end. */
  on(event: 'close' | 'end', listener: () => void): unknown;
  /** Removes a listener. Without it listeners stay on the stream. */
  readonly off?: {
    (event: 'data', listener: (octets: Uint8Array) => void): unknown;
    (event: 'error', listener: (error: Error) => void): unknown;
    (event: 'close' | 'end', listener: () => void): unknown;
  };
  /** Writes octets. */
  write(octets: Uint8Array): unknown;
}

/** Options of {@link openModem}: those of {@link ModemOptions}, with the system's clock by default. */
export type OpenModemOptions = Omit<ModemOptions, 'onOutput' | 'clock'> & Partial<Pick<ModemOptions, 'clock'>>;

/** Timers of the platform: the same in Node, browsers and workers. */
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

const SYSTEM_CLOCK: ModemClock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Sets up the modem on a stream. The end of the stream closes the modem; `close()` of the modem does not
 * end the stream, but removes the listeners, also that of `error`.
 * @throws ModemError, EncodeError as `Modem.start`; TypeError for a value that is not a stream.
 * @example
 * ```ts
 * import { decodeUtf8, encodeUtf8 } from 'handset/bytes';
 * import { openModem } from 'handset/modem';
 * import { submitText } from 'handset/sms';
 *
 * // In place of `new SerialPort({ path: '/dev/ttyUSB0', baudRate: 115200 })`: a modem that takes everything.
 * let say = (_: Uint8Array): void => {};
 * const port = {
 *   on: (event: string, listener: (value: never) => void) => void (event === 'data' && (say = listener as typeof say)),
 *   write(octets: Uint8Array) {
 *     const line = decodeUtf8(octets);
 *     const answer = line.endsWith('\x1A') ? '+CMGS: 5\r\n\r\nOK\r\n' : line.startsWith('AT+CMGS') ? '> ' : 'OK\r\n';
 *     queueMicrotask(() => say(encodeUtf8(`\r\n${answer}`)));
 *   },
 * };
 * const modem = await openModem(port, { pollMs: 0 });
 * const { parts } = await modem.send(submitText('On my way', { to: '+447700900123' }));
 * parts[0]?.reference; // -> 5
 * modem.close();
 * ```
 */
export async function openModem(stream: ModemStream, options: OpenModemOptions = {}): Promise<Modem> {
  if (typeof stream?.on !== 'function') throw wrongArgument(stream, 'stream', 'a stream: an object with `on` and `write`');
  const modem = new Modem({ clock: SYSTEM_CLOCK, ...options, onOutput: (octets) => void stream.write(octets) });
  let hasEnded = false;
  const end = (reason: string) => {
    hasEnded = true;
    modem.close(reason);
  };
  const take = (octets: Uint8Array) => modem.receive(octets);
  const fail = (error: Error) => end(`the stream failed: ${error.message}`);
  const finish = () => end('the stream has ended');
  stream.on('data', take);
  stream.on('error', fail);
  stream.on('end', finish);
  stream.on('close', finish);
  // A stream that fails may do so again: its listeners stay.
  void modem.closed.then(() => {
    if (hasEnded) return;
    stream.off?.('data', take);
    stream.off?.('error', fail);
    stream.off?.('end', finish);
    stream.off?.('close', finish);
  });
  try {
    await modem.start();
  } catch (error) {
    modem.close();
    throw error;
  }
  return modem;
}
