/**
 * A multimedia message as a page, for handsets of networks that take no multimedia messages of others: its slides in order, and its parts by name.
 *
 *   XHTML Mobile Profile   one page, a line between two slides
 *   WML                    a deck with a card for each slide, since old browsers take short cards
 *
 * What a sender wrote gets in as text and as nothing else: the builder escapes it, names of parts are made of letters and digits, and the page has no
 * address in it but theirs. Sources: XHTML Mobile Profile 1.1 (OMA), WAP-191-WML for the doubled `$`, which would begin a variable.
 * @module
 */
import { create } from 'xmlbuilder2';
import { parseMmsAddress } from '../../mms/address.js';
import { leafParts } from '../../mms/content-class.js';
import { type MRetrieveConf, type Part, partText, type ResolvedSlide, resolveSlides, safeNames } from '../../mms/index.js';
import { classifyMedia } from '../../mms/media-types.js';
import { forXml } from '../characters.js';

/** Media types of pages. */
export const PAGE_TYPES = ['application/vnd.wap.xhtml+xml', 'application/xhtml+xml', 'text/vnd.wap.wml'] as const;

/** One of {@link PAGE_TYPES}. */
export type PageType = (typeof PAGE_TYPES)[number];

/** Characters of all texts on a page, those of parts that several slides show counted each time: more than any message that people write. */
const PAGE_CHARACTERS = 20_000;

type Element = ReturnType<typeof create>;

/** The parts of a message under the names that its page has for them. */
export function namedParts({ parts }: Pick<MRetrieveConf, 'parts'>): Map<string, Part> {
  const leaves = leafParts(parts);
  const names = safeNames(leaves.map(({ name }) => name));
  return new Map(leaves.map((part, i) => [names[i] as string, part]));
}

/** The page of a message. References are relative to an address that ends with a slash. */
export function pageOf(message: MRetrieveConf, type: PageType): string {
  const { slides, attachments } = resolveSlides(message);
  const names = new Map([...namedParts(message)].map(([name, part]) => [part, name]));
  const { subject, from } = message;
  const page: Page = {
    title: subject?.trim() || 'Message',
    from: from === undefined ? undefined : parseMmsAddress(from).value,
    slides: withTexts(slides),
    attachments: attachments.filter(({ contentType }) => classifyMedia(contentType) !== 'presentation'),
    nameOf: (part) => names.get(part) as string,
  };
  return type === 'text/vnd.wap.wml' ? wmlOf(page) : xhtmlOf(page);
}

/** A slide, its text as it is shown. */
type PageSlide = Omit<ResolvedSlide, 'text'> & { readonly text?: string };

interface Page {
  readonly title: string;
  readonly from: string | undefined;
  readonly slides: readonly PageSlide[];
  readonly attachments: readonly Part[];
  readonly nameOf: (part: Part) => string;
}

/** A small message may show a long text on hundreds of slides: what is past the limit is left out. */
function withTexts(slides: readonly ResolvedSlide[]): PageSlide[] {
  let left = PAGE_CHARACTERS;
  return slides.map(({ text, ...slide }) => {
    if (text === undefined || left === 0) return slide;
    const shown = partText(text).slice(0, left);
    left -= shown.length;
    return { ...slide, text: shown };
  });
}

/** How a text or attribute is spelt in a language. */
type Spell = (text: string) => string;

function xhtmlOf(page: Page): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  document.dtd({
    name: 'html',
    pubID: '-//WAPFORUM//DTD XHTML Mobile 1.0//EN',
    sysID: 'http://www.wapforum.org/DTD/xhtml-mobile10.dtd',
  });
  const html = document.ele('html', { xmlns: 'http://www.w3.org/1999/xhtml' });
  html.ele('head').ele('title').txt(plain(page.title));
  const body = html.ele('body');
  writeHead(body, page, plain);
  page.slides.forEach((slide, i) => {
    if (i > 0) body.ele('hr');
    writeSlide(body, slide, page, plain);
  });
  writeLinks(body, page.attachments, page, plain);
  return document.end();
}

function wmlOf(page: Page): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  document.dtd({ name: 'wml', pubID: '-//WAPFORUM//DTD WML 1.1//EN', sysID: 'http://www.wapforum.org/DTD/wml_1.1.xml' });
  const wml = document.ele('wml');
  const count = Math.max(1, page.slides.length);
  for (let i = 0; i < count; i++) {
    const card = wml.ele('card', { id: `s${i + 1}`, title: forWml(page.title) });
    const slide = page.slides[i];
    const isLast = i === count - 1;
    if (!isLast) card.ele('do', { type: 'accept', label: 'Next' }).ele('go', { href: `#s${i + 2}` });
    if (i === 0) writeHead(card, page, forWml);
    if (slide !== undefined) writeSlide(card, slide, page, forWml);
    if (isLast) writeLinks(card, page.attachments, page, forWml);
  }
  return document.end();
}

function writeHead(parent: Element, { title, from }: Page, spell: Spell): void {
  const paragraph = parent.ele('p');
  paragraph.ele('b').txt(spell(title));
  if (from === undefined) return;
  paragraph.ele('br');
  paragraph.txt(spell(`From: ${from}`));
}

function writeSlide(parent: Element, { image, text, sound, video }: PageSlide, page: Page, spell: Spell): void {
  if (image !== undefined) parent.ele('p').ele('img', { src: page.nameOf(image), alt: spell(image.name) });
  if (text !== undefined) writeText(parent.ele('p'), text, spell);
  writeLinks(
    parent,
    [video, sound].filter((part) => part !== undefined),
    page,
    spell,
  );
}

function writeText(paragraph: Element, text: string, spell: Spell): void {
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    if (i > 0) paragraph.ele('br');
    if (line !== '') paragraph.txt(spell(line));
  });
}

function writeLinks(parent: Element, parts: readonly Part[], { nameOf }: Page, spell: Spell): void {
  for (const part of parts)
    parent
      .ele('p')
      .ele('a', { href: nameOf(part) })
      .txt(spell(part.name));
}

/** A text as the builder has to be given it: it takes `&lt;` or `&x;` in a text for a reference and leaves it alone. */
function plain(text: string): string {
  return forXml(text).replaceAll('&', '&amp;');
}

function forWml(text: string): string {
  return plain(text).replaceAll('$', '$$$$');
}
