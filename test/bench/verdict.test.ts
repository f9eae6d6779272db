import { describe, expect, it } from 'vitest';
import { slope } from '../../bench/growth.js';
import { readOptions } from '../../bench/options.js';
import { figure, judge, lineOf, notRun, outcomeOf, verdictLine } from '../../bench/verdict.js';

describe('an outcome', () => {
  it.each([
    [10, { sense: 'at least', must: 10 }, 'PASS'],
    [9.99, { sense: 'at least', must: 10 }, 'missed'],
    [10, { sense: 'at least', must: 10, aim: 20 }, 'PASS, aim missed'],
    [20, { sense: 'at least', must: 10, aim: 20 }, 'PASS'],
    [1.3, { sense: 'at most', must: 1.3 }, 'PASS'],
    [1.31, { sense: 'at most', must: 1.3 }, 'missed'],
    [Number.NaN, { sense: 'at most', must: 1.3 }, 'missed'],
    [4, { sense: 'at least', aim: 5 }, 'aim missed'],
    [5, { sense: 'at least', aim: 5 }, 'PASS'],
    [5, { sense: 'at least' }, 'info'],
  ] as const)('of %d against %o is %s', (measured, line, outcome) => {
    expect(outcomeOf(measured, line)).toBe(outcome);
  });

  it('is told in a line', () => {
    const wanted = { target: 'times jimp', sense: 'at least', must: 8, aim: 20, unit: 'x' } as const;
    expect(verdictLine(judge('task', wanted, 17.21))).toBe('PASS, aim missed times jimp: 17.2, wanted >= 8, aim 20');
    expect(verdictLine(notRun('task', wanted, 'no jimp'))).toBe('not run times jimp: (no jimp), wanted >= 8, aim 20');
  });

  it('has figures with units', () => {
    expect([figure(3645.2, '/s'), figure(1.2749, 'ms'), figure(0.98, 'x'), figure(undefined, 'ms')]).toEqual([
      '3,645 /s',
      '1.27 ms',
      '0.98',
      '-',
    ]);
    expect(lineOf(1.3, { sense: 'at most', unit: 'ms' })).toBe('<= 1.3 ms');
  });
});

describe('the slope', () => {
  it.each([1, 2, 0.5])('of time that grows with length to the power of %d is that', (power) => {
    expect(slope([1, 10, 200, 3000].map((length) => [length, 7 * length ** power]))).toBeCloseTo(power);
  });
});

describe('the options', () => {
  it('are a filter, --quick, --into and --redraw', () => {
    expect(readOptions([])).toEqual({ filter: '', quick: false, into: undefined, redraw: false });
    expect(readOptions(['--quick', 'MMS', '--into', 'x'])).toEqual({ filter: 'MMS', quick: true, into: 'x', redraw: false });
    expect(readOptions(['--redraw']).redraw).toBe(true);
  });

  it.each([[['--slow']], [['a', 'b']], [['--into']]])('refuse %o', (args) => {
    expect(() => readOptions(args)).toThrow(Error);
  });
});
