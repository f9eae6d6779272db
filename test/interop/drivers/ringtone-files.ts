/**
 * gammu and gnokii as converters of ringing tone files.
 * @module
 */
import { type Converted, convertFolder, forEach } from './files.js';
import { GAMMU_RC } from './gammu.js';

export type Converter = 'gammu' | 'gnokii';

/** Endings of the files: RTTTL text, Nokia ringing tone, iMelody, MIDI. */
export type RingtoneFile = 'txt' | 'ott' | 'imy' | 'mid';

/**
 * Converts files of one format into another; the endings choose the formats. gammu writes RTTTL only when asked to by a word, and gnokii
 * refuses to write over a file.
 */
export async function convertRingtones(
  program: Converter,
  from: RingtoneFile,
  to: RingtoneFile,
  inputs: readonly (Uint8Array | string)[],
): Promise<Converted[]> {
  const command =
    program === 'gammu'
      ? `gammu -c gammurc copyringtone "$i.${from}" "$i.out.${to}"${to === 'txt' ? ' RTTL' : ''}`
      : `gnokii --ringtoneconvert "$i.${from}" "$i.out.${to}"`;
  const ending = `out.${to}` as const;
  const files = { gammurc: GAMMU_RC };
  return (await convertFolder({ inputs, from, to: [ending], script: forEach(inputs.length, command), files }))[ending];
}

/**
 * RTTTL texts as Nokia ringing tones, iMelody or MIDI. gnokii reads a file into a buffer that it does not terminate, and takes what the
 * stack held before for more of the text: a NUL behind the text stops it.
 */
export function fromText(program: Converter, to: RingtoneFile, texts: readonly string[]): Promise<Converted[]> {
  return convertRingtones(program, 'txt', to, program === 'gnokii' ? texts.map((text) => `${text}\0`) : texts);
}
