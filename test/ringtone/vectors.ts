import { fromHex } from '../../src/bytes/index.js';
import type { Instruction, Note } from '../../src/ringtone/index.js';
import { fixture } from '../support/vectors.js';

type Code =
  | readonly [kind: 'note', value: number, duration: number, specifier: number]
  | readonly [kind: 'scale' | 'style' | 'tempo' | 'volume', code: number];

export interface Expected {
  readonly name: string;
  readonly defaults: { readonly b: number; readonly s: 'N' | 'C' | 'S'; readonly l: number };
  readonly notes: readonly {
    note: string;
    octave: number | null;
    duration: number;
    dots: number;
    bpm: number;
    style: string;
  }[];
  readonly totalMs: number;
}

export interface Oracle {
  readonly hex: string;
  readonly title: string;
  readonly loop: number;
  readonly instructions: readonly Code[];
  readonly notesMatchExpect: string;
}

export interface RingtoneVectors {
  readonly vectors: readonly {
    readonly id: string;
    readonly text: string;
    readonly expect: Expected;
    readonly formValue: string;
    readonly oracles: { readonly gammu: Oracle; readonly gnokii: Oracle };
    /** Whole messages by python3-gammu, where it made some. */
    readonly gammuSms?: Readonly<Record<'EMSSound10' | 'EMSSound12', readonly { readonly udh: string }[] | undefined>>;
  }[];
  readonly motorola: readonly {
    readonly id: string;
    readonly text?: string;
    readonly musicalData: string;
    readonly checksumHighFirst: string;
  }[];
  readonly anyRtttl: readonly {
    readonly id: string;
    readonly text: string;
    readonly bits10: string;
    readonly bits16: string;
  }[];
  readonly tempoTable: readonly { readonly bpm: number; readonly codeUp: number; readonly codeNearest: number }[];
  readonly published: readonly {
    readonly id: string;
    readonly hex: string;
    readonly decoded: {
      readonly title: string;
      readonly patterns: readonly [{ readonly loop: number; readonly instructions: readonly Code[] }];
    };
    readonly events: readonly (readonly [string, number | null, number, number, number, string])[];
  }[];
}

export function ringtoneVectors(): RingtoneVectors {
  return fixture('vectors/ringtones.json') as RingtoneVectors;
}

/** The object in gammu's EMS message of one element: what follows UDHL, IEI, IEDL and the position. */
export function gammuSound(
  { gammuSms }: RingtoneVectors['vectors'][number],
  form: 'EMSSound10' | 'EMSSound12',
): Uint8Array | undefined {
  const [message] = gammuSms?.[form] ?? [];
  return message === undefined ? undefined : fromHex(message.udh).subarray(4);
}

export function toInstruction(code: Code): Instruction {
  return code[0] === 'note'
    ? { kind: 'note', value: code[1], duration: code[2], specifier: code[3] }
    : { kind: code[0], code: code[1] };
}

/** Notes with everything in force spelled out, the way the vectors have them. */
export function spelledOut(tune: { tempoBpm: number; style: string; notes: readonly Note[] }): Expected['notes'] {
  let bpm = tune.tempoBpm;
  let { style } = tune;
  return tune.notes.map((note) => {
    bpm = note.tempoBpm ?? bpm;
    style = note.style ?? style;
    return { note: note.pitch ?? 'p', octave: note.octave, duration: note.duration, dots: note.dots, bpm, style };
  });
}
