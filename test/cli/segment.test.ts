import { describe, expect, it } from 'vitest';
import { handset, temp, write } from './support.js';

describe('one of a thing is not many', () => {
  it.each([
    [['a'], 'units       1 septet\n', 'left        159 septets in the last\n'],
    [['x'.repeat(159)], 'units       159 septets\n', 'left        1 septet in the last\n'],
    [['ж'], 'units       1 UTF-16 unit\n', 'left        69 UTF-16 units in the last\n'],
    [[''], 'units       0 septets\n', 'left        160 septets in the last\n'],
  ])('of segment %j', async (args, ...lines) => {
    const { code, out } = await handset(['segment', ...args]);
    expect(code).toBe(0);
    for (const line of lines) expect(out).toContain(line);
  });

  it('of a report on messages, a tune and a text in a message', async () => {
    const report = await handset(['encode', 'text', 'a', '--to', '447700900123', '--report']);
    expect(report.err).toBe('text: 1 message, 1 septet of gsm7\n');
    expect((await handset(['convert', '-', temp('one.ott')], { stdin: 'One:d=4,o=5,b=120:c' })).err).toMatch(
      /"One", 1 note\n$/,
    );
    const message = temp('one.mms');
    expect((await handset(['compose', write('one.txt', 'a'), '-o', message])).code).toBe(0);
    expect((await handset(['preview', message])).out).toMatch(/ 1 octet\n/);
  });
});
