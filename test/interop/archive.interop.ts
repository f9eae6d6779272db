/**
 * Archives of messages: what we write is read by gammu, by Python's XML, JSON and mail, and what gammu and Python's mail write is read by us, field by field.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArchiveMessage,
  decodeEml,
  encodeEml,
  formatGammuBackup,
  formatSmsBackupRestore,
  formatSmsIe,
  messageText,
  parseGammuBackup,
} from '../../src/archive/index.js';
import { fromHex } from '../../src/bytes/index.js';
import { message } from '../archive/arbitraries.js';
import { draw } from './arbitraries.js';
import { archiveWork } from './drivers/archive.js';
import { hex } from './report.js';

const MESSAGES = 200;

/** Messages of a kind with a side that is named, as programs want it. */
function messagesOf(family: 'gammu' | 'android' | 'mail', kind: 'sms' | 'mms', holds: (one: ArchiveMessage) => boolean) {
  return draw(
    message(family).filter((one) => one.kind === kind && one.direction !== undefined && one.state !== undefined && holds(one)),
    MESSAGES,
  );
}

/** Texts that XML and C strings have. */
const isClean = (text: string) =>
  !/[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

const local = (ms: number) => new Date(ms).toISOString().slice(0, 19);

const address = ({ addresses }: ArchiveMessage) => addresses[0]?.address ?? '';

describe('gammu', () => {
  // A time before 1990, or none, is not kept by the library; a text of more than one message is cut.
  const fits = (one: ArchiveMessage) =>
    isClean(one.text) &&
    !one.text.includes('\r') &&
    one.text.length <= 60 &&
    (one.time?.ms ?? 0) > 7e11 &&
    (one.time?.ms ?? 0) < 2e12 &&
    one.parts.every(({ data }) => data.length > 0);

  it('reads the backups that we write', async () => {
    const messages = messagesOf('gammu', 'sms', (one) => fits(one) && address(one).length < 20);
    const [read] = (await archiveWork([{ op: 'gammu', text: formatGammuBackup(messages) }])) as [Record<string, unknown>[]];
    const states: Record<string, string> = { read: 'Read', unread: 'UnRead', sent: 'Sent' };
    expect(read).toEqual(
      messages.map((one) => ({
        type: one.direction === 'in' ? 'Deliver' : 'Submit',
        state: states[one.state ?? ''] ?? 'UnSent',
        number: address(one),
        text: one.parts[0] === undefined ? one.text : Buffer.from(one.parts[0].data).toString('hex'),
        coding: expect.any(String),
        time: local(Math.floor((one.time?.ms ?? 0) / 1000) * 1000 + (one.time?.offsetMinutes ?? 0) * 60_000),
        folder: /^\d$/.test(one.folder ?? '')
          ? Number(one.folder)
          : one.folder === undefined
            ? one.direction === 'in'
              ? 1
              : 2
            : expect.any(Number),
        udh: one.udh === undefined ? '' : Buffer.from(one.udh).toString('hex'),
        smsc: one.serviceCentre ?? '',
      })),
    );
  });

  it('writes the backups that we read', async () => {
    const messages = messagesOf('gammu', 'sms', (one) => fits(one) && one.udh === undefined && /^\+?\d+$/.test(address(one)));
    const jobs = messages.map((one) => ({
      type: one.direction === 'in' ? 'Deliver' : 'Submit',
      state: one.direction === 'in' ? 'Read' : 'Sent',
      number: address(one),
      text: one.parts[0] === undefined ? one.text : Buffer.from(one.parts[0].data).toString('hex'),
      coding: one.parts[0] === undefined ? 'Unicode_No_Compression' : '8bit',
      time: local(Math.floor((one.time?.ms ?? 0) / 1000) * 1000),
      folder: 1,
      udh: '',
      smsc: '+447700900000',
    }));
    const [written] = (await archiveWork([{ op: 'gammu-write', messages: jobs }])) as [string];
    const { messages: read, unknown } = parseGammuBackup(written);
    expect(unknown).toEqual([]);
    expect(
      read.map((one) => ({
        type: one.direction === 'in' ? 'Deliver' : 'Submit',
        state: one.state === 'read' ? 'Read' : 'Sent',
        number: address(one),
        text: one.parts[0] === undefined ? one.text : Buffer.from(one.parts[0].data).toString('hex'),
        time: local(one.time?.ms ?? 0),
      })),
    ).toEqual(jobs.map(({ type, state, number, text, time }) => ({ type, state, number, text, time })));
  });
});

it('XML of SMS Backup & Restore is what Python reads', async () => {
  const holds = (one: ArchiveMessage) =>
    isClean(messageText(one)) && isClean(one.subject ?? '') && one.addresses.every((each) => isClean(each.name ?? ''));
  const messages = [...messagesOf('android', 'sms', holds), ...messagesOf('android', 'mms', holds)];
  const [read] = (await archiveWork([{ op: 'xml', text: formatSmsBackupRestore(messages) }])) as [
    { tag: string; attributes: Record<string, string>; parts: Record<string, string>[]; addrs: Record<string, string>[] }[],
  ];
  expect(read).toHaveLength(messages.length);
  messages.forEach((one, i) => {
    const found = read[i] as (typeof read)[number];
    expect(found.tag).toBe(one.kind);
    expect(found.attributes.date).toBe(String(one.time?.ms ?? 0));
    if (one.kind === 'sms') {
      expect(found.attributes.body).toBe(one.text);
      expect(found.attributes.address).toBe(one.addresses[0]?.address ?? 'null');
      return;
    }
    expect(found.addrs.map((each) => each.address)).toEqual(one.addresses.map((each) => each.address));
    expect(
      found.parts.map((part) =>
        part.data === undefined ? hex(Buffer.from(part.text ?? '')) : hex(Buffer.from(part.data, 'base64')),
      ),
    ).toEqual(one.parts.map(({ data }) => hex(data)));
  });
});

it('rows of sms-ie are what Python reads', async () => {
  const messages = [...messagesOf('android', 'sms', () => true), ...messagesOf('android', 'mms', () => true)];
  const { text, files } = formatSmsIe(messages);
  const [rows] = (await archiveWork([{ op: 'json', text }])) as [Record<string, unknown>[]];
  expect(rows).toHaveLength(messages.length);
  messages.forEach((one, i) => {
    const row = rows[i] as Record<string, unknown>;
    if (one.kind === 'sms') {
      expect(row.address).toBe(one.addresses[0]?.address);
      if (isClean(one.text)) expect(row.body).toBe(one.text);
      return;
    }
    const parts = row.__parts as Record<string, string>[];
    expect(
      parts.map(({ _data: path, text: own }) =>
        hex(path === undefined ? Buffer.from(own ?? '') : (files.get(`data/${path.split('/').at(-1)}`) as Uint8Array)),
      ),
    ).toEqual(one.parts.map(({ data }) => hex(data)));
  });
});

describe("Python's mail", () => {
  it('reads what we write', async () => {
    const holds = (one: ArchiveMessage) =>
      one.parts.length > 0 &&
      // Python takes quotation marks and angle brackets off what it has decoded, too.
      one.parts.every(
        (part) => !/^\s*(?:".*"|<.*>)\s*$/.test(part.name ?? '') && !/^\s*(?:".*"|<.*>)\s*$/.test(part.fileName ?? ''),
      ) &&
      isClean(one.subject ?? '') &&
      !/[\r\n\t]|^\s|\s$| {2}/.test(one.subject ?? '') &&
      one.addresses.every(
        ({ address: spec, name }) =>
          /^\+?\d+$/.test(spec) && (name === undefined || /^[\w äöü€Ж]+$/.test(name)) && name?.trim() === name,
      );
    const messages = messagesOf('mail', 'mms', holds);
    const read = (await archiveWork(messages.map((one) => ({ op: 'eml', hex: hex(encodeEml(one)) })))) as {
      subject: string | null;
      date: string | null;
      from: [string, string][];
      defects: string[];
      parts: {
        type: string;
        charset: string | null;
        name: string | null;
        filename: string | null;
        id: string | null;
        data: string;
      }[];
    }[];
    messages.forEach((one, i) => {
      const found = read[i] as (typeof read)[number];
      expect(found.subject ?? undefined).toEqual(one.subject);
      if (one.time !== undefined && found.date !== null)
        expect(new Date(found.date).getTime()).toBe(Math.floor(one.time.ms / 1000) * 1000);
      const froms = one.addresses.filter(({ role }) => role === 'from');
      expect(found.from).toEqual(froms.map(({ address: spec, name }) => [name ?? '', `${spec}/TYPE=PLMN`]));
      expect(found.defects).toEqual([]);
      expect(found.parts).toEqual(
        one.parts.map(({ contentType, charset, name, fileName, contentId, data }) => ({
          type: contentType,
          charset: charset ?? null,
          name: name ?? null,
          filename: (fileName ?? name)?.trim() ?? null,
          id: contentId === undefined ? null : `<${contentId}>`,
          data: hex(data).toLowerCase(),
        })),
      );
    });
  });

  it('writes what we read', async () => {
    const line = fc
      .stringMatching(/^[A-Za-zäöü€Ж0-9 .=_?-]{1,50}$/)
      .map((text) => text.trim())
      .filter((text) => text !== '' && !text.includes('=?') && !text.includes('  '));
    const mails = draw(
      fc.record({
        name: line,
        user: fc.stringMatching(/^[a-z]{1,8}$/),
        subject: line,
        date: fc.integer({ min: 0, max: 2_000_000_000 }).map((s) => `${new Date(s * 1000).toISOString().slice(0, 19)}+05:30`),
        text: fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `${lines.join('\n')}\n`),
        cte: fc.constantFrom('base64', 'quoted-printable', '8bit'),
        parts: fc.array(
          fc.record({
            type: fc.constantFrom('image/gif', 'audio/midi', 'application/octet-stream'),
            data: fc.uint8Array({ maxLength: 100 }).map((octets) => hex(octets)),
            name: fc.stringMatching(/^[a-zäЖ0-9 ]{1,30}$/).map((name) => `a${name.trim()}.bin`),
          }),
          { maxLength: 3 },
        ),
      }),
      MESSAGES,
    );
    const written = (await archiveWork(mails.map((one) => ({ op: 'eml-write', message: one })))) as string[];
    mails.forEach((one, i) => {
      const [read] = decodeEml(fromHex(written[i] as string)).messages;
      expect(read?.addresses[0]).toEqual({ role: 'from', address: `${one.user}@mail.example`, name: one.name });
      expect(read?.subject).toBe(one.subject);
      expect(read?.time).toEqual({ ms: new Date(one.date).getTime(), offsetMinutes: 330 });
      expect(messageText(read as ArchiveMessage).replace(/\r\n/g, '\n')).toBe(one.text);
      expect(
        read?.parts.slice(1).map(({ contentType, data, fileName }) => ({ type: contentType, data: hex(data), name: fileName })),
      ).toEqual(one.parts);
    });
  });
});
