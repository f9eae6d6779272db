/** What a message does to a phone: by hand from the clauses, of pushes, of SMPP, and laws over any message. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import {
  type EffectMessage,
  findPhoneEffects,
  findPushEffects,
  findSmppEffects,
  PHONE_EFFECTS,
  type PhoneEffect,
} from '../../src/message/index.js';
import { encodeMms } from '../../src/mms/index.js';
import { encodePush, encodeSi, encodeSl } from '../../src/push/index.js';
import { decodeSmppPdu, encodeSmppPdu, type SmppPdu } from '../../src/smpp/index.js';
import { decodeDeliver } from '../../src/sms/index.js';
import { deliver, octets, submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';

/** The ids of findings, each of which is explained in a sentence. */
const idsIn = (found: readonly PhoneEffect[]) => {
  for (const { explanation } of found) expect(explanation).toMatch(/^[A-Z].+\.$/);
  return found.map(({ effect }) => effect);
};
const idsOf = (message: EffectMessage) => idsIn(findPhoneEffects(message));
const port = (destination: number) => ({ kind: 'ports16', destination, source: 9200 }) as const;
const raw = (iei: number, data = '') => ({ kind: 'raw', iei, data: hex(data) }) as const;
const link = { kind: 'hyperlink', position: 0, titleLength: 4, urlLength: 10 } as const;
const hexOf = (octet: number) => toHex(Uint8Array.of(octet));
const HREF = 'http://wap.example/';

describe('a message', () => {
  // The two codings of Mozilla's tests of voicemail (public domain): discard, indication on and off, from +15125551234.
  it.each([
    ['C8', 'message-waiting'],
    ['C0', 'waiting-cleared'],
  ])('TP-DCS %s: %s', (dcs, effect) => {
    const read = decodeDeliver(hex(`040B915121551532F400${dcs}6211128103004002B118`));
    expect(findPhoneEffects(read)).toMatchObject([
      { effect, clause: '3GPP TS 23.038 4', field: 'TP-DCS', waiting: { kind: 'voicemail', stored: false } },
    ]);
  });

  // TS 23.038 section 4: C discards, D and E store; bit 3 is the indication, bits 1 and 0 are the kind.
  it.each([
    [0xc0, 'waiting-cleared', 'voicemail', false],
    [0xc8, 'message-waiting', 'voicemail', false],
    [0xc9, 'message-waiting', 'fax', false],
    [0xcf, 'message-waiting', 'other', false],
    [0xd2, 'waiting-cleared', 'email', true],
    [0xd8, 'message-waiting', 'voicemail', true],
    [0xe0, 'waiting-cleared', 'voicemail', true],
    [0xeb, 'message-waiting', 'other', true],
  ] as const)('TP-DCS %i: %s, %s, stored: %s', (tpDcs, effect, kind, stored) => {
    const found = findPhoneEffects({ tpDcs, text: 'x' });
    expect(idsIn(found)).toEqual([effect]);
    expect(found[0]?.waiting).toStrictEqual({ kind, stored });
  });

  it('says how many messages wait only where it is told', () => {
    const [found] = findPhoneEffects({ tpDcs: 0xd8, text: 'x' });
    expect(found?.explanation).toBe('The phone shows that voicemail messages wait, and stores the message, too.');
  });

  it.each([
    [{ tpRp: true }, 'reply-path', '3GPP TS 23.040 9.2.3.17', 'TP-RP'],
    [{ tpSri: true }, 'reports-delivery', '3GPP TS 23.040 9.2.3.4', 'TP-SRI'],
    [{ tpSrr: true }, 'reports-delivery', '3GPP TS 23.040 9.2.3.5', 'TP-SRR'],
    [{ tpPid: 0x40 }, 'silent', '3GPP TS 23.040 9.2.3.9', 'TP-PID'],
    [{ tpPid: 0x44 }, 'replaces', '3GPP TS 23.040 9.2.3.9', 'TP-PID'],
    [{ tpPid: 0x48 }, 'triggers-device', '3GPP TS 23.040 9.2.3.9', 'TP-PID'],
    [{ tpPid: 0x7c }, 'to-sim', '3GPP TS 23.040 9.2.3.9, TS 31.111 7.1.1', 'TP-PID'],
    [{ tpPid: 0x7d }, 'to-phone', '3GPP TS 23.040 9.2.3.9', 'TP-PID'],
    [{ tpPid: 0x7e }, 'unlocks', '3GPP TS 23.040 9.2.3.9, TS 22.022', 'TP-PID'],
    [{ tpDcs: 0x10 }, 'flash', '3GPP TS 23.038 4', 'TP-DCS'],
    [{ tpDcs: 0x40 }, 'deleted-when-read', '3GPP TS 23.038 4', 'TP-DCS'],
    [{ udh: [raw(0x70)] }, 'to-sim', '3GPP TS 23.040 9.2.3.24.7, TS 31.115', 'UDH'],
    [{ udh: [raw(0x22, '0B91447700090010F0')] }, 'replies-elsewhere', '3GPP TS 23.040 9.2.3.24', 'UDH'],
    [{ udh: [raw(0x23, '10 05 81 21 43 F5 02')] }, 'message-waiting', '3GPP TS 23.040 9.2.3.24.13', 'UDH'],
    [{ udh: [link], text: 'Shop' }, 'offers-link', '3GPP TS 23.040 9.2.3.24', 'UDH'],
    [{ text: '' }, 'empty', '3GPP TS 23.040 9.2.3.16', 'TP-UD'],
    [{ text: '\u0007' }, 'control-characters', '3GPP TS 23.038 6.2', 'TP-UD'],
    [{ text: 'a\u202eb' }, 'reorders-text', 'Unicode UAX #9', 'TP-UD'],
    [{ text: '//SCKL3E80 x' }, 'hidden-in-port', '3GPP TS 23.040 9.2.3.24.4', 'TP-UD'],
  ] as [EffectMessage, string, string, string][])('%j is %s of %s', (message, effect, clause, field) => {
    const found = findPhoneEffects(message);
    expect(idsIn(found)).toEqual([effect]);
    expect(found).toMatchObject([{ effect, clause, field }]);
    expect(found[0]?.element).toBe(field === 'UDH' ? 0 : undefined);
  });

  it('says where each finding is from', () => {
    expect(findPhoneEffects({ tpPid: 0x7f, tpDcs: 0xf6, data: hex('02700000'), tpRp: true, tpSri: true })).toEqual([
      expect.objectContaining({ effect: 'reply-path', clause: '3GPP TS 23.040 9.2.3.17', field: 'TP-RP' }),
      expect.objectContaining({ effect: 'reports-delivery', clause: '3GPP TS 23.040 9.2.3.4', field: 'TP-SRI' }),
      {
        effect: 'to-sim',
        clause: '3GPP TS 23.040 9.2.3.9, TS 31.111 7.1.1',
        field: 'TP-PID',
        explanation:
          'The phone hands the whole message to the SIM, shows nothing and alerts nobody; the SIM may answer. One without this service stores it.',
      },
    ]);
  });

  it('SIM data download is for class 2', () => {
    const [effect] = findPhoneEffects({ tpPid: 0x7f, tpDcs: 0 });
    expect(effect?.explanation).toBe('The phone hands it to the SIM only when it has class 2, which this one has not.');
  });

  it('is stored when any indication of waiting messages says so', () => {
    // TS 23.040 9.2.3.24.2: in a conflict with TP-DCS, the message is stored if either says so.
    const udh = [{ kind: 'specialMessage', indication: 0x80, count: 3 } as const];
    const found = findPhoneEffects({ tpDcs: 0xc8, udh, text: 'x' });
    expect(found.map(({ waiting }) => waiting)).toEqual([
      { kind: 'voicemail', stored: true },
      { kind: 'voicemail', count: 3, stored: true },
    ]);
    expect(found[1]).toMatchObject({ field: 'UDH', element: 0, clause: '3GPP TS 23.040 9.2.3.24.2' });
  });

  it.each([
    ['TP-DCS stores', { tpDcs: 0xd8 }, 0x00, true],
    ['TP-DCS discards', { tpDcs: 0xc8 }, 0x00, false],
    ['it stores itself', {}, 0x80, true],
    ['another indication stores', { udh: [{ kind: 'specialMessage', indication: 0x81, count: 1 }] }, 0x00, true],
    ['enhanced voice mail stores', { udh: [raw(0x23, '10 05 81 21 43 F5 02')] }, 0x00, true],
    ['enhanced voice mail does not store', { udh: [raw(0x23, '00 05 81 21 43 F5 02')] }, 0x00, false],
    // Bit 0 makes it a confirmation, whose other bits mean something else.
    ['enhanced voice mail confirms', { udh: [raw(0x23, '11 05 81 21 43 F5 02')] }, 0x00, false],
    ['an element of another kind has the same octets', { udh: [raw(0x22, '10 05 81 21 43 F5 02')] }, 0x00, false],
  ] as [string, EffectMessage, number, boolean][])('an indication of the header where %s', (_, message, indication, stored) => {
    const udh = [{ kind: 'specialMessage', indication, count: 2 } as const, ...(message.udh ?? [])];
    const [found] = findPhoneEffects({ ...message, udh, text: 'x' }).filter(({ element }) => element === 0);
    expect(found?.waiting).toStrictEqual({ kind: 'voicemail', count: 2, stored });
  });

  it('enhanced voice mail: the number of messages is after the address of the mailbox', () => {
    // Notification, stored, mailbox 12345, two messages; then a confirmation, which phones send.
    const element = (data: string) => [{ kind: 'raw', iei: 0x23, data: hex(data) } as const];
    const [found] = findPhoneEffects({ udh: element('10 05 81 21 43 F5 02 00'), text: 'x' });
    expect(found).toMatchObject({ effect: 'message-waiting', waiting: { kind: 'voicemail', count: 2, stored: true } });
    expect(found?.explanation).toBe('The phone shows that 2 voicemail messages wait, and stores the message, too.');
    expect(idsOf({ udh: element('00 05 81 21 43 F5 00 00'), text: 'x' })).toEqual(['waiting-cleared']);
    expect(idsOf({ udh: element('11 05 81 21 43 F5 02 00'), text: 'x' })).toEqual([]);
    expect(idsOf({ udh: element('10 05 81 21'), text: 'x' })).toEqual([]);
  });

  it.each([
    ['message-waiting', 0x00, 1, 'voicemail', 'that 1 voicemail message waits'],
    ['message-waiting', 0x81, 2, 'fax', 'that 2 faxes wait'],
    ['waiting-cleared', 0x82, 0, 'email', 'that e-mails wait'],
    ['message-waiting', 0x03, 1, 'other', 'that 1 other message waits'],
    // Extended type 1 of `other` (TS 23.040 9.2.3.24.2), in multiple subscriber profile 4.
    ['message-waiting', 0x67, 5, 'video', 'that 5 video messages wait'],
  ] as const)('%s: indication %i with the count %i is of %s', (effect, indication, count, kind, words) => {
    const [found, ...others] = findPhoneEffects({ udh: [{ kind: 'specialMessage', indication, count }], text: 'x' });
    const stored = indication >= 0x80;
    expect(found).toMatchObject({ effect, field: 'UDH', element: 0, waiting: { kind, count, stored } });
    expect(found?.explanation).toContain(words);
    expect(found?.explanation).toContain(stored ? 'stores the message' : 'throw the message away');
    expect(others).toEqual([]);
  });

  // TS 23.040 9.2.3.9, and 9.2.3.24 of elements.
  it.each([
    [{ tpPid: 0x3f }, []],
    [{ tpPid: 0x41 }, ['replaces']],
    [{ tpPid: 0x47 }, ['replaces']],
    [{ tpPid: 0x48 }, ['triggers-device']],
    [{ tpPid: 0x49 }, []],
    [{ tpPid: 0x5e }, []],
    [{ tpPid: 0x5f }, ['replaces', 'calls-back']],
    [{ tpPid: 0x7d }, ['to-phone']],
    [{ tpPid: 0x7e }, ['unlocks']],
    [{ udh: [raw(0x6f)] }, []],
    [{ udh: [raw(0x70)] }, ['to-sim']],
    [{ udh: [raw(0x7f)] }, ['to-sim']],
    [{ udh: [raw(0x22, '0B91447700090010F0')] }, ['replies-elsewhere']],
    // The octets of enhanced voice mail, in an element of a maker's own.
    [{ udh: [raw(0x80, '10 05 81 21 43 F5 02')] }, []],
    [{ udh: [{ kind: 'userPrompt', objects: 1 }] }, []],
    [{ tpDcs: 0x40 }, ['deleted-when-read']],
    [{ tpDcs: 0x7f }, ['deleted-when-read', 'to-terminal']],
    [{ tpDcs: 0x3f }, ['to-terminal']],
    [{ tpDcs: 0x0f }, []],
    [{ tpDcs: 0x80 }, []],
    [{ tpDcs: 0xbf }, []],
    [{ tpDcs: 0x52 }, ['deleted-when-read', 'stored-on-sim']],
    // SIM data download takes TP-PID 7C or 7F besides class 2.
    [{ tpPid: 0x00, tpDcs: 0x12 }, ['stored-on-sim']],
    [{ tpPid: 0x7b, tpDcs: 0xf6 }, ['stored-on-sim']],
    [{ tpPid: 0x7c, tpDcs: 0xf5 }, ['to-sim', 'stored-on-phone']],
    [{ tpDcs: 0xf1 }, ['stored-on-phone']],
    [{ tpDcs: 0xf3 }, ['to-terminal']],
    [{ tpSrr: true }, ['reports-delivery']],
  ] as [EffectMessage, string[]][])('%j does: %j', (message, expected) => {
    expect(idsOf({ ...message, data: hex('01') })).toEqual(expected);
  });

  it('enhanced voice mail that is cut says nothing, and is stored where its bit says so', () => {
    const element = (data: string) => [{ kind: 'raw', iei: 0x23, data: hex(data) } as const];
    for (const cut of ['', '10', '10 05 81 21 43 F5']) expect(idsOf({ udh: element(cut), text: 'x' })).toEqual([]);
    const [found] = findPhoneEffects({ udh: element('00 05 81 21 43 F5 01'), text: 'x' });
    expect(found).toMatchObject({
      clause: '3GPP TS 23.040 9.2.3.24.13',
      waiting: { kind: 'voicemail', count: 1, stored: false },
    });
  });

  it.each([
    [{ udh: [link], text: 'Shop' }, ['offers-link']],
    [{ text: '' }, ['empty']],
    [{ text: '', tpPid: 0x40 }, ['silent']],
    // Neither shown nor stored, whatever its class.
    [{ text: 'a\u0007', tpPid: 0x40, tpDcs: 0x10 }, ['silent']],
    [{ text: 'a', tpPid: 0x40, tpDcs: 0x12 }, ['silent']],
    [{ data: new Uint8Array(1), tpPid: 0x7c, tpDcs: 0x16 }, ['to-sim']],
    [{ text: 'a', tpPid: 0x7f, tpDcs: 0x10 }, ['to-sim', 'flash']],
    [{ text: '', tpDcs: 0xc8 }, ['message-waiting']],
    [{ text: '', tpDcs: 0x00 }, ['empty']],
    [{ text: '', tpDcs: 0x00, udh: [{ kind: 'concat8', reference: 1, total: 2, sequence: 2 }] }, ['empty']],
    [{ text: '', tpDcs: 0x00, udh: [{ kind: 'singleShift', language: 1 }] }, ['empty']],
    // The phone has something to show or to play.
    [{ text: '', tpDcs: 0x00, udh: [{ kind: 'predefinedSound', position: 0, sound: 1 }] }, []],
    [{ text: 'a\u0007b' }, ['control-characters']],
    [{ text: 'a\tb\r\nc' }, []],
    [{ text: 'file\u202Efdp.exe' }, ['reorders-text']],
    [{ text: 'a\u001bb\u2066c' }, ['control-characters', 'reorders-text']],
    [{ text: '//SCKL23F4 BEGIN:VCARD' }, ['offers-card']],
    [{ text: '//SCKL', tpDcs: 0 }, []],
    [{}, []],
  ] as [EffectMessage, string[]][])('%j: %j', (message, expected) => {
    expect(idsOf(message)).toEqual(expected);
  });
});

describe('a text', () => {
  it.each([0x00, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x80, 0x9f])('with the control character %i names it', (code) => {
    const found = findPhoneEffects({ text: `a${String.fromCharCode(code)}b` });
    expect(idsIn(found)).toEqual(['control-characters']);
    expect(found[0]?.explanation).toMatch(new RegExp(`U\\+00${hexOf(code)}\\b`));
  });

  it.each([0x202a, 0x202e, 0x2066, 0x2069])('with the direction %i is not shown as written', (code) => {
    expect(idsOf({ text: `a${String.fromCharCode(code)}b` })).toEqual(['reorders-text']);
  });

  it('with what is next to these characters has no effect', () => {
    const text = String.fromCharCode(0x09, 0x0a, 0x0d, 0x20, 0x7e, 0xa0, 0x2029, 0x202f, 0x2065, 0x206a);
    expect(idsOf({ text })).toEqual([]);
  });
});

describe('ports', () => {
  const NOKIA = 'Nokia Smart Messaging 3.0';
  it.each([
    [5503, 'asks-for-settings', NOKIA],
    [5504, 'hidden-in-port', '3GPP TS 23.040 9.2.3.24.4'],
    [5505, 'offers-ringtone', NOKIA],
    [5506, 'changes-logo', NOKIA],
    [5507, 'changes-logo', NOKIA],
    [5514, 'offers-picture', NOKIA],
    [226, 'offers-card', 'WAP-259'],
    [9204, 'offers-card', 'WAP-259'],
    [228, 'offers-calendar', 'WAP-259'],
    [9205, 'offers-calendar', 'WAP-259'],
    [7275, 'asks-for-position', 'OMA ULP 2.0'],
    [49996, 'starts-management', 'OMA DM 1.2'],
    [49999, 'asks-for-settings', 'OTA Settings 7.0'],
    [2948, 'hidden-in-port', '3GPP TS 23.040 9.2.3.24.4'],
    [2949, 'hidden-in-port', '3GPP TS 23.040 9.2.3.24.4'],
    [16000, 'hidden-in-port', '3GPP TS 23.040 9.2.3.24.4'],
  ])('%i: %s of %s', (destination, effect, clause) => {
    const part = { kind: 'concat8', reference: 1, total: 2, sequence: 1 } as const;
    const found = findPhoneEffects({ udh: [port(destination), part], data: hex('01') });
    expect(idsIn(found)).toEqual([effect]);
    expect(found).toMatchObject([{ effect, clause, field: 'UDH', element: 0 }]);
  });

  it('of one octet have a clause of their own', () => {
    const [found] = findPhoneEffects({ udh: [{ kind: 'ports8', destination: 240, source: 0 }], data: hex('01') });
    expect(found).toMatchObject({ effect: 'hidden-in-port', clause: '3GPP TS 23.040 9.2.3.24.3' });
  });

  it('of several the last one counts', () => {
    expect(findPhoneEffects({ udh: [port(5505), port(5506)], data: hex('01') })).toMatchObject([
      { effect: 'changes-logo', element: 1 },
    ]);
  });
});

describe('pushed settings', () => {
  it('to the port of settings are settings, whatever they are written in', () => {
    const [found] = findPhoneEffects({ udh: [port(49999)], data: hex('01') });
    expect(found).toMatchObject({ effect: 'asks-for-settings', clause: 'OTA Settings 7.0', element: 0 });
    const text = findPhoneEffects({ udh: [port(49999)], text: 'x' });
    expect(text).toMatchObject([{ effect: 'asks-for-settings' }]);
  });

  it.each([
    // WAP-259: 2949 is that of pushes over WTLS.
    [2949, 'an encrypted push'],
    [2948, 'a push or a part of one'],
    [16000, 'to port 16000'],
  ])('a message to port %i is %s', (destination, words) => {
    const [found] = findPhoneEffects({ udh: [port(destination)], data: hex('01') });
    expect(found?.explanation).toContain(words);
  });

  it('datagrams as text go to the port that they begin with', () => {
    // 3E80 hex is 16000.
    expect(findPhoneEffects({ text: '//SCKL3E80 x' })).toMatchObject([{ effect: 'hidden-in-port', field: 'TP-UD' }]);
    expect(findPhoneEffects({ text: '//SCKL1581 x' })).toMatchObject([{ effect: 'offers-ringtone', field: 'TP-UD' }]);
  });
});

describe('pushes', () => {
  const push = (contentType: string, body: Uint8Array) => encodePush({ contentType, body });
  const notification = encodeMms({
    type: 'M-Notification.ind',
    transactionId: 'T1',
    mmsVersion: '1.2',
    messageClass: 'personal',
    messageSize: 100,
    expiry: { kind: 'relative', seconds: 3600 },
    contentLocation: HREF,
  } as Parameters<typeof encodeMms>[0]);

  it.each([
    ['opens-page', 'WAP-167', push('application/vnd.wap.sic', encodeSi({ href: HREF, text: 'Hello' }))],
    ['replaces', 'WAP-167', push('application/vnd.wap.sic', encodeSi({ id: 'a', action: 'delete', text: 'x' }))],
    ['opens-page', 'WAP-167', push('text/vnd.wap.si', hex('3C'))],
    ['opens-page-unasked', 'WAP-168', push('application/vnd.wap.slc', encodeSl({ href: HREF }))],
    ['opens-page-unasked', 'WAP-168', push('application/vnd.wap.slc', encodeSl({ href: HREF, action: 'cache' }))],
    ['clears-cache', 'WAP-175', push('application/vnd.wap.coc', hex('01076A00'))],
    ['fetches-message', 'OMA MMS Encapsulation 6.2', push('application/vnd.wap.mms-message', notification)],
    ['asks-for-settings', 'OMA Client Provisioning 1.1', push('application/vnd.wap.connectivity-wbxml', hex('030B6A00'))],
    ['asks-for-settings', 'OTA Settings 7.0', push('application/x-wap-prov.browser-settings', hex('01016A00'))],
    ['starts-management', 'OMA DM 1.2', push('application/vnd.syncml.notification', hex('00'))],
    ['grants-rights', 'OMA DRM 1.0', push('application/vnd.oma.drm.rights+wbxml', hex('030E6A00'))],
    ['asks-for-position', 'OMA ULP 2.0', push('application/vnd.omaloc-supl-init', hex('00'))],
    ['fetches-message', 'OMA EMN 1.0', push('application/vnd.wap.emn+wbxml', hex('030D6A00'))],
  ])('%s of %s', (effect, clause, octets) => {
    expect(findPushEffects(octets)).toMatchObject([{ effect, clause, field: 'TP-UD' }]);
    expect(idsOf({ udh: [port(2948)], tpDcs: 4, data: octets })).toEqual([effect]);
    // The first part of several has the content type, the others have not.
    const part = (sequence: number) => ({ kind: 'concat8', reference: 1, total: 2, sequence }) as const;
    expect(idsOf({ udh: [port(2948), part(1)], data: octets })).toEqual([effect]);
    expect(idsOf({ udh: [port(2948), part(2)], data: octets })).toEqual(['hidden-in-port']);
  });

  it('a delivery report of a multimedia message, and what nothing acts on, are hidden', () => {
    const report = push('application/vnd.wap.mms-message', hex('8C868D92'));
    expect(findPushEffects(report)).toEqual([]);
    expect(idsOf({ udh: [port(2948)], data: push('text/plain', hex('41')) })).toEqual(['hidden-in-port']);
    // The octet of a notification, of another header than X-Mms-Message-Type.
    expect(findPushEffects(push('application/vnd.wap.mms-message', hex('8D82')))).toEqual([]);
    // A content type that has a number only, which is not registered.
    expect(findPushEffects(hex('01 06 01 FF 41'))).toEqual([]);
    expect(findPushEffects(hex('01 05 01 AE 41'))).toEqual([]);
  });

  it.each([
    [9200, 'opens-page'],
    [49999, 'opens-page'],
    // Other ports have applications that know nothing of pushes.
    [16000, 'hidden-in-port'],
    [2949, 'hidden-in-port'],
  ])('to port %i: %s', (destination, effect) => {
    const data = push('application/vnd.wap.sic', encodeSi({ href: HREF, text: 'Hello' }));
    expect(idsOf({ udh: [port(destination)], data })).toEqual([effect]);
  });

  it.each([
    ['Application/VND.Wap.Sic', 'opens-page'],
    ['Application/VND.OMALOC-SUPL-Init', 'asks-for-position'],
  ])('the content type %s may have capitals: %s', (contentType, effect) => {
    const text = `${toHex(Uint8Array.from(contentType, (character) => character.charCodeAt(0)))}00`;
    expect(idsIn(findPushEffects(hex(`01 06 ${hexOf(text.length / 2)} ${text} 00`)))).toEqual([effect]);
  });

  it('the content type decides, not the document', () => {
    const deletion = encodeSi({ id: 'a', action: 'delete', text: 'x' });
    const toCache = encodeSl({ href: HREF, action: 'cache' });
    expect(idsIn(findPushEffects(push('application/vnd.wap.coc', deletion)))).toEqual(['clears-cache']);
    expect(idsIn(findPushEffects(push('application/vnd.wap.slc', deletion)))).toEqual(['opens-page-unasked']);
    const [found] = findPushEffects(push('application/vnd.wap.coc', toCache));
    expect(found?.explanation).not.toContain('loads');
  });

  it.each([
    ['cache', 'into its cache'],
    ['execute-low', 'shows what is there'],
    ['execute-high', 'shows what is there'],
    [undefined, 'shows what is there'],
  ] as const)('a service loading with the action %s: %s', (action, words) => {
    const body = encodeSl({ href: HREF, action });
    const found = [body, Uint8Array.of(...body, 0)].map(
      (octets) => findPushEffects(push('application/vnd.wap.slc', octets))[0],
    );
    for (const each of found) expect(each?.explanation).toContain(words);
  });

  it('is read leniently: a zero between headers, an octet after the document', () => {
    const deletion = Uint8Array.of(...encodeSi({ id: 'a', action: 'delete', text: 'x' }), 0);
    expect(idsIn(findPushEffects(push('application/vnd.wap.sic', deletion)))).toEqual(['replaces']);
    // X-Wap-Application-Id 2 after the zero.
    expect(idsIn(findPushEffects(hex(`01 06 04 AE 00 AF 82 ${toHex(deletion)}`)))).toEqual(['replaces']);
  });

  it('a document that is cut does what its content type says', () => {
    for (const [type, body, effect] of [
      ['application/vnd.wap.sic', encodeSi({ id: 'a', action: 'delete', text: 'x' }), 'opens-page'],
      ['application/vnd.wap.slc', encodeSl({ href: HREF, action: 'cache' }), 'opens-page-unasked'],
    ] as const) {
      expect(idsIn(findPushEffects(push(type, body.subarray(0, 5))))).toEqual([effect]);
    }
  });
});

describe('SMPP', () => {
  const effectsOf = (pdu: Partial<SmppPdu> & Pick<SmppPdu, 'command'>) =>
    findSmppEffects(decodeSmppPdu(encodeSmppPdu({ status: 0, sequence: 1, parameters: [], ...pdu } as never)));
  /** The ids for fields of a submit_sm. */
  const idsFor = (fields: Record<string, unknown>, parameters: unknown = []) =>
    idsIn(
      effectsOf({
        command: 'submit_sm',
        fields: { short_message: hex('48'), ...fields } as never,
        parameters: parameters as never,
      }),
    );

  it('has its own names of fields', () => {
    const fields = { esm_class: 0x80, protocol_id: 0x41, data_coding: 0xf0, registered_delivery: 1, short_message: hex('48') };
    expect(effectsOf({ command: 'submit_sm', fields }).map(({ effect, field }) => [effect, field])).toEqual([
      ['reply-path', 'esm_class'],
      ['reports-delivery', 'registered_delivery'],
      ['replaces', 'protocol_id'],
      ['flash', 'data_coding'],
    ]);
  });

  it.each([
    [0, []],
    [1, ['reports-delivery']],
    // Of failure alone.
    [2, []],
  ])('registered_delivery %i: %j', (registered_delivery, expected) => {
    const found = effectsOf({ command: 'submit_sm', fields: { registered_delivery, short_message: hex('48') } });
    expect(found.map(({ effect }) => effect)).toEqual(expected);
  });

  it.each([
    [0x08, []],
    [0x0f, []],
    // From 10 hex on it is a TP-DCS.
    [0x10, ['flash']],
    [0x12, ['stored-on-sim']],
    [0x40, ['deleted-when-read']],
    [0xf1, ['stored-on-phone']],
  ])('data_coding %i: %j', (data_coding, expected) => {
    expect(idsFor({ data_coding, short_message: hex('0048') })).toEqual(expected);
  });

  // SMPP 3.4 5.2.19: 1 is IA5, 3 ISO-8859-1, 8 UCS-2; 2 and 4 are octets.
  it.each([
    [1, '07', ['control-characters']],
    [3, '0061 07', ['control-characters']],
    [8, '0007', ['control-characters']],
    [8, '202E', ['reorders-text']],
    [2, '07', []],
    [4, '07', []],
    [8, '0061', []],
  ])('text of data_coding %i is read: %s', (data_coding, octets, expected) => {
    const [found] = effectsOf({ command: 'submit_sm', fields: { data_coding, short_message: hex(octets) } });
    expect(idsFor({ data_coding, short_message: hex(octets) })).toEqual(expected);
    expect(found?.field).toBe(expected.length === 0 ? undefined : 'short_message');
  });

  it('text and octets begin after the header', () => {
    // The header has zeros, which are control characters of a text.
    expect(idsFor({ esm_class: 0x40, data_coding: 3, short_message: hex('050003010201 61') })).toEqual([]);
    const push = toHex(encodePush({ contentType: 'application/vnd.wap.slc', body: encodeSl({ href: HREF }) }));
    const short_message = hex(`0605040B8423F0${push}`);
    expect(effectsOf({ command: 'submit_sm', fields: { esm_class: 0x40, data_coding: 4, short_message } })).toMatchObject([
      { effect: 'opens-page-unasked', field: 'short_message' },
    ]);
  });

  it('an empty text is that of message_payload, where short_message is empty', () => {
    const parameters = [{ name: 'message_payload', value: hex('') }] as never;
    const found = effectsOf({ command: 'submit_sm', fields: { short_message: hex('') }, parameters });
    expect(found).toMatchObject([{ effect: 'empty', field: 'message_payload' }]);
    const payload = [{ name: 'message_payload', value: hex('07') }];
    expect(idsFor({ data_coding: 3, short_message: hex('') }, payload)).toEqual(['control-characters']);
    expect(idsFor({ data_coding: 3, short_message: hex('61') }, payload)).toEqual([]);
  });

  it('ports are in the header or in parameters', () => {
    const header = { esm_class: 0x40, data_coding: 4, short_message: hex('0605041582000001') };
    expect(effectsOf({ command: 'submit_sm', fields: header })).toMatchObject([
      { effect: 'changes-logo', field: 'UDH', element: 0 },
    ]);
    const parameters = [
      { name: 'destination_port', value: 5505 },
      { name: 'message_payload', value: hex('01') },
    ];
    const [found] = effectsOf({ command: 'data_sm', fields: { data_coding: 4 }, parameters: parameters as never });
    expect(found).toMatchObject({ effect: 'offers-ringtone', field: 'destination_port' });
    expect(found?.element).toBeUndefined();
  });

  it.each([
    ['dest_addr_subunit', 1, 'flash', 1],
    ['dest_addr_subunit', 2, 'stored-on-phone', 1],
    ['dest_addr_subunit', 3, 'to-sim', 1],
    ['dest_addr_subunit', 4, 'to-terminal', 1],
    ['ms_msg_wait_facilities', 0x80, 'message-waiting', 13],
    ['ms_msg_wait_facilities', 0x7f, 'waiting-cleared', 13],
    ['number_of_messages', 1, 'message-waiting', 39],
    ['number_of_messages', 0, 'waiting-cleared', 39],
    ['display_time', 0, 'flash', 26],
    ['ms_validity', { behaviour: 3 }, 'flash', 27],
    ['callback_num', { digit_mode: 1, ton: 1, npi: 1, digits: '447700900001' }, 'calls-back', 36],
    ['sms_signal', 1, 'alerts', 40],
    ['alert_on_message_delivery', {}, 'alerts', 41],
  ])('%s %j: %s of section 5.3.2.%i', (name, value, effect, section) => {
    const fields = { short_message: hex('48') };
    const found = effectsOf({ command: 'submit_sm', fields, parameters: [{ name, value }] as never });
    expect(idsIn(found)).toEqual([effect]);
    expect(found).toMatchObject([{ effect, clause: `SMPP 3.4 5.3.2.${section}`, field: name }]);
    expect('waiting' in (found[0] as PhoneEffect)).toBe(effect.includes('waiting'));
  });

  it.each([
    ['ms_msg_wait_facilities', 0x80, { kind: 'voicemail', stored: true }],
    ['ms_msg_wait_facilities', 0x83, { kind: 'other', stored: true }],
    ['ms_msg_wait_facilities', 0x02, { kind: 'email', stored: true }],
    ['number_of_messages', 4, { kind: 'voicemail', count: 4, stored: true }],
    ['number_of_messages', 0, { kind: 'voicemail', count: 0, stored: true }],
  ])('%s %i tells which messages wait', (name, value, waiting) => {
    const [found] = effectsOf({
      command: 'submit_sm',
      fields: { short_message: hex('48') },
      parameters: [{ name, value }] as never,
    });
    expect(found?.waiting).toStrictEqual(waiting);
  });

  it('an indication of waiting messages has the count of another parameter', () => {
    const found = effectsOf({
      command: 'submit_sm',
      fields: { short_message: hex('48') },
      parameters: [
        { name: 'ms_msg_wait_facilities', value: 0x81 },
        { name: 'number_of_messages', value: 3 },
      ] as never,
    });
    expect(found).toMatchObject([
      { effect: 'message-waiting', clause: 'SMPP 3.4 5.3.2.13', waiting: { kind: 'fax', count: 3, stored: true } },
    ]);
  });

  it.each([
    // The behaviour is the first octet of ms_validity (SMPP 5.0 4.8.4.41), and 3 is: display only.
    ['ms_validity', hex('03'), ['flash']],
    ['ms_validity', hex('030001'), ['flash']],
    ['ms_validity', hex('00'), []],
    ['ms_validity', hex(''), []],
    ['ms_validity', 3, []],
    ['ms_validity', null, []],
    ['ms_validity', { behaviour: 2 }, []],
    ['dest_addr_subunit', 0, []],
    ['dest_addr_subunit', 9, []],
    ['display_time', 1, []],
  ])('%s %o, read leniently: %j', (name, value, expected) => {
    const tags: Record<string, number> = { ms_validity: 0x1204, dest_addr_subunit: 0x0005, display_time: 0x1201 };
    const parameters = [{ tag: tags[name], name, value }];
    const found = findSmppEffects({ command: 'submit_sm', fields: { short_message: hex('48') }, parameters } as never);
    expect(found.map(({ effect }) => effect)).toEqual(expected);
  });

  it('parts that parameters number say what their own octets say', () => {
    const part = (sequence: number) =>
      effectsOf({
        command: 'submit_sm',
        fields: {
          data_coding: 4,
          short_message: encodePush({ contentType: 'application/vnd.wap.slc', body: encodeSl({ href: HREF }) }),
        },
        parameters: [
          { name: 'destination_port', value: 2948 },
          { name: 'sar_msg_ref_num', value: 7 },
          { name: 'sar_total_segments', value: 2 },
          { name: 'sar_segment_seqnum', value: sequence },
        ] as never,
      }).map(({ effect, field }) => [effect, field]);
    expect(part(1)).toEqual([['opens-page-unasked', 'short_message']]);
    expect(part(2)).toEqual([['hidden-in-port', 'destination_port']]);
  });

  it('a push in message_payload is found there', () => {
    const body = encodeSl({ href: HREF });
    const value = encodePush({ contentType: 'application/vnd.wap.slc', body });
    const parameters = [
      { name: 'destination_port', value: 2948 },
      { name: 'message_payload', value },
    ] as never;
    const found = effectsOf({ command: 'data_sm', fields: { data_coding: 4 }, parameters });
    expect(found).toMatchObject([{ effect: 'opens-page-unasked', field: 'message_payload' }]);
  });

  it('a message without a header where one is announced is read without it, one without fields has none', () => {
    const fields = { esm_class: 0x40, data_coding: 0xf0, short_message: hex('0605') };
    expect(effectsOf({ command: 'submit_sm', fields }).map(({ effect }) => effect)).toEqual(['flash']);
    expect(findSmppEffects({ command: 'data_sm', parameters: [] })).toEqual([]);
    // Numbers written as text are not numbers.
    const texts = { data_coding: '240', protocol_id: '64', registered_delivery: '1', esm_class: '128' };
    expect(findSmppEffects({ command: 'submit_sm', fields: texts, parameters: [] } as never)).toEqual([]);
  });

  // SMPP 3.4 5.2.12: bits 5 to 2 are the type of the message, in a deliver_sm.
  it.each([
    ['deliver_sm', 0x00, ['flash']],
    ['deliver_sm', 0x03, ['flash']],
    ['deliver_sm', 0x04, []],
    ['deliver_sm', 0x08, []],
    ['deliver_sm', 0x10, []],
    ['deliver_sm', 0x18, []],
    ['deliver_sm', 0x20, []],
    ['deliver_sm', 0x80, ['reply-path', 'flash']],
    ['submit_sm', 0x08, ['flash']],
    ['submit_sm', 0x80, ['reply-path', 'flash']],
    ['data_sm', 0x00, ['flash']],
    ['submit_multi', 0x00, ['flash']],
  ])('%s with esm_class %i: %j', (command, esm_class, expected) => {
    const fields = { esm_class, data_coding: 0xf0, short_message: hex('48') };
    expect(idsIn(findSmppEffects({ command, fields, parameters: [] } as never))).toEqual(expected);
  });

  it('a PDU without a message does nothing', () => {
    expect(effectsOf({ command: 'enquire_link' })).toEqual([]);
    const fields = { data_coding: 0xf0, short_message: hex('48') };
    expect(findSmppEffects({ command: 'submit_sm_resp', fields, parameters: [] } as never)).toEqual([]);
  });
});

describe('any message', () => {
  it('has findings of the table, whose element is one of its header', () => {
    fc.assert(
      fc.property(fc.oneof(deliver, submit), (message) => {
        for (const { effect, clause, element, explanation } of findPhoneEffects(message)) {
          expect(PHONE_EFFECTS).toHaveProperty([effect]);
          expect(clause).not.toBe('');
          expect(explanation).toMatch(/^[A-Z].*\.$/);
          if (element !== undefined) expect(message.udh[element]).toBeDefined();
        }
      }),
    );
  });

  it('with any octets to a port of pushes is read without an error', () => {
    fc.assert(
      fc.property(octets(140), (data) => {
        expect(findPhoneEffects({ udh: [port(2948)], data }).length).toBe(1);
      }),
    );
  });
});
