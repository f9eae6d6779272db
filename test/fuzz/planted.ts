/** Targets with known faults, to see that they are found. */
import { DecodeError } from '../../src/errors.js';
import { octetsTarget, textTarget } from './target.js';
import type { Grouped } from './worker.js';

const held: Uint8Array[] = [];

export const TARGETS: readonly Grouped[] = [
  octetsTarget('planted.sound', (octets) => octets.length),
  octetsTarget('planted.hangs', (octets) => {
    while (octets.length > 3 && octets[0] === octets[1]);
    return octets[0];
  }),
  octetsTarget('planted.throwsTypeError', function readDeep(octets) {
    if (octets.includes(0x7f)) return (undefined as unknown as { name: string }).name;
    return octets.length;
  }),
  octetsTarget('planted.allocatesOctets', (octets) => {
    while (octets.includes(0xff)) held.push(new Uint8Array(16 * 1024 * 1024).fill(1));
    return octets.length;
  }),
  octetsTarget('planted.allocatesObjects', (octets) => {
    const list: unknown[] = [];
    while (octets.includes(0xff)) list.push({ at: list.length, text: [list.length] });
    return list;
  }),
  octetsTarget('planted.grows', (octets) => {
    if (octets.length > 20 && octets.length % 4 === 0) held.push(new Uint8Array(300 * 1024 * 1024));
    // As many as an input has tries: the collector must not make up for one with another.
    held.splice(0, Math.max(0, held.length - 3));
    return octets.length;
  }),
  octetsTarget('planted.isSlow', (octets) => {
    const from = process.cpuUsage();
    while (octets.length > 10 && octets.length < 20 && process.cpuUsage(from).user < 250_000);
    return octets.length;
  }),
  octetsTarget('planted.writesToInput', (octets) => {
    if (octets.length > 4) octets[2] = 0x55;
    return octets.length;
  }),
  textTarget('planted.pointsOutside', (text) => {
    if (text.includes(':')) throw new DecodeError('bad-value', 'TEXT', text.length + 1, 'a colon');
    return text.length;
  }),
  textTarget('planted.namesNothing', (text) => {
    if (text.includes(';')) throw new DecodeError('bad-value', '', 0, 'a semicolon');
    return text.length;
  }),
  textTarget('planted.recurses', function recurse(text: string): number {
    return text.includes('(') ? 1 + recurse(text) : 0;
  }),
].map((target) => ({ ...target, group: 'texts' as const }));
