/** The laws of the inspector for every format that it knows: nothing is thrown, and the fields tile, however damaged a payload is. */
import fc from 'fast-check';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { type ArchiveMessage, encodeEml, encodeSmsIe, formatArchive, formatSmsIe, formatVmg } from '../../src/archive/index.js';
import { encodeUtf8, type Field, percentEncode, toHex } from '../../src/bytes/index.js';
import { encodeCapture, encodeMessageCapture } from '../../src/capture/index.js';
import { toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../../src/carrier/index.js';
import { LimitError } from '../../src/errors.js';
import { FORMATS, type Format, formatTree, identify, inspect, treeToJson } from '../../src/inspect/index.js';
import {
  encodeAnyRtttl,
  encodeBluejayMelody,
  encodeMidi,
  encodeNokiaRingtone,
  formatArduinoTable,
  formatFlipperMusic,
  formatRtttl,
  parseRtttl,
  renderWav,
} from '../../src/ringtone/index.js';
import type { SubmitInput } from '../../src/sms/index.js';
import { encodeSeo } from '../../src/sms/seo.js';
import * as frames from '../support/captures.js';
import { ETWS_NORMAL, FULL, PADDED, SWEDISH, UCS2, USSD_ARGUMENT } from '../support/cbs.js';
import { fileSpecimens, payloadSpecimens } from '../support/corpus.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';

const text = (...lines: readonly string[]) => encodeUtf8(`${lines.join('\n')}\n`);

const tune = parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6');
const LONGER = 'tetris:d=4,o=5,b=160:e6,8b,8c6,8d6,16e6,16d6,8c6,8b,a,8a,8c6,e6,8d6,8c6,b';
const ringtone = encodeNokiaRingtone(tune);
const udh = [{ kind: 'ports16', destination: 5505, source: 0 }] as const;
const submit: SubmitInput = { tpDa: '+447700900123', tpDcs: 0xf5, udh, data: ringtone };
const greeting: SubmitInput = { tpDa: '+447700900123', text: 'Hello, world' };

const shortMessage = Buffer.from(toHex(toSubmitSm(submit).short_message), 'hex');
const pdu = (command: string, fields: Readonly<Record<string, unknown>>) =>
  new Uint8Array((new smpp.PDU(command, fields) as unknown as { toBuffer(): Buffer }).toBuffer());

/** A record of a SIM: FF after what is in it. */
const record = (octets: number, digits: string) => {
  const filled = new Uint8Array(octets).fill(0xff);
  filled.set(hex(digits));
  return filled;
};

/** One message in every way to carry it that a capture has, and a packet with none. */
const TRAFFIC = (['pcap', 'pcapng'] as const).flatMap((format) => {
  const octets = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
  const message = { format: 'tpdu-mo', octets } as const;
  const ends = { from: 1, to: 2, fromPort: 40_000, toPort: 4729 };
  const ip = frames.ethernet(frames.ipv4(17, frames.udp(octets, ends), ends));
  const map = frames.sctp([{ tsn: 1, payload: frames.m3ua(frames.udt(frames.forwardSm(octets, 'MO'))) }], ends);
  const packets = [ip, frames.ethernet(frames.ipv4(132, map, ends))].map((each) => ({ linkType: 1, octets: each }));
  return [
    encodeMessageCapture([message, { format: 'smpp', octets: pdu('enquire_link', {}) }], { format }),
    encodeMessageCapture([message], { format, link: 'user' }),
    encodeCapture({ format, packets }),
  ];
});

/** A text with a line break and an emoji, part of a longer one, and a multimedia message with a picture. */
const MESSAGES: readonly ArchiveMessage[] = [
  {
    kind: 'sms',
    direction: 'in',
    state: 'unread',
    addresses: [{ role: 'from', address: '+447700900123', name: 'Ada' }],
    time: { ms: 1_109_950_210_000, offsetMinutes: 60 },
    text: 'Hello\n\u{1f600}',
    parts: [],
    udh: hex('050003010201'),
  },
  {
    kind: 'mms',
    direction: 'out',
    addresses: [{ role: 'to', address: '+447700900123' }],
    subject: 'Grüße',
    text: '',
    parts: [
      { contentType: 'text/plain', charset: 'utf-8', data: encodeUtf8('für dich') },
      { contentType: 'image/x-ota-bitmap', name: 'a.otb', data: hex('00080101FF') },
      { contentType: 'image/gif', name: 'b.gif', data: new Uint8Array(0), isMissing: true },
    ],
  },
];

const utf16 = (chars: string) => Uint8Array.from([...chars].flatMap((each) => [...Buffer.from(each, 'utf16le')]));

/** Formats of which the fixtures have nothing, or not enough. */
const BUILT: Partial<Record<Format, readonly Uint8Array[]>> = {
  midi: [encodeMidi(tune)],
  'flipper-music': [encodeUtf8(formatFlipperMusic(tune))],
  'arduino-melody': [encodeUtf8(formatArduinoTable(parseRtttl(LONGER)))],
  'bluejay-melody': [encodeBluejayMelody(parseRtttl(LONGER))],
  'any-rtttl': [encodeAnyRtttl(parseRtttl(LONGER)), encodeAnyRtttl(parseRtttl(LONGER), { noteBits: 16 })],
  seo: encodeSeo({ type: 'mid', name: 'a', data: encodeMidi(tune) }),
  wav: [renderWav(parseRtttl('a:d=32,o=5,b=320:c'))],
  // A service centre's address in front of what it delivers, as modems show it.
  'pdu-mt': [hex('0791447758100650 040B917283010010F50000621112900000800AE8329BFD0689C3E335')],
  rp: [
    hex('002A00 07914477000900100A 01050491214300000141'),
    hex('010702B9110020 240B918156685703F90000029041610305000EC8B2BC7C9A83C2207A794E7701'),
    hex('0504021607 410401D30000'),
    hex('0201 41020000'),
    hex('06FF'),
  ],
  sip: [
    encodeUtf8('MESSAGE sip:a@b SIP/2.0\r\nc: application/vnd.3gpp.sms\r\nl: 4\r\nSubject: a\r\n  b\r\n\r\n06FF'),
    encodeUtf8('MESSAGE tel:+447700900123 SIP/2.0\nContent-Type: text/plain\n\nHello'),
    encodeUtf8(
      'MESSAGE sip:a@b SIP/2.0\r\nContent-Type: application/vnd.3gpp.sms\r\nContent-Transfer-Encoding: base64\r\n\r\nBv8=',
    ),
    encodeUtf8('MESSAGE sip:a@b SIP/2.0\r\nbroken'),
  ],
  cp: [hex('D90106 020141020000'), hex('2904'), hex('891051'), hex('79870104 04040160')],
  'sim-sms': [
    record(176, '03 0791447758100650 040B917283010010F50000621112900000800AE8329BFD0689C3E335'),
    Uint8Array.from([
      ...record(176, '00'),
      ...record(176, '01 00 040B917283010010F50000621112900000'),
      ...record(176, '05 0012'),
    ]),
  ],
  'sim-adn': [
    record(30, '42204841203120536963FFFFFFFFFFFF06810628560810'),
    Uint8Array.from([...record(30, 'FF'), ...record(30, '81040890BDBDB0FFFFFFFFFFFFFFFFFF03811032')]),
  ],
  'sim-smsp': [record(44, '534D5343FFFFFFFFFFFFFFFFFFFFFFFFE1FFFFFFFFFFFFFFFFFFFFFFFF0891945197109099F9FFFFFF0000A9')],
  'sim-ext1': [record(13, '02032143F5'), record(26, '010750313233343536373802'), record(13, '00')],
  'sim-envelope': [
    hex('D12D8202838106099111223344556677F88B1C04049121437F16891010000000000D546573744D6573736167652031'),
    hex(
      'A0C2000049D147820283818604001032548B3B400290217FF6227052000000002D02700000281516191212B0000127FA28A5BAC69D3C5E9DF2C7155DFDDE449C826B236215566530787B30E8BE5D',
    ),
    hex('D30782020181900105'),
  ],

  capture: TRAFFIC,
  vmg: [
    formatArchive('vmg', MESSAGES)[0]?.data as Uint8Array,
    utf16(formatVmg(MESSAGES)),
    encodeUtf8('\ufeffBEGIN:VMSG\r\nEND:VMSG\r\n'),
  ],
  'sms-backup-restore': [
    formatArchive('sms-backup-restore', MESSAGES)[0]?.data as Uint8Array,
    text("<smses count='1'><sms address='1' date='1109950210000' type='1' body='&#55357;&#56832;'></sms><call a='1'/></smses>"),
  ],
  'gammu-backup': [
    formatArchive('gammu-backup', MESSAGES)[0]?.data as Uint8Array,
    text(
      '[Backup]',
      'IMEI = "1"',
      '',
      '[PhonePBK001]',
      '; a card',
      'Entry00Type = NumberGeneral',
      'Entry00Text = "1"',
      '[Other]',
      'x',
    ),
  ],
  'sms-ie': [
    encodeSmsIe(MESSAGES),
    text(formatSmsIe(MESSAGES).text),
    text(
      '[{"address":"1","type":"2","body":"a, \\"b"},',
      '{"msg_box":"2","m_type":128,"parts":[{"ct":"image/gif","binary_data":"R0lG"}]}]',
    ),
  ],
  eml: [
    encodeEml(MESSAGES[1] as ArchiveMessage),
    text('From: a@b.example', 'To: c@d.example', 'MIME-Version: 1.0', '', 'Hello'),
  ],
  cbs: [
    hex(`C00000321011${SWEDISH}`),
    hex(`C00000321111783C${UCS2}000D`),
    hex(ETWS_NORMAL),
    hex(`01 1113 0010 44 02 ${FULL} 52 ${PADDED} 34`),
    hex(`700111020580${'00'.repeat(50)}`),
  ],
  ussd: [hex(USSD_ARGUMENT), hex('3009040148040204340401 07'), hex('300704011104021234')],
  at: [text(...toAtCommands([submit, greeting]))],
  hex: [
    text('01000B917283010010F500000AE8329BFD4697D9EC37'),
    text('00440BD0C2F49C2E7F030000621112900000401E050003070202D27390F8FD5E97C93A100E046FB340311968537601'),
    text(toHex(ringtone)),
    text(...(toHex(encodeMidi(tune)).match(/.{1,32}/g) ?? [])),
  ],
  smil: [text('<smil><head><layout/></head><body><par dur="5s"><img src="a.gif"/><text src="a.txt"/></par></body></smil>')],
  jad: [
    text(
      'MIDlet-Name: Snake',
      'MIDlet-Version: 1.0.0',
      'MIDlet-Vendor: A',
      'MIDlet-1: Snake, /i.png, a.B',
      'MIDlet-Jar-URL: a.jar',
      'MIDlet-Jar-Size: 30720',
    ),
  ],
  form: [
    text(
      Object.entries(toGatewayForm(submit))
        .map(([name, value]) => `${name}=${percentEncode(value)}`)
        .join('&'),
    ),
    encodeUtf8(
      `Username=ANOther.12345&PIN=123456&SendTo=447700900123&Message=Hello+world&UDH=06050415810000&Data=${toHex(ringtone)}`,
    ),
  ],
  kannel: [
    encodeUtf8(toKannelUrl(submit, { baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'u', password: 'p' })),
  ],
  xml: [
    text(
      '<?xml version="1.0"?>',
      '<pap><push-message push-id="1"><address address-value="WAPPUSH=1"/></push-message><!-- x --></pap>',
    ),
  ],
  html: [text('<!DOCTYPE html>', '<html><body><p>Hi &amp; <b>bye</b></p></body></html>')],
  json: [text('{"a": [1, true, null, "x\\u00e9"]}')],
  smpp: [
    pdu('submit_sm', {
      destination_addr: '447700900123',
      esm_class: 0x40,
      data_coding: 0xf5,
      short_message: { message: shortMessage },
    }),
    new Uint8Array(
      Buffer.concat([
        pdu('bind_transceiver', { system_id: 'a', password: 'b' }),
        pdu('data_sm', { destination_addr: '4477', message_payload: { message: Buffer.from('Hi') } }),
        pdu('deliver_sm', { source_addr: '4477', short_message: 'id:1 stat:DELIVRD', esm_class: 4 }),
        pdu('enquire_link', {}),
      ]),
    ),
  ],
  'smpp-json': [
    text(
      JSON.stringify(
        [submit, greeting].map((one) => toSubmitSm(one)).map((one) => ({ ...one, short_message: toHex(one.short_message) })),
        null,
        2,
      ),
    ),
  ],
  base64: [
    encodeUtf8(Buffer.from(encodeMidi(tune)).toString('base64')),
    text('data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  ],
  rtttl: [text(formatRtttl(tune))],
};

/** Octets of a sample at most: damage is looked at many times. */
const MAX_OCTETS = 3000;
/** Samples of a format at most, those that differ most in their length. */
const MAX_SAMPLES = 6;

const samples = samplesOf();

/** For every format, payloads that are what it says, by whoever made them. */
function samplesOf(): ReadonlyMap<Format, readonly Uint8Array[]> {
  const specimens = [...fileSpecimens('fixtures'), ...payloadSpecimens('fixtures/vectors')];
  const found = new Map<Format, Uint8Array[]>();
  for (const format of FORMATS) {
    const own = specimens.filter(({ expected, octets }) => expected === format && octets.length <= MAX_OCTETS);
    own.sort((a, b) => a.octets.length - b.octets.length);
    const step = Math.max(1, Math.floor(own.length / MAX_SAMPLES));
    const few = own.filter((_, i) => i % step === 0).slice(0, MAX_SAMPLES);
    found.set(format, [...few.map(({ octets }) => octets), ...(BUILT[format] ?? [])]);
  }
  return found;
}

/** Damaged once or twice, joined with another sample, or cut into another. */
function broken(own: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const sample = fc.constantFrom(...own);
  const other = fc.oneof(sample, fc.constantFrom(...[...samples.values()].flat()));
  const joined = fc.tuple(sample, other).map(([first, second]) => Uint8Array.of(...first, ...second));
  const spliced = fc
    .tuple(sample, other, fc.nat(), fc.nat())
    .map(([first, second, at, from]) =>
      Uint8Array.of(...first.subarray(0, at % (first.length + 1)), ...second.subarray(from % (second.length + 1))),
    );
  const run = fc
    .tuple(sample, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 12 }))
    .map(([whole, at, octets]) =>
      Uint8Array.of(...whole.subarray(0, at % (whole.length + 1)), ...octets, ...whole.subarray(at % (whole.length + 1))),
    );
  return fc.oneof(damaged(sample), damaged(damaged(sample)), joined, damaged(joined), spliced, run);
}

/** A tree that tiles, in all of its spaces of octets, or a LimitError; and both ways of writing it down. */
function check(octets: Uint8Array, as: Format | undefined): void {
  let tree: Field;
  try {
    tree = inspect(octets, as === undefined ? {} : { as });
  } catch (error) {
    if (error instanceof LimitError) return;
    throw error;
  }
  expectTiling(tree);
  expect([tree.start, tree.end]).toEqual([0, octets.length]);
  expect(formatTree(tree).endsWith('\n')).toBe(true);
  expect(JSON.stringify(treeToJson(tree)).startsWith('{')).toBe(true);
}

describe('every format', () => {
  it('has samples', () => {
    expect(FORMATS.filter((format) => (samples.get(format) ?? []).length === 0)).toEqual([]);
  });

  it.each(FORMATS)('%s: every sample tiles, and one at least is known without being told', (format) => {
    const own = samples.get(format) ?? [];
    for (const octets of own) {
      check(octets, format);
      check(octets, undefined);
    }
    expect(own.some((octets) => identify(octets)[0]?.format === format)).toBe(true);
    expect(own.some((octets) => inspect(octets, { as: format }).error === undefined)).toBe(true);
  });

  it.each(FORMATS)('%s: damaged, joined with others, and known or not, it tiles', (format) => {
    fc.assert(
      fc.property(broken(samples.get(format) ?? []), (octets) => {
        check(octets, format);
        check(octets, undefined);
      }),
      costly(125),
    );
  });

  it.each(FORMATS)('%s: of whatever octets', (format) => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 100 }), broken([...samples.values()].flat())), (octets) => {
        check(octets, format);
      }),
      costly(125),
    );
  });
});
