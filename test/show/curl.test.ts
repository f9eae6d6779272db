import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { curlCommand, type Parameter, shellQuote } from '../../src/show/carrier.js';
import { tempFolder } from '../support/cleanup.js';
import { curlCallsOf, pairsOf, requestOfCall } from '../support/curl-commands.js';
import { costly } from '../support/runs.js';

const URL_OF_GATEWAY = 'http://127.0.0.1:8080/webservices/http/sendsms';

let folder = '';
beforeAll(() => {
  folder = tempFolder('curl');
});

const CREDENTIALS: Parameter[] = [
  ['Username', 'in no command'],
  ['PIN', 'in no command'],
];

/** Texts that mean something to a shell, to curl or to a form. */
const HOSTILE = [
  "it's",
  "'",
  "'\\''",
  '"double" \\"',
  '$(touch owned) `touch owned` $PIN',
  '; touch owned #',
  'a && b | c > owned < /etc/passwd',
  '@/etc/passwd',
  '=@-',
  '-o owned',
  '--',
  'one\ntwo\n\nthree\n',
  'carriage\r\nreturn\rand\ttab\0nul\x1b[31m\x7f\x03',
  '!! !$ ~ * ? [a-z] {a,b}',
  '%41%0A+&a=b;c',
  '\\',
  'trailing backslash \\\n',
  'Löwen “quotes” – 25 € 😀👨‍👩‍👧 \u202egnp.exe\u2028\ufeff',
  '\ud800\udc00',
  ' ',
  '',
];

describe('a shell', () => {
  it.each(HOSTILE)('hands %j to curl as it is', (text) => {
    const parameters: Parameter[] = [...CREDENTIALS, ['SendTo', '447700900123'], ['Message', text]];
    const [call] = curlCallsOf([curlCommand(URL_OF_GATEWAY, parameters)], folder).map(requestOfCall);
    expect(call).toMatchObject({ url: URL_OF_GATEWAY, options: [] });
    expect(pairsOf(call!.fields)).toEqual([
      ['Username', 'Some.Body'],
      ['PIN', '0042'],
      ['SendTo', '447700900123'],
      ['Message', text],
    ]);
    expect(readdirSync(folder)).not.toContain('owned');
  });

  it('hands any text to curl as it is', () => {
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...HOSTILE)),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 20, maxLength: 40 }), (texts) => {
        const commands = texts.map((message) => curlCommand(URL_OF_GATEWAY, [...CREDENTIALS, ['Message', message]]));
        const calls = curlCallsOf(commands, folder).map(requestOfCall);
        expect(calls.map(({ fields }) => fields.get('Message'))).toEqual(texts);
        for (const command of commands) expect(command).not.toContain('in no command');
      }),
      costly(10),
    );
  });

  it('takes a word in quotes for one word', () => {
    const words = HOSTILE.filter((text) => !text.includes('\0') && text !== '');
    const [call] = curlCallsOf([`curl ${words.map(shellQuote).join(' ')}`], folder);
    expect(call?.words).toEqual(words);
  });

  it('writes the hex of a file into its parameter', () => {
    for (const name of ['message.mms', "it's $(here).mms", '-n.mms']) {
      const octets = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) & 0xff);
      writeFileSync(join(folder, name), octets);
      const command = curlCommand(URL_OF_GATEWAY, [...CREDENTIALS, ['MMSNotificationFileName1', name]], {
        parameter: 'MMSNotificationFileData1',
        file: name,
      });
      const [call] = curlCallsOf([command], folder).map(requestOfCall);
      expect(call?.fields.get('MMSNotificationFileName1')).toBe(name);
      expect(call?.fields.get('MMSNotificationFileData1')).toBe(Buffer.from(octets).toString('hex'));
    }
  });
});

describe('a command', () => {
  it('is what its header comment shows', () => {
    const parameters: Parameter[] = [...CREDENTIALS, ['SendTo', '447700900123'], ['Message', 'Hello']];
    expect(curlCommand(URL_OF_GATEWAY, parameters)).toBe(
      [
        "curl 'http://127.0.0.1:8080/webservices/http/sendsms' \\",
        '  --data-urlencode "Username=$USERNAME" \\',
        '  --data-urlencode "PIN=$PIN" \\',
        "  --data-urlencode 'SendTo=447700900123' \\",
        "  --data-urlencode 'Message=Hello'",
      ].join('\n'),
    );
  });

  it('keeps what moves a cursor or turns the direction of writing out of sight', () => {
    const command = curlCommand(URL_OF_GATEWAY, [['Message', 'a\u202eb\x1b[2Jc']]);
    expect(command).toContain("--data 'Message=a%E2%80%AEb%1B%5B2Jc'");
  });

  it('writes octets as hex', () => {
    expect(curlCommand(URL_OF_GATEWAY, [['PictureMessage', Uint8Array.of(0, 0x48, 0xff)]])).toContain(
      "'PictureMessage=0048FF'",
    );
  });

  it('lets curl take an address of IPv6 as it stands', () => {
    expect(curlCommand('http://[::1]:8080/sendsms', []).split(' ')[1]).toBe('--globoff');
  });

  it('refuses half a character', () => {
    expect(() => curlCommand(URL_OF_GATEWAY, [['Message', '\ud83d\x07']])).toThrowError(
      expect.objectContaining({ code: 'unencodable' }),
    );
  });
});
