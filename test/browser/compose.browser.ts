/** The tab Compose in a real browser: each form gives the very messages and files that the library gives. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bitmapToRows, decodeOtb, decodeWbmp } from '../../src/bitmap/index.js';
import { fromHex } from '../../src/bytes/index.js';
import { type Content, readSubmits } from '../../src/message/index.js';
import { decodeMms } from '../../src/mms/binary.js';
import { parseRtttl, renderWav } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSubmit, submitText } from '../../src/sms/index.js';
import { accessFaultsInWindows, expectNoSidewaysScroll, servePage, TestBrowser, type Watched } from './browser.js';

const TO = '447700900123';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
  [page, watched] = await browser.open(`${server.url}#compose/text`);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

const choose = (form: string) => page.locator(`#compose-kind input[value="${form}"]`).check();

/** PDUs of the result; hex in full, a line each. */
const pdus = () =>
  page
    .locator('[data-form="pdus"] .pdu-hex')
    .evaluateAll((lines) => lines.map((line) => line.textContent?.replace(/\s/g, '') ?? ''));

/** What a handset makes of the messages of the result; undefined when there are none. */
async function received(): Promise<Content | undefined> {
  const messages = (await pdus()).map((pdu) => decodeSubmit(fromHex(pdu)));
  return messages.length === 0 ? undefined : readSubmits(messages);
}

/** Waits for PDUs that a test accepts: typing settles before they are made. */
async function expectPdus(expected: readonly string[]): Promise<void> {
  await expect.poll(pdus).toEqual(expected);
}

async function saved(name: RegExp): Promise<Uint8Array> {
  const button = page.locator('[data-form="files"] [data-file]').filter({ hasText: 'Save' });
  const names = () => button.evaluateAll((buttons) => buttons.map((one) => (one as HTMLElement).dataset.file as string));
  // Typing settles before files are made.
  await expect.poll(names).toContainEqual(expect.stringMatching(name));
  const found = (await names()).find((each) => name.test(each));
  const press = async (timeout: number) => {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout }),
      page.locator(`[data-file="${found}"]`).click(),
    ]);
    return download;
  };
  // A press in the moment in which the files are made anew meets a button that is gone.
  const download = await press(10_000).catch(() => press(120_000));
  expect(download.suggestedFilename()).toBe(found);
  return new Uint8Array(readFileSync(await download.path()));
}

describe('text', () => {
  it.each([
    ['GSM 7-bit', 'hello [€]'],
    ['UCS-2', 'Привет, мир'],
    ['several messages', 'The quick brown fox jumps over the lazy dog. '.repeat(5).trim()],
  ])('%s: the PDUs of the library', async (_, text) => {
    await choose('text');
    await page.locator('#compose-text').fill(text);
    await expectPdus(
      submitText(text, { to: TO }).map((message) => Buffer.from(encodeSubmit(message)).toString('hex').toUpperCase()),
    );
    for (const form of ['octets', 'at', 'smpp', 'kannel', 'curl']) {
      expect(await page.locator(`[data-form="${form}"]`).count(), form).toBe(1);
    }
  });

  it('a look-alike is put into the text as it stands by then', async () => {
    await page.locator('#compose-text').fill('“a”');
    await page.locator('#use-look-alikes').waitFor();
    await page.evaluate(() => {
      const text = document.querySelector('#compose-text') as HTMLTextAreaElement;
      text.value += ' and more';
      text.dispatchEvent(new Event('input'));
      (document.querySelector('#use-look-alikes') as HTMLElement).click();
    });
    expect(await page.locator('#compose-text').inputValue()).toBe('"a" and more');
  });

  it('the way back from the inspector leads to the form', async () => {
    await choose('tune');
    await page.locator('[data-form="pdus"] button', { hasText: 'Inspect' }).first().click();
    await page.locator('#panel-inspect').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-inspect');
    await page.goBack();
    await page.locator('#panel-compose').waitFor();
    expect(new URL(page.url()).hash).toBe('#compose/tune');
    await choose('text');
  });

  it('a number that is no number with country code is refused at its field', async () => {
    await page.locator('#result-to').fill('07700 900123');
    await page.locator('#result-to[aria-invalid="true"]').waitFor();
    await expectPdus([]);
    await page.locator('#result-to').fill('+44 (0)7700 900123');
    await expect.poll(async () => (await pdus())[0]?.slice(4, 18)).toBe('0C914477000910');
    await page.locator('#result-to').fill(TO);
  });

  it('copies whole lines where the clipboard is closed', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await page.locator('[data-form="at"] summary').click();
    await page.locator('[data-form="at"] button', { hasText: 'Copy' }).click();
    await page.locator('#live', { hasText: 'Copied' }).waitFor({ state: 'attached' });
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    const script = await page.locator('[data-form="at"] pre').textContent();
    expect(script).toContain('\n');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(script);
  });

  it('what a character costs is told', async () => {
    await page.locator('#compose-text').fill('Menü 5 €');
    await page.locator('#panel-compose', { hasText: 'GSM 7-bit, 9 septets' }).waitFor();
    await page.locator('#compose-text').fill('ça va');
    await page.locator('#compose-offenders', { hasText: 'ç' }).waitFor();
  });
});

describe('tune', () => {
  const SIREN = 'Siren:d=4,o=5,b=125:c,8e.,s=s,g,p,2c6';

  it('the messages are read back as the tune that was typed', async () => {
    await choose('tune');
    await page.locator('#tune-text').fill('Siren:d=4,o=5,b=125:c,e,g,p,2c6');
    await expect
      .poll(async () => {
        const content = await received();
        return content?.kind === 'ringtone' && content.tune.notes.length;
      })
      .toBe(5);
  });

  it.each([SIREN, readFileSync('fixtures/files/fur-elise.rtttl', 'utf8')])('sounds as the WAV does: %s', async (rtttl) => {
    const rate = 44_100;
    const samples = await page.evaluate(
      (text) =>
        new Promise<number[]>((resolve) => {
          const done = (rendered: Float32Array) => resolve(Array.from(rendered));
          document.dispatchEvent(new CustomEvent('handset:render', { detail: { rtttl: text, done } }));
        }),
      rtttl,
    );
    const wav = renderWav(parseRtttl(rtttl, { lenient: true }), { sampleRate: rate });
    const pcm = new Int16Array(wav.slice(44).buffer);
    expect(samples.length).toBe(pcm.length);
    let worst = 0;
    for (let i = 0; i < pcm.length; i++)
      worst = Math.max(worst, Math.abs((samples[i] as number) - (pcm[i] as number) / 32_768));
    expect(worst).toBe(0);
  });

  it('a control changes the text as it stands, and an empty one has no faults', async () => {
    await page.evaluate(() => {
      const text = document.querySelector('#tune-text') as HTMLTextAreaElement;
      text.value = 'Other:d=4,o=5,b=125:c,e';
      text.dispatchEvent(new Event('input'));
      const tempo = document.querySelector('#tune-tempo') as HTMLInputElement;
      tempo.value = '160';
      tempo.dispatchEvent(new Event('input'));
    });
    expect(await page.locator('#tune-text').inputValue()).toMatch(/^Other:.*b=160.*:/);
    await page.locator('#tune-name').fill('a:b');
    await page.locator('#panel-compose .error', { hasText: 'title at 1' }).waitFor();
    await page.locator('#tune-style').selectOption('S');
    expect(await page.locator('#tune-name').inputValue()).toBe('Other');
    expect(await page.locator('#panel-compose .error:visible').count()).toBe(0);
    await page.locator('#tune-text').fill('');
    await page.locator('#result-verdict', { hasText: 'Nothing is composed' }).waitFor();
    expect(await page.locator('#tune-issues').textContent()).toBe('');
    await page.locator('#tune-text').fill(SIREN);
    await page.locator('#tune-play:enabled').waitFor();
  });

  it('the fault of a name stays as long as the box holds it, and Play is no reason for it to go', async () => {
    const fault = page.locator('#panel-compose .error:visible', { hasText: 'title at 1' });
    await page.locator('#tune-name').fill('a:b');
    await fault.waitFor();
    await page.locator('#tune-play').click();
    await page.locator('#tune-stop:enabled').click();
    expect(await page.locator('#tune-name').inputValue()).toBe('a:b');
    expect(await page.locator('#tune-name').getAttribute('aria-invalid')).toBe('true');
    expect(await fault.count()).toBe(1);
    await page.locator('#tune-name').fill('Siren');
    await expect.poll(() => page.locator('#panel-compose .error:visible').count()).toBe(0);
  });

  it('what was changed to make it fit is told of a tune alone', async () => {
    await page.locator('#tune-text').fill(`Long:d=4,o=5,b=125:${'c,d#,e.,8g6,'.repeat(200)}c`);
    await page.locator('#tune-fit').selectOption({ index: 1 });
    await page.locator('#tune-changes li').first().waitFor();
    await page.locator('#tune-text').fill('no tune');
    await page.locator('#tune-text[aria-invalid="true"]').waitFor();
    expect(await page.locator('#tune-changes li').count()).toBe(0);
    await page.locator('#tune-fit').selectOption({ index: 0 });
    await page.locator('#tune-text').fill(SIREN);
    await page.locator('#tune-play:enabled').waitFor();
  });

  it('plays, and stops', async () => {
    await page.locator('#tune-play').click();
    await page.locator('#tune-stop:enabled').click();
    await page.locator('#tune-stop:disabled').waitFor();
  });

  it('the files are those of the library', async () => {
    const ott = await saved(/\.(?:ott|rng)$/);
    expect([...ott.subarray(0, 3)]).toEqual([0x02, 0x4a, 0x3a]);
    const midi = await saved(/\.mid$/);
    expect(Buffer.from(midi.subarray(0, 4)).toString()).toBe('MThd');
  });
});

describe('pictures', () => {
  it('a photograph becomes a picture message', async () => {
    await choose('picture');
    await page.locator('#picture-file').setInputFiles('fixtures/images/photo-baseline.jpg');
    await page.locator('#picture-text').fill('Ahoi');
    await expect
      .poll(async () => {
        const content = await received();
        return content?.kind === 'pictureMessage' && [content.bitmap.widthPx, content.bitmap.heightPx, content.text];
      })
      .toEqual([72, 28, 'Ahoi']);
    const rows = bitmapToRows(decodeOtb(await saved(/\.otb$/)));
    expect(rows).toHaveLength(28);
    expect(bitmapToRows(decodeWbmp(await saved(/\.wbmp$/)))).toEqual(rows);
  });

  it('the result follows the level while it is moved, and each way of dithering has its picture', async () => {
    const pictureOf = (canvas: Element) => (canvas as HTMLCanvasElement).toDataURL();
    const ways = async () => {
      const all = await page
        .locator('.dither-picture:visible canvas')
        .evaluateAll((canvases) => canvases.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
      return new Set(all.slice(1)).size;
    };
    await expect.poll(ways).toBe(4);
    await page.locator('summary:visible', { hasText: 'Threshold' }).click();
    await page.locator('#picture-threshold-by').selectOption('own');
    const result = page.locator('#picture-result canvas');
    const before = await result.evaluate(pictureOf);
    // The frame after the input shows it, without a change.
    const after = await page.locator('#picture-threshold').evaluate(async (slider: HTMLInputElement) => {
      slider.value = '60';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.querySelector<HTMLCanvasElement>('#picture-result canvas')?.toDataURL();
    });
    expect(after).not.toBe(before);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await accessFaultsInWindows(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('#picture-threshold-by').selectOption('default');
  });

  it('a file that is refused is told until another one is chosen', async () => {
    const fault = page.locator('#panel-compose .error:visible', { hasText: 'unknown picture format' });
    await page.locator('#picture-file').setInputFiles('package.json');
    await fault.waitFor();
    await page.locator('#picture-text').fill('Ahoi again');
    await expect
      .poll(async () => {
        const content = await received();
        return content?.kind === 'pictureMessage' && content.text;
      })
      .toBe('Ahoi again');
    const invert = () => page.locator('#picture-invert').evaluate((box: HTMLInputElement) => box.click());
    await invert();
    expect(await fault.count()).toBe(1);
    await invert();
    await page.locator('#picture-file').setInputFiles('fixtures/images/photo-baseline.jpg');
    await expect.poll(() => page.locator('#panel-compose .error:visible').count()).toBe(0);
  });

  it('an operator logo for a network, and one without a network is refused at its field', async () => {
    await choose('logo');
    await page.locator('#logo-file').setInputFiles('fixtures/images/logo-alpha.png');
    await page.locator('#logo-mcc').fill('234');
    await page.locator('#logo-mnc').fill('10');
    await expect
      .poll(async () => {
        const content = await received();
        return content?.kind === 'operatorLogo' && [content.mcc, content.mnc, content.bitmap.heightPx];
      })
      .toEqual(['234', '10', 14]);
    await page.locator('#logo-mcc').fill('2');
    await expect
      .poll(() => page.locator('#panel-compose .error:visible').allTextContents())
      .toContainEqual(expect.stringMatching(/mcc/i));
    await expect.poll(pdus).toEqual([]);
    await page.locator('#logo-mcc').fill('234');
  });
});

describe('drawing a picture', () => {
  /** Rows of the group graphic that is composed. */
  const drawn = async () => {
    const content = await received();
    return content?.kind === 'groupGraphic' ? bitmapToRows(content.bitmap) : [];
  };
  const tool = (name: string) => page.locator(`input[name="group-tool"][value="${name}"]`).check();
  const button = (name: string) => page.locator('.compose-form').getByRole('button', { name, exact: true });
  const blank = '.'.repeat(72);
  /** A row with some columns of it dark, counted from 0. */
  const row = (...spans: readonly (readonly [from: number, to: number])[]) =>
    [...blank].map((_, x) => (spans.some(([from, to]) => x >= from && x <= to) ? '#' : '.')).join('');

  /** Draws with the pointer from pixel to pixel, in as many moves as a fast hand makes. */
  async function stroke(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const box = await page.locator('#group-preview').boundingBox();
    if (box === null) throw new Error('no preview');
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + ((x + 0.5) * box.width) / 72, box.y + ((y + 0.5) * box.height) / 14] as const;
    const [first = [0, 0], ...others] = places;
    await page.mouse.move(...at(first as [number, number]));
    await page.mouse.down();
    for (const place of others) await page.mouse.move(...at(place));
    await page.mouse.up();
  }

  it('a pen without gaps, a rectangle, an area and letters; each taken back and done again', async () => {
    await choose('group');
    await page.locator('#group-sample').selectOption('blank');
    await page.locator('#group-preview').scrollIntoViewIfNeeded();
    await stroke([2, 1], [40, 1]);
    await expect.poll(async () => (await drawn())[1]).toBe(row([2, 40]));
    await tool('frame');
    await stroke([1, 4], [6, 8]);
    await expect
      .poll(async () => (await drawn()).slice(4, 9))
      .toEqual([row([1, 6]), ...Array<string>(3).fill(row([1, 1], [6, 6])), row([1, 6])]);
    await tool('fill');
    await stroke([3, 6]);
    await expect.poll(async () => (await drawn())[6]).toBe(row([1, 6]));
    await tool('letters');
    await page.locator('#group-letters').fill('I');
    await stroke([20, 4]);
    await expect.poll(async () => (await drawn())[4]).toBe(row([1, 6], [20, 22]));
    await button('Undo').click();
    await expect.poll(async () => (await drawn())[4]).toBe(row([1, 6]));
    await button('Undo').click();
    await expect.poll(async () => (await drawn())[6]).toBe(row([1, 1], [6, 6]));
    await button('Redo').click();
    await expect.poll(async () => (await drawn())[6]).toBe(row([1, 6]));
  });

  it('inverting and shifting keep what was drawn, and so does coming back from another way of dithering', async () => {
    await page.locator('#group-invert').evaluate((box: HTMLInputElement) => box.click());
    await expect.poll(async () => (await drawn())[6]).toBe(row([0, 0], [7, 71]));
    await page.locator('#group-invert').evaluate((box: HTMLInputElement) => box.click());
    await button('Shift right').click();
    await expect.poll(async () => (await drawn())[6]).toBe(row([2, 7]));
    await page.locator('input[name="group-dither"][value="ordered"]').check();
    await expect.poll(async () => (await drawn())[6]).toBe(blank);
    await page.locator('#group-preview').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await drawn())[6]).toBe(row([2, 7]));
    expect(await page.locator('input[name="group-dither"]:checked').inputValue()).toBe('auto');
    await page.keyboard.press('Control+y');
    await expect.poll(async () => (await drawn())[6]).toBe(blank);
  });

  it('by the keys alone: a line from one end to the other, or given up', async () => {
    await tool('line');
    await page.locator('#group-preview').focus();
    for (let i = 0; i < 72; i++) await page.keyboard.press('ArrowLeft');
    for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(async () => (await drawn())[0]).toBe(row([0, 5]));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect((await drawn()).slice(1)).toEqual(Array<string>(13).fill(blank));
  });

  it('a part of a picture by a frame, in the shape of the result', async () => {
    const line = await drawn();
    await page.locator('#group-file').setInputFiles('fixtures/images/photo-baseline.jpg');
    await expect.poll(drawn).not.toEqual(line);
    await page.locator('.picture-form summary').filter({ hasText: 'a part of the picture' }).click();
    const frame = page.locator('#group-frame');
    await frame.scrollIntoViewIfNeeded();
    const box = await frame.boundingBox();
    if (box === null) throw new Error('no frame');
    const before = await drawn();
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + 12, { steps: 4 });
    await page.mouse.up();
    const crop = await page.locator('#group-crop').inputValue();
    const [, width = '', height = ''] = /^(\d+)x(\d+)\+\d+\+\d+$/.exec(crop) ?? [];
    expect(Number(width) / Number(height)).toBeCloseTo(72 / 14, 0);
    await expect.poll(drawn).not.toEqual(before);
    await button('Undo').click();
    await expect.poll(drawn).toEqual(before);
    expect(await page.locator('#group-crop').inputValue()).toBe('');
  });

  it('a picture that is pasted', async () => {
    const photograph = await drawn();
    await page.locator('#group-sample').selectOption('heart');
    await expect.poll(drawn).not.toEqual(photograph);
    const before = await drawn();
    await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 72, height: 14 });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 72, 14);
      context.fillStyle = '#000';
      context.fillRect(0, 3, 72, 1);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob as Blob })]);
    });
    await page.locator('#group-preview').focus();
    await page.keyboard.press('Control+v');
    await expect
      .poll(async () => (await drawn()).map((each) => (each === '#'.repeat(72) ? 'dark' : each === blank ? '' : 'else')))
      .toEqual([...['', '', '', 'dark'], ...Array<string>(10).fill('')]);
    await button('Undo').click();
    await expect.poll(drawn).toEqual(before);
  });
});

describe('objects and pushes', () => {
  it.each([
    ['group', 'groupGraphic'],
    ['card', 'vcard'],
    ['calendar', 'vcalendar'],
    ['si', 'serviceIndication'],
  ])('%s', async (form, kind) => {
    await choose(form);
    await expect.poll(async () => (await received())?.kind).toBe(kind);
    await page.locator('#result-show').click();
    await page.locator('#panel-phone').waitFor();
    expect(await page.locator('#phone-facts').textContent()).not.toBe('');
    await page.locator('#tab-compose').click();
  });
});

describe('MMS', () => {
  it('slides become a message that is read back whole', async () => {
    await choose('mms');
    await page.locator('#mms-subject').fill('Ahoi');
    // What was made before has no subject.
    const composed = async () => decodeMms(await saved(/\.mms$/));
    await expect.poll(composed).toMatchObject({ subject: 'Ahoi' });
    const message = await composed();
    expect(message.parts?.map(({ contentType }) => contentType)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^application\/smil/),
        expect.stringMatching(/^text\/plain/),
        expect.stringMatching(/^image\//),
      ]),
    );
  });

  it('a file that is refused is told until another one is chosen', async () => {
    const slide = page.locator('.mms-slide').first();
    const files = slide.locator('input[type="file"]');
    await files.first().setInputFiles('package.json');
    const fault = slide.locator('.error:visible', { hasText: 'unknown picture format' });
    await fault.waitFor();
    await page.locator('#mms-subject').fill('Ahoi again');
    await expect.poll(async () => decodeMms(await saved(/^message\.mms$/))).toMatchObject({ subject: 'Ahoi again' });
    expect(await fault.count()).toBe(1);
    await slide.locator('button', { hasText: 'No picture' }).click();
    expect(await fault.count()).toBe(0);
    await page.locator('#mms-subject').fill('Ahoi');
  });

  it('every slide tells the fault of its own tune', async () => {
    const slides = page.locator('.mms-slide');
    const kinds = slides.locator('select:has(option[value="tune"])');
    const tunes = slides.locator('input.mono');
    for (const i of [0, 1]) {
      await kinds.nth(i).selectOption('tune');
      await tunes.nth(i).fill(`no tune ${i}`);
    }
    for (const i of [0, 1]) await slides.nth(i).locator('.error:visible').waitFor();
    await kinds.nth(0).selectOption('');
    await expect.poll(() => slides.nth(0).locator('.error:visible').count()).toBe(0);
    expect(await slides.nth(1).locator('.error:visible').count()).toBe(1);
    await kinds.nth(1).selectOption('');
    await expect.poll(() => slides.locator('.error:visible').count()).toBe(0);
  });

  it('keeps a picture as long as it can be come back to, and no longer', async () => {
    await page.evaluate(() => {
      const counter = globalThis as unknown as { picturesClosed: number };
      counter.picturesClosed = 0;
      const { close } = ImageBitmap.prototype;
      ImageBitmap.prototype.close = function count() {
        counter.picturesClosed++;
        close.call(this);
      };
    });
    const closed = () => page.evaluate(() => (globalThis as unknown as { picturesClosed: number }).picturesClosed);
    await page.locator('#mms-more').click();
    const slide = page.locator('.mms-slide').last();
    const file = slide.locator('input[type="file"]').first();
    const words = slide.locator('.hint', { hasText: 'sent' });
    await file.setInputFiles('fixtures/images/photo-baseline.jpg');
    await words.filter({ hasText: 'photo-baseline.jpg' }).waitFor();
    await file.setInputFiles('fixtures/images/logo-alpha.png');
    await words.filter({ hasText: 'logo-alpha.png' }).waitFor();
    await slide.locator('button', { hasText: /^Remove$/ }).click();
    await page.locator('#mms-more').focus();
    await page.keyboard.press('Control+z');
    await words.filter({ hasText: 'logo-alpha.png' }).waitFor();
    await page.keyboard.press('Control+z');
    await words.filter({ hasText: 'photo-baseline.jpg' }).waitFor();
    expect(await closed()).toBe(0);
    // What was undone cannot be done again once something else is.
    await page.locator('#mms-subject').fill('Ahoi once more');
    await expect.poll(closed).toBe(1);
    await slide.locator('button', { hasText: /^Remove$/ }).click();
    await page.locator('#mms-subject').fill('Ahoi');
  });

  it('photographs become slides in their order, which can be changed, for a phone that takes multimedia messages', async () => {
    const slides = page.locator('.mms-slide');
    while ((await slides.count()) > 1)
      await slides
        .last()
        .locator('button', { hasText: /^Remove$/ })
        .click();
    await page
      .locator('#mms-photos')
      .setInputFiles(['photo-baseline.jpg', 'logo-alpha.png'].map((name) => `fixtures/images/${name}`));
    await expect.poll(() => slides.count()).toBe(3);
    const names = () => slides.locator('.hint', { hasText: 'sent' }).allTextContents();
    await expect
      .poll(async () => (await names()).slice(-2))
      .toEqual([
        expect.stringMatching(/^photo-baseline.jpg, 640 x 480; sent as it is, image/),
        expect.stringMatching(/^logo-alpha.png/),
      ]);
    await page.getByRole('button', { name: 'Slide 3 earlier' }).press('Enter');
    await expect.poll(async () => (await names()).at(-1)).toMatch(/^photo-baseline/);
    await page.locator('#panel-compose .hint', { hasText: 'Nokia 3310 takes no multimedia messages' }).waitFor();
    await page.locator('#mms-photos').setInputFiles(['package.json']);
    await page.locator('#panel-compose .error:visible', { hasText: 'unknown picture format' }).waitFor();
    expect(await slides.count()).toBe(3);
  });

  it('the phone shows its slides', async () => {
    await page.locator('#result-show').click();
    await expect.poll(() => page.locator('#panel-phone').textContent()).toContain('Nokia 6300');
    await page.locator('#panel-phone').waitFor();
    await page.locator('#phone-facts', { hasText: 'Ahoi' }).waitFor();
    await page.locator('#tab-compose').click();
  });
});

describe('a button that is pressed while somebody types acts on what the form holds', () => {
  /** Changes a field and presses something with it, before anything else runs. */
  const typeAndPress = (field: string, value: string, pressed: string) =>
    page.evaluate(
      ([at, typed, button]) => {
        const control = document.querySelector<HTMLInputElement>(at) as HTMLInputElement;
        control.value = typed;
        control.dispatchEvent(new Event('input', { bubbles: true }));
        if (button !== 'Ctrl+Enter') document.querySelector<HTMLElement>(button)?.click();
        else
          control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
      },
      [field, value, pressed] as const,
    );
  const toCompose = () => page.locator('#tab-compose').click();

  it.each([
    ['text', '#compose-text', 'Said just now', '#result-show'],
    ['text', '#compose-text', 'By the keys', 'Ctrl+Enter'],
    ['card', '#card-given', 'Graceful', '#result-show'],
    ['tune', '#tune-text', 'Justnow:d=4,o=5,b=100:c,e,g', '#result-show'],
    ['mms', '#mms-subject', 'Subject of now', '#result-show'],
  ])('%s, %s: the phone has it', async (form, field, value, pressed) => {
    await choose(form);
    await page.locator('#result-show:enabled').waitFor();
    await typeAndPress(field, value, pressed);
    await page.locator('#panel-phone:visible', { hasText: value.split(':')[0] as string }).waitFor();
    await toCompose();
  });

  it('the inspector has it, and so has a file', async () => {
    await choose('text');
    await typeAndPress('#compose-text', 'Looked into at once', '#result-inspect');
    await page.locator('#panel-inspect:visible', { hasText: 'Looked into at once' }).waitFor();
    await toCompose();
    await choose('mms');
    await page.locator('[data-file="message.mms"]').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      typeAndPress('#mms-subject', 'Saved at once', '[data-file="message.mms"]'),
    ]);
    expect(decodeMms(readFileSync(await download.path()))).toMatchObject({ subject: 'Saved at once' });
  });

  it('a file that there is for one message and for several is the new one; one that is gone is not another one', async () => {
    const long = 'Long enough for two messages. '.repeat(8).trim();
    await choose('text');
    await page.locator('#compose-text').fill('Short');
    await page.locator('[data-file="message.pdu"]').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      typeAndPress('#compose-text', long, '[data-file="pdus.txt"]'),
    ]);
    expect(
      readFileSync(await download.path(), 'latin1')
        .trim()
        .split('\n'),
    ).toHaveLength(2);
    await page.locator('#compose-text').fill('Short');
    await page.locator('[data-file="message.pdu"]').waitFor();
    await typeAndPress('#compose-text', long, '[data-file="message.pdu"]');
    await page.locator('#live', { hasText: 'There is no message.pdu any more' }).waitFor({ state: 'attached' });
  });

  /** Chooses photographs for the slides that the form begins with, and presses something else than the page is ready for. */
  async function photograph(files: readonly string[], ...pressed: readonly string[]): Promise<string | null> {
    await choose('mms');
    await page.getByRole('button', { name: 'Start anew' }).click();
    await page.locator('#result-show:enabled').waitFor();
    await page.locator('#mms-photos').setInputFiles([...files]);
    return page.evaluate((selectors) => {
      for (const selector of selectors) document.querySelector<HTMLElement>(selector)?.click();
      return (document.querySelector('#result-show') as HTMLElement).getAttribute('aria-busy');
    }, pressed);
  }
  const photographs = (...names: string[]) => names.map((name) => `fixtures/images/${name}`);
  const isReady = () => expect.poll(() => page.locator('#result-show').getAttribute('aria-busy')).toBe(null);

  it('pictures that are still read and fitted are waited for, with the button busy', async () => {
    const three = photographs('photo-baseline.jpg', 'logo-alpha.png', 'photo-422.jpg');
    expect(await photograph(three, '#result-show')).toBe('true');
    await page.locator('#phone-status:visible', { hasText: /slide \d of 3/ }).waitFor();
    await toCompose();
    await isReady();
  });

  it('nothing happens after it to those who have gone to another tab', async () => {
    await photograph(photographs('photo-baseline.jpg'), '#result-show', '[aria-label="Inspect message.mms"]', '#tab-files');
    await isReady();
    expect(await page.locator('#panel-files').isVisible()).toBe(true);
    await toCompose();
  });

  it('nothing happens after it to another form', async () => {
    await photograph(photographs('photo-baseline.jpg'), '#result-show', '#compose-kind input[value="text"]');
    await isReady();
    expect(await page.locator('#panel-compose').isVisible()).toBe(true);
    await page.locator('#compose-text').waitFor();
  });

  it('a form that was left and chosen again has its photographs to wait for', async () => {
    const three = photographs('photo-baseline.jpg', 'logo-alpha.png', 'photo-422.jpg');
    const forms = ['text', 'mms'].map((form) => `#compose-kind input[value="${form}"]`);
    await photograph(three, ...forms, '#result-show');
    await page.locator('#phone-status:visible', { hasText: /slide \d of 3/ }).waitFor();
    await toCompose();
  });

  it('a message is not shown without the photograph that cannot be read', async () => {
    await choose('mms');
    await page.locator('#result-show:enabled').waitFor();
    await page.evaluate(() => {
      const input = document.querySelector('#mms-photos') as HTMLInputElement;
      const chosen = new DataTransfer();
      chosen.items.add(new File(['a text'], 'photo.jpg'));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      document.querySelector<HTMLElement>('#result-show')?.click();
    });
    await page.locator('#panel-compose .error:visible', { hasText: 'unknown picture format' }).waitFor();
    await isReady();
    expect(await page.locator('#panel-compose').isVisible()).toBe(true);
  });
});

it('went without a request or an error', () => {
  expect(watched).toEqual({ strays: [], errors: [] });
});
