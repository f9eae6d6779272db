/**
 * The code that says who settings are from: HMAC-SHA-1 over the WBXML with a secret as its key. The parameters SEC and MAC of the push's content type
 * have the kind of secret and the code.
 *
 *   SEC 0  NETWPIN       what the network knows: of GSM the IMSI
 *   SEC 1  USERPIN       digits that the user types
 *   SEC 2  USERNETWPIN   both, the network's first
 *
 * Source: OMA-WAP-TS-ProvBoot-V1_1 sections 5.2 and 6; TS 51.011 section 10.3.2 for the form of an IMSI.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { toHex } from '../../bytes/hex.js';
import { requireOctets } from '../../bytes/octets.js';
import { toSwappedBcd } from '../../bytes/semi-octets.js';
import { hmacSha1 } from '../../bytes/sha1.js';
import { encodeUtf8 } from '../../bytes/utf8.js';
import { EncodeError } from '../../errors.js';
import type { DecodedPush } from '../wsp/push.js';

/**
 * The security methods, with their numbers in SEC (OMA-WAP-TS-ProvBoot-V1_1 section 6). USERPINMAC, SEC 3, is not among them: the user types its
 * code, which is not in the message.
 */
export const PROVISIONING_SECURITY = { NETWPIN: 0, USERPIN: 1, USERNETWPIN: 2 } as const;

/** The secrets that the sender and the handset share. */
export interface ProvisioningSecrets {
  /** The digits that the user types, for USERPIN and USERNETWPIN. */
  readonly pin?: string | undefined;
  /** The IMSI, 6 to 15 digits, for NETWPIN and USERNETWPIN. */
  readonly imsi?: string | undefined;
}

/**
 * Calculates the authentication code (MAC) of settings in WBXML: an HMAC-SHA-1 as 40 hex digits in upper case (OMA-WAP-TS-ProvBoot-V1_1 section 6).
 * @throws EncodeError `bad-value` for an unknown security method, and for a secret that is missing or not digits.
 */
export function provisioningMac(
  wbxml: Uint8Array,
  security: keyof typeof PROVISIONING_SECURITY,
  secrets: ProvisioningSecrets,
): string {
  requireOctets(wbxml, 'a WBXML document');
  if (PROVISIONING_SECURITY[security] === undefined)
    throw EncodeError.badValue('security', `allowed: ${Object.keys(PROVISIONING_SECURITY).join(', ')}`);
  const network = security === 'USERPIN' ? [] : imsiKey(secrets.imsi);
  const user = security === 'NETWPIN' ? [] : pinKey(secrets.pin);
  return toHex(hmacSha1(Uint8Array.from([...network, ...user]), wbxml));
}

function pinKey(pin: string | undefined): Uint8Array {
  if (typeof pin !== 'string' || !/^\d+$/.test(pin)) throw EncodeError.badValue('pin', 'needs digits');
  return encodeUtf8(pin);
}

/** An IMSI as a SIM has it without its length: the first half octet is 9 for an odd number of digits and 1 for an even one, which ends with F. */
function imsiKey(imsi: string | undefined): number[] {
  if (typeof imsi !== 'string' || !/^\d{6,15}$/.test(imsi)) throw EncodeError.badValue('imsi', 'needs 6 to 15 digits');
  const isOdd = imsi.length % 2 === 1;
  const digits = `${isOdd ? 9 : 1}${imsi}`;
  return Array.from({ length: Math.ceil(digits.length / 2) }, (_, i) => {
    const pair = digits.slice(2 * i, 2 * i + 2);
    return pair.length === 1 ? 0xf0 | Number(pair) : toSwappedBcd(Number(pair));
  });
}

/** The result of {@link checkProvisioningMac}: the message has no code, or a code that matches the secrets, or one that does not. */
export type MacCheck = 'absent' | 'valid' | 'invalid';

/**
 * Checks the authentication code (MAC) of a push with settings (OMA-WAP-TS-ProvBoot-V1_1 section 6).
 * @throws EncodeError `bad-value` for a missing secret that the security method needs, and for a method whose code is not in the message.
 * @example
 * ```ts
 * import { checkProvisioningMac, encodeProvisioning, provisioningMac } from 'handset/push';
 *
 * const body = encodeProvisioning({ kind: 'prov', items: [] });
 * const mac = provisioningMac(body, 'USERPIN', { pin: '1234' });
 * const parameters = [{ name: 'SEC', value: 1 }, { name: 'MAC', value: mac }];
 * checkProvisioningMac({ parameters, body }, { pin: '1234' }); // -> 'valid'
 * checkProvisioningMac({ parameters, body }, { pin: '4321' }); // -> 'invalid'
 * ```
 */
export function checkProvisioningMac(push: Pick<DecodedPush, 'parameters' | 'body'>, secrets: ProvisioningSecrets): MacCheck {
  requireObject(push, 'push');
  const find = (name: string) => push.parameters?.find((each) => 'name' in each && each.name.toLowerCase() === name)?.value;
  const [sec, mac] = [find('sec'), find('mac')];
  if (sec === undefined && mac === undefined) return 'absent';
  const kind = Object.entries(PROVISIONING_SECURITY).find(([name, number]) => `${sec}` === `${number}` || sec === name)?.[0];
  if (kind === undefined) throw EncodeError.badValue('SEC', `${sec ?? 'none'} has no code in the message`);
  const wanted = provisioningMac(push.body, kind as keyof typeof PROVISIONING_SECURITY, secrets);
  return typeof mac === 'string' && mac.toUpperCase() === wanted ? 'valid' : 'invalid';
}
