/**
 * Devices and programs that play tunes, each with what it takes: a row has data only, which lint, fit and the documents read.
 *
 * A reader of RTTTL is described by the shape of what it reads as the grammar means it: anything else is refused, or played as something else.
 * Shapes match one default or one note, from comma to comma, with all blanks.
 *
 * Sources are in the rows. Facts alone come from there.
 * @module
 */
import { ESC_HIGHEST_MIDI, ESC_OCTETS, type EscFirmware } from './esc-limits.js';

/** The reaction of a device to a spelling that it does not accept: it refuses the tune, or plays something else (`other`). */
export type DeviceEffect = 'refused' | 'other';

/** How a device reads RTTTL, where it differs from the specification. */
export interface DeviceText {
  /** Maximum length of the title in octets; tunes with a longer one are refused. */
  readonly titleOctets?: number;
  /** Set if d, o and b must come first and in this order: the effect of another order. */
  readonly order?: DeviceEffect;
  /** Keys that must be present, and the effect of their absence; the others have the defaults of RTTTL. */
  readonly required?: { readonly keys: string; readonly effect: DeviceEffect };
  /** Matches a default such as `d=4` that it accepts. */
  readonly pair: RegExp;
  /** Matches defaults that make it refuse the tune. */
  readonly refusedPair?: RegExp;
  /** Place of the dot in a note with an octave. */
  readonly dot: 'before-octave' | 'after-octave';
  /** Matches a note or pause that it accepts. */
  readonly note: RegExp;
  /** Matches notes that make it refuse the tune, or stop. */
  readonly refusedNote?: RegExp;
  /** What it does with any other note, in words. */
  readonly plays: string;
}

/** What a device or program can play. */
export interface TuneDeviceProfile {
  /** Common name. */
  readonly name: string;
  /** How it reads RTTTL; absent if tunes are tables in its program. */
  readonly text?: DeviceText;
  /** The slowest and the fastest tempo in quarter notes per minute; by default those of RTTTL, 25 and 900. */
  readonly tempos?: readonly [number, number];
  /** The highest note as a MIDI note number; by default 107, b7. */
  readonly highestMidi?: number;
  /** Whether it plays lengths of two thirds; false by default. */
  readonly takesThirds?: boolean;
  /** Set if it stores tunes as octets: the firmware whose form they have, and their maximum number. */
  readonly octets?: { readonly firmware: EscFirmware; readonly most: number };
  /** Source of these facts. */
  readonly source: string;
}

const ESC_TEXT: DeviceText = {
  pair: /^(?:d=(?:1|2|4|8|16|32)|o=0*[4-7]|b=\d+|[slv]=\w+)?$/,
  refusedPair: /^(?:[^=]+|[^=]*=[^=]*=.*|d=(?!(?:1|2|4|8|16|32)$).*)$/s,
  dot: 'after-octave',
  note: /^\s*0*(?:1|2|4|8|16|32)?(?:(?:[a-g]#?|h)\.?[4-7]?|p\.?\d?)\.?;?\s*$/,
  refusedNote: /^[^a-hp]*$/,
  plays: 'the configurator takes the first note that it finds there',
};

/** The known devices that play RTTTL or tables of notes, by the name that options take. */
export const TUNE_DEVICES = /* @__PURE__ */ devices();

/** The name of a device in {@link TUNE_DEVICES}. */
export type TuneDevice = keyof typeof TUNE_DEVICES;

function devices() {
  const rows = {
    esphome: {
      name: 'ESPHome 2026.3 and later',
      text: {
        titleOctets: 63,
        pair: /^\s*(?:(?:d=0*(?:1|2|4|8|16|32)|o=0*[4-7]|b=\d+|[slv]=\w+)\s*)?$/,
        refusedPair: /[dob]=(?!\d)/,
        dot: 'after-octave',
        note: /^ *0*(?:1|2|4|8|16|32)?(?:[a-h]#?|[pP])(?:0*[4-7])?\.? *$/,
        plays: 'a pause for each character that it does not know, or the default octave',
      },
      source: 'esphome, components/rtttl/rtttl.cpp after pull request 13722 (February 2026)',
    },
    'esphome-2025': {
      name: 'ESPHome up to 2026.1',
      text: {
        titleOctets: 15,
        order: 'refused',
        required: { keys: 'dob', effect: 'refused' },
        pair: /^\s*(?:(?:d=0*(?:1|2|4|8|16|32)|o=0*[4-7]|b=\d+|[slv]=\w+)\s*)?$/,
        dot: 'before-octave',
        note: /^ *0*(?:1|2|4|8|16|32)?(?:[a-h]#?|[pP])\.?(?:0*[4-7])? *$/,
        plays: 'a pause for each character that it does not know, or the default octave',
      },
      tempos: [25, 255],
      source: 'esphome 2024.11, components/rtttl/rtttl.cpp and rtttl.h (numbers are of eight bits)',
    },
    flipper: {
      name: 'Flipper Zero, Music Player',
      text: {
        order: 'other',
        required: { keys: 'dob', effect: 'refused' },
        pair: /^\s*(?:(?:[dob]\s{0,9}=\d+|[slv]\s{0,9}=\w+)\s*)?$/i,
        dot: 'after-octave',
        note: /^[ \t]*0*(?:1|2|4|8|16|32)?(?:[a-g][#_]?(?:0*[4-7])?|p\d?)\.?;?\s*$/i,
        refusedNote: /^[ \t]*(?!\d*[a-gp])[^ \t]/i,
        plays: 'nothing of the note after what it does not know',
      },
      source: 'flipperzero-firmware 0.90, lib/music_worker/music_worker.c',
    },
    nonblockingrtttl: {
      name: 'NonBlockingRtttl for Arduino boards',
      text: {
        order: 'other',
        required: { keys: 'b', effect: 'other' },
        pair: /^(?:d=0*(?:1|2|4|8|16|32)|o=[4-7]|b=\d+)$/,
        dot: 'before-octave',
        note: /^0*(?:1|2|4|8|16|32)?(?:[a-g]#?\.?[4-7]?|[pP]\.?\d?)$/,
        plays: 'a pause for each character that it does not know, or the default octave',
      },
      source: 'NonBlockingRTTTL 1.3, src/NonBlockingRtttl.cpp',
    },
    anyrtttl: {
      name: 'AnyRtttl 2.6 for Arduino boards',
      text: {
        pair: /^\s*(?:(?:d=0*(?:1|2|4|8|16|32)|o=0*[4-7]|b=\d+|[slv]=\w+)\s*)?$/i,
        dot: 'after-octave',
        note: /^ *0*(?:1|2|4|8|16|32)? *\.? *(?:[a-g] *#? *\.? *(?:0*[4-7])?|p *\.? *\d?) *\.? *;?\s*$/i,
        plays: 'the note without what it does not know',
      },
      source: 'AnyRtttl 2.6.0, src/anyrtttl.cpp, the relaxed parser, which is the default',
    },
    arduino: {
      name: 'Tables of Arduino sketches',
      takesThirds: true,
      source: 'github.com/robsoncouto/arduino-songs; the example toneMelody',
    },
    bluejay: {
      name: 'Bluejay, startup melody',
      text: ESC_TEXT,
      highestMidi: ESC_HIGHEST_MIDI,
      octets: { firmware: 'bluejay', most: ESC_OCTETS },
      source: 'bluejay-rtttl-parse 2.0.2; Bluejay, src/Modules/Fx.asm',
    },
    am32: {
      name: 'AM32, startup melody',
      text: ESC_TEXT,
      highestMidi: ESC_HIGHEST_MIDI,
      octets: { firmware: 'am32', most: ESC_OCTETS },
      source: 'AM32, Src/sounds.c; the text as esc-configurator reads it (bluejay-rtttl-parse 2.0.2)',
    },
  } as const satisfies Readonly<Record<string, TuneDeviceProfile>>;
  return rows as { readonly [Device in keyof typeof rows]: TuneDeviceProfile };
}

/** The row of a device. @throws TypeError for a name that is none. */
export function deviceProfile(device: TuneDevice): TuneDeviceProfile {
  if (!Object.hasOwn(TUNE_DEVICES, device)) {
    throw new TypeError(`device is ${String(device)}, allowed: ${Object.keys(TUNE_DEVICES).join(', ')}`);
  }
  return TUNE_DEVICES[device];
}
