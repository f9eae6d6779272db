/**
 * The bounds of ringing tones, for tunes as tunes.ts makes them: one pattern, one tempo of the table, natural style, no volume.
 * @module
 */
import type { Modules } from './modules.js';
import type { Note, Tune } from './tunes.js';

type Module = NonNullable<Modules['ringtone']>;

export const PITCHES = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'] as const;
const TEMPO_TABLE = [
  25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450, 500,
  565, 635, 715, 800, 900,
];
const TEMPO_CODE = new Map(TEMPO_TABLE.map((bpm, code) => [bpm, code]));
const PITCH_CODE: Record<string, number> = Object.fromEntries(PITCHES.map((pitch, i) => [pitch, i + 1]));

/** Puts up to 16 bits into octets that are 0 there. No closure: tsx's `keepNames` would name one at every call. */
function put(octets: Uint8Array, bit: number, value: number, width: number): void {
  const at = bit >> 3;
  const bits = value << (24 - (bit & 7) - width);
  octets[at]! |= bits >> 16;
  octets[at + 1]! |= bits >> 8;
  octets[at + 2]! |= bits;
}

/** Up to 16 bits from a bit on; past the end there are zeros. */
function peek(octets: Uint8Array, bit: number, width: number): number {
  const at = bit >> 3;
  const three = ((octets[at] as number) << 16) | ((octets[at + 1] as number) << 8) | (octets[at + 2] as number);
  return (three >> (24 - (bit & 7) - width)) & ((1 << width) - 1);
}

export function boundEncode({ title, tempoBpm, loops, notes }: Tune): Uint8Array {
  let scales = 0;
  let scale = -1;
  for (let i = 0; i < notes.length; i++) {
    const { octave } = notes[i] as Note;
    if (octave === null || octave === scale) continue;
    scale = octave;
    scales++;
  }
  const length = title.length;
  // The frame up to the count takes 24 + 6 + 8 * title + 8 + 17 bits, the tempo 8.
  const end = 63 + 8 * length + 12 * notes.length + 5 * scales;
  const octets = new Uint8Array(((end + 7) >> 3) + 1);
  octets[0] = 0x02;
  octets[1] = 0x4a;
  octets[2] = 0x3a;
  put(octets, 24, (0b01 << 4) | length, 6);
  let bit = 30;
  for (let i = 0; i < length; i++, bit += 8) put(octets, bit, title.charCodeAt(i), 8);
  put(octets, bit, 1, 8);
  put(octets, bit + 8, loops, 9);
  put(octets, bit + 17, 1 + scales + notes.length, 8);
  put(octets, bit + 25, (0b100 << 5) | (TEMPO_CODE.get(tempoBpm) as number), 8);
  bit += 33;
  scale = -1;
  for (let i = 0; i < notes.length; i++) {
    const { pitch, octave, duration, dots } = notes[i] as Note;
    if (octave !== null && octave !== scale) {
      scale = octave;
      put(octets, bit, (0b010 << 2) | (octave - 4), 5);
      bit += 5;
    }
    const value = pitch === null ? 0 : (PITCH_CODE[pitch] as number);
    put(octets, bit, (0b001 << 9) | (value << 5) | ((31 - Math.clz32(duration)) << 2) | dots, 12);
    bit += 12;
  }
  return octets;
}

export function boundDecode(octets: Uint8Array): Tune {
  const length = peek(octets, 26, 4);
  let bit = 30;
  let title = '';
  for (let i = 0; i < length; i++, bit += 8) title += String.fromCharCode(peek(octets, bit, 8));
  const loops = peek(octets, bit + 13, 4);
  const notes: Note[] = [];
  let tempoBpm = 63;
  let octave = 5;
  let left = peek(octets, bit + 17, 8);
  for (bit += 25; left > 0; left--) {
    const code = peek(octets, bit, 12);
    const id = code >> 9;
    if (id === 1) {
      bit += 12;
      const value = (code >> 5) & 15;
      const duration = (1 << ((code >> 2) & 7)) as Note['duration'];
      const dots = (code & 3) as Note['dots'];
      notes.push(
        value === 0
          ? { pitch: null, octave: null, duration, dots }
          : { pitch: PITCHES[value - 1]!, octave: octave as 5, duration, dots },
      );
    } else if (id === 2) {
      bit += 5;
      octave = 4 + ((code >> 7) & 3);
    } else {
      bit += 8;
      tempoBpm = TEMPO_TABLE[(code >> 4) & 31] as number;
    }
  }
  return { title, tempoBpm, style: 'N', loops, notes };
}

const LETTERS = [0, 2, 4, 5, 7, 9, 11] as const;

/** AnyRtttl's binary form, ten bits a note, low bits first. */
export function boundEncodeAny({ tempoBpm, notes }: Tune): Uint8Array {
  const octets = new Uint8Array(2 + ((notes.length * 10 + 7) >> 3));
  const head = 2 | (1 << 3) | (tempoBpm << 5);
  octets[0] = head;
  octets[1] = head >> 8;
  let bit = 16;
  for (let i = 0; i < notes.length; i++, bit += 10) {
    const { pitch, octave, duration, dots } = notes[i] as Note;
    let letter = 7;
    let sharp = 0;
    if (pitch !== null) {
      const semitone = (PITCH_CODE[pitch] as number) - 1;
      sharp = pitch.length - 1;
      letter = LETTERS.indexOf((semitone - sharp) as 0);
    }
    const height = octave === null ? 1 : octave - 4;
    const code = ((31 - Math.clz32(duration)) | (letter << 3) | (sharp << 6) | (dots << 7) | (height << 8)) << (bit & 7);
    octets[bit >> 3]! |= code;
    octets[(bit >> 3) + 1]! |= code >> 8;
    if ((bit & 7) > 6) octets[(bit >> 3) + 2]! |= code >> 16;
  }
  return octets;
}

export function boundDecodeAny(octets: Uint8Array): Tune {
  const tempoBpm = (((octets[0] as number) | ((octets[1] as number) << 8)) >> 5) & 0x3ff;
  const notes: Note[] = [];
  for (let bit = 16; bit + 10 <= octets.length * 8; bit += 10) {
    const at = bit >> 3;
    const code = ((octets[at] as number) | ((octets[at + 1] as number) << 8) | ((octets[at + 2] as number) << 16)) >> (bit & 7);
    const duration = (1 << (code & 7)) as Note['duration'];
    const letter = (code >> 3) & 7;
    const dots = ((code >> 7) & 1) as Note['dots'];
    notes.push(
      letter === 7
        ? { pitch: null, octave: null, duration, dots }
        : {
            pitch: PITCHES[(LETTERS[letter] as number) + ((code >> 6) & 1)]!,
            octave: (4 + ((code >> 8) & 3)) as 5,
            duration,
            dots,
          },
    );
  }
  return { title: '', tempoBpm, style: 'N', loops: 0, notes };
}

const SHARP_OF: Record<number, number> = { 99: 0, 100: 2, 101: 4, 102: 5, 103: 7, 97: 9, 98: 11 };

export function boundParse(text: string): Tune {
  const colon = text.indexOf(':');
  const title = text.slice(0, colon);
  // "d=4,o=5,b=" stands there in all of them.
  let at = colon + 11;
  let code = text.charCodeAt(at++);
  let tempoBpm = 0;
  for (; code !== 0x3a; code = text.charCodeAt(at++)) tempoBpm = tempoBpm * 10 + code - 0x30;
  const notes: Note[] = [];
  const length = text.length;
  while (at < length) {
    code = text.charCodeAt(at++);
    let duration = 0;
    for (; code < 0x3a; code = text.charCodeAt(at++)) duration = duration * 10 + code - 0x30;
    const letter = code;
    code = text.charCodeAt(at++);
    let sharp = 0;
    if (code === 0x23) {
      sharp = 1;
      code = text.charCodeAt(at++);
    }
    let octave = 5;
    if (code >= 0x34 && code <= 0x37) {
      octave = code - 0x30;
      code = text.charCodeAt(at++);
    }
    let dots: Note['dots'] = 0;
    if (code === 0x2e) {
      dots = 1;
      at++;
    }
    const length = (duration === 0 ? 4 : duration) as Note['duration'];
    notes.push(
      letter === 0x70
        ? { pitch: null, octave: null, duration: length, dots }
        : { pitch: PITCHES[(SHARP_OF[letter] as number) + sharp]!, octave: octave as 5, duration: length, dots },
    );
  }
  return { title, tempoBpm, style: 'N', loops: 0, notes };
}

/** A header and zeros, as long as a tune sounds. */
function boundWav({ tempoBpm, notes }: Tune): Int16Array {
  let seconds = 0;
  for (const { duration, dots } of notes) seconds += (240 / tempoBpm / duration) * (1 + dots / 2);
  const samples = Math.round(seconds * 44_100);
  const wav = new Int16Array(22 + samples);
  const view = new DataView(wav.buffer);
  for (const [at, word] of [
    [0, 0x52494646],
    [8, 0x57415645],
    [12, 0x666d7420],
    [36, 0x64617461],
  ] as const) {
    view.setUint32(at, word);
  }
  view.setUint32(4, 36 + samples * 2, true);
  view.setUint32(16, 16, true);
  view.setUint32(20, 0x00010001, true);
  view.setUint32(24, 44_100, true);
  view.setUint32(28, 88_200, true);
  view.setUint32(32, 0x00100002, true);
  view.setUint32(40, samples * 2, true);
  return wav;
}

/** Where a note sounds, 95 % of its length, and the sample behind it. */
interface Sounding {
  readonly start: number;
  readonly end: number;
  readonly hz: number;
}

function soundings({ tempoBpm, notes }: Tune, noteHz: Module['noteHz']): Sounding[] {
  const found: Sounding[] = [];
  let at = 22;
  for (const note of notes) {
    const samples = (240 / tempoBpm / note.duration) * (1 + note.dots / 2) * 44_100;
    const hz = noteHz(note);
    if (hz !== null) found.push({ start: Math.round(at), end: Math.round(at + samples * 0.95), hz });
    at += samples;
  }
  return found;
}

/** Plain square waves, without ramps. */
export function boundSquare(tune: Tune, noteHz: Module['noteHz']): Uint8Array {
  const wav = boundWav(tune);
  for (const { start, end, hz } of soundings(tune, noteHz)) {
    const step = hz / 44_100;
    let phase = 0;
    for (let i = start; i < end; i++) {
      wav[i] = phase < 0.5 ? 10_000 : -10_000;
      phase += step;
      if (phase >= 1) phase -= 1;
    }
  }
  return new Uint8Array(wav.buffer);
}

/** Plain sine waves by Math.sin. */
export function boundSine(tune: Tune, noteHz: Module['noteHz']): Uint8Array {
  const wav = boundWav(tune);
  for (const { start, end, hz } of soundings(tune, noteHz)) {
    const step = (2 * Math.PI * hz) / 44_100;
    for (let i = start; i < end; i++) wav[i] = 10_000 * Math.sin((i - start) * step);
  }
  return new Uint8Array(wav.buffer);
}
