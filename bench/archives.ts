/**
 * Archives of messages, a hundred in each; a mail has one. No package that is installed here reads any of these.
 * @module
 */
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { plainTexts } from './inputs.js';
import type { Modules } from './modules.js';

type Archives = NonNullable<Modules['archive']>;
type Archive = ReturnType<Archives['parseVmg']>;

interface Sample {
  readonly file: string;
  readonly texts: readonly string[];
}

const MESSAGES = 100;

export function archiveTasks({ archive }: Modules): Job<TaskResult>[] {
  if (archive === undefined) return [];
  const encoder = new TextEncoder();
  const { parseVmg, parseSmsBackupRestore, parseGammuBackup, parseSmsIe, decodeEml, messageText } = archive;
  const textsOf = ({ messages }: Archive) => messages.map(messageText);
  const job = (what: string, format: (texts: readonly string[]) => string, read: (file: string) => Archive, count = MESSAGES) =>
    taskJob(readTask(what, samplesOf(count, format), read, textsOf));
  return [
    job('a VMG, 100 messages', vmg, (file) => parseVmg(file)),
    job('SMS Backup & Restore, 100 messages', backup, (file) => parseSmsBackupRestore(file)),
    job('a backup of gammu, 100 messages', gammu, (file) => parseGammuBackup(file)),
    job('rows of sms-ie, 100 messages', rows, (file) => parseSmsIe(file)),
    job('a mail with a picture of 30 kB', mail, (file) => decodeEml(encoder.encode(file)), 1),
  ];
}

function readTask(
  what: string,
  inputs: readonly Sample[],
  read: (file: string) => Archive,
  textsOf: (archive: Archive) => string[],
): Task<Sample> {
  return {
    name: `read ${what}`,
    inputs,
    bytesPerOp: inputs[0]!.file.length,
    bytesOf: 'characters',
    expected: ({ texts }) => texts,
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run: ({ file }) => read(file), view: textsOf }],
    targets: [],
  };
}

/** Archives with other texts each; no character of them has to be escaped in any format. */
function samplesOf(count: number, format: (texts: readonly string[]) => string): Sample[] {
  const prose = plainTexts(100).map((text) => text.replace(/[^A-Za-z0-9 ]/g, 'x').trim());
  return [1, 2, 3, 4].map((seed) => {
    const texts = Array.from({ length: count }, (_, i) => `${prose[(seed + i) % prose.length]} ${seed} ${i}`);
    return { file: format(texts), texts };
  });
}

const CRLF = '\r\n';
const [NUMBER, MS] = ['+447700900123', 1_109_950_210_000];

function vmg(texts: readonly string[]): string {
  const head = ['BEGIN:VMSG', 'VERSION:1.1', 'X-IRMC-STATUS:READ', 'X-IRMC-BOX:INBOX', 'X-NOK-DT:20050304T153010Z'];
  const card = ['BEGIN:VCARD', 'VERSION:3.0', 'N:', `TEL:${NUMBER}`, 'END:VCARD', 'BEGIN:VENV', 'BEGIN:VBODY'];
  const end = ['END:VBODY', 'END:VENV', 'END:VMSG', ''];
  return texts.map((text) => [...head, ...card, 'Date:04.03.2005 16:30:10', text, ...end].join(CRLF)).join('');
}

function backup(texts: readonly string[]): string {
  const sms = (text: string) =>
    `  <sms protocol="0" address="${NUMBER}" date="${MS}" type="1" subject="null" body="${text}" toa="null" sc_toa="null" service_center="null" read="1" status="-1" locked="0" />\n`;
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count="${texts.length}">\n${texts.map(sms).join('')}</smses>\n`;
}

function gammu(texts: readonly string[]): string {
  const hex = (text: string) =>
    Array.from(text, (one) => one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')).join('');
  const section = (text: string, i: number) => {
    const lines = [
      'PDU = Deliver',
      'DateTime = 20050304T153010Z',
      'State = Read',
      `Number = "${NUMBER}"`,
      `Text00 = ${hex(text)}`,
    ];
    return `[SMSBackup${String(i).padStart(3, '0')}]\n${lines.join('\n')}\nCoding = Default_No_Compression\nFolder = 1\nLength = ${text.length}\n\n`;
  };
  return texts.map(section).join('');
}

function rows(texts: readonly string[]): string {
  const row = (body: string) => ({ address: NUMBER, date: String(MS), date_sent: '0', read: '1', type: '1', body });
  return texts.map((text) => `${JSON.stringify(row(text))}\n`).join('');
}

function mail([text = '']: readonly string[]): string {
  const head = [`From: ${NUMBER}/TYPE=PLMN@mms.example`, 'Date: Fri, 4 Mar 2005 16:30:10 +0100', 'MIME-Version: 1.0'];
  const body = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--b',
  ];
  const picture = [
    'Content-Type: image/jpeg',
    'Content-Transfer-Encoding: base64',
    '',
    ...new Array<string>(520).fill('QUJD'.repeat(19)),
  ];
  return [...head, ...body, ...picture, '--b--', ''].join(CRLF);
}
