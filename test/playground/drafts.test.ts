import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDrafts, writeDrafts } from '../../src/playground/compose/drafts.js';

const NOTHING = { forms: {}, settings: undefined, handset: undefined };

it('drafts come back', () => {
  const record = fc.dictionary(
    fc.string(),
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
  );
  const drafts = fc.record({ forms: record, settings: record, handset: fc.option(fc.string(), { nil: undefined }) });
  fc.assert(fc.property(drafts, (each) => void expect(readDrafts(writeDrafts(each))).toEqual(each)));
  expect(writeDrafts(NOTHING)).toBe('');
});

it.each([
  null,
  '',
  'null',
  '[]',
  '{"version":2,"forms":{"text":{}}}',
  '{"version":1',
  '{"forms":{"text":{}}}',
  ' '.repeat(6_000_001),
  '{"version":1,"forms":[],"handset":1}',
])('what is of another version, or damaged, holds nothing: %#', (text) => {
  expect(readDrafts(text)).toEqual(NOTHING);
});

it('any text is drafts', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void expect(readDrafts(text).forms).toBeTypeOf('object')));
});
