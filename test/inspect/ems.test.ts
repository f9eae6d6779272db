import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, bitmapToRows, encodeEmsAnimation, encodeEmsPicture } from '../../src/bitmap/index.js';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { formatTree, inspect } from '../../src/inspect/index.js';
import { decodeUdh, encodeSubmit, encodeUdh, type InformationElement } from '../../src/sms/index.js';
import { bitmapVectors, textRows } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const { vectors, animations } = bitmapVectors();

const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const rowsOf = (field: Field) => named(field, 'row').map(({ value }) => value);
const inHeader = (elements: readonly InformationElement[]) => inspect(encodeUdh(elements), { as: 'udh' });
/** The element's fields as `name = value (meaning)`. */
const fieldsOf = (tree: Field) =>
  (named(tree, 'IE')[0] as Field).children
    .slice(2)
    .flatMap(everyField)
    .map(
      ({ name, value, meaning }) =>
        `${name}${value === undefined ? '' : ` = ${value}`}${meaning === undefined ? '' : ` (${meaning})`}`,
    );

describe('published vectors: the rows of a picture stand in the tree', () => {
  const pictures = vectors.flatMap(({ id, rows, emsFixedGammu = [], emsVariableGammu = [] }) =>
    // The elements of g19 stand in one header of 802 octets, which is none.
    [...emsFixedGammu, ...(id === 'g19' ? [] : emsVariableGammu)].map(({ udh }) => ({ id, rows, udh })),
  );

  it.each(pictures)('$id: $udh', ({ rows, udh }) => {
    const tree = inspect(hex(udh));
    expectTiling(tree);
    expect(rowsOf(tree)).toEqual(rows);
    expect(named(tree, 'data')[0]?.meaning).toBe(`${rows[0]?.length}x${rows.length}, # black`);
  });

  // a03 is a picture for Alcatel handsets.
  it.each(animations.filter(({ id }) => id !== 'a03'))('$id', ({ frames, emsAnimationGammu }) => {
    const tree = inspect(hex(emsAnimationGammu[0]?.udh ?? ''));
    expectTiling(tree);
    const shown = frames.map((_, i) => rowsOf(named(tree, `frame ${i + 1}`)[0] as Field));
    expect(shown).toEqual(frames);
  });
});

describe('elements', () => {
  it('formatting is named bit by bit', () => {
    const tree = inHeader([{ kind: 'textFormatting', position: 3, length: 5, mode: 0b1001_0110, colour: 0x2f }]);
    expect(fieldsOf(tree)).toEqual([
      'position = 3 (after character 3)',
      'length = 5',
      'mode = 150',
      'strikethrough = 1 (on)',
      'underlined = 0 (off)',
      'italic = 0 (off)',
      'bold = 1 (on)',
      'font size = 1 (large)',
      'alignment = 2 (right)',
      'colour = 47',
      'background = 2 (dark red)',
      'foreground = 15 (bright magenta)',
    ]);
    expectTiling(tree);
  });

  it.each([
    [{ kind: 'predefinedSound', position: 0, sound: 3 }, ['position = 0 (before the text)', 'sound = 3 (tada)']],
    [{ kind: 'predefinedSound', position: 1, sound: 10 }, ['position = 1 (after character 1)', 'sound = 10 (not defined)']],
    [{ kind: 'predefinedAnimation', position: 0, animation: 5 }, ['position = 0 (before the text)', 'animation = 5 (crying)']],
    [
      { kind: 'predefinedAnimation', position: 0, animation: 99 },
      ['position = 0 (before the text)', 'animation = 99 (not defined)'],
    ],
    [{ kind: 'userPrompt', objects: 3 }, ['objects = 3 (the next 3 objects are one)']],
    [
      { kind: 'objectDistribution', objects: 0, attributes: 1 },
      ['objects = 0 (all objects that follow)', 'attributes = 1', 'reserved = 0', 'distribution = 1 (not to be forwarded)'],
    ],
    [
      { kind: 'objectDistribution', objects: 2, attributes: 0 },
      ['objects = 2 (the next 2 objects)', 'attributes = 0', 'reserved = 0', 'distribution = 0 (may be forwarded)'],
    ],
  ] as [InformationElement, string[]][])('%j', (element, fields) => {
    expect(fieldsOf(inHeader([element]))).toEqual(fields);
  });

  it('an extended object shows its header, and a picture its rows', () => {
    const tree = inHeader([{ kind: 'raw', iei: 0x14, data: hex('07 0004 02 02 0000 0502 FAC0') }]);
    expectTiling(tree);
    expect(fieldsOf(tree)).toEqual([
      'reference = 7',
      'length = 4',
      'control = 2',
      'reserved = 0',
      'user prompt = 1 (on)',
      'distribution = 0 (may be forwarded)',
      'type = 2 (black and white picture)',
      'position = 0 (before the text)',
      'widthPx = 5',
      'heightPx = 2',
      'data',
      'row = #####',
      'row = .#.##',
      'filler',
    ]);
  });

  it.each([
    [
      '07 0004 00 01 0000 4142',
      [
        'reference = 7',
        'length = 4',
        'control = 0',
        'reserved = 0',
        'user prompt = 0 (off)',
        'distribution = 0 (may be forwarded)',
        'type = 1 (iMelody)',
        'position = 0 (before the text)',
        'IED = 4142',
      ],
    ],
    [
      '07 0000 00 1F 0001',
      [
        'reference = 7',
        'length = 0',
        'control = 0',
        'reserved = 0',
        'user prompt = 0 (off)',
        'distribution = 0 (may be forwarded)',
        'type = 31 (not known here)',
        'position = 1 (after character 1)',
      ],
    ],
    ['FFFFFFFFFFFFFFFF', ['IED = FFFFFFFFFFFFFFFF (goes on with an extended object)']],
    ['0102', ['IED = 0102 (goes on with an extended object)']],
  ])('an extended object %s', (data, fields) => {
    const tree = inHeader([{ kind: 'raw', iei: 0x14, data: hex(data) }]);
    expectTiling(tree);
    expect(fieldsOf(tree)).toEqual(fields);
  });

  it('a variable picture of the wrong length is shown as octets, with a warning', () => {
    const tree = inHeader([{ kind: 'variablePicture', position: 0, widthOctets: 2, heightPx: 2, data: hex('010203') }]);
    expectTiling(tree);
    expect(named(tree, 'data')[0]).toMatchObject({ value: '010203', warnings: ['a picture of 16x2 needs 4 octets'] });
  });

  it('a sound is shown as its iMelody, line by line', () => {
    const text =
      'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nBEAT:160\r\nSTYLE:S0\r\nMELODY:e2f2*3g4\r\nEND:IMELODY\r\n';
    const tree = inHeader([{ kind: 'userSound', position: 0, data: encodeUtf8(text) }]);
    expectTiling(tree);
    const sound = named(tree, 'iMelody')[0] as Field;
    expect([sound.meaning, sound.start, sound.end]).toEqual(['"", 3 notes, 160 bpm', 4, 4 + text.length]);
    expect(sound.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['BEGIN', 'IMELODY', undefined],
      ['VERSION', '1.2', undefined],
      ['FORMAT', 'CLASS1.0', undefined],
      ['BEAT', '160', 'quarter notes a minute'],
      ['STYLE', 'S0', 'natural'],
      ['MELODY', 'e2f2*3g4', '3 notes'],
      ['END', 'IMELODY', undefined],
    ]);
  });

  it('a sound that is no iMelody is a warning, since the message around it is sound', () => {
    const tree = inHeader([{ kind: 'userSound', position: 0, data: hex('FF00') }]);
    expect(named(tree, 'data')[0]).toMatchObject({ value: 'FF00', warnings: [expect.stringMatching(/^not iMelody: /)] });
    expect(everyField(tree).some(({ error }) => error !== undefined)).toBe(false);
  });
});

describe('what several elements make', () => {
  const rows = (vectors.find(({ id }) => id === 'g19') as { rows: string[] }).rows;
  const picture = encodeEmsPicture({ bitmap: bitmapFromRows(rows) });
  const columns = picture.slice(1);
  /** A message per column, the user prompt indicator in the first one. */
  const parts = columns.map((column, i) => {
    const concat = { kind: 'concat8', reference: 7, total: columns.length, sequence: i + 1 } as const;
    return [concat, ...(i === 0 ? [picture[0] as InformationElement] : []), column];
  });
  const listing = (octets: readonly Uint8Array[]) => encodeUtf8(octets.map((each) => `${toHex(each)}\n`).join(''));

  it('a picture over several messages is put together behind them, whatever their order', () => {
    const submits = parts.map((udh) => encodeSubmit({ tpDa: '+447700900123', tpDcs: 0, udh, text: '' }));
    const tree = inspect(listing([...submits].reverse()));
    expectTiling(tree);
    expect(tree.warnings).toBeUndefined();
    const joined = tree.children.at(-1) as Field;
    expect(joined).toMatchObject({ name: `picture joined from ${columns.length} columns`, start: tree.end, end: tree.end });
    expect(rowsOf(joined)).toEqual(rows);
  });

  it('headers alone are enough', () => {
    const tree = inspect(listing(parts.map(encodeUdh)));
    expectTiling(tree);
    expect(rowsOf(tree.children.at(-1) as Field)).toEqual(rows);
    expect(tree.children).toHaveLength(parts.length + 1);
  });

  it('columns that are alike are all kept', () => {
    const blank = encodeEmsPicture({ bitmap: bitmapFromRows(Array.from({ length: 64 }, () => '.'.repeat(48))) });
    const all = blank.slice(1);
    const headers = all.map((column, i) =>
      encodeUdh([
        { kind: 'concat16', reference: 9, total: all.length, sequence: i + 1 },
        ...(i === 0 ? [blank[0] as InformationElement] : []),
        column,
      ]),
    );
    expect(rowsOf(inspect(listing(headers)).children.at(-1) as Field)).toHaveLength(64);
  });

  it('in one message too', () => {
    const small = encodeEmsPicture({ bitmap: bitmapFromRows(['########', '#......#']) }, { form: 'variable' });
    const tree = inHeader([{ kind: 'userPrompt', objects: 2 }, ...small, ...small]);
    expectTiling(tree);
    expect(rowsOf(tree.children.at(-1) as Field)).toEqual(['########'.repeat(2), '#......#'.repeat(2)]);
  });

  it('columns that do not fit are a warning', () => {
    const one = encodeEmsPicture({ bitmap: bitmapFromRows(['########']) }, { form: 'variable' });
    const two = encodeEmsPicture({ bitmap: bitmapFromRows(['########', '........']) }, { form: 'variable' });
    const tree = inHeader([{ kind: 'userPrompt', objects: 2 }, ...one, ...two]);
    expect(tree.warnings).toEqual([expect.stringContaining('pictures[1]')]);
    expect(inHeader([{ kind: 'userPrompt', objects: 3 }, ...one, ...one]).warnings).toEqual([
      expect.stringContaining('2 of 3'),
    ]);
  });

  it('a tune of several sounds', () => {
    const piece = (melody: string) =>
      encodeUtf8(`BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:${melody}\r\nEND:IMELODY\r\n`);
    const sounds = ['c2d2', 'e2f2g2'].map((melody) => ({ kind: 'userSound', position: 0, data: piece(melody) }) as const);
    const tree = inHeader([{ kind: 'userPrompt', objects: 2 }, ...sounds]);
    expectTiling(tree);
    const joined = tree.children.at(-1) as Field;
    expect(joined).toMatchObject({ name: 'tune joined from 2 sounds', meaning: '"", 5 notes, 120 bpm' });
    expect(joined.children.map(({ name }) => name)).toEqual(['iMelody', 'iMelody']);
  });
});

describe('laws', () => {
  const object: fc.Arbitrary<InformationElement> = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }), fc.uint8Array({ minLength: 120, maxLength: 120 }))
      .map(([widthOctets, heightPx, data]) => ({
        kind: 'variablePicture' as const,
        position: 0,
        widthOctets,
        heightPx,
        data: data.slice(0, widthOctets * heightPx),
      })),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((data) => ({ kind: 'smallAnimation' as const, position: 1, data })),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((data) => ({ kind: 'smallPicture' as const, position: 2, data })),
    fc.uint8Array({ maxLength: 60 }).map((data) => ({ kind: 'userSound' as const, position: 3, data })),
    fc.uint8Array({ maxLength: 60 }).map((data) => ({ kind: 'raw' as const, iei: 0x14, data })),
    fc.uint8Array({ minLength: 65, maxLength: 65 }).map((data) => ({ kind: 'raw' as const, iei: 0x0e, data })),
    fc.nat({ max: 4 }).map((objects) => ({ kind: 'userPrompt' as const, objects })),
  );
  const header = fc
    .array(object, { minLength: 1, maxLength: 3 })
    .map((elements) => elements.slice(0, elements.length))
    .filter((elements) => elements.reduce((sum, each) => sum + ('data' in each ? each.data.length + 6 : 3), 0) < 250);

  it('whole and damaged headers tile, and a trace changes nothing of what is read', () => {
    fc.assert(
      fc.property(fc.oneof(header.map(encodeUdh), damaged(header.map(encodeUdh))), (octets) => {
        const tree = inspect(octets, { as: 'udh' });
        expectTiling(tree);
        // Hex digits are read as the octets that they stand for.
        if (/^[\s\da-f]+$/i.test(String.fromCharCode(...octets))) return;
        let count: number | undefined;
        try {
          count = decodeUdh(octets).elements.length;
        } catch {}
        expect(tree.error === undefined).toBe(count !== undefined);
        if (count !== undefined) expect(named(tree, 'IE')).toHaveLength(count);
      }),
    );
  });

  it('rows shown are the rows of the picture', () => {
    fc.assert(
      fc.property(textRows(40, 12), (rows) => {
        // A variable picture is whole octets wide.
        const bitmap = bitmapFromRows(rows.map((row) => row.padEnd(8 * Math.ceil(row.length / 8), '.')));
        const tree = inHeader(encodeEmsPicture({ bitmap }, { form: 'variable' }));
        expect(rowsOf(tree)).toEqual(bitmapToRows(bitmap));
      }),
    );
  });

  it('an animation has four frames', () => {
    const frame = bitmapFromRows(Array.from({ length: 16 }, (_, y) => '.'.repeat(y).padEnd(16, '#')));
    const tree = inHeader(encodeEmsAnimation({ frames: [frame] }));
    expect([1, 2, 3, 4].map((i) => rowsOf(named(tree, `frame ${i}`)[0] as Field))).toEqual(
      Array.from({ length: 4 }, () => bitmapToRows(frame)),
    );
    expect(formatTree(tree)).toContain('data (4 frames of 16x16, # black)\n');
  });
});
