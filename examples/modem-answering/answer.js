// Answers every message that a modem receives: `node answer.js /dev/ttyUSB0`, or `node answer.js --pretend` without a modem.
import { openModem } from 'handset/modem';
import { submitText } from 'handset/sms';

const [path] = process.argv.slice(2);
const port =
  path === '--pretend' ? (await import('./pretend-modem.js')).createPort() : await openSerialPort(path ?? '/dev/ttyUSB0');
const modem = await openModem(port, {
  onMessage: async ({ from, text }, modem) => {
    console.log(`${from}: ${text}`);
    await modem.send(submitText('Thank you, we call you back', { to: from }));
    console.log(`answered ${from}`);
  },
  onNotice: (notice) => console.error(notice),
});

if (path === '--pretend') {
  await port.done;
  modem.close();
}

async function openSerialPort(path) {
  const { SerialPort } = await import('serialport');
  return new SerialPort({ path, baudRate: 115_200 });
}
