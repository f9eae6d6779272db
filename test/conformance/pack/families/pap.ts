/**
 * The Push Access Protocol: messages with each attribute of their control entity and each kind of content, a gateway's answers and results with each
 * code and state.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';

const MESSAGE = 'WAP-247-PAP sections 9.2 and 9.3';
const ANSWER = 'WAP-247-PAP sections 9.4 to 9.6 and 9.13';

const DOCTYPES = {
  '1.0': '<!DOCTYPE pap PUBLIC "-//WAPFORUM//DTD PAP 1.0//EN" "http://www.wapforum.org/DTD/pap_1.0.dtd">',
  '2.0': '<!DOCTYPE pap PUBLIC "-//WAPFORUM//DTD PAP 2.0//EN" "http://www.wapforum.org/DTD/pap_2.0.dtd">',
  '2.1': '<!DOCTYPE pap PUBLIC "-//OMA//DTD PAP 2.1//EN" "http://www.openmobilealliance.org/tech/DTD/pap_2.1.dtd">',
} as const;

const document = (content: string, doctype: string = DOCTYPES['1.0']) => `<?xml version="1.0"?>${doctype}<pap>${content}</pap>`;

/** A gateway's answer or result. */
function read(id: string, title: string, content: string, value: JsonObject, doctype?: string): FamilyCase {
  return {
    id: `pap/${id}`,
    ...{
      format: 'pap',
      title,
      direction: 'decode',
      input: { text: document(content, doctype) },
      expected: { value },
      specification: ANSWER,
    },
  };
}

const BOUNDARY = 'b1';
const OPTIONS = { contentType: `multipart/related; boundary=${BOUNDARY}; type="application/xml"` };
const part = (headers: readonly string[], content: string) => `--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n${content}\r\n`;
const ADDRESS = 'WAPPUSH=+447700900001/TYPE=PLMN@ppg.example.com';

interface Message {
  readonly attributes?: string;
  readonly addresses?: readonly string[];
  readonly quality?: string;
  readonly type?: string;
  readonly headers?: readonly string[];
  readonly content?: string;
  readonly more?: string;
  readonly doctype?: string;
}

const WRITTEN = '<!DOCTYPE html><p>x</p>';

function multipart({
  attributes = '',
  addresses = [ADDRESS],
  quality = '',
  type = 'text/html; charset=utf-8',
  headers = [],
  content = WRITTEN,
  more = '',
  doctype,
}: Message): string {
  const list = addresses.map((address) => `<address address-value="${address}"></address>`).join('');
  const control = document(`<push-message push-id="p1@example.com"${attributes}>${list}${quality}</push-message>`, doctype);
  return `${part(['Content-Type: application/xml'], control)}${part([`Content-Type: ${type}`, ...headers], content)}${more}--${BOUNDARY}--\r\n`;
}

/** A message as it is posted. */
function message(id: string, title: string, given: Message, value: JsonObject): FamilyCase {
  const told = { element: 'push-message', 'push-id': 'p1@example.com', addresses: [ADDRESS], ...value };
  return {
    id: `pap/message/${id}`,
    ...{
      format: 'pap',
      title,
      direction: 'decode',
      options: OPTIONS,
      input: { text: multipart(given) },
      expected: { value: told },
      specification: MESSAGE,
    },
  };
}

function messages(): FamilyCase[] {
  const attributes: readonly (readonly [name: string, value: string])[] = [
    ['deliver-before-timestamp', '2026-02-28T06:45:00Z'],
    ['deliver-after-timestamp', '2026-02-28T06:00:00Z'],
    ['source-reference', 'ref &amp; 1'],
    ['ppg-notify-requested-to', 'http://a.com/notify?b=1'],
  ];
  const plain = (text: string) => text.replaceAll('&amp;', '&');
  const quality: readonly (readonly [name: string, values: readonly string[]])[] = [
    ['priority', ['high', 'medium', 'low']],
    ['delivery-method', ['confirmed', 'preferconfirmed', 'unconfirmed', 'notspecified']],
    ['network', ['GSM', 'CDMA']],
    ['bearer', ['SMS', 'CSD']],
  ];
  const content = (id: string, title: string, type: string, text: string) =>
    message(
      `content-${id}`,
      title,
      { type: `${type}; charset=utf-8`, content: text },
      { content: { 'Content-Type': type, text } },
    );
  return [
    message('least', 'what a message has to have', {}, { content: { 'Content-Type': 'text/html', text: WRITTEN } }),
    ...attributes.map(([name, value]) =>
      message(name, `the attribute ${name}`, { attributes: ` ${name}="${value}"` }, { [name]: plain(value) }),
    ),
    ...['true', 'false'].map((flag) =>
      message(
        `notes-${flag}`,
        `progress notes: ${flag}`,
        { attributes: ` progress-notes-requested="${flag}"` },
        { 'progress-notes-requested': flag },
      ),
    ),
    ...quality.flatMap(([name, values]) =>
      values.map((value) =>
        message(
          `${name}-${value.toLowerCase()}`,
          `${name} ${value}`,
          { quality: `<quality-of-service ${name}="${value}"/>` },
          { 'quality-of-service': { [name]: value } },
        ),
      ),
    ),
    ...['network', 'bearer'].flatMap((name) =>
      ['true', 'false'].map((flag) =>
        message(
          `${name}-required-${flag}`,
          `${name} is required: ${flag}`,
          { quality: `<quality-of-service ${name}="X" ${name}-required="${flag}"></quality-of-service>` },
          {
            'quality-of-service': { [name]: 'X', [`${name}-required`]: flag },
          },
        ),
      ),
    ),
    ...[2, 5].map((count) => {
      const addresses = Array.from({ length: count }, (_, index) => `WAPPUSH=+44770090000${index}/TYPE=PLMN@ppg.example.com`);
      return message(`addresses-${count}`, `${count} addresses`, { addresses }, { addresses });
    }),
    ...[
      'WAPPUSH=user@example.com/TYPE=USER@ppg.example.com',
      'WAPPUSH=192.0.2.1/TYPE=IPV4@ppg.example.com',
      'WAPPUSH=+155519990730/TYPE=PLMN@ppg',
    ].map((address, index) => message(`address-${index}`, `to ${address}`, { addresses: [address] }, { addresses: [address] })),
    content('wml', 'WML as text', 'text/vnd.wap.wml', '<wml><card/></wml>'),
    content('plain', 'a text', 'text/plain', 'Grüße 😀'),
    message(
      'si',
      'a service indication',
      {
        ...{ type: 'text/vnd.wap.si; charset=utf-8' },
        content:
          '<?xml version="1.0"?><!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "http://www.wapforum.org/DTD/si.dtd"><si><indication href="http://a.com/" si-id="i1" action="signal-high">New &lt;mail&gt;</indication></si>',
      },
      {
        content: {
          'Content-Type': 'text/vnd.wap.si',
          document: { document: 'si', href: 'http://a.com/', 'si-id': 'i1', action: 'signal-high', text: 'New <mail>' },
        },
      },
    ),
    message(
      'sl',
      'a service loading',
      {
        ...{ type: 'text/vnd.wap.sl; charset=utf-8' },
        content:
          '<?xml version="1.0"?><!DOCTYPE sl PUBLIC "-//WAPFORUM//DTD SL 1.0//EN" "http://www.wapforum.org/DTD/sl.dtd"><sl href="http://a.com/" action="cache"/>',
      },
      { content: { 'Content-Type': 'text/vnd.wap.sl', document: { document: 'sl', href: 'http://a.com/', action: 'cache' } } },
    ),
    ...Object.entries(DOCTYPES).map(([version, doctype]) =>
      message(`version-${version}`, `version ${version}`, { doctype }, { version }),
    ),
  ];
}

/** Codes of answers (section 9.13). */
const CODES = [
  ...[1000, 1001, 2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 3000, 3001, 3002, 3003, 3004, 3005, 3006, 3007],
  ...[3008, 3009, 3010, 4000, 4001, 5000],
];

function answers(): FamilyCase[] {
  const response = (attributes: string, content: string) =>
    `<push-response push-id="p1"${attributes}>${content}</push-response>`;
  const result = (code: number, more = '') => `<response-result code="${code}"${more}></response-result>`;
  const told = { element: 'push-response', 'push-id': 'p1' };
  const states = ['undeliverable', 'pending', 'expired', 'delivered', 'aborted', 'timeout', 'cancelled'];
  const notification = (state: string, more: string) =>
    `<resultnotification-message push-id="p1"${more} message-state="${state}" code="1000"><address address-value="${ADDRESS}"></address></resultnotification-message>`;
  const outcome = { element: 'resultnotification-message', 'push-id': 'p1', address: ADDRESS, code: 1000 };
  return [
    ...CODES.map((code) => read(`response/${code}`, `the answer ${code}`, response('', result(code)), { ...told, code })),
    read('response/description', 'words for an answer', response('', result(2002, ' desc="Bad &quot;address&quot;"')), {
      ...told,
      code: 2002,
      desc: 'Bad "address"',
    }),
    read(
      'response/sender',
      'who answers, and when',
      response(
        ' sender-address="http://ppg.example.com/" sender-name="PPG &amp; Co" reply-time="2026-02-28T06:45:00Z"',
        result(1001),
      ),
      {
        ...{
          ...told,
          code: 1001,
          'sender-address': 'http://ppg.example.com/',
          'sender-name': 'PPG & Co',
          'reply-time': '2026-02-28T06:45:00Z',
        },
      },
    ),
    read(
      'response/notes',
      'two notes of progress',
      response(
        '',
        `<progress-note stage="s1" note="n1" time="2026-02-28T06:45:00Z"></progress-note><progress-note stage="s2"></progress-note>${result(1001)}`,
      ),
      {
        ...{ ...told, code: 1001 },
        'progress-notes': [{ stage: 's1', note: 'n1', time: '2026-02-28T06:45:00Z' }, { stage: 's2' }],
      },
    ),
    ...Object.entries(DOCTYPES)
      .slice(1)
      .map(([version, doctype]) =>
        read(
          `response/version-${version}`,
          `an answer of version ${version}`,
          response('', result(1001)),
          { ...told, code: 1001 },
          doctype,
        ),
      ),
    read(
      'response/bad',
      'an answer to what could not be read',
      '<badmessage-response code="2000" desc="x" bad-message-fragment="&lt;pap"></badmessage-response>',
      {
        ...{ element: 'badmessage-response', code: 2000, desc: 'x', 'bad-message-fragment': '<pap' },
      },
    ),
    ...states.map((state) =>
      read(`result/${state}`, `the state ${state}`, notification(state, ''), { ...outcome, 'message-state': state }),
    ),
    read(
      'result/times',
      'who tells a result, and when',
      notification(
        'delivered',
        ' sender-address="http://ppg/" sender-name="PPG" received-time="2026-02-28T06:45:00Z" event-time="2026-02-28T06:46:07Z"',
      ),
      {
        ...{ ...outcome, 'message-state': 'delivered', 'sender-address': 'http://ppg/', 'sender-name': 'PPG' },
        ...{ 'received-time': '2026-02-28T06:45:00Z', 'event-time': '2026-02-28T06:46:07Z' },
      },
    ),
  ];
}

/** What is to be refused. */
function refusals(): FamilyCase[] {
  const refused = (
    id: string,
    title: string,
    text: string,
    reason: Refusal['reason'] = 'bad-value',
    options?: JsonObject,
  ): FamilyCase => ({
    ...{ id: `pap/refused/${id}`, format: 'pap', title, direction: 'decode', ...(options !== undefined && { options }) },
    ...{ input: { text }, expected: { refused: { reason } }, specification: options === undefined ? ANSWER : MESSAGE },
  });
  const posted = (id: string, title: string, text: string, reason?: Refusal['reason']) =>
    refused(id, title, text, reason, OPTIONS);
  return [
    posted('priority', 'a priority that is not defined', multipart({ quality: '<quality-of-service priority="urgent"/>' })),
    posted(
      'method',
      'a delivery method that is not defined',
      multipart({ quality: '<quality-of-service delivery-method="fast"/>' }),
    ),
    posted('flag', 'progress notes: yes', multipart({ attributes: ' progress-notes-requested="yes"' })),
    posted('date', 'a date that does not exist', multipart({ attributes: ' deliver-before-timestamp="2026-02-30T00:00:00Z"' })),
    posted(
      'date-zone',
      'a date in another zone',
      multipart({ attributes: ' deliver-before-timestamp="2026-02-28T00:00:00+01:00"' }),
    ),
    posted('address', 'no address', multipart({ addresses: [] })),
    posted(
      'one-part',
      'no content',
      `${part(['Content-Type: application/xml'], document(`<push-message push-id="p"><address address-value="${ADDRESS}"/></push-message>`))}--${BOUNDARY}--\r\n`,
      'truncated',
    ),
    posted('no-end', 'no last boundary', multipart({}).replace(`--${BOUNDARY}--\r\n`, ''), 'truncated'),
    refused(
      'state',
      'a state that is not defined',
      document(
        `<resultnotification-message push-id="p" message-state="lost" code="1000"><address address-value="a"/></resultnotification-message>`,
      ),
    ),
    refused('no-result', 'an answer without a result', document('<push-response push-id="p"></push-response>')),
    refused('no-id', 'an answer without push-id', document('<push-response><response-result code="1000"/></push-response>')),
    refused(
      'code',
      'a code that is not a number',
      document('<push-response push-id="p"><response-result code="ok"/></push-response>'),
    ),
    refused(
      'result-address',
      'a result without an address',
      document('<resultnotification-message push-id="p" message-state="delivered" code="1000"></resultnotification-message>'),
    ),
    refused('root', 'another root', '<wap></wap>'),
    refused(
      'cut',
      'an answer that is cut',
      document('<push-response push-id="p"><response-result code="1000"/></push-response>').slice(0, -10),
      'truncated',
    ),
  ];
}

/** All of it. */
export function papFamily(): FamilyCase[] {
  return [...messages(), ...answers(), ...refusals()];
}
