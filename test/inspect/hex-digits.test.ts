/** Hex in lines of text, as people and programs write it, with digits that are missing or wrong. */
import { describe, expect, it } from 'vitest';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { findHex, readHexLine } from '../../src/inspect/hex-digits.js';
import { identify, inspect } from '../../src/inspect/index.js';
import { findAnnounced } from '../../src/inspect/modem-lines.js';

const PDU = '01000B917283010010F500000CE8329BFD066D789BF2C607';
const HALF = '0123456789ABCDEF';

describe('a line of hex', () => {
  it.each([
    ['digits', PDU, PDU, []],
    ['after a prompt, with the sign that ends a PDU', `> ${PDU}\x1a `, PDU, []],
    ['blanks anywhere', ` ${PDU.slice(0, 5)} ${PDU.slice(5)}`, PDU, []],
    ['an odd number of digits', PDU.slice(0, -1), PDU.slice(0, -2), []],
    ['an octet of one digit', '01 00 B 91', '01000B91', [6]],
    ['letters for digits', `O1000B9l${PDU.slice(8)}`, `01000B91${PDU.slice(8)}`, [0, 7]],
    ['another character', `01000B?1${PDU.slice(8)}`, `01000B01${PDU.slice(8)}`, [6]],
    ['octets with another character', `01 0G ${HALF.replace(/../g, '$& ')}`, `0100${HALF}`, [4]],
  ])('%s', (_, line, octets, faults) => {
    const run = readHexLine(line);
    expect(run && toHex(run.octets)).toBe(octets);
    expect(run?.faults.map(({ index }) => index)).toEqual(faults);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \t'],
    ['a prompt', '> '],
    ['three digits', '414'],
    ['three other characters', `01?00?0B?${PDU}`],
    ['words beside the digits', `pdu ${PDU} ok`],
    ['a word of one letter beside them', `a ${PDU}`],
    ['a command', 'AT+CMGS=22'],
  ])('%s is none', (_, line) => expect(readHexLine(line)).toBeUndefined());
});

describe('hex in a line', () => {
  const found = (line: string) => findHex(line, 8).map(({ start, end, octets }) => [start, end, toHex(octets)]);
  const octets = HALF.match(/../g) as string[];

  it.each([
    ['a word', `x=${HALF};`, [[2, 18, HALF]]],
    ['0x', `0x${HALF}`, [[2, 18, HALF]]],
    ['an escaped line end before it', `\\n${HALF}\\r`, [[2, 18, HALF]]],
    ['octets with blanks', `x ${octets.join(' ')} y`, [[2, 25, HALF]]],
    ['with a gap in the middle', `${octets.slice(0, 4).join(' ')}  ${octets.slice(4).join(' ')}`, [[0, 24, HALF]]],
    ['with colons, in small letters', octets.join(':').toLowerCase(), [[0, 23, HALF]]],
    ['of a program', `{0x${octets.join(', 0x')}}`, [[3, 47, HALF]]],
    ['of a string', `"\\x${octets.join('\\x')}"`, [[3, 33, HALF]]],
    ['percent-encoded', `udh=%${octets.join('%')}&`, [[5, 28, HALF]]],
    ['groups of four', '0123 4567 89AB CDEF', [[0, 19, HALF]]],
    ['characters of a dump', `${octets.join(' ')}  |AB CD|`, [[0, 23, HALF]]],
    [
      'two',
      `${HALF} ${HALF}`,
      [
        [0, 16, HALF],
        [17, 33, HALF],
      ],
    ],
    ['a letter for a digit', `x O${HALF}1`, [[2, 20, `0${HALF}1`]]],
  ])('%s', (_, line, expected) => expect(found(line)).toEqual(expected));

  it.each([
    ['fewer octets', octets.slice(1).join(' ')],
    ['fewer digits', HALF.slice(1)],
    ['a date', '2026-11-01 12:00:01'],
    ['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
    ['other signs', octets.join('/')],
    ['letters', 'abcdefghijklmnopqrstuvwxyz'],
  ])('%s is none', (_, line) => expect(found(line)).toEqual([]));
});

describe('announcements', () => {
  it.each([
    ['AT+CMGS=22', 'AT+CMGS', 22],
    ['-> at+cmgw=22,1', 'AT+CMGW', 22],
    ['+CMGL: 1,1,,36', '+CMGL', 36],
    ['+CMGR: 0,"Bob",24', '+CMGR', 24],
    ['+CMGR: 1,,36<cr><lf>', '+CMGR', 36],
    ['+CMT: ,36', '+CMT', 36],
    ['+CDS: 25', '+CDS', 25],
    ['+CMGL: 0,1,,29 07 +CMGL: 1,1,,30', '+CMGL', 30],
    // TS 27.005 section 3.4.3: in text mode there is no length, and what is stored or sent has a number.
    ['+CMGL: 1,"REC READ","+447700900123",,"26/11/01,12:00:00+00"', undefined, undefined],
    ['+CMT: "+447700900123",,"26/11/01,12:00:00+00"', undefined, undefined],
    ['+CMGS: 7', undefined, undefined],
    ['AT+CMGL=4', undefined, undefined],
  ])('%s', (line, command, octets) => {
    expect([findAnnounced(line)?.command, findAnnounced(line)?.octets]).toEqual([command, octets]);
  });
});

describe('faulty digits in a payload of their own', () => {
  const best = (text: string) => identify(encodeUtf8(text))[0];
  const errors = (text: string) => inspect(encodeUtf8(text)).children.map(({ error }) => error?.message);

  it('are hex when they are something, or many', () => {
    expect(best(PDU.slice(0, -1))).toEqual({
      format: 'hex',
      confidence: 0.9,
      reason: '1 line of hex, 1 line with an odd number of digits',
    });
    expect(best(PDU.replace('F', 'O'))).toMatchObject({
      format: 'hex',
      reason: '1 line of hex, 1 line with a character that is not a digit',
    });
    expect(best(`${HALF}${HALF}${HALF}1`)).toMatchObject({ format: 'hex', confidence: 0.5 });
    expect(best(`${HALF}1`)).toMatchObject({ format: 'text' });
  });

  it('name their line among others', () => {
    expect(errors(`${PDU}\n${PDU.slice(0, -1)}\n`)).toEqual([
      undefined,
      'line 2 at 46: 47 hex digits, an odd number: one is missing in TP-UD, octets 13 to 23',
    ]);
  });

  it('of other formats than a TPDU are placed by their lengths too', () => {
    const smpp = '0000003500000004000000000000000700050048616E64736574000101343437370000000000000000000003486921020400020009';
    expect(errors(smpp.slice(0, -1))).toEqual([
      'hex at 104: 105 hex digits, an odd number: one is missing at or before octet 52',
    ]);
    // A header fits whatever octets there are.
    expect(inspect(encodeUtf8('06050415810000024A3A5'), { as: 'udh' }).children[0]?.error?.message).toBe(
      'hex at 20: 21 hex digits, an odd number: one is missing or surplus in or before octet 10',
    );
  });

  it('have the length that a command announces, or a warning', () => {
    const tree = inspect(encodeUtf8('AT+CMGS=23\n> 0001000B917283010010F500000CE8329BFD066D789BF2C607\x1a\n'));
    expect(tree.children[1]?.warnings).toEqual(['AT+CMGS announces 23 octets after the service centre, 24 are there']);
  });
});
