/** The files of `deploy` against what they start: programs, options, variables and times that exist. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGateway, DEFAULT_GATEWAY_LIMITS } from '../../src/gateway/index.js';
import { openTestStore } from '../support/gateway-store.js';

const text = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const unit = text('handset.service');
const dockerfile = text('Dockerfile');
const compose = text('compose.yaml');
const { bin, devDependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

/** Packages that the gateway does without: sharp reads what jimp does, no modem is plugged into a container, and better-sqlite3 is there. */
const NOT_IN_A_CONTAINER: readonly string[] = ['jimp', 'node-sqlite3-wasm', 'serialport'];

/** The value of a setting of the unit. */
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
const COMMANDS = `${readFileSync('src/cli/gateway/serve.ts', 'utf8')}${readFileSync('src/cli/gateway/admin.ts', 'utf8')}`;

describe('the unit of systemd', () => {
  it('starts a command that there is, with an option that it has', () => {
    const [program = '', command, option] = setting('ExecStart').split(' ');
    expect(Object.keys(bin)).toContain(program.split('/').at(-1));
    expect(command).toBe('serve');
    expect(COMMANDS).toContain(`.option('${option} <file>'`);
  });

  it('waits for longer than requests in hand may take, and starts again whatever happened', () => {
    expect(Number(setting('TimeoutStopSec')) * 1_000).toBeGreaterThan(DEFAULT_GATEWAY_LIMITS.graceMs);
    expect(setting('Restart')).toBe('always');
    expect(setting('StartLimitIntervalSec')).toBe('0');
  });

  it('may write where its state lies, and nowhere else', () => {
    expect(setting('ProtectSystem')).toBe('strict');
    expect(setting('WorkingDirectory')).toBe(`/var/lib/${setting('StateDirectory')}`);
    expect(unit).not.toContain('ReadWritePaths');
  });

  it('names variables that are read', () => {
    const named = unit.match(/HANDSET_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(COMMANDS).toContain(name);
  });
});

describe('the container', () => {
  it('has the packages that a gateway needs, in versions that the tests ran with', async () => {
    const [, expression = ''] = /node -p "([^"]*)"/.exec(dockerfile.replaceAll('\\\n', ' ')) ?? [];
    const { stdout } = await promisify(execFile)(process.execPath, ['-p', expression]);
    const installed = stdout.trim().split(' ');
    expect(installed).not.toHaveLength(0);
    for (const peer of installed) {
      const name = peer.slice(0, peer.lastIndexOf('@'));
      expect(peerDependencies).toHaveProperty([name]);
      expect(peer).toBe(`${name}@${devDependencies[name]}`);
    }
    const names = installed.map((peer) => peer.slice(0, peer.lastIndexOf('@')));
    for (const needed of Object.keys(peerDependencies)) {
      if (!NOT_IN_A_CONTAINER.includes(needed)) expect(names).toContain(needed);
    }
  });

  it('is healthy while a gateway answers, and not afterwards', async () => {
    const gateway = createGateway({ store: await openTestStore() });
    onTestFinished(() => gateway.close());
    const { port } = await gateway.listen({ port: 0 });
    const [, command = '[]'] = /HEALTHCHECK [^\n]*\\\n\s*CMD (\[.*\])/.exec(dockerfile) ?? [];
    const [program, ...args] = JSON.parse(command.replace('8080', String(port))) as string[];
    expect(program).toBe('node');
    const exitCode = () =>
      promisify(execFile)(process.execPath, args).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    expect(await exitCode()).toBe(0);
    await gateway.close();
    expect(await exitCode()).toBe(1);
  });

  it('is given the time to end what is in hand', () => {
    const seconds = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]);
    expect(seconds * 1_000).toBeGreaterThan(DEFAULT_GATEWAY_LIMITS.graceMs);
  });

  it('starts once its database answers', () => {
    expect(compose).toContain('condition: service_healthy');
    expect(compose).toMatch(/HANDSET_POSTGRES: postgres:\/\/handset:\$\{POSTGRES_PASSWORD:\?[^}]+\}@database\/handset/);
  });
});
