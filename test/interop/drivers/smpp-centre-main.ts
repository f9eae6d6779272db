/**
 * A service centre as a process of its own, so that what it does costs the test no time: smpp-centre-main.ts PORT DELAY
 *
 * It answers each submit_sm after DELAY milliseconds. On stdout `listening` comes first, then for each line of stdin an object of JSON: how many
 * submit_sm came so far, to how many numbers, and how many of these got more than one.
 */
import { createInterface } from 'node:readline';
import { Centre } from '../../gateway/smpp-centre.js';

const [port, delay] = process.argv.slice(2).map(Number) as [number, number];
const counts = new Map<unknown, number>();
let submits = 0;
const centre = await Centre.start(port);
centre.reply = (request, session) => {
  if (request.command !== 'submit_sm') return {};
  submits++;
  const { destination_addr: number } = request;
  counts.set(number, (counts.get(number) ?? 0) + 1);
  if (delay === 0) return {};
  setTimeout(() => centre.answer(request, session), delay);
  return 'silence';
};
// Tens of thousands are not to be kept.
centre.requests.add = () => undefined;
console.log('listening');
createInterface({ input: process.stdin }).on('line', () => {
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  console.log(JSON.stringify({ submits, numbers: counts.size, repeated }));
});
