import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../src/gateway/addresses.js';
import { BodyBudget, readRequest } from '../../src/gateway/http/bodies.js';
import { RateLimiter } from '../../src/gateway/operations/rates.js';
import { costly } from '../support/runs.js';

describe('rates', () => {
  it('so many at once, then as many as the rate has', () => {
    let now = 0;
    const limiter = new RateLimiter({ perSecond: 10, burst: 3 }, () => now);
    const admitted = (count: number) => Array.from({ length: count }, () => limiter.admit('a')).filter(Boolean).length;
    expect(admitted(10)).toBe(3);
    expect(limiter.admit('b')).toBe(true);
    now = 99;
    expect(admitted(1)).toBe(0);
    now = 100;
    expect(admitted(2)).toBe(1);
    now = 10_000;
    expect(admitted(10)).toBe(3);
  });

  it('never more than the burst and what the rate gives over time, and never nothing for long', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(500), { maxLength: 200 }),
        (perSecond, burst, steps) => {
          let now = 0;
          const limiter = new RateLimiter({ perSecond, burst }, () => now);
          let count = 0;
          for (const step of steps) {
            now += step;
            if (limiter.admit('a')) count++;
          }
          expect(count).toBeLessThanOrEqual(burst + (now * perSecond) / 1_000 + 1e-6);
          now += 1_001 / perSecond + 1;
          expect(limiter.admit('a')).toBe(true);
        },
      ),
    );
  });

  it('forgets those who asked longest ago, and takes no senseless rate', () => {
    const limiter = new RateLimiter({ perSecond: 0.001 }, () => 0);
    expect([limiter.admit('first'), limiter.admit('first')]).toEqual([true, false]);
    for (let i = 0; i < 10_000; i++) limiter.admit(String(i));
    expect(limiter.admit('first')).toBe(true);
    for (const perSecond of [0, -1, Number.NaN]) expect(() => new RateLimiter({ perSecond })).toThrow(RangeError);
    expect(() => new RateLimiter({ perSecond: 1, burst: 0 })).toThrow(RangeError);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
  ])('%s counts as %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });
});

describe('bodies', () => {
  const request = (body: Uint8Array<ArrayBuffer> | ReadableStream | undefined, headers: Record<string, string> = {}) =>
    new Request('http://x/', { method: 'POST', headers, ...(body !== undefined && { body, duplex: 'half' }) } as RequestInit);

  const inPieces = (octets: Uint8Array, sizes: readonly number[]) =>
    new ReadableStream({
      start(controller) {
        let at = 0;
        for (const size of sizes) {
          controller.enqueue(octets.slice(at, at + size));
          at += size;
        }
        if (at < octets.length) controller.enqueue(octets.slice(at));
        controller.close();
      },
    });

  it('are what was sent, in whatever pieces, and leave no budget taken', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60_000, size: 'max' }),
        fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 5 }),
        async (octets, sizes) => {
          const budget = new BodyBudget(1_000_000);
          const body = await readRequest(request(inPieces(octets, sizes)), { octets: 60_000, budget });
          if (typeof body === 'string') throw new Error(body);
          expect(Buffer.from(body.octets).equals(octets)).toBe(true);
          expect(budget.held).toBe(Math.max(0, octets.length - 16_384));
          body.release();
          body.release();
          expect(budget.held).toBe(0);
        },
      ),
      costly(50),
    );
  });

  it.each([[[]], [[1]], [[65_536]], [[65_537, 2_000_000]], [[1_048_576, 1_048_576]], [[9, 1_048_567, 1, 3_000_000]]])(
    'that are large are in a buffer of their own: pieces of %j',
    async (sizes) => {
      for (const length of [65_537, 1_048_576, 2_097_152, 3_500_001]) {
        const octets = Uint8Array.from({ length }, (_, index) => index % 251);
        const budget = new BodyBudget(4_000_000);
        const pieces = inPieces(octets, sizes);
        const body = await readRequest(request(pieces), { octets: 3_500_001, budget });
        if (typeof body === 'string') throw new Error(body);
        const given = structuredClone(body.octets, { transfer: [body.octets.buffer as ArrayBuffer] });
        expect(Buffer.from(given).equals(octets), `${length}`).toBe(true);
        expect(body.octets.length).toBe(0);
        body.release();
        expect(budget.held).toBe(0);
      }
    },
  );

  it('too long, declared too long, and over the budget', async () => {
    const budget = new BodyBudget(10_000);
    const limits = { octets: 50_000, budget };
    const octets = new Uint8Array(50_001);
    expect(await readRequest(request(inPieces(octets, [1, 30_000])), limits)).toBe('no-room');
    expect(await readRequest(request(inPieces(octets, [50_001])), limits)).toBe('too-large');
    expect(await readRequest(request(new Uint8Array(3), { 'Content-Length': '50001' }), limits)).toBe('too-large');
    expect(budget.held).toBe(0);
    expect(await readRequest(request(undefined), limits)).toMatchObject({ octets: new Uint8Array(0) });
  });
});

describe('the room that bodies share', () => {
  const body = (client: string | undefined, refused: string[] = []) => {
    const name = `${client}`;
    return { client, octets: 0, isWhole: false, onRefused: () => refused.push(name) };
  };

  it('one client has an eighth of it, or one body of any size', () => {
    const budget = new BodyBudget(800);
    const [large, small, third] = [body('a'), body('a'), body('a')];
    expect(budget.take(large, 700)).toBe(true);
    expect(budget.take(small, 1)).toBe(false);
    budget.release(large);
    expect([budget.take(small, 50), budget.take(third, 50), budget.take(third, 1)]).toEqual([true, true, false]);
    budget.release(third);
    expect(budget.take(small, 600)).toBe(true);
    expect(budget.held).toBe(650);
  });

  it('when it is spent, who has the most loses its largest body that is still coming, to whoever has less then', () => {
    const refused: string[] = [];
    const budget = new BodyBudget(800);
    const [most, whole, more, newcomer] = ['a', 'b', 'c', 'd'].map((client) => body(client, refused));
    if (!most || !whole || !more || !newcomer) throw new Error();
    for (const [one, octets] of [
      [most, 300],
      [whole, 310],
      [more, 190],
    ] as const)
      expect(budget.take(one, octets)).toBe(true);
    whole.isWhole = true;
    expect(budget.take(newcomer, 300), 'as much as the largest').toBe(false);
    expect(budget.take(newcomer, 299)).toBe(true);
    expect([refused, most.octets, budget.held]).toEqual([['a'], 0, 799]);
    expect(budget.take(more, 110), 'it would have the most').toBe(false);
    expect(refused).toEqual(['a']);
  });

  it('a request of this process has no share to keep, and loses nothing', () => {
    const budget = new BodyBudget(800);
    const refused: string[] = [];
    const [inside, second] = [body(undefined, refused), body(undefined, refused)];
    expect([budget.take(inside, 500), budget.take(second, 300)]).toEqual([true, true]);
    expect(budget.take(body('a'), 1)).toBe(false);
    budget.release(inside);
    budget.release(second);
    expect([budget.held, refused]).toEqual([0, []]);
  });

  it('what is held is what bodies have, whatever comes and goes', () => {
    const step = fc.record({ of: fc.nat(11), octets: fc.nat(400), isEnd: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const budget = new BodyBudget(1_000);
        const bodies = Array.from({ length: 12 }, (_, i) => body(i === 0 ? undefined : `${i % 4}`));
        for (const { of, octets, isEnd } of steps) {
          const one = bodies[of] as ReturnType<typeof body>;
          if (isEnd) budget.release(one);
          else budget.take(one, octets);
          expect(budget.held).toBe(bodies.reduce((sum, each) => sum + each.octets, 0));
          expect(budget.held).toBeLessThanOrEqual(1_000);
        }
      }),
    );
  });
});
