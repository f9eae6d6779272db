/**
 * `handset smsc`: a message centre for tests on a port, which shows what is sent to it.
 *
 *   stdout   a line for each request, then the message when all of its parts have come, as `handset preview` shows it
 *   stderr   where it listens, who binds and leaves
 *
 * @module
 */
import type { Command } from 'commander';
import { decodeUtf8, toHex } from '../bytes/index.js';
import { FormatError } from '../errors.js';
import { printable } from '../inspect/printable.js';
import { readContent } from '../message/index.js';
import { shownContent } from '../show/shown.js';
import { type CentreMessage, createTestCentre, readCentreScript } from '../smpp/centre.js';
import { describeSmppStatus, encodeSmppPdu, findSmppStatus } from '../smpp/index.js';
import { Reassembler } from '../sms/index.js';
import { toText } from './files/preview.js';
import { untilSignal } from './gateway/serve.js';
import { inFile, reasonOf, type Session, toJsonLine, UsageError } from './io.js';
import { numberOption } from './options.js';

interface Options {
  readonly script?: string;
  readonly host: string;
  readonly port: number;
  readonly count?: number;
  readonly json?: boolean;
  readonly dark?: boolean;
}

/** Adds the command. */
export function addSmsc(command: Command, session: Session): void {
  command
    .option('--script <file>', 'accounts, receipts, messages and faults as JSON; without it everything is delivered at once')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on, 0 for a free one', numberOption('port', 0, 65_535), 2775)
    .option('--count <number>', 'end after so many requests', numberOption('count', 1, 1_000_000_000))
    .option('--dark', 'draw light where a picture is dark: for terminals with a dark ground')
    .option('--json', 'a line of JSON for each request')
    .action((options: Options) => runCentre(session, options));
}

async function runCentre(session: Session, options: Options): Promise<void> {
  const { host, port, count = Number.POSITIVE_INFINITY } = options;
  const script = options.script === undefined ? undefined : await readScript(session, options.script);
  const reassembler = new Reassembler();
  let shown = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const centre = await createTestCentre({
    ...{ host, port, script },
    onSession: (connection) => {
      const { system_id: systemId } = connection.bind?.fields ?? {};
      session.note(`${systemId} is ${connection.state}`);
      void connection.ended.then(({ message }) => session.note(`${systemId} is gone: ${message}`));
    },
    onMessage: (message) => {
      if (shown >= count) return;
      session.write(
        options.json === true ? toJsonLine(jsonOf(message)) : describe(session, message, reassembler, options),
        undefined,
      );
      shown++;
      if (shown >= count) finish();
    },
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const reasons = {
      EADDRINUSE: 'it is in use',
      EACCES: 'that is not allowed',
      EADDRNOTAVAIL: 'this machine has no such address',
    };
    throw new UsageError(`cannot listen on port ${port} of ${host}: ${reasonOf(error, reasons)}`);
  });
  session.note(`SMPP on ${host}, port ${centre.port}; Ctrl-C ends it`);
  await Promise.race([finished, untilSignal()]);
  await centre.close();
}

async function readScript(session: Session, path: string) {
  const octets = await session.read(path);
  return inFile(path, () => readCentreScript(decodeUtf8(octets)));
}

/** The line of a request, and what the message says once it is whole. */
function describe(session: Session, message: CentreMessage, reassembler: Reassembler, { dark }: Options): string {
  const { command, id, status, systemId, from, to, at, userData, pdu } = message;
  const result = status === 0 ? `id ${id}` : describeSmppStatus(status);
  const line = `${command} of ${systemId} from ${from} to ${to}: ${result}`;
  if (status !== 0) return `${printable(line)}\n`;
  const whole = reassembler.add(userData, { from: `${systemId} ${from} ${to}`, at: at.getTime() });
  if (whole === undefined) return `${printable(line)}, a part of a message\n`;
  const { protocol_id: tpPid } = pdu.fields ?? {};
  try {
    const content = readContent(whole, userData.tpDcs, typeof tpPid === 'number' ? tpPid : 0, { lenient: true });
    const shown = shownContent(content).map((one) => toText(one, dark === true));
    return `${printable(line)}\n${shown.join('')}`;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    session.warn(`what ${from} sends to ${to} cannot be read: ${error.message}`);
    return `${printable(line)}\n`;
  }
}

function jsonOf({ command, id, status, systemId, from, to, at, userData, pdu }: CentreMessage): object {
  const { text, data, udh } = userData;
  return {
    ...{ command, id, status: findSmppStatus(status) ?? status, systemId, from, to, at: at.toISOString() },
    ...(text !== undefined && { text }),
    ...(data !== undefined && { data: toHex(data) }),
    ...(udh.length > 0 && { udh: udh.map((element) => jsonElement(element)) }),
    pdu: toHex(encodeSmppPdu(pdu)),
  };
}

/** Octets in hex. */
function jsonElement(element: object): object {
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [name, value instanceof Uint8Array ? toHex(value) : value]),
  );
}
