import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findHandset, handsetOrigins, handsets } from '../../src/profile/index.js';
import { collected } from './handsets.js';

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

describe('published vectors', () => {
  it('has the 2,031 records of the collected data in their order', () => {
    expect(collected).toHaveLength(2031);
    expect(handsets().map(({ id }) => id)).toEqual(collected.map(({ id }) => id));
  });

  it('says of each what the data say', () => {
    for (const [i, profile] of handsets().entries()) {
      expect(stated(facts(profile)), profile.id).toEqual(expect.arrayContaining(stated(facts(collected[i]!))));
      expect(stated(facts(profile)), profile.id).toHaveLength(stated(facts(collected[i]!)).length);
    }
  });

  it('knows no more than the data: what is null there is null here', () => {
    for (const [i, profile] of handsets().entries()) {
      for (const [key, value] of Object.entries(profile)) {
        if (collected[i]![key] === null) expect(value, `${profile.id} ${key}`).toBeNull();
      }
    }
  });

  it('names the source of each group', () => {
    for (const [i, profile] of handsets().entries()) {
      const origins = handsetOrigins(profile)!;
      for (const [group, said] of Object.entries(collected[i]!.provenance)) {
        expect(said.startsWith(origins[group as keyof typeof origins]), `${profile.id} ${group}: ${said}`).toBe(true);
      }
    }
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
