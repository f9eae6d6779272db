import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEmsSound,
  encodeEmsSound,
  PREDEFINED_SOUNDS,
  parseRtttl,
  type Tune,
  type TuneIssue,
} from '../../src/ringtone/index.js';
import { encodeUdh, IEI, type InformationElement } from '../../src/sms/index.js';
import { refusal } from '../support/hostile.js';
import { soundTune } from '../support/tunes.js';
import { gammuSound, ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();

function sound(text: string): InformationElement {
  return { kind: 'userSound', position: 0, data: Uint8Array.from(text, (c) => c.charCodeAt(0)) };
}

function textsOf(elements: readonly InformationElement[]): string[] {
  return elements.flatMap((element) => (element.kind === 'userSound' ? [String.fromCharCode(...element.data)] : []));
}

const HEAD = 'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\n';

describe('published vectors', () => {
  it.each(vectors.filter((vector) => gammuSound(vector, 'EMSSound12') !== undefined))('$id of gammu', (vector) => {
    const data = gammuSound(vector, 'EMSSound12') as Uint8Array;
    const tune = parseRtttl(vector.text);
    const read = decodeEmsSound([{ kind: 'userSound', position: 0, data }]);
    expect(read.notes).toEqual(tune.notes.slice(0, read.notes.length));
    // gammu's melody, without the title, and without the style and tempo that a phone begins with anyhow.
    const expected = String.fromCharCode(...data).replace(/NAME:.*\r\n|STYLE:S0\r\n/g, '');
    expect(textsOf(encodeEmsSound({ ...tune, notes: tune.notes.slice(0, read.notes.length) }))).toEqual([expected]);
  });

  it('one object is 0C, its length, the position and the text (TS 23.040 section 9.2.3.24.10.1.3)', () => {
    const elements = encodeEmsSound(parseRtttl('x:d=4,o=5,b=120:c'), { position: 7 });
    const text = `${HEAD}MELODY:c2\r\nEND:IMELODY\r\n`;
    expect(elements).toEqual([{ ...sound(text), position: 7 }]);
    expect([...encodeUdh(elements).subarray(0, 4)]).toEqual([text.length + 3, IEI.UserSound, text.length + 1, 7]);
  });

  it('ten predefined sounds', () => {
    expect(PREDEFINED_SOUNDS).toHaveLength(10);
    expect(PREDEFINED_SOUNDS[3]).toBe('tada');
  });
});

describe('splitting', () => {
  const long = parseRtttl(`x:d=16,o=5,b=140:${Array(60).fill('c,d#6,8e.').join(',')}`);

  it('the user prompt says how many objects follow, each a whole melody with its tempo', () => {
    const [prompt, ...sounds] = encodeEmsSound(long);
    expect(prompt).toEqual({ kind: 'userPrompt', objects: sounds.length });
    expect(sounds.length).toBeGreaterThan(3);
    for (const text of textsOf(sounds)) expect(text).toMatch(/^BEGIN:IMELODY\r\n.*BEAT:140\r\nMELODY:.+\r\nEND:IMELODY\r\n$/s);
  });

  it('a tempo or style that changes begins an object; the volume in force is said again', () => {
    const tune = parseRtttl('x:d=4,o=5,b=120:c,v=3,d,b=200,e,s=S,f,g,b=120,s=N,a');
    expect(textsOf(encodeEmsSound(tune)).map((text) => text.slice(HEAD.length, -13).replaceAll('\r\n', ' '))).toEqual([
      'MELODY:c2V3d2 ',
      'BEAT:200 VOLUME:V3 MELODY:e2 ',
      'BEAT:200 STYLE:S2 VOLUME:V3 MELODY:f2g2 ',
      'VOLUME:V3 MELODY:a2 ',
    ]);
    expect(decodeEmsSound(encodeEmsSound(tune))).toEqual({ ...tune, title: '' });
  });

  it('a repeat that fits one object', () => {
    const tune = parseRtttl('x:d=4,o=5,b=120,l=2:c,d');
    const elements = encodeEmsSound(tune);
    expect(textsOf(elements)[0]).toContain('MELODY:(c2d2@2)\r\n');
    expect(decodeEmsSound(elements)).toEqual({ ...tune, title: '' });
  });

  it('a 16-bit reference takes an octet of the first object', () => {
    const tune = parseRtttl(`x:d=4,o=5,b=120:${Array(60).fill('c').join(',')}`);
    expect(textsOf(encodeEmsSound(tune)).map(({ length }) => length)).toEqual([127, 127]);
    const odd = parseRtttl(`x:d=4,o=5,b=120:c.,${Array(60).fill('c').join(',')}`);
    expect(textsOf(encodeEmsSound(odd))[0]).toHaveLength(128);
    expect(textsOf(encodeEmsSound(odd, { concat: 16 }))[0]).toHaveLength(126);
  });
});

describe('joining', () => {
  it('other elements are passed over, and so is the prompt of none', () => {
    const elements: InformationElement[] = [
      { kind: 'concat8', reference: 1, total: 2, sequence: 1 },
      sound(`${HEAD}MELODY:c2\r\nEND:IMELODY\r\n`),
      sound(`${HEAD}NAME:x\r\nBEAT:99\r\nMELODY:(d2@1)\r\nEND:IMELODY\r\n`),
    ];
    expect(decodeEmsSound(elements)).toEqual({
      title: '',
      tempoBpm: 120,
      style: 'N',
      loops: 0,
      notes: [
        { pitch: 'c', octave: 5, duration: 4, dots: 0 },
        { pitch: 'd', octave: 5, duration: 4, dots: 0, tempoBpm: 99 },
        { pitch: 'd', octave: 5, duration: 4, dots: 0 },
      ],
    });
  });

  it('an endless repeat among several is played once and reported', () => {
    const issues: TuneIssue[] = [];
    const piece = sound(`${HEAD}MELODY:(c2@0)\r\nEND:IMELODY\r\n`);
    const tune = decodeEmsSound([piece, piece], { onIssue: (issue) => issues.push(issue) });
    expect(tune).toMatchObject({ loops: 0, notes: [{ pitch: 'c' }, { pitch: 'c' }] });
    expect(issues.map(({ code }) => code)).toEqual(['approximated', 'approximated']);
  });
});

describe('refusals', () => {
  const tune = parseRtttl('x:d=4,o=5,b=120:c,d');
  it.each<[field: string, code: string, change: Partial<Tune>, options: object]>([
    ['position', 'bad-value', {}, { position: 256 }],
    ['concat', 'bad-value', {}, { concat: 4 }],
    ['maxObjects', 'bad-value', {}, { maxObjects: 0 }],
    ['tempoBpm', 'bad-value', { tempoBpm: 1000 }, {}],
    ['notes[0].tempoBpm', 'bad-value', { notes: [{ pitch: 'c', octave: 5, duration: 4, dots: 0, tempoBpm: 1 }] }, {}],
    ['notes', 'unencodable', { notes: [] }, {}],
    ['notes', 'too-long', { notes: Array(60).fill(tune.notes[0]) }, { maxObjects: 1 }],
    ['loops', 'unencodable', { notes: Array(60).fill(tune.notes[0]), loops: 1 }, {}],
    ['notes[1].style', 'unencodable', { ...parseRtttl('x:l=2:c,s=S,d') }, {}],
  ])('writing %s, %s', (field, code, change, options) => {
    expect(refusal(() => encodeEmsSound({ ...tune, ...change }, options))).toEqual({ code, field, offset: undefined });
  });

  const good = sound(`${HEAD}MELODY:c2\r\nEND:IMELODY\r\n`);
  it.each<[why: string, elements: InformationElement[], code: string, field: string, offset: number]>([
    ['nothing', [], 'truncated', 'EMS/sound[0]', 0],
    ['too few', [{ kind: 'userPrompt', objects: 2 }, good], 'truncated', 'EMS/userPrompt', 0],
    ['too many', [{ kind: 'userPrompt', objects: 1 }, good, good], 'trailing-bytes', 'EMS/userPrompt', 0],
    [
      'a fault inside',
      [good, sound(`${HEAD}MELODY:x2\r\nEND:IMELODY\r\n`)],
      'bad-value',
      'EMS/sound[1]/iMelody/note[0]/pitch',
      52,
    ],
  ])('%s', (_why, elements, code, field, offset) => {
    expect(refusal(() => decodeEmsSound(elements))).toEqual({ code, field, offset });
  });

  it('leniently a wrong count is reported', () => {
    const codes: string[] = [];
    const options = { lenient: true, onIssue: ({ code }: TuneIssue) => codes.push(code) };
    expect(decodeEmsSound([{ kind: 'userPrompt', objects: 3 }, good], options).notes).toHaveLength(1);
    expect(codes).toEqual(['missing-line']);
  });
});

describe('limits', () => {
  it('notes over all sounds, with repeats played out', () => {
    const piece = sound(`${HEAD}MELODY:(c2@14)\r\nEND:IMELODY\r\n`);
    const options = { limits: { tuneNotes: 20 } };
    const error = { name: 'LimitError', code: 'limit-exceeded', field: 'EMS/sound[1]' };
    expect(() => decodeEmsSound([piece, piece], options)).toThrowError(expect.objectContaining(error));
    const inside = { name: 'LimitError', field: 'EMS/sound[0]/iMelody/note[2]' };
    const three = sound(`${HEAD}MELODY:c2c2c2\r\nEND:IMELODY\r\n`);
    expect(() => decodeEmsSound([three], { limits: { tuneNotes: 2 } })).toThrowError(expect.objectContaining(inside));
  });
});

describe('properties', () => {
  it('each object is a melody of its own that fits its part', () => {
    fc.assert(
      fc.property(soundTune(), fc.constantFrom(8 as const, 16 as const), (tune, concat) => {
        const elements = encodeEmsSound(tune, { concat });
        const sounds = elements.filter(({ kind }) => kind === 'userSound');
        for (let i = 0; i < sounds.length; i++) {
          const alone = decodeEmsSound([sounds[i] as InformationElement]);
          expect(alone.notes.length).toBeGreaterThan(0);
          const part: InformationElement[] =
            sounds.length === 1
              ? []
              : [{ kind: concat === 8 ? 'concat8' : 'concat16', reference: 1, total: sounds.length, sequence: i + 1 }];
          if (i === 0 && sounds.length > 1) part.push({ kind: 'userPrompt', objects: sounds.length });
          expect(encodeUdh([...part, sounds[i] as InformationElement]).length).toBeLessThanOrEqual(140);
          expect((sounds[i] as { data: Uint8Array }).data.length).toBeLessThanOrEqual(128);
        }
      }),
    );
  });
});
