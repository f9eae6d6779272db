/**
 * Tunes as files: RTTTL and RTX text, and the Smart Messaging binary.
 * @module
 */
import { decodeUtf8 } from '../bytes/index.js';
import { decodeNokiaRingtone, encodeNokiaRingtone, formatRtttl, formatRtx, parseRtttl, type Tune } from '../ringtone/index.js';
import type { Session } from './io.js';

const TEXT_EXTENSIONS = ['.rtttl', '.rtx', '.txt'];
const BINARY_EXTENSIONS = ['.ott', '.rng'];

export const TUNE_EXTENSIONS = [...TEXT_EXTENSIONS, ...BINARY_EXTENSIONS];

/** How tunes are read and written. */
export interface TuneOptions {
  readonly lenient?: boolean;
  readonly tempo?: 'nearest' | 'up';
  readonly cutTitle?: boolean;
}

/** Reads a tune; what it is shows in its first octets, whatever the file is called. Departures from the grammar become warnings. */
export async function readTune(session: Session, path: string, options: TuneOptions): Promise<Tune> {
  const octets = await session.read(path);
  const lenient = options.lenient === true;
  if ((octets[0] === 0x02 || octets[0] === 0x03) && octets[1] === 0x4a) return decodeNokiaRingtone(octets, { lenient });
  return parseRtttl(decodeUtf8(octets), {
    lenient,
    onIssue: ({ index, message, assumed }) => session.warn(`${path} at ${index}: ${message}${assumed ? ` (${assumed})` : ''}`),
  });
}

/** A tune in the form that an extension of {@link TUNE_EXTENSIONS} names. */
export function writeTune(tune: Tune, extension: string, options: TuneOptions): string | Uint8Array {
  if (BINARY_EXTENSIONS.includes(extension)) return encodeNokiaRingtone(tune, nokiaOptions(options));
  return `${extension === '.rtx' ? formatRtx(tune) : formatRtttl(tune)}\n`;
}

export function nokiaOptions({ tempo, cutTitle }: TuneOptions) {
  return { ...(tempo !== undefined && { tempo }), ...(cutTitle === true && { title: 'cut' as const }) };
}
