/**
 * Readers of cell broadcast and USSD, which are loaded together.
 * @module
 */
export { describeCbs, describeCbsDetails, readCbs } from '../cbs/broadcast.js';
export { readUssdArgument } from '../cbs/ussd.js';
export { findPage, judgeCbs } from '../inspect/formats/cell-evidence.js';
