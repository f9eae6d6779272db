/**
 * The cards of a collection in a grid. Only those in sight and a few around them are on the page, so that ten thousand are as quick as ten.
 * The arrow keys go through all of them.
 * @module
 */
import { h } from '../ui/dom.js';
import { type Card, type CardListener, makeCard } from './card-view.js';
import { type Item, placeAfter, visibleRange } from './collection.js';

/** A card, and the description that it shows. */
interface Shown extends Card {
  readonly description: Item['description'];
}

/** The grid. */
export class GridView {
  readonly element: HTMLUListElement;
  readonly #listener: CardListener;
  readonly #cards = new Map<number, Shown>();
  #items: readonly Item[] = [];
  /** The card that Tab comes to, by its place. */
  #current = 0;
  #columns = 1;
  #rowPx = 1;
  #isDue = false;

  constructor(listener: CardListener) {
    this.#listener = listener;
    this.element = h('ul#files-grid.files-grid', {
      role: 'list',
      'aria-label': 'Files',
      tabindex: -1,
      on: { keydown: (event) => this.#onKey(event), focusin: (event) => this.#onFocus(event) },
    });
    new ResizeObserver(() => this.#later()).observe(this.element);
    window.addEventListener('scroll', () => this.#later(), { passive: true });
    window.addEventListener('resize', () => this.#later());
  }

  /** Shows other items, or the same ones with more to say. */
  show(items: readonly Item[]): void {
    const current = this.#items[this.#current];
    this.#items = items;
    this.#current = current === undefined ? 0 : Math.max(0, items.indexOf(current));
    this.draw();
  }

  /** Gives the focus to the card that had it last. */
  focus(): void {
    this.#focusAt(this.#current);
  }

  /** The card of an item, where it is on the page. */
  cardOf({ id }: Item): Card | undefined {
    return this.#cards.get(id);
  }

  #later(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.draw();
    });
  }

  /** Puts the cards in sight on the page. */
  draw(): void {
    const { element } = this;
    // A tab that is not in front has no places.
    if (element.clientWidth === 0) return;
    const style = getComputedStyle(element);
    const gap = Number.parseFloat(style.rowGap) || 0;
    this.#columns = Math.max(1, style.gridTemplateColumns.split(' ').length);
    this.#rowPx = (Number.parseFloat(style.gridAutoRows) || 1) + gap;
    const { top } = element.getBoundingClientRect();
    const view = { top: Math.max(0, -top), height: window.innerHeight, rowHeight: this.#rowPx, columns: this.#columns };
    const { from, to } = visibleRange(view, this.#items.length);
    const rows = Math.ceil(this.#items.length / this.#columns);
    element.style.paddingTop = `${(from / this.#columns) * this.#rowPx}px`;
    element.style.paddingBottom = `${(rows - Math.ceil(to / this.#columns)) * this.#rowPx}px`;
    this.#place(from, to);
  }

  /** Cards that are there already stay where they are: the focus stays with them. */
  #place(from: number, to: number): void {
    const wanted = this.#items.slice(from, to);
    const ids = new Set(wanted.map(({ id }) => id));
    const focused = this.element.contains(document.activeElement) ? document.activeElement : undefined;
    let isLost = false;
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      isLost ||= focused !== undefined && card.element.contains(focused);
      card.element.remove();
      this.#cards.delete(id);
    }
    let before: ChildNode | null = this.element.firstChild;
    for (const [i, item] of wanted.entries()) {
      const isInPlace = before !== null && this.#cards.get(item.id)?.element === before;
      const card = this.#cardFor(item);
      card.element.setAttribute('aria-posinset', String(from + i + 1));
      card.element.setAttribute('aria-setsize', String(this.#items.length));
      if (isInPlace) before = card.element.nextSibling;
      else this.element.insertBefore(card.element, before);
    }
    // It can be scrolled out of sight: the keys go on from there. One that was moved is still there.
    if (isLost) this.element.focus({ preventScroll: true });
    else if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    this.#markCurrent(from);
  }

  #cardFor(item: Item): Shown {
    const known = this.#cards.get(item.id);
    if (known !== undefined && known.description === item.description) return known;
    const card = { ...makeCard(item, this.#listener), description: item.description };
    this.#cards.set(item.id, card);
    if (known !== undefined) {
      const hadFocus = known.element.contains(document.activeElement);
      known.element.replaceWith(card.element);
      if (hadFocus) card.open.focus({ preventScroll: true });
    }
    return card;
  }

  /** One card can be reached by Tab, with its button to play. */
  #markCurrent(from: number): void {
    const current = this.#items[this.#current];
    const entry = (current && this.#cards.get(current.id)) ?? this.#cards.get(this.#items[from]?.id ?? -1);
    for (const card of this.#cards.values()) {
      const index = card === entry ? 0 : -1;
      card.open.tabIndex = index;
      if (card.play !== undefined) card.play.tabIndex = index;
    }
  }

  #onFocus(event: FocusEvent): void {
    const at = this.#items.findIndex(({ id }) => this.#cards.get(id)?.element.contains(event.target as Node));
    if (at < 0 || at === this.#current) return;
    this.#current = at;
    this.#markCurrent(at);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = Math.max(1, Math.floor(window.innerHeight / this.#rowPx) - 1);
    const to = placeAfter(event.key, this.#current, this.#columns, rows, this.#items.length);
    if (to === undefined) return;
    event.preventDefault();
    this.#focusAt(to);
  }

  /** Scrolls a card into sight, which puts it on the page, and gives it the focus. */
  #focusAt(at: number): void {
    const item = this.#items[at];
    if (item === undefined) return;
    this.#current = at;
    const top = this.element.getBoundingClientRect().top + Math.floor(at / this.#columns) * this.#rowPx;
    const bottom = top + this.#rowPx;
    if (top < 0) window.scrollBy(0, top - EDGE_PX);
    else if (bottom > window.innerHeight) window.scrollBy(0, bottom - window.innerHeight + EDGE_PX);
    this.draw();
    this.#cards.get(item.id)?.open.focus({ preventScroll: true });
    this.draw();
  }
}

/** What is left free above or below a card that was scrolled to. */
const EDGE_PX = 12;
