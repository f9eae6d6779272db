import { describe, expect, it } from 'vitest';
import { type DecodeOptions, Issue, inheritLimits, Reading } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../../src/errors.js';

function heard(options: DecodeOptions<string> = {}): [Reading<string>, Issue[]] {
  const issues: Issue[] = [];
  return [new Reading<string>({ ...options, onIssue: (issue) => issues.push(issue) }), issues];
}

function thrownBy(call: () => void): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a fault', () => {
  it('is thrown in strict reading, and not reported', () => {
    const [reading, issues] = heard();
    const error = thrownBy(() => reading.fault('truncated', 'UDH', 3, 'needs 2 octets'));
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ code: 'truncated', field: 'UDH', offset: 3, message: 'UDH at 3: needs 2 octets' });
    expect(issues).toEqual([]);
  });

  it('with a code of the format is thrown as bad-value, or as it says', () => {
    const [reading] = heard();
    expect(thrownBy(() => reading.fault('missing-line', 'x', 0, ''))).toMatchObject({ code: 'bad-value' });
    expect(thrownBy(() => reading.fault('missing-line', 'x', 0, '', {}, 'truncated'))).toMatchObject({ code: 'truncated' });
  });

  it('is reported as an error in lenient reading', () => {
    const [reading, issues] = heard({ lenient: true });
    reading.fault('bad-value', 'UDH', 3, 'is 4', { assumed: '3', fix: { start: 3, end: 4, text: '3' } });
    reading.reportOrThrow(new DecodeError('truncated', 'UDH', undefined, 'ends'));
    expect(issues).toEqual([
      new Issue('bad-value', 'error', 'UDH', 3, 'is 4', { assumed: '3', fix: { start: 3, end: 4, text: '3' } }),
      new Issue('truncated', 'error', 'UDH', undefined, 'ends'),
    ]);
    expect(issues.map(({ message, offset }) => [message, offset])).toEqual([
      ['UDH at 3: is 4', 3],
      ['UDH: ends', undefined],
    ]);
    expect(JSON.parse(JSON.stringify(issues[1]))).toEqual({
      code: 'truncated',
      severity: 'error',
      field: 'UDH',
      reason: 'ends',
    });
  });

  it('at hand is thrown itself', () => {
    const error = new DecodeError('truncated', 'UDH', 3, 'ends');
    expect(thrownBy(() => heard()[0].reportOrThrow(error))).toBe(error);
  });

  it('may be one too many', () => {
    const reading = new Reading({ lenient: true }, 2);
    reading.fault('bad-value', 'a', 0, '');
    reading.fault('bad-value', 'a', 1, '');
    const error = thrownBy(() => reading.fault('bad-value', 'a', 2, ''));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({ code: 'limit-exceeded', field: 'a', offset: 2, reason: 'more than 2 faults' });
  });
});

it.each([true, false])('a note is a warning (lenient: %s)', (lenient) => {
  const [reading, issues] = heard({ lenient });
  reading.note('long-title', 'RTTTL/title', 10, '12 characters', { assumed: 'the whole title' });
  expect(issues).toEqual([
    new Issue('long-title', 'warning', 'RTTTL/title', 10, '12 characters', { assumed: 'the whole title' }),
  ]);
});

it('limits are those given, and else the default ones', () => {
  const reading = new Reading({ limits: { smilDepth: 2 } });
  expect(reading.limits).toEqual({ ...DEFAULT_LIMITS, smilDepth: 2 });
  reading.limit('smilDepth', 2, 'SMIL', 0);
  expect(thrownBy(() => reading.limit('smilDepth', 3, 'SMIL', 7))).toMatchObject({
    code: 'limit-exceeded',
    field: 'SMIL',
    offset: 7,
  });
});

it('a reading is taken for the options of another', () => {
  const [reading] = heard({ lenient: true });
  expect(Reading.of(reading)).toBe(reading);
  expect(Reading.of(undefined)).toMatchObject({ lenient: false, onIssue: undefined, limits: DEFAULT_LIMITS });
});

it('limits that inherit are the given ones, and defaults for the others', () => {
  const limits = inheritLimits({ smppParameters: 2 });
  expect([limits.smppParameters, limits.smppOctets]).toEqual([2, DEFAULT_LIMITS.smppOctets]);
  const [reading] = heard({ limits });
  expect(() => reading.limit('smppParameters', 2, 'x', 0)).not.toThrow();
  expect(() => reading.limit('smppParameters', 3, 'x', 7)).toThrow(
    expect.objectContaining({ code: 'limit-exceeded', field: 'x', offset: 7 }),
  );
  const most = DEFAULT_LIMITS.smppOctets;
  expect(() => reading.limit('smppOctets', most, 'x', 0)).not.toThrow();
  expect(() => reading.limit('smppOctets', most + 1, 'x', 0)).toThrow(LimitError);
});
