/**
 * What a page says to the worker that waits.
 * @module
 */

/** It may take over. */
export const TAKE_OVER = 'take over';
