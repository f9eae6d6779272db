/**
 * Where gammu is wrong about EMS, rule by rule (see ledger.ts).
 * @module
 */
import type { Bitmap } from '../../src/bitmap/index.js';
import type { KnownFault } from './ledger.js';
import { hex } from './report.js';

const GAMMU = 'gammu 1.42.0';

/** How a text looks. */
export interface EmsFormat {
  readonly align: 'left' | 'centre' | 'right' | 'language';
  readonly styles: readonly ('Bold' | 'Italic' | 'Underlined' | 'Strikethrough')[];
  readonly size: '' | 'Large' | 'Small';
  readonly text: string;
}

/** An object for a header: a picture of a fixed size, of any size or in columns, an animation, one of the handset's own, a format. */
export type EmsCase =
  | {
      readonly kind: 'fixed' | 'variable' | 'columns' | 'animation';
      readonly frames: readonly Bitmap[];
      readonly isProtected: boolean;
    }
  | { readonly kind: 'predefinedSound' | 'predefinedAnimation'; readonly number: number }
  | { readonly kind: 'format'; readonly format: EmsFormat };

const oneHeader: KnownFault<EmsCase> = {
  id: 'gammu-one-header',
  oracle: GAMMU,
  fault: 'puts all columns of a picture into the header of one message, far over 140 octets',
  applies: ({ kind }) => kind === 'columns',
  shows: (_, { octets }) => ({ headers: 1, udhl: Number(octets) % 256 }),
};

const fewerFrames: KnownFault<EmsCase> = {
  id: 'gammu-fewer-frames',
  oracle: GAMMU,
  fault: 'writes as many frames of an animation as it was given; the standard has four',
  applies: (input) => input.kind === 'animation' && input.frames.length < 4,
  shows: (input, { elements }) => {
    const frames = 'frames' in input ? input.frames : [];
    const data = hex(Uint8Array.of(0, ...frames.flatMap(({ rows }) => [...rows])));
    const [last = '', ...front] = (elements as string[]).toReversed();
    const element = last.slice(0, 2) + hex(Uint8Array.of(data.length / 2)) + data;
    const all = [...front.toReversed(), element];
    return { elements: all, octets: all.join('').length / 2, udhl: all.join('').length / 2, read: ['raw'] };
  },
};

const swappedSides: KnownFault<EmsCase> = {
  id: 'gammu-alignment',
  oracle: GAMMU,
  fault: 'takes 1 for right and 2 for centre',
  applies: (input) => input.kind === 'format' && (input.format.align === 'centre' || input.format.align === 'right'),
  shows: (_, { elements }) => {
    const octets = Buffer.from((elements as string[])[0]!, 'hex');
    octets[4]! ^= 3;
    return { elements: [hex(octets)], read: octets[4] };
  },
};

const formatPosition: KnownFault<EmsCase> = {
  id: 'gammu-format-position',
  oracle: GAMMU,
  fault: 'puts the position of a format behind the text that it is for',
  applies: ({ kind }) => kind === 'format',
  shows: (input, { elements }) => {
    const octets = Buffer.from((elements as string[])[0]!, 'hex');
    octets[2] = 'format' in input ? input.format.text.length : 0;
    return { elements: [hex(octets)] };
  },
};

/** For headers that gammu makes. */
export const GAMMU_EMS_FAULTS: readonly KnownFault<EmsCase>[] = [oneHeader, fewerFrames, swappedSides, formatPosition];

/** A message of EMS that gammu reads. */
export interface EmsMessageCase {
  /** Columns that it has to join. */
  readonly columns: number;
}

const joins: KnownFault<EmsMessageCase> = {
  id: 'gammu-columns',
  oracle: GAMMU,
  fault: 'joins the columns of a picture in memory that it has never set, so that python-gammu finds a bitmap of no type',
  applies: ({ columns }) => columns > 1,
  shows: () => ({ entries: undefined, error: 'ValueError', text: "Bad value for BitmapType from Gammu: '0'" }),
};

/** For messages of ours that gammu reads. */
export const GAMMU_EMS_READ_FAULTS: readonly KnownFault<EmsMessageCase>[] = [joins];
