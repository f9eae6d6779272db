/**
 * What `npm start` shows: the command line at work on the files of fixtures/files, then the gateway. Run through config/run.mjs, which builds dist.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showGateway } from './start-gateway.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handset-'));
const tune = 'fixtures/files/fur-elise.rtttl';
const text = 'fixtures/files/invitation.txt';
const logo = 'fixtures/files/zum-loewen.rows';
const picture = 'fixtures/files/sailing.rows';
const archive = 'fixtures/zip/manifest.zip';

/** Title and arguments; OUTPUT stands for what the last `encode` printed. */
const OUTPUT = Symbol('output of the last encode');
const commands = [
  ['A text of 204 characters, two of which GSM 7-bit lacks: what does it cost?', ['segment', text]],
  [
    'With look-alikes for the two it takes half the messages',
    ['encode', 'text', text, '--transliterate', '--to', '447700900123'],
  ],
  ['The messages field by field, and joined again at the end', ['inspect', '--depth', '3', '--hex', OUTPUT]],
  [
    'A ringtone for a Nokia, in as many messages as it takes',
    ['encode', 'ringtone', tune, '--make', 'Nokia', '--to', '447700900123'],
  ],
  ['These messages, joined and read down to the notes', ['inspect', '--depth', '4', '--hex', OUTPUT]],
  ['The same for a modem', ['encode', 'ringtone', tune, '--make', 'Nokia', '--to', '447700900123', '--format', 'at']],
  ['The tune as a MIDI file', ['convert', tune, join(folder, 'tune.mid')]],
  ['And back to text', ['convert', join(folder, 'tune.mid'), join(folder, 'tune.rtttl')]],
  ['It is in order', ['lint', join(folder, 'tune.rtttl')]],
  [
    'A drawing as an operator logo',
    `encode operator-logo ${logo} --make Nokia --mcc 234 --mnc 10 --to 447700900123`.split(' '),
  ],
  ['What the handset shows in place of the name of its network', ['preview', '--hex', OUTPUT]],
  [
    'A picture with a text for another make: EMS, in columns that the handset joins',
    `encode picture-message ${picture} --text Ahoi! --make Ericsson --to 447700900123`.split(' '),
  ],
  ['The messages read back', ['preview', '--hex', OUTPUT]],
  [
    'A ZIP with a picture, a text, a sound and a manifest as a multimedia message',
    `compose ${archive} --subject Ahoi! --date 2026-11-21T18:30:00Z -o ${join(folder, 'show.mms')}`.split(' '),
  ],
  ['Its slides', ['preview', join(folder, 'show.mms')]],
];

/** An argument as a shell would take it. */
const quote = (text) => (/^[\w./:=+!-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

let output = '';
try {
  for (const [title, template] of commands) {
    const args = template.flatMap((part) => (part === OUTPUT ? output.trim().split('\n') : part));
    console.log(`\n# ${title}\n$ handset ${args.map(quote).join(' ')}`);
    const done = spawnSync(process.execPath, ['dist/cli.cjs', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (args[0] === 'encode') output = done.stdout;
    process.stdout.write(done.stdout.replaceAll('\x1a', '^Z'));
    if (done.status !== 0) {
      console.error(`handset ended with ${done.status ?? done.signal}`);
      process.exitCode = 1;
    }
  }
  if (!(await showGateway(folder))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
