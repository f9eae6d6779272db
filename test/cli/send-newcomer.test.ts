/** `handset send` and `account` in careless hands: what echoes the PIN, looks like success, or leaves somebody without a hint. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledProgram } from '../support/bundled.js';
import { ACCOUNT, asAccount, gateway, parameters } from './send-gateway.js';
import { write } from './support.js';

const TEXT = 'Meet me at ten';
const TO = ['--to', '447700900123'];
const TWO = ['--to', '447700900123,447700900124'];
const DRY = ['--dry-run', '--server', 'https://sms.example.com'];
const PIN = ACCOUNT.HANDSET_PIN;

const MAIN = await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url));

describe('G-CLI-05: a gateway that repeats the PIN', () => {
  const ECHO = `PIN%20${PIN}%20of%20Ann`;
  it.each<[string, string[], string]>([
    ['in a refusal', TO, `MessageIdentifier=-1&Report=76&Text=${ECHO}&Units=0`],
    ['in one of several results', TWO, `MessageIdentifier=A1,-1&Report=-2,76&Text=ok,${ECHO}&Units=1,0`],
    ['of one that was accepted', TO, `MessageIdentifier=A1&Report=-2&Text=${ECHO}&Units=1`],
    ['with percent escapes of its letters', TO, 'Report=76&Text=PIN%20%30%30%34%32%73ecret%20of%20Ann'],
    ['in a line', TO, `76 - PIN ${PIN} of Ann`],
  ])('%s', async (_, to, answer) => {
    const peer = await gateway(answer);
    for (const json of [[], ['--json']]) {
      const { code, out, err } = await asAccount(['send', 'text', TEXT, ...to, '--server', peer.url, ...json]);
      expect([0, 4]).toContain(code);
      expect(out + err).not.toContain('secret');
      if (json.length > 0 || code === 4) expect(out).toContain('PIN *** of Ann');
    }
  });

  it('in the results of a split send that failed later', async () => {
    const list = Array.from({ length: 351 }, (_, i) => String(447700900000 + i)).join('\n');
    const one = Array.from({ length: 350 }, () => '-2').join(',');
    const peer = await gateway(`Report=${one}&Text=${one.replaceAll('-2', `PIN%20${PIN}`)}`, '');
    const args = ['send', 'text', TEXT, '--to-file', write('many.txt', list), '--split', '--json', '--server', peer.url];
    const { code, out } = await asAccount(args);
    const { results, unknown } = JSON.parse(out);
    expect([code, results.length, results[349].text, unknown]).toEqual([6, 350, 'PIN ***', 1]);
    expect(out).not.toContain(PIN);
  });

  it('in words about an account', async () => {
    const peer = await gateway(`Report=13&Text=${ECHO}`);
    for (const json of [[], ['--json']]) {
      const { code, out, err } = await asAccount(['account', 'delete-child', 'Bob', '--server', peer.url, ...json]);
      expect([code, out + err]).toEqual([4, expect.not.stringContaining(PIN)]);
    }
  });
});

describe('G-CLI-05: what is taken for an option or a command', () => {
  it.each([
    ['an option that the PIN is glued to', ['send', 'text', TEXT, ...TO, `-p${PIN}`]],
    ['the same with a sign between', ['send', 'text', TEXT, ...TO, `--pin=${PIN}`]],
    ['one of digits', ['send', 'text', TEXT, ...TO, '--0042secret']],
    ['a text of one word with a hyphen', ['send', 'text', '-Secret', ...TO]],
    ['a PIN in place of a command', ['send', PIN]],
    ['one that begins with a letter', ['account', 'a0042secret']],
    ['a text in place of a command', ['send', 'Secret', ...TO]],
  ])('%s is not shown', async (_, args) => {
    const { code, out, err } = await asAccount(args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('put -- before')]);
    expect(err).not.toMatch(/secret/i);
  });

  it.each([
    ["unknown option '--dely'", ['send', 'text', TEXT, ...TO, '--dely', '5']],
    ["unknown option '-p'", ['send', 'text', TEXT, ...TO, '-p', PIN]],
    ["unknown command 'txt'", ['send', 'txt', TEXT]],
  ])('%s is', async (message, args) => {
    const { code, err } = await asAccount(args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toMatch(/secret|Meet/);
  });

  it.each([
    ['the user name', { HANDSET_USERNAME: 'no such secret' }],
    ['the PIN', { HANDSET_PIN: 'no such secret' }],
  ])('%s that is none is named, not shown', async (what, env) => {
    const { code, err } = await asAccount(['account', 'credit', ...DRY], { env });
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^handset: ${what}: is not 1 to 20 `))]);
    expect(err).not.toContain('secret');
  });
});

describe('numbers', () => {
  it.each([
    [['--to', '447700900123,07700900124'], '--to: number 2 begins with 0, which no country code does'],
    [[...TO, '--to', '000441234567'], '--to: number 2 begins with 0'],
    [
      ['--to-file', write('national.txt', '# mine\r\n447700900123\r\n07700900124\r\n')],
      'national.txt, line 3: a number begins with 0',
    ],
  ])('%j: a warning', async (to, message) => {
    const { code, err } = await asAccount(['send', 'text', TEXT, ...to, ...DRY, '--strict']);
    expect([code, err]).toEqual([3, expect.stringContaining(message)]);
    expect(err).not.toContain('900124');
  });

  it('copies, too; 00 in front of a country code is none', async () => {
    const mms = ['send', 'mms', '--library-number', '80001', '--to', '00447700900123', ...DRY, '--cc'];
    expect((await asAccount([...mms, '07700900124'])).err).toBe(
      'warning: --cc: number 1 begins with 0, which no country code does\n',
    );
    expect((await asAccount([...mms, '+447700900124'])).err).toBe('');
  });
});

describe('times', () => {
  it.each(['2099-12-24T18:00:00', '2099-12-24T18:00:00Z'])('G-SMS-08: %s is UTC', async (time) => {
    const { sent } = await parameters(['send', 'text', TEXT, ...TO, '--at', time]);
    expect(sent).toContainEqual(['SendTimeAbsolute', '2099-12-24T18:00:00']);
  });

  it.each(['2099-12-24T18:00:00+01:00', '2099-12-24 18:00', '2099-02-30T00:00:00Z', 'tomorrow'])('%s is none', async (time) => {
    const { code, err } = await asAccount(['send', 'text', TEXT, ...TO, '--at', time, ...DRY]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^handset: --at: takes a time in UTC such as /)]);
  });
});

describe('what else there is to say', () => {
  it.each([
    ['an empty one', '', 'the answer is empty'],
    ['a page', '<html><h1>It works</h1></html>', 'the answer is neither a line nor tags'],
  ])('6: an answer that tells nothing says that the request was sent: %s', async (_, answer, message) => {
    const peer = await gateway(answer);
    const { code, err } = await asAccount(['send', 'text', TEXT, ...TO, '--server', peer.url]);
    expect([code, err]).toEqual([6, `handset: ${message}; the request was sent, and is not sent again\n`]);
  });

  it('more results than recipients: whose they are is unknown', async () => {
    const peer = await gateway('MessageIdentifier=A1,A2,A3&Report=-2,-2,-2&Text=,,&Units=1,1,1');
    const { code, out, err } = await asAccount(['send', 'text', TEXT, ...TWO, '--server', peer.url]);
    const first = out.split('\n').map((line) => line.split(' ')[0]);
    expect([code, first, err]).toEqual([
      0,
      ['recipient', 'unknown', 'unknown', 'unknown', ''],
      'warning: the answer: 3 results for 2 recipients\n',
    ]);
  });

  it('an account without originators: no line', async () => {
    const peer = await gateway('PermittedReplyTo=');
    expect(await asAccount(['account', 'reply-to', '--server', peer.url])).toEqual({ code: 0, out: '', err: '' });
  });

  it.each(['06050415', 'zz', '0'])('a header that is none is named: %s', async (udh) => {
    for (const command of ['send', 'encode']) {
      const at = command === 'send' ? DRY : [];
      const { code, err } = await asAccount([command, 'pdu', '--udh', udh, '--data', '00', ...TO, ...at]);
      expect([code, err]).toEqual([1, expect.stringMatching(/^handset: --udh at \d+: /)]);
    }
  });

  it('G-CLI-04: user data of more than one message', async () => {
    const pdu = (octets: number) => {
      return asAccount(['send', 'pdu', '--udh', '06050415810000', '--data', '00'.repeat(octets), ...TO, ...DRY]);
    };
    expect((await pdu(133)).code).toBe(0);
    const { code, err } = await pdu(134);
    const message = 'handset: --data: 141 octets with the header, a message has at most 140 [too-long]\n';
    expect([code, err]).toEqual([1, message]);
  });

  it.each([['send'], ['send', 'text'], ['send', 'mms'], ['account'], ['account', 'transfer']])(
    '%s %s: help tells environment, exit codes and examples',
    async (...command) => {
      const { code, out } = await asAccount([...command, '--help']);
      expect(code).toBe(0);
      for (const word of ['HANDSET_PIN', 'no option for a PIN', 'do not repeat it', 'Examples:']) expect(out).toContain(word);
      // Nothing is wider than a terminal, whatever the width of the one that the tests run in.
      const added = out.slice(out.indexOf('Environment:')).split('\n');
      expect(Math.max(...added.map((line) => line.length))).toBeLessThanOrEqual(90);
    },
  );
});

describe('the process', () => {
  const start = (url: string, stdout: 'pipe' | number = 'pipe') =>
    spawn(process.execPath, [MAIN, 'send', 'text', TEXT, ...TO, '--server', url], {
      env: { ...process.env, ...ACCOUNT },
      stdio: ['ignore', stdout, 'pipe'],
    });

  it.runIf(process.platform !== 'win32')('Ctrl-C while the answer is awaited is no success', { timeout: 30_000 }, async () => {
    let child: ReturnType<typeof start> | undefined;
    const peer = await gateway(() => child?.kill('SIGINT'));
    child = start(peer.url);
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
    expect(peer.asked.length).toBe(1);
  });

  it.runIf(process.platform !== 'win32')('a reader that closes early hides no refusal', { timeout: 30_000 }, async () => {
    const peer = await gateway((response) => {
      child.stdout?.destroy();
      setTimeout(() => response.end('171 - Invalid Login'), 100);
    });
    const child = start(peer.url);
    expect(await once(child, 'exit')).toEqual([4, null]);
  });

  it.runIf(existsSync('/dev/full'))(
    'results that cannot be written: it was sent, and that is said',
    { timeout: 30_000 },
    async () => {
      const peer = await gateway('MessageIdentifier=A1&Report=-2&Text=&Units=1');
      const full = openSync('/dev/full', 'w');
      const child = start(peer.url, full);
      let err = '';
      child.stderr?.on('data', (chunk) => {
        err += chunk;
      });
      expect(await once(child, 'close')).toEqual([2, null]);
      closeSync(full);
      expect(err).toBe('handset: done, but standard output cannot be written: the disk is full\n');
    },
  );
});
