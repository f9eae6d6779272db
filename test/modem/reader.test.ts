import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from '../../src/bytes/latin1.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { type ModemItem, ModemReader } from '../../src/modem/index.js';
import { readUnsolicited } from '../../src/modem/unsolicited.js';
import { hex } from '../support/hex.js';
import { lenient } from '../support/lenient.js';

const octets = (text: string) => encodeLatin1(text, 'text');

/** What a reader makes of a text, all at once. */
function read(text: string, command = '', { isPromptAwaited = false } = {}): ModemItem[] {
  const reader = new ModemReader();
  reader.expect(command);
  reader.awaitPrompt(isPromptAwaited);
  return [...reader.read(octets(text))];
}

/** A message that pages on PDUs have shown since 2000: 30 octets of TPDU, from +31641600986. */
const PDU = '07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07';
const TEXT = 'How are you?';
const OK = { kind: 'final', result: { kind: 'ok' } } as const;

describe('an answer', () => {
  it('has lines of its own name, and ends with its result', () => {
    expect(read('\r\n+CSQ: 17,0\r\n\r\nOK\r\n', 'AT+CSQ')).toEqual([{ kind: 'answer', line: '+CSQ: 17,0' }, OK]);
  });

  it.each([
    ['CR LF', '\r\n'],
    ['CR', '\r'],
    ['LF', '\n'],
    ['CR CR LF', '\r\r\n'],
  ])('may have lines that end with %s', (_, end) => {
    const text = `AT+CPIN?${end}${end}+CPIN: READY${end}${end}OK${end}`;
    expect(read(text, 'AT+CPIN?')).toEqual([{ kind: 'echo', text: 'AT+CPIN?' }, { kind: 'answer', line: '+CPIN: READY' }, OK]);
  });

  it('of messages has the PDU of each with its line', () => {
    const text = `+CMGL: 1,1,,30\r\n${PDU}\r\n+CMGL: 4,0,"",30\r\n${PDU}\r\n\r\nOK\r\n`;
    expect(read(text, 'AT+CMGL=4')).toEqual([
      { kind: 'answer', line: '+CMGL: 1,1,,30', pdu: PDU },
      { kind: 'answer', line: '+CMGL: 4,0,"",30', pdu: PDU },
      OK,
    ]);
  });

  it('without a PDU is given as it is', () => {
    expect(read('+CMGL: 1,1,,30\r\n+CMGL: 2,1,,30\r\nOK\r\n', 'AT+CMGL=4')).toEqual([
      { kind: 'answer', line: '+CMGL: 1,1,,30' },
      { kind: 'answer', line: '+CMGL: 2,1,,30' },
      OK,
    ]);
  });

  it('of a maker is lines without a name', () => {
    expect(read('\r\nhuawei\r\n\r\nOK\r\n', 'AT+CGMI')).toEqual([{ kind: 'answer', line: 'huawei' }, OK]);
  });

  it.each(['AT+GMI', 'AT+GMM', 'AT+GMR', 'AT+GSN', 'AT+CGMR', 'AT+CGSN', 'ATI', 'AT+CSQ;+GMI'])(
    'to %s is lines without a name',
    (command) => {
      expect(read('\r\nQuectel\r\n\r\nOK\r\n', command)).toEqual([{ kind: 'answer', line: 'Quectel' }, OK]);
    },
  );

  it('to several commands on one line has lines of each name', () => {
    expect(read('+CSQ: 17,0\r\n+CREG: 0,1\r\n+COPS: 0\r\nOK\r\n', 'AT+CSQ;+CREG?')).toEqual([
      { kind: 'answer', line: '+CSQ: 17,0' },
      { kind: 'answer', line: '+CREG: 0,1' },
      { kind: 'unsolicited', event: { kind: 'unknown', text: '+COPS: 0' } },
      OK,
    ]);
    // What is between quotation marks is a value.
    expect(read('+CSQ: 17,0\r\nOK\r\n', 'AT+CUSD=1,"*1;+CSQ"')).toMatchObject([{ kind: 'unsolicited' }, OK]);
  });

  it('may have a prompt, with and without its blank, and an echo behind it', () => {
    const items = [{ kind: 'prompt' }, { kind: 'answer', line: '+CMGS: 5' }, OK];
    for (const prompt of ['> ', '>']) {
      expect(read(`\r\n${prompt}\r\n+CMGS: 5\r\n\r\nOK\r\n`, 'AT+CMGS=27', { isPromptAwaited: true })).toEqual(items);
    }
    const reader = new ModemReader();
    reader.expect('AT+CMGS=27');
    expect([...reader.read(octets('AT+CMGS=27\r\r\n> '))]).toEqual([{ kind: 'echo', text: 'AT+CMGS=27' }, { kind: 'prompt' }]);
    reader.expectEcho(PDU);
    expect([...reader.read(octets(`${PDU}\x1a\r\n+CMGS: 5\r\n\r\nOK\r\n`))]).toEqual([
      { kind: 'echo', text: `${PDU}\x1a` },
      { kind: 'answer', line: '+CMGS: 5' },
      OK,
    ]);
  });
});

describe('what comes of its own accord', () => {
  const stored = { kind: 'unsolicited', event: { kind: 'stored', what: 'message', memory: 'SM', index: 2 } } as const;

  it.each([
    ['before the echo', `\r\n+CMTI: "SM",2\r\nAT+CSQ\r\r\n+CSQ: 17,0\r\n\r\nOK\r\n`, [0, 'unsolicited']],
    ['between command and answer', `AT+CSQ\r\r\n+CMTI: "SM",2\r\n\r\n+CSQ: 17,0\r\n\r\nOK\r\n`, [1, 'unsolicited']],
    ['within the echo', `AT+C\r\n+CMTI: "SM",2\r\nSQ\r\r\n+CSQ: 17,0\r\n\r\nOK\r\n`, [1, 'unsolicited']],
    ['before the result', `AT+CSQ\r\r\n+CSQ: 17,0\r\n+CMTI: "SM",2\r\nOK\r\n`, [2, 'unsolicited']],
  ] as const)('is known %s', (_, text, [place]) => {
    const items = read(text, 'AT+CSQ');
    expect(items[place]).toEqual(stored);
    expect(items.filter(({ kind }) => kind !== 'echo' && kind !== 'unsolicited')).toEqual([
      { kind: 'answer', line: '+CSQ: 17,0' },
      OK,
    ]);
  });

  it('is known between the line of a stored message and its PDU', () => {
    const items = read(`+CMGL: 1,1,,30\r\n+CMT: ,30\r\n${PDU}\r\n+CMTI: "SM",2\r\n${PDU}\r\nOK\r\n`, 'AT+CMGL=4');
    expect(items.map((item) => (item.kind === 'unsolicited' ? item.event.kind : item.kind))).toEqual([
      'message',
      'stored',
      'answer',
      'final',
    ]);
  });

  it.each([
    ['+CMTI: "ME",12', { kind: 'stored', what: 'message', memory: 'ME', index: 12 }],
    ['+CMTI:SM,0', { kind: 'stored', what: 'message', memory: 'SM', index: 0 }],
    ['+CDSI: "SR",1', { kind: 'stored', what: 'report', memory: 'SR', index: 1 }],
    ['+CBMI: "BM",1', { kind: 'stored', what: 'broadcast', memory: 'BM', index: 1 }],
    ['RING', { kind: 'ring' }],
    ['+CRING: VOICE', { kind: 'ring' }],
    ['NO CARRIER', { kind: 'unknown', text: 'NO CARRIER' }],
    ['^RSSI: 20', { kind: 'unknown', text: '^RSSI: 20' }],
    ['^SMMEMFULL: "SM"', { kind: 'full' }],
    ['+QIND: "SMSFULL","SM"', { kind: 'full' }],
    ['+CREG: 5', { kind: 'registration', name: '+CREG', state: 'roaming' }],
    ['+CEREG: 1,"00C3","01A2B3C4",7', { kind: 'registration', name: '+CEREG', state: 'home', area: '00C3', cell: '01A2B3C4' }],
    ['SMS Ready', { kind: 'unknown', text: 'SMS Ready' }],
  ])('%s', (line, event) => {
    expect(read(`\r\n${line}\r\n`)).toEqual([{ kind: 'unsolicited', event }]);
    expect(read(`\r\n${line}\r\nOK\r\n`, 'AT+CSQ')).toEqual([{ kind: 'unsolicited', event }, OK]);
  });

  it('a message has its TPDU', () => {
    const [item] = read(`\r\n+CMT: ,30\r\n${PDU}\r\n`);
    expect(item).toMatchObject({ kind: 'unsolicited', event: { kind: 'message', tpdu: { type: 'SMS-DELIVER', text: TEXT } } });
  });

  it('a report, also one that is shown as a message', () => {
    const report = '00060A0B917283010010F5621112900000806211129000108000';
    for (const line of ['+CDS: 25', '+CMT: ,25']) {
      expect(read(`${line}\r\n${report}\r\n`)).toMatchObject([{ event: { kind: 'report', tpdu: { tpMr: 10, tpSt: 0 } } }]);
    }
  });

  it('a page of cell broadcast is read, with its octets', () => {
    const page = `001C0001011165${'00'.repeat(3)}`;
    expect(read(`+CBM: 10\r\n${page}\r\n`)).toMatchObject([
      {
        event: { kind: 'broadcast', broadcast: { kind: 'page', messageIdentifier: 1, language: 'en' }, octets: { length: 10 } },
      },
    ]);
    expect(read(`+CBM: 11\r\n${page}\r\n`)).toMatchObject([{ event: { kind: 'damaged', error: { field: '+CBM/length' } } }]);
    expect(read('+CBM: 3\r\n001C00\r\n')).toMatchObject([{ event: { kind: 'damaged', pdu: '001C00' } }]);
  });

  it('a page in text mode is its text, or octets in hex', () => {
    const serialNumber = { geographicalScope: 'network', messageCode: 2, updateNumber: 1 };
    expect(read('+CBM: 16417,4371,1,1,2\r\nTake shelter\r\n')).toMatchObject([
      {
        event: {
          kind: 'broadcast',
          broadcast: {
            kind: 'page',
            serialNumber,
            messageIdentifier: 4371,
            dcs: 1,
            page: 1,
            pages: 2,
            text: 'Take shelter',
            language: 'en',
          },
        },
      },
    ]);
    expect(read('+CBM: 16417,50,72,1,1\r\n0434000D\r\n')).toMatchObject([{ event: { broadcast: { text: 'д' } } }]);
    expect(read('+CBM: 16417,50,68,1,1\r\n00FF\r\n')).toMatchObject([{ event: { broadcast: { data: hex('00FF') } } }]);
  });

  it.each([
    ['+CBM: 16417,50,68,1,1\r\nwords', '+CBM'],
    ['+CBM: 16417,50,256,1,1\r\nwords', '+CBM/dcs'],
    ['+CBM: 16417,50,0,2,1\r\nwords', '+CBM/page'],
    ['+CBM: 16417,,0,1,1\r\nwords', '+CBM/mid'],
    ['+CBM: 16417,50,0,1,1\r\n+CBM: 3\r\n001C00', '+CBM'],
  ])('a page in text mode that is wrong is damaged: %s', (lines, field) => {
    expect(read(`${lines}\r\n`)[0]).toMatchObject({ event: { kind: 'damaged', error: { field } } });
  });

  it.each([
    ['a length that is wrong', `+CMT: ,29\r\n${PDU}\r\n`, '+CMT/length'],
    ['no length', `+CMT:\r\n${PDU}\r\n`, '+CMT/length'],
    ['no PDU', `+CMT: ,30\r\nhello\r\n`, 'hex'],
    ['another line in place of the PDU', `+CMT: ,30\r\n+CMT: ,30\r\n${PDU}\r\n`, '+CMT'],
    ['a PDU of another kind', `+CDS: 30\r\n${PDU}\r\n`, '+CDS'],
  ])('with %s is damaged, and says so', (_, text, field) => {
    expect(read(text)[0]).toMatchObject({ event: { kind: 'damaged', error: { field } } });
  });

  it('registration is told from the answer to a question for it', () => {
    const items = read('+CREG: 1\r\n+CREG: 0,1\r\nOK\r\n', 'AT+CREG?');
    expect(items.map(({ kind }) => kind)).toEqual(['unsolicited', 'answer', 'final']);
    expect(read('+CREG: 2,1,"00C3","A1B2"\r\nOK\r\n', 'AT+CREG?')[0]).toMatchObject({ kind: 'answer' });
  });

  it('a line without a name is not known', () => {
    expect(readUnsolicited({ line: 'hello' })).toEqual({ kind: 'unknown', text: 'hello' });
  });

  it('a service is told from the answer to a question for it', () => {
    expect(read('+CUSD: 1\r\nOK\r\n', 'AT+CUSD?')[0]).toMatchObject({ kind: 'answer', line: '+CUSD: 1' });
    expect(read('+CUSD: 0,"Hi",15\r\nOK\r\n', 'AT+CUSD=1,"*1#",15')[0]).toMatchObject({ event: { kind: 'ussd', text: 'Hi' } });
  });
});

describe('a reader', () => {
  const message = { kind: 'unsolicited', event: { kind: 'message', tpdu: { text: TEXT } } } as const;
  const unknown = (text: string) => ({ kind: 'unsolicited', event: { kind: 'unknown', text } }) as const;
  /** What a reader makes of the pieces of a stream; a function is called in between. */
  function readAll(reader: ModemReader, ...steps: readonly (string | ((one: ModemReader) => void))[]): ModemItem[] {
    return steps.flatMap((step) => {
      if (typeof step === 'string') return [...reader.read(octets(step))];
      step(reader);
      return [];
    });
  }
  const expects = (command: string) => (reader: ModemReader) => reader.expect(command);

  it('forgets with the next command what the last one was about', () => {
    const reader = new ModemReader();
    const awaited = readAll(reader, expects('AT+CMGS=27'), (one) => one.awaitPrompt(true), expects('AT'), '>\r\n');
    expect(awaited).toEqual([unknown('>')]);
    const stored = readAll(reader, expects('AT+CMGR=1'), '+CMGR: 1,,30\r\n', expects('AT'), `${PDU}\r\n`);
    expect(stored).toEqual([unknown(PDU)]);
    const plain = readAll(reader, expects('AT+CGMI'), expects('AT+CSQ'), 'huawei\r\n+CGMI: x\r\n');
    expect(plain).toEqual([unknown('huawei'), unknown('+CGMI: x')]);
  });

  it('knows an echo before the answer only', () => {
    const reader = new ModemReader();
    expect(readAll(reader, expects('AT+CSQ'), '+CSQ: 1,0\r\nAT+CSQ\r\nOK\r\n')).toEqual([
      { kind: 'answer', line: '+CSQ: 1,0' },
      unknown('AT+CSQ'),
      OK,
    ]);
    expect(readAll(reader, expects('ATI'), 'A modem\r\nAT\r\nOK\r\n')).toEqual([
      { kind: 'answer', line: 'A modem' },
      { kind: 'answer', line: 'AT' },
      OK,
    ]);
    expect(readAll(reader, expects('AT'), 'OK\r\nAT\r\n')).toEqual([OK, unknown('AT')]);
  });

  it('knows an echo once, and not what only contains it', () => {
    expect(read('AT+CSQ\r\nAT+CSQ\r\n', 'AT+CSQ')).toEqual([{ kind: 'echo', text: 'AT+CSQ' }, unknown('AT+CSQ')]);
    expect(read('T+CSQ\r\nxAT+CSQ\r\nAT+CSQx\r\n', 'AT+CSQ')).toEqual(['T+CSQ', 'xAT+CSQ', 'AT+CSQx'].map(unknown));
  });

  it('knows the echo of what was written after a line of the answer', () => {
    const steps = [expects('AT+CMGS=27'), '+CMGS: x\r\n', (one: ModemReader) => one.expectEcho(PDU), `${PDU}\r\n`];
    expect(readAll(new ModemReader(), ...steps)[1]).toEqual({ kind: 'echo', text: PDU });
  });

  it('gives a PDU to the line of its own accord first, and each line out whose PDU does not come', () => {
    expect(read(`+CMGL: 1,1,,30\r\n+CMT: ,30\r\n+CMGL: 2,1,,30\r\n${PDU}\r\n${PDU}\r\nOK\r\n`, 'AT+CMGL=4')).toMatchObject([
      { kind: 'answer', line: '+CMGL: 1,1,,30' },
      message,
      { kind: 'answer', line: '+CMGL: 2,1,,30', pdu: PDU },
      OK,
    ]);
    expect(read('+CMGL: 1,1,,30\r\nOK\r\n', 'AT+CMGL=4')).toStrictEqual([{ kind: 'answer', line: '+CMGL: 1,1,,30' }, OK]);
  });

  it.each(['+CSQ: 1', 'RING', '+CMTI: "SM",1', '^RSSI: 1'])('waits on for a PDU after %s', (line) => {
    expect(read(`+CMT: ,30\r\n${line}\r\n${PDU}\r\n`)[1]).toMatchObject(message);
  });

  it('takes words in place of a PDU for it, and the next for what they are', () => {
    expect(read('+CMT: ,30\r\nhello\r\nagain\r\n')).toMatchObject([
      { event: { kind: 'damaged', text: '+CMT: ,30', pdu: 'hello' } },
      unknown('again'),
    ]);
    expect(read('+CMT: ,30\r\n+CMT: ,30\r\n')[0]).not.toHaveProperty('event.pdu');
  });

  it.each([
    ['ABCD', 'damaged'],
    ['abcd', 'damaged'],
    ['ABC', 'damaged'],
    ['ABCDx', 'damaged'],
  ])('takes %s after a line for its PDU', (text, kind) => {
    expect(read(`+CMT: ,2\r\n${text}\r\n`)).toMatchObject([{ event: { kind, pdu: text } }]);
  });

  it('takes the Ctrl-Z from the end of a PDU', () => {
    expect(read(`+CMGR: 1,,30\r\n${PDU}\x1a\r\nOK\r\n`, 'AT+CMGR=1')[0]).toEqual({
      kind: 'answer',
      line: '+CMGR: 1,,30',
      pdu: PDU,
    });
    expect(read(`+CMT: ,30\r\n${PDU}\x1a\r\n`)).toMatchObject([message]);
  });

  it('takes hex that no line announced for what it is', () => {
    expect(read(`${PDU}\r\n`)).toEqual([unknown(PDU)]);
    expect(read(`${PDU}\r\nOK\r\n`, 'AT+CCID')[0]).toEqual({ kind: 'answer', line: PDU });
  });

  it.each([
    ['ATD123;', true],
    ['ATA', true],
    ['ATO', true],
    ['ATH', true],
    ['atd*99#', true],
    ['AT+CSQ', false],
    ['', false],
  ])('takes the words of a call for the result of %s: %s', (command, isFinal) => {
    for (const words of ['NO CARRIER', 'BUSY', 'CONNECT 9600']) {
      expect(read(`${words}\r\n`, command)).toEqual([
        isFinal ? { kind: 'final', result: { kind: 'call', words } } : unknown(words),
      ]);
    }
    expect(read('ERROR\r\n', command)).toEqual([{ kind: 'final', result: { kind: 'error', words: 'ERROR' } }]);
  });

  it.each([
    ['AT+CREG?', '+CREG: 0,1', 'answer'],
    ['AT+CREG?', '+CREG: 0, 1', 'answer'],
    ['AT+CREG?', '+CREG: 2,10,"00C3","A1B2"', 'answer'],
    ['AT+CGREG?', '+CGREG: 0,1', 'answer'],
    ['AT+CEREG?', '+CEREG: 0,1', 'answer'],
    ['AT+CREG?', '+CREG: 1', 'unsolicited'],
    ['AT+CREG?', '+CREG: 1,"00C3","A1B2"', 'unsolicited'],
    ['AT+CREG?', '+CREG: 1,123,456', 'unsolicited'],
    ['AT+CREG?', '+CREG: 1,1A,2B', 'unsolicited'],
    ['AT+CGREG?', '+CGREG: 1', 'unsolicited'],
    ['AT+CEREG?', '+CEREG: 1', 'unsolicited'],
    ['AT+CREG?', '+CGREG: 0,1', 'unsolicited'],
    ['AT+XREG?', '+XREG: 1', 'answer'],
    ['AT+CUSD?', '+CUSD: 1', 'answer'],
    ['at+cusd?', '+CUSD: 1', 'answer'],
    ['AT+CUSD=1,"*1#"', '+CUSD: 1', 'unsolicited'],
    ['AT+CMTI?', '+CMTI: "SM",1', 'answer'],
    ['AT^RSSI?', '^rssi: 1', 'answer'],
    ['AT', '^RSSI: 1', 'unsolicited'],
    ['AT+CGMI', 'RING', 'unsolicited'],
    ['AT+CGMI', 'RINGS', 'answer'],
    ['AT+CGMI', '+CMTI: "SM",1', 'unsolicited'],
    ['AT+CGMI', '^RSSI: 1', 'unsolicited'],
    ['AT+CGMI', '+CGMI: huawei', 'answer'],
    ['ATI', '+GCAP: +CGSM', 'answer'],
    ['AT+CSQ', '+GCAP: +CGSM', 'unsolicited'],
  ])('after %s takes %s for what is %s', (command, line, kind) => {
    expect(read(`${line}\r\n`, command).map((item) => item.kind)).toEqual([kind]);
  });

  it.each([
    ['an answer', 'AT+CREG?', '+CREG: 0', ',1', false],
    ['an answer without a name', 'AT+CGMI', 'hua', 'wei', false],
    ['the text of a service', 'AT', '+CUSD: 0,"a', ' b",15', false],
    ['the word for a call', 'AT', 'RIN', 'G', false],
    ['registration', 'AT', '+CREG: ', '1', true],
    ['a place', 'AT', '+CMTI: "SM"', ',1', true],
    ["a maker's own line", 'AT', '^RSSI: ', '1', true],
    ["an answer of a maker's own", 'AT^RSSI?', '^RSSI: ', '1', false],
    ['the PDU of a message', 'AT', `+CMT: ,30\r\n${PDU.slice(0, 20)}`, PDU.slice(20), true],
  ])('that is reset keeps what has begun only where it came of its own accord: %s', (_, command, begun, rest, isKept) => {
    const whole = read(`${begun}${rest}\r\n`, command);
    const steps = [expects(command), begun, (one: ModemReader) => one.reset(), `${rest}\r\n`];
    const items = readAll(new ModemReader(), ...steps);
    if (isKept) expect(items).toEqual(whole);
    else expect(items).not.toEqual(whole);
  });

  it('that is reset forgets a line of the answer whose PDU has not come', () => {
    const steps = [expects('AT+CMGR=1'), '+CMGR: 1,,30\r\n', (one: ModemReader) => one.reset(), `${PDU}\r\nOK\r\n`];
    expect(readAll(new ModemReader(), ...steps)).toEqual([unknown(PDU), OK]);
  });

  it('passes its options on', () => {
    const { issues, options } = lenient();
    const reader = new ModemReader(options);
    expect(readAll(reader, `+CMT: ,29\r\n${PDU}\r\n`)).toMatchObject([message]);
    expect(issues).toEqual([['bad-value', '+CMT/length', undefined]]);
    const short = new ModemReader({ limits: { modemLineOctets: 4 } });
    expect(readAll(short, 'OK  x\r\nOK  \r\n')).toEqual([unknown('OK'), OK]);
  });

  it('takes the blanks from the end of a line', () => {
    expect(read('+CSQ: 1,0 \t\r\nOK \r\n', 'AT+CSQ')).toEqual([{ kind: 'answer', line: '+CSQ: 1,0' }, OK]);
  });
});

describe('a stream', () => {
  /** A session with most that may happen in one. */
  const SESSION = [
    'AT+CMGL=4\r\r\n',
    `+CMGL: 1,1,,30\r\n${PDU}\r\n`,
    '+CUSD: 1,"Menu\r\n1 Balance\r\n\r\n2 Top up",15\r\n',
    `+CMGL: 2,1,,30\r\n+CMT: ,30\r\n${PDU}\r\n${PDU}\r\n`,
    '\0\0\r\nOK\r\n> ',
    '^BOOT:1,0\r\n+CMS ERROR: 500\r\n',
  ].join('');

  it('gives the same however it is cut', () => {
    const whole = read(SESSION, 'AT+CMGL=4');
    expect(whole).toHaveLength(9);
    const all = octets(SESSION);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 30 }), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), all.length];
        const reader = new ModemReader();
        reader.expect('AT+CMGL=4');
        expect(cuts.slice(1).flatMap((end, i) => [...reader.read(all.subarray(cuts[i], end))])).toEqual(whole);
      }),
    );
  });

  const words = [
    '\r\n',
    '\r',
    '\n',
    'OK',
    'ERROR',
    '+CMTI: ',
    '"SM",1',
    '+CMT: ,30',
    PDU,
    '+CDS: ',
    '> ',
    '>',
    '+CUSD: 0,"',
    '",15',
    'AT',
  ];

  it('of any octets gives the same however it is cut, and never throws', () => {
    const stream = fc.array(fc.oneof(fc.constantFrom(...words).map(octets), fc.uint8Array({ maxLength: 6 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(stream, fc.constantFrom('', 'AT+CMGL=4', 'AT+CGMI', 'AT+CMGS=3'), fc.nat(7), (pieces, command, step) => {
        const all = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
        const [whole, cut] = [new ModemReader(), new ModemReader()];
        for (const reader of [whole, cut]) {
          reader.expect(command);
          reader.awaitPrompt(command === 'AT+CMGS=3');
        }
        const found: ModemItem[] = [];
        for (let at = 0; at < all.length; at += step + 1) found.push(...cut.read(all.subarray(at, at + step + 1)));
        expect(found).toEqual([...whole.read(all)]);
      }),
    );
  });

  it('keeps the beginning of a line that is too long, and reads on after it', () => {
    const most = DEFAULT_LIMITS.modemLineOctets;
    const items = read(`${'A'.repeat(3 * most)}\r\nOK\r\n`, 'AT');
    expect(items).toEqual([{ kind: 'unsolicited', event: { kind: 'unknown', text: 'A'.repeat(most) } }, OK]);
  });

  it('knows the echo of a sign of life', () => {
    const reader = new ModemReader();
    reader.expectEcho('AT');
    expect([...reader.read(octets('\x1bAT\r\r\nOK\r\n'))]).toEqual([{ kind: 'echo', text: '\x1bAT' }, OK]);
  });

  it('of a service goes on over line ends within quotation marks, but not over what is no text', () => {
    expect(read('+CUSD: 1,"Menu\r\n1 Balance\n2 Top up\r",15\r\n')).toMatchObject([
      { event: { kind: 'ussd', state: 'asks', text: 'Menu\n1 Balance\n2 Top up\n', dcs: 15 } },
    ]);
    // Quotation marks of its own, and a line that would end a command.
    expect(read('+CUSD: 1,"say "hi\r\nOK\r\nand "go", then\r\nx",15\r\nOK\r\n')).toMatchObject([
      { event: { kind: 'ussd', text: 'say "hi\nOK\nand "go", then\nx', dcs: 15 } },
      OK,
    ]);
    expect(read('+CUSD: 1,"a "b" c"\r\n+CUSD: 0,"",15\r\n')).toMatchObject([
      { event: { kind: 'ussd', text: 'a "b" c' } },
      { event: { kind: 'ussd', state: 'done', shown: '' } },
    ]);
    const items = read('+CUSD: 1,"Menu\r\n1 Balance\r\n+CMTI: "SM",3\r\n');
    expect(items).toMatchObject([
      { event: { kind: 'unknown', text: '+CUSD: 1,"Menu\n1 Balance' } },
      { event: { kind: 'stored' } },
    ]);
  });
});

describe('registration', () => {
  // TS 27.007 section 7.2.
  it.each([
    ['+CREG: 8', 'emergency only'],
    ['+CEREG: 9', 'home, CSFB not preferred'],
    ['+CEREG: 10,"00C3","01A2D001",7', 'roaming, CSFB not preferred'],
    ['+CEREG: 11', 'restricted local services only'],
    ['+CEREG: 12', 'unknown'],
  ])('%s', (line, state) => {
    expect(read(`\r\n${line}\r\n`)).toMatchObject([{ kind: 'unsolicited', event: { kind: 'registration', state } }]);
  });
});
