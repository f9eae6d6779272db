/**
 * The page: tabs by the keyboard pattern of WAI-ARIA (arrows, Home, End), the address that keeps their state, and the theme.
 * @module
 */
import { type App, TAB_NAMES, type Tab, type TabName } from '../app.js';
import { button, fill, h } from './dom.js';

const TITLES: Readonly<Record<TabName, string>> = { inspect: 'Inspect', compose: 'Compose', phone: 'Phone', inbox: 'Inbox' };

/** The tabs of a page. */
export class Tabs {
  readonly #tabs: Readonly<Record<TabName, Tab>>;
  readonly #buttons: Readonly<Record<TabName, HTMLButtonElement>>;
  #front: TabName | undefined;

  constructor(tabs: Readonly<Record<TabName, Tab>>, list: HTMLElement, main: HTMLElement) {
    this.#tabs = tabs;
    const buttons = TAB_NAMES.map((name) => [name, this.#button(name)] as const);
    this.#buttons = Object.fromEntries(buttons) as Record<TabName, HTMLButtonElement>;
    fill(list, ...buttons.map(([, tab]) => tab));
    for (const name of TAB_NAMES) {
      const { panel } = tabs[name];
      panel.id = `panel-${name}`;
      panel.classList.add('panel');
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${name}`);
      panel.tabIndex = -1;
      panel.hidden = true;
    }
    fill(main, ...TAB_NAMES.map((name) => tabs[name].panel));
  }

  get front(): TabName | undefined {
    return this.#front;
  }

  select(name: TabName): void {
    if (this.#front === name) return;
    if (this.#front !== undefined) this.#tabs[this.#front].closed?.();
    this.#front = name;
    for (const each of TAB_NAMES) {
      const isFront = each === name;
      this.#tabs[each].panel.hidden = !isFront;
      this.#buttons[each].setAttribute('aria-selected', String(isFront));
      this.#buttons[each].tabIndex = isFront ? 0 : -1;
    }
    this.#tabs[name].opened?.();
  }

  /** Brings a tab to the front as a step of the history, which the browser's button goes back. @returns whether it was not there. */
  step(name: TabName): boolean {
    // The address of a tab that is in front holds its state.
    if (this.#front === name) return false;
    history.pushState(null, '', `#${name}`);
    this.select(name);
    return true;
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
      TITLES[name],
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
    this.#buttons[next].focus();
  }
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
  let theme: (typeof THEMES)[number] = THEMES.find((each) => each === stored()) ?? 'auto';
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
    store(theme);
  };
  apply();
  return toggle;
}

// A page opened as a file, or one whose storage is closed, has no place to keep it.
function stored(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // The choice holds until the page is closed.
  }
}
