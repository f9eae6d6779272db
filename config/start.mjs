/**
 * What `npm start` shows: the command line at work on the files of fixtures/files. Run through config/run.mjs, which builds dist.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handset-'));
const tune = readdirSync(join(root, 'fixtures/files'))
  .filter((name) => name.endsWith('.rtttl'))
  .map((name) => `fixtures/files/${name}`)
  .sort()[0];
if (tune === undefined) throw new Error('fixtures/files holds no .rtttl file');

/** Title and arguments; OUTPUT stands for what the command before printed. */
const OUTPUT = Symbol('output of the command before');
const commands = [
  ['A text message as a PDU', ['encode', 'text', 'Tickets from €5, tonight at 8', '--to', '447700900123']],
  ['The same PDU, field by field', ['inspect', '--hex', OUTPUT]],
  [
    'A ringtone for a Nokia, in as many messages as it takes',
    ['encode', 'ringtone', tune, '--make', 'Nokia', '--to', '447700900123'],
  ],
  ['These messages, joined and read back', ['inspect', '--hex', OUTPUT]],
  ['The tune as a Smart Messaging file', ['convert', tune, join(folder, 'tune.ott')]],
  ['And back to text', ['convert', join(folder, 'tune.ott'), join(folder, 'tune.rtttl')]],
];

/** An argument as a shell would take it. */
const quote = (text) => (/^[\w./:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

let output = '';
try {
  for (const [title, template] of commands) {
    const args = template.map((part) => (part === OUTPUT ? output.trim() : part));
    console.log(`\n# ${title}\n$ handset ${args.map(quote).join(' ')}`);
    const done = spawnSync(process.execPath, ['dist/cli.js', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    output = done.stdout;
    process.stdout.write(output);
    if (done.status !== 0) {
      console.error(`handset ended with ${done.status ?? done.signal}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
