/** Who catches what a module throws imports the classes from that module. */
import { describe, expect, it } from 'vitest';
import * as root from '../../src/index.js';

const MODULES = [
  ...['bytes', 'text', 'sms', 'cbs', 'ringtone', 'bitmap', 'push', 'vobject', 'mms', 'archive', 'profile', 'image', 'message'],
  ...['carrier', 'modem', 'sim', 'smpp', 'capture', 'inspect', 'protocol', 'content', 'sender', 'gateway'],
];

describe('every module exports the errors that it throws', () => {
  it.each(MODULES)('%s', async (name) => {
    const { DecodeError, EncodeError, FormatError, LimitError } = root;
    expect(await import(`../../src/${name}/index.ts`)).toMatchObject({ DecodeError, EncodeError, FormatError, LimitError });
  });

  it('smpp/node and smpp/centre, with those of sessions', async () => {
    const { DecodeError, EncodeError, FormatError, LimitError } = root;
    const [{ SmppSessionError }, node, centre] = await Promise.all([
      import('../../src/smpp/index.js'),
      import('../../src/smpp/node.js'),
      import('../../src/smpp/centre.js'),
    ]);
    const { SmppNoAnswerError } = node;
    for (const module of [node, centre]) {
      expect(module).toMatchObject({ DecodeError, EncodeError, FormatError, LimitError, SmppSessionError, SmppNoAnswerError });
    }
  });
});
