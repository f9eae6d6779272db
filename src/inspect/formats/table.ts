/**
 * The table of formats.
 * @module
 */
import type { Format } from '../formats.js';
import { ARCHIVES } from './archives.js';
import { CAPTURES } from './captures.js';
import { CARDS } from './cards.js';
import { CELLS } from './cells.js';
import { DOCUMENTS } from './documents.js';
import { MESSAGE_ARCHIVES } from './message-archives.js';
import { MESSAGES } from './messages.js';
import { PICTURES } from './pictures.js';
import { PUSHES } from './pushes.js';
import type { Row } from './row.js';
import { SIM } from './sim.js';
import { LOG, TEXTS } from './texts.js';
import { TUNES } from './tunes.js';

/**
 * Every format, in the order in which octets are asked whether they are one: of readings as likely as each other the one further up comes
 * first. Logs come after all other texts, pictures without a mark last.
 */
export const TABLE: Readonly<Record<Format, Row>> = /* @__PURE__ */ table();

function table(): typeof TABLE {
  return {
    ...TEXTS,
    ...DOCUMENTS,
    ...TUNES,
    ...PUSHES,
    ...MESSAGE_ARCHIVES,
    log: LOG,
    ...CARDS,
    ...ARCHIVES,
    ...CAPTURES,
    ...MESSAGES,
    ...SIM,
    ...CELLS,
    ...PICTURES,
  };
}

/** The rows with their names. */
export const ROWS: readonly (readonly [Format, Row])[] = /* @__PURE__ */ rows();

function rows(): [Format, Row][] {
  return Object.entries(TABLE) as [Format, Row][];
}
