/**
 * What is done to a form as a whole: undo, redo, begin anew, copy a link to it; and what is told of its state.
 * @module
 */
import type { App } from '../app.js';
import { copyButton, h, smallButton } from '../ui/dom.js';
import type { EditedForm } from './edited-form-view.js';

/** The buttons above a form. */
export interface FormBar {
  /** The buttons, and what is told below them. */
  readonly elements: readonly HTMLElement[];
  /** The form that they are for; undefined while there is none. */
  show(form: EditedForm | undefined): void;
  /** The state of the form, or what can be undone, is another one. */
  draw(): void;
  undo(): void;
  redo(): void;
}

/** Makes them. */
export function formBar(app: App): FormBar {
  let form: EditedForm | undefined;
  const said = (isDone: boolean | undefined, words: string) => isDone === true && app.announce(words);
  const undo = () => void said(form?.undo(), 'Undone');
  const redo = () => void said(form?.redo(), 'Done again');
  const startAnew = () => {
    form?.startAnew();
    app.announce('Started anew');
  };
  const undoButton = smallButton('Undo', undo, { title: 'Ctrl+Z' });
  const redoButton = smallButton('Redo', redo, { title: 'Ctrl+Y' });
  const anew = smallButton('Start anew', startAnew);
  const loadLinks = () => import('./form-link.js');
  const link = copyButton('Copy link', () => linkOf(), {
    id: 'compose-link',
    // Some browsers let a page copy within a moment of the click alone.
    on: { pointerenter: () => void loadLinks(), focus: () => void loadLinks() },
  });
  const note = h('p#compose-note.note', { role: 'status', hidden: true });
  const buttons = [undoButton, redoButton, anew, link];

  const tell = (words: string) => {
    note.textContent = words;
    note.hidden = words === '';
  };

  const linkOf = async (): Promise<string | undefined> => {
    if (form === undefined) return undefined;
    const of = form;
    form.work?.runAll();
    const { writeFormLink } = await loadLinks();
    const { link: text, leftOut } = writeFormLink(of.kind.shape, of.stateForLink);
    if (text === undefined) {
      tell('This is over 32 kB and has no link: browsers and chats cut longer addresses.');
      return undefined;
    }
    if (leftOut.length > 0) tell(`Not in the link: ${leftOut.join(', ')}. Whoever opens it is told.`);
    return `${location.href.replace(/#.*$/s, '')}#compose/${of.kind.id}/${text}`;
  };

  const draw = () => {
    const focused = document.activeElement;
    undoButton.disabled = form?.canUndo !== true;
    redoButton.disabled = form?.canRedo !== true;
    // The focus does not stay on a button that can no longer be pressed.
    if (focused === undoButton && undoButton.disabled) redoButton.focus();
    if (focused === redoButton && redoButton.disabled) undoButton.focus();
    for (const each of [anew, link]) each.disabled = form === undefined;
    tell(form?.note ?? '');
  };
  draw();

  return {
    elements: [h('div.form-bar.row.tight', { role: 'group', 'aria-label': 'This form' }, ...buttons), note],
    show(next) {
      form = next;
      draw();
    },
    draw,
    undo,
    redo,
  };
}

/**
 * Takes the keys, and the menu of the browser, to undo and redo.
 * @param isTaken whether they mean the form, for what has the focus
 */
export function takeUndoKeys(
  isTaken: (target: EventTarget | null) => boolean,
  { undo, redo }: Pick<FormBar, 'undo' | 'redo'>,
): void {
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if ((key !== 'z' && key !== 'y') || event.defaultPrevented || !isTaken(event.target)) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  window.addEventListener('beforeinput', (event) => {
    const { inputType } = event;
    if ((inputType !== 'historyUndo' && inputType !== 'historyRedo') || !isTaken(event.target)) return;
    event.preventDefault();
    if (inputType === 'historyUndo') undo();
    else redo();
  });
}
