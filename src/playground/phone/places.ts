/**
 * The phone's own pages: what is dialled, menus and lists, the phone itself. No DOM here.
 * @module
 */
import type { Fact } from '../../content/facts.js';
import { blocksOf, text } from '../../content/page.js';
import type { HandsetProfile } from '../../profile/index.js';
import { handsetFacts, nameHandset } from '../../show/handsets.js';
import { IMEI, LIST_TITLES, listItems, type PhoneState, type Place } from './keys.js';
import type { Showing, ShownPage } from './showing.js';

/** What a place of the phone's own shows; the keys' words are left to the caller. */
export function showingOfPlace(
  place: Exclude<Place, { at: 'standby' | 'message' }>,
  state: PhoneState,
  profile: HandsetProfile,
): Showing {
  switch (place.at) {
    case 'dialling':
      return pageOf('Dialling', [{ kind: 'digits', text: place.signs }], [{ name: 'Number', value: place.signs }]);
    case 'calling':
      return pageOf(
        'Calling',
        [text('Calling', true), text(place.number, true)],
        [
          { name: 'Number', value: place.number },
          { name: 'Note', value: 'This page calls nobody.' },
        ],
      );
    case 'imei':
      return pageOf(
        'IMEI',
        [text('IMEI', true), text(IMEI, true), text('(made up)', true)],
        [{ name: 'IMEI', value: `${IMEI}, made up: no phone has it` }],
      );
    case 'list': {
      const items = listItems(place.list, state);
      const blocks = items.map((item, i) => ({ kind: 'item', text: item, isChosen: i === place.row }) as const);
      const facts = items.map((value, i) => ({ name: i === place.row ? `${i + 1}, chosen` : String(i + 1), value }));
      return pageOf(LIST_TITLES[place.list], blocks.length === 0 ? [text('(empty)', true)] : blocks, facts);
    }
    case 'about': {
      const facts = handsetFacts(profile);
      return pageOf('About this phone', [text(nameHandset(profile)), { kind: 'rule' }, ...blocksOf(facts)], facts);
    }
  }
}

function pageOf(title: string, blocks: ShownPage['blocks'], facts: readonly Fact[]): Showing {
  return { title, pages: [{ kind: 'list', title, blocks, softKey: '' }], facts, warnings: [] };
}
