/** `handset send` against a gateway on loopback: what is sent, what is shown, and how it ends. */
import { chmodSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { ACCOUNT, asAccount, closedPort, closingServer, gateway } from './send-gateway.js';
import { handset, write } from './support.js';

const TO = ['--to', '447700900123'];
const TWO = ['--to', '447700900123,447700900124'];
const TEXT = 'Meet at nine';
const QUEUED = 'MessageIdentifier=ABCDEFGHIJK0001&Report=-2&Text=Accepted%20by%20Example%3A%20queued&Units=1';
const MIXED =
  'MessageIdentifier=ABCDEFGHIJK0001,-1&Report=-2,11&Text=Accepted%20by%20Example%3A%20queued,No%20number&Units=1,0';
/** Digits of the recipients and the text: no message to people may hold any of them. */
const PRIVATE = /44770090012|Meet|0042secret/;

const send = (url: string, ...args: string[]) => asAccount(['send', 'text', TEXT, '--server', url, ...args]);

describe('what is sent', () => {
  it('is what --dry-run shows, but for the PIN', async () => {
    const peer = await gateway(QUEUED);
    const args = [...TO, '--reply-to', '447700900999'];
    const { out: shown } = await send(peer.url, ...args, '--dry-run');
    expect(peer.asked).toEqual([]);
    await send(peer.url, ...args);
    const [{ method, url, headers, body } = { method: '', url: '', headers: [], body: '' }, ...others] = peer.asked;
    expect(others).toEqual([]);
    expect(body).toContain('&PIN=0042secret&');
    const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []));
    const [first, ...rest] = shown.split('\n');
    expect(first).toBe(`${method} ${peer.url}${url}`);
    expect(rest.slice(0, rest.indexOf('')).sort()).toEqual(pairs.sort());
    expect(rest.slice(rest.indexOf(''))).toEqual(['', body.replace('0042secret', '******'), '']);
  });

  it('G-GEN-01, 02: a POST of a form, with Host, Content-Length, Content-Type and Connection: close', async () => {
    const peer = await gateway(QUEUED);
    await send(peer.url, ...TO);
    const [asked] = peer.asked;
    expect([asked?.method, asked?.url]).toEqual(['POST', '/webservices/http/sendsms']);
    expect(asked?.headers.map((value) => value.toLowerCase())).toEqual(
      expect.arrayContaining(['host', 'content-length', 'application/x-www-form-urlencoded; charset=utf-8', 'close']),
    );
    expect(asked?.body).toBe(
      'Username=ANOther.12345&PIN=0042secret&SendTo=447700900123&ResponseFormat=3&Message=Meet%20at%20nine',
    );
  });
});

describe('results', () => {
  it('a table, a line for each recipient', async () => {
    const peer = await gateway('MessageIdentifier=ABCDEFGHIJK0001,ABCDEFGHIJK0002&Report=-2,99&Text=a,b&Units=1,2');
    const { code, out, err } = await send(peer.url, ...TWO);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'recipient     outcome   report  meaning              identifier       units',
      '447700900123  accepted  -2      accepted and queued  ABCDEFGHIJK0001  1',
      '447700900124  accepted  99      b                    ABCDEFGHIJK0002  2',
      '',
    ]);
  });

  it('JSON', async () => {
    const peer = await gateway(MIXED);
    const { code, out } = await send(peer.url, ...TWO, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      4,
      {
        outcome: 'refused',
        results: [
          {
            recipient: '447700900123',
            accepted: true,
            report: -2,
            meaning: 'accepted and queued',
            text: 'Accepted by Example: queued',
            messageIdentifier: 'ABCDEFGHIJK0001',
            units: 1,
          },
          {
            recipient: '447700900124',
            accepted: false,
            report: 11,
            meaning: 'bad recipient number',
            text: 'No number',
            messageIdentifier: '-1',
            units: 0,
          },
        ],
        attempts: [{ server: 'primary', origin: peer.url, phase: 'exchange', reason: 'answered' }],
        warnings: [],
      },
    ]);
  });

  it('G-LIB-02: the number under which the gateway keeps a file', async () => {
    const peer = await gateway('MessageIdentifier=ABCDEFGHIJK0001&Report=-2&Text=ok&Units=1&LibraryNumber=80123');
    const file = write('game.jar', 'PK');
    const { out } = await asAccount(['send', 'wap-push', file, ...TO, '--server', peer.url]);
    expect(out).toMatch(/library\n447700900123 .* 80123\n$/);
    expect(peer.asked[0]?.body).toContain('&WAPPushFileName1=game.jar&WAPPushFileData1=504B');
  });

  it.each([
    ['0', '158 - Message Sent OK\r\n', 'all        accepted  158     success, in a line'],
    ['1', QUEUED, 'all        accepted  -2      accepted and queued  ABCDEFGHIJK0001  1'],
  ])('G-RES-01, 02: --response-format %s has one result for all', async (format, answer, line) => {
    const peer = await gateway(answer);
    const { code, out } = await send(peer.url, ...TWO, '--response-format', format);
    expect(peer.asked[0]?.body).toContain(`&ResponseFormat=${format}&`);
    expect([code, out.split('\n')[1]]).toEqual([0, line]);
  });

  it('of an address book there are more than were named', async () => {
    const peer = await gateway('MessageIdentifier=A00000000000001,A00000000000002&Report=-2,-2&Text=,&Units=1,1');
    const { code, out } = await send(peer.url, ...TO, '--address-book', 'Friends');
    expect([code, out.split('\n').map((line) => line.slice(0, 12).trim())]).toEqual([
      0,
      ['recipient', '447700900123', 'another', ''],
    ]);
  });

  it('what the gateway says does not speak to the terminal', async () => {
    const peer = await gateway('MessageIdentifier=A00000000000001&Report=98&Text=%1B%5B2Jx%0Ay&Units=0');
    const { code, out } = await send(peer.url, ...TO);
    expect([code, out]).toEqual([4, expect.stringContaining('\\u001b[2Jx\\ny')]);
  });
});

describe('exit code 4: the gateway refused', () => {
  it('some recipients', async () => {
    const peer = await gateway(MIXED);
    const { code, out, err } = await send(peer.url, ...TWO);
    expect([code, err]).toEqual([4, 'handset: refused for 1 of 2 recipients: report 11 (bad recipient number)\n']);
    expect(out).toMatch(/447700900124 {2}refused {3}11 /);
  });

  it.each([
    ['G-RES-10: a login error as a line', '171 - Invalid Login', '171 (invalid login, in a line)'],
    ['G-RES-11: a login error', 'MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0', '2 (invalid login)'],
    ['G-ERR-04: an unknown code', 'MessageIdentifier=-1&Report=77&Text=&Units=0', '77'],
    ['no credit left', 'MessageIdentifier=-1&Report=15&Text=&Units=0', '15 (out of credit)'],
  ])('%s', async (_, answer, report) => {
    const peer = await gateway(answer);
    const { code, err } = await send(peer.url, ...TO);
    expect([code, err]).toEqual([4, `handset: the gateway refused: report ${report}\n`]);
    // G-CLI-02: no second try.
    expect(peer.asked.length).toBe(1);
  });

  it('a login error of several recipients is one of all', async () => {
    const peer = await gateway('MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0');
    const { code, out, err } = await send(peer.url, ...TWO);
    expect([code, out.split('\n')[1], err]).toEqual([
      4,
      'all        refused  2       invalid login  0',
      'handset: the gateway refused: report 2 (invalid login)\n',
    ]);
  });
});

describe('exit code 5: no connection', () => {
  it('to the only server', async () => {
    const url = await closedPort();
    const { code, out, err } = await send(url, ...TO);
    expect([code, out]).toEqual([5, '']);
    expect(err).toBe(`handset: no connection, nothing was sent: primary ${url} (connect: refused)\n`);
  });

  it('to either server', async () => {
    const [one, two] = [await closedPort(), await closedPort()];
    const { code, out, err } = await send(one, '--secondary', two, ...TO, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      5,
      {
        outcome: 'unreachable',
        results: [],
        attempts: [
          { server: 'primary', origin: one, phase: 'connect', reason: 'refused' },
          { server: 'secondary', origin: two, phase: 'connect', reason: 'refused' },
        ],
        warnings: [],
      },
    ]);
    expect(err).toMatch(/^no connection to .*: http:.* is asked\nhandset: no connection, nothing was sent: /);
  });

  it('G-CLI-01: to the primary alone is noted, and the secondary sends', async () => {
    const [closed, peer] = [await closedPort(), await gateway(QUEUED)];
    const { code, out, err } = await send(closed, '--secondary', peer.url, ...TO);
    expect([code, out.split('\n').length, err]).toEqual([0, 3, `no connection to ${closed} (refused): ${peer.url} is asked\n`]);
    expect(peer.asked.length).toBe(1);
  });
});

describe('exit code 6: nobody knows', () => {
  it('a connection that is closed without an answer; the secondary is not asked', async () => {
    const [closing, peer] = [await closingServer(), await gateway(QUEUED)];
    const { code, out, err } = await send(closing, '--secondary', peer.url, ...TO);
    expect([code, out]).toEqual([6, '']);
    expect(err).toMatch(/^handset: sent, but no answer came; it may have been carried out and is not sent again: /);
    expect(peer.asked).toEqual([]);
  });

  it('--timeout', async () => {
    const peer = await gateway(() => {});
    const { code, out, err } = await send(peer.url, ...TO, '--timeout', '0.2', '--json');
    expect([code, JSON.parse(out)]).toEqual([6, expect.objectContaining({ outcome: 'unknown', results: [] })]);
    expect(err).toContain('timeout');
  });

  it.each([
    ['an empty answer', ''],
    ['no answer of this protocol', '<html><body>It works!</body></html>'],
  ])('%s', async (_, answer) => {
    const peer = await gateway(answer);
    const { code, err } = await send(peer.url, ...TO);
    expect([code, err]).toEqual([6, expect.stringMatching(/^handset: .+\n$/)]);
  });

  it('a redirect, which is not followed', async () => {
    const other = await gateway(QUEUED);
    const peer = await gateway((response) => response.writeHead(302, { Location: `${other.url}/` }).end());
    const { code, err } = await send(peer.url, ...TO);
    expect([code, err]).toEqual([6, expect.stringContaining('302')]);
    expect(other.asked).toEqual([]);
  });
});

describe('whatever comes back', () => {
  it('is shown or called unreadable, never speaks to the terminal, and tells no secrets', async () => {
    let answer = '';
    const peer = await gateway((response) => response.end(Buffer.from(answer, 'latin1')));
    const whole = [QUEUED, MIXED, '158 - Message Sent OK', '171 - Invalid Login', 'Report=0', '<p>404</p>', TEXT, '0042secret'];
    const octets = damaged(fc.constantFrom(...whole.map((text) => Buffer.from(text, 'latin1'))));
    const answers = fc.oneof(octets, fc.uint8Array({ maxLength: 60 }));
    await fc.assert(
      fc.asyncProperty(answers, fc.constantFrom('0', '1', '3'), fc.boolean(), async (body, format, isJson) => {
        answer = Buffer.from(body).toString('latin1');
        const { code, out, err } = await send(peer.url, ...TWO, '--response-format', format, ...(isJson ? ['--json'] : []));
        expect([0, 4, 6]).toContain(code);
        expect(out + err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
        expect(err).not.toMatch(PRIVATE);
        expect(out).not.toContain(ACCOUNT.HANDSET_PIN);
        if (isJson) expect(['accepted', 'refused', 'unknown']).toContain(JSON.parse(out).outcome);
        else expect(out === '').toBe(code === 6);
      }),
      costly(150),
    );
  });
});

describe('--split', () => {
  const numbers = Array.from({ length: 700 }, (_, i) => String(447_700_800_000 + i));
  const list = write('many.txt', numbers.join('\n'));
  const answerFor = (count: number) =>
    `MessageIdentifier=${Array(count).fill('ABCDEFGHIJK0001').join(',')}&Report=${Array(count).fill('-2').join(',')}` +
    `&Text=${Array(count).fill('').join(',')}&Units=${Array(count).fill('1').join(',')}`;

  it('G-CLI-08: two requests, one list of results', async () => {
    const peer = await gateway(answerFor(350));
    const { code, out, err } = await send(peer.url, '--to-file', list, '--split');
    expect([code, err, peer.asked.length]).toEqual([0, '', 2]);
    expect(
      out
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.slice(0, 12)),
    ).toEqual(numbers);
  });

  it('shows how many were answered, up to the first note or result', async () => {
    const shown: string[] = [];
    const progress = (line: string) => shown.push(line);
    const peer = await gateway(answerFor(350));
    const args = ['send', 'text', 'x', '--server', peer.url];
    expect((await asAccount([...args, '--to-file', list, '--split'], { progress })).code).toBe(0);
    expect([shown[0], shown.at(-1)]).toEqual(['0 of 2 requests answered', '']);
    const gone = await gateway((response) => response.destroy());
    shown.length = 0;
    await asAccount(['send', 'text', 'x', '--server', gone.url, '--to-file', list, '--split'], { progress });
    expect(shown).toEqual(['0 of 2 requests answered', '']);
    shown.length = 0;
    await asAccount([...args, '--to', numbers.slice(0, 350).join()], { progress });
    expect(shown).toEqual([]);
  });

  it('without it one request, and a warning', async () => {
    const peer = await gateway(answerFor(700));
    const { code, err } = await send(peer.url, '--to-file', list);
    expect([code, peer.asked.length, err]).toEqual([0, 1, expect.stringMatching(/^warning: --to: 700 recipients/)]);
  });

  it('--dry-run shows both', async () => {
    const { out } = await send('https://sms.example.com', '--to-file', list, '--split', '--dry-run');
    expect(out.match(/^POST /gm)?.length).toBe(2);
    const { out: json } = await send('https://sms.example.com', '--to-file', list, '--split', '--dry-run', '--json');
    expect(JSON.parse(json).requests.length).toBe(2);
    const file = write('x.gif', 'GIF89a');
    const args = ['send', 'wap-push', file, '--to-file', list, '--split', '--dry-run', '--server', 'https://a.example'];
    expect((await asAccount(args)).err).toBe(
      'only the first request has the file: the others name it by the number that the answer gives\n',
    );
  });

  it('when the second request gets no answer, what the first one got is shown', async () => {
    const peer = await gateway(answerFor(350), (response) => response.destroy());
    const { code, out, err } = await send(peer.url, '--to-file', list, '--split');
    expect([code, out.trimEnd().split('\n').length]).toEqual([6, 351]);
    expect(err).toMatch(/350 results came before that, 0 recipients were not tried\n$/);
    const again = await gateway(answerFor(350), (response) => response.destroy());
    const { out: json } = await send(again.url, '--to-file', list, '--split', '--json');
    const { results, unknown, notTried } = JSON.parse(json);
    expect([results.length, results[349].recipient, unknown, notTried]).toEqual([350, numbers[349], 350, 0]);
  });
});

describe('the account', () => {
  const bare = (args: string[], env: Record<string, string> = {}) => handset(['send', 'text', TEXT, ...TO, ...args], { env });
  const dry = async (args: string[], env: Record<string, string> = {}) => {
    const { code, out, err } = await bare([...args, '--dry-run', '--json'], env);
    if (code !== 0) return err;
    const { secondary, requests } = JSON.parse(out);
    return [new URL(requests[0].url).origin, secondary, requests[0].parameters[0].value];
  };
  const secret = (name: string, settings: object, mode = 0o600) => {
    const path = write(name, JSON.stringify(settings));
    chmodSync(path, mode);
    return path;
  };

  it('from the environment', async () => {
    const env = { ...ACCOUNT, HANDSET_SERVER: 'https://one.example', HANDSET_SECONDARY: 'https://two.example' };
    expect(await dry([], env)).toEqual(['https://one.example', 'https://two.example', 'ANOther.12345']);
    expect(await dry(['--secondary', 'https://three.example'], env)).toEqual([
      'https://one.example',
      'https://three.example',
      'ANOther.12345',
    ]);
  });

  it('from a file, by option and by environment', async () => {
    const settings = { server: 'https://one.example', secondary: 'https://two.example', username: 'Ann', pin: '0000' };
    const file = secret('account.json', settings);
    expect(await dry(['--config', file])).toEqual(['https://one.example', 'https://two.example', 'Ann']);
    expect(await dry([], { HANDSET_CONFIG: file })).toEqual(['https://one.example', 'https://two.example', 'Ann']);
  });

  it('a second server and a PIN never go with what counts more than they do', async () => {
    const file = secret('own.json', {
      server: 'https://a.example',
      secondary: 'https://b.example',
      username: 'Ann',
      pin: '0000',
    });
    expect(await dry(['--config', file, '--server', 'https://c.example'])).toEqual(['https://c.example', undefined, 'Ann']);
    const { code, err } = await bare(['--config', file], { HANDSET_USERNAME: 'Bob' });
    expect([code, err]).toEqual([2, expect.stringContaining('no PIN for this user name')]);
    const peer = await gateway(QUEUED);
    const nameless = secret('name.json', { server: peer.url, username: 'Ann' });
    expect((await bare(['--config', nameless], { HANDSET_PIN: '1234' })).code).toBe(0);
    expect(peer.asked[0]?.body).toMatch(/^Username=Ann&PIN=1234&/);
  });

  it('a dry run does without a PIN, and says so', async () => {
    const { code, out, err } = await bare(['--server', 'https://a.example', '--dry-run'], { HANDSET_USERNAME: 'Ann' });
    expect([code, err]).toEqual([0, 'no PIN is set: Content-Length counts 6 octets for it\n']);
    const [, length] = /Content-Length: (\d+)/.exec(out) as RegExpExecArray;
    expect(out.split('\n\n')[1]?.length).toBe(Number(length) + 1);
  });

  it.each([
    ['no server', [], {}, 'no server is named: set HANDSET_SERVER'],
    ['no server of a dry run either', ['--dry-run'], ACCOUNT, 'no server is named: set HANDSET_SERVER'],
    ['no user name', ['--server', 'https://a.example'], {}, 'no user name: set HANDSET_USERNAME'],
    ['no PIN', ['--server', 'https://a.example'], { HANDSET_USERNAME: 'Ann' }, 'no PIN for this user name: set HANDSET_PIN'],
    ['a server that is none', ['--server', 'a.example'], ACCOUNT, '--server takes a URL such as https://'],
    ['a server with a query', [], { ...ACCOUNT, HANDSET_SERVER: 'https://a.example/?x' }, 'HANDSET_SERVER takes a URL'],
    ['a second server that is none', [], { ...ACCOUNT, HANDSET_SECONDARY: 'ftp://a.example' }, 'HANDSET_SECONDARY takes a URL'],
    ['a server with a password', ['--secondary', 'https://a:0042secret@b.example'], ACCOUNT, '--secondary takes a URL without'],
    ['a file that is not there', ['--config', '/nowhere/x.json'], {}, 'cannot read /nowhere/x.json: there is no such file'],
    ['a time of none', ['--timeout', '0'], ACCOUNT, '--timeout takes seconds'],
  ] as [string, string[], Record<string, string>, string][])('refuses %s', async (_, args, env, message) => {
    const { code, out, err } = await bare(args, env);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(err).not.toMatch(PRIVATE);
  });

  it.each([
    ['no JSON', '{"pin": 0042secret}', 'is no JSON object of server, secondary, username, pin'],
    ['another value', '"0042secret"', 'is no JSON object of'],
    ['a PIN without quotes', '{"pin": 42}', '"pin" is no text: a PIN stands in quotes'],
    ['another key', '{"0042secret": "x"}', 'it takes server, secondary, username, pin and nothing else'],
    ['a server that is none', '{"server": "0042secret"}', '"server" takes a URL'],
    ['octets', Uint8Array.of(0xff), 'is no JSON object of'],
  ])('refuses a file of %s, and shows nothing of it', async (_, content, message) => {
    const { code, err } = await bare(['--config', write('bad.json', content)]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`bad.json${message.startsWith('"') || message.startsWith('it') ? ': ' : ' '}${message}`),
    ]);
    expect(err).not.toMatch(/0042/);
  });

  it.runIf(process.platform !== 'win32')('warns of a file with a PIN that others can read', async () => {
    const settings = { server: 'https://a.example', username: 'Ann', pin: '0042' };
    const { code, err } = await bare(['--config', secret('open.json', settings, 0o644), '--dry-run']);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^warning: .*open\.json holds a PIN, and others can read it: chmod 600/),
    ]);
    expect((await bare(['--config', secret('shut.json', settings, 0o600), '--dry-run'])).err).toBe('');
    const { pin: _, ...harmless } = settings;
    expect((await bare(['--config', secret('free.json', harmless, 0o644), '--dry-run'])).err).not.toContain('warning');
  });

  it('G-CLI-03: says that http shows the PIN, but for this machine', async () => {
    const { err } = await send('http://a.example', ...TO, '--dry-run');
    expect(err).toBe('http shows the PIN to everybody on the way to a.example\n');
    for (const url of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:8080', 'https://a.example']) {
      expect((await send(url, ...TO, '--dry-run')).err).toBe('');
    }
  });

  it('is never an argument', async () => {
    const { code, err } = await send('https://a.example', ...TO, '--pin', '1234');
    expect([code, err]).toEqual([2, expect.stringContaining("unknown option '--pin'")]);
  });
});

describe('what is wrong with a command', () => {
  const SERVER = ['--server', 'https://sms.example.com', '--dry-run'];
  it.each([
    ['nobody to send it to', ['text', TEXT], 2, 'give --to, --to-file or --address-book'],
    ['two times', ['text', TEXT, ...TO, '--delay', '5', '--at', '2026-12-01T08:00:00Z'], 2, 'either --delay or --at'],
    ['a delay of 0', ['text', TEXT, ...TO, '--delay', '0'], 2, '--delay takes a number from 1 to 10080'],
    ['a delay of more than a week', ['text', TEXT, ...TO, '--delay', '10081'], 2, '--delay takes a number from 1 to 10080'],
    ['another service', ['text', TEXT, ...TO, '--service', 'Slow'], 2, '--service is one of Default, Premier, Economy'],
    ['another form of answer', ['text', TEXT, ...TO, '--response-format', '2'], 2, '--response-format is 0, 1 or 3'],
    ['an empty text', ['text', '', ...TO], 1, 'TEXT: '],
    ['a file name without a file', ['text', 'Meet.txt', ...TO], 2, 'TEXT names a file that does not exist'],
    ['standard input for two things', ['text', ...TO, '--to-file', '-'], 2, 'standard input is asked for twice'],
    ['an address book without a name', ['text', TEXT, '--address-book', '::x'], 1, '--address-book: '],
    ['a make that is none', ['ringtone', 'x:d=4:c', ...TO, '--make', 'Nokla'], 2, '--make Nokla is unknown, allowed: Alcatel'],
    [
      'a file and a number',
      ['picture', 'x.png', '--library-number', '20001', '--make', 'Nokia', ...TO],
      2,
      'either a file or --library-number',
    ],
    [
      'a number of four digits',
      ['picture', '--library-number', '2000', '--make', 'Nokia', ...TO],
      2,
      '--library-number takes a number from 10000',
    ],
    ['a number of another kind', ['picture', '--library-number', '10000', '--make', 'Nokia', ...TO], 1, '--library-number: '],
    ['a group graphic for another make', ['group-graphic', '--library-number', '10000', '--make', 'EMS', ...TO], 1, '--make: '],
    ['a logo without its network', ['logo', '--library-number', '10000', '--make', 'Nokia', ...TO], 1, '--mcc: '],
    ['a push without a name', ['wap-push', ...TO], 2, 'a file of standard input has no name: --name gives one'],
    ['a subject of 51 characters', ['mms', '--library-number', '80001', '--subject', 'x'.repeat(51), ...TO], 1, '--subject: '],
    [
      'a text of 25 Cyrillic characters',
      ['wap-push', '--library-number', '80001', '--text', 'Ж'.repeat(25), ...TO],
      1,
      '--text: ',
    ],
    [
      'slides of another kind',
      ['mms', '--library-number', '80001', '--add-smil', 'maybe', ...TO],
      2,
      '--add-smil is auto, add, none',
    ],
    ['copies to nobody', ['mms', '--library-number', '80001', '--cc', 'me', ...TO], 1, '--cc: takes numbers of 7 to 15 digits'],
    ['text and data', ['pdu', TEXT, '--data', '00', ...TO], 2, 'give TEXT or --data, not both'],
    ['a header that is longer than it says', ['pdu', '--data', '00', '--udh', '0000', ...TO], 2, '--udh is longer'],
    ['more information than one item', ['si', '--href', 'http://a', '--info', 'a=1', '--info', 'b=2', ...TO], 1, '--info: '],
    ['an indication of nothing', ['si', '--text', TEXT, ...TO], 1, '--href: '],
  ] as [string, string[], number, string][])('%s', async (_, args, exit, message) => {
    const { code, out, err } = await asAccount(['send', ...args, ...SERVER]);
    expect([code, out, err]).toEqual([exit, '', expect.stringContaining(message)]);
    expect(err).not.toMatch(PRIVATE);
  });

  it('G-CLI-05: a number that is none is told by its place', async () => {
    const { err } = await asAccount(['send', 'text', TEXT, '--to', '447700900123,4477009x0123', ...SERVER]);
    expect(err).toMatch(/^handset: --to: takes numbers of .*; number 2 is none \[bad-value\]\n$/);
    const list = write('bad.txt', '447700900123\n\n12345 # short\n');
    const { code, err: inFile } = await asAccount(['send', 'text', TEXT, '--to-file', list, ...SERVER]);
    expect([code, inFile]).toEqual([1, expect.stringContaining('bad.txt, line 3: holds something else than numbers')]);
    expect(err + inFile).not.toMatch(/0123|12345 /);
  });

  it('a text that begins with a hyphen is not shown, and goes behind --', async () => {
    const { code, err } = await asAccount(['send', 'text', '-5% for all', ...TO, ...SERVER]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^error: unknown option; put -- before arguments that begin with a hyphen\n/),
    ]);
    expect(err).not.toContain('5%');
    const { out } = await asAccount(['send', 'text', ...TO, ...SERVER, '--', '-5% for all']);
    expect(out).toContain('&Message=-5%25%20for%20all');
    expect((await asAccount(['send', 'text', TEXT, '--dely', '5'])).err).toContain("unknown option '--dely'");
    expect((await asAccount(['send', TEXT, ...TO])).err).not.toContain(TEXT);
  });

  it('a PIN that the interface does not know', async () => {
    const { code, err } = await asAccount(['send', 'text', TEXT, ...TO, ...SERVER], { env: { HANDSET_PIN: 'not-so secret' } });
    expect([code, err]).toEqual([1, expect.stringMatching(/PIN: /)]);
    expect(err).not.toContain('secret');
  });
});
