/**
 * What can be shown on the phone before anything was sent. No DOM here.
 * @module
 */
import { type Bitmap, bitmapFromPixels } from '../../bitmap/index.js';
import { PICTURE_SAMPLES } from '../compose/picture-samples.js';
import type { Shown } from '../composed.js';

/** Things to try, and how each is called. */
export const PHONE_SAMPLES: readonly { readonly words: string; readonly shown: () => Shown }[] = [
  {
    words: 'Picture message',
    shown: () => ({
      kind: 'content',
      content: {
        kind: 'pictureMessage',
        bitmap: sample('hills', 72, 28),
        text: 'Greetings from the hills! Back on Sunday, save me some cake.',
      },
    }),
  },
  {
    words: 'Operator logo',
    shown: () => ({
      kind: 'content',
      content: { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: sample('name', 72, 14) },
    }),
  },
  {
    words: 'Text',
    shown: () => ({
      kind: 'content',
      content: { kind: 'text', text: 'Table for 4 at eight. Bring the map, the torch and the dog. See you there!' },
      from: '+447700900123',
    }),
  },
];

function sample(id: string, widthPx: number, heightPx: number): Bitmap {
  const { draw } = PICTURE_SAMPLES.find((one) => one.id === id) as (typeof PICTURE_SAMPLES)[number];
  return bitmapFromPixels(draw(widthPx, heightPx), { widthPx, heightPx });
}
