/**
 * The faults of npm's packages that verdicts name.
 * @module
 */
import type { Fault } from './oracles/oracle.js';
import type { BareCase } from './pack/shape.js';

type Rule = Omit<Fault, 'oracle'>;

const textOf = ({ input }: BareCase): string => ('text' in input ? input.text : '');
const commandsOf = (bare: BareCase): string => textOf(bare).split(':')[2] ?? '';
const endsWith = (pattern: RegExp) => (bare: BareCase) => pattern.test(bare.id);

/** A package that reads what has to be refused. */
const accepts = (id: string, fault: string): Rule => ({
  id,
  fault,
  members: ['refused'],
  applies: ({ expected }, { refused }) => 'refused' in expected && refused === false,
});

const GSM7: readonly Rule[] = [
  {
    id: 'gsm7-no-count',
    fault: 'keeps no count of septets: with seven in the last octets it writes a CR as filler, and reads an eighth septet',
    members: ['septets', '$hex'],
    applies: ({ options }) => Number(options?.septets) % 8 === 7,
  },
];

const RTTTL_PARSE: readonly Rule[] = [
  accepts('rtttl-parse-accepts', 'accepts octaves, tempos and notes that the grammar does not have, and the duration 64'),
  {
    id: 'rtttl-parse-dots',
    fault: 'loses a dot after the octave, or before the note',
    members: ['totalMs'],
    applies: (bare) => /[4-7]\.|\d\.[a-hp]/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-blanks',
    fault: 'ignores defaults after a blank',
    members: ['totalMs'],
    applies: (bare) => / [dob]=/.test(textOf(bare)),
  },
  {
    id: 'rtttl-parse-inline',
    fault: 'takes a tempo between notes for the note b, and refuses a style there',
    members: ['totalMs', 'refused'],
    applies: (bare) => /,(?:b=|s=|SN)/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-capitals',
    fault: 'refuses capital letters',
    members: ['refused'],
    applies: (bare, { refused }) => refused === true && /[A-HP]/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-last-comma',
    fault: 'refuses a comma after the last note',
    members: ['refused'],
    applies: (bare, { refused }) => refused === true && /,\s*$/.test(commandsOf(bare)),
  },
  {
    id: 'rtttl-parse-no-title',
    fault: 'gives a tune without a title the title Unknown',
    members: ['title'],
    applies: (_, { title }) => title === 'Unknown',
  },
];

const trailing = (id: string): Rule => ({
  id,
  fault: 'no fault, but strict: refuses a PNG with octets after its end',
  members: ['refused'],
  applies: endsWith(/trailing-png$/),
});

const PNGJS: readonly Rule[] = [accepts('pngjs-accepts', 'accepts a picture without a pixel'), trailing('pngjs-trailing')];

const JIMP: readonly Rule[] = [
  accepts('jimp-accepts', 'accepts a picture without a pixel'),
  trailing('jimp-trailing'),
  {
    id: 'jimp-interlaced',
    fault: 'shows other pixels of an interlaced GIF of 2, 3 or 4 rows',
    members: ['framesRgbaSha256'],
    applies: endsWith(/interlaced-[234]-gif$/),
  },
  {
    id: 'jimp-extensions',
    fault: 'refuses a GIF with comments, a plain text and the extension ANIMEXTS1.0',
    members: ['refused'],
    applies: endsWith(/extensions-gif$/),
  },
  {
    id: 'jimp-core-header',
    fault: 'refuses bitmaps with the header of 12 octets, of OS/2',
    members: ['refused'],
    applies: ({ format, input }) => format === 'bmp' && 'hex' in input && input.hex.startsWith('0C000000', 28),
  },
];

const SHARP: readonly Rule[] = [
  accepts('sharp-accepts', 'accepts a truncated GIF, also with failOn: warning'),
  {
    id: 'sharp-outside',
    fault: 'shows other pixels of GIF frames that reach out of the screen',
    members: ['framesRgbaSha256'],
    applies: endsWith(/outside-gif$/),
  },
];

const ICAL_JS: readonly Rule[] = [accepts('ical-js-accepts', 'accepts versions of vCard that there are not')];

const of = (oracle: string, list: readonly Rule[]): Fault[] => list.map((fault) => ({ ...fault, oracle }));

/** All of them. */
export const NPM_FAULTS: readonly Fault[] = [
  ...of('gsm7', GSM7),
  ...of('rtttl-parse', RTTTL_PARSE),
  ...of('sharp', SHARP),
  ...of('jimp', JIMP),
  ...of('pngjs', PNGJS),
  ...of('ical-js', ICAL_JS),
];
