/**
 * Tunes as files: RTTTL and RTX text, and the Smart Messaging binary.
 * @module
 */
import { decodeUtf8 } from '../bytes/index.js';
import { decodeNokiaRingtone, encodeNokiaRingtone, formatRtttl, formatRtx, parseRtttl, type Tune } from '../ringtone/index.js';
import { extensionOf, type Session, UsageError } from './io.js';

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
  if (octets[0] === 0x02 && octets[1] === 0x4a) return decodeNokiaRingtone(octets, { lenient });
  return parseRtttl(decodeUtf8(octets), {
    lenient,
    onIssue: ({ index, message, assumed }) => session.warn(`${path} at ${index}: ${message}${assumed ? ` (${assumed})` : ''}`),
  });
}

/** A tune in the form that a file's extension names. */
export function writeTune(tune: Tune, path: string, options: TuneOptions): string | Uint8Array {
  const extension = extensionOf(path);
  if (extension === '.rtx') return `${formatRtx(tune)}\n`;
  if (TEXT_EXTENSIONS.includes(extension)) return `${formatRtttl(tune)}\n`;
  if (BINARY_EXTENSIONS.includes(extension)) return encodeNokiaRingtone(tune, nokiaOptions(options));
  throw new UsageError(`no form for ${path}: a tune goes to ${TUNE_EXTENSIONS.join(', ')}`);
}

export function nokiaOptions({ tempo, cutTitle }: TuneOptions) {
  return { ...(tempo !== undefined && { tempo }), ...(cutTitle === true && { title: 'cut' as const }) };
}
