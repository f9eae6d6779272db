/**
 * What is timed of each room, in the order of the page. A room's jobs are loaded when they are asked for, and their peers with them.
 * @module
 */
import type { GrowthResult } from './growth.js';
import type { Job, TaskResult } from './harness.js';
import type { Rooms } from './rooms.js';
import type { SeriesResult } from './series.js';

export interface RoomJobs {
  readonly tasks: (rooms: Rooms) => Job<TaskResult>[] | Promise<Job<TaskResult>[]>;
  /** Time against length, where a hostile sender decides on the length. */
  readonly growth?: (rooms: Rooms) => Job<GrowthResult>[];
  /** The points of a plot. */
  readonly series?: (rooms: Rooms) => Job<SeriesResult>[];
}

/** By the title that the page has. */
export const ROOM_JOBS = {
  SMS: () => import('./sms.js').then((room) => ({ tasks: room.smsTasks, growth: room.smsGrowth, series: room.smsSeries })),
  Text: () => import('./text.js').then((room) => ({ tasks: room.textTasks, growth: room.textGrowth, series: room.textSeries })),
  Ringtone: () => import('./ringtone.js').then((room) => ({ tasks: room.ringtoneTasks, growth: room.ringtoneGrowth })),
  Bitmap: () => import('./bitmap.js').then((room) => ({ tasks: room.bitmapTasks })),
  Push: () => import('./push.js').then((room) => ({ tasks: room.pushTasks, growth: room.pushGrowth })),
  VObject: () => import('./vobject.js').then((room) => ({ tasks: room.vobjectTasks, growth: room.vobjectGrowth })),
  MMS: () => import('./mms.js').then((room) => ({ tasks: room.mmsTasks, growth: room.mmsGrowth })),
  Protocol: () => import('./protocol.js').then((room) => ({ tasks: room.protocolTasks, growth: room.protocolGrowth })),
  Message: () => import('./message.js').then((room) => ({ tasks: room.messageTasks, growth: room.messageGrowth })),
  Carrier: () => import('./message.js').then((room) => ({ tasks: room.carrierTasks })),
  Inspect: () => import('./inspect.js').then((room) => ({ tasks: room.inspectTasks, growth: room.inspectGrowth })),
  Sender: () => import('./sender.js').then((room) => ({ tasks: room.senderTasks })),
} satisfies Record<string, () => Promise<RoomJobs>>;

export type RoomTitle = keyof typeof ROOM_JOBS;

export const ROOM_TITLES = Object.keys(ROOM_JOBS) as readonly RoomTitle[];
