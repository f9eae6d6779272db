/**
 * Sizes that pictures have on a handset, for the forms of the page. No DOM here.
 * @module
 */

import { KINDS } from '../../content/kinds.js';
import { EncodeError } from '../../errors.js';
import type { PictureKind } from '../../message/content.js';
import { chooseForm, type MessageForm } from '../../message/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { findScreen, nameHandset } from '../../show/handsets.js';

/** What a picture is for. */
export type PictureUse = PictureKind;

/** A size to choose, and for whom it is. */
export interface SizeChoice {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly words: string;
}

/** The sizes for a handset, the usual one first, and why. */
export interface PictureSizes {
  readonly sizes: readonly [SizeChoice, ...SizeChoice[]];
  readonly reason: string;
}

/** Rows of a picture in EMS at most: of one column, 8 pixels wide, in 128 octets. */
const EMS_ROWS = 126;
/** Pictures of exchange objects, as the table of makes has them. */
const SEO_SIZE = [101, 80] as const;

/** Which sizes a handset takes. A make of no form of its own is taken for one with EMS, as when it is sent. */
export function pictureSizes(use: PictureUse, profile: HandsetProfile): PictureSizes {
  const { sms, gatewayMake, model } = profile;
  const { name: kind, sizes: known = [] } = KINDS[use];
  const [[width, height] = [72, 14], ...larger] = known;
  const usual = sizeOf(width, height, `${kind} (Nokia)`);
  const name = nameHandset(profile);
  let form: MessageForm;
  try {
    form = chooseForm(use, { make: gatewayMake ?? 'EMS', model: model ?? undefined }).form;
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    return { sizes: [usual], reason: `${name}: ${error.reason}` };
  }
  const sizes: SizeChoice[] = [];
  if (form === 'smart-messaging') {
    const large = larger.map(([across, down]) => sizeOf(across, down, `large ${kind} (Nokia), two messages`));
    const isLargeAlone = sms?.largeOperatorLogo === true && sms.operatorLogo !== true;
    sizes.push(...(isLargeAlone ? [...large, usual] : [usual, ...large]));
    return { sizes: nonEmpty(sizes), reason: `${name} takes Smart Messaging` };
  }
  const { widthPx, heightPx } = findScreen(profile);
  if (form === 'seo') {
    const own = use === 'operatorLogo' ? sms?.siemensLogo : sms?.siemensScreensaver;
    if (own != null) sizes.push(sizeOf(own.width, own.height, `${name}’s own size`));
    sizes.push(sizeOf(...SEO_SIZE, 'exchange object (Siemens)'), sizeOf(72, height, 'as for a Nokia'));
    return { sizes: nonEmpty(withoutDoubles(sizes)), reason: `${name} takes exchange objects` };
  }
  if (sms?.emsVariablePictures !== false) {
    const across = Math.max(8, widthPx - (widthPx % 8));
    sizes.push(sizeOf(72, height, 'as for a Nokia'));
    sizes.push(sizeOf(across, Math.min(heightPx, EMS_ROWS), 'as large as the screen, many messages'));
  }
  sizes.push(sizeOf(32, 32, 'large EMS picture'), sizeOf(16, 16, 'small EMS picture'));
  return { sizes: nonEmpty(withoutDoubles(sizes)), reason: `${name} takes ${form === 'ems' ? 'EMS' : form}` };
}

function sizeOf(widthPx: number, heightPx: number, words: string): SizeChoice {
  return { widthPx, heightPx, words };
}

function nonEmpty(sizes: readonly SizeChoice[]): readonly [SizeChoice, ...SizeChoice[]] {
  return sizes as readonly [SizeChoice, ...SizeChoice[]];
}

function withoutDoubles(sizes: readonly SizeChoice[]): SizeChoice[] {
  const isSame = (a: SizeChoice, b: SizeChoice) => a.widthPx === b.widthPx && a.heightPx === b.heightPx;
  return sizes.filter((size, i) => sizes.findIndex((other) => isSame(size, other)) === i);
}
