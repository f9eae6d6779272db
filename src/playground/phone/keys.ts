/**
 * What the keys of a phone do: the places of its menu, and the way between them. Each key leads from one state to the next. No DOM here.
 *
 *   standby --digit--> dialling --call--> calling --a moment--> standby
 *      |                  `-- *#06# --> imei
 *      `-- soft key --> menu --> messages, dialled numbers, about
 *                                   `--> message --call--> its numbers and links
 *
 * The end key leads back to standby from everywhere.
 * @module
 */

/** A key that writes. */
export type Sign = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '*' | '#' | '+';

/** A key: a sign; below the screen at the left and right; of the navi key; of calls. */
export type PhoneKey = Sign | 'soft' | 'back' | 'up' | 'down' | 'left' | 'right' | 'call' | 'end';

/** Lists of the phone. */
export type ListName = 'menu' | 'messages' | 'dialled' | 'numbers';

/** What is on the screen. */
export type Place =
  | { readonly at: 'standby' }
  | { readonly at: 'dialling'; readonly signs: string }
  | { readonly at: 'calling'; readonly number: string }
  | { readonly at: 'imei' }
  /** @property row the chosen item, from 0 */
  | { readonly at: 'list'; readonly list: ListName; readonly row: number; readonly back: Place }
  | { readonly at: 'about'; readonly back: Place }
  | { readonly at: 'message'; readonly back: Place };

/** A number or an address that a message names. */
export interface Lead {
  readonly kind: 'number' | 'link';
  readonly text: string;
}

/** What a phone remembers, and what is on its screen: what a key does depends on it. */
export interface PhoneState {
  readonly place: Place;
  /** Numbers that were called, the last one first. */
  readonly dialled: readonly string[];
  /** Titles of the messages, the newest first. */
  readonly messages: readonly string[];
  /** Which of them is open. */
  readonly message: number;
  /** Numbers and links of the open message. */
  readonly leads: readonly Lead[];
  /** What its key does: it acts (plays, saves, answers), or leads back. */
  readonly softKey: string;
  readonly acts: boolean;
  /** Its slides. */
  readonly page: number;
  readonly pages: number;
  readonly canScrollUp: boolean;
  readonly canScrollDown: boolean;
}

/** What the view does besides. */
export type Effect =
  /** Opens a message of the list. */
  | { readonly kind: 'open'; readonly message: number }
  /** Does what the message's key says. */
  | { readonly kind: 'act' }
  | { readonly kind: 'scroll' | 'turn'; readonly by: 1 | -1 }
  | { readonly kind: 'tell'; readonly words: string };

/** Where a key leads. What is absent stays. */
export interface Pressed {
  readonly place?: Place;
  readonly dialled?: readonly string[];
  readonly effect?: Effect;
}

/** Signs that can be dialled, and numbers that are remembered. */
const MAX_SIGNS = 32;
const MAX_DIALLED = 10;

const IMEI_CODE = '*#06#';

/** That of no phone: its type is of the range for tests. The last digit is the check digit. */
export const IMEI = '00 123456 789012 8';

const STANDBY: Place = { at: 'standby' };

const MENU = ['Messages', 'Dialled numbers', 'About this phone'] as const;

/** Titles of the lists. */
export const LIST_TITLES: Readonly<Record<ListName, string>> = {
  menu: 'Menu',
  messages: 'Messages',
  dialled: 'Dialled numbers',
  numbers: 'In this message',
};

/** The items of a list. */
export function listItems(list: ListName, { messages, dialled, leads }: PhoneState): readonly string[] {
  switch (list) {
    case 'menu':
      return MENU;
    case 'messages':
      return messages;
    case 'dialled':
      return dialled;
    case 'numbers':
      return leads.map(({ kind, text }) => `${kind === 'number' ? 'Use number' : 'Open link'} ${text}`);
  }
}

/** What the keys below the screen say. */
export function softLabels(state: PhoneState): { readonly soft: string; readonly back: string } {
  const { place, softKey, leads } = state;
  switch (place.at) {
    case 'standby':
      return { soft: 'Menu', back: '' };
    case 'dialling':
      return { soft: 'Call', back: 'Clear' };
    case 'calling':
      return { soft: 'End', back: '' };
    case 'imei':
      return { soft: 'OK', back: '' };
    case 'list':
      return { soft: listItems(place.list, state).length === 0 ? '' : 'Select', back: 'Back' };
    case 'about':
      return { soft: '', back: 'Back' };
    case 'message':
      if (state.acts) return { soft: softKey, back: 'Back' };
      return leads.length > 0 ? { soft: 'Options', back: 'Back' } : { soft: softKey, back: '' };
  }
}

/** The state that a key leads to. */
export function pressKey(state: PhoneState, key: PhoneKey): Pressed {
  if (key === 'end') return { place: STANDBY };
  const { place } = state;
  switch (place.at) {
    case 'standby':
      return pressInStandby(state, key);
    case 'dialling':
      return pressWhileDialling(state, place.signs, key);
    case 'calling':
    case 'imei':
      return key === 'soft' || key === 'back' ? { place: STANDBY } : {};
    case 'list':
      return pressInList(state, place, key);
    case 'about':
      if (key === 'back' || key === 'left') return { place: place.back };
      return key === 'up' || key === 'down' ? scroll(state, key) : {};
    case 'message':
      return pressInMessage(state, place, key);
  }
}

/** The state after a call was tried for a moment. */
export function endCall({ place }: PhoneState): Pressed {
  return place.at === 'calling' ? { place: STANDBY } : {};
}

function pressInStandby({ dialled }: PhoneState, key: PhoneKey): Pressed {
  switch (key) {
    case 'soft':
      return { place: listAt('menu', STANDBY) };
    case 'call':
      return dialled.length === 0 ? tell('No number was dialled yet') : { place: listAt('dialled', STANDBY) };
    case 'up':
    case 'down':
      return { place: listAt('messages', STANDBY) };
    case 'back':
    case 'left':
    case 'right':
    case 'end':
      return {};
    default:
      return { place: { at: 'dialling', signs: key } };
  }
}

function pressWhileDialling(state: PhoneState, signs: string, key: PhoneKey): Pressed {
  switch (key) {
    case 'soft':
    case 'call':
      return call(state, signs);
    case 'back':
    case 'left':
      return { place: signs.length > 1 ? { at: 'dialling', signs: signs.slice(0, -1) } : STANDBY };
    case 'up':
    case 'down':
    case 'right':
    case 'end':
      return {};
    default: {
      const next = signs + key;
      if (next === IMEI_CODE) return { place: { at: 'imei' } };
      return next.length > MAX_SIGNS ? {} : { place: { at: 'dialling', signs: next } };
    }
  }
}

function call({ dialled }: PhoneState, number: string): Pressed {
  const others = dialled.filter((other) => other !== number);
  return { place: { at: 'calling', number }, dialled: [number, ...others].slice(0, MAX_DIALLED) };
}

function pressInList(state: PhoneState, place: Extract<Place, { at: 'list' }>, key: PhoneKey): Pressed {
  const items = listItems(place.list, state);
  const count = items.length;
  switch (key) {
    case 'back':
    case 'left':
      return { place: place.back };
    case 'up':
    case 'down': {
      if (count === 0) return {};
      const row = (place.row + (key === 'down' ? 1 : -1) + count) % count;
      return { place: { ...place, row } };
    }
    case 'soft':
    case 'right':
      return choose(state, place, place.row, false);
    case 'call':
      return choose(state, place, place.row, true);
    default:
      // Menus of the time number their items.
      return choose(state, { ...place, row: Number(key) - 1 }, Number(key) - 1, false);
  }
}

/** @param isCall whether the key for calls chose a number, which is then called at once */
function choose(state: PhoneState, place: Extract<Place, { at: 'list' }>, row: number, isCall: boolean): Pressed {
  if (listItems(place.list, state)[row] === undefined) return {};
  switch (place.list) {
    case 'menu':
      if (row === 0) return { place: listAt('messages', place) };
      return { place: row === 1 ? listAt('dialled', place) : { at: 'about', back: place } };
    case 'messages':
      return { place: { at: 'message', back: { ...place, row } }, effect: { kind: 'open', message: row } };
    case 'dialled':
      return call(state, state.dialled[row] as string);
    case 'numbers': {
      const { kind, text } = state.leads[row] as Lead;
      if (kind === 'link') return tell(`A handset would load ${text} now. This page loads nothing.`);
      const signs = signsOf(text);
      return isCall ? call(state, signs) : { place: { at: 'dialling', signs } };
    }
  }
}

function pressInMessage(state: PhoneState, place: Extract<Place, { at: 'message' }>, key: PhoneKey): Pressed {
  const { acts, leads, softKey, message, messages, page, pages } = state;
  switch (key) {
    case 'soft':
      if (acts) return { effect: { kind: 'act' } };
      return { place: leads.length > 0 ? listAt('numbers', place) : place.back };
    case 'back':
      return { place: place.back };
    case 'call':
      if (acts && softKey === 'Answer') return { effect: { kind: 'act' } };
      return leads.length > 0 ? { place: listAt('numbers', place) } : tell('There is no number in this message');
    case 'up':
    case 'down':
      return scroll(state, key);
    case 'left':
    case 'right': {
      const by = key === 'right' ? 1 : -1;
      if (page + by >= 0 && page + by < pages) return { effect: { kind: 'turn', by } };
      const next = message + by;
      return next >= 0 && next < messages.length ? { effect: { kind: 'open', message: next } } : {};
    }
    default:
      return {};
  }
}

/** By a line; from the end of a slide to the next one. */
function scroll({ canScrollUp, canScrollDown, page, pages, place }: PhoneState, key: 'up' | 'down'): Pressed {
  const by = key === 'down' ? 1 : -1;
  if (by === 1 ? canScrollDown : canScrollUp) return { effect: { kind: 'scroll', by } };
  if (place.at !== 'message' || page + by < 0 || page + by >= pages) return {};
  return { effect: { kind: 'turn', by } };
}

function listAt(list: ListName, back: Place): Place {
  return { at: 'list', list, row: 0, back };
}

function tell(words: string): Pressed {
  return { effect: { kind: 'tell', words } };
}

// ---- numbers of a message ----

/** Numbers and links that are offered, and characters of a text that are looked at. */
const MAX_LEADS = 9;
const MAX_SEARCHED = 10_000;

/** An address; or a number of five to twenty digits with what people write between them. */
const LEAD = /\bhttps?:\/\/[^\s<>"]{1,200}|(?<![\w.+-])\+?\d(?:[ ().-]{0,2}\d){4,19}(?!\w|[-.]\d)/gi;

/** A date, with a time or without: `2026-12-24 18:00`, `27.11.2026`, `1-2-26`. An address of four numbers: `192.168.10.20`. */
const NO_NUMBER =
  /^(?:(?:19|20)\d\d([-.])\d\d?\1\d\d?(?: \d\d?)?|\d\d?([-.])\d\d?\2(?:\d\d){1,2}(?: \d\d?)?|\d{1,3}(?:\.\d{1,3}){3})$/;

/** The signs of a number that are dialled: a 0 in brackets after a country code is not. */
function signsOf(number: string): string {
  const dialled = number.startsWith('+') ? number.replace(/\( *0 *\)/, '') : number;
  return dialled.replace(/[^\d*#+]/g, '');
}

/** Facts whose digits are no telephone numbers. */
const OTHER_DIGITS: ReadonlySet<string> = new Set([
  ...['Id', 'Size', 'Octets', 'Header', 'Data coding', 'Protocol', 'Priority', 'Repeats'],
  ...['Birthday', 'Created', 'Expires', 'Due', 'Completed', 'Alarm'],
]);

/** The facts of a message that may name numbers and addresses. */
export function leadTexts(facts: readonly { readonly name: string; readonly value: string }[]): string[] {
  return facts.filter(({ name }) => !OTHER_DIGITS.has(name)).map(({ value }) => value);
}

/** The numbers and addresses in texts, each once. */
export function findLeads(texts: readonly string[]): Lead[] {
  const found = new Map<string, Lead>();
  for (const text of texts) {
    for (const [match] of text.slice(0, MAX_SEARCHED).matchAll(LEAD)) {
      const isLink = /^http/i.test(match);
      if (!isLink && NO_NUMBER.test(match)) continue;
      const lead = isLink ? match.replace(/[.,;:!?)]+$/, '') : match;
      if (found.size < MAX_LEADS && !found.has(lead)) found.set(lead, { kind: isLink ? 'link' : 'number', text: lead });
    }
  }
  return [...found.values()];
}
