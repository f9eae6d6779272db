/**
 * PDUs of our SMPP codec: read by tshark and by the package smpp, and exchanged with a service centre by Net::SMPP.
 */
import { execFileSync, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { decodeSmppPdu, encodeSmppPdu, findSmppParameter, type SmppPduInput, SmppSplitter } from '../../src/smpp/index.js';
import { connectSmpp, listenSmpp } from '../../src/smpp/node.js';
import { PARAMETERS } from '../../src/smpp/parameters.js';
import { findPduType, PDUS, type SmppFields, type SmppPdu } from '../../src/smpp/pdus.js';
import { Happenings } from '../gateway/smpp-centre.js';
import { packagePdu, smppPdu } from '../support/smpp.js';
import { draw, SEED } from './arbitraries.js';
import { end } from './drivers/daemons.js';
import { dissectProtocols, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import { PARAMETER_CASES } from './smpp-parameters.js';

/** Texts that both programs show as they are; times are left out, since both show them as dates. */
const tame = (name: string, value: string) => (/_time$|_period$|_date$/.test(name) ? '' : value.replace(/[^0-9A-Za-z]/g, 'x'));
const tameFields = (fields: SmppFields): SmppFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === 'string') return [name, tame(name, value)];
      return [name, Array.isArray(value) ? value.map(tameFields) : value];
    }),
  );

/** PDUs without parameters: tshark knows some that others do not, and shows parts of their values as fields of their own. */
const pdus: readonly SmppPdu[] = draw(smppPdu, 400).map(({ fields, ...pdu }) => ({
  ...{ ...pdu, parameters: [] },
  ...(fields && { fields: tameFields(fields) }),
}));

/** Values of single fields, by name. */
function plainFields({ fields = {} }: SmppPdu): [name: string, value: number | string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string' ? [[name, value]] : [],
  );
}

/** Fields that tshark shows bit by bit, or by other names. */
const OTHERWISE = new Set(['esm_class', 'registered_delivery', 'final_date', 'schedule_delivery_time', 'validity_period']);

/** Bits of an octet that tshark shows of a field; the others are reserved. */
const MASKS: Readonly<Record<string, number>> = { replace_if_present_flag: 1 };

describe(`SMPP (seed ${SEED})`, () => {
  it('is read by tshark as it was meant', async () => {
    const shown = await dissectProtocols(
      pdus.map((pdu) => ({ octets: encodeSmppPdu(pdu), direction: 'MO' })),
      'smpp',
    );
    let compared = 0;
    for (const [i, pdu] of pdus.entries()) {
      const all: readonly PdmlField[] = [...walk(shown[i] as readonly PdmlField[])];
      // It has a word for an empty text.
      const shownAs = (name: string) => all.find((field) => field.name === `smpp.${name}`)?.show.replace('(Default)', '');
      const head = ['command_length', 'command_id', 'command_status', 'sequence_number'].map((name) =>
        Number(shownAs(name) ?? 0),
      );
      expect(head).toEqual([encodeSmppPdu(pdu).length, findPduType(pdu.command as string)?.id, pdu.status, pdu.sequence]);
      // In a request it shows no status, and of an answer to a failed one no body.
      if (pdu.status !== 0) continue;
      for (const [name, value] of plainFields(pdu)) {
        if (OTHERWISE.has(name)) continue;
        const found = shownAs(name);
        const expected = typeof value === 'number' ? value & (MASKS[name] ?? 0xff) : value;
        expect([pdu.command, name, typeof value === 'number' ? Number(found) : (found ?? '')]).toEqual([
          pdu.command,
          name,
          expected,
        ]);
        compared++;
      }
    }
    console.log(`tshark ${await tsharkVersion()}: ${pdus.length} PDUs of SMPP, ${compared} fields compared`);
    expect(compared).toBeGreaterThan(500);
  }, 120_000);

  it('is read by the package smpp as it was meant', () => {
    for (const pdu of pdus) {
      const read = new smpp.PDU(Buffer.from(encodeSmppPdu(pdu)) as never) as unknown as Record<string, unknown>;
      expect([read.command, read.command_status, read.sequence_number]).toEqual([pdu.command, pdu.status, pdu.sequence]);
      for (const [name, value] of plainFields(pdu)) expect([pdu.command, name, read[name]]).toEqual([pdu.command, name, value]);
    }
  });
});

describe('every optional parameter of both versions', () => {
  /** Octets before the parameter. */
  const HEAD = 16 + 19;
  const plain = { source_addr: '1', destination_addr: '2', short_message: new Uint8Array(0) };
  const written = PARAMETER_CASES.map(({ parameter }) =>
    encodeSmppPdu({ command: 'submit_sm', sequence: 1, fields: plain, parameters: [parameter] }),
  );

  it('is here, by its number, and comes back', () => {
    expect(PARAMETER_CASES.map(({ tag, parameter: { name } }) => [tag, name]).sort()).toEqual(
      [...PARAMETERS.byTag.values()].map(({ tag, name }) => [tag, name]).sort(),
    );
    for (const [i, { tag, parameter }] of PARAMETER_CASES.entries()) {
      expect(decodeSmppPdu(written[i] as Uint8Array).parameters).toEqual([{ tag, ...parameter }]);
    }
  });

  it('is read by tshark as it was meant', async () => {
    const shown = await dissectProtocols(
      written.map((octets) => ({ octets, direction: 'MO' })),
      'smpp',
    );
    let compared = 0;
    for (const [i, { tag, parameter, tshark }] of PARAMETER_CASES.entries()) {
      const all: readonly PdmlField[] = [...walk(shown[i] as readonly PdmlField[])];
      const find = (name: string) => all.find((field) => field.name === `smpp.${name}`)?.show;
      expect([parameter.name, Number(find('opt_param_tag'))]).toEqual([parameter.name, tag]);
      for (const [name, value] of Object.entries(tshark)) {
        const found = find(name);
        const read = typeof value === 'number' ? Number(found) : found?.replaceAll(':', '');
        expect([parameter.name, name, read]).toEqual([parameter.name, name, value]);
        compared++;
      }
    }
    console.log(`tshark ${await tsharkVersion()}: ${PARAMETER_CASES.length} parameters of SMPP, ${compared} fields compared`);
    expect(compared).toBeGreaterThan(60);
  }, 120_000);

  it('is written by the package smpp to the same octets, but where it departs from the specification', () => {
    const body = (octets: Uint8Array) => toHex(octets.subarray(16));
    let compared = 0;
    for (const [i, { parameter, package: given }] of PARAMETER_CASES.entries()) {
      if ('different' in given) continue;
      const [name, value] = given;
      const theirs = packagePdu('submit_sm', { ...plain, short_message: Buffer.alloc(0), data_coding: 0, [name]: value });
      expect([parameter.name, body(written[i] as Uint8Array)]).toEqual([parameter.name, body(theirs)]);
      compared++;
    }
    expect(compared).toBe(PARAMETER_CASES.length - 3);
  });

  it('has the name that Net::SMPP gives it, with the same octets', () => {
    const input = written.map((octets) => `${toHex(octets)}\n`).join('');
    const driver = fileURLToPath(new URL('drivers/smpp_pdus.pl', import.meta.url));
    const output = execFileSync('perl', [driver], { input, encoding: 'utf8' }).trim().split('\n');
    for (const [i, { parameter, tag }] of PARAMETER_CASES.entries()) {
      const { command, fields } = JSON.parse(output[i] as string) as { command: string; fields: Record<string, string> };
      const value = toHex((written[i] as Uint8Array).subarray(HEAD + 4));
      expect([command, parameter.name, fields[parameter.name], fields[tag]]).toEqual([
        'submit_sm',
        parameter.name,
        value,
        value,
      ]);
    }
  });
});

it('the table of PDUs above has every command of both versions', () => {
  expect(new Set(pdus.map(({ command }) => command))).toEqual(new Set(PDUS.map(({ name }) => name)));
});

describe('Net::SMPP as service centre', () => {
  it('reads what we write, and we read what it writes', async () => {
    const driver = fileURLToPath(new URL('drivers/smpp_centre.pl', import.meta.url));
    const child = spawn('perl', [driver], { stdio: ['ignore', 'pipe', 'inherit'] });
    const events = new Happenings<Readonly<Record<string, unknown>>>();
    createInterface({ input: child.stdout }).on('line', (line) => events.add(JSON.parse(line)));
    try {
      const { listening } = await events.first((event) => event.listening !== undefined);
      const socket = connect({ host: '127.0.0.1', port: listening as number });
      const received = new Happenings<SmppPdu>();
      const splitter = new SmppSplitter();
      const send = (pdu: SmppPduInput) => socket.write(encodeSmppPdu(pdu));
      socket.on('data', (chunk) => {
        for (const octets of splitter.split(chunk)) {
          const pdu = decodeSmppPdu(octets);
          if (pdu.command === 'deliver_sm') {
            send({ command: 'deliver_sm_resp', sequence: pdu.sequence, fields: { message_id: '' } });
          }
          received.add(pdu);
        }
      });

      const bind = { system_id: 'handset', password: 'secret', system_type: 'test', interface_version: 0x34 };
      send({ command: 'bind_transceiver', sequence: 1, fields: bind });
      expect((await events.first((event) => event.bind !== undefined)).bind).toEqual(bind);
      const answer = await received.first(({ command }) => command === 'bind_transceiver_resp');
      expect(answer).toMatchObject({ status: 0, sequence: 1, fields: { system_id: 'centre' } });

      const submits = draw(smppPdu, 4_000)
        .filter(({ command }) => command === 'submit_sm')
        .slice(0, 60)
        .map(({ fields = {} }, i) => ({ command: 'submit_sm' as const, sequence: i + 2, fields: tameFields(fields) }));
      for (const submit of submits) send(submit);
      const all = await events.until((seen) => seen.filter(({ submit }) => submit !== undefined).length === submits.length);
      const read = all.flatMap(({ submit }) => (submit === undefined ? [] : [submit as Readonly<Record<string, unknown>>]));
      for (const [i, { fields }] of submits.entries()) {
        const { short_message, ...others } = read[i] as { short_message: string };
        expect(short_message).toBe(toHex(fields.short_message as Uint8Array));
        for (const [name, value] of Object.entries(others)) expect([name, String(value)]).toEqual([name, String(fields[name])]);
      }
      const ids = (
        await received.until((seen) => seen.filter(({ command }) => command === 'submit_sm_resp').length === submits.length)
      )
        .filter(({ command }) => command === 'submit_sm_resp')
        .map(({ sequence, fields }) => [sequence, fields?.message_id]);
      expect(ids).toEqual(submits.map(({ sequence }, i) => [sequence, `pl-${i + 1}`]));

      // Two parts of a message, and a receipt for each submit_sm: each third one in parameters.
      const delivered = (
        await received.until((seen) => seen.filter(({ command }) => command === 'deliver_sm').length === submits.length + 2)
      ).filter(({ command }) => command === 'deliver_sm');
      expect(delivered[0]?.fields).toMatchObject({
        esm_class: 0x40,
        source_addr: '447700900123',
        destination_addr: '447700900001',
      });
      const named = delivered
        .map(({ parameters }) => findSmppParameter(parameters, 'receipted_message_id'))
        .filter((id) => id !== undefined);
      expect(named).toEqual(submits.flatMap((_, i) => (i % 3 === 1 ? [`pl-${i + 1}`] : [])));

      send({ command: 'unbind', sequence: 1_000 });
      await events.first(({ unbind }) => unbind === 1);
      expect(await received.first(({ command }) => command === 'unbind_resp')).toMatchObject({ sequence: 1_000 });
      socket.destroy();
    } finally {
      await end(child);
    }
  }, 60_000);
});

describe('our sessions', () => {
  it('as client of Net::SMPP', async () => {
    const driver = fileURLToPath(new URL('drivers/smpp_centre.pl', import.meta.url));
    const child = spawn('perl', [driver], { stdio: ['ignore', 'pipe', 'inherit'] });
    const events = new Happenings<Readonly<Record<string, unknown>>>();
    createInterface({ input: child.stdout }).on('line', (line) => events.add(JSON.parse(line)));
    try {
      const { listening } = await events.first((event) => event.listening !== undefined);
      const delivered = new Happenings<SmppPdu>();
      const client = await connectSmpp({
        ...{ host: '127.0.0.1', port: listening as number, bind: { system_id: 'handset', password: 'secret' } },
        onRequest: (pdu) => {
          delivered.add(pdu);
          return 0;
        },
      });
      const fields = { source_addr: 'Shop', destination_addr: '447700900123', short_message: new Uint8Array([72, 105]) };
      const answers = await Promise.all(Array.from({ length: 30 }, () => client.request('submit_sm', { fields })));
      expect(answers.map((answer) => [answer.status, answer.fields?.message_id])).toEqual(
        Array.from({ length: 30 }, (_, i) => [0, `pl-${i + 1}`]),
      );
      // Two parts of a message, and a receipt of each.
      await delivered.count(32);
      expect(await client.unbind()).toMatchObject({ reason: 'unbound' });
      expect(
        (await events.until((all) => all.filter(({ answer }) => answer !== undefined).length === 32)).length,
      ).toBeGreaterThan(60);
    } finally {
      await end(child);
    }
  }, 60_000);

  it('as server of Net::SMPP', async () => {
    const submitted: unknown[] = [];
    const delivered: Promise<SmppPdu>[] = [];
    const server = await listenSmpp({
      ...{
        port: 0,
        onBind: (pdu) => ({ status: pdu.fields?.password === 'secret' ? 0 : 13, fields: { system_id: 'centre' } }),
      },
      onRequest: (pdu, connection) => {
        submitted.push(pdu.fields);
        // While it waits for an answer Net::SMPP passes over all else.
        if (submitted.length === 5) {
          const fields = { source_addr: '447700900123', short_message: new Uint8Array([0x4f, 0x4b]) };
          setTimeout(() => delivered.push(connection.request('deliver_sm', { fields })), 100);
        }
        return { fields: { message_id: `hs-${submitted.length}` } };
      },
    });
    const driver = fileURLToPath(new URL('drivers/smpp_client.pl', import.meta.url));
    const child = spawn('perl', [driver, String(server.port)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const events = new Happenings<Readonly<Record<string, unknown>>>();
    createInterface({ input: child.stdout }).on('line', (line) => events.add(JSON.parse(line)));
    try {
      const given = Array.from({ length: 5 }, (_, i) => ({
        destination_addr: `44770090012${i}`,
        short_message: `48690${i}`,
        data_coding: 4,
      }));
      child.stdin.end(given.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await events.first(({ unbind }) => unbind !== undefined);
      expect(events.all).toEqual([
        { bind: 0, system_id: 'centre' },
        ...given.map((_, i) => ({ answer: { status: 0, message_id: `hs-${i + 1}` } })),
        { delivered: { source_addr: '447700900123', short_message: '4F4B', command: 'deliver_sm' } },
        { unbind: 0 },
      ]);
      expect(submitted).toMatchObject(
        given.map(({ destination_addr, short_message }) => ({
          ...{ destination_addr, short_message: new Uint8Array(Buffer.from(short_message, 'hex')) },
        })),
      );
      expect(await Promise.all(delivered)).toMatchObject([{ status: 0 }]);
    } finally {
      await end(child);
      await server.close();
    }
  }, 60_000);
});
