/** What a program without types may give in place of an object: a TypeError names the argument. */
import { expect, it } from 'vitest';
import {
  buildSubmits,
  chooseForm,
  findPhoneEffects,
  findSmppEffects,
  lintNotification,
  parsePhoneMake,
  readContent,
  readSubmits,
} from '../../src/message/index.js';

it.each([
  ['content', 'an object', () => buildSubmits(null as never, { to: '1' })],
  ['options', 'an object', () => buildSubmits({ kind: 'text', text: 'x' }, undefined as never)],
  ['handset', 'an object', () => chooseForm('text', 'Nokia' as never)],
  ['submits', 'an array', () => readSubmits('x' as never)],
  ['submits[1]', 'an object', () => readSubmits([{ udh: [], text: 'x', tpDcs: 0, tpPid: 0 }, null] as never)],
  ['message', 'an object', () => readContent(null as never, 0, 0)],
  ['message', 'an object', () => findPhoneEffects(new Uint8Array(1) as never)],
  ['value', 'an object', () => findSmppEffects([] as never)],
  ['notification', 'an object', () => lintNotification(null as never)],
  ['text', 'a string', () => parsePhoneMake(3310 as never)],
])('%s is not %s', (name, allowed, call) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(`${name} is `);
  expect(call).toThrow(new RegExp(`^\\S+ is .*, not ${allowed}$`));
});
