import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { History } from '../../src/playground/compose/history.js';

describe('history', () => {
  it('goes back, and forth again', () => {
    const history = new History('a', '0');
    expect([history.undo('0'), history.canUndo, history.canRedo]).toEqual([undefined, false, false]);
    history.add('b', '1');
    history.add('c', '2');
    expect([history.undo('2'), history.undo('2'), history.undo('2')]).toEqual(['b', 'a', undefined]);
    expect([history.redo('2'), history.canUndo, history.canRedo, history.present]).toEqual(['b', true, true, 'b']);
    history.add('d', '3');
    expect([history.redo('3'), history.undo('3'), history.undo('3')]).toEqual([undefined, 'b', 'a']);
  });

  it('takes changes with one key together, also those that follow from going back', () => {
    const history = new History('a', '0');
    for (const state of ['1', '2', '3']) history.add(state, 'typed');
    history.add('4', 'other');
    expect(history.undo('other')).toBe('3');
    history.add('3, laid out anew', 'other');
    expect([history.present, history.redo('other')]).toEqual(['3, laid out anew', '4']);
    expect([history.undo('other'), history.undo('other')]).toEqual(['3, laid out anew', 'a']);
  });

  it('holds 200 states, and 4 million characters of JSON', () => {
    const stepsOf = (history: History<unknown>) => {
      let steps = 0;
      while (history.undo('') !== undefined) steps++;
      return steps;
    };
    const history = new History<unknown>(0, '0');
    for (let state = 1; state <= 1_000; state++) history.add(state, String(state));
    expect(stepsOf(history)).toBe(199);
    const large = new History<unknown>('', '0');
    for (let state = 1; state <= 20; state++) large.add(String(state).padEnd(1_000_000), String(state));
    expect(stepsOf(large)).toBe(2);
    large.add('x'.repeat(9_000_000), 'x');
    expect(stepsOf(large)).toBe(1);
  });

  it('is a list with a place in it', () => {
    const step = fc.oneof(
      fc.nat().map((state) => ({ state })),
      fc.constantFrom('undo' as const, 'redo' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const history = new History(-1, '0');
        let [list, at, key] = [[-1], 0, 0];
        for (const each of steps) {
          if (typeof each === 'object') {
            history.add(each.state, String(++key));
            list = [...list.slice(0, at + 1), each.state];
            at++;
          } else {
            const to = at + (each === 'undo' ? -1 : 1);
            expect(history[each](String(key))).toBe(list[to]);
            if (list[to] !== undefined) at = to;
          }
          expect([history.present, history.canUndo, history.canRedo]).toEqual([list[at], at > 0, at < list.length - 1]);
          expect(history.states).toEqual([...list].reverse());
        }
      }),
    );
  });
});
