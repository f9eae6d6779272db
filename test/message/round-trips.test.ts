/** Every content for every make: built, over the wire, in any order, read back. What a form loses is stated here, and in docs/makes.md. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitmap, placeBitmap } from '../../src/bitmap/index.js';
import { fromHex } from '../../src/bytes/index.js';
import {
  parseAtCommands,
  parseGatewayForm,
  toAtCommands,
  toGatewayForm,
  toKannelUrl,
  toSubmitSm,
} from '../../src/carrier/index.js';
import { EncodeError } from '../../src/errors.js';
import { type BuildOptions, buildSubmits, type Content, PHONE_MAKES, readSubmits } from '../../src/message/index.js';
import type { Note, Style, Tune } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSubmit, encodeUdh, type Submit } from '../../src/sms/index.js';
import {
  calendarContent,
  cardContent,
  flashContent,
  groupGraphic,
  inAnyCase,
  indication,
  loading,
  logo,
  nokiaLogo,
  nokiaPicture,
  notification,
  otherMake,
  pduText,
  picture,
  ringtoneContent,
  textContent,
} from '../support/contents.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { nokiaTune } from '../support/tunes.js';

const to = '+447700900123';
/** A run builds, packs and reads up to twenty messages. */
const RUNS = costly(250);
const concat = fc.constantFrom<8 | 16>(8, 16);
const emsMake = fc.oneof(
  otherMake.filter((make) => make !== 'Siemens').map((make) => ({ make, model: undefined })),
  fc.constant({ make: 'Siemens', model: 'S55' }),
);
const seoModel = fc.constantFrom('S45', 'SL45i', 'M50', 'C45');

/** Over the wire and back, in any order. */
function overTheWire(content: Content, options: Omit<BuildOptions, 'to'>, order: fc.Stream<number>): Content {
  const submits = buildSubmits(content, { to, ...options });
  const received = submits
    .map((submit) => [order.next().value as number, decodeSubmit(encodeSubmit(submit))] as const)
    .sort(([a], [b]) => a - b)
    .map(([, submit]) => submit);
  return readSubmits(received);
}

function comesBack<C extends Content, O extends Omit<BuildOptions, 'to'>>(
  contents: fc.Arbitrary<C>,
  handsets: fc.Arbitrary<O>,
  expected: (content: C) => Content = (content) => content,
): void {
  fc.assert(
    fc.property(contents, handsets, concat, fc.infiniteStream(fc.nat()), (content, handset, bits, order) => {
      expect(overTheWire(content, { ...handset, concat: bits }, order)).toEqual(expected(content));
    }),
    RUNS,
  );
}

/** A width as EMS carries it. */
const filledUp = (bitmap: Bitmap): Bitmap =>
  placeBitmap(bitmap, { widthPx: Math.ceil(bitmap.widthPx / 8) * 8, heightPx: bitmap.heightPx, horizontal: 'left' });

interface State {
  readonly tempoBpm: number;
  readonly style: Style;
  readonly volume: number | undefined;
}

/** What is heard: every note with the state it is played in. */
function heard(tune: Tune): (Note & State)[] {
  let state: State = { tempoBpm: tune.tempoBpm, style: tune.style, volume: undefined };
  return tune.notes.map(({ tempoBpm, style, volume, ...note }: Note) => {
    state = {
      ...state,
      ...(tempoBpm !== undefined && { tempoBpm }),
      ...(style !== undefined && { style }),
      ...(volume !== undefined && { volume }),
    };
    return { ...note, ...state } as Note & State;
  });
}

/** The notes that sound, with the time at which they begin and how long they last, in milliseconds. */
function sounding(tune: Tune): object[] {
  let startMs = 0;
  return heard(tune).flatMap((note) => {
    const { pitch, octave, style, volume, tempoBpm, duration, dots, twoThirds } = note;
    const factor = twoThirds === true ? 2 / 3 : ([1, 1.5, 1.75][dots] as number);
    const lengthMs = (240_000 / tempoBpm / duration) * factor;
    const event = { pitch, octave, style, volume, startMs: Math.round(startMs), lengthMs: Math.round(lengthMs) };
    startMs += lengthMs;
    return pitch === null ? [] : [event];
  });
}

describe('text, flash and pdu', () => {
  const any = fc.record({ make: fc.constantFrom(undefined, ...PHONE_MAKES) });

  it('come back, whatever the make', () => {
    comesBack(textContent, any);
    comesBack(flashContent, any);
    comesBack(pduText, any);
  });
});

describe('for a Nokia', () => {
  const nokia = inAnyCase('Nokia').map((make) => ({ make }));

  it('logos, group graphics, picture messages and ringtones come back', () => {
    comesBack(nokiaLogo, nokia);
    comesBack(groupGraphic, nokia);
    comesBack(nokiaPicture, nokia);
    comesBack(ringtoneContent, nokia);
  });

  it('pictures of any size come back', () => {
    comesBack(
      fc.oneof(picture, logo),
      nokia.map((handset) => ({ ...handset, anySize: true })),
    );
  });
});

describe('for a handset with EMS', () => {
  it('a picture message comes back, its width filled up', () => {
    comesBack(picture, emsMake, (content) => ({ ...content, bitmap: filledUp(content.bitmap) }));
  });

  it('an operator logo comes back as a picture message, without its network', () => {
    comesBack(logo, emsMake, ({ bitmap }) => ({ kind: 'pictureMessage', bitmap: filledUp(bitmap) }));
  });

  /** Tunes that EMS can say: with notes, and with a volume at the beginning if there is one at all. */
  const emsTune = nokiaTune(80)
    .filter(({ notes }) => notes.length > 0)
    .map((tune): Tune => {
      const [first, ...others] = tune.notes as [Note, ...Note[]];
      return others.some(({ volume }) => volume !== undefined) && first.volume === undefined
        ? { ...tune, notes: [{ ...first, volume: 9 }, ...others] }
        : tune;
    });

  it('a ringtone comes back as it sounds, without its title; repeats only when it fits in one object', () => {
    fc.assert(
      fc.property(emsTune, emsMake, concat, fc.infiniteStream(fc.nat()), (tune, handset, bits, order) => {
        const warnings: string[] = [];
        const options = {
          ...handset,
          concat: bits,
          onChoice: (choice: { warnings: readonly string[] }) => warnings.push(...choice.warnings),
        };
        const content = overTheWire({ kind: 'ringtone', tune }, options, order);
        if (content.kind !== 'ringtone') throw new Error(`came back as ${content.kind}`);
        expect(heard(content.tune)).toEqual(heard(tune));
        expect(content.tune.title).toBe('');
        const isRepeated = tune.loops > 0 && !warnings.some((warning) => warning.includes('repeats'));
        expect(content.tune.loops).toBe(isRepeated ? tune.loops : 0);
      }),
      RUNS,
    );
  });

  it('a group graphic is refused', () => {
    fc.assert(
      fc.property(groupGraphic, otherMake, (content, make) => {
        expect(refusal(() => buildSubmits(content, { to, make }))).toEqual({
          code: 'unencodable',
          field: 'make',
          offset: undefined,
        });
      }),
      RUNS,
    );
  });
});

describe('for a Siemens with exchange objects', () => {
  const siemens = seoModel.map((model) => ({ make: 'Siemens', model }));

  it('a picture message comes back', () => {
    comesBack(picture, siemens);
  });

  it('an operator logo comes back as a picture message, without its network', () => {
    comesBack(logo, siemens, ({ bitmap }) => ({ kind: 'pictureMessage', bitmap }));
  });

  it('a ringtone comes back as it sounds: MIDI has no rests, so that two in a row are one', () => {
    fc.assert(
      fc.property(nokiaTune(60), siemens, fc.infiniteStream(fc.nat()), (tune, handset, order) => {
        if (!tune.notes.some(({ pitch }) => pitch !== null)) return;
        const content = overTheWire({ kind: 'ringtone', tune }, handset, order);
        if (content.kind !== 'ringtone') throw new Error(`came back as ${content.kind}`);
        expect(sounding(content.tune)).toEqual(sounding(tune));
        expect([content.tune.title, content.tune.loops]).toEqual([tune.title, tune.loops]);
      }),
      RUNS,
    );
  });
});

describe('WAP Push, cards and calendars', () => {
  const any = fc.constantFrom({}, { make: 'Nokia' }, { make: 'Siemens', model: 'S45' });

  it('indications, loadings and notifications come back', () => {
    comesBack(indication, any);
    comesBack(loading, any);
    comesBack(notification, any);
    comesBack(
      indication,
      fc.constant({ push: { applicationId: 'wml.ua', contentLength: true, transactionId: 0x29 } as const }),
    );
  });

  it('cards come back in either version, with the version that they came in', () => {
    const versions = fc.constantFrom<'2.1' | '3.0'>('2.1', '3.0');
    fc.assert(
      fc.property(cardContent, versions, concat, fc.infiniteStream(fc.nat()), ({ kind, card }, cardVersion, bits, order) => {
        const read = overTheWire({ kind, card }, { cardVersion, concat: bits }, order);
        expect(read).toEqual({ kind, card: { version: cardVersion, ...card } });
      }),
      RUNS,
    );
  });

  it('calendars do too', () => {
    const versions = fc.constantFrom<'1.0' | '2.0'>('1.0', '2.0');
    const ports = fc.constantFrom<9205 | 228>(9205, 228);
    fc.assert(
      fc.property(calendarContent, versions, ports, fc.infiniteStream(fc.nat()), ({ kind, calendar }, version, port, order) => {
        const read = overTheWire({ kind, calendar }, { calendarVersion: version, calendarPort: port }, order);
        expect(read).toEqual({ kind, calendar: { version, ...calendar } });
      }),
      RUNS,
    );
  });

  it('and so they do as text, where the default alphabet has all characters', () => {
    fc.assert(
      fc.property(fc.oneof(cardContent, calendarContent), concat, fc.infiniteStream(fc.nat()), (content, size, order) => {
        let read: Content;
        try {
          read = overTheWire(content, { bits: 7, concat: size }, order);
        } catch (error) {
          // The accent grave and control characters have no septets.
          expect(error).toMatchObject({ name: 'EncodeError', code: 'unencodable' });
          return;
        }
        const version = content.kind === 'vcard' ? { version: '2.1' } : { version: '1.0' };
        const whole =
          content.kind === 'vcard'
            ? { card: { ...version, ...content.card } }
            : { calendar: { ...version, ...content.calendar } };
        expect(read).toEqual({ kind: content.kind, ...whole });
      }),
      RUNS,
    );
  });
});

describe('in every carrier', () => {
  const content = fc.oneof<fc.Arbitrary<Content>[]>(
    picture,
    logo,
    nokiaTune(60).map((tune) => ({ kind: 'ringtone', tune })),
    indication,
    loading,
    notification,
    cardContent,
    calendarContent,
  );
  const handset = fc.oneof(
    emsMake,
    seoModel.map((model) => ({ make: 'Siemens', model })),
    fc.constant({ make: 'Nokia', model: undefined }),
  );

  /** The messages; none for what the handset's form refuses. */
  function submitsOf(any: Content, options: Omit<BuildOptions, 'to'>): Submit[] {
    try {
      return buildSubmits(any, { to, anySize: true, ...options });
    } catch (error) {
      if (error instanceof EncodeError) return [];
      throw error;
    }
  }

  it('AT commands and the gateway form give the messages back', () => {
    fc.assert(
      fc.property(content, handset, concat, (any, options, bits) => {
        const submits = submitsOf(any, { ...options, concat: bits });
        expect(parseAtCommands(toAtCommands(submits))).toEqual(submits);
        expect(submits.map((submit) => parseGatewayForm(toGatewayForm(submit)))).toEqual(submits);
      }),
      RUNS,
    );
  });

  it('SMPP and Kannel carry header and content', () => {
    fc.assert(
      fc.property(content, handset, concat, (any, options, bits) => {
        for (const submit of submitsOf(any, { ...options, concat: bits })) {
          const { udh, data, text = '', tpDcs } = submit;
          const header = udh.length === 0 ? new Uint8Array(0) : encodeUdh(udh);
          const { esm_class, short_message, data_coding } = toSubmitSm(submit);
          expect([esm_class, data_coding]).toEqual([udh.length === 0 ? 0 : 0x40, tpDcs]);
          expect(short_message.subarray(0, header.length)).toEqual(header);
          if (data !== undefined) expect(short_message.subarray(header.length)).toEqual(data);
          else if (text === '') expect(short_message).toHaveLength(header.length);

          const url = toKannelUrl(submit, { baseUrl: 'http://127.0.0.1/', username: 'u', password: 'p' });
          const query = Object.fromEntries(
            (url.split('?')[1] ?? '').split('&').map((pair) => pair.split('=') as [string, string]),
          );
          const octetsOf = (value = '') =>
            fromHex(
              value.replace(
                /%(..)|(.)/g,
                (_, code?: string, letter?: string) => code ?? (letter as string).charCodeAt(0).toString(16),
              ),
            );
          expect(octetsOf(query.udh)).toEqual(header);
          if (data !== undefined) expect(octetsOf(query.text)).toEqual(data);
        }
      }),
      RUNS,
    );
  });

  it('a part of EMS without a text has an empty Message in the gateway form', () => {
    const [submit] = buildSubmits(
      { kind: 'pictureMessage', bitmap: { widthPx: 8, heightPx: 1, rows: fromHex('FF') } },
      { to, make: 'EMS' },
    );
    expect(toGatewayForm(submit as Submit)).toEqual({
      SendTo: '447700900123',
      SmsSubmitPduDataCodingScheme: '00',
      SmsSubmitPduProtocolIdentifier: '00',
      SmsSubmitPduUserDataHeader: '061204000101FF',
      Message: '',
    });
  });
});
