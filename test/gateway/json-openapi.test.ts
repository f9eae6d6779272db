/** The OpenAPI document of the JSON door: valid to another program, and what it says of bodies is what the door takes. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { SEND } from '../../src/gateway/json/send-request.js';
import { jsonClient } from './json-support.js';
import { testGateway } from './support.js';

describe('the document', () => {
  it('is OpenAPI 3.1 to a validator', async () => {
    const { fetch } = await testGateway();
    const document = (await (await fetch('/v1/openapi.json')).json()) as object;
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
    expect(document).toMatchObject({ servers: [{ url: 'http://gw.example.net' }] });
  });

  it('is refused to an address that asks too often', async () => {
    const { gateway } = await testGateway({ rate: { address: { perSecond: 0.01, burst: 2 }, account: false } });
    const { url } = await gateway.listen({ port: 0 });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await fetch(`${url}/v1/openapi.json`)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('needs no login, and each operation has a name of its own', async () => {
    const { ask } = jsonClient(await testGateway());
    const { status, body } = await ask('GET', '/v1/openapi.json', { authorization: '' });
    const paths = Object.values(body.paths as Record<string, Record<string, { operationId: string; security?: [] }>>);
    const operations = paths.flatMap((path) => Object.values(path));
    expect(status).toBe(200);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(operations.filter(({ security }) => security !== undefined).map(({ operationId }) => operationId)).toEqual([
      'readDocument',
    ]);
  });

  /** A content that is good, each of them with one member more, and each without one of its own. */
  function contents(): object[] {
    const good: Record<string, unknown>[] = [
      { kind: 'text', text: 'Hi' },
      { kind: 'ringtone', tune: 'a:b:c' },
      { kind: 'operatorLogo', bitmap: 'AAAA', mcc: '234', mnc: '15' },
      { kind: 'serviceLoading', href: 'http://a.example/' },
      { kind: 'mms', parts: [{ name: 'a.txt', text: 'a' }] },
      { kind: 'wapPush', file: { name: 'a.gif', data: 'AAAA' } },
      { kind: 'pdu', dataCodingScheme: 4, protocolIdentifier: 0, userData: '' },
      { kind: 'fax', text: 'Hi' },
    ];
    const members: readonly (readonly [string, unknown])[] = [
      ...([
        ['text', ''],
        ['tune', 'a:b:c'],
        ['libraryNumber', 30_001],
        ['libraryNumber', 1.5],
        ['bitmap', 'AAAA'],
      ] as const),
      ...([
        ['mcc', '2345'],
        ['mnc', 15],
        ['href', ''],
        ['action', 'cache'],
        ['action', 'jump'],
      ] as const),
      ...([
        ['parts', [{ name: 'a.txt' }]],
        ['parts', []],
        ['file', { name: 'a.gif', data: 'AAAA' }],
        ['subject', null],
      ] as const),
      ...([
        ['subject', 'Sea'],
        ['message', 'x'],
        ['dataCodingScheme', 256],
        ['addSmil', 3],
        ['addSmil', 1],
      ] as const),
      ...([
        ['disableRepurposing', true],
        ['cc', ['447700900123']],
        ['cc', '447700900123'],
      ] as const),
    ];
    return good.flatMap((content) => [
      content,
      ...members.map(([name, value]) => ({ ...content, [name]: value })),
      ...Object.keys(content).map((name) => ({ ...content, [name]: undefined })),
    ]);
  }

  it('takes the bodies that the door reads, and no others', async () => {
    const { findBodyFaults } = jsonClient(await testGateway());
    const text = { kind: 'text', text: 'Hi' };
    const sendings = [
      { to: ['1'] },
      { to: '1' },
      { delayMinutes: 0 },
      { delayMinutes: 5 },
      { service: 'Premier' },
      { service: 'x' },
    ];
    const bodies: unknown[] = [
      ...contents().map((content) => ({ content })),
      ...sendings.map((sending) => ({ content: text, ...sending })),
      ...[{ content: text, x: 1 }, { content: text, handset: { make: 'Nokia', x: 1 } }, {}, [], null, 'x'],
    ];
    const counts = { read: 0, refused: 0 };
    for (const body of bodies.map((given) => JSON.parse(JSON.stringify(given)))) {
      const isRead = isReadBy(() => SEND.read(body, '$'));
      counts[isRead ? 'read' : 'refused']++;
      expect((await findBodyFaults(body))?.length === 0, JSON.stringify(body)).toBe(isRead);
    }
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(10);
  });
});

function isReadBy(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return false;
  }
}
