import { describe, expect, it } from 'vitest';
import {
  endCall,
  findLeads,
  IMEI,
  leadTexts,
  listItems,
  type PhoneKey,
  type PhoneState,
  type Pressed,
  pressKey,
  softLabels,
} from '../../src/playground/phone/keys.js';
import { showingOfPlace } from '../../src/playground/phone/places.js';
import { findShell } from '../../src/playground/phone/shells.js';
import { findHandset, type HandsetProfile, handsets, parseHandset } from '../../src/profile/index.js';

const nokia = findHandset({ make: 'Nokia', model: '3310' }) as HandsetProfile;
const STANDBY: PhoneState = {
  ...{ place: { at: 'standby' }, dialled: [], messages: ['+447700900123', 'Picture message'], message: 0, leads: [] },
  ...{ softKey: 'Back', acts: false, page: 0, pages: 1, canScrollUp: false, canScrollDown: false },
} as const;

type Reached = PhoneState & { readonly effect?: Pressed['effect'] | undefined };

/** The state after keys one after the other, and what the view was asked to do last. */
function pressAll(keys: readonly PhoneKey[], from: PhoneState = STANDBY): Reached {
  let state: Reached = from;
  for (const key of keys) {
    const { place = state.place, dialled = state.dialled, effect } = pressKey(state, key);
    const message = effect?.kind === 'open' ? effect.message : state.message;
    state = { ...state, place, dialled, message, effect };
  }
  return state;
}
const typed = (digits: string) => [...digits] as PhoneKey[];
const open = (more: Partial<PhoneState> = {}): PhoneState => ({
  ...STANDBY,
  place: { at: 'message', back: { at: 'standby' } },
  ...more,
});

describe('dialling', () => {
  it('digits are on the screen, the call lasts a moment, and its number is remembered', () => {
    const dialling = pressAll(typed('0770*#'));
    expect(dialling.place).toEqual({ at: 'dialling', signs: '0770*#' });
    expect(softLabels(dialling)).toEqual({ soft: 'Call', back: 'Clear' });
    const calling = pressAll(['call'], dialling);
    expect(calling.place).toEqual({ at: 'calling', number: '0770*#' });
    for (const [{ place }, title] of [[dialling, 'Dialling'] as const, [calling, 'Calling'] as const]) {
      if (place.at === 'standby' || place.at === 'message') throw new Error(`${title} is not shown`);
      const { facts, pages } = showingOfPlace(place, STANDBY, nokia);
      expect(pages[0]?.title).toBe(title);
      expect(facts[0]).toEqual({ name: 'Number', value: '0770*#' });
    }
    expect(endCall(calling)).toEqual({ place: { at: 'standby' } });
    expect(endCall(STANDBY)).toEqual({});
    expect(calling.dialled).toEqual(['0770*#']);
    const again = pressAll(['end', 'call', 'call'], calling);
    expect(again.place).toEqual({ at: 'calling', number: '0770*#' });
    expect(again.dialled).toEqual(['0770*#']);
  });

  it('clear takes one digit after the other, at last to standby', () => {
    expect(pressAll([...typed('12'), 'back']).place).toEqual({ at: 'dialling', signs: '1' });
    expect(pressAll([...typed('12'), 'back', 'left']).place).toEqual({ at: 'standby' });
  });

  it('no more digits are taken than a phone has room for', () => {
    expect(pressAll(typed('1'.repeat(50))).place).toEqual({ at: 'dialling', signs: '1'.repeat(32) });
  });

  it('*#06# shows an IMEI that no phone has, its check digit right', () => {
    const { place } = pressAll(typed('*#06#'));
    expect(place).toEqual({ at: 'imei' });
    const digits = [...IMEI.replace(/ /g, '')].map(Number);
    const sum = digits.reduce((all, digit, i) => all + (i % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)), 0);
    expect([digits.length, sum % 10, IMEI.startsWith('00 ')]).toEqual([15, 0, true]);
    if (place.at !== 'imei') throw new Error('no IMEI');
    expect(showingOfPlace(place, STANDBY, nokia).facts[0]?.value).toContain('made up');
    expect(pressAll([...typed('*#06#'), 'soft']).place).toEqual({ at: 'standby' });
  });

  it('a plus, and the end key', () => {
    expect(pressAll(['+', '4', '4']).place).toEqual({ at: 'dialling', signs: '+44' });
    expect(pressAll(['+', '4', 'end']).place).toEqual({ at: 'standby' });
  });
});

describe('the menu', () => {
  it('leads to the messages and back the same way', () => {
    const list = pressAll(['soft', 'soft', 'down']);
    expect(list.place).toMatchObject({ list: 'messages', row: 1 });
    const message = pressAll(['soft'], list);
    expect(message.effect).toEqual({ kind: 'open', message: 1 });
    expect(pressAll(['back'], message).place).toMatchObject({ list: 'messages', row: 1 });
    expect(pressAll(['back', 'back', 'back'], message).place).toEqual({ at: 'standby' });
    expect(pressAll(['end'], message).place).toEqual({ at: 'standby' });
  });

  it('goes round at its ends, and takes the number of an item', () => {
    expect(pressAll(['soft', 'up']).place).toMatchObject({ list: 'menu', row: 2 });
    expect(pressAll(['soft', 'up', 'down']).place).toMatchObject({ list: 'menu', row: 0 });
    const about = pressAll(['soft', '3']).place;
    expect(about).toMatchObject({ at: 'about' });
    if (about.at !== 'about') throw new Error('no page about the phone');
    expect(showingOfPlace(about, STANDBY, nokia).pages[0]?.blocks[0]).toMatchObject({ text: 'Nokia 3310' });
    expect(pressAll(['soft', '9', '#', '+']).place).toMatchObject({ list: 'menu', row: 0 });
    expect(pressAll(['down']).place).toMatchObject({ list: 'messages' });
  });

  it('an empty list has nothing to select', () => {
    const empty = pressAll(['soft', '2'], { ...STANDBY, messages: [] });
    expect(softLabels(empty)).toEqual({ soft: '', back: 'Back' });
    expect(pressAll(['soft', 'down', 'call'], empty).place).toMatchObject({ list: 'dialled', row: 0 });
    if (empty.place.at !== 'list') throw new Error('no list');
    expect(showingOfPlace(empty.place, empty, nokia).pages[0]?.blocks).toMatchObject([{ text: '(empty)' }]);
    expect(pressKey(STANDBY, 'call').effect).toMatchObject({ kind: 'tell' });
  });
});

describe('a message', () => {
  it('scrolls, then turns to the next slide', () => {
    expect(pressKey(open({ canScrollDown: true, pages: 2 }), 'down').effect).toEqual({ kind: 'scroll', by: 1 });
    expect(pressKey(open({ pages: 2 }), 'down').effect).toEqual({ kind: 'turn', by: 1 });
    expect(pressKey(open({ pages: 2, page: 1 }), 'up').effect).toEqual({ kind: 'turn', by: -1 });
    expect(pressKey(open(), 'down')).toEqual({});
  });

  it('left and right go between slides, and between messages', () => {
    expect(pressKey(open({ pages: 2 }), 'right').effect).toEqual({ kind: 'turn', by: 1 });
    expect(pressKey(open(), 'right').effect).toEqual({ kind: 'open', message: 1 });
    expect(pressKey(open(), 'left')).toEqual({});
  });

  it('its key plays or leads back; with numbers it has options', () => {
    expect(softLabels(open({ acts: true, softKey: 'Play' }))).toEqual({ soft: 'Play', back: 'Back' });
    expect(pressKey(open({ acts: true }), 'soft').effect).toEqual({ kind: 'act' });
    expect(softLabels(open())).toEqual({ soft: 'Back', back: '' });
    expect(pressKey(open(), 'soft').place).toEqual({ at: 'standby' });
    const leads = findLeads(['Ring +44 7700 900123.']);
    expect(softLabels(open({ leads }))).toEqual({ soft: 'Options', back: 'Back' });
    expect(pressAll(['soft', 'soft'], open({ leads })).place).toEqual({ at: 'dialling', signs: '+447700900123' });
  });

  it('the key for calls offers its numbers and links', () => {
    const leads = findLeads(['Ring 0770-900 123 or see https://example.org/a?b=1.', 'From 0770-900 123']);
    expect(leads).toEqual([
      { kind: 'number', text: '0770-900 123' },
      { kind: 'link', text: 'https://example.org/a?b=1' },
    ]);
    const list = pressAll(['call'], open({ leads }));
    expect(listItems('numbers', list)).toEqual(['Use number 0770-900 123', 'Open link https://example.org/a?b=1']);
    expect(pressAll(['call'], list).place).toEqual({ at: 'calling', number: '0770900123' });
    expect(pressAll(['down', 'soft'], list).effect).toMatchObject({ words: expect.stringContaining('loads nothing') });
    expect(pressKey(open(), 'call').effect).toEqual({ kind: 'tell', words: 'There is no number in this message' });
    expect(pressKey(open({ acts: true, softKey: 'Answer' }), 'call').effect).toEqual({ kind: 'act' });
  });

  it('a 0 in brackets after a country code is not dialled', () => {
    const dial = (text: string) => pressAll(['soft', 'soft'], open({ leads: findLeads([text]) })).place;
    expect(dial('Ring +44 (0)7700 900123')).toEqual({ at: 'dialling', signs: '+447700900123' });
    expect(dial('Ring (0)7700 900123')).toEqual({ at: 'dialling', signs: '07700900123' });
    expect(dial('Ring +44 (0) 7700 900123')).toEqual({ at: 'dialling', signs: '+447700900123' });
  });

  it('sizes and identifiers are no numbers', () => {
    const facts = [
      ...['Size', 'Id', 'Octets'].map((name) => ({ name, value: '123456' })),
      { name: 'Text', value: '0770 900123' },
    ];
    expect(findLeads(leadTexts(facts))).toEqual([{ kind: 'number', text: '0770 900123' }]);
  });

  it('addresses are found in capitals, too', () => {
    expect(findLeads(['SEE HTTPS://EXAMPLE.ORG/A.'])).toEqual([{ kind: 'link', text: 'HTTPS://EXAMPLE.ORG/A' }]);
  });

  it('dates, amounts and parts of words are no numbers', () => {
    expect(findLeads(['on 1.2.26, 12.50 for 3x, ab12345678, 1234'])).toEqual([]);
    expect(
      findLeads([
        '2026-12-24 18:00',
        '2026-12-24',
        '27.11.2026 9:30',
        '2026-12-24T18:00',
        '27-11-26',
        'at 192.168.10.20',
        '1.1.1.1:80',
      ]),
    ).toEqual([]);
    expect(findLeads(['1'.repeat(200_000)])).toEqual([]);
    expect(findLeads([Array.from({ length: 50 }, (_, i) => `0770900${100 + i}`).join(',')])).toHaveLength(9);
  });
});

describe('shells', () => {
  it.each([
    ['nokia 3310', 'bar'],
    ['nokia 6230i', 'candy'],
    ['motorola v3', 'clamshell'],
    ['samsung sgh-e700', 'clamshell'],
    ['nokia 6131', 'clamshell'],
    ['nokia 7200', 'clamshell'],
    ['sony ericsson z600', 'clamshell'],
    ['siemens cf62', 'clamshell'],
    ['nokia n95-1', 'slider'],
    ['samsung sgh-d600', 'slider'],
    ['siemens sl65', 'slider'],
    ['sony ericsson w910i', 'slider'],
    ['google pixel 7', 'touch'],
    ['generic-smartphone', 'touch'],
    ['samsung gt-s5360', 'touch'],
    ['generic-s30plus', 'candy'],
  ])('%s is a %s', (name, shell) => {
    expect(findShell(parseHandset(name) as HandsetProfile)).toBe(shell);
  });

  it('every handset has one', () => {
    const all = handsets().map(findShell);
    const counts = Object.fromEntries([...new Set(all)].map((shell) => [shell, all.filter((each) => each === shell).length]));
    expect(Object.keys(counts).sort()).toEqual(['bar', 'candy', 'clamshell', 'slider', 'touch']);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(80);
  });
});
