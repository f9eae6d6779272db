/**
 * The handsets of handsets.json as profiles: unpacked on the first look-up, a profile when it is asked for, each once.
 * @module
 */
import packed from './handsets.json' with { type: 'json' };
import type {
  HandsetArea,
  HandsetImages,
  HandsetJava,
  HandsetMms,
  HandsetOrigin,
  HandsetOrigins,
  HandsetProfile,
  HandsetPush,
  HandsetRingtones,
  HandsetScreen,
  HandsetSms,
} from './profile.js';

type Count = number | null;

/** Digits of the numbers in rows. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

/** The first types take one digit; the first digit of the others is not below this one. */
const ONE_DIGIT = 56;

/** Values of a group, in the order of its columns; null where nothing is known of it. */
type Values = readonly unknown[] | null;

/** The groups that handsets share: a row names each by its number. */
interface Groups {
  readonly makes: readonly (readonly [make: string | null, gatewayMake: string | null])[];
  readonly screens: readonly Values[];
  readonly areas: readonly Values[];
  readonly images: readonly Values[];
  readonly mms: readonly Values[];
  /** Digits of each list. */
  readonly typeLists: readonly string[];
  readonly pushes: readonly Values[];
  readonly sms: readonly Values[];
  /** The formats are digits. */
  readonly ringtones: readonly (readonly [formats: string, voices: Count] | null)[];
  readonly javas: readonly Values[];
  /** Digits of each group's origin. */
  readonly origins: readonly string[];
}

/** What handsets.json holds; config/generate-handsets.mjs writes it. */
interface Data extends Groups {
  /** How many rows are generic: they come first. */
  readonly generic: number;
  readonly originNames: readonly HandsetOrigin[];
  /** Where a row has the number of a group, and in how many digits. */
  readonly places: Readonly<Record<keyof Groups, readonly [at: number, digits: number]>>;
  /** The keys of a group's values. */
  readonly columns: Readonly<Record<keyof Groups, readonly string[]>>;
  readonly types: readonly string[];
  readonly formats: readonly string[];
}

/** A row, split. */
interface Row {
  readonly name: string;
  readonly userAgents: string;
  readonly numbers: string;
  readonly addresses: string;
}

/** One row of the table, before it is made a profile. */
export interface HandsetRow {
  readonly kind: 'model' | 'generic';
  readonly make: string | null;
  /** The model, or the id of a generic profile. */
  readonly name: string;
  readonly userAgents: readonly string[];
  /** {@link addressHash} of each UAProf address. */
  readonly addressHashes: readonly string[];
}

let unpacked: { readonly groups: Data; readonly rows: readonly Row[] } | undefined;
const typeLists = new Map<string, readonly string[]>();
const profiles: HandsetProfile[] = [];

function data(): NonNullable<typeof unpacked> {
  unpacked ??= {
    groups: JSON.parse(packed.groups) as Data,
    rows: packed.rows.split('\n').map((line) => {
      const [name = '', userAgents = '', numbers = '', addresses = ''] = line.split('|');
      return { name, userAgents, numbers, addresses };
    }),
  };
  return unpacked;
}

function numberIn(numbers: string, at: number, count: number): number {
  let number = 0;
  for (let i = at; i < at + count; i++) number = number * 64 + DIGITS.indexOf(numbers.charAt(i));
  return number;
}

/** The value of a row's group. */
function pick<K extends keyof Groups>(name: K, { numbers }: Row): Groups[K][number] {
  const { groups } = data();
  const [at, count] = groups.places[name];
  return groups[name][numberIn(numbers, at, count)] as Groups[K][number];
}

/** A row's group as an object. `T` says what its columns are. */
function pickObject<T>(name: keyof Groups, row: Row): T {
  const values = pick(name, row) as Values;
  return (values && Object.fromEntries(data().groups.columns[name].map((key, i) => [key, values[i]]))) as T;
}

/** What the table keeps of an UAProf address. @param hex its MD5 */
export function addressHash(hex: string): string {
  let bits = Number.parseInt(hex.slice(0, 12), 16);
  let digits = '';
  for (let i = 0; i < 8; i++, bits = Math.floor(bits / 64)) digits = DIGITS.charAt(bits % 64) + digits;
  return digits;
}

/** How many handsets there are. */
export function handsetCount(): number {
  return data().rows.length;
}

/** Numbers of the models of a make, in the order of the table. */
export function listModels(make: string): number[] {
  const { rows, groups } = data();
  const numbers: number[] = [];
  for (let i = groups.generic; i < rows.length; i++) if (pick('makes', rows[i] as Row)[0] === make) numbers.push(i);
  return numbers;
}

/** Names of a handset. @param index from 0 to {@link handsetCount} - 1 */
export function handsetRow(index: number): HandsetRow {
  const { rows, groups } = data();
  const row = rows[index] as Row;
  return {
    kind: index < groups.generic ? 'generic' : 'model',
    make: pick('makes', row)[0],
    name: row.name,
    userAgents: row.userAgents === '' ? [] : row.userAgents.split(' '),
    addressHashes: row.addresses === '' ? [] : row.addresses.split(' '),
  };
}

/** Name of a handset for programs. @param index from 0 to {@link handsetCount} - 1 */
export function handsetId(index: number): string {
  const { kind, make, name } = handsetRow(index);
  return kind === 'generic' ? name : makeSlug(`${make} ${name}`);
}

/** A handset's profile: the same object each time, frozen all through. @param index from 0 to {@link handsetCount} - 1 */
export function handsetAt(index: number): HandsetProfile {
  profiles[index] ??= readProfile(index);
  return profiles[index];
}

/** Where the groups of a profile come from. @param index from 0 to {@link handsetCount} - 1 */
export function originsAt(index: number): HandsetOrigins {
  const { rows, groups } = data();
  const digits = pick('origins', rows[index] as Row);
  const origins = groups.columns.origins.map((key, i) => [key, groups.originNames[Number(digits[i])]]);
  return Object.fromEntries(origins) as HandsetOrigins;
}

/** A name in lower-case letters, digits and dashes. */
export function makeSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function readProfile(index: number): HandsetProfile {
  const row = data().rows[index] as Row;
  const { kind, make, name, userAgents } = handsetRow(index);
  const mms = pickObject<Omit<HandsetMms, 'types'> | null>('mms', row);
  return deepFreeze({
    id: handsetId(index),
    kind,
    make,
    model: kind === 'generic' ? null : name,
    gatewayMake: pick('makes', row)[1],
    uaPrefixes: userAgents,
    screen: pickObject<HandsetScreen>('screens', row),
    imageArea: pickObject<HandsetArea>('areas', row),
    images: pickObject<HandsetImages | null>('images', row),
    mms: mms && { ...mms, types: readTypes(pick('typeLists', row)) },
    push: pickObject<HandsetPush | null>('pushes', row),
    sms: pickObject<HandsetSms | null>('sms', row),
    ringtones: readRingtones(pick('ringtones', row)),
    java: pickObject<HandsetJava | null>('javas', row),
  });
}

/** A list of types; handsets that have the same list share it. */
function readTypes(typeList: string): readonly string[] {
  const known = typeLists.get(typeList);
  if (known !== undefined) return known;
  const types: string[] = [];
  for (let i = 0; i < typeList.length; i++) {
    let number = numberIn(typeList, i, 1);
    if (number >= ONE_DIGIT) number = ONE_DIGIT + (number - ONE_DIGIT) * 64 + numberIn(typeList, ++i, 1);
    types.push(data().groups.types[number] as string);
  }
  typeLists.set(typeList, types);
  return types;
}

function readRingtones(group: Groups['ringtones'][number]): HandsetRingtones | null {
  if (group === null) return null;
  const [formats, voices] = group;
  const names = data().groups.formats;
  return { formats: Array.from(formats, (digit) => names[DIGITS.indexOf(digit)] as string), voices };
}

/** The same profile is returned again and again: nobody may change it. */
function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) deepFreeze(part);
  }
  return Object.freeze(value);
}
