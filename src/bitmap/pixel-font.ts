/**
 * A font of one size for drawings of screens: the printable characters of ASCII and a few more, 7 pixels high, at most 5 wide. Internal:
 * the module's index does not export it.
 * @module
 */
import { transliterate } from '../text/index.js';

/** Pixels of a line of text, without the gap to the next. */
export const GLYPH_HEIGHT = 7;

/** Sixteen characters a band: ASCII from the blank on, the box shown for all others, and {@link OTHERS}. */
const ATLAS = [
  '..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... ....#',
  '..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... ..... ....#',
  '..... ..#.. .#.#. ##### #.#.. ...#. #.#.. .#... .#... ...#. #.#.# ..#.. ..... ..... ..... ...#.',
  '..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. ##### ..... ####. ..... ..#..',
  '..... ..#.. ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#.. ..#.. ..... ..... .#...',
  '..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... #....',
  '..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... ..... .#... ..... ..#.. #....',
  '..##. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###. ..... ..... ...#. ..... .#... .###.',
  '.#..# .##.. #...# #...# ..##. #.... .#... ....# #...# #...# ..... ..... ..#.. ..... ..#.. #...#',
  '.#..# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...# ..#.. ..#.. .#... ####. ...#. ....#',
  '.#..# ..#.. ...#. ..##. #..#. ....# ####. ...#. .###. .#### ..... ..... #.... ..... ....# ...#.',
  '.#..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....# ..... ..#.. .#... ####. ...#. ..#..',
  '.#..# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ...#. ..... ..#.. ..#.. ..... ..#.. .....',
  '..##. .###. ##### .###. ...#. .###. .###. ..#.. .###. .##.. ..#.. .#... ...#. ..... .#... ..#..',
  '.###. .###. ####. .###. ###.. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###.',
  '#...# #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. ....# #..#. #.... ##.## ##..# #...#',
  '#.### #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ....# #.#.. #.... #.#.# ##..# #...#',
  '#.#.# ##### ####. #.... #...# ####. ####. #.### ##### ..#.. ....# ##... #.... #.#.# #.#.# #...#',
  '#.### #...# #...# #.... #...# #.... #.... #...# #...# ..#.. ....# #.#.. #.... #...# #..## #...#',
  '#.... #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. #...# #..#. #.... #...# #..## #...#',
  '.###. #...# ####. .###. ###.. ##### #.... .###. #...# .###. .###. #...# ##### #...# #...# .###.',
  '####. .###. ####. .###. ##### #...# #...# #...# #...# #...# ##### .###. #.... .###. ..#.. .....',
  '#...# #...# #...# #...# ..#.. #...# #...# #...# #...# #...# ....# .#... #.... ...#. .#.#. .....',
  '#...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. .#... .#... ...#. #...# .....',
  '####. #...# ####. .###. ..#.. #...# .#.#. #.#.# ..#.. ..#.. ..#.. .#... ..#.. ...#. ..... .....',
  '#.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.# .#.#. ..#.. .#... .#... ...#. ...#. ..... .....',
  '#.... #..#. #..#. #...# ..#.. #...# .#.#. #.#.# #...# ..#.. #.... .#... ....# ...#. ..... .....',
  '#.... .##.# #...# .###. ..#.. .###. ..#.. .#.#. #...# ..#.. ##### .###. ....# .###. ..... #####',
  '.#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .#... ..... ..... .....',
  '..#.. ..... #.... ..... ....# ..... .#... ..... #.... ..... ..... #.... .#... ..... ..... .....',
  '...#. .###. ####. .###. .#### .###. ###.. .#### ####. ..#.. ...#. #..#. .#... ##.#. ####. .###.',
  '..... ....# #...# #.... #...# #...# .#... #...# #...# ..#.. ...#. #.#.. .#... #.#.# #...# #...#',
  '..... .#### #...# #.... #...# ##### .#... .#### #...# ..#.. ...#. ##... .#... #.#.# #...# #...#',
  '..... #...# #...# #.... #...# #.... .#... ....# #...# ..#.. ...#. #.#.. .#... #.#.# #...# #...#',
  '..... .#### ####. .###. .#### .###. .#... .###. #...# ..#.. .##.. #..#. ..#.. #.#.# #...# .###.',
  '..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...#. ..#.. .#... ..... #####',
  '..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. ..... #...#',
  '####. .#### .#.## .#### ####. #...# #...# #.#.# #...# #...# ##### ..#.. ..#.. ..#.. .#... #...#',
  '#...# #...# .##.. #.... .#... #...# #...# #.#.# .#.#. #...# ...#. .#... ..#.. ...#. #.#.# #...#',
  '####. .#### .#... .###. .#... #...# .#.#. #.#.# ..#.. .#### ..#.. ..#.. ..#.. ..#.. ...#. #...#',
  '#.... ....# .#... ....# .#... #...# .#.#. #.#.# .#.#. ....# .#... ..#.. ..#.. ..#.. ..... #...#',
  '#.... ....# .#... ####. ..##. .#### ..#.. .#.#. #...# .###. ##### ...#. ..#.. .#... ..... #####',
  '..### ..##. .##.. ..... ..... .#### .#### ..#.. ..#..',
  '.#... .#..# #..#. ..... ..... #.#.. #...# ..... .....',
  '####. .#... #..#. ##.#. .#### #.#.. #..## ..#.. ..#..',
  '.#... ###.. #.#.. ..#.# #..## ##### #.#.# .#... ..#..',
  '####. .#... #..#. .#### #.#.# #.#.. ##..# #.... ..#..',
  '.#... .#... #..#. #.#.. ##..# #.#.. #...# #...# ..#..',
  '..### ##### #.#.. .#### ####. #.### ####. .###. ..#..',
] as const;

const FIRST = 0x20;
const LAST = 0x7e;
const BOX = LAST + 1 - FIRST;
/** The characters after ASCII. */
const OTHERS = '€£ßæøÆØ¿¡';

/** Accents above a letter: diaeresis, acute, grave, circumflex, tilde, caron, ring, dot, macron. Others are left out. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u0308', '.#.#.'],
  ['\u0301', '...#.'],
  ['\u0300', '.#...'],
  ['\u0302', '.###.'],
  ['\u0303', '.###.'],
  ['\u030c', '.###.'],
  ['\u030a', '..#..'],
  ['\u0307', '..#..'],
  ['\u0304', '.###.'],
]);
const PER_BAND = 16;
const CELL = 6;

/** A character's pixels: 7 rows of the same length, `#` where it is set. */
export interface Glyph {
  readonly widthPx: number;
  readonly rows: readonly string[];
}

/** A blank, whose cell holds no pixel to measure. */
const BLANK: Glyph = { widthPx: 3, rows: Array.from({ length: GLYPH_HEIGHT }, () => '...') };

const glyphs = new Map<string, Glyph>();

/** Glyphs of a text. A character without one has the glyph of a look-alike where there is one, else a box. */
export function findGlyphs(text: string): Glyph[] {
  const found: Glyph[] = [];
  for (const character of text.normalize('NFC')) {
    const [letter = '', mark = ''] = character.normalize('NFD');
    if (findIndex(letter) !== BOX) found.push(findGlyph(letter, ACCENTS.get(mark)));
    else for (const known of transliterate(character)) found.push(findGlyph(known));
  }
  return found;
}

/** Whether the font has a character, or a look-alike of it. */
export function hasGlyph(character: string): boolean {
  const [letter = ''] = character.normalize('NFD');
  return findIndex(letter) !== BOX || [...transliterate(character)].every((known) => findIndex(known) !== BOX);
}

/** Pixels of a text in one line: with a free column between its characters. */
export function textWidthPx(text: string): number {
  return Math.max(0, advance(text) - 1);
}

/** Pixels of a text, each character with the free column after it. */
function advance(text: string): number {
  return findGlyphs(text).reduce((sum, { widthPx }) => sum + widthPx + 1, 0);
}

/**
 * Lines of at most `widthPx`, broken at blanks and, in longer words, between characters. Line breaks of the text stay.
 * @param maxLines lines at most; a text with more ends in three dots.
 */
export function wrapText(text: string, widthPx: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\r\n]/)) {
    let line = '';
    let room = widthPx + 1;
    const end = () => {
      lines.push(line.trimEnd());
      line = '';
      room = widthPx + 1;
    };
    for (const word of paragraph.split(/(?<= )/)) {
      if (line !== '' && advance(word.trimEnd()) > room) end();
      for (const character of word) {
        const width = advance(character);
        // A blank at the end of a line needs no room.
        if (width > room && line !== '' && character !== ' ') end();
        if (lines.length > maxLines) break;
        line += character;
        room -= width;
      }
    }
    end();
    if (lines.length > maxLines) return [...lines.slice(0, maxLines - 1), '...'];
  }
  return lines;
}

function findGlyph(character: string, accent?: string): Glyph {
  const known = glyphs.get(character + (accent ?? ''));
  if (known !== undefined) return known;
  const index = findIndex(character);
  const top = Math.floor(index / PER_BAND) * GLYPH_HEIGHT;
  const left = (index % PER_BAND) * CELL;
  const cell = ATLAS.slice(top, top + GLYPH_HEIGHT).map((row) => row.slice(left, left + CELL));
  // Only small letters have a free row below the accent, which replaces the dot of i and j.
  if (accent !== undefined && cell[1]?.includes('#') === false) cell[0] = accent;
  const glyph = index === 0 ? BLANK : trimmed(cell);
  // Boxes are not kept: a text could fill the memory with them.
  if (index !== BOX) glyphs.set(character + (accent ?? ''), glyph);
  return glyph;
}

function findIndex(character: string): number {
  const point = character.codePointAt(0) as number;
  if (point >= FIRST && point <= LAST) return point - FIRST;
  const other = OTHERS.indexOf(character);
  return other < 0 ? BOX : BOX + 1 + other;
}

/** The cell without its free columns at both sides. */
function trimmed(cell: readonly string[]): Glyph {
  const isFreeColumn = (column: number) => cell.every((row) => row[column] !== '#');
  let from = 0;
  let to = CELL;
  while (isFreeColumn(from)) from++;
  while (isFreeColumn(to - 1)) to--;
  return { widthPx: to - from, rows: cell.map((row) => row.slice(from, to)) };
}
