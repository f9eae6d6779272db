import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import { type Field, formatTree, inspect } from '../../src/inspect/index.js';
import { drawSample } from '../../src/playground/compose/picture-samples.js';
import { fileOf, NOTATIONS, toCArray, toPythonBytes } from '../../src/playground/inspect/exports.js';
import {
  ancestors,
  childAt,
  countIssues,
  innerSpace,
  type Node,
  nodeAt,
  nodeOf,
  openedAtFirst,
  pathOf,
  rootNode,
  searchFields,
  searchOctets,
  spacesOf,
  TINTS,
  tintAt,
} from '../../src/playground/inspect/nodes.js';
import { SAMPLES, sampleOf } from '../../src/playground/inspect/samples.js';
import {
  detailsOf,
  isPixels,
  numberWords,
  pictureOf,
  rangeWords,
  spaceWords,
  valueWords,
} from '../../src/playground/inspect/words.js';
import { hex } from '../support/hex.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const treeOf = (octets: Uint8Array) => rootNode(inspect(octets), octets);
const sample = (format: Parameters<typeof sampleOf>[0]) => treeOf((sampleOf(format) as { make(): Uint8Array }).make());

function allNodes(root: Node): Node[] {
  const all = [root];
  for (const node of all) for (let index = 0; index < node.field.children.length; index++) all.push(childAt(node, index));
  return all;
}

function find(root: Node, name: string): Node {
  const node = allNodes(root).find(({ field }) => field.name === name);
  if (node === undefined) throw new Error(`no ${name}`);
  return node;
}

const SUBMIT = hex('01000B917283010010F500000AE8329BFD4697D9EC37');

describe('places', () => {
  it('a path leads to its node, which is always the same', () => {
    for (const { make } of SAMPLES) {
      const octets = make();
      const root = treeOf(octets);
      for (const node of allNodes(root)) {
        expect(nodeOf(root, pathOf(node))).toBe(node);
        expect(ancestors(node)).toHaveLength(node.level - 1);
        expect(node.parent?.field.children[node.index]).toBe(node.parent === undefined ? undefined : node.field);
      }
    }
    expect(nodeOf(treeOf(SUBMIT), '0.99')).toBeUndefined();
    expect(() => childAt(treeOf(SUBMIT), 99)).toThrow(RangeError);
  });

  it('a listing opens a space for each line, and one for what was joined', () => {
    const octets = (sampleOf('at') as { make(): Uint8Array }).make();
    const root = treeOf(octets);
    const deliver = find(root, 'SMS-SUBMIT');
    expect(deliver.space.octets[0]).toBe(0);
    expect(deliver.space).toBe(innerSpace(deliver.parent as Node));
    expect(spacesOf(deliver.space)).toEqual([root.space, deliver.space]);
    expect(spacesOf(root.space).map(spaceWords)).toEqual([`input: ${octets.length} octets`]);
    expect(spaceWords(deliver.space)).toBe(`hex: SMS-SUBMIT: ${deliver.space.octets.length} octets`);
  });
});

describe('the field of an octet', () => {
  it.each([
    [0, undefined, 'first octet'],
    [0, 7, 'TP-MTI'],
    [1, undefined, 'TP-MR'],
    [4, undefined, 'digits'],
    [12, undefined, 'TP-UDL'],
    [13, undefined, 'septet'],
    [21, 0, 'fill bits'],
  ])('octet %i, bit %s: %s', (offset, place, name) => {
    const root = treeOf(SUBMIT);
    expect(nodeAt(root, root.space, offset, place)?.field.name).toBe(name);
  });

  it('is the deepest that has the bit, in the space that is asked for', () => {
    for (const { make } of SAMPLES) {
      const octets = make();
      const root = treeOf(octets);
      const nodes = allNodes(root);
      const spaces = new Set(nodes.map(({ space }) => space));
      for (const space of spaces) {
        const inside = nodes.filter((node) => node.space === space);
        const places = Math.max(1, Math.floor(space.octets.length / 64));
        for (let offset = 0; offset < space.octets.length; offset += places) {
          const found = nodeAt(root, space, offset, 3);
          expect(found?.space).toBe(space);
          const covering = inside.filter(({ field: { bits, start, end } }) => {
            const at = offset * 8 + (bits?.order === 'lsb' ? 4 : 3);
            return bits === undefined ? start <= offset && offset < end : bits.from <= at && at < bits.to;
          });
          expect(found?.level).toBe(Math.max(...covering.map(({ level }) => level)));
          expect(covering).toContain(found);
          expect(nodeAt(root, space, offset)?.space).toBe(space);
        }
      }
    }
  });

  it('is none behind the end', () => {
    const root = treeOf(SUBMIT);
    expect(nodeAt(root, root.space, SUBMIT.length)).toBeUndefined();
    expect(nodeAt(rootNode(inspect(new Uint8Array(0)), new Uint8Array(0)), root.space, 0)).toBeUndefined();
  });
});

describe('large trees', () => {
  const children = Array.from({ length: 100_000 }, (_, start): Field => {
    return { name: `octet ${start}`, value: start & 0xff, start, end: start + 1, children: [] };
  });
  const field: Field = { name: 'many', value: undefined, start: 0, end: children.length, children };

  it('are opened at first as far as a screen goes', () => {
    const root = rootNode(field, new Uint8Array(children.length));
    expect(openedAtFirst(root)).toEqual([root]);
    const opened = openedAtFirst(treeOf(SUBMIT));
    expect(opened.length).toBeGreaterThan(2);
    expect(opened.reduce((rows, node) => rows + node.field.children.length, 1)).toBeLessThanOrEqual(48);
  });

  it('are searched by halves', () => {
    const root = rootNode(field, new Uint8Array(children.length));
    fc.assert(
      fc.property(fc.nat(children.length - 1), (offset) => {
        expect(nodeAt(root, root.space, offset)?.index).toBe(offset);
      }),
    );
  });

  it('issues are counted as far as it is worth', () => {
    const warned: Field = { ...field, warnings: ['a', 'b'] };
    expect(countIssues(warned)).toEqual({ errors: 0, warnings: 2 });
    expect(countIssues({ ...field, children: [warned, warned] }, 2)).toEqual({ errors: 0, warnings: 2 });
    expect(countIssues(inspect(SUBMIT.subarray(0, -6), { as: 'tpdu-mo' }))).toEqual({ errors: 1, warnings: 1 });
  });
});

describe('words', () => {
  it('ranges are those of formatTree', () => {
    for (const { make } of SAMPLES) {
      const root = treeOf(make());
      const lines = formatTree(root.field).split('\n');
      const ranges = new Set(lines.map((line) => (line.split(' ')[0] as string).replace('-', '–')));
      for (const node of allNodes(root)) expect(ranges).toContain(rangeWords(node));
    }
  });

  it('values are one line', () => {
    const root = treeOf(utf8('one\ntwo\u202e'));
    expect(valueWords(root)).toBe('one\\ntwo\\u202e');
    expect(valueWords(find(treeOf(SUBMIT), 'TP-UDL'))).toBe('10 (0xA)');
    expect(valueWords(find(treeOf(SUBMIT), 'TP-MR'))).toBe('0');
    expect(valueWords(treeOf(SUBMIT))).toBe('');
    expect(valueWords(treeOf(utf8('x'.repeat(1_000))))).toHaveLength(160);
    const opener: Field = { name: 'opened', value: undefined, start: 0, end: 0, octets: hex('0102'), children: [] };
    expect(valueWords(rootNode(opener, hex('')))).toBe('0102');
    expect(['##..', '.', '#', 'no', 7].map(isPixels)).toEqual([true, false, false, false, false]);
  });

  it('the selected field is told in full', () => {
    const details = (name: string) => Object.fromEntries(detailsOf(find(treeOf(SUBMIT), name)));
    expect(details('TP-UDL')).toEqual({
      'Specified in': '3GPP TS 23.040 9.2.3.16',
      Place: 'octet 12 (0x0C): 1 octet',
      Value: '10 · hex 0A · binary 0000 1010',
      Meaning: '10 septets',
      Octets: '0A · 00001010',
    });
    expect(details('TP-MTI')).toMatchObject({
      Place: 'octet 0, from bit 1 of 0 down to bit 0 of 0 (0x00): 2 bits',
      Value: '1 · hex 01 · binary 01',
    });
    expect(details('fill bits')).toMatchObject({ Place: 'octet 21, from bit 6 of 21 up to bit 7 of 21 (0x15): 2 bits' });
    expect(details('text')).toMatchObject({ Value: 'hellohello', Fields: '10' });
    const joined = Object.fromEntries(detailsOf(find(sample('hex'), 'joined from 2 parts')));
    expect(joined.Place).toBe('after octet 181: it has no octets of its own here');
    expect(Object.fromEntries(detailsOf(sample('png'))).Octets).toMatch(/ …$/);
    expect(Object.fromEntries(detailsOf(sample('mms'))).Place).toMatch(/^octets 0 to /);
  });

  it('a picture is that of its rows', () => {
    const root = sample('picture-message');
    const pixels = find(root, 'pixels');
    const rows = pictureOf(pixels);
    expect(rows).toHaveLength(28);
    expect(rows).toEqual(bitmapToRows(drawSample('hills', 72, 28)));
    expect(pictureOf(childAt(pixels, 3))).toEqual(rows);
    expect(pictureOf(root)).toBeUndefined();
    const row = (value: string): Field => ({ name: 'row', value, start: 0, end: 0, children: [] });
    const group = (children: readonly Field[]) => rootNode({ ...row(''), value: undefined, children }, hex(''));
    expect(pictureOf(group([row('##'), row('..')]))).toEqual(['##', '..']);
    expect(pictureOf(group([row('##'), row('...')]))).toBeUndefined();
    expect(pictureOf(group(Array.from({ length: 256 }, () => row('#'.repeat(256)))))).toBeUndefined();
    expect(pictureOf(rootNode(row('##'), hex('')))).toBeUndefined();
  });

  it('numbers in three notations', () => {
    expect(numberWords(5506, 16)).toBe('5506 · hex 1582 · binary 0001 0101 1000 0010');
    expect(numberWords(2 ** 40, 48)).toBe('1099511627776 · hex 010000000000');
    expect(numberWords(-1, 8)).toBe('-1');
    expect(numberWords(1.5, 8)).toBe('1.5');
  });
});

describe('what can be taken away', () => {
  it('an array of C', () => {
    expect(toCArray(hex('000102030405060708090A0B0C'), 'logo')).toBe(
      'const unsigned char logo[13] = {\n  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b,\n  0x0c,\n};\n',
    );
    expect(toCArray(new Uint8Array(0))).toBe('const unsigned char payload[0] = {\n};\n');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (octets) => {
        const digits = [...toCArray(octets).matchAll(/0x([0-9a-f]{2}),/g)].map(([, pair]) => pair);
        expect(digits.join('').toUpperCase()).toBe(toHex(octets));
      }),
    );
  });

  it('bytes of Python, and an array of JSON', () => {
    expect(toPythonBytes(hex('00FF10'))).toBe('bytes.fromhex("00ff10")\n');
    expect(NOTATIONS.json?.write(hex('00FF10'))).toBe('[0,255,16]\n');
    expect(NOTATIONS.hex?.write(hex('00FF10'))).toBe('00FF10');
  });

  it('a file that nothing runs', () => {
    expect(fileOf('midi')).toEqual({ name: 'payload.mid', type: 'audio/midi' });
    expect(fileOf('html').type).toBe('text/plain');
    expect(fileOf(undefined)).toEqual({ name: 'payload.bin', type: 'application/octet-stream' });
    expect(fileOf('tpdu-mo').name).toBe('payload.bin');
  });
});

describe('what is looked for', () => {
  const root = treeOf(SUBMIT);

  it('fields by name, value and meaning, in the order of the tree', () => {
    expect(searchFields(root, 'tp-ud', 9).map(({ field }) => field.name)).toEqual(['TP-UDHI', 'TP-UDL', 'TP-UD']);
    expect(searchFields(root, 'HELLOHELLO', 9).map(({ field }) => field.name)).toEqual(['text']);
    expect(searchFields(root, '+27381000015', 9).map(({ field }) => field.name)).toEqual(['TP-DA']);
    expect(searchFields(root, 'septet', 3)).toHaveLength(3);
    expect(searchFields(root, 'no such thing', 9)).toEqual([]);
  });

  it('octets by their digits', () => {
    expect(searchOctets(SUBMIT, 'E8 32', 9)).toEqual({ offsets: [13], length: 2 });
    expect(searchOctets(SUBMIT, '00', 9)).toEqual({ offsets: [1, 7, 10, 11], length: 1 });
    expect(searchOctets(SUBMIT, '00', 2).offsets).toEqual([1, 7]);
    for (const text of ['', 'e', 'E83', 'hello']) expect(searchOctets(SUBMIT, text, 9).offsets).toEqual([]);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.nat(29), fc.nat(29), (octets, from, to) => {
        const wanted = octets.subarray(from, Math.max(from, to));
        const { offsets } = searchOctets(octets, toHex(wanted), 99);
        if (wanted.length > 0) expect(offsets).toContain(from);
        for (const offset of offsets) expect(octets.subarray(offset, offset + wanted.length)).toEqual(wanted);
      }),
    );
  });
});

describe('what stands out', () => {
  it('bit fields and septets are folded at first, groups of whole octets are open', () => {
    const names = openedAtFirst(treeOf(SUBMIT)).map(({ field }) => field.name);
    expect(names).toContain('TP-DA');
    expect(names).toContain('TP-UD');
    for (const folded of ['first octet', 'type of address', 'TP-PID', 'TP-DCS', 'text']) expect(names).not.toContain(folded);
  });

  it('neighbours have different colours, the octets of one field the same', () => {
    const root = treeOf(SUBMIT);
    const tints = Array.from(SUBMIT, (_, offset) => tintAt(root, root.space, offset));
    for (const tint of tints) expect(tint).toBeLessThan(TINTS);
    // TP-MR, the length and the type of TP-DA; then its six octets of digits; the text.
    expect(new Set(tints.slice(1, 4)).size).toBe(3);
    expect(new Set(tints.slice(4, 10)).size).toBe(1);
    expect(new Set(tints.slice(13)).size).toBe(1);
    expect(tintAt(treeOf(Uint8Array.of(1)), root.space, 99)).toBeUndefined();
  });
});
