/** A whole gateway in memory: asked without a port, or over one. */
import { onTestFinished } from 'vitest';
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
  type InboxEntry,
  type InboxView,
  readProvisioning,
  Store,
} from '../../src/gateway/index.js';

export const NOW = Date.parse('2026-03-04T05:06:07Z');
export const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
export const SMS = '/webservices/http/sendsms';
export const MMS = '/webservices/http/sendmms';
export const QUERY = '/webservices/http/queryaccount';
export const MANAGE = '/webservices/http/manageaccount';

/** A one-pixel GIF and a picture of 72x14. */
export const GIF = '47494638396101000100800000000000FFFFFF21F90401000000002C00000000010001000002024401003B';
export const LOGO = `00480E01${'AA'.repeat(126)}`;
export const PICTURE = `00481C01${'5A'.repeat(252)}`;
export const TUNE = 'Fifth:d=4,o=5,b=63:8P,8G,8G,8G,2D#';

const ACCOUNTS = {
  serviceDomain: 'gw.example.net',
  serviceName: 'gw.example.net',
  accounts: [
    {
      username: 'ANOther.12345',
      pin: '012345',
      credit: '15.2345',
      mayManage: true,
      replyTo: ['447700900001', 'MyShop'],
      addressBooks: { Friends: { '': ['447700900201'], Team: ['447700900202'] } },
    },
    { username: 'Shared.1', pin: '6666', parent: 'ANOther.12345', type: 'SHARED' },
    { username: 'Transfer.1', pin: '7777', parent: 'ANOther.12345', type: 'TRANSFER', credit: '1.0000', mayManage: true },
    {
      username: 'Stranger.9',
      pin: '8888',
      credit: '2.0000',
      mayManage: true,
      addressBooks: { Foes: { '': ['447700900301'] } },
    },
    { username: 'Poor.1', pin: '9999', credit: '0.1000' },
  ],
  library: [
    { number: 20001, owner: 'ANOther.12345', fileName: 'picture.otb', data: PICTURE },
    { number: 10001, public: true, fileName: 'logo.otb', data: LOGO },
    { number: 30001, public: true, fileName: 'fifth.rtx', data: TUNE },
    { number: 80000, public: true, fileName: 'dot.gif', data: GIF },
    { number: 80001, owner: 'Stranger.9', fileName: 'private.gif', data: GIF },
  ],
};

/** Tests ask as often as they can. */
export const UNLIMITED = { account: false, address: false } as const;

/** The account that most tests ask for. */
export const WHO = { Username: 'ANOther.12345', PIN: '012345' };
export const TO = { SendTo: '447700900123' };

export type Fields = Readonly<Record<string, string>>;

export interface TestGateway {
  readonly gateway: Gateway;
  readonly store: Store;
  /** Body of the answer to a form. */
  ask(path: string, fields: Fields): Promise<string>;
  /** Tags of the answer to a form, format 1 unless said otherwise. */
  tags(path: string, fields: Fields): Promise<Record<string, string>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Asks as operators do. */
  operators(path: string, init?: RequestInit): Promise<Response>;
  /** Messages of a virtual handset once there are so many. */
  inbox(number: string, count?: number): Promise<readonly InboxEntry[]>;
  credit(username: string): Promise<string>;
}

/**
 * A gateway that closes with its test.
 * @param onFinished the test's own, where tests run at a time
 */
export async function testGateway(
  options: Partial<GatewayOptions> = {},
  place = ':memory:',
  onFinished: (close: () => Promise<void>) => void = onTestFinished,
): Promise<TestGateway> {
  const begin = performance.now();
  const clock = options.clock ?? (() => Math.floor(NOW + performance.now() - begin));
  const store = await Store.open({ sqlite: place }, { clock, pinCost: 1 });
  await store.provision(readProvisioning(JSON.stringify(ACCOUNTS)));
  const { serviceDomain, serviceName } = ACCOUNTS;
  const gateway = createGateway({
    ...{ store, clock, serviceDomain, serviceName, publicUrl: 'http://gw.example.net', rate: UNLIMITED },
    ...options,
  });
  const fetch = (path: string, init?: RequestInit) => gateway.fetch(new Request(`http://gw.example.net${path}`, init));
  const operators = (path: string, init?: RequestInit) => gateway.fetchOperators(new Request(`http://localhost${path}`, init));
  const ask = async (path: string, fields: Fields) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': FORM }, body: formOf(fields) });
    return answer.text();
  };
  const test: TestGateway = {
    gateway,
    store,
    fetch,
    operators,
    ask,
    tags: async (path, fields) => tagsOf(await ask(path, { ResponseFormat: '1', ...fields })),
    inbox: (number, count = 1) => inboxOf(operators, number, count),
    credit: async (username) => (await store.account(username))?.credit.toString() ?? 'none',
  };
  onFinished(async () => {
    await gateway.close();
    await store.close();
  });
  return test;
}

export function formOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export function tagsOf(body: string): Record<string, string> {
  return Object.fromEntries(
    body.split('&').map((tag) => [tag.slice(0, tag.indexOf('=')), decodeURIComponent(tag.slice(tag.indexOf('=') + 1))]),
  );
}

async function inboxOf(
  fetch: (path: string) => Promise<Response>,
  number: string,
  count: number,
): Promise<readonly InboxEntry[]> {
  for (let round = 0; ; round++) {
    const view = (await (await fetch(`/virtual/handsets/${number}/inbox`)).json()) as InboxView;
    if (view.messages.length >= count || round > 300) return view.messages;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A call of the SOAP port. */
export function envelope(operation: string, parts: string, namespace = 'urn:x'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<SOAP-ENV:Body><m:${operation} xmlns:m="${namespace}">${parts}</m:${operation}></SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}
