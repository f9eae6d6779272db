import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway, openDelivery, readProvisioning, Store } from '../../src/gateway/index.js';
import { tempFolder } from '../support/cleanup.js';
import { closedPort } from './send-gateway.js';
import { handset } from './support.js';

const folder = tempFolder('route');
const PASSWORD = 'not-to-be-shown';
const delivery = {
  kind: 'links',
  links: {
    main: { kind: 'smpp', host: '127.0.0.1', port: 1, systemId: 'a', password: PASSWORD, reconnectMs: 20 },
    spare: { kind: 'virtual' },
  },
  routes: [
    { prefix: ['4479', '4478'], account: 'Shop.1', to: ['spare'] },
    { prefix: '44', to: ['main', 'spare'] },
    { prefix: '99', to: [] },
    { content: 'mms', to: ['main'] },
  ],
};
const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};
const provision = file('gateway.json', { delivery, accounts: [] });
const config = file('serve.json', { provision: 'gateway.json' });

let gateway: Gateway;
let store: Store;
let operators: string;

beforeAll(async () => {
  store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  gateway = createGateway({ store, delivery: openDelivery(readProvisioning(JSON.stringify({ delivery })).delivery) });
  operators = (await gateway.listenOperators()).url;
});
afterAll(async () => {
  await gateway.close();
  await store.close();
});

const route = (...args: string[]) => handset(['route', ...args, '--provision', provision]);

describe('handset route', () => {
  it('says which link and why, route by route, from the settings alone', async () => {
    const { code, out, err } = await route('447700900123', '--account', 'Shop.1');
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'routes[0]  does not fit  447700900123 does not begin with 4479 or 4478',
      'routes[1]  fits          447700900123 begins with 44',
      '',
      'main   smpp     not asked',
      'spare  virtual  not asked',
      '',
      'goes over main: it is the first of the route',
      '',
    ]);
    const named = await handset(['route', '447900900123', '--account', 'Shop.1', '--config', config, '--json']);
    expect(JSON.parse(named.out)).toEqual({
      ...{ number: '447900900123', account: 'Shop.1', link: 'spare', outcome: 'sent', reason: 'it is the first of the route' },
      routes: [{ route: 'routes[0]', fits: true, reason: '447900900123 begins with 4479, account is Shop.1' }],
      links: [{ link: 'spare', kind: 'virtual', state: 'not asked' }],
    });
  });

  it('asks a running gateway which links are up', async () => {
    const asked = () => route('447700900123', '--operators', operators);
    await expect.poll(async () => (await asked()).out, { timeout: 5_000 }).toContain('ECONNREFUSED');
    expect((await asked()).out).toMatch(
      /^main +smpp +connect ECONNREFUSED 127\.0\.0\.1:1\nspare +virtual +up\n\ngoes over spare: it is the first of the route that is up\n$/m,
    );
    expect(await route('1', '--content', 'mms', '--operators', operators)).toMatchObject({
      ...{ code: 0, out: expect.stringContaining('\nwaits: no link of the route is up\n') },
    });
  });

  it('ends with 4 where the message would be refused', async () => {
    expect(await route('991')).toMatchObject({ code: 4, out: expect.stringContaining('refused: the route names no link\n') });
    expect(await route('1')).toMatchObject({ code: 4, out: expect.stringContaining('refused: no route fits\n') });
  });

  it('of a gateway with one delivery names that', async () => {
    const only = file('one.json', { delivery: 'virtual' });
    const { out } = await handset(['route', '447700900123', '--provision', only]);
    expect(out).toBe(
      'routes[0]  fits  it has no condition\n\nvirtual  virtual  not asked\n\ngoes over virtual: it is the first of the route\n',
    );
  });

  it('tells what is wrong: the number, no file, a faulty one, no such gateway', async () => {
    expect(await route('+44')).toMatchObject({ code: 2, err: expect.stringContaining('NUMBER takes digits') });
    expect(await handset(['route', '44'])).toMatchObject({ code: 2, err: expect.stringContaining('route takes --provision') });
    const routes = [...delivery.routes, { to: ['x'] }];
    const faulty = file('faulty.json', { delivery: { ...delivery, routes } });
    const { code, err } = await handset(['route', '44', '--provision', faulty]);
    expect([code, err]).toEqual([1, expect.stringContaining('$.delivery.routes[4].to[0]: no link is named "x"')]);
    const wrong = { ...delivery, links: { ...delivery.links, main: { ...delivery.links.main, port: 'x' } } };
    const refused = await handset(['route', '44', '--provision', file('wrong.json', { delivery: wrong })]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('$.delivery.links.main.port: has to be')]);
    expect(refused.err + err).not.toContain(PASSWORD);
    expect(await route('44', '--operators', await closedPort())).toMatchObject({
      code: 5,
      err: expect.stringContaining('no connection'),
    });
  });
});
