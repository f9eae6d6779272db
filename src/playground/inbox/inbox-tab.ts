/**
 * The tab Inbox: the virtual handsets of the gateway that the page came from, live.
 * @module
 */
import { FormatError } from '../../errors.js';
import { count } from '../../show/facts.js';
import type { App, Tab, TabFactory } from '../app.js';
import { button, copyButton, fill, h, uniqueId } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { gatewayAddress } from '../ui/gateway-view.js';
import { type Book, changed, greeted, looked, newsOf, type WatchedHandset } from './book.js';
import { Live, type LiveState } from './live-view.js';
import { messageArticle } from './message-view.js';
import { type InboxItem, type InboxItems, itemsOf } from './model.js';

/** Messages that are shown at first, and how many more each time. */
const SOME = 50;
/** Messages that are shown at most: the gateway tells no more of an inbox. */
const MAX_ITEMS = 10_000;
/** How long news are gathered before they are told to who listens to the page. */
const NEWS_MS = 1_000;

const STATES: Readonly<Record<LiveState, string>> = {
  asking: 'Looking for a gateway',
  live: 'Live',
  reconnecting: 'Reconnecting: the gateway does not answer',
  none: 'No gateway',
  refused: 'No virtual handsets here',
};

const SERVE = 'npx handset serve --demo';

/** Makes the tab. */
export const inboxTab: TabFactory = (app) => new InboxTab(app);

class InboxTab implements Tab {
  readonly panel: HTMLElement;
  readonly #app: App;
  readonly #live: Live;
  readonly #state = h('p#inbox-state.chip', { role: 'status' }, STATES.asking);
  readonly #explanation = h('div.stack', { hidden: true });
  readonly #desk: HTMLElement;
  readonly #handsets = h('ul#inbox-handsets.inbox-handsets', { 'aria-label': 'Virtual handsets' });
  readonly #noHandsets = h('div.stack');
  readonly #more = h('p.dim', { hidden: true }, 'There are more handsets, whose last message is older.');
  readonly #title = h('h3#inbox-title', { tabindex: -1 }, 'Messages');
  readonly #empty: HTMLButtonElement;
  readonly #fault = faultLine();
  readonly #notes = h('div.stack');
  readonly #messages: MessageList;
  readonly #discarded: MessageList;
  readonly #incomplete: MessageList;
  readonly #older: HTMLButtonElement;
  #book: Book | undefined;
  /** The book as it was told last. */
  #told: Book | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;
  /** The frame in which the list of handsets is shown again. */
  #showing: number | undefined;
  /** The number of the handset that is looked at. */
  #chosen: string | undefined;
  #last = SOME;
  #isReading = false;
  #isStale = false;

  constructor(app: App) {
    this.#app = app;
    this.#live = new Live({
      state: (state) => this.#onState(state),
      hello: (handsets) => this.#onBook(greeted(this.#book, handsets), undefined),
      changed: (handset) => this.#book !== undefined && this.#onBook(changed(this.#book, handset), handset.number),
    });
    this.#messages = new MessageList(app, 'inbox-messages', 'Messages, the newest first');
    this.#discarded = new MessageList(app, 'inbox-discarded', 'Thrown away by the handset');
    this.#incomplete = new MessageList(app, 'inbox-incomplete', 'Waiting for more parts');
    this.#older = button('Older messages', () => this.#showOlder(), { id: 'inbox-older', hidden: true });
    this.#empty = button('Empty this inbox', () => this.#askToEmpty(), { id: 'inbox-empty' });
    this.#desk = this.#deskOf();
    this.panel = h(
      'section.inbox',
      h('div.row', h('h2', 'Inboxes of virtual handsets'), this.#state),
      this.#explanation,
      this.#desk,
    );
    this.#showChosen();
  }

  opened(): void {
    void this.#live.open();
    if (this.#chosen !== undefined) {
      this.#app.setFragment('inbox', this.#chosen);
      this.#look();
    }
  }

  restore(rest: string): void {
    if (/^\d{1,20}$/.test(rest) && rest !== this.#chosen) this.#choose(rest);
  }

  #deskOf(): HTMLElement {
    return h(
      'div.inbox-desk',
      { hidden: true },
      h('div.card.stack', h('h3', 'Handsets'), this.#noHandsets, this.#handsets, this.#more),
      h(
        'section.card.stack',
        { 'aria-labelledby': 'inbox-title' },
        h('div.row.inbox-bar', this.#title, this.#empty),
        this.#fault.element,
        this.#notes,
        this.#messages.element,
        this.#older,
        this.#incomplete.element,
        this.#discarded.element,
      ),
    );
  }

  #onState(state: LiveState): void {
    this.#state.textContent = STATES[state];
    this.#state.dataset.state = state;
    const isThere = state === 'live' || state === 'reconnecting';
    this.#desk.hidden = !isThere;
    this.#explanation.hidden = isThere || state === 'asking';
    if (state === 'none' || state === 'refused') fill(this.#explanation, this.#explain(state));
    // What came while the line was down.
    if (state === 'live') void this.#read();
  }

  #explain(state: 'none' | 'refused'): HTMLElement {
    const again = button('Look again', () => void this.#live.open(true));
    if (state === 'refused') {
      const words = 'A gateway is here, but it has no virtual handsets: its messages leave by SMPP or Kannel.';
      return h('div.card.stack', h('p', words), h('div.row', again));
    }
    return h(
      'div.card.stack',
      h('p', 'This page did not come from a gateway, and asks no other server. Start a gateway of your own:'),
      h(
        'p.row',
        h('code.mono', SERVE),
        copyButton('Copy', () => SERVE),
      ),
      h(
        'p',
        'It says where the playground is then: open that page, and every message that is sent through the gateway arrives here at once. Nothing leaves your machine.',
      ),
      h('div.row', again),
    );
  }

  #onBook(book: Book, number: string | undefined): void {
    this.#book = book;
    this.#told ??= book;
    if (number === undefined || number === this.#chosen) void this.#read();
    this.#look();
    this.#tellSoon();
  }

  /** What is in front is looked at. */
  #look(): void {
    if (this.#book === undefined) return;
    if (this.#chosen !== undefined && !this.panel.hidden) this.#book = looked(this.#book, this.#chosen);
    // A thousand of them may change at once.
    this.#showing ??= requestAnimationFrame(() => {
      this.#showing = undefined;
      if (this.#book !== undefined) this.#showHandsets(this.#book);
    });
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      if (this.#book === undefined || this.#told === undefined) return;
      const news = newsOf(this.#told, this.#book);
      this.#told = this.#book;
      if (news !== undefined) this.#app.announce(news);
    }, NEWS_MS);
  }

  #showHandsets({ handsets, more }: Book): void {
    sync(
      this.#handsets,
      handsets.map(({ number }) => ({ key: number, make: () => this.#handsetItem(number) })),
    );
    for (const [index, handset] of handsets.entries()) {
      const [choose] = (this.#handsets.children[index] as HTMLElement).children;
      if (choose !== undefined) this.#fillHandset(choose as HTMLElement, handset);
    }
    this.#more.hidden = !more;
    const isEmpty = handsets.length === 0;
    if (isEmpty && this.#noHandsets.childElementCount === 0) fill(this.#noHandsets, ...this.#howToSend());
    else if (!isEmpty) fill(this.#noHandsets);
  }

  #howToSend(): HTMLElement[] {
    const form = 'Username=Demo.1&PIN=00123456&SendTo=447700900123&Message=Hello';
    const curl = `curl -d '${form}' ${gatewayAddress()}/webservices/http/sendsms`;
    return [
      h('p', 'No messages yet. They appear here as they arrive. With the account of serve --demo:'),
      h('p.mono', curl),
      h(
        'div.row',
        copyButton('Copy', () => curl),
      ),
    ];
  }

  #handsetItem(number: string): HTMLElement {
    return h(
      'li',
      button('', () => this.#choose(number, true), { class: 'button inbox-handset', 'data-number': number }),
    );
  }

  #fillHandset(choose: HTMLElement, { number, messages, news }: WatchedHandset): void {
    const words = [number, count(messages, 'message'), news > 0 ? `${news.toLocaleString('en')} new` : ''];
    // Unchanged words are left alone: what has the focus is read again otherwise.
    if (choose.dataset.words !== words.join()) {
      choose.dataset.words = words.join();
      fill(choose, h('span', number), h('span.dim', ` ${words[1]}`), news > 0 && h('span.inbox-new', ` ${words[2]}`));
    }
    if (number === this.#chosen) choose.setAttribute('aria-current', 'true');
    else choose.removeAttribute('aria-current');
  }

  #choose(number: string, isByHand = false): void {
    this.#chosen = number;
    this.#last = SOME;
    this.#showChosen();
    if (isByHand) {
      this.#app.setFragment('inbox', number);
      this.#title.focus();
    }
    this.#look();
    void this.#read();
  }

  /** The heading of what is chosen, and nothing of what was chosen before. */
  #showChosen(): void {
    const number = this.#chosen;
    this.#title.textContent = number === undefined ? 'Choose a handset' : `Messages for ${number}`;
    this.#empty.hidden = number === undefined;
    this.#fault.show(undefined);
    this.#show({
      ...{ messages: [], discarded: [], incomplete: [], older: 0, olderDiscarded: 0, moreIncomplete: 0, unread: 0 },
    });
    fill(this.#notes);
  }

  #showOlder(): void {
    this.#last = Math.min(MAX_ITEMS, this.#last + SOME);
    void this.#read();
  }

  /** Reads the inbox that is chosen; once more when it has changed meanwhile. */
  async #read(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && this.#chosen !== undefined && this.#book !== undefined) {
        this.#isStale = false;
        const number = this.#chosen;
        const began = performance.now();
        const inbox = await this.#live.inbox(number, this.#last);
        if (number === this.#chosen) {
          this.#fault.show(undefined);
          this.#show(itemsOf(inbox, this.#book.publicUrl, this.#last));
        }
        // A gateway that works on a large inbox does nothing else: it gets the larger part of the time for its messages.
        if (this.#isStale) await new Promise((resolve) => setTimeout(resolve, 2 * (performance.now() - began)));
      }
    } catch (error) {
      // A line that is down says so itself, and reads again when it is up.
      if (!(error instanceof FormatError) && !(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
      if (error instanceof FormatError) this.#fault.show(error);
    } finally {
      this.#isReading = false;
    }
  }

  #show({ messages, discarded, incomplete, older, olderDiscarded, moreIncomplete, unread }: InboxItems): void {
    this.#messages.show(messages, 0);
    this.#discarded.show(discarded, olderDiscarded);
    this.#incomplete.show(incomplete, moreIncomplete);
    const isMore = older > 0 && this.#last < MAX_ITEMS;
    // The focus would be lost with the button.
    if (!isMore && document.activeElement === this.#older) this.#title.focus();
    this.#older.hidden = !isMore;
    this.#older.textContent = `Older messages (${older.toLocaleString('en')})`;
    const isEmpty = messages.length + discarded.length + incomplete.length === 0;
    fill(
      this.#notes,
      isEmpty && this.#chosen !== undefined && h('p.dim', 'This inbox is empty.'),
      unread > 0 && h('p.warning', `${count(unread, 'later message')} not read: the inbox is too full. Empty it to see them.`),
    );
  }

  #askToEmpty(): void {
    const number = this.#chosen;
    if (number === undefined) return;
    const titleId = uniqueId('empty');
    const known = this.#book?.handsets.find((each) => each.number === number);
    const close = () => dialog.close();
    const dialog = h(
      'dialog.inbox-dialog',
      { 'aria-labelledby': titleId, on: { close: () => dialog.remove() } },
      h('h3', { id: titleId }, `Empty the inbox of ${number}?`),
      h('p', `${count(known?.messages ?? 0, 'message')} will be gone from the gateway for good.`),
      h(
        'div.row',
        button('Keep them', close, { autofocus: true }),
        button(
          'Empty it',
          () => {
            close();
            void this.#emptyNow(number);
          },
          { class: 'button primary', 'data-test': 'empty-confirm' },
        ),
      ),
    );
    this.panel.append(dialog);
    dialog.showModal();
  }

  async #emptyNow(number: string): Promise<void> {
    try {
      await this.#live.empty(number);
      this.#app.announce(`The inbox of ${number} is empty`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#app.announce(`The inbox of ${number} was not emptied: ${error.message}`);
    }
    await this.#read();
  }
}

/** One of the lists of messages, with a heading when it is not the main one. */
class MessageList {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #list: HTMLElement;
  readonly #more = h('p.dim', { hidden: true });

  constructor(app: App, id: string, words: string) {
    this.#app = app;
    this.#list = h('ol.inbox-messages', { id, 'aria-label': words });
    const isMain = id === 'inbox-messages';
    this.element = h('div.stack', { hidden: true }, !isMain && h('h3', words), this.#list, this.#more);
  }

  show(items: readonly InboxItem[], more: number): void {
    sync(
      this.#list,
      items.map((item) => ({ key: item.key, make: () => h('li', messageArticle(this.#app, item)) })),
    );
    this.#more.hidden = more === 0;
    this.#more.textContent = `${more.toLocaleString('en')} more are not listed.`;
    this.element.hidden = items.length === 0;
  }
}

/** Makes a list's children those of the items, in their order. Those that stay are left where they are, with what was opened in them and the focus. */
function sync(list: HTMLElement, items: readonly { readonly key: string; readonly make: () => HTMLElement }[]): void {
  const there = new Map([...list.children].map((child) => [(child as HTMLElement).dataset.key, child as HTMLElement]));
  const wanted = new Set(items.map(({ key }) => key));
  for (const [key, child] of there) if (key === undefined || !wanted.has(key)) child.remove();
  let next = list.firstElementChild;
  for (const { key, make } of items) {
    let child = there.get(key);
    if (child === undefined) {
      child = make();
      child.dataset.key = key;
    }
    if (child === next) next = next.nextElementSibling;
    else list.insertBefore(child, next);
  }
}
