/**
 * The playground: inspect payloads, compose messages, see them on a phone, and read the inboxes of virtual handsets. One page without a server.
 * Each tab is loaded when it is opened first.
 * @module
 */
import type { App, TabsByName } from './app.js';
import { loadReaders } from './late-readers.js';
import { TAB_NAMES, type TabName } from './tab-names.js';
import { announce } from './ui/dom.js';
import { isCollection } from './ui/file-view.js';
import { shortcuts } from './ui/shortcuts-view.js';
import { readFragment, type TabLoaders, Tabs, themeButton, writeFragment } from './ui/tabs-view.js';

function openPage(): void {
  const element = (id: string) => document.getElementById(id) as HTMLElement;

  const app: App = {
    inspect: (octets, options) => goTo('inspect', (tab) => tab.open(octets, options)),
    enter: (text) => goTo('inspect', (tab) => tab.enter(text)),
    openFiles(dropped) {
      const [file] = dropped.files;
      if (isCollection(dropped)) goTo('files', (tab) => tab.open(dropped));
      else if (file !== undefined) goTo('inspect', (tab) => tab.openFile(file));
    },
    show: (shown) => goTo('phone', (tab) => tab.show(shown)),
    announce,
    select: (tab) => goTo(tab),
    setFragment(tab, rest) {
      if (tabs.front === tab) writeFragment(tab, rest);
    },
  };

  const loaders: TabLoaders = {
    start: async () => (await import('./start/start-tab.js')).startTab(app),
    inspect: async () => (await import('./inspect/inspect-tab.js')).inspectTab(app),
    files: async () => (await import('./files/files-tab.js')).filesTab(app),
    compose: async () => (await import('./compose/compose-tab.js')).composeTab(app),
    async phone() {
      const [{ phoneTab }] = await Promise.all([import('./phone/phone-tab.js'), loadReaders('calendars')]);
      return phoneTab(app);
    },
    async inbox() {
      const [{ inboxTab }] = await Promise.all([import('./inbox/inbox-tab.js'), loadReaders('calendars')]);
      return inboxTab(app);
    },
  };
  const tabs = new Tabs(loaders, element('tabs'), element('main'));
  element('tools').append(shortcuts(app), themeButton(app));

  /** Another tab comes to the front because of something in this one: the focus goes with it, and the page begins at its top. */
  function goTo<N extends TabName>(name: N, then?: (tab: TabsByName[N]) => void): void {
    const isOther = tabs.step(name);
    tabs.select(name, then);
    // A collection has its place again, at the card that was opened.
    if (!isOther || tabs.hasFocus(name)) return;
    tabs.focus(name);
    window.scrollTo(0, 0);
  }

  function followAddress(): void {
    const fragment = readFragment(location.hash);
    // An address without a fragment is the page's own; one that names no tab, such as `#main`, is a place in this one.
    const name = fragment?.tab ?? (location.hash === '' ? undefined : tabs.front) ?? TAB_NAMES[0];
    tabs.select(name, (tab) => {
      if (fragment !== undefined && fragment.rest !== '') tab.restore?.(fragment.rest);
      if (document.documentElement.dataset.ready !== undefined) return;
      performance.mark('handset:ready');
      document.documentElement.dataset.ready = '';
    });
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
}

// In one file the workers of the collection are this script once more.
if (typeof document !== 'undefined') openPage();
