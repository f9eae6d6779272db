/**
 * `handset version`: this package, Node, and the optional packages that are found.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Command } from 'commander';
import { printable } from '../inspect/printable.js';
import { formatTable } from '../show/facts.js';
import { type Session, toJson } from './io.js';
import { VERSION } from './package-version.js';

/** Optional packages, and what needs them. */
export const OPTIONAL_PACKAGES: Readonly<Record<string, string>> = {
  '@hono/node-server': 'serve',
  'better-sqlite3': 'serve and admin: a store in a file, where Node has no SQLite (before 22.16, and 23)',
  hono: 'serve',
  jimp: 'pictures in BMP',
  kysely: 'serve and admin: a store',
  'libheif-js': 'pictures in HEIC and AVIF',
  'node-sqlite3-wasm': 'serve: a store in memory, where Node has no SQLite, and without better-sqlite3',
  pg: 'serve and admin: a store in PostgreSQL',
  pino: 'serve: the log',
  'prom-client': 'serve: metrics',
  serialport: 'modem, send --modem: a serial port',
  sharp: 'pictures, faster; WebP and others',
  xmlbuilder2: 'serve: SOAP',
};

/** Adds the command. */
export function addVersion(command: Command, session: Session): void {
  command.option('--json', 'as JSON').action(({ json }: { json?: boolean }) => {
    const packages = Object.keys(OPTIONAL_PACKAGES).map((name) => [name, findVersion(name)] as const);
    const { node } = process.versions;
    const { platform, arch } = process;
    if (json === true) {
      session.write(toJson({ handset: VERSION, node, platform, arch, packages: Object.fromEntries(packages) }), undefined);
      return;
    }
    const rows = packages.map(([name, found]) => [name, found ?? 'not installed', OPTIONAL_PACKAGES[name] as string]);
    const table = formatTable(rows);
    session.write(
      printable(`handset ${VERSION}\nnode ${node} (${platform}, ${arch})\n\nOptional packages:\n${table}`, true),
      undefined,
    );
  });
}

/** The version of a package as this one would load it; null where it is not installed. */
function findVersion(name: string): string | null {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const manifest = join(folder, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  }
  return null;
}
