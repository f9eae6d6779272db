/**
 * The messages in the packets of a capture.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { u32be } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { FormatError, LimitError } from '../errors.js';
import { beginsAsSmpp } from '../smpp/decode.js';
import { findPduType } from '../smpp/pdus.js';
import type { Direction } from '../sms/index.js';
import { RP_CONTENT_TYPE } from '../sms/rp.js';
import type { Capture, CapturePacket, CaptureTime } from './capture.js';
import { ChunkJoiner, DatagramJoiner, type Piece, SegmentJoiner } from './fragments.js';
import {
  type Chunks,
  type Content,
  type Datagram,
  type Exported,
  type Fragment,
  type Frame,
  readFrame,
  readTransport,
  type Segment,
} from './frames.js';
import { RadioReader } from './radio.js';
import { type Run, Stream } from './streams.js';
import { findMapTpdus, readSccp, sccpOfM3ua, sccpOfMtp3 } from './tcap.js';
import { beginsAsTextMessage, type TextMessage, textMessages } from './text-messages.js';

/**
 * The format of a message in a capture, by its name in `inspect`. A `tpdu` is bare, a `pdu` begins with the address of the service centre; `mo`
 * comes from the handset, `mt` goes to it.
 */
export type CapturedFormat =
  | 'tpdu-mo'
  | 'tpdu-mt'
  | 'pdu-mo'
  | 'pdu-mt'
  | 'rp'
  | 'cp'
  | 'cbs'
  | 'smpp'
  | 'wsp-push'
  | 'wbxml'
  | 'mms'
  | 'form'
  | 'text';

/** A message in a capture. */
export interface CapturedMessage {
  /** Number of the packet that completes it, from 1. */
  readonly packet: number;
  /** When that packet was captured. */
  readonly time?: CaptureTime;
  /** The protocol layers around it, the outermost first: `Ethernet`, `IPv4`, `TCP`, `SMPP`. */
  readonly layers: readonly string[];
  /** Format; absent if the layers do not determine it, as link types for private use do not. */
  readonly format?: CapturedFormat;
  /** Direction, if it is known from the layers and not only from the octets. */
  readonly direction?: Direction;
  /** The message: a view of the file, or a copy if it was joined from pieces. */
  readonly octets: Uint8Array;
  /** Address and port of the sender, such as `10.0.0.1:2775`. */
  readonly source?: string;
  /** Address and port of the receiver. */
  readonly destination?: string;
}

/** Packets that are not part of a message, for one reason. */
export interface SkippedPackets {
  /** The reason, in words. */
  readonly reason: string;
  /** Their numbers, from 1. */
  readonly packets: readonly number[];
}

/** The messages in a capture, and the packets without one. */
export interface CapturedMessages {
  /** The messages, in order of the packets that complete them. */
  readonly messages: readonly CapturedMessage[];
  /** All other packets by reason, the most frequent reason first. */
  readonly skipped: readonly SkippedPackets[];
}

/**
 * Finds the messages in a capture: SMPP PDUs on any TCP port; TPDUs in MAP over TCAP, SCCP and M3UA or MTP; the radio, LTE and SIM messages in
 * GSMTAP; SIP MESSAGE requests; multimedia messages, pushes and forms in HTTP; WAP pushes on UDP port 2948; packets of the link types for private
 * use, and PDUs that Wireshark exported. Fragments of IP and SCTP and segments of SCCP and LAPDm are joined. TCP streams are put in order, without
 * repetitions, and reading continues with the next message after a gap. Checksums are not verified, since network cards fill them in after the
 * capture.
 *
 * Every packet is part of a message, or listed as skipped with a reason. The call takes time proportional to the size of the capture.
 * @param options.limits `captureMessages` bounds the number of messages.
 * @throws LimitError `limit-exceeded` above `captureMessages`.
 * @example
 * ```ts
 * import { decodeCapture, encodeMessageCapture, findMessages } from 'handset/capture';
 * import { encodeSubmit } from 'handset/sms';
 *
 * const file = encodeMessageCapture([{ format: 'tpdu-mo', octets: encodeSubmit({ tpDa: '447700900123', text: 'hello' }) }]);
 * const [message] = findMessages(decodeCapture(file)).messages;
 * [message?.format, message?.layers]; // -> ['cp', ['IPv4', 'UDP', 'GSMTAP', 'LAPDm', 'CP']]
 * ```
 */
export function findMessages(capture: Capture, options?: DecodeOptions): CapturedMessages {
  requireObject(capture, 'capture');
  const { packets } = capture;
  requireList(packets, 'capture.packets');
  return new Finder(packets, Reading.of(options)).run();
}

/** Ports: of UDP, and that of SMPP. */
const PORT = { Push: 2948, Gsmtap: 4729, Smpp: 2775 } as const;
/** Payload protocols of SCTP. */
const M3UA = 3;

/** Types of bodies that messages of SIP and HTTP carry. */
const BODIES = new Map<string, CapturedFormat>([
  [RP_CONTENT_TYPE, 'rp'],
  ['application/vnd.wap.mms-message', 'mms'],
  ['application/vnd.wap.sic', 'wbxml'],
  ['application/vnd.wap.slc', 'wbxml'],
  ['application/vnd.wap.coc', 'wbxml'],
  ['application/x-www-form-urlencoded', 'form'],
]);

/** Dissectors of Wireshark, and what exported PDUs for them are. */
const DISSECTORS = new Map<string, (direction: Direction) => CapturedFormat>([
  ['gsm_sms', (direction) => (direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt')],
  ['gsm_a_rp', () => 'rp'],
  ['gsm_a_dtap', () => 'cp'],
  ['smpp', () => 'smpp'],
]);

/** Octets of the header of a PDU of SMPP. */
const SMPP_HEADER = 16;

class Finder {
  readonly #packets: readonly CapturePacket[];
  readonly #reading: Reading;
  readonly #messages: CapturedMessage[] = [];
  /** Why a packet has no message; `true` for one that has, and undefined for one of a stream or a message that goes on. */
  readonly #fates: (string | true | undefined)[] = [];
  readonly #datagrams = new DatagramJoiner();
  readonly #chunks = new ChunkJoiner();
  readonly #segments = new SegmentJoiner();
  readonly #radio = new RadioReader();
  readonly #streams: Stream[] = [];
  readonly #open = new Map<string, Stream>();

  constructor(packets: readonly CapturePacket[], reading: Reading) {
    this.#packets = packets;
    this.#reading = reading;
  }

  run(): CapturedMessages {
    for (const [index, packet] of this.#packets.entries()) this.#readPacket(packet, index + 1);
    for (const stream of this.#streams) this.#readStream(stream);
    const messages = this.#messages.sort((a, b) => a.packet - b.packet);
    return { messages, skipped: this.#countSkipped() };
  }

  #countSkipped(): SkippedPackets[] {
    const byReason = new Map<string, number[]>();
    for (let packet = 1; packet <= this.#packets.length; packet++) {
      const fate = this.#fates[packet] ?? 'part of a message that is not whole';
      if (fate === true) continue;
      const numbers = byReason.get(fate);
      if (numbers === undefined) byReason.set(fate, [packet]);
      else numbers.push(packet);
    }
    return [...byReason].map(([reason, packets]) => ({ reason, packets })).sort((a, b) => b.packets.length - a.packets.length);
  }

  /** A packet that has a message has it whatever else is in it. */
  #skip(reason: string, ...packets: readonly number[]): void {
    for (const packet of packets) this.#fates[packet] ??= reason;
  }

  #found(
    { octets, packets }: Piece,
    layers: readonly string[],
    format: CapturedFormat | undefined,
    more: Pick<CapturedMessage, 'source' | 'destination' | 'direction'> = {},
  ): void {
    for (const packet of packets) this.#fates[packet] = true;
    this.#reading.limit('captureMessages', this.#messages.length + 1, 'capture/messages', undefined);
    const packet = packets.reduce((a, b) => Math.max(a, b), 0);
    const { time } = this.#packets[packet - 1] as CapturePacket;
    this.#messages.push({ packet, ...(time && { time }), layers, ...(format && { format }), octets, ...more });
  }

  #readPacket({ octets, linkType, length, direction }: CapturePacket, packet: number): void {
    let frame: Frame;
    try {
      frame = readFrame(new ByteReader(octets), linkType);
    } catch (error) {
      this.#refuse(error, packet, octets.length < length);
      return;
    }
    const way = direction === undefined ? {} : ({ direction: direction === 'in' ? 'MO' : 'MT' } as const);
    this.#readContent(frame.content, frame.layers, packet, octets.length < length, way);
  }

  #refuse(error: unknown, packet: number, isCut: boolean): void {
    if (!(error instanceof FormatError) || error instanceof LimitError) throw error;
    this.#skip(isCut ? 'cut by the capture' : `damaged ${error.field.split('/')[0]}`, packet);
  }

  #readContent(
    content: Content,
    layers: readonly string[],
    packet: number,
    isCut: boolean,
    way: { readonly direction?: Direction },
  ): void {
    switch (content.kind) {
      case 'fragment':
        this.#readFragment(content, layers, packet);
        break;
      case 'tcp':
        this.#readSegment(content, layers, packet);
        break;
      case 'udp':
        this.#readDatagram(content, layers, packet);
        break;
      case 'sctp':
        this.#readChunks(content, layers, packet);
        break;
      case 'gsmtap':
        this.#readRadio(content.payload, [...layers, 'GSMTAP'], packet, '');
        break;
      case 'mtp3':
        this.#readSccp(sccpOfMtp3(content.payload), [...layers, 'MTP3'], '', {}, [packet]);
        break;
      case 'sccp':
        this.#readSccp(content.payload, layers, '', {}, [packet]);
        break;
      case 'exported':
        this.#readExported(content, layers, packet);
        break;
      case 'user':
        if (isCut || content.payload.length === 0) {
          this.#skip(isCut ? 'cut by the capture' : 'empty', packet);
          return;
        }
        this.#found({ octets: content.payload, packets: [packet] }, layers, undefined, way);
        break;
      default:
        this.#skip(content.reason, packet);
    }
  }

  #readExported({ dissector, direction, payload }: Exported, layers: readonly string[], packet: number): void {
    const format = DISSECTORS.get(dissector);
    if (format === undefined) {
      this.#skip(`exported PDU of ${dissector === '' ? 'nothing named' : dissector}`, packet);
      return;
    }
    const way = direction === 'in' ? 'MO' : 'MT';
    this.#found({ octets: payload, packets: [packet] }, layers, format(way), direction === undefined ? {} : { direction: way });
  }

  // ---- IP ----

  #readFragment(fragment: Fragment, layers: readonly string[], packet: number): void {
    const { source, destination, protocol, id, offset, isLast, payload } = fragment;
    const key = `${source} ${destination} ${protocol} ${id}`;
    const whole = this.#datagrams.add(key, offset, isLast, { octets: payload, packets: [packet] });
    if (whole === undefined) return;
    if (typeof whole === 'string') {
      this.#skip(`fragment of IP, ${whole}`, packet);
      return;
    }
    const inner = [...layers];
    try {
      const content = readTransport(new ByteReader(whole.octets), protocol, { source, destination }, inner);
      this.#readContent(content, inner, packet, false, {});
    } catch (error) {
      this.#refuse(error, packet, false);
    }
    // What became of the last one is what became of the others; in a stream they are part of it.
    for (const each of whole.packets) this.#fates[each] ??= this.#fates[packet] ?? 'fragment of IP, in a stream';
  }

  #readDatagram(datagram: Datagram, layers: readonly string[], packet: number): void {
    const { payload, sourcePort, destinationPort, isCut } = datagram;
    const ends = endsOf(datagram);
    const has = (port: number) => sourcePort === port || destinationPort === port;
    if (isCut) {
      this.#skip('cut by the capture', packet);
      return;
    }
    if (has(PORT.Gsmtap)) {
      this.#readRadio(payload, [...layers, 'GSMTAP'], packet, `${ends.source} ${ends.destination}`);
      return;
    }
    if (beginsAsTextMessage(payload)) {
      for (const message of textMessages(payload, true)) this.#readText(message, [packet], layers, ends);
      this.#skip('SIP or HTTP that is cut', packet);
      return;
    }
    if (destinationPort === PORT.Push)
      this.#found({ octets: payload, packets: [packet] }, [...layers, 'WSP'], 'wsp-push', ends);
    else this.#skip(`UDP port ${Math.min(sourcePort, destinationPort)}`, packet);
  }

  #readSegment(segment: Segment, layers: readonly string[], packet: number): void {
    const { source, destination } = endsOf(segment);
    const key = `${source} ${destination}`;
    let stream = this.#open.get(key);
    if (stream === undefined || stream.isOther(segment)) {
      stream = new Stream(segment, layers);
      this.#open.set(key, stream);
      this.#streams.push(stream);
    }
    stream.add(segment, packet);
    if (segment.payload.length === 0) this.#skip('TCP without data', packet);
  }

  // ---- streams ----

  #readStream(stream: Stream): void {
    const ends = {
      source: endpoint(stream.source, stream.ports[0]),
      destination: endpoint(stream.destination, stream.ports[1]),
    };
    for (const run of stream.runs((packet) => this.#skip('TCP sent again', packet))) {
      const { octets } = run;
      const isText = this.#readTexts(run, stream.layers, ends);
      if (!isText) this.#readSmpp(run, stream.layers, ends, stream.ports);
      const port = Math.min(...stream.ports);
      this.#skip(isText ? 'SIP or HTTP that is not whole' : `TCP port ${port}`, ...run.packetsIn(0, octets.length));
    }
  }

  /** Messages of SIP or HTTP, when the stretch has a first line at its beginning or after a gap. */
  #readTexts(run: Run, layers: readonly string[], ends: Ends): boolean {
    const { octets, isBeginning, endsInGap } = run;
    let isText = beginsAsTextMessage(octets);
    if (!isText && (isBeginning || beginsAsSmpp(octets))) return false;
    for (const message of textMessages(octets, false, endsInGap)) {
      isText = true;
      this.#readText(message, run.packetsIn(message.start, message.end), layers, ends);
    }
    return isText;
  }

  #readText(
    { protocol, method, contentType, body }: TextMessage,
    packets: readonly number[],
    layers: readonly string[],
    ends: Ends,
  ): void {
    const isMessage = protocol === 'SIP' && method === 'MESSAGE';
    const format = BODIES.get(contentType) ?? (isMessage && contentType.startsWith('text/') ? 'text' : undefined);
    if (format === undefined || body.length === 0) {
      this.#skip(
        body.length === 0 ? `${protocol} without a body` : `${protocol} with ${contentType || 'a body of no type'}`,
        ...packets,
      );
      return;
    }
    this.#found({ octets: body, packets }, [...layers, method === '' ? protocol : `${protocol} ${method}`], format, ends);
  }

  /**
   * PDUs of SMPP, from the first octet that one begins at. One that follows another, or that begins a stream to the port of SMPP, may have any
   * status; of others, after a gap, two have to come in a row, or one at the end.
   */
  #readSmpp(run: Run, layers: readonly string[], ends: Ends, ports: readonly number[]): void {
    const { octets } = run;
    const begins = (at: number) => beginsAsSmpp(octets.subarray(at, at + SMPP_HEADER));
    let isInStep = begins(0) || ports.includes(PORT.Smpp);
    for (let at = 0; at + SMPP_HEADER <= octets.length; ) {
      // The length is below 0x30000: most octets are told by this.
      const mayBegin = octets[at] === 0 && (octets[at + 1] as number) <= 2;
      const end = mayBegin ? at + u32be(octets, at) : 0;
      const isWhole = end >= at + SMPP_HEADER && end <= octets.length;
      const isPdu =
        isWhole &&
        (isInStep ? findPduType(u32be(octets, at + 4)) !== undefined : begins(at) && (end === octets.length || begins(end)));
      if (isPdu) {
        const whole = { octets: octets.subarray(at, end), packets: run.packetsIn(at, end) };
        this.#found(whole, [...layers, 'SMPP'], 'smpp', ends);
      }
      at = isPdu ? end : at + 1;
      isInStep = isPdu;
    }
  }

  // ---- signalling ----

  #readChunks(packetOf: Chunks, layers: readonly string[], packet: number): void {
    const ends = endsOf(packetOf);
    const key = `${ends.source} ${ends.destination} ${packetOf.tag}`;
    for (const { tsn, isFirst, isLast, protocol, payload } of packetOf.chunks) {
      if (protocol !== M3UA) {
        this.#skip(`SCTP of payload protocol ${protocol}`, packet);
        continue;
      }
      const whole = this.#chunks.add(key, tsn, isFirst, isLast, { octets: payload, packets: [packet] });
      if (whole === 'repeated') this.#skip('SCTP sent again', packet);
      else if (whole !== undefined) this.#readSccp(sccpOfM3ua(whole.octets), [...layers, 'M3UA'], key, ends, whole.packets);
    }
    if (packetOf.chunks.length === 0) this.#skip('SCTP without data', packet);
  }

  #readSccp(
    sccp: Uint8Array | string,
    layers: readonly string[],
    key: string,
    ends: Partial<Ends>,
    packets: readonly number[],
  ): void {
    if (typeof sccp === 'string') {
      this.#skip(sccp, ...packets);
      return;
    }
    const whole = readSccp({ octets: sccp, packets }, key, this.#segments);
    if (whole === undefined) return;
    if (typeof whole === 'string') {
      this.#skip(whole, ...packets);
      return;
    }
    const tpdus = findMapTpdus(whole.octets);
    if (typeof tpdus === 'string') {
      this.#skip(tpdus, ...whole.packets);
      return;
    }
    for (const { direction, tpdu } of tpdus) {
      const format = direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt';
      this.#found({ octets: tpdu, packets: whole.packets }, [...layers, 'SCCP', 'TCAP', 'MAP'], format, ends);
    }
  }

  // ---- radio ----

  #readRadio(octets: Uint8Array, layers: readonly string[], packet: number, key: string): void {
    const found = this.#radio.read(octets, packet, key);
    if (typeof found === 'string') this.#skip(found, packet);
    else if (found !== undefined) this.#found(found, [...layers, ...found.layers], found.format);
  }
}

interface Ends {
  readonly source: string;
  readonly destination: string;
}

function endsOf({ source, destination, sourcePort, destinationPort }: Segment | Datagram | Chunks): Ends {
  return { source: endpoint(source, sourcePort), destination: endpoint(destination, destinationPort) };
}

function endpoint(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
