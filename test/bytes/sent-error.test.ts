import { describe, expect, it } from 'vitest';
import { errorFrom, sentError } from '../../src/bytes/sent-error.js';
import { DecodeError, EncodeError, FormatError, LimitError } from '../../src/errors.js';

/** An error as the other thread has it: what is sent is cloned. */
const received = (error: unknown) => errorFrom(structuredClone(sentError(error)));

describe('an error from another thread', () => {
  it.each([
    new DecodeError('truncated', 'TP-UD', 7, 'needs 3 octets'),
    new EncodeError('unencodable', 'text', undefined, 'has no such character'),
    new LimitError('limit-exceeded', '$.names[3]', 0, 'there are more than 3 values'),
    new FormatError('bad-value', 'PNG', 8, 'bad CRC'),
  ])('keeps class, code, field, place and reason: $name', (error) => {
    const other = received(error);
    expect(other).not.toBe(error);
    expect(other.constructor).toBe(error.constructor);
    const { name, message, code, field, offset, reason } = error;
    expect(other).toMatchObject({ name, message, code, field, reason });
    expect((other as FormatError).offset).toBe(offset);
  });

  it('of a class that is not known here is a FormatError', () => {
    const { fault } = sentError(new DecodeError('bad-value', 'x', 1, 'why'));
    const other = errorFrom({ name: 'OtherError', message: 'x at 1: why', ...(fault && { fault }) });
    expect(other.constructor).toBe(FormatError);
    expect(other).toMatchObject({ code: 'bad-value', field: 'x', offset: 1, reason: 'why' });
  });

  it('of an argument stays a TypeError; of any other class is an Error with its words', () => {
    expect(received(new TypeError('width is "8", not a number'))).toEqual(new TypeError('width is "8", not a number'));
    expect(received(new TypeError('x')).constructor).toBe(TypeError);
    const other = received(new RangeError('out of memory'));
    expect([other.constructor, other.message]).toEqual([Error, 'out of memory']);
  });

  it('may be something that is no error', () => {
    expect(received('stopped').message).toBe('stopped');
    expect(received(undefined).message).toBe('undefined');
  });
});
