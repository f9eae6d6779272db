import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkProfile, findHandset, handsetOrigins, handsets, parseHandset } from '../../src/profile/index.js';
import { type CollectedHandset, collected, corrections, generic, models, platforms } from './handsets.js';

/** Keys that say where the facts come from: docs/handsets.md says what is left of them. */
const DROPPED = new Set(['provenance', 'sources', 'conflicts', 'confirmed']);

/** What the collected data say of each key, one line a key, so that a key too many or too few shows as well. */
function facts(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, part]) => {
    const name = `${path}${key}`;
    if (DROPPED.has(name) || name === 'screen.uaprofVariants') return [];
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return [`${name} ${JSON.stringify(part)}`];
    return facts(part, `${name}.`);
  });
}

/** Keys that the data leave out are null in a profile. */
const stated = (lines: readonly string[]) => lines.filter((line) => !line.endsWith(' null'));

const profiles = new Map(handsets().map((profile) => [profile.id, profile]));

/** What the data say of a record: as it was collected, with its row of corrections over it. */
function stateOf(record: CollectedHandset): Record<string, unknown> {
  const { id: _, source: _source, ...groups } = corrections.find(({ id }) => id === record.id) ?? { id: '', source: '' };
  const state: Record<string, unknown> = { ...record };
  for (const [group, values] of Object.entries(groups)) state[group] = { ...(record[group] as object), ...(values as object) };
  return state;
}

/** Whether nothing but a rule says how many colours a record has. */
function isGuessed({ screen }: Record<string, unknown>): boolean {
  const { colors, bitsPerPixel } = screen as { colors?: number | null; bitsPerPixel?: number | null };
  return (colors ?? bitsPerPixel ?? undefined) === undefined;
}

const COLOURS = /^screen\.(?:colors|bitsPerPixel) /;

describe('published vectors', () => {
  it('has the 2,031 records of the collected data in their order, and those that came later', () => {
    expect(collected).toHaveLength(2031);
    const laterIds = new Set([...generic, ...models].map(({ id, make, model }) => id ?? checkProfile({ make, model }).id));
    expect(laterIds.size).toBe(generic.length + models.length);
    const known = handsets().map(({ id }) => id);
    expect(known.filter((id) => !laterIds.has(id))).toEqual(collected.map(({ id }) => id));
    expect(known).toHaveLength(collected.length + laterIds.size);
    expect(handsets().findIndex(({ kind }) => kind === 'model')).toBe(18 + generic.length);
  });

  it('says of each what the data say', () => {
    for (const record of collected) {
      const profile = profiles.get(record.id)!;
      const state = stateOf(record);
      const kept = (lines: string[]) => stated(lines).filter((line) => !(isGuessed(state) && COLOURS.test(line)));
      expect(kept(facts(profile)), profile.id).toEqual(expect.arrayContaining(kept(facts(state))));
      expect(kept(facts(profile)), profile.id).toHaveLength(kept(facts(state)).length);
    }
  });

  it('knows no more than the data: what is null there is null here', () => {
    for (const record of collected) {
      const profile = profiles.get(record.id)!;
      for (const [key, value] of Object.entries(profile)) {
        if (record[key] === null) expect(value, `${profile.id} ${key}`).toBeNull();
      }
    }
  });

  it('names the source of each group', () => {
    for (const record of collected) {
      const origins = handsetOrigins(profiles.get(record.id)!)!;
      const corrected = Object.keys(corrections.find(({ id }) => id === record.id) ?? {});
      for (const [group, said] of Object.entries(record.provenance)) {
        if (corrected.includes(group === 'colors' ? 'screen' : group)) continue;
        const origin = origins[group as keyof typeof origins];
        const isRule = group === 'colors' && isGuessed(record) && origin === 'derived';
        expect(isRule || said.startsWith(origin), `${record.id} ${group}: ${said}`).toBe(true);
      }
    }
    expect(handsetOrigins(profiles.get('motorola-v3')!)).toMatchObject({ screen: 'both', colors: 'datasheet', mms: 'uaprof' });
  });
});

describe('what is put right', () => {
  it('has a source for every row', () => {
    for (const row of [...corrections, ...Object.values(platforms), ...generic, ...models]) {
      expect(row.source.length, JSON.stringify(row)).toBeGreaterThan(5);
    }
  });

  it('takes models of unknown colours and a small screen, or WBMP alone, for one bit', () => {
    for (const name of [
      'Nokia 3410',
      'Nokia 6310i',
      'Nokia 8310',
      'Nokia 1100',
      'Siemens ME45',
      'Siemens C35',
      'BenQ Vulcan',
    ]) {
      expect(parseHandset(name)!.screen, name).toMatchObject({ colors: 2, bitsPerPixel: 1 });
    }
    // Larger ones may have colours.
    expect(parseHandset('Panasonic X410')!.screen.colors).toBeNull();
    const unknown = handsets().filter(({ kind, screen }) => kind === 'model' && screen.colors === null);
    for (const { id, screen } of unknown) {
      if (screen.width !== null && screen.height !== null) expect(screen.width * screen.height, id).toBeGreaterThan(101 * 67);
    }
    expect(unknown.length).toBeLessThan(60);
  });

  // Each is stated by a source that is named in the row of corrections.
  it.each([
    ['Nokia 6210', { width: 96, height: 60, bitsPerPixel: 1 }],
    ['Samsung SGH-T100', { width: 128, height: 160, colors: 4096 }],
    ['Motorola V3', { width: 176, height: 220, colors: 262_144 }],
    ['Siemens SL45', { width: 101, height: 80, colors: 2 }],
    ['Nokia 3310', { width: 84, height: 48, colors: 2 }],
    ['Nokia 3310 (2017)', { width: 240, height: 320, colors: 65_536 }],
    ['BlackBerry 6210', { width: 160, height: 100, colors: 2 }],
  ])('%s: %j', (name, screen) => {
    expect(parseHandset(name)!.screen).toMatchObject(screen);
  });

  it('leaves the height 35 of WURFL out where the screen is higher', () => {
    const heights = handsets().filter(({ imageArea, screen }) => imageArea.height === 35 && (screen.height ?? 0) > 35);
    expect(heights).toEqual([]);
    expect(parseHandset('LG U8110')!.imageArea).toEqual({ width: 150, height: null });
  });
});

describe('properties', () => {
  it('gives the same frozen objects each time', () => {
    const profile = findHandset({ make: 'Nokia', model: '6230' })!;
    expect(findHandset({ userAgent: 'Nokia6230/2.0' })).toBe(profile);
    expect(handsets().find(({ id }) => id === 'nokia-6230')).toBe(profile);
    for (const part of [handsets(), profile, profile.uaPrefixes, profile.screen, profile.mms, profile.mms?.types]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('has every key in every profile', () => {
    const keysOf = (group: object | null) => (group === null ? [] : Object.keys(group));
    const known = Object.fromEntries(Object.entries(handsets()[0]!).map(([key]) => [key, new Set<string>()]));
    for (const profile of handsets()) {
      expect(Object.keys(profile)).toEqual(Object.keys(known));
      for (const group of ['screen', 'imageArea', 'images', 'mms', 'push', 'sms', 'ringtones', 'java'] as const) {
        if (profile[group] !== null) known[group]!.add(keysOf(profile[group]).join());
      }
    }
    for (const group of ['screen', 'imageArea', 'images', 'mms', 'push', 'sms', 'ringtones', 'java']) {
      expect([...known[group]!], group).toHaveLength(1);
    }
  });
});

describe('limits', () => {
  it('keeps to 300 kB of package data, ESM and CJS together', () => {
    expect(readFileSync(new URL('../../src/profile/handsets.json', import.meta.url)).length).toBeLessThan(150_000);
  });

  it('has no origins for a profile that is not one of its own', () => {
    expect(handsetOrigins({ ...handsets()[0]! })).toBeUndefined();
    expect(handsetOrigins({ ...handsets()[0]!, id: 'own' })).toBeUndefined();
  });
});
