/**
 * Style and script of a report's page.
 * @module
 */

export const STYLE = `
:root { --well: #eef1f3; --warn: #7a4b00; --warn-bg: #fff4dc; --bad: #a01414; --bad-bg: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { --well: #10151a; --warn: #ffd479; --warn-bg: #332a15; --bad: #ffa3a3; --bad-bg: #391d1d; } }
body { max-width: 100rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; }
h2 code, .count { font-size: .85rem; font-weight: normal; color: var(--dim); }
code { font-family: ui-monospace, monospace; }
th, td { padding: .15rem .75rem; text-align: right; }
th:first-child { text-align: left; }
form { gap: .5rem 1rem; align-items: end; margin-top: 1.5rem; }
section, .card { scroll-margin-top: 5rem; }
label { display: grid; gap: .2rem; flex: 0 1 16rem; min-width: 8rem; color: var(--dim); font-size: .9rem; }
@media (max-width: 40rem) { label { flex: 1 1 8rem; } }
select, input { font: inherit; color: var(--text); background: var(--panel); border: 1px solid var(--dim); border-radius: 4px; padding: .35rem .5rem; width: 100%; min-width: 0; }
.cards { list-style: none; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); align-items: start; }
.card { min-width: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .8rem; }
.card:target { border-color: var(--accent); }
article { display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); }
figcaption { color: var(--dim); font-size: .85rem; overflow-wrap: anywhere; }
.picture img { display: block; max-width: 100%; max-height: 24rem; height: auto; object-fit: contain; margin-bottom: .3rem; }
.picture .bits { image-rendering: pixelated; background: #fff; outline: 1px solid var(--line); }
audio { display: block; width: 100%; margin-top: .3rem; }
pre { background: var(--well); max-height: 14rem; }
.reason { font-size: .9rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; font-size: .85rem; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
.names, .effects, .error, .warning, .fault { font-size: .85rem; overflow-wrap: anywhere; }
.names ul, .effects ul, .error ul, .warning ul { padding-left: 1.2rem; }
.error, .warning { padding: .4rem .6rem; border-left: 4px solid currentColor; border-radius: 2px; }
.error { color: var(--bad); background: var(--bad-bg); }
.warning { color: var(--warn); background: var(--warn-bg); }
.error p, .warning p { font-weight: 600; }
.fault { color: var(--dim); }
.links { display: flex; flex-wrap: wrap; gap: .25rem .9rem; font-size: .9rem; }
#unread li { overflow-wrap: anywhere; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .75rem; color: var(--dim); font-size: .85rem; }
@media print { form, audio { display: none; } }
`;

export const SCRIPT = `
(() => {
  const form = document.getElementById('filter');
  const format = document.getElementById('filter-format');
  const text = document.getElementById('filter-text');
  const count = document.getElementById('filter-count');
  const cards = [...document.querySelectorAll('section.format')].map((section) => ({
    section,
    cards: [...section.querySelectorAll('.card')],
  }));
  const all = cards.reduce((sum, { cards }) => sum + cards.length, 0);
  const apply = () => {
    const words = text.value.trim().toLowerCase();
    let shown = 0;
    for (const { section, cards: own } of cards) {
      let here = 0;
      const isChosen = format.value === '' || section.id === format.value;
      for (const card of own) {
        card.hidden = !(isChosen && (words === '' || card.textContent.toLowerCase().includes(words)));
        if (!card.hidden) here++;
      }
      section.hidden = here === 0;
      shown += here;
    }
    count.textContent = shown === all ? '' : shown + ' of ' + all + ' shown';
  };
  let timer;
  text.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 150);
  });
  format.addEventListener('change', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  document.getElementById('formats')?.addEventListener('click', () => {
    format.value = '';
    text.value = '';
    apply();
  });
  document.addEventListener('play', ({ target }) => {
    for (const other of document.querySelectorAll('audio')) if (other !== target) other.pause();
  }, true);
  form.hidden = cards.length === 0;
})();
`;
