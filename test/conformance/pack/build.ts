/**
 * The pack: all cases of all vectors, sorted, with the verdicts that are on record, as the texts of its files.
 *
 * It is generated, and the vectors stay what the tests of the modules read: those keep what a program said in the program's own words and
 * units, by which one module is tested, and the pack has one shape for all of them. A test compares the two, so that neither can drift.
 * @module
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FLAGS, type FlagEntry, flagEntry, flagsOf } from '../flags.js';
import { convertPictureFiles, convertPictures, convertRaster, convertTables } from './bitmaps.js';
import { convertFamilies } from './families/index.js';
import { convertArchives, convertImages, convertPixels, convertSoap } from './files.js';
import { convertMms } from './mms.js';
import { convertPlain } from './plain.js';
import { convertDocumentTypes, convertPushes } from './push.js';
import { FIXTURES } from './read.js';
import { convertRingtones } from './ringtones.js';
import type { BareCase, Case, Converted, Verdict } from './shape.js';
import { convertSms } from './sms.js';
import { valuesSchema } from './types.js';
import { convertVObjects } from './vobjects.js';

/** Of the pack's content: a case that changes or goes raises the first number, cases that are added the second. */
const VERSION = '3.0.0';

/** Files of vectors that are in the pack's terms. */
const PLAIN = ['relay', 'smpp', 'cbs', 'sim', 'provisioning', 'archives', 'captures', 'threads'];

/** The folder of the pack. */
export const PACK = new URL('conformance/', FIXTURES);

/** A program that was asked. */
export interface OracleEntry {
  readonly id: string;
  /** What it is, with the version that gave the verdicts. */
  readonly program: string;
  readonly version: string;
  /** The Debian package that brings it. */
  readonly package: string;
}

/** A fault that verdicts name. */
export interface FaultEntry {
  readonly id: string;
  readonly oracle: string;
  readonly fault: string;
}

/** Verdicts by case and oracle. */
export type Verdicts = ReadonlyMap<string, Readonly<Record<string, Verdict>>>;

/** Every file of vectors, turned into cases. */
export function convertAll(): Converted[] {
  return withoutRepeats(converters());
}

/** A case that another file or vector has already, but for who says so, is left out by name. */
function withoutRepeats(all: readonly Converted[]): Converted[] {
  const first = new Map<string, string>();
  return all.map((converted) => {
    const left = [...converted.left];
    const cases = converted.cases.filter(({ id, format, direction, level, options, input, expected, origin }) => {
      const key = JSON.stringify([format, direction, level, options, input, expected]);
      const same = first.get(key);
      if (same === undefined) {
        first.set(key, id);
        return true;
      }
      left.push({ id: origin.id, why: `${id} is the same as ${same}` });
      return false;
    });
    return { ...converted, cases, left };
  });
}

function converters(): Converted[] {
  return [
    convertSms(),
    convertRingtones(),
    convertPictures(),
    convertPictureFiles(),
    convertRaster(),
    convertTables(),
    convertPushes(),
    convertDocumentTypes(),
    convertMms(),
    convertVObjects(),
    convertSoap(),
    convertArchives(),
    convertImages(),
    ...convertPixels(),
    ...PLAIN.map(convertPlain),
    ...convertFamilies(),
  ];
}

/** By code units: the same order in every locale. */
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** All cases without their verdicts, sorted. */
export function bareCases(): BareCase[] {
  return convertAll()
    .flatMap(({ cases }) => cases)
    .sort((one, other) => byText(one.id, other.id));
}

/** What the pack has on disk, and nothing when there is none. */
export function readPack(): { readonly cases: Case[]; readonly index: PackIndex | undefined } {
  const folder = new URL('cases/', PACK);
  if (!existsSync(folder)) return { cases: [], index: undefined };
  const files = readdirSync(folder).sort(byText);
  const cases = files.flatMap((name) => (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { cases: Case[] }).cases);
  return { cases, index: JSON.parse(readFileSync(new URL('index.json', PACK), 'utf8')) as PackIndex };
}

/** index.json. */
export interface PackIndex {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly schema: string;
  readonly schemaSha256: string;
  /** Types of values and options by format. */
  readonly values: string;
  readonly valuesSha256: string;
  readonly cases: number;
  readonly files: readonly {
    readonly file: string;
    readonly format: string;
    readonly cases: number;
    readonly sha256: string;
  }[];
  readonly oracles: readonly OracleEntry[];
  readonly flags: readonly FlagEntry[];
  readonly faults: readonly FaultEntry[];
  readonly sources: readonly {
    readonly file: string;
    readonly vectors: number;
    readonly carried: number;
    readonly cases: number;
    readonly left: Converted['left'];
  }[];
}

/** A case in the order of members in which it is read. */
function ordered(bare: BareCase, verdicts: Readonly<Record<string, Verdict>>): Case {
  const { id, format, title, direction, level, options, input, expected, tolerance, source, origin } = bare;
  const flags = flagsOf(bare, verdicts);
  return {
    ...{ id, format, title, direction, level },
    ...(flags.length > 0 && { flags }),
    ...(options !== undefined && { options }),
    ...{ input, expected },
    ...(tolerance !== undefined && { tolerance }),
    ...{ source, origin },
    verdicts: Object.fromEntries(Object.entries(verdicts).sort(([one], [other]) => byText(one, other))),
  };
}

/**
 * The verdicts of a pack that still hold: those of cases that are as they were. A case that changed has none until the programs were asked
 * again.
 */
export function verdictsOf(pack: readonly Case[], cases: readonly BareCase[]): Verdicts {
  const before = new Map(pack.map(({ verdicts, flags, ...bare }) => [bare.id, { bare: JSON.stringify(bare), verdicts }]));
  return new Map(
    cases.flatMap((bare) => {
      const found = before.get(bare.id);
      const { verdicts: _, flags, ...now } = ordered(bare, {});
      return found?.bare === JSON.stringify(now) ? [[bare.id, found.verdicts]] : [];
    }),
  );
}

const jsonText = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`;

/** The texts of the pack's files, by their names in its folder; schema.json, written by hand, is not among them. */
export function packFiles(
  converted: readonly Converted[],
  verdicts: Verdicts,
  oracles: readonly OracleEntry[],
  faults: readonly FaultEntry[],
): Map<string, string> {
  const all = converted.flatMap(({ cases }) => cases).sort((one, other) => byText(one.id, other.id));
  const formats = [...new Set(all.map(({ format }) => format))].sort(byText);
  const texts = new Map<string, string>();
  const files = formats.map((format) => {
    const cases = all.filter((each) => each.format === format).map((each) => ordered(each, verdicts.get(each.id) ?? {}));
    const file = `cases/${format}.json`;
    const text = jsonText({ $schema: '../schema.json', format, cases });
    texts.set(file, text);
    return { file, format, cases: cases.length, sha256: createHash('sha256').update(text).digest('hex') };
  });
  const schema = {
    file: 'schema.json',
    sha256: createHash('sha256')
      .update(readFileSync(new URL('schema.json', PACK)))
      .digest('hex'),
  };
  const values = jsonText(valuesSchema(all));
  texts.set('values.json', values);
  const index = {
    name: 'handset conformance pack',
    version: VERSION,
    licence: 'MIT',
    schema: schema.file,
    schemaSha256: schema.sha256,
    values: 'values.json',
    valuesSha256: createHash('sha256').update(values).digest('hex'),
    cases: all.length,
    files,
    oracles,
    flags: FLAGS.map(flagEntry),
    faults: [...faults].sort((one, other) => byText(one.id, other.id)),
    sources: converted.map(({ file, vectors, cases, left }) => ({
      file,
      vectors: vectors.length,
      carried: new Set(cases.map(({ origin }) => origin.id)).size,
      cases: cases.length,
      left,
    })),
  };
  texts.set('index.json', jsonText(index));
  return texts;
}
