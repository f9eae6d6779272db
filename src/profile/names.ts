/**
 * Names of makes and models: as sold, as User-Agents write them, and as people type them.
 *
 * A name is compared by its letters, digits and plus signs alone, in capitals: `Sony-Ericsson K750i` is SONYERICSSONK750I. A model has
 * further names, each with a rank: the lower one counts where two models claim it.
 *
 *   rank   name                                    of                     which is
 *   0      the model                               K750i                  K750I
 *   1      another spelling of it                  SGH-D600, E400/V1.0    D600, E400
 *   2      it without what tells variants apart    E71-1, T720 (US)       E71, T720
 *   3, 4   it without the letter of its market     K750i, K750c           K750
 *
 * The last letter names the market in Sony Ericsson's and Ericsson's models alone; elsewhere it tells models apart (V3, V3x).
 * Which spellings there are was seen in the names of handsets.json. `SE` and other short names of makes, and misspellings, are how people write in
 * forums: no source lists them.
 * @module
 */

/** Characters of a name that is looked up; no handset has a longer one. */
const MAX_NAME = 100;

/** Letters, digits and plus signs, in capitals; empty for what is too long to be a name. */
export function plainName(text: string): string {
  return text.length > MAX_NAME ? '' : text.toUpperCase().replace(/[^A-Z0-9+]/g, '');
}

/** Plain names of the makes, and their other spellings in User-Agents and in forums. */
const MAKE_NAMES: readonly (readonly [make: string, ...names: string[]])[] = [
  ['Alcatel', 'ALCATEL', 'ALC'],
  ['Apple', 'APPLE', 'IPHONE'],
  ['BenQ', 'BENQ', 'BENQSIEMENS'],
  ['BlackBerry', 'BLACKBERRY', 'RESEARCHINMOTION', 'RIM', 'BB'],
  ['CAT', 'CAT', 'CATERPILLAR'],
  ['Ericsson', 'ERICSSON', 'ERICSON'],
  ['Google', 'GOOGLE', 'PIXEL'],
  ['Jio', 'JIO'],
  ['LG', 'LGELECTRONICS', 'LGE', 'LG'],
  ['Mitsubishi', 'MITSUBISHI', 'MITSU', 'TRIUM'],
  ['Motorola', 'MOTOROLA', 'MOTO', 'MOT'],
  ['NEC', 'NEC'],
  ['Nokia', 'NOKIA'],
  ['Panasonic', 'PANASONIC'],
  ['Philips', 'PHILIPS'],
  ['Sagem', 'SAGEM'],
  ['Samsung', 'SAMSUNG', 'GALAXY', 'SEC'],
  ['Sendo', 'SENDO'],
  ['Sharp', 'SHARP'],
  ['Siemens', 'SIEMENS', 'SIE'],
  ['Sony Ericsson', 'SONYERICSSON', 'SONYERICSON', 'SONYERRICSSON', 'SONYERRICSON', 'SONY', 'SE'],
  ['TCL', 'TCL'],
];

/** Every make of the table. */
export const MAKES: readonly string[] = /* @__PURE__ */ MAKE_NAMES.map(([make]) => make);

/** Names so short that words begin with them: a letter right after one makes it a word. */
const SHORT = 4;

/** Makes by plain name, longest name first: SENDO before SE. */
const makeNames: { name: string; make: string }[] = [];

function makesByLength(): readonly { readonly name: string; readonly make: string }[] {
  if (makeNames.length === 0) {
    for (const [make, ...names] of MAKE_NAMES) for (const name of names) makeNames.push({ name, make });
    makeNames.sort((a, b) => b.name.length - a.name.length);
  }
  return makeNames;
}

/** The make that a text names, and nothing besides. */
export function makeNamed(text: string): string | undefined {
  const plain = plainName(text);
  return makesByLength().find(({ name }) => name === plain)?.make;
}

/** The make at the head of a text. */
export interface MakeHead {
  readonly make: string;
  /** Plain name of what follows; may be empty. */
  readonly rest: string;
  /** False: the make's short name may be the beginning of a word, so that only a known model after it proves it. */
  readonly certain: boolean;
}

/** Makes that a text may begin with, the longest name first. */
export function makeHeads(text: string): MakeHead[] {
  const plain = plainName(text);
  const heads: MakeHead[] = [];
  for (const { name, make } of makesByLength()) {
    if (!plain.startsWith(name)) continue;
    const certain = name.length > SHORT || !/^[A-Z]/i.test(skipCharacters(text, name.length));
    heads.push({ make, rest: plain.slice(name.length), certain });
  }
  return heads;
}

/** A text after its first so many letters and digits. */
function skipCharacters(text: string, count: number): string {
  let left = count;
  for (let i = 0; i < text.length; i++) if (/[A-Z0-9+]/i.test(text.charAt(i)) && --left === 0) return text.slice(i + 1);
  return '';
}

/** Heads of models that say no more than the make does. */
const MODEL_HEADS: Readonly<Record<string, RegExp | undefined>> = {
  Alcatel: /^(?:ONETOUCH|OT)(?=.)/,
  Apple: /^IPHONE(?=.)/,
  BlackBerry: /^BLACKBERRY(?=.)/,
  Google: /^PIXEL(?=.)/,
  Jio: /^JIO(?=.)/,
  LG: /^LGE?(?=.)/,
  Mitsubishi: /^TRIUM(?=.)/,
  Motorola: /^MOTO(?=.)/,
  // The letter of file names: N7230r100.xml; N70 and its kin are too short for it.
  Nokia: /^N(?=\d{4})/,
  Philips: /^FISIO(?=.)/,
  Sagem: /^(?:SAGEM|MW|MY)(?=.)/,
  Samsung: /^(?:SGH|SCH|SPH|GT|GALAXY)(?=.)/,
  Sharp: /^TQ(?=.)/,
};

/** One name of a model. */
export interface ModelName {
  readonly name: string;
  readonly rank: number;
}

/** Every name of a model, its own first. */
export function modelNames(make: string, model: string): readonly ModelName[] {
  const ranks = new Map<string, number>();
  const add = (name: string, rank: number) => {
    if (name !== '' && rank < (ranks.get(name) ?? Number.POSITIVE_INFINITY)) ranks.set(name, rank);
  };
  add(plainName(model), 0);
  for (const spelling of spellings(model)) {
    const whole = plainName(spelling);
    add(whole, 1);
    const head = MODEL_HEADS[make];
    if (head !== undefined) add(whole.replace(head, ''), 1);
    if (make === 'Alcatel') add(whole.replace(/^(?:ONETOUCH|OT)?/, 'OT'), 1);
    if (make === 'Nokia') add(whole.replace(/(?:XPRESSMUSIC|NAVIGATOR|EDITION)$/, ''), 1);
    const base = spelling.replace(/\s*\(.*\)$/, '').replace(make === 'Nokia' ? /[-.]\d$/ : / (?:Vodafone|R\d)$/, '');
    if (base !== spelling) add(plainName(base), 2);
  }
  for (const name of make.endsWith('Ericsson') ? [...ranks.keys()] : []) {
    const variant = /^(.*\d)([A-Z])$/.exec(name);
    if (variant !== null) add(variant[1] as string, variant[2] === 'I' ? 3 : 4);
  }
  return Array.from(ranks, ([name, rank]) => ({ name, rank }));
}

/** What a list of models in one name names: `8310/8390`, `One Touch 556/557/565`, `E400/V1.0`. */
function spellings(model: string): string[] {
  const cut = model.lastIndexOf(' ') + 1;
  const list = model.slice(cut);
  const lettered = /^[A-Z]\d+(?:_[A-Z]\d+)+$/.test(list);
  const parts = list.split(lettered ? '_' : '/');
  if (parts.length === 1 || model.includes('(')) return [model];
  return parts
    .filter((part) => !/^v?[\d.]+[a-z]?$/i.test(part) || /^\d{3,}$/.test(part))
    .map((part) => model.slice(0, cut) + part);
}
