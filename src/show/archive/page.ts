/**
 * The page of an archive: conversations by person, with their pictures and sounds, in one file. Nothing on it comes from elsewhere, and of texts and names nothing
 * is markup. It can be read without its script, which searches.
 * @module
 */
import { describeTime, formatZone } from '../../archive/describe.js';
import { type Archive, type ArchiveMessage, type ArchiveTime, type Conversation, messageText } from '../../archive/index.js';
import { toBase64 } from '../../bytes/base64.js';
import { pluralize } from '../../bytes/file-fields.js';
import { calendarFacts, cardFacts, type Fact } from '../../content/facts.js';
import { TABLE } from '../../inspect/formats/table.js';
import type { VCalendar, VCard } from '../../vobject/index.js';
import { htmlPage, safe } from '../html-page.js';
import type { MediaFile, MessageMedia } from './media.js';
import { SCRIPT, STYLE } from './style.js';

/** What was read of a file. */
export interface FileCount {
  readonly name: string;
  /** Undefined for one that was not understood. */
  readonly format: Archive['format'] | undefined;
  readonly messages: number;
  readonly cards: number;
  /** Events and tasks. */
  readonly entries: number;
  /** Messages with fields that the model has no place for. */
  readonly withRest: number;
  /** Pieces that were kept without being understood. */
  readonly unknown: number;
  /** Why it was not read, or what was wrong with it. */
  readonly reason?: string | undefined;
}

/** What a page shows. */
export interface ArchivePage {
  readonly title: string;
  readonly conversations: readonly Conversation[];
  readonly cards: readonly VCard[];
  readonly calendars: readonly VCalendar[];
  readonly media: ReadonlyMap<ArchiveMessage, MessageMedia>;
  readonly files: readonly FileCount[];
  /** Pieces that were not understood, verbatim. */
  readonly unknown: readonly { readonly file: string; readonly name: string; readonly text: string; readonly reason: string }[];
}

/** Pieces that the page shows, and characters of each; the archive in files has all of them. */
const MAX_PIECES = 1_000;
const MAX_PIECE = 2_000;

/**
 * The page. The same archive gives the same page.
 * @param isAlone whether media are in the page itself; without it they are beside it
 */
export function archivePage(page: ArchivePage, isAlone: boolean): string {
  const { title, conversations, cards, calendars, media, files, unknown } = page;
  const count = conversations.reduce((sum, { messages }) => sum + messages.length, 0);
  const address = (file: MediaFile) =>
    isAlone ? `data:${file.contentType};base64,${toBase64(file.data)}` : file.path.split('/').map(encodeURIComponent).join('/');
  const people = conversations.map(
    ({ title: name, messages }, i) =>
      `<li><a href="#c${i + 1}"><span class="who">${safe(name)}</span> <span class="count">${messages.length}</span><span class="last">${dateOf(messages.at(-1)?.time)}</span></a></li>`,
  );
  const sections = conversations.map(
    ({ title: name, addresses, messages }, i) => `<section class="conversation" id="c${i + 1}" aria-labelledby="t${i + 1}">
<h2 id="t${i + 1}">${safe(name)}</h2>
${addresses.join(', ') === name ? '' : `<p class="addresses">${safe(addresses.join(', '))}</p>`}
<ol>
${messages.map((message) => messageOf(message, media.get(message), address)).join('\n')}
</ol>
</section>`,
  );
  const body = `<header>
<h1>${safe(title)}</h1>
<p>${summaryOf(page, count)}</p>
<form id="search" role="search" hidden><label for="words">Search</label> <input id="words" type="search" autocomplete="off" placeholder="words, names, dates such as 2005-03"> <span id="found" role="status"></span></form>
</header>
<div class="panes">
${people.length === 0 ? '' : `<nav aria-label="Conversations"><ul id="people">\n${people.join('\n')}\n</ul></nav>`}
<main id="messages">
${sections.join('\n')}
${calendarOf(calendars)}${addressBookOf(cards)}${unknownOf(unknown)}
${filesOf(files)}
</main>
</div>`;
  return htmlPage({ title, style: STYLE, script: SCRIPT, isAlone, skip: { id: 'messages', text: 'To the messages' }, body });
}

function messageOf(message: ArchiveMessage, media: MessageMedia | undefined, address: (file: MediaFile) => string): string {
  const { direction, state, subject, kind, time, addresses } = message;
  // PC Suite of Nokia writes line breaks of a text as paragraph separators.
  const text = messageText(message).replace(/[\u2028\u2029]/g, '\n');
  const from = direction === 'in' && addresses.length > 1 ? addresses.find(({ role }) => role === 'from') : undefined;
  const said = [
    ...(from === undefined ? [] : [safe(from.name ?? from.address)]),
    ...(state === undefined || state === 'read' || state === 'sent' ? [] : [state]),
    ...(kind === 'mms' ? ['multimedia message'] : []),
    ...(message.folder === undefined ? [] : [`folder ${safe(message.folder)}`]),
  ];
  const files = (media?.files ?? []).map((file) => mediaOf(file, address(file)));
  const notes = (media?.notes ?? []).map((note) => `<p class="note">${safe(note)}</p>`);
  const way = direction === 'out' ? 'out' : direction === 'in' ? 'in' : 'unknown';
  const words = { in: 'Received', out: 'Sent', unknown: 'Message' }[way];
  return `<li class="${way}"><article>
${subject === undefined || subject === '' ? '' : `<h3 dir="auto">${safe(subject)}</h3>\n`}${text === '' ? '' : `<p class="text" dir="auto">${safe(text, true)}</p>\n`}${files.join('\n')}${notes.join('\n')}
<p class="meta"><span class="way">${words}</span> ${timeOf(time, message.rest)}${said.length === 0 ? '' : `, <span>${said.join(', ')}</span>`}</p>
</article></li>`;
}

function mediaOf({ kind, label, contentType, path, data }: MediaFile, target: string): string {
  const name = safe(label);
  if (kind === 'picture') return `<a class="picture" href="${target}"><img src="${target}" alt="${name}" loading="lazy"></a>`;
  if (kind === 'sound')
    return `<figure><audio controls preload="none" src="${target}" aria-label="${name}"></audio><figcaption>${name}</figcaption></figure>`;
  if (kind === 'video')
    return `<figure><video controls preload="none" src="${target}" aria-label="${name}"></video><figcaption>${name}</figcaption></figure>`;
  const file = safe(path.slice(path.lastIndexOf('/') + 1));
  return `<p class="file"><a href="${target}" download="${file}">${file}</a> <span>${safe(contentType)}, ${pluralize(data.length, 'octet')}</span></p>`;
}

/** What there is, with links to what comes after the messages. */
function summaryOf({ conversations, cards, calendars, files, unknown }: ArchivePage, messages: number): string {
  const entries = countEntries(calendars);
  const parts = [
    messages > 0 && `${pluralize(messages, 'message')} in ${pluralize(conversations.length, 'conversation')}`,
    entries > 0 && `<a href="#calendar">${countWords(entries)}</a>`,
    cards.length > 0 && `<a href="#address-book">${pluralize(cards.length, 'card')}</a>`,
    unknown.length > 0 && `<a href="#unknown">${pluralize(unknown.length, 'piece')} not understood</a>`,
    `<a href="#files">${pluralize(files.length, 'file')}</a>`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}

/** Events and tasks. */
export function countEntries(calendars: readonly VCalendar[]): number {
  return calendars.reduce((sum, { events = [], todos = [] }) => sum + events.length + todos.length, 0);
}

/** `1 calendar entry`. */
export function countWords(entries: number): string {
  return entries === 1 ? '1 calendar entry' : `${entries} calendar entries`;
}

/** Events and tasks by their time, those without one last. */
function calendarOf(calendars: readonly VCalendar[]): string {
  const items = calendars.flatMap(({ events = [], todos = [] }) => [
    ...events.map((event) => ({ at: event.start, facts: calendarFacts({ events: [event] }) })),
    ...todos.map((todo) => ({ at: todo.due ?? todo.start, facts: calendarFacts({ todos: [todo] }) })),
  ]);
  const ms = (at: Date | undefined) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  const sorted = items.sort((a, b) => (ms(a.at) < ms(b.at) ? -1 : ms(a.at) > ms(b.at) ? 1 : 0));
  return entriesOf(
    'calendar',
    'Calendar',
    sorted.map(({ facts }) => facts),
  );
}

function addressBookOf(cards: readonly VCard[]): string {
  const facts = cards.map((card) => cardFacts({ ...card, other: [] }));
  const named = facts.map((each) => (each[0]?.name === 'Name' ? each : [{ name: 'Name', value: 'without a name' }, ...each]));
  return entriesOf('address-book', 'Address book', named);
}

/** Entries with their names and what there is to say of each. */
function entriesOf(id: string, title: string, entries: readonly (readonly Fact[])[]): string {
  if (entries.length === 0) return '';
  const items = entries.map(([head, ...facts]) => {
    const lines = facts.map(({ name, value }) => `<dt>${safe(name)}</dt><dd dir="auto">${safe(value, true)}</dd>`);
    return `<li><h3 dir="auto">${safe(head?.value ?? '')}</h3><dl>${lines.join('')}</dl></li>`;
  });
  return `<section id="${id}" class="entries" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
<ul>
${items.join('\n')}
</ul></section>
`;
}

/** The day of a time, on its clock. */
function dateOf(time: ArchiveTime | undefined): string {
  return time === undefined ? '' : clockOf(time).slice(0, 10);
}

function clockOf({ ms, offsetMinutes = 0 }: ArchiveTime): string {
  return new Date(ms + offsetMinutes * 60_000).toISOString();
}

/** A time, else the date as it is written, of which day and month may be either. */
function timeOf(time: ArchiveTime | undefined, rest: ArchiveMessage['rest'] = []): string {
  if (time === undefined) {
    const written = rest.find(({ name }) => /(?:^|\/)date(?:time)?$/i.test(name))?.value;
    return written === undefined ? '<span>no date</span>' : `<span>date as written: <bdi>${safe(written)}</bdi></span>`;
  }
  const { isLocal, offsetMinutes = 0 } = time;
  const zone = isLocal === true ? '' : offsetMinutes === 0 ? 'Z' : formatZone(offsetMinutes);
  return `<time datetime="${clockOf(time).slice(0, 19)}${zone}">${describeTime(time)}</time>`;
}

function unknownOf(unknown: ArchivePage['unknown']): string {
  if (unknown.length === 0) return '';
  const items = unknown
    .slice(0, MAX_PIECES)
    .map(
      ({ file, name, text, reason }) =>
        `<li><p><bdi>${safe(file)}</bdi>, ${safe(name)}: ${safe(reason)}</p><pre tabindex="0" dir="auto">${safe(text.slice(0, MAX_PIECE), true)}</pre></li>`,
    );
  const more = unknown.length > MAX_PIECES ? `<p>${unknown.length - MAX_PIECES} more are in the files themselves.</p>` : '';
  return `<section id="unknown"><h2>Not understood</h2><ul class="pieces">${items.join('\n')}</ul>${more}</section>`;
}

function filesOf(files: readonly FileCount[]): string {
  const rows = files.map(
    ({ name, format, messages, cards, entries, withRest, unknown, reason }) =>
      `<tr><th scope="row"><bdi>${safe(name)}</bdi></th><td>${format === undefined ? 'not understood' : safe(TABLE[format].label)}</td><td>${messages}</td><td>${cards}</td><td>${entries}</td><td>${withRest}</td><td>${unknown}</td><td>${safe(reason ?? '')}</td></tr>`,
  );
  return `<section id="files"><h2>Files</h2>
<div class="wide" tabindex="0" role="region" aria-label="Files"><table>
<thead><tr><th scope="col">File</th><th scope="col">Format</th><th scope="col">Messages</th><th scope="col">Cards</th><th scope="col">Calendar entries</th><th scope="col">With fields not shown</th><th scope="col">Not understood</th><th scope="col">Note</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div></section>`;
}
