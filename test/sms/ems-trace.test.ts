/** What the tree says of EMS elements: by hand from the octets and 3GPP TS 23.040 section 9.2.3.24.10. */
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { readUdh } from '../../src/sms/udh.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

/** The fields of an element behind its length. */
function fieldsOf(element: string): readonly Field[] {
  const octets = hex(element);
  const trace = new Trace('message');
  readUdh(new ByteReader(Uint8Array.of(octets.length, ...octets), trace));
  const root = trace.finish(octets.length + 1);
  expectTiling(root);
  return (root.children[0]?.children[1]?.children ?? []).slice(2);
}

const rows = (count: number, row: string, indent = '  ') => new Array<string>(count).fill(`${indent}row ${row}`);

describe('pictures and animations', () => {
  it('a small picture has 16 rows', () => {
    expect(linesOf(fieldsOf(`11 21 05 8001 ${'FF00'.repeat(15)}`))).toEqual([
      'position 5: after character 5',
      'data: 16x16, # black',
      '  row #..............#',
      ...rows(15, '########........'),
    ]);
  });

  it('a large one has 32', () => {
    expect(linesOf(fieldsOf(`10 81 00 ${'00000001'.repeat(32)}`))).toEqual([
      'position 0: before the text',
      'data: 32x32, # black',
      ...rows(32, `${'.'.repeat(31)}#`),
    ]);
  });

  it.each([
    ['0F 21 02', 8, 'FF'],
    ['0E 81 02', 16, 'FFFF'],
  ])('an animation %s has four frames', (head, sidePx, row) => {
    const lines = linesOf(fieldsOf(`${head} ${row.repeat(4 * sidePx)}`));
    expect(lines).toEqual([
      'position 2: after character 2',
      `data: 4 frames of ${sidePx}x${sidePx}, # black`,
      ...[1, 2, 3, 4].flatMap((frame) => [`  frame ${frame}`, ...rows(sidePx, '#'.repeat(sidePx), '    ')]),
    ]);
  });

  it('one of fewer frames, as gammu writes them, has those; of none whole it is octets', () => {
    const lines = linesOf(fieldsOf(`0E 41 0A ${'AAAA'.repeat(32)}`));
    expect(lines.slice(0, 3)).toEqual(['position 10: after character 10', 'data: 2 frames of 16x16, # black', '  frame 1']);
    expect(lines.filter((line) => line === '    row #.#.#.#.#.#.#.#.')).toHaveLength(32);
    const one = linesOf(fieldsOf(`0F 09 00 ${'0F'.repeat(8)}`));
    expect(one).toEqual(['position 0: before the text', 'data: 8x8, # black', ...rows(8, '....####')]);
    expect(linesOf(fieldsOf('0F 04 00 FF FF FF'))).toEqual(['IED 00FFFFFF']);
    expect(linesOf(fieldsOf('0F 01 00'))).toEqual(['IED 00']);
    expect(linesOf(fieldsOf('0F 00'))).toEqual([]);
  });

  it('a variable picture has the size that it gives', () => {
    expect(linesOf(fieldsOf('12 07 00 02 02 FF01 80FF'))).toEqual([
      'position 0: before the text',
      'widthOctets 2: 16 pixels',
      'heightPx 2',
      'data: 16x2, # black',
      '  row ########.......#',
      '  row #.......########',
    ]);
  });

  it('one with other octets than its size asks for has a warning', () => {
    const fields = fieldsOf('12 05 00 02 02 FF 81');
    expect(linesOf(fields).at(-1)).toBe('data FF81');
    expect(fields.at(-1)?.warnings).toEqual(['a picture of 16x2 needs 4 octets']);
  });
});

describe('what handsets have built in', () => {
  it.each([
    ['0B 02 03 00', ['position 3: after character 3', 'sound 0: chimes high']],
    ['0B 02 00 09', ['position 0: before the text', 'sound 9: chord low']],
    ['0B 02 00 0A', ['position 0: before the text', 'sound 10: not defined']],
    ['0D 02 01 03', ['position 1: after character 1', 'animation 3: sadness']],
    ['0D 02 01 0F', ['position 1: after character 1', 'animation 15: not defined']],
  ])('%s', (element, lines) => {
    expect(linesOf(fieldsOf(element))).toEqual(lines);
  });
});

describe('elements about others', () => {
  it.each([
    ['13 01 02', ['objects 2: the next 2 objects are one']],
    ['07 01 01', ['source 1: the sender']],
    ['07 01 03', ['source 3: the service centre']],
    ['07 01 00', ['source 0: not defined']],
    ['07 01 04', ['source 4: not defined']],
    [
      '17 02 00 01',
      ['objects 0: all objects that follow', 'attributes 1', '  reserved 0', '  distribution 1: not to be forwarded'],
    ],
    ['17 02 03 00', ['objects 3: the next 3 objects', 'attributes 0', '  reserved 0', '  distribution 0: may be forwarded']],
    [
      '0A 04 04 05 D6 21',
      [
        'position 4: after character 4',
        'length 5',
        'mode 214',
        '  strikethrough 1: on',
        '  underlined 1: on',
        '  italic 0: off',
        '  bold 1: on',
        '  font size 1: large',
        '  alignment 2: right',
        'colour 33',
        '  background 2: dark red',
        '  foreground 1: dark grey',
      ],
    ],
  ])('%s', (element, lines) => {
    expect(linesOf(fieldsOf(element))).toEqual(lines);
  });
});

describe('extended objects (section 9.2.3.24.10.1.11)', () => {
  const control = (octet: number, prompt: string, distribution: string) => [
    `control ${octet}`,
    '  reserved 0',
    `  user prompt ${prompt}`,
    `  distribution ${distribution}`,
  ];
  const head = (type: string, position: string, bits = control(0, '0: off', '0: may be forwarded')) => [
    'reference 7',
    'length 4',
    ...bits,
    `type ${type}`,
    `position ${position}`,
  ];

  it('the first element has the header of the object', () => {
    expect(linesOf(fieldsOf('14 0B 07 0004 00 01 0102 42454749'))).toEqual([
      ...head('1: iMelody', '258: after character 258'),
      'IED 42454749',
    ]);
    expect(linesOf(fieldsOf('14 07 07 0004 03 06 0000'))).toEqual(
      head('6: black and white animation', '0: before the text', control(3, '1: on', '1: not to be forwarded')),
    );
    expect(linesOf(fieldsOf('14 08 07 0004 00 09 0000 42'))).toEqual([
      ...head('9: not known here', '0: before the text'),
      'IED 42',
    ]);
  });

  it('a picture has rows without filler between them, and filler after the last', () => {
    // 10x2 pixels: 20 bits, and four to fill the octet.
    expect(linesOf(fieldsOf('14 0C 07 0004 00 02 0000 0A 02 80 60 10'))).toEqual([
      ...head('2: black and white picture', '0: before the text'),
      'widthPx 10',
      'heightPx 2',
      'data',
      '  row #........#',
      '  row #........#',
      '  filler',
    ]);
  });

  it('of a picture that goes on in other elements the whole rows are shown', () => {
    const picture = head('2: black and white picture', '0: before the text');
    expect(linesOf(fieldsOf('14 0B 07 0004 00 02 0000 10 20 FFFF'))).toEqual([
      ...[...picture, 'widthPx 16', 'heightPx 32', 'data', '  row ################'],
    ]);
    expect(linesOf(fieldsOf('14 0C 07 0004 00 02 0000 10 20 FFFF 80'))).toEqual([
      ...[...picture, 'widthPx 16', 'heightPx 32', 'data', '  row ################', '  rest'],
    ]);
    expect(linesOf(fieldsOf('14 09 07 0004 00 02 0000 10 20'))).toEqual([...picture, 'widthPx 16', 'heightPx 32']);
    expect(linesOf(fieldsOf('14 08 07 0004 00 02 0000 10'))).toEqual([...picture, 'IED 10']);
    // Without a width there are no rows.
    expect(linesOf(fieldsOf('14 0A 07 0004 00 02 0000 00 20 FF'))).toEqual([
      ...[...picture, 'widthPx 0', 'heightPx 32', 'data', '  rest'],
    ]);
  });

  it.each(['14 03 FF FF FF', '14 07 FF FF FF FF FF FF FF', '14 07 00 0004 00 20 0000'])(
    '%s goes on with an object',
    (element) => {
      const fields = fieldsOf(element);
      expect(fields.map(({ name, meaning }) => [name, meaning])).toEqual([['IED', 'goes on with an extended object']]);
    },
  );
});
