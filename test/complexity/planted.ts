/** Families whose growth is known, to see that it is measured. */
import { type Family, MOST, repeated } from './family.js';

let sink = 0;

/** Turns of a loop. */
function spin(turns: number): void {
  for (let i = 0; i < turns; i++) sink = (sink * 31 + i) | 0;
}

/** Copies a text again and again, each time into memory of its own. */
function copy(times: number, text: string): void {
  for (let i = 0; i < times; i++) sink ^= text.replaceAll('a', 'b').length;
}

export const FAMILIES: readonly Family[] = [
  { name: 'linear', make: repeated('a'), most: 40_000, run: ((text: string) => spin(300 * text.length)) as Family['run'] },
  {
    name: 'n log n',
    make: repeated('a'),
    most: 40_000,
    run: ((text: string) => spin(20 * text.length * Math.log2(text.length))) as Family['run'],
  },
  { name: 'quadratic', make: repeated('a'), most: 4_000, run: ((text: string) => spin(text.length ** 2)) as Family['run'] },
  {
    name: 'quadratic from some length on',
    make: repeated('a'),
    most: 8_000,
    run: ((text: string) => spin(2_000 * text.length + text.length ** 2)) as Family['run'],
  },
  { name: 'memory, linear', make: repeated('a'), most: MOST, run: ((text: string) => copy(4, text)) as Family['run'] },
  {
    name: 'memory, quadratic',
    make: repeated('a'),
    most: MOST,
    run: ((text: string) => copy(text.length / 4_096, text)) as Family['run'],
  },
  { name: 'nothing', make: repeated('a'), most: 40_000, run: ((text: string) => text.length) as Family['run'] },
];
