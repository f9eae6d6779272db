/**
 * The tab that composes: one form at a time, and under it what comes of it in every form that it is sent in.
 * @module
 */
import { KINDS } from '../../content/kinds.js';
import type { App, ComposeForm, Tab } from '../app.js';
import { loadReaders, takeMissed } from '../late-readers.js';
import { resultView } from '../result/result-view.js';
import { fill, h, smallButton } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { holdsState, isTextControl } from '../ui/form-view.js';
import { enterForm, RESULT_WORK } from '../ui/pauses.js';
import { answerRenderRequests } from '../ui/player-view.js';
import { forgetDrafts, keepForm, keepHandset, keptDrafts, saveDrafts } from './drafts-view.js';
import { EditedForm, type EditedFormEvents } from './edited-form-view.js';
import { formBar, takeUndoKeys } from './form-bar-view.js';
import type { readFormLink } from './form-link.js';
import { readDraft } from './form-state.js';
import { textForm } from './text-view.js';

/** A form before it is loaded. */
export interface FormEntry extends Pick<ComposeForm, 'id' | 'title'> {
  readonly load: () => Promise<ComposeForm>;
}

const textEntry: FormEntry = { id: textForm.id, title: textForm.title, load: async () => textForm };

const picture = (id: string, title: string): FormEntry => ({
  ...{ id, title },
  load: async () => (await import('./picture-view.js')).pictureForms.find((form) => form.id === id) as ComposeForm,
});

const object = (id: string, title: string): FormEntry => ({
  ...{ id, title },
  async load() {
    const [{ objectForms }] = await Promise.all([import('./object-view.js'), loadReaders('calendars', 'cards')]);
    return objectForms.find((form) => form.id === id) as ComposeForm;
  },
});

/** The forms, in their order. */
export const FORMS: readonly FormEntry[] = [
  textEntry,
  { id: 'tune', title: 'Tune', load: async () => (await import('./tune-view.js')).tuneForm },
  picture('picture', KINDS.pictureMessage.title),
  picture('logo', KINDS.operatorLogo.title),
  picture('group', KINDS.groupGraphic.title),
  object('card', KINDS.vcard.title),
  object('calendar', KINDS.vcalendar.title),
  object('si', KINDS.serviceIndication.title),
  { id: 'mms', title: 'MMS', load: async () => (await import('./mms-view.js')).mmsForm },
];

export function composeTab(app: App): Tab {
  answerRenderRequests();
  const result = resultView(app);
  keepHandset();
  const fault = faultLine();
  const stage = h('div.compose-stage');
  const opened = new Map<string, EditedForm>();
  let current = textEntry;

  const show = (): Promise<void> | undefined => {
    result.show(opened.get(current.id)?.composed);
    // A text may hold a calendar.
    return takeMissed()?.().then(show);
  };
  const showLater = RESULT_WORK.afterTyping(show);
  const bar = formBar(app);
  const keepAddress = () => {
    const { link } = opened.get(current.id) ?? {};
    app.setFragment('compose', link === undefined ? current.id : `${current.id}/${link}`);
  };

  const open = (entry: FormEntry, kind: ComposeForm): EditedForm => {
    const events: EditedFormEvents = {
      onComposed: () => entry === current && showLater(),
      onState(isByHand) {
        if (isByHand) keepForm(entry.id, () => form.draft);
        if (entry !== current) return;
        bar.draw();
        keepAddress();
      },
    };
    const draft = keptDrafts().forms[entry.id];
    const kept = draft === undefined ? undefined : readDraft(kind.shape, draft);
    const form = new EditedForm(app, kind, events, kept?.state);
    if (kept !== undefined) form.note = draftNote(kept.refused);
    opened.set(entry.id, form);
    return form;
  };
  const select = async (entry: FormEntry, link?: string) => {
    current = entry;
    enterForm(opened.get(entry.id)?.work);
    for (const input of kind.querySelectorAll('input')) input.checked = input.value === entry.id;
    bar.show(undefined);
    keepAddress();
    try {
      let form = opened.get(entry.id);
      if (form === undefined || link !== undefined) {
        fill(stage, h('p.note', 'Loading …'));
        result.show(undefined);
        const [loaded, links] = await Promise.all([entry.load(), link === undefined ? undefined : import('./form-link.js')]);
        // Another one may have been chosen, or this one twice, while it was loaded.
        if (entry !== current) return;
        form = opened.get(entry.id) ?? open(entry, loaded);
        enterForm(form.work);
        fill(stage, form.element);
        if (link !== undefined && links !== undefined) openLink(form, link, links.readFormLink);
      }
      fill(stage, form.element);
      bar.show(form);
      keepAddress();
      fault.show(undefined);
    } catch (error) {
      if (entry !== current) return;
      const form = opened.get(entry.id);
      fill(stage, form?.element);
      bar.show(form);
      fault.show(error);
    }
    const loading = show();
    if (loading !== undefined) RESULT_WORK.during(loading);
  };

  const kind = h(
    'fieldset#compose-kind.kinds',
    h('legend', 'What to compose'),
    ...FORMS.map((form) =>
      h(
        'label.kind',
        h('input', {
          type: 'radio',
          name: 'compose-kind',
          value: form.id,
          on: {
            change: () => void select(form),
          },
        }),
        form.title,
      ),
    ),
  );
  const forget = smallButton('Forget drafts', () => {
    forgetDrafts();
    app.announce('Drafts are forgotten');
  });
  const about = h(
    'div.row.tight.hint',
    h('span', 'What is entered here stays in this browser, for the next visit too.'),
    forget,
  );
  const card = h('div.card.stack.compose-form', kind, ...bar.elements, fault.element, stage, about);
  const panel = h('section.compose', card, result.element);
  // Nothing else that is typed in has its undoing here.
  const isOfForm = (target: EventTarget | null) =>
    target === document.body ||
    (target instanceof Node && card.contains(target) && (!isTextControl(target) || holdsState(target)));
  takeUndoKeys((target) => !panel.hidden && isOfForm(target), bar);
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    result.showOnPhone();
  });
  // What goes wrong in a control's own listener has no other place to be told.
  const tell = (error: unknown) => {
    if (!panel.hidden) fault.show(error);
  };
  window.addEventListener('error', ({ error }) => {
    // Without one it is no more than a notice of the browser's.
    if (error instanceof Error) tell(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  return {
    panel,
    opened() {
      // Nothing is built for those who came to inspect.
      if (opened.size === 0) void select(current);
      else keepAddress();
    },
    restore(rest) {
      const [, id = '', link] = /^([^/]*)(?:\/(.*))?$/s.exec(rest) ?? [];
      const form = FORMS.find((each) => each.id === id);
      if (form === undefined || (link !== undefined && opened.get(id)?.link === link && form === current)) return;
      if (form !== current || link !== undefined) void select(form, link);
    },
  };
}

/** Puts what a link holds into a form. @throws FormatError as `readFormLink` */
function openLink(form: EditedForm, link: string, read: typeof readFormLink): void {
  const { state, unknown, leftOut } = read(form.kind.shape, link);
  // What waits to be kept is what the form holds until now.
  saveDrafts();
  const note = [
    'Opened from a link; Undo brings back what was here before.',
    leftOut.length > 0 && `Not in the link: ${leftOut.join(', ')}.`,
    unknown.length > 0 && `Fields that this page does not know were left out: ${unknown.join(', ')}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
  form.putLinked(state, link, note);
}

/** What is told of a draft. @param refused names of fields that were not read */
function draftNote(refused: readonly string[]): string {
  const without = refused.length > 0 ? ` without ${refused.join(', ')}, too long or damaged` : '';
  return `A draft from before is back${without}; Start anew empties the form.`;
}
