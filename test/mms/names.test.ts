import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeNames } from '../../src/mms/index.js';
import { baseName, splitName, withExtension } from '../../src/mms/names.js';

describe('names of parts', () => {
  it.each<[what: string, names: string[], safe: string[]]>([
    ['names that are fit stay', ['a.gif', 'T-1_x.y.txt', '0', 'part-1'], ['a.gif', 'T-1_x.y.txt', '0', 'part-1']],
    ['an ampersand', ['a&b.jpg'], ['a_b.jpg']],
    ['two of one name', ['photo.jpg', 'photo.jpg', 'photo.jpg'], ['photo.jpg', 'photo-2.jpg', 'photo-3.jpg']],
    ['letter case', ['Photo.JPG', 'photo.jpg'], ['Photo.JPG', 'photo-2.jpg']],
    ['a number that is taken', ['a.txt', 'a-2.txt', 'a.txt'], ['a.txt', 'a-2.txt', 'a-3.txt']],
    ['paths', ['slides/1.jpg', 'C:\\x\\2.jpg', 'a/b/'], ['1.jpg', '2.jpg', 'part-3']],
    ['dots alone', ['..', '.', '...'], ['part-1', 'part-2', 'part-3']],
    ['nothing', ['', ' ', '&.jpg'], ['part-1', 'part-2', 'part-3.jpg']],
    ['a hidden file, a dash', ['.profile', '-rf.txt', '--'], ['profile', 'rf.txt', 'part-3']],
    ['spaces and brackets', ['my photo (1).jpg', '<x>'], ['my_photo_1_.jpg', '_x_']],
    ['accents', ['Grüße à la carte.txt', 'Ångström', 'naïve.jpg'], ['Grusse_a_la_carte.txt', 'Angstrom', 'naive.jpg']],
    ['Cyrillic', ['Фото.jpg', 'Щука ёж.txt', 'їжак', 'объект.ТХТ'], ['Foto.jpg', 'Shchuka_ezh.txt', 'yizhak', 'obekt.TKhT']],
    ['Greek', ['Θάλασσα.gif'], ['Thalassa.gif']],
    ['full width', ['ａ１.txt'], ['a1.txt']],
    ['what has no Latin letters', ['照片.jpg', '😀', '照片.jpg'], ['part-1.jpg', 'part-2', 'part-3.jpg']],
    ['an extension of other characters', ['a.你', 'b.j p g'], ['a._', 'b.j_p_g']],
    ['a dot at the end', ['a.', 'b..'], ['a', 'b']],
  ])('%s', (_, names, safe) => {
    expect(safeNames(names)).toEqual(safe);
  });

  it('at most 40 characters, the extension kept', () => {
    const long = 'x'.repeat(60);
    expect(safeNames([`${long}.jpeg`, `${long}.jpeg`, long, `a.${long}`])).toEqual([
      `${'x'.repeat(35)}.jpeg`,
      `${'x'.repeat(33)}-2.jpeg`,
      'x'.repeat(40),
      `a.${'x'.repeat(38)}`,
    ]);
  });

  it('names that are taken', () => {
    expect(safeNames(['A.smil', 'b'], ['a.SMIL'])).toEqual(['A-2.smil', 'b']);
  });
});

describe('the pieces of a name', () => {
  it.each([
    ['a.txt', 'a', '.txt'],
    ['a.b.txt', 'a.b', '.txt'],
    ['a.1', 'a', '.1'],
    ['a.12345678', 'a', '.12345678'],
    ['a.123456789', 'a.123456789', ''],
    ['a.', 'a.', ''],
    ['.txt', '.txt', ''],
    ['..txt', '.', '.txt'],
    ['txt', 'txt', ''],
    ['', '', ''],
  ])('%j', (name, stem, extension) => {
    expect(splitName(name)).toEqual({ stem, extension });
    expect(withExtension(name, 'gif')).toBe(`${stem}.gif`);
  });

  it.each([
    ['a/b.gif', 'b.gif'],
    ['a\\b.gif', 'b.gif'],
    ['a/b\\c', 'c'],
    ['a\\b/c', 'c'],
    ['/a', 'a'],
    ['a/', ''],
    ['a', 'a'],
  ])('the file name of %j', (path, name) => {
    expect(baseName(path)).toBe(name);
  });

  it('capitals of letters that become two', () => {
    expect(safeNames(['Ж', 'ЖЖ', 'ж', 'Щи', 'Ł', 'Æ', 'Þ', 'ß', 'Ё', 'Ώ'])).toEqual([
      ...['Zh', 'ZhZh', 'zh-2', 'Shchi', 'L', 'Ae', 'Th', 'ss', 'E', 'O'],
    ]);
  });

  it('numbers go on after those that are taken', () => {
    expect(safeNames(['a', 'a', 'A', 'a-3', 'a'], ['a-2'])).toEqual(['a', 'a-3', 'A-4', 'a-3-2', 'a-5']);
  });

  it('takes no name that is not a string', () => {
    expect(() => safeNames('a' as never)).toThrow(new TypeError('names is "a", not an array'));
    expect(() => safeNames(['a', 5 as never])).toThrow(new TypeError('names[1] is 5, not a string'));
  });
});

describe('properties', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'aA.-_/\\ &ÄФ照'), maxLength: 8 }),
    fc.constantFrom('photo.jpg', 'part-1', 'part-2', 'PART-3.jpg', 'photo-2.jpg', '__proto__', 'constructor'),
  );

  it('fit, unique without regard to letter case, and stable', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const safe = safeNames(names);
        expect(safe).toHaveLength(names.length);
        for (const one of safe) expect(one).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,39}$/);
        expect(new Set(safe.map((one) => one.toLowerCase())).size).toBe(names.length);
        expect(safeNames(safe)).toEqual(safe);
      }),
    );
  });
});

describe('limits', () => {
  it('many files of one name take no longer for each', () => {
    const safe = safeNames(Array.from({ length: 20_000 }, () => 'a.jpg'));
    expect(safe.at(-1)).toBe('a-20000.jpg');
  });
});
