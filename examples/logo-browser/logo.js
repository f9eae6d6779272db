// A picture that is chosen on the page becomes an operator logo: 72 by 14 pixels, black and white, as a phone shows it.
import { bitmapFromPixels, encodeOtaBitmap, pixelAt } from 'handset/bitmap';
import { toHex } from 'handset/bytes';

const input = document.querySelector('input');
const canvas = document.querySelector('canvas');
const output = document.querySelector('output');

input.addEventListener('change', async () => {
  const picture = await createImageBitmap(input.files[0]);
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const rgba = new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);

  const logo = bitmapFromPixels({ widthPx: width, heightPx: height, rgba }, { widthPx: 72, heightPx: 14 });
  const screen = canvas.getContext('2d');
  screen.clearRect(0, 0, 72, 14);
  for (let y = 0; y < 14; y++) for (let x = 0; x < 72; x++) if (pixelAt(logo, x, y)) screen.fillRect(x, y, 1, 1);
  output.value = toHex(encodeOtaBitmap(logo));
});
