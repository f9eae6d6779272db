import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { toAtCommands } from '../../src/carrier/index.js';
import { DEFAULT_LIMITS, LimitError } from '../../src/errors.js';
import { FORMATS, inspect } from '../../src/inspect/index.js';
import { buildSubmits, PORTS } from '../../src/message/index.js';
import { encodeNokiaRingtone, parseRtttl, type Tune } from '../../src/ringtone/index.js';
import {
  encodeDeliver,
  encodeStatusReport,
  encodeSubmit,
  formatAddress,
  type Submit,
  submitText,
} from '../../src/sms/index.js';
import { deliver, statusReport, submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';
import { nokiaTune, textTune } from '../support/tunes.js';
import { fixture, smsVectors } from '../support/vectors.js';

const to = '+447700900123';
const tune = parseRtttl('test:d=4,o=5,b=160:e,f,g,16e,8e,e,2e,1e,p,1g#');
const longTune: Tune = { ...tune, notes: Array.from({ length: 220 }, (_, i) => tune.notes[i % 10] as Tune['notes'][0]) };
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const only = (field: Field, name: string): Field => {
  const found = named(field, name);
  expect(found, name).toHaveLength(1);
  return found[0] as Field;
};
const lines = (submits: readonly Submit[]) => encodeUtf8(submits.map((each) => `${toHex(encodeSubmit(each))}\n`).join(''));
const DIRECTIONS = [undefined, 'MO', 'MT'] as const;

/** Inspects under every name and direction; whatever comes has to tile the input. */
function expectTrees(octets: Uint8Array): void {
  for (const as of [undefined, ...FORMATS]) {
    for (const direction of as === undefined || as === 'hex' || as === 'at' ? DIRECTIONS : ([undefined] as const)) {
      const tree = inspect(octets, { as, direction });
      expect([tree.start, tree.end], as).toEqual([0, octets.length]);
      expectTiling(tree);
    }
  }
}

describe('any octets give a tree that tiles them, under every name', () => {
  const asText = (octets: fc.Arbitrary<Uint8Array>) => octets.map((each) => encodeUtf8(toHex(each)));
  const valid = {
    submits: submit.map(encodeSubmit),
    delivers: deliver.map(encodeDeliver),
    'status reports': statusReport.map(encodeStatusReport),
    ringtones: nokiaTune(30).map((each) => encodeNokiaRingtone(each)),
    'ringtone messages': nokiaTune(60).map((each) =>
      encodeSubmit(buildSubmits({ kind: 'ringtone', tune: each }, { to, make: 'Nokia' })[0] as Submit),
    ),
    'lines of hex': fc
      .array(fc.oneof(submit.map(encodeSubmit), deliver.map(encodeDeliver)), { maxLength: 4 })
      .map((all) => encodeUtf8(all.map((each) => `${toHex(each)}\r\n`).join(''))),
    'AT scripts': fc.array(submit, { maxLength: 3 }).map((all) => encodeUtf8(toAtCommands(all).join('\n'))),
    'SCKL texts': fc
      .tuple(
        fc.constantFrom('//SCKL1581 ', '//SCKL15811581 ', '//SCKL15810000010101 ', '//SCKL15810000010201 ', '//SCKL23F4\r\n'),
        nokiaTune(10),
        fc.constantFrom('', '\r\n', ' x', 'Ж'),
      )
      .map(([header, each, end]) => encodeUtf8(header + toHex(encodeNokiaRingtone(each)) + end)),
  };
  const few = costly(150);

  it('arbitrary', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectTrees), few);
    fc.assert(fc.property(fc.string({ unit: 'binary' }).map(encodeUtf8), expectTrees), few);
    fc.assert(
      fc.property(
        fc
          .array(
            fc.constantFrom('//SCKL', '1581', '00', '01', ' ', '\n', '1', '\r', 'AT+CMGS=1', '>', '\x1a', 'x:d=4:c', '024A3A'),
          )
          .map((all) => encodeUtf8(all.join(''))),
        expectTrees,
      ),
      few,
    );
  });

  it.each(Object.entries(valid))('%s: whole and damaged, in octets and in hex', (_, octets) => {
    fc.assert(fc.property(octets, expectTrees), costly(60));
    fc.assert(fc.property(damaged(octets), expectTrees), few);
    fc.assert(fc.property(asText(damaged(octets)), expectTrees), costly(60));
  });

  it('every cut of every vector', () => {
    const { published } = fixture('vectors/ringtones.json') as { published: { hex: string }[] };
    const all = [
      ...smsVectors('submit').map(({ out }) => out.tpdu),
      ...smsVectors('decode').map((v) => v.in.tpdu),
      ...published.map((each) => each.hex),
    ];
    for (const each of all) {
      const octets = hex(each);
      for (let end = 0; end <= octets.length; end++) {
        for (const as of ['tpdu-mo', 'tpdu-mt', 'pdu-mo', 'pdu-mt', 'udh', 'nokia-ringtone'] as const)
          expectTiling(inspect(octets.subarray(0, end), { as }));
      }
    }
  });
});

describe('the tree says what the decoder says', () => {
  it('of a submit', () => {
    fc.assert(
      fc.property(submit, (any) => {
        const tree = inspect(encodeSubmit(any), { as: 'tpdu-mo' });
        expect([tree.name, tree.error]).toEqual(['SMS-SUBMIT', undefined]);
        expect([only(tree, 'TP-MR'), only(tree, 'TP-PID'), only(tree, 'TP-DCS')].map(({ value }) => value)).toEqual([
          any.tpMr,
          any.tpPid,
          any.tpDcs,
        ]);
        expect(only(tree, 'TP-DA').meaning).toBe(formatAddress(any.tpDa));
        expect(['TP-RP', 'TP-UDHI', 'TP-SRR', 'TP-RD'].map((name) => only(tree, name).value === 1)).toEqual([
          any.tpRp,
          any.udh.length > 0,
          any.tpSrr,
          any.tpRd,
        ]);
        expect(named(tree, 'IE')).toHaveLength(any.udh.length);
        const userData = named(tree, 'TP-UD')[0];
        if (any.text) expect(userData?.children.find(({ name }) => name === 'text')?.value).toBe(any.text);
        const ports = any.udh.findLast(({ kind }) => kind === 'ports8' || kind === 'ports16');
        // What handsets have an application for is shown opened.
        const { destination } = (ports ?? {}) as { destination?: number };
        if (any.data?.length && !Object.values<number | undefined>(PORTS).includes(destination)) {
          expect(userData?.children.find(({ name }) => name === 'data')?.value).toBe(toHex(any.data));
        }
      }),
    );
  });

  it('of a deliver', () => {
    fc.assert(
      fc.property(deliver, (any) => {
        const tree = inspect(encodeDeliver(any), { as: 'tpdu-mt' });
        expect(tree.name).toBe('SMS-DELIVER');
        expect([only(tree, 'TP-PID').value, only(tree, 'TP-DCS').value, only(tree, 'TP-OA').meaning]).toEqual([
          any.tpPid,
          any.tpDcs,
          formatAddress(any.tpOa),
        ]);
        const quarter = (any.tpScts.at.getTime() + any.tpScts.offsetMinutes * 60_000) as number;
        expect(only(tree, 'TP-SCTS').meaning?.slice(0, 19)).toBe(new Date(quarter).toISOString().slice(0, 19));
      }),
    );
  });

  it('of the vectors, with the likeliest reading', () => {
    for (const { out } of smsVectors('submit')) {
      expect(inspect(hex(out.tpdu)).name).toBe('SMS-SUBMIT');
      expect(inspect(hex(out.atPdu)).children[0]?.name).toBe('SMSC');
    }
    for (const { in: given, out } of smsVectors('decode')) {
      const tree = inspect(hex(given.tpdu));
      expect(tree.name.replace('STATUS-REPORT', 'STATUS REPORT')).toBe(out.type);
      if (out.text !== undefined) expect(named(tree, 'text').at(-1)?.value).toBe(out.text);
    }
  });

  it('a direction chooses between the readings', () => {
    expect(inspect(hex('0000'), { direction: 'MO' }).name).toBe('SMS-DELIVER-REPORT');
    expect(inspect(hex('040B917283010010F5'), { direction: 'MT' }).error).toMatchObject({ code: 'truncated' });
    expect(inspect(hex('FFFF'), { direction: 'MO' })).toMatchObject({ name: 'TPDU', error: { field: 'TP-MTI', offset: 0 } });
    // To a handset the reserved type is an SMS-DELIVER (TS 23.040 9.2.3.1).
    expect(inspect(hex('FFFF'), { direction: 'MT' }).error).toMatchObject({ field: 'TP-OA/type of address', offset: 2 });
  });
});

describe('a ringtone', () => {
  /** Notes of a tree as pitch, octave, duration. */
  const notesOf = (tree: Field) => named(tree, 'note-value').map(({ value }) => value);

  it('in a message is shown down to single notes', () => {
    const [message] = buildSubmits({ kind: 'ringtone', tune }, { to, make: 'Nokia' }) as [Submit];
    const tree = inspect(encodeSubmit(message));
    const ringtone = only(tree, 'Nokia ringtone');
    expect(ringtone.error).toBeUndefined();
    const pitches = tune.notes.map(({ pitch }) =>
      pitch === null ? 0 : ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'].indexOf(pitch) + 1,
    );
    expect(notesOf(ringtone)).toEqual(pitches);
    expectTiling(tree);
  });

  it.each(['hex', 'at'] as const)('of several parts is joined behind the lines (%s)', (form) => {
    const submits = buildSubmits({ kind: 'ringtone', tune: longTune }, { to, make: 'Nokia' });
    expect(submits.length).toBeGreaterThan(2);
    const tree = inspect(form === 'hex' ? lines([...submits].reverse()) : encodeUtf8(toAtCommands(submits).join('\r\n')));
    expect(tree).toMatchObject({ name: form });
    expect(tree.warnings).toBeUndefined();
    const joined = tree.children.at(-1) as Field;
    expect(joined).toMatchObject({ name: `joined from ${submits.length} parts`, start: tree.end, end: tree.end });
    expect(joined.octets).toEqual(encodeNokiaRingtone(longTune));
    expect(joined.children[0]).toMatchObject({ name: 'Nokia ringtone', start: 0, end: joined.octets?.length });
    expect(notesOf(joined)).toHaveLength(220);
    expectTiling(tree);
  });

  it('warns of missing parts', () => {
    const submits = buildSubmits({ kind: 'ringtone', tune: longTune }, { to, make: 'Nokia' });
    const tree = inspect(lines(submits.slice(1)));
    expect(tree.warnings).toEqual([`${submits.length - 1} of ${submits.length} parts of a message`]);
    expect(named(tree, `joined from ${submits.length} parts`)).toEqual([]);
  });

  it('keeps the data of other header elements apart from the payload', () => {
    const udh = [
      { kind: 'ports16', destination: 5505, source: 0 },
      { kind: 'userSound', position: 0, data: hex('4245') },
    ] as const;
    const tree = inspect(encodeSubmit({ tpDa: to, tpDcs: 0xf5, udh, data: encodeNokiaRingtone(tune) }), { as: 'tpdu-mo' });
    expect(named(tree, 'Nokia ringtone')).toHaveLength(1);
    expect(everyField(tree).find(({ error }) => error !== undefined)).toBeUndefined();
  });

  it('in a text transport is shown with the header apart', () => {
    for (const header of ['//SCKL1581 ', '//SCKL15811581 ', '//SCKL15810000010101 ']) {
      const tree = inspect(encodeUtf8(header + toHex(encodeNokiaRingtone(tune))));
      expect(tree.children[0]).toMatchObject({ name: 'header', value: header, start: 0, end: header.length });
      expect(notesOf(tree)).toHaveLength(10);
    }
    expect(inspect(encodeUtf8('//SCKL15810000010201 024A3A')).meaning).toBe('to port 5505, part 1 of 2');
  });

  it.each([
    ['//SCKL15811111 1', 15],
    ['//SCKL15810000010101 ', 21],
    ['//SCKL23F4 BEGIN', 11],
  ])('the header of %s ends at %i', (text, end) => {
    expect(inspect(encodeUtf8(text)).children[0]?.end).toBe(end);
  });
});

describe('several messages', () => {
  it('texts are joined per recipient, in any order, once', () => {
    const submits = submitText('x'.repeat(400), { to, reference: 1 });
    const others = submitText('y'.repeat(400), { to: '+447700900124', reference: 1 });
    const tree = inspect(lines([...submits, ...others, submits[0] as Submit].reverse()));
    expect(
      tree.children
        .filter(({ name }) => name.startsWith('joined'))
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['x'.repeat(400), 'y'.repeat(400)]);
  });

  it('the PDUs that a modem shows are read with their prefix', () => {
    const [{ in: given }] = smsVectors('decode') as unknown as [{ in: { tpdu: string } }];
    const script = `+CMT: ,28\r\n0791447758100650${given.tpdu}\r\n\r\nOK\r\n`;
    const tree = inspect(encodeUtf8(script));
    expect(tree.name).toBe('at');
    expect(only(tree, 'SMS-DELIVER').children[0]).toMatchObject({ name: 'SMSC', meaning: '+447785016005' });
    expectTiling(tree);
  });

  it('what goes to a modem that repeats it is read as what is sent, however damaged it is', () => {
    const script = 'AT+CMGS=23\r\r\n> 0041FF\x1a\r\n';
    const [, , sent] = inspect(encodeUtf8(script), { as: 'at' }).children;
    expect(only(sent as Field, 'TP-MTI').meaning).toBe('SMS-SUBMIT');
  });

  it('what cannot be read is one line of the tree', () => {
    const tree = inspect(encodeUtf8('FFFFFF\n'), { as: 'hex' });
    expect(tree.children[0]).toMatchObject({ name: 'hex: unknown octets' });
  });
});

describe('text', () => {
  it('a tune is a line with its faults as warnings', () => {
    fc.assert(
      fc.property(textTune(), ({ title }) => {
        expect(
          inspect(encodeUtf8(`${title.replace(/[\x00-\x1f\x7f]/g, '')}:d=4,o=5,b=160:c,oops,d`), { as: 'rtttl' }).warnings
            ?.length,
        ).toBeGreaterThan(0);
      }),
    );
    expect(inspect(encodeUtf8('x:d=4,o=5,b=160:c'))).toMatchObject({ name: 'RTTTL', meaning: '"x", 1 notes, 160 bpm' });
    expect(inspect(encodeUtf8('nothing'), { as: 'rtttl' })).toMatchObject({ name: 'RTTTL', error: { name: 'DecodeError' } });
  });

  it('octets that are no text under the name of one carry an error', () => {
    for (const as of ['hex', 'at', 'rtttl', 'sckl', 'text'] as const) {
      expect(inspect(hex('FF00FE'), { as }).error, as).toBeDefined();
    }
  });

  it('plain text is a leaf', () => {
    expect(inspect(encodeUtf8('Grüße'))).toEqual({ name: 'text', value: 'Grüße', start: 0, end: 7, children: [] });
    expect(inspect(new Uint8Array(0))).toMatchObject({ name: 'unknown octets', start: 0, end: 0, children: [] });
  });
});

describe('what is no argument at all', () => {
  it.each([
    ['a text', '0001', undefined],
    ['nothing', undefined, undefined],
    ['numbers', [0, 1], undefined],
    ['an unknown format', hex('00'), { as: 'tiff' }],
    ['an unknown direction', hex('00'), { direction: 'mo' }],
  ])('%s is a TypeError', (_, octets, options) => {
    const call = inspect as (octets: unknown, options: unknown) => unknown;
    expect(() => call(octets, options)).toThrow(TypeError);
    expect(() => call(octets, options)).not.toThrow(/undefined \(|Cannot/);
  });
});

describe('limits', () => {
  it.each([undefined, ...FORMATS])('so many octets and no more (as %s)', (as) => {
    expect(() => inspect(new Uint8Array(DEFAULT_LIMITS.inspectOctets + 1), { as })).toThrow(LimitError);
  });

  it('digits alone are a listing for whoever says which way it went', () => {
    expect(inspect(encodeUtf8('0101\n'))).toMatchObject({ name: 'text' });
    expect(inspect(encodeUtf8('0101\n'), { direction: 'MT' }).children[0]?.name).toBe('hex: SMS-SUBMIT-REPORT');
  });

  it('so many lines and no more', () => {
    const listing = (count: number) => encodeUtf8('000A\n'.repeat(count));
    expect(inspect(listing(DEFAULT_LIMITS.inspectItems)).children).toHaveLength(DEFAULT_LIMITS.inspectItems);
    expect(() => inspect(listing(DEFAULT_LIMITS.inspectItems + 1))).toThrow(LimitError);
  });

  const most = DEFAULT_LIMITS.inspectFields;
  /** Inputs of a given length that are all small fields. */
  const crafted: Readonly<Record<string, (length: number) => Uint8Array>> = {
    // Programme changes under a running status: two octets, three fields.
    'MIDI events': (length) => {
      const events = (length - 30) & ~1;
      const head = hex('4D546864 00000006 0000 0001 0060 4D54726B 00000000 00C005');
      const octets = new Uint8Array(head.length + events + 4);
      octets.set(head);
      octets.set([0, 0xff, 0x2f, 0], head.length + events);
      new DataView(octets.buffer).setUint32(18, events + 7);
      return octets;
    },
    'empty items of a picture message': (length) => new Uint8Array(length - (length % 3) + 1).fill(0x30, 0, 1),
    'ringtones in a picture message': (length) => {
      const octets = new Uint8Array(length - (length % 4) + 1).fill(0x30, 0, 1);
      for (let at = 1; at < octets.length; at += 4) octets.set([0x03, 0x00, 0x01, 0x01], at);
      return octets;
    },
    'EMS elements': (length) => {
      const header = `88${'0A020000'.repeat(34)}`;
      return encodeUtf8(`41000B917283010010F5000489${header}\n`.repeat(Math.min(1000, Math.floor(length / 302))));
    },
    septets: (length) => encodeUtf8(`01000B917283010010F50000A0${'41'.repeat(140)}\n`.repeat(Math.min(1000, length / 320))),
    'lines of tunes': (length) => {
      const tune = toHex(encodeUtf8(`BEGIN:IMELODY\n${'\n'.repeat(90)}END:IMELODY`));
      const octet = (value: number) => toHex(Uint8Array.of(value));
      const sound = `0C${octet(tune.length / 2 + 1)}00${tune}`;
      const line = `41000B917283010010F50004${octet(sound.length / 2 + 1)}${octet(sound.length / 2)}${sound}\n`;
      return encodeUtf8(line.repeat(Math.min(1000, length / line.length)));
    },
  };

  it.each(Object.entries(crafted))('%s: so many fields and no more, however long the input', (_, make) => {
    const counts = [60_000, DEFAULT_LIMITS.inspectOctets - 40].map((length) => {
      const octets = make(length);
      const tree = inspect(octets);
      expectTiling(tree);
      expect([tree.start, tree.end]).toEqual([0, octets.length]);
      return countFields(tree);
    });
    // Roots of trees, the lines of a listing and what was left undecoded are not counted.
    expect(Math.max(...counts)).toBeLessThan(1.05 * most);
    expect(counts[0]).toBeGreaterThan(5000);
  });

  it.each(Object.entries(crafted))('%s: another limit tells the tree where it ends', (_, make) => {
    const octets = make(20_000);
    const tree = inspect(octets, { limits: { inspectFields: 1000 } });
    expectTiling(tree);
    expect(countFields(tree)).toBeLessThan(1400);
    const errors = everyField(tree).flatMap(({ error }) => error ?? []);
    expect(errors[0]).toMatchObject({ code: 'limit-exceeded', reason: 'more than 1000 fields to show' });
    expect(errors.every((error) => error instanceof LimitError)).toBe(true);
  });

  it('an exact budget is enough', () => {
    const octets = encodeNokiaRingtone(tune);
    const whole = inspect(octets);
    const fields = countFields(whole) - 1;
    expect(inspect(octets, { limits: { inspectFields: fields } })).toEqual(whole);
    expect(inspect(octets, { limits: { inspectFields: fields - 1 } }).error).toBeInstanceOf(LimitError);
    for (let most = 0; most < fields; most++) expectTiling(inspect(octets, { limits: { inspectFields: most } }));
  });

  it('a joined message and its objects are bounded too', () => {
    const submits = buildSubmits({ kind: 'ringtone', tune: longTune }, { to, make: 'Nokia' });
    const whole = countFields(inspect(lines(submits)));
    for (let most = 0; most < whole; most += 37) {
      const tree = inspect(lines(submits), { limits: { inspectFields: most } });
      expectTiling(tree);
      expect(countFields(tree)).toBeLessThan(most + 20);
    }
  });
});

/** Without recursion into arguments: a tree may have hundreds of thousands of fields. */
function countFields(field: Field): number {
  let count = 0;
  const waiting = [field];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count++;
    for (const child of next.children) waiting.push(child);
  }
  return count;
}
