import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import {
  type BuildOptions,
  buildSubmits,
  type Content,
  PHONE_MAKES,
  PORTS,
  parsePhoneMake,
  readSubmits,
} from '../../src/message/index.js';
import { PUSH_PORTS } from '../../src/push/index.js';
import { encodeNokiaRingtone, parseRtttl, type Tune } from '../../src/ringtone/index.js';
import { decodeSeo, encodeSubmit, encodeUdh, type InformationElement } from '../../src/sms/index.js';
import { VOBJECT_PORTS } from '../../src/vobject/index.js';
import {
  flashContent,
  inAnyCase,
  longPduData,
  otherMake,
  pduData,
  pduText,
  ringtoneContent,
  textContent,
} from '../support/contents.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { nokiaTune } from '../support/tunes.js';
import { fixture } from '../support/vectors.js';

const to = '+447700900123';
const tune = parseRtttl('test:d=4,o=5,b=160:e,f,g');
/** A tune that takes so many octets or a few more; notes take 12 bits. */
const longTune = (notes: number): Tune => ({
  ...tune,
  notes: Array.from({ length: notes }, (_, i) => tune.notes[i % 3] as Tune['notes'][0]),
});

describe('published vectors', () => {
  const { vectors } = fixture('vectors/ringtones.json') as {
    vectors: {
      oracles: { gammu: { hex: string } };
      id: string;
      text: string;
      gammuSms?: { NokiaRingtone: { udh: string; ud: string; coding: string; class: number }[] };
    }[];
  };
  // gammu leaves out the notes that do not fit in one message; what is whole is comparable.
  const carried = vectors.filter(({ gammuSms, oracles }) => gammuSms?.NokiaRingtone[0]?.ud === oracles.gammu.hex);

  it.each(carried)('$id: parts and headers as gammu makes them', ({ text, gammuSms }) => {
    const submits = buildSubmits({ kind: 'ringtone', tune: parseRtttl(text) }, { to, make: 'Nokia', reference: 1 });
    const parts = gammuSms?.NokiaRingtone ?? [];
    expect(submits).toHaveLength(parts.length);
    for (const [i, part] of parts.entries()) {
      // The reference is the sender's choice: octet 9 of the header of a part.
      const masked = (udh: string) => (udh.length > 14 ? `${udh.slice(0, 18)}..${udh.slice(20)}` : udh);
      expect(masked(toHex(encodeUdh(submits[i]?.udh ?? [])))).toBe(masked(part.udh));
      expect([submits[i]?.tpDcs, part.coding, part.class]).toEqual([0xf5, '8bit', 1]);
    }
  });
});

describe('a ringtone for a Nokia', () => {
  it('goes to port 5505 in 8-bit class 1 with the header of ringtones.md 2.6', () => {
    const [submit, ...more] = buildSubmits({ kind: 'ringtone', tune }, { to, make: 'Nokia' });
    expect(more).toEqual([]);
    expect(submit?.tpDcs).toBe(0xf5);
    expect(submit?.tpPid).toBe(0);
    expect(toHex(encodeUdh(submit?.udh ?? []))).toBe('06050415810000');
    expect(submit?.data).toEqual(encodeNokiaRingtone(tune));
    expect(PORTS.ringtone).toBe(5505);
    expect(PORTS).toMatchObject({ wapPush: PUSH_PORTS.Push, ...VOBJECT_PORTS });
  });

  it('takes 133 octets in one message and 128 in each of several', () => {
    const seen = new Set<number>();
    for (let size = 0; size < 60 * 6; size++) {
      const titled = { ...longTune(75 + Math.floor(size / 6)), title: 'x'.repeat(size % 6) };
      const data = encodeNokiaRingtone(titled);
      const submits = buildSubmits({ kind: 'ringtone', tune: titled }, { to, make: 'Nokia', reference: 0x2a });
      const sizes = submits.map(({ data: part }) => part?.length ?? 0);
      const total = data.length <= 133 ? 1 : Math.ceil(data.length / 128);
      seen.add(data.length);
      expect(submits).toHaveLength(total);
      expect(sizes.slice(0, -1).every((size) => size === 128)).toBe(true);
      expect(Uint8Array.from(submits.flatMap(({ data: part }) => [...(part ?? [])]))).toEqual(data);
      if (total > 1) {
        const headers = submits.map(({ udh }) => toHex(encodeUdh(udh)));
        expect(headers).toEqual(submits.map((_, i) => `0B0504158100000003${toHex(Uint8Array.of(0x2a, total, i + 1))}`));
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining([133, 134]));
  });

  it('has a part of 127 octets behind a 16-bit reference', () => {
    const submits = buildSubmits(
      { kind: 'ringtone', tune: longTune(120) },
      { to, make: 'nokia', concat: 16, reference: 0x1234 },
    );
    expect(toHex(encodeUdh(submits[0]?.udh ?? []))).toBe('0C0504158100000804123402'.concat('01'));
    expect(submits[0]?.data).toHaveLength(127);
  });

  it('is made for the make in any case and with blanks around', () => {
    fc.assert(
      fc.property(inAnyCase('Nokia'), nokiaTune(20), (make, any) => {
        const content: Content = { kind: 'ringtone', tune: any };
        expect(buildSubmits(content, { to, make: ` ${make} ` })).toEqual(buildSubmits(content, { to, make: 'Nokia' }));
      }),
    );
  });

  it('is carried for every other make, in any case', () => {
    fc.assert(
      fc.property(otherMake.chain(inAnyCase), (make) => {
        const submits = buildSubmits({ kind: 'ringtone', tune }, { to, make });
        expect(submits.some(({ udh }) => udh.some(({ kind }) => kind === 'ports16'))).toBe(false);
        expect(submits).not.toHaveLength(0);
      }),
    );
  });

  it('takes the options of the encoder', () => {
    const content: Content = { kind: 'ringtone', tune: { ...tune, title: 'a title of over fifteen' } };
    expect(refusal(() => buildSubmits(content, { to, make: 'Nokia' }))).toMatchObject({ code: 'too-long', field: 'title' });
    expect(buildSubmits(content, { to, make: 'Nokia', ringtone: { title: 'cut' } })).toHaveLength(1);
  });
});

describe('a ringtone for other makes', () => {
  const warningsOf = (content: Content, options: Omit<BuildOptions, 'to'>) => {
    const warnings: string[] = [];
    const submits = buildSubmits(content, { to, ...options, onChoice: (choice) => warnings.push(...choice.warnings) });
    return { submits, warnings };
  };

  it('goes as EMS sounds, several of them with a warning', () => {
    const short = warningsOf({ kind: 'ringtone', tune }, { make: 'EMS' });
    expect(short.submits.map(({ udh, text, tpDcs }) => [udh.map(({ kind }) => kind), text, tpDcs])).toEqual([
      [['userSound'], '', 0x00],
    ]);
    expect(short.warnings).toEqual([]);
    const long = warningsOf({ kind: 'ringtone', tune: longTune(60) }, { make: 'EMS' });
    expect(long.submits[0]?.udh.map(({ kind }) => kind)).toEqual(['concat8', 'userPrompt', 'userSound']);
    expect(long.submits.slice(1).map(({ udh }) => udh.map(({ kind }) => kind))).toEqual(
      Array.from({ length: long.submits.length - 1 }, () => ['concat8', 'userSound']),
    );
    expect(long.warnings).toEqual([expect.stringContaining(`${long.submits.length} melodies`)]);
  });

  it('repeats where that can be said, and is carried without them where it cannot', () => {
    const short = warningsOf({ kind: 'ringtone', tune: { ...tune, loops: 3 } }, { make: 'EMS' });
    expect(short.warnings).toEqual([]);
    expect(readSubmits(short.submits)).toMatchObject({ tune: { loops: 3 } });
    const long = warningsOf({ kind: 'ringtone', tune: { ...longTune(60), loops: 3 } }, { make: 'EMS' });
    expect(long.warnings).toEqual([expect.stringContaining('repeats'), expect.stringContaining('melodies')]);
    expect(readSubmits(long.submits)).toMatchObject({ tune: { loops: 0 } });
  });

  it('is refused by EMS without notes, repeated or not', () => {
    for (const loops of [0, 1]) {
      const content: Content = { kind: 'ringtone', tune: { ...tune, loops, notes: [] } };
      expect(refusal(() => buildSubmits(content, { to, make: 'EMS' }))).toMatchObject({ code: 'unencodable', field: 'notes' });
    }
  });

  it.each([1.5, 16, -1])('is refused by EMS with %s repeats, which iMelody cannot say', (loops) => {
    const content: Content = { kind: 'ringtone', tune: { ...tune, loops } };
    expect(refusal(() => buildSubmits(content, { to, make: 'EMS' }))).toMatchObject({ code: 'bad-value', field: 'loops' });
  });

  it.each([
    [undefined, 128],
    [8, 128],
    // A reference of two octets takes one more.
    [16, 127],
  ] as const)('with a reference of %s bits has a first sound of at most %i octets', (concat, most) => {
    // Sharps are a character longer: one of these tunes fills the sound to its last octet.
    const lengths = [0, 1, 2, 3].map((sharps) => {
      const notes = [...parseRtttl(`x:d=4,o=5,b=160:${'c#,'.repeat(sharps)}e`).notes, ...longTune(60).notes];
      const content: Content = { kind: 'ringtone', tune: { ...tune, notes } };
      const [submit] = buildSubmits(content, { to, make: 'EMS', concat });
      const sound = submit?.udh.find((element) => element.kind === 'userSound');
      return sound?.data.length ?? 0;
    });
    expect(Math.max(...lengths)).toBe(most);
  });

  it('goes as a MIDI file to a Siemens of the x45 class, under its title', () => {
    const partsOf = (title: string) =>
      buildSubmits({ kind: 'ringtone', tune: { ...tune, title } }, { to, make: 'Siemens', model: 'x45' }).map(({ data }) =>
        decodeSeo(data as Uint8Array),
      );
    expect(partsOf('test')[0]).toMatchObject({ type: 'mid', name: 'test', part: 1 });
    expect(partsOf('Für Elise')[0]?.name).toBe('Fr Elise');
    expect(partsOf('Ж')[0]?.name).toBe('tune');
    expect(partsOf('x'.repeat(50))[0]?.name).toBe('x'.repeat(39));
  });

  it('goes as Motorola text on request, with a warning of what is lost', () => {
    const { submits, warnings } = warningsOf({ kind: 'ringtone', tune }, { make: 'Motorola', form: 'motorola-text' });
    expect(submits.map(({ tpDcs, udh }) => [tpDcs, udh])).toEqual([[0, []]]);
    expect(submits[0]?.text).toMatch(/^L35&4 E3F3G3&&..$/);
    expect(warnings).toEqual([expect.stringContaining('disagree'), expect.stringContaining('a title')]);
    expect(readSubmits(submits)).toMatchObject({ kind: 'ringtone', tune: { notes: tune.notes } });
    const untitled = { ...tune, title: '' };
    expect(warningsOf({ kind: 'ringtone', tune: untitled }, { make: 'Motorola', form: 'motorola-text' }).warnings).toHaveLength(
      1,
    );
  });

  it('of over three messages for a Nokia is sent, with a warning', () => {
    expect(warningsOf({ kind: 'ringtone', tune: longTune(240) }, { make: 'Nokia' }).warnings).toEqual([]);
    const { submits, warnings } = warningsOf({ kind: 'ringtone', tune: longTune(300) }, { make: 'Nokia' });
    expect(warnings).toEqual([`${submits.length} messages: most handsets accept a ringtone of at most 3`]);
  });
});

describe('text and flash', () => {
  it.each([
    ['text', 'hello', 0x00],
    ['text', 'Ж', 0x08],
    ['flash', 'hello', 0x10],
    ['flash', 'Ж', 0x18],
  ] as const)('%s %s has TP-DCS %i', (kind, text, tpDcs) => {
    const submits = buildSubmits({ kind, text }, { to });
    expect(submits).toEqual([
      {
        tpMr: 0,
        tpDa: { ton: 1, npi: 1, digits: '447700900123' },
        tpPid: 0,
        tpDcs,
        tpSrr: false,
        tpRd: false,
        tpRp: false,
        udh: [],
        text,
      },
    ]);
  });

  it('carries the options of the messages', () => {
    const options = {
      to,
      tpMr: 255,
      tpPid: 0x41,
      tpSrr: true,
      tpRd: true,
      tpRp: true,
      tpVp: { kind: 'relative', minutes: 60 },
    } as const;
    const submits = buildSubmits({ kind: 'text', text: 'x'.repeat(161) }, { ...options, concat: 16, reference: 0xabcd });
    expect(submits.map(({ tpMr }) => tpMr)).toEqual([255, 0]);
    expect(submits[1]).toMatchObject({
      tpPid: 0x41,
      tpSrr: true,
      tpRd: true,
      tpRp: true,
      tpVp: { kind: 'relative', minutes: 60 },
    });
    expect(submits[1]?.udh).toEqual([{ kind: 'concat16', reference: 0xabcd, total: 2, sequence: 2 }]);
  });
});

describe('pdu', () => {
  const ports: InformationElement = { kind: 'ports16', destination: 16000, source: 1 };
  const own: InformationElement = { kind: 'concat8', reference: 9, total: 2, sequence: 1 };

  it('goes out as given', () => {
    const [submit] = buildSubmits({ kind: 'pdu', tpDcs: 0x15, tpPid: 0x7f, udh: [ports], data: hex('01 02') }, { to });
    expect(submit).toMatchObject({ tpDcs: 0x15, tpPid: 0x7f, udh: [ports], data: hex('01 02') });
    const [text] = buildSubmits({ kind: 'pdu', tpDcs: 0xd8, udh: [], text: 'one' }, { to });
    expect(text).toMatchObject({ tpDcs: 0xd8, tpPid: 0, udh: [], text: 'one' });
  });

  it('of any text or data can be encoded', () => {
    fc.assert(
      fc.property(fc.oneof(pduData, longPduData, pduText), (content) => {
        for (const submit of buildSubmits(content, { to })) {
          expect(encodeSubmit(submit).length).toBeLessThanOrEqual(140 + 20);
          expect(submit.tpDcs).toBe(content.tpDcs);
          expect(submit.tpPid).toBe(content.tpPid);
        }
      }),
    );
  });

  it('cuts a text behind its header', () => {
    const submits = buildSubmits({ kind: 'pdu', tpDcs: 0x11, udh: [ports], text: 'x'.repeat(300) }, { to, reference: 7 });
    // 7 octets of header take 8 septets; 12 octets take 14.
    expect(submits.map(({ text }) => text?.length)).toEqual([146, 146, 8]);
    expect(submits.map(({ udh }) => udh)).toEqual(
      [1, 2, 3].map((sequence) => [ports, { kind: 'concat8', reference: 7, total: 3, sequence }]),
    );
    expect(submits.every(({ tpDcs }) => tpDcs === 0x11)).toBe(true);
    const [whole] = buildSubmits({ kind: 'pdu', tpDcs: 0, udh: [ports], text: 'x'.repeat(152) }, { to });
    expect(encodeSubmit(whole as never).at(12)).toBe(160);
  });

  it.each([
    [0x00, 160],
    [0x08, 70],
  ])('without a header holds what a text of TP-DCS %i does: %i units', (tpDcs, units) => {
    const text = 'x'.repeat(units);
    expect(buildSubmits({ kind: 'pdu', tpDcs, udh: [], text }, { to })).toHaveLength(1);
    expect(buildSubmits({ kind: 'pdu', tpDcs, udh: [], text: `${text}x` }, { to })).toHaveLength(2);
  });

  it('keeps shift elements where they stand and cuts behind them', () => {
    const udh: InformationElement[] = [
      { kind: 'lockingShift', language: 1 },
      { kind: 'singleShift', language: 1 },
    ];
    const submits = buildSubmits({ kind: 'pdu', tpDcs: 0, udh, text: 'ğ'.repeat(152) }, { to });
    expect(submits.map((submit) => [submit.udh, submit.text?.length])).toEqual([[udh, 152]]);
    expect(buildSubmits({ kind: 'pdu', tpDcs: 0, udh, text: 'ğ'.repeat(153) }, { to })).toHaveLength(2);
    for (const submit of submits) expect(() => encodeSubmit(submit)).not.toThrow();
  });

  it('counts shift elements that select the default table', () => {
    const udh: InformationElement[] = [{ kind: 'lockingShift', language: 0 }];
    const submits = buildSubmits({ kind: 'pdu', tpDcs: 0, udh, text: 'x'.repeat(160) }, { to });
    expect(() => submits.map(encodeSubmit)).not.toThrow();
  });

  it('with an EMS element is one message or none: which part should have it is not known', () => {
    const udh: InformationElement[] = [{ kind: 'predefinedSound', position: 3, sound: 1 }];
    expect(buildSubmits({ kind: 'pdu', tpDcs: 0, udh, text: 'x'.repeat(154) }, { to })).toHaveLength(1);
    const beside = { kind: 'pdu', tpDcs: 0, udh: [ports, ...udh], text: 'x'.repeat(155) } as const;
    expect(refusal(() => buildSubmits(beside, { to }))).toMatchObject({ code: 'too-long', field: 'text' });
    expect(refusal(() => buildSubmits({ kind: 'pdu', tpDcs: 0, udh, text: 'x'.repeat(155) }, { to }))).toEqual({
      code: 'too-long',
      field: 'text',
      offset: undefined,
    });
  });

  it('with a concatenation element of its own is one message or none', () => {
    const data = new Uint8Array(134);
    expect(buildSubmits({ kind: 'pdu', tpDcs: 4, udh: [own], data }, { to })).toHaveLength(1);
    expect(buildSubmits({ kind: 'pdu', tpDcs: 0, udh: [own], text: 'x'.repeat(153) }, { to })).toHaveLength(1);
    const tooMuch = { kind: 'pdu', tpDcs: 4, udh: [own], data: new Uint8Array(135) } as const;
    expect(refusal(() => buildSubmits(tooMuch, { to }))).toMatchObject({ code: 'too-long', field: 'data' });
    // A message of several parts, and one of a single part.
    for (const element of [own, { ...own, total: 1 }]) {
      const tooLong = { kind: 'pdu', tpDcs: 0, udh: [element], text: 'x'.repeat(154) } as const;
      expect(refusal(() => buildSubmits(tooLong, { to }))).toMatchObject({ code: 'too-long', field: 'text' });
    }
  });

  it('as a part that the caller has cut carries the options of the message', () => {
    const tpVp = { kind: 'relative', minutes: 60 } as const;
    const options = { to, tpMr: 7, tpVp, tpSrr: true, tpRd: true, tpRp: true };
    const content = { kind: 'pdu', tpDcs: 0, udh: [own], text: 'x' } as const;
    const tpDa = { ton: 1, npi: 1, digits: '447700900123' };
    expect(buildSubmits(content, options)).toStrictEqual([
      { tpMr: 7, tpDa, tpPid: 0, tpDcs: 0, tpVp, tpSrr: true, tpRd: true, tpRp: true, udh: [own], text: 'x' },
    ]);
    expect(buildSubmits(content, { to })).toStrictEqual([
      { tpMr: 0, tpDa, tpPid: 0, tpDcs: 0, tpSrr: false, tpRd: false, tpRp: false, udh: [own], text: 'x' },
    ]);
  });

  it('as a part that the caller has cut may begin and end inside of a character', () => {
    const halves = [
      [8, '\ud83d'],
      [8, '\ude00'],
      [0, 'A\x1b'],
    ] as const;
    for (const [tpDcs, text] of halves) {
      const [submit] = buildSubmits({ kind: 'pdu', tpDcs, tpPid: 1, udh: [own], text }, { to });
      expect(submit).toMatchObject({ tpDcs, tpPid: 1, udh: [own], text });
    }
  });

  it.each([
    [{ kind: 'pdu', tpDcs: 0xf5, udh: [], text: 'x' }, 'content.data'],
    [{ kind: 'pdu', tpDcs: 0xf5, udh: [] }, 'content.data'],
    [{ kind: 'pdu', tpDcs: 0xf5, udh: [], text: 'x', data: hex('00') }, 'content.data'],
    [{ kind: 'pdu', tpDcs: 0x20, udh: [], text: 'compressed' }, 'content.data'],
    [{ kind: 'pdu', tpDcs: 0x00, udh: [], data: hex('00') }, 'content.text'],
    [{ kind: 'pdu', tpDcs: 0x08, udh: [] }, 'content.text'],
    [{ kind: 'pdu', tpDcs: 0x08, udh: [], text: 'x', data: hex('00') }, 'content.text'],
  ] as [Content, string][])('refuses %j', (content, field) => {
    expect(refusal(() => buildSubmits(content, { to }))).toEqual({ code: 'bad-value', field, offset: undefined });
  });
});

describe('refusals', () => {
  it('a ringtone for a model that takes eMelody', () => {
    expect(refusal(() => buildSubmits({ kind: 'ringtone', tune }, { to, make: 'Ericsson', model: 'T28' }))).toEqual({
      code: 'unencodable',
      field: 'model',
      offset: undefined,
    });
  });

  it('a ringtone without a make, and for one that nobody knows', () => {
    expect(refusal(() => buildSubmits({ kind: 'ringtone', tune }, { to }))).toMatchObject({
      code: 'unencodable',
      field: 'make',
    });
    expect(refusal(() => buildSubmits({ kind: 'ringtone', tune }, { to, make: 'Nokla' }))).toMatchObject({
      code: 'bad-value',
      field: 'make',
    });
    expect(refusal(() => buildSubmits({ kind: 'ringtone', tune }, { to, make: '' }))).toMatchObject({ field: 'make' });
  });

  it('a kind of content that there is none of', () => {
    expect(refusal(() => buildSubmits({ kind: 'fax' } as never, { to }))).toEqual({
      code: 'bad-value',
      field: 'content.kind',
      offset: undefined,
    });
  });

  it('a recipient that is none', () => {
    for (const none of ['+', '', 'me']) {
      expect(
        refusal(() => buildSubmits({ kind: 'text', text: 'x' }, { to: none })),
        none,
      ).toMatchObject({ code: 'bad-value', field: 'to' });
      const udh: InformationElement[] = [{ kind: 'concat8', reference: 9, total: 2, sequence: 1 }];
      expect(refusal(() => buildSubmits({ kind: 'pdu', tpDcs: 0, udh, text: 'x' }, { to: none }))).toMatchObject({
        code: 'bad-value',
        field: 'to',
      });
    }
  });
});

it('knows the seven makes of the gateway', () => {
  expect([...PHONE_MAKES].sort()).toEqual(['Alcatel', 'EMS', 'Ericsson', 'Motorola', 'Nokia', 'Sagem', 'Siemens']);
  for (const make of PHONE_MAKES) expect(parsePhoneMake(` ${make.toUpperCase()}\n`)).toBe(make);
  expect(parsePhoneMake('Samsung')).toBeUndefined();
});

describe('round trips, the parts in any order', () => {
  const back = (content: fc.Arbitrary<Content>) =>
    fc.assert(
      fc.property(
        content,
        fc.constantFrom(8, 16),
        inAnyCase('nokia'),
        fc.infiniteStream(fc.nat()),
        (any, concat, make, order) => {
          const submits = buildSubmits(any, { to, make, concat: concat as 8 | 16 });
          const shuffled = submits
            .map((submit) => [order.next().value as number, submit] as const)
            .sort(([a], [b]) => a - b)
            .map(([, submit]) => submit);
          expect(readSubmits(shuffled)).toEqual(any);
        },
      ),
    );

  it('text', () => back(textContent));
  it('flash', () => back(flashContent));
  it('ringtone', () => back(ringtoneContent));
  it('pdu with data', () => back(pduData));
  it('pdu with data in several parts', () => back(longPduData));
  it('pdu with text', () => back(pduText));
});
