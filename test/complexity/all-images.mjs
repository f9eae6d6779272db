/** Adapts every picture of fixtures/images in a process of its own: what it costs, as JSON. */
import { readFileSync } from 'node:fs';
import { repurpose } from '../../src/image/index.ts';
import { findHandset } from '../../src/profile/index.ts';

const folder = new URL('../../fixtures/images/', import.meta.url);
const { items } = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
const files = items.map(({ file }) => ({ file, octets: new Uint8Array(readFileSync(new URL(file, folder))) }));
const profiles = ['6230', '3310', '3510'].map((model) => findHandset({ make: 'Nokia', model }));
const before = process.resourceUsage().maxRSS;
let slowest = { file: '', ms: 0 };
let count = 0;
for (const { file, octets } of files) {
  for (const profile of profiles) {
    const from = process.cpuUsage();
    await repurpose(octets, profile, { name: file }).catch(() => undefined);
    const { user, system } = process.cpuUsage(from);
    const ms = (user + system) / 1000;
    if (ms > slowest.ms) slowest = { file, ms };
    count++;
  }
}
console.log(JSON.stringify({ slowest, count, grownMb: (process.resourceUsage().maxRSS - before) / 1024 }));
