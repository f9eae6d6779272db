/**
 * The laws that all codecs share, over the rows of test/fuzz: what is written is read back equal, and whatever is read, whole, damaged or made
 * up, gives a value or a typed error and keeps the promises of its row.
 */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Group, type Input, type Laws, type Target, viewOf } from '../fuzz/target.js';
import { TARGETS } from '../fuzz/targets.js';
import { damaged, damagedText, madeOf } from '../support/hostile.js';

/** Tests every codec of a group. */
export function describeLaws(group: Group): void {
  describe.each(TARGETS.filter((target) => target.group === group && target.laws !== undefined))('$name', (target) => {
    const { values, requireReturn } = target.laws as Laws;
    if (values !== undefined) {
      it('reads back every value that is written', () => {
        // A copy has the prototype that objects have; some that fast-check makes have none.
        fc.assert(fc.property(values, (value) => requireReturn(structuredClone(value))));
      });
    }

    it('gives a value or a typed error for any input, and keeps its promises', async () => {
      await fc.assert(
        fc.asyncProperty(inputsOf(target), async (input) => {
          await target.run(viewOf(input) as never);
        }),
      );
    });
  });
}

/** Whole inputs, the same with damage, and arbitrary ones. */
function inputsOf({ kind, words, seeds, laws }: Target): fc.Arbitrary<Input> {
  const { values, write, inputs } = laws as Laws;
  const wholes: fc.Arbitrary<Input>[] = [fc.constantFrom(...seeds())];
  if (values !== undefined) wholes.push(values.chain((value) => fc.constantFrom(...write(structuredClone(value)))));
  if (inputs !== undefined) wholes.push(inputs);
  const whole = fc.oneof(...wholes);
  if (kind === 'octets') {
    const octets = whole as fc.Arbitrary<Uint8Array>;
    return fc.oneof(octets, damaged(octets), damaged(damaged(octets)), fc.uint8Array({ maxLength: 300 }));
  }
  const texts = whole as fc.Arbitrary<string>;
  const ofWords = madeOf(30, ...words);
  return fc.oneof(texts, damagedText(texts, words), damagedText(ofWords, words), ofWords, fc.string({ unit: 'binary' }));
}
