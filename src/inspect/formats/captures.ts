/**
 * Captures of networks.
 * @module
 */
import { beginsAsCapture } from '../../capture/read.js';
import { FormatError } from '../../errors.js';
import { captureSteps, describeCapture, refuseCapture } from '../capture-tree.js';
import { findRefusal } from '../read-twice.js';
import { finishSteps } from '../steps.js';
import type { Evidence, Input, Row } from './row.js';

/** The row of captures. */
export const CAPTURES: Readonly<{ capture: Row }> = /* @__PURE__ */ captureRows();

function captureRows() {
  return {
    capture: {
      label: 'capture of a network (pcap, pcapng)',
      kind: 'listing',
      extensions: ['.pcapng', '.pcap', '.cap'],
      contentTypes: ['application/vnd.tcpdump.pcap'],
      sniff: sniffCapture,
      inspect: (octets, opening) => ({ field: finishSteps(captureSteps(octets, opening)) }),
      steps: captureSteps,
      refusal: (octets, lenient, limits) =>
        findRefusal((options) => refuseCapture(octets, lenient, options.limits), lenient, limits),
    },
  } satisfies { capture: Row };
}

function sniffCapture({ octets, limits }: Input): Evidence | undefined {
  if (!beginsAsCapture(octets)) return undefined;
  try {
    return { confidence: 0.99, reason: describeCapture(octets, limits) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { confidence: 0.8, reason: `begins as a capture, but ${error.message}` };
  }
}
