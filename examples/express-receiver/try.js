// Starts the receiver and posts to it what a gateway would: a receipt, an incoming message, and one with the wrong PIN.
import { once } from 'node:events';
import { formatCallback } from 'handset/protocol';

process.env.PORT = '0';
const { server } = await import('./receiver.js');
await once(server, 'listening');

const post = async (callback) => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/handset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: formatCallback({ username: 'hook', pin: '4711', sendTo: '447700900123', ...callback }),
  });
  console.log(`answered ${response.status}`);
};
await post({ kind: 'receipt', messageIdentifier: 'ABCDEFGHIJK0001', report: -2 });
await post({ kind: 'message', replyTo: '447700900200', message: 'When do you open?' });
await post({ kind: 'receipt', pin: '0000', messageIdentifier: 'ABCDEFGHIJK0002', report: -2 });
server.close();
server.closeAllConnections();
