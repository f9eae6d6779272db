import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, Trace, toHex } from '../../src/bytes/index.js';
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

describe('the header', () => {
  /** A quarter note c4 of `ticks` to a quarter. */
  const quarter = (division: string, ticks: number) => {
    const delta = [ticks >> 14, (ticks >> 7) & 127, ticks & 127].map((part, i) => (i < 2 ? part | 0x80 : part));
    return file([`00 903C40 ${toHex(Uint8Array.from(delta))} 803C40 ${END}`], { division });
  };

  it.each<[frames: string, division: string, ticks: number]>([
    ['24 frames of 2', 'E802', 24],
    ['24 frames of 255', 'E8FF', 3060],
    ['25 frames of 40', 'E728', 500],
    ['29.97 frames of 80', 'E350', 1199],
    ['30 frames of 80', 'E250', 1200],
    ['ticks to a quarter, the most', '7FFF', 32767],
    ['ticks to a quarter, the fewest', '0001', 1],
  ])('%s: a quarter is half a second', (_frames, division, ticks) => {
    expect(short(decodeMidi(quarter(division, ticks)).notes)).toBe('c4/4');
    const isFrames = division > '8000';
    expect(issuesOf(quarter(division, ticks))).toMatchObject(
      isFrames ? [{ code: 'approximated', field: 'MIDI/MThd/division', offset: 12, assumed: '120 quarters a minute' }] : [],
    );
  });

  it.each(['8000', '8001', 'E908', 'E608', 'E508', 'E408', 'E108', 'FF08', 'E800', 'E200'])(
    'a division of %s is refused',
    (division) => {
      for (const lenient of [false, true]) {
        expect(refusal(() => decodeMidi(file([END], { division }), { lenient }))).toEqual({
          code: 'bad-value',
          field: 'MIDI/MThd/division',
          offset: 12,
        });
      }
    },
  );

  it('more of it than six octets is one field of the trace, none where there is no more', () => {
    const names = (length: string, more: string) =>
      traced(hex(`4D546864 ${length} 0000 0001 0060 ${more} 4D54726B 00000004 00FF2F00`)).field.children[0]!.children.map(
        ({ name }) => name,
      );
    const usual = ['chunk-type', 'chunk-length', 'format', 'ntrks', 'division'];
    expect(names('00000006', '')).toEqual(usual);
    expect(names('00000007', 'AA')).toEqual([...usual, 'more']);
  });
});

describe('chunks after the last track', () => {
  const whole = toHex(file([`00 903C40 60 803C40 ${END}`]));

  it.each(['20202020', '7E7E7E7E', '58585820', '4D54726C'])('%s is the type of one that is passed over', (type) => {
    const octets = hex(`${whole} ${type} 00000002 0102`);
    expect(issuesOf(octets)).toEqual([]);
    expect(traced(octets).field.children.at(-1)!.name).toBe('chunk');
  });

  it.each<[why: string, chunk: string]>([
    ['a control character in the type', '1F202020 00000002 0102'],
    ['a delete in the type', '5858587F 00000002 0102'],
    ['a delete first', '7F585858 00000002 0102'],
    ['one more track', '4D54726B 00000004 00FF2F00'],
    ['one more header', '4D546864 00000002 0102'],
    ['an octet less than its length', '58585858 00000003 0102'],
    ['half a head', '58585858 000000'],
  ])('%s: not a chunk of the file', (_why, chunk) => {
    expect(refusal(() => decodeMidi(hex(`${whole} ${chunk}`)))).toEqual({ code: 'trailing-bytes', field: 'MIDI', offset: 34 });
  });

  it('one without data has none in the trace', () => {
    const { field } = traced(hex(`${whole} 58585858 00000000 59595959 00000001 07`));
    const [empty, full] = field.children.slice(-2);
    expect(empty!.children.map(({ name, value }) => [name, value])).toEqual([
      ['chunk-type', 'XXXX'],
      ['chunk-length', 0],
    ]);
    expect(full!.children.map(({ name }) => name)).toEqual(['chunk-type', 'chunk-length', 'data']);
  });
});

describe('format 2', () => {
  const leniently = (tracks: readonly string[]) => decodeMidi(file(tracks, { format: 2 }), { lenient: true });
  const second = `00 FF5103 0F4240 00 905440 60 805440 ${END}`;

  it('a sequence after the first with notes is not read: its notes, its tempo, its damage', () => {
    const first = `00 FF5103 07A120 00 903C40 60 803C40 ${END}`;
    for (const other of [second, `00 FF5103 0F4240 00 905440 60 80`, '00 3C40']) {
      expect(leniently([first, other])).toMatchObject({ tempoBpm: 120, notes: [{ pitch: 'c', octave: 4 }] });
      expect(issuesOf(file([first, other], { format: 2 }), true).map(({ code }) => code)).toEqual(['dropped']);
    }
  });

  it('a sequence without notes gives no tempo to the next one', () => {
    const empty = `00 FF5103 03D090 ${END}`;
    expect(leniently([empty, second])).toMatchObject({ tempoBpm: 60, notes: [{ pitch: 'c', octave: 6 }] });
    expect(leniently([empty, `00 905440 60 805440 ${END}`])).toMatchObject({ tempoBpm: 120 });
  });
});

describe('events without effect', () => {
  it.each<[what: string, event: string, reported: string[]]>([
    ['program', 'C001', []],
    ['key pressure', 'A03C40', ['key pressure']],
    ['channel pressure', 'D040', ['key pressure']],
    ['a pitch bend', 'E00040', ['pitch bends']],
    ['bank', 'B00001', []],
    ['bank, low part', 'B02001', []],
    ['modulation', 'B00101', ['controllers other than volume']],
    ['controller 31', 'B01F01', ['controllers other than volume']],
    ['controller 33', 'B02101', ['controllers other than volume']],
    ['controller 119', 'B07701', ['controllers other than volume']],
    ['all sound off', 'B07800', []],
    ['poly mode', 'B07F00', []],
  ])('%s: reported when something is lost', (_what, event, reported) => {
    const octets = file([`00 ${event} 00 ${event} 00 903C40 60 803C40 ${END}`]);
    expect(short(decodeMidi(octets).notes)).toBe('c4/4');
    expect(issuesOf(octets).map(({ code, reason, assumed, offset }) => [code, reason, assumed, offset])).toEqual(
      reported.map((what) => ['dropped', what, 'nothing', 23]),
    );
  });

  it.each<[text: string, octets: string, found: object]>([
    ['l=1', '03 6C3D31', { loops: 1 }],
    ['l=15', '04 6C3D3135', { loops: 15 }],
    ['l=16', '04 6C3D3136', { loops: 0 }],
    ['l=0', '03 6C3D30', { loops: 0 }],
    ['l:2', '03 6C3A32', { loops: 0 }],
    ['l=2 x', '05 6C3D322078', { loops: 0 }],
    ['s=C', '03 733D43', { style: 'C' }],
    ['s=S', '03 733D53', { style: 'S' }],
    ['s=X', '03 733D58', { style: 'N' }],
    ['s=CC', '04 733D4343', { style: 'N' }],
    ['t=C', '03 743D43', { style: 'N' }],
    ['l=', '02 6C3D', { loops: 0 }],
  ])('the text %s', (_text, octets, found) => {
    expect(decodeMidi(file([`00 FF01 ${octets} 00 903C40 60 803C40 ${END}`]))).toMatchObject({
      loops: 0,
      style: 'N',
      ...found,
    });
  });

  it('the first loops of several count, and the first name of a track', () => {
    const octets = file([`00 FF0301 61 00 FF0301 62 00 FF0103 6C3D32 00 FF0103 6C3D33 00 903C40 60 803C40 ${END}`]);
    expect(decodeMidi(octets)).toMatchObject({ title: 'a', loops: 2 });
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

describe('trace of single events', () => {
  const eventsOf = (events: string) => traced(file([`${events} ${END}`])).field.children[1]!.children.slice(2);

  it.each<[name: string, event: string, fields: [string, unknown][], meaning: string | undefined]>([
    [
      'note-off',
      '803C01',
      [
        ['key', 60],
        ['velocity', 1],
      ],
      'c4',
    ],
    [
      'note-on',
      '913D02',
      [
        ['key', 61],
        ['velocity', 2],
      ],
      'c#4',
    ],
    [
      'note-on',
      '903C00',
      [
        ['key', 60],
        ['velocity', 0],
      ],
      'c4, ends',
    ],
    [
      'note-off',
      '803C00',
      [
        ['key', 60],
        ['velocity', 0],
      ],
      'c4',
    ],
    [
      'key-pressure',
      'A06B03',
      [
        ['key', 107],
        ['pressure', 3],
      ],
      'b7',
    ],
    [
      'note-on',
      '906C40',
      [
        ['key', 108],
        ['velocity', 64],
      ],
      'c8, outside octaves 4 to 7',
    ],
    [
      'note-on',
      '903B40',
      [
        ['key', 59],
        ['velocity', 64],
      ],
      'b3, outside octaves 4 to 7',
    ],
    [
      'controller',
      'B00704',
      [
        ['number', 7],
        ['value', 4],
      ],
      undefined,
    ],
    ['program', 'C005', [['program', 5]], undefined],
    ['channel-pressure', 'D006', [['pressure', 6]], undefined],
    [
      'pitch-bend',
      'E00740',
      [
        ['low', 7],
        ['high', 64],
      ],
      undefined,
    ],
    [
      'system-exclusive',
      'F003 010203',
      [
        ['length', 3],
        ['data', '3 octets'],
      ],
      undefined,
    ],
    ['system-exclusive', 'F700', [['length', 0]], undefined],
    [
      'text',
      'FF0102 6869',
      [
        ['type', 1],
        ['length', 2],
        ['data', 'hi'],
      ],
      'hi',
    ],
    [
      'cue-point',
      'FF0702 6869',
      [
        ['type', 7],
        ['length', 2],
        ['data', 'hi'],
      ],
      'hi',
    ],
    [
      'meta-event',
      'FF0802 6869',
      [
        ['type', 8],
        ['length', 2],
        ['data', '2 octets'],
      ],
      undefined,
    ],
    [
      'sequence-number',
      'FF0002 0001',
      [
        ['type', 0],
        ['length', 2],
        ['data', '2 octets'],
      ],
      undefined,
    ],
    [
      'tempo',
      'FF5103 07A120',
      [
        ['type', 81],
        ['length', 3],
        ['data', 500_000],
      ],
      '120.00 bpm',
    ],
  ])('%s: %s', (name, event, fields, meaning) => {
    const [found] = eventsOf(`10 ${event}`);
    const status = Number.parseInt(event.slice(0, 2), 16);
    expect(found!.meaning).toBe(meaning);
    expect(found).toMatchObject({ name, start: 22, end: 23 + hex(event).length });
    expect(found!.children.map((child) => [child.name, child.value])).toEqual([
      ['delta-time', 16],
      ['status', status],
      ...fields,
    ]);
    const channel = status < 0xf0 ? `${name}, channel ${(status & 15) + 1}` : undefined;
    expect(found!.children[1]!.meaning).toBe(channel);
  });

  it('the magic, the division and the rest of a damaged track are where the file has them', () => {
    const octets = hex(`FFFF ${toHex(file([`00 903C40 60 803C40 00 9090 40`]))}`);
    const trace = new Trace('midi');
    const reader = new ByteReader(octets, trace);
    reader.take(2, 'before');
    readMidi(reader, { lenient: true });
    const field = trace.finish(octets.length);
    expectTiling(field);
    const [, header, chunk] = field.children;
    expect(header!.children[0]).toMatchObject({ name: 'chunk-type', start: 2, end: 6 });
    expect(chunk!.children[0]).toMatchObject({ name: 'chunk-type', value: 'MTrk', start: 16, end: 20 });
    expect(chunk!.children.at(-1)).toMatchObject({ name: 'unread', start: 32, end: 36 });
  });

  it('what comes after the end of a track is one field', () => {
    const { field } = traced(file([`${END} 0102`]), true);
    expect(field.children[1]!.children.at(-1)).toMatchObject({ name: 'unread', start: 26, end: 28 });
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
  ])('%s', (why, octets, code, field, offset, lenient) => {
    expect(refusal(() => decodeMidi(octets))).toEqual({ code, field, offset });
    if (lenient === '!') expect(refusal(() => decodeMidi(octets, { lenient: true }))).toEqual({ code, field, offset });
    else {
      const issues: TuneIssue[] = [];
      const { notes } = decodeMidi(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
      expect(short(notes)).toBe(lenient);
      const [first] = issues.filter(({ severity }) => severity === 'error');
      const isFormat = field === 'MIDI/MThd/format';
      const isChunk = why === 'a short track';
      expect(first).toMatchObject({
        code: isFormat ? 'dropped' : 'junk',
        field: isChunk ? 'MIDI/MTrk[0]/chunk-length' : field,
        offset: isChunk ? 18 : offset,
      });
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
