import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { buildSubmits, type Content, readContent, readSubmits } from '../../src/message/index.js';
import { encodeMidi, parseRtttl, type Tune } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSeo, encodeSubmit, type InformationElement, type Submit } from '../../src/sms/index.js';
import { header, u8 } from '../support/arbitraries.js';
import { groupGraphic, nokiaLogo, nokiaPicture, picture } from '../support/contents.js';
import { hex } from '../support/hex.js';
import { damaged, refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';

const to = '+447700900123';
const long = (letter: string, reference: number) => buildSubmits({ kind: 'text', text: letter.repeat(400) }, { to, reference });
const [a1, a2, a3] = long('a', 1) as [Submit, Submit, Submit];
const [b1, b2] = long('b', 2) as [Submit, Submit];

describe('reading', () => {
  it('a duplicate part changes nothing', () => {
    expect(readSubmits([a3, a1, a3, a2, a1])).toEqual({ kind: 'text', text: 'a'.repeat(400) });
  });

  it('a part of a message of one part may come twice, too', () => {
    const udh = [{ kind: 'concat8', reference: 1, total: 1, sequence: 1 } as const];
    const part = { udh, text: 'x', tpDcs: 0, tpPid: 0 };
    expect(readSubmits([part, { ...part }, part])).toEqual({ kind: 'text', text: 'x' });
    expect(refusal(() => readSubmits([part, { ...part, text: 'y' }, part]))).toMatchObject({ code: 'trailing-bytes' });
  });

  it('what came over the wire is what was built', () => {
    const notes = parseRtttl('t:d=4,o=5,b=160:e,f,g').notes;
    const tune: Tune = {
      title: 't',
      tempoBpm: 160,
      style: 'N',
      loops: 0,
      notes: Array.from({ length: 150 }, (_, i) => notes[i % 3] as Tune['notes'][0]),
    };
    const submits = buildSubmits({ kind: 'ringtone', tune }, { to, make: 'Nokia' });
    expect(submits.length).toBeGreaterThan(1);
    expect(readSubmits(submits.map((submit) => decodeSubmit(encodeSubmit(submit))).reverse())).toEqual({
      kind: 'ringtone',
      tune,
    });
  });

  it.each([
    [0x10, 'flash'],
    [0x18, 'flash'],
    [0xf0, 'flash'],
    [0x00, 'text'],
    [0x08, 'text'],
    [0x11, 'text'],
  ])('TP-DCS %i is %s', (tpDcs, kind) => {
    expect(readSubmits([{ udh: [], text: 'x', tpDcs, tpPid: 0 }])).toEqual({ kind, text: 'x' });
  });

  it('a text in national tables is a text', () => {
    const content: Content = { kind: 'text', text: 'ğ'.repeat(200) };
    expect(readSubmits(buildSubmits(content, { to, locking: 1 }))).toEqual(content);
    for (const kind of ['lockingShift', 'singleShift'] as const) {
      expect(readSubmits([{ udh: [{ kind, language: 1 }], text: 'x', tpDcs: 0, tpPid: 0 }])).toEqual({
        kind: 'text',
        text: 'x',
      });
    }
  });

  it('a Motorola text is a ringtone when its checksum is right, else a text', () => {
    const read = (text: string) => readSubmits([{ udh: [], text, tpDcs: 0, tpPid: 0 }]);
    // XOR of the music: 43 ^ 33 = 70 hex.
    expect(read('L35&3 C3&&70')).toMatchObject({ kind: 'ringtone', tune: { notes: [{ pitch: 'c', duration: 4 }] } });
    for (const text of ['L35&3 C3&&71', 'L35&3 C3', 'L35&', ' L35&3 C3&&70'])
      expect(read(text)).toEqual({ kind: 'text', text });
  });

  it('an iMelody in an extended object is a ringtone', () => {
    const melody = 'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:c3\r\nEND:IMELODY\r\n';
    const octets = Uint8Array.from(melody, (character) => character.charCodeAt(0));
    const data = Uint8Array.of(1, 0, octets.length, 0, 1, 0, 0, ...octets);
    const udh = [{ kind: 'raw', iei: 0x14, data }] as const;
    expect(readSubmits([{ udh, text: '', tpDcs: 0, tpPid: 0 }])).toMatchObject({
      kind: 'ringtone',
      tune: { notes: [{ pitch: 'c', duration: 8 }] },
    });
    expect(readSubmits([{ udh, text: 'x', tpDcs: 0, tpPid: 0 }]).kind).toBe('pdu');
  });

  it('a sound beside a text stays as it is, one that is no iMelody is an error', () => {
    const sound = { kind: 'userSound', position: 0, data: hex('00') } as const;
    expect(readSubmits([{ udh: [sound], text: 'x', tpDcs: 0, tpPid: 0 }])).toMatchObject({ kind: 'pdu', udh: [sound] });
    expect(refusal(() => readSubmits([{ udh: [sound], text: '', tpDcs: 0, tpPid: 0 }])).field).toMatch(/^EMS\/sound\[0\]/);
  });

  it('a tune in an exchange object has its own title, or else the name of the object', () => {
    const read = (title: string, name: string) => {
      const tune: Tune = { ...parseRtttl('x:d=4,o=5,b=120:c,e,g'), title };
      const blocks = encodeSeo({ type: 'mid', name, data: encodeMidi(tune) });
      const content = readSubmits(blocks.map((data) => ({ udh: [], data, tpDcs: 0xf5, tpPid: 0 })));
      return content.kind === 'ringtone' ? content.tune.title : content.kind;
    };
    expect(read('', 'Bell')).toBe('Bell');
    expect(read('Song', 'Bell')).toBe('Song');
    // The name that a tune without a title is sent under.
    expect(read('', 'tune')).toBe('');
  });

  it('text to the port of ringtones is no ringtone', () => {
    const udh = [{ kind: 'ports16', destination: 5505, source: 0 }] as const;
    expect(readSubmits([{ udh, text: 'x', tpDcs: 0, tpPid: 0 }])).toEqual({ kind: 'pdu', tpDcs: 0, tpPid: 0, udh, text: 'x' });
  });

  it('a joined message reads as its parts do', () => {
    expect(readContent({ from: '', udh: [], parts: 1, data: hex('0102') }, 4, 5)).toEqual({
      kind: 'pdu',
      tpDcs: 4,
      tpPid: 5,
      udh: [],
      data: hex('0102'),
    });
  });
});

describe('refusals', () => {
  it.each([
    ['no part at all', [], 'truncated'],
    ['a missing part', [a1, a3], 'truncated'],
    ['one part alone', [a2], 'truncated'],
    ['a part of another message too', [a1, b1, a2, a3], 'trailing-bytes'],
    ['a part of another message first', [b2, a1, a2, a3], 'trailing-bytes'],
    ['two whole messages', [...long('a', 1), ...long('b', 2)], 'trailing-bytes'],
    [
      'two single messages',
      [
        { ...a1, udh: [] },
        { ...a2, udh: [] },
      ],
      'trailing-bytes',
    ],
    ['a single message behind a whole one', [a1, a2, a3, { ...a2, udh: [] }], 'trailing-bytes'],
    ['a part of another message after a whole one', [a1, a2, a3, b1], 'trailing-bytes'],
    ['a part twice with different texts', [{ ...a1, text: 'other' }, a1, a2, a3], 'trailing-bytes'],
  ] as [string, Submit[], string][])('%s', (_, parts, code) => {
    expect(refusal(() => readSubmits(parts))).toEqual({ code, field: 'parts', offset: undefined });
  });

  it.each([
    [[a1, a3], '2 of 3 parts'],
    [[a2, a2], '1 of 3 parts'],
  ])('say how many parts are there', (parts, words) => {
    expect(() => readSubmits(parts)).toThrow(words);
  });

  it('a ringtone that is none, with the place in its octets', () => {
    const udh = [{ kind: 'ports16', destination: 5505, source: 0 }] as const;
    expect(refusal(() => readSubmits([{ udh, data: hex('024A3A'), tpDcs: 0xf5, tpPid: 0 }]))).toMatchObject({
      code: 'truncated',
      offset: 2,
    });
    expect(refusal(() => readSubmits([{ udh, data: hex(''), tpDcs: 0xf5, tpPid: 0 }]))).toMatchObject({
      code: 'truncated',
      offset: 0,
    });
  });
});

describe('hostile input', () => {
  const port = fc.constantFrom(5505, 5506, 5507, 5514, 9);
  const content = fc.oneof(nokiaLogo, groupGraphic, nokiaPicture);
  const built = content.map((any) => {
    const [submit, ...others] = buildSubmits(any, { to, make: 'Nokia' }) as [Submit, ...Submit[]];
    return [submit, ...others].flatMap(({ data }) => [...(data ?? [])]);
  });
  const seo = picture.map((any) => buildSubmits(any, { to, make: 'Siemens', form: 'seo' })[0]?.data ?? hex(''));

  function expectContentOrFormatError(read: () => Content): void {
    try {
      expect(read().kind).toBeTypeOf('string');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }

  it('of the parts of many messages only the first two are looked at', () => {
    let reads = 0;
    const parts = Array.from({ length: 3_000 }, (_, i) => ({
      udh: [{ kind: 'concat16', reference: i, total: 2, sequence: 1 } as const],
      get text() {
        reads++;
        return 'x';
      },
      tpDcs: 0,
      tpPid: 0,
    }));
    expect(refusal(() => readSubmits(parts))).toEqual({ code: 'trailing-bytes', field: 'parts', offset: undefined });
    expect(reads).toBeLessThan(20);
  });

  it('damaged data to any port give a content or a FormatError', () => {
    const data = damaged(built.map((octets) => Uint8Array.from(octets)));
    fc.assert(
      fc.property(port, data, fc.boolean(), (destination, octets, lenient) => {
        const udh: InformationElement[] = [{ kind: 'ports16', destination, source: 0 }];
        expectContentOrFormatError(() => readSubmits([{ udh, data: octets, tpDcs: 0xf5, tpPid: 0 }], { lenient }));
      }),
    );
  });

  it('damaged blocks of an exchange object do too', () => {
    fc.assert(
      fc.property(fc.array(damaged(seo), { minLength: 1, maxLength: 3 }), fc.boolean(), (blocks, lenient) => {
        const parts = blocks.map((data) => ({ udh: [], data, tpDcs: 0xf5, tpPid: 0 }));
        expectContentOrFormatError(() => readSubmits(parts, { lenient }));
      }),
      costly(300),
    );
  });

  it('so do any headers, and a pdu among what comes out keeps its elements', () => {
    fc.assert(
      fc.property(
        header(),
        fc.constantFrom('', 'x', 'L35&'),
        fc.constantFrom(0, 8, 0x10, 0xc8),
        u8,
        (udh, text, tpDcs, tpPid) => {
          const parts = [{ udh: udh.filter(({ kind }) => !kind.startsWith('concat')), text, tpDcs, tpPid }];
          expectContentOrFormatError(() => {
            const read = readSubmits(parts);
            if (read.kind === 'pdu') expect(read).toEqual({ kind: 'pdu', ...parts[0] });
            return read;
          });
        },
      ),
    );
  });
});
