/** The tab Inspect in a real browser: what is pasted is taken apart, and tree and octets point at each other. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Field, inspect } from '../../src/inspect/index.js';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { servePage, TestBrowser, type Watched } from './browser.js';

const LOGO = '0605041582000032F40100100701000045C844887C88448045C80000';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
  [page, watched] = await browser.open(`${server.url}#inspect`);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

/** Gives the input a payload and waits until it is on show; what was there before goes first, or it might be taken for the new. */
async function paste(text: string, title: string | RegExp): Promise<void> {
  await page.locator('#input').fill('');
  await page.locator('#inspect-empty').waitFor();
  await page.locator('#input').fill(text);
  await page.locator('#inspect-title').getByText(title, { exact: true }).waitFor();
}

/** Opens the forks that are folded at first. */
async function openAll(): Promise<void> {
  const folded = page.locator('#tree [aria-expanded="false"] .twisty');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Offsets of the octets that are marked. Only rows in sight exist, so that payloads here are short. */
const marked = () =>
  page
    .locator('#hex [data-offset][aria-selected="true"]')
    .evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.offset)));

const selected = () =>
  page.locator('#tree [aria-selected="true"]').evaluate((row) => {
    const { start, end, path } = (row as HTMLElement).dataset;
    return { name: row.querySelector('.tree-name')?.textContent, start: Number(start), end: Number(end), path };
  });

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);

/** Name of every field, in the order of the tree. */
const namesOf = (field: Field): string[] => [field.name, ...field.children.flatMap(namesOf)];

describe('what is entered', () => {
  it('hex becomes a tree of the very fields of the library', async () => {
    await paste(LOGO, 'user data');
    expect(await page.locator('#understood').textContent()).toContain('28 octets');
    expect(await page.locator('#readings [aria-pressed="true"]').getAttribute('data-format')).toBe('udh');
    await openAll();
    const names = await page.locator('#tree .tree-name').allTextContents();
    const octets = Uint8Array.from(LOGO.match(/../g) as string[], (pair) => Number.parseInt(pair, 16));
    expect(names).toEqual(namesOf(inspect(octets)));
  });

  it('hex in other notations and base64 are the same octets', async () => {
    const octets = LOGO.match(/../g) as string[];
    for (const text of [
      octets.map((octet) => `0x${octet.toLowerCase()}`).join(', '),
      octets.map((octet) => `\\x${octet}`).join(''),
      Buffer.from(LOGO, 'hex').toString('base64'),
    ]) {
      await paste(text, 'user data');
      expect(await page.locator('#understood').textContent()).toContain('28 octets');
      expect(await page.locator('#tree .tree-name').nth(1).textContent()).toBe('UDH');
    }
  });

  it('what cannot be read says where it is wrong, and nothing old passes for new', async () => {
    await page.locator('#input').fill('0605041Q');
    await page.locator('#read-as').selectOption('hex');
    await page.locator('#input-error', { hasText: 'input at 7' }).waitFor();
    expect(await page.locator('#input').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.inspect-results.stale').count()).toBe(1);
    await page.locator('#read-as').selectOption('auto');
  });

  it('a cut payload shows what there is, and the error with field and octet', async () => {
    await paste('01000B917283010010F500000AE8329B', 'SMS-SUBMIT');
    expect(await page.locator('#inspect-error').textContent()).toContain('TP-UD at 13: needs 9 octets, 3 left');
    expect(await page.locator('#tree [role="treeitem"]', { hasText: 'cut: 3 of 10 septets' }).count()).toBe(1);
  });

  it('markup in a payload is text', async () => {
    await paste(Buffer.from('<img src=x onerror=alert(1)><b>bold</b>').toString('hex'), /./);
    expect(await page.locator('#tree img, #tree b, #details img').count()).toBe(0);
    expect(watched.errors).toEqual([]);
  });

  it('a file', async () => {
    await page.locator('#file').setInputFiles('fixtures/images/one-pixel.png');
    await page.locator('#readings [data-format="png"][aria-pressed="true"]').waitFor();
    expect(await page.locator('#tree [role="treeitem"]').count()).toBeGreaterThan(5);
  });

  it('a file that is dropped', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Siren:d=4,o=5,b=125:c,e,g,2c6'], 'siren.rtttl'));
      return transfer;
    });
    await page.locator('#panel-inspect').dispatchEvent('drop', { dataTransfer: data });
    await page.locator('#readings [data-format="rtttl"][aria-pressed="true"]').waitFor();
  });
});

describe('what comes at an odd time', () => {
  /** Drops files, which are read after a while, or not at all. */
  const drop = (files: readonly { name: string; text: string; waitMs?: number; refused?: boolean }[]) =>
    page.evaluate((given) => {
      const made = given.map(({ name, text, waitMs = 0, refused = false }) => {
        const file = new File([text], name);
        const read = () =>
          refused ? Promise.reject(new DOMException('no', 'NotFoundError')) : new Response(text).arrayBuffer();
        file.arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(read()), waitMs));
        return file;
      });
      const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
        dataTransfer: { files: made, types: ['Files'] },
      });
      document.querySelector('#panel-inspect')?.dispatchEvent(event);
    }, files);

  it('a file that is read slowly does not replace what came after it', async () => {
    await drop([{ name: 'slow.rtttl', text: 'Slow:d=4,o=5,b=125:c', waitMs: 400 }]);
    await paste(LOGO, 'user data');
    await page.waitForTimeout(600);
    expect(await page.locator('#inspect-title').textContent()).toBe('user data');
  });

  it('several files are a collection', async () => {
    const two = [
      { name: 'a.rtttl', text: 'A:d=4,o=5,b=125:c' },
      { name: 'b.rtttl', text: 'B:d=4,o=5,b=125:c' },
    ];
    await drop(two);
    await page.locator('#panel-files .files-card', { hasText: 'b.rtttl' }).waitFor();
    expect(await page.locator('#files-count').textContent()).toContain('2 files');
    await page.goBack();
    await page.locator('#panel-inspect').waitFor();
  });

  it('a folder is told by its name, also to those who listen', async () => {
    await drop([{ name: 'old-phones', text: '', refused: true }]);
    await page.locator('#input-error', { hasText: 'old-phones: a folder' }).waitFor();
    // It is said a moment later.
    await page.locator('#live', { hasText: 'old-phones' }).waitFor({ state: 'attached' });
  });

  it('a payload pasted over another is not read as that one was', async () => {
    await paste(LOGO, 'user data');
    await page.locator('#format').selectOption('png');
    await page.evaluate(() => navigator.clipboard.writeText('Siren:d=4,o=5,b=125:c,e,g,2c6'));
    await page.locator('#input').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await page.locator('#readings [data-format="rtttl"][aria-pressed="true"]').waitFor();
    expect(await page.locator('#format').inputValue()).toBe('');
  });

  it('a link that cannot be read stays in the address', async () => {
    const [other, seen] = await browser.open(`${server.url}#inspect/!`);
    await other.locator('#input-error', { hasText: 'link at 0' }).waitFor();
    expect(new URL(other.url()).hash).toBe('#inspect/!');
    expect(seen).toEqual({ strays: [], errors: [] });
    await other.close();
  });
});

describe('two views of one place', () => {
  it('each field that the arrows come to marks its octets, and no others', async () => {
    await paste(LOGO, 'user data');
    await openAll();
    const rows = page.locator('#tree [role="treeitem"]');
    const count = await rows.count();
    expect(count).toBeGreaterThan(20);
    await rows.first().focus();
    for (let i = 1; i < count; i++) {
      await page.keyboard.press('ArrowDown');
      const { start, end, path } = await selected();
      expect(await marked(), path).toEqual(range(start, end));
    }
  });

  it('each octet that is clicked selects the innermost field that holds it', async () => {
    await paste(LOGO, 'user data');
    await openAll();
    const ranges = await page.locator('#tree [role="treeitem"]').evaluateAll((rows) =>
      rows.map((row) => {
        const { start, end } = (row as HTMLElement).dataset;
        return { start: Number(start), end: Number(end) };
      }),
    );
    for (let offset = 0; offset < 28; offset++) {
      await page.locator(`#hex [data-offset="${offset}"]`).click();
      const { start, end } = await selected();
      expect(start <= offset && offset < end).toBe(true);
      const least = Math.min(
        ...ranges.filter((one) => one.start <= offset && offset < one.end).map((one) => one.end - one.start),
      );
      expect(end - start, `octet ${offset}`).toBe(least);
    }
  });

  it('octets are gone through by the keyboard', async () => {
    await paste(LOGO, 'user data');
    await page.locator('#hex [data-offset="0"]').click();
    await page.keyboard.press('ArrowRight');
    expect(await selected()).toMatchObject({ name: 'IEI', start: 1, end: 2 });
  });

  it('a septet is marked by its very bits', async () => {
    // 3GPP TS 23.038 section 6.1.2.1.1: the second septet of E8 32 is the top bit of the first octet and the low six of the second.
    await paste('01000B917283010010F500000AE8329BFD4697D9EC37', 'SMS-SUBMIT');
    await openAll();
    await page.locator('#bits').click();
    const second = page.locator('#tree [role="treeitem"][data-start="13"][data-end="15"]');
    expect(await second.count()).toBe(1);
    await second.click();
    const bits = await page
      .locator('#hex .hex-bit.marked')
      .evaluateAll((cells) =>
        cells.map((cell) => [
          Number((cell.closest('[data-offset]') as HTMLElement).dataset.offset),
          Number((cell as HTMLElement).dataset.place),
        ]),
      );
    expect(bits).toEqual([[13, 0], ...[2, 3, 4, 5, 6, 7].map((place) => [14, place])]);
    await page.locator('#bits').click();
  });

  it('the names of fields keep their words apart for those who listen', async () => {
    await paste(LOGO, 'user data');
    await openAll();
    await page.getByRole('treeitem', { name: 'mcc-digit-3 244 (0xF4) octets 8', exact: true }).waitFor();
  });

  it('bits stand where the octets stood', async () => {
    await page.locator('#input').fill('ab'.repeat(5_000));
    await page.locator('#understood', { hasText: '5000 octets' }).waitFor();
    await page.locator('#hex [data-offset="0"]').click();
    await page.keyboard.press('Control+End');
    await page.locator('#bits').click();
    expect(await page.locator('#hex [data-offset="4999"]').isVisible()).toBe(true);
    await page.locator('#bits').click();
  });

  it('fields inside out: a listing opens the octets of each line', async () => {
    const lines = [
      '00440BD0C2F49C2E7F030000621112900000401E050003070202D27390F8FD5E97C93A100E046FB340311968537601',
      '00440BD0C2F49C2E7F030000621112900000401A050003070201B2EFBA1C440F8BD96590F92D07D1EF6F10',
    ];
    await paste(lines.join('\n'), 'hex');
    const joined = page.locator('#tree [role="treeitem"]', { hasText: 'joined from 2 parts' });
    expect(await joined.textContent()).toContain('Your table for two is booked: 8 pm, 12 €.');
    await page.locator('#tree [role="treeitem"]', { hasText: 'SMS-DELIVER' }).nth(1).click();
    await page.locator('#spaces [aria-current="true"]').waitFor();
    await page.locator('#spaces button').first().click();
    // The way back is no button any more: the focus is not lost with it.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('true');
  });
});

describe('samples', () => {
  it.each(SAMPLES.map(({ format, name }) => [format, name]))('%s: %s', async (format) => {
    await page.locator('#samples').selectOption(format);
    await page.locator(`#readings li:first-child [data-format="${format}"][aria-pressed="true"]`).waitFor();
    expect(await page.locator('#tree [role="treeitem"]').count()).toBeGreaterThan(0);
    expect(await page.locator('#inspect-error').isVisible()).toBe(false);
  });
});

describe('what leads on', () => {
  it('a link holds the payload: another page opens it', async () => {
    await paste(LOGO, 'user data');
    await page.locator('#link').click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link.startsWith(`${server.url}#inspect/`)).toBe(true);
    const [other, seen] = await browser.open(link);
    await other.locator('#inspect-title').getByText('user data', { exact: true }).waitFor();
    expect(await other.locator('#tree [data-start="7"]').count()).toBeGreaterThan(0);
    expect(seen).toEqual({ strays: [], errors: [] });
    await other.close();
  });

  it('the phone shows what it is', async () => {
    await paste(LOGO, 'user data');
    await page.locator('#show').click();
    await page.locator('#panel-phone').waitFor();
    expect(await page.locator('#tab-phone').getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('#phone-title').textContent()).toMatch(/logo/i);
    await page.goBack();
    await page.locator('#panel-inspect').waitFor();
    expect(await page.locator('#inspect-title').textContent()).toBe('user data');
  });

  it('went without a request or an error', () => {
    expect(watched).toEqual({ strays: [], errors: [] });
  });
});
