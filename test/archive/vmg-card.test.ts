/** The cards in a VMG: the names and numbers in them, what else they say, and which are written as they were. */
import { describe, expect, it } from 'vitest';
import { type CardAddress, formatCardAddress, readCardAddress } from '../../src/archive/vmg-card.js';
import { refusal } from '../support/hostile.js';

const card = (...lines: readonly string[]) => ['BEGIN:VCARD', 'VERSION:2.1', ...lines, 'END:VCARD', ''].join('\n');

describe('the name and number in a card', () => {
  it.each<[lines: readonly string[], address: CardAddress | undefined]>([
    [['TEL:1'], { address: '1' }],
    [['EMAIL:a@b.test'], { address: 'a@b.test' }],
    [['N:King', 'TEL:1'], { address: '1', name: 'King' }],
    [['N:King;;;;', 'TEL:1'], { address: '1', name: 'King' }],
    [['N:King;Ada;;;', 'TEL:1'], { address: '1', name: 'Ada King' }],
    [['N:King;Ada;Byron', 'TEL:1'], { address: '1', name: 'Ada Byron King' }],
    [['N:King;Ada', 'FN:Countess', 'TEL:1'], { address: '1', name: 'Countess' }],
    [['N:', 'TEL:1'], { address: '1' }],
    [['N:'], undefined],
    [[], undefined],
  ])('%j', (lines, address) => {
    expect(readCardAddress(card(...lines))).toStrictEqual(address);
  });

  it('a text without a card names nobody', () => {
    expect(readCardAddress('')).toBeUndefined();
  });

  it('faults of a card are passed over', () => {
    expect(readCardAddress(card('no property', 'TEL:1'))).toMatchObject({ address: '1' });
  });

  it.each<[lines: readonly string[]]>([
    [['TEL:1', 'TEL:2']],
    [['TEL:1', 'EMAIL:a@b.test']],
    [['TEL:1', 'EMAIL:a@b.test', 'EMAIL:c@d.test']],
    [['TEL:1', 'X-A:b']],
    [['TEL:1', 'ADR:;;Street 1']],
    [['TEL:1', 'ADR:;;Street 1', 'X-A:b']],
    [['TEL:1', 'ORG:Engines']],
    [['TEL:1', 'TITLE:Countess']],
    [['TEL:1', 'NOTE:a']],
    [['TEL:1', 'URL:http://a.test']],
    [['TEL:1', 'BDAY:1815-12-10']],
    [['TEL:1', 'ROLE:a']],
  ])('%j says more than name and number, and so the card is kept', (lines) => {
    const text = card(...lines);
    expect(readCardAddress(text)).toStrictEqual({ address: '1', card: text });
  });
});

describe('the card that is written', () => {
  const ADA = ['BEGIN:VCARD', 'VERSION:2.1', 'N:Ada', 'TEL:1', 'END:VCARD', ''].join('\r\n');
  const WHOLE = ['BEGIN:VCARD', 'VERSION:2.1', 'TEL:2', 'END:VCARD', ''].join('\r\n');

  it.each<[what: string, address: CardAddress | undefined, written: string]>([
    ['name and number', { address: '1', name: 'Ada' }, ADA],
    ['nobody', undefined, ADA.replace('N:Ada', 'N:').replace('TEL:1', 'TEL:')],
    ['a name with signs of the format', { address: '1', name: 'King; Ada' }, ADA.replace('N:Ada', 'N:King\\; Ada')],
    ['a card as it was', { address: '1', name: 'Ada', card: WHOLE }, WHOLE],
    ['a card in lines of LF', { address: '1', name: 'Ada', card: WHOLE.replaceAll('\r', '') }, WHOLE],
    ['a card without its last line end', { address: '1', name: 'Ada', card: WHOLE.trim() }, WHOLE],
    ['a card with empty lines after it', { address: '1', name: 'Ada', card: `${WHOLE}\r\n \r\n` }, WHOLE],
    ['a card after another line', { address: '1', name: 'Ada', card: `a\r\n${WHOLE}` }, ADA],
    ['a card before another line', { address: '1', name: 'Ada', card: `${WHOLE}a` }, ADA],
    ['a card without its end', { address: '1', name: 'Ada', card: 'BEGIN:VCARD\r\nTEL:2' }, ADA],
  ])('%s', (_, address, written) => {
    expect(formatCardAddress(address)).toBe(written);
  });

  it.each<[field: string, address: CardAddress]>([
    ['name', { address: '1', name: 'a\ud83d' }],
    ['address', { address: 'a\ud83d', name: 'Ada' }],
  ])('half a surrogate pair in the %s is refused', (field, address) => {
    expect(refusal(() => formatCardAddress(address))).toEqual({ code: 'unencodable', field, offset: 1 });
  });
});
