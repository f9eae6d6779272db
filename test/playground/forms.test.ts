import { describe, expect, it } from 'vitest';
import { bitmapFromRows, bitmapToRows, pixelsFromBitmap } from '../../src/bitmap/index.js';
import { FormatError } from '../../src/errors.js';
import { type FormKind, type Outcome, orFault } from '../../src/playground/compose/form.js';
import { fileNameOf, type KeptFile, KeptFiles } from '../../src/playground/compose/kept-files.js';
import {
  composeMms,
  initialMms,
  type MmsState,
  newSlide,
  SLIDE_ROWS,
  TuneFaults,
} from '../../src/playground/compose/mms-form.js';
import type { MediaFile } from '../../src/playground/compose/mms-parts.js';
import { CALENDAR_FORM, CARD_FORM, INDICATION_FORM } from '../../src/playground/compose/object-forms.js';
import {
  composePicture,
  countDrawn,
  initialPicture,
  type KeptPicture,
  OTHER_SIZE,
  PICTURE_FORMS,
  type PictureForm,
  pictureRows,
  takenFrom,
} from '../../src/playground/compose/picture-form.js';
import { TEXT_FORM } from '../../src/playground/compose/text-form.js';
import { controlsOf, readTuneText, TUNE_EDITS, TUNE_FORM } from '../../src/playground/compose/tune-form.js';
import { PHONE_SAMPLES } from '../../src/playground/phone/sample-names.js';
import { makeSample } from '../../src/playground/phone/samples.js';
import { initialSettings, SETTINGS_ROWS, settingsOf } from '../../src/playground/result/settings.js';
import type { Field, Row } from '../../src/playground/ui/fields.js';
import { findHandset, type HandsetProfile } from '../../src/profile/index.js';

const NOW = new Date('2026-06-01T10:08:00Z');

/** What is composed; fails for a fault. */
function made(outcome: Outcome) {
  if (outcome === undefined || outcome instanceof FormatError) throw new Error('nothing is composed', { cause: outcome });
  return outcome;
}

function faultOf(outcome: Outcome): FormatError {
  expect(outcome).toBeInstanceOf(FormatError);
  return outcome as FormatError;
}

/** As a draft or a link would keep it. */
function throughJson<S>(state: S): S {
  return JSON.parse(JSON.stringify(state)) as S;
}

/** The fields of rows, in their order. */
function fieldsIn<S>(rows: readonly Row<S>[]): Field<S>[] {
  return rows.flatMap((row) => {
    if ('name' in row) return [row];
    if ('slot' in row || 'list' in row) return [];
    return fieldsIn<S>('row' in row ? row.row : 'boxes' in row ? row.boxes : row.rows);
  });
}

/** What a form shows of a state: the fields that are there, those that cannot be changed in brackets. */
function shownIn<S>(rows: readonly Row<S>[], state: S): string[] {
  return fieldsIn(rows).flatMap(({ name, shownWhen, enabledWhen, output }) => {
    if (shownWhen?.(state) === false) return [];
    return enabledWhen?.(state) === false ? [`(${name})`] : [`${name}${output === undefined ? '' : ` ${output(state)}`}`];
  });
}

describe('the forms of fields alone', () => {
  const forms = [TEXT_FORM, TUNE_FORM, CARD_FORM, CALENDAR_FORM, INDICATION_FORM] as readonly FormKind<object>[];

  it.each(forms.map((form) => [form.id, form] as const))(
    '%s: begins with something, and is the same from its state',
    (_, form) => {
      const state = form.initial(NOW, -60);
      const composed = made(form.compose(state));
      expect(composed.content).toBeDefined();
      expect(throughJson(state)).toEqual(state);
      expect(form.compose(throughJson(state))).toEqual(composed);
      const lists = form.rows.flatMap((row) => ('list' in row ? [row.list] : []));
      expect(new Set([...fieldsIn(form.rows).map(({ name }) => name), ...lists])).toEqual(new Set(Object.keys(state)));
    },
  );
});

describe('what is shown follows from the state', () => {
  it.each([
    ['an event', shownIn(CALENDAR_FORM.rows, CALENDAR_FORM.initial(NOW, 0)), ['end'], ['due', 'priority']],
    ['a task', shownIn(CALENDAR_FORM.rows, { ...CALENDAR_FORM.initial(NOW, 0), kind: 'task' }), ['due', 'priority'], ['end']],
    ['a tune', shownIn(TUNE_FORM.rows, TUNE_FORM.initial(NOW, 0)), ['tempo 125 bpm'], []],
    ['a slide without sound', shownIn(SLIDE_ROWS, newSlide()), ['duration'], ['tune', 'soundFile']],
    ['a slide with a tune', shownIn(SLIDE_ROWS, { ...newSlide(), sound: 'tune' as const }), ['tune'], ['soundFile']],
    ['a slide with a file', shownIn(SLIDE_ROWS, { ...newSlide(), sound: 'file' as const }), ['soundFile'], ['tune']],
  ])('%s', (_, shown, there, others) => {
    expect(shown).toEqual(expect.arrayContaining([...there]));
    for (const name of others) expect(shown).not.toContain(name);
  });

  it('a picture has another size, and a level, when they are asked for', () => {
    const [form] = PICTURE_FORMS as readonly [PictureForm];
    const state = initialPicture(form);
    expect(shownIn(pictureRows(form), state)).toEqual(expect.arrayContaining(['size', '(threshold)']));
    const asked = shownIn(pictureRows(form), { ...state, size: OTHER_SIZE, thresholdBy: 'own' });
    expect(asked).toEqual(expect.arrayContaining(['otherSize', 'threshold']));
  });
});

it('an error that is not of a format is no fault of a field', () => {
  const broken = orFault(() => {
    throw new RangeError('broken');
  });
  expect(() => broken()).toThrow(RangeError);
});

describe('the settings', () => {
  const state = initialSettings('http://127.0.0.1:8080');

  it('are what their fields say', () => {
    expect(
      fieldsIn(SETTINGS_ROWS)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(state).sort());
    expect(settingsOf(throughJson({ ...state, model: ' 3310 ', form: 'ems', from: 'MyShop' }))).toMatchObject({
      ...{ to: '447700900123', make: 'Nokia', model: '3310', form: 'ems', from: 'MyShop' },
      ...{ gatewayUrl: 'http://127.0.0.1:8080', report: false },
    });
    expect(settingsOf({ ...state, make: '' })).toMatchObject({ make: undefined, model: undefined, form: undefined });
  });
});

it('the phone shows what the forms begin with', () => {
  const kinds = PHONE_SAMPLES.map(({ id, words }) => {
    const sample = makeSample(id);
    return [words, sample.kind === 'content' && sample.content.kind];
  });
  expect(kinds).toEqual([
    ['Picture message', 'pictureMessage'],
    ['Operator logo', 'operatorLogo'],
    ['Text', 'text'],
  ]);
});

describe('a text', () => {
  const state = TEXT_FORM.initial(NOW, 0);

  it('is carried as the form says', () => {
    expect(made(TEXT_FORM.compose({ ...state, flash: true, concat: '16', alphabet: 'ucs2' }))).toMatchObject({
      content: { kind: 'flash', text: state.text },
      build: { concat: 16, encoding: 'ucs2' },
    });
  });

  it('that no national table has, and one that is not in the alphabet, is a fault of the text', () => {
    expect(faultOf(TEXT_FORM.compose({ ...state, text: 'a漢', alphabet: 'national' }))).toMatchObject({
      field: 'text',
      offset: 1,
    });
    expect(faultOf(TEXT_FORM.compose({ ...state, text: '漢', alphabet: 'gsm7' })).field).toBe('text');
  });
});

describe('a tune', () => {
  const state = TUNE_FORM.initial(NOW, 0);

  it('is made to fit, and says how', () => {
    const text = `Long:d=4,o=5,b=125:${'c,e,g,'.repeat(80)}c`;
    const composed = made(TUNE_FORM.compose({ ...state, text, fit: 'nokia 1' }));
    expect(composed.remarks?.[0]).toMatch(/^Fitted: /);
    expect(composed.files.map(({ name }) => name)).toContain('long.mid');
  });

  it('that is blank is nothing, and one without notes is a fault', () => {
    expect(TUNE_FORM.compose({ ...state, text: ' ' })).toBeUndefined();
    expect(faultOf(TUNE_FORM.compose({ ...state, text: 'A:d=4,o=5,b=100:' })).field).toMatch(/^RTTTL/);
    expect(readTuneText('').issues).toEqual([]);
  });

  it('is changed by its controls, which then show what it is', () => {
    const { tune } = readTuneText(state.text);
    const edits = { name: 'Other', tempo: '160', style: 'S', repeats: '3' } as const;
    const edited = Object.entries(edits).reduce(
      (before, [name, value]) => TUNE_EDITS[name as keyof typeof edits](before, value),
      tune!,
    );
    expect(controlsOf(edited)).toEqual(edits);
  });
});

describe('objects', () => {
  it('a card that fits no message is a fault, an empty one nothing', () => {
    const state = CARD_FORM.initial(NOW, 0);
    expect(made(CARD_FORM.compose({ ...state, note: 'x'.repeat(200), parts: '1' })).size).toMatch(
      /^\d+ octets, 1 message. Left out: note/,
    );
    expect(faultOf(CARD_FORM.compose({ ...state, family: 'x'.repeat(300), parts: '1' })).code).toBe('too-long');
    const empty = Object.fromEntries(Object.keys(state).map((name) => [name, name === 'numbers' ? [] : '']));
    expect(CARD_FORM.compose(empty as unknown as typeof state)).toBeUndefined();
  });

  it('a calendar begins at the next hour of the clock, and an alarm needs a time', () => {
    const state = CALENDAR_FORM.initial(NOW, -60);
    expect([state.start, state.end]).toEqual(['2026-06-01T12:00', '2026-06-01T13:00']);
    expect(faultOf(CALENDAR_FORM.compose({ ...state, kind: 'task', due: '' })).field).toBe('alarm');
    expect(CALENDAR_FORM.compose({ ...state, summary: '', start: '', end: '' })).toBeUndefined();
  });

  it('an indication that is odd says so', () => {
    const state = INDICATION_FORM.initial(NOW, 0);
    expect(made(INDICATION_FORM.compose({ ...state, action: 'delete', id: '' })).remarks).not.toEqual([]);
    expect(faultOf(INDICATION_FORM.compose({ ...state, expires: 'soon' })).field).toBe('expires');
    expect(INDICATION_FORM.compose({ ...state, text: '', href: ' ' })).toBeUndefined();
  });
});

describe('files that are kept', () => {
  it('go when no state names them, and are closed', () => {
    const kept = new KeptFiles<KeptFile>();
    const closed: string[] = [];
    const [first = '', second = '', third = ''] = ['a.png', 'b.png', 'c.png'].map((name) =>
      kept.keep({ name, close: () => void closed.push(name) }),
    );
    kept.keepOnly(new Set(['', '9 gone.png', third, second, first]), 2);
    expect([kept.get(first), kept.get(second)?.name, kept.get(third)?.name]).toEqual([undefined, 'b.png', 'c.png']);
    expect(closed).toEqual(['a.png']);
    kept.forget(second);
    kept.forget(second);
    expect(kept.get(second)).toBeUndefined();
    expect(closed).toEqual(['a.png', 'b.png']);
    expect([fileNameOf(third), fileNameOf('1 a b.png')]).toEqual(['c.png', 'a b.png']);
  });

  it('those that were chosen last, where only so many are kept', () => {
    const kept = new KeptFiles<KeptFile>(2);
    const ids = ['a', 'b', 'c'].map((name) => kept.keep({ name }));
    expect(ids.map((id) => kept.get(id)?.name)).toEqual([undefined, 'b', 'c']);
  });
});

describe('pictures', () => {
  const kept = new KeptFiles<KeptPicture>();
  const rows = ['#.#.', '.#.#'];
  const bitmap = bitmapFromRows(rows);
  const file = kept.keep({
    name: 'a.txt',
    octets: new Uint8Array(0),
    source: { kind: 'bitmap', bitmap },
    words: 'rows of pixels',
  });
  const formOf = (id: string) => PICTURE_FORMS.find((form) => form.id === id) as PictureForm;

  it.each(PICTURE_FORMS)('$id: a sample in the size that is chosen, the same from its state', (form) => {
    const state = { ...initialPicture(form), size: '72x14' };
    const composed = made(composePicture(form, state, kept));
    expect(composed).toMatchObject({ content: { kind: form.use, bitmap: { widthPx: 72, heightPx: 14 } } });
    expect(composePicture(form, throughJson(state), kept)).toEqual(composed);
    for (const { name } of fieldsIn(pictureRows(form))) expect(state).toHaveProperty(name);
  });

  it('what was drawn is part of the state', () => {
    const form = formOf('group');
    const state = { ...initialPicture(form), size: '72x14', pixels: rows };
    const { content } = made(composePicture(form, state, kept));
    expect(content?.kind === 'groupGraphic' && bitmapToRows(content.bitmap)).toEqual(rows);
    const text = { ...state, sample: '', file, size: OTHER_SIZE, otherSize: '4x2' };
    expect([[], rows, ['###.', '.#.#']].map((pixels) => countDrawn({ ...text, pixels }, kept))).toEqual([0, 0, 1]);
  });

  it('a file has its place beside the state; one of another session is nothing', () => {
    const form = formOf('picture');
    const state = { ...initialPicture(form), sample: '', file, size: OTHER_SIZE, otherSize: '4x2', text: 'Ahoi' };
    expect(made(composePicture(form, state, kept)).content).toMatchObject({ text: 'Ahoi', bitmap });
    expect(composePicture(form, { ...state, file: '9 gone.png' }, kept)).toBeUndefined();
    const other = kept.keep({
      name: 'b.png',
      octets: new Uint8Array(0),
      source: { kind: 'pixels', pixels: pixelsFromBitmap(bitmap) },
      words: '',
    });
    expect(other).not.toBe(file);
    expect(made(composePicture(form, { ...state, file: other, invert: true, thresholdBy: 'own' }, kept)).files).not.toEqual([]);
    kept.forget(other);
    expect(kept.get(other)).toBeUndefined();
  });

  it('what cannot be is a fault of its field', () => {
    const state = { ...initialPicture(formOf('logo')), size: '72x14' };
    expect(faultOf(composePicture(formOf('logo'), { ...state, mnc: '1' }, kept)).field).toBe('mnc');
    expect(faultOf(composePicture(formOf('logo'), { ...state, size: OTHER_SIZE, otherSize: '0' }, kept)).field).toBe('size');
    expect(faultOf(composePicture(formOf('logo'), { ...state, crop: '3' }, kept)).field).toMatch(/^crop/);
  });

  it('a file of a bitmap brings its text, its network and its size', () => {
    const found = { kind: 'bitmap', format: '', bitmap, text: 'Hi', network: { mcc: '244', mnc: '05' } } as const;
    expect(takenFrom(found, formOf('picture'), ['4x2'])).toEqual({
      text: 'Hi',
      mcc: '244',
      mnc: '05',
      size: '4x2',
      isOwnSize: true,
    });
    expect(takenFrom({ ...found, network: undefined }, formOf('group'), [])).toEqual({});
    expect(takenFrom({ kind: 'browser', type: 'image/png', widthPx: 4, heightPx: 2 }, formOf('group'), ['4x2'])).toEqual({});
  });
});

describe('a multimedia message', () => {
  const sounds = new KeptFiles<MediaFile>();
  const soundFile = sounds.keep({ name: 'a.mid', contentType: 'audio/midi', data: Uint8Array.of(1) });
  const profile = findHandset({ make: 'Nokia', model: '7650' }) as HandsetProfile;
  const compose = (part: Partial<MmsState>) =>
    composeMms(throughJson({ ...initialMms(), ...part }), { images: [], sounds, profile, date: NOW });

  it('has the slides of its state, and files for those who send and fetch it', () => {
    const slides = [
      { ...newSlide('', 'One'), sound: 'tune' as const, duration: '3000' },
      { ...newSlide('', 'Two'), sound: 'file' as const, soundFile },
    ];
    const composed = made(compose({ slides }));
    expect(composed.files.map(({ name }) => name)).toEqual(['message.mms', 'submission.mms', 'notification.mms']);
    expect(composed.shown?.kind === 'mms' && composed.shown.message.parts?.map(({ name }) => name)).toEqual([
      ...['slides.smil', 'slide-1.txt', 'slide-1.mid', 'slide-2.txt', 'slide-2.mid'],
    ]);
    expect(composed.size).toMatch(/octets; Nokia 7650 takes .* content class /);
  });

  it('without a recipient and an address is a file alone', () => {
    const { content, files } = made(compose({ to: '', from: '', url: '' }));
    expect([content, files.map(({ name }) => name)]).toEqual([undefined, ['message.mms']]);
  });

  it('says which field, and which slide, is wrong', () => {
    expect(faultOf(compose({ from: '!' })).field).toBe('from');
    expect(faultOf(compose({ slides: [newSlide()] })).field).toBe('MMS/parts');
  });

  it('names every slide whose tune is faulty', () => {
    const tunes = ['Siren:d=4,o=5,b=125:c', '', 'no tune'];
    const slides = tunes.map((tune) => ({ ...newSlide('', 'One'), sound: 'tune' as const, tune }));
    const fault = faultOf(compose({ slides })) as TuneFaults;
    expect(fault).toBeInstanceOf(TuneFaults);
    expect([...fault.bySlide.keys()]).toEqual([1, 2]);
    expect(fault.message).toBe(fault.bySlide.get(1)?.message);
  });
});
