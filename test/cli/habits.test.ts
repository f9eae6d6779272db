/** What people type as they write it elsewhere: numbers with blanks, another extension; and what a command says of what it did. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { handset, shared, temp } from './support.js';

describe('numbers as people write them', () => {
  it.each(['+44 7700 900123', '44-7700-900123', '+44 (7700) 900.123', '+44 (0)7700 900123'])('%s', async (number) => {
    const encoded = await handset(['encode', 'text', 'x', '--to', number]);
    expect(encoded.out).toBe((await handset(['encode', 'text', 'x', '--to', '447700900123'])).out);
    const config = ['--config', shared('gateway.json'), '--dry-run'];
    const sent = await handset(['send', 'text', 'x', '--to', `${number},+44 7700 900124`, ...config]);
    expect(sent.out).toMatch(/SendTo=(?:%2B)?447700900123%2C(?:%2B)?447700900124&/);
  });

  it('what has letters is refused as before', async () => {
    const { code, err } = await handset(['encode', 'text', 'x', '--to', '+44 me']);
    expect([code, err]).toEqual([1, expect.stringContaining('not "+44 me"')]);
  });

  it('a list is refused by a command that takes one', async () => {
    const { code, err } = await handset(['encode', 'text', 'x', '--to', '447700900123,447700900124']);
    expect([code, err]).toEqual([1, 'handset: --to: takes one recipient, not a list: run it once for each [bad-value]\n']);
  });
});

it('.midi is .mid', async () => {
  expect((await handset(['convert', shared('fur-elise.rtttl'), temp('tune.midi')])).code).toBe(0);
  expect(readFileSync(temp('tune.midi')).subarray(0, 4).toString()).toBe('MThd');
  expect((await handset(['convert', temp('tune.midi'), '-', '--to', 'rtttl'])).out).toContain('FurElise');
  expect((await handset(['convert', temp('tune.midi'), '-', '--to', 'midi'])).code).toBe(0);
});

describe('segment shows which characters cost more', () => {
  it('two septets, with their places', async () => {
    const { out } = await handset(['segment', 'a €[5] €']);
    expect(out).toContain('2 septets   "€" U+20AC at 2, 7\n2 septets   "[" U+005B at 3\n');
    expect(out).toContain('part 1       12 "a €[5] €"\n');
    const many = await handset(['segment', '€'.repeat(9)]);
    expect(many.out).toContain('at 0, 1, 2, 3, 4 and 4 more\n');
  });

  it('in colours where there are any, and never in a file', async () => {
    expect((await handset(['segment', 'a €'], { color: true })).out).toContain('"a \x1b[33m€\x1b[39m"');
    expect((await handset(['segment', 'ça €'], { color: true })).out).toContain('"\x1b[31mç\x1b[39ma €"');
    await handset(['segment', 'ça', '-o', temp('cost.txt')], { color: true });
    expect(readFileSync(temp('cost.txt'), 'utf8')).not.toContain('\x1b');
  });
});

it('a generic handset says that it is one, and which names are near', async () => {
  const { out } = await handset(['handsets', '--show', 'Nokia 6231']);
  expect(out).toMatch(/^match +generic; near names: Nokia 6230, /m);
  expect((await handset(['handsets', '--show', 'Nokia 6230'])).out).not.toMatch(/^match/m);
});

it('repurpose ends with what it did in all', async () => {
  const picture = new URL('../../fixtures/images/photo-422.jpg', import.meta.url).pathname;
  const args = [
    'repurpose',
    picture,
    shared('zum-loewen.rows'),
    '--handset',
    'Nokia 6230',
    '-o',
    temp('adapted'),
    '--threads',
    '0',
  ];
  const { err } = await handset(args);
  const last = err
    .trim()
    .split('\n')
    .filter((line) => /^\d+ files: /.test(line));
  expect(last).toEqual([expect.stringMatching(/^2 files: 1 adapted, 1 unchanged; [\d,]+ octets before, [\d,]+ after/)]);
});
