import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { decodeMms, encodeMms, type MmsPdu, type MRetrieveConf, type Part } from '../../src/mms/binary.js';
import { inBrackets, withoutBrackets } from '../../src/mms/multipart.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

/** A fetched message, which its content type follows. */
const FRONT = '8C 84 8D 92 85 01 01 84';
const BODY_AT = FRONT.split(' ').length;
const ascii = (text: string) => toHex(new TextEncoder().encode(text));
const retrieve = (body: Pick<MRetrieveConf, 'parts'> & Partial<MRetrieveConf>): MRetrieveConf => ({
  type: 'M-Retrieve.conf',
  mmsVersion: '1.2',
  date: new Date(1000),
  ...body,
});
const data = hex('0102');
const text = (rest: Partial<Part> = {}): Part => ({ name: 'a', contentType: 'text/plain', data, ...rest });
const MIXED = 'application/vnd.wap.multipart.mixed';
const RELATED = 'application/vnd.wap.multipart.related';
const ALTERNATIVE = 'application/vnd.wap.multipart.alternative';

/** Parts by their octets, by hand from WAP-230-WSP sections 8.4.2 and 8.5. Each holds the data 01 02. */
const PARTS: readonly (readonly [title: string, part: Part, headers: string])[] = [
  ['a type by code, with a name', text(), '04 83 85 61 00'],
  ['no parameters', text({ name: 'part-1', parameters: [] }), '83'],
  ['a type by text', text({ contentType: 'audio/amr' }), `0D ${ascii('audio/amr')} 00 85 61 00`],
  ['a type of two octets', text({ contentType: 'image/x-up-wpng' }), '06 02 020C 85 61 00'],
  ['a type by a number without a name', text({ contentType: 'wsp/89', name: 'part-1', parameters: [] }), 'D9'],
  ['a charset', text({ charset: 'utf-8' }), '06 83 81 EA 85 61 00'],
  ['a charset of two octets', text({ charset: 'utf-16' }), '08 83 81 02 03F7 85 61 00'],
  ['a charset that WSP does not list', text({ charset: 'windows-1252' }), '08 83 81 02 08CC 85 61 00'],
  ['a charset that nobody knows', text({ charset: 'mib-1004' }), '08 83 81 02 03EC 85 61 00'],
  ['a charset by name', text({ charset: 'x-own' }), `0B 83 81 ${ascii('x-own')} 00 85 61 00`],
  ['a charset by a name that objects have', text({ charset: 'constructor' }), `11 83 81 ${ascii('constructor')} 00 85 61 00`],
  [
    'a content type whose usual charset is not written here',
    text({ contentType: 'application/vnd.wap.sic' }),
    '04 AE 85 61 00',
  ],
  ['the same with its charset', text({ contentType: 'application/vnd.wap.sic', charset: 'utf-8' }), '06 AE 81 EA 85 61 00'],
  ['a name outside of ASCII', text({ name: 'über.txt' }), `0D 83 85 7F ${ascii('über.txt')} 00`],
  [
    'more parameters',
    text({
      parameters: [
        { name: 'name', value: 'a' },
        { name: 'x-own', value: 'two words' },
        { name: 'size', value: 300 },
      ],
    }),
    `1D 83 85 61 00 ${ascii('x-own')} 00 22 ${ascii('two words')} 00 ${ascii('size')} 00 02 012C`,
  ],
  ['an id', text({ contentId: 'x@y' }), `04 83 85 61 00 C0 22 ${ascii('<x@y>')} 00`],
  ['a place', text({ contentLocation: 'a.txt' }), `04 83 85 61 00 8E ${ascii('a.txt')} 00`],
  ['a place that names it', text({ name: 'b.txt', contentLocation: 'b.txt', parameters: [] }), `83 8E ${ascii('b.txt')} 00`],
  ['an id that names it', text({ name: 'i', contentId: 'i', parameters: [] }), '83 C0 22 3C 69 3E 00'],
  ['a disposition', text({ disposition: { type: 'attachment' } }), '04 83 85 61 00 AE 01 81'],
  [
    'a disposition with a file name',
    text({ disposition: { type: 'inline', filename: 'é' } }),
    '04 83 85 61 00 AE 06 82 86 7F C3A9 00',
  ],
  [
    'a disposition that names it',
    text({
      name: 'f',
      disposition: { type: 'form-data', filename: 'f', parameters: [{ name: 'name', value: 'n' }] },
      parameters: [],
    }),
    '83 AE 07 80 86 66 00 85 6E 00',
  ],
  ['a disposition of its own', text({ disposition: { type: 'x-hidden' } }), `04 83 85 61 00 AE 09 ${ascii('x-hidden')} 00`],
  [
    'other headers',
    text({
      otherHeaders: [
        { code: 0x0d, value: hex('82') },
        { name: 'X-Own', value: 'v' },
        { code: 0x44, value: hex('03 026100') },
      ],
    }),
    `04 83 85 61 00 8D 82 ${ascii('X-Own')} 00 76 00 C4 03 026100`,
  ],
];

function wireOf(headers: string, payload = '0102'): string {
  const length = hex(headers).length;
  return `${toHex(Uint8Array.of(length))} ${toHex(Uint8Array.of(hex(payload).length))} ${headers} ${payload}`;
}

describe('each part by its octets', () => {
  it.each(PARTS)('%s', (_, part, headers) => {
    const wire = hex(`${FRONT} A3 01 ${wireOf(headers)}`);
    const pdu = retrieve({ contentType: MIXED, parts: [part] });
    expect(toHex(encodeMms(pdu))).toBe(toHex(wire));
    expect(decodeMms(wire)).toEqual(pdu);
  });

  it.each([
    ['a disposition of WSP 1.4', '83 C5 01 81', { disposition: { type: 'attachment' } }],
    ['an id without its quotation mark', `83 C0 ${ascii('<i>')} 00`, { contentId: 'i', name: 'i' }],
    ['an id without its brackets', `83 C0 22 ${ascii('i')} 00`, { contentId: 'i', name: 'i' }],
    ['an id in two pairs of brackets', `83 C0 22 ${ascii('<<i>>')} 00`, { contentId: 'i', name: 'i' }],
    ['an id of one bracket', '83 C0 22 3C 00', { contentId: '<', name: '<' }],
    [
      'the newer codes of name and file name',
      '04 83 97 61 00 AE 04 81 98 62 00',
      {
        name: 'a',
        parameters: undefined,
        disposition: { type: 'attachment', filename: 'b' },
      },
    ],
    ['a name of ISO 8859-1', '05 83 85 61E9 00', { name: 'aé', parameters: undefined }],
    ['a type by text that has a code', `${ascii('image/gif')} 00`, { contentType: 'image/gif' }],
    ['a disposition by name that has a code', `83 AE 0B ${ascii('Attachment')} 00`, { disposition: { type: 'attachment' } }],
    ['a charset by another name', `07 83 81 ${ascii('utf8')} 00`, { charset: 'utf-8' }],
    ['a charset by name that WSP does not list', `0F 83 81 ${ascii('Windows-1252')} 00`, { charset: 'windows-1252' }],
    ['a charset by name that has a number', `08 83 81 ${ascii('UTF-8')} 00`, { charset: 'utf-8' }],
    ['an empty name', '03 83 85 00 8E 62 00', { name: 'b', contentLocation: 'b', parameters: [{ code: 5, value: hex('00') }] }],
  ] as const)('reads %s', (_, headers, rest) => {
    const [part] = decodeMms(hex(`${FRONT} A3 01 ${wireOf(headers)}`)).parts ?? [];
    const { parameters, ...others } = { ...text({ name: 'part-1', parameters: [] }), ...rest };
    expect(part).toEqual(parameters === undefined ? others : { ...others, parameters });
  });

  // WAP-230 8.4.2.21: form-data, attachment and inline have codes from 80 hex on.
  it.each([
    ['form-data', '01 80'],
    ['attachment', '01 81'],
    ['inline', '01 82'],
  ])('the disposition %s, in any letter case', (type, value) => {
    const wire = hex(`${FRONT} A3 01 ${wireOf(`83 AE ${value}`)}`);
    const withType = (written: string) =>
      retrieve({ contentType: MIXED, parts: [text({ name: 'part-1', parameters: [], disposition: { type: written } })] });
    expect(encodeMms(withType(type))).toEqual(wire);
    expect(encodeMms(withType(type.toUpperCase()))).toEqual(wire);
    expect(decodeMms(wire)).toStrictEqual(withType(type));
    const named = hex(`${FRONT} A3 01 ${wireOf(`83 AE ${(type.length + 1).toString(16).padStart(2, '0')} ${ascii(type)} 00`)}`);
    expect(decodeMms(named)).toStrictEqual(withType(type));
  });

  it('keeps the letter case of another disposition', () => {
    const disposition = { type: 'X-Own' };
    const pdu = retrieve({ contentType: MIXED, parts: [text({ name: 'part-1', parameters: [], disposition })] });
    expect(decodeMms(encodeMms(pdu))).toStrictEqual(pdu);
  });

  it('takes the first file name of a disposition, the others are parameters', () => {
    const [part] = decodeMms(hex(`${FRONT} A3 01 ${wireOf('83 AE 07 81 86 61 00 86 62 00')}`)).parts ?? [];
    expect(part?.disposition).toStrictEqual({
      type: 'attachment',
      filename: 'a',
      parameters: [{ name: 'filename', value: 'b' }],
    });
  });

  // The name of a part: the parameter, Content-Location, the file name of the disposition, Content-ID, its number.
  it.each([
    ['83 C0 22 3C693E00 8E 6C00 AE 04 81 86 66 00', 'l'],
    ['83 C0 22 3C693E00 AE 04 81 86 66 00', 'f'],
    ['83 C0 22 3C693E00 AE 01 81', 'i'],
    ['83 AE 01 81', 'part-2'],
    ['04 83 85 6E 00 C0 22 3C693E00 8E 6C00', 'n'],
    ['04 83 85 6E 00', 'n'],
  ])('the name of a part with %s is %s', (headers, name) => {
    const wire = hex(`${FRONT} A3 02 01 00 83 ${wireOf(headers)}`);
    expect(decodeMms(wire).parts?.map((part) => part.name)).toEqual(['part-1', name]);
  });

  // WAP-230 8.4.2.21: any parameter may follow.
  it.each([
    ['a charset by number', '86 612E747874 00 81 83', '86 612E747874 00 81 83', { name: 'charset', value: 'us-ascii' }],
    ['a charset before the others', '81 EA 86 612E747874 00', '86 612E747874 00 81 EA', { name: 'charset', value: 'utf-8' }],
    ['a charset without a name', '86 612E747874 00 81 02 07E9', undefined, { name: 'charset', value: 2025 }],
    [
      'an untyped charset',
      `86 612E747874 00 ${ascii('charset')} 00 ${ascii('utf-8')} 00`,
      '86 612E747874 00 81 EA',
      { name: 'charset', value: 'utf-8' },
    ],
    [
      'an untyped file name',
      `${ascii('filename')} 00 ${ascii('a.txt')} 00 81 ${ascii('x-own')} 00`,
      `86 612E747874 00 81 ${ascii('x-own')} 00`,
      { name: 'charset', value: 'x-own' },
    ],
    ['its size', '86 612E747874 00 96 02 0400', undefined, { code: 22, value: hex('02 0400') }],
  ])('keeps a file name and %s', (_, wire, again, parameter) => {
    const partWith = (parameters: string) => {
      const length = toHex(Uint8Array.of(hex(parameters).length + 1));
      return hex(`${FRONT} A3 01 ${wireOf(`83 AE ${length} 81 ${parameters}`)}`);
    };
    const disposition = { type: 'attachment', filename: 'a.txt', parameters: [parameter] };
    const read = decodeMms(partWith(wire));
    expect(read.parts).toEqual([text({ name: 'a.txt', parameters: [], disposition })]);
    expect(toHex(encodeMms(read))).toBe(toHex(partWith(again ?? wire)));
  });
});

describe('bodies', () => {
  const smil = text({ contentType: 'application/smil', name: 's' });

  it('begin with the part that start names', () => {
    const wire = `${FRONT} 1D B3 8A ${ascii('<s.smil>')} 00 89 ${ascii('application/smil')} 00 00`;
    const pdu = retrieve({ contentType: RELATED, start: 's.smil', startType: 'application/smil', parts: [] });
    expect(toHex(encodeMms(pdu))).toBe(toHex(hex(wire)));
    expect(decodeMms(hex(wire))).toEqual(pdu);
  });

  it.each([
    ['the newer code of start', `08 B3 99 ${ascii('<s>')} 00 89 83`, { start: 's', startType: 'text/plain' }],
    ['start without its brackets, behind the type', '06 B3 89 83 8A 73 00', { start: 's', startType: 'text/plain' }],
    [
      'other parameters',
      `0D B3 8B 69 00 8A 73 00 8A 74 00 81 EA`,
      {
        start: 's',
        charset: 'utf-8',
        parameters: [
          { name: 'start-info', value: 'i' },
          { name: 'start', value: 't' },
        ],
      },
    ],
  ])('read %s', (_, type, rest) => {
    const length = hex(type).length - 1;
    const wire = `${FRONT} ${toHex(Uint8Array.of(length))} ${toHex(hex(type).subarray(1))} 00`;
    expect(decodeMms(hex(wire))).toEqual(retrieve({ contentType: RELATED, ...rest, parts: [] }));
  });

  it('have the properties that they give, and no others', () => {
    const keys = (wire: string) => Object.keys(decodeMms(hex(`${FRONT} ${wire}`))).sort();
    const all = ['contentType', 'date', 'mmsVersion', 'parts', 'type'];
    expect(keys('A3 00')).toEqual(all);
    expect(keys('03 A3 89 83 00')).toEqual([...all, 'startType'].sort());
    expect(keys('04 A3 8A 73 00 00')).toEqual([...all, 'start'].sort());
    expect(keys('03 A3 81 EA 00')).toEqual([...all, 'charset'].sort());
    expect(keys('04 A3 85 73 00 00')).toEqual([...all, 'parameters'].sort());
  });

  it('take the first start and type, the others are parameters', () => {
    const { start, startType, parameters } = decodeMms(hex(`${FRONT} 0B A3 8A 61 00 8A 62 00 89 83 89 84 00`)) as MRetrieveConf;
    expect({ start, startType }).toEqual({ start: 'a', startType: 'text/plain' });
    expect(parameters).toEqual([
      { name: 'start', value: 'b' },
      { name: 'type', value: 'text/x-hdml' },
    ]);
  });

  it.each([
    [{ parts: [text({ contentType: 'Application/SMIL' })] }, RELATED],
    [{ parts: [text(), text({ contentType: 'application/smil' })] }, MIXED],
    [{ start: 'a', parts: [text()] }, RELATED],
    [{ startType: 'text/plain', parts: [text()] }, MIXED],
    [{ parts: [] }, MIXED],
    [{ contentType: ALTERNATIVE, parts: [] }, ALTERNATIVE],
  ])('%j are by default %s', (body, type) => {
    expect(decodeMms(encodeMms(retrieve(body)))).toHaveProperty('contentType', type);
  });

  it('are related when they have a start or SMIL in front, else mixed', () => {
    const typeOf = (pdu: MRetrieveConf) =>
      decodeMms(encodeMms(pdu)).parts && (decodeMms(encodeMms(pdu)) as MRetrieveConf).contentType;
    expect(typeOf(retrieve({ parts: [smil, text()] }))).toBe(RELATED);
    expect(typeOf(retrieve({ parts: [text()], start: 'a' }))).toBe(RELATED);
    expect(typeOf(retrieve({ parts: [text(), smil] }))).toBe(MIXED);
    expect(typeOf(retrieve({ parts: [] }))).toBe(MIXED);
  });

  it('may be one part and no multipart', () => {
    const wire = hex(`${FRONT} 06 83 81 EA 85 61 00 0102`);
    const pdu = retrieve({ contentType: 'text/plain', parts: [text({ charset: 'utf-8' })] });
    expect(decodeMms(wire)).toEqual(pdu);
    expect(encodeMms(pdu)).toEqual(wire);
    const uploaded = decodeMms(hex('8C 8F 98 54 00 8D 92 84 BE 8C 93 8D 92')) as MmsPdu;
    expect(uploaded).toMatchObject({ type: 'M-Mbox-Upload.req', contentType: 'application/vnd.wap.mms-message' });
    expect(decodeMms(uploaded.parts?.[0]?.data as Uint8Array)).toEqual({ type: 'M-Mbox-Descr', mmsVersion: '1.2' });
  });

  it('may hold multiparts, three deep', () => {
    const inner = {
      name: 'in',
      contentType: MIXED,
      data: hex('01 05 02 04 83 85 62 00 0304'),
      parts: [text({ name: 'b', data: hex('0304') })],
    };
    const innerWire = wireOf('05 A3 85 696E 00', toHex(inner.data));
    const outer = { name: 'out', contentType: ALTERNATIVE, data: hex(`01 ${innerWire}`), parts: [inner] };
    const wire = hex(`${FRONT} A3 01 ${wireOf('06 A6 85 6F7574 00', toHex(outer.data))}`);
    const pdu = retrieve({ contentType: MIXED, parts: [outer] });
    expect(decodeMms(wire)).toEqual(pdu);
    expect(encodeMms(pdu)).toEqual(wire);
    const empty = (parts: Part[]): Part => ({ name: 'x', contentType: MIXED, data: new Uint8Array(0), parts });
    const deeper = retrieve({ parts: [empty([empty([empty([])])])] });
    expect(refusal(() => encodeMms(deeper))).toEqual({
      code: 'too-long',
      field: 'parts[0].parts[0].parts[0].parts',
      offset: undefined,
    });
    const octets = encodeMms(retrieve({ parts: [empty([empty([])])] }));
    expect(refusal(() => decodeMms(octets, { limits: { mmsDepth: 2 } }))).toMatchObject({
      code: 'limit-exceeded',
      field: 'MMS/parts[0]/parts[0]',
    });
  });
});

it('writes the usual form of what callers write in another', () => {
  const [part] =
    decodeMms(
      encodeMms(
        retrieve({
          contentType: RELATED,
          start: '<i@j>',
          parts: [
            text({
              contentType: 'TEXT/Plain',
              charset: 'UTF8',
              contentId: '<i@j>',
              disposition: { type: 'Attachment' },
              data: Buffer.from([1, 2]),
            }),
          ],
        }),
      ),
    ).parts ?? [];
  expect(part).toEqual(text({ charset: 'utf-8', contentId: 'i@j', disposition: { type: 'attachment' } }));
  const { start } = decodeMms(encodeMms(retrieve({ start: '<i@j>', parts: [] }))) as MRetrieveConf;
  expect(start).toBe('i@j');
});

it('writes no name for a part without one', () => {
  const [part] = decodeMms(encodeMms(retrieve({ parts: [text({ name: '' })] }))).parts ?? [];
  expect(part).toEqual(text({ name: 'part-1', parameters: [] }));
});

describe('messages in the forms of real senders', () => {
  const smil = ascii('<smil/>');
  const related = `89 ${ascii('application/smil')} 00 8A`;
  const send = { type: 'M-Send.req', transactionId: '1', contentType: RELATED, startType: 'application/smil' } as const;

  // The forms are those of sample messages of each; names and data are made up.
  it.each<[sender: string, wire: string, message: MmsPdu]>([
    [
      'iPhone: ASCII as US-ASCII, ids without brackets, start behind the type, a disposition',
      `8C 80 98 31 00 8D 92 97 10 83 ${ascii('1337/TYPE=PLMN')} 00 89 01 81 84 1B B3 ${related} ${ascii('0.smil')} 00 02
       ${wireOf(`${ascii('application/smil')} 00 C0 22 ${ascii('0.smil')} 00`, smil)}
       ${wireOf(`08 9E 85 ${ascii('I.jpg')} 00 AE 08 81 86 ${ascii('I.jpg')} 00 C0 22 31 00 8E ${ascii('I.jpg')} 00`, 'FFD8')}`,
      {
        ...send,
        mmsVersion: '1.2',
        to: ['1337/TYPE=PLMN'],
        start: '0.smil',
        parts: [
          { name: '0.smil', contentType: 'application/smil', data: hex(smil), contentId: '0.smil', parameters: [] },
          {
            name: 'I.jpg',
            contentType: 'image/jpeg',
            data: hex('FFD8'),
            contentId: '1',
            contentLocation: 'I.jpg',
            disposition: { type: 'attachment', filename: 'I.jpg' },
          },
        ],
      },
    ],
    [
      'Sony Ericsson: the picture first, the charset behind the name, SMIL last and named by start',
      `8C 80 98 31 00 8D 90 89 01 81 97 ${ascii('55225/TYPE=PLMN')} 00 8A 80 8F 81 94 81 86 81 90 81 84 1B B3 ${related}
       ${ascii('<AAAA>')} 00 02
       ${wireOf(`0C 83 85 ${ascii('mms.txt')} 00 81 EA C0 22 ${ascii('<mms.txt>')} 00 8E ${ascii('mms.txt')} 00`)}
       ${wireOf(`1D ${ascii('application/smil')} 00 85 ${ascii('mms.smil')} 00 81 EA C0 22 ${ascii('<AAAA>')} 00`, smil)}`,
      {
        ...send,
        mmsVersion: '1.0',
        to: ['55225/TYPE=PLMN'],
        messageClass: 'personal',
        priority: 'normal',
        senderVisibility: 'show',
        deliveryReport: false,
        readReport: false,
        start: 'AAAA',
        parts: [
          text({ name: 'mms.txt', charset: 'utf-8', contentId: 'mms.txt', contentLocation: 'mms.txt' }),
          { name: 'mms.smil', contentType: 'application/smil', charset: 'utf-8', data: hex(smil), contentId: 'AAAA' },
        ],
      },
    ],
    [
      'Openwave: the subject as ISO 8859-1, ids and no places',
      `8C 80 98 31 00 8D 90 89 18 80 ${ascii('+16505550000/TYPE=PLMN')} 00 97 ${ascii('Jg')} 00 96 05 84 ${ascii('Jgj')} 00
       84 1D B3 8A ${ascii('<smil_0>')} 00 89 ${ascii('application/smil')} 00 02
       ${wireOf(`${ascii('application/smil')} 00 C0 22 ${ascii('<smil_0>')} 00`, smil)}
       ${wireOf(`03 83 81 84 C0 22 ${ascii('<text_0>')} 00`)}`,
      {
        ...send,
        mmsVersion: '1.0',
        from: '+16505550000/TYPE=PLMN',
        to: ['Jg'],
        subject: 'Jgj',
        start: 'smil_0',
        parts: [
          { name: 'smil_0', contentType: 'application/smil', data: hex(smil), contentId: 'smil_0', parameters: [] },
          text({ name: 'text_0', charset: 'iso-8859-1', contentId: 'text_0', parameters: [] }),
        ],
      },
    ],
    [
      'a camera phone: a length of 31 behind 1F, the content type of the body',
      `8C 80 98 31 00 8D 90 89 01 81 97 0C EA ${ascii('td@ajajg.c')} 00 84 1F 1F B3 ${related} ${ascii('<SMIL.TXT>')} 00 00`,
      { ...send, mmsVersion: '1.0', to: ['td@ajajg.c'], start: 'SMIL.TXT', parts: [] },
    ],
    [
      'NowSMS and BT: types without names, places and ids',
      `8C 84 8D 90 85 04 3DDADB85 89 0E 80 ${ascii('N <n@now.uk>')} 00 96 ${ascii('Test')} 00 84 A3 01
       ${wireOf(`${ascii('audio/amr')} 00 8E ${ascii('c.amr')} 00 C0 22 ${ascii('<c.amr>')} 00`)}`,
      {
        type: 'M-Retrieve.conf',
        mmsVersion: '1.0',
        date: new Date('2002-11-20T00:47:01Z'),
        from: 'N <n@now.uk>',
        subject: 'Test',
        contentType: MIXED,
        parts: [
          { name: 'c.amr', contentType: 'audio/amr', data, contentLocation: 'c.amr', contentId: 'c.amr', parameters: [] },
        ],
      },
    ],
  ])('%s', (_, wire, message) => {
    expect(decodeMms(hex(wire))).toEqual(message);
    expect(decodeMms(encodeMms(message))).toEqual(message);
  });
});

describe('refusals', () => {
  const at = BODY_AT;

  it.each([
    ['no content type', '', 'truncated', 'MMS/Content-Type', at],
    ['a content type that is too long', '05 A3', 'truncated', 'MMS/Content-Type', at],
    ['no count', 'A3', 'truncated', 'MMS/nEntries', at + 1],
    ['a count of six octets', 'A3 8080808080 01', 'bad-value', 'MMS/nEntries', at + 1],
    ['more parts than there is room for', 'A3 02 01 00 83', 'truncated', 'MMS/nEntries', at + 1],
    ['headers past the end', 'A3 01 05 00 83', 'truncated', 'MMS/parts[0]/HeadersLen', at + 2],
    ['data past the end', 'A3 01 01 8F FF FF FF 7F 83', 'truncated', 'MMS/parts[0]/DataLen', at + 3],
    ['no content type in a part', 'A3 01 00 01 05', 'truncated', 'MMS/parts[0]/Content-Type', at + 4],
    ['a content type past the headers', 'A3 01 02 00 05 83', 'truncated', 'MMS/parts[0]/Content-Type', at + 4],
    ['a parameter without a value', 'A3 01 03 00 02 83 85', 'truncated', 'MMS/parts[0]/Content-Type/parameter/value', at + 7],
    ['a content type that is none', 'A3 01 02 00 61 00', 'bad-value', 'MMS/parts[0]/Content-Type/type', at + 4],
    ['octets behind the last part', 'A3 00 00', 'trailing-bytes', 'MMS', at + 2],
    ['octets behind the last part of a part', 'A3 01 01 02 A3 0000', 'trailing-bytes', 'MMS/parts[0]', at + 6],
    ['an id twice', 'A3 01 07 00 83 C0 61 00 C0 62 00', 'bad-value', 'MMS/parts[0]/Content-ID', at + 9],
    ['an id that is an octet', 'A3 01 03 00 83 C0 81', 'bad-value', 'MMS/parts[0]/Content-ID', at + 6],
    ['a disposition of no kind', 'A3 01 04 00 83 AE 01 85', 'bad-value', 'MMS/parts[0]/Content-Disposition/type', at + 7],
    ['an empty disposition', 'A3 01 03 00 83 AE 00', 'truncated', 'MMS/parts[0]/Content-Disposition/type', at + 7],
    [
      'a disposition that is no token',
      'A3 01 06 00 83 AE 03 2020 00',
      'bad-value',
      'MMS/parts[0]/Content-Disposition/type',
      at + 7,
    ],
    ['a disposition as text', 'A3 01 04 00 83 AE 61 00', 'bad-value', 'MMS/parts[0]/Content-Disposition/length', at + 6],
    ['a header without its value', 'A3 01 02 00 83 8E', 'truncated', 'MMS/parts[0]/Content-Location', at + 6],
    ['a named header without its value', 'A3 01 04 00 83 58 00 61', 'truncated', 'MMS/parts[0]/header', at + 5],
    ['an octet that begins no header', 'A3 01 02 00 83 05', 'bad-value', 'MMS/parts[0]/header', at + 5],
    ['a fault in the second part', 'A3 02 01 00 83 01 05 83', 'truncated', 'MMS/parts[1]/DataLen', at + 6],
  ])('%s', (_, wire, code, field, offset) => {
    expect(refusal(() => decodeMms(hex(`${FRONT} ${wire}`)))).toEqual({ code, field, offset });
  });

  it.each([
    [[text({ contentType: 'plain' })], 'bad-value', 'parts[0].contentType', undefined],
    [[text({ contentType: 'text/plain; charset=utf-8' })], 'bad-value', 'parts[0].contentType', undefined],
    [[text({ contentType: MIXED, data: hex('01') })], 'bad-value', 'parts[0].parts', undefined],
    [[text({ name: 'a\r\nb' })], 'unencodable', 'parts[0].name', 1],
    [[text(), text({ charset: 'a b' })], 'bad-value', 'parts[1].charset', undefined],
    [[text({ name: 'a\0' })], 'unencodable', 'parts[0].name', 1],
    [[text({ parameters: [{ name: 'path', value: 'a\0' }] })], 'unencodable', 'parts[0].parameters[0].value', 1],
    [[text({ parameters: [{ name: 'a b', value: 'c' }] })], 'bad-value', 'parts[0].parameters[0].name', undefined],
    [[text({ parameters: [{ code: 5, value: hex('85 85') }] })], 'bad-value', 'parts[0].parameters[0].value', undefined],
    [[text({ contentId: '\n' })], 'unencodable', 'parts[0].contentId', 1],
    [[text({ contentLocation: 'a\n' })], 'unencodable', 'parts[0].contentLocation', 1],
    [[text({ disposition: { type: 'a b' } })], 'bad-value', 'parts[0].disposition.type', undefined],
    [[text({ disposition: { type: 'inline', filename: '\t' } })], 'unencodable', 'parts[0].disposition.filename', 0],
    [[text({ otherHeaders: [{ code: 1, value: hex('') }] })], 'bad-value', 'parts[0].otherHeaders[0].value', undefined],
    [[text({ parts: [] })], 'bad-value', 'parts[0].contentType', undefined],
    [[text({ contentType: 'Application/Vnd.Wap.Multipart.Mixed' })], 'bad-value', 'parts[0].parts', undefined],
    [
      [text({ disposition: { type: 'inline', parameters: [{ name: 'a b', value: '' }] } })],
      'bad-value',
      'parts[0].disposition.parameters[0].name',
      undefined,
    ],
    [[text({ contentId: 'a\x7f' })], 'unencodable', 'parts[0].contentId', 2],
    [
      [
        text(),
        text({
          otherHeaders: [
            { name: 'a', value: '' },
            { name: 'b c', value: '' },
          ],
        }),
      ],
      'bad-value',
      'parts[1].otherHeaders[1].name',
      undefined,
    ],
    [
      [text({ contentType: MIXED, parts: [text({ contentType: MIXED, parts: [text({ contentType: MIXED, parts: [] })] })] })],
      'too-long',
      'parts[0].parts[0].parts[0].parts',
      undefined,
    ],
    [[text({ contentType: MIXED, parts: [text({ contentId: '\n' })] })], 'unencodable', 'parts[0].parts[0].contentId', 1],
  ] as const)('writes no %j', (parts, code, field, offset) => {
    expect(refusal(() => encodeMms(retrieve({ parts })))).toEqual({ code, field, offset });
  });

  it.each([
    [{ parts: [] }, 'parts'],
    [{ parts: [text(), text()] }, 'parts'],
    [{ parts: [text({ contentType: 'image/gif' })] }, 'contentType'],
    [{ parts: [text({ contentId: 'a' })] }, 'parts[0].contentId'],
    [{ parts: [text({ contentLocation: 'a' })] }, 'parts[0].contentLocation'],
    [{ parts: [text({ disposition: { type: 'inline' } })] }, 'parts[0].disposition'],
    [{ parts: [text({ otherHeaders: [] })] }, 'parts[0].otherHeaders'],
    [{ parts: [text({ parts: [] })] }, 'parts[0].parts'],
  ])('writes no body of text/plain with %j', (body, field) => {
    const pdu = retrieve({ contentType: 'text/plain', ...body });
    expect(refusal(() => encodeMms(pdu))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('writes a body of one part whose type is in another letter case', () => {
    const pdu = retrieve({ contentType: 'TEXT/Plain', parts: [text()] });
    expect(decodeMms(encodeMms(pdu)).parts).toEqual([text()]);
  });

  it('writes no multipart of mail', () => {
    const pdu = retrieve({ contentType: 'multipart/related', parts: [text()] });
    expect(refusal(() => encodeMms(pdu))).toEqual({ code: 'bad-value', field: 'contentType', offset: undefined });
  });

  it.each([
    [{ parts: 'abc' }, 'parts is'],
    [{ parts: [null] }, 'parts[0] is'],
    [{ parts: [text({ data: 'abc' as never })] }, 'parts[0].data is'],
    [{ parts: [text({ data: undefined as never })] }, 'parts[0].data is'],
    [{ parts: [text({ data: new Uint16Array(2) as never })] }, 'parts[0].data is'],
    [{ parts: [text({ contentType: 5 as never })] }, 'parts[0].contentType is'],
    [{ parts: [text({ contentType: undefined as never })] }, 'parts[0].contentType is'],
    [{ parts: [text({ charset: 106 as never })] }, 'parts[0].charset is'],
    [{ parts: [text({ contentId: 5 as never })] }, 'parts[0].contentId is'],
    [{ parts: [text({ disposition: 'inline' as never })] }, 'parts[0].disposition.type is'],
    [{ start: 5, parts: [text()] }, 'start is'],
    [{ parts: [text({ name: undefined as never })] }, 'parts[0].name is'],
    [{ contentType: 'text/plain', parts: [text({ data: [1] as never })] }, 'parts[0].data is'],
  ])('takes no value of the wrong type: %j', (body, name) => {
    expect(() => encodeMms(retrieve(body as never))).toThrow(TypeError);
    expect(() => encodeMms(retrieve(body as never))).toThrow(name);
  });

  it.each([
    ['a', 'a'],
    ['<a>', 'a'],
    ['<<a>>', 'a'],
    ['<a', '<a'],
    ['a>', 'a>'],
    ['<<a>', '<a'],
    ['<a>>', 'a>'],
    ['<>', ''],
    ['<', '<'],
    ['>', '>'],
    ['', ''],
  ])('the id %j without its brackets is %j', (id, bare) => {
    expect(withoutBrackets(id)).toBe(bare);
    expect(inBrackets(id, 'start')).toBe(`<${bare}>`);
  });

  it('takes no octets that are none', () => {
    expect(() => decodeMms('8C84' as never)).toThrow(TypeError);
  });
});

describe('lenient reading', () => {
  const read = (wire: string) => {
    const issues: string[] = [];
    const pdu = decodeMms(hex(`${FRONT} ${wire}`), {
      lenient: true,
      onIssue: ({ field, offset = -1 }) => issues.push(`${field} ${offset - BODY_AT}`),
    });
    return { parts: pdu.parts, issues };
  };
  const bare = (rest: Partial<Part> = {}): Part => text({ name: 'part-1', parameters: [], ...rest });

  it('takes what is there of a part that was cut', () => {
    expect(read('A3 01 01 09 83 0102')).toEqual({ parts: [bare()], issues: ['MMS/parts[0]/DataLen 3'] });
    expect(read('A3 01 09 00 83 8E 62 00')).toEqual({
      parts: [bare({ data: new Uint8Array(0), name: 'b', contentLocation: 'b' })],
      issues: ['MMS/parts[0]/HeadersLen 2'],
    });
  });

  it('reads the parts that are there, and no more than are counted', () => {
    expect(read('A3 05 01 02 83 0102')).toEqual({ parts: [bare()], issues: ['MMS/nEntries 1'] });
    expect(read('A3 02 01 08 83 0102030405060708')).toMatchObject({ parts: [{}], issues: ['MMS/parts[1]/HeadersLen 13'] });
    expect(read('A3 02 01 07 83 01020304050607 01')).toMatchObject({
      parts: [{}],
      issues: ['MMS/parts[1]/DataLen 13', 'MMS 12'],
    });
    expect(read('A3 01 01 02 83 0102 01 00 83')).toEqual({ parts: [bare()], issues: ['MMS 7'] });
    expect(read('A3 01 01 06 A3 01 01 00 83 0102')).toMatchObject({ issues: ['MMS/parts[0] 9'] });
  });

  it('reports with codes what strict reading refuses with them', () => {
    const codes = (wire: string) => {
      const found: string[] = [];
      const onIssue = ({ code, field, offset = -1 }: Issue) => found.push(`${code} ${field} ${offset - BODY_AT}`);
      decodeMms(hex(`${FRONT} ${wire}`), { lenient: true, onIssue });
      return found;
    };
    expect(codes('A3 02 01 00 83')).toEqual(['truncated MMS/nEntries 1']);
    expect(codes('A3 01 01 09 83 0102')).toEqual(['truncated MMS/parts[0]/DataLen 3']);
    expect(codes('A3 01 09 00 83 8E 62 00')).toEqual(['truncated MMS/parts[0]/HeadersLen 2']);
    expect(codes('A3 00 00')).toEqual(['trailing-bytes MMS 2']);
    expect(codes('A3 01 02 00 83 05')).toEqual(['bad-value MMS/parts[0]/header 5']);
    expect(codes('A3 01 04 02 61 00 8E 00 0102')).toEqual(['bad-value MMS/parts[0]/Content-Type/type 4']);
    // Three octets are the fewest of a part: with fewer left, a second one is missing.
    expect(codes('A3 02 01 02 83 0102 01')).toEqual(['truncated MMS/parts[1]/DataLen 8', 'trailing-bytes MMS 7']);
    expect(codes('A3 02 01 02 83 0102')).toEqual(['truncated MMS/nEntries 1']);
  });

  it('takes a part whose content type cannot be read for octets', () => {
    expect(read('A3 01 04 02 61 00 8E 00 0102')).toEqual({
      parts: [bare({ contentType: 'application/octet-stream' })],
      issues: ['MMS/parts[0]/Content-Type/type 4'],
    });
  });

  it('keeps headers that do not fit their model, and leaves out what is none', () => {
    expect(read('A3 01 06 02 83 C0 81 8E 62 00 0102')).toEqual({
      parts: [bare({ name: 'b', contentLocation: 'b', otherHeaders: [{ code: 0x40, value: hex('81') }] })],
      issues: ['MMS/parts[0]/Content-ID 6'],
    });
    expect(read('A3 01 05 02 83 8E 62 00 05 0102')).toEqual({
      parts: [bare({ name: 'b', contentLocation: 'b' })],
      issues: ['MMS/parts[0]/header 8'],
    });
  });
});

describe('limits', () => {
  const many = (count: number) => encodeMms(retrieve({ parts: Array.from({ length: count }, () => text()) }));

  it('of parts, nested ones counted too', () => {
    expect(decodeMms(many(DEFAULT_LIMITS.mmsParts)).parts).toHaveLength(256);
    expect(refusal(() => decodeMms(many(257)))).toEqual({ code: 'limit-exceeded', field: 'MMS/nEntries', offset: BODY_AT + 1 });
    const nested = encodeMms(retrieve({ parts: [{ ...text({ contentType: MIXED }), parts: [text(), text()] }] }));
    expect(decodeMms(nested, { limits: { mmsParts: 3 } }).parts).toHaveLength(1);
    expect(refusal(() => decodeMms(nested, { limits: { mmsParts: 2 } }))).toMatchObject({ field: 'MMS/parts[0]/nEntries' });
    expect(refusal(() => decodeMms(hex(`${FRONT} A3 8FFFFFFF7F`), { lenient: true }))).toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('of octets', () => {
    expect(refusal(() => decodeMms(new Uint8Array(DEFAULT_LIMITS.mmsOctets + 1)))).toEqual({
      code: 'limit-exceeded',
      field: 'MMS',
      offset: 0,
    });
    expect(refusal(() => decodeMms(many(1), { limits: { mmsOctets: 9 } }))).toMatchObject({ code: 'limit-exceeded' });
  });

  it('of headers, those of parts and their parameters counted too', () => {
    const parameters = [1, 2].map((value) => ({ name: 'x-a', value }));
    const part = text({ contentId: 'i', disposition: { type: 'inline', parameters } });
    const octets = encodeMms(retrieve({ parts: [part] }));
    // Type, version, date, two content types, a name, an id, a disposition of two parameters.
    expect(decodeMms(octets, { limits: { mmsHeaders: 10 } }).parts).toEqual([part]);
    expect(refusal(() => decodeMms(octets, { limits: { mmsHeaders: 9 } }))).toMatchObject({
      code: 'limit-exceeded',
      field: 'MMS/parts[0]/Content-Disposition',
    });
    expect(refusal(() => decodeMms(octets, { limits: { mmsHeaders: 4 } }))).toMatchObject({
      field: 'MMS/parts[0]/Content-Type',
    });
  });

  it.each([
    ['a text', (value: string) => retrieve({ subject: value, parts: [] }), 'MMS/Subject', 4095],
    ['a named header', (value: string) => retrieve({ otherHeaders: [{ name: 'X', value }], parts: [] }), 'MMS/header', 4093],
    [
      'a header of a part',
      (value: string) => retrieve({ parts: [text({ contentLocation: value })] }),
      'MMS/parts[0]/Content-Location',
      4095,
    ],
    ['a content type', (value: string) => retrieve({ parts: [text({ name: value })] }), 'MMS/parts[0]/Content-Type', 4090],
  ] as const)('of a header: %s', (_, make, field, most) => {
    decodeMms(encodeMms(make('a'.repeat(most))));
    const longer = encodeMms(make('a'.repeat(most + 1)));
    expect(refusal(() => decodeMms(longer))).toMatchObject({ code: 'limit-exceeded', field });
    decodeMms(longer, { limits: { mmsHeaderOctets: 4097 } });
  });
});
