/**
 * A card of the collection: what there is to see of a file, what it says, and what is wrong with it.
 * @module
 */
import { pixelsFromBitmap } from '../../bitmap/index.js';
import { canvasOfPixels } from '../ui/canvas-view.js';
import { h, smallButton } from '../ui/dom.js';
import { type Item, isFaulty } from './collection.js';
import { FILE_KINDS } from './kinds.js';

/** What a card tells. */
export interface CardListener {
  readonly onOpen: (item: Item) => void;
  readonly onPlay: (item: Item) => void;
  /** Whether its file sounds: a card may come while it does. */
  readonly isPlaying: (item: Item) => boolean;
}

/** A card on the page. */
export interface Card {
  readonly element: HTMLLIElement;
  readonly open: HTMLButtonElement;
  readonly play: HTMLButtonElement | undefined;
}

/** Pixels of a thumbnail, and how much larger than it is a picture gets. */
const [WIDTH, HEIGHT, MAX_ZOOM] = [176, 84, 4];

/** Makes the card of a file. */
export function makeCard(item: Item, listener: CardListener): Card {
  const { id, path, blob, description } = item;
  const { sentence = 'Not read yet', kind, faults = [] } = description ?? {};
  const at = path.lastIndexOf('/') + 1;
  const [name, fault] = [`file-${id}-name`, `file-${id}-fault`];
  const open = h(
    'button.files-open',
    {
      type: 'button',
      dir: 'auto',
      'aria-describedby': faults.length === 0 ? name : `${name} ${fault}`,
      on: { click: () => listener.onOpen(item) },
    },
    sentence,
  );
  const play =
    description?.sound === undefined
      ? undefined
      : smallButton(listener.isPlaying(item) ? 'Stop' : 'Play', () => listener.onPlay(item), {
          class: 'button small files-play',
          'aria-describedby': name,
        });
  const element = h(
    'li',
    { class: `files-card${isFaulty(item) ? ' faulty' : ''}` },
    h('div.files-thumb', thumbnail(item)),
    h(
      'div.files-words',
      h('p.files-name', { id: name, title: path }, at > 0 && h('span.dim', path.slice(0, at)), path.slice(at)),
      open,
      faults.length > 0 && h('p.files-fault', { id: fault, title: faults.join('\n') }, '⚠ ', faults.join('; ')),
    ),
    h(
      'div.files-foot',
      h('span.chip', kind === undefined ? '…' : FILE_KINDS[kind].one),
      h('span.dim', sizeWords(blob.size)),
      play,
    ),
  );
  return { element, open, play };
}

function thumbnail({ description, blob }: Item): HTMLElement {
  const { bitmap, picture, kind } = description ?? {};
  if (bitmap !== undefined) {
    const { widthPx, heightPx } = bitmap;
    const canvas = canvasOfPixels(pixelsFromBitmap(bitmap), { 'aria-hidden': 'true' });
    const zoom = Math.min(MAX_ZOOM, WIDTH / widthPx, HEIGHT / heightPx);
    // Whole steps, so that all pixels are as large as each other.
    const whole = zoom >= 1 ? Math.floor(zoom) : zoom;
    canvas.style.width = `${widthPx * whole}px`;
    canvas.style.height = `${heightPx * whole}px`;
    return canvas;
  }
  if (picture !== undefined) {
    const { octets, type } = picture;
    const url = URL.createObjectURL(octets === undefined ? new Blob([blob], { type }) : new Blob([octets.slice()], { type }));
    const done = () => URL.revokeObjectURL(url);
    // A picture that the browser cannot show is a card without one.
    const onError = () => {
      done();
      image.hidden = true;
    };
    const image: HTMLImageElement = h('img', { src: url, alt: '', decoding: 'async', on: { load: done, error: onError } });
    return image;
  }
  return h('span.files-sign', { 'aria-hidden': 'true' }, kind === undefined ? '…' : FILE_KINDS[kind].sign);
}

/** `1.2 MB`; files are counted as their systems do. */
export function sizeWords(octets: number): string {
  if (octets < 1_000) return `${octets} B`;
  const [size, unit] = octets < 1_000_000 ? [octets / 1_000, 'kB'] : [octets / 1_000_000, 'MB'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${unit}`;
}
