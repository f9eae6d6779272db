/**
 * Proxies of other people before a port of this machine: nginx and haproxy, each on a free port, as a process of this user.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepts, end, freePort } from './daemons.js';

/** A proxy that takes connections. */
export interface RunningProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts nginx before a port. @param directives of its location, beside `proxy_pass`; @param folder for its files */
export async function startNginx(folder: string, port: number, directives: readonly string[] = []): Promise<RunningProxy> {
  const own = await freePort();
  const config = join(folder, `nginx-${own}.conf`);
  // Paths that Debian's build writes to, in a folder of this test.
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, `${name}-${own}`)};`,
  );
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${join(folder, `nginx-${own}.pid`)}; error_log stderr crit;
events { worker_connections 256; }
http {
  access_log off;
  ${paths.join(' ')}
  server {
    listen 127.0.0.1:${own};
    location / { proxy_pass http://127.0.0.1:${port}; ${directives.map((directive) => `${directive};`).join(' ')} }
  }
}
`,
  );
  return started('nginx', ['-c', config, '-e', 'stderr'], own);
}

/** Starts haproxy before a port. @param directives of its backend */
export async function startHaproxy(folder: string, port: number, directives: readonly string[] = []): Promise<RunningProxy> {
  const own = await freePort();
  const config = join(folder, `haproxy-${own}.cfg`);
  writeFileSync(
    config,
    `defaults
  mode http
  timeout connect 5s
  timeout client 20s
  timeout server 20s
frontend public
  bind 127.0.0.1:${own}
  default_backend gateway
backend gateway
${directives.map((directive) => `  ${directive}\n`).join('')}  server one 127.0.0.1:${port}
`,
  );
  return started('haproxy', ['-db', '-f', config], own);
}

async function started(program: string, args: readonly string[], port: number): Promise<RunningProxy> {
  // Debian has both in /usr/sbin, which is not in everybody's path.
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, TZ: 'UTC' };
  const child: ChildProcess = spawn(program, args, { env, stdio: 'ignore' });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(new Error(`${program} did not start; npm run interop installs it`, { cause })));
  });
  try {
    await Promise.race([accepts(port, [child]), failed]);
  } catch (error) {
    await end(child);
    throw error;
  }
  return { port, stop: () => end(child) };
}
