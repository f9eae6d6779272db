import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, EncodeError } from '../../src/errors.js';
import { ProtocolError } from '../../src/protocol/errors.js';
import { RESPONSE_FORMATS, type ResponseFormat, type Result } from '../../src/protocol/model.js';
import { isAccepted } from '../../src/protocol/reports.js';
import { formatResponse, parseResponse } from '../../src/protocol/response.js';
import { type AnswerWarning, decodeValue } from '../../src/protocol/tags.js';
import { lineText, refusals, report, result, spoiled, text } from '../support/gateway-results.js';
import { refusal } from '../support/hostile.js';

const ok = (messageIdentifier: string, more: Partial<Result> = {}): Result => ({
  messageIdentifier,
  report: -2,
  accepted: true,
  text: 'Accepted by Example: queued',
  units: 1,
  ...more,
});
const no = (code: number, words?: string): Result => ({
  messageIdentifier: '-1',
  report: code,
  accepted: false,
  ...(words === undefined ? {} : { text: words }),
  units: 0,
});
const first = ok('ABCDEFGHIJ12345');
const second = ok('ZYXWVUTSRQ67890', { units: 2 });
const bad = no(11, 'Bad number, sorry');

/** Why a body is refused. */
function reasonOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ProtocolError) return error.reason;
    throw error;
  }
  return expect.fail('nothing was refused');
}

/** Results of a body with the warnings it gave. */
function readWith(body: string, format: ResponseFormat): { results: Result[]; warnings: AnswerWarning[] } {
  const warnings: AnswerWarning[] = [];
  const results = parseResponse(body, format, { onWarning: (warning) => warnings.push(warning) });
  return { results, warnings };
}

describe('writing', () => {
  it('G-RES-01, G-ERR-06, G-RES-09: form 0 is one line with CR LF, 158 when all were accepted', () => {
    expect(formatResponse([first, second], 0)).toBe('158 - Message Sent OK\r\n');
    expect(formatResponse([no(14, 'first'), bad, first], 0)).toBe('11 - Bad number, sorry\r\n');
    expect(formatResponse([no(14)], 0)).toBe('14 -\r\n');
  });

  it('G-RES-10, G-ERR-06: an invalid login is 171 in a line', () => {
    expect(formatResponse([no(2, 'Invalid Login')], 0)).toBe('171 - Invalid Login\r\n');
  });

  it('G-RES-02, G-RES-06: form 1 has one value per tag, of the last failure or the last recipient', () => {
    const queued = 'Text=Accepted%20by%20Example%3A%20queued';
    expect(formatResponse([first, second], 1)).toBe(`MessageIdentifier=ZYXWVUTSRQ67890&Report=-2&${queued}&Units=2`);
    const failed = 'MessageIdentifier=-1&Report=11&Text=Bad%20number%2C%20sorry&Units=0';
    expect(formatResponse([no(14), bad, second], 1)).toBe(failed);
    expect(formatResponse([bad], 1)).toBe(failed);
  });

  it('G-RES-03, G-RES-06, G-RES-08: form 3 has a value per recipient in order, commas inside of a text escaped', () => {
    expect(formatResponse([first, bad, second], 3)).toBe(
      'MessageIdentifier=ABCDEFGHIJ12345,-1,ZYXWVUTSRQ67890&Report=-2,11,-2' +
        '&Text=Accepted%20by%20Example%3A%20queued,Bad%20number%2C%20sorry,Accepted%20by%20Example%3A%20queued&Units=1,0,2',
    );
  });

  it('G-RES-04, G-LIB-02: the library number comes last, for each recipient in form 3, not in form 0', () => {
    const sent = [ok('ABCDEFGHIJ12345', { libraryNumber: 80_017 }), ok('ZYXWVUTSRQ67890', { libraryNumber: 80_017 })];
    expect(formatResponse(sent, 1)).toMatch(/&Units=1&LibraryNumber=80017$/);
    expect(formatResponse(sent, 3)).toMatch(/&Units=1,1&LibraryNumber=80017,80017$/);
    expect(formatResponse(sent, 0)).toBe('158 - Message Sent OK\r\n');
    expect(parseResponse(formatResponse(sent, 3), 3)).toEqual(sent);
  });

  it('G-RES-11: an invalid login in forms 1 and 3', () => {
    const login = no(2, 'Invalid Login');
    for (const format of [1, 3] as const) {
      expect(formatResponse([login], format)).toBe('MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0');
    }
  });

  it('G-RES-09: forms 1 and 3 end without a newline', () => {
    fc.assert(
      fc.property(
        fc.array(result, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(1 as const, 3 as const),
        (results, format) => {
          expect(formatResponse(results, format)).toMatch(/^[!-~]+$/);
        },
      ),
    );
  });

  it('G-RES-05, G-RES-07: values that the tags do not hold are refused by name', () => {
    const refusalOf = (more: Partial<Result>, format: ResponseFormat = 3) =>
      refusal(() => formatResponse([{ ...first, ...more }], format));
    expect(refusalOf({ messageIdentifier: 'abc' })).toEqual({
      code: 'bad-value',
      field: 'MessageIdentifier',
      offset: undefined,
    });
    expect(refusalOf({ messageIdentifier: 'ABCDEFGHIJ123456' })).toMatchObject({ field: 'MessageIdentifier' });
    expect(refusalOf({ messageIdentifier: '' })).toMatchObject({ field: 'MessageIdentifier' });
    for (const code of [1000, -100, 1.5, Number.NaN, -0]) {
      expect(refusalOf({ report: code, accepted: false })).toEqual({ code: 'bad-value', field: 'Report', offset: undefined });
    }
    expect(refusalOf({ text: 'x'.repeat(256) })).toEqual({ code: 'too-long', field: 'Text', offset: 255 });
    expect(refusalOf({ text: 'a\ud800' })).toEqual({ code: 'unencodable', field: 'Text', offset: 1 });
    for (const units of [-1, 1000, 0.5]) expect(refusalOf({ units })).toMatchObject({ code: 'bad-value', field: 'Units' });
    for (const libraryNumber of [9999, 100_000]) expect(refusalOf({ libraryNumber })).toMatchObject({ field: 'LibraryNumber' });
    for (const words of ['two\r\n158 - lines', 'a<br>158 - b', 'a&Report=-2', '\u0000']) {
      expect(refusalOf({ report: 14, accepted: false, text: words }, 0)).toEqual({
        code: 'bad-value',
        field: 'Text',
        offset: undefined,
      });
    }
    expect(refusal(() => formatResponse([], 1))).toMatchObject({ code: 'bad-value', field: 'results' });
    expect(() => formatResponse([first], 2 as 1)).toThrow(TypeError);
    expect(() => parseResponse('2 - x', 2 as 1)).toThrow(TypeError);
    expect(() => parseResponse(undefined as unknown as string, 1)).toThrow(TypeError);
  });

  it('G-CLI-15: a result is not written in a form where its report says the contrary', () => {
    const odd = [
      { ...first, report: 14 },
      { ...bad, report: -2 },
      { ...first, report: 158 },
    ];
    for (const one of odd)
      expect(refusal(() => formatResponse([one], 3))).toMatchObject({ code: 'bad-value', field: 'Report' });
    expect(refusal(() => formatResponse([{ ...first, report: 158, accepted: false }], 0))).toMatchObject({ field: 'Report' });
    expect(formatResponse([{ ...first, report: 158 }], 0)).toBe('158 - Message Sent OK\r\n');
  });
});

describe('reading', () => {
  it('round trip: form 1 gives the last failure, else the last result', () => {
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 8 }), (results) => {
        const failed = results.filter(({ accepted }) => !accepted);
        expect(readWith(formatResponse(results, 1), 1)).toEqual({
          results: [(failed.length > 0 ? failed : results).at(-1)],
          warnings: [],
        });
      }),
    );
  });

  it('round trip: a line gives report and words back, but for success and login, which have numbers of their own', () => {
    fc.assert(
      fc.property(report, lineText, fc.constantFrom(...RESPONSE_FORMATS), (code, words, format) => {
        const accepted = isAccepted(code, 'line');
        const body = formatResponse([{ messageIdentifier: '-1', report: code, accepted, text: words }], 0);
        const shown = accepted ? 'Message Sent OK' : words;
        expect(readWith(body, format)).toEqual({
          results: [
            {
              messageIdentifier: undefined,
              report: accepted ? 158 : code === 2 ? 171 : code,
              accepted,
              ...(shown === '' ? {} : { text: shown }),
            },
          ],
          warnings: [],
        });
      }),
    );
  });

  it('plain lists agree with a naive reading', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc123 -'), minLength: 1 }).map((words) => words.trim() || 'x');
    const row = fc.tuple(fc.stringMatching(/^[A-Z0-9]{15}$/), report, plain, fc.nat(9));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const column = (index: number) => rows.map((cells) => String(cells[index]).replaceAll(' ', '%20')).join(',');
        const body = `Units=${column(3)}&TEXT=${column(2)}&report=${column(1)}&MessageIdentifier=${column(0)}`;
        const query = new URLSearchParams(body.toLowerCase());
        const naive = (name: string) => query.get(name)?.split(',') ?? [];
        expect(parseResponse(body, 3)).toEqual(
          rows.map((_, i) => ({
            messageIdentifier: naive('messageidentifier')[i]?.toUpperCase(),
            report: Number(naive('report')[i]),
            accepted: ['-3', '-2', '0', '99'].includes(naive('report')[i] ?? ''),
            text: naive('text')[i],
            units: Number(naive('units')[i]),
          })),
        );
      }),
    );
  });

  it('G-CLI-10: form 1 is one result, form 3 one per recipient by position', () => {
    const one = 'MessageIdentifier=A1&Report=-2&Text=a,b&Units=1';
    expect(parseResponse(one, 1)).toEqual([{ messageIdentifier: 'A1', report: -2, accepted: true, text: 'a,b', units: 1 }]);
    const three = 'MessageIdentifier=A1,-1,A3&Report=-2,15,-2&Units=1,0,1';
    expect(parseResponse(three, 3).map((r) => [r.messageIdentifier, r.report, r.accepted, r.units])).toEqual([
      ['A1', -2, true, 1],
      ['-1', 15, false, 0],
      ['A3', -2, true, 1],
    ]);
    expect(reasonOf(() => parseResponse(three, 1))).toBe('unreadable');
    expect(reasonOf(() => parseResponse(three, 0))).toBe('unreadable');
  });

  it('G-CLI-11: byte order mark, line ends, blanks and HTML tags around an answer', () => {
    const line = [{ messageIdentifier: undefined, report: 158, accepted: true, text: 'Message Sent OK' }];
    const tags = [{ messageIdentifier: '-1', report: 2, accepted: false, text: 'Invalid Login' }];
    for (const [before, after] of [
      ['', ''],
      ['\uFEFF', '\r\n'],
      ['\r\n  ', '\n\n'],
      ['<html><body>\r\n', '</body></html>'],
      ['\uFEFF<!DOCTYPE html>\n<html>\n<BODY class="a">', '<br />\n</BODY></html>\n'],
      ['<?xml version="1.0"?><p>', '</p>\t'],
    ] as const) {
      expect(parseResponse(`${before}158 - Message Sent OK${after}`, 0)).toEqual(line);
      expect(parseResponse(`${before}MessageIdentifier=-1&Report=2&Text=Invalid Login${after}`, 1)).toEqual(tags);
    }
  });

  it('G-CLI-11: an ampersand ends a value only before a known tag', () => {
    const [read] = parseResponse('Report=14&Text=Tom & Jerry&Co=1&Units=0', 1);
    expect(read).toEqual({ messageIdentifier: undefined, report: 14, accepted: false, text: 'Tom & Jerry&Co=1', units: 0 });
  });

  it('G-CLI-11: names have no case and no order, values are decoded once, bad escapes and plus signs stay', () => {
    const body = 'TEXT=1%2B1+%zz%25%32%30%C3%A9%C3%&units=%31&REPORT=%2D2&messageidentifier=A%31';
    expect(readWith(body, 1)).toEqual({
      results: [{ messageIdentifier: 'A1', report: -2, accepted: true, text: '1+1+%zz%20é%C3%', units: 1 }],
      warnings: [],
    });
  });

  it('G-CLI-11: lists are split at raw commas before decoding', () => {
    const results = parseResponse('Report=-2, 14&Text=a%2Cb,c&Units=1,0', 3);
    expect(results.map((r) => r.text)).toEqual(['a,b', 'c']);
    expect(reasonOf(() => parseResponse('Report=-2%2C-2', 3))).toBe('unreadable');
  });

  it('G-CLI-12: a Text with more pieces than reports is joined and given to nobody', () => {
    const { results, warnings } = readWith('MessageIdentifier=A1,-1&Report=-2,15&Text=Fine,Sorry, no%20credit&Units=1,0', 3);
    expect(results.map((r) => r.text)).toEqual([undefined, undefined]);
    expect(results.map((r) => r.report)).toEqual([-2, 15]);
    expect(warnings).toEqual([
      { code: 'more-values', tag: 'Text', message: expect.stringContaining('3 values for 2'), text: 'Fine,Sorry, no credit' },
    ]);
  });

  it('G-CLI-12: with one report the pieces of Text can only be its own', () => {
    const { results, warnings } = readWith('MessageIdentifier=-1&Report=15&Text=Sorry, no credit&Units=0', 3);
    expect(results).toEqual([no(15, 'Sorry, no credit')]);
    expect(warnings).toEqual([]);
  });

  it('G-CLI-12: shorter lists leave the last recipients without, with a warning; empty items are absent', () => {
    const { results, warnings } = readWith('MessageIdentifier=A1&Report=-2,-2,14&Text=,b&Units=1,,0', 3);
    expect(results).toEqual([
      { messageIdentifier: 'A1', report: -2, accepted: true, units: 1 },
      { messageIdentifier: undefined, report: -2, accepted: true, text: 'b' },
      { messageIdentifier: undefined, report: 14, accepted: false, units: 0 },
    ]);
    expect(warnings.map(({ code, tag }) => [code, tag])).toEqual([
      ['fewer-values', 'MessageIdentifier'],
      ['fewer-values', 'Text'],
    ]);
  });

  it('G-CLI-12: more identifiers than reports are a parse error', () => {
    expect(reasonOf(() => parseResponse('MessageIdentifier=A1,A2,A3&Report=-2,-2', 3))).toBe('unreadable');
    expect(reasonOf(() => parseResponse('MessageIdentifier=A1,A2&Report=-2', 3))).toBe('unreadable');
  });

  it("G-CLI-12, G-LIB-02: longer Units are nobody's, one LibraryNumber is everybody's", () => {
    const { results, warnings } = readWith('Report=-2,-2&Units=1,1,1&LibraryNumber=80017', 3);
    expect(results.map((r) => [r.units, r.libraryNumber])).toEqual([
      [undefined, 80_017],
      [undefined, 80_017],
    ]);
    expect(warnings.map(({ code, tag }) => [code, tag])).toEqual([['more-values', 'Units']]);
  });

  it('G-CLI-13: a line answers any form', () => {
    for (const format of RESPONSE_FORMATS) {
      expect(parseResponse('171 - Invalid Login\r\n', format)).toEqual([
        { messageIdentifier: undefined, report: 171, accepted: false, text: 'Invalid Login' },
      ]);
      expect(parseResponse('14 -', format)).toEqual([{ messageIdentifier: undefined, report: 14, accepted: false }]);
      expect(parseResponse('98 - see 158 - Message Sent OK', format)).toMatchObject([{ report: 98, accepted: false }]);
    }
  });

  it('G-CLI-13: tags answer form 0 as they do form 1', () => {
    expect(parseResponse('MessageIdentifier=-1&Report=2&Text=Invalid Login', 0)).toMatchObject([
      { report: 2, accepted: false },
    ]);
  });

  it('G-RES-05: Text may be blank or missing', () => {
    for (const body of ['MessageIdentifier=A1&Report=-2&Text=&Units=1', 'MessageIdentifier=A1&Report=-2&Units=1']) {
      expect(parseResponse(body, 1)).toEqual([{ messageIdentifier: 'A1', report: -2, accepted: true, units: 1 }]);
    }
  });

  it('G-CLI-15: 158 is a success in a line and a failure in tags; 0 is a success everywhere (G-ERR-04)', () => {
    expect(parseResponse('158 - Message Sent OK', 3)[0]?.accepted).toBe(true);
    expect(parseResponse('MessageIdentifier=A1&Report=158', 1)[0]).toMatchObject({ report: 158, accepted: false });
    expect(parseResponse('0 - done', 0)[0]?.accepted).toBe(true);
    expect(parseResponse('Report=0', 1)[0]?.accepted).toBe(true);
    expect(parseResponse('Report=777,-77', 3).map((r) => [r.report, r.accepted])).toEqual([
      [777, false],
      [-77, false],
    ]);
  });

  it("values that are not of their tag's form are absent, with a warning", () => {
    const { results, warnings } = readWith('MessageIdentifier=<odd>&Report=-2&Units=many&LibraryNumber=-1', 1);
    expect(results).toEqual([{ messageIdentifier: undefined, report: -2, accepted: true }]);
    expect(warnings.map(({ code, tag }) => [code, tag])).toEqual([
      ['bad-value', 'MessageIdentifier'],
      ['bad-value', 'Units'],
      ['bad-value', 'LibraryNumber'],
    ]);
    expect(
      readWith(`MessageIdentifier=${'A'.repeat(41)}, B1 &Report=-2,-2`, 3).results.map((r) => r.messageIdentifier),
    ).toEqual([undefined, 'B1']);
  });

  it('a tag of another name in front is passed over with a warning', () => {
    const { results, warnings } = readWith('Version=2&Report=14', 1);
    expect(results).toEqual([{ messageIdentifier: undefined, report: 14, accepted: false }]);
    expect(warnings.map(({ code }) => code)).toEqual(['unknown-tag']);
  });
});

describe('refusals', () => {
  it('G-CLI-14: an empty body', () => {
    for (const body of ['', ' \r\n', '\uFEFF', '\t\n']) expect(reasonOf(() => parseResponse(body, 1))).toBe('empty');
    expect(reasonOf(() => parseResponse('<html></html>', 1))).toBe('unreadable');
  });

  it('G-CLI-14: any status but 200, whatever the body says', () => {
    for (const status of [201, 302, 404, 500]) {
      expect(reasonOf(() => parseResponse('158 - Message Sent OK', 0, { status }))).toBe('status');
    }
    expect(parseResponse('158 - Message Sent OK', 0, { status: 200 })).toHaveLength(1);
  });

  it('G-CLI-14: the error has the status and the first 200 characters, redacted', () => {
    const body = `<p>Username=anna&PIN=4711&Message=secret%20plan&SendTo=447700900123</p>${'x'.repeat(500)}`;
    try {
      parseResponse(body, 3, { status: 500, secrets: ['secret plan', '4711'] });
      expect.fail('nothing was refused');
    } catch (error) {
      expect(error).toBeInstanceOf(ProtocolError);
      const { status, excerpt = '', message, name } = error as ProtocolError;
      expect([status, name]).toEqual([500, 'ProtocolError']);
      expect(excerpt).toHaveLength(200);
      expect(excerpt).toContain('Username=anna&PIN=***&Message=***&SendTo=4477*****123');
      expect(`${message}${excerpt}${JSON.stringify(error)}`).not.toMatch(/4711|secret|900/);
    }
  });

  it.each([
    ['words', 'Service unavailable'],
    ['a page', '<html><head><title>404</title></head><body>158 - Message Sent OK</body></html>'],
    ['a number alone', '158'],
    ['no blank before the hyphen', '158- Message Sent OK'],
    ['no blank behind the hyphen', '158 -Message Sent OK'],
    ['a colon', '158: Message Sent OK'],
    ['a leading zero', '0158 - Message Sent OK'],
    ['a plus sign', '+158 - Message Sent OK'],
    ['minus zero', '-0 - fine'],
    ['two lines', '158 - Message Sent OK\r\n171 - Invalid Login'],
    ['two lines in HTML', '158 - Message Sent OK<br>171 - Invalid Login'],
    ['a line with tags behind it', '158 - Message Sent OK&Report=2'],
    ['no Report', 'MessageIdentifier=A1&Text=fine&Units=1'],
    ['an empty Report', 'MessageIdentifier=A1&Report=&Text=fine'],
    ['a Report of words', 'Report=OK'],
    ['a Report with words', 'Report=-2 (queued)'],
    ['a Report with a fraction', 'Report=-2.0'],
    ['a Report in hex', 'Report=0x0'],
    ['a Report with an exponent', 'Report=0e0'],
    ['a Report with a leading zero', 'Report=00'],
    ['a Report of other digits', 'Report=\uff10'],
    ['a Report of minus zero', 'Report=-0'],
    ['a Report with a plus sign', 'Report=+0'],
    ['a long Report', 'Report=1000000'],
    ['an empty item of Report', 'Report=-2,,-2'],
    ['a comma at the end of Report', 'Report=-2,'],
    ['Report twice', 'Report=2&Text=x&Report=-2'],
    ['Report twice, the same', 'Report=-2&Report=-2'],
    ['MessageIdentifier twice', 'MessageIdentifier=A1&MessageIdentifier=A2&Report=-2'],
    ['two answers on two lines', 'Report=-2&Text=fine\nReport=2&Units=0'],
    ['two answers in HTML', 'Report=-2&Text=fine<br> Report=2'],
    ['an unknown tag in a Report', 'Report=-2&Retry=1&Text=x'],
    ['escaped ampersands', 'Report=-2&amp;Text=x'],
    ['an equals sign without a name', '=&Report=-2'],
    ['no known tag', 'Status=-2&Code=0'],
  ])('%s is no answer', (_, body) => {
    for (const format of RESPONSE_FORMATS) expect(reasonOf(() => parseResponse(body, format))).toBe('unreadable');
  });

  it('Units, LibraryNumber and Text that come twice are absent, with a warning', () => {
    const { results, warnings } = readWith(
      'Report=-2&Units=1&Units=2&Text=a&Text=b&LibraryNumber=80000&LibraryNumber=80001',
      1,
    );
    expect(results).toEqual([{ messageIdentifier: undefined, report: -2, accepted: true }]);
    expect(warnings.map(({ code, tag }) => [code, tag])).toEqual([
      ['repeated-tag', 'Units'],
      ['repeated-tag', 'Text'],
      ['repeated-tag', 'LibraryNumber'],
    ]);
  });
});

/** Every report code that a body prints, found without the parser: as a value or list item of Report, or in front of ` -`. */
function printed(body: string): { tags: Set<string>; lines: Set<string> } {
  const plain = (raw: string) =>
    raw.replace(/%(2d|3\d)/gi, (_, octet) => String.fromCharCode(Number.parseInt(octet, 16))).trim();
  const tags = [...body.matchAll(/report=(?=([^&]*))/gi)].flatMap(([, list = '']) => list.split(',').map(plain));
  // A raw value may be followed by markup at the end of the body.
  const bare = tags.map((item) => item.replace(/\s*(?:<[^<>]*>\s*|\uFEFF)*$/, ''));
  const lines = [...body.matchAll(/(-?\d+)[ \t]+-/g)].map(([, code = '']) => code);
  return { tags: new Set([...tags, ...bare]), lines: new Set(lines) };
}

/** Reads a body and checks that whatever is accepted stands in it. */
function expectNothingInvented(body: string, format: ResponseFormat): void {
  let results: Result[];
  try {
    results = parseResponse(body, format);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    expect(error.excerpt?.length).toBeLessThanOrEqual(200);
    return;
  }
  expect(results.length).toBeGreaterThan(0);
  const { tags, lines } = printed(body);
  for (const { accepted, report: code } of results) {
    expect(tags.has(String(code)) || lines.has(String(code))).toBe(true);
    if (accepted) expect([-3, -2, 0, 99].includes(code) || (code === 158 && lines.has('158'))).toBe(true);
    else expect([-3, -2, 0, 99]).not.toContain(code);
  }
}

describe('hostile answers', () => {
  const formats = fc.constantFrom(...RESPONSE_FORMATS);

  it('no failure is ever read as accepted: whole answers', () => {
    fc.assert(
      fc.property(refusals, formats, formats, (results, written, read) => {
        const clean = /[\u0000-\u001f\u007f<&]/;
        // 158 is a success in a line, and so cannot stand there for a refusal.
        const refusedInLines = results.map((one) => ({ ...one, report: one.report === 158 ? 15 : one.report }));
        const safe = refusedInLines.map((one) => (clean.test(one.text ?? '') && written === 0 ? { ...one, text: 'no' } : one));
        const body = formatResponse(safe, written);
        try {
          expect(parseResponse(body, read).some(({ accepted }) => accepted)).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });

  it('no failure is ever read as accepted: spoiled answers', () => {
    const body = fc.tuple(refusals, formats).map(([results, format]) => {
      const writable = results.map((one) => ({ ...one, report: one.report === 158 ? 15 : one.report, text: 'a, b' }));
      return formatResponse(writable, format);
    });
    fc.assert(fc.property(spoiled(body), formats, expectNothingInvented));
  });

  it('arbitrary texts give results or a ProtocolError', () => {
    const pieces = fc.constantFrom(
      ...[
        'MessageIdentifier',
        'Report',
        'Text',
        'Units',
        'LibraryNumber',
        '=',
        '&',
        ',',
        '-2',
        '0',
        '2',
        '158',
        ' - ',
        '-',
        '%',
        '%2',
        '%2C',
        '%FF',
      ],
      ...['<', '>', '<b>', '\r\n', ' ', '\uFEFF', 'x', '\ud800', '\u0000'],
    );
    const bodies = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 30 }).map((list) => list.join('')),
    );
    fc.assert(fc.property(bodies, formats, expectNothingInvented));
  });

  it('valid answers that were spoiled give results or a ProtocolError', () => {
    const body = fc.array(result, { minLength: 1, maxLength: 4 }).map((results) => formatResponse(results, 3));
    fc.assert(fc.property(spoiled(body), formats, expectNothingInvented));
  });

  it('values decode as the platform does, where it can', () => {
    fc.assert(
      fc.property(
        fc.oneof(text.map(encodeURIComponent), fc.string({ unit: fc.constantFrom(...'%aCcEeFf02489b+ ') })),
        (raw) => {
          const read = decodeValue(raw);
          let whole: string | undefined;
          try {
            whole = decodeURIComponent(raw);
          } catch {
            // With a broken escape: what can be decoded is, so that nothing is left but broken ones.
            expect(read.length).toBeLessThanOrEqual(raw.length);
          }
          if (whole !== undefined) expect(read).toBe(whole);
        },
      ),
    );
    expect(decodeValue('%E2%82%AC%F0%9F%98%80%e2%82')).toBe('€😀%e2%82');
    expect(decodeValue('%C0%80 %ED%A0%80 %F4%90%80%80 %E0%80%80 %F0%80%80%80 %80%4')).toBe(
      '%C0%80 %ED%A0%80 %F4%90%80%80 %E0%80%80 %F0%80%80%80 %80%4',
    );
  });

  it('an answer has 1 MiB at most', () => {
    const body = `Report=14&Text=${'x'.repeat(DEFAULT_LIMITS.answerOctets)}`;
    expect(parseResponse(body.slice(0, DEFAULT_LIMITS.answerOctets), 1)[0]?.report).toBe(14);
    expect(reasonOf(() => parseResponse(body.slice(0, DEFAULT_LIMITS.answerOctets + 1), 1))).toBe('too-long');
    expect(DEFAULT_LIMITS.answerOctets).toBe(1024 * 1024);
    expect(parseResponse(body, 1, { limits: { answerOctets: body.length } })[0]?.report).toBe(14);
    expect(reasonOf(() => parseResponse('Report=14', 1, { limits: { answerOctets: 8 } }))).toBe('too-long');
  });

  it.each(['<', '<a', '<a>', '>', '&', 'a', '%', '&Text=', ' ', '\n ', '-2,', '<<a >', '&Report', '\uFEFF', 'Text=%'])(
    'a megabyte of %j is read or refused in linear time',
    (unit) => {
      const filler = unit.repeat(Math.floor((DEFAULT_LIMITS.answerOctets - 40) / unit.length));
      for (const body of [
        filler,
        `2 - ${filler}`,
        `Report=2&Text=${filler}`,
        `Report=${filler}`,
        `${filler}Report=2`,
        `Report=-2&Text=a>${filler}`,
      ]) {
        expectNothingInvented(body, 3);
      }
    },
  );

  it('what is refused is an EncodeError when writing', () => {
    expect(() => formatResponse([{ ...first, units: -1 }], 1)).toThrow(EncodeError);
  });
});
