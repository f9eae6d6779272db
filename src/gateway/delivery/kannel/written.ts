/**
 * Whether requests of Node's fetch were written: its errors do not say so, and a code of an error means other things from one version to the next.
 * Its HTTP client tells on a diagnostics channel of each request that it writes.
 * @module
 */
import { channel } from 'node:diagnostics_channel';

/** A request that may be under way several times at once: nobody knows which of them was written then. */
interface Watched {
  times: number;
  isWritten: boolean;
}

const watched = new Map<string, Watched>();
const writes = channel('undici:client:sendHeaders');

function note(message: unknown): void {
  const { origin, path } = ((message as { readonly request?: unknown }).request ?? {}) as { origin?: unknown; path?: unknown };
  const found = watched.get(`${origin}${path}`);
  if (found !== undefined) found.isWritten = true;
}

/** Watches a request from here on, until `end` is called. */
export function watchWritten(url: string): { readonly isWritten: boolean; end(): void } {
  const { origin, pathname, search } = new URL(url);
  const key = `${origin}${pathname}${search}`;
  const own = watched.get(key) ?? { times: 0, isWritten: false };
  if (watched.size === 0) writes.subscribe(note);
  own.times++;
  watched.set(key, own);
  return {
    get isWritten() {
      return own.isWritten;
    },
    end() {
      own.times--;
      if (own.times === 0) watched.delete(key);
      if (watched.size === 0) writes.unsubscribe(note);
    },
  };
}
