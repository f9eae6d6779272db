/**
 * Captures of networks: the messages that their packets carry. No package on npm finds them.
 * @module
 */
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import type { Modules } from './modules.js';

type Capture = NonNullable<Modules['capture']>;

interface Sample {
  readonly octets: Uint8Array;
  /** sequence_number of each PDU. */
  readonly sequences: readonly number[];
}

/** Packets of a capture, each with a PDU of SMPP. */
const PACKETS = 1_000;

export function captureTasks({ capture }: Modules): Job<TaskResult>[] {
  return capture === undefined ? [] : [taskJob(messagesTask(capture, [1, 2, 3, 4].map(sampleOf)))];
}

function messagesTask({ decodeCapture, findMessages }: Capture, inputs: readonly Sample[]): Task<Sample> {
  type Messages = ReturnType<Capture['findMessages']>['messages'];
  return {
    name: 'messages in a capture, 1,000 PDUs of SMPP over TCP',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ sequences }) => sequences,
    contenders: [
      {
        ...{ name: 'handset', role: 'handset', form: 'octets' },
        run: ({ octets }) => findMessages(decodeCapture(octets)).messages,
        view: (messages: Messages) =>
          messages.map(({ octets }) => new DataView(octets.buffer, octets.byteOffset).getUint32(12)),
      },
    ],
    unable: [{ name: 'npm', reason: 'no package found for it' }],
    targets: [],
  };
}

// ---- A pcap file of one connection ----

/** A submit_sm of 100 characters. */
function pduOf(sequence: number): number[] {
  const body = [
    0,
    1,
    1,
    0x34,
    0x34,
    0,
    1,
    1,
    0x34,
    0x35,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    100,
    ...new Array<number>(100).fill(0x61),
  ];
  return [...u32(16 + body.length), ...u32(4), ...u32(0), ...u32(sequence), ...body];
}

const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value)];

/** Ethernet, IPv4 and TCP around a segment. */
function frameOf(segment: readonly number[], at: number): number[] {
  const tcp = [...u16(40_000), ...u16(2775), ...u32(at), ...u32(0), 0x50, 0x18, 0xff, 0xff, 0, 0, 0, 0, ...segment];
  const ip = [0x45, 0, ...u16(20 + tcp.length), 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, ...tcp];
  return [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0, ...ip];
}

function sampleOf(seed: number): Sample {
  const sequences = Array.from({ length: PACKETS }, (_, i) => seed * 10_000 + i);
  const file = [...u32(0xa1b2c3d4), ...u16(2), ...u16(4), ...u32(0), ...u32(0), ...u32(0x40000), ...u32(1)];
  let at = 1;
  for (const [i, sequence] of sequences.entries()) {
    const pdu = pduOf(sequence);
    const frame = frameOf(pdu, at);
    at += pdu.length;
    file.push(...u32(1_700_000_000 + i), ...u32(i), ...u32(frame.length), ...u32(frame.length), ...frame);
  }
  return { octets: Uint8Array.from(file), sequences };
}
