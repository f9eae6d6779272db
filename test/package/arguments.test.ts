/** What functions of the root say to arguments of a wrong type, as a program without types gives them. */
import { describe, expect, it } from 'vitest';
import * as root from '../../src/index.js';

const { FormatError, ProtocolError } = root;

const VALUES: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  'a number': 447_700_900_123,
  'a string': 'x',
  'an object': {},
  octets: Uint8Array.of(1, 2, 3),
};

/** How an engine words what went wrong inside of a function. */
const ENGINE =
  /Cannot (?:read|set|destructure|convert|use|mix)|is not a (?:function|constructor)|(?:is|are) not iterable|^(?:undefined|null|object null) is not|is not defined|Invalid (?:typed array|array|time|string)|^Method |argument must be/;

type AnyFunction = (...args: unknown[]) => unknown;

const functions = Object.entries(root).filter((entry): entry is [string, AnyFunction] => typeof entry[1] === 'function');
const isClass = (value: AnyFunction) => value.toString().startsWith('class');

/** What a call throws, or what its promise rejects with. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('every function of the root', () => {
  it('there are some', () => expect(functions.length).toBeGreaterThan(250));

  it.each(functions)('%s: errors of its own, never of the engine', async (_, value) => {
    for (const [what, argument] of Object.entries(VALUES)) {
      const call = isClass(value) ? () => Reflect.construct(value, [argument]) : () => value(argument);
      const error = await thrownBy(call);
      if (error === undefined || error instanceof FormatError || error instanceof ProtocolError) continue;
      expect(error, what).toBeInstanceOf(TypeError);
      expect((error as Error).message, what).not.toMatch(ENGINE);
    }
  });
});

describe('messages name the argument, the value and what is allowed', () => {
  const submit: AnyFunction = root.encodeSubmitText as AnyFunction;
  const rows: readonly (readonly [string, AnyFunction, readonly unknown[], string])[] = [
    ['decodeTpdu', root.decodeTpdu as AnyFunction, [Uint8Array.of(1)], 'options is undefined, not an object'],
    ['decodeTpdu', root.decodeTpdu as AnyFunction, ['01000B91'], 'octets is not a Uint8Array; fromHex makes one of hex'],
    ['encodeSubmitText', submit, ['x'], 'options is undefined, not an object'],
    [
      ...(['encodeSubmitText', submit, ['x', { to: 447_700_900_123 }]] as const),
      "tpDa is 447700900123, not a string such as '447700900123' or { ton, npi, digits }",
    ],
    [
      ...(['buildSubmits', root.buildSubmits as AnyFunction, [{ kind: 'text', text: 'x' }, { to: 447_700_900_123 }]] as const),
      "to is 447700900123, not a string such as '447700900123' or { ton, npi, digits }",
    ],
    ['buildSubmits', root.buildSubmits as AnyFunction, [{ kind: 'text', text: 5 }, { to: '44' }], 'text is 5, not a string'],
    ['countSegments', root.countSegments as AnyFunction, [undefined], 'text is undefined, not a string'],
    ['encodeNokiaRingtone', root.encodeNokiaRingtone as AnyFunction, [null], 'tune is null, not an object'],
    ['encodePictureMessage', root.encodePictureMessage as AnyFunction, [7], 'message is 7, not an object'],
    ['toAtCommands', root.toAtCommands as AnyFunction, [{}], 'submits is object, not an array'],
  ];

  it.each(rows)('%s', (_, call, args, message) => {
    expect(() => call(...args)).toThrow(new TypeError(message));
  });
});
