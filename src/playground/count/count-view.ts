/**
 * The page that counts: the form for texts of the playground by itself, with a link to what it shows.
 * @module
 */
import type { OpenForm } from '../app.js';
import { COUNT_ROWS, TEXT_FORM, type TextState } from '../compose/text-form.js';
import { buildText } from '../compose/text-view.js';
import { announce, copyButton, fill, h } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { themeButton } from '../ui/tabs-view.js';
import { linkOf, readLink } from './link.js';

const element = (id: string) => document.getElementById(id) as HTMLElement;

const fault = faultLine();
const stage = h('div');
let opened: OpenForm | undefined;

const state = () => opened?.state() as TextState | undefined;
const link = () => {
  const held = state();
  return held && linkOf(held);
};
const copy = copyButton(
  'Copy link',
  () => {
    const fragment = link() ?? '';
    history.replaceState(null, '', fragment);
    return location.href;
  },
  { id: 'copy-link', 'aria-describedby': 'copy-link-hint' },
);
const hint = h('p.hint', { id: 'copy-link-hint' });

/** A text that is too long has no link. */
function changed(): void {
  const isEmpty = (state()?.text ?? '') === '';
  copy.disabled = isEmpty || link() === undefined;
  hint.textContent =
    !isEmpty && copy.disabled ? 'Too long for a link.' : 'It holds the text after the #, which is not sent to any server.';
}

/** Puts what the address holds into the form, which keeps what it has at any other address: the skip link has one of its own. */
function takeLink(): void {
  try {
    const linked = readLink(location.hash);
    fault.show(undefined);
    if (linked !== undefined) opened?.set({ ...TEXT_FORM.initial(new Date(), 0), ...linked });
  } catch (error) {
    fault.show(error);
  }
}

fill(element('main'), h('div.compose', h('div.card.stack', fault.element, stage, h('div.row.link-row', copy, hint))));
element('tools').append(themeButton({ announce }));
opened = buildText({ announce }, changed, { text: '' }, [...COUNT_ROWS, { slot: 'bars' }]);
fill(stage, opened.element);
changed();
takeLink();
window.addEventListener('hashchange', takeLink);
document.documentElement.dataset.ready = '';
