/**
 * Settings as libwbxml writes and reads them, in both directions, and their codes as Python's hmac makes them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import {
  decodeProvisioning,
  encodeProvisioning,
  formatProvisioning,
  type Provisioning,
  parseProvisioning,
  provisioningMac,
} from '../../src/push/index.js';
import { ota, prov } from '../support/provisioning.js';
import { draw, SEED } from './arbitraries.js';
import { run } from './drivers/run.js';
import { wbxmlToXml, xmlToWbxml } from './drivers/wbxml.js';
import { report } from './report.js';

const EACH = 200;
const CODES = 100;

/** libwbxml writes tabs as they are, which an XML parser makes blanks, and leaves out empty values and blanks at the ends of others. */
const isPlain = (document: Provisioning) => !/\\t|"value":"[ "]| "[,}]/.test(JSON.stringify(document));

const KINDS = [
  ['of WAP and OMA', prov.filter(({ items }) => items.length > 0).filter(isPlain), ''],
  ['of Nokia and Ericsson', ota.filter(({ items }) => items.length > 0).filter(isPlain), 'OTA'],
] as const;

/** A document type by which xml2wbxml knows the older settings. */
const named = (xml: string) =>
  xml.replace(/(?<=\?>)(?=<CHARACTERISTIC-LIST)/, '<!DOCTYPE CHARACTERISTIC-LIST SYSTEM "characteristic-list.dtd">');

describe(`settings, with libwbxml (seed ${SEED})`, () => {
  it.each(KINDS)('%s: our WBXML is read', async (_, documents, language) => {
    const drawn = draw(documents, EACH);
    const shown = await wbxmlToXml(
      drawn.map((document) => encodeProvisioning(document)),
      { language },
    );
    const failures = drawn.flatMap((document, index) => {
      const { octets: output } = shown[index] as { octets?: Uint8Array };
      const xml = output === undefined ? '' : new TextDecoder().decode(output);
      const [wanted, found] = [formatProvisioning(document), xml === '' ? '' : formatProvisioning(parseProvisioning(xml))];
      return wanted === found ? [] : [`${toHex(encodeProvisioning(document))}\n  ${wanted}\n  ${found}`];
    });
    report(failures);
  });

  it.each(KINDS)('%s: its WBXML is that which we write', async (_, documents) => {
    const drawn = draw(documents, EACH);
    const written = await xmlToWbxml(drawn.map((document) => ({ xml: named(formatProvisioning(document)), version: '1.3' })));
    let equal = 0;
    const failures = drawn.flatMap((document, index) => {
      const { octets: output } = written[index] as { octets?: Uint8Array };
      const ours = toHex(encodeProvisioning(document, { version: '1.3' }));
      const theirs = output === undefined ? '' : toHex(output);
      if (ours === theirs) equal++;
      const found = output === undefined ? '' : formatProvisioning(decodeProvisioning(output));
      return found === formatProvisioning(document)
        ? []
        : [`${ours}\n  ${theirs}\n  ${formatProvisioning(document)}\n  ${found}`];
    });
    report(failures);
    console.log(`xml2wbxml: ${equal} of ${EACH} octet by octet`);
  });

  it(`codes: ${CODES}`, async () => {
    const digits = (least: number, most: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
    const drawn = draw(fc.tuple(prov, digits(4, 80), digits(6, 15)), CODES);
    const script = [
      'import sys, hmac, hashlib',
      'for line in sys.stdin:',
      '    body, pin, imsi = line.rstrip("\\n").split(" ")',
      '    nibbles = ("9" if len(imsi) % 2 else "1") + imsi',
      '    nibbles += "f" * (len(nibbles) % 2)',
      '    network = bytes(int(nibbles[i + 1] + nibbles[i], 16) for i in range(0, len(nibbles), 2))',
      '    keys = [network, pin.encode(), network + pin.encode()]',
      '    print(" ".join(hmac.new(key, bytes.fromhex(body), hashlib.sha1).hexdigest().upper() for key in keys))',
    ].join('\n');
    const bodies = drawn.map(([document]) => encodeProvisioning(document));
    const input = drawn.map(([, pin, imsi], index) => `${toHex(bodies[index] as Uint8Array)} ${pin} ${imsi}\n`).join('');
    const { stdout } = await run('python3', ['-c', script], { input });
    const ours = drawn.map(([, pin, imsi], index) =>
      (['NETWPIN', 'USERPIN', 'USERNETWPIN'] as const)
        .map((security) => provisioningMac(bodies[index] as Uint8Array, security, { pin, imsi }))
        .join(' '),
    );
    expect(ours).toEqual(stdout.trim().split('\n'));
  });
});
