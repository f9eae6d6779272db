/**
 * A message of an inbox on the page. What it holds was written by others: all of it becomes text nodes, pixels, or files for an element that runs nothing.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { FormatError } from '../../errors.js';
import { decodeMms, type MmsPdu } from '../../mms/binary.js';
import type { App } from '../app.js';
import { bitmapCanvas } from '../ui/canvas-view.js';
import { fill, h, smallButton, uniqueId } from '../ui/dom.js';
import { type InboxItem, type MmsItem, mmsItems } from './model.js';

/** Characters of a text that are shown at once. */
const TEXT_CHARACTERS = 600;

/** Octets of a multimedia message that are read from the gateway. */
const MMS_OCTETS = 5_000_000;

/** The article of a message. */
export function messageArticle(app: App, item: InboxItem): HTMLElement {
  const { title, from, receivedAt, text, facts, bitmap, why, warnings, content, payload, hosted } = item;
  const headId = uniqueId('message');
  const body = h('div.stack');
  const actions = h(
    'div.row',
    content !== undefined && smallButton('Show on the phone', () => app.show({ kind: 'content', content, from })),
    smallButton('Inspect', () => app.inspect(payload.octets, { as: payload.as, note: payload.note })),
  );
  if (hosted?.kind === 'mms') {
    const fetching = smallButton('Fetch the message', () => void fetchMms(app, hosted.path, body, fetching), {
      'data-test': 'fetch-mms',
    });
    actions.append(fetching);
  } else if (hosted !== undefined) {
    const props = { href: hosted.path, target: '_blank', rel: 'noopener noreferrer', class: 'button small' };
    actions.append(h('a', props, 'Open what it leads to', h('span.visually-hidden', ' in a new tab')));
  }
  return h(
    'article.inbox-message',
    { 'data-kind': content?.kind ?? 'none', 'aria-labelledby': headId },
    h(
      'h4.inbox-head',
      { id: headId },
      h('span', title),
      h('span.dim', ` from ${from}`),
      receivedAt !== undefined && h('time.dim', { datetime: receivedAt }, localTime(receivedAt)),
    ),
    why !== undefined && h('p.note', why),
    text !== undefined && text !== '' && textBlock(text),
    bitmap !== undefined && picture(bitmap, title),
    facts.length > 0 && h('dl.inbox-facts', ...facts.flatMap(({ name, value }) => [h('dt', name), h('dd', clipped(value))])),
    ...warnings.map((warning) => h('p.warning', `Warning: ${warning}`)),
    actions,
    body,
  );
}

/** In the reader's own way of writing times; as it came where it is none. */
function localTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString();
}

function clipped(text: string): string {
  return text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS)} …` : text;
}

/** A text; the rest of a long one is behind a button. */
function textBlock(text: string): HTMLElement {
  const words = h('p.inbox-text', { dir: 'auto' }, clipped(text));
  if (text.length <= TEXT_CHARACTERS) return words;
  const more = smallButton(`Show all ${text.length.toLocaleString('en')} characters`, () => {
    words.textContent = text;
    words.tabIndex = -1;
    words.focus();
    more.remove();
  });
  return h('div.stack', words, more);
}

/** A picture as it is on a handset. */
function picture(bitmap: Bitmap, title: string): HTMLElement {
  const words = `${title}: ${bitmap.widthPx} x ${bitmap.heightPx} pixels`;
  return bitmapCanvas(bitmap, words, { class: 'inbox-picture' });
}

/** Fetches a multimedia message as a handset does, and shows its parts below. */
async function fetchMms(app: App, path: string, body: HTMLElement, fetching: HTMLButtonElement): Promise<void> {
  fill(body);
  fetching.disabled = true;
  try {
    const octets = await fetched(path);
    const message = decodeMms(octets, { lenient: true, limits: { mmsOctets: MMS_OCTETS } });
    fill(body, mmsBlock(app, message, octets));
    app.announce('The multimedia message is here');
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof TypeError)) throw error;
    const words = `The message cannot be fetched: ${error.message}`;
    fill(body, h('p.error', words));
    app.announce(words);
  } finally {
    fetching.disabled = false;
    fetching.focus();
  }
}

/** @throws TypeError when there is no answer, or a refusal */
async function fetched(path: string): Promise<Uint8Array> {
  const answer = await fetch(path);
  if (!answer.ok)
    throw new TypeError(answer.status === 404 ? 'it is not there any more' : `the gateway answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function mmsBlock(app: App, message: MmsPdu, octets: Uint8Array): HTMLElement {
  const items = mmsItems(message);
  return h(
    'div.stack.inbox-mms',
    { role: 'group', 'aria-label': 'Multimedia message' },
    ...items.map(mmsPart),
    items.length === 0 && h('p.dim', 'There are no parts in it.'),
    h(
      'div.row',
      smallButton('Show on the phone', () => app.show({ kind: 'mms', message })),
      smallButton('Inspect', () => app.inspect(octets, { as: 'mms', note: 'A multimedia message of the gateway' })),
    ),
  );
}

function mmsPart({ name, type, octets, shown }: MmsItem): HTMLElement {
  const words = `${name}, ${type}, ${octets.length.toLocaleString('en')} octets`;
  const caption = h('figcaption.dim', words);
  switch (shown.kind) {
    case 'text':
      return h('figure', textBlock(shown.text), caption);
    case 'bitmap':
      return h('figure', picture(shown.bitmap, name), caption);
    case 'picture': {
      const src = blobUrl(octets, type);
      const done = () => URL.revokeObjectURL(src);
      return h('figure', h('img.inbox-thumb', { src, alt: name, on: { load: done, error: done } }), caption);
    }
    case 'sound':
      return h('figure', h('audio', { controls: true, src: blobUrl(octets, type), 'aria-label': name }), caption);
    case 'none':
      return h('figure', caption);
  }
}

function blobUrl(octets: Uint8Array, type: string): string {
  return URL.createObjectURL(new Blob([octets.slice()], { type }));
}
