/**
 * The adapter's process: started, asked, ended with all that it started.
 * @module
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { lineSplitter } from './lines.js';

/** What the runner hears. After `onEnd` it hears nothing more. */
export interface Listener {
  onLine(line: string): void;
  /** The process ended, or said something that cannot be read. */
  onEnd(why: string): void;
}

/** A process with a group of its own, so that no child of it outlives the run. */
const hasGroups = process.platform !== 'win32';

/** A running adapter. Its standard error goes to that of the runner. */
export class AdapterProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private over = false;

  constructor(
    command: readonly string[],
    private readonly listener: Listener,
  ) {
    const [program, ...args] = command as [string, ...string[]];
    this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: hasGroups });
    const split = lineSplitter((line) => {
      if (!this.over) listener.onLine(line);
    });
    this.child.stdout.on('data', (chunk: Buffer) => {
      if (this.over) return;
      try {
        split(chunk);
      } catch (error) {
        this.fail((error as Error).message);
      }
    });
    this.child.stdin.on('error', () => undefined); // one that does not read ends, or is waited for
    this.child.on('error', (error) => this.end(`did not start: ${error.message}`));
    this.child.on('close', (code, signal) => this.end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`));
  }

  send(line: object): void {
    this.child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** No more questions. */
  finish(): void {
    this.child.stdin.end();
  }

  /** Kills it, and says why. */
  fail(why: string): void {
    this.kill();
    this.end(why);
  }

  /** Ends the process and all that it started. */
  kill(): void {
    this.child.stdout.destroy();
    this.child.stdin.destroy();
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      if (hasGroups) process.kill(-pid, 'SIGKILL');
      else this.child.kill('SIGKILL');
    } catch {
      // It has ended already.
    }
  }

  private end(why: string): void {
    if (this.over) return;
    this.over = true;
    this.listener.onEnd(why);
  }
}
