/**
 * Elements in a line. Texts become text nodes: nothing here parses HTML.
 * @module
 */
import { settled } from './pauses.js';

export type Child = Node | string | number | false | null | undefined;

/** Attributes by their names; `on` adds listeners, `class` and `data-…` are attributes like all others. */
export interface Props {
  readonly on?: { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  readonly [attribute: string]: unknown;
}

/** The tag of a selector such as `div`, `p.hint`, `ul#phone-warnings.plain-list`. */
type TagOf<S extends string> = S extends `${infer T}#${string}` ? T : S extends `${infer T}.${string}` ? T : S;

/** The element of a selector. */
type ElementOf<S extends string> =
  TagOf<S> extends infer T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLUnknownElement;

/**
 * An element by a selector of tag, id and classes, its attributes, which may be left out, and its children.
 * Attributes that are undefined, null or false are left out; true stands for an empty one.
 */
export function h<S extends string>(selector: S, ...content: readonly [Props, ...Child[]] | readonly Child[]): ElementOf<S> {
  const [head = '', ...classes] = selector.split('.');
  const [tag = '', id] = head.split('#');
  const element = document.createElement(tag);
  if (id !== undefined) element.id = id;
  if (classes.length > 0) element.className = classes.join(' ');
  const [first, ...others] = content;
  const hasProps = isProps(first);
  for (const [name, value] of Object.entries(hasProps ? first : {})) {
    if (name === 'on') {
      for (const [type, listener] of Object.entries(value as object)) element.addEventListener(type, listener as EventListener);
    } else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...nodes((hasProps ? others : content) as readonly Child[]));
  return element as ElementOf<S>;
}

function isProps(value: Props | Child): value is Props {
  return typeof value === 'object' && value !== null && !(value instanceof Node);
}

/** Puts other children into an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...nodes(children));
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) =>
    child === undefined || child === null || child === false ? [] : [typeof child === 'number' ? String(child) : child],
  );
}

let ids = 0;

/** An id that nothing else on the page has. */
export function uniqueId(prefix: string): string {
  ids++;
  return `${prefix}-${ids}`;
}

/** A control with its label, and a hint that is read with it. The control keeps an id that it has. */
export function labelled(label: string, control: HTMLElement, hint?: string): HTMLElement {
  if (control.id === '') control.id = uniqueId('control');
  const hintId = `${control.id}-hint`;
  if (hint !== undefined) control.setAttribute('aria-describedby', hintId);
  return h(
    'div.field',
    h('label', { for: control.id }, label),
    control,
    hint !== undefined && h('p.hint', { id: hintId }, hint),
  );
}

/** A select with options of values and words. */
export function choice(
  props: Props,
  options: readonly (readonly [value: string, words: string])[],
  chosen?: string,
): HTMLSelectElement {
  return h('select', props, ...options.map(([value, words]) => h('option', { value, selected: value === chosen }, words)));
}

export function button(words: string, onClick: () => void, props: Props = {}): HTMLButtonElement {
  return h('button.button', { type: 'button', ...props, on: { click: onClick, ...props.on } }, words);
}

/** A button of the small kind. */
export function smallButton(words: string, onClick: () => void, props: Props = {}): HTMLButtonElement {
  return button(words, onClick, { class: 'button small', ...props });
}

/**
 * Acts on a press once all that is in the form has been composed. Until then the button is busy, and another press is none. Nothing is done where
 * that failed, where another form was chosen, or where the button says something else by then.
 */
export async function whenSettled(pressed: HTMLButtonElement, act: () => void): Promise<void> {
  if (pressed.hasAttribute('aria-busy')) return;
  const words = pressed.textContent;
  pressed.setAttribute('aria-busy', 'true');
  const isValid = await settled();
  pressed.removeAttribute('aria-busy');
  const isSame = pressed.textContent === words;
  if (!isSame) announce(`The button says another thing now: ${pressed.textContent}`);
  if (isValid && isSame) act();
}

/** A button that acts as {@link whenSettled} does. */
export function settledButton(words: string, onClick: () => void, props: Props = {}): HTMLButtonElement {
  const pressed = button(words, () => void whenSettled(pressed, onClick), props);
  return pressed;
}

/** Whether an element can be seen: somebody may have gone to another tab. */
export function isShown(element: HTMLElement): boolean {
  return element.closest('[hidden]') === null;
}

/** How long a button says that it has copied. */
const COPIED_MS = 1_500;

/** Says something to those who listen to the page. */
export function announce(text: string): void {
  (document.getElementById('live') as HTMLElement).textContent = text;
}

/** A small button that copies a text; nothing where there is none. */
export function copyButton(
  words: string,
  text: () => string | Promise<string | undefined>,
  props: Props = {},
): HTMLButtonElement {
  const copy: HTMLButtonElement = smallButton(
    words,
    async () => {
      const copied = await text();
      if (copied === undefined) return;
      if (!(await copyText(copied))) {
        window.prompt(words, copied);
        return;
      }
      announce('Copied');
      copy.textContent = 'Copied';
      setTimeout(() => {
        copy.textContent = words;
      }, COPIED_MS);
    },
    props,
  );
  return copy;
}

/**
 * Puts a text on the clipboard. Where that is closed (a server that is neither local nor encrypted) the old command does it, which keeps the
 * lines of a text apart as no prompt would.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const area = h('textarea.visually-hidden', { 'aria-hidden': 'true', readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return isCopied;
  }
}

/** Gives a file to the browser's downloads. */
export function download(name: string, content: Uint8Array | Blob, type: string): void {
  // A copy: the octets may be a view of something larger.
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content.slice()], { type }));
  h('a', { href: url, download: name }).click();
  // The download has the blob by then; Safari wants a moment.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
