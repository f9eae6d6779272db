/**
 * Playing a tune: the samples of its WAV through WebAudio.
 * @module
 */
import { parseRtttl, type Tune } from '../../ringtone/index.js';
import { SAMPLE_RATE, samplesOf } from './sound.js';

/**
 * A source that plays a tune once through a context, the speaker's or one that renders; it is connected, and still to be started.
 * @throws EncodeError, LimitError as `renderWav`.
 */
export function playThrough(context: BaseAudioContext, tune: Tune): AudioBufferSourceNode {
  const { samples, sampleRate } = samplesOf(tune, context.sampleRate);
  const buffer = context.createBuffer(1, Math.max(1, samples.length), sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  return source;
}

/** What a player tells. */
export interface PlayerEvents {
  /** The tune began or ended, or was stopped. */
  onPlaying(isPlaying: boolean): void;
  /** Where it is, once for each frame that is drawn. */
  onProgress(ms: number): void;
}

/** Plays one tune at a time. */
export class Player {
  readonly #events: PlayerEvents;
  #context: AudioContext | undefined;
  #source: AudioBufferSourceNode | undefined;

  constructor(events: PlayerEvents) {
    this.#events = events;
  }

  get isPlaying(): boolean {
    return this.#source !== undefined;
  }

  /** Plays from the beginning. To be called from a click: browsers let nothing sound before. @throws EncodeError, LimitError as `renderWav` */
  async play(tune: Tune): Promise<void> {
    this.stop();
    this.#context ??= new AudioContext();
    const context = this.#context;
    const source = playThrough(context, tune);
    this.#source = source;
    source.addEventListener('ended', () => {
      if (this.#source === source) this.#end();
    });
    this.#events.onPlaying(true);
    await context.resume();
    if (this.#source !== source) return;
    const began = context.currentTime;
    source.start(began);
    const follow = () => {
      if (this.#source !== source) return;
      // What is heard now was handed over a little before.
      const latency = context.outputLatency || context.baseLatency || 0;
      this.#events.onProgress(Math.max(0, (context.currentTime - began - latency) * 1000));
      requestAnimationFrame(follow);
    };
    follow();
  }

  stop(): void {
    const source = this.#source;
    if (source === undefined) return;
    this.#end();
    try {
      source.stop();
    } catch {
      // It had not begun.
    }
    source.disconnect();
  }

  #end(): void {
    this.#source = undefined;
    this.#events.onPlaying(false);
  }
}

/** Asks for the samples that the speaker would get, by way of `handset:render`. */
export interface RenderRequest {
  readonly rtttl: string;
  readonly done: (samples: Float32Array) => void;
}

/** Renders a tune as {@link playThrough} plays it, without a speaker. */
export async function renderSamples(tune: Tune): Promise<Float32Array> {
  const { samples } = samplesOf(tune);
  const context = new OfflineAudioContext(1, Math.max(1, samples.length), SAMPLE_RATE);
  playThrough(context, tune).start();
  return (await context.startRendering()).getChannelData(0);
}

/** Answers `handset:render` events of the document: what is heard can be measured where there is no speaker. */
export function answerRenderRequests(): void {
  document.addEventListener('handset:render', (event) => {
    const { rtttl, done } = (event as CustomEvent<RenderRequest>).detail;
    void renderSamples(parseRtttl(rtttl, { lenient: true })).then(done);
  });
}
