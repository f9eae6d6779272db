import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bmpPitch, readBmpHeader } from '../../src/bitmap/bmp-header.js';
import { ByteReader } from '../../src/bytes/reader.js';
import type { Issue } from '../../src/bytes/reading.js';
import { FAULTY, file, GOOD, info, infoWith, MASKED, PACKED, RED_BLUE } from '../support/bmp-faults.js';
import { bmpPlans, buildBmp } from '../support/bmp-files.js';
import { refusal } from '../support/hostile.js';

const read = (octets: Uint8Array) => readBmpHeader(new ByteReader(octets));

/** Faults that are seen without a look at the pixels. */
const OF_HEADERS = FAULTY.filter(({ field }) => field !== 'bmp/pixels');

describe('headers', () => {
  it.each<[string, Uint8Array, object]>([
    [
      'a palette, from the bottom up',
      GOOD,
      {
        ...{ widthPx: 3, heightPx: 2, isTopDown: false, depth: 8, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ palette: Uint8Array.of(0, 0, 255, 255, 0, 0, 0, 255, 0, 255, 255, 255), coloursUsed: 4, pixelsAt: 70 },
      },
    ],
    [
      'masks after a header of 40',
      MASKED,
      {
        ...{ widthPx: 2, heightPx: 1, isTopDown: false, depth: 16, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ masks: { red: 0xf800, green: 0x7e0, blue: 0x1f, alpha: 0 } },
        ...{ palette: new Uint8Array(), coloursUsed: 0, pixelsAt: 66 },
      },
    ],
    [
      'runs',
      PACKED,
      {
        ...{ widthPx: 4, heightPx: 2, isTopDown: false, depth: 8, widthAt: 18, depthAt: 28, hasRuns: true },
        ...{ palette: Uint8Array.of(0, 0, 255, 255, 0, 0), coloursUsed: 2, pixelsAt: 62 },
      },
    ],
    [
      'masks in a header of 108, with alpha',
      file(122, `${infoWith(108, 1, 1, 32, '0000F03F 00FC0F00 FF030000 000000C0')} FFFFFF7F`),
      {
        ...{ widthPx: 1, heightPx: 1, isTopDown: false, depth: 32, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ masks: { red: 0x3ff00000, green: 0xffc00, blue: 0x3ff, alpha: 0xc0000000 } },
        ...{ palette: new Uint8Array(), coloursUsed: 0, pixelsAt: 122 },
      },
    ],
    [
      'from the top down, with a gap before the pixels',
      file(68, `${info(3, -1, 8, 0, 2)} ${RED_BLUE} 000000000000 00010000`),
      {
        ...{ widthPx: 3, heightPx: 1, isTopDown: true, depth: 8, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ palette: Uint8Array.of(0, 0, 255, 255, 0, 0), coloursUsed: 2, pixelsAt: 68 },
      },
    ],
    [
      'of 12 octets, with three a colour, and fewer colours than the depth has',
      file(32, '0C000000 0200 0100 0100 0400 010203 040506 01000000'),
      {
        ...{ widthPx: 2, heightPx: 1, isTopDown: false, depth: 4, widthAt: 18, depthAt: 24, hasRuns: false },
        ...{ palette: Uint8Array.of(1, 2, 3, 4, 5, 6), coloursUsed: 0, pixelsAt: 32 },
      },
    ],
  ])('%s', (_, octets, header) => expect(read(octets)).toStrictEqual(header));

  it('masks that no file has', () => {
    const of = (depth: number) => read(file(54, `${info(1, 1, depth)} 00000000`)).masks;
    expect(of(16)).toEqual({ red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 });
    expect(of(32)).toEqual({ red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 });
    expect(of(24)).toBeUndefined();
  });

  it('of every size, depth and compression', () => {
    fc.assert(
      fc.property(bmpPlans, (plan) => {
        const header = read(buildBmp(plan));
        const { widthPx, heightPx, depth, isTopDown = false, hasRuns = false } = plan;
        expect(header).toMatchObject({ widthPx, heightPx, depth, isTopDown, hasRuns });
        const colours = plan.palette?.flatMap((colour) => [colour & 0xff, (colour >> 8) & 0xff, colour >> 16]);
        if (depth <= 8) expect([...header.palette].slice(0, colours?.length)).toEqual(colours);
        if (plan.masks !== undefined) expect(Object.values(header.masks ?? {})).toEqual(plan.masks);
      }),
    );
  });

  it('rows are filled to four octets', () => {
    const pitch = (widthPx: number, depth: number) => bmpPitch({ widthPx, depth });
    expect([pitch(1, 1), pitch(32, 1), pitch(33, 1), pitch(3, 8), pitch(5, 8), pitch(1, 24), pitch(3, 24)]).toEqual([
      4, 4, 8, 4, 8, 4, 12,
    ]);
  });
});

describe('faults of headers', () => {
  it.each(OF_HEADERS)('$why', ({ octets, code = 'bad-value', field, offset, samples }) => {
    expect(refusal(() => read(octets))).toEqual({ code, field, offset });
    const issues: Issue[] = [];
    const leniently = () => readBmpHeader(new ByteReader(octets), { lenient: true, onIssue: (issue) => issues.push(issue) });
    if (samples === undefined && field !== 'bmp/colours-used') {
      expect(refusal(leniently)).toEqual({ code, field, offset });
      return;
    }
    leniently();
    expect(issues[0]).toMatchObject({ code, field, offset });
  });
});
