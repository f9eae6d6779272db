/**
 * The controls above the result: recipient, handset, form, addresses.
 * @module
 */
import { FormatError } from '../../errors.js';
import { MESSAGE_FORMS, type MessageForm, PHONE_MAKES, parsePhoneMake } from '../../message/index.js';
import { parseHandset, searchHandsets } from '../../profile/index.js';
import { phoneHandset } from '../phone/profile.js';
import { choice, field, fill, h } from '../ui/dom.js';
import { debounced, type FaultLine, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { describeHandset, type MakeOfHandset, makeOfHandset } from './handset-forms.js';
import type { Result } from './result.js';
import type { Settings } from './settings.js';

/** Whom messages go to at first: a number set aside for stories. */
const RECIPIENT = '447700900123';
const GATEWAY = 'http://127.0.0.1:8080';
const KANNEL = 'http://127.0.0.1:13013/cgi-bin/sendsms';

/** Handsets that the list below the model offers. */
const MOST_HANDSETS = 40;

/** The settings' controls, each with its line for faults. */
export class SettingsView {
  readonly to = h('input#result-to', { value: RECIPIENT, inputmode: 'tel', autocomplete: 'off', size: 16 });
  readonly make = choice({ id: 'result-make' }, [['', 'none'], ...PHONE_MAKES.map((make) => [make, make] as const)], 'Nokia');
  readonly model = h('input#result-model', {
    list: 'result-models',
    autocomplete: 'off',
    size: 16,
    placeholder: 'e.g. 3310',
  });
  readonly models = h('datalist#result-models');
  readonly form = choice({ id: 'result-form' }, [['', 'the usual one'], ...MESSAGE_FORMS.map((form) => [form, form] as const)]);
  readonly reference = h('input#result-reference', {
    inputmode: 'numeric',
    size: 6,
    placeholder: 'auto',
    autocomplete: 'off',
  });
  readonly report = h('input#result-report', { type: 'checkbox' });
  readonly from = h('input#result-from', { size: 14, autocomplete: 'off' });
  readonly gateway = h('input#result-gateway', { type: 'url', value: gatewayAddress(), size: 26 });
  readonly kannel = h('input#result-kannel', { type: 'url', value: KANNEL, size: 38 });
  readonly handset = h('p#result-handset.hint');
  /** By the field that errors name. */
  readonly faults: Readonly<Record<string, FaultLine>> = {
    to: faultLine(this.to),
    make: faultLine(this.make),
    model: faultLine(this.model),
    form: faultLine(this.form),
    reference: faultLine(this.reference),
    gateway: faultLine(this.gateway),
    kannel: faultLine(this.kannel),
  };
  #found: MakeOfHandset | undefined;

  /** All of them; `changed` is called for each change. */
  layout(changed: () => void): HTMLElement {
    const later = debounced(changed, TYPING_MS);
    for (const control of [this.to, this.reference, this.from, this.gateway, this.kannel])
      control.addEventListener('input', later);
    for (const control of [this.form, this.report]) control.addEventListener('change', changed);
    this.make.addEventListener('change', () => {
      this.#found = undefined;
      this.#describe();
      changed();
    });
    this.model.addEventListener('input', () => {
      this.#search();
      later();
    });
    const faults = (...names: string[]) => names.map((name) => this.faults[name]?.element);
    const more = h(
      'details#result-more',
      h('summary', 'Reference, form, report, addresses'),
      h(
        'div.stack.tight',
        h(
          'div.row',
          field('Reference', this.reference),
          field('Form', this.form),
          field('Originator', this.from),
          h('label.check', this.report, 'Status report'),
        ),
        ...faults('reference', 'form'),
        field('Gateway', this.gateway),
        ...faults('gateway'),
        field('Kannel', this.kannel),
        ...faults('kannel'),
      ),
    );
    return h(
      'div.stack.tight',
      h('div.row', field('To', this.to), field('Make', this.make), field('Model, or search', this.model), this.models),
      ...faults('to', 'make', 'model'),
      this.handset,
      more,
    );
  }

  settings(): Settings {
    return {
      to: this.to.value,
      make: parsePhoneMake(this.make.value),
      model: this.model.value.trim() === '' ? undefined : this.model.value.trim(),
      form: MESSAGE_FORMS.find((form): form is MessageForm => form === this.form.value),
      reference: this.reference.value,
      report: this.report.checked,
      from: this.from.value,
      gatewayUrl: this.gateway.value,
      kannelUrl: this.kannel.value,
    };
  }

  /** Marks the control that an error names; false where it names none of them. */
  showFault(error: unknown): boolean {
    const name = error instanceof FormatError ? error.field : '';
    for (const [field, line] of Object.entries(this.faults)) line.show(field === name ? error : undefined);
    return Object.hasOwn(this.faults, name);
  }

  showAddressFaults({ kannel, curl }: Result): void {
    const errors = [kannel, curl.request, curl.pdus].flatMap((form) =>
      form !== undefined && 'error' in form ? [form.error] : [],
    );
    for (const name of ['gateway', 'kannel']) this.faults[name]?.show(errors.find(({ field }) => field === name));
  }

  /** Offers handsets that fit, and takes the make of one that is named. */
  #search(): void {
    const typed = this.model.value.trim();
    const found = typed.length < 2 ? [] : searchHandsets(typed, MOST_HANDSETS);
    const models = found.filter(({ kind }) => kind === 'model');
    fill(this.models, ...models.map(({ make, model }) => h('option', { value: `${make} ${model}` })));
    const named = typed === '' ? undefined : parseHandset(typed);
    this.#found = named === undefined ? undefined : makeOfHandset(named);
    if (this.#found !== undefined) this.make.value = this.#found.make;
    this.#describe();
  }

  #describe(): void {
    const typed = this.model.value.trim();
    const named = typed === '' ? undefined : parseHandset(typed);
    const handset = named ?? (typed === '' ? undefined : parseHandset(`${this.make.value} ${typed}`));
    // Who names a model wants to see it there, and pictures of its size.
    if (handset?.kind === 'model') phoneHandset().set(handset);
    const words = handset === undefined ? [] : [describeHandset(handset)];
    if (named === undefined && handset?.kind === 'generic') words.unshift('no such model is known here');
    if (this.#found !== undefined && this.#found.why !== '') words.push(this.#found.why);
    this.handset.textContent = words.join('; ');
    this.handset.hidden = words.length === 0;
  }
}

/** The gateway that the page came from, else the one that is started here. */
function gatewayAddress(): string {
  return /^https?:$/.test(location.protocol) ? location.origin : GATEWAY;
}
