/** The piano roll in a real browser: edited by mouse, by touch and by the keyboard alone; the text follows, and the roll follows the text. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, expectNoSidewaysScroll, servePage, TestBrowser, type Watched } from './browser.js';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
  [page, watched] = await browser.open(`${server.url}#compose/tune`);
  await page.locator('#tune-grid').waitFor();
});

afterAll(async () => {
  expect(watched).toEqual({ strays: [], errors: [] });
  await browser?.stop();
  await server?.close();
});

const chosen = () => page.locator('#tune-chosen').textContent();
/** The notes of the text, without name and defaults. */
const notes = () =>
  page
    .locator('#tune-text')
    .inputValue()
    .then((text) => text.replace(/^[^:]*:[^:]*:/, ''));

const FOUR = 'T:d=4,o=5,b=100:c,d,e,g';

/** Writes a tune of four notes, and waits until it is drawn. */
async function writeFour(): Promise<void> {
  await page.locator('#tune-text').fill(FOUR);
  const drawn = () => page.locator('.tune-notes li').allTextContents();
  await expect.poll(drawn).toEqual(['c5, quarter', 'd5, quarter', 'e5, quarter', 'g5, quarter']);
}

/** A place in the roll by quarters, and by semitones above c5. */
async function placeAt(quarters: number, semitones: number): Promise<{ readonly x: number; readonly y: number }> {
  const { left, top, width } = await page.locator('#tune-roll').evaluate((canvas) => {
    canvas.scrollIntoView({ block: 'center' });
    const { left, top, width } = canvas.getBoundingClientRect();
    return { left, top, width };
  });
  // Four notes of a quarter, from c5 to g5: two quarters are free after them, six lanes above.
  const quarter = Math.min(72, Math.max(26, (width - 30) / 6));
  return { x: left + 30 + quarters * quarter, y: top + (79 + 6 - 72 - semitones) * 10 + 5 };
}

describe('by mouse', () => {
  it('a note is dragged to another pitch, and its end to another length', async () => {
    await writeFour();
    const d = await placeAt(1.5, 2);
    await page.mouse.move(d.x, d.y);
    await page.mouse.down();
    await page.mouse.move(d.x, d.y - 30, { steps: 5 });
    await page.mouse.up();
    expect(await notes()).toBe('c,f,e,g');
    const end = await placeAt(2, 5);
    await page.mouse.move(end.x - 3, end.y);
    await page.mouse.down();
    await page.mouse.move(end.x + 72, end.y, { steps: 5 });
    await page.mouse.up();
    expect(await notes()).toBe('c,2f,e,g');
    expect(await chosen()).toBe('Chosen: 2 of 4, f5, half');
  });

  it('a note is dragged to another time', async () => {
    await writeFour();
    const c = await placeAt(0.5, 0);
    await page.mouse.move(c.x, c.y);
    await page.mouse.down();
    const e = await placeAt(2.7, 0);
    await page.mouse.move(e.x, e.y, { steps: 5 });
    await page.mouse.up();
    expect(await notes()).toBe('d,e,c,g');
  });

  it('a free place takes a note of the length that is chosen, the lowest row a rest', async () => {
    await writeFour();
    await page.locator('#tune-new-length').selectOption({ label: '8th, dotted' });
    const free = await placeAt(4.5, 4);
    await page.mouse.click(free.x, free.y);
    expect(await notes()).toBe('c,d,e,g,8e.');
    await writeFour();
    const { x } = await placeAt(4.5, 0);
    const { bottom } = await page.locator('#tune-roll').evaluate((canvas) => canvas.getBoundingClientRect());
    await page.mouse.click(x, bottom - 8);
    expect(await notes()).toBe('c,d,e,g,8p.');
  });

  it('a pointer that comes from elsewhere, or goes on from a free place, adds no note', async () => {
    await writeFour();
    const free = await placeAt(4.5, 4);
    const { top } = await page.locator('#tune-roll').evaluate((canvas) => canvas.getBoundingClientRect());
    await page.mouse.move(free.x, top - 8);
    await page.mouse.down();
    await page.mouse.move(free.x, free.y, { steps: 3 });
    await page.mouse.up();
    expect(await notes()).toBe('c,d,e,g');
    await page.mouse.down();
    await page.mouse.move(free.x + 20, free.y, { steps: 3 });
    await page.mouse.up();
    expect(await notes()).toBe('c,d,e,g');
  });

  it('the whole tune goes up and down; the tools do what the keys do', async () => {
    await writeFour();
    await page.getByRole('button', { name: 'Tune +1: higher' }).click();
    expect(await notes()).toBe('c#,d#,f,g#');
    await page.getByRole('button', { name: 'Delete the note' }).click();
    expect((await notes()).split(',')).toHaveLength(3);
  });
});

describe('by touch', () => {
  it('a note is dragged to another pitch, and a free place that is touched takes a note', async () => {
    await writeFour();
    await page.locator('#tune-new-length').selectOption({ label: 'quarter' });
    const d = await placeAt(1.5, 2);
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', d);
    for (const up of [10, 20, 30]) await touch('touchMove', { x: d.x, y: d.y - up });
    await touch('touchEnd');
    await expect.poll(notes).toBe('c,f,e,g');
    await writeFour();
    await touch('touchStart', await placeAt(4.5, 4));
    await touch('touchEnd');
    await expect.poll(notes).toBe('c,d,e,g,e');
    await cdp.detach();
  });
});

describe('by the keyboard alone', () => {
  it('notes are chosen, moved, made longer, dotted, added and removed', async () => {
    await writeFour();
    await page.locator('#tune-grid').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await chosen()).toBe('Chosen: 2 of 4, d5, quarter');
    expect(await page.locator('#live').textContent()).toBe('2: d5, quarter');
    for (const [key, wanted] of [
      ['ArrowUp', 'c,d#,e,g'],
      ['Shift+ArrowUp', 'c,d#6,e,g'],
      ['Shift+ArrowDown', 'c,d#,e,g'],
      [']', 'c,2d#,e,g'],
      ['[', 'c,d#,e,g'],
      ['.', 'c,d#.,e,g'],
      ['Delete', 'c,e,g'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await notes(), key).toBe(wanted);
    }
    await page.locator('#tune-new-length').selectOption({ label: 'quarter' });
    await page.locator('#tune-grid').focus();
    await page.keyboard.press('n');
    expect(await notes()).toBe('c,e,e,g');
    await page.keyboard.press('r');
    expect(await notes()).toBe('c,e,e,p,g');
  });

  it('plays from the chosen note', async () => {
    await page.locator('#tune-grid').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#tune-now').textContent()).toMatch(/^5\/5 g5|5 notes/);
    await page
      .locator('#tune-stop')
      .click({ force: true, timeout: 1_000 })
      .catch(() => undefined);
  });
});

describe('limits', () => {
  it('what does not fit is told below the roll', async () => {
    await page
      .locator('#tune-text')
      .fill(`T:d=4,o=5,b=100:${Array.from({ length: 200 }, (_, i) => 'cdefgab'[(i * i) % 7]).join(',')}`);
    await page.locator('#tune-fit').selectOption('nokia 1');
    await expect.poll(() => page.locator('#tune-limits').textContent()).toMatch(/^Hatched: \d+ of 200 notes do not fit/);
    await page.locator('#tune-fit').selectOption('');
    await expect.poll(() => page.locator('#tune-limits').isHidden()).toBe(true);
  });
});

describe('on any window', () => {
  it.each([360, 768, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme }))))(
    '$width pixels, $scheme: no fault, no sideways scroll',
    async (view) => {
      const [other] = await browser.open(`${server.url}#compose/tune`, { ...view, height: 800 });
      await other.locator('#tune-grid').waitFor();
      expect(await accessFaults(other)).toEqual([]);
      await expectNoSidewaysScroll(other);
      await other.close();
    },
  );
});
