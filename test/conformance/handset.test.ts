import { describe, expect, it } from 'vitest';
import { adapters, runCase } from './adapters/index.js';
import { differences } from './compare.js';
import { readPack } from './pack/build.js';
import type { BareCase } from './pack/shape.js';

const { cases } = readPack();
const formats = [...new Set(cases.map(({ format }) => format))];
const caseOf = (id: string): BareCase => cases.find((each) => each.id === id)!;

describe('handset passes every case of the pack, through its public functions', () => {
  it('has an adapter for every format, and none besides', () => {
    expect(Object.keys(adapters).sort()).toEqual([...formats].sort());
  });

  it.each(formats)('%s', async (format) => {
    const failures: string[] = [];
    for (const each of cases.filter((one) => one.format === format)) {
      const wrong = await runCase(each);
      if (wrong.length > 0) failures.push(`${each.id}: ${wrong.join('; ')}`);
    }
    expect(failures).toEqual([]);
  });
});

describe('a case can fail', () => {
  const submit = caseOf('sms/submit-021');
  const value = (submit.expected as unknown as { value: Record<string, string> }).value;

  it.each<[what: string, changed: BareCase, said: RegExp]>([
    ['by another value', { ...submit, expected: { value: { ...value, text: 'hellohellO' } } }, /^value\.text: "hellohello"/],
    [
      'by a member that is missing',
      { ...submit, expected: { value: { ...value, 'TP-SCTS': 'x' } } },
      /^value\.TP-SCTS: nothing/,
    ],
    ['by octets that are written', { ...submit, expected: { value: { text: 'x' } } }, /^value\.text/],
    ['by a refusal', { ...submit, input: { hex: '01' } }, /^refused: /],
    ['by no refusal', { ...submit, direction: 'decode', expected: { refused: { reason: 'truncated' } } }, /is read$/],
    [
      'by another reason',
      { ...caseOf('sms/malformed-060'), expected: { refused: { reason: 'limit' } } },
      /as truncated in place of limit/,
    ],
    [
      'by another place',
      { ...caseOf('sms/malformed-060'), expected: { refused: { reason: 'truncated', field: 'TP-DA' } } },
      /^refused at TP-MR in place of TP-DA/,
    ],
    ['for lack of an adapter', { ...submit, format: 'telex' }, /^no adapter/],
  ])('%s', async (_, changed, said) => {
    expect(await runCase(submit)).toEqual([]);
    expect((await runCase(changed)).join('\n')).toMatch(said);
  });
});

describe('comparing', () => {
  it('looks at the members that are expected, at every item of a list, and at numbers within the tolerance', () => {
    expect(differences({ a: 1, b: [{ c: 'x' }] }, { a: 1, b: [{ c: 'x', d: 2 }], e: 0 })).toEqual([]);
    expect(differences({ a: 1 }, {})).toEqual(['a: nothing in place of 1']);
    expect(differences({ a: [1] }, { a: [1, 2] })).toEqual(['a: 2 items in place of 1']);
    expect(differences({ a: [1] }, { a: 1 })).toEqual(['a: 1 in place of a list']);
    expect(differences({ a: {} }, { a: [] })).toEqual(['a: [] in place of an object']);
    expect(differences({ a: null }, { a: null })).toEqual([]);
    expect(differences({ a: null }, {})).toEqual(['a: nothing in place of null']);
    expect(differences([1.5], [2], 0.5)).toEqual([]);
    expect(differences([1.5], [2.01], 0.5)).toEqual(['[0]: 2.01 in place of 1.5']);
  });
});
