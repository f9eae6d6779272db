/**
 * A thread of a pool: adapts one picture after another. Built as image-worker.js.
 * @module
 */
import { parentPort } from 'node:worker_threads';
import { copyOctets } from '../../bytes/octets.js';
import { sentError } from '../../bytes/sent-error.js';
import { repurpose } from '../repurpose/repurpose.js';
import type { WorkerAnswer, WorkerTask } from './messages.js';

parentPort?.on('message', (task: WorkerTask) => void answer(task));

async function answer({ octets, profile, options }: WorkerTask): Promise<void> {
  let message: WorkerAnswer;
  const handed: ArrayBuffer[] = [];
  try {
    const value = await repurpose(octets, profile, options);
    // A part of somebody's memory cannot be handed over.
    const result = value.octets.length === value.octets.buffer.byteLength ? value.octets : copyOctets(value.octets);
    handed.push(result.buffer as ArrayBuffer);
    message = { ok: true, value: { ...value, octets: result } };
  } catch (error) {
    message = { ok: false, error: sentError(error) };
  }
  parentPort?.postMessage(message, handed);
}
