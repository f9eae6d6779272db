/**
 * The page's share of the two large tables. A handset is looked for by its name there: by what it says of itself only servers do. The chats of
 * Wireless Village, which come in no message, are shown by the numbers of their tokens. Of ical.js what nothing here calls is left out.
 */
import { readFileSync } from 'node:fs';

/** Groups of handsets that nothing on the page looks at, with what they are when nothing is known. */
const UNSHOWN = {
  areas: [null, null],
  images: null,
  pushes: null,
  ringtones: null,
  javas: null,
  origins: '888888888',
};

/** The table of handsets without these groups, and without User-Agents and addresses. */
function shownHandsets({ groups, rows }) {
  const all = JSON.parse(groups);
  for (const [name, unknown] of Object.entries(UNSHOWN)) all[name] = [unknown];
  // The digits of what is left are moved together; of no digits the number is 0.
  const kept = Object.entries(all.places).map(([name, [at, digits]]) => {
    return { name, at, digits: name in UNSHOWN ? 0 : digits };
  });
  let next = 0;
  for (const { name, digits } of kept) {
    all.places[name] = [next, digits];
    next += digits;
  }
  const shown = rows.split('\n').map((row) => {
    const [name, , numbers = ''] = row.split('|');
    return `${name}||${kept.map(({ at, digits }) => numbers.slice(at, at + digits)).join('')}`;
  });
  return { groups: JSON.stringify(all), rows: shown.join('\n') };
}

/** A source as the page has it; undefined for one that is the same there. */
export function pageSource(path) {
  if (!/[\\/]push[\\/]wbxml[\\/]tables\.ts$/.test(path)) return undefined;
  const table = readFileSync(path, 'utf8');
  const shown = table.replace(/^(?:Wireless Village|IMPS) CSP .*\n(?:.+\n)*\n/gm, '');
  if (shown.length > table.length * 0.7) throw new Error('the table of WBXML has another form');
  return shown;
}

/**
 * What ical.js has for those who list the days of a rule, read whole calendars with it, or have vCards of it: how each begins, where it ends, and what is
 * there instead.
 */
const UNUSED_ICAL = [
  ...['RecurIterator', 'Property', 'Component'].map((name) => [`class ${name} {`, /\n\}(?=\n)/, `class ${name} {}`]),
  ['function parse(input) {', /(?=\nconst OPTIONS = \["tzid")/, 'function parse() {}'],
  ['const vcardValues = extend(commonValues, {', /(?=\nlet icalSet = \{)/, ''],
  ['let vcardSet = {', /(?=\nconst design = \{)/, 'let vcardSet, vcard3Set;'],
];

/** What is changed in packages, for those who want to know what they have. */
export const CHANGES = {
  'ical.js':
    'Changed: without RecurIterator, Property, Component, parse, the design of vCards and most names of ICALmodule, ' +
    'by usedIcal in config/page-tables.mjs of the repository of handset.',
};

/** ical.js without the names that nothing here calls, and without the insides of what they need, so that what is behind them is left out. */
function usedIcal(path) {
  const [before, after, ...more] = readFileSync(path, 'utf8').split('var ICALmodule = {');
  if (after === undefined || more.length > 0) throw new Error('ical.js has another form');
  const used = UNUSED_ICAL.reduce((text, [begin, end, instead]) => {
    const [head, rest, ...others] = text.split(`\n${begin}\n`);
    const found = end.exec(rest ?? '');
    if (found === null || others.length > 0) throw new Error(`ical.js has another ${begin}`);
    return `${head}\n${instead}${rest.slice(found.index + found[0].length)}`;
  }, before);
  return `${used}var ICALmodule = {${after.replace(/^ {2}(?!Duration|Recur,|design|stringify)\w+,?\n/gm, '')}`;
}

/** Reads both tables, and ical.js. */
export const pageTables = {
  name: 'page-tables',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]profile[\\/]handsets\.json$/ }, ({ path }) => ({
      contents: JSON.stringify(shownHandsets(JSON.parse(readFileSync(path, 'utf8')))),
      loader: 'json',
    }));
    onLoad({ filter: /[\\/]ical\.js[\\/]dist[\\/]ical\.js$/ }, ({ path }) => ({ contents: usedIcal(path), loader: 'js' }));
    onLoad({ filter: /[\\/]push[\\/]wbxml[\\/]tables\.ts$/ }, ({ path }) => ({ contents: pageSource(path), loader: 'ts' }));
  },
};
