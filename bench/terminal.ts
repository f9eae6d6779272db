/**
 * Results as text for a terminal, as they come.
 * @module
 */
import type { GrowthResult } from './growth.js';
import type { Row, TaskResult } from './harness.js';
import type { CostResult, ImageResult } from './image/results.js';
import type { SeriesResult } from './series.js';
import type { SystemResult } from './system.js';
import { verdictLine } from './verdict.js';

export function taskLines({ name, rows, notTimed, verdicts }: TaskResult): string {
  const head = ['', 'form', 'ops/s', 'ns/op', 'MB/s', 'p50 ns', 'p99 ns', 'heap B/op', 'buffer B/op', 'ours'];
  return [
    name,
    ...aligned([head, ...rows.map(cells)]),
    ...notTimed.map((one) => `  not timed: ${one.name}: ${one.reason}`),
    ...verdicts.map((verdict) => `  ${verdictLine(verdict)}`),
    '',
  ].join('\n');
}

function cells(row: Row): string[] {
  const { form, opsPerSecond, nsPerOp, megabytesPerSecond, p50Ns, p99Ns, allocatedHeap, allocatedBuffers } = row;
  const numbers = [opsPerSecond, nsPerOp, megabytesPerSecond, p50Ns, p99Ns, allocatedHeap, allocatedBuffers].map(short);
  return [row.name, form, ...numbers, comparison(row)];
}

/** A rival's row: by how much ours is faster than a peer, or which part of a bound's speed it has. */
export function comparison({ handsetRatio, role }: Row): string {
  if (handsetRatio === undefined) return '';
  return role === 'peer' ? `${handsetRatio.toFixed(1)} x faster` : `${handsetRatio.toFixed(2)} of its speed`;
}

/** Three digits, or whole thousands with commas. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

export function imageLines({ name, rows, verdicts }: ImageResult): string {
  const head = ['', 'first ms', 'ms', 'peak MB', 'octets', 'likeness', 'frames'];
  return [
    name,
    ...aligned([head, ...rows.map((row) => [row.name, short(row.firstMs), ...imageCells(row)])]),
    ...verdicts.map((verdict) => `  ${verdictLine(verdict)}`),
    '',
  ].join('\n');
}

/** Time of a further run, memory, octets, likeness, frames. */
export function imageCells({ runMs, peakBytes, octets, likeness, frames }: ImageResult['rows'][number]): string[] {
  return [
    short(runMs),
    peakBytes > 0 ? (peakBytes / 1e6).toFixed(1) : '-',
    octets > 0 ? octets.toLocaleString('en') : '-',
    likeness?.toFixed(4) ?? '-',
    frames === undefined ? '-' : String(frames),
  ];
}

export function costLines({ name, lines, verdict }: CostResult): string {
  return [
    `image cost: ${name}`,
    ...aligned([
      ['ms at megapixels', ...lines[0]!.points.map(({ megapixels }) => megapixels.toPrecision(2)), 'exponent'],
      ...lines.map((line) => [line.name, ...line.points.map(({ runMs }) => short(runMs)), line.exponent.toFixed(2)]),
    ]),
    `  ${verdictLine(verdict)}`,
    '',
  ].join('\n');
}

export function seriesLines({ name, lines, omitted }: SeriesResult): string {
  const lengths = [...new Set(lines.flatMap(({ points }) => points.map(({ characters }) => characters)))].sort((a, b) => a - b);
  return [
    `series: ${name}, ns by characters`,
    ...aligned([
      ['', ...lengths.map(String)],
      ...lines.map((line) => [
        line.name,
        ...lengths.map((at) => short(line.points.find(({ characters }) => characters === at)?.nsPerOp ?? Number.NaN)),
      ]),
    ]),
    ...omitted.map((one) => `  left out: ${one.name} at ${one.characters.join(', ')}: ${one.reason}`),
    '',
  ].join('\n');
}

export function growthLines({ name, points, verdict }: GrowthResult): string {
  const head = ['parts', 'characters', 'ns/op', 'ns/character'];
  const rows = points.map((p) => [String(p.parts), String(p.characters), short(p.nsPerOp), p.nsPerCharacter.toFixed(2)]);
  return [`time against length: ${name}`, ...aligned([head, ...rows]), `  ${verdictLine(verdict)}`, ''].join('\n');
}

export function systemLines({ name, verdicts, notRun }: SystemResult): string {
  const why = notRun === undefined ? [] : [`  not run: ${notRun}`];
  return [name, ...why, ...verdicts.map((verdict) => `  ${verdictLine(verdict)}`), ''].join('\n');
}

/** The first column to the left, numbers to the right; two blanks in front and between. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(
    (row) => `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
  );
}
