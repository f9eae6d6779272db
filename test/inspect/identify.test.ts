import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { toAtCommands } from '../../src/carrier/index.js';
import { DEFAULT_LIMITS, LimitError } from '../../src/errors.js';
import { FORMATS, identify } from '../../src/inspect/index.js';
import { encodeNokiaRingtone, formatRtttl } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeDeliver, encodeSubmit } from '../../src/sms/index.js';
import { deliver, submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { nokiaTune, textTune } from '../support/tunes.js';
import { fixture, smsVectors } from '../support/vectors.js';

const { vectors: tunes, published } = fixture('vectors/ringtones.json') as {
  vectors: { id: string; text: string; oracles: { gammu: { hex: string }; gnokii: { hex: string } } }[];
  published: { id: string; hex: string }[];
};
const first = (octets: Uint8Array) => identify(octets)[0]?.format;
const firstOfText = (text: string) => first(encodeUtf8(text));

describe('published vectors: the first reading is the right one', () => {
  it.each(smsVectors('submit'))('$id', ({ out }) => {
    expect(first(hex(out.tpdu))).toBe('tpdu-mo');
    expect(first(hex(out.atPdu))).toBe('pdu-mo');
    expect(firstOfText(out.tpdu)).toBe('hex');
    expect(firstOfText(`${out.atPdu.toLowerCase()}\n`)).toBe('hex');
    expect(firstOfText(`${toAtCommands([decodeSubmit(hex(out.tpdu))]).join('\r\n')}\r\n`)).toBe('at');
  });

  it.each([...smsVectors('concat')])('$id', ({ out }) => {
    for (const tpdu of out.tpdus) expect(first(hex(tpdu))).toBe('tpdu-mo');
    expect(firstOfText(out.tpdus.join('\n'))).toBe('hex');
  });

  it.each(smsVectors('ports'))('$id', ({ out }) => {
    expect(first(hex(out.tpdu))).toBe('tpdu-mo');
    expect(first(hex(out.udh))).toBe('udh');
  });

  it.each(smsVectors('decode'))('$id', ({ in: { tpdu, direction } }) => {
    expect(first(hex(tpdu))).toBe(direction === 'MT' ? 'tpdu-mt' : 'tpdu-mo');
    expect(first(hex(`00${tpdu}`))).toBe(direction === 'MT' ? 'pdu-mt' : 'pdu-mo');
    expect(first(hex(`0791447758100650${tpdu}`))).toBe(direction === 'MT' ? 'pdu-mt' : 'pdu-mo');
  });

  it.each(tunes)('ringtone $id', ({ text, oracles }) => {
    expect(first(hex(oracles.gammu.hex))).toBe('nokia-ringtone');
    expect(first(hex(oracles.gnokii.hex))).toBe('nokia-ringtone');
    expect(firstOfText(text)).toBe('rtttl');
    expect(firstOfText(`//SCKL1581 ${oracles.gammu.hex}`)).toBe('sckl');
    expect(firstOfText(`//SCKL15810000010201 ${oracles.gammu.hex}`)).toBe('sckl');
  });

  it.each(published)('ringtone $id', (vector) => {
    expect(identify(hex(vector.hex))[0]).toMatchObject({ format: 'nokia-ringtone', confidence: 0.99 });
  });
});

describe('what is built is known', () => {
  it('tunes', () => {
    fc.assert(
      fc.property(nokiaTune(40), (tune) => {
        expect(first(encodeNokiaRingtone(tune))).toBe('nokia-ringtone');
      }),
    );
    fc.assert(
      fc.property(textTune(), (tune) => {
        let text: string;
        try {
          text = formatRtttl(tune);
        } catch {
          return;
        }
        fc.pre(!/[\x00-\x1f\x7f]/.test(text) && !text.startsWith('//SCKL'));
        expect(firstOfText(text)).toBe('rtttl');
      }),
    );
  });

  it('messages are among the readings', () => {
    fc.assert(
      fc.property(submit, deliver, (mo, mt) => {
        const formats = (octets: Uint8Array) => identify(octets).map(({ format }) => format);
        expect(formats(encodeSubmit(mo))).toContain('tpdu-mo');
        expect(formats(encodeDeliver(mt))).toContain('tpdu-mt');
        expect(formats(hex(`00${toHex(encodeSubmit(mo))}`))).toContain('pdu-mo');
        expect(formats(hex(`00${toHex(encodeDeliver(mt))}`))).toContain('pdu-mt');
      }),
    );
  });
});

it('arbitrary octets give confidences from 0 to 1, the highest first, each format once, with a reason', () => {
  const octets = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    damaged(submit.map(encodeSubmit)),
    damaged(deliver.map(encodeDeliver)),
    damaged(nokiaTune(20).map((tune) => encodeNokiaRingtone(tune))),
    fc.string({ unit: 'binary' }).map(encodeUtf8),
    damaged(fc.constantFrom(...tunes.map(({ text }) => encodeUtf8(text)))),
  );
  fc.assert(
    fc.property(octets, (any) => {
      const readings = identify(any);
      const confidences = readings.map(({ confidence }) => confidence);
      expect(confidences.every((confidence) => confidence > 0 && confidence <= 1)).toBe(true);
      expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
      expect(new Set(readings.map(({ format }) => format)).size).toBe(readings.length);
      expect(readings.every(({ format, reason }) => FORMATS.includes(format) && reason !== '')).toBe(true);
    }),
  );
});

describe('text', () => {
  it.each([
    ['Hello, world', 'text'],
    ['Grüße: um 10:30 Uhr', 'text'],
    ['447700900123', 'text'],
    ['447700900123\n447700900124', 'text'],
    ['deadbeef', 'text'],
    ['DEADBEEFCAFEBABE', 'text'],
    ['00', 'text'],
    ['<a>', 'text'],
    ['00480E01', 'hex'],
    ['0701010102020005', 'text'],
    ['01020304050607080910'.repeat(3), 'hex'],
    ['00 11 22 33', 'hex'],
    ['00000010000000150000000000000001', 'hex'],
    ['x:d=4,o=5,b=160:c,oops,d,e', 'rtttl'],
    ['AT+CMGF=0\nAT+CMGS=2\n> 0001', 'at'],
    ['+CMGR: 0,,22\n0001', 'at'],
    ['https://example.org:80/a,b', 'text'],
    ['12:30:45 up 3 days', 'text'],
    ['{"a":1,"b":[1,2],"c":"d"}', 'text'],
    ['To: Bob\nSubject: a, b, c', 'text'],
    ['de ad be ef', 'hex'],
    ['abc', 'text'],
  ])('%j is %s', (text, format) => {
    expect(firstOfText(text)).toBe(format);
  });

  it.each([
    ['', []],
    ['00', []],
    ['01 02', []],
    ['C3 28', []],
  ] as [string, string[]][])('octets %s are %j', (octets, formats) => {
    expect(identify(hex(octets)).map(({ format }) => format)).toEqual(formats);
  });

  it('a damaged message is a weak reading, one that is cut a better one, a cut ringtone a strong one', () => {
    const [{ out }] = smsVectors('submit') as unknown as [{ out: { tpdu: string } }];
    const [cut] = identify(hex(out.tpdu).subarray(0, -2));
    expect(cut).toMatchObject({
      format: 'tpdu-mo',
      reason: expect.stringMatching(/^cut: TP-UD at 13: needs 9 octets, 7 left$/),
    });
    expect(cut?.confidence).toBeGreaterThan(0.5);
    expect(cut?.confidence).toBeLessThan(0.9);
    const [damaged] = identify(hex(`${out.tpdu}00`));
    expect(damaged).toMatchObject({ format: 'tpdu-mo', reason: expect.stringMatching(/^damaged: /) });
    expect(damaged?.confidence).toBeLessThan(0.5);
    expect(identify(hex(published[0]?.hex ?? '').subarray(0, 12))[0]).toMatchObject({
      format: 'nokia-ringtone',
      confidence: 0.7,
    });
    expect(identify(hex('0605041581000002'))[0]).toMatchObject({ format: 'udh', confidence: 0.4 });
  });
});

describe('is sure of nothing that is random', () => {
  const sure = (octets: Uint8Array, allowed: readonly string[] = []) =>
    identify(octets).filter(({ format, confidence }) => confidence >= 0.9 && !allowed.includes(format));

  it('octets', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (octets) => void expect(sure(octets)).toEqual([])));
  });

  it('few octets, and small ones', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 11, max: 9 }), (octets) => void expect(sure(octets)).toEqual([])));
  });

  it('words that are letters and digits of hex, numbers, and text with colons', () => {
    const word = fc.constantFrom('bad', 'face', 'add', 'fed', 'cab', '12', '2026', 'to:', 'c', 'b:', '12:30', 'http://', 'a');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.constantFrom('', ' ', ','), (words, between) => {
        const text = words.join(between);
        // Long hex with digits in it is what a PDU looks like.
        const allowed = /\d/.test(text) && text.length > 20 ? ['hex'] : [];
        expect(sure(encodeUtf8(text), allowed), text).toEqual([]);
      }),
    );
  });
});

describe('limits', () => {
  it('looks at so many octets and no more', () => {
    expect(() => identify(new Uint8Array(DEFAULT_LIMITS.inspectOctets))).not.toThrow();
    expect(() => identify(new Uint8Array(DEFAULT_LIMITS.inspectOctets + 1))).toThrow(LimitError);
  });
});
