import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFileType, listExtensions } from '../../src/show/files.js';
import { damaged } from '../support/hostile.js';
import { image } from '../support/png-files.js';
import { costly } from '../support/runs.js';
import { handset, shared, temp, write } from './support.js';

/** Extensions of files that are written. */
const extensionsOf = (kind: string) => listExtensions('isWritten').filter((one) => findFileType(one)?.kind === kind);

/** A sound file of every kind that is read. */
async function sound(): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [readFileSync(image('palette-trns.png')), readFileSync(shared('invitation.txt'))];
  const network = ['--mcc', '234', '--mnc', '10'];
  for (const extension of extensionsOf('picture')) {
    await handset(['convert', shared('heart.rows'), temp(`sound${extension}`), ...network]);
    files.push(readFileSync(temp(`sound${extension}`)));
  }
  for (const extension of extensionsOf('tune')) {
    await handset(['convert', shared('doorbell.emy'), temp(`sound${extension}`)]);
    files.push(readFileSync(temp(`sound${extension}`)));
  }
  for (const name of ['new-mail.si', 'menu.sl', 'mueller.vcf', 'meeting.ics']) {
    files.push(readFileSync(shared(name)));
    const command = { '.si': 'si', '.sl': 'sl', '.vcf': 'vcard' }[name.slice(name.indexOf('.'))] ?? 'vcal';
    files.push(new TextEncoder().encode((await handset(['encode', command, shared(name), '--to', '447700900123'])).out));
    if (command === 'vcard' || command === 'vcal') continue;
    await handset(['convert', shared(name), temp('sound.wbxml')]);
    files.push(readFileSync(temp('sound.wbxml')));
  }
  for (const make of ['Nokia', 'EMS']) {
    const args = ['encode', 'picture-message', shared('heart.rows'), '--text', 'x', '--make', make, '--to', '447700900123'];
    files.push(new TextEncoder().encode((await handset(args)).out));
  }
  files.push(...(await messages()));
  return files;
}

/** A small message, the archive of its parts, and a notification. */
async function messages(): Promise<Uint8Array[]> {
  const parts = [write('a.txt', 'Hello'), shared('mueller.vcf'), image('palette-trns.png')];
  await handset(['compose', ...parts, '-o', temp('sound.mms'), '--subject', 'Hi', '--smil', 'add']);
  await handset(['convert', temp('sound.mms'), temp('sound.zip')]);
  const args = ['encode', 'mms-notification', temp('sound.mms'), '--url', 'http://a.com/', '--to', '447700900123'];
  const notification = new TextEncoder().encode((await handset(args)).out);
  return [readFileSync(temp('sound.mms')), readFileSync(temp('sound.zip')), notification];
}

const CONTROLS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

describe('whatever comes in', () => {
  it('is shown or refused with one line, and nothing of it speaks to the terminal', async () => {
    const files = await sound();
    const octets = fc.oneof(
      { weight: 4, arbitrary: damaged(fc.constantFrom(...files)) },
      { weight: 2, arbitrary: damaged(damaged(fc.constantFrom(...files))) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }) },
    );
    const extension = fc.option(fc.constantFrom(...listExtensions()), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(octets, extension, fc.boolean(), async (stdin, as, lenient) => {
        const args = ['preview', '-', ...(as === undefined ? [] : ['--as', as]), ...(lenient ? ['--lenient'] : [])];
        const { code, out, err } = await handset(args, { stdin });
        expect([0, 1, 2]).toContain(code);
        expect(out).not.toMatch(CONTROLS);
        expect(err).not.toMatch(CONTROLS);
        if (code !== 0) expect(err.trimEnd().split('\n').at(-1)).toMatch(/^handset: /);
      }),
    );
  });

  it('a message is drawn, unpacked or refused', async () => {
    const octets = damaged(fc.constantFrom(...(await messages())));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(octets, async (stdin) => {
        run++;
        for (const args of [
          ['preview', '-', '--png', temp(`drawn-${run}.png`), '--as', 'mms', '--lenient'],
          ['convert', '-', temp(`unpacked-${run}/`), '--as', 'mms', '--lenient'],
        ]) {
          const { code, err } = await handset(args, { stdin });
          expect([0, 1, 2]).toContain(code);
          expect(err).not.toMatch(CONTROLS);
        }
      }),
      costly(150),
    );
  });
});
