/** What readZip does when the inflater behind it misbehaves, which the checks in front of it leave no archive for. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { readZip } from '../../src/mms/zip.js';

type Listener = (argument?: unknown) => void;

let misbehave: (listeners: Record<string, Listener>, paused: () => boolean) => void;

vi.mock('jszip', () => ({
  default: {
    loadAsync: async () => ({
      file: () => ({
        internalStream: () => {
          const listeners: Record<string, Listener> = {};
          let isPaused = false;
          const stream = {
            on: (event: string, listener: Listener) => {
              listeners[event] = listener;
              return stream;
            },
            pause: () => {
              isPaused = true;
              return stream;
            },
            resume: () => {
              setImmediate(() => misbehave(listeners, () => isPaused));
              return stream;
            },
          };
          return stream;
        },
      }),
    }),
  },
}));

const archive = new Uint8Array(readFileSync(new URL('../../fixtures/zip/own-smil.zip', import.meta.url)));
const field = 'ZIP/entry "show.smil"/data';

describe('an inflater', () => {
  it('that gives more than was measured is stopped', async () => {
    let wasPaused = false;
    misbehave = ({ data, end }, paused) => {
      data?.(new Uint8Array(100_000));
      wasPaused = paused();
      end?.();
    };
    await expect(readZip(archive)).rejects.toMatchObject({
      code: 'bad-value',
      field,
      message: expect.stringContaining('more than 371 octets'),
    });
    expect(wasPaused).toBe(true);
  });

  it('that fails says why', async () => {
    const cause = new Error('no');
    misbehave = ({ error }) => error?.(cause);
    await expect(readZip(archive)).rejects.toMatchObject({
      code: 'bad-value',
      field,
      cause,
      message: expect.stringContaining('cannot be inflated: no'),
    });
  });

  it('that gives other octets is found out by their sum', async () => {
    misbehave = ({ data, end }) => {
      data?.(new Uint8Array(200));
      end?.();
    };
    await expect(readZip(archive)).rejects.toMatchObject({ code: 'bad-value', field: 'ZIP/entry "show.smil"/CRC-32' });
  });
});
