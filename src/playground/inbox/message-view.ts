/**
 * A message of an inbox on the page. What it holds was written by others: all of it becomes text nodes, pixels, or files for an element that runs nothing.
 * @module
 */
import { FormatError } from '../../errors.js';
import { decodeMms, type MmsPdu } from '../../mms/binary.js';
import type { App } from '../app.js';
import { fill, h, smallButton, uniqueId } from '../ui/dom.js';
import { clipped, mmsFigure, pictureCanvas, textBlock } from '../ui/media-view.js';
import { mmsItems } from '../ui/mms-items.js';
import type { InboxItem } from './model.js';

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
    bitmap !== undefined && pictureCanvas(bitmap, title),
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
    ...items.map(mmsFigure),
    items.length === 0 && h('p.dim', 'There are no parts in it.'),
    h(
      'div.row',
      smallButton('Show on the phone', () => app.show({ kind: 'mms', message })),
      smallButton('Inspect', () => app.inspect(octets, { as: 'mms', note: 'A multimedia message of the gateway' })),
    ),
  );
}
