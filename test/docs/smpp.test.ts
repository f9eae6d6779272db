/** The tables of docs/smpp.md against those that PDUs are read and written by. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCentreScript } from '../../src/smpp/centre.js';
import { PARAMETERS, type ParameterType } from '../../src/smpp/parameters.js';
import { PDUS } from '../../src/smpp/pdus.js';
import { blocksOf } from './pages.js';

const page = readFileSync('docs/smpp.md', 'utf8');
const hex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, '0');

/** A value as the page words it. */
function wordsOf({ kind, min, max, fields = [] }: ParameterType): string {
  const range = min === max ? `${max}` : `${min} to ${max}`;
  if (kind === 'structure') return `\`{ ${fields.map(({ name }) => name).join(', ')} }\``;
  if (kind === 'text') return `text, at most ${max - 1} characters`;
  if (kind === 'characters') return `text, ${range} characters without NUL`;
  if (kind === 'octets') return max === 0xffff ? 'octets' : `octets, ${range}`;
  return `number, ${kind} octet${kind === 1 ? '' : 's'}`;
}

describe('docs/smpp.md', () => {
  it('has a script that the test centre takes', () => {
    const [script] = blocksOf('docs/smpp.md').filter(({ language }) => language === 'json');
    expect(readCentreScript(script?.code ?? '').rules).toHaveLength(8);
  });

  it('has every PDU with its number and its fields, and no other', () => {
    const rows = [...page.matchAll(/^\| ([\dA-F]{8}) \| `(\w+)` \| ?(.*?) ?\|$/gm)].map(([, ...cells]) => cells);
    const expected = PDUS.map(({ id, name, fields }) => [
      hex(id, 8),
      name,
      fields.map((field) => `\`${field.name}\``).join(', '),
    ]);
    expect(rows.sort()).toEqual(expected.sort());
  });

  it('has every optional parameter with its number, its value and its section, and no other', () => {
    const rows = [...page.matchAll(/^\| ([\dA-F]{4}) \| `(\w+)` \| (.*?) \| (SMPP [\d. ]+) \|$/gm)].map(
      ([, ...cells]) => cells,
    );
    const expected = [...PARAMETERS.byTag.values()].map((type) => [hex(type.tag, 4), type.name, wordsOf(type), type.spec]);
    expect(rows.sort()).toEqual(expected.sort());
  });
});
