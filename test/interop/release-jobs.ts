/**
 * One job for each subpath of the package, done with the installed package by each Node: encode and decode something whose octets or
 * words were written by another program or stand in a specification.
 *
 * A job becomes the text of a module that has only its subpath and the global names of Node, so it refers to nothing else.
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HandsetProfile } from '../../src/profile/index.js';
import { parseHandset } from '../../src/profile/index.js';
import { SWEDISH } from '../support/cbs.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(join(fixtures, path), 'utf8'));
const withId = (path: string, id: string) => {
  const { vectors, cases = vectors } = json(path);
  return cases.find((vector: { id: string }) => vector.id === id);
};

export interface Job {
  /** `.` or `./NAME`, as in the manifest. */
  readonly subpath: string;
  /** The body of an async function of the subpath's names and the input. */
  readonly source: string;
  /** What it is given: from a vector, as JSON. */
  readonly input: unknown;
  /** What it gives, by the vector or the document named beside it. */
  readonly expected: unknown;
}

/** A job whose types are those of the sources; the text of its function is what the installed package runs. */
function job<Room, Input>(subpath: string, input: Input, act: (room: Room, input: Input) => unknown, expected: unknown): Job {
  return { subpath, input, source: act.toString(), expected };
}

const submit = withId('vectors/sms.json', 'submit-021');
const si = withId('vectors/wap-push.json', 'si-min');
const notification = withId('vectors/mms.json', 'notify');
const [song] = json('vectors/ringtones.json').published;
const [picture] = json('vectors/bitmaps.json').vectors;
const card = withId('vectors/vobjects.json', 'emit-vc21-ascii');

type Hex = { readonly hex: string };

export const jobs: readonly Job[] = [
  // RFC 3986 2.1; RFC 3629 3.
  job<typeof import('../../src/bytes/index.js'), string>(
    './bytes',
    'A0\u20ac',
    ({ percentEncode, percentDecode, toHex, fromHex, encodeUtf8 }, text) => [
      percentEncode(text),
      percentDecode(percentEncode(text)),
      toHex(encodeUtf8(text)),
      Array.from(fromHex('00FF')),
    ],
    ['A0%E2%82%AC', 'A0\u20ac', '4130E282AC', [0, 255]],
  ),
  // libosmocore and warthog618/sms, vector pack-001.
  job<typeof import('../../src/text/index.js'), string>(
    './text',
    'hellohello',
    ({ encodeGsm7, packSeptets, unpackSeptets, decodeGsm7 }, text) => {
      const octets = packSeptets(encodeGsm7(text));
      return [Array.from(octets, (octet) => octet.toString(16)).join(' '), decodeGsm7(unpackSeptets(octets, text.length))];
    },
    ['e8 32 9b fd 46 97 d9 ec 37', 'hellohello'],
  ),
  // The maker's data sheet: a screen of 176 x 220.
  job<typeof import('../../src/profile/index.js'), string>(
    './profile',
    'Sony Ericsson K750i',
    ({ parseHandset }, name) => [parseHandset(name)?.screen?.width, parseHandset(name)?.screen?.height],
    [176, 220],
  ),
  job<typeof import('../../src/sms/index.js'), { tpDa: string; text: string } & Hex>(
    './sms',
    { tpDa: `+${submit.in.to}`, text: submit.in.text, hex: submit.out.tpdu },
    ({ encodeSubmit, decodeSubmit }, { tpDa, text, hex }) => {
      const octets = Buffer.from(encodeSubmit({ tpDa, text })).toString('hex').toUpperCase();
      const read = decodeSubmit(Buffer.from(hex, 'hex'));
      return [octets, 'text' in read && read.text, read.tpDa];
    },
    [submit.out.tpdu, submit.in.text, { ton: 1, npi: 1, digits: submit.in.to }],
  ),
  // A page of the tests of the Android Open Source Project.
  job<typeof import('../../src/cbs/index.js'), Hex>(
    './cbs',
    { hex: `C00000321011${SWEDISH}` },
    ({ decodeCbs, encodeCbs }, { hex }) => {
      const page = decodeCbs(Buffer.from(hex, 'hex'));
      const said = page.kind === 'page' && [page.messageIdentifier, page.language, page.text];
      return [said, Buffer.from(encodeCbs(page)).toString('hex').toUpperCase() === hex];
    },
    [[50, 'sv', 'A GSM default alphabet message with carriage return padding'], true],
  ),
  // A record of pySim's tests.
  job<typeof import('../../src/sim/index.js'), Hex>(
    './sim',
    { hex: '4B756E64656E626574726575756E67FF0791947112122721FFFFFFFFFFFF' },
    ({ decodeAdn, encodeAdn, formatDialled }, { hex }) => {
      const record = decodeAdn(Buffer.from(hex, 'hex'));
      const again = Buffer.from(encodeAdn(record, { alphaOctets: 16 }))
        .toString('hex')
        .toUpperCase();
      return [record.alpha, record.number && formatDialled(record.number), again === hex];
    },
    ['Kundenbetreuung', '+491721217212', true],
  ),
  // draft-ietf-opsawg-pcap 4: magic, version, zone, accuracy, length, link type; then seconds, microseconds, both lengths and a packet.
  job<typeof import('../../src/capture/index.js'), Hex>(
    './capture',
    { hex: 'D4C3B2A1020004000000000000000000000004009300000000CA9A3B050000000300000003000000010203' },
    ({ decodeCapture, encodeCapture }, { hex }) => {
      const { format, packets } = decodeCapture(Buffer.from(hex, 'hex'));
      const read = packets.map(({ linkType, time, octets }) => [linkType, time?.seconds, time?.nanoseconds, [...octets]]);
      const again = Buffer.from(encodeCapture({ format, packets })).toString('hex').toUpperCase();
      return [format, read, again === hex];
    },
    ['pcap', [[147, 1_000_000_000, 5000, [1, 2, 3]]], true],
  ),
  // The list of fields of SMS Backup & Restore; its references to surrogates are UTF-16 (RFC 2781 2.1).
  job<typeof import('../../src/archive/index.js'), string>(
    './archive',
    '<smses count="1"><sms address="+447700900123" date="1109953810000" type="1" body="&#55357;&#56832;" read="1"/></smses>',
    ({ parseSmsBackupRestore, formatSmsBackupRestore }, xml) => {
      const [message] = parseSmsBackupRestore(xml).messages;
      if (message === undefined) return [];
      const again = parseSmsBackupRestore(formatSmsBackupRestore([message])).messages[0];
      return [message.text, message.time?.ms, message.direction, message.addresses[0]?.address, again?.text];
    },
    ['\u{1f600}', 1_109_953_810_000, 'in', '+447700900123', '\u{1f600}'],
  ),
  job<typeof import('../../src/ringtone/index.js'), Hex>(
    './ringtone',
    { hex: song.hex },
    ({ decodeNokiaRingtone, encodeNokiaRingtone, formatRtttl, parseRtttl }, { hex }) => {
      const tune = decodeNokiaRingtone(Buffer.from(hex, 'hex'));
      const names = (read: typeof tune) => read.notes.map(({ pitch, octave, duration }) => [pitch ?? 'p', octave, duration]);
      const again = decodeNokiaRingtone(encodeNokiaRingtone(parseRtttl(formatRtttl(tune))));
      return [tune.title, names(tune), JSON.stringify(names(again)) === JSON.stringify(names(tune))];
    },
    ['test', song.events.map((event: unknown[]) => event.slice(0, 3)), true],
  ),
  job<typeof import('../../src/bitmap/index.js'), { rows: string[] }>(
    './bitmap',
    { rows: picture.rows },
    ({ bitmapFromRows, bitmapToRows, encodeOtaBitmap, decodeOtaBitmap, encodeWbmp, decodeWbmp }, { rows }) => {
      const bitmap = bitmapFromRows(rows);
      const files = [encodeOtaBitmap(bitmap), encodeWbmp(bitmap)] as const;
      const read = [decodeOtaBitmap(files[0]), decodeWbmp(files[1])];
      return [...files.map((file) => Buffer.from(file).toString('hex').toUpperCase()), ...read.map(bitmapToRows)];
    },
    [picture.otaContinuous, picture.files.wbmpNetpbm, picture.rows, picture.rows],
  ),
  job<typeof import('../../src/push/index.js'), { xml: string } & Hex>(
    './push',
    { xml: si.xml, hex: si.wbxmlHex },
    ({ parseSi, encodeSi, decodeSi, formatSi }, { xml, hex }) => {
      const read = parseSi(xml);
      const decoded = decodeSi(Buffer.from(hex, 'hex'));
      const written = parseSi(formatSi(decoded));
      return [Buffer.from(encodeSi(read)).toString('hex'), ...[read, decoded, written].map(({ href, text }) => [href, text])];
    },
    [si.wbxmlHex, ...Array(3).fill([si.input.href, si.input.content])],
  ),
  job<typeof import('../../src/vobject/index.js'), { text: string }>(
    './vobject',
    { text: card.expectText },
    ({ parseVCard, formatVCard }, { text }) => {
      const read = parseVCard(text);
      return [read.family, read.given, read.tel?.map(({ value }) => value), formatVCard(read, { version: '2.1' })];
    },
    [card.model.family, card.model.given, [card.model.tel[0].value], card.expectText],
  ),
  job<typeof import('../../src/mms/index.js'), Hex>(
    './mms',
    { hex: notification.hex },
    async ({ decodeMms, encodeMms, readZip, writeStoredZip, formatSmil, parseSmil }, { hex }) => {
      const read = decodeMms(Buffer.from(hex, 'hex'));
      if (read.type !== 'M-Notification.ind') return read.type;
      const [file] = await readZip(writeStoredZip([{ name: 'a.txt', data: new Uint8Array([0x61]) }]));
      const smil = parseSmil('<smil><body><par dur="2s"><text src="a.txt"/></par></body></smil>').slides.length;
      const isWritten = JSON.stringify(decodeMms(encodeMms(read))) === JSON.stringify(read);
      return [read.contentLocation, read.messageSize, isWritten, file?.name, smil, typeof formatSmil];
    },
    ['http://mmsc.example.com/m/1', 30720, true, 'a.txt', 1, 'function'],
  ),
  // What fixtures/images/index.json says of the file; a handset of one-bit pictures.
  job<typeof import('../../src/image/index.js'), { base64: string; handset: HandsetProfile }>(
    './image',
    { base64: readFileSync(join(fixtures, 'images/gray1.png')).toString('base64'), handset: parseHandset('Nokia 3310')! },
    async ({ probe, decodeImage, encodePng, encodeJpeg, repurpose }, { base64, handset }) => {
      const { format, widthPx, heightPx } = probe(Buffer.from(base64, 'base64'));
      const png = encodePng({ widthPx: 2, heightPx: 1, channels: 3, samples: new Uint8Array([255, 0, 0, 0, 0, 255]) });
      const [frame] = (await decodeImage(png)).frames;
      const jpeg = frame && probe(encodeJpeg(frame.raster, { quality: 90 })).format;
      const { contentType } = await repurpose(Buffer.from(base64, 'base64'), handset);
      return [format, widthPx, heightPx, Array.from(frame?.raster.samples ?? []).slice(0, 3), jpeg, contentType];
    },
    ['png', 80, 30, [255, 0, 0], 'jpeg', 'image/vnd.wap.wbmp'],
  ),
  job<typeof import('../../src/message/index.js'), { href: string; text: string } & Hex>(
    './message',
    { href: si.input.href, text: si.input.content, hex: si.wbxmlHex },
    ({ buildSubmits, readSubmits }, { href, text, hex }) => {
      const submits = buildSubmits({ kind: 'serviceIndication', si: { href, text } }, { to: '447700900123' });
      const [first] = submits;
      const data = first !== undefined && 'data' in first ? Buffer.from(first.data).toString('hex') : '';
      const content = readSubmits(submits);
      return [submits.length, data.endsWith(hex), content.kind === 'serviceIndication' && content.si.href];
    },
    [1, true, si.input.href],
  ),
  // TS 27.005 4.3; the octets of the vector.
  job<typeof import('../../src/carrier/index.js'), { tpDa: string; text: string }>(
    './carrier',
    { tpDa: `+${submit.in.to}`, text: submit.in.text },
    ({ toAtCommands, parseAtCommands }, message) => {
      const lines = toAtCommands([message]);
      return [lines, parseAtCommands(lines).length];
    },
    [['AT+CMGF=0', `AT+CMGS=${submit.out.cmgsLength}`, `${submit.out.atPdu}\x1a`], 1],
  ),
  // TS 27.005 3.2.5 and 4.1.
  job<typeof import('../../src/modem/index.js'), { atPdu: string; cmgsLength: number }>(
    './modem',
    submit.out,
    ({ ModemReader, formatCommand, parseStoredMessage }, { atPdu, cmgsLength }) => {
      const command = formatCommand('+CMGL', [4]);
      const reader = new ModemReader();
      reader.expect(command);
      const said = new TextEncoder().encode(`\r\n+CMGL: 1,2,,${cmgsLength}\r\n${atPdu}\r\n\r\n+CMS ERROR: 322\r\n`);
      const items = [...reader.read(said)];
      return items.map((item) => {
        if (item.kind === 'answer') return parseStoredMessage(item).tpdu.type;
        return item.kind === 'final' && 'number' in item.result ? item.result.number : item.kind;
      });
    },
    ['SMS-SUBMIT', 322],
  ),
  job<typeof import('../../src/inspect/index.js'), Hex>(
    './inspect',
    { hex: submit.out.tpdu },
    ({ identify, inspect }, { hex }) => {
      const octets = Buffer.from(hex, 'hex');
      return [identify(octets)[0]?.format, inspect(octets).children.map(({ name }) => name)];
    },
    ['tpdu-mo', ['first octet', 'TP-MR', 'TP-DA', 'TP-PID', 'TP-DCS', 'TP-UDL', 'TP-UD']],
  ),
  // application/x-www-form-urlencoded, as the gateway's interface document writes it.
  job<typeof import('../../src/protocol/index.js'), string>(
    './protocol',
    'a b&c=d',
    ({ formatRequest, parseRequest, parseResponse, soap }, text) => {
      const { path, body } = formatRequest({
        operation: 'sendSms',
        username: 'A.1',
        pin: '0123',
        sendTo: ['447700900123'],
        message: text,
      });
      const read = parseRequest(path, body);
      return [body, read.operation, parseResponse('15 - Out of credit', 0)[0]?.report, typeof soap.parseCall];
    },
    ['Username=A.1&PIN=0123&SendTo=447700900123&Message=a%20b%26c%3Dd', 'sendSms', 15, 'function'],
  ),
  // An answer by hand: length, submit_sm_resp, status 0, sequence 1, message_id A1.
  job<typeof import('../../src/smpp/index.js'), string>(
    './smpp',
    'A1',
    ({ decodeSmppPdu, encodeSmppPdu, findSmppStatus }, id) => {
      const octets = encodeSmppPdu({ command: 'submit_sm_resp', sequence: 1, fields: { message_id: id } });
      return [[...octets], decodeSmppPdu(octets).fields, findSmppStatus(0x58)];
    },
    [[0, 0, 0, 19, 128, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 65, 49, 0], { message_id: 'A1' }, 'ESME_RTHROTTLED'],
  ),
  // A client and a server over the loopback interface.
  job<typeof import('../../src/smpp/node.js'), string>(
    './smpp/node',
    'A1',
    async ({ connectSmpp, listenSmpp }, id) => {
      const server = await listenSmpp({ port: 0, onBind: () => 0, onRequest: () => ({ fields: { message_id: id } }) });
      const client = await connectSmpp({ host: '127.0.0.1', port: server.port, bind: { system_id: 'a', password: 'b' } });
      const answer = await client.request('submit_sm', { fields: { destination_addr: '4477' } });
      const { reason } = await client.unbind();
      await server.close();
      return [answer.status, answer.fields, reason];
    },
    [0, { message_id: 'A1' }, 'unbound'],
  ),
  // A message centre, and a client of it.
  job<typeof import('../../src/smpp/centre.js'), string>(
    './smpp/centre',
    '7F',
    async ({ createTestCentre, readCentreScript }, id) => {
      const centre = await createTestCentre({ port: 0, script: readCentreScript('{"ids":{"answer":"hex"},"firstId":127}') });
      // No import: the compiler of the tests would put a function of its own in its place.
      const { connect } = process.getBuiltinModule('node:net');
      const socket = connect(centre.port, '127.0.0.1');
      // By hand: bind_transmitter as a with the password b, and submit_sm from 1 to 2.
      socket.write(Buffer.from('00000019000000020000000000000001610062000034000000', 'hex'));
      await new Promise((resolve) => socket.once('data', resolve));
      socket.write(Buffer.from('00000025000000040000000000000002000101310001013200000000000000000000024869', 'hex'));
      const message = await centre.nextMessage();
      socket.destroy();
      await centre.close();
      return [message.id === id, message.systemId, message.from, message.to, message.text];
    },
    [true, 'a', '1', '2', 'Hi'],
  ),
  // The same interface document: a text of the form, and back.
  job<typeof import('../../src/content/index.js'), string>(
    './content',
    'a b&c=d',
    ({ contentOf, requestOf }, text) => {
      const request = requestOf({ kind: 'text', text }, { to: '+44 7700 900123' });
      return [request, contentOf(request)];
    },
    [
      { operation: 'sendSms', sendTo: ['+44 7700 900123'], message: 'a b&c=d' },
      { kind: 'text', text: 'a b&c=d' },
    ],
  ),
  job<typeof import('../../src/sender/index.js'), string>(
    './sender',
    'On my way',
    async ({ Sender }, text) => {
      const bodies: string[] = [];
      const body = new TextEncoder().encode('MessageIdentifier=ABCDEFGHIJK0001&Report=-2&Text=queued&Units=1');
      const sender = new Sender({
        ...{ primary: 'https://sms.example.com', username: 'A.1', pin: '0123' },
        transport: async (request) => {
          bodies.push(request.body);
          return { status: 200, headers: {}, body };
        },
      });
      const results = await sender.sendText(text, { to: ['+447700900123'] });
      return [bodies.length, bodies[0]?.includes('Message=On%20my%20way'), results.map(({ accepted }) => accepted)];
    },
    [1, true, [true]],
  ),
  // Amounts as the interface document writes them; better-sqlite3 is not there, and Node has a SQLite of its own from 22.16 on.
  job<typeof import('../../src/gateway/index.js'), undefined>(
    './gateway',
    undefined,
    async ({ parseMoney, formatMoney, readProvisioning, Store }) => {
      const { accounts } = readProvisioning(
        '{ "accounts": [{ "username": "Demo.1", "pin": "00123456", "credit": "1.0000" }] }',
      );
      const outcome = await Store.open({ sqlite: ':memory:' }).then(
        (store) => store.close().then(() => 'opened'),
        (error: unknown) => (error as Error).message.split(' (')[0],
      );
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      const hasOwn = major > 22 || (major === 22 && minor >= 16);
      const expected = hasOwn ? 'opened' : 'a SQLite store needs the package better-sqlite3';
      return [accounts.map(({ username }) => username), formatMoney(parseMoney('15.2345')), outcome === expected || outcome];
    },
    [['Demo.1'], '15.2345', true],
  ),
  job<typeof import('../../src/index.js'), Hex>(
    '.',
    { hex: si.wbxmlHex.toUpperCase() },
    ({ decodeSi, fromHex, toHex, encodeSi, DecodeError }, { hex }) => {
      const read = decodeSi(fromHex(hex));
      try {
        decodeSi(fromHex(hex).subarray(0, 9));
        return 'no error';
      } catch (error) {
        return [read.href, toHex(encodeSi(read)) === hex, error instanceof DecodeError && error.code];
      }
    },
    [si.input.href, true, 'truncated'],
  ),
];
