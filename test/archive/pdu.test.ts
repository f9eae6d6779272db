/** A message out of its PDU: which texts are one, and what it says (3GPP TS 23.040 section 9.2.2). */
import { describe, expect, it } from 'vitest';
import { readPduMessage } from '../../src/archive/pdu.js';

/** Without a service centre, from or to +1234. */
const SUBMIT = '00 01 00 04 91 2143 00 00 02 E834'.replaceAll(' ', '');
const DELIVER = '00 04 04 91 2143 00 00 50304051031000 02 E834'.replaceAll(' ', '');
const HI = { text: 'hi', parts: [] };

describe('what a PDU says', () => {
  it.each<[what: string, hex: string, message: object]>([
    ['a SUBMIT', SUBMIT, { direction: 'out', addresses: [{ role: 'to', address: '+1234' }], ...HI }],
    [
      'a DELIVER, whose clock shows UTC',
      DELIVER,
      {
        ...{ direction: 'in', addresses: [{ role: 'from', address: '+1234' }], ...HI },
        time: { ms: Date.UTC(2005, 2, 4, 15, 30, 1) },
      },
    ],
    [
      'a DELIVER, whose clock is an hour to the east',
      DELIVER.replace('1000', '1040'),
      {
        ...{ direction: 'in', addresses: [{ role: 'from', address: '+1234' }], ...HI },
        time: { ms: Date.UTC(2005, 2, 4, 14, 30, 1), offsetMinutes: 60 },
      },
    ],
    [
      'octets with a header and a service centre',
      '03 91 1832 41 00 04 91 2143 00 04 06 03 24 01 01 05 06'.replaceAll(' ', ''),
      {
        ...{ direction: 'out', addresses: [{ role: 'to', address: '+1234' }], text: '', serviceCentre: '+8123' },
        parts: [{ contentType: 'application/octet-stream', data: Uint8Array.of(5, 6) }],
        udh: Uint8Array.of(3, 0x24, 1, 1),
      },
    ],
  ])('%s', (_, hex, message) => {
    expect(readPduMessage(hex, undefined)).toStrictEqual({ kind: 'sms', ...message });
  });

  it('is of the direction that is known', () => {
    expect([readPduMessage(SUBMIT, 'out')?.text, readPduMessage(SUBMIT, 'in')]).toEqual(['hi', undefined]);
    expect([readPduMessage(DELIVER, 'in')?.text, readPduMessage(DELIVER, 'out')]).toEqual(['hi', undefined]);
  });
});

describe('the text of a PDU', () => {
  it.each([SUBMIT.toLowerCase(), `${SUBMIT}\r\n`, `\n${SUBMIT.slice(0, 7)}\r\n${SUBMIT.slice(7)}`, SUBMIT.padEnd(752, '\n')])(
    'is hexadecimal digits in lines, of 752 characters at most: %j',
    (text) => {
      expect(readPduMessage(text, undefined)?.text).toBe('hi');
    },
  );

  it.each<[what: string, text: string]>([
    ['of 753 characters', SUBMIT.padEnd(753, '\n')],
    ['with other characters before', `PDU: ${SUBMIT}`],
    ['with other characters after', `${SUBMIT}.`],
    ['with blanks', SUBMIT.replace('04', ' 04')],
    ['of an odd number of digits', `${SUBMIT}0`],
    ['of 22 digits, as words have too', '00 01 00 04 91 2143 00 00 01 68'.replaceAll(' ', '')],
    ['with octets after the message', `${SUBMIT}00`],
    ['of no digits', '\r\n'],
    ['of a COMMAND', '00 02 00 00 00 00 04 91 2143 01 00'.replaceAll(' ', '')],
    ['of a STATUS-REPORT', '00 06 00 04 91 2143 50304051031000 50304051031000 00'.replaceAll(' ', '')],
    ['of a SUBMIT-REPORT', '00 01 00 50304051031000'.replaceAll(' ', '')],
  ])('is not one %s', (_, text) => {
    expect(readPduMessage(text, undefined)).toBeUndefined();
  });
});
