/**
 * The tree of fields by the keyboard pattern of WAI-ARIA. Rows are made when the node above them is opened, a thousand children at a time;
 * all rows are siblings, and say by their level where they belong.
 * @module
 */
import { h } from '../ui/dom.js';
import { inPortions } from '../ui/portions.js';
import { ancestors, childAt, type Node, openedAtFirst, pathOf } from './nodes.js';
import { isPixels, rangeWords, valueWords } from './words.js';

/** Children that are shown at once. */
const PAGE = 1000;
/** Children that are shown before the page is drawn; the rest of the first page follows as there is time. */
const FIRST = 60;
/** Rows that are made at once then. */
const STEP = 10;
/** Siblings that `*` opens at most. */
const MAX_OPENED = 200;
/** How long a letter waits for the next one of a name, in milliseconds. */
const TYPING_MS = 700;

/** What a tree tells. */
export interface TreeListener {
  /** A node was selected by hand. */
  readonly onSelect: (node: Node) => void;
  /** The pointer is over a node, or over none. */
  readonly onHover: (node: Node | undefined) => void;
}

/** Children that are not shown yet. */
interface Gap {
  readonly of: Node;
  readonly from: number;
  readonly to: number;
}

/** A tree of fields. */
export class TreeView {
  readonly element: HTMLElement;
  readonly #listener: TreeListener;
  readonly #rows = new Map<Node, HTMLElement>();
  readonly #nodes = new WeakMap<Element, Node>();
  readonly #gaps = new Map<Element, Gap>();
  readonly #opened = new Set<Node>();
  #selected: Node | undefined;
  /** The row that Tab comes to. */
  #entry: HTMLElement | undefined;
  /** Whether the row that is pressed was selected before. */
  #wasSelected = false;
  #typed = '';
  #typedAt = 0;

  constructor(listener: TreeListener) {
    this.#listener = listener;
    this.element = h('div#tree.tree', {
      role: 'tree',
      'aria-label': 'Fields',
      on: {
        mousedown: (event) => this.#onPress(event),
        click: (event) => this.#onClick(event),
        keydown: (event) => this.#onKey(event),
        focusin: (event) => this.#onFocus(event),
        mouseover: (event) => listener.onHover(this.#nodeOf(event.target)),
        mouseleave: () => listener.onHover(undefined),
      },
    });
  }

  get selected(): Node | undefined {
    return this.#selected;
  }

  /** Shows another tree, its first levels open. */
  show(root: Node): void {
    this.#rows.clear();
    this.#gaps.clear();
    this.#opened.clear();
    this.#selected = undefined;
    this.#entry = undefined;
    this.element.replaceChildren(this.#row(root));
    this.element.scrollTop = 0;
    for (const node of openedAtFirst(root)) this.#open(node);
    this.#enter(this.#rows.get(root));
  }

  /** Selects a node, opens what is above it and scrolls it into sight. */
  select(node: Node): void {
    this.#reveal(node);
    const row = this.#rows.get(node);
    if (row === undefined) return;
    this.#mark(node, row);
    scrollInside(this.element, row);
  }

  // ---- rows ----

  #row(node: Node): HTMLElement {
    const { field, parent, index, level } = node;
    const value = valueWords(node);
    const isGroup = field.children.length > 0;
    const { octets } = field;
    const row = h(
      'div.tree-row',
      {
        role: 'treeitem',
        tabindex: -1,
        'aria-level': level,
        'aria-setsize': parent?.field.children.length ?? 1,
        'aria-posinset': index + 1,
        'aria-selected': 'false',
        'aria-expanded': isGroup ? 'false' : undefined,
        'data-start': field.start,
        'data-end': field.end,
        'data-path': pathOf(node),
      },
      h('span.twisty', { 'aria-hidden': 'true' }, isGroup ? '▸' : ''),
      h(
        'span.tree-words',
        ...spaced(
          h('span', { class: isGroup ? 'tree-name tree-group' : 'tree-name' }, field.name),
          value !== '' && h('span', { class: isPixels(field.value) ? 'tree-value pixels' : 'tree-value' }, value),
          field.meaning !== undefined && h('span.tree-meaning', field.meaning),
          octets !== undefined && h('span.tree-opens', `${octets.length.toLocaleString('en')} octets of its own`),
        ),
      ),
      h('span.tree-range', h('span.visually-hidden', ' octets '), rangeWords(node)),
      ...(field.warnings ?? []).map((warning) => issue('warning', warning)),
      field.error !== undefined && issue('error', field.error.message),
    );
    row.style.setProperty('--level', String(level - 1));
    this.#rows.set(node, row);
    this.#nodes.set(row, node);
    return row;
  }

  #gap(gap: Gap): HTMLElement {
    const { of, from, to } = gap;
    const row = h(
      'div.tree-row.tree-gap',
      {
        role: 'treeitem',
        tabindex: -1,
        'aria-level': of.level + 1,
        'aria-setsize': of.field.children.length,
        'aria-posinset': from + 1,
        'aria-selected': 'false',
      },
      h('span.twisty', { 'aria-hidden': 'true' }, '⋯'),
      h('span.tree-words', gapWords(from, to)),
    );
    row.style.setProperty('--level', String(of.level));
    this.#gaps.set(row, gap);
    return row;
  }

  /** Rows of children from `from` to `to`, a page of them at `at`, gaps around it. */
  #page({ of, from, to }: Gap, at: number): HTMLElement[] {
    const begin = from + Math.floor((at - from) / PAGE) * PAGE;
    const end = Math.min(begin + PAGE, to);
    const rows: HTMLElement[] = [];
    if (begin > from) rows.push(this.#gap({ of, from, to: begin }));
    rows.push(...this.#rowsOf(of, begin, end));
    if (end < to) rows.push(this.#gap({ of, from: end, to }));
    return rows;
  }

  #rowsOf(of: Node, from: number, to: number): HTMLElement[] {
    return Array.from({ length: to - from }, (_, i) => this.#row(childAt(of, from + i)));
  }

  /** Puts rows before a gap, until the first page is there or somebody is on the gap. */
  *#fillSlowly(element: HTMLElement): Generator<void> {
    for (let gap = this.#gaps.get(element); gap !== undefined; gap = this.#gaps.get(element)) {
      const { of, from, to } = gap;
      const end = Math.min(from + STEP, to, PAGE);
      if (element === document.activeElement || from >= end) return;
      element.before(...this.#rowsOf(of, from, end));
      this.#gaps.delete(element);
      if (end === to) {
        element.remove();
        return;
      }
      if (end === PAGE) {
        element.replaceWith(this.#gap({ of, from: end, to }));
        return;
      }
      this.#gaps.set(element, { of, from: end, to });
      (element.lastElementChild as Element).textContent = gapWords(end, to);
      yield;
    }
  }

  #open(node: Node): void {
    const row = this.#rows.get(node);
    const { length } = node.field.children;
    if (row === undefined || length === 0 || this.#opened.has(node)) return;
    this.#opened.add(node);
    setOpen(row, true);
    if (length <= FIRST) row.after(...this.#page({ of: node, from: 0, to: length }, 0));
    else {
      const rest = this.#gap({ of: node, from: FIRST, to: length });
      row.after(...this.#rowsOf(node, 0, FIRST), rest);
      void inPortions(this.#fillSlowly(rest), () => rest.isConnected && this.#gaps.has(rest));
    }
  }

  #close(node: Node): void {
    const row = this.#rows.get(node);
    if (row === undefined || !this.#opened.delete(node)) return;
    setOpen(row, false);
    for (let next = row.nextElementSibling; next !== null && levelOf(next) > node.level; next = row.nextElementSibling) {
      const inner = this.#nodes.get(next);
      if (inner !== undefined) {
        this.#rows.delete(inner);
        this.#opened.delete(inner);
      }
      this.#gaps.delete(next);
      next.remove();
    }
    // What was selected inside is represented by what was closed.
    if (this.#selected !== undefined && !this.#rows.has(this.#selected)) this.#pick(node, row);
    else if (this.#entry?.isConnected !== true) this.#enter(row);
  }

  #toggle(node: Node): void {
    if (this.#opened.has(node)) this.#close(node);
    else this.#open(node);
  }

  /** Puts a page in place of a gap. */
  #fill(element: Element, at?: number): HTMLElement | undefined {
    const gap = this.#gaps.get(element);
    if (gap === undefined) return undefined;
    this.#gaps.delete(element);
    const rows = this.#page(gap, at ?? gap.from);
    element.replaceWith(...rows);
    return rows.find((row) => this.#nodes.has(row));
  }

  #reveal(node: Node): void {
    const way = [...ancestors(node), node];
    for (let level = 1; level < way.length; level++) this.#openTo(way[level - 1] as Node, way[level] as Node);
  }

  #openTo(above: Node, child: Node): void {
    this.#open(above);
    if (this.#rows.has(child)) return;
    for (const [element, { of, from, to }] of this.#gaps) {
      if (of === above && from <= child.index && child.index < to) {
        this.#fill(element, child.index);
        return;
      }
    }
  }

  // ---- selection ----

  /** Selects by hand: with focus, and the others are told. */
  #pick(node: Node, row: HTMLElement): void {
    this.#mark(node, row);
    if (document.activeElement !== row) row.focus({ preventScroll: true });
    scrollInside(this.element, row);
    this.#listener.onSelect(node);
  }

  #mark(node: Node, row: HTMLElement): void {
    if (this.#selected !== undefined) this.#rows.get(this.#selected)?.setAttribute('aria-selected', 'false');
    this.#selected = node;
    row.setAttribute('aria-selected', 'true');
    this.#enter(row);
  }

  #enter(row: HTMLElement | undefined): void {
    if (this.#entry !== undefined) this.#entry.tabIndex = -1;
    this.#entry = row;
    if (row !== undefined) row.tabIndex = 0;
  }

  // ---- pointer and keys ----

  #rowOf(target: EventTarget | null): HTMLElement | undefined {
    return target instanceof Element ? (target.closest<HTMLElement>('.tree-row') ?? undefined) : undefined;
  }

  #nodeOf(target: EventTarget | null): Node | undefined {
    const row = this.#rowOf(target);
    return row && this.#nodes.get(row);
  }

  /** The focus, which a press moves before it becomes a click, has selected the row by then. */
  #onPress(event: MouseEvent): void {
    const row = this.#rowOf(event.target);
    if (row !== undefined) this.#wasSelected = this.#nodes.get(row) === this.#selected;
  }

  #onClick(event: MouseEvent): void {
    const row = this.#rowOf(event.target);
    if (row === undefined) return;
    const node = this.#nodes.get(row);
    if (node === undefined) {
      this.#show(this.#fill(row));
      return;
    }
    const isTwisty = event.target instanceof Element && event.target.classList.contains('twisty');
    // The first click opens; fingers miss small arrows. On what is selected, and open, it closes.
    if (!this.#opened.has(node)) this.#open(node);
    else if (isTwisty || this.#wasSelected) this.#close(node);
    if (node !== this.#selected) this.#pick(node, row);
  }

  /** Selection follows focus; a row of more children can be focused, but is nothing to select. */
  #onFocus(event: FocusEvent): void {
    const row = this.#rowOf(event.target);
    const node = row && this.#nodes.get(row);
    if (row === undefined || row === this.#entry) return;
    if (node === undefined) this.#enter(row);
    else if (node !== this.#selected) this.#pick(node, row);
  }

  #show(row: Element | null | undefined): void {
    if (!(row instanceof HTMLElement)) return;
    const node = this.#nodes.get(row);
    if (node !== undefined) {
      this.#pick(node, row);
      return;
    }
    this.#enter(row);
    row.focus({ preventScroll: true });
    scrollInside(this.element, row);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = this.#rowOf(event.target);
    if (row === undefined) return;
    if (this.#onArrow(event.key, row) || this.#onLetter(event.key, row)) event.preventDefault();
  }

  #onArrow(key: string, row: HTMLElement): boolean {
    const node = this.#nodes.get(row);
    switch (key) {
      case 'ArrowDown':
        this.#show(row.nextElementSibling);
        return true;
      case 'ArrowUp':
        this.#show(row.previousElementSibling);
        return true;
      case 'Home':
        this.#show(this.element.firstElementChild);
        return true;
      case 'End':
        this.#show(this.element.lastElementChild);
        return true;
      case 'ArrowRight':
        if (node !== undefined && this.#opened.has(node)) this.#show(row.nextElementSibling);
        else if (node !== undefined) this.#open(node);
        return true;
      case 'ArrowLeft': {
        if (node !== undefined && this.#opened.has(node)) {
          this.#close(node);
          return true;
        }
        const above = node === undefined ? this.#gaps.get(row)?.of : node.parent;
        this.#show(above && this.#rows.get(above));
        return true;
      }
      case 'Enter':
      case ' ':
        if (node === undefined) this.#show(this.#fill(row));
        else this.#toggle(node);
        return true;
      case '*':
        if (node !== undefined) this.#openSiblings(node);
        return true;
      default:
        return false;
    }
  }

  #openSiblings({ parent }: Node): void {
    if (parent === undefined) return;
    for (let index = 0; index < Math.min(parent.field.children.length, MAX_OPENED); index++) this.#open(childAt(parent, index));
  }

  /** Goes to the next row whose name begins with what was typed. */
  #onLetter(key: string, row: HTMLElement): boolean {
    if (key.length !== 1) return false;
    const now = performance.now();
    this.#typed = (now - this.#typedAt < TYPING_MS ? this.#typed : '') + key.toLowerCase();
    this.#typedAt = now;
    // The first letter goes on from here; more letters may still mean the row that they have found.
    let next = this.#typed.length > 1 ? row : row.nextElementSibling;
    for (let looked = 0; looked < this.element.childElementCount; looked++) {
      next ??= this.element.firstElementChild;
      const node = next === null ? undefined : this.#nodes.get(next);
      if (node?.field.name.toLowerCase().startsWith(this.#typed)) {
        this.#show(next);
        break;
      }
      next = next?.nextElementSibling ?? null;
    }
    return true;
  }
}

/** Blanks between words: a margin alone would make one number of `digit-3` and `244` for those who listen. */
function spaced(...words: (HTMLElement | false)[]): (HTMLElement | string)[] {
  return words.flatMap((word) => (word === false ? [] : [word, ' ']));
}

function issue(kind: 'warning' | 'error', words: string): HTMLElement {
  return h(
    'span',
    { class: `tree-issue ${kind}-words` },
    h('span', { 'aria-hidden': 'true' }, kind === 'error' ? '✖ ' : '⚠ '),
    `${kind === 'error' ? 'Error' : 'Warning'}: ${words}`,
  );
}

function gapWords(from: number, to: number): string {
  const next = Math.min(PAGE, to - from).toLocaleString('en');
  return `${next} more${to - from > PAGE ? ` of ${(to - from).toLocaleString('en')}` : ''}`;
}

function setOpen(row: HTMLElement, isOpen: boolean): void {
  row.setAttribute('aria-expanded', String(isOpen));
  const [twisty] = row.children;
  if (twisty !== undefined) twisty.textContent = isOpen ? '▾' : '▸';
}

function levelOf(row: Element): number {
  return Number(row.getAttribute('aria-level'));
}

/** Scrolls the box alone: what is selected in the octets must not move the page. */
function scrollInside(box: HTMLElement, row: HTMLElement): void {
  // Rows that were never drawn have heights that are guessed: what came into sight then may have moved the row.
  for (let pass = 0; pass < 2; pass++) {
    const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + inner.height;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + inner.height;
    else return;
  }
}
