/** What differs between the versions: texts of the older ones, and verbatim properties that are rewritten for the other version. */
import { describe, expect, it } from 'vitest';
import { formatVCard, type OldTextOptions, parseVCard, type RawParameter, type RawProperty } from '../../src/vobject/index.js';
import { formatOldText } from '../../src/vobject/old-text.js';
import { refusal } from '../support/hostile.js';

/** The lines of a card that its property in `other` makes. */
function written(property: RawProperty, from: '2.1' | '3.0' | undefined, to: '2.1' | '3.0'): string[] {
  const text = formatVCard({ version: from, family: 'x', formattedName: 'x', other: [property] }, { version: to });
  return text.split('\r\n').slice(4, -2);
}

const note = (text: string, options: OldTextOptions = {}) => formatOldText('NOTE', text, options, 'note');

describe('texts of vCard 2.1', () => {
  // RFC 2045 section 6.7 for the octets; vCard 2.1 section 2.1.4 for the character set.
  it.each<[string, string, OldTextOptions, string]>([
    ['printable ASCII is plain', ' !~\tx', {}, 'NOTE: !~\tx'],
    ['a blank at the end', 'x ', {}, 'NOTE;ENCODING=QUOTED-PRINTABLE:x=20'],
    ['a tab at the end', 'x\t', {}, 'NOTE;ENCODING=QUOTED-PRINTABLE:x=09'],
    ['an equals sign at the end', 'x=', {}, 'NOTE;ENCODING=QUOTED-PRINTABLE:x=3D'],
    ['an equals sign before the end', 'x=y', {}, 'NOTE:x=y'],
    ['a line end', 'a\nb', {}, 'NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab'],
    ['a control character below the blank', 'a\x1fb', {}, 'NOTE;ENCODING=QUOTED-PRINTABLE:a=1Fb'],
    ['the delete character is ASCII', 'a\x7fb', {}, 'NOTE;ENCODING=QUOTED-PRINTABLE:a=7Fb'],
    ['the first character outside ASCII', 'a\x80', {}, 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=C2=80'],
    ['ISO-8859-1', 'é', { charset: 'ISO-8859-1' }, 'NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=E9'],
    ['ASCII has no character set', 'a\nb', { charset: 'ISO-8859-1' }, 'NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab'],
    ['not encoded', 'é', { encoding: 'none' }, 'NOTE;CHARSET=UTF-8:é'],
    ['not encoded, in ISO-8859-1', 'é', { encoding: 'none', charset: 'ISO-8859-1' }, 'NOTE;CHARSET=ISO-8859-1:é'],
    ['not encoded, with a blank and an equals sign inside', 'é =x', { encoding: 'none' }, 'NOTE;CHARSET=UTF-8:é =x'],
    ['a line end is always encoded', 'é\n', { encoding: 'none' }, 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=0D=0A'],
    ['so is a delete', '\x7fé', { encoding: 'none' }, 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=7F=C3=A9'],
    [
      'so is a control before the blank',
      '\x1fé',
      { encoding: 'none' },
      'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=1F=C3=A9',
    ],
    ['so is a blank at the end', 'é ', { encoding: 'none' }, 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=20'],
    ['so is an equals sign at the end', 'é=', { encoding: 'none' }, 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=3D'],
    ['the encoding by name', 'é', { encoding: 'quoted-printable' }, 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9'],
  ])('%s', (_, text, options, expected) => {
    expect(note(text, options)).toBe(expected);
  });

  it('names the character that the character set lacks', () => {
    expect(refusal(() => note('aé€', { charset: 'ISO-8859-1' }))).toEqual({ code: 'unencodable', field: 'note', offset: 2 });
  });
});

describe('soft line breaks', () => {
  // "NOTE;ENCODING=QUOTED-PRINTABLE:" has 31 characters, so that 44 of the value and an equals sign make a line of 76.
  const lines = (text: string) => note(text, { softBreaks: true }).split('\r\n');
  const head = 'NOTE;ENCODING=QUOTED-PRINTABLE:';
  const a = (count: number) => 'a'.repeat(count);

  it.each<[string, string, string[]]>([
    ['76 characters are one line', `\n${a(39)}`, [`${head}=0D=0A${a(39)}`]],
    ['77 characters are two', `\n${a(40)}`, [`${head}=0D=0A${a(38)}=`, 'aa']],
    ['lines after the first have 76 too', `\n${a(38 + 76)}`, [`${head}=0D=0A${a(38)}=`, a(76)]],
    ['and are broken in their turn', `\n${a(38 + 77)}`, [`${head}=0D=0A${a(38)}=`, `${a(75)}=`, 'aa']],
    ['before an octet, where the equals sign is the last character', `${a(43)}\nb`, [`${head}${a(43)}=`, '=0D=0Ab']],
    ['before an octet, where one digit is left', `${a(42)}\nb`, [`${head}${a(42)}=`, '=0D=0Ab']],
    ['after an octet', `${a(38)}\n${a(30)}`, [`${head}${a(38)}=0D=0A=`, a(30)]],
    ['before the character that a blank follows', `\n${a(38)} ${a(10)}`, [`${head}=0D=0A${a(37)}=`, `a ${a(10)}`]],
    ['before the character that END: follows', `\n${a(38)}End:${a(10)}`, [`${head}=0D=0A${a(37)}=`, `aEnd:${a(10)}`]],
    ['and not before a blank that precedes END:', `\n${a(37)} END:${a(10)}`, [`${head}=0D=0A${a(36)}=`, `a END:${a(10)}`]],
    ['END without a colon is a word', `\n${a(38)}ENDE${a(10)}`, [`${head}=0D=0A${a(38)}=`, `ENDE${a(10)}`]],
    ['before an octet that blanks follow', `\n${' '.repeat(45)}x`, [`${head}=0D=`, `=0A${' '.repeat(45)}x`]],
    [
      'among blanks where nothing else is',
      `\n${' '.repeat(80)}x`,
      [`${head}=0D=`, `=0A${' '.repeat(72)}=`, `${' '.repeat(8)}x`],
    ],
    ['nor right before it', `x${' '.repeat(60)}\n`, [`${head}x${' '.repeat(60)}=0D=0A`]],
    ['nowhere before the value', `${' '.repeat(60)}\n`, [`${head}${' '.repeat(60)}=0D=0A`]],
  ])('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
    // A broken line reads as the text that it was made of.
    const card = `BEGIN:VCARD\r\nVERSION:2.1\r\n${expected.join('\r\n')}\r\nEND:VCARD\r\n`;
    expect(parseVCard(card).note).toBe(text);
  });

  it.each([false, undefined])('are left out by default: %j', (softBreaks) => {
    expect(note(`\n${a(100)}`, { softBreaks })).toBe(`${head}=0D=0A${a(100)}`);
  });
});

describe('properties of vCard 3.0 for 2.1', () => {
  const param = (name: string, value: string): RawParameter => ({ name, value });
  it.each<[string, RawParameter[], string, string[]]>([
    ['types are bare and in upper case', [param('TYPE', 'home,"work"')], 'v', ['X-A;HOME;WORK:v']],
    ['empty types are left out', [param('TYPE', ',home,')], 'v', ['X-A;HOME:v']],
    ['a type that has the name of an encoding keeps TYPE', [param('TYPE', '7bit,8bit')], 'v', ['X-A;TYPE=7BIT;TYPE=8BIT:v']],
    ['b is BASE64', [param('ENCODING', 'b')], 'AAAA', ['X-A;ENCODING=BASE64:AAAA', '']],
    ['B too', [param('ENCODING', 'B')], 'é', ['X-A;ENCODING=BASE64:é', '']],
    ['another encoding stays', [param('ENCODING', '8BIT')], 'v', ['X-A;ENCODING=8BIT:v']],
    ['another parameter with the value b stays', [param('X-P', 'b')], 'v', ['X-A;X-P=b:v']],
    ['a semicolon keeps its escape', [], 'a\\;b', ['X-A:a\\;b']],
    ['a comma loses it', [], 'a\\,b', ['X-A;ENCODING=QUOTED-PRINTABLE:a,b']],
    ['line ends', [], 'a\\nb\\Nc', ['X-A;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab=0D=0Ac']],
    ['a backslash, where something else is escaped', [], 'a\\\\n\\,', ['X-A;ENCODING=QUOTED-PRINTABLE:a\\n,']],
    ['other characters', [], 'é\\n', ['X-A;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=0D=0A']],
    ['other characters without escapes', [], 'é', ['X-A;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9']],
  ])('%s', (_, params, value, expected) => {
    expect(written({ name: 'X-A', params, value }, '3.0', '2.1')).toEqual(expected);
  });

  it('a lone surrogate is refused in the value', () => {
    const call = () => written({ name: 'X-A', value: 'ab\ud800' }, '3.0', '2.1');
    expect(refusal(call)).toEqual({ code: 'unencodable', field: 'other[0].value', offset: 2 });
  });

  it.each([[7], [null], [['é']]])('a value that is not a text is refused: %j', (value) => {
    const call = () => written({ name: 'X-A', value: value as never }, '3.0', '2.1');
    expect(refusal(call)).toEqual({ code: 'bad-value', field: 'other[0].value', offset: undefined });
  });
});

describe('properties of vCard 2.1 for 3.0', () => {
  it.each([
    ['bare types', 'X-A;HOME;WORK:v', ['X-A;TYPE=HOME,WORK:v']],
    ['types come first', 'X-A;X-P=1;HOME:v', ['X-A;TYPE=HOME;X-P=1:v']],
    ['no types', 'X-A;X-P=1:v', ['X-A;X-P=1:v']],
    ['named types stay', 'X-A;TYPE=HOME:v', ['X-A;TYPE=HOME:v']],
    ['BASE64', 'X-A;ENCODING=BASE64:AAAA\r\n', ['X-A;ENCODING=b:AAAA']],
    ['BASE64 bare, in lower case', 'X-A;base64:AAAA\r\n', ['X-A;ENCODING=b:AAAA']],
    ['B', 'X-A;ENCODING=B:AAAA\r\n', ['X-A;ENCODING=b:AAAA']],
    ['another parameter with the name of an encoding', 'X-A;X-P=BASE64:v', ['X-A;X-P=BASE64:v']],
    ['a character set in quotation marks', 'X-A;CHARSET="UTF-8";QUOTED-PRINTABLE:=C3=A9', ['X-A:é']],
    ['an equals sign without digits', 'X-A;QUOTED-PRINTABLE:a=4', ['X-A:a=4']],
    ['8BIT is left out', 'X-A;ENCODING=8BIT;HOME:v', ['X-A;TYPE=HOME:v']],
    ['7bit bare too', 'X-A;7bit:v', ['X-A:v']],
    ['the character set is left out', 'X-A;CHARSET=UTF-8:é', ['X-A:é']],
    ['quoted-printable in UTF-8', 'X-A;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9', ['X-A:é']],
    ['in ISO-8859-1', 'X-A;CHARSET="ISO-8859-1";QUOTED-PRINTABLE:=E9', ['X-A:é']],
    ['in no set at all', 'X-A;QUOTED-PRINTABLE:a=3D', ['X-A:a=']],
    ['a comma, a line end and a backslash', 'X-A;QUOTED-PRINTABLE:a,b=0D=0Ac\\d', ['X-A:a\\,b\\nc\\\\d']],
    ['a semicolon that was escaped', 'X-A;QUOTED-PRINTABLE:a\\;b', ['X-A:a\\;b']],
    ['a plain value stays', 'X-A;HOME:a,b\\c', ['X-A;TYPE=HOME:a,b\\c']],
  ])('%s', (_, line, expected) => {
    const { other } = parseVCard(`BEGIN:VCARD\r\nVERSION:2.1\r\n${line}\r\nEND:VCARD\r\n`);
    expect(other).toHaveLength(1);
    expect(written(other[0] as RawProperty, '2.1', '3.0')).toEqual(expected);
  });
});

describe('properties for the version that they have', () => {
  const base64 = { name: 'PHOTO', value: 'A'.repeat(60) };
  it.each(['BASE64', 'B', 'b'])('2.1 folds %s and ends it with an empty line', (value) => {
    const lines = written({ ...base64, params: [{ name: 'ENCODING', value }] }, '2.1', '2.1');
    expect(lines[0]).toHaveLength(75);
    expect(lines[1]).toMatch(/^ A+$/);
    expect(lines.slice(2)).toEqual(['']);
    expect(written({ ...base64, params: [{ name: '', value }] }, undefined, '2.1').at(-1)).toBe('');
  });

  it('2.1 folds nothing else', () => {
    expect(written({ name: 'X-A', value: 'A'.repeat(200) }, '2.1', '2.1')).toEqual([`X-A:${'A'.repeat(200)}`]);
  });

  it('a card without a version has properties of the one that is written', () => {
    const property = { name: 'X-A', params: [{ name: 'TYPE', value: 'home' }], value: 'a\\n' };
    expect(written(property, undefined, '2.1')).toEqual(['X-A;TYPE=home:a\\n']);
    expect(written(property, undefined, '3.0')).toEqual(['X-A;TYPE=home:a\\n']);
    expect(written(property, '3.0', '3.0')).toEqual(['X-A;TYPE=home:a\\n']);
  });
});

describe('components of verbatim properties', () => {
  const agent = (component: unknown) => ({ name: 'AGENT', value: '', component }) as RawProperty;
  const inside = (name: string, version: string) => ({
    name,
    properties: [
      { name: 'VERSION', value: version },
      { name: 'X-A', params: [{ name: 'TYPE', value: 'home' }], value: '1' },
    ],
    components: [{ name: 'x-b', properties: [{ name: 'X-C', value: 'é' }], components: [] }],
  });

  it('have the version that is written', () => {
    const encoded = 'X-C;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9';
    expect(written(agent(inside('vcard', '3.0')), '3.0', '2.1')).toEqual([
      ...['AGENT:', 'BEGIN:VCARD', 'VERSION:2.1', 'X-A;HOME:1', 'BEGIN:X-B', encoded, 'END:X-B', 'END:VCARD'],
    ]);
    expect(written(agent(inside('VCALENDAR', '2.0')), '3.0', '2.1').slice(1, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:1.0']);
    expect(written(agent(inside('X-B', '2.0')), '3.0', '2.1').slice(1, 3)).toEqual(['BEGIN:X-B', 'VERSION:1.0']);
    expect(written(agent(inside('VCALENDAR', '1.0')), '2.1', '3.0').slice(1, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
    expect(written(agent(inside('VCARD', '2.1')), '2.1', '3.0').slice(1, 3)).toEqual(['BEGIN:VCARD', 'VERSION:3.0']);
  });

  it.each<[string, object]>([
    ['name', { name: 'BEGIN', properties: [], components: [] }],
    ['name', { name: 'end', properties: [], components: [] }],
    ['name', { name: 'Version', properties: [], components: [] }],
    ['name', { name: 'a b', properties: [], components: [] }],
    ['name', { name: '', properties: [], components: [] }],
    ['name', { properties: [], components: [] }],
    ['properties', { name: 'X', properties: {}, components: [] }],
    ['components', { name: 'X', properties: [], components: {} }],
    ['properties[1].name', { name: 'X', properties: [{ name: 'A', value: '' }, { value: '' }], components: [] }],
    ['components[0].name', { name: 'X', properties: [], components: [{ name: '' }] }],
    ['components[0].properties[0].value', { name: 'X', components: [{ name: 'Y', properties: [{ name: 'Z' }] }] }],
  ])('are refused with the path of what is wrong: %s', (path, component) => {
    for (const [from, to] of [
      ['3.0', '2.1'],
      ['2.1', '2.1'],
    ] as const) {
      expect(refusal(() => written(agent(component), from, to))).toEqual({
        code: 'bad-value',
        field: `other[0].component.${path}`,
        offset: undefined,
      });
    }
  });

  it.each([[null], [[]], ['x']])('are objects: %j', (component) => {
    expect(() => written(agent(component), '2.1', '2.1')).toThrow(/^other\[0\]\.component is /);
  });
});

it('says which versions there are', () => {
  const card = { family: 'x' };
  for (const version of [undefined, '2.0', '1.0']) {
    expect(() => formatVCard(card, { version } as never)).toThrow(
      new TypeError(`vCard versions are '2.1' and '3.0', not ${String(version)}`),
    );
  }
  expect(() => formatVCard(card, undefined as never)).toThrow(TypeError);
  expect(() => formatVCard([] as never, { version: '2.1' })).toThrow(/^card is /);
});
