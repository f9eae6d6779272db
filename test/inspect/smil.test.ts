import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field } from '../../src/bytes/index.js';
import { identify, inspect } from '../../src/inspect/index.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const show = (text: string) => {
  const octets = encodeUtf8(text);
  const tree = inspect(octets, { as: 'smil' });
  expectTiling(tree);
  expect([tree.start, tree.end]).toEqual([0, octets.length]);
  return tree;
};
/** Names and values, a level of nesting a pair of brackets. */
const outline = ({ name, value, children }: Field): string =>
  `${name}${value === undefined ? '' : `=${value}`}${children.length === 0 ? '' : `[${children.map(outline).join(' ')}]`}`;

const layout =
  '<layout><root-layout width="160" height="140"/><region id="Image" left="0" top="0" width="100%" height="120"/></layout>';
const smil = `<smil><head>${layout}</head><body><par dur="5000ms"><img src="a.gif" region="Image"/></par></body></smil>`;

describe('elements', () => {
  it('are groups inside of each other', () => {
    expect(outline(show('<smil>\n <body><par><img src="a"/></par></body>\n</smil>\n'))).toBe(
      'SMIL[smil[tag=<smil> body[tag=<body> par[tag=<par> img=<img src="a"/> tag=</par>] tag=</body>] tag=</smil>]]',
    );
  });

  it('say what they mean', () => {
    const tree = show(smil);
    expect(tree).toMatchObject({ name: 'SMIL', meaning: '1 slide' });
    const meanings = ['root-layout', 'region', 'par', 'img'].map((name) => named(tree, name)[0]?.meaning);
    expect(meanings).toEqual(['160 x 140', 'Image: 100% x 120 at 0, 0', 'slide 1, 5000ms', 'picture, in Image']);
    const two = show("<smil><body><par><text src='t' region='&lt;'/></par><par><ref src='x'/></par></body></smil>");
    expect(two.meaning).toBe('2 slides');
    expect(named(two, 'par').map(({ meaning }) => meaning)).toEqual(['slide 1', 'slide 2']);
    expect(named(two, 'text')[0]?.meaning).toBe('text, in <');
  });

  it('stand at their octets, in UTF-8 and in ISO 8859-1', () => {
    const text = '<smil><body><par><text alt="ü" src="a"/></par></body></smil>';
    const at = text.indexOf('<text');
    expect(named(show(text), 'text')[0]).toMatchObject({ start: at, end: at + '<text alt="ü" src="a"/>'.length + 1 });
    const latin1 = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const tree = inspect(latin1, { as: 'smil' });
    expectTiling(tree);
    expect(tree.warnings).toEqual([expect.stringContaining('ISO-8859-1')]);
    expect(named(tree, 'text')[0]).toMatchObject({ value: '<text alt="ü" src="a"/>', start: at });
  });

  it('with declarations, comments and characters', () => {
    const text =
      '\ufeff<?xml version="1.0"?><!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 1.0//EN" "x"><!-- a --><smil>x<body/></smil>';
    expect(outline(show(text))).toContain('smil[tag=<smil> characters=x body=<body/> tag=</smil>]');
    expect(identify(encodeUtf8(text))[0]).toMatchObject({ format: 'smil', confidence: 0.98 });
  });

  it('in any letter case', () => {
    const tree = show('<SMIL><BODY><PAR DUR="1s"/></BODY></SMIL>');
    expect(tree.warnings).toBeUndefined();
    expect(named(tree, 'par')[0]?.meaning).toBe('slide 1, 1s');
  });
});

describe('what is known', () => {
  it.each([
    [smil, 'smil', 0.98, 'SMIL, 1 slide'],
    [smil.slice(0, -5), 'smil', 0.7, 'SMIL, 1 slide, cut'],
    ['<smil/>', 'smil', 0.7, 'SMIL, 0 slides, cut'],
    ['<smiles></smiles>', 'text', 0.2, 'printable UTF-8'],
    ['a <smil></smil>', 'text', 0.2, 'printable UTF-8'],
  ])('%j is %s by %f', (text, format, confidence, reason) => {
    expect(identify(encodeUtf8(text))[0]).toEqual({ format, confidence, reason });
  });
});

describe('faults', () => {
  const warnings = (text: string) =>
    everyField(show(text)).flatMap((field) => (field.warnings ?? []).map((each) => `${field.name}: ${each}`));
  it.each([
    ['what is not closed', '<smil><body><par></body></smil>', ['par: <par> is not closed']],
    ['what is not open', '<smil></par></smil>', ['tag: <par> is not open here']],
    [
      'an end that is missing',
      '<smil><body>',
      ['SMIL: ends without </smil>', 'smil: <smil> is not closed', 'body: <body> is not closed'],
    ],
    ['another root', '<html></html>', ['SMIL: does not begin as SMIL']],
  ])('%s', (_, text, expected) => {
    expect(warnings(text)).toEqual(expected);
  });

  it('names that objects have by themselves', () => {
    expect(outline(show('<smil><constructor src="a"/><toString></toString></smil>'))).toContain(
      'constructor=<constructor src="a"/>',
    );
    expect(named(show('<smil><constructor/></smil>'), 'constructor')[0]?.meaning).toBeUndefined();
  });

  it('elements that are too deep stand beside each other', () => {
    const deep = (count: number) => `<smil>${'<a>'.repeat(count)}${'</a>'.repeat(count)}</smil>`;
    const depthOf = (field: Field): number => 1 + Math.max(0, ...field.children.map(depthOf));
    expect(depthOf(show(deep(5)))).toBe(8);
    const tree = show(deep(1000));
    expect(depthOf(tree)).toBeLessThan(20);
    expect(everyField(tree).flatMap((field) => field.warnings ?? [])).toEqual([]);
    expect(depthOf(inspect(encodeUtf8(deep(9)), { limits: { smilDepth: 3 } }))).toBe(5);
  });

  it('too many fields are an error', () => {
    const tree = inspect(encodeUtf8(`<smil>${'<a/>'.repeat(50)}</smil>`), { limits: { inspectFields: 20 } });
    expect(tree).toMatchObject({ children: [], error: { code: 'limit-exceeded' } });
  });
});

describe('laws', () => {
  const tags = fc.constantFrom(
    ...[
      '<smil>',
      '</smil>',
      '<par dur="1s">',
      '</par>',
      '<img src="a"/>',
      '<text src=',
      '>',
      '<',
      '</',
      'ü',
      ' ',
      '<!-- > -->',
    ],
  );
  const text = fc.array(tags, { maxLength: 40 }).map((pieces) => pieces.join(''));

  it('any text is tiled to its end', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (some) => {
        show(some);
        identify(encodeUtf8(some));
      }),
    );
  });

  it('and so are octets', () => {
    fc.assert(
      fc.property(damaged(text.map((some) => encodeUtf8(`<smil>${some}`))), (octets) => {
        const tree = inspect(octets, { as: 'smil' });
        expectTiling(tree);
        expect([tree.start, tree.end]).toEqual([0, octets.length]);
      }),
    );
  });
});

describe('ZIP', () => {
  const empty = hex(`504B0506${'00'.repeat(18)}`);
  const entry = hex('504B0304 0A00 0000 0000 0000 0000 00000000 00000000 00000000 0100 0000 61');
  const directory = hex(`504B0102 0A00 0A00 0000 0000 0000 0000 00000000 00000000 00000000 0100 ${'00'.repeat(16)} 61`);
  const end = hex('504B0506 0000 0000 0100 0100 2F000000 1F000000 0000');
  const whole = Uint8Array.of(...entry, ...directory, ...end);

  it('is known by its first octets and its end record', () => {
    expect(identify(whole)[0]).toEqual({ format: 'zip', confidence: 0.99, reason: 'an archive of 1 entry' });
    expect(identify(empty)[0]).toEqual({ format: 'zip', confidence: 0.99, reason: 'an archive of 0 entries' });
    const commented = Uint8Array.of(...whole.subarray(0, -2), 3, 0, 0x50, 0x4b, 5);
    expect(identify(commented)[0]).toMatchObject({ format: 'zip', confidence: 0.99 });
  });

  it('is shown by its records', () => {
    const tree = inspect(whole);
    expectTiling(tree);
    const children = [
      { name: 'entry' },
      { name: 'directory', children: [{ meaning: '"a", 0 octets, stored' }] },
      { name: 'end' },
    ];
    expect(tree).toMatchObject({ name: 'ZIP', end: whole.length, meaning: '1 entry', children });
  });

  it('cut, or something else under its name', () => {
    expect(identify(entry)[0]).toMatchObject({ format: 'zip', confidence: 0.7, reason: expect.stringContaining('end') });
    expect(inspect(entry)).toMatchObject({ name: 'ZIP', error: { code: 'truncated', offset: entry.length } });
    expect(inspect(hex('00'), { as: 'zip' })).toMatchObject({ error: { code: 'bad-value', offset: 0 } });
    for (let at = 0; at <= whole.length; at++) expectTiling(inspect(whole.subarray(0, at), { as: 'zip' }));
  });
});
