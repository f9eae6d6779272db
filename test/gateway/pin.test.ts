import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

const scrypts = vi.hoisted(() => ({ count: 0 }));

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const scrypt = (...given: Parameters<typeof crypto.scrypt>) => {
    scrypts.count++;
    crypto.scrypt(...given);
  };
  return { ...crypto, scrypt };
});

const { PinVerifier } = await import('../../src/gateway/store/pins.js');
const { Store, readProvisioning } = await import('../../src/gateway/index.js');

beforeEach(() => {
  scrypts.count = 0;
});

/** A verifier with a clock of its own and scrypt at its cheapest. */
function verifier(most?: number) {
  const time = { now: 0 };
  return {
    time,
    pins: new PinVerifier({ cost: 1, keepMs: 60_000, now: () => time.now, ...(most === undefined ? {} : { most }) }),
  };
}

describe('G-AUTH-01, G-AUTH-05: PINs as texts', () => {
  it('the right PIN is right, others are wrong', async () => {
    const { pins } = verifier();
    const hash = await pins.hash('0123456');
    expect(await pins.verify('a', '0123456', hash)).toBe(true);
    for (const pin of ['123456', '0123457', '', '0123456 ', '00123456', 'O123456']) {
      expect(await pins.verify('a', pin, hash), pin).toBe(false);
    }
  });

  it('G-AUTH-02: case counts', async () => {
    const { pins } = verifier();
    const hash = await pins.hash('aBcD');
    expect(await pins.verify('a', 'aBcD', hash)).toBe(true);
    expect(await pins.verify('a', 'abcd', hash)).toBe(false);
  });

  it('what is longer than a PIN is wrong even when it begins with the right one', async () => {
    const { pins } = verifier();
    const pin = '12345678901234567890';
    const hash = await pins.hash(pin);
    expect(await pins.verify('a', pin, hash)).toBe(true);
    expect(await pins.verify('a', `${pin}1`, hash)).toBe(false);
    expect(await pins.verify('a', pin + 'x'.repeat(100_000), hash)).toBe(false);
  });

  it('hashes are salted and show no PIN', async () => {
    const { pins } = verifier();
    const hashes = [await pins.hash('5551234'), await pins.hash('5551234')];
    expect(hashes[0]).not.toBe(hashes[1]);
    for (const hash of hashes) {
      expect(hash).toMatch(/^scrypt\$1\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
      expect(hash).not.toContain('5551234');
    }
  });

  it('hashes of another cost are read', async () => {
    const hash = await new PinVerifier({ cost: 3 }).hash('777');
    expect(await verifier().pins.verify('a', '777', hash)).toBe(true);
  });

  it('a damaged hash is an error, not a wrong PIN', async () => {
    await expect(verifier().pins.verify('a', '1', 'md5$xyz')).rejects.toThrow('damaged');
  });
});

describe('G-AUTH-04: what a check costs', () => {
  it('a wrong user costs what a wrong PIN costs', async () => {
    const { pins } = verifier();
    const hash = await pins.hash('1');
    scrypts.count = 0;
    expect(await pins.verify('a', '2', hash)).toBe(false);
    expect(scrypts.count).toBe(1);
    expect(await pins.verify('nobody', '2', undefined)).toBe(false);
    expect(scrypts.count).toBe(2);
    expect(await pins.verify('nobody', '2', undefined)).toBe(false);
    expect(scrypts.count).toBe(3);
  });

  it('a right PIN is remembered for a minute after its last use, a wrong one never', async () => {
    const { pins, time } = verifier();
    const hash = await pins.hash('1');
    scrypts.count = 0;
    for (let i = 0; i < 5; i++) expect(await pins.verify('a', '1', hash)).toBe(true);
    expect(scrypts.count).toBe(1);
    for (const now of [59_999, 119_998]) {
      time.now = now;
      expect(await pins.verify('a', '1', hash)).toBe(true);
      expect(scrypts.count).toBe(1);
    }
    time.now = 179_998;
    expect(await pins.verify('a', '1', hash)).toBe(true);
    expect(scrypts.count).toBe(2);
    await pins.verify('a', '2', hash);
    await pins.verify('a', '2', hash);
    expect(scrypts.count).toBe(4);
  });

  it('a new hash ends what is remembered', async () => {
    const { pins } = verifier();
    expect(await pins.verify('a', '1', await pins.hash('1'))).toBe(true);
    expect(await pins.verify('a', '1', await pins.hash('2'))).toBe(false);
  });

  it('equal checks at one time share one scrypt; others do not', async () => {
    const { pins } = verifier();
    const hash = await pins.hash('1');
    scrypts.count = 0;
    const equal = await Promise.all(Array.from({ length: 50 }, () => pins.verify('a', '1', hash)));
    expect(new Set(equal)).toEqual(new Set([true]));
    expect(scrypts.count).toBe(1);
    const mixed = await Promise.all([pins.verify('b', '1', hash), pins.verify('b', '3', hash)]);
    expect(mixed).toEqual([true, false]);
    expect(scrypts.count).toBe(3);
  });

  it('names and PINs do not run into each other', async () => {
    const { pins } = verifier();
    const hash = await pins.hash('bc');
    expect(await pins.verify('a', 'bc', hash)).toBe(true);
    expect(await pins.verify('ab', 'c', hash)).toBe(false);
  });

  it('no more are remembered than allowed: the oldest goes', async () => {
    const { pins } = verifier(2);
    const hash = await pins.hash('1');
    for (const user of ['a', 'b', 'c']) await pins.verify(user, '1', hash);
    scrypts.count = 0;
    await pins.verify('b', '1', hash);
    await pins.verify('c', '1', hash);
    expect(scrypts.count).toBe(0);
    await pins.verify('a', '1', hash);
    expect(scrypts.count).toBe(1);
  });
});

it('G-AUTH-04: a disabled account costs what a wrong PIN costs, be the PIN right, wrong or remembered', async () => {
  const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  onTestFinished(() => store.close());
  const accounts = [{ username: 'Shop.1', pin: '0123456', credit: '1.0000' }];
  await store.provision(readProvisioning(JSON.stringify({ accounts })));
  expect(await store.verify('Shop.1', '0123456')).toBeDefined();
  const costs = async (pin: string) => {
    scrypts.count = 0;
    const found = await store.verify('Shop.1', pin);
    return [found?.username, scrypts.count];
  };
  expect(await costs('0123456')).toEqual(['Shop.1', 0]);
  await store.changeAccount('Shop.1', { disabled: true }, 'test');
  for (const pin of ['0123456', '9999999', '0123456', '9999999', '0123456'])
    expect(await costs(pin), pin).toEqual([undefined, 1]);
  await store.changeAccount('Shop.1', { disabled: false }, 'test');
  expect((await costs('0123456'))[0]).toBe('Shop.1');
});

it('at the end what is being checked is waited for, and no PIN is remembered', async () => {
  const { pins } = verifier();
  const hash = await pins.hash('0123456');
  let isChecked = false;
  const checking = pins.verify('a', '0123456', hash).then(() => {
    isChecked = true;
  });
  await pins.close();
  await checking;
  expect([isChecked, scrypts.count]).toEqual([true, 2]);
  await pins.verify('a', '0123456', hash);
  expect(scrypts.count).toBe(3);
});
