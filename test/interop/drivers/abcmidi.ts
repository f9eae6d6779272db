/**
 * The package abcmidi: mftext lists the events of MIDI files, abc2midi makes files of ABC texts.
 * @module
 */
import { type Converted, convertFolder, forEach, octetsOf } from './files.js';

/** One event of a track: ticks from its beginning, and the event in mftext's words; the words of a text stand in a line of their own. */
export interface ListedEvent {
  readonly time: number;
  readonly event: string;
}

/** What mftext lists of a file of one track. */
export interface Listing {
  readonly format: number;
  readonly tracks: number;
  readonly division: number;
  readonly events: readonly ListedEvent[];
}

/** Lists MIDI files. */
export async function listMidi(midis: readonly Uint8Array[]): Promise<Listing[]> {
  const script = forEach(midis.length, 'mftext "$i.mid" > "$i.list"');
  const { list } = await convertFolder({ inputs: midis, from: 'mid', to: ['list'], script });
  return list.map((converted) => {
    const text = Buffer.from(octetsOf(converted)).toString('latin1');
    const [, format, tracks, division] = /^Header format=(\d+) ntrks=(\d+) division=(\d+)$/m.exec(text) ?? [];
    const events = [...text.matchAll(/^Time=(\d+) +(.*)\n(?: +Text = <(.*)>)?/gm)].map(([, time, event = '', words]) => ({
      time: Number(time),
      event: words === undefined ? event.trim() : `${/type=0x\w+/.exec(event)?.[0]} ${words}`,
    }));
    return { format: Number(format), tracks: Number(tracks), division: Number(division), events };
  });
}

/** MIDI files of ABC texts. */
export async function abcToMidi(texts: readonly string[]): Promise<Converted[]> {
  const script = forEach(texts.length, 'abc2midi "$i.abc" -o "$i.mid"');
  return (await convertFolder({ inputs: texts, from: 'abc', to: ['mid'], script })).mid;
}
