/** Sections of gammu's backups: what begins one, which lines are values, and how values are written. */
import { describe, expect, it } from 'vitest';
import {
  formatUnicode,
  quoted,
  readSections,
  readUnicode,
  SectionReader,
  unquote,
  usualCoding,
} from '../../src/archive/gammu-sections.js';
import type { ArchiveOptions } from '../../src/archive/index.js';
import { Reading } from '../../src/bytes/reading.js';
import { refusal } from '../support/hostile.js';

const LONG = 'x'.repeat(500);

/** What the sections of these lines hold, and which faults they have. */
const read = (lines: readonly string[], options: ArchiveOptions = {}) => {
  const faults: string[] = [];
  const onIssue: ArchiveOptions['onIssue'] = ({ code, field, offset, reason }) =>
    faults.push(`${code} ${field} ${offset}: ${reason}`);
  const sections = readSections(lines.join('\n'), Reading.of({ lenient: true, onIssue, ...options }));
  const all = sections.map(({ name, at, end, values, others }) => ({
    name,
    place: [at, end],
    values: [...values.values()].map((value) => `${value.name}=${value.value} at ${value.at}`),
    others,
  }));
  return { all, faults };
};

describe('sections', () => {
  it('have their values, and the places of their first and last lines', () => {
    expect(read([' [A] ', ' Name = a = b ', '', '; c', '\t# d', '[B]', 'x=#', '# = y'])).toEqual({
      all: [
        { name: 'A', place: [0, 21], values: ['Name=a = b at 6'], others: [] },
        { name: 'B', place: [31, 39], values: ['x=# at 35'], others: [] },
      ],
      faults: [],
    });
  });

  it.each([
    ['a value before the first', ['a = b', '[A]'], ['', 'A']],
    ['a comment before the first', ['; a = b', '# c', '[A]'], ['A']],
    ['a byte order mark before the first', ['\ufeff[A]'], ['A']],
    ['a name of 100 characters', [`[${'x'.repeat(100)}]`], ['x'.repeat(100)]],
    ['a name of 101 characters', [`[${'x'.repeat(101)}]`], ['']],
    ['no name', ['[]'], ['']],
    ['a line after the name', ['[A] = 1'], ['']],
    ['a line before the name', ['a = [A]'], ['']],
  ])('%s', (_, lines, names) => {
    expect(read(lines).all.map(({ name }) => name)).toEqual(names);
  });

  it.each<[lines: readonly string[], others: readonly string[], fault: string]>([
    [['[A]', 'none'], ['none'], 'bad-value A 4: a line without a value'],
    [['[A]', '= 1'], ['= 1'], 'bad-value A 4: a line without a value'],
    [['[A]', '[B] c'], ['[B] c'], 'bad-value A 4: a line without a value'],
    [['[A]', 'a = 1', ' A = 2 '], ['A = 2'], 'bad-value A 10: A is there twice'],
    // A name of any length, of which an error has the beginning.
    [['[A]', `${LONG} =`, `${LONG} =`], [`${LONG} =`], `bad-value A 507: ${LONG.slice(0, 40)}... is there twice`],
    [['none'], ['none'], 'bad-value section 0: a line without a value'],
  ])('%j: %j is not a value', (lines, others, fault) => {
    const { all, faults } = read(lines);
    expect([all[0]?.others, faults]).toEqual([others, [fault]]);
  });

  // Sections of a file; lines of a section, whether they are values or not.
  it.each<[limits: object, lines: readonly string[], field: string]>([
    [{ archiveMessages: 2 }, ['[A]', '[B]', '[C]'], 'section'],
    [{ archiveFields: 2 }, ['[A]', 'a=1', 'b=2', '[B]', 'c=3', 'd=4', 'e=5'], 'B'],
    [{ archiveFields: 3 }, ['[A]', 'a=1', 'none', 'none', 'b=2'], 'A'],
  ])('as many as %j are read, and one more is refused', (limits, lines, field) => {
    const before = lines.slice(0, -1);
    expect(read(before, { limits }).all.at(-1)?.place[1]).toBe(before.join('\n').length);
    const offset = before.join('\n').length + 1;
    expect(refusal(() => read(lines, { limits }))).toEqual({ code: 'limit-exceeded', field, offset });
  });

  it('say where a value is; where the section begins for one that is not there', () => {
    const reading = Reading.of({});
    const [, section] = readSections('[A]\n[B]\nName = 1\n', reading);
    const reader = new SectionReader(section as NonNullable<typeof section>, reading);
    expect([reader.at('NAME'), reader.at('other')]).toEqual([8, 4]);
  });
});

describe('values', () => {
  it.each<[value: string, text: string]>([
    ['"a"', 'a'],
    ['""', ''],
    ['"', '"'],
    ['', ''],
    ['a', 'a'],
    ['"a', '"a'],
    ['a"', 'a"'],
    ['"a"b"', 'a"b'],
    ['"\\"\\\\\\n\\r\\t"', '"\\\n\r\\t'],
    ['\\n', '\\n'],
  ])('%j without its quotation marks is %j', (value, text) => {
    expect(unquote(value)).toBe(text);
  });

  it.each<[text: string, value: string]>([
    ['Zürich', '"Zürich"'],
    ['', '""'],
    ['a"b\\c\nd\x7fe\0', '"a?b?c?d?e?"'],
    ['\u{1f600}', '"??"'],
  ])('%j in quotation marks is %j', (text, value) => {
    expect(quoted(text)).toBe(value);
  });

  it.each<[text: string, hex: string]>([
    ['', ''],
    ['Hi', '00480069'],
    ['ü€', '00FC20AC'],
    ['\u{1f600}', 'D83DDE00'],
  ])('%j in UTF-16 is %s', (text, hex) => {
    expect(formatUnicode(text)).toBe(hex);
    expect([readUnicode(hex), readUnicode(hex.toLowerCase())]).toEqual([text, text]);
  });

  it.each(['0', '004', '00480', 'zz48', '004g'])('%s is not UTF-16', (hex) => {
    expect(readUnicode(hex)).toBeUndefined();
  });

  // 3GPP TS 23.038 6.2.1: the euro sign is in the extension of the default alphabet.
  it.each<[text: string, coding: string]>([
    ['', 'Default_No_Compression'],
    ['Zürich €', 'Default_No_Compression'],
    ['Ж', 'Unicode_No_Compression'],
    ['ç', 'Unicode_No_Compression'],
  ])('the usual coding of %j is %s', (text, coding) => {
    expect(usualCoding(text)).toBe(coding);
  });
});
