/** Limits that callers set: one that nothing would exceed is none, and is refused by its name. */
import { describe, expect, it } from 'vitest';
import { bitmapFromPixels, bitmapFromRows, pixelsFromBitmap } from '../../src/bitmap/index.js';
import { allLimits, inheritLimits, limitOf } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/errors.js';
import { probe } from '../../src/image/index.js';
import { identify, inspect } from '../../src/inspect/index.js';
import { decodeMms } from '../../src/mms/index.js';
import { parseCredit, parseForm } from '../../src/protocol/index.js';
import { encodeSi, parseSi } from '../../src/push/index.js';
import { parseRtttl, renderWav } from '../../src/ringtone/index.js';
import { readZip } from '../../src/zip/read.js';

const tune = parseRtttl('a:d=4,o=5,b=100:c');
const anyOctets = new Uint8Array(30);

describe('one limit, or all', () => {
  it('are the defaults where nothing is given', () => {
    expect(limitOf(undefined, 'tuneNotes')).toBe(DEFAULT_LIMITS.tuneNotes);
    expect(limitOf({ tuneNotes: undefined } as never, 'tuneNotes')).toBe(DEFAULT_LIMITS.tuneNotes);
    expect(allLimits(undefined)).toBe(DEFAULT_LIMITS);
    expect(allLimits({ tuneNotes: undefined } as never)).toEqual(DEFAULT_LIMITS);
    expect(inheritLimits().tuneNotes).toBe(DEFAULT_LIMITS.tuneNotes);
  });

  it('are what is given, without end or none at all, too', () => {
    for (const tuneNotes of [0, 1, Number.POSITIVE_INFINITY]) {
      expect(limitOf({ tuneNotes }, 'tuneNotes')).toBe(tuneNotes);
      expect(allLimits({ tuneNotes })).toEqual({ ...DEFAULT_LIMITS, tuneNotes });
      expect(inheritLimits({ tuneNotes }).tuneNotes).toBe(tuneNotes);
    }
  });
});

it.each([5, 'none', []])('%j in place of limits is refused', (limits) => {
  expect(() => limitOf(limits as never, 'tuneNotes')).toThrow(/^limits is .*, not an object$/);
  expect(() => allLimits(limits as never)).toThrow(/^limits is .*, not an object$/);
  expect(() => inheritLimits(limits as never)).toThrow(/^limits is .*, not an object$/);
});

/** Each reads with limits of its own, and by a different way to them. */
const READERS: Readonly<Record<string, [keyof Limits, (limits: Partial<Limits>) => unknown]>> = {
  allLimits: ['tuneNotes', allLimits],
  inheritLimits: ['tuneNotes', inheritLimits],
  parseRtttl: ['tuneNotes', (limits) => parseRtttl('a:d=4,o=5,b=100:c', { limits })],
  renderWav: ['soundMs', (limits) => renderWav(tune, { limits })],
  identify: ['inspectOctets', (limits) => identify(anyOctets, limits)],
  inspect: ['inspectItems', (limits) => inspect(anyOctets, { limits })],
  probe: ['imageOctets', (limits) => probe(anyOctets, { limits })],
  decodeMms: ['mmsOctets', (limits) => decodeMms(anyOctets, { limits })],
  parseForm: ['formFields', (limits) => parseForm('a=b', { limits })],
  parseCredit: ['answerOctets', (limits) => parseCredit('a=b', { limits })],
  encodeSi: [
    'pushItems',
    (limits) => encodeSi(parseSi('<si><indication href="http://a.example/">b</indication></si>'), { limits } as never),
  ],
  bitmapFromPixels: [
    'sourcePixels',
    (limits) => bitmapFromPixels({ widthPx: 1, heightPx: 1, rgba: new Uint8Array(4) }, { widthPx: 1, heightPx: 1, limits }),
  ],
  pixelsFromBitmap: ['sourcePixels', (limits) => pixelsFromBitmap(bitmapFromRows(['#']), { limits })],
  readZip: ['zipOctets', (limits) => readZip(anyOctets, { limits })],
};

describe.each(Object.entries(READERS))('%s', (_, [name, read]) => {
  it.each([Number.NaN, -1, '1000', null, {}])('refuses %j', async (value) => {
    const call = async () => read({ [name]: value });
    await expect(call()).rejects.toThrow(TypeError);
    await expect(call()).rejects.toThrow(new RegExp(`limits\\.${name} is .*, not a number, 0 or more`));
  });
});
