/**
 * A profile that somebody wrote: the keys of {@link HandsetProfile} as JSON, of which any may be left out.
 *
 *   { "make": "Nokia", "model": "3210", "screen": { "width": 84, "height": 48, "bitsPerPixel": 1 } }
 *
 * A key that no profile has is a mistake in spelling and is refused; where the facts come from (provenance, sources, conflicts, confirmed)
 * is skipped, so that a record of the collected data can be read unchanged.
 * @module
 */
import { quote, shorten } from '../bytes/quote.js';
import { DecodeError } from '../errors.js';
import type { HandsetProfile } from './profile.js';
import { makeSlug } from './table.js';

/** Entries of one list, at most. */
const MAX_ENTRIES = 1_000;

/** Characters of one text, at most. */
const MAX_TEXT = 200;

const MAX_SIDE = 65_535;
const MAX_COUNT = 0x7fff_ffff;

type Check<T> = (value: unknown, field: string) => T;

type Checks<T> = { readonly [K in keyof T]: Check<T[K]> };

/** Keys of the collected data that say nothing of the handset itself. */
const SKIPPED: ReadonlySet<string> = new Set(['provenance', 'sources', 'conflicts', 'confirmed', 'uaprofVariants']);

const flag: Check<boolean | null> = (value, field) => {
  if (value === null || typeof value === 'boolean') return value;
  throw wrong(field, value, 'true, false or null');
};

const text: Check<string | null> = (value, field) => {
  if (value === null || (typeof value === 'string' && value !== '' && value.length <= MAX_TEXT)) return value;
  throw wrong(field, value, `a text of 1 to ${MAX_TEXT} characters, or null`);
};

const count =
  (least: number, most: number): Check<number | null> =>
  (value, field) => {
    if (value === null) return value;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    throw wrong(field, value, `a whole number from ${least} to ${most}, or null`);
  };

const side = count(1, MAX_SIDE);
const octets = count(1, MAX_COUNT);

const texts: Check<readonly string[]> = (value, field) => {
  if (value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_ENTRIES) throw wrong(field, value, `a list of at most ${MAX_ENTRIES} texts`);
  return Array.from(value, (entry, i) => {
    const checked = text(entry, `${field}/${i}`);
    if (checked === null) throw wrong(`${field}/${i}`, entry, `a text of 1 to ${MAX_TEXT} characters`);
    return checked;
  });
};

/** Content types are compared in lower case. */
const types: Check<readonly string[]> = (value, field) => texts(value, field).map((type) => type.toLowerCase());

/** A group of keys, each of them null where it is left out. */
const group =
  <T extends object>(checks: Checks<T>): Check<T> =>
  (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(field, value, 'an object');
    const given = new Map(Object.entries(value));
    for (const key of given.keys()) {
      if (!Object.hasOwn(checks, key) && !SKIPPED.has(key)) {
        const known = Object.keys(checks).join(', ');
        throw new DecodeError('bad-value', `${field}/${shorten(key)}`, undefined, `unknown key, allowed: ${known}`);
      }
    }
    const names = Object.keys(checks) as (keyof T & string)[];
    return Object.fromEntries(names.map((key) => [key, checks[key](given.get(key) ?? null, `${field}/${key}`)])) as T;
  };

/** A group of which nothing at all may be known. */
const groupOrNull =
  <T extends object>(checks: Checks<T>): Check<T | null> =>
  (value, field) =>
    value === null ? null : group(checks)(value, field);

/** A group that is always there, its keys null where it is left out. */
const groupOrEmpty =
  <T extends object>(checks: Checks<T>): Check<T> =>
  (value, field) =>
    group(checks)(value ?? {}, field);

type Size = { readonly width: number; readonly height: number };

const size: Check<Size | null> = (value, field) => {
  const sides = groupOrNull({ width: side, height: side })(value, field);
  if (sides === null) return null;
  const { width, height } = sides;
  if (width === null || height === null) throw wrong(field, value, 'a width and a height');
  return { width, height };
};

const kind: Check<'model' | 'generic'> = (value, field) => {
  if (value === null) return 'model';
  if (value === 'model' || value === 'generic') return value;
  throw wrong(field, value, 'model or generic');
};

const checkKeys = group<Omit<HandsetProfile, 'id'> & { readonly id: string | null }>({
  id: text,
  kind,
  make: text,
  model: text,
  gatewayMake: text,
  uaPrefixes: texts,
  screen: groupOrEmpty({
    width: side,
    height: side,
    colors: count(2, MAX_COUNT),
    greyscale: flag,
    bitsPerPixel: count(1, 64),
  }),
  imageArea: groupOrEmpty({ width: side, height: side }),
  images: groupOrNull({ wbmp: flag, gif: flag, gifAnimated: flag, jpg: flag, png: flag, bmp: flag }),
  mms: groupOrNull({ receives: flag, sends: flag, maxBytes: octets, maxWidth: side, maxHeight: side, types }),
  push: groupOrNull({ supported: flag, si: flag, sl: flag }),
  sms: groupOrNull({
    nokiaRingtone: flag,
    pictureMessage: flag,
    operatorLogo: flag,
    largeOperatorLogo: flag,
    groupGraphic: flag,
    vcard: flag,
    vcalendar: flag,
    ems: flag,
    emsVersion: count(0, MAX_COUNT),
    emsVariablePictures: flag,
    emsImelody: flag,
    textImelody: flag,
    siemensOta: flag,
    siemensLogo: size,
    siemensScreensaver: size,
    sagemV1: flag,
    sagemV2: flag,
    panasonic: flag,
  }),
  ringtones: groupOrNull({ formats: texts, voices: octets }),
  java: groupOrNull({ midp: text, cldc: text, maxJarBytes: octets }),
});

/**
 * Makes a profile of a value, such as one from JSON. Absent members become null; `kind` is `model` by default, and `id` is made of make and
 * model.
 * @throws DecodeError `bad-value` for an unknown or invalid member; its field is the path of the member, such as `profile/screen/width`.
 * @example
 * ```ts
 * import { checkProfile } from 'handset/profile';
 *
 * checkProfile({ make: 'Acme', screen: { width: 101, height: 80 } }).screen.colors; // -> null
 * checkProfile({ screen: { widht: 101 } }); // throws DecodeError bad-value profile/screen/widht
 * ```
 */
export function checkProfile(value: unknown): HandsetProfile {
  const checked = checkKeys(value, 'profile');
  const named = makeSlug(`${checked.make ?? ''} ${checked.model ?? ''}`);
  return { ...checked, id: checked.id ?? (named === '' ? 'own' : named) };
}

/**
 * Parses a profile in JSON.
 * @throws DecodeError `bad-value` in the field `profile` for a text that is not JSON; otherwise as {@link checkProfile}.
 * @example
 * ```ts
 * import { parseProfile } from 'handset/profile';
 *
 * parseProfile('{"make":"Acme","screen":{"width":101,"height":80}}').screen.width; // -> 101
 * ```
 */
export function parseProfile(json: string): HandsetProfile {
  if (typeof json !== 'string') throw new TypeError('a profile as JSON is a string');
  let value: unknown;
  try {
    // Editors of Windows begin UTF-8 with a mark.
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new DecodeError('bad-value', 'profile', undefined, `not JSON: ${(cause as Error).message}`, { cause });
  }
  return checkProfile(value);
}

function wrong(field: string, value: unknown, allowed: string): DecodeError {
  return new DecodeError('bad-value', field, undefined, `is ${shown(value)}, not ${allowed}`);
}

/** A value in a message: its beginning. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  // JSON has neither NaN nor a bigint.
  return typeof value === 'string' ? quote(value) : String(value);
}
