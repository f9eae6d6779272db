import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { decodeUssdString } from '../../src/cbs/index.js';
import { formatUssdLine, parseUssdLine, USSD_STATES } from '../../src/modem/index.js';
import { readUssd } from '../../src/modem/ussd.js';
import { encodeUcs2 } from '../../src/text/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const ucs2 = (text: string) => toHex(encodeUcs2(text));
const ascii = (text: string) => toHex(Uint8Array.from(text, (character) => character.charCodeAt(0)));
/** What is read of a text between quotation marks, without what the modem showed. */
function said(shown: string, dcs?: number) {
  const { shown: verbatim, state, dcs: given, ...text } = readUssd(`0,"${shown}"${dcs === undefined ? '' : `,${dcs}`}`);
  expect([verbatim, state, given]).toEqual([shown, 'done', dcs]);
  return text;
}

describe('the values of +CUSD', () => {
  // TS 27.007 section 7.15.
  it.each([...USSD_STATES.entries()])('%i is a state: %s', (number, state) => {
    expect(readUssd(`${number}`)).toStrictEqual({ state, shown: '' });
    expect(formatUssdLine({ state })).toBe(`+CUSD: ${number}`);
  });

  it.each([
    ['6', 'bad-value', '+CUSD/m'],
    ['256', 'bad-value', '+CUSD/m'],
    [',"Hi",15', 'truncated', '+CUSD/m'],
    ['x"y,"Hi",15', 'bad-value', '+CUSD/m'],
    ['0,"Hi",256', 'bad-value', '+CUSD/dcs'],
    ['0,"Hi",x', 'bad-value', '+CUSD/dcs'],
  ])('%s are refused', (values, code, field) => {
    expect(refusal(() => readUssd(values))).toEqual({ code, field, offset: undefined });
  });

  it.each([
    ['0, "a "quoted" word", 15', { shown: 'a "quoted" word', dcs: 15 }],
    ['0,  "a "quoted" word" ,15', { shown: 'a "quoted" word', dcs: 15 }],
    [' 0 ,"a "quoted" word",240', { shown: 'a "quoted" word', dcs: 240 }],
    ['0,"one, "two"\nthree",255', { shown: 'one, "two"\nthree', dcs: 255 }],
    ['0,"no coding, "none""', { shown: 'no coding, "none"' }],
    ['0,"no coding",', { shown: 'no coding' }],
    ['0,Hi,15', { shown: 'Hi', dcs: 15 }],
    ['0,"it does not end', { shown: 'it does not end' }],
  ])('%s may have blanks, and quotation marks in the text', (values, expected) => {
    const { text, ...rest } = readUssd(values);
    expect(rest).toStrictEqual({ state: 'done', ...expected });
    expect(text).toBe('dcs' in expected && expected.dcs === 255 ? undefined : expected.shown);
  });
});

describe('a text of USSD', () => {
  // TS 23.038 section 5: 0 to 14 and 32 to 36 name a language, 15 none, 68 and 244 are data, 72 is UCS-2.
  it.each([
    ['words are what they are', 'Saldo', 15, { text: 'Saldo' }],
    ['words without a coding are what they are', 'Saldo', undefined, { text: 'Saldo' }],
    ['words have the language of the coding', 'Saldo', 4, { text: 'Saldo', language: 'es' }],
    ['nothing is no text, in no language', '', 4, {}],
    ['data has no text', 'C2303BEC1E971B', 68, {}],
    ['data of another group has no text', 'Saldo', 244, {}],
    ['hex is septets', 'C2303BEC1E971B', 15, { text: 'Balance' }],
    ['hex without a coding is septets', 'C2303BEC1E971B', undefined, { text: 'Balance' }],
    ['hex may have small letters', 'c2303bec1e971b', 15, { text: 'Balance' }],
    ['septets have the language of the coding', 'D3309BFC06', 4, { text: 'Saldo', language: 'es' }],
    ['septets may begin with their language', '6577035966B3DF', 16, { text: 'Hello', language: 'en' }],
    ['two digits of hex are a text', '4F', 15, { text: '4F' }],
    ['four digits of hex are septets', '4F37', 15, { text: 'On' }],
    ['an odd number of digits of hex is a text', 'C2303BEC1E971', 15, { text: 'C2303BEC1E971' }],
    ['hex after a word is a text', 'Code C2303BEC1E971B', 15, { text: 'Code C2303BEC1E971B' }],
    ['hex before a word is a text', 'C2303BEC1E971B!', 15, { text: 'C2303BEC1E971B!' }],
    ['digits alone are a number', '20261126', 15, { text: '20261126' }],
    ['digits alone are a number in a language', '5555', 4, { text: '5555', language: 'es' }],
    ['digits alone are a number, also with an odd octet of zeros', '0041004200', 15, { text: '0041004200' }],
    ['digits alone of the coding UCS-2 are not', '04300431', 72, { text: 'аб' }],
    ['hex that ends in digits is none', 'AA180C3602', 15, { text: '*100#' }],
  ] as const)('%s', (_, shown, dcs, expected) => {
    expect(said(shown, dcs)).toStrictEqual(expected);
  });

  it.each([
    ['a filler of zeros', `${ucs2('Hi')}0000${ucs2('x')}`, 72, { text: 'Hi' }],
    ['a filler of ones', `${ucs2('Hi')}FFFF${ucs2('x')}`, 72, { text: 'Hi' }],
    ['an odd octet', `${ucs2('Hi')}00`, 72, { text: 'Hi' }],
    ['half a character', 'D83D', 72, { text: '\ud83d' }],
    ['more than 160 octets', ucs2('д'.repeat(90)), 72, { text: 'д'.repeat(90) }],
    ['no filler, of a coding that names the language first', ucs2('Havi'), 17, { text: 'Havi' }],
    ['zeros in half of two characters', '0100004E', 72, { text: '\u0100N' }],
    ['two digits, which are what is shown', 'AB', 72, { text: 'AB' }],
    ['words, which are what is shown', 'Saldo', 72, { text: 'Saldo' }],
  ] as const)('of the coding UCS-2 may have %s', (_, shown, dcs, expected) => {
    expect(said(shown, dcs)).toStrictEqual(expected);
  });

  it.each([
    ['one script', ucs2('Saldo')],
    ['two scripts', ucs2('5 ЭР')],
    ['three high octets', ucs2('A№л')],
    ['three high octets, and many characters', ucs2('Баланс №1: 3.50 л')],
  ])('of %s is UCS-2, whatever its coding says', (_, shown) => {
    const text = new TextDecoder('utf-16be').decode(hex(shown));
    expect(said(shown, 15)).toStrictEqual({ text });
    expect(said(shown)).toStrictEqual({ text });
  });

  it.each([
    ['no high octet of zeros', 'D4F29C0E', 'Test'],
    ['four high octets, one of them zeros', '00F1DB5D9F836A30', '@bonus 50'],
    ['an odd number of octets', '6180D8357EB701', 'a@b.com'],
  ])('with %s is septets', (_, shown, text) => {
    expect(said(shown, 15)).toStrictEqual({ text });
  });

  it.each(['Saldo 10', ' Saldo ~', 'Saldo\r\n1', 'Balance: 3.50 GBP'])(
    'of characters in hex, eight and more, is these: %j',
    (text) => {
      expect(said(ascii(text), 15)).toStrictEqual({ text });
      expect(said(ascii(text), 0)).toStrictEqual({ text });
    },
  );

  it.each([
    ['seven characters', 'Saldo 1'],
    ['DEL', 'Saldo 1\x7f'],
    ['an octet of more than seven bits', 'Saldo 1\xe4'],
  ])('of %s in hex is septets', (_, characters) => {
    const shown = ascii(characters);
    expect(said(shown, 15)).toStrictEqual({ text: decodeUssdString(hex(shown), 15).text });
  });

  it.each([
    ['CR', 'C2303BEC1E971B', 'Balance'],
    ['zeros', 'C2303BEC1E9701', 'Balance'],
  ])('of seven septets loses the %s that fill the last octet', (_, shown, text) => {
    expect(said(shown, 15)).toStrictEqual({ text });
  });

  it('keeps an @ that fills nothing', () => {
    expect(said('ED709A0D00', 15)).toStrictEqual({ text: 'mail@' });
  });

  it('of septets may have more than 160 octets', () => {
    expect(said('D56AB55AAD56AB'.repeat(30), 15)).toStrictEqual({ text: 'UUUUUUUU'.repeat(30) });
  });
});

describe('a line of +CUSD', () => {
  it.each([
    [{ state: 'done', text: 'Hi' }, undefined, '+CUSD: 0,"Hi",15'],
    [{ state: 'done', text: 'Hi' }, 'text', '+CUSD: 0,"Hi",15'],
    [{ state: 'done', text: 'Hi', dcs: 0 }, 'text', '+CUSD: 0,"Hi",0'],
    [{ state: 'done', text: 'Hi', dcs: 255 }, 'text', '+CUSD: 0,"Hi",255'],
    [{ state: 'asks', text: '' }, 'text', '+CUSD: 1,"",15'],
    [{ state: 'asks', text: 'Balance' }, 'packed', '+CUSD: 1,"C2303BEC1E971B",15'],
    [{ state: 'asks', text: 'Hi' }, 'ucs2', '+CUSD: 1,"00480069",72'],
    [{ state: 'asks', text: 'Hi', dcs: 15 }, 'ucs2', '+CUSD: 1,"00480069",15'],
    [{ state: 'asks', dcs: 999 }, 'ucs2', '+CUSD: 1'],
  ] as const)('is written of %j in the coding %s', (message, coding, line) => {
    expect(formatUssdLine(message, coding)).toBe(line);
  });

  it.each([
    [{ state: 'x' as 'done' }, 'bad-value', 'state'],
    [{ state: 'done', text: 'Hi', dcs: -1 }, 'bad-value', 'dcs'],
    [{ state: 'done', text: 'Hi', dcs: 256 }, 'bad-value', 'dcs'],
  ] as const)('is not written of %j', (message, code, field) => {
    expect(refusal(() => formatUssdLine(message))).toMatchObject({ code, field });
    expect(() => formatUssdLine(undefined as never)).toThrow(TypeError);
  });

  it.each(['+CSQ: 1', 'hello', ''])('is not %j', (line) => {
    expect(refusal(() => parseUssdLine(line))).toEqual({ code: 'bad-value', field: '+CUSD', offset: 0 });
  });

  it('may have its name in small letters, and no blank after it', () => {
    expect(parseUssdLine('+cusd:0,"Hi",15')).toStrictEqual({ state: 'done', text: 'Hi', dcs: 15, shown: 'Hi' });
  });
});
