/** The rows of the table of makes, and those of its page. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { type ContentKind, MAKES, type MakeRow } from '../../src/message/index.js';

const page = readFileSync(new URL('../../docs/makes.md', import.meta.url), 'utf8');
const cells = (row: MakeRow): string[] => {
  const request = row.onRequest === true ? ' (on request)' : '';
  return [
    `${row.make}${row.models === undefined ? '' : ` ${row.models}`}${request}`,
    row.form,
    row.bearer,
    row.port === undefined ? '-' : String(row.port),
    row.tpDcs.length === 0 ? '-' : row.tpDcs.map((octet) => toHex(Uint8Array.of(octet))).join(', '),
    row.limit,
    row.source,
    row.confirmed ? 'yes' : 'no',
  ];
};
const sections: Readonly<Record<ContentKind, string>> = {
  text: 'Text, flash and PDU',
  flash: 'Text, flash and PDU',
  pdu: 'Text, flash and PDU',
  ringtone: 'Ringtones',
  operatorLogo: 'Operator logos',
  groupGraphic: 'Group graphics',
  pictureMessage: 'Picture messages',
  serviceIndication: 'WAP Push',
  serviceLoading: 'WAP Push',
  mmsNotification: 'WAP Push',
  vcard: 'Cards and calendars',
  vcalendar: 'Cards and calendars',
};
const linesOf = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0]?.split('\n') ?? [];

it.each(MAKES.map((row) => [cells(row)[0], row.kind, row] as const))('%s, %s is in docs/makes.md', (_, kind, row) => {
  expect(linesOf(sections[kind])).toContain(`| ${cells(row).join(' | ')} |`);
});

it('docs/makes.md has no other rows', () => {
  const titles = [...new Set(Object.values(sections))];
  const shown = titles.flatMap(linesOf).filter((line) => line.startsWith('| ') && !line.startsWith('| For |'));
  expect(shown).toHaveLength(MAKES.length);
});
