import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/bytes/json.js';
import {
  fields,
  listOf,
  mapOf,
  matching,
  nonEmpty,
  oneOf,
  otherwise,
  required,
  text,
  truth,
  whole,
} from '../../src/bytes/json-fields.js';
import { DecodeError } from '../../src/errors.js';

const readServer = fields({
  host: required(nonEmpty),
  port: whole(0, 65_535),
  tls: otherwise(truth, false),
  level: oneOf(['info', 'error']),
  names: listOf(matching(/^[a-z]+$/, 'small letters')),
  groups: mapOf(listOf(whole(1))),
  inner: fields({ deep: required(text) }),
});

const read = (json: string) => readServer(parseJson(json), '$');

function faultOf(json: string): string {
  try {
    read(json);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  throw new Error('nothing is wrong');
}

describe('fields of an object', () => {
  it('are read; what is absent stays absent, or is the default', () => {
    expect(read('{ "host": "a" }')).toEqual({ host: 'a', tls: false });
    expect(Object.keys(read('{ "host": "a" }'))).toEqual(['host', 'tls']);
    const all = '{"inner":{"deep":""},"groups":{"2":[1],"1":[]},"names":["a"],"level":"info","tls":true,"port":0,"host":"a"}';
    expect(read(all)).toEqual({
      ...{ host: 'a', port: 0, tls: true, level: 'info', names: ['a'], inner: { deep: '' } },
      groups: new Map([
        ['2', [1]],
        ['1', []],
      ]),
    });
    expect([...(read(all).groups ?? [])].map(([name]) => name)).toEqual(['2', '1']);
  });

  it('are those of a plain object, too', () => {
    expect(readServer({ host: 'a', inner: { deep: 'b' } }, '$')).toEqual({ host: 'a', tls: false, inner: { deep: 'b' } });
    expect(() => readServer({ host: 'a', toString: 1 }, '$')).toThrow('$.toString: is no known field');
  });

  it('that the table does not have are skipped on request', () => {
    const readName = fields({ name: required(text) }, 'skipped');
    expect(readName(parseJson('{"name":"a","prot":1,"__proto__":2}'), '$')).toEqual({ name: 'a' });
    expect(() => readName({ prot: 1 }, '$')).toThrow('$.name: is missing');
  });

  it.each([
    ['[]', '$: has to be an object'],
    ['null', '$: has to be an object'],
    ['{}', '$.host: is missing'],
    ['{"host":""}', '$.host: has to be a text'],
    ['{"host":"a","prot":1}', '$.prot: is no known field'],
    ['{"host":"a","a b":1}', '$["a b"]: is no known field'],
    ['{"host":"a","port":65536}', '$.port: has to be a whole number from 0 to 65535'],
    ['{"host":"a","port":"1"}', '$.port: has to be a whole number from 0 to 65535'],
    ['{"host":"a","tls":0}', '$.tls: has to be true or false'],
    ['{"host":"a","level":"loud"}', '$.level: has to be info or error'],
    ['{"host":"a","names":"a"}', '$.names: has to be a list'],
    ['{"host":"a","names":["a","B"]}', '$.names[1]: has to be small letters'],
    ['{"host":"a","names":[1]}', '$.names[0]: has to be a text'],
    ['{"host":"a","groups":{"x":[0]}}', '$.groups.x[0]: has to be a whole number from 1'],
    ['{"host":"a","inner":{}}', '$.inner.deep: is missing'],
  ])('%s: the error names the place', (json, message) => {
    expect(faultOf(json)).toBe(message);
  });
});
