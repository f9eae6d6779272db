import { describe, expect, it } from 'vitest';
import { DecodeError, FormatError } from '../../../src/errors.js';
import {
  formatPap,
  formatPapResponse,
  PAP_CODES,
  PAP_VERSIONS,
  type PapMessage,
  papAddressNumber,
  papCodeMeaning,
  parsePap,
  parsePapResponse,
  parsePapResult,
} from '../../../src/push/index.js';
import { expectValueOrFormatError, refusal } from '../../support/hostile.js';
import { FOREIGN, FOREIGN_TYPE } from '../../support/pap.js';

const text = (octets: Uint8Array): string => new TextDecoder().decode(octets);
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
const message: PapMessage = {
  pushId: 'n1@pi.example.com',
  address: '+447700900001',
  ppg: 'ppg.example.com',
  si: { href: 'http://wap.example.com/n/1', id: 'msg-0001', text: 'Grüße' },
};

describe('messages', () => {
  it('are posted in multipart/related, with utf-8 on the text', () => {
    const { contentType, body } = formatPap(message, { boundary: 'b' });
    expect(contentType).toBe('multipart/related; boundary=b; type="application/xml"');
    expect(text(body).split('\r\n')).toEqual([
      '--b',
      'Content-Type: application/xml',
      '',
      '<?xml version="1.0"?><!DOCTYPE pap PUBLIC "-//WAPFORUM//DTD PAP 1.0//EN" "http://www.wapforum.org/DTD/pap_1.0.dtd">' +
        '<pap><push-message push-id="n1@pi.example.com"><address address-value="WAPPUSH=+447700900001/TYPE=PLMN@ppg.example.com"/></push-message></pap>',
      '--b',
      'Content-Type: text/vnd.wap.si; charset=utf-8',
      '',
      '<?xml version="1.0"?><!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "http://www.wapforum.org/DTD/si.dtd">' +
        '<si><indication href="http://wap.example.com/n/1" si-id="msg-0001">Grüße</indication></si>',
      '--b--',
      '',
    ]);
  });

  it('name the application, other content and its charset', () => {
    const lines = (given: Partial<PapMessage>) =>
      text(formatPap({ ...message, si: undefined, ...given }, { boundary: 'b' }).body).split('\r\n');
    expect(lines({ sl: { href: 'http://a/' }, applicationId: 'wml.ua' }).slice(5, 7)).toEqual([
      'Content-Type: text/vnd.wap.sl; charset=utf-8',
      'X-Wap-Application-Id: x-wap-application:wml.ua',
    ]);
    expect(lines({ content: { contentType: 'text/plain', body: bytes('é') } }).slice(5, 8)).toEqual([
      'Content-Type: text/plain; charset=utf-8',
      '',
      'é',
    ]);
    expect(lines({ content: { contentType: 'text/plain;charset=us-ascii', body: bytes('e') } })[5]).toBe(
      'Content-Type: text/plain;charset=us-ascii',
    );
    expect(
      lines({ content: { contentType: 'application/vnd.wap.mms-message', body: bytes('e') }, applicationId: 4 }).slice(5, 7),
    ).toEqual(['Content-Type: application/vnd.wap.mms-message', 'X-Wap-Application-Id: x-wap-application:mms.ua']);
  });

  it('of other initiators are read', () => {
    const expected = {
      pushId: '9fjeo39jf084@pi.com',
      address: ['WAPPUSH=+155519990730/TYPE=PLMN@ppg.carrier.com'],
      version: '2.0',
      deliverBefore: new Date('2024-09-28T06:45:00Z'),
      deliverAfter: new Date('2024-02-28T06:45:00Z'),
      sourceReference: 'x',
      notifyRequestedTo: 'http://pi.com/result?a=1&b=2',
      progressNotesRequested: false,
      productName: 'initiator',
      qualityOfService: {
        priority: 'high',
        deliveryMethod: 'preferconfirmed',
        network: 'GSM',
        networkRequired: true,
        bearer: 'SMS',
        bearerRequired: false,
      },
      sl: { href: 'http://a.com/' },
      applicationId: 2,
      headers: [{ name: 'X-Other', value: 'a' }],
      capabilities: '<rdf/>',
    };
    expect(parsePap({ contentType: FOREIGN_TYPE, body: FOREIGN })).toEqual(expected);
    // Clients written by hand end lines with LF alone.
    expect(parsePap({ contentType: FOREIGN_TYPE, body: bytes(FOREIGN.replaceAll('\r\n', '\n')) })).toEqual(expected);
  });

  it('are read in the charset that they name, and as application/vnd.wap.si', () => {
    const { contentType, body } = formatPap(message, { boundary: 'b' });
    const alias = text(body).replace('text/vnd.wap.si; charset=utf-8', 'application/vnd.wap.si');
    expect(parsePap({ contentType, body: alias }).si).toEqual(message.si);
    const latin = Uint8Array.from(text(body).replace('charset=utf-8', 'charset=ISO-8859-1'), (character) =>
      character.charCodeAt(0),
    );
    expect(parsePap({ contentType, body: latin }).si).toEqual(message.si);
  });

  it.each([
    ['447700900001', 'ppg.example.com', 'WAPPUSH=+447700900001/TYPE=PLMN@ppg.example.com'],
    ['+447700900001', undefined, 'WAPPUSH=+447700900001/TYPE=PLMN@localhost'],
    ['123', 'a', 'WAPPUSH=+123/TYPE=PLMN@a'],
    ['12345678901234567890', 'a-1.b', 'WAPPUSH=+12345678901234567890/TYPE=PLMN@a-1.b'],
    ['wappush=x/TYPE=USER@a', '-', 'wappush=x/TYPE=USER@a'],
  ])('to %s over %s go to %s', (address, ppg, value) => {
    const { contentType, body } = formatPap({ ...message, address, ppg });
    expect(parsePap({ contentType, body }).address).toEqual([value]);
  });

  it('may have an application of their own, and a type between blanks', () => {
    const content = { contentType: ' text/plain ', body: bytes('x') };
    const { contentType, body } = formatPap({ ...message, si: undefined, content, applicationId: 'x:y' });
    expect(parsePap({ contentType, body })).toMatchObject({
      content: { contentType: 'text/plain; charset=utf-8', body: bytes('x') },
      applicationId: 'x:y',
    });
    expect(parsePap({ contentType, body })).not.toHaveProperty('headers');
  });

  it('have the number in the address', () => {
    expect(papAddressNumber('WAPPUSH=+155519990730/TYPE=PLMN@ppg.carrier.com')).toBe('+155519990730');
    expect(papAddressNumber('WAPPUSH=john.doe%40wapforum.org/TYPE=USER@ppg.carrier.com')).toBeUndefined();
  });
});

describe('answers', () => {
  it('of Kannel are read', () => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE pap PUBLIC "-//WAPFORUM//DTD PAP 1.0//EN" "http://www.wapforum.org/DTD/pap_1.0.dtd">' +
      '<pap><push-response push-id="0n1@pi.example.com" sender-address="http://127.0.0.1:8080/wappush" sender-name="wapbox; Kannel" ' +
      'reply-time="2024-03-07T10:20:30Z"><response-result code ="1001" desc="The request has been accepted for processing"></response-result></push-response></pap>';
    const expected = {
      pushId: '0n1@pi.example.com',
      code: 1001,
      description: 'The request has been accepted for processing',
      senderAddress: 'http://127.0.0.1:8080/wappush',
      senderName: 'wapbox; Kannel',
      replyTime: new Date('2024-03-07T10:20:30Z'),
    };
    expect(parsePapResponse(xml)).toEqual(expected);
    expect(parsePapResponse(bytes(xml.replace('reply-time', 'vendor="1" reply-time')))).toEqual(expected);
  });

  it('tell of the stages that a message passed', () => {
    const note = '<progress-note stage="sent" note="to the centre" time="2024-03-07T10:20:31Z"/>';
    const xml = `<pap><push-response push-id="a">${note}<response-result code="1000"/></push-response></pap>`;
    expect(parsePapResponse(xml)).toEqual({
      pushId: 'a',
      code: 1000,
      progressNotes: [{ stage: 'sent', note: 'to the centre', time: new Date('2024-03-07T10:20:31Z') }],
    });
  });

  it.each([1000, 9999, 10_000, 99_999])('have the code %d', (code) => {
    expect(parsePapResponse(formatPapResponse({ pushId: 'a', code }))).toEqual({ pushId: 'a', code });
  });

  it.each([999, 100_000, 1000.5, Number.NaN])('do not have the code %d', (code) => {
    expect(refusal(() => formatPapResponse({ pushId: 'a', code }))).toEqual({
      code: 'bad-value',
      field: 'code',
      offset: undefined,
    });
    const xml = `<pap><push-response push-id="a"><response-result code="${code}"/></push-response></pap>`;
    expect(refusal(() => parsePapResponse(xml))).toMatchObject({ code: 'bad-value' });
  });

  it('say that a message could not be read', () => {
    const xml = formatPapResponse({ code: 2000, description: 'bad', badMessageFragment: '<pap><' });
    expect(xml).toContain('<pap><badmessage-response code="2000" desc="bad" bad-message-fragment="&lt;pap&gt;&lt;"/></pap>');
    expect(parsePapResponse(xml)).toEqual({ code: 2000, description: 'bad', badMessageFragment: '<pap><' });
  });

  it('have codes with a meaning', () => {
    expect(papCodeMeaning(1001)).toBe('accepted for processing');
    expect(papCodeMeaning(2999)).toBe('error of the initiator');
    expect(papCodeMeaning(22000)).toBe('not a code of PAP');
    expect(Object.keys(PAP_CODES).every((code) => /^[1-5]0\d\d$/.test(code))).toBe(true);
    expect(Object.keys(PAP_VERSIONS)).toEqual(['1.0', '2.0', '2.1']);
  });
});

describe('multiparts of other initiators', () => {
  const control =
    'Content-Type: application/xml\r\n\r\n<pap><push-message push-id="a"><address address-value="b"/></push-message></pap>';
  const bodyOf = (content: string, boundary = 'b') =>
    `--${boundary}\r\n${control}\r\n--${boundary}\r\n${content}\r\n--${boundary}--\r\n`;
  const contentOf = (body: string, type = 'multipart/related; boundary=b') => parsePap({ contentType: type, body }).content;

  it('a line that begins like the boundary and goes on is content (RFC 2046 section 5.1.1)', () => {
    const lines = ['--bc', '--b c', '--b-', '--b-- x', ' --b', '-b', '--'];
    const found = contentOf(bodyOf(`Content-Type: a/b\r\n\r\n${lines.join('\r\n')}`));
    expect(text(found?.body as Uint8Array)).toBe(lines.join('\r\n'));
  });

  it('blanks may stand behind a boundary, and lines may end with LF alone', () => {
    const body = bodyOf('Content-Type: a/b\r\n\r\nx').replaceAll('--b\r\n', '--b \t\r\n').replace('--b--', '--b-- ');
    expect(text(contentOf(body)?.body as Uint8Array)).toBe('x');
    expect(text(contentOf(body.replaceAll('\r', ''))?.body as Uint8Array)).toBe('x');
  });

  it('one line end in front of a boundary belongs to it, and no more than one', () => {
    for (const [content, expected] of [
      ['x\n', 'x\n'],
      ['x\r\n\r', 'x\r\n\r'],
      ['', ''],
      ['\r\n', '\r\n'],
    ] as const) {
      expect(text(contentOf(bodyOf(`Content-Type: a/b\r\n\r\n${content}`))?.body as Uint8Array)).toBe(expected);
    }
  });

  it('a quoted parameter may hold escapes (RFC 822 section 3.3)', () => {
    const type = 'multipart/related; boundary="a\\b c"';
    expect(text(contentOf(bodyOf('Content-Type: a/b\r\n\r\nx', 'ab c'), type)?.body as Uint8Array)).toBe('x');
  });

  it('DEL is no character of a header; a blank in front of the first line continues nothing', () => {
    expect(refusal(() => contentOf(bodyOf('Content-Type: a/b\x7f\r\n\r\nx')))).toMatchObject({ field: 'PAP/part/headers' });
    expect(refusal(() => contentOf(bodyOf(' Content-Type: a/b\r\n\r\nx')))).toMatchObject({ field: 'PAP/part/headers' });
  });

  it('a header goes on in lines that begin with a blank', () => {
    const body = bodyOf('Content-Type: a/b\r\nX-A: 1\r\n  2 \r\n\t3\r\n\r\nx');
    expect(parsePap({ contentType: 'multipart/related; boundary=b', body }).headers).toEqual([{ name: 'X-A', value: '1 2 3' }]);
  });

  it('the first part may begin at the first octet, or after a preamble', () => {
    const body = bodyOf('Content-Type: a/b\r\n\r\nx');
    for (const whole of [body, `\r\n${body}`, `a preamble\r\n${body}`])
      expect(text(contentOf(whole)?.body as Uint8Array)).toBe('x');
  });

  it('a boundary that is missing is told from an end that is missing', () => {
    const refusedWith = (reason: string) => expect.objectContaining({ reason });
    expect(() => contentOf('abc')).toThrow(refusedWith('no part begins with the boundary'));
    expect(() => contentOf('--b\r\n')).toThrow(refusedWith('the last part does not end with the boundary'));
  });

  it('a third part has the capabilities of the handset', () => {
    const of = (type: string) => bodyOf(`Content-Type: a/b\r\n\r\nx\r\n--b\r\nContent-Type: ${type}\r\n\r\n<rdf/>`);
    const contentType = 'multipart/related; boundary=b';
    expect(parsePap({ contentType, body: of('application/xml') }).capabilities).toBe('<rdf/>');
    expect(refusal(() => parsePap({ contentType, body: of('application/xml; charset=utf-7') }))).toMatchObject({
      code: 'bad-value',
      field: 'PAP/capabilities',
    });
  });

  it('headers whose names only begin like those of MIME are kept', () => {
    const body = bodyOf('Content-Type: a/b\r\nContent-Type-X: 1\r\nX-Wap-Application-Id-Y: 2\r\n\r\nx');
    expect(parsePap({ contentType: 'multipart/related; boundary=b', body }).headers).toEqual([
      { name: 'Content-Type-X', value: '1' },
      { name: 'X-Wap-Application-Id-Y', value: '2' },
    ]);
  });

  it('control entities may be text/xml, and in US-ASCII', () => {
    const body = bodyOf('Content-Type: a/b\r\n\r\nx').replace('application/xml', 'text/xml; charset=us-ascii');
    expect(parsePap({ contentType: 'multipart/related; boundary=b', body })).toMatchObject({ pushId: 'a' });
    const other = body.replace('text/xml', 'text/html');
    expect(refusal(() => parsePap({ contentType: 'multipart/related; boundary=b', body: other }))).toMatchObject({
      field: 'PAP/control',
    });
  });

  it('an empty push-id, elements too deep and limits of a document inside are told', () => {
    const of = (body: string, limits = {}) =>
      refusal(() => parsePap({ contentType: 'multipart/related; boundary=b', body }, { limits }));
    const body = bodyOf('Content-Type: text/vnd.wap.sl\r\n\r\n<sl href="http://example.com/"/>');
    expect(of(body.replace('push-id="a"', 'push-id=""'))).toMatchObject({ code: 'bad-value', field: 'PAP/push-message' });
    expect(of(body.replace('<address', `${'<x>'.repeat(40)}<address`))).toMatchObject({ code: 'bad-value' });
    expect(of(body, { pushHrefCharacters: 5 })).toMatchObject({ code: 'limit-exceeded' });
    const co = bodyOf('Content-Type: text/vnd.wap.co\r\n\r\n<co><invalidate-object uri="http://example.com/"/></co>');
    expect(of(co, { pushHrefCharacters: 5 })).toMatchObject({ code: 'limit-exceeded' });
  });
});

describe('refusals', () => {
  const type = 'multipart/related; boundary=b';
  const control = (push: string, root = '<pap>') => `--b\r\nContent-Type: application/xml\r\n\r\n${root}${push}</pap>\r\n`;
  const ok = control('<push-message push-id="a"><address address-value="b"/></push-message>');
  const si = '--b\r\nContent-Type: text/vnd.wap.si\r\n\r\n<si><indication href="http://a/">x</indication></si>\r\n';
  const end = '--b--\r\n';

  it('the pieces below make a message', () => {
    expect(parsePap({ contentType: type, body: ok + si + end })).toMatchObject({ pushId: 'a', address: ['b'] });
  });

  it.each([
    ['another type', 'multipart/mixed; boundary=b', '', 'bad-value', 'Content-Type', 0],
    ['no type', '', '', 'bad-value', 'Content-Type', 0],
    ['no boundary', 'multipart/related', '', 'bad-value', 'Content-Type', 0],
    ['an empty boundary', 'multipart/related; boundary=""', '', 'bad-value', 'Content-Type', 0],
    ['a boundary of 71', `multipart/related; boundary=${'b'.repeat(71)}`, '', 'bad-value', 'Content-Type', 0],
    ['two boundaries', 'multipart/related; boundary=b; boundary=c', '', 'bad-value', 'Content-Type', 29],
    ['what is no parameter', 'multipart/related; boundary', '', 'bad-value', 'Content-Type', 19],
    ['no part', type, 'abc', 'truncated', 'PAP/boundary', 3],
    ['no end', type, ok + si, 'truncated', 'PAP/boundary', ok.length + si.length],
    ['one part', type, ok + end, 'truncated', 'PAP/part', ok.length + end.length],
    ['four parts', type, ok + si + si + si + end, 'trailing-bytes', 'PAP/part', ok.length + 2 * si.length],
    ['a header that is none', type, `--b\r\nabc\r\n\r\n${end}`, 'bad-value', 'PAP/part/headers', 5],
    ['a control character in a header', type, `--b\r\na: b\0\r\n\r\n${end}`, 'bad-value', 'PAP/part/headers', 9],
    ['a part without type', type, `--b\r\n\r\n\r\n${si}${end}`, 'bad-value', 'PAP/control', 5],
    ['a control entity that is none', type, si + si + end, 'bad-value', 'PAP/control', 5],
    [
      'a part with two types',
      type,
      `--b\r\nContent-Type: a/b\r\ncontent-type: a/b\r\n\r\n\r\n${si}${end}`,
      'bad-value',
      'PAP/part/headers',
      5,
    ],
    [
      'base64',
      type,
      `${ok}--b\r\nContent-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\nAA==\r\n${end}`,
      'bad-value',
      'PAP/content',
      ok.length + 5,
    ],
    [
      'an unknown charset',
      type,
      `${ok}${si.replace('.si', '.si; charset=utf-7')}${end}`,
      'bad-value',
      'PAP/content',
      ok.length + 5,
    ],
    [
      'a nested multipart in place of the control entity',
      type,
      `--b\r\nContent-Type: multipart/related; boundary=c\r\n\r\n--c\r\n--c--\r\n${si}${end}`,
      'bad-value',
      'PAP/control',
      5,
    ],
    ['an empty document', type, control('') + si + end, 'bad-value', 'PAP', 41],
    ['another message', type, control('<cancel-message push-id="a"/>') + si + end, 'bad-value', 'PAP/cancel-message', 56],
    [
      'two messages',
      type,
      control('<push-message push-id="a"/><push-message push-id="b"/>') + si + end,
      'bad-value',
      'PAP/push-message',
      81,
    ],
    [
      'no push-id',
      type,
      control('<push-message><address address-value="b"/></push-message>') + si + end,
      'bad-value',
      'PAP/push-message/push-id',
      54,
    ],
    ['no address', type, control('<push-message push-id="a"/>') + si + end, 'bad-value', 'PAP/push-message', 54],
    [
      'an unknown attribute',
      type,
      ok.replace('push-id="a"', 'push-id="a" x="y"') + si + end,
      'bad-value',
      'PAP/push-message',
      54,
    ],
    ['an unknown element', type, ok.replace('<address', '<x/><address') + si + end, 'bad-value', 'PAP/push-message/x', 69],
    [
      'a date that is none',
      type,
      ok.replace('push-id="a"', 'push-id="a" deliver-before-timestamp="today"') + si + end,
      'bad-value',
      'PAP/push-message/deliver-before-timestamp',
      54,
    ],
    ['text', type, control('x') + si + end, 'bad-value', 'PAP', 42],
    ['an entity', type, ok.replace('"b"', '"&b;"') + si + end, 'bad-value', 'PAP/push-message/address', 91],
    ['another root', type, ok.replaceAll('pap>', 'pop>') + si + end, 'bad-value', 'PAP', 41],
  ] as const)('%s', (_, contentType, body, code, field, offset) => {
    const found = refusal(() => parsePap({ contentType, body }));
    expect({ code: found.code, field: found.field }).toEqual({ code, field });
    // Where saxes is when it tells of an element depends on it: close behind the beginning.
    expect(Math.abs((found.offset as number) - offset), `${found.offset}`).toBeLessThan(/message|^PAP$/.test(field) ? 16 : 1);
  });

  it('declared entities, whatever they do', () => {
    for (const subset of ['[<!ENTITY a "b">]', '[<!ENTITY % a SYSTEM "http://x/">%a;]', '[<!ATTLIST pap a CDATA "b">]']) {
      const body = ok.replace('<pap>', `<!DOCTYPE pap SYSTEM "x" ${subset}><pap>`) + si + end;
      expect(refusal(() => parsePap({ contentType: type, body }))).toMatchObject({ code: 'bad-value', field: 'PAP/doctype' });
    }
    const known = ok.replace(
      '<pap>',
      '<!DOCTYPE pap PUBLIC "-//WAPFORUM//DTD PAP//EN" "http://www.wapforum.org/DTD/pap.dtd"><pap>',
    );
    expect(parsePap({ contentType: type, body: known + si + end }).version).toBeUndefined();
  });

  it('errors in the content count octets of the whole body', () => {
    const broken = `${ok}${si.replace('http://a/', 'http://é/').replace('</indication>', '&x;</indication>')}${end}`;
    const { offset } = refusal(() => parsePap({ contentType: type, body: broken }));
    const at = bytes(broken.slice(0, broken.indexOf('&x;'))).length;
    expect(offset).toBeGreaterThanOrEqual(at);
    expect(offset).toBeLessThanOrEqual(at + 4);
  });

  it.each([
    ['<pap/>', 'bad-value', 'PAP'],
    ['<pap><push-response push-id="a"/></pap>', 'bad-value', 'PAP/push-response'],
    [
      '<pap><push-response push-id="a"><response-result code="1"/></push-response></pap>',
      'bad-value',
      'PAP/push-response/response-result',
    ],
    [
      '<pap><push-response push-id="a"><response-result/></push-response></pap>',
      'bad-value',
      'PAP/push-response/response-result/code',
    ],
    ['<pap><push-response push-id="a"><response-result code="1000"/>', 'truncated', 'PAP/push-response'],
    ['<pap><push-response><response-result code="1000"/></push-response></pap>', 'bad-value', 'PAP/push-response/push-id'],
    ['<pap><push-message push-id="a"/></pap>', 'bad-value', 'PAP/push-message'],
    ['<pap><push-response push-id="a" push-id="b"/></pap>', 'bad-value', 'PAP/push-response/push-id'],
    ['<pap>\ud800</pap>', 'bad-value', 'PAP'],
  ])('%s is no answer', (xml, code, field) => {
    expect(refusal(() => parsePapResponse(xml))).toMatchObject({ code, field });
  });

  it('a result needs an address and a state', () => {
    expect(refusal(() => parsePapResult('<pap><resultnotification-message push-id="a"/></pap>'))).toMatchObject({
      field: 'PAP/resultnotification-message',
    });
    const xml =
      '<pap><resultnotification-message push-id="a" code="1000"><address address-value="b"/></resultnotification-message></pap>';
    expect(refusal(() => parsePapResult(xml))).toMatchObject({ field: 'PAP/resultnotification-message/message-state' });
    expect(refusal(() => parsePapResult(xml.replace('code', 'message-state="gone" code')))).toMatchObject({
      code: 'bad-value',
    });
  });

  it('octets that are no UTF-8, and texts that have none', () => {
    expect(refusal(() => parsePap({ contentType: type, body: 'a\ud800' }))).toEqual({
      code: 'bad-value',
      field: 'PAP',
      offset: 1,
    });
    expect(() => parsePapResponse(Uint8Array.of(0x3c, 0xff))).toThrow(DecodeError);
    const broken = bytes(ok + si + end);
    broken[ok.length + si.indexOf('x<')] = 0xff;
    expect(refusal(() => parsePap({ contentType: type, body: broken }))).toEqual({
      code: 'bad-value',
      field: 'PAP/content',
      offset: ok.length + si.indexOf('x<'),
    });
  });

  it.each([
    [{ pushId: '' }, 'bad-value', 'pushId'],
    [{ address: [] }, 'bad-value', 'address'],
    [{ address: 'somebody' }, 'bad-value', 'address[0]'],
    [{ address: '12' }, 'bad-value', 'address[0]'],
    [{ address: '123456789012345678901' }, 'bad-value', 'address[0]'],
    [{ address: '+' }, 'bad-value', 'address[0]'],
    [{ address: '123x' }, 'bad-value', 'address[0]'],
    [{ address: 'x123' }, 'bad-value', 'address[0]'],
    [{ address: 'WAPPUSH=' }, 'bad-value', 'address[0]'],
    [{ address: 'xWAPPUSH=a' }, 'bad-value', 'address[0]'],
    [{ ppg: '' }, 'bad-value', 'ppg'],
    [{ ppg: '-a' }, 'bad-value', 'ppg'],
    [{ ppg: 'a-' }, 'bad-value', 'ppg'],
    [{ ppg: '.' }, 'bad-value', 'ppg'],
    [{ address: ['+447700900001', '+44 7700'] }, 'bad-value', 'address[1]'],
    [{ ppg: 'a/b' }, 'bad-value', 'ppg'],
    [{ version: '3.0' }, 'bad-value', 'version'],
    [{ qualityOfService: { priority: 'urgent' } }, 'bad-value', 'qualityOfService.priority'],
    [{ qualityOfService: { bearerRequired: 'yes' } }, 'bad-value', 'qualityOfService.bearerRequired'],
    [{ deliverBefore: new Date(Number.NaN) }, 'bad-value', 'deliverBefore'],
    [{ sl: { href: 'http://a/' } }, 'bad-value', 'content'],
    [{ si: undefined }, 'bad-value', 'content'],
    [{ si: undefined, content: { contentType: 'text', body: bytes('x') } }, 'bad-value', 'content.contentType'],
    [{ si: undefined, content: { contentType: 'a/b\r\nX: y', body: bytes('x') } }, 'bad-value', 'content.contentType'],
    [{ applicationId: 'nobody' }, 'bad-value', 'applicationId'],
    [{ applicationId: 0x8000 }, 'unencodable', 'applicationId'],
    [{ applicationId: 'x-a:b\r\nX: y' }, 'bad-value', 'applicationId'],
    [{ applicationId: '1:b' }, 'bad-value', 'applicationId'],
    [{ applicationId: ' a:b' }, 'bad-value', 'applicationId'],
    [{ applicationId: 'a:' }, 'bad-value', 'applicationId'],
    [{ applicationId: 'a:b c' }, 'bad-value', 'applicationId'],
    [{ headers: [{ name: 'X-A', value: ' b' }] }, 'unencodable', 'headers[0].value'],
    [
      {
        headers: [
          { name: 'X-A', value: 'b' },
          { name: 'X-B', value: 'b ' },
        ],
      },
      'unencodable',
      'headers[1].value',
    ],
    [{ headers: [{ name: 'Content-Type', value: 'a/b' }] }, 'bad-value', 'headers[0].name'],
  ])('cannot write %j', (given, code, field) => {
    expect(refusal(() => formatPap({ ...message, ...given } as PapMessage))).toMatchObject({ code, field });
  });

  it('nothing given begins another header, line or part', () => {
    for (const field of ['pushId', 'sourceReference', 'notifyRequestedTo', 'productName'] as const) {
      for (const bad of ['a\r\nb', 'a\n', '\0', '\ud800', 'a\tb']) {
        expect(refusal(() => formatPap({ ...message, [field]: bad }))).toMatchObject({ code: 'unencodable', field });
      }
    }
    expect(refusal(() => formatPap({ ...message, address: 'WAPPUSH=a\r\nb' }))).toMatchObject({ field: 'address[0]' });
    for (const value of ['a\r\nX: y', 'a\n', 'é€', ' a']) {
      expect(refusal(() => formatPap({ ...message, headers: [{ name: 'X-A', value }] }))).toMatchObject({
        code: 'unencodable',
      });
    }
    expect(refusal(() => formatPap({ ...message, headers: [{ name: 'X-A:', value: 'b' }] }))).toMatchObject({
      code: 'bad-value',
    });
    for (const boundary of ['', 'a b', 'a\r\nb', 'b'.repeat(71)]) {
      expect(refusal(() => formatPap(message, { boundary }))).toEqual({
        code: 'bad-value',
        field: 'boundary',
        offset: undefined,
      });
    }
    const own = { ...message, si: undefined, content: { contentType: 'a/b', body: bytes('x\n--b\r\n') } };
    expect(refusal(() => formatPap(own, { boundary: 'b' }))).toMatchObject({ field: 'boundary' });
  });

  it('answers that PAP has no form for', () => {
    expect(refusal(() => formatPapResponse({ code: 1 }))).toMatchObject({ field: 'code' });
    expect(refusal(() => formatPapResponse({ code: 2000, senderName: 'x' }))).toMatchObject({
      code: 'unencodable',
      field: 'senderName',
    });
    expect(refusal(() => formatPapResponse({ code: 2000, progressNotes: [{ stage: 'x' }] }))).toMatchObject({
      field: 'progressNotes',
    });
    expect(refusal(() => formatPapResponse({ pushId: 'a', code: 2000, badMessageFragment: 'x' }))).toMatchObject({
      field: 'badMessageFragment',
    });
  });

  it('arguments of the wrong type are named', () => {
    expect(() => parsePap(undefined as never)).toThrow(/^request is /);
    expect(() => parsePap({ contentType: 5, body: '' } as never)).toThrow(/^contentType is /);
    expect(() => parsePap({ contentType: type, body: 5 } as never)).toThrow(/^body is /);
    expect(() => formatPap({ ...message, address: 5 } as never)).toThrow(/^address is /);
  });

  it('what is wrong with a type is the cause of the error', () => {
    const own = { ...message, si: undefined, content: { contentType: 'a/b; x', body: bytes('x') } };
    expect(() => formatPap(own)).toThrow(
      expect.objectContaining({
        ...{ code: 'bad-value', field: 'content.contentType', offset: 5 },
        cause: expect.any(DecodeError),
      }),
    );
  });

  it('arguments of the wrong type are TypeErrors', () => {
    expect(() => parsePap({ contentType: undefined as never, body: '' })).toThrow(TypeError);
    expect(() => parsePap({ contentType: type, body: [1] as never })).toThrow(TypeError);
    expect(() => formatPap({ ...message, si: undefined, content: { contentType: 'a/b', body: 'x' as never } })).toThrow(
      TypeError,
    );
  });
});

it('offsets in a part of ISO 8859-1 count its octets', () => {
  const parts = [
    '--b\r\nContent-Type: application/xml; charset=iso-8859-1\r\n\r\n',
    '<pap><push-message push-id="\xe9\xe9\xe9"><wrong/></push-message></pap>',
    '\r\n--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--',
  ];
  const body = Uint8Array.from(parts.join(''), (character) => character.charCodeAt(0));
  const found = refusal(() => parsePap({ contentType: 'multipart/related; boundary=b', body }));
  expect(found).toMatchObject({ code: 'bad-value', field: 'PAP/push-message/wrong' });
  expect(found?.offset).toBe(parts.join('').indexOf('/></push-message>') + 1);
});

describe('limits', () => {
  const type = 'multipart/related; boundary=b';

  it('of the body, the headers, the control entity and the addresses', () => {
    const { contentType, body } = formatPap({ ...message, address: ['+447700900001', '+447700900002'] });
    const limited = (limits: object) => refusal(() => parsePap({ contentType, body }, { limits }));
    expect(limited({ papOctets: 100 })).toEqual({ code: 'limit-exceeded', field: 'PAP', offset: 100 });
    expect(limited({ papHeaderOctets: 10 })).toMatchObject({ code: 'limit-exceeded', field: 'PAP/part/headers' });
    expect(limited({ papXmlCharacters: 100 })).toMatchObject({ code: 'limit-exceeded', field: 'PAP' });
    const long = `${contentType}; a="${'x'.repeat(1e7)}`;
    expect(refusal(() => parsePap({ contentType: long, body }))).toEqual({
      code: 'limit-exceeded',
      field: 'Content-Type',
      offset: 8192,
    });
    const most = `${contentType}; a="${'x'.repeat(8192 - contentType.length - 6)}"`;
    expect(most).toHaveLength(8192);
    expect(parsePap({ contentType: most, body }).pushId).toBe(message.pushId);
    expect(parsePap({ contentType, body }, { limits: { papOctets: body.length } }).pushId).toBe(message.pushId);
    expect(limited({ papAddresses: 0 })).toMatchObject({ code: 'limit-exceeded', field: 'PAP/push-message' });
    expect(limited({ pushCharacters: 5 })).toMatchObject({ code: 'limit-exceeded' });
  });

  it('hostile bodies end soon, with an error', () => {
    const half = 500_000;
    const bodies = [
      `--b\r\n${'a: b\r\n'.repeat(half / 6)}`,
      `--b\r\n${'a'.repeat(half)}\r\n--b--`,
      '\n'.repeat(2 * half),
      '--\n'.repeat(half / 3),
      '--b\n'.repeat(half / 4),
      `--b\r\na: b\r\n${' c\r\n'.repeat(half / 4)}--b--`,
      `--b\r\nContent-Type: application/xml\r\n\r\n<pap>${'<a>'.repeat(20_000)}\r\n--b\r\n\r\n--b--`,
      `--b\r\nContent-Type: application/xml\r\n\r\n<pap ${'a=""\n'.repeat(20_000)}/>\r\n--b\r\n\r\n--b--`,
      `--b\r\nContent-Type: multipart/related; boundary=c\r\n\r\n${'--c\r\n\r\n'.repeat(10_000)}--b\r\n\r\n--b--`,
    ];
    for (const body of bodies) {
      expect(expectValueOrFormatError(() => parsePap({ contentType: type, body }), body.length)).toBeInstanceOf(FormatError);
    }
  });
});
