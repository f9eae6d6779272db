// A modem that has received one message and takes what it is told to send: enough to try the example without hardware.
import { EventEmitter } from 'node:events';

const MESSAGE = '07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07';

export function createPort() {
  const port = new EventEmitter();
  port.done = new Promise((resolve) => port.once('deleted', resolve));
  port.write = (octets) => {
    const line = Buffer.from(octets).toString('latin1').trim();
    setImmediate(() => {
      port.emit('data', Buffer.from(`\r\n${answerTo(line)}`));
      if (line.startsWith('AT+CMGD')) port.emit('deleted');
    });
  };
  return port;
}

function answerTo(line) {
  if (line === 'AT+CMGL=4') return `+CMGL: 1,0,,30\r\n${MESSAGE}\r\n\r\nOK\r\n`;
  if (line.startsWith('AT+CMGS=')) return '> ';
  if (line.endsWith('\x1A')) return '+CMGS: 5\r\n\r\nOK\r\n';
  return 'OK\r\n';
}
