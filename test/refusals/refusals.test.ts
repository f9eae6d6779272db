/**
 * What readers refuse, and with which words: each target's refusals of damaged fixtures, held to a record. A change of a code, a field or an
 * offset changes `places`, and is named in docs/decisions.md when it was meant; one of words alone changes `reasons`. `npx vitest -u` records anew.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Issue } from '../../src/bytes/reading.js';
import { FormatError } from '../../src/errors.js';
import { mutateOctets } from '../fuzz/mutate-octets.js';
import { mutateText } from '../fuzz/mutate-text.js';
import { hashOf, Random } from '../fuzz/random.js';
import { PREFERRED, readSeeds, type Seed } from '../fuzz/seeds.js';
import { GROUPS, type Group, type Input, type Outcome, type Ran, type Target, wasRead } from '../fuzz/target.js';
import { TARGETS } from '../fuzz/targets.js';

/** Fixtures that a target is offered, those that it reads, and the damaged copies of each. */
const OFFERED = 400;
const WHOLE = 12;
const DAMAGED = 40;
const MAX_OCTETS = 4_096;
/** Refusals of one target that are shown in full, the most frequent ones; the others are in its mark. */
const SHOWN = 12;

const seeds = readSeeds(fileURLToPath(new URL('../..', import.meta.url))).filter(({ octets }) => octets.length <= MAX_OCTETS);

describe('refusals', () => {
  it.each(GROUPS)(
    '%s: codes, fields, offsets and reasons are those on record',
    async (group) => {
      const offered = offeredTo(group);
      const pages: string[] = [];
      for (const target of TARGETS.filter((one) => one.group === group)) pages.push(await pageOf(target, offered));
      await expect(pages.join('\n')).toMatchFileSnapshot(`${group}.txt`);
    },
    300_000,
  );
});

/** In an order that more fixtures hardly change. */
function offeredTo(group: Group): readonly Seed[] {
  const preferred = PREFERRED[group];
  const ranked = seeds.map((seed) => ({
    seed,
    rank: preferred.test(seed.origin) ? 0 : 1,
    hash: hashOf(String.fromCharCode(...seed.octets)),
  }));
  ranked.sort((a, b) => a.rank - b.rank || a.hash - b.hash);
  return ranked.slice(0, OFFERED).map(({ seed }) => seed);
}

/** A refusal or a report: its code, field and offset; and its words. */
interface Line {
  readonly place: string;
  readonly reason: string;
}

/** The refusals of a target: how often each kind occurs, and two marks made of all of them, of their places and of their reasons. */
async function pageOf(target: Target, offered: readonly Seed[]): Promise<string> {
  const wholes: Input[] = [];
  const inputs: Input[] = [];
  for (const { octets, text } of offered) {
    if (target.kind === 'octets') inputs.push(octets);
    else if (text !== undefined) inputs.push(text);
  }
  for (const input of inputs) {
    if (wholes.length < WHOLE && wasRead(await target.run(input as never))) wholes.push(input);
  }
  if (wholes.length === 0) wholes.push(...target.seeds().slice(0, WHOLE));
  const kinds = new Map<string, number>();
  let places = 0;
  let reasons = 0;
  const damaged: readonly Input[] = wholes.flatMap((whole, i) => damagedCopies(whole, target, wholes, i));
  for (const input of damaged) {
    for (const line of [...linesOf(await target.run(input as never)), ...(target.laws?.reports(input) ?? []).map(lineOf)]) {
      places = hashOf(line.place, places);
      reasons = hashOf(line.reason, reasons);
      const kind = `${line.place}${line.reason}`
        .replace(/ @\S+/, '')
        .replace(/"(?:[^"\\]|\\.)*"/g, '"..."')
        .replace(/\d+/g, '#');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  const shown = [...kinds].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, SHOWN);
  const head = `${target.name} [${wholes.length} whole, ${kinds.size} kinds, places ${hex(places)}, reasons ${hex(reasons)}]`;
  return [head, ...shown.map(([kind, count]) => `  ${count} ${kind}`), ''].join('\n');
}

function hex(mark: number): string {
  return mark.toString(16).padStart(8, '0');
}

function damagedCopies(whole: Input, { kind, words, name }: Target, wholes: readonly Input[], index: number): Input[] {
  const random = new Random(hashOf(`${name} ${index}`));
  if (kind === 'text') {
    const donors = { inputs: wholes as readonly string[], words };
    return Array.from({ length: DAMAGED }, () => mutateText(whole as string, random, donors, MAX_OCTETS));
  }
  const donors = {
    inputs: wholes as readonly Uint8Array[],
    words: words.map((word) => Uint8Array.from(word, (character) => character.charCodeAt(0))),
  };
  return Array.from({ length: DAMAGED }, () => mutateOctets(whole as Uint8Array, random, donors, MAX_OCTETS));
}

/** The refusal of the reading that counts. */
function linesOf(ran: Ran): Line[] {
  const { refusal } = ('length' in ran ? ran[0] : ran) as Outcome<unknown>;
  if (!(refusal instanceof FormatError)) return refusal === undefined ? [] : [{ place: refusal.name, reason: '' }];
  const { code, field, offset, reason } = refusal;
  return [{ place: printable(`${refusal.name} ${code} ${field} @${offset ?? '-'}`), reason: printable(`: ${reason}`) }];
}

/** A report of lenient reading. */
function lineOf(issue: unknown): Line {
  const { code, field, offset, reason, index, message, assumed } = issue as Record<string, unknown>;
  const place = index ?? offset ?? '-';
  const where = index === undefined || issue instanceof Issue ? field : '';
  return {
    place: printable(`read on: ${code} ${where} @${place}`),
    reason: printable(`: ${reason ?? message} ${assumed ?? ''}`),
  };
}

/** A line of a file: what an input has of other characters is escaped. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
