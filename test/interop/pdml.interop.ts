/**
 * The trees of `inspect` beside those of tshark: every field that both show has the same value, in the same octets and the same bits.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/bytes/index.js';
import { inspect } from '../../src/inspect/index.js';
import { SEED } from './arbitraries.js';
import { dissectProtocols, type Frame, type Payload, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import { type Comparison, compareTrees, type Trees } from './pdml-compare.js';
import { MMS } from './pdml-mms.js';
import { multimediaMessages, pushes, pushMessages, styledPushes, tpdus } from './pdml-payloads.js';
import { TPDUS } from './pdml-sms.js';
import { JOINED, PUSH, PUSH_IN_SMS, STYLED } from './pdml-wsp.js';
import { hex, report } from './report.js';

/** What every packet shows before its own protocols. */
const FRAMING = new Set(['geninfo', 'frame', 'user_dlt']);

async function shownOf(
  frames: readonly Frame[],
  payload: Payload,
  options?: { readonly reassemble: boolean },
): Promise<PdmlField[][]> {
  const packets = await dissectProtocols(frames, payload, options);
  return packets.map((protocols) => protocols.filter(({ name }) => !FRAMING.has(name)));
}

async function treesOfTpdus(frames: readonly Frame[]): Promise<Trees[]> {
  const shown = await shownOf(frames, 'gsm_sms');
  return frames.map(({ octets, direction }, index) => ({
    label: hex(octets),
    octets,
    shown: shown[index]!,
    ours: inspect(octets, { as: direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt', direction }),
  }));
}

async function treesOfPushes(all: readonly Uint8Array[]): Promise<Trees[]> {
  const frames = all.map((octets) => ({ octets, direction: 'MT' as const }));
  const shown = await shownOf(frames, 'wsp-cl');
  return all.map((octets, index) => ({
    label: hex(octets),
    octets,
    shown: shown[index]!,
    ours: inspect(octets, { as: 'wsp-push' }),
  }));
}

/** Rows of the tables that were used, by all comparisons. */
const used = new Map<Comparison, Set<string>>();

/** Compares all, and says how many fields of how many payloads were the same; `floor` keeps the comparison from running dry. */
async function judge(title: string, all: readonly Trees[], comparison: Comparison, floor: number): Promise<void> {
  const { payloads, fields, compared, passed, faults, onlyOurs, failures } = compareTrees(all, comparison);
  report([...failures]);
  const version = await tsharkVersion();
  console.log(`tshark ${version}, ${title}: ${fields} fields of ${payloads} payloads`, Object.fromEntries(faults));
  expect(fields).toBeGreaterThanOrEqual(floor);
  // A fault that is not met any more is one that tshark has mended, or that nothing here shows.
  expect(never(faults)).toEqual([]);
  expect(never(onlyOurs)).toEqual([]);
  used.set(comparison, new Set([...compared.keys(), ...passed.keys()]));
}

function never(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].filter(([, count]) => count === 0).map(([name]) => name);
}

describe(`the inspector beside tshark (seed ${SEED})`, () => {
  it('TPDUs: SMS-SUBMIT, SMS-DELIVER, SMS-STATUS-REPORT, EMS', async () => {
    await judge('TPDUs', await treesOfTpdus(tpdus()), TPDUS, 28_000);
  });

  it('pushes as PDUs of WSP', async () => {
    await judge('pushes', await treesOfPushes(pushes()), PUSH, 14_000);
  });

  it('pushes with the WBXML of another writer', async () => {
    await judge('WBXML in other tokens', await treesOfPushes(styledPushes()), STYLED, 6_500);
  });

  it('pushes in one short message', async () => {
    const frames = pushMessages().flatMap(({ parts }) =>
      parts.length === 1 ? [{ octets: parts[0]!, direction: 'MO' as const }] : [],
    );
    await judge('pushes in short messages', await treesOfTpdus(frames), PUSH_IN_SMS, 9_000);
  });

  it('pushes in several short messages, joined', async () => {
    const messages = pushMessages().filter(({ parts }) => parts.length > 1);
    const frames = messages.flatMap(({ parts }) => parts.map((octets) => ({ octets, direction: 'MO' as const })));
    const packets = await shownOf(frames, 'gsm_sms', { reassemble: true });
    let end = 0;
    const all = messages.map(({ joined, parts }): Trees => {
      end += parts.length;
      // Both count the octets of what was joined from 0 on.
      const shown = [...walk(packets[end - 1]!)].filter(({ name }) => name === 'wsp' || name === 'wbxml');
      const listing = inspect(new TextEncoder().encode(parts.map(hex).join('\n')), { as: 'hex', direction: 'MO' });
      const message = listing.children.at(-1)!;
      expect(message.octets && hex(message.octets)).toBe(hex(joined));
      return { label: hex(joined), octets: joined, shown, ours: message.children[0]! };
    });
    await judge('pushes joined', all, JOINED, 8_500);
  });

  it('multimedia messages of all types', async () => {
    await judge('MMS', await treesOfPushes(multimediaMessages()), MMS, 24_000);
  });

  it('needs every row of the tables', () => {
    const rows = new Set([...used.keys()].flatMap(({ table }) => Object.keys(table)));
    for (const names of used.values()) for (const name of names) rows.delete(name);
    expect(used.size).toBe(6);
    expect([...rows]).toEqual([]);
  });
});

describe('docs/inspect-tshark.md', () => {
  const page = readFileSync(new URL('../../docs/inspect-tshark.md', import.meta.url), 'utf8');
  const comparisons: readonly Comparison[] = [TPDUS, PUSH, PUSH_IN_SMS, JOINED, STYLED, MMS];

  it('has the names of the tables', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| ((?:`[^`]+` ?)+) \|$/gm)];
    expect(rows.length).toBeGreaterThan(100);
    for (const [, name = '', list = ''] of rows) {
      const rule = comparisons.map(({ table }) => table[name]).find(Boolean);
      const names = [...list.matchAll(/`([^`]+)`/g)].map(([, each]) => each);
      expect([name, rule !== undefined && 'ours' in rule ? [rule.ours].flat() : undefined]).toEqual([name, names]);
    }
  });

  it('names every fault, and no other', () => {
    const faults = comparisons.flatMap(({ shownFaults = [], lostFaults = [] }) => [...shownFaults, ...lostFaults]);
    const wanted = new Map(faults.map(({ id, fault }) => [id, fault]));
    const told = [...page.matchAll(/^\| `(tshark-[^`]+)` \| (.*) \|$/gm)].map(([, id, fault = '']) => [
      id,
      fault.replaceAll('`', ''),
    ]);
    expect(new Map(told as [string, string][])).toEqual(wanted);
  });
});

describe('the comparison itself', () => {
  it('fails for a field that stands elsewhere, has another value or another name', async () => {
    const all = (await treesOfTpdus(tpdus().slice(0, 40))).filter(({ ours }) => !hasEnhancedPeriod(ours));
    const changes: ((field: Field) => Field)[] = [
      (field) => ({ ...field, start: field.start + 1, end: field.end + 1 }),
      (field) => ({ ...field, value: Number(field.value) + 1 }),
      (field) => ({ ...field, name: `${field.name}?` }),
    ];
    for (const name of ['TP-MR', 'TP-PID', 'TP-DCS', 'TP-UDL', 'IEDL', 'type of number', 'TP-MTI']) {
      const holding = all.filter(({ ours }) => has(ours, name));
      expect(holding.length).toBeGreaterThan(0);
      for (const change of changes) {
        const changed = holding.map((trees) => ({ ...trees, ours: changedFirst(trees.ours, name, change) }));
        expect(compareTrees(changed, TPDUS).failures).toHaveLength(holding.length);
      }
    }
  });

  it('fails for a field that is missing in ours, and for one that tshark does not show', async () => {
    const all = (await treesOfTpdus(tpdus().slice(0, 40))).filter(({ ours }) => !hasEnhancedPeriod(ours));
    const missing = all.map((trees) => ({ ...trees, ours: without(trees.ours, 'TP-DCS') }));
    expect(compareTrees(missing, TPDUS).failures).toHaveLength(all.length);
    const hidden = all.map((trees) => ({
      ...trees,
      shown: trees.shown.map((field) => ({
        ...field,
        children: field.children.filter(({ name }) => name !== 'gsm_sms.tp-mr'),
      })),
    }));
    expect(compareTrees(hidden, TPDUS).failures).toHaveLength(all.length);
    const { 'gsm_sms.tp-mr': _, ...table } = TPDUS.table;
    expect(compareTrees(all, { ...TPDUS, table }).failures).toHaveLength(all.length);
  });
});

function has(field: Field, name: string): boolean {
  return field.name === name || field.children.some((child) => has(child, name));
}

/** tshark is lost in those, and says nothing of what lies behind. */
function hasEnhancedPeriod(field: Field): boolean {
  return has(field, 'period');
}

/** The tree with the first field of a name changed. */
function changedFirst(field: Field, name: string, change: (field: Field) => Field): Field {
  let isDone = false;
  const visit = (each: Field): Field => {
    if (!isDone && each.name === name) {
      isDone = true;
      return change(each);
    }
    return isDone ? each : { ...each, children: each.children.map(visit) };
  };
  return visit(field);
}

function without(field: Field, name: string): Field {
  return { ...field, children: field.children.filter((child) => child.name !== name) };
}
