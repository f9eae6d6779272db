/**
 * A scripted modem on a pseudo-terminal, for programs that open a device.
 * @module
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ScriptedModem, type ScriptedOptions } from '../../modem/scripted-modem.js';

const BRIDGE = fileURLToPath(new URL('modem_pty.py', import.meta.url));

export interface Line {
  readonly modem: ScriptedModem;
  /** Name of the device. */
  readonly device: string;
}

/** Runs a job with a modem on a device, which is gone afterwards. */
export async function withLine<T>(options: Omit<ScriptedOptions, 'onOutput'>, job: (line: Line) => Promise<T>): Promise<T> {
  let socket: Socket | undefined;
  const modem = new ScriptedModem({ ...options, onOutput: (octets) => void socket?.write(octets) });
  const server = createServer((connected) => {
    socket = connected;
    connected.on('data', (octets) => modem.receive(octets));
    connected.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const bridge = spawn('python3', [BRIDGE, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [first] = (await once(bridge.stdout, 'data')) as [Buffer];
    return await job({ modem, device: first.toString().trim() });
  } finally {
    bridge.kill();
    socket?.destroy();
    server.close();
  }
}
