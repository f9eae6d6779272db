import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, percentEncode, percentEncodeOctets, toHex } from '../../src/bytes/index.js';
import { toGatewayForm, toKannelUrl, toSubmitSm } from '../../src/carrier/index.js';
import { LimitError } from '../../src/errors.js';
import { FORMATS, type Format, identify, inspect } from '../../src/inspect/index.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { type Submit, submitDatagram, submitText } from '../../src/sms/index.js';
import { damaged } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const to = '+447700900123';
const tune = encodeNokiaRingtone(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'));
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const best = (text: string) => identify(encodeUtf8(text))[0];
const tree = (text: string, as?: Format) => {
  const shown = inspect(encodeUtf8(text), { as });
  expectTiling(shown);
  return shown;
};
/** Name and value of each field, decoded where that makes a difference. */
const pairsOf = (field: Field) =>
  field.children.filter(({ start, end }) => end > start).map(({ name, value, meaning }) => [name, meaning ?? value]);

const datagram = submitDatagram({ destinationPort: 5505, sourcePort: 0, data: tune }, { to }) as [Submit];
const short = parseRtttl('Long:d=4,o=5,b=125:c,e,g');
const longTune = { ...short, notes: Array.from({ length: 240 }, (_, i) => short.notes[i % 3] as (typeof short.notes)[0]) };
const parts = submitDatagram(
  { destinationPort: 5505, sourcePort: 0, data: encodeNokiaRingtone(longTune) },
  { to, reference: 3 },
);
const kannel = { baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'me', password: 'secret' };

describe('requests of the gateway', () => {
  it('values are decoded, the PIN is not', () => {
    const form =
      'Username=ANOther.12345&PIN=%30012&SendTo=447700900123%2c447700900124&Message=Gr%C3%BC%c3%9fe+%26+mehr&ResponseFormat=1';
    expect(best(form)).toEqual({ format: 'form', confidence: 0.98, reason: "a form of the gateway's interface, 5 fields" });
    const shown = tree(form);
    expect(pairsOf(shown)).toEqual([
      ['Username', 'ANOther.12345'],
      ['PIN', '%30012'],
      ['SendTo', '447700900123,447700900124'],
      ['Message', 'Grüße & mehr'],
      ['ResponseFormat', '1'],
    ]);
    expect(everyField(shown).every(({ octets }) => octets === undefined)).toBe(true);
  });

  it('payloads in hex are opened', () => {
    const form = `username=a&pin=1&SendTo=447700900123&Format=OTA&Data=${toHex(tune)}`;
    const [data] = named(tree(form), 'Data');
    expect([data?.octets, data?.children.map(({ name }) => name)]).toEqual([tune, ['Nokia ringtone']]);
    // Digits of a number are a number, and words are words.
    const plain = tree('Username=a&PIN=1&SendTo=024A3A51D195CDD0&Message=deadbeefdeadbeef');
    expect(everyField(plain).every(({ octets }) => octets === undefined)).toBe(true);
  });

  it('so are tunes and cards as text', () => {
    const text = encodeURIComponent('Siren:d=4,o=5,b=125:c,e,g,2c6,c,e,g');
    expect(named(tree(`Username=a&PIN=1&Ringtone=${text}`), 'RTTTL')).toHaveLength(1);
    expect(named(tree(`Username=a&PIN=1&Message=${text.slice(0, 9)}`), 'RTTTL')).toHaveLength(0);
    const card = encodeURIComponent('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;John\r\nEND:VCARD\r\n');
    const calendar = encodeURIComponent('BEGIN:VCALENDAR\r\nVERSION:1.0\r\nEND:VCALENDAR\r\n');
    const shown = tree(`Username=a&PIN=1&vCard=${card}&vCal=${calendar}`);
    expect(shown.children.map(({ children }) => children.map(({ name }) => name))).toEqual([[], [], ['vCard'], ['calendar']]);
  });

  it('header and data of raw PDUs are put together, and the parts of a message', () => {
    const line = (submit: Submit) =>
      Object.entries(toGatewayForm(submit))
        .map(([name, value]) => `${name}=${percentEncode(value)}`)
        .join('&');
    const one = tree(line(datagram[0]));
    expect(one.children.at(-1)).toMatchObject({ name: 'user data', start: one.end, end: one.end });
    expect(named(one.children.at(-1) as Field, 'Nokia ringtone')).toHaveLength(1);
    expect(named(one, 'SmsSubmitPduDataCodingScheme')[0]).toMatchObject({
      value: 'F5',
      meaning: '8-bit data, class 1 (phone)',
    });
    expect(named(one, 'SmsSubmitPduProtocolIdentifier')[0]).toMatchObject({ value: '00', meaning: 'ordinary message' });
    const all = tree(parts.map((submit) => `${line(submit)}\n`).join(''));
    expect(all.children.map(({ name }) => name)).toEqual([...parts.map(() => 'request'), `joined from ${parts.length} parts`]);
    expect(named(all, 'Nokia ringtone')).toHaveLength(1);
    const texts = submitText('Words and more words. '.repeat(16), { to, reference: 9 }).map(line);
    expect(tree(texts.join('\n')).children.at(-1)).toMatchObject({ value: 'Words and more words. '.repeat(16) });
    expect(tree(texts.slice(1).join('\r\n')).warnings).toEqual(['2 of 3 parts of a message']);
  });
});

describe('requests to Kannel', () => {
  it('the user data is put together and opened', () => {
    const url = toKannelUrl(datagram[0], kannel);
    expect(best(url)).toEqual({ format: 'kannel', confidence: 0.98, reason: "a request to Kannel's sendsms" });
    const shown = tree(url);
    expect(shown.children.map(({ name }) => name)).toEqual(['address', ...new URL(url).searchParams.keys(), 'user data']);
    expect(named(shown, 'coding')[0]?.meaning).toBe('8-bit data');
    expect(named(shown, 'password')[0]?.meaning).toBeUndefined();
    const inside = shown.children.at(-1) as Field;
    expect(named(inside, 'Nokia ringtone')[0]?.end).toBe(inside.octets?.length);
  });

  it('parts, a line each, are joined', () => {
    const data = tree(parts.map((submit) => `${toKannelUrl(submit, kannel)}\n`).join(''));
    expect(named(data, 'Nokia ringtone')).toHaveLength(1);
    const text = 'Gr\u00fc\u00dfe \u20ac, '.repeat(30);
    const texts = submitText(text, { to, reference: 9 }).map((submit) => toKannelUrl(submit, kannel));
    expect(tree(texts.join('\n')).children.at(-1)).toMatchObject({ name: 'joined from 2 parts', value: text });
  });

  it.each([
    ['mwi', '0', 'voice mail waiting on'],
    ['mwi', '5', 'fax waiting off'],
    ['mwi', '9', undefined],
    ['mclass', '0', 'class 0, shown at once'],
    ['alt-dcs', '1', 'the form Fx of data coding'],
    ['validity', '60', '60 minutes'],
    ['dlr-mask', '19', 'receipts: delivered, not delivered, refused'],
    ['dlr-mask', '0', 'no receipts'],
    ['rpi', '1', 'a reply path'],
    ['rpi', '0', undefined],
    ['pid', '65', undefined],
    ['coding', 'x', undefined],
  ])('%s=%s', (name, value, meaning) => {
    const shown = tree(`http://h/sendsms?username=a&password=b&to=1&text=x&${name}=${value}`, 'kannel');
    expect(named(shown, name)[0]?.meaning).toBe(meaning);
  });

  it('behind a header, without a coding, text is 8-bit data', () => {
    const url = `/cgi-bin/sendsms?username=a&password=b&to=1&udh=%06%05%04%15%81%00%00&text=${percentEncodeOctets(encodeNokiaRingtone(short))}`;
    const inside = tree(url).children.at(-1) as Field;
    expect(named(inside, 'Nokia ringtone')[0]?.end).toBe(7 + encodeNokiaRingtone(short).length);
    expect(named(tree(`${url}&coding=0`).children.at(-1) as Field, 'Nokia ringtone')).toEqual([]);
  });

  it('what follows # in an address belongs to no value', () => {
    const shown = tree('https://example.org/?q=a+b&lang=en#top');
    expect(pairsOf(shown).slice(1)).toEqual([
      ['q', 'a b'],
      ['lang', 'en'],
    ]);
    expect(pairsOf(tree('a=1&b=#2'))).toEqual([
      ['a', '1'],
      ['b', '#2'],
    ]);
  });

  it('without a header and with text nothing is put together', () => {
    expect(tree('/cgi-bin/sendsms?username=a&password=b&to=1&text=Hello').children.map(({ name }) => name)).toEqual([
      'address',
      'username',
      'password',
      'to',
      'text',
    ]);
  });
});

describe('what is a form, and what is not', () => {
  it.each([
    ['a=1&b=2&c=3', 'form', 0.9, 'a form body, 3 fields'],
    ['a=1&b=2', 'form', 0.75, 'a form body, 2 fields'],
    ['a=1&&b=2', 'form', 0.75, 'a form body, 2 fields'],
    ['SendTo=447700900123', 'form', 0.6, 'a form body, 1 field'],
    ['a=1', 'text', 0.2, 'printable UTF-8'],
    ['PS1=a&b', 'text', 0.2, 'printable UTF-8'],
    ['PATH=/usr/bin\nHOME=/root\n', 'text', 0.2, 'printable UTF-8'],
    ['https://example.org/path?q=x%20y', 'form', 0.9, 'an address with a query, 1 field'],
    ['GET /receipt?MessageIdentifier=1&Report=0 HTTP/1.1', 'form', 0.9, 'an address with a query, 2 fields'],
    ['a=1&b=2\r\n\r\na=3&b=4\n', 'form', 0.75, 'a form body, 2 fields, 2 lines of them'],
  ])('%j', (text, format, confidence, reason) => {
    expect(best(text)).toMatchObject({ format, confidence, reason });
    expect(tree(text).error).toBeUndefined();
  });

  it.each([
    'x = 3 & y = 4',
    'let a=1 & b=2',
    'https://example.org/path',
    'a & b',
    'price=low, quality=high',
    'Tom&Jerry',
    '=&=',
    'a=1&b=2\nand some more words',
    '1+1=2',
  ])('%j is text', (text) => expect(best(text)?.format).toBe('text'));

  it('what is broken stays as it is, and says so', () => {
    const shown = tree('a=%4&b=100%&c=%zz&d=%E4&&e', 'form');
    expect(shown.children.map(({ name, value, meaning, warnings }) => [name, value, meaning, warnings?.length])).toEqual([
      ['a', '%4', undefined, 1],
      ['b', '100%', undefined, 1],
      ['c', '%zz', undefined, 1],
      ['d', '%E4', '1 octet, no text', undefined],
      ['empty', '', undefined, undefined],
      ['e', '', undefined, undefined],
    ]);
    expect(tree('Hello', 'form').warnings).toEqual(['not pairs of a name and a value']);
  });
});

describe('fields of SMPP as JSON', () => {
  const json = (submits: readonly Submit[]) =>
    JSON.stringify(
      submits.map((submit) => toSubmitSm(submit)),
      (_, value) => (value instanceof Uint8Array ? toHex(value) : value),
      2,
    );

  it('as `encode --format smpp` writes them', () => {
    const text = json(datagram);
    expect(best(text)).toEqual({
      format: 'smpp-json',
      confidence: 0.98,
      reason: 'submit_sm fields of 1 message to 447700900123',
    });
    const shown = tree(text);
    const [message] = named(shown, 'message');
    expect(message?.children.map(({ name }) => name).filter((name) => name.length > 1)).toEqual(
      Object.keys(JSON.parse(text)[0]),
    );
    for (const { name, value } of message?.children ?? []) if (name.length > 1) expect(value).toBe(JSON.parse(text)[0][name]);
    expect(named(shown, 'esm_class')[0]?.meaning).toBe('a header before the user data');
    expect(named(named(shown, 'short_message')[0] as Field, 'Nokia ringtone')).toHaveLength(1);
  });

  it('parts are joined, a single object is read too', () => {
    const text = 'Text and more text. '.repeat(17);
    const shown = tree(json(submitText(text, { to, reference: 9 })));
    expect(shown.children.at(-1)).toMatchObject({ name: 'joined from 3 parts', value: text });
    const [first] = JSON.parse(json(datagram));
    const other = { note: { a: [1, '}'] }, ...first, short_message: '4869', esm_class: 0, data_coding: 3, 'Größe "x"': null };
    const single = tree(JSON.stringify(other));
    expect(named(single, 'data')[0]?.meaning).toBe('"Hi"');
    expect(single.children.map(({ name }) => name)).toEqual(['message']);
    expect(named(single, 'note')[0]?.value).toContain('"}"');
  });

  it('members of other kinds than they should be are shown, and count for nothing', () => {
    const objects = '{"toString":1,"valueOf":null}';
    const shown = tree(
      `{"destination_addr":"44","short_message":"4869","esm_class":${objects},"data_coding":3,"x":1,"x":${objects}}`,
    );
    expect(named(shown, 'data')[0]?.meaning).toBe('"Hi"');
    expect(named(shown, 'x').map(({ value }) => value)).toEqual([1, `,"x":${objects}`]);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const twice = tree(`{"destination_addr":"44","short_message":"4869","esm_class":0,"x":1,"x":${deep}}`);
    expect(named(twice, 'x')[0]?.value).toBe(1);
    const coding = tree(`{"destination_addr":"44","short_message":"4869","esm_class":0,"data_coding":${objects}}`);
    expect(named(coding, 'data')[0]?.meaning).toBe('"Hi"');
  });

  it('other JSON is none', () => {
    expect(best('{"destination_addr":"1","esm_class":0,"short_message":"Hello, no hex"}')?.format).toBe('json');
    expect(tree('{"a":"b"}', 'smpp-json').warnings).toEqual(['an object with a, and not the fields of SMPP messages']);
    expect(tree('x', 'smpp-json').warnings).toEqual(['not JSON, and not the fields of SMPP messages']);
  });
});

describe('properties', () => {
  const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.uint8Array({ maxLength: 20 }).map(toHex));
  const fields = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z_][\w.-]{0,10}$/), value), { minLength: 1, maxLength: 8 });

  it('a form that the platform writes has its names and values', () => {
    fc.assert(
      fc.property(fields, (all) => {
        const body = new URLSearchParams(all.map(([name, each]) => [name, each] as [string, string])).toString();
        const shown = tree(body, 'form');
        expect(shown.children.map(({ name }) => name)).toEqual(all.map(([name]) => name));
        for (const [i, [name, each]] of all.entries()) {
          const { meaning, octets, value: written } = shown.children[i] as Field;
          const isPlain = octets === undefined && !/^p/i.test(name) && !/[\x00-\x1f\x7f]/.test(each) && each.length <= 120;
          if (isPlain && each !== '' && isWellFormed(each)) expect(meaning ?? written).toBe(each);
        }
      }),
    );
  });

  it('a query of octets is put together as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (data) => {
        const shown = tree(`/sendsms?to=1&udh=%06%05%04%15%81%00%00&coding=1&text=${percentEncodeOctets(data)}`, 'kannel');
        expect(toHex(shown.children.at(-1)?.octets ?? new Uint8Array(0))).toBe(`06050415810000${toHex(data)}`);
      }),
    );
  });

  it('anything under these names gives a tree that tiles it', () => {
    const text = fc.oneof(
      fields.map((all) => new URLSearchParams(all as [string, string][]).toString()),
      fc.constantFrom(...parts.map((submit) => toKannelUrl(submit, kannel))),
      fc.constantFrom(...parts.map((submit) => JSON.stringify({ ...toSubmitSm(submit), short_message: toHex(tune) }))),
      fc
        .array(fc.constantFrom('a', '=', '&', '%', '?', '\n', 'é', '{', '"', ':', 'udh', '06'), { maxLength: 30 })
        .map((all) => all.join('')),
    );
    const octets = text.filter((each) => isWellFormed(each)).map(encodeUtf8);
    fc.assert(
      fc.property(
        fc.oneof(octets, damaged(octets)),
        fc.constantFrom(undefined, 'form', 'kannel', 'smpp-json', ...FORMATS),
        (any, as) => {
          identify(any);
          const shown = inspect(any, { as });
          expectTiling(shown);
          expect([shown.start, shown.end]).toEqual([0, any.length]);
        },
      ),
    );
  });
});

describe('limits', () => {
  it('fields of one line', () => {
    const many = Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&');
    expect(identify(encodeUtf8(many)).map(({ format }) => format)).toEqual(['text']);
    expect(tree(many, 'form').error).toBeInstanceOf(LimitError);
    expect(tree(many.slice(0, many.lastIndexOf('&')), 'form').children).toHaveLength(1000);
    expect(inspect(encodeUtf8(many), { as: 'form', limits: { formFields: 2000 } }).children).toHaveLength(1001);
  });

  it('lines', () => {
    expect(tree('a=1&b=2\n'.repeat(1100), 'form').error).toBeInstanceOf(LimitError);
    expect(tree('a=1&b=2\n'.repeat(1000), 'form').children).toHaveLength(1000);
  });

  it.each(['a=1&', '&', 'a=%41', '%', '?', 'a=1\n', '[{"short_message":"06",'])(
    'half a megabyte of %j ends in time',
    (piece) => {
      const octets = encodeUtf8(piece.repeat(Math.floor(500_000 / piece.length)));
      identify(octets);
      for (const as of ['form', 'kannel', 'smpp-json'] as const) expect(inspect(octets, { as }).end).toBe(octets.length);
    },
  );
});
