// A folder of pictures and texts as one multimedia message that a Sony Ericsson K750i shows: pictures fitted to its screen, a slide for each name.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitImagesFor } from 'handset/image';
import { composeMms, decodeMms, encodeMms, resolveSlides } from 'handset/mms';
import { findHandset } from 'handset/profile';

const [folder, target] = process.argv.slice(2);
const profile = findHandset({ make: 'Sony Ericsson', model: 'K750i' });
const names = readdirSync(folder).sort();
const files = names.map((name) => ({ name, data: readFileSync(join(folder, name)) }));
const message = await composeMms(files, {
  subject: 'Holiday',
  profile,
  fitImages: fitImagesFor(profile),
  date: new Date('2026-07-01T12:00:00Z'),
});
const octets = encodeMms(message);
writeFileSync(target, octets);

for (const { image, text } of resolveSlides(decodeMms(octets)).slides) {
  console.log(`${image.contentType}, ${image.data.length} octets: ${new TextDecoder().decode(text.data).trim()}`);
}
