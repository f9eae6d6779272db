/**
 * Writes src/profile/handsets.json:  node config/generate-handsets.mjs
 *
 *   fixtures/data/handsets.json.gz             what was collected, as its sources state it
 *   fixtures/data/handset-corrections.json     what is put right, and models that came later, a row each with its source
 *
 * A row of the second goes over the record of its id. Models that came later share what their platform takes.
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

const readData = (name) => readFileSync(new URL(`../fixtures/data/${name}`, import.meta.url));
const collected = JSON.parse(gunzipSync(readData('handsets.json.gz')).toString('utf8'));
const { corrections, platforms, generic, models } = JSON.parse(readData('handset-corrections.json').toString('utf8'));

/** The group of provenance that tells where a key of a group comes from. */
const originOf = (group, key) => (group === 'screen' && !['width', 'height'].includes(key) ? 'colors' : group);

/** A record under a row of corrections. */
function correct(record) {
  const row = corrections.find(({ id }) => id === record.id);
  if (row === undefined) return record;
  const { id, source, ...groups } = row;
  const corrected = { ...record, provenance: { ...record.provenance } };
  for (const [group, values] of Object.entries(groups)) {
    corrected[group] = { ...record[group], ...values };
    for (const [key, value] of Object.entries(values)) {
      corrected.provenance[originOf(group, key)] = value === null ? 'unknown' : 'datasheet';
    }
  }
  return corrected;
}

/** The largest screen, in pixels, of which unknown colours are taken for none: the colours of screens of that size are nearly always stated. */
const SMALL_SCREEN = 101 * 67;

/** A record whose colours nobody stated: one bit where the screen is small, or where it takes nothing but WBMP. */
function guessColors(record) {
  const { kind, screen, images, provenance } = record;
  const { width, height, colors, bitsPerPixel } = screen;
  if (kind === 'generic' || (colors ?? bitsPerPixel ?? undefined) !== undefined) return record;
  const isSmall = (width ?? Infinity) * (height ?? Infinity) <= SMALL_SCREEN;
  const { wbmp, ...others } = images ?? {};
  const isPlain = wbmp === true && ['gif', 'jpg', 'png'].every((format) => others[format] !== true);
  if (!isSmall && !isPlain) return record;
  return {
    ...record,
    screen: { ...screen, colors: 2, bitsPerPixel: 1 },
    provenance: { ...provenance, colors: 'derived' },
  };
}

/** A record of a row that is not among the collected ones. */
function addRecord({ id, make = null, model = null, platform, screen, uaPrefixes = [] }) {
  const { screen: colours, images = null, mms = null } = platforms[platform];
  const [ofModel, ofPlatform] = id === undefined ? ['datasheet', 'family'] : ['derived', 'derived'];
  return {
    id,
    kind: id === undefined ? 'model' : 'generic',
    make,
    model,
    gatewayMake: collected.find((record) => record.make === make)?.gatewayMake ?? null,
    uaPrefixes,
    screen: { ...screen, ...colours },
    imageArea: { width: null, height: null },
    images,
    mms,
    push: null,
    sms: null,
    ringtones: null,
    java: null,
    provenance: {
      screen: ofModel,
      colors: ofPlatform,
      images: images === null ? 'unknown' : ofPlatform,
      mms: mms === null ? 'unknown' : ofPlatform,
    },
    sources: [],
  };
}

/** Generic ones first, then by make; within a make the later ones after the collected ones. */
const orderOf = ({ kind, make }) => (kind === 'generic' ? '' : make);
const records = [...collected.map(correct).map(guessColors), ...[...generic, ...models].map(addRecord)].sort((a, b) =>
  orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0,
);
for (const { id } of corrections) if (!collected.some((record) => record.id === id)) throw new Error(`no record ${id}`);

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

/** Content types from the most usual one down: the first ones take one digit, the others two, of which the first is one of the last 8. */
const typeUses = new Map();
for (const type of records.flatMap(({ mms }) => mms?.types ?? [])) typeUses.set(type, (typeUses.get(type) ?? 0) + 1);
const types = [...typeUses.keys()].sort((a, b) => typeUses.get(b) - typeUses.get(a) || (a < b ? -1 : 1));
const typeNumbers = new Map(types.map((type, i) => [type, i]));
const ONE_DIGIT = 56;
const typeDigits = (type) => {
  const number = typeNumbers.get(type);
  return number < ONE_DIGIT ? digits(number, 1) : digits(ONE_DIGIT * 64 + number - ONE_DIGIT, 2);
};

/** What tells the digit of a group's origin: the word at the head of its provenance, `gammu` of `gammu (start-up picture size)`. */
const ORIGINS = ['device', 'family', 'both', 'reconciled', 'uaprof', 'gammu', 'derived', 'dropped', 'unknown', 'datasheet'];

/** The keys of each group of a profile, in the order of its values. */
const columns = {
  screens: ['width', 'height', 'colors', 'greyscale', 'bitsPerPixel'],
  areas: ['width', 'height'],
  images: ['wbmp', 'gif', 'gifAnimated', 'jpg', 'png', 'bmp'],
  mms: ['receives', 'sends', 'maxBytes', 'maxWidth', 'maxHeight'],
  pushes: ['supported', 'si', 'sl'],
  sms: [
    ...['nokiaRingtone', 'pictureMessage', 'operatorLogo', 'largeOperatorLogo', 'groupGraphic', 'vcard', 'vcalendar', 'ems'],
    ...['emsVersion', 'emsVariablePictures', 'emsImelody', 'textImelody', 'siemensOta', 'siemensLogo', 'siemensScreensaver'],
    ...['sagemV1', 'sagemV2', 'panasonic'],
  ],
  javas: ['midp', 'cldc', 'maxJarBytes'],
  origins: ['screen', 'colors', 'imageArea', 'images', 'mms', 'push', 'sms', 'ringtones', 'java'],
};
const valuesOf = (name, group) => (group === null ? null : columns[name].map((key) => group[key] ?? null));

const formats = dictionary();

/** The groups of a row in their order, with the digits that a number takes and the value of a record. */
const GROUPS = {
  makes: [1, ({ make, gatewayMake }) => [make, gatewayMake]],
  screens: [2, ({ screen }) => valuesOf('screens', screen)],
  areas: [2, ({ imageArea }) => valuesOf('areas', imageArea)],
  images: [1, ({ images }) => valuesOf('images', images)],
  mms: [2, ({ mms }) => valuesOf('mms', mms)],
  typeLists: [2, ({ mms }) => mms?.types.map(typeDigits).join('') ?? ''],
  pushes: [1, ({ push }) => valuesOf('pushes', push)],
  sms: [1, ({ sms }) => valuesOf('sms', sms)],
  ringtones: [
    2,
    ({ ringtones }) =>
      ringtones && [ringtones.formats.map((name) => digits(formats.numberOf(name), 1)).join(''), ringtones.voices],
  ],
  javas: [1, ({ java }) => valuesOf('javas', java)],
  origins: [
    2,
    ({ provenance }) =>
      columns.origins.map((group) => ORIGINS.indexOf(/^\w+/.exec(provenance[group] ?? 'unknown')[0])).join(''),
  ],
};

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

const shared = Object.fromEntries(Object.keys(GROUPS).map((name) => [name, dictionary()]));

const rows = records.map((record) => {
  const profiles = record.sources.map((name) => /^UAProf (uaprof|http_)\/(.+)$/.exec(name)).filter((match) => match !== null);
  const numbers = Object.entries(GROUPS).map(([name, [count, read]]) => digits(shared[name].numberOf(read(record)), count));
  const name = record.kind === 'generic' ? record.id : record.model;
  const fields = [name, record.uaPrefixes.join(' '), numbers.join(''), profiles.map(addressHash).join(' ')];
  if (fields.some((field) => field.includes('|'))) throw new Error(`${record.id} has a bar in it`);
  return fields.join('|');
});

/** Where the number of each group is in the digits of a row, and in how many of them. */
const places = {};
let at = 0;
for (const [name, [count]] of Object.entries(GROUPS)) {
  places[name] = [at, count];
  at += count;
}

const groups = {
  generic: records.findIndex(({ kind }) => kind !== 'generic'),
  originNames: ORIGINS,
  places,
  columns,
  types,
  formats: formats.values,
  ...Object.fromEntries(Object.entries(shared).map(([name, { values }]) => [name, values])),
};
// Two texts, which cost nothing until somebody looks a handset up.
const packed = { groups: JSON.stringify(groups), rows: rows.join('\n') };
writeFileSync(new URL('../src/profile/handsets.json', import.meta.url), `${JSON.stringify(packed, null, 2)}\n`);
