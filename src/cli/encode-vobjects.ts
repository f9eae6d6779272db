/**
 * `handset encode vcard`, `vcal`: cards and calendars to messages.
 * @module
 */
import { type Command, Option } from 'commander';
import { PORTS } from '../message/index.js';
import { fitVCard, type VCalendar, type VCard } from '../vobject/index.js';
import { isVObject, notA, recogniseFile } from './files.js';
import { type Session, UsageError } from './io.js';
import { numberOption } from './options.js';
import { type CommonOptions, common, inputOptions, send } from './submits.js';
import { calendarVersion, cardVersion, OBJECT_VERSIONS, type ObjectVersion, readVObject } from './vobjects.js';

/** Which card or calendar, and how it is read. */
export interface VObjectOptions {
  version?: ObjectVersion;
  as?: string;
  lenient?: boolean;
}

/** How a card is made to fit. */
export interface CardOptions extends VObjectOptions {
  maxParts?: number;
  bits?: 7 | 8;
  concat?: 8 | 16;
}

interface ObjectOptions extends CommonOptions, VObjectOptions {
  bits?: 7 | 8;
  maxParts?: number;
  port?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar;
}

/** Adds the commands. */
export function addVObjects(encode: Command, session: Session): void {
  cardOptions(objectOptions(encode.command('vcard [file]'))).action(
    async (file: string | undefined, options: ObjectOptions) => {
      const { card, version } = await readCard(session, file, options);
      send(session, { kind: 'vcard', card }, options, { cardVersion: version, bits: options.bits });
    },
  );
  objectOptions(encode.command('vcal [file]'))
    .description('appointments and tasks, from a .vcs or .ics')
    .addOption(
      new Option('--port <number>', '9205, or 228 for older Nokia handsets; 9205 when left out').argParser((value) => {
        if (value === '9205') return PORTS.vcalendar;
        if (value === '228') return PORTS.nokiaCalendar;
        throw new UsageError(`--port is 9205 or 228, not ${JSON.stringify(value)}`);
      }),
    )
    .action(async (file: string | undefined, options: ObjectOptions) => {
      const { calendar, version } = await readCalendar(session, file, options);
      const build = { calendarVersion: version, calendarPort: options.port, bits: options.bits };
      send(session, { kind: 'vcalendar', calendar }, options, build);
    });
}

/** Adds how a card is made to fit. */
export function cardOptions(command: Command): Command {
  return command
    .description('a business card, from a .vcf')
    .option('--max-parts <number>', 'leave out what counts least until it fits', numberOption('max-parts', 1, 255));
}

/** The card of a file, as much of it as fits, and the version to write it in. */
export async function readCard(
  session: Session,
  file: string | undefined,
  options: CardOptions,
): Promise<{ readonly card: VCard; readonly version: '2.1' | '3.0' }> {
  const version = cardVersion(options.version) ?? '2.1';
  const { content, object } = await readKindOf(session, file ?? '-', options);
  if (object.kind !== 'vcard') throw notA('a card', content, 'a calendar');
  const { bits, maxParts } = options;
  if (maxParts === undefined) return { card: object.card, version };
  const { card, dropped } = fitVCard(object.card, { version, bits, ...roomOf(maxParts, options) });
  for (const path of dropped) session.warn(`${path} is left out, so that the card fits`);
  return { card, version };
}

/** The calendar of a file, and the version to write it in, where one was asked for. */
export async function readCalendar(
  session: Session,
  file: string | undefined,
  options: VObjectOptions,
): Promise<{ readonly calendar: VCalendar; readonly version: '1.0' | '2.0' | undefined }> {
  const version = calendarVersion(options.version);
  const { content, object } = await readKindOf(session, file ?? '-', options);
  if (object.kind !== 'vcalendar') throw notA('a calendar', content, 'a card');
  return { calendar: object.calendar, version };
}

/** A 16-bit reference takes an octet of each part; 7-bit text may also have to move an escape to the next one. */
function roomOf(maxParts: number, { concat, bits }: CardOptions): { maxParts: number; maxOctets?: number } {
  if (concat !== 16 || maxParts === 1) return { maxParts };
  return { maxParts, maxOctets: maxParts * (bits === 7 ? 144 : 127) };
}

function objectOptions(command: Command): Command {
  return versionOption(inputOptions(common(command))).addOption(
    new Option('--bits <number>', 'carry it as octets (8, the default), or as text of GSM 7-bit (7)').argParser((value) => {
      if (value === '7') return 7;
      if (value === '8') return 8;
      throw new UsageError(`--bits is 7 or 8, not ${JSON.stringify(value)}`);
    }),
  );
}

/** Adds the version of a card or calendar. */
export function versionOption(command: Command): Command {
  return command.addOption(
    new Option('--version <version>', 'of a card 2.1 (default) or 3.0, of a calendar 1.0 (default) or 2.0').choices(
      OBJECT_VERSIONS,
    ),
  );
}

async function readKindOf(session: Session, path: string, { as, lenient }: VObjectOptions) {
  const content = recogniseFile(path, await session.read(path), as);
  if (!isVObject(content.extension)) throw notA('a card or calendar', content);
  return { content, object: readVObject(session, content, lenient === true) };
}
