/** WBXML of any document type: named, shown token by token, and hardly ever seen where there is none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { formatTree, identify, inspect } from '../../src/inspect/index.js';
import { encodeMms } from '../../src/mms/index.js';
import { encodePush } from '../../src/push/index.js';
import { encodeSubmit, submitDatagram } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';
import { anyWbxmlDocument, WBXML_KINDS, wbxmlDocument } from '../support/wbxml-documents.js';

const ascii = (text: string) => toHex(encodeUtf8(text));
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const best = (octets: Uint8Array | string) => identify(typeof octets === 'string' ? hex(octets) : octets)[0];

/** EMN 1.0 section 7. */
const emn = hex(`03 0D 6A 00 85 07 03 ${ascii('user@wapforum')} 00 88 05 C3 06 20 02 04 16 06 40 01`);
const settings = `45 C6 06 01 87 12 45 01 87 13 11 03 ${ascii('1.2.3.4')} 00 01 01 01`;
const syncml = `6D 6C 71 C3 03 ${ascii('1.1')} 01 65 C3 01 34 01 01 01`;

describe('names', () => {
  it.each<[reason: string, confidence: number, octets: string]>([
    ['EMN 1.0 in WBXML', 0.98, toHex(emn)],
    ['WML 1.1 in WBXML', 0.98, '01 04 6A 00 7F 67 60 26 01 01 01'],
    ['PROV 1.0 in WBXML', 0.98, '03 0B 6A 00 C5 46 01 C6 51 01 87 15 06 03 78 00 01 01 01'],
    ['OTA settings in WBXML', 0.98, `01 01 6A 00 ${settings}`],
    ['OTA settings in WBXML', 0.98, `03 84 0B 6A 00 ${settings}`],
    ['SyncML 1.1 in WBXML', 0.98, `02 9F 53 6A 00 ${syncml}`],
    ['SyncML 1.1 in WBXML', 0.98, `02 00 00 6A 1E ${ascii('-//SYNCML//DTD SyncML 1.1//EN')} 00 ${syncml}`],
    ['SyncML 1.1 in WBXML', 0.85, `00 9F 53 00 ${syncml}`],
    ['DRMREL 1.0 in WBXML', 0.98, '03 0E 6A 00 45 46 47 03 31 00 01 01 01'],
    ['Wireless Village CSP 1.2 in WBXML', 0.98, '03 11 6A 00 49 4B C3 02 00 C8 01 01'],
    ['WBXML of public id 0x1234', 0.6, '03 A4 34 6A 00 45 46 05 01 01'],
    ['WBXML of public id 0x01', 0.6, '02 01 03 00 47 46 05 01 01'],
    [
      'WBXML of public id "-//AIRSYNC//DTD AirSync//EN"',
      0.95,
      `03 00 00 6A 1C ${ascii('-//AIRSYNC//DTD AirSync//EN')} 00 45 05 01`,
    ],
    // What is not enough of a document to be one by chance.
    ['EMN 1.0 in WBXML', 0.8, '03 0D 6A 00 05'],
    ['WML 1.1 in WBXML', 0.6, '03 04 6A 00 67 60 26 01 01'],
  ])('%s (%d)', (reason, confidence, octets) => {
    expect(best(octets)).toEqual({ format: 'wbxml', confidence, reason });
    const tree = inspect(hex(octets));
    expectTiling(tree);
    expect([tree.name, tree.meaning, tree.end, tree.error]).toEqual([
      'WBXML',
      reason.replace(' in WBXML', ''),
      hex(octets).length,
      undefined,
    ]);
  });

  it.each<[reason: string, confidence: number, octets: string]>([
    ['EMN 1.0 in WBXML, with faults: WBXML at 32: 2 octets after the document', 0.9, `${toHex(emn)}0000`],
    ['EMN 1.0 in WBXML, with faults: WBXML/emn at 5: token 10 is not defined here', 0.9, '03 0D 6A 00 85 10 01'],
    [
      'SyncML 1.1 in WBXML, with faults: WBXML/publicid-index at 2: the string has no end',
      0.9,
      `02 00 00 6A 1D ${ascii('-//SYNCML//DTD SyncML 1.1//EN')} ${syncml}`,
    ],
  ])('%s (%d)', (reason, confidence, octets) => {
    expect(best(octets)).toEqual({ format: 'wbxml', confidence, reason });
    const tree = inspect(hex(octets));
    expectTiling(tree);
    expect([tree.error, tree.warnings]).toEqual([undefined, [reason.replace(/^.*with faults: /, '')]]);
  });

  it('what is cut is known by its head and its root, and shown up to there', () => {
    const cut = emn.subarray(0, 24);
    const fault = 'WBXML/emn/timestamp/octets at 25: needs 6 octets, 0 left';
    expect(best(emn.subarray(0, 25))).toEqual({ format: 'wbxml', confidence: 0.7, reason: `begins as WBXML, but ${fault}` });
    const tree = inspect(cut);
    expectTiling(tree);
    expect(tree.error?.message).toBe('WBXML/emn/timestamp/length at 24: needs 1 octet, 0 left');
    expect(named(tree, 'mailbox')[0]?.meaning).toBe('mailat:user@wapforum.org');
  });

  it.each([
    ['in its string table', `03 0B 6A 08 ${ascii('Exam')}`],
    ['after the name of its root, which is in the string table', `03 0E 6A 07 ${ascii('rights')} 00 44 00`],
    ['settings, which do not say what they are', '01 01 6A 00 45 C6 06 01'],
  ])('cut %s', (_, octets) => {
    expect(best(octets)).toMatchObject({ format: 'wbxml', confidence: 0.7 });
  });

  it.each([
    ['a number that nobody knows, in a document of little', '03 A4 34 6A 00 45 05 01'],
    ['another root, and little', '03 04 6A 00 26'],
    ['another root, and faults', '03 04 6A 00 67 60 26 01 01 00'],
    ['a number that nobody knows, and faults', '03 A4 34 6A 00 45 46 05 01 01 00'],
    ['a charset that nobody uses', '03 0D 0B 00 85 07 03 41 00 01 00'],
    ['WBXML 1.0 with faults', '00 0D 00 85 07 03 41 00 01 00'],
    ['a string table longer than the document', '03 0D 6A 7F 85 07 03 41 00 01'],
    ['a cut document with another root', '03 0D 6A 00 46 07 03 41'],
  ])('%s is none', (_, octets) => {
    expect(identify(hex(octets)).filter(({ format }) => format === 'wbxml')).toEqual([]);
  });

  it('is said of documents of every type', () => {
    for (const kind of Object.keys(WBXML_KINDS)) {
      fc.assert(
        fc.property(wbxmlDocument(kind), ({ octets }) => {
          const reading = identify(octets).find(({ format }) => format === 'wbxml');
          // Version 1.0 has nothing but its tokens; SI, SL and CO have more rules than their tokens.
          if (octets[0] !== 0 && !/^(?:si|sl|co)-/.test(kind)) expect(reading?.confidence).toBeGreaterThanOrEqual(0.8);
        }),
        costly(30),
      );
    }
  });

  it('is not said of what begins as one by chance', () => {
    const random = fc.uint8Array({ minLength: 4, maxLength: 60 });
    const version = fc.tuple(fc.nat({ max: 3 }), random).map(([first, rest]) => Uint8Array.of(first, ...rest));
    // The first octets of SI, SL and CO are enough, wherever they end.
    const publicId = fc.constantFrom(...Array.from({ length: 0x13 }, (_, id) => id).filter((id) => id < 5 || id > 7));
    const head = fc
      .tuple(fc.nat({ max: 3 }), publicId, random)
      .map(([first, second, rest]) => Uint8Array.of(first, second, ...rest));
    let count = 0;
    const seen: string[] = [];
    fc.assert(
      fc.property(fc.oneof(random, version, head), (octets) => {
        count++;
        if (identify(octets).some(({ format }) => format === 'wbxml')) seen.push(toHex(octets));
      }),
      // One in 40,000 at most is seen; a seed of its own makes the test the same each time.
      { numRuns: 20_000, seed: 20_030_515 },
    );
    expect([count, seen]).toEqual([20_000, []]);
  });
});

describe('trees', () => {
  it('every token, with what it means', () => {
    expect(formatTree(inspect(emn)).split('\n')).toEqual([
      '0-31          WBXML (EMN 1.0)',
      '0               version = 3 (WBXML 1.3)',
      '1               publicid = 13 (0xD) (-//WAPFORUM//DTD EMN 1.0//EN)',
      '2               charset = 106 (0x6A) (UTF-8)',
      '3               strtbl-length = 0',
      '4-31            emn (mailbox="mailat:user@wapforum.org" timestamp="2002-04-16T06:40:00Z")',
      '4                 tag = 133 (0x85) (<emn>, attributes)',
      '5-21              mailbox (mailat:user@wapforum.org)',
      '5                   start = 7 (mailbox="mailat:")',
      '6-20                STR_I = user@wapforum',
      '21                  value = 136 (0x88) (.org)',
      '22-30             timestamp (2002-04-16T06:40:00Z)',
      '22                  start = 5 (timestamp)',
      '23-30               OPAQUE',
      '23                    token = 195 (0xC3)',
      '24                    length = 6',
      '25-30                 octets = 200204160640 (2002-04-16T06:40:00Z)',
      '31                END = 1',
      '',
    ]);
  });

  it('what is not known, by its numbers', () => {
    const tree = inspect(hex('03 A4 34 6A 00 85 05 85 01'), { as: 'wbxml' });
    expect(everyField(tree).map(({ name, meaning }) => [name, meaning])).toEqual([
      ['WBXML', 'WBXML of public id 0x1234'],
      ['version', 'WBXML 1.3'],
      ['publicid', '0x1234, not known here'],
      ['charset', 'UTF-8'],
      ['strtbl-length', undefined],
      ['tag-0-05', 'attribute-0-05="{value-0-85}"'],
      ['tag', '<tag-0-05>, attributes'],
      ['attribute-0-05', '{value-0-85}'],
      ['start', 'attribute-0-05'],
      ['value', '{value-0-85}'],
      ['END', undefined],
    ]);
  });

  it('pages by their namespaces', () => {
    const tree = inspect(hex('02 9F 53 6A 00 6D 5A 00 01 4C 03 39 00 01 01 00 00 01'));
    expect(named(tree, 'page').map(({ value, meaning }) => [value, meaning])).toEqual([
      [1, 'syncml:metinf'],
      [0, 'SYNCML:SYNCML1.1'],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['a version alone', '03'],
    ['a charset that nobody reads', '03 0D 83 7F 00 05'],
  ])('%s, taken for one, is an error', (_, octets) => {
    const tree = inspect(hex(octets), { as: 'wbxml' });
    expectTiling(tree);
    expect(tree.error?.field).toMatch(/^WBXML/);
  });
});

describe('carried', () => {
  it.each<[contentType: string, document: string, name: string]>([
    ['application/vnd.wap.connectivity-wbxml', '03 0B 6A 00 C5 46 01 07 01', 'PROV 1.0'],
    ['application/vnd.wap.emn+wbxml', toHex(emn), 'EMN 1.0'],
    ['application/vnd.syncml+wbxml', `02 9F 53 6A 00 ${syncml}`, 'SyncML 1.1'],
    ['application/vnd.syncml.dm+wbxml', `02 A4 01 6A 00 ${syncml}`, 'SyncML 1.2'],
    ['application/vnd.wap.wmlc', '01 04 6A 00 7F 67 01 01', 'WML 1.1'],
    ['application/x-wap-prov.browser-settings', `01 01 6A 00 ${settings}`, 'OTA settings'],
    // Tags alone, which the content type has to say the type of.
    ['application/x-wap-prov.browser-bookmarks', '01 01 6A 00 45 06 01', 'OTA settings'],
    ['application/vnd.oma.drm.rights+wbxml', '03 0E 6A 00 45 46 01 01', 'DRMREL 1.0'],
    ['application/vnd.wv.csp+wbxml', '03 10 6A 00 49 0B 01', 'Wireless Village CSP 1.1'],
    ['application/vnd.example+wbxml', '03 A4 34 6A 00 45 05 01', 'WBXML of public id 0x1234'],
  ])('by a push of %s', (contentType, document, name) => {
    const body = hex(document);
    const push = encodePush({ contentType, body, charset: null });
    expect(best(push)).toEqual({ format: 'wsp-push', confidence: 0.98, reason: `a push of ${name}` });
    const tree = inspect(push);
    expectTiling(tree);
    const data = tree.children.at(-1) as Field;
    expect([data.name, data.end - data.start, data.children[0]?.name, tree.error]).toEqual([
      'Data',
      body.length,
      'version',
      undefined,
    ]);
    const cut = push.subarray(0, push.length - 1);
    expect(best(cut)?.reason).toMatch(/^begins as a push of /);
    expectTiling(inspect(cut));
  });

  it('the charset of the push is that of a document that names none', () => {
    const body = hex('03 0D 00 00 85 06 03 E9 00 01');
    const tree = inspect(encodePush({ contentType: 'application/vnd.wap.emn+wbxml', body, charset: 'iso-8859-1' }));
    expect(named(tree, 'mailbox')[0]?.meaning).toBe('é');
  });

  it('by a message to the port of settings, as Kannel sends them', () => {
    // Its header, and its own octets before the document.
    const data = hex(`01 06 2C 1F 2A ${ascii('application/x-wap-prov.browser-settings')} 00 81 EA 01 01 6A 00 ${settings}`);
    const [submit] = submitDatagram(
      { destinationPort: 49_999, sourcePort: 49_154, data },
      { to: '+447700900123', tpDcs: 0xf5 },
    );
    expect(toHex(encodeSubmit(submit as never))).toContain('060504C34FC00201062C1F2A');
    const tree = inspect(encodeSubmit(submit as never));
    expectTiling(tree);
    expect(named(tree, 'PARM').map(({ meaning }) => meaning)).toEqual([
      'NAME="BEARER" VALUE="GSM/CSD"',
      'NAME="PROXY" VALUE="1.2.3.4"',
    ]);
  });

  it('by a part of a multimedia message', () => {
    const message = encodeMms({
      type: 'M-Retrieve.conf',
      mmsVersion: '1.2',
      date: new Date(0),
      contentType: 'application/vnd.wap.multipart.mixed',
      parts: [{ contentType: 'application/vnd.oma.drm.rights+wbxml', name: 'r.drc', data: hex('03 0E 6A 00 45 46 01 01') }],
    });
    const tree = inspect(message);
    expectTiling(tree);
    expect(named(tree, 'WBXML')).toMatchObject([{ meaning: 'DRMREL 1.0' }]);
  });
});

describe('laws', () => {
  it('whole or damaged, bare or pushed, it tiles', () => {
    const bare = anyWbxmlDocument.map(({ octets }) => octets);
    const pushed = anyWbxmlDocument.map(({ kind, octets }) => {
      const type = WBXML_KINDS[kind]!.contentTypes.find((one) => !/^text\/|xml$/.test(one.type))?.type;
      return encodePush({ contentType: type ?? 'application/vnd.example+wbxml', body: octets, charset: null });
    });
    fc.assert(
      fc.property(fc.oneof(bare, pushed, damaged(bare), damaged(pushed)), (octets) => {
        identify(octets);
        for (const as of [undefined, 'wbxml', 'wsp-push'] as const) {
          const tree = inspect(octets, { as });
          expectTiling(tree);
          expect([tree.start, tree.end]).toEqual([0, octets.length]);
        }
      }),
    );
  });
});
