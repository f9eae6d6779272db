import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPack } from '../pack/build.js';
import { coverageOf } from './coverage.js';
import { CLAUSES_PAGE, clausesPage } from './page.js';

const { cases } = readPack();
const all = coverageOf(cases);
const of = (document: string, section: string, rule = '') =>
  all.find(({ specification, clause }) => {
    return specification.name.includes(document) && clause.section === section && clause.rule.includes(rule);
  });

describe('clauses', () => {
  it('are on their page as the pack has them: npm run conformance -- --generate', () => {
    expect(readFileSync(CLAUSES_PAGE, 'utf8') === clausesPage(all)).toBe(true);
  });

  it('have the cases that their octets show', () => {
    // In the vectors by hand: a text of 24 hours' validity, and one with ports of 16 bits.
    expect(of('23.040', '9.2.3.12.1')?.cases.length).toBeGreaterThan(0);
    const ports = of('23.040', '9.2.3.24.4')?.cases ?? [];
    for (const id of ports) {
      const { input, expected, source, format } = cases.find((each) => each.id === id)!;
      const hex = [input, expected]
        .flatMap((form) => ('hex' in form ? [form.hex] : 'hexList' in form ? form.hexList : []))
        .join();
      expect(hex.includes('0504') || source.specification?.includes('9.2.3.24.4') === true, `${id} ${format}`).toBe(true);
    }
    expect(ports.length).toBeGreaterThan(50);
  });

  it('have code that names them', () => {
    const bare = all.filter(({ code }) => code.length === 0);
    expect(bare.map(({ clause }) => `${clause.section} ${clause.rule}`)).toEqual([]);
  });

  it('are told apart by the whole number of a section', () => {
    const deliver = of('23.040', '9.2.2.1')?.code;
    expect(deliver).toContain('sms/deliver.ts');
    expect(deliver).not.toContain('sms/acknowledgements.ts');
  });
});
