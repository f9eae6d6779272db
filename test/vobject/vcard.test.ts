import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import {
  decodeVObjectText,
  extractBinary,
  formatVCard,
  parseVCard,
  parseVCards,
  type VCard,
  type VCardVersion,
  type VObjectIssue,
} from '../../src/vobject/index.js';
import { damagedText, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { card, foldAt, folds, PIECES, vobjectVectors, wildText } from '../support/vobjects.js';

const VERSIONS = ['2.1', '3.0'] as const;
const old = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:2.1', ...lines, 'END:VCARD', ''].join('\r\n');
const recent = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');

/** A card read leniently, and the codes of its issues. */
function leniently(text: string) {
  const issues: VObjectIssue[] = [];
  const read = parseVCard(text, { lenient: true, onIssue: (issue) => issues.push(issue) });
  for (const { offset } of issues) expect(offset).toBeLessThanOrEqual(text.length);
  return { card: read, codes: issues.map(({ code }) => code) };
}

/** The codes that strict reading reports. */
function strictIssues(text: string): string[] {
  const codes: string[] = [];
  parseVCard(text, { onIssue: ({ code }) => codes.push(code) });
  return codes;
}

/** Content lines as any reader splits them: unfolded, soft breaks joined. */
function contentLines(text: string, version: VCardVersion): string[] {
  const joined = version === '2.1' ? text.replace(/=\r\n/g, '') : text;
  return joined.replace(/\r\n[ \t]/g, '').split(/\r\n|\r|\n/);
}

/** Cards of a version. */
const cardText = (version: VCardVersion) => card.map((model) => formatVCard(model, { version }));

/** Characters of ISO-8859-1 whose octets have every digit of BASE64. */
const LATIN = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0xa1 + i)).join('');
const ALL = `APAABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${LATIN}a${LATIN}`;

describe('published vectors', () => {
  it.each(vobjectVectors('parse').filter(({ input }) => input.startsWith('BEGIN:VCARD')))(
    '$id',
    ({ input, expect: expected }) => {
      expect(parseVCard(input)).toMatchObject(expected);
      expect(parseVCard(input.replace(/\r\n/g, '\n'))).toEqual(parseVCard(input));
    },
  );

  it.each(vobjectVectors('emit').filter(({ version }) => version !== '1.0'))('$id', ({ model, version, expectText }) => {
    expect(formatVCard(model, { version: version as VCardVersion })).toBe(expectText);
  });

  it('a card with all properties, in 2.1 (vCard 2.1 section 2.8, BNF)', () => {
    const whole: VCard = {
      ...{ family: 'Stevenson', given: 'John', additional: 'Philip;Paul', prefix: 'Dr.', suffix: 'Jr.' },
      ...{ formattedName: 'Dr. John P. P. Stevenson Jr.', organization: 'ABC, Inc.', organizationUnits: ['R&D', 'A;B'] },
      ...{ title: 'Shrimp Man', role: 'Programmer', url: 'http://abc.com/', note: 'two\nlines', birthday: '1952-09-18' },
      email: [{ value: 'john@abc.com', types: ['INTERNET', 'PREF'] }],
      tel: [{ value: '+1-213-555-1234', types: ['HOME', 'VOICE'] }],
      address: [{ street: '100 Main St.', locality: 'Any Town', postalCode: '91921', types: ['DOM', 'HOME'] }],
    };
    expect(formatVCard(whole, { version: '2.1' })).toBe(
      old(
        'N:Stevenson;John;Philip\\;Paul;Dr.;Jr.',
        'FN:Dr. John P. P. Stevenson Jr.',
        'ORG:ABC, Inc.;R&D;A\\;B',
        'TITLE:Shrimp Man',
        'ROLE:Programmer',
        'TEL;HOME;VOICE:+1-213-555-1234',
        'EMAIL;INTERNET;PREF:john@abc.com',
        'ADR;DOM;HOME:;;100 Main St.;Any Town;;91921',
        'URL:http://abc.com/',
        'NOTE;ENCODING=QUOTED-PRINTABLE:two=0D=0Alines',
        'BDAY:1952-09-18',
      ),
    );
    expect(formatVCard(whole, { version: '3.0' })).toBe(
      recent(
        'FN:Dr. John P. P. Stevenson Jr.',
        'N:Stevenson;John;Philip\\;Paul;Dr.;Jr.',
        'ORG:ABC\\, Inc.;R&D;A\\;B',
        'TITLE:Shrimp Man',
        'ROLE:Programmer',
        'TEL;TYPE=HOME,VOICE:+1-213-555-1234',
        'EMAIL;TYPE=INTERNET,PREF:john@abc.com',
        'ADR;TYPE=DOM,HOME:;;100 Main St.;Any Town;;91921;',
        'URL:http://abc.com/',
        'NOTE:two\\nlines',
        'BDAY:1952-09-18',
      ),
    );
  });

  // RFC 2045 section 6.7, ISO 8859-1.
  it.each([
    ['ISO-8859-1 in quoted-printable', 'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller', 'Müller'],
    ['a bare encoding', 'N;CHARSET=UTF-8;QUOTED-PRINTABLE:M=c3=bcller', 'Müller'],
    ['another set that the platform knows', 'N;CHARSET=Shift_JIS;ENCODING=QUOTED-PRINTABLE:=93=FA=96=7B', '日本'],
    ['raw characters', 'N;CHARSET=UTF-8:Müller', 'Müller'],
    ['raw characters inside of quoted-printable', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mü=C3=BC', 'Müü'],
    ['text in BASE64', 'N;CHARSET=UTF-8;ENCODING=BASE64:TcO8bGxlcg==', 'Müller'],
    ['every digit of BASE64', `N;CHARSET=ISO-8859-1;ENCODING=BASE64:${Buffer.from(ALL, 'latin1').toString('base64')}`, ALL],
    ['US-ASCII', 'N;CHARSET=US-ASCII;ENCODING=QUOTED-PRINTABLE:=41', 'A'],
    ['Latin 1 by another name', 'N;CHARSET=latin1;ENCODING=QUOTED-PRINTABLE:M=FCller', 'Müller'],
    ['8BIT', 'N;ENCODING=8BIT:Müller', 'Müller'],
    ['a fold at a blank, which stays', 'N:Van\r\n  der Berg', 'Van  der Berg'],
    ['two soft breaks', 'N;ENCODING=QUOTED-PRINTABLE:a=\r\nb=\r\nc', 'abc'],
    ['a comma, which is plain', 'N:a,b', 'a,b'],
    ['lower case', 'n:x', 'x'],
    ['a backslash at the end of a part', 'N:a\\\\;b', 'a\\'],
    ['a backslash in front of a letter', 'N:a\\n', 'a\\n'],
  ])('2.1: %s', (_, line, family) => {
    expect(parseVCard(old(line)).family).toBe(family);
  });

  it('3.0: folds anywhere, escapes, a grouped number with further parameters', () => {
    const read = parseVCard(
      recent('N:Long', ' name;;;;', 'NOTE:a\\nb\\N\\,\\;\\\\\\x', 'item1.TEL;TYPE="home,fax";X-P=1:5', 'ORG:A\\;B;C;'),
    );
    expect(read).toMatchObject({ family: 'Longname', note: 'a\nb\n,;\\\\x', organization: 'A;B', organizationUnits: ['C'] });
    expect(read.tel).toEqual([{ value: '5', types: ['HOME', 'FAX'], group: 'item1', params: [{ name: 'X-P', value: '1' }] }]);
  });

  // RFC 5545 section 3.1 and RFC 2425 section 5.8.1: a fold may be anywhere, in the middle of a name too.
  it.each([
    ['before the colon', 'BEGIN:VCARD\r\nVERSION\r\n :3.0\r\nFN:A\\, B\r\nEND:VCARD\r\n'],
    ['after the colon', 'BEGIN:VCARD\r\nVERSION:\r\n 3.0\r\nFN:A\\, B\r\nEND:VCARD\r\n'],
    ['in the name and the value', 'BEGIN:VCARD\r\nVER\r\n\tSION:3\r\n .0\r\nFN:A\\, B\r\nEND:VCARD\r\n'],
    ['in a parameter', 'BEGIN:VCARD\r\nVERSION;X-A="b:\r\n c":3.0\r\nFN:A\\, B\r\nEND:VCARD\r\n'],
    ['in BEGIN and END', 'BEG\r\n IN:V\r\n CARD\r\nVERSION:3.0\r\nFN:A\\, B\r\nE\r\n ND:VCARD\r\n'],
    ['with line feeds alone', 'BEGIN:VCARD\nVERSION\n :3.0\nFN:A\\, B\nEND:VCARD\n'],
  ])('3.0: a fold %s', (_, text) => {
    expect(parseVCard(text)).toMatchObject({ version: '3.0', formattedName: 'A, B' });
    expect(strictIssues(text)).toEqual([]);
  });

  it('2.1: VERSION folded at a blank, and none folded inside of its name', () => {
    expect(parseVCard('BEGIN:VCARD\r\nVERSION:\r\n 2.1\r\nNOTE:a\r\n b\r\nEND:VCARD')).toMatchObject({
      version: '2.1',
      note: 'a b',
    });
    const split = 'BEGIN:VCARD\r\nVER\r\n SION:2.1\r\nN:x\r\nEND:VCARD';
    expect(refusal(() => parseVCard(split))).toEqual({ code: 'bad-value', field: 'vObject', offset: 13 });
    expect(leniently(split)).toMatchObject({ card: { version: '2.1', family: 'x' }, codes: ['unreadable-line'] });
  });

  it('VERSION inside of a value is none', () => {
    const folded = 'BEGIN:VCARD\r\nNOTE:see\r\n VERSION:2.1\r\nVERSION:3.0\r\nFN:x\r\nEND:VCARD\r\n';
    expect(parseVCard(folded)).toMatchObject({ version: '3.0', note: 'seeVERSION:2.1' });
    const broken = 'BEGIN:VCARD\r\nNOTE;QUOTED-PRINTABLE:a=\r\nVERSION:3.0\r\nVERSION:2.1\r\nN:x\r\nEND:VCARD\r\n';
    expect(parseVCard(broken)).toMatchObject({ version: '2.1', note: 'aVERSION:3.0' });
  });

  it('gammu writes a card without VERSION for older phones', () => {
    const text = 'BEGIN:VCARD\r\nN:Smith\r\nTEL:1234\r\nEND:VCARD\r\n';
    expect(parseVCard(text)).toMatchObject({ version: '2.1', family: 'Smith', tel: [{ value: '1234' }] });
    expect(strictIssues(text)).toEqual(['missing-version']);
  });

  it('properties without a place in the model come back as they were, a second N and a nested card too', () => {
    const agent = ['AGENT:', 'BEGIN:VCARD', 'VERSION:2.1', 'N:Friday', 'END:VCARD'];
    const photo = ['PHOTO;ENCODING=BASE64;TYPE=GIF:', ' R0lGOD', ' lh', ''];
    const text = old(
      'N:A',
      'X-IRMC-LUID;X=1:a=b\\;',
      'N:B',
      ...agent,
      'BDAY:around 1950',
      'LABEL;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab',
      ...photo,
    );
    const read = parseVCard(text);
    expect(read.other.map(({ name }) => name)).toEqual(['X-IRMC-LUID', 'N', 'AGENT', 'BDAY', 'LABEL', 'PHOTO']);
    expect(parseVCard(formatVCard(read, { version: '2.1' }))).toEqual(read);
    expect(formatVCard(read, { version: '2.1' })).toContain(`${agent.join('\r\n')}\r\n`);
    const other = parseVCard(formatVCard(read, { version: '3.0' })).other;
    expect(other.find(({ name }) => name === 'LABEL')).toEqual({ name: 'LABEL', value: 'a\\nb' });
    const [first, later] = [read.other[5]!, other.find(({ name }) => name === 'PHOTO')!];
    expect(extractBinary(first)).toEqual(Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61]));
    expect(later.params).toEqual([
      { name: 'ENCODING', value: 'b' },
      { name: 'TYPE', value: 'GIF' },
    ]);
    expect(extractBinary(later)).toEqual(extractBinary(first));
  });

  it('a type with the name of an encoding stays a type', () => {
    const read = parseVCard(recent('FN:x', 'X-A;TYPE=base64,home:hello'));
    const text = formatVCard(read, { version: '2.1' });
    expect(text).toContain('\r\nX-A;TYPE=BASE64;HOME:hello\r\nEND:VCARD');
    expect(parseVCard(text).other[0]?.value).toBe('hello');
  });

  it('properties of 3.0 are rewritten for 2.1', () => {
    const read = parseVCard(recent('FN:x', 'X-A;TYPE=home,work:é\\, \\n\\;', 'KEY;ENCODING=b:AAAA'));
    expect(formatVCard(read, { version: '2.1' })).toBe(
      old(
        'N:x',
        'FN:x',
        'X-A;HOME;WORK;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9, =0D=0A\\;',
        'KEY;ENCODING=BASE64:AAAA',
        '',
      ),
    );
  });

  it('several cards; one is asked for, so two are refused', () => {
    const text = old('N:A') + old('N:B');
    expect(parseVCards(text).map(({ family }) => family)).toEqual(['A', 'B']);
    expect(refusal(() => parseVCard(text))).toEqual({ code: 'trailing-bytes', field: 'VCARD', offset: old('N:A').length });
    expect(leniently(text)).toMatchObject({ card: { family: 'A' }, codes: ['junk'] });
  });

  it('phones of the nineties send ISO-8859-1 octets', () => {
    expect(decodeVObjectText(Uint8Array.from([0x4d, 0xfc]))).toBe('Mü');
    expect(decodeVObjectText(Uint8Array.from([0x4d, 0xc3, 0xbc]))).toBe('Mü');
  });

  it('2.1 options: another character set, none at all, soft breaks', () => {
    const model = { family: 'Müller', note: `a\n${'ü'.repeat(40)}` };
    const latin = formatVCard(model, { version: '2.1', charset: 'ISO-8859-1' });
    expect(latin).toContain('N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller\r\n');
    const rawText = formatVCard(model, { version: '2.1', encoding: 'none' });
    expect(rawText).toContain('N;CHARSET=UTF-8:Müller\r\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=0D=0A=C3');
    const broken = formatVCard(model, { version: '2.1', softBreaks: true });
    expect(Math.max(...broken.split('\r\n').map(({ length }) => length))).toBe(76);
    for (const text of [latin, rawText, broken]) expect(parseVCard(text)).toMatchObject(model);
  });
});

describe('what a card is read to', () => {
  it('has no member that its text does not give', () => {
    expect(parseVCard(old('N:a', 'TEL:1', 'EMAIL;HOME:b', 'ADR:;;c', 'X-A:d'))).toStrictEqual({
      ...{ version: '2.1', family: 'a', tel: [{ value: '1', types: [] }], email: [{ value: 'b', types: ['HOME'] }] },
      ...{ address: [{ street: 'c', types: [] }], other: [{ name: 'X-A', value: 'd' }] },
    });
    expect(parseVCard(recent('FN:a', 'i.TEL;X-P=1:1', 'i.ADR;X-P=1:;;c', 'i.X-A;X-P=1:d'))).toStrictEqual({
      ...{ version: '3.0', formattedName: 'a', email: [] },
      tel: [{ value: '1', types: [], group: 'i', params: [{ name: 'X-P', value: '1' }] }],
      address: [{ street: 'c', types: [], group: 'i', params: [{ name: 'X-P', value: '1' }] }],
      other: [{ group: 'i', name: 'X-A', params: [{ name: 'X-P', value: '1' }], value: 'd' }],
    });
  });

  // The parts in their order: RFC 2426 sections 3.1.2 and 3.2.1; the same in vCard 2.1.
  it('names and addresses have their parts in order, empty ones left out', () => {
    expect(parseVCard(old('N:a;b;c;d;e'))).toMatchObject({
      ...{ family: 'a', given: 'b', additional: 'c', prefix: 'd', suffix: 'e' },
    });
    expect(parseVCard(old('ADR:a;b;c;d;e;f;g')).address).toStrictEqual([
      {
        ...{ postOfficeBox: 'a', extended: 'b', street: 'c', locality: 'd', region: 'e', postalCode: 'f', country: 'g' },
        types: [],
      },
    ]);
    expect(parseVCard(old('N:;;c;;;;', 'ADR:;;;;;;g;;'))).toStrictEqual({
      ...{ version: '2.1', additional: 'c', tel: [], email: [], address: [{ country: 'g', types: [] }], other: [] },
    });
  });

  it.each([
    ['N:a;b;c;d;e;f', 'VCARD/N', 2],
    ['N:a;b;c;d;e;;f', 'VCARD/N', 2],
    ['N:a;b;c;d;e;f;', 'VCARD/N', 2],
    ['ADR;HOME:a;b;c;d;e;f;g;h', 'VCARD/ADR', 9],
  ])('%s has too many parts', (line, field, at) => {
    const text = old(line);
    expect(refusal(() => parseVCard(text))).toEqual({ code: 'bad-value', field, offset: 26 + at });
    const issues: VObjectIssue[] = [];
    const { other } = parseVCard(text, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(other).toHaveLength(1);
    const reason = expect.stringContaining(' parts, not ');
    expect(issues).toEqual([
      { code: 'bad-value', severity: 'error', field, offset: 26, reason, assumed: 'the property, unchanged' },
    ]);
  });

  it.each<[string, object]>([
    ['ORG:a', { organization: 'a' }],
    ['ORG:a;b;;c;;', { organization: 'a', organizationUnits: ['b', '', 'c'] }],
    ['ORG:;b', { organizationUnits: ['b'] }],
    ['ORG:;;', {}],
    ['URL: http://a/ ', { url: 'http://a/' }],
    ['URL:http\\://a/\\,b', { url: 'http\\://a/\\,b' }],
    ['URL:  ', { other: [{ name: 'URL', value: '  ' }] }],
    [
      'URL;QUOTED-PRINTABLE:a=0Ab',
      { other: [{ name: 'URL', params: [{ name: '', value: 'QUOTED-PRINTABLE' }], value: 'a=0Ab' }] },
    ],
    ['BDAY:19900515', { birthday: '1990-05-15' }],
    ['BDAY: 1990-05-15 ', { birthday: '1990-05-15' }],
    ['BDAY:1990-0515', { birthday: '1990-05-15' }],
    ['BDAY:1990-05-15T00:00:00Z', { other: [{ name: 'BDAY', value: '1990-05-15T00:00:00Z' }] }],
    ['BDAY:x1990-05-15', { other: [{ name: 'BDAY', value: 'x1990-05-15' }] }],
    ['BDAY:19900230', { other: [{ name: 'BDAY', value: '19900230' }] }],
    ['BDAY:--0515', { other: [{ name: 'BDAY', value: '--0515' }] }],
    ['TEL: 1 ', { tel: [{ value: '1', types: [] }] }],
    ['a.TEL:1', { tel: [{ value: '1', types: [], group: 'a' }] }],
    ['a.ADR:1', { address: [{ postOfficeBox: '1', types: [], group: 'a' }] }],
    ['TEL;X-A=1:1', { tel: [{ value: '1', types: [], params: [{ name: 'X-A', value: '1' }] }] }],
    ['TEL;QUOTED-PRINTABLE:1=0D=0A', { tel: [{ value: '1', types: [] }] }],
    ['NOTE: a ', { note: ' a ' }],
    ['TITLE:a', { title: 'a' }],
    ['ROLE:a', { role: 'a' }],
  ])('%j', (line, expected) => {
    expect(parseVCard(old(line))).toStrictEqual({ version: '2.1', tel: [], email: [], address: [], other: [], ...expected });
  });

  it.each(['N', 'FN', 'ORG', 'TITLE', 'ROLE', 'URL', 'NOTE'])(
    "the second %s is kept as it is, the first is the model's",
    (name) => {
      const { other, ...model } = parseVCard(old(`${name}:a`, `${name}:b`));
      expect(other).toStrictEqual([{ name, value: 'b' }]);
      expect(JSON.stringify(model)).toContain('"a"');
    },
  );

  it('of birthdays the first that is a day counts', () => {
    expect(parseVCard(old('BDAY:x', 'BDAY:19900515', 'BDAY:19900516'))).toMatchObject({
      birthday: '1990-05-15',
      other: [{ value: 'x' }, { value: '19900516' }],
    });
  });

  it.each(['N', 'FN', 'ORG', 'TITLE', 'ROLE', 'TEL', 'EMAIL', 'ADR', 'URL', 'NOTE', 'BDAY'])(
    '%s without a value is left out and reported',
    (name) => {
      const issues: VObjectIssue[] = [];
      const read = parseVCard(old(`${name}:`, 'X-A:'), { onIssue: (issue) => issues.push(issue) });
      expect(read.other).toStrictEqual([{ name: 'X-A', value: '' }]);
      const reason = `${name} without a value`;
      expect(issues).toEqual([
        { code: 'empty-property', severity: 'warning', field: `VCARD/${name}`, offset: 26, reason, assumed: 'nothing' },
      ]);
    },
  );

  it.each(['N', 'FN', 'ORG', 'TITLE', 'ROLE', 'TEL', 'EMAIL', 'ADR', 'URL', 'NOTE', 'BDAY'])(
    '%s in an encoding that nobody knows is refused',
    (name) => {
      const text = old(`${name};ENCODING=ROT13:x`);
      const offset = text.indexOf('ROT13:x') + 6;
      expect(refusal(() => parseVCard(text))).toEqual({ code: 'bad-value', field: `VCARD/${name}`, offset });
    },
  );

  it.each(['TEL', 'EMAIL'])('%s of blanks is left out and reported', (name) => {
    const issues: VObjectIssue[] = [];
    const { tel, email, other } = parseVCard(old(`${name}: \t`), { onIssue: (issue) => issues.push(issue) });
    expect([tel, email, other]).toEqual([[], [], []]);
    const reason = `${name} of blanks`;
    expect(issues).toEqual([
      { code: 'empty-property', severity: 'warning', field: `VCARD/${name}`, offset: 26, reason, assumed: 'nothing' },
    ]);
  });

  it.each([
    ['a.NOTE:x', true],
    ['NOTE;HOME:x', true],
    ['NOTE;TYPE=HOME:x', true],
    ['NOTE;LANGUAGE=en:x', true],
    ['NOTE;VALUE=text:x', false],
    ['NOTE;CHARSET=UTF-8;ENCODING=8BIT:x', false],
    ['NOTE;QUOTED-PRINTABLE:x', false],
    ['a.TEL;HOME;X-A=1:x', false],
    ['a.ADR;HOME;X-A=1:x', false],
    ['a.X-B;HOME;X-A=1:x', false],
  ])('%s loses something: %j', (line, isLost) => {
    const issues: VObjectIssue[] = [];
    parseVCard(old(line), { onIssue: (issue) => issues.push(issue) });
    const reason = 'group or parameters of NOTE';
    const issue = { code: 'dropped-parameter', severity: 'warning', field: 'NOTE', offset: 26, reason, assumed: 'nothing' };
    expect(issues).toEqual(isLost ? [issue] : []);
  });

  it.each(['\\,', '\\;', '\\n', '\\N'])('an escape of 3.0 in 2.1 is undone leniently, and noted: %s', (escaped) => {
    const issues: VObjectIssue[] = [];
    const text = old(`NOTE;VALUE=x:a${escaped}b`);
    expect(parseVCard(text).note).toBe(`a${escaped}b`);
    const { note } = parseVCard(text, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(note).toBe(`a${/n/i.test(escaped) ? '\n' : escaped.slice(1)}b`);
    expect(issues).toMatchObject([
      {
        ...{ code: 'foreign-escape', severity: 'warning', field: 'VCARD/NOTE', offset: 26 + 13 },
        assumed: 'the character that it escapes',
      },
    ]);
  });

  it('a backslash before something else is none', () => {
    expect(leniently(old('NOTE:a\\x\\:'))).toMatchObject({ card: { note: 'a\\x\\:' }, codes: [] });
  });
});

describe('what a card is written from', () => {
  const lines = (card: VCard, format: Parameters<typeof formatVCard>[1]) =>
    formatVCard(card, format).split('\r\n').slice(2, -2);

  it.each<[string, VCard, string[]]>([
    ['empty parts at the end of a name', { given: 'b' }, ['N:;b']],
    ['all parts', { family: 'a', suffix: 'e' }, ['N:a;;;;e']],
    ['a name that is spoken', { formattedName: 'f' }, ['N:f', 'FN:f']],
    ['an organization', { organization: 'a;b' }, ['N:a\\;b', 'ORG:a\\;b']],
    ['a unit without an organization', { family: 'x', organizationUnits: ['b'] }, ['N:x', 'ORG:;b']],
    ['empty units', { family: 'x', organizationUnits: ['', ''] }, ['N:x']],
    ['a number', { tel: [{ value: '1;2' }] }, ['N:1\\;2', 'TEL:1;2']],
    ['an address', { email: [{ value: 'a@b' }] }, ['N:a@b', 'EMAIL:a@b']],
    ['an empty address', { family: 'x', address: [{}] }, ['N:x', 'ADR:']],
    ['a text with a semicolon', { family: 'x', note: 'a;b\\' }, ['N:x', 'NOTE:a;b\\']],
    ['empty texts', { family: 'x', title: '', role: '', url: '', note: '', birthday: '', formattedName: '' }, ['N:x']],
    ['types', { family: 'x', tel: [{ value: '1', types: ['cell', 'A_b-9'], group: 'g' }] }, ['N:x', 'g.TEL;CELL;A_B-9:1']],
  ])('2.1: %s', (_, card, expected) => {
    expect(lines(card, { version: '2.1' })).toEqual(expected);
  });

  it.each<[string, VCard, string[]]>([
    [
      'a name in parts',
      { prefix: 'a', given: 'b', additional: 'c', family: 'd', suffix: 'e' },
      ['FN:a b c d e', 'N:d;b;c;a;e'],
    ],
    ['a name in parts of which some are empty', { given: '', family: 'd', suffix: '' }, ['FN:d', 'N:d;;;;']],
    ['a formatted name', { formattedName: 'f', family: 'd' }, ['FN:f', 'N:d;;;;']],
    ['an organization', { organization: 'a;b' }, ['FN:a\\;b', 'N:;;;;', 'ORG:a\\;b']],
    ['one unit', { family: 'x', organization: 'a', organizationUnits: ['b,c'] }, ['FN:x', 'N:x;;;;', 'ORG:a;b\\,c']],
    ['three units', { family: 'x', organizationUnits: ['b', '', 'c;'] }, ['FN:x', 'N:x;;;;', 'ORG:;b;;c\\;']],
    ['a number', { tel: [{ value: '1,2' }, { value: '3' }] }, ['FN:1\\,2', 'N:;;;;', 'TEL:1\\,2', 'TEL:3']],
    ['an address', { email: [{ value: 'a@b' }] }, ['FN:a@b', 'N:;;;;', 'EMAIL:a@b']],
    ['a number before an address', { tel: [{ value: '1' }], email: [{ value: 'a' }] }, ['FN:1', 'N:;;;;', 'TEL:1', 'EMAIL:a']],
    [
      'types, a group and a parameter',
      { family: 'x', tel: [{ value: '1', types: ['cell', 'pref'], group: 'g', params: [{ name: 'x-a', value: 'b' }] }] },
      ['FN:x', 'N:x;;;;', 'g.TEL;TYPE=CELL,PREF;X-A=b:1'],
    ],
    [
      'texts',
      { family: 'x', title: 'a;', role: 'b,', note: 'c\n' },
      ['FN:x', 'N:x;;;;', 'TITLE:a\\;', 'ROLE:b\\,', 'NOTE:c\\n'],
    ],
    ['an address in the web', { family: 'x', url: 'http://a/?b,c;d' }, ['FN:x', 'N:x;;;;', 'URL:http://a/?b,c;d']],
    ['a birthday', { family: 'x', birthday: '1990-05-15' }, ['FN:x', 'N:x;;;;', 'BDAY:1990-05-15']],
    ['empty texts', { family: 'x', title: '', role: '', url: '', note: '', birthday: '' }, ['FN:x', 'N:x;;;;']],
  ])('3.0: %s', (_, card, expected) => {
    expect(lines(card, { version: '3.0' })).toEqual(expected);
  });

  it.each([
    ...['family', 'given', 'additional', 'prefix', 'suffix', 'formattedName', 'organization', 'title', 'role', 'note', 'url'],
    ...['birthday'],
  ])('%s is a text without lone surrogates', (field) => {
    for (const version of VERSIONS) {
      const refused = (value: unknown) => refusal(() => formatVCard({ family: 'x', given: 'y', [field]: value }, { version }));
      expect(refused(7)).toEqual({ code: 'bad-value', field, offset: undefined });
      expect(refused(null)).toEqual({ code: 'bad-value', field, offset: undefined });
      expect(refused('a\udc00')).toEqual({ code: 'unencodable', field, offset: 1 });
    }
  });

  it.each<[string, VCard]>([
    ['formattedName', { formattedName: '\ud800' }],
    ['organization', { organization: '\ud800', tel: [{ value: '1' }] }],
    ['tel[0].value', { tel: [{ value: '\ud800' }], email: [{ value: 'a' }] }],
    ['email[0].value', { formattedName: '', organization: '', tel: [], email: [{ value: '\ud800' }] }],
  ])('of a card without a name in parts %s names it', (field, card) => {
    for (const version of VERSIONS) {
      expect(refusal(() => formatVCard(card, { version }))).toEqual({ code: 'unencodable', field, offset: 0 });
    }
  });

  it.each(['family', 'formattedName', 'organization', 'title', 'role', 'note'])('3.0 has no controls in %s', (field) => {
    const refused = (text: string) => refusal(() => formatVCard({ given: 'y', [field]: text }, { version: '3.0' }));
    expect(refused('\x01')).toEqual({ code: 'unencodable', field, offset: 0 });
    expect(refused('a\x7f')).toEqual({ code: 'unencodable', field, offset: 1 });
  });

  it.each(['postOfficeBox', 'extended', 'street', 'locality', 'region', 'postalCode', 'country'])(
    'so is %s of an address',
    (part) => {
      for (const version of VERSIONS) {
        const refused = (value: unknown) =>
          refusal(() => formatVCard({ family: 'x', address: [{}, { [part]: value }] }, { version }));
        expect(refused(7)).toEqual({ code: 'bad-value', field: `address[1].${part}`, offset: undefined });
        expect(refused('a\udc00')).toEqual({ code: 'unencodable', field: `address[1].${part}`, offset: 1 });
      }
    },
  );

  it.each<[string, VCard]>([
    ['family', { family: '€' }],
    ['formattedName', { family: 'x', formattedName: '€' }],
    ['organization', { family: 'x', organization: '€' }],
    ['organization', { family: 'x', organization: 'a', organizationUnits: ['€'] }],
    ['title', { family: 'x', title: '€' }],
    ['note', { family: 'x', note: '€' }],
    ['url', { family: 'x', url: '€' }],
    ['tel[0].value', { family: 'x', tel: [{ value: '€' }] }],
    ['email[1].value', { family: 'x', email: [{ value: 'a' }, { value: '€' }] }],
    ['address[0]', { family: 'x', address: [{ street: '€' }] }],
  ])('what ISO-8859-1 lacks is in %s', (field, card) => {
    const call = () => formatVCard(card, { version: '2.1', charset: 'ISO-8859-1' });
    expect(refusal(call)).toMatchObject({ code: 'unencodable', field });
  });

  it.each<[string, object]>([
    ['tel[0].types[1]', { tel: [{ value: '1', types: ['A', 7] }] }],
    ['tel[0].types[0]', { tel: [{ value: '1', types: [null] }] }],
    ['tel[0].types[0]', { tel: [{ value: '1', types: [''] }] }],
    ['tel[0].types[0]', { tel: [{ value: '1', types: ['a b'] }] }],
    ['tel[0].types[0]', { tel: [{ value: '1', types: ['a,b'] }] }],
    ['email[1].types[0]', { email: [{ value: '1' }, { value: '1', types: ['8bit'] }] }],
    ['address[0].types', { address: [{ types: 'HOME' }] }],
    ['address[0].types[0]', { address: [{ types: ['b'] }] }],
    ['address[0].group', { address: [{ group: '' }] }],
    ['address[0].params', { address: [{ params: 'x' }] }],
    ...['', 'type', 'ENCODING', 'CharSet'].map((name): [string, object] => [
      'address[0].params',
      { address: [{ params: [{ name, value: 'x' }] }] },
    ]),
    ['tel', { tel: {} }],
    ['email', { email: 'x' }],
    ['address', { address: 'x' }],
    ['address[1]', { address: [{}, null] }],
    ['other', { other: 'x' }],
    ['other[0]', { other: ['x'] }],
    ['birthday', { birthday: '19900515' }],
    ['birthday', { birthday: '1990-05-15T00:00' }],
    ['formattedName', { family: undefined }],
    ['formattedName', { family: undefined, formattedName: '', organization: '', tel: [], note: 'x' }],
  ])('%s is refused', (field, change) => {
    for (const version of VERSIONS) {
      expect(refusal(() => formatVCard({ family: 'x', ...change } as VCard, { version }))).toEqual({
        ...{ code: 'bad-value', field, offset: undefined },
      });
    }
  });

  it.each(['TYPES', 'XTYPE', 'X-ENCODING'])('the parameter %s is a further one', (name) => {
    const params = [{ name, value: '1' }];
    expect(lines({ family: 'x', tel: [{ value: '1', params }] }, { version: '2.1' })).toEqual(['N:x', `TEL;${name}=1:1`]);
  });

  it('reports what strict reading refuses of it, and nothing else', () => {
    const issues: VObjectIssue[] = [];
    const card = {
      family: 'x',
      other: [
        { name: 'NOTE', params: [{ name: 'LANGUAGE', value: 'en' }], value: 'a' },
        { name: 'TITLE', params: [{ name: 'ENCODING', value: 'ROT13' }], value: 'a' },
      ],
    };
    const text = formatVCard(card, { version: '2.1', onIssue: (issue) => issues.push(issue) });
    expect(issues).toMatchObject([
      { code: 'unknown-encoding', severity: 'error', field: 'VCARD/TITLE', offset: text.indexOf('TITLE') + 21 },
    ]);
    expect(formatVCard(card, { version: '2.1' })).toBe(text);
  });

  it('reports nothing of a card that is larger than what is read by default', () => {
    const issues: VObjectIssue[] = [];
    const onIssue = (issue: VObjectIssue) => issues.push(issue);
    const deep = (depth: number): NonNullable<VCard['other']>[number] => ({
      ...{ name: 'AGENT', value: '' },
      component: { name: 'VCARD', properties: depth === 0 ? [] : [deep(depth - 1)], components: [] },
    });
    const base64 = [{ name: 'ENCODING', value: 'BASE64' }];
    const cards: VCard[] = [
      { family: 'x', note: 'n'.repeat(1_100_000) },
      { family: 'x', other: Array(16_400).fill({ name: 'X', value: '1' }) },
      { family: 'x', other: [deep(9), { name: 'NOTE', params: base64, value: 'QUFB'.repeat(100_000) }] },
    ];
    for (const card of cards) {
      const text = formatVCard(card, { version: '2.1', onIssue });
      expect(refusal(() => parseVCard(text)).code).toBe('limit-exceeded');
    }
    expect(issues).toEqual([]);
  });
});

describe('properties', () => {
  it('3.0 reads the same however it is folded', () => {
    fc.assert(
      fc.property(card, folds, (model, places) => {
        expect(parseVCard(foldAt(formatVCard(model, { version: '3.0' }), places))).toEqual({ version: '3.0', ...model });
      }),
    );
  });

  it('a type whose capitals name an encoding does not become it in 2.1', () => {
    // The long s has S for its capital.
    const other = [{ name: 'X-A', params: [{ name: 'TYPE', value: 'ba\u017fe64' }], value: 'ab' }];
    const text = formatVCard({ version: '3.0', family: 'x', other }, { version: '2.1' });
    expect(text.split('\r\n').slice(-3)).toEqual(['X-A;TYPE=BASE64:ab', 'END:VCARD', '']);
  });

  it('3.0 folds at 75 octets and never inside of a character', () => {
    fc.assert(
      fc.property(card, (model) => {
        const lines = formatVCard(model, { version: '3.0' }).split('\r\n');
        for (const line of lines) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
          expect(() => encodeURIComponent(line)).not.toThrow();
        }
      }),
    );
  });

  it.each(VERSIONS)('%s: no field breaks out of its line', (version) => {
    const entry = (value: string) => [{ value }];
    const fields: Record<string, (wild: string) => VCard> = {
      ...Object.fromEntries(
        [
          'family',
          'given',
          'additional',
          'prefix',
          'suffix',
          'formattedName',
          'organization',
          'title',
          'role',
          'url',
          'note',
          'birthday',
        ].map((name) => [name, (wild: string) => ({ family: 'x', [name]: wild })]),
      ),
      organizationUnits: (wild) => ({ family: 'x', organizationUnits: [wild] }),
      tel: (value) => ({ family: 'x', tel: entry(value) }),
      telType: (type) => ({ family: 'x', tel: [{ value: '1', types: [type] }] }),
      telGroup: (group) => ({ family: 'x', tel: [{ value: '1', group }] }),
      telParamName: (name) => ({ family: 'x', tel: [{ value: '1', params: [{ name, value: 'v' }] }] }),
      telParamValue: (value) => ({ family: 'x', tel: [{ value: '1', params: [{ name: 'X-A', value }] }] }),
      email: (value) => ({ family: 'x', email: entry(value) }),
      adr: (street) => ({ family: 'x', address: [{ street, country: street }] }),
      rawName: (name) => ({ family: 'x', other: [{ name, value: 'v' }] }),
      rawGroup: (group) => ({ family: 'x', other: [{ group, name: 'X-A', value: 'v' }] }),
      rawValue: (value) => ({ family: 'x', other: [{ name: 'X-A', value }] }),
      rawParamName: (name) => ({ family: 'x', other: [{ name: 'X-A', params: [{ name, value: 'v' }], value: 'v' }] }),
      rawParamValue: (value) => ({ family: 'x', other: [{ name: 'X-A', params: [{ name: 'X-B', value }], value: 'v' }] }),
      component: (name) => ({
        family: 'x',
        other: [{ name: 'AGENT', value: '', component: { name, properties: [], components: [] } }],
      }),
    };
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(fields)), wildText(), (field, wild) => {
        let text: string;
        try {
          text = formatVCard(fields[field]!(wild), { version });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        // What is kept as it came ends as it did, `=` of BASE64 included.
        const lines = contentLines(text, field === 'rawValue' ? '3.0' : version);
        // BEGIN, VERSION, N, at most FN in 3.0 and one line more, END; or a component of two lines.
        const most = (version === '3.0' ? 4 : 3) + (field === 'component' ? 3 : 1) + 2;
        expect(lines.length).toBeLessThanOrEqual(most);
        expect(lines.filter((line) => /^BEGIN:/i.test(line)).length).toBe(field === 'component' ? 2 : 1);
        expect(lines.slice(0, -2).filter((line) => /^END:VCARD/i.test(line)).length).toBeLessThanOrEqual(
          field === 'component' ? 1 : 0,
        );
        expect(lines.slice(-2)).toEqual(['END:VCARD', '']);
        if (field !== 'tel') expect(lines.filter((line) => /^TEL/i.test(line)).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('numbers, addresses and other properties of a damaged card that is read in strict mode come back', () => {
    fc.assert(
      fc.property(damagedText(fc.oneof(...VERSIONS.map(cardText)), PIECES), (text) => {
        const read = expectValueOrFormatError(() => parseVCard(text), text.length);
        if (read instanceof FormatError) return;
        const { version } = read;
        let again: string;
        try {
          again = formatVCard(read, { version });
        } catch (error) {
          // Nobody is named any more, or quoted-printable brought a control character.
          expect(error).toMatchObject({ name: 'EncodeError' });
          return;
        }
        expect(parseVCard(again)).toMatchObject({ tel: read.tel, email: read.email, other: read.other });
      }),
    );
  });
});

describe('refusals', () => {
  it.each<[string, string, object]>([
    ['', 'no BEGIN', { code: 'truncated', field: 'VCARD', offset: 0 }],
    ['hello', 'no card', { code: 'bad-value', field: 'vObject', offset: 0 }],
    ['N:x\r\nBEGIN:VCARD', 'a line in front', { code: 'bad-value', field: 'VCARD', offset: 0 }],
    ['BEGIN:VCARD\r\nN:x', 'no end', { code: 'truncated', field: 'VCARD', offset: 16 }],
    ['BEGIN:VCARD\r\nEND:VCALENDAR', 'another end', { code: 'bad-value', field: 'END', offset: 13 }],
    ['BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'a calendar', { code: 'bad-value', field: 'BEGIN', offset: 0 }],
    ['END:VCARD', 'nothing open', { code: 'bad-value', field: 'END', offset: 0 }],
    [old('N:x', 'BEGIN:VCARD', 'END:VCARD'), 'a card inside', { code: 'bad-value', field: 'VCARD', offset: 31 }],
    [old('x'), 'no colon', { code: 'bad-value', field: 'vObject', offset: 26 }],
    [old('a b:x'), 'a bad name', { code: 'bad-value', field: 'vObject', offset: 26 }],
    [old('N;X:=:x', 'N;="b:x'), 'a lone quote', { code: 'bad-value', field: 'vObject', offset: 38 }],
    [old('N;X=1'), 'parameters alone', { code: 'bad-value', field: 'vObject', offset: 26 }],
    [old('N;a b=1:x'), 'a bad parameter name', { code: 'bad-value', field: 'vObject', offset: 28 }],
    [old('N:a\0b'), 'a control character', { code: 'bad-value', field: 'vObject', offset: 29 }],
    [old('N:a;b;c;d;e;f'), 'six parts', { code: 'bad-value', field: 'VCARD/N', offset: 28 }],
    [old('N;ENCODING=QUOTED-PRINTABLE:=4'), 'half an octet', { code: 'bad-value', field: 'VCARD/N', offset: 54 }],
    [old('N;ENCODING=QUOTED-PRINTABLE:=FC'), 'no character set', { code: 'bad-value', field: 'VCARD/N', offset: 54 }],
    [old('N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=FC'), 'not its set', { code: 'bad-value', field: 'VCARD/N', offset: 68 }],
    [old('N;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:=FC'), 'no set', { code: 'bad-value', field: 'VCARD/N', offset: 70 }],
    [old('N;ENCODING=ROT13:a'), 'no encoding', { code: 'bad-value', field: 'VCARD/N', offset: 43 }],
    [old('N;ENCODING=BASE64:A'), 'a lone digit', { code: 'truncated', field: 'VCARD/N', offset: 44 }],
    [old('N;ENCODING=BASE64:A=A'), 'digits behind padding', { code: 'bad-value', field: 'VCARD/N', offset: 44 }],
    [old('TEL;ENCODING=QUOTED-PRINTABLE:1=0A2'), 'a line end', { code: 'bad-value', field: 'VCARD/TEL', offset: 56 }],
    ['BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD', 'a version', { code: 'bad-value', field: 'VCARD/VERSION', offset: 13 }],
    ['BEGIN:VCARD\r\nN;QUOTED-PRINTABLE:x=', 'a soft break at the end', { code: 'truncated', field: 'N', offset: 34 }],
    [old('N;QUOTED-PRINTABLE:x='), 'a soft break in front of END', { code: 'truncated', field: 'N', offset: 49 }],
  ])('%j: %s', (text, _, expected) => {
    expect(refusal(() => parseVCard(text))).toEqual(expected);
    expect(leniently(text).codes).not.toEqual([]);
  });

  it('leniently each of these becomes something', () => {
    expect(leniently(old('N:a\\,b\\nc', 'NOTE:x\\ny'))).toMatchObject({ card: { note: 'x\ny' }, codes: ['foreign-escape'] });
    expect(leniently(old('TEL:1\\,2', 'EMAIL:a\\nb')).card).toMatchObject({
      tel: [{ value: '1,2' }],
      email: [{ value: 'a\\nb' }],
    });
    expect(leniently(old('N;QUOTED-PRINTABLE:=4;x='))).toMatchObject({
      card: { family: '=4', given: 'x' },
      codes: ['missing-end', 'bad-encoding'],
    });
    expect(leniently(old('N;CHARSET=UTF-8;QUOTED-PRINTABLE:=FC'))).toMatchObject({
      card: { family: 'ü' },
      codes: ['unknown-charset'],
    });
    expect(leniently(old('N:a;b;c;d;e;f')).card.other).toEqual([{ name: 'N', value: 'a;b;c;d;e;f' }]);
    expect(leniently(old('N:x', 'BEGIN:VCARD', 'N:y', 'END:VCARD', 'TEL:1')).card).toMatchObject({
      family: 'x',
      tel: [{ value: '1' }],
    });
    expect(leniently(`junk:1\r\n${old('N:x')}`).card.family).toBe('x');
    expect(leniently('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\\,b').card).toMatchObject({ version: '3.0', formattedName: 'a,b' });
    expect(leniently('').card).toEqual({ version: '2.1', tel: [], email: [], address: [], other: [] });
  });

  it('what has one meaning is read and reported in the strict mode too', () => {
    expect(strictIssues(`\ufeff${old('N:x')}`)).toEqual(['byte-order-mark']);
    expect(strictIssues(old('TEL:', 'TEL: '))).toEqual(['empty-property', 'empty-property']);
    expect(strictIssues(old('TEL;;CELL:1'))).toEqual(['empty-parameter']);
    expect(strictIssues(recent('TEL;CELL:1'))).toEqual(['bare-type']);
    expect(strictIssues(old('a.NOTE;LANGUAGE=en:x'))).toEqual(['dropped-parameter']);
    expect(strictIssues(old('N;QUOTED-PRINTABLE:=C3=BC'))).toEqual(['missing-charset']);
    expect(strictIssues(old('PHOTO;BASE64:AAAA', 'AAAA', 'AA==', '', 'N:x'))).toEqual(['unfolded-base64']);
  });

  const cell = { value: '1' };
  it.each<[string, string, number | undefined, object]>([
    ['formattedName', 'bad-value', undefined, { family: '' }],
    ['family', 'bad-value', undefined, { family: 7 }],
    ['family', 'unencodable', 1, { family: 'a\ud800' }],
    ['tel', 'bad-value', undefined, { tel: '1' }],
    ['tel[0]', 'bad-value', undefined, { tel: ['1'] }],
    ['tel[1].value', 'bad-value', undefined, { tel: [cell, {}] }],
    ['tel[0].value', 'bad-value', undefined, { tel: [{ value: '' }] }],
    ['tel[0].value', 'bad-value', 1, { tel: [{ value: '1\r\nTEL:2' }] }],
    ['tel[0].types', 'bad-value', undefined, { tel: [{ ...cell, types: 'CELL' }] }],
    ['tel[0].types[0]', 'bad-value', undefined, { tel: [{ ...cell, types: ['A:B'] }] }],
    ['tel[0].types[0]', 'bad-value', undefined, { tel: [{ ...cell, types: ['base64'] }] }],
    ['tel[0].params', 'bad-value', undefined, { tel: [{ ...cell, params: [{ name: 'ENCODING', value: 'BASE64' }] }] }],
    ['tel[0].params', 'bad-value', undefined, { tel: [{ ...cell, params: 'x' }] }],
    ['tel[0].params', 'bad-value', undefined, { tel: [{ ...cell, params: [{ name: 'X' }] }] }],
    ['tel[0].params[0]', 'bad-value', undefined, { tel: [{ ...cell, params: [null] }] }],
    ['other[0].params', 'bad-value', undefined, { other: [{ name: 'X', params: {}, value: '' }] }],
    ['other[0].params[0]', 'bad-value', undefined, { other: [{ name: 'X', params: [null], value: '' }] }],
    [
      'other[0].params',
      'bad-value',
      undefined,
      { version: '3.0', other: [{ name: 'X', params: [{ name: 'TYPE' }], value: '' }] },
    ],
    [
      'other[0].params',
      'bad-value',
      undefined,
      { version: '2.1', other: [{ name: 'X', params: [{ name: 5, value: 'b' }], value: '' }] },
    ],
    [
      'other[0].component.properties',
      'bad-value',
      undefined,
      { other: [{ name: 'X', value: '', component: { name: 'VCARD', properties: 5 } }] },
    ],
    ['tel[0].params', 'bad-value', undefined, { tel: [{ ...cell, params: [{ name: 'X', value: 'a;b' }] }] }],
    ['tel[0].group', 'bad-value', undefined, { tel: [{ ...cell, group: 'a b' }] }],
    ['email[0].value', 'bad-value', 1, { email: [{ value: 'a\n' }] }],
    ['url', 'bad-value', 0, { url: '\nx' }],
    ['birthday', 'bad-value', undefined, { birthday: '2026-02-30' }],
    ['organizationUnits', 'bad-value', undefined, { organizationUnits: 'x' }],
    ['organizationUnits[0]', 'bad-value', undefined, { organizationUnits: [1] }],
    ['other[0].name', 'bad-value', undefined, { other: [{ name: 'END', value: 'VCARD' }] }],
    ['other[0].value', 'bad-value', undefined, { other: [{ name: 'X', value: 'a\nb' }] }],
    ['other[0].value', 'bad-value', undefined, { other: [{ name: 'X', value: 3 }] }],
    [
      'other[0].value',
      'bad-value',
      undefined,
      { other: [{ name: 'X', params: [{ name: '', value: 'QUOTED-PRINTABLE' }], value: 'a=' }] },
    ],
    ['other[0].params', 'bad-value', undefined, { other: [{ name: 'X', params: [{ name: '', value: 'A=B' }], value: 'a' }] }],
    ['other[0].params', 'bad-value', undefined, { other: [{ name: 'X', params: [{ name: 'a b', value: 'B' }], value: 'a' }] }],
  ])('formatVCard: %s, %s', (field, code, offset, change) => {
    for (const version of VERSIONS) {
      expect(
        refusal(() => formatVCard({ family: 'family' in change ? undefined : 'x', ...change } as VCard, { version })),
      ).toEqual({ code, field, offset });
    }
  });

  it('controls go through 2.1 alone, and what ISO-8859-1 lacks through neither', () => {
    const model = { family: 'a\x01' };
    expect(parseVCard(formatVCard(model, { version: '2.1' }))).toMatchObject(model);
    expect(refusal(() => formatVCard(model, { version: '3.0' }))).toEqual({ code: 'unencodable', field: 'family', offset: 1 });
    const latin = { version: '2.1', charset: 'ISO-8859-1' } as const;
    expect(refusal(() => formatVCard({ family: 'é€' }, latin))).toEqual({ code: 'unencodable', field: 'family', offset: 1 });
  });

  it('arguments of a wrong type', () => {
    expect(() => formatVCard(null as never, { version: '2.1' })).toThrow(TypeError);
    expect(() => formatVCard({}, { version: '4.0' as never })).toThrow(TypeError);
    expect(() => parseVCard(1 as never)).toThrow(/^text is 1, not a string; decodeVObjectText makes one of octets$/);
    expect(() => parseVCards(new Uint8Array(1) as never)).toThrow(/^vCards are a string; /);
    expect(() => extractBinary(null as never)).toThrow(/^property is null/);
    expect(() => extractBinary({ name: 'X' } as never)).toThrow(/^property.value is /);
    expect(() => decodeVObjectText('x' as never)).toThrow(/^octets is /);
  });
});

describe('limits', () => {
  it.each([
    ['vobjectCharacters', 10, old('N:x'), 'vObject', 0],
    ['vobjectProperties', 3, old('N:x', 'N:y'), 'vObject', 31],
    ['vobjectLineCharacters', 20, old('N:x', `NOTE:${'y'.repeat(20)}`), 'vObject', 31],
    ['vobjectLineCharacters', 30, old('N;QUOTED-PRINTABLE:aaaaaaaaaa=', 'bbbbbbbbbbbbbbbbbbb=', 'cccccc'), 'N', 26],
    ['vobjectLineCharacters', 30, old('PHOTO;BASE64:AAAA', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA'), 'PHOTO', 26],
    ['vobjectBinaryOctets', 2, old('NOTE;BASE64:AAAA'), 'VCARD/NOTE', 38],
    ['vobjectDepth', 1, old('AGENT:', 'BEGIN:VCARD', 'END:VCARD'), 'BEGIN', 34],
  ])('%s %i', (name, limit, text, field, offset) => {
    const limits = { [name]: limit };
    expect(refusal(() => parseVCard(text, { limits, lenient: true }))).toEqual({ code: 'limit-exceeded', field, offset });
    expect(() => parseVCard(text)).not.toThrow();
  });

  it('a BASE64 bomb is refused before it is unpacked', () => {
    const property = { name: 'PHOTO', params: [{ name: 'ENCODING', value: 'b' }], value: 'A'.repeat(400_000) };
    expect(refusal(() => extractBinary(property))).toMatchObject({ code: 'limit-exceeded', field: 'PHOTO' });
    expect(extractBinary({ name: 'X', params: [{ name: '', value: 'QUOTED-PRINTABLE' }], value: '=00a' })).toEqual(
      Uint8Array.of(0, 0x61),
    );
    // Octets of its own, not a view of a larger buffer.
    const { buffer } = extractBinary({ name: 'X', params: [{ name: 'ENCODING', value: 'quoted-printable' }], value: 'ab' });
    expect(buffer.byteLength).toBe(2);
    expect(extractBinary({ name: 'X', value: 'YWI=' })).toEqual(Uint8Array.of(0x61, 0x62));
    expect(refusal(() => extractBinary({ name: 'X', value: 'YW*' }))).toEqual({ code: 'bad-value', field: 'X', offset: 0 });
    const limits = { vobjectCharacters: 4 };
    expect(extractBinary({ name: 'X', value: 'YWI=' }, { limits })).toHaveLength(2);
    expect(refusal(() => extractBinary({ name: 'X', value: 'YWJjZA==' }, { limits }))).toEqual({
      ...{ code: 'limit-exceeded', field: 'vObject', offset: 0 },
    });
  });
});
