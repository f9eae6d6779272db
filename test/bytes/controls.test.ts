import { expect, it } from 'vitest';
import { blankControls, findControl } from '../../src/bytes/controls.js';

it.each([
  ['', -1, ''],
  ['Zoë 😀\u0080', -1, 'Zoë 😀\u0080'],
  ['a\r\nb', 1, 'a  b'],
  ['\0', 0, ' '],
  ['a\u001f\u007f~', 1, 'a  ~'],
])('%j: the first control at %i; blanks for them', (text, index, blanked) => {
  expect(findControl(text)).toBe(index);
  expect(blankControls(text)).toBe(blanked);
});
