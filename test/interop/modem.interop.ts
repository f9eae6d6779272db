/**
 * gammu on a scripted modem: that a program of others takes it for one shows that the tests of src/modem speak with something like a modem.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSubmits } from '../../src/message/index.js';
import { decodeSubmit, encodeDeliver, submitText } from '../../src/sms/index.js';
import { run } from './drivers/run.js';
import { type Line, withLine } from './drivers/scripted-line.js';
import { inTemporaryFolder } from './drivers/temporary.js';

const FROM = '+447700900123';
const TO = '+447700900999';
const AT = { at: new Date('2026-11-26T12:00:00Z'), offsetMinutes: 0 };
const MAKES = ['generic', 'huawei', 'simcom', 'quectel', 'ublox'] as const;
const LONG = 'Meeting at 5. '.repeat(20);

/** What gammu prints, on a modem. */
async function gammu({ device }: Line, ...args: readonly string[]): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    const config = join(folder, 'gammurc');
    await writeFile(config, `[gammu]\ndevice = ${device}\nconnection = at115200\n`);
    return (await run('gammu', ['-c', config, ...args])).stdout;
  });
}

// Concurrently, as gammu waits for most of the time.
describe.concurrent('gammu', () => {
  it.each(MAKES)('reads, sends and deletes on %s', async (make) => {
    await withLine({ make }, async (line) => {
      const { modem } = line;
      modem.store(encodeDeliver({ tpOa: FROM, tpScts: AT, text: 'How are you? {€}' }));
      for (const { udh, text } of submitText(LONG, { to: TO }))
        modem.store(encodeDeliver({ tpOa: FROM, tpScts: AT, udh, text }));
      const list = await gammu(line, 'getallsms');
      expect(list).toContain('How are you? {€}');
      expect(list.match(new RegExp(`Remote number +: "\\${FROM}"`, 'g'))).toHaveLength(3);
      expect(list).toContain('3 SMS parts');

      await gammu(line, 'sendsms', 'TEXT', TO, '-text', 'On my way');
      await gammu(line, 'sendsms', 'TEXT', TO, '-len', '400', '-text', LONG);
      const sent = modem.sent.map((tpdu) => decodeSubmit(tpdu));
      expect(sent.map(({ tpDa }) => 'digits' in tpDa && `+${tpDa.digits}`)).toEqual([TO, TO, TO]);
      expect(readSubmits(sent.slice(0, 1))).toEqual({ kind: 'text', text: 'On my way' });
      expect(readSubmits(sent.slice(1))).toEqual({ kind: 'text', text: LONG });

      const stored = () => modem.stored('SM').size + modem.stored('ME').size;
      const [, first = ''] = /Location (\d+)/.exec(list) ?? [];
      expect(stored()).toBe(3);
      await gammu(line, 'deletesms', '0', first);
      expect(stored()).toBe(2);
    });
  });

  it('asks what the modem is, and a service', async () => {
    await withLine(
      { make: 'simcom', onService: (text) => (text === '*100#' ? '0,"Balance: 3.50",15' : undefined) },
      async (line) => {
        expect(await gammu(line, 'identify')).toContain('SIMCOM_SIM800L');
        expect(await gammu(line, 'getussd', '*100#')).toContain('Service reply        : "Balance: 3.50"');
      },
    );
  });
});
