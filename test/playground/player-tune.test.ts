import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { buildSubmits } from '../../src/message/index.js';
import { fileName, SENT_AS, sizeIn, tuneFiles } from '../../src/playground/compose/tune-files.js';
import { placeOf, styleOf, tempoOf, withStyle, withTempo } from '../../src/playground/compose/tune-form.js';
import {
  decodeMidi,
  decodeNokiaRingtone,
  formatEmelody,
  formatRtttl,
  measureTune,
  parseImelody,
  parseRtttl,
  renderWav,
} from '../../src/ringtone/index.js';
import { costly } from '../support/runs.js';
import { nokiaTune, textTune } from '../support/tunes.js';

const scale = parseRtttl('Scale:d=4,o=5,b=120:c,8d.,p,2e,16f#7');

describe('the controls', () => {
  it('set a tempo, in proportion where it changes', () => {
    const tune = parseRtttl('X:d=4,o=5,b=100:b=120,c,b=60,c,b=900,c');
    expect(tempoOf(tune)).toBe(120);
    const faster = withTempo(tune, 240);
    expect(faster.notes.map(({ tempoBpm }) => tempoBpm)).toEqual([undefined, 120, 900]);
    expect(tempoOf(faster)).toBe(240);
    expect(tempoOf(scale)).toBe(120);
    expect(withTempo(tune, 30).notes[1]?.tempoBpm).toBe(25);
  });

  it('set a style throughout', () => {
    const tune = parseRtttl('X:d=4,o=5,b=100:s=S,c,s=C,c');
    expect(styleOf(tune)).toBe('S');
    const natural = withStyle(tune, 'N');
    expect(natural.style).toBe('N');
    expect(natural.notes.every(({ style }) => style === undefined)).toBe(true);
    expect(styleOf(scale)).toBe('N');
  });

  it('leave tunes that the text holds, with the same notes', () => {
    const style = fc.constantFrom('N', 'C', 'S');
    fc.assert(
      fc.property(textTune(), fc.integer({ min: 25, max: 900 }), style, (tune, bpm, name) => {
        const edited = withStyle(withTempo(tune, bpm), name);
        expect(tempoOf(edited)).toBe(bpm);
        expect(styleOf(edited)).toBe(name);
        expect(edited.notes.map(({ pitch, octave }) => [pitch, octave])).toEqual(
          tune.notes.map(({ pitch, octave }) => [pitch, octave]),
        );
        expect(parseRtttl(formatRtttl(edited))).toEqual(edited);
      }),
    );
  });

  it.each([
    ['abc', 0, 1, 1],
    ['abc', 3, 1, 4],
    ['a\nbc\nd', 2, 2, 1],
    ['a\r\nbc', 4, 2, 2],
    ['a\rb\n\nc', 5, 4, 1],
    ['', 0, 1, 1],
  ])('find index %2$i of %1$j', (text, index, line, column) => {
    expect(placeOf(text, index)).toEqual({ line, column });
  });
});

describe('files', () => {
  it('are those of the encoders, under the name of the tune', () => {
    const tune = parseRtttl('Für Elise!:d=8,o=5,b=125:c,d,e');
    const { files, losses } = tuneFiles(tune);
    expect(files.map(({ name }) => name)).toEqual(
      ['rtttl', 'ott', 'imy', 'emy', 'mid', 'wav'].map((end) => `fur-elise.${end}`),
    );
    const [rtttl, ott, imy, emy, mid, wav] = files.map(({ octets }) => octets);
    expect(decodeUtf8(rtttl!)).toBe(`${formatRtttl(tune)}\n`);
    expect(decodeNokiaRingtone(ott!)).toEqual(tune);
    expect(parseImelody(decodeUtf8(imy!)).notes).toEqual(tune.notes);
    expect(decodeUtf8(emy!)).toBe(formatEmelody(tune));
    expect(decodeMidi(mid!).notes).toEqual(tune.notes);
    expect(Buffer.from(wav!).equals(renderWav(tune))).toBe(true);
    expect(losses.filter((loss) => !loss.startsWith('.emy'))).toEqual([]);
  });

  it('tell what they leave out, and which cannot be', () => {
    const long = `A title that is too long:d=4,o=5,b=130,l=2:${'c,'.repeat(49)}c`;
    const { files, losses } = tuneFiles(parseRtttl(long));
    expect(files.map(({ name }) => name.slice(-4))).not.toContain('.emy');
    expect(losses).toContain('.ott: a tempo of 130, written as 125');
    expect(losses).toContain('.ott: the title, written as "A title that is"');
    expect(losses).toContain('.wav: repeats of the whole tune, written as one pass');
    expect(losses.some((loss) => loss.startsWith('.emy: '))).toBe(true);
  });

  it('have names that are safe anywhere', () => {
    expect(['', '../../etc/passwd', 'CON: "x"|*', 'Ö', '日本'].map(fileName)).toEqual([
      'tune',
      'etc-passwd',
      'con-x',
      'o',
      'tune',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        expect(fileName(title)).toMatch(/^[a-z0-9-]{1,32}$/);
      }),
    );
  });

  it('are all there or told, whatever the tune', () => {
    fc.assert(
      fc.property(textTune(), (given) => {
        const tune = { ...given, notes: given.notes.slice(0, 3) };
        const { files, losses } = tuneFiles(tune);
        const found = new Set([
          ...files.map(({ name }) => /\.\w+$/.exec(name)?.[0]),
          ...losses.map((loss) => /^\.\w+/.exec(loss)?.[0]),
        ]);
        expect([...found].sort()).toEqual(['.emy', '.imy', '.mid', '.ott', '.rtttl', '.wav']);
      }),
      costly(50),
    );
  });
});

describe('sizes', () => {
  it('are those of the messages that are built', () => {
    fc.assert(
      fc.property(nokiaTune(40), (tune) => {
        const size = sizeIn(tune, 'nokia');
        if (size instanceof FormatError) throw size;
        expect(size.segments).toBe(buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make: 'Nokia' }).length);
      }),
    );
  });

  it('are of a title that is cut, and tell what cannot be', () => {
    const tune = { ...scale, title: 'A title that is too long' };
    expect(sizeIn(tune, 'nokia')).toEqual(measureTune({ ...tune, title: 'A title that is' }, { form: 'nokia' }));
    expect(sizeIn({ ...scale, notes: [] }, 'rtttl')).toBeInstanceOf(FormatError);
    expect(SENT_AS.map(([form]) => form)).toEqual(['nokia', 'ems', 'midi', 'rtttl']);
  });
});
