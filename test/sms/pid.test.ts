import { expect, it } from 'vitest';
import { describePid } from '../../src/sms/index.js';

it.each([
  [0x00, 'ordinary message'],
  [0x01, 'SME to SME protocol 1'],
  [0x20, 'telematic interworking: implicit'],
  [0x21, 'telematic interworking: telex'],
  [0x22, 'telematic interworking: group 3 telefax'],
  [0x24, 'telematic interworking: voice'],
  [0x28, 'telematic interworking: teletex'],
  [0x29, 'telematic interworking: teletex in a PSPDN'],
  [0x2c, 'telematic interworking: teletex in a digital ISDN'],
  [0x2d, 'telematic interworking: UCI'],
  [0x2e, 'telematic interworking: reserved'],
  [0x30, 'telematic interworking: message handling facility'],
  [0x32, 'telematic interworking: Internet e-mail'],
  [0x38, 'service centre specific device'],
  [0x3e, 'service centre specific device'],
  [0x3f, 'telematic interworking: mobile station'],
  [0x40, 'short message type 0'],
  [0x41, 'replace message type 1'],
  [0x47, 'replace message type 7'],
  [0x49, 'reserved'],
  [0x5e, 'enhanced message service (obsolete)'],
  [0x5f, 'return call'],
  [0x7c, 'ANSI-136 R-data'],
  [0x7d, 'phone data download'],
  [0x7e, 'phone depersonalisation'],
  [0x7f, 'SIM data download'],
  [0x80, 'reserved'],
  [0xbf, 'reserved'],
  [0xc0, 'service centre specific'],
  [0xff, 'service centre specific'],
])('%i is %s (TS 23.040 section 9.2.3.9)', (octet, words) => {
  expect(describePid(octet)).toBe(words);
});

it('all 256 octets have words', () => {
  for (let octet = 0; octet < 256; octet++) expect(describePid(octet)).not.toMatch(/undefined|^$/);
});
