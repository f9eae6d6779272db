/**
 * Style and script of an archive's page.
 * @module
 */

export const STYLE = `
:root { --out: #dcebfa; }
@media (prefers-color-scheme: dark) { :root { --out: #17324b; } }
body { max-width: 80rem; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.15rem; overflow-wrap: anywhere; }
form { gap: .5rem; align-items: center; }
header { display: contents; }
input { flex: 1 1 12rem; min-width: 0; font: inherit; color: var(--text); background: var(--panel); border: 1px solid var(--dim); border-radius: 4px; padding: .4rem .6rem; }
#found, .count, .last, .addresses, .meta, .file span, figcaption { color: var(--dim); font-size: .85rem; }
.panes { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-top: .5rem; }
nav { max-height: 16rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
@media (min-width: 56rem) { .panes { grid-template-columns: 18rem minmax(0, 1fr); align-items: start; } nav { position: sticky; top: 4rem; max-height: calc(100vh - 5rem); } }
#people { list-style: none; padding: 0; }
#people a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .5rem; padding: .45rem .7rem; border-bottom: 1px solid var(--line); text-decoration: none; }
.who { overflow-wrap: anywhere; }
.last { grid-column: 1 / -1; }
section { margin-bottom: 2.5rem; scroll-margin-top: 4rem; }
.conversation { content-visibility: auto; contain-intrinsic-size: auto 40rem; }
ol { list-style: none; padding: .5rem 0 0; display: grid; gap: .5rem; }
ol > li { display: grid; justify-items: start; }
ol > li.out { justify-items: end; }
article { max-width: min(38rem, 92%); min-width: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: .5rem .75rem; display: grid; gap: .35rem; }
.out article { background: var(--out); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.picture img { display: block; max-width: 100%; max-height: 24rem; border-radius: 6px; }
audio, video { display: block; max-width: 100%; }
.file, .note { overflow-wrap: anywhere; }
.note { color: var(--dim); font-size: .85rem; font-style: italic; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem .75rem; font-size: .85rem; }
dt { color: var(--dim); }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.entries ul { list-style: none; padding: .5rem 0 0; display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); align-items: start; }
.entries li { min-width: 0; display: grid; gap: .35rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; }
.pieces { padding-left: 1.2rem; display: grid; gap: .75rem; }
pre { background: var(--panel); max-height: 12rem; }
.wide { margin-top: .5rem; }
table { font-size: .9rem; }
th, td { padding: .2rem .6rem; text-align: left; }
@media print { form, nav, audio, video { display: none; } }
`;

export const SCRIPT = `
(() => {
  const form = document.getElementById('search');
  const input = document.getElementById('words');
  const found = document.getElementById('found');
  const links = [...document.querySelectorAll('#people li')];
  const sections = [...document.querySelectorAll('section.conversation')].map((section, i) => ({
    section,
    link: links[i],
    head: section.querySelector('h2').textContent.toLowerCase() + ' ' + (section.querySelector('.addresses')?.textContent ?? ''),
    items: [...section.querySelectorAll('ol > li')],
  }));
  const entries = [...document.querySelectorAll('section.entries')].map((section) => ({
    section,
    items: [...section.querySelectorAll('ul > li')],
  }));
  const texts = new Map();
  const textOf = (item) => {
    let text = texts.get(item);
    if (text === undefined) texts.set(item, (text = item.textContent.toLowerCase()));
    return text;
  };
  const apply = () => {
    const words = input.value.trim().toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let count = 0;
    for (const { section, link, head, items } of sections) {
      let here = 0;
      for (const item of items) {
        const isShown = words.every((word) => textOf(item).includes(word) || (word.length > 2 && head.includes(word)));
        item.hidden = !isShown;
        if (isShown) here++;
      }
      section.hidden = here === 0;
      link.hidden = here === 0;
      count += here;
    }
    let others = 0;
    for (const { section, items } of entries) {
      let here = 0;
      for (const item of items) {
        item.hidden = !words.every((word) => textOf(item).includes(word));
        if (!item.hidden) here++;
      }
      section.hidden = here === 0;
      others += here;
    }
    const say = (count, one, many) => (count === 1 ? '1 ' + one : count + ' ' + many);
    const said = say(count, 'message', 'messages') + (others === 0 ? '' : ', ' + say(others, 'entry', 'entries'));
    found.textContent = words.length === 0 ? '' : said;
  };
  let timer;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 150);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('play', ({ target }) => {
    for (const other of document.querySelectorAll('audio, video')) if (other !== target) other.pause();
  }, true);
  form.hidden = false;
})();
`;
