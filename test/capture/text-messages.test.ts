/** Messages of SIP and HTTP: their first lines, their fields, and where each ends. */
import { describe, expect, it } from 'vitest';
import { beginsAsTextMessage, textMessages } from '../../src/capture/text-messages.js';
import { ascii } from '../support/captures.js';

const latin1 = (octets: Uint8Array) => String.fromCharCode(...octets);

interface Options {
  readonly isDatagram?: boolean;
  readonly endsInGap?: boolean;
}

/** Messages of a text, each body as a text. */
const read = (text: string, { isDatagram = false, endsInGap = false }: Options = {}) =>
  [...textMessages(ascii(text), isDatagram, endsInGap)].map((message) => ({ ...message, body: latin1(message.body) }));
/** Protocol, or protocol and method, and body of each message. */
const named = (text: string, options?: Options) =>
  read(text, options).map(({ protocol, method, body }) => [`${protocol} ${method}`.trim(), body]);

const NEXT = 'MESSAGE sip:next SIP/2.0\r\nl: 3\r\n\r\nend';
const ONLY_NEXT = [['SIP MESSAGE', 'end']];
const EMPTY = '\r\n\r\n';

describe('the first line', () => {
  it.each([
    'MESSAGE sip:a SIP/2.0\r\n',
    'ACK sip:a SIP/2.0\r\n',
    'ZAP sip:a SIP/2.0\r\n',
    'GET / HTTP/1.0\r\n',
    'GET / HTTP/1.1\n',
    'ABCDEFGHIJKLMNOP / HTTP/1.1\n',
    `GET ${'/'.repeat(2_048)} HTTP/1.1\r\n`,
    'SIP/2.0 100 Trying\r\n',
    'SIP/2.0 699 \r\n',
    'HTTP/1.1 200\r\n',
    `HTTP/1.1 200 ${'x'.repeat(2_100 - 14)}\n`,
  ])('of a request or an answer: %j', (line) => {
    expect(beginsAsTextMessage(ascii(line))).toBe(true);
    expect(beginsAsTextMessage(ascii(`later ${line}`), 6)).toBe(true);
  });

  it.each([
    ['no line feed', 'GET / HTTP/1.1\r'],
    ['no line feed', 'GET / HTTP/1.1x'],
    ['no line feed in 2100 octets', `HTTP/1.1 200 ${'x'.repeat(2_100 - 13)}\n`],
    ['a carriage return inside', 'GET / HT\rTP/1.1\n'],
    ['two carriage returns', 'GET / HTTP/1.1\r\r\n'],
    ['a method in lower case', 'get / HTTP/1.1\r\n'],
    ['a method of 2 letters', 'GO / HTTP/1.1\r\n'],
    ['a method of 17 letters', 'ABCDEFGHIJKLMNOPQ / HTTP/1.1\r\n'],
    ['a method that begins before A', '@CK sip:a SIP/2.0\r\n'],
    ['a method that begins after Z', '[AP sip:a SIP/2.0\r\n'],
    ['an address of 2049 characters', `GET ${'/'.repeat(2_049)} HTTP/1.1\r\n`],
    ['no address', 'GET HTTP/1.1\r\n'],
    ['an address with a space', 'GET / / HTTP/1.1\r\n'],
    ['another version', 'GET / HTTP/1.2\r\n'],
    ['another version', 'MESSAGE sip:a SIP/1.0\r\n'],
    ['a status above 6xx', 'SIP/2.0 700 x\r\n'],
    ['a status below 100', 'HTTP/1.1 099 x\r\n'],
    ['a status of 4 digits', 'HTTP/1.1 2000\r\n'],
    ['an empty line', '\nGET / HTTP/1.1\r\n'],
    ['nothing', ''],
  ])('not with %s: %j', (_, line) => {
    expect(beginsAsTextMessage(ascii(line))).toBe(false);
  });

  it.each([
    ['a line feed', '\n'],
    ['a keep-alive of SIP (RFC 5626 3.5.1)', '\r\n\r\n'],
    ['the end of a message before the capture', 'tail: 1\r\n\r\n{}\n'],
  ])('is looked for at each line: after %s', (_, before) => {
    expect(read(before + NEXT)).toEqual([
      {
        ...{ protocol: 'SIP', method: 'MESSAGE', contentType: '', body: 'end' },
        ...{ start: before.length, end: before.length + NEXT.length },
      },
    ]);
  });

  it('is not looked for inside a line', () => {
    expect(read(`x ${NEXT}`)).toEqual([]);
  });
});

describe('the header', () => {
  const typed = (field: string, first = 'MESSAGE sip:a SIP/2.0') =>
    read(`${first}\r\n${field}\r\nContent-Length: 1\r\n\r\nx`).map(({ contentType, body }) => [contentType, body]);

  it.each([
    ['in lower case', 'CONTENT-TYPE: Text/Plain', 'text/plain'],
    ['without a space', 'Content-Type:text/plain', 'text/plain'],
    ['with spaces around the colon (RFC 3261 7.3.1)', 'Content-Type\t :\t text/plain \t', 'text/plain'],
    ['without parameters', 'Content-Type: text/plain;charset=utf-8', 'text/plain'],
    ['without the space before parameters', 'Content-Type: text/plain ; a="b;c"', 'text/plain'],
    ['of the compact form of SIP', 'c: text/plain', 'text/plain'],
    ['of the field with its full name before the compact one', 'c: text/html\r\nContent-Type: text/plain', 'text/plain'],
    ['in a line that goes on, with CRLF', 'Content-Type:\r\n text/plain', 'text/plain'],
    ['in a line that goes on, with LF and several spaces', 'Content-Type:\n \t  text/plain', 'text/plain'],
    ['in a line that goes on twice', 'Content-Type:\r\n \r\n\ttext/plain', 'text/plain'],
    ['empty: none', 'Subject: text/plain', ''],
    ['empty: a line without a colon', 'Content-Typex', ''],
    ['empty: a line that begins with a colon', ': text/plain', ''],
  ])('type %s', (_, field, type) => {
    expect(typed(field)).toEqual([[type, 'x']]);
  });

  it('has no compact forms in HTTP', () => {
    expect(typed('c: text/plain', 'POST / HTTP/1.1')).toEqual([['', 'x']]);
    expect(named(`POST / HTTP/1.1\r\nl: 1\r\n\r\n${NEXT}`)).toEqual([['HTTP POST', ''], ...ONLY_NEXT]);
  });

  it.each([
    ['POST / HTTP/1.1', 'HTTP POST'],
    ['MESSAGE sip:a SIP/2.0', 'SIP MESSAGE'],
  ])('may have a line after the first that begins with a space, which is passed: %s', (first, name) => {
    expect(named(`${first}\r\n folded: 1\r\nContent-Length: 2\r\n\r\nab${NEXT}`)).toEqual([[name, 'ab'], ...ONLY_NEXT]);
  });

  it.each([
    ['CRLF', '\r\n\r\n'],
    ['LF', '\n\n'],
    ['LF and CRLF', '\n\r\n'],
    ['CRLF and LF', '\r\n\n'],
  ])('ends with an empty line: %s', (_, end) => {
    const text = `MESSAGE sip:a SIP/2.0${end}${NEXT}`;
    expect(read(text)).toMatchObject([{ body: '', end: text.length - NEXT.length }, { body: 'end' }]);
  });

  it.each([
    ['one character', '\r\nx\r\nl: 2\r\n\r\n'],
    ['one character, with LF', '\nx\nl: 2\n\n'],
    ['a carriage return at its begin', '\n\rx: 1\nl: 2\n\n'],
    ['a carriage return alone, then another line', '\r\n\r\r\nl: 2\r\n\r\n'],
    ['a space', '\r\n \r\nl: 2\r\n\r\n'],
  ])('does not end with a line of %s', (_, header) => {
    expect(named(`MESSAGE sip:a SIP/2.0${header}ab`)).toEqual([['SIP MESSAGE', 'ab']]);
  });

  /** A message whose header has a number of octets up to the line feed before the empty line. */
  const long = (octets: number, line = 'MESSAGE sip:a SIP/2.0\r\nx: ') =>
    `${line}${'y'.repeat(octets - line.length - 1)}\n\r\n`;

  it('has at most 65 536 octets before the empty line', () => {
    expect(named(`\n${long(65_536)}${NEXT}`)).toEqual([['SIP MESSAGE', ''], ...ONLY_NEXT]);
    expect(named(`\n${long(65_537)}${NEXT}`)).toEqual(ONLY_NEXT);
  });

  it('without an empty line: the next message is looked for at the first line after 65 536 octets', () => {
    const lines = (octets: number) => `GET / HTTP/1.1\nx: ${'y'.repeat(octets - 19)}\n`;
    expect(named(`${lines(65_536)}${NEXT}`)).toEqual(ONLY_NEXT);
    // One octet less, and the first line of the next message begins inside.
    expect(named(`${lines(65_535)}${NEXT}`)).toEqual([]);
    expect(named(lines(100))).toEqual([]);
  });
});

describe('the length', () => {
  const sip = (...fields: string[]) => `MESSAGE sip:a SIP/2.0\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

  it.each([
    ['0', ''],
    ['2', 'ab'],
    ['10', 'abcdefghij'],
    ['002', 'ab'],
    ['0000000000002', 'ab'],
  ])('%s', (length, body) => {
    for (const field of [`Content-Length: ${length}`, `l: ${length}`, `CONTENT-LENGTH:${length} `]) {
      const header = sip(field);
      expect(read(`${header}${body}${NEXT}`)).toMatchObject([
        { start: 0, body, end: header.length + body.length },
        { start: header.length + body.length, body: 'end' },
      ]);
    }
  });

  it('of the full name goes before the compact one', () => {
    expect(named(`${sip('l: 4', 'Content-Length: 2')}ab${NEXT}`)).toEqual([['SIP MESSAGE', 'ab'], ...ONLY_NEXT]);
  });

  it.each(['', '+2', '-2', '0x2', '2e0', '2.0', '2 2', '2, 2', 'two', '2\r\n 2', '1234567890'])(
    'not a number of at most 9 digits: %j, and the body is passed',
    (length) => {
      const body = 'ab'.repeat(30);
      for (const isDatagram of [false, true]) {
        expect(named(`${sip(`Content-Length: ${length}`)}${body}\n${NEXT}`, { isDatagram })).toEqual(ONLY_NEXT);
      }
    },
  );

  it('beyond the end: the message is not whole, and the next one is looked for in its body', () => {
    expect(named(`${sip('l: 3')}ab`)).toEqual([]);
    expect(named(`${sip('l: 3')}abc`)).toEqual([['SIP MESSAGE', 'abc']]);
    expect(named(`${sip('l: 999')}ab\n${NEXT}`)).toEqual(ONLY_NEXT);
    expect(named(`${sip('l: 999')}${NEXT}`, { isDatagram: true })).toEqual(ONLY_NEXT);
  });

  const first = {
    'SIP request': 'MESSAGE sip:a SIP/2.0',
    'SIP answer': 'SIP/2.0 200 OK',
    'HTTP request': 'POST / HTTP/1.1',
    'HTTP answer': 'HTTP/1.1 200 OK',
  };
  // RFC 3261 18.3: the end of a datagram ends a message; RFC 9112 6.3: the end of a connection ends an answer.
  it.each([
    ['SIP request', false, 'no body'],
    ['SIP answer', false, 'no body'],
    ['HTTP request', false, 'no body'],
    ['HTTP answer', false, 'the rest'],
    ['SIP request', true, 'the rest'],
    ['SIP answer', true, 'the rest'],
    ['HTTP request', true, 'the rest'],
    ['HTTP answer', true, 'the rest'],
  ] as const)('none: %s, in a datagram %s, has %s', (kind, isDatagram, what) => {
    const header = `${first[kind]}${EMPTY}`;
    const messages = read(header + NEXT, { isDatagram });
    expect(messages.map(({ start, body, end }) => [start, body, end])).toEqual(
      what === 'the rest'
        ? [[0, NEXT, header.length + NEXT.length]]
        : [
            [0, '', header.length],
            [header.length, 'end', header.length + NEXT.length],
          ],
    );
  });

  it('none, up to a gap: what goes on to the end is not whole, and the next one is looked for in it', () => {
    const answer = `HTTP/1.1 200 OK${EMPTY}ab\n`;
    expect(named(answer + NEXT, { endsInGap: true })).toEqual(ONLY_NEXT);
    expect(named(answer, { endsInGap: false })).toEqual([['HTTP', 'ab\n']]);
    expect(named(answer, { endsInGap: true })).toEqual([]);
    expect(named(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab`, { endsInGap: true })).toEqual([['HTTP', 'ab']]);
    expect(named(sip(), { endsInGap: true })).toEqual([['SIP MESSAGE', '']]);
  });

  // RFC 9112 6.3; every answer of SIP may have a body (RFC 3261 7.4).
  it.each([
    ['HTTP/1.1 100', false],
    ['HTTP/1.1 199', false],
    ['HTTP/1.1 204', false],
    ['HTTP/1.1 304', false],
    ['HTTP/1.1 200', true],
    ['HTTP/1.1 205', true],
    ['HTTP/1.1 404', true],
    ['SIP/2.0 183', true],
    ['SIP/2.0 200', true],
  ])('of an answer %s: has a body %s', (status, hasBody) => {
    const header = `${status} x\r\nContent-Length: ${hasBody ? 2 : NEXT.length}\r\n\r\n`;
    const [answer, ...others] = read(`${header}${hasBody ? 'ab' : ''}${NEXT}`);
    expect(answer).toMatchObject({ method: '', body: hasBody ? 'ab' : '', end: header.length + (hasBody ? 2 : 0) });
    expect(others.map(({ body }) => body)).toEqual(['end']);
  });
});

describe('a body in chunks (RFC 9112 7.1)', () => {
  const chunked = (chunks: string, first = 'POST / HTTP/1.1', field = 'Transfer-Encoding: chunked') =>
    `${first}\r\n${field}\r\n\r\n${chunks}`;
  const DATA = 'x'.repeat(31);

  it.each([
    ['none', '0\r\n\r\n', ''],
    ['one', '2\r\nab\r\n0\r\n\r\n', 'ab'],
    ['several', '2\r\nab\r\n3\r\ncde\r\n1\r\nf\r\n0\r\n\r\n', 'abcdef'],
    ['with lines of LF', '2\nab\n1\nc\n0\n\n', 'abc'],
    ['with line feeds in the data', '2\r\na\n\r\n2\r\n\n\n\r\n0\r\n\r\n', 'a\n\n\n'],
    ['of two digits in either case', `1f\r\n${DATA}\r\n1F\r\n${DATA}\r\n0\r\n\r\n`, DATA + DATA],
    ['of 7 digits', '0000002\r\nab\r\n0000000\r\n\r\n', 'ab'],
    ['of 8 digits and more, the first ones 0', '00000002\r\nab\r\n0000000000\r\n\r\n', 'ab'],
    ['with extensions', '2;a=b;c="d"\r\nab\r\n0;e\r\n\r\n', 'ab'],
    ['with spaces after the size', '2  \r\nab\r\n0 ;e\r\n\r\n', 'ab'],
    ['with trailing fields', '2\r\nab\r\n0\r\nExpires: 0\r\nx: 1\r\n\r\n', 'ab'],
    ['with a trailing field of one character', '2\r\nab\r\n0\r\nx\r\n\r\n', 'ab'],
    ['with a trailing line that begins with a carriage return', '2\r\nab\r\n0\r\n\rx\r\n\r\n', 'ab'],
    ['with a line of 2100 octets', `2;${'e'.repeat(2_098)}\nab\r\n0\r\n\r\n`, 'ab'],
    [
      'that are long',
      `800\r\n${'y'.repeat(2_048)}\r\n800\r\n${'z'.repeat(2_048)}\r\n0\r\n\r\n`,
      'y'.repeat(2_048) + 'z'.repeat(2_048),
    ],
  ])('%s', (_, chunks, body) => {
    const whole = chunked(chunks);
    expect(read(whole + NEXT)).toMatchObject([
      { protocol: 'HTTP', method: 'POST', start: 0, body, end: whole.length },
      { start: whole.length, body: 'end' },
    ]);
  });

  it.each([
    ['no size', '\r\n'],
    ['no digits', 'x2\r\nab\r\n0\r\n\r\n'],
    ['a sign', '+2\r\nab\r\n0\r\n\r\n'],
    ['a space before the size', ' 2\r\nab\r\n0\r\n\r\n'],
    ['another character after the size', '2x\r\nab\r\n0\r\n\r\n'],
    ['a size of 8 digits', '10000002\r\nab\r\n0\r\n\r\n'],
    ['a line of 2101 octets', `2;${'e'.repeat(2_099)}\nab\r\n0\r\n\r\n`],
    ['data longer than the size', '2\r\nabcd\r\n0\r\n\r\n'],
    ['a size beyond the end', 'fffffff\r\nab\r\n0\r\n\r\n'],
    ['such an end of a later chunk', '2\r\nab\r\n2\r\nabcd\r\n0\r\n\r\n'],
    ['trailing fields of more than 65 536 octets', `0\r\nx: ${'y'.repeat(65_536)}\r\n\r\n`],
  ])('not with %s; the next message is looked for there', (_, chunks) => {
    expect(named(`${chunked(chunks)}\n${NEXT}`)).toEqual(ONLY_NEXT);
  });

  it('cut at each place: nothing', () => {
    const whole = chunked('2\r\nab\r\na;e\r\n0123456789\r\n0\r\nx: 1\r\n\r\n');
    for (let end = 0; end < whole.length; end++) expect(read(whole.slice(0, end)), `cut at ${end}`).toEqual([]);
    expect(named(whole)).toEqual([['HTTP POST', 'ab0123456789']]);
  });

  it.each([
    ['whatever the length says', 'Content-Length: 1\r\nTransfer-Encoding: chunked'],
    ['after another coding', 'Transfer-Encoding: gzip, chunked'],
    ['in any case, with spaces', 'transfer-encoding:  CHUNKED \t'],
  ])('%s', (_, field) => {
    expect(named(chunked(`2\r\nab\r\n0\r\n\r\n${NEXT}`, 'HTTP/1.1 200 OK', field))).toEqual([['HTTP', 'ab'], ...ONLY_NEXT]);
  });

  it.each(['chunked, gzip', 'chunkedx', 'gzip', ''])(
    'not with the coding %j: an answer goes on to the end (RFC 9112 6.3)',
    (coding) => {
      const body = '2\r\nab\r\n0\r\n\r\n';
      expect(named(chunked(body, 'HTTP/1.1 200 OK', `Transfer-Encoding: ${coding}`))).toEqual([['HTTP', body]]);
    },
  );

  it('not in SIP, which has no chunks (RFC 3261 20.14)', () => {
    const message = chunked('2\r\nab', 'MESSAGE sip:a SIP/2.0', 'Transfer-Encoding: chunked\r\nl: 5');
    expect(named(message + NEXT)).toEqual([['SIP MESSAGE', '2\r\nab'], ...ONLY_NEXT]);
  });
});
