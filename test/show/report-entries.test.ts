import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, bitmapToRows, encodeOtb } from '../../src/bitmap/index.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { identify, inspect } from '../../src/inspect/index.js';
import { describeAnswer } from '../../src/show/answer.js';
import { readDrawing } from '../../src/show/file-readers.js';
import { makeEntry, recognise, sumUp } from '../../src/show/report/entries.js';
import { pageOf } from '../../src/show/report/page.js';
import { pngPixels } from '../support/png-files.js';

const ROWS = ['#..#....', '.##.....', '........', '########'];
const drawing = encodeUtf8(`${ROWS.join('\n')}\n`);

describe('a drawing of # and .', () => {
  it('is a picture, not a text', () => {
    expect(bitmapToRows(readDrawing(drawing) ?? expect.fail('no picture'))).toEqual(ROWS);
    expect(recognise(drawing)).toMatchObject({ format: 'rows', confidence: 0.9, within: [] });
    // What an editor took from the ends of lines is white again.
    expect(readDrawing(encodeUtf8('##\r\n#...\r\n'))).toMatchObject({ widthPx: 4, heightPx: 2 });
  });

  it.each(['...\n...\n', '##########\n', '# A title\n# and more\n', '#.\n', '', '....#\n.x..#\n'])('%j is none', (text) => {
    expect(readDrawing(encodeUtf8(text))).toBeUndefined();
  });

  it('is answered with its size, and is for the phone', () => {
    const field = inspect(drawing);
    const { sentence, shown, carried } = describeAnswer({ octets: drawing, format: identify(drawing)[0]?.format, field });
    expect(sentence).toBe('Picture drawn in # and ., 8 x 4 pixels');
    expect(shown).toHaveLength(1);
    expect(carried).toMatchObject({ kind: 'content', content: { kind: 'pictureMessage' } });
  });

  it('is a PNG in a report, in a section of its own', () => {
    const files = new Map<string, Uint8Array | string>();
    const write = (sha256: string, number: number, extension: string, content: Uint8Array | string) => {
      const name = `${sha256}-${number}${extension}`;
      files.set(name, content);
      return name;
    };
    const sha256 = createHash('sha256').update(drawing).digest('hex');
    const entry = { ...makeEntry(sha256, drawing, { write }), names: ['heart.rows'] };
    expect(entry.exhibits).toMatchObject([{ kind: 'picture', frames: [{ widthPx: 8, heightPx: 4 }] }]);
    const png = files.get(`${sha256}-1.png`);
    const { rgba } = pngPixels(png as Uint8Array);
    expect(rgba[0]).toBe(0);
    expect(rgba[4]).toBe(255);
    const logo = encodeOtb(bitmapFromRows(ROWS));
    const other = { ...makeEntry('ab'.repeat(32), logo, { write, isWithoutTrees: true }), names: ['logo.otb'] };
    const report = sumUp('a folder', 'out_files', [other, entry], []);
    expect(new Set(report.formats.map(({ format }) => format))).toEqual(new Set(['ota-bitmap', 'rows']));
    const page = pageOf(report);
    expect(page).toContain('<h2 id="format-rows-title">Picture drawn in # and . <code>rows</code>');
    expect(page).toContain(`src="out_files/${sha256}-1.png"`);
  });

  it('has its files in the page where there is no folder', () => {
    const write = () => 'x.png';
    const entry = { ...makeEntry('cd'.repeat(32), drawing, { write, isWithoutTrees: true }), names: ['<heart>'] };
    expect(entry).toMatchObject({ json: undefined, faults: [] });
    const page = pageOf(sumUp('3 files', '', [entry], []), (name) => `data:${name}`);
    expect(page).toContain('src="data:x.png"');
    expect(page).toContain('img-src data:');
    expect(page).not.toMatch(/index\.json|href="data:x\.png"/);
  });
});
