/**
 * Values of SMIL attributes: lengths in pixels or as a share, and times.
 *
 * Source: SMIL 2.0, timing module: clock values; SMIL 1.0 section 3.3.1 for lengths.
 * @module
 */
import { isShare, MAX_MS, MAX_PIXELS } from './smil.js';

/** Pixels, `96` or `96px`; undefined for what is none, or too many. */
export function pixelsOf(text: string): number | undefined {
  const pixels = /^\d{1,9}(?:px)?$/.test(text) ? Number.parseInt(text, 10) : -1;
  return pixels >= 0 && pixels <= MAX_PIXELS ? pixels : undefined;
}

/** A share of the screen, `50%`, in its shortest form; undefined for what is none. */
export function shareOf(text: string): `${number}%` | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)%$/.exec(text);
  const share = match === null ? '' : `${Number(match[1])}%`;
  return isShare(share) ? share : undefined;
}

/** Milliseconds of a clock value: `5s`, `1.5min`, `5000ms`, `00:05`, `1:00:05.5`, or a number of seconds; undefined for what is none. */
export function clockMs(text: string): number | undefined {
  const metric = /^\+?(\d{1,10}(?:\.\d{1,9})?)(h|min|s|ms)?$/.exec(text);
  const clock = /^\+?(?:(\d{1,4}):)?([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$/.exec(text);
  let ms = -1;
  if (metric !== null) {
    const unit = { h: 3_600_000, min: 60_000, s: 1000, ms: 1 }[metric[2] as 'h' | 'min' | 's' | 'ms'] ?? 1000;
    ms = Math.round(Number(metric[1]) * unit);
  } else if (clock !== null) {
    ms = Math.round((Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000);
  }
  return ms >= 0 && ms <= MAX_MS ? ms : undefined;
}
