import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromRows,
  encodeAlcatelPicture,
  encodeBmp,
  encodeMultipartMessage,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import {
  type BuildOptions,
  buildSubmits,
  type Content,
  type FormChoice,
  PORTS,
  readContent,
  readSubmits,
} from '../../src/message/index.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { decodeSeo, encodeUdh, type InformationElement, type Submit, submitDatagram } from '../../src/sms/index.js';
import { type BitmapVector, type GammuPart, vectorsWith } from '../support/bitmaps.js';
import { groupGraphic, nokiaLogo, nokiaPicture, picture } from '../support/contents.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';

const to = '+447700900123';
const blank = (widthPx: number, heightPx: number): Bitmap => ({
  widthPx,
  heightPx,
  rows: new Uint8Array(Math.ceil(widthPx / 8) * heightPx),
});

/** The messages, and what was said of the choice. */
function built(content: Content, options: Omit<BuildOptions, 'to'>): { submits: Submit[]; choice: FormChoice } {
  const choices: FormChoice[] = [];
  const submits = buildSubmits(content, { to, ...options, onChoice: (choice) => choices.push(choice) });
  expect(choices).toHaveLength(1);
  return { submits, choice: choices[0] as FormChoice };
}

describe('published vectors: what gammu sends', () => {
  function expectParts(submits: readonly Submit[], parts: readonly GammuPart[]): void {
    // The reference is the sender's choice: octet 9 of the header of a part.
    const masked = (udh: string) => (udh.length > 14 ? `${udh.slice(0, 18)}..${udh.slice(20)}` : udh);
    expect(submits.map(({ udh }) => masked(toHex(encodeUdh(udh))))).toEqual(parts.map(({ udh }) => masked(udh)));
    expect(submits.map(({ data }) => toHex(data ?? hex('')))).toEqual(parts.map(({ ud }) => ud));
    // Of picture messages the coding was not noted.
    for (const part of parts) expect([part.coding ?? '8bit', part.class ?? 1]).toEqual(['8bit', 1]);
    for (const { tpDcs } of submits) expect(tpDcs).toBe(0xf5);
  }

  const logos = vectorsWith('operatorLogoGammu');
  const icons = vectorsWith('cliIconGammu');
  const pictures = vectorsWith('pictureGammu');

  it.each(logos)('$id as an operator logo', ({ rows, mcc = '', mnc = '', operatorLogoGammu }) => {
    const content: Content = { kind: 'operatorLogo', mcc, mnc, bitmap: bitmapFromRows(rows) };
    expectParts(buildSubmits(content, { to, make: 'Nokia' }), operatorLogoGammu);
  });

  it.each(icons)('$id as a group graphic', ({ rows, cliIconGammu }) => {
    expectParts(buildSubmits({ kind: 'groupGraphic', bitmap: bitmapFromRows(rows) }, { to, make: 'Nokia' }), cliIconGammu);
  });

  it.each(pictures)('$id as a picture message', ({ rows, text, pictureGammu }) => {
    const content: Content = { kind: 'pictureMessage', bitmap: bitmapFromRows(rows), text };
    expectParts(buildSubmits(content, { to, make: 'Nokia' }), pictureGammu);
  });

  it.each<BitmapVector>([...logos, ...icons, ...pictures])('$id is read as what gammu was given', (vector) => {
    const bitmap = bitmapFromRows(vector.rows);
    const read = (parts: readonly GammuPart[] = []) => {
      const [first] = parts;
      const udh: InformationElement[] = [
        { kind: 'ports16', destination: Number.parseInt(first?.udh.slice(6, 10) ?? '', 16), source: 0 },
      ];
      return readSubmits([{ udh, data: hex(parts.map(({ ud }) => ud).join('')), tpDcs: 0xf5, tpPid: 0 }]);
    };
    const { mcc, mnc } = vector;
    if (vector.operatorLogoGammu) expect(read(vector.operatorLogoGammu)).toEqual({ kind: 'operatorLogo', mcc, mnc, bitmap });
    if (vector.cliIconGammu) expect(read(vector.cliIconGammu)).toEqual({ kind: 'groupGraphic', bitmap });
    for (const parts of [vector.pictureGammu, vector.pictureGammuUnicode]) {
      if (parts !== undefined) expect(read(parts)).toMatchObject({ kind: 'pictureMessage', bitmap });
    }
  });
});

describe('for a Nokia', () => {
  it('each kind has its port', () => {
    expect([PORTS.operatorLogo, PORTS.groupGraphic, PORTS.pictureMessage]).toEqual([0x1582, 0x1583, 0x158a]);
  });

  it('a logo of 78x21 goes in two messages, with a warning', () => {
    const { submits, choice } = built(
      { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: blank(78, 21) },
      { make: 'Nokia' },
    );
    expect(submits).toHaveLength(2);
    expect(choice).toMatchObject({ form: 'smart-messaging', port: 5506, tpDcs: 0xf5, confirmed: true });
    expect(choice.warnings).toEqual([expect.stringContaining('78x21 needs two messages')]);
  });

  it('a text of more than 120 characters goes, with a warning', () => {
    const content = (length: number): Content => ({ kind: 'pictureMessage', bitmap: blank(72, 28), text: 'x'.repeat(length) });
    expect(built(content(120), { make: 'Nokia' })).toMatchObject({ submits: { length: 3 }, choice: { warnings: [] } });
    expect(built(content(121), { make: 'Nokia' }).choice.warnings).toEqual([expect.stringContaining('121 characters')]);
  });

  it('an empty text is none', () => {
    const content: Content = { kind: 'pictureMessage', bitmap: blank(72, 28) };
    expect(buildSubmits({ ...content, text: '' }, { to, make: 'Nokia' })).toEqual(buildSubmits(content, { to, make: 'Nokia' }));
  });

  it.each([
    ['operatorLogo', 72, 15],
    ['operatorLogo', 14, 72],
    ['groupGraphic', 78, 21],
    ['groupGraphic', 72, 28],
    ['pictureMessage', 72, 14],
    ['pictureMessage', 96, 65],
  ] as const)('%s of %ix%i is refused, unless any size is asked for', (kind, widthPx, heightPx) => {
    const content = { kind, mcc: '234', mnc: '10', bitmap: blank(widthPx, heightPx) } as Content;
    expect(refusal(() => buildSubmits(content, { to, make: 'Nokia' }))).toEqual({
      code: 'bad-value',
      field: 'content.bitmap',
      offset: undefined,
    });
    const { submits, choice } = built(content, { make: 'Nokia', anySize: true });
    expect(choice.warnings).toEqual([expect.stringContaining(`${widthPx}x${heightPx}`)]);
    expect(readSubmits(submits)).toMatchObject({ kind, bitmap: content.kind === 'pictureMessage' ? content.bitmap : {} });
  });
});

describe('for a Siemens of the x45 class', () => {
  const siemens = { make: 'Siemens', model: 'S45' } as const;

  it('blocks of a BMP file in 8-bit messages without a header', () => {
    const bitmap = blank(101, 80);
    const { submits, choice } = built({ kind: 'pictureMessage', bitmap }, siemens);
    expect(choice).toMatchObject({ form: 'seo', tpDcs: 0xf5, confirmed: false, warnings: [] });
    for (const { udh, tpDcs, data } of submits) {
      expect([udh, tpDcs]).toEqual([[], 0xf5]);
      expect(data?.length).toBe(140);
    }
    const parts = submits.map(({ data }) => decodeSeo(data as Uint8Array));
    expect(parts.map(({ part }) => part)).toEqual(submits.map((_, i) => i + 1));
    expect(parts[0]).toMatchObject({ type: 'bmp', parts: submits.length, objectSize: encodeBmp(bitmap).length });
  });

  it('the text follows in a message of its own, TP-MR goes on', () => {
    const content: Content = { kind: 'pictureMessage', bitmap: blank(8, 8), text: 'Hello' };
    const { submits, choice } = built(content, { ...siemens, tpMr: 255 });
    expect(submits.map(({ tpMr, tpDcs, text }) => [tpMr, tpDcs, text])).toEqual([
      [255, 0xf5, undefined],
      [0, 0x00, 'Hello'],
    ]);
    expect(choice.warnings).toEqual([expect.stringContaining('messages of its own')]);
    expect(readSubmits([...submits].reverse())).toEqual(content);
  });

  it('TP-MR of every message is 0 where none is given', () => {
    const content: Content = { kind: 'pictureMessage', bitmap: blank(72, 28), text: 'Hello' };
    const { submits } = built(content, siemens);
    expect(submits.length).toBeGreaterThan(2);
    expect(new Set(submits.map(({ tpMr }) => tpMr))).toEqual(new Set([0]));
    const { submits: numbered } = built(content, { ...siemens, tpMr: 254 });
    expect(numbered.map(({ tpMr }) => tpMr)).toEqual(numbered.map((_, i) => (254 + i) % 256));
  });

  it('warns of a picture that is larger than the screen', () => {
    expect(built({ kind: 'pictureMessage', bitmap: blank(102, 80) }, siemens).choice.warnings).toEqual([
      expect.stringContaining('102x80'),
    ]);
    expect(built({ kind: 'pictureMessage', bitmap: blank(101, 81) }, siemens).choice.warnings).toHaveLength(1);
  });

  it('takes the reference that is given, the same in all blocks', () => {
    const submits = buildSubmits({ kind: 'pictureMessage', bitmap: blank(72, 28) }, { to, ...siemens, reference: 77 });
    expect(new Set(submits.map(({ data }) => decodeSeo(data as Uint8Array).reference))).toEqual(new Set([77]));
  });
});

describe('for an Alcatel, on request', () => {
  it('the form of its own, without the text', () => {
    const content: Content = { kind: 'pictureMessage', bitmap: blank(90, 40), text: 'Hello' };
    const { submits, choice } = built(content, { make: 'Alcatel', form: 'alcatel-picture' });
    expect(submits.length).toBeGreaterThan(1);
    for (const { udh, tpDcs } of submits) {
      expect([udh[0], udh[1]?.kind, tpDcs]).toEqual([expect.objectContaining({ iei: 0x80 }), 'concat8', 0xf5]);
    }
    expect(choice.warnings).toEqual(['the form has one source', 'the text is not carried']);
    expect(readSubmits(submits)).toEqual({ kind: 'pictureMessage', bitmap: content.bitmap });
    for (const text of ['', undefined]) {
      const without = built({ ...content, text }, { make: 'Alcatel', form: 'alcatel-picture' });
      expect(without.choice.warnings).toEqual(['the form has one source']);
    }
  });
});

describe('the choice', () => {
  it('is told for every kind, with the coding that was taken', () => {
    expect(built({ kind: 'text', text: 'Ж' }, {}).choice).toMatchObject({ form: 'text', tpDcs: 0x08, warnings: [] });
    expect(built({ kind: 'flash', text: 'x' }, {}).choice).toMatchObject({ form: 'text', tpDcs: 0x10 });
    expect(built({ kind: 'pdu', tpDcs: 0x15, udh: [], data: hex('00') }, {}).choice).toMatchObject({
      form: 'pdu',
      tpDcs: 0x15,
    });
    const ports: InformationElement = { kind: 'ports16', destination: 16000, source: 0 };
    // The ports of a message as given are the caller's affair.
    expect(built({ kind: 'pdu', tpDcs: 0x15, udh: [ports], data: hex('00') }, {}).choice).not.toHaveProperty('port');
    const ems: Content = { kind: 'pictureMessage', bitmap: blank(8, 8), text: 'Ж' };
    expect(built(ems, { make: 'EMS' }).choice).toMatchObject({ form: 'ems', tpDcs: 0x08, confirmed: true, warnings: [] });
  });

  it('is not told when nothing is built', () => {
    const onChoice = () => expect.fail('told');
    const content: Content = { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: blank(1, 1) };
    expect(() => buildSubmits(content, { to, make: 'Nokia', onChoice })).toThrow('1x1');
  });
});

describe('reading', () => {
  it('a profile is no picture message, and stays as it is', () => {
    const data = encodeMultipartMessage([
      { kind: 'profileName', text: 'Quiet' },
      { kind: 'screenSaver', bitmap: blank(72, 28) },
    ]);
    const submits = submitDatagram({ destinationPort: PORTS.pictureMessage, data }, { to });
    const content = readSubmits(submits);
    expect(content).toMatchObject({ kind: 'pdu', tpDcs: 0xf5, data });
    expect(readSubmits(buildSubmits(content, { to }))).toEqual(content);
  });

  it.each([
    ['two pictures', ['picture', 'picture']],
    ['two texts', ['picture', 'text', 'text']],
    ['a picture and a ringtone', ['picture', 'ringtone']],
    ['a text alone', ['text']],
    ['a ringtone alone', ['ringtone']],
    ['a ringtone and a text', ['ringtone', 'text']],
  ])('%s are no picture message', (_, kinds) => {
    const items = kinds.map((kind) => {
      return kind === 'picture'
        ? ({ kind, bitmap: blank(72, 28) } as const)
        : kind === 'text'
          ? ({ kind, text: 'x' } as const)
          : ({ kind: 'ringtone', data: hex('00') } as const);
    });
    const submits = submitDatagram({ destinationPort: PORTS.pictureMessage, data: encodeMultipartMessage(items) }, { to });
    expect(readSubmits(submits).kind).toBe('pdu');
  });

  it('the text may stand in front of the picture', () => {
    const items = [{ kind: 'text', text: 'Hello' } as const, { kind: 'picture', bitmap: blank(72, 28) } as const];
    const submits = submitDatagram({ destinationPort: PORTS.pictureMessage, data: encodeMultipartMessage(items) }, { to });
    expect(readSubmits(submits)).toEqual({ kind: 'pictureMessage', bitmap: blank(72, 28), text: 'Hello' });
  });

  it('what the port takes and cannot be read is an error with the place in the octets', () => {
    for (const destination of [PORTS.operatorLogo, PORTS.groupGraphic, PORTS.pictureMessage]) {
      const udh = [{ kind: 'ports16', destination, source: 0 }] as const;
      expect(refusal(() => readSubmits([{ udh, data: hex('32'), tpDcs: 0xf5, tpPid: 0 }])).offset).toBeTypeOf('number');
      expect(readSubmits([{ udh, text: 'x', tpDcs: 0, tpPid: 0 }]).kind).toBe('pdu');
    }
  });

  it('lenient reading reaches the decoders', () => {
    const udh = [{ kind: 'ports16', destination: PORTS.groupGraphic, source: 0 }] as const;
    const part = { udh, data: Uint8Array.of(0x30, 0, 8, 1, 1, 0xff), tpDcs: 0xf5, tpPid: 0 };
    expect(() => readSubmits([part])).toThrow();
    expect(readSubmits([part], { lenient: true })).toEqual({
      kind: 'groupGraphic',
      bitmap: { widthPx: 8, heightPx: 1, rows: hex('FF') },
    });
  });

  it('an element of another maker under 80 stays as it is', () => {
    const udh: InformationElement[] = [{ kind: 'raw', iei: 0x80, data: hex('00 05 0000') }];
    expect(readSubmits([{ udh, data: hex('0102'), tpDcs: 0xf5, tpPid: 0 }])).toMatchObject({ kind: 'pdu', udh });
    const two: InformationElement[] = [...udh, ...udh];
    expect(readSubmits([{ udh: two, data: hex('0102'), tpDcs: 0xf5, tpPid: 0 }])).toMatchObject({ kind: 'pdu', udh: two });
  });

  it("Alcatel's picture is one only where nothing else is in the header", () => {
    const { element, data } = encodeAlcatelPicture({ bitmap: blank(8, 8) });
    const readWith = (...udh: InformationElement[]) => readSubmits([{ udh, data, tpDcs: 0xf5, tpPid: 0 }]);
    expect(readWith(element)).toStrictEqual({ kind: 'pictureMessage', bitmap: blank(8, 8) });
    expect(readWith({ ...element, iei: 0x81 }).kind).toBe('pdu');
    expect(readWith(element, { kind: 'raw', iei: 0x81, data: hex('') }).kind).toBe('pdu');
  });

  describe('exchange objects', () => {
    const content: Content = { kind: 'pictureMessage', bitmap: blank(72, 28) };
    const blocks = buildSubmits(content, { to, make: 'Siemens', form: 'seo' });
    const [first] = blocks as [Submit];

    it('a block that came twice changes nothing', () => {
      expect(readSubmits([...blocks, first])).toEqual(content);
    });

    it.each([
      ['a missing block', blocks.slice(1), 'truncated'],
      ['blocks and a text in parts that are not all there', [...blocks, { ...first, ...partOfTwo() }], 'truncated'],
      ['blocks and a flash text', [...blocks, { ...first, data: undefined, text: 'x', tpDcs: 0x10 }], 'trailing-bytes'],
      ['blocks of two objects', [...blocks, ...buildSubmits({ ...content, bitmap: blank(8, 8) }, seo())], 'bad-value'],
    ])('%s', (_, parts, code) => {
      expect(refusal(() => readSubmits(parts))).toEqual({ code, field: 'parts', offset: undefined });
    });

    it('one that fits in a message is read when it was joined before', () => {
      const [single] = buildSubmits({ ...content, bitmap: blank(8, 8) }, seo()) as [Submit];
      const joined = { from: '', udh: [], parts: 1, data: single.data as Uint8Array };
      expect(readContent(joined, 0xf5, 0)).toEqual({ kind: 'pictureMessage', bitmap: blank(8, 8) });
      expect(readContent({ ...joined, data: first.data as Uint8Array }, 0xf5, 0).kind).toBe('pdu');
    });

    it('data after a header are no exchange object', () => {
      const [single] = buildSubmits({ ...content, bitmap: blank(8, 8) }, seo()) as [Submit];
      const udh: InformationElement[] = [{ kind: 'raw', iei: 0x81, data: hex('') }];
      const pdu = { kind: 'pdu', tpDcs: 0xf5, tpPid: 0, udh, data: single.data };
      expect(readSubmits([{ ...single, udh }])).toEqual(pdu);
      expect(readContent({ from: '', udh, parts: 1, data: single.data as Uint8Array }, 0xf5, 0)).toEqual(pdu);
    });

    it('only a picture has a text beside it, and only a text', () => {
      const text = { udh: [], text: 'x', tpDcs: 0, tpPid: 0 };
      const tune = parseRtttl('t:d=4,o=5,b=120:c');
      const melody = buildSubmits({ kind: 'ringtone', tune }, seo());
      expect(readSubmits([...blocks, text])).toEqual({ ...content, text: 'x' });
      for (const parts of [
        [...melody, text],
        [...blocks, { ...text, tpDcs: 0x10 }],
        [...blocks, { ...text, tpPid: 0x41 }],
      ]) {
        expect(refusal(() => readSubmits(parts))).toMatchObject({ code: 'trailing-bytes', field: 'parts' });
      }
    });

    it('a file of another type stays as it is, as long as it is one message', () => {
      const other = (submit: Submit) => {
        const data = Uint8Array.from(submit.data as Uint8Array);
        data.set(
          Uint8Array.from('xyz', (letter) => letter.charCodeAt(0)),
          21,
        );
        return { ...submit, data };
      };
      const [single] = buildSubmits({ ...content, bitmap: blank(8, 8) }, seo()).map(other) as [Submit];
      expect(readSubmits([single])).toEqual({ kind: 'pdu', tpDcs: 0xf5, tpPid: 0, udh: [], data: single.data });
      expect(refusal(() => readSubmits(blocks.map(other)))).toMatchObject({ code: 'trailing-bytes', field: 'parts' });
      const text = { udh: [], text: 'x', tpDcs: 0, tpPid: 0 };
      expect(refusal(() => readSubmits([single, text]))).toMatchObject({ code: 'trailing-bytes', field: 'parts' });
    });

    function seo() {
      return { to, make: 'Siemens', form: 'seo' } as const;
    }

    function partOfTwo() {
      return { data: undefined, text: 'x', tpDcs: 0, udh: [{ kind: 'concat8', reference: 1, total: 2, sequence: 1 } as const] };
    }
  });
});

describe('refusals', () => {
  const logo = (bitmap: unknown) => ({ kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap }) as Content;

  it.each([
    ['image/bmp', '42 4D 3E 00 00 00 00 00 00 00'],
    ['image/png', '89 50 4E 47 0D 0A 1A 0A'],
    ['image/gif', '47 49 46 38 39 61'],
    ['image/jpeg', 'FF D8 FF E0'],
    ['octets', '00 48 0E 01'],
  ])('a file in place of a bitmap: %s', (name, octets) => {
    for (const make of ['Nokia', 'EMS']) {
      for (const given of [hex(octets), Buffer.concat([Buffer.from('x'), hex(octets)]).subarray(1)]) {
        expect(refusal(() => buildSubmits(logo(given), { to, make }))).toEqual({
          code: 'bad-value',
          field: 'content.bitmap',
          offset: undefined,
        });
        expect(() => buildSubmits(logo(given), { to, make })).toThrow(name);
      }
    }
  });

  it('what is no bitmap at all', () => {
    expect(() => buildSubmits(logo(undefined), { to, make: 'Nokia' })).toThrow(TypeError);
    expect(() => buildSubmits(logo('424D'), { to, make: 'EMS' })).toThrow(TypeError);
    for (const handset of [
      { make: 'Nokia' },
      { make: 'EMS' },
      { make: 'Siemens', model: 'S45' },
      { make: 'Alcatel', form: 'alcatel-picture' },
    ] as const) {
      const content = { kind: 'pictureMessage', bitmap: blank(72, 28), text: 5 } as unknown as Content;
      expect(() => buildSubmits(content, { to, ...handset })).toThrow(new TypeError('content.text is not a string'));
    }
    expect(refusal(() => buildSubmits(logo({ ...blank(72, 14), widthPx: 73 }), { to, make: 'EMS' }))).toMatchObject({
      code: 'bad-value',
      field: 'content.bitmap.rows',
    });
  });

  it('a network code of three digits for a Nokia, and columns too high for EMS', () => {
    const content = { kind: 'operatorLogo', mcc: '310', mnc: '410', bitmap: blank(72, 14) } as const;
    expect(refusal(() => buildSubmits(content, { to, make: 'Nokia' }))).toMatchObject({ code: 'unencodable', field: 'mnc' });
    const tall: Content = { kind: 'pictureMessage', bitmap: blank(16, 127) };
    expect(refusal(() => buildSubmits(tall, { to, make: 'EMS' }))).toEqual({
      code: 'too-long',
      field: 'bitmap.heightPx',
      offset: undefined,
    });
  });
});

describe('properties', () => {
  it('the parts of a picture message never pass what a message carries', () => {
    fc.assert(
      fc.property(fc.oneof(nokiaLogo, groupGraphic, nokiaPicture), (content) => {
        for (const { udh, data } of buildSubmits(content, { to, make: 'Nokia' })) {
          expect(encodeUdh(udh).length + (data?.length ?? 0)).toBeLessThanOrEqual(140);
        }
      }),
    );
  });

  it('the same picture gives the same octets', () => {
    fc.assert(
      fc.property(picture, fc.constantFrom('EMS', 'Siemens', 'Nokia'), (content, make) => {
        const options = { to, make, anySize: true, model: 'S45' };
        expect(buildSubmits(content, options)).toEqual(buildSubmits(content, options));
      }),
      costly(200),
    );
  });
});
