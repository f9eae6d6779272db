/** Payloads in logs: found where they are, in the logs that programs write, and nothing else found. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { identify, inspect } from '../../src/inspect/index.js';
import { openPayloads } from '../../src/inspect/inspect.js';
import { type LogEntry, LogReader } from '../../src/inspect/log.js';
import type { Wanted } from '../../src/inspect/log-lines.js';
import { encodeSeo, encodeSubmit, type Submit, submitText } from '../../src/sms/index.js';
import { deliver, submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';

// gammu 1.42.0 and gnokii 0.6.30 read the texts of these three out of a modem that has them.
const READY = '0791447700099099040C9144770009103200006211102100000013D9775D0EA287C5EC32283D07C9CB61721E';
const [PART_1, PART_2] = [
  '0791447700099099440C91447700091032000062111021000000A0050003070201B2EFBA1C440F8BD96590F92D07D1EF6F507A0E12BFDFEB325907C281E06D162826036DCA2E10945D0ECFCBA07198CD06D5E7A03BBAEC06E5DF7550585E06B1C3F4320B44479741EB347D8C2EBB4163F67B5E9E83C274103ACC3683E0E1391DE44EBBCBA0B09B0CA2A3CB2076784E07BDE5E4B21C949E83E8E175D90D32A7CDF472D90D6AA7DD',
  '0791447700099099440C9144770009103200006211102100000024050003070202EAF4F21C242E9BDFF2B20B342D9741F9771D447FBBD367343D04',
];
const BOOKED =
  'Your table for two is booked: 8 pm, 12 €. Please call us when you are late, the kitchen closes at half past nine and the last order is taken fifteen minutes before. See you tonight!';
// Of the vectors: a text to +27381000015.
const SUBMIT = '0001000B917283010010F500000CE8329BFD066D789BF2C607';

const log = (name: string) => readFileSync(`fixtures/logs/${name}`, 'utf8');

/** What a reader of lines finds in a text. */
function entriesOf(text: string, wanted: Wanted = {}, onMissing: (warning: string) => void = () => {}): LogEntry[] {
  const reader = new LogReader(() => openPayloads(), wanted, onMissing);
  const lines = text.split(/\r?\n/);
  return [...lines.flatMap((line) => [...reader.next(line)]), ...reader.end()];
}

/** Line, column from 1, octets and the root of the tree. */
const places = (entries: readonly LogEntry[]) =>
  entries.map(({ from, octets, field }) => [from.line, from.character + 1, octets && toHex(octets), field.name] as const);

const every = (field: Field): Field[] => [field, ...field.children.flatMap(every)];
const named = (field: Field, name: string) => every(field).filter((each) => each.name === name);

describe('logs of programs', () => {
  it.each([
    [
      'gammu.log',
      [
        [7, 29, READY, 'SMS-DELIVER'],
        [9, 29, PART_1, 'SMS-DELIVER'],
        [11, 29, PART_2, 'SMS-DELIVER'],
        [11, 29, undefined, 'joined from 2 parts'],
        [79, 26, READY, 'SMS-DELIVER'],
      ],
    ],
    [
      'gnokii.log',
      [
        [22, 50, READY, 'SMS-DELIVER'],
        [33, 1, READY, 'SMS-DELIVER'],
        [46, 51, PART_1, 'SMS-DELIVER'],
        [73, 1, PART_1, 'SMS-DELIVER'],
      ],
    ],
    [
      'smstools.log',
      [
        [5, 33, SUBMIT, 'SMS-SUBMIT'],
        [9, 48, READY, 'SMS-DELIVER'],
        [9, 152, PART_2, 'SMS-DELIVER'],
      ],
    ],
    ['kannel-bearerbox.log', [[30, 50, '06050415810000024A3A59D1BD91A58904018416610320', 'user data']]],
    ['kannel-access.log', [[2, 153, '06050415810000024A3A59D1BD91A58904018416610320', 'user data']]],
  ])('%s', (name, expected) => {
    expect(places(entriesOf(log(name)))).toEqual(expected);
    expect(identify(encodeUtf8(log(name)))[0]).toMatchObject({ format: 'log', confidence: 0.96 });
  });

  it('the message of an SMPP PDU is opened as its fields say', () => {
    for (const name of ['kannel-bearerbox.log', 'kannel-access.log']) {
      const [entry] = entriesOf(log(name));
      expect(named(entry?.field as Field, 'Nokia ringtone'), name).toHaveLength(1);
    }
    // A dump ends on another line.
    expect(entriesOf(log('kannel-bearerbox.log'))[0]?.to).toEqual({ line: 31, character: 69 });
  });

  it('decoys are none', () => {
    expect(entriesOf(log('decoys.log'))).toEqual([]);
    expect(identify(encodeUtf8(log('decoys.log')))[0]?.format).toBe('text');
  });

  it('hashes are none, however many', () => {
    const hashes = Array.from({ length: 5000 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex'));
    expect(entriesOf(hashes.map((hash) => `GET /objects/${hash} 200`).join('\n'))).toEqual([]);
  });
});

describe('every way to write a payload', () => {
  const lines = log('mixed.log').split('\n');
  const message = '06050415810000024A3A59D1BD91A589040184166103';
  const smpp = '0000003500000004000000000000000700050048616E64736574000101343437370000000000000000000003486921020400020009';
  const tpdu = SUBMIT.slice(2);

  it.each([
    ['among words', 1, [READY], 'SMS-DELIVER'],
    ['in JSON', 2, [SUBMIT], 'SMS-SUBMIT'],
    ['the fields of SMPP in JSON', 3, [toHex(encodeUtf8(lines[2] as string))], 'SMPP fields'],
    ['the message of SMPP beside its fields', 4, [message], 'user data'],
    ['octets with blanks', 5, [READY], 'SMS-DELIVER'],
    ['octets with colons', 6, [READY], 'SMS-DELIVER'],
    ['octets of a program', 7, [tpdu], 'SMS-SUBMIT'],
    ['escapes of a string', 8, [READY], 'SMS-DELIVER'],
    ['after 0x', 9, [READY], 'SMS-DELIVER'],
    ['after an answer and an escaped line end', 10, [READY], 'SMS-DELIVER'],
    ['on the line after an answer', 12, [READY], 'SMS-DELIVER'],
    ['two on a line', 13, [PART_1, PART_2], 'SMS-DELIVER'],
    ['a PDU of SMPP', 14, [smpp], 'SMPP'],
    ['cut', 15, [READY.slice(0, 62)], 'SMS-DELIVER'],
    ['without its last digit', 16, [READY.slice(0, -2)], 'SMS-DELIVER'],
    ['with a letter for a digit', 17, [READY], 'SMS-DELIVER'],
  ])('%s', (_, line, octets, name) => {
    const found = places(entriesOf(log('mixed.log'))).filter((place) => place[0] === line && place[2] !== undefined);
    expect(found.map((place) => [place[2], place[3]])).toEqual(octets.map((each) => [each, name]));
  });

  it('each is found without the others, but for what the line before announces', () => {
    const alone = lines.flatMap((line) => entriesOf(line).filter(({ octets }) => octets !== undefined));
    const together = entriesOf(log('mixed.log')).filter(({ octets }) => octets !== undefined);
    expect(alone.map(({ octets }) => octets)).toEqual(together.map(({ octets }) => octets));
  });

  it('a dump of several lines is one payload, and another place ends it', () => {
    const octets = READY.match(/../g) as string[];
    const row = (from: number, at: string) => `12:00:0${from / 16} ${at} ${octets.slice(from, from + 16).join(' ')}  |...|`;
    const dump = [row(0, 'rx'), row(16, 'rx'), row(32, 'rx')];
    const [found, ...others] = entriesOf(dump.join('\n'));
    expect([found?.field.name, found?.octets && toHex(found.octets), others.length]).toEqual(['SMS-DELIVER', READY, 0]);
    expect([found?.from, found?.to.line]).toEqual([{ line: 1, character: 12 }, 3]);
    expect(entriesOf([row(0, 'rx'), row(16, 'another'), row(32, 'rx')].join('\n')).map(({ octets }) => octets?.length)).toEqual(
      [16],
    );
  });
});

describe('announcements', () => {
  // Five octets are too few to be sure of.
  const short = '0011000B91';

  it('of a command or an answer make a PDU of what has the length', () => {
    const [entry] = entriesOf('AT+CMGS=14\n> 0001000B917283010010F50000\n');
    expect(entry?.field).toMatchObject({ name: 'SMS-SUBMIT', error: { code: 'truncated', field: 'TP-UDL' } });
    expect(entriesOf(`AT+CMGS=4\n> ${short}`)).toEqual([]);
  });

  it('of another length are told, and forgotten after some lines', () => {
    const [near] = entriesOf(`+CMGR: 1,,40\n${READY}`);
    expect(near?.field.warnings).toEqual(['+CMGR announces 40 octets after the service centre, 36 are there']);
    const [far] = entriesOf(`+CMGR: 1,,40\n\n\n${READY}`);
    expect(far?.field.warnings).toBeUndefined();
  });

  it('tell whether a digit is missing', () => {
    const without = (at: number) => READY.slice(0, at) + READY.slice(at + 1);
    const errorOf = (digits: string, answer = '+CMGR: 1,,36') => entriesOf(`${answer}\n${digits}`)[0]?.field.error?.message;
    expect(errorOf(without(87))).toBe(
      'hex at 86: 87 hex digits, an odd number: one is missing in TP-UD, octets 27 to 43; +CMGR announces one digit more',
    );
    // In the time, 19:37:41 on the 28th: what follows is shifted.
    const late = READY.replace('62111021000000', '62118291731400');
    expect(errorOf(late.slice(0, 42) + late.slice(43))).toBe(
      'hex at 86: 87 hex digits, an odd number: one is missing or surplus in or before TP-SCTS at octet 19; +CMGR announces one digit more',
    );
    expect(errorOf(`${READY}0`)).toBe(
      'hex at 88: 89 hex digits, an odd number: one is surplus at or before octet 44, where the payload ends; +CMGR announces one digit less',
    );
  });
});

describe('parts', () => {
  it('are joined over other lines, whatever their order', () => {
    const entries = entriesOf(['a', `x ${PART_2}`, 'b', `y ${PART_1}`].join('\n'));
    expect(entries.at(-1)).toMatchObject({ from: { line: 4 }, field: { name: 'joined from 2 parts', value: BOOKED } });
  });

  it('that come again are joined once, and those that miss others are told', () => {
    const missing: string[] = [];
    const all = [PART_1, PART_2, PART_1, PART_2].map((part) => `x ${part}`).join('\n');
    expect(entriesOf(all).filter(({ octets }) => octets === undefined)).toHaveLength(1);
    expect(entriesOf(`x ${PART_1}`, {}, (warning) => missing.push(warning))).toHaveLength(1);
    expect(missing).toEqual(['line 1: 1 of 2 parts of a message']);
  });

  it('that miss others are told with the line of the first of them, also in the tree of a whole log', () => {
    const parts = (submitText('x'.repeat(400), { to: '+447700900123' }) as Submit[]).map((each) => toHex(encodeSubmit(each)));
    const log = `a\nx ${parts[2]}\nb\nx ${parts[0]}\n`;
    const missing: string[] = [];
    entriesOf(log, {}, (warning) => missing.push(warning));
    expect(missing).toEqual(['line 4: 2 of 3 parts of a message']);
    expect(inspect(new TextEncoder().encode(log)).warnings).toEqual(missing);
    const [, block] = encodeSeo({ type: 'mid', name: 'x', data: new Uint8Array(300) }, { reference: 7 }) as Uint8Array[];
    const object = toHex(encodeSubmit({ tpDa: '+447700900123', tpDcs: 0xf5, data: block }));
    expect(inspect(new TextEncoder().encode(`x ${object}\n`)).warnings).toEqual(['line 1: 1 of 3 parts of an object']);
  });

  it('wait for a number of lines, and so many messages and no more', () => {
    const missing: string[] = [];
    const parts = (reference: number) =>
      (submitText('x'.repeat(300), { to: '+447700900123', concat: 16, reference }) as Submit[]).map((each) =>
        toHex(encodeSubmit(each)),
      );
    const first = Array.from({ length: 300 }, (_, i) => `x ${parts(i)[0]}`);
    const entries = entriesOf([...first, `x ${parts(299)[1]}`, `x ${parts(0)[1]}`].join('\n'), {}, (warning) =>
      missing.push(warning),
    );
    expect(entries.filter(({ field }) => field.name === 'joined from 2 parts').map(({ from }) => from.line)).toEqual([301]);
    // Of 256 that may wait the oldest 44 were given up, one of which begins anew with its other part.
    expect(missing.length).toBe(300);
  });

  it('of SMPP are joined on their lines, by their addresses', () => {
    const line = (to: string, message: string) =>
      `submit_sm esm_class=64 data_coding=3 destination_addr=${to} short_message=${message}`;
    const [first, second] = ['05000307020148656C6C6F2C20', '050003070202776F726C64'];
    const joined = (...lines: string[]) =>
      entriesOf(lines.join('\n')).flatMap(({ octets, field }) => (octets === undefined ? [field.value] : []));
    expect(joined(line('447700900123', first), line('447700900123', second))).toEqual(['Hello, world']);
    expect(joined(line('447700900123', first), line('447700900124', second))).toEqual([]);
    // What one line says is not what the next one means.
    const [, plain] = entriesOf(`${line('4477', first)}\nsubmit_sm esm_class=0 data_coding=3 short_message=${second}`);
    expect(named(plain?.field as Field, 'UDH')).toEqual([]);
  });

  it('of digits that lack one are not joined', () => {
    expect(entriesOf(`x ${PART_1}\ny ${PART_2.slice(0, -1)}`).map(({ field }) => field.name)).toEqual([
      'SMS-DELIVER',
      'SMS-DELIVER',
    ]);
  });
});

describe('the tree of a log', () => {
  it('tells each payload with its line and columns, and tiles', () => {
    const text = `12:00 é PDU: ${READY} ok\r\n12:01 nothing\r\n`;
    const tree = inspect(encodeUtf8(text));
    expectTiling(tree);
    expect(tree.end).toBe(encodeUtf8(text).length);
    expect(tree.children.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['words', undefined],
      ['hex: SMS-DELIVER', 'line 1, columns 14-101'],
      ['words', undefined],
    ]);
    expect(tree.children[1]).toMatchObject({ octets: hex(READY), start: 14 });
  });

  it('has joined messages at its end', () => {
    const tree = inspect(encodeUtf8(`x ${PART_1}\nx ${PART_2}\n`));
    expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 2 parts', value: BOOKED });
  });

  it('in JSON has the payloads in its text', () => {
    const tree = inspect(encodeUtf8(`{\n  "pdu": "${READY}",\n  "id": 7\n}\n`));
    expectTiling(tree);
    expect([tree.name, tree.meaning]).toEqual(['JSON', 'an object with pdu, id']);
    expect(tree.children.map(({ name }) => name)).toEqual(['words', 'hex: SMS-DELIVER', 'words']);
  });

  it('shows so many payloads and no more', () => {
    const tree = inspect(encodeUtf8(`x ${READY}\n`.repeat(5)), { limits: { inspectItems: 3 } });
    expectTiling(tree);
    expect(tree.children.filter(({ name }) => name === 'hex: SMS-DELIVER')).toHaveLength(3);
    expect(tree.warnings).toEqual(['the first 3 payloads are shown']);
  });

  it('under another name or direction has what can be that', () => {
    const text = encodeUtf8(`x ${READY}\ny ${SUBMIT}\n`);
    const names = (options: Parameters<typeof inspect>[1]) =>
      inspect(text, options).children.flatMap(({ name }) => (name === 'words' ? [] : [name]));
    expect(names({ direction: 'MO' })).toEqual(['hex: SMS-SUBMIT']);
    expect(names({ direction: 'MT' })).toEqual(['hex: SMS-DELIVER']);
  });
});

describe('other notations', () => {
  const octets = hex(READY);
  const base64 = Buffer.from(octets).toString('base64');

  it('base64 among other words, in either alphabet, padded or not', () => {
    for (const digits of [base64, base64.replace(/=+$/, ''), Buffer.from(octets).toString('base64url')]) {
      const text = `12:00 INFO body=${digits} len=${octets.length}\n`;
      expect(places(entriesOf(text))).toEqual([[1, 17, READY, 'SMS-DELIVER']]);
      expect(inspect(encodeUtf8(text)).children.map(({ name }) => name)).toContain('base64: SMS-DELIVER');
    }
  });

  it('words that may be base64 are none', () => {
    const text = [
      'commit 0f3cA9b1D2e4F5a6B7c8D9e0F1a2B3c4D5e6F7a8 merged',
      'GET /webservices/http/SendSmsMessage2026/AccountOverview/Details HTTP/1.1',
      'session Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1u opened',
      'at com.example.Handler2$InnerClassWithAVeryLongName.run(Handler2.java:42)',
    ];
    expect(entriesOf(text.join('\n'))).toEqual([]);
  });

  /** Lines as hexdump has them, after a line of words. */
  const dumped = (width: number, mark: string) =>
    Array.from({ length: Math.ceil(octets.length / width) }, (_, row) => {
      const cells = toHex(octets.subarray(row * width, (row + 1) * width)).replace(/..(?=.)/g, '$& ');
      return `${mark}${(row * width).toString(16).padStart(4, '0')}  ${cells}\n`;
    }).join('');

  it.each([
    [16, ''],
    [8, ''],
    [16, '12:00:01 DEBUG '],
  ])('a dump of %i octets a line, each with its offset after %j', (width, mark) => {
    const found = entriesOf(`received from the centre:\n${dumped(width, mark)}end of it\n`);
    expect(found.map((entry) => [entry.from.line, entry.octets && toHex(entry.octets), entry.field.name])).toEqual([
      [2, READY, 'SMS-DELIVER'],
    ]);
  });

  it('a PDU that lacks a digit is found by its name', () => {
    const [entry] = entriesOf(`12:00 INFO pdu=${READY.slice(0, -1)} len=36`);
    expect(entry?.field.name).toBe('SMS-DELIVER');
    expect(entry?.field.error?.message).toContain('an odd number');
  });
});

describe('any text', () => {
  const pdus = fc
    .oneof(
      submit.map(encodeSubmit),
      deliver.map((each) => hex(`00${toHex(hex(READY))}`).subarray(0, each.tpPid)),
    )
    .map(toHex);
  const pieces = fc.oneof(
    pdus,
    fc.constantFrom(
      ' ',
      '\n',
      '\r\n',
      '+CMT: ,36',
      'AT+CMGS=22',
      '> ',
      'pdu=',
      '"',
      'data: 07 91 ',
      '\\x',
      '0x',
      '[msg:3:',
      '] [udh:7:',
      'esm_class: 64',
    ),
    fc.constantFrom('short_message:\n', 'SMPP PDU dump', '{"short_message":"00', 'é', '\x1a', 'O', '0'),
    fc.string({ maxLength: 8 }),
  );
  const texts = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''));

  it('gives two messages on a line in their order, though the first could begin a dump', () => {
    const text = 'short_message:\ndata: 07 91 data: 08 92 esm_class: 64';
    const tree = inspect(encodeUtf8(text), { as: 'log' });
    expectTiling(tree);
    expect(payloadsOf(tree)).toEqual(['0791', '0892']);
  });

  it('gives a tree that tiles, and the same payloads line by line', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const octets = encodeUtf8(text);
        const tree = inspect(octets, { as: 'log' });
        expectTiling(tree);
        expect([tree.start, tree.end]).toEqual([0, octets.length]);
        expectTiling(inspect(octets));
        const found = entriesOf(text).flatMap((entry) => (entry.octets === undefined ? [] : [entry]));
        if (tree.error === undefined) expect(found.map((entry) => toHex(entry.octets as Uint8Array))).toEqual(payloadsOf(tree));
      }),
    );
  });

  const payloadsOf = (tree: Field) =>
    tree.children.flatMap(({ octets, start, end }) => (octets === undefined || start === end ? [] : [toHex(octets)]));
});
