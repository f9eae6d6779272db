import { describe, expect, it } from 'vitest';
import { describeTune, pushFacts } from '../../src/content/facts.js';
import { describeContent } from '../../src/content/kinds.js';
import type { Content } from '../../src/message/index.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { count, formatFacts } from '../../src/show/facts.js';

const lines = (content: Content) => formatFacts(describeContent(content).facts).split('\n');

describe('facts', () => {
  it('are a column of names and a column of values, further lines below the first', () => {
    expect(lines({ kind: 'text', text: 'One\nTwo' })).toEqual(['text         One', '             Two']);
    expect(formatFacts([{ name: 'E-mail', value: 'a@b', isPart: true }], 0, 2)).toBe('  e-mail  a@b');
  });

  it('begin further on where a name is longer than the column', () => {
    const facts = [
      { name: 'Previously sent by', value: '1' },
      { name: 'From', value: '2' },
    ];
    expect(formatFacts(facts).split('\n')).toEqual(['previously sent by 1', 'from               2']);
  });

  it('of a cache operation are what it invalidates', () => {
    const operations = [{ kind: 'object', uri: 'http://a/' }] as const;
    expect(pushFacts({ kind: 'co', co: { operations } })).toEqual([{ name: 'object', value: 'http://a/' }]);
  });

  it('tell how often a tune comes', () => {
    const tune = parseRtttl('Beep:d=4,o=5,b=120:c,e');
    expect([0, 2, 15].map((loops) => describeTune({ ...tune, loops }))).toEqual([
      '120 bpm, 2 notes, 1.0 s',
      '120 bpm, 2 notes, 1.0 s, repeated 2x',
      '120 bpm, 2 notes, 1.0 s, repeated without end',
    ]);
  });

  it('counts have commas', () => {
    expect([count(1, 'note'), count(8120, 'octet')]).toEqual(['1 note', '8,120 octets']);
  });
});
