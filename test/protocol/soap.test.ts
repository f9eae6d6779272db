import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, DecodeError, FormatError, type FormatErrorCode } from '../../src/errors.js';
import * as soap from '../../src/protocol/soap/index.js';
import { listParts } from '../../src/protocol/soap/schema.js';
import type * as types from '../../src/protocol/soap/types.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { anyAnswer, anyCall, style, writeInStyle } from '../support/soap-envelopes.js';
import { fixture } from '../support/vectors.js';

interface Vector {
  file: string;
  decoded: { operation: string; parameters: object };
}

const vectors = (fixture('soap/index.json') as { cases: Vector[] }).cases;
const octetsOf = (file: string) => readFileSync(new URL(`../../fixtures/soap/${file}`, import.meta.url));
const textOf = (file: string) => octetsOf(file).toString('utf8');

const ENV = 'http://schemas.xmlsoap.org/soap/envelope/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const ENC = 'http://schemas.xmlsoap.org/soap/encoding/';

/** An envelope around what stands in its body. */
const envelope = (body: string, header = '') =>
  `<s:Envelope xmlns:s="${ENV}" xmlns:xsi="${XSI}" xmlns:enc="${ENC}" xmlns:a="http://xml.apache.org/xml-soap" xmlns:m="urn:m">${header}<s:Body>${body}</s:Body></s:Envelope>`;
const submit = (parts: string, siblings = '') => envelope(`<m:SubmitMessage>${parts}</m:SubmitMessage>${siblings}`);
const partsOf = (xml: string) => soap.parseCall(xml).parts as types.CallParts['SubmitMessage'];

// biome-ignore lint/suspicious/noExplicitAny: the union of operations does not tell which parts go with which
const formatAny = (call: { operation: any; parts: any }) => soap.formatCall(call.operation, call.parts);
// biome-ignore lint/suspicious/noExplicitAny: as above
const _formatAnyAnswer = (answer: { operation: any; parts: any }) => soap.formatAnswer(answer.operation, answer.parts);

describe('published vectors', () => {
  it.each(vectors)('G-SOAP-04: $file', ({ file, decoded: { operation, parameters } }) => {
    const expected = { operation, parts: parameters };
    expect(soap.parseCall(octetsOf(file))).toEqual(expected);
    expect(soap.parseCall(textOf(file))).toEqual(expected);
    expect(soap.parseCall(formatAny(soap.parseCall(textOf(file))))).toEqual(expected);
  });

  it('G-SOAP-04: lists of a class that Axis 1.4 (WSDL2Java) made of the WSDL, written as arrays of references', () => {
    const call = soap.parseCall(octetsOf('axis1-si-arrays.xml')) as types.CallOf<'SubmitMessage'>;
    const [first, second] = [
      { pcdata: 'p & <q> ü', class: 'k' },
      { pcdata: 'r', class: 'l' },
    ];
    expect(call.parts).toEqual({
      Username: 'ANOther.12345',
      PIN: '0012',
      Recipient: { SendTo: '447700900123', MCC: '234' },
      Message: {
        WAPPush: {
          si: {
            indication: { href: 'http://a.example/', created: '2026-01-02T03:00:05.000Z', action: 'signal-delete' },
            info: [{ item: [first, second] }, { item: [second] }],
          },
        },
      },
      ReplyTo: '',
      MessageIdentifier: 'given',
      Reserved: { Field1: 'a', Field3: '', Field4: 'd' },
    });
    expect(soap.requestOf(call)).toMatchObject({ content: { si: { action: 'delete', info: [first, second, second] } } });
  });

  it('G-SOAP-12: the WSDL is the reference one', () => {
    const reference = textOf('gateway.wsdl').replace(/<!--.*?-->\n/s, '');
    const options = { address: 'http://127.0.0.1:8080/sendsms3', namespace: 'urn:messaging-gateway:sendsms3' };
    expect(soap.wsdl(options)).toBe(reference);
    expect(soap.wsdl({ address: options.address })).toBe(reference);
  });

  it('the fault of SOAP 1.1, example 4 of section 4.4', () => {
    const xml = `<SOAP-ENV:Envelope
  xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/">
   <SOAP-ENV:Body>
       <SOAP-ENV:Fault>
           <faultcode>SOAP-ENV:Server</faultcode>
           <faultstring>Server Error</faultstring>
           <detail>
               <e:myfaultdetails xmlns:e="Some-URI">
                 <message>
                   My application didn't work
                 </message>
                 <errorcode>
                   1001
                 </errorcode>
               </e:myfaultdetails>
           </detail>
       </SOAP-ENV:Fault>
   </SOAP-ENV:Body>
</SOAP-ENV:Envelope>`;
    expect(soap.parseAnswer(xml)).toEqual({
      fault: { code: 'Server', reason: 'Server Error', detail: "My application didn't work 1001" },
    });
  });
});

describe('writing', () => {
  it('G-SOAP-01, G-SOAP-03: RPC style, encoded, every part with its type and in order', () => {
    expect(soap.formatCall('AvailableCredit', { PIN: '0012', Username: 'A.1' }, { namespace: 'urn:a&b' })).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="${ENV}" xmlns:SOAP-ENC="${ENC}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="${XSI}"><SOAP-ENV:Body><ns1:AvailableCredit xmlns:ns1="urn:a&amp;b" SOAP-ENV:encodingStyle="${ENC}"><Username xsi:type="xsd:string">A.1</Username><PIN xsi:type="xsd:string">0012</PIN></ns1:AvailableCredit></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
    );
    const names = (xml: string) => [...xml.matchAll(/<(?:ns1:)?(\w+)[ >]/g)].map((match) => match[1]);
    expect(names(soap.formatAnswer('SubmitMessage', { Report: -2, MessageIdentifier: '-1', Text: 'x', Reserved: {} }))).toEqual(
      ['SubmitMessageResponse', 'MessageIdentifier', 'Report', 'Text', 'Reserved', 'Field1', 'Field2', 'Field3', 'Field4'],
    );
  });

  it('numbers are taken where the WSDL has them', () => {
    const receipt = { Username: 'a', PIN: '1', SentTo: '1', Report: 0 };
    expect(soap.parseCall(soap.formatCall('SubmitDeliveryReceipt', receipt))).toEqual({
      operation: 'SubmitDeliveryReceipt',
      parts: { ...receipt, Report: '0' },
    });
  });

  it('parts that are not given are nil, optional elements are left out', () => {
    const xml = soap.formatCall('SubmitMessage', { Recipient: { SendTo: '1' }, Message: { SmsSubmitPdu: {} } });
    for (const part of ['Username', 'PIN', 'ReplyTo', 'MessageIdentifier', 'Reserved', 'UserDataHeader']) {
      expect(xml).toMatch(new RegExp(`<${part} xsi:type="[^"]*" xsi:nil="true"/>`));
    }
    expect(xml).not.toContain('PhoneMake');
    expect(soap.parseCall(xml).parts).toEqual({ Recipient: { SendTo: '1' }, Message: { SmsSubmitPdu: {} } });
  });

  it('faults', () => {
    const fault = { code: 'Client', reason: 'no <such> & such\r\n "thing"', detail: 'more ]]>' };
    expect(soap.parseAnswer(soap.formatFault(fault))).toEqual({ fault });
    expect(soap.formatFault({ code: 'Client.Login', reason: '' })).toContain('<faultcode>SOAP-ENV:Client.Login</faultcode>');
  });
});

describe('properties', () => {
  it('G-SOAP-04: with references, other prefixes, orders, types and nils, in any encoding, calls read equal', () => {
    const order = fc.constantFrom('text', 'utf-8', 'utf-16le', 'utf-16be');
    fc.assert(
      fc.property(anyCall, style, order, (call, how, encoding) => {
        const xml = writeInStyle(call.operation, listParts(call.operation, 'call'), call.parts, how);
        if (encoding === 'text') expect(soap.parseCall(xml)).toEqual(call);
        else if (encoding === 'utf-8') expect(soap.parseCall(Buffer.from(xml))).toEqual(call);
        else {
          const octets = Buffer.from(xml.replace(/encoding='UTF-8'/, "encoding='utf-16'"), 'utf16le');
          expect(soap.parseCall(encoding === 'utf-16le' ? octets : octets.swap16())).toEqual(call);
        }
      }),
    );
  });

  it('and so do answers', () => {
    fc.assert(
      fc.property(anyAnswer, style, (answer, how) => {
        const xml = writeInStyle(`${answer.operation}Response`, listParts(answer.operation, 'answer'), answer.parts, how);
        expect(soap.parseAnswer(xml)).toEqual(answer);
      }),
    );
  });

  it('octets changed, cut or added give a value or a FormatError', () => {
    const octets = fc.constantFrom(
      ...vectors.map(({ file }) => new Uint8Array(octetsOf(file))),
      new Uint8Array(Buffer.from(`\ufeff${textOf('php-submit-text.xml')}`)),
      new Uint8Array(Buffer.from(textOf('gsoap-submit-delivery-receipt.xml').replace('UTF-8', 'UTF-16'), 'utf16le')),
    );
    fc.assert(
      fc.property(damaged(octets), (input) => {
        expectValueOrFormatError(() => soap.parseCall(input), input.length);
      }),
    );
  });
});

describe('reading', () => {
  it('G-SOAP-04: a wrong type does not change the text', () => {
    const xml = submit('<PIN xsi:type="m:int">0012</PIN><Username xsi:type="x:y"> a </Username>');
    expect(partsOf(xml)).toEqual({ PIN: '0012', Username: ' a ' });
  });

  it('G-SOAP-04: references on strings, forward and back, one behind the other', () => {
    const forward = submit(
      '<Username href="#u"/><PIN id="p">1</PIN><ReplyTo href="#p"/>',
      '<m id="u" href="#v"/><m id="v">x</m>',
    );
    expect(partsOf(forward)).toEqual({ Username: 'x', PIN: '1', ReplyTo: '1' });
    expect(partsOf(submit('<ReplyTo href="#n"/>', '<m id="n" xsi:nil="1"/>'))).toEqual({});
    expect(partsOf(submit('<ReplyTo href="\n #n "/>', '<m id=" n\t">x</m>'))).toEqual({ ReplyTo: 'x' });
  });

  it('G-SOAP-04: the call may be behind what it refers to, be named as root, or be a reference itself', () => {
    const ref = '<multiRef id="a" enc:root="0"><SendTo>1</SendTo></multiRef>';
    const call = '<m:SubmitMessage><Recipient href="#a"/></m:SubmitMessage>';
    expect(partsOf(envelope(ref + call))).toEqual({ Recipient: { SendTo: '1' } });
    expect(partsOf(envelope(`<b id="b"/>${ref}${call.replace('>', ' id="c" enc:root="1">')}`))).toEqual({
      Recipient: { SendTo: '1' },
    });
    expect(partsOf(envelope(`<b id="b"/>${ref}${call}`))).toEqual({ Recipient: { SendTo: '1' } });
    expect(partsOf(envelope(`<m:SubmitMessage href="#x"/><y id="x"><PIN>1</PIN></y>`))).toEqual({ PIN: '1' });
    expect(partsOf(envelope(`<m:SubmitMessage id="z"><PIN>1</PIN></m:SubmitMessage>`))).toEqual({ PIN: '1' });
  });

  it('G-SOAP-04: nil of the years before 2001', () => {
    const xml = submit('<PIN xmlns:o="http://www.w3.org/1999/XMLSchema-instance" o:null="1"/><Username>a</Username>');
    expect(partsOf(xml)).toEqual({ Username: 'a' });
  });

  it('G-SOAP-04: parts that are missing are absent, empty ones are there', () => {
    expect(partsOf(submit('<MessageIdentifier/><Reserved/>'))).toEqual({ MessageIdentifier: '', Reserved: {} });
    expect(partsOf(submit(''))).toEqual({});
  });

  it('lists: repeated, as an array, as an array of what is inside', () => {
    const item = (n: number) => `<pcdata>${n}</pcdata><class>c</class>`;
    const si = (info: string) =>
      partsOf(submit(`<Message><WAPPush><si><indication/>${info}</si></WAPPush></Message>`)).Message?.WAPPush?.si?.info;
    const one = { pcdata: '1', class: 'c' };
    const two = { pcdata: '2', class: 'c' };
    expect(si(`<info><item>${item(1)}</item></info><info><item>${item(2)}</item></info>`)).toEqual([
      { item: [one] },
      { item: [two] },
    ]);
    expect(si(`<info><item>${item(1)}</item><item>${item(2)}</item></info>`)).toEqual([{ item: [one, two] }]);
    const array = (type: string) => `xsi:type="enc:Array" enc:arrayType="${type}[2]"`;
    expect(si(`<info ${array('m:info')}><x><item>${item(1)}</item></x><x><item>${item(2)}</item></x></info>`)).toEqual([
      { item: [one] },
      { item: [two] },
    ]);
    expect(si(`<info ${array('m:item')}><item>${item(1)}</item><item>${item(2)}</item></info>`)).toEqual([
      { item: [one, two] },
    ]);
    expect(si(`<info><item ${array('a:Map')}><i>${item(1)}</i><i>${item(2)}</i></item></info>`)).toEqual([
      { item: [one, two] },
    ]);
    expect(si(`<info ${array('m:info')} xsi:nil="true"/>`)).toBeUndefined();
  });

  it('an independent array, whose members are references, as .NET writes lists', () => {
    const item = (n: number) => `<m:item id="i${n}"><pcdata>${n}</pcdata><class>c</class></m:item>`;
    const array = '<enc:Array id="a" enc:arrayType="m:item[2]"><Item href="#i1"/><Item href="#i2"/></enc:Array>';
    const call = '<Message><WAPPush><si><info href="#a"/></si></WAPPush></Message>';
    expect(partsOf(submit(call, array + item(1) + item(2))).Message?.WAPPush?.si?.info).toEqual([
      {
        item: [
          { pcdata: '1', class: 'c' },
          { pcdata: '2', class: 'c' },
        ],
      },
    ]);
  });

  it('base64 where the type says so and the text can be it', () => {
    const xsd = 'xmlns:d="http://www.w3.org/2001/XMLSchema"';
    const base64 = (text: string | Uint8Array) =>
      Buffer.from(text)
        .toString('base64')
        .replace(/(.{4})/g, '$1\n ');
    const textOf = (type: string, content: string) =>
      partsOf(submit(`<Message><TextMessage ${xsd} xsi:type="${type}">${content}</TextMessage></Message>`)).Message
        ?.TextMessage;
    for (const text of ['', 'a', 'ab', 'abc', 'Grüße 日本 😀', '\x00\x3f\x3e+/']) {
      expect(textOf('d:base64Binary', base64(text))).toBe(text);
      expect(textOf('enc:base64', base64(text))).toBe(text);
    }
    for (const text of ['Noon', 'abc', 'a=b=', '/9j/', 'Gr\u00fc\u00dfe']) expect(textOf('d:string', text)).toBe(text);
    for (const text of ['abc', 'a=b=', '/9j/', 'Gr\u00fc\u00dfe']) expect(textOf('d:base64Binary', text)).toBe(text);
    const octets = Uint8Array.from({ length: 256 }, (_, i) => i);
    const data = `<Data ${xsd} xsi:type="d:base64Binary">${base64(octets)}</Data>`;
    const { Message } = partsOf(submit(`<Message><Ringtone>${data}</Ringtone></Message>`));
    expect(Message?.Ringtone?.Data).toBe(Buffer.from(octets).toString('hex').toUpperCase());
    // Of a number there is no such form.
    const report = envelope(
      `<m:SubmitDeliveryReceipt><Report ${xsd} xsi:type="d:base64Binary">MTQ=</Report></m:SubmitDeliveryReceipt>`,
    );
    expect(soap.parseCall(report).parts).toEqual({ Report: 'MTQ=' });
  });

  it('maps of Apache SOAP, as PHP writes them without WSDL', () => {
    const entry = (key: string, value: string) => `<item><key>${key}</key>${value}</item>`;
    const map = `<Recipient xsi:type="a:Map">${entry('SendTo', '<value>1</value>')}${entry('SendOptions', `<value xsi:type="a:Map">${entry('SendTimeDelay', '<value>5</value>')}</value>`)}${entry('other', '<value/>')}</Recipient>`;
    expect(partsOf(submit(map))).toEqual({ Recipient: { SendTo: '1', SendOptions: { SendTimeDelay: '5' } } });
    expect(
      refusal(() => partsOf(submit('<Recipient xsi:type="a:Map"><item><key>SendTo</key></item></Recipient>'))),
    ).toMatchObject({
      code: 'bad-value',
      field: 'Envelope/Body/SubmitMessage/Recipient',
    });
  });

  it('header entries that need not be understood, or are for others', () => {
    const entry = (attributes: string) => `<s:Header><t:x xmlns:t="urn:t" ${attributes}/></s:Header>`;
    for (const attributes of ['', 's:mustUnderstand="0"', 's:mustUnderstand="1" s:actor="http://example.com/router"']) {
      expect(soap.parseCall(envelope('<m:AvailableCredit/>', entry(attributes)))).toEqual({
        operation: 'AvailableCredit',
        parts: {},
      });
    }
  });

  it('an answer of any name, to a call that is known', () => {
    const xml = envelope('<m:result><Messages>12</Messages></m:result>');
    expect(soap.parseAnswer(xml, { operation: 'AvailableMessages' })).toEqual({
      operation: 'AvailableMessages',
      parts: { Messages: '12' },
    });
    const other = soap.formatAnswer('AvailableCredit', { Credit: '1.0000' });
    expect(() => soap.parseAnswer(other, { operation: 'AvailableMessages' })).toThrow(DecodeError);
    expect(() => soap.parseAnswer(xml)).toThrow(DecodeError);
  });

  it.each([
    [
      'PHP without WSDL',
      '<m:SubmitMessageResponse><return xsi:type="a:Map"><item><key>MessageIdentifier</key><value>X</value></item><item><key>Report</key><value>-2</value></item></return></m:SubmitMessageResponse>',
    ],
    [
      'Axis',
      '<m:SubmitMessageResponse><SubmitMessageReturn href="#id0"/></m:SubmitMessageResponse><multiRef id="id0" enc:root="0"><MessageIdentifier>X</MessageIdentifier><Report href="#id1"/></multiRef><multiRef id="id1" enc:root="0">-2</multiRef>',
    ],
    [
      '.NET',
      '<m:SubmitMessageResponse><SubmitMessageResult href="#id1"/></m:SubmitMessageResponse><t:SubmitMessageResponse xmlns:t="urn:t" id="id1"><MessageIdentifier>X</MessageIdentifier><Report>-2</Report></t:SubmitMessageResponse>',
    ],
  ])('an answer that is one structure, as servers of %s return it', (_, body) => {
    const parts = { MessageIdentifier: 'X', Report: '-2' };
    expect(soap.parseAnswer(envelope(body))).toEqual({ operation: 'SubmitMessage', parts });
    expect(soap.parseAnswer(envelope(body), { operation: 'SubmitMessage' })).toEqual({ operation: 'SubmitMessage', parts });
  });

  it('two structures that are no parts are not looked into, nor is one that is a part', () => {
    const one = '<extra><Messages>1</Messages></extra>';
    expect(soap.parseAnswer(envelope(`<m:AvailableMessagesResponse>${one}<x/></m:AvailableMessagesResponse>`))).toEqual({
      operation: 'AvailableMessages',
      parts: {},
    });
    const reserved = '<Reserved><Field1>f</Field1><Messages>1</Messages></Reserved>';
    expect(soap.parseAnswer(envelope(`<m:AvailableMessagesResponse>${reserved}</m:AvailableMessagesResponse>`))).toEqual({
      operation: 'AvailableMessages',
      parts: { Reserved: { Field1: 'f' } },
    });
  });

  it('faults with the namespace of the envelope on their elements, and without reason', () => {
    const xml = envelope('<s:Fault><s:faultcode>Client</s:faultcode></s:Fault>');
    expect(soap.parseAnswer(xml)).toEqual({ fault: { code: 'Client', reason: '' } });
    expect(refusal(() => soap.parseAnswer(envelope('<s:Fault/>')))).toMatchObject({ field: 'Envelope/Body/Fault/faultcode' });
    const bare = envelope('<Fault><faultcode>Server</faultcode><faultstring>x</faultstring></Fault>');
    expect(soap.parseAnswer(bare, { operation: 'AvailableCredit' })).toEqual({ fault: { code: 'Server', reason: 'x' } });
  });

  it('a reader that an error stopped does not disturb the next envelope', () => {
    for (let i = 0; i < 3; i++) {
      expect(() => soap.parseCall('<s:Envelope><x')).toThrow(FormatError);
      expect(partsOf(submit('<PIN>1</PIN>'))).toEqual({ PIN: '1' });
    }
  });

  it('any view of octets', () => {
    const octets = octetsOf('php-submit-text.xml');
    const pool = new Uint8Array(octets.length + 20);
    pool.set(octets, 7);
    expect(soap.parseCall(pool.subarray(7, 7 + octets.length))).toEqual(soap.parseCall(octets));
  });
});

describe('refusals', () => {
  const cases: [what: string, xml: string, code: FormatErrorCode, field: string, at: string | number][] = [
    ['nothing', '', 'truncated', 'XML', 0],
    ['no XML', 'hello', 'bad-value', 'XML', 5],
    ['half an envelope', envelope('').slice(0, -1), 'truncated', 'XML', envelope('').length - 1],
    [
      'more behind the envelope',
      `${envelope('<m:AvailableCredit/>')}x`,
      'trailing-bytes',
      'XML',
      envelope('<m:AvailableCredit/>').length + 1,
    ],
    ['a second root', `${envelope('')}<a/>`, 'trailing-bytes', 'XML', envelope('').length + 3],
    ['an entity', submit('<PIN>&x;</PIN>'), 'bad-value', 'XML', '</PIN>'],
    ['a prefix that is not bound', submit('<q:PIN/>'), 'bad-value', 'XML', '<q:PIN'],
    ['an attribute with such a prefix', submit('<PIN q:nil="1"/>'), 'bad-value', 'XML', '<PIN'],
    ['another root', '<Envelop/>', 'bad-value', 'Envelope', 0],
    ['an envelope without namespace', '<Envelope/>', 'bad-value', 'Envelope/namespace', 0],
    [
      'an envelope of SOAP 1.2',
      envelope('').replace(ENV, 'http://www.w3.org/2003/05/soap-envelope'),
      'bad-value',
      'Envelope/namespace',
      0,
    ],
    ['no body', `<s:Envelope xmlns:s="${ENV}"/>`, 'bad-value', 'Envelope/Body', 0],
    ['two bodies', envelope('</s:Body><s:Body >'), 'bad-value', 'Envelope/Body', '<s:Body >'],
    ['an empty body', envelope(' '), 'bad-value', 'Envelope/Body', '<s:Body'],
    ['two calls', envelope('<m:AvailableCredit/><m:AvailableCredit />'), 'bad-value', 'Envelope/Body', '<m:AvailableCredit />'],
    ['G-SOAP-05: an unknown operation', envelope('<m:Submit/>'), 'bad-value', 'Envelope/Body', '<m:Submit'],
    ['a fault that calls', envelope('<s:SubmitMessage/>'), 'bad-value', 'Envelope/Body', '<s:SubmitMessage'],
    [
      'G-SOAP-05: an unknown reference',
      submit('<PIN href="#a"/>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/PIN/href',
      '<PIN',
    ],
    [
      'G-SOAP-05: a reference to elsewhere',
      submit('<PIN href="file:///etc/passwd"/>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/PIN/href',
      '<PIN',
    ],
    [
      'G-SOAP-05: an unknown reference where nobody looks',
      submit('<x href="#a"/>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/x/href',
      '<x ',
    ],
    [
      'G-SOAP-05: a circle of one',
      submit('<PIN href="#a"/>', '<r id="a" href="#a"/>'),
      'bad-value',
      'Envelope/Body/r/href',
      '<r ',
    ],
    [
      'G-SOAP-05: a circle of two',
      submit('<PIN href="#a"/>', '<r id="a" href="#b"/><q id="b" href="#a"/>'),
      'bad-value',
      'Envelope/Body/q/href',
      '<q ',
    ],
    [
      'G-SOAP-05: an element inside of itself',
      submit('<Recipient id="a"><SendTo href="#a"/></Recipient>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/Recipient/SendTo/href',
      '<SendTo',
    ],
    ['an id that is there twice', submit('<PIN id="a"/>', '<r id="a"/>'), 'bad-value', 'Envelope/Body/r/id', '<r '],
    [
      'a reference with content',
      submit('<PIN href="#a">1</PIN>', '<r id="a"/>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/PIN',
      '<PIN',
    ],
    ['nil with content', submit('<PIN xsi:nil="true">1</PIN>'), 'bad-value', 'Envelope/Body/SubmitMessage/PIN', '<PIN'],
    ['nil that is neither', submit('<PIN xsi:nil="maybe"/>'), 'bad-value', 'Envelope/Body/SubmitMessage', '<PIN'],
    ['a part twice', submit('<PIN>1</PIN><PIN >1</PIN>'), 'bad-value', 'Envelope/Body/SubmitMessage/PIN', '<PIN >'],
    [
      'an element for a text',
      submit('<Recipient><SendTo><b/></SendTo></Recipient>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/Recipient/SendTo',
      '<SendTo',
    ],
    [
      'a text for elements',
      submit('<Recipient>1</Recipient>'),
      'bad-value',
      'Envelope/Body/SubmitMessage/Recipient',
      '<Recipient',
    ],
    ['a text among parts', submit('1<PIN/>'), 'bad-value', 'Envelope/Body/SubmitMessage', '<m:SubmitMessage'],
    [
      'a header entry that must be understood by the last receiver',
      envelope('<m:AvailableCredit/>', '<s:Header><t:x xmlns:t="urn:t" s:mustUnderstand="1" s:actor=""/></s:Header>'),
      'bad-value',
      'Envelope/Header/x',
      '<t:x',
    ],
    [
      'a header entry that must be understood',
      envelope('<m:AvailableCredit/>', '<s:Header><t:x xmlns:t="urn:t" s:mustUnderstand="1"/></s:Header>'),
      'bad-value',
      'Envelope/Header/x',
      '<t:x',
    ],
  ];

  it.each(cases)('%s', (_, xml, code, field, at) => {
    const offset = typeof at === 'number' ? at : xml.indexOf(at);
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(refusal(() => soap.parseCall(xml))).toEqual({ code, field, offset });
  });

  it.each([
    ['empty', '<!DOCTYPE x>'],
    ['with an entity', '<!DOCTYPE x [<!ENTITY e "x">]>'],
    ['with an external one', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'],
    ['with a bomb', `<!DOCTYPE x [${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`)}]>`],
  ])('G-SOAP-05: a DOCTYPE, %s', (_, doctype) => {
    const xml = doctype + submit('<PIN>1</PIN>');
    expect(refusal(() => soap.parseCall(xml))).toMatchObject({ code: 'bad-value', field: 'XML/doctype' });
  });

  it('G-SOAP-05: faults: Client, but for another version and a header entry', () => {
    const codeOf = (xml: string) => {
      try {
        soap.parseCall(xml);
      } catch (error) {
        return soap.faultOf(error as FormatError).code;
      }
      return undefined;
    };
    for (const [what, xml, , field] of cases) {
      const code = field === 'Envelope/namespace' ? 'VersionMismatch' : field.includes('Header') ? 'MustUnderstand' : 'Client';
      expect(codeOf(xml), what).toBe(code);
    }
    expect(codeOf(submit('<r/>'.repeat(20_000)))).toBe('Client');
  });

  it('the fault can be written when a long name was cut', () => {
    for (const name of ['a'.repeat(39), 'a'.repeat(38)]) {
      const xml = submit(`<${name}\u{10000}bc href="#q"/>`);
      try {
        soap.parseCall(xml);
        expect.fail('nothing was refused');
      } catch (error) {
        const fault = soap.faultOf(error as FormatError);
        expect(soap.parseAnswer(soap.formatFault(fault))).toEqual({ fault });
      }
    }
  });

  it('G-CLI-05: no text of a message is in an error, as one that was not escaped would be', () => {
    const secret = 'MeetMeAtNoon';
    const inputs = [
      submit(`<Message><TextMessage><${secret}></TextMessage></Message>`),
      submit(`<Message><TextMessage></${secret}></TextMessage></Message>`),
      submit(`<Message><TextMessage><${secret}:x/></TextMessage></Message>`),
      submit(`<Message><TextMessage><a ${secret}="1" ${secret}="1"/></TextMessage></Message>`),
      submit(`<Message><TextMessage>&${secret};</TextMessage></Message>`),
      submit(`<Message>${secret}</Message><PIN><${secret}/></PIN>`),
      submit(`<PIN xsi:nil="true">${secret}</PIN>`),
    ];
    for (const xml of inputs) {
      try {
        soap.parseCall(xml);
        expect.fail('nothing was refused');
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        expect(`${error.stack} ${JSON.stringify(error)} ${JSON.stringify(soap.faultOf(error))} ${error.cause}`).not.toContain(
          secret,
        );
      }
    }
  });

  it('offsets count octets where octets were given', () => {
    const xml = submit('<Username>Grüße 日本 😀</Username><PIN href="#a"/>');
    const at = xml.indexOf('<PIN');
    const before = Buffer.byteLength(xml.slice(0, at));
    expect(refusal(() => soap.parseCall(xml)).offset).toBe(at);
    expect(refusal(() => soap.parseCall(Buffer.from(xml))).offset).toBe(before);
    expect(refusal(() => soap.parseCall(Buffer.from(`\ufeff${xml}`))).offset).toBe(before + 3);
    expect(refusal(() => soap.parseCall(`\ufeff${xml}`)).offset).toBe(at + 1);
    expect(refusal(() => soap.parseCall(Buffer.from(xml, 'utf16le'))).offset).toBe(2 * at);
    expect(refusal(() => soap.parseCall(Buffer.from(`\ufeff${xml}`, 'utf16le'))).offset).toBe(2 * at + 2);
  });

  it('octets that are no text', () => {
    const octets = octetsOf('php-submit-text.xml');
    const at = octets.indexOf(0xc3);
    const cut = Buffer.from(octets);
    cut[at + 1] = 0x20;
    expect(refusal(() => soap.parseCall(cut))).toEqual({ code: 'bad-value', field: 'XML', offset: at });
    const marked = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), cut]);
    expect(refusal(() => soap.parseCall(marked))).toEqual({ code: 'bad-value', field: 'XML', offset: at + 3 });
    expect(refusal(() => soap.parseCall(Buffer.of(0xfe, 0xff, 0)))).toEqual({ code: 'truncated', field: 'XML', offset: 2 });
    expect(refusal(() => soap.parseCall(Buffer.of(0xfe, 0xff, 0xd8, 0, 0, 0x20)))).toEqual({
      code: 'bad-value',
      field: 'XML',
      offset: 2,
    });
    expect(refusal(() => soap.parseCall(new Uint8Array()))).toEqual({ code: 'truncated', field: 'XML', offset: 0 });
  });

  it('a declared encoding that is not the one', () => {
    const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${submit('<PIN>1</PIN>')}`;
    expect(refusal(() => soap.parseCall(Buffer.from(declared('ISO-8859-1'))))).toEqual({
      code: 'bad-value',
      field: 'XML/encoding',
      offset: 30,
    });
    expect(refusal(() => soap.parseCall(Buffer.from(declared('UTF-8'), 'utf16le')))).toMatchObject({
      field: 'XML/encoding',
      offset: 60,
    });
    expect(soap.parseCall(Buffer.from(declared('us-ascii'))).parts).toEqual({ PIN: '1' });
    // Whoever made a string of the octets knew better.
    expect(soap.parseCall(declared('ISO-8859-1')).parts).toEqual({ PIN: '1' });
    // So .NET declares whatever it writes into a string.
    expect(soap.parseCall(Buffer.from(declared('utf-16'))).parts).toEqual({ PIN: '1' });
  });

  it('what is no XML at all by its type', () => {
    expect(() => soap.parseCall(1 as unknown as string)).toThrow(TypeError);
  });

  it.each<[what: string, write: () => string, code: FormatErrorCode, field: string]>([
    [
      'a part that there is not',
      () => soap.formatCall('AvailableCredit', { Pin: '1' } as object),
      'bad-value',
      'AvailableCredit',
    ],
    [
      'a number for a text',
      () => soap.formatCall('AvailableCredit', { PIN: 1 as unknown as string }),
      'bad-value',
      'AvailableCredit/PIN',
    ],
    [
      'a text for a number',
      () => soap.formatAnswer('SubmitMessage', { Report: 'x' }),
      'bad-value',
      'SubmitMessageResponse/Report',
    ],
    [
      'a number out of range',
      () => soap.formatAnswer('SubmitMessage', { Report: 2 ** 31 }),
      'bad-value',
      'SubmitMessageResponse/Report',
    ],
    ['half a number', () => soap.formatAnswer('SubmitMessage', { Report: 0.5 }), 'bad-value', 'SubmitMessageResponse/Report'],
    [
      'a character that XML has not',
      () => soap.formatCall('AvailableCredit', { PIN: 'a\x1b' }),
      'unencodable',
      'AvailableCredit/PIN',
    ],
    ['a lone surrogate', () => soap.formatCall('AvailableCredit', { PIN: '\ud800' }), 'unencodable', 'AvailableCredit/PIN'],
    [
      'a recipient without SendTo',
      () => soap.formatCall('SubmitMessage', { Recipient: {} }),
      'bad-value',
      'SubmitMessage/Recipient/SendTo',
    ],
    [
      'a text for a structure',
      () => soap.formatCall('SubmitMessage', { Recipient: '1' as unknown as object }),
      'bad-value',
      'SubmitMessage/Recipient',
    ],
    [
      'no list',
      () => soap.formatCall('SubmitMessage', { Message: { WAPPush: { si: { indication: {}, info: {} as [] } } } }),
      'bad-value',
      'SubmitMessage/Message/WAPPush/si/info',
    ],
    [
      'odd hex',
      () => soap.formatCall('SubmitMessage', { Message: { Ringtone: { Data: 'abc' } } }),
      'bad-value',
      'SubmitMessage/Message/Ringtone/Data',
    ],
    [
      'an unknown format',
      () => soap.formatCall('SubmitMessage', { Message: { Ringtone: { Format: 'MIDI' } } }),
      'bad-value',
      'SubmitMessage/Message/Ringtone/Format',
    ],
    [
      'a date in words',
      () => soap.formatCall('SubmitDeliveryReceipt', { Timestamp1: 'now' }),
      'bad-value',
      'SubmitDeliveryReceipt/Timestamp1',
    ],
    ['a namespace with a quote', () => soap.formatCall('AvailableCredit', {}, { namespace: 'a"b' }), 'bad-value', 'namespace'],
    ['a fault code of SOAP 1.2', () => soap.formatFault({ code: 'Sender', reason: '' }), 'bad-value', 'Fault/faultcode'],
    ['a fault code with markup', () => soap.formatFault({ code: 'Client.<', reason: '' }), 'bad-value', 'Fault/faultcode'],
    ['an address in a WSDL that is none', () => soap.wsdl({ address: 'http://a" b="' }), 'bad-value', 'address'],
    ['a namespace in a WSDL that is none', () => soap.wsdl({ address: 'http://a/', namespace: '' }), 'bad-value', 'namespace'],
  ])('to write %s', (_, write, code, field) => {
    expect(refusal(write)).toMatchObject({ code, field });
  });

  it('to write what is no object, or no operation', () => {
    expect(() => soap.formatCall('AvailableCredit', undefined as unknown as object)).toThrow(TypeError);
    expect(() => soap.formatCall('Submit' as 'SubmitMessage', {})).toThrow(TypeError);
    expect(() => soap.formatAnswer('__proto__' as 'SubmitMessage', {})).toThrow(TypeError);
    expect(() => soap.formatCall('AvailableCredit', {}, { namespace: 1 as unknown as string })).toThrow(TypeError);
    expect(() => soap.wsdl({ address: 1 as unknown as string })).toThrow(TypeError);
  });

  it('an address with an ampersand is escaped', () => {
    expect(soap.wsdl({ address: 'http://a/?b&c' })).toContain('location="http://a/?b&amp;c"');
  });
});

describe('limits', () => {
  const nested = (levels: number) => submit(`${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`);

  it('G-SOAP-05: 64 levels and no more, references followed', () => {
    expect(partsOf(nested(61))).toEqual({});
    expect(refusal(() => soap.parseCall(nested(62)))).toMatchObject({ code: 'limit-exceeded', field: 'XML' });
    const chain = (hops: number) =>
      submit(
        '<PIN href="#r0"/>',
        `${Array.from({ length: hops }, (_, i) => `<r id="r${i}" href="#r${i + 1}"/>`).join('')}<r id="r${hops}">1</r>`,
      );
    expect(partsOf(chain(59))).toEqual({ PIN: '1' });
    expect(refusal(() => soap.parseCall(chain(61))).code).toBe('limit-exceeded');
    expect(refusal(() => soap.parseCall(chain(9_000))).code).toBe('limit-exceeded');
    // What was measured on a short way counts on the long one.
    const deep = (n: number) => `${'<a>'.repeat(n)}<b href="#x"/>${'</a>'.repeat(n)}`;
    const far = envelope(
      `<x id="x">${'<a>'.repeat(20)}${'</a>'.repeat(20)}</x><m:AvailableCredit>${deep(45)}</m:AvailableCredit>`,
    );
    expect(refusal(() => soap.parseCall(far)).code).toBe('limit-exceeded');
  });

  it('elements', () => {
    const { soapElements } = DEFAULT_LIMITS;
    const xml = (count: number) => submit('<a/>'.repeat(count - 3));
    expect(partsOf(xml(soapElements))).toEqual({});
    expect(refusal(() => soap.parseCall(xml(soapElements + 1)))).toMatchObject({ code: 'limit-exceeded', field: 'XML' });
    expect(refusal(() => soap.parseCall(submit('<PIN/>'), { limits: { soapElements: 3 } })).code).toBe('limit-exceeded');
  });

  it('G-SOAP-05: elements behind references count each time', () => {
    const levels = Array.from(
      { length: 20 },
      (_, i) => `<item id="l${i}">${`<item href="#l${i + 1}"/>`.repeat(10)}</item>`,
    ).join('');
    const bomb = submit('<Message href="#l0"/>', `${levels}<item id="l20">ha</item>`);
    expect(refusal(() => soap.parseCall(bomb))).toEqual({
      code: 'limit-exceeded',
      field: 'Envelope/Body/SubmitMessage',
      offset: bomb.indexOf('<m:Sub'),
    });
    // Where nobody refers to it, it does nothing.
    expect(partsOf(bomb.replace('#l0', '#l19'))).toEqual({ Message: {} });
  });

  it('characters, those behind references each time', () => {
    const limits = { soapCharacters: 2_000 };
    const xml = submit('<PIN>1</PIN>');
    expect(soap.parseCall(xml, { limits: { soapCharacters: xml.length } }).parts).toEqual({ PIN: '1' });
    expect(refusal(() => soap.parseCall(xml, { limits: { soapCharacters: xml.length - 1 } }))).toEqual({
      code: 'limit-exceeded',
      field: 'XML',
      offset: xml.length - 1,
    });
    const items = (count: number) => '<item><pcdata href="#t"/></item>'.repeat(count);
    const push = (count: number) =>
      submit(`<Message><WAPPush><si><info>${items(count)}</info></si></WAPPush></Message>`, `<t id="t">${'x'.repeat(500)}</t>`);
    expect(partsOf(push(3)).Message?.WAPPush?.si?.info?.[0]?.item).toHaveLength(3);
    expect(soap.parseCall(push(4), { limits }).operation).toBe('SubmitMessage');
    expect(refusal(() => soap.parseCall(push(5), { limits })).code).toBe('limit-exceeded');
    expect(refusal(() => soap.parseCall(new Uint8Array(70), { limits: { soapCharacters: 20 } })).code).toBe('limit-exceeded');
  });

  it('attributes of an element and characters of a namespace', () => {
    const many = (count: number) => submit(`<a ${Array.from({ length: count }, (_, i) => `x${i}=""`).join(' ')}/>`);
    expect(partsOf(many(256))).toEqual({});
    expect(refusal(() => soap.parseCall(many(257))).code).toBe('limit-exceeded');
    expect(partsOf(submit(`<a xmlns="${'x'.repeat(1024)}"/>`))).toEqual({});
    expect(refusal(() => soap.parseCall(submit(`<a xmlns="${'x'.repeat(1025)}"/>`))).code).toBe('limit-exceeded');
  });

  it('names of objects are names of elements', () => {
    const xml = submit(
      '<__proto__><a/></__proto__><constructor>x</constructor><toString/>',
      '<hasOwnProperty id="__proto__"/>',
    );
    expect(partsOf(xml)).toEqual({});
    expect(Object.keys(partsOf(xml))).toEqual([]);
  });
});
