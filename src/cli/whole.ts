/**
 * The program with everything in it, which a command alone does not load.
 * @module
 */
import type { Command } from 'commander';

/** The program, for commands that show all others, and for those that add something only when it is called. */
export interface WholeProgram {
  /** The program with all of its commands loaded. */
  readonly load: () => Promise<Command>;
  /** Calls this when the whole program is loaded, for what else a command adds only when it is called. */
  readonly onLoad: (add: () => void) => void;
}
