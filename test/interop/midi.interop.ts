/**
 * MIDI files: ours played by timidity, read by mftext and gnokii; those of abc2midi, gammu and gnokii read by us.
 */
import { describe, expect, it } from 'vitest';
import { decodeMidi, encodeMidi, encodeNokiaRingtone } from '../../src/ringtone/index.js';
import { draw, SEED } from './arbitraries.js';
import { abcToMidi, listMidi } from './drivers/abcmidi.js';
import { convertRingtones } from './drivers/ringtone-files.js';
import { lastHeard, pitches, play, soundVersions } from './drivers/sound.js';
import { judge, readFile } from './judge.js';
import { A_SECOND, comparePitches, hertzOf, KEYS, shortTune, steady } from './keys.js';
import { hex } from './report.js';
import { GAMMU_MIDI_FAULTS, GNOKII_MIDI_READ_FAULTS, GNOKII_MIDI_WRITE_FAULTS } from './tune-faults.js';
import {
  fromPlain,
  lengthOf,
  PITCHES,
  type PlainNote,
  type PlainTune,
  plainTune,
  readOracleText,
  secondsOf,
  timedFields,
  tune,
} from './tunes.js';

const PLAYED = 24;
const FILES = 150;
const LISTED = 150;

describe(`MIDI (seed ${SEED})`, () => {
  it(`timidity plays ${PLAYED} MIDI files of ours in the time of the tune`, async () => {
    const last: PlainNote = { pitch: 'c', octave: 5, duration: 4, dots: 0, twoThirds: false, tempo: 120, style: 'C' };
    const tunes = draw(shortTune(24), PLAYED).map((plain) => ({ ...plain, loops: 0, notes: [...plain.notes, last] }));
    // What the instrument sounds on behind the end of a note is measured with that note alone.
    const alone: PlainTune = { title: 'x', loops: 0, notes: [last] };
    const wavs = await play([alone, ...tunes].map((plain) => encodeMidi(fromPlain(plain), { program: OCARINA })));
    const [only = 0, ...ends] = await lastHeard(wavs);
    const release = only - secondsOf(alone);
    expect(release).toBeGreaterThan(-0.05);
    expect(release).toBeLessThan(0.6);
    const version = (await soundVersions()).timidity;
    console.log(`timidity ${version}: ${PLAYED} tunes, ${release.toFixed(3)} s of release`);
    tunes.forEach((plain, index) => {
      const label = JSON.stringify(plain);
      // Tempos are whole microseconds a quarter note, and timidity works in blocks of samples.
      expect(
        Math.abs(ends[index]! - release - secondsOf(plain)),
        `${ends[index]} s for ${secondsOf(plain)} of ${label}`,
      ).toBeLessThan(0.02);
    });
  });

  it('sox hears every note of our MIDI files at its pitch', async () => {
    const wavs = await play(KEYS.map((key) => encodeMidi(fromPlain(steady([key], A_SECOND, 'C')), { program: OCARINA })));
    const jobs = KEYS.map((key, index) => ({ wav: wavs[index]!, near: hertzOf(key), from: 0.1 }));
    comparePitches(await pitches(jobs));
  });

  it(`mftext lists in ${LISTED} MIDI files of ours every event of the tune`, async () => {
    const tunes = draw(tune({ everyLength: true, changes: true, mostNotes: 80 }), LISTED);
    const midis = tunes.map((plain, index) => encodeMidi(fromPlain(plain, index % 5)));
    const listings = await listMidi(midis);
    judge(
      'mftext',
      [],
      tunes.map((plain, index) => ({
        input: undefined,
        right: { format: 0, tracks: 1, division: 96, events: eventsOf(plain, index % 5) },
        shown: { ...listings[index]!, events: listings[index]!.events.map(({ time, event }) => `${time} ${event}`) },
        label: hex(midis[index]!),
      })),
    );
  });

  it(`${FILES} tunes that abc2midi turns into MIDI, read by us`, async () => {
    // Two dots in front of a pause would read as a note with a gap behind it; and the end of the track stands a little late.
    const tunes = draw(tune({ everyLength: true, changes: false, mostNotes: 80 }), FILES).map(
      ({ notes, ...rest }): PlainTune => {
        const last = notes.findLastIndex(({ pitch }) => pitch !== 'p');
        const list = (last < 0 ? [{ ...notes[0]!, pitch: 'a', octave: 4 }] : notes.slice(0, last + 1)).map(
          (note, index, all) => {
            if (note.twoThirds || (note.dots === 2 && all[index + 1]?.pitch === 'p'))
              return { ...note, twoThirds: false, dots: 1 };
            return note;
          },
        );
        return { ...rest, notes: list };
      },
    );
    const files = await abcToMidi(tunes.map(abcOf));
    judge(
      'abc2midi',
      [],
      tunes.map((plain, index) => ({
        input: undefined,
        right: { title: plain.title.trim(), ...timedFields(plain) },
        shown: readFile(files[index]!, (octets) => {
          const read = plainTune(decodeMidi(octets));
          return { title: read.title, ...timedFields(read) };
        }),
        label: abcOf(plain),
      })),
    );
  });

  // Octave 4 is left out: an octave lower we have none, and move the whole tune.
  const midiTune = tune({ everyLength: false, changes: false, mostNotes: 60 })
    .filter(({ notes }) => notes.some(({ pitch }) => pitch !== 'p'))
    .map((plain) => ({ ...plain, notes: plain.notes.map((note) => (note.octave === 4 ? { ...note, octave: 5 } : note)) }));

  it.each([
    ['gammu', GAMMU_MIDI_FAULTS],
    ['gnokii', GNOKII_MIDI_WRITE_FAULTS],
  ] as const)(`${FILES} ringing tones of ours that %s turns into MIDI, read by us`, async (program, rules) => {
    const tunes = draw(midiTune, FILES);
    const files = await convertRingtones(
      program,
      'ott',
      'mid',
      tunes.map((plain) => encodeNokiaRingtone(fromPlain(plain))),
    );
    judge(
      `${program}, binary to MIDI`,
      rules,
      tunes.map((plain, index) => ({
        input: plain,
        right: timedFields(plain),
        shown: readFile(files[index]!, (octets) => timedFields(plainTune(decodeMidi(octets)))),
        label: JSON.stringify(plain),
      })),
    );
  });

  it(`gnokii turns ${FILES} MIDI files of ours into RTTTL`, async () => {
    // gnokii makes most silences a part of the note before.
    const withoutSilence = ({ notes }: PlainTune) =>
      notes.flatMap((note) => (note.pitch === 'p' ? [] : [{ ...note, style: 'C' }]));
    const cases = draw(midiTune, FILES).map((plain, index) => ({
      tune: { ...plain, notes: withoutSilence(plain) },
      hasText: index % 10 === 0,
    }));
    const midis = cases.map(({ tune, hasText }) =>
      hasText ? encodeMidi(fromPlain(tune)) : withoutText(encodeMidi(fromPlain(tune))),
    );
    const files = await convertRingtones('gnokii', 'mid', 'txt', midis);
    judge(
      'gnokii, MIDI to text',
      GNOKII_MIDI_READ_FAULTS,
      cases.map((input, index) => ({
        input,
        right: timedFields(input.tune),
        shown: readFile(files[index]!, (octets) => timedFields(readOracleText(Buffer.from(octets).toString('latin1')))),
        label: hex(midis[index]!),
      })),
    );
  });
});

/** The file without the texts at the beginning of its track: the title, the loops and the style. */
function withoutText(midi: Uint8Array): Uint8Array {
  const HEAD = 22;
  const events: Uint8Array[] = [];
  let at = HEAD;
  while (midi[at + 1] === 0xff) {
    const end = at + 4 + midi[at + 3]!;
    const isText = midi[at + 2]! <= 0x0f;
    if (!isText) events.push(midi.subarray(at, end));
    at = end;
  }
  const track = Buffer.concat([...events, midi.subarray(at)]);
  const head = Buffer.from(midi.subarray(0, HEAD));
  head.writeUInt32BE(track.length, HEAD - 4);
  return Uint8Array.from(Buffer.concat([head, track]));
}

/** General MIDI 80, counted from 0: little more than a sine, for as long as the key is down. */
const OCARINA = 79;

/** The events of a tune in mftext's words, at a division of 96. */
function eventsOf({ title, loops, notes }: PlainTune, volumeAt: number): string[] {
  const events: string[] = [];
  let time = 0;
  let [tempo, style] = [0, ''];
  const add = (event: string) => events.push(`${time} ${event}`);
  add(`type=0x03 ${title}`);
  if (loops > 0) add(`type=0x01 l=${loops}`);
  notes.forEach((note, index) => {
    if (note.tempo !== tempo) add(`Tempo, microseconds-per-MIDI-quarter-note=${Math.round(60_000_000 / note.tempo)}`);
    if (note.style !== style) add(`type=0x01 s=${note.style}`);
    if (index === volumeAt) add(`Parameter, chan=1 c1=7 c2=${Math.round((9 * 127) / 15)}`);
    ({ tempo, style } = note);
    const length = Math.round(lengthOf(note) * 384);
    if (note.pitch !== 'p') {
      const key = 12 * (note.octave + 1) + PITCHES.indexOf(note.pitch);
      // Natural leaves out a twentieth, staccato a half, to the tick.
      const silence = { N: Math.ceil(length / 20), C: 0, S: Math.ceil(length / 2) }[note.style]!;
      add(`Note on, chan=1 pitch=${key} vol=64`);
      events.push(`${time + length - silence} Note on, chan=1 pitch=${key} vol=0`);
    }
    time += length;
  });
  add('Meta event, end of track');
  return events;
}

/** A tune in ABC notation, in steps of 1/128: half of the shortest note's second dot. */
function abcOf({ title, notes }: PlainTune): string {
  const marks: Readonly<Record<number, string>> = { 4: '', 5: '', 6: "'", 7: "''" };
  const melody = notes.map((note) => {
    const steps = lengthOf(note) * 128;
    const letter = note.octave === 4 ? note.pitch.slice(0, 1).toUpperCase() : note.pitch.slice(0, 1);
    const sound = note.pitch === 'p' ? 'z' : `${note.pitch.endsWith('#') ? '^' : '='}${letter}${marks[note.octave]}`;
    return `${sound}${steps}`;
  });
  return `X:1\nT:${title.trim()}\nM:none\nL:1/128\nQ:1/4=${notes[0]!.tempo}\nK:C\n${melody.join(' ')}\n`;
}
