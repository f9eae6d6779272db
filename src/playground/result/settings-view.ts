/**
 * The settings above the result on the page: what is known of the handset, and the handsets that answer to what is typed.
 * @module
 */
import type { FormatError } from '../../errors.js';
import { matchHandset, parseHandset, searchHandsets } from '../../profile/index.js';
import { describeMatch } from '../../show/handsets.js';
import { keepSettings, keptDrafts } from '../compose/drafts-view.js';
import { readDraft } from '../compose/form-state.js';
import { phoneHandset } from '../phone/profile.js';
import { fill, h } from '../ui/dom.js';
import { FormView } from '../ui/form-view.js';
import { gatewayAddress, isFromGateway } from '../ui/gateway-view.js';
import { RESULT_WORK } from '../ui/pauses.js';
import type { Result } from './result.js';
import {
  describeHandset,
  initialSettings,
  type MakeOfHandset,
  makeOfHandset,
  SETTINGS_ROWS,
  type Settings,
  type SettingsState,
  settingsOf,
  settingsToKeep,
} from './settings.js';

/** Handsets that the list below the model offers. */
const MAX_HANDSETS = 40;

/** Fields whose addresses are told apart from the rest. */
const ADDRESSES = ['gateway', 'kannel'] as const;

/** The settings' fields. */
export class SettingsView {
  readonly #form: FormView<SettingsState>;
  readonly #models = h('datalist#result-models');
  readonly #handset = h('p#result-handset.hint');
  #found: MakeOfHandset | undefined;

  /** @param changed called for each change */
  constructor(changed: () => void) {
    const later = RESULT_WORK.afterTyping(changed);
    const onChange = (name: keyof SettingsState) => {
      if (name === 'make') this.#found = undefined;
      if (name === 'model') this.#search();
      else if (name === 'make') this.#describe();
      keepSettings(settingsToKeep(this.#form.state));
      if (name === 'make' || name === 'form' || name === 'report') changed();
      else later();
    };
    const slots = { models: this.#models, handset: this.#handset };
    const rows = { prefix: 'result', rows: SETTINGS_ROWS, isTight: true };
    this.#form = new FormView<SettingsState>(rows, keptSettings(), onChange, slots);
    if (this.#form.state.model !== '') this.#search();
  }

  get element(): HTMLElement {
    return this.#form.element;
  }

  settings(): Settings {
    return settingsOf(this.#form.state);
  }

  /** Marks the field that an error names; false where it names none of them. */
  showFault(error: unknown): boolean {
    for (const name of ADDRESSES) this.#form.mark(name, undefined);
    return this.#form.showFault(error);
  }

  /** Tells which address of a service is none. */
  showAddressFaults({ kannel, curl }: Result): void {
    const forms = [kannel, curl.request, curl.pdus];
    const errors = forms.flatMap((form): FormatError[] => (form !== undefined && 'error' in form ? [form.error] : []));
    for (const name of ADDRESSES)
      this.#form.mark(
        name,
        errors.find(({ field }) => field === name),
      );
  }

  /** Offers handsets that fit, and takes the make of one that is named. */
  #search(): void {
    const typed = this.#form.state.model.trim();
    const found = typed.length < 2 ? [] : searchHandsets(typed, MAX_HANDSETS);
    const models = found.filter(({ kind }) => kind === 'model');
    fill(this.#models, ...models.map(({ make, model }) => h('option', { value: `${make} ${model}` })));
    const named = typed === '' ? undefined : parseHandset(typed);
    this.#found = named && makeOfHandset(named);
    if (this.#found !== undefined) this.#form.set({ make: this.#found.make });
    this.#describe();
  }

  #describe(): void {
    const { model, make } = this.#form.state;
    const typed = model.trim();
    const found = typed === '' ? undefined : (matchHandset(typed) ?? matchHandset(`${make} ${typed}`));
    // Who names a model wants to see it there, and pictures of its size.
    if (found?.profile.kind === 'model') phoneHandset().set(found.profile);
    const guess = found && describeMatch(found);
    const words = found === undefined ? [] : [describeHandset(found.profile)];
    if (guess !== undefined) words.unshift(guess);
    if (this.#found !== undefined && this.#found.why !== '') words.push(this.#found.why);
    this.#handset.textContent = words.join('; ');
    this.#handset.hidden = words.length === 0;
  }
}

/** The settings of last time, as far as they can be; the gateway that the page is from goes first. */
function keptSettings(): SettingsState {
  const first = initialSettings(gatewayAddress());
  const shape = { rows: SETTINGS_ROWS, initial: () => first };
  const kept = readDraft(shape, keptDrafts().settings ?? {})?.state as SettingsState | undefined;
  return { ...first, ...kept, ...(isFromGateway() && { gateway: first.gateway }) };
}
