/**
 * Lanes: the queues in which messages wait for the links of a delivery that has several.
 *
 *   a,b       waits for link a, or for b while a is away        the links of a route, in its order
 *   =a        waits for link a alone: parts of it may be there already
 *   -         no route takes it any more
 *   (empty)   nobody has said yet
 *
 * A lane is a text, so that it means the same to every gateway of a store and after every start. Messages of a lane are claimed only while one
 * of its links takes messages, and no query looks at those of other lanes.
 * @module
 */

/** Of messages that were accepted where there were no links, or are queued again: each link that is up takes some, its own or to pass on. */
export const UNSORTED = '';

/** Of messages that were accepted, and that no route takes any more: they wait for another table. */
export const NO_ROUTE = '-';

/** The lane of a route. */
export function laneOf(links: readonly string[]): string {
  return links.join();
}

/** The lane of messages that go over one link and no other. */
export function ownLaneOf(link: string): string {
  return `=${link}`;
}

/** Whether messages of a lane go over one link and no other, whatever routes say. */
export function isOwnLane(lane: string): boolean {
  return lane.startsWith('=');
}
