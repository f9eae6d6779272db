/** What a message does to a phone: by hand from the clauses, of pushes, of SMPP, and laws over any message. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EffectMessage,
  findPhoneEffects,
  findPushEffects,
  findSmppEffects,
  PHONE_EFFECTS,
} from '../../src/message/index.js';
import { encodeMms } from '../../src/mms/index.js';
import { encodePush, encodeSi, encodeSl } from '../../src/push/index.js';
import { decodeSmppPdu, encodeSmppPdu, type SmppPdu } from '../../src/smpp/index.js';
import { decodeDeliver } from '../../src/sms/index.js';
import { deliver, octets, submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';

const idsOf = (message: EffectMessage) => findPhoneEffects(message).map(({ effect }) => effect);
const port = (destination: number) => ({ kind: 'ports16', destination, source: 9200 }) as const;
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
    [{ tpPid: 0x5f }, ['replaces', 'calls-back']],
    [{ tpPid: 0x7d }, ['to-phone']],
    [{ tpPid: 0x7e }, ['unlocks']],
    [{ udh: [{ kind: 'raw', iei: 0x70, data: hex('') }] }, ['to-sim']],
    [{ udh: [{ kind: 'raw', iei: 0x7f, data: hex('') }] }, ['to-sim']],
    [{ udh: [{ kind: 'raw', iei: 0x22, data: hex('0B91447700090010F0') }] }, ['replies-elsewhere']],
    [{ udh: [{ kind: 'raw', iei: 0x80, data: hex('') }] }, []],
    [{ udh: [{ kind: 'userPrompt', objects: 1 }] }, []],
    [{ tpDcs: 0x40 }, ['deleted-when-read']],
    [{ tpDcs: 0x52 }, ['deleted-when-read', 'stored-on-sim']],
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
    [{ udh: [{ kind: 'hyperlink', position: 0, titleLength: 4, urlLength: 10 }], text: 'Shop' }, ['offers-link']],
    [{ text: '' }, ['empty']],
    [{ text: '', tpPid: 0x40 }, ['silent']],
    // Neither shown nor stored, whatever its class.
    [{ text: 'a\u0007', tpPid: 0x40, tpDcs: 0x10 }, ['silent']],
    [{ text: 'a', tpPid: 0x40, tpDcs: 0x12 }, ['silent']],
    [{ data: new Uint8Array(1), tpPid: 0x7c, tpDcs: 0x16 }, ['to-sim']],
    [{ text: 'a', tpPid: 0x7f, tpDcs: 0x10 }, ['to-sim', 'flash']],
    [{ text: '', tpDcs: 0xc8 }, ['message-waiting']],
    [{ text: 'a\u0007b' }, ['control-characters']],
    [{ text: 'a\tb\r\nc' }, []],
    [{ text: 'file\u202Efdp.exe' }, ['reorders-text']],
    [{ text: '//SCKL23F4 BEGIN:VCARD' }, ['offers-card']],
    [{ text: '//SCKL', tpDcs: 0 }, []],
    [{}, []],
  ] as [EffectMessage, string[]][])('%j: %j', (message, expected) => {
    expect(idsOf(message)).toEqual(expected);
  });
});

describe('ports', () => {
  it.each([
    [5503, 'asks-for-settings'],
    [5505, 'offers-ringtone'],
    [5506, 'changes-logo'],
    [5507, 'changes-logo'],
    [5514, 'offers-picture'],
    [226, 'offers-card'],
    [9204, 'offers-card'],
    [228, 'offers-calendar'],
    [9205, 'offers-calendar'],
    [7275, 'asks-for-position'],
    [49996, 'starts-management'],
    [49999, 'asks-for-settings'],
    [2948, 'hidden-in-port'],
    [2949, 'hidden-in-port'],
    [16000, 'hidden-in-port'],
  ])('%i: %s', (destination, effect) => {
    const [found, ...others] = findPhoneEffects({ udh: [port(destination)], data: hex('01') });
    expect(found).toMatchObject({ effect, field: 'UDH', element: 0 });
    expect(others).toEqual([]);
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
    ['opens-page', push('application/vnd.wap.sic', encodeSi({ href: HREF, text: 'Hello' }))],
    ['replaces', push('application/vnd.wap.sic', encodeSi({ id: 'a', action: 'delete', text: 'x' }))],
    ['opens-page', push('text/vnd.wap.si', hex('3C'))],
    ['opens-page-unasked', push('application/vnd.wap.slc', encodeSl({ href: HREF }))],
    ['opens-page-unasked', push('application/vnd.wap.slc', encodeSl({ href: HREF, action: 'cache' }))],
    ['clears-cache', push('application/vnd.wap.coc', hex('01076A00'))],
    ['fetches-message', push('application/vnd.wap.mms-message', notification)],
    ['asks-for-settings', push('application/vnd.wap.connectivity-wbxml', hex('030B6A00'))],
    ['asks-for-settings', push('application/x-wap-prov.browser-settings', hex('01016A00'))],
    ['starts-management', push('application/vnd.syncml.notification', hex('00'))],
    ['grants-rights', push('application/vnd.oma.drm.rights+wbxml', hex('030E6A00'))],
    ['asks-for-position', push('application/vnd.omaloc-supl-init', hex('00'))],
    ['fetches-message', push('application/vnd.wap.emn+wbxml', hex('030D6A00'))],
  ])('%s', (effect, octets) => {
    expect(findPushEffects(octets)).toMatchObject([{ effect, field: 'TP-UD' }]);
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
  });
});

describe('SMPP', () => {
  const effectsOf = (pdu: Partial<SmppPdu> & Pick<SmppPdu, 'command'>) =>
    findSmppEffects(decodeSmppPdu(encodeSmppPdu({ status: 0, sequence: 1, parameters: [], ...pdu } as never)));

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

  it('a data_coding below 10 hex is no TP-DCS', () => {
    expect(effectsOf({ command: 'submit_sm', fields: { data_coding: 8, short_message: hex('0048') } })).toEqual([]);
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
    ['dest_addr_subunit', 1, 'flash'],
    ['dest_addr_subunit', 2, 'stored-on-phone'],
    ['dest_addr_subunit', 3, 'to-sim'],
    ['dest_addr_subunit', 4, 'to-terminal'],
    ['ms_msg_wait_facilities', 0x80, 'message-waiting'],
    ['ms_msg_wait_facilities', 0x01, 'waiting-cleared'],
    ['number_of_messages', 4, 'message-waiting'],
    ['number_of_messages', 0, 'waiting-cleared'],
    ['display_time', 0, 'flash'],
    ['ms_validity', { behaviour: 3 }, 'flash'],
    ['callback_num', { digit_mode: 1, ton: 1, npi: 1, digits: '447700900001' }, 'calls-back'],
    ['sms_signal', 1, 'alerts'],
    ['alert_on_message_delivery', {}, 'alerts'],
  ])('%s %j: %s', (name, value, effect) => {
    const fields = { short_message: hex('48') };
    expect(effectsOf({ command: 'submit_sm', fields, parameters: [{ name, value }] as never })).toMatchObject([
      { effect, field: name },
    ]);
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
    const [cleared] = effectsOf({
      command: 'submit_sm',
      fields: { short_message: hex('48') },
      parameters: [{ name: 'ms_msg_wait_facilities', value: 2 }] as never,
    });
    expect(cleared?.waiting).toEqual({ kind: 'email', stored: true });
  });

  it.each([
    // The behaviour is the first octet of ms_validity (SMPP 5.0 4.8.4.41), and 3 is: display only.
    ['ms_validity', hex('03'), ['flash']],
    ['ms_validity', hex('030001'), ['flash']],
    ['ms_validity', hex('00'), []],
    ['ms_validity', hex(''), []],
    ['ms_validity', 3, []],
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
    expect(findSmppEffects({ command: 'submit_sm', fields: { data_coding: '8' }, parameters: [] } as never)).toEqual([]);
  });

  it('a receipt, and a PDU without a message, do nothing', () => {
    expect(effectsOf({ command: 'deliver_sm', fields: { esm_class: 4, data_coding: 0xf0, short_message: hex('48') } })).toEqual(
      [],
    );
    expect(effectsOf({ command: 'enquire_link' })).toEqual([]);
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
