/** Server-sent events as a browser reads them, for tests: from a response or from a port. */
import { begin } from './raw-http.js';

export const EVENTS = '/virtual/events';

/** An event, its JSON read. */
export interface Event {
  readonly event: string;
  readonly data: unknown;
}

/** Events as a browser reads them, and what else is in the stream. */
export class Stream {
  readonly events: Event[] = [];
  comments = 0;
  retry: string | undefined;
  isOver = false;
  #text = '';

  take(piece: string): void {
    this.#text += piece;
    for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
      const fields = this.#text.slice(0, end).split('\n');
      this.#text = this.#text.slice(end + 2);
      const value = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (fields.some((line) => line.startsWith(':'))) this.comments++;
      this.retry ??= value('retry');
      const event = value('event');
      if (event !== undefined) this.events.push({ event, data: JSON.parse(value('data') ?? '') });
    }
  }
}

/** Follows the stream of a response. */
export function follow(response: Response): Stream & { cancel: () => Promise<void> } {
  const stream = new Stream();
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    try {
      for (let got = await reader.read(); !got.done; got = await reader.read()) stream.take(got.value);
    } catch {
      // Cut off.
    }
    stream.isOver = true;
  };
  void read();
  return Object.assign(stream, { cancel: () => reader.cancel() });
}

/** Follows the stream of a port. */
export async function followPort(port: number) {
  const response = await begin(port, EVENTS);
  const stream = new Stream();
  response.setEncoding('utf8').on('data', (piece: string) => stream.take(piece));
  response
    .on('error', () => undefined)
    .on('close', () => {
      stream.isOver = true;
    });
  return Object.assign(stream, { response });
}
