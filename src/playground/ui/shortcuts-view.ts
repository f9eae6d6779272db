/**
 * Keys that work wherever the focus is, but where letters mean something else: fields of text, lists and trees.
 * @module
 */
import type { App } from '../app.js';
import { button } from './dom.js';
import { KeyReader } from './keys.js';
import { readStored, writeStored } from './storage.js';

const STORED_AS = 'handset-keys';
const OFF = 'off';

let isOn = readStored(STORED_AS) !== OFF;

const choice = {
  isOn: () => isOn,
  set: (wanted: boolean) => {
    isOn = wanted;
    writeStored(STORED_AS, wanted ? 'on' : OFF);
  },
};

/** Listens for `?` and for the keys of tabs. @returns the button that shows all keys */
export function shortcuts(app: Pick<App, 'select'>): HTMLButtonElement {
  const reader = new KeyReader();
  window.addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, isComposing, defaultPrevented, repeat } = event;
    if (defaultPrevented || !isOn || ctrlKey || metaKey || altKey || isComposing || repeat) return;
    if (isWithin(event.target, TEXT) || document.querySelector('dialog[open]') !== null) return;
    // Shift by itself comes between the two.
    if (event.key === 'Shift' || (event.key !== '?' && isWithin(event.target, LETTERS))) return;
    const asked = reader.press(event.key, event.timeStamp);
    if (asked === undefined) return;
    event.preventDefault();
    if (asked === 'help') void openKeys();
    else app.select(asked);
  });
  return button('Keys', () => void openKeys(), { id: 'keys-open', 'aria-haspopup': 'dialog' });
}

async function openKeys(): Promise<void> {
  const { showKeys } = await import('./keys-view.js');
  showKeys(choice);
}

/** What takes text, and what letters choose something in. */
const TEXT = `textarea, select, [contenteditable], input:not(${['button', 'checkbox', 'color', 'file', 'radio', 'range']
  .map((type) => `[type="${type}"]`)
  .join(', ')})`;
const LETTERS = '[role="tree"], [role="listbox"], [role="application"]';

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
