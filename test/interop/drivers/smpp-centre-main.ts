/**
 * A service centre as a process of its own, so that what it does costs the test no time: smpp-centre-main.ts PORT BEHAVIOUR
 *
 * It speaks just as much SMPP as a gateway needs, and is written without the code that it tests, nor a package: thousands of messages a second
 * leave it idle. BEHAVIOUR is JSON, see CentreBehaviour; a line of stdin with JSON changes it, and so does what it says of the connections. On
 * stdout `listening` comes first, then for each line of stdin an object of JSON: see CentreCounts.
 */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { CentreBehaviour, CentreCounts } from './smpp-centre.js';

const SUBMIT_SM = 4;
const DELIVER_SM = 5;
const UNBIND = 6;
const ENQUIRE_LINK = 0x15;
const BIND_TRANSCEIVER = 9;
const RESPONSE = 0x80000000;
const ESME_RTHROTTLED = 0x58;

const [port, given] = process.argv.slice(2) as [string, string];
const behaviour: { -readonly [K in keyof CentreBehaviour]: CentreBehaviour[K] } = JSON.parse(given) as CentreBehaviour;
const numbers = new Map<string, number>();
const arrivals = new Map<string, { readonly at: number; readonly place: number }>();
const sockets = new Set<Socket>();
/** Receipts without an answer, which come again on the next connection. */
const unanswered = new Map<number, Buffer>();
let submits = 0;
let throttled = 0;
let repeated = 0;
let receipts = 0;
let ids = 0;
let first = 0;
let last = 0;

function frame(command: number, status: number, sequence: number, body: Buffer | string = ''): Buffer {
  const octets = Buffer.from(body as string, 'latin1');
  const out = Buffer.allocUnsafe(16 + octets.length);
  out.writeUInt32BE(out.length, 0);
  out.writeUInt32BE(command, 4);
  out.writeUInt32BE(status, 8);
  out.writeUInt32BE(sequence, 12);
  octets.copy(out, 16);
  return out;
}

/** Originator and recipient of a submit_sm: after service_type come two addresses, each after its type and plan. */
function addresses(pdu: Buffer): { readonly from: string; readonly to: string } {
  const fromAt = pdu.indexOf(0, 16) + 3;
  const fromEnd = pdu.indexOf(0, fromAt);
  const toAt = fromEnd + 3;
  return { from: pdu.toString('latin1', fromAt, fromEnd), to: pdu.toString('latin1', toAt, pdu.indexOf(0, toAt)) };
}

/** A deliver_sm with a receipt, as Appendix B of the specification has it. */
function makeReceipt(id: string, from: string, to: string): Buffer {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2603040506 done date:2603040507 stat:DELIVRD err:000 text:`;
  const head = `\0\x01\x01${to}\0\x05\0${from}\0\x04\0\0\0\0\0\0\0\0`;
  return frame(DELIVER_SM, 0, Number(id), `${head}${String.fromCharCode(text.length)}${text}`);
}

function submit(pdu: Buffer, socket: Socket): Buffer[] {
  const sequence = pdu.readUInt32BE(12);
  const { from, to } = addresses(pdu);
  if (behaviour.isThrottling === true) {
    throttled++;
    return [frame((RESPONSE | SUBMIT_SM) >>> 0, ESME_RTHROTTLED, sequence)];
  }
  submits++;
  first ||= Date.now();
  last = Date.now();
  const count = (numbers.get(to) ?? 0) + 1;
  numbers.set(to, count);
  if (count === 2) repeated++;
  if (to.startsWith(behaviour.watched ?? '-')) arrivals.set(to, { at: Date.now(), place: submits });
  if (to.startsWith(behaviour.silentTo ?? '-')) return [];
  if (behaviour.silentEvery !== undefined && submits % behaviour.silentEvery === 0) return [];
  const id = String(++ids);
  const answer = (): Buffer[] => {
    const frames = [frame((RESPONSE | SUBMIT_SM) >>> 0, 0, sequence, `${id}\0`)];
    if (behaviour.hasReceipts !== true) return frames;
    const receipt = makeReceipt(id, from, to);
    unanswered.set(Number(id), receipt);
    return [...frames, receipt];
  };
  const { delayMs = 0 } = behaviour;
  if (delayMs === 0) return answer();
  setTimeout(() => socket.writable && socket.write(Buffer.concat(answer())), delayMs);
  return [];
}

function take(pdu: Buffer, socket: Socket): Buffer[] {
  const command = pdu.readUInt32BE(4);
  const sequence = pdu.readUInt32BE(12);
  switch (command) {
    case SUBMIT_SM:
      return submit(pdu, socket);
    case BIND_TRANSCEIVER:
      return [frame((RESPONSE | command) >>> 0, 0, sequence, 'centre\0'), ...unanswered.values()];
    case ENQUIRE_LINK:
    case UNBIND:
      return [frame((RESPONSE | command) >>> 0, 0, sequence)];
    case (RESPONSE | DELIVER_SM) >>> 0:
      if (pdu.readUInt32BE(8) !== 0) return [];
      unanswered.delete(sequence);
      receipts++;
      last = Date.now();
      return [];
    default:
      return [];
  }
}

const server = createServer((socket) => {
  let rest: Buffer = Buffer.alloc(0);
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
  if (behaviour.isDown === true) socket.destroy();
  socket.on('data', (chunk: Buffer) => {
    const octets = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const out: Buffer[] = [];
    let at = 0;
    while (octets.length - at >= 16) {
      const length = octets.readUInt32BE(at);
      if (octets.length - at < length) break;
      out.push(...take(octets.subarray(at, at + length), socket));
      at += length;
    }
    rest = octets.subarray(at);
    if (out.length > 0 && socket.writable) socket.write(Buffer.concat(out));
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line !== '') Object.assign(behaviour, JSON.parse(line));
  if (behaviour.isDown === true) for (const socket of sockets) socket.destroy();
  const told = (what: 'at' | 'place') => Object.fromEntries([...arrivals].map(([to, arrival]) => [to, arrival[what]]));
  const { size: waiting } = unanswered;
  const counts: CentreCounts = {
    submits,
    throttled,
    numbers: numbers.size,
    repeated,
    receipts,
    waiting,
    ms: last - first,
    arrived: told('at'),
    places: told('place'),
  };
  console.log(JSON.stringify(counts));
});
