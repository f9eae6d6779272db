import { describe, expect, it } from 'vitest';
import { makeHeads, makeNamed, modelNames, plainName } from '../../src/profile/names.js';

describe('plain names', () => {
  it('are letters, digits and plus signs in capitals, of at most 100 characters', () => {
    expect(plainName('Sony-Ericsson K750i')).toBe('SONYERICSSONK750I');
    expect(plainName('S30+')).toBe('S30+');
    expect(plainName('a'.repeat(100))).toBe('A'.repeat(100));
    expect(plainName('a'.repeat(101))).toBe('');
  });
});

describe('makes', () => {
  it('are found at the head of a text, the longest name first; a short name is uncertain where a letter follows', () => {
    expect(makeHeads('Sendo X')).toEqual([
      { make: 'Sendo', rest: 'X', certain: true },
      { make: 'Sony Ericsson', rest: 'NDOX', certain: false },
    ]);
    expect(makeHeads('SE K750')).toEqual([{ make: 'Sony Ericsson', rest: 'K750', certain: true }]);
    expect(makeHeads('S-E K750')).toEqual([{ make: 'Sony Ericsson', rest: 'K750', certain: true }]);
    expect(makeHeads('SE750i')).toEqual([{ make: 'Sony Ericsson', rest: '750I', certain: true }]);
    expect(makeHeads('NokiaX3')).toEqual([{ make: 'Nokia', rest: 'X3', certain: true }]);
    expect(makeHeads('Motors')).toEqual([
      { make: 'Motorola', rest: 'RS', certain: false },
      { make: 'Motorola', rest: 'ORS', certain: false },
    ]);
    expect(makeHeads('Acme 1')).toEqual([]);
  });

  it('are named by a text that says nothing else', () => {
    expect(['lg', 'LG Electronics', 'Moto', 'moto x', ''].map(makeNamed)).toEqual([
      'LG',
      'LG',
      'Motorola',
      undefined,
      undefined,
    ]);
  });
});

/** `NAME RANK` for each name. */
const namesOf = (make: string, model: string) => modelNames(make, model).map(({ name, rank }) => `${name} ${rank}`);

describe('names of a model, each with its rank', () => {
  it.each<[string, string, string, string[]]>([
    ['itself', 'Sendo', 'S1', ['S1 0']],
    ['none without letters and digits', 'Nokia', '-', []],
    ['a list with a slash', 'Nokia', '8310/8390', ['83108390 0', '8310 1', '8390 1']],
    ['a list with underscores', 'Siemens', 'C65_M65_S65', ['C65M65S65 0', 'C65 1', 'M65 1', 'S65 1']],
    ['no list, since the first part has two letters', 'Siemens', 'XA52_A55', ['XA52A55 0']],
    ['no list, since the second part has no letter', 'Siemens', 'MC60_04', ['MC6004 0']],
    ['no list, since the second part has a second letter', 'Siemens', 'C65_M65x', ['C65M65X 0']],
    ['a list in brackets, which tell a variant', 'Motorola', 'T720 (A/B)', ['T720AB 0', 'T720 2']],
    ['a version after the slash', 'Samsung', 'E400/V1.0', ['E400V10 0', 'E400 1']],
    ['a version of three digits after the slash', 'Samsung', 'E400/V100', ['E400V100 0', 'E400 1']],
    ['a version with a letter after the slash', 'Nokia', '8310/100a', ['8310100A 0', '8310 1']],
    ['a number of two digits after the slash', 'Nokia', '8310/39', ['831039 0', '8310 1']],
    ['a model with two letters after the slash', 'Samsung', 'E400/3GX', ['E4003GX 0', 'E400 1', '3GX 1']],
    ['a word that the make puts first', 'Samsung', 'SGH-D600', ['SGHD600 0', 'D600 1']],
    ['a word that another make puts first', 'Sharp', 'SGH-D600', ['SGHD600 0']],
    ['a number of Alcatel', 'Alcatel', '311', ['311 0', 'OT311 1']],
    [
      'a list of One Touch',
      'Alcatel',
      'One Touch 556/557',
      ['ONETOUCH556557 0', 'ONETOUCH556 1', '556 1', 'OT556 1', 'ONETOUCH557 1', '557 1', 'OT557 1'],
    ],
    ['an edition of Nokia', 'Nokia', '5310 XpressMusic', ['5310XPRESSMUSIC 0', '5310 1']],
    ['an edition of another make', 'Siemens', 'S65 Edition', ['S65EDITION 0']],
    ['the word Edition elsewhere', 'Nokia', 'Edition 5', ['EDITION5 0']],
    ['a variant of Nokia after a hyphen', 'Nokia', 'E71-1', ['E711 0', 'E71 2']],
    ['a variant of Nokia after a dot', 'Nokia', '206.1', ['2061 0', '206 2']],
    ['a digit of Nokia without a hyphen', 'Nokia', 'E71', ['E71 0']],
    ['a hyphen elsewhere', 'Nokia', 'E71-1 NAM', ['E711NAM 0']],
    ['a hyphen of another make', 'Siemens', 'E71-1', ['E711 0']],
    ['an edition of Vodafone', 'Siemens', 'CX65 Vodafone', ['CX65VODAFONE 0', 'CX65 2']],
    ['Vodafone elsewhere', 'Siemens', 'S65 Vodafone X', ['S65VODAFONEX 0']],
    ['a release', 'Mitsubishi', 'Mars R1', ['MARSR1 0', 'MARS 2']],
    ['a release of Nokia, which is of the name', 'Nokia', '6310 R1', ['6310R1 0']],
    ['a variant in brackets', 'Motorola', 'T720 (US)', ['T720US 0', 'T720 2']],
    ['a variant in brackets without a blank', 'Motorola', 'T720(US)', ['T720US 0', 'T720 2']],
    ['brackets elsewhere', 'Motorola', 'T720 (US) X', ['T720USX 0']],
    ['the letter i of Sony Ericsson', 'Sony Ericsson', 'K750i', ['K750I 0', 'K750 3']],
    ['another letter of Sony Ericsson', 'Sony Ericsson', 'K750c', ['K750C 0', 'K750 4']],
    ['a letter of Ericsson', 'Ericsson', 'R310s', ['R310S 0', 'R310 4']],
    ['two letters of Sony Ericsson', 'Sony Ericsson', 'K750iX', ['K750IX 0']],
    ['a letter of another make', 'Nokia', '3310i', ['3310I 0']],
  ])('%s', (_, make, model, names) => {
    expect(namesOf(make, model)).toEqual(names);
  });
});
