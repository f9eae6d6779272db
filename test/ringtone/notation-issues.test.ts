import { describe, expect, it } from 'vitest';
import type { DecodeOptions } from '../../src/bytes/reading.js';
import {
  type DecodeAnyRtttlOptions,
  decodeAnyRtttl,
  decodeBluejayMelody,
  parseArduinoTable,
  parseEmelody,
  parseFlipperMusic,
  parseImelody,
  parseMotorola,
  type Tune,
  type TuneIssueCode,
} from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { spelledIssues } from './spelled-issues.js';

type Options = DecodeOptions<TuneIssueCode>;

/** The notes in short: `V3c5/4.` where the note names a volume. */
function notesOf({ notes }: Tune): string {
  return notes
    .map((n) => {
      const volume = n.volume === undefined ? '' : `V${n.volume}`;
      return `${volume}${n.pitch ?? 'p'}${n.octave ?? ''}/${n.duration}${n.twoThirds ? 't' : '.'.repeat(n.dots)}`;
    })
    .join(' ');
}

/** What a lenient reading gives and reports; a strict one takes exactly the texts without an error. */
function expectRead<T>(parse: (text: T, options: Options) => Tune, text: T, issues: readonly string[], from = 0): Tune {
  const lenient = parse(text, { lenient: true });
  expect(spelledIssues((onIssue) => parse(text, { lenient: true, onIssue }), from)).toEqual(issues);
  if (issues.some((issue) => issue.startsWith('!'))) {
    expect(() => parse(text, {})).toThrowError(expect.objectContaining({ name: 'DecodeError' }));
  } else expect(parse(text, {})).toEqual(lenient);
  return lenient;
}

describe('Motorola', () => {
  /** A text with its checksum by the rule. */
  function motorola(music: string): string {
    const sum = [...music].reduce((xor, c) => xor ^ c.charCodeAt(0), 0);
    return `L35&3 ${music}&&${String.fromCharCode(0x30 + ((sum >> 4) & 15), 0x30 + (sum & 15))}`;
  }

  it.each<[music: string, notes: string, issues: string[]]>([
    ['C3', 'c5/4', []],
    ['C1', 'c5/16', ['approximated music 6 = 5 full to 0 thirty-second']],
    ['C1D2E4', 'c5/16 d5/8 e5/2', ['approximated music 6 = 5 full to 0 thirty-second']],
    ['C8', 'c5/8', []],
    ['C8D3', 'c5/4 d5/4', ['approximated music 7 = 5 full to 0 thirty-second', '!out-of-range note[0]/duration 7 = a quarter']],
    ['C3D8', 'c5/4 d5/4', ['approximated music 7 = 5 full to 0 thirty-second', '!out-of-range note[1]/duration 9 = a quarter']],
    [
      'C1D8D3',
      'c5/16 d5/4 d5/4',
      ['approximated music 9 = 5 full to 0 thirty-second', '!out-of-range note[1]/duration 9 = a quarter'],
    ],
    [
      'C8C1C0',
      'c5/4 c5/16 c5/32',
      ['approximated music 7 = 5 full to 0 thirty-second', '!out-of-range note[0]/duration 7 = a quarter'],
    ],
    ['H3C3', 'c5/4', ['!unknown-letter note[0]/pitch 6 = nothing', '!unknown-letter note[0]/pitch 7 = nothing']],
    ['c3D3', 'd5/4', ['!unknown-letter note[0]/pitch 6 = nothing', '!unknown-letter note[0]/pitch 7 = nothing']],
    ['CD3', 'c5/4 d5/4', ['!missing-value note[0]/duration 7 = a quarter']],
    ['C9', 'c5/4', ['approximated music 6 = 5 full to 0 thirty-second', '!out-of-range note[0]/duration 7 = a quarter']],
    ['C6D3', 'c5/4 d5/4', ['!out-of-range note[0]/duration 7 = a quarter']],
    ['C++3', 'c6/4', ['!junk note[0] 8 = nothing']],
    ['C##3', 'c#5/4', ['!junk note[0] 8 = nothing']],
    ['C#+3', 'c#6/4', []],
    ['C+#3', 'c#6/4', []],
    ['R+3', 'p/4', ['!junk note[0] 7 = nothing']],
    ['R#3', 'p/4', ['!junk note[0] 7 = nothing']],
    ['E#3', 'f5/4', ['!impossible-sharp note[0]/pitch 6 = the next semitone']],
    ['B#3', 'c6/4', ['!impossible-sharp note[0]/pitch 6 = the next semitone']],
    ['R3', 'p/4', []],
    ['', '', ['approximated music 6 = 5 full to 0 thirty-second', '!no-notes note[0] 6 = an empty tune']],
    ['C3D', 'c5/4 d5/4', ['!missing-value note[1]/duration 9 = a quarter']],
  ])('music %j', (music, notes, issues) => {
    const all = ['approximated tempo 4 = 100 quarters per minute', ...issues];
    expect(notesOf(expectRead(parseMotorola, motorola(music), all))).toBe(notes);
  });

  it.each<[text: string, notes: string, issues: string[]]>([
    ['L35&0 C3&&70', 'c5/4', ['!out-of-range tempo 4 = 2', 'approximated tempo 4 = 80 quarters per minute']],
    ['L35&5 C3&&70', 'c5/4', ['!out-of-range tempo 4 = 2', 'approximated tempo 4 = 80 quarters per minute']],
    ['L35&9 C3&&70', 'c5/4', ['!out-of-range tempo 4 = 2', 'approximated tempo 4 = 80 quarters per minute']],
    [
      'L35&x C3&&70',
      'c5/4',
      [
        '!out-of-range tempo 4 = 2',
        'approximated tempo 4 = 80 quarters per minute',
        '!junk music 4 = a blank',
        '!checksum checksum 10 = the music unchanged',
        '!unknown-letter note[0]/pitch 4 = nothing',
        '!unknown-letter note[0]/pitch 5 = nothing',
      ],
    ],
    ['L35& C3&&70', 'c5/4', ['!out-of-range tempo 4 = 2', 'approximated tempo 4 = 80 quarters per minute']],
    ['L35&3C3&&70', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!junk music 5 = a blank']],
    ['L35&1 C3&&70', 'c5/4', ['approximated tempo 4 = 63 quarters per minute']],
    ['L35&2 C3&&70', 'c5/4', ['approximated tempo 4 = 80 quarters per minute']],
    ['L35&4 C3&&70', 'c5/4', ['approximated tempo 4 = 160 quarters per minute']],
    ['L35&3 C3', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!missing-line checksum 8 = the end']],
    [
      'L35&3 C3&',
      'c5/4',
      [
        'approximated tempo 4 = 100 quarters per minute',
        '!missing-line checksum 9 = the end',
        '!unknown-letter note[1]/pitch 8 = nothing',
      ],
    ],
    ['L35&3 C3&&', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!missing-line checksum 10 = 70']],
    ['L35&3 C3&&7', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!missing-line checksum 11 = 70']],
    ['L35&3 C3&&71', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!checksum checksum 10 = the music unchanged']],
    ['L35&3 C3&&70x', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!text-after all 12 = nothing']],
    ['L35&3 C3&&70\r\n', 'c5/4', ['approximated tempo 4 = 100 quarters per minute']],
    ['L35&3 C3&&7\n', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!missing-line checksum 11 = 70']],
    ['L35&3 C3\n', 'c5/4', ['approximated tempo 4 = 100 quarters per minute', '!missing-line checksum 8 = the end']],
    [
      'L35&',
      '',
      [
        '!out-of-range tempo 4 = 2',
        'approximated tempo 4 = 80 quarters per minute',
        '!junk music 4 = a blank',
        '!missing-line checksum 4 = the end',
        'approximated music 4 = 5 full to 0 thirty-second',
        '!no-notes note[0] 4 = an empty tune',
      ],
    ],
    [
      'L35&3',
      '',
      [
        'approximated tempo 4 = 100 quarters per minute',
        '!junk music 5 = a blank',
        '!missing-line checksum 5 = the end',
        'approximated music 5 = 5 full to 0 thirty-second',
        '!no-notes note[0] 5 = an empty tune',
      ],
    ],
    [
      'L35&3 &&00',
      '',
      [
        'approximated tempo 4 = 100 quarters per minute',
        'approximated music 6 = 5 full to 0 thirty-second',
        '!no-notes note[0] 6 = an empty tune',
      ],
    ],
    ['L35&3 C3&&70\n\n', 'c5/4', ['approximated tempo 4 = 100 quarters per minute']],
    [
      'L35&: C3&&70',
      'c5/4',
      [
        '!out-of-range tempo 4 = 2',
        'approximated tempo 4 = 80 quarters per minute',
        '!junk music 4 = a blank',
        '!checksum checksum 10 = the music unchanged',
        '!unknown-letter note[0]/pitch 4 = nothing',
        '!unknown-letter note[0]/pitch 5 = nothing',
      ],
    ],
    [
      'L35&/ C3&&70',
      'c5/4',
      [
        '!out-of-range tempo 4 = 2',
        'approximated tempo 4 = 80 quarters per minute',
        '!junk music 4 = a blank',
        '!checksum checksum 10 = the music unchanged',
        '!unknown-letter note[0]/pitch 4 = nothing',
        '!unknown-letter note[0]/pitch 5 = nothing',
      ],
    ],
  ])('%j', (text, notes, issues) => {
    expect(notesOf(expectRead(parseMotorola, text, issues))).toBe(notes);
  });
});

describe('iMelody', () => {
  function imelody(melody: string, head = ''): string {
    return `BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\n${head}MELODY:${melody}\r\nEND:IMELODY\r\n`;
  }

  const at = imelody('').indexOf('MELODY:', 20);

  it.each<[melody: string, notes: string, issues: string[]]>([
    ['c2', 'c5/4', []],
    ['V16c2', 'V15c5/4', ['!out-of-range volume 1 = 15']],
    ['V15c2', 'V15c5/4', []],
    ['Vc2', 'c5/4', ['!missing-value volume 0 = no change']],
    ['Vxc2', 'c5/4', ['!missing-value volume 0 = no change', '!unknown-letter note[0]/pitch 1 = nothing']],
    ['V+c2', 'V8c5/4', []],
    ['V123c2', 'V12c5/4', ['!unknown-letter note[0]/pitch 3 = nothing']],
    ['c2V3', 'c5/4', ['unused-control volume 2 = no change']],
    ['c2V3V4', 'c5/4', ['unused-control volume 4 = no change']],
    ['V', '', ['!missing-value volume 0 = no change', '!no-notes note[0] 1 = an empty tune']],
    ['(c2', 'c5/4', ['!repeat repeat 0 = no repeat']],
    ['(c2(d2@1)e2', 'c5/4 d5/4 c5/4 d5/4 e5/4', ['!repeat repeat 3 = no repeat']],
    ['c2@1)', 'c5/4', ['!repeat repeat 2 = one of all before it']],
    ['c2(d2@1)', 'c5/4 d5/4 d5/4', []],
    ['@1)c2', 'c5/4', ['!repeat repeat 0 = one of all before it', '!repeat repeat 0 = nothing']],
    ['(@1)c2', 'c5/4', ['!repeat repeat 1 = nothing']],
    ['(c2@)d2', 'c5/4 d5/4', ['!missing-value repeat 4 = no repeat']],
    ['(c2@1d2', 'c5/4 c5/4 d5/4', ['!repeat repeat 5 = ")"']],
    ['(c2@1V5)d2', 'c5/4 c5/4 V5d5/4', ['!repeat repeat 5 = ")"', '!unknown-letter note[1]/pitch 7 = nothing']],
    ['(c2@1V+)d2', 'c5/4 V8c5/4 V9d5/4', []],
    [
      '(c2@1x+)d2',
      'c5/4 c5/4 d5/4',
      [
        '!repeat repeat 5 = ")"',
        '!unknown-letter note[1]/pitch 5 = nothing',
        '!unknown-letter note[1]/pitch 6 = nothing',
        '!unknown-letter note[1]/pitch 7 = nothing',
      ],
    ],
    ['(c2@1V-)d2', 'c5/4 V6c5/4 V5d5/4', []],
    ['(c2V+d2@0)', 'c5/4 V8d5/4', ['approximated repeat 7 = that of the first']],
    ['c2(d2@0)', 'c5/4 d5/4', ['approximated repeat 5 = played once']],
    ['(c2@0V+)', 'c5/4', ['approximated repeat 3 = that of the first']],
    ['*2c2', 'c4/4', ['!out-of-range note[0]/octave 1 = *3']],
    ['*3c2', 'c4/4', []],
    ['*6c2', 'c7/4', []],
    ['*7c2', 'c7/4', ['!out-of-range note[0]/octave 1 = *6']],
    ['*0c2', 'c4/4', ['!out-of-range note[0]/octave 1 = *3']],
    ['*9c2', 'c7/4', ['!out-of-range note[0]/octave 1 = *6']],
    ['*c2', 'c5/4', ['!missing-value note[0]/octave 0 = 4']],
    [
      '*',
      '',
      [
        '!missing-value note[0]/octave 0 = 4',
        '!unknown-letter note[0]/pitch 1 = nothing',
        '!no-notes note[0] 1 = an empty tune',
      ],
    ],
    ['c6', 'c5/32', ['!out-of-range note[0]/duration 1 = 5']],
    ['c9', 'c5/32', ['!out-of-range note[0]/duration 1 = 5']],
    ['c5', 'c5/32', []],
    ['cd2', 'c5/4 d5/4', ['!missing-value note[0]/duration 1 = 2']],
    ['c', 'c5/4', ['!missing-value note[0]/duration 1 = 2']],
    ['c2x2', 'c5/4', ['!unknown-letter note[1]/pitch 2 = nothing', '!unknown-letter note[1]/pitch 3 = nothing']],
    ['h2c2', 'c5/4', ['!unknown-letter note[0]/pitch 0 = nothing', '!unknown-letter note[0]/pitch 1 = nothing']],
    ['C2', 'c5/4', ['!letter-case note[0]/pitch 0 = the note']],
    ['R2', 'p/4', ['!letter-case note[0]/pitch 0 = the note']],
    ['c2 d2', 'c5/4 d5/4', ['!unknown-letter note[1]/pitch 2 = nothing']],
    ['#e2', 'f5/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['#b2', 'c6/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['&c2', 'b4/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['&f2', 'e5/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['*6#b2', 'c7/4', ['!impossible-sharp note[0]/pitch 2 = the next semitone', '!out-of-range note[0]/octave 4 = *6']],
    ['*3&c2', 'b4/4', ['!impossible-sharp note[0]/pitch 2 = the next semitone', '!out-of-range note[0]/octave 4 = *3']],
    ['*5#b2', 'c7/4', ['!impossible-sharp note[0]/pitch 2 = the next semitone']],
    ['*4&c2', 'b4/4', ['!impossible-sharp note[0]/pitch 2 = the next semitone']],
    ['#r2', 'p/4', ['!junk note[0] 0 = the silence']],
    ['*5r2', 'p/4', ['!junk note[0] 0 = the silence']],
    ['&r2', 'p/4', ['!junk note[0] 0 = the silence']],
    ['c2#', 'c5/4', ['!unknown-letter note[1]/pitch 3 = nothing']],
    ['c2*5', 'c5/4', ['!unknown-letter note[1]/pitch 4 = nothing']],
    ['ledonc2', 'c5/4', ['dropped MELODY 0 = nothing']],
    ['c2ledoff', 'c5/4', ['dropped MELODY 2 = nothing']],
    ['vibeonc2', 'c5/4', ['dropped MELODY 0 = nothing']],
    ['vibeoffc2', 'c5/4', ['dropped MELODY 0 = nothing']],
    ['backonc2', 'c5/4', ['dropped MELODY 0 = nothing']],
    ['backoffc2', 'c5/4', ['dropped MELODY 0 = nothing']],
    [
      'ledc2',
      'e5/4 d5/4 c5/4',
      [
        '!unknown-letter note[0]/pitch 0 = nothing',
        '!missing-value note[0]/duration 2 = 2',
        '!missing-value note[1]/duration 3 = 2',
      ],
    ],
    ['vc2', 'c5/4', ['!unknown-letter note[0]/pitch 0 = nothing']],
    ['', '', ['!no-notes note[0] 0 = an empty tune']],
    [
      'V5(V3@0)V9',
      '',
      ['!no-notes note[0] 10 = an empty tune', 'approximated repeat 5 = played once', 'unused-control volume 8 = no change'],
    ],
    ['c2\r\nd2', 'c5/4 d5/4', ['line-break MELODY 4 = no break']],
    ['c2\r\n d\r\n2', 'c5/4 d5/4', ['line-break MELODY 4 = no break', 'line-break MELODY 8 = no break']],
    ['c2)d2', 'c5/4 d5/4', ['!unknown-letter note[1]/pitch 2 = nothing']],
    ['(V+@99)c2', 'V15c5/4', []],
    ['(c2@14)', 'c5/4', []],
    ['c2:', 'c5/4..', []],
    ['c2;', 'c5/4t', []],
    ['c2.', 'c5/4.', []],
    ['c2..', 'c5/4.', ['!unknown-letter note[1]/pitch 3 = nothing']],
    ['c2,', 'c5/4', ['!unknown-letter note[1]/pitch 2 = nothing']],
  ])('melody %j', (melody, notes, issues) => {
    expect(notesOf(expectRead(parseImelody, imelody(melody), issues, at + 7))).toBe(notes);
  });

  it.each<[line: string, notes: string, issues: string[]]>([
    ['BEAT:24', 'c5/4', ['!out-of-range BEAT 5 = 25']],
    ['BEAT:25', 'c5/4', []],
    ['BEAT:900', 'c5/4', []],
    ['BEAT:901', 'c5/4', ['!out-of-range BEAT 5 = 900']],
    ['BEAT:', 'c5/4', ['!out-of-range BEAT 5 = 120']],
    ['BEAT:x', 'c5/4', ['!out-of-range BEAT 5 = 120']],
    ['BEAT:1234567890', 'c5/4', ['!out-of-range BEAT 5 = 120']],
    ['BEAT:-5', 'c5/4', ['!out-of-range BEAT 5 = 120']],
    ['STYLE:S3', 'c5/4', ['!missing-value STYLE 6 = S0']],
    ['STYLE:S0', 'c5/4', []],
    ['STYLE:', 'c5/4', ['!missing-value STYLE 6 = S0']],
    ['STYLE:S', 'c5/4', ['!missing-value STYLE 6 = S0']],
    ['STYLE:S00', 'c5/4', ['!missing-value STYLE 6 = S0']],
    ['VOLUME:V16', 'V15c5/4', ['!out-of-range VOLUME 7 = 15']],
    ['VOLUME:V15', 'V15c5/4', []],
    ['VOLUME:V0', 'V0c5/4', []],
    ['VOLUME:7', 'c5/4', ['!out-of-range VOLUME 7 = no volume']],
    ['VOLUME:V+', 'V8c5/4', []],
    ['VOLUME:V-', 'V6c5/4', []],
    ['VOLUME:V123', 'c5/4', ['!out-of-range VOLUME 7 = no volume']],
    ['VOLUME:V', 'c5/4', ['!out-of-range VOLUME 7 = no volume']],
    ['COMPOSER:x', 'c5/4', ['dropped COMPOSER 0 = nothing']],
    ['COPYRIGHT:x', 'c5/4', ['dropped COPYRIGHT 0 = nothing']],
    ['NAME:a\0b', 'c5/4', ['!control-character NAME 6 = "a b"']],
    ['what', 'c5/4', ['!junk all 0 = nothing']],
    ['X-Y:z', 'c5/4', ['unknown-key X-Y 0 = nothing']],
    ['VERSION:1.0', 'c5/4', ['!repeated-key VERSION 0 = the later line']],
    ['BEAT:99\r\nBEAT:98', 'c5/4', ['!repeated-key BEAT 9 = the later line']],
    ['beat:99', 'c5/4', ['letter-case BEAT 0 = BEAT']],
    ['Beat:99', 'c5/4', ['letter-case BEAT 0 = BEAT']],
    ['X:1', 'c5/4', ['!junk all 0 = nothing']],
    ['AB:1', 'c5/4', ['!junk all 0 = nothing']],
    ['ABC:1', 'c5/4', ['unknown-key ABC 0 = nothing']],
    ['ABCDEFGHIJKLMNOPQRST:1', 'c5/4', ['unknown-key ABCDEFGHIJKLMNOPQRST 0 = nothing']],
    ['ABCDEFGHIJKLMNOPQRSTU:1', 'c5/4', ['!junk all 0 = nothing']],
    ['MELODY:d2', 'c5/4', ['!repeated-key MELODY 11 = the later line']],
    ['FORMAT:CLASS1.0', 'c5/4', ['!repeated-key FORMAT 0 = the later line']],
  ])('line %j', (line, notes, issues) => {
    expect(notesOf(expectRead(parseImelody, imelody('c2', `${line}\r\n`), issues, at))).toBe(notes);
  });

  it.each<[why: string, text: string, issues: string[]]>([
    ['no version', imelody('c2').replace('VERSION:1.2\r\n', ''), ['!missing-line VERSION 15 = a usual one']],
    ['no format', imelody('c2').replace('FORMAT:CLASS1.0\r\n', ''), ['!missing-line FORMAT 15 = a usual one']],
    ['version 2.0', imelody('c2').replace('1.2', '2.0'), ['!out-of-range VERSION 23 = 1.2']],
    ['version 1.0', imelody('c2').replace('1.2', '1.0'), []],
    ['class 2', imelody('c2').replace('CLASS1', 'CLASS2'), ['!out-of-range FORMAT 35 = CLASS1.0']],
    ['another object', imelody('c2').replace('BEGIN:IMELODY', 'BEGIN:VCARD'), ['!junk BEGIN 6 = IMELODY']],
    ['another end', imelody('c2').replace('END:IMELODY', 'END:VCARD'), ['!junk END 60 = IMELODY']],
    ['lower case', imelody('c2').replace('BEGIN:IMELODY', 'BEGIN:imelody'), ['!letter-case BEGIN 6 = IMELODY']],
    ['no begin', imelody('c2').replace('BEGIN:IMELODY\r\n', ''), ['!missing-line BEGIN 0 = the rest']],
    ['no end', imelody('c2').replace('END:IMELODY\r\n', ''), ['!missing-line END 56 = the end']],
    ['text after', `${imelody('c2')}x\r\ny`, ['!text-after all 69 = nothing']],
    ['LF', imelody('c2').replaceAll('\r\n', '\n'), ['line-end all 13 = a line end']],
    ['one LF', imelody('c2').replace('\r\n', '\n'), ['line-end all 13 = a line end']],
    ['bom', `\ufeff${imelody('c2')}`, ['byte-order-mark all 0 = the text after it']],
  ])('%s', (_why, text, issues) => {
    expect(notesOf(expectRead(parseImelody, text, issues))).toBe('c5/4');
  });
});

describe('eMelody', () => {
  function emelody(melody: string): string {
    return `BEGIN:EMELODY\r\nNAME:x\r\nCOMPOSER:\r\nVERSION:1.0\r\nMELODY:${melody}\r\nEND:EMELODY\r\n`;
  }

  const at = emelody('').indexOf('MELODY:', 20) + 7;

  it.each<[melody: string, notes: string, issues: string[]]>([
    ['c', 'c5/8', []],
    ['cxd', 'c5/8 d5/8', ['!unknown-letter note[1]/pitch 1 = nothing']],
    ['c+', 'c5/8', ['!unknown-letter note[1]/pitch 2 = nothing']],
    ['++c', 'c7/8', ['!junk note[0]/octave 1 = another octave up']],
    ['+++c', 'c7/8', ['!junk note[0]/octave 1 = another octave up', '!junk note[0]/octave 2 = another octave up']],
    ['#e', 'f5/8', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['#B', 'c6/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['(b)c', 'b4/8', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['(b)f', 'e5/8', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['(b)B', 'a#5/4', []],
    ['#p', 'p/8', ['!junk note[0] 0 = the pause']],
    ['+p', 'p/8', ['!junk note[0] 0 = the pause']],
    ['(b)p', 'p/8', ['!junk note[0] 0 = the pause']],
    ['P', 'p/8', ['!letter-case note[0] 0 = a pause']],
    ['+P', 'p/8', ['!junk note[0] 0 = the pause', '!letter-case note[0] 1 = a pause']],
    ['H', '', ['!unknown-letter note[0]/pitch 0 = nothing', '!no-notes note[0] 1 = an empty tune']],
    ['(b', 'b5/8', ['!unknown-letter note[0]/pitch 0 = nothing']],
    ['(b)', '', ['!unknown-letter note[0]/pitch 3 = nothing', '!no-notes note[0] 3 = an empty tune']],
    ['c\r\nd', 'c5/8 d5/8', ['line-break MELODY 3 = no break']],
    ['', '', ['!no-notes note[0] 0 = an empty tune']],
    ['c d', 'c5/8 d5/8', ['!unknown-letter note[1]/pitch 1 = nothing']],
    ['cR', 'c5/8', ['!unknown-letter note[1]/pitch 1 = nothing']],
    ['(b)\r\nd', 'c#5/8', ['line-break MELODY 5 = no break']],
  ])('melody %j', (melody, notes, issues) => {
    expect(notesOf(expectRead(parseEmelody, emelody(melody), issues, at))).toBe(notes);
  });

  it.each<[count: number, tone: string, rest: string, issues: string[]]>([
    [40, 'c', '', []],
    [41, 'c', '', ['!long-tune MELODY 40 = the whole tune']],
    [40, '+#c', '', []],
    [40, '+#c', '+', ['!long-tune MELODY 120 = the whole tune', '!unknown-letter note[40]/pitch 121 = nothing']],
    [50, 'c', '', ['!long-tune MELODY 40 = the whole tune']],
    [45, '(b)d', '', ['!long-tune MELODY 120 = the whole tune', '!long-tune MELODY 160 = the whole tune']],
  ])('%i times %s%s: 40 tones and 120 characters are the most', (count, tone, rest, issues) => {
    expect(expectRead(parseEmelody, emelody(tone.repeat(count) + rest), issues, at).notes).toHaveLength(count);
  });

  it.each<[why: string, text: string, issues: string[]]>([
    ['no version', emelody('c').replace('VERSION:1.0\r\n', ''), ['!missing-line VERSION 57 = 1.0']],
    ['version 1.2', emelody('c').replace('1.0', '1.2'), ['!out-of-range VERSION 42 = 1.0']],
    ['a composer', emelody('c').replace('COMPOSER:', 'COMPOSER:me'), ['dropped COMPOSER 23 = nothing']],
    ['another object', emelody('c').replace('BEGIN:EMELODY', 'BEGIN:IMELODY'), ['!junk BEGIN 6 = EMELODY']],
    ['no begin', emelody('c').replace('BEGIN:EMELODY\r\n', ''), ['!missing-line BEGIN 0 = the rest']],
    ['no end', emelody('c').replace('END:EMELODY\r\n', ''), ['!missing-line END 57 = the end']],
    ['beat', emelody('c').replace('COMPOSER:', 'BEAT:9'), ['unknown-key BEAT 23 = nothing']],
    ['name twice', emelody('c').replace('COMPOSER:', 'NAME:y'), ['!repeated-key NAME 23 = the later line']],
    ['name', emelody('c').replace('NAME:', 'NAME:\0'), ['!control-character NAME 20 = " x"']],
    ['junk line', emelody('c').replace('COMPOSER:', 'what'), ['!junk all 23 = nothing']],
  ])('%s', (_why, text, issues) => {
    expect(notesOf(expectRead(parseEmelody, text, issues))).toBe('c5/8');
  });
});

describe('Flipper music', () => {
  function flipper(notes: string, head = 'BPM: 125\nDuration: 4\nOctave: 5'): string {
    return `Filetype: Flipper Music Format\nVersion: 0\n${head}\nNotes: ${notes}\n`;
  }

  const at = flipper('').indexOf('Notes: ') + 7;

  it.each<[notes: string, read: string, issues: string[]]>([
    ['C', 'c5/4', []],
    ['c', 'c5/4', []],
    ['P', 'p/4', []],
    ['p4', 'p/4', []],
    ['5D', 'd5/4', ['!out-of-range note[0]/duration 0 = 1/4']],
    ['6D', 'd5/4t', []],
    ['3D', 'd5/2t', []],
    ['7D', 'd5/8', ['!out-of-range note[0]/duration 0 = 1/8']],
    ['128D', 'd5/32', ['!out-of-range note[0]/duration 0 = 1/32']],
    ['129D', 'd5/32', ['!out-of-range note[0]/duration 0 = 1/32']],
    ['0D', 'd5/4', []],
    ['08D', 'd5/8', []],
    ['D3', 'd4/4', ['!out-of-range note[0]/octave 1 = 4']],
    ['D8', 'd7/4', ['!out-of-range note[0]/octave 1 = 7']],
    ['D0', 'd5/4', []],
    ['D4', 'd4/4', []],
    ['D7', 'd7/4', []],
    ['D05', 'd5/4', []],
    ['C..', 'c5/4..', ['!double-dot note[0]/dots 1 = a double dotted note']],
    ['C...', 'c5/4..', ['!double-dot note[0]/dots 1 = a double dotted note']],
    ['6C.', 'c5/4t', ['!double-dot note[0]/dots 2 = a plain one']],
    ['6C..', 'c5/4t', ['!double-dot note[0]/dots 2 = a plain one']],
    ['H', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 1 = an empty tune']],
    ['A', 'a5/4', []],
    ['G', 'g5/4', []],
    ['@', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 1 = an empty tune']],
    ['E#', 'f5/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['B#', 'c6/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['B_7', 'c7/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['P#', 'p/4', ['!impossible-sharp note[0]/pitch 0 = p']],
    ['F_', 'f#5/4', []],
    ['C,,D', 'c5/4 d5/4', ['!unknown-letter note[1]/pitch 2 = no note']],
    [',C', 'c5/4', ['!unknown-letter note[0]/pitch 0 = no note']],
    ['C, ', 'c5/4', []],
    ['C,\t', 'c5/4', []],
    ['C.6', 'c5/4.', ['!junk note[0] 2 = what is before it']],
    ['C x', 'c5/4', ['!junk note[0] 1 = what is before it']],
    ['C  ,D', 'c5/4 d5/4', []],
    ['8', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 1 = an empty tune']],
    ['8,C', 'c5/4', ['!unknown-letter note[0]/pitch 0 = no note']],
    ['24C', 'c5/16t', []],
    ['48C', 'c5/32t', []],
    ['96C', 'c5/32', ['!out-of-range note[0]/duration 0 = 1/32']],
    ['5P', 'p/4', ['!out-of-range note[0]/duration 0 = 1/4']],
    ['64C', 'c5/32', ['!out-of-range note[0]/duration 0 = 1/32']],
    ['33C', 'c5/32', ['!out-of-range note[0]/duration 0 = 1/32']],
    ['C,D', 'c5/4 d5/4', []],
    ['C ,D', 'c5/4 d5/4', []],
  ])('notes %j', (notes, read, issues) => {
    expect(notesOf(expectRead(parseFlipperMusic, flipper(notes), issues, at))).toBe(read);
  });

  it.each<[head: string, read: string, issues: string[]]>([
    ['BPM: 24\nDuration: 4\nOctave: 5', '25: c5/4', ['!out-of-range BPM 47 = 25']],
    ['BPM: 25\nDuration: 4\nOctave: 5', '25: c5/4', []],
    ['BPM: 900\nDuration: 4\nOctave: 5', '900: c5/4', []],
    ['BPM: 901\nDuration: 4\nOctave: 5', '900: c5/4', ['!out-of-range BPM 47 = 900']],
    ['BPM: x\nDuration: 4\nOctave: 5', '63: c5/4', ['!missing-value BPM 47 = 63']],
    ['BPM: \nDuration: 4\nOctave: 5', '63: c5/4', ['!missing-value BPM 47 = 63']],
    ['BPM: 1234567890\nDuration: 4\nOctave: 5', '63: c5/4', ['!missing-value BPM 47 = 63']],
    ['BPM: 90\nDuration: 0\nOctave: 5', '90: c5/1', ['!out-of-range Duration 60 = 1']],
    ['BPM: 90\nDuration: 5\nOctave: 5', '90: c5/4', ['!out-of-range Duration 60 = 1/4']],
    ['BPM: 90\nDuration: 128\nOctave: 5', '90: c5/32', ['!out-of-range Duration 60 = 1/32']],
    ['BPM: 90\nDuration: 129\nOctave: 5', '90: c5/32', ['!out-of-range Duration 60 = 128', '!out-of-range Duration 60 = 1/32']],
    ['BPM: 90\nDuration: 6\nOctave: 5', '90: c5/4t', []],
    ['BPM: 90\nDuration: 1\nOctave: 5', '90: c5/1', []],
    ['BPM: 90\nDuration: 4\nOctave: 3', '90: c4/4', ['!out-of-range Octave 70 = 4']],
    ['BPM: 90\nDuration: 4\nOctave: 4', '90: c4/4', []],
    ['BPM: 90\nDuration: 4\nOctave: 7', '90: c7/4', []],
    ['BPM: 90\nDuration: 4\nOctave: 8', '90: c7/4', ['!out-of-range Octave 70 = 7']],
    ['Duration: 4\nOctave: 5', '63: c5/4', ['!missing-line BPM 73 = the usual value']],
    ['BPM: 90\nOctave: 5', '90: c5/4', ['!missing-line Duration 69 = the usual value']],
    ['BPM: 90\nDuration: 4', '90: c5/4', ['!missing-line Octave 71 = the usual value']],
    [
      '',
      '63: c5/4',
      [
        '!missing-line BPM 52 = the usual value',
        '!missing-line Duration 52 = the usual value',
        '!missing-line Octave 52 = the usual value',
      ],
    ],
    [
      'Octave: 6\nDuration: 8\nBPM: 90',
      '90: c6/8',
      [
        'unknown-key Octave 50 = nothing',
        'unknown-key Duration 62 = nothing',
        '!repeated-key Duration 62 = its value',
        '!repeated-key Octave 50 = its value',
      ],
    ],
    ['BPM: 90\nX: 1\nDuration: 4\n#c: d\nOctave: 5', '90: c5/4', ['unknown-key X 53 = nothing']],
    ['BPM:   90  \nDuration:4\nOctave: 5', '90: c5/4', []],
    ['BPM: 90\nBPM: 91\nDuration: 4\nOctave: 5', '90: c5/4', ['unknown-key BPM 55 = nothing']],
    ['junk\nBPM: 90\nDuration: 4\nOctave: 5', '90: c5/4', []],
    [
      'BPM: 90\nLongKeyOfMoreThanTwentyCharacters: 1\nDuration: 4\nOctave: 5',
      '90: c5/4',
      ['unknown-key LongKeyOfMoreThanTwe 85 = nothing'],
    ],
  ])('head %j', (head, read, issues) => {
    const tune = expectRead(parseFlipperMusic, flipper('C', head), issues);
    expect(`${tune.tempoBpm}: ${notesOf(tune)}`).toBe(read);
  });

  it.each<[text: string, read: string, issues: string[]]>([
    [
      'Notes: C',
      '63: c5/4',
      [
        '!missing-line Filetype 8 = the usual value',
        '!missing-line Version 8 = the usual value',
        '!missing-line BPM 8 = the usual value',
        '!missing-line Duration 8 = the usual value',
        '!missing-line Octave 8 = the usual value',
      ],
    ],
    [
      'Filetype: x\nVersion: 0\nBPM: 90\nDuration: 4\nOctave: 5\nNotes: C',
      '90: c5/4',
      ['!out-of-range Filetype 10 = Flipper Music Format'],
    ],
    [
      'Filetype: Flipper Music Format\nVersion: 1\nBPM: 90\nDuration: 4\nOctave: 5\nNotes: C',
      '90: c5/4',
      ['!out-of-range Version 40 = 0'],
    ],
    [
      'Filetype: Flipper Music Format\nVersion: 0\nBPM: 90\nDuration: 4\nOctave: 5\n',
      '90: ',
      ['!missing-line Notes 72 = the usual value', '!no-notes note[0] 72 = an empty tune'],
    ],
    [
      '',
      '63: ',
      [
        '!missing-line Filetype 0 = the usual value',
        '!missing-line Version 0 = the usual value',
        '!missing-line BPM 0 = the usual value',
        '!missing-line Duration 0 = the usual value',
        '!missing-line Octave 0 = the usual value',
        '!missing-line Notes 0 = the usual value',
        '!no-notes note[0] 0 = an empty tune',
      ],
    ],
  ])('%j', (text, read, issues) => {
    const tune = expectRead(parseFlipperMusic, text, issues);
    expect(`${tune.tempoBpm}: ${notesOf(tune)}`).toBe(read);
  });
});

describe('Arduino', () => {
  const before = 'int tempo = 90; int melody[] = { ';

  it.each<[items: string, read: string, issues: string[]]>([
    ['NOTE_C4, 4', 'c4/4', []],
    ['NOTE_C4, 1', 'c4/1', []],
    ['NOTE_C4, 2', 'c4/2', []],
    ['NOTE_C4, 8', 'c4/8', []],
    ['NOTE_C4, 16', 'c4/16', []],
    ['NOTE_C4, 32', 'c4/32', []],
    ['NOTE_C4, 3', 'c4/2t', []],
    ['NOTE_C4, 6', 'c4/4t', []],
    ['NOTE_C4, 48', 'c4/32t', []],
    ['NOTE_C4, 64', 'c4/32', ['!out-of-range note[0]/duration 9 = 1/32']],
    ['NOTE_C4, 0', 'c4/4', ['!out-of-range note[0]/duration 9 = 1/4']],
    ['NOTE_C4, 5', 'c4/4', ['!out-of-range note[0]/duration 9 = 1/4']],
    ['NOTE_C4, 7', 'c4/8', ['!out-of-range note[0]/duration 9 = 1/8']],
    ['NOTE_C4, 1000', 'c4/32', ['!out-of-range note[0]/duration 9 = 1/32']],
    ['NOTE_C4, -4', 'c4/4.', []],
    ['NOTE_C4, -6', 'c4/4t', ['!out-of-range note[0]/duration 9 = 1/6']],
    ['NOTE_C4, -5', 'c4/4.', ['!out-of-range note[0]/duration 9 = 1/4']],
    ['NOTE_C4, -0', 'c4/4', ['!out-of-range note[0]/duration 9 = 1/4']],
    ['NOTE_C4, x', 'c4/4', ['!out-of-range note[0]/duration 9 = 1/4']],
    ['NOTE_C4, 123456', 'c4/4', ['!out-of-range note[0]/duration 9 = 1/4']],
    ['NOTE_C3, 4', 'c4/4', ['!out-of-range note[0]/octave 0 = 4']],
    ['NOTE_B3, 4', 'b4/4', ['!out-of-range note[0]/octave 0 = 4']],
    ['NOTE_B7, 4', 'b7/4', []],
    ['NOTE_C8, 4', 'c7/4', ['!out-of-range note[0]/octave 0 = 7']],
    ['NOTE_B0, 4', 'b4/4', ['!out-of-range note[0]/octave 0 = 4']],
    ['NOTE_CS4, 4', 'c#4/4', []],
    ['note_cs4, 4', 'c#4/4', []],
    ['NOTE_ES4, 4', 'f4/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['NOTE_BS4, 4', 'c5/4', ['!impossible-sharp note[0]/pitch 0 = the next semitone']],
    ['NOTE_H4, 4', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 13 = an empty tune']],
    ['NOTE_C, 4', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 12 = an empty tune']],
    ['DO, 4', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 8 = an empty tune']],
    ['REST, 4', 'p/4', []],
    ['rest, 8', 'p/8', []],
    ['NOTE_REST, 4', 'p/4', []],
    ['0, 4', 'p/4', []],
    ['00, 4', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 8 = an empty tune']],
    ['440, 4', 'a4/4', []],
    ['441, 4', 'a4/4', ['approximated note[0]/pitch 0 = the nearest']],
    ['451, 4', 'a4/4', ['approximated note[0]/pitch 0 = the nearest']],
    ['3951, 4', 'b7/4', []],
    ['4186, 4', 'c7/4', ['!out-of-range note[0]/octave 0 = 7']],
    ['31, 4', 'b4/4', ['!out-of-range note[0]/octave 0 = 4']],
    ['1, 4', 'c4/4', ['!out-of-range note[0]/octave 0 = 4']],
    ['999999, 4', 'b7/4', ['approximated note[0]/pitch 0 = the nearest', '!out-of-range note[0]/octave 0 = 7']],
    ['1000000, 4', '', ['!unknown-letter note[0]/pitch 0 = no note', '!no-notes note[0] 13 = an empty tune']],
    ['NOTE_C4, 4, NOTE_D4', 'c4/4', ['!missing-value melody 12 = 1 notes']],
    ['NOTE_C4, 4,', 'c4/4', []],
    ['NOTE_C4, 4, , 4', 'c4/4', ['!empty-command melody 11 = no item', '!missing-value melody 14 = 1 notes']],
    ['NOTE_C4,, 4', 'c4/4', ['!empty-command melody 8 = no item']],
    [', NOTE_C4, 4', 'c4/4', ['!empty-command melody -1 = no item']],
    ['', '', ['!no-notes note[0] 3 = an empty tune']],
    ['NOTE_C4, /* x */ 4', 'c4/4', []],
  ])('items %j', (items, read, issues) => {
    expect(notesOf(expectRead(parseArduinoTable, `${before}${items} };`, issues, before.length))).toBe(read);
  });

  it.each<[text: string, read: string, issues: string[]]>([
    ['int tempo = 24; int melody[] = { 440, 4 };', '25: a4/4', ['!out-of-range tempo 4 = 25']],
    ['int tempo = 25; int melody[] = { 440, 4 };', '25: a4/4', []],
    ['int tempo = 900; int melody[] = { 440, 4 };', '900: a4/4', []],
    ['int tempo = 901; int melody[] = { 440, 4 };', '900: a4/4', ['!out-of-range tempo 4 = 900']],
    ['int bpm=99; int melody[] = { 440, 4 };', '99: a4/4', []],
    ['#define tempo 99\nint melody[] = { 440, 4 };', '99: a4/4', []],
    ['#define BPM 99\nint melody[] = { 440, 4 };', '99: a4/4', []],
    ['int melody[] = { 440, 4 };', '185: a4/4', ['missing-line tempo 0 = 185, as toneMelody plays']],
    ['int tempo = 90;', '90: ', ['!missing-line melody 15 = an empty one', '!no-notes note[0] 15 = an empty tune']],
    ['int tempo = 90; int melody[] = { 440, 4', '90: a4/4', ['!missing-section melody 39 = the end']],
    ['int tempo = 90; int melody[] = { 440, 880 }; int noteDurations[] = { 4, 8 };', '90: a4/4 a5/8', []],
    [
      'int tempo = 90; int melody[] = { 440, 880 }; int durations[] = { 4 };',
      '90: a4/4',
      ['!missing-value melody 38 = 1 notes'],
    ],
    ['int tempo = 90; int melody[] = { 440 }; int durations[] = { 4, 8 };', '90: a4/4', ['!missing-value melody 63 = 1 notes']],
    [
      'int tempo = 90; int melody[] = { 440, 880 }; int durations[] = { 4, 8',
      '90: a4/4 a5/8',
      ['!missing-section noteDurations 69 = the end'],
    ],
    ['int tempo = 90; int a[] = { 1 }; int melodyOne[] PROGMEM = { 440, 4 };', '90: a4/4', []],
    ['// int tempo = 80;\nint tempo = 90; int melody[] = { 440, 4 };', '90: a4/4', []],
    ['/* int tempo = 80; */ int tempo = 90; int melody[] = { 440, 4 };', '90: a4/4', []],
    ['// a\0b\nint tempo = 90; int melody[] = { 440, 4 };', '90: a4/4', ['!control-character title 4 = "a b"']],
  ])('%j', (text, read, issues) => {
    const tune = expectRead(parseArduinoTable, text, issues);
    expect(`${tune.tempoBpm}: ${notesOf(tune)}`).toBe(read);
  });
});

describe('AnyRtttl', () => {
  /** Its issues have the codes of errors. */
  const anyRtttl = (noteBits: 10 | 16) => (octets: Uint8Array, options: Options) =>
    decodeAnyRtttl(octets, { ...options, noteBits } as DecodeAnyRtttlOptions);

  it.each<[octets: string, read: string, issues: string[]]>([
    ['0A140201', '160: c5/4', []],
    ['0A000201', '63: c5/4', ['!bad-value tempo 0 = 63']],
    ['2A000201', '1: c5/4', []],
    ['8A700201', '900: c5/4', []],
    ['AA700201', '900: c5/4', ['!bad-value tempo 0 = 900']],
    ['EA7F0201', '900: c5/4', ['!bad-value tempo 0 = 900']],
    ['0B140201', '160: c5/4', []],
    ['0D140201', '160: c5/4', []],
    ['0E140201', '160: c5/4', ['!bad-value default-duration 0']],
    ['0F140201', '160: c5/4', ['!bad-value default-duration 0']],
    ['0A140501', '160: c5/32', []],
    ['0A140601', '160: c5/4', ['!bad-value note[0]/duration 2 = a quarter']],
    ['0A140701', '160: c5/4', ['!bad-value note[0]/duration 2 = a quarter']],
    ['0A144201', '160: c#5/4', []],
    ['0A145201', '160: f5/4', ['!bad-value note[0]/sharp 2 = the next semitone']],
    ['0A147201', '160: c6/4', ['!bad-value note[0]/sharp 2 = the next semitone']],
    ['0A147203', '160: c7/4', ['!bad-value note[0]/sharp 2 = the next semitone']],
    ['0A147A01', '160: p/4', ['!bad-value note[0]/sharp 2 = a pause']],
    ['0A144A01', '160: d#5/4', []],
    ['0A146201', '160: g#5/4', []],
    ['0A140205', '160: c5/4', ['!bad-value padding 3']],
    ['0A1402FD', '160: c5/4', ['!bad-value padding 3']],
    ['0A14', '160: ', ['!truncated note[0] 2']],
    ['0A1412', '160: ', ['!truncated note[0] 3']],
    ['0A14020104081000', '160: c5/4 c5/1 c4/1. c#4/1', ['!trailing-bytes padding 7']],
    ['0A140201040810', '160: c5/4 c5/1 c4/1. c#4/1', []],
    ['0A1402010408100000', '160: c5/4 c5/1 c4/1. c#4/1 c4/1', []],
  ])('notes of ten bits: %s', (octets, read, issues) => {
    const tune = expectRead(anyRtttl(10), hex(octets), issues);
    expect(`${tune.tempoBpm}: ${notesOf(tune)}`).toBe(read);
  });

  it.each<[octets: string, read: string, issues: string[]]>([
    ['0A140201', '160: c5/4', []],
    ['0A140200FD', '160: c4/4', ['!trailing-bytes padding 4']],
    ['0A1402FD', '160: c5/4', []],
    ['0A14020100', '160: c5/4', ['!trailing-bytes padding 4']],
    ['0A1402010000', '160: c5/4 c4/1', []],
    ['0A14', '160: ', ['!truncated note[0] 2']],
    ['0A1402', '160: ', ['!truncated note[0] 3']],
  ])('notes of sixteen bits: %s', (octets, read, issues) => {
    const tune = expectRead(anyRtttl(16), hex(octets), issues);
    expect(`${tune.tempoBpm}: ${notesOf(tune)}`).toBe(read);
  });
});

describe('startup melody of an ESC', () => {
  it.each<[octets: string, read: string, issues: string[]]>([
    ['007D0504 6442', '125: b4/16.', ['approximated pair[0]/count 4 = 89']],
    ['00000504 6442', '63: b4/32.', ['!out-of-range tempo 0 = 63', 'approximated pair[0]/count 4 = 88']],
    ['00010504 6442', '25: b4/32t', ['!out-of-range tempo 0 = 25']],
    ['00180504 6442', '25: b4/32t', ['!out-of-range tempo 0 = 25']],
    ['00190504 6442', '25: b4/32t', []],
    ['03840504 6442', '900: b4/2.', []],
    ['03850504 6442', '900: b4/2.', ['!out-of-range tempo 0 = 900']],
    ['FFFF0504 6442', '900: b4/2.', ['!out-of-range tempo 0 = 900']],
    ['007D0504', '125: ', ['!no-notes pair[0] 4']],
    ['007D0504 0000', '125: ', ['!no-notes pair[0] 6']],
    ['007D0504 6499', '125: a#4/4', ['!out-of-range pair[0]/width 5 = octave 4', 'approximated pair[0]/count 4 = 112']],
    ['007D0504 6482', '125: c#4/8.', []],
    ['007D0504 648A', '125: c4/8.', ['approximated pair[0]/count 4 = 94']],
    ['007D0504 64FF', '125: d4/4.', ['!out-of-range pair[0]/width 5 = octave 4', 'approximated pair[0]/count 4 = 106']],
    ['007D0504 6400', '125: p/32.', ['approximated pair[0]/count 4 = 90']],
    ['007D0504 6401', '125: d7/32', ['approximated pair[0]/count 4 = 141']],
    ['007D0504 F000', '125: p/8', []],
    ['007D0504 EF00', '125: p/8', []],
    ['007D0504 EE00', '125: p/8', ['approximated pair[0]/count 4 = 240']],
    ['007D0504 F100', '125: p/8', []],
    ['007D0504 F200', '125: p/8', ['approximated pair[0]/count 4 = 240']],
    ['007D0504 FF2D3D2D', '125: e5/4', []],
    ['007D0504 FF2D3D2D 00', '125: e5/4', []],
    ['007D0504 6442 0000 FFFF', '125: b4/16.', ['approximated pair[0]/count 4 = 89']],
  ])('%s', (octets, read, issues) => {
    const tune = expectRead(decodeBluejayMelody, hex(octets), issues);
    expect(`${tune.tempoBpm}: ${notesOf(tune)}`).toBe(read);
  });

  it.each<[pairs: number, rest: string, issues: string[]]>([
    [61, '', []],
    [62, '', []],
    [62, '78', ['!junk all 128']],
    [63, '', ['!junk all 128']],
  ])('%i pairs and %j: 62 pairs are the most', (pairs, rest, issues) => {
    // 120 ms are a sixteenth at 125 bpm.
    const tune = expectRead(decodeBluejayMelody, hex(`007D0504 ${'7800'.repeat(pairs)} ${rest}`), issues);
    expect(notesOf(tune)).toBe(Array(Math.min(pairs, 62)).fill('p/16').join(' '));
  });

  it('so many notes and no more', () => {
    const octets = hex('007D0504 7800 7800 7800');
    expect(decodeBluejayMelody(octets, { limits: { tuneNotes: 3 } }).notes).toHaveLength(3);
    expect(refusal(() => decodeBluejayMelody(octets, { limits: { tuneNotes: 2 } }))).toEqual({
      code: 'limit-exceeded',
      field: 'Bluejay/pair[2]',
      offset: 8,
    });
  });
});
