/**
 * Settings and their codes. WBXML is that of xml2wbxml (libwbxml); codes were made with Python's hmac; hashes are those of FIPS 180-4 and RFC 2202.
 */
import { describe, expect, it } from 'vitest';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { hmacSha1, sha1 } from '../../src/bytes/sha1.js';
import {
  checkProvisioningMac,
  decodeProvisioning,
  decodePush,
  encodeProvisioning,
  encodePush,
  formatProvisioning,
  PROVISIONING_CONTENT_TYPES,
  type Provisioning,
  parseProvisioning,
  provisioningMac,
} from '../../src/push/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const parm = (name: string, value?: string) => ({ kind: 'parm' as const, name, ...(value !== undefined && { value }) });
const group = (type: string, ...items: Provisioning['items'][number]['items']) => ({
  kind: 'characteristic' as const,
  type,
  items,
});

const PROV: Provisioning = {
  kind: 'prov',
  version: '1.1',
  items: [
    group(
      'NAPDEF',
      ...[parm('NAPID', 'NAP1'), parm('BEARER', 'GSM-GPRS'), parm('NAME', 'Internet'), parm('NAP-ADDRESS', 'internet')],
      ...[parm('NAP-ADDRTYPE', 'APN'), parm('INTERNET')],
      group('NAPAUTHINFO', parm('AUTHTYPE', 'PAP'), parm('AUTHNAME', 'wap')),
    ),
    group(
      'APPLICATION',
      ...[parm('APPID', 'w2'), parm('NAME', 'Browser'), parm('TO-NAPID', 'NAP1')],
      group('RESOURCE', parm('URI', 'http://wap.example.com/'), parm('STARTPAGE')),
    ),
  ],
};
const PROV_XML =
  '<?xml version="1.0"?><!DOCTYPE wap-provisioningdoc PUBLIC "-//WAPFORUM//DTD PROV 1.0//EN" "http://www.wapforum.org/DTD/prov.dtd"><wap-provisioningdoc version="1.1"><characteristic type="NAPDEF"><parm name="NAPID" value="NAP1"/><parm name="BEARER" value="GSM-GPRS"/><parm name="NAME" value="Internet"/><parm name="NAP-ADDRESS" value="internet"/><parm name="NAP-ADDRTYPE" value="APN"/><parm name="INTERNET"/><characteristic type="NAPAUTHINFO"><parm name="AUTHTYPE" value="PAP"/><parm name="AUTHNAME" value="wap"/></characteristic></characteristic><characteristic type="APPLICATION"><parm name="APPID" value="w2"/><parm name="NAME" value="Browser"/><parm name="TO-NAPID" value="NAP1"/><characteristic type="RESOURCE"><parm name="URI" value="http://wap.example.com/"/><parm name="STARTPAGE"/></characteristic></characteristic></wap-provisioningdoc>';
const PROV_WBXML = hex(
  '030B6A00C54503312E310001C655018711 06034E4150310001871006AB0187070603496E7465726E6574000187080603696E7465726E657400018709068901871401C65A01870C069A01870D060377617000010101C600015501873600000603773200018707060342726F777365720001872206034E4150310001C600015901873A00000603687474703A2F2F7761702E6578616D706C652E636F6D2F0001871C01010101',
);

const OTA: Provisioning = {
  kind: 'ota',
  items: [
    group(
      'ADDRESS',
      parm('BEARER', 'GPRS'),
      parm('PROXY', '192.0.2.1'),
      parm('PORT', '9201'),
      parm('GPRS_ACCESSPOINTNAME', 'wap.example'),
    ),
    { ...group('URL'), value: 'http://wap.example.com/' },
    group('NAME', parm('NAME', 'Example')),
    group('BOOKMARK', parm('NAME', 'News'), parm('URL', 'http://news.example.com/')),
  ],
};
const OTA_WBXML = hex(
  '03016A0045C6060187124901871311033139322E302E322E31000187146101871C11037761702E6578616D706C6500010186071103687474703A2F2F7761702E6578616D706C652E636F6D2F0001C60801871511034578616D706C65000101C67F01871511034E657773000187171103687474703A2F2F6E6577732E6578616D706C652E636F6D2F00010101',
);

describe('settings', () => {
  it('of WAP and OMA, as XML and as WBXML', () => {
    expect(parseProvisioning(PROV_XML)).toStrictEqual(PROV);
    expect(formatProvisioning(PROV)).toBe(PROV_XML);
    expect(decodeProvisioning(PROV_WBXML)).toStrictEqual(PROV);
    expect(encodeProvisioning(PROV)).toEqual(PROV_WBXML);
  });

  it('of Nokia and Ericsson, as XML and as WBXML', () => {
    expect(parseProvisioning(formatProvisioning(OTA))).toStrictEqual(OTA);
    expect(decodeProvisioning(OTA_WBXML)).toStrictEqual(OTA);
    expect(encodeProvisioning(OTA, { version: '1.3' })).toEqual(OTA_WBXML);
    expect(toHex(encodeProvisioning(OTA).subarray(0, 4))).toBe('01016A00');
  });

  it.each([
    ['bad-value', 'PROV', 4, '<si/>'],
    ['bad-value', 'PROV', 27, '<wap-provisioningdoc><parm name="A"/></wap-provisioningdoc>'],
    ['bad-value', 'PROV/characteristic/type', 37, '<wap-provisioningdoc><characteristic/></wap-provisioningdoc>'],
    [
      'bad-value',
      'PROV/characteristic/value',
      37,
      '<wap-provisioningdoc><characteristic type="A" value="B"/></wap-provisioningdoc>',
    ],
    ['bad-value', 'PROV', 21, '<wap-provisioningdoc>text</wap-provisioningdoc>'],
    ['bad-value', 'OTA/version', 21, '<CHARACTERISTIC-LIST version="1.0"/>'],
    ['truncated', 'PROV', 21, '<wap-provisioningdoc>'],
  ])('refuses with %s in %s', (code, field, offset, xml) => {
    expect(refusal(() => parseProvisioning(xml))).toMatchObject({ code, field, offset });
  });

  it('refuses what WBXML is no document of settings', () => {
    expect(refusal(() => decodeProvisioning(hex('02066A00850903 6100 01')))).toMatchObject({
      code: 'bad-value',
      field: 'PROV',
    });
    expect(refusal(() => decodeProvisioning(PROV_WBXML.subarray(0, 40)))).toMatchObject({ code: 'truncated' });
  });

  it('skips leniently what settings do not have', () => {
    const issues: Issue[] = [];
    const xml =
      '<CHARACTERISTIC-LIST>x<CHARACTERISTIC TYPE="NAME" A="1"><PARM VALUE="2"><B/></PARM><CHARACTERISTIC/></CHARACTERISTIC></CHARACTERISTIC-LIST>';
    expect(parseProvisioning(xml, { lenient: true, onIssue: (issue) => issues.push(issue) })).toStrictEqual({
      kind: 'ota',
      items: [group('NAME', parm('', '2'))],
    });
    expect(issues).toHaveLength(5);
  });

  it.each<[string, string, Provisioning]>([
    ['bad-value', 'kind', { kind: 'wap' as 'ota', items: [] }],
    ['bad-value', 'OTA/version', { kind: 'ota', version: '1.0', items: [] }],
    ['bad-value', 'PROV/characteristic/value', { kind: 'prov', items: [{ ...group('A'), value: 'x' }] }],
    ['bad-value', 'OTA/CHARACTERISTIC/CHARACTERISTIC', { kind: 'ota', items: [group('NAME', group('NAME'))] }],
    ['unencodable', 'OTA/CHARACTERISTIC/TYPE', { kind: 'ota', items: [group('VIDEO')] }],
    ['unencodable', 'PROV/characteristic/parm/value', { kind: 'prov', items: [group('A', parm('B', '\0'))] }],
  ])('does not write with %s in %s', (code, field, document) => {
    expect(refusal(() => encodeProvisioning(document))).toMatchObject({ code, field });
  });

  it('has limits', () => {
    const deep = Array.from({ length: 70 }).reduce<Provisioning['items'][number]>((inner) => group('A', inner), group('A'));
    expect(refusal(() => encodeProvisioning({ kind: 'prov', items: [deep] }))).toMatchObject({ code: 'limit-exceeded' });
    expect(refusal(() => encodeProvisioning(PROV, { limits: { wbxmlTreeOctets: 100 } }))).toMatchObject({
      code: 'limit-exceeded',
    });
    expect(refusal(() => encodeProvisioning(PROV, { version: '1.0' as '1.1' }))).toMatchObject({ field: 'version' });
  });
});

describe('codes of settings', () => {
  const IMSI = '234150123456789';
  it.each([
    ['USERPIN', { pin: '1234' }, 'CDB13C4887E71B8CC6DDC4E2EB4417116801EB26'],
    ['USERPIN', { pin: '1'.repeat(70) }, 'A1392E0A4FD24FB4E2078BC14FB8AA6D452A10A7'],
    ['NETWPIN', { imsi: IMSI }, 'A3F4D92D8049F93A41BDD686AC2F590850B78622'],
    ['USERNETWPIN', { imsi: '23415012345678', pin: '1234' }, '6F6256E98A2A9E61A4749C3FA2E634FAF8C104A1'],
  ] as const)('%s', (security, secrets, mac) => {
    expect(provisioningMac(PROV_WBXML, security, secrets)).toBe(mac);
    const SEC = { NETWPIN: 0, USERPIN: 1, USERNETWPIN: 2 }[security];
    const push = (code: string) =>
      decodePush(
        encodePush({
          contentType: PROVISIONING_CONTENT_TYPES.prov.wbxml,
          parameters: [
            { name: 'sec', value: SEC },
            { name: 'mac', value: code },
          ],
          body: PROV_WBXML,
        }),
      );
    expect(checkProvisioningMac(push(mac), secrets)).toBe('valid');
    expect(checkProvisioningMac(push(mac.toLowerCase()), secrets)).toBe('valid');
    expect(checkProvisioningMac(push(`0${mac.slice(1)}`), secrets)).toBe('invalid');
  });

  it('needs the secret of its kind, and a code in the message', () => {
    const body = PROV_WBXML;
    expect(checkProvisioningMac({ body }, {})).toBe('absent');
    expect(checkProvisioningMac({ body, parameters: [{ name: 'sec', value: 1 }] }, { pin: '1' })).toBe('invalid');
    for (const [field, parameters, secrets] of [
      ['pin', [{ name: 'sec', value: 1 }], { imsi: IMSI }],
      ['imsi', [{ name: 'sec', value: 0 }], { imsi: '1234x' }],
      ['SEC', [{ name: 'sec', value: 3 }], {}],
      ['SEC', [{ name: 'mac', value: '00' }], {}],
    ] as const) {
      expect(refusal(() => checkProvisioningMac({ body, parameters }, secrets))).toMatchObject({ code: 'bad-value', field });
    }
    expect(refusal(() => provisioningMac(body, 'PIN' as 'USERPIN', {}))).toMatchObject({ field: 'security' });
  });

  it('hashes', () => {
    expect(toHex(sha1(encodeUtf8('abc')))).toBe('A9993E364706816ABA3E25717850C26C9CD0D89D');
    expect(toHex(sha1(encodeUtf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
      '84983E441C3BD26EBAAE4AA1F95129E5E54670F1',
    );
    expect(toHex(sha1(new Uint8Array(1_000_000).fill(0x61)))).toBe('34AA973CD4C4DAA4F61EEB2BDBAD27316534016F');
    expect(toHex(hmacSha1(encodeUtf8('Jefe'), encodeUtf8('what do ya want for nothing?')))).toBe(
      'EFFCDF6AE5EB2FA2D27416D5F184DF9C259A7C79',
    );
    expect(
      toHex(hmacSha1(new Uint8Array(80).fill(0xaa), encodeUtf8('Test Using Larger Than Block-Size Key - Hash Key First'))),
    ).toBe('AA4AE5E15272D00E95705637CE8A3B55ED402112');
  });
});
