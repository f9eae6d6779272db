/**
 * sox measures sound files, timidity plays MIDI files into them.
 * @module
 */
import { type Converted, convertFolder, forEach, octetsOf } from './files.js';
import { run } from './run.js';

/** What sox says of a WAV file. */
export interface Sound {
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bits: number;
  readonly encoding: string;
}

/** The heads of WAV files as sox reads them. */
export async function soundHeads(wavs: readonly Uint8Array[]): Promise<Sound[]> {
  const script = forEach(wavs.length, 'for o in s r c b e; do soxi -$o "$i.wav"; done > "$i.head"');
  const { head } = await convertFolder({ inputs: wavs, from: 'wav', to: ['head'], script });
  return head.map((converted) => {
    const [samples, sampleRate, channels, bits, encoding = ''] = textOf(converted).split('\n');
    return {
      samples: Number(samples),
      sampleRate: Number(sampleRate),
      channels: Number(channels),
      bits: Number(bits),
      encoding,
    };
  });
}

/** Samples of one spectrum of sox. */
const SPECTRUM = 4096;
/** Samples to a cycle of the expected pitch after resampling, so that the spectrum has that pitch and steps of a 128th of it. */
const CYCLE = 32;
/** Steps in which pitch is measured, as a share of the expected one. */
export const PITCH_STEP = CYCLE / SPECTRUM;

/** A note to measure. */
export interface PitchJob {
  readonly wav: Uint8Array;
  /** Hertz that are expected. */
  readonly near: number;
  /** Seconds from which on it sounds, for at least {@link pitchSeconds}. */
  readonly from: number;
}

/** Seconds of sound that a measure takes. */
export function pitchSeconds(near: number): number {
  return SPECTRUM / (near * CYCLE);
}

/** The strongest frequency of each sound in hertz, of those from a tenth of the expected pitch to its sixteenfold. */
export async function pitches(jobs: readonly PitchJob[]): Promise<number[]> {
  const rate = ({ near }: PitchJob) => Math.round(near * CYCLE);
  // The spectrum comes as lines of frequency and power; `-freq` shows one for every 4096 samples, of which there is one here.
  const words = (job: PitchJob) =>
    `NF == 2 && $1 ~ /^[0-9.]+$/ && $1 > ${job.near / 10} && $2 > most { most = $2; at = $1 } END { print at }`;
  const line = (job: PitchJob, index: number) =>
    `sox ${index}.wav -c 1 -t wav - trim ${job.from} rate ${rate(job)} trim 0 ${SPECTRUM}s | sox -t wav - -n stat -freq 2>&1 | ` +
    `awk '${words(job)}' > ${index}.hz`;
  const inputs = jobs.map(({ wav }) => wav);
  const { hz } = await convertFolder({ inputs, from: 'wav', to: ['hz'], script: jobs.map(line).join('\n') });
  return hz.map((converted) => Number(textOf(converted)));
}

/** A stretch of a sound, in seconds. */
export interface Stretch {
  readonly wav: Uint8Array;
  readonly from: number;
  readonly seconds: number;
}

/** The highest level and the root mean square of stretches of sound, as shares of full scale. */
export async function levels(stretches: readonly Stretch[]): Promise<{ readonly peak: number; readonly rms: number }[]> {
  const line = ({ from, seconds }: Stretch, index: number) =>
    `sox ${index}.wav -n trim ${from} ${seconds} stat 2> ${index}.stat`;
  const inputs = stretches.map(({ wav }) => wav);
  const { stat } = await convertFolder({ inputs, from: 'wav', to: ['stat'], script: stretches.map(line).join('\n') });
  return stat.map((converted) => {
    const text = textOf(converted);
    const value = (name: string) => Number(new RegExp(`^${name}: +(\\S+)$`, 'm').exec(text)?.[1]);
    return { peak: Math.max(value('Maximum amplitude'), -value('Minimum amplitude')), rms: value('RMS     amplitude') };
  });
}

/** Seconds to the end of the last sound above a hundredth of full scale. */
export async function lastHeard(wavs: readonly Uint8Array[]): Promise<number[]> {
  const script = forEach(
    wavs.length,
    'sox "$i.wav" "$i.cut.wav" reverse silence 1 0.001 1% && soxi -D "$i.cut.wav" > "$i.seconds"',
  );
  const { seconds } = await convertFolder({ inputs: wavs, from: 'wav', to: ['seconds'], script });
  return seconds.map((converted) => Number(textOf(converted)));
}

/** Where the package timgm6mb-soundfont puts its instruments. */
const SOUNDFONT = '/usr/share/sounds/sf2';

/** timidity's configuration: each program by its number, since the system's own configuration is read first, and may name others. */
const TIMIDITY_CFG = [
  `dir ${SOUNDFONT}`,
  'bank 0',
  ...Array.from({ length: 128 }, (_, program) => `${program} %font TimGM6mb.sf2 0 ${program}`),
  '',
].join('\n');

/** MIDI files as WAV files; one process plays them all. */
export async function play(midis: readonly Uint8Array[]): Promise<Uint8Array[]> {
  // Nothing that lengthens a note; and left alone it would drop the silence in front of the first one.
  const effects = '-EFreverb=d -EFchorus=d -EFdelay=d --preserve-silence';
  const names = midis.map((_, index) => `${index}.mid`).join(' ');
  const script = `timidity -c timidity.cfg ${effects} -Ow -s 44100 -A 100 ${names} > said 2>&1 || cat said >&2`;
  const { wav } = await convertFolder({
    inputs: midis,
    from: 'mid',
    to: ['wav'],
    script,
    files: { 'timidity.cfg': TIMIDITY_CFG },
  });
  return wav.map(octetsOf);
}

/** Versions of both, for titles. */
export async function soundVersions(): Promise<{ readonly sox: string; readonly timidity: string }> {
  const [sox, timidity] = await Promise.all([run('sox', ['--version']), run('timidity', ['-v'], { accept: [0, 1] })]);
  return {
    sox: /v([\d.]+)/.exec(sox.stdout)?.[1] ?? 'unknown',
    timidity: /version (\S+)/.exec(timidity.stdout + timidity.stderr)?.[1] ?? 'unknown',
  };
}

function textOf(converted: Converted): string {
  return Buffer.from(octetsOf(converted)).toString('latin1').trim();
}
