/**
 * Types of the platform, for declarations that compile without the types of Node or of a browser: the platform's own where a program has them, else
 * what is used of them.
 * @module
 */

/** An `AbortSignal`; of its members only these are used where the platform's types lack it. */
export type AbortSignalLike = typeof globalThis extends { AbortSignal: { prototype: infer Own } }
  ? Own
  : {
      readonly aborted: boolean;
      // biome-ignore lint/suspicious/noExplicitAny: as the platform has it
      readonly reason: any;
      /** Throws the reason if the signal is aborted. */
      throwIfAborted(): void;
      /** Adds a listener. */
      addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
      /** Removes a listener. */
      removeEventListener(type: 'abort', listener: () => void): void;
    };

/** A `URL` of a file; only these members are used. */
export interface FileUrl {
  /** The whole URL. */
  readonly href: string;
  /** Its path. */
  readonly pathname: string;
}

/** A `Request` of the Fetch standard. */
export type RequestLike = typeof globalThis extends { Request: { prototype: infer Own } }
  ? Own
  : {
      readonly method: string;
      readonly headers: {
        /** A header by its name. */
        get(name: string): string | null;
      };
      readonly body: unknown;
    };

/** A `Response` of the Fetch standard. */
export type ResponseLike = typeof globalThis extends { Response: { prototype: infer Own } }
  ? Own
  : {
      readonly status: number;
      readonly headers: {
        /** A header by its name. */
        get(name: string): string | null;
        /** Calls with each header. */
        forEach(call: (value: string, name: string) => void): void;
      };
      readonly body: unknown;
      /** The body as a text. */
      text(): Promise<string>;
    };

// biome-ignore lint/suspicious/noExplicitAny: whatever a platform makes requests of
type RequestClass = new (input: any, init?: any) => object;

/** The second argument of `fetch`. */
export type RequestInitLike = typeof globalThis extends { Request: infer Own extends RequestClass }
  ? NonNullable<ConstructorParameters<Own>[1]>
  : {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: Uint8Array;
      readonly redirect: 'manual';
      readonly signal: AbortSignalLike;
    };
