/**
 * Writes src/profile/data.ts from fixtures/data/handsets.json.gz:  node config/generate-handsets.mjs
 *
 * What many handsets share (a screen, a list of types) is written once, and a row names it by its number, in digits to base 64:
 *
 *   model or id | User-Agents | digits of its groups | hashes of its UAProf addresses
 *
 * docs/handsets.md says what of the source is left out.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const source = new URL('../fixtures/data/handsets.json.gz', import.meta.url);
const records = JSON.parse(gunzipSync(readFileSync(source)).toString('utf8'));

/** Values in the order of their first use, and their numbers. */
function dictionary() {
  const numbers = new Map();
  const values = [];
  const numberOf = (value) => {
    const key = JSON.stringify(value);
    if (!numbers.has(key)) numbers.set(key, values.push(value) - 1);
    return numbers.get(key);
  };
  return { values, numberOf };
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

/** A number in so many digits. */
function digits(number, count) {
  if (number >= 64 ** count) throw new Error(`${number} takes more than ${count} digits`);
  return Array.from({ length: count }, (_, i) => DIGITS[Math.floor(number / 64 ** (count - 1 - i)) % 64]).join('');
}

/** Content types from the most usual one down: those in front take one digit, the others two, of which the first is one of the last 8. */
const typeUses = new Map();
for (const type of records.flatMap(({ mms }) => mms?.types ?? [])) typeUses.set(type, (typeUses.get(type) ?? 0) + 1);
const types = [...typeUses.keys()].sort((a, b) => typeUses.get(b) - typeUses.get(a) || (a < b ? -1 : 1));
const typeNumbers = new Map(types.map((type, i) => [type, i]));
const ONE_DIGIT = 56;
const typeDigits = (type) => {
  const number = typeNumbers.get(type);
  return number < ONE_DIGIT ? digits(number, 1) : digits(ONE_DIGIT * 64 + number - ONE_DIGIT, 2);
};

const columns = (keys) => (group) => (group === null ? null : keys.map((key) => group[key] ?? null));
const screen = columns(['width', 'height', 'colors', 'greyscale', 'bitsPerPixel']);
const area = columns(['width', 'height']);
const images = columns(['wbmp', 'gif', 'gifAnimated', 'jpg', 'png', 'bmp']);
const mms = columns(['receives', 'sends', 'maxBytes', 'maxWidth', 'maxHeight']);
const push = columns(['supported', 'si', 'sl']);
const flags = columns([
  ...['nokiaRingtone', 'pictureMessage', 'operatorLogo', 'largeOperatorLogo', 'groupGraphic', 'vcard', 'vcalendar', 'ems'],
  ...['emsVersion', 'emsVariablePictures', 'emsImelody', 'textImelody', 'siemensOta', 'siemensLogo', 'siemensScreensaver'],
  ...['sagemV1', 'sagemV2', 'panasonic'],
]);
const java = columns(['midp', 'cldc', 'maxJarBytes']);

/** A picture size as two numbers. */
const sms = (group) => flags(group)?.map((value) => (value?.width === undefined ? value : area(value))) ?? null;

const GROUPS = ['screen', 'colors', 'imageArea', 'images', 'mms', 'push', 'sms', 'ringtones', 'java'];

/** The word at the head of a remark, `gammu` of `gammu (start-up picture size)`, as its place in this list. */
const ORIGINS = ['device', 'family', 'both', 'reconciled', 'uaprof', 'gammu', 'derived', 'dropped', 'unknown'];
const origins = (provenance) => GROUPS.map((group) => ORIGINS.indexOf(/^\w+/.exec(provenance[group] ?? 'unknown')[0])).join('');

/** Head of the MD5 of an UAProf address: names of the files that the source read are the whole of it, or the address itself. */
function addressHash([, tree, name]) {
  if (tree === 'uaprof') return hash(name);
  // A question mark, which no file name takes, stands as an underscore; one address was handed on by another site.
  const address = `http://${name.replace(/^.*http_\//, '').replace('aspx_', 'aspx?')}`;
  return hash(createHash('md5').update(address).digest('hex'));
}

/** The first 48 bits. */
function hash(md5) {
  return digits(Number.parseInt(md5.slice(0, 12), 16), 8);
}

const shared = {
  makes: dictionary(),
  typeLists: dictionary(),
  screens: dictionary(),
  areas: dictionary(),
  images: dictionary(),
  mms: dictionary(),
  pushes: dictionary(),
  sms: dictionary(),
  formats: dictionary(),
  ringtones: dictionary(),
  javas: dictionary(),
  origins: dictionary(),
};

const rows = records.map((record) => {
  const typeList = record.mms?.types.map(typeDigits).join('') ?? '';
  const formats = record.ringtones?.formats.map((name) => digits(shared.formats.numberOf(name), 1)).join('');
  const profiles = record.sources.map((name) => /^UAProf (uaprof|http_)\/(.+)$/.exec(name)).filter((match) => match !== null);
  const numbers = [
    digits(shared.makes.numberOf([record.make, record.gatewayMake]), 1),
    digits(shared.screens.numberOf(screen(record.screen)), 2),
    digits(shared.areas.numberOf(area(record.imageArea)), 2),
    digits(shared.images.numberOf(images(record.images)), 1),
    digits(shared.mms.numberOf(mms(record.mms)), 2),
    digits(shared.typeLists.numberOf(typeList), 2),
    digits(shared.pushes.numberOf(push(record.push)), 1),
    digits(shared.sms.numberOf(sms(record.sms)), 1),
    digits(shared.ringtones.numberOf(record.ringtones && [formats, record.ringtones.voices]), 2),
    digits(shared.javas.numberOf(java(record.java)), 1),
    digits(shared.origins.numberOf(origins(record.provenance)), 2),
  ];
  const name = record.kind === 'generic' ? record.id : record.model;
  const fields = [name, record.uaPrefixes.join(' '), numbers.join(''), profiles.map(addressHash).join(' ')];
  if (fields.some((field) => field.includes('|'))) throw new Error(`${record.id} has a bar in it`);
  return fields.join('|');
});

const generic = records.findIndex(({ kind }) => kind !== 'generic');
const groups = { types, ...Object.fromEntries(Object.entries(shared).map(([name, { values }]) => [name, values])), generic };
const json = `{\n${Object.entries(groups)
  .map(([name, values]) => `"${name}":${JSON.stringify(values)}`)
  .join(',\n')}\n}`;
for (const text of [json, ...rows])
  if (/[`\\]|\$\{/.test(text)) throw new Error(`a template literal does not take ${text} as it is`);

writeFileSync(
  new URL('../src/profile/data.ts', import.meta.url),
  `/**
 * Handsets and what they can do: table.ts reads it.
 * Made by config/generate-handsets.mjs from fixtures/data/handsets.json.gz; docs/handsets.md names the sources.
 * @module
 */

/** Groups that handsets share, as JSON. */
export const HANDSET_GROUPS = \`${json}\`;

/** A line for each handset: model or id, User-Agents, numbers of its groups, hashes of its UAProf addresses. */
export const HANDSET_ROWS = \`${rows.join('\n')}\`;
`,
);
