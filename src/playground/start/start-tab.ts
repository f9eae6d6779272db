/**
 * The tab Start: what the page is, a place to paste and drop, samples to look at, and what each tab is for.
 * @module
 */
import type { App, Tab } from '../app.js';
import { fromBase64 } from '../inspect/base64.js';
import { TAB_NAMES, TABS } from '../tab-names.js';
import { button, h } from '../ui/dom.js';
import { takeDropped, takeDrops } from '../ui/file-view.js';
import { isFromGateway } from '../ui/gateway-view.js';
import { GALLERY } from './gallery.js';
import type { GalleryItem, Thumb } from './gallery-maker.js';

/** Makes the tab. */
export function startTab(app: App): Tab {
  const panel = h('section.start', entry(app), gallery(app), tour());
  takeDrops(panel, (_, dropped) => app.openFiles(dropped));
  const onPaste = (event: ClipboardEvent) => takePaste(app, event);
  return {
    panel,
    // What has no focus in a field is pasted to the document.
    opened: () => document.addEventListener('paste', onPaste),
    closed: () => document.removeEventListener('paste', onPaste),
  };
}

/** Opens what is pasted, a text or files. */
function takePaste(app: App, event: ClipboardEvent): void {
  const { clipboardData } = event;
  const dropped = takeDropped(clipboardData);
  const text = clipboardData?.getData('text/plain') ?? '';
  // Word processors and tables put a picture of the text beside it.
  if (text.trim() !== '') app.enter(text);
  else if (dropped.files.length > 0) app.openFiles(dropped);
  else return;
  event.preventDefault();
}

// ---- a place to paste ----

function entry(app: App): HTMLElement {
  const text = h('textarea#start-input', {
    rows: 3,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    placeholder: '0791447758100650040B91…',
    'aria-describedby': 'start-hint',
    on: {
      keydown: (event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        open();
      },
    },
  });
  const open = () => {
    if (text.value.trim() === '') text.focus();
    else app.enter(text.value);
  };
  const file = h('input#start-file.visually-hidden', {
    type: 'file',
    multiple: true,
    on: {
      change: () => {
        const files = Array.from(file.files ?? []);
        // The same file may be chosen again.
        file.value = '';
        if (files.length > 0) app.openFiles({ files, entries: [] });
      },
    },
  });
  return h(
    'section.card.start-entry',
    { 'aria-label': 'Payload' },
    h('label', { for: 'start-input' }, 'Paste a payload or a log, or drop files anywhere here'),
    text,
    h(
      'div.row',
      button('Inspect', open, { id: 'start-open', class: 'button primary' }),
      h('div.file-choice', file, h('label.button', { for: 'start-file' }, 'Choose files')),
      h('span#start-hint.hint', 'Hex in any notation, a hex dump, base64, or text. What is pasted opens at once.'),
    ),
  );
}

// ---- samples ----

function gallery(app: App): HTMLElement {
  const groups = [...new Set(GALLERY.map(({ group }) => group))];
  return h(
    'section.card.start-gallery',
    { 'aria-labelledby': 'start-samples' },
    h('h2#start-samples', 'Samples'),
    ...groups.map((group, i) =>
      h(
        'div.start-group',
        h('h3.dim', { id: `start-group-${i}` }, group),
        h(
          'ul.start-cards',
          { 'aria-labelledby': `start-group-${i}` },
          ...GALLERY.filter((item) => item.group === group).map((item) => h('li', sampleCard(app, item))),
        ),
      ),
    ),
  );
}

function sampleCard(app: App, { id, title, about, base64, thumb }: GalleryItem): HTMLElement {
  const open = () => app.inspect(fromBase64(base64), { note: `sample: ${title}` });
  return h(
    'button.sample',
    { type: 'button', 'data-sample': id, on: { click: open } },
    h('span.thumb', { 'aria-hidden': 'true' }, thumbElement(thumb)),
    h('span.sample-title', title),
    ' ',
    h('span.sample-about.dim', about),
  );
}

function thumbElement(thumb: Thumb): HTMLElement {
  if (thumb.kind === 'picture') return h('img.thumb-picture', { src: `data:${thumb.type};base64,${thumb.base64}`, alt: '' });
  return h(`span.thumb-${thumb.kind}`, ...thumb.lines.map((line) => h('span', line)));
}

// ---- what else there is ----

function tour(): HTMLElement {
  return h(
    'section.card.start-tour',
    { 'aria-labelledby': 'start-tabs' },
    h('h2#start-tabs', 'What each tab does'),
    h(
      'ul.plain-list',
      ...TAB_NAMES.filter((name) => name !== 'start').map((name) => {
        const { title, about } = TABS[name];
        return h(
          'li',
          h('a', { href: `#${name}` }, title),
          ' ',
          h('span', about),
          ...(name === 'compose' ? [' ', countLink()] : []),
        );
      }),
    ),
    // The package has no address of its own yet, and does not carry its documents.
    h(
      'p.hint',
      'The documentation is in the source: ',
      h('code', 'docs/README.md'),
      ' is its index, ',
      h('code', 'docs/playground.md'),
      ' is about this page. ',
      h('code', 'npx handset --help'),
      ' lists the commands.',
    ),
  );
}

/** The page that counts, which a gateway has at another place than the build. */
function countLink(): HTMLElement {
  return h('a', { href: isFromGateway() ? 'count' : (document.documentElement.dataset.count ?? 'count/') }, 'Count a text');
}
