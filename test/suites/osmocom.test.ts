/**
 * Octets that the tests of libosmocore (version of 2026-08-20), pySim (2026-06-26), pycrate (2026-06-08) and gammu (2026-08-08) read and write. These programs are under the GPL
 * and the LGPL: their files are not copied; values are facts, written here anew. What else they have was run from a checkout: docs/hardening.md. Where one of
 * them says something else, the rule is in docs/decisions.md, "public test suites".
 */
import { describe, expect, it } from 'vitest';
import { decodeCbs, decodeUssdArgument, decodeUssdString, encodeCbs, encodeUssdString } from '../../src/cbs/index.js';
import { parseStoredMessage } from '../../src/modem/stored.js';
import { parseUssdLine } from '../../src/modem/ussd.js';
import { decodeCommandPacket, decodeResponsePacket } from '../../src/sim/index.js';
import {
  decodeDeliver,
  decodeSubmit,
  decodeTpdu,
  decodeUdh,
  encodeDeliver,
  encodeSubmit,
  encodeUdh,
} from '../../src/sms/index.js';
import { encodeGsm7, packSeptets, segmentText } from '../../src/text/index.js';
import { parseVCards } from '../../src/vobject/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

describe('libosmocore: sms', () => {
  const written = (tpOa: Parameters<typeof encodeDeliver>[0]['tpOa']) =>
    encodeDeliver({ tpOa, tpPid: 0, tpDcs: 0, tpScts: { at: new Date('2026-01-01T00:00:00Z'), offsetMinutes: 0 }, text: '' });

  it.each([
    ['test text', 9, 'F4F29C0EA297F174'],
    [
      '!$ a more#^- complicated test@@?_%! case',
      41,
      '2101280C6ABFE5E5D186D2028DDF6D383B3D0ED3CB6410BD3CA70300BF4829041A87E765',
    ],
    ['enhanced ^ {][} test |+~ ^ test', 39, '65373AEC1E97C9A00D05B4416D7C1BDE2605A297E774D006B8DAF4401B0A885E9ED301'],
    ['enhanced ^ {][} test |+~ ^ tests', 40, '65373AEC1E97C9A00D05B4416D7C1BDE2605A297E774D006B8DAF4401B0A885E9ED3E7'],
  ])('%s', (text, count, octets) => {
    expect(encodeGsm7(text)).toHaveLength(count);
    expect(packSeptets(encodeGsm7(text))).toEqual(hex(octets));
  });

  it('two parts', () => {
    const sentence = 'this is a testmessage. ';
    const text = `${sentence.repeat(6)}cut here .....: this is a second testmessage. end here.`;
    const [first, second] = segmentText(text);
    expect(first?.text).toBe(`${sentence.repeat(6)}cut here .....:`);
    expect(packSeptets(encodeGsm7(second?.text as string), 1)).toEqual(
      hex('4074747A0E4ACF4161D0BC3C7EBBC9207A794E6F97E7F3F0B9EC0295DD6410BA2C2FBB00'),
    );
  });

  it.each([250, 255, 260, 512, 555, 1024, 2048])('%i letters packed', (length) => {
    const packed = packSeptets(encodeGsm7('A'.repeat(length)));
    expect(packed).toHaveLength(Math.ceil((length * 7) / 8));
    for (let at = 0; at + 7 <= packed.length - 1; at += 7) expect(packed.slice(at, at + 7)).toEqual(hex('C16030180C0683'));
  });

  it.each([
    [{ ton: 0, npi: 1, digits: '12345678901234567891' }, '14 81 21436587092143658719'],
    [{ ton: 2, npi: 1, digits: '12345678901234567891' }, '14 A1 21436587092143658719'],
  ] as const)('the address %o', (tpOa, octets) => {
    expect(written(tpOa).subarray(1, 1 + hex(octets).length)).toEqual(hex(octets));
  });

  it('rule useful-semi-octets: the length of a name counts the semi-octets that its letters reach into', () => {
    expect(written({ ton: 5, npi: 0, text: 'OpenBSC' }).subarray(1, 10)).toEqual(hex('0D D0 4F78D92D9C0E01'));
    const counted = hex('00 0ED0 4F78D92D9C0E01 00 00 62101000000000 00');
    // As libosmocore writes it, an eighth letter is in it.
    expect(decodeDeliver(counted).tpOa).toEqual({ ton: 5, npi: 0, text: 'OpenBSC@' });
  });

  it('rule nothing-replaced: an address of 21 digits or 12 letters is refused, not cut', () => {
    expect(refusal(() => written({ ton: 1, npi: 1, digits: '123456789123456789120' }))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => written({ ton: 5, npi: 0, text: 'OpenBSCabcdefghijklm' }))).toMatchObject({ code: 'too-long' });
  });
});

describe('libosmocore: cell broadcast and USSD', () => {
  it('a header and a page', () => {
    const page = hex(`0010 111C 00 11 CD309AAD2FA7E9A146A3 ${'D168341A8D46A3'.repeat(10)} D100`);
    const read = decodeCbs(page);
    expect(read).toMatchObject({ messageIdentifier: 0x111c, dcs: 0, page: 1, pages: 1, text: 'Mahlzeit!' });
    expect(encodeCbs(read)).toHaveLength(page.length);
    expect(decodeCbs(hex(`4010 050D 01 11 ${'00'.repeat(82)}`))).toMatchObject({
      serialNumber: { geographicalScope: 'network', messageCode: 1, updateNumber: 0 },
      messageIdentifier: 1293,
    });
  });

  it.each([
    ['01234567', 'B0986C46ABD96E'],
    ['0123456', 'B0986C46ABD91A'],
    ['01234567\r', 'B0986C46ABD96E0D'],
    ['0123456\r', 'B0986C46ABD91A0D'],
    ['012345\r', 'B0986C46AB351A'],
    ['', ''],
    ['forty-two', 'E6B79C9E6FD1EF6F'],
  ])('a string of USSD: %j', (text, octets) => {
    expect(encodeUssdString({ text }, 15)).toEqual(hex(octets));
  });

  it('a CR after whole octets stays', () => {
    expect(['B0986C46ABD91A0D', 'B0986C46AB351A'].map((octets) => decodeUssdString(hex(octets), 15).text)).toEqual([
      '0123456\r\r',
      '012345\r',
    ]);
  });

  it('arguments, one of which breaks off', () => {
    expect(decodeUssdArgument(hex('300B 04010F 0406 2AD54C161B01'))).toMatchObject({ dcs: 15, text: '**321#' });
    expect(decodeUssdArgument(hex('3006 04010F 0401 32'))).toMatchObject({ dcs: 15, text: '2' });
    expect(refusal(() => decodeUssdArgument(hex('300B 04010F 0464 2AD54C161B01')))).toMatchObject({ code: 'truncated' });
    for (let end = 0; end < 13; end++)
      expect(refusal(() => decodeUssdArgument(hex('300B 04010F 0406 2AD54C161B01').subarray(0, end))).code).toBe('truncated');
  });
});

describe('pySim: test_sms, test_ota', () => {
  it.each([
    ['027100', [[0x71, 0]], 3],
    ['027100ABCDEF', [[0x71, 0]], 3],
    ['03710110', [[0x71, 1]], 4],
    [
      '0571007001FFABCD',
      [
        [0x71, 0],
        [0x70, 1],
      ],
      6,
    ],
  ])('a header: %s', (octets, elements, lengthOctets) => {
    const read = decodeUdh(hex(octets));
    expect(read.elements.map((element) => (element.kind === 'raw' ? [element.iei, element.data.length] : []))).toEqual(
      elements,
    );
    expect(read.lengthOctets).toBe(lengthOctets);
    expect(encodeUdh(read.elements)).toEqual(hex(octets).subarray(0, lengthOctets));
  });

  it('messages', () => {
    const submit = `55 0D 0B91 6105551071F0 00 F5 A7 8C 0B 0504 23F4 23F4 0003 010201 ${'42454749'.repeat(32)}`;
    expect(decodeSubmit(hex(submit))).toMatchObject({
      tpRd: true,
      tpSrr: false,
      tpPid: 0,
      tpDcs: 0xf5,
      tpVp: { kind: 'relative' },
    });
    expect(encodeSubmit(decodeSubmit(hex(submit)))).toEqual(hex(submit));
    const deliver = '04 08D0 E5759A0E 7F F6 90709030751300 08 24010101BB400101';
    expect(decodeDeliver(hex(deliver))).toMatchObject({ tpMms: true, tpPid: 0x7f, tpDcs: 0xf6, data: hex('24010101BB400101') });
    // The length of the sender counts a fill semi-octet; a length of 7 is written.
    expect(encodeDeliver(decodeDeliver(hex(deliver)))).toEqual(hex(deliver.replace('08D0', '07D0')));
  });

  it.each([
    ['00201506193535B00011AE733256918D050B87C94FBFE12E4DC402F262C41CF67F2F', 0x0619],
    ['00201506093535B00011C49AC91AB8159BA5B83A54FB6385E0A5E31694F8B215FAFC', 0x0609],
    ['00201506013535B000113190BE334900F52B025F3F7EDDFE868E96EBF310023B7769', 0x0601],
    ['00281506192222B00011E87CCEEBB2D93083011CE294F93FC4D8DE80DA1ABAE8C37CA3E72EC4432E5058', 0x0619],
    ['00180D04193535B00000E3EC80A849B554421276AF3883927C20', 0x0419],
  ])('a command of secured packets: %s', (octets, spi) => {
    expect(decodeCommandPacket(hex(octets))).toMatchObject({ spi });
    const tpdu = hex(
      `40 0881 21436587 7F F6 22705200000000 ${(octets.length / 2 + 3).toString(16).padStart(2, '0')} 027000 ${octets}`,
    );
    expect(decodeDeliver(tpdu)).toMatchObject({ udh: [{ kind: 'raw', iei: 0x70 }], data: hex(octets) });
    // pySim leaves TP-UDL at 3.
    expect(refusal(() => decodeDeliver(hex(`40 0881 21436587 7F F6 22705200000000 03 027000 ${octets}`)))).toMatchObject({
      code: 'trailing-bytes',
    });
  });

  it.each([
    ['001C12B000119660EBDB81BE189B5E4389E9E7AB2BC0954F963AD869ED7C', undefined],
    ['001612B000110000000000000055F47118381175FB01612F', 0],
    ['000E0AB000110000000000000001612F', 0],
    ['001612B0001100000000000000B5BCD6353A421FAE016132', 0],
  ])('a response: %s', (octets, status) => {
    expect(decodeResponsePacket(hex(octets)).status).toBe(status);
  });
});

describe('pycrate: test_sms', () => {
  it('GSM 7-bit of every length after headers of every length', () => {
    for (let letters = 0; letters < 28; letters++)
      for (let data = 0; data < 8; data++) {
        const text = 'A'.repeat(letters);
        const octets = encodeSubmit({
          tpMr: 0,
          tpDa: { ton: 1, npi: 1, digits: '33123456' },
          tpPid: 0,
          tpDcs: 0,
          udh: [{ kind: 'raw', iei: 2, data: new Uint8Array(data) }],
          text,
        });
        expect(decodeSubmit(octets)).toMatchObject({ text });
      }
  });
});

describe('gammu: cards', () => {
  const card = (...lines: string[]) => parseVCards(['BEGIN:VCARD', 'VERSION:2.1', ...lines, 'END:VCARD', ''].join('\r\n'))[0];

  it('rules one-name and as-written: a name of one part is the family name, a number keeps its blanks, a line end is LF', () => {
    expect(card('N:Somebody', 'TEL:5550 1234')).toMatchObject({ family: 'Somebody', tel: [{ value: '5550 1234' }] });
    expect(card('N;ENCODING=QUOTED-PRINTABLE:One=0D=0ATwo')).toMatchObject({ family: 'One\nTwo' });
  });
});

describe('gammu: messages and answers', () => {
  it.each([
    ['MO', '0381 2143 11 00 0481 2143 00 00 FF 06 31D98C56B301', '123456'],
    ['MT', '0381 2143 04 0481 2143 00 00 00000000000000 06 31D98C56B301'.replace('00000000000000', '70101010000000'), '123456'],
  ] as const)('%s %s', (direction, octets, text) => {
    expect(decodeTpdu(hex(octets), { direction, smsc: true })).toMatchObject({ text, smsc: { digits: '1234' } });
  });

  it.each([
    ['+CUSD: 0,"49B41C74ACD3D16171D90D32FBE5204ABA0C0A", 15'.replace(', 15', ',15'), 'Ihr Guthaben'],
    ['+CUSD: 0,"0414043B044F00200441043F044004300432043A0438",72', 'Для справки'],
    ['+CUSD: 1,"Kontostand: 3.00 EUR"', 'Kontostand: 3.00 EUR'],
    ['+CUSD: 2,"00480061007600690020006B0065007200650074003A",15', 'Havi keret:'],
  ])('%s', (line, begin) => {
    expect(parseUssdLine(line).text?.startsWith(begin)).toBe(true);
  });

  it('rule stat-decides: what +CMGR says of state and length has to fit the PDU', () => {
    const pdu = '0381 2143 04 0481 2143 00 00 70101010000000 06 31D98C56B301'.replace(/ /g, '');
    expect(parseStoredMessage({ line: '+CMGR: 1,,21', pdu })).toMatchObject({ tpdu: { text: '123456' } });
    for (const line of ['+CMGR: 3,,21', '+CMGR: 4,1,,21', '+CMGR: ,,21', '+CMGR: 1,,23'])
      expect(() => parseStoredMessage({ line, pdu })).toThrow();
  });
});
