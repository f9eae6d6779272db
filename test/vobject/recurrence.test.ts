import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRule, ruleFromOld, ruleToOld } from '../../src/vobject/recurrence.js';
import { refusal } from '../support/hostile.js';
import { rule } from '../support/vobjects.js';

/** Friday 1 July 1994, the date of the grammar's own examples. */
const start = new Date('1994-07-01T09:00:00Z');

describe('published vectors', () => {
  // Left: the grammar of vCalendar 1.0 with its policies (no end: twice, #0: for ever, LD: the last day); right: RFC 5545.
  it.each([
    ['D1', 'FREQ=DAILY;COUNT=2'],
    ['D4 #2', 'FREQ=DAILY;INTERVAL=4;COUNT=2'],
    ['D1 #0', 'FREQ=DAILY'],
    ['D2 19941224T000000Z', 'FREQ=DAILY;INTERVAL=2;UNTIL=19941224T000000Z'],
    ['W1 MO FR #5', 'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=5'],
    ['W2 #0', 'FREQ=WEEKLY;INTERVAL=2'],
    ['MP1 1+ SU #0', 'FREQ=MONTHLY;BYDAY=1SU'],
    ['MP2 1+ 2- SU MO 5+ FR #3', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-2SU,1MO,-2MO,5FR;COUNT=3'],
    ['MP1 #0', 'FREQ=MONTHLY;BYDAY=1FR'],
    ['MD1 15 #0', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ['MD1 1 2+ 3- LD #0', 'FREQ=MONTHLY;BYMONTHDAY=1,2,-3,-1'],
    ['MD1 #0', 'FREQ=MONTHLY'],
    ['YM1 6 7 #8', 'FREQ=YEARLY;BYMONTH=6,7;COUNT=8'],
    ['YM1 #0', 'FREQ=YEARLY'],
    ['YD5 1 100 #0', 'FREQ=YEARLY;INTERVAL=5;BYYEARDAY=1,100'],
    ['YD1 #0', 'FREQ=YEARLY;BYYEARDAY=182'],
    ['d1  #0 19941224', 'FREQ=DAILY;UNTIL=19941224'],
  ])('%s is %s', (older, newer) => {
    expect(ruleFromOld(older, start)).toEqual({ rule: newer });
  });

  it.each([
    ['FREQ=DAILY;COUNT=10', 'D1 #10'],
    ['FREQ=DAILY;INTERVAL=3', 'D3 #0'],
    ['FREQ=DAILY;UNTIL=19941224', 'D1 19941224T235959'],
    ['FREQ=WEEKLY;WKST=SU;BYDAY=MO,FR', 'W1 MO FR #0'],
    ['freq=weekly;interval=2;byday=mo,fr;', 'W2 MO FR #0'],
    ['FREQ=MONTHLY;BYDAY=1SU,-1FR', 'MP1 1+ SU 1- FR #0'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'MD1 15 1- #0'],
    ['FREQ=MONTHLY;COUNT=4', 'MD1 #4'],
    ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1', 'YM1 7 #0'],
    ['FREQ=YEARLY;BYMONTH=1,6', 'YM1 1 6 #0'],
    ['FREQ=YEARLY', 'YM1 #0'],
    ['FREQ=YEARLY;BYYEARDAY=1,366', 'YD1 1 366 #0'],
  ])('%s becomes %s', (newer, older) => {
    expect(ruleToOld(newer, start, 'rrule')).toBe(older);
  });
});

describe('properties', () => {
  it('a rule that both grammars have comes back', () => {
    fc.assert(
      fc.property(rule, (text) => {
        expect(ruleFromOld(ruleToOld(text, start, 'rrule'), start)).toEqual({ rule: text });
      }),
    );
  });

  it('what an old rule means is a rule of iCalendar', () => {
    const tokens = fc.array(
      fc.constantFrom('1', '1+', '2-', 'LD', 'SU', 'MO', '12', '31', '366', '#0', '#5', '19941224T000000Z', 'x'),
      { maxLength: 5 },
    );
    const heads = fc.constantFrom('D1', 'W2', 'MP1', 'MD3', 'YM1', 'YD1', 'D0', 'Q1');
    fc.assert(
      fc.property(heads, tokens, fc.constantFrom(start, undefined), (head, rest, from) => {
        const read = ruleFromOld([head, ...rest].join(' '), from);
        if ('rule' in read) expect(readRule(read.rule)).toMatchObject(read);
        else expect(read.reason).not.toBe('');
      }),
    );
  });
});

describe('refusals', () => {
  it.each([
    '',
    'Q1',
    'D',
    'D0',
    'D1 MO',
    'W1 1+',
    'MP1 1+',
    'MP1 SU',
    'MP1 1+ SU 2+',
    'MP1 6+ SU',
    'MD1 32',
    'MD1 MO',
    'YM1 13',
    'YM1 LD',
    'YD1 367',
    'D1 #5 19941224',
    'D1 #1 #2',
  ])('old rule %j', (text) => {
    expect(ruleFromOld(text, start)).toEqual({ reason: expect.any(String) });
  });

  it('what is left out cannot be told without a start', () => {
    expect(ruleFromOld('MP1 #0', undefined)).toEqual({ reason: expect.any(String) });
    expect(ruleFromOld('YD1 #0', undefined)).toEqual({ reason: expect.any(String) });
  });

  it.each([
    ...[
      '',
      'D1',
      'COUNT=1',
      'FREQ=DAILY;FREQ=DAILY',
      'FREQ=DAILY;BYFOO=1',
      'FREQ=DAILY;COUNT=1;UNTIL=19941224',
      'FREQ=DAILY;UNTIL=x',
    ],
    ...[
      'FREQ=DAILY;COUNT=0',
      'FREQ=DAILY;INTERVAL=-1',
      'FREQ=NEVER',
      'FREQ=DAILY;BYDAY=XX',
      'FREQ=DAILY;BYHOUR=24',
      'FREQ=DAILY\r\nX:1',
    ],
  ])('rule %j', (text) => {
    expect(readRule(text)).toEqual({ reason: expect.any(String) });
    expect(refusal(() => ruleToOld(text, start, 'rrule'))).toEqual({ code: 'bad-value', field: 'rrule', offset: undefined });
  });

  it('intervals as long as are written are read', () => {
    const rule = 'FREQ=DAILY;INTERVAL=123456789;COUNT=5';
    expect(ruleFromOld(ruleToOld(rule, start, 'rrule'), start)).toEqual({ rule });
  });

  it.each([
    ...[
      'FREQ=HOURLY',
      'FREQ=DAILY;BYDAY=MO',
      'FREQ=WEEKLY;BYDAY=1MO',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,SU',
      'FREQ=MONTHLY;BYDAY=MO',
    ],
    ...[
      'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
      'FREQ=MONTHLY;BYMONTHDAY=0',
      'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=2',
      'FREQ=YEARLY;BYYEARDAY=-1',
      'FREQ=YEARLY;BYWEEKNO=20',
    ],
  ])('vCalendar 1.0 cannot say %s', (text) => {
    expect(refusal(() => ruleToOld(text, start, 'rrule'))).toEqual({ code: 'unencodable', field: 'rrule', offset: undefined });
  });
});
