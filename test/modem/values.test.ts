import { describe, expect, it } from 'vitest';
import {
  readAllowed,
  readMessageService,
  readOperator,
  readPinState,
  readReference,
  readServiceCentre,
  readSignal,
  readStorages,
} from '../../src/modem/answers.js';
import { checkCommand, checkMemory, checkPin, checkUssd } from '../../src/modem/commands.js';
import {
  describeCmeError,
  describeCmsError,
  describeResult,
  formatCommand,
  outlookOf,
  parseFinalResult,
  parseStoredMessage,
} from '../../src/modem/index.js';
import { readRegistrationAnswer } from '../../src/modem/unsolicited.js';
import { formatUssdLine, parseUssdLine, readUssd, writeUssd } from '../../src/modem/ussd.js';
import { refusal } from '../support/hostile.js';

/** A message that pages on PDUs have shown since 2000. */
const PDU = '07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07';

describe('results', () => {
  // TS 27.005 3.2.5, TS 24.011 E.2, TS 23.040 9.2.3.22; TS 27.007 9.2.
  it.each([
    ['+CMS ERROR: 322', '+CMS ERROR: 322 (memory full)', 'permanent'],
    ['+CMS ERROR: 331', '+CMS ERROR: 331 (no network service)', 'temporary'],
    ['+CMS ERROR: 42', '+CMS ERROR: 42 (congestion)', 'temporary'],
    ['+CMS ERROR: 38', '+CMS ERROR: 38 (network out of order)', 'temporary'],
    ['+CMS ERROR: 1', '+CMS ERROR: 1 (unassigned number)', 'permanent'],
    ['+CMS ERROR: 192', '+CMS ERROR: 192 (service centre busy)', 'temporary'],
    ['+CMS ERROR: 332', '+CMS ERROR: 332 (network timeout)', 'unclear'],
    ['+CMS ERROR:500', '+CMS ERROR: 500 (unknown error)', 'unclear'],
    ['+CMS ERROR: 520', "+CMS ERROR: 520 (of the maker's own)", 'unclear'],
    ['+CMS ERROR: 400', '+CMS ERROR: 400 (reserved)', 'permanent'],
    ['+CMS ERROR: (U)SIM PIN required', '+CMS ERROR: 311 (SIM PIN required)', 'permanent'],
    ['+CMS ERROR: no credit', '+CMS ERROR: no credit', 'unclear'],
    ['+CME ERROR: 10', '+CME ERROR: 10 (SIM not inserted)', 'permanent'],
    ['+CME ERROR: 14', '+CME ERROR: 14 (SIM busy)', 'temporary'],
    ['+CME ERROR: SIM busy', '+CME ERROR: 14 (SIM busy)', 'temporary'],
    ['ERROR', 'ERROR', 'unclear'],
    ['COMMAND NOT SUPPORT', 'COMMAND NOT SUPPORT', 'unclear'],
    ['NO CARRIER', 'NO CARRIER', 'unclear'],
    ['OK', 'OK', 'unclear'],
  ] as const)('%s', (line, words, outlook) => {
    const result = parseFinalResult(line);
    expect(result && describeResult(result)).toBe(words);
    expect(result && outlookOf(result)).toBe(outlook);
  });

  it.each(['+CMTI: "SM",1', 'OKAY', '+CMGS: 1', '', 'ok', 'NO CARRIERS'])('%s is none', (line) => {
    expect(parseFinalResult(line)).toBeUndefined();
  });

  it('have words for every number', () => {
    expect(describeCmsError(213)).toBe('SIM data download error');
    expect(describeCmeError(148)).toBe('unspecified GPRS error');
    expect([describeCmeError(9999), describeCmeError(80), describeCmsError(230)]).toEqual([
      "of the maker's own",
      'reserved',
      "of the maker's own",
    ]);
  });
});

describe('answers', () => {
  // Lines of Alcatel, Huawei, Samsung, iWOW and others, as owners of the devices reported them.
  it.each([
    [
      '+CPMS: ("SM","ME"),("SM","ME"),("SM","ME")',
      [
        ['SM', 'ME'],
        ['SM', 'ME'],
        ['SM', 'ME'],
      ],
    ],
    ['+CPMS: ("SM", "ME", "SM_P", "ME_P", "MT"), ("SM"), ("SM")', [['SM', 'ME', 'SM_P', 'ME_P', 'MT'], ['SM'], ['SM']]],
    ['+CPMS: (ME", "SR"), ("ME", "SR"), ("ME")', [['ME', 'SR'], ['ME', 'SR'], ['ME']]],
    ['+CPMS: "SM","SM","SM"', [['SM'], ['SM'], ['SM']]],
    ['+CPMS: ', [[]]],
  ])('%s', (line, sets) => {
    expect(readAllowed(line, '+CPMS')).toEqual(sets);
  });

  it.each([
    ['+CNMI: (2),(0-1,3),(0,2),(0-1),(0)', [['2'], ['0', '1', '3'], ['0', '2'], ['0', '1'], ['0']]],
    [
      '+CNMI:(0-3),(0-3),(0-3),(0,1),(0,1)',
      [
        ['0', '1', '2', '3'],
        ['0', '1', '2', '3'],
        ['0', '1', '2', '3'],
        ['0', '1'],
        ['0', '1'],
      ],
    ],
    ['+CNMI: (0-99999),(5-1)', [['0-99999'], ['5-1']]],
  ])('%s', (line, sets) => {
    expect(readAllowed(line, '+CNMI')).toEqual(sets);
  });

  it('storages with and without their names', () => {
    expect(readStorages('+CPMS: "SM",3,20,"ME",1,255,"SM",3,20')).toEqual([
      { memory: 'SM', used: 3, total: 20 },
      { memory: 'ME', used: 1, total: 255 },
      { memory: 'SM', used: 3, total: 20 },
    ]);
    expect(readStorages('+CPMS: 3,20,3,20')).toEqual([
      { memory: '', used: 3, total: 20 },
      { memory: '', used: 3, total: 20 },
    ]);
    expect(refusal(() => readStorages('+CPMS: "SM",x,20'))).toMatchObject({ code: 'bad-value', field: '+CPMS/used1' });
    expect(refusal(() => readStorages('+CSQ: 1,2'))).toMatchObject({ code: 'bad-value', field: '+CPMS' });
  });

  it.each([
    ['+CSCA: "+79168999100",145', '+79168999100'],
    ['+CSCA: "6281100000",145', '+6281100000'],
    ['+CSCA: "002B003400340037003800300032003000390032003000330035",145', '+447802092035'],
    ['+CSCA: 002B00390037003200350034003100320030003000330032,145', '+97254120032'],
    ['+CSCA: "",129', ''],
    ['+CSCA: "0791234",129', '0791234'],
    ['+CSCA: ', ''],
    ['+CSCA: "ALPHA",145', 'ALPHA'],
  ])('service centre of %s', (line, number) => {
    expect(readServiceCentre(line)).toBe(number);
  });

  it.each([
    ['+CREG: 2,1,"","605F"', { state: 'home', cell: '605F' }],
    ['+CREG: 2,1,4CA,81DE445', { state: 'home', area: '4CA', cell: '81DE445' }],
    ['+CREG: 0,0', { state: 'not registered' }],
    ['+CREG: 2,5,"2AF5","0B88E350",2', { state: 'roaming', area: '2AF5', cell: '0B88E350' }],
    ['+CREG: 2,1,"5E25', { state: 'home', area: '5E25' }],
    ['+CREG: 3', { state: 'denied' }],
    ['+CREG: 0,77', { state: 'unknown' }],
  ])('registration of %s', (line, registration) => {
    expect(readRegistrationAnswer(line)).toEqual(registration);
  });

  it('registration of a line that is none, and of none at all', () => {
    for (const line of ['hello', '+CREG: '])
      expect(refusal(() => readRegistrationAnswer(line))).toMatchObject({ code: 'truncated', field: '+CREG/stat' });
  });

  it('others', () => {
    expect(readPinState('+CPIN: ')).toBe('');
    expect(readStorages('+CPMS: ')).toEqual([]);
    expect(readMessageService('+CSMS: 1,1,1,1')).toBe(1);
    expect([readOperator('+COPS: 0,0,"Vodafone, UK",7'), readOperator('+COPS: 0')]).toEqual(['Vodafone, UK', undefined]);
    expect([readSignal('+CSQ: 17,0'), readSignal('+CSQ: 31,99'), readSignal('+CSQ: 99,99')]).toEqual([-79, -51, undefined]);
    expect([readPinState('+CPIN: SIM PIN'), readPinState('+CPIN:READY')]).toEqual(['SIM PIN', 'READY']);
    expect(readReference('+CMGS: 255')).toBe(255);
    expect(refusal(() => readReference('+CMGS: '))).toMatchObject({ code: 'truncated', field: '+CMGS/mr' });
  });
});

describe('stored messages', () => {
  const text = 'How are you?';

  it.each([
    ['+CMGL: 3,1,,30', { index: 3, state: 'received read', name: '' }],
    ['+CMGL:1,0,"Ada, L.",30', { index: 1, state: 'received unread', name: 'Ada, L.' }],
    ['+CMGL: 1,0,30', { index: 1, state: 'received unread', name: '' }],
    ['+CMGR: 1,,30', { state: 'received read', name: '' }],
    ['+CMGR: 0,30', { state: 'received unread', name: '' }],
  ])('%s', (line, message) => {
    const read = parseStoredMessage({ line, pdu: PDU });
    expect(read).toMatchObject({ ...message, tpdu: { type: 'SMS-DELIVER', text } });
    expect(read.index).toBe('index' in message ? message.index : undefined);
    expect(read.octets).toHaveLength(30);
  });

  it('that are to be sent are of the other direction', () => {
    const pdu = '0011000B916407281553F80000AA0AE8329BFD4697D9EC37';
    expect(parseStoredMessage({ line: '+CMGL: 1,2,,23', pdu })).toMatchObject({
      state: 'stored unsent',
      tpdu: { type: 'SMS-SUBMIT' },
    });
  });

  it('without a service centre in front, or with a wrong length, are read leniently and reported', () => {
    const issues: string[] = [];
    const options = { lenient: true, onIssue: ({ message }: { message: string }) => void issues.push(message) };
    expect(parseStoredMessage({ line: '+CMGL: 1,1,,30', pdu: PDU.slice(16) }, options)).toMatchObject({ tpdu: { text } });
    expect(parseStoredMessage({ line: '+CMGL: 1,1,,39', pdu: PDU }, options)).toMatchObject({ tpdu: { text } });
    expect(issues).toEqual([
      "+CMGL/length: says 30 octets, found no service centre's address",
      '+CMGL/length: says 39 octets, found a TPDU of 30 octets',
    ]);
  });

  it.each([
    ['+CMGL: 1,1,,29', PDU, 'bad-value', '+CMGL/length'],
    ['+CMGL: 1,1,,30', undefined, 'truncated', '+CMGL'],
    ['+CMGL: 1,1,,30', `${PDU.slice(0, -1)}`, 'truncated', 'hex'],
    ['+CMGL: x,1,,30', PDU, 'bad-value', '+CMGL/index'],
    ['+CMGL: 1,9,,30', PDU, 'bad-value', '+CMGL/stat'],
    ['+CMGL: 1,1', PDU, 'truncated', '+CMGL/length'],
    ['+CMGL: 1', PDU, 'truncated', '+CMGL/stat'],
    ['+CSQ: 1', PDU, 'bad-value', 'answer'],
    ['+CMGR: 1,,2', '00FFFF', 'bad-value', 'TP-MTI'],
    ['+CMGR: 1,,0', '00', 'truncated', 'first octet'],
    ['+CMGR: 1,,0', '', 'bad-value', '+CMGR/length'],
  ])('%s is refused', (line, pdu, code, field) => {
    expect(refusal(() => parseStoredMessage({ line, pdu }))).toMatchObject({ code, field });
  });
});

describe('services', () => {
  // Lines of Huawei E160 and E3276, Quectel M35 and others, as owners of the devices reported them.
  it.each([
    ['1,"Kontostand: 3.00 EUR 1 Konto aufladen"', { state: 'asks', text: 'Kontostand: 3.00 EUR 1 Konto aufladen' }],
    ['2,"Maaf, permintaan Anda",0', { state: 'ended by the network', text: 'Maaf, permintaan Anda', dcs: 0 }],
    ['0,"49B41C74ACD3D16171D90D",15', { state: 'done', text: 'Ihr Guthaben', dcs: 15 }],
    ['2,"00480061007600690020006B0065007200650074",17', { text: 'Havi keret' }],
    ['0,"0414043B044F0020002A0031003000350023",72', { text: 'Для *105#' }],
    ['0,"5555",15', { text: '5555' }],
    ['0,"a "quoted" word",15', { text: 'a "quoted" word', dcs: 15 }],
    ['0', { state: 'done', shown: '' }],
    ['0,"0102",68', { shown: '0102', dcs: 68 }],
    ['4', { state: 'not supported' }],
    ['0,"Saldo",4', { text: 'Saldo', language: 'es' }],
    ['0,"41",17', { text: '41' }],
    // An escape and a page break (TS 23.038 6.2.1.1) make no text, and so are what is shown.
    ['0,"1B05",15', { text: '1B05' }],
    // Fillers of UCS-2 alone.
    ['0,"FFFF0000",72', { text: '' }],
    ['0,"00480069"', { text: 'Hi' }],
  ])('+CUSD: %s', (values, message) => {
    expect(readUssd(values)).toMatchObject(message);
    if (!('text' in message)) expect(readUssd(values).text).toBeUndefined();
  });

  it.each([
    ['', 'truncated', '+CUSD/m'],
    ['9,"x"', 'bad-value', '+CUSD/m'],
    ['0,"x",999', 'bad-value', '+CUSD/dcs'],
  ])('+CUSD: %s is refused', (values, code, field) => {
    expect(refusal(() => readUssd(values))).toMatchObject({ code, field });
  });

  // What gammu's testers sent of their modems: the eight dumps of its tests, as far as they are words.
  it.each([
    [
      '0,"49B41C74ACD3D16171D90D32FBE52072BA0C72CA5DB45CAC76C3CD6CB41B2D060389CB74F9FE4C07D55C371CA85897BF1B",15',
      /^Ihr Guthaben/,
    ],
    ['0, 49B41C74ACD3D16171D90D66666666666666666666B45CAC76C3CD6CB41B2D060389CB74F9FE4C07DD5CB91AA85897BF1B', /^Ihr Guthaben/],
    ['1,"Kontostand: 3.00 EUR Bitte w{hlen Sie: 1 Konto aufladen 2 CallNow Transfer"', /CallNow Transfer$/],
    [
      '1,"536973612070756C73612052702E333030302E416B7469662073642032362F30322F323032302E0A4B6F6E74656E",0',
      /^Sisa pulsa Rp\.3000\./,
    ],
    ['2,"00480061007600690020006B0065007200650074003A0020003000460074002E",15', /^Havi keret: 0Ft\.$/],
    ['0,"0414043B044F0020002A0031003000350023002E",72', /^Для \*105#\.$/],
    ['0,"On DATA Pack u have 3Gb 817Mb 169kb valid until 21/05/2016",15', /^On DATA Pack/],
  ])('+CUSD: %s', (values, text) => {
    expect(readUssd(values).text).toMatch(text);
  });

  it('a text of UCS-2 after its language ends before the filler', () => {
    const values = '2,"613906310635064A062F06430020003100300037002E00390000FFFF60B16260EEEEFFFF",17';
    expect(readUssd(values)).toMatchObject({ text: 'رصيدك 107.9', language: 'ar' });
  });

  it('answers are written as a modem shows them', () => {
    expect(formatUssdLine({ state: 'asks', text: '1 Balance' })).toBe('+CUSD: 1,"1 Balance",15');
    expect(formatUssdLine({ state: 'done', text: 'Balance' }, 'packed')).toBe('+CUSD: 0,"C2303BEC1E971B",15');
    expect(formatUssdLine({ state: 'done', text: 'д' }, 'ucs2')).toBe('+CUSD: 0,"0434",72');
    expect(formatUssdLine({ state: 'network timeout' })).toBe('+CUSD: 5');
    for (const coding of ['text', 'packed', 'ucs2'] as const) {
      const message = { state: 'asks', text: 'Balance: 3.50', dcs: coding === 'ucs2' ? 72 : 15 } as const;
      expect(parseUssdLine(formatUssdLine(message, coding))).toMatchObject(message);
    }
    expect(refusal(() => formatUssdLine({ state: 'x' as 'done' }))).toMatchObject({ code: 'bad-value', field: 'state' });
    expect(refusal(() => formatUssdLine({ state: 'done', text: '', dcs: 256 }))).toMatchObject({ field: 'dcs' });
    expect(refusal(() => formatUssdLine({ state: 'done', text: 'д' }, 'packed'))).toMatchObject({ code: 'unencodable' });
    expect(refusal(() => parseUssdLine('+CSQ: 1'))).toMatchObject({ code: 'bad-value', field: '+CUSD' });
  });

  it('requests are written as a modem takes them, and read back', () => {
    // What Huawei's own program writes for *100#.
    expect(writeUssd('*100#', 'packed')).toBe('AA180C3602');
    expect(writeUssd('*100#', 'text')).toBe('*100#');
    expect(writeUssd('*1#', 'ucs2')).toBe('002A00310023');
    // Seven characters, whose last septet would be read as an eighth.
    expect(readUssd(`0,"${writeUssd('Balance', 'packed')}",15`).text).toBe('Balance');
  });
});

describe('commands', () => {
  it('quote texts, leave out what is not given, and have no values at all', () => {
    expect(formatCommand('+CPMS', ['SM', 'ME'])).toBe('AT+CPMS="SM","ME"');
    expect(formatCommand('+CUSD', [1, '*100#', 15])).toBe('AT+CUSD=1,"*100#",15');
    expect(formatCommand('+CNMI', [2, undefined, 0, undefined])).toBe('AT+CNMI=2,,0');
    expect(formatCommand('+CMGF')).toBe('AT+CMGF');
  });

  it.each(['a\rAT+CMGD=1,4', 'a\n', 'a\x1a', 'a\x1b', 'a"', 'é', '\0'])('refuse %j in a value, and name it', (value) => {
    expect(refusal(() => formatCommand('+CPMS', ['SM', value]))).toMatchObject({ code: 'bad-value', field: '+CPMS[1]' });
  });

  it.each([
    [() => formatCommand('CMGF'), 'name'],
    [() => formatCommand('+CMGF=0;+CMGD'), 'name'],
    [() => formatCommand('+CMGD', [-1]), '+CMGD[0]'],
    [() => formatCommand('+CMGD', [1.5]), '+CMGD[0]'],
    [() => formatCommand('+CMGD', [{} as string]), '+CMGD[0]'],
    [() => formatCommand('+CSCS', ['x'.repeat(600)]), '+CSCS'],
    [() => checkCommand('+CMGF=0'), 'command'],
    [() => checkCommand('AT+CMGF=0\rAT'), 'command'],
    [() => checkUssd('*100"#'), 'ussd'],
    [() => checkUssd(''), 'ussd'],
    [() => checkPin('12\r4'), 'pin'],
    [() => checkMemory('SM"'), 'storage'],
  ])('refuse what is none: %s', (call, field) => {
    expect(refusal(call).field).toBe(field);
  });

  it('show no PIN in an error', () => {
    expect(() => checkPin('123')).toThrow(/^pin: takes 4 to 8 digits$/);
  });
});
