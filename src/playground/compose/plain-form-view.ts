/**
 * A form that has nothing but its fields, a line for its size, and its warnings.
 * @module
 */
import { FormatError } from '../../errors.js';
import type { ComposeForm } from '../app.js';
import { fill, h } from '../ui/dom.js';
import { FormView } from '../ui/form-view.js';
import type { FormKind } from './form.js';

/** The form of a kind. */
export function plainForm<S extends object>(kind: FormKind<S>): ComposeForm {
  const { id, title, rows } = kind;
  return {
    id,
    title,
    shape: kind,
    build(_app, changed, saved) {
      const now = new Date();
      const size = h('p.hint', { id: `${id}-size`, role: 'status' });
      const warnings = h('ul.phone-warnings', { id: `${id}-warnings` });
      const state = (saved as S | undefined) ?? kind.initial(now, now.getTimezoneOffset());
      const view = new FormView<S>({ prefix: id, rows }, state, () => compose(), { size, warnings });
      const compose = () => {
        const made = kind.compose(view.state);
        const isFaulty = made instanceof FormatError;
        view.showFault(isFaulty ? made : undefined);
        size.textContent = (isFaulty ? undefined : made?.size) ?? '';
        fill(warnings, ...((isFaulty ? undefined : made?.remarks) ?? []).map((words) => h('li.warning', words)));
        changed(made);
      };
      compose();
      const set = (next: object) => {
        view.set(next as S);
        compose();
      };
      return { element: view.element, state: () => view.state, set };
    },
  };
}
