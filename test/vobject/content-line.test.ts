/** Content lines: how a text is taken apart, what is reported of it and where, and how lines are written. */
import { describe, expect, it } from 'vitest';
import {
  formatVCard,
  parseVCalendar,
  parseVCard,
  parseVCards,
  type RawParameter,
  type VObjectIssue,
} from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';

const lines = (...list: string[]) => [...list, ''].join('\r\n');
const old = (...list: string[]) => lines('BEGIN:VCARD', 'VERSION:2.1', ...list, 'END:VCARD');
const recent = (...list: string[]) => lines('BEGIN:VCARD', 'VERSION:3.0', ...list, 'END:VCARD');
/** Where the first line after VERSION begins. */
const BODY = old().indexOf('END:VCARD');

/** Issues of a reading, without their words. */
function issuesOf(text: string, lenient = true, parse: typeof parseVCards | typeof parseVCalendar = parseVCards): object[] {
  const issues: VObjectIssue[] = [];
  parse(text, { lenient, onIssue: (issue) => issues.push(issue) });
  return issues.map(({ code, severity, field, offset, assumed }) => ({ code, severity, field, offset, assumed }));
}

const error = (code: string, field: string, offset: number, assumed: string) => ({
  ...{ code, severity: 'error', field, offset, assumed },
});
const warning = (code: string, field: string, offset: number, assumed: string) => ({
  ...{ code, severity: 'warning', field, offset, assumed },
});

describe('versions', () => {
  it.each([
    ['4.0', '3.0', 'VCARD', parseVCards],
    ['1.0', '3.0', 'VCARD', parseVCards],
    ['3.0', '2.0', 'VCALENDAR', parseVCalendar],
    ['2.1', '2.0', 'VCALENDAR', parseVCalendar],
    ['', '2.0', 'VCALENDAR', parseVCalendar],
  ] as const)('%j is read as %s in %s', (version, assumed, kind, parse) => {
    const text = lines(`BEGIN:${kind}`, `VERSION:${version}`, `END:${kind}`);
    expect(issuesOf(text, true, parse)).toEqual([
      error('unknown-version', `${kind}/VERSION`, `BEGIN:${kind}\r\n`.length, assumed),
    ]);
    expect([parse(text, { lenient: true })].flat()).toMatchObject([{ version: assumed }]);
    expect(refusal(() => parse(text))).toMatchObject({ code: 'bad-value', field: `${kind}/VERSION` });
  });

  it.each([
    ['2.1', 'VCARD', parseVCards],
    ['1.0', 'VCALENDAR', parseVCalendar],
  ] as const)('%s is read in a %s without one', (assumed, kind, parse) => {
    const text = lines(`BEGIN:${kind}`, `END:${kind}`);
    expect(issuesOf(text, false, parse)).toEqual([warning('missing-version', `${kind}/VERSION`, 0, assumed)]);
    expect([parse(text)].flat()).toMatchObject([{ version: assumed }]);
  });

  it.each(['VERSION: 3.0 ', 'version:3.0', 'VERSION;X-A=1:3.0', 'X-A:1\r\nVERSION:3.0'])('%j is 3.0', (line) => {
    const text = lines('BEGIN:VCARD', line, 'FN:a\\,b', 'END:VCARD');
    expect(parseVCard(text)).toMatchObject({ version: '3.0', formattedName: 'a,b' });
    expect(issuesOf(text)).toEqual([]);
  });

  it('a fold is part of it', () => {
    const text = lines('BEGIN:VCARD', 'VERSION:2.1', ' 7', 'END:VCARD');
    expect(issuesOf(text)).toEqual([error('unknown-version', 'VCARD/VERSION', 13, '3.0')]);
  });

  it('of several the first counts, and none is a property', () => {
    const text = lines('BEGIN:VCARD', 'VERSION:3.0', 'VERSION:2.1', 'FN:a\\,b', 'END:VCARD');
    expect(parseVCard(text)).toMatchObject({ version: '3.0', formattedName: 'a,b', other: [] });
  });
});

describe('objects', () => {
  const card = old('N:a');
  it.each([
    ['a second card', card + card, parseVCard, error('junk', 'VCARD', card.length, 'the first alone'), 'a second card'],
    [
      'a second calendar',
      lines('BEGIN:VCALENDAR', 'VERSION:1.0', 'END:VCALENDAR', 'BEGIN:VCALENDAR', 'END:VCALENDAR'),
      parseVCalendar,
      error('junk', 'VCALENDAR', 45, 'the first alone'),
      'a second calendar',
    ],
    ['a line before', `N:x\r\n${card}`, parseVCard, error('junk', 'VCARD', 0, 'nothing'), 'a line outside any object'],
    ['a line after', `${card}N:x`, parseVCard, error('junk', 'VCARD', card.length, 'nothing'), 'a line outside any object'],
    ['an END before', `END:VCARD\r\n${card}`, parseVCard, error('junk', 'END', 0, 'nothing'), 'END without BEGIN'],
    ['an END after', `${card}END:VCARD`, parseVCard, error('junk', 'END', card.length, 'nothing'), 'END without BEGIN'],
    [
      'another object before',
      `BEGIN:VNOTE\r\nEND:VNOTE\r\n${card}`,
      parseVCard,
      error('misplaced-component', 'BEGIN', 0, 'nothing'),
      '"VNOTE" instead of VCARD',
    ],
    [
      'a component outside AGENT',
      old('N:a', 'BEGIN:VCARD', 'END:VCARD'),
      parseVCard,
      error('misplaced-component', 'VCARD', BODY + 5, 'nothing'),
      'a component that is not in AGENT',
    ],
    [
      'another END',
      old('N:a').replace('END:VCARD', 'END:vnote'),
      parseVCard,
      error('wrong-end', 'END', BODY + 5, 'END:VCARD'),
      '"vnote" closes VCARD',
    ],
    [
      'an END that is missing',
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN:a',
      parseVCard,
      error('missing-end', 'VCARD', 29, 'its end'),
      'the text ends without END:VCARD',
    ],
  ] as const)('%s', (_, text, parse, issue, reason) => {
    const issues: VObjectIssue[] = [];
    const read = parse(text, { lenient: true, onIssue: (found) => issues.push(found) });
    expect(issues.map(({ code, severity, field, offset, assumed }) => ({ code, severity, field, offset, assumed }))).toEqual([
      issue,
    ]);
    expect(issues[0]?.reason).toBe(reason);
    if ('tel' in read) expect(read).toEqual({ version: '2.1', family: 'a', tel: [], email: [], address: [], other: [] });
  });

  it.each([
    [`x:1\r\n${card}`, 'bad-value'],
    [`${card}x:1`, 'trailing-bytes'],
    [card + card, 'trailing-bytes'],
    [`${card}END:VCARD`, 'bad-value'],
    ['BEGIN:VCARD', 'truncated'],
    ['', 'truncated'],
  ])('%j is refused with %s', (text, code) => {
    expect(refusal(() => parseVCard(text))).toMatchObject({ code });
  });

  it('no object at all, and one that does not end', () => {
    expect(issuesOf('')).toEqual([
      warning('missing-version', 'VCARD/VERSION', 0, '2.1'),
      error('missing-end', 'VCARD', 0, 'an empty object'),
    ]);
    expect(issuesOf('BEGIN:VNOTE\r\nVERSION:2.1\r\n').slice(1)).toEqual([
      error('missing-end', 'VNOTE', 26, 'its end'),
      error('missing-end', 'VCARD', 26, 'an empty object'),
    ]);
  });

  it('names of components may be in lower case, with blanks at their ends', () => {
    const text = lines('begin: vcard ', 'version:2.1', 'n:a', 'end: vCard ');
    expect(parseVCard(text).family).toBe('a');
    expect(issuesOf(text)).toEqual([]);
  });

  it.each([
    ['AGENT:x', 1],
    ['X-A:', 1],
    ['AGENT:\r\nBEGIN:VCARD\r\nEND:VCARD', 1],
    ['AGENT:', 0],
  ])('AGENT has one component in place of a value: after %j %i are misplaced', (before, misplaced) => {
    const text = old('N:a', before, 'BEGIN:VCARD', 'N:b', 'END:VCARD');
    const offset = text.lastIndexOf('BEGIN:');
    expect(issuesOf(text)).toEqual(Array(misplaced).fill(error('misplaced-component', 'VCARD', offset, 'nothing')));
  });

  it('a component before any property is misplaced in a card', () => {
    const text = lines('BEGIN:VCARD', 'BEGIN:VCARD', 'END:VCARD', 'VERSION:2.1', 'END:VCARD');
    expect(issuesOf(text)).toEqual([error('misplaced-component', 'VCARD', 13, 'nothing')]);
  });

  it('are as deep as the limit says', () => {
    const deep = (depth: number) => [...Array(depth).fill('AGENT:\r\nBEGIN:VCARD'), ...Array(depth).fill('END:VCARD')];
    expect(parseVCard(old(...deep(7)))).toMatchObject({ other: [{ name: 'AGENT' }] });
    expect(refusal(() => parseVCard(old(...deep(8))))).toEqual({
      ...{ code: 'limit-exceeded', field: 'BEGIN' },
      offset: BODY + 7 * 21 + 8,
    });
  });
});

describe('characters', () => {
  it.each(['\0', '\x08', '\x0b', '\x0c', '\x0e', '\x1f', '\x7f'])('the control character %j is a blank', (control) => {
    const text = old(`N:a${control}b`, `NOTE:c${control}`);
    expect(issuesOf(text)).toEqual([error('control-character', 'vObject', BODY + 3, 'a blank')]);
    expect(parseVCard(text, { lenient: true })).toMatchObject({ family: 'a b', note: 'c ' });
    expect(refusal(() => parseVCard(text))).toEqual({ code: 'bad-value', field: 'vObject', offset: BODY + 3 });
  });

  it.each(['\t', ' ', '~', '\x80', '\x85', '\ufeff'])('%j is none', (character) => {
    const text = old(`N:a${character}b`);
    expect(issuesOf(text)).toEqual([]);
    expect(parseVCard(text).family).toBe(`a${character}b`);
  });

  it('the first of them is named', () => {
    const call = () => parseVCard(old('N:a\x01b\x02'));
    expect(call).toThrow(/control character "\\u0001"/);
  });

  it.each(['\r\n', '\n', '\r'])('lines may end in %j', (end) => {
    const text = old('N:a', 'x', 'NOTE:b').replaceAll('\r\n', end);
    expect(issuesOf(text)).toEqual([error('unreadable-line', 'vObject', text.indexOf('x'), 'nothing')]);
    expect(parseVCard(text, { lenient: true })).toMatchObject({ family: 'a', note: 'b' });
  });

  it('a byte order mark is left out', () => {
    expect(issuesOf(`\ufeff${old('N:a')}`, false)).toEqual([warning('byte-order-mark', 'vObject', 0, 'nothing')]);
  });

  it('a line after an empty one may begin with a blank', () => {
    expect(parseVCard(old('NOTE:a', '', ' N:x'))).toMatchObject({ note: 'a', family: 'x' });
    expect(parseVCard(recent('NOTE:a', '', '\tFN:x'))).toMatchObject({ note: 'a', formattedName: 'x' });
  });

  it('empty lines and lines of blanks are left out', () => {
    const text = `\r\n \t\r\n${lines('BEGIN:VCARD', '', 'VERSION:3.0', 'FN:a', '', '   ', 'NOTE:b', 'END:VCARD', '', ' ')}`;
    expect(issuesOf(text, false)).toEqual([]);
    expect(parseVCard(text)).toMatchObject({ version: '3.0', formattedName: 'a' });
  });
});

describe('lines', () => {
  it.each<[string, number]>([
    ['x', 0],
    [':x', 0],
    ['.:x', 0],
    ['.N:x', 0],
    ['a.:x', 0],
    ['a b.N:x', 0],
    ['a.b.N:x', 0],
    ['N@:x', 0],
    ['N[:x', 0],
    ['N/:x', 0],
    ['N`:x', 0],
    ['N{:x', 0],
    ['N,:x', 0],
    ['É:x', 0],
    ['N;X', 0],
    ['N;X="', 4],
    ['N;X="a:b', 4],
    ['N;X="a"b"c:d', 8],
    ['N;X=1;"', 6],
    ['N;=1:x', 2],
    ['N;A=1;B C=2:x', 6],
    ['N;A=1;É=2:x', 6],
  ])('%j is unreadable', (line, at) => {
    const text = recent('FN:a', line, 'NOTE:b');
    expect(issuesOf(text)).toEqual([error('unreadable-line', 'vObject', text.indexOf(line) + at, 'nothing')]);
    expect(parseVCard(text, { lenient: true })).toStrictEqual({
      ...{ version: '3.0', formattedName: 'a', note: 'b', tel: [], email: [], address: [], other: [] },
    });
  });

  it.each([
    ['A-Z9_:x', 'A-Z9_'],
    ['azAZ:x', 'AZAZ'],
    ['X-a :x', 'X-A'],
    ['-:x', '-'],
  ])('%j has the name %s', (line, name) => {
    expect(parseVCard(recent(line)).other).toStrictEqual([{ name, value: 'x' }]);
  });

  it('a group is kept as it is written, blanks around it left out', () => {
    expect(parseVCard(recent('Item1 .x-a:x', 'b-2.X-B:y.z')).other).toStrictEqual([
      { group: 'Item1', name: 'X-A', value: 'x' },
      { group: 'b-2', name: 'X-B', value: 'y.z' },
    ]);
  });

  it.each<[string, RawParameter[]]>([
    ['X;a=1', [{ name: 'A', value: '1' }]],
    [
      'X;A= 1 ; B =2=3',
      [
        { name: 'A', value: '1' },
        { name: 'B', value: '2=3' },
      ],
    ],
    [
      'X;A="b:c;d";E="f"g',
      [
        { name: 'A', value: '"b:c;d"' },
        { name: 'E', value: '"f"g' },
      ],
    ],
    ['X;A=', [{ name: 'A', value: '' }]],
    [
      'X;cell; WORK ',
      [
        { name: '', value: 'cell' },
        { name: '', value: 'WORK' },
      ],
    ],
    ['X;"a=b"', [{ name: '', value: '"a=b"' }]],
  ])('%s has its parameters', (head, params) => {
    expect(parseVCard(old(`${head}:v:w;x`)).other).toStrictEqual([{ name: 'X', params, value: 'v:w;x' }]);
  });

  it('empty parameters are left out', () => {
    expect(issuesOf(old('X;;A=1; ;:v'), false)).toEqual(
      [2, 7, 9].map((at) => warning('empty-parameter', 'vObject', BODY + at, 'nothing')),
    );
    expect(parseVCard(old('X;;A=1; ;:v')).other).toStrictEqual([
      { name: 'X', params: [{ name: 'A', value: '1' }], value: 'v' },
    ]);
  });

  it('bare parameters are noted in 3.0', () => {
    expect(issuesOf(recent('TEL;CELL;TYPE=X;base64:MQ=='), false)).toEqual(
      [4, 16].map((at) => warning('bare-type', 'vObject', BODY + at, 'TYPE, or ENCODING')),
    );
    expect(issuesOf(old('TEL;CELL;TYPE=X:1'), false)).toEqual([]);
  });
});

describe('folds', () => {
  it.each<[string, string, number]>([
    ['before the colon: the line', 'NOTE;ENCODING=ROT13\r\n :a', 0],
    ['after the colon: the value', 'NOTE;ENCODING=ROT13:\r\n a', 20],
    ['inside the value: the value', 'NOTE;ENCODING=ROT13:a\r\n b', 20],
    ['inside a parameter: the line', 'NOTE;ENCODING=RO\r\n T13:a', 0],
    ['nowhere: the value', 'NOTE;ENCODING=ROT13:a', 20],
  ])('where a value at fault is, in a line that is folded %s', (_, line, at) => {
    expect(issuesOf(recent(line))).toEqual([error('unknown-encoding', 'VCARD/NOTE', BODY + at, 'none')]);
  });

  it.each<[string, string, number]>([
    ['in the first line', 'NOTE;X-A="b\r\n c:d', 9],
    ['in a later line', 'NOTE;X-A=\r\n b"c:d', 0],
    ['first in a later line', 'NOTE;X-A=\r\n "c:d', 0],
  ])('where a quotation mark that is not closed is: %s', (_, line, at) => {
    expect(issuesOf(recent(line))).toEqual([error('unreadable-line', 'vObject', BODY + at, 'nothing')]);
  });

  it.each<[string, string, number]>([
    ['in the first line', 'TEL;A=1;CELL\r\n :1', 8],
    ['in a later line', 'TEL;A=1\r\n ;CELL:1', 0],
    ['first in a later line', 'TEL;A=1;\r\n CELL:1', 0],
  ])('where a parameter is: %s', (_, line, at) => {
    expect(issuesOf(recent(line))).toEqual([warning('bare-type', 'vObject', BODY + at, 'TYPE, or ENCODING')]);
  });

  it('keep their blank in the older versions, and end with a line of blanks', () => {
    expect(parseVCard(old('NOTE:a', ' b', '\tc', '  ', 'N:x'))).toMatchObject({ note: 'a b\tc', family: 'x' });
    expect(issuesOf(old('NOTE:a', ' b', '\tc', '  ', 'N:x'))).toEqual([]);
    expect(parseVCard(recent('NOTE:a', ' b', '\tc', '  ', ' d', 'FN:x'))).toMatchObject({ note: 'abc d', formattedName: 'x' });
  });
});

describe('values of several lines', () => {
  it.each([
    ['soft breaks', ['a=', 'b=', 'c'], 'abc'],
    ['a fold', ['a', ' b'], 'a b'],
    ['a fold before a soft break', ['a', ' b=', 'c'], 'a bc'],
    ['a blank after a soft break', ['a=', ' b'], 'a b'],
    ['a tab after one', ['a=', '\tb=', ' c'], 'a\tb c'],
    ['a fold after a soft break', ['a=', 'b', ' c'], 'ab c'],
    ['words that begin like END', ['a=', 'ENDE=', 'END'], 'aENDEEND'],
    ['a property, which is a part of the value', ['a=', 'N:x'], 'aN:x'],
    ['an empty line', ['a=', ''], 'a'],
  ])('quoted-printable with %s', (_, value, note) => {
    const text = old(`NOTE;ENCODING=QUOTED-PRINTABLE:${value[0]}`, ...value.slice(1), 'N:x');
    expect(parseVCard(text)).toMatchObject({ note, family: 'x' });
    expect(issuesOf(text)).toEqual([]);
  });

  it.each(['NOTE;QUOTED-PRINTABLE', 'NOTE;X-A=1;quoted-printable', 'NOTE;ENCODING=QUOTED-PRINTABLE;X-A=1'])(
    'a blank after a soft break does not make a fold: %s',
    (head) => {
      expect(parseVCard(old(`${head}:a=`, ' b')).note).toBe('a b');
    },
  );

  it.each(['END:VCARD', 'end:x'])('a soft break before %s ends the value', (end) => {
    const text = lines('BEGIN:VCARD', 'VERSION:2.1', 'NOTE;QUOTED-PRINTABLE:a=', end);
    const issues = issuesOf(text);
    expect(issues[0]).toEqual(error('missing-end', 'NOTE', text.indexOf(end), 'the end of the value'));
    expect(issues).toHaveLength(end === 'end:x' ? 2 : 1);
    expect(parseVCard(text, { lenient: true }).note).toBe('a');
    expect(refusal(() => parseVCard(text))).toEqual({ code: 'truncated', field: 'NOTE', offset: text.indexOf(end) });
  });

  it('an equals sign at the end of another value is itself', () => {
    expect(parseVCard(old('NOTE:a=', 'N:x'))).toMatchObject({ note: 'a=', family: 'x' });
  });

  it.each(['BASE64', 'B', 'base64'])('%s without blanks before its further lines', (encoding) => {
    const text = old(`PHOTO;ENCODING=${encoding}:AAAA`, 'BB+/ \t', 'C0==', 'N:x', 'NOTE:y');
    expect(parseVCard(text)).toMatchObject({ family: 'x', note: 'y' });
    expect(parseVCard(text).other[0]?.value).toBe('AAAABB+/C0==');
    expect(issuesOf(text, false)).toEqual([warning('unfolded-base64', 'PHOTO', text.indexOf('BB+/'), 'one value')]);
  });

  it.each(['', '  ', 'AA.A', '.AAA', 'AA AA', 'X:AAAA'])('BASE64 ends before %j', (line) => {
    const text = old('PHOTO;BASE64:AAAA', line, 'N:x');
    const { other, family } = parseVCard(text, { lenient: true });
    expect(other[0]).toStrictEqual({ name: 'PHOTO', params: [{ name: '', value: 'BASE64' }], value: 'AAAA' });
    expect(family).toBe('x');
  });

  it('BASE64 loses the blanks of its folds', () => {
    const text = old('PHOTO;BASE64:AA', '  BB', '\tCC  DD', '', 'N:x');
    expect(parseVCard(text).other[0]?.value).toBe('AABBCCDD');
  });

  it('in 3.0 a value goes on by folds alone', () => {
    const text = recent('PHOTO;ENCODING=b:AA', ' AA', 'BBBB');
    expect(parseVCard(text, { lenient: true }).other[0]?.value).toBe('AAAA');
    expect(issuesOf(text)).toEqual([error('unreadable-line', 'vObject', text.indexOf('BBBB'), 'nothing')]);
  });
});

describe('limits', () => {
  const refused = (text: string, limits: object) => refusal(() => parseVCard(text, { limits, lenient: true }));
  it('each is the most that is read', () => {
    const text = old('N:a', 'NOTE;QUOTED-PRINTABLE:b=', 'c');
    expect(parseVCard(text, { limits: { vobjectCharacters: text.length } }).note).toBe('bc');
    expect(refused(text, { vobjectCharacters: text.length - 1 })).toEqual({
      ...{ code: 'limit-exceeded', field: 'vObject', offset: 0 },
    });
    expect(parseVCard(text, { limits: { vobjectProperties: 5 } }).note).toBe('bc');
    expect(refused(text, { vobjectProperties: 4 })).toEqual({
      ...{ code: 'limit-exceeded', field: 'vObject', offset: text.indexOf('END:') },
    });
  });

  it('lines are counted with their folds, soft breaks and further lines', () => {
    const limits = (vobjectLineCharacters: number) => ({ vobjectLineCharacters });
    const folded = recent('NOTE:aaaaaaaaaa', ' bbbb');
    expect(parseVCard(folded, { limits: limits(19) }).note).toHaveLength(14);
    expect(refused(folded, limits(18))).toEqual({ code: 'limit-exceeded', field: 'vObject', offset: BODY });
    const broken = old('NOTE;QUOTED-PRINTABLE:a=', `${'b'.repeat(30)}=`, 'c');
    expect(parseVCard(broken, { limits: limits(34) }).note).toHaveLength(32);
    expect(refused(broken, limits(33))).toEqual({ code: 'limit-exceeded', field: 'NOTE', offset: BODY });
    const further = old('PHOTO;BASE64:AAAA', 'A'.repeat(28), 'AAAA');
    expect(parseVCard(further, { limits: limits(36) }).other[0]?.value).toHaveLength(36);
    expect(refused(further, limits(35))).toEqual({ code: 'limit-exceeded', field: 'PHOTO', offset: BODY });
  });
});

describe('parameters of entries', () => {
  it('types are named or bare, in a list or one by one; encodings are none', () => {
    const { tel } = parseVCard(old('TEL;TYPE="home, fax",,x;TYPE=WORK;cell;8bit;ENCODING=7BIT;X-A=1;CHARSET=UTF-8:5'));
    expect(tel).toStrictEqual([
      { value: '5', types: ['HOME', 'FAX', 'X', 'WORK', 'CELL'], params: [{ name: 'X-A', value: '1' }] },
    ]);
  });

  it('a named type may have the name of an encoding', () => {
    expect(parseVCard(recent('TEL;TYPE=b,base64,home:1')).tel).toStrictEqual([{ value: '1', types: ['B', 'BASE64', 'HOME'] }]);
  });

  it.each(['7BIT', '8bit'])('%s leaves nothing to undo', (encoding) => {
    expect(parseVCard(old(`NOTE;ENCODING=${encoding}:=41`)).note).toBe('=41');
    expect(parseVCard(old(`NOTE;${encoding}:=41`)).note).toBe('=41');
  });

  it.each(['BASE64', 'B'])('%s may be bare', (encoding) => {
    expect(parseVCard(old(`NOTE;${encoding}:QQ==`, '')).note).toBe('A');
  });

  it('the first encoding counts', () => {
    expect(parseVCard(old('NOTE;ENCODING=8BIT;QUOTED-PRINTABLE:=41')).note).toBe('=41');
    expect(parseVCard(old('NOTE;TYPE=BASE64;HOME;QUOTED-PRINTABLE:=41')).note).toBe('A');
  });

  it('an encoding that nobody knows is none, leniently', () => {
    expect(issuesOf(old('NOTE;ENCODING=rot13:n'))).toEqual([error('unknown-encoding', 'VCARD/NOTE', BODY + 20, 'none')]);
    expect(parseVCard(old('NOTE;ENCODING=rot13:n'), { lenient: true }).note).toBe('n');
  });
});

describe('lines that are written', () => {
  const written = (note: string) => formatVCard({ formattedName: 'x', note }, { version: '3.0' }).split('\r\n').slice(4, -2);

  // RFC 2425 section 5.8.1 and RFC 5545 section 3.1: 75 octets, without the line end.
  it.each<[string, string, number[]]>([
    ['75 octets', 'a'.repeat(70), [75]],
    ['76 octets', 'a'.repeat(71), [75, 2]],
    ['a second line of 75', 'a'.repeat(70 + 74), [75, 75]],
    ['a third line', 'a'.repeat(70 + 75), [75, 75, 2]],
    ['two octets that fit', `${'a'.repeat(68)}\u0080`, [75]],
    ['two octets that do not', `${'a'.repeat(69)}\u07ff`, [74, 3]],
    ['the first character of two octets', `${'a'.repeat(69)}\u0080`, [74, 3]],
    ['the first character of three', `${'a'.repeat(68)}\u0800`, [73, 4]],
    ['one octet that fits', `${'a'.repeat(69)}~`, [75]],
    ['three octets that fit', `${'a'.repeat(67)}\u0800`, [75]],
    ['three octets that do not', `${'a'.repeat(68)}\uffff`, [73, 4]],
    ['four octets that fit', `${'a'.repeat(66)}\u{10000}`, [75]],
    ['four octets that do not', `${'a'.repeat(67)}\u{10ffff}`, [72, 5]],
    ['many pairs', '😀'.repeat(40), [73, 73, 21]],
    ['characters before and after the surrogates', `${'a'.repeat(67)}\ud7ff\ue000`, [75, 4]],
  ])('are folded: %s', (_, note, octets) => {
    expect(written(note).map((line) => new TextEncoder().encode(line).length)).toEqual(octets);
    expect(written(note).join('').replace(/ /g, '')).toBe(`NOTE:${note}`);
  });

  it.each(['a b', 'a,b', 'a=b', '"a;b:c"', '"a"b"c"', '', 'a\tb', 'é', '"\t"'])('have the parameter %j', (value) => {
    for (const version of ['2.1', '3.0'] as const) {
      const other = [{ name: 'x-a', params: [{ name: 'x-b', value }], value: 'v' }];
      expect(formatVCard({ family: 'x', other }, { version })).toContain(`\r\nX-A;X-B=${value}:v\r\n`);
    }
  });

  it.each(['a;b', 'a:b', 'a"b', '"a', '"a"b"', 'a\nb', 'a\rb', '\0', '\x08', '\x1f', '\x7f', '"\0"', '"\x7f"', '"\n"'])(
    'do not have the parameter %j',
    (value) => {
      const other = [{ name: 'X-A', params: [{ name: 'X-B', value }], value: 'v' }];
      expect(refusal(() => formatVCard({ family: 'x', other }, { version: '3.0' }))).toEqual({
        ...{ code: 'bad-value', field: 'other[0].params', offset: undefined },
      });
    },
  );

  it.each<[string, object]>([
    ['name', { name: '', value: '' }],
    ['name', { name: 'a.b', value: '' }],
    ['name', { name: 7, value: '' }],
    ['name', { name: 'begin', value: '' }],
    ['name', { name: 'Version', value: '' }],
    ['group', { name: 'X', group: '', value: '' }],
    ['group', { name: 'X', group: 'a.b', value: '' }],
    ['group', { name: 'X', group: 7, value: '' }],
    ['params', { name: 'X', params: [{ name: '', value: '' }], value: '' }],
    ['params', { name: 'X', params: [{ name: '', value: 'a=b' }], value: '' }],
    ['params', { name: 'X', params: [{ name: 'A', value: 7 }], value: '' }],
    ['params', { name: 'X', params: [{ name: 7, value: 'a' }], value: '' }],
    ['value', { name: 'X', value: 'a\r' }],
    ['value', { name: 'X', value: 'a\n' }],
    ['value', { name: 'X', value: 'a\0' }],
    ['value', { name: 'X', value: 'a\x7f' }],
    ['value', { name: 'X', value: null }],
    ['value', { name: 'X', params: [{ name: 'ENCODING', value: 'quoted-printable' }], value: '=' }],
  ])('do not have such a %s: %j', (part, property) => {
    for (const version of ['2.1', '3.0'] as const) {
      expect(refusal(() => formatVCard({ family: 'x', other: [property as never] }, { version }))).toEqual({
        ...{ code: 'bad-value', field: `other[0].${part}`, offset: undefined },
      });
    }
  });

  it('have no lone surrogates', () => {
    const refused = (property: object) =>
      refusal(() => formatVCard({ family: 'x', other: [{ name: 'X', value: '', ...property }] }, { version: '3.0' }));
    expect(refused({ value: 'ab\udc00' })).toEqual({ code: 'unencodable', field: 'other[0].value', offset: 2 });
    const params = [{ name: 'A', value: '\ud800' }];
    expect(refused({ params })).toEqual({ code: 'unencodable', field: 'other[0].params', offset: 4 });
  });

  it('have names in upper case, and a group as it is', () => {
    const other = [
      {
        group: 'Item1',
        name: 'x-a',
        params: [
          { name: 'x-b', value: 'c' },
          { name: '', value: 'd' },
        ],
        value: '=',
      },
    ];
    expect(formatVCard({ family: 'x', other }, { version: '2.1' })).toContain('\r\nItem1.X-A;X-B=c;d:=\r\n');
  });
});
