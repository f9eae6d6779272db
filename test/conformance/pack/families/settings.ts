/**
 * Settings as WBXML: each token of OMA Client Provisioning (OMA-WAP-TS-ProvCont-V1_1 section 8) on its code page, and of the settings of Nokia
 * and Ericsson (Over The Air Settings Specification 7.0 section 5), each in a document of its own.
 * @module
 */
import type { JsonObject } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, latinHex, utf8Hex } from './wire.js';

const PROVISIONING = 'OMA-WAP-TS-ProvCont-V1_1 section 8';
const OLDER = 'Over The Air Settings Specification 7.0 section 5';

/** Names from a code on; a dash stands for a code that is not assigned. */
type Run = readonly [first: number, names: string];

const codesOf = (runs: readonly Run[]): (readonly [code: number, name: string])[] =>
  runs.flatMap(([first, names]) =>
    names.split(' ').flatMap((name, index) => (name === '-' ? [] : [[first + index, name] as const])),
  );

/** Names of parameters: NAME= in one octet. */
const NAMES: readonly Run[] = [
  [0x07, 'NAME NAP-ADDRESS NAP-ADDRTYPE CALLTYPE VALIDUNTIL AUTHTYPE AUTHNAME AUTHSECRET LINGER'],
  [0x10, 'BEARER NAPID COUNTRY NETWORK INTERNET PROXY-ID PROXY-PROVIDER-ID DOMAIN PROVURL'],
  [0x19, 'PXAUTH-TYPE PXAUTH-ID PXAUTH-PW STARTPAGE BASAUTH-ID BASAUTH-PW PUSHENABLED'],
  [0x20, 'PXADDR PXADDRTYPE TO-NAPID PORTNBR SERVICE LINKSPEED DNLINKSPEED LOCAL-ADDR LOCAL-ADDRTYPE'],
  [0x29, 'CONTEXT-ALLOW TRUST MASTER SID SOC WSP-VERSION PHYSICAL-PROXY-ID'],
  [0x30, 'CLIENT-ID DELIVERY-ERR-SDU DELIVERY-ORDER TRAFFIC-CLASS MAX-SDU-SIZE MAX-BITRATE-UPLINK MAX-BITRATE-DNLINK'],
  [0x37, 'RESIDUAL-BER SDU-ERROR-RATIO TRAFFIC-HANDL-PRIO TRANSFER-DELAY GUARANTEED-BITRATE-UPLINK'],
  [0x3c, 'GUARANTEED-BITRATE-DNLINK PXADDR-FQDN PROXY-PW PPGAUTH-TYPE'],
  [0x47, 'PULLENABLED DNS-ADDR MAX-NUM-RETRY FIRST-RETRY-TIMEOUT REREG-THRESHOLD T-BIT - AUTH-ENTITY SPI'],
];
const NAMES_1: readonly Run[] = [
  [0x2e, 'AACCEPT AAUTHDATA AAUTHLEVEL AAUTHNAME AAUTHSECRET AAUTHTYPE ADDR ADDRTYPE APPID APROTOCOL PROVIDER-ID'],
  [0x39, 'TO-PROXY URI RULE'],
];
/** Types of characteristics. */
const TYPES: readonly Run[] = [
  [0x51, 'PXLOGICAL PXPHYSICAL PORT VALIDITY NAPDEF BOOTSTRAP VENDORCONFIG CLIENTIDENTITY PXAUTHINFO NAPAUTHINFO ACCESS'],
];
const TYPES_1: readonly Run[] = [[0x55, 'APPLICATION APPADDR APPAUTH - RESOURCE']];
/** Values. */
const VALUES: readonly Run[] = [
  [0x85, 'IPV4 IPV6 E164 ALPHA APN SCODE TETRA-ITSI MAN'],
  [0x90, 'ANALOG-MODEM V.120 V.110 X.31 BIT-TRANSPARENT DIRECT-ASYNCHRONOUS-DATA-SERVICE'],
  [0x9a, 'PAP CHAP HTTP-BASIC HTTP-DIGEST WTLS-SS MD5'],
  [0xa2, 'GSM-USSD GSM-SMS ANSI-136-GUTS IS-95-CDMA-SMS IS-95-CDMA-CSD IS-95-CDMA-PACKET ANSI-136-CSD ANSI-136-GPRS'],
  [0xaa, 'GSM-CSD GSM-GPRS AMPS-CDPD PDC-CSD PDC-PACKET IDEN-SMS IDEN-CSD IDEN-PACKET FLEX/REFLEX PHS-SMS PHS-CSD'],
  [0xb5, 'TETRA-SDS TETRA-PACKET ANSI-136-GHOST MOBITEX-MPAK CDMA2000-1X-SIMPLE-IP CDMA2000-1X-MOBILE-IP'],
  [0xc5, 'AUTOBAUDING'],
  [0xca, 'CL-WSP CO-WSP CL-SEC-WSP CO-SEC-WSP CL-SEC-WTA CO-SEC-WTA OTA-HTTP-TO OTA-HTTP-TLS-TO OTA-HTTP-PO OTA-HTTP-TLS-PO'],
  [0xe0, 'AAA HA'],
];
const VALUES_1: readonly Run[] = [
  [0x8d, 'APPSRV OBEX'],
  [0x90, ', HTTP- BASIC DIGEST'],
];

/** A document of one characteristic with one parameter. */
function settings(id: string, title: string, body: string, items: readonly JsonObject[], more: JsonObject = {}): FamilyCase {
  return {
    id: `settings/${id}`,
    ...{ format: 'provisioning-wbxml', title, direction: 'both', options: { version: '1.3' } },
    input: { hex: `030B6A00${body}` },
    expected: { value: { document: 'wap-provisioningdoc', ...more, items } },
    specification: PROVISIONING,
  };
}

const string = (text: string) => `03${utf8Hex(text)}00`;

/** A characteristic NAPDEF; on the first page, as the parameters after it are or not. */
const within = (parm: string) => `45C65501${parm}0101`;
const napdef = (item: JsonObject): JsonObject[] => [{ characteristic: 'NAPDEF', items: [item] }];

function provisioning(): FamilyCase[] {
  const names = codesOf(NAMES).map(([code, name]) =>
    settings(
      `name-${name}`,
      `the name ${name} is ${hexOf(code)}`,
      within(`87${hexOf(code)}06${string('v1')}01`),
      napdef({ parm: name, value: 'v1' }),
    ),
  );
  const names1 = codesOf(NAMES_1).map(([code, name]) =>
    // The token of the value is on the first page.
    settings(
      `name-1-${name}`,
      `the name ${name} is ${hexOf(code)} on the second page`,
      within(`870001${hexOf(code)}000006${string('v1')}01`),
      napdef({ parm: name, value: 'v1' }),
    ),
  );
  const types = codesOf(TYPES).map(([code, type]) =>
    settings(`type-${type}`, `the type ${type} is ${hexOf(code)}`, `45C6${hexOf(code)}01870706${string('n')}010101`, [
      { characteristic: type, items: [{ parm: 'NAME', value: 'n' }] },
    ]),
  );
  const types1 = codesOf(TYPES_1).map(([code, type]) =>
    settings(
      `type-1-${type}`,
      `the type ${type} is ${hexOf(code)} on the second page`,
      `45C60001${hexOf(code)}018700000706${string('n')}010101`,
      [{ characteristic: type, items: [{ parm: 'NAME', value: 'n' }] }],
    ),
  );
  const values = codesOf(VALUES).map(([code, value]) =>
    settings(
      `value-${value.replace('/', '-')}`,
      `the value ${value} is ${hexOf(code)}`,
      within(`871006${hexOf(code)}01`),
      napdef({ parm: 'BEARER', value }),
    ),
  );
  const values1 = codesOf(VALUES_1).map(([code, value]) =>
    settings(
      `value-1-${hexOf(code)}`,
      `the value ${value} is ${hexOf(code)} on the second page`,
      within(`8710060001${hexOf(code)}01`),
      napdef({ parm: 'BEARER', value }),
    ),
  );
  return [...names, ...names1, ...types, ...types1, ...values, ...values1];
}

const OLDER_NAMES: readonly Run[] = [
  [0x12, 'BEARER PROXY PORT NAME PROXY_TYPE URL PROXY_AUTHNAME PROXY_AUTHSECRET SMS_SMSC_ADDRESS USSD_SERVICE_CODE'],
  [0x1c, 'GPRS_ACCESSPOINTNAME PPP_LOGINTYPE PROXY_LOGINTYPE'],
  [0x21, 'CSD_DIALSTRING PPP_AUTHTYPE PPP_AUTHNAME PPP_AUTHSECRET'],
  [0x28, 'CSD_CALLTYPE CSD_CALLSPEED'],
];
/** VALUE= with a value in one octet. */
const OLDER_VALUES: readonly Run[] = [
  [0x45, 'GSM/CSD GSM/SMS GSM/USSD IS-136/CSD GPRS'],
  [0x60, '9200 9201 9202 9203 AUTOMATIC MANUAL'],
  [0x6a, 'AUTO 9600 14400 19200 28800 38400 PAP CHAP ANALOGUE ISDN 43200 57600 MSISDN_NO IPV4 MS_CHAP'],
];

function older(): FamilyCase[] {
  const of = (id: string, title: string, hex: string, items: readonly JsonObject[]): FamilyCase => ({
    id: `settings/older/${id}`,
    ...{ format: 'provisioning-wbxml', title, direction: 'both', options: { version: '1.3' } },
    input: { hex: `03016A00${hex}` },
    expected: { value: { document: 'CHARACTERISTIC-LIST', items } },
    specification: OLDER,
  });
  const address = (parm: string) => `45C60601${parm}0101`;
  const names = codesOf(OLDER_NAMES).map(([code, name]) =>
    of(`name-${name}`, `the name ${name} is ${hexOf(code)}`, address(`87${hexOf(code)}1103${latinHex('v1')}0001`), [
      { characteristic: 'ADDRESS', items: [{ parm: name, value: 'v1' }] },
    ]),
  );
  const values = codesOf(OLDER_VALUES).map(([code, value]) =>
    of(`value-${value.replace('/', '-')}`, `the value ${value} is ${hexOf(code)}`, address(`8712${hexOf(code)}01`), [
      { characteristic: 'ADDRESS', items: [{ parm: 'BEARER', value }] },
    ]),
  );
  return [...names, ...values];
}

/** All of it. */
export function settingsFamily(): FamilyCase[] {
  return [...provisioning(), ...older()];
}
