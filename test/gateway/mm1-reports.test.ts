/** Reports that the store does not take. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { MmsReports } from '../../src/gateway/mm1/reports.js';
import type { MmsReport } from '../../src/gateway/store/types.js';

const report = (messageId: string): MmsReport => ({
  ...{ kind: 'delivery', status: 'retrieved', at: 0 },
  copy: {
    ...{ token: 'x'.repeat(22), messageId, username: 'Shop.1', sender: '447700900001', recipient: '447700900002' },
    ...{ hostedToken: 'y'.repeat(22), wantsRead: false, expiresAt: 1 },
  },
});

/** Makes 20 reports of one claim; `fails` says which of them the store does not take. */
async function make(fails: (index: number) => boolean) {
  const faults: unknown[] = [];
  let accepts = 0;
  let claims = 0;
  let queued = 0;
  const reports = new MmsReports({
    store: {
      accept: async () => {
        if (fails(accepts++)) throw new Error('database is locked');
        return { recipients: [] };
      },
      mmsCopy: async () => undefined,
      recordMmsStatus: async () => false,
      recordMmsRead: async () => false,
      claimMmsReports: async () => (claims++ === 0 ? Array.from({ length: 20 }, (_, i) => report(`m${i}`)) : []),
      removeMmsReport: async () => {},
      nextMmsReportAt: async () => undefined,
    },
    ...{ clock: Date.now, serviceDomain: 'gw.example.net', onQueued: () => queued++, onFault: (error) => faults.push(error) },
  });
  onTestFinished(() => reports.close());
  reports.wake();
  await vi.waitFor(() => expect(claims).toBe(1));
  await vi.waitFor(() => expect(accepts === 20 || faults.length > 1).toBe(true));
  await reports.close();
  return { accepts, faults: faults.length, queued };
}

it('a store that takes nothing is asked twice, and not for each report that was claimed', async () => {
  expect(await make(() => true)).toEqual({ accepts: 2, faults: 2, queued: 0 });
  expect(await make((index) => index > 4)).toEqual({ accepts: 7, faults: 2, queued: 1 });
});

it('one report that it does not take holds no other up', async () => {
  expect(await make((index) => index === 3)).toEqual({ accepts: 20, faults: 1, queued: 1 });
});
