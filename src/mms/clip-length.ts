/**
 * How long a sound or film lasts, from its headers: AMR by counting frames, WAV by its rate, MIDI by its ticks and tempos, 3GPP and MP4 by
 * the movie header. Other sounds are not measured.
 *
 * Sources: RFC 4867 section 5 (AMR storage format, frame sizes of 3GPP TS 26.101 and 26.201); Multimedia Programming Interface 1.0 (WAVE);
 * Standard MIDI Files 1.0; ISO/IEC 14496-12 sections 4.2 and 8.2 (boxes, mvhd).
 * @module
 */
import { requireOctets, u16be, u32be, u32le } from '../bytes/octets.js';
import { plainType, signatureType } from './media-types.js';
import { MAX_MS } from './smil.js';

/** Octets of an AMR frame by frame type, its first octet included: 4.75 to 12.2 kbit/s, then comfort noise. */
const AMR_FRAMES = [13, 14, 16, 18, 20, 21, 27, 32, 6];
/** The same of AMR-WB: 6.60 to 23.85 kbit/s, then comfort noise. */
const AMR_WB_FRAMES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6];
/** Frames with nothing in them: speech that was lost (AMR-WB), no data. */
const AMR_WB_LOST = 14;
const NO_DATA = 15;
const FRAME_MS = 20;

/**
 * Measures the duration of a sound or video in milliseconds; undefined if its type is not supported or its headers do not give a duration. The type
 * is identified from the octets. The call takes time proportional to their number.
 */
export function clipMs(octets: Uint8Array): number | undefined {
  requireOctets(octets, 'octets');
  const ms = measure(octets);
  return ms !== undefined && ms > 0 && ms <= MAX_MS ? Math.round(ms) : undefined;
}

function measure(octets: Uint8Array): number | undefined {
  switch (plainType(signatureType(octets) ?? '')) {
    case 'audio/amr':
      return amrMs(octets, 6, AMR_FRAMES);
    case 'audio/amr-wb':
      return amrMs(octets, 9, AMR_WB_FRAMES);
    case 'audio/x-wav':
      return wavMs(octets);
    case 'audio/midi':
      return midiMs(octets);
    case 'video/3gpp':
    case 'video/3gpp2':
    case 'video/mp4':
    case 'audio/mp4':
      return movieMs(octets);
    default:
      return undefined;
  }
}

function amrMs(octets: Uint8Array, start: number, sizes: readonly number[]): number | undefined {
  let frames = 0;
  for (let at = start; at < octets.length; frames++) {
    const type = ((octets[at] as number) >> 3) & 15;
    const isEmpty = type === NO_DATA || (type === AMR_WB_LOST && sizes === AMR_WB_FRAMES);
    const size = isEmpty ? 1 : sizes[type];
    if (size === undefined) return undefined;
    at += size;
  }
  return frames * FRAME_MS;
}

function wavMs(octets: Uint8Array): number | undefined {
  let octetsPerSecond = 0;
  for (let at = 12; at + 8 <= octets.length; ) {
    const id = ascii(octets, at, 4);
    const size = u32le(octets, at + 4);
    if (id === 'fmt ' && at + 20 <= octets.length) octetsPerSecond = u32le(octets, at + 16);
    if (id === 'data')
      return octetsPerSecond > 0 ? (Math.min(size, octets.length - at - 8) * 1000) / octetsPerSecond : undefined;
    at += 8 + size + (size & 1);
  }
  return undefined;
}

/** Looks for moov, and in it for mvhd: version and flags, two times, time scale, duration. */
function movieMs(octets: Uint8Array): number | undefined {
  const movie = boxIn(octets, 0, octets.length, 'moov');
  const header = movie && boxIn(octets, movie.start, movie.end, 'mvhd');
  if (header === undefined) return undefined;
  const isLong = octets[header.start] === 1;
  const at = header.start + (isLong ? 20 : 12);
  if (at + (isLong ? 12 : 8) > header.end) return undefined;
  const scale = u32be(octets, at);
  const high = u32be(octets, at + 4);
  // All bits set: the length is not known.
  if (scale === 0 || high === 0xffffffff) return undefined;
  const duration = isLong ? high * 2 ** 32 + u32be(octets, at + 8) : high;
  return (duration * 1000) / scale;
}

function boxIn(octets: Uint8Array, from: number, to: number, type: string): { start: number; end: number } | undefined {
  for (let at = from; at + 8 <= to; ) {
    const size = u32be(octets, at);
    // 0: up to the end; 1: a 64-bit size, which no message has room for.
    const end = size === 0 ? to : at + size;
    if ((size !== 0 && size < 8) || end > to) return undefined;
    if (ascii(octets, at + 4, 4) === type) return { start: at + 8, end };
    at = end;
  }
  return undefined;
}

interface Tempo {
  readonly tick: number;
  readonly microseconds: number;
}

function midiMs(octets: Uint8Array): number | undefined {
  const division = u16be(octets, 12);
  // A division in frames a second is of no ringtone.
  if (octets.length < 14 || division === 0 || division >= 0x8000) return undefined;
  const tempos: Tempo[] = [];
  let last = 0;
  for (let at = 14; at + 8 <= octets.length; ) {
    const end = Math.min(at + 8 + u32be(octets, at + 4), octets.length);
    if (ascii(octets, at, 4) === 'MTrk') last = Math.max(last, trackTicks(octets.subarray(at + 8, end), tempos));
    at = end;
  }
  tempos.sort((a, b) => a.tick - b.tick);
  let ms = 0;
  let tick = 0;
  let microseconds = 500_000;
  for (const tempo of tempos) {
    ms += ((tempo.tick - tick) * microseconds) / division / 1000;
    tick = tempo.tick;
    microseconds = tempo.microseconds;
  }
  return ms + ((last - tick) * microseconds) / division / 1000;
}

/** Ticks up to the last event of a track; its tempos are added to a list. What cannot be read ends it. */
function trackTicks(track: Uint8Array, tempos: Tempo[]): number {
  let at = 0;
  let tick = 0;
  let status = 0;
  const quantity = (): number => {
    let value = 0;
    for (let i = 0; i < 4; i++) {
      const octet = track[at++] ?? 0;
      value = (value << 7) | (octet & 0x7f);
      if (octet < 0x80) break;
    }
    return value;
  };
  while (at < track.length) {
    tick += quantity();
    const octet = track[at] ?? 0;
    if (octet >= 0x80) {
      status = octet;
      at++;
    }
    if (status === 0xff) {
      const type = track[at++];
      const length = quantity();
      if (type === 0x51 && length === 3 && at + 3 <= track.length) {
        tempos.push({ tick, microseconds: u32be(track, at - 1) & 0xffffff });
      }
      at += length;
    } else if (status === 0xf0 || status === 0xf7) {
      const length = quantity();
      at += length;
    } else if (status < 0x80 || status > 0xf0) return tick;
    else at += status >= 0xc0 && status < 0xe0 ? 1 : 2;
  }
  return tick;
}

function ascii(octets: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...octets.subarray(at, at + length));
}
