import { existsSync } from 'node:fs';

/** Whether a package is there, as it is after `npm ci`. In a continuous integration it has to be. */
export function isInstalled(name: string): boolean {
  return process.env.CI !== undefined || existsSync(`node_modules/${name}`);
}
