/** Requests with any headers whatever, Host among them, which fetch does not let out of its hands. */
import { type IncomingMessage, request } from 'node:http';

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The whole answer of a server on this machine. */
export async function ask(port: number, path: string, asked: Asked = {}): Promise<Answered> {
  const response = await begin(port, path, asked);
  let body = '';
  response.setEncoding('utf8');
  for await (const piece of response) body += piece;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** An answer whose body is for the caller to read. */
export function begin(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, resolve);
    asking.on('error', reject);
    asking.end(body);
  });
}
