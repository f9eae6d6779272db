/**
 * The page: tabs by the keyboard pattern of WAI-ARIA (arrows, Home, End), the address that keeps their state, and the theme.
 * @module
 */
import type { App, Tab, TabsByName } from '../app.js';
import { TAB_NAMES, TABS, type TabName } from '../tab-names.js';
import { button, fill, h } from './dom.js';
import { readStored, writeStored } from './storage.js';

/** How each tab is brought: once, when it is opened first. */
export type TabLoaders = { readonly [N in TabName]: () => Promise<TabsByName[N]> };

/** A tab of the page; its panel is a place holder until it is loaded. */
interface Place {
  readonly button: HTMLButtonElement;
  panel: HTMLElement;
  tab: Tab | undefined;
  isLoading: boolean;
  /** What waits for it. */
  readonly waiting: ((tab: Tab) => void)[];
}

/** The tabs of a page. */
export class Tabs {
  readonly #loaders: TabLoaders;
  readonly #places: Readonly<Record<TabName, Place>>;
  #front: TabName | undefined;

  constructor(loaders: TabLoaders, list: HTMLElement, main: HTMLElement) {
    this.#loaders = loaders;
    const places = TAB_NAMES.map((name): [TabName, Place] => {
      const panel = h('section', h('p.note', 'Loading …'));
      return [name, { button: this.#button(name), panel: asPanel(name, panel), tab: undefined, isLoading: false, waiting: [] }];
    });
    this.#places = Object.fromEntries(places) as Record<TabName, Place>;
    fill(list, ...places.map(([, { button: each }]) => each));
    fill(main, ...places.map(([, { panel }]) => panel));
  }

  get front(): TabName | undefined {
    return this.#front;
  }

  /** Brings a tab to the front. @param then called when it is there, which a tab that was opened before is at once */
  select<N extends TabName>(name: N, then?: (tab: TabsByName[N]) => void): void {
    const place = this.#places[name];
    const isOther = this.#front !== name;
    if (isOther) {
      if (this.#front !== undefined) this.#places[this.#front].tab?.closed?.();
      this.#front = name;
      for (const each of TAB_NAMES) {
        const isFront = each === name;
        const { panel, button: tab } = this.#places[each];
        panel.hidden = !isFront;
        tab.setAttribute('aria-selected', String(isFront));
        tab.tabIndex = isFront ? 0 : -1;
        if (isFront) showInRow(tab);
      }
    }
    const told = then as ((tab: Tab) => void) | undefined;
    if (place.tab === undefined) {
      if (told !== undefined) place.waiting.push(told);
      void this.#load(name);
      return;
    }
    if (isOther) place.tab.opened?.();
    told?.(place.tab);
  }

  /** Brings a tab to the front as a step of the history, which the browser's button goes back. @returns whether it was not there. */
  step(name: TabName): boolean {
    // The address of a tab that is in front holds its state.
    if (this.#front === name) return false;
    history.pushState(null, '', `#${name}`);
    this.select(name);
    return true;
  }

  /** Whether the focus is in a tab's panel. */
  hasFocus(name: TabName): boolean {
    return this.#places[name].panel.contains(document.activeElement);
  }

  /** Gives the focus to a tab's panel. */
  focus(name: TabName): void {
    this.#places[name].panel.focus({ preventScroll: true });
  }

  async #load(name: TabName): Promise<void> {
    const place = this.#places[name];
    if (place.isLoading) return;
    place.isLoading = true;
    try {
      const tab = await this.#loaders[name]();
      place.tab = tab;
      const before = place.panel;
      const hadFocus = document.activeElement === before;
      place.panel = asPanel(name, tab.panel);
      place.panel.hidden = before.hidden;
      before.replaceWith(place.panel);
      if (hadFocus) this.focus(name);
    } catch (error) {
      place.isLoading = false;
      const again = button('Reload the page', () => location.reload());
      fill(place.panel, h('p.error', { role: 'alert' }, `${TABS[name].title} could not be loaded: ${error}`), h('p', again));
      return;
    }
    if (this.#front === name) place.tab.opened?.();
    for (const told of place.waiting.splice(0)) told(place.tab);
  }

  #button(name: TabName): HTMLButtonElement {
    return h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${name}`,
        'aria-controls': `panel-${name}`,
        'aria-selected': 'false',
        tabindex: -1,
        on: {
          click: () => this.step(name),
          keydown: (event) => this.#onKey(event, name),
        },
      },
      TABS[name].title,
    );
  }

  #onKey(event: KeyboardEvent, name: TabName): void {
    const at = TAB_NAMES.indexOf(name);
    const last = TAB_NAMES.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    const next = to === undefined ? undefined : TAB_NAMES[to];
    if (next === undefined) return;
    event.preventDefault();
    writeFragment(next, '');
    this.select(next);
    this.#places[next].button.focus();
  }
}

/** Where the tabs do not fit beside each other, they scroll in their row. */
function showInRow(tab: HTMLElement): void {
  const row = tab.parentElement;
  if (row === null) return;
  const [from, to] = [tab.offsetLeft - row.offsetLeft, tab.offsetLeft - row.offsetLeft + tab.offsetWidth];
  if (from < row.scrollLeft || to > row.scrollLeft + row.clientWidth) row.scrollLeft = from - ROW_MARGIN_PX;
}

/** What is seen of the tab before. */
const ROW_MARGIN_PX = 40;

/** Makes an element the panel of a tab, which is not shown. */
function asPanel(name: TabName, panel: HTMLElement): HTMLElement {
  panel.prepend(h('p.tab-about.dim', TABS[name].about));
  panel.id = `panel-${name}`;
  panel.classList.add('panel');
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', `tab-${name}`);
  panel.tabIndex = -1;
  panel.hidden = true;
  return panel;
}

/** A tab, and what stands behind its name in the address: `#compose/text`. */
export function readFragment(hash: string): { readonly tab: TabName; readonly rest: string } | undefined {
  const [, name = '', rest = ''] = /^#([a-z]+)(?:\/(.*))?$/s.exec(hash) ?? [];
  const tab = TAB_NAMES.find((each) => each === name);
  return tab === undefined ? undefined : { tab, rest };
}

/** Writes the address without a step in the history for each key that is typed. */
export function writeFragment(tab: TabName, rest: string): void {
  history.replaceState(null, '', `#${tab}${rest === '' ? '' : `/${rest}`}`);
}

const THEMES = ['auto', 'light', 'dark'] as const;
const THEME_KEY = 'handset-theme';

/** The button that goes through the themes. The choice is kept where the browser keeps such things. */
export function themeButton(app: Pick<App, 'announce'>): HTMLButtonElement {
  let theme: (typeof THEMES)[number] = THEMES.find((each) => each === readStored(THEME_KEY)) ?? 'auto';
  const toggle = button('', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as (typeof THEMES)[number];
    apply();
    app.announce(`Theme: ${theme}`);
  });
  toggle.id = 'theme';
  const apply = () => {
    if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset.theme = theme;
    toggle.textContent = `Theme: ${theme}`;
    writeStored(THEME_KEY, theme);
  };
  apply();
  return toggle;
}
