import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { decodeMidi, encodeMidi, parseRtttl, type TuneIssue } from '../../src/ringtone/index.js';
import { readMidi } from '../../src/ringtone/midi.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { END, file, issuesOf, midiTune, published, short, traced, track } from './midi-files.js';
import { ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();

describe('chunks and events', () => {
  it('running status, also across a meta event; system exclusive; a note struck twice; one that nothing ends', () => {
    const octets = file([`00 903C40 60 3C00 00 FF0101 78 00 3C40 00 F003 010203 60 3C40 00 F700 60 3E40 60 FF2F00`]);
    expect(short(decodeMidi(octets).notes)).toBe('c4/4 c4/4 c4/4 d4/4');
    expect(issuesOf(octets)).toEqual([
      {
        code: 'approximated',
        severity: 'warning',
        field: 'MIDI',
        offset: 44,
        reason: 'a note that nothing ends',
        assumed: 'the end of the track',
      },
    ]);
  });

  it('time in frames: 120 bpm', () => {
    const octets = file([`00 903C40 6E 803C40 ${END}`], { division: 'E728' });
    // 25 frames of 40 ticks: 500 ticks to a quarter; 110 of them are a sixteenth made short.
    expect(decodeMidi(octets)).toMatchObject({ tempoBpm: 120 });
    expect(issuesOf(octets)[0]).toMatchObject({ code: 'approximated', offset: 12 });
    const drop = decodeMidi(file([`00 903C40 83 60 803C40 ${END}`], { division: 'E320' }));
    expect(short(drop.notes)).toBe('c4/4');
  });

  it('titles: the first track, else the melody; UTF-8, else ISO 8859-1', () => {
    const named = (octets: string) => decodeMidi(file([`00 FF03 ${octets} 00 903C40 60 803C40 ${END}`])).title;
    expect(named('03 C3A978')).toBe('\u00e9x');
    expect(named('02 E978')).toBe('\u00e9x');
    expect(decodeMidi(file([END, track([[60, 0, 96]], { name: 'second' })])).title).toBe('second');
    for (const title of ['x'.repeat(300), '\u0416\u{1f600}'.repeat(100_000)]) {
      expect(decodeMidi(encodeMidi({ ...parseRtttl('x::c'), title })).title).toBe(title);
    }
    expect(named(`838000 ${'E9'.repeat(0xc000)}`)).toBe('\u00e9'.repeat(0xc000));
  });

  it('control characters in a title are blanks, and reported', () => {
    const octets = file([`00 FF03 04 61000A62 00 903C40 60 803C40 ${END}`]);
    expect(decodeMidi(octets).title).toBe('a  b');
    expect(issuesOf(octets)).toMatchObject([{ code: 'approximated', reason: 'control characters in the title' }]);
  });

  it('no notes at all', () => {
    expect(decodeMidi(file([END])).notes).toEqual([]);
    expect(issuesOf(file([END])).map(({ code }) => code)).toEqual(['no-notes']);
    expect(decodeMidi(encodeMidi({ ...parseRtttl('x::c'), notes: [] }))).toMatchObject({ title: 'x', notes: [] });
  });

  it('chunks of other types, and a longer header, are passed over', () => {
    const octets = hex(
      `4D546864 00000008 0000 0001 0060 AAAA  58585858 00000001 07  4D54726B 0000000C 00903C40 60803C40 00FF2F00  59595959 00000000`,
    );
    expect(short(decodeMidi(octets).notes)).toBe('c4/4');
    expectTiling(traced(octets).field);
  });

  it('chunks of other types between the sequences of format 2 count for none', () => {
    const sequence = toHex(file([`00 903C40 60 803C40 ${END}`])).slice(28);
    const reader = new ByteReader(hex(`4D546864 00000006 0002 0002 0060 ${sequence} 58585858 00000002 0102 ${sequence}`));
    expect(short(readMidi(reader, { lenient: true }).notes)).toBe('c4/4');
    expect(reader.remaining).toBe(0);
  });

  it('reads a view into a larger buffer', () => {
    const octets = encodeMidi(parseRtttl(vectors[0]!.text));
    expect(decodeMidi(Buffer.from([1, 2, 3, ...octets, 4]).subarray(3, -1))).toEqual(decodeMidi(octets));
  });
});

describe('trace', () => {
  it('shows the chunks and each event with delta, status and data', () => {
    const { field } = traced(encodeMidi(parseRtttl('Hi:d=4,o=5,b=120,v=15:c,p,c')));
    expectTiling(field);
    expect(field.children.map(({ name }) => name)).toEqual(['MThd', 'MTrk[0]']);
    expect(field.children[0]!.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['chunk-type', 'MThd', undefined],
      ['chunk-length', 6, undefined],
      ['format', 0, 'one track'],
      ['ntrks', 1, undefined],
      ['division', 96, '96 ticks to a quarter'],
    ]);
    const events = field.children[1]!.children.slice(2);
    expect(events.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['track-name', 'Hi'],
      ['tempo', '120.00 bpm'],
      ['text', 's=N'],
      ['controller', undefined],
      ['note-on', 'c5'],
      ['note-on', 'c5, ends'],
      ['note-on', 'c5'],
      ['note-on', 'c5, ends'],
      ['end-of-track', undefined],
    ]);
    expect(events[4]!.children.map(({ name, value }) => [name, value])).toEqual([
      ['delta-time', 0],
      ['status', 0x90],
      ['key', 72],
      ['velocity', 64],
    ]);
    expect(events[5]!.children.map(({ name }) => name)).toEqual(['delta-time', 'key', 'velocity']);
  });

  it('keys outside a tune, one data octet, system exclusive', () => {
    const { field } = traced(file([`00 C001 00 D001 00 900040 00 F002 0102 00 FF0000 00 FF0A00 ${END}`]));
    expectTiling(field);
    expect(field.children[1]!.children.slice(2).map(({ name }) => name)).toEqual([
      'program',
      'channel-pressure',
      'note-on',
      'system-exclusive',
      'sequence-number',
      'meta-event',
      'end-of-track',
    ]);
  });
});

describe('properties', () => {
  it('arbitrary octets, and files with an octet changed, cut or added', () => {
    const whole = fc.oneof(
      midiTune(8).map((tune) => encodeMidi(tune)),
      fc.constantFrom(...published.map(({ smf }) => hex(smf))),
    );
    const begun = fc.uint8Array({ maxLength: 60 }).map((events) => file([toHex(events)]));
    const any = fc.oneof(fc.uint8Array({ maxLength: 100 }), begun, damaged(whole), damaged(damaged(whole)));
    fc.assert(
      fc.property(any, fc.boolean(), (octets, lenient) => {
        const found = expectValueOrFormatError(() => decodeMidi(octets, { lenient }), octets.length);
        const { field, error } = traced(octets, lenient);
        expectTiling(field);
        if (found instanceof FormatError) return;
        expect(error).toBeUndefined();
        // What was read is a tune.
        expect(decodeMidi(encodeMidi(found)).notes.filter(({ pitch }) => pitch !== null)).toHaveLength(
          found.notes.filter(({ pitch }) => pitch !== null).length,
        );
      }),
    );
  });
});

describe('refusals', () => {
  const tail = `00 903C40 60 803C40 ${END}`;
  it.each<[why: string, octets: Uint8Array, code: string, field: string, offset: number, lenient: string]>([
    ['nothing', hex(''), 'truncated', 'MIDI/MThd/chunk-type', 0, '!'],
    ['another magic', hex('52494646 00000000'), 'bad-value', 'MIDI/MThd/chunk-type', 0, '!'],
    ['a short header', hex('4D546864 00000004 0000 0001'), 'bad-value', 'MIDI/MThd/chunk-length', 4, '!'],
    ['half a header', hex('4D546864 00000006 0000'), 'truncated', 'MIDI/MThd', 8, '!'],
    ['format 3', file([END], { format: 3 }), 'bad-value', 'MIDI/MThd/format', 8, '!'],
    ['format 2', file([tail, tail], { format: 2 }), 'bad-value', 'MIDI/MThd/format', 8, 'c4/4'],
    ['two tracks in format 0', file([tail, END], { format: 0 }), 'bad-value', 'MIDI/MThd/ntrks', 10, 'c4/4'],
    ['division 0', file([END], { division: '0000' }), 'bad-value', 'MIDI/MThd/division', 12, '!'],
    ['26 frames', file([END], { division: 'E608' }), 'bad-value', 'MIDI/MThd/division', 12, '!'],
    ['no ticks', file([END], { division: 'E700' }), 'bad-value', 'MIDI/MThd/division', 12, '!'],
    ['no track', hex('4D546864 00000006 0000 0001 0060'), 'truncated', 'MIDI/MTrk[0]', 14, ''],
    ['a short track', file([tail]).subarray(0, -4), 'truncated', 'MIDI/MTrk[0]', 22, 'c4/4'],
    ['no end', file(['00 903C40 60 803C40']), 'truncated', 'MIDI/MTrk[0]/end-of-track', 30, 'c4/4'],
    ['more after the end', file([`${tail} 00`]), 'trailing-bytes', 'MIDI/MTrk[0]', 34, 'c4/4'],
    ['octets after it', Uint8Array.of(...file([tail]), 1), 'trailing-bytes', 'MIDI', 34, 'c4/4'],
    ['a delta of five', file(['00 903C40 60 803C40 8181818100 903C40']), 'bad-value', 'MIDI/MTrk[0]/delta-time', 30, 'c4/4'],
    ['a delta cut', file(['00 903C40 60 803C40 8181']), 'truncated', 'MIDI/MTrk[0]/delta-time', 30, 'c4/4'],
    ['a delta alone', file(['00 903C40 60 803C40 00']), 'truncated', 'MIDI/MTrk[0]/event', 31, 'c4/4'],
    ['no status yet', file(['00 3C40']), 'bad-value', 'MIDI/MTrk[0]/event', 23, ''],
    ['half a note', file(['00 903C']), 'truncated', 'MIDI/MTrk[0]/event', 23, ''],
    ['a status for data', file(['00 9090 40']), 'bad-value', 'MIDI/MTrk[0]/event', 24, ''],
    ['a velocity of 80', file(['00 903C 80']), 'bad-value', 'MIDI/MTrk[0]/event', 25, ''],
    ['a clock', file(['00 F8']), 'bad-value', 'MIDI/MTrk[0]/event', 23, ''],
    ['a long meta event', file(['00 FF0109 00']), 'truncated', 'MIDI/MTrk[0]/event', 25, ''],
    ['a meta event alone', file(['00 FF']), 'truncated', 'MIDI/MTrk[0]/event', 24, ''],
    ['a meta event without a length', file(['00 FF01']), 'truncated', 'MIDI/MTrk[0]/event', 25, ''],
    ['a tempo of two', file(['00 FF5102 0000']), 'bad-value', 'MIDI/MTrk[0]/event', 26, ''],
    ['an end with data', file(['00 FF2F01 00']), 'bad-value', 'MIDI/MTrk[0]/event', 26, ''],
  ])('%s', (_why, octets, code, field, offset, lenient) => {
    expect(refusal(() => decodeMidi(octets))).toEqual({ code, field, offset });
    if (lenient === '!') expect(refusal(() => decodeMidi(octets, { lenient: true }))).toEqual({ code, field, offset });
    else {
      const issues: TuneIssue[] = [];
      const { notes } = decodeMidi(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
      expect(short(notes)).toBe(lenient);
      expect(issues.some(({ severity }) => severity === 'error')).toBe(true);
    }
    expectTiling(traced(octets).field);
  });

  it('octets after the last chunk are reported by lenient reading', () => {
    const issues: TuneIssue[] = [];
    const octets = Uint8Array.of(...file([tail]), 0, 0, 7);
    decodeMidi(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(issues).toEqual([
      {
        code: 'junk',
        severity: 'error',
        field: 'MIDI',
        offset: 34,
        reason: '3 octets after the last chunk',
        assumed: 'nothing',
      },
    ]);
  });

  it('octets are a Uint8Array', () => {
    expect(() => decodeMidi('MThd' as unknown as Uint8Array)).toThrowError(TypeError);
  });
});
