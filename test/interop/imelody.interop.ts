/**
 * iMelody that gammu writes, in files and in headers of EMS, read by us. No program at hand reads iMelody.
 */
import { describe, expect, it } from 'vitest';
import { decodeEmsSound, encodeNokiaRingtone, formatImelody, parseImelody } from '../../src/ringtone/index.js';
import { decodeUdh } from '../../src/sms/index.js';
import { draw, SEED } from './arbitraries.js';
import { gammuObjects } from './drivers/gammu.js';
import { convertRingtones } from './drivers/ringtone-files.js';
import type { Fields } from './expected.js';
import { judge, readFile } from './judge.js';
import { GAMMU_IMELODY_FAULTS, GAMMU_SOUND_FAULTS, type SoundCase } from './tune-faults.js';
import { fromPlain, gammuRingtone, plainTune, tune, tuneFields } from './tunes.js';

const FILES = 150;
const SOUNDS = 200;

describe(`iMelody (seed ${SEED})`, () => {
  it(`${FILES} ringing tones of ours that gammu turns into iMelody, read by us and written again as it wrote them`, async () => {
    const tunes = draw(tune({ everyLength: true, changes: true, mostNotes: 120 }), FILES);
    const files = await convertRingtones(
      'gammu',
      'ott',
      'imy',
      tunes.map((plain) => encodeNokiaRingtone(fromPlain(plain))),
    );
    judge(
      'gammu copyringtone, binary to iMelody',
      GAMMU_IMELODY_FAULTS,
      tunes.map((plain, index) => ({
        input: plain,
        right: { ...tuneFields(plain), again: true },
        shown: readFile(files[index]!, (octets) => {
          const text = Buffer.from(octets).toString('latin1');
          const parsed = parseImelody(text);
          return { ...tuneFields(plainTune(parsed)), again: formatImelody(parsed) === text };
        }),
        label: JSON.stringify(plain),
      })),
    );
  });

  it(`${SOUNDS} tunes that gammu puts into the headers of EMS, read by us`, async () => {
    const cases = draw(
      tune({ everyLength: true, changes: false, mostNotes: 60 }).filter(({ notes }) => notes.at(-1)?.pitch !== 'p'),
      SOUNDS,
    ).map(
      (plain, index): SoundCase => ({
        tune: { ...plain, loops: 0 },
        version: index % 2 === 0 ? '1.2' : '1.0',
        isLong: index % 4 < 2,
      }),
    );
    const { version, answers } = await gammuObjects(
      cases.map(({ tune, version, isLong }) => ({
        info: {
          Class: -1,
          Entries: [
            {
              ID: `EMSSound${version.replace('.', '')}${isLong ? 'Long' : ''}`,
              Ringtone: gammuRingtone(tune),
            },
          ],
        },
      })),
    );
    judge(
      `gammu ${version}, sounds of EMS`,
      GAMMU_SOUND_FAULTS,
      cases.map((input, index) => {
        const answer = answers[index]!;
        if ('error' in answer) throw new Error(`gammu: ${answer.error} ${answer.text}`);
        const { shown, objects } = readHeader(answer.headers);
        // Version 1.0 names neither title nor tempo nor style.
        const { notes, title } = input.tune;
        const plain = notes.map((note) => ({ ...note, tempo: 120, style: 'N' }));
        const says = input.version === '1.2' ? tuneFields(input.tune) : tuneFields({ title: '', loops: 0, notes: plain });
        expect(title).not.toBe('');
        return { input, right: { ...says, headers: objects, octets: shown.octets }, shown, label: answer.headers.join(' ') };
      }),
    );
  });
});

/** The tune in gammu's header, taken apart here because it may be too long for one; and how many objects hold it. */
function readHeader(headers: readonly string[]): { readonly shown: Fields; readonly objects: number } {
  const octets = Uint8Array.from(Buffer.from(headers[0]!, 'hex'));
  const elements = [];
  for (let at = 1; at < octets.length; at += 2 + octets[at + 1]!) {
    const piece = octets.slice(at, at + 2 + octets[at + 1]!);
    elements.push(...decodeUdh(Uint8Array.of(piece.length, ...piece)).elements);
  }
  const sizes = elements.flatMap((element) => (element.kind === 'userSound' ? [element.data.length] : []));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
  const shown = { ...tuneFields(plainTune(decodeEmsSound(elements))), headers: headers.length, octets: Math.max(...sizes) };
  return { shown, objects: sizes.length };
}
