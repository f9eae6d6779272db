/** Settings of both kinds at random. */
import fc from 'fast-check';
import type { Provisioning, ProvisioningCharacteristic, ProvisioningParm } from '../../src/push/index.js';

const value = fc.oneof(
  fc.constantFrom(
    '',
    'APN',
    'IPV4',
    'GSM-GPRS',
    'PAP',
    'CHAP',
    'APPSRV',
    'HTTP-',
    'BASIC',
    '9201',
    'GPRS',
    'w2',
    '9200/1',
    'GPRSX',
    'x.com/',
  ),
  fc.string({ unit: fc.constantFrom(...'ab1 <&">\'\téЖ中'), minLength: 1, maxLength: 12 }),
);

const parmOf = (...names: readonly string[]): fc.Arbitrary<ProvisioningParm> =>
  fc.record({ kind: fc.constant('parm' as const), name: fc.constantFrom(...names), value }, { requiredKeys: ['kind', 'name'] });

const provParm = parmOf(
  ...['NAME', 'NAPID', 'NAP-ADDRESS', 'NAP-ADDRTYPE', 'BEARER', 'INTERNET', 'PORTNBR', 'SERVICE', 'PULLENABLED'],
  ...['APPID', 'ADDR', 'ADDRTYPE', 'AAUTHTYPE', 'URI', 'TO-NAPID', 'X-MAKER', 'Ж'],
);

const provCharacteristic = fc.letrec<{ item: ProvisioningCharacteristic }>((tie) => ({
  item: fc.record({
    kind: fc.constant('characteristic' as const),
    type: fc.constantFrom('NAPDEF', 'PXLOGICAL', 'PORT', 'APPLICATION', 'APPADDR', 'RESOURCE', 'com.example'),
    items: fc.array(fc.oneof({ maxDepth: 3 }, provParm, provParm, tie('item')), { maxLength: 4 }),
  }),
})).item;

export const prov: fc.Arbitrary<Provisioning> = fc.record(
  {
    kind: fc.constant('prov' as const),
    version: fc.constantFrom('1.0', '1.1'),
    items: fc.array(provCharacteristic, { maxLength: 3 }),
  },
  { requiredKeys: ['kind', 'items'] },
);

const otaParm = parmOf('BEARER', 'PROXY', 'PORT', 'NAME', 'PROXY_AUTHNAME', 'PPP_AUTHTYPE', 'URL', 'CSD_CALLSPEED', 'X_MAKER');

export const ota: fc.Arbitrary<Provisioning> = fc.record({
  kind: fc.constant('ota' as const),
  items: fc.array(
    fc.record(
      {
        kind: fc.constant('characteristic' as const),
        type: fc.constantFrom('ADDRESS', 'URL', 'NAME', 'BOOKMARK', 'ID', 'MMSURL'),
        value,
        items: fc.array(otaParm, { maxLength: 4 }),
      },
      { requiredKeys: ['kind', 'type', 'items'] },
    ),
    { maxLength: 4 },
  ),
});

export const provisioning = fc.oneof(prov, ota);
