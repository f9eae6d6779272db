import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeGif } from '../../src/image/gif/write.js';
import { repurpose, repurposeAll } from '../../src/image/index.js';
import { parseHandset } from '../../src/profile/index.js';

const folder = new URL('../../fixtures/images/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:jpg|png|gif|bmp|wbmp)$/.test(name),
);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

const NAMES = [
  'Nokia 3310',
  'Nokia 8310',
  'Nokia 7110',
  'Nokia 6210',
  'Siemens SL45',
  'Siemens S45',
  'Sony Ericsson T68i',
  'Sony Ericsson T610',
  'Nokia 7650',
  'Nokia 6230',
  'Motorola V3',
  'Nokia N95',
];
const handsets = NAMES.map((name) => parseHandset(name)!);

describe('a result has no more octets than its file, or a warning that says how many', () => {
  it('every picture for twelve handsets', async () => {
    let larger = 0;
    let results = 0;
    for (const name of files) {
      const octets = read(name);
      const outcomes = await repurposeAll(octets, handsets, { name });
      for (const [i, outcome] of outcomes.entries()) {
        if (!outcome.ok) continue;
        const { octets: made, contentType, source, warnings } = outcome.value;
        const said = warnings.filter((warning) => warning.includes('no smaller one looks the same'));
        const isLarger = made.length > octets.length;
        const grown = `the result has ${made.length} octets, the file ${octets.length}: no smaller one looks the same`;
        expect(said, `${name} for ${NAMES[i]}`).toEqual(isLarger ? [grown] : []);
        // Of the same format only where something shines through, which is laid over white.
        if (isLarger && source?.contentType === contentType) expect(source?.hasAlpha, name).toBe(true);
        larger += isLarger ? 1 : 0;
        results++;
      }
    }
    expect(results).toBeGreaterThan(1_500);
    // Black and white of tiny files, and exact GIFs in place of PNGs.
    expect(larger / results).toBeLessThan(0.015);
  });

  it.each([
    ['jpeg/grey.jpg', 'Sony Ericsson T68i', 'image/gif'],
    ['jpeg/410.jpg', 'Sony Ericsson T68i', 'image/gif'],
    ['jpeg/steps-16-bit.jpg', 'Nokia 6230', 'image/jpeg'],
    ['photo-422.jpg', 'Sony Ericsson T68i', 'image/gif'],
  ])('%s for %s, in less of which nothing is seen', async (name, handset, contentType) => {
    const octets = read(name);
    const result = await repurpose(octets, parseHandset(handset)!);
    expect([result.octets.length <= octets.length, result.contentType, result.warnings]).toEqual([true, contentType, []]);
  });

  it('an animation keeps its frames, and all that is seen of them', async () => {
    const [widthPx, heightPx] = [240, 240];
    const rgb = Uint8Array.from({ length: 3 * 8 }, (_, i) => Math.floor(i / 3) * 36);
    const frames = Array.from({ length: 4 }, (_, frame) => ({
      delayMs: 100,
      indices: Uint8Array.from({ length: widthPx * heightPx }, (_, i) => {
        const [x, y] = [(i % widthPx) - 100, Math.floor(i / widthPx) - 100];
        return Math.floor(Math.hypot(x, y) / 30 + frame) & 7;
      }),
    }));
    const octets = encodeGif({ widthPx, heightPx, palette: { rgb }, frames });
    const result = await repurpose(octets, parseHandset('Motorola V3')!);
    expect(result.frames).toBe(4);
    expect([result.octets.length <= octets.length, result.warnings]).toEqual([true, []]);
  });
});
