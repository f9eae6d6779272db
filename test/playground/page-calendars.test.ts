/** Calendars in the page, whose ical.js is without what nothing there calls: they are read and written as with the whole of it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as whole from '../../src/vobject/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handset-page-'));
let page: typeof whole;
let octets: readonly [page: number, whole: number];

beforeAll(async () => {
  const { pageTables } = (await import(pathToFileURL(join(root, 'config', 'page-tables.mjs')).href)) as { pageTables: Plugin };
  const bundle = async (plugins: Plugin[]) => {
    const entryPoints = [join(root, 'src', 'vobject', 'index.ts')];
    const { outputFiles } = await build({ entryPoints, plugins, bundle: true, minify: true, write: false, format: 'esm' });
    return outputFiles[0]!.text;
  };
  const [shown, all] = await Promise.all([bundle([pageTables]), bundle([])]);
  octets = [shown.length, all.length];
  const file = join(folder, 'vobject.mjs');
  writeFileSync(file, shown);
  page = (await import(pathToFileURL(file).href)) as typeof whole;
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A calendar with one event and a rule. */
const calendarOf = (rule: string, trigger: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//a//b//EN',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTAMP:20261101T000000Z',
    'SUMMARY:Tea\\, then cake',
    'DTSTART:20261201T100000Z',
    'DURATION:PT90M',
    `RRULE:${rule}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${trigger}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** What a calendar is read as, with what was noticed, and written as in both versions; or the error. */
function readAndWritten({ parseVCalendar, formatVCalendar }: typeof whole, text: string): unknown {
  const issues: unknown[] = [];
  try {
    const model = parseVCalendar(text, { onIssue: (issue) => issues.push({ ...issue }) });
    const old = formatVCalendar(model, { version: '1.0' });
    const later = formatVCalendar(model, { version: '2.0' });
    return { model, issues, old, later };
  } catch (error) {
    return { issues, error: String(error) };
  }
}

const days = fc.constantFrom('MO', '2TU', '-1FR', 'SU', '54MO', 'XX');
const numbers = fc.integer({ min: -400, max: 400 });
const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 }).map((all) => all.join(','));
const rules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', 'NEVER'),
    parts: fc.uniqueArray(
      fc.oneof(
        list(days).map((value) => `BYDAY=${value}`),
        fc
          .tuple(fc.constantFrom('BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYHOUR', 'BYSETPOS'), list(numbers))
          .map((pair) => pair.join('=')),
        fc.constantFrom('COUNT=5', 'UNTIL=20270131T100000Z', 'UNTIL=20270131', 'INTERVAL=2', 'WKST=MO', 'WKST=ZZ'),
      ),
      { maxLength: 3 },
    ),
  })
  .map(({ freq, parts }) => [`FREQ=${freq}`, ...parts].join(';'));
const triggers = fc.constantFrom('-PT15M', 'PT0S', '-P1DT2H', 'P2W', '-PT', '20261201T090000Z', 'soon');

describe('calendars in the page', () => {
  it('take up less', () => {
    expect(octets[0]).toBeLessThan(octets[1] - 40_000);
  });

  it('a calendar of the fixtures is read and written', () => {
    const text = readFileSync(join(root, 'fixtures', 'files', 'meeting.ics'), 'utf8');
    expect(readAndWritten(page, text)).toEqual(readAndWritten(whole, text));
    expect(readAndWritten(page, text)).toHaveProperty('later');
  });

  it('rules and alarms of calendars are read and written, or refused for the same reason', () => {
    fc.assert(
      fc.property(rules, triggers, (rule, trigger) => {
        const text = calendarOf(rule, trigger);
        expect(readAndWritten(page, text)).toEqual(readAndWritten(whole, text));
      }),
    );
    const read = readAndWritten(page, calendarOf('FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20270131T100000Z', '-PT15M'));
    expect(read).toMatchObject({
      issues: [],
      later: expect.stringContaining('RRULE:FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20270131T100000Z') as string,
    });
  });
});
