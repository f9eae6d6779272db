/**
 * Captures of networks.
 * @module
 */
import { beginsAsCapture } from '../../capture/read.js';
import { FormatError } from '../../errors.js';
import { captureSteps, describeCapture, refuseCapture } from '../capture-tree.js';
import { findRefusal } from '../read-twice.js';
import { finishSteps } from '../steps.js';
import { NAMES } from './names.js';
import type { Evidence, Input, Row } from './row.js';

/** The row of captures. */
export const CAPTURES: Readonly<{ capture: Row }> = /* @__PURE__ */ captureRows();

function captureRows() {
  return {
    capture: {
      label: 'capture of a network (pcap, pcapng)',
      ...NAMES.capture,
      sniff: sniffCapture,
      inspect: (octets, opening) => ({ field: finishSteps(captureSteps(octets, opening)) }),
      steps: captureSteps,
      refusal: (octets, lenient, limits) =>
        findRefusal((options) => refuseCapture(octets, lenient, options.limits), lenient, limits),
    },
  } satisfies { capture: Row };
}

/** The first octets of what captures begin with. */
const FIRST_OCTETS = [0x0a, 0x34, 0x4d, 0xa1, 0xd4];

function sniffCapture({ octets, limits }: Input): Evidence | undefined {
  if (!FIRST_OCTETS.includes(octets[0] as number) || !beginsAsCapture(octets)) return undefined;
  try {
    return { confidence: 0.99, reason: describeCapture(octets, limits) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { confidence: 0.8, reason: `begins as a capture, but ${error.message}` };
  }
}
