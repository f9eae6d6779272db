/**
 * A serial port of the browser (Web Serial) as the stream that a modem takes. No DOM here.
 * Source: WICG Web Serial API, sections 4.3 to 4.8.
 * @module
 */
import type { ModemStream } from '../../modem/index.js';

/** What is used of the browser's `SerialPort`. */
export interface BrowserSerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  setSignals?(signals: { readonly dataTerminalReady: boolean; readonly requestToSend: boolean }): Promise<void>;
  addEventListener?(type: 'disconnect', listener: () => void): void;
  removeEventListener?(type: 'disconnect', listener: () => void): void;
}

/** What is used of the browser's `navigator.serial`. */
export interface BrowserSerial {
  requestPort(): Promise<BrowserSerialPort>;
}

/** Serial ports of this browser; undefined where it has none, or gives none to this page. */
export function findSerial(): BrowserSerial | undefined {
  return (globalThis as { readonly navigator?: { readonly serial?: BrowserSerial } }).navigator?.serial;
}

/** Octets that the browser holds for the page: a list of a full SIM is longer than the usual 255. */
const BUFFER_OCTETS = 4_096;
/** Faults of the line (parity, framing, overrun) without an octet in between, after which the port is given up. */
const MAX_FAULTS = 100;
/** How long a port may take to be closed. */
const CLOSE_MS = 3_000;

type Listeners = {
  readonly data: Set<(octets: Uint8Array) => void>;
  readonly error: Set<(error: Error) => void>;
  readonly close: Set<() => void>;
};

/** An open port. */
export class SerialStream implements ModemStream {
  readonly #port: BrowserSerialPort;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #listeners: Listeners = { data: new Set(), error: new Set(), close: new Set() };
  readonly #reading: Promise<void>;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #hasEnded = false;

  private constructor(port: BrowserSerialPort, writable: WritableStream<Uint8Array>) {
    this.#port = port;
    this.#writer = writable.getWriter();
    port.addEventListener?.('disconnect', this.#unplugged);
    this.#reading = this.#read();
  }

  /** Opens a port. @throws what the browser throws: DOMException `NetworkError` for a port that another program has */
  static async open(port: BrowserSerialPort, baudRate: number): Promise<SerialStream> {
    await port.open({ baudRate, bufferSize: BUFFER_OCTETS });
    // Some modems wait for these lines; others have none.
    await port.setSignals?.({ dataTerminalReady: true, requestToSend: true }).catch(() => undefined);
    const { writable } = port;
    if (writable === null) {
      await port.close();
      throw new DOMException('the port cannot be written to', 'NetworkError');
    }
    return new SerialStream(port, writable);
  }

  on(event: 'data' | 'error' | 'close' | 'end', listener: (value: never) => void): void {
    if (event !== 'end') this.#listeners[event].add(listener as () => void);
  }

  off(event: 'data' | 'error' | 'close' | 'end', listener: (value: never) => void): void {
    if (event !== 'end') this.#listeners[event].delete(listener as () => void);
  }

  write(octets: Uint8Array): void {
    if (this.#hasEnded) return;
    this.#writing = this.#writing.then(() => this.#writer.write(octets)).catch((error: Error) => this.#fail(error));
  }

  /** Closes the port, whatever it is doing. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  readonly #unplugged = (): void => this.#fail(new Error('the device was unplugged'));

  async #read(): Promise<void> {
    let faults = 0;
    let last: Error | undefined;
    // After a fault of the line the browser gives another stream; after that of the device none.
    while (!this.#hasEnded && this.#port.readable !== null && faults <= MAX_FAULTS) {
      const reader = this.#port.readable.getReader();
      this.#reader = reader;
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return void this.close();
          faults = 0;
          for (const listener of this.#listeners.data) listener(value);
        }
      } catch (error) {
        faults++;
        last = error as Error;
      } finally {
        reader.releaseLock();
      }
    }
    this.#fail(last ?? new Error('the port has no octets to read'));
  }

  #fail(error: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const listener of [...this.#listeners.error]) listener(error);
    void this.close();
  }

  async #close(): Promise<void> {
    this.#hasEnded = true;
    for (const listener of [...this.#listeners.close]) listener();
    this.#port.removeEventListener?.('disconnect', this.#unplugged);
    const closed = (async () => {
      // A port with a locked stream cannot be closed. One that was unplugged has failed already, and says so again here.
      await Promise.allSettled([this.#reader?.cancel(), this.#writer.abort()]);
      await this.#reading;
      this.#writer.releaseLock();
      await this.#port.close();
    })().catch(() => undefined);
    // A device that takes nothing more must not hold the page up.
    await Promise.race([closed, new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS))]);
  }
}
