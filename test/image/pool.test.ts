import { afterAll, describe, expect, it } from 'vitest';
import { errorFrom, sentError } from '../../src/bytes/sent-error.js';
import { DecodeError, EncodeError, LimitError } from '../../src/errors.js';
import { createRepurposer, encodePng, type RepurposeProgress, repurpose } from '../../src/image/index.js';
import { handset, image } from './images.js';

const worker = new URL('./source-worker.mjs', import.meta.url);
const nokia = handset('Nokia', '6230');
const files = ['photo-422.jpg', 'logo-alpha.png', 'anim-full-frames.gif', 'wide.wbmp', 'empty.gif', 'exif-orientation-6.jpg'];
const items = files.map((file) => ({ octets: image(file), profile: nokia, options: { name: file } }));
const pool = createRepurposer({ threads: 2, worker });
afterAll(() => pool.close());

/** A picture that takes a while. */
const slow = (() => {
  const samples = new Uint8Array(3000 * 3000 * 3).map((_, i) => (i * 7919) >> 7);
  return encodePng({ widthPx: 3000, heightPx: 3000, channels: 3, samples });
})();

describe.each([
  ['two threads', pool],
  ["the caller's thread", createRepurposer({ threads: 0 })],
])('%s', (_, repurposer) => {
  it('give what one picture at a time gives', async () => {
    const expected = await Promise.all(
      items.map(({ octets, options }) => repurpose(octets, nokia, options).catch((error: unknown) => error)),
    );
    const progress: RepurposeProgress[] = [];
    const outcomes = await repurposer.repurposeAll(items, { onProgress: (step) => progress.push(step) });
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.ok) expect(outcome.value).toEqual(expected[i]);
      else expect(outcome.error).toMatchObject({ name: 'DecodeError', code: 'truncated', field: 'image', offset: 0 });
    }
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, false, true]);
    expect(progress.map(({ done, total }) => [done, total])).toEqual(files.map((__, i) => [i + 1, files.length]));
    expect(progress.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { index, outcome } of progress) expect(outcome).toBe(outcomes[index]);
  });

  it('take one picture, and give errors as they are thrown', async () => {
    const { octets } = await repurposer.repurpose(image('photo-422.jpg'), nokia);
    expect(octets).toEqual((await repurpose(image('photo-422.jpg'), nokia)).octets);
    const broken = repurposer.repurpose(image('truncated.jpg'), nokia);
    await expect(broken).rejects.toThrow(DecodeError);
    await expect(repurposer.repurpose(image('bomb-pixels.png'), nokia)).rejects.toThrow(LimitError);
    await expect(repurposer.repurpose(image('photo-422.jpg'), nokia, { maxOctets: 20 })).rejects.toThrow(EncodeError);
    await expect(repurposer.repurpose('x' as never, nokia)).rejects.toThrow(TypeError);
    expect(await repurposer.repurposeAll([])).toEqual([]);
  });

  it('stop at a signal that was given before', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(repurposer.repurpose(image('photo-422.jpg'), nokia, { signal })).rejects.toThrow('enough');
    await expect(repurposer.repurposeAll(items, { signal })).rejects.toThrow('enough');
  });
});

describe('threads', () => {
  it('what is given comes back, and stays usable unless it was given away', async () => {
    const octets = image('jpeg-named.png');
    const kept = await pool.repurpose(octets, nokia);
    expect([kept.changed, kept.octets, octets.length]).toEqual([false, octets, 1335]);
    await pool.repurpose(octets, nokia, { transfer: true });
    expect(octets.length).toBe(0);
    const pooled = Buffer.concat([Buffer.from([0]), image('jpeg-named.png')]).subarray(1);
    expect((await pool.repurpose(pooled, nokia, { transfer: true })).changed).toBe(false);
    expect(pooled.length).toBe(1335);
  });

  it('a signal ends the thread at work, drops what waits, and the pool goes on', async () => {
    const controller = new AbortController();
    const works = Array.from({ length: 4 }, () => pool.repurpose(slow, nokia, { signal: controller.signal }));
    const settled = Promise.allSettled(works);
    controller.abort(new Error('stop'));
    for (const outcome of await settled) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'stop' } });
    expect((await pool.repurpose(image('wide.wbmp'), nokia)).widthPx).toBe(128);
  });

  it('a batch ends at a signal', async () => {
    const controller = new AbortController();
    const batch = pool.repurposeAll(
      Array.from({ length: 20 }, () => items[0]!),
      { signal: controller.signal, onProgress: ({ done }) => done === 3 && controller.abort(new Error('three are enough')) },
    );
    await expect(batch).rejects.toThrow('three are enough');
  });

  it('options that no thread can be sent are refused', async () => {
    await expect(pool.repurpose(image('wide.wbmp'), nokia, { name: (() => 'x') as never })).rejects.toThrow(
      /could not be cloned/,
    );
    expect((await pool.repurpose(image('wide.wbmp'), nokia)).widthPx).toBe(128);
  });

  it('a file that is no worker fails its pictures', async () => {
    const broken = createRepurposer({ threads: 1, worker: new URL('./no-such-file.mjs', import.meta.url) });
    await expect(broken.repurpose(image('wide.wbmp'), nokia)).rejects.toThrow(/no-such-file/);
    await broken.close();
  });

  it('one that ends without a word fails its picture, and the next gets another', async () => {
    const ending = createRepurposer({ threads: 1, worker: new URL('./exit-worker.mjs', import.meta.url) });
    const works = [ending.repurpose(image('wide.wbmp'), nokia), ending.repurpose(image('wide.wbmp'), nokia)];
    for (const outcome of await Promise.allSettled(works))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the thread ended with code 7' } });
    await ending.close();
  });

  it('a batch whose progress cannot be told does not go on unseen', async () => {
    const own = createRepurposer({ threads: 0 });
    const counting = Array.from({ length: 6 }, () => items[3]!);
    for (const repurposer of [pool, own]) {
      // Of its own for each: what was at work in the threads may be told while the next batch is.
      let count = 0;
      const batch = repurposer.repurposeAll(counting, {
        onProgress: () => {
          count++;
          throw new Error('no terminal');
        },
      });
      await expect(batch).rejects.toThrow('no terminal');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(count).toBeLessThanOrEqual(repurposer.threads + 1);
    }
  });

  it('a timer ends a batch in the thread of the caller, too', async () => {
    const own = createRepurposer({ threads: 0 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('time is up')), 1);
    const done: number[] = [];
    const batch = own.repurposeAll(
      Array.from({ length: 40 }, () => items[0]!),
      { signal: controller.signal, onProgress: ({ done: count }) => done.push(count) },
    );
    await expect(batch).rejects.toThrow('time is up');
    expect(done.length).toBeLessThan(40);
  });

  it('a closed pool takes no more, and lets go of what it has', async () => {
    const closing = createRepurposer({ threads: 1, worker });
    const works = Promise.allSettled([closing.repurpose(slow, nokia), closing.repurpose(slow, nokia)]);
    await closing.close();
    for (const outcome of await works)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the pool is closed' } });
    await expect(closing.repurpose(image('wide.wbmp'), nokia)).rejects.toThrow('closed');
    const own = createRepurposer({ threads: 0 });
    await own.close();
    await expect(own.repurpose(image('wide.wbmp'), nokia)).rejects.toThrow('closed');
  });
});

describe('refusals', () => {
  it.each([-1, 1.5, 65, Number.NaN])('%d threads', (threads) => {
    expect(() => createRepurposer({ threads, worker })).toThrow(RangeError);
  });

  it('without its file, says so', () => {
    expect(() => createRepurposer({ threads: 1 })).toThrow(/image-worker\.js is not there/);
  });
});

describe('errors on their way', () => {
  it.each([
    new DecodeError('truncated', 'a/b', 3, 'short'),
    new LimitError('limit-exceeded', 'x', undefined, 'much'),
    new TypeError('no'),
    new Error('oh'),
  ])('%s arrives as it was', (error) => {
    const arrived = errorFrom(structuredClone(sentError(error)));
    expect(arrived).toBeInstanceOf(error.constructor);
    expect(arrived).toEqual(error);
    expect(arrived.message).toBe(error.message);
  });

  it('what is no error arrives as one', () => expect(errorFrom(sentError('oh')).message).toBe('oh'));
});
