import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, FormatError } from '../../src/errors.js';
import { checkProfile, handsets, parseProfile } from '../../src/profile/index.js';
import { refusal } from '../support/hostile.js';
import { collected } from './handsets.js';

describe('published vectors', () => {
  it('takes each record of the collected data as it is', () => {
    const profiles = new Map(handsets().map((profile) => [profile.id, profile]));
    for (const record of collected) {
      const { screen, imageArea, ...others } = checkProfile(record);
      // What is put right is of these two.
      expect({ ...profiles.get(record.id), screen, imageArea }).toEqual({ ...others, screen, imageArea });
    }
  });
});

describe('properties', () => {
  it('what is a profile stays what it is', () => {
    fc.assert(
      fc.property(fc.nat({ max: handsets().length - 1 }), (i) => {
        const profile = handsets()[i]!;
        expect(parseProfile(JSON.stringify(profile))).toEqual(profile);
      }),
    );
  });

  it('fills in what is left out', () => {
    const profile = checkProfile({
      make: 'Nokia',
      model: '3210',
      screen: { width: 84, height: 48 },
      mms: {},
      images: { gif: true },
    });
    expect(profile).toEqual({
      id: 'nokia-3210',
      kind: 'model',
      make: 'Nokia',
      model: '3210',
      gatewayMake: null,
      uaPrefixes: [],
      screen: { width: 84, height: 48, colors: null, greyscale: null, bitsPerPixel: null },
      imageArea: { width: null, height: null },
      images: { wbmp: null, gif: true, gifAnimated: null, jpg: null, png: null, bmp: null },
      mms: { receives: null, sends: null, maxBytes: null, maxWidth: null, maxHeight: null, types: [] },
      push: null,
      sms: null,
      ringtones: null,
      java: null,
    });
    expect(checkProfile({}).id).toBe('own');
    expect(checkProfile({ id: 'x', kind: 'generic' })).toMatchObject({ id: 'x', kind: 'generic' });
    expect(checkProfile({ mms: { types: ['Image/JPEG'] } }).mms?.types).toEqual(['image/jpeg']);
    expect(checkProfile({ sms: { siemensLogo: { width: 101, height: 80 } } }).sms?.siemensLogo).toEqual({
      width: 101,
      height: 80,
    });
  });

  it('any JSON is a profile or an error that names a key', () => {
    const key = fc.constantFrom('screen', 'width', 'mms', 'types', '__proto__', 'toString', 'id', 'sms', 'siemensLogo', 'x');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => {
          const object = Object.create(null) as Record<string, unknown>;
          for (const [name, part] of entries) object[name] = part;
          return object;
        }),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        try {
          expect(Object.keys(checkProfile(given))).toEqual(Object.keys(handsets()[0]!));
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.field).toMatch(/^profile/);
        }
      }),
    );
  });
});

describe('refusals', () => {
  it.each([
    ['profile', []],
    ['profile', 'x'],
    ['profile', null],
    ['profile/screens', { screens: {} }],
    ['profile/screen', { screen: 5 }],
    ['profile/screen/width', { screen: { width: 0 } }],
    ['profile/screen/width', { screen: { width: '84' } }],
    ['profile/screen/width', { screen: { width: 84.5 } }],
    ['profile/screen/wide', { screen: { wide: 84 } }],
    ['profile/kind', { kind: 'phone' }],
    ['profile/id', { id: '' }],
    ['profile/images/gif', { images: { gif: 'yes' } }],
    ['profile/mms/maxBytes', { mms: { maxBytes: -1 } }],
    ['profile/mms/types', { mms: { types: 'image/gif' } }],
    ['profile/mms/types/1', { mms: { types: ['image/gif', 5] } }],
    ['profile/mms/types/0', { mms: { types: [null] } }],
    ['profile/uaPrefixes', { uaPrefixes: Array(1001).fill('x') }],
    ['profile/sms/siemensLogo', { sms: { siemensLogo: { width: 5 } } }],
    ['profile/ringtones/formats', { ringtones: { formats: {} } }],
    ['profile/java/midp', { java: { midp: 'x'.repeat(201) } }],
  ])('%s of %j', (field, value) => {
    expect(refusal(() => checkProfile(value))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('takes texts, lists and numbers up to their limits, and no more', () => {
    const word = 'a'.repeat(200);
    expect(checkProfile({ model: word }).model).toBe(word);
    expect(refusal(() => checkProfile({ model: `${word}a` })).field).toBe('profile/model');
    const list = Array.from({ length: 1000 }, () => 'a');
    expect(checkProfile({ uaPrefixes: list }).uaPrefixes).toHaveLength(1000);
    expect(refusal(() => checkProfile({ uaPrefixes: [...list, 'a'] })).field).toBe('profile/uaPrefixes');
    expect(checkProfile({ screen: { width: 65_535, height: 1 } }).screen.width).toBe(65_535);
    for (const width of [0, 65_536, 1.5, '1'])
      expect(refusal(() => checkProfile({ screen: { width, height: 1 } })).field, String(width)).toBe('profile/screen/width');
  });

  it('takes a size as a whole, or not at all', () => {
    for (const siemensLogo of [{ width: 101 }, { height: 80 }, {}])
      expect(refusal(() => checkProfile({ sms: { siemensLogo } })).field).toBe('profile/sms/siemensLogo');
    expect(checkProfile({ sms: { siemensLogo: null } }).sms?.siemensLogo).toBeNull();
  });

  it('keeps what JSON.parse said as the cause', () => {
    expect(() => parseProfile('{')).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }));
  });

  it('names what it found, cut short, and what it takes', () => {
    expect(() => checkProfile({ kind: 'y'.repeat(100) })).toThrow(
      `profile/kind: is "${'y'.repeat(40)}...", not model or generic`,
    );
    expect(() => checkProfile({ screen: { width: 5n } })).toThrow('profile/screen/width: is 5, not a whole number');
    expect(() => checkProfile({ screen: { width: Number.NaN } })).toThrow('profile/screen/width: is NaN, not a whole number');
    expect(() => checkProfile({ screen: { colours: 5 } })).toThrow(/unknown key, allowed: width, height, colors/);
  });

  it('leaves such a mark where it is in a text', () => {
    expect(parseProfile('{"model":"a\ufeffb"}').model).toBe('a\ufeffb');
  });

  it('takes the mark that editors put in front of UTF-8', () => {
    expect(parseProfile('\ufeff{"make":"Acme"}').id).toBe('acme');
  });

  it('takes nothing but JSON', () => {
    expect(() => parseProfile('{')).toThrow(DecodeError);
    expect(refusal(() => parseProfile('nokia'))).toEqual({ code: 'bad-value', field: 'profile', offset: undefined });
    expect(() => parseProfile({} as never)).toThrow(TypeError);
  });
});
