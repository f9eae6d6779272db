/**
 * The processor's time of this process, less what the system takes to hand out pages of memory. A page takes a fraction of a microsecond on one
 * machine and 12 on another, where texts of 128 kB and more, to which V8 gives pages of their own each time, would look as if they took time by their
 * square.
 */

/** Octets of a text that V8 gives pages of its own. */
const LARGE_OCTETS = 2 ** 18;
const LARGE = Buffer.alloc(LARGE_OCTETS, 'a');
const TRIES = 15;

/** Milliseconds for a page, as it was measured last. */
let pageMs = 0;

/** What was used of the processor, in milliseconds, and pages handed out. */
function used(): { readonly ms: number; readonly pages: number } {
  const { userCPUTime, systemCPUTime, minorPageFault } = process.resourceUsage();
  return { ms: (userCPUTime + systemCPUTime) / 1000, pages: minorPageFault };
}

/** Measures what a page takes now: the least of some tries, so that rather too little is taken off. */
export function measurePages(): void {
  const tries = Array.from({ length: TRIES }, () => {
    const from = used();
    LARGE.toString('latin1');
    const to = used();
    // Nothing is taken off where pages are not counted, or many are handed out at once.
    return (to.ms - from.ms) / Math.max(to.pages - from.pages, LARGE_OCTETS / 4096);
  });
  pageMs = Math.min(...tries);
}

/** What a call takes, in milliseconds. */
export interface Took {
  /** Without its pages. Too little, or nothing, where a page took longer when it was measured than it does now. */
  readonly ms: number;
  /** With them. */
  readonly wholeMs: number;
}

/** Milliseconds that a call takes; one that throws takes its time too. */
export async function cpuMs(call: () => unknown): Promise<Took> {
  const from = used();
  try {
    await call();
  } catch {
    // A refusal.
  }
  const to = used();
  const wholeMs = to.ms - from.ms;
  return { ms: Math.max(0, wholeMs - pageMs * (to.pages - from.pages)), wholeMs };
}
