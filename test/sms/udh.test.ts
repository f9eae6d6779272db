import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, Trace } from '../../src/bytes/index.js';
import { emsPosition, isEmsElement } from '../../src/sms/ems-element.js';
import { decodeUdh, encodeUdh, findConcat, findPorts, IEI, type InformationElement, ieiName } from '../../src/sms/index.js';
import { readUdh } from '../../src/sms/udh.js';
import { elementOctets, header, informationElement, u8 } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const fill = (length: number, octet = 0xaa) => new Uint8Array(length).fill(octet);
const run = (length: number, octet = 'AA') => octet.repeat(length);

describe('worked examples (sms-pdu.md section 6)', () => {
  it.each<[string, InformationElement[]]>([
    ['05 00 03 2A 03 01', [{ kind: 'concat8', reference: 42, total: 3, sequence: 1 }]],
    ['06 08 04 12 34 FF FF', [{ kind: 'concat16', reference: 0x1234, total: 255, sequence: 255 }]],
    ['04 01 02 80 05', [{ kind: 'specialMessage', indication: 0x80, count: 5 }]],
    ['04 04 02 E2 00', [{ kind: 'ports8', destination: 226, source: 0 }]],
    ['06 05 04 15 81 00 00', [{ kind: 'ports16', destination: 5505, source: 0 }]],
    ['06 05 04 0B 84 23 F0', [{ kind: 'ports16', destination: 2948, source: 9200 }]],
    ['03 06 01 41', [{ kind: 'smscControl', parameters: 0x41 }]],
    ['03 07 01 02', [{ kind: 'sourceIndicator', source: 2 }]],
    ['05 0A 03 00 05 10', [{ kind: 'textFormatting', position: 0, length: 5, mode: 0x10 }]],
    ['06 0A 04 00 05 10 21', [{ kind: 'textFormatting', position: 0, length: 5, mode: 0x10, colour: 0x21 }]],
    ['04 0B 02 03 07', [{ kind: 'predefinedSound', position: 3, sound: 7 }]],
    ['05 0C 03 00 42 45', [{ kind: 'userSound', position: 0, data: hex('42 45') }]],
    ['03 0C 01 00', [{ kind: 'userSound', position: 0, data: hex('') }]],
    ['04 0D 02 01 03', [{ kind: 'predefinedAnimation', position: 1, animation: 3 }]],
    [`83 0E 81 05 ${run(128)}`, [{ kind: 'largeAnimation', position: 5, data: fill(128) }]],
    [`23 0F 21 05 ${run(32)}`, [{ kind: 'smallAnimation', position: 5, data: fill(32) }]],
    [`83 10 81 05 ${run(128)}`, [{ kind: 'largePicture', position: 5, data: fill(128) }]],
    [`23 11 21 05 ${run(32)}`, [{ kind: 'smallPicture', position: 5, data: fill(32) }]],
    ['07 12 05 00 01 02 FF 81', [{ kind: 'variablePicture', position: 0, widthOctets: 1, heightPx: 2, data: hex('FF 81') }]],
    ['03 13 01 02', [{ kind: 'userPrompt', objects: 2 }]],
    ['04 17 02 01 01', [{ kind: 'objectDistribution', objects: 1, attributes: 1 }]],
    ['03 20 01 1F', [{ kind: 'emailHeaderLength', lengthOctets: 31 }]],
    ['06 21 04 01 02 03 04', [{ kind: 'hyperlink', position: 0x0102, titleLength: 3, urlLength: 4 }]],
    ['03 24 01 02', [{ kind: 'singleShift', language: 2 }]],
    ['03 25 01 0D', [{ kind: 'lockingShift', language: 13 }]],
    ['02 1A 00', [{ kind: 'raw', iei: 0x1a, data: hex('') }]],
    ['05 70 03 AA BB CC', [{ kind: 'raw', iei: 0x70, data: hex('AA BB CC') }]],
    ['00', []],
    [
      '0B 05 04 0B 84 23 F0 00 03 2A 02 01',
      [
        { kind: 'ports16', destination: 2948, source: 9200 },
        { kind: 'concat8', reference: 42, total: 2, sequence: 1 },
      ],
    ],
  ])('%s', (octets, elements) => {
    expect(decodeUdh(hex(octets))).toStrictEqual({ elements, lengthOctets: hex(octets).length });
    expect(encodeUdh(elements)).toEqual(hex(octets));
  });

  it.each([
    ['no parts', '05 00 03 01 00 00'],
    ['part 0', '05 00 03 01 03 00'],
    ['a part past the last', '05 00 03 01 03 04'],
    ['the same with 16 bits', '06 08 04 00 01 03 04'],
    ['a length that the element does not have', '04 00 02 01 01'],
    ['ports of three octets', '05 05 03 15 81 00'],
    ['a shift without a language', '02 24 00'],
    ['an EMS picture of another size', '05 11 03 00 AA AA'],
  ])('%s is kept as it came: receivers ignore it (23.040 9.2.3.24.1)', (_, octets) => {
    const { elements } = decodeUdh(hex(octets));
    expect(elements.map(({ kind }) => kind)).toEqual(['raw']);
    expect(findConcat(elements)).toBeUndefined();
    expect(encodeUdh(elements)).toEqual(hex(octets));
  });

  it('of several concatenations or ports the last one counts, and none is none', () => {
    const { elements } = decodeUdh(hex('15 00 03 01 02 01 08 04 00 02 04 03 05 04 15 81 00 00 04 02 E2 01'));
    expect(findConcat(elements)).toEqual({ kind: 'concat16', reference: 2, total: 4, sequence: 3 });
    expect(findPorts(elements)).toEqual({ destination: 0xe2, source: 1 });
    expect([findConcat([]), findPorts([])]).toEqual([undefined, undefined]);
  });

  it('reads the header alone, and copies the data out of it', () => {
    const octets = hex('04 70 02 AA BB FF FF');
    const { elements, lengthOctets } = decodeUdh(octets);
    expect(lengthOctets).toBe(5);
    octets.fill(0);
    expect(elements).toEqual([{ kind: 'raw', iei: 0x70, data: hex('AA BB') }]);
  });

  it.each([
    [0x00, 'concat8'],
    [0x05, 'ports16'],
    [0x0e, 'large animation'],
    [0x22, 'reply address'],
    [0x70, 'SIM toolkit security header'],
    [0x7f, 'SIM toolkit security header'],
    [0x80, 'SME to SME specific'],
    [0x9f, 'SME to SME specific'],
    [0xa0, 'reserved'],
    [0xc0, 'service centre specific'],
    [0xdf, 'service centre specific'],
    [0xe0, 'reserved'],
    [0x26, 'reserved'],
  ])('element %i is named %s', (iei, name) => {
    expect(ieiName(iei).replace(' ', '').toLowerCase()).toBe(name.replace(' ', '').toLowerCase());
  });

  it('the identifiers are those of the table', () => {
    const { Concat8, Ports8, Ports16, Concat16, TextFormatting, UserSound, SmallPicture, SingleShift, LockingShift } = IEI;
    expect([Concat8, Ports8, Ports16, Concat16, TextFormatting, UserSound, SmallPicture, SingleShift, LockingShift]).toEqual([
      0x00, 0x04, 0x05, 0x08, 0x0a, 0x0c, 0x11, 0x24, 0x25,
    ]);
    expect(new Set(Object.values(IEI)).size).toBe(Object.keys(IEI).length);
  });
});

describe('properties', () => {
  it('every header comes back', () => {
    fc.assert(
      fc.property(header(256), (elements) => {
        const octets = encodeUdh(elements);
        expect(octets.length).toBe(elements.reduce((sum, element) => sum + elementOctets(element), 1));
        expect(decodeUdh(octets)).toStrictEqual({ elements, lengthOctets: octets.length });
      }),
    );
  });

  it('every element of any identifier and length comes back to the octet', () => {
    const element = fc.tuple(u8, fc.uint8Array({ maxLength: 140 })).map(([iei, data]) => [iei, data.length, ...data]);
    const known = fc
      .tuple(fc.constantFrom(...Object.values(IEI)), fc.uint8Array({ maxLength: 5 }))
      .map(([iei, data]) => [iei, data.length, ...data]);
    fc.assert(
      fc.property(fc.array(fc.oneof(known, element), { maxLength: 6 }), (elements) => {
        const body = elements.flat().length > 255 ? (elements[0] as number[]) : elements.flat();
        const octets = Uint8Array.of(body.length, ...body);
        expect(encodeUdh(decodeUdh(octets).elements)).toEqual(octets);
      }),
    );
  });

  it('arbitrary and damaged octets give a header, which comes back to the octet, or a FormatError inside them', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged(header(200).map(encodeUdh))), (octets) => {
        const result = expectValueOrFormatError(() => decodeUdh(octets), octets.length);
        if ('elements' in result) {
          expect(encodeUdh(result.elements)).toEqual(octets.slice(0, result.lengthOctets));
          expect(result.lengthOctets).toBe((octets[0] as number) + 1);
        } else expect(result.code).toBe('truncated');
      }),
    );
  });

  it('the traced reading is the same, and tiles', () => {
    fc.assert(
      fc.property(header(200), (elements) => {
        const octets = encodeUdh(elements);
        const trace = new Trace('x');
        expect(readUdh(new ByteReader(octets, trace)).elements).toStrictEqual(elements);
        expectTiling(trace.finish(octets.length));
      }),
    );
  });

  it.each([
    ['00 03 2A 02 01', 'concat 8: part 1 of 2, reference 42'],
    ['08 04 01 2A 02 01', 'concat 16: part 1 of 2, reference 298'],
    ['04 02 E2 F0', 'ports 8: to 226, from 240'],
    ['05 04 0B 84 23 F0', 'ports 16: to 2948, from 9200'],
    ['24 01 01', 'single shift: Turkish'],
    ['25 01 03', 'locking shift: Portuguese'],
    ['25 01 0D', 'locking shift: Urdu'],
    ['25 01 0E', 'locking shift: unknown language'],
    ['22 01 03', 'reply address'],
    ['70 00', 'SIM toolkit security header'],
  ])('the trace says what an element means: %s', (element, meaning) => {
    const octets = hex(element);
    const trace = new Trace('UDH');
    readUdh(new ByteReader(Uint8Array.of(octets.length, ...octets), trace));
    const [header] = trace.finish(octets.length + 1).children;
    expect(header?.children[1]).toMatchObject({ name: 'IE', meaning });
  });

  it('the trace warns of what receivers ignore', () => {
    const warnings = (octets: string) => {
      const trace = new Trace('x');
      readUdh(new ByteReader(hex(octets), trace));
      return trace.finish(hex(octets).length).children[0]?.children[1]?.warnings;
    };
    expect(warnings('05 00 03 01 03 04')).toHaveLength(1);
    expect(warnings('03 24 01 63')).toHaveLength(1);
    expect(warnings('03 25 01 02')).toHaveLength(1);
    expect(warnings('03 24 01 02')).toBeUndefined();
    expect(warnings('03 80 01 02')).toBeUndefined();
  });
});

describe('refusals', () => {
  it.each([
    ['', 'UDH/UDHL', 0],
    ['05', 'UDH', 1],
    ['03 05 04 00', 'UDH/IED', 3],
    ['01 05', 'UDH/IEDL', 2],
    ['05 00 03 01 02', 'UDH', 1],
    ['06 00 03 01 02 01 24', 'UDH/IEDL', 7],
    ['02 70 01 FF', 'UDH/IED', 3],
  ])('%s ends too early', (octets, field, offset) => {
    expect(refusal(() => decodeUdh(hex(octets)))).toEqual({ code: 'truncated', field, offset });
  });

  it.each([
    [{ kind: 'concat8', reference: 256, total: 1, sequence: 1 }, 'reference'],
    [{ kind: 'concat16', reference: 65536, total: 1, sequence: 1 }, 'reference'],
    [{ kind: 'concat8', reference: -1, total: 1, sequence: 1 }, 'reference'],
    [{ kind: 'concat8', reference: 0, total: 256, sequence: 1 }, 'total'],
    [{ kind: 'concat8', reference: 0, total: 0, sequence: 0 }, 'sequence'],
    [{ kind: 'concat8', reference: 0, total: 2, sequence: 0 }, 'sequence'],
    [{ kind: 'concat8', reference: 0, total: 2, sequence: 3 }, 'sequence'],
    [{ kind: 'concat8', reference: 0, total: 2, sequence: 1.5 }, 'sequence'],
    [{ kind: 'ports8', destination: 256, source: 0 }, 'destination'],
    [{ kind: 'ports8', destination: 0, source: Number.NaN }, 'source'],
    [{ kind: 'ports16', destination: 65536, source: 0 }, 'destination'],
    [{ kind: 'ports16', destination: 0, source: '0' }, 'source'],
    [{ kind: 'hyperlink', position: 65536, titleLength: 0, urlLength: 0 }, 'position'],
    [{ kind: 'textFormatting', position: 0, length: 0, mode: 0, colour: 256 }, 'colour'],
    [{ kind: 'singleShift' }, 'language'],
    [{ kind: 'smallPicture', position: 0, data: new Uint8Array(31) }, 'data'],
    [{ kind: 'largeAnimation', position: 0, data: new Uint8Array(129) }, 'data'],
    [{ kind: 'raw', iei: 256, data: new Uint8Array(0) }, 'iei'],
    [{ kind: 'nonsense' }, 'kind'],
  ])('%o cannot be written: %s', (element, name) => {
    const good: InformationElement = { kind: 'userPrompt', objects: 1 };
    expect(refusal(() => encodeUdh([good, element as unknown as InformationElement]))).toEqual({
      code: 'bad-value',
      field: `udh[1].${name}`,
      offset: undefined,
    });
  });

  it.each([null, undefined, 5, 'concat8'])('an element that is %j is a wrong type', (element) => {
    const good: InformationElement = { kind: 'userPrompt', objects: 1 };
    expect(() => encodeUdh([good, element as never])).toThrow(TypeError);
    expect(() => encodeUdh([good, element as never])).toThrow(/^udh\[1\] is .*, not an object$/);
  });

  it('data that is no octets is a wrong type', () => {
    expect(() => encodeUdh([{ kind: 'raw', iei: 1, data: [1, 2] as unknown as Uint8Array }])).toThrow(TypeError);
    expect(() => encodeUdh([{ kind: 'userSound', position: 0, data: 'x' as unknown as Uint8Array }])).toThrow('udh[0].data');
  });
});

describe('limits', () => {
  it('an element has 255 octets of data and a header 255 octets at most', () => {
    expect(encodeUdh([{ kind: 'raw', iei: 0x80, data: fill(253) }])).toHaveLength(256);
    expect(refusal(() => encodeUdh([{ kind: 'raw', iei: 0x80, data: fill(254) }]))).toEqual({
      code: 'too-long',
      field: 'udh',
      offset: undefined,
    });
    expect(refusal(() => encodeUdh([{ kind: 'raw', iei: 0x80, data: fill(256) }]))).toEqual({
      code: 'too-long',
      field: 'udh[0].data',
      offset: undefined,
    });
    expect(refusal(() => encodeUdh([{ kind: 'userSound', position: 0, data: fill(255) }]))).toMatchObject({
      code: 'too-long',
      field: 'udh[0].data',
    });
  });

  it('every kind of element is generated, so that the properties mean what they say', () => {
    const kinds = new Set(fc.sample(informationElement, 2000).map(({ kind }) => kind));
    expect(kinds.size).toBe(23);
  });
});

describe('EMS elements', () => {
  it.each([
    ['0A 03 05 01 00', 5],
    ['0B 02 06 01', 6],
    ['0C 01 07', 7],
    ['0D 02 08 01', 8],
    ['12 03 09 00 00', 9],
    // Of another length than the model's: gammu's animations of fewer than four frames.
    ['0E 41 0A'.concat(run(64)), 10],
    ['0F 01 0B', 11],
    ['18 02 0C 00', 12],
    ['14 08 00 0001 00 02 0103 00', 0x103],
    // No position, or cut short in front of it.
    ['14 06 00 0001 00 02 01', undefined],
    ['0B 00', undefined],
    ['13 01 05', undefined],
    ['13 02 05 05', undefined],
    ['16 03 01 02 03', undefined],
    ['17 02 01 01', undefined],
    ['1F 01 05', undefined],
  ])('%s is one, at %s', (element, position) => {
    const octets = hex(element);
    const [read] = decodeUdh(Uint8Array.of(octets.length, ...octets)).elements as [InformationElement];
    expect([isEmsElement(read), emsPosition(read)]).toEqual([true, position]);
  });

  it.each(['00 03 01 01 01', '05 04 15 81 00 00', '09 01 05', '20 01 05', '21 04 00 05 01 01', '80 01 05'])(
    '%s is none',
    (element) => {
      const octets = hex(element);
      const [read] = decodeUdh(Uint8Array.of(octets.length, ...octets)).elements as [InformationElement];
      expect([isEmsElement(read), emsPosition(read)]).toEqual([false, undefined]);
    },
  );
});
