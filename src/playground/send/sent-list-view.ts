/**
 * Messages that were sent from the page by the gateway: each with how far it has come, until that is final.
 * @module
 */
import type { App } from '../app.js';
import { h, smallButton } from '../ui/dom.js';
import type { Login, Outcome, Progress } from './gateway-answers.js';
import { askMessage, hasInboxes } from './gateway-client.js';
import { addRow, sentRows } from './sent-rows-view.js';

/** How often a message is asked for: at first, and once it has not changed for a while. */
const [SOON_MS, LATER_MS, QUICK_ASKS] = [500, 5_000, 20];
/** How long a message is followed. */
const FOLLOW_MS = 3_600_000;

/** A message whose end is not known. */
interface Followed {
  readonly id: string;
  readonly row: HTMLElement;
  readonly cancel: HTMLElement;
  /** Undefined once it has ended. */
  login: Login | undefined;
  readonly until: number;
  readonly show: (progress: Progress) => void;
  readonly say: (words: string) => void;
}

/** The list. */
export class SentList {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #list = sentRows('send-sent', 'Sent from this page, the newest first');
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
    const row = addRow(this.#list, recipient, state, note, cancel, inbox, id !== undefined && h('code.mono.dim', id));
    this.element.hidden = false;
    if (id === undefined) {
      row.classList.add('refused');
      return;
    }
    const show = (progress: Progress) => {
      state.dataset.state = progress.state;
      state.textContent = progress.state;
      note.textContent = progress.state === progress.words ? words : progress.words;
      if (progress.isWaiting) cancel.hidden = followed.login === undefined;
      else this.#hide(cancel);
      if (progress.isFinal) this.#app.announce(`${recipient}: ${progress.words}`);
    };
    const say = (said: string) => {
      note.textContent = said;
    };
    const followed: Followed = { id, row, cancel, login, until: Date.now() + FOLLOW_MS, show, say };
    let isTaking = false;
    const take = async () => {
      // Disabled it would lose the focus.
      if (isTaking || followed.login === undefined) return;
      isTaking = true;
      const asked = await askMessage(id, followed.login, { cancel: true });
      isTaking = false;
      if (!('progress' in asked)) return say(asked.words);
      show(asked.progress);
      // What has ended is not asked for again, with a login that may be another's by then.
      if (asked.progress.isFinal) this.#end((other) => other === followed);
    };
    this.#followed.push(followed);
    this.#asks = 0;
    this.#schedule(SOON_MS / 2);
    this.#hasInboxes ??= hasInboxes();
    void this.#hasInboxes.then((are) => {
      inbox.hidden = !are;
    });
  }

  /** Hides a button; its focus goes to the one that sends. */
  #hide(cancel: HTMLElement): void {
    if (document.activeElement === cancel) this.#list.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus();
    cancel.hidden = true;
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#followed.length > 0) this.#timer = setTimeout(() => void this.#ask(), ms);
  }

  /** Asks for each that is followed, one after the other. */
  async #ask(): Promise<void> {
    // Messages that have left the list, or were sent over an hour ago, are not followed.
    this.#end((one) => one.row.parentElement === null || one.until < Date.now());
    let pause = this.#asks++ < QUICK_ASKS ? SOON_MS : LATER_MS;
    if (document.visibilityState === 'visible') {
      for (const one of [...this.#followed]) {
        const { login } = one;
        if (login === undefined) continue;
        const asked = await askMessage(one.id, login);
        if ('progress' in asked) {
          one.show(asked.progress);
          if (asked.progress.isFinal) this.#end((other) => other === one);
        } else {
          // A login that is refused once is not tried for the others: the gateway counts failed ones.
          const isSame = ({ login: other }: Followed) => other?.username === login.username && other.pin === login.pin;
          this.#end((other) => (asked.isLoginRefused ? isSame(other) : asked.isOver && other === one), asked.words);
          if (!asked.isOver) one.say(asked.words);
          pause = Math.max(LATER_MS, asked.afterMs ?? 0);
          // What keeps one from being answered keeps the others, too.
          if (!asked.isOver || asked.isLoginRefused) break;
        }
      }
    }
    this.#schedule(pause);
  }

  /** Follows messages no more, and forgets their login. @param words why, for persons */
  #end(isEnded: (one: Followed) => boolean, words?: string): void {
    for (const one of this.#followed.filter(isEnded)) {
      one.login = undefined;
      this.#hide(one.cancel);
      if (words !== undefined) one.say(words);
    }
    this.#followed = this.#followed.filter(({ login }) => login !== undefined);
  }
}
