/**
 * What a format holds comes back from it; what does not come back was reported.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Archive,
  type ArchiveLoss,
  type ArchiveMessage,
  decodeEml,
  encodeEml,
  formatGammuBackup,
  formatSmsBackupRestore,
  formatSmsIe,
  formatVmg,
  parseGammuBackup,
  parseSmsBackupRestore,
  parseSmsIe,
  parseVmg,
  type RestFamily,
} from '../../src/archive/index.js';
import { message } from './arbitraries.js';

interface Law {
  readonly family: RestFamily;
  readonly roundTrip: (messages: readonly ArchiveMessage[], onLoss: (loss: ArchiveLoss) => void) => Archive;
}

const LAWS: Readonly<Record<string, Law>> = {
  vmg: { family: 'vmg', roundTrip: (messages, onLoss) => parseVmg(formatVmg(messages, { onLoss })) },
  'sms-backup-restore': {
    family: 'android',
    roundTrip: (messages, onLoss) => parseSmsBackupRestore(formatSmsBackupRestore(messages, { onLoss })),
  },
  'gammu-backup': {
    family: 'gammu',
    roundTrip: (messages, onLoss) => parseGammuBackup(formatGammuBackup(messages, { onLoss })),
  },
  'sms-ie': {
    family: 'android',
    roundTrip: (messages, onLoss) => {
      const { text, files } = formatSmsIe(messages, { onLoss });
      return parseSmsIe(text, { files });
    },
  },
  eml: {
    family: 'mail',
    roundTrip: (messages, onLoss) => {
      const mails = messages.map((message, index) => decodeEml(encodeEml(message, { onLoss, index })));
      return { ...(mails[0] ?? EMPTY), messages: mails.flatMap((mail) => mail.messages) };
    },
  },
};

const EMPTY: Archive = { format: 'eml', messages: [], cards: [], calendars: [], unknown: [], rest: [] };

/** Without what the place in an archive says, and without the order of its further fields. */
function comparable({ at: _, rest, ...message }: ArchiveMessage): object {
  const key = ({ name, value }: { name: string; value: string }) => `${name} ${value}`;
  return { ...message, rest: [...(rest ?? [])].map(key).sort() };
}

describe.each(Object.entries(LAWS))('%s', (_, { family, roundTrip }) => {
  it('gives back a message of which nothing was reported', () => {
    let whole = 0;
    fc.assert(
      fc.property(message(family), (one) => {
        // Of most messages something is reported; of what was written once and read again nothing is.
        for (const given of [one, ...roundTrip([one], () => undefined).messages]) {
          const losses: ArchiveLoss[] = [];
          const { messages, unknown } = roundTrip([given], (loss) => losses.push(loss));
          expect(unknown).toEqual([]);
          expect(messages.length).toBeGreaterThan(0);
          if (losses.length > 0) continue;
          whole++;
          expect(messages.map(comparable)).toEqual([comparable(given)]);
        }
      }),
    );
    expect(whole).toBeGreaterThan(0);
  });

  it('gives back as many messages as there were, once each has an only recipient', () => {
    const alone = message(family).map((one): ArchiveMessage => ({ ...one, addresses: one.addresses.slice(0, 1) }));
    fc.assert(
      fc.property(fc.array(alone, { maxLength: 5 }), (messages) => {
        if ((family === 'vmg' || family === 'gammu') && messages.length === 0) return;
        expect(roundTrip(messages, () => undefined).messages).toHaveLength(messages.length);
      }),
    );
  });

  it('gives the same again for what it has written', () => {
    fc.assert(
      fc.property(message(family), (one) => {
        const once = roundTrip([one], () => undefined).messages;
        const losses: ArchiveLoss[] = [];
        const twice = roundTrip(once, (loss) => losses.push(loss)).messages;
        expect(twice.map(comparable)).toEqual(once.map(comparable));
        expect(losses).toEqual([]);
      }),
    );
  });
});
