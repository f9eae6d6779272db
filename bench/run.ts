/**
 * `npx tsx bench/run.ts [filter]`: every task whose name contains the filter, a table on stdout, JSON and Markdown in bench/results.
 * A filtered run prints only.
 * @module
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bitmapTasks } from './bitmap.js';
import type { GrowthResult, Row, TaskResult, Verdict } from './harness.js';
import { type ImageResult, imageLines, imageResults, imageVerdictLine } from './image.js';
import { mmsGrowth, mmsTasks } from './mms.js';
import { PEERS } from './peers.js';
import { protocolGrowth, protocolTasks } from './protocol.js';
import { pushGrowth, pushTasks } from './push.js';
import { ringtoneGrowth, ringtoneTasks } from './ringtone.js';
import { loadRooms } from './rooms.js';
import { smsGrowth, smsTasks } from './sms.js';
import { exactness, textGrowth, textTasks } from './text.js';
import { vobjectGrowth, vobjectTasks } from './vobject.js';

const filter = process.argv[2] ?? '';
const started = performance.now();
const rooms = await loadRooms();
const missing = (['text', 'sms', 'ringtone', 'bitmap', 'push', 'vobject', 'mms', 'protocol'] as const).filter(
  (name) => rooms[name] === undefined,
);
if (missing.length > 0) console.log(`not built yet, skipped: ${missing.join(', ')}\n`);

const environment = {
  date: new Date().toISOString(),
  node: process.version,
  v8: process.versions.v8,
  cpu: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  platform: `${process.platform} ${process.arch}`,
  load: loadavg()[0]?.toFixed(2),
};
console.log(`Node ${environment.node}, ${environment.cpu}, load ${environment.load}\n`);

const tasks: TaskResult[] = [];
for (const { name, run } of [
  ...smsTasks(rooms),
  ...textTasks(rooms),
  ...ringtoneTasks(rooms),
  ...bitmapTasks(rooms),
  ...pushTasks(rooms),
  ...vobjectTasks(rooms),
  ...(await mmsTasks(rooms)),
  ...protocolTasks(rooms),
]) {
  if (!name.includes(filter)) continue;
  const result = await run();
  console.log(taskLines(result));
  tasks.push(result);
}
const lengths: GrowthResult[] = [];
for (const { name, run } of [
  ...smsGrowth(rooms),
  ...textGrowth(rooms),
  ...ringtoneGrowth(rooms),
  ...pushGrowth(rooms),
  ...vobjectGrowth(rooms),
  ...mmsGrowth(rooms),
  ...protocolGrowth(rooms),
]) {
  if (!name.includes(filter)) continue;
  const result = run();
  console.log(growthLines(result));
  lengths.push(result);
}
const images: ImageResult[] = await imageResults(filter);
for (const image of images) console.log(imageLines(image));
const exact = exactness(rooms);
const verdicts = tasks.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ task: name, ...verdict })));
console.log(summaryLines());
const seconds = (performance.now() - started) / 1e3;
console.log(`${seconds.toFixed(0)} s`);

if (filter === '') {
  const folder = fileURLToPath(new URL('./results/', import.meta.url));
  const record = { environment, seconds: Math.round(seconds), tasks, lengths, images, exactness: exact, peers: PEERS };
  writeFileSync(`${folder}latest.json`, `${JSON.stringify(record, (_, value) => rounded(value), 2)}\n`);
  writeFileSync(`${folder}latest.md`, markdown());
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

function taskLines({ name, rows, notTimed, verdicts }: TaskResult): string {
  const head = ['', 'form', 'ops/s', 'ns/op', 'MB/s', 'p50 ns', 'p99 ns', 'heap B/op', 'buffer B/op', 'ours'];
  return [
    name,
    ...aligned([head, ...rows.map(cells)]).map((line) => `  ${line}`),
    ...notTimed.map(({ name, reason }) => `  not timed: ${name}: ${reason}`),
    ...verdicts.map((verdict) => `  ${verdictLine(verdict)}`),
    '',
  ].join('\n');
}

function cells(row: Row): string[] {
  const { form, opsPerSecond, nsPerOp, megabytesPerSecond, p50Ns, p99Ns, allocatedHeap, allocatedBuffers } = row;
  const numbers = [opsPerSecond, nsPerOp, megabytesPerSecond, p50Ns, p99Ns, allocatedHeap, allocatedBuffers].map(short);
  const compared =
    row.handsetRatio === undefined
      ? ''
      : row.role === 'peer'
        ? `${row.handsetRatio.toFixed(1)} x faster`
        : `${row.handsetRatio.toFixed(2)} of its speed`;
  return [row.name, form, ...numbers, compared];
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function verdictLine({ target, atLeast, atMostMs, measured, outcome, against }: Verdict): string {
  if (atMostMs !== undefined)
    return `${outcome.padEnd(7)} ${target}: ${measured?.toFixed(2)} ms, wanted at most ${atMostMs} ms`;
  const found = measured === undefined ? 'nothing to compare' : `${measured.toFixed(2)} (against ${against})`;
  return `${outcome.padEnd(7)} ${target}: ${found}${atLeast === undefined ? '' : `, wanted ${atLeast}`}`;
}

function growthLines({ name, points, exponent, outcome }: GrowthResult): string {
  const head = ['parts', 'characters', 'ns/op', 'ns/character'];
  const lines = points.map((p) => [String(p.parts), String(p.characters), short(p.nsPerOp), p.nsPerCharacter.toFixed(2)]);
  return [
    `time against length: ${name}`,
    ...aligned([head, ...lines]).map((line) => `  ${line}`),
    `  ${outcome.padEnd(7)} exponent ${exponent.toFixed(2)} (1 is linear)`,
    '',
  ].join('\n');
}

function summaryLines(): string {
  return [
    'Targets',
    ...verdicts.map((verdict) => `  ${verdictLine(verdict)}  [${verdict.task}]`),
    ...images.flatMap(({ name, verdicts }) => verdicts.map((verdict) => `  ${imageVerdictLine(verdict)}  [${name}]`)),
    ...lengths.map(
      ({ name, exponent, outcome }) => `  ${outcome.padEnd(7)} linear: exponent ${exponent.toFixed(2)}  [${name}]`,
    ),
    ...(filter === '' ? ['Exact counters on the border texts'] : []),
    ...(filter === '' ? exact : []).map(
      ({ name, wrong }) => `  ${name}: ${wrong.length === 0 ? 'exact' : `inexact: ${wrong.join('; ')}`}`,
    ),
    '',
  ].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
}

function markdown(): string {
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
    [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const task = ({ name, bytesOf, bytesPerOp, rows, notTimed, verdicts }: TaskResult): string =>
    [
      `## ${name}`,
      '',
      `MB/s counts ${bytesOf} (${bytesPerOp} an operation).`,
      '',
      table(
        ['contender', 'form', 'ops/s', 'ns/op', 'MB/s', 'p50 ns', 'p99 ns', 'heap B/op', 'buffer B/op', 'ours'],
        rows.map(cells),
      ),
      '',
      ...notTimed.map(({ name, reason }) => `- not timed: **${name}**: ${reason.replaceAll('|', '\\|')}`),
      ...verdicts.map((verdict) => `- ${verdictLine(verdict)}`),
      '',
    ].join('\n');
  return [
    '# Benchmarks',
    '',
    `${environment.date}, Node ${environment.node}, ${environment.cpu}, ${environment.platform}. Written by \`npx tsx bench/run.ts\`.`,
    '',
    'Contenders agree on the output before they are timed, share the inputs (eight texts in turn) and are timed in interleaved rounds;',
    'figures are medians of the rounds. Hex is read once by its maker, so that text built from pieces is joined on the clock.',
    '',
    "Judged is what the package's own functions give and take (octets) against the fastest peer in whatever form that one gives or takes;",
    'hex for hex is printed beside it for information (info), as is every ratio without a wanted value.',
    '',
    '## Targets',
    '',
    table(
      ['task', 'target', 'wanted', 'measured', 'outcome'],
      [
        ...verdicts.map((v) => {
          const [wanted, unit] = v.atMostMs === undefined ? [String(v.atLeast ?? '-'), ''] : [`<= ${v.atMostMs} ms`, ' ms'];
          return [v.task, v.target, wanted, v.measured === undefined ? '-' : `${v.measured.toFixed(2)}${unit}`, v.outcome];
        }),
        ...lengths.map((l) => [l.name, 'exponent of time against length', '<= 1.1', l.exponent.toFixed(2), l.outcome]),
      ],
    ),
    '',
    ...tasks.map(task),
    '## Pictures, whole files',
    '',
    'A process for each contender: processor time of its first run and the median of further ones, memory on top of what it had.',
    '',
    '```text',
    ...images.map(imageLines),
    '```',
    '',
    '## Time against length',
    '',
    table(
      ['function', ...(lengths[0]?.points.map(({ parts }) => `${parts} part${parts === 1 ? '' : 's'}, ns`) ?? []), 'exponent'],
      lengths.map(({ name, points, exponent }) => [name, ...points.map(({ nsPerOp }) => short(nsPerOp)), exponent.toFixed(2)]),
    ),
    '',
    '## Exact counters',
    '',
    ...exact.map(
      ({ name, wrong }) => `- ${name}: ${wrong.length === 0 ? 'exact on every border text' : `inexact: ${wrong.join('; ')}`}`,
    ),
    '',
    '## Peers',
    '',
    ...PEERS.map(({ name, version, limits }) => `- ${name} ${version}: ${limits}`),
    '',
  ].join('\n');
}
