/**
 * Cards of both versions and calendars of the older one: each property, types, encodings, folding, escapes, groups; dates, alarms and rules, of
 * which the programs at hand keep the text.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';

const SPECIFICATIONS = {
  '2.1': 'vCard 2.1, versit Consortium',
  '3.0': 'RFC 2426',
  '1.0': 'vCalendar 1.0, versit Consortium',
} as const;

type Version = '2.1' | '3.0';

const join = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

/** A card with a name; what follows it is told. */
function card(
  id: string,
  version: Version,
  title: string,
  lines: readonly string[],
  value: JsonObject,
  name = 'N:Smith;Ann',
): FamilyCase {
  const formatted = version === '3.0' && !lines.some((line) => /^(?:\w+\.)?FN[:;]/.test(line)) ? ['FN:Ann Smith'] : [];
  return {
    id: `cards/${version}/${id}`,
    ...{ format: 'vcard', title: `${title} (${version})`, direction: 'decode' },
    input: { text: join('BEGIN:VCARD', `VERSION:${version}`, name, ...formatted, ...lines, 'END:VCARD') },
    expected: { value: { version, ...(name === 'N:Smith;Ann' && { family: 'Smith', given: 'Ann' }), ...value } },
    specification: SPECIFICATIONS[version],
  };
}

/** Quoted-printable of UTF-8. */
const quoted = (text: string) =>
  [...Buffer.from(text, 'utf8')]
    .map((octet) =>
      octet > 0x20 && octet < 0x7f && octet !== 0x3d
        ? String.fromCharCode(octet)
        : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

/** What is the same in both versions. */
function common(version: Version): FamilyCase[] {
  const of = (id: string, title: string, lines: readonly string[], value: JsonObject, name?: string) =>
    card(id, version, title, lines, value, name);
  const escaped = version === '3.0';
  return [
    of(
      'name-all',
      'a name of five parts',
      [],
      { family: 'Smith', given: 'Ann', additional: 'B.', prefix: 'Dr.', suffix: 'Jr.' },
      'N:Smith;Ann;B.;Dr.;Jr.',
    ),
    of('name-family', 'a family name alone', [], { family: 'Smith' }, 'N:Smith'),
    of('name-given', 'a given name alone', [], { given: 'Ann' }, 'N:;Ann'),
    of('formatted', 'a name as one text', ['FN:Ann B. Smith'], { formattedName: 'Ann B. Smith' }),
    of('organization', 'an organization', ['ORG:Example Ltd'], { organization: 'Example Ltd' }),
    of('organization-unit', 'an organization with two departments', ['ORG:Example Ltd;Sales;North'], {
      organization: 'Example Ltd',
      organizationUnits: ['Sales', 'North'],
    }),
    of('title', 'a title', ['TITLE:Director'], { title: 'Director' }),
    of('role', 'a role', ['ROLE:Programmer'], { role: 'Programmer' }),
    of('url', 'a page', ['URL:http://a.com/?b=c&d=e'], { url: 'http://a.com/?b=c&d=e' }),
    of('birthday', 'a birthday', ['BDAY:1980-02-29'], { birthday: '1980-02-29' }),
    of('note', 'a note', ['NOTE:Calls after 5'], { note: 'Calls after 5' }),
    of('note-colon', 'a note with colons', ['NOTE:a: b: c'], { note: 'a: b: c' }),
    of('tel', 'a number without types', ['TEL:1234'], { tel: [{ value: '1234', types: [] }] }),
    of('tel-many', 'three numbers', ['TEL:1', 'TEL:2', 'TEL:3'], {
      tel: ['1', '2', '3'].map((value) => ({ value, types: [] })),
    }),
    of('tel-characters', 'a number with blanks and signs', ['TEL:+44 (7700) 900-123'], {
      tel: [{ value: '+44 (7700) 900-123', types: [] }],
    }),
    of('email', 'an address of mail', ['EMAIL:a@b.example'], { email: [{ value: 'a@b.example', types: [] }] }),
    of('address', 'an address of seven parts', ['ADR:Box 1;Floor 2;3 Road;Town;Shire;AB1;UK'], {
      address: [
        {
          postOfficeBox: 'Box 1',
          extended: 'Floor 2',
          street: '3 Road',
          locality: 'Town',
          region: 'Shire',
          postalCode: 'AB1',
          country: 'UK',
          types: [],
        },
      ],
    }),
    of('address-street', 'an address with a street alone', ['ADR:;;3 Road'], { address: [{ street: '3 Road', types: [] }] }),
    of('address-city', 'an address with a town and a country', ['ADR:;;;Town;;;UK'], {
      address: [{ locality: 'Town', country: 'UK', types: [] }],
    }),
    of('group', 'a property with a group', ['item1.TEL:1234'], { tel: [{ value: '1234', types: [], group: 'item1' }] }),
    of('lower', 'names in lower case', ['tel:1234', 'title:Boss'], { tel: [{ value: '1234', types: [] }], title: 'Boss' }),
    of('unknown', 'an extension property', ['X-OWN:1', 'TITLE:Boss'], { title: 'Boss' }),
    of(
      'photo',
      'a picture between properties',
      [
        version === '3.0' ? 'PHOTO;ENCODING=b;TYPE=GIF:R0lGODlh' : 'PHOTO;ENCODING=BASE64;GIF:R0lGODlh',
        ...(escaped ? [] : ['']),
        'TITLE:Boss',
      ],
      { title: 'Boss' },
    ),
    ...['CELL', 'HOME', 'WORK', 'FAX', 'VOICE', 'PAGER', 'PREF', 'MSG', 'CAR', 'VIDEO', 'BBS', 'MODEM', 'ISDN'].map((type) =>
      of(`tel-${type.toLowerCase()}`, `a number of the type ${type}`, [`TEL;${escaped ? 'TYPE=' : ''}${type}:1234`], {
        tel: [{ value: '1234', types: [type] }],
      }),
    ),
    of('tel-types', 'three types', [`TEL;${escaped ? 'TYPE=WORK,VOICE,PREF' : 'WORK;VOICE;PREF'}:1234`], {
      tel: [{ value: '1234', types: ['WORK', 'VOICE', 'PREF'] }],
    }),
    of('tel-types-repeated', 'TYPE twice', ['TEL;TYPE=HOME;TYPE=FAX:1234'], {
      tel: [{ value: '1234', types: ['HOME', 'FAX'] }],
    }),
    of(
      'email-types',
      'types of an address of mail',
      [`EMAIL;${escaped ? 'TYPE=INTERNET,PREF' : 'INTERNET;PREF'}:a@b.example`],
      { email: [{ value: 'a@b.example', types: ['INTERNET', 'PREF'] }] },
    ),
    of('address-types', 'types of an address', [`ADR;${escaped ? 'TYPE=HOME' : 'HOME'}:;;3 Road`], {
      address: [{ street: '3 Road', types: ['HOME'] }],
    }),
    of('fold-blank', 'a line that is folded before a blank', ['NOTE:one two', escaped ? '  three' : ' three'], {
      note: 'one two three',
    }),
  ];
}

/** What the older version alone has: quoted-printable, Base64, character sets. */
function older(): FamilyCase[] {
  const of = (id: string, title: string, lines: readonly string[], value: JsonObject, name?: string) =>
    card(id, '2.1', title, lines, value, name);
  const utf = 'CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE';
  return [
    of(
      'qp-name',
      'a name in quoted-printable',
      [],
      { family: 'Müller', given: 'Jörg' },
      `N;${utf}:${quoted('Müller')};${quoted('Jörg')}`,
    ),
    of('qp-bare', 'quoted-printable without its name', ['NOTE;QUOTED-PRINTABLE:a=3Db'], { note: 'a=b' }),
    of('qp-lower', 'hexadecimal digits in lower case', [`NOTE;${utf}:=c3=bc`], { note: 'ü' }),
    of('qp-line-end', 'a line end in quoted-printable', ['NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo'], { note: 'one\ntwo' }),
    of('qp-soft', 'a soft line break', [`NOTE;${utf}:${quoted('Wörter ')}=`, quoted('und mehr Wörter')], {
      note: 'Wörter und mehr Wörter',
    }),
    of('qp-soft-three', 'three soft line breaks', ['NOTE;ENCODING=QUOTED-PRINTABLE:a=', 'b=', 'c=', 'd'], { note: 'abcd' }),
    of('qp-equals', 'a sign of equality in quoted-printable', ['URL;ENCODING=QUOTED-PRINTABLE:http://a.com/?b=3Dc'], {
      url: 'http://a.com/?b=c',
    }),
    of('qp-4', 'a character of four octets', [`NOTE;${utf}:${quoted('😀')}`], { note: '😀' }),
    of('qp-address', 'an address in quoted-printable', [`ADR;HOME;${utf}:;;${quoted('Hauptstraße 1')};${quoted('München')}`], {
      address: [{ street: 'Hauptstraße 1', locality: 'München', types: ['HOME'] }],
    }),
    of('utf-8', 'UTF-8 without an encoding', ['NOTE;CHARSET=UTF-8:ü'], { note: 'ü' }),
    of('eight-bit', 'UTF-8 with the encoding 8BIT', ['NOTE;CHARSET=UTF-8;ENCODING=8BIT:ü'], { note: 'ü' }),
    of('backslash', 'a semicolon after a backslash', [], { family: 'O;Neil', given: 'Ann' }, 'N:O\\;Neil;Ann'),
  ];
}

/** What the newer version alone has: escapes, folding within words, binary values. */
function newer(): FamilyCase[] {
  const of = (id: string, title: string, lines: readonly string[], value: JsonObject, name?: string) =>
    card(id, '3.0', title, lines, value, name);
  return [
    of('escape-comma', 'a comma', ['NOTE:a\\, b'], { note: 'a, b' }),
    of('escape-semicolon', 'a semicolon', ['NOTE:a\\; b'], { note: 'a; b' }),
    of('escape-backslash', 'a backslash', ['NOTE:a\\\\b'], { note: 'a\\b' }),
    of('escape-backslash-n', 'a backslash before an n', ['NOTE:a\\\\nb'], { note: 'a\\nb' }),
    of('escape-line', 'a line end', ['NOTE:one\\ntwo'], { note: 'one\ntwo' }),
    of('escape-line-capital', 'a line end with a capital', ['NOTE:one\\Ntwo'], { note: 'one\ntwo' }),
    of('escape-name', 'escapes in a name', [], { family: 'O;Neil', given: 'A\\B' }, 'N:O\\;Neil;A\\\\B'),
    of('escape-organization', 'a semicolon in an organization', ['ORG:A\\; B;C'], {
      organization: 'A; B',
      organizationUnits: ['C'],
    }),
    of('fold-word', 'a line that is folded within a word', ['NOTE:elec', ' tric'], { note: 'electric' }),
    of('fold-tab', 'a line that is folded with a tab', ['NOTE:elec', '\ttric'], { note: 'electric' }),
    of('fold-three', 'a line that is folded three times', ['NOTE:a', ' b', ' c', ' d'], { note: 'abcd' }),
    of('fold-parameter', 'a line that is folded within a parameter', ['TEL;TYPE=WO', ' RK:1234'], {
      tel: [{ value: '1234', types: ['WORK'] }],
    }),
    of('utf-8', 'UTF-8', ['NOTE:Grüße 你好 😀'], { note: 'Grüße 你好 😀' }),
    of('quoted-parameter', 'a parameter in quotation marks', ['TEL;TYPE="WORK":1234'], {
      tel: [{ value: '1234', types: ['WORK'] }],
    }),
    of('birthday-basic', 'a birthday without hyphens', ['BDAY:19800229'], { birthday: '1980-02-29' }),
    of('types-lower', 'types in lower case', ['TEL;type=cell:1234'], { tel: [{ value: '1234', types: ['CELL'] }] }),
  ];
}

/** A calendar of one event. */
function event(id: string, title: string, lines: readonly string[], value: JsonObject): FamilyCase {
  return {
    id: `cards/calendar/${id}`,
    ...{ format: 'vcalendar', title, direction: 'decode' },
    input: { text: join('BEGIN:VCALENDAR', 'VERSION:1.0', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR') },
    expected: { value: { version: '1.0', ...value } },
    specification: SPECIFICATIONS['1.0'],
  };
}

function calendars(): FamilyCase[] {
  const start = 'DTSTART:20260102T030405Z';
  const day = { start: '2026-01-02T03:04:05Z' };
  const dates = ['20240229T235959Z', '19991231T000000Z', '20380119T031408Z', '20000229T120000Z', '20260101T000000Z'];
  const extended = (basic: string) => basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const rules: readonly (readonly [old: string, rule: string])[] = [
    ['D1 #0', 'FREQ=DAILY'],
    ['D2 #5', 'FREQ=DAILY;INTERVAL=2;COUNT=5'],
    ['W1 #10', 'FREQ=WEEKLY;COUNT=10'],
    ['W2 MO FR #0', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR'],
    ['MP1 1+ SU #3', 'FREQ=MONTHLY;BYDAY=1SU;COUNT=3'],
    ['MP1 1- FR #0', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['MD1 15 #4', 'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=4'],
    ['MD1 1 LD #0', 'FREQ=MONTHLY;BYMONTHDAY=1,-1'],
    ['YM1 6 7 #3', 'FREQ=YEARLY;BYMONTH=6,7;COUNT=3'],
    ['YD1 100 #0', 'FREQ=YEARLY;BYYEARDAY=100'],
    ['D1 20260301T000000Z', 'FREQ=DAILY;UNTIL=20260301T000000Z'],
  ];
  return [
    event('summary', 'a summary', ['SUMMARY:Meeting', start], { summary: 'Meeting', ...day }),
    event('description', 'a description', ['SUMMARY:Meeting', 'DESCRIPTION:About it', start], {
      description: 'About it',
      ...day,
    }),
    event('location', 'a place', ['SUMMARY:Meeting', 'LOCATION:Room 5', start], { location: 'Room 5', ...day }),
    event(
      'qp',
      'a summary in quoted-printable',
      [`SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted('Grüße')}`, start],
      { summary: 'Grüße', ...day },
    ),
    event('qp-soft', 'a soft line break', ['SUMMARY;ENCODING=QUOTED-PRINTABLE:one=', 'two', start], {
      summary: 'onetwo',
      ...day,
    }),
    ...dates.map((date) =>
      event(`start-${date.toLowerCase()}`, `begins ${date}`, ['SUMMARY:M', `DTSTART:${date}`], { start: extended(date) }),
    ),
    ...dates.slice(0, 3).map((date) =>
      event(`end-${date.toLowerCase()}`, `ends ${date}`, ['SUMMARY:M', 'DTSTART:19990101T000000Z', `DTEND:${date}`], {
        end: extended(date),
      }),
    ),
    event('alarm', 'an alarm of a time', ['SUMMARY:M', start, 'DALARM:20260102T025405Z'], {
      alarm: '2026-01-02T02:54:05Z',
      ...day,
    }),
    event('alarm-text', 'an alarm with a text', ['SUMMARY:M', start, 'DALARM:20260102T025405Z;PT5M;2;Wake up'], {
      alarm: '2026-01-02T02:54:05Z',
      ...day,
    }),
    event('category', 'a category', ['CATEGORIES:MEETING', 'SUMMARY:M', start], { categories: ['MEETING'], ...day }),
    event('order', 'the start before the summary', [start, 'DTEND:20260102T040405Z', 'SUMMARY:M'], {
      summary: 'M',
      ...day,
      end: '2026-01-02T04:04:05Z',
    }),
    event('unknown', 'an extension property', ['X-OWN:1', 'SUMMARY:M', start], { summary: 'M', ...day }),
    ...rules.map(([old, rule], index) =>
      event(`rule-${String(index).padStart(2, '0')}`, `the rule ${old}`, ['SUMMARY:M', start, `RRULE:${old}`], {
        rrule: rule,
        ...day,
      }),
    ),
  ];
}

/** What is to be refused. */
function refusals(): FamilyCase[] {
  const refused = (
    id: string,
    format: 'vcard' | 'vcalendar',
    title: string,
    text: string,
    reason: Refusal['reason'],
  ): FamilyCase => ({
    ...{ id: `cards/refused/${id}`, format, title, direction: 'decode', input: { text }, expected: { refused: { reason } } },
    specification: format === 'vcard' ? SPECIFICATIONS['2.1'] : SPECIFICATIONS['1.0'],
  });
  return [
    refused('no-end', 'vcard', 'no END', join('BEGIN:VCARD', 'VERSION:2.1', 'N:a'), 'truncated'),
    refused('no-begin', 'vcard', 'no BEGIN', join('VERSION:2.1', 'N:a', 'END:VCARD'), 'bad-value'),
    refused(
      'end-other',
      'vcard',
      'the END of something else',
      join('BEGIN:VCARD', 'VERSION:2.1', 'N:a', 'END:VCALENDAR'),
      'bad-value',
    ),
    refused(
      'version',
      'vcard',
      'a version that is not defined',
      join('BEGIN:VCARD', 'VERSION:9.9', 'N:a', 'END:VCARD'),
      'bad-value',
    ),
    refused(
      'no-colon',
      'vcard',
      'a line without a colon',
      join('BEGIN:VCARD', 'VERSION:2.1', 'N:a', 'TEL 1234', 'END:VCARD'),
      'bad-value',
    ),
    refused(
      'qp',
      'vcard',
      'quoted-printable of half an octet',
      join('BEGIN:VCARD', 'VERSION:2.1', 'N;ENCODING=QUOTED-PRINTABLE:a=4', 'END:VCARD'),
      'bad-value',
    ),
    refused(
      'calendar-no-end',
      'vcalendar',
      'no END',
      join('BEGIN:VCALENDAR', 'VERSION:1.0', 'BEGIN:VEVENT', 'SUMMARY:M', 'END:VEVENT'),
      'truncated',
    ),
    refused(
      'calendar-crossed',
      'vcalendar',
      'ENDs in the other order',
      join('BEGIN:VCALENDAR', 'VERSION:1.0', 'BEGIN:VEVENT', 'SUMMARY:M', 'END:VCALENDAR', 'END:VEVENT'),
      'bad-value',
    ),
    refused(
      'calendar-date',
      'vcalendar',
      'a date that does not exist',
      join(
        'BEGIN:VCALENDAR',
        'VERSION:1.0',
        'BEGIN:VEVENT',
        'SUMMARY:M',
        'DTSTART:20260230T000000Z',
        'END:VEVENT',
        'END:VCALENDAR',
      ),
      'bad-value',
    ),
  ];
}

/** All of it. */
export function cardsFamily(): FamilyCase[] {
  return [...common('2.1'), ...common('3.0'), ...older(), ...newer(), ...calendars(), ...refusals()];
}
