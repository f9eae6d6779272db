/**
 * Finding a handset: by make and model, by User-Agent, by UAProf address, or by whatever somebody types.
 *
 * What names a model counts first; where none is known, the make's generic profile is the answer, that for multimedia messages before that
 * for SMS: most handsets of a make take them, and those that do not are the old and well-known ones. A make without generic profiles of its
 * own has `generic-mms`. An unknown make has none: a guess would be no better than the caller's own.
 *
 * Look-ups cost the same however many handsets there are; only {@link searchHandsets} walks through all.
 * @module
 */
import { requireObject, requireText } from '../bytes/check.js';
import { encodeUtf8 } from '../bytes/index.js';
import { md5 } from './md5.js';
import { MAKES, makeHeads, makeNamed, modelNames, plainName } from './names.js';
import type { HandsetOrigins, HandsetProfile } from './profile.js';
import { addressHash, handsetAt, handsetCount, handsetId, handsetRow, listModels, makeSlug, originsAt } from './table.js';

/** What is known of a handset, to find its profile. */
export interface HandsetQuery {
  /** Make, in any spelling: `Nokia`, `SE`, `sony-ericsson`; `EMS` for the generic handset with EMS. */
  readonly make?: string | undefined;
  /** Model, in any spelling, with or without the make: `6230`, `Nokia 6230`, `k750`. */
  readonly model?: string | undefined;
  /** Value of the header User-Agent of its browser. */
  readonly userAgent?: string | undefined;
  /** URL of its UAProf document, as in the header Profile or X-Wap-Profile. */
  readonly uaProf?: string | undefined;
}

/** Characters of a header that is looked at. */
const MAX_HEADER = 1024;

/** Words of a header that are looked at. */
const MAX_WORDS = 32;

/** Characters of an address that is hashed. */
const MAX_ADDRESS = 512;

/** Models of a make by plain name; each make's when it is first asked for. */
const models = new Map<string, ReadonlyMap<string, NamedModel>>();

interface NamedModel extends FoundModel {
  readonly rank: number;
}

/** Names of a rank below this are those of the model itself. */
const RELATIVE_RANK = 2;

function indexNames(make: string): ReadonlyMap<string, NamedModel> {
  const known = models.get(make);
  if (known !== undefined) return known;
  const names = new Map<string, NamedModel>();
  for (const index of listModels(make)) {
    const model = handsetRow(index).name;
    for (const { name, rank } of modelNames(make, model)) {
      // E71 and 206 are how E71-1 and 206.1 are sold.
      const isExact = rank < RELATIVE_RANK || (make === 'Nokia' && !model.includes('('));
      if (rank < (names.get(name)?.rank ?? Number.POSITIVE_INFINITY)) names.set(name, { index, rank, isExact });
    }
  }
  models.set(make, names);
  return names;
}

interface Headers {
  /** By User-Agent in capitals. */
  readonly userAgents: ReadonlyMap<string, number>;
  /** By the hash of an UAProf address. */
  readonly addresses: ReadonlyMap<string, number>;
}

let readHeaders: Headers | undefined;

function headers(): Headers {
  if (readHeaders !== undefined) return readHeaders;
  const userAgents = new Map<string, number>();
  const addresses = new Map<string, number>();
  const count = handsetCount();
  for (let i = 0; i < count; i++) {
    const row = handsetRow(i);
    for (const prefix of row.userAgents) userAgents.set(prefix.toUpperCase(), i);
    for (const hash of row.addressHashes) addresses.set(hash, i);
  }
  readHeaders = { userAgents, addresses };
  return readHeaders;
}

let readIds: ReadonlyMap<string, number> | undefined;

function idNumber(id: string): number | undefined {
  readIds ??= new Map(Array.from({ length: handsetCount() }, (_, i) => [handsetId(i), i]));
  return readIds.get(id);
}

/** Returns the profiles of all handsets, the generic ones first, then by make and model. The array and its contents are frozen. */
export function handsets(): readonly HandsetProfile[] {
  return Object.freeze(Array.from({ length: handsetCount() }, (_, i) => handsetAt(i)));
}

/**
 * The quality of a match between a query and a profile.
 *
 * - `exact`: the profile of the model.
 * - `similar`: the profile of a model that differs only in its market or edition.
 * - `generic`: the profile for all models of a make or a platform.
 */
export type MatchQuality = 'exact' | 'similar' | 'generic';

/** The result of {@link matchHandset}. */
export interface HandsetMatch {
  /** The profile. */
  readonly profile: HandsetProfile;
  /** How well the profile matches the query. */
  readonly match: MatchQuality;
}

/**
 * Finds the profile of a handset, and the quality of the match; undefined if none is found.
 * @param query an object as for {@link findHandset}, or a text as for {@link parseHandset}.
 * @example
 * ```ts
 * import { matchHandset } from 'handset/profile';
 *
 * matchHandset({ make: 'Nokia', model: '6230' })?.match; // -> 'exact'
 * ```
 */
export function matchHandset(query: HandsetQuery | string): HandsetMatch | undefined {
  if (typeof query !== 'string') requireObject(query, 'query');
  const found = typeof query === 'string' ? readText(query) : readQuery(query);
  const profile = toProfile(found);
  if (profile === undefined) return undefined;
  return { profile, match: profile.kind === 'generic' ? 'generic' : found.model?.isExact === true ? 'exact' : 'similar' };
}

/**
 * Finds the profile of a handset: that of its model, or else the generic one of its make.
 * @returns undefined if the make is unknown, too, or the query is empty.
 * @example
 * ```ts
 * import { findHandset } from 'handset/profile';
 *
 * findHandset({ userAgent: 'Nokia6230/2.0 (05.50) Profile/MIDP-2.0' })?.id; // -> 'nokia-6230'
 * findHandset({ make: 'Acme', model: '1' }); // -> undefined
 * ```
 */
export function findHandset(query: HandsetQuery): HandsetProfile | undefined {
  requireObject(query, 'query');
  return toProfile(readQuery(query));
}

function readQuery(query: HandsetQuery): Found {
  const { make, model, userAgent, uaProf } = query;
  for (const [name, value] of Object.entries({ make, model, userAgent, uaProf })) {
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${name} is a string`);
  }
  const found: Found = {};
  byMakeAndModel(make, model, found);
  if (found.model === undefined && userAgent !== undefined) byUserAgent(userAgent, found);
  if (found.model === undefined && uaProf !== undefined) byAddress(uaProf, found);
  return found;
}

/**
 * Finds the profile of a handset by a text that a user typed or pasted: an id (`nokia-6230`), make and model (`nokia 6230`, `SE K750i`), a model that
 * only one make has (`K750i`), a make, a User-Agent, or the URL of a UAProf document or its last component.
 * @returns undefined for an unknown make, and for a model that several makes have.
 * @example
 * ```ts
 * import { parseHandset } from 'handset/profile';
 *
 * const phone = parseHandset('SE K750i');
 * [phone?.id, phone?.screen.width, phone?.mms?.maxBytes]; // -> ['sony-ericsson-k750i', 176, 307200]
 * ```
 */
export function parseHandset(text: string): HandsetProfile | undefined {
  return toProfile(readText(text));
}

function readText(text: string): Found {
  requireText(text, 'text');
  const trimmed = text.slice(0, MAX_HEADER).trim();
  const id = /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(trimmed) ? idNumber(trimmed) : undefined;
  if (id !== undefined) return { model: { index: id, isExact: true } };
  const found: Found = {};
  if (/^"?https?:/i.test(trimmed) || /\.(?:xml|rdf)"?$/i.test(trimmed)) byAddress(trimmed, found);
  else {
    byName(trimmed, found);
    if (found.model === undefined) byUserAgent(trimmed, found);
    // K750iR101, without its .xml.
    if (found.make === undefined && found.model === undefined && /^\S+R\d{3}$/i.test(trimmed)) byAddress(trimmed, found);
  }
  return found;
}

/** Most handsets that {@link searchHandsets} returns unless told. */
const SEARCH_LIMIT = 100;

/**
 * Searches for handsets whose make, model or User-Agents contain every word of a query: `nokia 62` finds that whole series.
 * @param limit maximum number of results; 100 by default.
 * @returns the profile that {@link parseHandset} finds, then models that begin with a word, then the rest; each in the order of {@link handsets}.
 * @example
 * ```ts
 * import { searchHandsets } from 'handset/profile';
 *
 * searchHandsets('t100').map(({ make }) => make); // -> ['Ericsson', 'Sony Ericsson', 'Samsung']
 * ```
 */
export function searchHandsets(query: string, limit = SEARCH_LIMIT): HandsetProfile[] {
  requireText(query, 'query');
  const words = query
    .slice(0, MAX_HEADER)
    .split(/\s+/, MAX_WORDS)
    .map((word) => makeNamed(word)?.toUpperCase().replace(/ /g, '') ?? plainName(word))
    .filter((word) => word !== '');
  const best = parseHandset(query);
  if (words.length === 0) return [];
  const results: { readonly index: number; readonly rank: number }[] = [];
  const count = handsetCount();
  for (let index = 0; index < count; index++) {
    const { kind, make, name, userAgents } = handsetRow(index);
    const [maker = '', model = '', ...others] = [make ?? '', name, kind, ...userAgents].map(plainName);
    const texts = [maker + model, model, ...others];
    if (!words.every((word) => texts.some((text) => text.includes(word)))) continue;
    const isBest = best?.kind === 'model' && handsetAt(index) === best;
    results.push({ index, rank: isBest ? 0 : words.some((word) => model.startsWith(word)) ? 1 : 2 });
  }
  results.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return results.slice(0, limit).map(({ index }) => handsetAt(index));
}

/**
 * Returns the origins of the facts in a profile, group by group.
 * @returns undefined for a profile that is not one of {@link handsets}, such as one of {@link checkProfile}.
 */
export function handsetOrigins(profile: HandsetProfile): HandsetOrigins | undefined {
  requireObject(profile, 'profile');
  const i = idNumber(profile.id);
  return i === undefined || handsetAt(i) !== profile ? undefined : originsAt(i);
}

// ---- What was found ----

/** A model that a name means. */
interface FoundModel {
  /** Number of its row. */
  readonly index: number;
  /** Whether the name is its own, and not that of a near relative. */
  readonly isExact: boolean;
}

/** What a query has named so far. */
interface Found {
  model?: FoundModel | undefined;
  make?: string | undefined;
  /** Id of the generic profile of a platform. */
  platform?: string | undefined;
}

function toProfile({ model, make, platform }: Found): HandsetProfile | undefined {
  if (model !== undefined) return handsetAt(model.index);
  if (make === EMS) return handsetAt(idNumber('generic-ems') as number);
  const ofMake = make === undefined ? [] : [`generic-${makeSlug(make)}-mms`, `generic-${makeSlug(make)}-sms`, 'generic-mms'];
  const names = [platform ?? (make === undefined ? undefined : MAKE_PLATFORMS[make]), ...ofMake];
  const id = names.map((name) => (name === undefined ? undefined : idNumber(name))).find((i) => i !== undefined);
  return id === undefined ? undefined : handsetAt(id);
}

/**
 * Generic profiles of platforms, by what names one; JioPhones name Android besides KaiOS. Numbers of Galaxy phones begin with SM and one of
 * these letters; others are those of phones with keys (B), tablets (P, T, X) and watches (R).
 */
const PLATFORMS: readonly (readonly [RegExp, string])[] = [
  [/kaios|\bjio ?phone|\bgo ?flip|\btcl flip|\blyf[ /-]f\d/i, 'generic-kaios'],
  [/series ?30 ?(?:plus|\+)|(?:^|\s)s30\+/i, 'generic-s30plus'],
  [/iphone|android|galaxy|smart ?phone|\bsm-[acefgjmns]\d{3}/i, 'generic-smartphone'],
];

/** Makes all of whose handsets are of one platform. */
const MAKE_PLATFORMS: Readonly<Record<string, string | undefined>> = {
  Apple: 'generic-smartphone',
  CAT: 'generic-kaios',
  Google: 'generic-smartphone',
  Jio: 'generic-kaios',
  TCL: 'generic-smartphone',
};

function findPlatform(text: string): string | undefined {
  return PLATFORMS.find(([pattern]) => pattern.test(text))?.[1];
}

/** What the gateway calls a handset of any make that takes EMS. */
const EMS = 'EMS';

/** Makes that took over each other's handsets, so that people mix them up: Sony Ericsson in 2001, BenQ-Siemens in 2005. */
const KIN: Readonly<Record<string, string | undefined>> = {
  Ericsson: 'Sony Ericsson',
  'Sony Ericsson': 'Ericsson',
  BenQ: 'Siemens',
};

/** Words of a model's sales name, which the table leaves out. */
const SALES_WORDS: Readonly<Record<string, RegExp | undefined>> = {
  Motorola: /^(?:MOTO)?(?:RAZR|SLVR|PEBL|ROKR|KRZR|RIZR|AURA|TIMEPORT)2?(?=.)/,
  Nokia: /(?:CLASSIC|SLIDE|FOLD|XPRESSMUSIC|NAVIGATOR|COMMUNICATOR)$/,
};

/** Letters after a name that tell the market or the edition, and not another model, where the table has it without them only. */
const MARKET_LETTERS: Readonly<Record<string, RegExp | undefined>> = {
  // b for the Americas.
  Nokia: /(?<=^\d{4})B$/,
  // C35i and S35i are how C35 and S35 were sold.
  Siemens: /(?<=\d)I$/,
  // i, a for the Americas, c for China; v after it for Vodafone.
  'Sony Ericsson': /(?<=\d[A-Z])V$|(?<=\d)[A-Z]$/,
};

/** A make's model by plain name. */
function findModel(make: string, plain: string): FoundModel | undefined {
  if (plain === '') return undefined;
  const kin = KIN[make];
  const find = (name: string) => indexNames(make).get(name) ?? (kin === undefined ? undefined : indexNames(kin).get(name));
  const known = find(plain);
  if (known !== undefined) return known;
  const relative = (model: FoundModel | undefined) => model && { ...model, isExact: false };
  const sales = SALES_WORDS[make];
  if (sales?.test(plain) === true) {
    const short = plain.replace(sales, '');
    // 6500 classic, 6500 slide and 6600 fold are 6500c, 6500s and 6600f.
    const initial = /(?:CLASSIC|SLIDE|FOLD)$/.test(plain) ? plain.slice(short.length, short.length + 1) : '';
    return find(`${short}${initial}`) ?? relative(find(short));
  }
  const letter = MARKET_LETTERS[make];
  return letter?.test(plain) === true ? relative(find(plain.replace(letter, ''))) : undefined;
}

function byMakeAndModel(make: string | undefined, model: string | undefined, found: Found): void {
  if (make === undefined || make.trim() === '') {
    if (model !== undefined) byName(model, found);
    return;
  }
  const known = plainName(make) === EMS ? EMS : makeNamed(make);
  if (known === undefined) return;
  found.make = known;
  if (model === undefined || known === EMS) return;
  found.model = findModel(known, plainName(model)) ?? modelAfterMake(known, model);
}

/** The model where its make is named once more: make Nokia, model `Nokia 6230`. */
function modelAfterMake(make: string, text: string): FoundModel | undefined {
  for (const head of makeHeads(text)) if (head.make === make) return findModel(make, head.rest);
  return undefined;
}

function byName(text: string, found: Found): void {
  const plain = plainName(text);
  if (plain === '') return;
  if (byHeads(text, found)) return;
  found.platform = findPlatform(text);
  if (found.make !== undefined) return;
  if (plain === EMS) found.make = EMS;
  else found.model = modelOfAnyMake(plain);
}

/** A model by name alone; none where two makes have it, and none by a single letter or a small number. */
function modelOfAnyMake(plain: string): FoundModel | undefined {
  if (plain.length < 2 || /^\d\d$/.test(plain)) return undefined;
  const claims = MAKES.map((make) => indexNames(make).get(plain)).filter((claim) => claim !== undefined);
  const best = Math.min(...claims.map(({ rank }) => rank));
  const first = claims.filter(({ rank }) => rank === best);
  if (first.length > 0) return first.length === 1 ? first[0] : undefined;
  // Whose a RAZR is, everybody knows.
  const make = Object.keys(SALES_WORDS).find((name) => SALES_WORDS[name]?.test(plain) === true);
  return make === undefined ? undefined : findModel(make, plain);
}

/** Words that a model's name has at most, after its make. */
const MAX_MODEL_WORDS = 3;

/** What after a name makes it that of another model: `8110 4G`, `3310 (2017)`. */
const GENERATION = /^[^A-Z0-9]*(?:[3-5]G|20\d\d)(?![A-Z0-9.])/i;

/** What does after `JioPhone`: `JioPhone 2`. */
const JIO_GENERATION = /^[^A-Z0-9]*(?:2|NEXT|PRIMA)(?![A-Z0-9.])/i;

/** Whether what comes after a name makes it that of another model. */
function isOtherModel(name: string, after: string): boolean {
  return GENERATION.test(after) || (/jio ?phone$/i.test(name) && JIO_GENERATION.test(after));
}

/** Words of a header are tried each on its own: `Mozilla/5.0 (SymbianOS/9.2; U; NokiaE71-1/110.07.127)`. */
function byUserAgent(text: string, found: Found): void {
  const words = text
    .slice(0, MAX_HEADER)
    .split(/[\s/;,"]+/, MAX_WORDS)
    .map((word) => word.replace(/^\(/, ''))
    .filter((word) => word !== '');
  for (const [i, word] of words.entries()) {
    if (isOtherModel(word, words[i + 1] ?? '')) continue;
    found.model = findUserAgent(word.toUpperCase());
    if (found.model !== undefined) return;
  }
  for (const [i, word] of words.entries()) {
    // People write SE, handsets do not; a browser of that name is not one of theirs.
    if (word.toUpperCase() === 'SE') continue;
    // LG/U8130/v1.0, Nokia 2720 V Flip: the make is a word of its own, and models may have several.
    const after = words.slice(i + 1, i + 1 + MAX_MODEL_WORDS);
    for (let count = after.length; count >= 0; count--) {
      const name = [word, ...after.slice(0, count)].join(' ');
      if (isOtherModel(name, after[count] ?? '')) continue;
      if (byHeads(name, found)) return;
    }
  }
  found.platform ??= findPlatform(text.slice(0, MAX_HEADER));
}

/** The make at the head of a text, and its model after it. LG E400 is not LGE 400: where the table has a model, that reading counts. */
function byHeads(text: string, found: Found): boolean {
  const heads = makeHeads(text);
  for (const { make, rest } of heads) {
    const model = findModel(make, rest);
    if (model === undefined) continue;
    found.make = make;
    found.model = model;
    return true;
  }
  found.make ??= heads.find(({ certain }) => certain)?.make;
  return false;
}

/** The longest beginning that is known, where what follows it cannot belong to the model's name. */
function findUserAgent(word: string): FoundModel | undefined {
  const { userAgents } = headers();
  const find = (text: string): FoundModel | undefined => {
    const index = userAgents.get(text);
    return index === undefined ? undefined : { index, isExact: true };
  };
  const whole = find(word);
  if (whole !== undefined) return whole;
  for (let end = Math.min(word.length - 1, MAX_USER_AGENT); end > 2; end--) {
    if (/[A-Z0-9+]/.test(word.charAt(end))) continue;
    const known = find(word.slice(0, end));
    if (known !== undefined) return isOtherModel(word.slice(0, end), word.slice(end)) ? undefined : known;
  }
  return undefined;
}

/** No User-Agent of the table is longer. */
const MAX_USER_AGENT = 48;

/** Makes by a part of the host on which they published their documents, the more special one first. */
const HOSTS: readonly (readonly [RegExp, string])[] = [
  [/sonyericsson/, 'Sony Ericsson'],
  [/nokia/, 'Nokia'],
  [/samsung/, 'Samsung'],
  [/motorola|handango/, 'Motorola'],
  [/(?:^|\.)lge\./, 'LG'],
  [/siemens/, 'Siemens'],
  [/alcatel|tcl-ta/, 'Alcatel'],
  [/sagem/, 'Sagem'],
  [/blackberry/, 'BlackBerry'],
  [/trium|mitsubishi/, 'Mitsubishi'],
  [/panasonic/, 'Panasonic'],
  [/sharp/, 'Sharp'],
  [/nec(?:\.|-)/, 'NEC'],
  [/benq/, 'BenQ'],
  [/philips/, 'Philips'],
  [/sendo/, 'Sendo'],
];

/** Characters of a model's name that is hardly anything else. */
const SURE_NAME = 3;

/** The model that the last part of the address names; else the document itself; else the make of the host. */
function byAddress(text: string, found: Found): void {
  const address = text
    .slice(0, MAX_HEADER)
    .replace(/^\s*"?\s*/, '')
    .replace(/["\s].*$/s, '')
    .replace(/,$/, '');
  const match = /^https?:\/\/([^/?#:]*)(?::\d+)?(.*)$/is.exec(address);
  const host = (match?.[1] ?? '').toLowerCase();
  const path = match?.[2] ?? address;
  const make = HOSTS.find(([pattern]) => pattern.test(host))?.[1];
  const file = nameInPath(path);
  const guess = make ?? (/^N.+r\d{3}$/.test(file) ? 'Nokia' : /R\d{3}$/.test(file) ? 'Sony Ericsson' : undefined);
  const name = modelInFile(file, guess);
  if (guess === undefined) {
    // On an unknown host, v3.xml is rather a version.
    if (host === '' || plainName(name).length >= SURE_NAME) byName(name, found);
  } else {
    found.make ??= guess;
    found.model =
      findModel(guess, plainName(name)) ?? modelAfterMake(guess, name) ?? findModel(guess, plainName(withoutTail(name)));
  }
  if (found.model === undefined && isPlainAddress(address)) found.model = documentAt(address);
}

/**
 * The part of a path that names the model: the file without its extension, a parameter (UAP.aspx?device=S65, UAP.aspx?S65,00), or the folder of a
 * file that is but a version.
 */
function nameInPath(path: string): string {
  const device = /[?&](?:device=)?(\w+)(?=,\d|&|$)/.exec(path)?.[1];
  if (device !== undefined) return device;
  const parts = path.replace(/[?#].*$/s, '').split('/');
  const file = (parts.pop() as string).replace(/\.(?:xml|rdf)$/i, '');
  return /^[\d.]+$/.test(file) && file.includes('.') ? (parts.pop() ?? '') : file;
}

/** Without what makers put around the model: N6230r100, K750iR101, e720_20, MC60_04. */
function modelInFile(file: string, make: string | undefined): string {
  if (make === 'Nokia') return file.replace(/^Nokia/i, 'N').replace(/^N(?=[A-Z]?\d)(.*?)(?:r\d{3}.*)?$/, '$1');
  if (make === 'Sony Ericsson') return file.replace(/R\d{3}.*$/, '');
  if (make === 'Samsung') return file.replace(/_\d+$/, '').replace(/UAProf.*$/i, '');
  if (make === 'Siemens') return file.replace(/_\d+$/, '');
  return file;
}

/** LG-B2050-TMO: the operator is at the end. */
function withoutTail(name: string): string {
  return name.replace(/[-_][A-Za-z]+$/, '');
}

function isPlainAddress(address: string): boolean {
  return address.length <= MAX_ADDRESS && /^[\x21-\x7e]+$/.test(address);
}

/** The handset whose maker's document was read from this very address. */
function documentAt(address: string): FoundModel | undefined {
  const index = headers().addresses.get(addressHash(md5(encodeUtf8(address))));
  return index === undefined ? undefined : { index, isExact: true };
}
