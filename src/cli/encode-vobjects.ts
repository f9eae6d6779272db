/**
 * `handset encode vcard`, `vcal`: cards and calendars to messages.
 * @module
 */
import { type Command, Option } from 'commander';
import { PORTS } from '../message/index.js';
import { fitVCard } from '../vobject/index.js';
import { isVObject, notA, recogniseFile } from './files.js';
import { type Session, UsageError } from './io.js';
import { numberOption } from './options.js';
import { type CommonOptions, common, inputOptions, send } from './submits.js';
import { calendarVersion, cardVersion, OBJECT_VERSIONS, type ObjectVersion, readVObject } from './vobjects.js';

interface ObjectOptions extends CommonOptions {
  version?: ObjectVersion;
  bits?: 7 | 8;
  maxParts?: number;
  port?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar;
  as?: string;
  lenient?: boolean;
}

/** Adds the commands. */
export function addVObjects(encode: Command, session: Session): void {
  objectOptions(encode.command('vcard [file]'))
    .description('a business card, from a .vcf')
    .option('--max-parts <number>', 'leave out what counts least until it fits', numberOption('max-parts', 1, 255))
    .action(async (file: string | undefined, options: ObjectOptions) => {
      const version = cardVersion(options.version) ?? '2.1';
      const { content, object } = await readKindOf(session, file ?? '-', options);
      if (object.kind !== 'vcard') throw notA('a card', content, 'a calendar');
      const { bits, maxParts } = options;
      let { card } = object;
      if (maxParts !== undefined) {
        const fitted = fitVCard(card, { version, bits, ...roomOf(maxParts, options) });
        for (const path of fitted.dropped) session.warn(`${path} is left out, so that the card fits`);
        card = fitted.card;
      }
      send(session, { kind: 'vcard', card }, options, { cardVersion: version, bits });
    });
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
      const version = calendarVersion(options.version);
      const { content, object } = await readKindOf(session, file ?? '-', options);
      if (object.kind !== 'vcalendar') throw notA('a calendar', content, 'a card');
      send(session, object, options, { calendarVersion: version, calendarPort: options.port, bits: options.bits });
    });
}

/** A 16-bit reference takes an octet of each part; 7-bit text may also have to move an escape to the next one. */
function roomOf(maxParts: number, { concat, bits }: ObjectOptions): { maxParts: number; maxOctets?: number } {
  if (concat !== 16 || maxParts === 1) return { maxParts };
  return { maxParts, maxOctets: maxParts * (bits === 7 ? 144 : 127) };
}

function objectOptions(command: Command): Command {
  return inputOptions(common(command))
    .addOption(
      new Option('--version <version>', 'of a card 2.1 (default) or 3.0, of a calendar 1.0 (default) or 2.0').choices(
        OBJECT_VERSIONS,
      ),
    )
    .addOption(
      new Option('--bits <number>', 'carry it as octets (8, the default), or as text of GSM 7-bit (7)').argParser((value) => {
        if (value === '7') return 7;
        if (value === '8') return 8;
        throw new UsageError(`--bits is 7 or 8, not ${JSON.stringify(value)}`);
      }),
    );
}

async function readKindOf(session: Session, path: string, { as, lenient }: ObjectOptions) {
  const content = recogniseFile(path, await session.read(path), as);
  if (!isVObject(content.extension)) throw notA('a card or calendar', content);
  return { content, object: readVObject(session, content, lenient === true) };
}
