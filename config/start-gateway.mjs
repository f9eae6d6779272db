/**
 * The second half of what `npm start` shows: the gateway with an account to try, a message of every kind by way of the sender, and what the virtual
 * handsets make of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ACCOUNT = { username: 'Demo.1', pin: '00123456', credit: '5.0000', replyTo: ['447700900001', 'Demo'] };

/** What is sent: a title, the call of a sender, and what to show of what came. */
const messages = (modules) => {
  const read = (name) => readFileSync(join(root, 'fixtures', name));
  const rows = (name) => modules.bitmapFromRows(read(`files/${name}.rows`).toString().trimEnd().split('\n'));
  const size = ({ widthPx, heightPx }) => `${widthPx} x ${heightPx} pixels`;
  const dot = Buffer.from('R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=', 'base64');
  const tune = modules.parseRtttl(read('files/fur-elise.rtttl').toString().trim());
  const card = modules.parseVCard(read('files/mueller.vcf').toString());
  const calendar = modules.parseVCalendar(read('files/meeting.ics').toString());
  const datagram = {
    dataCodingScheme: 0xf5,
    protocolIdentifier: 0,
    userDataHeader: modules.fromHex('06050415810000'),
    userData: modules.fromHex('024A3A'),
  };
  const si = { href: 'http://www.example.com/mail/1', id: 'mail-1', created: new Date(), text: 'You have 4 new mails' };
  return [
    ['text', (sender, to) => sender.sendText('Grüße aus Łódź, 10 €', to), ({ text }) => `"${text}"`],
    [
      'long text',
      (sender, to) => sender.sendText('We meet at eight. '.repeat(12), to),
      ({ text }) => `${text.length} characters, joined`,
    ],
    ['flash', (sender, to) => sender.sendFlash('The taxi is here', to), ({ text }) => `"${text}"`],
    [
      'ringtone',
      (sender, to) => sender.sendRingtone(tune, { ...to, make: 'Nokia' }),
      ({ tune: received }) => `"${received.title ?? ''}", ${received.notes.length} notes`,
    ],
    [
      'operator logo',
      (sender, to) => sender.sendOperatorLogo(rows('zum-loewen'), { ...to, make: 'Nokia', mcc: '234', mnc: '10' }),
      ({ mcc, mnc, bitmap }) => `${size(bitmap)} for network ${mcc} ${mnc}`,
    ],
    [
      'group graphic',
      (sender, to) => sender.sendGroupGraphic(rows('zum-loewen'), { ...to, make: 'Nokia' }),
      ({ bitmap }) => size(bitmap),
    ],
    [
      'picture message',
      (sender, to) => sender.sendPictureMessage(rows('sailing'), { ...to, make: 'Nokia' }),
      ({ bitmap }) => size(bitmap),
    ],
    [
      'vCard',
      (sender, to) => sender.sendVCard(card, { ...to, make: 'Nokia' }),
      ({ card: received }) => `${received.formattedName}, ${received.tel.map(({ value }) => value).join(', ')}`,
    ],
    [
      'vCalendar',
      (sender, to) => sender.sendVCalendar(calendar, { ...to, make: 'Nokia' }),
      ({ calendar: { events } }) => events.map(({ summary, start }) => `"${summary}" ${start}`).join(', '),
    ],
    [
      'service indication',
      (sender, to) => sender.sendServiceIndication(si, to),
      ({ si: { text, href } }) => `"${text}" ${href}`,
    ],
    [
      'WAP push of a file',
      (sender, to) => sender.sendWapPush({ name: 'dot.gif', data: dot }, { ...to, message: 'A picture' }),
      async ({ si: { text, href } }) => {
        const { contentType, octets } = await fetched(href);
        return `"${text}", fetched: ${contentType}, ${octets.length} octets`;
      },
    ],
    [
      'multimedia message',
      (sender, to) => sender.sendMms({ name: 'show.zip', data: read('zip/manifest.zip') }, { ...to, message: 'Ahoi!' }),
      async ({ notification: { subject, contentLocation } }) => {
        const { octets } = await fetched(contentLocation);
        const { parts } = modules.decodeMms(octets);
        return `"${subject}", fetched: ${octets.length} octets, ${parts.map(({ contentType }) => contentType).join(', ')}`;
      },
    ],
    [
      'raw PDU',
      (sender, to) => sender.sendPdu(datagram, to),
      ({ tpDcs, data }) => `DCS ${tpDcs.toString(16).toUpperCase()}, ${data}`,
    ],
  ];
};

async function fetched(href) {
  const answer = await fetch(href);
  const octets = new Uint8Array(await answer.arrayBuffer());
  return answer.ok
    ? { octets, contentType: answer.headers.get('Content-Type') }
    : Promise.reject(new Error(`status ${answer.status}`));
}

/** Starts the gateway. @returns what it says, its addresses for customers and operators, and what stops it. */
async function serve(folder) {
  const file = join(folder, 'accounts.json');
  writeFileSync(file, JSON.stringify({ serviceName: 'demo', accounts: [ACCOUNT] }, null, 2));
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ log: 'error' }));
  const args = ['dist/cli.cjs', 'serve', '--port', '0', '--provision', file, '--config', settings];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 2) break;
  const stop = async () => {
    child.kill();
    return (await ended)[0];
  };
  const [, operators, url] = /^operators on (\S+)\nlistening on (\S+)$/.exec(lines.join('\n')) ?? [];
  return { lines, url, operators, stop };
}

/** Messages of an inbox, once there is one. */
async function inboxOf(operators, number) {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const { messages: arrived } = await (await fetch(`${operators}/virtual/handsets/${number}/inbox`)).json();
    if (arrived.length > 0) return arrived;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nothing came');
}

/** Shows it all, with files in `folder`. @returns whether all went well. */
export async function showGateway(folder) {
  console.log('\n# The gateway with an account to try: every kind of message, and what virtual handsets received');
  console.log('$ handset serve --port 0 --provision accounts.json');
  const { lines, url, operators, stop } = await serve(folder);
  console.log(lines.join('\n'));
  if (url === undefined) return false;
  const modules = await import('../dist/index.js');
  const { Sender } = await import('../dist/sender.js');
  const sender = new Sender({ primary: url, username: ACCOUNT.username, pin: ACCOUNT.pin, keepAlive: true });
  let isFine = true;
  try {
    for (const [index, [title, send, show]] of messages(modules).entries()) {
      const number = String(447700900101 + index);
      let shown;
      try {
        const [{ accepted, report, text }] = await send(sender, { to: number });
        if (!accepted) throw new Error(`report ${report}: ${text}`);
        const [{ parts, content }] = await inboxOf(operators, number);
        shown = `${parts.length} part${parts.length === 1 ? ' ' : 's'}  ${content.kind}: ${await show(content)}`;
      } catch (error) {
        isFine = false;
        shown = `FAILED ${error.message}`;
      }
      console.log(`${title.padEnd(20)}${shown}`);
    }
    const { currency, amount } = await sender.availableCredit();
    console.log(`credit              ${ACCOUNT.credit} before, ${amount} ${currency} now`);
  } finally {
    sender.close();
    const code = await stop();
    if (code !== 0) isFine = false;
    console.log(`handset ended with ${code}`);
  }
  return isFine;
}
