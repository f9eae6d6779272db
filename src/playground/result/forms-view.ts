/**
 * The forms of a result, each in a section that folds: to look at, to copy and to save.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { encodeUtf8 } from '../../bytes/index.js';
import type { App } from '../app.js';
import type { NamedFile } from '../composed.js';
import { copyButton, download, fill, h, isShown, settledButton, smallButton } from '../ui/dom.js';
import { octetBars, octetsKey } from '../ui/octets-view.js';
import { type OnAir, wordsOfMessage } from './on-air.js';
import { listingOf, PDU_TYPE, type Result } from './result.js';
import type { Written } from './settings.js';

/** Messages that are listed one by one. */
const MAX_MESSAGES = 12;

/** A form in a section that folds. */
class Section {
  readonly element: HTMLDetailsElement;
  readonly #count = h('span.dim');
  readonly #body = h('div.stack.tight');

  constructor(name: string, title: string, isOpen: boolean) {
    this.element = h('details.result-form', { 'data-form': name, open: isOpen });
    this.element.append(h('summary', h('span.result-title', title), ' ', this.#count), this.#body);
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

/** The sections of all forms. */
export class ResultForms {
  readonly #app: App;
  #files: readonly NamedFile[] = [];
  readonly #sections = {
    octets: new Section('octets', 'Octets on the air', true),
    pdus: new Section('pdus', 'PDUs', true),
    files: new Section('files', 'Files', true),
    at: new Section('at', 'AT commands', false),
    smpp: new Section('smpp', 'SMPP submit_sm', false),
    kannel: new Section('kannel', 'Kannel', false),
    curl: new Section('curl', 'curl to the gateway', false),
  };

  constructor(app: App) {
    this.#app = app;
  }

  /** In their order. */
  get elements(): HTMLElement[] {
    return Object.values(this.#sections).map(({ element }) => element);
  }

  /** Shows the forms that there are; all of their sections hide where there is none. */
  show(result: Result): void {
    const sections = this.#sections;
    const { messages } = result;
    if (messages.length === 0) this.hide();
    else {
      const count = pluralize(messages.length, 'message');
      const all = copyButton('Copy all', () => listingOf(messages));
      sections.octets.show('', octetBars(messages.map((message) => ({ ...message, ...wordsOfMessage(message) }))), octetsKey());
      sections.pdus.show(count, pduList(this.#app, messages), messages.length > 1 && h('div', all));
      sections.at.show(pluralize(2 * messages.length + 1, 'line'), ...formOf(result.at, 'Copy the script', 'script.at'));
      sections.smpp.show(count, ...formOf(result.smpp, 'Copy the JSON', 'submit_sm.json'));
      sections.kannel.show(pluralize(messages.length, 'request'), ...formOf(result.kannel, 'Copy the URLs', 'kannel.txt'));
    }
    showCurl(sections.curl, result);
    this.#files = result.files;
    if (result.files.length === 0) sections.files.hide();
    else sections.files.show(String(result.files.length), this.#fileList(result));
  }

  hide(): void {
    this.#files = [];
    for (const section of Object.values(this.#sections)) section.hide();
  }

  #fileList({ files }: Result): HTMLElement {
    const items = files.map(({ name, octets }) => {
      const withFile = (act: (file: NamedFile) => void) => () => {
        const file = findFile(this.#files, name);
        if (file === undefined) this.#app.announce(`There is no ${name} any more`);
        else act(file);
      };
      const { element } = this.#sections.files;
      const inspect = withFile((file) => isShown(element) && this.#app.inspect(file.octets, { note: file.name }));
      const save = withFile((file) => download(file.name, file.octets, file.type));
      const props = { class: 'button small' };
      return h(
        'li.row.tight',
        h('span.mono.grow', name, h('span.dim', ` ${sizeOf(octets.length)}`)),
        settledButton('Inspect', inspect, { ...props, 'aria-label': `Inspect ${name}` }),
        settledButton('Save', save, { ...props, 'aria-label': `Save ${name}`, 'data-file': name }),
      );
    });
    return h('ul.plain-list', ...items);
  }
}

/** A file by its name, else the only one of its kind: that of a tune changes with its title. */
function findFile(files: readonly NamedFile[], name: string): NamedFile | undefined {
  const ending = (of: string) => of.slice(of.lastIndexOf('.'));
  const alike = files.filter((file) => ending(file.name) === ending(name));
  return files.find((file) => file.name === name) ?? (alike.length === 1 ? alike[0] : undefined);
}

function pduList(app: App, messages: readonly OnAir[]): HTMLElement {
  const items = messages.slice(0, MAX_MESSAGES).map(({ octets, hex }, i) => {
    const number = i + 1;
    const of = messages.length === 1 ? 'the PDU' : `PDU ${number}`;
    return h(
      'li',
      h(
        'div.row.tight',
        h('span.dim.grow', `${messages.length === 1 ? '' : `${number}: `}${octets.length} octets`),
        smallButton('Inspect', () => app.inspect(octets, { as: 'tpdu-mo', note: `Message ${number} of ${messages.length}` }), {
          'aria-label': `Inspect ${of}`,
        }),
        copyButton('Copy', () => hex, { 'aria-label': `Copy ${of}` }),
        smallButton('Save', () => download(`message-${number}.pdu`, octets, PDU_TYPE), { 'aria-label': `Save ${of}` }),
      ),
      h('code.pdu-hex.mono', hex),
    );
  });
  const left = messages.length - items.length;
  return h(
    'div.stack.tight',
    h('ol.plain-list', ...items),
    left > 0 && h('p.hint', `… and ${left} more, all of them in pdus.txt`),
  );
}

/** A text with its buttons, or why there is none. */
function formOf(form: Written, copyWords: string, fileName: string): HTMLElement[] {
  if ('error' in form) return [h('p.error', form.error.message)];
  const { text } = form;
  return [
    h(
      'div.row.tight',
      copyButton(copyWords, () => text),
      smallButton('Save', () => download(fileName, encodeUtf8(text), 'text/plain'), { 'aria-label': `Save ${fileName}` }),
    ),
    listing(text),
  ];
}

/** A text in its own box. A Ctrl-Z is there, and its name is drawn where it stands. */
function listing(text: string): HTMLElement {
  const pieces = text.split('\x1a');
  const children = pieces.flatMap((piece, i) => (i === 0 ? [piece] : [h('span.ctrl-z', { title: 'Ctrl-Z' }, '\x1a'), piece]));
  return h('pre.result-listing.mono', { tabindex: 0 }, ...children);
}

function showCurl(section: Section, { curl: { request, why, pdus } }: Result): void {
  if (request === undefined && pdus === undefined) {
    section.hide();
    return;
  }
  const count = request !== undefined && 'text' in request ? '1 request' : '';
  section.show(
    count,
    h('p.hint', 'Set USERNAME and PIN in the shell before.'),
    ...(request === undefined
      ? [h('p.hint', why)]
      : [h('h3', 'One request, the gateway makes the messages'), ...formOf(request, 'Copy the command', 'send.sh')]),
    ...(pdus === undefined
      ? []
      : [h('h3', 'The same messages as raw PDUs'), ...formOf(pdus, 'Copy the commands', 'send-pdus.sh')]),
  );
}

function sizeOf(octets: number): string {
  return octets < 10_000 ? pluralize(octets, 'octet') : `${Math.round(octets / 1024)} KiB`;
}
