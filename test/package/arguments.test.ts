/** What functions and classes say to arguments of a wrong type, as a program without types gives them. */
import { afterAll, describe, expect, it } from 'vitest';
import * as gateway from '../../src/gateway/index.js';
import * as root from '../../src/index.js';
import * as centre from '../../src/smpp/centre.js';
import * as smppNode from '../../src/smpp/node.js';

const { FormatError, ProtocolError } = root;

const VALUES: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  'a number': 447_700_900_123,
  'a string': 'x',
  'an object': {},
  octets: Uint8Array.of(1, 2, 3),
  'an array': [5],
};

/** How an engine words what went wrong inside of a function. */
const ENGINE =
  /Cannot (?:read|set|destructure|convert|use|mix)|is not a (?:function|constructor)|(?:is|are) not iterable|^(?:undefined|null|object null) is not|is not defined|Invalid (?:typed array|array|time|string)|^Method |argument must be/;

type AnyFunction = (...args: unknown[]) => unknown;

const isError = (value: AnyFunction) => value.prototype instanceof Error;
const isClass = (value: AnyFunction) => value.toString().startsWith('class');

const MODULES = {
  handset: root,
  'handset/gateway': gateway,
  'handset/smpp/centre': centre,
  'handset/smpp/node': smppNode,
} as const;

/** What runs with any options, and opens a port or needs files beside the built module; a class that functions alone construct. */
const APART: ReadonlySet<unknown> = new Set([
  centre.TestCentre,
  centre.createTestCentre,
  gateway.createTestGateway,
  root.createRepurposer,
]);

/** Functions and classes of a module, each once; errors are made by the package alone. */
const seen = new Set<unknown>(APART);
const functions = Object.entries(MODULES).flatMap(([specifier, names]) =>
  Object.entries(names as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    if (typeof value !== 'function' || seen.has(value) || isError(value as AnyFunction)) return [];
    seen.add(value);
    return [[`${specifier} ${name}`, value as AnyFunction] as const];
  }),
);

/** What a call throws, or what its promise rejects with. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('every function and class', () => {
  it('there are some', () => expect(functions.length).toBeGreaterThan(400));

  it.each(functions)('%s: errors of its own, never of the engine', async (_, value) => {
    for (const [what, argument] of Object.entries(VALUES)) {
      const call = isClass(value) ? () => Reflect.construct(value, [argument]) : () => value(argument);
      const error = await thrownBy(call);
      if (error === undefined || error instanceof FormatError || error instanceof ProtocolError) continue;
      // A store that is not there, a provisioning file that is not one.
      const isOwn = error instanceof gateway.ProvisioningError || value === gateway.checkStore;
      if (!isOwn) expect(error, what).toBeInstanceOf(TypeError);
      expect((error as Error).message, what).not.toMatch(ENGINE);
    }
  });

  it.each([
    ['createTestCentre', centre.createTestCentre, [null], 'options is null, not an object'],
    ['createTestGateway', gateway.createTestGateway, [null], 'options is null, not an object'],
    ['createTestGateway', gateway.createTestGateway, [{ accounts: [5] }], 'accounts[0] is 5, not an object'],
    ['createRepurposer', root.createRepurposer, [null], 'options is null, not an object'],
  ] as const)('%s', async (_, call, args, message) => {
    expect(await thrownBy(() => (call as AnyFunction)(...args))).toEqual(new TypeError(message));
  });
});

describe('methods of a Sender', () => {
  const transport = async () => ({ status: 200, headers: {}, body: new Uint8Array(0) });
  const one = new root.Sender({ primary: 'https://sms.example.com', username: 'u', pin: '0', transport });
  afterAll(() => one.close());
  const methods = Object.getOwnPropertyNames(root.Sender.prototype).filter((name) => name !== 'constructor');

  it.each(methods)('%s: errors of its own, never of the engine', async (name) => {
    const method = Reflect.get(one, name) as unknown;
    if (typeof method !== 'function') return;
    for (const argument of Object.values(VALUES)) {
      for (const args of [[argument], [argument, null], ['x', argument], [{ kind: 'text', text: 'x' }, argument]]) {
        const error = await thrownBy(() => method.apply(one, args));
        if (error !== undefined) expect((error as Error).message, JSON.stringify(args)).not.toMatch(ENGINE);
      }
    }
  });
});

describe('messages name the argument, the value and what is allowed', () => {
  const octets = Uint8Array.of(1);
  const submit: AnyFunction = root.encodeSubmitText as AnyFunction;
  const rows: readonly (readonly [string, AnyFunction, readonly unknown[], string])[] = [
    ['decodeTpdu', root.decodeTpdu as AnyFunction, [Uint8Array.of(1)], 'options is undefined, not an object'],
    ['decodeTpdu', root.decodeTpdu as AnyFunction, ['01000B91'], 'octets is "01000B91", not a Uint8Array; fromHex reads hex'],
    ['encodeSubmitText', submit, ['x'], 'options is undefined, not an object'],
    [
      ...(['encodeSubmitText', submit, ['x', { to: 447_700_900_123 }]] as const),
      "to is 447700900123, not a string such as '447700900123' or { ton, npi, digits }",
    ],
    [
      ...(['buildSubmits', root.buildSubmits as AnyFunction, [{ kind: 'text', text: 'x' }, { to: 447_700_900_123 }]] as const),
      "to is 447700900123, not a string such as '447700900123' or { ton, npi, digits }",
    ],
    ['buildSubmits', root.buildSubmits as AnyFunction, [{ kind: 'text', text: 5 }, { to: '44' }], 'text is 5, not a string'],
    ['countSegments', root.countSegments as AnyFunction, [undefined], 'text is undefined, not a string'],
    ['encodeUcs2', root.encodeUcs2 as AnyFunction, [5], 'text is 5, not a string'],
    ['chooseShiftTables', root.chooseShiftTables as AnyFunction, ['x', 5], 'languages is 5, not an array'],
    ['formatSckl', root.formatSckl as AnyFunction, [{ destinationPort: 1 }], 'message.text is undefined, not a string'],
    ['encodeSeo', root.encodeSeo as AnyFunction, [{ type: 'mid' }, null], 'options is null, not an object'],
    ['encodeNokiaRingtone', root.encodeNokiaRingtone as AnyFunction, [null], 'tune is null, not an object'],
    ['encodePictureMessage', root.encodePictureMessage as AnyFunction, [7], 'message is 7, not an object'],
    ['encodeSubmit', root.encodeSubmit as AnyFunction, [{ tpDa: '44', text: 5 }], 'text is 5, not a string'],
    ['encodeSubmit', root.encodeSubmit as AnyFunction, [{ tpDa: '44', text: 'x', udh: [5] }], 'udh[0] is 5, not an object'],
    [
      'encodePush',
      root.encodePush as AnyFunction,
      [{ body: new ArrayBuffer(1) }],
      'body is ArrayBuffer, not a Uint8Array: new Uint8Array(...) makes one',
    ],
    [
      'decodeWbmp',
      root.decodeWbmp as AnyFunction,
      [[0, 0, 1, 1, 0]],
      'the input is Array, not a Uint8Array: new Uint8Array(...) makes one',
    ],
    ['toHex', root.toHex as AnyFunction, [Promise.resolve()], 'the argument of toHex is Promise, not a Uint8Array'],
    ['parseAtCommands', root.parseAtCommands as AnyFunction, [['AT', 5]], 'lines[1] is 5, not a string'],
    ['formatRtttl', root.formatRtttl as AnyFunction, ['a4:d=4'], 'tune is "a4:d=4", not an object'],
    ['encodeSi', root.encodeSi as AnyFunction, ['x'], 'si is "x", not an object'],
    ['formatSmil', root.formatSmil as AnyFunction, [null], 'presentation is null, not an object'],
    [
      'writeStoredZip',
      root.writeStoredZip as AnyFunction,
      [[{ name: 'a', data: 'x' }]],
      'the data of a is "x", not a Uint8Array',
    ],
    [
      'encodePng',
      root.encodePng as AnyFunction,
      [{ widthPx: 1, heightPx: 1, channels: 1, samples: [0] }],
      'raster.samples is Array, not a Uint8Array: new Uint8Array(...) makes one',
    ],
    ['createGateway', gateway.createGateway as AnyFunction, [{}], 'store is undefined, not a Store; Store.open gives one'],
    ['toAtCommands', root.toAtCommands as AnyFunction, [{}], 'submits is Object, not an array'],
    ['encodeSubmit', root.encodeSubmit as AnyFunction, [[]], 'submit is Array, not an object'],
    ['readSubmits', root.readSubmits as AnyFunction, [[octets]], 'submits[0] is Uint8Array, not an object'],
    ['decodeTpdu', root.decodeTpdu as AnyFunction, [octets, { direction: 'mo' }], `direction is "mo", not 'MO' or 'MT'`],
    ['submitText', root.submitText as AnyFunction, ['x', { to: '44', tpSrr: 'yes' }], 'tpSrr is "yes", not true or false'],
    ['encodeDeliver', root.encodeDeliver as AnyFunction, [{ tpMms: 'no' }], 'tpMms is "no", not true or false'],
    ['encodeStatusReport', root.encodeStatusReport as AnyFunction, [{ tpSrq: 1 }], 'tpSrq is 1, not true or false'],
    ['encodeCommand', root.encodeCommand as AnyFunction, [{ tpSrr: 1 }], 'tpSrr is 1, not true or false'],
    ['encodeSubmitText', root.encodeSubmitText as AnyFunction, ['x', { to: '44', flash: 1 }], 'flash is 1, not true or false'],
    [
      'segmentText',
      root.segmentText as AnyFunction,
      ['x', { transliterate: 'no' }],
      'transliterate is "no", not true or false',
    ],
  ];

  it.each(rows)('%s', (_, call, args, message) => {
    expect(() => call(...args)).toThrow(new TypeError(message));
  });

  it.each([
    ['encodeSubmitText', root.encodeSubmitText as AnyFunction, ['x', { to: '44', encoding: 'UCS2' }], 'encoding', 'gsm7, ucs2'],
    ['encodeSubmitText', root.encodeSubmitText as AnyFunction, ['x', { to: '44', concat: 32 }], 'concat', '8, 16'],
    ['countSegments', root.countSegments as AnyFunction, ['x', { encoding: 'GSM7' }], 'encoding', 'gsm7, ucs2'],
    ['segmentText', root.segmentText as AnyFunction, ['x', { concat: '16' }], 'concat', '8, 16'],
    ['buildSubmits', root.buildSubmits as AnyFunction, [{ kind: 'poem' }, { to: '44' }], 'content.kind', 'text, flash,'],
  ] as const)('%s: what is none of the choices is not passed over', async (_, call, args, field, allowed) => {
    const error = await thrownBy(() => call(...args));
    expect(error).toBeInstanceOf(root.EncodeError);
    expect(error).toMatchObject({ code: 'bad-value', field });
    expect((error as Error).message).toContain(`allowed: ${allowed}`);
  });

  const png = root.encodePng({ widthPx: 1, heightPx: 1, channels: 1, samples: new Uint8Array(1) });
  const profile = root.parseHandset('nokia 6230');
  const laterRows: readonly (readonly [string, AnyFunction, readonly unknown[], string])[] = [
    ['composeMms', root.composeMms as AnyFunction, [[5]], 'a part is 5, not an object'],
    [
      'composeMms',
      root.composeMms as AnyFunction,
      [[{ name: 'a', data: [1] }]],
      'the data of part "a" is Array, not a Uint8Array: new Uint8Array(...) makes one',
    ],
    ['composeMms', root.composeMms as AnyFunction, [[], { subject: 5 }], 'options.subject is 5, not a string'],
    ['bitmapFromImage', root.bitmapFromImage as AnyFunction, ['a.png'], 'file is "a.png", not a Uint8Array'],
    ['repurpose', root.repurpose as AnyFunction, [png, 'nokia'], 'profile is "nokia", not an object'],
    ['repurpose', root.repurpose as AnyFunction, [png, {}], 'profile.screen is undefined, not an object'],
    [
      'repurpose',
      root.repurpose as AnyFunction,
      [png, profile, { signal: {} }],
      'options.signal is Object, not an AbortSignal',
    ],
    ['sendMany', root.sendMany as AnyFunction, [{}, []], 'sender must be a Sender'],
    [
      'verifyWebhook',
      root.verifyWebhook as AnyFunction,
      ['{}', {}, {}],
      'headers is Object, not Headers, or an object with their `get`',
    ],
    ['connectSmpp', smppNode.connectSmpp as AnyFunction, [{ bind: {} }], 'host is undefined, not a string'],
  ];

  it.each(laterRows)('%s', async (_, call, args, message) => {
    expect(await thrownBy(() => call(...args))).toEqual(new TypeError(message));
  });
});

/** The value with what is at a path replaced. */
function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const inner = replaced((value as Record<string | number, unknown>)[key], rest, by);
  return Array.isArray(value) ? value.with(key as number, inner) : { ...(value as object), [key]: inner };
}

/** Paths to all members of arguments, those of octets, dates and senders left out. */
function* pathsOf(value: unknown): Generator<(string | number)[]> {
  const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
  if (!isPlain || value instanceof root.Sender) return;
  for (const key of Object.keys(value as object)) {
    const at = Array.isArray(value) ? Number(key) : key;
    yield [at];
    for (const rest of pathsOf((value as Record<string, unknown>)[key])) yield [at, ...rest];
  }
}

describe('a wrong member of an argument', () => {
  const WRONG = [null, 5, true, 'x', {}, [], [5], [null], Uint8Array.of(1), () => 0];
  const png = root.encodePng({ widthPx: 2, heightPx: 1, channels: 1, samples: Uint8Array.of(0, 255) });
  const bitmap = root.bitmapFromRows(Array.from({ length: 28 }, () => '#.'.repeat(36)));
  const tune = root.parseRtttl('a:d=4,o=5,b=100:c');
  const time = { at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 0 };
  const submit = {
    tpDa: { ton: 1, npi: 1, digits: '447700900123' },
    text: 'Hi',
    tpMr: 1,
    tpVp: { kind: 'relative', minutes: 5 },
  };
  const card = root.parseVCard('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Joe\r\nTEL:+447700900123\r\nEND:VCARD\r\n');
  const { screen, imageArea, mms: takes, images, ...phone } = root.parseHandset('nokia 6230')!;
  const profile = { ...phone, screen, imageArea, images, mms: { ...takes, types: ['image/png'] } };
  const to = { to: '447700900123' };
  const part = { name: 'a.txt', contentType: 'text/plain', data: Uint8Array.of(65) };
  const rows: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    ['encodeSubmitText', root.encodeSubmitText, ['x', to]],
    ['encodeSubmit', root.encodeSubmit, [{ ...submit, udh: [{ kind: 'concat8', reference: 1, total: 2, sequence: 1 }] }]],
    ['encodeDeliver', root.encodeDeliver, [{ tpOa: '447700900123', tpScts: time, text: 'x' }]],
    ['encodeStatusReport', root.encodeStatusReport, [{ tpMr: 1, tpRa: '44', tpScts: time, tpDt: time, tpSt: 0 }]],
    [
      'buildSubmits',
      root.buildSubmits,
      [
        { kind: 'pictureMessage', bitmap, text: 'x' },
        { ...to, make: 'nokia' },
      ],
    ],
    ['toKannelUrl', root.toKannelUrl, [submit, { baseUrl: 'http://a.example', username: 'u', password: 'p' }]],
    ['toSubmitSm', root.toSubmitSm, [submit]],
    [
      'encodePush',
      root.encodePush,
      [{ contentType: 'text/plain', body: Uint8Array.of(1), headers: [{ name: 'A', value: 'b' }] }],
    ],
    ['formatSi', root.formatSi, [{ text: 'x', href: 'http://a.example/', created: time.at }]],
    ['formatVCard', root.formatVCard, [card, { version: '2.1' }]],
    ['formatRtttl', root.formatRtttl, [tune]],
    ['encodeOtaBitmap', root.encodeOtaBitmap, [bitmap]],
    ['encodeSmsParameters', root.encodeSmsParameters, [{ alpha: 'x', smsc: '44', validityMinutes: 5 }, { alphaOctets: 4 }]],
    ['composeMms', root.composeMms, [[part], { as: 'M-Send.req', to: ['+447700900123'], subject: 'x', smil: 'add', profile }]],
    ['writeStoredZip', root.writeStoredZip, [[part]]],
    ['bitmapFromImage', root.bitmapFromImage, [png, { widthPx: 2, heightPx: 2 }]],
    ['repurpose', root.repurpose, [png, profile, { maxOctets: 1000 }]],
    [
      'encodeProvisioning',
      root.encodeProvisioning,
      [
        {
          kind: 'prov',
          items: [{ kind: 'characteristic', type: 'NAPDEF', items: [{ kind: 'parm', name: 'NAME', value: 'x' }] }],
        },
      ],
    ],
    [
      'encodeSmppPdu',
      root.encodeSmppPdu,
      [{ command: 'submit_sm_resp', sequence: 1, fields: { message_id: 'x' }, parameters: [] }],
    ],
    ['requestOf', root.requestOf, [{ kind: 'text', text: 'x' }, to]],
  ];

  it.each(rows)('%s', async (_, value, args) => {
    const call = value as AnyFunction;
    expect(await thrownBy(() => call(...args))).toBeUndefined();
    for (const path of pathsOf(args)) {
      for (const wrong of WRONG) {
        const error = await thrownBy(() => call(...(replaced(args, path, wrong) as unknown[])));
        if (error !== undefined) expect((error as Error).message, path.join('.')).not.toMatch(ENGINE);
      }
    }
  });
});
