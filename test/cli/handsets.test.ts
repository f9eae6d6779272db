import { expect, it } from 'vitest';
import { handset, write } from './support.js';

it('lists what a query finds', async () => {
  const { code, out, err } = await handset(['handsets', 'nokia', '6230']);
  expect([code, err]).toEqual([0, '']);
  expect(out.split('\n').map((line) => line.slice(0, 20).trimEnd())).toEqual([
    'Nokia 6230   128x128',
    'Nokia 6230i  208x208',
    '',
  ]);
});

it('lists all 2,119', async () => {
  const { out } = await handset(['handsets']);
  expect(out.trimEnd().split('\n')).toHaveLength(2119);
  expect(out).toMatch(/^generic-nokia-mms /);
});

it('shows the only one that a query finds, and the one that is asked for', async () => {
  const found = await handset(['handsets', 'k750i']);
  expect(found.out).toMatch(/^Sony Ericsson K750i \(sony-ericsson-k750i\)\n/);
  expect(found.out).toContain('\nscreen        176x220, 262144 colours (both)\n');
  expect(found.out).toContain('\nmms           up to 307200 octets (uaprof)\n');
  expect(found.out).toContain('\nmms picture   1280x960\n');
  expect(found.out).toContain('\njava          MIDP 2.0, CLDC 1.0 (device)\n');
  expect((await handset(['handsets', '--show', 'SE', 'K750i'])).out).toBe(found.out);
  expect((await handset(['handsets', '--show', 'SonyEricssonK750i/R1AA Browser/SEMC'])).out).toBe(found.out);
});

it('says what is not known, and whom a generic one stands for', async () => {
  const generic = await handset(['handsets', '--show', 'nokia 9999']);
  expect(generic.err).toBe(
    'warning: no model is known by that name: taken for any Nokia that takes MMS, a guess for all that it stands for\n',
  );
  expect((await handset(['handsets', '--show', 'SE K750r'])).err).toContain(
    'taken for Sony Ericsson K750i, the model that is nearest',
  );
  expect((await handset(['handsets', '--show', 'generic-nokia-sms'])).err).toBe('');
  expect(generic.out).toMatch(/^generic-nokia-mms \(generic-nokia-mms: stands for the models that are not known\)\n/);
  const old = await handset(['handsets', '--show', 'nokia 3310']);
  expect(old.out).toContain('\nscreen        84x48, 2 colours (gammu)\n');
  expect(old.out).toContain('\npictures      ?\nmms           ?\nmms picture   ?\nmms types     ?\nwap push      no\n');
  expect(old.out).toContain('\nsms           nokiaRingtone pictureMessage operatorLogo (gammu)\n');
});

it('prints JSON', async () => {
  const one = JSON.parse((await handset(['handsets', '--show', 'nokia-6230', '--json'])).out);
  expect(one).toMatchObject({ id: 'nokia-6230', screen: { width: 128, height: 128 } });
  const many = JSON.parse((await handset(['handsets', 't100', '--json'])).out);
  expect(many.map(({ id }: { id: string }) => id)).toEqual(['ericsson-t100', 'sony-ericsson-t100', 'samsung-sgh-t100']);
});

it("shows a user's own profile", async () => {
  const file = write(
    'own.json',
    '{"make":"Acme","screen":{"width":101,"height":80,"colors":4,"greyscale":true},"java":{},"sms":{"siemensLogo":{"width":9,"height":8},"emsVersion":1}}',
  );
  const { code, out } = await handset(['handsets', '--profile', file]);
  expect(code).toBe(0);
  expect(out).toContain('\nscreen        101x80, 4 greys\n');
  expect(out).toContain('\nsms           emsVersion 1 siemensLogo 9x8\n');
  expect(out).toContain('\njava          ?\n');
  const bad = await handset(['handsets', '--profile', write('bad.json', '{"screen":{"widht":101}}')]);
  expect(bad.code).toBe(1);
  expect(bad.err).toMatch(/bad\.json: profile\/screen\/widht: unknown key, allowed: .* \[bad-value\]\n$/);
});

it.each([
  [['handsets', 'nokla', '6230'], /"nokla 6230" names no known handset; of that number there are Nokia 6230, Nokia 6230i/],
  [
    ['handsets', 'nokia', '6231'],
    /"nokia 6231" names no known handset; near names: Nokia 6230, .*; --show shows what is assumed for it, generic-nokia-mms$/m,
  ],
  [['handsets', 'foo'], /"foo" names no known handset; handset handsets lists/],
  [
    ['handsets', '--show', 't100'],
    /"t100" names no single handset; it may be Ericsson T100, Sony Ericsson T100, Samsung SGH-T100/,
  ],
  [['handsets', '--show'], /--show takes a QUERY/],
  [['handsets', 'nokia', '--profile', 'x.json'], /either QUERY or --profile/],
  [['handsets', '--profile', '/nowhere/x.json'], /cannot read/],
])('%j is a mistake', async (args, message) => {
  const { code, err } = await handset(args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
