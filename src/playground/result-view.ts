/**
 * What is composed, in all its forms: recipient and handset above, then the messages, and each form to look at, to copy and to save.
 * @module
 */
import { encodeUtf8 } from '../bytes/index.js';
import { FormatError } from '../errors.js';
import { type ContentKind, MAKES, MESSAGE_FORMS, type MessageForm, PHONE_MAKES, parsePhoneMake } from '../message/index.js';
import { parseHandset, searchHandsets } from '../profile/index.js';
import type { App } from './app.js';
import type { Composed } from './composed.js';
import { button, choice, copyButton, download, field, fill, h } from './dom.js';
import { debounced, type FaultLine, faultLine, TYPING_MS, wordsOf } from './fault-view.js';
import { phoneHandset } from './phone-profile.js';
import {
  describeHandset,
  type MakeOfHandset,
  makeOfHandset,
  type OnAir,
  PDU_TYPE,
  type Result,
  resultOf,
  type Settings,
  type Written,
} from './result.js';
import { octetBars, octetsKey } from './ruler-view.js';

/** The panel under the forms. */
export interface ResultView {
  readonly element: HTMLElement;
  /** Shows what is composed; an error, or nothing yet. */
  show(composed: Composed | FormatError | undefined): void;
}

/** Whom messages go to at first: a number set aside for stories. */
const RECIPIENT = '447700900123';
const GATEWAY = 'http://127.0.0.1:8080';
const KANNEL = 'http://127.0.0.1:13013/cgi-bin/sendsms';

/** Handsets that the list below the model offers. */
const MOST_HANDSETS = 40;

/** Messages that are listed one by one. */
const MOST_MESSAGES = 12;

/** How long nothing may change before it is said what came of it. */
const SETTLED_MS = 900;

/** The settings' controls, each with its line for faults. */
class Controls {
  readonly to = h('input', { id: 'result-to', value: RECIPIENT, inputmode: 'tel', autocomplete: 'off', size: 16 });
  readonly make = choice({ id: 'result-make' }, [['', 'none'], ...PHONE_MAKES.map((make) => [make, make] as const)], 'Nokia');
  readonly model = h('input', {
    id: 'result-model',
    list: 'result-models',
    autocomplete: 'off',
    size: 16,
    placeholder: 'e.g. 3310',
  });
  readonly models = h('datalist', { id: 'result-models' });
  readonly form = choice({ id: 'result-form' }, [['', 'the usual one'], ...MESSAGE_FORMS.map((form) => [form, form] as const)]);
  readonly reference = h('input', {
    id: 'result-reference',
    inputmode: 'numeric',
    size: 6,
    placeholder: 'auto',
    autocomplete: 'off',
  });
  readonly report = h('input', { type: 'checkbox', id: 'result-report' });
  readonly from = h('input', { id: 'result-from', size: 14, autocomplete: 'off' });
  readonly gateway = h('input', { id: 'result-gateway', type: 'url', value: gatewayAddress(), size: 26 });
  readonly kannel = h('input', { id: 'result-kannel', type: 'url', value: KANNEL, size: 38 });
  readonly handset = h('p', { class: 'hint', id: 'result-handset' });
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
      'details',
      { id: 'result-more' },
      h('summary', {}, 'Reference, form, report, addresses'),
      h(
        'div',
        { class: 'stack tight' },
        h(
          'div',
          { class: 'row' },
          field('Reference', this.reference),
          field('Form', this.form),
          field('Originator', this.from),
          h('label', { class: 'check' }, this.report, 'Status report'),
        ),
        ...faults('reference', 'form'),
        field('Gateway', this.gateway),
        ...faults('gateway'),
        field('Kannel', this.kannel),
        ...faults('kannel'),
      ),
    );
    return h(
      'div',
      { class: 'stack tight' },
      h(
        'div',
        { class: 'row' },
        field('To', this.to),
        field('Make', this.make),
        field('Model, or search', this.model),
        this.models,
      ),
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

/** A form in a section that folds. */
class Section {
  readonly element: HTMLDetailsElement;
  readonly #count = h('span', { class: 'dim' });
  readonly #body = h('div', { class: 'stack tight' });

  constructor(name: string, title: string, isOpen: boolean) {
    this.element = h('details', { class: 'result-form', 'data-form': name, open: isOpen });
    this.element.append(h('summary', {}, h('span', { class: 'result-title' }, title), ' ', this.#count), this.#body);
  }

  show(count: string, ...children: (HTMLElement | false | undefined)[]): void {
    this.#count.textContent = count;
    fill(this.#body, ...children);
    this.element.hidden = false;
  }

  hide(): void {
    fill(this.#body);
    this.element.hidden = true;
  }
}

/** Makes the panel. */
export function resultView(app: App): ResultView {
  const controls = new Controls();
  let composed: Composed | FormatError | undefined;
  let result: Result | undefined;
  let said: string | undefined;

  const verdict = h('div', { id: 'result-verdict', class: 'stack tight' });
  const fault = faultLine();
  const showOnPhone = button(
    'Show on the phone',
    () => {
      const shown = result?.shown;
      if (shown !== undefined && !('error' in shown)) app.show(shown);
    },
    { id: 'result-show', class: 'button primary' },
  );
  const inspectAll = button('Inspect', () => inspect(app, result), { id: 'result-inspect' });
  const sections = {
    octets: new Section('octets', 'Octets on the air', true),
    pdus: new Section('pdus', 'PDUs', true),
    files: new Section('files', 'Files', true),
    at: new Section('at', 'AT commands', false),
    smpp: new Section('smpp', 'SMPP submit_sm', false),
    kannel: new Section('kannel', 'Kannel', false),
    curl: new Section('curl', 'curl to the gateway', false),
  };

  const say = debounced(() => {
    const words = fault.element.hidden ? (verdict.firstElementChild?.textContent ?? '') : (fault.element.textContent ?? '');
    if (words === said || element.closest('[hidden]') !== null) return;
    // What is there from the beginning is no news.
    if (said !== undefined) app.announce(words);
    said = words;
  }, SETTLED_MS);

  const showSections = (next: Result) => {
    const { messages } = next;
    if (messages.length === 0) for (const section of Object.values(sections)) section.hide();
    else {
      const count = countOf(messages.length, 'message');
      sections.octets.show('', octetBars(messages.map((message) => ({ ...message, ...wordsOfMessage(message) }))), octetsKey());
      sections.pdus.show(count, pduList(app, messages), copyAll(messages));
      sections.at.show(countOf(2 * messages.length + 1, 'line'), ...formOf(next.at, 'Copy the script', 'script.at'));
      sections.smpp.show(count, ...formOf(next.smpp, 'Copy the JSON', 'submit_sm.json'));
      sections.kannel.show(countOf(messages.length, 'request'), ...formOf(next.kannel, 'Copy the URLs', 'kannel.txt'));
    }
    showCurl(sections.curl, next);
    if (next.files.length === 0) sections.files.hide();
    else sections.files.show(String(next.files.length), fileList(app, next));
  };

  const clear = () => {
    for (const section of Object.values(sections)) section.hide();
    fill(verdict);
    result = undefined;
    showOnPhone.disabled = true;
    inspectAll.disabled = true;
  };

  /** What is wrong is told at its control; the form has done so for what is composed. */
  const refuse = (error: unknown, isTold = false) => {
    clear();
    const isMarked = controls.showFault(isTold ? undefined : error);
    fault.show(isMarked || isTold ? undefined : error);
    if (isMarked || isTold) fill(verdict, h('p', { class: 'dim' }, `No messages: ${wordsOf(error)}`));
  };

  const render = () => {
    try {
      say();
      if (composed === undefined) {
        clear();
        controls.showFault(undefined);
        fault.show(undefined);
        fill(verdict, h('p', { class: 'dim' }, 'Nothing is composed yet.'));
        return;
      }
      if (composed instanceof FormatError) {
        refuse(composed, true);
        return;
      }
      result = resultOf(composed, controls.settings());
      controls.showFault(undefined);
      controls.showAddressFaults(result);
      fault.show(undefined);
      fill(verdict, ...verdictOf(result, composed.content?.kind));
      showSections(result);
      showOnPhone.disabled = result.shown === undefined || 'error' in result.shown;
      inspectAll.disabled = result.messages.length === 0 && fileToInspect(result) === undefined;
    } catch (error) {
      refuse(error);
    }
  };

  const element = h(
    'section',
    { id: 'result', class: 'card stack', 'aria-labelledby': 'result-heading' },
    h('h2', { id: 'result-heading' }, 'Result'),
    controls.layout(() => render()),
    fault.element,
    verdict,
    h('div', { class: 'row' }, showOnPhone, inspectAll),
    ...Object.values(sections).map((section) => section.element),
  );
  return {
    element,
    show(next) {
      composed = next;
      render();
    },
  };
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

// ---- what came of it ----

/** Kinds of which there is nothing to choose. */
const PLAIN: ReadonlySet<ContentKind> = new Set<ContentKind>(['text', 'flash', 'pdu']);

const FORM_NAMES: Readonly<Record<MessageForm, string>> = {
  text: 'text',
  pdu: 'PDU as given',
  'smart-messaging': 'Smart Messaging',
  'wap-push': 'WAP Push',
  ems: 'EMS',
  seo: 'Siemens exchange object',
  'motorola-text': 'Motorola text',
  'alcatel-picture': 'Alcatel picture',
};

function verdictOf({ messages, choice: made, shown }: Result, kind: ContentKind | undefined): HTMLElement[] {
  const lines: HTMLElement[] = [];
  if (made === undefined || kind === undefined) lines.push(h('p', {}, 'A file of its own: it does not go in short messages.'));
  else {
    const { form, port, tpDcs, reason, confirmed, warnings } = made;
    const to = port === undefined ? '' : ` to port ${port}`;
    const dcs = tpDcs.toString(16).toUpperCase().padStart(2, '0');
    lines.push(
      h(
        'p',
        { class: 'result-verdict' },
        h('strong', {}, countOf(messages.length, 'message')),
        `, ${FORM_NAMES[form]}${to}, TP-DCS ${dcs}`,
        !PLAIN.has(kind) && h('span', { class: 'dim' }, `: ${reason}${confirmed ? '' : ' (unconfirmed)'}`),
      ),
    );
    lines.push(...warnings.map((warning) => h('p', { class: 'warning' }, `Warning: ${warning}`)));
    const row = MAKES.find((each) => each.kind === kind && each.form === form && !PLAIN.has(kind));
    if (row !== undefined && row.limit !== '-') lines.push(h('p', { class: 'hint' }, `Fits: ${row.limit}`));
  }
  if (shown !== undefined && 'error' in shown) {
    lines.push(h('p', { class: 'warning' }, `Warning: read back, it is refused: ${shown.error.message}`));
  }
  return lines;
}

function wordsOfMessage({ headerOctets, bodyOctets, freeOctets, unit, units, unitsLeft, elements }: OnAir) {
  const header = headerOctets === 0 ? '' : `header ${headerOctets} octets, `;
  const body = unit === 'octets' ? `data ${bodyOctets} octets` : `${units} ${unit} in ${bodyOctets} octets`;
  const words = `${header}${body}, ${unit === 'octets' ? `${freeOctets} free` : `${unitsLeft} left`}`;
  return { words, hint: elements.length === 0 ? undefined : elements.join('; ') };
}

// ---- forms ----

function inspect(app: App, result: Result | undefined): void {
  if (result === undefined) return;
  const { messages } = result;
  const [first] = messages;
  if (first === undefined) {
    const file = fileToInspect(result);
    if (file !== undefined) app.inspect(file.octets, { note: file.name });
  } else if (messages.length === 1) app.inspect(first.octets, { as: 'tpdu-mo', note: 'Composed message' });
  else {
    const listing = encodeUtf8(messages.map(({ hex }) => `${hex}\n`).join(''));
    app.inspect(listing, { as: 'hex', note: `${messages.length} composed messages` });
  }
}

/** What stands for a content without messages: the message itself, where there are also its files. */
function fileToInspect({ files }: Result) {
  return files.find(({ name }) => /\.mms$/i.test(name)) ?? files[0];
}

function pduList(app: App, messages: readonly OnAir[]): HTMLElement {
  const items = messages.slice(0, MOST_MESSAGES).map(({ octets, hex }, i) => {
    const number = i + 1;
    const of = messages.length === 1 ? 'the PDU' : `PDU ${number}`;
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'row tight' },
        h('span', { class: 'dim grow' }, `${messages.length === 1 ? '' : `${number}: `}${octets.length} octets`),
        button('Inspect', () => app.inspect(octets, { as: 'tpdu-mo', note: `Message ${number} of ${messages.length}` }), {
          class: 'button small',
          'aria-label': `Inspect ${of}`,
        }),
        copyButton('Copy', () => hex, { class: 'button small', 'aria-label': `Copy ${of}` }),
        button('Save', () => download(`message-${number}.pdu`, octets, PDU_TYPE), {
          class: 'button small',
          'aria-label': `Save ${of}`,
        }),
      ),
      h('code', { class: 'pdu-hex mono' }, hex),
    );
  });
  const left = messages.length - items.length;
  return h(
    'div',
    { class: 'stack tight' },
    h('ol', { class: 'plain-list' }, ...items),
    left > 0 && h('p', { class: 'hint' }, `… and ${left} more, all of them in pdus.txt`),
  );
}

function copyAll(messages: readonly OnAir[]): HTMLElement | false {
  if (messages.length < 2) return false;
  const all = () => messages.map(({ hex }) => `${hex}\n`).join('');
  return h('div', {}, copyButton('Copy all', all, { class: 'button small' }));
}

/** A text with its buttons, or why there is none. */
function formOf(form: Written, copyWords: string, fileName: string): HTMLElement[] {
  if ('error' in form) return [h('p', { class: 'error' }, form.error.message)];
  const { text } = form;
  return [
    h(
      'div',
      { class: 'row tight' },
      copyButton(copyWords, () => text, { class: 'button small' }),
      button('Save', () => download(fileName, encodeUtf8(text), 'text/plain'), {
        class: 'button small',
        'aria-label': `Save ${fileName}`,
      }),
    ),
    listing(text),
  ];
}

/** A text in its own box. A Ctrl-Z is there, and its name is drawn where it stands. */
function listing(text: string): HTMLElement {
  const pieces = text.split('\x1a');
  const children = pieces.flatMap((piece, i) =>
    i === 0 ? [piece] : [h('span', { class: 'ctrl-z', title: 'Ctrl-Z' }, '\x1a'), piece],
  );
  return h('pre', { class: 'result-listing mono', tabindex: 0 }, ...children);
}

function showCurl(section: Section, { curl: { request, why, pdus } }: Result): void {
  if (request === undefined && pdus === undefined) {
    section.hide();
    return;
  }
  const count = request !== undefined && 'text' in request ? '1 request' : '';
  section.show(
    count,
    h('p', { class: 'hint' }, 'Set USERNAME and PIN in the shell before.'),
    ...(request === undefined
      ? [h('p', { class: 'hint' }, why)]
      : [h('h3', {}, 'One request, the gateway makes the messages'), ...formOf(request, 'Copy the command', 'send.sh')]),
    ...(pdus === undefined
      ? []
      : [h('h3', {}, 'The same messages as raw PDUs'), ...formOf(pdus, 'Copy the commands', 'send-pdus.sh')]),
  );
}

function fileList(app: App, { files }: Result): HTMLElement {
  const items = files.map((file) =>
    h(
      'li',
      { class: 'row tight' },
      h('span', { class: 'mono grow' }, file.name, h('span', { class: 'dim' }, ` ${sizeOf(file.octets.length)}`)),
      button('Inspect', () => app.inspect(file.octets, { note: file.name }), {
        class: 'button small',
        'aria-label': `Inspect ${file.name}`,
      }),
      button('Save', () => download(file.name, file.octets, file.type), {
        class: 'button small',
        'aria-label': `Save ${file.name}`,
        'data-file': file.name,
      }),
    ),
  );
  return h('ul', { class: 'plain-list' }, ...items);
}

function sizeOf(octets: number): string {
  return octets < 10_000 ? `${octets} octets` : `${Math.round(octets / 1024)} KiB`;
}
