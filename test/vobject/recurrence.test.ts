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
    ['D1 19941224 #0', 'FREQ=DAILY;UNTIL=19941224'],
    [' \tD1 #3\n', 'FREQ=DAILY;COUNT=3'],
    ['D1 #003', 'FREQ=DAILY;COUNT=3'],
    ['D01 #1', 'FREQ=DAILY;COUNT=1'],
    ['D1 #999999999', 'FREQ=DAILY;COUNT=999999999'],
    ['W1 SU MO TU WE TH FR SA MO #0', 'FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH,FR,SA'],
    ['MP1 1 5- SU #0', 'FREQ=MONTHLY;BYDAY=1SU,-5SU'],
    ['MP1 1+ SU 2+ SU #0', 'FREQ=MONTHLY;BYDAY=1SU,2SU'],
    ['MP1 1+ SU SU 1+ SU #0', 'FREQ=MONTHLY;BYDAY=1SU'],
    ['MD1 01 31 31- LD 1- #0', 'FREQ=MONTHLY;BYMONTHDAY=1,31,-31,-1'],
    ['YM1 01 12 1 #0', 'FREQ=YEARLY;BYMONTH=1,12'],
    ['YD1 001 366 #0', 'FREQ=YEARLY;BYYEARDAY=1,366'],
  ])('%s is %s', (older, newer) => {
    expect(ruleFromOld(older, start)).toEqual({ rule: newer });
  });

  // What MP and YD leave out is that of the start: which of its weekday in the month, and which day of the year.
  it.each([
    ['1994-07-07', '1TH', 188],
    ['1994-07-08', '2FR', 189],
    ['1994-07-14', '2TH', 195],
    ['1994-07-15', '3FR', 196],
    ['1994-07-29', '5FR', 210],
    ['1994-07-31', '5SU', 212],
    ['1994-01-01', '1SA', 1],
    ['1996-12-31', '5TU', 366],
  ])('on %s that is %s, day %i', (day, weekday, ofYear) => {
    const from = new Date(`${day}T23:59:59Z`);
    expect(ruleFromOld('MP1 #0', from)).toEqual({ rule: `FREQ=MONTHLY;BYDAY=${weekday}` });
    expect(ruleFromOld('YD1 #0', from)).toEqual({ rule: `FREQ=YEARLY;BYYEARDAY=${ofYear}` });
    expect(ruleFromOld('YD1 #0', new Date(`${day}T00:00:00Z`))).toEqual({ rule: `FREQ=YEARLY;BYYEARDAY=${ofYear}` });
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
    [' FREQ=DAILY ', 'D1 #0'],
    ['FREQ=DAILY;COUNT=007', 'D1 #7'],
    ['FREQ=DAILY;UNTIL=19941224T010203', 'D1 19941224T010203'],
    ['FREQ=DAILY;UNTIL=19941224T010203Z', 'D1 19941224T010203Z'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO', 'W2 MO #0'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,SU', 'W2 MO SU #0'],
    ['FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=MO,SU', 'W1 MO SU #0'],
    ['FREQ=MONTHLY;BYDAY=5MO,+2TU', 'MP1 5+ MO 2+ TU #0'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31,-31', 'MD3 31 31- #0'],
    ['FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=7', 'YM1 7 #0'],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=6,7;BYMONTHDAY=1', 'YM4 6 7 #0'],
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
    'D1 x#5',
    'D1 #5x',
    'D1 #',
    'D1 #1234567890',
    'D1 19941224 19941225',
    'D1234567890',
    'xD1',
    'D1x',
    'MD1 0',
    'MD1 x1',
    'MD1 115',
    'MD1 1x',
    'MD1 LD+',
    'MP1 0+ SU',
    'MP1 x1+ SU',
    'MP1 1+x SU',
    'MP1 1+ SU 2-',
    'MP1 SU 1+',
    'MP1 1+ LD',
    'W1 MO XX',
    'YM1 0',
    'YM1 x1',
    'YM1 112',
    'YM1 1-',
    'YD1 0',
    'YD1 x1',
    'YD1 1366',
    'YD1 1-',
    'YD1 LD',
  ])('old rule %j', (text) => {
    expect(ruleFromOld(text, start)).toEqual({ reason: expect.any(String) });
  });

  it('what is left out cannot be told without a start', () => {
    expect(ruleFromOld('MP1 #0', undefined)).toEqual({ reason: expect.any(String) });
    expect(ruleFromOld('YD1 #0', undefined)).toEqual({ reason: expect.any(String) });
    expect(ruleFromOld('MP1 1+ SU #0', undefined)).toEqual({ rule: 'FREQ=MONTHLY;BYDAY=1SU' });
    expect(ruleFromOld('YD1 1 #0', undefined)).toEqual({ rule: 'FREQ=YEARLY;BYYEARDAY=1' });
  });

  // The reasons are those of the issues that a caller reads.
  it.each([
    ['Q1', '"Q1" does not begin a rule'],
    ['', '"" does not begin a rule'],
    ['D0', '"D0" does not begin a rule'],
    ['D1 #5 19941224', 'both an end and a count'],
    ['D1 MO', '"D1 MO" is not a rule of vCalendar 1.0'],
  ])('old rule %j: %s', (text, reason) => {
    expect(ruleFromOld(text, start)).toEqual({ reason });
  });

  it.each([
    ['FREQ=DAILY;BYFOO=1', 'unknown part BYFOO'],
    ['FREQ=DAILY;COUNT=1;COUNT=1', 'COUNT is given twice'],
    ['COUNT=1', 'FREQ is missing'],
    ['FREQ=DAILY;COUNT=1;UNTIL=19941224', 'both UNTIL and COUNT'],
    ['FREQ=DAILY;UNTIL=1994', 'UNTIL=1994 is not a date'],
    ['FREQ=DAILY;COUNT=0', 'COUNT=0 is not a count'],
    ['FREQ=DAILY;COUNT=1x', 'COUNT=1X is not a count'],
    ['FREQ=DAILY;INTERVAL=000', 'INTERVAL=000 is not a count'],
    ['FREQ=DAILY;INTERVAL=1234567890', 'INTERVAL=1234567890 is not a count'],
    ['FREQ=DAILY;', undefined],
    ['FREQ=DAILY;;', 'not a rule of RFC 5545 section 3.3.10'],
    ['xFREQ=DAILY', 'not a rule of RFC 5545 section 3.3.10'],
    ['FREQ=DAILY;COUNT', 'not a rule of RFC 5545 section 3.3.10'],
    ['FREQ=DAILY;COUNT==1', 'not a rule of RFC 5545 section 3.3.10'],
    ['FREQ=DAILY;X=1', 'not a rule of RFC 5545 section 3.3.10'],
  ])('rule %j: %s', (text, reason) => {
    const read = readRule(text);
    expect('reason' in read ? read.reason : undefined).toBe(reason);
  });

  it('a rule has 4000 characters at most, a part 2000', () => {
    const ones = (length: number) => '1'.padStart(length, '1,');
    const rule = (days: number, months: number) => `FREQ=YEARLY;BYYEARDAY=${ones(days)};BYMONTHDAY=${ones(months)}`;
    const rest = rule(100, 100).length - 200;
    expect(rule(2000, 2000 - rest)).toHaveLength(4000);
    expect(readRule(rule(2000, 2000 - rest))).toHaveProperty('rule');
    expect(readRule(rule(2000, 2001 - rest))).toHaveProperty('reason');
    expect(readRule(rule(2001, 100))).toHaveProperty('reason');
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
      'FREQ=YEARLY;BYYEARDAY=1,-1',
      'FREQ=YEARLY;BYWEEKNO=20',
      'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1,15',
      'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=1',
      'FREQ=YEARLY;BYMONTHDAY=1',
      'FREQ=YEARLY;BYDAY=1SU',
      'FREQ=MONTHLY;BYMONTHDAY=1;BYMONTH=7',
      'FREQ=MONTHLY;BYDAY=6SU',
      'FREQ=MONTHLY;BYDAY=1SU,MO',
      'FREQ=WEEKLY;BYDAY=MO,1TU',
      'FREQ=DAILY;BYMONTH=7',
    ],
  ])('vCalendar 1.0 cannot say %s', (text) => {
    expect(refusal(() => ruleToOld(text, start, 'rrule'))).toEqual({ code: 'unencodable', field: 'rrule', offset: undefined });
  });

  it('a day of a month of the year is said by the start, so that it needs one', () => {
    const text = 'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1';
    expect(refusal(() => ruleToOld(text, undefined, 'rrule'))).toMatchObject({ code: 'unencodable' });
  });
});
