import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { formatTree, identify, inspect } from '../../src/inspect/index.js';
import { encodeNokiaRingtone, formatEmelody, formatImelody, formatMotorola, parseRtttl } from '../../src/ringtone/index.js';
import { encodeSubmit, submitText } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';
import { textTune } from '../support/tunes.js';
import { fixture } from '../support/vectors.js';

const to = '+447700900123';
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const lines = (tree: Field) => tree.children.map(({ name, value, meaning, start, end }) => [name, value, meaning, start, end]);
const IMELODY = 'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\n';
const { vectors } = fixture('vectors/ringtones.json') as {
  vectors: { id: string; gammuSms?: Record<string, { udh: string }[]> }[];
};

describe('published vectors: a sound in a header is its lines', () => {
  const sounds = vectors.flatMap(({ id, gammuSms = {} }) => (gammuSms.EMSSound12 ?? []).map(({ udh }) => ({ id, udh })));

  it.each(sounds)('$id', ({ udh }) => {
    const octets = hex(udh);
    const tree = inspect(octets);
    expectTiling(tree);
    // gammu leaves out what does not fit; a letter before a digit is a note or a rest.
    const melody = /MELODY:(.*)/.exec(String.fromCharCode(...octets))?.[1] ?? '';
    const count = melody.match(/[a-gr]\d/g)?.length;
    expect(named(tree, 'iMelody')).toHaveLength(1);
    expect(named(tree, 'MELODY')[0]).toMatchObject({ value: melody, meaning: `${count} notes` });
    expect(named(tree, 'BEGIN')[0]?.start).toBe(4);
  });
});

describe('lines', () => {
  it('of an iMelody say what their keys mean', () => {
    const text = `${IMELODY}NAME:Ünder\r\nBEAT:90\r\nSTYLE:S2\r\nVOLUME:V9\r\nMELODY:c2d2\r\n e2\r\nEND:IMELODY\r\n`;
    const tree = inspect(encodeUtf8(text));
    expectTiling(tree);
    expect(tree).toMatchObject({ name: 'iMelody', meaning: '"Ünder", 3 notes, 90 bpm' });
    expect(lines(tree)).toEqual([
      ['BEGIN', 'IMELODY', undefined, 0, 15],
      ['VERSION', '1.2', undefined, 15, 28],
      ['FORMAT', 'CLASS1.0', undefined, 28, 45],
      ['NAME', 'Ünder', undefined, 45, 58],
      ['BEAT', '90', 'quarter notes a minute', 58, 67],
      ['STYLE', 'S2', 'staccato', 67, 77],
      ['VOLUME', 'V9', '9 of 15', 77, 88],
      ['MELODY', 'c2d2', '3 notes', 88, 101],
      ['line', ' e2', 'goes on with MELODY', 101, 106],
      ['END', 'IMELODY', undefined, 106, 119],
    ]);
  });

  it('in ISO 8859-1 have an octet for a character', () => {
    const octets = Uint8Array.from(`${IMELODY}NAME:\u00dcx\r\nMELODY:c2\r\nEND:IMELODY\r\n`, (c) => c.charCodeAt(0));
    const tree = inspect(octets, { as: 'imelody' });
    expectTiling(tree);
    expect(lines(tree)[3]).toEqual(['NAME', '\u00dcx', undefined, 45, 54]);
  });

  it('carry what the parser found beside them', () => {
    const tree = inspect(encodeUtf8(`${IMELODY}BEAT:9\r\nMELODY:c2zd2\r\nEND:IMELODY\r\n`));
    expectTiling(tree);
    expect(tree.error).toBeUndefined();
    expect(named(tree, 'BEAT')[0]?.warnings).toEqual([expect.stringMatching(/^at \d+: /)]);
    expect(named(tree, 'MELODY')[0]?.warnings).toEqual([expect.stringMatching(/^at \d+: /)]);
  });

  it('of what cannot be read stand under the error', () => {
    const tree = inspect(encodeUtf8(IMELODY));
    expectTiling(tree);
    expect(tree).toMatchObject({ name: 'iMelody', error: { name: 'DecodeError' } });
    expect(tree.children).toHaveLength(3);
    expect(inspect(new Uint8Array(0), { as: 'imelody' })).toMatchObject({ start: 0, end: 0, children: [] });
  });

  it('of an eMelody', () => {
    const tree = inspect(encodeUtf8('BEGIN:EMELODY\r\nNAME:x\r\nCOMPOSER:y\r\nVERSION:1.0\r\nMELODY:+f+a\r\nEND:EMELODY\r\n'));
    expectTiling(tree);
    expect(tree.name).toBe('eMelody');
    expect(tree.children.map(({ name }) => name)).toEqual(['BEGIN', 'NAME', 'COMPOSER', 'VERSION', 'MELODY', 'END']);
    expect(named(tree, 'MELODY')[0]?.meaning).toBe('2 notes');
  });

  it('of a Motorola tune have its parts', () => {
    const tree = inspect(encodeUtf8('L35&3 C4D4E4R2G8&&69\r\n'));
    expectTiling(tree);
    expect(tree).toMatchObject({ name: 'Motorola tune', children: [{ name: 'line' }] });
    expect(tree.children[0]?.children.map(({ name, value }) => [name, value])).toEqual([
      ['beginning', 'L35&'],
      ['tempo', '3'],
      ['separator', ' '],
      ['music', 'C4D4E4R2G8'],
      ['end of music', '&&'],
      ['checksum', '69'],
      ['rest', '\r\n'],
    ]);
    expect(formatTree(inspect(encodeUtf8('L35&3 C4é&&69'), { as: 'motorola' }))).toContain('line = L35&3 C4é&&69\n');
  });
});

describe('in a text message', () => {
  const ringtone = encodeNokiaRingtone(parseRtttl('x:d=4,o=5,b=160:c,d,e'));
  const listing = (texts: readonly string[]) =>
    encodeUtf8(texts.map((text) => `${toHex(encodeSubmit(submitText(text, { to })[0] as never))}\n`).join(''));

  it('a Motorola tune is shown behind the text', () => {
    const text = 'L35&3 C4D4E4R2G8&&69';
    const tree = inspect(encodeSubmit(submitText(text, { to })[0] as never));
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'text as Motorola tune', octets: encodeUtf8(text) });
    // With a wrong checksum it is a text that only begins so.
    expect(inspect(encodeSubmit(submitText('L35& is what I owe', { to })[0] as never)).children.at(-1)?.name).toBe('TP-UD');
  });

  it('a text with half of a character carries nothing', () => {
    // UCS-2 text "//SCKL1581 0" and a lone surrogate, as a sender may cut it.
    const text = [...'//SCKL1581 0'].map((c) => `00${c.charCodeAt(0).toString(16)}`).join('');
    const octets = Uint8Array.of(0x01, 0, 0x0b, 0x91, 0x72, 0x83, 0x01, 0, 0x10, 0xf5, 0, 8, 26, ...hex(`${text}D83D`));
    const tree = inspect(octets, { as: 'tpdu-mo' });
    expectTiling(tree);
    expect(tree.children.at(-1)?.name).toBe('TP-UD');
  });

  it('the text transport is opened', () => {
    const tree = inspect(encodeSubmit(submitText(`//SCKL1581 ${toHex(ringtone)}`, { to })[0] as never));
    expectTiling(tree);
    expect(named(tree, 'note-value')).toHaveLength(3);
    expect(inspect(encodeSubmit(submitText('//SCKL?', { to })[0] as never)).children.at(-1)?.name).toBe('TP-UD');
  });

  it('and its parts are joined', () => {
    const half = ringtone.length >> 1;
    const tree = inspect(
      listing([
        `//SCKL15810000010202 ${toHex(ringtone.subarray(half))}`,
        `//SCKL15810000010201 ${toHex(ringtone.subarray(0, half))}`,
      ]),
    );
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 2 parts', octets: ringtone });
    expect(named(tree, 'note-value')).toHaveLength(3);
  });

  it('a tune over several messages is shown with the joined text', () => {
    const text = formatImelody(parseRtttl(`long:d=4,o=5,b=120:${Array.from({ length: 80 }, () => 'c').join(',')}`));
    const submits = submitText(text, { to });
    expect(submits.length).toBeGreaterThan(1);
    const tree = inspect(encodeUtf8(submits.map((each) => `${toHex(encodeSubmit(each))}\n`).join('')));
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({
      value: text,
      children: [{ name: 'iMelody', meaning: '"long", 80 notes, 120 bpm' }],
    });
  });
});

describe('laws', () => {
  const forms = { imelody: formatImelody, emelody: formatEmelody, motorola: formatMotorola } as const;
  /** What a form can hold of any tune; the rest is not what is tested here. */
  const texts = (form: keyof typeof forms) =>
    textTune()
      .map((tune) => {
        try {
          return forms[form]({ ...tune, title: tune.title.replace(/[^ -~]/g, ''), notes: tune.notes.slice(0, 8) });
        } catch {
          return undefined;
        }
      })
      .filter((text) => text !== undefined);

  it.each(Object.keys(forms) as (keyof typeof forms)[])('%s: known, read without a fault, and tiled', (form) => {
    fc.assert(
      fc.property(texts(form), (text) => {
        const octets = encodeUtf8(text);
        expect(identify(octets)[0]).toMatchObject({ format: form, confidence: 0.98 });
        const tree = inspect(octets);
        expectTiling(tree);
        expect([tree.start, tree.end, tree.error]).toEqual([0, octets.length, undefined]);
      }),
      costly(200),
    );
  });

  it.each(Object.keys(forms) as (keyof typeof forms)[])('%s: damaged, or anything behind its beginning', (form) => {
    const whole = texts(form).map(encodeUtf8);
    const grafted = fc
      .tuple(
        whole,
        fc.nat({ max: 80 }),
        fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.string({ unit: 'binary' }).map(encodeUtf8)),
      )
      .map(([head, at, tail]) => Uint8Array.of(...head.subarray(0, at), ...tail));
    fc.assert(
      fc.property(fc.oneof(damaged(whole), grafted), (octets) => {
        for (const as of [form, undefined]) {
          const tree = inspect(octets, { as });
          expect([tree.start, tree.end]).toEqual([0, octets.length]);
          expectTiling(tree);
        }
      }),
      costly(300),
    );
  });
});

describe('limits', () => {
  it('a text that is too long has no lines', () => {
    const octets = encodeUtf8(`BEGIN:IMELODY\r\n${'\n'.repeat(DEFAULT_LIMITS.tuneCharacters)}`);
    const long = inspect(octets, { as: 'imelody' });
    const trees = (['imelody', 'emelody', 'motorola'] as const).map((as) =>
      inspect(octets.subarray(0, DEFAULT_LIMITS.tuneCharacters), { as }),
    );
    expect(long).toMatchObject({ error: { code: 'limit-exceeded' }, children: [] });
    trees.forEach(expectTiling);
    expect(
      inspect(encodeUtf8(`${IMELODY}MELODY:c2\r\nEND:IMELODY\r\n`), { limits: { tuneCharacters: 20 } }).error,
    ).toMatchObject({
      code: 'limit-exceeded',
    });
  });
});
