/**
 * Octets in rows: offset, hex or bits, characters. Only rows in sight exist, because a payload may have a mebibyte. A grid by the keyboard
 * pattern of WAI-ARIA.
 * @module
 */
import { type BitRange, toHex } from '../../bytes/index.js';
import { fill, h } from '../ui/dom.js';
import { maskAt, octetsOf, offsetDigits, rowCount, rowOf, rowsInSight } from './hex-rows.js';

/** Octets in a row: the first number that fits the place there is. */
const WIDTHS = { hex: [16, 8, 4], bits: [8, 4, 2] } as const;
/** Characters that an octet takes, the blank behind it counted. */
const CELL = { hex: 3, bits: 9 } as const;
/** Characters around the octets: behind the offset, in front of the characters, at the edges. */
const AROUND = 5;
/** Rows that are drawn above and below those in sight. */
const SPARE_ROWS = 6;
/** Until the page has been laid out. */
const USUAL_ROW_PX = 22;

/** What the octets tell. */
export interface HexListener {
  /** An octet was chosen by hand, or a bit of it: 0 is the most significant one. */
  readonly onPick: (offset: number, place: number | undefined) => void;
  /** What to say of an octet that the pointer is over. */
  readonly titleOf: (offset: number, place: number | undefined) => string;
  /** Which of a few colours the field of an octet has; undefined for none. */
  readonly tintOf: (offset: number) => number | undefined;
}

interface Row {
  readonly element: HTMLElement;
  readonly offset: number;
  readonly cells: readonly HTMLElement[];
  readonly characters: readonly HTMLElement[];
}

/** The octets of one space. */
export class HexView {
  readonly element: HTMLElement;
  readonly #lines: HTMLElement;
  readonly #probe: HTMLElement;
  readonly #listener: HexListener;
  readonly #rows = new Map<number, Row>();
  #octets: Uint8Array = new Uint8Array(0);
  #mode: keyof typeof WIDTHS = 'hex';
  #width = 16;
  #rowPx = USUAL_ROW_PX;
  #marked: BitRange | undefined;
  #hovered: BitRange | undefined;
  /** The octet that Tab comes to. */
  #at = 0;

  constructor(listener: HexListener) {
    this.#listener = listener;
    this.#probe = h('span.hex-probe', { 'aria-hidden': 'true' }, '0123456789');
    this.#lines = h('div.hex-lines', { role: 'presentation' });
    this.element = h(
      'div#hex.hex',
      {
        role: 'grid',
        'aria-label': 'Octets',
        'aria-multiselectable': 'true',
        on: {
          scroll: () => this.#draw(),
          click: (event) => this.#onClick(event),
          keydown: (event) => this.#onKey(event),
          copy: (event) => this.#onCopy(event),
          mouseover: (event) => this.#onOver(event),
        },
      },
      this.#probe,
      this.#lines,
    );
    new ResizeObserver(() => this.#layOut()).observe(this.element);
  }

  /** Shows other octets. */
  show(octets: Uint8Array): void {
    // The same octets may be read as something else by now.
    if (octets === this.#octets) {
      this.#layOut();
      return;
    }
    this.#octets = octets;
    this.#marked = undefined;
    this.#hovered = undefined;
    this.#at = 0;
    this.element.scrollTop = 0;
    this.#layOut();
  }

  /** Bits in place of hex. */
  setBits(isBits: boolean): void {
    this.#mode = isBits ? 'bits' : 'hex';
    this.#layOut();
    this.#scrollTo(rangeOfOctet(this.#at));
  }

  /** Marks the octets of a field; brings them into sight when somebody points at them from elsewhere. */
  mark(range: BitRange | undefined, isFromElsewhere: boolean): void {
    this.#marked = range;
    if (range !== undefined && isFromElsewhere) {
      this.#at = Math.max(0, Math.min(octetsOf(range).start, this.#octets.length - 1));
      this.#scrollTo(range);
    }
    this.#draw();
    this.#markRows();
  }

  /** Marks the octets of a field that the pointer is over. */
  hover(range: BitRange | undefined): void {
    this.#hovered = range;
    this.#markRows();
  }

  // ---- drawing ----

  #layOut(): void {
    const { length } = this.#octets;
    const hadFocus = this.#lines.contains(document.activeElement);
    const top = Math.floor(this.element.scrollTop / this.#rowPx) * this.#width;
    const character = this.#probe.offsetWidth / 10 || 8;
    const room = this.element.clientWidth / character - offsetDigits(length) - AROUND;
    const widths: readonly number[] = WIDTHS[this.#mode];
    this.#width = widths.find((width) => width * (CELL[this.#mode] + 1) <= room) ?? (widths.at(-1) as number);
    this.#rowPx = this.#probe.offsetHeight || USUAL_ROW_PX;
    const count = rowCount(length, this.#width);
    this.#lines.style.height = `${count * this.#rowPx}px`;
    this.element.setAttribute('aria-rowcount', String(count));
    this.element.setAttribute('aria-colcount', String(this.#width + 2));
    this.#rows.clear();
    this.#lines.replaceChildren();
    // Rows of another width begin with other octets.
    this.element.scrollTop = Math.floor(top / this.#width) * this.#rowPx;
    this.#draw();
    if (hadFocus) this.#focus(this.#at);
  }

  #draw(): void {
    const count = rowCount(this.#octets.length, this.#width);
    const { scrollTop: top, clientHeight } = this.element;
    const height = clientHeight || USUAL_ROW_PX * 16;
    const { from, to } = rowsInSight({ top, height, rowHeight: this.#rowPx, count }, SPARE_ROWS);
    // The row with the focus stays, or the focus would be lost.
    const focused = this.element.contains(document.activeElement) ? Math.floor(this.#at / this.#width) : -1;
    for (const [index, { element }] of this.#rows) {
      if ((index >= from && index < to) || index === focused) continue;
      element.remove();
      this.#rows.delete(index);
    }
    const added: Row[] = [];
    for (let index = from; index < to; index++) if (!this.#rows.has(index)) added.push(this.#addRow(index));
    if (focused >= 0 && focused < count && !this.#rows.has(focused)) added.push(this.#addRow(focused));
    for (const row of added) this.#markRow(row);
  }

  #addRow(index: number): Row {
    const { offset, hex, bits, characters } = rowOf(this.#octets, index, this.#width);
    const cells = (this.#mode === 'hex' ? hex : bits).map((text, i) => this.#cell(text, offset + i, i));
    const plain = characters.map((character, i) => h('span.hex-character', { 'data-at': offset + i }, character));
    const element = h(
      'div.hex-row',
      { role: 'row', 'aria-rowindex': index + 1 },
      h('span.hex-offset', { role: 'rowheader' }, String(offset).padStart(offsetDigits(this.#octets.length), '0')),
      h('span.hex-cells', { role: 'presentation' }, ...cells),
      h('span.hex-characters', { role: 'gridcell', 'aria-colindex': this.#width + 2 }, ...plain),
    );
    element.style.top = `${index * this.#rowPx}px`;
    const row = { element, offset, cells, characters: plain };
    const next = [...this.#rows.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    this.#lines.insertBefore(element, next === undefined ? null : (this.#rows.get(next) as Row).element);
    this.#rows.set(index, row);
    return row;
  }

  #cell(text: string, offset: number, column: number): HTMLElement {
    const isBits = this.#mode === 'bits';
    const middle = column > 0 && column % (isBits ? 4 : 8) === 0;
    const tint = this.#listener.tintOf(offset);
    const cell = h('span', {
      role: 'gridcell',
      class: `hex-cell${middle ? ' hex-middle' : ''}${tint === undefined ? '' : ` tint-${tint}`}`,
      tabindex: -1,
      'aria-colindex': column + 2,
      'data-offset': offset,
    });
    if (isBits) fill(cell, ...Array.from(text, (bit, place) => h('span.hex-bit', { 'data-place': place }, bit)));
    else cell.textContent = text;
    return cell;
  }

  #markRows(): void {
    for (const row of this.#rows.values()) this.#markRow(row);
  }

  #markRow({ offset, cells, characters }: Row): void {
    for (const [i, cell] of cells.entries()) {
      const marked = this.#marked === undefined ? 0 : maskAt(this.#marked, offset + i);
      const hovered = this.#hovered === undefined ? 0 : maskAt(this.#hovered, offset + i);
      setMarks(cell, marked, hovered);
      for (const [place, bit] of Array.from(cell.children).entries()) {
        bit.classList.toggle('marked', (marked & (0x80 >> place)) !== 0);
        bit.classList.toggle('hovered', (hovered & (0x80 >> place)) !== 0);
      }
      if (marked === 0) cell.removeAttribute('aria-selected');
      else cell.setAttribute('aria-selected', 'true');
      cell.tabIndex = offset + i === this.#at ? 0 : -1;
      setMarks(characters[i] as HTMLElement, marked, hovered);
    }
  }

  #scrollTo(range: BitRange): void {
    const { start, end } = octetsOf(range);
    const top = Math.floor(start / this.#width) * this.#rowPx;
    const bottom = Math.ceil(Math.max(end, start + 1) / this.#width) * this.#rowPx;
    const { scrollTop, clientHeight } = this.element;
    // The beginning counts when there is not room for all of it.
    if (top < scrollTop || bottom - top > clientHeight) {
      if (top < scrollTop || top >= scrollTop + clientHeight - this.#rowPx)
        this.element.scrollTop = Math.max(0, top - this.#rowPx);
    } else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight + this.#rowPx;
  }

  // ---- pointer and keys ----

  #placeOf(target: EventTarget | null): { readonly offset: number; readonly place: number | undefined } | undefined {
    if (!(target instanceof Element)) return undefined;
    const cell = target.closest<HTMLElement>('[data-offset], [data-at]');
    if (cell === null) return undefined;
    const offset = Number(cell.dataset.offset ?? cell.dataset.at);
    const { place } = (target as HTMLElement).dataset;
    return { offset, place: place === undefined ? undefined : Number(place) };
  }

  #onClick(event: MouseEvent): void {
    const found = this.#placeOf(event.target);
    if (found === undefined) return;
    this.#at = found.offset;
    this.#listener.onPick(found.offset, found.place);
    this.#focus(found.offset);
  }

  #onOver(event: MouseEvent): void {
    const found = this.#placeOf(event.target);
    if (found !== undefined) (event.target as HTMLElement).title = this.#listener.titleOf(found.offset, found.place);
  }

  /** What is marked by dragging, or the field that is selected, as hex in one line. */
  #onCopy(event: ClipboardEvent): void {
    const selection = getSelection();
    const isDragged = selection !== null && !selection.isCollapsed;
    const cells = [...this.#rows.values()].sort((a, b) => a.offset - b.offset).flatMap((row) => row.cells);
    const dragged = isDragged ? cells.filter((cell) => selection.containsNode(cell, true)) : [];
    const { start, end } = this.#marked === undefined ? { start: this.#at, end: this.#at + 1 } : octetsOf(this.#marked);
    const octets =
      dragged.length > 0
        ? Uint8Array.from(dragged, ({ dataset }) => this.#octets[Number(dataset.offset)] as number)
        : this.#octets.subarray(start, end);
    event.clipboardData?.setData('text/plain', toHex(octets));
    event.preventDefault();
  }

  #onKey(event: KeyboardEvent): void {
    const to = this.#target(event.key, event.ctrlKey || event.metaKey);
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    const offset = Math.max(0, Math.min(to, this.#octets.length - 1));
    this.#listener.onPick(offset, undefined);
    this.#focus(offset);
  }

  /** Where a key leads. */
  #target(key: string, isCtrl: boolean): number | undefined {
    const at = this.#at;
    const column = at % this.#width;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#rowPx) - 1) * this.#width;
    const last = this.#octets.length - 1;
    switch (key) {
      case 'ArrowRight':
        return at + 1;
      case 'ArrowLeft':
        return at - 1;
      case 'ArrowDown':
        return at + this.#width > last ? at : at + this.#width;
      case 'ArrowUp':
        return at < this.#width ? at : at - this.#width;
      case 'PageDown':
        return at + page;
      case 'PageUp':
        return at - page;
      case 'Home':
        return isCtrl ? 0 : at - column;
      case 'End':
        return isCtrl ? last : at - column + this.#width - 1;
      default:
        return undefined;
    }
  }

  /** The field that is selected begins elsewhere: the octet that was chosen keeps the focus. */
  #focus(offset: number): void {
    this.#at = offset;
    this.#scrollTo(rangeOfOctet(offset));
    this.#draw();
    const index = Math.floor(offset / this.#width);
    if (!this.#rows.has(index)) this.#markRow(this.#addRow(index));
    this.#markRows();
    this.#rows.get(index)?.cells[offset % this.#width]?.focus({ preventScroll: true });
  }
}

function rangeOfOctet(offset: number): BitRange {
  return { order: 'msb', from: offset * 8, to: offset * 8 + 8 };
}

function setMarks(element: HTMLElement, marked: number, hovered: number): void {
  element.classList.toggle('marked', marked === 0xff);
  element.classList.toggle('partly', marked !== 0 && marked !== 0xff);
  element.classList.toggle('hovered', hovered !== 0);
}
