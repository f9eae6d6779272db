// Starts the service, sends it a picture, and a text in place of one.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { server } from './service.js';

await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/logos?to=447700900123&mcc=234&mnc=15`;

const made = await (await fetch(url, { method: 'POST', body: readFileSync('crest.png') })).json();
for (const row of made.rows) console.log(row.replaceAll('.', ' '));
console.log(`${made.commands.length - 1} messages`);

const refused = await fetch(url, { method: 'POST', body: 'no picture' });
console.log(refused.status, (await refused.json()).error);
server.close();
