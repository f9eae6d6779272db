import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../src/mms/index.js';
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
  ])('%j', (line, name) => {
    expect(parseManifest(line)).toEqual([{ name, contentType: 'image/jpeg' }]);
  });

  it.each([
    ['no type', 'a.jpg', 'manifest/line 1', 0],
    ['an empty name', 'a=b/c\n =b/c', 'manifest/line 2', 7],
    ['no media type', '\n\n  a.jpg=jpeg', 'manifest/line 3', 4],
    ['a media type of three', 'a=b/c/d', 'manifest/line 1', 0],
    ['a name twice', 'a=b/c\nb=b/c\na=b/d', 'manifest/line 3', 12],
  ])('refuses %s', (_, text, field, offset) => {
    expect(refusal(() => parseManifest(text))).toEqual({ code: 'bad-value', field, offset });
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
