// A long text through SMPP, with a receipt for each part. The message centre is a test centre on this machine.

import { decodeUtf8 } from 'handset/bytes';
import { toSubmitSm } from 'handset/carrier';
import { createTestCentre } from 'handset/smpp/centre';
import { connectSmpp } from 'handset/smpp/node';
import { submitText } from 'handset/sms';

const centre = await createTestCentre({ port: 0, script: { accounts: { shop: 'secret' } } });

const parts = submitText('Your order is on its way. '.repeat(8).trim(), { to: '+447700900123', tpSrr: true });
const states = new Map();
let allArrived;
const arrived = new Promise((resolve) => {
  allArrived = resolve;
});
const client = await connectSmpp({
  host: '127.0.0.1',
  port: centre.port,
  bind: { system_id: 'shop', password: 'secret' },
  onRequest: ({ command, fields }) => {
    if (command !== 'deliver_sm') return 'ESME_RINVCMDID';
    const [, id, state] = /^id:(\S+) .* stat:(\w+)/.exec(decodeUtf8(fields.short_message));
    states.set(id, state);
    if (states.size === parts.length) allArrived();
    return 0;
  },
});
for (const part of parts) {
  const { status, fields } = await client.request('submit_sm', {
    fields: { source_addr: 'Shop', source_addr_ton: 5, ...toSubmitSm(part) },
  });
  if (status !== 0) throw new Error(`refused with status ${status}`);
  console.log(`part taken as ${fields.message_id}`);
}
await arrived;
for (const [id, state] of states) console.log(`${id}: ${state}`);
await client.unbind();
await centre.close();
