/**
 * The contents of `handset encode` and `handset send`, in the order of their help.
 * @module
 */
import { CALENDAR, CARD } from './cards.js';
import { MMS, WAP_PUSH } from './kept-files.js';
import { NOTIFICATION } from './notification.js';
import { PICTURES } from './pictures.js';
import { INDICATION, LOADING } from './pushes.js';
import { RINGTONE } from './ringtone.js';
import type { Row } from './row.js';
import { PDU, TEXTS } from './texts.js';

/** The rows. */
export const ROWS: readonly Row[] = [
  ...TEXTS,
  RINGTONE,
  ...PICTURES,
  CARD,
  CALENDAR,
  INDICATION,
  LOADING,
  NOTIFICATION,
  WAP_PUSH,
  MMS,
  PDU,
];
