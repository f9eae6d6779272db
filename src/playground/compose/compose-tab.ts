/**
 * The tab that composes: one form at a time, and under it what comes of it in every form that it is sent in.
 * @module
 */
import type { App, ComposeForm, Tab } from '../app.js';
import { resultView } from '../result/result-view.js';
import { fill, h } from '../ui/dom.js';
import { debounced, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { answerRenderRequests } from '../ui/player-view.js';
import type { Outcome } from './form.js';
import { mmsForm } from './mms-view.js';
import { CALENDAR_FORM, CARD_FORM, INDICATION_FORM } from './object-forms.js';
import { pictureForms } from './picture-view.js';
import { plainForm } from './plain-form-view.js';
import { textForm } from './text-view.js';
import { tuneForm } from './tune-view.js';

/** The forms, in their order. */
export const FORMS: readonly ComposeForm[] = [
  textForm,
  tuneForm,
  ...pictureForms,
  plainForm(CARD_FORM),
  plainForm(CALENDAR_FORM),
  plainForm(INDICATION_FORM),
  mmsForm,
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
  let current: ComposeForm = textForm;

  const show = () => result.show(opened.get(current.id)?.composed);
  const showLater = debounced(show, TYPING_MS);

  const open = (form: ComposeForm): Opened => {
    const known = opened.get(form.id);
    if (known !== undefined) return known;
    const slot: { composed: Opened['composed'] } = { composed: undefined };
    const { element } = form.build(app, (composed) => {
      slot.composed = composed;
      if (form === current) showLater();
    });
    const made = Object.assign(slot, { element });
    opened.set(form.id, made);
    return made;
  };
  const select = (form: ComposeForm) => {
    current = form;
    for (const input of kind.querySelectorAll('input')) input.checked = input.value === form.id;
    try {
      fill(stage, open(form).element);
      fault.show(undefined);
    } catch (error) {
      fill(stage);
      fault.show(error);
    }
    app.setFragment('compose', form.id);
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
            change: () => select(form),
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
      if (opened.size === 0) select(current);
      else app.setFragment('compose', current.id);
    },
    restore(rest) {
      const form = FORMS.find(({ id }) => id === rest);
      if (form !== undefined && form !== current) select(form);
    },
  };
}
