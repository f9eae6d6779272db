import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { parseStoredMessage, REGISTRATION_STATES, STORED_STATES } from '../../src/modem/index.js';
import { announcesPdu, isUnsolicitedName, readRegistrationAnswer, readUnsolicited } from '../../src/modem/unsolicited.js';
import { decodeTpdu } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

/** A message that pages on PDUs have shown since 2000: a service centre's address of 8 octets, and 30 octets of TPDU. */
const CENTRE = '07911326040000F0';
const TPDU = '040B911346610089F60000208062917314080CC8F71D14969741F977FD07';
/** A status report of 25 octets. */
const REPORT = '060A0B917283010010F5621112900000806211129000108000';

/** What is wrong with a line, and with the PDU after it. */
function damage(line: string, pdu?: string) {
  const event = readUnsolicited({ line, pdu });
  if (event.kind !== 'damaged') return expect.fail(`${line} is ${event.kind}`);
  const { error } = event;
  expect(event).toStrictEqual({ kind: 'damaged', text: line, ...(pdu !== undefined && { pdu }), error });
  return { code: error.code, field: error.field, offset: error.offset };
}

describe('names of lines that come of their own accord', () => {
  it.each(['+CMT', '+CDS', '+CBM'])('%s, with a PDU', (name) => {
    expect([isUnsolicitedName(name), announcesPdu(name)]).toEqual([true, true]);
  });

  it.each(['+CMTI', '+CDSI', '+CBMI', '+CUSD', '+CREG', '+CGREG', '+CEREG', '+CRING', '+CLIP', '+CCWA', '+CIEV', '^RSSI'])(
    '%s, without one',
    (name) => {
      expect([isUnsolicitedName(name), announcesPdu(name)]).toEqual([true, false]);
    },
  );

  it.each(['+CSQ', '+CMGL', '*SMSFULL', 'X^'])('not %s', (name) => {
    expect([isUnsolicitedName(name), announcesPdu(name)]).toEqual([false, false]);
  });
});

describe('a line', () => {
  it.each([
    ['RING', { kind: 'ring' }],
    ['+CRING: VOICE', { kind: 'ring' }],
    ['^SMMEMFULL: "SM"', { kind: 'full' }],
    ['+QIND: "SMSFULL","SM"', { kind: 'full' }],
    ['+CIEV: "SMSFULL",1', { kind: 'full' }],
    ['*SMSFULL', { kind: 'full' }],
    ['SMS FULL', { kind: 'full' }],
    ['+CMTI: "SM",65535', { kind: 'stored', what: 'message', memory: 'SM', index: 65535 }],
    ['+CDSI: "SR",0', { kind: 'stored', what: 'report', memory: 'SR', index: 0 }],
    ['+CBMI: "BM",3', { kind: 'stored', what: 'broadcast', memory: 'BM', index: 3 }],
    ['+CUSD: 2', { kind: 'ussd', state: 'ended by the network', shown: '' }],
    ['+CLIP: "+447700900123",145', { kind: 'unknown', text: '+CLIP: "+447700900123",145' }],
    ['+CIEV: "SMSFULL",0', { kind: 'unknown', text: '+CIEV: "SMSFULL",0' }],
    ['^RSSI:14', { kind: 'unknown', text: '^RSSI:14' }],
    ['RINGING', { kind: 'unknown', text: 'RINGING' }],
    ['', { kind: 'unknown', text: '' }],
  ])('%s', (line, event) => {
    expect(readUnsolicited({ line })).toStrictEqual(event);
  });

  it.each([
    ['+CMTI: "SM"', 'truncated', '+CMTI/index'],
    ['+CMTI: "SM",', 'truncated', '+CMTI/index'],
    ['+CDSI: "SR",65536', 'bad-value', '+CDSI/index'],
    ['+CBMI: "BM",x', 'bad-value', '+CBMI/index'],
    ['+CUSD: 9', 'bad-value', '+CUSD/m'],
    ['+CREG: ', 'truncated', '+CREG/stat'],
    ['+CGREG: 256', 'bad-value', '+CGREG/stat'],
    ['+CEREG: x', 'bad-value', '+CEREG/stat'],
    ['+CMT: ', 'truncated', '+CMT/length'],
    ['+CMT: ,256', 'bad-value', '+CMT/length'],
    ['+CMT: 30,', 'truncated', '+CMT/length'],
    ['+CMT: ,30', 'truncated', '+CMT'],
    ['+CDS: 25', 'truncated', '+CDS'],
    ['+CBM: 88', 'truncated', '+CBM'],
    ['+CBM: 4096', 'bad-value', '+CBM/length'],
    ['+CBM: 16417,50,0,1,1', 'truncated', '+CBM'],
  ])('%s is damaged', (line, code, field) => {
    expect(damage(line)).toEqual({ code, field, offset: undefined });
  });

  it('throws nothing of its own, and passes on what a caller throws', () => {
    const onIssue = () => {
      throw new RangeError('the log is full');
    };
    const lines = { line: '+CMT: ,29', pdu: CENTRE + TPDU };
    expect(() => readUnsolicited(lines, { lenient: true, onIssue })).toThrow(RangeError);
  });
});

describe('a message that is shown', () => {
  it.each(['+CMT: ,30', '+CMT: 30', '+CMT: "Ada, L.",30', '+cmt:,30'])('after %s', (line) => {
    const event = readUnsolicited({ line, pdu: ` ${CENTRE}${TPDU} ` });
    expect(event).toMatchObject({ kind: 'message', tpdu: { type: 'SMS-DELIVER', text: 'How are you?' }, octets: hex(TPDU) });
  });

  it.each([
    ['+CMT: ,25', 'as a message'],
    ['+CDS: 25', 'as a report'],
  ])('after %s is a report that is shown %s', (line) => {
    const event = readUnsolicited({ line, pdu: `00${REPORT}` });
    expect(event).toMatchObject({ kind: 'report', tpdu: { type: 'SMS-STATUS-REPORT', tpMr: 10 }, octets: hex(REPORT) });
  });

  it.each([
    ['+CDS: 30', CENTRE + TPDU, 'a message after +CDS'],
    // TS 23.040 9.2.2.2a: nothing but the time of the service centre.
    ['+CMT: ,9', '00010062112112000000', 'a SUBMIT-REPORT after +CMT'],
    ['+CDS: 9', '00010062112112000000', 'a SUBMIT-REPORT after +CDS'],
  ])('after %s is damaged: %s is %s', (line, pdu) => {
    expect(damage(line, pdu)).toEqual({ code: 'bad-value', field: line.slice(0, 4), offset: undefined });
  });

  it('may say another length in lenient reading, which is reported', () => {
    const { issues, options } = lenient();
    const lines = { line: '+CMT: ,29', pdu: CENTRE + TPDU };
    expect(damage(lines.line, lines.pdu)).toMatchObject({ code: 'bad-value', field: '+CMT/length' });
    expect(readUnsolicited(lines, options)).toMatchObject({ kind: 'message', octets: hex(TPDU) });
    expect(issues).toEqual([['bad-value', '+CMT/length', undefined]]);
  });
});

describe('a page of cell broadcast', () => {
  const page = '001C0001011165000000';
  const header = { kind: 'page', messageIdentifier: 50, page: 1, pages: 1 };
  /** The broadcast of a page in text mode. */
  const inTextMode = (values: string, text: string) => readUnsolicited({ line: `+CBM: ${values}`, pdu: text });

  it('may be shorter than it is in the air, and says so', () => {
    const issues: [string, string][] = [];
    const onIssue = ({ severity, code }: Issue) => issues.push([severity, code]);
    const event = readUnsolicited({ line: '+CBM: 10', pdu: page }, { onIssue });
    expect(event).toMatchObject({ kind: 'broadcast', broadcast: { language: 'en' }, octets: hex(page) });
    expect(issues).toEqual([['error', 'truncated']]);
  });

  it('may say another length in lenient reading, which is reported', () => {
    const { issues, options } = lenient();
    expect(damage('+CBM: 11', page)).toEqual({ code: 'bad-value', field: '+CBM/length', offset: undefined });
    expect(readUnsolicited({ line: '+CBM: 11', pdu: page }, options)).toMatchObject({ kind: 'broadcast' });
    expect(issues[0]).toEqual(['bad-value', '+CBM/length', undefined]);
  });

  it.each([
    ['a text of the default alphabet', '16417,50,0,1,1', 'Hallo', { dcs: 0, text: 'Hallo', language: 'de' }],
    ['a text that looks like hex', '16417,50,15,1,1', 'ABBA', { dcs: 15, text: 'ABBA' }],
    ['UCS-2 in hex', '16417,50,72,1,1', '00480069', { dcs: 72, text: 'Hi' }],
    ['UCS-2 in hex of small letters', '16417,50,72,1,1', '0434043d', { dcs: 72, text: 'дн' }],
    ['UCS-2 after its language', '16417,50,17,1,1', '613906310635', { dcs: 17, text: 'رص', language: 'ar' }],
    ['UCS-2 without what fills the page', '16417,50,72,1,1', '00480069000D000D', { dcs: 72, text: 'Hi' }],
    ['half a character of UCS-2', '16417,50,72,1,1', 'D83D', { dcs: 72, text: '\ud83d' }],
    ['words in place of UCS-2', '16417,50,72,1,1', 'Hello', { dcs: 72, text: 'Hello' }],
    ['hex of UCS-2, and a word', '16417,50,72,1,1', '0048 Hi', { dcs: 72, text: '0048 Hi' }],
    ['an odd number of digits', '16417,50,72,1,1', '0048006', { dcs: 72, text: '0048006' }],
    ['a word, and hex of UCS-2', '16417,50,72,1,1', 'Hi 0048', { dcs: 72, text: 'Hi 0048' }],
    ['data in hex', '16417,50,68,1,1', '00FF', { dcs: 68, data: hex('00FF') }],
    ['data of the last coding', '16417,50,255,1,1', '01', { dcs: 255, data: hex('01') }],
    ['the last page of as many as there may be', '16417,50,15,15,15', 'x', { dcs: 15, page: 15, pages: 15, text: 'x' }],
    ['the first page of as many as there may be', '16417,50,15,1,15', 'x', { dcs: 15, page: 1, pages: 15, text: 'x' }],
  ])('in text mode has %s', (_, values, text, content) => {
    const serialNumber = { geographicalScope: 'network', messageCode: 2, updateNumber: 1 };
    expect(inTextMode(values, text)).toStrictEqual({ kind: 'broadcast', broadcast: { ...header, serialNumber, ...content } });
  });

  it.each([
    [',50,0,1,1', 'x', 'truncated', '+CBM/sn'],
    ['65536,50,0,1,1', 'x', 'bad-value', '+CBM/sn'],
    ['1,,0,1,1', 'x', 'truncated', '+CBM/mid'],
    ['1,50,,1,1', 'x', 'truncated', '+CBM/dcs'],
    ['1,50,256,1,1', 'x', 'bad-value', '+CBM/dcs'],
    ['1,50,0,,1', 'x', 'truncated', '+CBM/page'],
    ['1,50,0,0,1', 'x', 'bad-value', '+CBM/page'],
    ['1,50,0,2,1', 'x', 'bad-value', '+CBM/page'],
    ['1,50,0,1,16', 'x', 'bad-value', '+CBM/page'],
    ['1,50,0,1,', 'x', 'truncated', '+CBM/pages'],
    ['1,50,68,1,1', 'words', 'bad-value', '+CBM'],
  ])('in text mode is damaged: %s', (values, text, code, field) => {
    expect(damage(`+CBM: ${values}`, text)).toEqual({ code, field, offset: undefined });
  });
});

describe('registration', () => {
  // TS 27.007 section 7.2.
  it.each([...REGISTRATION_STATES.entries(), [255, 'unknown']] as const)('%i is %s', (number, state) => {
    for (const name of ['+CREG', '+CGREG', '+CEREG'])
      expect(readUnsolicited({ line: `${name}: ${number}` })).toStrictEqual({ kind: 'registration', name, state });
  });

  it.each([
    ['+CREG: 1,"4CA1","A1B2"', { state: 'home', area: '4CA1', cell: 'A1B2' }],
    ['+CREG: 1,"","A1B2"', { state: 'home', cell: 'A1B2' }],
    ['+CREG: 1,"4CA1",""', { state: 'home', area: '4CA1' }],
  ])('has the cell where the modem says it: %s', (line, registration) => {
    expect(readUnsolicited({ line })).toStrictEqual({ kind: 'registration', name: '+CREG', ...registration });
    // Some modems answer a question in the same words.
    expect(readRegistrationAnswer(line)).toStrictEqual(registration);
  });

  it.each([
    ['+CREG: 0,5', { state: 'roaming' }],
    ['+CREG: 2,10,"4CA1","A1B2"', { state: 'roaming, CSFB not preferred', area: '4CA1', cell: 'A1B2' }],
    ['+CREG: 1,123', { state: 'home', area: '123' }],
    ['+CREG: 1,"1A"', { state: 'home', area: '1A' }],
    ['+CREG: 1,"A1"', { state: 'home', area: 'A1' }],
  ])('is answered with a number first, or without it: %s', (line, registration) => {
    expect(readRegistrationAnswer(line)).toStrictEqual(registration);
  });

  it.each([
    ['+CGREG: ', '+CGREG/stat'],
    ['+CEREG: ,"00C3"', '+CEREG/stat'],
    ['hello', '+CREG/stat'],
  ])('is missing in %s', (line, field) => {
    expect(refusal(() => readRegistrationAnswer(line))).toEqual({ code: 'truncated', field, offset: undefined });
  });
});

describe('a stored message', () => {
  it.each([...STORED_STATES.entries()])('%i is a state: %s', (number, state) => {
    // To be sent to +46708251358, or received.
    const sent = '11000B916407281553F80000AA0AE8329BFD4697D9EC37';
    const pdu = state.startsWith('stored') ? `00${sent}` : CENTRE + TPDU;
    const length = state.startsWith('stored') ? 23 : 30;
    const type = state.startsWith('stored') ? 'SMS-SUBMIT' : 'SMS-DELIVER';
    expect(parseStoredMessage({ line: `+CMGR: ${number},,${length}`, pdu })).toMatchObject({ state, tpdu: { type } });
  });

  it.each([
    ['+CMGL: 65535,1,"Ada",30', { index: 65535, name: 'Ada' }],
    ['+CMGL: 0,1,"Ada","26/11/26",30', { index: 0, name: 'Ada' }],
    ['+CMGR: 1,"Ada",30', { name: 'Ada' }],
    ['+CMGR: 1,30', { name: '' }],
  ])('of the line %s', (line, expected) => {
    const { tpdu, octets, ...rest } = parseStoredMessage({ line, pdu: ` ${CENTRE}${TPDU}\t` });
    expect(rest).toStrictEqual({ state: 'received read', ...expected });
    expect(octets).toEqual(hex(TPDU));
    expect(tpdu).toMatchObject({ smsc: { digits: '31624000000' } });
  });

  it.each([
    ['hello', 'bad-value', 'answer', 0],
    ['+CMGS: 1,1,,30', 'bad-value', 'answer', 0],
    ['+CMGL: ', 'truncated', '+CMGL/index', undefined],
    ['+CMGL: 65536,1,,30', 'bad-value', '+CMGL/index', undefined],
    ['+CMGL: 1,', 'truncated', '+CMGL/stat', undefined],
    ['+CMGL: 1,4,,30', 'bad-value', '+CMGL/stat', undefined],
    ['+CMGR: ', 'truncated', '+CMGR/stat', undefined],
    ['+CMGR: 1', 'truncated', '+CMGR/length', undefined],
    ['+CMGR: 1,,', 'truncated', '+CMGR/length', undefined],
    ['+CMGR: 1,,256', 'bad-value', '+CMGR/length', undefined],
    ['+CMGR: 1,,29', 'bad-value', '+CMGR/length', undefined],
    ['+CMGR: 1,,38', 'bad-value', '+CMGR/length', undefined],
  ])('is not of the line %s', (line, code, field, offset) => {
    expect(refusal(() => parseStoredMessage({ line, pdu: CENTRE + TPDU }))).toEqual({ code, field, offset });
  });

  it.each([undefined, null, '+CMGL: 1,1,,30'])('is of an object with a line, not of %j', (lines) => {
    expect(() => parseStoredMessage(lines as never)).toThrow(/^lines is /);
  });

  describe.each([
    ["a service centre's address", CENTRE, 8],
    ['an empty one', '00', 1],
    ['none', '', 0],
  ])('with %s before its TPDU', (_, centre, place) => {
    const strict = { lenient: place === 0 };

    it('has errors at their places in the line of the PDU', () => {
      for (const length of [27, 10, 1]) {
        const cut = TPDU.slice(0, 2 * length);
        const { code, field, offset } = refusal(() => decodeTpdu(hex(cut), { direction: 'MT' }));
        const lines = { line: `+CMGR: 1,,${length}`, pdu: centre + cut };
        expect(refusal(() => parseStoredMessage(lines, strict))).toEqual({ code, field, offset: (offset as number) + place });
      }
    });

    it('has issues at their places there too', () => {
      // The month in the time of the service centre is not a number.
      const tpdu = TPDU.replace('208062', '20F162');
      const [alone, shown] = [lenient(), lenient()];
      decodeTpdu(hex(tpdu), { ...alone.options, direction: 'MT' });
      expect(alone.issues).toHaveLength(1);
      const read = parseStoredMessage({ line: '+CMGR: 1,,30', pdu: centre + tpdu }, shown.options);
      expect(shown.issues.slice(place === 0 ? 1 : 0)).toEqual(
        alone.issues.map(([code, field, offset]) => [code, field, (offset as number) + place]),
      );
      expect(read.octets).toEqual(hex(tpdu));
    });
  });

  it.each([
    ['an address that is cut off', '0791', '+CMGR: 1,,0', 'SMSC'],
    ['nothing', '', '+CMGR: 1,,0', 'first octet'],
    ['an address, and nothing after it', CENTRE, '+CMGR: 1,,0', 'first octet'],
    ['an empty address, and nothing after it', '00', '+CMGR: 1,,0', 'first octet'],
  ])('has a TPDU, and not %s', (_, pdu, line, field) => {
    expect(refusal(() => parseStoredMessage({ line, pdu }, { lenient: true }))).toMatchObject({ code: 'truncated', field });
  });
});
