/**
 * Pushes of WSP: each content type that has a code, charsets and parameters, headers in each form that a value has, lengths around the ends of
 * their codings, and pushes that are cut.
 * @module
 */
import type { BareCase, JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import { withLength as general, hexOf, integer, latinHex, longInteger, nulHex, sizeOf, uintvar } from './wire.js';

const HEADERS = 'WAP-230-WSP section 8.4';
const PUSH = 'WAP-230-WSP section 8.2.4.3';

/** Content types by their codes, from 0 on (WAP-230-WSP table 40 and the register of OMNA). */
const CONTENT_TYPES = [
  '*/*',
  'text/*',
  'text/html',
  'text/plain',
  'text/x-hdml',
  'text/x-ttml',
  'text/x-vCalendar',
  'text/x-vCard',
  'text/vnd.wap.wml',
  'text/vnd.wap.wmlscript',
  'text/vnd.wap.wta-event',
  'multipart/*',
  'multipart/mixed',
  'multipart/form-data',
  'multipart/byteranges',
  'multipart/alternative',
  'application/*',
  'application/java-vm',
  'application/x-www-form-urlencoded',
  'application/x-hdmlc',
  'application/vnd.wap.wmlc',
  'application/vnd.wap.wmlscriptc',
  'application/vnd.wap.wta-eventc',
  'application/vnd.wap.uaprof',
  'application/vnd.wap.wtls-ca-certificate',
  'application/vnd.wap.wtls-user-certificate',
  'application/x-x509-ca-cert',
  'application/x-x509-user-cert',
  'image/*',
  'image/gif',
  'image/jpeg',
  'image/tiff',
  'image/png',
  'image/vnd.wap.wbmp',
  'application/vnd.wap.multipart.*',
  'application/vnd.wap.multipart.mixed',
  'application/vnd.wap.multipart.form-data',
  'application/vnd.wap.multipart.byteranges',
  'application/vnd.wap.multipart.alternative',
  'application/xml',
  'text/xml',
  'application/vnd.wap.wbxml',
  'application/x-x968-cross-cert',
  'application/x-x968-ca-cert',
  'application/x-x968-user-cert',
  'text/vnd.wap.si',
  'application/vnd.wap.sic',
  'text/vnd.wap.sl',
  'application/vnd.wap.slc',
  'text/vnd.wap.co',
  'application/vnd.wap.coc',
  'application/vnd.wap.multipart.related',
  'application/vnd.wap.sia',
  'text/vnd.wap.connectivity-xml',
  'application/vnd.wap.connectivity-wbxml',
  'application/pkcs7-mime',
  'application/vnd.wap.hashed-certificate',
  'application/vnd.wap.signed-certificate',
  'application/vnd.wap.cert-response',
  'application/xhtml+xml',
  'application/wml+xml',
  'text/css',
  'application/vnd.wap.mms-message',
  'application/vnd.wap.rollover-certificate',
  'application/vnd.wap.locc+wbxml',
  'application/vnd.wap.loc+xml',
  'application/vnd.syncml.dm+wbxml',
  'application/vnd.syncml.dm+xml',
  'application/vnd.syncml.notification',
  'application/vnd.wap.xhtml+xml',
  'application/vnd.wv.csp.cir',
  'application/vnd.oma.dd+xml',
  'application/vnd.oma.drm.message',
  'application/vnd.oma.drm.content',
  'application/vnd.oma.drm.rights+xml',
  'application/vnd.oma.drm.rights+wbxml',
  'application/vnd.wv.csp+xml',
  'application/vnd.wv.csp+wbxml',
  'application/vnd.syncml.ds.notification',
  'audio/*',
  'video/*',
  'application/vnd.oma.dd2+xml',
  'application/mikey',
];

/** Content types of the register that have more than seven bits. */
const REGISTERED: readonly (readonly [code: number, type: string])[] = [
  [0x0201, 'application/vnd.uplanet.cacheop-wbxml'],
  [0x020b, 'application/vnd.nokia.syncset+wbxml'],
  [0x020c, 'image/x-up-wpng'],
  [0x0300, 'application/iota.mmc-wbxml'],
  [0x0301, 'application/iota.mmc-xml'],
];

/** MIBenum numbers of charsets. */
const CHARSETS: readonly (readonly [mib: number, name: string])[] = [
  [3, 'us-ascii'],
  [4, 'iso-8859-1'],
  [5, 'iso-8859-2'],
  [6, 'iso-8859-3'],
  [7, 'iso-8859-4'],
  [8, 'iso-8859-5'],
  [9, 'iso-8859-6'],
  [10, 'iso-8859-7'],
  [11, 'iso-8859-8'],
  [12, 'iso-8859-9'],
  [17, 'shift_JIS'],
  [106, 'utf-8'],
  [1000, 'iso-10646-ucs-2'],
  [1015, 'utf-16'],
  [2026, 'big5'],
];

const TRANSACTION = 0x29;
const BODY = '030561';

const push = (headers: string, body = BODY, type = '06') =>
  `${hexOf(TRANSACTION)}${type}${uintvar(sizeOf(headers))}${headers}${body}`;

function read(
  id: string,
  title: string,
  hex: string,
  value: JsonObject,
  direction: BareCase['direction'] = 'both',
  specification = HEADERS,
): FamilyCase {
  return { id: `wsp/${id}`, format: 'wsp-push', title, direction, input: { hex }, expected: { value }, specification };
}

const VALUE = { transactionId: TRANSACTION, body: BODY };

const of = (id: string, title: string, headers: string, value: JsonObject, direction?: BareCase['direction']) =>
  read(id, title, push(headers), { ...VALUE, ...value }, direction);

/** Each code, and types that have none. */
function contentTypes(): FamilyCase[] {
  const texts = ['text/x-a', 'application/vnd.example.a+b', 'x/y', 'model/vrml'];
  return [
    ...CONTENT_TYPES.map((contentType, code) =>
      of(`type/${hexOf(code)}`, `${contentType} is ${hexOf(code)}`, integer(code), { contentType }),
    ),
    // A code of more than seven bits has the general form.
    ...REGISTERED.map(([code, contentType]) =>
      of(`type/${hexOf(code, 2)}`, `${contentType} is ${hexOf(code, 2)}`, general(longInteger(code)), { contentType }),
    ),
    ...texts.map((contentType, index) =>
      of(`type/text-${index}`, `${contentType} as text`, nulHex(contentType), { contentType }),
    ),
    of('type/text-known', 'a type as text that has a code', nulHex('text/plain'), { contentType: 'text/plain' }, 'decode'),
    of('type/general-bare', 'the general form without parameters', general('83'), { contentType: 'text/plain' }, 'decode'),
    of('type/general-long', 'a code of one octet as a long integer', general('0103'), { contentType: 'text/plain' }, 'decode'),
    of('type/unknown', 'a code that no register has', general('02FFF0'), { contentType: 0xfff0 }),
  ];
}

/** Charsets by number, short and long, and by name. */
function charsets(): FamilyCase[] {
  return [
    ...CHARSETS.map(([mib, charset]) =>
      of(`charset/${mib}`, `the charset ${charset} is ${mib}`, general(`8381${integer(mib)}`), {
        contentType: 'text/plain',
        charset,
      }),
    ),
    of(
      'charset/long-106',
      'utf-8 as a long integer',
      general('8381016A'),
      { contentType: 'text/plain', charset: 'utf-8' },
      'decode',
    ),
    of(
      'charset/text',
      'a charset by its name',
      general(`83${nulHex('charset')}${nulHex('utf-8')}`),
      { contentType: 'text/plain', charset: 'utf-8' },
      'decode',
    ),
    of('charset/sic', 'the charset of an indication', general('AE81EA'), {
      contentType: 'application/vnd.wap.sic',
      charset: 'utf-8',
    }),
    of('charset/type-text', 'the charset of a type as text', general(`${nulHex('text/x-a')}8184`), {
      contentType: 'text/x-a',
      charset: 'iso-8859-1',
    }),
  ];
}

/** Parameters by their codes and by names, and lengths around 30 and 127. */
function parameters(): FamilyCase[] {
  const coded: readonly (readonly [older: string, newer: string, name: string])[] = [
    ['85', '97', 'name'],
    ['86', '98', 'filename'],
    ['8A', '99', 'start'],
    ['8B', '9A', 'start-info'],
    ['8C', '9B', 'comment'],
    ['8D', '9C', 'domain'],
    ['8F', '9D', 'path'],
  ];
  const withName = (octets: number) => {
    const value = 'n'.repeat(octets - 3);
    return of(
      `length/value-${octets}`,
      `a content type of ${octets} octets after its length`,
      general(`8385${nulHex(value)}`),
      {
        ...{ contentType: 'text/plain', parameters: [{ name: 'name', value }] },
      },
    );
  };
  const headers = (octets: number) => {
    const contentType = `x/${'t'.repeat(octets - 3)}`;
    return of(`length/headers-${octets}`, `headers of ${octets} octets`, nulHex(contentType), { contentType });
  };
  return [
    ...coded.flatMap(([older, newer, name]) => [
      of(`parameter/${name}`, `the parameter ${name} is ${older}`, general(`83${older}${nulHex('a.b')}`), {
        contentType: 'text/plain',
        parameters: [{ name, value: 'a.b' }],
      }),
      of(
        `parameter/${name}-newer`,
        `the parameter ${name} is ${newer} as well`,
        general(`83${newer}${nulHex('a.b')}`),
        { contentType: 'text/plain', parameters: [{ name, value: 'a.b' }] },
        'decode',
      ),
      of(
        `parameter/${name}-quoted`,
        `the parameter ${name} after a quotation mark`,
        general(`83${newer}22${nulHex('a b')}`),
        { contentType: 'text/plain', parameters: [{ name, value: 'a b' }] },
        'decode',
      ),
    ]),
    of('parameter/type-code', 'the parameter type with a code', general('B3899E'), {
      contentType: 'application/vnd.wap.multipart.related',
      parameters: [{ name: 'type', value: 'image/jpeg' }],
    }),
    of(
      'parameter/type-text',
      'the parameter type with a text',
      general(`B389${nulHex('application/smil')}`),
      {
        ...{ contentType: 'application/vnd.wap.multipart.related', parameters: [{ name: 'type', value: 'application/smil' }] },
      },
      'decode',
    ),
    of('parameter/two', 'a charset, then a name', general(`8381EA85${nulHex('a.txt')}`), {
      contentType: 'text/plain',
      charset: 'utf-8',
      parameters: [{ name: 'name', value: 'a.txt' }],
    }),
    of('parameter/untyped', 'a parameter by its name with a token', general(`83${nulHex('format')}${nulHex('flowed')}`), {
      contentType: 'text/plain',
      parameters: [{ name: 'format', value: 'flowed' }],
    }),
    of(
      'parameter/untyped-quoted',
      'a parameter by its name with a quoted text',
      general(`83${nulHex('x-a')}22${nulHex('b c')}`),
      { contentType: 'text/plain', parameters: [{ name: 'x-a', value: 'b c' }] },
    ),
    of('parameter/untyped-integer', 'a parameter by its name with a number', general(`83${nulHex('x-n')}85`), {
      contentType: 'text/plain',
      parameters: [{ name: 'x-n', value: 5 }],
    }),
    of('parameter/untyped-long', 'a parameter by its name with a number of two octets', general(`83${nulHex('x-n')}020101`), {
      contentType: 'text/plain',
      parameters: [{ name: 'x-n', value: 257 }],
    }),
    ...[28, 30, 31, 32, 127, 128, 129].map(withName),
    ...[127, 128, 129].map(headers),
  ];
}

/** A header with its code. */
const header = (code: number, value: string) => hexOf(code + 128) + value;

/** Headers in each form that their values have. */
function headers(): FamilyCase[] {
  const one = (id: string, title: string, hex: string, value: JsonObject, direction?: BareCase['direction']) =>
    of(`header/${id}`, title, `AE${hex}`, { contentType: 'application/vnd.wap.sic', ...value }, direction);
  const applications = [
    '*',
    'push.sia',
    'wml.ua',
    'wta.ua',
    'mms.ua',
    'push.syncml',
    'loc.ua',
    'syncml.dm',
    'drm.ua',
    'emn.ua',
    'wv.ua',
  ];
  const date = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  const times = [0, 1, 255, 256, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000];
  return [
    ...applications.map((name, code) =>
      one(`application-${code}`, `X-Wap-Application-Id: ${name} is ${code}`, header(0x2f, integer(code)), {
        applicationId: code,
      }),
    ),
    ...applications
      .slice(1, 5)
      .map((name, index) =>
        one(
          `application-text-${index + 1}`,
          `X-Wap-Application-Id: ${name} as a URI`,
          header(0x2f, nulHex(`x-wap-application:${name}`)),
          { applicationId: index + 1 },
          'decode',
        ),
      ),
    ...[127, 128, 0x9001].map((code) =>
      one(`application-${code}`, `X-Wap-Application-Id ${code}`, header(0x2f, integer(code)), { applicationId: code }),
    ),
    one('application-long-2', 'X-Wap-Application-Id 2 as a long integer', header(0x2f, '0102'), { applicationId: 2 }, 'decode'),
    one('application-uri', 'X-Wap-Application-Id with a private URI', header(0x2f, nulHex('http://example.com/app')), {
      applicationId: 'http://example.com/app',
    }),
    ...[0, 1, 127, 128, 255, 256, 65535, 65536, 0x1000000].map((length) =>
      one(`length-${length}`, `Content-Length ${length}`, header(0x0d, integer(length)), { contentLength: length }),
    ),
    one('location', 'Content-Location', header(0x0e, nulHex('http://a.com/b?c=d')), { contentLocation: 'http://a.com/b?c=d' }),
    one('initiator', 'X-Wap-Initiator-URI', header(0x31, nulHex('http://i.example.com/')), {
      initiatorUri: 'http://i.example.com/',
    }),
    one('content-uri', 'X-Wap-Content-URI', header(0x30, nulHex('http://c.example.com/x')), {
      contentUri: 'http://c.example.com/x',
    }),
    ...[0, 1, 2, 3, 4, 5, 7].map((flag) =>
      one(`flag-${flag}`, `Push-Flag ${flag}`, header(0x34, integer(flag)), { pushFlag: flag }),
    ),
    ...times.map((seconds) =>
      one(`date-${seconds}`, `Date ${date(seconds)}`, header(0x12, longInteger(seconds)), { date: date(seconds) }),
    ),
    ...[0x3b9aca00, 0x7fffffff].map((seconds) =>
      one(`expires-${seconds}`, `Expires ${date(seconds)}`, header(0x14, longInteger(seconds)), { expires: date(seconds) }),
    ),
    one('version-1.0', 'Encoding-Version 1.0', header(0x43, '90'), { encodingVersion: '1.0' }),
    one('version-1.3', 'Encoding-Version 1.3', header(0x43, '93'), { encodingVersion: '1.3' }),
    one('version-1.14', 'Encoding-Version 1.14', header(0x43, '9E'), { encodingVersion: '1.14' }),
    one('version-2', 'Encoding-Version 2, no minor part', header(0x43, 'AF'), { encodingVersion: '2' }),
    one('version-7.5', 'Encoding-Version 7.5', header(0x43, 'F5'), { encodingVersion: '7.5' }),
    one('name', 'a header by its name', `${nulHex('X-Example')}${nulHex('a b')}`, {
      headers: [{ name: 'X-Example', value: 'a b' }],
    }),
    one('name-two', 'two headers by their names', `${nulHex('X-A')}${nulHex('1')}${nulHex('X-B')}${nulHex('2')}`, {
      ...{
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'X-B', value: '2' },
        ],
      },
    }),
    one('cache', 'Cache-Control, which has no model', header(0x08, '80'), { headers: [{ page: 1, code: 0x08, value: '80' }] }),
    one('etag', 'ETag, a text', header(0x13, nulHex('"x"')), { headers: [{ page: 1, code: 0x13, value: nulHex('"x"') }] }),
    one('server', 'Server, a text', header(0x26, nulHex('S')), { headers: [{ page: 1, code: 0x26, value: nulHex('S') }] }),
    one(
      'all',
      'nine headers',
      [
        ...[header(0x2f, integer(2)), header(0x0d, integer(3)), header(0x0e, nulHex('/a')), header(0x31, nulHex('http://i/'))],
        ...[
          header(0x30, nulHex('http://c/')),
          header(0x34, integer(6)),
          header(0x12, longInteger(1000)),
          header(0x14, longInteger(2000)),
        ],
        header(0x43, '93'),
      ].join(''),
      {
        ...{
          applicationId: 2,
          contentLength: 3,
          contentLocation: '/a',
          initiatorUri: 'http://i/',
          contentUri: 'http://c/',
          pushFlag: 6,
        },
        ...{ date: date(1000), expires: date(2000), encodingVersion: '1.3' },
      },
    ),
    one(
      'order',
      'headers in another order',
      header(0x0d, integer(3)) + header(0x2f, integer(4)),
      { contentLength: 3, applicationId: 4 },
      'decode',
    ),
  ];
}

/** PDUs and what is around the headers. */
function framing(): FamilyCase[] {
  const whole = push(`${general('AE81EA')}${header(0x2f, '82')}`);
  const refused = (id: string, title: string, hex: string, reason: Refusal['reason'], specification = PUSH): FamilyCase => ({
    ...{
      id: `wsp/${id}`,
      format: 'wsp-push',
      title,
      direction: 'decode',
      input: { hex },
      expected: { refused: { reason } },
      specification,
    },
  });
  const confirmed = { ...VALUE, confirmed: true, contentType: 'application/vnd.wap.sic' };
  return [
    ...[0, 1, 127, 128, 255].map((transactionId) =>
      read(
        `transaction-${transactionId}`,
        `transaction ${transactionId}`,
        `${hexOf(transactionId)}0601AE${BODY}`,
        { ...VALUE, transactionId, contentType: 'application/vnd.wap.sic' },
        'both',
        PUSH,
      ),
    ),
    read('confirmed', 'a ConfirmedPush', push('AE', BODY, '07'), confirmed, 'both', PUSH),
    read('empty', 'no body', push('AE', ''), { ...VALUE, body: '', contentType: 'application/vnd.wap.sic' }, 'both', PUSH),
    read(
      'headers-long',
      'HeadersLen in two octets that one would hold',
      `29068001AE${BODY}`,
      { ...VALUE, contentType: 'application/vnd.wap.sic' },
      'decode',
      PUSH,
    ),
    ...[0x00, 0x04, 0x05, 0x08, 0x40, 0x60].map((type) =>
      refused(`other-${hexOf(type)}`, `PDU type ${hexOf(type)}`, `29${hexOf(type)}01AE${BODY}`, 'bad-value'),
    ),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((octets) =>
      refused(`cut-${octets}`, `ends after ${octets} octets`, whole.slice(0, 2 * octets), 'truncated'),
    ),
    refused('headers-past', 'HeadersLen counts more than there is', `29060AAE${BODY}`, 'truncated'),
    refused('headers-none', 'HeadersLen 0', `290600${BODY}`, 'truncated'),
    refused('headers-inside', 'HeadersLen ends inside a value', `290604AE8E6162${BODY}`, 'truncated', HEADERS),
    refused('headers-uintvar', 'HeadersLen of six octets', `2906808080808001AE${BODY}`, 'bad-value'),
    refused('type-past', 'the content type is longer than the headers', push('1E83'), 'truncated', HEADERS),
    refused('type-no-nul', 'a type as text without its NUL', push(latinHex('text/plain')), 'truncated', HEADERS),
    refused('type-no-slash', 'a type without a slash', push(nulHex('text')), 'bad-value', HEADERS),
    refused('value-past', 'a long integer of more octets than there are', push('AE8D1E0102'), 'truncated', HEADERS),
    refused('charset-twice', 'two charsets', push(general('8381EA81EA')), 'bad-value', HEADERS),
    refused('location-number', 'Content-Location with a number', push('AE8E85'), 'bad-value', HEADERS),
    refused('date-short', 'Date with a short integer', push('AE9285'), 'bad-value', HEADERS),
    refused('flag-text', 'Push-Flag with a text', push(`AEB4${nulHex('1')}`), 'bad-value', HEADERS),
    refused(
      'application-relative',
      'X-Wap-Application-Id with a text that is not a URI',
      push(`AEAF${nulHex('x')}`),
      'bad-value',
      HEADERS,
    ),
    refused('length-twice', 'two lengths', push('AE8D838D84'), 'bad-value', HEADERS),
  ];
}

const INTEGERS = 'WAP-230-WSP section 8.1.2';
const FIELDS = 'WAP-230-WSP section 8.4.1.1';
/** The number of no header. */
const FREE = 0x60;

/** Integers of variable length, as that of the headers: each number of octets, and those that are too long or cut. */
function variableIntegers(): FamilyCase[] {
  /** The text of a header that fills so many octets, with its number and the content type. */
  const textOf = (octets: number) => nulHex('a'.repeat(octets - 3));
  const bare = { ...VALUE, contentType: 'application/vnd.wap.sic' };
  const refused = (id: string, title: string, length: string, reason: Refusal['reason']): FamilyCase => ({
    ...{ id: `wsp/uintvar/${id}`, format: 'wsp-push', title, direction: 'decode', specification: INTEGERS },
    ...{ input: { hex: `2906${length}` }, expected: { refused: { reason, offset: 2 } } },
  });
  return [
    ...[4, 126, 127, 128, 129, 255, 256, 300, 16384].map((octets) =>
      read(
        `uintvar/${octets}`,
        `headers of ${octets} octets, whose length has ${sizeOf(uintvar(octets))}`,
        `2906${uintvar(octets)}AE${hexOf(0x80 + FREE)}${textOf(octets)}${BODY}`,
        { ...bare, headers: [{ page: 1, code: FREE, value: textOf(octets) }] },
        'both',
        INTEGERS,
      ),
    ),
    ...['8001', '808001', '80808001', '8080808001'].map((length) =>
      read(
        `uintvar/long-${sizeOf(length)}`,
        `the length 1 in ${sizeOf(length)} octets`,
        `2906${length}AE${BODY}`,
        bare,
        'decode',
        INTEGERS,
      ),
    ),
    ...['', '80', '8181', '818181', '81818181'].map((length) =>
      refused(
        `cut-${sizeOf(length)}`,
        `a length that ends after ${sizeOf(length)} octets, with more announced`,
        length,
        'truncated',
      ),
    ),
    refused('bits-33', 'a length of 33 bits', `9080808000AE${BODY}`, 'bad-value'),
    refused('octets-6', 'a length of six octets', `808080808001AE${BODY}`, 'bad-value'),
    refused('octets-10', 'a length of ten octets', `FFFFFFFFFFFFFFFFFF7FAE${BODY}`, 'bad-value'),
  ];
}

/** Headers by number and by name, and shifts of the page by one octet or two. */
function headerFields(): FamilyCase[] {
  const one = (id: string, title: string, hex: string, headers: readonly JsonObject[], direction?: BareCase['direction']) =>
    read(
      `field/${id}`,
      title,
      push(`AE${hex}`),
      { ...VALUE, contentType: 'application/vnd.wap.sic', headers },
      direction ?? 'both',
      FIELDS,
    );
  const coded = (code: number, value: string, page = 1) => ({ page, code, value });
  const refused = (id: string, title: string, hex: string, reason: Refusal['reason'], at: number): FamilyCase => ({
    ...{ id: `wsp/field/${id}`, format: 'wsp-push', title, direction: 'decode', specification: FIELDS },
    // After transaction, type, length and the content type.
    ...{ input: { hex: push(`AE${hex}`) }, expected: { refused: { reason, offset: 4 + at } } },
  });
  const values: readonly (readonly [id: string, value: string, words: string])[] = [
    ['short', '85', 'a short integer'],
    ['short-most', 'FF', 'the highest short integer'],
    ['text', nulHex('text'), 'a text'],
    ['data-0', '00', 'no octets of data'],
    ['quoted', `22${nulHex('a b')}`, 'a quoted text'],
    ['data-1', '01AA', 'one octet of data'],
    ['data-30', `1E${'AB'.repeat(30)}`, '30 octets of data'],
    ['data-31', `1F1F${'AB'.repeat(31)}`, '31 octets of data, whose length follows 1F'],
    ['data-128', `1F8100${'AB'.repeat(128)}`, '128 octets of data, whose length has two octets'],
  ];
  return [
    ...values.map(([id, value, words]) =>
      one(`value-${id}`, `a header by its number with ${words}`, `E0${value}`, [coded(FREE, value)]),
    ),
    ...[0x4b, 0x5f, 0x7e, 0x7f].map((code) =>
      one(`code-${hexOf(code)}`, `a header by the number ${hexOf(code)}`, `${hexOf(0x80 + code)}85`, [coded(code, '85')]),
    ),
    ...['X', 'x-a.b_c', 'A'.repeat(40), "!#$%&'*+-.^_|~"].map((name, index) =>
      one(`name-${index + 1}`, `a header by its name, ${index + 1}`, `${nulHex(name)}${nulHex('v')}`, [{ name, value: 'v' }]),
    ),
    one('name-empty', 'a header by its name without a value', `${nulHex('X-A')}00`, [{ name: 'X-A', value: '' }]),
    one('name-latin', 'a value of ISO-8859-1', `${nulHex('X-A')}${nulHex('Grüße')}`, [{ name: 'X-A', value: 'Grüße' }]),
    one('name-quoted', 'a value whose first octet is above 127, after 7F', `${nulHex('X-A')}7F${nulHex('Übung')}`, [
      { name: 'X-A', value: 'Übung' },
    ]),
    ...[2, 16, 0x1f].map((page) =>
      one(`shift-${hexOf(page)}`, `a shift to page ${page} in one octet`, `${hexOf(page)}8585`, [coded(5, '85', page)]),
    ),
    ...[0x20, 0x7f, 0x80, 0xff].map((page) =>
      one(`shift-7F-${hexOf(page)}`, `a shift to page ${page} in two octets`, `7F${hexOf(page)}8585`, [coded(5, '85', page)]),
    ),
    one('shift-7F-02', 'a shift in two octets to a page that one would reach', '7F028585', [coded(5, '85', 2)], 'decode'),
    one('shift-back', 'a shift to page 2 and back', '02858501E085', [coded(5, '85', 2), coded(FREE, '85')]),
    one('shift-twice', 'a shift to page 2, and one to page 3 at once', '02038585', [coded(5, '85', 3)], 'decode'),
    one('shift-name', 'a name after a shift, which has no page', `028585${nulHex('X-A')}${nulHex('v')}`, [
      ...[coded(5, '85', 2), { name: 'X-A', value: 'v' }],
    ]),
    one('shift-known', 'the number of Content-Length on another page is another header', '028D85', [coded(0x0d, '85', 2)]),
    refused('zero', 'an octet 00 where a header begins', '00', 'bad-value', 0),
    refused('shift-0', 'a shift to page 0', '7F008585', 'bad-value', 1),
    refused('shift-cut', 'a shift without its page', '7F', 'truncated', 1),
    refused('no-value', 'a header by its number without a value', 'E0', 'truncated', 1),
    refused('text-no-nul', 'a text without its NUL', `E0${latinHex('text')}`, 'truncated', 1),
    refused('name-no-nul', 'a name without its NUL', latinHex('X-A'), 'truncated', 0),
    refused('name-no-value', 'a name without a value', nulHex('X-A'), 'truncated', 4),
    refused('data-past', 'a length that goes on past the headers', 'E005AA', 'truncated', 1),
    refused('data-no-length', 'a length of 1F without its integer', 'E01F', 'truncated', 2),
  ];
}

/** All of it. */
export function wspFamily(): FamilyCase[] {
  return [
    ...contentTypes(),
    ...charsets(),
    ...parameters(),
    ...headers(),
    ...variableIntegers(),
    ...headerFields(),
    ...framing(),
  ];
}
