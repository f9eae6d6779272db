/** Rules of time zones beside what python3-dateutil 2.8.2 makes of them. */
import { describe, expect, it } from 'vitest';
import { parseMoment } from '../../src/vobject/moment.js';
import { countUpTo, readZoneRule } from '../../src/vobject/zone-rule.js';

const at = (text: string) => parseMoment(text)!.at;

/** Times that the last change-over is asked for. */
const TIMES = ['19960331T013000', '20001231T235959', '20040229T120000', '20261025T030000'];

/**
 * Rule, DTSTART, and the last occurrence that is not after each of the times (rrulestr of dateutil, walked from DTSTART on). The first
 * fourteen are forms that products write; the others were drawn at random. None mixes weekdays with and without positions, which dateutil
 * reads as a demand for both.
 */
const RULES: readonly (readonly [rule: string, start: string, last: string])[] = [
  [
    'FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=10',
    '19501029T020000',
    '19951029T020000 20001029T020000 20031026T020000 20261025T020000',
  ],
  [
    'FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=2SU;BYMONTH=3',
    '19500312T020000',
    '19960310T020000 20000312T020000 20030309T020000 20260308T020000',
  ],
  [
    'FREQ=YEARLY;BYDAY=SU;BYSETPOS=-1;BYMONTH=11',
    '16011104T020000',
    '19951126T020000 20001126T020000 20031130T020000 20251130T020000',
  ],
  ['FREQ=MONTHLY;INTERVAL=12;BYDAY=-1SU', '19961027T030000', '- 20001029T030000 20031026T030000 20261025T030000'],
  ['FREQ=MONTHLY;INTERVAL=12;BYDAY=SU;BYSETPOS=-1', '19961027T030000', '- 20001029T030000 20031026T030000 20261025T030000'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=-1', '19700331T000000', '19960331T000000 20000331T000000 20030331T000000 20260331T000000'],
  [
    'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1;BYDAY=SU',
    '19700329T010000',
    '19960331T010000 20000326T010000 20030330T010000 20260329T010000',
  ],
  ['FREQ=YEARLY;BYYEARDAY=-1', '19701231T000000', '19951231T000000 20001231T000000 20031231T000000 20251231T000000'],
  ['FREQ=YEARLY;BYYEARDAY=60', '19700301T020000', '19960229T020000 20000229T020000 20040229T020000 20260301T020000'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '18960229T000000', '19960229T000000 20000229T000000 20040229T000000 20240229T000000'],
  [
    'FREQ=YEARLY;WKST=MO;INTERVAL=1;BYMONTH=4;BYDAY=1SU',
    '19710101T020000',
    '19950402T020000 20000402T020000 20030406T020000 20260405T020000',
  ],
  [
    'FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;COUNT=5',
    '19870405T020000',
    '19910407T020000 19910407T020000 19910407T020000 19910407T020000',
  ],
  ['FREQ=YEARLY;BYDAY=-1SU', '19701227T020000', '19951231T020000 20001231T020000 20031228T020000 20251228T020000'],
  ['FREQ=YEARLY', '19700329T020000', '19960329T020000 20000329T020000 20030329T020000 20260329T020000'],
  [
    'FREQ=YEARLY;BYMONTH=11;COUNT=4;BYDAY=2SA;BYMONTHDAY=-14,-10,16,8,-22,7,22',
    '19270217T052201',
    '19401109T052201 19401109T052201 19401109T052201 19401109T052201',
  ],
  [
    'FREQ=YEARLY;BYDAY=-1SA,-1WE,-5SA;BYSECOND=26,21;BYHOUR=14,5;BYMONTH=4,9;INTERVAL=4',
    '19460913T010449',
    '19940928T140426 19980930T140426 20020928T140426 20260930T140426',
  ],
  [
    'FREQ=YEARLY;BYDAY=SU,MO,FR;BYMONTH=2;BYMINUTE=55,37',
    '19150208T063325',
    '19960226T065525 20000228T065525 20040229T065525 20260227T065525',
  ],
  [
    'FREQ=YEARLY;COUNT=24;BYMONTH=6,7,9;BYMONTHDAY=-31,12,-19,29',
    '19860314T141409',
    '19880929T141409 19880929T141409 19880929T141409 19880929T141409',
  ],
  [
    'FREQ=YEARLY;BYMINUTE=17;BYMONTH=4,8,2;UNTIL=20120502T015200;BYMONTHDAY=25,21,-4,18,-27,12;BYHOUR=5,22',
    '19080925T154627',
    '19960226T221727 20000828T221727 20040226T221727 20120427T221727',
  ],
  [
    'FREQ=YEARLY;BYMONTH=10,5,6;UNTIL=20090515T031300;BYDAY=2SA,4TU',
    '19940212T111153',
    '19951024T111153 20001024T111153 20031028T111153 20090509T111153',
  ],
  [
    'FREQ=MONTHLY;BYSETPOS=1;BYMONTH=3,12;UNTIL=20050721T113100;BYDAY=-2FR,5WE,3FR;BYMONTHDAY=-5,20',
    '19180925T142436',
    '19920320T142436 19980320T142436 20021220T142436 20021220T142436',
  ],
  ['FREQ=YEARLY;COUNT=25', '19800610T142553', '19950610T142553 20000610T142553 20030610T142553 20040610T142553'],
  [
    'FREQ=MONTHLY;BYHOUR=20;BYSECOND=45;BYDAY=2TU,-1SA;UNTIL=20030809T231200;BYMONTH=6,6',
    '19121207T110856',
    '19950624T200845 20000624T200845 20030628T200845 20030628T200845',
  ],
  [
    'FREQ=YEARLY;BYYEARDAY=134,-42;BYMONTH=10,12,5;UNTIL=19920303T124700',
    '19000610T084121',
    '19910514T084121 19910514T084121 19910514T084121 19910514T084121',
  ],
  [
    'FREQ=MONTHLY;BYDAY=4FR,3SU,3WE;BYMONTHDAY=-26,14,-16',
    '19230228T171100',
    '19951115T171100 20001115T171100 20030716T171100 20260816T171100',
  ],
  [
    'FREQ=YEARLY;BYSECOND=5,0;BYMONTHDAY=31,-16,-4,18,-1,-13',
    '19290607T145601',
    '19960328T145605 20001231T145605 20040226T145605 20261019T145605',
  ],
  [
    'FREQ=YEARLY;BYSETPOS=1;BYYEARDAY=-150;BYDAY=SA,TU',
    '19201213T051447',
    '19920804T051447 19980804T051447 20010804T051447 20260804T051447',
  ],
  [
    'FREQ=MONTHLY;BYMONTH=12,12;BYMONTHDAY=-17,-11,25;UNTIL=20170308T203400',
    '19950512T025438',
    '19951225T025438 20001225T025438 20031225T025438 20161225T025438',
  ],
  ['FREQ=YEARLY;BYHOUR=20', '19761022T061618', '19951022T201618 20001022T201618 20031022T201618 20261022T201618'],
  ['FREQ=YEARLY;BYSECOND=53,8', '19701002T180940', '19951002T180953 20001002T180953 20031002T180953 20261002T180953'],
  [
    'FREQ=MONTHLY;BYSETPOS=1;BYMONTHDAY=-21,25;BYDAY=WE,TH,WE;INTERVAL=24',
    '20040206T062914',
    '- - 20040225T062914 20260225T062914',
  ],
  [
    'FREQ=YEARLY;BYDAY=-1WE,5TH,1TH;BYHOUR=14',
    '19360218T023622',
    '19960201T143622 20001227T143622 20040129T143622 20260129T143622',
  ],
  ['FREQ=YEARLY;BYMONTH=12;BYSECOND=27,28;BYSETPOS=2', '19980110T235040', '- 20001210T235028 20031210T235028 20251210T235028'],
  [
    'FREQ=YEARLY;INTERVAL=10;BYMINUTE=43;BYMONTHDAY=2,17,-5,-31,21,7,-2;BYMONTH=3,8,3;COUNT=6',
    '19330204T160748',
    '19330327T164348 19330327T164348 19330327T164348 19330327T164348',
  ],
  [
    'FREQ=YEARLY;BYHOUR=4,9;INTERVAL=4;BYMINUTE=58;BYSETPOS=-2,1',
    '19830410T104123',
    '19950410T045823 19990410T045823 20030410T045823 20230410T045823',
  ],
  [
    'FREQ=YEARLY;BYMINUTE=36;BYMONTH=6,10;BYMONTHDAY=-21,30,-21,-3,9;BYDAY=4SU,-5TU;BYHOUR=3,14',
    '19270927T234639',
    '19920628T143639 19980628T143639 19980628T143639 20260628T143639',
  ],
  [
    'FREQ=YEARLY;BYSETPOS=3,3;BYDAY=SA,MO,TH;BYHOUR=10,7',
    '19090501T174140',
    '19960104T074140 20000103T074140 20040103T074140 20260103T074140',
  ],
  [
    'FREQ=YEARLY;COUNT=6;BYMINUTE=21;BYHOUR=19;BYYEARDAY=-36,254,-177,-333,217',
    '19301224T175440',
    '19320203T192140 19320203T192140 19320203T192140 19320203T192140',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYMINUTE=18,49',
    '19410927T024149',
    '19950527T024949 19990527T024949 20030527T024949 20250527T024949',
  ],
  ['FREQ=YEARLY;COUNT=27;BYMONTH=4,3;BYDAY=-1FR;BYHOUR=18;INTERVAL=2', '20050924T170001', '- - - 20250425T180001'],
  ['FREQ=YEARLY;INTERVAL=7;COUNT=26', '19810726T014008', '19950726T014008 19950726T014008 20020726T014008 20230726T014008'],
  [
    'FREQ=MONTHLY;BYDAY=TU,TU;BYMONTH=2,5,2;BYMINUTE=35,55',
    '19380621T032947',
    '19960227T035547 20000530T035547 20040224T035547 20260526T035547',
  ],
  [
    'FREQ=MONTHLY;COUNT=15;BYSETPOS=1,-2;BYMONTH=10;BYMONTHDAY=-12,-12,6;BYSECOND=53,51',
    '19041206T071818',
    '19121006T071851 19121006T071851 19121006T071851 19121006T071851',
  ],
];

describe('rules of zones', () => {
  it.each(RULES)('%s from %s', (rule, start, last) => {
    const read = readZoneRule(rule, at(start), 0);
    if ('reason' in read) return expect.fail(read.reason);
    const found = TIMES.map((time) => read.lastUpTo(at(time).getTime(), at(time).getUTCFullYear()));
    expect(found).toEqual(last.split(' ').map((onset) => (onset === '-' ? undefined : at(onset).getTime())));
  });

  const readable = (rule: string, start: string, from = 0) => {
    const read = readZoneRule(rule, at(start), from);
    return 'reason' in read ? expect.fail(read.reason) : read;
  };
  const lastUpTo = (rule: string, start: string, time: string) => {
    const last = readable(rule, start).lastUpTo(at(time).getTime(), at(time).getUTCFullYear());
    return last === undefined ? undefined : new Date(last).toISOString().slice(0, 19).replace(/[-:]/g, '');
  };

  it('the start is the first, and a time is up to itself', () => {
    const last = (time: string) => lastUpTo('FREQ=YEARLY', '20260329T020000', time);
    expect(last('20260329T015959')).toBeUndefined();
    expect(last('20260329T020000')).toBe('20260329T020000');
    expect(last('20270329T015959')).toBe('20260329T020000');
    expect(last('20270329T020000')).toBe('20270329T020000');
  });

  it('nothing comes before the start, in its year neither', () => {
    expect(lastUpTo('FREQ=YEARLY;BYMONTH=3,10;BYMONTHDAY=1', '20260601T020000', '20260930T000000')).toBeUndefined();
    expect(lastUpTo('FREQ=YEARLY;BYMONTH=3,10;BYMONTHDAY=1', '20260601T020000', '20261001T020000')).toBe('20261001T020000');
  });

  it('the first year is that of the start, the last that of the end', () => {
    const years = (rule: string) => {
      const { firstYear, lastYear, last } = readable(rule, '20200301T020000');
      return [firstYear, lastYear, last === undefined ? undefined : new Date(last).toISOString().slice(0, 10)];
    };
    expect(years('FREQ=YEARLY')).toEqual([2020, Number.POSITIVE_INFINITY, undefined]);
    expect(years('FREQ=YEARLY;UNTIL=20230101T000000Z')).toEqual([2020, 2023, '2022-03-01']);
    expect(years('FREQ=YEARLY;UNTIL=20230301')).toEqual([2020, 2023, '2023-03-01']);
    expect(years('FREQ=YEARLY;UNTIL=20190101')).toEqual([2020, 2019, undefined]);
    expect(years('FREQ=YEARLY;COUNT=1')).toEqual([2020, 2020, '2020-03-01']);
    expect(years('FREQ=YEARLY;COUNT=3')).toEqual([2020, 2022, '2022-03-01']);
    expect(years('FREQ=YEARLY;INTERVAL=5;COUNT=3')).toEqual([2020, 2030, '2030-03-01']);
    expect(years('FREQ=YEARLY;BYMONTH=1,6;BYMONTHDAY=1;COUNT=2')).toEqual([2020, 2021, '2021-01-01']);
    expect(years('FREQ=MONTHLY;BYMONTHDAY=1;COUNT=10')).toEqual([2020, 2020, '2020-12-01']);
    expect(years('FREQ=MONTHLY;INTERVAL=24;BYMONTHDAY=1;COUNT=2')).toEqual([2020, 2022, '2022-03-01']);
  });

  it('a count that the years end before is none', () => {
    expect(readable('FREQ=YEARLY;COUNT=7980', '20200301T020000').lastYear).toBe(9999);
    expect(readable('FREQ=YEARLY;COUNT=7981', '20200301T020000').lastYear).toBe(Number.POSITIVE_INFINITY);
    expect(readable('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2', '20200301T020000').lastYear).toBe(Number.POSITIVE_INFINITY);
  });

  it('the last day of each month, of leap years too', () => {
    for (const year of [2023, 2024, 2000, 1900, 2100, 4]) {
      for (let month = 1; month <= 12; month++) {
        // The day before the first of the next month.
        const last = new Date(0);
        last.setUTCFullYear(year, month, 0);
        const day = last.toISOString().slice(0, 10).replace(/-/g, '');
        expect(lastUpTo('FREQ=MONTHLY;BYMONTHDAY=-1', '00010131T020000', `${day}T235959`)).toBe(`${day}T020000`);
      }
    }
  });

  it('the weekday of a day, in every kind of year', () => {
    for (let year = 1996; year <= 2023; year++) {
      for (const [weekday, name] of ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].entries()) {
        const first = new Date(Date.UTC(year, 2, 1));
        const day = 1 + ((7 + weekday - first.getUTCDay()) % 7);
        const expected = `${year}030${day}T020000`;
        expect(lastUpTo(`FREQ=YEARLY;BYMONTH=3;BYDAY=1${name}`, '19700101T020000', `${year}1231T000000`)).toBe(expected);
        const inYear = lastUpTo(`FREQ=YEARLY;BYDAY=1${name}`, '19700101T020000', `${year}1231T000000`)!;
        expect(inYear.slice(0, 6)).toBe(`${year}01`);
        expect(at(inYear).getUTCDay()).toBe(weekday);
        expect(at(inYear).getUTCDate()).toBeLessThanOrEqual(7);
      }
    }
  });

  it.each([
    ['FREQ=YEARLY;BYDAY=MO;BYSETPOS=1', '20260105'],
    ['FREQ=YEARLY;BYDAY=MO;BYSETPOS=52', '20261228'],
    ['FREQ=YEARLY;BYDAY=MO;BYSETPOS=-2', '20261221'],
    ['FREQ=YEARLY;BYDAY=52MO', '20261228'],
    ['FREQ=YEARLY;BYDAY=-52MO', '20260105'],
    ['FREQ=YEARLY;BYDAY=2MO;BYMONTH=4', '20260413'],
    ['FREQ=MONTHLY;BYDAY=5MO', '20261130'],
    ['FREQ=MONTHLY;BYDAY=-5MO', '20261102'],
    ['FREQ=MONTHLY;INTERVAL=12;BYDAY=1MO', '20260601'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', '20261201'],
    ['FREQ=MONTHLY;INTERVAL=4;BYMONTHDAY=1', '20261001'],
    ['FREQ=MONTHLY;INTERVAL=36;BYMONTHDAY=1', '20240601'],
    ['FREQ=YEARLY;BYYEARDAY=365', '20261231'],
    ['FREQ=YEARLY;BYYEARDAY=366', '20241231'],
    ['FREQ=YEARLY;BYYEARDAY=-366', '20240101'],
    ['FREQ=YEARLY;BYMONTH=2', '20260215'],
    ['FREQ=YEARLY', '20260615'],
    ['FREQ=MONTHLY', '20261215'],
  ])('%s was last on %s, at the end of 2026', (rule, day) => {
    expect(lastUpTo(rule, '20210615T020000', '20261231T235959')).toBe(`${day}T020000`);
  });

  it('times of a day are those of the rule, else those of the start', () => {
    const last = (rule: string, time: string) => lastUpTo(`FREQ=YEARLY;${rule}`, '20200301T010203', time);
    expect(last('BYHOUR=5', '20260301T235959')).toBe('20260301T050203');
    expect(last('BYMINUTE=5', '20260301T235959')).toBe('20260301T010503');
    expect(last('BYSECOND=5', '20260301T235959')).toBe('20260301T010205');
    expect(last('BYHOUR=23,1', '20260301T225959')).toBe('20260301T010203');
    expect(last('BYHOUR=23,1', '20260301T235959')).toBe('20260301T230203');
    expect(last('BYHOUR=1;BYMINUTE=59,0;BYSECOND=59,0', '20260301T010058')).toBe('20260301T010000');
  });

  const list = (count: number) => Array.from({ length: count }, (_, i) => i).join();
  it.each([
    ['FREQ=DAILY', 'not a rule by years or months: FREQ=DAILY'],
    ['FREQ=WEEKLY;BYDAY=SU', 'not a rule by years or months: FREQ=WEEKLY;BYDAY=SU'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'not a rule by years or months: FREQ=YEARLY;BYWEEKNO=20'],
    [`FREQ=YEARLY;BYHOUR=${list(17)}`, `more than 16 times a day: FREQ=YEARLY;BYHOUR=${list(17)}`],
    [
      `FREQ=YEARLY;BYHOUR=0,1;BYMINUTE=0,1,2;BYSECOND=0,1,2`,
      'more than 16 times a day: FREQ=YEARLY;BYHOUR=0,1;BYMINUTE=0,1,2;BYSECOND=0,1,2',
    ],
    ['FREQ=YEARLY;COUNT=10001', 'more than 10000 times: FREQ=YEARLY;COUNT=10001'],
    ...[5, 7, 8, 9, 10, 11, 18, 30].map((n) => [
      `FREQ=MONTHLY;INTERVAL=${n}`,
      `not the same months every year: FREQ=MONTHLY;INTERVAL=${n}`,
    ]),
    ['FREQ=YEARLY;X', 'not a rule of RFC 5545 section 3.3.10'],
    [`FREQ=DAILY;BYHOUR=${list(24)};BYMINUTE=1`, `not a rule by years or months: FREQ=DAILY;BYHOUR=${list(24)};`],
  ])('%s is refused', (rule, reason) => {
    expect(readZoneRule(rule as string, at('20200301T020000'), 0)).toEqual({ reason });
  });

  it.each([
    `FREQ=YEARLY;BYHOUR=${list(16)}`,
    `FREQ=YEARLY;BYHOUR=${list(4)};BYMINUTE=${list(4)}`,
    `FREQ=YEARLY;BYHOUR=${list(16)},1,2,3`,
    'FREQ=YEARLY;COUNT=10000',
    ...[1, 2, 3, 4, 6, 12, 24, 36].map((n) => `FREQ=MONTHLY;INTERVAL=${n}`),
  ])('%s is not', (rule) => {
    expect(readZoneRule(rule, at('20200301T020000'), 0)).toHaveProperty('firstYear', 2020);
  });

  it.each([
    [[], 5, 0],
    [[5], 4, 0],
    [[5], 5, 1],
    [[1, 3, 5], 0, 0],
    [[1, 3, 5], 1, 1],
    [[1, 3, 5], 4, 2],
    [[1, 3, 5], 9, 3],
    [[3, 3, 3], 3, 3],
  ])('of %j so many are not above %i: %i', (sorted, bound, count) => {
    expect(countUpTo(sorted, bound)).toBe(count);
  });

  it('a day as the end includes what happens on it; an end in UTC is that of the clock before', () => {
    const last = (until: string) => {
      const read = readZoneRule(`FREQ=YEARLY;BYMONTH=2;BYDAY=3SU;UNTIL=${until}`, at('20160221T000000'), -2 * 3_600_000);
      return 'last' in read ? new Date(read.last as number).toISOString().slice(0, 10) : read.reason;
    };
    expect(['20190217', '20190216', '20190217T020000Z', '20190217T015959Z'].map(last)).toEqual([
      ...['2019-02-17', '2018-02-18', '2019-02-17', '2018-02-18'],
    ]);
  });
});
