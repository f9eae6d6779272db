/**
 * The tab Files: a collection of files, folders and archives, each file a card; what is asked for is filtered, opened in the inspector,
 * played, and exported in the forms of today.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { DecodeError } from '../../errors.js';
import { count } from '../../show/facts.js';
import type { App, FilesTab } from '../app.js';
import { button, choice, download, fill, h, smallButton } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { type Dropped, takeDropped, takeDrops } from '../ui/file-view.js';
import { debounced, TYPING_MS } from '../ui/pauses.js';
import { Player } from '../ui/player-view.js';
import { sizeWords } from './card-view.js';
import { listSources } from './collect-view.js';
import {
  countKinds,
  type Filter,
  filterItems,
  type Item,
  type LeftOut,
  leaveOut,
  NO_FILTER,
  NONE_LEFT_OUT,
  newItem,
  SORT_ORDERS,
  type SortOrder,
  type Source,
} from './collection.js';
import { GridView } from './grid-view.js';
import { FILE_KINDS, type FileKind } from './kinds.js';
import { COLLECTION_LIMITS, readInspected } from './limits.js';
import { WorkPool } from './pool-view.js';
import type { LookedAt } from './work.js';

/** How often what was found out is put on the page, in milliseconds. */
const REFRESH_MS = 150;

/** Archives inside of each other that are opened. */
const MAX_ARCHIVES = 2;

/** Makes the tab. */
export function filesTab(app: App): FilesTab {
  const view = new FilesView(app);
  return {
    panel: view.panel,
    open: (dropped) => void view.add(dropped),
    opened: () => view.opened(),
    closed: () => view.closed(),
  };
}

/** Work that is shown with its progress. */
interface Job {
  readonly words: string;
  /** Whether what is added while it runs becomes part of it. */
  readonly isReading: boolean;
  readonly abort: AbortController;
  done: number;
  total: number;
  /** Quarters that were announced. */
  quarters: number;
}

class FilesView {
  readonly panel: HTMLElement;
  readonly #app: App;
  readonly #pool = new WorkPool();
  readonly #player = new Player({ onPlaying: (isPlaying) => this.#markPlaying(isPlaying), onProgress: () => undefined });
  readonly #grid = new GridView({
    onOpen: (item) => void this.#open(item),
    onPlay: (item) => void this.#play(item),
    isPlaying: (item) => this.#playing === item,
  });
  readonly #onDocumentPaste = (event: ClipboardEvent) => this.#onPaste(event);
  readonly #files = h('input#files-input.visually-hidden', {
    type: 'file',
    multiple: true,
    on: { change: () => this.#onInput(this.#files) },
  });
  readonly #folder = h('input#files-folder.visually-hidden', {
    type: 'file',
    webkitdirectory: true,
    on: { change: () => this.#onInput(this.#folder) },
  });
  readonly #bar = h('progress.files-progress', { 'aria-label': 'Files done' });
  readonly #progressWords = h('span#files-progress');
  readonly #progress = h(
    'div.files-job',
    { hidden: true },
    this.#bar,
    this.#progressWords,
    smallButton('Cancel', () => this.#cancel(), { id: 'files-cancel' }),
  );
  readonly #notes = h('div.stack');
  readonly #fault = faultLine();
  readonly #text = h('input#files-filter', {
    type: 'search',
    placeholder: 'Filter by name or text',
    'aria-label': 'Filter by name or text',
    on: { input: debounced(() => this.#setFilter({ text: this.#text.value }), TYPING_MS) },
  });
  readonly #kinds = h('div.files-kinds', {
    ...{ role: 'toolbar', 'aria-label': 'Kinds' },
    on: { keydown: (event) => this.#onChipKey(event), focusin: ({ target }) => this.#makeStop(target) },
  });
  readonly #chips = new Map<FileKind, HTMLButtonElement>();
  readonly #faulty = this.#chip('Faults', () => this.#setFilter({ onlyFaults: !this.#filter.onlyFaults }), {
    id: 'files-faults',
  });
  readonly #sort = choice({ id: 'files-sort', 'aria-label': 'Sort by' }, Object.entries(SORT_ORDERS));
  readonly #count = h('p#files-count.dim', { role: 'status' });
  readonly #zip = smallButton('', () => void this.#export('zip'), { id: 'files-zip' });
  readonly #report = smallButton('', () => void this.#export('report'), { id: 'files-report' });
  readonly #collection: HTMLElement;
  #items: Item[] = [];
  #shown: readonly Item[] = [];
  #filter: Filter = NO_FILTER;
  #nextId = 0;
  #octets = 0;
  /** Files that are left out because of a limit, and what systems left in archives. */
  #leftOut: LeftOut = NONE_LEFT_OUT;
  #leftovers = 0;
  #job: Job | undefined;
  /** How deep in archives each item is. */
  readonly #depths = new WeakMap<Item, number>();
  /** What is read next: by the job that reads, or once the export that runs is done. */
  readonly #waiting: Item[] = [];
  /** Archives are unpacked one at a time: each may be large. */
  #unpacking: Promise<void> = Promise.resolve();
  /** What was exported last, in words. */
  #exported = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #playing: Item | undefined;
  /** Counts what was played, and what was opened: a late answer is for nobody. */
  #plays = 0;
  #opens = 0;
  #audio: HTMLAudioElement | undefined;
  /** Where the page was scrolled to when a card was opened. */
  #left: number | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#sort.addEventListener('change', () => this.#setFilter({ sort: this.#sort.value as SortOrder }));
    this.#collection = h(
      'div.files-collection',
      { hidden: true },
      h(
        'section.card.files-tools',
        { 'aria-label': 'What is shown' },
        h('div.files-find', this.#text, h('label', h('span.dim', 'Sort by '), this.#sort)),
        this.#kinds,
        h(
          'div.files-actions',
          this.#count,
          this.#zip,
          this.#report,
          smallButton('Remove all', () => this.#clear(), { id: 'files-clear' }),
        ),
        this.#fault.element,
      ),
      this.#grid.element,
    );
    const begin = h(
      'section.card.files-begin',
      { 'aria-label': 'Add files' },
      h('p', 'Drop files, folders or ZIP archives here, or paste files.'),
      h(
        'div.row',
        h('span.files-choose', this.#files, h('label.button', { for: 'files-input' }, 'Choose files')),
        h('span.files-choose', this.#folder, h('label.button', { for: 'files-folder' }, 'Choose a folder')),
        button('Open the samples', () => void this.#addSamples(), { id: 'files-samples' }),
      ),
      this.#progress,
      this.#notes,
    );
    this.panel = h('section.files', begin, this.#collection);
    takeDrops(this.panel, (_, dropped) => void this.add(dropped));
  }

  opened(): void {
    // What has no focus in a field is pasted to the document.
    document.addEventListener('paste', this.#onDocumentPaste);
    this.#grid.draw();
    if (this.#left === undefined) return;
    const top = this.#left;
    this.#left = undefined;
    window.scrollTo(0, top);
    this.#grid.draw();
    this.#grid.focus();
  }

  closed(): void {
    document.removeEventListener('paste', this.#onDocumentPaste);
    this.#opens++;
    this.#stop();
  }

  // ---- adding ----

  async add(dropped: Dropped): Promise<void> {
    this.#take(await listSources(dropped), 0);
  }

  async #addSamples(): Promise<void> {
    const [{ SAMPLES }, { fileOf }] = await Promise.all([import('../inspect/samples.js'), import('../inspect/exports.js')]);
    const sources = SAMPLES.map(({ format, make }) => {
      const name = fileOf(format).name.replace('payload', format);
      return { path: `samples/${name}`, blob: new Blob([make() as Uint8Array<ArrayBuffer>]) };
    });
    this.#take(sources, 0);
  }

  #onInput(input: HTMLInputElement): void {
    const files = [...(input.files ?? [])];
    // The same files may be chosen again.
    input.value = '';
    if (files.length > 0) void this.add({ files, entries: [] });
  }

  #onPaste(event: ClipboardEvent): void {
    const dropped = takeDropped(event.clipboardData);
    if (dropped.files.length === 0) return;
    // Word processors put a picture of a text beside it.
    const isText = event.target instanceof HTMLInputElement && event.clipboardData?.getData('text/plain').trim() !== '';
    if (isText) return;
    event.preventDefault();
    void this.add(dropped);
  }

  /** Takes files as far as the limits go. */
  #take(sources: readonly Source[], depth: number): void {
    const waited = this.#waiting.length;
    for (const source of sources) {
      const { size } = source.blob;
      const isFull = this.#items.length >= COLLECTION_LIMITS.files || this.#octets + size > COLLECTION_LIMITS.totalOctets;
      if (isFull) {
        this.#leftOut = leaveOut(this.#leftOut, source.path);
        continue;
      }
      this.#octets += size;
      const item = newItem(this.#nextId++, source);
      this.#depths.set(item, depth);
      this.#items.push(item);
      if (item.description === undefined) this.#waiting.push(item);
    }
    this.#exported = '';
    this.#drawNotes();
    this.#refresh();
    if (this.#job === undefined) this.#readWaiting();
    else if (this.#job.isReading) this.#job.total += this.#waiting.length - waited;
  }

  #readWaiting(): void {
    if (this.#waiting.length > 0) void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const job = this.#begin('files read', this.#waiting.length, true);
    // Archives bring more while it runs.
    while (this.#waiting.length > 0 && !job.abort.signal.aborted) {
      const items = this.#waiting.splice(0);
      await this.#pool.forEach(items, job.abort.signal, async (item) => {
        await this.#read(item, job.abort.signal);
        this.#step(job);
      });
    }
    const left = this.#items.filter(({ description }) => description === undefined).length;
    const { faulty } = countKinds(this.#items);
    this.#end(
      job,
      job.abort.signal.aborted
        ? `Cancelled: ${pluralize(left, 'file')} not read`
        : `${pluralize(this.#items.length - left, 'file')} read, ${faulty} with faults`,
    );
    this.#refresh();
  }

  async #read(item: Item, signal: AbortSignal): Promise<void> {
    const depth = this.#depths.get(item) ?? 0;
    try {
      let looked = await this.#pool.run('look', item.path, item.blob, depth < MAX_ARCHIVES);
      if (looked.kind === 'packed') looked = await this.#unpack(item, signal);
      if (looked.kind === 'file') item.description = looked.description;
      else if (looked.kind === 'archive') {
        const at = this.#items.indexOf(item);
        // It may have been removed meanwhile.
        if (at < 0) return;
        this.#items.splice(at, 1);
        this.#octets -= item.blob.size;
        this.#leftovers += looked.leftovers;
        this.#take(
          looked.files.map(({ name, blob, fault }) => ({ path: `${item.path}/${name}`, blob, fault })),
          depth + 1,
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      item.description = { sentence: 'Not read', kind: 'unknown', format: undefined, faults: [(error as Error).message] };
    }
    this.#refreshSoon();
  }

  /** Where the collection is full, an archive stays one file of it. */
  async #unpack({ path, blob }: Item, signal: AbortSignal): Promise<LookedAt> {
    const before = this.#unpacking;
    let done = (): void => undefined;
    this.#unpacking = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      signal.throwIfAborted();
      const isFull = this.#items.length >= COLLECTION_LIMITS.files || this.#octets >= COLLECTION_LIMITS.totalOctets;
      if (!isFull) return await this.#pool.run('unpack', blob);
      this.#leftOut = leaveOut(this.#leftOut, `What is in ${path}`);
      this.#drawNotes();
      return await this.#pool.run('look', path, blob, false);
    } finally {
      done();
    }
  }

  #drawNotes(): void {
    const { files, totalOctets } = COLLECTION_LIMITS;
    const { names, count: leftOut } = this.#leftOut;
    const [first] = names;
    const limits = `${count(files, 'file')} and ${sizeWords(totalOctets)}`;
    const more = leftOut === 1 ? ' is' : ` and ${pluralize(leftOut - 1, 'more file')} are`;
    fill(
      this.#notes,
      first !== undefined && h('p.warning', { id: 'files-left-out' }, `${first}${more} left out: a collection takes ${limits}`),
      this.#leftovers > 0 &&
        h('p.hint', `${pluralize(this.#leftovers, 'file')} of systems in archives left out, such as Thumbs.db`),
      this.#exported !== '' && h('p.note', { id: 'files-exported' }, this.#exported),
    );
  }

  #clear(): void {
    this.#cancel();
    this.#stop();
    this.#items = [];
    // What was added during an export.
    this.#waiting.length = 0;
    this.#octets = 0;
    this.#leftOut = NONE_LEFT_OUT;
    this.#exported = '';
    this.#leftovers = 0;
    this.#filter = NO_FILTER;
    this.#text.value = '';
    this.#sort.value = NO_FILTER.sort;
    this.#fault.show(undefined);
    this.#drawNotes();
    this.#refresh();
    this.#files.focus();
    this.#app.announce('All files removed');
  }

  // ---- progress ----

  #begin(words: string, total: number, isReading = false): Job {
    const job: Job = { words, isReading, abort: new AbortController(), done: 0, total, quarters: 0 };
    this.#job = job;
    this.#drawJob(job);
    return job;
  }

  #step(job: Job): void {
    if (this.#job !== job) return;
    job.done++;
    this.#drawJob(job);
    const quarters = Math.floor((4 * job.done) / job.total);
    if (quarters <= job.quarters || quarters >= 4) return;
    job.quarters = quarters;
    this.#app.announce(`${job.done} of ${job.total} ${job.words}`);
  }

  #drawJob(job: Job): void {
    this.#progress.hidden = false;
    this.#bar.max = job.total;
    this.#bar.value = job.done;
    this.#progressWords.textContent = `${job.done} of ${job.total} ${job.words}`;
    this.#drawExports();
  }

  #end(job: Job, words: string): void {
    if (this.#job === job) {
      const hadFocus = this.#progress.contains(document.activeElement);
      this.#job = undefined;
      this.#progress.hidden = true;
      if (hadFocus) this.#files.focus();
    }
    this.#app.announce(words);
    this.#drawExports();
    // What was added during an export, or after the job was cancelled.
    if (this.#job === undefined) this.#readWaiting();
  }

  #cancel(): void {
    const job = this.#job;
    if (job === undefined || job.abort.signal.aborted) return;
    job.abort.abort();
    if (job.isReading) this.#waiting.length = 0;
    this.#pool.cancel();
  }

  // ---- what is shown ----

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#refresh();
    }, REFRESH_MS);
  }

  #setFilter(more: Partial<Filter>): void {
    this.#filter = { ...this.#filter, ...more };
    this.#refresh();
  }

  #refresh(): void {
    const items = this.#items;
    const { kinds, faulty } = countKinds(items);
    this.#collection.hidden = items.length === 0;
    this.panel.classList.toggle('filled', items.length > 0);
    for (const [kind, number] of kinds)
      this.#drawChip(this.#chipOf(kind), `${FILE_KINDS[kind].all} ${number}`, this.#filter.kind === kind);
    const there = kinds.map(([kind]) => this.#chipOf(kind));
    const chips = [...(faulty > 0 || this.#filter.onlyFaults ? [this.#faulty] : []), ...there];
    this.#drawChip(this.#faulty, `⚠ Faults ${faulty}`, this.#filter.onlyFaults);
    // A chip that is there keeps its place, and the focus with it.
    if (chips.length !== this.#kinds.childElementCount || chips.some((chip, i) => this.#kinds.children[i] !== chip)) {
      fill(this.#kinds, ...chips);
      this.#makeStop(chips[0]);
    }
    this.#shown = filterItems(items, this.#filter);
    const words = `${count(items.length, 'file')}, ${sizeWords(this.#octets)}`;
    const shown = this.#shown.length === items.length ? words : `${words}; ${this.#shown.length.toLocaleString('en')} shown`;
    if (this.#count.textContent !== shown) this.#count.textContent = shown;
    this.#drawExports();
    this.#grid.show(this.#shown);
  }

  /** The chips are one stop of the Tab key; the arrows go from one to the next. */
  #onChipKey(event: KeyboardEvent): void {
    const chips = [...this.#kinds.children] as HTMLElement[];
    const last = chips.length - 1;
    const at = chips.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: Math.min(last, at + 1), ArrowLeft: Math.max(0, at - 1), Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    chips[to]?.focus();
  }

  #makeStop(stop: EventTarget | null | undefined): void {
    for (const chip of [this.#faulty, ...this.#chips.values()]) chip.tabIndex = chip === stop ? 0 : -1;
  }

  #chip(words: string, onClick: () => void, props = {}): HTMLButtonElement {
    return h('button.chip.files-chip', { type: 'button', 'aria-pressed': 'false', ...props, on: { click: onClick } }, words);
  }

  #chipOf(kind: FileKind): HTMLButtonElement {
    const known = this.#chips.get(kind);
    if (known !== undefined) return known;
    const chip = this.#chip('', () => this.#setFilter({ kind: this.#filter.kind === kind ? undefined : kind }), {
      'data-kind': kind,
    });
    this.#chips.set(kind, chip);
    return chip;
  }

  #drawChip(chip: HTMLButtonElement, words: string, isPressed: boolean): void {
    if (chip.textContent !== words) chip.textContent = words;
    chip.setAttribute('aria-pressed', String(isPressed));
  }

  #drawExports(): void {
    const isIdle = this.#job === undefined && this.#shown.length > 0;
    const what = this.#shown.length === this.#items.length ? 'all' : `the ${this.#shown.length.toLocaleString('en')} shown`;
    for (const [each, words] of [
      [this.#zip, `Export ${what} as a ZIP`],
      [this.#report, `Export ${what} as a report`],
    ] as const) {
      each.disabled = !isIdle;
      if (each.textContent !== words) each.textContent = words;
    }
  }

  // ---- cards ----

  async #open(item: Item): Promise<void> {
    const turn = ++this.#opens;
    this.#fault.show(undefined);
    try {
      const octets = await readInspected(item.blob, item.path);
      if (turn !== this.#opens) return;
      this.#left = window.scrollY;
      this.#app.inspect(octets, { note: item.path });
    } catch (error) {
      if (turn !== this.#opens) return;
      const isGone = error instanceof DOMException;
      this.#fault.show(isGone ? new DecodeError('bad-value', item.path, undefined, 'cannot be read') : error);
    }
  }

  async #play(item: Item): Promise<void> {
    const isPlaying = this.#playing === item;
    this.#stop();
    if (isPlaying) return;
    const sound = item.description?.sound;
    this.#playing = item;
    const turn = ++this.#plays;
    const isMine = () => this.#playing === item && this.#plays === turn;
    try {
      if (sound === 'tune') {
        const tune = await this.#pool.run('tune', item.blob);
        if (!isMine()) return;
        if (tune === undefined) throw new DecodeError('bad-value', item.path, undefined, 'has no tune to play');
        await this.#player.play(tune);
      } else if (sound !== undefined) {
        const { octets, type } = sound;
        const url = URL.createObjectURL(new Blob([octets === undefined ? item.blob : octets.slice()], { type }));
        const audio = new Audio(url);
        this.#audio = audio;
        for (const event of ['ended', 'error']) audio.addEventListener(event, () => this.#audio === audio && this.#stop());
        this.#markPlaying(true);
        await audio.play();
      }
    } catch (error) {
      // One that was stopped before it began is no fault.
      if (!isMine()) return;
      this.#fault.show(error);
      this.#stop();
    }
  }

  #stop(): void {
    const { src } = this.#audio ?? {};
    this.#audio?.pause();
    this.#audio = undefined;
    if (src !== undefined) URL.revokeObjectURL(src);
    this.#player.stop();
    this.#markPlaying(false);
  }

  #markPlaying(isPlaying: boolean): void {
    const play = this.#playing && this.#grid.cardOf(this.#playing)?.play;
    if (play !== undefined) play.textContent = isPlaying ? 'Stop' : 'Play';
    if (!isPlaying) this.#playing = undefined;
  }

  // ---- export ----

  async #export(form: 'zip' | 'report'): Promise<void> {
    if (this.#job !== undefined) return;
    const items = this.#shown;
    const job = this.#begin(form === 'zip' ? 'files converted' : 'files put into the report', items.length);
    this.#fault.show(undefined);
    try {
      const { exportReport, exportZip } = await import('./export-view.js');
      const given = {
        items,
        pool: this.#pool,
        leftOut: this.#leftOut,
        signal: job.abort.signal,
        step: () => this.#step(job),
      };
      const made = form === 'zip' ? await exportZip(given) : await exportReport(given);
      if (made === undefined) {
        this.#end(job, 'Cancelled: nothing is exported');
        return;
      }
      download(form === 'zip' ? 'handset-files.zip' : 'handset-files.html', made.blob, made.blob.type);
      this.#exported = made.words;
      this.#drawNotes();
      this.#end(job, made.words);
    } catch (error) {
      const isCancelled = job.abort.signal.aborted;
      // Nothing of it goes on.
      job.abort.abort();
      this.#pool.cancel();
      if (!isCancelled) this.#fault.show(error);
      this.#end(job, isCancelled ? 'Cancelled: nothing is exported' : 'Nothing is exported');
    }
  }
}
