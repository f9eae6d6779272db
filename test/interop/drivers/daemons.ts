/**
 * Programs that run beside a test: their ports, their start and their end.
 * @module
 */
import type { ChildProcess } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';

/** A group of Kannel's configuration: `group` first, then its fields. */
export type KannelGroup = Readonly<Record<string, string | number>>;

/** Kannel's configuration. Groups are parted by blank lines; without a line break at the end Kannel gives up. */
export function kannelConfiguration(groups: readonly KannelGroup[]): string {
  return groups
    .map(
      (group) =>
        `${Object.entries(group)
          .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
          .join('')}\n`,
    )
    .join('');
}

/** Opens a free port of the loopback interface. @returns its number. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

/** A port of the loopback interface that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until a port takes connections; a program that ended before does not come back. */
export async function accepts(port: number, processes: readonly ChildProcess[]): Promise<void> {
  const attempt = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  await until(async () => {
    const ended = processes.find(({ exitCode }) => exitCode !== null);
    if (ended !== undefined)
      throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}; npm run interop installs Kannel`);
    return attempt();
  }, `port ${port}`);
}

/** Waits until something holds. @throws Error after 30 seconds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited 30 s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asks a program of ours to end, and makes it after five seconds. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
