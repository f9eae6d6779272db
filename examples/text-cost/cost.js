// What each line of standard input costs as SMS, and the characters that make it dearer.
import { createInterface } from 'node:readline';
import { countSegments } from 'handset/text';

let total = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { encoding, segments, unitsLeft, forcedBy } = countSegments(line);
  total += segments;
  const characters = [...new Set(forcedBy.map(({ character }) => character))];
  const because = characters.length > 0 ? `, because of ${characters.join(' ')}` : '';
  console.log(`${segments} x ${encoding}, ${unitsLeft} left${because}: ${line}`);
}
console.log(`${total} SMS in all`);
