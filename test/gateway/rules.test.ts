/** Every rule of the interface document that binds the server stands in the title of a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const range = (section: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `G-${section}-${String(first + i).padStart(2, '0')}`);

const RULES = [
  ...range('GEN', 1, 14),
  ...range('AUTH', 1, 7),
  ...range('SMS', 1, 16),
  ...range('MMS', 1, 6),
  ...range('MMS', 10, 16),
  ...range('MMS', 20, 25),
  ...range('MMS', 30, 36),
  ...range('MMS', 40, 44),
  ...range('MMS', 51, 54),
  ...range('SI', 1, 8),
  ...range('LIB', 1, 2),
  'G-BOOK-01',
  'G-RID-01',
  'G-TIME-01',
  ...range('RES', 1, 13),
  ...range('QRY', 1, 5),
  ...range('MGT', 1, 8),
  ...range('SOAP', 1, 12),
  'G-DLR-03',
  // 01 and 04 are about what a client does with codes.
  ...['G-ERR-02', 'G-ERR-03', 'G-ERR-05', 'G-ERR-06'],
];

const folder = new URL('./', import.meta.url);
const titles = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').match(/\bit(?:\.each\([\s\S]*?\]\))?\(\s*(['"`]).*?\1/g) ?? [])
  .join('\n');

it.each(RULES)('%s is tested', (rule) => {
  const [, section = '', number = ''] = rule.split('-');
  const named = new RegExp(`\\b${rule}\\b`).test(titles);
  // "G-SI-01 to G-SI-05" names those between.
  const between = [...titles.matchAll(new RegExp(`G-${section}-(\\d\\d) to G-${section}-(\\d\\d)`, 'g'))].some(
    ([, first, last]) => Number(number) >= Number(first) && Number(number) <= Number(last),
  );
  expect(named || between).toBe(true);
});
