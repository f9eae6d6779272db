/**
 * Ringing tones exchanged with gammu and gnokii: ours read by them, theirs read by us.
 */
import { describe, expect, it } from 'vitest';
import { decodeNokiaRingtone, encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSubmit, Reassembler, submitDatagram } from '../../src/sms/index.js';
import { draw, SEED } from './arbitraries.js';
import { gammuEncode, gammuRingtones } from './drivers/gammu.js';
import { convertRingtones, fromText } from './drivers/ringtone-files.js';
import { judge, readFile } from './judge.js';
import {
  GAMMU_RTTTL_READ_FAULTS,
  GAMMU_RTTTL_WRITE_FAULTS,
  GAMMU_SMS_RINGTONE_FAULTS,
  GAMMU_TUNE_FAULTS,
  GNOKII_RTTTL_READ_FAULTS,
  GNOKII_RTTTL_WRITE_FAULTS,
} from './known-faults.js';
import { hex } from './report.js';
import { fromGammu, fromPlain, gammuRingtone, plainTune, readOracleText, rtttl, tune, tuneFields } from './tunes.js';

const NUMBER = '+27381000015';
const MESSAGES = 150;
const FILES = 120;
const TEXTS = 150;
const BUILT = 60;

describe(`ringing tones (seed ${SEED})`, () => {
  it(`gammu reads ${MESSAGES} messages of ours to port 5505`, async () => {
    // Title, pattern and state take some 25 octets, a note up to two and a half with a change in front of it.
    const tunes = draw(tune({ everyLength: true, changes: true, mostNotes: 40 }), MESSAGES);
    const pdus = tunes.map((plain, index) => {
      const data = encodeNokiaRingtone(fromPlain(plain, index % 3));
      const [submit, ...more] = submitDatagram({ destinationPort: 5505, sourcePort: 0, data }, { to: NUMBER });
      expect(more).toEqual([]);
      return hex(encodeSubmit(submit!));
    });
    const { version, answers } = await gammuRingtones(pdus.map((pdu) => ({ pdu })));
    const cases = tunes.map((plain, index) => {
      const answer = answers[index]!;
      const shown =
        'error' in answer
          ? { refused: answer.error }
          : tuneFields({ title: answer.name, loops: 0, notes: answer.notes.map(fromGammu) });
      return { input: plain, right: tuneFields(plain), shown, label: pdus[index]! };
    });
    judge(`gammu ${version} on our messages`, GAMMU_TUNE_FAULTS, cases);
  });

  it(`gammu turns ${FILES} files of ours into RTTTL`, async () => {
    const tunes = draw(tune({ everyLength: true, changes: true, mostNotes: 120 }), FILES);
    const files = tunes.map((plain) => encodeNokiaRingtone(fromPlain(plain)));
    const texts = await convertRingtones('gammu', 'ott', 'txt', files);
    const cases = tunes.map((plain, index) => ({
      input: plain,
      right: tuneFields(plain),
      shown: readFile(texts[index]!, (octets) => tuneFields(readOracleText(Buffer.from(octets).toString('latin1')))),
      label: hex(files[index]!),
    }));
    judge('gammu copyringtone, binary to text', GAMMU_RTTTL_WRITE_FAULTS, cases);
  });

  it(`gnokii turns ${FILES} files of ours into RTTTL`, async () => {
    const tunes = draw(tune({ everyLength: false, changes: true, mostNotes: 120 }), FILES);
    const files = tunes.map((plain) => encodeNokiaRingtone(fromPlain(plain)));
    const texts = await convertRingtones('gnokii', 'ott', 'txt', files);
    const cases = tunes.map((plain, index) => ({
      input: plain,
      right: tuneFields(plain),
      shown: readFile(texts[index]!, (octets) => tuneFields(readOracleText(Buffer.from(octets).toString('latin1')))),
      label: hex(files[index]!),
    }));
    judge('gnokii --ringtoneconvert, binary to text', GNOKII_RTTTL_WRITE_FAULTS, cases);
  });

  it.each([
    ['gammu', GAMMU_RTTTL_READ_FAULTS],
    ['gnokii', GNOKII_RTTTL_READ_FAULTS],
  ] as const)(`what %s makes of ${TEXTS} RTTTL texts, read by us`, async (program, rules) => {
    const texts = draw(rtttl, TEXTS);
    const files = await fromText(
      program,
      'ott',
      texts.map(({ text }) => text),
    );
    const cases = texts.map((input, index) => {
      const parsed = plainTune(parseRtttl(input.text));
      expect(tuneFields(parsed)).toEqual(tuneFields(input.says));
      const shown = readFile(files[index]!, (octets) => tuneFields(plainTune(decodeNokiaRingtone(octets))));
      if (program === 'gammu') {
        const ours = decodeNokiaRingtone(encodeNokiaRingtone(parseRtttl(input.text), { tempo: 'up' }));
        expect([ours.tempoBpm]).toEqual((shown.tempos as number[]).slice(0, 1));
      }
      return { input, right: tuneFields(parsed), shown, label: JSON.stringify(input.text) };
    });
    judge(`${program}, text to binary`, rules, cases);
  });

  it(`${BUILT} ringing tones that gammu puts into messages, reassembled and read by us`, async () => {
    const tunes = draw(tune({ everyLength: true, changes: true, mostNotes: 100 }), BUILT);
    const { version, answers } = await gammuEncode(
      tunes.map((plain) => ({
        number: NUMBER,
        info: {
          Class: 1,
          Entries: [
            {
              ID: 'NokiaRingtoneLong',
              Ringtone: gammuRingtone(plain),
            },
          ],
        },
      })),
    );
    let parts = 0;
    const cases = tunes.map((plain, index) => {
      const answer = answers[index]!;
      if ('error' in answer) throw new Error(`gammu: ${answer.error} ${answer.text}`);
      const pdus = answer.parts.map(({ pdu }) => pdu);
      parts += pdus.length;
      const whole = reassemble(pdus);
      expect(whole?.ports).toEqual({ destination: 5505, source: 0 });
      const shown = tuneFields(plainTune(decodeNokiaRingtone(whole!.data!)));
      return { input: plain, right: tuneFields(plain), shown, label: pdus.join(' ') };
    });
    expect(parts).toBeGreaterThan(BUILT);
    judge(`gammu ${version}, EncodeSMS NokiaRingtoneLong in ${parts} parts`, GAMMU_SMS_RINGTONE_FAULTS, cases);
  });
});

/** The message of gammu's PDUs, which begin with an empty service centre's address. The parts come last one first. */
function reassemble(pdus: readonly string[]) {
  const reassembler = new Reassembler();
  const at = new Date(0);
  const results = [...pdus].reverse().map((pdu) => {
    expect(pdu.slice(0, 4)).toBe('0181');
    const octets = new Uint8Array(Buffer.from(pdu.slice(4), 'hex'));
    return reassembler.add(decodeSubmit(octets), { from: NUMBER, at });
  });
  expect(results.slice(0, -1).every((result) => result === undefined)).toBe(true);
  return results.at(-1);
}
