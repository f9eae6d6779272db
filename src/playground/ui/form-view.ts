/**
 * A form out of its fields: makes their elements, keeps the state that they show, and tells faults below the fields that they come from.
 * @module
 */
import { FormatError } from '../../errors.js';
import { choice, fill, h, labelled, smallButton } from './dom.js';
import { type FaultLine, faultLine } from './fault-view.js';
import { type Cell, type Field, type ListRow, MAX_CHARACTERS, type Row } from './fields.js';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a form is made of. */
export interface FormRows<S> {
  /** In front of the fields' names in their ids, which are the names alone when it is empty; without one the ids mean nothing. */
  readonly prefix?: string | undefined;
  readonly rows: readonly Row<S>[];
  /** Whether the rows stand close together. */
  readonly isTight?: boolean;
  /** Whether the fields' labels are for those who listen alone. */
  readonly isBare?: boolean;
}

interface Made<S> {
  readonly field: Field<S>;
  readonly control: Control;
  /** The control with its label. */
  readonly element: HTMLElement;
  readonly output: HTMLElement | undefined;
  /** What the form as a whole told last, and what is wrong with what the control itself holds: that goes first, and stays. */
  told: unknown;
  marked: unknown;
  /** Made with the first fault, below the line of the field. */
  fault: FaultLine | undefined;
  line: HTMLElement;
}

/** An item of a list of a form. */
type Item = Readonly<Record<string, string>>;

/** A form on the page. */
export class FormView<S extends object> {
  readonly element: HTMLElement;
  readonly #form: FormRows<S>;
  readonly #onChange: (name: keyof S & string) => void;
  readonly #made = new Map<string, Made<S>>();
  readonly #lists = new Map<string, ListView<Item>>();
  readonly #fault = faultLine();
  #state: S;

  /**
   * @param onChange called with the name of a field that somebody changed, the state changed by then
   * @param slots the elements of the form's own view, by the names of their places
   */
  constructor(
    form: FormRows<S>,
    state: S,
    onChange: (name: keyof S & string) => void,
    slots: Readonly<Record<string, HTMLElement>> = {},
  ) {
    this.#form = form;
    this.#state = state;
    this.#onChange = onChange;
    this.element = this.#stack(form.rows, { ...slots, fault: this.#fault.element });
    this.set(state);
  }

  get state(): S {
    return this.#state;
  }

  /** Changes the state, and what its fields show; nobody is told. */
  set(part: Partial<S>): void {
    this.#state = { ...this.#state, ...part };
    for (const name of Object.keys(part)) {
      const control = this.#made.get(name)?.control;
      const value = part[name as keyof S];
      this.#lists.get(name)?.set(value as readonly Item[]);
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
      else if (control !== undefined && !isFile(control) && control.value !== value) setValue(control, String(value ?? ''));
    }
    this.#refresh();
  }

  control<T extends Control = HTMLInputElement>(name: keyof S & string): T {
    return (this.#made.get(name) as Made<S>).control as T;
  }

  /**
   * Tells a fault below its field, else in the place of the form's own, and takes away the one that was told before; undefined does no more
   * than that. What was marked stays.
   * @param name the field of the form; that of the error when absent
   * @returns whether it has a field here
   */
  showFault(error: unknown, name?: string): boolean {
    const field = name ?? (error instanceof FormatError ? error.field : undefined);
    const all = [...this.#made.values()];
    const isHere = ({ field: { name: own, faults } }: Made<S>) => field !== undefined && (own === field || faults?.test(field));
    const at = all.find(isHere);
    for (const made of all) {
      made.told = made === at ? error : undefined;
      this.#tell(made);
    }
    this.#fault.show(at === undefined ? error : undefined);
    return at !== undefined;
  }

  /** Tells a fault of what one field holds, which stays until it is marked anew; undefined takes it away. */
  mark(name: keyof S & string, error: unknown): void {
    const made = this.#made.get(name) as Made<S>;
    made.marked = error;
    this.#tell(made);
  }

  // ---- elements ----

  #stack(rows: readonly Row<S>[], slots: Readonly<Record<string, HTMLElement>>): HTMLElement {
    const children = rows.map((row) => this.#row(row, slots));
    return h(this.#form.isTight === true ? 'div.stack.tight' : 'div.stack', ...children);
  }

  #row(row: Row<S>, slots: Readonly<Record<string, HTMLElement>>): HTMLElement | undefined {
    if ('list' in row) return this.#list(row);
    if ('summary' in row) return h('details', { id: row.id }, h('summary', row.summary), this.#stack(row.rows, slots));
    if (!('row' in row) && !('boxes' in row)) return this.#cell(row, slots);
    const [kind, cells] = 'row' in row ? [row.as ?? 'row', row.row] : ['boxes', row.boxes];
    const cellElements = cells.map((cell) => this.#cell(cell, slots));
    let line = h('div', { class: kind }, ...cellElements);
    if ('within' in row) line = h('div', { class: row.within }, line);
    for (const cell of cells) if ('name' in cell) (this.#made.get(cell.name) as Made<S>).line = line;
    return line;
  }

  #cell(cell: Cell<S>, slots: Readonly<Record<string, HTMLElement>>): HTMLElement | undefined {
    if ('slot' in cell) return slots[cell.slot];
    const { name, label, hint } = cell;
    const control = this.#control(cell);
    const output = cell.output && h('output.mono', { for: control.id });
    let element: HTMLElement;
    if (this.#form.isBare === true) element = control;
    else if (cell.control === 'checkbox') element = h('label.check', control, label);
    else if (output === undefined) element = labelled(label, control, hint);
    else element = h('div.field', h('label', { for: control.id }, label), h('div.row.tight', control, output));
    this.#made.set(name, {
      field: cell,
      control,
      element,
      output,
      told: undefined,
      marked: undefined,
      fault: undefined,
      line: element,
    });
    return element;
  }

  #control(field: Field<S>): Control {
    const { name, control: kind = 'text', options = [], attributes } = field;
    const { prefix } = this.#form;
    const id = prefix === undefined ? undefined : prefix === '' ? name : `${prefix}-${name}`;
    const props = { id, ...attributes };
    const control =
      kind === 'select'
        ? choice(props, options)
        : kind === 'textarea'
          ? h('textarea', { rows: 2, dir: 'auto', maxlength: MAX_CHARACTERS, ...props })
          : h('input', { type: kind, autocomplete: isTyped(kind) && 'off', ...props });
    CONTROLS.add(control);
    control.addEventListener(kind === 'select' || kind === 'checkbox' || kind === 'file' ? 'change' : 'input', () => {
      if (!isFile(control)) {
        const value = control instanceof HTMLInputElement && kind === 'checkbox' ? control.checked : control.value;
        this.#state = { ...this.#state, [name]: value };
      }
      this.#refresh();
      this.#onChange(name);
    });
    return control;
  }

  #list({ list: name, legend, noun, fields, most, added }: ListRow<S>): HTMLElement {
    const changed = () => {
      this.#state = { ...this.#state, [name]: items.states() };
      this.#onChange(name);
    };
    const items = listView<Item>({
      more: smallButton(`Another ${noun}`, () => items.add(added, true)),
      most,
      changed,
      make(state, { remove }) {
        const removing = smallButton('Remove', remove);
        const item = new FormView<Item>({ rows: [{ row: [...fields, { slot: 'remove' }] }], isBare: true }, state, changed, {
          remove: removing,
        });
        return {
          element: item.element.firstElementChild as HTMLElement,
          state: () => item.state,
          set: (next) => item.set(next),
          number(index) {
            for (const { name: each, label } of fields) item.control(each).setAttribute('aria-label', `${label} ${index + 1}`);
            removing.setAttribute('aria-label', `Remove ${noun} ${index + 1}`);
            removing.hidden = index === 0;
          },
          focus: () => item.control((fields[0] as Field<Item>).name).focus(),
        };
      },
    });
    this.#lists.set(name, items);
    return h('fieldset.stack', h('legend', legend), items.element, h('div.row', items.more));
  }

  /** What is shown and can be changed follows from the state. */
  #refresh(): void {
    for (const made of this.#made.values()) {
      const { field, control, element, output } = made;
      if (field.shownWhen !== undefined) element.hidden = !field.shownWhen(this.#state);
      if (field.enabledWhen !== undefined) control.disabled = !field.enabledWhen(this.#state);
      if (output !== undefined) output.textContent = field.output?.(this.#state) ?? '';
      if (made.marked !== undefined) this.#tell(made);
    }
  }

  /** Shows the fault of a field; a mark is as hidden as its control. */
  #tell(made: Made<S>): void {
    const error = (made.element.hidden ? undefined : made.marked) ?? made.told;
    if (made.fault === undefined && error !== undefined) {
      made.fault = faultLine(made.control);
      made.line.after(made.fault.element);
    }
    made.fault?.show(error);
  }
}

function isTyped(kind: string): boolean {
  return kind !== 'checkbox' && kind !== 'range' && kind !== 'file';
}

/**
 * Changes what a control holds. In the one that has the focus the caret goes to the end of what differs, where a person looks for it; browsers
 * put it at the end of the text.
 */
function setValue(control: Control, value: string): void {
  const before = control.value;
  control.value = value;
  if (control !== document.activeElement || !hasCaret(control)) return;
  const most = Math.min(before.length, value.length);
  let same = 0;
  while (same < most && before[before.length - 1 - same] === value[value.length - 1 - same]) same++;
  let begin = 0;
  while (begin < most - same && before[begin] === value[begin]) begin++;
  const caret = Math.max(begin, value.length - same);
  control.setSelectionRange(caret, caret);
}

/** Whether a control is typed in with a caret that scripts can place. */
function hasCaret(control: Element): control is HTMLTextAreaElement | HTMLInputElement {
  return control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.selectionStart !== null);
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'tel', 'url', 'number', 'date', 'datetime-local']);

/** Whether an element is a control that is typed in. */
export function isTextControl(target: EventTarget | null): target is HTMLTextAreaElement | HTMLInputElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type));
}

/** The controls of all forms. */
const CONTROLS = new WeakSet<EventTarget>();

/** Whether an element is a control whose value a form's state holds. */
export function holdsState(target: EventTarget): boolean {
  return CONTROLS.has(target);
}

/** What a box of files holds is the browser's to say. */
function isFile(control: Control): boolean {
  return control instanceof HTMLInputElement && control.type === 'file';
}

// ---- lists ----

/** An item of a list that grows and shrinks. */
export interface ListItem<T> {
  readonly element: HTMLElement;
  state(): T;
  set(state: T): void;
  /** Tells it its place. */
  number(index: number, count: number): void;
  focus(): void;
}

/** Items that appear and go. */
export interface ListView<T, I extends ListItem<T> = ListItem<T>> {
  readonly element: HTMLElement;
  readonly items: readonly I[];
  readonly more: HTMLButtonElement;
  add(state: T, isByHand?: boolean): void;
  /** Puts other items in the place of those that there are; an item whose state is the same stays as it is. */
  set(states: readonly T[]): void;
  states(): T[];
}

/** What an item may do to itself in its list. */
export interface ItemActions {
  remove(): void;
  /** Goes a place further up (-1) or down (1); at the end it stays. */
  move(by: -1 | 1): void;
}

/** Makes a list without items. @param more the button that adds one, which is there as long as there is place for one */
export function listView<T, I extends ListItem<T> = ListItem<T>>(of: {
  readonly more: HTMLButtonElement;
  readonly most: number;
  readonly changed: () => void;
  readonly make: (state: T, actions: ItemActions) => I;
}): ListView<T, I> {
  const { more, most, changed, make } = of;
  const element = h('div.stack.tight');
  const items: I[] = [];
  const draw = () => {
    // Elements that are put in again lose the focus.
    if (element.childElementCount !== items.length || items.some((item, i) => element.children[i] !== item.element)) {
      fill(element, ...items.map((item) => item.element));
    }
    for (const [i, item] of items.entries()) item.number(i, items.length);
    more.hidden = items.length >= most;
  };
  const append = (state: T): I => {
    const item: I = make(state, {
      remove() {
        items.splice(items.indexOf(item), 1);
        draw();
        more.focus();
        changed();
      },
      move(by) {
        const at = items.indexOf(item);
        if (items[at + by] === undefined) return;
        items.splice(at, 1);
        items.splice(at + by, 0, item);
        draw();
        changed();
      },
    });
    items.push(item);
    return item;
  };
  return {
    element,
    items,
    more,
    add(state, isByHand = false) {
      const item = append(state);
      draw();
      if (!isByHand) return;
      item.focus();
      changed();
    },
    set(states) {
      items.length = Math.min(items.length, states.length);
      for (const [i, state] of states.entries()) {
        const item = items[i];
        if (item === undefined) append(state);
        else if (JSON.stringify(item.state()) !== JSON.stringify(state)) item.set(state);
      }
      draw();
    },
    states: () => items.map((item) => item.state()),
  };
}
