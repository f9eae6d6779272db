/** Archives of messages in the inspector: what they are known by, a field for each message, and what messages carry. */
import { describe, expect, it } from 'vitest';
import { encodeSmsIe, formatArchive, identifyArchive, readArchive } from '../../src/archive/index.js';
import { encodeUtf8, type Field } from '../../src/bytes/index.js';
import { jsonPieces } from '../../src/inspect/archive-pieces.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { describeAnswer, listPayloads } from '../../src/show/answer.js';
import { exhibit } from '../../src/show/report/exhibits.js';
import { writeStoredZip } from '../../src/zip/write.js';

const FORMATS = ['vmg', 'sms-backup-restore', 'gammu-backup', 'sms-ie', 'eml'] as const;

const sample = (format: Format) => SAMPLES.find((each) => each.format === format)?.make() as Uint8Array;

const payloadOf = (octets: Uint8Array) => ({ octets, format: identify(octets)[0]?.format, field: inspect(octets) });

/** Every name, value and meaning, a line each. */
const linesOf = ({ name, value, meaning, warnings = [], children }: Field): string[] => [
  [name, value, meaning, ...warnings].filter((word) => word !== undefined).join(' | '),
  ...children.flatMap(linesOf),
];

describe('what an archive is', () => {
  it.each(FORMATS)('%s is known as handset archive knows it', (format) => {
    const octets = sample(format);
    expect(identify(octets)[0]?.format).toBe(format);
    expect(identifyArchive(octets)).toBe(format);
  });

  it('a ZIP of sms-ie is one, any other is not', () => {
    const { messages } = readArchive(sample('sms-backup-restore'));
    const zip = encodeSmsIe(messages);
    expect(identify(zip).map(({ format }) => format)).toEqual(['sms-ie', 'zip']);
    const other = writeStoredZip([{ name: 'a.vmg', data: sample('vmg') }]);
    expect(identify(other).map(({ format }) => format)).toEqual(['zip']);
    const { field } = payloadOf(zip);
    expect(field.children.map(({ name }) => name)).toEqual(['ZIP', 'messages.ndjson']);
    expect(listPayloads(payloadOf(zip), 10).map(({ where }) => where)).toEqual([
      'archive',
      'message 1',
      'message 2',
      'message 3',
    ]);
  });

  it('UTF-16 without a mark, as Nokia phones write it, counts its octets', () => {
    const text = new TextDecoder().decode(sample('vmg'));
    const octets = new Uint8Array(new Uint16Array([...text].map((each) => each.charCodeAt(0))).buffer);
    expect(identify(octets)[0]).toMatchObject({ format: 'vmg', reason: '2 messages of 1 conversation, 2005' });
    const [first, second] = inspect(octets).children;
    expect([first?.end, second?.start]).toEqual([2 * text.indexOf('BEGIN:VMSG', 1), 2 * text.indexOf('BEGIN:VMSG', 1)]);
  });
});

describe('what it says', () => {
  it.each([
    ['vmg', 'Archive of VMG: 2 messages of 1 conversation, 2005'],
    ['sms-backup-restore', 'Archive of SMS Backup & Restore: 3 messages of 2 conversations, 2005 to 2006'],
    ['gammu-backup', 'Backup of gammu: 2 messages of 1 conversation, 2006'],
    ['sms-ie', 'Archive of SMS Import / Export: 2 messages of 1 conversation, 2005'],
    ['eml', 'Mail (EML): Multimedia message from Mum (+447700900456), 2005-12-24 18:30 +01:00, "Hello": Wish you were here'],
  ] as const)('%s', (format, sentence) => {
    const answer = describeAnswer(payloadOf(sample(format)));
    expect(answer.sentence).toBe(sentence);
    expect(answer.faults).toEqual([]);
  });

  it('lists the messages, with what they carry', () => {
    const found = listPayloads(payloadOf(sample('sms-backup-restore')), 10);
    const answers = found.map((each) => describeAnswer(each));
    expect(answers.map(({ sentence }) => sentence).slice(1)).toEqual([
      'SMS from Mum (+447700900456), 2005-12-24 17:30 UTC: Are you on your way?',
      'SMS to Mum (+447700900456), 2005-12-24 17:31 UTC: Ten minutes! 😀',
      'Multimedia message from Анна (+447700900789), 2006-05-01 14:00 UTC, unread, "Hello": Wish you were here',
    ]);
    expect(answers[1]?.carried).toEqual({ kind: 'content', content: { kind: 'text', text: 'Are you on your way?' } });
    expect(answers[3]?.file?.type).toBe('image/gif');
    expect(answers[0]?.facts).toEqual([
      { name: 'Conversations', value: 'Анна (1), Mum (2)' },
      { name: 'Multimedia messages', value: '1' },
      { name: 'Unread', value: '1' },
    ]);
  });

  it('joins the parts of a long message, as gammu keeps them', () => {
    const found = listPayloads(payloadOf(sample('gammu-backup')), 10);
    expect(found.map(({ where }) => where)).toEqual(['archive', 'joined from 2 parts', 'message 1', 'message 2']);
    expect(describeAnswer(found[1] as (typeof found)[1]).sentence).toContain('Your table for two is booked: 8 pm.');
  });

  it('shows texts and pictures in a report', () => {
    const { octets, format, field } = payloadOf(sample('sms-backup-restore'));
    const { exhibits } = exhibit(format, octets, field);
    expect(exhibits.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['picture GIF picture', 'text messages']);
    expect(exhibits[1]).toMatchObject({
      text: expect.stringContaining('17:31 UTC\nTen minutes! 😀\n\nMultimedia message from'),
    });
  });
});

describe('its fields', () => {
  it('are attributes, with their references in words', () => {
    const lines = linesOf(inspect(sample('sms-backup-restore')));
    expect(lines).toContain('body | Ten minutes! &#55357;&#56832; | Ten minutes! 😀');
    expect(lines).toContainEqual(expect.stringMatching(/^part 2 \| image\/gif, heart\.gif, \d+ octets$/));
  });

  it('are lines of a VMG, those of the text by themselves', () => {
    const body = 'Date:04.03.2005 16:30:10\r\nNote: tonight\r\nX-BOX:a';
    const vmg = `BEGIN:VMSG\r\nBEGIN:VENV\r\nBEGIN:VBODY\r\n${body}\r\nEND:VBODY\r\nEND:VENV\r\nEND:VMSG\r\njunk`;
    const lines = linesOf(inspect(encodeUtf8(vmg)));
    expect(lines).toContain('Date | 04.03.2005 16:30:10');
    expect(lines).toContain('words | Note: tonight');
    expect(lines).toContain('words | X-BOX:a');
    expect(lines).toContain('line | junk | not understood: is outside of any message');
  });

  it('have warnings where something is wrong, and name what is missing', () => {
    const bad = encodeUtf8(
      '<smses><sms date="x" body="" address="1" type="1"/><mms><parts><part ct="a/b"/></parts></mms></smses>',
    );
    const lines = linesOf(inspect(bad));
    expect(lines).toContainEqual(expect.stringContaining('"x" is no time in milliseconds'));
    expect(lines).toContain('part 1 | a/b, 0 octets | is not in the archive');
  });

  it('are rows of JSON and sections of gammu, texts in UTF-16 in words', () => {
    expect(linesOf(inspect(sample('gammu-backup')))).toContainEqual(
      expect.stringMatching(/^Text00 \| 0059.* \| Your table for two $/),
    );
    expect(linesOf(inspect(sample('sms-ie')))).toContain('body | Ten minutes!');
    expect(jsonPieces('{"a":"x,\\"}","b":[1,{}]}\n')).toEqual(['{', '"a":"x,\\"}",', '"b":[1,{}]', '}\n']);
  });

  it('are headers and parts of mail; a card of an address book is none of its messages', () => {
    const lines = linesOf(inspect(sample('eml')));
    expect(lines).toContain('Subject | Hello');
    expect(lines.filter((line) => line.startsWith('boundary'))).toHaveLength(3);
    const gammu = encodeUtf8('[PhonePBK001]\nEntry00Type = NumberGeneral\nEntry00Text = "1"\n');
    expect(describeAnswer(payloadOf(gammu)).sentence).toBe('Backup of gammu: 1 card');
  });
});

it('shows the first messages of many', () => {
  const [one] = readArchive(sample('sms-ie')).messages;
  const [file] = formatArchive(
    'vmg',
    Array.from({ length: 20 }, () => one as NonNullable<typeof one>),
  );
  const field = inspect(file?.data as Uint8Array, { limits: { inspectItems: 5 } });
  expect(field.children.map(({ name }) => name).slice(-2)).toEqual(['message 5', 'more messages']);
  expect(field.warnings).toEqual(['the first 5 messages are shown']);
});
