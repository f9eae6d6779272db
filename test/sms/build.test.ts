import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { splitData, submitParts } from '../../src/sms/build.js';
import {
  decodeSubmit,
  encodeSubmit,
  encodeSubmitText,
  type SubmitTextOptions,
  submitDatagram,
  submitText,
} from '../../src/sms/index.js';
import { address, LOCKING, naiveAlphabet, SINGLE, u8, unicodeText, validity } from '../support/arbitraries.js';
import { refusal } from '../support/hostile.js';

const TO = '+27381000015';
const ADDRESS = { ton: 1, npi: 1, digits: '27381000015' };
const PLAIN = { tpMr: 0, tpDa: ADDRESS, tpPid: 0, tpSrr: false, tpRd: false, tpRp: false };

describe('worked examples', () => {
  it('a short text is one message with nothing that was not asked for', () => {
    expect(submitText('hello [€]', { to: TO })).toStrictEqual([{ ...PLAIN, tpDcs: 0, udh: [], text: 'hello [€]' }]);
    expect(submitText('Ж', { to: TO })).toStrictEqual([{ ...PLAIN, tpDcs: 8, udh: [], text: 'Ж' }]);
    expect(submitText('', { to: TO })).toStrictEqual([{ ...PLAIN, tpDcs: 0, udh: [], text: '' }]);
  });

  it('a flash message is class 0: 10 for GSM 7-bit, 18 for UCS-2 (sms-text.md section 8)', () => {
    expect(submitText('a', { to: TO, flash: true })[0]?.tpDcs).toBe(0x10);
    expect(submitText('Ж', { to: TO, flash: true })[0]?.tpDcs).toBe(0x18);
  });

  it('what is asked for stands in every message, and TP-MR counts up', () => {
    const tpVp = { kind: 'relative', minutes: 5 } as const;
    const submits = submitText('x'.repeat(400), {
      to: TO,
      reference: 7,
      tpMr: 254,
      tpPid: 0x41,
      tpVp,
      tpSrr: true,
      tpRd: true,
      tpRp: true,
    });
    expect(submits.map(({ tpMr }) => tpMr)).toEqual([254, 255, 0]);
    for (const [i, submit] of submits.entries()) {
      expect(submit).toMatchObject({ tpPid: 0x41, tpVp, tpSrr: true, tpRd: true, tpRp: true });
      expect(submit.udh).toEqual([{ kind: 'concat8', reference: 7, total: 3, sequence: i + 1 }]);
    }
  });

  it('tables stand in the header of every part, and never with UCS-2', () => {
    const parts = submitText('ş'.repeat(200), { to: TO, locking: 1, single: 1, reference: 1, concat: 16 });
    expect(parts.map(({ udh }) => udh.map(({ kind }) => kind))).toEqual([
      ['concat16', 'lockingShift', 'singleShift'],
      ['concat16', 'lockingShift', 'singleShift'],
    ]);
    expect(submitText('你', { to: TO, locking: 1 })[0]?.udh).toEqual([]);
    expect(submitText('你'.repeat(70), { to: TO, locking: 1 })).toHaveLength(1);
  });

  it('plain characters fill one message to its last septet, less what the header of tables takes', () => {
    // UDHL and one element of three octets are 32 bits, five septets; two elements are eight (23.038 6.2.1, 23.040 9.2.3.24).
    const cases = [
      { options: { to: TO }, most: 160 },
      { options: { to: TO, locking: 1 }, most: 155 },
      { options: { to: TO, locking: 1, single: 1 }, most: 152 },
      { options: { to: TO, encoding: 'ucs2' }, most: 70 },
    ] as const;
    for (const { options, most } of cases) {
      expect(submitText('x'.repeat(most), options).map(({ text }) => text)).toEqual(['x'.repeat(most)]);
      expect(submitText('x'.repeat(most + 1), options)).toHaveLength(2);
    }
  });

  it('the reference is a checksum of the content: the same for the same, most likely another for another', () => {
    const referenceOf = (text: string, concat: 8 | 16 = 8) => submitText(text, { to: TO, concat })[0]?.udh[0];
    expect(referenceOf('x'.repeat(200))).toEqual(referenceOf('x'.repeat(200)));
    const references = new Set(Array.from({ length: 200 }, (_, i) => JSON.stringify(referenceOf(`${i} ${'x'.repeat(200)}`))));
    expect(references.size).toBeGreaterThan(100);
    expect(
      new Set(Array.from({ length: 200 }, (_, i) => JSON.stringify(referenceOf(`${i} ${'x'.repeat(200)}`, 16)))).size,
    ).toBeGreaterThan(190);
  });

  it.each([
    [undefined, undefined, 133, 128],
    [16, 16, 133, 127],
    [8, undefined, 135, 130],
    [8, 16, 135, 129],
  ] as const)(
    'datagrams with %s-bit ports and a %s-bit reference: %i octets in one, %i in each of many',
    (portBits, concat, single, many) => {
      const build = (length: number) =>
        submitDatagram({ destinationPort: 200, data: new Uint8Array(length) }, { to: TO, portBits, concat, reference: 1 });
      expect(build(single)).toHaveLength(1);
      expect(build(single)[0]?.tpDcs).toBe(0xf5);
      expect(build(single + 1).map(({ data }) => data?.length)).toEqual([many, single + 1 - many]);
      expect(build(3 * many).map((submit) => encodeSubmit(submit).length)).toEqual(
        [3, 3, 3].map(() => 13 + 140 - (portBits === 16 || portBits === undefined ? 0 : 0)),
      );
      expect(build(255 * many)).toHaveLength(255);
      expect(refusal(() => build(255 * many + 1))).toEqual({ code: 'too-long', field: 'data', offset: undefined });
      expect(build(3 * many)[1]?.udh.map(({ kind }) => kind)).toEqual([
        portBits === 8 ? 'ports8' : 'ports16',
        concat === 16 ? 'concat16' : 'concat8',
      ]);
    },
  );
});

describe('properties', () => {
  it('parts encode within 140 octets, come back from the wire, and joined give the text', () => {
    const options: fc.Arbitrary<Omit<SubmitTextOptions, 'to'>> = fc.record(
      {
        concat: fc.constantFrom(8 as const, 16 as const),
        encoding: fc.constant('ucs2' as const),
        locking: fc.constantFrom(...LOCKING),
        single: fc.constantFrom(...SINGLE),
        flash: fc.boolean(),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    const text = fc.oneof(unicodeText(300), fc.string({ unit: fc.constantFrom(...'ax€[ş\n'), maxLength: 900, size: 'max' }));
    fc.assert(
      fc.property(text, options, (characters, given) => {
        const submits = submitText(characters, { to: TO, ...given });
        expect(submits.map((submit) => submit.text).join('')).toBe(characters);
        for (const submit of submits) {
          const octets = encodeSubmit(submit);
          // First octet, TP-MR, TP-DA (8), TP-PID, TP-DCS, TP-UDL.
          expect(octets.length - 13).toBeLessThanOrEqual(140);
          expect(decodeSubmit(octets)).toStrictEqual(submit);
          expect(naiveAlphabet(submit.tpDcs)).not.toBe('8bit');
        }
      }),
    );
  });

  it('datagrams encode within 140 octets and joined give the data', () => {
    const options = fc.record({
      concat: fc.constantFrom(8 as const, 16 as const),
      portBits: fc.constantFrom(8 as const, 16 as const),
    });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700, size: 'max' }), options, (data, given) => {
        const submits = submitDatagram({ destinationPort: 1, data }, { to: TO, ...given });
        expect(Uint8Array.from(submits.flatMap((submit) => [...(submit.data ?? [])]))).toEqual(data);
        for (const submit of submits) expect(decodeSubmit(encodeSubmit(submit))).toStrictEqual(submit);
      }),
    );
  });
});

describe('parts that were cut before', () => {
  const picture = (octet: number) => ({ kind: 'smallPicture', position: 0, data: new Uint8Array(32).fill(octet) }) as const;

  it('one stays alone, several get the concatenation in front', () => {
    expect(submitParts([{ udh: [picture(1)], text: 'x' }], 0x08, { to: TO })).toStrictEqual([
      { ...PLAIN, tpDcs: 8, udh: [picture(1)], text: 'x' },
    ]);
    const submits = submitParts(
      [
        { udh: [picture(1)], text: '' },
        { udh: [], text: 'x' },
      ],
      0,
      { to: TO, concat: 16, reference: 0x1234, tpMr: 255 },
    );
    expect(submits).toStrictEqual([
      {
        ...PLAIN,
        tpMr: 255,
        tpDcs: 0,
        udh: [{ kind: 'concat16', reference: 0x1234, total: 2, sequence: 1 }, picture(1)],
        text: '',
      },
      { ...PLAIN, tpMr: 0, tpDcs: 0, udh: [{ kind: 'concat16', reference: 0x1234, total: 2, sequence: 2 }], text: 'x' },
    ]);
  });

  it('the reference follows from header and text', () => {
    const referenceOf = (octet: number, text: string) => {
      const [first] = submitParts(
        [
          { udh: [picture(octet)], text },
          { udh: [], text: '' },
        ],
        0,
        { to: TO, concat: 16 },
      );
      const [element] = first?.udh ?? [];
      return element?.kind === 'concat16' ? element.reference : undefined;
    };
    expect(referenceOf(1, 'x')).toBe(referenceOf(1, 'x'));
    expect(new Set([referenceOf(1, 'x'), referenceOf(2, 'x'), referenceOf(1, 'y')]).size).toBe(3);
  });

  it('255 fit in a message', () => {
    const parts = Array.from({ length: 255 }, () => ({ udh: [], text: 'x' }));
    expect(submitParts(parts, 0, { to: TO })).toHaveLength(255);
    expect(refusal(() => submitParts([...parts, { udh: [], text: '' }], 0, { to: TO }))).toEqual({
      code: 'too-long',
      field: 'parts',
      offset: undefined,
    });
  });
});

describe('octets behind a header', () => {
  const element = (octets: number) => ({ kind: 'raw', iei: 0x80, data: new Uint8Array(octets - 2) }) as const;
  const split = (header: number, octets: number, concat: 8 | 16 = 8) =>
    splitData(new Uint8Array(octets), [element(header)], 0x04, { to: TO, concat });

  it('fill one message, or parts after the header and the concatenation', () => {
    // UDHL and the header; in a part 5 octets more, or 6.
    expect(split(39, 100).map(({ data }) => data?.length)).toEqual([100]);
    expect(split(39, 101).map(({ data }) => data?.length)).toEqual([95, 6]);
    expect(split(39, 101, 16).map(({ data }) => data?.length)).toEqual([94, 7]);
    for (const submit of split(39, 101)) expect(encodeSubmit(submit).length).toBeLessThanOrEqual(13 + 140);
  });

  it('are refused when a part cannot hold one of them', () => {
    expect(split(133, 7).map(({ data }) => data?.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const refused = { code: 'too-long', field: 'data', offset: undefined };
    for (const header of [134, 135, 139]) expect(refusal(() => split(header, 140 - header))).toEqual(refused);
    expect(refusal(() => split(133, 7, 16))).toEqual(refused);
    expect(split(139, 0)).toHaveLength(1);
  });
});

describe('refusals', () => {
  it('a reference that does not fit', () => {
    const long = 'x'.repeat(200);
    for (const [reference, concat] of [
      [256, 8],
      [65536, 16],
      [-1, 8],
      [1.5, 8],
    ] as const) {
      expect(refusal(() => submitText(long, { to: TO, reference, concat }))).toEqual({
        code: 'bad-value',
        field: 'reference',
        offset: undefined,
      });
    }
    expect(submitText(long, { to: TO, reference: 65535, concat: 16 })[0]?.udh[0]).toMatchObject({ reference: 65535 });
  });

  it('no recipient, a port that does not fit, a text past 255 parts', () => {
    expect(refusal(() => submitText('x', { to: '' }))).toEqual({ code: 'bad-value', field: 'to', offset: undefined });
    expect(refusal(() => submitDatagram({ destinationPort: 65536, data: new Uint8Array(1) }, { to: TO }))).toMatchObject({
      code: 'bad-value',
    });
    expect(refusal(() => submitText('x'.repeat(255 * 153 + 1), { to: TO }))).toMatchObject({ code: 'too-long', field: 'text' });
    expect(refusal(() => submitText('Ж', { to: TO, encoding: 'gsm7' }))).toEqual({
      code: 'unencodable',
      field: 'text',
      offset: 0,
    });
  });
});

describe('datagrams', () => {
  const tpVp = { kind: 'relative', minutes: 5 } as const;

  it('what is asked for stands in every message of data as well', () => {
    const data = Uint8Array.from({ length: 300 }, (_, i) => i);
    const submits = submitDatagram({ destinationPort: 5505, data }, { to: TO, tpMr: 255, tpPid: 0x41, tpVp, tpSrr: true });
    expect(submits.map(({ tpMr }) => tpMr)).toEqual([255, 0, 1]);
    for (const submit of submits) expect(submit).toMatchObject({ tpDa: ADDRESS, tpPid: 0x41, tpVp, tpSrr: true, tpRd: false });
    expect(submits.flatMap((submit) => [...(submit.data ?? [])])).toEqual([...data]);
    expect(submitDatagram({ destinationPort: 5505, data }, { to: TO }).map(({ tpMr }) => tpMr)).toEqual([0, 0, 0]);
  });

  it('the reference is a checksum of the data', () => {
    const referenceOf = (fill: number) => {
      const data = new Uint8Array(200).fill(fill);
      return submitDatagram({ destinationPort: 5505, data }, { to: TO })[0]?.udh.find(({ kind }) => kind === 'concat8');
    };
    expect(referenceOf(1)).toEqual(referenceOf(1));
    expect(new Set([1, 2, 3, 4].map((fill) => JSON.stringify(referenceOf(fill)))).size).toBeGreaterThan(1);
  });

  it('a recipient that is none is named as the option', () => {
    expect(refusal(() => submitDatagram({ destinationPort: 5505, data: new Uint8Array(1) }, { to: 'x' }))).toMatchObject({
      field: 'to',
    });
  });

  it('a coding of octets takes no text beside them', () => {
    const both = { tpDa: TO, tpDcs: 4, data: new Uint8Array(1), text: 'x' };
    expect(refusal(() => encodeSubmit(both))).toEqual({ code: 'bad-value', field: 'data', offset: undefined });
  });
});

it.each([256, -1, 1.5, Number.NaN, '7'])('a TP-MR of %s is refused, whatever the message carries', (tpMr) => {
  const options = { to: TO, tpMr } as SubmitTextOptions;
  const refused = expect.objectContaining({ code: 'bad-value', field: 'tpMr' });
  for (const text of ['x', 'x'.repeat(300), 'ж'.repeat(200)]) {
    expect(() => submitText(text, options)).toThrow(refused);
    expect(() => encodeSubmitText(text, options)).toThrow(refused);
  }
  expect(() => submitDatagram({ destinationPort: 5505, data: Uint8Array.of(1) }, options)).toThrow(refused);
});

describe('a text and its octets in one call', () => {
  it('gives what the model gives, octet for octet and error for error', () => {
    const to = fc.oneof(
      { weight: 4, arbitrary: address },
      fc.constantFrom<SubmitTextOptions['to']>(TO, '1', '', '+', '12a', '1'.repeat(21), { ton: 8, npi: 1, digits: '1' }),
    );
    const options: fc.Arbitrary<SubmitTextOptions> = fc.record(
      {
        to,
        flash: fc.boolean(),
        tpMr: fc.oneof(u8, fc.constantFrom(-1, 256, 1.5)),
        tpPid: fc.oneof(u8, fc.constantFrom(-1, 256)),
        tpVp: validity,
        tpSrr: fc.boolean(),
        tpRd: fc.boolean(),
        tpRp: fc.boolean(),
        encoding: fc.constantFrom('gsm7' as const, 'ucs2' as const),
        locking: fc.constantFrom(...LOCKING, 99),
        single: fc.constantFrom(...SINGLE),
        transliterate: fc.boolean(),
        reference: fc.constantFrom(0, 7, 256),
        concat: fc.constantFrom(8 as const, 16 as const),
      },
      { requiredKeys: ['to'] },
    );
    const plain = fc.string({ unit: fc.constantFrom(...'ax€[\n'), maxLength: 170 });
    const long = fc.string({ unit: fc.constantFrom(...'axş€[é'), maxLength: 700 });
    const text = fc.oneof(plain, long, unicodeText(300), fc.string({ unit: 'binary', maxLength: 80 }));
    const outcome = (run: () => Uint8Array[]) => {
      try {
        return run().map(toHex);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        return { ...error, message: error.message };
      }
    };
    fc.assert(
      fc.property(text, options, (characters, given) => {
        const expected = outcome(() => submitText(characters, given).map((submit) => encodeSubmit(submit)));
        expect(outcome(() => encodeSubmitText(characters, given))).toStrictEqual(expected);
      }),
    );
  });

  it.each([
    ['of UCS-2', 'abc', { encoding: 'ucs2' }, '01000B917283010010F50008 06 0061 0062 0063'],
    ['at once', 'abc', { flash: true }, '01000B917283010010F50010 03 61F118'],
    ['with its reference in 16 bits', 'abc', { concat: 16 }, '01000B917283010010F50000 03 61F118'],
    ['with look-alikes', 'a\u2013c', { transliterate: true }, '01000B917283010010F50000 03 E1D618'],
  ] as const)('a text %s', (_, text, options, octets) => {
    const expected = octets.replaceAll(' ', '');
    expect(encodeSubmitText(text, { to: TO, ...options }).map(toHex)).toEqual([expected]);
    expect(submitText(text, { to: TO, ...options }).map((submit) => toHex(encodeSubmit(submit)))).toEqual([expected]);
  });

  it('fills a message to its last septet', () => {
    for (const [text, parts] of [
      ['x'.repeat(160), 1],
      ['x'.repeat(161), 2],
      [`${'x'.repeat(158)}€`, 1],
      [`${'x'.repeat(159)}€`, 2],
    ] as const) {
      expect(encodeSubmitText(text, { to: TO })).toHaveLength(parts);
    }
  });

  it('gives the octets of the messages for texts of many parts too', () => {
    for (const text of ['x'.repeat(20_000), `${'x['.repeat(400)}€`.repeat(20), 'ж😀'.repeat(3_000)]) {
      const messages = submitText(text, { to: TO, concat: 16 }).map((submit) => toHex(encodeSubmit(submit)));
      expect(encodeSubmitText(text, { to: TO, concat: 16 }).map(toHex)).toEqual(messages);
    }
  });

  it('gives parts that no later call changes', () => {
    const parts = encodeSubmitText('x'.repeat(200), { to: TO });
    const copies = parts.map((part) => part.slice());
    encodeSubmitText('y'.repeat(400), { to: '1' });
    expect(parts).toEqual(copies);
  });
});
