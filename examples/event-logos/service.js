// A logo for the phones of an event's guests: POST a picture to /logos?to=NUMBER&mcc=MCC&mnc=MNC, and get the messages that put it on a Nokia, for a modem.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { FormatError } from 'handset';
import { bitmapToRows } from 'handset/bitmap';
import { toAtCommands } from 'handset/carrier';
import { bitmapFromImage } from 'handset/image';
import { buildSubmits } from 'handset/message';

const MAX_OCTETS = 5_000_000;

async function makeLogo(picture, { to, mcc, mnc }) {
  const bitmap = await bitmapFromImage(picture, { widthPx: 72, heightPx: 14 });
  const submits = buildSubmits({ kind: 'operatorLogo', bitmap, mcc, mnc }, { to, make: 'Nokia' });
  return { rows: bitmapToRows(bitmap), commands: toAtCommands(submits) };
}

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (request.method !== 'POST' || pathname !== '/logos') return [404, { error: 'POST a picture to /logos' }];
  if (!(Number(request.headers['content-length']) <= MAX_OCTETS))
    return [413, { error: `a picture has at most ${MAX_OCTETS} octets` }];
  try {
    return [200, await makeLogo(await buffer(request), Object.fromEntries(searchParams))];
  } catch (error) {
    // What is wrong with the picture, the number or the network, in words.
    if (error instanceof FormatError || error instanceof TypeError) return [400, { error: error.message }];
    throw error;
  }
}

export const server = createServer(async (request, response) => {
  const [status, body] = await answer(request).catch((error) => [500, { error: String(error) }]);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
});

const isMain = process.argv[1].endsWith('service.js');
server.listen(isMain ? 8080 : 0, '127.0.0.1', () => {
  if (isMain) console.log('listening on http://127.0.0.1:8080');
});
