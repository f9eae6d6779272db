/**
 * Kannel takes our URLs, and what reaches the service centre is what we say in submit_sm ourselves.
 */
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { toKannelUrl, toSubmitSm } from '../../src/carrier/index.js';
import { type SubmitInput, submitDatagram, submitText } from '../../src/sms/index.js';
import { startKannel } from './drivers/kannel.js';
import { inTemporaryFolder } from './drivers/temporary.js';

const to = '447700900123';

/** Every kind of coding that Kannel can be asked for, with and without headers and flags. */
const messages: readonly SubmitInput[] = [
  ...submitText('Plain text with @ £ and [€]', { to }),
  ...submitText('Привет, мир 😀', { to }),
  ...submitText('flash', { to, flash: true }),
  ...submitText('вспышка', { to, flash: true }),
  ...submitText('A long text that goes in parts. '.repeat(8), { to, reference: 0x42 }),
  ...submitText('Длинный текст в нескольких частях. '.repeat(4), { to, reference: 0x43 }),
  ...submitText('With a report, a validity, a reply path and a protocol', {
    to,
    tpSrr: true,
    tpRp: true,
    tpPid: 0x41,
    tpVp: { kind: 'relative', minutes: 60 },
  }),
  ...submitDatagram({ destinationPort: 5505, data: Uint8Array.from({ length: 100 }, (_, i) => (i * 7) & 255) }, { to }),
  ...submitDatagram({ destinationPort: 5505, data: Uint8Array.from({ length: 200 }, (_, i) => 255 - i) }, { to, reference: 9 }),
  ...submitDatagram({ destinationPort: 2948, sourcePort: 9200, data: Uint8Array.of(1, 6, 0) }, { to, tpDcs: 0x04 }),
  ...[0x10, 0x11, 0x12, 0x13, 0x18, 0x19, 0x1a, 0x1b, 0xf0, 0xf1, 0xf2, 0xf3].map((tpDcs) => ({
    tpDa: to,
    tpDcs,
    text: 'class',
  })),
  ...[0x14, 0x15, 0x16, 0x17, 0xf4, 0xf5, 0xf6, 0xf7].map((tpDcs) => ({ tpDa: to, tpDcs, data: Uint8Array.of(0, 1, 255) })),
  ...[0xd8, 0xd9, 0xda, 0xdb, 0xc0, 0xc1, 0xc2, 0xc3, 0xe8, 0xe9, 0xea, 0xeb].map((tpDcs) => ({
    tpDa: to,
    tpDcs,
    text: 'waiting',
  })),
];

/** What Kannel 1.4.5 is known to say otherwise, each as the value that it gives instead. */
function asKannelSays(said: Record<string, unknown>, { tpDcs = 0, tpVp }: SubmitInput): Record<string, unknown> {
  return {
    ...said,
    // Store and forward is named, where 0 leaves it to the service centre.
    esm_class: (said.esm_class as number) | 0x03,
    // A class of GSM 7-bit and 8-bit data goes in the F group, which means the same.
    data_coding: tpDcs >= 0x10 && tpDcs <= 0x17 ? tpDcs | 0xf0 : tpDcs,
    // By its own clock; compared apart.
    ...(tpVp !== undefined && { validity_period: 'absolute' }),
  };
}

/** Seconds from now to an absolute time of SMPP in UTC. */
function secondsAhead(validity: string): number {
  const [year, month, day, hour, minute, second] = (validity.match(/\d\d/g) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return (Date.UTC(2000 + year, month - 1, day, hour, minute, second) - Date.now()) / 1000;
}

describe('Kannel', () => {
  it(`carries ${messages.length} messages to the service centre as submit_sm says them`, async () => {
    await inTemporaryFolder(async (folder) => {
      const kannel = await startKannel(folder);
      try {
        for (const [index, message] of messages.entries()) {
          const url = toKannelUrl(message, { baseUrl: kannel.baseUrl, username: 'tester', password: 'secret' });
          const answer = await fetch(url);
          expect(`${answer.status} ${await answer.text()}`).toBe('202 0: Accepted for delivery');
          await kannel.arrived(index + 1);
          const { short_message, validity_period, ...came } = kannel.received[index]!;
          const { short_message: ours, sm_length, ...said } = toSubmitSm(message);
          expect(sm_length).toBe(short_message.length);
          if (message.tpVp?.kind === 'relative')
            expect(secondsAhead(validity_period) / 60).toBeCloseTo(message.tpVp.minutes, -1);
          const validity = message.tpVp === undefined ? validity_period : 'absolute';
          const theirs = { ...came, validity_period: validity, short_message: toHex(short_message) };
          expect(theirs, `message ${index}, TP-DCS ${message.tpDcs}`).toEqual(
            asKannelSays({ ...said, short_message: toHex(ours) }, message),
          );
        }
        expect(kannel.received).toHaveLength(messages.length);
      } finally {
        await kannel.stop();
      }
    });
  }, 120_000);
});
