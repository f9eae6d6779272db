/**
 * The plots of docs/performance.md, out of a recorded run.
 * @module
 */
import type { GrowthResult } from './growth.js';
import type { CostResult } from './image/results.js';
import { type Drawing, drawingSvg, type PlotLine } from './plot.js';
import type { SeriesResult } from './series.js';

/** What of a record is drawn. */
export interface Drawn {
  readonly series: readonly SeriesResult[];
  readonly costs: readonly CostResult[];
  readonly growth: readonly GrowthResult[];
}

export interface Picture {
  /** Name of the file, without the folder. */
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** One colour for a name on every picture. */
const COLOUR: Readonly<Record<string, number>> = {
  handset: 0,
  'node-sms-pdu': 1,
  'node-sms-pdu (Buffer)': 1,
  'node-pdu': 2,
  'split-sms': 3,
  '@trt2/gsm-charset-utils': 4,
  'sms-segments-calculator': 5,
  pdu: 6,
  jimp: 1,
  'sharp (native)': 2,
};

/** Decoders whose time is drawn, with the names they have there. */
const DECODERS: readonly (readonly [growth: string, name: string])[] = [
  ['decodeSubmit of every part, GSM 7-bit', 'SMS-SUBMITs'],
  ['parseRtttl, by notes', 'RTTTL'],
  ['decodeWbxml, by strings', 'WBXML'],
  ['parseVCard, by numbers', 'vCard'],
  ['decodeMms, by parts', 'MMS'],
  ['gateway protocol, parseForm, by escapes', 'form'],
  ['gateway protocol, soap.parseCall, by items', 'SOAP'],
  ['inspect, hex by lines', 'inspect, hex dump'],
];

export function picturesOf({ series, costs, growth }: Drawn): Picture[] {
  const pictures = series.map((one): Picture => {
    const drawing = throughput(one);
    return { file: `throughput-${one.name.split(' ')[0]}.svg`, title: drawing.title, svg: drawingSvg(drawing) };
  });
  if (costs.some(({ lines }) => lines.length > 0)) {
    const drawing = imageCosts(costs);
    pictures.push({ file: 'image-cost.svg', title: drawing.title, svg: drawingSvg(drawing) });
  }
  const drawing = decoders(growth);
  if (drawing.panels[0]!.lines.length > 0)
    pictures.push({ file: 'decoders.svg', title: drawing.title, svg: drawingSvg(drawing) });
  return pictures;
}

function throughput({ name, lines }: SeriesResult): Drawing {
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}: throughput`;
  const drawn = lines.map((line): PlotLine => {
    const kind = line.role === 'bound' ? 'bound' : line.role === 'peer' ? 'peer' : 'ours';
    // Characters in a nanosecond are thousands of millions in a second.
    const points = line.points.map(({ characters, nsPerOp }) => [characters, (characters * 1e3) / nsPerOp] as const);
    return { name: line.name, kind, colour: COLOUR[line.name] ?? 7, points };
  });
  const plot = {
    title,
    x: { label: 'characters in the message (160 in one part, 153 in each of several)' },
    y: { label: 'million characters a second' },
    lines: drawn,
  };
  return {
    title,
    subtitle: 'Higher is better. A contender has points where its output is right, in the form that it gives and takes.',
    panels: [plot],
  };
}

function imageCosts(costs: readonly CostResult[]): Drawing {
  const panels = costs.map(({ name, lines }) => ({
    title: name,
    x: { label: 'megapixels of the source' },
    y: { label: 'ms of processor time' },
    lines: lines.map(
      ({ name: who, points }): PlotLine => ({
        name: who.replace(' (native)', '*'),
        kind: who === 'handset' ? 'ours' : who.startsWith('sharp') ? 'guest' : 'peer',
        colour: COLOUR[who] ?? 7,
        points: points.map(({ megapixels, runMs }) => [megapixels, runMs] as const),
      }),
    ),
    guide: { slope: 1 },
  }));
  return {
    title: 'Pictures: cost by size of the source',
    subtitle: 'Lower is better; the dotted line grows as the pixels do. * compiled from C, shown for information.',
    panels,
    columns: 2,
  };
}

function decoders(growth: readonly GrowthResult[]): Drawing {
  const lines = DECODERS.flatMap(([wanted, name], i): PlotLine[] => {
    const found = growth.find((one) => one.name === wanted);
    if (found === undefined) return [];
    const points = found.points.map(({ characters, nsPerOp }) => [characters, nsPerOp / 1e3] as const);
    return [{ name, remark: `exponent ${found.exponent.toFixed(2)}`, kind: 'peer', colour: i, points }];
  });
  const plot = {
    title: 'Decoders',
    x: { label: 'octets or characters of input' },
    y: { label: 'µs of processor time' },
    lines,
    guide: { slope: 1 },
  };
  return {
    title: 'Decoders: time against length',
    subtitle:
      'Each on inputs made to be long in one way. The dotted line is linear growth, and so is every line parallel to it.',
    panels: [plot],
  };
}
