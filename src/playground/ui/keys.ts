/**
 * The keys of the page, by place. No DOM here.
 * @module
 */
import { TAB_NAMES, TABS, type TabName } from '../tab-names.js';

/** What keys do in one place. */
export interface KeyGroup {
  readonly where: string;
  /** The keys, in the order they are pressed in, and what they do. */
  readonly keys: readonly (readonly [keys: readonly string[], what: string])[];
}

/** Every place, and its keys. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    where: 'Anywhere but in text fields',
    keys: [[['?'], 'these keys'], ...TAB_NAMES.map((name) => [['g', TABS[name].key], `to ${TABS[name].title}`] as const)],
  },
  {
    where: 'Tabs',
    keys: [
      [['←', '→'], 'the tab before or after'],
      [['Home', 'End'], 'the first or last tab'],
    ],
  },
  {
    where: 'Start',
    keys: [
      [['Ctrl+V'], 'opens what is pasted'],
      [['Ctrl+Enter'], 'opens what was typed'],
    ],
  },
  {
    where: 'Compose',
    keys: [[['Ctrl+Enter'], 'shows the result on the phone']],
  },
  {
    where: 'Files',
    keys: [
      [['←', '→'], 'from kind to kind'],
      [['↑', '↓', '←', '→', 'PgUp', 'PgDn'], 'from card to card'],
      [['Enter'], 'opens a card; Tab leads to its Play'],
    ],
  },
  {
    where: 'Fields of a payload (tree)',
    keys: [
      [['↑', '↓', '←', '→'], 'move, open and close'],
      [['Home', 'End'], 'the first or last row'],
      [['*'], 'opens all beside this one'],
      [['A–Z'], 'the next name that begins so'],
    ],
  },
  {
    where: 'Octets',
    keys: [
      [['↑', '↓', '←', '→'], 'move; the innermost field is selected'],
      [['Ctrl+C'], 'copies the octets of the field'],
    ],
  },
  {
    where: 'Search',
    keys: [
      [['Enter'], 'the next hit'],
      [['Shift+Enter'], 'the hit before'],
    ],
  },
  {
    where: 'Files',
    keys: [
      [['↑', '↓', '←', '→'], 'the card, or the kind, beside this one'],
      [['Home', 'End'], 'the first or last one'],
      [['PageUp', 'PageDown'], 'a few rows of cards up or down'],
    ],
  },
  {
    where: 'Compose',
    keys: [
      [['Ctrl+Z'], 'undoes a step of the form'],
      [['Ctrl+Y', 'Ctrl+Shift+Z'], 'does it again'],
    ],
  },
  {
    where: 'Drawing a picture',
    keys: [
      [['↑', '↓', '←', '→'], 'move'],
      [['Space'], 'turns a pixel over; begins or ends a line'],
      [['Escape'], 'gives the line up'],
      [['Ctrl+Z', 'Ctrl+Y'], 'takes a step back, does it again'],
    ],
  },
];

/** Time in which the second key of two is waited for, in milliseconds. */
const WAIT_MS = 1500;

/** Tells single keys and pairs from each other. */
export class KeyReader {
  #leaderMs = Number.NEGATIVE_INFINITY;

  /**
   * What a key asks for; undefined for nothing, or for the first key of two.
   * @param key as `KeyboardEvent.key`
   * @param timeMs when it was pressed
   */
  press(key: string, timeMs: number): TabName | 'help' | undefined {
    const isSecond = timeMs - this.#leaderMs <= WAIT_MS;
    this.#leaderMs = key === 'g' && !isSecond ? timeMs : Number.NEGATIVE_INFINITY;
    if (key === '?') return 'help';
    return isSecond ? TAB_NAMES.find((name) => TABS[name].key === key) : undefined;
  }
}
