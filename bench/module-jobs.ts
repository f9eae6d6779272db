/**
 * What is timed of each module, in the order of the page. A module's jobs are loaded when they are asked for, and their peers with them.
 * @module
 */
import type { GrowthResult } from './growth.js';
import type { Job, TaskResult } from './harness.js';
import type { Modules } from './modules.js';
import type { SeriesResult } from './series.js';

export interface ModuleJobs {
  readonly tasks: (modules: Modules) => Job<TaskResult>[] | Promise<Job<TaskResult>[]>;
  /** Time against length, where a hostile sender decides on the length. */
  readonly growth?: (modules: Modules) => Job<GrowthResult>[];
  /** The points of a plot. */
  readonly series?: (modules: Modules) => Job<SeriesResult>[];
}

/** By the title that the page has. */
export const MODULE_JOBS = {
  SMS: () =>
    import('./sms.js').then((module) => ({ tasks: module.smsTasks, growth: module.smsGrowth, series: module.smsSeries })),
  Text: () =>
    import('./text.js').then((module) => ({ tasks: module.textTasks, growth: module.textGrowth, series: module.textSeries })),
  Ringtone: () => import('./ringtone.js').then((module) => ({ tasks: module.ringtoneTasks, growth: module.ringtoneGrowth })),
  Bitmap: () => import('./bitmap.js').then((module) => ({ tasks: module.bitmapTasks })),
  Push: () => import('./push.js').then((module) => ({ tasks: module.pushTasks, growth: module.pushGrowth })),
  VObject: () => import('./vobject.js').then((module) => ({ tasks: module.vobjectTasks, growth: module.vobjectGrowth })),
  MMS: () => import('./mms.js').then((module) => ({ tasks: module.mmsTasks, growth: module.mmsGrowth })),
  Protocol: () => import('./protocol.js').then((module) => ({ tasks: module.protocolTasks, growth: module.protocolGrowth })),
  Message: () => import('./message.js').then((module) => ({ tasks: module.messageTasks, growth: module.messageGrowth })),
  Carrier: () => import('./message.js').then((module) => ({ tasks: module.carrierTasks })),
  Modem: () => import('./modem.js').then((module) => ({ tasks: module.modemTasks, growth: module.modemGrowth })),
  SMPP: () => import('./smpp.js').then((module) => ({ tasks: module.smppTasks })),
  'Cell broadcast and USSD': () => import('./cbs.js').then((module) => ({ tasks: module.cbsTasks })),
  SIM: () => import('./sim.js').then((module) => ({ tasks: module.simTasks })),
  Capture: () => import('./capture.js').then((module) => ({ tasks: module.captureTasks })),
  Archive: () => import('./archives.js').then((module) => ({ tasks: module.archiveTasks })),
  Inspect: () => import('./inspect.js').then((module) => ({ tasks: module.inspectTasks, growth: module.inspectGrowth })),
  Sender: () => import('./sender.js').then((module) => ({ tasks: module.senderTasks })),
} satisfies Record<string, () => Promise<ModuleJobs>>;

export type ModuleTitle = keyof typeof MODULE_JOBS;

export const MODULE_TITLES = Object.keys(MODULE_JOBS) as readonly ModuleTitle[];
