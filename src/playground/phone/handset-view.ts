/**
 * Choosing a handset: a text box with the profiles that answer to what is typed, by the combobox pattern of WAI-ARIA.
 * @module
 */
import { type HandsetProfile, searchHandsets } from '../../profile/index.js';
import { describeScreen, findScreen, nameHandset } from '../../show/handsets.js';
import { fill, h, labelled, uniqueId } from '../ui/dom.js';
import type { ChosenHandset } from './profile.js';

/** Profiles that are offered at once. */
const MAX_OFFERED = 12;

/** A labelled box for a handset. Enter takes the first, or the marked one; leaving without a choice keeps what was chosen. */
export function handsetField(id: string, chosen: ChosenHandset, hint?: string): HTMLElement {
  const listId = uniqueId('handsets');
  const input = h('input', {
    id,
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
  });
  const list = h('ul.handset-list', { id: listId, role: 'listbox', 'aria-label': 'Handsets', hidden: true });
  let found: HandsetProfile[] = [];
  let active = -1;

  const close = () => {
    found = [];
    active = -1;
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (profile: HandsetProfile) => {
    close();
    chosen.set(profile);
    input.value = nameHandset(profile);
  };
  const mark = (index: number) => {
    active = index;
    for (const [i, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(i === index));
      if (i === index) {
        input.setAttribute('aria-activedescendant', option.id);
        option.scrollIntoView({ block: 'nearest' });
      }
    }
  };
  const open = () => {
    found = searchHandsets(input.value, MAX_OFFERED);
    active = -1;
    input.removeAttribute('aria-activedescendant');
    const options = found.map((profile, i) =>
      h(
        'li',
        {
          id: `${listId}-${i}`,
          role: 'option',
          'aria-selected': 'false',
          on: {
            // In place of click: the box would have lost the focus, and closed.
            mousedown: (event) => {
              event.preventDefault();
              choose(profile);
            },
          },
        },
        nameHandset(profile),
        h('span.dim', ` ${describeScreen(findScreen(profile))}`),
      ),
    );
    fill(list, ...options);
    if (found.length === 0 && input.value.trim() !== '')
      fill(list, h('li.dim', { role: 'option', 'aria-selected': 'false' }, 'No such handset'));
    list.hidden = input.value.trim() === '';
    input.setAttribute('aria-expanded', String(!list.hidden));
  };

  input.value = nameHandset(chosen.get());
  chosen.onChange((profile) => {
    input.value = nameHandset(profile);
  });
  input.addEventListener('input', open);
  input.addEventListener('focus', () => input.select());
  input.addEventListener('blur', () => {
    close();
    input.value = nameHandset(chosen.get());
  });
  input.addEventListener('keydown', (event) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (list.hidden) open();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        if (found.length > 0) mark((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
        return;
      }
      case 'Enter': {
        const profile = found[Math.max(0, active)];
        if (profile === undefined) return;
        event.preventDefault();
        choose(profile);
        return;
      }
      case 'Escape':
        if (list.hidden) return;
        event.preventDefault();
        close();
        input.value = nameHandset(chosen.get());
    }
  });
  const element = labelled('Handset', input, hint);
  element.classList.add('handset-field');
  input.after(list);
  return element;
}
