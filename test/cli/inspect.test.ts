import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { fixture, smsVectors } from '../support/vectors.js';
import { handset, readText, shared, temp, write } from './support.js';

const TO = ['--to', '447700900123'];
const [{ out: vector }] = smsVectors('submit') as unknown as [{ out: { tpdu: string; atPdu: string } }];
const ott = encodeNokiaRingtone(parseRtttl('x:d=4,o=5,b=160:c,d'));

describe('input', () => {
  it('is hex, base64, a file or stdin, and the same tree comes of all', async () => {
    const { code, out } = await handset(['inspect', '--hex', vector.tpdu]);
    expect(code).toBe(0);
    expect(out).toMatch(/^0-\d+ +SMS-SUBMIT\n/);
    const octets = Buffer.from(vector.tpdu, 'hex');
    const file = write('message.bin', octets);
    for (const [args, stdin] of [
      [['inspect', '--hex', vector.tpdu.toLowerCase().replace(/(..)/g, '$1 ').trim()], ''],
      [['inspect', '--base64', octets.toString('base64')], ''],
      [['inspect', file], ''],
      [['inspect'], octets],
      [['inspect', '-'], `${vector.tpdu}\r\n`],
    ] as [string[], string | Uint8Array][]) {
      expect((await handset(args, { stdin })).out, args.join(' ')).toBe(out);
    }
  });

  it('of several files is one tree each', async () => {
    const { out } = await handset(['inspect', write('a.ott', ott), write('b.txt', 'text'), '--json']);
    expect(JSON.parse(out).map(({ name }: { name: string }) => name)).toEqual(['Nokia ringtone', 'text']);
    expect((await handset(['inspect', temp('a.ott'), temp('b.txt')])).out).toMatch(
      /^\S+a\.ott:\n0-13 [\s\S]*\n\n\S+b\.txt:\n0-3 +text = text\n$/,
    );
  });

  it('of several hex arguments is a listing', async () => {
    const { out } = await handset(['inspect', '--json', '--hex', vector.tpdu, vector.atPdu]);
    expect(JSON.parse(out)).toMatchObject({
      name: 'hex',
      children: [{ name: 'hex: SMS-SUBMIT' }, { name: 'hex: SMS-SUBMIT' }],
    });
    expect(JSON.parse((await handset(['inspect', '--json', '--as', 'hex', '--hex', vector.tpdu])).out)).toMatchObject({
      name: 'hex',
    });
  });

  it('past a limit is told by the option that it came from', async () => {
    const lines = '0A\n'.repeat(1025);
    const { code, err } = await handset(['inspect', '--base64', Buffer.from(lines).toString('base64')]);
    expect(code).toBe(1);
    expect(err).toMatch(/^handset: --base64: lines/);
    expect((await handset(['inspect', '--hex', ...lines.trim().split('\n')])).err).toMatch(/^handset: --hex: lines/);
  });

  it('under --as is what it is taken for', async () => {
    expect((await handset(['inspect', '--as', 'pdu-mo', '--hex', vector.atPdu])).out).toContain('SMSC');
    expect((await handset(['inspect', '--as', 'udh', '--hex', '06 05 04 15 81 00 00'])).out).toContain('to 5505');
    expect((await handset(['inspect', '--direction', 'MT', '--hex', '0101'])).out).toContain('SMS-SUBMIT-REPORT');
  });
});

describe('a payload written down', () => {
  const base64 = Buffer.from(ott).toString('base64');

  it('in one line of hex or base64 is the payload', async () => {
    const { out } = await handset(['inspect', write('written.ott', ott)]);
    for (const stdin of [toHex(ott), `${toHex(ott)}\n`, `\n${toHex(ott)}\r\n`, base64, `${base64}\n`]) {
      expect(await handset(['inspect'], { stdin })).toMatchObject({ code: 0, out });
    }
  });

  it('in several is one, too', async () => {
    const { out } = await handset(['inspect', temp('written.ott')]);
    const twice = [
      Buffer.from(toHex(ott)).toString('base64'),
      toHex(new TextEncoder().encode(base64)),
      Buffer.from(base64).toString('base64'),
    ];
    for (const stdin of twice) expect((await handset(['inspect'], { stdin })).out).toBe(out);
  });

  it('is identified as the payload first', async () => {
    for (const [format, stdin] of [
      ['hex', toHex(ott)],
      ['base64', base64],
    ] as const) {
      const { out } = await handset(['inspect', '--identify', '--json'], { stdin });
      const formats = JSON.parse(out).map(({ format }: { format: string }) => format);
      expect(formats[0]).toBe('nokia-ringtone');
      expect(formats).toContain(format);
    }
  });

  it('is a text where --as says so', async () => {
    for (const [as, stdin] of [
      ['hex', toHex(ott)],
      ['base64', base64],
    ] as const) {
      const { out } = await handset(['inspect', '--as', as, '--json'], { stdin });
      expect(JSON.parse(out)).toMatchObject({ name: as, children: [{ octets: toHex(ott) }] });
    }
  });

  it('that is no payload stays a text', async () => {
    const { out } = await handset(['inspect', '--identify'], { stdin: 'DEADBEEF' });
    expect(out).toMatch(/hex: /);
  });
});

describe('a multimedia message', () => {
  const { vectors } = fixture('vectors/mms.json') as { vectors: { id: string; hex: string }[] };
  const show = vectors.find(({ id }) => id === 'send-many')?.hex ?? '';

  it('is shown from its headers down to its slides', async () => {
    const { code, out } = await handset(['inspect', write('show.mms', Buffer.from(show, 'hex'))]);
    expect(code).toBe(0);
    const shown = [
      'M-Send.req (to +447700900001/TYPE=PLMN and 3 more, 3 parts)',
      'X-Mms-Priority (high)',
      'X-Mms-Delivery-Report (yes)',
      'Date (2023-11-14T22:13:20.',
      'par (slide 1, 5000ms)',
      '(picture, in Image: a.gif, image/gif)',
      '(image/gif, 1x1)',
      'data = Hello (utf-8)',
    ];
    for (const text of shown) expect(out).toContain(text);
  });

  it('is identified, in hex too', async () => {
    const { out } = await handset(['inspect', '--identify', temp('show.mms')]);
    expect(out).toMatch(/^0\.98 {2}mms: a whole M-Send\.req: to /);
    expect((await handset(['inspect', '--hex', show])).out).toMatch(/^0-\d+ +M-Send\.req /);
  });
});

describe('output', () => {
  it('--json is a tree', async () => {
    const tree = JSON.parse((await handset(['inspect', '--json', '--hex', vector.tpdu])).out);
    expect(tree).toMatchObject({ name: 'SMS-SUBMIT', start: 0, end: vector.tpdu.length / 2 });
  });

  it('--json of a faulty input is a tree with the error, and the exit code tells', async () => {
    const { code, out, err } = await handset(['inspect', '--json', '--hex', vector.tpdu.slice(0, -4)]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'truncated', field: 'TP-UD' } });
    expect(err).toMatch(/^handset: TP-UD at \d+: .* \[truncated\]\n$/);
  });

  it('--spec adds sections, colours only where wanted', async () => {
    expect((await handset(['inspect', '--spec', '--hex', vector.tpdu])).out).toContain('[23.040');
    expect((await handset(['inspect', '--hex', vector.tpdu])).out).not.toMatch(/\x1b/);
    const file = write('faulty.rtttl', 'x:d=4,o=5,b=160:c,oops,d');
    const { out } = await handset(['inspect', '--as', 'rtttl', file], { color: true });
    expect(out).toMatch(/\x1b\[33m! /);
    expect((await handset(['inspect', '--hex', vector.tpdu], { color: true })).out).toContain('\x1b[32m(');
    const report = temp('tree.txt');
    await handset(['inspect', '--hex', vector.tpdu, '-o', report], { color: true });
    expect(readText(report)).not.toContain('\x1b');
    await handset(['--color', 'always', 'inspect', '--hex', vector.tpdu, '-o', report], {});
    expect(readText(report)).toContain('\x1b[32m(');
  });

  it('--identify lists the readings', async () => {
    expect((await handset(['inspect', '--identify', write('x.ott', ott)])).out).toMatch(/^0\.99 {2}nokia-ringtone: /);
    expect(JSON.parse((await handset(['inspect', '--identify', '--json', temp('x.ott')])).out)[0]).toMatchObject({
      format: 'nokia-ringtone',
    });
    expect((await handset(['inspect', '--identify', write('x.bin', Uint8Array.of(255))])).out).toBe('unknown\n');
  });

  it('--identify looks behind the hex of an argument', async () => {
    expect((await handset(['inspect', '--identify', '--hex', vector.tpdu])).out).toContain('tpdu-mo');
  });

  it('-o writes to a file', async () => {
    const path = temp('tree.json');
    expect((await handset(['inspect', '--json', '-o', path, '--hex', vector.tpdu])).out).toBe('');
    expect(JSON.parse(readText(path)).name).toBe('SMS-SUBMIT');
  });
});

describe('encode | inspect', () => {
  it.each(['pdu', 'at'])('a long text as %s is joined again', async (format) => {
    const text = readText(shared('invitation.txt')).trimEnd();
    const encoded = await handset(['encode', 'text', shared('invitation.txt'), ...TO, '--format', format]);
    const { code, out } = await handset(['inspect', '--json'], { stdin: encoded.out });
    expect(code).toBe(0);
    expect(JSON.parse(out).children.at(-1)).toMatchObject({
      name: expect.stringMatching(/^joined from \d parts/),
      value: text,
    });
  });

  it.each(['pdu', 'at'])('a ringtone as %s is shown down to its notes', async (format) => {
    const encoded = await handset([
      'encode',
      'ringtone',
      shared('fur-elise.rtttl'),
      '--make',
      'Nokia',
      ...TO,
      '--format',
      format,
    ]);
    const { code, out } = await handset(['inspect'], { stdin: encoded.out });
    expect(code).toBe(0);
    expect(out).toMatch(/joined from \d parts\n(.*\n)*.*Nokia ringtone/);
    expect(out.match(/note-value/g)?.length).toBe(parseRtttl(readText(shared('fur-elise.rtttl'))).notes.length);
    const asArgument = await handset(['inspect', '--hex', encoded.out.trim()]);
    if (format === 'pdu') expect(asArgument.out).toBe(out);
  });

  it('a missing part is a warning', async () => {
    const encoded = await handset(['encode', 'text', 'x'.repeat(400), ...TO]);
    const rest = encoded.out.split('\n').slice(1).join('\n');
    const { code, out } = await handset(['inspect', '--strict'], { stdin: rest });
    expect(code).toBe(3);
    expect(out).toContain('! 2 of 3 parts of a message');
  });

  it('one PDU of several is inspected without its line', async () => {
    const [first = ''] = (await handset(['encode', 'text', 'x'.repeat(400), ...TO])).out.split('\n');
    const { code, out } = await handset(['inspect', '--hex', first]);
    expect([code, out.split('\n')[0]]).toEqual([0, expect.stringContaining('SMS-SUBMIT')]);
    expect(out).toContain('1 of 3 parts');
    expect(toHex(ott)).not.toBe('');
  });
});
