/**
 * How much time is given to a figure. A recorded run takes all of it; `--quick` shows within minutes that everything runs, on rounds so
 * short that its figures are good for nothing else. Child processes are told by the environment variable.
 * @module
 */
const VARIABLE = 'HANDSET_BENCH_QUICK';

export const QUICK: boolean = process.argv.includes('--quick') || process.env[VARIABLE] === '1';

/** For children: the environment of this process, and how hurried it is. */
export const CHILD_ENVIRONMENT: NodeJS.ProcessEnv = { ...process.env, [VARIABLE]: QUICK ? '1' : '' };

interface Effort {
  /** Interleaved rounds, how long each contender has in one, and before the first. */
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Calls with each kind of string beforehand. */
  readonly meetings: number;
  /** Looks at what calls allocate, and milliseconds of calls in one. */
  readonly allocationLooks: number;
  readonly allocationMs: number;
  /** The same for series over lengths: a plot has many points, and one alone says little. */
  readonly seriesRounds: number;
  readonly seriesRoundMs: number;
  readonly seriesWarmUpMs: number;
  /** Processes for each picture and contender, and processor time after which one makes no more runs. */
  readonly imageRounds: number;
  readonly imageEnoughMs: number;
  readonly imageSeriesEnoughMs: number;
  /** Sides of the pictures of the series, width by height. */
  readonly imageSizes: readonly (readonly [widthPx: number, heightPx: number])[];
  /** Pictures that threads share in a round, and rounds. */
  readonly threadPictures: number;
  readonly threadRounds: number;
  /** Load on a gateway: starts, seconds of load, seconds of it that do not count, milliseconds of idling before. */
  readonly gatewayStarts: number;
  readonly gatewaySeconds: number;
  readonly gatewayWarmUpSeconds: number;
  readonly gatewayIdleMs: number;
  /** Messages that leave a gateway. */
  readonly deliveryMessages: number;
  readonly pageRuns: number;
  readonly reportRuns: number;
  /** Starts of the command line. */
  readonly startRuns: number;
}

const FULL: Effort = {
  rounds: 7,
  roundMs: 50,
  warmUpMs: 120,
  meetings: 100,
  allocationLooks: 5,
  allocationMs: 20,
  seriesRounds: 5,
  seriesRoundMs: 20,
  seriesWarmUpMs: 80,
  imageRounds: 7,
  imageEnoughMs: 1_000,
  imageSeriesEnoughMs: 600,
  imageSizes: [
    [368, 276],
    [640, 480],
    [1152, 864],
    [1632, 1224],
    [2304, 1728],
    [3264, 2448],
  ],
  threadPictures: 48,
  threadRounds: 5,
  gatewayStarts: 7,
  gatewaySeconds: 10,
  gatewayWarmUpSeconds: 3,
  gatewayIdleMs: 5_000,
  deliveryMessages: 50_000,
  pageRuns: 9,
  reportRuns: 5,
  startRuns: 20,
};

const HURRIED: Effort = {
  rounds: 1,
  roundMs: 2,
  warmUpMs: 4,
  meetings: 2,
  allocationLooks: 1,
  allocationMs: 0.5,
  seriesRounds: 1,
  seriesRoundMs: 2,
  seriesWarmUpMs: 2,
  imageRounds: 1,
  imageEnoughMs: 30,
  imageSeriesEnoughMs: 1,
  imageSizes: [
    [368, 276],
    [1152, 864],
    [3264, 2448],
  ],
  threadPictures: 4,
  threadRounds: 1,
  gatewayStarts: 1,
  gatewaySeconds: 1,
  gatewayWarmUpSeconds: 1,
  gatewayIdleMs: 500,
  deliveryMessages: 2_000,
  pageRuns: 2,
  reportRuns: 1,
  startRuns: 3,
};

export const EFFORT: Effort = QUICK ? HURRIED : FULL;
