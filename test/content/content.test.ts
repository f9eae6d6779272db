/** The table of kinds, and contents to requests and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows } from '../../src/bitmap/index.js';
import { findKind, KINDS } from '../../src/content/kinds.js';
import type { AnyKind, SendContent } from '../../src/content/model.js';
import { contentOf, requestOf } from '../../src/content/request.js';
import { DecodeError, FormatError } from '../../src/errors.js';
import type { Content } from '../../src/message/index.js';
import { checkProfile } from '../../src/profile/index.js';
import { needsMake } from '../../src/protocol/content-fields.js';
import type { GatewayRequest, SendMultimediaRequest } from '../../src/protocol/model.js';
import { formatRequest, parametersOf, parseRequest } from '../../src/protocol/request.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { parseVCalendar, parseVCard } from '../../src/vobject/index.js';
import { multimediaContent } from '../support/gateway-requests.js';

const OPTIONS = { to: '447700900123', make: 'Nokia' };
const LOGO = bitmapFromRows(Array.from({ length: 14 }, () => '#'.repeat(72)));
const PICTURE = bitmapFromRows(Array.from({ length: 28 }, () => '#.'.repeat(36)));

/** A content of each kind that a request carries, decoded. */
const CONTENTS: { readonly [K in SendContent['kind']]: Extract<SendContent, { kind: K }> } = {
  text: { kind: 'text', text: 'Hëllo €' },
  flash: { kind: 'flash', text: 'Now' },
  ringtone: { kind: 'ringtone', tune: parseRtttl('Fifth:d=4,o=5,b=63:8P,8G,8G,8G,2D#') },
  operatorLogo: { kind: 'operatorLogo', mcc: '234', mnc: '15', bitmap: LOGO },
  groupGraphic: { kind: 'groupGraphic', bitmap: LOGO },
  pictureMessage: { kind: 'pictureMessage', bitmap: PICTURE },
  vcard: { kind: 'vcard', card: parseVCard('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nEND:VCARD\r\n') },
  vcalendar: {
    kind: 'vcalendar',
    calendar: parseVCalendar(
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260304T050607Z\r\nDTEND:20260304T060607Z\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ),
  },
  serviceIndication: { kind: 'serviceIndication', si: { href: 'http://wap.example.com/', id: 'a1', text: 'News' } },
  wapPush: { kind: 'wapPush', file: { name: 'a.mid', data: Uint8Array.of(0x4d, 0x54), contentType: 'audio/midi' } },
  mms: { kind: 'mms', message: { libraryNumber: 80_001 } },
  pdu: {
    kind: 'pdu',
    tpDcs: 0xf5,
    tpPid: 0,
    udh: [{ kind: 'ports16', destination: 16_000, source: 0 }],
    data: Uint8Array.of(1),
  },
};

const signed = (content: SendContent) => ({ ...requestOf(content, OPTIONS), username: 'A.1', pin: '1' }) as GatewayRequest;

describe('the table', () => {
  it('has a row for each kind under its own name, and no name of a command twice', () => {
    for (const [kind, row] of Object.entries(KINDS)) expect(row.kind).toBe(kind);
    const commands = Object.values(KINDS).flatMap((row) => row.commands);
    expect(new Set(commands).size).toBe(commands.length);
    for (const command of commands) expect(KINDS[findKind(command) as AnyKind].commands).toContain(command);
    expect(findKind('constructor')).toBeUndefined();
  });

  it.each(Object.keys(CONTENTS) as SendContent['kind'][])('%s: its parameter is one of the request', (kind) => {
    const names = parametersOf(signed(CONTENTS[kind])).map(([name]) => name);
    // An item of the library has a parameter of its own.
    expect(names).toContain(kind === 'mms' ? 'MMSFileMMS' : KINDS[kind].parameter);
  });

  it.each(Object.keys(CONTENTS) as SendContent['kind'][])('%s: needs a make where the interface asks for one', (kind) => {
    const make = () => formatRequest({ ...signed(CONTENTS[kind]), phoneMake: undefined } as GatewayRequest);
    if (needsMake(kind)) expect(make).toThrow('PhoneMake');
    else expect(make).not.toThrow();
  });

  it('says what a profile says of a kind', () => {
    const profile = checkProfile({ id: 'x', make: 'Siemens', model: 'x', sms: { operatorLogo: false, siemensOta: true } });
    expect(KINDS.operatorLogo.isTaken?.(profile)).toBe(true);
    expect(KINDS.groupGraphic.isTaken?.(profile)).toBeUndefined();
    const plain = checkProfile({
      id: 'x',
      make: 'Siemens',
      model: 'x',
      sms: { operatorLogo: false },
      push: { supported: false },
    });
    expect(KINDS.operatorLogo.isTaken?.(plain)).toBe(false);
    expect(KINDS.serviceLoading.isTaken?.(plain)).toBe(false);
    expect(KINDS.mms.isTaken?.(plain)).toBeUndefined();
  });
});

describe('requests and contents', () => {
  it.each(Object.keys(CONTENTS) as SendContent['kind'][])('%s: what the request carries is the content', (kind) => {
    const content = CONTENTS[kind];
    const request = requestOf(content, { ...OPTIONS, ...(kind === 'wapPush' && { contentType: 'audio/midi' }) });
    expect(contentOf(request)).toEqual(content);
  });

  it('reads whatever a form carries, but for what only the gateway can refuse', () => {
    fc.assert(
      fc.property(multimediaContent, (content) => {
        const request = {
          operation: 'sendMultimedia',
          username: 'A.1',
          pin: '1',
          sendTo: ['447700900123'],
          phoneMake: 'Nokia',
          content,
        } as const;
        const { path, body } = formatRequest(request);
        const read = parseRequest(path, body) as SendMultimediaRequest;
        try {
          expect(contentOf(read, { lenient: true }).kind).toBe(content.kind);
        } catch (error) {
          // A text that begins as a card does, user data of the 7-bit alphabet in hex.
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
    );
  });

  it.each([
    { kind: 'serviceLoading', sl: { href: 'http://a.example/' } },
    { kind: 'mmsNotification', notification: {} as never },
  ] as Content[])('$kind: the interface has no request for it', (content) => {
    expect(() => requestOf(content, OPTIONS)).toThrow(`kind: the interface has no request for a ${KINDS[content.kind].name}`);
  });

  it('the destination of a whole SMS-SUBMIT counts where no recipient is named', () => {
    const pdu = { kind: 'pdu', tpDa: '447700900999', tpDcs: 0, text: 'hi' } as const;
    expect(requestOf(pdu, {}).sendTo).toEqual(['447700900999']);
    expect(requestOf(pdu, { to: '447700900123' }).sendTo).toEqual(['447700900123']);
    const named = { ...pdu, tpDa: { ton: 5, npi: 0, text: 'Foo' } } as const;
    expect(requestOf(named, { to: '447700900123' }).sendTo).toEqual(['447700900123']);
    expect(() => requestOf(named, {})).toThrow(/^SendTo: /);
  });

  it('refuses what is not a content', () => {
    expect(() => requestOf(undefined as never, OPTIONS)).toThrow(TypeError);
    expect(() => requestOf(CONTENTS.text, undefined as never)).toThrow(TypeError);
    expect(() => requestOf({ kind: 'toString' } as never, OPTIONS)).toThrow(/kind: is "toString", allowed: text, /);
    for (const kind of ['toString', 'serviceLoading']) {
      expect(() => contentOf({ operation: 'sendMultimedia', content: { kind } } as never)).toThrow(DecodeError);
    }
  });
});
