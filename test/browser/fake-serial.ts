/**
 * A serial port for a page in the tests, with the scripted modem behind it. It is bundled and runs in the page: `plug` gives the page a port, and
 * what is then at the port.
 */
import { ScriptedModem, type ScriptedOptions } from '../modem/scripted-modem.js';

/** What the tests reach in the page. */
export interface FakeSerial {
  modem: ScriptedModem;
  /** Whether the page holds the port open. */
  isOpen: boolean;
  /** How the port is opened: another program may have it, or the user chooses none. */
  kind: 'free' | 'busy' | 'none';
  baudRate: number;
  /** Connects another modem. */
  plug(options?: Omit<ScriptedOptions, 'onOutput' | 'after'>): void;
  unplug(): void;
}

class FakePort extends EventTarget {
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  #out: ReadableStreamDefaultController<Uint8Array> | undefined;

  async open({ baudRate }: { baudRate: number }): Promise<void> {
    if (fake.kind === 'busy') throw new DOMException('Failed to open serial port.', 'NetworkError');
    if (fake.isOpen) throw new DOMException('The port is already open.', 'InvalidStateError');
    fake.isOpen = true;
    fake.baudRate = baudRate;
    this.readable = new ReadableStream({
      start: (controller) => {
        this.#out = controller;
      },
    });
    this.writable = new WritableStream({ write: (octets) => fake.modem.receive(octets) });
  }

  async close(): Promise<void> {
    if (this.readable?.locked === true || this.writable?.locked === true) throw new TypeError('Cannot cancel a locked stream');
    this.#out = undefined;
    this.readable = null;
    this.writable = null;
    fake.isOpen = false;
  }

  say(octets: Uint8Array): void {
    // A port gives what it has when it likes.
    setTimeout(() => this.#out?.enqueue(octets), 1);
  }

  lose(): void {
    const out = this.#out;
    this.#out = undefined;
    this.readable = null;
    out?.error(new DOMException('The device has been lost.', 'NetworkError'));
    this.dispatchEvent(new Event('disconnect'));
  }
}

const port = new FakePort();
const connect = (options: Omit<ScriptedOptions, 'onOutput' | 'after'> = {}) =>
  new ScriptedModem({
    ...options,
    onOutput: (octets) => port.say(octets),
    after: (ms, callback) => void setTimeout(callback, ms),
  });

const fake: FakeSerial = {
  modem: connect(),
  isOpen: false,
  kind: 'free',
  baudRate: 0,
  plug(options) {
    fake.modem = connect(options);
  },
  unplug: () => port.lose(),
};
const requestPort = async () => {
  if (fake.kind === 'none') throw new DOMException('No port selected by the user.', 'NotFoundError');
  return port;
};
Object.defineProperty(navigator, 'serial', { value: { requestPort } });
Object.assign(globalThis, { fake });
