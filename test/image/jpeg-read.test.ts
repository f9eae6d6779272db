import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { jpegHeader } from '../../src/image/jpeg/read.js';
import { exifOrientation } from '../../src/media/exif.js';
import { markerName } from '../../src/media/jpeg-segments.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { fixtureImage, imageItems, joined, jpegFile, patched, SEGMENT, segmentAt } from '../support/jpegs.js';

const BASE = jpegFile('420');

/** Exif data of one entry, as a segment. */
function exifSegment(tiff: string): Uint8Array {
  const data = joined(hex('45 78 69 66 00 00'), hex(tiff));
  return joined(Uint8Array.of(0xff, 0xe1, 0, data.length + 2), data);
}

/** The picture with a segment in front of all others. */
function withSegment(segment: Uint8Array): Uint8Array {
  return joined(BASE.subarray(0, 2), segment, BASE.subarray(2));
}

const LITTLE = '49 49 2A 00 08 00 00 00';
const BIG = '4D 4D 00 2A 00 00 00 08';

describe('headers', () => {
  it.each(imageItems('jpeg').filter(({ width }) => width !== undefined))('$file', async (item) => {
    const octets = fixtureImage(item.file);
    const header = jpegHeader(octets);
    expect([header.widthPx, header.heightPx]).toEqual([item.storedWidth ?? item.width, item.storedHeight ?? item.height]);
    expect(header.orientation).toBe(item.orientation ?? 1);
    const other = await sharp(octets).metadata();
    expect(header.progressive).toBe(other.isProgressive);
    expect(header.components).toHaveLength(other.channels!);
    expect(header.colour === 'grey').toBe(other.space === 'b-w');
    // It does not tell of comments.
    const isCommented = item.file === 'comment-32k.jpg';
    expect(header.hasMetadata).toBe(isCommented || (other.exif ?? other.icc) !== undefined);
  });

  it.each<[name: string, process: string, colour: string, factors: string]>([
    ['444', 'baseline', 'ycbcr', '11 11 11'],
    ['422', 'baseline', 'ycbcr', '21 11 11'],
    ['440', 'baseline', 'ycbcr', '12 11 11'],
    ['420', 'baseline', 'ycbcr', '22 11 11'],
    ['411', 'baseline', 'ycbcr', '41 11 11'],
    ['each-differs', 'baseline', 'ycbcr', '22 21 12'],
    ['grey', 'baseline', 'grey', '11'],
    ['rgb', 'baseline', 'rgb', '11 11 11'],
    ['progressive', 'progressive', 'ycbcr', '22 11 11'],
    ['steps-16-bit', 'extended', 'ycbcr', '22 11 11'],
    ['cmyk-adobe', 'baseline', 'cmyk', '11 11 11 11'],
    ['cmyk-plain', 'baseline', 'cmyk', '11 11 11 11'],
    ['ycck', 'baseline', 'ycck', '22 11 11 22'],
    ['lines-behind', 'baseline', 'ycbcr', '22 11 11'],
    ['fill-octets', 'baseline', 'ycbcr', '22 11 11'],
  ])('%s.jpg is %s %s %s', (name, process, colour, factors) => {
    const header = jpegHeader(jpegFile(name));
    expect(header).toMatchObject({ widthPx: 37, heightPx: 29, process, colour });
    expect(header.components.map(({ horizontal, vertical }) => `${horizontal}${vertical}`).join(' ')).toBe(factors);
  });

  it('three components called R, G and B are that, unless something says otherwise', () => {
    const rgb = jpegFile('rgb');
    expect(jpegHeader(rgb)).toMatchObject({ colour: 'rgb', adobe: 0, jfif: false });
    const adobe = segmentAt(rgb, SEGMENT.APP14);
    const bare = joined(rgb.subarray(0, adobe), rgb.subarray(adobe + 16));
    expect(jpegHeader(bare)).toMatchObject({ colour: 'rgb', adobe: undefined });
    expect(jpegHeader(joined(BASE.subarray(0, 20), bare.subarray(2)))).toMatchObject({ colour: 'ycbcr', jfif: true });
    expect(jpegHeader(patched(rgb, adobe + 15, [1]))).toMatchObject({ colour: 'ycbcr', adobe: 1 });
    expect(jpegHeader(joined(BASE.subarray(0, 2), BASE.subarray(20)))).toMatchObject({ colour: 'ycbcr', jfif: false });
  });

  it('counts what stands in the file besides the picture', () => {
    expect(jpegHeader(BASE)).toMatchObject({ metadataOctets: 0, hasMetadata: false });
    expect(jpegHeader(withSegment(hex('FF FE 00 05 41 42 43')))).toMatchObject({ metadataOctets: 7, hasMetadata: true });
    expect(jpegHeader(withSegment(hex('FF EC 00 02')))).toMatchObject({ metadataOctets: 4 });
    const thumbnail = joined(hex('FF E0 00 13 4A 46 49 46 00 01 01 00 00 01 00 01 01 01 10 20 30'), BASE.subarray(20));
    expect(jpegHeader(joined(BASE.subarray(0, 2), thumbnail))).toMatchObject({ metadataOctets: 3, jfif: true });
  });
});

describe('orientation', () => {
  it.each<[what: string, tiff: string, orientation: number]>([
    ['little-endian', `${LITTLE} 01 00 12 01 03 00 01 00 00 00 06 00 00 00`, 6],
    ['big-endian', `${BIG} 00 01 01 12 00 03 00 00 00 01 00 08 00 00`, 8],
    ['behind another entry', `${BIG} 00 02 01 00 00 04 00 00 00 01 00 00 00 09 01 12 00 03 00 00 00 01 00 03 00 00`, 3],
    ['as LONG', `${BIG} 00 01 01 12 00 04 00 00 00 01 00 00 00 05`, 5],
    ['as BYTE', `${BIG} 00 01 01 12 00 01 00 00 00 01 07 00 00 00`, 7],
    ['0', `${BIG} 00 01 01 12 00 03 00 00 00 01 00 00 00 00`, 1],
    ['9', `${BIG} 00 01 01 12 00 03 00 00 00 01 00 09 00 00`, 1],
    ['two values', `${BIG} 00 01 01 12 00 03 00 00 00 02 00 06 00 06`, 1],
    ['text', `${BIG} 00 01 01 12 00 02 00 00 00 01 06 00 00 00`, 1],
    ['more entries than octets', `${BIG} FF FF 01 12 00 03 00 00 00 01 00 06 00 00`, 6],
    ['an entry that is cut', `${BIG} 00 01 01 12 00 03 00 00 00 01 00`, 1],
    ['an offset past the end', '4D 4D 00 2A 00 00 00 FF 00 01 01 12 00 03 00 00 00 01 00 06 00 00', 1],
    ['an offset of 4 GiB', '4D 4D 00 2A FF FF FF FF 00 01 01 12 00 03 00 00 00 01 00 06 00 00', 1],
    ['an offset onto the header', '4D 4D 00 2A 00 00 00 00 00 01 01 12 00 03 00 00 00 01 00 06 00 00', 1],
    ['neither order', '4D 49 00 2A 00 00 00 08 00 01 01 12 00 03 00 00 00 01 00 06 00 00', 1],
    ['not TIFF', '4D 4D 00 2B 00 00 00 08 00 01 01 12 00 03 00 00 00 01 00 06 00 00', 1],
    ['nothing', '', 1],
  ])('%s', (_, tiff, orientation) => {
    expect(exifOrientation(hex(tiff))).toBe(orientation);
    expect(jpegHeader(withSegment(exifSegment(tiff))).orientation).toBe(orientation);
  });

  it('the first Exif segment counts, and reads inside of itself alone', () => {
    const [six, three] = ['06', '03'].map((value) => exifSegment(`${BIG} 00 01 01 12 00 03 00 00 00 01 00 ${value} 00 00`));
    expect(jpegHeader(withSegment(joined(six!, three!))).orientation).toBe(6);
    // The entry would stand in the segment behind.
    const outside = exifSegment(`${BIG} 00 01`);
    expect(jpegHeader(withSegment(joined(outside, hex('FF FE 00 0E 01 12 00 03 00 00 00 01 00 06 00 00')))).orientation).toBe(
      1,
    );
  });

  it('any octets give an orientation', () => {
    const likely = fc.uint8Array({ maxLength: 60 }).map((rest) => joined(hex(BIG), rest));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), likely), (tiff) => {
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(exifOrientation(tiff));
      }),
    );
  });
});

describe('refusals', () => {
  const sof = segmentAt(BASE, SEGMENT.SOF0);
  const sos = segmentAt(BASE, SEGMENT.SOS);

  it.each<[what: string, octets: Uint8Array, code: string, field: string, offset: number]>([
    ['nothing', hex(''), 'truncated', 'JPEG/SOI', 0],
    ['one octet', hex('FF'), 'truncated', 'JPEG/SOI', 0],
    ['text', hex('48 65 6C 6C 6F'), 'bad-value', 'JPEG/SOI', 0],
    ['SOI alone', hex('FF D8'), 'truncated', 'JPEG/marker', 2],
    ['an end without a picture', hex('FF D8 FF D9'), 'bad-value', 'JPEG/EOI', 2],
    ['no marker', patched(BASE, 2, [0x12]), 'bad-value', 'JPEG/marker', 2],
    ['FF 00 between segments', patched(BASE, 3, [0]), 'bad-value', 'JPEG/marker', 2],
    ['half a marker', hex('FF D8 FF'), 'truncated', 'JPEG/marker', 3],
    ['half a length', hex('FF D8 FF E0 00'), 'truncated', 'JPEG/APP0/length', 4],
    ['a length of 1', patched(BASE, 4, [0, 1]), 'bad-value', 'JPEG/APP0/length', 4],
    ['a length past the end', patched(BASE, 4, [0xff, 0xff]), 'truncated', 'JPEG/APP0', 6],
    ['a second SOI', patched(BASE, 3, [0xd8]), 'bad-value', 'JPEG/SOI', 2],
    ['a restart marker', patched(BASE, 3, [0xd3]), 'bad-value', 'JPEG/RST3', 2],
    ['a reserved marker', patched(BASE, 3, [0x02]), 'bad-value', 'JPEG/FF02', 2],
    ['arithmetic coding', jpegFile('arithmetic'), 'bad-value', 'JPEG/SOF9', 158],
    ['a lossless picture', patched(BASE, sof + 1, [0xc3]), 'bad-value', 'JPEG/SOF3', sof],
    ['a differential one', patched(BASE, sof + 1, [0xc5]), 'bad-value', 'JPEG/SOF5', sof],
    ['a lossless arithmetic one', patched(BASE, sof + 1, [0xcb]), 'bad-value', 'JPEG/SOF11', sof],
    ['a hierarchical one', patched(BASE, sof + 1, [0xde]), 'bad-value', 'JPEG/DHP', sof],
    ['12 bits', patched(BASE, sof + 4, [12]), 'bad-value', 'JPEG/SOF0/precision', sof + 4],
    ['no columns', patched(BASE, sof + 7, [0, 0]), 'bad-value', 'JPEG/SOF0/width', sof + 7],
    ['no lines, and no DNL', patched(BASE, sof + 5, [0, 0]), 'bad-value', 'JPEG/SOF0/height', sof + 5],
    ['no lines, and the end', patched(BASE, sof + 5, [0, 0]).subarray(0, -2), 'truncated', 'JPEG/SOF0/height', sof + 5],
    ['two components', patched(BASE, sof + 9, [2]), 'bad-value', 'JPEG/SOF0/components', sof + 9],
    ['the same component twice', patched(BASE, sof + 13, [1]), 'bad-value', 'JPEG/SOF0/id', sof + 13],
    ['a factor of 0', patched(BASE, sof + 11, [0x02]), 'bad-value', 'JPEG/SOF0/sampling', sof + 11],
    ['a factor of 5', patched(BASE, sof + 11, [0x15]), 'bad-value', 'JPEG/SOF0/sampling', sof + 11],
    ['table 4', patched(BASE, sof + 12, [4]), 'bad-value', 'JPEG/SOF0/quantTable', sof + 12],
    ['a short frame header', patched(BASE, sof + 9, [4]), 'truncated', 'JPEG/SOF0/id', sof + 19],
    ['a long frame header', patched(BASE, sof + 9, [1]), 'trailing-bytes', 'JPEG/SOF0', sof + 13],
    ['two frames', joined(BASE.subarray(0, sos), BASE.subarray(sof)), 'bad-value', 'JPEG/SOF0', sos],
    ['a scan first', joined(BASE.subarray(0, 2), BASE.subarray(sos)), 'bad-value', 'JPEG/SOS', 2],
  ])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => jpegHeader(octets))).toEqual({ code, field, offset });
  });

  it('lenient: what stands between segments is passed over, and said', () => {
    const issues: Issue[] = [];
    const junk = joined(BASE.subarray(0, 2), hex('00 12 FF 00 FF D3 FF 02'), BASE.subarray(2));
    const header = jpegHeader(junk, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(header).toEqual(jpegHeader(BASE));
    expect(issues.map(({ field, offset }) => [field, offset])).toEqual([
      ['JPEG/marker', 2],
      ['JPEG/RST3', 6],
      ['JPEG/FF02', 8],
    ]);
    expect(refusal(() => jpegHeader(hex('FF D8 00 00'), { lenient: true }))).toMatchObject({ code: 'truncated', offset: 4 });
  });

  it('no octets at all', () => {
    expect(() => jpegHeader('FFD8' as unknown as Uint8Array)).toThrow(TypeError);
  });

  it('a limit of pixels, before and behind the first scan', () => {
    const limits = { imagePixels: 37 * 29 - 1 };
    for (const name of ['420', 'lines-behind']) {
      expect(refusal(() => jpegHeader(jpegFile(name), { limits }))).toEqual({
        code: 'limit-exceeded',
        field: 'JPEG/SOF0',
        offset: sof + 5,
      });
      expect(jpegHeader(jpegFile(name), { limits: { imagePixels: 37 * 29 } }).heightPx).toBe(29);
    }
    expect(refusal(() => jpegHeader(patched(BASE, sof + 5, [0xff, 0xff, 0xff, 0xff])))).toMatchObject({
      code: 'limit-exceeded',
    });
  });
});

describe('properties', () => {
  it('arbitrary and damaged octets give a header or a FormatError', () => {
    const names = ['420', 'lines-behind', 'progressive', 'ycck'];
    const likely = fc.uint8Array({ maxLength: 80 }).map((rest) => joined(hex('FF D8 FF C0 00 0B 08 00 08 00 08 01'), rest));
    const files = fc.constantFrom(...names).map((name) => jpegFile(name));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), likely, damaged(files)), fc.boolean(), (octets, lenient) => {
        expectValueOrFormatError(() => jpegHeader(octets, { lenient }), octets.length);
      }),
    );
  });

  it('every marker has a name of its own', () => {
    const names = new Set(Array.from({ length: 256 }, (_, marker) => markerName(marker)));
    expect(names.size).toBe(256);
    expect([0xc0, 0xcf, 0xd4, 0xe2, 0xf5, 0xfe, 0x30].map(markerName)).toEqual([
      ...['SOF0', 'SOF15', 'RST4', 'APP2', 'JPG5', 'COM', 'FF30'],
    ]);
  });
});

// The header must not depend on how the octets came.
it('reads a Buffer out of a pool', () => {
  const pool = Buffer.concat([Buffer.from('in front'), readFileSync('fixtures/images/jpeg/420.jpg')]);
  expect(jpegHeader(pool.subarray(8))).toEqual(jpegHeader(BASE));
});
