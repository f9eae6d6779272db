/**
 * `handset handsets`: which handsets are known, and what one can do.
 * @module
 */
import type { Command } from 'commander';
import { decodeUtf8 } from '../bytes/index.js';
import { printable } from '../inspect/printable.js';
import {
  type HandsetMatch,
  type HandsetOrigins,
  type HandsetProfile,
  handsetOrigins,
  handsets,
  type MatchQuality,
  matchHandset,
  parseProfile,
  searchHandsets,
} from '../profile/index.js';
import { formatTable } from '../show/facts.js';
import { type ChosenHandset, describeMatch } from '../show/handsets.js';
import { inFile, type Session, toJson, UsageError } from './io.js';

interface Options {
  show?: boolean;
  profile?: string;
  json?: boolean;
  output?: string;
}

export function addHandsets(command: Command, session: Session): void {
  command
    .option('--show', 'show the handset that QUERY names, or the generic one of its make')
    .option('--profile <file>', 'show a profile of your own, JSON')
    .option('--json', 'as JSON')
    .option('-o, --output <file>', 'write to a file')
    .action(async (words: string[], { show, profile, json, output }: Options) => {
      const query = words.join(' ');
      if (profile !== undefined && query !== '') throw new UsageError('either QUERY or --profile');
      const one: ChosenHandset | undefined =
        profile === undefined
          ? show === true
            ? handsetNamed(session, query)
            : undefined
          : { profile: await ownProfile(session, profile) };
      const found =
        one !== undefined ? [one.profile] : query === '' ? handsets() : searchHandsets(query, Number.POSITIVE_INFINITY);
      if (found.length === 0) throw unknown(query);
      const single = one?.profile ?? (found.length === 1 ? found[0] : undefined);
      const text = json === true ? toJson(single ?? found) : single === undefined ? list(found) : describe(single, one, query);
      session.write(text, output);
    });
}

/**
 * The handset that somebody names on the command line; a guess is said.
 * @throws UsageError where nothing or more than one is meant.
 */
function handsetNamed(session: Session, query: string): HandsetMatch {
  const found = query.trim() === '' ? undefined : matchHandset(query);
  if (found === undefined) throw unknown(query);
  const guess = describeMatch(found);
  if (guess !== undefined && query.trim() !== found.profile.id) session.warn(guess);
  return found;
}

/** A profile from a file. */
async function ownProfile(session: Session, path: string): Promise<HandsetProfile> {
  const octets = await session.read(path);
  return inFile(path, () => parseProfile(decodeUtf8(octets)));
}

/** The handset that `--handset` or `--profile` names; undefined for none. @throws UsageError for both. */
export async function chosenHandset(
  session: Session,
  { handset, profile }: { readonly handset?: string; readonly profile?: string },
): Promise<ChosenHandset | undefined> {
  if (handset !== undefined && profile !== undefined) throw new UsageError('either --handset or --profile');
  if (profile !== undefined) return { profile: await ownProfile(session, profile) };
  return handset === undefined ? undefined : handsetNamed(session, handset);
}

/** How many names a message holds. */
const MAX_NAMED = 5;

function unknown(query: string): UsageError {
  if (query.trim() === '') return new UsageError('--show takes a QUERY: make and model, a User-Agent, or an UAProf address');
  const names = (words: string) => searchHandsets(words, MAX_NAMED).map(nameOf).join(', ');
  const quoted = JSON.stringify(query);
  const meant = names(query);
  if (meant !== '') return new UsageError(`${quoted} names no single handset; it may be ${meant}`);
  // The make may be misspelt: Nokla 6230.
  const alike = names(query.match(/\S*\d\S*/g)?.join(' ') ?? '');
  const near = nearNames(query);
  const more =
    alike !== ''
      ? `of that number there are ${alike}`
      : near !== ''
        ? `near names: ${near}`
        : 'handset handsets lists what is known';
  const generic = matchHandset(query)?.profile;
  const shown = generic === undefined ? '' : `; --show shows what is assumed for it, ${generic.id}`;
  return new UsageError(`${quoted} names no known handset; ${more}${shown}`);
}

function nameOf({ make, model, id }: HandsetProfile): string {
  return model === null ? id : [make, model].filter((name) => name !== null).join(' ');
}

function list(found: readonly HandsetProfile[]): string {
  const rows = found.map((profile) => [nameOf(profile), screenOf(profile), picturesOf(profile), messagesOf(profile)]);
  return printable(formatTable(rows), true);
}

function describe(profile: HandsetProfile, chosen: ChosenHandset | undefined, query: string): string {
  const { id, kind, gatewayMake, uaPrefixes, imageArea, mms, push, sms, ringtones, java } = profile;
  const origins: Partial<HandsetOrigins> = handsetOrigins(profile) ?? {};
  const pushes = push === null ? UNKNOWN : flags({ si: push.si, sl: push.sl });
  const lines: [name: string, value: string, origin?: string | undefined][] = [
    [nameOf(profile), kind === 'generic' ? `${id}: stands for the models that are not known` : id],
    ...(chosen?.match === undefined || chosen.match === 'exact'
      ? []
      : [['match', matchOf(chosen.match, query)] as [string, string]]),
    ['gateway make', gatewayMake ?? 'none'],
    ['User-Agent', uaPrefixes.length === 0 ? UNKNOWN : uaPrefixes.join(' ')],
    ['screen', screenOf(profile), origins.screen],
    ['image area', sizeOf(imageArea.width, imageArea.height), origins.imageArea],
    ['pictures', picturesOf(profile), origins.images],
    ['mms', messagesOf(profile).replace(/^mms /, ''), origins.mms],
    ['mms picture', mms === null ? UNKNOWN : sizeOf(mms.maxWidth, mms.maxHeight)],
    ['mms types', mms === null || mms.types.length === 0 ? UNKNOWN : mms.types.join(' ')],
    ['wap push', push?.supported === false ? 'no' : pushes, origins.push],
    ['sms', sms === null ? UNKNOWN : flags(sms), origins.sms],
    ['ringtones', ringtones === null ? UNKNOWN : ringtonesOf(ringtones), origins.ringtones],
    ['java', java === null ? UNKNOWN : javaOf(java), origins.java],
  ];
  const width = Math.max(...lines.slice(1).map(([name]) => name.length));
  const texts = lines.map(([name, value, origin], i) => {
    if (i === 0) return `${name} (${value})\n`;
    return `${name.padEnd(width)}  ${value}${origin === undefined || origin === 'unknown' ? '' : ` (${origin})`}\n`;
  });
  return printable(texts.join(''), true);
}

/** How a profile answers to a name that is no model's: `generic; near names: Nokia 6230, Nokia 6233`. */
function matchOf(match: MatchQuality, query: string): string {
  const near = nearNames(query);
  return near === '' ? match : `${match}; near names: ${near}`;
}

/** Models whose names begin as the query does: 6230 for 6231. Empty where there is none. */
function nearNames(query: string): string {
  for (let length = query.length - 1; length > query.length - 4 && /\d/.test(query.slice(0, length)); length--) {
    const near = searchHandsets(query.slice(0, length), MAX_NAMED).filter(({ kind }) => kind === 'model');
    if (near.length > 0) return near.map(nameOf).join(', ');
  }
  return '';
}

const UNKNOWN = '?';

function sizeOf(width: number | null, height: number | null): string {
  return width === null && height === null ? UNKNOWN : `${width ?? UNKNOWN}x${height ?? UNKNOWN}`;
}

function screenOf({ screen: { width, height, colors, greyscale } }: HandsetProfile): string {
  const shades = colors === null ? '' : `, ${colors} ${greyscale === true ? 'greys' : 'colours'}`;
  return `${sizeOf(width, height)}${shades}`;
}

function picturesOf({ images }: HandsetProfile): string {
  return images === null ? UNKNOWN : flags(images);
}

function messagesOf({ mms }: HandsetProfile): string {
  if (mms === null) return 'mms ?';
  if (mms.receives === false) return 'no mms';
  return `mms ${mms.maxBytes === null ? 'of any size' : `up to ${mms.maxBytes} octets`}`;
}

/** Names of the keys that are true. */
function flags(group: object): string {
  const names = Object.entries(group)
    .filter(([, value]) => value !== false && value !== null)
    .map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'object' ? sizeOf(value.width, value.height) : value}`,
    );
  if (names.length > 0) return names.join(' ');
  return Object.values(group).every((value) => value === null) ? UNKNOWN : 'none';
}

function ringtonesOf({ formats, voices }: NonNullable<HandsetProfile['ringtones']>): string {
  return `${formats.length === 0 ? UNKNOWN : formats.join(' ')}${voices === null ? '' : `, ${voices} voices`}`;
}

function javaOf({ midp, cldc, maxJarBytes }: NonNullable<HandsetProfile['java']>): string {
  const parts = [midp && `MIDP ${midp}`, cldc && `CLDC ${cldc}`, maxJarBytes && `programs up to ${maxJarBytes} octets`];
  const known = parts.filter((part) => part);
  return known.length === 0 ? UNKNOWN : known.join(', ');
}
