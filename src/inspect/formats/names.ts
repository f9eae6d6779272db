/**
 * What files of each format hold, and by which extensions and content types they are known: apart from the readers in the rows, so that a command that
 * goes by the extension of a file loads the readers of that file alone.
 * @module
 */
import type { Format } from '../formats.js';
import type { Row } from './row.js';

/** What files of a format hold and how they are called, for its {@link Row}. */
export type Names = Pick<Row, 'kind' | 'extensions' | 'contentTypes'>;

/** In the order of the table of formats, which help lists them in. Of content types the first is the usual one. */
export const NAMES = {
  rtttl: { kind: 'tune', extensions: ['.rtttl', '.rtx', '.txt'] },
  imelody: { kind: 'tune', extensions: ['.imy'], contentTypes: ['audio/imelody'] },
  emelody: { kind: 'tune', extensions: ['.emy'], contentTypes: ['text/x-emelody'] },
  'flipper-music': { kind: 'tune', extensions: ['.fmf'] },
  'arduino-melody': { kind: 'tune', extensions: ['.ino'] },
  'nokia-ringtone': { kind: 'tune', extensions: ['.ott', '.rng'] },
  midi: { kind: 'tune', extensions: ['.mid'], contentTypes: ['audio/midi', 'audio/sp-midi'] },
  'any-rtttl': { kind: 'tune', extensions: ['.brtttl'] },
  'bluejay-melody': { kind: 'tune', extensions: ['.bluejay', '.am32'] },
  'push-xml': {
    kind: 'push',
    extensions: ['.xml', '.si', '.sl'],
    contentTypes: ['text/vnd.wap.si', 'text/vnd.wap.sl', 'text/vnd.wap.co'],
  },
  wbxml: {
    kind: 'push',
    extensions: ['.wbxml', '.sic', '.slc'],
    contentTypes: ['application/vnd.wap.sic', 'application/vnd.wap.slc', 'application/vnd.wap.coc'],
  },
  mms: { kind: 'mms', extensions: ['.mms'] },
  vmg: { kind: 'listing', extensions: ['.vmg'] },
  'gammu-backup': { kind: 'listing', extensions: ['.smsbackup', '.backup'] },
  'sms-ie': { kind: 'listing', extensions: ['.ndjson'] },
  eml: { kind: 'listing', extensions: ['.eml'] },
  vcard: { kind: 'card', extensions: ['.vcf'], contentTypes: ['text/x-vcard', 'text/vcard'] },
  vcalendar: { kind: 'calendar', extensions: ['.vcs', '.ics'], contentTypes: ['text/x-vcalendar', 'text/calendar'] },
  zip: { kind: 'archive', extensions: ['.zip'] },
  capture: { kind: 'listing', extensions: ['.pcapng', '.pcap', '.cap'], contentTypes: ['application/vnd.tcpdump.pcap'] },
  nol: { kind: 'picture', extensions: ['.nol'] },
  ngg: { kind: 'picture', extensions: ['.ngg'] },
  nlm: { kind: 'picture', extensions: ['.nlm'] },
  npm: { kind: 'picture', extensions: ['.npm'] },
  bmp: { kind: 'picture', extensions: ['.bmp'], contentTypes: ['image/bmp'] },
  png: { kind: 'picture', extensions: ['.png'], contentTypes: ['image/png'] },
  jpeg: { kind: 'picture', extensions: ['.jpg', '.jpeg'], contentTypes: ['image/jpeg'] },
  gif: { kind: 'picture', extensions: ['.gif'], contentTypes: ['image/gif'] },
  wav: { kind: 'sound', extensions: ['.wav'] },
  'ota-bitmap': { kind: 'picture', extensions: ['.otb'] },
  wbmp: { kind: 'picture', extensions: ['.wbmp'], contentTypes: ['image/vnd.wap.wbmp'] },
} as const satisfies { readonly [F in Format]?: Names };
