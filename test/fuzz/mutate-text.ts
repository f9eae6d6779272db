/** Changes to text: characters that mean something somewhere, lines, numbers, escapes, tokens of the format, nesting, and pieces of other texts. */
import type { Random } from './random.js';

const CHARACTERS = [
  ...[
    '\0',
    '\t',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '"',
    "'",
    '<',
    '>',
    '&',
    '=',
    ':',
    ';',
    ',',
    '.',
    '#',
    '%',
    '+',
    '-',
    '*',
    '/',
    '\\',
    '@',
    '!',
    '?',
    '_',
    '|',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '0',
    '1',
    '9',
    'a',
    'z',
    'A',
    'F',
    '\u007f',
    '\u0080',
    '\u0085',
    '\u00a0',
    '\u00df',
    '\u0130',
    '\u0301',
    '\u200b',
  ],
  ...['\u2028', '\u20ac', '\ufeff', '\ufffd', '\uffff', '\ud800', '\udc00', '\u{1f600}', '\u{10ffff}'],
];
const NUMBERS = [
  ...[
    '0',
    '-0',
    '-1',
    '1',
    '00',
    '007',
    '255',
    '256',
    '65535',
    '65536',
    '2147483647',
    '2147483648',
    '4294967296',
    '9007199254740993',
  ],
  ...['99999999999999999999', '1e309', '1e-400', '0.1', '.5', '5.', '+5', '0x10', 'NaN', 'Infinity', '٣', `${'9'.repeat(400)}`],
];
const ESCAPES = [
  ...[
    '%00',
    '%',
    '%2',
    '%zz',
    '%ff',
    '%C3%BC',
    '%ED%A0%80',
    '&#0;',
    '&#x0;',
    '&#xD800;',
    '&#99999999999;',
    '&amp;',
    '&lt;',
    '&nope;',
    '&',
    '&#',
  ],
  ...[
    '=',
    '=0A',
    '=\r\n',
    '=ZZ',
    '=FC',
    '\\n',
    '\\',
    '\\u0000',
    '\\ud800',
    '\\x',
    '""',
    "''",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE x [',
    '/>',
  ],
];
const BRACKETS = [
  ...[
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['"', '"'],
    ['<a>', '</a>'],
    ['<par>', '</par>'],
    ['<!--', '-->'],
    ['[[', ']]'],
  ],
  ...[
    ['BEGIN:VEVENT\r\n', 'END:VEVENT\r\n'],
    ['BEGIN:X\r\n', 'END:X\r\n'],
    ['{"a":', '}'],
    ['(', '@3)'],
    ['&', ';'],
  ],
] as const;

/** What changes take from: other texts, and tokens of the format. */
export interface TextDonors {
  readonly inputs: readonly string[];
  readonly words: readonly string[];
}

type Change = (text: string, random: Random, donors: TextDonors) => string;

/** One to eight changes, few of them most often; never more than `mostCharacters`. */
export function mutateText(text: string, random: Random, donors: TextDonors, mostCharacters: number): string {
  let mutant = text;
  let changes = 1;
  while (changes < 8 && random.oneIn(2)) changes++;
  for (; changes > 0; changes--) {
    mutant = random.pick(CHANGES)(mutant, random, donors);
    if (mutant.length > mostCharacters) mutant = mutant.slice(0, mostCharacters);
  }
  return mutant;
}

const spliced = (text: string, start: number, end: number, piece: string) => text.slice(0, start) + piece + text.slice(end);

function block(text: string, random: Random): readonly [start: number, end: number] {
  if (text.length === 0) return [0, 0];
  const length = random.length(text.length);
  const start = random.below(text.length - length + 1);
  return [start, start + length];
}

/** Where one of the lines stands, with its end. */
function line(text: string, random: Random): readonly [start: number, end: number] {
  const at = random.below(text.length);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return [at === 0 ? 0 : start, end < 0 ? text.length : end + 1];
}

const insert = (text: string, random: Random, piece: string) => {
  const at = random.below(text.length + 1);
  return spliced(text, at, at, piece);
};

const replace = (text: string, random: Random, piece: string) => {
  const at = random.below(text.length);
  return spliced(text, at, at + piece.length, piece);
};

const insertCharacter: Change = (text, random) => insert(text, random, random.pick(CHARACTERS));
const replaceCharacter: Change = (text, random) => replace(text, random, random.pick(CHARACTERS));
const randomCharacter: Change = (text, random) =>
  replace(text, random, String.fromCharCode(random.below(random.pick([128, 256, 65_536]))));
const nextCharacter: Change = (text, random) => {
  const at = random.below(text.length);
  return spliced(text, at, at + 1, String.fromCharCode((text.charCodeAt(at) || 32) + random.pick([-1, 1])));
};
const changeCase: Change = (text, random) => {
  const [start, end] = block(text, random);
  const piece = text.slice(start, end);
  return spliced(text, start, end, random.oneIn(2) ? piece.toUpperCase() : piece.toLowerCase());
};
const insertEscape: Change = (text, random) => insert(text, random, random.pick(ESCAPES));
const insertWord: Change = (text, random, { words }) => {
  if (words.length === 0) return text;
  return random.oneIn(3) ? replace(text, random, random.pick(words)) : insert(text, random, random.pick(words));
};
/** Another word in the place of one that stands there. */
const exchangeWord: Change = (text, random, { words }) => {
  if (words.length === 0) return text;
  const word = random.pick(words);
  const at = text.indexOf(word, random.below(text.length));
  return at < 0 ? text : spliced(text, at, at + word.length, random.pick(words));
};

/** A run of digits becomes another number, or one more or less. */
const changeNumber: Change = (text, random) => {
  const from = random.below(text.length);
  const found = /\d+/.exec(text.slice(from, from + 4_000));
  if (found === null) return insert(text, random, random.pick(NUMBERS));
  const start = from + found.index;
  const near = String(Number(found[0]) + random.pick([-1, 1]));
  return spliced(text, start, start + found[0].length, random.oneIn(2) ? near : random.pick(NUMBERS));
};

const deleteBlock: Change = (text, random) => spliced(text, ...block(text, random), '');
const insertRun: Change = (text, random) =>
  insert(text, random, random.pick(CHARACTERS).repeat(random.length(random.oneIn(8) ? 4_096 : 64)));
const repeatBlock: Change = (text, random) => {
  const [start, end] = block(text, random);
  const times = 1 + random.below(random.oneIn(12) ? 500 : 6);
  return spliced(text, end, end, text.slice(start, end).repeat(Math.min(times, Math.floor(65_536 / Math.max(1, end - start)))));
};
const nestBlock: Change = (text, random) => {
  const [start, end] = block(text, random);
  const at = start + random.below(end - start + 1);
  return spliced(text, at, at, text.slice(start, end));
};
/** Brackets of some kind around a block, several times; the closing ones are left out now and then. */
const wrapBlock: Change = (text, random) => {
  const [start, end] = block(text, random);
  const [open, close] = random.pick(BRACKETS);
  const times = random.length(random.oneIn(6) ? 200 : 4);
  const closing = random.oneIn(4) ? '' : close.repeat(times);
  return spliced(text, start, end, open.repeat(times) + text.slice(start, end) + closing);
};
const moveBlock: Change = (text, random) => {
  const [start, end] = block(text, random);
  return insert(spliced(text, start, end, ''), random, text.slice(start, end));
};
const deleteLine: Change = (text, random) => spliced(text, ...line(text, random), '');
const repeatLine: Change = (text, random) => {
  const [start, end] = line(text, random);
  return spliced(text, end, end, text.slice(start, end).repeat(1 + random.below(3)));
};
const moveLine: Change = (text, random) => {
  const [start, end] = line(text, random);
  const rest = spliced(text, start, end, '');
  const [to] = line(rest, random);
  return spliced(rest, to, to, text.slice(start, end));
};
const takeLine: Change = (text, random, { inputs }) => {
  const donor = random.pick(inputs);
  const [to] = line(text, random);
  return spliced(text, to, to, donor.slice(...line(donor, random)));
};
const changeLineEnds: Change = (text, random) =>
  text.replace(/\r\n|\r|\n/g, random.pick(['\r\n', '\n', '\r', '\n\n', '\r\n ', '=\r\n']));
const transplant: Change = (text, random, { inputs }) => {
  const donor = random.pick(inputs);
  const piece = donor.slice(...block(donor, random));
  return random.oneIn(2) ? insert(text, random, piece) : replace(text, random, piece);
};
const cross: Change = (text, random, { inputs }) => {
  const donor = random.pick(inputs);
  return text.slice(0, random.below(text.length + 1)) + donor.slice(random.below(donor.length + 1));
};
const truncate: Change = (text, random) => text.slice(0, random.below(text.length));
const behead: Change = (text, random) => text.slice(random.length(text.length));

const CHANGES: readonly Change[] = [
  ...[insertCharacter, insertCharacter, replaceCharacter, replaceCharacter, randomCharacter, nextCharacter, changeCase],
  ...[insertEscape, insertEscape, insertWord, insertWord, exchangeWord, exchangeWord, changeNumber, changeNumber, changeNumber],
  ...[deleteBlock, deleteBlock, insertRun, repeatBlock, nestBlock, wrapBlock, moveBlock],
  ...[deleteLine, repeatLine, moveLine, takeLine, changeLineEnds, transplant, cross, truncate, behead],
];
