import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DiscardedParts,
  decodeSubmit,
  encodeSubmit,
  type InformationElement,
  type MessagePart,
  Reassembler,
  submitDatagram,
  submitText,
} from '../../src/sms/index.js';
import { packSeptets } from '../../src/text/index.js';
import { gsm7Text, naiveSeptets, unicodeText } from '../support/arbitraries.js';
import { costly } from '../support/runs.js';

const HOUR = 60 * 60 * 1000;
const concat = (
  sequence: number,
  total: number,
  reference = 1,
  kind: 'concat8' | 'concat16' = 'concat8',
): InformationElement => ({ kind, reference, total, sequence });
const part = (
  text: string,
  sequence: number,
  total: number,
  reference = 1,
  kind: 'concat8' | 'concat16' = 'concat8',
): MessagePart => ({
  udh: [concat(sequence, total, reference, kind)],
  text,
});
const at = (time: number, from = 'A') => ({ from, at: time });

/** A part in GSM 7-bit as a sender that counts septets only would cut it: the septets as they are, behind a header of 6 octets. */
function rawPart(septets: readonly number[], sequence: number, total: number): MessagePart {
  const text = packSeptets(Uint8Array.from(septets), 1);
  return decodeSubmit(Uint8Array.of(0x41, 0, 0, 0x91, 0, 0, 7 + septets.length, 5, 0, 3, 9, total, sequence, ...text));
}

describe('worked examples', () => {
  it('joins parts in any order, and says who sent how many', () => {
    const whole = new Reassembler();
    expect(whole.add(part('c', 3, 3), at(0))).toBeUndefined();
    expect(whole.add(part('a', 1, 3), at(1))).toBeUndefined();
    expect(whole.pending).toBe(1);
    expect(whole.add(part('b', 2, 3), at(2))).toEqual({ from: 'A', text: 'abc', udh: [], parts: 3 });
    expect(whole.pending).toBe(0);
  });

  it('says which parts make the message, and which came twice', () => {
    const whole = new Reassembler();
    const [first, again, last, alone] = [part('a', 1, 2), part('a', 1, 2), part('b', 2, 2), { udh: [], text: 'x' }];
    expect(whole.place(last, at(0))).toEqual({ parts: [], isRepeated: false });
    const placed = whole.place(first, at(1));
    expect([placed.message?.text, placed.isRepeated]).toEqual(['ab', false]);
    // The very objects, in order.
    expect([placed.parts[0] === first, placed.parts[1] === last, placed.parts.length]).toEqual([true, true, 2]);
    expect(whole.place(again, at(2))).toEqual({ parts: [], isRepeated: true });
    expect(whole.place(part('b', 2, 3, 2), at(3)).isRepeated).toBe(false);
    expect(whole.place(part('b', 2, 3, 2), at(4)).isRepeated).toBe(true);
    expect(whole.place(alone, at(5)).parts[0] === alone).toBe(true);
  });

  it('a message that is not concatenated comes back at once, every time', () => {
    const whole = new Reassembler();
    expect(whole.add({ udh: [], text: 'x' }, at(0))).toEqual({ from: 'A', text: 'x', udh: [], parts: 1 });
    expect(whole.add({ udh: [], text: 'x' }, at(0))).toMatchObject({ text: 'x' });
    expect(whole.add(part('one', 1, 1), at(0))).toEqual({ from: 'A', text: 'one', udh: [], parts: 1 });
    expect(whole.add({ udh: [], data: Uint8Array.of(1) }, { from: 'A', at: new Date(0) })).toEqual({
      from: 'A',
      data: Uint8Array.of(1),
      udh: [],
      parts: 1,
    });
  });

  it('keeps what stands in every part once, then what single parts hold, and names the ports', () => {
    const ports: InformationElement = { kind: 'ports16', destination: 5505, source: 0 };
    const raw = (octet: number): InformationElement => ({ kind: 'raw', iei: 0x70, data: Uint8Array.of(octet) });
    const whole = new Reassembler();
    whole.add({ udh: [ports, concat(2, 2), raw(2)], data: Uint8Array.of(3) }, at(0));
    expect(whole.add({ udh: [raw(1), ports, concat(1, 2), raw(1)], data: Uint8Array.of(1, 2) }, at(0))).toEqual({
      from: 'A',
      data: Uint8Array.of(1, 2, 3),
      ports: { destination: 5505, source: 0 },
      udh: [ports, raw(1), raw(1), raw(2)],
      parts: 2,
    });
  });

  it.each([0, 5])(
    'a part made by hand that claims the place %d of two is a message of its own, as one that is read',
    (sequence) => {
      const whole = new Reassembler();
      expect(whole.add(part('x', sequence, 2), at(0))).toMatchObject({ text: 'x', parts: 1 });
      expect(whole.add(part('a', 1, 2), at(1))).toBeUndefined();
      expect(whole.add(part('b', 2, 2), at(2))).toMatchObject({ text: 'ab', parts: 2 });
    },
  );

  it('an element that receivers ignore makes no part', () => {
    const ignored: InformationElement = { kind: 'raw', iei: 0, data: Uint8Array.of(1, 3, 4) };
    expect(new Reassembler().add({ udh: [ignored], text: 'x' }, at(0))).toEqual({
      from: 'A',
      text: 'x',
      udh: [ignored],
      parts: 1,
    });
  });

  it('8- and 16-bit references, other totals, other senders and other kinds of content are other messages', () => {
    const whole = new Reassembler();
    whole.add(part('a', 1, 2, 7), at(0));
    expect(whole.add(part('b', 2, 2, 7, 'concat16'), at(0))).toBeUndefined();
    expect(whole.add(part('b', 2, 3, 7), at(0))).toBeUndefined();
    expect(whole.add(part('b', 2, 2, 8), at(0))).toBeUndefined();
    expect(whole.add(part('b', 2, 2, 7), at(0, 'B'))).toBeUndefined();
    expect(whole.add({ udh: [concat(2, 2, 7)], data: Uint8Array.of(1) }, at(0))).toBeUndefined();
    expect(whole.pending).toBe(6);
    expect(whole.add(part('b', 2, 2, 7), at(0))?.text).toBe('ab');
  });

  it('a duplicate changes nothing, before and after the message is whole', () => {
    const whole = new Reassembler();
    whole.add(part('a', 1, 2), at(0));
    expect(whole.add(part('a', 1, 2), at(1))).toBeUndefined();
    expect(whole.add(part('b', 2, 2), at(2))?.text).toBe('ab');
    expect(whole.add(part('b', 2, 2), at(3))).toBeUndefined();
    expect(whole.add(part('a', 1, 2), at(4))).toBeUndefined();
    expect(whole.pending).toBe(0);
  });

  it('the same part is a new message once duplicates are forgotten', () => {
    const whole = new Reassembler({ duplicateMs: 100 });
    whole.add(part('a', 1, 2), at(0));
    whole.add(part('b', 2, 2), at(0));
    expect(whole.add(part('a', 1, 2), at(100))).toBeUndefined();
    expect(whole.pending).toBe(0);
    expect(whole.add(part('a', 1, 2), at(101))).toBeUndefined();
    expect(whole.pending).toBe(1);
    expect(whole.add(part('b', 2, 2), at(102))?.text).toBe('ab');
  });

  it('the time stamp of the service centre tells a part that came twice from a new one', () => {
    const stamped = (text: string, sequence: number, second: number): MessagePart => ({
      ...part(text, sequence, 2),
      tpScts: { at: new Date(second) },
    });
    const whole = new Reassembler();
    whole.add(stamped('a', 1, 5), at(0));
    expect(whole.add(stamped('b', 2, 5), at(0))?.text).toBe('ab');
    expect(whole.add(stamped('a', 1, 5), at(1))).toBeUndefined();
    expect(whole.pending).toBe(0);
    whole.add(stamped('a', 1, 9), at(1));
    expect(whole.add(stamped('b', 2, 9), at(1))?.text).toBe('ab');
  });

  it('a reference that is used again gives up the old parts', () => {
    const discarded: DiscardedParts[] = [];
    const whole = new Reassembler({ onDiscard: (lost) => discarded.push(lost) });
    whole.add(part('old', 1, 2), at(0));
    expect(whole.add(part('new ', 1, 2), at(1))).toBeUndefined();
    expect(discarded).toEqual([{ from: 'A', reason: 'replaced', parts: [part('old', 1, 2)], total: 2 }]);
    expect(whole.add(part('text', 2, 2), at(2))?.text).toBe('new text');
  });

  it('what waits too long is given up, to the millisecond', () => {
    const discarded: DiscardedParts[] = [];
    const whole = new Reassembler({ timeoutMs: 1000, onDiscard: (lost) => discarded.push(lost) });
    whole.add(part('a', 1, 2), at(0));
    whole.add(part('x', 1, 2, 2), at(500));
    whole.expire(1000);
    expect(discarded).toEqual([]);
    whole.expire(new Date(1001));
    expect(discarded).toEqual([{ from: 'A', reason: 'expired', parts: [part('a', 1, 2)], total: 2 }]);
    expect(whole.add(part('b', 2, 2), at(1001))).toBeUndefined();
    expect(whole.add(part('y', 2, 2, 2), at(1500))?.text).toBe('xy');
  });

  it('waits 24 hours by default', () => {
    const whole = new Reassembler();
    whole.add(part('a', 1, 2), at(0));
    expect(whole.add(part('b', 2, 2), at(24 * HOUR))?.text).toBe('ab');
    whole.add(part('a', 1, 2, 2), at(0));
    expect(whole.add(part('b', 2, 2, 2), at(24 * HOUR + 1))).toBeUndefined();
  });

  it('halves of a surrogate pair and of an escape pair meet, however another sender cut', () => {
    const whole = new Reassembler();
    whole.add(part('a\ud83d', 1, 2), at(0));
    expect(whole.add(part('\ude00b', 2, 2), at(0))?.text).toBe('a😀b');
    whole.add(rawPart([0x61, 0x1b], 1, 2), at(0, 'B'));
    expect(whole.add(rawPart([0x65, 0x62], 2, 2), at(0, 'B'))?.text).toBe('a€b');
    // A code without a character of its own is the main table's, and an escape is a blank (23.038 6.2.1.1).
    whole.add(rawPart([0x61, 0x1b], 1, 2), at(0, 'C'));
    expect(whole.add(rawPart([0x41], 2, 2), at(0, 'C'))?.text).toBe('aA');
    whole.add(rawPart([0x61, 0x1b], 1, 2), at(0, 'D'));
    expect(whole.add(rawPart([0x1b, 0x65, 0x62], 2, 2), at(0, 'D'))?.text).toBe('a eb');
  });

  it('the second half of an escape pair is read by the tables of its own part', () => {
    const shift: InformationElement = { kind: 'singleShift', language: 1 };
    const whole = new Reassembler();
    whole.add({ udh: [concat(1, 2), shift], text: 'a\u001b', tpDcs: 0 }, at(0));
    expect(whole.add({ udh: [concat(2, 2), shift], text: 'c!', tpDcs: 0 }, at(0))?.text).toBe('aç!');
    whole.add({ udh: [concat(1, 2, 3)], text: 'a\u001b', tpDcs: 0 }, at(0));
    expect(whole.add({ udh: [concat(2, 2, 3)], text: '', tpDcs: 0 }, at(0))?.text).toBe('a\u001b');
  });

  it('what the service centre repeats is never taken for the beginning of a new message', () => {
    const stamped = (text: string, sequence: number, second: number): MessagePart => ({
      ...part(text, sequence, 2),
      tpScts: { at: new Date(second) },
    });
    const whole = new Reassembler();
    whole.add(stamped('Hello ', 1, 5), at(0));
    expect(whole.add(stamped('Bob', 2, 5), at(1))?.text).toBe('Hello Bob');
    expect(whole.add(stamped('Hello ', 1, 5), at(2))).toBeUndefined();
    expect(whole.add(stamped('Eve', 2, 9), at(3))).toBeUndefined();
    expect(whole.add(stamped('Hello ', 1, 5), at(4))).toBeUndefined();
    expect(whole.add(stamped('Howdy ', 1, 9), at(5))?.text).toBe('Howdy Eve');
  });

  it('U+001B is no escape in UCS-2, nor where the coding is not known', () => {
    const whole = new Reassembler();
    for (const [reference, tpDcs] of [
      [1, 8],
      [2, undefined],
    ] as const) {
      whole.add({ udh: [concat(1, 2, reference)], text: 'Ж\u001b', tpDcs }, at(0));
      expect(whole.add({ udh: [concat(2, 2, reference)], text: 'e', tpDcs }, at(0))?.text).toBe('Ж\u001be');
    }
  });

  it('a new message with the beginning of the last one, under its reference', () => {
    const whole = new Reassembler();
    whole.add(part('Hello ', 1, 2), at(0));
    expect(whole.add(part('Bob', 2, 2), at(1))?.text).toBe('Hello Bob');
    expect(whole.add(part('Hello ', 1, 2), at(2))).toBeUndefined();
    expect(whole.add(part('Eve', 2, 2), at(3))?.text).toBe('Hello Eve');
    // The other way round, too.
    expect(whole.add(part('Eva', 2, 2), at(4))).toBeUndefined();
    expect(whole.add(part('Hello ', 1, 2), at(4))?.text).toBe('Hello Eva');
    // What came again was a duplicate after all: the new message has another beginning.
    whole.add(part('Hello ', 1, 2), at(4));
    expect(whole.add(part('Ann', 2, 2), at(5))?.text).toBe('Hello Ann');
    expect(whole.pending).toBe(0);
  });
});

describe('EMS elements', () => {
  const blank = (position = 0): InformationElement => ({
    kind: 'variablePicture',
    position,
    widthOctets: 1,
    heightPx: 2,
    data: new Uint8Array(2),
  });
  const prompt: InformationElement = { kind: 'userPrompt', objects: 3 };
  const shift: InformationElement = { kind: 'lockingShift', language: 1 };
  const join = (...parts: MessagePart[]) => {
    const whole = new Reassembler();
    return parts.map((each) => whole.add(each, at(0))).find((result) => result !== undefined);
  };

  it('equal ones are as many as they were, in order of the parts', () => {
    const parts = [1, 2, 3].map((sequence) => ({
      udh: [concat(sequence, 3), ...(sequence === 1 ? [prompt] : []), blank(), shift],
      text: '',
    }));
    expect(join(...parts.reverse())).toEqual({
      from: 'A',
      text: '',
      udh: [shift, prompt, blank(), blank(), blank()],
      placed: [
        { element: blank(), index: 0 },
        { element: blank(), index: 0 },
        { element: blank(), index: 0 },
      ],
      parts: 3,
    });
  });

  it('so are the prompts, and elements without a model', () => {
    const raw: InformationElement = { kind: 'raw', iei: 0x1b, data: Uint8Array.of(1) };
    const parts = [1, 2].map((sequence) => ({ udh: [concat(sequence, 2), prompt, raw], text: 'x' }));
    expect(join(...parts)).toEqual({ from: 'A', text: 'xx', udh: [prompt, raw, prompt, raw], parts: 2 });
  });

  it('their places count in the whole text, and end with their part', () => {
    const extended: InformationElement = { kind: 'raw', iei: 0x14, data: Uint8Array.of(0, 0, 0, 0, 1, 0, 2) };
    const cut: InformationElement = { kind: 'raw', iei: 0x14, data: Uint8Array.of(0, 0, 0, 0, 1, 0) };
    const message = join(
      { udh: [concat(1, 2), blank(1)], text: 'abc' },
      { udh: [concat(2, 2), blank(0), extended, cut, blank(9)], text: 'defg' },
    );
    expect(message?.placed?.map(({ index }) => index)).toEqual([1, 3, 5, 7]);
    expect(message?.placed?.[2]?.element).toBe(extended);
    expect(message?.udh).toContain(cut);
  });

  it('in a single message and in one of octets too', () => {
    expect(new Reassembler().add({ udh: [blank(2)], text: 'abc' }, at(0))?.placed).toEqual([{ element: blank(2), index: 2 }]);
    expect(
      join(
        { udh: [concat(2, 2), blank(1)], data: Uint8Array.of(3, 4) },
        { udh: [concat(1, 2), blank(0)], data: Uint8Array.of(1, 2) },
      )?.placed?.map(({ index }) => index),
    ).toEqual([0, 3]);
  });

  it('an escape that two parts share is one character in front of those of the second', () => {
    const message = join(
      { udh: [concat(1, 2)], text: 'a\u001b', tpDcs: 0 },
      { udh: [concat(2, 2), blank(1)], text: 'eb', tpDcs: 0 },
    );
    expect([message?.text, message?.placed?.[0]?.index]).toEqual(['a€b', 2]);
  });

  it('a part with another picture under a reference in use is a new message, not a duplicate', () => {
    const discarded: DiscardedParts[] = [];
    const whole = new Reassembler({ onDiscard: (lost) => discarded.push(lost) });
    const black: InformationElement = { ...blank(), data: Uint8Array.of(255, 255) } as InformationElement;
    whole.add({ udh: [concat(1, 2), blank()], text: '' }, at(0));
    expect(whole.add({ udh: [concat(1, 2), blank()], text: '' }, at(0))).toBeUndefined();
    expect(discarded).toEqual([]);
    whole.add({ udh: [concat(1, 2), black], text: '' }, at(0));
    expect(discarded.map(({ reason }) => reason)).toEqual(['replaced']);
    expect(whole.add({ udh: [concat(2, 2), blank()], text: '' }, at(0))?.udh).toEqual([black, blank()]);
  });

  it('elements with and without an optional octet differ', () => {
    const plain: InformationElement = { kind: 'textFormatting', position: 0, length: 1, mode: 0 };
    const coloured: InformationElement = { ...plain, colour: 1 } as InformationElement;
    const whole = new Reassembler();
    whole.add({ udh: [concat(1, 2), plain], text: 'x' }, at(0));
    whole.add({ udh: [concat(1, 2), coloured], text: 'x' }, at(0));
    expect(whole.add(part('y', 2, 2), at(0))?.udh).toEqual([coloured]);
  });
});

describe('properties', () => {
  it('texts and datagrams come back through the wire, in any order, with duplicates, several at a time', () => {
    const message = fc.record({
      content: fc.oneof(unicodeText(200), gsm7Text(undefined, 500), fc.uint8Array({ maxLength: 500 })),
      concat: fc.constantFrom(8 as const, 16 as const),
      from: fc.constantFrom('A', 'B'),
    });
    const messages = fc.uniqueArray(message, {
      minLength: 1,
      maxLength: 4,
      selector: ({ content }) => String(content),
      comparator: 'SameValue',
    });
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.nat()), (list, order) => {
        const arrivals = list.flatMap(({ content, concat: bits, from }, reference) => {
          const options = { to: '1', reference, concat: bits };
          const submits =
            typeof content === 'string'
              ? submitText(content, options)
              : submitDatagram({ destinationPort: 1, data: content }, options);
          return submits.map((submit) => ({ submit: decodeSubmit(encodeSubmit(submit)), from, single: submits.length === 1 }));
        });
        const doubled = [...arrivals, ...arrivals.filter(({ single }) => !single).slice(0, 3)];
        const shuffled = doubled.map((arrival) => ({ arrival, key: order.next().value })).sort((a, b) => a.key - b.key);
        const whole = new Reassembler();
        const found = shuffled
          .map(({ arrival }, i) => whole.add(arrival.submit, at(i, arrival.from)))
          .filter((result) => result !== undefined);
        const named = (content: string | Uint8Array | undefined, from: string) =>
          `${from} ${typeof content} ${String(content)}`;
        expect(found.map((result) => named(result.text ?? result.data, result.from)).sort()).toEqual(
          list.map(({ content, from }) => named(content, from)).sort(),
        );
        expect(whole.pending).toBe(0);
      }),
      costly(300),
    );
  });

  it('GSM 7-bit text cut between any two septets comes back', () => {
    fc.assert(
      fc.property(
        gsm7Text(undefined, 300),
        fc.array(fc.integer({ min: 1, max: 153 }), { minLength: 2, maxLength: 2 }),
        (text, cuts) => {
          const septets = naiveSeptets(text) ?? [];
          const [first = 1, second = 1] = cuts;
          const pieces = [septets.slice(0, first), septets.slice(first, first + second), septets.slice(first + second)];
          if (pieces.some((piece) => piece.length > 153)) return;
          const whole = new Reassembler();
          const results = pieces.map((piece, i) => whole.add(rawPart(piece, i + 1, 3), at(0)));
          expect(results[2]?.text).toBe(text);
        },
      ),
    );
  });

  it('UCS-2 text cut between any two units comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60, size: 'max' }), fc.nat(), (text, any) => {
        const cut = any % (text.length + 1);
        const halves = [text.slice(0, cut), text.slice(cut)];
        if (halves.some((half) => half.length > 67)) return;
        const whole = new Reassembler();
        const results = halves.map((half, i) =>
          whole.add(decodeSubmit(encodeSubmit({ tpDa: '1', tpDcs: 8, udh: [concat(i + 1, 2)], text: half })), at(0)),
        );
        expect(results[1]?.text).toBe(text);
      }),
    );
  });
});

describe('limits', () => {
  it('past the limit the oldest unfinished message is given up', () => {
    const discarded: DiscardedParts[] = [];
    const whole = new Reassembler({ maxPending: 2, onDiscard: (lost) => discarded.push(lost) });
    for (const reference of [1, 2, 3]) whole.add(part(`a${reference}`, 1, 2, reference), at(reference));
    expect(whole.pending).toBe(2);
    expect(discarded).toEqual([{ from: 'A', reason: 'overflow', parts: [part('a1', 1, 2, 1)], total: 2 }]);
    expect(whole.add(part('b', 2, 2, 3), at(4))?.text).toBe('a3b');
  });

  it('holds 1,000 messages by default, and as many finished ones to know duplicates by', () => {
    const whole = new Reassembler();
    for (let i = 0; i < 1500; i++) whole.add(part('a', 1, 2, i, 'concat16'), at(0));
    expect(whole.pending).toBe(1000);
    const small = new Reassembler({ maxPending: 1 });
    for (const reference of [1, 2]) {
      small.add(part('a', 1, 2, reference), at(0));
      small.add(part('b', 2, 2, reference), at(0));
    }
    expect(small.add(part('a', 1, 2, 2), at(0))).toBeUndefined();
    expect(small.pending).toBe(0);
    small.add(part('a', 1, 2, 1), at(0));
    expect(small.pending).toBe(1);
  });
});

it('a limit that nothing would exceed is refused, and 0 holds nothing', () => {
  for (const name of ['maxPending', 'timeoutMs', 'duplicateMs'] as const) {
    for (const value of [Number.NaN, -2, '5' as unknown as number]) {
      expect(() => new Reassembler({ [name]: value }), name).toThrow(TypeError);
    }
  }
  const discarded: DiscardedParts[] = [];
  const whole = new Reassembler({ maxPending: 0, onDiscard: (lost) => discarded.push(lost) });
  expect(whole.add(part('a', 1, 2), at(0))).toBeUndefined();
  expect([whole.pending, discarded.length, discarded[0]?.reason]).toEqual([0, 1, 'overflow']);
  expect(whole.add(part('b', 1, 1), at(0))?.text).toBe('b');
});

it('a part of a finished message is known as a duplicate for ten minutes by default', () => {
  const whole = new Reassembler();
  whole.add(part('a', 1, 2), at(0));
  expect(whole.add(part('b', 2, 2), at(0))).toBeDefined();
  expect(whole.add(part('a', 1, 2), at(HOUR / 6 - 1))).toBeUndefined();
  expect(whole.pending).toBe(0);
  expect(whole.add(part('a', 1, 2), at(HOUR / 6 + 1))).toBeUndefined();
  expect(whole.pending).toBe(1);
});

it('a part with another header, or with neither text nor octets, is compared and joined all the same', () => {
  const discarded: DiscardedParts[] = [];
  const whole = new Reassembler({ onDiscard: (lost) => discarded.push(lost) });
  const sound: InformationElement = { kind: 'predefinedSound', position: 0, sound: 1 };
  whole.add(part('a', 1, 2), at(0));
  // The same text with one more element is no duplicate.
  whole.add({ udh: [concat(1, 2), sound], text: 'a' }, at(1));
  expect(discarded).toEqual([{ from: 'A', reason: 'replaced', parts: [part('a', 1, 2)], total: 2 }]);
  // The same elements with other members are none either.
  whole.add({ udh: [concat(1, 2), { ...sound, sound: 2 }], text: 'a' }, at(2));
  expect(discarded).toHaveLength(2);
  expect(whole.add({ udh: [concat(2, 2)] }, at(3))).toMatchObject({ text: 'a', parts: 2 });
  expect(whole.add({ udh: [] }, at(4))).toEqual({ from: 'A', text: '', udh: [], parts: 1 });
});

it('parts of octets are compared by them', () => {
  const discarded: DiscardedParts[] = [];
  const whole = new Reassembler({ onDiscard: (lost) => discarded.push(lost) });
  const octets = (sequence: number, ...values: number[]): MessagePart => ({
    udh: [concat(sequence, 2)],
    data: Uint8Array.from(values),
  });
  whole.add(octets(1, 1, 2), at(0));
  expect(whole.place(octets(1, 1, 2), at(1)).isRepeated).toBe(true);
  for (const other of [octets(1, 1), octets(1, 1, 3)]) expect(whole.place(other, at(2)).isRepeated).toBe(false);
  expect(discarded.map(({ reason, parts }) => [reason, parts[0]?.data])).toEqual([
    ['replaced', Uint8Array.of(1, 2)],
    ['replaced', Uint8Array.of(1)],
  ]);
  expect(whole.add(octets(2, 4), at(3))).toMatchObject({ data: Uint8Array.of(1, 3, 4), parts: 2 });
});
