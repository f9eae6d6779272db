import { describe, expect, it } from 'vitest';
import { PATHS, parseRequest } from '../../src/protocol/request.js';
import { refusal } from '../support/hostile.js';
import {
  bad,
  badModel,
  CALENDAR,
  CARD,
  content,
  fieldsOf,
  NOKIA,
  nokia,
  refusedRead,
  refusedWrite,
  TUNE,
  write,
} from '../support/multimedia-fields.js';

describe('ringtones, cards, calendars', () => {
  it('G-MMS-14: commas, colons and equals signs are escaped', () => {
    expect(write({ kind: 'ringtone', text: 'A:d=4,o=5,b=63:c' }, nokia).body).toContain(
      'Ringtone=A%3Ad%3D4%2Co%3D5%2Cb%3D63%3Ac',
    );
  });

  it('G-MMS-14: what is no tune is refused at its character, on both ends', () => {
    for (const [text, offset] of [
      ['hello', 5],
      ['A:d=4:c,x', 8],
      ['12345:', 6],
    ] as const) {
      expect(refusedRead({ ...NOKIA, Ringtone: text })).toMatchObject({ field: 'Ringtone', offset });
      expect(refusedWrite({ kind: 'ringtone', text }, nokia)).toEqual(bad('Ringtone', offset));
    }
    expect(refusedRead({ ...NOKIA, Ringtone: '1234' }).field).toBe('Ringtone');
    expect(content({ ...NOKIA, Ringtone: 'fifteen:d=4,l=15,s=C:c5,s=N,d' }).kind).toBe('ringtone');
    expect(refusedWrite({ kind: 'ringtone', text: `a:d=4,o=5,b=63:${'c,'.repeat(40_000)}c` }, nokia)).toMatchObject({
      code: 'limit-exceeded',
      field: 'Ringtone',
    });
    const limits = { tuneNotes: 1 };
    const fields = fieldsOf({ ...NOKIA, Ringtone: TUNE });
    expect(refusal(() => parseRequest(PATHS.sendMultimedia, fields, { limits })).code).toBe('limit-exceeded');
  });

  it('G-MMS-15, 16: a card is a card and a calendar a calendar', () => {
    for (const vCard of ['begin:vcard\nN:x\nend:vcard', '\ufeff\r\nBEGIN : VCARD \nN:x', 'BEGIN:V\r\n CARD\r\nN:x']) {
      expect(content({ ...NOKIA, vCard })).toEqual({ kind: 'vcard', text: vCard });
    }
    for (const vCard of ['hello', CALENDAR, 'BEGIN:VCARDX\n', 'BEGIN:VCARD', 'N:x\nBEGIN:VCARD\n']) {
      expect(refusedRead({ ...NOKIA, vCard })).toEqual(bad('vCard'));
      expect(refusedWrite({ kind: 'vcard', text: vCard }, nokia)).toEqual(badModel('vCard'));
    }
    expect(refusedRead({ ...NOKIA, vCal: CARD })).toEqual(bad('vCal'));
    expect(refusedWrite({ kind: 'vcalendar', text: CARD }, nokia)).toEqual(badModel('vCal'));
    expect(() => write({ kind: 'vcard', text: {} }, nokia)).toThrow(TypeError);
  });
});
