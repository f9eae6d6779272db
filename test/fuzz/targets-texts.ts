/** Octets and texts themselves, SMS and their parts, what carries them, and messages. */
import fc from 'fast-check';
import { bitmapFromRows } from '../../src/bitmap/index.js';
import {
  decodeUtf8,
  encodeUtf8,
  fromHex,
  fromSwappedBcd,
  percentDecode,
  percentEncode,
  toHex,
  toSwappedBcd,
} from '../../src/bytes/index.js';
import {
  parseAtCommands,
  parseGatewayForm,
  toAtCommands,
  toGatewayForm,
  toKannelUrl,
  toSubmitSm,
} from '../../src/carrier/index.js';
import { readCbs } from '../../src/cbs/broadcast.js';
import {
  alphabetOfCbsDcs,
  CbsAssembler,
  type CellBroadcast,
  decodeCbs,
  decodeCbsDcs,
  decodeUssdArgument,
  decodeUssdString,
  describeCbs,
  describeCbsDcs,
  describeCbsDetails,
  encodeCbs,
  encodeCbsDcs,
  encodeUssdArgument,
  encodeUssdString,
  splitCbsMessage,
} from '../../src/cbs/index.js';
import { readUssdArgument } from '../../src/cbs/ussd.js';
import { buildSubmits, PHONE_MAKES, parsePhoneMake, readContent, readSubmits } from '../../src/message/index.js';
import {
  describeResult,
  formatUssdLine,
  ModemReader,
  outlookOf,
  parseFinalResult,
  parseStoredMessage,
  parseUssdLine,
  USSD_STATES,
  type UssdMessage,
} from '../../src/modem/index.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { readCp } from '../../src/sms/cp.js';
import {
  decodeCommand,
  decodeCp,
  decodeDcs,
  decodeDeliver,
  decodeDeliverReport,
  decodeRp,
  decodeSeo,
  decodeStatusReport,
  decodeSubmit,
  decodeSubmitReport,
  decodeTpdu,
  decodeUdh,
  describeDcs,
  describePid,
  describeStatus,
  encodeCommand,
  encodeCp,
  encodeDcs,
  encodeDeliver,
  encodeDeliverReport,
  encodeRp,
  encodeSeo,
  encodeServiceCentre,
  encodeStatusReport,
  encodeSubmit,
  encodeSubmitReport,
  encodeUdh,
  formatSckl,
  joinSeo,
  parseSckl,
  Reassembler,
  type SeoFile,
  type SeoObject,
  type Submit,
  submitText,
} from '../../src/sms/index.js';
import { readRp } from '../../src/sms/rp.js';
import { readSeo } from '../../src/sms/seo.js';
import { readTpdu } from '../../src/sms/tpdu.js';
import { readUdh } from '../../src/sms/udh.js';
import {
  chooseShiftTables,
  countSegments,
  decodeGsm7,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  packSeptets,
  segmentText,
  transliterate,
  unpackSeptets,
} from '../../src/text/index.js';
import * as sms from '../support/arbitraries.js';
import * as cbs from '../support/cbs.js';
import { seedsFrom } from './seeds.js';
import {
  ANYWHERE,
  expectEqual,
  expectRoundTrip,
  expectTrue,
  framed,
  framesOf,
  type Outcome,
  octetCodec,
  octetsTarget,
  outcomeOf,
  type Target,
  textCodec,
  textTarget,
} from './target.js';

/** Pairs of tables. */
const TABLES = {
  default: {},
  Turkish: { locking: 1, single: 1 },
  Portuguese: { locking: 3, single: 3 },
  Hindi: { locking: 6, single: 6 },
};

/** Ways to segment a text. */
const SEGMENTS = { ...TABLES, 'UCS-2': { encoding: 'ucs2' }, 'reference of 16 bits': { concat: 16 } } as const;

/** Messages of many contents, as TPDUs from the handset. */
const tune = parseRtttl('Tune:d=4,o=5,b=120:c,8e,g.,p,32c6,c,e,g,8a,8b,2c6');
const bitmap = bitmapFromRows(Array.from({ length: 14 }, (_, y) => (y % 2 === 0 ? '#.' : '.#').repeat(36)));
const si = { href: 'http://wap.example.com/mail', text: 'You have mail', action: 'signal-medium' } as const;
const MESSAGES: readonly (readonly Submit[])[] = [
  submitText('Meeting at 5. '.repeat(20), { to: '447700900123' }),
  submitText('Жду тебя в семь часов. '.repeat(8), { to: '447700900123' }),
  buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make: 'nokia' }),
  buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make: 'ericsson' }),
  buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make: 'motorola' }),
  buildSubmits({ kind: 'operatorLogo', mcc: '234', mnc: '15', bitmap }, { to: '447700900123', make: 'nokia' }),
  buildSubmits({ kind: 'groupGraphic', bitmap }, { to: '447700900123', make: 'nokia' }),
  buildSubmits(
    { kind: 'pictureMessage', bitmap: bitmapFromRows(Array(28).fill('#.'.repeat(36))), text: 'Look' },
    { to: '447700900123', make: 'nokia' },
  ),
  buildSubmits({ kind: 'serviceIndication', si }, { to: '447700900123' }),
];

/** Messages as a modem lists them: to be sent, and received. */
const STORED = [
  ...MESSAGES.flat().map((submit, i) => [`+CMGL: ${i},2,,`, encodeSubmit(submit)] as const),
  ...seedsFrom(sms.deliver, encodeDeliver, 5).map((octets) => ['+CMGR: 1,,', octets] as const),
].map(([line, octets]) => `${line}${octets.length}\n00${toHex(octets)}`);

/** All of {@link MESSAGES}, and TPDUs with every field there is. */
const submits = () => [...MESSAGES.flat().map((submit) => encodeSubmit(submit)), ...seedsFrom(sms.submit, encodeSubmit, 20)];

const received = fc.oneof(
  sms.deliver.map(encodeDeliver),
  sms.statusReport.map(encodeStatusReport),
  sms.submitReport.map(encodeSubmitReport),
);
/** A TPDU of any type. */
const answers = fc.oneof(sms.command.map(encodeCommand), sms.deliverReport.map(encodeDeliverReport));
const tpdu = fc.oneof(sms.submit.map(encodeSubmit), received, answers, sms.handmadeTpdu);

/** Any block of an exchange object, with octets after it now and then. */
const seoBlock = fc
  .tuple(sms.seoObject, fc.nat(), fc.oneof(fc.constant(Uint8Array.of()), sms.octets(20)))
  .map(([object, which, more]) => {
    const blocks = encodeSeo(object);
    return Uint8Array.of(...(blocks[which % blocks.length] as Uint8Array), ...more);
  });

const same = <T>(value: T) => value;
const texts = () => seedsFrom(fc.oneof(sms.gsm7Text(undefined, 400), sms.unicodeText(200)), same);

/** Parts from frames, as a handset has them that reads what it can. */
function partsOf(octets: Uint8Array) {
  return framesOf(octets).flatMap((frame) => {
    const { value } = outcomeOf(frame.length, () => decodeSubmit(frame, { lenient: true }));
    return value === undefined ? [] : [value];
  });
}

export const TEXTS: readonly Target[] = [
  textCodec(
    'bytes.fromHex',
    { read: (text) => fromHex(text), write: toHex, values: sms.octets(300) },
    { seeds: () => ['00FFa5'] },
  ),
  octetCodec('bytes.decodeUtf8', { read: (octets) => decodeUtf8(octets), write: encodeUtf8, values: sms.unicodeText() }),
  textCodec('bytes.percentDecode', { read: (text) => percentDecode(text), write: percentEncode, values: sms.unicodeText() }),
  octetsTarget(
    'bytes.fromSwappedBcd',
    (octets) => {
      const [octet = 0] = octets;
      const outcome = outcomeOf(octets.length, () => fromSwappedBcd(octet));
      if (outcome.refusal === undefined && octet % 16 < 10 && octet < 0xa0)
        expectEqual(toSwappedBcd(outcome.value), octet, 'digits come back');
      return outcome;
    },
    { seeds: () => [Uint8Array.of(0x21)] },
  ),
  ...Object.entries(TABLES).map(([language, tables]) =>
    octetCodec(`text.decodeGsm7 ${language}`, {
      read: (octets, options) => decodeGsm7(octets, { ...options, ...tables }),
      write: (text) => encodeGsm7(text, tables),
      values: sms.gsm7Text({ locking: 0, single: 0, ...tables }),
      lenient: 'silent',
    }),
  ),
  octetCodec('text.decodeUcs2', {
    read: (octets, options) => decodeUcs2(octets, options),
    write: encodeUcs2,
    values: sms.unicodeText(),
    lenient: 'silent',
  }),
  octetsTarget(
    'text.unpackSeptets',
    (octets) => {
      const [fill = 0, count = 0, ...packed] = octets;
      return outcomeOf(octets.length, () => {
        const septets = unpackSeptets(Uint8Array.from(packed), count, fill % 8);
        expectEqual(unpackSeptets(packSeptets(septets, fill % 8), count, fill % 8), septets, 'septets come back');
        return septets;
      });
    },
    { seeds: () => [1, 7, 8, 9, 20].map((count) => Uint8Array.of(count, count, ...new Uint8Array(count).fill(0x5a))) },
  ),
  ...Object.entries(SEGMENTS).map(([how, options]) =>
    textTarget(
      `text.segmentText ${how}`,
      (text) => {
        const count = outcomeOf(text.length, () => countSegments(text, options));
        const segments = outcomeOf(text.length, () => segmentText(text, options));
        if (segments.value !== undefined && count.value !== undefined) {
          expectEqual(segments.value.length, count.value.segments, 'as many segments as were counted');
          expectEqual(segments.value.map((segment) => segment.text).join(''), text, 'segments joined are the text');
        }
        return segments;
      },
      { covers: ['text.countSegments'], seeds: texts },
    ),
  ),
  textTarget(
    'text.transliterate',
    (text) => {
      const once = transliterate(text);
      expectEqual(transliterate(once), once, 'what was transliterated stays as it is');
      return [{ value: once }, outcomeOf(text.length, () => chooseShiftTables(text))];
    },
    { seeds: texts },
  ),

  octetCodec('sms.decodeDcs', {
    read: ([octet = 0]) => decodeDcs(octet),
    write: (scheme) => Uint8Array.of(encodeDcs(scheme)),
    values: sms.dataCodingScheme,
    consume: (scheme) => [describeDcs, describePid, describeStatus].map((describe) => describe(encodeDcs(scheme))),
  }),
  octetCodec('sms.decodeUdh', {
    read: (octets) => decodeUdh(octets),
    write: ({ elements }) => encodeUdh(elements),
    values: sms.header(256).map((elements) => ({ elements, lengthOctets: 0 })),
    essence: ({ elements }) => elements,
    trace: (reader) => readUdh(reader),
  }),
  octetCodec(
    'sms.decodeSubmit',
    {
      read: (octets, options) => decodeSubmit(octets, options),
      write: encodeSubmit,
      values: sms.submit,
      inputs: sms.likeTpdu,
      lenient: true,
    },
    { seeds: submits },
  ),
  octetCodec('sms.decodeDeliver', {
    read: (octets, options) => decodeDeliver(octets, options),
    write: encodeDeliver,
    values: sms.deliver,
    inputs: sms.likeTpdu,
    lenient: true,
  }),
  octetCodec('sms.decodeStatusReport', {
    read: (octets, options) => decodeStatusReport(octets, options),
    write: encodeStatusReport,
    values: sms.statusReport,
    inputs: sms.likeTpdu,
    lenient: true,
  }),
  octetCodec('sms.decodeCommand', {
    read: (octets, options) => decodeCommand(octets, options),
    write: encodeCommand,
    values: sms.command,
    inputs: sms.likeTpdu,
    lenient: true,
  }),
  octetCodec('sms.decodeDeliverReport', {
    read: (octets, options) => decodeDeliverReport(octets, options),
    write: encodeDeliverReport,
    values: sms.deliverReport,
    inputs: sms.likeTpdu,
    lenient: true,
  }),
  octetCodec('sms.decodeSubmitReport', {
    read: (octets, options) => decodeSubmitReport(octets, options),
    write: encodeSubmitReport,
    values: sms.submitReport,
    inputs: sms.likeTpdu,
    lenient: true,
  }),
  octetCodec('sms.decodeRp', {
    read: (octets, options) => decodeRp(octets, options),
    write: encodeRp,
    // A service centre is read as a name where its type says so, and written as a number alone.
    unwritable: /^rp[OD]a$/,
    values: sms.rpMessage,
    inputs: sms.likeRp,
    trace: readRp,
    lenient: true,
  }),
  octetCodec('sms.decodeCp', {
    read: (octets, options) => decodeCp(octets, options),
    write: encodeCp,
    values: sms.cpMessage,
    inputs: sms.likeCp,
    trace: readCp,
    lenient: true,
  }),
  octetCodec('cbs.decodeCbsDcs', {
    read: ([octet = 0]) => decodeCbsDcs(octet),
    write: (scheme) => Uint8Array.of(encodeCbsDcs(scheme)),
    values: cbs.cbsDcs,
    consume: (scheme) => [describeCbsDcs, alphabetOfCbsDcs].map((describe) => describe(encodeCbsDcs(scheme))),
  }),
  octetCodec('cbs.decodeCbs', {
    read: (octets, options) => decodeCbs(octets, options),
    write: encodeCbs,
    // A page may end in a character that the writer would take for padding, after an escape.
    unwritable: /^text$/,
    values: cbs.cellBroadcast,
    inputs: cbs.likeCbs,
    trace: readCbs,
    lenient: true,
    consume: (broadcast) => [describeCbs(broadcast), describeCbsDetails(broadcast)],
  }),
  octetsTarget(
    'cbs.CbsAssembler',
    (octets) => {
      const discarded: unknown[] = [];
      const assembler = new CbsAssembler({ maxPending: 4, onDiscard: (pages) => discarded.push(pages) });
      const whole: CellBroadcast[] = [];
      for (let at = 0; at < octets.length; at += 88) {
        const { value } = outcomeOf(ANYWHERE, () => decodeCbs(octets.subarray(at, at + 88), { lenient: true }));
        if (value?.kind === 'page') whole.push(...[assembler.add(value, { at: at * 1000 }) ?? []].flat());
      }
      expectTrue(assembler.pending <= 4, 'more messages wait than may');
      assembler.expire(Number.POSITIVE_INFINITY);
      return [{ value: whole[0] }, whole, discarded];
    },
    {
      seeds: () =>
        seedsFrom(cbs.cbsMessage, (message) =>
          Uint8Array.from(splitCbsMessage(message).flatMap((page) => [...encodeCbs(page)])),
        ),
    },
  ),
  octetCodec('cbs.decodeUssdArgument', {
    read: (octets, options) => decodeUssdArgument(octets, options),
    write: encodeUssdArgument,
    // A string that ends in CR comes back with two.
    essence: ({ text, ...rest }) => ({ ...rest, text: text?.replace(/\r+$/, '') }),
    values: cbs.ussdArgument,
    inputs: cbs.likeUssd,
    trace: readUssdArgument,
    lenient: true,
  }),
  ...[0x0f, 0x11, 0x44, 0x48].map((dcs) =>
    octetCodec(`cbs.decodeUssdString ${dcs}`, {
      read: (octets, options) => decodeUssdString(octets, dcs, options),
      write: (string) => encodeUssdString(string, dcs),
      essence: ({ text, ...rest }) => ({ ...rest, text: text?.replace(/\r+$/, '') }),
      values: cbs.ussdArgument.filter((argument) => argument.dcs === dcs).map(({ dcs: _, others: __, ...string }) => string),
      lenient: true,
    }),
  ),
  ...(['MO', 'MT'] as const).flatMap((direction) =>
    [false, true].map((smsc) => {
      const wrap = (one: Uint8Array) => (smsc ? Uint8Array.of(...encodeServiceCentre('447700900001'), ...one) : one);
      const options = { direction, smsc };
      return octetCodec(
        `sms.decodeTpdu ${direction}${smsc ? ' behind a service centre' : ''}`,
        {
          read: (octets, reading) => decodeTpdu(octets, { ...reading, ...options }),
          inputs: fc.oneof(tpdu, tpdu.map(wrap), sms.likeTpdu),
          trace: (reader, reading) => readTpdu(reader, { ...reading, ...options }),
          lenient: true,
        },
        { seeds: () => (direction === 'MO' ? submits() : seedsFrom(received, same)).map(wrap) },
      );
    }),
  ),
  octetCodec(
    'sms.decodeSeo',
    {
      read: (octets, options) => {
        const part = decodeSeo(octets, options);
        expectTrue(part.data.length <= octets.length, 'a part has no more data than its block');
        return part;
      },
      inputs: seoBlock,
      trace: readSeo,
      lenient: true,
      consume: ({ part, parts }) => expectTrue(part <= parts, 'a part is one of those there are'),
    },
    {
      seeds: () => encodeSeo({ type: 'mid', name: 'a', data: Uint8Array.from({ length: 200 }, (_, i) => i) }),
    },
  ),
  octetCodec<SeoFile>(
    'sms.joinSeo',
    {
      read: (octets) => {
        const blocks = framesOf(octets).map((frame) => outcomeOf(frame.length, () => decodeSeo(frame, { lenient: true })));
        return joinSeo(blocks.flatMap(({ value }) => value ?? []));
      },
      values: sms.seoObject,
      writers: [{}, { maxOctets: 65 }].map((options) => (object) => framed(encodeSeo(object as SeoObject, options))),
      unplaced: () => true,
    },
    { covers: ['sms.decodeSeo'] },
  ),
  textCodec(
    'sms.parseSckl',
    { read: parseSckl, write: formatSckl, values: sms.scklMessage, inputs: sms.likeSckl, lenient: true },
    {
      words: ['//SCKL', '//SCKL1581', '//SCKL23F4', '02A40201', '\n', ' '],
      seeds: () => ['//SCKL1581 024A3A', '//SCKL23F400002A0201 424547494E'],
    },
  ),
  octetsTarget(
    'sms.Reassembler',
    (octets) => {
      const discarded: unknown[] = [];
      const reassembler = new Reassembler({ maxPending: 8, onDiscard: (parts) => discarded.push(parts) });
      const whole = partsOf(octets).flatMap((part, at) => reassembler.add(part, { from: '4477', at: at * 1000 }) ?? []);
      expectTrue(reassembler.pending <= 8, 'no more messages wait than may');
      reassembler.expire(Number.POSITIVE_INFINITY);
      return [{ value: whole[0] }, whole, discarded];
    },
    { seeds: () => MESSAGES.map((submits) => framed(submits.map((submit) => encodeSubmit(submit)))) },
  ),

  textTarget(
    'carrier.parseAtCommands',
    (text) =>
      outcomeOf(Number.POSITIVE_INFINITY, () => {
        const submits = parseAtCommands(text.split('\n'));
        expectEqual(parseAtCommands(toAtCommands(submits)), submits, 'commands that are written are read as the same messages');
        return submits;
      }),
    {
      words: ['AT+CMGS=', 'AT+CMMS=2', 'AT+CMGF=0', '\r', '\x1a', '> ', 'OK', '00'],
      seeds: () => MESSAGES.map((submits) => toAtCommands(submits).join('\n')),
    },
  ),
  textTarget(
    'modem.parseFinalResult',
    (text) => {
      const result = parseFinalResult(text);
      if (result === undefined) return { value: undefined };
      outlookOf(result);
      const again = parseFinalResult(describeResult(result).replace(/ \(.*\)$/, ''));
      expectEqual(again?.kind, result.kind, 'a result in words is one of another kind');
      return { value: result };
    },
    {
      words: ['OK', 'ERROR', '+CMS ERROR: ', '+CME ERROR: ', '322', 'SIM busy', 'NO CARRIER'],
      seeds: () => ['OK', 'ERROR', '+CMS ERROR: 322', '+CME ERROR: SIM busy', 'NO CARRIER'],
    },
  ),
  textTarget(
    'modem.parseStoredMessage',
    (text) => {
      const [line = '', pdu] = text.split('\n');
      const shown = { line, pdu };
      const strict = outcomeOf(ANYWHERE, () => parseStoredMessage(shown));
      const lenient = outcomeOf(ANYWHERE, () => parseStoredMessage(shown, { lenient: true, onIssue: () => {} }));
      if (strict.value !== undefined) expectEqual(lenient.value, strict.value, 'lenient reading gives another message');
      return [strict, lenient];
    },
    { words: ['+CMGL: ', '+CMGR: ', '1,', '"",', '\n', '00', '07911326040000F0'], seeds: () => STORED },
  ),
  textCodec<UssdMessage>('modem.parseUssdLine', {
    read: parseUssdLine,
    write: (message) => formatUssdLine(message),
    values: fc
      .record({
        state: fc.constantFrom(...USSD_STATES),
        text: fc.string({ unit: fc.constantFrom(...'Balance: 3,50"\n@'), minLength: 1 }).map((text) => `${text}.`),
        dcs: fc.constantFrom(0, 15, 72),
      })
      .map((message) => ({ ...message, shown: message.text })),
    // What is shown in hex is written as text, and text is no data.
    essence: ({ state }) => state,
    unplaced: () => true,
  }),
  octetsTarget(
    'modem.ModemReader',
    (octets) => {
      const readers = [new ModemReader(), new ModemReader()] as const;
      for (const reader of readers) reader.expect('AT+CMGL=4');
      const whole = [...readers[0].read(octets)];
      const cut = [...octets].flatMap((octet) => [...readers[1].read(Uint8Array.of(octet))]);
      expectEqual(cut, whole, 'what is read octet by octet is another dialogue');
      return { value: whole };
    },
    {
      words: ['+CMTI: "SM",1\r\n', '+CMT: ,30\r\n', '+CUSD: 0,"', '> ', '\r\nOK\r\n', '+CDS: 25\r\n', '\r', '"'],
      seeds: () => STORED.map((text) => encodeUtf8(`AT+CMGL=4\r\r\n${text}\r\n+CMTI: "SM",2\r\n\r\nOK\r\n`)),
    },
  ),
  textTarget(
    'carrier.parseGatewayForm',
    (text) => {
      const form = Object.fromEntries(text.split('&').map((field) => field.split('=', 2).concat('').slice(0, 2))) as Record<
        string,
        string
      >;
      const outcome = outcomeOf(Number.POSITIVE_INFINITY, () => parseGatewayForm(form));
      if (outcome.refusal === undefined) expectRoundTrip(outcome.value, toGatewayForm, parseGatewayForm);
      return outcome;
    },
    {
      words: [
        'SendTo',
        'SmsSubmitPduDataCodingScheme',
        'SmsSubmitPduProtocolIdentifier',
        'SmsSubmitPduUserDataHeader',
        'SmsSubmitPduUserData',
        'Message',
        '&',
        '=',
      ],
      seeds: () =>
        MESSAGES.flat().map((submit) =>
          Object.entries(toGatewayForm(submit))
            .map(([name, value]) => `${name}=${value}`)
            .join('&'),
        ),
    },
  ),
  octetsTarget(
    'carrier.toSubmitSm',
    (octets) => {
      const read = outcomeOf(octets.length, () => decodeSubmit(octets));
      if (read.refusal !== undefined) return read;
      const submit = read.value;
      return [
        outcomeOf(Number.POSITIVE_INFINITY, () => toSubmitSm(submit)),
        outcomeOf(Number.POSITIVE_INFINITY, () => toSubmitSm(submit, { packed: true })),
        outcomeOf(Number.POSITIVE_INFINITY, () =>
          toKannelUrl(submit, { baseUrl: 'http://127.0.0.1:13013/', username: 'u', password: 'p' }),
        ),
      ];
    },
    { seeds: submits },
  ),

  textTarget('message.parsePhoneMake', (text) => ({ value: parsePhoneMake(text) }), { seeds: () => PHONE_MAKES }),
  octetsTarget(
    'message.readSubmits',
    (octets) => {
      const parts = partsOf(octets);
      const strict = outcomeOf(Number.POSITIVE_INFINITY, () => readSubmits(parts));
      const lenient = outcomeOf(Number.POSITIVE_INFINITY, () => readSubmits(parts, { lenient: true }));
      if (strict.refusal === undefined)
        expectEqual(lenient.value, strict.value, 'lenient reading gives another value than strict reading');
      if (strict.refusal === undefined) {
        const { value } = strict;
        const written = outcomeOf(Number.POSITIVE_INFINITY, () => buildSubmits(value, { to: '4477', anySize: true }));
        return [strict, lenient, written];
      }
      return [strict, lenient];
    },
    { seeds: () => MESSAGES.map((submits) => framed(submits.map((submit) => encodeSubmit(submit)))) },
  ),
  octetsTarget(
    'message.readContent',
    (octets) => {
      const [tpDcs = 0, tpPid = 0] = octets;
      const body = octets.subarray(2);
      const header = outcomeOf(body.length, () => decodeUdh(body));
      if (header.refusal !== undefined) return header;
      const { elements, lengthOctets } = header.value;
      const data = body.slice(lengthOctets);
      const whole = new Reassembler().add({ udh: elements, data, tpDcs }, { from: '4477', at: 0 });
      if (whole === undefined) return { value: undefined };
      const messages = [whole, { ...whole, text: toHex(data) }];
      const [strict, ...others] = messages.flatMap((message) => [
        outcomeOf(Number.POSITIVE_INFINITY, () => readContent(message, tpDcs, tpPid)),
        outcomeOf(Number.POSITIVE_INFINITY, () => readContent(message, tpDcs, tpPid, { lenient: true })),
      ]);
      return [strict as Outcome<unknown>, others];
    },
    {
      seeds: () =>
        MESSAGES.flatMap(([submit]) => {
          if (submit?.data === undefined) return [];
          return [Uint8Array.of(submit.tpDcs, submit.tpPid, ...encodeUdh(submit.udh), ...submit.data)];
        }),
    },
  ),
];
