import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitmap, bitmapFromRows, bitmapToRows, encodeEmsAnimation, encodeEmsPicture } from '../../src/bitmap/index.js';
import { submitEms } from '../../src/message/ems.js';
import { buildSubmits, type Content, readContent, readSubmits } from '../../src/message/index.js';
import { encodeSubmit, findConcat, type InformationElement, Reassembler, type Submit } from '../../src/sms/index.js';
import { messageText, picture } from '../support/contents.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';

const to = '+447700900123';
const ems = { to, make: 'EMS' } as const;
const blank = (widthPx: number, heightPx: number): Bitmap => ({
  widthPx,
  heightPx,
  rows: new Uint8Array(Math.ceil(widthPx / 8) * heightPx),
});
const message = (bitmap: Bitmap, text?: string): Content =>
  text === undefined ? { kind: 'pictureMessage', bitmap } : { kind: 'pictureMessage', bitmap, text };
const textsOf = (submits: readonly Submit[]) => submits.map(({ text }) => text);
const kindsOf = (submits: readonly Submit[]) => submits.map(({ udh }) => udh.map(({ kind }) => kind));
/** An object of the maker's own size, to reach every border. */
const object = (octets: number): InformationElement => ({ kind: 'userSound', position: 0, data: new Uint8Array(octets - 3) });

describe('worked examples', () => {
  it('a message with a 32x32 picture has room for 9 septets behind it', () => {
    const nine = buildSubmits(message(blank(32, 32), '123456789'), ems);
    expect(kindsOf(nine)).toEqual([['largePicture']]);
    expect(textsOf(nine)).toEqual(['123456789']);
    expect(nine[0]?.tpDcs).toBe(0x00);
    expect(encodeSubmit(nine[0] as Submit)).toHaveLength(13 + 140);
    // TP-UDL: 132 header octets take 151 septets.
    expect(encodeSubmit(nine[0] as Submit)[12]).toBe(160);

    const ten = buildSubmits(message(blank(32, 32), '1234567890'), ems);
    expect(kindsOf(ten)).toEqual([['concat8', 'largePicture'], ['concat8']]);
    expect(textsOf(ten)).toEqual(['', '1234567890']);
  });

  it('four characters of UCS-2 fit beside it, in TP-DCS 08', () => {
    const four = buildSubmits(message(blank(32, 32), 'Жжжж'), ems);
    expect(four.map(({ tpDcs, text }) => [tpDcs, text])).toEqual([[0x08, 'Жжжж']]);
    const five = buildSubmits(message(blank(32, 32), 'Жжжжж'), ems);
    expect(five.map(({ tpDcs, text }) => [tpDcs, text])).toEqual([
      [0x08, ''],
      [0x08, 'Жжжжж'],
    ]);
  });

  it('96x64 goes in seven parts: the prompt in front of the first column, the text behind the last', () => {
    const submits = buildSubmits(message(blank(96, 64), 'Hello'), { ...ems, reference: 9 });
    expect(kindsOf(submits)).toEqual([
      ['concat8', 'userPrompt', 'variablePicture'],
      ...Array.from({ length: 6 }, () => ['concat8', 'variablePicture']),
    ]);
    expect(textsOf(submits)).toEqual(['', '', '', '', '', '', 'Hello']);
    expect(submits[0]?.udh[0]).toEqual({ kind: 'concat8', reference: 9, total: 7, sequence: 1 });
    expect(submits.map((submit) => encodeSubmit(submit).length - 13)).toEqual([
      inOctets(78),
      ...Array(5).fill(inOctets(139)),
      inOctets(75, 5),
    ]);
  });

  it.each([
    [74, 7],
    // 75 octets of header, with the part number, leave 74 septets.
    [75, 8],
  ])('%i characters after the last of seven columns take %i parts', (length, parts) => {
    expect(buildSubmits(message(blank(96, 64), 'x'.repeat(length)), ems)).toHaveLength(parts);
  });

  it.each([
    [undefined, [2, 2, 2]],
    [8, [2, 2, 2]],
    // Of 140 octets, 15 are taken: UDHL, the reference of two octets, the prompt and the head. The other 125 hold one octet of each of 63 rows.
    [16, [1, 2, 2, 1]],
  ] as const)('columns of 63 rows, with a reference of %s bits', (concat, widths) => {
    const submits = buildSubmits(message(blank(48, 63)), { ...ems, concat });
    const columns = submits.flatMap(({ udh }) => udh.filter((element) => element.kind === 'variablePicture'));
    expect(columns.map(({ widthOctets }) => widthOctets)).toEqual(widths);
    for (const submit of submits) expect(encodeSubmit(submit).length).toBeLessThanOrEqual(13 + 140);
  });

  it('a long text goes in parts of 153 behind a picture', () => {
    const submits = buildSubmits(message(blank(16, 16), 'x'.repeat(400)), ems);
    expect(submits.map(({ text }) => text?.length)).toEqual([0, 153, 153, 94]);
  });

  it('shift elements stand in the parts that have text', () => {
    const submits = buildSubmits(message(blank(96, 64), 'ğ'.repeat(150)), { ...ems, locking: 1 });
    expect(kindsOf(submits).slice(-3)).toEqual([
      ['concat8', 'variablePicture'],
      ['concat8', 'lockingShift'],
      ['concat8', 'lockingShift'],
    ]);
    expect(textsOf(submits).join('')).toBe('ğ'.repeat(150));
    const one = buildSubmits(message(blank(8, 8), 'ğ'), { ...ems, locking: 1 });
    expect(kindsOf(one)).toEqual([['variablePicture', 'lockingShift']]);
    expect(kindsOf(buildSubmits(message(blank(8, 8)), { ...ems, locking: 1 }))).toEqual([['variablePicture']]);
  });

  it('look-alikes keep a text in GSM 7-bit here too', () => {
    const [submit] = buildSubmits(message(blank(8, 8), 'a\u2013b'), { ...ems, transliterate: true });
    expect([submit?.tpDcs, submit?.text]).toEqual([0x00, 'a-b']);
  });

  /** Octets of TP-UD for a header of so many octets and so many septets behind it. */
  function inOctets(header: number, septets = 0): number {
    return Math.ceil(((Math.ceil((header * 8) / 7) + septets) * 7) / 8);
  }
});

describe('properties', () => {
  it('an object is whole, no part passes 140 octets, the prompt stands in front, the text is all there', () => {
    fc.assert(
      fc.property(picture, fc.constantFrom(8, 16), (content, concat) => {
        const submits = buildSubmits(content, { ...ems, concat: concat as 8 | 16 });
        const objects = encodeEmsPicture(content, { concat: concat as 8 | 16 });
        const count = objects.filter(({ kind }) => kind !== 'userPrompt').length;
        for (const [i, submit] of submits.entries()) {
          expect(encodeSubmit(submit).length).toBeLessThanOrEqual(13 + 140);
          const concatenation = findConcat(submit.udh);
          if (submits.length === 1) expect(concatenation).toBeUndefined();
          else expect(concatenation).toMatchObject({ kind: `concat${concat}`, total: submits.length, sequence: i + 1 });
          const own = submit.udh.filter((element) => element !== concatenation);
          const wanted =
            i === 0 ? objects.slice(0, objects.length - count + 1) : objects.slice(objects.length - count + i).slice(0, 1);
          expect(own).toEqual(wanted);
          if (i < count - 1) expect(submit.text).toBe('');
        }
        expect(textsOf(submits).join('')).toBe(content.text ?? '');
        expect(submits.length).toBeGreaterThanOrEqual(count);
      }),
      costly(250),
    );
  });

  it('a text goes beside the object exactly when it fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 133 }), messageText, fc.constantFrom(8, 16), (octets, text, concat) => {
        const submits = submitEms([object(octets)], text, { to, concat: concat as 8 | 16 });
        const alone: Submit = { ...(submits[0] as Submit), udh: [object(octets)], text };
        let fits = true;
        try {
          encodeSubmit(alone);
        } catch {
          fits = false;
        }
        expect(submits.length === 1).toBe(fits);
        for (const submit of submits) expect(() => encodeSubmit(submit)).not.toThrow();
      }),
    );
  });
});

describe('reading', () => {
  const part = (udh: InformationElement[], text = '', tpDcs = 0, tpPid = 0) => ({ udh, text, tpDcs, tpPid });
  const [small] = encodeEmsPicture({ bitmap: blank(16, 16) }) as [InformationElement];
  const [wide] = encodeEmsPicture({ bitmap: blank(24, 16) }) as [InformationElement];
  const prompt = (objects: number): InformationElement => ({ kind: 'userPrompt', objects });

  it('a picture in front of a text, with a prompt or without', () => {
    const content = message(blank(16, 16), 'Hello');
    expect(readSubmits([part([small], 'Hello')])).toEqual(content);
    expect(readSubmits([part([prompt(1), small], 'Hello')])).toEqual(content);
    expect(readSubmits([part([small], 'Hello', 0x11)])).toEqual(content);
    const shift: InformationElement = { kind: 'lockingShift', language: 1 };
    for (const udh of [
      [shift, small],
      [small, shift],
      [shift, prompt(1), small],
    ]) {
      expect(readSubmits([part(udh, 'Hello')])).toEqual(content);
    }
    const extended: InformationElement = { kind: 'raw', iei: 0x14, data: hex('00 0003 00 02 0000 0801 FF') };
    expect(readSubmits([part([extended])])).toEqual(message({ widthPx: 8, heightPx: 1, rows: hex('FF') }));
  });

  it('blank columns that are equal are columns all the same', () => {
    const bitmap = bitmapFromRows(Array(64).fill('.'.repeat(96)));
    const submits = buildSubmits(message(bitmap), ems);
    expect(readSubmits([...submits].reverse())).toEqual(message(bitmap));
  });

  it.each([
    ['two pictures without a prompt', part([small, wide], 'x')],
    ['fewer pictures than the prompt announces', part([prompt(2), small])],
    ['more pictures than the prompt announces', part([prompt(1), small, wide])],
    ['a prompt behind its picture', part([small, prompt(1)])],
    ['two prompts', part([prompt(1), small, prompt(1), wide])],
    ['a picture inside the text', part([{ ...small, position: 2 } as InformationElement], 'abcd')],
    ['a picture and a sound', part([prompt(2), small, { kind: 'predefinedSound', position: 0, sound: 1 }])],
    ['an animation', part([...encodeEmsAnimation({ frames: [blank(8, 8)] })], 'x')],
    ['a formatted text', part([{ kind: 'textFormatting', position: 0, length: 1, mode: 0x10 }], 'x')],
    ['a picture that may not be forwarded', part([{ kind: 'objectDistribution', objects: 1, attributes: 1 }, small])],
    ['a picture and a sound of its own', part([prompt(2), { kind: 'userSound', position: 0, data: hex('00') }, small])],
    ['an element of no EMS', part([{ kind: 'raw', iei: 0x22, data: hex('0B91447700090010F0') }])],
    ['a picture beside a port', part([{ kind: 'ports16', destination: 1, source: 0 }, small])],
    ['a picture with a protocol identifier', part([small], 'x', 0, 0x41)],
    ['a picture with a waiting indication', part([small], 'x', 0xc8)],
    ['a picture in octets', { udh: [small], data: hex('01'), tpDcs: 0xf5, tpPid: 0 }],
  ])('%s stays as it is', (_, given) => {
    const content = readSubmits([given]);
    const { udh, tpDcs, tpPid } = given;
    const rest = 'data' in given ? { data: given.data } : { text: given.text };
    expect(content).toEqual({ kind: 'pdu', tpDcs, tpPid, udh, ...rest });
    const [submit] = buildSubmits(content, { to });
    expect(submit).toMatchObject({ udh, tpDcs, tpPid, ...rest });
  });

  it('of a joined message that stays as it is the positions count in the whole text', () => {
    const at = (position: number) => ({ ...small, position }) as InformationElement;
    const short = (position: number): InformationElement => ({ kind: 'raw', iei: 0x0e, data: Uint8Array.of(position, 0) });
    const extended = (position: number): InformationElement => ({
      kind: 'raw',
      iei: 0x14,
      data: Uint8Array.of(1, 0, 0, 0, 0, 0, position),
    });
    const whole = new Reassembler();
    const concat = (sequence: number): InformationElement => ({ kind: 'concat8', reference: 1, total: 2, sequence });
    whole.add(part([concat(1), prompt(1), at(1)], 'abc'), { from: '', at: 0 });
    const joined = whole.add(part([concat(2), at(0), short(1), extended(1), at(2)], 'def'), { from: '', at: 0 });
    expect(readContent(joined as never, 0, 0)).toEqual({
      kind: 'pdu',
      tpDcs: 0,
      tpPid: 0,
      udh: [prompt(1), at(1), at(3), short(4), extended(4), at(5)],
      text: 'abcdef',
    });
  });

  it('positions that one octet cannot say stay those of their part', () => {
    const at = (position: number) => ({ ...small, position }) as InformationElement;
    const concat = (sequence: number): InformationElement => ({ kind: 'concat8', reference: 1, total: 3, sequence });
    const parts = [1, 2, 3].map((sequence) => part([concat(sequence), at(1)], 'x'.repeat(90), 0));
    expect(readSubmits(parts)).toMatchObject({ kind: 'pdu', udh: [at(1), at(91), at(181)] });
    const longer = parts.map((one) => ({ ...one, text: 'x'.repeat(130) }));
    expect(readSubmits(longer)).toMatchObject({ kind: 'pdu', udh: [at(1), at(1), at(1)] });
  });

  it.each([
    [55, 255],
    [56, 56],
  ])('position %i after a part of 200 characters becomes %i', (position, expected) => {
    const at = (index: number) => ({ ...small, position: index }) as InformationElement;
    const concat = (sequence: number): InformationElement => ({ kind: 'concat8', reference: 1, total: 2, sequence });
    const parts = [part([concat(1)], 'x'.repeat(200)), part([concat(2), at(position)], 'x'.repeat(100))];
    expect(readSubmits(parts)).toMatchObject({ kind: 'pdu', udh: [at(expected)] });
  });

  it('a picture at the start of a later part is inside the text', () => {
    const concat = (sequence: number): InformationElement => ({ kind: 'concat8', reference: 1, total: 2, sequence });
    const parts = [part([concat(1)], 'abc'), part([concat(2), small], 'd')];
    expect(readSubmits(parts)).toMatchObject({ kind: 'pdu', udh: [{ ...small, position: 3 }], text: 'abcd' });
  });

  it('a message that is given without places is a single part', () => {
    expect(readContent({ from: '', text: 'Hello', udh: [small], parts: 1 }, 0, 0)).toEqual(message(blank(16, 16), 'Hello'));
    const columns = [prompt(2), small, small];
    expect(readContent({ from: '', text: '', udh: columns, parts: 1 }, 0, 0)).toEqual(message(blank(32, 16)));
    const inside = { ...small, position: 1 } as InformationElement;
    expect(readContent({ from: '', text: 'Hello', udh: [inside], parts: 1 }, 0, 0).kind).toBe('pdu');
  });

  it('a picture that has not the octets that its sizes ask for is an error', () => {
    const short: InformationElement = { kind: 'variablePicture', position: 0, widthOctets: 2, heightPx: 2, data: hex('0102') };
    expect(refusal(() => readSubmits([part([short])]))).toEqual({ code: 'truncated', field: 'UDH/IE/data', offset: undefined });
  });

  it('pictures of several heights behind one prompt are no columns and stay as they came', () => {
    const prompt: InformationElement = { kind: 'userPrompt', objects: 2 };
    const low: InformationElement = {
      kind: 'variablePicture',
      position: 0,
      widthOctets: 1,
      heightPx: 2,
      data: hex('0102'),
    };
    expect(readSubmits([part([prompt, small, low], 'Hello')])).toEqual({
      kind: 'pdu',
      tpDcs: 0,
      tpPid: 0,
      udh: [prompt, small, low],
      text: 'Hello',
    });
  });

  it('what was cut into columns comes back row by row', () => {
    const rows = Array.from({ length: 40 }, (_, y) =>
      Array.from({ length: 120 }, (_, x) => ((x * y) % 7 < 3 ? '#' : '.')).join(''),
    );
    const content = readSubmits(buildSubmits(message(bitmapFromRows(rows), 'Hello'), ems));
    expect(content.kind === 'pictureMessage' && bitmapToRows(content.bitmap)).toEqual(rows);
  });
});

describe('refusals', () => {
  it('an object that fits in no part', () => {
    expect(submitEms([object(139)], '', { to })).toHaveLength(1);
    expect(refusal(() => submitEms([object(140)], '', { to }))).toEqual({ code: 'too-long', field: 'udh', offset: undefined });
    expect(submitEms([object(134)], 'x'.repeat(200), { to })).toHaveLength(3);
    expect(refusal(() => submitEms([object(135)], 'x'.repeat(200), { to }))).toMatchObject({ code: 'too-long', field: 'udh' });
  });

  it('more than 255 parts, and a text that cannot be carried', () => {
    const content = message(blank(8 * 255, 100), 'x'.repeat(500));
    expect(refusal(() => buildSubmits(content, ems))).toEqual({ code: 'too-long', field: 'parts', offset: undefined });
    expect(refusal(() => buildSubmits(message(blank(8, 8), 'Ж'), { ...ems, encoding: 'gsm7' }))).toEqual({
      code: 'unencodable',
      field: 'text',
      offset: 0,
    });
    expect(refusal(() => buildSubmits(message(blank(96, 64)), { ...ems, reference: 256 }))).toMatchObject({
      field: 'reference',
    });
  });
});
