/**
 * A service centre for tests: the package's own sessions behind a server on the loopback interface. What it answers is told per test.
 * @module
 */
import { createServer, type Server, type Socket } from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';

/** A frame with its fields under the specification's names. */
export type Frame = PDU & Readonly<Record<string, unknown>>;

/** Octets of frames behind their length, in hex: the package shows content in its own way. */
const octets = new WeakMap<Frame, string>();

/** How to answer a request: a status with an id, or not at all. */
export type Reply = { readonly status?: number; readonly id?: string } | 'silence';

/** Things that happened, in order, to be waited for. */
export class Happenings<T> {
  readonly all: T[] = [];
  readonly #waiting = new Set<() => void>();

  add(one: T): void {
    this.all.push(one);
    for (const check of [...this.#waiting]) check();
  }

  /** All that happened, once the condition holds for it. */
  until(holds: (all: readonly T[]) => boolean): Promise<readonly T[]> {
    if (holds(this.all)) return Promise.resolve(this.all);
    return new Promise((resolve) => {
      const check = () => {
        if (!holds(this.all)) return;
        this.#waiting.delete(check);
        resolve(this.all);
      };
      this.#waiting.add(check);
    });
  }

  /** The first that the condition holds for. */
  async first(holds: (one: T) => boolean): Promise<T> {
    return (await this.until((all) => all.some(holds))).find(holds) as T;
  }

  count(count: number): Promise<readonly T[]> {
    return this.until((all) => all.length >= count);
  }
}

export class Centre {
  readonly requests = new Happenings<Frame>();
  readonly sessions = new Happenings<Session>();
  port = 0;
  /** What to answer to each request; ids count up from 1 by default. */
  reply: (request: Frame, session: Session) => Reply = () => ({});
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Map<number, (answer: Frame) => void>();
  #ids = 0;

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(port = 0): Promise<Centre> {
    const centre = new Centre();
    await new Promise<void>((resolve) => centre.#server.listen(port, '127.0.0.1', resolve));
    centre.port = (centre.#server.address() as { port: number }).port;
    return centre;
  }

  /** Requests of a kind, once there are so many. */
  async requested(command: string, count: number): Promise<Frame[]> {
    const ofKind = (all: readonly Frame[]) => all.filter((request) => request.command === command);
    return ofKind(await this.requests.until((all) => ofKind(all).length >= count));
  }

  /** The connection that was made last. */
  get session(): Session {
    return this.sessions.all.at(-1) as Session;
  }

  /** Sends a request and waits for its answer. */
  request(command: string, fields?: Readonly<Record<string, unknown>>): Promise<Frame> {
    const pdu = new smpp.PDU(command, fields);
    return new Promise((resolve) => {
      this.session.send(pdu);
      this.#answers.set(pdu.sequence_number, resolve);
    });
  }

  /** Sends octets as they are. */
  raw(hex: string): void {
    [...this.#sockets].at(-1)?.write(Buffer.from(hex, 'hex'));
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The answer to a request, now or later. */
  answer(request: Frame, session: Session, { status = 0, id }: Exclude<Reply, 'silence'> = {}): void {
    const isSubmit = request.command === 'submit_sm' && status === 0;
    session.send(request.response({ command_status: status, ...(isSubmit && { message_id: id ?? String(++this.#ids) }) }));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let last = '';
    const read = socket.read.bind(socket);
    socket.read = (size) => {
      const chunk: Buffer | null = read(size);
      if (chunk !== null) last = chunk.toString('hex').toUpperCase();
      return chunk;
    };
    const session = new smpp.Session({ socket });
    session.on('error', () => socket.destroy());
    session.on('close', () => this.#sockets.delete(socket));
    session.on('pdu', (pdu: Frame) => {
      octets.set(pdu, last);
      if (pdu.isResponse()) {
        this.#answers.get(pdu.sequence_number)?.(pdu);
        return;
      }
      const reply = this.reply(pdu, session);
      if (reply !== 'silence') this.answer(pdu, session, reply);
      this.requests.add(pdu);
    });
    this.sessions.add(session);
  }
}

/** Octets of a part as the package shows them: header elements apart from the rest, text decoded in its own way. */
export function octetsOf(frame: Frame): { udh: string; message: unknown } {
  const { udh = [], message } = frame.short_message as { udh?: Buffer[]; message: unknown };
  return { udh: Buffer.concat(udh).toString('hex').toUpperCase(), message };
}

/** The whole frame, from command_id on, in hex. */
export function rawOf(frame: Frame): string {
  return octets.get(frame) ?? '';
}
