/**
 * The tab Inspect: a payload, its fields as a tree, its octets, each showing the place of what is selected in the other.
 * @module
 */

import { pluralize } from '../../bytes/file-fields.js';
import type { Field } from '../../bytes/index.js';
import { FormatError } from '../../errors.js';
import { type Format, formatTree, treeToJson } from '../../inspect/index.js';
import type { FoundPayload } from '../../show/answer.js';
import type { App, InspectTab } from '../app.js';
import { takeMissed } from '../late-readers.js';
import { button, choice, copyButton, download, fill, h, smallButton } from '../ui/dom.js';
import { takeDropped } from '../ui/file-view.js';
import { inPortions } from '../ui/portions.js';
import type { AnswerView } from './answer-view.js';
import { detailRows } from './details-view.js';
import { fileOf, NOTATIONS } from './exports.js';
import { rangeOf } from './hex-rows.js';
import { HexView } from './hex-view.js';
import { InputView } from './input-view.js';
import { fragmentOf, linkOf, MAX_LINK_OCTETS, parseFragment } from './link.js';
import { type Entered, type Looked, lookInSteps } from './look.js';
import {
  childAt,
  countIssues,
  innerSpace,
  type Node,
  nodeAt,
  type Space,
  searchFields,
  searchOctets,
  spacesOf,
  tintAt,
} from './nodes.js';
import { TreeView } from './tree-view.js';
import { spaceWords } from './words.js';

/** Hits of a search that are gone through, of fields and of octets each. */
const MAX_HITS = 500;

/** Makes the tab. */
export function inspectTab(app: App): InspectTab {
  const view = new InspectView(app);
  return {
    panel: view.panel,
    open: (octets, options) => view.open(octets, options),
    enter: (text) => view.enter(text),
    openFile: (file) => view.openFile(file),
    opened: () => view.opened(),
    closed: () => view.closed(),
    restore: (rest) => view.restore(rest),
  };
}

class InspectView {
  readonly panel: HTMLElement;
  readonly #app: App;
  readonly #input: InputView;
  readonly #card = h('section.card.inspect-answer', { 'aria-label': 'Answer', hidden: true });
  #answer: AnswerView | undefined;
  readonly #tree: TreeView;
  readonly #hex: HexView;
  readonly #results = h('div.inspect-results', { hidden: true });
  readonly #empty = h('p#inspect-empty.note', 'Paste a payload above, drop a file here, or choose a sample.');
  readonly #stale = h('p.note', { hidden: true }, 'What follows is of the last input that could be read.');
  readonly #title = h('h2#inspect-title');
  readonly #subtitle = h('p.inspect-subtitle');
  readonly #fault = h('p#inspect-error.error', { hidden: true });
  readonly #details = h('dl#details.inspect-details', { 'aria-label': 'Selected field', tabindex: 0 });
  readonly #crumbs = h('nav#spaces.inspect-crumbs', { 'aria-label': 'Which octets' });
  readonly #actions = h('div.inspect-actions');
  readonly #copyAs = choice({ id: 'copy-as', 'aria-label': 'Notation of the copy' }, [
    ...Object.entries(NOTATIONS).map(([name, { words }]) => [name, words] as const),
    ['tree', 'fields as text'],
    ['tree-json', 'fields as JSON'],
  ]);
  readonly #query = h('input#search', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search fields, values and octets in hex; Enter goes on, Shift and Enter back',
    on: { input: () => this.#search(0), keydown: (event) => this.#onSearchKey(event) },
  });
  readonly #hits = h('span#search-hits.dim', { role: 'status' });
  #hit = 0;
  /** Whether there was anything to look at, readable or not. */
  #isBegun = false;
  #entered: Entered | undefined;
  #looked: Looked | undefined;
  #space: Space | undefined;
  #sentence = '';

  constructor(app: App) {
    this.#app = app;
    this.#input = new InputView(
      (entered) => this.#lookAt(entered),
      () => this.#age(),
    );
    this.#tree = new TreeView({
      onSelect: (node) => this.#select(node),
      onHover: (node) => this.#hover(node),
    });
    this.#hex = new HexView({
      onPick: (offset, place) => this.#pick(offset, place),
      titleOf: (offset, place) => this.#titleOf(offset, place),
      tintOf: (offset) => this.#looked && this.#space && tintAt(this.#looked.root, this.#space, offset),
    });
    this.#fillResults();
    this.panel = h(
      'section.inspect',
      {
        on: {
          dragover: (event) => this.#onDrag(event),
          dragleave: () => this.panel.classList.remove('dropping'),
          drop: (event) => this.#onDrop(event),
          paste: (event) => this.#onPaste(event),
        },
      },
      h('div.inspect-top', this.#input.element, this.#card, this.#input.reading),
      this.#empty,
      this.#stale,
      this.#results,
    );
  }

  open(octets: Uint8Array, options: { readonly as?: Format | undefined; readonly note?: string | undefined } = {}): void {
    this.#input.open({ octets, as: options.as, note: options.note });
  }

  enter(text: string): void {
    this.#isBegun = true;
    this.#input.enter(text);
  }

  openFile(file: File): void {
    this.#isBegun = true;
    void this.#input.openFile(file);
  }

  /** A page with nothing on it explains nothing: it begins with a sample, unless the address holds something. */
  opened(): void {
    // Whoever brings the tab to the front may open something, or write the tab's name into the address.
    queueMicrotask(() => {
      // A link that cannot be read stays in the address, to be mended there.
      if (this.#looked !== undefined) this.#keepAddress();
      else if (!this.#isBegun) this.#input.openFirst();
    });
  }

  /** Another tab comes to the front: what sounds ends. */
  closed(): void {
    this.#answer?.stop();
  }

  restore(rest: string): void {
    if (this.#looked !== undefined && rest === linkOf(this.#looked)) return;
    this.#isBegun = true;
    try {
      const linked = parseFragment(rest);
      if (linked !== undefined) this.#input.open({ ...linked, note: 'from a link' });
    } catch (error) {
      this.#input.fail(error);
    }
  }

  #keepAddress(): void {
    this.#app.setFragment('inspect', this.#looked === undefined ? '' : (linkOf(this.#looked) ?? ''));
  }

  // ---- looking ----

  /** Looks at what was entered; from the beginning when something in it was refused its reader, unless something else was entered meanwhile. */
  #lookAt(entered: Entered | undefined): void {
    this.#entered = entered;
    this.#look(entered);
  }

  #readMissed(): void {
    const entered = this.#entered;
    void takeMissed()?.().then(() => {
      if (this.#entered === entered) this.#input.readAgain();
    });
  }

  #look(entered: Entered | undefined): void {
    this.#isBegun = true;
    if (entered === undefined) {
      this.#looked = undefined;
      this.#input.clearReadings();
      this.#answer?.clear();
      this.#results.hidden = true;
      this.#stale.hidden = true;
      this.#empty.hidden = false;
      this.#keepAddress();
      return;
    }
    const steps = this.#attempt(entered);
    // The first payloads of many at once, the others as there is time.
    while (steps.next().done !== true) {
      if (this.#looked?.isPartial !== true || this.#looked.octets !== entered.octets) continue;
      void inPortions(steps, () => this.#entered === entered);
      return;
    }
  }

  /** Looks step by step, and shows what there is. */
  *#attempt(entered: Entered): Generator<void> {
    const steps = lookInSteps(entered);
    try {
      for (;;) {
        const { done, value } = steps.next();
        if (value !== undefined) this.#show(value);
        if (done === true) break;
        yield;
      }
    } catch (error) {
      this.#input.fail(error);
      if (!(error instanceof FormatError)) console.error(error);
      this.#readMissed();
      return;
    }
    this.#keepAddress();
    this.#app.announce(this.#sentence);
    this.#readMissed();
  }

  /** What is on show is of the last input that could be read, and says so. */
  #age(): void {
    this.#stale.hidden = this.#results.hidden;
    this.#results.classList.add('stale');
    this.#answer?.clear();
    this.#input.clearReadings();
  }

  #show(looked: Looked): void {
    this.#looked = looked;
    this.#results.hidden = false;
    this.#results.classList.remove('stale');
    this.#results.setAttribute('aria-busy', String(looked.isPartial === true));
    this.#stale.hidden = true;
    this.#empty.hidden = true;
    this.#hits.textContent = '';
    if (this.#answer === undefined) void this.#loadAnswer(looked);
    else this.#sentence = this.#tell(this.#answer, looked);
    this.#input.showReadings(looked.readings, looked.format);
    this.#fillTitle(looked);
    this.#fillActions(looked);
    this.#tree.show(looked.root);
    this.#space = undefined;
    this.#showSpace(looked.root.space);
    this.#select(looked.root);
    this.#tree.select(looked.root);
  }

  #tell(answer: AnswerView, { octets, format, direction, readings, root, isPartial }: Looked): string {
    const reason = readings.find((reading) => reading.format === format)?.reason;
    return answer.show({ octets, format, direction, field: root.field }, reason, isPartial);
  }

  /** What makes the answer weighs a quarter of the tab: fields and octets do not wait for it. */
  async #loadAnswer(looked: Looked): Promise<void> {
    const { AnswerView } = await import('./answer-view.js');
    this.#answer ??= new AnswerView(this.#card, {
      onChoose: (found) => this.#choose(found),
      onShow: (shown) => this.#app.show(shown),
    });
    if (this.#looked !== looked || this.#results.classList.contains('stale')) return;
    this.#app.announce(this.#tell(this.#answer, looked));
    this.#readMissed();
  }

  #fillTitle({ root, format, note, words }: Looked): void {
    const { name, meaning, error } = root.field;
    const { errors, warnings } = countIssues(root.field);
    this.#title.textContent = name;
    fill(
      this.#subtitle,
      h('span.chip', format ?? 'unknown'),
      h('span', words),
      meaning !== undefined && h('span', meaning),
      note !== undefined && h('span', note),
      warnings > 0 && h('span.warning-words', `⚠ ${pluralize(warnings, 'warning')}`),
      errors > 0 && h('span.error-words', `✖ ${pluralize(errors, 'error')}`),
    );
    this.#fault.hidden = error === undefined;
    this.#fault.textContent = error === undefined ? '' : `Decoding ended: ${error.message}`;
  }

  #fillResults(): void {
    const bits = button(
      'Bits',
      () => {
        const isBits = bits.getAttribute('aria-pressed') !== 'true';
        bits.setAttribute('aria-pressed', String(isBits));
        this.#hex.setBits(isBits);
      },
      { id: 'bits', class: 'button small toggle', 'aria-pressed': 'false' },
    );
    fill(
      this.#results,
      h('header.inspect-head', h('div.inspect-heading', this.#title, this.#subtitle), this.#actions),
      this.#fault,
      h(
        'section.card.inspect-fields',
        { 'aria-label': 'Fields' },
        h('div.inspect-bar', h('h3', 'Fields'), this.#query, this.#hits),
        this.#tree.element,
        this.#details,
      ),
      h(
        'section.card.inspect-octets',
        { 'aria-label': 'Octets' },
        h('div.inspect-bar', h('h3', 'Octets'), this.#crumbs, bits),
        this.#hex.element,
      ),
    );
  }

  #fillActions(looked: Looked): void {
    const { octets, as, direction, format, root } = looked;
    const hasLink = octets.length <= MAX_LINK_OCTETS;
    const address = () => `${location.href.replace(/#.*$/s, '')}${fragmentOf(octets, as ?? format, direction) ?? ''}`;
    const link = copyButton('Copy link', address, {
      id: 'link',
      disabled: !hasLink,
      'aria-describedby': 'link-hint',
    });
    const file = fileOf(format);
    fill(
      this.#actions,
      link,
      h(
        'span#link-hint',
        { class: hasLink ? 'visually-hidden' : 'hint' },
        hasLink ? 'holds the payload' : 'over 32 kB: no link',
      ),
      copyButton('Copy as', () => this.#copied(octets, root.field), { id: 'copy' }),
      this.#copyAs,
      smallButton('Download', () => download(file.name, octets, file.type), { title: file.name }),
    );
  }

  #copied(octets: Uint8Array, field: Field): string {
    const { value } = this.#copyAs;
    if (value === 'tree') return formatTree(field, { spec: true });
    if (value === 'tree-json') return `${JSON.stringify(treeToJson(field), null, 2)}\n`;
    return NOTATIONS[value]?.write(octets) ?? '';
  }

  // ---- search ----

  /** Goes to the first hit of what was typed, or to the next or last one. */
  #search(step: number): void {
    const looked = this.#looked;
    const text = this.#query.value.trim();
    if (looked === undefined || text === '') {
      this.#hits.textContent = '';
      return;
    }
    const { root } = looked;
    const { offsets, length } = searchOctets(root.space.octets, text, MAX_HITS);
    const nodes = searchFields(root, text, MAX_HITS);
    const count = nodes.length + offsets.length;
    if (count === 0) {
      this.#hits.textContent = 'not found';
      return;
    }
    this.#hit = step === 0 ? 0 : (this.#hit + step + count) % count;
    this.#hits.textContent = `${this.#hit + 1} of ${count}${nodes.length === MAX_HITS ? ' or more' : ''}`;
    // Fields first: they say more.
    const node = nodes[this.#hit];
    const offset = offsets[this.#hit - nodes.length] ?? 0;
    const found = node ?? nodeAt(root, root.space, offset) ?? root;
    this.#tree.select(found);
    this.#select(found);
    if (node !== undefined) return;
    this.#showSpace(root.space);
    this.#hex.mark({ order: 'msb', from: offset * 8, to: (offset + length) * 8 }, true);
  }

  #onSearchKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    this.#search(event.shiftKey ? -1 : 1);
  }

  /** Shows where a payload of the list is, in the tree and in its own octets. */
  #choose({ holder }: FoundPayload): void {
    const { root } = this.#looked as Looked;
    const index = root.field.children.indexOf(holder);
    const node = index < 0 ? root : childAt(root, index);
    this.#tree.select(node);
    this.#select(node);
    if (holder.octets !== undefined) this.#showSpace(innerSpace(node));
  }

  // ---- two views of one place ----

  #select(node: Node, fromOctets = false): void {
    this.#showSpace(node.space);
    // All of the input is nothing to point at.
    this.#hex.mark(node.parent === undefined ? undefined : rangeOf(node.field), !fromOctets);
    fill(this.#details, ...detailRows(node, (space) => this.#showSpace(space)));
  }

  #hover(node: Node | undefined): void {
    this.#hex.hover(node !== undefined && node.space === this.#space ? rangeOf(node.field) : undefined);
  }

  #showSpace(space: Space): void {
    if (space === this.#space) return;
    this.#space = space;
    this.#hex.show(space.octets);
    const spaces = spacesOf(space);
    fill(
      this.#crumbs,
      ...spaces.flatMap((each, i) => [
        i > 0 && h('span', { 'aria-hidden': 'true' }, '›'),
        each === space
          ? h('span', { 'aria-current': 'true', tabindex: -1 }, spaceWords(each))
          : smallButton(spaceWords(each), () => this.#backTo(each, spaces[i + 1])),
      ]),
    );
  }

  /** Back to an outer space, where the field that opened the inner one stands. */
  #backTo(space: Space, inner: Space | undefined): void {
    this.#showSpace(space);
    // The button that was pressed is gone.
    this.#crumbs.querySelector<HTMLElement>('[aria-current]')?.focus();
    const opener = inner?.opener;
    if (opener === undefined) return;
    this.#tree.select(opener);
    this.#select(opener);
  }

  #pick(offset: number, place: number | undefined): void {
    const node = this.#nodeAt(offset, place);
    if (node === undefined) return;
    this.#tree.select(node);
    this.#select(node, true);
  }

  #nodeAt(offset: number, place: number | undefined): Node | undefined {
    if (this.#looked === undefined || this.#space === undefined) return undefined;
    return nodeAt(this.#looked.root, this.#space, offset, place);
  }

  #titleOf(offset: number, place: number | undefined): string {
    const node = this.#nodeAt(offset, place);
    return `octet ${offset}${node === undefined ? '' : `: ${node.field.name}`}`;
  }

  // ---- files ----

  #onDrag(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    this.panel.classList.add('dropping');
  }

  #onDrop(event: DragEvent): void {
    this.panel.classList.remove('dropping');
    this.#takeFiles(event, event.dataTransfer);
  }

  #onPaste(event: ClipboardEvent): void {
    const { types = [] } = event.clipboardData ?? {};
    // Word processors and tables put a picture of the text beside it.
    if (types.includes('text/plain') && types.includes('text/html')) return;
    this.#takeFiles(event, event.clipboardData);
  }

  #takeFiles(event: Event, transfer: DataTransfer | null): void {
    const dropped = takeDropped(transfer);
    if (dropped.files.length === 0) return;
    event.preventDefault();
    this.#app.openFiles(dropped);
  }
}
