/**
 * A modem over a stream of both directions: a serial port, a socket, standard input and output.
 * @module
 */
import { wrongArgument } from '../bytes/check.js';
import type { ModemClock } from './channel.js';
import { Modem, type ModemOptions } from './modem.js';

/** The required members of a stream; every Duplex of Node has them, and so has a port of the package serialport. */
export interface ModemStream {
  /** Calls back with each piece that was read. */
  on(event: 'data', listener: (octets: Uint8Array) => void): unknown;
  /** Calls back when the stream fails. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Calls back when the stream ends. */
  on(event: 'close' | 'end', listener: () => void): unknown;
  /** Calls a listener back no more. Without it listeners stay on the stream. */
  readonly off?: {
    (event: 'data', listener: (octets: Uint8Array) => void): unknown;
    (event: 'error', listener: (error: Error) => void): unknown;
    (event: 'close' | 'end', listener: () => void): unknown;
  };
  /** Writes octets. */
  write(octets: Uint8Array): unknown;
}

/** How a modem on a stream is used: as {@link ModemOptions}; time is the system's when it is not given. */
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
 * Sets up the modem on a stream. The stream stays the caller's: its end closes the modem, and `close()` of the modem does not
 * end it, but takes the listeners away, that of `error` too.
 * @throws what `Modem.start` throws.
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
