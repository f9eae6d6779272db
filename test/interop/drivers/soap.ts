/**
 * SOAP clients and a SOAP server of other programs: PHP, zeep and SOAP::Lite, each given a batch of calls.
 *
 * Clients call a port of the loopback interface that this process opens: call n goes to /n, and `?wsdl` gives the WSDL.
 * @module
 */

import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from './daemons.js';
import { run } from './run.js';
import { inTemporaryFolder } from './temporary.js';

/** What a client is to call; a value is text, null, a structure, a list, `{hex}` or `{time}`. */
export interface ClientJob {
  readonly operation: string;
  readonly parts: readonly (readonly [name: string, value: unknown])[];
}

/** What a client read. */
export interface ClientAnswer {
  readonly parts?: unknown;
  readonly fault?: { readonly code: string; readonly reason: string };
}

/** What a client posted. */
export interface Posted {
  readonly contentType: string;
  readonly action: string | undefined;
  readonly body: Buffer;
}

/** The port that clients call. */
export interface Port {
  /** The WSDL, for the address of the port. */
  wsdl(address: string): string;
  /** The answer to call n. */
  answer(index: number, posted: Posted): { readonly status: number; readonly xml: string };
}

export const SOAP_CLIENTS = {
  'PHP SoapClient, WSDL': { program: '/usr/bin/php', args: [path('soap_client.php')], mode: 'wsdl' },
  'PHP SoapClient without WSDL, objects': { program: '/usr/bin/php', args: [path('soap_client.php')], mode: 'structs' },
  'PHP SoapClient without WSDL, arrays': { program: '/usr/bin/php', args: [path('soap_client.php')], mode: 'maps' },
  zeep: { program: '/usr/bin/python3', args: [path('soap_zeep.py')], mode: 'wsdl' },
  'SOAP::Lite': { program: '/usr/bin/perl', args: [path('soap_lite.pl')], mode: 'lite' },
} as const;

export type SoapClient = keyof typeof SOAP_CLIENTS;

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Lets a client make calls. @returns what it read, in order. */
export async function callWith(
  client: SoapClient,
  jobs: readonly ClientJob[],
  namespace: string,
  port: Port,
): Promise<ClientAnswer[]> {
  const { program, args, mode } = SOAP_CLIENTS[client];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request)
      .then((body) => {
        const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
        const type = { 'Content-Type': 'text/xml; charset=utf-8' };
        if (request.method === 'GET' && search === '?wsdl') {
          response.writeHead(200, type).end(port.wsdl(`http://127.0.0.1:${number}/`));
          return;
        }
        const { 'content-type': contentType = '', soapaction: action } = request.headers;
        const posted = { contentType, action: action as string | undefined, body };
        const { status, xml } = port.answer(Number(pathname.slice(1)), posted);
        response.writeHead(status, type).end(xml);
      })
      .catch((error: unknown) => {
        failures.push(error);
        response.writeHead(500).end();
      });
  });
  const number = await listen(server);
  try {
    const input = JSON.stringify({ base: `http://127.0.0.1:${number}`, namespace, mode, jobs });
    const { stdout } = await run(program, args, { input });
    if (failures.length > 0) throw failures[0];
    return JSON.parse(stdout) as ClientAnswer[];
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What PHP's server saw in a call, and what it answered. */
export interface Served {
  readonly operation: string | null;
  /** In the order of the WSDL's parts. */
  readonly arguments: readonly unknown[];
  readonly answer: string;
}

/** Lets PHP's SoapServer answer calls with the parts that are given. */
export function serveWithPhp(
  wsdl: string,
  jobs: readonly { readonly call: string; readonly answer: object }[],
): Promise<Served[]> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'port.wsdl');
    await writeFile(file, wsdl);
    const { stdout } = await run('/usr/bin/php', [path('soap_server.php')], { input: JSON.stringify({ wsdl: file, jobs }) });
    return JSON.parse(stdout) as Served[];
  });
}

/** What PHP's SoapServer answers to a call that it cannot serve: the fault ends its program. */
export function faultOfPhp(wsdl: string, call: string): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'port.wsdl');
    await writeFile(file, wsdl);
    const input = JSON.stringify({ wsdl: file, jobs: [{ call, answer: {} }] });
    const { stdout } = await run('/usr/bin/php', ['-d', 'display_errors=0', path('soap_server.php')], { input, accept: [255] });
    return stdout;
  });
}

/** Versions, for the log. */
export async function soapVersions(): Promise<string> {
  const php = await run('/usr/bin/php', ['-r', 'echo PHP_VERSION;']);
  const zeep = await run('/usr/bin/python3', ['-c', 'import zeep; print(zeep.__version__)']);
  const lite = await run('/usr/bin/perl', ['-MSOAP::Lite', '-e', 'print $SOAP::Lite::VERSION']);
  return `PHP ${php.stdout}, zeep ${zeep.stdout.trim()}, SOAP::Lite ${lite.stdout}`;
}
