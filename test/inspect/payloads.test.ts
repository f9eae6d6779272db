import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitmapFromRows,
  bitmapToRows,
  decodeOtaBitmap,
  encodeAlcatelPicture,
  encodeBmp,
  encodeGroupGraphic,
  encodeMultipartMessage,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtaBitmap,
  encodePictureMessage,
  encodeWbmp,
} from '../../src/bitmap/index.js';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS, LimitError } from '../../src/errors.js';
import { FORMATS, type Format, identify, inspect } from '../../src/inspect/index.js';
import { encodeMidi, encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import {
  encodeSeo,
  encodeSubmit,
  encodeUdh,
  formatSckl,
  type InformationElement,
  submitDatagram,
} from '../../src/sms/index.js';
import { anyBitmap, type BitmapVector, bitmapVectors, networkCode } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { noise } from '../support/noise.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';

const to = '+447700900123';
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const rowsOf = (field: Field) => named(field, 'row').map(({ value }) => value);
const listing = (octets: readonly Uint8Array[]) => encodeUtf8(octets.map((each) => `${toHex(each)}\n`).join(''));
const errorsOf = (tree: Field) => everyField(tree).flatMap(({ error }) => (error === undefined ? [] : [error.message]));

const tune = parseRtttl('test:d=4,o=5,b=160:e,f,g,16e,8e,e,2e,1e,p,1g#');
const ringtone = encodeNokiaRingtone(tune);
const vector = (wanted: string) => bitmapVectors().vectors.find(({ id }) => id === wanted) as BitmapVector;
const logo = vector('g10');
const picture = vector('g14');

describe('the application of a port reads the payload', () => {
  const cases = [
    ['operator logo', 5506, hex(`13F062${logo.otaContinuous}`), logo.rows],
    ['group graphic', 5507, hex(logo.otaContinuous), logo.rows],
    ['picture message', 5514, hex(`30000003414243020100${picture.otaContinuous}`), picture.rows],
  ] as const;

  it.each(cases)('%s in a message, or in several joined', (name, destinationPort, data, rows) => {
    const submits = submitDatagram({ destinationPort, sourcePort: 0, data }, { to, reference: 1 });
    const octets = submits.map(encodeSubmit);
    const tree = octets.length === 1 ? inspect(octets[0] as Uint8Array) : inspect(listing(octets));
    expectTiling(tree);
    expect(errorsOf(tree)).toEqual([]);
    expect(named(tree, name)).toHaveLength(1);
    expect(rowsOf(tree)).toEqual(rows);
  });

  it.each(cases)('%s behind a bare header', (name, destination, data, rows) => {
    const octets = Uint8Array.of(...encodeUdh([{ kind: 'ports16', destination, source: 0 }]), ...data);
    expect(identify(octets)[0]).toMatchObject({ format: 'udh', confidence: 0.95 });
    const tree = inspect(octets);
    expectTiling(tree);
    expect(named(tree, name)[0]?.start).toBe(7);
    expect(rowsOf(tree)).toEqual(rows);
  });

  it.each(cases)('%s behind bare headers in several parts', (name, destination, data, rows) => {
    const half = data.length >> 1;
    const octets = [data.subarray(0, half), data.subarray(half)].map((part, i) => {
      const ports = { kind: 'ports16', destination, source: 0 } as const;
      return Uint8Array.of(...encodeUdh([ports, { kind: 'concat8', reference: 1, total: 2, sequence: i + 1 }]), ...part);
    });
    const tree = inspect(listing(octets));
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 2 parts', children: [{ name }] });
    expect(rowsOf(tree)).toEqual(rows);
  });

  it.each(cases)('%s in the text transport', (name, port, data, rows) => {
    const tree = inspect(encodeUtf8(`//SCKL${port.toString(16)} ${toHex(data)}`));
    expectTiling(tree);
    expect(named(tree, name)).toHaveLength(1);
    expect(rowsOf(tree)).toEqual(rows);
  });

  it.each(cases)('%s in the text transport in several messages, joined behind them', (name, destinationPort, data, rows) => {
    const cut = Math.ceil(data.length / 3);
    const messages = [0, 1, 2].map((i) =>
      formatSckl({
        destinationPort,
        sourcePort: 0,
        reference: 9,
        total: 3,
        sequence: i + 1,
        text: toHex(data.subarray(i * cut, (i + 1) * cut)),
      }),
    );
    const tree = inspect(encodeUtf8(messages.reverse().join('\r\n')));
    expectTiling(tree);
    expect(tree.name).toBe('sckl');
    expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 3 parts', children: [{ name }] });
    expect(rowsOf(tree)).toEqual(rows);
    const missing = inspect(encodeUtf8(messages.slice(1).join('\r\n')));
    expect(missing.warnings).toEqual(['2 of 3 parts of a message']);
  });

  it('several messages of the text transport that hold text, or that are damaged', () => {
    const card = '//SCKL23F40000010201 BEGIN:VCARD\r\n//SCKL23F40000010202 END:VCÄRD\r\n//SCKLxx';
    const tree = inspect(encodeUtf8(card));
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 2 parts', value: 'BEGIN:VCARD\r\nEND:VCÄRD\r\n' });
    expect(tree.children[2]?.error).toMatchObject({ code: 'truncated', field: 'SCKL/destinationPort' });
    expect(() => inspect(encodeUtf8('//SCKL1581 00\n'.repeat(DEFAULT_LIMITS.inspectItems + 1)))).toThrow(LimitError);
  });

  it('gammu writes the same', () => {
    const tree = inspect(listing((picture.pictureGammu ?? []).map(({ udh, ud }) => hex(udh + ud))));
    expectTiling(tree);
    expect(rowsOf(tree)).toEqual(picture.rows);
    expect(named(tree, 'text').map(({ value }) => value)).toEqual([picture.text]);
  });

  it('netpbm leaves the version of a picture message out, which is a warning', () => {
    const tree = inspect(hex(picture.pictureNetpbm as string));
    expectTiling(tree);
    expect(errorsOf(tree)).toEqual([]);
    expect(named(tree, 'picture message')[0]?.warnings).toEqual([expect.stringContaining('multipart/version')]);
    expect(rowsOf(tree)).toEqual(picture.rows);
  });

  it('a ringtone inside a picture message is opened', () => {
    const octets = encodeMultipartMessage([
      { kind: 'profileName', text: 'Ж' },
      { kind: 'ringtone', data: ringtone },
    ]);
    const tree = inspect(octets);
    expectTiling(tree);
    expect(tree.name).toBe('picture message');
    expect(named(tree, 'note-value')).toHaveLength(10);
    expect(named(tree, 'text').map(({ value }) => value)).toEqual(['Ж']);
  });

  it('what cannot be read there is an error in the tree', () => {
    const udh = [{ kind: 'ports16', destination: 5506, source: 0 }] as const;
    const tree = inspect(encodeSubmit({ tpDa: to, tpDcs: 0xf5, udh, data: hex('62F2') }));
    expectTiling(tree);
    expect(named(tree, 'operator logo')[0]?.error).toMatchObject({ code: 'truncated' });
    expect(tree.error).toBeUndefined();
  });

  it('a picture for Alcatel handsets has its own header element', () => {
    const { element, data } = encodeAlcatelPicture({ bitmap: bitmapFromRows(['.#.', '#.#']), name: 'Sun' });
    const octets = Uint8Array.of(...encodeUdh([element as InformationElement]), ...data);
    expect(identify(octets)[0]?.format).toBe('udh');
    const tree = inspect(octets);
    expectTiling(tree);
    expect(named(tree, 'Alcatel picture')).toHaveLength(1);
    expect(named(tree, 'column').map(({ value }) => value)).toEqual(['.#', '#.', '.#']);
  });
});

describe('Siemens objects', () => {
  const bitmap = decodeOtaBitmap(hex(picture.otaContinuous));
  const message = (data: Uint8Array) => encodeSubmit({ tpDa: to, tpDcs: 0xf5, udh: [], data });
  const blocks = (type: 'mid' | 'bmp', data: Uint8Array) => encodeSeo({ type, name: 'x', data }, { reference: 7 });

  it.each([
    ['as blocks alone', (block: Uint8Array) => block],
    ['in messages', message],
  ])('are joined behind the lines: %s', (_, wrap) => {
    const parts = blocks('bmp', encodeBmp(bitmap)).map(wrap);
    expect(parts.length).toBeGreaterThan(2);
    const tree = inspect(listing([...parts].reverse()));
    expectTiling(tree);
    expect(errorsOf(tree)).toEqual([]);
    expect(tree.warnings).toBeUndefined();
    const joined = tree.children.at(-1) as Field;
    expect(joined).toMatchObject({ name: `bmp object joined from ${parts.length} parts`, children: [{ name: 'BMP' }] });
    expect(rowsOf(joined).reverse()).toEqual(picture.rows);
    const missing = inspect(listing(parts.slice(1)));
    expect(missing.warnings).toEqual([`${parts.length - 1} of ${parts.length} parts of an object`]);
  });

  it('a part that comes twice counts once, parts of other objects apart', () => {
    const long = { ...tune, notes: [...tune.notes, ...tune.notes, ...tune.notes] };
    const [first, second] = [blocks('mid', encodeMidi(long)), encodeSeo({ type: 'bmp', name: 'y', data: encodeBmp(bitmap) })];
    const tree = inspect(listing([...first, ...second, first[0] as Uint8Array]));
    expectTiling(tree);
    expect(tree.children.filter(({ name }) => name.includes('joined')).map(({ name }) => name)).toEqual([
      `mid object joined from ${first.length} parts`,
      `bmp object joined from ${second.length} parts`,
    ]);
  });

  it('a block that is its whole object shows the file', () => {
    const short = encodeMidi({ ...tune, notes: tune.notes.slice(0, 2) });
    const [block] = blocks('mid', short);
    for (const octets of [block as Uint8Array, message(block as Uint8Array)]) {
      const tree = inspect(octets);
      expectTiling(tree);
      expect(tree.children.at(-1)).toMatchObject({ name: 'mid object', octets: short, children: [{ name: 'MIDI' }] });
    }
    expect(inspect(listing([block as Uint8Array])).children).toHaveLength(1);
  });

  it('behind a header is no block', () => {
    const [block] = blocks('mid', hex('0102')) as [Uint8Array];
    const udh = [{ kind: 'ports16', destination: 9204, source: 0 }] as const;
    const tree = inspect(encodeSubmit({ tpDa: to, tpDcs: 0xf5, udh, data: block }));
    expect(named(tree, 'SEO')).toEqual([]);
  });

  it('a type that nobody uses stays octets', () => {
    const [block] = blocks('mid', hex('0102')) as [Uint8Array];
    const octets = block.map((octet, i) => ([0x6d, 0x69, 0x64].includes(octet) && i > 19 ? 0x5f : octet));
    const tree = inspect(octets);
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: '___ object', children: [{ name: 'data' }] });
  });
});

describe('laws', () => {
  const small = anyBitmap();
  const title = fc.string({ maxLength: 12 });
  const networkLogo = fc.tuple(networkCode(), small).map(([network, each]) => ({ ...network, bitmap: each }));
  const whole: Readonly<Record<string, readonly [Format, fc.Arbitrary<Uint8Array>]>> = {
    'OTA bitmaps': [
      'ota-bitmap',
      fc.tuple(small, fc.constantFrom('continuous', 'padded')).map(([each, packing]) => encodeOtaBitmap(each, { packing })),
    ],
    'group graphics': ['ota-bitmap', small.map((each) => encodeGroupGraphic({ bitmap: each }))],
    'operator logos': [
      'operator-logo',
      fc.tuple(networkLogo, fc.constantFrom('short', 'version3')).map(([each, form]) => encodeOperatorLogo(each, { form })),
    ],
    'picture messages': [
      'picture-message',
      fc.tuple(small, title).map(([each, text]) => encodePictureMessage({ bitmap: each, text })),
    ],
    WBMP: ['wbmp', small.map(encodeWbmp)],
    NOL: ['nol', networkLogo.map(encodeNol)],
    NGG: ['ngg', small.map((each) => encodeNgg({ bitmap: each }))],
    NLM: ['nlm', small.map((each) => encodeNlm({ kind: 'picture', frames: [each, each] }))],
    NPM: ['npm', fc.tuple(small, fc.stringMatching(/^[ -~]{0,12}$/)).map(([each, text]) => encodeNpm({ bitmap: each, text }))],
    BMP: ['bmp', small.map(encodeBmp)],
    MIDI: ['midi', fc.nat({ max: 9 }).map((count) => encodeMidi({ ...tune, notes: tune.notes.slice(0, count + 1) }))],
    SEO: ['seo', small.map((each) => encodeSeo({ type: 'bmp', name: 'x', data: encodeBmp(each) })[0] as Uint8Array)],
  };

  it.each(Object.entries(whole))('%s: known, read without a fault, and tiled', (_, [format, octets]) => {
    fc.assert(
      fc.property(octets, (each) => {
        const readings = identify(each);
        expect(readings.map((reading) => reading.format)).toContain(format);
        expect(readings.find((reading) => reading.format === format)?.confidence).toBeGreaterThanOrEqual(0.6);
        const tree = inspect(each, { as: format });
        expectTiling(tree);
        expect([tree.end, tree.warnings, errorsOf(tree)]).toEqual([each.length, undefined, []]);
      }),
      costly(300),
    );
  });

  it.each(Object.entries(whole))('%s: damaged or cut, under every name', (_, [format, octets]) => {
    fc.assert(
      fc.property(damaged(octets), fc.constantFrom(...FORMATS), (each, other) => {
        for (const as of [format, other, undefined]) {
          const tree = inspect(each, { as });
          expect([tree.start, tree.end]).toEqual([0, each.length]);
          expectTiling(tree);
        }
      }),
      costly(300),
    );
  });

  it.each(Object.keys(whole))('%s: any octets behind its beginning', (name) => {
    const [format, octets] = whole[name] as readonly [Format, fc.Arbitrary<Uint8Array>];
    const grafted = fc
      .tuple(octets, fc.nat({ max: 30 }), fc.uint8Array({ maxLength: 60 }))
      .map(([head, at, tail]) => Uint8Array.of(...head.subarray(0, at), ...tail));
    fc.assert(
      fc.property(grafted, (each) => {
        expectTiling(inspect(each, { as: format }));
        expectTiling(inspect(each));
      }),
      costly(300),
    );
  });

  it('every cut of the vectors', () => {
    const { vectors, published } = bitmapVectors();
    const small = vectors.filter(({ width, height }) => width * height < 500);
    const cuts: (readonly [Format, string])[] = [
      ...small.flatMap(({ otaContinuous, otaRowPadded, files }) => [
        ['ota-bitmap', otaContinuous] as const,
        ['ota-bitmap', otaRowPadded] as const,
        ['wbmp', files.wbmpNetpbm] as const,
      ]),
      ['operator-logo', published.find(({ id }) => id === 'pub2')?.hex as string],
      ['udh', logo.operatorLogoNetpbm as string],
      ['udh', picture.pictureNetpbm as string],
      ['nlm', logo.nlmGammuOperator as string],
      ['midi', toHex(encodeMidi(tune))],
    ];
    for (const [as, whole] of cuts) {
      const octets = hex(whole);
      for (let end = 0; end <= octets.length; end++) expectTiling(inspect(octets.subarray(0, end), { as }));
    }
  });

  it('the rows of any bitmap stand in the tree', () => {
    fc.assert(
      fc.property(small, (each) => {
        const rows = bitmapToRows(each);
        for (const [as, octets] of [
          ['ota-bitmap', encodeOtaBitmap(each)],
          ['wbmp', encodeWbmp(each)],
          ['ngg', encodeNgg({ bitmap: each })],
        ] as const) {
          expect(rowsOf(inspect(octets, { as }))).toEqual(rows);
        }
        expect(rowsOf(inspect(encodeBmp(each), { as: 'bmp' })).reverse()).toEqual(rows);
      }),
      costly(200),
    );
  });

  it('faults that leave a meaning are warnings, those that leave none are errors', () => {
    const gnokii = hex('0108020155AA');
    expect(inspect(gnokii, { as: 'ota-bitmap' })).toMatchObject({ warnings: [expect.stringContaining('ota/infofield')] });
    expect(inspect(hex('00080201AA'), { as: 'ota-bitmap' }).error).toMatchObject({ code: 'truncated', field: 'ota/pixels' });
    const trailing = inspect(hex('00080101AA00'), { as: 'ota-bitmap' });
    expect(trailing).toMatchObject({ warnings: [expect.stringContaining('left over')] });
    expectTiling(trailing);
  });
});

describe('limits', () => {
  it('no format throws anything but a LimitError', () => {
    const random = noise(DEFAULT_LIMITS.inspectOctets);
    for (const as of FORMATS) {
      try {
        inspect(random, { as });
      } catch (error) {
        expect(error, as).toBeInstanceOf(LimitError);
      }
    }
  });

  it('the limits of the readers hold', () => {
    const wide = encodeWbmp(decodeOtaBitmap(hex('10001000010180FF')));
    expect(inspect(wide, { as: 'wbmp', limits: { bitmapPixels: 15 } }).error).toMatchObject({ code: 'limit-exceeded' });
    expect(inspect(wide, { as: 'wbmp', limits: { bitmapPixels: 16 } }).error).toBeUndefined();
  });
});
