import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../src/mms/index.js';
import { isManifestName } from '../../src/mms/manifest.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

describe('manifests', () => {
  it('lines of name and type, in their order', () => {
    expect(
      parseManifest('02.jpg=image/jpeg\r\n# remark\n! remark\n\n  01.txt = text/plain; charset="utf-8"\n3.amr=audio/amr'),
    ).toEqual([
      { name: '02.jpg', contentType: 'image/jpeg' },
      { name: '01.txt', contentType: 'text/plain', charset: 'utf-8' },
      { name: '3.amr', contentType: 'audio/amr' },
    ]);
    expect(parseManifest('')).toEqual([]);
  });

  // java.util.Properties: escapes, and lines that go on; file names may hold what keys of Java have to escape.
  it.each([
    ['my photo.jpg=image/jpeg', 'my photo.jpg'],
    ['my\\ photo.jpg=image/jpeg', 'my photo.jpg'],
    ['a\\=b.jpg=image/jpeg', 'a=b.jpg'],
    ['a:b.jpg=image/jpeg', 'a:b.jpg'],
    ['\\u0424.jpg=image/jpeg', 'Ф.jpg'],
    ['a\\\\b.jpg=image/jpeg', 'a\\b.jpg'],
    ['a\\tb.jpg=image/jpeg', 'a\tb.jpg'],
    ['pho\\\n   to.jpg=image/jpeg', 'photo.jpg'],
    ['photo.jpg\\\r\n=image/jpeg', 'photo.jpg'],
    ['\\#1.jpg=image/jpeg', '#1.jpg'],
    // What begins a comment is part of a line that goes on.
    ['a\\\n#!b.jpg=image/jpeg', 'a#!b.jpg'],
    ['a\\\r\n  b.jpg=image/jpeg', 'ab.jpg'],
    ['a\\\\\\\nb.jpg=image/jpeg', 'a\\b.jpg'],
    ['a.jpg=image/\\\n\tjpeg\\', 'a.jpg'],
    ['a\\n\\r\\fb\\x=image/jpeg', 'a\n\r\fbx'],
    ['\\u00e9\\u00E9\\u12=image/jpeg', 'ééu12'],
    ['  #1.jpg\n!\n \t a.jpg \t= image/jpeg \t', 'a.jpg'],
    ['a.jpg=im\\u0061ge/jpeg', 'a.jpg'],
  ])('%j', (line, name) => {
    expect(parseManifest(line)).toEqual([{ name, contentType: 'image/jpeg' }]);
  });

  it.each([
    ['no type', 'a.jpg', 'manifest/line 1', 0],
    ['an empty name', 'a=b/c\n =b/c', 'manifest/line 2', 7],
    ['no media type', '\n\n  a.jpg=jpeg', 'manifest/line 3', 4],
    ['a media type of three', 'a=b/c/d', 'manifest/line 1', 0],
    ['a name twice', 'a=b/c\nb=b/c\na=b/d', 'manifest/line 3', 12],
    ['an = that is part of the name', 'a\\=b/c', 'manifest/line 1', 0],
    ['a backslash before the =', '\\=b/c', 'manifest/line 1', 0],
    ['nothing before the =', '=b/c', 'manifest/line 1', 0],
    // A line that goes on is at its first one.
    ['a line of three', '# x\n  a\\\n b\\\n c', 'manifest/line 2', 6],
    ['the line after one that goes on', 'a=b/\\\nc\n\td', 'manifest/line 3', 9],
    ['a line after CR LF', 'a=b/c\r\n\r\n b', 'manifest/line 3', 10],
    ['a last line that goes on', 'a=b/c\nb\\', 'manifest/line 2', 6],
    // Two backslashes are one, and the line ends.
    ['a line after two backslashes', 'a=b/c\nb=\\\\\nc=d/e', 'manifest/line 2', 6],
  ])('refuses %s', (_, text, field, offset) => {
    expect(refusal(() => parseManifest(text))).toEqual({ code: 'bad-value', field, offset });
  });

  it('has a charset for each type that gives one', () => {
    expect(parseManifest('a=text/plain;charset=koi8-r\nb=image/gif')).toStrictEqual([
      { name: 'a', contentType: 'text/plain', charset: 'koi8-r' },
      { name: 'b', contentType: 'image/gif' },
    ]);
  });

  it('lines of white space, and of a backslash alone, are blank', () => {
    expect(parseManifest(' \t\n\\\n\n\f\na=b/c\n\\')).toEqual([{ name: 'a', contentType: 'b/c' }]);
  });

  it.each([
    ['manifest', true],
    ['MANIFEST', true],
    ['manifest.properties', true],
    ['Manifest.Properties', true],
    ['manifest.txt', false],
    ['manifest.properties.txt', false],
    ['my-manifest', false],
    ['a/manifest', false],
    ['a\\manifest', false],
  ])('%s is one: %s', (name, isManifest) => {
    expect(isManifestName(name)).toBe(isManifest);
  });

  it('takes no text that is not a string', () => {
    expect(() => parseManifest(5 as never)).toThrow(new TypeError('text is 5, not a string'));
  });

  it('arbitrary text gives entries or a FormatError', () => {
    const piece = fc.constantFrom(
      'a',
      '=',
      'image/gif',
      '\\',
      '\n',
      '\r\n',
      ' ',
      '#',
      '!',
      'u0041',
      ';charset=x',
      ':',
      '\u2028',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expectValueOrFormatError(() => parseManifest(text), text.length);
      }),
    );
  });

  it('long lines of one kind take linear time', () => {
    for (const character of ['\\', '=', ' ', 'a', '\\\n', ';']) {
      const text = `${character.repeat(200_000)}x`;
      expectValueOrFormatError(() => parseManifest(text), text.length);
      expectValueOrFormatError(() => parseManifest(`a=b/c;${text}`), text.length + 6);
    }
  });
});
