/**
 * A thread that reads one request after another. Built as request-worker.js.
 * @module
 */
import { parentPort } from 'node:worker_threads';
import { sentError } from '../../bytes/sent-error.js';
import { readSend } from '../json/send-request.js';
import { findBuffers } from './buffers.js';
import type { ReadAnswer, ReadTask, Sent } from './messages.js';
import { readCall, readFormRequest } from './read.js';

parentPort?.on('message', (task: ReadTask) => {
  const answered = answer(task);
  // A file of many megabytes is handed over: to copy it would take the gateway's time.
  parentPort?.postMessage(answered, findBuffers(answered));
});

function answer({ isJson, path, octets, limits }: ReadTask): ReadAnswer {
  if (isJson === true) return outcome(() => readSend(octets, limits));
  if (path !== undefined) return outcome(() => readFormRequest(path, octets, limits));
  return outcome(() => {
    const { operation, credentials, request } = readCall(octets, limits);
    return { operation, credentials, request: outcome(request) };
  });
}

function outcome<T>(read: () => T): Sent<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { error: sentError(error) };
  }
}
