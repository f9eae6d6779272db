/**
 * Tunes as sound: RIFF/WAVE files of 16-bit PCM on one channel.
 *
 *   "RIFF" size "WAVE" | "fmt " 16  format 1  channels 1  rate  octets/s  2  bits 16 | "data" size samples      little-endian
 *
 * The square wave is what a phone's buzzer gives. Sampled as it is it would whistle: its overtones past half the sample rate
 * come back as tones that are not in the tune. So each edge is drawn as the integral of a cubic B-spline, four samples wide, which
 * weakens what would come back as a low tone by more than 60 dB. A square whose third harmonic is past half the sample rate is
 * its fundamental alone. Edges lie at exact fractions of samples, so that the pitch is right at every rate.
 *
 * A note begins and ends with a ramp of 3 ms, or there would be a click. Where a continuous note runs into the next one there is no
 * ramp: the wave goes on in phase and only changes its pitch.
 *
 * Source: Multimedia Programming Interface and Data Specifications 1.0 (RIFF, WAVE); the styles' gaps as in lengths.ts.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { isLittleEndian } from '../bytes/octets.js';
import { limitOf } from '../bytes/reading.js';
import { EncodeError, LimitError, type Limits } from '../errors.js';
import { soundingShare } from './lengths.js';
import { checkPlayable } from './tempo.js';
import { badField, checkTune, isWhole, type Note, noteHz, type Tune, toUnits, WHOLE } from './tune.js';

/** Options of {@link renderWav}. */
export interface WavOptions {
  /** Samples per second, 4000 to 192000; 44100 by default. */
  readonly sampleRate?: number;
  /** Wave form: `square`, the default, sounds like a phone's buzzer, `sine` is softer. */
  readonly wave?: 'square' | 'sine';
  /** Volume up to the first note that has one, 0 to 15; 7 by default. */
  readonly volume?: number;
  /** How often the tune is played again, 0 to 14; 0 by default. The tune's own loops are not played, since they may be endless. */
  readonly repeats?: number;
  /** Values that replace `soundMs` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
}

const HEADER_OCTETS = 44;

/** Peak of the loudest square wave, of 1; its fundamental alone has 4 / pi times as much. */
const PEAK = 0.7;

const RAMP_SECONDS = 0.003;

/** Samples after which a rotating sine is set right again. */
const SINE_BLOCK = 1024;

/**
 * Renders a tune, and `repeats` repetitions, as a WAV file: mono, 16 bits. Its duration is `tuneDurationMs`, rounded to a sample.
 * @throws EncodeError `bad-value` naming a field or option out of its range; `unencodable` for a note above half the sample rate;
 *   `too-long` above the 4 GB of the format.
 * @throws LimitError `limit-exceeded` above `soundMs`, before anything is allocated.
 * @example
 * ```ts
 * import { parseRtttl, renderWav } from 'handset/ringtone';
 *
 * // One second of 44,100 samples of 16 bits, after a header of 44 octets.
 * renderWav(parseRtttl('a4:d=4,o=4,b=60:a')).length; // -> 88244
 * ```
 */
export function renderWav(tune: Tune, options: WavOptions = {}): Uint8Array {
  requireObject(tune, 'tune');
  checkTune(tune);
  requireObject(options, 'options');
  const { sampleRate = 44_100, wave = 'square', volume = 7, repeats = 0 } = options;
  if (!isWhole(sampleRate, 4000, 192_000)) throw badField('sampleRate', sampleRate, '4000 to 192000');
  if (wave !== 'square' && wave !== 'sine') throw badField('wave', wave, 'square or sine');
  if (!isWhole(volume, 0, 15)) throw badField('volume', volume, '0 to 15');
  if (!isWhole(repeats, 0, 14)) throw badField('repeats', repeats, '0 to 14');
  const seconds = checkedSeconds(tune, sampleRate) * (repeats + 1);
  const maxMs = limitOf(options.limits, 'soundMs');
  if (!(seconds * 1000 <= maxMs)) {
    throw new LimitError('limit-exceeded', 'WAV', undefined, `${Math.ceil(seconds * 1000)} ms of sound, at most ${maxMs}`);
  }
  const samples = Math.round(seconds * sampleRate);
  if (samples * 2 > 0xffffffff - HEADER_OCTETS) {
    throw new EncodeError('too-long', 'WAV', undefined, `${samples} samples take more than 4 gigabytes`);
  }
  const octets = new Uint8Array(HEADER_OCTETS + samples * 2);
  writeHeader(new DataView(octets.buffer), sampleRate, samples);
  const pcm = new Int16Array(octets.buffer, HEADER_OCTETS);
  new Renderer(pcm, sampleRate, wave === 'square', volume).play(tune, repeats);
  if (!isLittleEndian()) swapOctets(octets);
  return octets;
}

/** Length of one pass. */
function checkedSeconds({ tempoBpm, notes }: Tune, sampleRate: number): number {
  checkPlayable('tempoBpm', tempoBpm);
  let bpm = tempoBpm;
  let seconds = 0;
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    if (note.tempoBpm !== undefined) {
      checkPlayable(`notes[${i}].tempoBpm`, note.tempoBpm);
      bpm = note.tempoBpm;
    }
    seconds += toSeconds(note, bpm);
    const hz = noteHz(note);
    if (hz !== null && hz * 2 >= sampleRate) {
      const message = `sounds at ${hz.toFixed(0)} Hz, which takes a sample rate above ${(2 * hz).toFixed(0)}`;
      throw new EncodeError('unencodable', `notes[${i}]`, undefined, message);
    }
  }
  return seconds;
}

function toSeconds(note: Note, bpm: number): number {
  return (toUnits(note) * 240) / (bpm * WHOLE);
}

function writeHeader(view: DataView, sampleRate: number, samples: number): void {
  view.setUint32(0, 0x52494646); // RIFF
  view.setUint32(4, HEADER_OCTETS - 8 + samples * 2, true);
  view.setUint32(8, 0x57415645); // WAVE
  view.setUint32(12, 0x666d7420); // fmt
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true); // octets of a sample
  view.setUint16(34, 16, true); // bits of a sample
  view.setUint32(36, 0x64617461); // data
  view.setUint32(40, samples * 2, true);
}

function swapOctets(octets: Uint8Array): void {
  for (let i = HEADER_OCTETS; i < octets.length; i += 2) octets.subarray(i, i + 2).reverse();
}

/** Draws a tune into samples that are 0. Times are in samples and need not be whole. */
class Renderer {
  readonly #pcm: Int16Array;
  readonly #sampleRate: number;
  readonly #isSquare: boolean;
  readonly #firstVolume: number;
  /** Rising from 0 to 1. */
  readonly #ramp: Float64Array;

  /** Samples since the last silence: where they begin, and the wave's place in its cycle, 0 to 1, at their end. */
  #from = 0;
  #end = 0;
  #phase = 0;
  /** Their level; 0 while it is silent. */
  #level = 0;

  constructor(pcm: Int16Array, sampleRate: number, isSquare: boolean, firstVolume: number) {
    this.#pcm = pcm;
    this.#sampleRate = sampleRate;
    this.#isSquare = isSquare;
    this.#firstVolume = firstVolume;
    const length = Math.ceil(RAMP_SECONDS * sampleRate);
    this.#ramp = Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / length));
  }

  play(tune: Tune, repeats: number): void {
    let seconds = 0;
    let volume = this.#firstVolume;
    for (let pass = 0; pass <= repeats; pass++) {
      let { tempoBpm, style } = tune;
      for (const note of tune.notes) {
        tempoBpm = note.tempoBpm ?? tempoBpm;
        style = note.style ?? style;
        volume = note.volume ?? volume;
        const length = toSeconds(note, tempoBpm);
        const level = Math.round((volume / 15) * PEAK * 0x7fff);
        const hz = noteHz(note);
        if (hz === null || level === 0) this.#silence();
        else {
          const share = soundingShare(style);
          this.#sound(seconds * this.#sampleRate, (seconds + length * share) * this.#sampleRate, hz / this.#sampleRate, level);
          if (share < 1) this.#silence();
        }
        seconds += length;
      }
    }
    this.#silence();
  }

  /** Lets what sounds die away at its end. */
  #silence(): void {
    if (this.#level === 0) return;
    const pcm = this.#pcm;
    const last = Math.min(pcm.length, Math.ceil(this.#end));
    const length = rampLength(this.#ramp, last - this.#from);
    for (let i = 0; i < length; i++) {
      const gain = rampAt(this.#ramp, i, length);
      pcm[this.#from + i] = rounded((pcm[this.#from + i] as number) * gain);
      pcm[last - 1 - i] = rounded((pcm[last - 1 - i] as number) * gain);
    }
    this.#level = 0;
  }

  #sound(from: number, to: number, cyclesPerSample: number, level: number): void {
    if (level !== this.#level) {
      this.#silence();
      this.#from = Math.ceil(from);
      this.#phase = 0;
      this.#level = level;
    }
    const first = Math.ceil(from);
    const last = Math.min(this.#pcm.length, Math.ceil(to));
    if (!this.#isSquare)
      drawSine(this.#pcm, first, last, cyclesPerSample, this.#phase + (first - from) * cyclesPerSample, level);
    else if (cyclesPerSample * 3 < 0.5) drawSquare(this.#pcm, first, last, from, cyclesPerSample, this.#phase, level);
    else {
      const fundamental = (level * 4) / Math.PI;
      drawSine(this.#pcm, first, last, cyclesPerSample, this.#phase + (first - from) * cyclesPerSample, fundamental);
    }
    this.#phase = (this.#phase + (to - from) * cyclesPerSample) % 1;
    this.#end = to;
  }
}

/** At most the whole ramp, and no more than a quarter of the sound at either end. */
function rampLength(ramp: Float64Array, samples: number): number {
  return Math.min(ramp.length, samples >> 2);
}

function rampAt(ramp: Float64Array, i: number, length: number): number {
  return ramp[Math.floor(((i + 0.5) * ramp.length) / length)] as number;
}

/**
 * Square wave from sample `first` up to `last`, positive in the first half of its cycle. `phase` is its place in the cycle at the
 * time `from`, which is at or just before `first`. At least six samples make a cycle.
 */
function drawSquare(
  pcm: Int16Array,
  first: number,
  last: number,
  from: number,
  cyclesPerSample: number,
  phase: number,
  level: number,
): void {
  let half = Math.floor(phase * 2) + 1;
  let value = half % 2 === 1 ? level : -level;
  let at = first;
  const samplesPerCycle = 1 / cyclesPerSample;
  let before = Number.NEGATIVE_INFINITY;
  while (at < last) {
    const edge = from + (half / 2 - phase) * samplesPerCycle;
    const next = Math.min(last, Math.ceil(edge));
    for (; at < next; at++) pcm[at] = value;
    // After the run that it leads into, so that both sides of the edge are there.
    if (before > first) smoothEdge(pcm, first, last, before, value);
    before = edge;
    value = -value;
    half++;
  }
  if (before < last) smoothEdge(pcm, first, last, before, value);
}

/** Draws a change from `-value` to `value` at a time as the integral of a cubic B-spline around it. */
function smoothEdge(pcm: Int16Array, first: number, last: number, edge: number, value: number): void {
  const start = Math.max(first, Math.ceil(edge - 2));
  const end = Math.min(last, Math.ceil(edge + 2));
  for (let i = start; i < end; i++) {
    const distance = Math.abs(i - edge);
    const missing = 2 * value * stepLeft(distance);
    pcm[i] = rounded(i < edge ? missing - value : value - missing);
  }
}

/** How much of a step of 1 is left to go at a distance of 0 to 2 samples after its middle. */
function stepLeft(distance: number): number {
  if (distance >= 1) {
    const square = (2 - distance) * (2 - distance);
    return (square * square) / 24;
  }
  return 0.5 - distance * (2 / 3 - distance * distance * (1 / 3 - distance / 8));
}

/** The nearest whole number to a sample's value: Math.round takes as long as all the rest. */
function rounded(value: number): number {
  return ((value + 0x8000 + 0.5) | 0) - 0x8000;
}

/** Sine wave from sample `first`, where its place in the cycle is `phase`, up to `last`: a vector that turns by one step a sample. */
function drawSine(pcm: Int16Array, first: number, last: number, cyclesPerSample: number, phase: number, level: number): void {
  const step = 2 * Math.PI * cyclesPerSample;
  const turnX = Math.cos(step);
  const turnY = Math.sin(step);
  for (let block = first; block < last; block += SINE_BLOCK) {
    const angle = 2 * Math.PI * ((phase + (block - first) * cyclesPerSample) % 1);
    let x = level * Math.cos(angle);
    let y = level * Math.sin(angle);
    const end = Math.min(last, block + SINE_BLOCK);
    for (let i = block; i < end; i++) {
      pcm[i] = rounded(y);
      const nextX = x * turnX - y * turnY;
      y = x * turnY + y * turnX;
      x = nextX;
    }
  }
}
