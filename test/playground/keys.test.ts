import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TAB_NAMES, TABS } from '../../src/playground/tab-names.js';
import { KEY_GROUPS, KeyReader } from '../../src/playground/ui/keys.js';

const DOCS = readFileSync(new URL('../../docs/playground.md', import.meta.url), 'utf8');

describe('the keys of tabs', () => {
  it('are all different, and none begins a pair', () => {
    const keys = TAB_NAMES.map((name) => TABS[name].key);
    expect(new Set([...keys, 'g', '?']).size).toBe(keys.length + 2);
  });

  it('are in the list, and in the documentation', () => {
    const [everywhere] = KEY_GROUPS;
    for (const name of TAB_NAMES) {
      const { key, title } = TABS[name];
      expect(everywhere?.keys).toContainEqual([['g', key], `to ${title}`]);
      expect(DOCS).toContain(`\`${key}\` ${title}`);
    }
  });

  it('come after g, within a while', () => {
    const reader = new KeyReader();
    expect(reader.press('i', 0)).toBeUndefined();
    expect(reader.press('g', 100)).toBeUndefined();
    expect(reader.press('i', 400)).toBe('inspect');
    expect(reader.press('i', 500)).toBeUndefined();
    reader.press('g', 1_000);
    expect(reader.press('i', 9_000)).toBeUndefined();
    reader.press('g', 10_000);
    expect(reader.press('x', 10_100)).toBeUndefined();
    expect(reader.press('i', 10_200)).toBeUndefined();
    reader.press('g', 11_000);
    expect(reader.press('?', 11_100)).toBe('help');
  });
});
