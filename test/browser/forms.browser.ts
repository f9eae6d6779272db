/** The forms of the tab Compose from states that were kept: what was changed in one is there in another that is built from its state. */
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/playground/app.js';
import type { FormEntry } from '../../src/playground/compose/compose-tab.js';
import { TestBrowser } from './browser.js';

const FORMS = ['text', 'tune', 'picture', 'logo', 'group', 'card', 'calendar', 'si', 'mms'] as const;

let browser: TestBrowser;
let script: string;

beforeAll(async () => {
  const contents = `import { FORMS } from './src/playground/compose/compose-tab.js'; globalThis.forms = FORMS;`;
  const options = { bundle: true, write: false, format: 'iife', target: 'es2022' } as const;
  const [made, started] = await Promise.all([
    build({ stdin: { contents, resolveDir: process.cwd() }, ...options }),
    TestBrowser.start(),
  ]);
  script = made.outputFiles[0]?.text ?? '';
  browser = started;
});

afterAll(async () => {
  await browser?.stop();
});

it.each(FORMS)('%s', async (id) => {
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.setContent('<p id="live"></p><main></main>');
  await page.addScriptTag({ content: script });
  const { before, after, put, saved, restored } = await page.evaluate(async (name) => {
    const { forms } = globalThis as unknown as { forms: readonly FormEntry[] };
    const form = await (forms.find((each) => each.id === name) as FormEntry).load();
    const nothing = () => undefined;
    const app = new Proxy({}, { get: () => nothing }) as App;
    const settled = () => new Promise((resolve) => setTimeout(resolve, 600));
    const open = async (state?: object) => {
      const opened = form.build(app, nothing, state);
      document.querySelector('main')?.replaceChildren(opened.element);
      await settled();
      return opened;
    };
    const controls = (element: HTMLElement) => [
      // How long new notes are is a tool of the piano roll, not what the form holds.
      ...element.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
        'input, select:not(#tune-new-length), textarea',
      ),
    ];
    /** What a form shows, and what of it. */
    const shown = (element: HTMLElement) =>
      controls(element).map((control) => {
        const value = control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value;
        return [control.id.replace(/^control-\d+$/, ''), value, control.disabled, control.closest('[hidden]') !== null];
      });
    const first = await open();
    for (const control of controls(first.element)) {
      if (control.disabled || control.type === 'file' || control.closest('[hidden]') !== null) continue;
      if (control instanceof HTMLSelectElement) control.selectedIndex = Math.min(2, control.options.length - 1);
      else if (control.type === 'checkbox') (control as HTMLInputElement).checked = true;
      else if (control.type === 'text' && /(?:subject|given|location|id)$/.test(control.id)) control.value += ' 2';
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type));
    }
    const preview = first.element.querySelector<HTMLElement>('.picture-preview');
    for (const key of ['ArrowRight', ' ']) preview?.dispatchEvent(new KeyboardEvent('keydown', { key }));
    await settled();
    const state = JSON.stringify(first.state());
    const fresh = await open();
    const second = await open(JSON.parse(state));
    const shownSecond = shown(second.element);
    fresh.set(JSON.parse(state));
    document.querySelector('main')?.replaceChildren(fresh.element);
    await settled();
    return {
      before: shown(first.element),
      after: shownSecond,
      put: shown(fresh.element),
      saved: state,
      restored: [JSON.stringify(second.state()), JSON.stringify(fresh.state())],
    };
  }, id);
  expect(errors).toEqual([]);
  expect(after).toEqual(before);
  expect(put).toEqual(before);
  expect(restored).toEqual([saved, saved]);
  await page.close();
});
