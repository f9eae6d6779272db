/**
 * Readers of SIM cards, which are loaded together.
 * @module
 */
export { judgeSim, simMessage, simRefusal, simTree } from '../inspect/sim.js';
export { describePacket, readCommandPacket, readResponsePacket } from '../sim/secured-packet.js';
