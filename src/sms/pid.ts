/**
 * TP-PID, the protocol identifier, in words. Source: 3GPP TS 23.040 section 9.2.3.9.
 * @module
 */
import type { OctetLayout } from '../bytes/reader.js';

const TELEMATIC: Readonly<Record<number, string>> = {
  0: 'implicit',
  1: 'telex',
  2: 'group 3 telefax',
  3: 'group 4 telefax',
  4: 'voice',
  5: 'ERMES',
  6: 'national paging',
  7: 'videotex',
  8: 'teletex',
  9: 'teletex in a PSPDN',
  10: 'teletex in a CSPDN',
  11: 'teletex in an analogue PSTN',
  12: 'teletex in a digital ISDN',
  13: 'UCI',
  16: 'message handling facility',
  17: 'X.400',
  18: 'Internet e-mail',
  31: 'mobile station',
};

const SPECIAL: Readonly<Record<number, string>> = {
  0: 'short message type 0',
  8: 'device triggering',
  30: 'enhanced message service (obsolete)',
  31: 'return call',
  60: 'ANSI-136 R-data',
  61: 'phone data download',
  62: 'phone depersonalisation',
  63: 'SIM data download',
};

/** Describes a protocol identifier, 0 to 255, in words (TS 23.040 section 9.2.3.9), such as `replace message type 1`. */
export function describePid(octet: number): string {
  const low = octet & 0x3f;
  if (octet < 0x20) return octet === 0 ? 'ordinary message' : `SME to SME protocol ${octet}`;
  if (octet < 0x40) {
    const device = octet & 0x1f;
    if (device >= 24 && device <= 30) return 'service centre specific device';
    return `telematic interworking: ${TELEMATIC[device] ?? 'reserved'}`;
  }
  if (octet < 0x80) return low >= 1 && low <= 7 ? `replace message type ${low}` : (SPECIAL[low] ?? 'reserved');
  return octet < 0xc0 ? 'reserved' : 'service centre specific';
}

/** The bit fields of an octet: the two high ones say what the others are. */
export function layoutOfPid(octet: number): OctetLayout {
  const format = {
    name: 'format',
    width: 2,
    values: ['protocol or device', 'message type', 'reserved', 'service centre specific'],
  };
  const bits =
    octet < 0x40
      ? [
          format,
          { name: 'telematic interworking', width: 1, values: ['no', 'yes'] },
          { name: octet < 0x20 ? 'protocol' : 'device', width: 5 },
        ]
      : [format, { name: octet < 0x80 ? 'message type' : octet < 0xc0 ? 'reserved' : 'service centre specific', width: 6 }];
  return { name: 'TP-PID', spec: '23.040 9.2.3.9', bits };
}
