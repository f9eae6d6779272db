/**
 * The line to the gateway that the page came from: its list of virtual handsets, and news of them as they happen.
 *
 * An EventSource comes again by itself when it is cut off. When the gateway refuses it (too many listen, or it is another server by now) this asks again
 * from the beginning. While nobody looks at the page the line is closed: browsers have few of them for one server.
 * @module
 */
import { FormatError } from '../../errors.js';
import { type Handset, type Handsets, readHandset, readHandsets, readStoredInbox, type StoredInbox } from '../../show/inbox.js';
import { isFromGateway } from '../ui/gateway-view.js';

/** What is known of the gateway. */
export type LiveState =
  /** It was not asked yet, or is asked just now. */
  | 'asking'
  | 'live'
  | 'reconnecting'
  /** The page was opened as a file, or its server is no gateway. */
  | 'none'
  /** A gateway that has no virtual handsets. */
  | 'refused';

/** Who is told. */
export interface LiveListener {
  state(state: LiveState): void;
  hello(handsets: Handsets): void;
  changed(handset: Handset): void;
}

/** Relative: the gateway may be below a path. */
const HANDSETS = 'virtual/handsets';
const EVENTS = 'virtual/events';

/** Until a gateway is asked again that refused the line. */
const AGAIN_MS = 5_000;
/** How long a page that nobody looks at keeps its line. */
const HIDDEN_MS = 10_000;

/** The line to the gateway. */
export class Live {
  readonly #listener: LiveListener;
  #state: LiveState = 'asking';
  #source: EventSource | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;

  constructor(listener: LiveListener) {
    this.#listener = listener;
    document.addEventListener('visibilitychange', () => this.#onVisibility());
  }

  get state(): LiveState {
    return this.#state;
  }

  /**
   * Asks whether there is a gateway, unless its line is open.
   * @param isByHand whether somebody wants to know: a page that no gateway has given its address is not one of a gateway
   */
  async open(isByHand = false): Promise<void> {
    if (this.#source !== undefined || this.#isAsking) return;
    clearTimeout(this.#again);
    if (!/^https?:$/.test(location.protocol) || !(isByHand || isFromGateway())) {
      this.#tell('none');
      return;
    }
    this.#isAsking = true;
    const found = await this.#ask();
    this.#isAsking = false;
    if (typeof found === 'string') {
      // One that was there has gone for a while.
      const wasThere = this.#isThere();
      this.#tell(wasThere && found === 'none' ? 'reconnecting' : found);
      if (wasThere) this.#again = setTimeout(() => this.open(), AGAIN_MS);
      return;
    }
    this.#listener.hello(found);
    this.#connect();
  }

  /**
   * The last messages of an inbox.
   * @throws FormatError for an answer that is no inbox; TypeError when there is no answer.
   */
  async inbox(number: string, last: number): Promise<StoredInbox> {
    const answer = await fetch(`${HANDSETS}/${number}/inbox?last=${last}`);
    if (!answer.ok) throw new TypeError(`the gateway answers ${answer.status}`);
    return readStoredInbox(await answer.json());
  }

  /** Empties an inbox. @throws TypeError when the gateway does not do it. */
  async empty(number: string): Promise<void> {
    const answer = await fetch(`${HANDSETS}/${number}/inbox`, { method: 'DELETE' });
    if (!answer.ok) throw new TypeError(`the gateway answers ${answer.status}`);
  }

  async #ask(): Promise<Handsets | 'none' | 'refused'> {
    try {
      const answer = await fetch(HANDSETS, { headers: { Accept: 'application/json' } });
      if (answer.ok) return readHandsets(await answer.json());
      const health = await fetch('healthz');
      return health.ok && (await health.text()) === 'ok' ? 'refused' : 'none';
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
      return 'none';
    }
  }

  #connect(): void {
    const source = new EventSource(EVENTS);
    this.#source = source;
    source.addEventListener('hello', ({ data }) => {
      this.#take(() => this.#listener.hello(readHandsets(JSON.parse(data))));
      this.#tell('live');
    });
    source.addEventListener('inbox', ({ data }) => this.#take(() => this.#listener.changed(readHandset(JSON.parse(data)))));
    source.addEventListener('error', () => {
      this.#tell('reconnecting');
      if (source.readyState !== EventSource.CLOSED) return;
      this.#disconnect();
      this.#again = setTimeout(() => this.open(), AGAIN_MS);
    });
    // A page that was opened behind another one was never hidden.
    if (document.visibilityState === 'hidden') this.#onVisibility();
  }

  #disconnect(): void {
    this.#source?.close();
    this.#source = undefined;
  }

  /** What is no event of a gateway ends the line to it. */
  #take(take: () => void): void {
    try {
      take();
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof SyntaxError)) throw error;
      this.#disconnect();
      this.#tell('none');
    }
  }

  #onVisibility(): void {
    clearTimeout(this.#hidden);
    if (document.visibilityState === 'hidden') this.#hidden = setTimeout(() => this.#rest(), HIDDEN_MS);
    else if (this.#isThere()) void this.open();
  }

  /** Closes the line until somebody looks at the page again. */
  #rest(): void {
    clearTimeout(this.#again);
    if (this.#source === undefined) return;
    this.#disconnect();
    // It was not greeted yet; one that was says so until it is asked again.
    if (this.#state === 'asking') this.#tell('reconnecting');
  }

  #isThere(): boolean {
    return this.#state === 'live' || this.#state === 'reconnecting';
  }

  #tell(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.state(state);
  }
}
