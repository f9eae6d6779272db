/**
 * Captures: tshark reads those that are written here, and of generated traffic it finds the messages that are found here. editcap, mergecap and text2pcap
 * write the files.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { u32be } from '../../src/bytes/octets.js';
import {
  type CapturedMessage,
  decodeCapture,
  encodeCapture,
  encodeMessageCapture,
  findMessages,
  type MessageToCapture,
} from '../../src/capture/index.js';
import { type CbsPage, decodeCbs, encodeCbs } from '../../src/cbs/index.js';
import { encodeSmppPdu } from '../../src/smpp/index.js';
import {
  encodeCommand,
  encodeDeliver,
  encodeDeliverReport,
  encodeStatusReport,
  encodeSubmit,
  encodeSubmitReport,
} from '../../src/sms/index.js';
import * as frames from '../support/captures.js';
import { cbsPage } from '../support/cbs.js';
import { smppPdu } from '../support/smpp.js';
import { command, deliver, deliverReport, draw, SEED, statusReport, submit, submitReport } from './arbitraries.js';
import { run } from './drivers/run.js';
import { inTemporaryFolder } from './drivers/temporary.js';
import { dissectCapture, dissectProtocols, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import { report } from './report.js';

const MESSAGES = 300;
const TPDUS = {
  'tpdu-mo': fc.oneof(submit.map(encodeSubmit), command.map(encodeCommand), deliverReport.map(encodeDeliverReport)),
  'tpdu-mt': fc.oneof(deliver.map(encodeDeliver), statusReport.map(encodeStatusReport), submitReport.map(encodeSubmitReport)),
};
const message: fc.Arbitrary<MessageToCapture> = fc
  .constantFrom('tpdu-mo' as const, 'tpdu-mt' as const)
  .chain((format) => TPDUS[format].map((octets) => ({ format, octets })));

/** The fields of the protocols of a name, without their places. */
function shownOf(packets: readonly (readonly PdmlField[])[], protocol: string): string[] {
  return packets
    .flat()
    .filter(({ name }) => name === protocol)
    .map((each) =>
      JSON.stringify([...walk(each.children)].map(({ name, showName, show, value }) => [name, showName, show, value])),
    );
}

const numberOf = (fields: readonly PdmlField[], name: string) =>
  Number([...walk(fields)].find((each) => each.name === name)?.show);

/** Cuts a stream into segments, some of them after the next one, some twice, and some in two fragments. */
const traffic = (isInOrder: boolean) =>
  fc
    .array(
      fc.record({
        pdus: fc.array(
          smppPdu.map(encodeSmppPdu).filter(({ length }) => length < 4000),
          { minLength: 3, maxLength: 12 },
        ),
        sequence: fc.constantFrom(1, 0x7fffff00, 0xffffff80),
        sizes: fc.array(fc.integer({ min: 20, max: 700 }), { minLength: 5, maxLength: 5 }),
        swaps: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        fragment: fc.boolean(),
      }),
      { minLength: 40, maxLength: 40 },
    )
    .map((connections) => ({
      sent: connections.flatMap(({ pdus }) => pdus),
      packets: connections.flatMap(({ pdus, sequence, sizes, swaps, fragment }, index) => {
        const ends = { from: 1, to: 2, fromPort: 30_000 + index, toPort: 2775 };
        const stream = Uint8Array.from(pdus.flatMap((pdu) => [...pdu]));
        const packets: Uint8Array[][] = [];
        for (let [at, i] = [0, 0]; at < stream.length; i++) {
          const size = sizes[i % sizes.length] as number;
          const segment = frames.tcp(stream.subarray(at, at + size), (sequence + at) >>> 0, ends);
          const id = index * 1000 + i;
          const half = 8 * Math.floor(segment.length / 16);
          packets.push(
            (fragment ? [segment.slice(0, half), segment.slice(half)] : [segment]).map((piece, part) => {
              const place = fragment ? { id, offset: part * half, more: part === 0 } : { id };
              return frames.ethernet(frames.ipv4(6, piece, ends, place));
            }),
          );
          at += size;
        }
        for (let i = 1; i + 1 < packets.length; i += 2) {
          if (swaps[i % swaps.length] && !isInOrder) [packets[i], packets[i + 1]] = [packets[i + 1]!, packets[i]!];
        }
        if (packets.length > 2 && !isInOrder) packets.push(packets[1]!);
        const syn = frames.ethernet(frames.ipv4(6, frames.tcp([], (sequence - 1) >>> 0, ends, 2), ends));
        return [syn, ...packets.flat()];
      }),
    }));

const octetsOf = (packets: readonly Uint8Array[]) =>
  encodeCapture({
    format: 'pcapng',
    packets: packets.map((octets, i) => ({ linkType: 1, octets, time: { seconds: 1_000_000_000 + i, nanoseconds: 1000 * i } })),
  });

const essence = ({ packet, layers, format, octets, time }: CapturedMessage) => [
  packet,
  layers.join(),
  format,
  toHex(octets),
  time,
];

describe(`captures (seed ${SEED})`, () => {
  it(`${MESSAGES} TPDUs on the radio are read by tshark as they are alone`, async () => {
    const messages = draw(message, MESSAGES).filter(({ octets }) => octets.length <= 232);
    const alone = shownOf(
      await dissectProtocols(
        messages.map(({ octets, format }) => ({ octets, direction: format === 'tpdu-mo' ? 'MO' : 'MT' })),
        'gsm_sms',
      ),
      'gsm_sms',
    );
    for (const format of ['pcap', 'pcapng'] as const) {
      const packets = await dissectCapture(encodeMessageCapture(messages, { format }), ['-o', 'gsm_sms.reassemble:FALSE']);
      const found = shownOf(packets, 'gsm_sms');
      expect(found.length).toBe(messages.length);
      report(found.flatMap((each, i) => (each === alone[i] ? [] : [`${toHex(messages[i]!.octets)}\n${alone[i]}\n${each}`])));
    }
    console.log(`tshark ${await tsharkVersion()}: ${messages.length} TPDUs compared, twice`);
  });

  it('what links for users carry is read by tshark, once it is told', async () => {
    const messages = draw(message, 100);
    const dlts = ['-o', 'uat:user_dlts:"User 0 (DLT=147)","gsm_sms","0","","0",""', '-o', 'gsm_sms.reassemble:FALSE'];
    const packets = await dissectCapture(encodeMessageCapture(messages, { link: 'user' }), dlts);
    const alone = await dissectProtocols(
      messages.map(({ octets, format }) => ({ octets, direction: format === 'tpdu-mo' ? 'MO' : 'MT' })),
      'gsm_sms',
    );
    expect(shownOf(packets, 'gsm_sms')).toEqual(shownOf(alone, 'gsm_sms'));
  });

  it.each([true, false])('PDUs of SMPP in streams that are cut and fragmented, in order: %s', async (isInOrder) => {
    const { sent, packets } = draw(traffic(isInOrder), 1)[0]!;
    const capture = octetsOf(packets);
    const options = ['-d', 'tcp.port==2775,smpp', '-o', 'tcp.reassemble_out_of_order:TRUE'];
    const shown = (await dissectCapture(capture, options)).flatMap((protocols) => {
      const frame = numberOf(protocols, 'frame.number');
      const fields = ['smpp.command_length', 'smpp.command_id', 'smpp.sequence_number'];
      return protocols
        .filter(({ name }) => name === 'smpp')
        .map(({ children }) => [frame, ...fields.map((field) => numberOf(children, field))]);
    });
    const { messages } = findMessages(decodeCapture(capture));
    expect(messages.map(({ octets }) => toHex(octets)).sort()).toEqual(sent.map(toHex).sort());
    const found = messages.map(({ packet, octets }) => [packet, octets.length, u32be(octets, 4), u32be(octets, 12)]);
    // In a packet, tshark stops at a PDU whose fields it takes for malformed, and it may show a PDU with a later packet.
    const essenceOf = (each: readonly number[]) => each.slice(1).join();
    expect(found.map(essenceOf)).toEqual(expect.arrayContaining(shown.map(essenceOf)));
    expect(shown.length).toBeGreaterThan(0.8 * sent.length);
    console.log(
      `tshark ${await tsharkVersion()}: ${shown.length} of ${sent.length} PDUs in ${packets.length} packets compared`,
    );
  });

  it('short messages in MAP', async () => {
    const ends = { from: 1, to: 2, fromPort: 2905, toPort: 2905 };
    const sent = draw(fc.tuple(message, fc.constantFrom('definite' as const, 'indefinite' as const)), 100);
    const packets = sent.map(([{ octets, format }, length], tsn) => {
      const tcap = frames.forwardSm(octets, format === 'tpdu-mo' ? 'MO' : 'MT', length);
      const segments = [tcap.slice(0, 60), tcap.slice(60)].map((data, i) => frames.xudt(data, i === 0, 1 - i, tsn & 255));
      return segments.map((sccp, i) =>
        frames.ethernet(frames.ipv4(132, frames.sctp([{ tsn: 2 * tsn + i, payload: frames.m3ua(sccp) }], ends), ends)),
      );
    });
    const capture = octetsOf(packets.flat());
    const { messages, skipped } = findMessages(decodeCapture(capture));
    expect([messages.map(({ format, octets }) => [format, toHex(octets)]), skipped]).toEqual([
      sent.map(([{ format, octets }]) => [format, toHex(octets)]),
      [],
    ]);
    const shown = await dissectCapture(capture, ['-o', 'sccp.defragment_xudt:TRUE', '-o', 'gsm_sms.reassemble:FALSE']);
    const wanted = shown.flatMap((protocols) => {
      const ui = [...walk(protocols)].find(({ name }) => name === 'gsm_old.sm_RP_UI' || name === 'gsm_map.sm.sm_RP_UI');
      return ui === undefined ? [] : [[numberOf(protocols, 'frame.number'), ui.value]];
    });
    expect(wanted).toEqual(messages.map(({ packet, octets }) => [packet, toHex(octets)]));
  });

  it('pages of cell broadcast, in blocks on two channels', async () => {
    const pages = draw(fc.tuple(cbsPage, fc.constantFrom(12, 15)), 100);
    const ends = { from: 1, to: 2, fromPort: 4729, toPort: 4729 };
    const packets = pages.flatMap(([page, channel]) => {
      const octets = encodeCbs(page);
      const blocks = [0, 1, 2, 3].map((at) => [0x20 | at | (at === 3 ? 0x10 : 0), ...octets.subarray(22 * at, 22 * (at + 1))]);
      const nothing = [0x2f, ...Array<number>(22).fill(0x2b)];
      return [...blocks, nothing].map((block) => {
        const header = [2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, channel, 0, 0, 0];
        return frames.ethernet(frames.ipv4(17, frames.udp([...header, ...block], ends), ends));
      });
    });
    const capture = octetsOf(packets);
    const { messages, skipped } = findMessages(decodeCapture(capture));
    expect(messages.map(({ packet, format, octets }) => [packet, format, toHex(octets)])).toEqual(
      pages.map(([page], i) => [5 * i + 4, 'cbs', toHex(encodeCbs(page))]),
    );
    expect(skipped).toEqual([{ reason: 'CBCH without a message', packets: pages.map((_, i) => 5 * i + 5) }]);
    const fields = ['message_code', 'update_number', 'message-identifier', 'total_pages', 'current_page'];
    const shown = (await dissectCapture(capture)).flatMap((protocols) => {
      const found = protocols.find(({ name }) => name === 'gsm_cbs');
      if (found === undefined) return [];
      const numbers = fields.map((field) => numberOf(found.children, `gsm_cbs.${field}`));
      return [[numberOf(protocols, 'frame.number'), ...numbers]];
    });
    expect(shown).toEqual(
      messages.map(({ packet, octets }) => {
        const page = decodeCbs(octets, { lenient: true }) as CbsPage;
        const { messageCode, updateNumber } = page.serialNumber;
        return [packet, messageCode, updateNumber, page.messageIdentifier, page.pages, page.page];
      }),
    );
    console.log(`tshark ${await tsharkVersion()}: ${shown.length} pages in ${packets.length} packets compared`);
  });

  it('files of editcap, mergecap and text2pcap', async () => {
    const capture = octetsOf(draw(traffic(false), 1)[0]!.packets);
    const wanted = findMessages(decodeCapture(capture)).messages.map(essence);
    await inTemporaryFolder(async (folder) => {
      const path = (name: string) => join(folder, name);
      const find = async (name: string) => findMessages(decodeCapture(await readFile(path(name)))).messages.map(essence);
      await writeFile(path('a.pcapng'), capture);
      for (const format of ['pcap', 'nsecpcap', 'modpcap', 'pcapng']) {
        await run('editcap', ['-F', format, path('a.pcapng'), path(format)]);
        expect(await find(format), format).toEqual(wanted);
      }
      await run('mergecap', ['-a', '-w', path('merged'), path('a.pcapng'), path('nsecpcap')]);
      expect((await find('merged')).length).toBe(wanted.length);
      const pdu = Uint8Array.from([0, 0, 0, 16, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0, 1]);
      const dump = `0000 ${toHex(pdu).replace(/../g, '$& ')}\n`;
      await writeFile(path('dump.txt'), dump);
      await run('text2pcap', ['-T', '50000,2775', path('dump.txt'), path('tcp')]);
      expect((await find('tcp')).map(([packet, layers]) => [packet, layers])).toEqual([[1, 'Ethernet,IPv4,TCP,SMPP']]);
      const m3ua = frames.m3ua(frames.udt(frames.forwardSm([1, 0, 2, 0x91, 0x21, 0, 0, 1, 0x41], 'MO')));
      await writeFile(path('dump.txt'), `0000 ${toHex(Uint8Array.from(m3ua)).replace(/../g, '$& ')}\n`);
      await run('text2pcap', ['-6', '2001:db8::1,2001:db8::2', '-S', '2905,2905,3', path('dump.txt'), path('sctp')]);
      expect((await find('sctp')).map(([, layers, format]) => [layers, format])).toEqual([
        ['Ethernet,IPv6,SCTP,M3UA,SCCP,TCAP,MAP', 'tpdu-mo'],
      ]);
    });
  });
});
