// One photograph for four handsets, reduced in threads; the program stays free for other work.
import { readFileSync } from 'node:fs';
import { createRepurposer } from 'handset/image';
import { parseHandset } from 'handset/profile';

const photo = readFileSync(process.argv[2]);
const repurposer = createRepurposer({ threads: 2 });
const handsets = ['Nokia 3310', 'Nokia 7650', 'SE K750i', 'Nokia 6230'];
const results = await Promise.all(handsets.map((name) => repurposer.repurpose(photo, parseHandset(name))));
results.forEach(({ contentType, widthPx, heightPx, octets }, i) => {
  console.log(`${handsets[i]}: ${contentType}, ${widthPx}x${heightPx}, ${octets.length} octets`);
});
await repurposer.close();
