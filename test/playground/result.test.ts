import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeOtaBitmap } from '../../src/bitmap/index.js';
import { decodeUtf8, toHex } from '../../src/bytes/index.js';
import { parseAtCommands, parseGatewayForm, toAtCommands, toKannelUrl, toSubmitSm } from '../../src/carrier/index.js';
import { FormatError } from '../../src/errors.js';
import { buildSubmits, type Content, readSubmits } from '../../src/message/index.js';
import type { Composed } from '../../src/playground/composed.js';
import { onAir } from '../../src/playground/result/on-air.js';
import { type Result, resultOf } from '../../src/playground/result/result.js';
import { describeHandset, makeOfHandset, recipientOf, type Settings } from '../../src/playground/result/settings.js';
import { handsets, parseHandset } from '../../src/profile/index.js';
import { parseRequest } from '../../src/protocol/forms.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSubmit, type encodeUdh } from '../../src/sms/index.js';
import { parseVCalendar, parseVCard } from '../../src/vobject/index.js';
import { flashContent, longPduData, pduData, pduText, ringtoneContent, textContent } from '../support/contents.js';
import { CREDENTIALS, curlCallsOf, pairsOf, requestOfCall } from '../support/curl-commands.js';
import { refusal } from '../support/hostile.js';

const settings: Settings = {
  to: '+44 7700 900-123',
  make: 'Nokia',
  gatewayUrl: 'http://127.0.0.1:8080/',
  kannelUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms',
};
const to = '447700900123';

const picture = bitmapFromRows(Array.from({ length: 28 }, (_, y) => '#.'.repeat(36).slice(y % 2) + (y % 2 ? '#' : '')));
const logo = bitmapFromRows(Array.from({ length: 14 }, () => '##..'.repeat(18)));
const tune = parseRtttl('Joy:d=4,o=5,b=125:e,e,f,g,g,f,e,d,c,c,d,e,e.,8d,2d');

/** A content of every kind that the forms make. */
const contents: readonly Content[] = [
  { kind: 'text', text: 'Hello {world}' },
  { kind: 'text', text: 'long '.repeat(40) },
  { kind: 'text', text: '😀' },
  { kind: 'flash', text: 'Now!' },
  { kind: 'ringtone', tune },
  { kind: 'operatorLogo', mcc: '262', mnc: '01', bitmap: logo },
  { kind: 'groupGraphic', bitmap: logo },
  { kind: 'pictureMessage', bitmap: picture },
  { kind: 'pictureMessage', bitmap: picture, text: 'Look' },
  { kind: 'vcard', card: parseVCard('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nTEL:+447700900123\r\nEND:VCARD\r\n') },
  {
    kind: 'vcalendar',
    calendar: parseVCalendar(
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260304T050607Z\r\nSUMMARY:Lunch\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ),
  },
  { kind: 'serviceIndication', si: { href: 'http://example.com/', text: 'New mail' } },
  { kind: 'serviceLoading', sl: { href: 'http://example.com/' } },
  { kind: 'pdu', tpDcs: 0xf5, udh: [{ kind: 'ports16', destination: 49996, source: 0 }], data: Uint8Array.of(1, 2, 3) },
];

function composed(content: Content, more: Partial<Composed> = {}): Composed {
  return { content, files: [], ...more };
}

function textOf(form: Result['at'] | undefined): string {
  if (form === undefined || 'error' in form) throw new Error('the form is not there', { cause: form?.error });
  return form.text;
}

/** The request of the interface, as the gateway reads what bash and curl make of the command. */
function requestBy({ curl }: Result) {
  const [call] = curlCallsOf([textOf(curl.request)]);
  const { url, fields } = requestOfCall(call!);
  return parseRequest(url.replace('http://127.0.0.1:8080', ''), fields);
}

describe('every form is what the package makes of the messages', () => {
  it.each(contents.map((content, i) => [`${content.kind} (${i})`, content] as const))('%s', (_, content) => {
    const submits = buildSubmits(content, { to, make: 'Nokia' });
    const result = resultOf(composed(content), settings);
    expect(result.submits).toEqual(submits);
    expect(result.messages.map(({ octets }) => octets)).toEqual(submits.map(encodeSubmit));
    expect(result.messages.map(({ hex }) => hex)).toEqual(submits.map((submit) => toHex(encodeSubmit(submit))));
    expect(textOf(result.at)).toBe(
      toAtCommands(submits)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(parseAtCommands(textOf(result.at).split('\n')).map(encodeSubmit)).toEqual(submits.map(encodeSubmit));
    const smpp = submits.map((submit) => {
      const fields = toSubmitSm(submit);
      return { ...fields, short_message: toHex(fields.short_message) };
    });
    expect(JSON.parse(textOf(result.smpp))).toEqual(smpp);
    const service = { baseUrl: settings.kannelUrl, username: 'USERNAME', password: 'PASSWORD' };
    expect(textOf(result.kannel)).toBe(submits.map((submit) => `${toKannelUrl(submit, service)}\n`).join(''));
    expect(result.shown).toEqual({
      kind: 'content',
      content: readSubmits(submits.map(encodeSubmit).map((o) => decodeSubmit(o))),
    });
  });

  it.each(contents.map((content, i) => [`${content.kind} (${i})`, content] as const))('raw PDUs by curl: %s', (_, content) => {
    const result = resultOf(composed(content), settings);
    const sent = curlCallsOf([textOf(result.curl.pdus)]).map((call) => {
      const { url, fields } = requestOfCall(call);
      expect(url).toBe('http://127.0.0.1:8080/webservices/http/sendmms');
      expect([fields.get('Username'), fields.get('PIN')]).toEqual(Object.values(CREDENTIALS));
      return parseGatewayForm(Object.fromEntries(pairsOf(fields)));
    });
    expect(sent.map(encodeSubmit)).toEqual(result.messages.map(({ octets }) => octets));
  });
});

describe('the request of the interface', () => {
  const request = (content: Content, more: Partial<Composed> = {}) => {
    return requestBy(resultOf(composed(content, more), settings));
  };
  const sending = { ...CREDENTIALS, sendTo: [to] };
  const handset = { operation: 'sendMultimedia', phoneMake: 'Nokia', ...sending };

  it.each([
    [
      { kind: 'text', text: "it's $HOME" },
      { operation: 'sendSms', ...sending, message: "it's $HOME" },
    ],
    [
      { kind: 'flash', text: 'Now!' },
      { operation: 'sendSms', ...sending, flashMessage: 'Now!' },
    ],
    [
      { kind: 'groupGraphic', bitmap: logo },
      { ...handset, content: { kind: 'groupGraphic', data: encodeOtaBitmap(logo) } },
    ],
    [
      { kind: 'pictureMessage', bitmap: picture },
      { ...handset, content: { kind: 'pictureMessage', data: encodeOtaBitmap(picture) } },
    ],
    [
      { kind: 'operatorLogo', mcc: '262', mnc: '01', bitmap: logo },
      { ...handset, content: { kind: 'operatorLogo', mcc: '262', mnc: '01', data: encodeOtaBitmap(logo) } },
    ],
    [
      { kind: 'serviceIndication', si: { href: 'http://example.com/', text: 'New mail' } },
      {
        operation: 'sendMultimedia',
        ...sending,
        content: { kind: 'serviceIndication', si: { href: 'http://example.com/', text: 'New mail' } },
      },
    ],
  ] as const)('%o', (content, expected) => {
    expect(request(content)).toEqual(expected);
  });

  it('carries tunes, cards and calendars as texts', () => {
    const [ringtone, card, calendar] = (['ringtone', 'vcard', 'vcalendar'] as const).map((kind) => {
      const made = request(contents.find((content) => content.kind === kind) as Content);
      return made.operation === 'sendMultimedia' && 'text' in made.content ? made.content.text : '';
    });
    expect(parseRtttl(ringtone as string)).toEqual(tune);
    expect(card).toMatch(/^BEGIN:VCARD\r\nVERSION:2\.1\r\n/);
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:1\.0\r\n/);
  });

  it('says make, model and originator', () => {
    const result = resultOf(composed({ kind: 'ringtone', tune }), { ...settings, model: ' 3310 ', from: ' MyShop ' });
    expect(requestBy(result)).toMatchObject({ phoneMake: 'Nokia', phoneModel: '3310', replyTo: 'MyShop' });
  });

  it.each([
    [composed({ kind: 'text', text: 'a' }, { build: { encoding: 'ucs2' } })],
    [composed({ kind: 'text', text: 'ş' }, { build: { encoding: 'gsm7', locking: 1 } })],
    [composed({ kind: 'pictureMessage', bitmap: picture, text: 'Look' })],
    [composed({ kind: 'serviceLoading', sl: { href: 'http://example.com/' } })],
    [composed(contents.at(-1) as Content)],
    [{ files: [] }],
  ])('is none where the interface has none, and it says why: %#', (given) => {
    const { request: none, why } = resultOf(given, settings).curl;
    expect(none).toBeUndefined();
    expect(why).toMatch(/^[A-Z].*\.$/);
  });

  it('takes the octets of a multimedia message from its file', () => {
    const octets = Uint8Array.of(0x8c, 0x80, 0x98, 0x41, 0);
    const message = { files: [{ name: 'holiday.mms', type: 'application/vnd.wap.mms-message', octets }] };
    const { curl, messages, choice, files, shown } = resultOf(message, settings);
    expect(textOf(curl.request)).toBe(
      [
        "od -An -v -tx1 'holiday.mms' | tr -d ' \\n' |",
        "curl 'http://127.0.0.1:8080/webservices/http/sendmms' \\",
        '  --data-urlencode "Username=$USERNAME" \\',
        '  --data-urlencode "PIN=$PIN" \\',
        "  --data-urlencode 'SendTo=447700900123' \\",
        "  --data-urlencode 'MMSNotificationFileName1=holiday.mms' \\",
        '  --data-urlencode MMSNotificationFileData1@-',
      ].join('\n'),
    );
    expect({ messages, choice, files, shown }).toEqual({
      messages: [],
      choice: undefined,
      files: message.files,
      shown: undefined,
    });
    expect(curl.pdus).toBeUndefined();
  });
});

describe('how a message uses its octets', () => {
  /** TP-UDL and TP-UD by hand: first octet, TP-MR, address of 12 digits, TP-PID, TP-DCS; no TP-VP. */
  const userDataOf = (octets: Uint8Array) => ({ length: octets[12] as number, data: octets.subarray(13) });

  it.each([
    ['160 septets', { kind: 'text', text: 'a'.repeat(160) }, [[0, 140, 0, 160, 0]]],
    [
      '161 septets',
      { kind: 'text', text: 'a'.repeat(161) },
      [
        [6, 134, 0, 153, 0],
        // 7 septets of header, 8 of text: 105 bits in 14 octets.
        [6, 8, 126, 8, 145],
      ],
    ],
    [
      '71 UTF-16 units',
      { kind: 'text', text: 'я'.repeat(71) },
      [
        [6, 134, 0, 67, 0],
        [6, 8, 126, 4, 63],
      ],
    ],
    [
      'data to a port',
      { kind: 'pdu', tpDcs: 4, udh: [{ kind: 'ports16', destination: 1, source: 2 }], data: new Uint8Array(100) },
      [[7, 100, 33, 100, 33]],
    ],
    ['nothing', { kind: 'text', text: '' }, [[0, 0, 140, 0, 160]]],
  ] as const)('%s', (_, content, expected) => {
    const { messages } = resultOf(composed(content), settings);
    expect(messages.map((m) => [m.headerOctets, m.bodyOctets, m.freeOctets, m.units, m.unitsLeft])).toEqual(expected);
  });

  it('adds up to TP-UD of every message', () => {
    const content = fc.oneof(textContent, flashContent, ringtoneContent, pduData, pduText, longPduData);
    fc.assert(
      fc.property(content, (each) => {
        for (const submit of buildSubmits(each as Content, { to, make: 'Nokia', ringtone: { title: 'cut' } })) {
          const { octets, headerOctets, bodyOctets, freeOctets, unit, units } = onAir(submit);
          const { length, data } = userDataOf(octets);
          expect(headerOctets + bodyOctets).toBe(data.length);
          expect(headerOctets + bodyOctets + freeOctets).toBe(140);
          expect(headerOctets).toBe(submit.udh.length === 0 ? 0 : (data[0] as number) + 1);
          if (unit === 'septets') expect(units).toBe(length - Math.ceil((headerOctets * 8) / 7));
          else expect(units * (unit === 'octets' ? 1 : 2)).toBe(length - headerOctets);
        }
      }),
    );
  });

  it('names the elements of the header', () => {
    const words = (udh: Parameters<typeof encodeUdh>[0], text = 'a') =>
      onAir({ ...(buildSubmits({ kind: 'text', text }, { to })[0] as ReturnType<typeof decodeSubmit>), udh: [...udh] })
        .elements;
    expect(words([{ kind: 'concat8', reference: 7, total: 3, sequence: 2 }])).toEqual(['part 2 of 3, reference 7']);
    expect(words([{ kind: 'ports16', destination: 2948, source: 9200 }])).toEqual(['to port 2948 from 9200']);
    expect(words([{ kind: 'ports8', destination: 245, source: 0 }])).toEqual(['to port 245']);
    expect(words([{ kind: 'lockingShift', language: 1 }])).toEqual(['locking shift, Turkish']);
    expect(words([{ kind: 'singleShift', language: 2 }])).toEqual(['single shift, Spanish']);
    expect(words([{ kind: 'userPrompt', objects: 2 }])).toEqual(['user prompt']);
    expect(words([{ kind: 'raw', iei: 0xc3, data: new Uint8Array(0) }])).toEqual(['service centre specific']);
  });
});

describe('settings', () => {
  const text = composed({ kind: 'text', text: 'a' });

  it.each([
    ['447700900123', '447700900123'],
    [' +44 (7700) 900-123 ', '447700900123'],
    ['00447700900123', '447700900123'],
    // What is dialled within the country alone.
    ['+44 (0)7700 900123', '447700900123'],
    ['0044 (0) 7700 900123', '447700900123'],
    ['short:1234', { ton: 0, npi: 1, digits: '1234' }],
    ['SHORT: *100#', { ton: 0, npi: 1, digits: '*100#' }],
  ])('takes the recipient %j', (typed, address) => {
    expect(recipientOf(typed)).toEqual(address);
  });

  it.each(['', ' ', 'Jane', '1'.repeat(21), 'short:12ab', '44++7', '07700 900123', '+0447700900123', '(0)7700'])(
    'refuses the recipient %j',
    (typed) => {
      expect(refusal(() => resultOf(text, { ...settings, to: typed }))).toEqual({
        code: 'bad-value',
        field: 'to',
        offset: undefined,
      });
    },
  );

  it('says why a form cannot carry the messages, and keeps the others', () => {
    const result = resultOf(text, { ...settings, to: 'short:1234' });
    expect(result.messages).toHaveLength(1);
    expect(result.curl.request).toMatchObject({ error: { field: 'SendTo' } });
    expect(result.curl.pdus).toMatchObject({ error: { field: 'tpDa' } });
    expect(textOf(result.at)).toContain('AT+CMGS');
    const reported = resultOf(text, { ...settings, report: true });
    expect(reported.submits[0]?.tpSrr).toBe(true);
    expect(reported.curl.pdus).toMatchObject({ error: { field: 'tpSrr' } });
    expect(textOf(reported.kannel)).toContain('dlr-mask=3');
  });

  it.each(['', 'gateway', 'ftp://example.com', 'http://', 'http://a b/', 'http://example.com/?a=1', 'javascript:alert(1)'])(
    'refuses the address %j of a service',
    (address) => {
      const result = resultOf(text, { ...settings, gatewayUrl: address, kannelUrl: address });
      expect(result.curl.request).toMatchObject({ error: { field: 'gateway' } });
      expect(result.kannel).toMatchObject({ error: { field: 'kannel' } });
    },
  );

  it('takes a reference, and no other than there is', () => {
    const long = composed({ kind: 'text', text: 'a'.repeat(161) });
    expect(resultOf(long, { ...settings, reference: ' 42 ' }).submits[0]?.udh).toEqual([
      { kind: 'concat8', reference: 42, total: 2, sequence: 1 },
    ]);
    const wide = composed({ kind: 'text', text: 'a'.repeat(161) }, { build: { concat: 16 } });
    expect(resultOf(wide, { ...settings, reference: '65535' }).submits[0]?.udh[0]).toMatchObject({
      kind: 'concat16',
      reference: 65_535,
    });
    for (const reference of ['256', '-1', 'x', '1.5']) {
      expect(refusal(() => resultOf(long, { ...settings, reference }))).toEqual({
        code: 'bad-value',
        field: 'reference',
        offset: undefined,
      });
    }
    expect(refusal(() => resultOf(wide, { ...settings, reference: '65536' })).field).toBe('reference');
  });

  it('carries the content as its form says', () => {
    const wide = composed({ kind: 'text', text: 'a' }, { build: { encoding: 'ucs2' } });
    expect(resultOf(wide, settings).submits[0]?.tpDcs).toBe(8);
  });

  it('tells why, and refuses what the make has no form for', () => {
    const ringtone = composed({ kind: 'ringtone', tune });
    expect(resultOf(ringtone, settings).choice).toMatchObject({ form: 'smart-messaging', port: 5505, tpDcs: 0xf5 });
    expect(resultOf(ringtone, { ...settings, make: 'Siemens', model: 'C45' }).choice).toMatchObject({ form: 'seo' });
    expect(resultOf(ringtone, { ...settings, make: 'Siemens', form: 'ems' }).choice).toMatchObject({ form: 'ems' });
    expect(refusal(() => resultOf(ringtone, { ...settings, make: undefined })).field).toBe('make');
    expect(refusal(() => resultOf(ringtone, { ...settings, form: 'wap-push' })).field).toBe('form');
  });
});

describe('files and what is shown', () => {
  it('has a single message as octets, and all as hex', () => {
    const own = { name: 'a.txt', type: 'text/plain', octets: Uint8Array.of(1) };
    const one = resultOf(composed({ kind: 'text', text: 'a' }, { files: [own] }), settings);
    expect(one.files.map(({ name }) => name)).toEqual(['a.txt', 'message.pdu', 'pdus.txt']);
    expect(one.files[1]?.octets).toEqual(one.messages[0]?.octets);
    const two = resultOf(composed({ kind: 'text', text: 'a'.repeat(161) }), settings);
    expect(two.files.map(({ name }) => name)).toEqual(['pdus.txt']);
    expect(decodeUtf8(two.files[0]!.octets)).toBe(two.messages.map(({ hex }) => `${hex}\n`).join(''));
  });

  it('shows what the form says rather than what is read back', () => {
    const shown = { kind: 'content', content: { kind: 'text', text: 'b' } } as const;
    expect(resultOf(composed({ kind: 'text', text: 'a' }, { shown }), settings).shown).toBe(shown);
  });

  it('tells where a phone would not read the messages', () => {
    const broken: Content = {
      kind: 'pdu',
      tpDcs: 0xf5,
      udh: [{ kind: 'ports16', destination: 5505, source: 0 }],
      data: Uint8Array.of(2, 0x4a),
    };
    const { shown } = resultOf(composed(broken), settings);
    expect(shown).toMatchObject({ error: expect.any(FormatError) });
  });
});

describe('handsets', () => {
  it.each([
    ['Nokia 3310', 'Nokia', ''],
    ['Siemens C45', 'Siemens', ''],
  ])('%s is a %s', (name, make, why) => {
    expect(makeOfHandset(parseHandset(name)!)).toEqual({ make, why });
  });

  it('gives every handset a make, and words without holes', () => {
    for (const profile of handsets()) {
      const { make, why } = makeOfHandset(profile);
      if (why === '') expect(profile.gatewayMake).toBe(make);
      else {
        expect(profile.gatewayMake).toBeNull();
        const nokia = profile.sms?.nokiaRingtone === true || profile.sms?.pictureMessage === true;
        expect(make).toBe(nokia ? 'Nokia' : 'EMS');
      }
      expect(describeHandset(profile)).not.toMatch(/null|undefined|NaN/);
    }
  });

  it('says what a handset can do', () => {
    const words = describeHandset(parseHandset('nokia-6230')!);
    expect(words).toMatch(/^Nokia 6230: screen 128×128; takes ringtones, .*, MMS of \d+ kB$/);
    expect(describeHandset(parseHandset('EMS')!)).toContain('EMS');
  });
});
