/**
 * What somebody does in a form, to tell which changes of its state are undone together: letters typed in a row, the way of a slider, and all
 * that follows from one click or key.
 * @module
 */
import { isTextControl } from '../ui/form-view.js';

/** A pause in typing after which another step begins. */
const PAUSE_MS = 1_000;

/** Input by other means than letter by letter. */
const WHOLE: readonly string[] = ['insertFromPaste', 'insertFromDrop', 'deleteByCut', 'insertReplacementText'];

/** Keys that move the caret. */
const MOVES: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** What is done in an element. */
export class Gestures {
  readonly #before: () => void;
  #count = 0;
  #typed: { readonly control: EventTarget | null; readonly at: number } | undefined;

  /** @param before called before a gesture begins that is not part of the one before */
  constructor(element: HTMLElement, before: () => void) {
    this.#before = before;
    const next = () => this.next();
    for (const type of ['click', 'pointerdown', 'pointerup', 'drop'] as const) element.addEventListener(type, next, true);
    element.addEventListener('input', (event) => this.#onInput(event), true);
    element.addEventListener('change', ({ target }) => isByStep(target) || next(), true);
    element.addEventListener(
      'keydown',
      ({ key, target, ctrlKey, metaKey, altKey }) => {
        // What is typed at another place is another step.
        const isMove = isTextControl(target) && MOVES.includes(key);
        if (isMove || !(ctrlKey || metaKey || altKey || isByStep(target))) next();
      },
      true,
    );
    window.addEventListener('paste', (event) => isByStep(event.target) || next(), true);
  }

  /** The key of changes that happen now. */
  get key(): string {
    return String(this.#count);
  }

  /** Begins a step. */
  next(): void {
    this.#before();
    this.#typed = undefined;
    this.#count++;
  }

  #onInput(event: Event): void {
    const { target: control } = event;
    if (!isByStep(control)) return;
    const at = Date.now();
    const isWhole = event instanceof InputEvent && WHOLE.includes(event.inputType);
    const typed = this.#typed;
    if (isWhole || typed?.control !== control || at - typed.at > PAUSE_MS) this.next();
    this.#typed = isWhole ? undefined : { control, at };
  }
}

/** Whether a control changes step by step. */
function isByStep(target: EventTarget | null): boolean {
  return isTextControl(target) || (target instanceof HTMLInputElement && target.type === 'range');
}
