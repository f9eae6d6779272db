/**
 * The drafts in the browser's storage. Where that is closed, or full, nothing is kept, and nobody is troubled.
 * @module
 */
import { parseHandset } from '../../profile/index.js';
import { phoneHandset } from '../phone/profile.js';
import { readStored } from '../ui/storage.js';
import { type Drafts, readDrafts, writeDrafts } from './drafts.js';

const KEY = 'handset-drafts';

/** How long nothing may change before it is kept. */
const SAVE_MS = 400;

/** What is kept now. */
export function keptDrafts(): Drafts {
  return readDrafts(readStored(KEY));
}

/** Parts that wait to be kept, by their places. */
const waiting = new Map<string, (drafts: Drafts) => Drafts>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps a part after a while; another window of the page may have changed the others meanwhile.
 * @param place whose part it is; a later change takes the place of one that waits
 */
function keepLater(place: string, change: (drafts: Drafts) => Drafts): void {
  listen();
  waiting.set(place, change);
  clearTimeout(timer);
  timer = setTimeout(saveDrafts, SAVE_MS);
}

let isListening = false;

/** The page may be closed before the time is up. A worker of the collection has this script too, and no window. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('pagehide', saveDrafts);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveDrafts());
}

/** Keeps now what waits to be kept. */
export function saveDrafts(): void {
  clearTimeout(timer);
  if (waiting.size === 0) return;
  let drafts = keptDrafts();
  for (const change of waiting.values()) drafts = change(drafts);
  waiting.clear();
  try {
    const text = writeDrafts(drafts);
    if (text === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage is full or closed: the page goes on without.
  }
}

/** Keeps what a form holds. @param changes undefined where it holds what it begins with */
export function keepForm(id: string, changes: () => object | undefined): void {
  keepLater(`form ${id}`, (drafts) => {
    const { [id]: _, ...others } = drafts.forms;
    const kept = changes();
    return { ...drafts, forms: kept === undefined ? others : { ...others, [id]: kept } };
  });
}

/** Keeps the settings of the result. */
export function keepSettings(settings: object): void {
  keepLater('settings', (drafts) => ({ ...drafts, settings }));
}

let isHandsetKept = false;

/** The handset of the page is the one that was chosen last time, and is kept from then on. */
export function keepHandset(): void {
  if (isHandsetKept) return;
  isHandsetKept = true;
  const handset = phoneHandset();
  const { handset: id } = keptDrafts();
  const kept = id === undefined ? undefined : parseHandset(id);
  if (kept !== undefined) handset.set(kept);
  handset.onChange((chosen) => keepLater('handset', (drafts) => ({ ...drafts, handset: chosen.id })));
}

/** Removes all drafts from this browser. */
export function forgetDrafts(): void {
  waiting.clear();
  clearTimeout(timer);
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is there.
  }
}
