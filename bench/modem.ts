/** The dialogue with a modem: a list of everything that is stored, read into messages. */
import { type GrowthResult, growthJob } from './growth.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { plainTexts } from './inputs.js';
import type { Modules } from './modules.js';

type Modem = NonNullable<Modules['modem']>;
type Sms = NonNullable<Modules['sms']>;

const VARIANTS = 4;
const MESSAGES = 500;
/** Octets that a serial port hands over at once. */
const CHUNK = 1_024;

/** What a modem answers to AT+CMGL=4: messages of 60 characters on average. */
function listing({ encodeDeliver }: Sms, texts: readonly string[]): Uint8Array {
  const at = { at: new Date('2026-11-26T12:00:00Z'), offsetMinutes: 0 };
  const lines = texts.map((text, i) => {
    const tpdu = encodeDeliver({ tpOa: '447700900123', tpScts: at, text });
    return `+CMGL: ${i},1,,${tpdu.length}\r\n0791447758100650${Buffer.from(tpdu).toString('hex').toUpperCase()}\r\n`;
  });
  return new TextEncoder().encode(`AT+CMGL=4\r\r\n${lines.join('')}\r\nOK\r\n`);
}

/** Texts of the messages of a list, read as they come. */
function readListing({ ModemReader, parseStoredMessage }: Modem, octets: Uint8Array): string[] {
  const reader = new ModemReader();
  reader.expect('AT+CMGL=4');
  const texts: string[] = [];
  for (let at = 0; at < octets.length; at += CHUNK) {
    for (const item of reader.read(octets.subarray(at, at + CHUNK))) {
      if (item.kind !== 'answer') continue;
      const { tpdu } = parseStoredMessage(item);
      texts.push('text' in tpdu ? (tpdu.text ?? '') : '');
    }
  }
  return texts;
}

export function modemTasks({ modem, sms }: Modules): Job<TaskResult>[] {
  if (modem === undefined || sms === undefined) return [];
  const inputs = Array.from({ length: VARIANTS }, (_, variant) => {
    const texts = plainTexts(60, MESSAGES * VARIANTS).slice(variant * MESSAGES, (variant + 1) * MESSAGES);
    return { texts, octets: listing(sms, texts) };
  });
  const task: Task<(typeof inputs)[0]> = {
    ...{ name: `modem: a list of ${MESSAGES} messages (+CMGL) to messages`, inputs },
    ...{ bytesPerOp: inputs[0]!.octets.length, bytesOf: 'octets of the answer' },
    expected: ({ texts }) => texts.join('\n'),
    contenders: [
      {
        ...{ name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => readListing(modem, octets) },
        view: (texts: readonly string[]) => texts.join('\n'),
      },
    ],
    targets: [],
  };
  return [taskJob(task)];
}

export function modemGrowth({ modem, sms }: Modules): Job<GrowthResult>[] {
  if (modem === undefined || sms === undefined) return [];
  const lengths = [10, 50, 250, 1_000, 4_000].map((messages) => {
    const texts = plainTexts(60, messages);
    return { parts: messages, characters: 60 * messages, input: listing(sms, texts) };
  });
  return [growthJob('ModemReader and parseStoredMessage, by messages', lengths, (octets) => readListing(modem, octets))];
}
