import { describe, expect, it } from 'vitest';
import { LIBRARY_RANGES } from '../../src/protocol/model.js';
import {
  bad,
  badModel,
  content,
  DATA,
  NOKIA,
  nokia,
  refusedRead,
  refusedWrite,
  SMALLEST,
  TUNE,
  written,
} from '../support/multimedia-fields.js';

describe('numbers of the library', () => {
  const NAMES = [
    ['pictureMessage', 'PictureMessage', 20_000, 29_999],
    ['groupGraphic', 'GroupGraphic', 10_000, 19_999],
    ['operatorLogo', 'OperatorLogo', 10_000, 19_999],
    ['ringtone', 'Ringtone', 30_000, 39_999],
    ['mms', 'MMSFileMMS', 80_000, 89_999],
    ['wapPush', 'MMSFileWAP', 80_000, 89_999],
  ] as const;

  it.each(NAMES)('G-LIB-01, G-MMS-53: %s has its range', (kind, name, first, last) => {
    expect(LIBRARY_RANGES[kind]).toEqual([first, last]);
    for (const libraryNumber of [first, last]) {
      const given = { ...NOKIA, ...SMALLEST[kind], [name]: String(libraryNumber) };
      expect(content(given)).toMatchObject({ kind, libraryNumber });
      expect(written(content(given), nokia)[name]).toBe(String(libraryNumber));
    }
    for (const libraryNumber of [first - 1, last + 1, 0, 99_999]) {
      const text = String(libraryNumber).padStart(5, '0');
      expect(refusedRead({ ...NOKIA, ...SMALLEST[kind], [name]: text })).toEqual(bad(name));
      expect(refusedWrite({ ...content({ ...NOKIA, ...SMALLEST[kind] }), libraryNumber }, nokia)).toEqual(badModel(name));
    }
    expect(refusedWrite({ ...content({ ...NOKIA, ...SMALLEST[kind] }), libraryNumber: first + 0.5 }, nokia).field).toBe(name);
  });

  it('files have no other value: four or six digits and hex are refused', () => {
    for (const value of ['8000', '800000', '80000 ', 'ABCDE', '0x13880']) {
      expect(refusedRead({ MMSFileMMS: value })).toEqual(bad('MMSFileMMS'));
      expect(refusedRead({ MMSFileWAP: value })).toEqual(bad('MMSFileWAP'));
    }
  });

  it('G-MMS-53: four or six digits are hex, not a number', () => {
    for (const hex of ['0008', '000808']) {
      expect(refusedRead({ ...NOKIA, PictureMessage: hex })).toMatchObject({ code: 'truncated', field: 'PictureMessage' });
    }
  });

  it('an item has a number or content of its own, not both and not neither', () => {
    const both = [
      [{ kind: 'pictureMessage', data: DATA, libraryNumber: 20_000 }, 'PictureMessage'],
      [{ kind: 'ringtone', text: TUNE, libraryNumber: 30_000 }, 'Ringtone'],
      [{ kind: 'mms', file: { name: 'a.mms', data: DATA }, libraryNumber: 80_000 }, 'MMSFileMMS'],
      [{ kind: 'pictureMessage' }, 'PictureMessage'],
      [{ kind: 'ringtone' }, 'Ringtone'],
      [{ kind: 'wapPush' }, 'MMSFileWAP'],
    ] as const;
    for (const [one, field] of both) expect(refusedWrite(one, nokia)).toEqual(badModel(field));
  });
});
