// One tune for three makes: how many messages each needs, and the commands for a modem.
import { toAtCommands } from 'handset/carrier';
import { buildSubmits } from 'handset/message';
import { lintRtttl, parseRtttl } from 'handset/ringtone';

const text = 'Ode:d=4,o=5,b=140:e,e,f,g,g,f,e,d,c,c,d,e,e.,8d,2d';
for (const { code, message } of lintRtttl(text).issues) console.log(`${code}: ${message}`);

const tune = parseRtttl(text);
for (const make of ['Nokia', 'Ericsson', 'Siemens'] as const) {
  const submits = buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make });
  console.log(`${make}: ${submits.length} SMS`);
}

const nokia = buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make: 'Nokia' });
for (const command of toAtCommands(nokia)) console.log(command.replace('\x1A', '^Z'));
