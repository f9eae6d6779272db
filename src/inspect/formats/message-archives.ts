/**
 * Archives of messages. What is here only asks whether octets may be one: the readers come late on the page.
 * @module
 */
import type { ArchiveFormat } from '../../archive/model.js';
import { archiveSteps, judgeArchive } from '../archive-tree.js';
import { finishSteps } from '../steps.js';
import { NAMES, type Names } from './names.js';
import type { Input, Row } from './row.js';

/** The rows of archives of messages. */
export const MESSAGE_ARCHIVES: Readonly<Record<ArchiveFormat, Row>> = /* @__PURE__ */ archiveRows();

function archiveRows(): typeof MESSAGE_ARCHIVES {
  return {
    vmg: row('vmg', 'archive of VMG', NAMES.vmg),
    'sms-backup-restore': row('sms-backup-restore', 'archive of SMS Backup & Restore'),
    'gammu-backup': row('gammu-backup', 'backup of gammu', NAMES['gammu-backup']),
    'sms-ie': row('sms-ie', 'archive of SMS Import / Export', NAMES['sms-ie']),
    eml: row('eml', 'mail (EML)', NAMES.eml),
  };
}

function row(format: ArchiveFormat, label: string, names?: Names): Row {
  const steps: Row['steps'] = (octets, opening) => archiveSteps(format, octets, opening);
  return {
    label,
    kind: 'listing',
    ...names,
    sniff: (input) => (input.once(mayBeArchive) ? judgeArchive(format, input.octets, input.limits) : undefined),
    inspect: (octets, opening) => ({ field: finishSteps(archiveSteps(format, octets, opening)) }),
    steps,
  };
}

/** Octets in which the first line of an archive is. */
const LOOK = 4_096;

/** What every archive has near its beginning, in octets of ASCII. */
const MARKS: readonly RegExp[] = [
  /BEGIN:VMSG|<smses/i,
  /\[(?:SMSBackup|Backup|PhonePBK|SIMPBK|Calendar|TODO)\d*\]/i,
  /"(?:_id|thread_id|address|body|msg_box|m_type)"/,
  /^\W{0,4}(?:From|MIME-Version):/im,
];

function mayBeArchive({ octets }: Input): boolean {
  const { 0: first, 1: second } = octets;
  if (first === 0x50 && second === 0x4b) return true;
  let head = '';
  // Of UTF-16 every other octet is 0.
  for (let i = 0; i < LOOK && i < octets.length; i++) if (octets[i] !== 0) head += String.fromCharCode(octets[i] as number);
  return MARKS.some((mark) => mark.test(head));
}
