/**
 * handset's readers and writers of tunes, in the terms of the pack.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import {
  type AnyRtttlNoteBits,
  decodeAnyRtttl,
  decodeNokiaRingtone,
  decodeNokiaSong,
  encodeAnyRtttl,
  encodeNokiaSong,
  type Instruction,
  parseImelody,
  parseMotorola,
  parseRtttl,
  type Tune,
  tempoCode,
  tuneDurationMs,
} from '../../../src/ringtone/index.js';
import { decodeUdh, encodeUdh } from '../../../src/sms/index.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters, How } from './adapter.js';

/** Notes with everything that is in force spelled out. */
export function plainNotes(tune: Tune): JsonObject[] {
  let { tempoBpm: bpm, style } = tune;
  return tune.notes.map((note) => {
    bpm = note.tempoBpm ?? bpm;
    style = note.style ?? style;
    return { note: note.pitch ?? 'p', octave: note.octave, duration: note.duration, dots: note.dots, bpm, style };
  });
}

const noteBitsOf = ({ options }: How) => ({ noteBits: options.noteBits as AnyRtttlNoteBits });

export const tuneAdapters: Adapters = {
  rtttl: {
    decode: (wire: string, { lenient }): JsonObject => {
      const tune = parseRtttl(wire, { lenient });
      return { title: tune.title, loop: tune.loops, notes: plainNotes(tune), totalMs: tuneDurationMs(tune) };
    },
  },
  'nokia-ringtone': {
    decode: (wire: Uint8Array): JsonObject => {
      const { title, patterns } = decodeNokiaSong(wire);
      const [pattern] = patterns;
      if (pattern === undefined || patterns.length > 1) throw new Error('the cases of the pack have one pattern');
      // A tune without a note is no tune, though its octets are in order.
      const notes = pattern.instructions.length === 0 ? [] : plainNotes(decodeNokiaRingtone(wire));
      return { title, loop: pattern.loop, instructions: pattern.instructions as never, notes };
    },
    encode: ({ title, loop, instructions }: { title: string; loop: number; instructions: readonly Instruction[] }) =>
      encodeNokiaSong({ songType: 'basic', title, patterns: [{ id: 'A', loop, instructions }] }),
  },
  'nokia-tempo': {
    encode: ({ bpm }: { bpm: number }): JsonObject => ({ nearest: tempoCode(bpm, 'nearest'), notSlower: tempoCode(bpm, 'up') }),
  },
  imelody: {
    decode: (wire: string): JsonObject => {
      const tune = parseImelody(wire);
      return { title: tune.title, notes: plainNotes(tune) };
    },
  },
  'ems-sound': {
    decode: (wire: Uint8Array): JsonObject => ({
      sounds: decodeUdh(wire).elements.map((element) => {
        if (element.kind !== 'userSound') throw new Error(`${element.kind} in a case of sounds`);
        return { position: element.position, melody: Buffer.from(element.data).toString('latin1') };
      }),
    }),
    encode: ({ sounds }: { sounds: readonly { position: number; melody: string }[] }) =>
      encodeUdh(
        sounds.map(({ position, melody }) => ({
          kind: 'userSound',
          position,
          data: fromHex(toHex(Buffer.from(melody, 'latin1'))),
        })),
      ),
  },
  'any-rtttl': {
    decode: (wire: Uint8Array, how): JsonObject => {
      const tune = decodeAnyRtttl(wire, noteBitsOf(how));
      return { bpm: tune.tempoBpm, notes: plainNotes(tune) };
    },
    encode: ({ bpm, notes }: { bpm: number; notes: readonly { note: string }[] }, how) => {
      const plain = notes.map(({ note, ...rest }) => ({
        ...rest,
        pitch: note === 'p' ? null : note,
        bpm: undefined,
        style: undefined,
      }));
      return encodeAnyRtttl({ title: '', tempoBpm: bpm, style: 'N', loops: 0, notes: plain as never }, noteBitsOf(how));
    },
  },
  'motorola-ringtone': {
    decode: (wire: string): JsonObject => {
      parseMotorola(wire, { digits: 'fractions' });
      return { checksum: wire.slice(-2) };
    },
  },
};
