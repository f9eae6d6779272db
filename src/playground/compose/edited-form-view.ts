/**
 * An open form with what can be undone in it.
 * @module
 */
import type { App, ComposeForm, OpenForm } from '../app.js';
import type { Work } from '../ui/pauses.js';
import type { Outcome } from './form.js';
import { beginningOf, changesOf, isSame, withoutFiles } from './form-state.js';
import { Gestures } from './gestures-view.js';
import { History } from './history.js';

/** What an open form tells. */
export interface EditedFormEvents {
  /** Something else is composed. */
  onComposed(composed: Outcome): void;
  /** The state is another one, or other steps can be undone. @param isByHand whether somebody did that, and it did not follow by itself */
  onState(isByHand: boolean): void;
}

/** An open form. */
export class EditedForm {
  readonly kind: ComposeForm;
  composed: Outcome;
  /** What is told above the form: where its state is from. */
  note = '';
  /** The link that its state is from, as long as it is as it was there. */
  link: string | undefined;
  readonly #form: OpenForm;
  readonly #events: EditedFormEvents;
  #gestures: Gestures | undefined;
  #history: History<object> | undefined;
  /** The key of what follows by itself: from how the form begins, or from the link that was opened last. */
  #ownKey: string;

  /** @param saved what it begins with; the beginning of its kind when absent */
  constructor(app: App, kind: ComposeForm, events: EditedFormEvents, saved?: object) {
    this.kind = kind;
    this.#events = events;
    this.#form = kind.build(
      app,
      (composed) => {
        this.composed = composed;
        this.notice();
        events.onComposed(composed);
      },
      saved,
    );
    this.#gestures = new Gestures(this.element, () => this.notice());
    // Of what changes no message nobody else is told.
    for (const type of ['input', 'change', 'click'] as const) this.element.addEventListener(type, () => this.notice());
    this.#ownKey = this.#gestures.key;
    this.#history = new History(this.state, this.#ownKey);
  }

  get element(): HTMLElement {
    return this.#form.element;
  }

  get work(): Work | undefined {
    return this.#form.work;
  }

  get state(): object {
    return this.#form.state();
  }

  get stateForLink(): object {
    return this.#form.stateForLink?.() ?? this.state;
  }

  /** What is kept of it for the next visit; undefined while it is as it begins. Of a photograph there is what was made of it. */
  get draft(): object | undefined {
    const { state } = this;
    const { shape } = this.kind;
    if (isSame(state, beginningOf(shape))) return undefined;
    const hasFiles = withoutFiles(shape, state).ids.length > 0;
    return changesOf(shape, hasFiles ? this.stateForLink : state);
  }

  get canUndo(): boolean {
    return this.#history?.canUndo === true;
  }

  get canRedo(): boolean {
    return this.#history?.canRedo === true;
  }

  /** @returns whether there was a step to undo */
  undo(): boolean {
    return this.#go('undo');
  }

  /** @returns whether there was a step to do again */
  redo(): boolean {
    return this.#go('redo');
  }

  /** Puts a state in the place of the present one, as a step. */
  put(state: object): void {
    this.#gestures?.next();
    this.#form.set(state);
    this.notice();
  }

  /** Puts the state of a link in the place of the present one, as a step. It is no draft before somebody changes it. */
  putLinked(state: object, link: string, note: string): void {
    this.#gestures?.next();
    this.#ownKey = this.#gestures?.key ?? this.#ownKey;
    this.#form.set(state);
    this.notice();
    this.link = link;
    this.note = note;
  }

  /** Empties the form to what it begins with, as a step. */
  startAnew(): void {
    this.put(beginningOf(this.kind.shape));
  }

  /** Takes the state of now as a step, where it is another one. */
  notice(): void {
    // The form composes while it is built.
    if (this.#history === undefined || this.#gestures === undefined) return;
    const { state } = this;
    if (isSame(state, this.#history.present)) return;
    const { key } = this.#gestures;
    this.#history.add(state, key);
    this.#changed(key !== this.#ownKey);
  }

  #go(way: 'undo' | 'redo'): boolean {
    // What is typed from here on is a step of its own.
    this.#gestures?.next();
    const state = this.#history?.[way](this.#gestures?.key ?? this.#ownKey);
    if (state === undefined) return false;
    this.#form.set(state);
    this.#changed(true);
    return true;
  }

  #changed(isByHand: boolean): void {
    if (isByHand) {
      this.link = undefined;
      this.note = '';
    }
    this.#form.keepFiles?.(this.#history?.states ?? []);
    this.#events.onState(isByHand);
  }
}
