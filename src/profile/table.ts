/**
 * The handsets of data.ts as profiles: unpacked on the first look-up, a profile when it is asked for, each once.
 * @module
 */
import { HANDSET_GROUPS, HANDSET_ROWS } from './data.js';
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

type Flag = boolean | null;
type Count = number | null;

/** Digits of the numbers in data.ts. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

/** Types in front of this one are told by one digit; of the others, the first digit is not below it. */
const ONE_DIGIT = 56;

/** Where the number of a group stands in a row, and in how many digits. */
const ROW = {
  make: [0, 1],
  screen: [1, 2],
  area: [3, 2],
  images: [5, 1],
  mms: [6, 2],
  typeList: [8, 2],
  push: [10, 1],
  sms: [11, 1],
  ringtones: [12, 2],
  java: [14, 1],
  origins: [15, 2],
} as const;

/** What the digits of a row's origins stand for. */
const ORIGINS: readonly HandsetOrigin[] = [
  ...(['device', 'family', 'both', 'reconciled', 'uaprof', 'gammu', 'derived', 'dropped', 'unknown'] as const),
];

/** What data.ts holds: config/generate-handsets.mjs names the columns of each group. */
interface Data {
  readonly makes: readonly (readonly [make: string | null, gatewayMake: string | null])[];
  readonly types: readonly string[];
  /** Digits of each list. */
  readonly typeLists: readonly string[];
  readonly screens: readonly (readonly [Count, Count, Count, Flag, Count])[];
  readonly areas: readonly (readonly [Count, Count])[];
  readonly images: readonly (readonly [Flag, Flag, Flag, Flag, Flag, Flag] | null)[];
  readonly mms: readonly (readonly [Flag, Flag, Count, Count, Count] | null)[];
  readonly pushes: readonly (readonly [Flag, Flag, Flag] | null)[];
  readonly sms: readonly (readonly (Flag | Count | readonly [number, number])[] | null)[];
  readonly formats: readonly string[];
  readonly ringtones: readonly (readonly [formats: string, voices: Count] | null)[];
  readonly javas: readonly (readonly [string | null, string | null, Count] | null)[];
  readonly origins: readonly string[];
  /** How many rows are generic: they come first. */
  readonly generic: number;
}

/** A line of data.ts, taken apart. */
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
    groups: JSON.parse(HANDSET_GROUPS) as Data,
    rows: HANDSET_ROWS.split('\n').map((line) => {
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

/** The value that a row's group has. */
function pick<T>(values: readonly T[], { numbers }: Row, [at, count]: readonly [number, number]): T {
  return values[numberIn(numbers, at, count)] as T;
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
export function modelsOf(make: string): number[] {
  const { rows, groups } = data();
  const numbers: number[] = [];
  for (let i = groups.generic; i < rows.length; i++)
    if (pick(groups.makes, rows[i] as Row, ROW.make)[0] === make) numbers.push(i);
  return numbers;
}

/** Names of a handset. @param index from 0 to {@link handsetCount} - 1 */
export function handsetRow(index: number): HandsetRow {
  const { rows, groups } = data();
  const row = rows[index] as Row;
  return {
    kind: index < groups.generic ? 'generic' : 'model',
    make: pick(groups.makes, row, ROW.make)[0],
    name: row.name,
    userAgents: row.userAgents === '' ? [] : row.userAgents.split(' '),
    addressHashes: row.addresses === '' ? [] : row.addresses.split(' '),
  };
}

/** Name of a handset for programs. @param index from 0 to {@link handsetCount} - 1 */
export function handsetId(index: number): string {
  const { kind, make, name } = handsetRow(index);
  return kind === 'generic' ? name : slugOf(`${make} ${name}`);
}

/** A handset's profile: the same object each time, frozen all through. @param index from 0 to {@link handsetCount} - 1 */
export function handsetAt(index: number): HandsetProfile {
  profiles[index] ??= profileOf(index);
  return profiles[index];
}

/** Where the groups of a profile come from. @param index from 0 to {@link handsetCount} - 1 */
export function originsAt(index: number): HandsetOrigins {
  const { rows, groups } = data();
  const digits = pick(groups.origins, rows[index] as Row, ROW.origins);
  const [screen, colors, imageArea, images, mms, push, sms, ringtones, java] = Array.from(
    digits,
    (digit) => ORIGINS[Number(digit)],
  ) as [
    ...[HandsetOrigin, HandsetOrigin, HandsetOrigin, HandsetOrigin, HandsetOrigin],
    ...[HandsetOrigin, HandsetOrigin, HandsetOrigin, HandsetOrigin],
  ];
  return { screen, colors, imageArea, images, mms, push, sms, ringtones, java };
}

/** A name in lower-case letters, digits and dashes. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function profileOf(index: number): HandsetProfile {
  const { groups, rows } = data();
  const { kind, make, name, userAgents } = handsetRow(index);
  const row = rows[index] as Row;
  return deepFreeze({
    id: handsetId(index),
    kind,
    make,
    model: kind === 'generic' ? null : name,
    gatewayMake: pick(groups.makes, row, ROW.make)[1],
    uaPrefixes: userAgents,
    screen: screenOf(pick(groups.screens, row, ROW.screen)),
    imageArea: areaOf(pick(groups.areas, row, ROW.area)),
    images: imagesOf(pick(groups.images, row, ROW.images)),
    mms: mmsOf(pick(groups.mms, row, ROW.mms), pick(groups.typeLists, row, ROW.typeList), groups.types),
    push: pushOf(pick(groups.pushes, row, ROW.push)),
    sms: smsOf(pick(groups.sms, row, ROW.sms)),
    ringtones: ringtonesOf(pick(groups.ringtones, row, ROW.ringtones), groups.formats),
    java: javaOf(pick(groups.javas, row, ROW.java)),
  });
}

function screenOf([width, height, colors, greyscale, bitsPerPixel]: Data['screens'][number]): HandsetScreen {
  return { width, height, colors, greyscale, bitsPerPixel };
}

function areaOf([width, height]: Data['areas'][number]): HandsetArea {
  return { width, height };
}

function imagesOf(group: Data['images'][number]): HandsetImages | null {
  if (group === null) return null;
  const [wbmp, gif, gifAnimated, jpg, png, bmp] = group;
  return { wbmp, gif, gifAnimated, jpg, png, bmp };
}

function mmsOf(group: Data['mms'][number], typeList: string, names: readonly string[]): HandsetMms | null {
  if (group === null) return null;
  const [receives, sends, maxBytes, maxWidth, maxHeight] = group;
  return { receives, sends, maxBytes, maxWidth, maxHeight, types: typesOf(typeList, names) };
}

/** A list of types; handsets that have the same list share it. */
function typesOf(typeList: string, names: readonly string[]): readonly string[] {
  const known = typeLists.get(typeList);
  if (known !== undefined) return known;
  const types: string[] = [];
  for (let i = 0; i < typeList.length; i++) {
    let number = numberIn(typeList, i, 1);
    if (number >= ONE_DIGIT) number = ONE_DIGIT + (number - ONE_DIGIT) * 64 + numberIn(typeList, ++i, 1);
    types.push(names[number] as string);
  }
  typeLists.set(typeList, types);
  return types;
}

function pushOf(group: Data['pushes'][number]): HandsetPush | null {
  if (group === null) return null;
  const [supported, si, sl] = group;
  return { supported, si, sl };
}

function smsOf(group: Data['sms'][number]): HandsetSms | null {
  if (group === null) return null;
  const flag = (i: number) => group[i] as Flag;
  const size = (i: number) => {
    const sides = group[i] as readonly [number, number] | null;
    return sides && { width: sides[0], height: sides[1] };
  };
  return {
    nokiaRingtone: flag(0),
    pictureMessage: flag(1),
    operatorLogo: flag(2),
    largeOperatorLogo: flag(3),
    groupGraphic: flag(4),
    vcard: flag(5),
    vcalendar: flag(6),
    ems: flag(7),
    emsVersion: group[8] as Count,
    emsVariablePictures: flag(9),
    emsImelody: flag(10),
    textImelody: flag(11),
    siemensOta: flag(12),
    siemensLogo: size(13),
    siemensScreensaver: size(14),
    sagemV1: flag(15),
    sagemV2: flag(16),
    panasonic: flag(17),
  };
}

function ringtonesOf(group: Data['ringtones'][number], names: readonly string[]): HandsetRingtones | null {
  if (group === null) return null;
  const [formats, voices] = group;
  return { formats: Array.from(formats, (digit) => names[DIGITS.indexOf(digit)] as string), voices };
}

function javaOf(group: Data['javas'][number]): HandsetJava | null {
  if (group === null) return null;
  const [midp, cldc, maxJarBytes] = group;
  return { midp, cldc, maxJarBytes };
}

/** A profile is given out again and again: nobody may change it. */
function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) deepFreeze(part);
  }
  return Object.freeze(value);
}
