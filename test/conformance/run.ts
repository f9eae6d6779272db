/**
 * The pack against the programs that are installed, or made anew.
 *
 *   npm run conformance                              every program, every format: a table, and each difference; exit code 1 when a live
 *                                                    verdict is another than the recorded one, or a difference has no named fault
 *   npm run conformance -- --oracle gammu            one program, may be repeated; --format sms-submit: one format
 *   npm run conformance -- --record                  takes the live verdicts into the pack
 *   npm run conformance -- --generate                the pack from fixtures/vectors, with the verdicts of cases that did not change, and of formats that no program is asked about
 *   npm run conformance -- --runner FILE             the runner for adapters in any language, as one file
 *   npm run conformance -- --archive FOLDER          the pack with the runner as one archive
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packArchive } from './archive.js';
import { coverageOf } from './clauses/coverage.js';
import { CLAUSES_PAGE, clausesPage } from './clauses/page.js';
import { FAULTS } from './faults.js';
import { askOracle, type LiveRun, ORACLES, verdictsFor } from './live.js';
import {
  bareCases,
  convertAll,
  type OracleEntry,
  PACK,
  type PackIndex,
  packFiles,
  readPack,
  type Verdicts,
  verdictsOf,
} from './pack/build.js';
import type { Case, Verdict } from './pack/shape.js';
import { bundleRunner } from './runner/bundle.js';
import { SCOREBOARD, scoreboardPage } from './scoreboard.js';
import { differencesOf, tableOf, tablesOf, withTables } from './table.js';

const { values } = parseArgs({
  options: {
    oracle: { type: 'string', multiple: true },
    format: { type: 'string' },
    record: { type: 'boolean', default: false },
    generate: { type: 'boolean', default: false },
    runner: { type: 'string' },
    archive: { type: 'string' },
  },
});

/** Writes the pack, and removes files of formats that are gone. */
function writePack(verdicts: Verdicts, oracles: readonly OracleEntry[]): void {
  const named = new Set(
    [...verdicts.values()].flatMap((all) => Object.values(all).flatMap((one) => ('faults' in one ? one.faults : []))),
  );
  const faults = FAULTS.filter(({ id }) => named.has(id)).map(({ id, oracle, fault }) => ({ id, oracle, fault }));
  const files = packFiles(convertAll(), verdicts, oracles, faults);
  mkdirSync(new URL('cases/', PACK), { recursive: true });
  for (const name of readdirSync(new URL('cases/', PACK))) {
    if (!files.has(`cases/${name}`)) rmSync(new URL(`cases/${name}`, PACK));
  }
  for (const [name, text] of files) writeFileSync(new URL(name, PACK), text);
  const { cases, index } = readPack();
  writeFileSync(CLAUSES_PAGE, clausesPage(coverageOf(cases)));
  const page = new URL('../../docs/conformance.md', import.meta.url);
  const count = `${cases.length} cases in ${index?.files.length} formats`;
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), tablesOf(cases, index as PackIndex), count));
  writeFileSync(SCOREBOARD, scoreboardPage(cases, index as PackIndex));
  console.log(`${files.size} files of the pack written`);
}

/** The live verdicts over those on record: a program that was not run keeps its own. */
function merged(recorded: Verdicts, runs: readonly LiveRun[]): Verdicts {
  return new Map(
    bareCases().map(
      (bare) => [bare.id, { ...recorded.get(bare.id), ...verdictsFor(bare, runs) }] as [string, Record<string, Verdict>],
    ),
  );
}

async function main(): Promise<void> {
  if (values.runner !== undefined) return writeFileSync(values.runner, await bundleRunner());
  if (values.archive !== undefined) {
    const { name, octets } = await packArchive();
    mkdirSync(values.archive, { recursive: true });
    writeFileSync(join(values.archive, name), octets);
    return console.log(
      `${join(values.archive, name)}: ${octets.length} octets, SHA-256 ${createHash('sha256').update(octets).digest('hex')}`,
    );
  }
  const pack = readPack();
  const recorded = verdictsOf(pack.cases, bareCases());
  const known = pack.index?.oracles ?? [];
  if (values.generate) return writePack(merged(recorded, []), known);
  const chosen = ORACLES.filter(({ id }) => values.oracle?.includes(id) ?? true);
  if (chosen.length === 0) throw new Error(`--oracle takes one of ${ORACLES.map(({ id }) => id).join(', ')}`);
  if (values.record && values.format !== undefined) throw new Error('--record takes all formats');
  const cases = bareCases().filter(({ format }) => values.format === undefined || format === values.format);
  if (cases.length === 0) throw new Error(`no cases of ${values.format}`);
  const runs: LiveRun[] = [];
  for (const oracle of chosen) {
    const run = await askOracle(oracle, cases);
    if (run === undefined)
      console.log(
        `${oracle.id} was not run: not installed (${oracle.package.endsWith('of npm') ? 'npm ci, npm ci --prefix bench' : `apt-get install ${oracle.package}`})`,
      );
    else runs.push(run);
  }
  const live: Case[] = cases.map((bare) => ({ ...bare, verdicts: verdictsFor(bare, runs) }));
  console.log(tableOf(live, runs));
  for (const line of differencesOf(live)) console.log(line);
  const unexplained = runs.flatMap(({ oracle, unexplained: lines }) =>
    lines.map((line) => `${oracle.id}: no named fault explains ${line}`),
  );
  for (const line of unexplained) console.log(line);
  if (values.record) {
    if (unexplained.length > 0) throw new Error('a difference without a name is not recorded: see test/conformance/faults.ts');
    const entries = ORACLES.flatMap(
      ({ id }) => runs.find(({ oracle }) => oracle.id === id)?.oracle ?? known.find((one) => one.id === id) ?? [],
    );
    return writePack(merged(recorded, runs), entries);
  }
  const changed = live.flatMap(({ id, verdicts }) =>
    Object.entries(verdicts).flatMap(([oracle, verdict]) => {
      const before = recorded.get(id)?.[oracle];
      return JSON.stringify(before) === JSON.stringify(verdict)
        ? []
        : [`${id}: ${oracle} is on record with ${JSON.stringify(before) ?? 'nothing'}, and says ${JSON.stringify(verdict)}`];
    }),
  );
  for (const line of changed) console.log(line);
  console.log(`${changed.length} verdicts are others than recorded, ${unexplained.length} differences have no named fault`);
  if (changed.length > 0 || unexplained.length > 0) process.exitCode = 1;
}

await main();
