import { describe, expect, it } from 'vitest';
import { requestOf } from '../../src/content/index.js';
import { buildSubmits } from '../../src/message/index.js';
import { parseVCalendar, parseVCard } from '../../src/vobject/index.js';

const card = parseVCard('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jo\r\nEND:VCARD\r\n');
const calendar = parseVCalendar(
  'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260101T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
);

describe('kinds spelled as the functions are', () => {
  it('vCard is vcard, vCalendar is vcalendar', () => {
    const to = '447700900123';
    expect(buildSubmits({ kind: 'vCard', card }, { to })).toEqual(buildSubmits({ kind: 'vcard', card }, { to }));
    expect(buildSubmits({ kind: 'vCalendar', calendar }, { to })).toEqual(
      buildSubmits({ kind: 'vcalendar', calendar }, { to }),
    );
    expect(requestOf({ kind: 'vCard', card }, { to })).toEqual(requestOf({ kind: 'vcard', card }, { to }));
    expect(requestOf({ kind: 'vCalendar', calendar }, { to })).toEqual(requestOf({ kind: 'vcalendar', calendar }, { to }));
  });

  it('other spellings are not', () => {
    expect(() => buildSubmits({ kind: 'VCARD', card } as never, { to: '44' })).toThrow('VCARD');
  });
});
