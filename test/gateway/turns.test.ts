/** Who is next, and who is refused: counted in places, whatever the time that a job takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PinVerifier } from '../../src/gateway/store/pins.js';
import { BusyError, type Caller, type TurnLimits, Turns } from '../../src/gateway/turns.js';

const stranger = (client: string): Caller => ({ client, isKnown: false });
const customer = (client: string): Caller => ({ client, isKnown: true });

/** Turns whose jobs end one by one, in the order in which they began. */
function counted(limits: TurnLimits) {
  const turns = new Turns(limits);
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    turns,
    began,
    refused,
    ask(caller: Caller, name = caller.client) {
      const job = () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      };
      turns.run(caller, job).catch((error: unknown) => {
        expect(error).toBeInstanceOf(BusyError);
        refused.push(name);
      });
    },
    async end(count = 1) {
      for (let i = 0; i < count; i++) {
        ends.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe('turns', () => {
  it('so many at once, then one for each that ends', async () => {
    const { ask, end, began } = counted({ atOnce: 2, waiting: 9, waitingEach: 9 });
    for (const name of ['a', 'b', 'c', 'd']) ask(stranger('x'), name);
    await end(0);
    expect(began).toEqual(['a', 'b']);
    await end();
    expect(began).toEqual(['a', 'b', 'c']);
    await end(3);
    expect(began).toEqual(['a', 'b', 'c', 'd']);
    ask(stranger('x'), 'e');
    ask(stranger('x'), 'f');
    ask(stranger('x'), 'g');
    expect(began.slice(4)).toEqual(['e', 'f']);
  });

  it('each client in turn, however much another has waiting', async () => {
    const { ask, end, began } = counted({ atOnce: 1, waiting: 99, waitingEach: 99 });
    for (let i = 0; i < 50; i++) ask(stranger('flood'));
    for (const client of ['a', 'b', 'b']) ask(stranger(client));
    await end(6);
    expect(began).toEqual(['flood', 'flood', 'a', 'b', 'flood', 'b', 'flood']);
  });

  it('whoever is known goes first, and waits for none but the known', async () => {
    const { ask, end, began, refused } = counted({ atOnce: 1, waiting: 3, waitingEach: 3 });
    for (const client of ['a', 'b', 'c', 'd', 'e']) ask(stranger(client));
    ask(customer('z'));
    await end(2);
    expect(began).toEqual(['a', 'z', 'b']);
    expect(refused).toEqual(['e']);
  });

  it('whoever is last waits for everybody else, and is never refused', async () => {
    const { ask, end, began, refused } = counted({ atOnce: 1, waiting: 2, waitingEach: 2 });
    ask(stranger('a'));
    for (let i = 0; i < 5; i++) ask({ client: 'own', isKnown: false, isLast: true });
    for (const client of ['b', 'c']) ask(stranger(client));
    ask(customer('z'));
    await end(8);
    expect(began).toEqual(['a', 'z', 'b', 'c', 'own', 'own', 'own', 'own', 'own']);
    expect(refused).toEqual([]);
  });

  it('a full line has a place for a client that has less than another', async () => {
    const { ask, end, began, refused } = counted({ atOnce: 1, waiting: 4, waitingEach: 4 });
    for (let i = 0; i <= 4; i++) ask(stranger('flood'), `flood ${i}`);
    ask(stranger('flood'), 'flood 5');
    ask(stranger('a'), 'a 0');
    ask(stranger('a'), 'a 1');
    ask(stranger('a'), 'a 2');
    await end(9);
    expect(refused).toEqual(['flood 5', 'flood 4', 'flood 3', 'a 2']);
    expect(began).toEqual(['flood 0', 'flood 1', 'a 0', 'flood 2', 'a 1']);
  });

  it('who is not welcome any more when it is his turn is refused, and the next one has it', async () => {
    const { ask, end, began, refused } = counted({ atOnce: 1, waiting: 9, waitingEach: 9 });
    let isWelcome = true;
    ask(stranger('a'));
    ask({ client: 'b', isKnown: false, isWelcome: () => isWelcome });
    ask(stranger('c'));
    isWelcome = false;
    await end(2);
    expect([began, refused]).toEqual([['a', 'c'], ['b']]);
  });

  it('a job that fails gives its place back', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1, waitingEach: 1 });
    const failing = turns.run(stranger('a'), () => Promise.reject(new Error('no')));
    const next = turns.run(stranger('b'), async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
    expect(turns.waiting).toBe(0);
  });

  it('never more at once and waiting than the limits say, and everybody gets an answer', async () => {
    const clients = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        clients,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 8 }),
        async (all, atOnce, waiting) => {
          const turns = new Turns({ atOnce, waiting, waitingEach: waiting });
          let running = 0;
          const job = async () => {
            expect(++running).toBeLessThanOrEqual(atOnce);
            await new Promise((resolve) => setImmediate(resolve));
            running--;
          };
          const outcomes = all.map(([client, isKnown]) => turns.run({ client, isKnown }, job));
          expect(turns.waiting).toBeLessThanOrEqual(2 * waiting);
          const settled = await Promise.allSettled(outcomes);
          const refused = settled.filter(({ status }) => status === 'rejected').length;
          expect(refused).toBeLessThanOrEqual(Math.max(0, all.length - atOnce - Math.min(waiting, all.length)));
          expect([running, turns.waiting]).toEqual([0, 0]);
        },
      ),
    );
  });
});

describe('checks of PINs', () => {
  it('200 wrong ones from one address: the right one of another is the next but those that are being made', async () => {
    const made: string[] = [];
    const ends: (() => void)[] = [];
    let isHeld = false;
    const derive = (pin: string, _salt: Buffer, _cost: number, _size: number, _parallel: number, octets: number) => {
      made.push(pin);
      const key = Buffer.alloc(octets, pin);
      return isHeld ? new Promise<Buffer>((resolve) => ends.push(() => resolve(key))) : Promise.resolve(key);
    };
    const pins = new PinVerifier({ derive, turns: { atOnce: 2, waiting: 128, waitingEach: 64 } });
    const hash = await pins.hash('right');
    made.length = 0;
    isHeld = true;
    const wrong = Array.from({ length: 200 }, (_, i) =>
      pins.verify('a', `wrong${i}`, hash, stranger('192.0.2.1')).catch((error: unknown) => error),
    );
    const right = pins.verify('b', 'right', hash, stranger('192.0.2.2'));
    const end = async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (let i = 0; i < 4; i++) await end();
    expect(made.indexOf('right')).toBeLessThanOrEqual(3);
    expect(await right).toBe(true);
    while (ends.length > 0) await end();
    const outcomes = await Promise.all(wrong);
    // Two at once, 64 in the line; the others hear at once that they have to come again.
    expect(outcomes.filter((each) => each === false)).toHaveLength(66);
    expect(outcomes.filter((each) => each instanceof BusyError)).toHaveLength(134);
    await pins.close();
  });

  it('a new hash for a customer waits for its turn, one of the operator does not', async () => {
    const ends: (() => void)[] = [];
    const derive = () => new Promise<Buffer>((resolve) => ends.push(() => resolve(Buffer.alloc(32))));
    const pins = new PinVerifier({ derive, turns: { atOnce: 1, waiting: 1, waitingEach: 1 } });
    const first = pins.hash('1', customer('a'));
    const second = pins.hash('2', customer('a'));
    await expect(pins.hash('3', customer('a'))).rejects.toBeInstanceOf(BusyError);
    const own = pins.hash('4');
    expect(ends).toHaveLength(2);
    for (let i = 0; i < 3; i++) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all([first, second, own])).toHaveLength(3);
  });
});
