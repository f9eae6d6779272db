/**
 * A tune as samples for WebAudio: those of its WAV, so that the page sounds like the file that it offers. No DOM here.
 * @module
 */
import { renderWav, type Tune } from '../../ringtone/index.js';

/** Samples of one channel, -1 to 1. */
export interface Samples {
  /** Samples a second. */
  readonly sampleRate: number;
  readonly samples: Float32Array<ArrayBuffer>;
}

/** Samples a second, where nothing asks for others. */
export const SAMPLE_RATE = 44_100;

/** Octets in front of the samples: RIFF, fmt and the head of data. */
const HEADER_OCTETS = 44;

/**
 * The samples of one pass of a tune.
 * @param sampleRate that of the audio context: what is rendered at another one would be bent to it.
 * @throws EncodeError, LimitError as `renderWav`.
 */
export function samplesOf(tune: Tune, sampleRate: number = SAMPLE_RATE): Samples {
  const wav = renderWav(tune, { sampleRate });
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const count = (wav.length - HEADER_OCTETS) / 2;
  const samples = new Float32Array(count);
  for (let i = 0; i < count; i++) samples[i] = view.getInt16(HEADER_OCTETS + 2 * i, true) / 0x8000;
  return { sampleRate, samples };
}
