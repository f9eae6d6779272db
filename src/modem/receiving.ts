/**
 * Messages that come: fetched, joined, offered to the reader, and deleted when the reader has accepted them.
 *
 *   +CMTI: "SM",3 ─► AT+CMGR=3 ─┐
 *   AT+CMGL=4, now and then ────┼─► joined ─► reader ─► accepted: AT+CMGD=3, AT+CNMA
 *   +CMT: ,36 <PDU> ────────────┘                  └─► refused: stays where it is, and is offered again
 *
 * Parts of a message stay stored until the message is whole and accepted: a program that stops meanwhile finds them again. What
 * is shown and not stored is in memory only.
 * Source: 3GPP TS 27.005 sections 3.4, 3.5.4 and 4.1 to 4.7.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { type Deliver, formatAddress, type MessagePart, messageClassOfDcs, Reassembler } from '../sms/index.js';
import { readStorages } from './answers.js';
import { failureOf, type ModemChannel } from './channel.js';
import { formatCommand } from './commands.js';
import { parseStoredMessage, type StoredMessage } from './stored.js';

/** A place in a storage of the modem. */
export interface StoredPlace {
  /** The storage, such as `SM`. */
  readonly memory: string;
  /** The index in it. */
  readonly index: number;
}

/**
 * A received message. `readSubmits(message.parts)` of `handset/message` returns its content: a text, a ringtone, a picture, a
 * push.
 */
export interface ModemMessage {
  /** Sender: a number, with + if it is international, or a name. */
  readonly from: string;
  /** The text of all parts; undefined for octets. */
  readonly text?: string;
  /** The octets of all parts; undefined for a text. */
  readonly data?: Uint8Array;
  /** Application ports, if the message has them. */
  readonly ports?: { readonly destination: number; readonly source: number };
  /** Whether the message has class 0, to be shown at once and not stored. */
  readonly isFlash: boolean;
  /** Time stamp of the service centre in the first part. */
  readonly at: Date;
  /** Its parts, in order, without missing ones. */
  readonly parts: readonly Deliver[];
  /** The octets of each part's TPDU. */
  readonly tpdus: readonly Uint8Array[];
  /** The number of missing parts; 0 for a complete message. */
  readonly missing: number;
  /** Where its parts are stored; empty for parts that the modem showed without storing them. */
  readonly places: readonly StoredPlace[];
}

/** Called with a problem of the modem or of a handler, as text. */
export type OnNotice = (notice: string) => void;

/** Where a part came from. */
interface Source {
  readonly deliver: Deliver;
  readonly octets: Uint8Array;
  readonly place: StoredPlace | undefined;
  /** Whether the network waits for its acknowledgement. */
  readonly isDue: boolean;
}

interface Offer {
  readonly message: ModemMessage;
  readonly sources: readonly Source[];
}

/** What is known of a place: the PDU that was there, and that its message was accepted. */
interface Known {
  readonly hex: string;
  isAccepted: boolean;
}

/** What an inbox needs. */
export interface InboxOptions {
  readonly channel: ModemChannel;
  /** Takes a message: it is accepted when nothing is thrown, and what is returned resolves. */
  readonly onMessage: (message: ModemMessage) => void | Promise<void>;
  readonly onNotice: OnNotice;
  /** Takes a status report that was stored. */
  readonly onReport: (stored: StoredMessage) => void;
  /** Called when the modem did not take an acknowledgement. */
  readonly onUnacknowledged: () => void;
  /** Whether messages stay stored although they were accepted. */
  readonly keep: boolean;
  /** How long a refused message waits, in milliseconds. */
  readonly retryMs: number;
}

/** How long a list may take, in milliseconds. */
const LIST_MS = 60_000;

/** See the module. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #channel: ModemChannel;
  readonly #reassembler: Reassembler;
  readonly #sources = new Map<MessagePart, Source>();
  readonly #known = new Map<string, Known>();
  readonly #offers: Offer[] = [];
  #isOffering = false;
  /** Ends when everything that waits was offered. */
  #offering: Promise<void> = Promise.resolve();
  /** Ends when it is known whether a storage that was full still is. */
  #makingRoom: Promise<void> | undefined;
  /** Messages that were not accepted, and wait to be offered again. */
  #refused = 0;
  /** The storage that is read; undefined before the modem said it, and after a command that may or may not have changed it. */
  #memory: string | undefined;
  /** Whether the modem says which storage it reads: of one that does not, no other is asked for. */
  #hasStorages = false;
  /** Whether messages that are shown are acknowledged. */
  isAcknowledged = false;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#channel = options.channel;
    const { pendingMessages, reassemblyMs } = options.channel.limits;
    this.#reassembler = new Reassembler({
      maxPending: pendingMessages,
      timeoutMs: reassemblyMs,
      onDiscard: ({ parts, total }) => this.#offerIncomplete(parts, total),
    });
  }

  /** Messages that wait for the reader. */
  get waiting(): number {
    return this.#offers.length + this.#refused;
  }

  get #isFull(): boolean {
    return this.waiting >= this.#channel.limits.modemWaiting;
  }

  /** Says which storage the modem reads. */
  set memory(memory: string) {
    this.#memory = memory;
    this.#hasStorages = memory !== '';
  }

  // ---- what comes ----

  /** A message that is shown and not stored. */
  takeShown(deliver: Deliver, octets: Uint8Array): void {
    const source = { deliver, octets, place: undefined, isDue: this.isAcknowledged };
    if (this.#isFull) {
      const fate = source.isDue ? 'the network keeps it' : 'it is lost';
      this.#options.onNotice(`a message from ${formatAddress(deliver.tpOa)} was not taken, the reader is too slow: ${fate}`);
      this.#acknowledge([source], false);
    } else this.#take(source);
  }

  /** Fetches what was stored at a place. */
  async fetch(place: StoredPlace): Promise<void> {
    const memory = this.#hasStorages ? place.memory : '';
    const lines = await this.#channel.exclusive(async () => {
      if (!(await this.#select(memory))) return [];
      const { ending, lines } = await this.#channel.run(formatCommand('+CMGR', [place.index]));
      return ending.kind === 'ok' ? lines : [];
    });
    for (const line of lines) this.#takeStored(line, memory, place.index);
  }

  /**
   * Looks at everything that is stored, and says whether the modem gave a list. Gives up what waits for its other parts too
   * long, or when the storage stays full although what was accepted is deleted.
   */
  async list(memory = ''): Promise<boolean> {
    const { answer, isFull } = await this.#channel.exclusive(async () => {
      if (!(await this.#select(memory))) return { isFull: false };
      const answer = await this.#channel.run('AT+CMGL=4', { timeoutMs: LIST_MS });
      return { answer, isFull: await this.#readFull() };
    });
    const isListed = answer === undefined || answer.ending.kind === 'ok' || answer.ending.kind === 'closed';
    if (!isListed) this.#noticeOnce(`what is stored cannot be read now: ${failureOf(answer, 'AT+CMGL').message}`, memory);
    for (const line of (isListed && answer?.lines) || []) this.#takeStored(line, memory, undefined);
    this.#reassembler.expire(this.#channel.clock.now());
    if (isFull) {
      this.#makingRoom ??= this.#quietly(() => this.#makeRoom()).finally(() => {
        this.#makingRoom = undefined;
      });
    }
    return isListed;
  }

  /** Whether there is no place for what comes. */
  async #readFull(): Promise<boolean> {
    const [reading, , coming = reading] = (await this.#channel.read('AT+CPMS?', readStorages)) ?? [];
    return coming !== undefined && coming.total > 0 && coming.used >= coming.total;
  }

  /** Waits until what the reader accepts is deleted; where that does not help, what is incomplete has to go. */
  async #makeRoom(): Promise<void> {
    await this.#offering;
    if (!(await this.#channel.exclusive(() => this.#readFull()))) return;
    this.#options.onNotice('the storage is full: nothing comes until something is deleted');
    // What its missing parts have no room for will not become whole.
    this.#reassembler.expire(Number.POSITIVE_INFINITY);
  }

  /**
   * Makes the modem read a storage, and says whether it does: where it does not, places are those of another storage, and
   * nothing may be read or deleted. A modem that does not say its storages reads the one that it has, which is `''`.
   */
  async #select(memory: string): Promise<boolean> {
    if (!this.#hasStorages || memory === this.#memory) return true;
    this.#memory = undefined;
    if (memory !== '' && (await this.#channel.try(formatCommand('+CPMS', [memory])))) {
      this.#memory = memory;
      return true;
    }
    this.#noticeOnce(`the storage ${memory} cannot be chosen now: what is in it stays`, memory);
    return false;
  }

  #takeStored(
    line: { readonly line: string; readonly pdu?: string | undefined },
    memory: string,
    at: number | undefined,
  ): void {
    let stored: StoredMessage;
    try {
      stored = parseStoredMessage(line, { lenient: true });
    } catch (error) {
      const where = /^\+CMGL: ?(\d+)/.exec(line.line)?.[1] ?? at;
      this.#noticeOnce(`the message at ${where} cannot be read, and stays: ${(error as Error).message}`, line.pdu ?? '');
      return;
    }
    const index = stored.index ?? at;
    if (index === undefined || !stored.state.startsWith('received')) return;
    const place = { memory, index };
    const hex = toHex(stored.octets);
    const key = keyOf(place);
    const known = this.#known.get(key);
    if (known?.hex === hex) {
      if (known.isAccepted && !this.#options.keep) this.#delete([place]);
      return;
    }
    const { tpdu, octets } = stored;
    // What the reader has no room for stays, and is found again in the list.
    if (tpdu.type === 'SMS-DELIVER' && this.#isFull) return;
    this.#remember(key, { hex, isAccepted: false });
    if (tpdu.type === 'SMS-STATUS-REPORT') {
      this.#options.onReport(stored);
      this.#accept([{ place, octets }]);
    } else if (tpdu.type === 'SMS-DELIVER') {
      this.#take({ deliver: tpdu, octets, place, isDue: false });
    } else {
      this.#options.onNotice(`a ${tpdu.type} is stored at ${index}, and stays`);
    }
  }

  /** Notes what is at a place; of places there are no more than a modem has, or than may wait. */
  #remember(key: string, known: Known): void {
    this.#known.delete(key);
    if (this.#known.size >= 8 * this.#channel.limits.modemWaiting)
      this.#known.delete(this.#known.keys().next().value as string);
    this.#known.set(key, known);
  }

  #noticeOnce(notice: string, hex: string): void {
    if (this.#known.get(notice)?.hex === hex) return;
    this.#remember(notice, { hex, isAccepted: false });
    this.#options.onNotice(notice);
  }

  // ---- what is offered ----

  #take(source: Source): void {
    const { deliver } = source;
    this.#sources.set(deliver, source);
    const from = formatAddress(deliver.tpOa);
    const placed = this.#reassembler.place(deliver, { from, at: this.#channel.clock.now() });
    if (placed.isRepeated) {
      this.#sources.delete(deliver);
      this.#acknowledge([source], true);
      this.#accept([source]);
      return;
    }
    if (placed.message === undefined) {
      // Its other parts come only when this one is acknowledged.
      this.#acknowledge([source], true);
      return;
    }
    const sources = this.#sourcesOf(placed.parts);
    const { text, data, ports } = placed.message;
    this.#offer(sources, 0, {
      ...(text !== undefined && { text }),
      ...(data !== undefined && { data }),
      ...(ports && { ports }),
    });
  }

  #sourcesOf(parts: readonly MessagePart[]): Source[] {
    return parts.flatMap((part) => {
      const source = this.#sources.get(part);
      this.#sources.delete(part);
      return source ?? [];
    });
  }

  #offerIncomplete(parts: readonly MessagePart[], total: number): void {
    const sources = this.#sourcesOf(parts);
    if (sources.length === 0) return;
    const text = parts.map((part) => part.text ?? '').join('');
    const data = parts.flatMap((part) => [...(part.data ?? [])]);
    const isText = parts.every((part) => part.data === undefined);
    this.#offer(sources, total - parts.length, isText ? { text } : { data: Uint8Array.from(data) });
  }

  #offer(sources: readonly Source[], missing: number, content: Pick<ModemMessage, 'text' | 'data' | 'ports'>): void {
    const parts = sources.map(({ deliver }) => deliver);
    const { tpOa, tpDcs, tpScts } = parts[0] as Deliver;
    const places = sources.flatMap(({ place }) => place ?? []);
    const isFlash = messageClassOfDcs(tpDcs) === 0;
    const tpdus = sources.map(({ octets }) => octets);
    const message = { from: formatAddress(tpOa), ...content, isFlash, at: tpScts.at, parts, tpdus, missing, places };
    this.#offers.push({ message, sources });
    this.#offerAll();
  }

  /** Offers messages one by one, those that come meanwhile too. */
  #offerAll(): void {
    if (this.#isOffering) return;
    this.#isOffering = true;
    this.#offering = this.#offerEach();
  }

  async #offerEach(): Promise<void> {
    for (let offer = this.#offers[0]; offer !== undefined; offer = this.#offers[0]) {
      try {
        await this.#options.onMessage(offer.message);
        this.#acknowledge(offer.sources, true);
        this.#accept(offer.sources);
      } catch (error) {
        this.#refuse(offer, error);
      }
      this.#offers.shift();
    }
    // At once, so that what comes next begins anew.
    this.#isOffering = false;
  }

  /** Resolves when everything was offered, and what was accepted is deleted. */
  async idle(): Promise<void> {
    while (this.#isOffering || this.#makingRoom !== undefined) await (this.#makingRoom ?? this.#offering);
    await this.#channel.exclusive(async () => {});
  }

  /** A message that was not accepted: what is stored stays and is offered again; the network is told to keep what is not. */
  #refuse(offer: Offer, error: unknown): void {
    const { sources, message } = offer;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.onNotice(`a message from ${message.from} was not accepted: ${reason}`);
    if (sources.some(({ isDue }) => isDue) && message.parts.length === 1 && message.missing === 0) {
      this.#acknowledge(sources, false);
      return;
    }
    this.#refused++;
    this.#channel.pause(this.#options.retryMs).then(
      () => {
        this.#refused--;
        this.#offers.push(offer);
        this.#offerAll();
      },
      // The modem was closed: what is stored is found again.
      () => {},
    );
  }

  // ---- what is told the modem ----

  /** Acknowledges what is due of the parts; parts of a message that is not whole were acknowledged before. */
  #acknowledge(sources: readonly Source[], isAccepted: boolean): void {
    for (const source of sources) {
      if (!source.isDue || this.#acknowledged.has(source)) continue;
      this.#acknowledged.add(source);
      void this.acknowledge(isAccepted);
    }
  }

  readonly #acknowledged = new WeakSet<Source>();

  /** Tells the network that what was shown arrived, or did not. */
  async acknowledge(isAccepted: boolean): Promise<void> {
    await this.#quietly(async () => {
      const answer = await this.#channel.run(isAccepted ? 'AT+CNMA' : 'AT+CNMA=2');
      if (answer.ending.kind === 'ok' || answer.ending.kind === 'closed') return;
      const reason = failureOf(answer, 'AT+CNMA').message;
      this.#options.onNotice(`an acknowledgement came too late, and the network may send the message again: ${reason}`);
      this.#options.onUnacknowledged();
    });
  }

  /** Notes what was accepted. A place that has another message by now is not its place any more. */
  #accept(sources: readonly Pick<Source, 'place' | 'octets'>[]): void {
    const places = sources.flatMap(({ place, octets }) => {
      const known = place === undefined ? undefined : this.#known.get(keyOf(place));
      if (place === undefined || known?.hex !== toHex(octets)) return [];
      known.isAccepted = true;
      return place;
    });
    if (!this.#options.keep && places.length > 0) this.#delete(places);
  }

  /** Deletes places; one that cannot be deleted now is tried again when the list is looked at. */
  #delete(places: readonly StoredPlace[]): void {
    void this.#quietly(() =>
      this.#channel.exclusive(async () => {
        for (const place of places) {
          // Work before this one may have deleted it: what is there then is another message, which nobody has read.
          const isStillThere = () => this.#known.get(keyOf(place))?.isAccepted === true;
          if (!isStillThere() || !(await this.#select(place.memory)) || !isStillThere()) continue;
          if (await this.#channel.try(formatCommand('+CMGD', [place.index]))) this.#known.delete(keyOf(place));
        }
      }),
    );
  }

  /** Work whose failure changes nothing for anybody. */
  async #quietly(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#channel.closed === undefined) this.#options.onNotice((error as Error).message);
    }
  }
}

function keyOf({ memory, index }: StoredPlace): string {
  return `${memory}:${index}`;
}
