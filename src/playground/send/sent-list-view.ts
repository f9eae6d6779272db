/**
 * Messages that were sent from the page by the gateway: each with how far it has come, until that is final.
 * @module
 */
import type { App } from '../app.js';
import { h, smallButton } from '../ui/dom.js';
import type { Login, Outcome, Progress } from './gateway-answers.js';
import { askMessage, hasInboxes } from './gateway-client.js';

/** Messages that are listed; the oldest go first. */
const MAX_LISTED = 200;
/** How often a message is asked for: at first, and once it has not changed for a while. */
const [SOON_MS, LATER_MS, QUICK_ASKS] = [500, 5_000, 20];
/** How long a message is followed. */
const FOLLOW_MS = 3_600_000;

/** A message whose end is not known. */
interface Followed {
  readonly id: string;
  readonly login: Login;
  readonly until: number;
  readonly show: (progress: Progress) => void;
  readonly say: (words: string) => void;
}

/** The list. */
export class SentList {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #list = h('ol#send-sent.plain-list.stack.tight', { 'aria-label': 'Sent from this page, the newest first' });
  #followed: Followed[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asks = 0;
  #hasInboxes: Promise<boolean> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.element = h('div.stack.tight', { hidden: true }, h('h3', 'Sent from this page'), this.#list);
  }

  /** Adds what became of a recipient, and follows its message. */
  add({ recipient, id, words }: Outcome, login: Login): void {
    const state = h(
      'span.chip',
      { 'data-state': id === undefined ? 'refused' : 'accepted' },
      id === undefined ? 'not sent' : 'accepted',
    );
    const note = h('span.send-note.dim', words);
    const cancel = smallButton('Take back', () => void take(), {
      hidden: true,
      'aria-label': `Take back the message to ${recipient}`,
    });
    const inbox = h('a', { href: `#inbox/${recipient}`, hidden: true, 'aria-label': `Inbox of ${recipient}` }, 'Inbox');
    const item = h(
      'li.send-item',
      h('span.mono', recipient),
      state,
      note,
      cancel,
      inbox,
      id !== undefined && h('code.mono.dim', id),
    );
    this.element.hidden = false;
    this.#list.prepend(item);
    while (this.#list.childElementCount > MAX_LISTED) this.#list.lastElementChild?.remove();
    if (id === undefined) {
      item.classList.add('refused');
      return;
    }
    const show = (progress: Progress) => {
      state.dataset.state = progress.state;
      state.textContent = progress.state;
      note.textContent = progress.state === progress.words ? words : progress.words;
      if (progress.isFinal && document.activeElement === cancel)
        (this.#list.closest('form')?.querySelector('[type=submit]') as HTMLElement)?.focus();
      cancel.hidden = !progress.isWaiting;
      if (progress.isFinal) this.#app.announce(`${recipient}: ${progress.words}`);
    };
    const say = (said: string) => {
      note.textContent = said;
    };
    const followed: Followed = { id, login, until: Date.now() + FOLLOW_MS, show, say };
    const take = async () => {
      cancel.disabled = true;
      const asked = await askMessage(id, login, { cancel: true });
      cancel.disabled = false;
      if ('progress' in asked) show(asked.progress);
      else say(asked.words);
    };
    this.#followed.push(followed);
    this.#asks = 0;
    this.#schedule(SOON_MS / 2);
    this.#hasInboxes ??= hasInboxes();
    void this.#hasInboxes.then((are) => {
      inbox.hidden = !are;
    });
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#followed.length > 0) this.#timer = setTimeout(() => void this.#ask(), ms);
  }

  /** Asks for each that is followed, one after the other. */
  async #ask(): Promise<void> {
    let pause = this.#asks++ < QUICK_ASKS ? SOON_MS : LATER_MS;
    const ended = new Set<Followed>();
    if (document.visibilityState === 'visible') {
      for (const one of [...this.#followed]) {
        const asked = await askMessage(one.id, one.login);
        if ('progress' in asked) {
          one.show(asked.progress);
          if (asked.progress.isFinal) ended.add(one);
        } else {
          one.say(asked.words);
          if (asked.isOver) ended.add(one);
          pause = Math.max(LATER_MS, asked.afterMs ?? 0);
          // What keeps one from being answered keeps the others, too.
          if (!asked.isOver) break;
        }
        if (one.until < Date.now()) ended.add(one);
      }
    }
    this.#followed = this.#followed.filter((one) => !ended.has(one));
    this.#schedule(pause);
  }
}
