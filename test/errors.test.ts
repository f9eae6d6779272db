import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, DecodeError, EncodeError, FormatError, LimitError } from '../src/errors.js';

describe('the family', () => {
  it.each([
    [DecodeError, 'DecodeError'],
    [EncodeError, 'EncodeError'],
    [LimitError, 'LimitError'],
  ])('%o is a FormatError and an Error, and knows its name', (Class, name) => {
    const error = new Class('bad-value', 'TP-DA/digits', 3, 'a filler');
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect({ ...error }).toMatchObject({ code: 'bad-value', field: 'TP-DA/digits', offset: 3 });
    expect(error.message).toBe('TP-DA/digits at 3: a filler');
    expect(String(error)).toBe(`${name}: TP-DA/digits at 3: a filler`);
  });

  it('says nothing of a position that there is not, and keeps its cause', () => {
    const cause = new Error('deeper');
    const error = new FormatError('too-long', 'udh', undefined, '300 octets', { cause });
    expect(error.message).toBe('udh: 300 octets');
    expect(error.offset).toBeUndefined();
    expect(error.cause).toBe(cause);
    expect('cause' in new FormatError('too-long', 'udh', 0, 'x')).toBe(false);
  });
});

it('a property with a wrong value is named, with what it takes, and has no offset', () => {
  const error = EncodeError.badValue('sar', 'use 8 or 16, not 12');
  expect(error).toBeInstanceOf(EncodeError);
  expect(error).toMatchObject({ code: 'bad-value', field: 'sar', offset: undefined, message: 'sar: use 8 or 16, not 12' });
});

it('every default limit is a whole number over 0', () => {
  for (const [name, limit] of Object.entries(DEFAULT_LIMITS)) {
    expect(Number.isSafeInteger(limit) && limit > 0, name).toBe(true);
  }
});
