/**
 * Plots as SVG, drawn by hand: lines over two logarithmic axes, each named where it ends, so that nobody has to look up a colour.
 *
 * The picture carries its own style: light and dark by the reader's preference, on a ground of its own, in whatever sans-serif is there.
 * Nothing is fetched. Several panels stand in rows.
 * @module
 */

export interface PlotLine {
  readonly name: string;
  /** Behind the name, smaller. */
  readonly remark?: string;
  /** `ours` is drawn over the others, `bound` in grey and dashed, `guest` dashed: shown for information. */
  readonly kind: 'ours' | 'peer' | 'guest' | 'bound';
  /** Which of COLOURS; ours has the first. */
  readonly colour: number;
  /** Ascending in x; all coordinates above 0. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Axis {
  readonly label: string;
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly PlotLine[];
  /** A faint line of this slope through the middle, to compare with. */
  readonly guide?: { readonly slope: number };
}

export interface Drawing {
  readonly title: string;
  /** Below the title: how to read it. */
  readonly subtitle: string;
  readonly panels: readonly Plot[];
  readonly columns?: number;
}

/** Light and dark tone of each; the first is ours. */
const COLOURS: readonly (readonly [light: string, dark: string])[] = [
  ['#1f6fd6', '#5aa2ff'],
  ['#c2571a', '#f2914f'],
  ['#0f8a63', '#3cc596'],
  ['#7a48c2', '#b394f2'],
  ['#b0306f', '#f07fb2'],
  ['#8a6d00', '#d9b633'],
  ['#00808f', '#45c5d4'],
  ['#5f6b1f', '#b3c266'],
];

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const WIDTH = 880;
const PLOT_HEIGHT = 300;
const PANEL_HEIGHT = 236;
const [LEFT, TOP, TITLED_TOP, BOTTOM, GAP, HEAD] = [58, 34, 54, 50, 20, 64];
/** Height of a name at the end of a line, and about the width of a letter. */
const [NAME_HEIGHT, LETTER] = [17, 6.7];

export function drawingSvg({ title, subtitle, panels, columns = 1 }: Drawing): string {
  const rows = Math.ceil(panels.length / columns);
  const isSingle = panels.length === 1;
  const cellHeight = (isSingle ? TOP + PLOT_HEIGHT : TITLED_TOP + PANEL_HEIGHT) + BOTTOM;
  const cellWidth = (WIDTH - GAP * (columns + 1)) / columns;
  const height = HEAD + rows * cellHeight + GAP / 2;
  const cells = panels.map((plot, i) => {
    const x = GAP + (i % columns) * (cellWidth + GAP);
    const y = HEAD + Math.floor(i / columns) * cellHeight;
    return `<g transform="translate(${round(x)} ${round(y)})">${panel(plot, cellWidth, cellHeight, !isSingle)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title about">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="about">${escaped(subtitle)}</desc>`,
    `<style>${style()}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="10"/>`,
    `<text class="title" x="${GAP}" y="30">${escaped(title)}</text>`,
    `<text class="subtitle" x="${GAP}" y="50">${escaped(subtitle)}</text>`,
    ...cells,
    '</svg>',
    '',
  ].join('\n');
}

function style(): string {
  const tones = (which: 0 | 1) => COLOURS.map((tone, i) => `--c${i}:${tone[which]}`).join(';');
  return [
    `svg{--ground:#ffffff;--ink:#1c2128;--soft:#5b6470;--grid:#e4e7eb;--axis:#9aa3ad;--bound:#7b838d;${tones(0)}}`,
    `@media(prefers-color-scheme:dark){svg{--ground:#15191f;--ink:#e8ebef;--soft:#a3adb8;--grid:#2a313a;--axis:#66707c;--bound:#98a2ad;${tones(1)}}}`,
    '.ground{fill:var(--ground);stroke:var(--grid)}',
    `text{font-family:${FONT};font-size:12px;fill:var(--soft)}`,
    '.title{font-size:17px;font-weight:600;fill:var(--ink)}',
    '.subtitle{font-size:12.5px}',
    '.panel{font-size:13.5px;font-weight:600;fill:var(--ink)}',
    '.name{fill:var(--ink)}.ours{font-weight:700}.remark{fill:var(--soft);font-weight:400}',
    'path{fill:none}.grid{stroke:var(--grid);stroke-width:1}.axis{stroke:var(--axis);stroke-width:1}',
    '.guide{stroke:var(--axis);stroke-width:1;stroke-dasharray:2 4}.leader{stroke:var(--axis);stroke-width:.75;opacity:.7}',
    '.line{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}',
    '.line.strong{stroke-width:3}.line.dashed{stroke-dasharray:6 4;stroke-width:1.75}',
  ].join('');
}

/** One plot in a box of this size. */
function panel(plot: Plot, boxWidth: number, boxHeight: number, isTitled: boolean): string {
  const lines = plot.lines.filter(({ points }) => points.length > 0);
  const right =
    30 + Math.max(...lines.map(({ name, remark = '' }) => (name.length + (remark === '' ? 0 : remark.length + 1)) * LETTER));
  const top = isTitled ? TITLED_TOP : TOP;
  const [width, height] = [boxWidth - LEFT - right, boxHeight - top - BOTTOM];
  const all = lines.flatMap(({ points }) => points);
  const x = scaleOf(
    all.map(([value]) => value),
    width,
  );
  const y = scaleOf(
    all.map(([, value]) => value),
    height,
  );
  const place = ([px, py]: readonly [number, number]): string => `${round(x.at(px))} ${round(height - y.at(py))}`;
  const grid = [
    ...x.ticks.map(
      (tick) =>
        `<path class="grid" d="M${round(x.at(tick))} 0V${height}"/><text x="${round(x.at(tick))}" y="${height + 17}" text-anchor="middle">${count(tick)}</text>`,
    ),
    ...y.ticks.map((tick) => {
      const at = round(height - y.at(tick));
      return `<path class="grid" d="M0 ${at}H${round(width)}"/><text x="-8" y="${at + 4}" text-anchor="end">${count(tick)}</text>`;
    }),
  ];
  // Ours last, so that it lies above the others.
  const drawn = [...lines].sort((a, b) => Number(a.kind === 'ours') - Number(b.kind === 'ours'));
  const paths = drawn.map((line) => {
    const colour = toneOf(line);
    const shape = line.kind === 'ours' ? ' strong' : line.kind === 'peer' ? '' : ' dashed';
    const dots = line.points.map((point) => {
      const [px, py] = place(point).split(' ');
      return `<circle cx="${px}" cy="${py}" r="${line.kind === 'ours' ? 3.5 : 2.75}"/>`;
    });
    return `<path class="line${shape}" stroke="${colour}" d="M${line.points.map(place).join('L')}"/><g fill="${colour}">${dots.join('')}</g>`;
  });
  const ends = lines.map((line) => height - y.at(line.points.at(-1)![1]));
  const names = spread(ends, NAME_HEIGHT, height).map((at, i) => {
    const { name, remark, kind, points } = lines[i]!;
    const from = x.at(points.at(-1)![0]) + 6;
    const leader = `<path class="leader" d="M${round(from)} ${round(ends[i]!)}L${round(width + 6)} ${round(ends[i]!)}L${round(width + 14)} ${round(at)}"/>`;
    const more = remark === undefined ? '' : ` <tspan class="remark">${escaped(remark)}</tspan>`;
    const dot = `<circle fill="${toneOf(lines[i]!)}" cx="${round(width + 20)}" cy="${round(at)}" r="3.5"/>`;
    return `${leader}${dot}<text class="name${kind === 'ours' ? ' ours' : ''}" x="${round(width + 28)}" y="${round(at + 4)}">${escaped(name)}${more}</text>`;
  });
  return [
    isTitled ? `<text class="panel" x="0" y="18">${escaped(plot.title)}</text>` : '',
    `<g transform="translate(${LEFT} ${top})">`,
    ...grid,
    `<path class="axis" d="M0 0V${height}H${round(width)}"/>`,
    plot.guide === undefined ? '' : guideOf(plot.guide, x, y, width, height),
    ...paths,
    ...names,
    `<text x="${round(width / 2)}" y="${height + 37}" text-anchor="middle">${escaped(plot.x.label)}</text>`,
    `<text x="${-LEFT + 2}" y="-10">${escaped(plot.y.label)}</text>`,
    '</g>',
  ].join('\n');
}

function toneOf({ kind, colour }: PlotLine): string {
  return kind === 'bound' ? 'var(--bound)' : `var(--c${colour % COLOURS.length})`;
}

interface Scale {
  /** Pixels from the origin. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** A logarithmic scale over all values, with a little room at both ends. */
export function scaleOf(values: readonly number[], length: number): Scale {
  const from = Math.min(...values) / 1.25;
  const to = Math.max(...values) * 1.25;
  const at = (value: number) => (Math.log(value / from) / Math.log(to / from)) * length;
  return { at, ticks: ticksOf(from, to), from, to };
}

/** Powers of ten; over few of them 1, 2 and 5 times these. */
export function ticksOf(from: number, to: number): number[] {
  const steps = Math.log10(to / from) < 2.4 ? [1, 2, 5] : [1];
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
    // Powers below 1 by division: multiplying would not give 0.1.
    for (const step of steps) found.push(power < 0 ? step / 10 ** -power : step * 10 ** power);
  }
  return found.filter((tick) => tick >= from && tick <= to);
}

/** A tick as people write it: 0.1, 20, 5k, 1M. */
export function count(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

/** Moves positions apart until they are `gap` from each other and inside of 0 to `most`, in their order, as little as that takes. */
export function spread(positions: readonly number[], gap: number, most: number): number[] {
  // Neighbours too close make one block, which stands around the mean of what its members want.
  interface Block {
    readonly members: number[];
    start: number;
  }
  const order = positions.map((_, i) => i).sort((a, b) => positions[a]! - positions[b]!);
  const startOf = (members: readonly number[]): number => {
    const mean = members.reduce((sum, i, rank) => sum + positions[i]! - rank * gap, 0) / members.length;
    return Math.max(0, Math.min(most - (members.length - 1) * gap, mean));
  };
  const blocks: Block[] = [];
  for (const i of order) {
    let block: Block = { members: [i], start: startOf([i]) };
    for (
      let last = blocks.at(-1);
      last !== undefined && last.start + last.members.length * gap > block.start;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      const members = [...last.members, ...block.members];
      block = { members, start: startOf(members) };
    }
    blocks.push(block);
  }
  const placed = [...positions];
  for (const { members, start } of blocks) {
    for (const [rank, i] of members.entries()) placed[i] = start + rank * gap;
  }
  return placed;
}

/** Through the middle of the box, cut to it. */
function guideOf({ slope }: NonNullable<Plot['guide']>, x: Scale, y: Scale, width: number, height: number): string {
  const middle = (scale: Scale) => Math.sqrt(scale.from * scale.to);
  const [mx, my] = [middle(x), middle(y)];
  // In pixels, since both axes are logarithmic.
  const rise = (slope * height * Math.log(x.to / x.from)) / (width * Math.log(y.to / y.from));
  const [cx, cy] = [x.at(mx), height - y.at(my)];
  const reach = Math.min(width / 2, height / 2 / Math.abs(rise));
  const [x1, x2] = [cx - reach, cx + reach];
  const [y1, y2] = [cy + rise * reach, cy - rise * reach];
  return `<path class="guide" d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
