import { describe, expect, it } from 'vitest';
import { decodeLatin1, encodeLatin1 } from '../../src/bytes/latin1.js';
import { DEFAULT_LIMITS, DecodeError } from '../../src/errors.js';
import { failureOf, ModemChannel } from '../../src/modem/channel.js';
import type { Ending } from '../../src/modem/index.js';
import { quiet, TestClock } from './bench.js';

/** A channel on a modem that says a text after each command; undefined for silence. */
function open(answer?: string) {
  const clock = new TestClock();
  const written: string[] = [];
  const channel: ModemChannel = new ModemChannel({
    clock,
    limits: { ...DEFAULT_LIMITS, modemWaiting: 2 },
    onEvent: () => {},
    onOutput: (octets) => {
      written.push(decodeLatin1(octets));
      if (answer !== undefined) queueMicrotask(() => channel.receive(encodeLatin1(answer, 'text')));
    },
  });
  return { clock, written, channel };
}

describe('a channel', () => {
  it('wakes the session at its times, and has no timer when nothing is under way', async () => {
    const { clock, written, channel } = open();
    const answered = channel.run('AT');
    await clock.advance(9_999);
    expect(written).toEqual(['AT\r']);
    await clock.advance(1);
    expect(written).toEqual(['AT\r', '\x1bAT\r']);
    await clock.advance(3_000);
    expect(await answered).toMatchObject({ ending: { kind: 'silent' }, lines: [], isSubmitted: false });
    expect(clock.size).toBe(0);
  });

  it('that is closed ends commands with the reason, those of later too', async () => {
    const { clock, written, channel } = open();
    const pending = [channel.run('AT'), channel.run('AT')];
    expect(channel.closed).toBeUndefined();
    channel.close('gone');
    channel.close('twice');
    const closed = { ending: { kind: 'closed', reason: 'gone' }, lines: [], isSubmitted: false };
    expect(await Promise.all(pending)).toMatchObject([closed, closed]);
    expect(await channel.run('AT')).toStrictEqual(closed);
    expect([channel.closed, written, clock.size]).toEqual(['gone', ['AT\r'], 0]);
  });

  it('that is closed ends what waits', async () => {
    const { clock, channel } = open();
    const pausing = channel.pause(1_000);
    const failed = expect(pausing).rejects.toMatchObject({ name: 'ModemError', code: 'closed', message: 'gone' });
    channel.close('gone');
    await failed;
    expect(clock.size).toBe(0);
    await expect(channel.pause(1)).rejects.toMatchObject({ code: 'closed', message: 'gone' });
    for (const asked of [channel.find('AT'), channel.try('AT'), channel.ask('AT')])
      await expect(asked).rejects.toMatchObject({ code: 'closed', message: 'gone' });
  });

  it('waits as long as it is told', async () => {
    const { clock, channel } = open();
    let isOver = false;
    void channel.pause(1_000).then(() => {
      isOver = true;
    });
    await clock.advance(999);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect([isOver, clock.size]).toEqual([true, 0]);
  });

  it.each([
    ['+CSQ: 17,0\r\n+CSQ: 18,0\r\nOK\r\n', '+CSQ: 17,0'],
    ['OK\r\n', undefined],
    ['+CSQ: 17,0\r\nERROR\r\n', undefined],
    ['ERROR\r\n', undefined],
  ])('finds the first line of an answer that succeeds: %j', async (answer, line) => {
    expect(await open(answer).channel.find('AT+CSQ')).toBe(line);
    expect(await open(answer).channel.read('AT+CSQ', (one) => [one])).toEqual(line === undefined ? undefined : [line]);
    expect(await open(answer).channel.try('AT+CSQ')).toBe(answer.endsWith('OK\r\n'));
  });

  it('reads nothing from an answer of another format, and passes on any other error', async () => {
    const refuse = (error: Error) => () => {
      throw error;
    };
    const asked = (error: Error) => open('+CSQ: x\r\nOK\r\n').channel.read('AT+CSQ', refuse(error));
    expect(await asked(new DecodeError('bad-value', 'x', undefined, 'x'))).toBeUndefined();
    await expect(asked(new RangeError('x'))).rejects.toThrow(RangeError);
  });

  it('does one work after the other, and lets no more wait than the limit', async () => {
    const { channel } = open();
    const done: string[] = [];
    let end = () => {};
    const first = channel.exclusive(async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      done.push('first');
      throw new RangeError('no');
    });
    const second = channel.exclusive(async () => void done.push('second'));
    await expect(channel.exclusive(async () => {})).rejects.toMatchObject({
      name: 'LimitError',
      code: 'limit-exceeded',
      field: 'modem',
    });
    await quiet();
    expect(done).toEqual([]);
    end();
    await expect(first).rejects.toThrow(RangeError);
    await second;
    expect(done).toEqual(['first', 'second']);
    expect(await channel.exclusive(async () => 5)).toBe(5);
  });

  it.each([
    ['AT+CPIN="1234"', 'AT+CPIN: ERROR'],
    ['AT+CSQ', 'AT+CSQ: ERROR'],
  ])('names %s without its values when it fails', async (command, message) => {
    await expect(open('ERROR\r\n').channel.ask(command)).rejects.toMatchObject({ code: 'refused', message });
  });

  it.each([
    [{ kind: 'silent' }, 'silent', false],
    [{ kind: 'closed', reason: 'gone' }, 'closed', false],
    [{ kind: 'ok' }, 'damaged', true],
    [{ kind: 'error', words: 'ERROR' }, 'refused', true],
    [{ kind: 'cms', number: 500, words: 'unknown error' }, 'refused', true],
    [{ kind: 'call', words: 'BUSY' }, 'refused', true],
  ] as [Ending, string, boolean][])('a command that ends with %j fails as %s', (ending, code, hasResult) => {
    const error = failureOf({ ending, lines: [], isSubmitted: false }, 'AT');
    expect(error).toMatchObject({ name: 'ModemError', code });
    expect(error.result).toBe(hasResult ? ending : undefined);
  });
});
