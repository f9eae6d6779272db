import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, Trace, toHex } from '../../src/bytes/index.js';
import { decodeSeo, encodeSeo, joinSeo, type SeoObject, type SeoPart } from '../../src/sms/index.js';
import { isSeo, readSeo } from '../../src/sms/seo.js';
import { seoObject } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const ascii = (text: string) => toHex(Uint8Array.from(text, (character) => character.charCodeAt(0)));

/** A block put together by hand from the layout that ringtonetools writes. */
const block = ({
  data = '0102',
  size = '0200',
  ref = '78563412',
  part = '0100',
  parts = '0100',
  all = '02000000',
  fill = '',
} = {}) =>
  hex(`${ascii('//SEO')} 01 ${size} ${ref} ${part} ${parts} ${all} 03 ${ascii('mid')} 04 ${ascii('test')} ${data} ${fill}`);

const part: fc.Arbitrary<Uint8Array> = fc.tuple(seoObject, fc.nat()).map(([any, which]) => {
  const blocks = encodeSeo(any);
  return blocks[which % blocks.length] as Uint8Array;
});

describe('the layout that ringtonetools writes', () => {
  it('one block, numbers little-endian', () => {
    const given: SeoObject = { type: 'mid', name: 'test', data: hex('0102') };
    expect(encodeSeo(given, { reference: 0x12345678 })).toEqual([block()]);
    expect(decodeSeo(block())).toEqual({
      type: 'mid',
      name: 'test',
      dataSize: 2,
      reference: 0x12345678,
      part: 1,
      parts: 1,
      objectSize: 2,
      data: hex('0102'),
    });
  });

  it('several blocks: the size of the first part in every part, the last one filled with zeros', () => {
    const given: SeoObject = { type: 'mid', name: 'test', data: hex('0102030405') };
    const layout = { size: '0200', parts: '0300', all: '05000000' };
    expect(encodeSeo(given, { reference: 0x12345678, maxOctets: 31 })).toEqual([
      block({ ...layout, part: '0100', data: '0102' }),
      block({ ...layout, part: '0200', data: '0304' }),
      block({ ...layout, part: '0300', data: '05', fill: '00' }),
    ]);
  });

  it('the head takes 25 octets and the name', () => {
    const blocks = encodeSeo({ type: 'bmp', name: 'picture', data: new Uint8Array(300).fill(7) });
    expect(blocks.map(({ length }) => length)).toEqual([140, 140, 140]);
    expect(blocks.map((octets) => decodeSeo(octets).data.length)).toEqual([108, 108, 84]);
  });

  it('a last part without the fill is read, as ringtonetools writes it', () => {
    const unfilled = block({ size: '0400', part: '0200', parts: '0200', all: '05000000', data: '05' });
    expect(decodeSeo(unfilled)).toMatchObject({ part: 2, data: hex('05') });
  });
});

describe('properties', () => {
  it('a file comes back from its blocks in any order, none of them over 140 octets', () => {
    fc.assert(
      fc.property(seoObject, fc.integer({ min: 65, max: 140 }), fc.infiniteStream(fc.nat()), (any, maxOctets, order) => {
        const blocks = encodeSeo(any, { maxOctets });
        for (const octets of blocks) {
          expect(octets.length).toBeLessThanOrEqual(maxOctets);
          expect(isSeo(octets)).toBe(true);
        }
        const shuffled = blocks
          .map((octets) => [order.next().value as number, decodeSeo(octets)] as const)
          .sort(([a], [b]) => a - b)
          .map(([, read]) => read);
        expect(joinSeo(shuffled)).toEqual(any);
      }),
    );
  });

  it('the same file has the same reference, another file another one most likely', () => {
    const references = (data: Uint8Array) =>
      new Set(encodeSeo({ type: 'mid', name: '', data }).map((octets) => decodeSeo(octets).reference));
    const [a] = references(new Uint8Array(400).fill(1));
    expect([...references(new Uint8Array(400).fill(1))]).toEqual([a]);
    expect([...references(new Uint8Array(400).fill(2))]).not.toEqual([a]);
  });

  it('a trace tiles', () => {
    fc.assert(
      fc.property(part, fc.boolean(), (octets, isLonger) => {
        const given = isLonger ? Uint8Array.of(...octets, 9) : octets;
        const trace = new Trace('SEO');
        const read = readSeo(new ByteReader(given, trace), { lenient: true });
        const tree = trace.finish(given.length);
        expectTiling(tree);
        expect(tree.children.find(({ name }) => name === 'data-size')?.meaning).toBe(String(read.dataSize));
        expect(tree.children.find(({ name }) => name === 'magic')?.meaning).toBe('"//SEO"');
      }),
    );
  });

  it('a trace shows a fill that is not zero', () => {
    const octets = block({ size: '0400', all: '03000000', data: '010203', fill: '07' });
    const trace = new Trace('SEO');
    readSeo(new ByteReader(octets, trace));
    expect(trace.finish(octets.length).children.at(-1)).toMatchObject({ name: 'fill', warnings: ['is not 0'] });
  });

  it('only the begin of a block is taken for one', () => {
    expect(isSeo(hex(`${ascii('//SEO')}01`))).toBe(true);
    for (const other of ['', ascii('//SEO'), `${ascii('//SEO')}02`, `${ascii('//SEX')}01`])
      expect(isSeo(hex(other))).toBe(false);
  });
});

describe('refusals', () => {
  const given: SeoObject = { type: 'mid', name: 'test', data: hex('01') };

  it.each([
    ['another type', { ...given, type: 'wav' }, {}, 'bad-value', 'type'],
    ['a name of 40 characters', { ...given, name: 'x'.repeat(40) }, {}, 'too-long', 'name'],
    ['nothing to carry', { ...given, data: hex('') }, {}, 'bad-value', 'data'],
    ['no room for data', given, { maxOctets: 29 }, 'bad-value', 'maxOctets'],
    ['blocks longer than a message', given, { maxOctets: 141 }, 'bad-value', 'maxOctets'],
    ['a negative reference', given, { reference: -1 }, 'bad-value', 'reference'],
    ['a reference of 33 bits', given, { reference: 2 ** 32 }, 'bad-value', 'reference'],
  ])('writing: %s', (_, wrong, options, code, field) => {
    expect(refusal(() => encodeSeo(wrong as SeoObject, options))).toEqual({ code, field, offset: undefined });
  });

  it('writing: a character outside of ASCII, with its index', () => {
    expect(refusal(() => encodeSeo({ ...given, name: 'aé' }))).toEqual({ code: 'unencodable', field: 'name', offset: 1 });
    expect(refusal(() => encodeSeo({ ...given, name: 'é' }))).toEqual({ code: 'unencodable', field: 'name', offset: 0 });
    expect(refusal(() => encodeSeo({ ...given, name: 'a\x7f' }))).toEqual({ code: 'unencodable', field: 'name', offset: 1 });
    expect(refusal(() => encodeSeo({ ...given, name: '\x1f' }))).toEqual({ code: 'unencodable', field: 'name', offset: 0 });
    expect(decodeSeo(encodeSeo({ ...given, name: ' ~' })[0] as Uint8Array)).toMatchObject({ name: ' ~' });
  });

  it('takes octets and strings only', () => {
    expect(() => encodeSeo({ ...given, data: 'x' as never })).toThrow(TypeError);
    expect(() => encodeSeo({ ...given, name: 7 as never })).toThrow(TypeError);
    expect(() => decodeSeo('x' as never)).toThrow(TypeError);
  });

  it.each([
    ['another magic', hex('2F2F53455801'), 'bad-value', 'SEO/magic', 0],
    ['nothing', hex(''), 'truncated', 'SEO/magic', 0],
    ['an end in the magic', hex(ascii('//SE')), 'truncated', 'SEO/magic', 0],
    ['no version', hex(ascii('//SEO')), 'truncated', 'SEO/version', 5],
    ['another version', hex(`${ascii('//SEO')}02`), 'bad-value', 'SEO/version', 5],
    ['an end in the data size', block().subarray(0, 7), 'truncated', 'SEO/data-size', 6],
    ['an end in the reference', block().subarray(0, 11), 'truncated', 'SEO/reference', 8],
    ['an end in the part', block().subarray(0, 13), 'truncated', 'SEO/part', 12],
    ['an end in the count of parts', block().subarray(0, 15), 'truncated', 'SEO/parts', 14],
    ['an end in the object size', block().subarray(0, 19), 'truncated', 'SEO/object-size', 16],
    ['no length of the type', block().subarray(0, 20), 'truncated', 'SEO/type-length', 20],
    ['an end in the type', block().subarray(0, 23), 'truncated', 'SEO/type', 21],
    ['no length of the name', block().subarray(0, 24), 'truncated', 'SEO/name-length', 24],
    ['an end in the name', block().subarray(0, 28), 'truncated', 'SEO/name', 25],
    ['a data size of 0', block({ size: '0000' }), 'bad-value', 'SEO/data-size', 6],
    ['part 0', block({ part: '0000' }), 'bad-value', 'SEO/part', 12],
    ['part 2 of 1', block({ part: '0200' }), 'bad-value', 'SEO/part', 12],
    ['a size that takes fewer parts', block({ part: '0100', parts: '0200' }), 'bad-value', 'SEO/object-size', 16],
    ['a size that takes more parts', block({ all: 'FFFFFFFF' }), 'bad-value', 'SEO/object-size', 16],
    ['a size of 0', block({ all: '00000000' }), 'bad-value', 'SEO/object-size', 16],
    ['an end in the data', block({ data: '01' }), 'truncated', 'SEO/data', 29],
    ['octets behind the data', block({ fill: '00' }), 'trailing-bytes', 'SEO', 31],
    ['a type of 10 characters', Uint8Array.of(...block().subarray(0, 20), 10), 'bad-value', 'SEO/type-length', 20],
    ['a name of 40 characters', Uint8Array.of(...block().subarray(0, 24), 40), 'bad-value', 'SEO/name-length', 24],
  ])('reading: %s', (_, octets, code, field, offset) => {
    expect(refusal(() => decodeSeo(octets))).toEqual({ code, field, offset });
  });

  const parts = encodeSeo({ type: 'mid', name: '', data: new Uint8Array(300) }).map((octets) => decodeSeo(octets));
  const [first, second, third] = parts as [SeoPart, SeoPart, SeoPart];

  it.each([
    ['no parts', [], 'truncated'],
    ['a missing part', [first, third], 'truncated'],
    ['a part twice', [first, second, second, third], 'trailing-bytes'],
    ['a part of another object', [first, { ...second, reference: 1 }, third], 'bad-value'],
    ['a part of another size', [first, { ...second, objectSize: 301 }, third], 'bad-value'],
    ['a part of another file', [first, { ...second, name: 'x' }, third], 'bad-value'],
    ['a part of another kind', [first, { ...second, type: 'bmp' }, third], 'bad-value'],
    ['a part cut otherwise', [first, { ...second, dataSize: 99 }, third], 'bad-value'],
    ['a part of more', [first, { ...second, parts: 4 }, third], 'bad-value'],
  ])('joining: %s', (_, given, code) => {
    expect(refusal(() => joinSeo(given))).toEqual({ code, field: 'parts', offset: undefined });
  });
});

describe('limits', () => {
  it('65535 blocks fit, one more does not', () => {
    const room = 140 - 25;
    const most = new Uint8Array(65535 * room);
    expect(encodeSeo({ type: 'bmp', name: '', data: most })).toHaveLength(65535);
    expect(refusal(() => encodeSeo({ type: 'bmp', name: '', data: new Uint8Array(most.length + 1) }))).toMatchObject({
      code: 'too-long',
      field: 'data',
    });
  });

  it('a size that no octets back is refused without memory for it', () => {
    const octets = block({ size: '0200', parts: 'FFFF', all: 'FDFF0100' });
    expect(decodeSeo(octets)).toMatchObject({ parts: 65535, objectSize: 131069 });
    expect(refusal(() => joinSeo([decodeSeo(octets)]))).toMatchObject({ code: 'truncated' });
  });
});
