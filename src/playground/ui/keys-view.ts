/**
 * The dialog with the keys of the page.
 * @module
 */
import { button, h } from './dom.js';
import { KEY_GROUPS, type KeyGroup } from './keys.js';

/** The choice that turns single keys off: some people speak to their browser, and words are single keys there. */
export interface KeysChoice {
  isOn(): boolean;
  set(isOn: boolean): void;
}

let dialog: HTMLDialogElement | undefined;

/** Opens the dialog; it gives the focus back to where it was. */
export function showKeys(choice: KeysChoice): void {
  dialog ??= keysDialog(choice);
  if (!dialog.open) dialog.showModal();
}

function keysDialog(choice: KeysChoice): HTMLDialogElement {
  const close = () => made.close();
  const single = h('input#keys-single', {
    type: 'checkbox',
    checked: choice.isOn(),
    on: { change: () => choice.set(single.checked) },
  });
  const made = h(
    'dialog#keys',
    {
      'aria-labelledby': 'keys-title',
      // Outside of its box is the dialog itself.
      on: { click: (event) => event.target === made && close() },
    },
    h(
      'div.keys-box',
      h('header.keys-head', h('h2#keys-title', 'Keys'), button('Close', close, { id: 'keys-close', autofocus: true })),
      h('div.keys-groups', ...KEY_GROUPS.map(groupTable)),
      h('label.keys-choice', single, 'Single keys (? and g) do something'),
    ),
  );
  document.body.append(made);
  return made;
}

function groupTable({ where, keys }: KeyGroup): HTMLElement {
  return h(
    'table.keys-table',
    h('caption', where),
    h(
      'tbody',
      ...keys.map(([pressed, what]) =>
        h('tr', h('th', { scope: 'row' }, ...pressed.flatMap((key, i) => [i > 0 && ' ', h('kbd', key)])), h('td', what)),
      ),
    ),
  );
}
