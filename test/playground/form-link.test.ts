import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../../src/bytes/base64.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { readFormLink, writeFormLink } from '../../src/playground/compose/form-link.js';
import { changesOf, type FormShape, readDraft, readState } from '../../src/playground/compose/form-state.js';
import { initialMms, MMS_SHAPE, newSlide } from '../../src/playground/compose/mms-form.js';
import { CALENDAR_FORM, CARD_FORM, INDICATION_FORM } from '../../src/playground/compose/object-forms.js';
import { initialPicture, PICTURE_FORMS, type PictureForm, pictureShape } from '../../src/playground/compose/picture-form.js';
import { TEXT_FORM } from '../../src/playground/compose/text-form.js';
import { TUNE_FORM } from '../../src/playground/compose/tune-form.js';
import { refusal } from '../support/hostile.js';

const PICTURE = PICTURE_FORMS[0] as PictureForm;
const SHAPES: readonly (readonly [id: string, shape: FormShape])[] = [
  ['text', TEXT_FORM],
  ['tune', TUNE_FORM],
  ...PICTURE_FORMS.map((form) => [form.id, pictureShape(form)] as const),
  ['card', CARD_FORM],
  ['calendar', CALENDAR_FORM],
  ['si', INDICATION_FORM],
  ['mms', MMS_SHAPE],
];
const NOW = new Date('2026-06-01T10:08:00Z');

/** A link of any JSON. */
const linkOf = (value: unknown) => toBase64Url(encodeUtf8(JSON.stringify(value)));

const through = (shape: FormShape, state: object) =>
  readFormLink(shape, writeFormLink(shape, state).link ?? expect.fail('no link'));

describe('a link', () => {
  it('holds what is not as the form begins, as JSON', () => {
    const state = { ...TEXT_FORM.initial(NOW, 0), text: 'Hi', flash: true };
    const { link, leftOut } = writeFormLink(TEXT_FORM, state);
    expect(link).toBe(linkOf({ text: 'Hi', flash: true }));
    expect(leftOut).toEqual([]);
  });

  it.each(SHAPES)('%s: comes back, as the form begins now too', (_, shape) => {
    const state = shape.initial(NOW, -120);
    expect(through(shape, state)).toEqual({ state, unknown: [], leftOut: [] });
  });

  it('any text comes back unchanged, long ones in a zlib stream', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (part, times, flash) => {
          const state = { ...TEXT_FORM.initial(NOW, 0), text: part.repeat(times), flash };
          expect(through(TEXT_FORM, state).state).toEqual(state);
        },
      ),
    );
    const { link = '' } = writeFormLink(TEXT_FORM, { ...TEXT_FORM.initial(NOW, 0), text: 'abc '.repeat(5_000) });
    expect(link.length).toBeLessThan(200);
  });

  it('any picture that was drawn comes back', () => {
    const side = fc.integer({ min: 1, max: 255 });
    fc.assert(
      fc.property(side, side, fc.nat(), (width, height, seed) => {
        const pixels = Array.from({ length: height }, (_, y) =>
          Array.from({ length: width }, (_, x) => ((x * 7 + y * 13 + seed) % 5 === 0 ? '#' : '.')).join(''),
        );
        const state = { ...initialPicture(PICTURE), pixels };
        expect(through(pictureShape(PICTURE), state).state).toEqual(state);
      }),
      { numRuns: 30 },
    );
  });

  it('lists come back with what each item holds', () => {
    const numbers = [
      { value: '+44 7700', type: 'WORK' },
      { value: '', type: 'CELL' },
    ];
    const card = { ...CARD_FORM.initial(NOW, 0), numbers };
    expect(through(CARD_FORM, card).state).toEqual(card);
    const mms = {
      ...initialMms(),
      slides: [newSlide('', 'One'), { ...newSlide('ball'), sound: 'tune' as const, tune: 'x:d=4:c' }],
    };
    expect(through(MMS_SHAPE, mms).state).toEqual(mms);
  });

  it('names the files that it leaves out', () => {
    const slides = [
      { ...newSlide(), picture: '3 at the sea.jpg' },
      { ...newSlide('', 'Two'), sound: 'file' as const, soundFile: '1 bell.amr' },
    ];
    const read = through(MMS_SHAPE, { ...initialMms(), slides });
    expect(read.leftOut).toEqual(['at the sea.jpg', 'bell.amr']);
    expect(read.state).toEqual({ ...initialMms(), slides: slides.map((slide) => ({ ...slide, picture: '', soundFile: '' })) });
  });

  it('there is none for more than 32 kB', () => {
    const noise = Array.from({ length: 40_000 }, (_, i) =>
      String.fromCharCode(0x21 + ((i * i * 31 + (i >> 3) * 17) % 90)),
    ).join('');
    const state = { ...CARD_FORM.initial(NOW, 0), note: noise, given: noise.slice(7), family: [...noise].reverse().join('') };
    expect(writeFormLink(CARD_FORM, { ...state, email: noise.repeat(4) }).link).toBeUndefined();
  });
});

describe('a link that is none', () => {
  it('unknown fields are told, the others are taken', () => {
    const { state, unknown } = readFormLink(TEXT_FORM, linkOf({ text: 'Hi', colour: 'red', constructor: 1, toString: 2 }));
    expect(state).toMatchObject({ text: 'Hi' });
    expect(unknown).toEqual(['colour', 'constructor', 'toString']);
  });

  it.each<[FormShape, unknown, string]>([
    [TEXT_FORM, { text: 1 }, 'link/text'],
    [TEXT_FORM, { alphabet: '__proto__' }, 'link/alphabet'],
    [TEXT_FORM, { flash: 'yes' }, 'link/flash'],
    [TEXT_FORM, [], 'link'],
    [TEXT_FORM, { leftOut: 'a' }, 'link/leftOut'],
    [TEXT_FORM, { leftOut: Array<string>(21).fill('a') }, 'link/leftOut'],
    [TUNE_FORM, { tempo: '1e3' }, 'link/tempo'],
    [CALENDAR_FORM, { start: 'soon' }, 'link/start'],
    [CALENDAR_FORM, { start: '2026-99-99T10:00' }, 'link/start'],
    [CARD_FORM, { numbers: [] }, 'link/numbers'],
    [CARD_FORM, { numbers: [null] }, 'link/numbers[0]'],
    [CARD_FORM, { numbers: [{ value: '1', type: 'X' }] }, 'link/numbers[0]/type'],
    [MMS_SHAPE, { slides: Array(11).fill({}) }, 'link/slides'],
    [pictureShape(PICTURE), { pixels: ['#.', '#'] }, 'link/pixels'],
    [pictureShape(PICTURE), { pixels: Array(256).fill('#') }, 'link/pixels'],
    [pictureShape(PICTURE), { size: '0' }, 'link/size'],
  ])('%#: is refused at its field', (shape, value, field) => {
    expect(refusal(() => readFormLink(shape, linkOf(value)))).toMatchObject({ code: 'bad-value', field });
  });

  it('what is packed is limited', () => {
    expect(refusal(() => readState(TEXT_FORM, { text: 'x'.repeat(40_001) }, 'link'))).toMatchObject({ field: 'link/text' });
    const { link = '' } = writeFormLink(TEXT_FORM, { ...TEXT_FORM.initial(NOW, 0), text: 'a'.repeat(39_000) });
    expect(refusal(() => readFormLink(TEXT_FORM, link.slice(0, -4)))).toMatchObject({ code: 'truncated', field: 'link' });
    expect(refusal(() => readFormLink(TEXT_FORM, 'A'.repeat(44_000)))).toMatchObject({ code: 'limit-exceeded' });
  });

  it('what a form without a limit of its own takes comes back: 256 Ki characters in a draft, 256 kB in a link', () => {
    const tune = { ...TUNE_FORM.initial(NOW, 0), text: `T:d=4:${'c,'.repeat(22_000)}` };
    expect(through(TUNE_FORM, tune).state).toEqual(tune);
    const longest = { ...tune, text: 'x'.repeat(256 * 1024) };
    expect(readDraft(TUNE_FORM, changesOf(TUNE_FORM, longest))).toEqual({ state: longest, refused: [] });
  });

  it('of a draft the fields are left out that cannot be read', () => {
    const draft = { text: 'x'.repeat(256 * 1024 + 1), name: 'Kept', tempo: 'fast', colour: 'red' };
    const state = { ...TUNE_FORM.initial(NOW, 0), name: 'Kept' };
    expect(readDraft(TUNE_FORM, draft)).toEqual({ state, refused: ['text', 'tempo'] });
    expect(readDraft(TUNE_FORM, [])).toBeUndefined();
  });

  it('any text is a state or refused with a FormatError', () => {
    const shape = fc.constantFrom(...SHAPES.map(([, each]) => each));
    const names = SHAPES.flatMap(([, each]) => Object.keys(each.initial(NOW, 0)));
    const json = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue());
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      json.map(linkOf),
      fc.uint8Array().map((octets) => toBase64Url(Uint8Array.of(0x78, ...octets))),
    );
    fc.assert(
      fc.property(shape, text, (each, link) => {
        try {
          const { state } = readFormLink(each, link);
          expect(Object.keys(state)).toEqual(Object.keys(each.initial(NOW, 0)));
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      }),
    );
  });

  it('any state that is read is composed, or refused with a FormatError', () => {
    const forms = [TEXT_FORM, TUNE_FORM, CARD_FORM, CALENDAR_FORM, INDICATION_FORM] as const;
    const strange = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '0', '9999-12-31T23:59', '0001-01-01', '15'),
    );
    for (const form of forms) {
      const names = Object.keys(form.initial(NOW, 0));
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names), strange), (changes) => {
          try {
            const { state } = readState(form, changes, 'draft');
            (form.compose as (state: object) => unknown)(state);
            expect(readState(form, changesOf(form, state), 'draft').state).toEqual(state);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
          }
        }),
      );
    }
  });
});
