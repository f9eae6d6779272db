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
import { findName, findWhole, splitSets, splitValues, wholeValue } from '../../src/modem/values.js';
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

  it.each(['+CMTI: "SM",1', 'OKAY', '+CMGS: 1', '', 'ok', 'NO CARRIERS', 'DISCONNECT', 'ERRORS', 'AN ERROR', '+CMX ERROR: 1'])(
    '%s is none',
    (line) => {
      expect(parseFinalResult(line)).toBeUndefined();
    },
  );

  // ITU-T V.250 5.7.1; the words of Huawei and Qualcomm.
  it.each([
    ...['NO CARRIER', 'NO ANSWER', 'NO DIALTONE', 'NO DIAL TONE', 'BUSY', 'CONNECT', 'CONNECT 9600'].map((line) => [
      'call',
      line,
    ]),
    ...['ERROR', 'COMMAND NOT SUPPORT', 'COMMAND NOT SUPPORTED', 'TOO MANY PARAMETERS', 'MODEM BUSY'].map((line) => [
      'error',
      line,
    ]),
  ])('are of the kind %s: %s', (kind, words) => {
    expect(parseFinalResult(words as string)).toStrictEqual({ kind, words });
  });

  it.each([
    ['+cms error: 322', { kind: 'cms', number: 322, words: 'memory full' }],
    ['+cme error: 322', { kind: 'cme', number: 322, words: 'reserved' }],
    ['+CME ERROR:  10 ', { kind: 'cme', number: 10, words: 'SIM not inserted' }],
    ['+CME ERROR: 99999', { kind: 'cme', number: 99_999, words: "of the maker's own" }],
    ['+CME ERROR: 100000', { kind: 'cme', words: '100000' }],
    ['+CME ERROR: 10 or so', { kind: 'cme', words: '10 or so' }],
    ['+CME ERROR: about 10', { kind: 'cme', words: 'about 10' }],
    ['+CME ERROR: ', { kind: 'cme', words: '' }],
  ])('have a number of five digits at most, or words: %s', (line, result) => {
    expect(parseFinalResult(line)).toStrictEqual(result);
  });

  // A modem says words after AT+CMEE=2, each make in its own way.
  it.each([
    ['+CMS ERROR: operation not allowed', 302],
    ['+CME ERROR: operation not allowed', 3],
    ['+CME ERROR: OPERATION NOT ALLOWED', 3],
    ['+CMS ERROR: congestion', 42],
    ['+CMS ERROR: service centre busy', 192],
    ['+CMS ERROR: SMS service of ME reserved', 301],
    ['+CMS ERROR: SMS service of the ME reserved', 301],
    ['+CMS ERROR: USIM PIN2 required', 317],
    ['+CMS ERROR: (U)SIM PIN2 required', 317],
    ['+CMS ERROR: SIM-PIN required', 311],
    ['+CME ERROR: PH-SIM PIN required', 5],
    ['+CME ERROR: SIM PIN required', 11],
    ['+CME ERROR: network not allowed - emergency calls only', 32],
    ['+CME ERROR: congestion', 122],
    ['+CME ERROR: memory full', 20],
    ['+CMS ERROR: memory full', 322],
    ['+CMS ERROR: SIM not inserted!', 310],
    ['+CME ERROR: service centre busy', undefined],
    ['+CMS ERROR: SIM', undefined],
    ['+CMS ERROR: of the maker 42', undefined],
    ['+CMS ERROR: 42 of the maker', undefined],
    ['+CMS ERROR: 123456', undefined],
    ['+CMS ERROR:  42 ', 42],
  ])('have the number of their words: %s', (line, number) => {
    expect(parseFinalResult(line)).toMatchObject(number === undefined ? { words: line.slice(12) } : { number });
    if (number === undefined) expect(parseFinalResult(line)).not.toHaveProperty('number');
  });

  // TS 27.005 3.2.5: 0 to 127 are those of TS 24.011, 128 to 255 those of TS 23.040, where E0 to FE are an application's own; from 512 on a maker's own.
  it.each([
    [127, 'interworking, unspecified'],
    [128, 'telematic interworking not supported'],
    [213, 'SIM data download error'],
    [223, 'reserved'],
    [224, "of the maker's own"],
    [254, "of the maker's own"],
    [255, 'unspecified error cause'],
    [256, 'reserved'],
    [300, 'ME failure'],
    [511, 'reserved'],
    [512, "of the maker's own"],
  ])('+CMS ERROR: %i is %s', (number, words) => {
    expect(describeCmsError(number)).toBe(words);
  });

  it.each([
    [0, 'phone failure'],
    [80, 'reserved'],
    [148, 'unspecified GPRS error'],
    [224, 'reserved'],
    [511, 'reserved'],
    [512, "of the maker's own"],
  ])('+CME ERROR: %i is %s', (number, words) => {
    expect(describeCmeError(number)).toBe(words);
  });

  it.each([
    ['cms', 42, 'temporary'],
    ['cme', 42, 'permanent'],
    ['cms', 14, 'permanent'],
    ['cme', 14, 'temporary'],
    ['cms', 500, 'unclear'],
    ['cme', 500, 'permanent'],
    ['cms', 31, 'permanent'],
    ['cme', 31, 'unclear'],
    ['cms', 511, 'permanent'],
    ['cme', 511, 'permanent'],
    ['cms', 512, 'unclear'],
    ['cme', 512, 'unclear'],
    ['cms', undefined, 'unclear'],
    ['cme', undefined, 'unclear'],
  ] as const)('%s %s is %s', (kind, number, outlook) => {
    expect(outlookOf({ kind, words: 'x', ...(number !== undefined && { number }) })).toBe(outlook);
  });

  it.each([
    [{ kind: 'ok' }, 'OK'],
    [{ kind: 'call', words: 'BUSY' }, 'BUSY'],
    [{ kind: 'error', words: 'MODEM BUSY' }, 'MODEM BUSY'],
    [{ kind: 'cms', words: 'no credit' }, '+CMS ERROR: no credit'],
    [{ kind: 'cme', words: 'no credit' }, '+CME ERROR: no credit'],
    [{ kind: 'cms', number: 0, words: 'x' }, '+CMS ERROR: 0 (x)'],
    [{ kind: 'cme', number: 0, words: 'x' }, '+CME ERROR: 0 (x)'],
  ] as const)('%j is described as %s', (result, words) => {
    expect(describeResult(result)).toBe(words);
  });

  it('are objects', () => {
    for (const call of [describeResult, outlookOf])
      for (const none of [undefined, null, 'OK'])
        expect(() => call(none as never)).toThrow(
          expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(/^result is /) }),
        );
  });
});

describe('the values of an answer', () => {
  it.each([
    ['+CSQ: 17,0', { name: '+CSQ', values: '17,0', at: 6 }],
    ['+csq:17', { name: '+CSQ', values: '17', at: 5 }],
    ['^RSSI : 9', { name: '^RSSI', values: '9', at: 8 }],
    ['*X:  9', { name: '*X', values: ' 9', at: 4 }],
    ['+ABCDEFGHIJKLMNOP: 1', { name: '+ABCDEFGHIJKLMNOP', values: '1', at: 19 }],
    ['+ABCDEFGHIJKLMNOPQ: 1', undefined],
    ['CSQ: 1', undefined],
    ['+: 1', undefined],
    ['x+CSQ: 1', undefined],
    ['+CSQ 1', undefined],
  ])('%s have a name before them', (line, found) => {
    expect(findName(line)).toStrictEqual(found);
  });

  it.each([
    ['', ['']],
    ['  ', ['']],
    ['a', ['a']],
    ['a,', ['a', '']],
    [',a', ['', 'a']],
    [' a b , c ', ['a b', 'c']],
    ['"a, b",c', ['a, b', 'c']],
    [' " a " , "b"', [' a ', 'b']],
    ['"a"x,b', ['a', 'b']],
    ['"",1', ['', '1']],
    ['"a, b', ['a, b']],
    ['x,"', ['x', '']],
    ['a"b,c"', ['a"b', 'c"']],
  ])('%j are between commas', (text, values) => {
    expect(splitValues(text)).toStrictEqual(values);
  });

  it.each([
    [
      '(0-2),(0,1)',
      [
        ['0', '1', '2'],
        ['0', '1'],
      ],
    ],
    [
      '( 0 , 2-3 ),("SM", ME)',
      [
        ['0', '2', '3'],
        ['SM', 'ME'],
      ],
    ],
    ['(),(1)', [[], ['1']]],
    ['1, 2-3,', [['1'], ['2', '3'], []]],
    ['(5-5)', [['5']]],
    ['(5-4)', [['5-4']]],
    ['(10-12)', [['10', '11', '12']]],
    ['(0-256)', [['0-256']]],
    ['(99998-99999)', [['99998', '99999']]],
    ['(99999-100000)', [['99999-100000']]],
    ['(100000-100001)', [['100000-100001']]],
    ['(x0-2)', [['x0-2']]],
    ['(0-2x)', [['0-2x']]],
  ])('%s are sets of what is allowed', (text, sets) => {
    expect(splitSets(text)).toStrictEqual(sets);
  });

  it('are ranges of 256 numbers at most', () => {
    expect(splitSets('(1-256)')).toEqual([Array.from({ length: 256 }, (_, i) => String(i + 1))]);
  });

  it.each([
    ['0', 0],
    ['65535', 65_535],
    ['0065535', 65_535],
    ['', undefined],
    [undefined, undefined],
  ])('are numbers: %j', (value, number) => {
    expect(findWhole(['x', value as string], 1, 'field')).toBe(number);
    if (number !== undefined) expect(wholeValue(['x', value as string], 1, 'field')).toBe(number);
    else
      expect(refusal(() => wholeValue(['x', value as string], 1, 'field'))).toEqual({
        code: 'truncated',
        field: 'field',
        offset: undefined,
      });
  });

  it.each(['65536', '00065535', '-1', '1.5', '1x', 'x1', ' 1', '0x1'])('are not numbers: %j', (value) => {
    const expected = { code: 'bad-value', field: 'field', offset: undefined };
    for (const call of [findWhole, wholeValue]) expect(refusal(() => call([value], 0, 'field'))).toEqual(expected);
  });

  it('are numbers up to a maximum', () => {
    for (const call of [findWhole, wholeValue]) {
      expect(call(['9999999'], 0, 'field', 9_999_999)).toBe(9_999_999);
      expect(call(['3'], 0, 'field', 3)).toBe(3);
      expect(refusal(() => call(['4'], 0, 'field', 3))).toMatchObject({ code: 'bad-value' });
    }
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
    ['+CSCA: "A1",145', 'A1'],
    ['+CSCA: "7916",129', '7916'],
    ['+CSCA: "00310032",129', '12'],
    ['+CSCA: "002b0031",145', '+1'],
    ['+CSCA: "0031",129', '0031'],
    ['+CSCA: "00310032A",129', '00310032A'],
    ['+CSCA: "900310032",129', '900310032'],
    ['+CSCA: "003A0032",129', '003A0032'],
    ['+CSCA: "00410042",129', '00410042'],
    ['+CSCA: "3100310032003300",129', '3100310032003300'],
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

  it.each([
    ['+CPMS: "SM",3,20', [['SM', 3, 20]]],
    ['+CPMS: "SM",3,20,"ME",1', [['SM', 3, 20]]],
    [
      '+CPMS: 3,20,4,30,5,40,6,50',
      [
        ['', 3, 20],
        ['', 4, 30],
        ['', 5, 40],
      ],
    ],
    ['+CPMS: 3', []],
    ['+CPMS: "1x",3,20', [['1x', 3, 20]]],
  ] as const)('storages of %s are those that are whole, three at most', (line, storages) => {
    expect(readStorages(line)).toStrictEqual(storages.map(([memory, used, total]) => ({ memory, used, total })));
  });

  it.each([
    [() => readStorages('+CPMS: "SM",,20'), 'truncated', '+CPMS/used1'],
    [() => readStorages('+CPMS: "SM",3,x'), 'bad-value', '+CPMS/total1'],
    [() => readStorages('+CPMS: 3,20,4,'), 'truncated', '+CPMS/total2'],
    [() => readStorages('+CPMS: 3,20,4,5,x,6'), 'bad-value', '+CPMS/used3'],
    [() => readServiceCentre('+CSCA: "1",256'), 'bad-value', '+CSCA/tosca'],
    [() => readMessageService('+CSMS: 256'), 'bad-value', '+CSMS/service'],
    [() => readMessageService('+CSMS: '), 'truncated', '+CSMS/service'],
    [() => readSignal('+CSQ: 256,0'), 'bad-value', '+CSQ/rssi'],
    [() => readSignal('+CSQ: '), 'truncated', '+CSQ/rssi'],
    [() => readReference('+CMGS: 256'), 'bad-value', '+CMGS/mr'],
  ])('are refused where a value is wrong: %s', (call, code, field) => {
    expect(refusal(call)).toEqual({ code, field, offset: undefined });
  });

  it.each([
    [readStorages, '+CPMS'],
    [(line: string) => readAllowed(line, '+CNMI'), '+CNMI'],
    [readServiceCentre, '+CSCA'],
    [readMessageService, '+CSMS'],
    [readOperator, '+COPS'],
    [readSignal, '+CSQ'],
    [readPinState, '+CPIN'],
    [readReference, '+CMGS'],
  ])('of another name are refused: %s', (read, field) => {
    for (const line of ['+OTHER: 1,2,3', 'hello', ''])
      expect(refusal(() => read(line))).toEqual({ code: 'bad-value', field, offset: 0 });
  });

  // TS 27.007 8.5: 0 is -113 dBm or less, 31 is -51 dBm or more, 99 is not known.
  it.each([
    [0, -113],
    [1, -111],
    [31, -51],
    [32, undefined],
    [99, undefined],
  ])('signal of %i is %s dBm', (rssi, dbm) => {
    expect(readSignal(`+CSQ: ${rssi},99`)).toBe(dbm);
  });

  it('others', () => {
    expect(readOperator('+COPS: 0,0,"",7')).toBeUndefined();
    expect(readMessageService('+CSMS: 255')).toBe(255);
    expect(readPinState('+CPIN: sim puk')).toBe('SIM PUK');
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

  it.each([
    ['+A', [], 'AT+A'],
    ['^ABCDEFGHIJKLMNOP', [0], 'AT^ABCDEFGHIJKLMNOP=0'],
    ['+CMGD', [4_294_967_295], 'AT+CMGD=4294967295'],
    ['+CSCS', [' !#~'], 'AT+CSCS=" !#~"'],
    ['+CSCS', [''], 'AT+CSCS=""'],
    ['+CNMI', [undefined, 1], 'AT+CNMI=,1'],
    ['+CNMI', [undefined], 'AT+CNMI'],
    ['+C', ['x'.repeat(505)], `AT+C="${'x'.repeat(505)}"`],
  ])('%s is written with %j', (name, values, command) => {
    expect(formatCommand(name, values)).toBe(command);
  });

  it.each([
    [() => formatCommand('^ABCDEFGHIJKLMNOPQ'), 'bad-value', 'name', undefined],
    [() => formatCommand('+1A'), 'bad-value', 'name', undefined],
    [() => formatCommand('x+A'), 'bad-value', 'name', undefined],
    [() => formatCommand('+a'), 'bad-value', 'name', undefined],
    [() => formatCommand('+CMGD', [1, 4_294_967_296]), 'bad-value', '+CMGD[1]', undefined],
    [() => formatCommand('+CSCS', ['ab"c']), 'bad-value', '+CSCS[0]', 2],
    [() => formatCommand('+CSCS', ['a\x7f']), 'bad-value', '+CSCS[0]', 1],
    [() => formatCommand('+CSCS', ['\x1f']), 'bad-value', '+CSCS[0]', 0],
    [() => formatCommand('+C', ['x'.repeat(506)]), 'too-long', '+C', undefined],
    [() => checkCommand('xAT'), 'bad-value', 'command', undefined],
    [() => checkCommand(undefined as never), 'bad-value', 'command', undefined],
    [() => checkCommand('AT\r'), 'bad-value', 'command', 2],
    [() => checkCommand('ATé', 'line'), 'bad-value', 'line', 2],
    [() => checkCommand(`AT${' '.repeat(511)}`), 'too-long', 'command', undefined],
  ])('are refused at their place: %s', (call, code, field, offset) => {
    expect(refusal(call)).toEqual({ code, field, offset });
  });

  it.each(['AT', 'at+csq', 'AT ~', `AT${' '.repeat(510)}`])('of a caller are passed on: %s', (command) => {
    expect(checkCommand(command)).toBe(command);
  });

  it.each([
    ['a text of a service', checkUssd, ['1', '*100#', ' !#~', '1'.repeat(182)]],
    ['a PIN', checkPin, ['1234', '12345678']],
    ['a storage', checkMemory, ['SM', 'SM_P', 'S_', 'ABC']],
  ] as const)('take %s', (_, check, values) => {
    for (const value of values) expect(check(value)).toBe(value);
  });

  it.each([
    ['ussd', checkUssd, ['', '"', 'a"', '"a', '\x1f', '\x7f', 'é', '1'.repeat(183), 1, undefined]],
    ['pin', checkPin, ['', '123', '123456789', '123a', 'a1234', '1234a', 1234, undefined]],
    ['storage', checkMemory, ['', 'S', 'ABCDE', 'sm', '_M', 'SM1', 'xSM', 'SM ', 5, undefined]],
  ] as const)('do not take another %s', (field, check, values) => {
    for (const value of values)
      expect([value, refusal(() => check(value as string))]).toEqual([value, { code: 'bad-value', field, offset: undefined }]);
    expect(refusal(() => checkMemory('x', 'memory')).field).toBe('memory');
  });

  it('show no PIN in an error', () => {
    expect(() => checkPin('123')).toThrow(/^pin: takes 4 to 8 digits$/);
  });
});
