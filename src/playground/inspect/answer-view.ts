/**
 * The card above the tree: what the payload says in one sentence, and what there is to see and to hear of it. Of several payloads in a log one is
 * chosen from a list.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { type Answer, describeAnswer, type FoundPayload, listPayloads, WHOLE } from '../../show/answer.js';
import type { Inspected } from '../../show/carried.js';
import { distinctEffects, findEffects } from '../../show/effects.js';
import type { Shown } from '../../show/shown.js';
import type { Shown as OnPhone } from '../composed.js';
import { BROWSER_PICTURES, BROWSER_SOUNDS } from '../ui/browser-types.js';
import { announce, button, fill, h, smallButton } from '../ui/dom.js';
import { wordsOf } from '../ui/fault-view.js';
import { clipped, fileElement, mmsFigure, pictureCanvas, textBlock } from '../ui/media-view.js';
import { mmsItems } from '../ui/mms-items.js';
import { Player } from '../ui/player-view.js';
import { inPortions } from '../ui/portions.js';

/** Payloads that are listed, and parts of one that are shown. */
const [MAX_LISTED, MAX_SHOWN] = [100, 12];

/** Payloads whose answers are there at once; the others follow as there is time. */
const FIRST_LISTED = 8;

/** Findings on what a payload does to a phone that are shown. */
const MAX_EFFECTS = 12;

/** Width at which pictures are shown, and how much larger than they are at most. */
const [PICTURE_PX, MAX_SCALE] = [288, 6];

/** What the card tells. */
export interface AnswerListener {
  /** Another payload of the list was chosen. */
  readonly onChoose: (found: FoundPayload) => void;
  readonly onShow: (shown: OnPhone) => void;
}

/** The card. */
export class AnswerView {
  /** Where it is, which is there before this is loaded. */
  readonly element: HTMLElement;
  readonly #listener: AnswerListener;
  readonly #player = new Player({ onPlaying: () => this.#drawPlay(), onProgress: () => undefined });
  readonly #main = h('div.answer-main');
  #play: HTMLButtonElement | undefined;
  #octets: Uint8Array | undefined;
  /** Where the payload is that was chosen from the list. */
  #chosen: string | undefined;
  /** The list that is filled. */
  #list: HTMLElement | undefined;

  constructor(element: HTMLElement, listener: AnswerListener) {
    this.element = element;
    this.#listener = listener;
  }

  /**
   * Shows what a payload says, or the first of several; one that was chosen before stays chosen when more of the same log is there.
   * @param isPartial whether more payloads follow
   * @returns the sentence
   */
  show(payload: Inspected, reason: string | undefined, isPartial = false): string {
    const found = listPayloads(payload, MAX_LISTED);
    const isSame = this.#octets === payload.octets;
    this.#octets = payload.octets;
    const chosen = (isSame && found.find(({ where }) => where === this.#chosen)) || found[0];
    this.#list = undefined;
    const isList = chosen !== undefined && (found.length > 1 || isPartial);
    const answer = isList ? describeAnswer(chosen) : describeAnswer(payload, reason);
    this.#chosen = isList ? chosen.where : undefined;
    this.#fillMain(answer, isList ? chosen : payload);
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    fill(this.element, this.#main, isList && this.#listOf(found, isPartial));
    this.element.hidden = false;
    for (const item of this.element.querySelectorAll<HTMLElement>('.answer-item')) {
      if (item.textContent === focused) item.focus({ preventScroll: true });
    }
    return answer.sentence;
  }

  /** Takes away what was shown. */
  clear(): void {
    this.stop();
    this.#list = undefined;
    this.#octets = undefined;
    this.element.hidden = true;
  }

  /** Whatever sounds ends. */
  stop(): void {
    this.#player.stop();
    for (const audio of this.element.querySelectorAll('audio')) audio.pause();
  }

  #listOf(found: readonly FoundPayload[], isPartial: boolean): HTMLElement {
    const list = h('ol#answer-list', { 'aria-labelledby': 'answer-count', 'aria-busy': 'true' });
    this.#list = list;
    const steps = this.#addItems(list, found);
    for (let count = 0; count < FIRST_LISTED; count++) steps.next();
    void inPortions(steps, () => this.#list === list);
    const [first] = found;
    const count =
      first?.where === WHOLE ? 'In the archive' : `${pluralize(found.length, 'payload')} found${isPartial ? ' so far' : ''}`;
    return h('div.answer-list', h('h2.inspect-title', { id: 'answer-count' }, count), list);
  }

  /** Adds a payload to the list with each step. */
  *#addItems(list: HTMLElement, found: readonly FoundPayload[]): Generator<void> {
    for (const each of found) {
      list.append(h('li', this.#item(list, each)));
      yield;
    }
    list.setAttribute('aria-busy', 'false');
  }

  #item(list: HTMLElement, found: FoundPayload): HTMLElement {
    const answer = describeAnswer(found);
    const { sentence, faults } = answer;
    const item: HTMLButtonElement = h(
      'button.answer-item',
      {
        type: 'button',
        'aria-pressed': String(found.where === this.#chosen),
        on: {
          click: () => {
            for (const other of list.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === item));
            this.#chosen = found.where;
            this.#fillMain(answer, found);
            announce(sentence);
            this.#listener.onChoose(found);
          },
        },
      },
      h('span.dim', found.where),
      ' ',
      faults.length > 0 && h('span.warning-words', '⚠ '),
      sentence,
    );
    return item;
  }

  #fillMain(answer: Answer, payload: Inspected): void {
    this.stop();
    this.#play = undefined;
    const { sentence, facts, faults, carried, refusal } = answer;
    const media = this.#media(answer).slice(0, MAX_SHOWN);
    fill(
      this.#main,
      h('h2#answer', { dir: 'auto' }, sentence),
      media.length > 0 && h('div.answer-media', ...media),
      ...faults.map((fault) => h('p.warning', fault)),
      facts.length > 0 &&
        h(
          'dl.answer-facts',
          ...facts.map(({ name, value }) => h('div', h('dt', name), h('dd', { dir: 'auto' }, clipped(value)))),
        ),
      effectsList(payload),
      carried !== undefined &&
        button('Show on the phone', () => this.#listener.onShow(carried), { id: 'show', class: 'button small primary' }),
      refusal !== undefined && h('p#show-hint.hint', `Not for the phone: ${refusal}`),
    );
  }

  #media({ shown, file, carried, sentence }: Answer): HTMLElement[] {
    const media = shown.slice(0, MAX_SHOWN).flatMap((each) => this.#shown(each));
    if (file !== undefined && [...BROWSER_PICTURES, ...BROWSER_SOUNDS].includes(file.type)) {
      media.push(enlarged(fileElement(file.octets, file.type, sentence)));
    }
    if (carried?.kind === 'mms') media.push(...mmsItems(carried.message).slice(0, MAX_SHOWN).map(mmsFigure));
    return media;
  }

  #shown(shown: Shown): HTMLElement[] {
    switch (shown.kind) {
      case 'text':
        return [textBlock(shown.text)];
      case 'picture':
        return shown.frames.slice(0, MAX_SHOWN).map((frame) => enlarged(pictureCanvas(frame, shown.name)));
      case 'tune': {
        const { tune } = shown;
        const play = smallButton('Play', () => {
          if (this.#player.isPlaying) this.#player.stop();
          else this.#player.play(tune).catch((error) => play.after(h('p.error', { role: 'alert' }, wordsOf(error))));
        });
        play.classList.add('answer-play');
        this.#play = play;
        return [play];
      }
    }
  }

  #drawPlay(): void {
    if (this.#play !== undefined) this.#play.textContent = this.#player.isPlaying ? 'Stop' : 'Play';
  }
}

/** What the messages of a payload do to a phone; false where they do nothing. */
function effectsList({ field, octets }: Inspected): HTMLElement | false {
  const effects = distinctEffects(findEffects(field, octets));
  if (effects.length === 0) return false;
  const items = effects
    .slice(0, MAX_EFFECTS)
    .map(({ title, explanation, clause }) => h('li', h('strong', title), `: ${explanation} `, h('span.dim', clause)));
  const more = effects.length - MAX_EFFECTS;
  if (more > 0) items.push(h('li.dim', `and ${more} more`));
  return h('div.answer-effects', h('h3.inspect-title', 'On a phone'), h('ul#effects', ...items));
}

/** A picture of a phone's few pixels, as large as a person sees it well; those of cameras are shown smaller than they are. */
function enlarged<E extends HTMLElement>(element: E): E {
  const setWidth = (widthPx: number) => {
    const scale = Math.max(1, Math.min(MAX_SCALE, Math.floor(PICTURE_PX / widthPx)));
    element.style.width = `${Math.min(PICTURE_PX, widthPx * scale)}px`;
  };
  if (element instanceof HTMLCanvasElement) setWidth(element.width);
  else if (element instanceof HTMLImageElement) element.addEventListener('load', () => setWidth(element.naturalWidth));
  return element;
}
