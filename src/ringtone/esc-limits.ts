/**
 * Limits of the startup melody of an ESC.
 * @module
 */

/** The firmware of an ESC (electronic speed controller) that plays a startup melody; the two play long notes differently. */
export type EscFirmware = 'bluejay' | 'am32';

/** Octets of a melody, and of the header before its pairs. */
export const ESC_OCTETS = 128;
export const ESC_HEADER_OCTETS = 4;

/** The highest note, d7: one above it would have a width of 0, which is a pause. */
export const ESC_HIGHEST_MIDI = 98;
