/**
 * The page of a report: one HTML file that shows the conversions beside it. Nothing on it comes from elsewhere, and of an archive's names
 * and texts nothing is markup. It can be read without its script, which only filters.
 * @module
 */

import { pluralize } from '../../bytes/file-fields.js';
import { TABLE } from '../../inspect/formats/table.js';
import { htmlPage, safe } from '../html-page.js';
import { MAX_SOUND_MS, SAMPLE_RATE } from './exhibits.js';
import {
  type Displayed,
  type Findings,
  type FormatCount,
  INDEX,
  PAGE_MARK,
  type Report,
  type ReportEntry,
  type ShownFormat,
  type Unread,
} from './model.js';
import { SCRIPT, STYLE } from './style.js';

/** Names of a content that are shown; the others are folded away. */
const SHOWN_NAMES = 4;

/** Sides to which a small picture of one bit is made larger, in whole steps. */
const WIDTH = 288;
const HEIGHT = 192;
const MAX_ZOOM = 4;

/** Gives the address of a conversion by its name. */
type Address = (name: string) => string;

/**
 * The page. The same report gives the same page.
 * @param inside addresses of conversions that are in the page itself, as `data:`; without it they are in the report's folder
 */
export function pageOf(report: Report, inside?: Address): string {
  const { source, folder, files, octets, formats, entries, unread } = report;
  // As a URL: a folder may have any name.
  const base = `${encodeURIComponent(folder)}/`;
  const address = inside ?? ((name) => `${base}${name}`);
  const title = `What ${source} holds`;
  const body = `<header>
<h1>What <bdi>${safe(source)}</bdi> holds</h1>
<p>${sentence(files, entries.length, octets, unread.length)}</p>
</header>
<main>
${summaryOf(formats, unread)}
${filterOf(formats)}
<div id="contents">
${formats.map(({ format }) => sectionOf(format, entries, address)).join('\n')}
</div>
${unreadOf(unread)}
</main>
<footer>
<p>${inside === undefined ? `Fields of every content, and all names: <a href="${base}${INDEX}">${INDEX}</a> and the JSON of each. ` : ''}Sounds have ${grouped(SAMPLE_RATE)} samples a second,
and no more than ${MAX_SOUND_MS / 60_000} minutes of a tune. Of a MIDI file the melody is heard.</p>
</footer>`;
  const skip = { id: 'contents', text: 'To the contents' };
  return htmlPage({ title, style: STYLE, script: SCRIPT, isAlone: inside !== undefined, head: PAGE_MARK, skip, body });
}

function sentence(files: number, contents: number, octets: number, unread: number): string {
  const same = contents === files ? '' : ` with ${pluralize(contents, 'different content')}`;
  const left = unread === 0 ? '' : ` <a href="#unread">${grouped(unread)} not read.</a>`;
  return `${grouped(files)} file${files === 1 ? '' : 's'}${same}; ${grouped(octets)} octet${octets === 1 ? '' : 's'}.${left}`;
}

// ---- Summary and filter ----

function summaryOf(formats: readonly FormatCount[], unread: readonly Unread[]): string {
  if (formats.length === 0 && unread.length === 0) return '<p>There is no file in it.</p>';
  const rows = formats.map(
    ({ format, files, contents, octets }) =>
      `<tr><th scope="row"><a href="#${idOf(format)}">${safe(labelOf(format))}</a></th><td>${grouped(files)}</td><td>${grouped(contents)}</td><td>${grouped(octets)}</td></tr>`,
  );
  return `<section aria-labelledby="summary">
<h2 id="summary">Formats</h2>
<div class="wide"><table id="formats">
<thead><tr><th scope="col">Format</th><th scope="col">Files</th><th scope="col">Different</th><th scope="col">Octets</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`;
}

/** Shown by the script, which it is of no use without. */
function filterOf(formats: readonly FormatCount[]): string {
  const options = formats.map(({ format }) => `<option value="${idOf(format)}">${safe(labelOf(format))}</option>`);
  return `<form id="filter" role="search" aria-label="Contents" hidden>
<label>Format <select id="filter-format"><option value="">all</option>${options.join('')}</select></label>
<label>Name or text <input id="filter-text" type="search" autocomplete="off"></label>
<p id="filter-count" role="status"></p>
</form>`;
}

// ---- Contents ----

function sectionOf(format: ShownFormat | undefined, entries: readonly ReportEntry[], address: Address): string {
  const id = idOf(format);
  const cards = entries.filter((entry) => entry.format === format).map((entry) => cardOf(entry, address));
  const name = format === undefined ? '' : ` <code>${safe(format)}</code>`;
  return `<section class="format" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${safe(labelOf(format))}${name} <span class="count">${grouped(cards.length)}</span></h2>
<ul class="cards">
${cards.join('\n')}
</ul>
</section>`;
}

function cardOf(entry: ReportEntry, address: Address): string {
  const { sha256, octets, format, within, confidence, reason, names, warnings, errors, exhibits, effects, faults, json } =
    entry;
  const [first = ''] = names;
  const sure = format === undefined ? '' : `<dt>Sure</dt><dd>${Math.round(confidence * 100)} %</dd>`;
  const written = within.length === 0 ? '' : `<dt>Written in</dt><dd>${safe(within.join(', then '))}</dd>`;
  return `<li class="card" id="sha256-${sha256}"><article aria-labelledby="t-${sha256}">
<h3 id="t-${sha256}"><bdi>${safe(first)}</bdi></h3>
${exhibits.map((one) => exhibitOf(one, first, address)).join('\n')}
<p class="reason">${safe(reason)}</p>
<dl>${sure}${written}<dt>Octets</dt><dd>${grouped(octets)}</dd><dt>SHA-256</dt><dd><code>${sha256.slice(0, 16)}</code></dd></dl>
${namesOf(names)}${effectsOf(effects)}${findingsOf('error', errors)}${findingsOf('warning', warnings)}${faults.map((fault) => `<p class="fault">Note: ${safe(fault)}</p>\n`).join('')}${linksOf(exhibits, json, first, address)}
</article></li>`;
}

function exhibitOf(one: Displayed, name: string, address: Address): string {
  switch (one.kind) {
    case 'text':
      return `<figure class="text"><figcaption>${safe(one.name)}</figcaption><pre tabindex="0" dir="auto">${safe(one.text, true)}</pre></figure>`;
    case 'sound': {
      const { name: title, description, wav } = one;
      const player =
        wav === undefined ? '' : `<audio controls preload="none" src="${address(wav)}" aria-label="${safe(title)}"></audio>`;
      return `<figure class="sound"><figcaption><bdi>${safe(title)}</bdi>, ${safe(description)}</figcaption>${player}</figure>`;
    }
    case 'picture': {
      const { frames, isOneBit } = one;
      const pictures = frames.map(({ file, widthPx, heightPx }, i) => {
        const zoom = isOneBit ? zoomOf(widthPx, heightPx) : 1;
        const size = `width="${widthPx * zoom}" height="${heightPx * zoom}"`;
        const number = frames.length === 1 ? '' : ` ${i + 1} of ${frames.length}`;
        const alt = `${one.name}${number} in ${name}, ${widthPx} by ${heightPx} pixels`;
        return `<img src="${address(file)}" ${size} alt="${safe(alt)}" loading="lazy"${isOneBit ? ' class="bits"' : ''}>`;
      });
      const [first] = frames;
      const sides = first === undefined ? '' : `, ${first.widthPx}x${first.heightPx}`;
      const count = frames.length > 1 ? `, ${frames.length} pictures` : '';
      return `<figure class="picture">${pictures.join('')}<figcaption>${safe(one.name)}${sides}${count}</figcaption></figure>`;
    }
  }
}

function zoomOf(widthPx: number, heightPx: number): number {
  return Math.max(1, Math.min(MAX_ZOOM, Math.floor(WIDTH / widthPx), Math.floor(HEIGHT / heightPx)));
}

/** The names beside the first one, which is the card's title. */
function namesOf([, ...others]: readonly string[]): string {
  if (others.length === 0) return '';
  const list = `<ul>${others.map((name) => `<li><bdi>${safe(name)}</bdi></li>`).join('')}</ul>`;
  const title = `Also found as ${pluralize(others.length, 'other file')}`;
  if (others.length < SHOWN_NAMES) return `<div class="names"><p>${title}</p>${list}</div>\n`;
  return `<details class="names"><summary>${title}</summary>${list}</details>\n`;
}

function effectsOf({ count, first }: ReportEntry['effects']): string {
  if (count === 0) return '';
  const items = first.map(
    ({ title, explanation, clause }) =>
      `<li><strong>${safe(title)}</strong>: ${safe(explanation)} <cite>${safe(clause)}</cite></li>`,
  );
  return `<div class="effects"><p>On a phone</p><ul>${items.join('')}${moreOf(count, first)}</ul></div>\n`;
}

function findingsOf(what: 'error' | 'warning', { count, first }: Findings): string {
  if (count === 0) return '';
  const items = first.map((text) => `<li>${safe(text)}</li>`).join('');
  return `<div class="${what}"><p>${pluralize(count, what)}</p><ul>${items}${moreOf(count, first)}</ul></div>\n`;
}

/** How many there are beside the first ones. */
function moreOf(count: number, first: readonly unknown[]): string {
  return count > first.length ? `<li>and ${grouped(count - first.length)} more</li>` : '';
}

function linksOf(exhibits: readonly Displayed[], json: string | undefined, name: string, address: Address): string {
  const files = exhibits.flatMap((one) => {
    if (one.kind === 'picture') return one.frames.map(({ file }) => file);
    return one.kind === 'sound' ? [one.wav, one.midi] : [];
  });
  const counts = new Map<string, number>();
  const links = [...files, json].flatMap((file) => {
    if (file === undefined) return [];
    const kind =
      { jpg: 'JPEG', mid: 'MIDI' }[file.slice(file.lastIndexOf('.') + 1)] ??
      file.slice(file.lastIndexOf('.') + 1).toUpperCase();
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const label = number === 1 ? kind : `${kind} ${number}`;
    const target = address(file);
    const isInside = target.startsWith('data:');
    // What the page shows or plays itself it need not hold twice.
    if (isInside && kind !== 'MIDI') return [];
    return [
      `<a href="${target}"${isInside ? ` download="${file}"` : ''} aria-label="${safe(`${label} of ${name}`)}">${label}</a>`,
    ];
  });
  return links.length === 0 ? '' : `<p class="links">${links.join(' ')}</p>`;
}

function unreadOf(unread: readonly Unread[]): string {
  if (unread.length === 0) return '';
  const items = unread.map(({ name, reason }) => `<li><bdi>${safe(name)}</bdi>: ${safe(reason)}</li>`);
  return `<section id="unread" aria-labelledby="unread-title">
<h2 id="unread-title">Not read <span class="count">${grouped(unread.length)}</span></h2>
<ul>
${items.join('\n')}
</ul>
</section>`;
}

// ---- Words ----

function labelOf(format: ShownFormat | undefined): string {
  if (format === 'rows') return 'Picture drawn in # and .';
  return format === undefined ? 'Unknown' : TABLE[format].label.replace(/^[a-z](?=[a-z ])/, (letter) => letter.toUpperCase());
}

function idOf(format: ShownFormat | undefined): string {
  return `format-${format ?? 'unknown'}`;
}

/** `12 345`: digits in threes, without a comma that some read as a point. */
function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}
