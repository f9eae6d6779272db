/** Targets with known faults, to see that they are found. */
import { DecodeError } from '../../src/errors.js';
import { octetsTarget, type Target, textTarget } from './target.js';
import type { Grouped } from './worker.js';

const held: Uint8Array[] = [];

const plantedOctets = (name: string, run: (octets: Uint8Array) => unknown): Target =>
  octetsTarget(`planted.${name}`, (octets) => ({ value: run(octets) }));
const plantedText = (name: string, run: (text: string) => unknown): Target =>
  textTarget(`planted.${name}`, (text) => ({ value: run(text) }));

export const TARGETS: readonly Grouped[] = [
  plantedOctets('sound', (octets) => octets.length),
  plantedOctets('hangs', (octets) => {
    while (octets.length > 3 && octets[0] === octets[1]);
    return octets[0];
  }),
  plantedOctets('throwsTypeError', function readDeep(octets) {
    if (octets.includes(0x7f)) return (undefined as unknown as { name: string }).name;
    return octets.length;
  }),
  plantedOctets('allocatesOctets', (octets) => {
    while (octets.includes(0xff)) held.push(new Uint8Array(16 * 1024 * 1024).fill(1));
    return octets.length;
  }),
  plantedOctets('allocatesObjects', (octets) => {
    const list: unknown[] = [];
    while (octets.includes(0xff)) list.push({ at: list.length, text: [list.length] });
    return list;
  }),
  plantedOctets('grows', (octets) => {
    if (octets.length > 20 && octets.length % 4 === 0) held.push(new Uint8Array(300 * 1024 * 1024));
    // As many as an input has tries: the collector must not make up for one with another.
    held.splice(0, Math.max(0, held.length - 3));
    return octets.length;
  }),
  plantedOctets('isSlow', (octets) => {
    const from = process.cpuUsage();
    while (octets.length > 10 && octets.length < 20 && process.cpuUsage(from).user < 200_000);
    return octets.length;
  }),
  plantedOctets('writesToInput', (octets) => {
    if (octets.length > 4) octets[2] = 0x55;
    return octets.length;
  }),
  plantedText('pointsOutside', (text) => {
    if (text.includes(':')) throw new DecodeError('bad-value', 'TEXT', text.length + 1, 'a colon');
    return text.length;
  }),
  plantedText('namesNothing', (text) => {
    if (text.includes(';')) throw new DecodeError('bad-value', '', 0, 'a semicolon');
    return text.length;
  }),
  plantedText('recurses', function recurse(text: string): number {
    return /[(<[{]/.test(text) ? 1 + recurse(text) : 0;
  }),
].map((target) => ({ ...target, group: 'texts' as const }));
