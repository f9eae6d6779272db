/**
 * What the phone lets hear: notes through the player, files through the browser, one sound at a time.
 * @module
 */
import type { Part } from '../../mms/binary.js';
import { h } from '../ui/dom.js';
import { wordsOf } from '../ui/fault-view.js';
import { Player } from '../ui/player-view.js';
import type { Sound } from './showing.js';

/** Who wants to know. */
export interface PhoneSoundEvents {
  /** It began to sound, or ended. */
  onChange(): void;
  /** It does not sound, and why. */
  onFault(words: string): void;
}

/** The phone's loudspeaker. */
export class PhoneSound {
  readonly element = h('audio');
  readonly #player: Player;
  readonly #events: PhoneSoundEvents;

  constructor(events: PhoneSoundEvents) {
    this.#events = events;
    this.#player = new Player({ onPlaying: () => events.onChange(), onProgress: () => undefined });
    this.element.addEventListener('ended', () => this.stop());
  }

  get isPlaying(): boolean {
    return this.#player.isPlaying || this.element.hasAttribute('src');
  }

  /** Plays a sound; ends the one that plays. To be called from a click, as {@link Player.play}. */
  async toggle(sound: Sound): Promise<void> {
    if (this.isPlaying) return this.stop();
    try {
      await (sound.kind === 'tune' ? this.#player.play(sound.tune) : this.#playFile(sound.part));
    } catch (error) {
      this.#events.onFault(wordsOf(error));
    }
  }

  stop(): void {
    this.#player.stop();
    if (this.element.hasAttribute('src')) this.#letGo();
    this.#events.onChange();
  }

  async #playFile({ data, contentType, name }: Part): Promise<void> {
    const audio = this.element;
    const url = URL.createObjectURL(new Blob([data.slice()], { type: contentType }));
    audio.src = url;
    try {
      await audio.play();
    } catch {
      // Stopped before it began, it was let go; what cannot be played is not paused by itself.
      if (audio.src !== url) return;
      this.#letGo();
      this.#events.onFault(`${name}: this browser does not play ${contentType}`);
    }
    this.#events.onChange();
  }

  /** The file of a sound takes memory for as long as there is an address of it. */
  #letGo(): void {
    const audio = this.element;
    const { src } = audio;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(src);
  }
}
