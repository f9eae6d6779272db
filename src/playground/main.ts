/**
 * The playground: inspect payloads, compose messages, see them on a phone, and read the inboxes of virtual handsets. One page without a server.
 * @module
 */
import { type App, TAB_NAMES, type TabName } from './app.js';
import { composeTab } from './compose/compose-tab.js';
import { inboxTab } from './inbox/inbox-tab.js';
import { inspectTab } from './inspect/inspect-tab.js';
import { phoneTab } from './phone/phone-tab.js';
import { announce } from './ui/dom.js';
import { readFragment, Tabs, themeButton, writeFragment } from './ui/tabs-view.js';

const element = (id: string) => document.getElementById(id) as HTMLElement;

const app: App = {
  inspect(octets, options) {
    goTo('inspect');
    inspect.open(octets, options);
  },
  show(shown) {
    phone.show(shown);
    goTo('phone');
  },
  announce,
  select: goTo,
  setFragment(tab, rest) {
    if (tabs.front === tab) writeFragment(tab, rest);
  },
};
const inspect = inspectTab(app);
const phone = phoneTab(app);
const all = { inspect, compose: composeTab(app), phone, inbox: inboxTab(app) };
const tabs = new Tabs(all, element('tabs'), element('main'));
element('tools').append(themeButton(app));

/** Another tab comes to the front because of something in this one: the focus goes with it, and the page begins at its top. */
function goTo(tab: TabName): void {
  if (!tabs.step(tab)) return;
  all[tab].panel.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function followAddress(): void {
  const fragment = readFragment(location.hash);
  const name = fragment?.tab ?? tabs.front ?? TAB_NAMES[0];
  tabs.select(name);
  if (fragment !== undefined && fragment.rest !== '') all[name].restore?.(fragment.rest);
}

// A file that misses its place would be opened instead of the page, with all that was entered there. Inputs of files take their own.
for (const type of ['dragover', 'drop'] as const) {
  window.addEventListener(type, (event) => {
    const isInput = event.target instanceof HTMLInputElement && event.target.type === 'file';
    if (event.dataTransfer?.types.includes('Files') !== true || event.defaultPrevented || isInput) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}
window.addEventListener('hashchange', followAddress);
followAddress();
performance.mark('handset:ready');
document.documentElement.dataset.ready = '';
