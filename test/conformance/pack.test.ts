import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { FAULTS } from './faults.js';
import { FLAGS } from './flags.js';
import { ALWAYS, ORACLES } from './live.js';
import { explainedBy } from './oracles/oracle.js';
import { bareCases, convertAll, PACK, type PackIndex, packFiles, readPack, verdictsOf } from './pack/build.js';
import { FAMILIES } from './pack/families/family.js';
import { FIXTURES } from './pack/read.js';
import type { Case } from './pack/shape.js';

const { cases, index: found } = readPack();
const index = found as PackIndex;
const text = (name: string) => readFileSync(new URL(name, PACK), 'utf8');
const sha256 = (octets: string | Uint8Array) => createHash('sha256').update(octets).digest('hex');
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
const sorted = <T>(list: readonly T[]) => [...list].sort();

describe('the schema', () => {
  const schema = JSON.parse(text('schema.json')) as { $defs: { index: object } };
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
  const validate = ajv.compile(schema);
  const broken = (change: (file: { cases: Record<string, unknown>[] }) => void) => {
    const file = JSON.parse(text('cases/sms-submit.json'));
    change(file);
    return validate(file);
  };

  it.each(['index.json', ...index.files.map(({ file }) => file)])('%s', (name) => {
    validate(JSON.parse(text(name)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each<[what: string, change: (file: { cases: Record<string, unknown>[] }) => void]>([
    ['a member that it does not know', ({ cases: [first] }) => Object.assign(first!, { more: 1 })],
    ['lower-case hex', ({ cases: [first] }) => Object.assign(first!, { input: { hex: 'ab' } })],
    ['half an octet', ({ cases: [first] }) => Object.assign(first!, { input: { hex: 'ABC' } })],
    ['two forms', ({ cases: [first] }) => Object.assign(first!, { input: { hex: 'AB', text: 'x' } })],
    ['a value to decode', ({ cases: [first] }) => Object.assign(first!, { direction: 'decode', input: { value: { a: 1 } } })],
    ['octets to encode', ({ cases: [first] }) => Object.assign(first!, { direction: 'encode' })],
    [
      'a refusal both ways',
      ({ cases: [first] }) => Object.assign(first!, { direction: 'both', expected: { refused: { reason: 'limit' } } }),
    ],
    [
      'a reason of its own',
      ({ cases: [first] }) => Object.assign(first!, { direction: 'decode', expected: { refused: { reason: 'bad' } } }),
    ],
    ['no source', ({ cases: [first] }) => Object.assign(first!, { source: { programs: [] } })],
    ['no verdict of tshark', ({ cases: [first] }) => delete (first!.verdicts as Record<string, unknown>).tshark],
    [
      'a difference without a fault',
      ({ cases: [first] }) =>
        Object.assign(first!.verdicts as object, { tshark: { verdict: 'differs', faults: [], shows: { a: 1 } } }),
    ],
    ['no cases', (file) => Object.assign(file, { cases: [] })],
  ])('refuses %s', (_, change) => {
    expect(broken(() => {})).toBe(true);
    expect(broken(change)).toBe(false);
  });
});

describe('the types of values', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
  ajv.addSchema(JSON.parse(text('values.json')));
  const validator = (format: string) => ajv.getSchema(`values.json#/$defs/${format}`)!;
  const valueIn = ({ input, expected }: Case) =>
    [expected, input].flatMap((form) => ('value' in form ? [form.value as Record<string, unknown>] : []))[0];

  it.each(index.files.map(({ format }) => format))('%s', (format) => {
    const own = cases.filter((each) => each.format === format);
    const validate = validator(format);
    for (const each of own) {
      const [value, options] = [valueIn(each), each.options];
      expect(validate({ ...(value !== undefined && { value }), ...(options !== undefined && { options }) }), each.id).toBe(
        true,
      );
    }
    const value = own.map(valueIn).find((each) => each !== undefined);
    if (value === undefined) return;
    expect(validate({ value: { ...value, surplus: 1 } })).toBe(false);
    expect(validate({ value: Object.fromEntries(Object.keys(value).map((name) => [name, { wrong: null }])) })).toBe(false);
  });
});

describe('the pack', () => {
  it('is what its vectors give: npm run conformance -- --generate', () => {
    const files = packFiles(convertAll(), verdictsOf(cases, bareCases()), index.oracles, index.faults);
    expect(sorted([...files.keys()])).toEqual(
      sorted(['index.json', 'values.json', ...readdirSync(new URL('cases/', PACK)).map((name) => `cases/${name}`)]),
    );
    for (const [name, content] of files) expect(text(name) === content, `${name} is stale`).toBe(true);
  });

  it('has the hashes of its files, and no file that its index does not have', () => {
    expect(index.schemaSha256).toBe(sha256(text('schema.json')));
    expect(index.valuesSha256).toBe(sha256(text('values.json')));
    for (const { file, sha256: hash } of index.files) expect(sha256(text(file)), file).toBe(hash);
    expect(sorted(index.files.map(({ file }) => file.slice('cases/'.length)))).toEqual(
      sorted(readdirSync(new URL('cases/', PACK))),
    );
    expect(sorted(readdirSync(PACK))).toEqual(['LICENSE', 'cases', 'index.json', 'schema.json', 'values.json']);
    expect(text('LICENSE')).toBe(readFileSync(new URL('../LICENSE', FIXTURES), 'utf8'));
  });

  it('counts its cases', () => {
    expect(index.cases).toBe(cases.length);
    for (const { format, cases: count } of index.files)
      expect(cases.filter((each) => each.format === format)).toHaveLength(count);
    expect(index.sources.reduce((sum, source) => sum + source.cases, 0)).toBe(cases.length);
  });

  it('carries every vector, or says why not', () => {
    for (const { file, vectors, left } of convertAll()) {
      const carried = new Set(cases.filter(({ origin }) => origin.file === file).map(({ origin }) => origin.id));
      const named = new Set(left.map(({ id }) => id));
      expect(
        vectors.filter((id) => !carried.has(id) && !named.has(id)),
        file,
      ).toEqual([]);
      expect(
        [...carried, ...named].filter((id) => !vectors.includes(id)),
        file,
      ).toEqual([]);
      expect(new Set(vectors).size, file).toBe(vectors.length);
      expect(index.sources.find((source) => source.file === file)).toMatchObject({
        vectors: vectors.length,
        carried: carried.size,
      });
    }
  });

  it('has all the files of vectors that there are', () => {
    const files = readdirSync(new URL('vectors/', FIXTURES)).map((name) => `vectors/${name}`);
    const indexes = ['images', 'images/gif', 'images/png', 'soap', 'zip'].map((folder) => `${folder}/index.json`);
    for (const file of indexes) expect(existsSync(new URL(file, FIXTURES)), file).toBe(true);
    const named = index.sources.map(({ file }) => file).filter((file) => !file.startsWith(FAMILIES));
    expect(sorted(named)).toEqual(sorted([...files, ...indexes, 'images/pixels.json']));
  });

  it('has no case twice', () => {
    expect(new Set(ids(cases)).size).toBe(cases.length);
    const keys = cases.map(({ format, direction, level, options, input, expected }) =>
      JSON.stringify([format, direction, level, options, input, expected]),
    );
    expect(new Set(keys).size).toBe(cases.length);
  });

  it('is sorted, has UTF-8 that is well-formed, and numbers that every language holds', () => {
    for (const { file } of index.files) {
      const octets = readFileSync(new URL(file, PACK));
      expect(new TextDecoder('utf-8', { fatal: true }).decode(octets).endsWith('\n')).toBe(true);
      const list = ids((JSON.parse(octets.toString('utf8')) as { cases: Case[] }).cases);
      expect(list).toEqual(sorted(list));
    }
    const walk = (value: unknown): void => {
      if (typeof value === 'number') {
        expect(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER).toBe(true);
      } else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
    };
    walk(cases);
  });
});

describe('flags', () => {
  const named = new Set(cases.flatMap(({ flags = [] }) => flags));

  it('are those of the list, each of some case', () => {
    expect(sorted([...named])).toEqual(sorted(ids(FLAGS)));
    expect(ids(index.flags)).toEqual(ids(FLAGS));
    expect(ids(FLAGS)).toEqual(sorted(ids(FLAGS)));
  });

  it('name threads, or a fault of a program on record', () => {
    for (const { id, threads, faults = [], of } of FLAGS) {
      expect(threads.length + faults.length > 0 || of !== undefined, id).toBe(true);
      for (const fault of faults) expect(ids(FAULTS), id).toContain(fault);
    }
  });

  it.each([
    ['sms/segment-043', []],
    ['sms/segment-050', ['surrogate-split', 'surrogate-units']],
    ['sms/segment-053', ['escape-costs-two', 'escape-split']],
    ['sms/submit-021', ['address-odd', 'septets-in-length']],
  ])('of %s', (id, flags) => {
    expect(cases.find((each) => each.id === id)?.flags ?? []).toEqual(flags);
  });
});

describe('levels', () => {
  it('are hostile where an input ends too early or asks for too much, and what is hostile is refused', () => {
    const hostile = cases.filter(({ level }) => level === 'hostile');
    expect(hostile.length).toBeGreaterThan(200);
    for (const { expected, direction } of hostile) expect([direction, 'refused' in expected]).toEqual(['decode', true]);
    for (const { expected, level, direction } of cases) {
      if (direction !== 'decode' || !('refused' in expected)) continue;
      if (['truncated', 'limit'].includes(expected.refused.reason)) expect(level).toBe('hostile');
    }
  });
});

describe('verdicts', () => {
  it('are there of every program that is asked, and of three in every case', () => {
    for (const { id, format, verdicts } of cases) {
      const asked = ORACLES.filter(({ asks }) => asks.some(({ formats }) => formats.includes(format))).map(
        ({ id: oracle }) => oracle,
      );
      expect(Object.keys(verdicts), id).toEqual(sorted([...new Set([...ALWAYS, ...asked])]));
    }
    expect(ids(index.oracles)).toEqual(ids(ORACLES));
  });

  it('are of a program that agrees, for nine in ten of the cases of families that are no refusals', () => {
    const told = cases.filter(({ origin, expected }) => origin.file.startsWith(FAMILIES) && !('refused' in expected));
    const alone = told.filter(({ verdicts }) => !Object.values(verdicts).some(({ verdict }) => verdict === 'agrees'));
    expect(told.length).toBeGreaterThan(1000);
    expect(alone.length / told.length, ids(alone).join(' ')).toBeLessThan(0.1);
  });

  it('name faults of the list, each of which explains all that the program shows', () => {
    const named = new Set<string>();
    for (const { verdicts, ...bare } of cases) {
      for (const [oracle, verdict] of Object.entries(verdicts)) {
        if (verdict.verdict !== 'differs') continue;
        const faults = FAULTS.filter((fault) => fault.oracle === oracle && verdict.faults.includes(fault.id));
        expect(sorted(ids(faults)), bare.id).toEqual(verdict.faults);
        for (const fault of faults) expect(fault.applies(bare, verdict.shows), `${bare.id} ${fault.id}`).toBe(true);
        const explained = faults.flatMap((fault) => explainedBy(fault, verdict.shows));
        expect(
          Object.keys(verdict.shows).filter((member) => !explained.includes(member)),
          bare.id,
        ).toEqual([]);
        for (const id of verdict.faults) named.add(id);
      }
    }
    // A rule that no verdict needs is one that nobody has seen at work.
    expect(sorted([...named])).toEqual(sorted(ids(FAULTS)));
    expect(index.faults).toHaveLength(FAULTS.length);
  });
});
