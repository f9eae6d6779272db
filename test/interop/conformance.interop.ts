/**
 * gammu, tshark and libwbxml on the conformance pack: what they say now is what the pack has on record.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALWAYS, askOracle, ORACLES, verdictsFor } from '../conformance/live.js';
import { bareCases, readPack } from '../conformance/pack/build.js';
import { countOf } from '../conformance/table.js';
import { run as runProgram } from './drivers/run.js';
import { report } from './report.js';

const cases = bareCases();
const { cases: pack, index } = readPack();
const recorded = new Map(pack.map(({ id, verdicts }) => [id, verdicts]));

describe('the conformance pack', () => {
  it.each(ORACLES.filter(({ id }) => ALWAYS.includes(id)))('$id says what is on record', async (oracle) => {
    const run = await askOracle(oracle, cases);
    if (run === undefined) throw new Error(`${oracle.id} is not installed: ${oracle.package}`);
    expect(run.unexplained).toEqual([]);
    const changed = cases.flatMap((bare) => {
      const [live, before] = [verdictsFor(bare, [run])[oracle.id], recorded.get(bare.id)?.[oracle.id]].map((one) =>
        JSON.stringify(one),
      );
      return live === before ? [] : [`${bare.id}\n  on record: ${before}\n  it says: ${live}`];
    });
    report(changed);
    const { agrees, differs, cannot } = countOf(pack, oracle.id);
    console.log(
      `${oracle.id} ${run.oracle.version} on the pack ${index?.version}: ${agrees} agree, ${differs} differ, ${cannot} cannot`,
    );
    expect(agrees + differs).toBe([...run.verdicts.values()].filter(({ verdict }) => verdict !== 'cannot').length);
    expect(agrees).toBeGreaterThan(50);
  });

  it('has a Python adapter on its page that does what the page says', async () => {
    const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
    const [, code] = /```python\n([\s\S]*?)```/.exec(page) ?? [];
    const [, says] = /It prints `([^`]+)`/.exec(page) ?? [];
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const { stdout } = await runProgram('/usr/bin/python3', ['-c', code as string], { cwd: root });
    expect(stdout.trim()).toBe(says);
  });
});
