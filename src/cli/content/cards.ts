/**
 * Cards and calendars.
 * @module
 */
import { type Command, Option } from 'commander';
import { PORTS } from '../../message/index.js';
import { fitVCard } from '../../vobject/index.js';
import { notA, openFile } from '../files/recognise.js';
import { calendarVersion, cardVersion, OBJECT_VERSIONS, type ObjectVersion, readVObject } from '../files/vobjects.js';
import { numberOption, oneOf } from '../options.js';
import { type Door, type DoorOptions, type Given, type Row, row } from './row.js';

interface Options {
  readonly version?: ObjectVersion;
  readonly bits?: 7 | 8;
  readonly concat?: 8 | 16;
  readonly maxParts?: number;
  readonly port?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar;
}

/** A card, as much of it as fits. */
export const CARD: Row = row<Options>({
  kind: 'vcard',
  argument: '[file]',
  source: ', from a .vcf',
  isRead: true,
  options(command, door) {
    objectOptions(command, door);
    command.option('--max-parts <number>', 'leave out what counts least until it fits', numberOption('max-parts', 1, 255));
  },
  async read(given) {
    const { session, options } = given;
    const version = cardVersion(options.version) ?? '2.1';
    const { content, object } = await readObject(given);
    if (object.kind !== 'vcard') throw notA('a card', content, 'a calendar');
    const { bits, maxParts } = options;
    const build = { cardVersion: version, bits };
    if (maxParts === undefined) return { content: object, build };
    const { card, dropped } = fitVCard(object.card, { version, bits, ...roomOf(maxParts, options) });
    for (const path of dropped) session.warn(`${path} is left out, so that the card fits`);
    return { content: { kind: 'vcard', card }, build };
  },
  given: ({ options: { version } }) => ({ cardVersion: cardVersion(version) }),
  examples: ['handset encode vcard mueller.vcf --max-parts 2 --to 447700900123'],
});

/** Appointments and tasks. */
export const CALENDAR: Row = row<Options>({
  kind: 'vcalendar',
  argument: '[file]',
  source: ', from a .vcs or .ics',
  isRead: true,
  options(command, door) {
    objectOptions(command, door);
    if (door === 'send') return;
    command.addOption(
      new Option('--port <number>', '9205, or 228 for older Nokia handsets; 9205 when left out').argParser(
        oneOf('port', { 9205: PORTS.vcalendar, 228: PORTS.nokiaCalendar }, '9205 or 228'),
      ),
    );
  },
  async read(given) {
    const { version, bits, port } = given.options;
    const build = { calendarVersion: calendarVersion(version), calendarPort: port, bits };
    const { content, object } = await readObject(given);
    if (object.kind !== 'vcalendar') throw notA('a calendar', content, 'a card');
    return { content: object, build };
  },
  given: ({ options: { version } }) => ({ calendarVersion: calendarVersion(version) }),
  examples: ['handset encode vcal meeting.ics --to 447700900123'],
});

function objectOptions(command: Command, door: Door): void {
  command.addOption(
    new Option('--version <version>', 'of a card 2.1 (default) or 3.0, of a calendar 1.0 (default) or 2.0').choices(
      OBJECT_VERSIONS,
    ),
  );
  if (door === 'send') return;
  command.addOption(
    new Option('--bits <number>', 'carry it as octets (8, the default), or as text of GSM 7-bit (7)').argParser(
      oneOf<7 | 8>('bits', { 7: 7, 8: 8 }, '7 or 8'),
    ),
  );
}

/** A 16-bit reference takes an octet of each part; 7-bit text may also have to move an escape to the next one. */
function roomOf(maxParts: number, { concat, bits }: Options): { maxParts: number; maxOctets?: number } {
  if (concat !== 16 || maxParts === 1) return { maxParts };
  return { maxParts, maxOctets: maxParts * (bits === 7 ? 144 : 127) };
}

async function readObject({ session, argument: path = '-', options: { as, lenient } }: Given<DoorOptions>) {
  const content = await openFile(session, path, as, 'a card or calendar', 'card', 'calendar');
  return { content, object: readVObject(session, content, lenient === true) };
}
