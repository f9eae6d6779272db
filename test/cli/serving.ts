/** `handset serve` in the process of the test. */
import { type ServeOptions, serve } from '../../src/cli/gateway/serve.js';
import { Session } from '../../src/cli/io.js';

export interface Serving {
  /** Where customers and operators ask; empty when it does not listen. */
  readonly url: string;
  readonly operators: string;
  out(): string;
  err(): string;
  exit(): number;
  /** What SIGHUP does. */
  reload(): void;
  /** Whether it still hears SIGHUP. */
  isListeningForReload(): boolean;
  stop(): Promise<void>;
}

/**
 * A gateway that listens, or has ended without.
 * @throws what `serve` threw.
 */
export async function startServing(options: ServeOptions, env: Record<string, string> = {}): Promise<Serving> {
  let out = '';
  let err = '';
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let reload: (() => void) | undefined;
  const session = new Session({
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    stdin: async function* () {},
    env,
    color: false,
  });
  const ended = serve(
    session,
    options,
    () => stopped,
    (given) => {
      reload = given;
      return () => {
        reload = undefined;
      };
    },
  );
  while (!out.includes('\nlistening') && session.exit === 0) {
    const first = await Promise.race([ended.then(() => 'ended' as const), new Promise((resolve) => setTimeout(resolve, 10))]);
    if (first === 'ended') break;
  }
  return {
    url: /^listening on (https?:\/\/127\.0\.0\.1:\d+)$/m.exec(out)?.[1] ?? '',
    operators: /^operators on (https?:\/\/[\w.]+:\d+)\n/.exec(out)?.[1] ?? '',
    out: () => out,
    err: () => err,
    exit: () => session.exit,
    reload: () => reload?.(),
    isListeningForReload: () => reload !== undefined,
    async stop() {
      stop();
      await ended;
    },
  };
}
