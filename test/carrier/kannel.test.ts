import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KannelOptions, toKannelUrl } from '../../src/carrier/index.js';
import { encodeUdh, type SubmitInput } from '../../src/sms/index.js';
import { submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const service: KannelOptions = {
  baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms',
  username: 'user name',
  password: 'p&ss=w%rd',
};
const tpDa = { ton: 1, npi: 1, digits: '447700900123' } as const;
const urlOf = (input: SubmitInput, options?: Partial<KannelOptions>) => new URL(toKannelUrl(input, { ...service, ...options }));

/** Octets of a query value, percent-decoded by hand: URLSearchParams would read them as UTF-8. */
function octetsOf(url: URL, name: string): number[] | undefined {
  const value = url.search
    .slice(1)
    .split('&')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return (
    value
      ?.match(/%[0-9A-F]{2}|[^%]/g)
      ?.map((unit) => (unit.length === 3 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0))) ??
    (value === '' ? [] : undefined)
  );
}

describe('one form for each group of TP-DCS', () => {
  it.each([
    [0x00, { coding: '0' }],
    [0x04, { coding: '1' }],
    [0x08, { coding: '2' }],
    [0x10, { coding: '0', mclass: '0', 'alt-dcs': '0' }],
    [0x15, { coding: '1', mclass: '1', 'alt-dcs': '0' }],
    [0x1b, { coding: '2', mclass: '3', 'alt-dcs': '0' }],
    [0xf0, { coding: '0', mclass: '0', 'alt-dcs': '1' }],
    [0xf5, { coding: '1', mclass: '1', 'alt-dcs': '1' }],
    [0xf2, { coding: '0', mclass: '2', 'alt-dcs': '1' }],
    [0xd8, { coding: '0', mwi: '0' }],
    [0xd9, { coding: '0', mwi: '1' }],
    [0xc2, { coding: '0', mwi: '6' }],
    [0xeb, { coding: '2', mwi: '3' }],
  ] as [number, Record<string, string>][])('%i', (tpDcs, expected) => {
    const isData = (tpDcs & 0x0c) === 4 || tpDcs === 0xf5;
    const url = urlOf({ tpDa, tpDcs, ...(isData ? { data: hex('00FF20') } : { text: 'a' }) });
    const found = Object.fromEntries(
      [...url.searchParams].filter(([name]) => ['coding', 'mclass', 'alt-dcs', 'mwi', 'compress'].includes(name)),
    );
    expect(found).toEqual(expected);
  });
});

it('says all there is to say, in escapes that a URL parser reads back', () => {
  const input: SubmitInput = {
    tpDa,
    tpPid: 0x41,
    tpDcs: 0xf5,
    tpRp: true,
    tpSrr: true,
    tpVp: { kind: 'relative', minutes: 90 },
    udh: [{ kind: 'ports16', destination: 5505, source: 0 }],
    data: hex('024A3A20'),
  };
  const url = urlOf(input, { from: 'Käse & Co', smsc: 'a b', priority: 2, dlrUrl: 'http://x/?a=1&b=%d' });
  expect(url.origin + url.pathname).toBe(service.baseUrl);
  expect(Object.fromEntries([...url.searchParams].filter(([name]) => name !== 'udh' && name !== 'text'))).toEqual({
    username: 'user name',
    password: 'p&ss=w%rd',
    smsc: 'a b',
    from: 'Käse & Co',
    to: '+447700900123',
    coding: '1',
    mclass: '1',
    'alt-dcs': '1',
    pid: '65',
    rpi: '1',
    validity: '90',
    priority: '2',
    'dlr-mask': '3',
    'dlr-url': 'http://x/?a=1&b=%d',
  });
  expect(octetsOf(url, 'udh')).toEqual([...hex('06050415810000')]);
  expect(octetsOf(url, 'text')).toEqual([...hex('024A3A20')]);
});

it('asks for no receipt unless the message does, and for those of the mask', () => {
  expect(urlOf({ tpDa, text: 'x' }, { dlrUrl: 'http://x/' }).searchParams.has('dlr-url')).toBe(false);
  expect(urlOf({ tpDa, text: 'x', tpSrr: true }, { dlrMask: 31 }).searchParams.get('dlr-mask')).toBe('31');
});

it('a short code has no plus', () => {
  expect(urlOf({ tpDa: { ton: 0, npi: 1, digits: '12345' }, text: 'x' }).searchParams.get('to')).toBe('12345');
});

it('a text goes in UTF-8, and says so; what the message does not have is not asked for', () => {
  expect(Object.fromEntries(urlOf({ tpDa, text: 'Ж€', tpDcs: 8 }).searchParams)).toEqual({
    username: 'user name',
    password: 'p&ss=w%rd',
    to: '+447700900123',
    coding: '2',
    charset: 'UTF-8',
    text: 'Ж€',
  });
});

it('adds to a base URL that has a query of its own', () => {
  const url = urlOf({ tpDa, text: 'x' }, { baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms?account=a' });
  expect([url.searchParams.get('account'), url.searchParams.get('username')]).toEqual(['a', 'user name']);
});

it('every message is one URL whose text and header come back, or is refused', () => {
  fc.assert(
    fc.property(submit, (any) => {
      let url: URL;
      try {
        url = urlOf(any);
      } catch (error) {
        expect(error).toMatchObject({ name: 'EncodeError' });
        return;
      }
      if (any.data === undefined) expect(url.searchParams.get('text')).toBe(any.text);
      else expect(octetsOf(url, 'text')).toEqual([...any.data]);
      expect(octetsOf(url, 'udh')).toEqual(any.udh.length === 0 ? undefined : [...encodeUdh(any.udh)]);
      expect(url.searchParams.get('charset')).toBe(any.data === undefined ? 'UTF-8' : null);
      expect(url.hash).toBe('');
    }),
  );
});

describe('refusals', () => {
  it.each([
    ['a name', { tpDa: { ton: 5, npi: 0, text: 'Shop' }, text: 'x' }, 'tpDa'],
    ['a national number', { tpDa: { ton: 2, npi: 1, digits: '7700900123' }, text: 'x' }, 'tpDa'],
    ['a number of another plan', { tpDa: { ton: 1, npi: 8, digits: '447700900123' }, text: 'x' }, 'tpDa'],
    ['an indication with a reserved bit', { tpDa, text: 'x', tpDcs: 0xdc }, 'tpDcs'],
    ['TP-RD', { tpDa, text: 'x', tpRd: true }, 'tpRd'],
    ['a locking shift', { tpDa, text: 'x', udh: [{ kind: 'lockingShift', language: 1 }] }, 'udh'],
    ['a single shift', { tpDa, text: 'x', udh: [{ kind: 'singleShift', language: 1 }] }, 'udh'],
    ['absolute validity', { tpDa, text: 'x', tpVp: { kind: 'absolute', at: new Date(1e12), offsetMinutes: 0 } }, 'tpVp'],
    ['enhanced validity', { tpDa, text: 'x', tpVp: { kind: 'enhanced', format: 'none', singleShot: false } }, 'tpVp'],
    ['a reserved group', { tpDa, text: 'x', tpDcs: 0x80 }, 'tpDcs'],
    ['an indication to discard', { tpDa, text: 'x', tpDcs: 0xc8 }, 'tpDcs'],
    ['an indication off to store', { tpDa, text: 'x', tpDcs: 0xd2 }, 'tpDcs'],
    ['automatic deletion', { tpDa, text: 'x', tpDcs: 0x40 }, 'tpDcs'],
    ['a reserved alphabet', { tpDa, text: 'x', tpDcs: 0x0c }, 'tpDcs'],
    ['reserved bits', { tpDa, text: 'x', tpDcs: 0x01 }, 'tpDcs'],
    ['reserved bits of a class', { tpDa, text: 'x', tpDcs: 0xf8 }, 'tpDcs'],
  ] as [string, SubmitInput, string][])('%s', (_, input, field) => {
    expect(refusal(() => toKannelUrl(input, service))).toMatchObject({ code: 'unencodable', field });
  });

  it('never tells the password', () => {
    try {
      toKannelUrl({ tpDa, text: 'x', tpRd: true }, service);
    } catch (error) {
      expect(`${(error as Error).message} ${(error as Error).stack}`).not.toContain(service.password);
    }
  });
});
