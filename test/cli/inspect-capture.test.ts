/** Captures on the command line: shown, larger than other inputs, and written of messages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeCapture, encodeCapture, encodeMessageCapture, findMessages } from '../../src/capture/index.js';
import { encodeSubmit, submitText } from '../../src/sms/index.js';
import { handset, temp, write } from './support.js';

const submits = submitText('A text that goes in two messages, since it is long. '.repeat(4), { to: '447700900123' });
const messages = submits.map((submit) => ({ format: 'tpdu-mo' as const, octets: encodeSubmit(submit) }));
const found = (path: string) => findMessages(decodeCapture(readFileSync(path))).messages.length;

describe('captures', () => {
  it('are shown, and their parts joined', async () => {
    const { code, out } = await handset(['inspect', write('sms.pcapng', encodeMessageCapture(messages))]);
    expect(code).toBe(0);
    expect(out).toMatch(/^0-\d+ +capture \(pcapng of \d+ packets, 2 messages\)\n/);
    expect(out).toContain('joined from 2 parts = "A text that goes in two messages');
  });

  it('may be larger than other inputs', async () => {
    const { packets } = decodeCapture(encodeMessageCapture(messages));
    const noise = Array.from({ length: 900 }, () => ({ linkType: 101, octets: new Uint8Array(1500).fill(0x45) }));
    const path = write('large.pcapng', encodeCapture({ format: 'pcapng', packets: [...noise, ...packets] }));
    const { code, out } = await handset(['inspect', path, '--depth', '0']);
    expect([code, out]).toEqual([0, expect.stringContaining('2 messages; skipped: 900 ')]);
  });

  it('are written of PDUs, of logs and of other captures', async () => {
    const [first] = messages as [(typeof messages)[0]];
    const hex = Buffer.from(first.octets).toString('hex');
    expect(await handset(['inspect', hex, '--capture', temp('one.pcapng')])).toMatchObject({
      code: 0,
      err: expect.stringContaining('one.pcapng: 1 message\n'),
    });
    await handset(['inspect', 'fixtures/logs/smstools.log', '--capture', temp('log.pcap')]);
    await handset(['inspect', temp('one.pcapng'), temp('log.pcap'), '--capture', temp('all.pcapng')]);
    expect(['one.pcapng', 'log.pcap', 'all.pcapng'].map((name) => found(temp(name)))).toEqual([1, 3, 4]);
  });

  it('are not written of anything else', async () => {
    expect(await handset(['inspect', write('a.txt', 'hello'), '--capture', temp('none.pcapng')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds no TPDU'),
    });
  });
});
