/** The page in files: what each tab is loaded with, by the imports in the files themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Octets that a tab may take at most until it can be used, gzipped, when it is the first: the page, its style and its icon with it. */
export const MAX_FIRST_LOAD = {
  start: 40_000,
  inspect: 200_000,
  files: 250_000,
  compose: 250_000,
  phone: 250_000,
  inbox: 250_000,
} as const;

/** And with what it loads by itself then: the answer to its sample. */
export const MAX_WHOLE_LOAD = 285_000;

/** What a file takes on the way, compressed by itself as a web server does. */
export function gzippedLength(octets: Uint8Array): number {
  return gzipSync(octets, { level: 9 }).length;
}

/** The files that a tab is loaded with when it is the first. */
export function filesOfTab(folder: string, tab: keyof typeof MAX_FIRST_LOAD): string[] {
  const assets = readdirSync(join(folder, 'assets'));
  const named = (beginning: string) => assets.filter((name) => name.startsWith(beginning));
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(folder, 'assets', name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) visit(imported as string);
  };
  for (const name of [...named('hosted-'), ...named(`${tab}-tab-`)]) visit(name);
  return [
    'index.html',
    'icon.svg',
    ...named('style-').map((name) => `assets/${name}`),
    ...[...found].map((name) => `assets/${name}`),
  ];
}

/** What a tab weighs when it is the first. */
export function firstLoadOf(folder: string, tab: keyof typeof MAX_FIRST_LOAD): number {
  return filesOfTab(folder, tab).reduce((sum, name) => sum + gzippedLength(readFileSync(join(folder, name))), 0);
}
