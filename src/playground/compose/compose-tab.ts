/**
 * The tab that composes: one form at a time, and under it what comes of it in every form that it is sent in.
 * @module
 */
import { KINDS } from '../../content/kinds.js';
import type { App, ComposeForm, Tab } from '../app.js';
import { loadReaders, takeMissed } from '../late-readers.js';
import { resultView } from '../result/result-view.js';
import { fill, h } from '../ui/dom.js';
import { debounced, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { answerRenderRequests } from '../ui/player-view.js';
import type { Outcome } from './form.js';
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

/** A form that was opened: its controls, and what it has composed last. */
interface Opened {
  readonly element: HTMLElement;
  composed: Outcome;
}

export function composeTab(app: App): Tab {
  answerRenderRequests();
  const result = resultView(app);
  const fault = faultLine();
  const stage = h('div.compose-stage');
  const opened = new Map<string, Opened>();
  let current = textEntry;

  const show = () => {
    result.show(opened.get(current.id)?.composed);
    // A text may hold a calendar.
    void takeMissed()?.().then(show);
  };
  const showLater = debounced(show, TYPING_MS);

  const open = (entry: FormEntry, form: ComposeForm): Opened => {
    const slot: { composed: Opened['composed'] } = { composed: undefined };
    const { element } = form.build(app, (composed) => {
      slot.composed = composed;
      if (entry === current) showLater();
    });
    const made = Object.assign(slot, { element });
    opened.set(entry.id, made);
    return made;
  };
  const select = async (entry: FormEntry) => {
    current = entry;
    for (const input of kind.querySelectorAll('input')) input.checked = input.value === entry.id;
    app.setFragment('compose', entry.id);
    try {
      let known = opened.get(entry.id);
      if (known === undefined) {
        fill(stage, h('p.note', 'Loading …'));
        const form = await entry.load();
        // Another one may have been chosen, or this one twice, while it was loaded.
        if (entry !== current) return;
        known = opened.get(entry.id) ?? open(entry, form);
      }
      fill(stage, known.element);
      fault.show(undefined);
    } catch (error) {
      if (entry !== current) return;
      fill(stage);
      fault.show(error);
    }
    show();
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
  const panel = h('section.compose', h('div.card.stack.compose-form', kind, fault.element, stage), result.element);
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
      else app.setFragment('compose', current.id);
    },
    restore(rest) {
      const form = FORMS.find(({ id }) => id === rest);
      if (form !== undefined && form !== current) void select(form);
    },
  };
}
